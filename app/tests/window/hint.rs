//! Hints: a stronger robot's move for the player's own view, with a reason.

use egui::{Key, Pos2, Shape};
use qipan::model::i18n::{Arg, Lang};
use qipan::model::narration::Narrate as _;
use qipan::play::table::HintState;
use qipan_core::contract::game::{Game as _, Step, Turn, Viewer};
use qipan_core::games::junqi::{Action, Cell, Junqi};
use qipan_core::games::race::Race;
use qipan_core::record::{Player, Record};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::support::{
    Desk, Place, junqi_from, junqi_record, played, position, redeal_hidden, robot,
};

const LANGS: [Lang; 2] = [Lang::En, Lang::Zh];

/// Returns the players of a game of one person, Red, against three robots.
fn person_and_robots() -> [Option<Player>; 4] {
    [Some(Player::human("")), Some(robot("greedy")), Some(robot("careful")), Some(robot("random"))]
}

/// Returns the action that a hint shows for a game of Junqi, once it is there.
fn junqi_hint(desk: &mut Desk, record: &Record<Junqi>) -> Action {
    desk.put_junqi(record.clone(), |_| {});
    desk.key(Key::H);
    desk.until("the hint", |desk| matches!(desk.junqi().hint(), Some(HintState::Ready(_))));
    // The hint is drawn on the board, a turn of a tile included.
    desk.frames(2);
    match desk.junqi().hint() {
        Some(HintState::Ready(action)) => action,
        other => panic!("{other:?}"),
    }
}

/// Returns the reason for South's move from one cell to another. A cell is a seat, a line and a
/// column.
fn reason(desk: &Desk, from: (&str, u8, u8), to: (&str, u8, u8)) -> String {
    let cells = [from, to]
        .map(|(seat, line, column)| Cell::of(Junqi::seat_by_name(seat).unwrap(), line, column));
    let mut actions = desk.junqi().human_actions().into_iter();
    let action = actions.find(|action| [action.from(), action.to()] == cells).unwrap();
    let south = Junqi::seat_by_name("south").unwrap();
    Junqi::hint_reason(desk.app().i18n(), desk.junqi().view(), south, action)
}

#[test]
fn hint_shows_a_legal_move_and_its_reason_and_is_counted() {
    for lang in LANGS {
        let mut desk = Place::quick(lang).open();
        let red = Race::seat_by_name("red").unwrap();
        desk.put(position("aeroplane", &person_and_robots(), |game| {
            game.state().turn() == Turn::Seat(red) && game.actions().len() > 1
        }));
        assert_eq!(desk.table().hint(), None);
        desk.key(Key::H);
        desk.until("the hint", |desk| matches!(desk.table().hint(), Some(HintState::Ready(_))));
        desk.frames(2);
        let Some(HintState::Ready(action)) = desk.table().hint() else { panic!("no hint") };
        assert!(desk.table().human_actions().contains(&action));
        let reason = Race::hint_reason(desk.app().i18n(), desk.table().view(), red, action);
        desk.assert_sees(&reason);
        assert_eq!(desk.record().hints, 1);
        desk.key(Key::H);
        desk.frames(3);
        assert_eq!(desk.record().hints, 1, "the same hint is counted once");
        let desk = desk.crash();
        assert_eq!(desk.record().hints, 1, "the journal has the hint");
        let text = desk.table().session.write();
        assert_eq!(Record::<Race>::read(&text).unwrap().record.hints, 1);
    }
}

#[test]
fn hint_says_that_the_kind_of_a_hidden_piece_is_a_conclusion() {
    // The hidden piece has turned a corner, so it is an Engineer.
    let line = "qipan junqi dark turn=south south=S62F,S11T north=N62F,N51P,N15Gmc";
    for lang in LANGS {
        let mut desk = Place::quick(lang).open();
        desk.put_junqi(junqi_from("dark", "pr", line), |_| {});
        let reason = reason(&desk, ("south", 1, 1), ("north", 1, 5));
        let names = ["piece-colonel", "piece-engineer"].map(|id| desk.t(id));
        let [piece, other] = names.map(Arg::from);
        let args = [("piece", piece), ("other", other)];
        assert_eq!(reason, desk.tf("hint-junqi-take-deduced", &args));
    }
}

#[test]
fn hint_says_that_an_engineer_clears_a_landmine() {
    let line = "qipan junqi open turn=south south=S62F,N53G north=N62F,N11P,N52D";
    for lang in LANGS {
        let mut desk = Place::quick(lang).open();
        desk.put_junqi(junqi_from("open", "pr", line), |_| {});
        let reason = reason(&desk, ("north", 5, 3), ("north", 5, 2));
        let piece = desk.t("piece-engineer");
        assert_eq!(reason, desk.tf("hint-junqi-clear", &[("piece", piece.into())]));
    }
}

#[test]
fn hint_does_not_depend_on_hidden_pieces() {
    let mut desk = Place::quick(Lang::En).open();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut redeals = 0;
    for (preset, players, seed) in
        [("dark", "pr", 1), ("dark", "pr", 2), ("flip", "pr", 3), ("siguo_dark", "prrr", 4)]
    {
        let session = played(junqi_record(preset, players, seed), 41, &mut rng);
        let human =
            session.record().players.iter().find(|(_, player)| player.is_human()).unwrap().0;
        let mut session = session;
        while session.state().turn() != Turn::Seat(human) {
            let Turn::Seat(seat) = session.state().turn() else { panic!("{preset} is over") };
            let action = session.actions()[0];
            session.act(seat, action).unwrap();
        }
        let viewer = Viewer::Seat(human);
        let view = session.state().view(viewer);
        let action = junqi_hint(&mut desk, session.record());
        let reason = Junqi::hint_reason(desk.app().i18n(), &view, human, action);
        assert!(!reason.is_empty());
        for _ in 0..3 {
            let Some(redealt) = redeal_hidden(session.record(), viewer, &mut rng) else { continue };
            assert_eq!(junqi_hint(&mut desk, &redealt), action, "{preset}");
            redeals += 1;
        }
    }
    assert!(redeals >= 6, "{redeals} games with other hidden pieces");
}

#[test]
fn hint_before_the_roll_says_to_roll() {
    for lang in LANGS {
        let mut desk = Place::quick(lang).open();
        desk.put(position(
            "aeroplane",
            &person_and_robots(),
            |game| matches!(game.state().turn(), Turn::Chance { roller } if roller.index() == 0),
        ));
        desk.click_id("menu-hint");
        desk.frames(2);
        desk.assert_sees_id("notice-hint-roll");
        assert_eq!(desk.record().hints, 0);
    }
}

#[test]
fn every_kind_has_reasons_in_both_languages() {
    for lang in LANGS {
        let desk = Place::quick(lang).open();
        let i18n = desk.app().i18n();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut reasons = std::collections::BTreeSet::new();
        for (preset, players) in
            [("dark", "rr"), ("flip", "rr"), ("siguo_dark", "rrrr"), ("six_dark", "rrrrrr")]
        {
            for seed in 0..4 {
                let session = played(junqi_record(preset, players, seed), 90, &mut rng);
                let Turn::Seat(seat) = session.state().turn() else { continue };
                let view = session.state().view(Viewer::Seat(seat));
                for action in session.actions() {
                    let reason = Junqi::hint_reason(i18n, &view, seat, action);
                    assert!(!reason.contains(['{', '⟨']), "{reason}");
                    reasons.insert(reason);
                }
            }
        }
        assert!(reasons.len() > 20, "{reasons:#?}");
    }
}

#[test]
fn click_on_the_end_of_a_hinted_move_plays_it() {
    for lang in LANGS {
        let mut desk = Place::quick(lang).open();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let session = played(junqi_record("open", "pr", 7), 20, &mut rng);
        let record = session.record().clone();
        let action = junqi_hint(&mut desk, &record);
        assert_ne!(action.from(), action.to());
        let target = desk.node_at(action.to());
        desk.click(&target);
        desk.until("the move", |desk| desk.junqi().steps() > record.steps.len());
        let played = &desk.junqi().session.record().steps[record.steps.len()];
        let is_hinted = |step: &Step<Junqi>| match step {
            Step::Act { action: played, .. } => *played == action,
            _ => false,
        };
        assert!(is_hinted(played), "{action}");
    }
}

/// Returns true if a blurred rectangle is painted around a point: the highlight of the last step.
fn has_glow_at(desk: &Desk, pos: Pos2) -> bool {
    let is_glow = |shape: &Shape| match shape {
        Shape::Rect(rect) => rect.blur_width > 0.0 && rect.rect.center().distance(pos) < 2.0,
        _ => false,
    };
    desk.h.output().shapes.iter().any(|clipped| match &clipped.shape {
        Shape::Vec(shapes) => shapes.iter().any(is_glow),
        shape => is_glow(shape),
    })
}

#[test]
fn hint_hides_the_marks_of_the_last_step() {
    let mut desk = Place::quick(Lang::En).open();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let record = played(junqi_record("open", "pr", 7), 20, &mut rng).record().clone();
    desk.put_junqi(record.clone(), |_| {});
    desk.settle();
    let Some(Step::Act { action: last, .. }) = record.steps.last() else { panic!("no move") };
    let start = desk.centre_of_any(&desk.node_at(last.from()));
    assert!(has_glow_at(&desk, start), "the start of the last step is highlighted");
    let hint = junqi_hint(&mut desk, &record);
    assert!(hint.from() != last.from() && hint.to() != last.from());
    assert!(!has_glow_at(&desk, start));
}
