//! Short messages cover no control and no board, and the Tab key moves in reading order.

use std::path::PathBuf;

use egui::accesskit::{Action, Role};
use egui::{Key, Rect, vec2};
use egui_kittest::kittest::NodeT as _;
use qipan::app::Screen;
use qipan::command::{Command, LessonCommand, PositionCommand};
use qipan::model::i18n::Lang;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::support::{Desk, Place, junqi_record, node_text, played, role};

/// The window sizes under test.
const SIZES: [(f32, f32); 3] = [(1024.0, 700.0), (1280.0, 800.0), (1920.0, 1080.0)];

/// The screens under test.
const SCREENS: [Screen; 13] = [
    Screen::Home,
    Screen::NewGame,
    Screen::Play,
    Screen::Replay,
    Screen::Layout,
    Screen::Scripts,
    Screen::Tournament,
    Screen::Collection,
    Screen::Puzzles,
    Screen::Lessons,
    Screen::Positions,
    Screen::Settings,
    Screen::About,
];

/// Carries out a command.
fn carry_out(desk: &mut Desk, command: Command) {
    let ctx = desk.h.ctx.clone();
    desk.h.state_mut().apply(command, &ctx);
    desk.frames(3);
}

/// Opens a window with a game on the table, its replay, and the other pages prepared.
fn open_with_pages(lang: Lang) -> Desk {
    let mut desk = Place::quick(lang).open();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let game = played(junqi_record("siguo_dark", "prrr", 1), 40, &mut rng);
    desk.put_junqi(game.record().clone(), |table| table.common.is_paused = true);
    carry_out(&mut desk, Command::OpenReplay);
    carry_out(&mut desk, Command::ShowPuzzles);
    carry_out(&mut desk, Command::Lesson(LessonCommand::Show));
    carry_out(&mut desk, Command::EditLayout(None));
    carry_out(&mut desk, Command::Position(PositionCommand::Show));
    carry_out(&mut desk, Command::ShowScripts);
    desk.click_id("scripts-tournament");
    desk.frames(2);
    desk.on(Screen::Tournament);
    desk
}

/// Returns the rectangle of the message with this text.
fn message_rect(desk: &Desk, text: &str) -> Rect {
    let root = desk.h.root();
    let node = root.children_recursive().find(|node| node_text(node).as_deref() == Some(text));
    node.unwrap_or_else(|| panic!("no {text:?}\n{}", desk.node_texts())).rect()
}

/// Returns the names and rectangles of all controls and board cells, except of the message `text`.
fn controls_and_cells(desk: &Desk, text: &str) -> Vec<(String, Rect)> {
    let is_control = |node: &egui_kittest::Node<'_>| {
        let data = node.accesskit_node();
        let data = data.data();
        data.supports_action(Action::Click) || data.supports_action(Action::Focus)
    };
    let root = desk.h.root();
    let nodes = root.children_recursive();
    let nodes = nodes.filter(|node| is_control(node) || role(node) == Role::Cell);
    let labelled = nodes.filter_map(|node| Some((node_text(&node)?, node.rect())));
    labelled.filter(|(label, _)| label != text).collect()
}

#[test]
fn messages_cover_no_control_and_no_board() {
    for (lang, (width, height)) in [Lang::En, Lang::Zh]
        .into_iter()
        .flat_map(|lang| SIZES.into_iter().map(move |size| (lang, size)))
    {
        let mut desk = open_with_pages(lang);
        desk.h.set_size(vec2(width, height));
        for screen in SCREENS {
            desk.h.state_mut().go(screen);
            desk.frames(3);
            let path = PathBuf::from("/nowhere/a game with quite a long name.json");
            carry_out(&mut desk, Command::Open(path));
            assert_eq!(desk.app().screen(), screen);
            let name = "a game with quite a long name.json";
            let mut nodes = desk.nodes().into_iter().map(|(_, text)| text);
            let text = nodes.rfind(|text| text.contains(name));
            let text = text.unwrap_or_else(|| panic!("no message\n{}", desk.node_texts()));
            let rect = message_rect(&desk, &text).expand2(vec2(10.0, 3.0));
            assert!(desk.h.ctx.content_rect().contains_rect(rect), "{screen:?}: {rect:?}");
            let controls = controls_and_cells(&desk, &text);
            assert!(controls.len() > 2, "{screen:?}");
            for (label, control) in controls {
                let overlap = control.intersect(rect);
                let is_free = !overlap.is_positive() || overlap.width().min(overlap.height()) < 1.0;
                assert!(
                    is_free,
                    "{screen:?} at {width} x {height}: {rect:?} on {label:?} {control:?}"
                );
            }
        }
    }
}

#[test]
fn clicked_message_disappears() {
    let mut desk = open_with_pages(Lang::En);
    desk.h.state_mut().go(Screen::Play);
    carry_out(&mut desk, Command::Open(PathBuf::from("/nowhere/at all.json")));
    let mut nodes = desk.nodes().into_iter().map(|(_, text)| text);
    let text = nodes.rfind(|text| text.contains("at all.json")).unwrap();
    desk.click_at(message_rect(&desk, &text).center());
    desk.frames(2);
    assert!(!desk.sees(&text), "{}", desk.node_texts());
}

/// Returns the rectangles that Tab reaches, up to the first repetition.
fn rects_in_tab_order(desk: &mut Desk) -> Vec<Rect> {
    let mut rects: Vec<Rect> = Vec::new();
    for _ in 0..40 {
        desk.key(Key::Tab);
        let root = desk.h.root();
        let Some(focused) = root.children_recursive().find(|node| node.is_focused()) else {
            continue;
        };
        let rect = focused.rect();
        if rects.contains(&rect) {
            break;
        }
        rects.push(rect);
    }
    rects
}

#[test]
fn tab_moves_left_to_right_in_the_top_row() {
    let mut desk = open_with_pages(Lang::En);
    for screen in SCREENS {
        desk.h.ctx.memory_mut(|memory| {
            let focused = memory.focused();
            focused.into_iter().for_each(|id| memory.surrender_focus(id));
        });
        desk.h.state_mut().go(screen);
        desk.frames(3);
        let rects = rects_in_tab_order(&mut desk);
        assert!(!rects.is_empty(), "{screen:?}");
        let top_pairs =
            rects.windows(2).filter(|pair| pair.iter().all(|rect| rect.center().y < 50.0));
        for pair in top_pairs {
            assert!(pair[0].left() < pair[1].left(), "{screen:?}: {pair:?}");
        }
        if screen == Screen::Home {
            let top: Vec<&Rect> = rects.iter().filter(|rect| rect.center().y < 50.0).collect();
            assert_eq!(top.len(), 10, "{rects:?}");
            assert_eq!(*top[0], rects[0], "the top row comes first");
        }
    }
}
