//! Luck and skill of each seat over a whole game.

use super::{Analysis, ChoiceAnalysis, PositionAnalysis, ValueChange};
use crate::contract::seat::Seat;

/// The cost from which a choice counts as a mistake: one game in fifty.
pub const ERROR: f32 = 0.02;

/// The gains and losses of a seat over a game, in chances of the first place. `start` and all
/// changes add up to `end`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LuckSkillReport {
    /// The seat's chance in the first position.
    pub start: f64,
    /// The seat's result, or its chance in the last position.
    pub end: f64,
    /// The gain from dice and hidden pieces: 0 on average.
    pub luck: f64,
    /// The cost of its own choices, 0 or less.
    pub skill: f64,
    /// The gain from the choices of others.
    pub gifts: f64,
    /// The gain from house rules, clocks and resignations.
    pub other: f64,
    /// The residual: evaluation errors that showed up during the game.
    pub rest: f64,
    /// The number of choices it had.
    pub choices: u32,
    /// The number of them that were mistakes.
    pub errors: u32,
    /// The cost of choices for later places, once the first was taken: 0 or less, in chances of
    /// the place then contested.
    pub later_skill: f64,
}

/// A choice that was not the best one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mistake {
    /// The number of steps played before it.
    pub at: usize,
    /// The seat that chose.
    pub seat: Seat,
    /// The cost, in chances of the contested place.
    pub cost: f32,
}

impl<A: Copy> Analysis<A> {
    /// Returns the account of a seat.
    pub fn account(&self, seat: Seat) -> LuckSkillReport {
        let mut account = LuckSkillReport::default();
        let first = |moment: &&PositionAnalysis<A>| moment.place == 0;
        let Some(start) = self.moments.first().filter(first) else { return account };
        let k = seat.index();
        account.start = f64::from(start.worths[k]);
        account.end = account.start;
        for moment in &self.moments {
            if let Some(ValueChange::Choice(choice)) = &moment.change {
                account.count(choice, seat, moment.place);
            }
            if moment.place > 0 {
                continue;
            }
            account.end = f64::from(moment.settled.unwrap_or(moment.worths)[k]);
            match &moment.change {
                Some(ValueChange::Roll(luck)) => account.luck += f64::from(luck[k]),
                Some(ValueChange::Choice(choice)) => {
                    let skill = f64::from(choice.skill[k]);
                    let own = choice.seat == seat;
                    *(if own { &mut account.skill } else { &mut account.gifts }) += skill;
                    account.luck += f64::from(choice.luck[k]);
                }
                Some(ValueChange::Other(change)) => account.other += f64::from(change[k]),
                None => {}
            }
        }
        let known = account.luck + account.skill + account.gifts + account.other;
        account.rest = account.end - account.start - known;
        account
    }

    /// Returns the choices with a cost, the most expensive first. Equal ones are in the order of
    /// the game.
    pub fn mistakes(&self) -> Vec<Mistake> {
        let costly = |(at, moment): (usize, &PositionAnalysis<A>)| match &moment.change {
            Some(ValueChange::Choice(choice)) if choice.cost() > 0.0 => {
                Some(Mistake { at, seat: choice.seat, cost: choice.cost() })
            }
            _ => None,
        };
        let mut mistakes: Vec<_> = self.moments.iter().enumerate().filter_map(costly).collect();
        mistakes.sort_by(|a, b| b.cost.total_cmp(&a.cost));
        mistakes
    }
}

impl LuckSkillReport {
    fn count<A: Copy>(&mut self, choice: &ChoiceAnalysis<A>, seat: Seat, place: usize) {
        if choice.seat != seat || choice.legal < 2 {
            return;
        }
        self.choices += 1;
        self.errors += u32::from(choice.cost() >= ERROR);
        if place > 0 {
            self.later_skill -= f64::from(choice.cost());
        }
    }
}
