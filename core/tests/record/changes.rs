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

pub(crate) fn new_game(preset: &str, seed: u64) -> Session<Race> {
    let players = ["Kim", "小明", "Ali", "Bo"];
    let players = (0..4).map(|k| (Seat::new(k), Player::human(players[k as usize]))).collect();
    let rules = Rules::preset(preset).unwrap();
    Session::new(Record::new(preset, rules, players, Deal::default(), Seed::from_number(seed)))
        .unwrap()
}

/// Plays by a fixed rule that uses different actions at different times.
pub(crate) fn play(session: &mut Session<Race>, steps: usize) {
    for k in 0..steps {
        match session.state().turn() {
            Turn::Chance { .. } => drop(session.roll().unwrap()),
            Turn::Seat(seat) => {
                let actions = session.actions();
                session.act(seat, actions[k % actions.len()]).unwrap();
            }
            Turn::Over => break,
        }
    }
}

pub(crate) fn race(text: &str) -> Record<Race> {
    Record::<Race>::read(text).unwrap().record
}

#[test]
fn saved_game_reads_back_equal() {
    for preset in ["aeroplane", "flying"] {
        for steps in [0, 1, 17, 100_000] {
            let mut session = new_game(preset, 5);
            play(&mut session, steps);
            let text = session.record().write();
            assert_eq!(race(&text), *session.record());
            assert_eq!(race(&text).write(), text);
            assert!(verify(&text).is_ok(), "{:?}", verify(&text));
        }
    }
}

#[test]
fn saved_steps_take_one_line_each() {
    let mut session = new_game("aeroplane", 5);
    play(&mut session, 60);
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
        play(&mut session, 1);
    }
    assert!(session.state().ply() >= 200, "{}", session.state().ply());
    let bytes = session.record().write().len();
    assert!(bytes * 400 <= 40_000 * session.state().ply() as usize, "{bytes} bytes");
}

#[test]
fn changed_step_bytes_are_reported_with_their_step() {
    let mut session = new_game("aeroplane", 11);
    play(&mut session, 80);
    let text = session.record().write();
    let start = text.find("\"steps\":[\n").unwrap() + "\"steps\":[\n".len();
    let end = start + text[start..].find("\n]").unwrap();
    let mut step = 1;
    for at in start..end {
        for other in [b'0', b'7', b'x', b' ', b'"'] {
            let mut bytes = text.clone().into_bytes();
            if bytes[at] == other || bytes[at] == b'\n' {
                continue;
            }
            bytes[at] = other;
            let report = verify(&String::from_utf8(bytes).unwrap());
            let faults = [&report.unreadable, &report.inconsistent, &report.illegal, &report.dice];
            let named = faults.iter().filter_map(|fault| fault.as_ref()?.step).min();
            // A broken comma or brace may only show on the line after it.
            assert!(
                named.is_some_and(|found| (step..=step + 1).contains(&found)),
                "byte {at} -> {} in step {step}: {report:?}",
                other as char
            );
        }
        step += usize::from(text.as_bytes()[at] == b'\n');
    }
}

#[test]
fn changed_head_is_detected() {
    let mut session = new_game("flying", 2);
    play(&mut session, 30);
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
    let seed = text.find("\"seed\":\"").unwrap() + 8;
    let mut forged = text.clone();
    forged.replace_range(
        seed..seed + 4,
        if &text[seed..seed + 4] == "0000" { "1111" } else { "0000" },
    );
    assert!(verify(&forged).dice.is_some());
}

#[test]
fn broken_files_are_refused_with_their_line() {
    let mut session = new_game("aeroplane", 3);
    play(&mut session, 12);
    let text = session.record().write();
    let refused = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        Record::<Race>::read(&text.replacen(from, to, 1)).unwrap_err().to_string()
    };
    assert_eq!(
        refused("\"version\":1", "\"version\":9"),
        "this game was saved in format version 9, this program reads up to 1"
    );
    assert!(refused("\"format\":\"qipan\"", "\"format\":\"chess\"").contains("not a game saved"));
    assert!(refused("\"game\":\"race\"", "\"game\":\"go\"").contains("`go`"));
    assert!(refused("\"seat\":\"red\"", "\"seat\":\"pink\"").contains("line 10: unknown seat"));
    assert!(refused("\"seat\":\"red\"", "\"seat\":\"blue\"").contains("taken twice"));
    assert!(refused("\"planes\":4", "\"planes\":9").contains("`planes` cannot be 9"));
    assert!(refused("\"jump\":\"on\"", "\"jump\":\"maybe\"").starts_with("line 7: "));
    assert!(refused("{\"roll\":", "{\"rol\":").contains("unknown seat `rol`"));
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
    play(&mut session, 20);
    let mut record = session.record().clone();
    record.steps.insert(10, Step::Draw);
    let report = verify(&record.write());
    assert_eq!(report.illegal.unwrap().step, Some(12));
}

#[test]
fn rolls_after_a_take_back_are_the_same() {
    let mut session = new_game("aeroplane", 21);
    play(&mut session, 40);
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
    play(&mut session, 200);
    let mut branch =
        Session::new(session.record().branch(50, Seed::from_number(99), "Another way")).unwrap();
    play(&mut branch, 150);
    let record = branch.record();
    assert_eq!(record.steps[..50], session.record().steps[..50]);
    assert_ne!(record.steps[50..], session.record().steps[50..]);
    assert_eq!(record.branches[0].of, session.record().digest());
    assert!(verify(&record.write()).is_ok());
}

#[test]
fn replay_seeks_to_any_step() {
    let mut session = new_game("flying", 4);
    play(&mut session, 300);
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

/// A game and its journal, as stored after every line.
struct Kept {
    session: Session<Race>,
    journal: String,
}

impl Kept {
    fn new(mut session: Session<Race>) -> Self {
        let journal = session.begin_journal();
        Self { session, journal }
    }

    /// Appends the new lines to the journal, and checks that it restores the game.
    fn check(&mut self) {
        self.journal.push_str(&self.session.take_lines().unwrap());
        let again = resumed(&self.journal).unwrap();
        assert_eq!(again.record(), self.session.record());
        assert_eq!(again.states(), self.session.states());
        assert_eq!(again.log(), self.session.log());
        assert_eq!(again.write(), self.session.record().write());
    }
}

fn resumed(journal: &str) -> Result<Session<Race>, JournalError> {
    let (game, lines) = split_journal(journal);
    Session::resume(Record::parse(game).unwrap().record, lines)
}

#[test]
fn journal_restores_the_game() {
    let mut session = new_game("aeroplane", 5);
    play(&mut session, 12);
    let mut kept = Kept::new(session);
    kept.check();
    for _ in 0..25 {
        play(&mut kept.session, 1);
        kept.check();
    }
    kept.session.set_player(Seat::new(1), Player::robot("贪心", "greedy.luau"));
    kept.check();
    play(&mut kept.session, 4);
    kept.session.take_back(30);
    kept.check();
    play(&mut kept.session, 3);
    // Back beyond the start of the journal.
    kept.session.take_back(5);
    kept.session.set_player(Seat::new(0), Player::human("Bo"));
    kept.check();
    play(&mut kept.session, 100_000);
    kept.check();
    assert_eq!(kept.journal.matches("\"take_back\"").count(), 2);
}

#[test]
fn disabled_rule_is_in_the_journal() {
    let record = race(include_str!("../../../saves/sample-house_race.json"));
    let at = record.next_decision(40);
    let mut record = record.branch(at, Seed::from_number(3), "");
    record.branches.clear();
    let mut kept = Kept::new(Session::new(record).unwrap());
    kept.check();
    kept.session.disable_rule(0);
    kept.session.disable_rule(0);
    kept.check();
    assert_eq!(kept.session.record().house_rules[0].until, Some(at));
    kept.session.take_back(at - 1);
    kept.check();
    assert!(kept.session.record().house_rules[0].until < Some(at));
}

/// Checks that a session at each step equals the replay of the steps before it.
pub(crate) fn equals_replay_at_each_step<G: Game>(session: &Session<G>) {
    for step in 0..=session.record().steps.len() + 1 {
        let at = session.at(step);
        let mut prefix = Record { variations: Vec::new(), ..session.record().clone() };
        prefix.steps.truncate(step);
        let again = Session::new(prefix).unwrap();
        assert_eq!(at.record().steps, again.record().steps, "step {step}");
        assert_eq!((at.states(), at.log()), (again.states(), again.log()), "step {step}");
        assert!((0..=step).all(|k| at.events(k) == again.events(k)), "step {step}");
        assert_eq!(at.record().take_backs, session.record().take_backs, "looking is no take-back");
        assert!(at.record().notes.iter().all(|note| session.record().notes.contains(note)));
        for seat in at.state().seats().iter() {
            assert_eq!(at.view(seat), again.view(seat), "step {step}");
            let [one, other] = [&at, &again].map(|game| game.robot_stream(seat).start());
            assert_eq!(one, other, "step {step}");
        }
        Record::<G>::read(&at.write()).unwrap_or_else(|why| panic!("step {step}: {why}"));
    }
}

#[test]
fn session_at_a_step_equals_the_replay_of_the_steps_before() {
    let mut session = new_game("aeroplane", 5);
    session.begin_journal();
    play(&mut session, 60);
    session.take_back(40);
    play(&mut session, 30);
    let before = session.clone();
    equals_replay_at_each_step(&session);
    assert_eq!(session.at(10).take_lines(), None, "the copy has no journal");
    assert_eq!(session.record(), before.record());
    let branch = session.record().branch(20, Seed::from_number(9), "Another way");
    let mut branch = Session::new(branch).unwrap();
    play(&mut branch, 15);
    equals_replay_at_each_step(&branch);
}

#[test]
fn session_at_a_step_has_the_house_rules_in_force_there() {
    let record = race(include_str!("../../../saves/sample-house_race.json"));
    let end = record.next_decision(40);
    let mut session = Session::new(record.branch(end, Seed::from_number(3), "")).unwrap();
    session.disable_rule(0);
    play(&mut session, 5);
    equals_replay_at_each_step(&session);
    let until = |step: usize| session.at(step).record().house_rules[0].until;
    assert_eq!([until(end - 1), until(end), until(end + 5)], [None, Some(end), Some(end)]);
}

#[test]
fn session_at_a_step_hides_the_pieces_hidden_there() {
    let record = Record::<Junqi>::read(include_str!("../../../saves/sample-dark.json"));
    let session = Session::new(record.unwrap().record).unwrap();
    equals_replay_at_each_step(&session);
}

#[test]
fn truncated_journal_line_is_ignored() {
    let mut kept = Kept::new(new_game("flying", 5));
    play(&mut kept.session, 30);
    kept.session.set_player(Seat::new(1), Player::human("小明"));
    kept.check();
    let before = resumed(&kept.journal).unwrap();
    let whole = kept.journal.len();
    play(&mut kept.session, 1);
    kept.check();
    for end in whole..kept.journal.len() {
        // A crash can cut the file inside a character, too.
        let cut = String::from_utf8_lossy(&kept.journal.as_bytes()[..end]).into_owned();
        assert_eq!(resumed(&cut).unwrap().record(), before.record(), "{end}");
    }
}

#[test]
fn broken_journal_lines_are_reported() {
    let mut kept = Kept::new(new_game("flying", 5));
    play(&mut kept.session, 3);
    kept.check();
    for (line, why) in [
        ("what", "expected"),
        ("{\"roll\":9,\"mark\":\"0000\"}", ""),
        ("{\"house\":3,\"effect\":{\"kind\":\"pass\"},\"mark\":\"0000\"}", ""),
        (
            "{\"player\":{\"seat\":\"nobody\",\"player\":{\"kind\":\"human\",\"name\":\"\"}}}",
            "seat",
        ),
        ("{\"draw\":true}", "mark"),
    ] {
        let error = resumed(&format!("{}{line}\n", kept.journal)).unwrap_err();
        let JournalError::Line { line, what } = error else { panic!("{error}") };
        assert_eq!(line, 4);
        assert!(what.contains(why), "{what}");
    }
    let short = kept.journal.clone() + "{\"take_back\":99}\n{\"leave_out\":7}\n";
    assert_eq!(resumed(&short).unwrap().record(), kept.session.record(), "nothing to do");
}
