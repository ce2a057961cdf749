//! The new-game page: three choices for everybody, and all rules for those who want to change them.

use egui::accesskit::Role;
use egui_kittest::kittest::NodeT as _;
use qipan::app::{Screen, StartPage};
use qipan::model::i18n::Lang;
use qipan::model::library::RobotChoice;
use qipan::model::ready_rules::of_preset;
use qipan::model::setup::{NewGame, SeatChoice};
use qipan_core::contract::game::Game;
use qipan_core::contract::seat::Seat;
use qipan_core::play::playout::{Buffers, random_playout};
use qipan_core::play::session::Session;
use qipan_core::registry::{GameKind, presets};
use qipan_core::script::Scripted;
use qipan_core::with_game;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::json;

use crate::support::{Desk, InputDevice, Place, node_text, role};

const LANGS: [Lang; 2] = [Lang::En, Lang::Zh];

/// Opens the new-game page of a preset.
fn open_form(lang: Lang, preset: &str) -> Desk {
    let mut desk = Place::quick(lang).open_on(StartPage::NewGame(preset.to_owned()));
    desk.frames(3);
    desk.on(Screen::NewGame);
    desk
}

/// Returns the game that the form describes, with random robots in all seats.
fn robots_game(desk: &mut Desk) -> NewGame {
    let robot = RobotChoice { script: "random.luau".to_owned(), ..RobotChoice::default() };
    let form = &mut desk.h.state_mut().screens.new_game;
    let seating = form.seating_mut();
    seating.picks_colour = false;
    for seat_choice in &mut seating.seat_choices {
        if *seat_choice != SeatChoice::Nobody {
            *seat_choice = SeatChoice::robot("random.luau");
        }
    }
    form.game(&[robot], "").expect("nothing prevents the game")
}

/// Returns true if the ready-made rules of this name are marked as chosen.
fn is_chosen(desk: &Desk, id: &str) -> bool {
    let name = desk.t(id);
    let root = desk.h.root();
    root.children_recursive().any(|node| {
        role(&node) == Role::RadioButton
            && node_text(&node).as_deref() == Some(&name)
            && node.accesskit_node().toggled() == Some(egui::accesskit::Toggled::True)
    })
}

#[test]
fn page_offers_three_ready_made_rules_and_hides_the_options() {
    for lang in LANGS {
        for preset in presets() {
            let mut desk = open_form(lang, preset);
            for ready in of_preset(preset) {
                assert!(desk.has_control(&desk.t(&format!("ready-{}", ready.name))), "{preset}");
                desk.assert_sees_id(ready.about);
            }
            assert!(is_chosen(&desk, "ready-printed"), "{preset}");
            assert!(!desk.sees(&desk.t("ready-own")));
            assert!(!desk.sees(&desk.t("rule-first")) && !desk.sees(&desk.t("new-seed")));
            desk.unfold_rules(InputDevice::Mouse);
            assert!(desk.sees(&desk.t("rule-first")) && desk.sees(&desk.t("new-seed")));
            desk.click_id("rules-change");
            assert!(!desk.sees(&desk.t("rule-first")), "the button hides them again");
        }
    }
}

#[test]
fn every_choice_of_ready_made_rules_starts_and_ends() {
    fn ends<G: Scripted>(game: &NewGame) -> bool {
        let session = Session::new(game.record::<G>().unwrap()).unwrap();
        let mut state = session.state().clone();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        random_playout(&mut state, &mut rng, &mut Buffers::default());
        state.outcome().is_some()
    }
    for preset in presets() {
        let mut desk = open_form(Lang::En, preset);
        for ready in of_preset(preset) {
            desk.h.state_mut().screens.new_game.pick_ready_rules(ready);
            let game = robots_game(&mut desk);
            let kind = GameKind::of_preset(preset).unwrap();
            assert!(with_game!(kind, |G| ends::<G>(&game)), "{preset} {}", ready.name);
            for (key, value) in ready.options() {
                assert_eq!(game.rules.get(key), Some(value), "{preset} {key}");
            }
        }
    }
}

#[test]
fn robots_play_all_ready_made_rules_to_the_end() {
    for (lang, preset, id) in [
        (Lang::En, "aeroplane", "ready-families"),
        (Lang::Zh, "flying", "ready-quick"),
        (Lang::En, "flip", "ready-families"),
        (Lang::Zh, "dark", "ready-quick"),
    ] {
        let mut desk = open_form(lang, preset);
        desk.click_id(id);
        assert!(is_chosen(&desk, id) && !is_chosen(&desk, "ready-printed"));
        robots_game(&mut desk);
        desk.frames(2);
        desk.click_id("new-start");
        desk.on(Screen::Play);
        desk.until("the end of the game", |desk| match GameKind::of_preset(preset).unwrap() {
            GameKind::Race => desk.table().state().outcome().is_some(),
            GameKind::Junqi => desk.junqi().state().outcome().is_some(),
        });
    }
}

#[test]
fn changed_rules_are_shown_as_own_rules_and_can_be_left_and_restored() {
    for lang in LANGS {
        let mut desk = open_form(lang, "aeroplane");
        desk.unfold_rules(InputDevice::Keys);
        let bounce = format!("{}: {}", desk.t("rule-finish"), desk.t("rule-finish-bounce"));
        desk.activate(InputDevice::Keys, &bounce);
        assert!(is_chosen(&desk, "ready-own") && !is_chosen(&desk, "ready-printed"));
        desk.click_id("ready-quick");
        let planes = |desk: &Desk| desk.app().screens.new_game.seating().rules.get("planes");
        let finish = |desk: &Desk| desk.app().screens.new_game.seating().rules.get("finish");
        assert_eq!((planes(&desk), finish(&desk)), (Some(json!(2)), Some(json!("exact"))));
        desk.click_id("ready-own");
        assert_eq!((planes(&desk), finish(&desk)), (Some(json!(4)), Some(json!("bounce"))));
        // The next visit shows the options at once, because the rules are the player's own.
        desk.click_id("new-start");
        desk.on(Screen::Play);
        let mut desk = desk.reopen();
        desk.h.state_mut().go(Screen::Home);
        desk.frames(2);
        let card = desk.tf("home-play", &[("game", desk.t("game-aeroplane").into())]);
        desk.click(&card);
        assert!(desk.has_control(&bounce) && is_chosen(&desk, "ready-own"));
    }
}

#[test]
fn options_stay_shown_for_the_session() {
    let mut desk = open_form(Lang::Zh, "aeroplane");
    desk.unfold_rules(InputDevice::Mouse);
    desk.click_id("game-junqi");
    desk.frames(2);
    desk.assert_sees_id("rule-draw_by_agreement");
    desk.click_id("rules-change");
    desk.click_id("game-aeroplane");
    desk.frames(2);
    assert!(!desk.sees(&desk.t("rule-finish")));
}

#[test]
fn one_strength_is_chosen_for_all_robots() {
    for lang in LANGS {
        let mut desk = open_form(lang, "siguo_partner");
        let level = |desk: &Desk, level: &str| {
            format!("{}: {}", desk.t("new-strength"), desk.t(&format!("who-level-{level}")))
        };
        desk.click(&level(&desk, "medium"));
        let deducer = SeatChoice::robot("deducer.luau");
        let seat_choices = desk.app().screens.new_game.seating().seat_choices.clone();
        assert_eq!(seat_choices[0], SeatChoice::Me);
        assert_eq!(seat_choices[1..4], [deducer.clone(), deducer.clone(), deducer]);
    }
}

#[test]
fn players_and_rules_stay_when_the_mode_changes() {
    for lang in LANGS {
        let mut desk = open_form(lang, "siguo_partner");
        let form = &mut desk.h.state_mut().screens.new_game;
        form.seating_mut().sit(Seat::new(1), SeatChoice::robot("random.luau"));
        form.seating_mut().sit(Seat::new(3), SeatChoice::Person("Mei".to_owned()));
        let mode = |desk: &mut Desk, preset: &str| {
            desk.click_id("new-mode");
            desk.frames(2);
            desk.click_id(&format!("game-{preset}"));
            desk.frames(3);
            assert_eq!(desk.app().screens.new_game.preset(), preset);
        };
        let strength = format!("{}: {}", desk.t("new-strength"), desk.t("who-level-beginner"));
        desk.click(&strength);
        desk.click_id("ready-quick");
        mode(&mut desk, "siguo_dark");
        let random = SeatChoice::robot("random.luau");
        let expected =
            [SeatChoice::Me, random.clone(), random, SeatChoice::Person("Mei".to_owned())];
        assert_eq!(desk.app().screens.new_game.seating().seat_choices[..4], expected);
        assert!(is_chosen(&desk, "ready-quick"));
        // A changed option goes along where it has an effect.
        desk.unfold_rules(InputDevice::Mouse);
        let form = &mut desk.h.state_mut().screens.new_game;
        form.seating_mut().set("rail_turns", &json!(true));
        form.seating_mut().set("scout", &json!(true));
        desk.frames(2);
        mode(&mut desk, "siguo_open");
        let rules = &desk.app().screens.new_game.seating().rules;
        assert_eq!(
            (rules.get("rail_turns"), rules.get("scout")),
            (Some(json!(true)), Some(json!(false)))
        );
        // The robots on further seats are as strong as the others.
        mode(&mut desk, "six_open");
        let seat_choices = &desk.app().screens.new_game.seating().seat_choices;
        assert!(
            seat_choices[4..6]
                .iter()
                .all(|seat_choice| *seat_choice == SeatChoice::robot("random.luau"))
        );
    }
}

#[test]
fn title_of_a_game_names_its_ready_rules() {
    for lang in LANGS {
        for preset in ["aeroplane", "dark"] {
            for ready in of_preset(preset).filter(|ready| ready.options().count() > 0) {
                let mut desk = open_form(lang, preset);
                let id = format!("ready-{}", ready.name);
                desk.click_id(&id);
                desk.frames(2);
                desk.click_id("new-start");
                desk.on(Screen::Play);
                desk.frames(2);
                let title = format!("{} · {}", desk.t(&format!("game-{preset}")), desk.t(&id));
                assert!(desk.sees_part(&title), "no {title:?}\n{}", desk.node_texts());
            }
        }
    }
}
