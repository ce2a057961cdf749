//! Tests that files are read back as they were written and that nothing is lost.

use std::sync::atomic::{AtomicBool, Ordering};

use qipan_core::contract::dice::Seed;
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::{Deal, Race, Rules};
use qipan_core::record::{Player, Record};
use tempfile::TempDir;

use super::disk::InjectedFault;
use super::games::free_path;
use super::*;

/// Creates a storage in a folder of its own.
pub(super) fn storage() -> (TempDir, Storage) {
    let dir = TempDir::new().unwrap();
    let folders = Folders::choose(dir.path(), None, Some(dir.path())).unwrap();
    let (storage, error) = Storage::open(folders);
    assert_eq!(error, None);
    (dir, storage)
}

/// Returns a saved game of a person and a robot with these names.
fn game(names: [&str; 2]) -> String {
    let players = vec![
        (Seat::new(0), Player::human(names[0])),
        (Seat::new(2), Player::robot(names[1], "greedy")),
    ];
    let seed = Seed::from_number(7);
    Record::<Race>::new("aeroplane", Rules::AEROPLANE, players, Deal::default(), seed).write()
}

#[test]
fn folders_depend_on_the_working_directory_and_data_dir() {
    let dir = TempDir::new().unwrap();
    let (here, platform) = (dir.path(), dir.path().join("platform"));
    let plain = Folders::choose(here, Some(&platform), None).unwrap();
    assert_eq!(plain.saves, platform.join("saves"));
    fs::create_dir_all(here.join("saves")).unwrap();
    assert_eq!(Folders::choose(here, Some(&platform), None).unwrap(), plain);
    fs::create_dir_all(here.join("scripts")).unwrap();
    let portable = Folders::choose(here, Some(&platform), None).unwrap();
    assert_eq!((portable.saves, portable.scripts), (here.join("saves"), here.join("scripts")));
    assert_eq!(portable.data, platform);
    let given = Folders::choose(here, Some(&platform), Some(Path::new("elsewhere"))).unwrap();
    assert_eq!(given.data, here.join("elsewhere"));
    assert_eq!(given.saves, here.join("elsewhere").join("saves"));
    assert_eq!(Folders::choose(&here.join("empty"), None, None), None);
}

#[test]
fn settings_are_saved_and_broken_ones_moved_aside() {
    let (_dir, mut storage) = storage();
    assert_eq!(storage.load_settings(), (Settings::default(), None));
    let settings = Settings { name: "Kim".to_owned(), scale: 1.25, ..Settings::default() };
    storage.save_settings(&settings).unwrap();
    assert_eq!(storage.load_settings(), (settings, None));

    let path = storage.folders().data.join("settings.json");
    fs::write(&path, "{\"name\": 3}").unwrap();
    let (settings, error) = storage.load_settings();
    assert_eq!(settings, Settings::default());
    assert!(error.unwrap().to_string().contains("settings.broken.json"));
    let aside = storage.folders().data.join("settings.broken.json");
    assert_eq!(fs::read_to_string(aside).unwrap(), "{\"name\": 3}");
    assert_eq!(storage.load_settings(), (Settings::default(), None));

    fs::write(&path, "{\"scale\": 900.0, \"of_a_later_version\": 1}").unwrap();
    assert_eq!(storage.load_settings().0.scale, *Settings::SCALES.end());

    // Malformed choices of past games leave the other settings as they are.
    for setups in ["3", "{\"by_preset\": []}", "{\"by_preset\": {\"dark\": {\"sitters\": 1}}}"] {
        fs::write(&path, format!("{{\"name\": \"Kim\", \"setups\": {setups}}}")).unwrap();
        let expected = Settings { name: "Kim".to_owned(), ..Settings::default() };
        assert_eq!(storage.load_settings(), (expected, None), "{setups}");
    }
}

#[test]
fn journal_distinguishes_a_crash_from_a_clean_exit() {
    let (_dir, mut storage) = storage();
    assert_eq!(storage.recover_journal().unwrap(), None);
    storage.begin_journal("one").unwrap();
    storage.begin_journal("two").unwrap();
    let journal =
        |text: &str, has_crashed| Some(RecoveredJournal { text: text.to_owned(), has_crashed });
    assert_eq!(storage.recover_journal().unwrap(), journal("two", true));
    assert_eq!(
        storage.recover_journal().unwrap(),
        journal("two", false),
        "the journal stays until it is deleted"
    );
    storage.begin_journal("three").unwrap();
    storage.park_journal();
    assert_eq!(storage.recover_journal().unwrap(), journal("three", false));
    storage.delete_journal();
    assert_eq!(storage.recover_journal().unwrap(), None);
}

#[test]
fn windows_keep_separate_journals() {
    let (_dir, mut first) = storage();
    first.begin_journal("first").unwrap();
    let mut second = Storage::open(first.folders().clone()).0;
    assert_eq!(second.recover_journal().unwrap(), None, "the first window still runs");
    second.begin_journal("second").unwrap();
    drop(second);
    assert_eq!(first.read_slot(first.slot).unwrap().unwrap().text, "first");
    first.delete_journal();
    assert_eq!(
        first.recover_journal().unwrap().unwrap(),
        RecoveredJournal { text: "second".into(), has_crashed: true }
    );
    assert!(!first.recover_journal().unwrap().unwrap().has_crashed);
    first.delete_journal();
    assert_eq!(first.recover_journal().unwrap(), None);
}

#[test]
fn journal_lines_are_appended() {
    let (_dir, mut storage) = storage();
    assert!(!storage.can_append_to_journal());
    storage.begin_journal("game\n").unwrap();
    storage.append_to_journal("one\n").unwrap();
    storage.append_to_journal("two\n").unwrap();
    assert!(storage.can_append_to_journal());
    let folders = storage.folders().clone();
    drop(storage);
    // The program was killed after it had written the first byte of a character.
    let path = folders.data.join("running.json");
    let mut bytes = fs::read(&path).unwrap();
    bytes.push("棋".as_bytes()[0]);
    fs::write(&path, bytes).unwrap();
    let mut storage = Storage::open(folders).0;
    let text = storage.recover_journal().unwrap().unwrap().text;
    assert_eq!(text.strip_prefix("game\none\ntwo\n"), Some("\u{FFFD}"));
    assert!(!storage.can_append_to_journal());
    storage.begin_journal("next\n").unwrap();
    storage.delete_journal();
    assert!(!storage.can_append_to_journal());
}

#[test]
fn write_replaces_files_only_if_asked() {
    let (_dir, storage) = storage();
    let path = storage.folders().saves.join("a.json");
    write_new(&path, "first").unwrap();
    assert_eq!(write_new(&path, "second").unwrap_err().why, Why::Exists);
    assert_eq!(read_text(&path).unwrap(), "first");
    write_atomic(&path, "third", true).unwrap();
    assert_eq!(read_text(&path).unwrap(), "third");
    assert_eq!(fs::read_dir(&storage.folders().saves).unwrap().count(), 1, "no leftovers");

    let nowhere = storage.folders().saves.join("no/such/a.json");
    assert_eq!(write_atomic(&nowhere, "", true).unwrap_err().why, Why::Missing);
    let error = read_text(&storage.folders().saves).unwrap_err().to_string();
    assert!(error.contains("saves"), "{error}");
    fs::write(&path, [0xFF, 0xFE, 0x00]).unwrap();
    assert_eq!(read_text(&path).unwrap_err().why, Why::NotText);
}

#[cfg(unix)]
#[test]
fn write_through_a_link_keeps_the_link() {
    let (_dir, storage) = storage();
    let (real, link) = (storage.folders().data.join("real"), storage.folders().data.join("link"));
    fs::write(&real, "old").unwrap();
    std::os::unix::fs::symlink(&real, &link).unwrap();
    write_atomic(&link, "new", false).unwrap();
    assert_eq!(fs::read_to_string(&real).unwrap(), "new");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    // A dangling link is followed as well, relative to its folder.
    let dangling = storage.folders().data.join("dangling");
    std::os::unix::fs::symlink("later", &dangling).unwrap();
    write_atomic(&dangling, "now", false).unwrap();
    assert_eq!(fs::read_to_string(storage.folders().data.join("later")).unwrap(), "now");
    assert!(fs::symlink_metadata(&dangling).unwrap().is_symlink());
}

#[cfg(unix)]
#[test]
fn devices_and_pipes_are_refused() {
    let (_dir, storage) = storage();
    assert_eq!(read_text(Path::new("/dev/zero")).unwrap_err().why, Why::NotRegularFile);
    assert_eq!(
        write_atomic(Path::new("/dev/null"), "x", false).unwrap_err().why,
        Why::NotRegularFile
    );
    let link = storage.folders().data.join("null");
    std::os::unix::fs::symlink("/dev/null", &link).unwrap();
    assert_eq!(write_atomic(&link, "x", false).unwrap_err().why, Why::NotRegularFile);
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    let pipe = storage.folders().saves.join("pipe.json");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert_eq!(read_text(&pipe).unwrap_err().why, Why::NotRegularFile);
    assert_eq!(write_atomic(&pipe, "x", false).unwrap_err().why, Why::NotRegularFile);
}

#[cfg(unix)]
#[test]
fn file_in_the_place_of_a_folder_is_reported() {
    let (_dir, storage) = storage();
    let file = storage.folders().saves.join("file");
    fs::write(&file, "x").unwrap();
    assert_eq!(read_text(&file.join("inner")).unwrap_err().why, Why::NotFolder);
}

#[test]
fn stale_temporary_files_are_removed() {
    let (dir, storage) = storage();
    let (saves, data) = (&storage.folders().saves, &storage.folders().data);
    let mut locked = None;
    for (folder, name) in [
        (saves, ".qipan-aB3x.tmp"),
        (data, ".qipan-Zz09.tmp"),
        (saves, ".qipan-held.tmp"),
        (saves, "mine.tmp"),
    ] {
        let file = fs::File::create(folder.join(name)).unwrap();
        if name.contains("held") {
            file.lock().unwrap();
            locked = Some(file);
        }
    }
    let _again = Storage::open(storage.folders().clone()).0;
    let remaining = |folder: &Path| {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let names = names.filter_map(|name| name.into_string().ok());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(".tmp")).collect();
        names.sort();
        names
    };
    assert_eq!(remaining(saves), [".qipan-held.tmp", "mine.tmp"]);
    assert!(remaining(data).is_empty());
    drop((dir, locked));
}

#[test]
fn temporary_files_in_use_are_kept() {
    let dir = TempDir::new().unwrap();
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                disk::remove_leftovers(dir.path());
            }
        });
        for number in 0..500 {
            let result = write_atomic(&dir.path().join("game.json"), &number.to_string(), true);
            if result.is_err() {
                is_over.store(true, Ordering::Relaxed);
            }
            result.unwrap();
        }
        is_over.store(true, Ordering::Relaxed);
    });
    let mut names = fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.next().unwrap(), "game.json");
    assert!(names.next().is_none());
}

#[test]
fn only_saved_games_have_summaries() {
    let (_dir, storage) = storage();
    let saves = &storage.folders().saves;
    write_new(&saves.join("one.json"), &game(["Kim", "Greedy"])).unwrap();
    fs::write(saves.join("notes.txt"), "x").unwrap();
    fs::write(saves.join("other.json"), "{}").unwrap();
    let read = |name: &str| SaveSummary::read(&saves.join(name));
    assert!(read("notes.txt").is_none() && read("other.json").is_none());
    let summary = read("one.json").unwrap();
    assert_eq!(summary.preset, "aeroplane");
    let names: Vec<&str> = summary.seats.iter().map(|seat| seat.name.as_str()).collect();
    assert_eq!(names, ["Kim", "Greedy"]);
    assert_eq!((summary.plies, &summary.result), (0, &None));
}

#[test]
fn new_saves_get_unique_names() {
    let (_dir, storage) = storage();
    let players = ["Kim".to_owned(), "Greedy".to_owned()];
    let first = storage.new_save_path("Aeroplane Chess", &players, ", ");
    let second = {
        write_new(&first, "x").unwrap();
        storage.new_save_path("Aeroplane Chess", &players, ", ")
    };
    assert_ne!(first, second);
    let saves = &storage.folders().saves;
    let free = || free_path(saves, "a", "qipan.json");
    assert_eq!(free(), saves.join("a.qipan.json"));
    fs::write(free(), "").unwrap();
    assert_eq!(free(), saves.join("a (2).qipan.json"));
}

#[test]
fn errors_are_sentences_in_both_languages() {
    let io = io::Error::from(io::ErrorKind::PermissionDenied);
    for operation in [
        FileOperation::Find,
        FileOperation::Make,
        FileOperation::Read,
        FileOperation::Settings,
        FileOperation::Write,
        FileOperation::Delete,
    ] {
        let error = StorageError::new(operation, Path::new("/x/y.json"), &io);
        for lang in Lang::ALL {
            let text = error.text(&I18n::new(lang));
            assert!(!text.contains(['⟨', '{']), "{text}");
            assert!(operation == FileOperation::Find || text.contains("y.json"), "{text}");
        }
    }
}

/// Performs the file operations of one run of the program. Returns the errors.
fn use_storage(folders: &Folders) -> Vec<StorageError> {
    let (mut storage, open_error) = Storage::open(folders.clone());
    let (mut settings, settings_error) = storage.load_settings();
    let journal = storage.recover_journal();
    settings.name = "Kim".to_owned();
    let (saved, other) = (folders.saves.join("a.json"), folders.saves.join("b.json"));
    let results = [
        open_error.map_or(Ok(()), Err),
        settings_error.map_or(Ok(()), Err),
        journal.map(|_| ()),
        storage.save_settings(&settings),
        storage.begin_journal("third\n"),
        storage.append_to_journal("one\n"),
        storage.append_to_journal("two\n"),
        storage.write_game(&saved, "new", true),
        storage.keep_game(Some(&saved), &other, "newer").map(|_| ()),
        storage.keep_game(None, &other, "beside").map(|_| ()),
    ];
    results.into_iter().filter_map(Result::err).collect()
}

/// Creates a folder with the files of an earlier run of the program.
fn folders_of_earlier_run() -> (TempDir, Folders) {
    let (dir, mut storage) = storage();
    storage.save_settings(&Settings { name: "Lee".to_owned(), ..Settings::default() }).unwrap();
    storage.begin_journal("second\n").unwrap();
    write_new(&storage.folders().saves.join("a.json"), "old").unwrap();
    let folders = storage.folders().clone();
    (dir, folders)
}

#[test]
fn failed_system_calls_never_leave_partial_files() {
    use io::ErrorKind::{Other, PermissionDenied, StorageFull};
    let (_dir, folders) = folders_of_earlier_run();
    disk::set_fault(None);
    assert_eq!(use_storage(&folders), []);
    let operations = disk::set_fault(None);
    assert!(operations > 20, "{operations}");
    for (why, times) in [(StorageFull, 1), (PermissionDenied, usize::MAX), (Other, 2)] {
        let mut reported = 0;
        for after in 0..operations {
            let (_dir, folders) = folders_of_earlier_run();
            disk::set_fault(Some(InjectedFault { after, times, why }));
            let errors = use_storage(&folders);
            disk::set_fault(None);
            reported += usize::from(!errors.is_empty());
            for error in &errors {
                let text = error.to_string();
                assert!(text.contains(&error.path.display().to_string()) && text.len() > 40);
            }
            let text = |path: PathBuf| fs::read_to_string(path).unwrap_or_default();
            let saved = text(folders.saves.join("a.json"));
            assert!(["old", "new", "newer"].contains(&saved.as_str()), "{after}: {saved:?}");
            let settings = text(folders.data.join("settings.json"))
                + &text(folders.data.join("settings.broken.json"));
            assert!(settings.contains("Kim") || settings.contains("Lee"), "{after}");
            for folder in [&folders.data, &folders.saves] {
                let is_temporary = |entry: &fs::DirEntry| {
                    entry.file_name().to_string_lossy().starts_with(disk::TEMPORARY_PREFIX)
                };
                let leftovers =
                    fs::read_dir(folder).unwrap().flatten().filter(is_temporary).count();
                assert_eq!(leftovers, 0, "{after}: a temporary file is left");
            }
            // Nothing of the running game is lost except lines that could not be written.
            let mut journal = Storage::open(folders).0.recover_journal().unwrap().unwrap().text;
            let complete = journal.rfind('\n').map_or(0, |newline| newline + 1);
            journal.truncate(complete);
            let expected = ["second\n", "third\n", "third\none\n", "third\none\ntwo\n"];
            assert!(expected.contains(&journal.as_str()), "{after}: {journal:?}");
        }
        assert!(reported * 2 > operations, "{reported} of {operations} were reported");
    }
}

#[cfg(unix)]
#[test]
fn successful_writes_are_not_reported_as_failed() {
    let (_dir, mut storage) = storage();
    let path = storage.folders().saves.join("a.json");
    for replace in [false, true] {
        let text = format!("{replace}");
        disk::set_fault(None);
        // A trial, to count the operations of such a write.
        write_bytes(&storage.folders().data.join(&text), b"trial", replace).unwrap();
        // The last operation syncs the folder. The file has its name by then.
        let after = disk::set_fault(None) - 1;
        disk::set_fault(Some(InjectedFault { after, times: 1, why: io::ErrorKind::Other }));
        let result = storage.write_game(&path, &text, replace);
        assert!(disk::set_fault(None) > after, "no failure was injected");
        assert_eq!((result, read_text(&path)), (Ok(()), Ok(text)));
    }
}

#[test]
fn save_of_another_window_is_not_overwritten() {
    let (_dir, mut first) = storage();
    let path = first.folders().saves.join("a.json");
    let free = first.folders().saves.join("b.json");
    first.write_game(&path, "mine", false).unwrap();
    assert_eq!(first.keep_game(Some(&path), &free, "mine 2"), Ok(path.clone()));
    let mut second = Storage::open(first.folders().clone()).0;
    second.note_seen(&path, &read_text(&path).unwrap());
    assert!(!second.changed_elsewhere(&path));
    second.write_game(&path, "theirs", true).unwrap();
    assert!(first.changed_elsewhere(&path));
    assert_eq!(first.keep_game(Some(&path), &free, "mine 3"), Ok(free.clone()));
    assert_eq!(second.keep_game(None, &free, "fresh").unwrap(), free.with_file_name("b (2).json"));
    let texts = [&path, &free].map(|path| read_text(path).unwrap());
    assert_eq!(texts, ["theirs", "mine 3"]);
}

#[test]
fn windows_that_start_without_a_slot_overwrite_no_journal() {
    let (_dir, mut old) = storage();
    old.begin_journal("old").unwrap();
    let folders = old.folders().clone();
    drop(old);
    disk::set_fault(Some(InjectedFault {
        after: 0,
        times: usize::MAX,
        why: io::ErrorKind::PermissionDenied,
    }));
    let mut windows = ["one", "two"].map(|text| (Storage::open(folders.clone()).0, text));
    for (window, text) in &mut windows {
        assert!(window.begin_journal(text).is_err());
    }
    disk::set_fault(None);
    for (window, text) in &mut windows {
        window.begin_journal(text).unwrap();
        assert!(window.can_append_to_journal());
    }
    drop(windows);
    let mut journals = Vec::new();
    let mut next_window = Storage::open(folders).0;
    while let Some(journal) = next_window.recover_journal().unwrap() {
        journals.push(journal.text);
        next_window.delete_journal();
    }
    assert_eq!(journals, ["old", "one", "two"]);
}

#[test]
fn closed_windows_leave_no_locks() {
    let (_dir, first) = storage();
    let (second, _) = Storage::open(first.folders().clone());
    assert_eq!((first.slot, second.slot), (1, 2));
    let data = first.folders().data.clone();
    drop(first);
    let (third, _) = Storage::open(second.folders().clone());
    assert_eq!(third.slot, 1, "the third window takes the free slot");
    drop((second, third));
    #[cfg(unix)]
    assert!(!data.join("window-1.lock").exists() && !data.join("window-2.lock").exists());
    assert!(data.is_dir());
}
