//! A game shown to others from the window: pictures, words, and what one seat saw.

use egui::Key;
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan_core::games::verify;

use crate::support::{Desk, Place};

/// A sample being looked back at.
fn looking_back(lang: Lang, sample: &str) -> Desk {
    let place = Place::quick(lang);
    let file = format!("{}/../saves/sample-{sample}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(file).unwrap();
    let file = place.write("game.json", &text);
    let mut desk = place.open_with(Some(file));
    desk.frames(2);
    desk.on(Screen::Replay);
    desk
}

/// Saves what is chosen under the name suggested; the file's bytes.
fn saved(desk: &mut Desk, name: &str) -> Vec<u8> {
    desk.click_id("share-save");
    desk.frames(2);
    desk.key(Key::Enter);
    let file = desk.place.path("game.json").with_file_name(name);
    desk.until(name, |_| file.exists());
    desk.frames(2);
    desk.assert_sees(&desk.tf("notice-saved", &[("file", name.into())]));
    std::fs::read(file).unwrap()
}

#[test]
fn a_game_is_shown_to_others_in_each_form() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = looking_back(lang, "dark");
        desk.click_id("share-title");
        desk.frames(2);
        desk.click("480");
        let png = saved(&mut desk, "game.png");
        assert_eq!((&png[1..4], &png[16..20]), (&b"PNG"[..], &480u32.to_be_bytes()[..]));
        desk.click_id("share-text");
        desk.frames(2);
        desk.click_id("share-copy");
        let copied = desk.t("share-copied");
        desk.until("the words", |desk| desk.sees(&copied));
        let words = String::from_utf8(saved(&mut desk, "game.txt")).unwrap();
        assert!(words.contains(&desk.t("seat-north")) && words.lines().count() > 76, "{words}");
        desk.click_id("share-told");
        desk.frames(2);
        let told = String::from_utf8(saved(&mut desk, "game-told.json")).unwrap();
        assert!(told.contains("\"seen_by\":\"south\"") && verify(&told).is_fine());
        desk.key(Key::Escape);
        desk.frames(2);
        assert!(!desk.sees(&desk.t("share-told")), "it is put away");
    }
}

#[test]
fn what_one_seat_tells_is_seen_through_its_eyes_only() {
    let mut desk = looking_back(Lang::En, "dark");
    desk.click_id("share-title");
    desk.frames(2);
    desk.click_id("share-told");
    desk.frames(2);
    let told = String::from_utf8(saved(&mut desk, "game-told.json")).unwrap();
    // Half of it: a game that could be gone on with, if it were known whole.
    let (head, steps) = told.split_once("\"steps\":[\n").unwrap();
    let (steps, _) = steps.split_once("\n],").unwrap();
    let some: Vec<&str> = steps.lines().take(30).collect();
    let rest = "\n],\n\"result\":null,\n\"take_backs\":0,\n\"digest\":\"\",\n\"notes\":[],\n\"branches\":[]\n}\n";
    let text = format!("{head}\"steps\":[\n{}{rest}", some.join("\n").trim_end_matches(','));
    let desk = desk.place.open_with(Some(desk.place.write("half.json", &text)));
    desk.on(Screen::Replay);
    assert_eq!(desk.app().replay.as_ref().unwrap().eyes().choices().len(), 1);
    assert!(!desk.can(&desk.t("replay-play-on")));
}
