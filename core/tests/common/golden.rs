//! Golden games, three of every preset: the same rules must write the same text.
//! `UPDATE_GOLDEN=1` renews the files.

use std::fmt::Write as _;
use std::path::Path;

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Step, Turn};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::SeatSet;
use qipan_core::contract::setup::Setup;
use sha2::{Digest, Sha256};

use super::laws::fingerprint;

/// The number of turns written at the beginning of a game; [`ENDING`] counts those at its end.
const BEGINNING: usize = 40;
const ENDING: usize = 20;

/// Descriptions of a game for the golden files.
pub trait Told: Setup {
    /// Returns the words an event adds to the line of its turn, or nothing if the move says it.
    fn says(event: &Self::Event) -> Option<String>;
    /// Returns the positions of all pieces, a line for each seat.
    fn lies(&self) -> Vec<String>;
    /// Returns true if a move captures something if it succeeds. Such moves are played more
    /// often.
    fn strikes(&self, action: &Self::Action) -> bool;
}

/// Compares three games of every preset with their files, or writes the files.
pub fn are_as_written<G: Told>() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/golden");
    for preset in G::Rules::PRESETS {
        for number in 1..=3 {
            let text = written::<G>(preset, number);
            let path = folder.join(format!("{preset}-{number}.txt"));
            if std::env::var_os("UPDATE_GOLDEN").is_some() {
                std::fs::create_dir_all(&folder).unwrap();
                std::fs::write(&path, text).unwrap();
                continue;
            }
            let before = std::fs::read_to_string(&path).unwrap_or_default().replace('\r', "");
            assert_eq!(before, text, "{preset}-{number}.txt; UPDATE_GOLDEN=1 writes it anew");
        }
    }
}

/// Returns the text of the game of a seed, which throws the dice and chooses the moves.
fn written<G: Told>(preset: &str, number: u64) -> String {
    let rules = G::Rules::preset(preset).unwrap();
    let seats = if G::HAS_DICE { SeatSet::first(4) } else { rules.seats() };
    let seed = Seed::from_number(number);
    let deal = G::draw_deal(&rules, seats, &seed).unwrap();
    let mut game = G::new(&rules, seats, &deal).unwrap();
    let mut choices = Choices { seed, taken: 0, rolls: 0 };
    let (mut turns, mut events) = (Vec::new(), Vec::new());
    let mut line = String::new();
    while game.turn() != Turn::Over {
        let step = choices.step(&game, &mut line);
        events.clear();
        game.play(&step, &mut events).unwrap();
        for said in events.iter().filter_map(G::says) {
            write!(line, "; {said}").unwrap();
        }
        if !matches!(game.turn(), Turn::Seat(_)) || matches!(step, Step::Act { .. }) {
            turns.push(std::mem::take(&mut line));
        }
    }
    let mut print = Vec::new();
    fingerprint(&game, &mut print);
    let whole = hex::encode(Sha256::digest(turns.join("\n")));
    let mut text = format!("{preset}, seed {number}\ndealt: {}\n\n", json(&deal));
    for (number, turn) in turns.iter().enumerate() {
        if number < BEGINNING || number + ENDING >= turns.len() {
            writeln!(text, "{:>4} {turn}", number + 1).unwrap();
        } else if number == BEGINNING {
            writeln!(text, "     {} more", turns.len() - BEGINNING - ENDING).unwrap();
        }
    }
    let outcome = game.outcome().unwrap();
    let names = |set: &SeatSet| set.iter().map(G::seat_name).collect::<Vec<_>>().join(" ");
    let places: Vec<String> = outcome.places.iter().map(names).collect();
    write!(text, "\nend: {}\nplaces: {}\n", outcome.reason, places.join(", ")).unwrap();
    for line in game.lies() {
        writeln!(text, "{line}").unwrap();
    }
    let state = hex::encode(Sha256::digest(print));
    write!(text, "all turns: {}\nlast state: {}\n", &whole[..16], &state[..16]).unwrap();
    text
}

fn json(deal: &impl serde::Serialize) -> String {
    serde_json::to_string(deal).unwrap()
}

/// The source of dice and choices, the same on every machine.
struct Choices {
    seed: Seed,
    taken: u64,
    rolls: u64,
}

impl Choices {
    fn below(&mut self, end: usize) -> usize {
        self.taken += 1;
        let high = usize::from(self.seed.draw("golden", 2 * self.taken, 128));
        (128 * high + usize::from(self.seed.draw("golden", 2 * self.taken + 1, 128))) % end
    }

    /// Returns the next step and writes it to the line of the turn.
    fn step<G: Told>(&mut self, game: &G, line: &mut String) -> Step<G> {
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
        let who = if line.is_empty() { G::seat_name(seat) } else { ":" };
        write!(line, "{who} {action}").unwrap();
        Step::Act { seat, action }
    }
}
