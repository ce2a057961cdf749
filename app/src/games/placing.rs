//! The trait that a game implements for the position editor.

use std::fmt::Debug;

use egui::{Painter, Rect, Ui};
use qipan_core::contract::position::Positions;
use qipan_core::contract::seat::Seat;

use crate::model::i18n::I18n;
use crate::ui::context::ScreenContext;

/// A game whose positions can be edited in the window. Cells are named as in files.
pub trait PositionUi: Positions {
    /// A piece that lies next to the board.
    type UnplacedPiece: Copy + Debug + PartialEq + 'static;
    /// True if pieces can lie next to the board, on no cell.
    const HAS_UNPLACED_PIECES: bool = true;

    /// Returns the ratio of width to height of the pieces.
    fn aspect(rules: &Self::Rules) -> f32 {
        let _ = rules;
        1.0
    }
    /// Returns the position with an empty board.
    fn blank(rules: &Self::Rules) -> Self::Position;
    /// Returns a starting position.
    fn default_start(rules: &Self::Rules) -> Self::Position;
    /// Returns the seats that can have pieces on the board, in turn order.
    fn owners(rules: &Self::Rules, position: &Self::Position) -> Vec<Seat>;
    /// Returns the unplaced pieces of a seat, each kind once, with its count.
    fn unplaced_pieces(
        rules: &Self::Rules,
        position: &Self::Position,
        owner: Seat,
    ) -> Vec<(Self::UnplacedPiece, u8)>;
    /// Puts an unplaced piece on a cell and removes the piece that stood there. Returns false if
    /// there is no such cell or no such piece left.
    fn put(
        rules: &Self::Rules,
        position: &mut Self::Position,
        piece: Self::UnplacedPiece,
        cell: &str,
    ) -> bool;
    /// Moves a piece to another cell, or swaps two pieces. Returns false if that is not allowed.
    fn shift(rules: &Self::Rules, position: &mut Self::Position, from: &str, to: &str) -> bool;
    /// Removes the piece on a cell. Returns false if the cell is empty.
    fn remove(rules: &Self::Rules, position: &mut Self::Position, cell: &str) -> bool;
    /// Describes the piece on a cell, or returns `None` for an empty cell.
    fn describe_piece(
        i18n: &I18n,
        rules: &Self::Rules,
        position: &Self::Position,
        cell: &str,
    ) -> Option<String>;
    /// Returns the name of a cell.
    fn cell_words(i18n: &I18n, rules: &Self::Rules, cell: &str) -> String;
    /// Returns the name of an unplaced piece.
    fn piece_name(i18n: &I18n, piece: Self::UnplacedPiece) -> String;
    /// Draws an unplaced piece.
    fn paint_unplaced_piece(
        painter: &Painter,
        rect: Rect,
        piece: Self::UnplacedPiece,
        cx: &ScreenContext<'_>,
    );
    /// Returns true if the piece on a cell lies face down.
    fn is_piece_face_down(position: &Self::Position, cell: &str) -> bool {
        let _ = (position, cell);
        false
    }
    /// Returns the seat to move.
    fn mover(position: &Self::Position) -> Seat;
    /// Sets the seat to move.
    fn set_mover(position: &mut Self::Position, seat: Seat);
    /// Draws controls for the parts of a position that are not pieces on cells, such as the seats
    /// that take part. Returns true if the player changed one.
    fn facts_ui(
        rules: &Self::Rules,
        position: &mut Self::Position,
        cx: &ScreenContext<'_>,
        ui: &mut Ui,
    ) -> bool;
    /// Draws controls for the state of the piece on a cell. Returns true if the player changed it.
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
    /// Explains in a sentence why a position cannot be played.
    fn position_error(i18n: &I18n, rules: &Self::Rules, why: &Self::SetUpError) -> String;
}
