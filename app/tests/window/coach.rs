//! The coach: it asks before a costly move is played, and only then.

use egui::Key;
use qipan::app::Screen;
use qipan::command::Command;
use qipan::model::i18n::Lang;
use qipan::model::narration::Narrate as _;
use qipan_core::contract::game::{Game as _, Step, Viewer};
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{Action, Junqi};

use crate::support::{Desk, Place, junqi_from};

const LANGS: [Lang; 2] = [Lang::En, Lang::Zh];

/// South's last strong piece is beside the shown Flag of North. The piece on N61 has never moved, so
/// it is probably a Landmine. The piece on N52 has moved.
const SIEGE: &str = "qipan junqi dark turn=south south=N51Hm,S25P,S41N,S45Z,S52P,S54D,S55G,S61P,\
                     S63D,S64F,S65D north=N12N,N13Lm,N32T,N35Y,N41L,N43Z,N45T,N52Pm,N54D,N61D,\
                     N62Fs,N63D,N65P ply=60";

fn action(text: &str) -> Action {
    text.parse().unwrap()
}

/// Clicks the cells of a move.
fn click_move(desk: &mut Desk, action: Action) {
    for cell in [action.from(), action.to()] {
        let node = desk.node_at(cell);
        desk.click(&node);
        desk.frames(1);
    }
}

/// Returns true if South's last choice on the table is this action.
fn is_played(desk: &Desk, action: Action) -> bool {
    let seat = Seat::new(0);
    let steps = &desk.junqi().session.record().steps;
    steps.iter().any(|step| match step {
        Step::Act { seat: by, action: played } => *by == seat && *played == action,
        _ => false,
    })
}

/// Opens a game in which the coach asks about a costly move.
pub fn open_warning(place: &Place) -> Desk {
    let mut desk = place.open();
    desk.put_junqi(junqi_from("dark", "pr", SIEGE), |_| {});
    desk.key(Key::C);
    desk.frames(2);
    click_move(&mut desk, action("N51 N61"));
    desk.until("the coach", |desk| desk.junqi().warning().is_some());
    desk
}

#[test]
fn coach_asks_before_a_costly_move() {
    for lang in LANGS {
        let mut desk = Place::quick(lang).open();
        desk.put_junqi(junqi_from("dark", "pr", SIEGE), |_| {});
        desk.key(Key::C);
        desk.frames(2);
        desk.assert_sees_id("notice-coach-on");
        let (costly, good) = (action("N51 N61"), action("N51 N52"));
        click_move(&mut desk, costly);
        desk.until("the coach", |desk| desk.junqi().warning().is_some());
        desk.frames(2);
        desk.assert_sees_id("coach-ask");
        let view = desk.junqi().state().view(Viewer::Seat(Seat::new(0)));
        let risk = Junqi::risk(desk.app().i18n(), &view, Seat::new(0), costly).unwrap();
        desk.assert_sees(&risk);
        assert_eq!(desk.junqi().steps(), 0, "the coach asks first");
        desk.click_id("coach-again");
        desk.frames(2);
        assert!(desk.junqi().warning().is_none());
        // A good move is played without a question.
        click_move(&mut desk, good);
        desk.until("the move", |desk| is_played(desk, good));
    }
}

#[test]
fn person_can_play_the_costly_move_anyway() {
    for lang in LANGS {
        let mut desk = Place::quick(lang).open();
        desk.put_junqi(junqi_from("dark", "pr", SIEGE), |_| {});
        desk.menu("menu-coach-on");
        desk.frames(2);
        desk.assert_sees_id("notice-coach-on");
        let costly = action("N51 N61");
        click_move(&mut desk, costly);
        desk.until("the coach", |desk| desk.junqi().warning().is_some());
        desk.frames(2);
        desk.click_id("coach-play");
        desk.until("the move", |desk| is_played(desk, costly));
    }
}

#[test]
fn coach_stays_on_for_the_preset() {
    let mut desk = Place::quick(Lang::En).open();
    desk.put_junqi(junqi_from("dark", "pr", SIEGE), |_| {});
    desk.key(Key::C);
    desk.frames(2);
    let good = action("N51 N52");
    click_move(&mut desk, good);
    desk.until("the move", |desk| is_played(desk, good));
    let is_coached = |desk: &Desk| desk.app().table.as_ref().unwrap().facts().is_coached;
    let mut desk = desk.crash();
    assert!(is_coached(&desk));
    desk.h.state_mut().go(Screen::Play);
    desk.frames(2);
    desk.key(Key::C);
    desk.frames(2);
    assert!(!is_coached(&desk));
    let desk = desk.crash();
    assert!(!is_coached(&desk));
}

#[test]
fn coach_is_off_at_first() {
    let mut desk = Place::quick(Lang::En).open();
    desk.put_junqi(junqi_from("dark", "pr", SIEGE), |_| {});
    let costly = action("N51 N61");
    click_move(&mut desk, costly);
    desk.frames(1);
    assert!(is_played(&desk, costly));
}

#[test]
fn coach_knows_only_what_the_seat_sees() {
    let mut values = Vec::new();
    for line in [SIEGE.to_owned(), SIEGE.replace("N61D", "N61G").replace("N65P", "N65D")] {
        let mut desk = Place::quick(Lang::En).open();
        desk.put_junqi(junqi_from("dark", "pr", &line), |_| {});
        desk.key(Key::C);
        click_move(&mut desk, action("N51 N61"));
        desk.until("the coach", |desk| desk.junqi().warning().is_some());
        values.push(desk.junqi().warning().unwrap());
    }
    assert_eq!(values[0], values[1], "the piece on N61 is hidden");
}

/// Presses the switch of the coach in the form for dark Junqi, and starts the game.
fn switch_coach_and_start(desk: &mut Desk) {
    let ctx = desk.h.ctx.clone();
    desk.h.state_mut().apply(Command::NewGame("dark".to_owned()), &ctx);
    desk.frames(3);
    desk.click_id("new-coach");
    desk.frames(2);
    desk.click_id("new-start");
    desk.on(Screen::Play);
}

#[test]
fn form_turns_the_coach_on_for_the_next_games_of_a_preset() {
    let is_coached = |desk: &Desk| desk.app().table.as_ref().unwrap().facts().is_coached;
    for lang in LANGS {
        let mut desk = Place::quick(lang).open();
        switch_coach_and_start(&mut desk);
        assert!(is_coached(&desk));
        // The choice stays, also after a restart.
        let mut desk = desk.reopen();
        switch_coach_and_start(&mut desk);
        assert!(!is_coached(&desk));
    }
}
