//! Implements [`Game`], [`Setup`] and [`HouseRuleHooks`] for a race.

use rand::Rng;

use super::board::{HANGAR, PLANES, SEAT_NAMES};
use super::deal::Deal;
use super::effect::Effect;
use super::event::Event;
use super::jumps_and_flights::LookupTables;
use super::notation::Action;
use super::position::PositionError;
use super::rules::Rules;
use super::sets::PlaneSet;
use super::state::{Phase, Race, SeatList, View};
use crate::contract::dice::Seed;
use crate::contract::game::{
    CapturedPieces, Game, IllegalStep, SetupError, Sink, Step, Turn, Viewer, random_element,
};
use crate::contract::house_rule_hooks::HouseRuleHooks;
use crate::contract::memory::Memory;
use crate::contract::outcome::{Outcome, Reason};
use crate::contract::question::{Question, QuestionKeys, Questions};
use crate::contract::seat::{Seat, SeatSet};
use crate::contract::setup::Setup;
use crate::contract::turn_stack::TurnStack;

/// The faces of a die.
const FACES: [u8; 6] = [1, 2, 3, 4, 5, 6];

impl Game for Race {
    const NAME: &'static str = "race";
    const SEATS: &'static [&'static str] = &SEAT_NAMES;
    const HAS_DICE: bool = true;

    type Rules = Rules;
    type Deal = Deal;
    type Action = Action;
    type Chance = u8;
    type Effect = Effect;
    type Event = Event;
    type View = View;

    fn new(rules: &Rules, seats: SeatSet, deal: &Deal) -> Result<Self, SetupError> {
        if let Some(position) = &deal.position {
            if position.seats() != seats {
                let message = "the seats taken are not those of the position".to_owned();
                return Err(SetupError::Deal(message));
            }
            return position.set_up(rules).map_err(|why| match why {
                PositionError::Setup(error) => error,
                why => SetupError::Deal(format!("the position: {why}")),
            });
        }
        let found = seats.intersection(SeatSet::first(4)).len();
        if rules.teams && found != 4 {
            return Err(SetupError::Seats { found, needed: "all four for a game of teams" });
        }
        if !(2..=4).contains(&found) || found != seats.len() {
            return Err(SetupError::Seats { found: seats.len(), needed: "two to four" });
        }
        let mut race = Self {
            tables: LookupTables::new(rules)?,
            seats,
            progress: [[HANGAR; PLANES]; 4],
            // Every plane is a stack of its own.
            stacks: [[1, 2, 4, 8]; 4],
            leader_mask: [0xFFFF >> (16 - 4 * rules.planes); 4],
            occupied: [0; 4],
            phase: Phase::Roll,
            seat: Seat::new(0),
            die: 0,
            choices: 0,
            sixes: 0,
            moved_by_sixes: PlaneSet::EMPTY,
            tries: 0,
            ply: 0,
            finished: SeatList::default(),
            resigned: SeatList::default(),
            playing: seats,
            skips: [0; 4],
            postponed: TurnStack::default(),
            winner: None,
            memory: Memory::default(),
            questions: Questions::default(),
        };
        race.begin();
        Ok(race)
    }

    fn starts_from_position(deal: &Deal) -> bool {
        deal.position.is_some()
    }

    fn rules(&self) -> &Rules {
        &self.tables.rules
    }

    fn seats(&self) -> SeatSet {
        self.seats
    }

    #[inline]
    fn turn(&self) -> Turn {
        if let Some(question) = self.questions.first() {
            return Turn::Seat(question.seat);
        }
        match self.phase {
            Phase::Opening { .. } | Phase::Roll => Turn::Chance { roller: self.seat },
            Phase::Move => Turn::Seat(self.seat),
            Phase::Over(_) => Turn::Over,
        }
    }

    fn ply(&self) -> u32 {
        self.ply
    }

    #[inline]
    fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        if let Some(question) = self.questions.first() {
            out.extend((0..question.answer_count()).map(|option| Action::Answer { option }));
        } else if self.phase == Phase::Move {
            self.append_legal_actions(out);
        }
    }

    #[inline]
    fn chance_outcomes(&self, out: &mut Vec<u8>) {
        out.clear();
        let is_roll = matches!(self.phase, Phase::Opening { .. } | Phase::Roll);
        if is_roll && self.questions.is_empty() {
            out.extend_from_slice(&FACES);
        }
    }

    #[inline]
    fn random_action<R: Rng + ?Sized>(&self, rng: &mut R, scratch: &mut Vec<Action>) -> Action {
        match self.plain_actions() {
            Some(actions) if self.questions.is_empty() => random_element(actions, rng),
            _ => {
                self.legal_actions(scratch);
                random_element(scratch, rng)
            }
        }
    }

    #[inline]
    fn random_outcome<R: Rng + ?Sized>(&self, rng: &mut R, _: &mut Vec<u8>) -> u8 {
        random_element(&FACES, rng)
    }

    fn check_effect(&self, rule: u8, effect: &Effect) -> Result<(), IllegalStep> {
        self.check_house_effect(rule, effect)
    }

    fn memory(&self) -> &Memory {
        &self.memory
    }

    fn question(&self) -> Option<&Question> {
        self.questions.first()
    }

    fn question_in_view(view: &View) -> Option<&Question> {
        view.race.question()
    }

    fn asked_question(rule: u8, effect: &Effect) -> Option<Question> {
        let Effect::Ask { seat, question, options } = *effect else { return None };
        let keys = QuestionKeys { question, options, private: false };
        Some(Question { rule, seat: seat.0, keys })
    }

    fn answer(option: u8) -> Action {
        Action::Answer { option }
    }

    fn answered_option(action: Action) -> Option<u8> {
        match action {
            Action::Answer { option } => Some(option),
            Action::Launch { .. } | Action::Advance { .. } => None,
        }
    }

    fn check_timeout(&self, _: Seat) -> Result<(), IllegalStep> {
        Err(IllegalStep::NoClock)
    }

    // Inlined, so that only the needed arm remains in playouts, where the kind of step is known.
    #[inline(always)]
    fn play_unchecked<S: Sink<Event>>(&mut self, step: &Step<Self>, events: &mut S) {
        match *step {
            Step::Chance(die) => match self.phase {
                Phase::Opening { .. } => self.opening_roll(die, events),
                _ => self.roll(die, events),
            },
            Step::Act { action: Action::Answer { .. }, .. } => drop(self.questions.pop()),
            Step::Act { action, .. } => self.act(action, events),
            Step::House { rule, effect } => self.apply_house_effect(rule, effect, events),
            Step::Timeout { .. } => {}
            Step::Resign { seat } => self.resign(seat, events),
            Step::Draw => self.end_game(Reason::Agreement, events),
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        View { viewer, race: self.clone() }
    }

    fn sample<R: Rng + ?Sized>(view: &View, _: &mut R) -> Self {
        view.race.clone()
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Over(reason) => {
                Some(Outcome { places: self.places().as_slice().to_vec(), reason })
            }
            _ => None,
        }
    }

    fn encode_state(&self, feed: &mut dyn FnMut(&[u8])) {
        self.progress.iter().for_each(|row| feed(row));
        // A stack is identified by its lowest plane.
        self.stacks.iter().for_each(|row| feed(&row.map(|stack| stack.trailing_zeros() as u8)));
        let phase = match self.phase {
            Phase::Opening { contenders, rolled, best, leaders } => {
                [0, contenders.bits(), rolled.bits(), best, leaders.bits()]
            }
            Phase::Roll => [1, 0, 0, 0, 0],
            Phase::Move => [2, 0, 0, 0, 0],
            Phase::Over(reason) => [3, reason as u8, 0, 0, 0],
        };
        feed(&phase);
        feed(&[
            self.seats.bits(),
            self.seat.index() as u8,
            self.die,
            self.sixes,
            self.moved_by_sixes.bits(),
            self.tries,
        ]);
        feed(&self.ply.to_le_bytes());
        for order in [self.finished, self.resigned] {
            feed(&[order.len]);
            feed(&order.list);
        }
        self.encode_house_state(feed);
    }

    fn active(&self) -> SeatSet {
        self.playing
    }

    fn captures(_: &Self, event: &Event) -> Vec<CapturedPieces> {
        match *event {
            Event::Captured { by, seat, planes, .. } => {
                vec![CapturedPieces { by, from: seat, count: planes.len() }]
            }
            _ => Vec::new(),
        }
    }
}

impl Setup for Race {
    fn deal_again(_: &Rules, _: SeatSet, previous: &Deal, _: &Seed) -> Result<Deal, SetupError> {
        Ok(previous.clone())
    }
}

impl HouseRuleHooks for Race {
    fn pass_effect(&self) -> Option<Effect> {
        Some(Effect::Pass {})
    }
}

impl Race {
    /// Returns the events that a legal action of the seat to move would emit.
    ///
    /// # Examples
    /// ```
    /// use qipan_core::games::race::board::{BLUE, RED};
    /// use qipan_core::games::race::{Event, Position, Rules};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let position = Position::new(RED).side(RED, &[10]).side(BLUE, &[]).die(3);
    /// let game = position.set_up(&Rules::AEROPLANE)?;
    /// let events = game.preview("advance 1".parse()?);
    /// assert!(events.iter().any(|event| matches!(event, Event::Moved { .. })));
    /// assert_eq!(game.planes(RED)[0], 10, "nothing was played");
    /// # Ok(())
    /// # }
    /// ```
    pub fn preview(&self, action: Action) -> Vec<Event> {
        let mut events = Vec::new();
        self.clone().play_unchecked(&Step::Act { seat: self.seat, action }, &mut events);
        events
    }
}
