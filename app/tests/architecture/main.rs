//! Checks the architecture of the project in the sources: which module may use which.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use graph::Uses;
use source::Source;

mod graph;
mod pages;
mod source;

/// The modules of a source folder, each with those it may use.
type Table = Vec<(String, Vec<String>)>;

/// Reads the table under a heading of `core/ARCHITECTURE.md`: a row for each module, with the
/// modules it may use in its second column.
fn table(heading: &str) -> Table {
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
const WORKERS: [&str; 18] = [
    "Storage",
    "ClockGuard",
    "Background",
    "CheckTask",
    "RunningTournament",
    "tournament::run",
    "ProgramRobot",
    "RuleReplay",
    "Worker",
    "TournamentWorker",
    "checks::check",
    "checks::start",
    "again::start",
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
fn within(name: &str) -> impl Iterator<Item = &'static Source> {
    app().iter().filter(move |source| folder(&source.name) == name)
}

/// Returns the top folder of a file, or the file's own name at the root.
fn folder(file: &str) -> &str {
    let first = file.split('/').next().unwrap_or(file);
    first.strip_suffix(".rs").unwrap_or(first)
}

/// Returns the dependencies between files.
fn files(sources: &[Source]) -> Uses {
    sources.iter().map(|source| (source.name.clone(), source.files.clone())).collect()
}

/// Returns the dependencies between folders.
fn folders(sources: &[Source]) -> Uses {
    let mut uses = Uses::new();
    for source in sources {
        let here = folder(&source.name);
        let used = source.files.iter().map(|file| folder(file)).filter(|used| *used != here);
        uses.entry(here.to_owned()).or_default().extend(used.map(str::to_owned));
    }
    uses
}

/// Asserts that every folder is in the table and uses only folders that the table allows.
fn keeps_to(table: &Table, sources: &[Source]) {
    let mut wrong = Vec::new();
    for source in sources {
        let here = folder(&source.name);
        let Some((_, allowed)) = table.iter().find(|(name, _)| name == here) else {
            wrong.push(format!("{}: `{here}` is not in the table", source.name));
            continue;
        };
        let used = source.files.iter().filter(|file| folder(file) != here);
        let is_allowed = |file: &str| allowed.iter().any(|name| name == folder(file));
        let others = used.filter(|file| !is_allowed(file));
        wrong.extend(others.map(|file| format!("{} uses {file}", source.name)));
    }
    assert!(wrong.is_empty(), "not allowed by the table:\n{}", wrong.join("\n"));
    let here: BTreeSet<&str> = sources.iter().map(|source| folder(&source.name)).collect();
    let gone: Vec<_> = table.iter().filter(|(name, _)| !here.contains(name.as_str())).collect();
    assert!(gone.is_empty(), "in the table and not there: {gone:?}");
}

/// Returns true if one file of a cycle is a module and all others are parts of that module.
fn is_one_module(circle: &BTreeSet<String>) -> bool {
    circle.iter().any(|parent| {
        let folder = parent.strip_suffix("/mod.rs").or(parent.strip_suffix(".rs"));
        let folder = format!("{}/", folder.unwrap_or(parent));
        circle.iter().all(|file| file == parent || file.starts_with(&folder))
    })
}

/// Asserts that there is no cycle of folders, and no cycle of files but of a module and its parts.
fn no_circles(sources: &[Source]) {
    let uses = folders(sources);
    let circles = graph::circles(&uses);
    let said = circles.iter().map(|circle| graph::describe(circle, &uses)).collect::<Vec<_>>();
    assert!(said.is_empty(), "folders in a circle:\n{}", said.join("\n\n"));
    let uses = files(sources);
    let others = graph::circles(&uses).into_iter().filter(|circle| !is_one_module(circle));
    let said = others.map(|circle| graph::describe(&circle, &uses)).collect::<Vec<_>>();
    assert!(said.is_empty(), "files in a circle:\n{}", said.join("\n\n"));
}

/// Asserts that none of these files uses any of the given paths of other packages.
fn forbid<'a>(sources: impl IntoIterator<Item = &'a Source>, what: &[&str], why: &str) {
    for source in sources {
        for word in what {
            let inside = format!("{word}::");
            let used = source.others.iter().find(|used| *used == word || used.starts_with(&inside));
            assert!(used.is_none(), "{} uses {}: {why}", source.name, used.unwrap());
        }
    }
}

#[test]
fn folders_of_the_core_use_what_the_table_allows() {
    keeps_to(&table("core/src"), core());
}

#[test]
fn the_core_has_no_circles() {
    no_circles(core());
}

#[test]
fn the_app_has_no_circles() {
    no_circles(app());
}

#[test]
fn folders_of_the_app_use_what_the_table_allows() {
    keeps_to(&table("app/src"), app());
}

#[test]
fn the_core_has_no_window_no_clock_no_files_no_threads() {
    let what = ["env", "fs", "io", "net", "process", "thread", "time"];
    let what = what.map(|name| format!("std::{name}"));
    let what: Vec<&str> = what.iter().map(String::as_str).chain(["egui", "eframe"]).collect();
    forbid(core(), &what, "the core is pure; the app hands it what it needs");
}

#[test]
fn only_the_script_folder_knows_lua() {
    let why = "only core/src/script knows that Lua exists";
    let others = core().iter().filter(|source| folder(&source.name) != "script");
    forbid(others.chain(app()), &["mlua"], why);
}

#[test]
fn the_command_line_draws_nothing() {
    forbid(within("cli"), &["egui", "eframe"], "it has no window");
}

/// Reading, checking and describing games needs nothing of the window. Pictures are drawn by it.
#[test]
fn only_exports_of_the_command_line_use_the_window() {
    let of_window = |file: &&String| ["games", "share"].contains(&folder(file));
    let uses = |source: &&Source| source.files.iter().any(|file| of_window(&file));
    let names: Vec<&str> = within("cli").filter(uses).map(|source| source.name.as_str()).collect();
    assert_eq!(names, ["cli/share.rs"]);
}

/// The words that the user typed may name any file and any program. Text from a file must never
/// be treated like them.
#[test]
fn only_the_arguments_of_the_command_line_are_the_users_words() {
    let uses = |source: &&Source, what: &str| source.items.iter().any(|item| item.contains(what));
    let with = |what: &str| -> Vec<&str> {
        let all = app().iter().filter(|source| uses(source, what));
        all.map(|source| source.name.as_str()).collect()
    };
    assert_eq!(with("UserWords::typed"), ["model/scripts/find.rs", "cli/options.rs"]);
    let outside = |name: &&str| !name.starts_with("cli/") && !name.starts_with("model/scripts");
    assert_eq!(with("UserWords").into_iter().filter(outside).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn raw_colours_are_in_the_theme_alone() {
    let made = [
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
        let raw = |used: &&String| made.iter().any(|end| used.ends_with(&format!("::{end}")));
        assert_eq!(source.others.iter().find(raw), None, "{}", source.name);
        let hex = |text: &&String| {
            let digits = text.strip_prefix('#').unwrap_or_default();
            matches!(digits.len(), 6 | 8) && digits.chars().all(|c| c.is_ascii_hexdigit())
        };
        assert_eq!(source.texts.iter().find(hex), None, "{}", source.name);
    }
}

#[test]
fn words_are_in_locales_alone() {
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
fn the_top_level_is_what_the_readme_shows() {
    let folders = ["app", "core", "saves", "scripts", "target"];
    for entry in fs::read_dir(root()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let fine = folders.contains(&name.as_str())
            || ["Cargo.toml", "Cargo.lock"].contains(&name.as_str())
            || name.starts_with('.')
            || name.starts_with("LICENSE")
            || ["README.md", "README.zh.md"].contains(&name.as_str())
            || (name.ends_with(".toml") && name != "Cargo.toml");
        assert!(fine, "{name} does not belong to the top level");
    }
}

#[test]
fn files_are_changed_in_one_place_alone() {
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
    let what =
        ["fs", "io", "net", "process", "sync::mpsc", "thread"].map(|name| format!("std::{name}"));
    let what: Vec<&str> = what.iter().map(String::as_str).collect();
    forbid(within("screens"), &what, why);
    let runs = ["Host", "LuaRobot", "LuaRule", "Sandbox", "inspect"];
    let runs = runs.map(|name| format!("qipan_core::script::{name}"));
    forbid(within("screens"), &runs.iter().map(String::as_str).collect::<Vec<_>>(), why);
    for source in within("screens") {
        let whole = |name: &str| format!("::{name}::");
        let works = |item: &&String| {
            item.starts_with("model::")
                && WORKERS.iter().any(|name| whole(item).contains(&whole(name)))
        };
        assert_eq!(source.items.iter().find(works), None, "{}: {why}", source.name);
        let method = WORKING_METHODS.iter().find(|name| source.methods.contains(**name));
        assert_eq!(method, None, "{}: {why}", source.name);
    }
}
