//! What luck and choices come to over a game.

use super::{Analysis, Change, Choice, PositionAnalysis};
use crate::seat::Seat;

/// A choice that costs as much is a mistake: one game in fifty.
pub const ERROR: f32 = 0.02;

/// What a game brought a seat and what it took from it, in chances of the first place: where it
/// began and everything that was added lead to where it ended.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LuckSkillReport {
    /// What the seat could expect in the first position.
    pub start: f64,
    /// What it got, or can expect in the last position.
    pub end: f64,
    /// What the dice brought it, and hidden pieces: 0 on average, whoever plays.
    pub luck: f64,
    /// What its own choices cost, 0 and less.
    pub skill: f64,
    /// What the choices of others brought it.
    pub gifts: f64,
    /// What house rules, clocks and those who gave up brought it.
    pub other: f64,
    /// What is left: the judgement found out on the way that it had been wrong.
    pub rest: f64,
    /// How often it had a choice.
    pub choices: u32,
    /// How many of them were mistakes.
    pub errors: u32,
    /// What the choices for later places cost, once the first was taken: 0 and less, in
    /// chances of the place then played for.
    pub later_skill: f64,
}

/// A choice that cost something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mistake {
    /// Steps played before it.
    pub at: usize,
    /// Who chose.
    pub seat: Seat,
    /// What it cost, in chances of the place played for.
    pub cost: f32,
}

impl<A: Copy> Analysis<A> {
    /// The account of a seat.
    #[must_use]
    pub fn account(&self, seat: Seat) -> LuckSkillReport {
        let mut account = LuckSkillReport::default();
        let first = |moment: &&PositionAnalysis<A>| moment.place == 0;
        let Some(start) = self.moments.first().filter(first) else { return account };
        let k = seat.index();
        account.start = f64::from(start.worths[k]);
        account.end = account.start;
        for moment in &self.moments {
            if let Some(Change::Choice(choice)) = &moment.change {
                account.count(choice, seat, moment.place);
            }
            if moment.place > 0 {
                continue;
            }
            account.end = f64::from(moment.settled.unwrap_or(moment.worths)[k]);
            match &moment.change {
                Some(Change::Roll(luck)) => account.luck += f64::from(luck[k]),
                Some(Change::Choice(choice)) => {
                    let skill = f64::from(choice.skill[k]);
                    let own = choice.seat == seat;
                    *(if own { &mut account.skill } else { &mut account.gifts }) += skill;
                    account.luck += f64::from(choice.luck[k]);
                }
                Some(Change::Other(change)) => account.other += f64::from(change[k]),
                None => {}
            }
        }
        let known = account.luck + account.skill + account.gifts + account.other;
        account.rest = account.end - account.start - known;
        account
    }

    /// The choices that cost something, the dearest first; of equal ones the earliest.
    #[must_use]
    pub fn mistakes(&self) -> Vec<Mistake> {
        let costly = |(at, moment): (usize, &PositionAnalysis<A>)| match &moment.change {
            Some(Change::Choice(choice)) if choice.cost() > 0.0 => {
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
    fn count<A: Copy>(&mut self, choice: &Choice<A>, seat: Seat, place: usize) {
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
