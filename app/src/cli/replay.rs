//! `qipan replay`: shows or checks a saved game.

use std::path::PathBuf;

use clap::Args;
use qipan_core::contract::game::{Game, Step, Viewer};
use qipan_core::contract::localized::on_one_line;
use qipan_core::contract::position::PositionLine;
use qipan_core::play::replay::Replay as Cursor;
use qipan_core::record::{
    Claims, LoadedRecord, Player, ReadError, Record, ResultLine, SavedRule, TakenBack,
    verify_with_states,
};
use qipan_core::registry::{self, GameKind, kind_of};
use qipan_core::script::Scripted;
use qipan_core::with_game;
use serde_json::{Map, Value, json};

use crate::cli::ask_robot;
use crate::cli::game_summary;
use crate::cli::options::{self, Programs};
use crate::cli::output::{CliResult, Failure, Format, print, print_json};
use crate::cli::share::ShareArgs;
use crate::cli::verify::{self, HouseRulesCheck, RobotsCheck, Verification};
use crate::model::i18n::{I18n, Lang};
use crate::model::narration::{Narrate, question};
use crate::model::positions;
use crate::model::scripts::ScriptArg;
use crate::model::storage::{self, Folders};

/// The arguments of `qipan replay`.
#[derive(Debug, Args)]
pub(super) struct ReplayArgs {
    /// A saved game, or a position line as printed by --position
    file: PathBuf,
    /// Verify that the game is unmodified and legal and that the dice follow from the seed; exit
    /// status 1 if not
    #[arg(long, group = "modes", conflicts_with = "exports")]
    verify: bool,
    /// Run the house rules stored in the file. With --verify: check that they produce the recorded
    /// effects. With --ask: apply them to the robot's choice
    #[arg(long, requires = "modes")]
    run_rules: bool,
    /// With --verify: run the robots again from your scripts and count matching moves
    #[arg(long, requires = "verify")]
    run_robots: bool,
    /// Print the whole game as text
    #[arg(long, groups = ["with_out", "with_viewer"], conflicts_with = "exports")]
    text: bool,
    /// Ask a robot for its move after --step steps. House rules of the game run only with
    /// --run-rules
    #[arg(long, value_name = "ROBOT", value_parser = options::script_arg, groups = ["modes", "with_step"],
        conflicts_with_all = ["text", "exports"])]
    ask: Option<ScriptArg>,
    #[command(flatten)]
    programs: Programs,
    /// Print the position after --step steps as one line, including hidden pieces. `play
    /// --position` and `replay` accept such a line
    #[arg(long, groups = ["modes", "with_step"], conflicts_with_all = ["text", "exports"])]
    position: bool,
    /// Number of steps to play before --ask or --position [default: all]
    #[arg(long, value_name = "N", requires = "with_step")]
    step: Option<usize>,
    #[command(flatten)]
    sharing: ShareArgs,
    #[command(flatten)]
    format: Format,
}

/// Asks a robot for its choice at a step of a game.
fn ask_robot<G: Scripted>(
    replay: &ReplayArgs,
    folders: &Folders,
    arg: &ScriptArg,
    text: &str,
) -> Result<CliResult, ReadError> {
    let record = Record::<G>::parse(text)?.record;
    let robot = (arg, &replay.programs);
    let step = replay.step.unwrap_or(record.steps.len());
    Ok(ask_robot::ask_robot(folders, &record, robot, step, replay.run_rules).map(|answer| {
        if replay.format.json {
            print_json(&answer.json());
        } else {
            answer.lines().iter().for_each(|line| print(line));
        }
    }))
}

/// Prints a position of a game as a line.
fn print_position<G: Scripted>(replay: &ReplayArgs, text: &str) -> Result<CliResult, ReadError> {
    let cursor = Cursor::new(Record::<G>::parse(text)?.record)?;
    Ok(replay.print_position(&cursor))
}

/// Replays a game once, shows it, and checks it if that is requested. `text` is the saved game.
fn show_game<G: Narrate>(
    replay: &ReplayArgs,
    folders: &Folders,
    text: &str,
) -> Result<CheckResult, ReadError> {
    let LoadedRecord { record, claims, .. } = Record::<G>::parse(text)?;
    let cursor = Cursor::new(record)?;
    let check = replay.verify.then(|| replay.check(folders, text, &claims, &cursor));
    Ok(replay.show(&cursor, check.as_ref()).map(|()| check))
}

/// The result of the check if it was requested, or the failure to show the game.
type CheckResult = Result<Option<Verification>, Failure>;

impl ReplayArgs {
    pub(super) fn run(&self, folders: &Folders) -> CliResult {
        let text = match self.file.to_str().filter(|name| name.starts_with("qipan ")) {
            Some(line) => text_of_position(line)?,
            None => storage::read_text(&self.file).map_err(Failure::bad)?,
        };
        let file = self.file.display();
        let unreadable = |why: ReadError| Failure::bad(format!("{file}: {why}"));
        if self.sharing.is_requested() {
            return self.sharing.export(&text, self.format.json).map_err(unreadable)?;
        }
        if self.programs.are_allowed() && self.ask.is_none() {
            let what = "--run-programs requires --ask; --verify runs only robots that are scripts";
            return Err(Failure::Usage(what.to_owned()));
        }
        let kind = kind_of(&text);
        if let Some(robot) = &self.ask {
            let answer = kind
                .and_then(|kind| with_game!(kind, |G| ask_robot::<G>(self, folders, robot, &text)));
            return answer.map_err(unreadable)?;
        }
        if self.position {
            let position =
                kind.and_then(|kind| with_game!(kind, |G| print_position::<G>(self, &text)));
            return position.map_err(unreadable)?;
        }
        let shown =
            kind.and_then(|kind| with_game!(kind, |G| show_game::<G>(self, folders, &text)));
        let check = match shown {
            Ok(check) => check?,
            // The report contains the error of an unreadable file.
            Err(_) if self.verify => {
                let report = registry::verify(&text);
                let check = Verification {
                    report,
                    redacted_for: None,
                    starts_from_position: false,
                    rules: HouseRulesCheck::None,
                    robots: RobotsCheck::None,
                };
                if self.format.json {
                    print_json(&replay_json(None, Some(&check)));
                }
                Some(check)
            }
            Err(why) => return Err(unreadable(why)),
        };
        check.map_or(Ok(()), |check| check.print_findings(&self.file, self.format.json))
    }

    /// Checks a game, whose file contains `text`. Runs its house rules and robots again if that is
    /// requested.
    fn check<G: Scripted>(
        &self,
        folders: &Folders,
        text: &str,
        claims: &Claims,
        cursor: &Cursor<G>,
    ) -> Verification {
        let (record, redacted_for) = (cursor.record(), cursor.state().redacted_for());
        Verification {
            report: verify_with_states(text, claims, record, cursor.session().states()),
            redacted_for: redacted_for.map(G::seat_name),
            starts_from_position: G::starts_from_position(&record.deal),
            rules: match redacted_for {
                Some(_) => HouseRulesCheck::None,
                None => verify::rerun_house_rules(record, self.run_rules),
            },
            robots: match redacted_for {
                Some(_) => RobotsCheck::None,
                None => self.check_robots(folders, record),
            },
        }
    }

    /// Prints the position after `--step` steps.
    fn print_position<G: Scripted>(&self, cursor: &Cursor<G>) -> CliResult {
        let step = self.step.unwrap_or(cursor.len());
        let state = cursor
            .state_at(step)
            .ok_or_else(|| Failure::Bad(format!("--step: must be at most {}", cursor.len())))?;
        let line = positions::line_of(cursor.record(), state)
            .map_err(|why| Failure::Bad(format!("--position: after {step} steps, {why}")))?;
        if self.format.json {
            print_json(&json!({ "step": step, "position": line.to_string() }));
        } else {
            print(&line.to_string());
        }
        Ok(())
    }

    /// Lets the robots of a game choose again, if that is requested.
    fn check_robots<G: Scripted>(&self, folders: &Folders, record: &Record<G>) -> RobotsCheck {
        if self.run_robots {
            return RobotsCheck::Asked(verify::ask_robots_again(folders, record, self.run_rules));
        }
        let has_robots = record.players.iter().any(|(_, player)| player.script.is_some());
        if has_robots { RobotsCheck::NotAsked } else { RobotsCheck::None }
    }

    /// Prints the contents of a game, and with `--json` also the result of its check. With `--out`,
    /// the text of the game is written to a file instead.
    fn show<G: Narrate>(&self, cursor: &Cursor<G>, check: Option<&Verification>) -> CliResult {
        let viewer = self.sharing.viewer::<G>(&cursor.record().rules)?;
        if let Some(file) = self.sharing.out.as_ref().filter(|_| self.text) {
            let lines = self.lines(cursor, viewer);
            let text: String = lines.iter().map(|line| on_one_line(line) + "\n").collect();
            self.sharing.write(file, text.as_bytes())?;
        } else if !self.format.json {
            self.lines(cursor, viewer).iter().for_each(|line| print(line));
        }
        if self.format.json {
            print_json(&replay_json(Some(self.facts(cursor, viewer)), check));
        }
        Ok(())
    }

    /// Returns the contents of a game as lines.
    fn lines<G: Narrate>(&self, cursor: &Cursor<G>, viewer: Viewer) -> Vec<String> {
        let mut lines = game_summary::heading(cursor.record());
        if self.text {
            // Notes of a house rule produce no text.
            let numbered = step_lines(cursor, viewer).enumerate();
            let described = numbered.filter(|(_, line)| !line.is_empty());
            lines.extend(described.map(|(step, line)| format!("{:>5}  {line}", step + 1)));
        }
        let end = last_state(cursor).and_then(G::outcome);
        let end = end.map_or("not finished".to_owned(), |end| game_summary::outcome::<G>(&end));
        lines.push(format!("{end} after {} steps", cursor.len()));
        lines.extend(cursor.record().revealing_take_backs().map(|taken| {
            let TakenBack { at, first, last } = taken;
            format!(
                "steps {first} to {last} were taken back after step {at}, though hidden pieces had \
                 fought or been shown"
            )
        }));
        lines
    }

    /// Returns the facts about a game for JSON: its setup and outcome, and with `--text` its steps.
    fn facts<G: Narrate>(&self, cursor: &Cursor<G>, viewer: Viewer) -> Map<String, Value> {
        let (record, last_state) = (cursor.record(), last_state(cursor));
        let outcome = last_state.and_then(G::outcome).map(|outcome| ResultLine::new::<G>(&outcome));
        let mut facts = Map::new();
        facts.insert("preset".into(), json!(record.preset));
        facts.insert("seats".into(), seats_json(record, viewer));
        facts.insert("house_rules".into(), record.house_rules.iter().map(rule_json).collect());
        facts.insert("outcome".into(), json!(outcome));
        facts.insert("steps".into(), json!(cursor.len()));
        facts.insert("plies".into(), json!(last_state.map(G::ply)));
        facts.insert("take_backs".into(), json!(record.take_backs));
        facts.insert("hints".into(), json!(record.hints));
        facts.insert("told_take_backs".into(), json!(record.revealing_take_backs().count()));
        if self.text {
            facts.insert("text".into(), step_lines(cursor, viewer).collect());
        }
        facts
    }
}

/// Returns the saved form of a game that begins from the position in a line and has no steps.
fn text_of_position(line: &str) -> Result<String, Failure> {
    fn text_of<G: Scripted>(line: &str) -> Result<String, Failure> {
        let line: PositionLine<G> = line.parse().map_err(Failure::bad)?;
        line.set_up().map_err(Failure::bad)?;
        Ok(positions::viewing_record(line, G::seat_name).write())
    }
    with_game!(GameKind::of_line(line).map_err(Failure::bad)?, |G| text_of::<G>(line))
}

/// Returns the facts about a game with the result of its check. Without facts, the preset,
/// seats, outcome, steps and plies are null.
fn replay_json(facts: Option<Map<String, Value>>, check: Option<&Verification>) -> Value {
    let keys = ["preset", "seats", "outcome", "steps", "plies"];
    let none = || keys.map(|key| (key.to_owned(), Value::Null)).into_iter().collect();
    let mut object = facts.unwrap_or_else(none);
    if let Some(check) = check {
        object.insert("verify".into(), check.json());
    }
    Value::Object(object)
}

/// Returns a line for every step, as far as the viewer may know the step. The line about an effect
/// of a house rule begins with the name of the rule.
fn step_lines<G: Narrate>(cursor: &Cursor<G>, viewer: Viewer) -> impl Iterator<Item = String> + '_ {
    let english = I18n::new(Lang::En);
    let line = move |step| {
        let view = cursor.state_at(step)?.view_during_play(viewer);
        let about_question = question::step_line(
            &english,
            cursor.record(),
            cursor.step(step)?,
            (viewer, G::question_in_view(&view)),
        );
        let line = about_question
            .unwrap_or_else(|| G::describe_step(&english, &view, cursor.events(step)));
        Some(match cursor.step(step)? {
            Step::House { rule, .. } => {
                let rule = cursor.record().house_rules.get(usize::from(*rule))?;
                if line.is_empty() { line } else { format!("{}: {line}", rule.name.en) }
            }
            _ => line,
        })
    };
    (0..cursor.len()).filter_map(line)
}

/// Returns a house rule without its source.
fn rule_json(rule: &SavedRule) -> Value {
    json!({
        "file": rule.file,
        "name": rule.name.en,
        "set": rule.set,
        "hooks": rule.hooks,
        "left_out_from": rule.until.map(|step| step + 1),
        "hash": rule.hash,
    })
}

/// Returns the state after the last step.
fn last_state<G: Game>(cursor: &Cursor<G>) -> Option<&G> {
    cursor.state_at(cursor.len())
}

/// Returns the seats with their players. Commands and paths are omitted unless the viewer sees
/// everything.
fn seats_json<G: Game>(record: &Record<G>, viewer: Viewer) -> Value {
    let seat = |(seat, player): &(_, Player)| {
        let redacted = (viewer != Viewer::All).then(|| player.for_others());
        let player = redacted.as_ref().unwrap_or(player);
        let mut object = Map::from_iter([("seat".into(), json!(G::seat_name(*seat)))]);
        if let Value::Object(player) = json!(player) {
            object.extend(player);
        }
        Value::Object(object)
    };
    record.players.iter().map(seat).collect()
}
