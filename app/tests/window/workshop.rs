//! The workshop: a robot is begun, written on, broken and mended without leaving the window.

use crate::support::{Desk, Place};
use egui::Key;
use qipan::app::Screen;
use qipan::model::i18n::Lang;

const FILE: &str = "scripts/robots/race/tall_tim.luau";

/// The page with a new robot on it, its text in front.
fn begun(lang: Lang) -> Desk {
    let place = Place::quick(lang);
    let mut desk = place.open();
    desk.key(Key::F2);
    desk.frames(3);
    desk.click_id("scripts-new-robot");
    desk.write("Tall Tim");
    desk.key(Key::Enter);
    desk.frames(3);
    desk.on(Screen::Scripts);
    desk
}

/// Puts the keyboard into the text.
fn into_text(desk: &mut Desk) {
    let name = desk.tf("scripts-source", &[("file", "tall_tim.luau".into())]);
    desk.click(&name);
}

/// Writes this instead of all that is there.
fn write_all(desk: &mut Desk, text: &str) {
    into_text(desk);
    desk.ctrl(Key::A);
    desk.write(text);
}

#[test]
fn a_robot_is_written_broken_and_mended_in_both_languages() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = begun(lang);
        let starter = desk.place.read(FILE);
        assert!(!desk.can(&desk.t("scripts-save")), "nothing to save yet");
        write_all(&mut desk, "return {\n  api = 1,\n  game = = 2\n}\n");
        desk.assert_sees_id("scripts-unsaved");
        assert_eq!(desk.place.read(FILE), starter, "not saved yet");
        desk.ctrl(Key::S);
        desk.frames(3);
        assert_eq!(desk.place.read(FILE), "return {\n  api = 1,\n  game = = 2\n}\n");
        assert!(!desk.sees_part(&desk.t("scripts-unsaved")));
        let broken = desk.t("scripts-load-failed");
        desk.assert_sees(&broken);
        let marked = [("line", 3.into()), ("text", "  game = = 2".into())];
        desk.assert_sees(&desk.tf("scripts-source-marked", &marked));
        // Undone and saved by the button, it loads again.
        into_text(&mut desk);
        desk.ctrl(Key::Z);
        desk.frames(2);
        desk.click_id("scripts-save");
        desk.frames(3);
        assert_eq!(desk.place.read(FILE), starter);
        assert!(!desk.sees_part(&broken));
        desk.click_id("scripts-check");
        let passed = desk.t("scripts-check-ok");
        let passed = passed.split(['{', '\u{2068}']).next().unwrap_or_default().to_owned();
        desk.until("the check", |desk| desk.sees_part(&passed));
    }
}

#[test]
fn enter_indents_tab_writes_spaces_and_all_can_be_undone() {
    let mut desk = begun(Lang::En);
    write_all(&mut desk, "if x then");
    desk.key(Key::Enter);
    desk.key(Key::Tab);
    desk.write("a()");
    desk.key(Key::Enter);
    desk.write("b()");
    desk.ctrl(Key::S);
    desk.frames(3);
    assert_eq!(desk.place.read(FILE), "if x then\n    a()\n    b()");
    write_all(&mut desk, "nothing");
    desk.key(Key::Escape);
    desk.frames(2);
    desk.on(Screen::Scripts);
    desk.click_id("scripts-revert");
    desk.frames(2);
    assert!(!desk.can(&desk.t("scripts-save")));
    desk.key(Key::Escape);
    desk.frames(2);
    desk.on(Screen::Home);
}

#[test]
fn what_is_not_saved_outlives_other_pages_and_changes_elsewhere() {
    let mut desk = begun(Lang::En);
    write_all(&mut desk, "-- mine");
    desk.key(Key::Escape);
    desk.frames(1);
    desk.key(Key::ArrowDown);
    desk.frames(2);
    desk.assert_sees("Tall Tim, tall_tim.luau, your own, not saved");
    desk.key(Key::Escape);
    desk.frames(2);
    desk.on(Screen::Home);
    desk.place.write(FILE, "-- theirs");
    desk.until("the change", |desk| desk.sees_part("theirs") || desk.sees_part("tall_tim"));
    desk.key(Key::F2);
    desk.frames(3);
    desk.key(Key::ArrowUp);
    desk.frames(2);
    desk.assert_sees_id("scripts-overtaken");
    desk.click_id("scripts-save");
    desk.frames(3);
    assert_eq!(desk.place.read(FILE), "-- mine");
    assert!(!desk.sees_part(&desk.t("scripts-overtaken")));
}

#[test]
fn what_ships_is_only_read() {
    let place = Place::quick(Lang::En);
    let mut desk = place.open();
    desk.key(Key::F2);
    desk.frames(3);
    assert!(!desk.sees(&desk.t("scripts-save")));
    desk.click_id("scripts-copy");
    desk.frames(3);
    assert!(desk.sees(&desk.t("scripts-save")), "the copy is written on");
}
