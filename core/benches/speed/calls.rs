//! Measures single calls that robots, the table and files make on a game: in the middle of games,
//! and over whole ones.

use std::hint::black_box;
use std::time::Instant;

use criterion::Criterion;
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, NullSink, Step, Turn, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::setup::Setup;
use qipan_core::games::junqi::{Cell, Junqi, Tile};
use qipan_core::games::race::Race;
use qipan_core::play::playout::any_of;
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record};
use rand::SeedableRng;
use rand::rngs::SmallRng;

use crate::table::{Run, Spent, Table, measure, measure_in_turn};
use crate::{dark, same_game};

/// The ply at which a game counts as in its middle.
const MIDDLE: u32 = 80;
/// Number of positions used in turn. With a single one, branch prediction would learn the
/// answers.
const POSITIONS: u64 = 16;
/// Calls between two readings of the clock; few, so that their inputs stay in the cache.
const BATCH: u64 = 16;

/// Makes at least `calls` calls on values from `make`. The time of `make` is not counted.
fn batches<T, R>(
    calls: u64,
    mut make: impl FnMut() -> T,
    mut call: impl FnMut(&mut T) -> R,
) -> Spent {
    let mut spent = Spent::default();
    while spent.count < calls {
        let mut batch: Vec<T> = (0..BATCH).map(|_| make()).collect();
        let begin = Instant::now();
        for thing in &mut batch {
            black_box(call(black_box(thing)));
        }
        spent.add(Spent { time: begin.elapsed(), count: BATCH });
    }
    spent
}

/// Returns a random step of a game, or none if it is over.
fn random_step<G: Game>(game: &G, rng: &mut SmallRng) -> Option<Step<G>> {
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    match game.turn() {
        Turn::Over => None,
        Turn::Chance { .. } => {
            game.chance_outcomes(&mut outcomes);
            Some(Step::Chance(any_of(&outcomes, rng)))
        }
        Turn::Seat(seat) => {
            game.legal_actions(&mut actions);
            Some(Step::Act { seat, action: any_of(&actions, rng) })
        }
    }
}

/// Returns positions from the middle of random games, when a seat is to act.
pub fn middles<G: Game>(start: &G) -> Vec<G> {
    let middle = |seed: u64| {
        let (mut game, mut rng) = (start.clone(), SmallRng::seed_from_u64(seed));
        while game.ply() < MIDDLE || !matches!(game.turn(), Turn::Seat(_)) {
            let step = random_step(&game, &mut rng)?;
            game.play_unchecked(&step, &mut NullSink);
        }
        Some(game)
    };
    (0..).filter_map(middle).take(POSITIONS as usize).collect()
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
    pub fn measure(&mut self, what: &str, unit: &'static str, run: impl FnMut(u64) -> Spent) {
        self.measure_beside(None, what, unit, run);
    }

    fn measure_beside(
        &mut self,
        plain: Option<Run<'static>>,
        what: &str,
        unit: &'static str,
        run: impl FnMut(u64) -> Spent,
    ) {
        let mut group = self.criterion.benchmark_group(self.preset);
        let figures = match plain {
            Some(plain) => {
                let plain_name = format!("{what}, plain");
                measure_in_turn(&mut group, [(what.to_owned(), Box::new(run)), (plain_name, plain)])
            }
            None => [measure(&mut group, what, run), None],
        };
        group.finish();
        self.table.add(format!("{}: {what}", self.preset), unit, figures);
    }
}

/// Returns an endless cycle over the numbers of the positions.
fn round() -> impl FnMut() -> usize {
    let mut at = 0;
    move || {
        at = (at + 1) % POSITIONS as usize;
        at
    }
}

/// Measures the calls of a race robot: values of a position, look-ahead over one roll, and the
/// choice of a sensible action.
pub fn of_judging(criterion: &mut Criterion, table: &mut Table, preset: &str, start: &Race) {
    let mut calls = Calls { criterion, table, preset };
    let (games, mut next) = (middles(start), round());
    let before_roll = |game: &Race| {
        let mut rng = SmallRng::seed_from_u64(1);
        let mut game = game.clone();
        while let Turn::Seat(seat) = game.turn() {
            let action = game.random_action(&mut rng, &mut Vec::new());
            game.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
        }
        game
    };
    let rolled: Vec<Race> = games.iter().map(before_roll).collect();
    calls.measure("worths", "call", |count| {
        batches(count, &mut next, |at| rolled[*at].seat_values())
    });
    let mut valued = Vec::new();
    calls.measure("look ahead over a roll", "decision", |count| {
        batches(count, &mut next, |at| {
            games[*at].expectimax(1, u64::MAX, &mut valued);
            valued.len()
        })
    });
    calls.measure("sensible action", "call", |count| {
        batches(count, &mut next, |at| games[*at].sensible_action())
    });
}

/// Measures the calls of a search: legal actions, a step, a copy, a view.
pub fn of_a_search<G: Game>(
    criterion: &mut Criterion,
    table: &mut Table,
    preset: &str,
    start: &G,
    plain: PlainCalls,
) {
    let mut calls = Calls { criterion, table, preset };
    let (games, mut next) = (middles(start), round());
    let (mut actions, mut rng) = (Vec::new(), SmallRng::seed_from_u64(1));
    calls.measure_beside(plain.actions, "legal actions", "call", |count| {
        batches(count, &mut next, |at| {
            games[*at].legal_actions(&mut actions);
            actions.len()
        })
    });
    calls.measure_beside(plain.step, "a step", "call", |count| {
        let mut make = || {
            let game = games[next()].clone();
            let step = random_step(&game, &mut rng).expect("it is not over");
            (game, step)
        };
        batches(count, &mut make, |(game, step)| game.play_unchecked(step, &mut NullSink))
    });
    calls.measure_beside(plain.copy, "a copy", "call", |count| {
        batches(count, &mut next, |at| games[*at].clone())
    });
    calls.measure("a view", "call", |count| {
        batches(count, &mut next, |at| games[*at].view(viewer(&games[*at])))
    });
}

/// Returns the calls of a search in the plain program of Junqi, on the same positions.
pub fn plain_dark(start: &Junqi) -> PlainCalls {
    let games: Vec<dark::Game> = middles(start).iter().map(same_game::plain_dark).collect();
    let (listed, stepped, copied) = (games.clone(), games.clone(), games);
    let (mut next, mut moves) = (round(), dark::Moves::NONE);
    let actions = move |count| {
        batches(count, &mut next, |at| {
            listed[*at].list(&mut moves);
            moves.as_slice().len()
        })
    };
    let (mut next, mut moves, mut rng) = (round(), dark::Moves::NONE, SmallRng::seed_from_u64(1));
    let step = move |count| {
        let mut make = || {
            let game = stepped[next()].clone();
            game.list(&mut moves);
            (game, any_of(moves.as_slice(), &mut rng))
        };
        batches(count, &mut make, |(game, (from, to))| game.play((*from).into(), (*to).into()))
    };
    let mut next = round();
    let copy = move |count| batches(count, &mut next, |at| copied[*at].clone());
    PlainCalls {
        actions: Some(Box::new(actions)),
        step: Some(Box::new(step)),
        copy: Some(Box::new(copy)),
    }
}

/// Returns the seat to move as viewer.
fn viewer<G: Game>(game: &G) -> Viewer {
    match game.turn() {
        Turn::Seat(seat) => Viewer::Seat(seat),
        _ => Viewer::Public,
    }
}

/// Measures belief and determinization.
pub fn of_hidden_pieces(criterion: &mut Criterion, table: &mut Table, preset: &str, start: &Junqi) {
    let mut calls = Calls { criterion, table, preset };
    let (games, mut next) = (middles(start), round());
    let mut view = || {
        let game = &games[next()];
        game.view(viewer(game))
    };
    calls.measure("what follows from a view", "call", |count| {
        batches(count, &mut view, |view| view.belief().candidates(Tile::named_by(Cell::new(0))))
    });
    let mut rng = SmallRng::seed_from_u64(1);
    calls.measure("a deal that fits a view", "call", |count| {
        batches(count, &mut view, |view| Junqi::sample(view, &mut rng))
    });
}

/// Plays and records a random game of a preset to its end.
fn recorded<G: Setup>(preset: &str) -> Record<G> {
    let rules = G::Rules::preset(preset).expect("a preset by its own name");
    let seed = Seed::from_number(1);
    let deal = G::draw_deal(&rules, rules.seats(), &seed).expect("a preset can be dealt");
    let players = rules.seats().iter().map(|seat| (seat, Player::human("Ann"))).collect();
    let record = Record::<G>::new(preset, rules, players, deal, seed);
    let mut session = Session::new(record).expect("it was dealt");
    let mut rng = SmallRng::seed_from_u64(1);
    while let Some(step) = random_step(session.state(), &mut rng) {
        let played = match step {
            Step::Chance(_) => session.roll(),
            step => session.play(step),
        };
        played.expect("it is legal");
    }
    session.record().clone()
}

/// Measures writing and reading of whole games, by the step.
pub fn of_files<G: Setup>(criterion: &mut Criterion, table: &mut Table, preset: &str) {
    let mut calls = Calls { criterion, table, preset };
    let record = recorded::<G>(preset);
    let steps = record.steps.len() as u64;
    let text = record.write();
    let games = |count: u64, work: &dyn Fn()| {
        let mut spent = Spent::default();
        while spent.count < count {
            let begin = Instant::now();
            work();
            spent.add(Spent { time: begin.elapsed(), count: steps });
        }
        spent
    };
    calls.measure("a game written", "step", |count| {
        games(count, &|| {
            black_box(record.write());
        })
    });
    calls.measure("a game read and played again", "step", |count| {
        games(count, &|| {
            black_box(Record::<G>::read(&text).expect("it was written"));
        })
    });
}
