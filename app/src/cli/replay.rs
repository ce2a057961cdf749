//! `qipan replay`: shows or checks a saved game.

use std::path::PathBuf;

use clap::Args;
use qipan_core::game::{Game, Step, Viewer};
use qipan_core::record::{
    Fault, Loaded, ReadError, Record, Report, ResultLine, SavedRule, compare,
};
use qipan_core::replay::{Replay as Cursor, rerun};
use serde_json::{Map, Value, json};

use crate::cli::ask;
use crate::cli::output::{Failure, Format, Outcome, print, print_json, say};
use crate::cli::share::{Share, Sharing};
use crate::cli::words;
use crate::games::{ForGame, GameUi, visit};
use crate::model::checks::choices::{self, Choices};
use crate::model::clock::{Ticking, host_without_notes, patient_host};
use crate::model::i18n::{I18n, Lang};
use crate::model::library::params;
use crate::model::scripts::RobotSpec;
use crate::model::storage::Folders;
use crate::model::{house, scripts, storage};

/// The arguments of `qipan replay`.
#[derive(Debug, Args)]
pub(super) struct Replay {
    /// The saved game
    file: PathBuf,
    /// Check that it is unchanged, legal and has honest dice; exit status 1 if not
    #[arg(long, group = "runs")]
    verify: bool,
    /// With --verify: run the house rules saved in the file as well, and check that they did
    /// what the game says. With --ask: let the robot choose and look ahead under them
    #[arg(long, requires = "runs")]
    run_rules: bool,
    /// With --verify: let the robots of the game choose again, from the scripts that are here,
    /// and count how often they choose what the game says
    #[arg(long, requires = "verify")]
    run_robots: bool,
    /// Tell the whole game in words
    #[arg(long, group = "words")]
    text: bool,
    /// Ask a robot what it would do after --step steps; the game's house rules are only run with
    /// --run-rules
    #[arg(long, value_name = "ROBOT", group = "runs", requires = "step", conflicts_with_all = ["text", "shared"])]
    ask: Option<String>,
    /// How many steps are played before the robot is asked
    #[arg(long, value_name = "N", requires = "ask")]
    step: Option<usize>,
    #[command(flatten)]
    sharing: Sharing,
    #[command(flatten)]
    format: Format,
}

/// Asks a robot about a step of a game in words.
struct Ask<'a>(&'a Replay, &'a Folders, &'a str);

impl ForGame for Ask<'_> {
    type Output = Result<Outcome, ReadError>;
    fn call<G: GameUi>(self) -> Self::Output {
        let Self(replay, folders, text) = self;
        let record = Record::<G>::parse(text)?.record;
        let (robot, step) = (replay.ask.as_deref().unwrap_or_default(), replay.step.unwrap_or(0));
        Ok(ask::answer(folders, &record, robot, step, replay.run_rules).map(|answer| {
            if replay.format.json {
                print_json(&answer.json());
            } else {
                answer.lines().iter().for_each(|line| print(line));
            }
        }))
    }
}

/// Plays the text of a game once, checks it where that is asked for, and shows it.
struct Show<'a>(&'a Replay, &'a Folders, &'a str);

impl ForGame for Show<'_> {
    type Output = Result<Shown, ReadError>;
    fn call<G: GameUi>(self) -> Self::Output {
        let Self(replay, folders, text) = self;
        let Loaded { record, claims, .. } = Record::<G>::parse(text)?;
        let cursor = Cursor::new(record)?;
        let check = replay.verify.then(|| Check {
            report: compare(text, &claims, cursor.record(), cursor.session().states()),
            told_by: cursor.state().told_by().map(G::seat_name),
            rules: replay.retrace(cursor.record()),
            robots: replay.run_robots.then(|| replay.choose_again(folders, cursor.record())),
        });
        Ok(replay.show(&cursor, check.as_ref()).map(|()| check))
    }
}

/// What a check found, where one was asked for; why the game could not be shown.
type Shown = Result<Option<Check>, Failure>;

/// What a check found.
struct Check {
    report: Report,
    /// The seat that tells the game, where what it did not see is filled in.
    told_by: Option<&'static str>,
    rules: Rules,
    /// How often the robots chose the same, where they were asked, or why they could not be.
    robots: Option<Result<Choices, String>>,
}

impl Replay {
    pub(super) fn run(&self, folders: &Folders) -> Outcome {
        let text = storage::read_text(&self.file).map_err(Failure::bad)?;
        if self.sharing.is_asked_for() {
            let kind = qipan_core::games::kind_of(&text);
            let share = Share(&self.sharing, &text, self.format.json);
            let shared = kind.and_then(|kind| visit(kind, share));
            let file = self.file.display();
            return shared.unwrap_or_else(|why| Err(Failure::bad(format!("{file}: {why}"))));
        }
        if self.ask.is_some() {
            let kind = qipan_core::games::kind_of(&text);
            let asked = kind.and_then(|kind| visit(kind, Ask(self, folders, &text)));
            let file = self.file.display();
            return asked.unwrap_or_else(|why| Err(Failure::bad(format!("{file}: {why}"))));
        }
        let shown = qipan_core::games::kind_of(&text)
            .and_then(|kind| visit(kind, Show(self, folders, &text)));
        let check = match shown {
            Ok(check) => check?,
            // What makes a file unreadable is for the report to say, if one was asked for.
            Err(_) if self.verify => {
                let report = qipan_core::games::verify(&text);
                let check = Check { report, told_by: None, rules: Rules::None, robots: None };
                if self.format.json {
                    print_json(&json_of(None, Some(&check)));
                }
                Some(check)
            }
            Err(why) => return Err(Failure::bad(format!("{}: {why}", self.file.display()))),
        };
        check.map_or(Ok(()), |check| self.judge(&check))
    }

    /// Runs the house rules of a record over it, where that is asked for.
    fn retrace<G: GameUi>(&self, record: &Record<G>) -> Rules {
        let acting = record.house_rules.iter().filter(|line| line.acts()).count();
        if acting == 0 || !self.run_rules {
            return if acting == 0 { Rules::None } else { Rules::NotRun(acting) };
        }
        let _ticking = Ticking::start();
        // All of them, those too that were left out later.
        let mut lines = record.house_rules.clone();
        lines.iter_mut().for_each(|line| line.until = None);
        let traced = match house::load::<G>(&lines, &host_without_notes()) {
            Ok(mut house) => rerun(record, &mut house)
                .map_err(|deviation| Fault { step: Some(deviation.at + 1), what: deviation.what }),
            Err(error) => Err(Fault { step: None, what: error.to_string() }),
        };
        traced.map_or_else(Rules::Differ, |()| Rules::Agree)
    }

    /// Lets the robots of a game choose again; why not, in a sentence.
    fn choose_again<G: GameUi>(
        &self,
        folders: &Folders,
        record: &Record<G>,
    ) -> Result<Choices, String> {
        let ran = |line: &SavedRule| line.acts() && line.until != Some(0);
        if record.house_rules.iter().any(ran) && !self.run_rules {
            return Err("they played under house rules, which only --run-rules runs".to_owned());
        }
        let _ticking = Ticking::start();
        let (rules, host) = (choices::rules_of(record), patient_host());
        let house = || house::load::<G>(&rules, &host).map_err(|why| why.to_string());
        let mut robots = Vec::new();
        for (seat, player) in &record.players {
            let Some(script) = &player.script else { continue };
            // By its name: it may lie in the user's folder or come with the program.
            let name = script.strip_suffix(".luau").unwrap_or(script);
            let spec = scripts::find(folders, G::KIND, name).map_err(|why| why.to_string())?;
            if spec.player().hash != player.hash {
                return Err(format!("{script} is not here as it was then"));
            }
            let spec = RobotSpec { params: params(&spec, player), ..spec };
            let robot = spec.make::<G>(&host, house()?).map_err(|why| why.to_string())?;
            robots.push((*seat, robot));
        }
        choices::choose_again(record, &mut robots, &mut house()?, |_| true)
    }

    /// Prints what a game holds, and what a check of it found; its text into a file, where one
    /// is named.
    fn show<G: GameUi>(&self, cursor: &Cursor<G>, check: Option<&Check>) -> Outcome {
        if let Some(file) = self.sharing.out.as_ref().filter(|_| self.text) {
            self.sharing.write(file, format!("{}\n", self.lines(cursor).join("\n")).as_bytes())?;
        } else if !self.format.json {
            self.lines(cursor).iter().for_each(|line| print(line));
        }
        if self.format.json {
            print_json(&json_of(Some(self.facts(cursor)), check));
        }
        Ok(())
    }

    /// What a game holds, in lines.
    fn lines<G: GameUi>(&self, cursor: &Cursor<G>) -> Vec<String> {
        let mut lines = words::heading(cursor.record());
        if self.text {
            // What a rule remembers is no news.
            let told = steps(cursor).enumerate().filter(|(_, line)| !line.is_empty());
            lines.extend(told.map(|(at, line)| format!("{:>5}  {line}", at + 1)));
        }
        let (steps, plies) = (cursor.len(), last(cursor).map_or(0, G::ply));
        let end = last(cursor).and_then(G::outcome);
        let end = end.map_or("not finished yet".to_owned(), |end| words::outcome::<G>(&end));
        lines.push(format!("{end} after {steps} steps, {plies} plies"));
        lines
    }

    /// Says what a check found; the answer is no if that is anything.
    fn judge(&self, check: &Check) -> Outcome {
        let Check { report, told_by, rules, robots } = check;
        let file = self.file.display();
        match robots {
            None => {}
            Some(Ok(Choices { asked, same, odd })) => {
                let odd = odd.map(|at| format!(", first something else at step {}", at + 1));
                let odd = odd.unwrap_or_default();
                say(&format!(
                    "{file}: its robots chose the same in {same} of {asked} decisions{odd}"
                ));
            }
            Some(Err(why)) => say(&format!("{file}: its robots were not asked again: {why}")),
        }
        if report.is_fine() {
            let fine = match told_by {
                None => "readable, unchanged, legal, honest dice".to_owned(),
                Some(seat) => format!(
                    "readable, unchanged, legal; told by {seat}: what it did not see is filled in, \
                     and the dice are not those of the game"
                ),
            };
            match rules {
                Rules::Differ(Fault { what, .. }) => {
                    say(&format!("error: {file}: its house rules do something else: {what}"));
                    return Err(Failure::No);
                }
                Rules::None => say(&format!("{file}: {fine}")),
                Rules::NotRun(count) => say(&format!(
                    "{file}: {fine}; {count} house rules not run, --run-rules runs them"
                )),
                Rules::Agree => say(&format!("{file}: {fine}, as its house rules have it")),
            }
            return Ok(());
        }
        let parts = [
            ("cannot be read", &report.unreadable),
            ("was changed", &report.inconsistent),
            ("is not legal", &report.illegal),
            ("has wrong dice", &report.dice),
        ];
        for (what, fault) in parts {
            if let Some(Fault { what: why, .. }) = fault {
                say(&format!("error: {file} {what}: {why}"));
            }
        }
        Err(Failure::No)
    }

    /// What a record says of itself and what follows from its steps.
    fn facts<G: GameUi>(&self, cursor: &Cursor<G>) -> Map<String, Value> {
        let (record, last) = (cursor.record(), last(cursor));
        let outcome = last.and_then(G::outcome).map(|outcome| ResultLine::new::<G>(&outcome));
        let mut facts = Map::new();
        facts.insert("preset".into(), json!(record.preset));
        facts.insert("seats".into(), seats(record));
        facts.insert("house_rules".into(), record.house_rules.iter().map(rule).collect());
        facts.insert("outcome".into(), json!(outcome));
        facts.insert("steps".into(), json!(cursor.len()));
        facts.insert("plies".into(), json!(last.map(G::ply)));
        if self.text {
            facts.insert("text".into(), steps(cursor).collect());
        }
        facts
    }
}

/// The facts, or nothing in their places, and what a check found.
fn json_of(facts: Option<Map<String, Value>>, check: Option<&Check>) -> Value {
    let keys = ["preset", "seats", "outcome", "steps", "plies"];
    let none = || keys.map(|key| (key.to_owned(), Value::Null)).into_iter().collect();
    let mut object = facts.unwrap_or_else(none);
    if let Some(check) = check {
        object.insert("verify".into(), verdict(check));
    }
    Value::Object(object)
}

/// What came of running the house rules of a game over it.
enum Rules {
    /// There are none that act.
    None,
    /// So many were not run.
    NotRun(usize),
    /// They do what the game says.
    Agree,
    /// They do something else.
    Differ(Fault),
}

/// A line in words for every step, beginning with the house rule whose doing it was.
fn steps<G: GameUi>(cursor: &Cursor<G>) -> impl Iterator<Item = String> + '_ {
    let english = I18n::new(Lang::En);
    let line = move |at| {
        let view = cursor.state_at(at)?.view(Viewer::All);
        let line = G::line(&english, &view, cursor.events(at));
        Some(match cursor.step(at)? {
            Step::House { rule, .. } => {
                let rule = cursor.record().house_rules.get(usize::from(*rule))?;
                if line.is_empty() { line } else { format!("{}: {line}", rule.name.en) }
            }
            _ => line,
        })
    };
    (0..cursor.len()).filter_map(line)
}

/// A house rule without its source.
fn rule(line: &SavedRule) -> Value {
    json!({
        "file": line.file,
        "name": line.name.en,
        "set": line.set,
        "hooks": line.hooks,
        "left_out_from": line.until.map(|step| step + 1),
        "hash": line.hash,
    })
}

fn last<G: Game>(cursor: &Cursor<G>) -> Option<&G> {
    cursor.state_at(cursor.len())
}

fn seats<G: Game>(record: &Record<G>) -> Value {
    let seat = |(seat, player): &(_, _)| {
        let mut line = Map::from_iter([("seat".into(), json!(G::seat_name(*seat)))]);
        if let Value::Object(player) = json!(player) {
            line.extend(player);
        }
        Value::Object(line)
    };
    record.players.iter().map(seat).collect()
}

/// The four answers of a check, yes only where it was looked at and fine, and the first
/// thing found.
fn verdict(check: &Check) -> Value {
    let Check { report, told_by, rules, robots } = check;
    let readable = report.unreadable.is_none();
    let legal = readable && report.illegal.is_none();
    let faults =
        [&report.unreadable, &report.inconsistent, &report.illegal, &report.dice].into_iter();
    let differ = match rules {
        Rules::Differ(fault) => Some(fault),
        _ => None,
    };
    let fault = faults.flatten().next().or(differ);
    let mut verdict = json!({
        "readable": readable,
        "consistent": legal && report.inconsistent.is_none(),
        "legal": legal,
        // Those of the game are not in such a file.
        "dice": told_by.is_none().then(|| legal && report.dice.is_none()),
        "house_rules": match rules {
            Rules::None | Rules::NotRun(_) => Value::Null,
            Rules::Agree => json!(true),
            Rules::Differ(_) => json!(false),
        },
        "fault": fault.map(|fault| json!({ "step": fault.step, "message": fault.what })),
    });
    let robots = robots.as_ref().map(|robots| match robots {
        Ok(Choices { asked, same, odd }) => {
            json!({ "asked": asked, "same": same, "first_other": odd.map(|at| at + 1) })
        }
        Err(why) => json!({ "error": why }),
    });
    let told_by = told_by.map(|seat| json!(seat));
    if let Value::Object(verdict) = &mut verdict {
        verdict.extend(robots.map(|robots| ("robots".into(), robots)));
        verdict.extend(told_by.map(|seat| ("told_by".into(), seat)));
    }
    verdict
}
