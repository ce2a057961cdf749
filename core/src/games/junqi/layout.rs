//! Layouts: the cells of an army's 25 pieces before the first move.

use std::fmt;
use std::str::FromStr;

use super::board_kind::{BoardKind, CellKind};
use super::cells::{Cell, LAND_CELLS};
use super::piece::{ARMY, Kind};
use crate::contract::seat::Seat;

/// The slots of a layout: the cells of an army's land other than camps, as offsets in the land. The
/// order is that of the letters of a layout: line by line from the front, from the owner's left to
/// right.
pub const SLOTS: [u8; ARMY] = slots();

const fn slots() -> [u8; ARMY] {
    let mut slots = [0; ARMY];
    let (mut offset, mut count) = (0, 0);
    while offset < LAND_CELLS as u8 {
        if !matches!(offset, 6 | 8 | 12 | 16 | 18) {
            slots[count] = offset;
            count += 1;
        }
        offset += 1;
    }
    slots
}

/// A complete layout with every piece on a cell where it may stand, written as 25 letters.
///
/// # Examples
/// ```
/// use qipan_core::games::junqi::layouts::shipped;
/// use qipan_core::games::junqi::{Layout, LayoutError};
///
/// let layout = shipped("steady_wall").expect("a layout that ships").layout();
/// assert_eq!(layout.to_string().parse(), Ok(layout));
/// assert_eq!(layout.mirrored().mirrored(), layout);
/// assert_eq!("SJ".parse::<Layout>(), Err(LayoutError::Length(2)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Layout([Kind; ARMY]);

/// The reason why 25 pieces are not a layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// A number of pieces other than 25.
    #[error("a layout has 25 pieces, this has {0}")]
    Length(usize),
    /// A letter that is not a piece.
    #[error("`{}` is not a piece; pieces are S J H L T Y N P G Z D F", .0.escape_debug())]
    Letter(char),
    /// Two digits that are not a piece.
    #[error("`{0}` is not a piece; pieces are 40 to 30 and 00")]
    Code(String),
    /// Too many or too few pieces of a kind.
    #[error("an army has {} {}, this has {found}", piece.count(), piece.en())]
    Count {
        /// The kind.
        piece: Kind,
        /// The number of pieces found.
        found: usize,
    },
    /// A piece on a cell where it may not stand.
    #[error("the {} may not stand on {line}{column}", piece.en())]
    Place {
        /// The piece.
        piece: Kind,
        /// The line, 1 to 6.
        line: u8,
        /// The column, 1 to 5.
        column: u8,
    },
}

/// Reports whether a piece may stand on a cell of its own land before the first move.
pub fn may_stand(piece: Kind, cell: Cell) -> bool {
    match (piece, BoardKind::cell_kind(cell)) {
        (_, CellKind::Camp | CellKind::Centre) => false,
        (Kind::Flag, kind) => kind == CellKind::Headquarters,
        (Kind::Landmine, _) => cell.line() >= 5,
        (Kind::Bomb, _) => cell.line() > 1,
        _ => true,
    }
}

/// Returns the cell of a slot in an army's land.
pub fn slot_cell(seat: Seat, slot: usize) -> Cell {
    Cell::in_land(seat, SLOTS[slot] as usize)
}

impl Layout {
    /// Creates a layout of these pieces in the order of [`SLOTS`].
    ///
    /// # Errors
    /// A wrong count of a kind, or a piece on a cell where it may not stand.
    pub fn new(pieces: [Kind; ARMY]) -> Result<Self, LayoutError> {
        for piece in Kind::ALL {
            let found = pieces.iter().filter(|other| **other == piece).count();
            if found != piece.count() as usize {
                return Err(LayoutError::Count { piece, found });
            }
        }
        for (slot, piece) in pieces.into_iter().enumerate() {
            let cell = slot_cell(Seat::new(0), slot);
            if !may_stand(piece, cell) {
                let (line, column) = (cell.line(), cell.column());
                return Err(LayoutError::Place { piece, line, column });
            }
        }
        Ok(Self(pieces))
    }

    /// Returns the pieces in the order of [`SLOTS`].
    pub const fn pieces(&self) -> &[Kind; ARMY] {
        &self.0
    }

    /// Returns the layout with left and right exchanged.
    pub fn mirrored(&self) -> Self {
        let mut pieces = self.0;
        for (slot, offset) in SLOTS.iter().enumerate() {
            let mirrored_offset = offset / 5 * 5 + 4 - offset % 5;
            if let Some(mirrored) = SLOTS.iter().position(|other| *other == mirrored_offset) {
                pieces[mirrored] = self.0[slot];
            }
        }
        Self(pieces)
    }

    /// Returns a layout similar to this one, so that an opponent who knows this one does not know
    /// the pieces: it is mirrored or not, and some pieces one rank apart swap places. `draw`
    /// returns a random number below its argument.
    ///
    /// # Errors
    /// The errors of `draw`.
    pub fn varied<E>(&self, mut draw: impl FnMut(usize) -> Result<usize, E>) -> Result<Self, E> {
        /// Number of pairs of slots drawn. Of these, seven or eight are swapped on average.
        const PAIRS: usize = 60;
        let mut varied = if draw(2)? == 0 { self.mirrored() } else { *self };
        for _ in 0..PAIRS {
            let (a, b) = (draw(ARMY)?, draw(ARMY)?);
            let (kind_a, kind_b) = (varied.0[a].index(), varied.0[b].index());
            let both_ranked = kind_a.max(kind_b) <= Kind::Engineer.index();
            if both_ranked && kind_a.abs_diff(kind_b) == 1 {
                varied.0.swap(a, b);
            }
        }
        Ok(varied)
    }
}

impl FromStr for Layout {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        let pieces = text
            .chars()
            .take(ARMY + 1)
            .map(|letter| Kind::from_letter(letter).ok_or(LayoutError::Letter(letter)))
            .collect::<Result<Vec<Kind>, _>>()?;
        let found = text.chars().count();
        Self::new(pieces.try_into().map_err(|_| LayoutError::Length(found))?)
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|piece| write!(f, "{}", piece.letter()))
    }
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Layout({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "TPYNLHZSGPYJLNHGZDTPDFDNG";

    #[test]
    fn layout_round_trips_and_mirrors_twice_to_itself() {
        let layout: Layout = GOOD.parse().unwrap();
        assert_eq!(layout.to_string(), GOOD);
        assert_eq!(layout.mirrored().mirrored(), layout);
        assert_eq!(layout.mirrored().to_string(), "LNYPTSZHJYPGHNLPTDZGGNDFD");
    }

    #[test]
    fn varied_layout_differs_but_follows_the_plan() {
        use rand::{RngExt, SeedableRng};

        let layout: Layout = GOOD.parse().unwrap();
        let mut rng = rand::rngs::SmallRng::seed_from_u64(3);
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..200 {
            let varied =
                layout.varied(|most| Ok::<_, ()>(rng.random_range(0..most))).expect("never fails");
            assert_eq!(Layout::new(*varied.pieces()), Ok(varied));
            let keeps = |plan: Layout| {
                let is_fixed = |piece: Kind| piece.index() > Kind::Engineer.index();
                let pairs = plan.0.into_iter().zip(varied.0);
                pairs
                    .filter(|(old, new)| is_fixed(*old) || is_fixed(*new))
                    .all(|(old, new)| old == new)
            };
            assert!(keeps(layout) || keeps(layout.mirrored()), "{varied}: others moved");
            seen.insert(varied.to_string());
        }
        assert!(seen.len() > 190, "{} are different", seen.len());
    }

    #[test]
    fn broken_layout_limit_is_named() {
        let error = |text: &str| text.parse::<Layout>().unwrap_err().to_string();
        assert_eq!(error("TPY"), "a layout has 25 pieces, this has 3");
        assert_eq!(
            error("XPYNLHZSGPYJLNHGZDTPDFDNG"),
            "`X` is not a piece; pieces are S J H L T Y N P G Z D F"
        );
        assert_eq!(error("SPYNLHZSGPYJLNHGZDTPDFDNG"), "an army has 1 Field Marshal, this has 2");
        assert_eq!(error("ZPYNLHTSGPYJLNHGZDTPDFDNG"), "the Bomb may not stand on 11");
        assert_eq!(error("DPYNLHZSGPYJLNHGZTTPDFDNG"), "the Landmine may not stand on 11");
        assert_eq!(error("TPYNLHZSGPYJLNHGZDTPFDDNG"), "the Flag may not stand on 61");
    }
}
