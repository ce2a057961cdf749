//! The step that decided a game.

use crate::contract::game::Step;
use crate::contract::outcome::Reason;
use crate::contract::seat::SeatSet;
use crate::evaluation::Searchable;

/// The step that decided a finished game: the one that raised the winners' chances most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurningPoint {
    /// The number of steps played before it.
    pub at: usize,
    /// The winners' expected share of first place before the step, 0 to 1.
    pub before: f32,
    /// Their expected share after the step.
    pub after: f32,
}

/// Returns the step that decided a finished game. `states` holds the state before each of `steps`
/// and the state after the last. States are evaluated with all hidden pieces known. Resignations,
/// time-outs and agreed draws are skipped, because the game was decided before them. Returns `None`
/// if the game has no winner or no step raised the winners' chances.
///
/// # Examples
/// The capture of the Flag decides a game that was open before:
/// ```
/// use qipan_core::analysis::turning_point::turning_point;
/// use qipan_core::contract::game::{Game, NullSink, Step};
/// use qipan_core::contract::position::PositionLine;
/// use qipan_core::contract::seat::Seat;
/// use qipan_core::games::junqi::Junqi;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let line: PositionLine<Junqi> =
///     "qipan junqi open turn=south south=S62F,N52T north=N62F,N11P".parse()?;
/// let start = line.set_up()?;
/// let mut end = start.clone();
/// let capture = Step::Act { seat: Seat::new(0), action: "N52 N62".parse()? };
/// end.play(&capture, &mut NullSink)?;
/// let decided = turning_point(&[start, end], &[capture]).expect("South won");
/// assert_eq!((decided.at, decided.after), (0, 1.0));
/// assert!(decided.before < 1.0);
/// # Ok(())
/// # }
/// ```
pub fn turning_point<G: Searchable>(states: &[G], steps: &[Step<G>]) -> Option<TurningPoint> {
    let last = states.last()?;
    let outcome = last.outcome()?;
    if matches!(outcome.reason, Reason::Agreement | Reason::DeadPosition | Reason::QuietPlies) {
        return None;
    }
    // A house rule may end a game in a draw, too. Then all seats share the first place.
    let winners: SeatSet = *outcome.places.first().filter(|winners| **winners != last.seats())?;
    let mut scratch = Vec::new();
    let mut share = |state: &G| {
        let values = state.evaluate(&mut scratch);
        // Partners have the same value.
        winners.iter().map(|seat| values[seat.index()]).fold(0.0, f32::max)
    };
    let mut best: Option<TurningPoint> = None;
    let mut before = share(states.first()?);
    for (at, (state, step)) in states.iter().skip(1).zip(steps).enumerate() {
        let after = share(state);
        let is_skipped = matches!(step, Step::Resign { .. } | Step::Timeout { .. } | Step::Draw);
        if !is_skipped && after - before > best.map_or(0.0, |best| best.after - best.before) {
            best = Some(TurningPoint { at, before, after });
        }
        before = after;
    }
    best
}
