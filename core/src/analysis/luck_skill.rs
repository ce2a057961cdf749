//! Luck and skill of each seat over a whole game.

use super::{Analysis, ChoiceAnalysis, PositionAnalysis, ValueChange};
use crate::contract::seat::Seat;

/// The cost from which a choice is counted as an error: a fiftieth of the place that is contested.
pub const ERROR_COST: f32 = 0.02;

/// The gains and losses of a seat over a game, as shares of the first place. The sum of `start`,
/// `luck`, `skill`, `others_choices`, `other` and `residual` is `end`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LuckSkillReport {
    /// The seat's chance in the first position.
    pub start: f64,
    /// The seat's result, or its chance in the last position.
    pub end: f64,
    /// The gain from dice and hidden pieces: 0 on average.
    pub luck: f64,
    /// The change by the seat's own choices, 0 or less.
    pub skill: f64,
    /// The change by the choices of all other seats, partners included.
    pub others_choices: f64,
    /// The change by house rules, clocks and resignations.
    pub other: f64,
    /// The residual, caused by errors of the evaluation.
    pub residual: f64,
    /// The number of choices among several actions.
    pub choices: u32,
    /// The number of these choices that cost [`ERROR_COST`] or more.
    pub errors: u32,
    /// The change by the seat's own choices after the first place was taken, 0 or less, as a share
    /// of the place then contested.
    pub later_skill: f64,
}

/// A choice that was not the best one, however little it cost. [`LuckSkillReport::errors`] counts
/// only those that cost [`ERROR_COST`] or more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mistake {
    /// The number of steps played before the choice.
    pub at: usize,
    /// The seat that chose.
    pub seat: Seat,
    /// The cost, as a share of the contested place.
    pub cost: f32,
}

impl<A: Copy> Analysis<A> {
    /// Returns the luck and skill of a seat over the game.
    pub fn luck_skill_report(&self, seat: Seat) -> LuckSkillReport {
        let mut report = LuckSkillReport::default();
        let is_first_contested = |position: &&PositionAnalysis<A>| position.place == 0;
        let Some(start) = self.positions.first().filter(is_first_contested) else {
            return report;
        };
        let index = seat.index();
        report.start = f64::from(start.values[index]);
        report.end = report.start;
        for position in &self.positions {
            if let Some(ValueChange::Choice(choice)) = &position.change {
                report.add_choice(choice, seat, position.place);
            }
            if position.place > 0 {
                continue;
            }
            report.end = f64::from(position.settled.unwrap_or(position.values)[index]);
            match &position.change {
                Some(ValueChange::Roll(luck)) => report.luck += f64::from(luck[index]),
                Some(ValueChange::Choice(choice)) => {
                    let skill = f64::from(choice.skill[index]);
                    if choice.seat == seat {
                        report.skill += skill;
                    } else {
                        report.others_choices += skill;
                    }
                    report.luck += f64::from(choice.luck[index]);
                }
                Some(ValueChange::Other(change)) => report.other += f64::from(change[index]),
                None => {}
            }
        }
        let explained = report.luck + report.skill + report.others_choices + report.other;
        report.residual = report.end - report.start - explained;
        report
    }

    /// Returns all choices that were not the best, the costliest first. Choices of equal cost
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
    /// Counts a choice if `seat` made it and had several actions. `place` is the contested place.
    /// If it is not the first, subtracts the cost of the choice from `later_skill`.
    fn add_choice<A: Copy>(&mut self, choice: &ChoiceAnalysis<A>, seat: Seat, place: usize) {
        if choice.seat != seat || choice.legal < 2 {
            return;
        }
        self.choices += 1;
        self.errors += u32::from(choice.cost() >= ERROR_COST);
        if place > 0 {
            self.later_skill -= f64::from(choice.cost());
        }
    }
}
