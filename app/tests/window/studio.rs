//! Looking back at a game: the timeline, the steps in words, what is told of dice and robots.

use egui::{Event, Key, Modifiers, PointerButton, Pos2, pos2};
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan::screens::replay::ReplayScreen;

use crate::support::{Desk, Place};

/// Opens a game that lies beside the sources.
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

/// Presses the pointer here and drags it there.
fn drag(desk: &mut Desk, from: Pos2, to: Pos2) {
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    desk.h.event(Event::PointerMoved(from));
    desk.h.event(button(from, true));
    desk.frames(1);
    for part in 1..=4 {
        desk.h.event(Event::PointerMoved(from.lerp(to, part as f32 / 4.0)));
        desk.frames(1);
    }
    desk.h.event(button(to, false));
    desk.frames(2);
}

#[test]
fn keys_go_by_turns_captures_and_battles() {
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
        // The sign under the strip does the same, and goes round.
        let id = if kind == Key::C { "landmark-capture" } else { "landmark-battle" };
        desk.click_id(id);
        assert_eq!(at(&desk), second);
        desk.key(Key::End);
        desk.click_id(id);
        assert_eq!(at(&desk), first);
    }
}

#[test]
fn the_timeline_is_dragged_and_repeats_a_section() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = open(lang, r#","speed":"off""#, "aeroplane");
        let all = replay(&desk).steps();
        let middle = desk.spot(&desk.t("replay-timeline"));
        drag(&mut desk, pos2(200.0, middle.y), pos2(middle.x, middle.y));
        assert!(at(&desk).abs_diff(all / 2) <= 2, "{} of {all}", at(&desk));
        // Pointing tells the step under the pointer without going there.
        let here = at(&desk);
        desk.h.hover_at(pos2(300.0, middle.y));
        desk.until("the step to be told", |desk| {
            let told = |at: usize| desk.tf("replay-at", &[("at", at.into()), ("all", all.into())]);
            (all / 6..all / 3).any(|at| desk.sees(&told(at)))
        });
        assert_eq!(at(&desk), here);
        // The section: set by keys, run through, its end dragged.
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
fn a_jump_glides_and_no_motion_jumps_at_once() {
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
