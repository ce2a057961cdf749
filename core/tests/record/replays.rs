//! Tests of how often each step is played: once when a game is opened, and never when it is saved.

use std::cell::Cell;

use crate::step_of;
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, IllegalStep, SetupError, Sink, Step, Turn, Viewer};
use qipan_core::contract::house_rule_hooks::HouseRuleHooks;
use qipan_core::contract::memory::Memory;
use qipan_core::contract::outcome::Outcome;
use qipan_core::contract::robot::{RobotError, RobotErrorKind};
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::games::race::{Action, Deal, Effect, Event, Race, Rules, View};
use qipan_core::house::{Hook, House, HouseRule};
use qipan_core::play::replay::Replay;
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record, verify_with_states};
use rand::Rng;

thread_local! {
    static STEPS_PLAYED: Cell<usize> = const { Cell::new(0) };
}

/// Returns the number of steps played since the last call.
fn take_steps_played() -> usize {
    STEPS_PLAYED.take()
}

/// A race that counts the steps it plays.
#[derive(Clone, Debug, PartialEq)]
struct CountingRace(Race);

impl Game for CountingRace {
    const NAME: &'static str = Race::NAME;
    const SEATS: &'static [&'static str] = Race::SEATS;

    type Rules = Rules;
    type Deal = Deal;
    type Action = Action;
    type Chance = u8;
    type Effect = Effect;
    type Event = Event;
    type View = View;

    fn new(rules: &Rules, seats: SeatSet, deal: &Deal) -> Result<Self, SetupError> {
        Race::new(rules, seats, deal).map(Self)
    }

    fn rules(&self) -> &Rules {
        self.0.rules()
    }

    fn seats(&self) -> SeatSet {
        self.0.seats()
    }

    fn active(&self) -> SeatSet {
        self.0.active()
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn ply(&self) -> u32 {
        self.0.ply()
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        self.0.legal_actions(out);
    }

    fn chance_outcomes(&self, out: &mut Vec<u8>) {
        self.0.chance_outcomes(out);
    }

    fn check_effect(&self, rule: u8, effect: &Effect) -> Result<(), IllegalStep> {
        self.0.check_effect(rule, effect)
    }

    fn memory(&self) -> &Memory {
        self.0.memory()
    }

    fn answer(option: u8) -> Action {
        Race::answer(option)
    }

    fn answered_option(action: Action) -> Option<u8> {
        Race::answered_option(action)
    }

    fn check_timeout(&self, seat: Seat) -> Result<(), IllegalStep> {
        self.0.check_timeout(seat)
    }

    fn play_unchecked<S: Sink<Event>>(&mut self, step: &Step<Self>, events: &mut S) {
        STEPS_PLAYED.set(STEPS_PLAYED.get() + 1);
        self.0.play_unchecked(&step_of(step), events);
    }

    fn view(&self, viewer: Viewer) -> View {
        self.0.view(viewer)
    }

    fn sample<R: Rng + ?Sized>(view: &View, rng: &mut R) -> Self {
        Self(Race::sample(view, rng))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn encode_state(&self, feed: &mut dyn FnMut(&[u8])) {
        self.0.encode_state(feed);
    }
}

impl HouseRuleHooks for CountingRace {}

/// A house rule that remembers a number after every roll.
struct RememberAfterRolls;

impl HouseRule<CountingRace> for RememberAfterRolls {
    fn filters(&self) -> bool {
        false
    }

    fn filter(&mut self, _: &CountingRace, actions: &[Action]) -> Result<Vec<Action>, RobotError> {
        Ok(actions.to_vec())
    }

    fn listens(&self, _: &[Event]) -> bool {
        true
    }

    fn after(
        &mut self,
        _: &CountingRace,
        step: &Step<CountingRace>,
        _: &[Event],
    ) -> Result<Vec<Effect>, RobotError> {
        let effect = serde_json::from_str(r#"{"kind":"remember","key":"k","value":1}"#).unwrap();
        Ok(if matches!(step, Step::Chance(_)) { vec![effect] } else { Vec::new() })
    }

    fn decide_battle(&mut self, _: &CountingRace, _: Action) -> Result<Option<Action>, RobotError> {
        Ok(None)
    }

    fn invalid_result(&self, _: Hook, message: String) -> RobotError {
        RobotError { kind: RobotErrorKind::Error, message }
    }
}

/// Plays a game to its end, always by the first legal action.
fn finished_game() -> Session<CountingRace> {
    let players = (0..4).map(|seat| (Seat::new(seat), Player::human("Kim"))).collect();
    let seed = Seed::from_number(5);
    let mut session: Session<CountingRace> =
        Session::new(Record::new("aeroplane", Rules::AEROPLANE, players, Deal::default(), seed))
            .unwrap();
    loop {
        match session.state().turn() {
            Turn::Over => return session,
            Turn::Chance { .. } => drop(session.roll().unwrap()),
            Turn::Seat(seat) => {
                let action = session.actions()[0];
                session.act(seat, action).unwrap();
            }
        }
    }
}

#[test]
fn opened_file_is_played_once() {
    let session = finished_game();
    let (text, record) = (session.write(), session.record().clone());
    let steps = record.steps.len();
    take_steps_played();
    let loaded = Record::<CountingRace>::parse(&text).unwrap();
    assert_eq!(loaded.record, record);
    let session = Session::new(loaded.record).unwrap();
    let report = verify_with_states(&text, &loaded.claims, session.record(), session.states());
    assert!(report.is_ok(), "{report:?}");
    let mut replay = Replay::of(session);
    replay.seek(steps);
    assert_eq!(replay.session().write(), text);
    assert_eq!(take_steps_played(), steps);
}

#[test]
fn step_is_played_once_and_takes_one_journal_line() {
    let record = finished_game().record().clone();
    let mut session = Session::new(Record { steps: Vec::new(), ..record.clone() }).unwrap();
    session.begin_journal();
    take_steps_played();
    for step in &record.steps {
        session.play(step.clone()).unwrap();
        assert_eq!(session.take_lines().unwrap().lines().count(), 1);
    }
    assert_eq!(take_steps_played(), record.steps.len());
    session.take_back(10);
    assert_eq!(session.take_lines().unwrap(), "{\"take_back\":10}\n");
    assert_eq!(take_steps_played(), 0);
}

#[test]
fn step_under_house_rules_is_played_once_with_each_effect() {
    let record = finished_game().record().clone();
    let mut session = Session::new(Record { steps: Vec::new(), ..record.clone() }).unwrap();
    let mut house =
        House::new(vec![(0, Box::new(RememberAfterRolls) as Box<dyn HouseRule<CountingRace>>)]);
    session.begin_journal();
    for step in &record.steps[..60] {
        let steps_before = session.record().steps.len();
        let events_before = session.log().len();
        take_steps_played();
        let events = session.play_with_house_rules(step.clone(), &mut house).unwrap().len();
        let steps = if matches!(step, Step::Chance(_)) { 2 } else { 1 };
        assert_eq!(take_steps_played(), steps);
        assert_eq!(session.record().steps.len(), steps_before + steps);
        assert_eq!(session.log().len(), events_before + events);
        assert_eq!(session.take_lines().unwrap().lines().count(), steps);
    }
    let replay = Session::new(session.record().clone()).unwrap();
    assert_eq!((replay.states(), replay.log()), (session.states(), session.log()));
    for step in 0..session.record().steps.len() {
        assert_eq!(replay.events(step), session.events(step), "step {step}");
    }
}
