//! Several people at one window of a hosted game, behind a curtain.

use std::time::Instant;

use egui_kittest::kittest::NodeT as _;
use qipan::app::Screen;
use qipan::games::GameUi;
use qipan::model::i18n::Lang;
use qipan_core::contract::game::Viewer;
use qipan_core::games::junqi::Junqi;
use qipan_core::games::race::Race;

use crate::support::{Desk, Place, node_text};
use crate::together::{
    TIMEOUT, both_until, decide, is_over, join_table, open_table_at, plan_table,
};

/// Lets another person at this window join the table.
fn add_player(desk: &mut Desk, name: &str) {
    desk.click_id("together-add-name");
    desk.write(name);
    desk.click_id("together-add-player");
    desk.until("the player", |desk| {
        desk.sees_part(&desk.tf("together-here", &[("name", name.into())]))
    });
}

/// Presses the button to be ready for each person at a window. The first one is the player whom the
/// window shows.
fn get_ready(desk: &mut Desk, names: &[&str]) {
    for name in names {
        let button = desk.tf("together-ready-name", &[("name", (*name).into())]);
        desk.until("the button", |desk| desk.sees(&button));
        desk.click(&button);
        desk.frames(2);
    }
}

/// Lifts the curtain if there is one. Returns true if there was one, behind which nothing shows.
fn lift_curtain<G: GameUi>(desk: &mut Desk) -> bool {
    let failure = desk.app().screens.together.failure();
    let Some(table) = desk.app().table.as_ref() else { panic!("the game is gone: {failure:?}") };
    let table = table.table::<G>();
    let Some(seat) = table.cover() else { return false };
    assert_eq!((table.viewer(), table.human_to_act()), (Viewer::Public, None));
    assert_eq!(*table.view(), table.state().view(Viewer::Public));
    desk.click_id("play-uncover");
    let table = desk.app().table.as_ref().unwrap().table::<G>();
    match table.cover() {
        // A move that arrived before the click may have made it the cover of the other person, who
        // is then to act.
        None => {
            let shown = Some(table.viewer());
            let expected = [Some(seat), table.human_to_act()].map(|seat| seat.map(Viewer::Seat));
            assert!(expected.contains(&shown), "{shown:?} is none of {expected:?}");
        }
        // Meanwhile the other person has to act. The click lifts only the cover it began on.
        Some(other) => assert!(other != seat && table.viewer() == Viewer::Public),
    }
    true
}

#[test]
fn two_people_at_one_window_play_junqi_behind_a_curtain() {
    let place = Place::with(r#"{"lang":"en","speed":"off","name":"Ann"}"#);
    let mut desk = open_table_at(&place, "dark");
    add_player(&mut desk, "Bob");
    get_ready(&mut desk, &["Ann", "Bob"]);
    desk.until("the game", |desk| desk.app().screen() == Screen::Play);
    let (start, mut turn, mut curtains) = (Instant::now(), 0, 0);
    while !is_over(&desk) {
        assert!(start.elapsed() < TIMEOUT * 3, "{}", desk.node_texts());
        curtains += usize::from(lift_curtain::<Junqi>(&mut desk));
        turn += usize::from(decide::<Junqi>(&mut desk, turn));
        desk.frames(1);
    }
    assert!(curtains > 20, "{curtains} curtains in {turn} turns");
    desk.until("the check", |desk| desk.sees_part(&desk.t("together-fair")));
}

#[test]
fn two_people_at_one_window_and_one_elsewhere_come_back_and_finish_a_race() {
    let place = Place::with(r#"{"lang":"en","speed":"off","name":"Ann"}"#);
    let mut host = plan_table(&place, "aeroplane");
    // Two seats are for others; the second one is for a person at this window.
    let switch = |seat: &str| {
        let name = host.t(&format!("seat-{seat}"));
        host.tf("together-plan-seat", &[("seat", name.into())])
    };
    let is_closed = |label: &String| {
        let mut nodes = host.h.root().children_recursive().filter(|node| {
            node.accesskit_node().toggled() == Some(egui::accesskit::Toggled::False)
        });
        nodes.any(|node| node_text(&node).as_ref() == Some(label))
    };
    // The host plays red.
    let label = ["yellow", "blue", "green"].map(switch).into_iter().find(is_closed).unwrap();
    host.click(&label);
    host.click_id("together-open-now");
    host.until("the table", |desk| desk.sees(&desk.t("together-ready")));
    add_player(&mut host, "Bob");
    let mut guest = join_table(&host, Lang::Zh);
    get_ready(&mut host, &["Ann", "Bob"]);
    guest.click_id("together-ready");
    let mut desks = [host, guest];
    both_until(&mut desks, "the game", |desks| {
        desks.iter().all(|desk| desk.app().screen() == Screen::Play)
    });
    let (start, mut turn, mut was_closed) = (Instant::now(), 0, false);
    let mut seats = std::collections::BTreeSet::new();
    while !desks.iter().all(is_over) {
        assert!(start.elapsed() < TIMEOUT * 3, "{}", desks[0].node_texts());
        for (index, desk) in desks.iter_mut().enumerate() {
            let table = desk.app().table.as_ref().unwrap().table::<Race>();
            seats.extend(table.human_to_act().filter(|_| index == 0));
            assert_eq!(table.cover(), None, "a race has no secrets");
            if !is_over(desk) && decide::<Race>(desk, turn) {
                turn += 1;
            }
            desk.frames(1);
        }
        if turn > 30 && !was_closed {
            was_closed = true;
            // Both people come back after the window was closed.
            let [host, guest] = desks;
            let mut host = host.crash();
            host.click_id("together-title");
            host.click_id("together-back-now");
            desks = [host, guest];
            both_until(&mut desks, "the game", |desks| {
                desks.iter().all(|desk| {
                    desk.app().screen() == Screen::Play
                        && !desk.sees_part(&desk.t("together-reconnecting"))
                })
            });
        }
    }
    assert_eq!(seats.len(), 2, "both people at the window have acted");
    both_until(&mut desks, "the check", |desks| {
        desks.iter().all(|desk| desk.sees_part(&desk.t("together-fair")))
    });
}
