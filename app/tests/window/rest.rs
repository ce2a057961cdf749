//! An idle window repaints only while something moves.

use std::time::Duration;

use egui::{Event, Key, ViewportId};
use qipan::app::{Screen, StartPage};
use qipan::play::table::Table;
use qipan_core::games::junqi::Junqi;

use crate::support::{Desk, Place, junqi_record};

/// Returns the repaint delay of the window. `Duration::MAX` means never.
fn delay(desk: &Desk) -> Duration {
    desk.h.output().viewport_output[&ViewportId::ROOT].repaint_delay
}

/// Returns the drawn shapes as text for comparison.
fn drawn(desk: &Desk) -> String {
    format!("{:?}", desk.h.output().shapes)
}

/// Creates a folder with default settings, so animations are on.
fn moving() -> Place {
    Place::with(r#"{"lang":"en"}"#)
}

/// Opens the window and waits for the news of a start, such as scripts and thumbnails.
fn begun(place: &Place) -> Desk {
    let mut desk = place.open();
    desk.frames(8);
    desk
}

#[test]
fn idle_screens_request_no_repaint() {
    let pages = [
        "home",
        "layout",
        "scripts",
        "tournament",
        "collection",
        "puzzles",
        "positions",
        "settings",
        "about",
        "keys",
        "new:aeroplane",
        "new:flying",
        "new:dark",
        "new:siguo_dark",
        "new:six",
        "guide:flying",
        "guide:siguo_dark",
    ];
    for name in pages {
        let page = StartPage::named(name).unwrap();
        let mut desk = moving().open_on(page);
        desk.frames(400);
        assert_eq!(delay(&desk), Duration::MAX, "{name}");
    }
}

#[test]
fn living_boards_are_drawn_at_most_twelve_times_a_second() {
    let mut desk = begun(&moving());
    desk.on(Screen::Home);
    let first = drawn(&desk);
    desk.until("a board to move", |desk| drawn(desk) != first);
    for _ in 0..40 {
        desk.key(Key::F24);
        desk.frames(1);
        let delay = delay(&desk);
        assert!(delay < Duration::from_secs(4), "it goes on: {delay:?}");
        // Other repaints do not advance the boards early.
    }
    let mut soonest = Duration::MAX;
    for _ in 0..40 {
        desk.frames(1);
        soonest = soonest.min(delay(&desk));
    }
    assert!(soonest >= Duration::from_secs_f64(1.0 / 12.0), "{soonest:?}");
}

#[test]
fn living_boards_rest_without_focus() {
    let mut desk = begun(&moving());
    desk.h.input_mut().focused = false;
    desk.h.input_mut().events.push(Event::WindowFocused(false));
    desk.frames(8);
    assert_eq!(delay(&desk), Duration::MAX);
    let rest = drawn(&desk);
    desk.frames(20);
    assert_eq!(drawn(&desk), rest);
    desk.h.input_mut().focused = true;
    desk.h.input_mut().events.push(Event::WindowFocused(true));
    desk.frames(2);
    assert!(delay(&desk) < Duration::from_secs(4));
    desk.until("a board to move", |desk| drawn(desk) != rest);
}

#[test]
fn living_boards_rest_after_a_minute_without_input() {
    let mut desk = begun(&moving());
    desk.key(Key::F24);
    // Four frames a second.
    desk.frames(230);
    assert!(delay(&desk) < Duration::from_secs(4), "not yet");
    desk.frames(14);
    assert_eq!(delay(&desk), Duration::MAX);
    let rest = drawn(&desk);
    desk.frames(20);
    assert_eq!(drawn(&desk), rest);
    desk.key(Key::F24);
    desk.frames(2);
    assert!(delay(&desk) < Duration::from_secs(4), "a key wakes them");
}

#[test]
fn living_boards_rest_without_animation() {
    for settings in [r#"{"lang":"en","speed":"off"}"#, r#"{"lang":"en","reduced_motion":true}"#] {
        let mut desk = begun(&Place::with(settings));
        let rest = drawn(&desk);
        desk.frames(20);
        assert_eq!(delay(&desk), Duration::MAX, "{settings}");
        assert_eq!(drawn(&desk), rest, "{settings}");
    }
}

#[test]
fn text_cursor_stops_blinking() {
    let mut desk = moving().open_on(StartPage::named("collection").unwrap());
    desk.ctrl(Key::F);
    desk.frames(4);
    assert!(desk.h.ctx.text_edit_focused());
    assert!(delay(&desk) <= Duration::from_secs(1), "it blinks");
    desk.frames(50);
    assert_eq!(delay(&desk), Duration::MAX);
    assert!(desk.h.ctx.text_edit_focused());
    desk.key(Key::ArrowLeft);
    desk.frames(2);
    assert!(delay(&desk) <= Duration::from_secs(1), "it blinks again");
}

#[test]
fn living_boards_rest_under_a_sheet() {
    for name in ["keys", "guide:flying"] {
        let mut desk = moving().open_on(StartPage::named(name).unwrap());
        desk.frames(20);
        assert_eq!(delay(&desk), Duration::MAX, "{name}");
    }
}

#[test]
fn clock_repaints_every_second_only_while_running() {
    let mut record = junqi_record("dark", "pr", 3);
    record.rules.clock_seconds = 30;
    let mut desk = moving().open();
    desk.h.state_mut().table = Some(Table::new(record, false).unwrap().into());
    desk.h.state_mut().go(Screen::Play);
    desk.until("my turn", |desk| {
        let table = desk.app().table.as_ref().unwrap().table::<Junqi>();
        table.animator.idle() && table.human_to_act().is_some()
    });
    desk.frames(8);
    for _ in 0..20 {
        desk.frames(1);
        assert!(delay(&desk) <= Duration::from_millis(1020), "{:?}", delay(&desk));
    }
    desk.h.state_mut().table.as_mut().unwrap().common_mut().resting = true;
    desk.frames(60);
    assert_eq!(delay(&desk), Duration::MAX, "it stands while the game rests");
}
