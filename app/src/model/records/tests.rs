//! Tests the counting of games, and the index.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{BattleResult, Junqi, Kind, Layout};
use qipan_core::games::race::Race;
use qipan_core::record::{Player, Record};
use qipan_core::registry::GameKind;
use qipan_core::script::Level;
use tempfile::TempDir;

use super::*;
use crate::model::storage::{Folders, SummaryError};

/// Returns the text of a sample game.
fn sample(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../saves/sample-{name}.json"));
    fs::read_to_string(path).unwrap()
}

/// Returns a sample race in which these people play.
fn race(name: &str, people: &[(u8, &str)]) -> String {
    let mut record = Record::<Race>::parse(&sample(name)).unwrap().record;
    for (seat, person) in people {
        let players = record.players.iter_mut();
        players.for_each(|(other, player)| {
            if *other == Seat::new(*seat) {
                *player = Player::human(person);
            }
        });
    }
    record.write()
}

/// Returns a sample game of Junqi in which this person plays.
fn junqi(name: &str, seat: u8, person: &str) -> String {
    let mut record = Record::<Junqi>::parse(&sample(name)).unwrap().record;
    let players = record.players.iter_mut();
    players.for_each(|(other, player)| {
        if *other == Seat::new(seat) {
            *player = Player::human(person);
        }
    });
    record.write()
}

/// Creates a player's folders.
fn player_folders() -> (TempDir, Folders) {
    let dir = TempDir::new().unwrap();
    let folders = Folders::find(Some(dir.path())).unwrap();
    fs::create_dir_all(&folders.saves).unwrap();
    (dir, folders)
}

/// Writes a file whose last change is `seconds` after a fixed time.
fn write_file(folders: &Folders, name: &str, text: &str, seconds: u64) {
    let path = folders.saves.join(name);
    fs::write(&path, text).unwrap();
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000 + seconds);
    File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
}

/// Counts the games of a player.
fn count(folders: &Folders, name: &str) -> Statistics {
    let level_of = |_: GameKind, script: &str| match script {
        "random.luau" => Some(Level::Beginner),
        "greedy.luau" => Some(Level::Easy),
        "careful.luau" => Some(Level::Medium),
        _ => None,
    };
    Statistics::of(&CountedGames::of_player(folders, &|_, _| true), name, &level_of)
}

#[test]
fn race_facts_agree_with_the_replay_text() {
    // The numbers are those of `qipan replay --text`.
    let facts = GameFacts::of_text(&race("aeroplane", &[(1, "Kim")])).unwrap();
    assert_eq!((facts.plies, facts.is_over, facts.is_unrated), (278, true, false));
    let [person] = facts.people.as_slice() else { panic!("one person") };
    assert_eq!((person.result, person.place), (Some(GameResult::Lost), 2));
    let race = person.race.as_ref().unwrap();
    assert_eq!((race.rolls, race.pips, race.sixes), (58, 200, 9));
    assert_eq!((race.captured, race.caught_at.len()), (7, 5));
    assert!(!race.is_flying && race.luck.is_none());
    let robots: Vec<_> = person.robots.iter().map(|(name, result)| (&**name, *result)).collect();
    let (won, lost) = (GameResult::Won, GameResult::Lost);
    assert_eq!(robots, [("careful.luau", lost), ("bold.luau", won), ("random.luau", won)]);
}

#[test]
fn battle_and_layout_facts_agree_with_the_replay_text() {
    let facts = GameFacts::of_text(&junqi("dark", 0, "")).unwrap();
    let [person] = facts.people.as_slice() else { panic!("one person") };
    assert_eq!((person.result, person.place), (Some(GameResult::Lost), 2));
    let junqi = person.junqi.as_ref().unwrap();
    assert_eq!(junqi.layout, "SNYPYPNLHGZHLJZTDDGTGPNFD");
    assert_eq!((junqi.attacks.len(), junqi.defences.len()), (11, 16));
    let first = BattleFact {
        attacker: Kind::FieldMarshal,
        defender: Kind::MajorGeneral,
        result: BattleResult::AttackerSurvives,
    };
    assert_eq!(junqi.attacks[0], first);
    let battles = [&junqi.attacks, &junqi.defences];
    let both_gone = battles
        .map(|list| list.iter().filter(|battle| battle.result == BattleResult::BothGone).count());
    assert_eq!(both_gone, [2, 5]);
    for text in ["SJ", "SJ?", "SJ>>", "S", "", "XJ>"] {
        assert!(BattleFact::try_from(text.to_owned()).is_err(), "{text}");
    }
}

#[test]
fn every_sample_is_counted() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../saves");
    let games = CountedGames::of_folder(&folder, &|_, _| true);
    assert!(games.games.len() >= 17);
    for game in &games.games {
        let facts = game.summary.as_ref().unwrap_or_else(|why| panic!("{:?} {why}", game.path));
        assert!(facts.is_over && facts.people.is_empty(), "{:?}", game.path);
    }
}

#[test]
fn results_streaks_and_ratings_add_up() {
    let (_dir, folders) = player_folders();
    write_file(&folders, "a.json", &race("aeroplane", &[(0, "Kim")]), 1);
    write_file(&folders, "b.json", &junqi("open", 2, "Kim"), 2);
    write_file(&folders, "c.json", &junqi("flip_open", 0, "Kim"), 3);
    write_file(&folders, "d.json", &race("aeroplane", &[(1, "Kim"), (2, "Ann")]), 4);
    write_file(&folders, "e.json", &race("house_race", &[(3, "")]), 5);
    write_file(&folders, "f.json", &sample("three"), 6);
    write_file(&folders, "g.json", "{\"format\":\"qipan\",", 7);
    write_file(&folders, "h.json", "{\"format\":\"qipan_rules\",\"version\":1}", 8);
    let kim = count(&folders, "Kim");
    assert_eq!(kim.total, Tally { won: 2, drawn: 1, lost: 2 });
    assert_eq!((kim.of_others, kim.unfinished, kim.broken), (1, 0, 1));
    let streaks = Streaks { current: 2, result: Some(GameResult::Lost), longest_won: 2 };
    assert_eq!(kim.streaks, streaks);
    assert_eq!(kim.by_preset["aeroplane"], Tally { won: 1, drawn: 0, lost: 2 });
    assert_eq!(kim.race.total.all() + kim.junqi.total.all(), 5);
    assert_eq!(kim.race_details.places, [1, 1, 0, 1]);
    let levels: Vec<_> = kim.junqi.by_level.keys().map(|level| level.name()).collect();
    assert_eq!(levels, ["easy"]);
    // A game with house rules is counted, but not rated.
    assert_eq!((kim.race.ratings.len(), kim.junqi.ratings.len()), (2, 2));
    assert!(kim.race.ratings[1].value < kim.race.ratings[0].value, "the second game was lost");
    assert_eq!(kim.race.longest.as_ref().unwrap().plies, 278);
    // Without the name, the game of several people belongs to no single player.
    let nameless = count(&folders, "");
    assert_eq!((nameless.total.all(), nameless.of_others), (4, 2));
    let json = serde_json::to_value(&kim).unwrap();
    assert_eq!(json["total"]["won"], 2);
}

#[test]
fn unfinished_game_is_left_out() {
    let (_dir, folders) = player_folders();
    let mut record = Record::<Race>::parse(&race("aeroplane", &[(0, "Kim")])).unwrap().record;
    record.steps.truncate(100);
    write_file(&folders, "half.json", &record.write(), 1);
    let statistics = count(&folders, "Kim");
    assert_eq!((statistics.total.all(), statistics.unfinished), (0, 1));
    assert!(statistics.race_details.games.is_empty());
}

#[test]
fn unchanged_files_come_from_the_index() {
    let (_dir, folders) = player_folders();
    write_file(&folders, "a.json", &race("aeroplane", &[(0, "Kim")]), 1);
    write_file(&folders, "b.json", &junqi("dark", 0, "Kim"), 2);
    let first = count(&folders, "Kim");
    let index = folders.data.join("records.json");
    let good = fs::read_to_string(&index).unwrap();
    // A changed index shows which files are read again.
    fs::write(&index, good.replace("\"plies\":278", "\"plies\":999")).unwrap();
    assert_eq!(count(&folders, "Kim").race.longest.unwrap().plies, 999);
    write_file(&folders, "a.json", &race("aeroplane", &[(0, "Kim")]), 9);
    assert_eq!(count(&folders, "Kim").race.longest.unwrap().plies, 278);
    write_file(&folders, "a.json", &race("aeroplane", &[(0, "Kim")]), 1);
    for bad in ["", "{}", &good[..good.len() - 9], &good.replace("SH>", "??>")] {
        assert_ne!(bad, good);
        fs::write(&index, bad).unwrap();
        assert_eq!(count(&folders, "Kim"), first);
        assert_eq!(fs::read_to_string(&index).unwrap(), good, "the index is rewritten");
    }
    fs::remove_file(folders.saves.join("a.json")).unwrap();
    assert_eq!(count(&folders, "Kim").total.all(), 1);
}

#[test]
fn illegal_game_is_broken() {
    let text = sample("dark").replace("N24 N13", "N24 N99");
    assert!(matches!(GameFacts::of_text(&text), Err(SummaryError::Line(..))));
    let text = sample("dark").replacen("\"S11 N15\"", "\"S13 S14\"", 1);
    assert!(matches!(GameFacts::of_text(&text), Err(SummaryError::Steps(_))));
    let rules = r#"{"format":"qipan_rules","version":1}"#;
    assert_eq!(GameFacts::of_text(rules), Err(SummaryError::OtherFormat));
}

#[test]
fn layouts_are_counted_by_cell_and_formation() {
    let mut counts = LayoutCounts::default();
    let letters = "SNYPYPNLHGZHLJZTDDGTGPNFD";
    counts.add(letters, Some(GameResult::Won));
    counts.add(letters, Some(GameResult::Lost));
    counts.add("not a layout", Some(GameResult::Won));
    assert_eq!(counts.layouts, 2);
    assert_eq!(counts.on_slot(Kind::FieldMarshal, 0), Tally { won: 1, drawn: 0, lost: 1 });
    assert!((counts.share(Kind::Flag, 23) - 1.0).abs() < 1e-9);
    assert_eq!(counts.on_slot(Kind::Flag, 21), Tally::default());
    let layout: Layout = letters.parse().unwrap();
    assert_eq!(formation_of(&layout), "................".to_owned() + ".DD.DF...");
    assert_eq!(formation_of(&layout), formation_of(&layout.mirrored()));
    assert_eq!(counts.formations()[0].tally.all(), 2);
}

#[test]
fn figures_about_layouts_made_by_people_add_up() {
    for piece in Kind::ALL {
        let sum: f64 = (0..25).map(|slot| people_share(piece, slot)).sum();
        assert!((sum - f64::from(piece.count())).abs() < 0.02, "{piece:?} {sum}");
        let games: u32 = (0..25).map(|slot| people_results(piece, slot).all()).sum();
        assert_eq!(games, 944 * u32::from(piece.count()), "{piece:?}");
    }
    for (letters, tally) in PEOPLE_FORMATIONS {
        assert_eq!(letters.matches('D').count(), 3, "{letters}");
        assert!(letters.as_bytes()[21] == b'F' && tally.all() >= 20, "{letters}");
    }
}
