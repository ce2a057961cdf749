//! Positions as lines of text, and games that begin from them.

use qipan_core::contract::dice::Seed;
use qipan_core::contract::position::{NoPosition, PositionLine};
use qipan_core::contract::seat::Seat;
use qipan_core::record::{Player, Record};
use qipan_core::script::Scripted;

/// Returns the position line of a state of a game.
///
/// # Errors
/// The reason why the state cannot be written as a position.
pub fn line_of<G: Scripted>(record: &Record<G>, state: &G) -> Result<PositionLine<G>, NoPosition> {
    let (preset, rules) = (record.preset.clone(), record.rules.clone());
    Ok(PositionLine { preset, rules, position: state.position()? })
}

/// Creates a game without steps for viewing a position. Every seat has a person, named by `name`.
pub fn viewing_record<G: Scripted>(
    line: PositionLine<G>,
    name: impl Fn(Seat) -> &'static str,
) -> Record<G> {
    let player = |seat: Seat| (seat, Player::human(name(seat)));
    let players = line.seats().iter().map(player).collect();
    let deal = G::deal_of(line.position);
    Record::new(&line.preset, line.rules, players, deal, Seed::from_bytes([0; 32]))
}
