//! Exports from the window: pictures, films, texts and redacted saves.

use egui::{Key, OutputCommand};
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan_core::registry::verify;

use crate::support::{Desk, Place};

/// Opens the replay of a sample game.
fn open_sample_replay(lang: Lang, sample: &str) -> Desk {
    let place = Place::quick(lang);
    let file = format!("{}/../saves/sample-{sample}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(file).unwrap();
    let file = place.write("game.json", &text);
    let mut desk = place.open_with(Some(file));
    desk.frames(2);
    desk.on(Screen::Replay);
    desk
}

/// Saves the chosen export under the suggested name. Returns the file's bytes.
fn save_export(desk: &mut Desk, name: &str) -> Vec<u8> {
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
fn game_is_exported_in_each_format() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = open_sample_replay(lang, "dark");
        desk.click_id("share-title");
        desk.frames(2);
        desk.click("480");
        let png = save_export(&mut desk, "game.png");
        assert_eq!((&png[1..4], &png[16..20]), (&b"PNG"[..], &480u32.to_be_bytes()[..]));
        desk.click_id("share-copy");
        desk.until("a picture in the clipboard", |desk| !desk.copied.is_empty());
        let Some(OutputCommand::CopyImage(image)) = desk.copied.pop() else {
            panic!("a picture is copied")
        };
        assert_eq!(image.size[0], 480);
        desk.click_id("share-text");
        desk.frames(2);
        desk.click_id("share-copy");
        desk.until("a text in the clipboard", |desk| !desk.copied.is_empty());
        desk.frames(1);
        desk.assert_sees_id("share-copied");
        let copied = desk.copied.pop();
        let text = String::from_utf8(save_export(&mut desk, "game.txt")).unwrap();
        assert!(text.contains(&desk.t("seat-north")) && text.lines().count() > 76, "{text}");
        assert!(matches!(copied, Some(OutputCommand::CopyText(copied)) if copied == text));
        desk.click_id("share-redacted");
        desk.frames(2);
        let redacted = String::from_utf8(save_export(&mut desk, "game-told.qipan.json")).unwrap();
        assert!(redacted.contains("\"seen_by\":\"south\"") && verify(&redacted).is_ok());
        desk.key(Key::Escape);
        desk.frames(2);
        assert!(!desk.sees(&desk.t("share-redacted")), "the dialog is closed");
    }
}

#[test]
fn loop_range_is_exported_as_a_film() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = open_sample_replay(lang, "dark");
        // The loop range is set to four steps from the start.
        desk.key(Key::OpenBracket);
        desk.keys(&[Key::ArrowRight; 4]);
        desk.key(Key::CloseBracket);
        desk.click_id("share-title");
        desk.frames(2);
        desk.click_id("share-gif");
        desk.frames(2);
        desk.click("240");
        let film = save_export(&mut desk, "game.gif");
        let mut film = gif::DecodeOptions::new().read_info(&film[..]).unwrap();
        assert_eq!(film.width(), 240);
        let mut frames = 0;
        while film.read_next_frame().unwrap().is_some() {
            frames += 1;
        }
        assert_eq!(frames, 5, "the film shows each position from the first to the last");
    }
}

#[test]
fn redacted_save_opens_only_from_its_seats_view() {
    let mut desk = open_sample_replay(Lang::En, "dark");
    desk.click_id("share-title");
    desk.frames(2);
    desk.click_id("share-redacted");
    desk.frames(2);
    let redacted = String::from_utf8(save_export(&mut desk, "game-told.qipan.json")).unwrap();
    // The file is cut to an unfinished game. A complete save of this length could be resumed.
    let (head, steps) = redacted.split_once("\"steps\":[\n").unwrap();
    let (steps, _) = steps.split_once("\n],").unwrap();
    let first_steps: Vec<&str> = steps.lines().take(30).collect();
    let rest = "\n],\n\"result\":null,\n\"take_backs\":0,\n\"digest\":\"\",\n\"notes\":[],\n\"branches\":[]\n}\n";
    let text = format!("{head}\"steps\":[\n{}{rest}", first_steps.join("\n").trim_end_matches(','));
    let desk = desk.place.open_with(Some(desk.place.write("half.json", &text)));
    desk.on(Screen::Replay);
    assert_eq!(desk.app().replay.as_ref().unwrap().perspective().choices().len(), 1);
    assert!(!desk.has_control(&desk.t("replay-play-on")));
}
