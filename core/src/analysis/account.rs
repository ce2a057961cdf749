//! Luck and skill of each seat over a whole game.

use super::{Analysis, ChoiceAnalysis, PositionAnalysis, ValueChange};
use crate::contract::seat::Seat;

/// The cost from which a choice is counted as an error: a fiftieth of a game.
pub const MISTAKE_COST: f32 = 0.02;

/// The gains and losses of a seat over a game, in chances of the first place. The sum of `start`,
/// `luck`, `skill`, `opponents_errors`, `other` and `residual` is `end`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LuckSkillReport {
    /// The seat's chance in the first position.
    pub start: f64,
    /// The seat's result, or its chance in the last position.
    pub end: f64,
    /// The gain from dice and hidden pieces: 0 on average.
    pub luck: f64,
    /// The loss by the seat's own choices, 0 or less.
    pub skill: f64,
    /// The gain from the choices of other seats.
    pub opponents_errors: f64,
    /// The gain from house rules, clocks and resignations.
    pub other: f64,
    /// The residual, caused by errors of the evaluation.
    pub residual: f64,
    /// The number of choices among several actions.
    pub choices: u32,
    /// The number of these choices that cost [`MISTAKE_COST`] or more.
    pub errors: u32,
    /// The loss by the seat's own choices after the first place was taken, 0 or less, in chances of
    /// the place then contested.
    pub later_skill: f64,
}

/// A choice that was not the best one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mistake {
    /// The number of steps played before the choice.
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
        let is_first_contested = |position: &&PositionAnalysis<A>| position.place == 0;
        let Some(start) = self.positions.first().filter(is_first_contested) else {
            return account;
        };
        let index = seat.index();
        account.start = f64::from(start.values[index]);
        account.end = account.start;
        for position in &self.positions {
            if let Some(ValueChange::Choice(choice)) = &position.change {
                account.add_choice(choice, seat, position.place);
            }
            if position.place > 0 {
                continue;
            }
            account.end = f64::from(position.settled.unwrap_or(position.values)[index]);
            match &position.change {
                Some(ValueChange::Roll(luck)) => account.luck += f64::from(luck[index]),
                Some(ValueChange::Choice(choice)) => {
                    let skill = f64::from(choice.skill[index]);
                    if choice.seat == seat {
                        account.skill += skill;
                    } else {
                        account.opponents_errors += skill;
                    }
                    account.luck += f64::from(choice.luck[index]);
                }
                Some(ValueChange::Other(change)) => account.other += f64::from(change[index]),
                None => {}
            }
        }
        let explained = account.luck + account.skill + account.opponents_errors + account.other;
        account.residual = account.end - account.start - explained;
        account
    }

    /// Returns all choices that were not the best, the most expensive first. Choices of equal cost
    /// are in the order of the game.
    pub fn mistakes(&self) -> Vec<Mistake> {
        let to_mistake = |(at, position): (usize, &PositionAnalysis<A>)| match &position.change {
            Some(ValueChange::Choice(choice)) if choice.cost() > 0.0 => {
                Some(Mistake { at, seat: choice.seat, cost: choice.cost() })
            }
            _ => None,
        };
        let mut mistakes: Vec<_> =
            self.positions.iter().enumerate().filter_map(to_mistake).collect();
        mistakes.sort_by(|a, b| b.cost.total_cmp(&a.cost));
        mistakes
    }
}

impl LuckSkillReport {
    /// Counts a choice if this seat made it, and adds its cost if the first place was taken.
    fn add_choice<A: Copy>(&mut self, choice: &ChoiceAnalysis<A>, seat: Seat, place: usize) {
        if choice.seat != seat || choice.legal < 2 {
            return;
        }
        self.choices += 1;
        self.errors += u32::from(choice.cost() >= MISTAKE_COST);
        if place > 0 {
            self.later_skill -= f64::from(choice.cost());
        }
    }
}
