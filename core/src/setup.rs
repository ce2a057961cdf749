//! What is settled before the first step of a game beside its rules: layouts, shuffles, lots.

use rand::Rng;

use crate::dice::Seed;
use crate::game::{Game, SetupError, Viewer};
use crate::seat::{Seat, SeatSet};

/// How a game is dealt. A game in which nothing is settled beforehand needs none of this.
///
/// # Examples
/// A game from a preset:
/// ```
/// use qipan_core::dice::Seed;
/// use qipan_core::game::{Game, SetupError};
/// use qipan_core::junqi::{Junqi, Rules};
/// use qipan_core::options::RuleSet;
/// use qipan_core::setup::Setup;
///
/// let rules = Rules::preset("siguo_dark").expect("a preset of Junqi");
/// let deal = Junqi::draw_deal(&rules, rules.seats(), &Seed::from_number(7))?;
/// let game = Junqi::new(&rules, rules.seats(), &deal)?;
/// assert_eq!(game.active().len(), 4);
/// # Ok::<(), SetupError>(())
/// ```
pub trait Setup: Game {
    /// Whether two games of the same rules begin differently by what is dealt.
    const IS_DEALT: bool = false;

    /// Settles everything from the game's seed, also what the players would have settled.
    ///
    /// # Errors
    /// When rules and seats do not fit each other.
    fn draw_deal(
        rules: &Self::Rules,
        seats: SeatSet,
        seed: &Seed,
    ) -> Result<Self::Deal, SetupError> {
        let _ = (rules, seats, seed);
        Ok(Self::Deal::default())
    }

    /// What is settled when the same players play again: what they settled themselves stays,
    /// the rest is drawn from the new seed.
    ///
    /// # Errors
    /// When rules and seats do not fit each other.
    fn deal_again(
        rules: &Self::Rules,
        seats: SeatSet,
        old: &Self::Deal,
        seed: &Seed,
    ) -> Result<Self::Deal, SetupError> {
        let _ = old;
        Self::draw_deal(rules, seats, seed)
    }

    /// Puts into a deal what a seat settled in another one.
    fn copy_seat(deal: &mut Self::Deal, other: &Self::Deal, seat: Seat) {
        let _ = (deal, other, seat);
    }

    /// The deal with these layouts, written as the game's files have them, in place of those
    /// that were drawn. Layouts the rules have no use for are left out.
    ///
    /// # Errors
    /// When one of them is no layout.
    fn with_layouts(
        rules: &Self::Rules,
        deal: Self::Deal,
        layouts: &[(Seat, String)],
    ) -> Result<Self::Deal, SetupError> {
        let _ = (rules, layouts);
        Ok(deal)
    }

    /// The view somebody had while the game was played, without what was shown when it was over.
    fn as_seen(&self, viewer: Viewer) -> Self::View {
        self.view(viewer)
    }

    /// A deal that agrees with all a seat saw until the end of a game: what the seat never
    /// learned is made up, and said to be. None where a game cannot be dealt so. `old` is how it
    /// was dealt; only what everybody was told of it is used.
    fn deal_seen<R: Rng + ?Sized>(
        seen: &Self::View,
        old: &Self::Deal,
        rng: &mut R,
    ) -> Option<Self::Deal> {
        let _ = (seen, old, rng);
        None
    }

    /// The seat that tells the game, where nobody knows more of it than that seat saw.
    fn redacted_for(&self) -> Option<Seat> {
        None
    }
}
