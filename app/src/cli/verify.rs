//! `qipan replay --verify`: checks a saved game, part by part.

use std::path::Path;

use qipan_core::record::{FaultCause, Record, RecordFault, SavedRule, VerificationReport};
use qipan_core::script::Scripted;
use serde_json::{Map, Value, json};

use crate::cli::output::{CliResult, Failure, eprint_line};
use crate::model::checks::choices::{self, Choices};
use crate::model::checks::rerun::{self, RerunMismatch};
use crate::model::clock::{ClockGuard, cli_script_host, host_without_notes};
use crate::model::i18n::{I18n, Lang};
use crate::model::library::params;
use crate::model::scripts::ScriptName;
use crate::model::storage::Folders;
use crate::model::verdict::{self, Finding};
use crate::model::{house, scripts};

/// The results of all checks of a saved game.
pub(super) struct Verification {
    pub(super) report: VerificationReport,
    /// The seat for which the game was redacted, if it was. The file has made-up values for
    /// everything that was hidden from this seat.
    pub(super) redacted_for: Option<&'static str>,
    /// True if the game begins from a position that was set up by hand.
    pub(super) starts_from_position: bool,
    pub(super) rules: HouseRulesCheck,
    pub(super) robots: RobotsCheck,
}

/// The result of running the house rules again.
pub(super) enum HouseRulesCheck {
    /// There is nothing to run: the game has no house rules, is redacted or cannot be read.
    None,
    /// The user did not request this check. The field is the number of rules.
    NotRun(usize),
    /// The rules reproduce the game. The field is their number.
    Reproduced(usize),
    /// The rules contradict the game. The fields are their number and the first contradiction.
    Contradicted(usize, RecordFault),
}

/// The result of asking the robots again.
pub(super) enum RobotsCheck {
    /// There is nothing to ask: no robot played, or the game is redacted or cannot be read.
    None,
    /// The user did not request this check.
    NotAsked,
    /// The comparison of the robots' new choices with the recorded ones, or the reason why there is
    /// none.
    Asked(Result<Choices, String>),
}

/// Runs the house rules of a record again if `run` is set. The hooks that a file lists for a rule
/// are not trusted, since they can be forged.
pub(super) fn rerun_house_rules<G: Scripted>(record: &Record<G>, run: bool) -> HouseRulesCheck {
    let count = record.house_rules.len();
    if count == 0 {
        return HouseRulesCheck::None;
    }
    if !run {
        return HouseRulesCheck::NotRun(count);
    }
    match rerun::run(record, &host_without_notes(), |_| true) {
        Ok(()) => HouseRulesCheck::Reproduced(count),
        Err(RerunMismatch { at, what }) => {
            let step = at.map(|at| at + 1);
            HouseRulesCheck::Contradicted(
                count,
                RecordFault { step, cause: FaultCause::Other(what) },
            )
        }
    }
}

/// Lets the robots of a game choose again. The error says in words why they cannot.
pub(super) fn ask_robots_again<G: Scripted>(
    folders: &Folders,
    record: &Record<G>,
    run_rules: bool,
) -> Result<Choices, String> {
    let had_effect = |rule: &SavedRule| rule.has_hooks() && rule.until != Some(0);
    if record.house_rules.iter().any(had_effect) && !run_rules {
        return Err("they played under house rules; add --run-rules to run those".to_owned());
    }
    let _ticking = ClockGuard::start();
    let (rules, host) = (rerun::rules_of(record), cli_script_host());
    let house = || house::load::<G>(&rules, &host).map_err(|why| why.to_string());
    let mut robots = Vec::new();
    for (seat, player) in &record.players {
        let Some(script) = &player.script else { continue };
        // Accepts only plain names, because the file may come from anyone.
        let name = ScriptName::of_file(script).map_err(|why| why.to_string())?;
        let mut spec =
            scripts::find_named(folders, G::NAME, &name).map_err(|why| why.to_string())?;
        if spec.player().hash != player.hash {
            return Err(format!("{script} is missing or has changed since"));
        }
        spec.params = params(&spec, player);
        let robot = spec.make::<G>(&host, house()?).map_err(|why| why.to_string())?;
        robots.push((*seat, robot));
    }
    choices::choose_again(record, &mut robots, &mut house()?, |_| true)
}

impl Verification {
    /// Returns all findings as sentences.
    fn findings(&self, i18n: &I18n) -> Vec<Finding> {
        let mut findings = verdict::of_file(&self.report, self.redacted_for.is_some(), i18n);
        findings.extend(self.starts_from_position.then(|| verdict::of_set_up_position(i18n)));
        match &self.rules {
            HouseRulesCheck::None => {}
            HouseRulesCheck::NotRun(count) => {
                let args = [("count", (*count).into())];
                findings.push(Finding::unchecked(i18n.tf("verify-rules-not-run", &args)));
            }
            HouseRulesCheck::Reproduced(count) => {
                findings.push(verdict::of_rules(*count, None, i18n))
            }
            HouseRulesCheck::Contradicted(count, fault) => {
                findings.push(verdict::of_rules(*count, Some(&fault.description()), i18n))
            }
        }
        match &self.robots {
            RobotsCheck::None => {}
            RobotsCheck::NotAsked => {
                findings.push(Finding::unchecked(i18n.t("verify-robots-not-asked")))
            }
            RobotsCheck::Asked(answer) => findings.push(verdict::of_robots(answer, i18n)),
        }
        findings
    }

    /// Returns the faults, each with the words that follow the file name in its error text.
    fn faults(&self) -> impl Iterator<Item = (&'static str, &RecordFault)> {
        let Self { report, rules, .. } = self;
        let house_rules_fault = match rules {
            HouseRulesCheck::Contradicted(_, fault) => Some(fault),
            _ => None,
        };
        let parts = [
            ("cannot be read", report.unreadable.as_ref()),
            ("was changed", report.inconsistent.as_ref()),
            ("is not legal", report.illegal.as_ref()),
            ("has wrong dice", report.dice.as_ref()),
            ("has house rules that do something else", house_rules_fault),
        ];
        parts.into_iter().filter_map(|(what, fault)| Some((what, fault?)))
    }

    /// Prints the findings, and fails if there is a fault. With `json` only faults are printed,
    /// since the JSON object contains the rest.
    pub(super) fn print_findings(&self, file: &Path, json: bool) -> CliResult {
        let (i18n, file) = (I18n::new(Lang::En), file.display());
        if json {
            for (what, fault) in self.faults() {
                eprint_line(&format!("error: {file} {what}: {}", fault.cause));
            }
        } else {
            eprint_line(&format!("{file}:"));
            for finding in self.findings(&i18n) {
                let mark = match finding.is_fine {
                    Some(true) => "yes",
                    Some(false) => "NO ",
                    None => " ? ",
                };
                eprint_line(&format!("  {mark}  {}", finding.text));
            }
            eprint_line(&i18n.t("replay-verdict-limits"));
        }
        if self.faults().next().is_some() { Err(Failure::AlreadyReported) } else { Ok(()) }
    }

    /// Returns the check as JSON: a value for each part, the first fault, and all findings as
    /// sentences. The value of a part is true only if the part was checked and holds.
    pub(super) fn json(&self) -> Value {
        let Self { report, redacted_for, rules, robots, starts_from_position } = self;
        let readable = report.unreadable.is_none();
        let legal = readable && report.illegal.is_none();
        let fault = self.faults().next().map(|(_, fault)| fault);
        let i18n = I18n::new(Lang::En);
        let part = |finding: Finding| json!({ "holds": finding.is_fine, "text": finding.text });
        let parts: Vec<Value> = self.findings(&i18n).into_iter().map(part).collect();
        let can_check_dice =
            redacted_for.is_none() && (!report.has_unverifiable_deal || report.dice.is_some());
        let mut verdict = Map::from_iter([
            ("readable".to_owned(), json!(readable)),
            ("consistent".to_owned(), json!(legal && report.inconsistent.is_none())),
            ("legal".to_owned(), json!(legal)),
            // A redacted file does not contain the dice seeds of the game.
            ("dice".to_owned(), json!(can_check_dice.then(|| legal && report.dice.is_none()))),
            (
                "house_rules".to_owned(),
                match rules {
                    HouseRulesCheck::None | HouseRulesCheck::NotRun(_) => Value::Null,
                    HouseRulesCheck::Reproduced(_) => json!(true),
                    HouseRulesCheck::Contradicted(..) => json!(false),
                },
            ),
            (
                "fault".to_owned(),
                json!(
                    fault
                        .map(|fault| json!({ "step": fault.step, "message": fault.description() }))
                ),
            ),
        ]);
        match robots {
            RobotsCheck::None | RobotsCheck::NotAsked => None,
            RobotsCheck::Asked(Ok(Choices { asked, same, first_different })) => verdict.insert(
                "robots".to_owned(),
                json!({ "asked": asked, "same": same, "first_other": first_different.map(|at| at + 1) }),
            ),
            RobotsCheck::Asked(Err(why)) => {
                verdict.insert("robots".to_owned(), json!({ "error": why }))
            }
        };
        if let Some(seat) = redacted_for {
            verdict.insert("told_by".to_owned(), json!(seat));
        }
        if *starts_from_position {
            verdict.insert("set_up".to_owned(), json!(true));
        }
        verdict.insert("parts".to_owned(), json!(parts));
        verdict.insert("limits".to_owned(), json!(i18n.t("replay-verdict-limits")));
        Value::Object(verdict)
    }
}
