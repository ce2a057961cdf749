//! Random games under every shipped house rule of Junqi, every pair, and the rules of the manual.
//! The games end, keep the laws, and reveal no hidden information.

use crate::common::house_junqi::{Ruling, house, merged, shipped};
use crate::common::junqi::{any_layout, check_state, vary};
use crate::common::rng;
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, NullSink, Step, Turn, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{Action, Deal, Effect, Event, Junqi, PRESETS, Rules};
use qipan_core::house::House;
use qipan_core::play::replay::rerun;
use qipan_core::record::{MAX_RULES, Player, Record};
use qipan_core::registry::verify;
use rand::RngExt;
use rand::rngs::SmallRng;

const MANUAL: &str = include_str!("../../../scripts/README.md");
const TYPES: &str = include_str!("../../../scripts/qipan.d.luau");

/// Returns the number of random games of each rule; `QIPAN_GAMES=10000` sets it.
fn games() -> usize {
    std::env::var("QIPAN_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(20)
}

/// Begins a record with a random deal to which no house rule objects.
fn begin(
    rules: Rules,
    house: &mut House<Junqi>,
    lines: &[&Ruling],
    rng: &mut SmallRng,
) -> Record<Junqi> {
    let seed = Seed::from_number(rng.random());
    let seats = rules.seats();
    for _ in 0..1_000 {
        let layouts: Vec<_> = seats.iter().map(|seat| (seat, any_layout(rng))).collect();
        let deal = Deal::draw(&rules, &layouts, &seed).unwrap();
        if seats.iter().any(|seat| house.check_layout(&rules, seat, &deal).unwrap().is_some()) {
            continue;
        }
        let players = seats.iter().map(|seat| (seat, Player::human("甲"))).collect();
        let preset = rules.nearest_preset();
        let mut record = Record::new(preset, rules, players, deal, seed);
        record.house_rules = lines.iter().map(|rule| rule.line()).collect();
        return record;
    }
    panic!("no layout these rules allow");
}

/// Returns a random step of the seat to move, with many strikes.
fn any_step(game: &Junqi, house: &mut House<Junqi>, rng: &mut SmallRng) -> Option<Step<Junqi>> {
    let Turn::Seat(seat) = game.turn() else { return None };
    let mut actions = Vec::new();
    house.actions(game, &mut actions).unwrap();
    let strikes: Vec<Action> =
        actions.iter().filter(|a| game.tile_at(a.to()).is_some()).copied().collect();
    let list = if strikes.is_empty() || rng.random_ratio(1, 2) { &actions } else { &strikes };
    Some(match rng.random_range(0..500) {
        0 if game.rules().clock_seconds > 0 => Step::Timeout { seat },
        1 if game.rules().armies > 2 => Step::Resign { seat },
        _ => Step::Act { seat, action: list[rng.random_range(0..list.len())] },
    })
}

/// Checks that a rule's effects do not depend on hidden information: the same step in another
/// determinization, with the same events, must have the same effects. Returns true if they could
/// be compared.
fn check_secrets(
    game: &Junqi,
    step: &Step<Junqi>,
    house: &mut House<Junqi>,
    rng: &mut SmallRng,
) -> bool {
    let other = Junqi::sample(&game.view(Viewer::Public), rng);
    if other.check(step).is_err() {
        return false;
    }
    let events = [game, &other].map(|game| {
        let mut events = Vec::<Event>::new();
        game.clone().play(step, &mut events).unwrap();
        events
    });
    if events[0] != events[1] {
        return false;
    }
    let effects = [game, &other].map(|game| {
        let mut steps = Vec::new();
        house.play(&mut game.clone(), step.clone(), &mut steps, &mut NullSink).unwrap();
        steps
    });
    assert_eq!(effects[0], effects[1], "{step:?} in {game:?} and {other:?}");
    true
}

/// Numbers of what was played and checked.
#[derive(Default, Debug)]
struct Tally {
    games: usize,
    effects: usize,
    beliefs: usize,
    /// Steps whose effects were compared with those in another determinization.
    secrets: usize,
}

/// Plays a random game under rules and checks its states, beliefs, save and replay.
fn play_through(
    rules: Rules,
    house_rules: &[&Ruling],
    houses: [&mut House<Junqi>; 2],
    rng: &mut SmallRng,
    tally: &mut Tally,
) {
    let [first, second] = houses;
    let hidden = rules.is_hidden();
    // Rules that see everything may depend on hidden information.
    let must_not_leak =
        hidden && !house_rules.iter().any(|rule| rule.has("battle") || rule.info.sees_all);
    let mut record = begin(rules, first, house_rules, rng);
    let mut game = record.start().unwrap();
    while let Some(step) = any_step(&game, first, rng) {
        if must_not_leak && rng.random_ratio(1, 30) {
            tally.secrets += usize::from(check_secrets(&game, &step, first, rng));
        }
        let from = record.steps.len();
        first
            .play(&mut game, step, &mut record.steps, &mut NullSink)
            .unwrap_or_else(|why| panic!("{why}: {game:?}"));
        tally.effects += record.steps.len() - from - 1;
        check_state(&game);
        assert!(record.steps.len() < 40_000, "a game does not end");
        if hidden && game.outcome().is_none() && rng.random_ratio(1, 40) {
            let viewers: Vec<_> =
                game.seats().iter().map(Viewer::Seat).chain([Viewer::Public]).collect();
            let view = game.view(viewers[rng.random_range(0..viewers.len())]);
            let belief = view.belief();
            for tile in view.tiles() {
                let (truth, maybe) = (game.kind_of(tile).unwrap(), belief.candidates(tile));
                assert!(maybe.contains(truth), "{:?} {tile} {truth:?} {maybe:?}", view.viewer());
            }
            tally.beliefs += 1;
        }
    }
    let outcome = game.outcome().unwrap();
    let mut placed: Vec<Seat> = outcome.places.iter().flat_map(|seats| seats.iter()).collect();
    placed.sort();
    assert_eq!(placed, game.seats().iter().collect::<Vec<_>>(), "every seat has one place");
    // The game is the same in another VM, and without scripts.
    rerun(&record, second).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(record.states().unwrap().last(), Some(&game));
    let text = record.write();
    let again = Record::<Junqi>::read(&text).unwrap().record;
    assert_eq!(again, record);
    let report = verify(&text);
    assert!(report.is_ok(), "{report:?}");
    tally.games += 1;
}

/// Plays random games under house rules in all presets they are for, every other round with random
/// options.
fn play_random_games(house_rules: &[&Ruling], games: usize, rng: &mut SmallRng) -> Tally {
    let fits = |preset: &&str| house_rules.iter().all(|rule| rule.is_for(preset));
    let presets: Vec<Rules> = PRESETS
        .into_iter()
        .filter(fits)
        .filter_map(|preset| merged(&Rules::preset(preset).unwrap(), house_rules).ok())
        .collect();
    let mut tally = Tally::default();
    let mut reused = house(house_rules);
    for game in 0..if presets.is_empty() { 0 } else { games } {
        let mut rules = presets[game % presets.len()].clone();
        if game / presets.len() % 2 == 1 {
            let records_results = rules.records_battle_results;
            // Without a quiet limit a random game might never end.
            rules = Rules { records_battle_results: false, ..rules };
            rules = vary(rules, rng);
            rules.draw_after_quiet_plies = rules.draw_after_quiet_plies.clamp(8, 90);
            rules = merged(&rules, house_rules)
                .unwrap_or_else(|_| presets[game % presets.len()].clone());
            assert_eq!(rules.records_battle_results, records_results);
        }
        let houses = [&mut reused, &mut house(house_rules)];
        play_through(rules, house_rules, houses, rng, &mut tally);
    }
    tally
}

#[test]
fn random_games_hold_under_every_shipped_rule() {
    // Rules with hooks first, since more can go wrong with them.
    let mut rules = shipped();
    rules.sort_by_key(|rule| rule.info.hooks.is_empty());
    for (number, rule) in rules.iter().enumerate() {
        let mut rng = rng(100 + number as u64);
        let tally = play_random_games(&[rule], games(), &mut rng);
        eprintln!("{}: {tally:?}", rule.name);
        assert_eq!(tally.games, games());
        let effects = rule.has("after");
        assert_eq!(tally.effects > 0, effects, "{}", rule.name);
    }
}

#[test]
fn random_games_hold_under_pairs_of_rules_with_hooks() {
    let rules: Vec<Ruling> =
        shipped().into_iter().filter(|rule| !rule.info.hooks.is_empty()).collect();
    let mut rng = rng(200);
    let mut total = Tally::default();
    for (at, one) in rules.iter().enumerate() {
        for other in rules.iter().skip(at + 1) {
            for pair in [[one, other], [other, one]] {
                let tally = play_random_games(&pair, (games() / 8).max(2), &mut rng);
                total.games += tally.games;
                total.effects += tally.effects;
                total.secrets += tally.secrets;
            }
        }
    }
    eprintln!("{total:?}");
    assert!(total.games > 100 && total.effects > 1_000 && total.secrets > 20);
}

#[test]
fn maximum_number_of_rules_plays_together() {
    let mut all = shipped();
    all.sort_by_key(|rule| rule.info.hooks.is_empty());
    let mut rng = rng(300);
    for preset in PRESETS {
        let fitting: Vec<&Ruling> =
            all.iter().filter(|rule| rule.is_for(preset)).take(MAX_RULES).collect();
        assert!(fitting.len() > 8);
        let rules = merged(&Rules::preset(preset).unwrap(), &fitting).unwrap();
        for _ in 0..2 {
            let houses = [&mut house(&fitting), &mut house(&fitting)];
            play_through(rules.clone(), &fitting, houses, &mut rng, &mut Tally::default());
        }
    }
}

#[test]
fn shipped_rules_have_metadata_in_both_languages() {
    for rule in shipped() {
        let (info, name) = (&rule.info, &rule.name);
        assert!(info.author == "Qipan" && name.len() <= 20, "{name}");
        let chinese = |text: &str| text.chars().any(|c| ('一'..='鿿').contains(&c));
        for text in [&info.name, &info.about] {
            assert!(chinese(&text.zh) && !chinese(&text.en) && !text.en.is_empty(), "{name}");
        }
        assert!(info.about.en.ends_with('.') && info.about.zh.ends_with('。'), "{name}");
        let source = String::from_utf8_lossy(&rule.source.text);
        let comment = source.lines().nth(1).unwrap();
        assert!(comment.starts_with("-- "), "{name} says where it comes from");
        // Every preset it names accepts its settings.
        for preset in &info.presets {
            let rules = merged(&Rules::preset(preset).unwrap(), &[&rule]);
            assert!(rules.is_ok(), "{name} {preset}: {rules:?}");
        }
    }
}

#[test]
fn manual_rules_play_random_games() {
    let blocks = MANUAL.split("```luau\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let rules: Vec<Ruling> = blocks
        .filter(|code| code.contains(": JunqiRule"))
        .enumerate()
        .map(|(number, code)| Ruling::new(&format!("manual_{number}"), code.to_owned()))
        .collect();
    assert!(!rules.is_empty());
    let mut rng = rng(400);
    for rule in &rules {
        assert_eq!(play_random_games(&[rule], 30, &mut rng).games, 30, "{}", rule.name);
    }
}

/// Returns the kind of an effect in files. A new effect does not compile without a row here.
pub(crate) fn kind(effect: &Effect) -> &'static str {
    match effect {
        Effect::Remove { .. } => "remove",
        Effect::Reveal { .. } => "reveal",
        Effect::Move { .. } => "move",
        Effect::Swap { .. } => "swap",
        Effect::ExtraMove { .. } => "extra_move",
        Effect::Out { .. } => "out",
        Effect::Draw {} => "draw",
        Effect::Win { .. } => "win",
        Effect::Remember { .. } => "remember",
        Effect::Ask { .. } => "ask",
    }
}

#[test]
fn manual_and_type_file_name_every_effect() {
    let effects = [
        r#"{"kind":"remove","at":"S13"}"#,
        r#"{"kind":"reveal","at":"S13"}"#,
        r#"{"kind":"move","from":"S13","to":"S14","flag":true}"#,
        r#"{"kind":"swap","a":"S13","b":"S14","flag":true}"#,
        r#"{"kind":"extra_move","seat":"south"}"#,
        r#"{"kind":"out","seat":"south"}"#,
        r#"{"kind":"draw"}"#,
        r#"{"kind":"win","seat":"south"}"#,
        r#"{"kind":"remember","key":"raids","value":1}"#,
        r#"{"kind":"ask","seat":"south","question":"raid","options":["yes"]}"#,
    ];
    let chapter = MANUAL.split("\n### Effects of Junqi").nth(1).unwrap();
    let chapter = chapter.split("\n### ").next().unwrap();
    let typed = TYPES.split("export type JunqiEffect").nth(1).unwrap();
    let typed = typed.split("export type").next().unwrap();
    let mut known: Vec<String> = Vec::new();
    for text in effects {
        let effect: Effect = serde_json::from_str(text).unwrap();
        let value = serde_json::to_value(effect).unwrap();
        let fields: Vec<&String> = value.as_object().unwrap().keys().collect();
        let kind = kind(&effect);
        assert_eq!(value["kind"], kind);
        for document in [chapter, typed] {
            let place = document
                .find(&format!("kind = \"{kind}\""))
                .or(document.find(&format!("\"{kind}\"")));
            let rest = &document[place.unwrap_or_else(|| panic!("{kind} is not named"))..];
            let rest = rest.split('}').next().unwrap();
            for field in fields.iter().filter(|field| **field != "kind") {
                assert!(rest.contains(field.as_str()), "{kind}: {field} is not named");
            }
        }
        known.push(kind.to_owned());
    }
    // The list above is complete: the engine names its kinds in a refusal.
    let refusal = serde_json::from_str::<Effect>(r#"{"kind":"x"}"#).unwrap_err().to_string();
    let named = refusal.matches('`').count() / 2 - 1;
    assert_eq!(named, known.len(), "{refusal}");
}
