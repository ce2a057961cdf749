//! Recorded games between people, in the text format that the first lines of
//! `core/tests/data/junqi_games.txt` explain.

use crate::contract::game::{Game, NullSink, SetupError, Step};
use crate::contract::options::RuleSet;
use crate::games::junqi::cells::Cell;
use crate::games::junqi::deal::Deal;
use crate::games::junqi::notation::Action;
use crate::games::junqi::rules::Rules;
use crate::games::junqi::state::Junqi;

/// A game between people: its start and its steps.
#[derive(Clone, Debug)]
pub struct RecordedGame {
    /// The state before the first step.
    pub start: Junqi,
    /// The steps, all of them legal.
    pub steps: Vec<Step<Junqi>>,
}

/// The quiet plies after which the server that recorded the games ends a game as drawn.
const DRAW_AFTER_QUIET_PLIES: u8 = 71;
/// The maximum number of characters of a word in an error message.
const MAX_QUOTED_CHARS: usize = 20;

/// The reason why a file of recorded games cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordedGameError {
    /// No line is the word `game`, with which each game begins.
    #[error("there is no recorded game: a game begins with a line `game`")]
    NoGame,
    /// A word is not an event.
    #[error("`{0}` is not an event of a game")]
    Event(String),
    /// A deal is invalid.
    #[error(transparent)]
    Deal(#[from] SetupError),
}

/// Reads games. A game ends early at the first step that is not legal.
///
/// # Errors
/// Returns an error if a word is not an event, if a deal is invalid, or if the text contains no
/// game.
pub fn read_games(text: &str) -> Result<Vec<RecordedGame>, RecordedGameError> {
    let mut games = Vec::new();
    // The first line can begin a game, too.
    for block in format!("\n{text}").split("\ngame\n").skip(1) {
        let mut deal = Deal::default();
        let mut words = Vec::new();
        for line in block.lines().filter(|line| !line.is_empty()) {
            match line.split_once(' ') {
                Some((name, layout)) if Junqi::seat_by_name(name).is_some() => {
                    deal.layouts.insert(name.to_owned(), layout.to_owned());
                }
                _ => words.extend(line.split(' ')),
            }
        }
        games.push(read_game(deal, &words)?);
    }
    if games.is_empty() { Err(RecordedGameError::NoGame) } else { Ok(games) }
}

/// Reads a game from its deal and the words of its events, and plays it.
fn read_game(mut deal: Deal, words: &[&str]) -> Result<RecordedGame, RecordedGameError> {
    let preset = if deal.layouts.len() == 4 { "siguo_partner" } else { "siguo_duel" };
    let mut rules = Rules::preset(preset).unwrap_or_else(|| unreachable!("a preset"));
    rules.draw_after_quiet_plies = DRAW_AFTER_QUIET_PLIES;
    let first = words.iter().find_map(|word| match word.split_once(':') {
        Some(("timeout", name)) => Junqi::seat_by_name(name),
        Some(_) => None,
        None => word.get(..3)?.parse::<Cell>().ok()?.land(),
    });
    deal.first = first.map(|seat| Junqi::seat_name(seat).to_owned());
    let start = Junqi::new(&rules, rules.seats(), &deal)?;
    let mut state = start.clone();
    let mut steps = Vec::new();
    for word in words.iter().filter(|word| !word.starts_with("end:")) {
        let bad = || RecordedGameError::Event(word.chars().take(MAX_QUOTED_CHARS).collect());
        let step = read_step(word, &state).ok_or_else(bad)?;
        match step {
            // The server may record several events for an army that is out. All but the first are
            // skipped.
            Step::Timeout { seat } | Step::Resign { seat } if !state.active().contains(seat) => {}
            _ if state.play(&step, &mut NullSink).is_ok() => steps.push(step),
            _ => break,
        }
    }
    Ok(RecordedGame { start, steps })
}

/// Reads an event: `timeout:SEAT`, `left:SEAT`, `out:SEAT:REASON`, or a move such as `S11N15A`,
/// from S11 to N15. Ignores the last letter of a move. It gives the result of the battle, which
/// follows from the kinds of the pieces.
fn read_step(word: &str, state: &Junqi) -> Option<Step<Junqi>> {
    let seat = Junqi::seat_by_name;
    Some(match word.split_once(':') {
        Some(("timeout", name)) => Step::Timeout { seat: seat(name)? },
        Some(("left", name)) => Step::Resign { seat: seat(name)? },
        Some(("out", rest)) => match rest.split_once(':')? {
            // The time-out that eliminates an army has no `timeout` of its own, only this word.
            (name, "timeouts") => Step::Timeout { seat: seat(name)? },
            (name, _) => Step::Resign { seat: seat(name)? },
        },
        Some(_) => return None,
        None => Step::Act {
            seat: state.seat_to_move(),
            action: Action::go(word.get(..3)?.parse().ok()?, word.get(3..6)?.parse().ok()?),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recorded_games_are_read_to_their_ends() {
        let games = read_games(include_str!("../../../../tests/data/junqi_games.txt")).unwrap();
        let acts = |game: &RecordedGame| {
            game.steps.iter().filter(|step| matches!(step, Step::Act { .. })).count()
        };
        assert_eq!((games.len(), games.iter().map(acts).sum::<usize>()), (120, 28_838));
        for start in ["", "\n"] {
            let bad = read_games(&format!("{start}game\nsouth x\nS11N15 jump")).unwrap_err();
            assert!(matches!(bad, RecordedGameError::Deal(_)), "{bad}");
        }
        assert_eq!(read_games("a letter").unwrap_err(), RecordedGameError::NoGame);
    }
}
