//! The replay screen: keys and timeline, the loop range, the list of steps, the page about dice,
//! the peek test, the check and the beliefs.

use egui::{Key, Modifiers, PointerButton, pos2};
use qipan::app::Screen;
use qipan::games::junqi::words;
use qipan::model::i18n::Lang;
use qipan::model::scripts::{self, ScriptArg};
use qipan::model::storage::Folders;
use qipan::screens::replay::ReplayScreen;
use qipan_core::contract::game::{Game as _, Step, Turn};
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::Race;
use qipan_core::house::House;
use qipan_core::play::game_loop::ask;
use qipan_core::play::session::Session;
use qipan_core::record::Record;
use qipan_core::script::Host;

use crate::support::{Desk, Place};

/// Opens the replay of a sample game. `settings` is JSON that follows the language, such as
/// `,"speed":"off"`.
fn open_replay(lang: Lang, settings: &str, game: &str) -> Desk {
    let file = format!("{}/../saves/sample-{game}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(file).unwrap();
    let code = if lang == Lang::En { "en" } else { "zh" };
    let place = Place::with(&format!(r#"{{"lang":"{code}"{settings}}}"#));
    let file = place.write("game.json", &text);
    let mut desk = place.open_with(Some(file));
    desk.frames(3);
    desk.on(Screen::Replay);
    desk
}

fn replay(desk: &Desk) -> &dyn ReplayScreen {
    &**desk.app().replay.as_ref().unwrap()
}

/// Returns the position shown.
fn position(desk: &Desk) -> usize {
    replay(desk).at()
}

/// Presses a key together with Shift.
fn press_with_shift(desk: &mut Desk, key: Key) {
    desk.h.key_press_modifiers(Modifiers::SHIFT, key);
    desk.frames(2);
}

#[test]
fn keys_seek_by_turns_captures_and_battles() {
    for (lang, game, kind) in [(Lang::En, "aeroplane", Key::C), (Lang::Zh, "siguo_dark", Key::B)] {
        let mut desk = open_replay(lang, r#","speed":"off""#, game);
        press_with_shift(&mut desk, Key::ArrowRight);
        let turn = position(&desk);
        assert!(turn > 0, "the key seeks to the next turn");
        press_with_shift(&mut desk, Key::ArrowRight);
        let next = position(&desk);
        assert!(next > turn);
        press_with_shift(&mut desk, Key::ArrowLeft);
        assert_eq!(position(&desk), turn, "the key seeks back");
        desk.key(Key::Home);
        desk.key(kind);
        let first = position(&desk);
        desk.key(kind);
        let second = position(&desk);
        assert!(next < second && first < second, "{first} {second}");
        press_with_shift(&mut desk, kind);
        assert_eq!(position(&desk), first);
        press_with_shift(&mut desk, kind);
        assert_eq!(position(&desk), first, "there is no event before the first");
        // The landmark button does the same and wraps around.
        let id = if kind == Key::C { "landmark-capture" } else { "landmark-battle" };
        desk.click_id(id);
        assert_eq!(position(&desk), second);
        desk.key(Key::End);
        desk.click_id(id);
        assert_eq!(position(&desk), first);
    }
}

#[test]
fn timeline_can_be_dragged_and_plays_a_loop_range() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = open_replay(lang, r#","speed":"off""#, "aeroplane");
        let steps = replay(&desk).steps();
        let middle = desk.centre_of_any(&desk.t("replay-timeline"));
        desk.drag(PointerButton::Primary, pos2(200.0, middle.y), pos2(middle.x, middle.y));
        assert!(position(&desk).abs_diff(steps / 2) <= 2, "{} of {steps}", position(&desk));
        // Hovering shows the step under the pointer without seeking to it.
        let position_before = position(&desk);
        desk.h.hover_at(pos2(300.0, middle.y));
        desk.until("the tooltip of a step", |desk| {
            let text =
                |at: usize| desk.tf("replay-at", &[("at", at.into()), ("all", steps.into())]);
            (steps / 6..steps / 3).any(|at| desk.sees(&text(at)))
        });
        assert_eq!(position(&desk), position_before);
        // A loop range is set by keys and repeats until L removes it.
        desk.key(Key::Home);
        desk.keys(&[Key::ArrowRight; 4]);
        desk.key(Key::OpenBracket);
        desk.keys(&[Key::ArrowRight; 3]);
        desk.key(Key::CloseBracket);
        desk.key(Key::Space);
        let mut positions = Vec::new();
        for _ in 0..40 {
            desk.frames(1);
            positions.push(position(&desk));
        }
        assert!(positions.iter().all(|at| (4..=7).contains(at)), "{positions:?}");
        let restarts = positions.windows(2).filter(|pair| pair[1] < pair[0]).count();
        assert!(restarts >= 1, "the range begins again: {positions:?}");
        desk.key(Key::Space);
        desk.key(Key::L);
        desk.click("16×");
        desk.key(Key::Space);
        desk.until("the replay to leave the range", |desk| position(desk) > 8);
        desk.key(Key::Space);
    }
}

#[test]
fn seeking_glides_unless_motion_is_off() {
    for (settings, glides) in
        [("", true), (r#","speed":"off""#, false), (r#","reduced_motion":true"#, false)]
    {
        let mut desk = open_replay(Lang::En, settings, "aeroplane");
        desk.key(Key::C);
        desk.frames(30);
        let plane_centre = |desk: &mut Desk| {
            desk.frames(1);
            let mut nodes = desk.nodes().into_iter().map(|(_, text)| text);
            let plane = nodes.find(|text| text.starts_with("Red plane 1")).unwrap();
            desk.centre_of_any(&plane)
        };
        let start = plane_centre(&mut desk);
        desk.h.key_press(Key::End);
        desk.frames(1);
        let (first, second) = (plane_centre(&mut desk), plane_centre(&mut desk));
        desk.frames(40);
        let end = plane_centre(&mut desk);
        assert_ne!(start, end, "the plane is elsewhere at the end");
        assert_eq!(
            first != end && second != first,
            glides,
            "{settings} {start} {first} {second} {end}"
        );
    }
}

/// Returns the visible rows of the step list. They begin with a number.
fn listed_steps(desk: &Desk) -> Vec<String> {
    let has_number =
        |text: &str| text.split("  ").next().is_some_and(|part| part.parse::<usize>().is_ok());
    desk.nodes().into_iter().map(|(_, text)| text).filter(|text| has_number(text)).collect()
}

#[test]
fn steps_can_be_filtered_by_seat_and_kind() {
    for (lang, game, seat, kind, event_text) in [
        (Lang::En, "house_race", "seat-red", "landmark-capture", "captures"),
        (Lang::Zh, "siguo_dark", "seat-south", "landmark-battle", "攻"),
    ] {
        let mut desk = open_replay(lang, r#","speed":"off""#, game);
        desk.frames(2);
        let all_rows = listed_steps(&desk);
        let chip_label =
            |desk: &Desk, id: &str| desk.tf("replay-only", &[("what", desk.t(id).into())]);
        let (seat_chip, kind_chip) = (chip_label(&desk, seat), chip_label(&desk, kind));
        desk.click(&kind_chip);
        desk.frames(2);
        let kind_rows = listed_steps(&desk);
        assert!(
            !kind_rows.is_empty() && kind_rows.iter().all(|line| line.contains(event_text)),
            "{kind_rows:#?}"
        );
        desk.click(&seat_chip);
        desk.frames(2);
        let name = desk.t(seat);
        let seat_rows = listed_steps(&desk);
        assert!(!seat_rows.is_empty() && seat_rows.len() < kind_rows.len() + 8, "{seat_rows:#?}");
        assert!(
            seat_rows.iter().all(|line| line.contains(&name) && line.contains(event_text)),
            "{seat_rows:#?}"
        );
        // A click on a row seeks to its step. The step stays in view when the filter ends.
        desk.click(&seat_rows[0]);
        let number = seat_rows[0].split("  ").next().unwrap().parse::<usize>().unwrap();
        assert_eq!(position(&desk), number);
        desk.click_id("replay-all-steps");
        desk.frames(3);
        let row_start = format!("{number}  ");
        assert!(
            listed_steps(&desk).iter().any(|line| line.starts_with(&row_start)),
            "the row stays visible"
        );
        desk.key(Key::Home);
        desk.frames(4);
        assert_eq!(listed_steps(&desk), all_rows);
        if game == "house_race" {
            let rule = desk.tf("replay-start-rule", &[("rule", "".into())]);
            let start = desk.t("replay-start");
            let (_, text) =
                desk.nodes().into_iter().find(|(_, text)| text.starts_with(&start)).unwrap();
            assert!(text.contains(&rule), "{text}");
        }
    }
}

#[test]
fn dice_page_shows_verdict_seed_and_evenness() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = open_replay(lang, r#","speed":"off""#, "flying");
        desk.click_id("replay-dice");
        desk.frames(2);
        desk.assert_sees_id("dice-fine");
        let text = desk.place.read("game.json");
        let seed = text.split("\"seed\":\"").nth(1).unwrap().split('"').next().unwrap();
        desk.assert_sees(seed);
        let uneven = desk.tf("dice-uneven", &[("share", "#".into())]);
        desk.assert_sees(uneven.split('#').max_by_key(|part| part.len()).unwrap());
        // An unfinished game does not show its seed.
        let steps = text.split("\"steps\":[").nth(1).unwrap();
        let last_step = steps.lines().nth(40).unwrap();
        let end = text.find(last_step).unwrap();
        let unfinished = format!("{}\n]\n}}\n", text[..end].trim_end().trim_end_matches(','));
        let file = desk.place.write("part.json", &unfinished);
        let mut desk = desk.place.clone().open_with(Some(file));
        desk.frames(2);
        assert!(!desk.sees_part(seed), "{}", desk.node_texts());
    }
}

#[test]
fn peek_test_passes_for_a_shipped_robot() {
    for (lang, game, id) in
        [(Lang::En, "aeroplane", "replay-peek-same"), (Lang::Zh, "dark", "replay-peek-same-hidden")]
    {
        let mut desk = open_replay(lang, r#","speed":"off""#, game);
        if game == "aeroplane" {
            desk.key(Key::C);
            desk.key(Key::ArrowLeft);
        }
        desk.click_id("replay-ask");
        desk.frames(2);
        let texts = desk.nodes().into_iter().map(|(_, text)| text);
        let robot = texts
            .into_iter()
            .find(|text| text.ends_with("· Greedy Greta") || text.ends_with("· 贪吃小顾"))
            .unwrap();
        desk.click(&robot);
        desk.until("an answer", |desk| desk.has_control(&desk.t("replay-peek")));
        let move_line = desk.tf("replay-ask-move", &[("what", "".into())]);
        assert!(desk.sees_part(move_line.trim_end()), "the answer names the move");
        desk.click_id("replay-peek");
        let result = desk.tf(id, &[("count", 3.into()), ("differ", 3.into())]);
        desk.until("the peek test", |desk| desk.sees(&result));
    }
}

/// Returns the save of a finished game of a robot against itself.
fn robot_game_save(place: &Place) -> String {
    let folders = Folders::find(Some(&place.path(""))).unwrap();
    let spec = scripts::find(&folders, "race", &ScriptArg::typed("bold")).unwrap();
    let players = [Some(spec.player()), None, Some(spec.player()), None];
    let mut session = Session::new(crate::support::record("flying", players, 5)).unwrap();
    let mut robot = spec.make::<Race>(&Host::default(), House::default()).unwrap();
    robot.start();
    loop {
        let step = match session.state().turn() {
            Turn::Over => return session.record().write(),
            Turn::Chance { .. } => session.next_roll().unwrap(),
            Turn::Seat(seat) => {
                let (actions, log) = (session.actions(), session.log());
                let stream = session.robot_stream(seat);
                let robot = robot.as_mut();
                let choice = ask(robot, session.state(), seat, &actions, log, &[], stream);
                Step::Act { seat, action: choice.action }
            }
        };
        session.play(step).unwrap();
    }
}

#[test]
fn check_reports_verdicts_and_reruns_robots_on_request() {
    let place = Place::quick(Lang::Zh);
    let save = robot_game_save(&place);
    let file = place.write("robots.json", &save);
    let robots = place.open_with(Some(file));
    let mut record = Record::<Race>::parse(&save).unwrap().record;
    for (_, player) in &mut record.players {
        assert!(player.hash.take().is_some(), "{}", player.name);
    }
    let place = Place::quick(Lang::En);
    let file = place.write("unhashed.json", &record.write());
    let robots_unhashed = place.open_with(Some(file));
    let robots_missing = open_replay(Lang::En, r#","speed":"off""#, "aeroplane");
    let verdicts = [(robots, "same"), (robots_unhashed, "unhashed"), (robots_missing, "missing")];
    for (mut desk, verdict) in verdicts {
        desk.click_id("replay-check");
        for id in ["readable", "unchanged", "legal", "dice", "limits"] {
            desk.assert_sees_id(&format!("replay-verdict-{id}"));
        }
        let button_id = "replay-verdict-robots";
        desk.click_id(button_id);
        let id = format!("replay-verdict-robots-{verdict}");
        let robot = if verdict == "unhashed" { "Bold Bruno" } else { "Careful Carla" };
        let finding = desk.tf(&id, &[("asked", "#".into()), ("robot", robot.into())]);
        let start = finding.split('#').next().unwrap().to_owned();
        desk.until("the robots", |desk| desk.sees_part(&start));
        assert!(!desk.has_control(&desk.t(button_id)), "the robots are asked once");
    }
}

#[test]
fn tooltip_shows_other_seats_beliefs_about_a_piece() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = open_replay(lang, r#","speed":"off""#, "siguo_dark");
        desk.key(Key::B);
        desk.frames(2);
        let view = desk.junqi_replay().view().clone();
        let owner = Seat::new(0);
        let cell = view.occupied().iter().find(|cell| view.at(*cell).unwrap().owner == Some(owner));
        let cell = cell.unwrap();
        let i18n = desk.app().i18n();
        let what = words::seen(i18n, view.at(cell).unwrap());
        let cell_name = words::cell(i18n, view.rules(), cell);
        let name = desk.tf("junqi-spoken", &[("cell", cell_name.into()), ("what", what.into())]);
        let pos = desk.centre_of_any(&name);
        desk.h.hover_at(pos);
        let heading = |seat: &str| desk.tf("junqi-could-be", &[("seat", desk.t(seat).into())]);
        let (east, south) = (heading("seat-east"), heading("seat-south"));
        desk.until("the beliefs", |desk| desk.sees(&east));
        assert!(!desk.sees(&south), "the owner knows the kind");
        desk.assert_sees("%");
    }
}
