//! The setup of a game: the parts settled before the first step in addition to its rules.

use rand::Rng;

use crate::contract::dice::Seed;
use crate::contract::game::{Game, SetupError, Viewer};
use crate::contract::seat::{Seat, SeatSet};

/// The dealing of a game: layouts, shuffles and lots. The defaults suit a game without any.
///
/// # Examples
/// Begin a game from a preset:
/// ```
/// use qipan_core::contract::dice::Seed;
/// use qipan_core::contract::game::{Game, SetupError};
/// use qipan_core::games::junqi::{Junqi, Rules};
/// use qipan_core::contract::options::RuleSet;
/// use qipan_core::contract::setup::Setup;
///
/// let rules = Rules::preset("siguo_dark").expect("a preset of Junqi");
/// let deal = Junqi::draw_deal(&rules, rules.seats(), &Seed::from_number(7))?;
/// let game = Junqi::new(&rules, rules.seats(), &deal)?;
/// assert_eq!(game.active().len(), 4);
/// # Ok::<(), SetupError>(())
/// ```
pub trait Setup: Game {
    /// True if two games of the same rules can differ in their deals.
    const IS_DEALT: bool = false;

    /// Draws the whole deal from the game's seed, including the parts that players could settle.
    fn draw_deal(
        rules: &Self::Rules,
        seats: SeatSet,
        seed: &Seed,
    ) -> Result<Self::Deal, SetupError> {
        let _ = (rules, seats, seed);
        Ok(Self::Deal::default())
    }

    /// Returns the deal for another game of the same players. Parts they settled themselves stay,
    /// and the rest is drawn from the new seed.
    fn deal_again(
        rules: &Self::Rules,
        seats: SeatSet,
        old: &Self::Deal,
        seed: &Seed,
    ) -> Result<Self::Deal, SetupError> {
        let _ = old;
        Self::draw_deal(rules, seats, seed)
    }

    /// Copies a seat's own part of a deal into another deal.
    fn copy_seat(deal: &mut Self::Deal, other: &Self::Deal, seat: Seat) {
        let _ = (deal, other, seat);
    }

    /// Returns the deal with these layouts, written as in the game's files, in place of the drawn
    /// ones. Layouts that the rules do not use are ignored.
    ///
    /// # Errors
    /// A text is not a layout.
    fn with_layouts(
        rules: &Self::Rules,
        deal: Self::Deal,
        layouts: &[(Seat, String)],
    ) -> Result<Self::Deal, SetupError> {
        let _ = (rules, layouts);
        Ok(deal)
    }

    /// Returns the view that a viewer had while the game was played, without what was revealed at
    /// the end.
    fn as_seen(&self, viewer: Viewer) -> Self::View {
        self.view(viewer)
    }

    /// Returns a deal consistent with all that a seat saw until the end of a game. Parts the seat
    /// never learned are made up and marked as such. Returns none if the game cannot be dealt so.
    /// `old` is the true deal, of which only the public part is used.
    fn deal_seen<R: Rng + ?Sized>(
        seen: &Self::View,
        old: &Self::Deal,
        rng: &mut R,
    ) -> Option<Self::Deal> {
        let _ = (seen, old, rng);
        None
    }

    /// Returns the seat that a redacted game was made for.
    fn redacted_for(&self) -> Option<Seat> {
        None
    }
}
