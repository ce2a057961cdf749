//! Reads files of each kind as the program does, and checks the invariants that hold for any
//! content.

use std::fs;

use chrono::NaiveDate;
use qipan::games::GameUi;
use qipan::model::collection::Collection;
use qipan::model::drill::{Drill, FinishedTry, TryResult};
use qipan::model::i18n::{I18n, Lang};
use qipan::model::package::{self, Package};
use qipan::model::positions;
use qipan::model::records::{CountedGames, Statistics};
use qipan::model::settings::Settings;
use qipan::model::storage::{
    Folders, NamedItem, NamedItemError, NamedLayout, SaveSummary, SavedRuleSet, Storage,
};
use qipan::model::tournament::{
    Header, MergedJournals, TournamentJournal, TournamentJournalError, TournamentSpec,
};
use qipan_core::analysis::puzzle::Puzzles;
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::Viewer;
use qipan_core::contract::position::{LineError, PositionLine};
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::Junqi;
use qipan_core::games::race::Race;
use qipan_core::play::redact::redact;
use qipan_core::play::session::Session;
use qipan_core::record::jgs;
use qipan_core::record::{LoadedRecord, Player, Record, split_journal, verify_with_states};
use qipan_core::registry::{GameKind, kind_of, verify};
use qipan_core::script::{Level, Scripted};
use qipan_core::with_game;

use crate::measure::{Cost, measure};
use crate::samples::tournament;

/// The kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileKind {
    /// A saved game.
    Save,
    /// The journal of a running game.
    Journal,
    /// A named layout of pieces.
    Layout,
    /// A named set of options and house rules.
    RuleSet,
    /// A QQ Junqi replay file.
    Jgs,
    /// The settings.
    Settings,
    /// The journal of an arena.
    Arena,
    /// The index of a collection.
    Index,
    /// Puzzles.
    Puzzles,
    /// A position as one line of text.
    Position,
    /// A lesson.
    Lesson,
    /// The record of training with puzzles.
    Drill,
    /// The index of the counted games.
    Records,
    /// A package of a script or a layout.
    Package,
}

impl FileKind {
    pub const ALL: [Self; 14] = [
        Self::Save,
        Self::Journal,
        Self::Layout,
        Self::RuleSet,
        Self::Jgs,
        Self::Settings,
        Self::Arena,
        Self::Index,
        Self::Puzzles,
        Self::Position,
        Self::Lesson,
        Self::Drill,
        Self::Records,
        Self::Package,
    ];
}

/// A player's folders, for kinds of files that are read from a fixed path.
pub struct TestFolders {
    _dir: tempfile::TempDir,
    pub storage: Storage,
    tournament: TournamentSpec<Race>,
}

impl TestFolders {
    pub fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let (storage, error) = Storage::open(Folders::find(Some(dir.path())).unwrap());
        assert_eq!(error, None);
        let tournament = tournament(storage.folders());
        Self { _dir: dir, storage, tournament }
    }

    /// Reads a file as the program does. A file that is read must be equal after it is written and
    /// read again. A file that is refused must give a reason and leave everything unchanged.
    pub fn read(&self, kind: FileKind, bytes: &[u8]) -> Result<(), String> {
        let result = match kind {
            FileKind::Save => text(bytes).and_then(save),
            FileKind::Journal => resumed(&String::from_utf8_lossy(bytes)).map(drop),
            FileKind::Layout => text(bytes).and_then(named::<NamedLayout>),
            FileKind::RuleSet => text(bytes).and_then(named::<SavedRuleSet>),
            FileKind::Jgs => replay_file(bytes),
            FileKind::Settings => self.settings(bytes),
            FileKind::Arena => self.arena(bytes),
            FileKind::Index => self.index(bytes),
            FileKind::Puzzles => text(bytes).and_then(puzzles),
            FileKind::Position => text(bytes).and_then(position),
            FileKind::Lesson => text(bytes).and_then(lesson),
            FileKind::Drill => self.drill(bytes),
            FileKind::Records => self.records(bytes),
            FileKind::Package => package(bytes),
        };
        if let Err(why) = &result {
            assert!(!why.is_empty() && why.len() < 3000, "{} bytes: {why:.300}", why.len());
            assert!(!why.chars().any(char::is_control), "{why:?}");
        }
        result
    }

    /// Returns the cost of reading a file as the program does.
    pub fn cost(&self, kind: FileKind, bytes: &[u8]) -> Cost {
        match kind {
            FileKind::Save => measure(|| text(bytes).map(open)).1,
            _ => measure(|| self.read(kind, bytes)).1,
        }
    }

    /// Reads a settings file.
    fn settings(&self, bytes: &[u8]) -> Result<(), String> {
        let path = self.storage.folders().data.join("settings.json");
        fs::write(&path, bytes).unwrap();
        let (mut storage, _) = Storage::open(self.storage.folders().clone());
        let (settings, error) = storage.load_settings();
        if let Some(error) = error {
            assert_eq!(fs::read(&error.path).unwrap(), bytes, "a broken file is kept");
            fs::remove_file(&error.path).unwrap();
            assert_eq!(settings, Settings::default(), "a broken file gives the defaults");
            return Err(error.to_string());
        }
        assert!(Settings::SCALES.contains(&settings.scale));
        storage.save_settings(&settings).unwrap();
        assert_eq!(storage.load_settings(), (settings.clone(), None));
        // The name must be valid in saved games.
        let rules = qipan_core::games::race::Rules::FLYING;
        let players =
            vec![(Seat::new(0), Player::human(&settings.name)), (Seat::new(2), Player::human("B"))];
        let seed = Seed::from_number(1);
        let game = Record::<Race>::new("flying", rules, players, Default::default(), seed);
        Record::<Race>::read(&game.write()).unwrap_or_else(|why| panic!("{why}"));
        Ok(())
    }

    /// Resumes a tournament from a journal.
    fn arena(&self, bytes: &[u8]) -> Result<(), String> {
        let path = self.storage.folders().data.join("arena.jsonl");
        fs::write(&path, bytes).unwrap();
        let _ = Header::peek(&path);
        // A merge only reads. It may find blocks of games that this tournament does not have.
        if let Ok(merged) = MergedJournals::read::<Race>(std::slice::from_ref(&path), None) {
            drop(merged.totals(None));
        }
        let result = TournamentJournal::open(&path, &self.tournament);
        let remaining = fs::read(&path).unwrap();
        match result {
            Ok(journal) => {
                let (blocks, games) = journal.block_and_game_counts();
                assert!(games <= self.tournament.games as usize && blocks <= games);
                assert!(
                    remaining.starts_with(bytes) || bytes.starts_with(&remaining),
                    "complete lines stay"
                );
                drop(journal);
                let reopened = TournamentJournal::open(&path, &self.tournament).unwrap();
                assert_eq!(reopened.block_and_game_counts(), (blocks, games));
                assert!(!reopened.was_torn());
                let stop = std::sync::Arc::new(true.into());
                let options = qipan::model::tournament::RunOptions {
                    jobs: 1,
                    journal: Some(reopened),
                    ..Default::default()
                };
                let totals =
                    qipan::model::tournament::run(&self.tournament, options, &stop, &|_| ());
                drop(totals.unwrap());
                Ok(())
            }
            Err(why) => {
                assert_eq!(remaining, bytes, "a refused file stays unchanged");
                let names_place = match &why {
                    TournamentJournalError::Line { line, .. } => *line > 1,
                    TournamentJournalError::Foreign { .. }
                    | TournamentJournalError::Differs { .. } => true,
                    TournamentJournalError::File { .. }
                    | TournamentJournalError::Conflict { .. } => false,
                };
                assert!(names_place, "{why}");
                Err(why.to_string())
            }
        }
    }

    /// Lists games with an index. A forged index must not change the list.
    fn index(&self, bytes: &[u8]) -> Result<(), String> {
        let folders = self.storage.folders();
        fs::write(folders.data.join("collection.json"), bytes).unwrap();
        let indexed = Collection::of_player(folders, &|_, _| true);
        let read = Collection::of_folder(&folders.saves, &|_, _| true);
        let paths = |collection: &Collection| -> Vec<_> {
            collection.games.iter().map(|entry| (entry.path.clone(), entry.stamp)).collect()
        };
        assert_eq!(paths(&indexed), paths(&read), "the index adds or hides files");
        assert_eq!(
            Collection::of_player(folders, &|_, _| true),
            indexed,
            "the index does not round-trip"
        );
        let is_used = fs::read(folders.data.join("collection.json")).unwrap() == bytes;
        if is_used { Ok(()) } else { Err("the index is not used".to_owned()) }
    }

    /// Reads the record of training with puzzles.
    fn drill(&self, bytes: &[u8]) -> Result<(), String> {
        let folders = self.storage.folders();
        fs::write(folders.data.join("drill.json"), bytes).unwrap();
        let (drill, error) = folders.load_drill().unwrap();
        if let Some(error) = error {
            assert_eq!(fs::read(&error.path).unwrap(), bytes, "a broken file is kept");
            fs::remove_file(&error.path).unwrap();
            assert_eq!(drill, Drill::default(), "a broken file gives an empty record");
            return Err(error.to_string());
        }
        assert_eq!(Drill::read(&drill.write()), Ok(drill.clone()), "it does not round-trip");
        // A try works with any record that is read.
        let today = NaiveDate::from_ymd_opt(2024, 2, 29).unwrap();
        let ids: Vec<String> = drill.puzzles.keys().cloned().chain(["new".to_owned()]).collect();
        let mut drill = drill;
        for id in ids.iter().take(20) {
            let result = TryResult::Wrong;
            let puzzle_rating = Some(1500.0);
            drill.record(&FinishedTry { id, puzzle_rating, result, is_daily: true, today });
            assert!(drill.rating.rating.is_finite());
        }
        Ok(())
    }

    /// Counts the games of the player with an index. A forged index must not add or hide files.
    fn records(&self, bytes: &[u8]) -> Result<(), String> {
        let folders = self.storage.folders();
        let path = folders.data.join("records.json");
        fs::write(&path, bytes).unwrap();
        let counted = CountedGames::of_player(folders, &|_, _| true);
        let statistics = Statistics::of(&counted, "Kim", &|_, _| Some(Level::Easy));
        let values = statistics.race_details.games.iter().filter_map(|game| game.luck);
        assert!(values.into_iter().all(f32::is_finite));
        let _ = (statistics.race_details.all_dice(), statistics.race_details.own_captured_count());
        let is_used = fs::read(&path).unwrap() == bytes;
        if is_used { Ok(()) } else { Err("the index is not used".to_owned()) }
    }
}

/// Reads a lesson. One that is read can be played through.
fn lesson(text: &str) -> Result<(), String> {
    match qipan::model::lessons::read("lesson", text) {
        Ok(lesson) => {
            assert!(!lesson.steps.is_empty());
            Ok(())
        }
        Err(fault) => Err(fault.text(&I18n::new(Lang::En))),
    }
}

fn text(bytes: &[u8]) -> Result<&str, String> {
    // The program refuses such a file with this message.
    std::str::from_utf8(bytes).map_err(|_| "the file is not text".to_owned())
}

/// Checks a game that was read: it is equal after it is written and read again, and its branches
/// and a redaction can be opened.
fn check_record<G: Scripted>(record: Record<G>) {
    let text = record.write();
    let reread = Record::<G>::read(&text).unwrap_or_else(|why| panic!("written as {why}"));
    assert_eq!(reread.record, record, "reads back as another game");
    assert_eq!(reread.record.write(), text);
    let session = Session::new(record.clone()).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(session.write(), text);
    for index in 0..record.variations.len() {
        let branch = record.with_promoted_variation(index);
        Session::new(branch.clone()).unwrap_or_else(|why| panic!("{why}"));
        Record::<G>::read(&branch.write()).unwrap_or_else(|why| panic!("{why}"));
    }
    if let Some(seat) = record.seats().iter().next()
        && text.len().is_multiple_of(64)
        && let Ok(redacted) = redact(&session, seat, &Seed::from_number(1))
    {
        Record::<G>::read(&redacted.write()).unwrap_or_else(|why| panic!("{why}"));
    }
}

/// Reads a saved game. Games of some lengths, as a sample of all, are also exported as text.
fn save(text: &str) -> Result<(), String> {
    let report = verify(text);
    let result = kind_of(text).and_then(|kind| {
        with_game!(kind, |G| Record::<G>::read(text).map(|loaded| check_record(loaded.record)))
    });
    match &result {
        Err(why) => assert!(!report.is_ok(), "{why}, but its check is fine"),
        Ok(()) => {
            SaveSummary::of_text(text).unwrap_or_else(|why| panic!("it is not listed: {why}"));
            if text.len().is_multiple_of(16) {
                with_game!(kind_of(text).unwrap(), |G| export_text::<G>(text));
            }
        }
    }
    result.map_err(|why| why.to_string())
}

/// Opens a saved game as the window does: plays its steps and verifies it.
fn open(text: &str) {
    if let Ok(kind) = kind_of(text) {
        with_game!(kind, |G| open_as::<G>(text));
    }
}

fn open_as<G: Scripted>(text: &str) {
    let Ok(LoadedRecord { record, claims, .. }) = Record::<G>::parse(text) else { return };
    if let Ok(session) = Session::new(record) {
        let _ = verify_with_states(text, &claims, session.record(), session.states());
    }
}

/// Exports a game as text, once in each language.
fn export_text<G: GameUi>(text: &str) {
    let session = Session::new(Record::<G>::read(text).unwrap().record).unwrap();
    let viewers = [Viewer::All, Viewer::Public];
    for (lang, viewer) in Lang::ALL.into_iter().zip(viewers) {
        assert!(!qipan::share::text(&session, viewer, &I18n::new(lang)).is_empty());
    }
}

/// Returns the game that a journal leads to, as a saved game.
pub fn resumed(text: &str) -> Result<String, String> {
    fn resume<G: Scripted>(game: &str, lines: &str) -> Result<String, String> {
        let loaded = Record::<G>::parse(game).map_err(|why| why.to_string())?;
        let mut session = Session::resume(loaded.record, lines).map_err(|why| why.to_string())?;
        let text = session.write();
        let reread = Record::<G>::read(&text).unwrap_or_else(|why| panic!("written as {why}"));
        assert_eq!(reread.record, *session.record(), "reads back as another game");
        session.take_back(0);
        assert_eq!(session.state(), &session.record().start().unwrap());
        Ok(text)
    }
    let (game, lines) = split_journal(text);
    let kind = kind_of(game).map_err(|why| why.to_string())?;
    with_game!(kind, |G| resume::<G>(game, lines))
}

/// Reads a file of a named item.
fn named<T: NamedItem + PartialEq + std::fmt::Debug>(text: &str) -> Result<(), String> {
    match T::read(text) {
        Ok(item) => {
            let reread = T::read(&item.write());
            assert_eq!(reread.as_ref(), Ok(&item), "reads back as something else");
            assert!(!item.name().is_empty());
            Ok(())
        }
        Err(NamedItemError::Broken { line, what }) => {
            assert!(line > 0 && !what.is_empty());
            Err(format!("line {line}: {what}"))
        }
        Err(NamedItemError::File(why)) => panic!("{why}"),
        Err(why) => Err(format!("{why:?}")),
    }
}

/// Sets up every puzzle of a file.
fn puzzles(text: &str) -> Result<(), String> {
    for puzzle in Puzzles::read(text)?.puzzles {
        let kind = GameKind::of_name(&puzzle.game).unwrap_or(GameKind::ALL[0]);
        with_game!(kind, |G| puzzle.set_up::<G>().map(drop))?;
    }
    Ok(())
}

/// Sets up the game of a position line for viewing.
fn position(line: &str) -> Result<(), String> {
    fn set_up<G: Scripted>(line: &str) -> Result<(), String> {
        let line: PositionLine<G> = line.parse().map_err(|why: LineError| why.to_string())?;
        line.set_up().map_err(|why| why.to_string())?;
        assert_eq!(line.to_string().parse::<PositionLine<G>>().as_ref(), Ok(&line), "round trip");
        let game = positions::viewing_record(line, G::seat_name);
        Record::<G>::read(&game.write()).unwrap_or_else(|why| panic!("{why}"));
        Ok(())
    }
    let kind = GameKind::of_line(line.trim_end()).map_err(|why| why.to_string())?;
    with_game!(kind, |G| set_up::<G>(line.trim_end()))
}

/// Imports a replay file.
fn replay_file(bytes: &[u8]) -> Result<(), String> {
    let imported = jgs::import(bytes).map_err(|why| why.to_string())?;
    let loaded = Record::<Junqi>::read(&imported.record.write());
    let loaded = loaded.unwrap_or_else(|why| panic!("imported as {why}"));
    assert_eq!(loaded.record, imported.record);
    check_record(loaded.record);
    Ok(())
}

/// Reads a package. Nothing in it runs. Its files are those that it lists.
fn package(bytes: &[u8]) -> Result<(), String> {
    let read = Package::read(bytes).map_err(|error| error.to_string())?;
    assert!(read.source().is_some() || read.layout().is_some());
    assert!(!read.manifest.files.is_empty() && read.manifest.files.len() < 64);
    assert!(package::is_package(package::package_file(&read.manifest).as_ref()));
    Ok(())
}
