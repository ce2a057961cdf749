//! Tests of the dead position: the game is drawn only if no side can ever win and no side can run
//! out of moves.

use crate::common::junqi::{legal, play, position, rules};
use crate::common::rng;
use crate::second_opinion::{Policy, play_both};
use qipan_core::contract::game::{Game, Step};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::outcome::Reason;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::games::junqi::{Cell, Junqi, Kind, Rules};
use qipan_core::play::session::Session;
use qipan_core::record::Record;
use qipan_core::registry::verify;
use rand::RngExt;
use rand::rngs::SmallRng;
use serde_json::{Value, json};

const SOUTH: Seat = Seat::new(0);

/// Pieces by cell, seat and code.
type Pieces = Vec<(String, Seat, &'static str)>;

/// Returns the game with these pieces, south to move.
fn placed(rules: &Rules, pieces: &Pieces) -> Junqi {
    let piece = |(cell, seat, code): &(String, Seat, &str)| {
        let cell: Cell = cell.parse().unwrap();
        (cell, *seat, Kind::from_code(code).unwrap())
    };
    Junqi::from_pieces(rules, pieces.iter().map(piece), SOUTH).unwrap()
}

/// Returns the letters of a seat's land.
fn land(seat: Seat) -> &'static str {
    ["S", "E", "N", "W", "SE", "NE", "NW", "SW"][seat.index()]
}

/// Returns a corner of a land behind its three Landmines, with the last Brigadier of `walker` in
/// it. With `room` it can step into the adjacent headquarters; otherwise that is mined too.
fn pen(seat: Seat, walker: Seat, room: bool) -> Pieces {
    let cell = |at: &str| format!("{}{at}", land(seat));
    let mines = if room { ["51", "52", "63"] } else { ["51", "52", "62"] };
    let mut pieces: Pieces = mines.map(|at| (cell(at), seat, "31")).to_vec();
    pieces.extend([(cell("61"), walker, "37"), (cell("64"), seat, "30")]);
    pieces
}

/// Returns a position in which every land has a pen, after an exchange of two Lieutenants in
/// south's land. A pen holds the piece of the next seat if armies fight for themselves, else its
/// own. The pieces of `walled` seats have no room.
fn after_last_exchange(rules: &Rules, walled: &[Seat]) -> Junqi {
    let seats: Vec<Seat> = rules.seats().iter().collect();
    let no_teams = seats.iter().all(|seat| rules.team(*seat).len() == 1);
    let enemy = seats.iter().find(|seat| !rules.team(SOUTH).contains(**seat)).unwrap();
    let walker = |at: usize| seats[(at + usize::from(no_teams)) % seats.len()];
    let pen_of = |(at, seat): (usize, &Seat)| pen(*seat, walker(at), !walled.contains(&walker(at)));
    let mut pieces: Pieces = seats.iter().enumerate().flat_map(pen_of).collect();
    pieces.push(("S33".to_owned(), SOUTH, "33"));
    pieces.push(("S23".to_owned(), *enemy, "33"));
    let mut game = placed(rules, &pieces);
    play(&mut game, "S33 S23");
    game
}

fn reason(game: &Junqi) -> Option<Reason> {
    game.outcome().map(|outcome| outcome.reason)
}

fn winners(game: &Junqi) -> Option<SeatSet> {
    game.outcome().map(|outcome| outcome.places[0])
}

/// Returns every preset in which each army fights for itself, with open headquarters.
fn for_themselves() -> Vec<(Rules, &'static str)> {
    let open = ("hq_exit", json!(true));
    let without_teams = ["dark", "open", "mixed", "flip_open", "siguo_duel", "three"];
    let mut found: Vec<_> = without_teams
        .into_iter()
        .map(|preset| (rules(preset, std::slice::from_ref(&open)), preset))
        .collect();
    for preset in ["six", "six_dark", "six_open"] {
        found.push((rules(preset, &[open.clone(), ("teams", json!("each"))]), preset));
    }
    found
}

#[test]
fn dead_position_is_drawn_after_the_last_capture() {
    for (rules, preset) in for_themselves() {
        let game = after_last_exchange(&rules, &[]);
        // Every piece can step into its headquarters and back forever, and no mine can be
        // cleared.
        assert_eq!(reason(&game), Some(Reason::DeadPosition), "{preset}");
        assert_eq!(winners(&game), Some(rules.seats()), "{preset}");
    }
}

#[test]
fn army_that_can_only_hit_mines_loses_without_a_draw() {
    for (rules, preset) in for_themselves() {
        for walled in rules.seats().iter() {
            let mut game = after_last_exchange(&rules, &[walled]);
            assert_eq!(reason(&game), None, "{preset}: {walled:?} has no move to keep");
            let mut plies = 0;
            while game.outcome().is_none() && game.living().contains(walled) {
                let words = legal(&game);
                // Armies with room step to and fro; the others are surrounded by mines.
                let aside =
                    words.iter().find(|action| action.ends_with("61") || action.ends_with("62"));
                play(&mut game, aside.unwrap_or(&words[0]));
                plies += 1;
                assert!(plies <= 2 * rules.seats().len() + 1, "{preset}: {walled:?} still plays");
            }
            if rules.seats().len() == 2 {
                let other: SeatSet = rules.seats().iter().filter(|seat| *seat != walled).collect();
                assert_eq!(winners(&game), Some(other), "{preset}");
                let why = reason(&game);
                assert!(matches!(why, Some(Reason::NoMove | Reason::NoPieces)), "{why:?}");
            }
        }
    }
}

/// Returns a position in which the last pieces of south and north are in each other's land, behind
/// mines that they cannot clear, and two Lieutenants are about to be exchanged. North's piece has
/// no room: it can only run into a mine. South's piece has room if `room_for_south`.
fn walled_suicide(room_for_south: bool) -> Junqi {
    let mut pieces = vec![
        ("S65", "s30"),
        ("S61", "n37"),
        ("S51", "s31"),
        ("S62", "s31"),
        ("N61", "s36"),
        ("N51", "n31"),
        ("N64", "n30"),
        ("S33", "s33"),
        ("S23", "n33"),
    ];
    match room_for_south {
        true => pieces.extend([("N52", "n31"), ("N63", "n31")]),
        false => pieces.push(("N62", "n31")),
    }
    position(&rules("flip_open", &[("hq_exit", json!(true))]), &pieces)
}

#[test]
fn side_forced_to_lose_its_last_piece_first_loses() {
    // North has to hit a mine at once; south can step aside.
    let mut game = walled_suicide(true);
    play(&mut game, "S33 S23");
    assert_eq!(reason(&game), None);
    assert_eq!(legal(&game), ["S61 S51", "S61 S62"], "both are mines");
    play(&mut game, "S61 S51");
    assert_eq!(
        (reason(&game), winners(&game)),
        (Some(Reason::NoPieces), Some(SeatSet::one(SOUTH)))
    );
    // Walled in as well, south would have lost its piece a move later: it still wins.
    let mut game = walled_suicide(false);
    play(&mut game, "S33 S23");
    assert_eq!(reason(&game), None);
    play(&mut game, "S61 S62");
    assert_eq!(winners(&game), Some(SeatSet::one(SOUTH)));
}

#[test]
fn early_draw_in_a_save_is_reported_and_played_on() {
    let text = include_str!("../data/walled_suicide.json");
    let report = verify(text);
    let what = report.inconsistent.clone().unwrap();
    assert_eq!(
        (what.step, what.description().as_str(), what.is_early_end()),
        (
            Some(245),
            "the file ends the game at step 245 as a draw because nobody could capture anything any \
             more; under the rules it would continue, since one side could still run out of moves",
            true
        )
    );
    assert!(report.illegal.is_none() && report.unreadable.is_none() && report.dice.is_none());
    // Any other change is detected as usual.
    let changed = text.replacen("\"mark\":\"4555\"", "\"mark\":\"4556\"", 1);
    let fault = verify(&changed).inconsistent.unwrap();
    assert!(fault.step == Some(1) && !fault.is_early_end(), "{fault:?}");
    let mut session = Session::new(Record::<Junqi>::read(text).unwrap().record).unwrap();
    assert_eq!(session.state().outcome(), None);
    while session.state().outcome().is_none() {
        let (seat, actions) = (session.state().seat_to_move(), session.actions());
        session.act(seat, actions[0]).unwrap();
    }
    let end = session.state().outcome().unwrap();
    assert_eq!((end.reason, end.places[0]), (Reason::NoMove, SeatSet::one(SOUTH)));
    assert!(session.record().steps.len() <= 260);
    assert!(verify(&session.write()).is_ok());
}

#[test]
fn locked_headquarters_is_no_room_to_move() {
    for preset in ["dark", "open", "mixed", "siguo_duel", "three", "six_open"] {
        let changes: &[(&str, Value)] = match preset {
            "six_open" => &[("teams", json!("each"))],
            _ => &[],
        };
        let game = after_last_exchange(&rules(preset, changes), &[]);
        assert_eq!(reason(&game), None, "{preset}: a step to 62 would be the last one");
    }
}

#[test]
fn pen_with_a_way_out_is_not_dead() {
    let roomy = [
        ("S64", "s30"),
        ("S61", "n37"),
        ("S52", "s31"),
        ("S41", "s31"),
        ("S63", "s31"),
        ("S42", "s34"),
        ("N61", "s36"),
        ("N52", "n31"),
        ("N41", "n31"),
        ("N63", "n31"),
        ("N64", "n30"),
        ("S33", "n34"),
    ];
    // Cells 51, 61 and 62 are a pen with room, closed by mines on 41, 52 and 63; but 51 has a way
    // over the camp on 42.
    let mut open = position(&rules("flip_open", &[]), &roomy);
    play(&mut open, "S42 S32");
    assert_eq!(reason(&open), None);
}

#[test]
fn games_of_four_are_dead_only_with_one_army_per_side() {
    for (preset, out) in [("siguo_dark", [1, 2]), ("siguo_partner", [3, 0]), ("siguo_open", [1, 0])]
    {
        let rules = rules(preset, &[("hq_exit", json!(true))]);
        let mut game = after_last_exchange(&rules, &[]);
        assert_eq!(reason(&game), None, "{preset}: mines go when their army does");
        for (number, seat) in out.into_iter().map(Seat::new).enumerate() {
            game.play(&Step::Resign { seat }, &mut Vec::new()).unwrap();
            // One army per side is left in the end, and it has no reason to resign.
            let dead = (number == 1).then_some(Reason::DeadPosition);
            assert_eq!(reason(&game), dead, "{preset}: {seat:?} left");
        }
        assert_eq!(winners(&game), Some(rules.seats()), "{preset}: a draw of both sides");
    }
}

#[test]
fn games_of_six_are_dead_only_with_one_army_per_side() {
    for (teams, out) in [("alliances", &[4, 2, 5, 6][..]), ("pairs", &[2, 4, 7])] {
        let rules = rules("six", &[("hq_exit", json!(true)), ("teams", json!(teams))]);
        let mut game = after_last_exchange(&rules, &[]);
        for seat in out.iter().copied().map(Seat::new) {
            assert_eq!(reason(&game), None, "{teams}");
            game.play(&Step::Resign { seat }, &mut Vec::new()).unwrap();
        }
        assert_eq!(reason(&game), Some(Reason::DeadPosition), "{teams}");
    }
}

/// Returns a random endgame: mines, mostly in pens, and a few pieces in and around them.
fn endgame(rng: &mut SmallRng) -> Junqi {
    const PRESETS: [&str; 8] =
        ["dark", "open", "mixed", "siguo_dark", "siguo_duel", "three", "six", "six_dark"];
    const CODES: [&str; 6] = ["37", "36", "34", "33", "32", "00"];
    let preset = PRESETS[rng.random_range(0..PRESETS.len())];
    let mut rules = rules(preset, &[("hq_exit", json!(rng.random_ratio(3, 4)))]);
    if preset.starts_with("six") {
        let teams = ["alliances", "pairs", "each"][rng.random_range(0..3)];
        rules = rules.with("teams", &json!(teams)).unwrap();
    }
    let cells: Vec<String> = {
        let board = placed(&rules, &vec![("S11".to_owned(), SOUTH, "37")]);
        board.board().cells().iter().map(|cell| cell.to_string()).collect()
    };
    let mut pieces: Pieces = Vec::new();
    let seats: Vec<Seat> = rules.seats().iter().collect();
    for seat in seats.iter().copied() {
        let walker = if rng.random() { seat } else { seats[rng.random_range(0..seats.len())] };
        let mut land_pieces = pen(seat, walker, rng.random_ratio(2, 3));
        // Sometimes the wall has a hole, or the walker is missing.
        if rng.random_ratio(1, 6) {
            land_pieces.remove(rng.random_range(0..3));
        }
        if rng.random_ratio(1, 6) {
            land_pieces.retain(|(_, _, code)| *code != "37");
        }
        pieces.extend(land_pieces);
        for _ in 0..rng.random_range(0..2) {
            let code = CODES[rng.random_range(0..CODES.len())];
            pieces.push((cells[rng.random_range(0..cells.len())].clone(), seat, code));
        }
    }
    let mut taken = std::collections::BTreeSet::new();
    let mut counts = std::collections::BTreeMap::new();
    pieces.retain(|(cell, seat, code)| {
        let count: &mut u8 = counts.entry((seat.index(), *code)).or_default();
        let fits = *count < Kind::from_code(code).unwrap().count() && taken.insert(cell.clone());
        *count += u8::from(fits);
        fits
    });
    placed(&rules, &pieces)
}

#[test]
fn reference_agrees_on_random_endgames() {
    let mut rng = rng(9);
    let mut ends: Vec<Reason> = Vec::new();
    for number in 0..400 {
        let game = endgame(&mut rng);
        // The reference game begins with the first seat, which must be able to move.
        if game.outcome().is_some()
            || game.seat_to_move() != SOUTH
            || game.living().len() != game.seats().len()
        {
            continue;
        }
        let policy = if number % 2 == 0 { Policy::PreferStrikes } else { Policy::Random };
        match play_both(game, &policy, &mut rng) {
            Ok((_, reason)) => ends.push(reason),
            Err(why) => panic!("endgame {number}: {why}"),
        }
    }
    let count = |reason: Reason| ends.iter().filter(|end| **end == reason).count();
    let (dead, no_move) = (count(Reason::DeadPosition), count(Reason::NoMove));
    assert!(
        dead >= 10 && no_move >= 10,
        "{dead} dead positions, {no_move} lost for want of a move"
    );
}

#[test]
fn reference_agrees_when_every_fight_is_taken() {
    let asked = std::env::var("QIPAN_SECOND_OPINION").ok().and_then(|n| n.parse().ok());
    let count: usize = asked.unwrap_or(24);
    let presets =
        ["dark", "open", "mixed", "siguo_open", "siguo_duel", "three", "six", "flip_open"];
    let mut rng = rng(227);
    for number in 0..count {
        let preset = presets[number % presets.len()];
        let rules = Rules::preset(preset).unwrap();
        let game = crate::common::junqi::start(&rules, &mut rng);
        if let Err(why) = play_both(game, &Policy::PreferStrikes, &mut rng) {
            panic!("game {number}, {preset}: {why}");
        }
    }
}
