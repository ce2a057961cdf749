//! `qipan ladder`: a folder of robots, their games and the site.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use crate::support::{Place, Run};

/// A robot that always plays its first or last action.
fn robot(name: &str, action: &str) -> String {
    format!(
        "return {{\n    api = 1,\n    game = \"race\",\n    name = \"{name}\",\n    \
         author = \"<b>Kim</b>\",\n    choose = function(_, turn)\n        \
         local actions = turn:actions()\n        return {action}\n    end,\n}}\n"
    )
}

/// Creates a ladder of two tiny robots without built-in ones, with more settings.
fn ladder(settings: &str) -> Place {
    let place = Place::new();
    let text = format!(
        "{{\"presets\": [\"aeroplane\"], \"built_in\": [], \"games\": 4, \"pictures\": false{settings}}}"
    );
    place.write_into("l", "ladder.json", &text);
    place.write_into("l/robots/race", "first.luau", &robot("First", "actions[1]"));
    place.write_into("l/robots/race", "last.luau", &robot("<i>Last</i>", "actions[#actions]"));
    place
}

/// Runs `qipan ladder l` with more arguments, which must succeed.
fn run(place: &Place, more: &[&str]) -> Run {
    let run = place.qipan(&[&["ladder", "l", "--threads", "1"], more].concat());
    assert_eq!(run.status, 0, "{more:?}: {}", run.err);
    run
}

/// Returns the files below a folder with their bytes.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    fn add(folder: &Path, prefix: &str, all: &mut BTreeMap<String, Vec<u8>>) {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{prefix}/{}", entry.file_name().to_string_lossy());
            match entry.path().is_dir() {
                true => add(&entry.path(), &name, all),
                false => drop(all.insert(name, fs::read(entry.path()).unwrap())),
            }
        }
    }
    let mut all = BTreeMap::new();
    add(folder, "", &mut all);
    all
}

fn copy(from: &Path, to: &Path) {
    for (name, bytes) in files(from) {
        let path = to.join(&name[1..]);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

#[test]
fn shards_killed_runs_and_new_runs_give_the_same_site() {
    let whole = ladder("");
    let first = run(&whole, &[]);
    assert!(first.err.contains("4 games played"), "{}", first.err);
    assert!(first.out.contains("aeroplane") && first.out.contains("index.html"), "{}", first.out);
    let site = files(&whole.path("l/site"));
    for name in ["index.html", "style.css", "zh/index.html"] {
        assert!(site.contains_key(&format!("/{name}")), "{name}");
    }
    for page in ["index.html", "race/first.html", "race/last.html"] {
        assert!(site.contains_key(&format!("/{VERSION}/{page}")), "{page}");
        assert!(site.contains_key(&format!("/zh/{VERSION}/{page}")), "{page}");
    }
    let page = String::from_utf8(site[&format!("/{VERSION}/race/last.html")].clone()).unwrap();
    assert!(page.contains("<h1>&lt;i&gt;Last&lt;/i&gt;</h1>"), "{page}");
    assert!(page.contains("&lt;b&gt;Kim&lt;/b&gt;") && !page.contains("<script"), "{page}");
    let games = site.keys().filter(|name| name.ends_with(".qipan.json"));
    assert!(games.clone().count() > 0);
    for game in games {
        let path = whole.path("l/site").join(&game[1..]);
        assert_eq!(whole.qipan(&["replay", path.to_str().unwrap(), "--verify"]).status, 0);
    }
    // A second run plays nothing, and a stale page disappears.
    whole.write_into(&format!("l/site/{VERSION}/race"), "gone.html", "");
    assert!(run(&whole, &[]).err.contains("0 games played"));
    assert_eq!(files(&whole.path("l/site")), site);
    fs::remove_dir_all(whole.path("l/site")).unwrap();
    run(&whole, &["--site-only"]);
    assert_eq!(files(&whole.path("l/site")), site);

    // Two machines play a shard each, and a third one merges them.
    let machines = [ladder(""), ladder("")];
    for (machine, shard) in machines.iter().zip(["1/2", "2/2"]) {
        assert!(run(machine, &["--shard", shard]).err.contains("2 games played"));
        assert!(!machine.path("l/site").exists());
    }
    copy(&machines[1].path("l/games"), &machines[0].path("l/games"));
    assert!(run(&machines[0], &[]).err.contains("0 games played"));
    assert_eq!(files(&machines[0].path("l/site")), site);

    // A run is killed after its first block, and resumed.
    let killed = ladder("");
    let mut command = killed.command(&["ladder", "l", "--threads", "1"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let has_block = || {
        let pairings = fs::read_dir(killed.path(&format!("l/games/{VERSION}/aeroplane")));
        pairings.into_iter().flatten().flatten().any(|pairing| {
            let journal = fs::read_to_string(pairing.path().join("journal.jsonl"));
            journal.is_ok_and(|text| text.lines().count() > 1)
        })
    };
    while !has_block() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    run(&killed, &[]);
    assert_eq!(files(&killed.path("l/site")), site);
}

#[test]
fn broken_robots_and_journals_do_not_stop_the_others() {
    let place = ladder("");
    place.write_into("l/robots/race", "broken.luau", "return {");
    place.write_into("l/robots/race", "second.luau", &robot("First", "actions[1]"));
    place.write_into("l/robots/race", "cheat.luau", &robot("Cheat", "math.random()"));
    place.write_into("l/robots/race", "no name.luau", "");
    place.write_into("l/robots/race", "odd.qipan-robot", "not a package");
    place.write_into("l/robots/race", "twin.luau", "return {}");
    place.write_into("l/robots/race", "twin.lua", "return {}");
    let program = "return { api = 1, game = \"race\", name = \"P\", command = { \"true\" } }";
    place.write_into("l/robots/race", "program.luau", program);
    #[cfg(unix)]
    {
        place.write("outside.luau", &robot("Outside", "actions[1]"));
        let link = place.path("l/robots/race/link.luau");
        std::os::unix::fs::symlink(place.path("outside.luau"), link).unwrap();
    }
    let report = run(&place, &[]);
    for part in [
        "robots/race/broken: broken.luau:",
        "robots/race/second: has the same text as race/first",
        "robots/race/cheat: cheat.luau",
        "robots/race/no name.luau: the name of a robot's file",
        "robots/race/odd: ",
        "robots/race/twin: there are several files of this name: twin.lua, twin.luau",
        "robots/race/program: is an external program",
        "4 games played",
    ] {
        assert!(report.err.contains(part), "{part}: {}", report.err);
    }
    #[cfg(unix)]
    assert!(report.err.contains("robots/race/link: `link.luau` is a link"), "{}", report.err);
    let index = place.read("l/site/index.html");
    assert!(index.contains("race/broken.html") && index.contains("race/first.html"), "{index}");
    assert!(!index.contains(&*place.path("").to_string_lossy()), "{index}");

    // A broken journal is reported, and the site is written without its games.
    let games = place.path(&format!("l/games/{VERSION}/aeroplane"));
    let pairing = fs::read_dir(&games).unwrap().next().unwrap().unwrap().path();
    let journal = pairing.join("journal.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    fs::write(&journal, text.replacen("\"b\":0", "\"b\":x", 1)).unwrap();
    let again = place.qipan(&["ladder", "l"]);
    assert_eq!(again.status, 1, "{}", again.err);
    assert!(again.err.contains("journal.jsonl:2: is not a block"), "{}", again.err);
    assert!(place.read("l/site/index.html").contains("0 of 1 pairings"));
}

#[test]
fn settings_are_checked() {
    let place = ladder("");
    place.write_into("l", "ladder.json", "{\"presets\": [\"aeroplane\"], \"game\": 4}");
    let why = place.refused(&["ladder", "l"]);
    assert!(why.contains("ladder.json:1: unknown field `game`"), "{why}");
    let text = "{\"presets\": [\"aeroplan\"], \"built_in\": [\"gredy\"]}";
    place.write_into("l", "ladder.json", text);
    let run = place.qipan(&["ladder", "l"]);
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(
        run.err.contains("unknown preset `aeroplan`; did you mean `aeroplane`?"),
        "{}",
        run.err
    );
    assert!(run.err.contains("unknown built-in robot `gredy`; did you mean `greedy`?"));
    assert!(place.refused(&["ladder", "nowhere"]).contains("nowhere: no such folder"));
}

#[test]
fn games_of_a_season_need_the_same_seed() {
    let place = ladder("");
    run(&place, &[]);
    let settings = place.read("l/ladder.json");
    fs::write(place.path("l/ladder.json"), settings.replace('}', ", \"seed\": 2}")).unwrap();
    let why = place.refused(&["ladder", "l"]);
    assert!(why.contains("`seed` is 2, but the games in games/"), "{why}");
}

#[test]
fn dry_run_counts_the_missing_games_and_writes_nothing() {
    let place = ladder("");
    place.write_into("l/robots/race", "third.luau", &robot("Third", "actions[#actions // 2 + 1]"));
    let before = files(&place.path("l"));
    let report = place.json(&["ladder", "l", "--dry-run", "--json"]);
    assert_eq!(files(&place.path("l")), before);
    let missing = &report["missing"][0];
    assert_eq!((&missing["pairings"], &missing["games"]), (&3.into(), &12.into()), "{missing}");
    run(&place, &[]);
    let report = run(&place, &["--dry-run"]);
    assert!(report.out.contains("aeroplane: 0 of 3 pairings, 0 games"), "{}", report.out);
}

#[test]
fn dry_run_names_the_pictures_that_its_time_leaves_out() {
    let place = ladder("");
    let without = run(&place, &["--dry-run"]);
    assert!(!without.out.contains("pictures"), "{}", without.out);
    let settings = place.read("l/ladder.json").replace("\"pictures\": false", "\"pictures\": true");
    fs::write(place.path("l/ladder.json"), settings).unwrap();
    let with = run(&place, &["--dry-run"]);
    assert!(with.out.contains("then pictures of up to 8 games"), "{}", with.out);
    let json = run(&place, &["--dry-run", "--json"]);
    assert!(json.out.contains("\"pictures\":8"), "{}", json.out);
    // A shard writes no site.
    let shard = run(&place, &["--dry-run", "--shard", "1/2"]);
    assert!(!shard.out.contains("pictures"), "{}", shard.out);
}

#[test]
fn robots_with_the_same_rating_share_a_rank() {
    let place = ladder("");
    place.write_into("l/robots/race", "twin.luau", &robot("Twin", "actions[1]"));
    fs::remove_file(place.path("l/robots/race/last.luau")).unwrap();
    run(&place, &[]);
    let index = place.read("l/site/index.html");
    let ranks = index.matches("<tr><td class=\"number\">1</td>").count();
    assert_eq!(ranks, 2, "{index}");
    let page = place.read(&format!("l/site/{VERSION}/race/twin.html"));
    assert!(page.contains("Rank 1 of 2."), "{page}");
}

#[test]
fn older_seasons_stay_readable_without_their_robots() {
    let place = ladder(", \"season\": \"Robots & friends\"");
    run(&place, &[]);
    fs::rename(place.path(&format!("l/games/{VERSION}")), place.path("l/games/0.0.1")).unwrap();
    let season = place.read("l/games/0.0.1/season.json");
    let season = season.replace(&format!("\"version\": \"{VERSION}\""), "\"version\": \"0.0.1\"");
    fs::write(place.path("l/games/0.0.1/season.json"), season).unwrap();
    fs::remove_file(place.path("l/robots/race/last.luau")).unwrap();
    place.write_into("l/robots/race", "next.luau", &robot("Next", "actions[#actions]"));
    run(&place, &[]);
    let old = place.read("l/site/0.0.1/index.html");
    assert!(old.contains("This season is over") && old.contains("race/last.html"), "{old}");
    assert!(place.path("l/site/0.0.1/race/last.html").is_file());
    let newest = place.read("l/site/index.html");
    assert!(newest.contains("0.0.1/index.html") && newest.contains("Robots &amp; friends"));
    assert!(newest.contains("race/next.html") && !newest.contains("race/last.html"), "{newest}");
}

#[test]
fn pages_show_games_as_pictures_in_both_languages() {
    let place = Place::new();
    let settings =
        "{\"presets\": [\"flip\"], \"built_in\": [\"beginner\", \"easy\"], \"games\": 2}";
    place.write_into("l", "ladder.json", settings);
    run(&place, &[]);
    let site = files(&place.path("l/site"));
    let count = |ending: &str| site.keys().filter(|name| name.ends_with(ending)).count();
    let games = count(".qipan.json");
    assert!((1..=4).contains(&games), "{games}");
    for ending in ["-en.gif", "-zh.gif", "-en.png", "-zh.png"] {
        assert_eq!(count(ending), games, "{ending}");
    }
    let page = place.read(&format!("l/site/zh/{VERSION}/junqi/built-in/random.html"));
    assert!(page.contains("-zh.gif") && page.contains("prefers-reduced-motion"), "{page}");
    assert!(page.contains("走棋 ") && page.contains(">军棋 · 翻棋<"), "{page}");
}
