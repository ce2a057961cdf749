//! Tests of the effects of house rules in Junqi: results, refusals, and the information they give.

use crate::common::junqi::{legal, play, position, rules, start};
use crate::common::rng;
use qipan_core::contract::game::{Game, IllegalStep, Step, Turn, Viewer};
use qipan_core::contract::house_rule_hooks::HouseRuleHooks;
use qipan_core::contract::memory::MemoryKey;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::outcome::Reason;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::games::junqi::{
    BattleResult, Cell, Effect, EliminationReason, Event, Junqi, Kind, KindSet, Rules, Tile,
};
use serde_json::{Value, json};

const SOUTH: Seat = Seat::new(0);
const EAST: Seat = Seat::new(1);
const NORTH: Seat = Seat::new(2);
const WEST: Seat = Seat::new(3);

fn tile(start: &str) -> Tile {
    Tile::named_by(cell(start))
}

fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

/// Parses an effect as written in files.
fn effect(value: Value) -> Effect {
    serde_json::from_value(value).unwrap()
}

/// Applies an effect. Returns the events, or the message if it is refused.
fn apply(game: &mut Junqi, value: Value) -> Result<Vec<Event>, String> {
    let mut events = Vec::new();
    let before = game.clone();
    match game.play(&Step::House { rule: 0, effect: effect(value) }, &mut events) {
        Ok(()) => {
            crate::common::junqi::check_state(game);
            Ok(events)
        }
        Err(why) => {
            assert_eq!((&before, events.len()), (&*game, 0), "a refused effect changes nothing");
            Err(why.to_string())
        }
    }
}

/// Applies an effect that must be refused. Returns the message.
fn refused(game: &mut Junqi, value: Value) -> String {
    apply(game, value).expect_err("refused")
}

/// Both Flags, and a Lieutenant for each side, so that it can always move.
const FLAGS_AND_LIEUTENANTS: [(&str, &str); 4] =
    [("S62", "s30"), ("N62", "n30"), ("S65", "s33"), ("N65", "n33")];

/// Returns a position with the Flags, the Lieutenants and these further pieces.
fn game(preset: &str, changes: &[(&str, Value)], more: &[(&str, &str)]) -> Junqi {
    let pieces = [&FLAGS_AND_LIEUTENANTS, more].concat();
    position(&rules(preset, changes), &pieces)
}

/// Returns the candidates of the tile that started on a cell, in a seat's belief.
fn candidates_for(game: &Junqi, seat: Seat, start: &str) -> KindSet {
    game.view(Viewer::Seat(seat)).belief().candidates(tile(start))
}

#[test]
fn remove_acts_like_a_capture() {
    let mut game = game("dark", &[], &[("S13", "s38"), ("N51", "n31")]);
    play(&mut game, "S65 S64");
    assert_eq!(game.quiet_plies(), 1);
    let at = cell("S13");
    let events = apply(&mut game, json!({"kind": "remove", "at": "S13"})).unwrap();
    assert_eq!(events, [Event::Removed { seat: SOUTH, at }]);
    assert_eq!((game.tile_at(at), game.cell_of(tile("S13")), game.quiet_plies()), (None, None, 0));
    assert_eq!(game.remaining(SOUTH, Kind::MajorGeneral), 0);
    // It is public that this was no Flag and, since no Flag was shown, no Field Marshal either.
    let maybe = candidates_for(&game, NORTH, "S13");
    assert!(!maybe.contains(Kind::Flag) && !maybe.contains(Kind::FieldMarshal));
    assert!(maybe.contains(Kind::Engineer));
    // Landmines can be removed too.
    apply(&mut game, json!({"kind": "remove", "at": "N51"})).unwrap();
    assert!(candidates_for(&game, SOUTH, "N51").contains(Kind::Landmine));
}

#[test]
fn removed_marshal_shows_its_flag() {
    let mut game = game("dark", &[], &[("N13", "n40")]);
    let events = apply(&mut game, json!({"kind": "remove", "at": "N13"})).unwrap();
    let flag = Event::FlagShown { seat: NORTH, at: cell("N62") };
    assert_eq!(events, [Event::Removed { seat: NORTH, at: cell("N13") }, flag]);
    assert_eq!(candidates_for(&game, SOUTH, "N13"), KindSet::one(Kind::FieldMarshal));
    let mut silent =
        self::game("dark", &[("marshal_reveals_flag", json!(false))], &[("N13", "n40")]);
    let events = apply(&mut silent, json!({"kind": "remove", "at": "N13"})).unwrap();
    assert_eq!(events.len(), 1);
    assert!(candidates_for(&silent, SOUTH, "N13").contains(Kind::FieldMarshal));
}

#[test]
fn removed_carrier_drops_the_flag() {
    let carried = [("N61", "s39"), ("N13", "n38")];
    let mut game = game("dark", &[("flag_win", json!("carry_home"))], &carried);
    play(&mut game, "N61 N62");
    let events = apply(&mut game, json!({"kind": "remove", "at": "N62"})).unwrap();
    assert_eq!(events[1], Event::FlagDropped { seat: NORTH, at: cell("N62") });
    assert_eq!((game.carrier_of(NORTH), game.dropped_flag(NORTH)), (None, Some(cell("N62"))));
}

#[test]
fn impossible_removals_are_refused() {
    let mut game = game("dark", &[], &[]);
    let refusal = |game: &mut Junqi, at: &str| refused(game, json!({"kind": "remove", "at": at}));
    assert_eq!(refusal(&mut game, "S13"), "no piece stands there");
    assert_eq!(refusal(&mut game, "C22"), "no piece stands there");
    assert_eq!(refusal(&mut game, "S62"), "a Flag is not removed by itself; `out` takes an army");
    let mut flip = start(&Rules::preset("flip").unwrap(), &mut rng(1));
    assert_eq!(refusal(&mut flip, "S11"), "this piece lies face down");
    let hidden = flip.tiles().find(|tile| flip.kind_of(*tile) == Some(Kind::Major)).unwrap();
    play(&mut flip, &format!("flip {hidden}"));
    assert_eq!(refusal(&mut flip, &hidden.to_string()), "nobody owns an army yet");
}

#[test]
fn removal_can_beat_an_army_or_draw_the_game() {
    // North's last mobile piece is removed on north's turn.
    let mut game = game("dark", &[], &[]);
    play(&mut game, "S65 S64");
    let events = apply(&mut game, json!({"kind": "remove", "at": "N65"})).unwrap();
    assert!(events.contains(&Event::ArmyOut { seat: NORTH, reason: EliminationReason::NoMove }));
    assert_eq!(game.outcome().unwrap().places[0], SeatSet::one(SOUTH));
    // In flip chess an army is beaten at once, on any seat's turn.
    let pieces = [("S62", "s30"), ("N62", "n30"), ("S11", "s40"), ("N11", "n40"), ("N33", "n31")];
    let mut flip = position(&rules("flip_open", &[]), &pieces);
    let events = apply(&mut flip, json!({"kind": "remove", "at": "N11"})).unwrap();
    assert!(events.contains(&Event::ArmyOut { seat: NORTH, reason: EliminationReason::NoPieces }));
    // The game is drawn if no piece can ever be captured and all sides can move.
    let south = [("S64", "s30"), ("S51", "s31"), ("S52", "s31"), ("S63", "s31"), ("S61", "n37")];
    let north = [("N64", "n30"), ("N51", "n31"), ("N52", "n31"), ("N63", "n31"), ("N61", "s36")];
    let pieces = [&south[..], &north, &[("S33", "s33")]].concat();
    let mut dead = position(&rules("flip_open", &[("hq_exit", json!(true))]), &pieces);
    apply(&mut dead, json!({"kind": "remove", "at": "S33"})).unwrap();
    assert_eq!(dead.outcome().unwrap().reason, Reason::DeadPosition);
}

#[test]
fn reveal_shows_a_piece_to_everybody() {
    let mut game = game("dark", &[], &[("N13", "n31")]);
    let events = apply(&mut game, json!({"kind": "reveal", "at": "N13"})).unwrap();
    let piece = Kind::Landmine;
    assert_eq!(events, [Event::Revealed { seat: NORTH, at: cell("N13"), piece }]);
    assert_eq!(game.view(Viewer::Public).visible_tile(tile("N13")).piece, Some(piece));
    let refusal = |game: &mut Junqi, at: &str| refused(game, json!({"kind": "reveal", "at": at}));
    assert_eq!(refusal(&mut game, "N13"), "everybody has been shown this piece already");
    assert_eq!(refusal(&mut game, "N12"), "no piece stands there");
    let mut flip = start(&Rules::preset("flip").unwrap(), &mut rng(1));
    assert_eq!(refusal(&mut flip, "S11"), "this piece lies face down");
}

#[test]
fn moved_piece_is_known_to_be_mobile() {
    let mut game = game("dark", &[], &[("S13", "s38"), ("S12", "s31"), ("N64", "n32")]);
    let events = apply(&mut game, json!({"kind": "move", "from": "S13", "to": "N33"})).unwrap();
    let (from, to) = (cell("S13"), cell("N33"));
    assert_eq!(events, [Event::Shifted { seat: SOUTH, from, to }]);
    assert_eq!(game.cell_of(tile("S13")), Some(to));
    let seen = game.view(Viewer::Seat(NORTH)).visible_tile(tile("S13"));
    assert!(!seen.moved && !seen.turned_corner, "it did not walk");
    assert_eq!(
        candidates_for(&game, NORTH, "S13").intersection(KindSet::MOVING),
        candidates_for(&game, NORTH, "S13")
    );
    assert!(candidates_for(&game, NORTH, "S12").contains(Kind::Landmine));
    assert_eq!(game.seat_to_move(), SOUTH, "no turn is used up");
    assert!(legal(&game).contains(&"N33 N32".to_owned()));
    // A piece moved out of a headquarters can walk again; inside one it cannot.
    assert!(!legal(&game).iter().any(|action| action.starts_with("N64")));
    apply(&mut game, json!({"kind": "move", "from": "N64", "to": "N41"})).unwrap();
    apply(&mut game, json!({"kind": "move", "from": "N33", "to": "N64"})).unwrap();
    assert!(!legal(&game).iter().any(|action| action.starts_with("N64")));
    play(&mut game, "S65 S64");
    assert!(legal(&game).iter().any(|action| action.starts_with("N41")));
}

#[test]
fn impossible_moves_are_refused() {
    let mut game = game("dark", &[], &[("S12", "s31")]);
    let mut refusal =
        |from: &str, to: &str| refused(&mut game, json!({"kind": "move", "from": from, "to": to}));
    assert_eq!(refusal("S13", "S14"), "no piece stands there");
    assert_eq!(refusal("S65", "S12"), "the destination of the piece is occupied");
    assert_eq!(refusal("S65", "W11"), "the cell the piece should go to is not on this board");
    assert_eq!(refusal("S12", "S13"), "Flags and Landmines stay where they are");
    assert_eq!(refusal("S62", "S13"), "Flags and Landmines stay where they are");
}

#[test]
fn moved_piece_lifts_and_brings_home_a_dropped_flag() {
    let pieces = [("N61", "s39"), ("S13", "s38"), ("N13", "n38"), ("S61", "s00")];
    // The Flag of north was lifted and dropped on N62.
    let dropped = || {
        let mut game = game("dark", &[("flag_win", json!("carry_home"))], &pieces);
        play(&mut game, "N61 N62");
        apply(&mut game, json!({"kind": "remove", "at": "N62"})).unwrap();
        game
    };
    let mut game = dropped();
    assert_eq!(game.seat_to_move(), NORTH);
    let events = apply(&mut game, json!({"kind": "move", "from": "S13", "to": "N62"})).unwrap();
    let (by, seat) = (SOUTH, NORTH);
    assert!(events.contains(&Event::FlagLifted { by, seat, at: cell("N62") }));
    apply(&mut game, json!({"kind": "move", "from": "N13", "to": "S54"})).unwrap();
    let events = apply(&mut game, json!({"kind": "swap", "a": "N62", "b": "S54"})).unwrap();
    assert_eq!(events.len(), 2, "its own army does not lift it, and S54 is no home");
    let events = apply(&mut game, json!({"kind": "move", "from": "S54", "to": "S64"})).unwrap();
    assert!(events.contains(&Event::FlagBrought { by, seat, at: cell("S64") }));
    assert_eq!(game.outcome().unwrap().reason, Reason::FlagTaken);
    let mut bomb = dropped();
    let events = apply(&mut bomb, json!({"kind": "move", "from": "S61", "to": "N62"})).unwrap();
    assert!(events.contains(&Event::FlagTaken { by, seat, at: cell("N62") }));
    assert_eq!(bomb.outcome().unwrap().places[0], SeatSet::one(SOUTH));
}

#[test]
fn swap_exchanges_two_pieces() {
    let more = [("S13", "s38"), ("N13", "n40"), ("S12", "s31")];
    let mut game = game("dark", &[], &more);
    let events = apply(&mut game, json!({"kind": "swap", "a": "S13", "b": "N13"})).unwrap();
    let (a, b) = (cell("S13"), cell("N13"));
    let first = Event::Shifted { seat: SOUTH, from: a, to: b };
    assert_eq!(events, [first, Event::Shifted { seat: NORTH, from: b, to: a }]);
    assert_eq!((game.tile_at(a), game.tile_at(b)), (Some(tile("N13")), Some(tile("S13"))));
    let swapped = tile("S13");
    assert_eq!((game.owner_of(swapped), game.cell_of(swapped)), (Some(SOUTH), Some(b)));
    assert!(!candidates_for(&game, SOUTH, "N13").contains(Kind::Landmine));
    assert!(legal(&game).contains(&"N13 N12".to_owned()));
    // Two pieces of one army: the one swapped into a headquarters cannot move.
    apply(&mut game, json!({"kind": "move", "from": "N13", "to": "S64"})).unwrap();
    apply(&mut game, json!({"kind": "swap", "a": "S64", "b": "S65"})).unwrap();
    assert!(legal(&game).iter().all(|action| action.starts_with("S65")));
    let mut refusal =
        |a: &str, b: &str| refused(&mut game, json!({"kind": "swap", "a": a, "b": b}));
    assert_eq!(refusal("S65", "S65"), "a piece cannot change places with itself");
    assert_eq!(refusal("S65", "S11"), "no piece stands there");
    assert_eq!(refusal("S65", "S12"), "Flags and Landmines stay where they are");
}

#[test]
fn flag_moves_only_between_its_headquarters_and_only_if_allowed() {
    let more = [("S64", "s38"), ("S13", "s39"), ("S54", "s31")];
    let mut game = game("dark", &[], &more);
    let swap = |a: &str, b: &str| json!({"kind": "swap", "a": a, "b": b, "flag": true});
    let to = |from: &str, to: &str| json!({"kind": "move", "from": from, "to": to, "flag": true});
    let message = "Landmines stay where they are, and Flags in the headquarters of their army";
    for impossible in [to("S62", "S12"), to("S54", "S12"), swap("S62", "S13"), swap("S62", "N62")] {
        assert_eq!(refused(&mut game, impossible), message);
    }
    let events = apply(&mut game, swap("S62", "S64")).unwrap();
    let (a, b) = (cell("S62"), cell("S64"));
    let shifted = |from, to| Event::Shifted { seat: SOUTH, from, to };
    assert_eq!(events, [shifted(a, b), shifted(b, a)]);
    assert_eq!((game.tile_at(a), game.tile_at(b)), (Some(tile("S64")), Some(tile("S62"))));
    // Everyone learns that neither is a Landmine, but not which one is the Flag.
    for start in ["S62", "S64"] {
        let maybe = candidates_for(&game, NORTH, start);
        assert!(maybe.contains(Kind::Flag) && !maybe.contains(Kind::Landmine), "{maybe:?}");
    }
    // A piece that went elsewhere is no Flag.
    apply(&mut game, to("S62", "S12")).unwrap();
    assert!(!candidates_for(&game, NORTH, "S64").contains(Kind::Flag));
    // The Flag falls where it stands.
    apply(&mut game, json!({"kind": "move", "from": "N65", "to": "S63"})).unwrap();
    play(&mut game, "S65 S55");
    play(&mut game, "S63 S64");
    assert_eq!(game.outcome().unwrap().reason, Reason::FlagTaken);
}

#[test]
fn option_flag_is_written_only_if_it_is_set() {
    let plain = json!({"kind": "move", "from": "S13", "to": "S14"});
    assert_eq!(serde_json::to_value(effect(plain.clone())).unwrap(), plain);
    let flag = json!({"kind": "swap", "a": "S62", "b": "S64", "flag": true});
    assert_eq!(serde_json::to_value(effect(flag.clone())).unwrap(), flag);
}

/// Plays any quiet action for each of the next `count` turns. Returns the seats to move.
fn play_turns(game: &mut Junqi, count: usize) -> Vec<Seat> {
    let mut seats = Vec::new();
    for _ in 0..count {
        seats.push(game.seat_to_move());
        let action = legal(game).into_iter().find(|a| game.tile_at(cell(&a[4..])).is_none());
        play(game, &action.unwrap());
    }
    seats
}

fn extra(game: &mut Junqi, seat: &str) -> Vec<Event> {
    apply(game, json!({"kind": "extra_move", "seat": seat})).unwrap()
}

#[test]
fn extra_moves_keep_the_turn_order_of_two() {
    let mut game = start(&rules("dark", &[("first", json!("south"))]), &mut rng(3));
    assert_eq!(play_turns(&mut game, 1), [SOUTH]);
    assert_eq!(extra(&mut game, "south"), [Event::ExtraTurn { seat: SOUTH }]);
    assert_eq!(play_turns(&mut game, 4), [SOUTH, NORTH, SOUTH, NORTH]);
    // Two in one turn for the seat that is to move anyway.
    extra(&mut game, "south");
    extra(&mut game, "south");
    assert_eq!(play_turns(&mut game, 5), [SOUTH, SOUTH, SOUTH, NORTH, SOUTH]);
    for _ in 0..4 {
        extra(&mut game, "south");
    }
    let words = refused(&mut game, json!({"kind": "extra_move", "seat": "south"}));
    assert_eq!(words, "four turns are put off already");
    assert_eq!(game.postponed_turns().collect::<Vec<_>>(), [NORTH, SOUTH, SOUTH, SOUTH]);
    assert_eq!(play_turns(&mut game, 6), [SOUTH, SOUTH, SOUTH, SOUTH, NORTH, SOUTH]);
}

#[test]
fn extra_moves_keep_the_turn_order_of_three_and_four() {
    let mut three = start(&rules("three", &[("first", json!("south"))]), &mut rng(4));
    assert_eq!(play_turns(&mut three, 1), [SOUTH]);
    extra(&mut three, "north");
    assert_eq!(play_turns(&mut three, 4), [NORTH, EAST, NORTH, SOUTH]);
    let words = refused(&mut three, json!({"kind": "extra_move", "seat": "west"}));
    assert_eq!(words, "this army does not take part or no longer plays");
    for (order, seats) in
        [("anticlockwise", [SOUTH, EAST, NORTH, WEST]), ("clockwise", [SOUTH, WEST, NORTH, EAST])]
    {
        let first = [("first", json!("south")), ("turn_order", json!(order))];
        let mut four = start(&rules("siguo_dark", &first), &mut rng(5));
        extra(&mut four, "west");
        extra(&mut four, "north");
        let expected = [&[NORTH, WEST][..], &seats, &seats[..1]].concat();
        assert_eq!(play_turns(&mut four, 7), expected, "{order}");
    }
}

#[test]
fn postponed_turns_of_a_lost_army_are_dropped() {
    let four = || {
        let rules = rules("siguo_dark", &[("first", json!("south")), ("timeouts_lose", json!(1))]);
        start(&rules, &mut rng(6))
    };
    // The seat whose regular turn it is resigns: the next one follows.
    let mut game = four();
    extra(&mut game, "west");
    game.play(&Step::Resign { seat: SOUTH }, &mut Vec::new()).unwrap();
    assert_eq!(play_turns(&mut game, 3), [WEST, EAST, NORTH]);
    // A seat with a postponed extra turn resigns: the postponed turn below it follows.
    let mut game = four();
    extra(&mut game, "west");
    extra(&mut game, "north");
    game.play(&Step::Resign { seat: WEST }, &mut Vec::new()).unwrap();
    assert_eq!(play_turns(&mut game, 4), [NORTH, SOUTH, EAST, NORTH]);
    // The seat to move is out by its clock.
    let mut game = four();
    extra(&mut game, "west");
    game.play(&Step::Timeout { seat: WEST }, &mut Vec::new()).unwrap();
    assert_eq!(play_turns(&mut game, 3), [SOUTH, EAST, NORTH]);
    // A timeout that costs no army uses up the extra turn.
    let rules = rules("three", &[("first", json!("south"))]);
    let mut game = start(&rules, &mut rng(6));
    extra(&mut game, "north");
    game.play(&Step::Timeout { seat: NORTH }, &mut Vec::new()).unwrap();
    assert_eq!(play_turns(&mut game, 3), [SOUTH, EAST, NORTH]);
}

#[test]
fn extra_move_is_refused_without_a_legal_move() {
    let pieces = [("S62", "s30"), ("N62", "n30"), ("S65", "s33"), ("N64", "n33"), ("S13", "s31")];
    let mut game = position(&rules("dark", &[]), &pieces);
    let words = refused(&mut game, json!({"kind": "extra_move", "seat": "north"}));
    assert_eq!(words, "this seat has no legal move");
}

#[test]
fn out_removes_an_army() {
    let mut game = start(&rules("three", &[("first", json!("south"))]), &mut rng(7));
    let events = apply(&mut game, json!({"kind": "out", "seat": "south"})).unwrap();
    assert_eq!(events, [Event::ArmyOut { seat: SOUTH, reason: EliminationReason::HouseRule }]);
    assert_eq!(game.turn(), Turn::Seat(EAST));
    let again = refused(&mut game, json!({"kind": "out", "seat": "south"}));
    assert_eq!(again, "this army does not take part or no longer plays");
    apply(&mut game, json!({"kind": "out", "seat": "north"})).unwrap();
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.places, [EAST, NORTH, SOUTH].map(SeatSet::one));
    assert_eq!(outcome.reason, Reason::HouseRule);
    let remember = Effect::Remember { key: "a".to_owned().try_into().unwrap(), value: 1 };
    for late in [Effect::Draw {}, remember] {
        let step = Step::House { rule: 0, effect: late };
        assert_eq!(game.play(&step, &mut Vec::new()), Err(IllegalStep::GameOver));
    }
}

#[test]
fn win_and_draw_end_the_game() {
    let places = |preset: &str, out: Option<&str>, value: Value| {
        let mut game = start(&rules(preset, &[]), &mut rng(8));
        if let Some(seat) = out {
            apply(&mut game, json!({"kind": "out", "seat": seat})).unwrap();
        }
        let events = apply(&mut game, value).unwrap();
        let outcome = game.outcome().unwrap();
        let winners = outcome.places[0];
        assert_eq!(events, [Event::Ended { winners, reason: Reason::HouseRule }]);
        assert_eq!(game.turn(), Turn::Over);
        let seats = outcome.places.iter().map(|set| set.iter().collect::<Vec<_>>());
        seats.collect::<Vec<_>>()
    };
    let win = |seat: &str| json!({"kind": "win", "seat": seat});
    let draw = || json!({"kind": "draw"});
    assert_eq!(places("dark", None, win("north")), [[NORTH], [SOUTH]]);
    assert_eq!(places("dark", None, draw()), [[SOUTH, NORTH]]);
    assert_eq!(places("three", None, win("east")), [vec![EAST], vec![SOUTH, NORTH]]);
    assert_eq!(places("three", Some("south"), win("east")), [[EAST], [NORTH], [SOUTH]]);
    assert_eq!(places("three", Some("south"), draw()), [vec![EAST, NORTH], vec![SOUTH]]);
    assert_eq!(places("siguo_dark", None, win("east")), [[EAST, WEST], [SOUTH, NORTH]]);
    assert_eq!(places("siguo_dark", Some("west"), win("east")), [[EAST, WEST], [SOUTH, NORTH]]);
    let mut game = start(&rules("siguo_dark", &[]), &mut rng(8));
    apply(&mut game, json!({"kind": "out", "seat": "west"})).unwrap();
    assert_eq!(refused(&mut game, win("west")), "this army does not take part or no longer plays");
}

#[test]
fn remember_stores_numbers_by_rule() {
    let mut game = game("dark", &[], &[]);
    let key = |name: &str| MemoryKey::try_from(name.to_owned()).unwrap();
    let plain = game.clone();
    let events = apply(&mut game, json!({"kind": "remember", "key": "raids", "value": 3})).unwrap();
    assert_eq!((events.len(), game.memory().get(0, key("raids"))), (0, 3));
    assert_eq!(game.view(Viewer::Public).memory().get(0, key("raids")), 3);
    assert_eq!(game.memory().get(1, key("raids")), 0);
    let words = refused(&mut game, json!({"kind": "remember", "key": "a", "value": 2_000_000_000}));
    assert_eq!(words, "a remembered number is from -1000000000 to 1000000000");
    apply(&mut game, json!({"kind": "remember", "key": "raids", "value": 0})).unwrap();
    assert_eq!(game, plain);
}

#[test]
fn effects_round_trip_and_errors_name_the_mistake() {
    let wrong = |value: Value| serde_json::from_value::<Effect>(value).unwrap_err().to_string();
    let cases = [
        (json!({"kind": "reveal", "at": "S93"}), "`S93` is not a cell; cells are written like S53"),
        (json!({"kind": "reveal"}), "missing field `at`"),
        (json!({"kind": "reveal", "at": "S53", "to": "S54"}), "unknown field `to`"),
        (json!({"kind": "explode", "at": "S53"}), "unknown variant `explode`, expected one of"),
        (
            json!({"kind": "out", "seat": "red"}),
            "unknown seat `red`; seats are south, east, north, west",
        ),
        (json!({"kind": "remember", "key": "a b", "value": 1}), "a key has 1 to 16 letters"),
    ];
    for (value, words) in cases {
        let message = wrong(value);
        assert!(message.contains(words), "{message}");
    }
    let all = [
        json!({"kind": "remove", "at": "S53"}),
        json!({"kind": "move", "from": "S53", "to": "C22"}),
        json!({"kind": "swap", "a": "S53", "b": "N11"}),
        json!({"kind": "extra_move", "seat": "west"}),
        json!({"kind": "draw"}),
        json!({"kind": "win", "seat": "east"}),
        json!({"kind": "remember", "key": "k", "value": -4}),
    ];
    for value in all {
        assert_eq!(serde_json::to_value(effect(value.clone())).unwrap(), value);
    }
}

/// Returns rules under which every battle needs a battle_source.
fn rules_with_rulings(changes: &[(&str, Value)]) -> Rules {
    Rules { records_battle_results: true, ..rules("dark", changes) }
}

/// Plays a battle in which south strikes N51 from N41, with a given result.
fn play_ruled_battle(
    pieces: [&str; 2],
    changes: &[(&str, Value)],
    end: &str,
) -> (Junqi, Vec<Event>) {
    let codes = [format!("s{}", pieces[0]), format!("n{}", pieces[1])];
    let fight = [("N41", codes[0].as_str()), ("N51", codes[1].as_str())];
    let mut game =
        position(&rules_with_rulings(changes), &[&FLAGS_AND_LIEUTENANTS[..], &fight].concat());
    let events = play(&mut game, &format!("N41 N51 {end}"));
    crate::common::junqi::check_state(&game);
    (game, events)
}

#[test]
fn fights_require_a_ruling() {
    let fight = [("N41", "s33"), ("N51", "n40")];
    let mut game =
        position(&rules_with_rulings(&[]), &[&FLAGS_AND_LIEUTENANTS[..], &fight].concat());
    let act = |action: &str| Step::Act { seat: SOUTH, action: action.parse().unwrap() };
    let missing_or_extra_result = Err(IllegalStep::BattleResult);
    assert_eq!(game.check(&act("N41 N51")), missing_or_extra_result);
    assert_eq!(
        game.check(&act("S65 S64 both")),
        missing_or_extra_result,
        "no fight, no battle_source"
    );
    let ruled = game.with_battle_result("N41 N51".parse().unwrap());
    assert_eq!(ruled.to_string(), "N41 N51 defender");
    assert_eq!(game.with_battle_result("S65 S64".parse().unwrap()).to_string(), "S65 S64");
    game.play(&act("N41 N51 attacker"), &mut Vec::new()).unwrap();
    assert_eq!(game.tile_at(cell("N51")), Some(tile("N41")));
}

#[test]
fn ruled_fights_end_as_ruled_and_reveal_no_kinds() {
    let (game, events) = play_ruled_battle(["33", "40"], &[], "attacker");
    assert!(events.contains(&Event::FlagShown { seat: NORTH, at: cell("N62") }));
    assert_eq!(candidates_for(&game, SOUTH, "N51"), KindSet::one(Kind::FieldMarshal));
    let maybe = candidates_for(&game, NORTH, "N41");
    assert!(maybe.contains(Kind::Lieutenant) && maybe.contains(Kind::Engineer));
    let (game, _) = play_ruled_battle(["40", "33"], &[], "defender");
    assert!(game.battles()[0].attacker_flag_shown && game.is_revealed(tile("S62")));
    // A battle_source lets any piece remove a Landmine, so its candidates stay wide.
    for attacker in ["39", "32"] {
        let (game, _) = play_ruled_battle([attacker, "31"], &[], "attacker");
        assert_eq!(game.remaining(NORTH, Kind::Landmine), 0);
        assert_eq!(game.cell_of(tile("N41")), Some(cell("N51")));
        assert!(candidates_for(&game, SOUTH, "N51").contains(Kind::Landmine));
        assert!(candidates_for(&game, SOUTH, "N51").contains(Kind::General));
    }
}

#[test]
fn ruled_fights_on_a_flag_hide_or_take_it() {
    let flag = |end: &str| {
        let mut game = position(
            &rules_with_rulings(&[]),
            &[&FLAGS_AND_LIEUTENANTS[..], &[("N61", "s39")]].concat(),
        );
        let events = play(&mut game, &format!("N61 N62 {end}"));
        (game, events)
    };
    let (game, _) = flag("defender");
    assert_eq!((game.outcome(), game.cell_of(tile("N62"))), (None, Some(cell("N62"))));
    assert!(!game.is_revealed(tile("N62")));
    assert!(candidates_for(&game, SOUTH, "N62").contains(Kind::Flag));
    for end in ["attacker", "both"] {
        let (game, _) = flag(end);
        assert_eq!(game.outcome().unwrap().reason, Reason::FlagTaken);
    }
}

#[test]
fn surviving_bomb_can_carry_a_flag() {
    let rules = rules_with_rulings(&[("flag_win", json!("carry_home"))]);
    let mut game = position(&rules, &[&FLAGS_AND_LIEUTENANTS[..], &[("N61", "s00")]].concat());
    play(&mut game, "N61 N62 attacker");
    assert_eq!(game.carrier_of(NORTH), Some(tile("N61")));
    assert!(candidates_for(&game, NORTH, "N61").contains(Kind::Bomb));
}

#[test]
fn shown_defenders_do_not_exclude_an_engineer() {
    let fight = [("N41", "s32"), ("N51", "n38")];
    let mut game = game("dark", &[("scout", json!(true))], &fight);
    apply(&mut game, json!({"kind": "reveal", "at": "N51"})).unwrap();
    play(&mut game, "N41 N51");
    assert!(candidates_for(&game, NORTH, "N41").contains(Kind::Engineer));
    let (game, events) = play_ruled_battle(["32", "38"], &[("scout", json!(true))], "both");
    assert!(events.contains(&Event::Revealed {
        seat: NORTH,
        at: cell("N51"),
        piece: Kind::MajorGeneral
    }));
    assert_eq!(candidates_for(&game, NORTH, "N41"), KindSet::one(Kind::Engineer));
    let (game, _) =
        play_ruled_battle(["36", "38"], &[("contact_reveals", json!(true))], "attacker");
    assert!([tile("N41"), tile("N51")].into_iter().all(|tile| game.is_revealed(tile)));
    assert_eq!(game.battles()[0].result, BattleResult::AttackerSurvives);
}
