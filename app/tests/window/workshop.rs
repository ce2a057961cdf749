//! Work on robots: they are created, edited, watched, asked and fixed without leaving the window.

use crate::support::{Desk, Place};
use egui::{Key, ViewportCommand};
use qipan::app::Screen;
use qipan::command::{Command, ReplayCommand};
use qipan::model::i18n::Lang;
use qipan_core::contract::game::{Game as _, Turn};
use qipan_core::play::session::Session;

/// The file of the player's robot.
const FILE: &str = "scripts/robots/race/tall_tim.luau";

/// Opens the scripts page with a new robot in the editor.
fn open_editor(lang: Lang) -> Desk {
    let place = Place::quick(lang);
    let mut desk = place.open();
    desk.create_robot("Tall Tim");
    desk.on(Screen::Scripts);
    desk
}

/// Gives the editor the focus.
fn focus_editor(desk: &mut Desk) {
    desk.assert_sees(&desk.tf("scripts-source", &[("file", "tall_tim.luau".into())]));
    // The centre of the editor may be out of view.
    let tools = desk.centre_of(&desk.t("scripts-folder"));
    desk.click_at(tools + egui::vec2(0.0, 250.0));
}

/// Replaces the text in the editor.
pub(super) fn write_all(desk: &mut Desk, text: &str) {
    focus_editor(desk);
    desk.ctrl(Key::A);
    desk.write(text);
}

#[test]
fn robot_can_be_written_broken_and_fixed() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = open_editor(lang);
        let starter = desk.place.read(FILE);
        assert!(!desk.has_control(&desk.t("scripts-save")), "there is no change to save");
        write_all(&mut desk, "return {\n  api = 1,\n  game = = 2\n}\n");
        desk.assert_sees_id("scripts-unsaved");
        assert_eq!(desk.place.read(FILE), starter, "the change is not saved yet");
        desk.ctrl(Key::S);
        desk.frames(3);
        assert_eq!(desk.place.read(FILE), "return {\n  api = 1,\n  game = = 2\n}\n");
        assert!(!desk.sees_part(&desk.t("scripts-unsaved")));
        let error_heading = desk.t("scripts-load-failed");
        desk.assert_sees(&error_heading);
        let args = [("line", 3.into()), ("text", "  game = = 2".into())];
        desk.assert_sees(&desk.tf("scripts-source-marked", &args));
        // After undo and a click on the save button it loads again.
        focus_editor(&mut desk);
        desk.ctrl(Key::Z);
        desk.frames(2);
        desk.click_id("scripts-save");
        desk.frames(3);
        assert_eq!(desk.place.read(FILE), starter);
        assert!(!desk.sees_part(&error_heading));
        desk.click_id("scripts-check");
        let passed = desk.t("scripts-check-ok");
        let passed_start = passed.split(['{', '\u{2068}']).next().unwrap_or_default().to_owned();
        desk.until("the check", |desk| desk.sees_part(&passed_start));
    }
}

#[test]
fn editor_indents_lines_and_reverts_all_changes() {
    let mut desk = open_editor(Lang::En);
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
    assert!(!desk.has_control(&desk.t("scripts-save")));
    desk.key(Key::Escape);
    desk.frames(2);
    desk.on(Screen::Home);
}

#[test]
fn unsaved_text_survives_page_and_file_changes() {
    let mut desk = open_editor(Lang::En);
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
    desk.assert_sees_id("scripts-conflict");
    desk.click_id("scripts-save");
    desk.frames(3);
    assert_eq!(desk.place.read(FILE), "-- mine");
    assert!(!desk.sees_part(&desk.t("scripts-conflict")));
}

#[test]
fn shipped_scripts_are_read_only() {
    let place = Place::quick(Lang::En);
    let mut desk = place.open();
    desk.key(Key::F2);
    desk.frames(3);
    assert!(!desk.sees(&desk.t("scripts-save")));
    desk.click_id("scripts-copy");
    desk.frames(3);
    assert!(desk.sees(&desk.t("scripts-save")), "the copy can be edited");
}

/// Returns the source of a robot that prints a word, notes every action and takes the action with
/// this number.
fn printing_robot_source(word: &str, number: &str) -> String {
    format!(
        "return {{ api = 1, game = \"race\", name = \"Tall Tim\", about = \"Says a word.\",\n\
         choose = function(view, turn)\n\
         local actions = turn:actions()\n\
         print(\"say {word}\")\n\
         for _, action in actions do turn:note(action, 1) end\n\
         return actions[{number}]\n\
         end }}\n"
    )
}

/// Opens the test game of a robot that prints `say first`, halted before its first turn.
fn open_test_game(lang: Lang) -> Desk {
    let mut desk = open_editor(lang);
    write_all(&mut desk, &printing_robot_source("first", "1"));
    desk.click_id("scripts-watch");
    desk.frames(2);
    desk.click_id("game-flying");
    desk.frames(3);
    desk
}

/// Advances the robots to the next decision.
fn step_on(desk: &mut Desk) {
    desk.key(Key::Period);
    desk.until("a decision", |desk| !desk.app().is_busy());
    desk.frames(1);
}

#[test]
fn test_game_steps_by_decision_and_repeats_a_turn() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = open_test_game(lang);
        desk.on(Screen::Play);
        assert_eq!(
            desk.place.read(FILE),
            printing_robot_source("first", "1"),
            "the robot is saved before it plays"
        );
        assert!(desk.table().common.is_paused && desk.steps() == 0);
        desk.assert_sees_id("test-nothing");
        desk.frames(20);
        assert_eq!(desk.steps(), 0, "the game is halted");
        while !desk.sees_part("say first") {
            step_on(&mut desk);
            assert!(desk.steps() < 400, "the robot never has a turn\n{}", desk.node_texts());
        }
        let notes = desk.table().last_report().unwrap().clone();
        assert_eq!(desk.steps(), notes.step + 1, "the game is halted after the decision");
        assert!(notes.fuel > 0 && !notes.notes.is_empty());
        let steps_before = desk.record().steps[..notes.step].to_vec();
        // A changed robot decides the same turn again with the same dice, even right after it was
        // saved.
        desk.place.write(FILE, &printing_robot_source("second", "#actions"));
        desk.key(Key::T);
        desk.until("the new decision", |desk| desk.sees_part("say second"));
        desk.frames(2);
        assert_eq!(desk.record().steps[..notes.step], steps_before);
        assert_eq!(desk.steps(), notes.step + 1);
        assert!(!desk.sees_part("say first"));
        desk.click_id("test-step");
        desk.until("the next decision", |desk| !desk.app().is_busy());
        assert!(desk.steps() > notes.step + 1);
        desk.key(Key::Escape);
        desk.frames(2);
        desk.on(Screen::Scripts);
    }
}

#[test]
fn test_steps_are_unavailable_in_games_with_people() {
    let mut desk = Place::quick(Lang::En).open();
    let players = [
        Some(qipan_core::record::Player::human("Kim")),
        Some(crate::support::robot("greedy")),
        None,
        None,
    ];
    desk.put(crate::support::record("flying", players, 3));
    desk.key(Key::W);
    desk.frames(2);
    let steps = desk.steps();
    desk.keys(&[Key::Period, Key::T]);
    desk.frames(2);
    assert_eq!(desk.steps(), steps);
    assert!(!desk.sees(&desk.t("test-step")));
}

#[test]
fn robots_can_be_asked_about_positions_of_a_replay() {
    for lang in [Lang::En, Lang::Zh] {
        let place = Place::quick(lang);
        let robots = ["random"; 4].map(|name| Some(crate::support::robot(name)));
        let mut session = Session::new(crate::support::record("flying", robots, 3)).unwrap();
        let mut decisions = Vec::new();
        while decisions.len() < 6 {
            match session.state().turn() {
                Turn::Seat(seat) => {
                    decisions.push(session.record().steps.len());
                    let action = session.actions()[0];
                    session.act(seat, action).unwrap();
                }
                _ => drop(session.roll().unwrap()),
            }
        }
        place.write("scripts/robots/race/tall_tim.luau", &printing_robot_source("something", "1"));
        let file = place.write("saves/game.json", &session.record().write());
        let mut desk = place.open_with(Some(file));
        desk.h.state_mut().apply(Command::OpenReplay, &egui::Context::default());
        desk.frames(3);
        desk.on(Screen::Replay);
        let record_before = desk.replay().record().clone();
        for at in [decisions[1], decisions[4]] {
            desk.h
                .state_mut()
                .apply(Command::Replay(ReplayCommand::Seek(at)), &egui::Context::default());
            desk.frames(2);
            assert!(!desk.sees_part("say something"), "an answer is about one position");
            desk.click_id("replay-ask");
            desk.frames(2);
            desk.click("Tall Tim");
            desk.until("the answer", |desk| desk.sees_part("say something"));
        }
        assert_eq!(*desk.replay().record(), record_before, "the game is unchanged");
        // Without a seat to move no robot can be asked.
        desk.h
            .state_mut()
            .apply(Command::Replay(ReplayCommand::Seek(0)), &egui::Context::default());
        desk.frames(2);
        assert!(!desk.has_control(&desk.t("replay-ask")));
    }
}

#[test]
fn closing_the_window_asks_about_unsaved_text() {
    for (lang, answer, saved_text) in
        [(Lang::En, "action-save", "-- mine"), (Lang::Zh, "action-discard", "")]
    {
        let mut desk = open_editor(lang);
        let starter = desk.place.read(FILE);
        assert!(!desk.close_by_system().contains(&ViewportCommand::CancelClose));
        write_all(&mut desk, "-- mine");
        assert!(desk.close_by_system().contains(&ViewportCommand::CancelClose));
        desk.frames(2);
        let question = desk.tf("ask-unsaved", &[("files", "tall_tim.luau".into())]);
        desk.assert_sees(&question);
        // Typing at the question does not change the text, and Esc closes the question.
        desk.write("x");
        desk.key(Key::Escape);
        desk.frames(2);
        assert!(!desk.sees_part(&question) && desk.viewport_commands().is_empty());
        desk.on(Screen::Scripts);
        desk.ctrl(Key::Q);
        desk.frames(2);
        desk.click_id("action-cancel");
        assert!(!desk.sees_part(&question), "the window stays open");
        assert_eq!(desk.place.read(FILE), starter);
        desk.ctrl(Key::Q);
        desk.frames(2);
        let button = desk.centre_of(&desk.t(answer));
        desk.press_at(button);
        assert!(desk.viewport_commands().contains(&ViewportCommand::Close));
        assert_eq!(
            desk.place.read(FILE),
            if saved_text.is_empty() { starter } else { saved_text.into() }
        );
        assert!(!desk.close_by_system().contains(&ViewportCommand::CancelClose));
    }
}

/// Types a line into the console.
fn ask_console(desk: &mut Desk, line: &str) {
    desk.click_id("console-line");
    desk.write(line);
    desk.key(Key::Enter);
}

#[test]
fn console_evaluates_lines_in_games_and_replays() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = open_test_game(lang);
        assert!(!desk.has_control(&desk.t("console-line")), "there is no decision to ask about");
        while !desk.sees_part("say first") {
            step_on(&mut desk);
        }
        // The profile lists the lines with their share of fuel.
        desk.assert_sees_id("test-lines");
        assert!(desk.sees_part("%  for _, action in actions do turn:note(action, 1) end"));
        let steps = desk.steps();
        ask_console(&mut desk, "#turn:actions(), 'a' .. view.ply");
        desk.until("the value", |desk| desk.sees_part("\"a"));
        let offered = desk.table().last_report().unwrap().actions.len();
        desk.assert_sees(&format!("{offered}\n\"a"));
        // The Up key recalls the line. Keys typed in the console play nothing.
        desk.key(Key::ArrowUp);
        desk.write(" .. view.rsik");
        desk.key(Key::Enter);
        desk.until("the error", |desk| desk.sees_part("view has no `rsik`"));
        assert_eq!(desk.steps(), steps);
        desk.assert_sees("> #turn:actions(), 'a' .. view.ply .. view.rsik");
        // The next decision clears the answers.
        desk.key(Key::Escape);
        step_on(&mut desk);
        assert!(desk.table().last_report().unwrap().step >= steps);
        assert!(!desk.sees_part("> #turn"));
        // The editor shows each line's share of fuel until the text changes.
        desk.key(Key::F2);
        desk.frames(3);
        let share = desk.tf("scripts-fuel", &[("share", "#".into())]);
        let parts: Vec<&str> = share.split('#').collect();
        let share_count = |desk: &Desk| {
            let is_share = |text: &str| parts.iter().all(|part| text.contains(part));
            desk.nodes().iter().filter(|(_, text)| is_share(text)).count()
        };
        assert!(share_count(&desk) >= 2, "{}", desk.node_texts());
        write_all(&mut desk, "-- nothing");
        assert_eq!(share_count(&desk), 0);
        desk.ctrl(Key::Z);
        desk.key(Key::Escape);
        desk.key(Key::Escape);
        desk.frames(2);
        desk.on(Screen::Play);
        // The console works in a replay too, once a robot was asked.
        desk.h.state_mut().apply(Command::OpenReplay, &egui::Context::default());
        desk.h
            .state_mut()
            .apply(Command::Replay(ReplayCommand::Seek(steps - 1)), &egui::Context::default());
        desk.frames(3);
        desk.on(Screen::Replay);
        assert!(!desk.has_control(&desk.t("console-line")), "no robot was asked");
        desk.click_id("replay-ask");
        desk.frames(2);
        desk.click("Tall Tim");
        desk.until("the answer", |desk| desk.sees_part("say first"));
        ask_console(&mut desk, "#turn:actions() * 1000");
        desk.until("the value", |desk| desk.sees(&format!("{}", offered * 1000)));
    }
}
