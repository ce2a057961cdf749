//! Measures the cost of house rules: games without rules, games with a rule that is never called,
//! and single calls of hooks.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, NullSink, Step, Turn, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::SeatSet;
use qipan_core::games::junqi::{self, Junqi};
use qipan_core::games::race::{self, Race};
use qipan_core::house::{House, HouseRule};
use qipan_core::play::playout::{Buffers, random_playout, random_playout_under_rules};
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record};
use qipan_core::script::{Host, LuaRule, Scripted};
use rand::SeedableRng;
use rand::rngs::SmallRng;

/// The maximum number of steps of a recorded game, rolls included.
const MAX_STEPS: usize = 200;

/// Loads a house rule with these hooks, written in Lua.
fn load_rule<G: Scripted>(hooks: &str) -> Box<dyn HouseRule<G>> {
    load::<G>(&format!("hooks = {{ {hooks} }}"))
}

/// Loads a house rule that only sets an option to its usual value.
fn load_option_rule<G: Scripted>() -> Box<dyn HouseRule<G>> {
    let option = if G::NAME == Race::NAME { "planes = 4" } else { "timeouts_lose = 5" };
    load::<G>(&format!("set = {{ {option} }}"))
}

/// Loads a house rule with this content.
fn load<G: Scripted>(content: &str) -> Box<dyn HouseRule<G>> {
    let game = G::NAME;
    let source = format!("return {{ api = 1, game = \"{game}\", name = \"Bench\", {content} }}");
    let rule = LuaRule::<G>::load("bench.luau", source, 0, &[], &Host::default());
    Box::new(rule.unwrap_or_else(|why| panic!("{why}")))
}

fn race() -> Race {
    let rules = race::Rules::AEROPLANE;
    Race::new(&rules, SeatSet::first(4), &race::Deal::default())
        .unwrap_or_else(|why| panic!("{why}"))
}

fn dark_rules() -> junqi::Rules {
    junqi::Rules::preset("dark").unwrap_or_else(|| panic!("there is such a preset"))
}

fn dark_deal() -> junqi::Deal {
    let layouts = [0, 2].map(|seat| {
        (qipan_core::contract::seat::Seat::new(seat), junqi::layouts::SHIPPED[0].layout())
    });
    let seed = Seed::from_number(1);
    junqi::Deal::draw(&dark_rules(), &layouts, &seed).unwrap_or_else(|why| panic!("{why}"))
}

fn dark() -> Junqi {
    let (rules, deal) = (dark_rules(), dark_deal());
    Junqi::new(&rules, rules.seats(), &deal).unwrap_or_else(|why| panic!("{why}"))
}

/// Returns a state after at least this many plies of a game of fixed but varied actions, with a
/// seat to move.
fn middle_position<G: Game>(start: &G, plies: u32) -> G {
    let mut state = start.clone();
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    let mut number = 0;
    while state.ply() < plies || !matches!(state.turn(), Turn::Seat(_)) {
        number += 7;
        match state.turn() {
            Turn::Seat(seat) => {
                state.legal_actions(&mut actions);
                let action = actions[number % actions.len()];
                state.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
            }
            _ => {
                state.chance_outcomes(&mut outcomes);
                let outcome = outcomes[number % outcomes.len()];
                state.play_unchecked(&Step::Chance(outcome), &mut NullSink);
            }
        }
    }
    state
}

/// Measures random games: without house rules, with an empty [`House`], and with a rule that reacts
/// only to `unused_event`, which never happens in them.
fn random_games<G: Scripted>(c: &mut Criterion, name: &str, start: &G, unused_event: &str) {
    let mut group = c.benchmark_group(format!("a random game of {name}"));
    let mut buffers = Buffers::default();
    group.bench_function("no house rules", |b| {
        let mut rng = SmallRng::seed_from_u64(1);
        b.iter(|| random_playout(&mut start.clone(), &mut rng, &mut buffers));
    });
    group.bench_function("an empty set of house rules", |b| {
        let (mut rng, mut house) = (SmallRng::seed_from_u64(1), House::default());
        b.iter(|| {
            random_playout_under_rules(&mut start.clone(), &mut rng, &mut buffers, &mut house)
        });
    });
    group.bench_function("a rule that is never called", |b| {
        let mut rng = SmallRng::seed_from_u64(1);
        let hook = format!("after = {{ on = {{ '{unused_event}' }}, run = function() end }}");
        let mut house = House::new(vec![(0, load_rule::<G>(&hook))]);
        b.iter(|| {
            random_playout_under_rules(&mut start.clone(), &mut rng, &mut buffers, &mut house)
        });
    });
    group.finish();
}

/// Measures games that are recorded, as a table records them. `effect` is the effect of a
/// rule, written in Lua.
fn recorded_games<G: Scripted>(c: &mut Criterion, name: &str, record: &Record<G>, effect: &str) {
    let mut group = c.benchmark_group(format!("a recorded game of {name}"));
    let start = Session::new(record.clone()).unwrap_or_else(|why| panic!("{why}"));
    let hook = format!("after = function() return {{ {effect} }} end");
    let houses = [
        ("no house rules", House::default()),
        ("a rule without hooks", House::new(vec![(0, load_option_rule::<G>())])),
        ("a rule with an effect after every step", House::new(vec![(0, load_rule::<G>(&hook))])),
    ];
    for (what, mut house) in houses {
        group.bench_function(what, |b| b.iter(|| play_recorded(&start, &mut house)));
    }
    group.finish();
}

/// Plays the first [`MAX_STEPS`] steps of a game. The actions are fixed but varied. Returns the
/// session.
fn play_recorded<G: Scripted>(start: &Session<G>, house: &mut House<G>) -> Session<G> {
    let mut session = start.clone();
    for number in 0..MAX_STEPS {
        let step = match session.state().turn() {
            Turn::Over => break,
            Turn::Chance { .. } => session.next_roll().unwrap_or_else(|why| panic!("{why}")),
            Turn::Seat(seat) => {
                let actions = session.actions();
                Step::Act { seat, action: actions[7 * number % actions.len()] }
            }
        };
        session.play_with_house_rules(step, house).map(drop).unwrap_or_else(|why| panic!("{why}"));
    }
    session
}

/// Measures single calls of the hooks that all games have.
fn hook_calls<G: Scripted>(c: &mut Criterion, name: &str, start: &G) {
    let state = middle_position(start, 40);
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    let Turn::Seat(seat) = state.turn() else { return };
    let step = Step::Act { seat, action: actions[0] };
    let (mut next, mut events) = (state.clone(), Vec::new());
    next.play_unchecked(&step, &mut events);
    let mut group = c.benchmark_group(format!("a call in {name}"));
    group.bench_function("after", |b| {
        let mut rule = load_rule::<G>("after = function(view, step, events) end");
        b.iter(|| black_box(rule.after(&next, &step, &events)));
    });
    group.bench_function("after, reads the view", |b| {
        let mut rule =
            load_rule::<G>("after = function(view, step, events) local _ = view.ply end");
        b.iter(|| black_box(rule.after(&next, &step, &events)));
    });
    if G::NAME == Junqi::NAME {
        group.bench_function("after, sees everything", |b| {
            let mut rule =
                load::<G>("sees = 'all', hooks = { after = function(view, step, events) end }");
            b.iter(|| black_box(rule.after(&next, &step, &events)));
        });
    }
    group.bench_function("making a view", |b| b.iter(|| black_box(next.view(Viewer::All))));
    group.bench_function("copying a state", |b| b.iter(|| black_box(next.clone())));
    group.bench_function(format!("filter, {} actions", actions.len()), |b| {
        let mut rule = load_rule::<G>("filter = function(view, actions) return actions end");
        b.iter(|| black_box(rule.filter(&state, &actions)));
    });
    group.finish();
}

/// Measures a call of the hook that decides a battle.
fn battle_call(c: &mut Criterion) {
    let state = middle_position(&dark(), 40);
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    let fight = actions.iter().find(|action| state.tile_at(action.to()).is_some());
    let Some(fight) = fight.copied() else { return };
    c.bench_function("a call of battle in junqi", |b| {
        let mut rule = load_rule::<Junqi>("battle = function(view, attacker, defender) end");
        b.iter(|| black_box(rule.decide_battle(&state, fight)));
    });
}

/// Returns the record of a game that is about to begin.
fn new_record<G: Scripted>(preset: &str, deal: G::Deal) -> Record<G> {
    let rules = G::Rules::preset(preset).unwrap_or_else(|| panic!("there is such a preset"));
    let players = rules.seats().iter().map(|seat| (seat, Player::human("Kim"))).collect();
    Record::new(preset, rules, players, deal, Seed::from_number(1))
}

fn house_rules(c: &mut Criterion) {
    let remember = "{ kind = 'remember', key = 'k', value = 1 }";
    recorded_games::<Race>(
        c,
        "aeroplane",
        &new_record("aeroplane", race::Deal::default()),
        remember,
    );
    recorded_games::<Junqi>(c, "dark", &new_record("dark", dark_deal()), remember);
    random_games(c, "aeroplane", &race(), "won");
    random_games(c, "dark", &dark(), "timed_out");
    hook_calls(c, "race", &race());
    hook_calls(c, "junqi", &dark());
    battle_call(c);
}

criterion_group!(benches, house_rules);
criterion_main!(benches);
