//! The held piece of the layout editor: its origin, its target, and the effect of a drop.

use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::draft::PlacementError;
use qipan_core::games::junqi::layout::{SLOTS, may_stand, slot_cell};
use qipan_core::games::junqi::{Cell, Draft, Kind};

use crate::games::junqi::editor::words;
use crate::model::i18n::I18n;

/// A place to take a piece from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// A slot of the land, by its index from 0 to 24.
    Slot(usize),
    /// The unplaced pieces of this kind.
    Unplaced(Kind),
}

/// A place to aim a piece at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveTarget {
    /// A slot of the land, by its index from 0 to 24.
    Slot(usize),
    /// A camp.
    Camp(Cell),
    /// The unplaced pieces.
    Unplaced,
}

/// A held piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldPiece {
    /// The piece.
    pub piece: Kind,
    /// The spot it was taken from.
    pub from: Spot,
    /// True while the pointer drags it. Otherwise a click or a key puts it down.
    pub is_dragged: bool,
}

/// The state of moving pieces.
#[derive(Clone, Debug, Default)]
pub struct PieceMover {
    /// The held piece.
    pub held: Option<HeldPiece>,
    /// The target of the held piece in this frame.
    pub aim: Option<MoveTarget>,
    /// The slot under the pointer while nothing is held.
    pub hovered: Option<usize>,
    /// The area of the unplaced pieces.
    pub tray_rect: Option<egui::Rect>,
    /// The size of tiles on the board and of the held one.
    pub tile_size: egui::Vec2,
    /// The first digit of a code, and the time in seconds at which it was typed.
    pub digit: Option<(char, f64)>,
    /// The spot whose piece was last refused by a target, and the time of the refusal in seconds.
    /// The piece on the spot shakes.
    pub shaken: Option<(Spot, f64)>,
}

/// The effect of putting a piece on a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveEffect {
    /// The piece goes to an empty cell.
    Place(Cell),
    /// The piece swaps places with another one.
    Swap(Kind),
    /// Another piece returns to the unplaced ones, to make room.
    Push(Kind),
    /// Another piece returns to the unplaced ones. It cannot swap places, because it may not stand
    /// on this cell, from which the held piece comes.
    PushLimit(Kind, Cell),
    /// The piece returns to the unplaced ones.
    Return,
    /// Nothing changes.
    Stay,
}

/// The reason why a piece cannot go to a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The piece may not stand there, or no piece of its kind is unplaced.
    Misplaced(PlacementError),
    /// Camps stay empty.
    Camp,
}

impl Refusal {
    /// Returns the reason in one line.
    pub fn text(self, i18n: &I18n) -> String {
        match self {
            Self::Misplaced(why) => words::misplaced(i18n, why),
            Self::Camp => i18n.t("layout-limit-camp"),
        }
    }
}

/// Returns the cell of a slot in the land of the south.
pub fn cell_of(slot: usize) -> Cell {
    slot_cell(Seat::new(0), slot)
}

/// Returns the slot of a cell in the land of the south, or `None` for camps.
pub fn slot_of(cell: Cell) -> Option<usize> {
    SLOTS.iter().position(|offset| usize::from(*offset) == cell.index())
}

impl PieceMover {
    /// Stops holding a piece, without moving it. Returns false if nothing was held.
    pub fn clear_held(&mut self) -> bool {
        self.held.take().is_some()
    }
}

impl HeldPiece {
    /// Returns the effect of putting the piece down on a target.
    pub fn effect(&self, draft: &Draft, target: MoveTarget) -> Result<MoveEffect, Refusal> {
        let slot = match target {
            MoveTarget::Camp(_) => return Err(Refusal::Camp),
            MoveTarget::Unplaced => {
                let was_placed = matches!(self.from, Spot::Slot(_));
                return Ok(if was_placed { MoveEffect::Return } else { MoveEffect::Stay });
            }
            MoveTarget::Slot(slot) => slot,
        };
        let cell = cell_of(slot);
        if !may_stand(self.piece, cell) {
            return Err(Refusal::Misplaced(PlacementError::Limit(self.piece, cell)));
        }
        Ok(match (self.from, draft.at(slot)) {
            (Spot::Slot(from), _) if from == slot => MoveEffect::Stay,
            (_, None) => MoveEffect::Place(cell),
            (_, Some(other)) if other == self.piece => MoveEffect::Stay,
            (Spot::Unplaced(_), Some(other)) => MoveEffect::Push(other),
            (Spot::Slot(from), Some(other)) if may_stand(other, cell_of(from)) => {
                MoveEffect::Swap(other)
            }
            (Spot::Slot(from), Some(other)) => MoveEffect::PushLimit(other, cell_of(from)),
        })
    }

    /// Returns the draft after the piece was put down on a target.
    pub fn put_on(&self, draft: &Draft, target: MoveTarget) -> Result<Draft, Refusal> {
        let effect = self.effect(draft, target)?;
        let mut draft = *draft;
        match (effect, self.from, target) {
            (MoveEffect::Stay, ..) => {}
            (MoveEffect::Return, Spot::Slot(from), _) => draft.take_off(from),
            (_, Spot::Slot(from), MoveTarget::Slot(to)) => {
                draft.shift(from, to).map_err(Refusal::Misplaced)?;
            }
            (_, Spot::Unplaced(piece), MoveTarget::Slot(to)) => {
                draft.place(piece, to).map_err(Refusal::Misplaced)?;
            }
            _ => {}
        }
        Ok(draft)
    }

    /// Describes the effect of putting the piece down on a target, in one line. The flag is false
    /// if the target refuses the piece.
    pub fn forecast(&self, draft: &Draft, target: MoveTarget, i18n: &I18n) -> (String, bool) {
        let name = |piece| words::piece(i18n, piece).into();
        let piece = ("piece", name(self.piece));
        let text = match self.effect(draft, target) {
            Err(refusal) => return (refusal.text(i18n), false),
            Ok(MoveEffect::Place(cell)) => {
                i18n.tf("layout-will-place", &[piece, ("cell", words::cell(i18n, cell).into())])
            }
            Ok(MoveEffect::Swap(other)) => {
                i18n.tf("layout-will-swap", &[piece, ("other", name(other))])
            }
            Ok(MoveEffect::Push(other)) => i18n.tf("layout-will-push", &[("other", name(other))]),
            Ok(MoveEffect::PushLimit(other, cell)) => {
                let args = [("other", name(other)), ("cell", words::cell(i18n, cell).into())];
                i18n.tf("layout-will-push-limit", &args)
            }
            Ok(MoveEffect::Return) => i18n.tf("layout-will-return", &[piece]),
            Ok(MoveEffect::Stay) => i18n.tf("layout-will-stay", &[piece]),
        };
        (text, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::i18n::Lang;

    fn held(piece: Kind, from: Spot) -> HeldPiece {
        HeldPiece { piece, from, is_dragged: false }
    }

    #[test]
    fn drop_forecast_names_the_result_or_the_reason() {
        let draft: Draft = "T....Z..................N".parse().unwrap();
        let i18n = I18n::new(Lang::En);
        let forecast = |held: HeldPiece, target| held.forecast(&draft, target, &i18n);
        let bomb = held(Kind::Bomb, Spot::Slot(5));
        let refused = |text: &str| (text.to_owned(), false);
        let allowed = |text: &str| (text.to_owned(), true);
        assert_eq!(
            forecast(bomb, MoveTarget::Slot(1)),
            refused("Bombs may not stand in the front row.")
        );
        assert_eq!(forecast(bomb, MoveTarget::Slot(6)), allowed("The Bomb goes to 23."));
        assert_eq!(
            forecast(bomb, MoveTarget::Slot(24)),
            allowed("The Bomb and the Captain swap places.")
        );
        assert_eq!(
            forecast(bomb, MoveTarget::Unplaced),
            allowed("The Bomb goes back to the tray.")
        );
        let colonel = held(Kind::Colonel, Spot::Slot(0));
        let pushed = "The Bomb goes back to the tray: it may not stand on 11.";
        assert_eq!(forecast(colonel, MoveTarget::Slot(5)), allowed(pushed));
        let camp = MoveTarget::Camp(Cell::new(6));
        assert_eq!(forecast(colonel, camp), refused("Camps stay empty before the first move."));
        let flag = held(Kind::Flag, Spot::Unplaced(Kind::Flag));
        assert_eq!(
            forecast(flag, MoveTarget::Slot(0)),
            refused("The Flag must be in one of the two headquarters (HQ), 62 or 64.")
        );
        assert!(flag.put_on(&draft, MoveTarget::Slot(0)).is_err());
        assert_eq!(flag.put_on(&draft, MoveTarget::Slot(21)).unwrap().at(21), Some(Kind::Flag));
    }

    #[test]
    fn cell_of_and_slot_of_are_inverse() {
        for slot in 0..25 {
            assert_eq!(slot_of(cell_of(slot)), Some(slot));
        }
        assert_eq!(slot_of(Cell::new(6)), None);
    }
}
