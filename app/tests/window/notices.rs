//! Short messages cover no control and no board, and the Tab key moves in reading order.

use std::path::PathBuf;

use egui::accesskit::{Action, Role};
use egui::{Key, Rect, vec2};
use egui_kittest::kittest::NodeT as _;
use qipan::app::Screen;
use qipan::command::{Command, PositionCommand};
use qipan::model::i18n::Lang;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::support::{Desk, Place, junqi_record, played, role, says};

/// The window sizes under test.
const SIZES: [(f32, f32); 3] = [(1024.0, 700.0), (1280.0, 800.0), (1920.0, 1080.0)];

const SCREENS: [Screen; 12] = [
    Screen::Home,
    Screen::NewGame,
    Screen::Play,
    Screen::Replay,
    Screen::Layout,
    Screen::Scripts,
    Screen::Tournament,
    Screen::Collection,
    Screen::Puzzles,
    Screen::Positions,
    Screen::Settings,
    Screen::About,
];

fn ask(desk: &mut Desk, command: Command) {
    let ctx = desk.h.ctx.clone();
    desk.h.state_mut().apply(command, &ctx);
    desk.frames(3);
}

/// Opens a window with a game on the table, its replay, and the other pages prepared.
fn desk(lang: Lang) -> Desk {
    let mut desk = Place::quick(lang).open();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let game = played(junqi_record("siguo_dark", "prrr", 1), 40, &mut rng);
    desk.put_junqi(game.record().clone(), |table| table.common.paused = true);
    ask(&mut desk, Command::OpenReplay);
    ask(&mut desk, Command::ShowPuzzles);
    ask(&mut desk, Command::EditLayout(None));
    ask(&mut desk, Command::Position(PositionCommand::Show));
    ask(&mut desk, Command::ShowScripts);
    desk.click_id("scripts-tournament");
    desk.frames(2);
    desk.on(Screen::Tournament);
    desk
}

/// Returns the rectangle of the message with this text.
fn message(desk: &Desk, text: &str) -> Rect {
    let root = desk.h.root();
    let node = root.children_recursive().find(|node| says(node).as_deref() == Some(text));
    node.unwrap_or_else(|| panic!("no {text:?}\n{}", desk.words())).rect()
}

/// Returns the names and rectangles of all controls and board cells, except of the message `text`.
fn used(desk: &Desk, text: &str) -> Vec<(String, Rect)> {
    let able = |node: &egui_kittest::Node<'_>| {
        let data = node.accesskit_node();
        let data = data.data();
        data.supports_action(Action::Click) || data.supports_action(Action::Focus)
    };
    let root = desk.h.root();
    let nodes = root.children_recursive();
    let nodes = nodes.filter(|node| able(node) || role(node) == Role::Cell);
    let named = nodes.filter_map(|node| Some((says(&node)?, node.rect())));
    named.filter(|(said, _)| said != text).collect()
}

#[test]
fn messages_cover_no_control_and_no_board() {
    for (lang, (width, height)) in [Lang::En, Lang::Zh]
        .into_iter()
        .flat_map(|lang| SIZES.into_iter().map(move |size| (lang, size)))
    {
        let mut desk = desk(lang);
        desk.h.set_size(vec2(width, height));
        for screen in SCREENS {
            desk.h.state_mut().go(screen);
            desk.frames(3);
            let place = PathBuf::from("/nowhere/a game with quite a long name.json");
            ask(&mut desk, Command::Open(place));
            assert_eq!(desk.app().screen(), screen);
            let name = "a game with quite a long name.json";
            let mut nodes = desk.nodes().into_iter().map(|(_, said)| said);
            let text = nodes.rfind(|said| said.contains(name));
            let text = text.unwrap_or_else(|| panic!("no message\n{}", desk.words()));
            let rect = message(&desk, &text).expand2(vec2(10.0, 3.0));
            assert!(desk.h.ctx.content_rect().contains_rect(rect), "{screen:?}: {rect:?}");
            let used = used(&desk, &text);
            assert!(used.len() > 2, "{screen:?}");
            for (said, place) in used {
                let over = place.intersect(rect);
                let free = !over.is_positive() || over.width().min(over.height()) < 1.0;
                assert!(free, "{screen:?} at {width} x {height}: {rect:?} on {said:?} {place:?}");
            }
        }
    }
}

#[test]
fn clicked_message_disappears() {
    let mut desk = desk(Lang::En);
    desk.h.state_mut().go(Screen::Play);
    ask(&mut desk, Command::Open(PathBuf::from("/nowhere/at all.json")));
    let mut nodes = desk.nodes().into_iter().map(|(_, said)| said);
    let text = nodes.rfind(|said| said.contains("at all.json")).unwrap();
    desk.click_at(message(&desk, &text).center());
    desk.frames(2);
    assert!(!desk.sees(&text), "{}", desk.words());
}

/// Returns the rectangles that Tab reaches, up to the first repetition.
fn tabbed(desk: &mut Desk) -> Vec<Rect> {
    let mut places: Vec<Rect> = Vec::new();
    for _ in 0..40 {
        desk.key(Key::Tab);
        let root = desk.h.root();
        let Some(place) = root.children_recursive().find(|node| node.is_focused()) else {
            continue;
        };
        let place = place.rect();
        if places.contains(&place) {
            break;
        }
        places.push(place);
    }
    places
}

#[test]
fn tab_moves_left_to_right_in_the_top_row() {
    let mut desk = desk(Lang::En);
    for screen in SCREENS {
        desk.h.ctx.memory_mut(|memory| {
            let focused = memory.focused();
            focused.into_iter().for_each(|id| memory.surrender_focus(id));
        });
        desk.h.state_mut().go(screen);
        desk.frames(3);
        let places = tabbed(&mut desk);
        assert!(!places.is_empty(), "{screen:?}");
        let rows = places.windows(2).filter(|pair| pair.iter().all(|place| place.bottom() < 64.0));
        for pair in rows {
            assert!(pair[0].left() < pair[1].left(), "{screen:?}: {pair:?}");
        }
        if screen == Screen::Home {
            let top: Vec<&Rect> = places.iter().filter(|place| place.bottom() < 64.0).collect();
            assert_eq!(top.len(), 6, "{places:?}");
            assert_eq!(*top[0], places[0], "the row on top comes first");
        }
    }
}
