//! Measures how long a step of fuel takes in each call of the scripts' API that has a price.
//!
//! `cargo bench -p qipan-core --bench fuel` prints the fuel of each call, its time and the
//! nanoseconds per step, and ends with the spread: the highest time per step divided by the lowest.
//! An argument such as `-- dark` selects some of the presets. All calls are measured in several
//! rounds, and the fastest time counts, so that a machine that is slow for half a minute does not
//! make some of the calls look slow.

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::time::{Duration, Instant};

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, Step, Turn, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::robot::{Decision, Robot};
use qipan_core::contract::seat::SeatSet;
use qipan_core::games::junqi::{self, Junqi, Layout};
use qipan_core::games::race::{self, Race};
use qipan_core::script::{Host, Limits, LuaRobot, Scripted};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// The minimum time for which a call is repeated in one measurement.
const MIN_REPEAT_TIME: Duration = Duration::from_millis(3);
/// The number of times that all presets are measured.
const ROUNDS: usize = 12;
/// The number of times that a call is measured in a round.
const TRIALS: usize = 8;

/// Calls that the games share: a name, Lua code that runs once a turn, and the call, which is
/// repeated.
const SHARED_CALLS: [(&str, &str, &str); 15] = [
    ("Lua: a pass of a loop", "", ""),
    ("Lua: arithmetic and tables", "local t = { 1, 2 }", "t[1] = (t[1] + t[2] * 3) % 1000"),
    ("Lua: call of a function", "local function f(x) return x end", "f(i)"),
    ("view.ply", "", "local x = view.ply"),
    ("view.seats", "", "local x = view.seats"),
    ("view:log(#log - 8)", "local _, n = view:log()", "view:log(n - 8)"),
    ("view:board()", "", "view:board()"),
    ("turn:actions()", "", "turn:actions()"),
    ("turn:note(action, i)", "local a = turn:actions()[1]", "turn:note(a, i)"),
    ("turn:sample()", "", "turn:sample()"),
    ("world:clone()", "local w = turn:sample()", "w:clone()"),
    ("world:view()", "local w = turn:sample()", "w:view()"),
    ("world:value()", "local w = turn:sample()", "w:value()"),
    (
        "world:clone(), world:play(action)",
        "local w, a = turn:sample(), turn:actions()[1]",
        "w:clone():play(a)",
    ),
    ("world:actions()", "local w = turn:sample()", "w:actions()"),
];

/// Searches. Each is a single call. `N` sets the length of the search, not the number of calls.
const SEARCHES: [(&str, &str); 5] = [
    ("tree search, depth 12", "turn:search({ iterations = N, worlds = 1, depth = 12 })"),
    ("tree search, depth 40", "turn:search({ iterations = N, worlds = 1, depth = 40 })"),
    ("tree search, playout 20", "turn:search({ iterations = N, worlds = 1, playout = 20 })"),
    ("paired search", "turn:search({ iterations = N, worlds = 16, method = 'paired' })"),
    ("rollouts to the end", "turn:rollouts(turn:actions()[1], math.ceil(N / 8))"),
];

/// Calls that only the race games have.
const RACE_CALLS: [(&str, &str, &str); 9] = [
    ("view:planes(seat)", "", "view:planes('yellow')"),
    ("view:square(seat, progress)", "", "view:square('yellow', 12)"),
    ("view:at(square), none", "local s = square(view, 0)", "view:at(s)"),
    ("view:at(square), 1 or more", "local s = square(view, 1)", "view:at(s)"),
    ("view:risk(action)", "local a = turn:actions()[1]", "view:risk(a)"),
    ("view:risk(square)", "local s = square(view, 1)", "view:risk(s)"),
    ("view:path(action)", "local a = turn:actions()[1]", "view:path(a)"),
    ("view:pips(seat)", "", "view:pips('yellow')"),
    ("exact search of 1 roll", "", "turn:search({ depth = 1 })"),
];

/// Calls that only Junqi has.
const JUNQI_CALLS: [(&str, &str, &str); 18] = [
    ("view:piece(cell)", "local c = theirs(view)", "view:piece(c)"),
    ("view:moved(cell)", "local c = theirs(view)", "view:moved(c)"),
    ("view:possible(cell)", "local c = theirs(view) view:possible(c)", "view:possible(c)"),
    ("view:chance(cell)", "local c = theirs(view) view:chance(c)", "view:chance(c)"),
    (
        "view:public_chance(cell)",
        "local c = theirs(view) view:public_chance(c)",
        "view:public_chance(c)",
    ),
    ("view:neighbours(cell)", "", "view:neighbours('S31')"),
    ("view:lines(cell)", "", "view:lines('S11')"),
    ("view:reach(cell, code)", "", "view:reach('S11', '33')"),
    ("view:distance(from, to)", "", "view:distance('S11', 'N11')"),
    ("view:distance(from, to, code)", "", "view:distance('S11', 'N63', '33')"),
    ("view:kind(cell)", "", "view:kind('S11')"),
    ("view:battle(code, code)", "", "view:battle('40', '39')"),
    ("view:value(code)", "", "view:value('40')"),
    ("view:lost(seat)", "", "view:lost('north')"),
    ("view:history(cell)", "local c = theirs(view)", "view:history(c)"),
    ("view:bomb_suspects()", "", "view:bomb_suspects()"),
    ("turn:strong_layout()", "", "turn:strong_layout()"),
    ("turn:varied(layout)", "", "turn:varied('TPYNLHZSGPYJLNHGZDTPDFDNG')"),
];

/// Calls of Junqi that cost more when they are the first of their kind in a turn.
const FIRST_CALLS: [(&str, &str); 2] = [
    ("first view:chance(cell)", "view:chance(theirs(view))"),
    ("first view:public_chance(cell)", "view:public_chance(theirs(view))"),
];

/// Functions for the lines above.
const HELPERS: &str = "
local function square(view, least)
    local _, count = view:board()
    for number = 0, #count do
        if (count[number] >= 1) == (least >= 1) then return number end
    end
    return 0
end
local function theirs(view)
    local owner, face = view:board()
    for _, cell in view.cells do
        if owner[cell] and owner[cell] ~= view.seat and face[cell] == '?' then return cell end
    end
    return view.cells[1]
end";

/// A position with a seat to move, and the events of its game.
struct Position<G: Game> {
    state: G,
    log: Vec<G::Event>,
}

/// The measurement of one call.
#[derive(Clone, Copy)]
struct Cost {
    fuel: u64,
    time: Duration,
}

impl Cost {
    /// Subtracts the cost of a turn that does less.
    fn minus(self, other: Self) -> Self {
        Self { fuel: self.fuel - other.fuel, time: self.time.saturating_sub(other.time) }
    }

    fn faster(self, other: Self) -> Self {
        if other.time < self.time { other } else { self }
    }
}

/// A call in one preset, with the fastest turns so far.
struct Measurement {
    preset: &'static str,
    name: &'static str,
    /// The number of times that `many` makes the call more often than `once`.
    count: u64,
    once: Cost,
    many: Cost,
}

impl Measurement {
    /// Returns the nanoseconds per step of fuel.
    fn rate(&self) -> f64 {
        let cost = self.many.minus(self.once);
        cost.time.as_nanos() as f64 / cost.fuel as f64
    }

    /// Prints the cost of one call.
    fn print(&self) {
        let (cost, count) = (self.many.minus(self.once), self.count as f64);
        println!(
            "  {:34} {:9.1} fuel {:11.1} ns {:7.1} ns per step",
            self.name,
            cost.fuel as f64 / count,
            cost.time.as_nanos() as f64 / count,
            self.rate(),
        );
    }
}

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let is_wanted = |preset: &str| wanted.is_empty() || wanted.iter().any(|name| name == preset);
    let mut measurements = Vec::new();
    for _ in 0..ROUNDS {
        for preset in race::PRESETS.into_iter().filter(|preset| is_wanted(preset)) {
            let position = middle_position(&race(preset), 60);
            measure_preset(preset, &position, &RACE_CALLS, &mut measurements);
        }
        for (preset, plies) in [("dark", 60), ("siguo_dark", 120), ("six_dark", 200), ("flip", 60)]
        {
            if is_wanted(preset) {
                let position = middle_position(&junqi(preset), plies);
                measure_preset(preset, &position, &JUNQI_CALLS, &mut measurements);
            }
        }
    }
    for of_preset in measurements.chunk_by(|a, b| a.preset == b.preset) {
        println!("{}", of_preset[0].preset);
        of_preset.iter().for_each(Measurement::print);
    }
    // The interpreter's own steps have no price that could be changed.
    measurements.retain(|measurement| !measurement.name.starts_with("Lua"));
    measurements.sort_by(|a, b| a.rate().total_cmp(&b.rate()));
    if let [cheapest, .., dearest] = &measurements[..] {
        for (word, call) in [("cheapest", cheapest), ("dearest", dearest)] {
            println!("{word} {} ({}): {:.1} ns per step", call.name, call.preset, call.rate());
        }
        println!("spread {:.1}", dearest.rate() / cheapest.rate());
    }
}

/// Measures all calls in a position once more.
fn measure_preset<G: Scripted>(
    preset: &'static str,
    position: &Position<G>,
    calls: &[(&'static str, &str, &str)],
    measurements: &mut Vec<Measurement>,
) {
    let turn = |body: &str| format!("{body} return turn:actions()[1]");
    for (name, prepare, call) in SHARED_CALLS.iter().chain(calls) {
        let body = turn(&format!("{prepare} for i = 1, N do {call} end"));
        measure((preset, name), position, &body, measurements);
    }
    for (name, search) in SEARCHES {
        measure((preset, name), position, &turn(search), measurements);
    }
    for (name, call) in FIRST_CALLS.iter().filter(|_| !G::HAS_DICE) {
        let once = fastest(position, &turn("theirs(view)"), 1, 40 * TRIALS);
        let many = fastest(position, &turn(call), 1, 40 * TRIALS);
        keep_fastest(Measurement { preset, name, count: 1, once, many }, measurements);
    }
}

/// Measures a body that does its work `N` times: with `N` = 1, and with an `N` that takes long
/// enough to be measured. The difference is the cost of `N` - 1 calls.
fn measure<G: Scripted>(
    (preset, name): (&'static str, &'static str),
    position: &Position<G>,
    body: &str,
    measurements: &mut Vec<Measurement>,
) {
    let known = measurements.iter().find(|known| known.preset == preset && known.name == name);
    let count = known.map_or_else(|| long_count(position, body), |known| known.count + 1);
    let (once, many) = (fastest(position, body, 1, TRIALS), fastest(position, body, count, TRIALS));
    keep_fastest(Measurement { preset, name, count: count - 1, once, many }, measurements);
}

/// Returns how often a body has to do its work to take [`MIN_REPEAT_TIME`].
fn long_count<G: Scripted>(position: &Position<G>, body: &str) -> u64 {
    let mut count = 16;
    while fastest(position, body, count, 1).time < MIN_REPEAT_TIME && count < 1 << 22 {
        count *= 2;
    }
    count
}

/// Adds a measurement, or keeps the faster times if its call was measured before.
fn keep_fastest(new: Measurement, measurements: &mut Vec<Measurement>) {
    let known =
        measurements.iter_mut().find(|known| known.preset == new.preset && known.name == new.name);
    match known {
        Some(known) => {
            known.once = known.once.faster(new.once);
            known.many = known.many.faster(new.many);
        }
        None => measurements.push(new),
    }
}

/// Returns the cost of a turn, the fastest of several.
fn fastest<G: Scripted>(position: &Position<G>, body: &str, count: u64, trials: usize) -> Cost {
    let source = format!(
        "{HELPERS}\nreturn {{ api = 1, game = '{}', name = 'x', choose = function(view, turn)
            local N = {count} {body} end }}",
        G::NAME
    );
    let limits = Limits { fuel: 1 << 50, notes: 0, ..Limits::default() };
    let host = Host { limits, ..Host::default() };
    let mut robot = LuaRobot::<G>::load("x.luau", source, &[], &host).expect("loads");
    let Turn::Seat(seat) = position.state.turn() else { unreachable!("a seat is to move") };
    let mut actions = Vec::new();
    position.state.legal_actions(&mut actions);
    let costs = (0..trials).map(|_| {
        // Each turn gets a new view, so that it cannot reuse what an earlier turn computed.
        let view = position.state.view(Viewer::Seat(seat));
        let decision = Decision {
            seat,
            view: &view,
            actions: &actions,
            log: &position.log,
            house_rules: &[],
            ply: position.state.ply(),
            stream: [7; 32].into(),
        };
        let start = Instant::now();
        let choice = robot.choose(&decision);
        let time = start.elapsed();
        assert_eq!(choice.error, None, "{body}");
        Cost { fuel: choice.fuel, time }
    });
    costs.min_by_key(|cost| cost.time).expect("there is a trial")
}

/// Returns a position of a random game after at least this many plies, in which a seat has several
/// actions.
fn middle_position<G: Game>(start: &G, plies: u32) -> Position<G> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut position = Position { state: start.clone(), log: Vec::new() };
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    loop {
        let step = match position.state.turn() {
            Turn::Over => unreachable!("the game is longer than {plies} plies"),
            Turn::Chance { .. } => {
                position.state.chance_outcomes(&mut outcomes);
                Step::Chance(outcomes[rng.random_range(0..outcomes.len())])
            }
            Turn::Seat(seat) => {
                position.state.legal_actions(&mut actions);
                if position.state.ply() >= plies && actions.len() > 2 {
                    return position;
                }
                Step::Act { seat, action: actions[rng.random_range(0..actions.len())] }
            }
        };
        position.state.play_unchecked(&step, &mut position.log);
    }
}

fn race(preset: &str) -> Race {
    let rules = race::Rules::preset(preset).expect("a preset by its own name");
    Race::new(&rules, SeatSet::first(4), &race::Deal::default()).expect("a preset can be played")
}

fn junqi(preset: &str) -> Junqi {
    let rules = junqi::Rules::preset(preset).expect("a preset by its own name");
    let layout: Layout = "TPYNLHZSGPYJLNHGZDTPDFDNG".parse().expect("a layout");
    let layouts: Vec<_> = rules.seats().iter().map(|seat| (seat, layout)).collect();
    let deal = junqi::Deal::draw(&rules, &layouts, &Seed::from_number(1)).expect("can be dealt");
    Junqi::new(&rules, rules.seats(), &deal).expect("a preset can be played")
}
