//! Every option of Junqi in the new-game form: explained, set, saved, read again and shown.

use egui::Key;
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan_core::contract::game::Game;
use qipan_core::contract::options::{OptionKind, RuleSet};
use qipan_core::games::junqi::rules::OPTIONS;
use qipan_core::games::junqi::{Junqi, Rules};
use qipan_core::record::Record;
use serde_json::{Value, json};

use crate::support::{Desk, Hand, Place};

/// Returns each option with a preset in which it matters and a value other than the preset's.
fn others() -> Vec<(&'static str, &'static str, Value)> {
    vec![
        ("mine", "dark", json!("bomb")),
        ("hq_exit", "siguo_dark", json!(true)),
        ("bomb_moves_as_engineer", "three", json!(true)),
        ("rail_turns", "siguo_open", json!(true)),
        ("teams", "six", json!("pairs")),
        ("extra_lines", "open", json!([["S11", "N14"], ["S15", "N12"]])),
        ("flag_win", "dark", json!("carry_home")),
        ("scout", "siguo_duel", json!(true)),
        ("contact_reveals", "siguo_partner", json!(true)),
        ("marshal_reveals_flag", "mixed", json!(false)),
        ("flip_flag", "flip", json!("engineer_carries_home")),
        ("flip_mines", "flip_open", json!("engineers_only")),
        ("first", "dark", json!("north")),
        ("turn_order", "siguo_partner", json!("clockwise")),
        ("draw_after_quiet_plies", "open", json!(31)),
        ("clock_seconds", "dark", json!(45)),
        ("timeouts_lose", "siguo_dark", json!(3)),
        ("draw_by_agreement", "dark", json!(false)),
    ]
}

/// Returns the id of the text about an option. For `teams` it differs from that of the races.
fn about(key: &str) -> String {
    if key == "teams" { "rule-junqi-teams".to_owned() } else { format!("rule-{key}.about") }
}

#[test]
fn every_option_is_explained_in_both_languages() {
    assert_eq!(others().len(), OPTIONS.len());
    for lang in Lang::ALL {
        let desk = Place::quick(lang).open();
        for info in OPTIONS {
            let mut ids = vec![format!("rule-{}", info.key), about(info.key)];
            if let OptionKind::Choice(words) = info.kind {
                ids.extend(words.iter().map(|word| format!("rule-{}-{word}", info.key)));
            }
            for id in ids {
                let text = desk.t(&id);
                assert!(!text.trim().is_empty() && text != id && text != info.key, "{id}: {text}");
            }
        }
    }
}

#[test]
fn options_are_set_in_english() {
    for (key, preset, value) in others().into_iter().step_by(2) {
        set_save_read_and_show(key, preset, &value, Lang::En);
    }
}

#[test]
fn options_are_set_in_chinese() {
    for (key, preset, value) in others().into_iter().skip(1).step_by(2) {
        set_save_read_and_show(key, preset, &value, Lang::Zh);
    }
}

fn set_save_read_and_show(key: &str, preset: &str, value: &Value, lang: Lang) {
    let rules = Rules::preset(preset).unwrap();
    assert_ne!(rules.get(key).as_ref(), Some(value), "{key}");
    let mut desk = Place::quick(lang).open();
    new_game(&mut desk, preset);
    let (rule, about) = (desk.t(&format!("rule-{key}")), desk.t(&about(key)));
    assert!(desk.sees(&rule) && desk.sees(&about), "{key} stands in the form\n{}", desk.words());
    set(&mut desk, key, &rule, value);
    desk.ctrl(Key::Enter);
    desk.frames(2);
    assert_eq!(desk.app().screen(), Screen::Play, "{key}\n{}", desk.words());
    assert_eq!(desk.junqi().state().rules().get(key).as_ref(), Some(value), "{key}");
    desk.until("a person's turn", |desk| desk.junqi().human_to_act().is_some());
    desk.settle();
    let action = desk.junqi().session.actions()[0];
    desk.play_junqi(Hand::Mouse, action);
    desk.ctrl(Key::S);
    desk.frames(2);
    let saves = desk.place.saves();
    let text = std::fs::read_to_string(&saves[0]).unwrap();
    let read = Record::<Junqi>::read(&text).unwrap().record;
    assert_eq!(read.rules.get(key).as_ref(), Some(value), "{key}");
    let mut expected = rules.with_unchecked(key, value).unwrap();
    if key != "clock_seconds" {
        expected.clock_seconds = 0;
    }
    assert_eq!(read.rules, expected, "{key} and nothing else");
    let place = desk.place.clone();
    drop(desk);
    let mut desk = place.open_with(Some(saves[0].clone()));
    desk.frames(2);
    desk.menu("play-look-back");
    desk.on(Screen::Replay);
    desk.frames(3);
    assert_eq!(desk.junqi_replay().record().rules, expected, "{key}");
    desk.assert_sees(&rule);
}

/// Opens the new-game form of a mode from the home screen.
fn new_game(desk: &mut Desk, preset: &str) {
    let play = desk.tf("home-play", &[("game", desk.t("game-junqi").into())]);
    desk.click(&play);
    desk.on(Screen::NewGame);
    desk.click_id("junqi-mode");
    desk.frames(2);
    desk.click_id(&format!("game-{preset}"));
    desk.frames(3);
}

/// Sets an option by its control.
#[track_caller]
fn set(desk: &mut Desk, key: &str, rule: &str, value: &Value) {
    match value {
        Value::String(word) => {
            let word = desk.t(&format!("rule-{key}-{word}"));
            let segment = format!("{rule}: {word}");
            if desk.can(&segment) {
                return desk.use_it(Hand::Keys, &segment);
            }
            desk.use_it(Hand::Keys, rule);
            desk.frames(2);
            desk.walk_to(&word);
            desk.key(Key::Enter);
        }
        Value::Number(number) => {
            desk.tab_to(rule);
            desk.frames(1);
            desk.ctrl(Key::A);
            desk.write(&number.to_string());
            desk.key(Key::Enter);
        }
        _ => desk.use_it(Hand::Keys, rule),
    }
    desk.frames(2);
}
