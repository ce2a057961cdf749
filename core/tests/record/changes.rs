//! Tests of saved games: they read back equal, and changes are detected and located.

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, Step, Turn};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::Junqi;
use qipan_core::games::race::{Deal, Race, Rules};
use qipan_core::play::replay::Replay;
use qipan_core::play::session::Session;
use qipan_core::record::{JournalError, Player, Record, split_journal};
use qipan_core::registry::verify;

/// Creates a game of four seats.
pub(crate) fn new_game(preset: &str, seed: u64) -> Session<Race> {
    let names = ["Kim", "小明", "Ali", "Bo"];
    let players = (0..).map(Seat::new).zip(names.map(Player::human)).collect();
    let rules = Rules::preset(preset).unwrap();
    Session::new(Record::new(preset, rules, players, Deal::default(), Seed::from_number(seed)))
        .unwrap()
}

/// Plays at most this many steps, by a fixed rule that takes different actions at different times.
pub(crate) fn play_steps(session: &mut Session<Race>, steps: usize) {
    for number in 0..steps {
        match session.state().turn() {
            Turn::Chance { .. } => drop(session.roll().unwrap()),
            Turn::Seat(seat) => {
                let actions = session.actions();
                session.act(seat, actions[number % actions.len()]).unwrap();
            }
            Turn::Over => break,
        }
    }
}

/// Reads a saved race game, which must be valid.
pub(crate) fn read_race(text: &str) -> Record<Race> {
    Record::<Race>::read(text).unwrap().record
}

#[test]
fn saved_game_reads_back_equal() {
    for preset in ["aeroplane", "flying"] {
        for steps in [0, 1, 17, 100_000] {
            let mut session = new_game(preset, 5);
            play_steps(&mut session, steps);
            let text = session.record().write();
            assert_eq!(read_race(&text), *session.record());
            assert_eq!(read_race(&text).write(), text);
            assert!(verify(&text).is_ok(), "{:?}", verify(&text));
        }
    }
}

#[test]
fn saved_steps_take_one_line_each() {
    let mut session = new_game("aeroplane", 5);
    play_steps(&mut session, 60);
    let text = session.record().write();
    let first = Record::<Race>::read(&text).unwrap().first_step_line;
    let lines: Vec<&str> = text.lines().collect();
    let start = lines.iter().position(|line| *line == "\"steps\":[").unwrap();
    assert_eq!(first, start + 2);
    assert_eq!(lines[start + 61], "],");
    assert!(lines[start + 1].starts_with("{\"roll\":"), "{}", lines[start + 1]);
}

#[test]
fn saved_games_take_at_most_100_bytes_per_ply() {
    let mut session = new_game("aeroplane", 8);
    while session.state().turn() != Turn::Over && session.state().ply() < 400 {
        play_steps(&mut session, 1);
    }
    assert!(session.state().ply() >= 200, "{}", session.state().ply());
    let bytes = session.record().write().len();
    assert!(bytes <= 100 * session.state().ply() as usize, "{bytes} bytes");
}

#[test]
fn changed_step_bytes_are_reported_with_their_step() {
    let mut session = new_game("aeroplane", 11);
    play_steps(&mut session, 80);
    let text = session.record().write();
    let start = text.find("\"steps\":[\n").unwrap() + "\"steps\":[\n".len();
    let end = start + text[start..].find("\n]").unwrap();
    let mut step = 1;
    for offset in start..end {
        for replacement in [b'0', b'7', b'x', b' ', b'"'] {
            let mut bytes = text.clone().into_bytes();
            if bytes[offset] == replacement || bytes[offset] == b'\n' {
                continue;
            }
            bytes[offset] = replacement;
            let report = verify(&String::from_utf8(bytes).unwrap());
            let faults = [&report.unreadable, &report.inconsistent, &report.illegal, &report.dice];
            let reported = faults.iter().filter_map(|fault| fault.as_ref()?.step).min();
            // A broken comma or brace may only be noticed on the next line.
            assert!(
                reported.is_some_and(|found| (step..=step + 1).contains(&found)),
                "byte {offset} -> {} in step {step}: {report:?}",
                replacement as char
            );
        }
        step += usize::from(text.as_bytes()[offset] == b'\n');
    }
}

#[test]
fn changed_head_is_detected() {
    let mut session = new_game("flying", 2);
    play_steps(&mut session, 30);
    let text = session.record().write();
    for (from, to) in [
        ("\"name\":\"Kim\"", "\"name\":\"Tim\""),
        ("\"finish\":\"exact\"", "\"finish\":\"bounce\""),
        ("\"take_backs\":0", "\"take_backs\":1"),
        ("\"result\":null", "\"result\":{\"places\":[[\"red\"]],\"reason\":\"all_home\"}"),
    ] {
        assert!(text.contains(from), "{from}");
        let report = verify(&text.replace(from, to));
        assert!(report.inconsistent.is_some(), "{from}: {report:?}");
    }
    let seed_start = text.find("\"seed\":\"").unwrap() + "\"seed\":\"".len();
    let digits = seed_start..seed_start + 4;
    let other_digits = if &text[digits.clone()] == "0000" { "1111" } else { "0000" };
    let mut forged = text.clone();
    forged.replace_range(digits, other_digits);
    assert!(verify(&forged).dice.is_some());
}

#[test]
fn broken_files_are_refused_with_their_line() {
    let mut session = new_game("aeroplane", 3);
    play_steps(&mut session, 12);
    let text = session.record().write();
    let error_after = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        Record::<Race>::read(&text.replacen(from, to, 1)).unwrap_err().to_string()
    };
    assert_eq!(
        error_after("\"version\":1", "\"version\":9"),
        "this game was saved in format version 9, this program reads up to 2"
    );
    assert!(
        error_after("\"format\":\"qipan\"", "\"format\":\"chess\"").contains("not a game saved")
    );
    assert!(error_after("\"game\":\"race\"", "\"game\":\"go\"").contains("`go`"));
    assert!(error_after("\"seat\":\"red\"", "\"seat\":\"pink\"").contains("line 10: unknown seat"));
    assert!(error_after("\"seat\":\"red\"", "\"seat\":\"blue\"").contains("taken twice"));
    assert!(error_after("\"planes\":4", "\"planes\":9").contains("`planes` cannot be 9"));
    assert!(error_after("\"jump\":\"on\"", "\"jump\":\"maybe\"").starts_with("line 7: "));
    assert!(error_after("{\"roll\":", "{\"rol\":").contains("unknown seat `rol`"));
    assert!(
        Record::<Race>::read("").is_err()
            && Record::<Race>::read("[]").is_err()
            && Record::<Race>::read("{}").is_err()
    );
    for cut in (0..text.len() - 2).step_by(37).filter(|cut| text.is_char_boundary(*cut)) {
        assert!(Record::<Race>::read(&text[..cut]).is_err(), "cut at {cut}");
    }
}

#[test]
fn illegal_step_is_reported_with_its_number() {
    let mut session = new_game("aeroplane", 3);
    play_steps(&mut session, 20);
    let mut record = session.record().clone();
    record.steps.insert(10, Step::Draw);
    let report = verify(&record.write());
    // The race games allow a draw, so the step after it is the first illegal one.
    assert_eq!(report.illegal.unwrap().step, Some(12));
}

#[test]
fn rolls_after_a_take_back_are_the_same() {
    let mut session = new_game("aeroplane", 21);
    play_steps(&mut session, 40);
    let (steps, log) = (session.record().steps.clone(), session.log().to_vec());
    session.take_back(15);
    assert_eq!(session.record().steps.len(), 15);
    while session.record().steps.len() < 40 {
        let next = steps[session.record().steps.len()].clone();
        match next {
            Step::Chance(die) => {
                session.roll().unwrap();
                assert_eq!(*session.record().steps.last().unwrap(), Step::Chance(die));
            }
            step => drop(session.play(step).unwrap()),
        }
    }
    assert_eq!(session.log(), log);
    assert_eq!(session.record().take_backs, 1);
    assert!(verify(&session.record().write()).is_ok());
}

#[test]
fn branch_has_its_own_dice() {
    let mut session = new_game("aeroplane", 21);
    play_steps(&mut session, 200);
    let original = session.record();
    let branch = original.branch(50, Seed::from_number(99), "Another way");
    let mut branch = Session::new(branch).unwrap();
    play_steps(&mut branch, 150);
    let record = branch.record();
    assert_eq!(record.steps[..50], original.steps[..50]);
    assert_ne!(record.steps[50..], original.steps[50..]);
    assert_eq!(record.branched_from[0].of, original.digest());
    assert!(verify(&record.write()).is_ok());
}

#[test]
fn replay_seeks_to_any_step() {
    let mut session = new_game("flying", 4);
    play_steps(&mut session, 300);
    let mut replay = Replay::new(session.record().clone()).unwrap();
    for at in [300, 0, 120, 119, 9999] {
        replay.seek(at);
        assert_eq!(replay.state(), &session.states()[at.min(300)]);
    }
    replay.seek(7);
    replay.back();
    assert_eq!(replay.at(), 6);
    assert_eq!(replay.forward(), session.events(6));
    assert_eq!(replay.at(), 7);
}

/// A game and its journal, to which every line is appended at once.
struct JournalledGame {
    session: Session<Race>,
    journal: String,
}

impl JournalledGame {
    fn new(mut session: Session<Race>) -> Self {
        let journal = session.begin_journal();
        Self { session, journal }
    }

    /// Appends the new lines to the journal, and checks that it restores the game.
    fn check(&mut self) {
        self.journal.push_str(&self.session.take_lines().unwrap());
        let resumed = resume(&self.journal).unwrap();
        assert_eq!(resumed.record(), self.session.record());
        assert_eq!(resumed.states(), self.session.states());
        assert_eq!(resumed.log(), self.session.log());
        assert_eq!(resumed.write(), self.session.record().write());
    }
}

/// Resumes a session from the text of a journal.
fn resume(journal: &str) -> Result<Session<Race>, JournalError> {
    let (game, lines) = split_journal(journal);
    Session::resume(Record::parse(game).unwrap().record, lines)
}

#[test]
fn journal_restores_the_game() {
    let mut session = new_game("aeroplane", 5);
    play_steps(&mut session, 12);
    let mut game = JournalledGame::new(session);
    game.check();
    for _ in 0..25 {
        play_steps(&mut game.session, 1);
        game.check();
    }
    game.session.set_player(Seat::new(1), Player::robot("贪心", "greedy.luau"));
    game.check();
    play_steps(&mut game.session, 4);
    game.session.take_back(30);
    game.check();
    play_steps(&mut game.session, 3);
    // Take back steps from before the journal was begun.
    game.session.take_back(5);
    game.session.set_player(Seat::new(0), Player::human("Bo"));
    game.check();
    play_steps(&mut game.session, 100_000);
    game.check();
    assert_eq!(game.journal.matches("\"take_back\"").count(), 2);
}

#[test]
fn disabled_rule_is_in_the_journal() {
    let record = read_race(include_str!("../../../saves/sample-house_race.json"));
    let at = record.next_branch_point(40);
    let mut record = record.branch(at, Seed::from_number(3), "");
    record.branched_from.clear();
    let mut game = JournalledGame::new(Session::new(record).unwrap());
    game.check();
    game.session.disable_rule(0);
    game.session.disable_rule(0);
    game.check();
    assert_eq!(game.session.record().house_rules[0].until, Some(at));
    game.session.take_back(at - 1);
    game.check();
    assert!(game.session.record().house_rules[0].until < Some(at));
}

/// Checks that a session at each step equals the replay of the steps before it.
pub(crate) fn assert_equals_replay_at_each_step<G: Game>(session: &Session<G>) {
    for step in 0..=session.record().steps.len() + 1 {
        let copy = session.at(step);
        let mut prefix = Record { variations: Vec::new(), ..session.record().clone() };
        prefix.steps.truncate(step);
        let replay = Session::new(prefix).unwrap();
        assert_eq!(copy.record().steps, replay.record().steps, "step {step}");
        assert_eq!((copy.states(), copy.log()), (replay.states(), replay.log()), "step {step}");
        assert!((0..=step).all(|at| copy.events(at) == replay.events(at)), "step {step}");
        let (old, new) = (session.record(), copy.record());
        assert_eq!(new.take_backs, old.take_backs, "a copy is not a take-back");
        assert!(new.notes.iter().all(|note| old.notes.contains(note)));
        for seat in copy.state().seats().iter() {
            assert_eq!(copy.view(seat), replay.view(seat), "step {step}");
            let [copied, replayed] = [&copy, &replay].map(|game| game.robot_stream(seat).start());
            assert_eq!(copied, replayed, "step {step}");
        }
        Record::<G>::read(&copy.write()).unwrap_or_else(|why| panic!("step {step}: {why}"));
    }
}

#[test]
fn session_at_a_step_equals_the_replay_of_the_steps_before() {
    let mut session = new_game("aeroplane", 5);
    session.begin_journal();
    play_steps(&mut session, 60);
    session.take_back(40);
    play_steps(&mut session, 30);
    let original = session.clone();
    assert_equals_replay_at_each_step(&session);
    assert_eq!(session.at(10).take_lines(), None, "the copy has no journal");
    assert_eq!(session.record(), original.record());
    let branch = session.record().branch(20, Seed::from_number(9), "Another way");
    let mut branch = Session::new(branch).unwrap();
    play_steps(&mut branch, 15);
    assert_equals_replay_at_each_step(&branch);
}

#[test]
fn session_at_a_step_has_the_house_rules_in_force_there() {
    let record = read_race(include_str!("../../../saves/sample-house_race.json"));
    let end = record.next_branch_point(40);
    let mut session = Session::new(record.branch(end, Seed::from_number(3), "")).unwrap();
    session.disable_rule(0);
    play_steps(&mut session, 5);
    assert_equals_replay_at_each_step(&session);
    let until = |step: usize| session.at(step).record().house_rules[0].until;
    assert_eq!([until(end - 1), until(end), until(end + 5)], [None, Some(end), Some(end)]);
}

#[test]
fn session_at_a_step_hides_the_pieces_hidden_there() {
    let record = Record::<Junqi>::read(include_str!("../../../saves/sample-dark.json"));
    let session = Session::new(record.unwrap().record).unwrap();
    assert_equals_replay_at_each_step(&session);
}

#[test]
fn truncated_journal_line_is_ignored() {
    let mut game = JournalledGame::new(new_game("flying", 5));
    play_steps(&mut game.session, 30);
    game.session.set_player(Seat::new(1), Player::human("小明"));
    game.check();
    let without_last = resume(&game.journal).unwrap();
    let last_line_start = game.journal.len();
    play_steps(&mut game.session, 1);
    game.check();
    for end in last_line_start..game.journal.len() {
        // A crash can also cut the file inside a character.
        let cut = String::from_utf8_lossy(&game.journal.as_bytes()[..end]).into_owned();
        assert_eq!(resume(&cut).unwrap().record(), without_last.record(), "{end}");
    }
}

#[test]
fn broken_journal_lines_are_reported() {
    let mut game = JournalledGame::new(new_game("flying", 5));
    play_steps(&mut game.session, 3);
    game.check();
    for (line, reason) in [
        ("what", "expected"),
        ("{\"roll\":9,\"mark\":\"0000\"}", ""),
        ("{\"house\":3,\"effect\":{\"kind\":\"pass\"},\"mark\":\"0000\"}", ""),
        (
            "{\"player\":{\"seat\":\"nobody\",\"player\":{\"kind\":\"human\",\"name\":\"\"}}}",
            "seat",
        ),
        ("{\"draw\":true}", "mark"),
    ] {
        let error = resume(&format!("{}{line}\n", game.journal)).unwrap_err();
        let JournalError::Line { line, what } = error else { panic!("{error}") };
        assert_eq!(line, 4);
        assert!(what.contains(reason), "{what}");
    }
    let without_effect = game.journal.clone() + "{\"take_back\":99}\n{\"leave_out\":7}\n";
    assert_eq!(resume(&without_effect).unwrap().record(), game.session.record());
}
