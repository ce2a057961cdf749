//! Random games of Junqi with random effects and rulings: views leak nothing, beliefs never exclude
//! the truth, and saved games read back equal.

use std::collections::BTreeMap;

use crate::common::junqi::{any_layout, check_state, random_rules, start};
use crate::common::rng;
use crate::house::kind;
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, NullSink, Step, Turn, Viewer};
use qipan_core::contract::house_rule_hooks::HouseRuleHooks;
use qipan_core::contract::localized::Text;
use qipan_core::contract::memory::MemoryKey;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::effect::SeatName;
use qipan_core::games::junqi::layout::may_stand;
use qipan_core::games::junqi::{
    Action, BattleResult, BattleSource, Cell, Deal, Effect, Event, Junqi, Kind, KindSet, PRESETS,
    Rules, View,
};
use qipan_core::play::playout::{Buffers, random_playout};
use qipan_core::record::{Player, Record, SavedRule};
use qipan_core::registry::verify;
use rand::RngExt;
use rand::rngs::SmallRng;

/// Returns the number of games of each kind; `QIPAN_GAMES=1000` sets it.
fn games() -> usize {
    std::env::var("QIPAN_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(12)
}

/// Returns a random effect, mostly a possible one.
fn any_effect(game: &Junqi, rng: &mut SmallRng) -> Effect {
    let cells: Vec<Cell> = game.board().cells().iter().collect();
    let occupied: Vec<Cell> = game.occupied().iter().collect();
    let any_of = |list: &[Cell], rng: &mut SmallRng| list[rng.random_range(0..list.len())];
    let seat = SeatName::new(Seat::new(rng.random_range(0..Seat::MAX as u8)));
    match rng.random_range(0..210) {
        200.. => {
            let key = |name: &str| MemoryKey::try_from(name.to_owned()).unwrap();
            let options = ["yes", "no", "maybe"].map(key);
            let options = options[..rng.random_range(0..=3)].to_vec().try_into().unwrap();
            let question = rng.random_ratio(9, 10).then(|| key("really"));
            Effect::Ask { seat, question, options, private: rng.random() }
        }
        0 => Effect::Draw {},
        1 => Effect::Win { seat },
        2..5 => Effect::Out { seat },
        5..30 => {
            let key = ["raids", "truce"][rng.random_range(0..2)];
            let key = MemoryKey::try_from(key.to_owned()).unwrap();
            Effect::Remember { key, value: rng.random_range(-2..3) }
        }
        30..70 => Effect::ExtraMove { seat },
        70..90 => Effect::Remove { at: any_of(&occupied, rng) },
        90..120 => Effect::Reveal { at: any_of(&occupied, rng) },
        120..160 => Effect::Move {
            from: any_of(&occupied, rng),
            to: any_of(&cells, rng),
            flag: rng.random(),
        },
        160..170 => any_flag_move(game, rng),
        _ => Effect::Swap {
            a: any_of(&occupied, rng),
            b: any_of(&occupied, rng),
            flag: rng.random(),
        },
    }
}

/// Returns an effect that moves a Flag to a random headquarters, or swaps it with the piece there.
fn any_flag_move(game: &Junqi, rng: &mut SmallRng) -> Effect {
    let is_flag = |cell: &Cell| {
        game.tile_at(*cell).is_some_and(|tile| game.kind_of(tile) == Some(Kind::Flag))
    };
    let flags: Vec<Cell> = game.occupied().iter().filter(is_flag).collect();
    let headquarters: Vec<Cell> = game.board().headquarters().iter().collect();
    let to = headquarters[rng.random_range(0..headquarters.len())];
    let from = flags.get(rng.random_range(0..flags.len().max(1))).copied().unwrap_or(to);
    match game.tile_at(to) {
        None => Effect::Move { from, to, flag: true },
        Some(_) => Effect::Swap { a: from, b: to, flag: true },
    }
}

/// Returns a random step of the seat to move, with many strikes and random rulings.
fn any_step(game: &Junqi, rng: &mut SmallRng) -> Option<Step<Junqi>> {
    let Turn::Seat(seat) = game.turn() else { return None };
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    let strikes: Vec<Action> =
        actions.iter().filter(|a| game.tile_at(a.to()).is_some()).copied().collect();
    let list = if strikes.is_empty() || rng.random_ratio(1, 2) { &actions } else { &strikes };
    let mut action = game.with_battle_result(list[rng.random_range(0..list.len())]);
    if let Action::Move { battle_source: BattleSource::Given(result), .. } = &mut action {
        let results = [
            BattleResult::AttackerSurvives,
            BattleResult::DefenderSurvives,
            BattleResult::BothGone,
            *result,
        ];
        *result = results[rng.random_range(0..4)];
    }
    Some(match rng.random_range(0..400) {
        0 if game.rules().clock_seconds > 0 => Step::Timeout { seat },
        1 if game.rules().armies > 2 => Step::Resign { seat },
        _ => Step::Act { seat, action },
    })
}

/// The steps of a game, and the number of effects of each kind.
#[derive(Default)]
struct PlayedGame {
    steps: Vec<Step<Junqi>>,
    effects: BTreeMap<&'static str, usize>,
}

fn fingerprint(game: &Junqi) -> Vec<u8> {
    let mut bytes = Vec::new();
    game.encode_state(&mut |part| bytes.extend_from_slice(part));
    bytes
}

/// Checks that the public belief contains the information that an effect gives about a piece.
fn check_information(before: &Junqi, effect: &Effect, after: &Junqi) {
    let landmine = KindSet::one(Kind::Landmine);
    let (cells, kinds) = match *effect {
        Effect::Move { from, flag: false, .. } => (vec![from], KindSet::MOVING),
        Effect::Swap { a, b, flag: false } => (vec![a, b], KindSet::MOVING),
        Effect::Move { from, .. } => (vec![from], KindSet::ALL.difference(landmine)),
        Effect::Swap { a, b, .. } => (vec![a, b], KindSet::ALL.difference(landmine)),
        Effect::Remove { at } => (vec![at], KindSet::ALL.difference(KindSet::one(Kind::Flag))),
        Effect::Reveal { at } => {
            let tile = before.tile_at(at).unwrap();
            (vec![at], KindSet::one(before.kind_of(tile).unwrap()))
        }
        _ => return,
    };
    let view = after.view(Viewer::Public);
    for tile in cells.into_iter().filter_map(|cell| before.tile_at(cell)) {
        let maybe = view.belief().candidates(tile);
        assert!(maybe.difference(kinds).is_empty(), "{effect:?} {tile} {maybe:?}");
    }
}

/// Plays a game to its end with effects in between. Calls `look` with every state.
fn play(
    mut game: Junqi,
    rng: &mut SmallRng,
    played: &mut PlayedGame,
    mut look: impl FnMut(&Junqi, &mut SmallRng),
) {
    let mut count = 0;
    while let Some(step) = any_step(&game, rng) {
        game.play(&step, &mut NullSink).unwrap();
        played.steps.push(step);
        for _ in 0..rng.random_range(0..3) {
            if game.outcome().is_some() || !rng.random_ratio(1, 4) {
                break;
            }
            let effect = any_effect(&game, rng);
            let step = Step::House { rule: rng.random_range(0..2), effect };
            let (before, old_fingerprint) = (game.clone(), fingerprint(&game));
            match game.play(&step, &mut NullSink) {
                Ok(()) => {
                    *played.effects.entry(kind(&effect)).or_default() += 1;
                    played.steps.push(step);
                    check_information(&before, &effect, &game);
                }
                Err(_) => assert_eq!(game, before),
            }
            assert_eq!(fingerprint(&game) == old_fingerprint, game == before, "{effect:?}");
        }
        check_state(&game);
        look(&game, rng);
        count += 1;
        assert!(count < 20_000, "a game does not end");
    }
    let mut placed: Vec<Seat> =
        game.outcome().unwrap().places.iter().flat_map(|s| s.iter()).collect();
    placed.sort();
    assert_eq!(placed, game.seats().iter().collect::<Vec<_>>(), "every seat has one place");
}

/// Returns all presets and random options, without and with rulings on fights.
fn all_rules(rng: &mut SmallRng) -> Vec<Rules> {
    let presets = PRESETS.into_iter().map(|name| Rules::preset(name).unwrap());
    let mut all: Vec<Rules> = presets.collect();
    all.extend((0..20).map(|_| random_rules(rng)));
    for mut rules in all.clone() {
        rules.records_battle_results = true;
        all.push(rules);
    }
    // Without a limit on quiet plies a random game might never end.
    for rules in &mut all {
        rules.draw_after_quiet_plies = rules.draw_after_quiet_plies.clamp(20, 70);
    }
    all
}

fn viewers(game: &Junqi) -> Vec<Viewer> {
    game.seats().iter().map(Viewer::Seat).chain([Viewer::Public]).collect()
}

/// Checks that the dealt pieces are consistent with all facts on record.
fn check_facts(dealt: &Junqi, view: &View) {
    let (rules, belief) = (dealt.rules(), view.belief());
    let mut counts: BTreeMap<(Seat, Kind), u8> = BTreeMap::new();
    for tile in dealt.tiles() {
        let (piece, colour) = (dealt.kind_of(tile).unwrap(), dealt.dealt_seat_of(tile).unwrap());
        *counts.entry((colour, piece)).or_default() += 1;
        assert!(rules.is_flip() || may_stand(piece, tile.start()), "{piece:?} started on {tile}");
        assert!(
            belief.candidates(tile).contains(piece),
            "{piece:?} of {tile} was thought impossible"
        );
        if piece == Kind::Flag && dealt.armies_assigned() {
            let owner = dealt.owner_of(tile).unwrap();
            let taken_up = dealt.carrier_of(owner).is_some() || dealt.dropped_flag(owner).is_some();
            let stands = dealt.cell_of(tile).is_some() || taken_up;
            assert!(stands || !dealt.living().contains(owner), "{owner:?} lives without a Flag");
        }
    }
    assert!(counts.iter().all(|((_, piece), count)| *count == piece.count()), "{counts:?}");
    for battle in dealt.battles() {
        let [attacker, defender] =
            [battle.attacker, battle.defender].map(|tile| dealt.kind_of(tile).unwrap());
        assert_eq!(battle.is_result_given, rules.records_battle_results);
        assert!(
            battle.is_result_given || attacker.battle_result(defender, rules.mine) == battle.result
        );
        assert!(!battle.attacker_flag_shown || attacker == Kind::FieldMarshal);
        assert!(!battle.defender_flag_shown || defender == Kind::FieldMarshal);
        assert!(!battle.defender_scouted || attacker == Kind::Engineer);
    }
}

#[test]
fn beliefs_and_samples_hold_under_effects() {
    let mut rng = rng(21);
    let (mut compared, mut dealt_games) = (0, 0);
    let mut played = PlayedGame::default();
    for rules in all_rules(&mut rng) {
        for _ in 0..games() {
            let game = start(&rules, &mut rng);
            play(game, &mut rng, &mut played, |game, rng| {
                if game.outcome().is_some() || !rng.random_ratio(1, 12) {
                    return;
                }
                assert_eq!(Junqi::sample(&game.view(Viewer::All), rng), *game);
                let viewers = viewers(game);
                let viewer = viewers[rng.random_range(0..viewers.len())];
                let view = game.view(viewer);
                let belief = view.belief();
                for tile in view.tiles() {
                    let (truth, maybe) = (game.kind_of(tile).unwrap(), belief.candidates(tile));
                    assert!(maybe.contains(truth), "{viewer:?} {tile} {truth:?} {maybe:?}");
                    compared += 1;
                }
                for _ in 0..3 {
                    let dealt = Junqi::sample(&view, rng);
                    assert!(dealt.view(viewer) == view, "{viewer:?}: {dealt:?} for {game:?}");
                    check_state(&dealt);
                    check_facts(&dealt, &view);
                    let mut actions = Vec::new();
                    dealt.legal_actions(&mut actions);
                    assert!(!actions.is_empty(), "nobody can move in {dealt:?}");
                    dealt_games += 1;
                }
            });
        }
    }
    eprintln!("{compared} pieces, {dealt_games} deals, {:?}", played.effects);
    assert!(dealt_games > 5_000 && played.effects.len() == 10);
}

/// Two games that look the same to a viewer stay so under any effects, as long as their events
/// are equal.
#[test]
fn equal_events_keep_views_equal() {
    let mut rng = rng(22);
    let (mut same, mut different) = (BTreeMap::<&str, usize>::new(), 0);
    for rules in all_rules(&mut rng) {
        for _ in 0..games().div_ceil(2) {
            let game = start(&rules, &mut rng);
            play(game, &mut rng, &mut PlayedGame::default(), |game, rng| {
                if game.outcome().is_some() || !rng.random_ratio(1, 10) {
                    return;
                }
                let viewers = viewers(game);
                let viewer = viewers[rng.random_range(0..viewers.len())];
                let mut original = game.clone();
                let mut twin = Junqi::sample(&game.view(viewer), rng);
                for _ in 0..6 {
                    let effect = any_effect(&original, rng);
                    let step = Step::House { rule: 0, effect };
                    let [mut events, mut twin_events] = [Vec::<Event>::new(), Vec::new()];
                    let result = original.play(&step, &mut events);
                    if twin.play(&step, &mut twin_events) != result || events != twin_events {
                        different += 1;
                        return;
                    }
                    if original.outcome().is_some() {
                        return;
                    }
                    assert!(original.view(viewer) == twin.view(viewer), "{viewer:?} {effect:?}");
                    if result.is_ok() {
                        *same.entry(kind(&effect)).or_default() += 1;
                    }
                }
            });
        }
    }
    eprintln!("{same:?}, {different} effects with different events");
    for kind in ["remove", "reveal", "move", "swap", "extra_move"] {
        assert!(same.get(kind).is_some_and(|count| *count > 100), "{kind}");
    }
}

#[test]
fn playouts_finish_with_ruled_fights() {
    let mut rng = rng(23);
    let mut buffers = Buffers::default();
    for rules in all_rules(&mut rng).into_iter().filter(|rules| rules.records_battle_results) {
        let game = start(&rules, &mut rng);
        play(game, &mut rng, &mut PlayedGame::default(), |game, rng| {
            if game.outcome().is_none() && rng.random_ratio(1, 20) {
                let mut dealt = Junqi::sample(&game.view(Viewer::Public), rng);
                random_playout(&mut dealt, rng, &mut buffers);
                assert!(dealt.outcome().is_some());
                check_state(&dealt);
            }
        });
    }
}

#[test]
fn games_with_effects_and_rulings_read_back_equal() {
    let mut rng = rng(24);
    let saved_rule = |name: &str| SavedRule {
        file: format!("{name}.lua"),
        name: Text::both(name),
        about: Text::both("Whatever comes to mind."),
        author: String::new(),
        set: serde_json::Map::new(),
        hooks: vec!["after".to_owned()],
        questions: Default::default(),
        sees_all: false,
        until: None,
        hash: SavedRule::hash_of("return {}"),
        source: "return {}".to_owned(),
        modules: Default::default(),
    };
    for rules in all_rules(&mut rng) {
        let layouts: Vec<_> =
            rules.seats().iter().map(|seat| (seat, any_layout(&mut rng))).collect();
        let seed = Seed::from_number(rng.random());
        let deal = Deal::draw(&rules, &layouts, &seed).unwrap();
        let players = rules.seats().iter().map(|seat| (seat, Player::human("甲"))).collect();
        let mut record =
            Record::<Junqi>::new(rules.nearest_preset(), rules.clone(), players, deal, seed);
        record.house_rules = vec![saved_rule("one"), saved_rule("two")];
        let mut played = PlayedGame::default();
        let mut last = record.start().unwrap();
        play(record.start().unwrap(), &mut rng, &mut played, |game, _| last = game.clone());
        record.steps = played.steps;
        assert_eq!(record.states().unwrap().last(), Some(&last));
        let text = record.write();
        let loaded = Record::<Junqi>::read(&text).unwrap_or_else(|why| panic!("{why}"));
        let again = loaded.record;
        assert_eq!(again, record);
        let report = verify(&text);
        assert!(report.is_ok(), "{report:?}");
    }
}
