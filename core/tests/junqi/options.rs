//! Every option of Junqi, on and off, in a position that shows its effect.

use crate::common::junqi::{legal, play, position, rules, start};
use crate::common::rng;
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, IllegalStep, Step, Turn, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::outcome::Reason;
use qipan_core::contract::position::PositionLine;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::games::junqi::{
    Action, BattleResult, Cell, Deal, EliminationReason, Event, Junqi, Kind, KindSet, Layout,
    Rules, Tile,
};
use serde_json::{Value, json};

const SOUTH: Seat = Seat::new(0);
const NORTH: Seat = Seat::new(2);

fn tile(start: &str) -> Tile {
    Tile::named_by(cell(start))
}

fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

/// Returns a position under the rules of a preset with some options changed. Pieces are named by
/// cell, and army letter with code.
fn game(preset: &str, changes: &[(&str, Value)], pieces: &[(&str, &str)]) -> Junqi {
    position(&rules(preset, changes), pieces)
}

/// Returns the result of the battle, if there was one.
fn battle_result(events: &[Event]) -> Option<BattleResult> {
    events.iter().find_map(|event| match event {
        Event::Battled { result: fight, .. } => Some(*fight),
        _ => None,
    })
}

/// Returns the army that was eliminated, if any, with the reason.
fn eliminated(events: &[Event]) -> Option<(Seat, EliminationReason)> {
    events.iter().find_map(|event| match event {
        Event::ArmyOut { seat, reason } => Some((*seat, *reason)),
        _ => None,
    })
}

fn reason(game: &Junqi) -> Option<Reason> {
    game.outcome().map(|outcome| outcome.reason)
}

fn winners(game: &Junqi) -> Option<SeatSet> {
    game.outcome().map(|outcome| outcome.places[0])
}

// ---- Mines ----

/// Returns the result of striking a mine with a piece, under a value of the option `mine`.
fn result_against_mine(rule: &str, code: &str) -> BattleResult {
    let pieces = [("S53", code), ("S11", "s37"), ("S43", "n31"), ("N11", "n37")];
    let mut game = game("open", &[("mine", json!(rule))], &pieces);
    battle_result(&play(&mut game, "S53 S43")).unwrap()
}

#[test]
fn mine_option_changes_fight_results() {
    for (rule, marshal, engineer, bomb) in [
        (
            "spring",
            BattleResult::DefenderSurvives,
            BattleResult::AttackerSurvives,
            BattleResult::BothGone,
        ),
        ("bomb", BattleResult::BothGone, BattleResult::BothGone, BattleResult::BothGone),
        (
            "bomb_engineer_digs",
            BattleResult::BothGone,
            BattleResult::AttackerSurvives,
            BattleResult::BothGone,
        ),
    ] {
        let found = ["s40", "s32", "s00"].map(|code| result_against_mine(rule, code));
        assert_eq!(found, [marshal, engineer, bomb], "{rule}");
    }
}

// ---- Movement ----

#[test]
fn hq_exit_lets_pieces_leave_headquarters() {
    let pieces = [("S62", "s37"), ("S11", "s36"), ("N11", "n37")];
    for (exit, moves) in [(false, 0), (true, 3)] {
        let game = game("open", &[("hq_exit", json!(exit))], &pieces);
        let from = legal(&game).into_iter().filter(|action| action.starts_with("S62")).count();
        assert_eq!(from, moves);
    }
    // Entering is always allowed, also into the enemy's.
    let mut game = game("open", &[], &[("S61", "s37"), ("S11", "s36"), ("N11", "n37")]);
    play(&mut game, "S61 S62");
    play(&mut game, "N11 N12");
    assert!(legal(&game).iter().all(|action| !action.starts_with("S62")));
}

#[test]
fn bomb_moves_as_engineer_lets_bombs_turn_corners() {
    let pieces = [("S51", "s00"), ("S33", "s37"), ("N33", "n37")];
    for (flies, there) in [(false, false), (true, true)] {
        let game = game("open", &[("bomb_moves_as_engineer", json!(flies))], &pieces);
        assert_eq!(legal(&game).contains(&"S51 S15".to_owned()), there);
    }
}

#[test]
fn rail_turns_lets_every_piece_turn_corners() {
    let pieces = [("S51", "s40"), ("S33", "s37"), ("N33", "n37")];
    for (turns, there) in [(false, false), (true, true)] {
        let game = game("open", &[("rail_turns", json!(turns))], &pieces);
        assert_eq!(legal(&game).contains(&"S51 S15".to_owned()), there);
    }
}

#[test]
fn extra_lines_act_as_rails() {
    let pieces = [("S11", "s40"), ("S33", "s32"), ("N33", "n37")];
    let crossed = json!([["S11", "N14"], ["S15", "N12"]]);
    for (lines, there) in [(json!([]), false), (crossed, true)] {
        let game = game("open", &[("extra_lines", lines)], &pieces);
        assert_eq!(legal(&game).contains(&"S11 N14".to_owned()), there);
    }
    // A line over roads is a rail there: pieces slide along it, and an Engineer turns into it.
    let lines = json!([["S51", "S42", "S33", "S24", "S15"]]);
    let pieces = [("S51", "s40"), ("S12", "s32"), ("N33", "n37")];
    let game = game("open", &[("extra_lines", lines)], &pieces);
    let words = legal(&game);
    assert!(words.contains(&"S51 S24".to_owned()) && words.contains(&"S12 S33".to_owned()));
    let mut once = words.clone();
    once.dedup();
    assert_eq!(once, words, "no action is offered twice");
}

#[test]
fn moves_by_road_and_rail_are_offered_once() {
    // The road from 12 to 22 joins two rail cells: an Engineer can also go round by 11.
    let pieces = [("S12", "s32"), ("S51", "s37"), ("N33", "n37"), ("S62", "s30"), ("N62", "n30")];
    for preset in ["open", "siguo_duel"] {
        let lines = json!([["S11", "S22", "S33", "S44", "S55"]]);
        let words = legal(&game(preset, &[("extra_lines", lines)], &pieces));
        assert_eq!(words.iter().filter(|action| *action == "S12 S22").count(), 1, "{preset}");
        let mut once = words.clone();
        once.dedup();
        assert_eq!(once, words, "{preset}");
    }
}

#[test]
fn camps_shelter_and_mountains_block() {
    let pieces = [("S23", "s40"), ("S22", "n32"), ("S12", "s37"), ("N14", "n33"), ("N64", "n30")];
    let words = legal(&game("open", &[], &pieces));
    assert!(!words.contains(&"S23 S22".to_owned()), "a piece in a camp was struck");
    assert!(!words.iter().any(|action| action == "S12 N14"), "there is no way over a mountain");
}

// ---- The Flag ----

#[test]
fn flag_capture_wins_at_once() {
    let pieces = [("N63", "s37"), ("S11", "s36"), ("N62", "n30"), ("N11", "n37")];
    let mut game = game("open", &[], &pieces);
    let events = play(&mut game, "N63 N62");
    assert!(events.contains(&Event::FlagTaken { by: SOUTH, seat: NORTH, at: cell("N62") }));
    assert_eq!(
        (eliminated(&events), reason(&game)),
        (Some((NORTH, EliminationReason::Flag)), Some(Reason::FlagTaken))
    );
    assert_eq!(winners(&game), Some(SeatSet::one(SOUTH)));
}

#[test]
fn flag_carried_over_the_front_wins() {
    let pieces = [("N53", "s37"), ("N63", "s36"), ("N62", "n30"), ("N33", "n38"), ("S64", "s30")];
    let carry = [("flag_win", json!("carry_over_front"))];
    let mut game = game("open", &[carry[0].clone(), ("hq_exit", json!(true))], &pieces);
    let events = play(&mut game, "N63 N62");
    assert!(events.contains(&Event::FlagLifted { by: SOUTH, seat: NORTH, at: cell("N62") }));
    assert_eq!(game.turn(), Turn::Seat(NORTH));
    assert_eq!(game.carrier_of(NORTH), Some(tile("N63")));
    for action in ["N33 N34", "N62 N61", "N34 N33", "N61 N51", "N33 N34"] {
        play(&mut game, action);
    }
    let events = play(&mut game, "N51 S15");
    assert!(events.contains(&Event::FlagBrought { by: SOUTH, seat: NORTH, at: cell("S15") }));
    assert_eq!(winners(&game), Some(SeatSet::one(SOUTH)));
}

#[test]
fn captured_carrier_drops_the_flag() {
    let pieces = [
        ("N63", "s36"),
        ("S11", "s37"),
        ("N62", "n30"),
        ("N53", "n38"),
        ("S64", "s30"),
        ("N25", "s35"),
    ];
    let mut game = game("open", &[("flag_win", json!("carry_home"))], &pieces);
    for action in ["N63 N62", "N53 N54", "N62 N63"] {
        play(&mut game, action);
    }
    let events = play(&mut game, "N54 N53");
    assert!(battle_result(&events).is_none());
    play(&mut game, "S11 S12");
    let events = play(&mut game, "N53 N63");
    assert_eq!(battle_result(&events), Some(BattleResult::AttackerSurvives));
    assert!(events.contains(&Event::FlagDropped { seat: NORTH, at: cell("N63") }));
    assert_eq!(game.dropped_flag(NORTH), Some(cell("N63")));
    // Its own army guards it; after the guard leaves, an enemy lifts it by entering.
    for action in ["N25 N35", "N63 N64", "N35 N45", "N64 N54", "N45 N55", "N54 N44", "N55 N65"] {
        play(&mut game, action);
    }
    play(&mut game, "N44 N33");
    // Through the headquarters: `carry_home` implies that they can be left.
    play(&mut game, "N65 N64");
    play(&mut game, "N33 N23");
    let events = play(&mut game, "N64 N63");
    assert!(events.contains(&Event::FlagLifted { by: SOUTH, seat: NORTH, at: cell("N63") }));
}

#[test]
fn bomb_destroys_the_flag_and_its_army() {
    let pieces = [("N63", "s00"), ("S11", "s37"), ("N62", "n30"), ("N33", "n38")];
    for win in ["take", "carry_home", "carry_over_front"] {
        let mut game = game("open", &[("flag_win", json!(win))], &pieces);
        let events = play(&mut game, "N63 N62");
        assert_eq!(
            (battle_result(&events), reason(&game)),
            (Some(BattleResult::BothGone), Some(Reason::FlagTaken))
        );
        assert_eq!(winners(&game), Some(SeatSet::one(SOUTH)), "{win}");
    }
}

#[test]
fn carry_home_wins_in_any_own_headquarters() {
    let pieces = [("N63", "s32"), ("S11", "s37"), ("N62", "n30"), ("N33", "n38"), ("S64", "s30")];
    let mut game = game("open", &[("flag_win", json!("carry_home"))], &pieces);
    for action in ["N63 N62", "N33 N34", "N62 N52", "N34 N33", "N52 S52", "N33 N34"] {
        play(&mut game, action);
    }
    assert!(game.outcome().is_none());
    let events = play(&mut game, "S52 S62");
    assert!(events.contains(&Event::FlagBrought { by: SOUTH, seat: NORTH, at: cell("S62") }));
    assert_eq!(reason(&game), Some(Reason::FlagTaken));
}

// ---- Armies without a move ----

#[test]
fn hemmed_in_army_is_out_or_waits() {
    // South's Engineer could only strike into a camp.
    let pieces = [
        ("S52", "s32"),
        ("S51", "s31"),
        ("S53", "s31"),
        ("S62", "s30"),
        ("S42", "n37"),
        ("N62", "n30"),
        ("N33", "n38"),
    ];
    let plain = rules("siguo_duel", &[]);
    let over = position(&plain, &pieces);
    assert_eq!(reason(&over), Some(Reason::NoMove));
    assert_eq!(winners(&over), Some(SeatSet::one(NORTH)));
    let mut game = position(&Rules { hemmed_in_waits: true, ..plain }, &pieces);
    assert_eq!(game.turn(), Turn::Seat(NORTH), "the turn of the south passes");
    play(&mut game, "N33 N43");
    assert_eq!(game.turn(), Turn::Seat(NORTH), "and once more");
    play(&mut game, "S42 S32");
    assert_eq!(game.turn(), Turn::Seat(SOUTH), "the camp is free");
    assert_eq!(legal(&game), ["S52 S42"]);
}

// ---- Revealing ----

#[test]
fn fallen_field_marshal_shows_the_flag() {
    let pieces = [("S11", "s00"), ("S33", "s37"), ("N15", "n40"), ("N62", "n30"), ("N33", "n38")];
    for (shows, expected) in [(true, true), (false, false)] {
        let mut game = game("dark", &[("marshal_reveals_flag", json!(shows))], &pieces);
        let events = play(&mut game, "S11 N15");
        let shown = Event::FlagShown { seat: NORTH, at: cell("N62") };
        assert_eq!(events.contains(&shown), expected);
        assert_eq!(game.is_revealed(tile("N62")), expected);
        assert_eq!(game.battles()[0].defender_flag_shown, expected);
    }
}

#[test]
fn scouting_engineer_reveals_its_target() {
    let pieces = [("S11", "s32"), ("S33", "s37"), ("N15", "n38"), ("N33", "n36"), ("N13", "n31")];
    for (scout, expected) in [(true, true), (false, false)] {
        let mut game = game("dark", &[("scout", json!(scout))], &pieces);
        let events = play(&mut game, "S11 N15");
        assert_eq!(battle_result(&events), Some(BattleResult::DefenderSurvives));
        let shown = Event::Revealed { seat: NORTH, at: cell("N15"), piece: Kind::MajorGeneral };
        assert_eq!(events.contains(&shown), expected);
    }
    // Pieces without a rank are not revealed: a mine is dug as in combat.
    let pieces = [("S13", "s32"), ("S33", "s37"), ("N13", "n31"), ("N33", "n36")];
    let mut game = game("dark", &[("scout", json!(true))], &pieces);
    let events = play(&mut game, "S13 N13");
    assert_eq!(battle_result(&events), Some(BattleResult::AttackerSurvives));
    assert!(!events.iter().any(|event| matches!(event, Event::Revealed { .. })));
}

#[test]
fn contact_reveals_both_fighters() {
    let pieces = [("S11", "s37"), ("S33", "s36"), ("N15", "n38"), ("N33", "n36")];
    for (preset, expected) in [("mixed", 2), ("dark", 0)] {
        let mut game = game(preset, &[], &pieces);
        let events = play(&mut game, "S11 N15");
        let shown = events.iter().filter(|event| matches!(event, Event::Revealed { .. })).count();
        assert_eq!(shown, expected, "{preset}");
        let view = game.view(qipan_core::contract::game::Viewer::Seat(SOUTH));
        let seen = view.visible_tile(tile("N15")).piece;
        assert_eq!(seen, (expected > 0).then_some(Kind::MajorGeneral));
    }
}

// ---- Flip chess ----

#[test]
fn first_engineer_assigns_the_armies() {
    let game_rules = rules("flip", &[("first", json!("south"))]);
    // The kinds of the tiles that assigned the armies.
    let mut deciding_kinds = KindSet::EMPTY;
    // The numbers of games in which seats own their dealt armies, and in which they are swapped.
    let mut swaps = [0; 2];
    for seed in 0..40 {
        let mut game = start(&game_rules, &mut rng(seed));
        while !game.armies_assigned() {
            let words = legal(&game);
            assert!(words.iter().all(|action| action.starts_with("flip ")));
            let word = words[seed as usize % words.len()].clone();
            let flipper = game.seat_to_move();
            let events = play(&mut game, &word);
            let Some(Event::ArmiesAssigned { seat, colour }) =
                events.iter().find(|event| matches!(event, Event::ArmiesAssigned { .. }))
            else {
                continue;
            };
            let flipped = tile(&word[5..]);
            assert_eq!(*seat, flipper);
            assert_eq!(game.owner_of(flipped), Some(flipper));
            assert_eq!(game.dealt_seat_of(flipped), Some(*colour));
            deciding_kinds.insert(game.kind_of(flipped).unwrap());
            swaps[usize::from(colour != seat)] += 1;
        }
    }
    assert_eq!(deciding_kinds.only(), Some(Kind::Engineer));
    assert!(swaps[0] > 5 && swaps[1] > 5, "{swaps:?}");
}

/// Returns a position of open flip chess.
fn flip(changes: &[(&str, Value)], pieces: &[(&str, &str)]) -> Junqi {
    game("flip_open", changes, pieces)
}

#[test]
fn flip_flag_falls_to_the_smallest_piece_without_mines() {
    let mined = [
        ("S13", "s33"),
        ("S33", "s38"),
        ("N13", "n30"),
        ("N22", "n31"),
        ("N55", "n36"),
        ("S55", "s30"),
    ];
    assert!(!legal(&flip(&[], &mined)).contains(&"S13 N13".to_owned()));
    let cleared: Vec<_> = mined.iter().copied().filter(|(_, code)| *code != "n31").collect();
    let mut game = flip(&[], &cleared);
    assert!(legal(&game).contains(&"S13 N13".to_owned()));
    play(&mut game, "S13 N13");
    assert_eq!(reason(&game), Some(Reason::FlagTaken));
    // A larger piece may not while a smaller one lives; a Bomb never may.
    for code in ["s38", "s00"] {
        let mut pieces = cleared.clone();
        pieces[0] = ("S13", code);
        pieces[1] = ("S33", "s34");
        assert!(!legal(&flip(&[], &pieces)).contains(&"S13 N13".to_owned()), "{code}");
    }
}

#[test]
fn first_tile_can_decide_who_owns_which_army() {
    for rule in ["engineer", "first_tile"] {
        let mut rules = Rules::preset("flip").unwrap();
        rules = rules.with("flip_armies", &json!(rule)).unwrap();
        let deal = Deal::draw(&rules, &[], &Seed::from_number(3)).unwrap();
        let mut game = Junqi::new(&rules, rules.seats(), &deal).unwrap();
        let mut actions = Vec::new();
        game.legal_actions(&mut actions);
        let at = actions.into_iter().find(|action| {
            let Action::Flip { at } = action else { return false };
            let tile = game.tile_at(*at).unwrap();
            game.view(Viewer::All).visible_tile(tile).piece != Some(Kind::Engineer)
        });
        let (seat, action) = (game.seat_to_move(), at.unwrap());
        let mut events = Vec::new();
        game.play_unchecked(&Step::Act { seat, action }, &mut events);
        let assigned = events.iter().any(|event| matches!(event, Event::ArmiesAssigned { .. }));
        assert_eq!(assigned, rule == "first_tile");
        assert_eq!(game.armies_assigned(), assigned);
    }
    assert!(Rules::preset("dark").unwrap().with("flip_armies", &json!("first_tile")).is_err());
}

#[test]
fn flip_mines_can_require_engineers() {
    // The last mine is lost to a Bomb: enough under `any`, not under `engineers_only`.
    for (rule, takes) in [("any", true), ("engineers_only", false)] {
        let pieces = [
            ("S13", "s33"),
            ("S32", "s00"),
            ("S33", "n31"),
            ("N13", "n30"),
            ("N55", "n36"),
            ("S55", "s30"),
        ];
        let mut game = flip(&[("flip_mines", json!(rule))], &pieces);
        // A camp shelters a mine too; the next position has it outside.
        assert!(!legal(&game).contains(&"S32 S33".to_owned()));
        play(&mut game, "S32 S31");
        play(&mut game, "N55 N45");
        assert!(!legal(&game).contains(&"S13 N13".to_owned()));
        let pieces = [
            ("S13", "s33"),
            ("S32", "s00"),
            ("S31", "n31"),
            ("N13", "n30"),
            ("N55", "n36"),
            ("S55", "s30"),
        ];
        let mut game = flip(&[("flip_mines", json!(rule))], &pieces);
        play(&mut game, "S32 S31");
        play(&mut game, "N55 N45");
        assert_eq!(legal(&game).contains(&"S13 N13".to_owned()), takes, "{rule}");
    }
    // Three mines dug by Engineers are enough under both values.
    let pieces = [
        ("S11", "s32"),
        ("S12", "n31"),
        ("S13", "n31"),
        ("S14", "n31"),
        ("N13", "n30"),
        ("N55", "n36"),
        ("S55", "s30"),
    ];
    let mut game = flip(&[("flip_mines", json!("engineers_only"))], &pieces);
    for action in ["S11 S12", "N55 N45", "S12 S13", "N45 N55", "S13 S14", "N55 N45"] {
        assert!(!legal(&game).iter().any(|action| action.ends_with(" N13")));
        play(&mut game, action);
    }
    assert!(legal(&game).contains(&"S14 N13".to_owned()));
}

#[test]
fn flip_flag_can_require_an_engineer_to_carry_it() {
    let pieces = [
        ("S13", "s32"),
        ("S15", "s38"),
        ("N13", "n30"),
        ("N11", "n36"),
        ("S55", "s30"),
        ("N33", "n37"),
    ];
    let mut game = flip(&[("flip_flag", json!("engineer_carries_home"))], &pieces);
    let events = play(&mut game, "S13 N13");
    assert!(events.contains(&Event::FlagLifted { by: SOUTH, seat: NORTH, at: cell("N13") }));
    play(&mut game, "N33 N34");
    play(&mut game, "N13 S52");
    play(&mut game, "N34 N33");
    play(&mut game, "S52 S62");
    assert_eq!(reason(&game), Some(Reason::FlagTaken));
    let by_rank = [("S13", "s38"), ("N13", "n30"), ("N11", "n36"), ("S55", "s30")];
    let game = flip(&[("flip_flag", json!("engineer_carries_home"))], &by_rank);
    assert!(!legal(&game).contains(&"S13 N13".to_owned()));
}

#[test]
fn bomb_does_not_take_a_dropped_flag_that_only_engineers_carry() {
    for (flag_win, is_over) in [
        ("flip flip_flag=engineer_carries_home dug=north:3", false),
        ("open flag_win=carry_home", true),
    ] {
        let line = format!(
            "qipan junqi {flag_win} turn=south south=S62F,S13Z,S11P north=N52P,N43L \
             dropped=north:N13 ply=10"
        );
        let line: PositionLine<Junqi> = line.parse().unwrap();
        let mut game = line.set_up().unwrap();
        play(&mut game, "S13 N13");
        assert_eq!(game.outcome().is_some(), is_over, "{flag_win}");
    }
}

#[test]
fn last_exchange_of_flip_chess_is_won_by_the_mover() {
    let pieces = [("S13", "s38"), ("N13", "n38"), ("N62", "n30"), ("S62", "s30")];
    let mut game = flip(&[], &pieces);
    let events = play(&mut game, "S13 N13");
    assert_eq!(battle_result(&events), Some(BattleResult::BothGone));
    assert_eq!(eliminated(&events), Some((NORTH, EliminationReason::NoPieces)));
    assert_eq!(winners(&game), Some(SeatSet::one(SOUTH)));
}

// ---- Turns, clocks, draws ----

#[test]
fn last_exchange_of_a_dark_game_is_won_by_the_mover() {
    let pieces = [("S13", "s38"), ("N13", "n38"), ("N62", "n30"), ("S62", "s30")];
    let mut game = game("dark", &[], &pieces);
    let events = play(&mut game, "S13 N13");
    assert_eq!(eliminated(&events), Some((NORTH, EliminationReason::NoMove)));
    assert_eq!((winners(&game), reason(&game)), (Some(SeatSet::one(SOUTH)), Some(Reason::NoMove)));
}

#[test]
fn first_seat_is_named_or_drawn() {
    let layout: Layout = "TPYNLHZSGPYJLNHGZDTPDFDNG".parse().unwrap();
    let first = |preset: &str, value: &str, number: u64| {
        let rules = rules(preset, &[("first", json!(value))]);
        let layouts: Vec<_> = rules.seats().iter().map(|seat| (seat, layout)).collect();
        let deal = Deal::draw(&rules, &layouts, &Seed::from_number(number)).unwrap();
        let game = Junqi::new(&rules, rules.seats(), &deal).unwrap();
        (game.seat_to_move().index(), deal.lot)
    };
    for (name, index) in [("south", 0), ("east", 1), ("north", 2), ("west", 3)] {
        assert_eq!(first("siguo_dark", name, 1), (index, None));
    }
    // How often each seat begins, by either way of drawing.
    let mut by_lot = [0; 4];
    let mut by_engineer = [0; 4];
    for number in 0..200 {
        by_lot[first("siguo_dark", "lot", number).0] += 1;
        let (seat, lot) = first("siguo_dark", "flip_engineer", number);
        let lot = lot.unwrap();
        assert!(lot.to_ascii_uppercase().ends_with('G'));
        assert_eq!(lot.to_ascii_uppercase().find('G'), Some(lot.len() - 1));
        assert_eq!(seat, (lot.len() - 1) % 4);
        by_engineer[seat] += 1;
    }
    assert!(by_lot.iter().all(|n| (30..=70).contains(n)), "{by_lot:?}");
    assert!(by_engineer.iter().all(|n| *n > 20), "{by_engineer:?}");
}

#[test]
fn turn_order_follows_the_option() {
    let pieces = [("S33", "s37"), ("E33", "e37"), ("N33", "n37"), ("W33", "w37")];
    for (order, expected) in [("anticlockwise", [1, 2, 3, 0]), ("clockwise", [3, 2, 1, 0])] {
        let mut game = game("siguo_dark", &[("turn_order", json!(order))], &pieces);
        let mut seats = Vec::new();
        for _ in 0..4 {
            let action = legal(&game)[0].clone();
            play(&mut game, &action);
            seats.push(game.seat_to_move().index());
        }
        assert_eq!(seats, expected, "{order}");
    }
}

#[test]
fn quiet_plies_draw_at_the_limit() {
    let pieces = [("S33", "s37"), ("N33", "n37"), ("S62", "s30"), ("N62", "n30")];
    for (limit, expected) in [(6, Some(6)), (0, None)] {
        let mut game = game("dark", &[("draw_after_quiet_plies", json!(limit))], &pieces);
        let mut plies = 0;
        while game.turn() != Turn::Over && plies < 400 {
            let from = if plies % 4 < 2 { "33" } else { "34" };
            let to = if plies % 4 < 2 { "34" } else { "33" };
            let army = if plies % 2 == 0 { 'S' } else { 'N' };
            play(&mut game, &format!("{army}{from} {army}{to}"));
            plies += 1;
        }
        assert_eq!(game.outcome().map(|_| plies), expected);
        assert_eq!(reason(&game), expected.map(|_| Reason::QuietPlies));
    }
}

#[test]
fn timeouts_pass_the_turn_and_finally_lose_the_army() {
    let pieces = [("S33", "s37"), ("N33", "n37"), ("S62", "s30"), ("N62", "n30")];
    let timeout = |seat| Step::<Junqi>::Timeout { seat };
    let mut without = game("dark", &[("clock_seconds", json!(0))], &pieces);
    assert_eq!(without.play(&timeout(SOUTH), &mut Vec::new()), Err(IllegalStep::NoClock));
    for (lose, out_after) in [(2, Some(2)), (0, None)] {
        let mut game = game("dark", &[("timeouts_lose", json!(lose))], &pieces);
        assert_eq!(game.play(&timeout(NORTH), &mut Vec::new()), Err(IllegalStep::NotYourTurn));
        let mut overrun = 0;
        while game.turn() != Turn::Over && overrun < 9 {
            let quiet = game.quiet_plies();
            game.play(&timeout(SOUTH), &mut Vec::new()).unwrap();
            overrun += 1;
            assert_eq!(game.quiet_plies(), quiet, "a timeout neither counts nor resets");
            if game.turn() != Turn::Over {
                assert_eq!(game.turn(), Turn::Seat(NORTH));
                let action = if overrun % 2 == 1 { "N33 N34" } else { "N34 N33" };
                play(&mut game, action);
            }
        }
        assert_eq!(game.outcome().map(|_| overrun), out_after);
        assert_eq!(reason(&game), out_after.map(|_| Reason::Timeouts));
    }
}

#[test]
fn draw_by_agreement_requires_the_option() {
    let pieces = [("S33", "s37"), ("N33", "n37"), ("S62", "s30"), ("N62", "n30")];
    for allowed in [true, false] {
        let mut game = game("dark", &[("draw_by_agreement", json!(allowed))], &pieces);
        let result = game.play(&Step::Draw, &mut Vec::new());
        assert_eq!(result.is_ok(), allowed);
        assert_eq!(reason(&game), allowed.then_some(Reason::Agreement));
    }
}

#[test]
fn beaten_side_shares_no_draw() {
    let mut game = start(&rules("six", &[("teams", json!("pairs"))]), &mut rng(1));
    let mut steps = vec![Step::Resign { seat: SOUTH }, Step::Resign { seat: Seat::new(4) }];
    steps.extend([Step::Resign { seat: NORTH }, Step::Draw]);
    for step in steps {
        game.play(&step, &mut Vec::new()).unwrap();
    }
    // South and north are eliminated. So is southeast, but its partner northwest is not.
    let sharing: SeatSet = (4..8).map(Seat::new).collect();
    let beaten: SeatSet = [SOUTH, NORTH].into_iter().collect();
    assert_eq!(game.outcome().unwrap().places, [sharing, beaten]);
}

#[test]
fn army_beside_an_occupied_headquarters_is_eliminated_without_a_draw() {
    let pieces = [
        ("S62", "s30"),
        ("S51", "s31"),
        ("S52", "s31"),
        ("S53", "s31"),
        ("S61", "s33"),
        ("S63", "s33"),
        ("S64", "s40"),
        ("S22", "s33"),
        ("S21", "n38"),
        ("N64", "n30"),
        ("N53", "n31"),
        ("N54", "n31"),
    ];
    let mut game = game("dark", &[], &pieces);
    // The last piece that could move falls, but the others stand beside a Marshal.
    play(&mut game, "S22 S21");
    assert_eq!(reason(&game), None);
    play(&mut game, "S21 S31");
    assert_eq!(winners(&game), Some([NORTH].into_iter().collect()));
}

#[test]
fn resignation_removes_the_army_and_last_side_wins() {
    let pieces = [("S33", "s37"), ("E33", "e37"), ("N33", "n37"), ("W33", "w37")];
    let mut game = game("siguo_dark", &[], &pieces);
    let mut events = Vec::new();
    game.play(&Step::Resign { seat: Seat::new(1) }, &mut events).unwrap();
    assert_eq!(eliminated(&events), Some((Seat::new(1), EliminationReason::Resigned)));
    assert!(game.tile_at(cell("E33")).is_none() && game.turn() == Turn::Seat(SOUTH));
    play(&mut game, "S33 S34");
    assert_eq!(game.turn(), Turn::Seat(NORTH));
    game.play(&Step::Resign { seat: Seat::new(3) }, &mut events).unwrap();
    let team: SeatSet = [SOUTH, NORTH].into_iter().collect();
    assert_eq!((winners(&game), reason(&game)), (Some(team), Some(Reason::Resignation)));
}

#[test]
fn allies_block_and_fallen_armies_leave_the_board() {
    let pieces = [
        ("S11", "s37"),
        ("S64", "s30"),
        ("W15", "w36"),
        ("N15", "n36"),
        ("E33", "e37"),
        ("E13", "s38"),
        ("W64", "w30"),
        ("W63", "s40"),
    ];
    let mut game = game("siguo_open", &[], &pieces);
    let words = legal(&game);
    assert!(words.contains(&"S11 W15".to_owned()), "an enemy is struck round the arc");
    assert!(!words.contains(&"S11 N15".to_owned()), "an ally is not");
    assert!(words.contains(&"S11 C11".to_owned()));
    let events = play(&mut game, "W63 W64");
    assert_eq!(eliminated(&events), Some((Seat::new(3), EliminationReason::Flag)));
    assert!(game.tile_at(cell("W15")).is_none(), "all its pieces left");
    assert_eq!(game.turn(), Turn::Seat(Seat::new(1)));
}

#[test]
fn three_armies_close_the_fourth_land() {
    let rules = Rules::preset("three").unwrap();
    let game = start(&rules, &mut rng(1));
    assert!(!game.board().cells().contains(cell("W33")));
    assert_eq!(game.seats().len(), 3);
    assert!(!game.allied(SOUTH, NORTH), "each for himself");
}
