//! The choices of the last game, which stay across restarts.

use qipan::app::{Screen, StartPage};
use qipan::model::i18n::Lang;
use qipan::model::setup::SeatChoice;
use qipan_core::contract::seat::Seat;
use serde_json::json;

use crate::support::Place;

const LANGS: [Lang; 2] = [Lang::En, Lang::Zh];

#[test]
fn choices_of_the_last_game_stay_across_restarts() {
    for lang in LANGS {
        let place = Place::quick(lang);
        let mut desk = place.open_on(StartPage::NewGame("flip".to_owned()));
        let form = &mut desk.h.state_mut().screens.new_game;
        form.seating_mut().sit(Seat::new(2), SeatChoice::robot("random.luau"));
        form.seating_mut().set("bomb_moves_as_engineer", &json!(true));
        let chosen = form.seating().clone();
        desk.frames(2);
        desk.click_id("new-start");
        desk.on(Screen::Play);

        let mut desk = desk.reopen();
        desk.key(egui::Key::Escape);
        desk.h.state_mut().go(Screen::Home);
        desk.frames(2);
        let card = desk.tf("home-play", &[("game", desk.t("game-junqi").into())]);
        desk.click(&card);
        desk.on(Screen::NewGame);
        let form = &desk.app().screens.new_game;
        assert_eq!(form.preset(), "flip", "the card begins the mode that was played last");
        assert_eq!(*form.seating(), chosen);
        let others = desk.h.state_mut();
        others.screens.new_game.choose_preset("dark");
        assert!(others.screens.new_game.seating().changed().is_empty(), "other modes keep theirs");
    }
}

#[test]
fn unusable_choices_keep_the_defaults() {
    let place = Place::with(
        r#"{"lang":"en","speed":"off","setups":{"recent_presets":["dark"],"by_preset":{
            "dark":{"options":{"clock_seconds":"x","nonsense":1,"bomb_moves_as_engineer":true},
                "sitters":["me",{"robot":{"script":"gone.luau","params":{}}},"nobody"],
                "pick_colour":true,"opponent":{"robot":{"script":"../x","params":{}}},
                "layouts":{"0":[null,"no layout"],"7":[null,""],"99":["x","y"]}},
            "nonsense":{"options":{},"sitters":[],"pick_colour":false,"opponent":"me"}}}}"#,
    );
    let mut desk = place.open_on(StartPage::NewGame("dark".to_owned()));
    let seating = desk.app().screens.new_game.seating();
    assert_eq!(seating.changed(), ["bomb_moves_as_engineer"]);
    assert!(!seating.picks_colour, "armies of Junqi are not picked at the board");
    assert_ne!(seating.opponent, SeatChoice::robot("../x"));
    assert_ne!(seating.seat_choices[1], SeatChoice::robot("gone.luau"));
    let form = &mut desk.h.state_mut().screens.new_game;
    form.seating_mut().sit(Seat::new(2), SeatChoice::robot("random.luau"));
    desk.frames(2);
    // A layout that cannot be read keeps the game from starting, with a message.
    desk.click_id("new-start");
    desk.frames(3);
    desk.on(Screen::NewGame);
}
