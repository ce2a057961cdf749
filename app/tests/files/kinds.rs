//! Reads files of each kind and checks the invariants that hold for any content.

use std::fs;

use qipan::games::GameUi;
use qipan::model::collection::Collection;
use qipan::model::i18n::{I18n, Lang};
use qipan::model::positions;
use qipan::model::settings::Settings;
use qipan::model::storage::{
    Folders, NamedItem, NamedLayout, NamedTrouble, SaveSummary, SavedRuleSet, Storage,
};
use qipan::model::tournament::{Header, TournamentJournal, TournamentJournalError, TournamentSpec};
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
use qipan_core::record::{LoadedRecord, Player, Record, compare, split_journal};
use qipan_core::registry::{GameKind, kind_of, verify};
use qipan_core::script::Scripted;
use qipan_core::with_game;

use crate::measure::{Cost, measured};
use crate::samples::tournament;

/// The kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A saved game.
    Save,
    /// The journal of a running game.
    Journal,
    /// A named layout of pieces.
    Layout,
    /// A named set of options and house rules.
    RuleSet,
    /// A replay file of the big Junqi server.
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
}

impl Kind {
    pub const ALL: [Self; 10] = [
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
    ];
}

/// A player's folders, for kinds of files that are read from a fixed path.
pub struct Place {
    _dir: tempfile::TempDir,
    pub storage: Storage,
    tournament: TournamentSpec<Race>,
}

impl Place {
    pub fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let (storage, trouble) = Storage::open(Folders::find(Some(dir.path())).unwrap());
        assert_eq!(trouble, None);
        let tournament = tournament(storage.folders());
        Self { _dir: dir, storage, tournament }
    }

    /// Reads a file as the program does. One that is read must read back equal after writing. One
    /// that is refused must give a reason and leave everything unchanged.
    pub fn read(&self, kind: Kind, bytes: &[u8]) -> Result<(), String> {
        let result = match kind {
            Kind::Save => text(bytes).and_then(save),
            Kind::Journal => resumed(&String::from_utf8_lossy(bytes)).map(drop),
            Kind::Layout => text(bytes).and_then(named::<NamedLayout>),
            Kind::RuleSet => text(bytes).and_then(named::<SavedRuleSet>),
            Kind::Jgs => replay_file(bytes),
            Kind::Settings => self.settings(bytes),
            Kind::Arena => self.arena(bytes),
            Kind::Index => self.index(bytes),
            Kind::Puzzles => text(bytes).and_then(puzzles),
            Kind::Position => text(bytes).and_then(position),
        };
        if let Err(why) = &result {
            assert!(!why.is_empty() && why.len() < 3000, "{} bytes: {why:.300}", why.len());
            assert!(!why.chars().any(char::is_control), "{why:?}");
        }
        result
    }

    /// Returns the cost of reading a file as the program does.
    pub fn cost(&self, kind: Kind, bytes: &[u8]) -> Cost {
        match kind {
            Kind::Save => measured(|| text(bytes).map(open)).1,
            _ => measured(|| self.read(kind, bytes)).1,
        }
    }

    fn settings(&self, bytes: &[u8]) -> Result<(), String> {
        let path = self.storage.folders().data.join("settings.json");
        fs::write(&path, bytes).unwrap();
        let (mut storage, _) = Storage::open(self.storage.folders().clone());
        let (settings, error) = storage.load_settings();
        if let Some(error) = error {
            assert_eq!(fs::read(&error.path).unwrap(), bytes, "what is broken is kept");
            fs::remove_file(&error.path).unwrap();
            assert_eq!(settings, Settings::default(), "half of it was taken");
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

    fn arena(&self, bytes: &[u8]) -> Result<(), String> {
        let path = self.storage.folders().data.join("arena.jsonl");
        fs::write(&path, bytes).unwrap();
        let _ = Header::peek(&path);
        let opened = TournamentJournal::open(&path, &self.tournament);
        let now = fs::read(&path).unwrap();
        match opened {
            Ok(journal) => {
                let (blocks, games) = journal.found();
                assert!(games <= self.tournament.games as usize && blocks <= games);
                assert!(now.starts_with(bytes) || bytes.starts_with(&now), "whole lines stay");
                drop(journal);
                let again = TournamentJournal::open(&path, &self.tournament).unwrap();
                assert_eq!(again.found(), (blocks, games));
                assert!(!again.was_torn());
                let stop = std::sync::Arc::new(true.into());
                let orders = qipan::model::tournament::RunOptions {
                    jobs: 1,
                    journal: Some(again),
                    saves: None,
                    sprt: None,
                };
                let totals =
                    qipan::model::tournament::run(&self.tournament, orders, &stop, &|_| ());
                drop(totals.unwrap());
                Ok(())
            }
            Err(why) => {
                assert_eq!(now, bytes, "nothing of a file of others is cut off");
                let placed = match &why {
                    TournamentJournalError::Line { line, .. } => *line > 1,
                    TournamentJournalError::Foreign { .. }
                    | TournamentJournalError::Differs { .. } => true,
                    TournamentJournalError::File { .. } => false,
                };
                assert!(placed, "{why}");
                Err(why.to_string())
            }
        }
    }

    fn index(&self, bytes: &[u8]) -> Result<(), String> {
        let folders = self.storage.folders();
        fs::write(folders.data.join("collection.json"), bytes).unwrap();
        let found = Collection::of_player(folders, &|_, _| true);
        let honest = Collection::of_folder(&folders.saves, &|_, _| true);
        let paths = |collection: &Collection| -> Vec<_> {
            collection.games.iter().map(|entry| (entry.path.clone(), entry.stamp)).collect()
        };
        assert_eq!(paths(&found), paths(&honest), "files that there are not");
        assert_eq!(
            Collection::of_player(folders, &|_, _| true),
            found,
            "written as something else"
        );
        let used = fs::read(folders.data.join("collection.json")).unwrap() == bytes;
        if used { Ok(()) } else { Err("the index is not used".to_owned()) }
    }
}

fn text(bytes: &[u8]) -> Result<&str, String> {
    // The message is that of the program.
    std::str::from_utf8(bytes).map_err(|_| "the file is not text".to_owned())
}

/// Checks a game that was read: it reads back equal, and its branches and redaction can be opened.
fn whole<G: Scripted>(record: Record<G>) {
    let text = record.write();
    let again = Record::<G>::read(&text).unwrap_or_else(|why| panic!("written as {why}"));
    assert_eq!(again.record, record, "reads back as another game");
    assert_eq!(again.record.write(), text);
    let session = Session::new(record.clone()).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(session.write(), text);
    for way in 0..record.variations.len() {
        let way = record.follow(way);
        Session::new(way.clone()).unwrap_or_else(|why| panic!("{why}"));
        Record::<G>::read(&way.write()).unwrap_or_else(|why| panic!("{why}"));
    }
    if let Some(seat) = record.seats().iter().next()
        && text.len().is_multiple_of(64)
        && let Ok(told) = redact(&session, seat, &Seed::from_number(1))
    {
        Record::<G>::read(&told.write()).unwrap_or_else(|why| panic!("{why}"));
    }
}

fn save(text: &str) -> Result<(), String> {
    let report = verify(text);
    let found = kind_of(text).and_then(|kind| {
        with_game!(kind, |G| Record::<G>::read(text).map(|loaded| whole(loaded.record)))
    });
    match &found {
        Err(why) => assert!(!report.is_ok(), "{why}, but its check is fine"),
        Ok(()) => {
            SaveSummary::of_text(text).unwrap_or_else(|why| panic!("it is not listed: {why}"));
            if text.len().is_multiple_of(16) {
                with_game!(kind_of(text).unwrap(), |G| words::<G>(text));
            }
        }
    }
    found.map_err(|why| why.to_string())
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
        let _ = compare(text, &claims, session.record(), session.states());
    }
}

/// Exports a game as text, once in each language.
fn words<G: GameUi>(text: &str) {
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
        let again = Record::<G>::read(&text).unwrap_or_else(|why| panic!("written as {why}"));
        assert_eq!(again.record, *session.record(), "reads back as another game");
        session.take_back(0);
        assert_eq!(session.state(), &session.record().start().unwrap());
        Ok(text)
    }
    let (game, lines) = split_journal(text);
    let kind = kind_of(game).map_err(|why| why.to_string())?;
    with_game!(kind, |G| resume::<G>(game, lines))
}

fn named<T: NamedItem + PartialEq + std::fmt::Debug>(text: &str) -> Result<(), String> {
    match T::read(text) {
        Ok(item) => {
            let again = T::read(&item.write());
            assert_eq!(again.as_ref(), Ok(&item), "reads back as something else");
            assert!(!item.name().is_empty());
            Ok(())
        }
        Err(NamedTrouble::Broken { line, what }) => {
            assert!(line > 0 && !what.is_empty());
            Err(format!("line {line}: {what}"))
        }
        Err(NamedTrouble::File(why)) => panic!("{why}"),
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
        assert_eq!(line.to_string().parse::<PositionLine<G>>().as_ref(), Ok(&line), "written so");
        let game = positions::to_look_at(line, G::seat_name);
        Record::<G>::read(&game.write()).unwrap_or_else(|why| panic!("{why}"));
        Ok(())
    }
    let kind = GameKind::of_line(line.trim_end()).map_err(|why| why.to_string())?;
    with_game!(kind, |G| set_up::<G>(line.trim_end()))
}

fn replay_file(bytes: &[u8]) -> Result<(), String> {
    let imported = jgs::import(bytes).map_err(|why| why.to_string())?;
    let loaded = Record::<Junqi>::read(&imported.record.write());
    let loaded = loaded.unwrap_or_else(|why| panic!("imported as {why}"));
    assert_eq!(loaded.record, imported.record);
    whole(loaded.record);
    Ok(())
}
