//! Labels on hidden pieces: the player's marks, and their candidates.

use egui::{Button, Key, Modifiers, Popup, Response, SetOpenCommand, Ui, vec2};
use qipan_core::contract::game::Viewer;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{Cell, Junqi, Piece, PieceSet, View, VisibleTile};

use crate::command::Command;
use crate::games::Scene;
use crate::games::junqi::command::JunqiCommand;
use crate::games::junqi::drawing::TileLabel;
use crate::games::junqi::names::Names;
use crate::play::table::Marks;
use crate::ui::context::ScreenContext;

/// The marks next to those of single kinds: ranks from one up or down.
const RANKS: [&str; 5] = ["39+", "38+", "37+", "36+", "35-"];

/// The mark without a claim.
const OPEN: &str = "?";

/// The labels of hidden pieces in one frame.
pub(super) struct Labels<'a> {
    marks: Option<(&'a Marks, Seat)>,
    view: &'a View,
    /// True if candidates are shown, too.
    follows: bool,
    names: Names<'a>,
}

impl<'a> Labels<'a> {
    /// Returns the labels of a scene. Marks take precedence. Candidates need the player's
    /// setting.
    pub(super) fn of(scene: &Scene<'a, Junqi>, cx: &'a ScreenContext<'_>) -> Self {
        let (seat, guesses) = match scene.view.viewer() {
            Viewer::Seat(seat) => (Some(seat), true),
            Viewer::Side(_) => (None, true),
            Viewer::Public | Viewer::All => (None, false),
        };
        Self {
            marks: scene.marks.zip(seat),
            view: scene.view,
            follows: cx.settings.show_belief && guesses,
            names: Names::new(cx.i18n, cx.settings.names()),
        }
    }

    /// Returns the short text on a piece. It is pale if the mark contradicts the candidates.
    pub(super) fn on_tile(&self, seen: &VisibleTile) -> Option<TileLabel> {
        let (mark, candidates) = self.find(seen)?;
        let text = match (mark, mark.and_then(kinds)) {
            (_, Some(kinds)) => self.names.set_on_tile(kinds),
            (Some(mark), None) => mark.to_owned(),
            (None, None) => self.names.set_on_tile(candidates),
        };
        let contradicted =
            mark.and_then(kinds).is_some_and(|kinds| kinds.intersection(candidates).is_empty());
        Some(TileLabel { text, contradicted })
    }

    /// Returns the same for running text.
    pub(super) fn text(&self, seen: &VisibleTile) -> Option<String> {
        let (mark, candidates) = self.find(seen)?;
        Some(match (mark, mark.and_then(kinds)) {
            (_, Some(kinds)) => self.names.set(kinds),
            (Some(mark), None) => mark.to_owned(),
            (None, None) => self.names.set(candidates),
        })
    }

    /// Returns the mark on a hidden piece and its candidates, or `None` without a label.
    fn find(&self, seen: &VisibleTile) -> Option<(Option<&'a str>, PieceSet)> {
        if seen.piece.is_some() || seen.down {
            return None;
        }
        let mark = self.marks.and_then(|(marks, seat)| marks.get(&(seat, seen.tile.to_string())));
        (mark.is_some() || self.follows)
            .then(|| (mark.map(String::as_str), self.view.belief().candidates(seen.tile)))
    }
}

/// Returns the kinds of a mark: a code, or a code and `+` or `-` for all ranks from it up or
/// down. Other marks have none.
fn kinds(mark: &str) -> Option<PieceSet> {
    if let Some(piece) = Piece::from_code(mark) {
        return Some(PieceSet::one(piece));
    }
    let (code, up) = match (mark.strip_suffix('+'), mark.strip_suffix('-')) {
        (Some(code), _) => (code, true),
        (None, Some(code)) => (code, false),
        (None, None) => return None,
    };
    let edge = Piece::from_code(code)?.strength()?;
    let fits = |strength: u8| if up { strength >= edge } else { strength <= edge };
    Some(Piece::ALL.into_iter().filter(|piece| piece.strength().is_some_and(fits)).collect())
}

/// Opens the menu of marks on a hidden piece by right click, or by M while it has the focus.
/// Marks that contradict the candidates are grey.
pub(super) fn marks_ui(
    scene: &Scene<'_, Junqi>,
    cell: Cell,
    response: &Response,
    cx: &mut ScreenContext<'_>,
    ui: &Ui,
) {
    let hidden = |seen: &VisibleTile| seen.piece.is_none() && !seen.down;
    let Some(seen) = scene.view.at(cell).filter(|seen| scene.is_interactive && hidden(seen)) else {
        return;
    };
    let by_key =
        response.has_focus() && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::M));
    let open = (by_key || response.secondary_clicked()).then_some(SetOpenCommand::Bool(true));
    Popup::menu(response).open_memory(open).show(|ui| {
        ui.label(cx.t("junqi-marks"));
        let candidates = scene.view.belief().candidates(seen.tile);
        let names = Names::new(cx.i18n, cx.settings.names());
        let codes = Piece::ALL.map(Piece::code);
        let mut chosen = None;
        for (columns, marks) in [(4, &codes[..]), (3, &RANKS[..])] {
            let width = 312.0 / columns as f32 - 4.0;
            for row in marks.chunks(columns) {
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 4.0;
                    for mark in row {
                        let set = kinds(mark).unwrap_or(PieceSet::ALL);
                        let text = match set.only() {
                            Some(piece) => names.piece_on_tile(piece),
                            None => names.set_on_tile(set),
                        };
                        let possible = !set.intersection(candidates).is_empty();
                        let button = Button::new(text).min_size(vec2(width, 26.0));
                        if ui.add_enabled(possible, button).clicked() {
                            chosen = Some(Some(*mark));
                        }
                    }
                    if row.len() < columns
                        && ui.add(Button::new(OPEN).min_size(vec2(width, 26.0))).clicked()
                    {
                        chosen = Some(Some(OPEN));
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
        let said = |mark: &str| {
            kinds(mark).map(|kinds| kinds.iter().map(Piece::code).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(said("40").as_deref(), Some("40"));
        assert_eq!(said("30").as_deref(), Some("30"));
        assert_eq!(said("38+").as_deref(), Some("40 39 38"));
        assert_eq!(said("35-").as_deref(), Some("35 34 33 32"));
        for mark in ["?", "", "+", "30+", "41+", "40 39"] {
            assert_eq!(said(mark), None, "{mark}");
        }
        assert!(RANKS.into_iter().all(|mark| kinds(mark).is_some()));
    }
}
