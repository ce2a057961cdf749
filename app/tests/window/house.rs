//! House rules at the window: the actions they remove are not offered, their effects are named, no
//! rule runs without consent, and a failing rule changes nothing.

use crate::support::{Desk, InputDevice, Place, junqi_record, plane_name, position, robot};
use egui::Key;
use qipan::app::Screen;
use qipan::games::junqi::JunqiCommand;
use qipan::model::i18n::Lang;
use qipan_core::contract::game::{Game, Step, Turn};
use qipan_core::games::race::{Action, HANGAR, Race};
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record, SavedRule};
use qipan_core::registry::inspect;
use qipan_core::script::Host;

/// A rule that lets only the first plane take off.
const GROUNDED: &str = r#"hooks = { filter = function(view, actions)
    local left = {}
    for _, action in actions do
        if action.kind ~= "launch" or action.plane == 1 then table.insert(left, action) end
    end
    return left
end }"#;

/// A rule that sends every plane that takes off back to the hangar.
const SPRINGY: &str = r#"hooks = { after = { on = { "launched" }, run = function(view, step, events)
    return { { kind = "send_home", seat = events[1].seat, plane = events[1].planes[1] } }
end } }"#;

/// A rule that fails when a plane takes off.
const BROKEN: &str = r#"hooks = { after = { on = { "launched" }, run = function(view, step, events)
    error("no runway")
end } }"#;

/// Builds a rule from these parts, as a record stores it.
fn saved_rule(game: &str, name: &str, parts: &str) -> SavedRule {
    let source = format!(
        "-- {name}\nreturn {{ api = 1, game = \"{game}\", name = \"{name}\", author = \"Kim\",\n\
         about = \"A rule of the test.\",\n{parts} }}\n"
    );
    let file = format!("{}.luau", name.to_lowercase());
    let info = inspect(&file, source.as_bytes(), &Host::default()).unwrap();
    SavedRule {
        file,
        name: info.name,
        about: info.about,
        author: info.author,
        set: info.option_changes,
        hooks: info.hooks,
        questions: info.questions,
        sees_all: info.sees_all,
        until: None,
        hash: SavedRule::hash_of(&source),
        source,
        modules: Default::default(),
    }
}

fn two_people() -> [Option<Player>; 4] {
    [Some(Player::human("Kim")), None, Some(Player::human("Lee")), None]
}

/// Returns the planes that can be launched.
fn launchable_planes(actions: &[Action]) -> Vec<u8> {
    let is_launch = |action: &&Action| matches!(action, Action::Launch { .. });
    actions.iter().filter(is_launch).map(|action| action.plane()).collect()
}

/// Returns a game in which the seat to move can launch any of its four planes.
fn record_before_launch(rule: SavedRule) -> Record<Race> {
    let record = position("flying", &two_people(), |game| {
        launchable_planes(&game.actions()) == [0, 1, 2, 3] && game.record().steps.len() > 4
    });
    Record { house_rules: vec![rule], ..record }
}

/// Opens a saved game whose rule is among the player's own scripts.
fn open_with_own_rule(rule: &SavedRule) -> Desk {
    let place = Place::quick(Lang::En);
    place.write(&format!("scripts/rules/race/{}", rule.file), &rule.source);
    let path = place.write("saves/half.json", &record_before_launch(rule.clone()).write());
    place.open_with(Some(path))
}

/// Opens a saved game whose rule is not among the player's scripts.
fn open_with_foreign_rule(rule: &SavedRule) -> Desk {
    let place = Place::quick(Lang::En);
    let path = place.write("saves/half.json", &record_before_launch(rule.clone()).write());
    place.open_with(Some(path))
}

/// Returns true if the window asks for consent to run rules.
#[track_caller]
fn asks_for_consent(desk: &Desk) -> bool {
    desk.sees(&desk.t("play-house-ask"))
}

#[test]
fn actions_removed_by_a_rule_are_not_offered() {
    for device in [InputDevice::Keys, InputDevice::Mouse] {
        let mut desk = open_with_own_rule(&saved_rule("race", "Grounded", GROUNDED));
        assert!(!asks_for_consent(&desk), "the rule is the player's own");
        assert_eq!(launchable_planes(&desk.table().human_actions()), [0]);
        let steps = desk.steps();
        desk.key(Key::Num3);
        desk.frames(2);
        desk.assert_sees_id("refuse-house");
        assert_eq!(desk.steps(), steps);
        let first = desk.table().human_actions()[0];
        assert!(desk.has_control(&plane_name(&desk, first)));
        desk.act(device, first);
        assert_eq!(desk.steps(), steps + 1);
    }
}

#[test]
fn robots_play_under_house_rules() {
    let mut desk = Place::quick(Lang::En).open();
    let players = [Some(robot("greedy")), None, Some(robot("random")), None];
    let rule = saved_rule("race", "Grounded", GROUNDED);
    let record = crate::support::record("flying", players, 4);
    desk.put(Record { house_rules: vec![rule], ..record });
    let app = desk.h.state_mut();
    app.table.as_mut().unwrap().table_mut::<Race>().run_rules();
    desk.until("the end", |desk| desk.race().outcome().is_some() || desk.steps() > 400);
    let launched = desk.record().steps.iter().filter_map(|step| match step {
        Step::Act { action: action @ Action::Launch { .. }, .. } => Some(action.plane()),
        _ => None,
    });
    let launched: Vec<u8> = launched.collect();
    assert!(launched.len() > 2 && launched.iter().all(|plane| *plane == 0), "{launched:?}");
    let passes = desk.record().steps.iter().any(|step| matches!(step, Step::House { rule: 0, .. }));
    assert!(passes, "players without a move passed");
    assert!(desk.table().robot_errors.is_empty(), "{:?}", desk.table().robot_errors);
}

#[test]
fn rule_effects_are_shown_taken_back_and_saved() {
    let mut desk = open_with_own_rule(&saved_rule("race", "Springy", SPRINGY));
    desk.assert_sees("House rule: Springy.");
    desk.assert_sees("one house rule");
    assert!(!desk.sees_part("standard rules"), "{}", desk.node_texts());
    let race_before = desk.race().clone();
    let steps = desk.steps();
    let first = desk.table().human_actions()[0];
    let seat = desk.race().seat_to_move();
    desk.act(InputDevice::Keys, first);
    desk.settle();
    assert_eq!(desk.steps(), steps + 2);
    assert!(matches!(desk.record().steps[steps + 1], Step::House { rule: 0, .. }));
    assert_eq!(desk.race().planes(seat)[0], HANGAR);
    let announcements = desk.nodes().into_iter().filter(|(_, text)| {
        text.starts_with("Springy: ") && text.ends_with("1 goes back to the hangar")
    });
    assert_eq!(
        announcements.count(),
        2,
        "the effect is in the log and over the board\n{}",
        desk.node_texts()
    );
    let text = desk.record().write();
    assert!(text.contains("\"house\":0,\"effect\":{\"kind\":\"send_home\""), "{text}");
    // A take-back undoes the step together with its effects.
    desk.ctrl(Key::Z);
    desk.frames(2);
    assert_eq!((desk.race(), desk.steps()), (&race_before, steps));
    desk.act(InputDevice::Keys, first);
    desk.settle();
    // The journal keeps the game. The rule is the player's own file, so nothing is asked.
    let played = desk.record().clone();
    let mut desk = desk.crash();
    desk.click_id("home-continue");
    desk.frames(2);
    assert!(!asks_for_consent(&desk) && desk.table().can_continue());
    assert_eq!(*desk.record(), played);
    // The replay names the rule too, and no game is resumed between a step and its effects.
    desk.menu("play-replay");
    desk.on(Screen::Replay).assert_sees("Springy: ");
    desk.assert_sees("House rule: Springy.");
    desk.key(Key::ArrowLeft);
    desk.click_id("replay-play-on");
    desk.frames(2);
    desk.on(Screen::Play);
    assert_eq!(desk.steps(), played.steps.len(), "the effects belong to the step");
    assert_eq!(desk.record().house_rules, played.house_rules);
    assert!(desk.table().can_continue());
}

#[test]
fn rematch_keeps_the_house_rules() {
    let mut desk = open_with_own_rule(&saved_rule("race", "Springy", SPRINGY));
    desk.menu("menu-resign");
    desk.frames(2);
    desk.click_id("action-yes");
    desk.settle();
    let rules = desk.record().house_rules.clone();
    desk.click_id("play-again");
    desk.frames(2);
    assert_eq!(desk.steps(), 0);
    assert_eq!(desk.record().house_rules, rules);
    assert!(desk.table().can_continue() && !asks_for_consent(&desk));
}

#[test]
fn failing_rule_changes_nothing_and_can_be_left_out() {
    let mut desk = open_with_own_rule(&saved_rule("race", "Crash", BROKEN));
    let record_before = desk.record().clone();
    desk.key(Key::Num1);
    desk.frames(2);
    let heading = desk.tf("play-house-broken", &[("rule", "Crash".into())]);
    desk.assert_sees(&heading);
    desk.assert_sees("crash.luau:5: no runway");
    assert_eq!(*desk.record(), record_before);
    desk.click_id("play-house-leave");
    desk.frames(30);
    assert!(!desk.sees(&heading));
    assert_eq!((desk.record(), desk.table().human_to_act()), (&record_before, None));
    desk.assert_sees("Crash failed: crash.luau:5: no runway");
    desk.ctrl(Key::S);
    assert!(!desk.table().is_unsaved(), "the game can be saved");
    desk.click_id("play-resume");
    desk.frames(2);
    desk.assert_sees(&heading);
    desk.click_id("play-house-continue");
    desk.frames(2);
    let steps = desk.steps();
    assert_eq!(desk.record().house_rules[0].until, Some(steps));
    assert_eq!(desk.record().notes.last().unwrap().text, "crash.luau: left out");
    desk.assert_sees("Crash is switched off from here on");
    desk.assert_sees(&format!("Switched off from step {steps} on."));
    desk.act(InputDevice::Keys, desk.table().human_actions()[0]);
    assert_eq!(desk.steps(), steps + 1);
    // The save keeps the rule left out.
    let text = desk.record().write();
    let path = desk.place.write("saves/later.json", &text);
    let desk = desk.place.clone().open_with(Some(path));
    assert!(!asks_for_consent(&desk) && desk.table().can_continue());
    assert_eq!(desk.record().house_rules[0].until, Some(steps));
}

#[test]
fn failing_filter_is_reported_before_any_move() {
    let parts = "hooks = { filter = function(view, actions) error(\"lost count\") end }";
    let mut desk = open_with_own_rule(&saved_rule("race", "Lost", parts));
    desk.assert_sees("lost.luau:4: lost count");
    assert!(desk.table().human_actions().is_empty());
    desk.click_id("play-house-continue");
    desk.frames(2);
    assert_eq!(launchable_planes(&desk.table().human_actions()), [0, 1, 2, 3]);
}

#[test]
fn opening_or_replaying_a_save_runs_no_script() {
    // The source begins with an error that would be reported if the rule ran.
    let mut rule = saved_rule("race", "Stranger", SPRINGY);
    rule.source = format!("error('it ran')\nrequire(\"spring\")\n{}", rule.source);
    rule.modules.insert("spring".to_owned(), "error('the module ran')\n".to_owned());
    rule.hash = rule.digest();
    let mut desk = open_with_foreign_rule(&rule);
    assert!(asks_for_consent(&desk), "{}", desk.node_texts());
    desk.assert_sees("error('it ran')");
    desk.assert_sees("kind = \"send_home\"");
    desk.assert_sees("by Kim · stranger.luau");
    desk.assert_sees("lib/spring.luau");
    desk.assert_sees("error('the module ran')");
    desk.click_id("play-house-look");
    desk.frames(30);
    assert!(!asks_for_consent(&desk) && !desk.table().are_rules_loaded());
    assert!(desk.table().failed_rule().is_none(), "nothing ran");
    let record_before = desk.record().clone();
    for key in [Key::Num1, Key::P, Key::Space] {
        desk.key(key);
        desk.frames(3);
        assert!(asks_for_consent(&desk), "{key:?}");
        desk.key(Key::Escape);
        desk.frames(3);
        assert!(!asks_for_consent(&desk));
    }
    assert_eq!(*desk.record(), record_before);
    // A replay never asks. Playing on from it does, and declining stays in the replay.
    desk.menu("play-replay");
    desk.key(Key::Home);
    desk.frames(10);
    assert!(!asks_for_consent(&desk));
    desk.click_id("replay-play-on");
    desk.frames(2);
    assert!(asks_for_consent(&desk));
    desk.click_id("play-house-look");
    desk.frames(2);
    assert_eq!(*desk.on(Screen::Replay).record(), record_before);
    desk.click_id("replay-play-on");
    desk.frames(2);
    desk.click_id("play-house-without");
    desk.frames(2);
    desk.on(Screen::Play);
    assert_eq!(desk.record().house_rules[0].until, Some(0));
    assert!(desk.table().can_continue());
}

#[test]
fn rule_is_trusted_only_with_its_own_modules() {
    let mut rule = saved_rule("race", "Grounded", GROUNDED);
    rule.source = format!("local _ = require(\"planes\")\n{}", rule.source);
    rule.modules.insert("planes".to_owned(), "return {}\n".to_owned());
    rule.hash = rule.digest();
    for (module, is_trusted) in [("return {}\n", true), ("return { 1 }\n", false)] {
        let place = Place::quick(Lang::En);
        place.write("scripts/rules/race/grounded.luau", &rule.source);
        place.write("scripts/rules/race/lib/planes.luau", module);
        let path = place.write("saves/half.json", &record_before_launch(rule.clone()).write());
        let desk = place.open_with(Some(path));
        assert_eq!(asks_for_consent(&desk), !is_trusted, "{module}");
        if is_trusted {
            assert_eq!(launchable_planes(&desk.table().human_actions()), [0]);
        }
    }
}

#[test]
fn declined_rule_is_left_out() {
    let mut desk = open_with_foreign_rule(&saved_rule("race", "Springy", SPRINGY));
    let steps = desk.steps();
    desk.click_id("play-house-without");
    desk.frames(2);
    assert!(!asks_for_consent(&desk));
    assert_eq!(desk.record().house_rules[0].until, Some(steps));
    desk.act(InputDevice::Mouse, desk.table().human_actions()[0]);
    assert_eq!(desk.steps(), steps + 1, "the rule had no effect");
}

#[test]
fn consent_to_a_rule_is_asked_once() {
    let mut desk = open_with_foreign_rule(&saved_rule("race", "Springy", SPRINGY));
    let steps = desk.steps();
    desk.click_id("play-house-run");
    desk.frames(2);
    desk.act(InputDevice::Mouse, desk.table().human_actions()[0]);
    assert_eq!(desk.steps(), steps + 2, "the rule ran");
    desk.menu("play-replay");
    desk.click_id("replay-play-on");
    desk.frames(2);
    assert!(!asks_for_consent(desk.on(Screen::Play)) && desk.table().can_continue());
}

#[test]
fn rules_that_only_set_options_need_no_consent() {
    let desk = open_with_foreign_rule(&saved_rule("race", "Early", "set = { takeoff = { 5, 6 } }"));
    assert!(!asks_for_consent(&desk) && desk.table().can_continue());
    desk.assert_sees("House rule: Early.");
    desk.assert_sees("Changes: Take off on: 5, 6");
}

#[test]
fn false_hook_declarations_are_reported() {
    let mut rule = saved_rule("race", "Liar", GROUNDED);
    rule.hooks = vec!["after".to_owned()];
    let mut desk = open_with_foreign_rule(&rule);
    desk.click_id("play-house-run");
    desk.frames(2);
    desk.assert_sees("liar.luau: its hooks are not those recorded in the game");
    desk.click_id("play-house-continue");
    desk.frames(2);
    assert!(desk.table().can_continue());
}

#[test]
fn check_reruns_house_rules_after_consent() {
    let rule = saved_rule("race", "Springy", SPRINGY);
    // A game played under the rule from the start.
    let mut session = Session::new(Record {
        house_rules: vec![rule],
        ..crate::support::record("flying", two_people(), 3)
    })
    .unwrap();
    let host = Host::default();
    let saved_rules = session.record().house_rules.clone();
    let mut rules = qipan::model::house::load::<Race>(&saved_rules, &host).unwrap();
    for _ in 0..60 {
        let step = match session.state().turn() {
            Turn::Seat(seat) => Step::Act { seat, action: session.actions()[0] },
            _ => session.next_roll().unwrap(),
        };
        session.play_with_house_rules(step, &mut rules).unwrap();
    }
    let genuine = session.record().clone();
    let mut altered = genuine.clone();
    let last_effect =
        altered.steps.iter().rposition(|step| matches!(step, Step::House { .. })).unwrap();
    altered.steps.truncate(last_effect);
    for (record, agrees) in [(genuine, true), (altered, false)] {
        let place = Place::quick(Lang::En);
        let path = place.write("saves/half.json", &record.write());
        let mut desk = place.open_with(Some(path));
        desk.click_id("play-house-look");
        desk.frames(2);
        desk.menu("play-replay");
        desk.click_id("replay-check");
        desk.frames(2);
        assert!(asks_for_consent(&desk));
        desk.click_id("play-house-check-without");
        desk.frames(2);
        desk.assert_sees_id("replay-verdict-fine");
        desk.assert_sees("One house rule was not run.");
        desk.click_id("action-close");
        desk.frames(2);
        desk.click_id("replay-check");
        desk.frames(2);
        desk.click_id("play-house-run");
        desk.until("the rules to have run", |desk| desk.has_control(&desk.t("action-close")));
        let one = ("count", 1.into());
        let difference =
            desk.tf("replay-verdict-rules-differ", &[one.clone(), ("what", "".into())]);
        assert_eq!(desk.sees_part(&difference), !agrees);
        assert_eq!(
            desk.sees(&desk.tf("replay-verdict-rules", &[one])),
            agrees,
            "{}",
            desk.node_texts()
        );
        assert!(!desk.table().are_rules_loaded(), "the game on the table still waits");
    }
}

#[test]
fn check_reports_undeclared_hooks() {
    let mut rule = saved_rule("race", "Springy", SPRINGY);
    rule.hooks.clear();
    let mut desk = open_with_foreign_rule(&rule);
    assert!(!asks_for_consent(&desk), "the file says that the rule has no hooks");
    desk.menu("play-replay");
    desk.click_id("replay-check");
    desk.frames(2);
    assert!(asks_for_consent(&desk));
    desk.click_id("play-house-run");
    desk.until("the rules to have run", |desk| desk.has_control(&desk.t("action-close")));
    assert!(desk.sees_part("its options or hooks are not those recorded in the game"));
}

#[test]
fn rule_failure_reveals_nothing_hidden() {
    let parts = "sees = \"all\", hooks = { after = function(view, step, events)\n\
                 local cell = view.cells[1]\n\
                 error(\"there stands \" .. tostring(view:piece(cell)) .. \" on \" .. cell)\nend }";
    let rule = saved_rule("junqi", "Teller", parts);
    let mut desk = Place::quick(Lang::En).open();
    let mut record = junqi_record("dark", "pr", 5);
    record.house_rules = vec![rule];
    desk.put_junqi(record, |table| table.run_rules());
    let actions = desk.junqi().human_actions();
    let Some(action) = actions.first().copied() else {
        // The robot began, and the rule failed at its move.
        desk.frames(60);
        return assert_only_the_line_is_reported(&desk);
    };
    desk.h
        .state_mut()
        .apply(qipan::command::Command::from(JunqiCommand::Act(action)), &egui::Context::default());
    desk.frames(3);
    assert_only_the_line_is_reported(&desk);
}

#[track_caller]
fn assert_only_the_line_is_reported(desk: &Desk) {
    assert!(desk.junqi().failed_rule().is_some());
    assert_eq!(desk.junqi().failure_message().unwrap(), "teller.luau:6");
    desk.assert_sees("teller.luau:6");
    assert!(!desk.sees_part("there stands"), "{}", desk.node_texts());
}
