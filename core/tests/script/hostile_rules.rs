//! House rules that try to break a game each end in one clear message, with the game unchanged.

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, NullSink, Step, Turn};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::Seat;
use qipan_core::contract::setup::Setup as _;
use qipan_core::contract::source::Source;
use qipan_core::games::junqi::{self, Junqi};
use qipan_core::games::race::{Position, Race, Rules};
use qipan_core::house::{House, HouseError, HouseRule};
use qipan_core::script::{Host, LuaRule, Scripted};

const RED: Seat = Seat::new(0);
const BLUE: Seat = Seat::new(2);

/// Returns a race with Red to roll. Blue has a plane in its hangar and one in the centre.
pub(crate) fn race() -> Race {
    let hangar = qipan_core::games::race::HANGAR;
    let position = Position::new(RED).side(RED, &[10, 20, 3, 4]).side(BLUE, &[5, 6, hangar, 56]);
    position.set_up(&Rules::AEROPLANE).unwrap()
}

/// Returns a game of two armies in the dark, and a step that strikes, which has not been played.
pub(crate) fn dark_game_and_strike() -> (Junqi, Step<Junqi>) {
    let mut rules = junqi::Rules::preset("dark").unwrap();
    rules.records_battle_results = true;
    let layouts = [0, 2].map(|seat| (Seat::new(seat), junqi::layouts::SHIPPED[0].layout()));
    let seed = Seed::from_number(5);
    let deal = junqi::Deal::draw(&rules, &layouts, &seed).unwrap();
    let mut game = Junqi::new(&rules, rules.seats(), &deal).unwrap();
    let (mut actions, mut index) = (Vec::new(), 0);
    loop {
        let Turn::Seat(seat) = game.turn() else { panic!("over too soon") };
        game.legal_actions(&mut actions);
        let strike = actions.iter().find(|action| game.tile_at(action.to()).is_some());
        if let Some(action) = strike {
            return (game.clone(), Step::Act { seat, action: *action });
        }
        index += 5;
        let action = actions[index % actions.len()];
        game.play(&Step::Act { seat, action }, &mut NullSink).unwrap();
    }
}

/// Loads a rule, plays a step under it and returns its error.
fn error_of_step<G: Scripted>(table: &str, state: &G, step: Step<G>) -> String {
    let source = format!("return {{ api = 1, game = '{}', name = 'Bad',\n{table}\n}}", G::NAME);
    let rule = match LuaRule::<G>::load("bad.luau", source, 0, &[], &Host::default()) {
        Ok(rule) => rule,
        Err(error) => return error.to_string(),
    };
    let mut house = House::new(vec![(0, Box::new(rule) as Box<dyn HouseRule<G>>)]);
    let (mut after, mut steps, mut events) = (state.clone(), Vec::new(), Vec::new());
    let result = house.play(&mut after, step, &mut steps, &mut events);
    let failure = match result {
        Err(HouseError::Failed(failure)) => failure,
        other => panic!("{table}: {other:?}"),
    };
    assert_eq!(after, *state, "{table}: the game is as it was");
    assert!(steps.is_empty() && events.is_empty(), "{table}: nothing was recorded or emitted");
    failure.to_string()
}

/// Lua code for a list that is small in the VM but large when it is copied out.
const HUGE: &str = "local d = table.create(100000, ('x'):rep(900))";

/// Checks that a message contains a text and names a line, in one line without internals.
fn check_message(table: &str, message: &str, expected: &str) {
    assert!(message.contains(expected), "{table}\n  says: {message}\n  expected: {expected}");
    let place = message.strip_prefix("bad.luau:").and_then(|rest| rest.split_once(": "));
    let line = place.and_then(|(line, _)| line.parse::<u32>().ok());
    assert!(line.is_some_and(|line| line > 0), "{table}: no line in {message}");
    assert!(!message.contains('\n') && message.chars().count() < 600, "{table}: {message}");
    assert!(!message.contains("0x") && !message.contains("prelude"), "{table}: {message}");
}

#[test]
fn hostile_race_rules_end_in_one_message() {
    let after =
        |body: &str| format!("hooks = {{ after = function(view, step, events)\n{body}\nend }}");
    let effect = |fields: &str| after(&format!("return {{ {{ {fields} }} }}"));
    let filter =
        |body: &str| format!("hooks = {{ filter = function(view, actions)\n{body}\nend }}");
    let cases = [
        // Loops, errors and exhausted memory.
        (after("while true do end"), "ran out of its thinking budget of 20000 steps"),
        (after("while true do pcall(function() while true do end end) end"), "thinking budget"),
        (after("local function f() return f() + 1 end return f()"), ""),
        (after("local t = {} for i = 1, 1e9 do t[i] = i end"), "thinking budget"),
        (after("local s = 'x' while true do s = s .. s end"), ""),
        (after("return ('x'):rep(1e9)"), "rep"),
        (after("error('on purpose')"), "on purpose"),
        (after("error({})"), "table"),
        (after("error(nil)"), ""),
        (after("local x = nil; return x.y"), "nil"),
        (after("return view.nothing_like_it"), "view has no `nothing_like_it`"),
        (after("view.roll = 6"), ""),
        (after("view.rules.planes = 1"), "readonly"),
        (after("events[1].kind = 'captured' return { events[1] }"), "no effect `captured`; effects are send_home, advance, place, swap, extra_roll, skip_turn, draw, win, remember"),
        (after("return math.random(6)"), "no dice of its own"),
        (after("return view:log()"), "use `remember`"),
        (after("require('x')"), "works only while the file is loaded"),
        (after("os.execute('true')"), "nil"),
        (after("_G.x = 1"), ""),
        // Invalid answers.
        (after("return 5"), "must return a list of effects, not the number 5"),
        (after("return { kind = 'draw' }"), "a list of effects: { { kind = ... } }"),
        (after("return { 'draw' }"), "an effect is a table, not the text \"draw\""),
        (after("local t = {} for i = 1, 65 do t[i] = { kind = 'draw' } end return t"), "at most 64"),
        (after("local t = {} t.kind = t return { t }"), ""),
        (effect("kind = 'send_hom', seat = 'blue', plane = 1"), "no effect `send_hom` (did you mean `send_home`?); effects are send_home"),
        (effect("seat = 'blue', plane = 1"), "kind"),
        (effect("kind = 'send_home', seat = 'blue'"), "`send_home` needs the field `plane`, as in plane = 1"),
        (effect("kind = 'send_home', seat = 'purple', plane = 1"), "the field `seat` of `send_home` is a seat (red, yellow, blue, green), as in seat = \"red\", not the text \"purple\""),
        (effect("kind = 'send_home', seat = 'blue', plane = 1, extra = 1"), "`send_home` has no field `extra`; fields are kind, seat, plane"),
        (effect("kind = 'send_home', seat = 'blue', plane = 1.5"), "a whole number from 0 to 255, as in plane = 1, not the number 1.5"),
        (effect("kind = 'send_home', seat = 'blue', plane = -1"), "not the number -1"),
        (effect("kind = 'send_home', seat = 'blue', plane = 1e300"), "a whole number from 0 to 255"),
        (effect("kind = 'send_home', seat = 3, plane = 1"), "as in seat = \"red\", not the number 3"),
        (effect("kind = 'send_home', seat = 'blue', plan = 1"), "no field `plan` (did you mean `plane`?); fields are kind, seat, plane"),
        (effect("kind = 'advance', seat = 'blue', plane = 1, by = 'two'"), "the field `by` of `advance` is a whole number from -128 to 127, as in by = 1, not the text \"two\""),
        (effect("kind = 'remember', key = 3, value = 1"), "the field `key` of `remember` is a text, as in key = \"count\", not the number 3"),
        (effect("kind = 'draw', 5"), "a field of `draw` cannot be the number 1; fields are kind"),
        (after("error(tostring(view:can({ kind = 'win' })))"), "`win` needs the field `seat`, as in seat = \"red\""),
        (effect("kind = 'pass'"), "no effect `pass`"),
        // Impossible effects, such as would lose or make a plane.
        (effect("kind = 'send_home', seat = 'blue', plane = 5"), "cannot be"),
        (effect("kind = 'send_home', seat = 'blue', plane = 0"), "cannot be"),
        (effect("kind = 'send_home', seat = 'blue', plane = 3"), "in its hangar already"),
        (effect("kind = 'send_home', seat = 'blue', plane = 4"), "cannot be"),
        (effect("kind = 'send_home', seat = 'green', plane = 1"), "cannot be"),
        (effect("kind = 'advance', seat = 'blue', plane = 1, by = 0"), "cannot be"),
        (effect("kind = 'advance', seat = 'blue', plane = 1, by = 100"), "cannot be"),
        (effect("kind = 'advance', seat = 'blue', plane = 1, by = -9"), "cannot be"),
        (effect("kind = 'advance', seat = 'blue', plane = 3, by = 1"), "in its hangar"),
        (effect("kind = 'advance', seat = 'blue', plane = 4, by = -1"), "cannot be"),
        (effect("kind = 'place', seat = 'blue', plane = 1, to = 57"), "cannot be"),
        (effect("kind = 'place', seat = 'blue', plane = 1, to = 255"), "cannot be"),
        (effect("kind = 'swap', seat = 'blue', plane = 1, with = 'blue', with_plane = 1"), "cannot be"),
        (effect("kind = 'swap', seat = 'blue', plane = 1, with = 'red', with_plane = 9"), "cannot be"),
        (effect("kind = 'swap', seat = 'blue', plane = 4, with = 'red', with_plane = 1"), "cannot be"),
        (effect("kind = 'extra_roll', seat = 'green'"), "cannot be"),
        (effect("kind = 'win', seat = 'green'"), "cannot be"),
        (effect("kind = 'remember', key = 'a b', value = 1"), "letters, digits"),
        (effect("kind = 'remember', key = 'x', value = 2e9"), "cannot be"),
        (effect("kind = 'remember', key = 'x', value = 3e9"), "from -2147483648 to 2147483647"),
        (after("local t = {} for i = 1, 64 do t[i] = { kind = 'remember', key = 'k' .. i, value = i } end
            t[64] = { kind = 'send_home', seat = 'red', plane = 9 } return t"), "cannot be"),
        (after("return { { kind = 'draw' }, { kind = 'win', seat = 'red' } }"), "the game is over"),
        // Values that would be large outside the VM: a text, a million times.
        (after(&format!("{HUGE} return {{ {{ foo = d, kind = 'draw' }} }}")), "`draw` has no field `foo`"),
        (after(&format!("{HUGE} return {{ {{ kind = 'draw', [d[1]] = 1 }} }}")), "`draw` has no field `xxxx"),
        (after("return { { kind = 'draw', foo = ('x'):rep(60000) } }"), "`draw` has no field `foo`"),
        (after("local t = { kind = 'draw' } t.foo = t return { t }"), "`draw` has no field `foo`"),
        (after(&format!("{HUGE} error(tostring(view:can({{ foo = d, kind = 'draw' }})))")), "`draw` has no field `foo`"),
        (after(&format!("{HUGE} error(tostring(view:can(d)))")), ""),
        (after("local t = table.create(65, { kind = 'draw' }) error(tostring(view:can(t)))"), "at most 64 effects"),
        (after("return { { kind = ('x'):rep(60000) } }"), "no effect `xxxx"),
        (after("return view[('x'):rep(60000)]"), "view has no `xxxx"),
        (filter("return table.create(1000000, actions[1])"), ""),
        ("set = { takeoff = table.create(1000000, ('x'):rep(60000)) }".to_owned(), "`takeoff` needs a text, a number"),
        ("set = { takeoff = ('x'):rep(60000) }".to_owned(), "`takeoff` needs a text, a number"),
        // Filters.
        (filter("return nil"), "filter must return a list of actions"),
        (filter("return { kind = 'launch', plane = 1 }"), "a list of actions, not one alone"),
        (filter("return { 1 }"), "filter must return actions, not a number"),
        (filter("return { { kind = 'launch', plane = 7 } }"), "may only take away"),
        (filter("while true do end"), "thinking budget"),
        (filter("error('never')"), "never"),
    ];
    assert!(cases.len() >= 36);
    let state = race();
    for (table, says) in &cases {
        check_message(table, &error_of_step(table, &state, Step::Chance(3)), says);
    }
}

#[test]
fn hostile_junqi_rules_end_in_one_message() {
    let battle = |body: &str| {
        format!("hooks = {{ battle = function(view, attacker, defender)\n{body}\nend }}")
    };
    let effect = |fields: &str| {
        format!("hooks = {{ after = function(view, step)\nreturn {{ {{ {fields} }} }}\nend }}")
    };
    let cases = [
        (battle("while true do end"), "thinking budget"),
        (battle("error('no')"), "no"),
        (battle("return 'nobody'"), "battle must return \"attacker\""),
        (battle("return true"), "or nil, not true"),
        (battle("return {}"), "or nil, not a table"),
        (battle("return view:piece('Z99')"), "no cell"),
        (effect("kind = 'remove', at = 'Z99'"), "Z99"),
        (effect("kind = 'remove', at = 'S22'"), "cannot be"),
        (effect("kind = 'remove', at = 'S64'"), "cannot be"),
        (effect("kind = 'reveal', at = 'C22'"), ""),
        (effect("kind = 'move', from = 'S22', to = 'S24'"), "cannot be"),
        (effect("kind = 'swap', a = 'S61', b = 'S61'"), "cannot be"),
        (effect("kind = 'extra_move', seat = 'east'"), "cannot be"),
        (effect("kind = 'out', seat = 'west'"), "cannot be"),
        (effect("kind = 'win', seat = 'nobody'"), "is a seat (south, east, north, west"),
        (effect("kind = 'remove', at = 7"), "the field `at` of `remove` is a text, as in at = \"S53\", not the number 7"),
        (effect("kind = 'move', from = 'S22', to = 'S23', flag = 1"), "the field `flag` of `move` is true or false, as in flag = true, not the number 1"),
        (effect("kind = 'send_home', at = 'S11'"), "no effect `send_home`; effects are remove"),
        ("sees = 'all', hooks = { after = function()\nreturn { { kind = 'remember', key = 'k', value = 1 } } end }".to_owned(),
            "cannot remember"),
        ("sees = 'everything', hooks = { after = function() end }".to_owned(), "`sees` can only be"),
        ("hooks = { filter = function() return {} end }".to_owned(), "filter left no action"),
    ];
    let (state, step) = dark_game_and_strike();
    for (table, says) in &cases {
        check_message(table, &error_of_step(table, &state, step.clone()), says);
    }
}

#[test]
fn layout_reasons_are_short_texts_on_one_line() {
    let reason = |answer: &str| {
        let source = format!(
            "return {{ api = 1, game = 'junqi', name = 'No', hooks = {{
            layout = function() return {answer} end }} }}"
        );
        let mut rule = LuaRule::<Junqi>::load("no.luau", source, 0, &[], &Host::default()).unwrap();
        let (state, _) = dark_game_and_strike();
        let rules = state.rules().clone();
        let deal = Junqi::draw_deal(&rules, rules.seats(), &Seed::from_number(3)).unwrap();
        rule.check_layout(&rules, Seat::new(0), &deal).map_err(|trouble| trouble.message)
    };
    let text = |answer: &str| reason(answer).unwrap().map(|text| (text.en, text.zh));
    let both = |en: &str, zh: &str| Some((en.to_owned(), zh.to_owned()));
    assert_eq!(text("nil"), None);
    assert_eq!(text("'no'"), both("no", "no"));
    assert_eq!(text("{ en = 'no', zh = '不' }"), both("no", "不"));
    assert_eq!(text("{ zh = '不' }"), both("不", "不"));
    assert_eq!(text("{ en = 'no', zh = {} }"), both("no", "no"));
    let steering = both("a\u{fffd}b\u{fffd}c", "a\u{fffd}b\u{fffd}c");
    assert_eq!(text(r"'a\nb\u{202E}c'"), steering);
    let (en, zh) = text("{ en = string.rep('棋', 9999) }").unwrap();
    assert!(en == zh && en.chars().count() <= 200, "{}", en.chars().count());
    for odd in ["{}", "{ en = 5 }", "7", "setmetatable({}, { __index = { en = 'no' } })"] {
        let error = reason(odd).unwrap_err();
        assert!(error.contains("layout must return nil, a text or {"), "{odd}: {error}");
    }
}

/// State that the `battle` and `layout` hooks keep must not reach other hooks, unless the rule
/// sees everything.
#[test]
fn hooks_with_secrets_share_no_state_with_other_hooks() {
    let source = |sees: &str| {
        format!(
            "local known = {{}}\nlocal function blind() if next(known) then error('it knows') end end
            return {{ api = 1, game = 'junqi', name = 'Spy', {sees} hooks = {{
                layout = function(view, layout) known.layout = layout[1] end,
                battle = function(view, attacker, defender)
                    if known.layout ~= nil and {} then error('it knows') end
                    known.code = defender.code
                end,
                filter = function(view, actions) blind() return actions end,
                after = function() blind() end }} }}",
            sees.is_empty()
        )
    };
    let (state, step) = dark_game_and_strike();
    let play = |sees: &str| {
        let rule = LuaRule::<Junqi>::load("spy.luau", source(sees), 0, &[], &Host::default());
        let mut rule = rule.unwrap();
        let rules = state.rules().clone();
        let seats = rules.seats();
        let deal = Junqi::draw_deal(&rules, seats, &Seed::from_number(3)).unwrap();
        for seat in seats.iter() {
            assert_eq!(rule.check_layout(&rules, seat, &deal), Ok(None));
        }
        let Step::Act { action, .. } = step else { panic!("a strike") };
        assert_eq!(rule.decide_battle(&state, action), Ok(None));
        assert!(rule.fuel() > 0);
        let mut actions = Vec::new();
        state.legal_actions(&mut actions);
        let kept = rule.filter(&state, &actions).map(|kept| kept.len() == actions.len());
        let after = rule.after(&state, &step, &[]).map(|effects| effects.is_empty());
        (kept, after)
    };
    assert_eq!(play(""), (Ok(true), Ok(true)));
    let (kept, after) = play("sees = 'all',");
    for trouble in [kept.unwrap_err(), after.unwrap_err()] {
        assert!(trouble.message.contains("it knows"), "{}", trouble.message);
    }
}

#[test]
fn modules_carry_nothing_hidden_from_one_hook_to_another() {
    let (state, _) = dark_game_and_strike();
    let filter = |sees: &str| {
        let text = format!(
            "local store = require('store')
            return {{ api = 1, game = 'junqi', name = 'spy', about = 'x', {sees} hooks = {{
                layout = function(view, layout) store.put(layout[1]) end,
                filter = function(view, actions)
                    if store.get() then error('it knows') end
                    return actions
                end }} }}"
        );
        let module = "local kept\nreturn { put = function(value) kept = value end, \
            get = function() return kept end }";
        let mut source = Source::from(text);
        source.modules.insert("store".to_owned(), module.as_bytes().into());
        let mut rule =
            LuaRule::<Junqi>::load("spy.luau", source, 0, &[], &Host::default()).unwrap();
        let rules = state.rules().clone();
        let deal = Junqi::draw_deal(&rules, rules.seats(), &Seed::from_number(3)).unwrap();
        for seat in rules.seats().iter() {
            assert_eq!(rule.check_layout(&rules, seat, &deal), Ok(None));
        }
        let mut actions = Vec::new();
        state.legal_actions(&mut actions);
        rule.filter(&state, &actions).map(|kept| kept.len() == actions.len())
    };
    assert_eq!(filter(""), Ok(true));
    assert!(filter("sees = 'all',").unwrap_err().message.contains("it knows"));
}
