//! An idle window repaints only while something moves.

use std::time::Duration;

use egui::{Event, Key, ViewportId};
use qipan::app::{Screen, StartPage};
use qipan::play::table::Table;
use qipan_core::games::junqi::Junqi;

use crate::support::{Desk, Place, junqi_record};

/// Returns the repaint delay of the window. `Duration::MAX` means never.
fn repaint_delay(desk: &Desk) -> Duration {
    desk.h.output().viewport_output[&ViewportId::ROOT].repaint_delay
}

/// Returns the drawn shapes as text for comparison.
fn shapes_text(desk: &Desk) -> String {
    format!("{:?}", desk.h.output().shapes)
}

/// Creates a folder with default settings, so animations are on.
fn place_with_animations() -> Place {
    Place::with(r#"{"lang":"en"}"#)
}

/// Opens the window and waits until scripts and thumbnails are loaded.
fn open_and_load(place: &Place) -> Desk {
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
        "lessons",
        "lesson:dark",
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
        let mut desk = place_with_animations().open_on(page);
        desk.frames(20);
        // Boards on the home screen move for a minute. The harness draws four frames a second.
        for _ in 0..380 {
            if repaint_delay(&desk) == Duration::MAX {
                break;
            }
            desk.frames(1);
        }
        desk.frames(20);
        assert_eq!(repaint_delay(&desk), Duration::MAX, "{name}");
    }
}

#[test]
fn living_boards_are_drawn_at_most_twelve_times_a_second() {
    let mut desk = open_and_load(&place_with_animations());
    desk.on(Screen::Home);
    let first = shapes_text(&desk);
    desk.until("a board to move", |desk| shapes_text(desk) != first);
    for _ in 0..40 {
        desk.key(Key::F24);
        desk.frames(1);
        let delay = repaint_delay(&desk);
        assert!(delay < Duration::from_secs(4), "the boards go on: {delay:?}");
        // Repaints because of the key do not advance the boards early.
    }
    let mut min_delay = Duration::MAX;
    for _ in 0..40 {
        desk.frames(1);
        min_delay = min_delay.min(repaint_delay(&desk));
    }
    assert!(min_delay >= Duration::from_secs_f64(1.0 / 12.0), "{min_delay:?}");
}

#[test]
fn living_boards_rest_without_focus() {
    let mut desk = open_and_load(&place_with_animations());
    desk.h.input_mut().focused = false;
    desk.h.input_mut().events.push(Event::WindowFocused(false));
    desk.frames(8);
    assert_eq!(repaint_delay(&desk), Duration::MAX);
    let shapes_at_rest = shapes_text(&desk);
    desk.frames(20);
    assert_eq!(shapes_text(&desk), shapes_at_rest);
    desk.h.input_mut().focused = true;
    desk.h.input_mut().events.push(Event::WindowFocused(true));
    desk.frames(2);
    assert!(repaint_delay(&desk) < Duration::from_secs(4));
    desk.until("a board to move", |desk| shapes_text(desk) != shapes_at_rest);
}

#[test]
fn living_boards_rest_after_a_minute_without_input() {
    let mut desk = open_and_load(&place_with_animations());
    desk.key(Key::F24);
    // The harness draws four frames a second.
    desk.frames(230);
    assert!(repaint_delay(&desk) < Duration::from_secs(4), "the minute is not over");
    desk.frames(14);
    assert_eq!(repaint_delay(&desk), Duration::MAX);
    let shapes_at_rest = shapes_text(&desk);
    desk.frames(20);
    assert_eq!(shapes_text(&desk), shapes_at_rest);
    desk.key(Key::F24);
    desk.frames(2);
    assert!(repaint_delay(&desk) < Duration::from_secs(4), "a key starts the boards again");
}

#[test]
fn living_boards_rest_without_animation() {
    for settings in [r#"{"lang":"en","speed":"off"}"#, r#"{"lang":"en","reduced_motion":true}"#] {
        let mut desk = open_and_load(&Place::with(settings));
        let shapes_at_rest = shapes_text(&desk);
        desk.frames(20);
        assert_eq!(repaint_delay(&desk), Duration::MAX, "{settings}");
        assert_eq!(shapes_text(&desk), shapes_at_rest, "{settings}");
    }
}

#[test]
fn text_cursor_stops_blinking() {
    let mut desk = place_with_animations().open_on(StartPage::named("collection").unwrap());
    desk.ctrl(Key::F);
    desk.frames(4);
    assert!(desk.h.ctx.text_edit_focused());
    assert!(repaint_delay(&desk) <= Duration::from_secs(1), "the cursor blinks");
    desk.frames(50);
    assert_eq!(repaint_delay(&desk), Duration::MAX);
    assert!(desk.h.ctx.text_edit_focused());
    desk.key(Key::ArrowLeft);
    desk.frames(2);
    assert!(repaint_delay(&desk) <= Duration::from_secs(1), "the cursor blinks again");
}

#[test]
fn living_boards_rest_under_a_sheet() {
    for name in ["keys", "guide:flying"] {
        let mut desk = place_with_animations().open_on(StartPage::named(name).unwrap());
        desk.frames(20);
        assert_eq!(repaint_delay(&desk), Duration::MAX, "{name}");
    }
}

#[test]
fn clock_repaints_every_second_only_while_running() {
    let mut record = junqi_record("dark", "pr", 3);
    record.rules.clock_seconds = 30;
    let mut desk = place_with_animations().open();
    desk.h.state_mut().table = Some(Table::new(record, false).unwrap().into());
    desk.h.state_mut().go(Screen::Play);
    desk.until("the person's turn", |desk| {
        let table = desk.app().table.as_ref().unwrap().table::<Junqi>();
        table.animator.is_idle() && table.human_to_act().is_some()
    });
    desk.frames(8);
    for _ in 0..20 {
        desk.frames(1);
        assert!(repaint_delay(&desk) <= Duration::from_millis(1020), "{:?}", repaint_delay(&desk));
    }
    desk.h.state_mut().table.as_mut().unwrap().common_mut().waits_for_player = true;
    desk.frames(60);
    assert_eq!(repaint_delay(&desk), Duration::MAX, "the clock is halted while the game rests");
}
