//! Tests of how often steps are played: once when a game is opened, never when it is saved.

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
use qipan_core::record::{Player, Record, compare};
use rand::Rng;

thread_local! {
    static PLAYED: Cell<usize> = const { Cell::new(0) };
}

/// Returns the number of steps played since the last call.
fn played() -> usize {
    PLAYED.take()
}

/// A race that counts its steps.
#[derive(Clone, Debug, PartialEq)]
struct Counted(Race);

impl Game for Counted {
    const KIND: &'static str = Race::KIND;
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

    fn check_timeout(&self, seat: Seat) -> Result<(), IllegalStep> {
        self.0.check_timeout(seat)
    }

    fn play_unchecked<S: Sink<Event>>(&mut self, step: &Step<Self>, events: &mut S) {
        PLAYED.set(PLAYED.get() + 1);
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

    fn fingerprint(&self, feed: &mut dyn FnMut(&[u8])) {
        self.0.fingerprint(feed);
    }
}

impl HouseRuleHooks for Counted {}

/// A house rule that remembers a number after every roll.
struct Remembers;

impl HouseRule<Counted> for Remembers {
    fn filters(&self) -> bool {
        false
    }

    fn filter(&mut self, _: &Counted, actions: &[Action]) -> Result<Vec<Action>, RobotError> {
        Ok(actions.to_vec())
    }

    fn listens(&self, _: &[Event]) -> bool {
        true
    }

    fn after(
        &mut self,
        _: &Counted,
        step: &Step<Counted>,
        _: &[Event],
    ) -> Result<Vec<Effect>, RobotError> {
        let entry = serde_json::from_str(r#"{"kind":"remember","key":"k","value":1}"#).unwrap();
        Ok(if matches!(step, Step::Chance(_)) { vec![entry] } else { Vec::new() })
    }

    fn decide_fight(&mut self, _: &Counted, _: Action) -> Result<Option<Action>, RobotError> {
        Ok(None)
    }

    fn trouble(&self, _: Hook, message: String) -> RobotError {
        RobotError { kind: RobotErrorKind::Error, message }
    }
}

/// Plays a game to its end, always by the first legal action.
fn game() -> Session<Counted> {
    let players = (0..4).map(|seat| (Seat::new(seat), Player::human("Kim"))).collect();
    let seed = Seed::from_number(5);
    let mut session: Session<Counted> =
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
    let session = game();
    let (text, record) = (session.write(), session.record().clone());
    let steps = record.steps.len();
    played();
    let loaded = Record::<Counted>::parse(&text).unwrap();
    assert_eq!(loaded.record, record);
    let session = Session::new(loaded.record).unwrap();
    let report = compare(&text, &loaded.claims, session.record(), session.states());
    assert!(report.is_ok(), "{report:?}");
    let mut replay = Replay::of(session);
    replay.seek(steps);
    assert_eq!(replay.session().write(), text);
    assert_eq!(played(), steps);
}

#[test]
fn step_is_played_once_and_takes_one_journal_line() {
    let whole = game().record().clone();
    let mut session = Session::new(Record { steps: Vec::new(), ..whole.clone() }).unwrap();
    session.begin_journal();
    played();
    for step in &whole.steps {
        session.play(step.clone()).unwrap();
        assert_eq!(session.take_lines().unwrap().lines().count(), 1);
    }
    assert_eq!(played(), whole.steps.len());
    session.take_back(10);
    assert_eq!(session.take_lines().unwrap(), "{\"take_back\":10}\n");
    assert_eq!(played(), 0);
}

#[test]
fn step_under_house_rules_is_played_once_with_each_effect() {
    let whole = game().record().clone();
    let mut session = Session::new(Record { steps: Vec::new(), ..whole.clone() }).unwrap();
    let mut house = House::new(vec![(0, Box::new(Remembers) as Box<dyn HouseRule<Counted>>)]);
    session.begin_journal();
    for step in &whole.steps[..60] {
        let before = session.record().steps.len();
        let log = session.log().len();
        played();
        let events = session.play_under(step.clone(), &mut house).unwrap().len();
        let steps = if matches!(step, Step::Chance(_)) { 2 } else { 1 };
        assert_eq!(played(), steps);
        assert_eq!(session.record().steps.len(), before + steps);
        assert_eq!(session.log().len(), log + events);
        assert_eq!(session.take_lines().unwrap().lines().count(), steps);
    }
    let again = Session::new(session.record().clone()).unwrap();
    assert_eq!((again.states(), again.log()), (session.states(), session.log()));
    for step in 0..session.record().steps.len() {
        assert_eq!(again.events(step), session.events(step), "step {step}");
    }
}
