//! The accessibility tree: texts, controls, squares and planes.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{Desk, Hand, Place, role, says};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::NodeT as _;
use qipan::app::Screen;
use qipan::model::i18n::Lang;

/// Asserts that no text is missing, every control has a name, and the controls fit the window.
#[track_caller]
fn check(desk: &mut Desk, screen: Screen, what: &str) {
    desk.frames(2);
    desk.on(screen);
    for (role, text) in desk.nodes() {
        assert!(!text.contains(['⟨', '⟩', '{', '}']), "{what}: {role:?} {text}");
    }
    desk.h.check_accessibility();
    inside(desk, what);
}

/// Asserts that on screens without scrolling every control lies inside the window.
#[track_caller]
fn inside(desk: &Desk, what: &str) {
    let window = desk.h.ctx.content_rect().expand(1.0);
    for node in desk.h.root().children_recursive() {
        let pressed = matches!(role(&node), Role::Button | Role::Link | Role::RadioButton);
        let scrolled = !matches!(desk.app().screen(), Screen::Home | Screen::Play);
        if pressed && !scrolled {
            assert!(
                window.contains_rect(node.rect()),
                "{what}: {:?} {:?}",
                says(&node),
                node.rect()
            );
        }
    }
}

#[test]
fn every_screen_has_texts_and_accessible_names() {
    for lang in Lang::ALL {
        let mut desk = Place::quick(lang).open();
        check(&mut desk, Screen::Home, "first start");
        desk.key(Key::F1);
        check(&mut desk, Screen::Home, "keys");
        desk.key(Key::F1);
        desk.ctrl(Key::O);
        check(&mut desk, Screen::Home, "path box");
        desk.key(Key::Escape);
        desk.click_id("home-settings");
        check(&mut desk, Screen::Settings, "settings");
        desk.click_id("settings-licences");
        check(&mut desk, Screen::About, "licences");
        desk.key(Key::Escape);
        desk.key(Key::Escape);
        for preset in ["aeroplane", "flying"] {
            through_a_game(&mut desk, preset);
        }
        desk.key(Key::Escape);
        check(&mut desk, Screen::Home, "home with a game");
    }
}

fn through_a_game(desk: &mut Desk, preset: &str) {
    let game = desk.t(&format!("game-{preset}"));
    desk.key(Key::Escape);
    desk.frames(2);
    desk.click(&desk.tf("home-play", &[("game", game.into())]));
    check(desk, Screen::NewGame, "new game");
    desk.h.state_mut().screens.new_game.seed = "11".to_owned();
    desk.click_id("new-start");
    check(desk, Screen::Play, "start");
    desk.key(Key::G);
    check(desk, Screen::Play, "colour");
    for _ in 0..20 {
        desk.take_turn(Hand::Keys);
        check(desk, Screen::Play, "turn");
    }
    desk.ctrl(Key::S);
    check(desk, Screen::Play, "saved");
    desk.click_id("menu-menu");
    check(desk, Screen::Play, "menu");
    desk.key(Key::Escape);
    desk.frames(2);
    desk.settle();
    desk.menu("menu-resign");
    check(desk, Screen::Play, "question");
    desk.key(Key::Escape);
    desk.menu("play-look-back");
    check(desk, Screen::Replay, "replay");
    desk.key(Key::Escape);
    desk.menu("menu-resign");
    desk.click_id("action-yes");
    desk.settle();
    check(desk, Screen::Play, "over");
    desk.assert_sees_id("play-over");
}

/// Returns the names and ids of all squares and planes.
fn board(desk: &Desk) -> BTreeMap<String, u64> {
    let root = desk.h.root();
    let nodes = root.children_recursive().filter(|node| {
        role(node) == Role::Cell || says(node).is_some_and(|name| name.contains(" plane "))
    });
    nodes.map(|node| (says(&node).unwrap(), node.accesskit_node().locate().0.0)).collect()
}

#[test]
fn every_square_and_plane_is_a_node_with_a_stable_id() {
    for (preset, track, name, last) in
        [("Aeroplane", 52, "square 0", "square 51"), ("Flying", 56, "square 0", "square 55")]
    {
        let mut desk = Place::quick(Lang::En).open();
        desk.click(&format!("Play {preset} Chess"));
        desk.click("Start");
        desk.frames(3);
        let first = board(&desk);
        // For each seat: four hangar slots, five lane squares, the centre and maybe an apron.
        let apron = if preset == "Aeroplane" { 4 } else { 0 };
        let cells = first.keys().filter(|name| !name.contains(" plane ")).count();
        assert_eq!(cells, track + 4 * (4 + 5 + 1) + apron, "{preset}");
        assert_eq!(first.len() - cells, 16, "{preset}");
        for name in [name, last, "Red hangar, slot 1", "Green hangar, slot 4", "Blue: the centre"] {
            assert!(first.contains_key(name), "{preset}: {name}");
        }
        assert!(first.contains_key("Yellow plane 3, the hangar"));
        let ids: BTreeSet<u64> = first.values().copied().collect();
        assert_eq!(ids.len(), first.len(), "no id twice");
        desk.key(Key::R);
        for _ in 0..20 {
            desk.take_turn(Hand::Keys);
        }
        desk.settle();
        let later = board(&desk);
        let stay = first.iter().filter(|(name, _)| !name.contains(" plane "));
        for (name, id) in stay {
            assert_eq!(later.get(name), Some(id), "{name}");
        }
        let planes = |board: &BTreeMap<String, u64>| {
            let planes = board.iter().filter(|(name, _)| name.contains(" plane "));
            let plane = |name: &str| name.split(',').next().unwrap().to_owned();
            planes.map(|(name, id)| (plane(name), *id)).collect::<BTreeMap<_, _>>()
        };
        let (before, after) = (planes(&first), planes(&later));
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
    let spoken = desk.nodes().into_iter().map(|(_, name)| name);
    let movable = spoken.filter(|name| name.ends_with(", can move")).collect::<BTreeSet<_>>();
    assert_eq!(movable.len(), desk.table().human_actions().len());
    let mut reached = BTreeSet::new();
    for _ in 0..60 {
        desk.key(Key::Tab);
        reached.extend(desk.focus().filter(|name| name.contains(" plane ")));
    }
    assert_eq!(reached, movable);
    let name = movable.first().unwrap().clone();
    let before = desk.steps();
    desk.tab_to(&name);
    desk.key(Key::Enter);
    desk.settle();
    assert!(desk.steps() > before, "Enter moves the plane that has the ring");
}

#[test]
fn controls_can_be_pressed_by_a_screen_reader() {
    let mut desk = Place::quick(Lang::En).open();
    desk.click("Play Aeroplane Chess");
    desk.click("Start");
    desk.frames(3);
    let press = |desk: &mut Desk, name: &str| {
        let node =
            desk.h.root().children_recursive().find(|node| says(node).as_deref() == Some(name));
        node.unwrap_or_else(|| panic!("no {name}")).click_accesskit();
        desk.frames(3);
    };
    press(&mut desk, "Roll (Space)");
    assert!(desk.steps() > 0);
    press(&mut desk, "Pause");
    assert!(desk.table().common.paused);
}

#[test]
fn screens_fit_small_and_narrow_windows() {
    for size in [[720.0, 560.0], [800.0, 1200.0], [1920.0, 1080.0]] {
        for lang in Lang::ALL {
            let mut desk = Place::quick(lang).open();
            desk.h.set_size(size.into());
            check(&mut desk, Screen::Home, "home");
            let game = desk.t("game-flying");
            desk.click(&desk.tf("home-play", &[("game", game.into())]));
            desk.click_id("new-start");
            check(&mut desk, Screen::Play, &format!("play {size:?}"));
            desk.key(Key::Y);
            desk.settle();
            desk.roll(Hand::Mouse);
            desk.settle();
            check(&mut desk, Screen::Play, &format!("play {size:?}"));
            desk.ctrl(Key::S);
            desk.key(Key::Escape);
            check(&mut desk, Screen::Home, &format!("home {size:?}"));
        }
    }
}
