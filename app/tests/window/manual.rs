//! The manual in the window: chapters, links, search and keys.

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

use crate::support::{Desk, Place};
use egui::Key;
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan::model::manual::{Manual, TextBlock};

const LANGS: [Lang; 2] = [Lang::En, Lang::Zh];

/// Opens the manual from the scripts page.
fn opened(lang: Lang) -> Desk {
    let mut desk = Place::quick(lang).open();
    desk.key(Key::F2);
    desk.frames(2);
    desk.on(Screen::Scripts);
    desk.key(Key::F1);
    desk.frames(3);
    desk.on(Screen::Manual);
    desk
}

#[test]
fn every_chapter_is_shown_in_both_languages() {
    for lang in LANGS {
        let manual = Manual::in_lang(lang);
        let mut desk = opened(lang);
        for (number, chapter) in manual.chapters.iter().enumerate() {
            for (title, _) in chapter.headings() {
                assert!(desk.sees(title), "{title}");
            }
            if let Some(TextBlock::Paragraph(spans)) = chapter.blocks.first() {
                assert!(desk.sees_part(spans[0].text.trim()), "{spans:?} of {}", chapter.title);
            }
            if let Some(next) = manual.chapters.get(number + 1) {
                desk.key(Key::End);
                desk.frames(20);
                desk.click(&format!("{} →", next.title));
                desk.frames(3);
            }
        }
    }
}

#[test]
fn search_finds_sections_and_esc_clears_it_first() {
    let mut desk = opened(Lang::En);
    desk.ctrl(Key::F);
    desk.frames(2);
    desk.write("patience");
    desk.frames(2);
    assert!(!desk.sees("Repeatable games"));
    desk.click("Fuel");
    desk.frames(3);
    assert!(desk.sees_part("measured in fuel"), "the chapter about fuel");
    desk.key(Key::Escape);
    desk.frames(2);
    desk.on(Screen::Manual);
    assert!(desk.sees("Repeatable games"));
    desk.key(Key::Escape);
    desk.frames(2);
    desk.on(Screen::Scripts);
}

#[test]
fn links_lead_to_chapters_and_websites_are_opened_outside() {
    let mut desk = opened(Lang::En);
    let opened: Rc<RefCell<Vec<PathBuf>>> = Rc::default();
    let log = Rc::clone(&opened);
    desk.h.state_mut().desktop.opener = Box::new(move |path| {
        log.borrow_mut().push(path.to_owned());
        Ok(())
    });
    desk.click("looking ahead");
    desk.frames(3);
    assert!(desk.sees("What a position is worth"));
    assert!(opened.borrow().is_empty());
    desk.click("Monte Carlo tree search");
    desk.frames(3);
    let opened = opened.borrow();
    assert_eq!(opened.len(), 1);
    assert!(opened[0].to_str().unwrap().starts_with("https://"), "{opened:?}");
}
