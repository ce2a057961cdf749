//! Good files of every kind. The other modules corrupt them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::NaiveDate;
use qipan::model::collection::Collection;
use qipan::model::drill::{Drill, FinishedTry, TryResult};
use qipan::model::package::{Extras, pack_layout, pack_script};
use qipan::model::positions;
use qipan::model::records::CountedGames;
use qipan::model::scripts::{self, Script, ScriptArg};
use qipan::model::settings::Settings;
use qipan::model::storage::{Folders, NamedItem, NamedLayout, SavedRuleSet};
use qipan::model::tournament::{Conditions, RunOptions, TournamentJournal, TournamentSpec, run};
use qipan_core::analysis::puzzle::Puzzles;
use qipan_core::contract::dice::{RunSeed, Seed};
use qipan_core::contract::game::Turn;
use qipan_core::contract::house_rule_hooks::HouseRuleHooks;
use qipan_core::contract::options::RuleSet as _;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::games::junqi::Junqi;
use qipan_core::games::race::{Race, Rules};
use qipan_core::play::session::Session;
use qipan_core::record::{AnnotationChange, Comment, Drawing, Player, Record, Sign};
use qipan_core::script::Scripted;
use qipan_core::tournament::Shard;
use serde_json::json;

use crate::kinds::{FileKind, TestFolders};

/// A good file.
pub struct Sample {
    pub name: String,
    pub kind: FileKind,
    pub bytes: Vec<u8>,
}

/// Returns a folder of the repository.
fn repository_folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

/// Returns the names and contents of the files in a folder of the repository, by name.
fn files_in(name: &str) -> Vec<(String, Vec<u8>)> {
    let files = fs::read_dir(repository_folder(name)).unwrap().map(|file| file.unwrap());
    let files = files.filter(|file| file.file_type().unwrap().is_file());
    let name = |file: &fs::DirEntry| file.file_name().into_string().unwrap();
    let mut files: Vec<_> =
        files.map(|file| (name(&file), fs::read(file.path()).unwrap())).collect();
    files.sort();
    files
}

/// Returns the text of a saved game that ships with the program.
pub fn saved(name: &str) -> String {
    fs::read_to_string(repository_folder("saves").join(format!("sample-{name}.json"))).unwrap()
}

/// Returns all samples. Those that are read from a fixed path are also written into `folders`.
pub fn samples(folders: &TestFolders) -> Vec<Sample> {
    let file_sample = |kind| move |(name, bytes)| Sample { name, kind, bytes };
    let text_sample = |kind, name: &str, text: String| Sample {
        name: name.to_owned(),
        kind,
        bytes: text.into_bytes(),
    };
    let mut samples: Vec<Sample> =
        files_in("saves").into_iter().map(file_sample(FileKind::Save)).collect();
    samples.extend(files_in("core/tests/data/jgs").into_iter().map(file_sample(FileKind::Jgs)));
    samples.push(text_sample(FileKind::Save, "studied", studied()));
    samples.push(text_sample(FileKind::Journal, "race", race_journal()));
    samples.push(text_sample(FileKind::Journal, "house", house_journal::<Race>("house_race")));
    samples.push(text_sample(FileKind::Journal, "junqi", house_journal::<Junqi>("house_junqi")));
    samples.push(text_sample(FileKind::Layout, "wall", layout()));
    samples.push(text_sample(FileKind::RuleSet, "family", rule_set()));
    samples.push(text_sample(FileKind::Settings, "settings", settings()));
    samples.push(text_sample(FileKind::Arena, "arena", arena(folders.storage.folders())));
    samples.push(text_sample(FileKind::Index, "index", index(folders.storage.folders())));
    samples.push(text_sample(FileKind::Puzzles, "puzzles", puzzles()));
    samples.push(text_sample(FileKind::Position, "race", position::<Race>("aeroplane")));
    samples.push(text_sample(FileKind::Position, "junqi", position::<Junqi>("dark")));
    for (name, bytes) in files_in("app/assets/lessons") {
        if name.ends_with(".json") {
            samples.push(Sample { name, kind: FileKind::Lesson, bytes });
        }
    }
    samples.push(text_sample(FileKind::Drill, "drill", drill()));
    samples.push(text_sample(FileKind::Records, "records", records(folders.storage.folders())));
    samples.push(Sample { name: "robot".to_owned(), kind: FileKind::Package, bytes: robot() });
    let wall = NamedLayout::read(&layout()).unwrap();
    let bytes = pack_layout(&wall, Extras::default()).unwrap().bytes;
    samples.push(Sample { name: "wall".to_owned(), kind: FileKind::Package, bytes });
    samples
}

/// Returns the package of a robot with modules and tests.
fn robot() -> Vec<u8> {
    let folders = Folders::find(Some(Path::new("/nowhere"))).unwrap();
    let robot = scripts::find(&folders, "junqi", &ScriptArg::typed("greedy")).unwrap();
    pack_script(&Script::Robot(robot), None, Extras::default()).unwrap().bytes
}

/// Returns the shipped scripts.
pub fn scripts() -> Vec<Vec<u8>> {
    let folders = ["robots/race", "robots/junqi", "rules/race", "rules/junqi"];
    let files = folders.into_iter().flat_map(|folder| files_in(&format!("scripts/{folder}")));
    let scripts = files.filter(|(name, _)| name.ends_with(".luau"));
    scripts.map(|(_, bytes)| bytes).collect()
}

/// Plays up to `steps` steps by a fixed rule that varies the actions.
fn play<G: HouseRuleHooks>(session: &mut Session<G>, steps: usize) {
    for step in 0..steps {
        match session.state().turn() {
            Turn::Chance { .. } => drop(session.roll().unwrap()),
            Turn::Seat(seat) => {
                let actions = session.actions();
                session.act(seat, actions[step % actions.len()]).unwrap();
            }
            Turn::Over => break,
        }
    }
}

/// Returns a comment after `at` steps.
fn comment(at: usize) -> AnnotationChange {
    let drawings = vec![Drawing { from: "a1".to_owned(), to: Some("b2".to_owned()) }];
    AnnotationChange::Comment(Comment {
        at,
        sign: Some(Sign::Good),
        text: "好棋 well".to_owned(),
        drawings,
    })
}

/// Returns a game with branches, comments and a name.
fn studied() -> String {
    let record = Record::<Race>::read(&saved("flying")).unwrap().record;
    let mut branch = Session::new(record.branch(40, Seed::from_number(9), "first")).unwrap();
    play(&mut branch, 30);
    branch.annotate(comment(3));
    branch.annotate(comment(45));
    branch.annotate(AnnotationChange::Name("second".to_owned()));
    let mut second_branch =
        Session::new(branch.record().branch(55, Seed::from_number(4), "x")).unwrap();
    play(&mut second_branch, 12);
    second_branch.write()
}

/// Returns a journal with take-backs, a new player and a comment.
fn race_journal() -> String {
    let rules = Rules::preset("aeroplane").unwrap();
    let players = (0..4).map(|seat| (Seat::new(seat), Player::human("Kim"))).collect();
    let seed = Seed::from_number(5);
    let record = Record::<Race>::new("aeroplane", rules, players, Default::default(), seed);
    let mut session = Session::new(record).unwrap();
    play(&mut session, 9);
    let mut text = session.begin_journal();
    play(&mut session, 40);
    session.take_back(20);
    session.set_player(Seat::new(1), Player::robot("贪心", "greedy.luau"));
    session.annotate(comment(7));
    play(&mut session, 20);
    text.push_str(&session.take_lines().unwrap());
    text
}

/// Returns a journal that begins in the middle of a saved game and has its later steps.
fn house_journal<G: HouseRuleHooks>(name: &str) -> String {
    let record = Record::<G>::read(&saved(name)).unwrap().record;
    let middle = record.next_branch_point(record.steps.len() / 2);
    let later_steps = record.steps[middle..].to_vec();
    let mut session =
        Session::new(Record { steps: record.steps[..middle].to_vec(), ..record }).unwrap();
    let mut text = session.begin_journal();
    for step in later_steps {
        session.play(step).unwrap();
    }
    text.push_str(&session.take_lines().unwrap());
    text
}

fn layout() -> String {
    let draft = "TPYNLHZSGPYJLNHGZDTPDFDNG".parse().unwrap();
    NamedLayout { name: "Wall 墙".to_owned(), draft }.write()
}

fn rule_set() -> String {
    let record = Record::<Race>::read(&saved("house_race")).unwrap().record;
    let options = json!({"planes": 3, "planes_to_win": 2}).as_object().unwrap().clone();
    let mut house_rules = record.house_rules;
    house_rules.iter_mut().for_each(|rule| rule.until = None);
    SavedRuleSet {
        name: "我家 ours".to_owned(),
        preset: "aeroplane".to_owned(),
        options,
        house_rules,
    }
    .write()
}

fn settings() -> String {
    let words = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let settings = Settings {
        name: "Kim 小明".to_owned(),
        scale: 1.25,
        recent: vec!["/games/a.json".into(), "/games/b.json".into()],
        house_rules: [("aeroplane".to_owned(), words(&["sweet_revenge.luau"]))].into(),
        programs: words(&["0a1b2c"]).into_iter().collect(),
        solved: words(&["12ab", "34cd"]).into_iter().collect(),
        lessons: words(&["aeroplane", "flip"]).into_iter().collect(),
        offered_lessons: true,
        ..Settings::default()
    };
    serde_json::to_string_pretty(&settings).unwrap() + "\n"
}

/// Returns a small tournament.
pub fn tournament(folders: &Folders) -> TournamentSpec<Race> {
    let robot = |name| scripts::find(folders, "race", &ScriptArg::typed(name)).unwrap();
    TournamentSpec {
        preset: "flying".to_owned(),
        rules: Rules { planes: 1, planes_to_win: 1, ..Rules::preset("flying").unwrap() },
        house: Vec::new(),
        sides: (0..4).map(|seat| SeatSet::from_iter([Seat::new(seat)])).collect(),
        robots: ["random", "greedy", "random", "greedy"].map(robot).to_vec(),
        games: 12,
        seed: RunSeed::Number(5),
        shard: Shard::WHOLE,
        conditions: Conditions::default(),
    }
}

/// Returns the first shipped puzzle of each game.
fn puzzles() -> String {
    let puzzles = qipan::model::puzzles::shipped();
    let first = |game: &str| puzzles.iter().find(|puzzle| puzzle.game == game).unwrap().clone();
    Puzzles::new(vec![first("race"), first("junqi")]).write()
}

/// Returns a record of training with three puzzles.
fn drill() -> String {
    let mut drill = Drill::default();
    for (id, result) in [("a", TryResult::Right), ("b", TryResult::Wrong), ("c", TryResult::Hinted)]
    {
        for day in 1..4 {
            let today = NaiveDate::from_ymd_opt(2024, 1, day).unwrap();
            let puzzle_rating = Some(1500.0);
            drill.record(&FinishedTry { id, puzzle_rating, result, is_daily: id == "a", today });
        }
    }
    drill.write()
}

/// Counts the saved games of the player, and returns the index that this writes.
fn records(folders: &Folders) -> String {
    drop(CountedGames::of_player(folders, &|_, _| true));
    fs::read_to_string(folders.data.join("records.json")).unwrap()
}

/// Returns the line of a position in the middle of a sample.
fn position<G: Scripted>(name: &str) -> String {
    let session = Session::new(Record::<G>::read(&saved(name)).unwrap().record).unwrap();
    let middle = session.record().next_branch_point(session.record().steps.len() / 2);
    let state = &session.states()[middle];
    positions::line_of(session.record(), state).unwrap().to_string()
}

/// Plays a tournament and returns its journal.
fn arena(folders: &Folders) -> String {
    let (path, tournament) = (folders.data.join("arena.jsonl"), tournament(folders));
    let journal = Some(TournamentJournal::open(&path, &tournament).unwrap());
    let options = RunOptions { jobs: 1, journal, ..RunOptions::default() };
    run(&tournament, options, &Arc::new(false.into()), &|_| ()).unwrap();
    fs::read_to_string(path).unwrap()
}

/// Returns the index of a collection with three games and a broken file.
fn index(folders: &Folders) -> String {
    for name in ["flying", "dark", "house_race"] {
        fs::write(folders.saves.join(format!("{name}.json")), saved(name)).unwrap();
    }
    fs::write(folders.saves.join("broken.json"), "{").unwrap();
    // A game of a person, as Qipan counts them.
    let text = saved("aeroplane");
    let red = text.lines().find(|line| line.starts_with("{\"seat\":\"red\"")).unwrap();
    let person = r#"{"seat":"red","kind":"human","name":"Kim"},"#;
    fs::write(folders.saves.join("person.json"), text.replace(red, person)).unwrap();
    let collection: Collection = Collection::of_player(folders, &|_, _| true);
    assert_eq!(collection.games.len(), 5);
    fs::read_to_string(folders.data.join("collection.json")).unwrap()
}
