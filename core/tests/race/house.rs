//! Tests of the shipped house rules of the race games: effects, limits, and random games under
//! each rule and under several.

use crate::common::race_house::{self, Script, Under};
use crate::common::{random_rules, random_seats, rng, rules, side_by_side};
use qipan_core::contract::game::{Game, NullSink, Step, Turn};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::outcome::Reason;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::games::race::board::{BLUE, GREEN, RED, YELLOW};
use qipan_core::games::race::position::SeatColour;
use qipan_core::games::race::{Deal, HANGAR as H, PRESETS, Position, Progress, Race, Rules};
use qipan_core::house::House;
use rand::RngExt;
use rand::rngs::SmallRng;
use serde_json::{Value, json};

// ---- One rule at a position ----

/// A game under one rule, in which the house answers every step.
struct Played {
    race: Race,
    house: House<Race>,
}

impl Played {
    fn roll(&mut self, die: u8) -> &mut Self {
        self.step(Step::Chance(die))
    }

    fn act(&mut self, action: &str) -> &mut Self {
        let action = action.parse().unwrap();
        self.step(Step::Act { seat: self.race.seat_to_move(), action })
    }

    fn step(&mut self, step: Step<Race>) -> &mut Self {
        let said = format!("{step:?} in {:?}", self.race);
        let done = self.house.play(&mut self.race, step, &mut Vec::new(), &mut NullSink);
        done.unwrap_or_else(|why| panic!("{why}: {said}"));
        self
    }

    fn actions(&mut self) -> Vec<String> {
        let mut actions = Vec::new();
        self.house.actions(&self.race, &mut actions).unwrap();
        actions.iter().map(ToString::to_string).collect()
    }

    fn row(&self, seat: Seat) -> &[Progress] {
        self.race.planes(seat)
    }

    fn rolls(&self, seat: Seat) -> bool {
        self.race.turn() == Turn::Chance { roller: seat }
    }

    fn remembers(&self) -> Vec<i32> {
        self.race.memory().of(0).map(|(_, value)| value).collect()
    }
}

/// Sets up a game of a preset with changed options, under a rule, at a position.
fn with(name: &str, preset: &str, changes: &[(&str, Value)], position: &Position) -> Played {
    let script = Script::shipped(name);
    let rules = script.set_in(&rules(preset, changes)).unwrap();
    let race = position.set_up(&rules).unwrap_or_else(|why| panic!("{why}"));
    Played { race, house: race_house::house(&[&script]) }
}

fn aeroplane(name: &str, position: &Position) -> Played {
    with(name, "aeroplane", &[], position)
}

fn flying(name: &str, position: &Position) -> Played {
    with(name, "flying", &[], position)
}

/// Returns a position with Red to roll against Yellow. In Aeroplane Chess Red's progress p is
/// Yellow's p - 13; in Flying Chess it is Yellow's p + 14.
fn two(red: &[Progress], yellow: &[Progress]) -> Position {
    Position::new(RED).side(RED, red).side(YELLOW, yellow)
}

#[test]
fn early_birds() {
    for preset in PRESETS {
        let mut game = with("early_birds", preset, &[], &two(&[], &[]));
        assert_eq!(game.roll(5).actions(), ["launch 1", "launch 2", "launch 3", "launch 4"]);
        assert!(with("early_birds", preset, &[], &two(&[], &[])).roll(3).rolls(YELLOW));
    }
    // The rule adds faces: those of Aeroplane Chess still take off.
    let takes_off = |preset: &str, die| {
        with("early_birds", preset, &[], &two(&[], &[])).roll(die).actions().len() == 4
    };
    for die in [2, 4] {
        assert!(takes_off("aeroplane", die));
        assert!(with("early_birds", "flying", &[], &two(&[], &[])).roll(die).rolls(YELLOW));
    }
}

#[test]
fn only_sixes() {
    assert_eq!(aeroplane("only_sixes", &two(&[], &[])).roll(6).actions().len(), 4);
    assert!(aeroplane("only_sixes", &two(&[], &[])).roll(4).rolls(YELLOW));
}

#[test]
fn three_tries() {
    let mut game = flying("three_tries", &two(&[], &[]));
    assert!(game.roll(1).roll(2).rolls(RED));
    assert!(game.roll(3).rolls(YELLOW));
    assert!(flying("three_tries", &two(&[10], &[])).roll(1).act("advance 1").rolls(YELLOW));
}

#[test]
fn six_again() {
    assert!(flying("six_again", &two(&[10], &[])).roll(6).act("advance 1").rolls(RED));
    assert!(flying("six_again", &two(&[10], &[])).roll(5).act("advance 1").rolls(YELLOW));
}

#[test]
fn capture_rolls_again() {
    let mut game = flying("capture_rolls_again", &two(&[10], &[27]));
    assert!(game.roll(3).act("advance 1").rolls(RED));
    assert_eq!(game.row(YELLOW), [H; 4]);
    let mut game = flying("capture_rolls_again", &two(&[10], &[27]));
    assert!(game.roll(2).act("advance 1").rolls(YELLOW));
}

#[test]
fn bounce() {
    let mut game = flying("bounce", &two(&[58], &[]));
    assert_eq!(game.roll(5).act("advance 1").row(RED)[0], 57);
    let mut game = flying("bounce", &two(&[58], &[]));
    assert_eq!(game.roll(2).act("advance 1").row(RED)[0], 60);
}

#[test]
fn flight_then_jump() {
    let mut game = aeroplane("flight_then_jump", &two(&[15], &[]));
    assert_eq!(game.roll(3).act("advance 1 fly").row(RED)[0], 34);
    let mut game = aeroplane("flight_then_jump", &two(&[10], &[]));
    assert_eq!(game.roll(4).act("advance 1 fly").row(RED)[0], 30, "after a jump it ends there");
}

#[test]
fn roadblock() {
    let stacked = two(&[10], &[27, 27]).stack(YELLOW, &[0, 1]);
    assert!(flying("roadblock", &stacked).roll(4).rolls(YELLOW), "it cannot pass");
    assert!(flying("roadblock", &stacked).roll(3).rolls(YELLOW), "nor land there");
    let over = Position::new(RED).side(RED, &[17]).side(BLUE, &[53, 53]).stack(BLUE, &[0, 1]);
    assert_eq!(aeroplane("roadblock", &over).roll(1).actions(), ["advance 1"], "nor fly over it");
    let single = two(&[10], &[27, 27]);
    assert_eq!(flying("roadblock", &single).roll(4).act("advance 1").row(RED)[0], 14);
}

#[test]
fn bigger_stack() {
    let position = two(&[10], &[27, 27]).stack(YELLOW, &[0, 1]);
    let mut game = flying("bigger_stack", &position);
    game.roll(3).act("advance 1");
    assert_eq!((game.row(RED)[0], game.row(YELLOW)[0]), (H, 27));
    let equal = two(&[10, 10], &[27, 27]).stack(YELLOW, &[0, 1]).stack(RED, &[0, 1]);
    let mut game = flying("bigger_stack", &equal);
    game.roll(3).act("advance 1");
    assert_eq!((game.row(RED)[0], game.row(YELLOW)[0]), (13, H));
}

#[test]
fn safe_airfields() {
    let mut game = aeroplane("safe_airfields", &two(&[29], &[18, 19]));
    assert_eq!(game.roll(2).act("advance 1").row(YELLOW)[..2], [18, 19]);
    let mut game = aeroplane("safe_airfields", &two(&[29], &[18, 19]));
    assert_eq!(game.roll(3).act("advance 1").row(YELLOW)[..2], [18, H]);
}

#[test]
fn safe_points() {
    let mut game = flying("safe_points", &two(&[10], &[28, 27]));
    assert_eq!(game.roll(4).act("advance 1").row(YELLOW)[..2], [28, 27]);
    let mut game = flying("safe_points", &two(&[10], &[28, 27]));
    assert_eq!(game.roll(3).act("advance 1").row(YELLOW)[..2], [28, H]);
    // The same eight points for every colour.
    let (board, safe) = (game.race.board(), game.race.rules().safe_squares);
    let points = |seat| {
        let mut points: Vec<_> = safe.iter().filter_map(|p| board.square(seat, p)).collect();
        points.sort_unstable();
        points
    };
    assert!(game.race.seats().iter().all(|seat| points(seat) == points(GREEN)));
    assert_eq!(points(GREEN).len(), 8);
}

#[test]
fn third_six() {
    for preset in PRESETS {
        let sixes = |last: u8| {
            let mut game = with("third_six", preset, &[], &two(&[3, 21], &[]));
            game.roll(6).act("advance 1").roll(6).act("advance 1").roll(last);
            game
        };
        let game = sixes(6);
        assert!(game.row(RED) == [H; 4] && game.rolls(YELLOW), "{preset}");
        assert_eq!(sixes(5).row(RED)[1], 21, "{preset}");
    }
}

#[test]
fn quick_game() {
    let mut game = flying("quick_game", &two(&[60, 58], &[]));
    assert_eq!(game.roll(2).act("advance 2").race.turn(), Turn::Over);
    assert!(flying("quick_game", &two(&[58], &[])).roll(2).act("advance 1").rolls(YELLOW));
}

#[test]
fn partners() {
    // Green's 41, Yellow's 27 and Red's 13 are one point.
    let four = |yellow, green| two(&[10], &[yellow]).side(GREEN, &[green]).side(BLUE, &[]);
    let mut game = flying("partners", &four(20, 41));
    assert_eq!(game.roll(3).act("advance 1").row(GREEN)[0], 41);
    assert_eq!(game.race.partner(RED), Some(GREEN));
    assert_eq!(flying("partners", &four(27, 20)).roll(3).act("advance 1").row(YELLOW)[0], H);
    let rules = Script::shipped("partners").set_in(&Rules::AEROPLANE).unwrap();
    let race = Race::new(&rules, SeatSet::first(4), &Deal::default()).unwrap();
    assert_eq!(race.partner(RED), Some(BLUE));
    assert!(Race::new(&rules, SeatSet::first(3), &Deal::default()).is_err());
}

#[test]
fn must_capture() {
    let mut game = flying("must_capture", &two(&[10, 20], &[27]));
    assert_eq!(game.roll(3).actions(), ["advance 1"]);
    let mut game = flying("must_capture", &two(&[10, 20], &[27]));
    assert_eq!(game.roll(2).actions(), ["advance 1", "advance 2"]);
}

#[test]
fn mercy() {
    // Red leads; Yellow is last unless Green has more left to walk.
    let position = |red: &[Progress], green: &[Progress]| two(red, &[27]).side(GREEN, green);
    let left = |position: &Position| flying("mercy", position).roll(3).actions();
    assert_eq!(left(&position(&[40, 10], &[20, 20])), ["advance 1"]);
    assert_eq!(left(&position(&[40, 10], &[20])).len(), 2, "Green is last");
    assert_eq!(left(&position(&[40, 10], &[50, 50])).len(), 2, "Green leads");
    assert_eq!(left(&position(&[58, 10], &[20, 20])), ["advance 2"], "there is no other move");
    assert_eq!(left(&two(&[40, 10], &[27])).len(), 2, "there are only two");
}

#[test]
fn soft_landing() {
    // Red's 22 is Yellow's 9; it jumps on to 26.
    let mut game = aeroplane("soft_landing", &two(&[20], &[9, 30]));
    assert_eq!(game.roll(2).act("advance 1").row(YELLOW), [0, 30, H, H]);
    let mut home = two(&[20], &[56, 9, 56]).side(BLUE, &[3]);
    home.home = vec![SeatColour::new(YELLOW)];
    let mut game = with("soft_landing", "aeroplane", &[("planes_to_win", json!(2))], &home);
    assert_eq!(game.roll(2).act("advance 1").row(YELLOW), [56, H, 56, H], "its seat is home");
}

#[test]
fn lucky_squares() {
    let after = |red: &[Progress], yellow: &[Progress], die| {
        let mut game = flying("lucky_squares", &two(red, yellow));
        game.roll(die).act("advance 1");
        game
    };
    assert_eq!(after(&[1], &[], 2).row(RED)[0], 6, "3 steps on");
    assert_eq!(after(&[6], &[], 3).row(RED)[0], 6, "3 steps back");
    assert!(after(&[1], &[], 4).rolls(RED));
    assert_eq!(after(&[10], &[], 1).race.skips(RED), 1);
    let game = after(&[1], &[40, 44], 6);
    assert_eq!((game.row(RED)[0], game.row(YELLOW)[1]), (30, 21), "furthest ahead");
    // No seat is ahead; a square without luck; the lane, whatever its number.
    assert_eq!(after(&[15], &[15], 6).row(RED)[0], 21);
    let game = after(&[9], &[], 1);
    assert!(game.row(RED)[0] == 10 && game.rolls(YELLOW) && game.race.skips(RED) == 0);
    assert_eq!(after(&[57], &[], 2).row(RED)[0], 59);
    // Nothing happens if the plane is no longer where its move ended.
    let stacks = [("stack", json!("optional")), ("stack_attack", json!("bigger_stack_wins"))];
    let position = two(&[1], &[17, 17]).stack(YELLOW, &[0, 1]);
    let mut game = with("lucky_squares", "flying", &stacks, &position);
    assert_eq!(game.roll(2).act("advance 1").row(RED), [H; 4]);
    // On the classic board Green's fourth square is Red's 43.
    let mut game = aeroplane("lucky_squares", &two(&[40], &[]));
    assert_eq!(game.roll(3).act("advance 1").row(RED)[0], 46);
    // Four turns are postponed already: there is no room for another.
    let mut full = two(&[1], &[]);
    full.postponed = [YELLOW, RED, YELLOW, RED].map(SeatColour::new).to_vec();
    full.turn = SeatColour::new(RED);
    let mut game = with("lucky_squares", "flying", &[("extra_roll", json!([4]))], &full);
    assert_eq!(game.roll(4).act("advance 1").race.postponed().count(), 4);
}

#[test]
fn catch_up() {
    let after = |red: &[Progress], yellow: &[Progress], die| {
        let mut game = flying("catch_up", &two(red, yellow));
        game.roll(die);
        game
    };
    let game = after(&[20, 20], &[10, 5], 1);
    assert_eq!((game.row(YELLOW)[1], game.race.die()), (11, Some(1)), "and Red still moves");
    assert_eq!(after(&[20], &[20, 30], 1).row(RED)[0], 26, "the roller can be last itself");
    for (yellow, die) in [(&[10, 5], 2), (&[20, 20], 1), (&[56, H], 1), (&[50, H], 1)] {
        let game = after(&[20, 20], yellow, die);
        assert_eq!(game.row(YELLOW)[..2], *yellow, "a 2, equal, in the lane, at its door");
    }
}

#[test]
fn relief() {
    let mut game = flying("relief", &two(&[58, H, 30], &[]));
    assert_eq!(game.roll(2).act("advance 1").row(RED), [60, 0, 30, H]);
    let mut game =
        with("relief", "flying", &[("planes_to_win", json!(1))], &two(&[58], &[]).side(GREEN, &[]));
    assert_eq!(game.roll(2).act("advance 1").row(RED), [60, H, H, H], "Red is home");
    let mut game = flying("relief", &two(&[58, 60, 30, 60], &[]));
    assert_eq!(game.roll(2).act("advance 1").row(RED), [60, 60, 30, 60], "none is left");
    let stack = [("stack", json!("optional"))];
    let pair = two(&[58, 58, 30], &[]).stack(RED, &[0, 1]);
    let mut game = with("relief", "flying", &stack, &pair);
    assert_eq!(game.roll(2).act("advance 1").row(RED), [60, 60, 30, 0], "one waits for two");
    let pair = two(&[58, 58], &[]).stack(RED, &[0, 1]);
    let mut game = with("relief", "flying", &stack, &pair);
    assert_eq!(game.roll(2).act("advance 1").row(RED), [60, 60, 0, 0], "one for each");
}

#[test]
fn ace() {
    let after = |red: &[Progress], yellow: &[Progress]| {
        let mut game = flying("ace", &two(red, yellow));
        game.roll(3).act("advance 1");
        game
    };
    let game = after(&[10], &[27, 27, 27]);
    assert_eq!((game.row(RED), game.remembers()), (&[13, 0, H, H][..], vec![]));
    let mut game = after(&[10], &[27, 27]);
    assert_eq!((game.row(RED), game.remembers()), (&[13, H, H, H][..], vec![2]));
    // The count is kept: another capture later makes three.
    game.roll(6).act("launch 1").roll(3).act("advance 1").roll(3).act("advance 1");
    assert_eq!(game.remembers(), [2]);
    // Six captures in one move, over 2 (Yellow's 41) to 6 (Blue's 32), bring out two planes.
    let many = two(&[1], &[41, 41, 41]).side(BLUE, &[32, 32, 32]);
    let mut game = aeroplane("ace", &many);
    game.roll(1).act("advance 1");
    assert_eq!((game.row(RED), game.remembers()), (&[6, 0, 0, H][..], vec![]));
    let game = after(&[10, 20, 30, 40], &[27, 27, 27, 20]);
    assert_eq!(game.row(RED), [13, 20, 30, 40], "no plane waits");
    let first = [("takeoff_to", json!("first_square"))];
    let mut game = with("ace", "aeroplane", &first, &two(&[20], &[9, 9, 9]));
    assert_eq!(game.roll(2).act("advance 1").row(RED), [26, 1, H, H]);
}

#[test]
fn sudden_death() {
    let after = |ply, red: Progress, yellow: Progress| {
        let mut position = two(&[red], &[yellow]);
        position.ply = ply;
        let mut game = flying("sudden_death", &position);
        game.roll(3).act("advance 1");
        game.race
    };
    let end = after(99, 20, 10).outcome().unwrap();
    assert_eq!((end.reason, end.places[0]), (Reason::HouseRule, SeatSet::one(RED)));
    assert!(after(98, 20, 10).outcome().is_none(), "too early");
    assert!(after(99, 20, 23).outcome().is_none(), "equal");
    // Partners are no rivals: Red and Green together have least left.
    let mut position = two(&[20], &[10]).side(GREEN, &[17]).side(BLUE, &[]);
    position.ply = 199;
    let mut game = with("sudden_death", "flying", &[("teams", json!(true))], &position);
    let end = game.roll(3).act("advance 1").race.outcome().unwrap();
    assert_eq!(end.places[0], [RED, GREEN].into_iter().collect());
}

/// Rules that say "as well" or "safe here" only add to lists, and those that say "only" replace
/// them. Checked for every list option of every shipped rule, on a list with other values.
#[test]
fn rules_extend_lists_except_only_sixes() {
    let lists = [
        ("takeoff", json!([1, 4]), "aeroplane"),
        ("takeoff", json!([1, 4]), "flying"),
        ("extra_roll", json!([1, 5]), "aeroplane"),
        ("extra_roll", json!([1, 5]), "flying"),
        ("bonus_roll", json!(["on_finish"]), "aeroplane"),
        ("bonus_roll", json!(["on_finish"]), "flying"),
        ("safe_squares", json!([5]), "aeroplane"),
        ("safe_squares", json!([5]), "flying"),
    ];
    let mut seen = Vec::new();
    for (key, before, preset) in &lists {
        let start = rules(preset, &[(*key, before.clone())]);
        for script in race_house::shipped().iter().map(|name| Script::shipped(name)) {
            if !script.is_for(preset) {
                continue;
            }
            let found = script.set_in(&start).unwrap().get(key).unwrap();
            let kept = before
                .as_array()
                .unwrap()
                .iter()
                .all(|value| found.as_array().unwrap().contains(value));
            assert_eq!(kept, script.name != "only_sixes" || *key != "takeoff", "{}", script.name);
            if found != *before {
                seen.push((script.name.clone(), *preset, found.to_string()));
            }
        }
    }
    seen.sort();
    let seen: Vec<_> =
        seen.iter().map(|(name, preset, set)| format!("{name} {preset} {set}")).collect();
    assert_eq!(
        seen,
        [
            "capture_rolls_again aeroplane [\"on_capture\",\"on_finish\"]",
            "capture_rolls_again flying [\"on_capture\",\"on_finish\"]",
            "early_birds aeroplane [1,4,5,6]",
            "early_birds flying [1,4,5,6]",
            "only_sixes aeroplane [6]",
            "safe_airfields aeroplane [5,18,30,50]",
            "safe_points flying [0,5,8,14,22,28,36,42,50]",
            "six_again flying [1,5,6]",
            "third_six aeroplane [1,5,6]",
            "third_six flying [1,5,6]",
        ]
    );
}

#[test]
fn every_shipped_rule_has_its_own_test() {
    let tests = include_str!("house.rs");
    let names = race_house::shipped();
    assert!(names.len() > 20);
    for name in names {
        assert!(tests.contains(&format!("fn {name}() {{")), "{name}");
    }
}

// ---- Random games ----

/// Returns the number of games per rule, preset and kind of options: a rule's share of
/// `QIPAN_GAMES`.
fn games(least: u64, of: u64) -> u64 {
    let asked = std::env::var("QIPAN_GAMES").ok().and_then(|text| text.parse::<u64>().ok());
    asked.map_or(least, |games| (games / of).max(least))
}

/// Returns valid rules of a preset under scripts, random or those of the preset, or none if the
/// scripts do not fit.
fn some_rules(
    scripts: &[&Script],
    preset: &str,
    random: bool,
    rng: &mut SmallRng,
) -> Option<Rules> {
    let start = Rules::preset(preset).unwrap();
    if !random {
        return race_house::set_all(&start, scripts).ok();
    }
    (0..1000).find_map(|_| {
        let rules = random_rules(rng);
        let fits = rules.board == start.board;
        fits.then(|| race_house::set_all(&rules, scripts).ok()).flatten()
    })
}

/// Plays random games of all presets the scripts are for, with and without random options.
fn random_games(scripts: &[&Script], games: u64, seed: u64) {
    let mut rng = rng(seed);
    let mut played = 0;
    for preset in PRESETS.iter().filter(|preset| scripts.iter().all(|s| s.is_for(preset))) {
        for game in 0..2 * games {
            let random = game % 2 == 1;
            let Some(rules) = some_rules(scripts, preset, random, &mut rng) else { continue };
            let seats = match random || rng.random() {
                true => random_seats(&rules, &mut rng),
                false => SeatSet::first(4),
            };
            let under = Under { scripts, preset, rules, seats, seed: rng.random() };
            // With many games, only some are checked closely.
            under.check(game < 6 || game % 25 < 2);
            played += 1;
        }
    }
    assert!(played > 0, "{:?} fit no preset", scripts.iter().map(|s| &s.name).collect::<Vec<_>>());
}

#[test]
fn random_games_hold_under_rules_that_set_options() {
    for name in race_house::shipped() {
        let script = Script::shipped(&name);
        if !script.acts() {
            random_games(&[&script], games(1, 4), 1);
        }
    }
}

/// Returns the rules with hooks.
fn acting() -> Vec<Script> {
    let scripts = race_house::shipped().into_iter().map(|name| Script::shipped(&name));
    scripts.filter(Script::acts).collect()
}

#[test]
fn random_games_hold_under_rules_with_hooks() {
    side_by_side(0..=1, |half| {
        let scripts = acting().into_iter().skip(half as usize).step_by(2);
        scripts.for_each(|script| random_games(&[&script], games(4, 4), 2 + half));
    });
}

#[test]
fn random_games_hold_under_pairs_of_rules_with_hooks() {
    let scripts = acting();
    for (at, first) in scripts.iter().enumerate() {
        for second in &scripts[at + 1..] {
            random_games(&[first, second], games(1, 80), 4);
            random_games(&[second, first], games(1, 80), 5);
        }
    }
}

#[test]
fn random_games_hold_under_all_rules_with_hooks() {
    let scripts = acting();
    random_games(&scripts.iter().collect::<Vec<_>>(), games(5, 20), 6);
    random_games(&scripts.iter().rev().collect::<Vec<_>>(), games(5, 20), 7);
}
