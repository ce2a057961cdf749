//! Helpers for tests of Junqi: random layouts, rules and deals, and positions and actions as text.

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, Step, Turn};
use qipan_core::contract::options::{OptionKind, RuleSet};
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::rules::OPTIONS;
use qipan_core::games::junqi::{Cell, Deal, Event, Junqi, Kind, Layout, PRESETS, Rules};
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use serde_json::{Value, json};

/// Returns a random valid layout, by random swaps of which only the valid ones are kept.
pub fn any_layout(rng: &mut SmallRng) -> Layout {
    let start: Layout = "TPYNLHZSGPYJLNHGZDTPDFDNG".parse().unwrap();
    let mut pieces = *start.pieces();
    for _ in 0..200 {
        let (a, b) = (rng.random_range(0..25), rng.random_range(0..25));
        let mut swapped = pieces;
        swapped.swap(a, b);
        if Layout::new(swapped).is_ok() {
            pieces = swapped;
        }
    }
    Layout::new(pieces).unwrap()
}

/// Starts a game of these rules with a random deal.
pub fn start(rules: &Rules, rng: &mut SmallRng) -> Junqi {
    let layouts: Vec<_> = rules.seats().iter().map(|seat| (seat, any_layout(rng))).collect();
    let mut seed = [0; 32];
    rng.fill_bytes(&mut seed);
    let deal = Deal::draw(rules, &layouts, &Seed::from_bytes(seed)).unwrap();
    Junqi::new(rules, rules.seats(), &deal).unwrap()
}

/// Returns the rules of a preset with some options changed.
///
/// # Panics
/// The rules are invalid. The message is the one that a player would see.
pub fn rules(preset: &str, changes: &[(&str, Value)]) -> Rules {
    let mut rules = Rules::preset(preset).expect("a preset");
    for (key, value) in changes {
        rules = rules.with_unchecked(key, value).unwrap_or_else(|error| panic!("{error}"));
    }
    rules.check().unwrap_or_else(|error| panic!("{error}"));
    rules
}

/// Returns valid rules of a random preset, with about a third of the options at random values.
pub fn random_rules(rng: &mut SmallRng) -> Rules {
    vary(Rules::preset(PRESETS[rng.random_range(0..PRESETS.len())]).unwrap(), rng)
}

/// Sets about a third of the options to random values. Keeps the old value if the new one is
/// invalid.
pub fn vary(mut rules: Rules, rng: &mut SmallRng) -> Rules {
    for info in &OPTIONS {
        if !rng.random_ratio(1, 3) {
            continue;
        }
        let value = match info.kind {
            OptionKind::Choice(words) => json!(words[rng.random_range(0..words.len())]),
            OptionKind::Toggle => json!(rng.random::<bool>()),
            OptionKind::Number { low, high } => json!(rng.random_range(low..=high)),
            OptionKind::Lines => match rng.random_range(0..3) {
                0 => json!([]),
                1 => json!([["S11", "N14"], ["S15", "N12"]]),
                _ => json!([["S11", "S22", "S33", "S44", "S55"], ["S33", "N33"]]),
            },
            _ => continue,
        };
        rules = rules.with(info.key, &value).unwrap_or(rules);
    }
    rules
}

/// Returns a game of two armies with only these pieces, south to move. Each piece is a cell, such
/// as `S11`, and the first letter of an army followed by a code, such as `n40`. Layouts are always
/// full, so the pieces are placed directly.
pub fn position(rules: &Rules, pieces: &[(&str, &str)]) -> Junqi {
    let placed = pieces.iter().map(|(cell, army_and_code)| {
        let cell: Cell = cell.parse().unwrap();
        let (letter, code) = army_and_code.split_at(1);
        let army = ["s", "e", "n", "w"].iter().position(|known| *known == letter).unwrap();
        (cell, Seat::new(army as u8), Kind::from_code(code).unwrap())
    });
    Junqi::from_pieces(rules, placed, Seat::new(0)).unwrap()
}

/// Plays an action, given as text, for the seat to move. Returns the events.
pub fn play(game: &mut Junqi, action: &str) -> Vec<Event> {
    let mut events = Vec::new();
    let seat = game.seat_to_move();
    let step = Step::Act { seat, action: action.parse().unwrap() };
    game.play(&step, &mut events).unwrap_or_else(|why| panic!("{action}: {why}"));
    events
}

/// Returns the legal actions as text, sorted.
pub fn legal(game: &Junqi) -> Vec<String> {
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    let mut texts: Vec<String> = actions.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

/// Shuffles a list in place.
pub fn shuffle<T>(list: &mut [T], rng: &mut SmallRng) {
    list.shuffle(rng);
}

/// Checks the invariants of every state that was reached by play.
pub fn check_state(game: &Junqi) {
    // Computed once, since this runs in millions of games.
    let cells = game.board().cells();
    let playing = if game.turn() == Turn::Over { game.seats() } else { game.active() };
    let mut counts = [[0; 12]; Seat::MAX];
    for tile in game.tiles() {
        let piece = game.kind_of(tile).unwrap();
        let Some(cell) = game.cell_of(tile) else { continue };
        assert_eq!(game.tile_at(cell), Some(tile));
        assert!(cells.contains(cell));
        if let Some(owner) = game.owner_of(tile) {
            counts[owner.index()][piece.index()] += 1;
            assert!(playing.contains(owner), "{owner:?} is out and has a piece: {game:?}");
        }
        // Effects may bring a Flag into the other headquarters of its army.
        let is_moved_flag = piece == Kind::Flag
            && game.board().headquarters().contains(cell)
            && cell.land() == game.owner_of(tile);
        if !piece.moves() && !is_moved_flag {
            assert_eq!(cell, tile.start(), "a {piece:?} has moved");
        }
    }
    if game.armies_assigned() {
        for seat in game.seats().iter() {
            for piece in Kind::ALL {
                assert_eq!(game.remaining(seat, piece), counts[seat.index()][piece.index()]);
            }
        }
    }
    let limit = u16::from(game.rules().draw_after_quiet_plies);
    assert!(limit == 0 || game.quiet_plies() <= limit);
}

/// Checks the invariants that also hold in a determinization of a position that was set up. There,
/// immobile pieces may have left their starting cells.
pub fn check_state_but_moves(game: &Junqi) {
    for tile in game.tiles() {
        let cell = game.cell_of(tile);
        assert!(cell.is_none_or(|cell| game.tile_at(cell) == Some(tile)));
    }
    for seat in game.active().iter().filter(|_| game.armies_assigned()) {
        let has_flag = game.remaining(seat, Kind::Flag) == 1
            || game.carrier_of(seat).is_some()
            || game.dropped_flag(seat).is_some();
        assert!(has_flag, "{seat:?} is active without a Flag");
    }
}
