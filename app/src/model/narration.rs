//! Words for the steps, actions and announcements of games, in a player's language.
//!
//! The window and the command line share them.

use qipan_core::contract::game::{Game, Step, Viewer};
use qipan_core::contract::outcome::Outcome;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::registry::GameKind;
use qipan_core::script::Scripted;
use qipan_core::with_game;

use crate::model::i18n::{I18n, ListStyle};

pub mod junqi;
pub mod question;
pub mod race;

/// Returns the length of a game, given in plies, in rolls of a die or in moves.
pub fn game_length(i18n: &I18n, kind: Option<GameKind>, plies: usize) -> String {
    let rolls = kind.is_none_or(|kind| with_game!(kind, |G| G::HAS_DICE));
    let id = if rolls { "home-rolls" } else { "count-moves" };
    i18n.tf(id, &[("count", plies.into())])
}

/// A game whose steps and actions can be described.
pub trait Narrate: Scripted {
    /// Describes the events of a step in one line, as far as the viewer may know them.
    fn describe_step(i18n: &I18n, view: &Self::View, events: &[Self::Event]) -> String;
    /// Describes an action before it is played, without results that the seat does not know.
    fn describe_action(i18n: &I18n, state: &Self, seat: Seat, action: Self::Action) -> String {
        if let Some(option) = Self::answered_option(action) {
            let name =
                state.question().and_then(|question| question.keys.options.get(option.into()));
            let name = name.map_or_else(|| action.to_string(), |name| name.to_string());
            return i18n.tf(
                "log-answered",
                &[("seat", self::seat::<Self>(i18n, seat).into()), ("answer", name.into())],
            );
        }
        let (mut next, mut events) = (state.clone(), Vec::new());
        next.play_unchecked(&Step::Act { seat, action }, &mut events);
        Self::describe_step(i18n, &next.view(Viewer::All), &events)
    }
    /// Returns the reason why a seat might play an action, from its own view, in one sentence.
    fn hint_reason(i18n: &I18n, view: &Self::View, seat: Seat, action: Self::Action) -> String;
    /// Describes the risk of an action of a seat, from its own view, in one sentence. Returns
    /// `None` if there is no obvious risk.
    fn risk(i18n: &I18n, view: &Self::View, seat: Seat, action: Self::Action) -> Option<String>;
}

/// An announcement of the referee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// The words.
    pub text: String,
    /// The seat that it concerns, if there is one.
    pub seat: Option<Seat>,
    /// True if it is important. It is then shown larger and longer.
    pub loud: bool,
}

/// Returns the name of a seat.
pub fn seat<G: Game>(i18n: &I18n, seat: Seat) -> String {
    i18n.t(&format!("seat-{}", G::seat_name(seat)))
}

/// Lists the names of several seats.
pub fn seats<G: Game>(i18n: &I18n, set: SeatSet) -> String {
    i18n.list(ListStyle::And, set.iter().map(|member| seat::<G>(i18n, member)))
}

/// Returns the result of a seat in a word: `draw` if all share one place, `won` or `lost` if there
/// are two places with equally many seats, and otherwise the place, such as `2nd`.
pub fn place(i18n: &I18n, outcome: &Outcome, seat: Seat) -> Option<String> {
    let sizes: Vec<usize> = outcome.places.iter().map(|seats| seats.len()).collect();
    let index = outcome.places.iter().position(|seats| seats.contains(seat))?;
    Some(place_in(i18n, &sizes, index))
}

/// Returns the result of the seats of a place in a word, as [`place`] does. `sizes` are the numbers
/// of seats in each place, best first, and `index` counts places from 0.
pub fn place_in(i18n: &I18n, sizes: &[usize], index: usize) -> String {
    match sizes {
        [_] => i18n.t("place-drawn"),
        [winners, losers] if winners == losers => {
            i18n.t(if index == 0 { "place-won" } else { "place-lost" })
        }
        _ => {
            let better_seats: usize = sizes.iter().take(index).sum();
            i18n.tf("place-of", &[("place", (better_seats + 1).into())])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::i18n::Lang;

    #[test]
    fn two_sides_win_or_lose_and_more_have_places() {
        let i18n = I18n::new(Lang::En);
        let words = |sizes: &[usize]| -> Vec<String> {
            (0..sizes.len()).map(|index| place_in(&i18n, sizes, index)).collect()
        };
        assert_eq!(words(&[1, 1]), ["won", "lost"]);
        assert_eq!(words(&[2, 2]), ["won", "lost"]);
        assert_eq!(words(&[2]), ["draw"]);
        assert_eq!(words(&[1, 1, 2]), ["1st", "2nd", "3rd"]);
        assert_eq!(words(&[2, 1]), ["1st", "3rd"]);
    }
}
