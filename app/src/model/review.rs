//! Finds the choices of people in a finished game that cost them most.

use qipan_core::analysis::ERROR_COST;
use qipan_core::analysis::coach::{Assessment, CoachOptions, action_values, assess};
use qipan_core::analysis::puzzle::Puzzle;
use qipan_core::contract::game::{Game, Step, Viewer};
use qipan_core::contract::seat::Seat;
use qipan_core::evaluation::Searchable;
use qipan_core::play::session::Session;
use qipan_core::record::Player;

use crate::model::analysis::run_in_parallel;
use crate::model::background::Progress;

/// Maximum number of mistakes of a game that are shown.
pub const MAX_MISTAKES: usize = 3;

/// Maximum number of choices of a game that are assessed a second time.
const MAX_CANDIDATES: usize = 3 * MAX_MISTAKES;

/// A choice that cost its seat something.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake<A> {
    /// The number of steps before the choice.
    pub at: usize,
    /// The seat that chose.
    pub seat: Seat,
    /// The action that it chose.
    pub action: A,
    /// The assessment of the choice.
    pub assessment: Assessment<A>,
    /// The position as a puzzle, if it can be one.
    pub puzzle: Option<Puzzle>,
}

/// A choice of a person: the number of steps before it, the seat, and the action.
pub type Choice<G> = (usize, Seat, <G as Game>::Action);

/// Returns the choices of people, without those that followed a hint. `hinted_moves` are the moves
/// that hints recommended, each with the number of steps before it.
pub fn choices<G: Searchable>(
    session: &Session<G>,
    hinted_moves: &[(usize, G::Action)],
) -> Vec<Choice<G>> {
    let record = session.record();
    let choice = |(at, step): (usize, &Step<G>)| match step {
        Step::Act { action, .. } if G::answered_option(*action).is_some() => None,
        Step::Act { seat, action } if record.player(*seat).is_some_and(Player::is_human) => {
            Some((at, *seat, G::without_battle_result(*action)))
        }
        _ => None,
    };
    let choices = record.steps.iter().enumerate().filter_map(choice);
    choices.filter(|(at, _, action)| !hinted_moves.contains(&(*at, *action))).collect()
}

/// Returns those choices that cost most, the costliest first, at most [`MAX_MISTAKES`]. Each choice
/// is judged by what its seat knew. Returns `None` if the work was stopped.
pub fn mistakes<G: Searchable>(
    session: &Session<G>,
    choices: &[Choice<G>],
    progress: &Progress,
) -> Option<Vec<Mistake<G::Action>>> {
    let states = session.states();
    let assess_with = |at: usize, seat: Seat, action: G::Action, options: CoachOptions| {
        let state = &states[at];
        let mut actions = Vec::new();
        state.legal_actions(&mut actions);
        let view = state.view(Viewer::Seat(seat));
        let assessment = assess::<G>(&view, seat, action, &actions, options)?;
        Some(Mistake { at, seat, action, assessment, puzzle: None })
    };
    let found = run_in_parallel(choices.len(), progress, |index| {
        let (at, seat, action) = choices[index];
        assess_with(at, seat, action, options_at(at))
    });
    if found.len() < choices.len() {
        return None;
    }
    let mut candidates: Vec<_> = found.into_iter().flatten().collect();
    keep_costliest(&mut candidates, MAX_CANDIDATES);
    let reassessed = candidates.iter().filter_map(|candidate| {
        let Mistake { at, seat, action, .. } = *candidate;
        assess_with(at, seat, action, options_at(at).for_reassessment())
    });
    let mut mistakes: Vec<_> = reassessed.collect();
    keep_costliest(&mut mistakes, MAX_MISTAKES);
    for mistake in &mut mistakes {
        mistake.puzzle = puzzle_of(session, mistake);
    }
    Some(mistakes)
}

/// Keeps those choices that cost [`ERROR_COST`] or more, the costliest first, at most `count`.
fn keep_costliest<A>(mistakes: &mut Vec<Mistake<A>>, count: usize) {
    let cost = |mistake: &Mistake<A>| mistake.assessment.cost_lower_bound();
    mistakes.retain(|mistake| cost(mistake) >= ERROR_COST);
    mistakes.sort_by(|a, b| cost(b).total_cmp(&cost(a)));
    mistakes.truncate(count);
}

/// Returns the options of the coach for a choice after `at` steps. The seed depends only on `at`,
/// so that the same choice always gets the same assessment.
fn options_at(at: usize) -> CoachOptions {
    CoachOptions { seed: at as u64, ..CoachOptions::default() }
}

/// Returns the position of a mistake as a puzzle. A game with effects of house rules gives none,
/// because it cannot be replayed from its rules alone.
fn puzzle_of<G: Searchable>(session: &Session<G>, mistake: &Mistake<G::Action>) -> Option<Puzzle> {
    let Mistake { at, seat, action, assessment, .. } = mistake;
    let state = &session.states()[*at];
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    let view = state.view(Viewer::Seat(*seat));
    let values = action_values::<G>(&view, *action, assessment, &actions, options_at(*at));
    Puzzle::of_values(session, *at, *seat, *action, &values)
}

#[cfg(test)]
mod tests {
    use qipan_core::contract::dice::Seed;
    use qipan_core::contract::game::{Game as _, Turn};
    use qipan_core::contract::options::RuleSet as _;
    use qipan_core::contract::setup::Setup as _;
    use qipan_core::games::junqi::Junqi;
    use qipan_core::record::Record;

    use super::*;

    #[test]
    fn hinted_moves_are_not_judged() {
        let rules = <Junqi as Game>::Rules::preset("open").unwrap();
        let seats: Vec<Seat> = rules.seats().iter().collect();
        let players = seats.iter().map(|seat| (*seat, Player::human("Ann"))).collect();
        let seed = Seed::from_number(3);
        let deal = Junqi::draw_deal(&rules, rules.seats(), &seed).unwrap();
        let mut session =
            Session::new(Record::<Junqi>::new("open", rules, players, deal, seed)).unwrap();
        for _ in 0..6 {
            let Turn::Seat(seat) = session.state().turn() else { panic!("Junqi has no dice") };
            session.act(seat, session.actions()[0]).unwrap();
        }
        let all = choices(&session, &[]);
        assert_eq!(all.len(), 6);
        let (at, _, action) = all[2];
        let (_, _, other) = all[3];
        assert_ne!(action, other);
        // The hint before the fourth move recommended something else.
        let left = choices(&session, &[(at, action), (all[3].0, action)]);
        assert_eq!(left.iter().map(|choice| choice.0).collect::<Vec<_>>(), [0, 1, 3, 4, 5]);
    }
}
