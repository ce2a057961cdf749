//! The sounds of a table that belong to no animation: the player's turn, the clock, the end.

use qipan_core::contract::game::Turn;
use qipan_core::contract::outcome::Outcome;
use qipan_core::contract::seat::Seat;

use crate::play::game::Playable;
use crate::play::table::Table;
use crate::sound::Sound;

/// The number of seconds before a timeout in which the clock makes a sound.
const LAST_SECONDS: f64 = 5.0;

/// The announcements made so far, and the sounds that have not been taken yet.
#[derive(Debug)]
pub(super) struct SoundState {
    /// The number of steps before the turn that was announced last.
    turn_at: usize,
    /// The number of steps and the remaining seconds at the last sound of the clock.
    clock: Option<(usize, u32)>,
    /// True after the end was announced, or if the game was over when it was opened.
    has_ended: bool,
    sounds: Vec<Sound>,
}

impl SoundState {
    /// Returns the state for a game that is opened after this number of steps.
    pub(super) fn new(steps: usize, has_ended: bool) -> Self {
        Self { turn_at: steps, clock: None, has_ended, sounds: Vec::new() }
    }
}

impl<G: Playable> Table<G> {
    /// Returns the sounds that have begun since the last call.
    pub fn take_sounds(&mut self) -> Vec<Sound> {
        let mut sounds = self.animator.take_sounds();
        // Without animations, several turns can pass in one frame. Only the first sound is kept.
        self.sounds.sounds.truncate(1);
        sounds.append(&mut self.sounds.sounds);
        sounds
    }

    /// Adds the sounds of the turn, the clock and the end, once the board shows them.
    pub(super) fn update_sounds(&mut self) {
        if !self.animator.is_idle() {
            return;
        }
        let sound = match self.state().outcome() {
            Some(outcome) => self.end_sound(&outcome),
            None => self.turn_sound().or_else(|| self.clock_sound()),
        };
        self.sounds.sounds.extend(sound);
    }

    /// Returns the sound of the end, once.
    fn end_sound(&mut self, outcome: &Outcome) -> Option<Sound> {
        if std::mem::replace(&mut self.sounds.has_ended, true) {
            return None;
        }
        let is_won = outcome.places.first().is_some_and(|winners| {
            self.person_count() == 0 || winners.iter().any(|seat| self.is_human(seat))
        });
        Some(match outcome.places.len() {
            1 => Sound::Draw,
            _ if is_won => Sound::Win,
            _ => Sound::Loss,
        })
    }

    /// Returns the sound of the turn, once each time the turn passes to a person from another seat.
    fn turn_sound(&mut self) -> Option<Sound> {
        self.sounds.has_ended = false;
        let (steps, seat) = (self.steps(), self.human_to_act()?);
        if std::mem::replace(&mut self.sounds.turn_at, steps) == steps {
            return None;
        }
        let previous = self.session.states().get(steps.checked_sub(1)?)?;
        (seat_of(&previous.turn()) != Some(seat)).then_some(Sound::YourTurn)
    }

    /// Returns the sound of the clock, once for each of a person's last seconds.
    fn clock_sound(&mut self) -> Option<Sound> {
        self.human_to_act()?;
        let left =
            self.seconds_left().filter(|left| (f64::EPSILON..=LAST_SECONDS).contains(left))?;
        let now = (self.steps(), left.ceil() as u32);
        (self.sounds.clock.replace(now) != Some(now)).then_some(Sound::Clock)
    }
}

/// Returns the seat that rolls or moves.
fn seat_of(turn: &Turn) -> Option<Seat> {
    match *turn {
        Turn::Chance { roller } => Some(roller),
        Turn::Seat(seat) => Some(seat),
        Turn::Over => None,
    }
}
