//! The dealing of a game: what is settled before the first step in addition to rules and seats.

use rand::Rng;

use crate::contract::dice::Seed;
use crate::contract::game::{Game, SetupError, Viewer};
use crate::contract::seat::{Seat, SeatSet};

/// Deals a game: its layouts, its shuffle and the draw for the first seat. The default methods suit
/// a game that has none of these.
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
    /// True if two games with the same rules can differ in their deals.
    const IS_DEALT: bool = false;

    /// Draws the whole deal from the game's seed, including parts that players may choose instead.
    fn draw_deal(
        rules: &Self::Rules,
        seats: SeatSet,
        seed: &Seed,
    ) -> Result<Self::Deal, SetupError> {
        let _ = (rules, seats, seed);
        Ok(Self::Deal::default())
    }

    /// Returns the deal for another game of the same players. Parts of `previous` that they chose
    /// themselves stay. The rest is drawn from the new seed.
    fn deal_again(
        rules: &Self::Rules,
        seats: SeatSet,
        previous: &Self::Deal,
        seed: &Seed,
    ) -> Result<Self::Deal, SetupError> {
        let _ = previous;
        Self::draw_deal(rules, seats, seed)
    }

    /// Copies a layout to `seat` in `deal`. `source` is the deal and the seat to copy from.
    fn copy_layout(deal: &mut Self::Deal, source: (&Self::Deal, Seat), seat: Seat) {
        let _ = (deal, source, seat);
    }

    /// Returns the deal with these layouts in place of the drawn ones. Layouts are texts in the
    /// format of the game's files. Those that the rules do not use are ignored.
    ///
    /// # Errors
    /// A text is not a valid layout.
    fn with_layouts(
        rules: &Self::Rules,
        deal: Self::Deal,
        layouts: &[(Seat, String)],
    ) -> Result<Self::Deal, SetupError> {
        let _ = (rules, layouts);
        Ok(deal)
    }

    /// Returns the layout of a seat in the format of the game's files, if the deal holds one.
    fn layout_text(deal: &Self::Deal, seat: Seat) -> Option<String> {
        let _ = (deal, seat);
        None
    }

    /// Returns the view that a viewer had while the game was played. It lacks what the end of the
    /// game revealed.
    fn view_during_play(&self, viewer: Viewer) -> Self::View {
        self.view(viewer)
    }

    /// Returns the deal of a game redacted for the seat of `view`. It agrees with everything that
    /// the seat saw until the end of the game. Parts that the seat never learned are made up and
    /// marked as such. Only the public part of `true_deal` is used. Returns `None` if the game
    /// cannot be dealt this way.
    fn redacted_deal<R: Rng + ?Sized>(
        view: &Self::View,
        true_deal: &Self::Deal,
        rng: &mut R,
    ) -> Option<Self::Deal> {
        let _ = (view, true_deal, rng);
        None
    }

    /// Returns the part of the deal that is visible in the first view of a game, such as the seat
    /// that begins.
    fn deal_from_view(first_view: &Self::View) -> Self::Deal {
        let _ = first_view;
        Self::Deal::default()
    }

    /// Returns the seat whose knowledge a redacted game contains. Returns `None` if the game is not
    /// redacted.
    fn redacted_for(&self) -> Option<Seat> {
        None
    }
}
