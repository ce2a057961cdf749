//! A robot that is a program behind a [`Transport`].

use qipan_core::contract::outcome::Outcome;
use qipan_core::contract::robot::{Choice, Decision, Robot, RobotError, RobotErrorKind};
use qipan_core::contract::robot_stream::RobotStream;
use qipan_core::contract::seat::Seat;
use qipan_core::script::{Answer, MessageCodec, ScriptError, Scripted};

use crate::model::programs::transport::{ReplyError, Transport};

/// Errors in one game after which a program is not asked again until the next game.
const STRIKES: u8 = 3;

/// A robot that is another program. It always answers. If the program does not, or answers with
/// an illegal action, the first legal action is played and the error is reported.
pub struct ProgramRobot<G: Scripted, W: Transport> {
    /// The name used in messages.
    name: String,
    wire: W,
    codec: MessageCodec<G>,
    strikes: u8,
    last: String,
    /// True while the program has begun a game and not received its end.
    is_playing: bool,
}

impl<G: Scripted, W: Transport> ProgramRobot<G, W> {
    /// Creates a robot that talks through `wire`.
    ///
    /// # Errors
    /// An error if there is no memory for it.
    pub fn new(name: &str, wire: W) -> Result<Self, ScriptError> {
        Ok(Self {
            name: name.to_owned(),
            wire,
            codec: MessageCodec::new()?,
            strikes: 0,
            last: String::new(),
            is_playing: false,
        })
    }

    /// Asks a question. `lines` writes it for the given question number.
    fn ask(
        &mut self,
        lines: impl FnOnce(&mut MessageCodec<G>, u64) -> Result<String, ScriptError>,
    ) -> Result<Answer, RobotError> {
        if self.wire.restarted() {
            self.codec.begin();
        }
        let number = self.wire.next_question_number();
        let lines = lines(&mut self.codec, number)
            .map_err(|why| RobotError { kind: RobotErrorKind::Error, message: why.to_string() })?;
        self.is_playing = true;
        let kind = |silence: &ReplyError| match silence {
            ReplyError::Gone(_) => RobotErrorKind::Error,
            ReplyError::Late(_) | ReplyError::Stopped => RobotErrorKind::Stopped,
        };
        let answer = self.wire.ask(number, &lines);
        answer.map_err(|why| RobotError {
            kind: kind(&why),
            message: format!("{}: {why}", self.name),
        })
    }

    fn illegal(&self, why: &str) -> RobotError {
        RobotError { kind: RobotErrorKind::Illegal, message: format!("{}: {why}", self.name) }
    }

    /// Counts an error. After [`STRIKES`] errors the program is not asked again in this game.
    fn report(&mut self, trouble: RobotError) -> RobotError {
        self.strikes += 1;
        self.last.clone_from(&trouble.message);
        trouble
    }

    fn is_switched_off(&self) -> bool {
        self.strikes >= STRIKES
    }

    /// Sends the end of the game, if the program knows of the game.
    fn tell_end(&mut self, outcome: Option<&Outcome>) {
        if std::mem::take(&mut self.is_playing)
            && let Ok(line) = self.codec.end(outcome)
        {
            self.wire.send(&line);
        }
        self.wire.end_game();
    }
}

impl<G: Scripted, W: Transport> Robot<G> for ProgramRobot<G, W> {
    fn start(&mut self) {
        self.tell_end(None);
        self.strikes = 0;
        self.codec.begin();
    }

    fn prepare(
        &mut self,
        rules: &G::Rules,
        seat: Seat,
        deal: &mut G::Deal,
        _: RobotStream,
    ) -> Option<RobotError> {
        if !MessageCodec::<G>::lays_out(rules) {
            return None;
        }
        let answer = self.ask(|codec, number| codec.layout(rules, seat, number));
        let read = answer.and_then(|answer| {
            let read = self.codec.read_layout(deal, seat, &answer);
            read.map_err(|why| self.illegal(&why))
        });
        read.err().map(|trouble| self.report(trouble))
    }

    fn choose(&mut self, decision: &Decision<'_, G>) -> Choice<G::Action> {
        let mut choice = Choice::plain(decision.actions[0]);
        if self.is_switched_off() {
            let message = format!("switched off for this game; its last error was: {}", self.last);
            choice.trouble = Some(RobotError { kind: RobotErrorKind::SwitchedOff, message });
            return choice;
        }
        let answer = self.ask(|codec, number| codec.turn(decision, number));
        let read = answer.and_then(|answer| {
            let read = self.codec.read_turn(decision, &answer);
            read.map_err(|why| self.illegal(&why))
        });
        match read {
            Ok(read) => choice = read,
            Err(trouble) => choice.trouble = Some(self.report(trouble)),
        }
        choice.printed.splice(0..0, self.wire.take_notes());
        choice
    }

    fn accepts_draw(&mut self, decision: &Decision<'_, G>) -> bool {
        if self.is_switched_off() {
            return false;
        }
        let answer = self.ask(|codec, number| codec.draw(decision, number));
        let read = answer.and_then(|answer| {
            MessageCodec::<G>::read_draw(&answer).map_err(|why| self.illegal(&why))
        });
        read.unwrap_or_else(|trouble| {
            self.report(trouble);
            false
        })
    }

    fn time_limit(&self) -> Option<u64> {
        self.wire.time_limit_ms()
    }

    fn end(&mut self, outcome: &Outcome) {
        self.tell_end(Some(outcome));
    }
}

impl<G: Scripted, W: Transport> Drop for ProgramRobot<G, W> {
    fn drop(&mut self) {
        self.tell_end(None);
    }
}
