//! The implementation of the `Game` trait for Junqi.

use rand::Rng;

use super::cells::Cell;
use super::deal::Deal;
use super::effect::Effect;
use super::event::{BattleResult, EliminationReason, Event};
use super::notation::{Action, BattleSource};
use super::rules::Rules;
use super::seats::SEAT_NAMES;
use super::state::{Junqi, NoChance};
use super::view::View;
use crate::contract::dice::Seed;
use crate::contract::game::{
    CapturedPieces, Game, IllegalStep, SetupError, Sink, Step, Turn, Viewer, random_element,
};
use crate::contract::house_rule_hooks::HouseRuleHooks;
use crate::contract::memory::Memory;
use crate::contract::options::RuleSet;
use crate::contract::outcome::{Outcome, Reason};
use crate::contract::question::{Question, QuestionKeys};
use crate::contract::seat::{Seat, SeatSet};

impl Junqi {
    /// Reports whether an action must contain the result of its battle. It must if one of the
    /// pieces is unrecorded, or if the rules want every battle recorded with its result.
    pub(crate) fn needs_battle_result(&self, action: Action) -> bool {
        let is_unrecorded =
            |cell: Cell| self.tile_at(cell).is_some_and(|tile| self.kind[tile].is_none());
        let is_battle =
            matches!(action, Action::Move { .. }) && self.tile_at(action.to()).is_some();
        is_battle
            && (self.rules().records_battle_results
                || is_unrecorded(action.from())
                || is_unrecorded(action.to()))
    }

    /// Adds the result of its battle to a move, if the rules want it recorded.
    fn with_recorded_result(&self, action: Action) -> Action {
        let Action::Move { from, to, battle_source: BattleSource::Pieces } = action else {
            return action;
        };
        if !self.rules().records_battle_results || !self.needs_battle_result(action) {
            return action;
        }
        let (Some(attacker), Some(defender)) = (self.kind_at(from), self.kind_at(to)) else {
            return action;
        };
        let result = attacker.battle_result(defender, self.rules().mine);
        Action::Move { from, to, battle_source: BattleSource::Given(result) }
    }
}

impl Game for Junqi {
    const NAME: &'static str = "junqi";
    const SEATS: &'static [&'static str] = &SEAT_NAMES;

    type Rules = Rules;
    type Deal = Deal;
    type Action = Action;
    type Chance = NoChance;
    type Effect = Effect;
    type Event = Event;
    type View = View;

    fn new(rules: &Rules, seats: SeatSet, deal: &Deal) -> Result<Self, SetupError> {
        Self::from_deal(rules, seats, deal)
    }

    fn deal_matches_seed(rules: &Rules, deal: &Deal, seed: &Seed) -> bool {
        let expected = deal.with_new_seed(rules, seed);
        // The deal of a redacted game, or of one that begins from a position, follows from no seed.
        deal.redacted_for.is_some()
            || deal.position.is_some()
            || (deal.tiles == expected.tiles
                && deal.first == expected.first
                && deal.lot == expected.lot)
    }

    fn starts_from_position(deal: &Deal) -> bool {
        deal.position.is_some()
    }

    fn rules(&self) -> &Rules {
        &self.public.context.rules
    }

    fn seats(&self) -> SeatSet {
        self.rules().seats()
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.public.turn()
    }

    fn ply(&self) -> u32 {
        self.public.ply
    }

    fn plies_since_capture(&self) -> Option<u32> {
        Some(self.public.quiet_plies.into())
    }

    #[inline]
    fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        if let Some(question) = self.public.question() {
            out.extend((0..question.answer_count()).map(|option| Action::Answer { option }));
        } else if self.public.ending.is_none() {
            self.generate_actions(out);
        }
    }

    #[inline]
    fn random_action<R: Rng + ?Sized>(&self, rng: &mut R, list: &mut Vec<Action>) -> Action {
        let drawn = if self.public.questions.is_empty() { self.draw_action(rng) } else { None };
        drawn.unwrap_or_else(|| {
            self.legal_actions(list);
            random_element(list, rng)
        })
    }

    fn chance_outcomes(&self, out: &mut Vec<NoChance>) {
        out.clear();
    }

    fn check_effect(&self, rule: u8, effect: &Effect) -> Result<(), IllegalStep> {
        self.check_house_effect(rule, effect)
    }

    fn memory(&self) -> &Memory {
        &self.public.memory
    }

    fn question(&self) -> Option<&Question> {
        self.public.question()
    }

    fn question_in_view(view: &View) -> Option<&Question> {
        view.question()
    }

    fn asked_question(rule: u8, effect: &Effect) -> Option<Question> {
        let Effect::Ask { seat, question, options, private } = *effect else { return None };
        let keys = QuestionKeys { question, options, private };
        Some(Question { rule, seat: seat.0, keys })
    }

    fn answer(option: u8) -> Action {
        Action::Answer { option }
    }

    fn answered_option(action: Action) -> Option<u8> {
        match action {
            Action::Answer { option } => Some(option),
            Action::Move { .. } | Action::Flip { .. } => None,
        }
    }

    fn check_timeout(&self, seat: Seat) -> Result<(), IllegalStep> {
        if self.rules().clock_seconds == 0 {
            return Err(IllegalStep::NoClock);
        }
        if self.turn() == Turn::Seat(seat) { Ok(()) } else { Err(IllegalStep::NotYourTurn) }
    }

    fn check_action(&self, action: &Action) -> Result<(), IllegalStep> {
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        if !legal.contains(&action.plain()) {
            return Err(IllegalStep::NotLegal);
        }
        let has_result = *action != action.plain();
        if has_result == self.needs_battle_result(*action) {
            Ok(())
        } else {
            Err(IllegalStep::BattleResult)
        }
    }

    fn check_draw(&self) -> Result<(), IllegalStep> {
        if self.rules().draw_by_agreement { Ok(()) } else { Err(IllegalStep::DrawNotAllowed) }
    }

    #[inline]
    fn play_unchecked<S: Sink<Event>>(&mut self, step: &Step<Self>, events: &mut S) {
        match *step {
            Step::Act { action: Action::Answer { .. }, .. } => drop(self.public.questions.pop()),
            Step::Act { action, .. } => self.play_action(action, events),
            Step::Chance(outcome) => match outcome {},
            Step::House { rule, effect } => self.apply_effect(rule, effect, events),
            Step::Timeout { seat } => self.count_timeout(seat, events),
            Step::Resign { seat } => {
                self.eliminate_and_continue(seat, EliminationReason::Resigned, events)
            }
            Step::Draw => self.end_in_draw(Reason::Agreement, events),
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        View::new(self, viewer)
    }

    fn sample<R: Rng + ?Sized>(view: &View, rng: &mut R) -> Self {
        view.determinize(rng)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.public.outcome()
    }

    fn encode_state(&self, feed: &mut dyn FnMut(&[u8])) {
        self.feed_state(feed);
    }

    fn active(&self) -> SeatSet {
        self.living()
    }

    fn effect_for_viewer(effect: Effect, viewer: Viewer) -> Effect {
        let Some(asked) = Self::asked_question(0, &effect) else { return effect };
        let QuestionKeys { question, options, private } = asked.for_viewer(viewer).keys;
        Effect::Ask { seat: asked.seat.into(), question, options, private }
    }

    fn reveals_hidden(&self, event: &Event) -> bool {
        match event {
            Event::Battled { .. }
            | Event::Flipped { .. }
            | Event::Revealed { .. }
            | Event::FlagShown { .. }
            | Event::FlagTaken { .. }
            | Event::FlagLifted { .. }
            | Event::Removed { .. }
            | Event::Shifted { .. }
            | Event::Ended { .. } => self.rules().is_hidden(),
            Event::Moved { .. }
            | Event::ArmiesAssigned { .. }
            | Event::FlagDropped { .. }
            | Event::FlagBrought { .. }
            | Event::TimedOut { .. }
            | Event::ArmyOut { .. }
            | Event::ExtraTurn { .. } => false,
        }
    }

    fn captures(before: &Self, event: &Event) -> Vec<CapturedPieces> {
        let Event::Battled { seat, to, result, .. } = *event else { return Vec::new() };
        let defender = before.tile_at(to).and_then(|tile| before.owner_of(tile));
        let Some(victim) = defender else { return Vec::new() };
        let capture = |by, from| CapturedPieces { by, from, count: 1 };
        match result {
            BattleResult::AttackerSurvives => vec![capture(seat, victim)],
            BattleResult::DefenderSurvives => vec![capture(victim, seat)],
            BattleResult::BothGone => vec![capture(seat, victim), capture(victim, seat)],
        }
    }
}

impl HouseRuleHooks for Junqi {
    fn with_battle_result(&self, action: Action) -> Action {
        self.with_recorded_result(action)
    }

    fn without_battle_result(action: Action) -> Action {
        action.plain()
    }
}
