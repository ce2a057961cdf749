//! Labels on hidden pieces: the player's marks, and the kinds that the pieces can be (candidates).

use egui::{Button, Key, Modifiers, Popup, Response, SetOpenCommand, Ui, vec2};
use qipan_core::contract::game::Viewer;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{Cell, Junqi, Kind, KindSet, View, VisibleTile};

use crate::command::Command;
use crate::games::Scene;
use crate::games::junqi::command::JunqiCommand;
use crate::games::junqi::drawing::TileLabel;
use crate::games::junqi::names::Names;
use crate::play::table::Marks;
use crate::ui::context::ScreenContext;

/// The marks that stand for several ranks: `38+` is 38 and all above, `35-` is 35 and all below.
const RANK_RANGE_MARKS: [&str; 5] = ["39+", "38+", "37+", "36+", "35-"];

/// The width of the menu of marks, in points.
const MENU_WIDTH: f32 = 432.0;

/// The mark for a piece that can be of any kind.
const UNKNOWN: &str = "?";

/// The labels of hidden pieces in one frame.
pub(super) struct Labels<'a> {
    /// The marks of all seats, and the viewer's seat. Only the viewer's own marks are shown.
    marks: Option<(&'a Marks, Seat)>,
    view: &'a View,
    /// True if candidates are shown, too.
    shows_candidates: bool,
    names: Names<'a>,
}

impl<'a> Labels<'a> {
    /// Returns the labels of a scene. The player's marks take precedence. Candidates are shown
    /// only if the player's setting asks for them.
    pub(super) fn of(scene: &Scene<'a, Junqi>, cx: &'a ScreenContext<'_>) -> Self {
        let (seat, may_show_candidates) = match scene.view.viewer() {
            Viewer::Seat(seat) => (Some(seat), true),
            Viewer::Side(_) => (None, true),
            Viewer::Public | Viewer::All => (None, false),
        };
        Self {
            marks: scene.marks.zip(seat),
            view: scene.view,
            shows_candidates: cx.settings.show_belief && may_show_candidates,
            names: Names::new(cx.i18n, cx.settings.naming_style()),
        }
    }

    /// Returns the short text on a piece. It is pale if the mark contradicts the candidates.
    pub(super) fn on_tile(&self, seen: &VisibleTile) -> Option<TileLabel> {
        let (mark, candidates) = self.mark_and_candidates(seen)?;
        let text = match (mark, mark.and_then(kinds_of_mark)) {
            (_, Some(kinds)) => self.names.set_on_tile(kinds),
            (Some(mark), None) => mark.to_owned(),
            (None, None) => self.names.set_on_tile(candidates),
        };
        let contradicts_candidates = mark
            .and_then(kinds_of_mark)
            .is_some_and(|kinds| kinds.intersection(candidates).is_empty());
        Some(TileLabel { text, contradicts_candidates })
    }

    /// Returns the label of a piece in words for running text.
    pub(super) fn text(&self, seen: &VisibleTile) -> Option<String> {
        let (mark, candidates) = self.mark_and_candidates(seen)?;
        Some(match (mark, mark.and_then(kinds_of_mark)) {
            (_, Some(kinds)) => self.names.set(kinds),
            (Some(mark), None) => mark.to_owned(),
            (None, None) => self.names.set(candidates),
        })
    }

    /// Returns the mark on a hidden piece and its candidates, or `None` if it has no label.
    fn mark_and_candidates(&self, seen: &VisibleTile) -> Option<(Option<&'a str>, KindSet)> {
        if seen.piece.is_some() || seen.is_face_down {
            return None;
        }
        let mark = self.marks.and_then(|(marks, seat)| marks.get(&(seat, seen.tile.to_string())));
        (mark.is_some() || self.shows_candidates)
            .then(|| (mark.map(String::as_str), self.view.belief().candidates(seen.tile)))
    }
}

/// Returns the kinds that a mark stands for: one code, or a code followed by `+` or `-` for all
/// ranks from it up or down. Returns `None` for other marks.
fn kinds_of_mark(mark: &str) -> Option<KindSet> {
    if let Some(piece) = Kind::from_code(mark) {
        return Some(KindSet::one(piece));
    }
    let (code, up) = match (mark.strip_suffix('+'), mark.strip_suffix('-')) {
        (Some(code), _) => (code, true),
        (None, Some(code)) => (code, false),
        (None, None) => return None,
    };
    let edge = Kind::from_code(code)?.strength()?;
    let fits = |strength: u8| if up { strength >= edge } else { strength <= edge };
    Some(Kind::ALL.into_iter().filter(|piece| piece.strength().is_some_and(fits)).collect())
}

/// Draws the menu of marks for a hidden piece. A right click opens it, and so does M while the
/// piece has the focus. Marks that contradict the candidates are grey.
pub(super) fn marks_menu_ui(
    scene: &Scene<'_, Junqi>,
    cell: Cell,
    response: &Response,
    cx: &mut ScreenContext<'_>,
    ui: &Ui,
) {
    // A face-down tile carries no mark.
    let can_be_marked = |seen: &VisibleTile| seen.piece.is_none() && !seen.is_face_down;
    let Some(seen) = scene.view.at(cell).filter(|seen| scene.is_interactive && can_be_marked(seen))
    else {
        return;
    };
    let by_key =
        response.has_focus() && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::M));
    let open_command =
        (by_key || response.secondary_clicked()).then_some(SetOpenCommand::Bool(true));
    Popup::menu(response).open_memory(open_command).show(|ui| {
        ui.label(cx.t("junqi-marks"));
        let candidates = scene.view.belief().candidates(seen.tile);
        let names = Names::new(cx.i18n, cx.settings.naming_style());
        let codes = Kind::ALL.map(Kind::code);
        // The outer `Option` is the player's choice. An inner `None` removes the mark.
        let mut chosen = None;
        for (columns, marks) in [(3, &codes[..]), (2, &RANK_RANGE_MARKS[..])] {
            let width = MENU_WIDTH / columns as f32 - 4.0;
            for row in marks.chunks(columns) {
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 4.0;
                    for mark in row {
                        let set = kinds_of_mark(mark).unwrap_or(KindSet::ALL);
                        let text = match set.only() {
                            Some(piece) => names.piece_in_full(piece),
                            None => names.set(set),
                        };
                        let possible = !set.intersection(candidates).is_empty();
                        let button = Button::new(text).min_size(vec2(width, 26.0));
                        if ui.add_enabled(possible, button).clicked() {
                            chosen = Some(Some(*mark));
                        }
                    }
                    if row.len() < columns
                        && ui.add(Button::new(UNKNOWN).min_size(vec2(width, 26.0))).clicked()
                    {
                        chosen = Some(Some(UNKNOWN));
                    }
                });
            }
        }
        if ui.button(cx.t("junqi-marks-none")).clicked() {
            chosen = Some(None);
        }
        if let Some(mark) = chosen {
            cx.send(Command::from(JunqiCommand::SetMark(seen.tile, mark.map(str::to_owned))));
            ui.close();
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stand_for_kinds() {
        let codes = |mark: &str| {
            let kinds = kinds_of_mark(mark)?;
            Some(kinds.iter().map(Kind::code).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(codes("40").as_deref(), Some("40"));
        assert_eq!(codes("30").as_deref(), Some("30"));
        assert_eq!(codes("38+").as_deref(), Some("40 39 38"));
        assert_eq!(codes("35-").as_deref(), Some("35 34 33 32"));
        for mark in ["?", "", "+", "30+", "41+", "40 39"] {
            assert_eq!(codes(mark), None, "{mark}");
        }
        assert!(RANK_RANGE_MARKS.into_iter().all(|mark| kinds_of_mark(mark).is_some()));
    }
}
