//! Tests of collections: lists, queries, imports, broken files and broken indices.

use std::cell::Cell;
use std::fs::{self, File};
use std::time::SystemTime;

use qipan_core::contract::dice::Seed;
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::{Deal, Race, Rules};
use qipan_core::record::{MAX_BYTES, Player, Record};
use tempfile::TempDir;

use super::*;
use crate::model::i18n::{I18n, Lang};

/// Creates the folders of a player in a temporary folder.
fn player_folders() -> (TempDir, Folders) {
    let dir = TempDir::new().unwrap();
    let folders = Folders::find(Some(dir.path())).unwrap();
    fs::create_dir_all(&folders.saves).unwrap();
    (dir, folders)
}

/// Returns the text of a saved game between a person of this name and a robot.
fn game_text(name: &str) -> String {
    let players = vec![
        (Seat::new(0), Player::human(name)),
        (Seat::new(2), Player::robot("Greedy Gus", "greedy.luau")),
    ];
    let rules = Rules { planes: 2, planes_to_win: 2, ..Rules::AEROPLANE };
    Record::<Race>::new("aeroplane", rules, players, Deal::default(), Seed::from_number(7)).write()
}

/// Writes a file whose last change is `seconds` after a fixed time.
fn write_file(folders: &Folders, name: &str, text: &str, seconds: u64) {
    let path = folders.saves.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000 + seconds);
    File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
}

fn read_collection(folders: &Folders) -> Collection {
    Collection::of_player(folders, &|_, _| true)
}

fn names(collection: &Collection) -> Vec<String> {
    collection.listed().map(CollectedGame::name).collect()
}

#[test]
fn games_are_listed_with_their_summaries() {
    let (_dir, folders) = player_folders();
    write_file(&folders, "one.json", &game_text("Kim"), 1);
    write_file(&folders, "deeper/two.json", &game_text("Ann"), 2);
    write_file(&folders, "deeper/deepest/three.json", &game_text("Ben"), 3);
    write_file(&folders, ".hidden.json", "x", 3);
    write_file(&folders, "notes.txt", "x", 3);
    write_file(&folders, "set.json", r#"{"format":"qipan_rules","version":1}"#, 4);
    write_file(
        &folders,
        "puzzles.json",
        r#"{"format":"qipan-puzzles","version":1,"puzzles":[]}"#,
        4,
    );
    fs::create_dir(folders.saves.join("folder.json")).unwrap();
    let collection = read_collection(&folders);
    assert_eq!(names(&collection), ["two", "one"]);
    let second = collection.listed().nth(1).unwrap();
    let summary = second.summary.as_ref().unwrap();
    assert_eq!((summary.game.as_str(), summary.preset.as_str()), ("race", "aeroplane"));
    let seats: Vec<_> = summary.seats.iter().map(|seat| (seat.name.as_str(), seat.robot)).collect();
    assert_eq!(seats, [("Kim", false), ("Greedy Gus", true)]);
    assert!(summary.has_robots() && summary.result.is_none() && summary.winners().is_empty());
    assert_eq!(summary.changed.keys().collect::<Vec<_>>(), ["planes", "planes_to_win"]);
    assert_eq!(read_collection(&folders), collection, "the list read with the index is the same");
}

#[test]
#[cfg(unix)]
fn linked_files_are_listed_once() {
    use std::os::unix::fs::symlink;
    let (dir, folders) = player_folders();
    write_file(&folders, "one.json", &game_text("Kim"), 1);
    write_file(&folders, "deeper/two.json", &game_text("Ann"), 2);
    let elsewhere = dir.path().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    fs::write(elsewhere.join("three.json"), game_text("Ben")).unwrap();
    let link = |target: &Path, name: &str| symlink(target, folders.saves.join(name)).unwrap();
    link(&folders.saves, "again");
    link(dir.path(), "above");
    link(&folders.saves.join("deeper"), "a-deeper");
    link(&folders.saves.join("one.json"), "a-one.json");
    link(&elsewhere, "elsewhere");
    link(&elsewhere, "here");
    link(Path::new("round.json"), "round.json");
    link(Path::new("nowhere"), "nowhere.json");
    symlink(&folders.saves, folders.saves.join("deeper/again")).unwrap();
    let collection = read_collection(&folders);
    assert_eq!(names(&collection), ["two", "three", "one"]);
    let deeper = folders.saves.join("deeper/two.json");
    assert_eq!(collection.games[0].path, deeper, "the path that contains no link");
    assert_eq!(read_collection(&folders), collection, "the list read with the index is the same");
    let result = import(std::slice::from_ref(&folders.saves), &elsewhere, &|_, _| true);
    assert_eq!((result.created.len(), result.known), (2, 1));
}

#[test]
fn only_changed_files_are_read_again() {
    let (_dir, folders) = player_folders();
    write_file(&folders, "a.json", &game_text("Kim"), 1);
    write_file(&folders, "b.json", &game_text("Kim"), 1);
    write_file(&folders, "c.json", &game_text("Kim"), 1);
    let first = read_collection(&folders);
    // Same size and time: the file is not read.
    write_file(&folders, "a.json", &game_text("Tim"), 1);
    assert_eq!(read_collection(&folders), first);
    // A changed time, a changed size, a removed file and a new one.
    write_file(&folders, "a.json", &game_text("Tim"), 2);
    write_file(&folders, "b.json", &game_text("Timothy"), 1);
    fs::remove_file(folders.saves.join("c.json")).unwrap();
    write_file(&folders, "d.json", &game_text("Dan"), 1);
    let collection = read_collection(&folders);
    let first_player =
        |entry: &CollectedGame| entry.summary.as_ref().unwrap().seats[0].name.clone();
    assert_eq!(
        collection.listed().map(first_player).collect::<Vec<_>>(),
        ["Tim", "Timothy", "Dan"]
    );
    assert_eq!(read_collection(&folders), collection);
}

#[test]
fn broken_or_foreign_index_is_rebuilt() {
    let (_dir, folders) = player_folders();
    write_file(&folders, "a.json", &game_text("Kim"), 1);
    let index = folders.data.join("collection.json");
    let collection = read_collection(&folders);
    let good = fs::read_to_string(&index).unwrap();
    let other_folder = good.replace("saves", "other");
    let newer_version = good.replace("\"version\":2", "\"version\":3");
    let cut = &good[..good.len() - 20];
    let wrong_type = good.replace("\"plies\":0", "\"plies\":\"many\"");
    let fault_and_game = good.replacen("\"game\":{", "\"fault\":\"Other\",\"game\":{", 1);
    for bad in [
        "",
        "{}",
        "[1,2]\n",
        "\u{0}\u{1}",
        &other_folder,
        &newer_version,
        cut,
        &wrong_type,
        &fault_and_game,
    ] {
        assert_ne!(bad, good);
        fs::write(&index, bad).unwrap();
        assert_eq!(read_collection(&folders), collection);
        assert_eq!(fs::read_to_string(&index).unwrap(), good, "the index is rewritten");
    }
    fs::write(&index, [0xFF, 0xFE]).unwrap();
    assert_eq!(read_collection(&folders), collection);
    // A folder at the path of the index cannot be replaced, so the index is not written.
    fs::remove_file(&index).unwrap();
    fs::create_dir(&index).unwrap();
    assert_eq!(read_collection(&folders), collection);
}

#[test]
fn broken_files_are_listed_with_their_reason() {
    let (_dir, folders) = player_folders();
    let sound = game_text("Kim");
    write_file(&folders, "cut.json", &sound[..sound.len() / 2], 1);
    write_file(&folders, "newer.json", &sound.replace("\"version\":1", "\"version\":9"), 1);
    write_file(&folders, "chess.json", &sound.replace("\"race\"", "\"chess\""), 1);
    write_file(&folders, "seat.json", &sound.replace("\"seat\":\"red\"", "\"seat\":\"pink\""), 1);
    write_file(&folders, "foreign.json", "{\"name\":3}", 1);
    write_file(&folders, "empty.json", "", 1);
    write_file(&folders, "number.json", "3", 1);
    fs::write(folders.saves.join("bytes.json"), [0xFF, 0xFE]).unwrap();
    File::create(folders.saves.join("large.json")).unwrap().set_len(MAX_BYTES as u64 + 1).unwrap();
    let collection = read_collection(&folders);
    let fault = |name: &str| {
        let entry = collection.listed().find(|entry| entry.name() == name).unwrap();
        entry.summary.clone().unwrap_err()
    };
    assert!(matches!(fault("cut"), SummaryError::Line(line, _) if line > 5), "{:?}", fault("cut"));
    assert_eq!(fault("newer"), SummaryError::Version(9));
    assert_eq!(fault("chess"), SummaryError::Game("chess".to_owned()));
    assert!(matches!(fault("seat"), SummaryError::Line(_, what) if what.contains("pink")));
    assert_eq!((fault("foreign"), fault("bytes")), (SummaryError::Foreign, SummaryError::NotText));
    assert_eq!(fault("large"), SummaryError::TooLarge);
    for name in ["empty", "number"] {
        assert!(matches!(fault(name), SummaryError::Line(1, _)), "{:?}", fault(name));
    }
    for lang in Lang::ALL {
        let i18n = I18n::new(lang);
        for entry in collection.listed() {
            let text = entry.summary.as_ref().unwrap_err().text(&i18n);
            assert!(!text.is_empty() && !text.contains(['⟨', '{']), "{text}");
        }
    }
    assert_eq!(read_collection(&folders), collection, "the list read with the index is the same");
}

#[test]
fn index_size_is_bounded_for_any_file() {
    let (_dir, folders) = player_folders();
    let long_value = format!("\"planes\":[{}]", vec!["1"; 9000].join(","));
    let long = game_text(&"长".repeat(60)).replace("\"planes\":2", &long_value);
    write_file(&folders, "long.json", &long, 1);
    write_file(&folders, "deep.json", &"[".repeat(100_000), 1);
    let with_places = |places: &str| {
        let result = format!(r#""result":{{"places":[{places}],"reason":"first_home"}}"#);
        game_text("Kim").replace("\"result\":null", &result)
    };
    write_file(&folders, "over.json", &with_places(r#"["red"],["blue"]"#), 1);
    for (name, bad) in [
        ("bad1", vec![r#"["red"]"#; 9000]),
        ("bad2", vec![r#"[]"#; 9000]),
        ("bad3", vec![r#"["red","blue","red"]"#]),
        ("bad4", vec![r#"["red"]"#, r#"["green"]"#]),
    ] {
        write_file(&folders, &format!("{name}.json"), &with_places(&bad.join(",")), 1);
    }
    let collection = read_collection(&folders);
    let result_of = |name: &str| {
        let entry = collection.listed().find(|entry| entry.name() == name).unwrap();
        entry.summary.clone()
    };
    for name in ["deep", "bad1", "bad2", "bad3", "bad4"] {
        assert!(matches!(result_of(name), Err(SummaryError::Line(..))), "{name}");
    }
    assert_eq!(result_of("over").unwrap().result, None, "a result without steps is dropped");
    assert!(matches!(result_of("long"), Err(SummaryError::Line(..))), "{:?}", result_of("long"));
    assert!(fs::metadata(folders.data.join("collection.json")).unwrap().len() < 3000);
}

#[test]
fn reading_can_be_stopped_and_resumed() {
    let (_dir, folders) = player_folders();
    (0..9).for_each(|n| write_file(&folders, &format!("{n}.json"), &game_text("Kim"), n));
    let reported = Cell::new((0, 0));
    let part = Collection::of_player(&folders, &|done, total| {
        reported.set((done, total));
        done < 4
    });
    assert_eq!((names(&part).len(), reported.get()), (4, (4, 9)));
    let index = fs::read_to_string(folders.data.join("collection.json")).unwrap();
    assert_eq!(index.lines().count(), 5, "a header line and the four files that were read");
    assert_eq!(names(&read_collection(&folders)).len(), 9);
    // The last entry read before the stop differs from the index.
    write_file(&folders, "3.json", &game_text("Timothy"), 3);
    let part = Collection::of_player(&folders, &|done, _| done < 4);
    assert_eq!(names(&part), ["0", "1", "2", "3", "4", "5", "6", "7", "8"]);
    let indexed = index::read(&folders.data.join("collection.json"), &folders.saves);
    let indexed: Option<Vec<CollectedGame>> = indexed.map(Iterator::collect);
    assert_eq!(indexed, Some(part.games), "the next listing reuses these entries");
}

#[test]
fn queries_filter_and_sort_games() {
    let (_dir, folders) = player_folders();
    write_file(&folders, "a.json", &game_text("Kim"), 1);
    write_file(&folders, "b.json", &game_text("Ann"), 3);
    write_file(
        &folders,
        "c.json",
        &game_text("Kim").replace("\"kind\":\"robot\"", "\"kind\":\"human\""),
        2,
    );
    write_file(&folders, "d.json", "broken kim", 4);
    let collection = read_collection(&folders);
    let files: Vec<&CollectedGame> = collection.listed().collect();
    let texts: Vec<String> =
        files.iter().map(|entry| entry.searchable_text(&|_| "飞行棋".to_owned())).collect();
    let pick = |query: Query| {
        let picked = query.pick(&files, &texts);
        picked.into_iter().map(|index| files[index].name()).collect::<String>()
    };
    let all = Query::default();
    assert_eq!(pick(all.clone()), "bcad", "the latest first, broken ones last");
    assert_eq!(pick(Query { sort: SortOrder::Name, ..all.clone() }), "abcd");
    assert_eq!(pick(Query { sort: SortOrder::Length, ..all.clone() }), "abcd");
    assert_eq!(pick(Query { text: "gus KIM".to_owned(), ..all.clone() }), "ca");
    assert_eq!(pick(Query { text: "飞行".to_owned(), ..all.clone() }), "bca");
    assert_eq!(pick(Query { state: StateFilter::Finished, ..all.clone() }), "");
    assert_eq!(pick(Query { state: StateFilter::Unfinished, ..all.clone() }), "bca");
    assert_eq!(pick(Query { state: StateFilter::Broken, ..all.clone() }), "d");
    assert_eq!(pick(Query { who: PlayerFilter::People, ..all.clone() }), "c");
    assert_eq!(pick(Query { who: PlayerFilter::Robots, ..all.clone() }), "ba");
    assert_eq!(pick(Query { presets: &["flying"], ..all.clone() }), "");
    assert_eq!(pick(Query { presets: &["flying", "aeroplane"], ..all }), "bca");
}

#[test]
fn import_copies_each_game_once() {
    let (dir, folders) = player_folders();
    let from = dir.path().join("from");
    fs::create_dir_all(from.join("inner")).unwrap();
    fs::write(from.join("inner/bad.jgs"), "nothing").unwrap();
    fs::write(from.join("a.json"), game_text("Kim")).unwrap();
    fs::write(from.join("b.json"), "{}").unwrap();
    fs::write(from.join("notes.txt"), "nothing that is looked at").unwrap();
    write_file(&folders, "a.json", &game_text("Ann"), 1);
    let paths = [from.clone()];
    let result = import(&paths, &folders.saves, &|_, _| true);
    assert_eq!(result.created, [folders.saves.join("a (2).json")]);
    let failed_paths: Vec<_> = result.failed.iter().map(|(path, _)| path.clone()).collect();
    assert_eq!(failed_paths, [from.join("b.json"), from.join("inner/bad.jgs")]);
    assert_eq!(result.failed[0].1, ImportError::Game(SummaryError::Foreign));
    let again = import(&[folders.saves.join("a.json")], &folders.saves, &|_, _| true);
    assert_eq!((again.created.len(), again.known), (0, 1));
    // A game whose copy got a number in its name is recognised as well.
    let again = import(&paths, &folders.saves, &|_, _| true);
    assert_eq!((again.created.len(), again.known), (0, 1));
    assert_eq!(import(&paths, &folders.saves, &|_, _| false), ImportResult::default());
}
