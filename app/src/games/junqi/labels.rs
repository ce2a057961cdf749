//! What is written on pieces the viewer cannot see: marks of the player's, and what follows.

use egui::{Key, Modifiers, Popup, Response, SetOpenCommand, Ui};
use qipan_core::game::Viewer;
use qipan_core::junqi::{Belief, Cell, Junqi, Piece, PieceSet, Seen};
use qipan_core::seat::Seat;

use crate::command::Command;
use crate::games::Scene;
use crate::games::junqi::window::JunqiCommand;
use crate::play::table::Marks;
use crate::ui::context::ScreenContext;

/// The marks beside single codes: so strong or stronger, and a riddle.
const MORE: [&str; 6] = ["39+", "38+", "37+", "36+", "35-", "?"];

/// What is written on hidden pieces in one frame.
pub(super) struct Labels<'a> {
    marks: Option<(&'a Marks, Seat)>,
    belief: Option<&'a Belief>,
}

impl<'a> Labels<'a> {
    /// The labels of a scene: marks come first, what follows only where the player asked.
    pub(super) fn of(scene: &Scene<'a, Junqi>, cx: &ScreenContext<'_>) -> Self {
        let (seat, guesses) = match scene.view.viewer() {
            Viewer::Seat(seat) => (Some(seat), true),
            Viewer::Side(_) => (None, true),
            Viewer::Public | Viewer::All => (None, false),
        };
        let wanted = cx.settings.show_belief && guesses;
        Self { marks: scene.marks.zip(seat), belief: wanted.then(|| scene.view.belief()) }
    }

    /// What is written on a piece.
    pub(super) fn text(&self, seen: &Seen) -> Option<String> {
        if seen.piece.is_some() || seen.down {
            return None;
        }
        let mark = self.marks.and_then(|(marks, seat)| marks.get(&(seat, seen.tile.to_string())));
        mark.cloned().or_else(|| brief(self.belief?.maybe(seen.tile)))
    }
}

/// A set of pieces in a few characters: `40`, `31 30`, `38+`; nothing where it is too large
/// to tell much.
fn brief(maybe: PieceSet) -> Option<String> {
    let all: Vec<Piece> = maybe.iter().collect();
    let ranks = all.iter().filter(|piece| piece.strength().is_some()).count();
    match all.as_slice() {
        [] => None,
        [..] if all.len() <= 3 => {
            Some(all.iter().map(|piece| piece.code()).collect::<Vec<_>>().join(" "))
        }
        // The strongest down to one of them, and nothing else.
        [Piece::FieldMarshal, .., weakest] if ranks == all.len() && ranks < 9 => {
            (weakest.index() + 1 == ranks).then(|| format!("{}+", weakest.code()))
        }
        _ => None,
    }
}

/// The menu of marks of a hidden piece: right click, or M while it has the keyboard.
pub(super) fn marks_ui(
    scene: &Scene<'_, Junqi>,
    cell: Cell,
    response: &Response,
    cx: &mut ScreenContext<'_>,
    ui: &Ui,
) {
    let hidden = |seen: &Seen| seen.piece.is_none() && !seen.down;
    let Some(seen) = scene.view.at(cell).filter(|seen| scene.live && hidden(seen)) else { return };
    let by_key =
        response.has_focus() && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::M));
    let open = (by_key || response.secondary_clicked()).then_some(SetOpenCommand::Bool(true));
    Popup::menu(response).open_memory(open).show(|ui| {
        ui.label(cx.t("junqi-marks"));
        let codes = Piece::ALL.map(Piece::code);
        let all: Vec<&str> = codes.into_iter().chain(MORE).collect();
        for row in all.chunks(6) {
            ui.horizontal(|ui| {
                for text in row {
                    if ui.add_sized([38.0, 24.0], egui::Button::new(*text)).clicked() {
                        let wish = JunqiCommand::Mark(seen.tile, Some((*text).to_owned()));
                        cx.send(Command::from(wish));
                        ui.close();
                    }
                }
            });
        }
        if ui.button(cx.t("junqi-marks-none")).clicked() {
            cx.send(Command::from(JunqiCommand::Mark(seen.tile, None)));
            ui.close();
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_piece_can_be_is_said_briefly_or_not_at_all() {
        let set = |codes: &[&str]| {
            codes.iter().map(|code| Piece::from_code(code).unwrap()).collect::<PieceSet>()
        };
        let said = |codes: &[&str]| brief(set(codes));
        assert_eq!(said(&["40"]).as_deref(), Some("40"));
        assert_eq!(said(&["31", "30"]).as_deref(), Some("31 30"));
        assert_eq!(said(&["40", "39", "38", "37"]).as_deref(), Some("37+"));
        assert_eq!(said(&["40", "38", "37", "36"]), None);
        assert_eq!(brief(PieceSet::MOVING), None);
        assert_eq!(brief(PieceSet::EMPTY), None);
    }
}
