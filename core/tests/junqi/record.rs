//! Saved games of Junqi: they read back equal, verify, and reveal manipulations.

use crate::common::junqi::{any_layout, random_rules};
use crate::common::rng;
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, Step, Turn};
use qipan_core::contract::options::RuleSet;
use qipan_core::games::junqi::{Deal, Junqi, PRESETS, Rules};
use qipan_core::play::session::Session;
use qipan_core::record::{AuditEntry, Player, Record};
use qipan_core::registry::verify;
use rand::RngExt;
use rand::rngs::SmallRng;

/// Returns the number of games of every preset; `QIPAN_GAMES=10000` sets it.
fn games() -> u64 {
    std::env::var("QIPAN_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(25)
}

/// Returns the record of a game that has not begun, with random layouts and seed.
fn record(preset: &str, rules: &Rules, rng: &mut SmallRng) -> Record<Junqi> {
    let layouts: Vec<_> = rules.seats().iter().map(|seat| (seat, any_layout(rng))).collect();
    let seed = Seed::from_number(rng.random());
    let deal = Deal::draw(rules, &layouts, &seed).unwrap();
    let players = rules.seats().iter().map(|seat| (seat, Player::human("甲"))).collect();
    Record::new(preset, rules.clone(), players, deal, seed)
}

/// Plays a whole random game, with timeouts, resignations and take-backs.
fn play_game(record: Record<Junqi>, rng: &mut SmallRng) -> Session<Junqi> {
    let mut session = Session::new(record).unwrap();
    while let Turn::Seat(seat) = session.state().turn() {
        let actions = session.actions();
        let step = match rng.random_range(0..400) {
            0 if session.state().check_timeout(seat).is_ok() => Step::Timeout { seat },
            1 => Step::Resign { seat },
            _ => Step::Act { seat, action: actions[rng.random_range(0..actions.len())] },
        };
        session.play(step).unwrap();
        if rng.random_ratio(1, 300) {
            session.take_back(session.record().steps.len() / 2);
        }
    }
    session
}

#[test]
fn saved_games_of_every_preset_read_back_equal() {
    for preset in PRESETS {
        let rules = Rules::preset(preset).unwrap();
        for seed in 0..games() {
            let mut rng = rng(seed);
            let session = play_game(record(preset, &rules, &mut rng), &mut rng);
            let text = session.record().write();
            let loaded =
                Record::<Junqi>::read(&text).unwrap_or_else(|why| panic!("{preset} {seed}: {why}"));
            let again = loaded.record;
            assert_eq!(again, *session.record(), "{preset} {seed}");
            if seed % 8 == 0 {
                let report = verify(&text);
                assert!(report.is_ok(), "{preset} {seed}: {report:?}");
            }
        }
    }
}

#[test]
fn take_backs_of_revealing_steps_are_noted() {
    let mut rng = rng(23);
    let notes = |session: &Session<Junqi>| -> Vec<_> {
        let all = session.record().revealing_take_backs();
        all.map(|note| (note.at, note.first, note.last)).collect()
    };
    for preset in PRESETS {
        let rules = Rules::preset(preset).unwrap();
        let mut session = Session::new(record(preset, &rules, &mut rng)).unwrap();
        let journal = session.begin_journal();
        let start = Record::<Junqi>::read(&journal).unwrap().record;
        let mut expected = Vec::new();
        for _ in 0..12 {
            while session.record().steps.len() < 60
                && let Turn::Seat(seat) = session.state().turn()
            {
                let actions = session.actions();
                session.act(seat, actions[rng.random_range(0..actions.len())]).unwrap();
            }
            let steps = session.record().steps.len();
            let to = rng.random_range(0..steps);
            let mut gone = (to..steps).flat_map(|step| session.events(step));
            // Open games reveal nothing.
            let reveals = !["open", "flip_open", "siguo_open", "six_open"].contains(&preset)
                && gone.any(|event| {
                    use qipan_core::games::junqi::Event;
                    matches!(event, Event::Battled { .. } | Event::Flipped { .. })
                });
            session.take_back(to);
            // Earlier notes stay, moved to the last remaining step.
            expected.iter_mut().for_each(|(at, _, _): &mut (usize, _, _)| *at = to.min(*at));
            if reveals {
                expected.push((to, to + 1, steps));
            }
            let mut found = notes(&session);
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{preset}");
        }
        assert_eq!(session.record().take_backs, 12);
        let text = session.write();
        assert!(verify(&text).is_ok(), "{preset}: {:?}", verify(&text));
        assert_eq!(Record::<Junqi>::read(&text).unwrap().record, *session.record());
        // A journal resumed after a crash has the same notes.
        let lines = session.take_lines().unwrap();
        let again = Session::resume(start, &lines).unwrap();
        assert_eq!((notes(&again), again.write()), (notes(&session), text));
    }
}

#[test]
fn unrelated_notes_are_no_take_backs() {
    let mut rng = rng(24);
    let mut game = record("dark", &Rules::preset("dark").unwrap(), &mut rng);
    let prefix = "taken back after hidden pieces had fought or been shown: steps ";
    for text in ["", "1 to", "to 3", "one to two", "-1 to 3", "1 to 99999999999999999999999"] {
        game.notes = vec![AuditEntry { at: 0, text: format!("{prefix}{text}") }];
        assert_eq!(game.revealing_take_backs().count(), 0, "{text}");
    }
    game.notes = vec![AuditEntry { at: 0, text: format!("{prefix}4 to 9") }];
    assert_eq!(game.revealing_take_backs().count(), 1);
}

#[test]
fn random_rules_read_back_equal() {
    let mut rng = rng(11);
    for _ in 0..60 {
        let rules = random_rules(&mut rng);
        let game = record(rules.nearest_preset(), &rules, &mut rng);
        let again = Record::<Junqi>::read(&game.write()).unwrap().record;
        assert_eq!(again.rules, rules);
    }
}

#[test]
fn invalid_setups_are_refused_with_a_reason() {
    let mut rng = rng(5);
    let dark = record("dark", &Rules::preset("dark").unwrap(), &mut rng).write();
    let flip = record("flip", &Rules::preset("flip").unwrap(), &mut rng).write();
    // Returns the error after a change of the file.
    let error_with = |text: &str, from: &str, to: &str| {
        assert!(text.contains(from), "{from} is not in {text}");
        Record::<Junqi>::read(&text.replacen(from, to, 1)).unwrap_err().to_string()
    };
    let layout = dark.split("\"south\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    assert!(error_with(&dark, &layout, "SJ").contains("25 pieces"));
    assert!(error_with(&dark, &layout, &layout.replace('S', "J")).contains("Field Marshal"));
    let first = ["south", "north"].map(|name| format!("\"first\":\"{name}\""));
    let first = first.iter().find(|first| dark.contains(*first)).unwrap();
    assert!(error_with(&dark, first, "\"first\":\"east\"").contains("cannot begin"));
    let tiles = flip.split("\"tiles\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    assert!(error_with(&flip, &tiles, &tiles.replace('S', "J")).contains("tiles"));
    assert!(error_with(&dark, "\"armies\":2", "\"armies\":7").contains("armies"));
}

#[test]
fn manipulated_shuffles_and_lots_are_detected() {
    let mut rng = rng(6);
    for preset in ["flip", "dark"] {
        let rules = Rules::preset(preset).unwrap();
        let mut game = record(preset, &rules, &mut rng);
        assert!(verify(&game.write()).is_ok());
        if let Some(tiles) = &mut game.deal.tiles {
            // Exchange the two armies.
            let swap = |c: char| match c.is_ascii_uppercase() {
                true => c.to_ascii_lowercase(),
                false => c.to_ascii_uppercase(),
            };
            *tiles = tiles.chars().map(swap).collect();
        } else {
            let south = game.deal.first.as_deref() == Some("south");
            game.deal.first = Some(if south { "north" } else { "south" }.to_owned());
        }
        let report = verify(&game.write());
        assert!(report.dice.is_some() && report.inconsistent.is_none(), "{preset}: {report:?}");
    }
}

#[test]
fn changed_mark_is_reported_with_its_step() {
    let mut rng = rng(9);
    let rules = Rules::preset("siguo_partner").unwrap();
    let session = play_game(record("siguo_partner", &rules, &mut rng), &mut rng);
    let text = session.record().write();
    let line = text.lines().position(|line| line.starts_with("{\"") && line.contains("mark"));
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let changed = &mut lines[line.unwrap()];
    let digit_index = changed.rfind("\"mark\":\"").unwrap() + 8;
    let digit = if &changed[digit_index..=digit_index] == "0" { "1" } else { "0" };
    changed.replace_range(digit_index..=digit_index, digit);
    let report = verify(&lines.join("\n"));
    assert_eq!(report.inconsistent.and_then(|fault| fault.step), Some(1));
}
