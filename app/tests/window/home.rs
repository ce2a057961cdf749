//! The first screen: equal cards for the game to continue and recent games, and the row of places.

use egui::{Key, Rect, vec2};
use egui_kittest::kittest::NodeT as _;
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan::model::storage::stem_and_extension;
use qipan_core::record::Player;

use crate::support::{Desk, Place, junqi_record, node_text, record, robot};

const LANGS: [Lang; 2] = [Lang::En, Lang::Zh];

/// Returns the rectangle of the control with this label.
fn rect_of(desk: &Desk, label: &str) -> Rect {
    let root = desk.h.root();
    let node = root.children_recursive().find(|node| {
        node_text(node).as_deref() == Some(label)
            && node.accesskit_node().role() == egui::accesskit::Role::Button
    });
    node.unwrap_or_else(|| panic!("no {label:?}\n{}", desk.node_texts())).rect()
}

#[test]
fn game_to_continue_and_recent_games_are_equal_cards() {
    for lang in LANGS {
        let mut desk = Place::quick(lang).open();
        let players = [Some(Player::human("Kim")), Some(robot("greedy")), None, None];
        desk.put(record("aeroplane", players, 4));
        desk.roll(crate::support::InputDevice::Keys);
        desk.ctrl(Key::S);
        let file = desk.table().common.file.clone().unwrap();
        desk.put_junqi(junqi_record("dark", "pr", 3), |table| {
            table.common.is_paused = true;
            let action = table.session.actions()[0];
            table.act(action);
        });
        desk.h.state_mut().go(Screen::Home);
        desk.frames(3);
        let saved = rect_of(&desk, &stem_and_extension(&file).0);
        let unfinished = rect_of(&desk, &desk.t("home-continue"));
        assert_eq!(saved.size(), unfinished.size());
        assert_eq!(saved.top(), unfinished.top());
        assert!(saved.left() > unfinished.right(), "the game to continue comes first");
        let painted = desk.painted_texts();
        let one_move = desk.tf("count-moves", &[("count", 1.into())]);
        for text in
            [desk.t("game-dark"), desk.t("game-aeroplane"), desk.t("home-continue"), one_move]
        {
            assert!(painted.contains(&text), "{text}: {painted:?}");
        }
        assert!(painted.iter().any(|text| text.starts_with("P0")), "the players are named");
        desk.click_id("home-continue");
        desk.on(Screen::Play);
        assert_eq!(desk.junqi().steps(), 1);
    }
}

#[test]
fn row_of_places_has_room_for_two_more_words() {
    for lang in LANGS {
        let mut desk = Place::quick(lang).open();
        desk.h.set_size(vec2(1024.0, 700.0));
        desk.frames(4);
        let word = desk.t("home-tournament");
        assert!(desk.painted_texts().contains(&word), "the icons have words");
        let puzzles = rect_of(&desk, &desk.t("puzzles-title"));
        let settings = rect_of(&desk, &desk.t("home-settings"));
        let name = desk.rects_of_painted(&desk.t("app-name"))[0];
        assert!(settings.right() <= 1024.0 - 28.0 + 0.5);
        let room = puzzles.left() - name.right();
        assert!(room > 2.0 * 90.0, "{lang:?}: {room}");
    }
}
