//! Texts of the window: armies that are not assigned yet, changed rules, names of pieces, guides.

use std::collections::BTreeSet;

use egui::Key;
use qipan::app::Screen;
use qipan::command::Command;
use qipan::games::GameUi as _;
use qipan::model::i18n::Lang;
use qipan_core::games::junqi::Junqi;
use qipan_core::record::Record;
use qipan_core::registry::{GameKind, presets};
use qipan_core::with_game;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::support::{Desk, InputDevice, Place, junqi_record, played};

const LANGS: [Lang; 2] = [Lang::En, Lang::Zh];

#[test]
fn flip_chess_shows_that_it_waits_for_an_engineer() {
    for lang in LANGS {
        let mut desk = Place::quick(lang).open();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        desk.put_junqi(junqi_record("flip", "pp", 3), |_| {});
        desk.assert_sees_id("junqi-waits-for-engineer");
        let nobody = desk.t("junqi-no-army");
        let card_count = |desk: &Desk| {
            let cards = desk.nodes().into_iter().filter(|(_, text)| text.contains(&nobody));
            cards.count()
        };
        assert_eq!(card_count(&desk), 2, "{}", desk.node_texts());
        let assigned = (1..200)
            .map(|steps| played(junqi_record("flip", "pp", 3), steps, &mut rng))
            .find(|session| session.state().armies_assigned());
        desk.put_junqi(assigned.unwrap().record().clone(), |_| {});
        assert_eq!(card_count(&desk), 0, "{}", desk.node_texts());
        assert!(!desk.sees_part(&desk.t("junqi-waits-for-engineer")));
    }
}

/// Opens the new-game form of Junqi.
fn open_form(lang: Lang) -> Desk {
    let mut desk = Place::quick(lang).open();
    let play = desk.tf("home-play", &[("game", desk.t("game-junqi").into())]);
    desk.click(&play);
    desk.frames(3);
    desk
}

#[test]
fn form_defaults_do_not_count_as_changed_rules() {
    for lang in LANGS {
        let mut desk = open_form(lang);
        desk.unfold_rules(InputDevice::Mouse);
        desk.assert_sees_id("rules-standard");
        assert!(!desk.has_control(&desk.t("rules-reset-all")), "there is nothing to reset");
        desk.ctrl(Key::Enter);
        desk.frames(3);
        let standard = desk.tf("play-changed-rules", &[("count", 0.into())]);
        desk.on(Screen::Play).assert_sees(&standard);
    }
}

#[test]
fn changed_rules_are_shown_with_values_in_the_replay() {
    for lang in LANGS {
        let mut record = junqi_record("dark", "pp", 3);
        record.rules.hq_exit = true;
        let record = Record::<Junqi>::read(&record.write()).unwrap().record;
        let mut desk = Place::quick(lang).open();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        desk.put_junqi(played(record, 5, &mut rng).record().clone(), |_| {});
        desk.menu("play-replay");
        desk.frames(3);
        let args = [("option", desk.t("rule-hq_exit").into()), ("value", desk.t("word-on").into())];
        let changed = desk.tf("house-sets", &args);
        desk.on(Screen::Replay).assert_sees(&changed);
        assert!(
            !desk.sees_part(&desk.t("rule-clock_seconds")),
            "the form sets the clock by itself"
        );
    }
}

#[test]
fn piece_names_follow_the_language_and_can_be_switched() {
    let is_painted =
        |desk: &Desk, text: &str| desk.painted_texts().iter().any(|painted| painted == text);
    for (lang, first_name) in [(Lang::En, "Bomb"), (Lang::Zh, "炸")] {
        let mut desk = Place::quick(lang).open();
        desk.put_junqi(junqi_record("open", "pp", 3), |_| {});
        assert!(is_painted(&desk, first_name), "{lang:?}");
        let mut shown_names = Vec::new();
        for press in 0..3 {
            match press {
                0 => desk.key(Key::N),
                _ => desk.click_id("menu-names"),
            }
            desk.frames(3);
            let names = ["炸", "Bomb", "00"].map(|name| is_painted(&desk, name));
            assert_eq!(names.iter().filter(|shown| **shown).count(), 1, "{names:?}");
            shown_names.push(names);
        }
        assert_ne!(shown_names[0], shown_names[1]);
        assert_ne!(shown_names[1], shown_names[2]);
        assert!(is_painted(&desk, first_name), "three presses lead back to the first names");
        assert!(desk.place.read("settings.json").contains("piece_names"));
        desk.key(Key::F1);
        desk.frames(2);
        desk.assert_sees_id("keys-names");
    }
}

#[test]
fn every_preset_is_explained_in_both_languages() {
    for lang in LANGS {
        let mut desk = Place::quick(lang).open();
        let (mut ids, mut texts) = (BTreeSet::new(), BTreeSet::new());
        for preset in presets() {
            let ctx = desk.h.ctx.clone();
            desk.h.state_mut().apply(Command::NewGame(preset.to_owned()), &ctx);
            desk.frames(3);
            desk.click_id("menu-guide");
            desk.frames(3);
            let game = desk.t(&format!("game-{preset}"));
            desk.assert_sees(&desk.tf("guide-title", &[("game", game.into())]));
            let kind = GameKind::of_preset(preset).unwrap();
            let parts = with_game!(kind, |G| G::guide(preset));
            assert!(parts.len() > 5, "{preset}");
            let shown: BTreeSet<String> = desk.nodes().into_iter().map(|(_, text)| text).collect();
            for (head, text) in &parts {
                let is_shown = [head, text.as_str()].iter().all(|id| shown.contains(&desk.t(id)));
                assert!(is_shown, "{preset}: {head}");
                ids.insert(text.clone());
                texts.insert(desk.t(text));
            }
            desk.key(Key::Escape);
            desk.frames(2);
            assert!(!desk.sees(&desk.t(parts[0].0)), "{preset}: closed");
        }
        assert_eq!(ids.len(), texts.len());
        assert!(ids.len() > 20, "{ids:?}");
    }
}

#[test]
fn guide_and_keys_match_the_game_on_the_table() {
    for lang in LANGS {
        let mut desk = Place::quick(lang).open();
        desk.put_junqi(junqi_record("flip", "pp", 3), |_| {});
        desk.key(Key::F4);
        desk.frames(2);
        desk.assert_sees_id("guide-flip-turn");
        desk.key(Key::F1);
        desk.frames(2);
        desk.assert_sees_id("keys-mark");
        assert!(!desk.sees(&desk.t("guide-flip-turn")), "only one sheet is open at a time");
        assert!(!desk.sees(&desk.t("keys-fly")), "keys for planes are not listed in Junqi");
    }
}
