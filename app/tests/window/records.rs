//! The page of the player's records: empty, filled, and with a broken file.

use egui::Key;
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan::screens::records::RecordsTab;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::Junqi;
use qipan_core::games::race::Race;
use qipan_core::record::{Player, Record};

use crate::support::{Desk, Place};

/// Returns the text of a sample game.
fn sample(name: &str) -> String {
    let root = env!("CARGO_MANIFEST_DIR");
    std::fs::read_to_string(format!("{root}/../saves/sample-{name}.json")).unwrap()
}

/// Saves a race and a game of Junqi of the player, and a broken file. Returns the record of the
/// race.
pub fn write_games(place: &Place) -> Record<Race> {
    let mut race = Record::<Race>::parse(&sample("aeroplane")).unwrap().record;
    race.players[0].1 = Player::human("");
    place.write("saves/race.json", &race.write());
    let mut junqi = Record::<Junqi>::parse(&sample("dark")).unwrap().record;
    let seats = junqi.players.iter_mut().filter(|(seat, _)| *seat == Seat::new(0));
    seats.for_each(|(_, player)| *player = Player::human(""));
    place.write("saves/junqi.json", &junqi.write());
    place.write("saves/broken.json", "{\"format\":\"qipan\",");
    race
}

/// Opens the page from the home screen and waits until the games are counted.
pub fn open_records(place: &Place) -> Desk {
    let mut desk = place.open();
    desk.click_id("records-title");
    desk.frames(2);
    assert_eq!(desk.app().screen(), Screen::Records);
    desk.until("the counting", |desk| {
        let records = &desk.app().screens.records;
        records.page.statistics().is_some() && !records.is_counting()
    });
    desk.frames(3);
    desk
}

/// Chooses a tab by the id of its name.
pub fn choose_tab(desk: &mut Desk, id: &str) {
    let label = format!("{}: {}", desk.t("records-title"), desk.t(id));
    desk.click(&label);
    desk.frames(3);
}

/// Returns the text of a figure: its meaning and its number.
fn figure(desk: &Desk, id: &str, number: u32) -> String {
    format!("{}: {number}", desk.t(id))
}

#[test]
fn empty_page_says_how_to_fill_it() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = open_records(&Place::quick(lang));
        for (tab, about) in [
            ("records-tab-overview", "records-empty-overview"),
            ("records-tab-races", "records-empty-races"),
            ("records-tab-junqi", "records-empty-junqi"),
        ] {
            if desk.app().screens.records.page.tab != RecordsTab::Overview
                || tab != "records-tab-overview"
            {
                choose_tab(&mut desk, tab);
            }
            desk.assert_sees_id(about);
            desk.assert_sees_id("records-empty-how");
        }
        // The layouts of people ship with the program.
        choose_tab(&mut desk, "records-tab-layouts");
        desk.assert_sees_id("records-formations");
        let count = desk.app().i18n().count(13_076);
        desk.assert_sees(&desk.tf("records-source-people.about", &[("count", count.into())]));
        choose_tab(&mut desk, "records-tab-junqi");
        desk.click_id("records-play");
        desk.frames(2);
        assert_eq!(desk.app().screen(), Screen::NewGame);
    }
}

#[test]
fn saved_games_are_counted_and_shown() {
    for lang in [Lang::En, Lang::Zh] {
        let place = Place::quick(lang);
        let race = write_games(&place);
        let mut desk = open_records(&place);
        for (id, number) in [("records-games", 2), ("records-won", 1), ("records-lost", 1)] {
            desk.assert_sees(&figure(&desk, id, number));
        }
        assert!(desk.sees_part(&desk.tf("records-broken", &[("count", 1.into())])));
        choose_tab(&mut desk, "records-tab-races");
        assert!(desk.sees_part("46"), "the rolls of Red\n{}", desk.node_texts());
        choose_tab(&mut desk, "records-tab-junqi");
        desk.assert_sees(&desk.tf("records-attacks.about", &[("count", 11.into())]));
        let defences = format!("{}: {}", desk.t("records-battles"), desk.t("records-defences"));
        desk.click(&defences);
        desk.frames(2);
        desk.assert_sees(&desk.tf("records-defences.about", &[("count", 16.into())]));
        choose_tab(&mut desk, "records-tab-layouts");
        let own = format!("{}: {}", desk.t("records-explorer"), desk.t("records-source-own"));
        desk.click(&own);
        desk.frames(2);
        desk.assert_sees(&desk.tf("records-source-own.about", &[("count", 1.into())]));
        // A new game is counted when the page is opened again.
        desk.key(Key::Escape);
        desk.frames(2);
        assert_eq!(desk.app().screen(), Screen::Home);
        place.write("saves/race2.json", &race.write());
        desk.click_id("records-title");
        desk.frames(2);
        desk.until("the second counting", |desk| {
            let statistics = desk.app().screens.records.page.statistics();
            statistics.is_some_and(|statistics| statistics.total.all() == 3)
        });
    }
}
