//! Golden games: three games of every preset are written as text and compared with files. A
//! difference means that the rules have changed. `UPDATE_GOLDEN=1` renews the files.

use std::fmt::Write as _;
use std::path::Path;

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Step, Turn};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::SeatSet;
use qipan_core::contract::setup::Setup;
use sha2::{Digest, Sha256};

use super::laws::fingerprint;

/// The numbers of turns written at the beginning and at the end of a game.
const FIRST_TURNS: usize = 40;
const LAST_TURNS: usize = 20;

/// Describes a game in the golden files.
pub trait Told: Setup {
    /// Returns the text that an event adds to the line of its turn, or none if the move implies the
    /// event.
    fn says(event: &Self::Event) -> Option<String>;
    /// Returns the positions of all pieces, a line for each seat.
    fn lies(&self) -> Vec<String>;
    /// Returns true if an action can capture something. Such actions are played more often.
    fn strikes(&self, action: &Self::Action) -> bool;
}

/// Compares three games of every preset with their files, or writes the files.
pub fn are_as_written<G: Told>() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/golden");
    for preset in G::Rules::PRESETS {
        for number in 1..=3 {
            let text = write_game::<G>(preset, number);
            let path = folder.join(format!("{preset}-{number}.txt"));
            if std::env::var_os("UPDATE_GOLDEN").is_some() {
                std::fs::create_dir_all(&folder).unwrap();
                std::fs::write(&path, text).unwrap();
                continue;
            }
            let expected = std::fs::read_to_string(&path).unwrap_or_default().replace('\r', "");
            assert_eq!(expected, text, "{preset}-{number}.txt; UPDATE_GOLDEN=1 writes it anew");
        }
    }
}

/// Plays the game of a seed, which decides the dice and the actions. Returns the text of the game.
fn write_game<G: Told>(preset: &str, number: u64) -> String {
    let rules = G::Rules::preset(preset).unwrap();
    let seats = if G::HAS_DICE { SeatSet::first(4) } else { rules.seats() };
    let seed = Seed::from_number(number);
    let deal = G::draw_deal(&rules, seats, &seed).unwrap();
    let mut game = G::new(&rules, seats, &deal).unwrap();
    let mut choices = SeededChoices { seed, draws: 0, rolls: 0 };
    let (mut turns, mut events) = (Vec::new(), Vec::new());
    let mut line = String::new();
    while game.turn() != Turn::Over {
        let step = choices.choose_step(&game, &mut line);
        events.clear();
        game.play(&step, &mut events).unwrap();
        for event in events.iter().filter_map(G::says) {
            write!(line, "; {event}").unwrap();
        }
        if !matches!(game.turn(), Turn::Seat(_)) || matches!(step, Step::Act { .. }) {
            turns.push(std::mem::take(&mut line));
        }
    }
    let mut last_state = Vec::new();
    fingerprint(&game, &mut last_state);
    let turns_hash = hex::encode(Sha256::digest(turns.join("\n")));
    let state_hash = hex::encode(Sha256::digest(last_state));
    let mut text = format!("{preset}, seed {number}\ndealt: {}\n\n", json(&deal));
    for (number, turn) in turns.iter().enumerate() {
        if number < FIRST_TURNS || number + LAST_TURNS >= turns.len() {
            writeln!(text, "{:>4} {turn}", number + 1).unwrap();
        } else if number == FIRST_TURNS {
            writeln!(text, "     {} more", turns.len() - FIRST_TURNS - LAST_TURNS).unwrap();
        }
    }
    let outcome = game.outcome().unwrap();
    let names = |set: &SeatSet| set.iter().map(G::seat_name).collect::<Vec<_>>().join(" ");
    let places: Vec<String> = outcome.places.iter().map(names).collect();
    write!(text, "\nend: {}\nplaces: {}\n", outcome.reason, places.join(", ")).unwrap();
    for line in game.lies() {
        writeln!(text, "{line}").unwrap();
    }
    let (turns_hash, state_hash) = (&turns_hash[..16], &state_hash[..16]);
    write!(text, "all turns: {turns_hash}\nlast state: {state_hash}\n").unwrap();
    text
}

fn json(deal: &impl serde::Serialize) -> String {
    serde_json::to_string(deal).unwrap()
}

/// Decides rolls and actions by a seed, in the same way on every machine.
struct SeededChoices {
    seed: Seed,
    /// The number of random numbers drawn for actions.
    draws: u64,
    /// The number of rolls.
    rolls: u64,
}

impl SeededChoices {
    /// Returns a number below `end`.
    fn below(&mut self, end: usize) -> usize {
        self.draws += 1;
        let high = usize::from(self.seed.draw("golden", 2 * self.draws, 128));
        let low = usize::from(self.seed.draw("golden", 2 * self.draws + 1, 128));
        (128 * high + low) % end
    }

    /// Returns the next step and writes it to the line of the turn.
    fn choose_step<G: Told>(&mut self, game: &G, line: &mut String) -> Step<G> {
        let Turn::Seat(seat) = game.turn() else {
            let Turn::Chance { roller } = game.turn() else { unreachable!("the game is over") };
            let mut outcomes = Vec::new();
            game.chance_outcomes(&mut outcomes);
            self.rolls += 1;
            let die = self.seed.roll_among(self.rolls - 1, &outcomes);
            write!(line, "{} {die}", G::seat_name(roller)).unwrap();
            return Step::Chance(die);
        };
        let mut actions = Vec::new();
        game.legal_actions(&mut actions);
        if self.below(2) == 0 && actions.iter().any(|action| game.strikes(action)) {
            actions.retain(|action| game.strikes(action));
        }
        let action = actions[self.below(actions.len())];
        let label = if line.is_empty() { G::seat_name(seat) } else { ":" };
        write!(line, "{label} {action}").unwrap();
        Step::Act { seat, action }
    }
}
