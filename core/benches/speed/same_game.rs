//! Checks that the plain programs play exactly the same games as the library. Otherwise, comparing
//! their speeds would mean nothing.

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, NullSink, Step, Turn};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::outcome::Reason;
use qipan_core::contract::seat::Seat;
use qipan_core::contract::setup::Setup;
use qipan_core::games::junqi::cells::LAND_CELLS;
use qipan_core::games::junqi::{self, Cell, Junqi};
use qipan_core::games::race::{self, Race};
use qipan_core::play::playout::random_element;
use rand::SeedableRng;
use rand::rngs::SmallRng;

use crate::{aeroplane, dark};

/// Number of games compared, ply by ply.
const GAMES: u64 = 100;

/// The seats of the two armies of the plain program.
const ARMY_SEATS: [u8; 2] = [0, 2];

/// Converts a cell of the plain program to one of the library.
fn cell(plain: usize) -> Cell {
    let (row, column) = (plain / 5, plain % 5);
    match row {
        0..6 => Cell::in_land(Seat::new(0), 5 * (5 - row) + column),
        _ => Cell::in_land(Seat::new(2), 5 * (row - 6) + 4 - column),
    }
}

/// Returns the number that each cell of the library has in the plain program, or `u8::MAX` for a
/// cell that the plain program lacks.
fn plain_numbers() -> [u8; 4 * LAND_CELLS] {
    let mut numbers = [u8::MAX; 4 * LAND_CELLS];
    (0..dark::CELLS).for_each(|at| numbers[cell(at).index()] = at as u8);
    numbers
}

/// Returns the army and the kind of the piece on a cell.
fn army_and_kind_on(game: &Junqi, at: usize) -> Option<(usize, u8)> {
    let tile = game.tile_at(cell(at))?;
    let seat = game.owner_of(tile).expect("every army has its seat");
    let piece = game.kind_of(tile).expect("every piece is known");
    Some((seat.index() / 2, piece.index() as u8))
}

/// Returns the plain program's game with the same pieces.
pub fn plain_dark(game: &Junqi) -> dark::Game {
    let pieces = (0..dark::CELLS)
        .filter_map(|at| army_and_kind_on(game, at).map(|(army, kind)| (at, army, kind)));
    dark::Game::new(pieces, game.seat_to_move().index() / 2)
}

/// Plays random games of Junqi in both programs and compares all states.
///
/// # Panics
/// The games differ.
pub fn check_dark(rules: &junqi::Rules) {
    let (mut actions, mut moves) = (Vec::new(), dark::Moves::NONE);
    let numbers = plain_numbers();
    for number in 0..GAMES {
        let mut rng = SmallRng::seed_from_u64(number);
        let deal = Junqi::draw_deal(rules, rules.seats(), &Seed::from_number(number));
        let deal = deal.expect("a preset can be dealt");
        let mut game = Junqi::new(rules, rules.seats(), &deal).expect("it was dealt");
        let mut plain = plain_dark(&game);
        while let Turn::Seat(seat) = game.turn() {
            game.legal_actions(&mut actions);
            plain.list(&mut moves);
            let number = |cell: Cell| numbers[cell.index()];
            let mut legal: Vec<_> =
                actions.iter().map(|action| (number(action.from()), number(action.to()))).collect();
            legal.sort_unstable();
            let mut listed = moves.as_slice().to_vec();
            listed.sort_unstable();
            assert_eq!(listed, legal, "moves at ply {} of {game:?}", plain.ply);
            let action = random_element(&actions, &mut rng);
            game.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
            plain.play(number(action.from()).into(), number(action.to()).into());
            assert_equal_dark(&game, &plain);
        }
        assert!(plain.end.is_some(), "only one of the games is over: {game:?}");
    }
}

fn assert_equal_dark(game: &Junqi, plain: &dark::Game) {
    for at in 0..dark::CELLS {
        let army = (0..2).find(|army| plain.army[*army] >> at & 1 == 1);
        let piece = army.map(|army| (army, plain.kind[at]));
        assert_eq!(piece, army_and_kind_on(game, at), "{} at ply {}", cell(at), plain.ply);
    }
    assert_eq!(plain.ply, game.ply());
    let seat_of = |army: usize| Seat::new(ARMY_SEATS[army]);
    let end = plain.end.map(|end| match end {
        dark::End::FlagTaken { winner } => (Some(seat_of(winner)), Reason::FlagTaken),
        dark::End::NoMove { winner } => (Some(seat_of(winner)), Reason::NoMove),
        dark::End::Dead => (None, Reason::DeadPosition),
        dark::End::Quiet => (None, Reason::QuietPlies),
    });
    let outcome = game.outcome().map(|outcome| {
        let first = outcome.places[0];
        (first.iter().next().filter(|_| first.len() == 1), outcome.reason)
    });
    assert_eq!(end, outcome, "the end at ply {}", plain.ply);
    if end.is_none() {
        assert_eq!(seat_of(plain.turn), game.seat_to_move(), "the turn at ply {}", plain.ply);
    }
}

/// Plays random games of Aeroplane Chess in both programs and compares all states.
///
/// # Panics
/// The games differ.
pub fn check_aeroplane(start: &Race) {
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    for number in 0..GAMES {
        let mut rng = SmallRng::seed_from_u64(number);
        let (mut game, mut plain) = (start.clone(), aeroplane::Game::new());
        loop {
            match game.turn() {
                Turn::Over => break,
                Turn::Chance { .. } => {
                    game.chance_outcomes(&mut outcomes);
                    let die = random_element(&outcomes, &mut rng);
                    assert!(plain.actions().is_empty(), "a roll at ply {}", plain.ply);
                    game.play_unchecked(&Step::Chance(die), &mut NullSink);
                    plain.roll(die);
                }
                Turn::Seat(seat) => {
                    game.legal_actions(&mut actions);
                    let mut legal: Vec<_> =
                        actions.iter().map(|a| plain_action(&plain, *a)).collect();
                    legal.sort_unstable();
                    assert_eq!(plain.actions(), legal, "actions at ply {}", plain.ply);
                    let action = random_element(&actions, &mut rng);
                    game.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
                    plain.act(plain_action(&plain, action));
                }
            }
            assert_equal_aeroplane(&game, &plain);
        }
        assert!(plain.is_over(), "only one of the games is over");
    }
}

/// Converts an action to its form in the plain program.
fn plain_action(plain: &aeroplane::Game, action: race::Action) -> u8 {
    let plane = action.plane();
    let is_in_hangar = plain.progress[plain.seat][plane as usize] == aeroplane::HANGAR;
    assert_eq!(is_in_hangar, matches!(action, race::Action::Launch { .. }));
    4 * plane + 2 * u8::from(action.flies()) + u8::from(action.stacks())
}

fn assert_equal_aeroplane(game: &Race, plain: &aeroplane::Game) {
    for seat in game.seats().iter() {
        let plain_progress = |at: &u8| if *at == race::HANGAR { aeroplane::HANGAR } else { *at };
        let planes: Vec<u8> = game.planes(seat).iter().map(plain_progress).collect();
        assert_eq!(planes, plain.progress[seat.index()], "planes at ply {}", plain.ply);
        for plane in 0..4 {
            let stack = plain.stack[seat.index()][plane as usize];
            assert_eq!(game.stack(seat, plane).bits(), stack, "stacks at ply {}", plain.ply);
        }
    }
    assert_eq!(plain.ply, game.ply());
    let finished: Vec<usize> =
        plain.finished[..plain.finished_count].iter().map(|seat| *seat as usize).collect();
    assert_eq!(finished, game.finished_seats().map(Seat::index).collect::<Vec<_>>());
    let over = game.turn() == Turn::Over;
    assert_eq!(plain.is_over(), over, "the end at ply {}", plain.ply);
    if !over {
        assert_eq!(plain.seat, game.seat_to_move().index(), "the turn at ply {}", plain.ply);
    }
}
