//! Tests of the shipped house rules of the race games: each rule at chosen positions, and random
//! games under one rule and under several.
//!
//! Every shipped rule has a test with its name.

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

/// A game under one house rule. Steps are played with the effects of the rule.
struct RuleDesk {
    race: Race,
    house: House<Race>,
}

impl RuleDesk {
    fn roll(&mut self, die: u8) -> &mut Self {
        self.step(Step::Chance(die))
    }

    fn act(&mut self, action: &str) -> &mut Self {
        let action = action.parse().unwrap();
        let Turn::Seat(seat) = self.race.turn() else { panic!("nobody is to act") };
        self.step(Step::Act { seat, action })
    }

    fn step(&mut self, step: Step<Race>) -> &mut Self {
        let description = format!("{step:?} in {:?}", self.race);
        let result = self.house.play(&mut self.race, step, &mut Vec::new(), &mut NullSink);
        result.unwrap_or_else(|why| panic!("{why}: {description}"));
        self
    }

    /// Returns the actions that the rule allows, in words.
    fn actions(&mut self) -> Vec<String> {
        let mut actions = Vec::new();
        self.house.actions(&self.race, &mut actions).unwrap();
        actions.iter().map(ToString::to_string).collect()
    }

    /// Returns the progress of a seat's planes.
    fn row(&self, seat: Seat) -> &[Progress] {
        self.race.planes(seat)
    }

    /// Returns true if the seat rolls next.
    fn rolls(&self, seat: Seat) -> bool {
        self.race.turn() == Turn::Chance { roller: seat }
    }

    /// Returns the numbers that the rule remembers.
    fn remembered(&self) -> Vec<i32> {
        self.race.memory().entries_of(0).map(|(_, value)| value).collect()
    }
}

/// Sets up a game at a position, under a house rule and a preset with changed options.
fn desk(name: &str, preset: &str, changes: &[(&str, Value)], position: &Position) -> RuleDesk {
    let script = Script::shipped(name);
    let rules = script.set_in(&rules(preset, changes)).unwrap();
    let race = position.set_up(&rules).unwrap_or_else(|why| panic!("{why}"));
    RuleDesk { race, house: race_house::house(&[&script]) }
}

fn aeroplane(name: &str, position: &Position) -> RuleDesk {
    desk(name, "aeroplane", &[], position)
}

fn flying(name: &str, position: &Position) -> RuleDesk {
    desk(name, "flying", &[], position)
}

/// Returns a position with Red to roll against Yellow. In Aeroplane Chess Red's progress p is
/// Yellow's p - 13; in Flying Chess it is Yellow's p + 14.
fn red_against_yellow(red: &[Progress], yellow: &[Progress]) -> Position {
    Position::new(RED).side(RED, red).side(YELLOW, yellow)
}

#[test]
fn early_birds() {
    for preset in PRESETS {
        let mut game = desk("early_birds", preset, &[], &red_against_yellow(&[], &[]));
        assert_eq!(game.roll(5).actions(), ["launch 1", "launch 2", "launch 3", "launch 4"]);
        assert!(
            desk("early_birds", preset, &[], &red_against_yellow(&[], &[])).roll(3).rolls(YELLOW)
        );
    }
    // The rule adds faces, so those of Aeroplane Chess still allow a launch.
    let launches = |preset: &str, die| {
        desk("early_birds", preset, &[], &red_against_yellow(&[], &[])).roll(die).actions().len()
            == 4
    };
    for die in [2, 4] {
        assert!(launches("aeroplane", die));
        assert!(
            desk("early_birds", "flying", &[], &red_against_yellow(&[], &[]))
                .roll(die)
                .rolls(YELLOW)
        );
    }
}

#[test]
fn only_sixes() {
    assert_eq!(aeroplane("only_sixes", &red_against_yellow(&[], &[])).roll(6).actions().len(), 4);
    assert!(aeroplane("only_sixes", &red_against_yellow(&[], &[])).roll(4).rolls(YELLOW));
}

#[test]
fn three_tries() {
    let mut game = flying("three_tries", &red_against_yellow(&[], &[]));
    assert!(game.roll(1).roll(2).rolls(RED));
    assert!(game.roll(3).rolls(YELLOW));
    assert!(
        flying("three_tries", &red_against_yellow(&[10], &[]))
            .roll(1)
            .act("advance 1")
            .rolls(YELLOW)
    );
}

#[test]
fn six_again() {
    assert!(
        flying("six_again", &red_against_yellow(&[10], &[])).roll(6).act("advance 1").rolls(RED)
    );
    assert!(
        flying("six_again", &red_against_yellow(&[10], &[])).roll(5).act("advance 1").rolls(YELLOW)
    );
}

#[test]
fn capture_rolls_again() {
    let mut game = flying("capture_rolls_again", &red_against_yellow(&[10], &[27]));
    assert!(game.roll(3).act("advance 1").rolls(RED));
    assert_eq!(game.row(YELLOW), [H; 4]);
    let mut game = flying("capture_rolls_again", &red_against_yellow(&[10], &[27]));
    assert!(game.roll(2).act("advance 1").rolls(YELLOW));
}

#[test]
fn bounce() {
    let mut game = flying("bounce", &red_against_yellow(&[58], &[]));
    assert_eq!(game.roll(5).act("advance 1").row(RED)[0], 57);
    let mut game = flying("bounce", &red_against_yellow(&[58], &[]));
    assert_eq!(game.roll(2).act("advance 1").row(RED)[0], 60);
}

#[test]
fn flight_then_jump() {
    let mut game = aeroplane("flight_then_jump", &red_against_yellow(&[15], &[]));
    assert_eq!(game.roll(3).act("advance 1 fly").row(RED)[0], 34);
    let mut game = aeroplane("flight_then_jump", &red_against_yellow(&[10], &[]));
    assert_eq!(
        game.roll(4).act("advance 1 fly").row(RED)[0],
        30,
        "a flight after a jump is the last hop"
    );
}

#[test]
fn roadblock() {
    let stacked = red_against_yellow(&[10], &[27, 27]).stack(YELLOW, &[0, 1]);
    assert!(flying("roadblock", &stacked).roll(4).rolls(YELLOW), "the stack cannot be passed");
    assert!(flying("roadblock", &stacked).roll(3).rolls(YELLOW), "and nobody can land on it");
    let over = Position::new(RED).side(RED, &[17]).side(BLUE, &[53, 53]).stack(BLUE, &[0, 1]);
    assert_eq!(aeroplane("roadblock", &over).roll(1).actions(), ["advance 1"], "or fly over it");
    let single = red_against_yellow(&[10], &[27, 27]);
    assert_eq!(flying("roadblock", &single).roll(4).act("advance 1").row(RED)[0], 14);
}

#[test]
fn bigger_stack() {
    let position = red_against_yellow(&[10], &[27, 27]).stack(YELLOW, &[0, 1]);
    let mut game = flying("bigger_stack", &position);
    game.roll(3).act("advance 1");
    assert_eq!((game.row(RED)[0], game.row(YELLOW)[0]), (H, 27));
    let equal = red_against_yellow(&[10, 10], &[27, 27]).stack(YELLOW, &[0, 1]).stack(RED, &[0, 1]);
    let mut game = flying("bigger_stack", &equal);
    game.roll(3).act("advance 1");
    assert_eq!((game.row(RED)[0], game.row(YELLOW)[0]), (13, H));
}

#[test]
fn safe_airfields() {
    let mut game = aeroplane("safe_airfields", &red_against_yellow(&[29], &[18, 19]));
    assert_eq!(game.roll(2).act("advance 1").row(YELLOW)[..2], [18, 19]);
    let mut game = aeroplane("safe_airfields", &red_against_yellow(&[29], &[18, 19]));
    assert_eq!(game.roll(3).act("advance 1").row(YELLOW)[..2], [18, H]);
}

#[test]
fn safe_points() {
    let mut game = flying("safe_points", &red_against_yellow(&[10], &[28, 27]));
    assert_eq!(game.roll(4).act("advance 1").row(YELLOW)[..2], [28, 27]);
    let mut game = flying("safe_points", &red_against_yellow(&[10], &[28, 27]));
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
        let after_two_sixes = |last: u8| {
            let mut game = desk("third_six", preset, &[], &red_against_yellow(&[3, 21], &[]));
            game.roll(6).act("advance 1").roll(6).act("advance 1").roll(last);
            game
        };
        let game = after_two_sixes(6);
        assert!(game.row(RED) == [H; 4] && game.rolls(YELLOW), "{preset}");
        assert_eq!(after_two_sixes(5).row(RED)[1], 21, "{preset}");
    }
}

#[test]
fn quick_game() {
    let mut game = flying("quick_game", &red_against_yellow(&[60, 58], &[]));
    assert_eq!(game.roll(2).act("advance 2").race.turn(), Turn::Over);
    assert!(
        flying("quick_game", &red_against_yellow(&[58], &[]))
            .roll(2)
            .act("advance 1")
            .rolls(YELLOW)
    );
}

#[test]
fn partners() {
    // Green's 41, Yellow's 27 and Red's 13 are one waypoint.
    let four =
        |yellow, green| red_against_yellow(&[10], &[yellow]).side(GREEN, &[green]).side(BLUE, &[]);
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
    let mut game = flying("must_capture", &red_against_yellow(&[10, 20], &[27]));
    assert_eq!(game.roll(3).actions(), ["advance 1"]);
    let mut game = flying("must_capture", &red_against_yellow(&[10, 20], &[27]));
    assert_eq!(game.roll(2).actions(), ["advance 1", "advance 2"]);
}

#[test]
fn mercy() {
    // Red leads. Yellow is last unless Green has further to go.
    let position =
        |red: &[Progress], green: &[Progress]| red_against_yellow(red, &[27]).side(GREEN, green);
    let allowed = |position: &Position| flying("mercy", position).roll(3).actions();
    assert_eq!(allowed(&position(&[40, 10], &[20, 20])), ["advance 1"]);
    assert_eq!(allowed(&position(&[40, 10], &[20])).len(), 2, "Green is last");
    assert_eq!(allowed(&position(&[40, 10], &[50, 50])).len(), 2, "Green leads");
    assert_eq!(allowed(&position(&[58, 10], &[20, 20])), ["advance 2"], "there is no other move");
    assert_eq!(
        allowed(&red_against_yellow(&[40, 10], &[27])).len(),
        2,
        "the rule needs three seats"
    );
}

#[test]
fn soft_landing() {
    // Red's 22 is Yellow's 9; it jumps on to 26.
    let mut game = aeroplane("soft_landing", &red_against_yellow(&[20], &[9, 30]));
    assert_eq!(game.roll(2).act("advance 1").row(YELLOW), [0, 30, H, H]);
    let mut home = red_against_yellow(&[20], &[56, 9, 56]).side(BLUE, &[3]);
    home.home = vec![SeatColour::new(YELLOW)];
    let mut game = desk("soft_landing", "aeroplane", &[("planes_to_win", json!(2))], &home);
    assert_eq!(game.roll(2).act("advance 1").row(YELLOW), [56, H, 56, H], "its seat is home");
}

#[test]
fn lucky_squares() {
    let after = |red: &[Progress], yellow: &[Progress], die| {
        let mut game = flying("lucky_squares", &red_against_yellow(red, yellow));
        game.roll(die).act("advance 1");
        game
    };
    assert_eq!(after(&[1], &[], 2).row(RED)[0], 6, "3 steps on");
    assert_eq!(after(&[6], &[], 3).row(RED)[0], 6, "3 steps back");
    assert!(after(&[1], &[], 4).rolls(RED));
    assert_eq!(after(&[10], &[], 1).race.skips(RED), 1);
    let game = after(&[1], &[40, 44], 6);
    assert_eq!(
        (game.row(RED)[0], game.row(YELLOW)[1]),
        (30, 21),
        "Red changes places with the plane furthest ahead"
    );
    // Nothing happens if no seat is ahead, on other squares, and in the lane.
    assert_eq!(after(&[15], &[15], 6).row(RED)[0], 21);
    let game = after(&[9], &[], 1);
    assert!(game.row(RED)[0] == 10 && game.rolls(YELLOW) && game.race.skips(RED) == 0);
    assert_eq!(after(&[57], &[], 2).row(RED)[0], 59);
    // Nothing happens if the plane is no longer where its move ended.
    let stacks = [("stack", json!("optional")), ("stack_attack", json!("bigger_stack_wins"))];
    let position = red_against_yellow(&[1], &[17, 17]).stack(YELLOW, &[0, 1]);
    let mut game = desk("lucky_squares", "flying", &stacks, &position);
    assert_eq!(game.roll(2).act("advance 1").row(RED), [H; 4]);
    // On the Aeroplane Chess board Green's fourth square is Red's 43.
    let mut game = aeroplane("lucky_squares", &red_against_yellow(&[40], &[]));
    assert_eq!(game.roll(3).act("advance 1").row(RED)[0], 46);
    // Four turns are postponed already: there is no room for another.
    let mut full = red_against_yellow(&[1], &[]);
    full.postponed = [YELLOW, RED, YELLOW, RED].map(SeatColour::new).to_vec();
    full.turn = SeatColour::new(RED);
    let mut game = desk("lucky_squares", "flying", &[("extra_roll", json!([4]))], &full);
    assert_eq!(game.roll(4).act("advance 1").race.postponed().count(), 4);
}

#[test]
fn catch_up() {
    let after = |red: &[Progress], yellow: &[Progress], die| {
        let mut game = flying("catch_up", &red_against_yellow(red, yellow));
        game.roll(die);
        game
    };
    let game = after(&[20, 20], &[10, 5], 1);
    assert_eq!((game.row(YELLOW)[1], game.race.die()), (11, Some(1)), "Red's roll still waits");
    assert_eq!(after(&[20], &[20, 30], 1).row(RED)[0], 26, "the roller can be last itself");
    for (yellow, die) in [(&[10, 5], 2), (&[20, 20], 1), (&[56, H], 1), (&[50, H], 1)] {
        let game = after(&[20, 20], yellow, die);
        assert_eq!(game.row(YELLOW)[..2], *yellow, "a 2, equal, in the lane, at its door");
    }
}

#[test]
fn wingman() {
    let start = red_against_yellow(&[H, H, 30], &[]);
    let mut game = aeroplane("wingman", &start);
    game.roll(6).act("launch 1");
    assert_eq!(game.actions(), ["answer 1", "answer 2"]);
    assert_eq!(game.act("answer 2").row(RED), [0, 0, 30, H]);
    assert!(game.rolls(YELLOW), "Red's extra roll is the price");
    let mut game = aeroplane("wingman", &start);
    assert_eq!(game.roll(6).act("launch 1").act("answer 1").row(RED), [0, H, 30, H]);
    assert!(game.rolls(RED));
    // In Flying Chess the turn passes before the answer, so the next turn is the price.
    let mut game = flying("wingman", &start);
    game.roll(6).act("launch 1").act("answer 2");
    assert!(game.rolls(YELLOW) && game.race.skips(RED) == 1);
    let mut game = aeroplane("wingman", &red_against_yellow(&[H, 20, 30, 40], &[]));
    assert!(game.roll(6).act("launch 1").rolls(RED), "no second plane waits");
}

#[test]
fn relief() {
    let mut game = flying("relief", &red_against_yellow(&[58, H, 30], &[]));
    assert_eq!(game.roll(2).act("advance 1").row(RED), [60, 0, 30, H]);
    let mut game = desk(
        "relief",
        "flying",
        &[("planes_to_win", json!(1))],
        &red_against_yellow(&[58], &[]).side(GREEN, &[]),
    );
    assert_eq!(game.roll(2).act("advance 1").row(RED), [60, H, H, H], "Red is home");
    let mut game = flying("relief", &red_against_yellow(&[58, 60, 30, 60], &[]));
    assert_eq!(game.roll(2).act("advance 1").row(RED), [60, 60, 30, 60], "no plane waits");
    let stack = [("stack", json!("optional"))];
    let pair = red_against_yellow(&[58, 58, 30], &[]).stack(RED, &[0, 1]);
    let mut game = desk("relief", "flying", &stack, &pair);
    assert_eq!(
        game.roll(2).act("advance 1").row(RED),
        [60, 60, 30, 0],
        "only one plane waits, although two finished"
    );
    let pair = red_against_yellow(&[58, 58], &[]).stack(RED, &[0, 1]);
    let mut game = desk("relief", "flying", &stack, &pair);
    assert_eq!(
        game.roll(2).act("advance 1").row(RED),
        [60, 60, 0, 0],
        "one plane for each that finished"
    );
}

#[test]
fn ace() {
    let after = |red: &[Progress], yellow: &[Progress]| {
        let mut game = flying("ace", &red_against_yellow(red, yellow));
        game.roll(3).act("advance 1");
        game
    };
    let game = after(&[10], &[27, 27, 27]);
    assert_eq!((game.row(RED), game.remembered()), (&[13, 0, H, H][..], vec![]));
    let mut game = after(&[10], &[27, 27]);
    assert_eq!((game.row(RED), game.remembered()), (&[13, H, H, H][..], vec![2]));
    // The count remains after moves that capture nothing.
    game.roll(6).act("launch 1").roll(3).act("advance 1").roll(3).act("advance 1");
    assert_eq!(game.remembered(), [2]);
    // Six captures in one move, over 2 (Yellow's 41) to 6 (Blue's 32), bring out two planes.
    let many = red_against_yellow(&[1], &[41, 41, 41]).side(BLUE, &[32, 32, 32]);
    let mut game = aeroplane("ace", &many);
    game.roll(1).act("advance 1");
    assert_eq!((game.row(RED), game.remembered()), (&[6, 0, 0, H][..], vec![]));
    let game = after(&[10, 20, 30, 40], &[27, 27, 27, 20]);
    assert_eq!(game.row(RED), [13, 20, 30, 40], "no plane waits");
    let first = [("takeoff_to", json!("first_square"))];
    let mut game = desk("ace", "aeroplane", &first, &red_against_yellow(&[20], &[9, 9, 9]));
    assert_eq!(game.roll(2).act("advance 1").row(RED), [26, 1, H, H]);
}

#[test]
fn sudden_death() {
    let after = |ply, red: Progress, yellow: Progress| {
        let mut position = red_against_yellow(&[red], &[yellow]);
        position.ply = ply;
        let mut game = flying("sudden_death", &position);
        game.roll(3).act("advance 1");
        game.race
    };
    let end = after(99, 20, 10).outcome().unwrap();
    assert_eq!((end.reason, end.places[0]), (Reason::HouseRule, SeatSet::one(RED)));
    assert!(after(98, 20, 10).outcome().is_none(), "too early");
    assert!(after(99, 20, 23).outcome().is_none(), "equal");
    // Partners count together: Red and Green have the least left to walk.
    let mut position = red_against_yellow(&[20], &[10]).side(GREEN, &[17]).side(BLUE, &[]);
    position.ply = 199;
    let mut game = desk("sudden_death", "flying", &[("teams", json!(true))], &position);
    let end = game.roll(3).act("advance 1").race.outcome().unwrap();
    assert_eq!(end.places[0], [RED, GREEN].into_iter().collect());
}

/// Checks every shipped rule on every list option, with other values in the list. A rule adds to
/// the list, except that `only_sixes` replaces the faces that allow a launch.
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
    let mut changes = Vec::new();
    for (key, before, preset) in &lists {
        let start = rules(preset, &[(*key, before.clone())]);
        for script in race_house::shipped().iter().map(|name| Script::shipped(name)) {
            if !script.is_for(preset) {
                continue;
            }
            let after = script.set_in(&start).unwrap().get(key).unwrap();
            let (old_values, new_values) = (before.as_array().unwrap(), after.as_array().unwrap());
            let is_extended = old_values.iter().all(|value| new_values.contains(value));
            let replaces = script.name == "only_sixes" && *key == "takeoff";
            assert_eq!(is_extended, !replaces, "{}", script.name);
            if after != *before {
                changes.push((script.name.clone(), *preset, after.to_string()));
            }
        }
    }
    changes.sort();
    let changes: Vec<_> =
        changes.iter().map(|(name, preset, list)| format!("{name} {preset} {list}")).collect();
    assert_eq!(
        changes,
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

/// Returns the number of games per rule, preset and kind of options: `QIPAN_GAMES` divided by
/// `parts`, but at least `minimum`.
fn game_count(minimum: u64, parts: u64) -> u64 {
    let requested = std::env::var("QIPAN_GAMES").ok().and_then(|text| text.parse::<u64>().ok());
    requested.map_or(minimum, |games| (games / parts).max(minimum))
}

/// Returns the rules of a preset, or random rules of its board, with the settings of the scripts.
/// Returns `None` if the scripts do not fit them.
fn rules_under(
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

/// Plays random games of all presets that the scripts are for, with and without random options.
fn random_games(scripts: &[&Script], games: u64, seed: u64) {
    let mut rng = rng(seed);
    let mut played = 0;
    for preset in PRESETS.iter().filter(|preset| scripts.iter().all(|s| s.is_for(preset))) {
        for game in 0..2 * games {
            let random = game % 2 == 1;
            let Some(rules) = rules_under(scripts, preset, random, &mut rng) else { continue };
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
            random_games(&[&script], game_count(1, 4), 1);
        }
    }
}

/// Returns the shipped rules that have hooks.
fn rules_with_hooks() -> Vec<Script> {
    let scripts = race_house::shipped().into_iter().map(|name| Script::shipped(&name));
    scripts.filter(Script::acts).collect()
}

#[test]
fn random_games_hold_under_rules_with_hooks() {
    side_by_side(0..=1, |half| {
        let scripts = rules_with_hooks().into_iter().skip(half as usize).step_by(2);
        scripts.for_each(|script| random_games(&[&script], game_count(4, 4), 2 + half));
    });
}

#[test]
fn random_games_hold_under_pairs_of_rules_with_hooks() {
    let scripts = rules_with_hooks();
    for (index, first) in scripts.iter().enumerate() {
        for second in &scripts[index + 1..] {
            random_games(&[first, second], game_count(1, 80), 4);
            random_games(&[second, first], game_count(1, 80), 5);
        }
    }
}

#[test]
fn random_games_hold_under_all_rules_with_hooks() {
    let scripts = rules_with_hooks();
    random_games(&scripts.iter().collect::<Vec<_>>(), game_count(5, 20), 6);
    random_games(&scripts.iter().rev().collect::<Vec<_>>(), game_count(5, 20), 7);
}
