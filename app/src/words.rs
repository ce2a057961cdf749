//! Words that games share: the names of seats.

use qipan_core::game::Game;
use qipan_core::seat::{Seat, SeatSet};

use crate::i18n::I18n;
use crate::kind::GameKind;

/// The name of a seat.
#[must_use]
pub fn seat<G: Game>(i18n: &I18n, seat: Seat) -> String {
    i18n.t(&format!("seat-{}", G::seat_name(seat)))
}

/// The name of a seat of a kind of game.
#[must_use]
pub fn seat_of(kind: GameKind, i18n: &I18n, seat: Seat) -> String {
    i18n.t(&format!("seat-{}", kind.seats().get(seat.index()).copied().unwrap_or("nobody")))
}

/// Several seats, one after the other.
#[must_use]
pub fn seats<G: Game>(i18n: &I18n, set: SeatSet) -> String {
    set.iter().map(|one| seat::<G>(i18n, one)).collect::<Vec<_>>().join(", ")
}

/// The name of a seat as files call it; nothing for what no game calls a seat.
#[must_use]
pub fn seat_in_file(i18n: &I18n, name: &str) -> Option<String> {
    let known = GameKind::ALL.iter().any(|kind| kind.seats().contains(&name));
    known.then(|| i18n.t(&format!("seat-{name}")))
}
