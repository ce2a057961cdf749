//! Tests of house rules in Lua: their API, their effects and their limits.

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, IllegalStep, NullSink, Step, Turn};
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::position::SeatColour;
use qipan_core::games::race::{Action, Deal, Position, Race, Rules};
use qipan_core::house::{House, HouseError, HouseRule};
use qipan_core::play::game_loop::{
    Buffers, GameRunner, LoggedGame, Players, RecordedGame, RunEnd, run_to_end,
};
use qipan_core::play::session::Session;
use qipan_core::record::{MAX_STEPS, Player, Record};
use qipan_core::script::{Host, LuaRule, ScriptError, Scripted};

use crate::common::junqi::{rules, start};
use crate::common::rng;

const RED: Seat = Seat::new(0);
const BLUE: Seat = Seat::new(2);

/// Loads a house rule with these fields. They begin on line 2.
fn rule<G: Scripted>(body: &str) -> Result<LuaRule<G>, ScriptError> {
    let source = format!("return {{ api = 1, game = \"{}\", name = \"Test\",\n{body}\n}}", G::NAME);
    LuaRule::load("test.luau", source, 0, &["test".to_owned()], &Host::default())
}

/// Loads house rules with these fields.
fn house<G: Scripted>(bodies: &[&str]) -> House<G> {
    let rules = (0u8..).zip(bodies).map(|(number, body)| {
        let source =
            format!("return {{ api = 1, game = \"{}\", name = \"Test\",\n{body}\n}}", G::NAME);
        let rule = LuaRule::<G>::load("test.luau", source, number, &[], &Host::default()).unwrap();
        (number, Box::new(rule) as Box<dyn HouseRule<G>>)
    });
    House::new(rules.collect())
}

/// Returns a race with Red to roll with planes on 10 and 20, Blue with one on 5.
fn race() -> Race {
    let position = Position::new(RED).side(RED, &[10, 20, 3, 4]).side(BLUE, &[5, 6, 7, 8]);
    position.set_up(&Rules::AEROPLANE).unwrap()
}

#[test]
fn effects_of_after_become_steps() {
    let mut house = house::<Race>(&["hooks = { after = { on = { 'rolled' }, run = function(view, step, events)
        assert(step.kind == 'roll' and step.die == 3 and step.seat == 'red' and #events == 1)
        assert(events[1].kind == 'rolled' and view.memory.seen == nil and view.roll == 3)
        return { { kind = 'send_home', seat = 'blue', plane = 1 }, { kind = 'remember', key = 'seen', value = 4 } }
    end } }"]);
    let (mut state, mut steps, mut events) = (race(), Vec::new(), Vec::new());
    house.play(&mut state, Step::Chance(3), &mut steps, &mut events).unwrap();
    assert_eq!(steps.len(), 3, "{steps:?}");
    assert_eq!(state.planes(BLUE)[0], qipan_core::games::race::HANGAR);
    let memory: Vec<_> =
        state.memory().entries_of(0).map(|(key, value)| (key.as_str().to_owned(), value)).collect();
    assert_eq!(memory, [("seen".to_owned(), 4)]);
    let mut replayed = race();
    for step in &steps {
        replayed.play(step, &mut NullSink).unwrap();
    }
    assert_eq!(replayed, state, "the steps alone give the same state");
}

#[test]
fn filter_removes_actions_and_an_empty_list_passes() {
    let mut only_first =
        house::<Race>(&["hooks = { filter = function(view, actions) return { actions[1] } end }"]);
    let mut state = race();
    state.play(&Step::Chance(3), &mut NullSink).unwrap();
    let (mut legal, mut kept) = (Vec::new(), Vec::new());
    state.legal_actions(&mut legal);
    only_first.actions(&state, &mut kept).unwrap();
    assert_eq!(kept, legal[..1]);
    let other = Step::Act { seat: RED, action: legal[1] };
    let refused = only_first.play(&mut state.clone(), other, &mut Vec::new(), &mut NullSink);
    assert!(matches!(refused, Err(HouseError::Illegal(_))), "{refused:?}");

    let mut nothing = house::<Race>(&["hooks = { filter = function() return {} end }"]);
    let (mut state, mut steps) = (race(), Vec::new());
    nothing.play(&mut state, Step::Chance(3), &mut steps, &mut NullSink).unwrap();
    assert_eq!(steps.len(), 2);
    assert_eq!(state.turn(), Turn::Chance { roller: BLUE });
}

#[test]
fn filter_that_leaves_no_action_when_asked_again_is_an_error() {
    let mut fickle = house::<Race>(&["hooks = { filter = (function()
        local calls = 0
        return function(view, actions)
            calls += 1
            return if calls % 2 == 0 then {} else actions
        end
    end)() }"]);
    let (mut state, mut steps) = (race(), Vec::new());
    fickle.play(&mut state, Step::Chance(3), &mut steps, &mut NullSink).unwrap();
    assert_eq!((steps.len(), state.turn()), (1, Turn::Seat(RED)));
    let failure = fickle.actions(&state, &mut Vec::new()).unwrap_err();
    assert!(failure.to_string().contains("filter left no action"), "{failure}");
}

/// Returns the indices of the actions that a filter leaves, and its fuel. Checks that a second call
/// gives the same.
fn kept_and_fuel<G: Scripted>(state: &G, body: &str) -> Result<(Vec<usize>, u64), String> {
    let body = format!("hooks = {{ filter = function(view, actions)\n{body}\nend }}");
    let mut rule = rule::<G>(&body).unwrap();
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    let mut ask = || {
        let kept = rule.filter(state, &legal).map_err(|trouble| trouble.to_string())?;
        let index = |action| legal.iter().position(|other| other == action).unwrap();
        Ok((kept.iter().map(index).collect::<Vec<_>>(), rule.fuel()))
    };
    let first: Result<_, String> = ask();
    assert_eq!(ask(), first, "{body}");
    first
}

#[test]
fn filter_accepts_any_list_of_its_actions() {
    let mut race = race();
    race.play(&Step::Chance(3), &mut NullSink).unwrap();
    let junqi = start(&rules("dark", &[]), &mut rng(1));
    for (body, kept) in [
        ("table.remove(actions, 1) return actions", vec![1]),
        ("return { actions[2], actions[1] }", vec![0, 1]),
        ("return { table.clone(actions[2]) }", vec![1]),
        ("return { actions[1], actions[1], actions[1], actions[1] }", vec![0]),
        ("local first = actions[1] table.clear(actions) return { first }", vec![0]),
        (
            "return setmetatable({}, { __len = function() return 2 end, \
             __index = function(_, at) return actions[at] end })",
            vec![0, 1],
        ),
    ] {
        let body = format!("while #actions > 2 do actions[#actions] = nil end {body}");
        assert_eq!(kept_and_fuel(&race, &body).unwrap().0, kept, "{body}");
        assert_eq!(kept_and_fuel(&junqi, &body).unwrap().0, kept, "{body}");
    }
    let all = kept_and_fuel(&junqi, "return actions").unwrap();
    assert!(all.0.len() > 10 && all.1 > all.0.len() as u64, "{all:?}");
    for body in ["actions[1].kind = 'x' return actions", "actions[1].mine = 1 return actions"] {
        for result in [kept_and_fuel(&race, body), kept_and_fuel(&junqi, body)] {
            assert!(result.unwrap_err().contains("readonly"), "{body}");
        }
    }
}

#[test]
fn failing_rule_leaves_the_game_unchanged() {
    let mut broken = house::<Race>(&[
        "hooks = { after = function() return { { kind = 'send_home', seat = 'blue', plane = 2 } } end }",
        "hooks = {\n after = function(view)\n error('no')\n end }",
    ]);
    let (mut state, mut steps, mut events) = (race(), Vec::new(), Vec::new());
    let error = broken.play(&mut state, Step::Chance(3), &mut steps, &mut events).unwrap_err();
    assert_eq!(error.to_string(), "test.luau:4: no");
    assert_eq!((state, steps.len(), events.len()), (race(), 0, 0));
}

#[test]
fn can_and_playing_report_the_state() {
    // Red and Green are home or gone; Yellow has a plane on 5, which is Blue's 44.
    let play_rule_that_asserts = |condition: &str| {
        let body = format!(
            "hooks = {{ after = function(view) assert({condition}, table.concat(view.playing, ' ')) end }}"
        );
        let mut position = Position::new(BLUE).side(RED, &[56, 56, 56, 56]);
        position = position.side(Seat::new(1), &[5, 5]).side(BLUE, &[10]).side(Seat::new(3), &[]);
        position.home.push(SeatColour::new(RED));
        position.resigned.push(SeatColour::new(Seat::new(3)));
        let mut state = position.set_up(&Rules::AEROPLANE).unwrap();
        house::<Race>(&[&body]).play(&mut state, Step::Chance(3), &mut Vec::new(), &mut NullSink)
    };
    for condition in [
        "table.concat(view.playing, ' ') == 'blue yellow'",
        "view:can({ kind = 'advance', seat = 'yellow', plane = 1, by = 3 })",
        "view:can({ { kind = 'place', seat = 'blue', plane = 2, to = 3 }, { kind = 'advance', seat = 'blue', plane = 2, by = 1 } })",
        "view:can({})",
        "view:can({ kind = 'remember', key = 'a', value = 1 })",
        "not view:can({ kind = 'extra_roll', seat = 'blue' })", // a roll waits
        "not view:can({ kind = 'skip_turn', seat = 'red' })",
        "not view:can({ kind = 'skip_turn', seat = 'green' })",
        "not view:can({ kind = 'advance', seat = 'blue', plane = 2, by = 1 })",
        "not view:can({ { kind = 'draw' }, { kind = 'draw' } })",
    ] {
        assert_eq!(play_rule_that_asserts(condition), Ok(()), "{condition}");
    }
    for (condition, error) in [
        ("view:can({ kind = 'fly' })", "there is no effect `fly`"),
        ("view:can({ kind = 'pass' })", "there is no effect `pass`"),
        ("view:can({ 3 })", "test.luau:2: "),
        ("view:can(3)", "test.luau:2: "),
    ] {
        let message = play_rule_that_asserts(condition).unwrap_err().to_string();
        assert!(message.contains(error), "{condition}: {message}");
    }
}

#[test]
fn metadata_errors_are_reported() {
    for (body, part) in [
        ("set = { takeof = { 5 } }", "test.luau:2: unknown option `takeof`"),
        ("set = { takeoff = { 7 } }", "test.luau:2: `takeoff` cannot be [7]"),
        ("set = {\ntakeoff = {} }", "test.luau:3: `takeoff` is invalid here"),
        ("set = { takeoff = { add = { 7 } } }", "test.luau:2: `takeoff` cannot be [2,4,6,7]"),
        ("set = { takeoff = { add = {} } }", "test.luau:2: `takeoff` cannot be {\"add\":"),
        ("set = { takeoff = { add = 5 } }", "test.luau:2: `takeoff` cannot be {\"add\":5}"),
        ("set = { takeoff = { add = { 5 }, of = 1 } }", "test.luau:2: `takeoff` cannot be {"),
        ("set = { teams = { add = { true } } }", "test.luau:2: `teams` cannot be {\"add\":"),
        ("set = { takeof = { add = { 5 } } }", "test.luau:2: unknown option `takeof`"),
        ("set = {}", "test.luau:2: does nothing"),
        (
            "hooks = { afterr = function() end }",
            "unknown field `afterr` in `hooks` (did you mean `after`?)",
        ),
        ("hooks = { battle = function() end }", "unknown field `battle` in `hooks`"),
        (
            "hooks = { after = { on = { 'capture' }, run = function() end } }",
            "events are opening_rolled",
        ),
        ("hooks = { after = { on = { 'captured' } } }", "lacks `run`"),
        ("sees = 'all', set = { finish = 'bounce' }", "`sees` has no use in race"),
        ("set = { finish = function() end }", "`finish` needs a text, a number"),
        ("params = {}, set = { finish = 'bounce' }", "unknown field `params`"),
    ] {
        let message = rule::<Race>(body).err().unwrap().to_string();
        assert!(message.contains(part), "{body}: {message}");
    }
    let info = rule::<Race>("set = { takeoff = { 5, 6 }, bonus_roll = 'on_capture' }").unwrap();
    assert_eq!(info.info().option_changes["takeoff"], serde_json::json!([5, 6]));
}

/// Players that roll the first face and play the first action, forever.
struct FirstChoices;

impl<M: GameRunner<Race, Error = HouseError>> Players<Race, M> for FirstChoices {
    type Error = HouseError;

    fn roll(&mut self, _: &M, outcomes: &[u8]) -> Result<u8, HouseError> {
        Ok(outcomes[0])
    }

    fn choose(&mut self, _: &M, _: Seat, actions: &[Action]) -> Result<Action, HouseError> {
        Ok(actions[0])
    }
}

#[test]
fn endless_recorded_game_stops_at_the_step_limit() {
    let rules = Rules::FLYING;
    let players: Vec<_> = [RED, BLUE].map(|seat| (seat, Player::robot("random", "random"))).into();
    let seed = Seed::from_number(1);
    let record = Record::<Race>::new("flying", rules, players, Deal::default(), seed);
    let mut session = Session::new(record).unwrap();
    for _ in 0..MAX_STEPS - 6 {
        session.play(Step::Chance(1)).unwrap();
    }
    // Each roll is two steps: the last one that fits leaves one for the draw.
    let body = "hooks = { after = function()
        return { { kind = 'remember', key = 'k', value = 1 } } end }";
    let mut house = house::<Race>(&[body]);
    let mut game = RecordedGame::new(session, &mut house);
    let end = run_to_end(&mut game, &mut FirstChoices, &mut Buffers::default()).unwrap();
    let mut ended = game.session;
    assert_eq!((end, ended.record().steps.len()), (RunEnd::NoRoom, MAX_STEPS - 2));
    ended.end_as_draw().unwrap();
    assert_eq!((ended.record().steps.len(), ended.state().turn()), (MAX_STEPS - 1, Turn::Over));
    let note = "no end within 100000 steps: counted as drawn";
    assert!(ended.record().notes.iter().any(|other| other.text == note));
    // The record never grows beyond what can be read.
    ended.take_back(MAX_STEPS - 2);
    for _ in 0..2 {
        ended.play(Step::Chance(1)).unwrap();
    }
    assert!(!ended.has_room());
    assert_eq!(ended.play(Step::Chance(1)).unwrap_err(), IllegalStep::Full);
}

#[test]
fn logged_game_stops_before_exceeding_its_limit() {
    let body =
        "hooks = { after = function() return { { kind = 'remember', key = 'k', value = 1 } } end }";
    for max_steps in [20, 21] {
        let mut house = house::<Race>(&[body]);
        let mut game = LoggedGame::new(race(), &mut house, max_steps);
        let end = run_to_end(&mut game, &mut FirstChoices, &mut Buffers::default()).unwrap();
        assert_eq!((end, game.steps.len()), (RunEnd::NoRoom, 20));
        let mut replayed = race();
        game.steps.iter().for_each(|step| replayed.play(step, &mut NullSink).unwrap());
        assert_eq!(replayed, game.state, "state and steps are those before the step without room");
    }
}
