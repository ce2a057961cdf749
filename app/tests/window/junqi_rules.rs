//! Every option of Junqi in the new-game form is explained, set, saved, read again and shown.

use egui::Key;
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan_core::contract::game::Game;
use qipan_core::contract::options::{OptionKind, RuleSet};
use qipan_core::games::junqi::rules::OPTIONS;
use qipan_core::games::junqi::{Junqi, Rules};
use qipan_core::record::Record;
use serde_json::{Value, json};

use crate::support::{Desk, InputDevice, Place};

/// Returns each option with a preset in which it matters and a value other than the preset's.
fn changed_options() -> Vec<(&'static str, &'static str, Value)> {
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
        ("flip_armies", "flip", json!("first_tile")),
        ("first", "dark", json!("north")),
        ("turn_order", "siguo_partner", json!("clockwise")),
        ("draw_after_quiet_plies", "open", json!(31)),
        ("clock_seconds", "dark", json!(45)),
        ("timeouts_lose", "siguo_dark", json!(3)),
        ("draw_by_agreement", "dark", json!(false)),
    ]
}

/// Returns the id of the text about an option. For `teams` it differs from that of the races.
fn about_id(key: &str) -> String {
    if key == "teams" { "rule-junqi-teams".to_owned() } else { format!("rule-{key}.about") }
}

#[test]
fn every_option_is_explained_in_both_languages() {
    assert_eq!(changed_options().len(), OPTIONS.len());
    for lang in Lang::ALL {
        let desk = Place::quick(lang).open();
        for info in OPTIONS {
            let mut ids = vec![format!("rule-{}", info.key), about_id(info.key)];
            if let OptionKind::Choice(names) = info.kind {
                ids.extend(names.iter().map(|name| format!("rule-{}-{name}", info.key)));
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
    for (key, preset, value) in changed_options().into_iter().step_by(2) {
        check_option(key, preset, &value, Lang::En);
    }
}

#[test]
fn options_are_set_in_chinese() {
    for (key, preset, value) in changed_options().into_iter().skip(1).step_by(2) {
        check_option(key, preset, &value, Lang::Zh);
    }
}

/// Sets an option in the form, plays and saves a game with it, and shows it in the replay.
fn check_option(key: &str, preset: &str, value: &Value, lang: Lang) {
    let rules = Rules::preset(preset).unwrap();
    assert_ne!(rules.get(key).as_ref(), Some(value), "{key}");
    let mut desk = Place::quick(lang).open();
    open_form(&mut desk, preset);
    let (rule, about) = (desk.t(&format!("rule-{key}")), desk.t(&about_id(key)));
    assert!(desk.sees(&rule) && desk.sees(&about), "{key} is in the form\n{}", desk.node_texts());
    set_option(&mut desk, key, &rule, value);
    desk.ctrl(Key::Enter);
    desk.frames(2);
    assert_eq!(desk.app().screen(), Screen::Play, "{key}\n{}", desk.node_texts());
    assert_eq!(desk.junqi().state().rules().get(key).as_ref(), Some(value), "{key}");
    desk.until("a person's turn", |desk| desk.junqi().human_to_act().is_some());
    desk.settle();
    let action = desk.junqi().session.actions()[0];
    desk.play_junqi(InputDevice::Mouse, action);
    desk.ctrl(Key::S);
    desk.frames(2);
    let saves = desk.place.saves();
    let text = std::fs::read_to_string(&saves[0]).unwrap();
    let loaded = Record::<Junqi>::read(&text).unwrap().record;
    assert_eq!(loaded.rules.get(key).as_ref(), Some(value), "{key}");
    let mut expected = rules.with_unchecked(key, value).unwrap();
    if key != "clock_seconds" {
        expected.clock_seconds = 0;
    }
    assert_eq!(loaded.rules, expected, "{key} and nothing else");
    let place = desk.place.clone();
    drop(desk);
    let mut desk = place.open_with(Some(saves[0].clone()));
    desk.frames(2);
    desk.menu("play-replay");
    desk.on(Screen::Replay);
    desk.frames(3);
    assert_eq!(desk.junqi_replay().record().rules, expected, "{key}");
    desk.assert_sees(&rule);
}

/// Opens the new-game form of a mode from the home screen.
fn open_form(desk: &mut Desk, preset: &str) {
    let play = desk.tf("home-play", &[("game", desk.t("game-junqi").into())]);
    desk.click(&play);
    desk.on(Screen::NewGame);
    desk.click_id("new-mode");
    desk.frames(2);
    desk.click_id(&format!("game-{preset}"));
    desk.frames(3);
    desk.unfold_rules(InputDevice::Mouse);
}

/// Sets an option with its control. `rule` is the label of the option.
#[track_caller]
fn set_option(desk: &mut Desk, key: &str, rule: &str, value: &Value) {
    match value {
        Value::String(name) => {
            let text = desk.t(&format!("rule-{key}-{name}"));
            let segment = format!("{rule}: {text}");
            if desk.has_control(&segment) {
                return desk.activate(InputDevice::Keys, &segment);
            }
            desk.activate(InputDevice::Keys, rule);
            desk.frames(2);
            desk.tab_shortest_to(&text);
            desk.key(Key::Enter);
        }
        Value::Number(number) => {
            desk.tab_to(rule);
            desk.frames(1);
            desk.ctrl(Key::A);
            desk.write(&number.to_string());
            desk.key(Key::Enter);
        }
        _ => desk.activate(InputDevice::Keys, rule),
    }
    desk.frames(2);
}
