//! Tests of the shipped house rules of Junqi: their effects and limits.

use crate::common::house_junqi::{house, merged, one};
use crate::common::junqi::{check_state, legal, position};
use qipan_core::contract::game::{Game, Step, Turn, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::outcome::Reason;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::games::junqi::{Action, BattleResult, Deal, Event, Junqi, Kind, Layout, Rules};
use qipan_core::house::House;

const SOUTH: Seat = Seat::new(0);
const NORTH: Seat = Seat::new(2);

/// A game under one shipped rule, from a position with both Flags and a Lieutenant for each side.
struct RuledGame {
    state: Junqi,
    house: House<Junqi>,
}

impl RuledGame {
    fn new(rule: &str, preset: &str, more: &[(&str, &str)]) -> Self {
        let rule = one(rule);
        assert!(rule.is_for(preset), "{} is not for {preset}", rule.name);
        let rules = merged(&Rules::preset(preset).unwrap(), &[&rule]).unwrap();
        let homes = [("S62", "s30"), ("N62", "n30"), ("S65", "s33"), ("N65", "n33")];
        Self { state: position(&rules, &[&homes, more].concat()), house: house(&[&rule]) }
    }

    /// Plays a move and returns its events.
    fn play(&mut self, action: &str) -> Vec<Event> {
        let Turn::Seat(seat) = self.state.turn() else { panic!("the game is over") };
        let action = action.parse::<Action>().unwrap();
        let mut events = Vec::new();
        let step = Step::Act { seat, action };
        let played = self.house.play(&mut self.state, step, &mut Vec::new(), &mut events);
        played.unwrap_or_else(|why| panic!("{action}: {why}"));
        check_state(&self.state);
        events
    }

    /// Plays a move of south. Then north's Lieutenant steps aside or back. Returns the events of
    /// the first move.
    fn play_and_answer(&mut self, action: &str) -> Vec<Event> {
        let events = self.play(action);
        if self.state.turn() == Turn::Seat(NORTH) {
            let at_home = self.state.tile_at("N65".parse().unwrap()).is_some();
            self.play(if at_home { "N65 N55" } else { "N55 N65" });
        }
        events
    }

    /// Returns true if an action is legal.
    fn can(&self, action: &str) -> bool {
        legal(&self.state).iter().any(|other| other == action)
    }
}

/// Returns the number of pieces revealed.
fn reveals(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event, Event::Revealed { .. })).count()
}

#[test]
fn fight_rules_change_results() {
    use BattleResult::{AttackerSurvives, BothGone, DefenderSurvives};
    for (rule, attacker, defender, expected) in [
        ("bomb_mines", "s32", "n31", BothGone),
        ("bomb_mines", "s40", "n31", BothGone),
        ("bomb_mines", "s32", "n36", DefenderSurvives),
        ("bomb_mines_dug", "s36", "n31", BothGone),
        ("bomb_mines_dug", "s32", "n31", AttackerSurvives),
        ("david_and_goliath", "s33", "n40", AttackerSurvives),
        ("david_and_goliath", "s40", "n33", DefenderSurvives),
        ("david_and_goliath", "s33", "n39", DefenderSurvives),
        ("david_and_goliath", "s34", "n40", DefenderSurvives),
        ("bomb_squad", "s32", "n00", AttackerSurvives),
        ("bomb_squad", "s33", "n00", BothGone),
        ("bomb_squad", "s00", "n32", BothGone),
    ] {
        for preset in ["dark", "open", "flip_open"] {
            let mut game = RuledGame::new(rule, preset, &[("N42", attacker), ("N52", defender)]);
            let events = game.play("N42 N52");
            let Event::Battled { result: fight, .. } = events[0] else { panic!("{events:?}") };
            assert_eq!(fight, expected, "{rule}: {attacker} strikes {defender}");
        }
    }
}

#[test]
fn movement_rules_change_legal_moves() {
    for (rule, pieces, can, cannot) in [
        ("flying_bombs", [("S21", "s00"), ("S41", "s35")], "S21 S13", "S41 S53"),
        ("rail_turns", [("S21", "s35"), ("S24", "s36")], "S21 S13", "S24 S11"),
        ("cross_lines", [("S11", "s35"), ("S12", "s36")], "S11 N11", "S12 N11"),
        ("open_headquarters", [("S64", "s35"), ("S52", "s31")], "S64 S54", "S62 S61"),
    ] {
        let game = RuledGame::new(rule, "dark", &pieces);
        assert!(game.can(can), "{rule}: {can} is missing in {:?}", legal(&game.state));
        assert!(!game.can(cannot), "{rule}: {cannot}");
        // Without the rule the move is illegal.
        let plain = position(
            &Rules::preset("dark").unwrap(),
            &[&[("S62", "s30"), ("N62", "n30"), ("N65", "n33")], &pieces[..]].concat(),
        );
        assert!(!legal(&plain).iter().any(|other| other == can), "{rule}");
    }
    assert!(!one("cross_lines").is_for("siguo_dark"), "the lines belong to the board for two");
}

#[test]
fn cross_lines_extend_existing_lines() {
    let line = serde_json::json!([["S13", "N22"]]);
    let start = Rules::preset("dark").unwrap().with("extra_lines", &line).unwrap();
    let lines = merged(&start, &[&one("cross_lines")]).unwrap().get("extra_lines").unwrap();
    let expected = serde_json::json!([["S13", "N22"], ["S11", "N11"], ["S15", "N15"]]);
    assert_eq!(lines, expected);
}

#[test]
fn scouts_reveal_ranked_pieces_only() {
    let strike = |defender| {
        let mut game = RuledGame::new("scouts", "dark", &[("N42", "s32"), ("N52", defender)]);
        reveals(&game.play("N42 N52"))
    };
    assert_eq!(["n40", "n36", "n33"].map(strike), [1; 3]);
    assert_eq!(["n32", "n31", "n00"].map(strike), [0; 3], "no officers");
}

#[test]
fn contact_reveals_only_the_fighters() {
    let pieces = [("N42", "s38"), ("N52", "n36"), ("N41", "n35")];
    let mut game = RuledGame::new("contact_reveals", "dark", &pieces);
    assert_eq!(reveals(&game.play_and_answer("S65 S55")), 0);
    assert_eq!(reveals(&game.play("N42 N52")), 2);
    assert!(!game.state.is_revealed("N41".parse().unwrap()));
}

#[test]
fn carry_home_wins_in_the_own_headquarters() {
    let mut game = RuledGame::new("carry_home", "dark", &[("N61", "s39")]);
    let lifted = game.play_and_answer("N61 N62");
    assert!(lifted.contains(&Event::FlagLifted {
        by: SOUTH,
        seat: NORTH,
        at: "N62".parse().unwrap()
    }));
    for action in ["N62 N52", "N52 N51", "N51 S55", "S55 S54"] {
        game.play_and_answer(action);
        assert_eq!(game.state.outcome(), None, "{action}: not home yet");
    }
    game.play("S54 S64");
    assert_eq!(game.state.outcome().unwrap().reason, Reason::FlagTaken);
    assert_eq!(game.state.outcome().unwrap().places[0], SeatSet::one(SOUTH));
}

#[test]
fn engineers_dig_mines_and_lift_the_flag() {
    let mines = [("N51", "n31"), ("N52", "n31"), ("N61", "n31"), ("N42", "s32"), ("N63", "s33")];
    let mut game = RuledGame::new("engineers_carry", "flip_open", &mines);
    for action in ["N42 N52", "N52 N51", "N51 N61"] {
        assert!(!game.can("N52 N62") && !game.can("N63 N62"));
        game.play_and_answer(action);
    }
    assert!(!game.can("N63 N62"), "a Lieutenant carries nothing");
    let lifted = game.play("N61 N62");
    assert!(matches!(lifted[..], [_, Event::FlagLifted { by: SOUTH, .. }]), "{lifted:?}");
    assert_eq!(game.state.outcome(), None);
}

#[test]
fn long_breath_draws_after_200_quiet_plies() {
    let mut game = RuledGame::new("long_breath", "dark", &[]);
    for _ in 0..50 {
        for action in ["S65 S55", "N65 N55", "S55 S65", "N55 N65"] {
            assert_eq!(game.state.outcome(), None, "ply {}", game.state.ply());
            game.play(action);
        }
    }
    assert_eq!(game.state.outcome().unwrap().reason, Reason::QuietPlies);
}

#[test]
fn layout_rules_object_to_bad_layouts() {
    for (rule, bad, good) in [
        ("mined_flag", "TPYNLHZSGPYJLNHGZDDDTFPNG", "TPYNLHZSGPYJLNHGZDTPDFDNG"),
        ("mined_flag", "TPYNLHZSGPYJLNHDDDZGTNPFG", "TPYNLHZSGPYJLNHDDPDGTNZFG"),
        ("marshal_behind", "TPYNSHZLGPYJLNHGZDTPDFDNG", "TPYNLSZHGPYJLNHGZDTPDFDNG"),
    ] {
        let rule = one(rule);
        let rules = Rules::preset("siguo_partner").unwrap();
        let objection = |layout: &str, seat: &str| {
            let layout: Layout = layout.parse().unwrap();
            let layouts = [(seat.to_owned(), layout.to_string())].into();
            let deal = Deal { layouts, ..Deal::default() };
            let seat = Junqi::seat_by_name(seat).unwrap();
            house(&[&rule]).check_layout(&rules, seat, &deal).unwrap()
        };
        for seat in ["south", "west"] {
            let why = objection(bad, seat).unwrap().1;
            assert!(why.en.contains("Landmine") || why.en.contains("front row"), "{why:?}");
            assert_eq!(objection(good, seat), None, "{}", rule.name);
        }
    }
}

#[test]
fn promotion_follows_three_victories() {
    let column = [("S11", "s36"), ("S21", "n33"), ("S31", "n34"), ("S41", "n34"), ("S51", "n37")];
    for (preset, shown) in [("dark", 1), ("open", 0), ("flip_open", 0), ("mixed", 0)] {
        let mut game = RuledGame::new("promotion", preset, &column);
        // The Colonel of south wins one battle after another.
        let shows_hero =
            |event: &&Event| matches!(event, Event::Revealed { piece: Kind::Colonel, .. });
        let hero_reveals = |events: &[Event]| events.iter().filter(shows_hero).count();
        let first = hero_reveals(&game.play_and_answer("S11 S21"))
            + hero_reveals(&game.play_and_answer("S21 S31"));
        assert_eq!(first, usize::from(preset == "mixed"), "two victories are not enough");
        assert_eq!(hero_reveals(&game.play_and_answer("S31 S41")), shown, "{preset}");
        let events = game.play("S41 S51");
        let Event::Battled { result: fight, .. } = events[0] else { panic!("{events:?}") };
        assert_eq!(fight, BattleResult::BothGone, "it counts as a Brigadier");
        assert_eq!(game.state.memory().entries_of(0).count(), 0, "lost pieces are forgotten");
    }
}

#[test]
fn last_stand_reveals_the_last_five_pieces() {
    let south = [("N42", "s33"), ("S51", "s31"), ("S52", "s38"), ("S53", "s31")];
    let north = [("N52", "n38"), ("N51", "n31"), ("N53", "n35"), ("N54", "n36")];
    let mut game = RuledGame::new("last_stand", "dark", &[south, north].concat());
    assert_eq!(reveals(&game.play_and_answer("S65 S55")), 0, "both have six");
    let events = game.play("N42 N52");
    assert_eq!(reveals(&events), 5);
    let public = game.state.view(Viewer::Public);
    for (cell, shown) in [("S62", true), ("S55", true), ("S51", true), ("N62", false)] {
        let seen = public.at(cell.parse().unwrap()).unwrap();
        assert_eq!(seen.piece.is_some(), shown, "{cell}");
    }
}

#[test]
fn show_of_strength_lets_winners_choose() {
    let pieces = [("S11", "s40"), ("S21", "n33"), ("S31", "n34")];
    let mut game = RuledGame::new("show_of_strength", "dark", &pieces);
    game.play("S11 S21");
    assert_eq!(legal(&game.state), ["answer 1", "answer 2"]);
    assert_eq!(game.state.turn(), Turn::Seat(SOUTH));
    let events = game.play("answer 2");
    assert_eq!((reveals(&events), game.state.turn()), (1, Turn::Seat(SOUTH)));
    assert_eq!(reveals(&game.play("S21 S31")), 0, "a known winner is not asked about");
    assert_eq!(game.state.turn(), Turn::Seat(NORTH));
    let mut game = RuledGame::new("show_of_strength", "dark", &pieces);
    game.play("S11 S21");
    assert_eq!(reveals(&game.play("answer 1")), 0);
    assert_eq!(game.state.turn(), Turn::Seat(NORTH));
    assert_eq!(game.state.memory().entries_of(0).count(), 0, "the cell is forgotten");
    let mut game = RuledGame::new("show_of_strength", "open", &pieces);
    game.play("S11 S21");
    assert!(game.state.question().is_none(), "there is nothing to reveal");
}

#[test]
fn follow_up_grants_one_extra_move() {
    let column = [("S11", "s40"), ("S21", "n33"), ("S31", "n34"), ("S41", "n34"), ("S54", "s38")];
    let mut game = RuledGame::new("follow_up", "dark", &[&column[..], &[("S64", "n35")]].concat());
    let events = game.play("S11 S21");
    assert!(events.contains(&Event::ExtraTurn { seat: SOUTH }));
    assert_eq!(game.state.turn(), Turn::Seat(SOUTH));
    let mut offered = Vec::new();
    game.house.actions(&game.state, &mut offered).unwrap();
    assert!(offered.len() > 1);
    let is_of_winner = |action: &Action| action.to_string().starts_with("S21 ");
    assert!(
        offered.iter().all(is_of_winner),
        "the move is that of the piece that has won: {offered:?}"
    );
    game.play("S21 S31");
    assert_eq!(game.state.turn(), Turn::Seat(NORTH), "the second victory gives nothing");
    game.play("N65 N55");
    // A piece that is locked in after its victory cannot follow up.
    game.play("S54 S64");
    assert_eq!(game.state.turn(), Turn::Seat(NORTH));
    game.play("N55 N65");
    game.play("S31 S41");
    assert_eq!(game.state.turn(), Turn::Seat(SOUTH));
}

#[test]
fn third_repetition_draws() {
    for preset in ["dark", "flip_open"] {
        let mut game = RuledGame::new("third_repetition", preset, &[("S33", "s38")]);
        let around = ["S65 S55", "N65 N55", "S55 S65", "N55 N65"];
        for action in around.iter().cycle().take(8) {
            game.play(action);
            assert_eq!(game.state.outcome(), None);
        }
        // Another piece moved instead gives another position.
        let mut other =
            RuledGame { state: game.state.clone(), house: house(&[&one("third_repetition")]) };
        other.play("S33 S34");
        assert_eq!(other.state.outcome(), None);
        game.play(around[0]);
        assert_eq!(game.state.outcome().unwrap().reason, Reason::HouseRule);
        assert_eq!(game.state.ply(), 9);
    }
}
