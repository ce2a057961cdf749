//! What a game has to say of itself where a position of it is set up by hand.

use std::fmt::Debug;

use egui::{Painter, Rect, Ui};
use qipan_core::position::Positions;
use qipan_core::seat::Seat;

use crate::model::i18n::I18n;
use crate::ui::context::ScreenContext;

/// A game whose positions can be set up at the window. Cells are called by their names, as in
/// files.
pub trait Placing: Positions {
    /// Something that lies beside the board until it is put there.
    type Man: Copy + Debug + PartialEq + 'static;
    /// Whether something can lie beside the board.
    const HAS_MEN: bool = true;

    /// How much wider than high what stands on a cell is.
    fn aspect(rules: &Self::Rules) -> f32 {
        let _ = rules;
        1.0
    }
    /// The position in which nothing has been put on the board.
    fn blank(rules: &Self::Rules) -> Self::Position;
    /// A position as games begin.
    fn usual_start(rules: &Self::Rules) -> Self::Position;
    /// The seats that can have something on the board, in the order of turns.
    fn owners(rules: &Self::Rules, position: &Self::Position) -> Vec<Seat>;
    /// What lies beside the board of a seat's, each kind once, with its number.
    fn beside(rules: &Self::Rules, position: &Self::Position, owner: Seat) -> Vec<(Self::Man, u8)>;
    /// Puts something on a cell, in place of what stands there; whether it can stand there.
    fn put(rules: &Self::Rules, position: &mut Self::Position, man: Self::Man, cell: &str) -> bool;
    /// Takes what stands on a cell to another one; two pieces change places. Whether it can.
    fn shift(rules: &Self::Rules, position: &mut Self::Position, from: &str, to: &str) -> bool;
    /// Takes what stands on a cell off the board; whether anything did.
    fn take_off(rules: &Self::Rules, position: &mut Self::Position, cell: &str) -> bool;
    /// What stands on a cell, in words; none where nothing does.
    fn on_cell(
        i18n: &I18n,
        rules: &Self::Rules,
        position: &Self::Position,
        cell: &str,
    ) -> Option<String>;
    /// A cell in words.
    fn cell_words(i18n: &I18n, rules: &Self::Rules, cell: &str) -> String;
    /// Something beside the board in words.
    fn man_words(i18n: &I18n, man: Self::Man) -> String;
    /// Draws something that lies beside the board.
    fn paint_man(painter: &Painter, rect: Rect, man: Self::Man, cx: &ScreenContext<'_>);
    /// Whether what stands on a cell lies face down.
    fn lies_hidden(position: &Self::Position, cell: &str) -> bool {
        let _ = (position, cell);
        false
    }
    /// The seat to move.
    fn mover(position: &Self::Position) -> Seat;
    /// Lets another seat move.
    fn set_mover(position: &mut Self::Position, seat: Seat);
    /// Draws what else there is to be said of a position; whether anything was changed.
    fn facts_ui(
        rules: &Self::Rules,
        position: &mut Self::Position,
        cx: &ScreenContext<'_>,
        ui: &mut Ui,
    ) -> bool;
    /// Draws what there is to be said of what stands on a cell; whether anything was changed.
    fn piece_ui(
        rules: &Self::Rules,
        position: &mut Self::Position,
        cell: &str,
        cx: &ScreenContext<'_>,
        ui: &mut Ui,
    ) -> bool {
        let _ = (rules, position, cell, cx, ui);
        false
    }
    /// Why a position cannot be played, in a sentence.
    fn nonsense(i18n: &I18n, rules: &Self::Rules, why: &Self::Nonsense) -> String;
}
