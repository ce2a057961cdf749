//! Details of single screens: the choice of a colour, the Enter and Esc keys, the names of robots,
//! and the commitment and numbers of the dice.

use egui::{Key, Rect, Shape};
use qipan::app::Screen;
use qipan::command::Command;
use qipan::games::words::seat as seat_name;
use qipan::model::i18n::Lang;
use qipan::model::settings::Settings;
use qipan_core::contract::game::Game as _;
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::Race;
use qipan_core::play::session::Session;
use qipan_core::record::Player;

use crate::support::{Desk, InputDevice, Place, record, robot};

const LANGS: [Lang; 2] = [Lang::En, Lang::Zh];

/// Opens the new-game form of a game from the home screen.
fn open_form(lang: Lang, game: &str) -> Desk {
    let mut desk = Place::quick(lang).open();
    let game = desk.t(&format!("game-{game}"));
    desk.click(&desk.tf("home-play", &[("game", game.into())]));
    desk.frames(3);
    desk.on(Screen::NewGame);
    desk
}

/// Starts Flying Chess with one person, before a colour is chosen.
fn start_colour_choice(lang: Lang) -> Desk {
    let mut desk = open_form(lang, "flying");
    desk.click_id("new-start");
    desk.frames(3);
    assert!(desk.table().is_picking_colour);
    desk
}

/// Returns the seats played by people.
fn people(desk: &Desk) -> Vec<Seat> {
    desk.race().seats().iter().filter(|seat| desk.table().is_human(*seat)).collect()
}

#[test]
fn colour_is_chosen_by_a_click_on_its_part_of_the_board() {
    for lang in LANGS {
        for (index, name) in ["red", "yellow", "blue", "green"].into_iter().enumerate() {
            let mut desk = start_colour_choice(lang);
            let seat = Seat::new(index as u8);
            let colour = seat_name::<Race>(desk.app().i18n(), seat);
            let slot = |desk: &Desk, slot: usize| {
                let args = [("seat", colour.clone().into()), ("slot", slot.into())];
                desk.centre_of_any(&desk.tf("spoken-slot", &args))
            };
            // The click is between the planes or on one of them.
            let points = [slot(&desk, 1).lerp(slot(&desk, 4), 0.5), slot(&desk, 2)];
            let point = points[index % 2];
            // Before the choice no seat is marked as the player's, and planes cannot move.
            let comma = if lang == Lang::En { ", " } else { "，" };
            let you = format!("{comma}{}{comma}", desk.t("play-you"));
            assert!(!desk.sees_part(&you), "{}", desk.node_texts());
            desk.assert_sees_id("play-pick-open");
            desk.key(Key::Num1);
            desk.frames(1);
            desk.assert_sees_id("refuse-pick");
            desk.click_at(point);
            desk.frames(2);
            assert!(!desk.table().is_picking_colour, "{name}\n{}", desk.node_texts());
            assert_eq!(people(&desk), [seat], "{name}");
            assert!(!desk.sees_part(&desk.t("refuse-pick")), "the refusal is gone");
            assert!(!desk.sees_part(&desk.t("play-pick-open")) && desk.sees_part(&you));
        }
    }
}

#[test]
fn enter_in_a_form_field_does_not_start_a_game() {
    for lang in LANGS {
        let mut desk = open_form(lang, "junqi");
        let clock = desk.t("rule-clock_seconds");
        desk.unfold_rules(InputDevice::Mouse);
        let centre = desk.centre_of(&clock);
        desk.wheel(centre.min(egui::pos2(900.0, 400.0)));
        desk.click(&clock);
        desk.frames(2);
        desk.ctrl(Key::A);
        desk.write("45");
        desk.key(Key::Enter);
        desk.frames(3);
        desk.on(Screen::NewGame);
        assert!(desk.app().table.is_none(), "no game was started");
        // Without a focused field, Enter starts the game.
        desk.h.ctx.memory_mut(|memory| {
            let focused = memory.focused();
            focused.into_iter().for_each(|id| memory.surrender_focus(id));
        });
        desk.frames(1);
        desk.key(Key::Enter);
        desk.frames(3);
        desk.on(Screen::Play);
        assert_eq!(desk.junqi().session.record().rules.clock_seconds, 45);
    }
}

#[test]
fn enter_in_the_seed_field_does_not_start_a_game() {
    let mut desk = open_form(Lang::En, "flying");
    desk.unfold_rules(InputDevice::Mouse);
    desk.click_below(&desk.t("new-seed"));
    desk.write("7");
    desk.key(Key::Enter);
    desk.frames(3);
    desk.on(Screen::NewGame);
}

#[test]
fn esc_closes_the_house_rule_list_before_the_page() {
    for lang in LANGS {
        let mut desk = open_form(lang, "flying");
        let button = |desk: &Desk, id: &str| format!("{}: {}", desk.t("house-head"), desk.t(id));
        desk.unfold_rules(InputDevice::Mouse);
        desk.click(&button(&desk, "rules-choose"));
        desk.frames(3);
        assert!(desk.has_control(&button(&desk, "rules-done")));
        desk.key(Key::Escape);
        desk.frames(3);
        desk.on(Screen::NewGame);
        assert!(desk.has_control(&button(&desk, "rules-choose")), "{}", desk.node_texts());
        desk.key(Key::Escape);
        desk.on(Screen::Home);
    }
}

#[test]
fn robot_names_follow_the_window_language() {
    let start = |lang| {
        let mut desk = open_form(lang, "aeroplane");
        desk.click_id("new-start");
        desk.frames(3);
        desk
    };
    let names = |desk: &Desk| -> Vec<String> {
        let robots = desk.record().players.iter().filter(|(_, player)| !player.is_human());
        robots.map(|(_, player)| player.name.clone()).collect()
    };
    let (mut desk, chinese_desk) = (start(Lang::En), start(Lang::Zh));
    let (english, chinese) = (names(&desk), names(&chinese_desk));
    assert!(!english.is_empty() && english.iter().zip(&chinese).all(|(a, b)| a != b));
    english.iter().for_each(|name| desk.assert_sees(name));
    let settings = Settings { lang: Lang::Zh, ..desk.app().settings.clone() };
    let ctx = desk.h.ctx.clone();
    desk.h.state_mut().apply(Command::ChangeSettings(Box::new(settings)), &ctx);
    desk.frames(3);
    desk.on(Screen::Play);
    for (english, chinese) in english.iter().zip(&chinese) {
        desk.assert_sees(chinese);
        assert!(!desk.sees_part(english), "{english}\n{}", desk.node_texts());
    }
    assert_eq!(names(&desk), english, "the record keeps the names of the first language");
    // A name given by a person is not translated.
    let mut players = [Some(robot("greedy")), None, Some(Player::human("Kim")), None];
    players[0].as_mut().unwrap().name = "Old friend".to_owned();
    desk.put(record("aeroplane", players, 1));
    desk.assert_sees("Old friend");
}

/// Returns the visible texts of the last frame with their bounds, and the horizontal lines.
fn painted_texts_and_lines(desk: &Desk) -> (Vec<(String, Rect)>, Vec<Rect>) {
    let (mut texts, mut lines) = (Vec::new(), Vec::new());
    for clipped in &desk.h.output().shapes {
        collect(&clipped.shape, clipped.clip_rect, &mut texts, &mut lines);
    }
    (texts, lines)
}

/// Collects the texts and horizontal lines of a shape.
fn collect(shape: &Shape, clip: Rect, texts: &mut Vec<(String, Rect)>, lines: &mut Vec<Rect>) {
    match shape {
        Shape::Vec(shapes) => {
            shapes.iter().for_each(|shape| collect(shape, clip, texts, lines));
        }
        Shape::Text(text) => {
            let rect = text.galley.mesh_bounds.translate(text.pos.to_vec2());
            if clip.intersects(rect) {
                texts.push((text.galley.text().to_owned(), rect));
            }
        }
        Shape::LineSegment { points: [a, b], .. } if a.y == b.y && clip.contains(*a) => {
            lines.push(Rect::from_two_pos(*a, *b));
        }
        _ => {}
    }
}

/// Plays the first steps of a race of two people, always with the first action. Without robots,
/// nothing moves in the window that shows it.
fn play_race(seed: u64, steps: usize) -> Session<Race> {
    let person = || Some(Player::human("person"));
    let players = [person(), None, person(), None];
    let mut session = Session::new(record("aeroplane", players, seed)).unwrap();
    while session.record().steps.len() < steps && session.state().outcome().is_none() {
        match session.actions().first() {
            Some(action) => drop(session.act(session.state().seat_to_move(), *action).unwrap()),
            None => drop(session.roll().unwrap()),
        }
    }
    session
}

#[test]
fn details_show_the_commitment_and_at_the_end_the_seed() {
    for lang in LANGS {
        for (steps, is_over) in [(120, false), (usize::MAX, true)] {
            let session = play_race(1, steps);
            let chance = *session.record().chance.last().unwrap();
            let (seed, commitment) = (chance.seed.to_hex(), chance.commitment.to_string());
            let mut desk = Place::quick(lang).open();
            desk.put(session.record().clone());
            desk.settle();
            assert!(!desk.sees_part(&seed) && !desk.sees_part(&commitment));
            desk.click_id("play-details");
            desk.frames(3);
            assert_eq!((desk.sees_part(&seed), desk.sees_part(&commitment)), (is_over, !is_over));
        }
    }
}

#[test]
fn dice_numbers_are_not_struck_through() {
    for lang in LANGS {
        for seed in 0..4 {
            let session = play_race(seed, 120);
            let mut desk = Place::quick(lang).open();
            desk.put(session.record().clone());
            desk.menu("play-replay");
            desk.click_id("replay-dice");
            desk.frames(3);
            let (texts, lines) = painted_texts_and_lines(&desk);
            let numbers: Vec<&(String, Rect)> =
                texts.iter().filter(|(text, _)| text.parse::<u32>().is_ok()).collect();
            assert!(numbers.len() >= 12 && lines.len() > 10, "{} {}", numbers.len(), lines.len());
            for (number, rect) in numbers {
                for line in &lines {
                    let is_crossed = rect.y_range().contains(line.center().y)
                        && rect.left() < line.right()
                        && line.left() < rect.right();
                    assert!(!is_crossed, "{number} at {rect:?} is struck through by {line:?}");
                }
            }
        }
    }
}

#[test]
fn boards_show_the_numbers_of_squares_in_a_tooltip_and_by_a_setting() {
    for lang in LANGS {
        let place = Place::quick(lang);
        let settings: serde_json::Value =
            serde_json::from_str(&place.read("settings.json")).unwrap();
        for numbers in [false, true] {
            let mut settings = settings.clone();
            settings["board_numbers"] = numbers.into();
            place.write("settings.json", &settings.to_string());
            let mut desk = place.open();
            desk.put(play_race(0, 20).record().clone());
            desk.settle();
            let square = desk.tf("cell-square", &[("number", 40.into())]);
            let spot = desk.rect_of_last(&square).center();
            let (texts, _) = painted_texts_and_lines(&desk);
            let on_square = |(text, rect): &(String, Rect)| text == "40" && rect.contains(spot);
            assert_eq!(texts.iter().any(on_square), numbers, "{lang:?}");
            let named =
                |desk: &Desk| desk.nodes().iter().filter(|(_, name)| *name == square).count();
            let before = named(&desk);
            desk.h.hover_at(spot);
            desk.frames(60);
            assert_eq!(named(&desk), before + 1, "{lang:?}");
        }
    }
}
