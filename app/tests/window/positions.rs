//! The positions page. Positions are set up by hand, taken from a replay or pasted as a line, then
//! played as games.

use egui::{Event, Key, PointerButton};
use qipan::app::Screen;
use qipan::command::{Command, PositionCommand, ReplayCommand};
use qipan::model::i18n::Lang;
use qipan_core::contract::game::{Game, Turn};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::position::{PositionLine, Positions};
use qipan_core::games::junqi::Junqi;
use qipan_core::games::race::{Race, Rules};

use crate::support::{Desk, Place};

/// Opens the page from the home screen.
fn open_page(lang: Lang) -> Desk {
    let mut desk = Place::quick(lang).open();
    desk.click_id("position-title");
    desk.frames(2);
    desk.on(Screen::Positions);
    desk
}

/// Pastes a line into the window.
fn paste(desk: &mut Desk, line: &str) {
    desk.h.event(Event::Paste(line.to_owned()));
    desk.frames(3);
}

/// Returns the position on the page.
fn position_line<G: Positions>(desk: &Desk) -> PositionLine<G> {
    desk.app().screens.positions.text().parse().unwrap_or_else(|error| panic!("{error}"))
}

fn right_click(desk: &mut Desk, pos: egui::Pos2) {
    desk.h.hover_at(pos);
    desk.frames(1);
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Secondary, egui::Modifiers::NONE);
        desk.h.event(Event::PointerButton { pos, button, pressed, modifiers });
        desk.frames(1);
    }
}

/// Returns the centre of a cell, found by its accessible name.
fn cell_centre(desk: &Desk, cell: &str, piece: Option<&str>) -> egui::Pos2 {
    let label = match piece {
        Some(piece) => desk.tf("position-cell", &[("cell", cell.into()), ("what", piece.into())]),
        None => desk.tf("position-cell-empty", &[("cell", cell.into())]),
    };
    desk.centre_of(&label)
}

#[test]
fn planes_are_moved_dragged_and_sent_home() {
    let mut desk = open_page(Lang::En);
    assert!(position_line::<Race>(&desk).set_up().is_ok());
    desk.click("Red hangar, slot 1: Red, plane 1");
    desk.click("square 3: empty");
    assert!(
        desk.app().screens.positions.text().contains(" red=4,-,-,- "),
        "{}",
        desk.app().screens.positions.text()
    );
    // Red's path does not include every square, and the refusal is shown.
    desk.click("square 3: Red, plane 1");
    desk.click("square 51: empty");
    let refusal = desk.tf("position-cannot-stand", &[("cell", "square 51".into())]);
    desk.assert_sees(&refusal);
    let (from, to) = (
        cell_centre(&desk, "square 3", Some("Red, plane 1")),
        cell_centre(&desk, "square 9", None),
    );
    desk.drag(PointerButton::Primary, from, to);
    desk.frames(2);
    assert!(
        desk.app().screens.positions.text().contains(" red=10,-,-,- "),
        "{}",
        desk.app().screens.positions.text()
    );
    // A position whose roll allows no action cannot be played, and the reason is shown.
    desk.click(&desk.tf("position-takes-part", &[("seat", desk.t("seat-yellow").into())]));
    desk.click(&desk.tf("position-die-face", &[("die", 3.into())]));
    desk.frames(2);
    assert_eq!(desk.app().screens.positions.problem(desk.app().i18n()), None);
    let text = desk.app().screens.positions.text().to_owned();
    assert!(text.contains("die=3") && !text.contains("yellow"), "{text}");
    let from = cell_centre(&desk, "square 9", Some("Red, plane 1"));
    desk.drag(PointerButton::Primary, from, from + egui::vec2(1100.0, 0.0));
    desk.frames(2);
    let args = [("seat", desk.t("seat-red").into()), ("die", 3.into())];
    desk.assert_sees(&desk.tf("position-bad-nothing", &args));
    assert!(!desk.has_control(&desk.t("position-play")));
}

#[test]
fn pasted_line_is_validated_replayed_and_played() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = open_page(lang);
        for (bad_line, id) in [
            ("qipan chess", "position-line-start"),
            ("qipan race aeroplane red=4", "position-line-missing"),
            ("qipan race aeroplane turn=red red=four", "position-line-word"),
            ("qipan race aeroplane turn=red red=4 pink=5", "position-line-unknown"),
        ] {
            paste(&mut desk, bad_line);
            let problem = desk.app().screens.positions.problem(desk.app().i18n()).unwrap();
            assert!(desk.sees(&problem) && !problem.contains(['⟨', '{']), "{id}: {problem}");
            assert!(!desk.has_control(&desk.t("position-play")), "{bad_line}");
        }
        let race = "qipan race aeroplane turn=blue die=6 red=4,-,-,- blue=home,12,-,-";
        paste(&mut desk, race);
        assert_eq!(position_line::<Race>(&desk).to_string(), race);
        desk.click_id("position-ask");
        desk.frames(2);
        desk.on(Screen::Replay);
        let blue = Race::seat_by_name("blue").unwrap();
        assert_eq!(desk.replay().session().states()[0].turn(), Turn::Seat(blue));
        desk.key(Key::Escape);
        desk.frames(2);
        desk.click_id("position-play");
        desk.frames(2);
        desk.on(Screen::NewGame);
        desk.assert_sees_id("position-begins");
        let rules = |desk: &Desk| desk.app().screens.new_game.seating().rules.of::<Race>().cloned();
        let has_usual_rules = |desk: &Desk| rules(desk) == Some(Rules::AEROPLANE);
        // After several positions, the usual rules return when the last position is dropped.
        for settings in ["takeoff=5,6 red=4 blue=3", "takeoff=6 red=4 blue=3"] {
            desk.key(Key::Escape);
            desk.frames(2);
            paste(&mut desk, &format!("qipan race aeroplane turn=blue {settings}"));
            desk.click_id("position-play");
            desk.frames(2);
            assert!(!has_usual_rules(&desk));
        }
        desk.click_id("position-drop");
        desk.frames(2);
        assert!(has_usual_rules(&desk), "{}", desk.node_texts());
        desk.key(Key::Escape);
        desk.frames(2);
        paste(&mut desk, race);
        desk.click_id("position-play");
        desk.frames(2);
        desk.click_id("new-start");
        desk.frames(3);
        desk.on(Screen::Play);
        assert!(desk.record().deal.position.is_some());
        assert_eq!(desk.record().seats().len(), 2);
    }
}

#[test]
fn junqi_pieces_are_placed_and_removed() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = open_page(lang);
        paste(&mut desk, "qipan junqi dark turn=south south=S62F north=N62F,N11P");
        let seat = desk.t("seat-south");
        desk.assert_sees(&desk.tf("position-bad-no-move", &[("seat", seat.clone().into())]));
        let piece = [("seat", seat.into()), ("piece", desk.t("piece-engineer").into())];
        let engineer = desk.tf("junqi-piece", &piece);
        let beside = [("piece", engineer.as_str().into()), ("count", 3.into())];
        desk.click(&desk.tf("position-spoken-beside", &beside));
        let i18n = desk.app().i18n();
        let rules = qipan_core::games::junqi::Rules::preset("dark").unwrap();
        let cell_name = |cell: &str| {
            let cell = cell.parse().unwrap();
            qipan::games::junqi::words::cell(i18n, &rules, cell)
        };
        let (first, second) = (cell_name("S11"), cell_name("S22"));
        desk.click(&desk.tf("position-cell-empty", &[("cell", first.into())]));
        desk.click(&desk.tf("position-cell-empty", &[("cell", second.clone().into())]));
        desk.frames(2);
        assert!(desk.app().screens.positions.text().contains("south=S11G,S22G,S62F"));
        assert_eq!(desk.app().screens.positions.problem(desk.app().i18n()), None);
        desk.key(Key::Escape);
        desk.on(Screen::Positions);
        let second_centre = desk.centre_of_any(
            &desk.tf("position-cell", &[("cell", second.into()), ("what", engineer.into())]),
        );
        right_click(&mut desk, second_centre);
        desk.frames(2);
        assert!(desk.app().screens.positions.text().contains("south=S11G,S62F"));
        desk.click_id("position-clear");
        desk.frames(2);
        assert!(!desk.has_control(&desk.t("position-play")));
        desk.click_id("position-reset");
        desk.frames(2);
        assert!(position_line::<Junqi>(&desk).set_up().is_ok());
    }
}

#[test]
fn position_is_taken_from_a_replay() {
    let mut desk = Place::quick(Lang::En).open();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../saves/sample-aeroplane.json");
    let ctx = desk.h.ctx.clone();
    desk.h.state_mut().apply(Command::Open(file.into()), &ctx);
    desk.frames(2);
    desk.on(Screen::Replay);
    desk.h.state_mut().apply(Command::Replay(ReplayCommand::Seek(60)), &ctx);
    desk.frames(2);
    desk.click_id("position-menu");
    desk.frames(2);
    desk.click_id("position-edit");
    desk.frames(2);
    desk.on(Screen::Positions);
    let state = desk.replay().session().states()[60].clone();
    assert!(position_line::<Race>(&desk).set_up().unwrap() == state);
    let copy = Command::Position(PositionCommand::Copy("qipan".to_owned()));
    desk.h.state_mut().apply(copy, &ctx);
    desk.frames(3);
    desk.assert_sees_id("share-copied");
}
