//! Events of a game of Junqi, in the past tense and without hidden information.

use serde::{Deserialize, Serialize};

use super::cells::Cell;
pub use super::piece::BattleResult;
use super::piece::Kind;
use crate::contract::outcome::Reason;
use crate::contract::seat::{Seat, SeatSet};

/// Something that happened. The event of a battle gives its result, never the kinds of the pieces.
/// An event names a kind only if it is shown to all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "fields are seats and cells throughout")]
pub enum Event {
    /// A piece went to an empty cell.
    Moved { seat: Seat, from: Cell, to: Cell },
    /// A piece attacked another one.
    Battled { seat: Seat, from: Cell, to: Cell, result: BattleResult },
    /// A face-down piece was turned up. `colour` is the seat that its army was dealt to.
    Flipped { seat: Seat, at: Cell, piece: Kind, colour: Seat },
    /// The armies were assigned, because the deciding tile was turned up. `seat` owns the army that
    /// was dealt to `colour`, and the other seat the other army.
    ArmiesAssigned { seat: Seat, colour: Seat },
    /// A piece was shown to all.
    Revealed { seat: Seat, at: Cell, piece: Kind },
    /// An army's Flag was shown to all.
    FlagShown { seat: Seat, at: Cell },
    /// An army's Flag was captured and fell.
    FlagTaken { by: Seat, seat: Seat, at: Cell },
    /// An army's Flag was lifted and is carried now.
    FlagLifted { by: Seat, seat: Seat, at: Cell },
    /// A carried Flag was dropped where its carrier fell.
    FlagDropped { seat: Seat, at: Cell },
    /// A carried Flag was brought to a cell where it counts as captured.
    FlagBrought { by: Seat, seat: Seat, at: Cell },
    /// A house rule took a piece off the board.
    Removed { seat: Seat, at: Cell },
    /// A house rule moved a piece.
    Shifted { seat: Seat, from: Cell, to: Cell },
    /// A house rule gave a seat a turn out of order.
    ExtraTurn { seat: Seat },
    /// A seat overran its clock for the `count`th time.
    TimedOut { seat: Seat, count: u8 },
    /// An army was eliminated.
    ArmyOut { seat: Seat, reason: EliminationReason },
    /// The game ended with these winners. In a draw they are the seats that share the first place.
    Ended { winners: SeatSet, reason: Reason },
}

/// The reason why an army was eliminated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
#[repr(u8)]
pub enum EliminationReason {
    Flag,
    NoMove,
    NoPieces,
    Timeouts,
    Resigned,
    HouseRule,
}
