//! The texts that describe scripts and their errors.

use qipan_core::script::{
    ExpectedChoice, MODULE_FOLDER, Param, ParamValue, ScriptInfo, ScriptKind,
};

use crate::games::words as game_words;
use crate::model::checks::{CheckStats, FailedTest, TestResults};
use crate::model::i18n::{I18n, ListStyle};
use crate::model::scripts::{CatalogueEntry, FindError, Origin, Script, ScriptType, is_test_file};
use qipan_core::registry::GameKind;

/// The maximum number of failed tests that are listed.
const MAX_FAILED_TESTS: usize = 8;

/// Returns the heading for the scripts of a game.
pub fn game(i18n: &I18n, kind: GameKind) -> String {
    i18n.t(&format!("scripts-game-{}", kind.name()))
}

/// Returns the name of a script. A script that does not load is named after its file.
pub fn name(i18n: &I18n, entry: &CatalogueEntry) -> String {
    match &entry.script {
        Ok(script) => i18n.pick(&script.info().name).to_owned(),
        Err(_) => entry.key.name.clone(),
    }
}

/// Returns the origin of a script.
pub fn origin(i18n: &I18n, origin: Origin) -> String {
    i18n.t(match origin {
        Origin::Shipped => "scripts-origin-shipped",
        Origin::Own => "scripts-origin-own",
        Origin::Copy => "scripts-origin-copy",
        Origin::Replacement => "scripts-origin-replacement",
    })
}

/// Returns the label of a row for screen readers.
pub fn row(i18n: &I18n, entry: &CatalogueEntry) -> String {
    let file_arg = ("file", entry.file.as_str().into());
    let origin_arg = ("origin", origin(i18n, entry.origin).into());
    match &entry.script {
        Ok(_) => {
            let name = ("name", name(i18n, entry).into());
            i18n.tf("scripts-row", &[name, file_arg, origin_arg])
        }
        Err(error) => {
            let (line, message) = load_error(error);
            let reason = match line {
                Some(line) => {
                    let args = [("line", line.into()), ("why", message.into())];
                    i18n.tf("scripts-line", &args)
                }
                None => message,
            };
            let args = [file_arg, origin_arg, ("why", reason.into())];
            i18n.tf("scripts-row-broken", &args)
        }
    }
}

/// Returns the line and the message of the error that keeps a script from loading.
pub fn load_error(error: &FindError) -> (Option<u32>, String) {
    match error {
        FindError::Script(error) => locate_error(&error.file, error.line, &error.message),
        FindError::File { why, .. } => (None, why.clone()),
        other => (None, other.to_string()),
    }
}

/// Returns the line and the message of an error in a file of a script. If the error is in a module
/// or in a file with tests, the line is `None`, and the message begins with the place of the error.
pub fn locate_error(file: &str, line: Option<u32>, message: &str) -> (Option<u32>, String) {
    let (folder, name) = file.rsplit_once(['/', '\\']).unwrap_or(("", file));
    let prefix = match folder.rsplit(['/', '\\']).next() {
        Some(MODULE_FOLDER) => format!("{MODULE_FOLDER}/"),
        _ if is_test_file(name) => String::new(),
        _ => return (line, message.to_owned()),
    };
    let line = line.map_or_else(String::new, |line| format!(":{line}"));
    (None, format!("{prefix}{name}{line}: {message}"))
}

/// Returns the text under the name of a script: its file, origin, author and version.
pub fn about_file(i18n: &I18n, entry: &CatalogueEntry) -> String {
    let mut parts = vec![entry.file.clone(), origin(i18n, entry.origin)];
    if let Ok(script) = &entry.script {
        let ScriptInfo { author, version, .. } = script.info();
        if !author.is_empty() {
            parts.push(i18n.tf("scripts-by", &[("author", author.as_str().into())]));
        }
        if !version.is_empty() {
            parts.push(i18n.tf("scripts-version", &[("version", version.as_str().into())]));
        }
    }
    parts.join(" · ")
}

/// Returns the properties of a script: groups of lines, each with a heading.
pub fn facts(i18n: &I18n, script: &Script) -> Vec<(String, Vec<String>)> {
    let modules: Vec<&String> = script.source().modules.keys().collect();
    info_facts(i18n, script.info(), &modules)
}

/// Returns the properties of a script with this metadata and these modules.
pub fn info_facts(
    i18n: &I18n,
    info: &ScriptInfo,
    modules: &[&String],
) -> Vec<(String, Vec<String>)> {
    let presets: Vec<String> =
        info.presets.iter().map(|preset| i18n.t(&format!("game-{preset}"))).collect();
    let presets = match presets.is_empty() {
        true => i18n.tf("scripts-presets-all", &[("game", info.game.as_str().into())]),
        false => i18n.list(ListStyle::Parts, presets),
    };
    let mut facts = vec![(i18n.t("scripts-presets"), vec![presets])];
    if let Some(level) = info.level {
        let level = i18n.t(&format!("who-level-{}", level.name()));
        facts.push((i18n.t("scripts-level"), vec![level]));
    }
    if !modules.is_empty() {
        let names = i18n.list(ListStyle::Plain, modules);
        facts.push((i18n.t("scripts-modules"), vec![names]));
    }
    match info.kind {
        ScriptKind::Robot if info.params.is_empty() => {}
        ScriptKind::Robot => {
            let params = info.params.iter().map(|param| param_text(i18n, param)).collect();
            facts.push((i18n.t("scripts-params"), params));
        }
        _ => {
            let option_changes = game_words::settings(i18n, &info.option_changes);
            if !option_changes.is_empty() {
                facts.push((i18n.t("scripts-sets"), option_changes));
            }
            let hooks = game_words::hooks(i18n, &info.hooks);
            let hooks = match hooks.is_empty() {
                true => i18n.t("scripts-hooks-none"),
                false => i18n.list(ListStyle::Plain, &hooks),
            };
            facts.push((i18n.t("scripts-hooks"), vec![hooks]));
        }
    }
    facts
}

/// Returns a text for a parameter: its name, default value, range and description.
fn param_text(i18n: &I18n, param: &Param) -> String {
    let name = ("name", param.name.as_str().into());
    let head = match (param.default, param.min, param.max) {
        (ParamValue::Number(number), Some(min), Some(max)) => {
            let default = ("default", number.to_string().into());
            let (min, max) = (("min", min.to_string().into()), ("max", max.to_string().into()));
            i18n.tf("scripts-param", &[name, default, min, max])
        }
        // A number without a range is shown like a flag.
        (ParamValue::Number(number), ..) => {
            i18n.tf("scripts-param-flag", &[name, ("default", number.to_string().into())])
        }
        (ParamValue::Flag(is_on), ..) => {
            let value = i18n.t(if is_on { "word-on" } else { "word-off" });
            i18n.tf("scripts-param-flag", &[name, ("default", value.into())])
        }
    };
    match i18n.pick(&param.about) {
        "" => head,
        about => format!("{head} · {about}"),
    }
}

/// Returns a text that sums up a passed check.
pub fn passed_check(i18n: &I18n, script_type: ScriptType, stats: &CheckStats) -> String {
    let games = ("games", i18n.count(stats.games).into());
    // The histogram holds one number for each call of the script.
    let calls = stats.fuel.count();
    let number = |number: u64| i18n.count(number).into();
    let fuel = ("fuel", number(stats.fuel.quantile(0.95)));
    let calls_text = match (script_type, calls) {
        (_, 0) => i18n.t("scripts-check-options"),
        (ScriptType::Robot, turns) => {
            i18n.tf("scripts-check-turns", &[("turns", number(turns)), fuel])
        }
        (ScriptType::Rule, calls) => {
            let args = [("calls", number(calls)), ("effects", number(stats.effects)), fuel];
            i18n.tf("scripts-check-calls", &args)
        }
    };
    // A check runs a script twice over each game. Without a call, there is nothing to compare.
    let id = if calls > 0 { "scripts-check-ok" } else { "scripts-check-ok-once" };
    let mut parts = vec![i18n.tf(id, &[games]), calls_text];
    if stats.tests.count > 0 {
        parts.push(i18n.tf("scripts-check-tests", &[("count", stats.tests.count.into())]));
    }
    parts.join(" · ")
}

/// Returns a line for each failed test of a robot, up to a maximum, and a last line with the number
/// of failed tests. Returns an empty text if none failed.
pub fn failed_tests(i18n: &I18n, tests: &TestResults) -> String {
    if tests.failed.is_empty() {
        return String::new();
    }
    let args = [("failed", tests.failed.len().into()), ("count", tests.count.into())];
    let mut lines: Vec<String> =
        tests.failed.iter().take(MAX_FAILED_TESTS).map(|test| failed_test(i18n, test)).collect();
    lines.push(i18n.tf("scripts-test-count", &args));
    lines.join("\n")
}

/// Returns a text for a failed test: its name, the choice of the robot, and the choices that the
/// test allows or forbids.
fn failed_test(i18n: &I18n, test: &FailedTest) -> String {
    let (id, actions) = match &test.expected {
        ExpectedChoice::OneOf(actions) => ("scripts-test-must", actions),
        ExpectedChoice::NoneOf(actions) => ("scripts-test-must-not", actions),
    };
    let wanted = i18n.tf(id, &[("actions", i18n.list(ListStyle::Or, actions).into())]);
    let name = ("name", i18n.pick(&test.name).into());
    let seed = ("seed", i64::from(test.seed).into());
    match &test.choice {
        Ok(action) => {
            let args = [name, ("action", action.as_str().into()), ("wanted", wanted.into()), seed];
            i18n.tf("scripts-test-failed", &args)
        }
        Err(error) => i18n.tf("scripts-test-error", &[name, ("why", error.as_str().into()), seed]),
    }
}

/// Returns the heading of an error: the kind of error and its place.
pub fn error_heading(i18n: &I18n, title_id: &str, file: &str, line: Option<u32>) -> String {
    let args = [("what", i18n.t(title_id).into()), ("file", file.into())];
    match line {
        Some(line) => {
            let [title, file] = args;
            i18n.tf("scripts-failed-at", &[title, file, ("line", line.into())])
        }
        None => i18n.tf("scripts-failed-in", &args),
    }
}
