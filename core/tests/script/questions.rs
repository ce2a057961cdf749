//! Tests of house rules that ask: their declarations, the effect `ask`, and the answers of robots.

use qipan_core::contract::game::{Game, NullSink, Step, Turn, Viewer};
use qipan_core::contract::robot::{Decision, Robot};
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::{Position, Race, Rules};
use qipan_core::house::{House, HouseRule};
use qipan_core::script::{Host, LuaRobot, LuaRule, MessageCodec};
use serde_json::Value;

const RED: Seat = Seat::new(0);
const BLUE: Seat = Seat::new(2);

/// A question to the seat that launched: to lose its plane again, or to have a second one.
const QUESTIONS: &str = r#"questions = { gift = {
    text = { en = "A gift?", zh = "礼物？" },
    options = { { name = "lose", text = "Lose it" }, { name = "win", text = "A plane" }, { name = "none", text = "None" } },
} },"#;

const ANSWERED: &str = r#"answered = function(view, answer)
    if answer.option == "lose" then return { { kind = "send_home", seat = answer.seat, plane = 1 } } end
    if answer.option == "win" then return { { kind = "place", seat = answer.seat, plane = 2, to = 40 } } end
    return nil
end,"#;

fn rule(questions: &str, after: &str, answered: &str) -> String {
    format!(
        "return {{ api = 1, game = 'race', name = 'Gift', {questions}\nhooks = {{ after = function(view, step, events)\n\
         if step.kind ~= 'launch' then return nil end\nreturn {{ {after} }} end,\n{answered} }} }}"
    )
}

fn load(source: &str) -> Result<LuaRule<Race>, String> {
    let names = ["gift".to_owned()];
    LuaRule::load("gift.luau", source, 0, &names, &Host::default()).map_err(|why| why.to_string())
}

fn house(source: &str) -> House<Race> {
    let rule = load(source).unwrap_or_else(|why| panic!("{why}"));
    House::new(vec![(0, Box::new(rule) as Box<dyn HouseRule<Race>>)])
}

/// Returns a game with Red to launch a plane.
fn race() -> Race {
    let position = Position::new(RED).side(RED, &[]).side(BLUE, &[5]).die(6);
    position.set_up(&Rules::AEROPLANE).unwrap()
}

/// Launches a plane under a rule. Returns the game with its steps, or the error.
fn launch(house: &mut House<Race>) -> Result<(Race, Vec<Step<Race>>), String> {
    let (mut race, mut steps) = (race(), Vec::new());
    let step = Step::Act { seat: RED, action: "launch 1".parse().unwrap() };
    let result = house.play(&mut race, step, &mut steps, &mut NullSink);
    result.map(|()| (race, steps)).map_err(|why| why.to_string())
}

const ASK: &str = "{ kind = 'ask', seat = step.seat, question = 'gift' }";

#[test]
fn answer_calls_the_hook_of_the_rule_that_asked() {
    let mut house = house(&rule(QUESTIONS, ASK, ANSWERED));
    let (mut race, mut steps) = launch(&mut house).unwrap();
    assert_eq!((race.turn(), race.question().unwrap().answer_count()), (Turn::Seat(RED), 3));
    let mut actions = Vec::new();
    house.actions(&race, &mut actions).unwrap();
    assert_eq!(actions, [0, 1, 2].map(Race::answer));
    let step = Step::Act { seat: RED, action: Race::answer(1) };
    house.play(&mut race, step, &mut steps, &mut NullSink).unwrap();
    assert_eq!(race.planes(RED)[..2], [0, 40]);
    assert_eq!(steps.len(), 4, "{steps:?}");
    // A rule that was disabled meanwhile does nothing.
    let (mut race, mut steps) = launch(&mut house).unwrap();
    house.disable_rule(0);
    let step = Step::Act { seat: RED, action: Race::answer(1) };
    house.play(&mut race, step, &mut steps, &mut NullSink).unwrap();
    assert_eq!((race.planes(RED)[1], steps.len()), (255, 3));
}

#[test]
fn subset_of_the_options_can_be_offered() {
    let ask = "{ kind = 'ask', seat = step.seat, question = 'gift', options = { 'none', 'win' } }";
    let mut house = house(&rule(QUESTIONS, ask, ANSWERED));
    let (mut race, _) = launch(&mut house).unwrap();
    let step = Step::Act { seat: RED, action: Race::answer(1) };
    house.play(&mut race, step, &mut Vec::new(), &mut NullSink).unwrap();
    assert_eq!(race.planes(RED)[1], 40, "the second of those offered");
}

#[test]
fn faulty_declarations_name_the_fault() {
    for (questions, answered, expected) in [
        ("", ANSWERED, "needs questions"),
        (QUESTIONS, "", "`questions` need a hook for their answers: write answered = "),
        ("questions = { gift = { options = {} } },", ANSWERED, "`gift` lacks `text`"),
        ("questions = { gift = { text = 'A gift?' } },", ANSWERED, "`gift` lacks `options`"),
        (
            "questions = { gift = { text = 'A gift?', options = {} } },",
            ANSWERED,
            "a list of 1 to 6",
        ),
        (
            "questions = { gift = { text = 'A', option = {} } },",
            ANSWERED,
            "unknown field `option` in `gift` (did you mean `options`?)",
        ),
        (
            "questions = { gift = { text = 'A', options = { 'yes' } } },",
            ANSWERED,
            "an option is written { name = ",
        ),
        (
            "questions = { gift = { text = 'A', options = { { name = 'a b', text = 'x' } } } },",
            ANSWERED,
            "1 to 16 letters",
        ),
        (
            "questions = { gift = { text = 'A', options = { { name = 'a', text = 'x' }, { name = 'a', text = 'y' } } } },",
            ANSWERED,
            "given twice",
        ),
        (
            "questions = { gift = { text = 'A', private = true, options = { { name = 'a', text = 'x' } } } },",
            ANSWERED,
            "`private` has no use in race",
        ),
        ("questions = { 'gift' },", ANSWERED, "`questions` is written questions = {"),
    ] {
        let error = load(&rule(questions, ASK, answered)).err().expect(expected);
        assert!(error.contains(expected), "{questions}\n{error}");
    }
}

#[test]
fn impossible_questions_name_the_fault() {
    for (ask, expected) in [
        (
            "{ kind = 'ask', seat = 'red', question = 'gifts' }",
            "has no question `gifts` (did you mean `gift`?); questions are gift",
        ),
        ("{ kind = 'ask', seat = 'red' }", "has no question nothing; questions are gift"),
        (
            "{ kind = 'ask', seat = 'south', question = 'gift' }",
            "the `seat` of `ask` is the text \"south\"; seats are red, yellow, blue, green",
        ),
        (
            "{ kind = 'ask', seat = 'red', question = 'gift', options = { 'win', 'los' } }",
            "`gift` has no option `los` (did you mean `lose`?); options are lose, win, none",
        ),
        (
            "{ kind = 'ask', seat = 'red', question = 'gift', options = 'win' }",
            "`options` of `ask` are a list",
        ),
        (
            "{ kind = 'ask', seat = 'red', question = 'gift', option = { 'win' } }",
            "`ask` has no field `option` (did you mean `options`?)",
        ),
        ("{ kind = 'ask', seat = 'green', question = 'gift' }", "this seat does not take part"),
        (
            "{ kind = 'ask', seat = 'red', question = 'gift', options = {} }",
            "a question needs at least one option",
        ),
    ] {
        let error = launch(&mut house(&rule(QUESTIONS, ask, ANSWERED))).expect_err(ask);
        assert!(error.contains(expected), "{ask}\n{error}");
        assert!(error.starts_with("gift.luau:"), "{error}");
    }
    let answered = "answered = function(view, answer) return 'win' end,";
    let mut house = house(&rule(QUESTIONS, ASK, answered));
    let (mut race, _) = launch(&mut house).unwrap();
    let step = Step::Act { seat: RED, action: Race::answer(0) };
    let error = house.play(&mut race, step, &mut Vec::new(), &mut NullSink).unwrap_err();
    assert!(error.to_string().contains("answered must return a list of effects"), "{error}");
}

/// Asks a robot for its answer to the question. Returns the name of the option.
fn answer_of(robot: &str, rules: Option<&str>) -> (String, Option<String>) {
    let (race, _) = launch(&mut house(&rule(QUESTIONS, ASK, ANSWERED))).unwrap();
    let source = format!(
        "return {{ api = 1, game = 'race', name = 'R', {robot}\n\
         choose = function(view, turn) error('not called for answers') end }}"
    );
    let mut robot = LuaRobot::<Race>::load("r.luau", source, &[], &Host::default()).unwrap();
    if let Some(rules) = rules {
        robot.set_world_rules(house(rules));
    }
    robot.start();
    let mut actions = Vec::new();
    race.legal_actions(&mut actions);
    let choice = robot.choose(&decision(&race, &race.view(Viewer::Seat(RED)), &actions));
    let option = Race::answered_option(choice.action).unwrap();
    let name = race.question().unwrap().keys.options.get(option.into()).unwrap();
    (name.to_string(), choice.error.map(|error| error.message))
}

fn decision<'a>(
    race: &Race,
    view: &'a qipan_core::games::race::View,
    actions: &'a [qipan_core::games::race::Action],
) -> Decision<'a, Race> {
    let (log, house_rules) = (&[], &[]);
    Decision { seat: RED, view, actions, log, house_rules, ply: race.ply(), stream: [0; 32].into() }
}

#[test]
fn robot_without_answers_gets_the_best_or_the_first_one() {
    let source = rule(QUESTIONS, ASK, ANSWERED);
    assert_eq!(answer_of("", Some(&source)), ("win".to_owned(), None));
    assert_eq!(answer_of("", None), ("lose".to_owned(), None), "without the rule, all are equal");
    let broken = rule(QUESTIONS, ASK, "answered = function() error('broken') end,");
    assert_eq!(answer_of("", Some(&broken)), ("lose".to_owned(), None));
}

#[test]
fn robot_that_knows_a_rule_answers_by_name() {
    let by_name = r#"answer = function(view, turn)
        for _, action in turn:actions() do
            assert(action.kind == "answer" and action.question == "gift")
            if action.option == "none" then return action end
        end
        return nil
    end,"#;
    assert_eq!(answer_of(by_name, None), ("none".to_owned(), None));
    let copied = "answer = function(view, turn) return { kind = 'answer', number = 2 } end,";
    assert_eq!(answer_of(copied, None), ("win".to_owned(), None));
    let searching =
        "answer = function(view, turn) return turn:search({ iterations = 20 })[1].action end,";
    assert_eq!(
        answer_of(searching, Some(&rule(QUESTIONS, ASK, ANSWERED))),
        ("win".to_owned(), None)
    );
    let (option, error) = answer_of("answer = function() return 'win' end,", None);
    let error = error.unwrap();
    assert!(
        option == "lose" && error.contains("answer must return one of turn:actions()"),
        "{error}"
    );
}

#[test]
fn programs_get_answers_as_actions() {
    let (race, _) = launch(&mut house(&rule(QUESTIONS, ASK, ANSWERED))).unwrap();
    let view = race.view(Viewer::Seat(RED));
    let mut actions = Vec::new();
    race.legal_actions(&mut actions);
    let mut codec = MessageCodec::<Race>::new(&Host::default(), None).unwrap();
    codec.begin_game().unwrap();
    let lines = codec.turn(&decision(&race, &view, &actions), 1).unwrap();
    let turn: Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
    let expected = serde_json::json!([
        { "kind": "answer", "question": "gift", "option": "lose", "number": 1 },
        { "kind": "answer", "question": "gift", "option": "win", "number": 2 },
        { "kind": "answer", "question": "gift", "option": "none", "number": 3 },
    ]);
    assert_eq!(turn["actions"], expected);
    let answer = |text: &str| qipan_core::script::Answer::read(text).unwrap();
    let read = |text: &str| {
        codec
            .read_turn(&decision(&race, &view, &actions), &answer(text))
            .map(|choice| choice.action)
    };
    assert_eq!(read(r#"{"id": 1, "action": 1}"#), Ok(Race::answer(1)));
    let object = r#"{"id": 1, "action": {"kind": "answer", "number": 3}}"#;
    assert_eq!(read(object), Ok(Race::answer(2)));
    assert!(read(r#"{"id": 1, "action": {"kind": "launch", "plane": 1}}"#).is_err());
}
