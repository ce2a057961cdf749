//! The accessibility tree: every screen has texts and names, and squares and planes have stable
//! ids.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{Desk, InputDevice, Place, node_text, role};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::NodeT as _;
use qipan::app::Screen;
use qipan::model::i18n::Lang;

/// Asserts that no text is missing, every control has a name, and the controls are inside the
/// window.
#[track_caller]
fn check_screen(desk: &mut Desk, screen: Screen, case: &str) {
    desk.frames(2);
    desk.on(screen);
    for (role, text) in desk.nodes() {
        assert!(!text.contains(['⟨', '⟩', '{', '}']), "{case}: {role:?} {text}");
    }
    desk.h.check_accessibility();
    assert_controls_inside(desk, case);
}

/// Asserts that every control is inside the window, on screens that do not scroll.
#[track_caller]
fn assert_controls_inside(desk: &Desk, case: &str) {
    let window = desk.h.ctx.content_rect().expand(1.0);
    for node in desk.h.root().children_recursive() {
        let is_control = matches!(role(&node), Role::Button | Role::Link | Role::RadioButton);
        let is_scrolling = !matches!(desk.app().screen(), Screen::Home | Screen::Play);
        if is_control && !is_scrolling {
            assert!(
                window.contains_rect(node.rect()),
                "{case}: {:?} {:?}",
                node_text(&node),
                node.rect()
            );
        }
    }
}

#[test]
fn every_screen_has_texts_and_accessible_names() {
    for lang in Lang::ALL {
        let mut desk = Place::quick(lang).open();
        check_screen(&mut desk, Screen::Home, "first start");
        desk.key(Key::F1);
        check_screen(&mut desk, Screen::Home, "keys");
        desk.key(Key::F1);
        desk.ctrl(Key::O);
        check_screen(&mut desk, Screen::Home, "path box");
        desk.key(Key::Escape);
        desk.click_id("home-settings");
        check_screen(&mut desk, Screen::Settings, "settings");
        desk.click_id("settings-licences");
        check_screen(&mut desk, Screen::About, "licences");
        desk.key(Key::Escape);
        desk.key(Key::Escape);
        for preset in ["aeroplane", "flying"] {
            check_game_screens(&mut desk, preset);
        }
        desk.key(Key::Escape);
        check_screen(&mut desk, Screen::Home, "home with a game");
    }
}

/// Plays a part of a game and checks the screens on the way.
fn check_game_screens(desk: &mut Desk, preset: &str) {
    let game = desk.t(&format!("game-{preset}"));
    desk.key(Key::Escape);
    desk.frames(2);
    desk.click(&desk.tf("home-play", &[("game", game.into())]));
    check_screen(desk, Screen::NewGame, "new game");
    desk.h.state_mut().screens.new_game.seed = "11".to_owned();
    desk.click_id("new-start");
    check_screen(desk, Screen::Play, "start");
    desk.key(Key::G);
    check_screen(desk, Screen::Play, "colour");
    for _ in 0..10 {
        desk.take_turn(InputDevice::Keys);
        check_screen(desk, Screen::Play, "turn");
    }
    desk.ctrl(Key::S);
    check_screen(desk, Screen::Play, "saved");
    desk.click_id("menu-menu");
    check_screen(desk, Screen::Play, "menu");
    desk.key(Key::Escape);
    desk.frames(2);
    desk.settle();
    desk.menu("menu-resign");
    check_screen(desk, Screen::Play, "question");
    desk.key(Key::Escape);
    desk.menu("play-replay");
    check_screen(desk, Screen::Replay, "replay");
    desk.key(Key::Escape);
    desk.menu("menu-resign");
    desk.click_id("action-yes");
    desk.settle();
    check_screen(desk, Screen::Play, "over");
    desk.assert_is_over();
}

/// Tells a plane's name ("Red plane 3, the hangar") from a sentence such as "A plane takes off on 6."
fn is_plane(name: &str) -> bool {
    let number = name.split_once(" plane ").map(|(_, rest)| rest);
    number.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns the names and ids of all squares and planes.
fn board_nodes(desk: &Desk) -> BTreeMap<String, u64> {
    let root = desk.h.root();
    let nodes = root.children_recursive().filter(|node| {
        role(node) == Role::Cell || node_text(node).is_some_and(|name| is_plane(&name))
    });
    nodes.map(|node| (node_text(&node).unwrap(), node.accesskit_node().locate().0.0)).collect()
}

#[test]
fn every_square_and_plane_is_a_node_with_a_stable_id() {
    for (preset, track, first_square, last_square) in
        [("Aeroplane", 52, "square 0", "square 51"), ("Flying", 56, "square 0", "square 55")]
    {
        let mut desk = Place::quick(Lang::En).open();
        desk.click(&format!("Play {preset} Chess"));
        desk.click("Start");
        desk.frames(3);
        let nodes_before = board_nodes(&desk);
        // For each seat: four hangar slots, five lane squares, the centre and maybe an apron.
        let apron = if preset == "Aeroplane" { 4 } else { 0 };
        let cells = nodes_before.keys().filter(|name| !is_plane(name)).count();
        assert_eq!(cells, track + 4 * (4 + 5 + 1) + apron, "{preset}");
        assert_eq!(nodes_before.len() - cells, 16, "{preset}");
        for name in [
            first_square,
            last_square,
            "Red hangar, slot 1",
            "Green hangar, slot 4",
            "Blue: the centre",
        ] {
            assert!(nodes_before.contains_key(name), "{preset}: {name}");
        }
        assert!(nodes_before.contains_key("Yellow plane 3, the hangar"));
        let ids: BTreeSet<u64> = nodes_before.values().copied().collect();
        assert_eq!(ids.len(), nodes_before.len(), "all ids are different");
        desk.key(Key::R);
        for _ in 0..20 {
            desk.take_turn(InputDevice::Keys);
        }
        desk.settle();
        let nodes_after = board_nodes(&desk);
        let squares = nodes_before.iter().filter(|(name, _)| !is_plane(name));
        for (name, id) in squares {
            assert_eq!(nodes_after.get(name), Some(id), "{name}");
        }
        let planes = |board: &BTreeMap<String, u64>| {
            let planes = board.iter().filter(|(name, _)| is_plane(name));
            let plane = |name: &str| name.split(',').next().unwrap().to_owned();
            planes.map(|(name, id)| (plane(name), *id)).collect::<BTreeMap<_, _>>()
        };
        let (before, after) = (planes(&nodes_before), planes(&nodes_after));
        for (plane, id) in after.iter().filter(|(plane, _)| !plane.contains('+')) {
            assert_eq!(before.get(plane), Some(id), "{plane}");
        }
    }
}

#[test]
fn only_movable_planes_are_marked_and_reached_by_tab() {
    let mut desk = Place::quick(Lang::En).open();
    desk.click("Play Flying Chess");
    desk.h.state_mut().screens.new_game.seed = "11".to_owned();
    desk.click("Start");
    desk.frames(2);
    desk.key(Key::R);
    while desk.table().human_actions().is_empty() {
        desk.settle();
        desk.key(Key::Space);
        desk.settle();
    }
    desk.frames(2);
    let labels = desk.nodes().into_iter().map(|(_, name)| name);
    let movable = labels.filter(|name| name.ends_with(", can move")).collect::<BTreeSet<_>>();
    assert_eq!(movable.len(), desk.table().human_actions().len());
    let mut reached = BTreeSet::new();
    for _ in 0..60 {
        desk.key(Key::Tab);
        reached.extend(desk.focus().filter(|name| name.contains(" plane ")));
    }
    assert_eq!(reached, movable);
    let name = movable.first().unwrap().clone();
    let steps_before = desk.steps();
    desk.tab_to(&name);
    desk.key(Key::Enter);
    desk.settle();
    assert!(desk.steps() > steps_before, "Enter moves the focused plane");
}

#[test]
fn controls_can_be_pressed_by_a_screen_reader() {
    let mut desk = Place::quick(Lang::En).open();
    desk.click("Play Aeroplane Chess");
    desk.click("Start");
    desk.frames(3);
    let press = |desk: &mut Desk, name: &str| {
        let node = desk
            .h
            .root()
            .children_recursive()
            .find(|node| node_text(node).as_deref() == Some(name));
        node.unwrap_or_else(|| panic!("no {name}")).click_accesskit();
        desk.frames(3);
    };
    press(&mut desk, "Roll (Space)");
    assert!(desk.steps() > 0);
    press(&mut desk, "Pause");
    assert!(desk.table().common.is_paused);
}

#[test]
fn screens_fit_small_and_narrow_windows() {
    for size in [[720.0, 560.0], [800.0, 1200.0], [1920.0, 1080.0]] {
        for lang in Lang::ALL {
            let mut desk = Place::quick(lang).open();
            desk.h.set_size(size.into());
            check_screen(&mut desk, Screen::Home, "home");
            let game = desk.t("game-flying");
            desk.click(&desk.tf("home-play", &[("game", game.into())]));
            desk.click_id("new-start");
            check_screen(&mut desk, Screen::Play, &format!("play {size:?}"));
            desk.key(Key::Y);
            desk.settle();
            desk.roll(InputDevice::Mouse);
            desk.settle();
            check_screen(&mut desk, Screen::Play, &format!("play {size:?}"));
            desk.ctrl(Key::S);
            desk.key(Key::Escape);
            check_screen(&mut desk, Screen::Home, &format!("home {size:?}"));
        }
    }
}
