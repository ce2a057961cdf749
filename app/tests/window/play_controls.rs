//! Controls beside the board: take back and redo, moves shown at once, robots' thoughts, the log,
//! and clicks on face-down pieces.

use egui::Key;
use qipan::model::i18n::Lang;
use qipan_core::contract::game::Game;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{Action, Junqi};
use qipan_core::record::Record;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::support::{Desk, InputDevice, Place, junqi_record, played, position, record, robot};

const LANGS: [Lang; 2] = [Lang::En, Lang::Zh];

/// Waits for a person's turn at a game of Junqi.
fn wait_for_turn(desk: &mut Desk) {
    desk.until("a person's turn", |desk| {
        desk.junqi().human_to_act().is_some() && desk.junqi().animator.is_idle()
    });
    desk.frames(2);
}

/// Plays the first legal action of the person to move, and waits for the next turn.
fn take_turn(desk: &mut Desk) {
    wait_for_turn(desk);
    let actions = desk.junqi().session.actions();
    desk.play_junqi(InputDevice::Mouse, actions[actions.len() / 2]);
    wait_for_turn(desk);
}

/// Returns the text of the log about a step.
fn line(desk: &Desk, step: usize) -> String {
    let table = desk.junqi();
    let before = table.session.states()[step].view(table.viewer());
    let events = table.session.events(step);
    qipan::games::words::step(desk.app().i18n(), table.session.record(), step, &before, events)
}

#[test]
fn take_back_names_the_moves_and_redo_plays_them_again() {
    for lang in LANGS {
        let mut desk = Place::quick(lang).open();
        desk.put_junqi(junqi_record("dark", "pr", 3), |_| {});
        take_turn(&mut desk);
        take_turn(&mut desk);
        let steps = desk.junqi().session.record().steps.clone();
        let state = desk.junqi().state().clone();
        let lines = [line(&desk, steps.len() - 2), line(&desk, steps.len() - 1)];
        assert!(!desk.has_control(&desk.t("menu-redo")), "nothing was taken back");
        desk.ctrl(Key::Z);
        desk.frames(2);
        assert_eq!(desk.junqi().steps(), steps.len() - 2);
        desk.assert_sees(desk.tf("notice-took-back", &[("moves", "".into())]).trim_end());
        for line in &lines {
            desk.assert_sees(line);
        }
        desk.ctrl(Key::Z);
        desk.frames(2);
        assert!(desk.junqi().steps() < steps.len() - 2);
        // Each redo undoes one take-back, with the steps as they were recorded.
        desk.ctrl(Key::Y);
        desk.frames(2);
        assert_eq!(desk.junqi().steps(), steps.len() - 2);
        let took_back = desk.tf("notice-took-back", &[("moves", "".into())]);
        assert!(!desk.sees_part(took_back.trim_end()), "the message is no longer true");
        desk.ctrl_shift(Key::Z);
        desk.frames(2);
        assert_eq!(desk.junqi().session.record().steps, steps);
        assert_eq!(*desk.junqi().state(), state);
        desk.ctrl(Key::Y);
        desk.frames(2);
        desk.assert_sees_id("notice-no-redo");
        let text = desk.junqi().session.write();
        assert!(Record::<Junqi>::verify(&text).is_ok());
    }
}

#[test]
fn redo_is_possible_until_another_step_is_played() {
    let mut desk = Place::quick(Lang::En).open();
    desk.put_junqi(junqi_record("dark", "pr", 3), |_| {});
    take_turn(&mut desk);
    let steps = desk.junqi().session.record().steps.clone();
    desk.ctrl(Key::Z);
    desk.frames(2);
    desk.click_id("menu-redo");
    assert_eq!(desk.junqi().session.record().steps, steps);
    desk.menu("menu-take-back");
    desk.frames(2);
    assert!(desk.junqi().can_redo());
    take_turn(&mut desk);
    assert!(!desk.junqi().can_redo() && !desk.has_control(&desk.t("menu-redo")));
}

#[test]
fn redo_plays_recorded_dice_and_robots_moves_of_a_race() {
    let mut desk = Place::quick(Lang::Zh).open();
    let players = ["", "greedy", "careful", "bold"].map(|name| match name {
        "" => Some(qipan_core::record::Player::human("Kim")),
        name => Some(robot(name)),
    });
    desk.put(record("aeroplane", players, 4));
    for _ in 0..8 {
        desk.until("a person's turn", |desk| desk.table().human_to_act().is_some());
        desk.settle();
        match desk.table().human_actions().first() {
            Some(action) => desk.act(InputDevice::Keys, *action),
            None => desk.roll(InputDevice::Keys),
        }
    }
    desk.until("a person's turn", |desk| desk.table().human_to_act().is_some());
    desk.settle();
    let (steps, events) = (desk.record().steps.clone(), desk.table().session.log().to_vec());
    desk.ctrl(Key::Z);
    assert!(desk.steps() < steps.len());
    desk.ctrl(Key::Y);
    assert_eq!(desk.record().steps, steps);
    assert_eq!(desk.table().session.log(), events);
}

#[test]
fn robots_moves_are_shown_at_once() {
    for (lang, by_key) in [(Lang::En, false), (Lang::Zh, true)] {
        let code = if lang == Lang::En { "en" } else { "zh" };
        let place = Place::with(&format!(r#"{{"lang":"{code}","speed":"slow"}}"#));
        let mut desk = place.open();
        desk.put_junqi(junqi_record("six", "prrrrr", 1), |_| {});
        wait_for_turn(&mut desk);
        let steps = desk.junqi().steps();
        let actions = desk.junqi().session.actions();
        desk.play_junqi(InputDevice::Mouse, actions[0]);
        desk.until("the button", |desk| desk.has_control(&desk.t("play-at-once")));
        match by_key {
            true => desk.key(Key::Space),
            false => desk.click_id("play-at-once"),
        }
        desk.until("the next turn", |desk| {
            assert!(desk.junqi().animator.is_idle(), "nothing is animated");
            desk.junqi().human_to_act().is_some()
        });
        assert_eq!(desk.junqi().steps(), steps + 6);
        desk.frames(2);
        assert!(!desk.has_control(&desk.t("play-at-once")));
        // The next robots' moves are animated again.
        let actions = desk.junqi().session.actions();
        desk.play_junqi(InputDevice::Mouse, actions[0]);
        desk.until("an animation", |desk| !desk.junqi().animator.is_idle());
    }
}

#[test]
fn click_on_a_face_down_piece_puts_the_held_piece_down() {
    for lang in LANGS {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
        let mut game = played(junqi_record("flip", "pp", 3), 20, &mut rng);
        while !game.state().armies_assigned()
            || !game.actions().iter().any(|action| matches!(action, Action::Move { .. }))
        {
            game = played(game.record().clone(), 1, &mut rng);
        }
        let actions = game.actions();
        let held = actions.iter().find(|action| matches!(action, Action::Move { .. })).unwrap();
        let flip = actions.iter().find(|action| matches!(action, Action::Flip { .. })).unwrap();
        let mut desk = Place::quick(lang).open();
        desk.put_junqi(game.record().clone(), |_| {});
        desk.lift_cover(InputDevice::Mouse);
        let steps = desk.junqi().steps();
        let click = |desk: &mut Desk, action: Action| {
            let name = desk.node_at(action.from());
            desk.click(&name);
        };
        click(&mut desk, *held);
        assert_eq!(desk.junqi().selection.picked_cell, Some(held.from()));
        click(&mut desk, *flip);
        assert_eq!(desk.junqi().steps(), steps, "the piece is not flipped");
        assert_eq!(desk.junqi().selection.picked_cell, None);
        assert!(desk.junqi().last_refusal.is_none());
        click(&mut desk, *flip);
        assert_eq!(desk.junqi().steps(), steps + 1);
    }
}

#[test]
fn six_armies_mark_enemies_and_allies() {
    for lang in LANGS {
        let mut desk = Place::quick(lang).open();
        desk.put_junqi(junqi_record("six", "prrrrr", 1), |table| table.common.is_paused = true);
        let rules = desk.junqi().view().rules().clone();
        let team = rules.team(Seat::new(0));
        for (id, count) in [("junqi-ally", team.len() - 1), ("junqi-enemy", 6 - team.len())] {
            let start = format!("{} · ", desk.t(id));
            let texts = desk.painted_texts();
            let marked = texts.iter().filter(|text| text.starts_with(&start)).count();
            assert_eq!(marked, count, "{start}{texts:?}");
        }
    }
}

#[test]
fn thoughts_are_explained_and_the_log_says_what_hovering_does() {
    for lang in LANGS {
        let mut desk = Place::quick(lang).open();
        desk.put(record(
            "aeroplane",
            [Some(qipan_core::record::Player::human("Kim")), Some(robot("greedy")), None, None],
            4,
        ));
        assert!(!desk.sees_part(&desk.t("why-none")));
        desk.key(Key::W);
        desk.frames(2);
        desk.assert_sees_id("why-none");
        assert!(!desk.sees(&desk.t("play-log-hint")), "there is no line to point at yet");
        let has_notes =
            |desk: &Desk| desk.table().last_report().is_some_and(|report| !report.notes.is_empty());
        for _ in 0..40 {
            if has_notes(&desk) {
                break;
            }
            desk.until("a person's turn", |desk| desk.table().human_to_act().is_some());
            desk.settle();
            match desk.table().human_actions().first() {
                Some(action) => desk.act(InputDevice::Keys, *action),
                None => desk.roll(InputDevice::Keys),
            }
            desk.settle();
        }
        let yellow = desk.t("seat-yellow");
        desk.assert_sees(&desk.tf("why-numbers", &[("seat", yellow.into())]));
        let players =
            [Some(qipan_core::record::Player::human("Kim")), Some(robot("greedy")), None, None];
        for (steps, is_shown) in [(4, true), (80, false)] {
            desk.put(position("aeroplane", &players, |game| game.record().steps.len() >= steps));
            desk.settle();
            assert_eq!(desk.sees(&desk.t("play-log-hint")), is_shown, "after {steps} steps");
        }
    }
}
