//! Exports a game as plain text.

use qipan_core::contract::game::Viewer;
use qipan_core::contract::localized::on_one_line;
use qipan_core::contract::seat::SeatSet;
use qipan_core::play::session::Session;

use crate::games::{GameUi, words};
use crate::model::i18n::I18n;
use crate::model::robot_names::name_for_others;

/// Returns a game as text: rules, players, every step and the outcome.
pub fn text<G: GameUi>(session: &Session<G>, viewer: Viewer, i18n: &I18n) -> String {
    let mut lines = heading(session, viewer, i18n);
    lines.push(String::new());
    let (record, states) = (session.record(), session.states());
    for (step, state) in states.iter().enumerate().take(record.steps.len()) {
        let line =
            words::step(i18n, record, step, &state.view_during_play(viewer), session.events(step));
        // Some effects of house rules have no text.
        if !line.is_empty() {
            lines.push(format!("{:>5}  {line}", step + 1));
        }
    }
    lines.push(String::new());
    lines.extend(ending(session, i18n));
    // Names of players may contain line breaks.
    lines.iter().map(|line| on_one_line(line) + "\n").collect()
}

/// Returns the lines about the game, its rules, the players and the viewer.
fn heading<G: GameUi>(session: &Session<G>, viewer: Viewer, i18n: &I18n) -> Vec<String> {
    let record = session.record();
    let mut lines = vec![words::title(i18n, record)];
    lines.extend(words::changed_rules(i18n, record));
    for seat in session.state().seats_in_turn_order() {
        let Some(player) = record.player(seat) else { continue };
        lines.push(seat_line(i18n, words::seat::<G>(i18n, seat), name_for_others(player, i18n)));
    }
    lines.extend(words::view_of::<G>(i18n, viewer));
    lines
}

/// Returns the places, and the dice seeds that may be revealed.
fn ending<G: GameUi>(session: &Session<G>, i18n: &I18n) -> Vec<String> {
    let Some(outcome) = session.state().outcome() else {
        return vec![i18n.t("replay-unfinished")];
    };
    let place_line = |seats: &SeatSet| {
        let place = words::place(i18n, &outcome, seats.iter().next()?)?;
        Some(seat_line(i18n, words::seats::<G>(i18n, *seats), place))
    };
    let mut lines: Vec<String> = outcome.places.iter().filter_map(place_line).collect();
    if G::HAS_DICE {
        let record = session.record();
        let future_seeds = record.seeds_of_future_rolls(session.states());
        let seeds = record.chance.iter().map(|segment| segment.seed);
        let seeds = seeds.filter(|seed| !future_seeds.contains(seed)).map(|seed| seed.to_hex());
        lines.extend(seeds.map(|seed| i18n.tf("share-seed", &[("seed", seed.into())])));
    }
    lines
}

/// Formats a line that begins with a seat or seats and continues with a text about them.
fn seat_line(i18n: &I18n, seat: String, what: String) -> String {
    i18n.tf("share-line", &[("seat", seat.into()), ("what", what.into())])
}
