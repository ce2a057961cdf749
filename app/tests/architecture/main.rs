//! Checks the architecture of the project in the sources: which module may use which.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use graph::Dependencies;
use source::Source;

mod graph;
mod pages;
mod source;

/// The modules of a source folder, each with the modules that it may use.
type LayerTable = Vec<(String, Vec<String>)>;

/// Reads the table under a heading of `core/ARCHITECTURE.md`. It has a row for each module. The
/// second column names the modules that it may use.
fn table(heading: &str) -> LayerTable {
    let page = fs::read_to_string(root().join("core/ARCHITECTURE.md")).unwrap();
    let (_, section) = page.split_once(&format!("\n### {heading}\n")).unwrap();
    let names = |cell: &str| -> Vec<String> {
        cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    };
    let rows = section.lines().skip_while(|line| !line.starts_with('|')).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    let row = |line: &str| {
        let mut cells = line.trim_matches('|').split('|');
        let module = names(cells.next().unwrap()).remove(0);
        (module, names(cells.next().unwrap()))
    };
    rows.map(row).collect()
}

/// Types and functions of the model that touch files, start threads or run scripts.
const WORKING_ITEMS: [&str; 18] = [
    "Storage",
    "ClockGuard",
    "Background",
    "CheckTask",
    "RunningTournament",
    "tournament::run",
    "ProgramRobot",
    "RuleRerun",
    "Worker",
    "TournamentWorker",
    "checks::check",
    "checks::start",
    "rerun::start",
    "house::load",
    "Collection::of_player",
    "Collection::of_folder",
    "bring::bring",
    "layout_limits::judge",
];

/// Methods that start threads or run scripts, on any type.
const WORKING_METHODS: [&str; 3] = ["judge", "make", "spawn"];

fn root() -> PathBuf {
    Path::new(option_env!("ARCH_ROOT").unwrap_or(env!("CARGO_MANIFEST_DIR")))
        .parent()
        .unwrap()
        .to_owned()
}

fn core() -> &'static [Source] {
    static CORE: LazyLock<Vec<Source>> = LazyLock::new(|| source::read(&root().join("core/src")));
    &CORE
}

fn app() -> &'static [Source] {
    static APP: LazyLock<Vec<Source>> = LazyLock::new(|| source::read(&root().join("app/src")));
    &APP
}

/// Returns the files of a folder of the app.
fn files_in(name: &str) -> impl Iterator<Item = &'static Source> {
    app().iter().filter(move |source| folder(&source.name) == name)
}

/// Returns the top folder of a file, or the file's own name at the root.
fn folder(file: &str) -> &str {
    let first = file.split('/').next().unwrap_or(file);
    first.strip_suffix(".rs").unwrap_or(first)
}

/// Returns the dependencies between files.
fn files(sources: &[Source]) -> Dependencies {
    sources.iter().map(|source| (source.name.clone(), source.files.clone())).collect()
}

/// Returns the dependencies between folders.
fn folders(sources: &[Source]) -> Dependencies {
    let mut uses = Dependencies::new();
    for source in sources {
        let module = folder(&source.name);
        let used = source.files.iter().map(|file| folder(file)).filter(|used| *used != module);
        uses.entry(module.to_owned()).or_default().extend(used.map(str::to_owned));
    }
    uses
}

/// Asserts that every folder is in the table and uses only folders that the table allows.
fn assert_allowed_by(table: &LayerTable, sources: &[Source]) {
    let mut wrong = Vec::new();
    for source in sources {
        let module = folder(&source.name);
        let Some((_, allowed)) = table.iter().find(|(name, _)| name == module) else {
            wrong.push(format!("{}: `{module}` is not in the table", source.name));
            continue;
        };
        let used = source.files.iter().filter(|file| folder(file) != module);
        let is_allowed = |file: &str| allowed.iter().any(|name| name == folder(file));
        let others = used.filter(|file| !is_allowed(file));
        wrong.extend(others.map(|file| format!("{} uses {file}", source.name)));
    }
    assert!(wrong.is_empty(), "not allowed by the table:\n{}", wrong.join("\n"));
    let modules: BTreeSet<&str> = sources.iter().map(|source| folder(&source.name)).collect();
    let missing: Vec<_> =
        table.iter().filter(|(name, _)| !modules.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "in the table but not in the sources: {missing:?}");
}

/// Returns true if one file of a cycle is a module and all others are parts of that module.
fn is_one_module(cycle: &BTreeSet<String>) -> bool {
    cycle.iter().any(|parent| {
        let folder = parent.strip_suffix("/mod.rs").or(parent.strip_suffix(".rs"));
        let folder = format!("{}/", folder.unwrap_or(parent));
        cycle.iter().all(|file| file == parent || file.starts_with(&folder))
    })
}

/// Asserts that there is no cycle of folders. Only a module and its own parts may form a cycle of
/// files.
fn assert_no_cycles(sources: &[Source]) {
    let uses = folders(sources);
    let cycles = graph::cycles(&uses);
    let descriptions = cycles.iter().map(|cycle| graph::describe(cycle, &uses)).collect::<Vec<_>>();
    assert!(descriptions.is_empty(), "folders in a circle:\n{}", descriptions.join("\n\n"));
    let uses = files(sources);
    let others = graph::cycles(&uses).into_iter().filter(|cycle| !is_one_module(cycle));
    let descriptions = others.map(|cycle| graph::describe(&cycle, &uses)).collect::<Vec<_>>();
    assert!(descriptions.is_empty(), "files in a circle:\n{}", descriptions.join("\n\n"));
}

/// Asserts that none of these files uses any of the forbidden paths of other packages.
fn forbid<'a>(sources: impl IntoIterator<Item = &'a Source>, forbidden: &[&str], why: &str) {
    for source in sources {
        for word in forbidden {
            let inside = format!("{word}::");
            let used = source.others.iter().find(|used| *used == word || used.starts_with(&inside));
            assert!(used.is_none(), "{} uses {}: {why}", source.name, used.unwrap());
        }
    }
}

#[test]
fn folders_of_the_core_use_what_the_table_allows() {
    assert_allowed_by(&table("core/src"), core());
}

#[test]
fn core_has_no_dependency_cycles() {
    assert_no_cycles(core());
}

#[test]
fn app_has_no_dependency_cycles() {
    assert_no_cycles(app());
}

#[test]
fn folders_of_the_app_use_what_the_table_allows() {
    assert_allowed_by(&table("app/src"), app());
}

#[test]
fn core_has_no_window_clock_files_or_threads() {
    let forbidden = ["env", "fs", "io", "net", "process", "thread", "time"];
    let forbidden = forbidden.map(|name| format!("std::{name}"));
    let forbidden: Vec<&str> =
        forbidden.iter().map(String::as_str).chain(["egui", "eframe"]).collect();
    forbid(core(), &forbidden, "the core is pure; the app hands it what it needs");
}

#[test]
fn only_the_script_folder_uses_lua() {
    let why = "only core/src/script may use Lua";
    let others = core().iter().filter(|source| folder(&source.name) != "script");
    forbid(others.chain(app()), &["mlua"], why);
}

#[test]
fn command_line_draws_nothing() {
    forbid(files_in("cli"), &["egui", "eframe"], "it has no window");
}

/// Tests that reading, checking and describing games does not depend on the window's code. Only
/// exports of pictures use it.
#[test]
fn only_exports_of_the_command_line_use_the_window() {
    let is_window_code = |file: &&String| ["games", "share"].contains(&folder(file));
    let uses_window = |source: &&Source| source.files.iter().any(|file| is_window_code(&file));
    let names: Vec<&str> =
        files_in("cli").filter(uses_window).map(|source| source.name.as_str()).collect();
    assert_eq!(names, ["cli/share.rs"]);
}

/// Tests that only arguments become `ScriptArg`. Words that the user typed may name any file and
/// any program, but text from a file must not.
#[test]
fn only_the_arguments_of_the_command_line_are_the_users_words() {
    let users_of = |item: &str| -> Vec<&str> {
        let uses = |source: &&Source| source.items.iter().any(|used| used.contains(item));
        app().iter().filter(uses).map(|source| source.name.as_str()).collect()
    };
    assert_eq!(users_of("ScriptArg::typed"), ["model/scripts/find.rs", "cli/options.rs"]);
    let is_other = |name: &&str| !name.starts_with("cli/") && !name.starts_with("model/scripts");
    assert_eq!(users_of("ScriptArg").into_iter().filter(is_other).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn raw_colours_are_in_the_theme_only() {
    let constructors = [
        "from_rgb",
        "from_rgba_premultiplied",
        "from_rgba_unmultiplied",
        "from_gray",
        "from_black_alpha",
        "from_white_alpha",
        "from_hex",
        "hex_color",
    ];
    for source in app().iter().filter(|source| !source.name.contains("theme")) {
        let raw =
            |used: &&String| constructors.iter().any(|end| used.ends_with(&format!("::{end}")));
        assert_eq!(source.others.iter().find(raw), None, "{}", source.name);
        let hex = |text: &&String| {
            let digits = text.strip_prefix('#').unwrap_or_default();
            matches!(digits.len(), 6 | 8) && digits.chars().all(|c| c.is_ascii_hexdigit())
        };
        assert_eq!(source.texts.iter().find(hex), None, "{}", source.name);
    }
}

#[test]
fn translatable_words_are_in_locales_only() {
    // These are not translatable: the name of each language in itself, the name of the program,
    // and the print on pieces and boards.
    let printed = [
        "model/i18n.rs",
        "app/window.rs",
        "games/junqi/printed.rs",
        "games/junqi/drawing/tile.rs",
        "games/junqi/drawing/board.rs",
    ];
    let chinese = |text: &&String| text.contains(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    for source in core().iter().chain(app()) {
        if !printed.contains(&source.name.as_str()) {
            let word = source.texts.iter().find(chinese);
            assert_eq!(word, None, "{}: words belong into app/locales", source.name);
        }
    }
}

#[test]
fn top_level_has_only_known_files_and_folders() {
    let folders = ["app", "core", "saves", "scripts", "target"];
    for entry in fs::read_dir(root()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_known = folders.contains(&name.as_str())
            || ["Cargo.toml", "Cargo.lock"].contains(&name.as_str())
            || name.starts_with('.')
            || name.starts_with("LICENSE")
            || ["README.md", "README.zh.md"].contains(&name.as_str())
            || (name.ends_with(".toml") && name != "Cargo.toml");
        assert!(is_known, "{name} does not belong to the top level");
    }
}

#[test]
fn files_are_changed_in_one_place_only() {
    let others = app().iter().filter(|source| source.name != "model/storage/disk.rs");
    let changes = [
        "std::fs::write",
        "std::fs::rename",
        "std::fs::remove_file",
        "std::fs::remove_dir",
        "std::fs::remove_dir_all",
        "std::fs::create_dir",
        "std::fs::create_dir_all",
        "std::fs::copy",
        "std::fs::hard_link",
        "tempfile",
    ];
    forbid(
        others,
        &changes,
        "files are changed by `model/storage/disk.rs`, where it can be refused",
    );
}

#[test]
fn screens_touch_no_files_no_threads_and_no_lua() {
    let why = "a screen draws and sends commands";
    let forbidden =
        ["fs", "io", "net", "process", "sync::mpsc", "thread"].map(|name| format!("std::{name}"));
    let forbidden: Vec<&str> = forbidden.iter().map(String::as_str).collect();
    forbid(files_in("screens"), &forbidden, why);
    let lua = ["Host", "LuaRobot", "LuaRule", "Sandbox", "inspect"];
    let lua = lua.map(|name| format!("qipan_core::script::{name}"));
    forbid(files_in("screens"), &lua.iter().map(String::as_str).collect::<Vec<_>>(), why);
    for source in files_in("screens") {
        // Enclosing colons make sure that only whole names match.
        let delimited = |name: &str| format!("::{name}::");
        let is_working_item = |item: &&String| {
            item.starts_with("model::")
                && WORKING_ITEMS.iter().any(|name| delimited(item).contains(&delimited(name)))
        };
        assert_eq!(source.items.iter().find(is_working_item), None, "{}: {why}", source.name);
        let method = WORKING_METHODS.iter().find(|name| source.methods.contains(**name));
        assert_eq!(method, None, "{}: {why}", source.name);
    }
}
