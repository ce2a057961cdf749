//! Tests against leaks: views do not depend on hidden information.

use std::collections::BTreeMap;

use crate::common::junqi::{position, random_rules, rules, start};
use crate::common::rng;
use qipan_core::contract::game::{Game, NullSink, Step, Turn, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::layout::may_stand;
use qipan_core::games::junqi::{
    Action, BattleResult, BattleSource, Junqi, Kind, PRESETS, Rules, Tile, View,
};
use rand::RngExt;
use rand::rngs::SmallRng;
use serde_json::json;

/// Returns the number of decisions checked in each mode; `QIPAN_DECISIONS` sets it.
fn decisions() -> usize {
    std::env::var("QIPAN_DECISIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(300)
}

/// Determinizations drawn from each view.
const SAMPLES: usize = 8;

/// Plays one random step, with many strikes.
fn step(game: &mut Junqi, rng: &mut SmallRng) {
    let Turn::Seat(seat) = game.turn() else { return };
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    let strikes: Vec<Action> =
        actions.iter().filter(|a| game.tile_at(a.to()).is_some()).copied().collect();
    let list = if strikes.is_empty() || rng.random_ratio(1, 2) { &actions } else { &strikes };
    let action = list[rng.random_range(0..list.len())];
    let step = match rng.random_range(0..400) {
        0 if game.rules().clock_seconds > 0 => Step::Timeout { seat },
        1 if game.rules().armies > 2 => Step::Resign { seat },
        _ => Step::Act { seat, action },
    };
    game.play_unchecked(&step, &mut NullSink);
}

/// Calls `look` with about every fourth state of random games, `count` times.
fn for_random_states(
    mut rules: impl FnMut(&mut SmallRng) -> Rules,
    seed: u64,
    count: usize,
    mut look: impl FnMut(&Junqi, &mut SmallRng),
) {
    let mut rng = rng(seed);
    let mut looked = 0;
    while looked < count {
        let mut game = start(&rules(&mut rng), &mut rng);
        while game.outcome().is_none() && looked < count {
            if rng.random_ratio(1, 4) {
                look(&game, &mut rng);
                looked += 1;
            }
            step(&mut game, &mut rng);
        }
    }
}

/// Samples games from a view and checks that the viewer cannot distinguish them from the true game.
fn check_samples(game: &Junqi, viewer: Viewer, rng: &mut SmallRng) {
    let view = game.view(viewer);
    let mut actions = Vec::new();
    let mut others = Vec::new();
    game.legal_actions(&mut actions);
    for _ in 0..SAMPLES {
        let dealt = Junqi::sample(&view, rng);
        assert!(dealt.view(viewer) == view, "{viewer:?} sees {:?}, not {:?}", dealt, game);
        check_facts(&dealt, &view);
        dealt.legal_actions(&mut others);
        assert!(!others.is_empty(), "{viewer:?}: nobody can move in {dealt:?}");
        if matches!((viewer, game.turn()), (Viewer::Seat(a), Turn::Seat(b)) if a == b) {
            assert_eq!(others, actions);
        }
    }
}

/// Checks that the dealt pieces are consistent with all facts on record.
fn check_facts(dealt: &Junqi, view: &View) {
    let rules = dealt.rules();
    let belief = view.belief();
    let mut counts: BTreeMap<(Seat, Kind), u8> = BTreeMap::new();
    for tile in dealt.tiles() {
        let (piece, colour) = (dealt.kind_of(tile).unwrap(), dealt.dealt_seat_of(tile).unwrap());
        *counts.entry((colour, piece)).or_default() += 1;
        assert!(rules.is_flip() || may_stand(piece, tile.start()), "{piece:?} started on {tile}");
        assert!(piece.moves() || !view.visible_tile(tile).moved, "{piece:?} of {tile} moved");
        assert!(
            belief.candidates(tile).contains(piece),
            "{piece:?} of {tile} was thought impossible"
        );
        if piece == Kind::Flag && dealt.armies_assigned() {
            let owner = dealt.owner_of(tile).unwrap();
            let lifted = dealt.carrier_of(owner).is_some() || dealt.dropped_flag(owner).is_some();
            let exists = dealt.cell_of(tile).is_some() || lifted;
            assert!(exists || !dealt.living().contains(owner), "{owner:?} lives without a Flag");
        }
    }
    assert!(counts.iter().all(|((_, piece), count)| *count == piece.count()), "{counts:?}");
    // The seats whose Flag was captured so far.
    let mut captured_flags = Vec::new();
    for battle in dealt.battles() {
        let [attacker, defender] =
            [battle.attacker, battle.defender].map(|tile| dealt.kind_of(tile).unwrap());
        assert_eq!(attacker.battle_result(defender, rules.mine), battle.result);
        if rules.marshal_reveals_flag {
            for (tile, piece, shown, stayed) in [
                (
                    battle.attacker,
                    attacker,
                    battle.attacker_flag_shown,
                    BattleResult::AttackerSurvives,
                ),
                (
                    battle.defender,
                    defender,
                    battle.defender_flag_shown,
                    BattleResult::DefenderSurvives,
                ),
            ] {
                let fell = piece == Kind::FieldMarshal && battle.result != stayed;
                let owner = dealt.owner_of(tile).unwrap();
                assert_eq!(shown, fell && !captured_flags.contains(&owner));
            }
        }
        if defender == Kind::Flag && battle.result != BattleResult::DefenderSurvives {
            captured_flags.push(dealt.owner_of(battle.defender).unwrap());
        }
        if battle.defender_scouted {
            assert_eq!(attacker, Kind::Engineer);
        }
    }
}

fn viewers(game: &Junqi) -> Vec<Viewer> {
    let sides = game.rules().sides(0).into_iter();
    let sides = sides.filter(|side| side.len() > 1).map(Viewer::Side);
    game.seats().iter().map(Viewer::Seat).chain(sides).chain([Viewer::Public]).collect()
}

/// Runs the leak test on one preset.
fn check_views_of_preset(preset: &str) {
    let rules = Rules::preset(preset).unwrap();
    for_random_states(
        |_| rules.clone(),
        11,
        decisions(),
        |game, rng| {
            let Turn::Seat(seat) = game.turn() else { return };
            check_samples(game, Viewer::Seat(seat), rng);
            // Views of seats not to move and of the public must not leak either.
            let viewers = viewers(game);
            if rng.random_ratio(1, 10) {
                check_samples(game, viewers[rng.random_range(0..viewers.len())], rng);
            }
        },
    );
}

#[test]
fn views_are_equal_for_resampled_games() {
    PRESETS.into_iter().for_each(check_views_of_preset);
}

#[test]
fn views_are_equal_for_resampled_games_under_options() {
    for_random_states(random_rules, 12, decisions(), |game, rng| {
        for viewer in viewers(game) {
            check_samples(game, viewer, rng);
        }
    });
}

#[test]
fn side_view_is_the_union_of_its_seats() {
    // Tiles that a side sees, but one of its seats does not.
    let mut seen_by_partner = 0;
    for preset in PRESETS.into_iter().filter(|preset| Rules::preset(preset).unwrap().teams()) {
        let rules = Rules::preset(preset).unwrap();
        for_random_states(
            |_| rules.clone(),
            16,
            12,
            |game, _| {
                for side in game.rules().sides(0) {
                    let whole = game.view(Viewer::Side(side));
                    let parts = side.iter().map(|seat| game.view(Viewer::Seat(seat)));
                    let parts: Vec<View> = parts.collect();
                    for tile in game.tiles() {
                        let seen = parts.iter().map(|view| view.visible_tile(tile));
                        let visible = seen.clone().find(|seen| seen.piece.is_some());
                        let expected = visible.or(seen.clone().next());
                        assert_eq!(Some(whole.visible_tile(tile)), expected, "{tile}");
                        seen_by_partner += usize::from(seen.into_iter().any(|seen| {
                            seen.piece.is_none() && whole.visible_tile(tile).piece.is_some()
                        }));
                    }
                    // Public information is the same.
                    let shown = |view: &View| format!("{:?}", view.for_public());
                    assert!(parts.iter().all(|view| shown(view) == shown(&whole)), "{preset}");
                }
            },
        );
    }
    assert!(seen_by_partner > 1000, "{seen_by_partner}");
}

#[test]
fn debug_output_is_equal_for_equal_views() {
    for preset in ["dark", "flip", "siguo_partner", "three"] {
        let rules = Rules::preset(preset).unwrap();
        for_random_states(
            |_| rules.clone(),
            13,
            12,
            |game, rng| {
                for viewer in viewers(game) {
                    let view = game.view(viewer);
                    let dealt = Junqi::sample(&view, rng).view(viewer);
                    assert_eq!(format!("{dealt:?}"), format!("{view:?}"));
                }
            },
        );
    }
}

#[test]
fn full_view_samples_the_game_itself() {
    for_random_states(random_rules, 14, 2 * decisions(), |game, rng| {
        assert_eq!(Junqi::sample(&game.view(Viewer::All), rng), *game);
    });
}

#[test]
fn sampled_games_play_to_the_end() {
    for_random_states(random_rules, 15, 60, |game, rng| {
        for viewer in viewers(game) {
            let mut dealt = Junqi::sample(&game.view(viewer), rng);
            for _ in 0..20_000 {
                step(&mut dealt, rng);
            }
            let free = dealt.rules().draw_after_quiet_plies == 0;
            assert!(free || dealt.outcome().is_some());
        }
    });
}

#[test]
fn sample_frequencies_match_belief() {
    const WORLDS: usize = 400;
    let (mut compared, mut total_difference) = (0, 0.0);
    for options in [json!(false), json!(true)] {
        let rules = rules("dark", &[("contact_reveals", options)]);
        for_random_states(
            |_| rules.clone(),
            16,
            60,
            |game, rng| {
                let view = game.view(Viewer::Seat(Seat::new(0)));
                let belief = view.belief();
                let mut counts: BTreeMap<(Tile, Kind), usize> = BTreeMap::new();
                for _ in 0..WORLDS {
                    let world = Junqi::sample(&view, rng);
                    for tile in view.tiles() {
                        *counts.entry((tile, world.kind_of(tile).unwrap())).or_default() += 1;
                    }
                }
                for tile in view.tiles().filter(|tile| view.visible_tile(*tile).piece.is_none()) {
                    let chances = belief.chances(tile);
                    for piece in Kind::ALL {
                        let count = counts.get(&(tile, piece)).copied().unwrap_or(0);
                        let chance = chances[piece.index()];
                        assert!(count > 0 || chance < 0.1, "no {piece:?} on {tile}: {chance}");
                        let difference = (count as f32 / WORLDS as f32 - chance).abs();
                        assert!(
                            difference < 0.4,
                            "{piece:?} on {tile}: {count} of {WORLDS}, {chance}"
                        );
                        total_difference += difference;
                        compared += 1;
                    }
                }
            },
        );
    }
    let mean = total_difference / compared as f32;
    eprintln!("{compared} chances, mean difference {mean}");
    assert!(mean < 0.03);
}

#[test]
fn samples_give_the_seat_to_move_an_action() {
    // Only the piece on N52 can move: pieces never leave a headquarters.
    let pieces = [("S62", "s30"), ("S13", "s40"), ("N62", "n30"), ("N64", "n31"), ("N52", "n33")];
    let rules = rules("dark", &[("first", json!("south"))]);
    let mut game = position(&rules, &pieces);
    crate::common::junqi::play(&mut game, "S13 S12");
    let view = game.view(Viewer::Seat(Seat::new(0)));
    let mut rng = rng(17);
    for _ in 0..500 {
        let dealt = Junqi::sample(&view, &mut rng);
        let mut actions = Vec::new();
        dealt.legal_actions(&mut actions);
        assert!(!actions.is_empty());
    }
}

#[test]
fn partners_see_each_other_only_with_partner_sight() {
    let mut rng = rng(18);
    for (preset, knows) in [("siguo_partner", true), ("siguo_dark", false)] {
        let mut game = start(&Rules::preset(preset).unwrap(), &mut rng);
        while game.battles().len() < 20 && game.outcome().is_none() {
            step(&mut game, &mut rng);
        }
        assert!(game.outcome().is_none(), "twenty fights do not end a game of four armies");
        let view = game.view(Viewer::Seat(Seat::new(0)));
        assert_eq!(view.tiles().count(), 100);
        for tile in view.tiles() {
            let (seen, owner) = (view.visible_tile(tile), game.owner_of(tile).unwrap().index());
            let known = owner == 0 || (owner == 2 && knows) || seen.is_revealed;
            assert_eq!(seen.piece.is_some(), known, "{preset} {tile}");
        }
    }
}

#[test]
fn carried_flag_gives_no_further_information() {
    let rules = rules("dark", &[("flag_win", json!("carry_home"))]);
    let pieces = [
        ("S62", "s30"),
        ("N62", "n30"),
        ("N61", "s39"),
        ("S65", "s33"),
        ("N51", "n40"),
        ("N41", "s00"),
        ("N65", "n33"),
    ];
    let mut game = position(&rules, &pieces);
    crate::common::junqi::play(&mut game, "N61 N62");
    let view = game.view(Viewer::Public);
    let flag = view.visible_tile("N62".parse().unwrap());
    assert_eq!(flag.piece, Some(Kind::Flag), "a Flag that was lifted is known");
    crate::common::junqi::play(&mut game, "N65 N64");
    crate::common::junqi::play(&mut game, "N41 N51");
    let battle = *game.battles().last().unwrap();
    assert!(!battle.defender_flag_shown, "no Flag is left to be shown");
    let view = game.view(Viewer::Public);
    let belief = view.belief();
    assert!(belief.candidates(battle.defender).contains(Kind::FieldMarshal));
    assert!(belief.candidates(battle.attacker).contains(Kind::Bomb));
}

#[test]
fn partly_known_games_can_be_viewed_and_sampled() {
    let rules = rules("siguo_duel", &[("first", json!("south"))]);
    let layouts = [("south", "?PYNLHZSGPYJL?HGZDTPDFD?G".to_owned()), ("north", "?".repeat(25))];
    let deal = qipan_core::games::junqi::Deal {
        layouts: layouts.map(|(name, text)| (name.to_owned(), text)).into(),
        ..Default::default()
    };
    let mut rng = rng(19);
    for _ in 0..10 {
        let mut game = Junqi::new(&rules, rules.seats(), &deal).unwrap();
        for _ in 0..150 {
            let Turn::Seat(seat) = game.turn() else { break };
            for viewer in viewers(&game) {
                let view = game.view(viewer);
                let belief = view.belief();
                assert!(view.tiles().all(|tile| !belief.candidates(tile).is_empty()));
                let dealt = Junqi::sample(&view, &mut rng);
                assert!(dealt.view(viewer) == view);
            }
            let mut actions = Vec::new();
            game.legal_actions(&mut actions);
            let action = actions[rng.random_range(0..actions.len())];
            let fights = [
                BattleResult::AttackerSurvives,
                BattleResult::DefenderSurvives,
                BattleResult::BothGone,
            ];
            let result = fights[rng.random_range(0..3)];
            let Action::Move { from, to, .. } = action else { unreachable!("no tile lies down") };
            let action = Action::Move { from, to, battle_source: BattleSource::Given(result) };
            let step = Step::Act { seat, action };
            if game.play(&step, &mut NullSink).is_err() {
                game.play(&Step::Act { seat, action: action.plain() }, &mut NullSink).unwrap();
            }
        }
    }
}
