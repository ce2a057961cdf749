//! Tests of the library: levels of robots, parameters, and files that change.

use std::sync::Arc;
use std::thread::sleep;

use qipan_core::script::Level;

use super::*;
use crate::model::setup::SeatChoice;

#[test]
fn robots_in_the_window_have_a_time_limit() {
    let dir = tempfile::tempdir().unwrap();
    let folders = Folders::find(Some(dir.path())).unwrap();
    let library = Library::new(&folders, Arc::new(|| {}));
    let robots = library.load_results(GameKind::Junqi).iter();
    let choices: Vec<_> = robots.map(|(name, robot)| choice(name, robot, Lang::En)).collect();
    for (level, patience) in [(Level::Strong, 60.0), (Level::Master, 40.0)] {
        let robot = choices.iter().find(|robot| robot.level == Some(level)).unwrap();
        let player = SeatChoice::robot(&robot.script).player(&choices, "").unwrap().unwrap();
        assert_eq!(player.params["patience"], patience, "{}", robot.script);
    }
    let i18n = I18n::new(Lang::En);
    let candidates = library.build_candidates(GameKind::Junqi, &i18n, "");
    let patience = |candidate: &SeatCandidate| candidate.player.params.get("patience").copied();
    let mut limits: Vec<f64> = candidates.iter().filter_map(patience).collect();
    limits.sort_by(f64::total_cmp);
    assert_eq!(limits, [40.0, 60.0]);
}

#[test]
fn players_of_old_saves_keep_their_parameters() {
    let dir = tempfile::tempdir().unwrap();
    let folders = Folders::find(Some(dir.path())).unwrap();
    let words = scripts::ScriptArg::typed("sampler");
    let spec = scripts::find(&folders, "junqi", &words).unwrap();
    let read = |saved: &[(&str, f64)]| {
        let saved = saved.iter().map(|(name, value)| ((*name).to_owned(), *value));
        params(&spec, &Player { params: saved.collect(), ..spec.player() })
    };
    let patience = |value| [("patience".to_owned(), ParamValue::Number(value))];
    assert_eq!(read(&[("passes", 3000.0)]), patience(2.0));
    assert_eq!(read(&[("passes", 750.0), ("patience", 60.0)]), patience(30.0));
    assert_eq!(read(&[("patience", 15.0)]), patience(15.0));
}

#[test]
fn changed_module_changes_the_robots_that_load_it() {
    let dir = tempfile::tempdir().unwrap();
    let folders = Folders::find(Some(dir.path())).unwrap();
    let folder = scripts::robots_folder(&folders, "race");
    let module = folder.join("lib/words.luau");
    std::fs::create_dir_all(module.parent().unwrap()).unwrap();
    let robot =
        "return { api = 1, game = \"race\", name = require(\"words\").name, choose = print }";
    std::fs::write(folder.join("mine.luau"), robot).unwrap();
    std::fs::write(folder.join("other.luau"), robot.replace("require(\"words\").name", "\"x\""))
        .unwrap();
    std::fs::write(&module, "return { name = \"One\" }").unwrap();
    let mut library = Library::new(&folders, Arc::new(|| {}));
    let mut change = |text: &str| {
        std::fs::write(&module, text).unwrap();
        library.look_for_changes(GameKind::Race);
        library.note_change(module.clone());
        let changed = library.poll();
        assert_eq!(changed.len(), 1, "{changed:?}");
        let spec = library.specs(GameKind::Race).find(|spec| spec.name == "mine");
        (spec.map(|spec| spec.info.name.en.clone()), changed[0].2.clone())
    };
    assert_eq!(change("return { name = \"Two\" }"), (Some("Two".to_owned()), None));
    let (name, error) = change("return {");
    assert!(name.is_none() && error.unwrap().contains("lib/words.luau:1: "));
    assert_eq!(change("return { name = \"Three\" }").0, Some("Three".to_owned()));
}

#[test]
fn reading_a_file_does_not_mark_it_changed() {
    let dir = tempfile::tempdir().unwrap();
    let folders = Folders::find(Some(dir.path())).unwrap();
    let folder = scripts::robots_folder(&folders, "race");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("mine.luau");
    std::fs::write(&file, scripts::SHIPPED_ROBOTS[0].text).unwrap();
    let mut library = Library::new(&folders, Arc::new(|| {}));
    std::fs::read(&file).unwrap();
    sleep(4 * QUIET_TIME);
    assert_eq!(library.poll(), []);
    std::fs::write(&file, scripts::SHIPPED_ROBOTS[0].text).unwrap();
    sleep(4 * QUIET_TIME);
    assert_eq!(library.poll().len(), 1);
}
