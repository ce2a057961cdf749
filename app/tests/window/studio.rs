//! The replay screen: the timeline, the list of steps, and the pages about dice and robots.

use egui::{Key, Modifiers, PointerButton, pos2};
use qipan::app::Screen;
use qipan::games::junqi::words;
use qipan::model::i18n::Lang;
use qipan::model::scripts::{self, UserWords};
use qipan::model::storage::Folders;
use qipan::screens::replay::ReplayScreen;
use qipan_core::contract::game::{Game as _, Step, Turn};
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::Race;
use qipan_core::house::House;
use qipan_core::play::game_loop::ask;
use qipan_core::play::session::Session;
use qipan_core::script::Host;

use crate::support::{Desk, Place};

/// Opens the replay of a sample game.
fn open(lang: Lang, settings: &str, game: &str) -> Desk {
    let file = format!("{}/../saves/sample-{game}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(file).unwrap();
    let tag = if lang == Lang::En { "en" } else { "zh" };
    let place = Place::with(&format!(r#"{{"lang":"{tag}"{settings}}}"#));
    let file = place.write("game.json", &text);
    let mut desk = place.open_with(Some(file));
    desk.frames(3);
    desk.on(Screen::Replay);
    desk
}

fn replay(desk: &Desk) -> &dyn ReplayScreen {
    &**desk.app().replay.as_ref().unwrap()
}

fn at(desk: &Desk) -> usize {
    replay(desk).at()
}

fn shift(desk: &mut Desk, key: Key) {
    desk.h.key_press_modifiers(Modifiers::SHIFT, key);
    desk.frames(2);
}

#[test]
fn keys_seek_by_turns_captures_and_battles() {
    for (lang, game, kind) in [(Lang::En, "aeroplane", Key::C), (Lang::Zh, "siguo_dark", Key::B)] {
        let mut desk = open(lang, r#","speed":"off""#, game);
        shift(&mut desk, Key::ArrowRight);
        let turn = at(&desk);
        assert!(turn > 0, "a turn on");
        shift(&mut desk, Key::ArrowRight);
        let next = at(&desk);
        assert!(next > turn);
        shift(&mut desk, Key::ArrowLeft);
        assert_eq!(at(&desk), turn, "and back");
        desk.key(Key::Home);
        desk.key(kind);
        let first = at(&desk);
        desk.key(kind);
        let second = at(&desk);
        assert!(next < second && first < second, "{first} {second}");
        shift(&mut desk, kind);
        assert_eq!(at(&desk), first);
        shift(&mut desk, kind);
        assert_eq!(at(&desk), first, "there is none before the first");
        // The landmark button does the same and wraps around.
        let id = if kind == Key::C { "landmark-capture" } else { "landmark-battle" };
        desk.click_id(id);
        assert_eq!(at(&desk), second);
        desk.key(Key::End);
        desk.click_id(id);
        assert_eq!(at(&desk), first);
    }
}

#[test]
fn timeline_can_be_dragged_and_repeats_a_section() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = open(lang, r#","speed":"off""#, "aeroplane");
        let all = replay(&desk).steps();
        let middle = desk.spot(&desk.t("replay-timeline"));
        desk.drag(PointerButton::Primary, pos2(200.0, middle.y), pos2(middle.x, middle.y));
        assert!(at(&desk).abs_diff(all / 2) <= 2, "{} of {all}", at(&desk));
        // Hovering shows the step under the pointer without seeking to it.
        let here = at(&desk);
        desk.h.hover_at(pos2(300.0, middle.y));
        desk.until("the step to be told", |desk| {
            let told = |at: usize| desk.tf("replay-at", &[("at", at.into()), ("all", all.into())]);
            (all / 6..all / 3).any(|at| desk.sees(&told(at)))
        });
        assert_eq!(at(&desk), here);
        // A section is set by keys and repeats until L clears it.
        desk.key(Key::Home);
        desk.keys(&[Key::ArrowRight; 4]);
        desk.key(Key::OpenBracket);
        desk.keys(&[Key::ArrowRight; 3]);
        desk.key(Key::CloseBracket);
        desk.key(Key::Space);
        let mut seen = Vec::new();
        for _ in 0..40 {
            desk.frames(1);
            seen.push(at(&desk));
        }
        assert!(seen.iter().all(|at| (4..=7).contains(at)), "{seen:?}");
        let again = seen.windows(2).filter(|pair| pair[1] < pair[0]).count();
        assert!(again >= 1, "it begins again: {seen:?}");
        desk.key(Key::Space);
        desk.key(Key::L);
        desk.click("16×");
        desk.key(Key::Space);
        desk.until("it to go on beyond", |desk| at(desk) > 8);
        desk.key(Key::Space);
    }
}

#[test]
fn seeking_glides_unless_motion_is_off() {
    for (settings, glides) in
        [("", true), (r#","speed":"off""#, false), (r#","reduced_motion":true"#, false)]
    {
        let mut desk = open(Lang::En, settings, "aeroplane");
        desk.key(Key::C);
        desk.frames(30);
        let rest = |desk: &mut Desk| {
            desk.frames(1);
            let mut nodes = desk.nodes().into_iter().map(|(_, text)| text);
            let plane = nodes.find(|text| text.starts_with("Red plane 1")).unwrap();
            desk.spot(&plane)
        };
        let before = rest(&mut desk);
        desk.h.key_press(Key::End);
        desk.frames(1);
        let (first, then) = (rest(&mut desk), rest(&mut desk));
        desk.frames(40);
        let end = rest(&mut desk);
        assert_ne!(before, end, "it has gone elsewhere");
        assert_eq!(
            first != end && then != first,
            glides,
            "{settings} {before} {first} {then} {end}"
        );
    }
}

/// Returns the visible rows of the step list. They begin with a number.
fn listed(desk: &Desk) -> Vec<String> {
    let number = |text: &str| text.split("  ").next().is_some_and(|n| n.parse::<usize>().is_ok());
    desk.nodes().into_iter().map(|(_, text)| text).filter(|text| number(text)).collect()
}

#[test]
fn steps_can_be_filtered_by_seat_and_kind() {
    for (lang, game, seat, kind, told) in [
        (Lang::En, "house_race", "seat-red", "landmark-capture", "captures"),
        (Lang::Zh, "siguo_dark", "seat-south", "landmark-battle", "攻"),
    ] {
        let mut desk = open(lang, r#","speed":"off""#, game);
        desk.frames(2);
        let all = listed(&desk);
        let only = |desk: &Desk, id: &str| desk.tf("replay-only", &[("what", desk.t(id).into())]);
        let (seat_chip, kind_chip) = (only(&desk, seat), only(&desk, kind));
        desk.click(&kind_chip);
        desk.frames(2);
        let some = listed(&desk);
        assert!(!some.is_empty() && some.iter().all(|line| line.contains(told)), "{some:#?}");
        desk.click(&seat_chip);
        desk.frames(2);
        let name = desk.t(seat);
        let his = listed(&desk);
        assert!(!his.is_empty() && his.len() < some.len() + 8, "{his:#?}");
        assert!(his.iter().all(|line| line.contains(&name) && line.contains(told)), "{his:#?}");
        // A click on a row seeks to its step. The step stays in view when the filter ends.
        desk.click(&his[0]);
        let number = his[0].split("  ").next().unwrap().parse::<usize>().unwrap();
        assert_eq!(at(&desk), number);
        desk.click_id("replay-all-steps");
        desk.frames(3);
        let near = format!("{number}  ");
        assert!(listed(&desk).iter().any(|line| line.starts_with(&near)), "it stays in sight");
        desk.key(Key::Home);
        desk.frames(4);
        assert_eq!(listed(&desk), all);
        if game == "house_race" {
            let rule = desk.tf("replay-start-rule", &[("rule", "".into())]);
            let start = desk.t("replay-start");
            let said = desk.nodes().into_iter().find(|(_, text)| text.starts_with(&start)).unwrap();
            assert!(said.1.contains(&rule), "{}", said.1);
        }
    }
}

#[test]
fn dice_page_shows_verdict_seed_and_evenness() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = open(lang, r#","speed":"off""#, "flying");
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
        let last = steps.lines().nth(40).unwrap();
        let cut = text.find(last).unwrap();
        let part = format!("{}\n]\n}}\n", text[..cut].trim_end().trim_end_matches(','));
        let file = desk.place.write("part.json", &part);
        let mut desk = desk.place.clone().open_with(Some(file));
        desk.frames(2);
        assert!(!desk.sees_part(seed), "{}", desk.words());
    }
}

#[test]
fn peek_test_passes_for_a_shipped_robot() {
    for (lang, game, id) in
        [(Lang::En, "aeroplane", "replay-peek-same"), (Lang::Zh, "dark", "replay-peek-same-hidden")]
    {
        let mut desk = open(lang, r#","speed":"off""#, game);
        if game == "aeroplane" {
            desk.key(Key::C);
            desk.key(Key::ArrowLeft);
        }
        desk.click_id("replay-ask");
        desk.frames(2);
        let robot = desk.nodes().into_iter().map(|(_, text)| text);
        let robot = robot
            .into_iter()
            .find(|text| text.ends_with("· Greedy Greta") || text.ends_with("· 贪吃小顾"))
            .unwrap();
        desk.click(&robot);
        desk.until("an answer", |desk| desk.can(&desk.t("replay-peek")));
        desk.click_id("replay-peek");
        let said = desk.tf(id, &[("count", 3.into()), ("differ", 3.into())]);
        desk.until("it to be asked again", |desk| desk.sees(&said));
    }
}

/// Returns the save of a finished game of a robot against itself.
fn of_robots(place: &Place) -> String {
    let folders = Folders::find(Some(&place.path(""))).unwrap();
    let spec = scripts::find(&folders, "race", &UserWords::typed("bold")).unwrap();
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
    let file = place.write("robots.json", &of_robots(&place));
    let robots = place.open_with(Some(file));
    let strange = open(Lang::En, r#","speed":"off""#, "aeroplane");
    for (mut desk, same) in [(robots, true), (strange, false)] {
        desk.click_id("replay-check");
        for id in ["readable", "unchanged", "legal", "dice", "limits"] {
            desk.assert_sees_id(&format!("replay-verdict-{id}"));
        }
        let again = "replay-verdict-robots";
        desk.click_id(again);
        let id = if same { "replay-verdict-robots-same" } else { "replay-verdict-robots-missing" };
        let said = desk.tf(id, &[("asked", "#".into()), ("robot", "Careful Carla".into())]);
        let start = said.split('#').next().unwrap().to_owned();
        desk.until("the robots", |desk| desk.sees_part(&start));
        assert!(!desk.can(&desk.t(again)), "asked once");
    }
}

#[test]
fn tooltip_shows_other_seats_beliefs_about_a_piece() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = open(lang, r#","speed":"off""#, "siguo_dark");
        desk.key(Key::B);
        desk.frames(2);
        let view = desk.junqi_replay().view().clone();
        let south = Seat::new(0);
        let cell = view.taken().iter().find(|cell| view.at(*cell).unwrap().owner == Some(south));
        let cell = cell.unwrap();
        let i18n = desk.app().i18n();
        let what = words::seen(i18n, view.at(cell).unwrap());
        let place = words::cell(i18n, view.rules().board, cell);
        let name = desk.tf("junqi-spoken", &[("cell", place.into()), ("what", what.into())]);
        let pos = desk.spot(&name);
        desk.h.hover_at(pos);
        let to = |seat: &str| desk.tf("junqi-could-be", &[("seat", desk.t(seat).into())]);
        let (east, own) = (to("seat-east"), to("seat-south"));
        desk.until("the guesses", |desk| desk.sees(&east));
        assert!(!desk.sees(&own), "who owns it knows it");
        desk.assert_sees("%");
    }
}
