//! Measures single calls on a game, as robots and search make them in the middle of games, and the
//! reading and writing of whole games.

use std::hint::black_box;
use std::time::Instant;

use criterion::Criterion;
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, NullSink, Step, Turn, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::setup::Setup;
use qipan_core::games::junqi::{Cell, Junqi, Tile};
use qipan_core::games::race::Race;
use qipan_core::play::playout::random_element;
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record};
use rand::SeedableRng;
use rand::rngs::SmallRng;

use crate::table::{Run, Table, WorkDone, measure, measure_together};
use crate::{dark, same_game};

/// The ply at which a game is in its middle.
const MIDDLE: u32 = 80;
/// Number of positions used in turn. With a single position, branch prediction would learn the
/// results.
const POSITIONS: u64 = 16;
/// Number of calls between two readings of the clock. There are few, so that their inputs stay in
/// the cache.
const BATCH: u64 = 16;

/// Makes at least `calls` calls on inputs from `make_input`. The time of `make_input` does not
/// count.
fn batches<T, R>(
    calls: u64,
    mut make_input: impl FnMut() -> T,
    mut call: impl FnMut(&mut T) -> R,
) -> WorkDone {
    let mut done = WorkDone::default();
    while done.count < calls {
        let mut batch: Vec<T> = (0..BATCH).map(|_| make_input()).collect();
        let start = Instant::now();
        for input in &mut batch {
            black_box(call(black_box(input)));
        }
        done.add(WorkDone { time: start.elapsed(), count: BATCH });
    }
    done
}

/// Returns a random step of a game, or none if it is over.
fn random_step<G: Game>(game: &G, rng: &mut SmallRng) -> Option<Step<G>> {
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    match game.turn() {
        Turn::Over => None,
        Turn::Chance { .. } => {
            game.chance_outcomes(&mut outcomes);
            Some(Step::Chance(random_element(&outcomes, rng)))
        }
        Turn::Seat(seat) => {
            game.legal_actions(&mut actions);
            Some(Step::Act { seat, action: random_element(&actions, rng) })
        }
    }
}

/// Returns positions from the middle of random games, with a seat to move.
pub fn middle_positions<G: Game>(start: &G) -> Vec<G> {
    let middle_of_game = |seed: u64| {
        let (mut game, mut rng) = (start.clone(), SmallRng::seed_from_u64(seed));
        while game.ply() < MIDDLE || !matches!(game.turn(), Turn::Seat(_)) {
            let step = random_step(&game, &mut rng)?;
            game.play_unchecked(&step, &mut NullSink);
        }
        Some(game)
    };
    (0..).filter_map(middle_of_game).take(POSITIONS as usize).collect()
}

/// The benchmarks of single calls for one preset.
pub struct Calls<'a> {
    pub criterion: &'a mut Criterion,
    pub table: &'a mut Table,
    pub preset: &'a str,
}

/// The same calls in the plain program, if it has them.
#[derive(Default)]
pub struct PlainCalls {
    actions: Option<Run<'static>>,
    step: Option<Run<'static>>,
    copy: Option<Run<'static>>,
}

impl Calls<'_> {
    pub fn measure(&mut self, what: &str, unit: &'static str, run: impl FnMut(u64) -> WorkDone) {
        self.measure_beside(None, what, unit, run);
    }

    fn measure_beside(
        &mut self,
        plain: Option<Run<'static>>,
        what: &str,
        unit: &'static str,
        run: impl FnMut(u64) -> WorkDone,
    ) {
        let mut group = self.criterion.benchmark_group(self.preset);
        let figures = match plain {
            Some(plain) => {
                let plain_name = format!("{what}, plain");
                measure_together(
                    &mut group,
                    [(what.to_owned(), Box::new(run)), (plain_name, plain)],
                )
            }
            None => [measure(&mut group, what, run), None],
        };
        group.finish();
        self.table.add(format!("{}: {what}", self.preset), unit, figures);
    }
}

/// Returns a function that gives the indices of the positions in an endless cycle.
fn position_cycle() -> impl FnMut() -> usize {
    let mut index = 0;
    move || {
        index = (index + 1) % POSITIONS as usize;
        index
    }
}

/// Measures the calls of a race robot: values of a position, look-ahead over one roll, and the
/// choice of a sensible action.
pub fn measure_race_calls(
    criterion: &mut Criterion,
    table: &mut Table,
    preset: &str,
    start: &Race,
) {
    let mut calls = Calls { criterion, table, preset };
    let (games, mut next) = (middle_positions(start), position_cycle());
    let play_until_roll = |game: &Race| {
        let mut rng = SmallRng::seed_from_u64(1);
        let mut game = game.clone();
        while let Turn::Seat(seat) = game.turn() {
            let action = game.random_action(&mut rng, &mut Vec::new());
            game.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
        }
        game
    };
    let before_rolls: Vec<Race> = games.iter().map(play_until_roll).collect();
    calls.measure("values of a position", "call", |count| {
        batches(count, &mut next, |index| before_rolls[*index].seat_values())
    });
    let mut results = Vec::new();
    calls.measure("look ahead over a roll", "decision", |count| {
        batches(count, &mut next, |index| {
            games[*index].expectimax(1, u64::MAX, &mut results);
            results.len()
        })
    });
    calls.measure("sensible action", "call", |count| {
        batches(count, &mut next, |index| games[*index].sensible_action())
    });
}

/// Measures the calls of a search: legal actions, a step, a copy, a view.
pub fn measure_search_calls<G: Game>(
    criterion: &mut Criterion,
    table: &mut Table,
    preset: &str,
    start: &G,
    plain: PlainCalls,
) {
    let mut calls = Calls { criterion, table, preset };
    let (games, mut next) = (middle_positions(start), position_cycle());
    let (mut actions, mut rng) = (Vec::new(), SmallRng::seed_from_u64(1));
    calls.measure_beside(plain.actions, "legal actions", "call", |count| {
        batches(count, &mut next, |index| {
            games[*index].legal_actions(&mut actions);
            actions.len()
        })
    });
    calls.measure_beside(plain.step, "a step", "call", |count| {
        let mut game_and_step = || {
            let game = games[next()].clone();
            let step = random_step(&game, &mut rng).expect("the game is not over");
            (game, step)
        };
        batches(count, &mut game_and_step, |(game, step)| game.play_unchecked(step, &mut NullSink))
    });
    calls.measure_beside(plain.copy, "a copy", "call", |count| {
        batches(count, &mut next, |index| games[*index].clone())
    });
    calls.measure("a view", "call", |count| {
        batches(count, &mut next, |index| games[*index].view(viewer(&games[*index])))
    });
}

/// Returns the calls of a search in the plain program of Junqi, on the same positions.
pub fn plain_dark(start: &Junqi) -> PlainCalls {
    let games: Vec<dark::Game> =
        middle_positions(start).iter().map(same_game::plain_dark).collect();
    PlainCalls {
        actions: Some(Box::new(list_moves(games.clone()))),
        step: Some(Box::new(play_moves(games.clone()))),
        copy: Some(Box::new(copy_games(games))),
    }
}

/// Returns a workload that lists the moves of the games in turn.
fn list_moves(games: Vec<dark::Game>) -> impl FnMut(u64) -> WorkDone {
    let (mut next, mut moves) = (position_cycle(), dark::Moves::NONE);
    move |count| {
        batches(count, &mut next, |index| {
            games[*index].list(&mut moves);
            moves.as_slice().len()
        })
    }
}

/// Returns a workload that plays random moves in the games in turn.
fn play_moves(games: Vec<dark::Game>) -> impl FnMut(u64) -> WorkDone {
    let (mut next, mut moves) = (position_cycle(), dark::Moves::NONE);
    let mut rng = SmallRng::seed_from_u64(1);
    move |count| {
        let mut game_and_move = || {
            let game = games[next()].clone();
            game.list(&mut moves);
            (game, random_element(moves.as_slice(), &mut rng))
        };
        batches(count, &mut game_and_move, |(game, (from, to))| {
            game.play((*from).into(), (*to).into());
        })
    }
}

/// Returns a workload that copies the games in turn.
fn copy_games(games: Vec<dark::Game>) -> impl FnMut(u64) -> WorkDone {
    let mut next = position_cycle();
    move |count| batches(count, &mut next, |index| games[*index].clone())
}

/// Returns the seat to move as viewer, or the public before a roll.
fn viewer<G: Game>(game: &G) -> Viewer {
    match game.turn() {
        Turn::Seat(seat) => Viewer::Seat(seat),
        _ => Viewer::Public,
    }
}

/// Measures belief and determinization.
pub fn measure_belief_calls(
    criterion: &mut Criterion,
    table: &mut Table,
    preset: &str,
    start: &Junqi,
) {
    let mut calls = Calls { criterion, table, preset };
    let (games, mut next) = (middle_positions(start), position_cycle());
    let mut next_view = || {
        let game = &games[next()];
        game.view(viewer(game))
    };
    calls.measure("belief of a view", "call", |count| {
        // Asking for one tile computes the whole belief.
        let tile = Tile::named_by(Cell::new(0));
        batches(count, &mut next_view, |view| view.belief().candidates(tile))
    });
    let mut rng = SmallRng::seed_from_u64(1);
    calls.measure("determinization of a view", "call", |count| {
        batches(count, &mut next_view, |view| Junqi::sample(view, &mut rng))
    });
}

/// Plays and records a random game of a preset to its end.
fn random_record<G: Setup>(preset: &str) -> Record<G> {
    let rules = G::Rules::preset(preset).expect("a preset by its own name");
    let seed = Seed::from_number(1);
    let deal = G::draw_deal(&rules, rules.seats(), &seed).expect("a preset can be dealt");
    let players = rules.seats().iter().map(|seat| (seat, Player::human("Ann"))).collect();
    let record = Record::<G>::new(preset, rules, players, deal, seed);
    let mut session = Session::new(record).expect("it was dealt");
    let mut rng = SmallRng::seed_from_u64(1);
    while let Some(step) = random_step(session.state(), &mut rng) {
        let result = match step {
            Step::Chance(_) => session.roll(),
            step => session.play(step),
        };
        result.expect("the step is legal");
    }
    session.record().clone()
}

/// Measures writing and reading of whole games. The unit is a step.
pub fn measure_files<G: Setup>(criterion: &mut Criterion, table: &mut Table, preset: &str) {
    let mut calls = Calls { criterion, table, preset };
    let record = random_record::<G>(preset);
    let steps = record.steps.len() as u64;
    let text = record.write();
    // Repeats work on the whole game until at least `count` steps are done.
    let repeat = |count: u64, work: &dyn Fn()| {
        let mut done = WorkDone::default();
        while done.count < count {
            let start = Instant::now();
            work();
            done.add(WorkDone { time: start.elapsed(), count: steps });
        }
        done
    };
    calls.measure("a game written", "step", |count| {
        repeat(count, &|| {
            black_box(record.write());
        })
    });
    calls.measure("a game read and played again", "step", |count| {
        repeat(count, &|| {
            black_box(Record::<G>::read(&text).expect("the text is a saved game"));
        })
    });
}
