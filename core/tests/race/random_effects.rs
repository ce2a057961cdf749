//! Tests of random effects in random games. Each effect is refused and changes nothing, or keeps
//! the laws of `common/laws.rs`.

use crate::common::laws::Laws;
use crate::common::{print, random_rules, random_seats, rng, side_by_side};
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, IllegalStep, Step, Turn};
use qipan_core::contract::localized::Text;
use qipan_core::contract::question::QuestionKey;
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::position::SeatColour;
use qipan_core::games::race::{Deal, Effect, Race};
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record, SavedRule};
use qipan_core::registry::verify;
use rand::RngExt;
use rand::rngs::SmallRng;
use serde_json::json;

/// Returns a random effect, sensible or not.
fn random_effect(rng: &mut SmallRng) -> Effect {
    let seat = |rng: &mut SmallRng| SeatColour::new(Seat::new(rng.random_range(0..4)));
    let plane = |rng: &mut SmallRng| rng.random_range(0..=5);
    match rng.random_range(0..100) {
        0..15 => Effect::SendHome { seat: seat(rng), plane: plane(rng) },
        15..35 => {
            let by = if rng.random() { rng.random_range(-8..=8) } else { rng.random() };
            Effect::Advance { seat: seat(rng), plane: plane(rng), by }
        }
        35..50 => {
            let to = if rng.random_ratio(9, 10) { rng.random_range(0..=61) } else { rng.random() };
            Effect::Place { seat: seat(rng), plane: plane(rng), to }
        }
        50..65 => Effect::Swap {
            seat: seat(rng),
            plane: plane(rng),
            with: seat(rng),
            with_plane: plane(rng),
        },
        65..75 => Effect::ExtraRoll { seat: seat(rng) },
        75..85 => Effect::SkipTurn { seat: seat(rng) },
        85 if rng.random_ratio(1, 20) => Effect::Draw {},
        86 if rng.random_ratio(1, 10) => Effect::Win { seat: seat(rng) },
        85..93 => Effect::Remember {
            key: ["a", "b", "c"][rng.random_range(0..3)].to_owned().try_into().unwrap(),
            value: if rng.random_ratio(1, 4) { rng.random() } else { rng.random_range(-2..=2) },
        },
        93..97 => {
            let key = |name: &str| QuestionKey::try_from(name.to_owned()).unwrap();
            let options = ["yes", "no", "maybe"].map(key);
            let options = options[..rng.random_range(0..=3)].to_vec().try_into().unwrap();
            let question = rng.random_ratio(9, 10).then(|| key("really"));
            Effect::Ask { seat: seat(rng), question, options }
        }
        _ => Effect::Pass {},
    }
}

/// Tries an effect, which must be refused without a change or keep the laws. Returns true if it was
/// applied.
fn try_effect(race: &mut Race, step: &Step<Race>) -> bool {
    let (before, old_print) = (race.clone(), print(race));
    let mut events = Vec::new();
    let Step::House { rule, effect } = step else { panic!("an effect") };
    let checked = race.check_effect(*rule, effect);
    let result = race.play(step, &mut events);
    assert_eq!(result, checked);
    if let Err(error) = result {
        assert!(matches!(error, IllegalStep::Effect(why) if !why.is_empty()), "{error}");
        assert_eq!((&*race, events.len()), (&before, 0));
        race.play_unchecked(step, &mut events);
        assert_eq!(*race, before, "a refused effect changes nothing even unchecked");
        return false;
    }
    assert_eq!(old_print == print(race), before == *race);
    Race::check_events(&before, &events, race);
    check_state(race);
    true
}

/// Checks the laws of a state, and that its position gives the same state.
fn check_state(race: &Race) {
    race.check_state();
    let mut actions = Vec::new();
    race.legal_actions(&mut actions);
    let active = race.active();
    match race.turn() {
        Turn::Seat(seat) => assert!(!actions.is_empty() && active.contains(seat)),
        Turn::Chance { roller } => assert!(actions.is_empty() && active.contains(roller)),
        Turn::Over => assert!(actions.is_empty() && race.outcome().is_some()),
    }
    assert!(race.postponed().all(|seat| active.contains(seat)));
    assert!(race.seats().difference(active).iter().all(|seat| race.skips(seat) == 0));
    let Some(position) = race.position().filter(|_| race.question().is_none()) else { return };
    let again = position.set_up(race.rules()).unwrap_or_else(|why| panic!("{why}: {race:?}"));
    if *race.memory() == *again.memory() {
        assert_eq!(again, *race);
    }
}

/// Returns a random step: mostly a roll or an action, seldom a resignation.
fn random_step(race: &Race, rng: &mut SmallRng) -> Step<Race> {
    if rng.random_ratio(1, 2_000) {
        let active: Vec<Seat> = race.active().iter().collect();
        return Step::Resign { seat: active[rng.random_range(0..active.len())] };
    }
    let mut actions = Vec::new();
    race.legal_actions(&mut actions);
    match race.turn() {
        Turn::Seat(seat) => Step::Act { seat, action: actions[rng.random_range(0..actions.len())] },
        _ => Step::Chance(rng.random_range(1..=6)),
    }
}

/// Plays games with random options, trying effects after one step in four.
fn random_games(games: u64, seed: u64) {
    let mut rng = rng(seed);
    let (mut applied, mut refused) = (0, 0);
    for game in 0..games {
        let rules = random_rules(&mut rng);
        let mut race = Race::new(&rules, random_seats(&rules, &mut rng), &Deal::default()).unwrap();
        for number in 0.. {
            assert!(number < 200_000, "a game does not end: {race:?}");
            let step = random_step(&race, &mut rng);
            let (before, mut events) = (race.clone(), Vec::new());
            race.play(&step, &mut events).unwrap();
            Race::check_events(&before, &events, &race);
            check_state(&race);
            // Effects without end could prolong the game forever.
            while number < 600 && rng.random_ratio(1, 4) && race.turn() != Turn::Over {
                let mut effect = random_effect(&mut rng);
                if game % 2 == 0 && matches!(effect, Effect::Remember { .. }) {
                    effect = Effect::Pass {};
                }
                let step = Step::House { rule: rng.random_range(0..3), effect };
                if try_effect(&mut race, &step) {
                    applied += 1;
                } else {
                    refused += 1;
                }
            }
            if race.turn() == Turn::Over {
                break;
            }
        }
    }
    assert!(applied > 20 * games && refused > 20 * games, "{applied} applied, {refused} refused");
}

#[test]
fn random_effects_fail_unchanged_or_keep_the_laws() {
    side_by_side(1..=3, |seed| random_games(1_000, seed));
}

/// Returns a house rule as a saved game lists it.
fn saved_rule(number: usize) -> SavedRule {
    let source = format!("return {{ name = \"rule {number}\" }}");
    let value = json!({
        "file": format!("rule-{number}.lua"), "name": Text::both("A rule"), "about": Text::both("It does things."),
        "hooks": ["after"], "hash": SavedRule::hash_of(&source), "source": source,
    });
    serde_json::from_value(value).unwrap()
}

#[test]
fn games_with_effects_read_back_equal() {
    let (mut rng, mut effects) = (rng(11), 0);
    for game in 0..60 {
        let rules = random_rules(&mut rng);
        let seats = random_seats(&rules, &mut rng);
        let players = seats.iter().map(|seat| (seat, Player::human("Kim"))).collect();
        let mut record =
            Record::new("aeroplane", rules, players, Deal::default(), Seed::from_number(game));
        record.house_rules = (0..3).map(saved_rule).collect();
        let mut session = Session::<Race>::new(record).unwrap();
        for number in 0.. {
            match session.state().turn() {
                Turn::Over => break,
                Turn::Chance { .. } => drop(session.roll().unwrap()),
                Turn::Seat(_) => {
                    let step = random_step(session.state(), &mut rng);
                    session.play(step).unwrap();
                }
            }
            while number < 300 && rng.random_ratio(1, 4) {
                let rule = rng.random_range(0..3);
                let step = Step::House { rule, effect: random_effect(&mut rng) };
                let _ = session.play(step); // mostly refused
            }
        }
        let record = session.record();
        effects += record.steps.iter().filter(|step| matches!(step, Step::House { .. })).count();
        let text = record.write();
        let found = Record::<Race>::read(&text).unwrap().record;
        assert_eq!(found, *record);
        assert_eq!(found.write(), text);
        assert!(verify(&text).is_ok(), "{:?}", verify(&text));
    }
    assert!(effects > 600, "{effects} effects");
}
