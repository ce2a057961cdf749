//! Robots that resign lost games and offer draws.

use qipan::model::i18n::Lang;
use qipan_core::contract::game::{Game, Step, Turn};
use qipan_core::contract::outcome::Reason;
use qipan_core::contract::seat::Seat;
use qipan_core::evaluation::Searchable;
use qipan_core::games::junqi::Junqi;
use qipan_core::record::Player;

use crate::support::{
    Desk, InputDevice, Place, QUIET, junqi_from, junqi_record, record, robot, with_robot,
    write_sure_robot,
};

/// Returns a folder with these settings and with the robots `pessimist` and `drawish`.
fn place(settings: &str) -> Place {
    let place = Place::with(settings);
    write_sure_robot(&place, "pessimist", 0.0);
    write_sure_robot(&place, "drawish", 0.5);
    place
}

/// Returns the seats that have resigned, in the order of the record.
fn resigned(desk: &Desk) -> Vec<Seat> {
    let steps = desk.junqi().session.record().steps.iter();
    let seat = |step: &Step<Junqi>| match step {
        Step::Resign { seat } => Some(*seat),
        _ => None,
    };
    steps.filter_map(seat).collect()
}

#[test]
fn robot_resigns_a_lost_game() {
    for lang in [Lang::En, Lang::Zh] {
        let code = if lang == Lang::En { "en" } else { "zh" };
        let place = place(&format!(r#"{{"lang":"{code}","speed":"off"}}"#));
        let mut desk = place.open();
        desk.put_junqi(with_robot(junqi_from("open", "pr", QUIET), 1, "pessimist"), |_| {});
        let mut rounds = 0;
        while desk.play_quiet_round() {
            rounds += 1;
        }
        assert_eq!(rounds, 5, "the robot resigns at its fifth move");
        let north = Junqi::seat_by_name("north").unwrap();
        assert_eq!(resigned(&desk), [north]);
        let outcome = desk.junqi().state().outcome().unwrap();
        assert_eq!((outcome.place(north), outcome.reason), (Some(2), Reason::Resignation));
        let seat = qipan::games::words::seat::<Junqi>(desk.app().i18n(), north);
        assert!(desk.sees_part(&desk.tf("log-resigned", &[("seat", seat.into())])));
        desk.assert_sees_id("play-over-won");
    }
}

#[test]
fn robot_resigns_a_lost_race_of_two_with_a_message() {
    let place = Place::quick(Lang::En);
    place.write(
        "scripts/robots/race/gloomy.luau",
        "return { api = 1, game = \"race\", name = \"Gloomy\", version = \"1\", author = \"Kim\",\n\
         choose = function(view, turn)\n\
         turn:search({ iterations = 4, worlds = 1, value = function() return 0 end })\n\
         return turn:actions()[1]\n\
         end }\n",
    );
    let mut desk = place.open();
    let players = [Some(Player::human("")), Some(robot("gloomy")), None, None];
    desk.put(record("flying", players, 3));
    while desk.race().outcome().is_none() {
        assert!(desk.take_turn(InputDevice::Keys));
        desk.settle();
    }
    assert_eq!(desk.race().outcome().unwrap().reason, Reason::Resignation);
    desk.assert_sees(&desk.tf("notice-robot-resigns", &[("seat", "Yellow".into())]));
    desk.assert_sees_id("play-over-won");
}

/// Plays until a robot offers a draw. Returns the number of rounds.
#[track_caller]
fn rounds_until_offer(desk: &mut Desk) -> usize {
    let mut rounds = 0;
    while desk.play_quiet_round() {
        rounds += 1;
    }
    assert!(desk.junqi().robot_offering_draw().is_some(), "{}", desk.node_texts());
    rounds
}

#[test]
fn draw_offer_of_a_robot_can_be_accepted_or_declined() {
    let place = place(r#"{"lang":"en","speed":"off"}"#);
    let record = with_robot(junqi_from("open", "pr", QUIET), 1, "drawish");
    let mut desk = place.open();
    desk.put_junqi(record.clone(), |_| {});
    assert_eq!(rounds_until_offer(&mut desk), 10);
    desk.assert_sees("North offers a draw.");
    desk.click_id("play-draw-accept");
    desk.settle();
    let outcome = desk.junqi().state().outcome().unwrap();
    assert_eq!(outcome.reason, Reason::Agreement);
    desk.assert_sees_id("play-draw");

    desk.put_junqi(record, |_| {});
    rounds_until_offer(&mut desk);
    let steps = desk.junqi().steps();
    desk.click_id("play-draw-decline");
    desk.frames(2);
    assert!(desk.junqi().human_to_act().is_some(), "the game goes on");
    assert_eq!(desk.junqi().steps(), steps);
    assert_eq!(rounds_until_offer(&mut desk), 21, "no new offer for twenty moves");
}

#[test]
fn setting_keeps_robots_from_resigning_and_offering_draws() {
    let place = place(r#"{"lang":"en","speed":"off","robots_concede":false}"#);
    let mut desk = place.open();
    for name in ["pessimist", "drawish"] {
        desk.put_junqi(with_robot(junqi_from("open", "pr", QUIET), 1, name), |_| {});
        for _ in 0..14 {
            assert!(desk.play_quiet_round(), "{name}");
        }
        assert!(resigned(&desk).is_empty());
    }
}

#[test]
fn robots_beside_a_person_do_not_resign_and_opponents_resign_together() {
    let place = place(r#"{"lang":"en","speed":"off"}"#);
    let record = junqi_record("siguo_open", "prrr", 4);
    let seats: Vec<Seat> = record.players.iter().map(|(seat, _)| *seat).collect();
    let mut desk = place.open();
    for (lost, expected) in [(vec![2], vec![]), (vec![1, 3], vec![seats[1], seats[3]])] {
        let record = lost
            .iter()
            .fold(record.clone(), |record, index| with_robot(record, *index, "pessimist"));
        desk.put_junqi(record, |_| {});
        assert_eq!(
            desk.junqi().state().team_of(seats[0]),
            [seats[0], seats[2]].into_iter().collect()
        );
        for _ in 0..6 {
            if !desk.play_quiet_round() {
                break;
            }
        }
        assert_eq!(resigned(&desk), expected);
        assert_eq!(desk.junqi().state().turn() == Turn::Over, !expected.is_empty());
    }
}
