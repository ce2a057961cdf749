//! Tests of questions in Junqi: private ones are hidden from others in views, determinizations,
//! steps and redacted copies.

use crate::common::house_junqi::{Ruling, house};
use crate::common::junqi::position;
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, NullSink, Step, Turn, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::position::{NoPosition, Positions};
use qipan_core::contract::question::{Question, QuestionKeys};
use qipan_core::contract::seat::Seat;
use qipan_core::contract::setup::Setup;
use qipan_core::contract::view_data::ViewData;
use qipan_core::games::junqi::{Effect, Event, Junqi, Rules};
use qipan_core::play::redact::redact;
use qipan_core::play::replay::rerun;
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record};
use qipan_core::registry::verify;
use rand::RngExt;

const SOUTH: Seat = Seat::new(0);
const NORTH: Seat = Seat::new(2);

/// Asks the attacker privately after each battle. The answer can reveal the piece that stays.
const WHISPER: &str = r#"return {
    api = 1, game = "junqi", name = "Whisper",
    questions = {
        secret = {
            text = { en = "A secret question", zh = "秘密的问题" },
            options = { { name = "hush", text = "Hush" }, { name = "loud", text = "Loud" } },
            private = true,
        },
    },
    hooks = {
        after = { on = { "battled" }, run = function(view, step, events)
            return { { kind = "ask", seat = step.seat, question = "secret" } }
        end },
        answered = function(view, answer)
            assert(answer.question == "secret")
            if answer.option == "hush" then return nil end
            for _, cell in view.cells do
                local piece = view:piece(cell)
                if piece and piece.owner == answer.seat and not piece.shown then
                    return { { kind = "reveal", at = cell } }
                end
            end
            return nil
        end,
    },
}"#;

fn ask(seat: &str, private: bool) -> Effect {
    let json = format!(
        r#"{{"kind": "ask", "seat": "{seat}", "question": "q", "options": ["a", "b"], "private": {private}}}"#
    );
    serde_json::from_str(&json).unwrap()
}

fn small_game(clock: bool) -> Junqi {
    let mut rules = Rules::preset("dark").unwrap();
    if !clock {
        rules = rules.with_setting("clock_seconds", &0.into()).unwrap();
    }
    position(&rules, &[("S62", "s30"), ("N62", "n30"), ("S65", "s33"), ("N65", "n33")])
}

#[test]
fn private_question_is_hidden_in_the_views_of_others() {
    let mut game = small_game(false);
    game.play(&Step::House { rule: 3, effect: ask("north", true) }, &mut NullSink).unwrap();
    let hidden = Question { rule: 3, seat: NORTH, keys: QuestionKeys::HIDDEN };
    let mut rng = crate::common::rng(1);
    for viewer in [Viewer::Seat(SOUTH), Viewer::Seat(NORTH), Viewer::Public, Viewer::All] {
        let view = game.view(viewer);
        let knows = viewer.includes(NORTH);
        let question = Junqi::question_in_view(&view).copied().unwrap();
        assert_eq!(question == hidden, !knows, "{viewer:?}");
        assert_eq!(Some(&question).filter(|_| knows), game.question().filter(|_| knows));
        assert_eq!(view.for_public().question(), Some(&hidden));
        let data = serde_json::to_string(&Junqi::view_data(&view)).unwrap();
        assert_eq!(data.contains(r#""question":"q""#), knows, "{data}");
        let read = Junqi::view_from_data(game.rules(), &serde_json::from_str(&data).unwrap());
        assert_eq!(read.unwrap(), view);
        let world = Junqi::sample(&view, &mut rng);
        assert_eq!((world.view(viewer), world.turn()), (view, Turn::Seat(NORTH)));
        let mut actions = Vec::new();
        world.legal_actions(&mut actions);
        assert_eq!(actions.len(), if knows { 2 } else { 1 });
    }
}

#[test]
fn steps_hide_private_questions_and_answers() {
    let mut game = small_game(false);
    let asked = Step::House { rule: 0, effect: ask("north", true) };
    let hidden: Effect =
        serde_json::from_str(r#"{"kind": "ask", "seat": "north", "private": true}"#).unwrap();
    assert_eq!(game.step_for_viewer(&asked, Viewer::Seat(NORTH)), asked);
    let for_south = game.step_for_viewer(&asked, Viewer::Seat(SOUTH));
    assert_eq!(for_south, Step::House { rule: 0, effect: hidden });
    game.play(&asked, &mut NullSink).unwrap();
    let answered = Step::Act { seat: NORTH, action: Junqi::answer(1) };
    assert_eq!(game.step_for_viewer(&answered, Viewer::Seat(NORTH)), answered);
    let for_south = game.step_for_viewer(&answered, Viewer::Public);
    assert_eq!(for_south, Step::Act { seat: NORTH, action: Junqi::answer(0) });
}

#[test]
fn time_out_drops_the_question_but_no_turn() {
    let mut game = small_game(true);
    game.play(&Step::House { rule: 0, effect: ask("north", false) }, &mut NullSink).unwrap();
    let mut events = Vec::new();
    assert!(game.check_timeout(SOUTH).is_err());
    game.play(&Step::Timeout { seat: NORTH }, &mut events).unwrap();
    assert_eq!(events, [Event::TimedOut { seat: NORTH, count: 1 }]);
    assert_eq!((game.turn(), game.question()), (Turn::Seat(SOUTH), None));
}

#[test]
fn position_is_given_only_when_no_question_waits() {
    for private in [false, true] {
        let mut game = small_game(false);
        let before = game.position();
        game.play(&Step::House { rule: 0, effect: ask("north", private) }, &mut NullSink).unwrap();
        assert_eq!(game.position(), Err(NoPosition::Question));
        let answered = Step::Act { seat: NORTH, action: Junqi::answer(1) };
        game.play(&answered, &mut NullSink).unwrap();
        assert!(before.is_ok());
        assert_eq!(game.position(), before);
    }
}

/// Plays a random game under the rule that whispers.
fn whispered_game(seed: u64) -> (Session<Junqi>, Ruling) {
    let ruling = Ruling::new("whisper", WHISPER);
    let rules = Rules::preset("siguo_dark").unwrap();
    let rules = rules.with_setting("draw_after_quiet_plies", &60.into()).unwrap();
    let players = rules.seats().iter().map(|seat| (seat, Player::human("Ann"))).collect();
    let game_seed = Seed::from_number(seed);
    let deal = Junqi::draw_deal(&rules, rules.seats(), &game_seed).unwrap();
    let mut record = Record::<Junqi>::new("siguo_dark", rules, players, deal, game_seed);
    record.house_rules = vec![ruling.line()];
    let mut session = Session::new(record).unwrap();
    let (mut house, mut actions) = (house(&[&ruling]), Vec::new());
    let mut rng = crate::common::rng(seed);
    while let Turn::Seat(seat) = session.state().turn() {
        house.actions(session.state(), &mut actions).unwrap();
        let step = Step::Act { seat, action: actions[rng.random_range(0..actions.len())] };
        session.play_with_house_rules(step, &mut house).unwrap();
        if session.record().steps.len() > 600 {
            session.play(Step::Draw).unwrap();
        }
    }
    (session, ruling)
}

#[test]
fn redacted_copies_contain_only_the_questions_of_their_seat() {
    let (session, ruling) = whispered_game(7);
    let asked = |record: &Record<Junqi>, seat: Seat| {
        let effects = record.steps.iter().filter_map(|step| match step {
            Step::House { effect, .. } => Junqi::asked_question(0, effect),
            _ => None,
        });
        effects.filter(|question| question.seat == seat).collect::<Vec<_>>()
    };
    let text = session.record().write();
    let record = Record::<Junqi>::read(&text).unwrap().record;
    assert_eq!((&record, verify(&text).is_ok()), (session.record(), true));
    assert!(text.contains("\"version\":2,") && text.contains("秘密的问题"));
    assert_eq!(rerun(&record, &mut house(&[&ruling])), Ok(()));
    let mut compared = 0;
    for seat in session.state().seats().iter() {
        let copy = redact(&session, seat, &Seed::from_number(3)).unwrap();
        let text = copy.write();
        let report = verify(&text);
        assert!(report.is_ok(), "{report:?}");
        assert_eq!(Record::<Junqi>::read(&text).unwrap().record, copy);
        for other in session.state().seats().iter() {
            let (before, after) = (asked(session.record(), other), asked(&copy, other));
            assert_eq!(before.len(), after.len());
            let is_hidden = |question: &Question| question.keys == QuestionKeys::HIDDEN;
            if !before.is_empty() {
                assert_eq!(after.iter().all(is_hidden), seat != other);
                assert_eq!(before == after, seat == other);
                compared += 1;
            }
        }
    }
    assert!(compared >= 8, "{compared} comparisons");
}
