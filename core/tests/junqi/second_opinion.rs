//! Junqi compared with its reference implementation step by step: legal moves, events, positions,
//! outcomes and the view of each seat.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::common::junqi::{random_rules, start};
use crate::common::second_opinion::{both_agree, compare, seats};
use crate::plain::{Plain, SEATS};
use crate::plain_board::PlainBoard;
use qipan_core::contract::game::{Game, Step, Turn, Viewer};
use qipan_core::contract::outcome::Reason;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{Action, BattleResult, Cell, Event, Junqi, Rules, Tile};
use rand::RngExt;
use rand::rngs::SmallRng;
use serde_json::Value;

/// The nine cells between the lands of the board for four. The reference calls them C1 to C9 in
/// this order.
const CENTRE_OF_FOUR: [&str; 9] = ["C11", "C12", "C13", "C21", "C22", "C23", "C31", "C32", "C33"];
/// The cells between the lands of the board for six, each with its reference name.
const CENTRE_OF_SIX: [(&str, &str); 13] = [
    ("C11", "C8"),
    ("C12", "C7"),
    ("C13", "C6"),
    ("C21", "C9"),
    ("C22", "C5"),
    ("C31", "C10"),
    ("C32", "C13"),
    ("C33", "C4"),
    ("C41", "C11"),
    ("C42", "C3"),
    ("C51", "C12"),
    ("C52", "C1"),
    ("C53", "C2"),
];

/// Returns the reference names of the cells of a game.
fn names(game: &Junqi) -> HashMap<Cell, String> {
    let is_board_of_six = game.board().cells().len() > 150;
    let name = |cell: Cell| {
        let name = cell.to_string();
        if is_board_of_six {
            match CENTRE_OF_SIX.iter().find(|(known, _)| *known == name) {
                Some((_, plain)) => (*plain).to_owned(),
                None => name,
            }
        } else {
            match CENTRE_OF_FOUR.iter().position(|known| *known == name) {
                Some(index) => format!("C{}", index + 1),
                None => name,
            }
        }
    };
    game.board().cells().iter().map(|cell| (cell, name(cell))).collect()
}

/// A policy for the seat to move.
pub enum Policy {
    /// Any legal action.
    Random,
    /// A random strike if there is one, else any legal action.
    PreferStrikes,
}

impl Policy {
    fn choose(&self, game: &Junqi, actions: &[Action], rng: &mut SmallRng) -> Action {
        let is_strike = |action: &&Action| {
            matches!(action, Action::Move { .. }) && game.tile_at(action.to()).is_some()
        };
        let strikes: Vec<Action> = match self {
            Self::Random => Vec::new(),
            Self::PreferStrikes => actions.iter().filter(is_strike).copied().collect(),
        };
        let choices = if strikes.is_empty() { actions } else { &strikes };
        choices[rng.random_range(0..choices.len())]
    }
}

/// A game in both implementations.
struct GamePair {
    game: Junqi,
    plain: Plain,
    names: HashMap<Cell, String>,
}

impl GamePair {
    fn new(game: Junqi) -> Self {
        let names = names(&game);
        let Value::Object(options) = serde_json::to_value(game.rules()).unwrap() else {
            unreachable!("rules are an object")
        };
        let dealt = |tile: Tile| {
            let army = game.dealt_seat_of(tile).unwrap().index();
            (names[&tile.start()].clone(), army, game.kind_of(tile).unwrap().code())
        };
        let pieces: Vec<_> = game.tiles().map(dealt).collect();
        let plain = Plain::new(options, &pieces, game.seat_to_move().index());
        Self { game, plain, names }
    }

    /// Translates an action into the notation of the reference game.
    fn translate(&self, action: &str) -> String {
        let word = |word: &str| match word.parse::<Cell>() {
            Ok(cell) => self.names[&cell].clone(),
            Err(_) => word.to_owned(),
        };
        action.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }

    /// Describes an event in the words of the reference game.
    fn describe(&self, event: &Event) -> String {
        let name = |cell: Cell| &self.names[&cell];
        match *event {
            Event::Moved { seat, from, to } => {
                format!("{} moved {} {}", seat.index(), name(from), name(to))
            }
            Event::Battled { seat, from, to, result: fight } => {
                let fight = match fight {
                    BattleResult::AttackerSurvives => "attacker stays",
                    BattleResult::DefenderSurvives => "defender stays",
                    BattleResult::BothGone => "both gone",
                };
                format!("{} struck {} {}: {fight}", seat.index(), name(from), name(to))
            }
            Event::Flipped { seat, at, piece, colour } => {
                let (seat, army) = (seat.index(), colour.index());
                format!("{seat} flipped {} of {army} at {}", piece.code(), name(at))
            }
            Event::ArmiesAssigned { seat, colour } => {
                format!("settled {} {}", seat.index(), colour.index())
            }
            Event::Revealed { seat, at, piece } => {
                format!("revealed {} of {} at {}", piece.code(), seat.index(), name(at))
            }
            Event::FlagShown { seat, at } => {
                format!("flag of {} shown at {}", seat.index(), name(at))
            }
            Event::FlagTaken { by, seat, at } => {
                format!("flag of {} taken by {} at {}", seat.index(), by.index(), name(at))
            }
            Event::FlagLifted { by, seat, at } => {
                format!("flag of {} lifted by {} at {}", seat.index(), by.index(), name(at))
            }
            Event::FlagDropped { seat, at } => {
                format!("flag of {} dropped at {}", seat.index(), name(at))
            }
            Event::FlagBrought { by, seat, at } => {
                format!("flag of {} brought by {} to {}", seat.index(), by.index(), name(at))
            }
            Event::TimedOut { seat, count } => {
                format!("{} overran its clock for the {count}th time", seat.index())
            }
            Event::ArmyOut { seat, reason } => format!("{} out: {reason:?}", seat.index()),
            Event::Ended { winners, reason } => format!("ended {reason:?}: {:?}", seats(winners)),
            other => format!("not of these rules: {other:?}"),
        }
    }

    /// Returns the differences between the two games.
    fn differences(&self, events: &[Event]) -> Vec<String> {
        let (game, plain) = (&self.game, &self.plain);
        let mut found = Vec::new();
        let mut described: Vec<String> = events.iter().map(|event| self.describe(event)).collect();
        let mut plain_events = plain.events.clone();
        described.sort();
        plain_events.sort();
        compare(&mut found, "events", &described, &plain_events);
        for tile in game.tiles() {
            let piece = &plain.pieces[&self.names[&tile.start()]];
            let at = game.cell_of(tile).map(|cell| &self.names[&cell]);
            let owner = game.owner_of(tile).map(Seat::index);
            let ours = (at, owner, game.is_down(tile), game.is_revealed(tile));
            let theirs = (piece.at.as_ref(), plain.owner(piece), piece.down, piece.shown);
            compare(&mut found, "piece", &ours, &theirs);
        }
        let turn = match plain.end {
            Some(_) => Turn::Over,
            None => Turn::Seat(Seat::new(plain.turn as u8)),
        };
        compare(&mut found, "turn", &game.turn(), &turn);
        let plies = (u64::from(game.quiet_plies()), u64::from(game.ply()));
        compare(&mut found, "quiet plies and plies", &plies, &(plain.quiet, plain.plies));
        if plain.end.is_none() {
            compare(&mut found, "living", &seats(game.living()), &plain.living);
        }
        for seat in game.seats().iter() {
            let name = |cell: Option<Cell>| cell.map(|cell| &self.names[&cell]);
            let (carrier, dropped) = (game.carrier_of(seat), game.dropped_flag(seat));
            let ours =
                (u64::from(game.timeouts(seat)), name(carrier.map(Tile::start)), name(dropped));
            let index = seat.index();
            let timeouts = plain.timeouts.get(&index).copied().unwrap_or_default();
            let theirs = (timeouts, plain.carried.get(&index), plain.dropped.get(&index));
            compare(&mut found, "timeouts, carrier and dropped Flag", &ours, &theirs);
        }
        let end = game.outcome().map(|end| (seats(end.places[0]), format!("{:?}", end.reason)));
        compare(&mut found, "end", &end, &plain.end);
        found
    }

    /// Returns the differences between the views and what is visible to each seat by the reference.
    fn view_differences(&self) -> Vec<String> {
        let mut found = Vec::new();
        for seat in self.game.seats().iter() {
            let view = self.game.view(Viewer::Seat(seat));
            for tile in self.game.tiles() {
                let piece = &self.plain.pieces[&self.names[&tile.start()]];
                let visible = self.plain.end.is_some() || self.plain.sees(seat.index(), piece);
                let seen = view.visible_tile(tile).piece.map(|piece| piece.code());
                if seen != visible.then_some(piece.code) {
                    found.push(format!("{seat:?} sees {seen:?} of {} on {tile}", piece.code));
                }
            }
        }
        found
    }

    /// Compares the legal moves of a seat.
    ///
    /// # Errors
    /// Describes the moves that only one implementation has.
    fn check_moves(&self, seat: Seat, actions: &[Action]) -> Result<(), String> {
        let moves: BTreeSet<String> =
            actions.iter().map(|action| self.translate(&action.to_string())).collect();
        let legal = self.plain.legal(seat.index());
        if moves.len() == actions.len() && moves == legal {
            return Ok(());
        }
        let only: Vec<_> = moves.symmetric_difference(&legal).collect();
        let all = self.translate(&format!("{} {actions:?}", actions.len()));
        let rules = serde_json::to_string(self.game.rules()).unwrap();
        Err(format!("one only has {only:?} in {rules} {all}"))
    }

    /// Describes the first differences, with the rules, the pieces and the latest steps.
    fn report(&self, mut found: Vec<String>, log: &[String]) -> String {
        found.truncate(8);
        let rules = serde_json::to_string(self.game.rules()).unwrap();
        let tail = &log[log.len().saturating_sub(8)..];
        let pieces = &self.plain.pieces;
        let name = |start: &String| format!("{}{}", SEATS[pieces[start].army], pieces[start].code);
        let on: Vec<_> =
            self.plain.on.iter().map(|(cell, start)| format!("{cell}:{}", name(start))).collect();
        format!("{found:#?} in {rules} {on:?}, {tail:?}")
    }
}

/// Plays one game in both implementations. Returns its number of steps and the reason of its end.
///
/// # Errors
/// Describes the first differences.
pub fn play_both(
    start: Junqi,
    policy: &Policy,
    rng: &mut SmallRng,
) -> Result<(usize, Reason), String> {
    let mut both = GamePair::new(start);
    let (mut actions, mut events, mut log) = (Vec::new(), Vec::new(), Vec::new());
    while let Turn::Seat(seat) = both.game.turn() {
        both.game.legal_actions(&mut actions);
        both.check_moves(seat, &actions)?;
        events.clear();
        let clock = both.game.check_timeout(seat).is_ok();
        let living: Vec<Seat> = both.game.living().iter().collect();
        match rng.random_range(0..600) {
            0 => {
                let seat = living[rng.random_range(0..living.len())];
                log.push(format!("resign {}", seat.index()));
                both.game.play(&Step::Resign { seat }, &mut events).unwrap();
                both.plain.resign(seat.index());
            }
            1..6 if clock => {
                log.push("time out".to_owned());
                both.game.play(&Step::Timeout { seat }, &mut events).unwrap();
                both.plain.time_out();
            }
            _ => {
                let action = policy.choose(&both.game, &actions, rng);
                log.push(both.translate(&action.to_string()));
                both.game.play(&Step::Act { seat, action }, &mut events).unwrap();
                both.plain.act(log.last().unwrap());
            }
        }
        let mut found = both.differences(&events);
        if rng.random_ratio(1, 20) || both.plain.end.is_some() {
            found.extend(both.view_differences());
        }
        if !found.is_empty() {
            return Err(both.report(found, &log));
        }
    }
    let end = both.game.outcome().ok_or("the game stopped before its end")?;
    Ok((log.len(), end.reason))
}

#[test]
fn reference_implementation_agrees() {
    let both = |rules: &Rules, rng: &mut SmallRng| {
        play_both(start(rules, rng), &Policy::Random, rng).map(|(steps, _)| steps)
    };
    both_agree("Junqi", (52, 41), random_rules, both);
}

#[test]
fn reference_boards_match_known_counts() {
    let count = |kind: &str| {
        let board = PlainBoard::new(kind, &[]);
        let count_edges = |edges: &BTreeMap<String, BTreeSet<String>>| {
            edges.values().map(BTreeSet::len).sum::<usize>() / 2
        };
        let free = |_: &str| false;
        // Pieces never leave a headquarters here.
        let from = |cell: &&String| !crate::plain_board::is_headquarters(cell);
        let slides = board.cells.iter().filter(from).map(|cell| board.slides(cell, &free).len());
        let turns = board.cells.iter().filter(from).map(|cell| board.turns(cell, &free).len());
        let sums = (slides.sum::<usize>(), turns.sum::<usize>());
        (
            board.cells.len(),
            count_edges(&board.roads),
            count_edges(&board.rails),
            board.lines.len(),
            sums,
        )
    };
    assert_eq!(count("two"), (60, 98, 35, 7, (446, 1176)));
    assert_eq!(count("four"), (129, 196, 92, 18, (1392, 5624)));
    assert_eq!(count("six"), (193, 294, 138, 39, (1548, 12324)));
}
