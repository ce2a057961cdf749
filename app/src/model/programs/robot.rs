//! A robot that is a program behind a [`Transport`].

use qipan_core::contract::outcome::Outcome;
use qipan_core::contract::robot::{Choice, Decision, Robot, RobotError, RobotErrorKind};
use qipan_core::contract::robot_stream::RobotStream;
use qipan_core::contract::seat::Seat;
use qipan_core::house::House;
use qipan_core::script::{
    Answer, ErrorKind, Host, MessageCodec, ParamValue, ScriptError, Scripted,
};

use crate::model::programs::transport::{ReplyError, Transport};

/// The number of errors in one game after which a program is not asked again until the next game.
const MAX_ERRORS: u8 = 3;

/// A robot that is another program. It always answers. If the program does not, or answers with
/// an illegal action, the first legal action is played and the error is reported.
pub struct ProgramRobot<G: Scripted, T: Transport> {
    /// The name used in messages.
    name: String,
    transport: T,
    codec: MessageCodec<G>,
    /// Errors in this game.
    error_count: u8,
    /// The message of the last error.
    last_error: String,
    /// True if the program has been asked a question in this game and the end of the game has not
    /// been sent.
    is_playing: bool,
}

impl<G: Scripted, T: Transport> ProgramRobot<G, T> {
    /// Creates a robot that communicates through `transport`. The limits of `host` apply to its
    /// requests, and the house rules of `house` to the worlds in its requests.
    ///
    /// # Errors
    /// There is not enough memory for the robot.
    pub fn new(
        name: &str,
        transport: T,
        params: Vec<(String, ParamValue)>,
        host: &Host,
        house: House<G>,
    ) -> Result<Self, ScriptError> {
        let mut codec = MessageCodec::new(host, transport.time_limit_ms())?;
        codec.set_params(params);
        codec.set_world_rules(house);
        Ok(Self {
            name: name.to_owned(),
            transport,
            codec,
            error_count: 0,
            last_error: String::new(),
            is_playing: false,
        })
    }

    /// Asks a question. `write` receives the number of the question and returns its text.
    fn ask(
        &mut self,
        write: impl FnOnce(&mut MessageCodec<G>, u64) -> Result<String, ScriptError>,
    ) -> Result<Answer, RobotError> {
        if self.transport.will_start_process() {
            self.codec.forget_sent();
        }
        let number = self.transport.next_question_number();
        let message = write(&mut self.codec, number).map_err(|why| {
            let is_cancelled = why.kind == ErrorKind::Cancelled;
            let kind = if is_cancelled { RobotErrorKind::Stopped } else { RobotErrorKind::Error };
            RobotError { kind, message: why.to_string() }
        })?;
        self.is_playing = true;
        let codec = &mut self.codec;
        let answer =
            self.transport.ask(number, &message, &mut |request, time_left| match request {
                Ok(request) => {
                    codec.answer_request(request, time_left.map(|time| time.as_millis() as u64))
                }
                Err(reason) => codec.refuse_request(reason),
            });
        self.codec.close();
        answer.map_err(|error| {
            let kind = match error {
                ReplyError::Gone(_) => RobotErrorKind::Error,
                ReplyError::Late(_) | ReplyError::Stopped => RobotErrorKind::Stopped,
            };
            RobotError { kind, message: format!("{}: {error}", self.name) }
        })
    }

    fn illegal_answer(&self, why: &str) -> RobotError {
        RobotError { kind: RobotErrorKind::Illegal, message: format!("{}: {why}", self.name) }
    }

    /// Counts an error and returns it. After [`MAX_ERRORS`] errors the program is not asked again
    /// in this game.
    fn count_error(&mut self, error: RobotError) -> RobotError {
        self.error_count += 1;
        self.last_error.clone_from(&error.message);
        error
    }

    fn is_switched_off(&self) -> bool {
        self.error_count >= MAX_ERRORS
    }

    /// Sends the end of the game if the program has been asked a question in it. Then ends the game
    /// for the transport.
    fn send_end(&mut self, outcome: Option<&Outcome>) {
        if std::mem::take(&mut self.is_playing)
            && let Ok(line) = self.codec.end(outcome)
        {
            self.transport.send(&line);
        }
        self.transport.end_game();
    }
}

impl<G: Scripted, T: Transport> Robot<G> for ProgramRobot<G, T> {
    fn start(&mut self) {
        self.send_end(None);
        self.error_count = 0;
        // The error of a house rule that does not start is ignored here. The rule fails again in
        // every world, and the replies to requests then contain the error.
        let _ = self.codec.begin_game();
    }

    fn prepare(
        &mut self,
        rules: &G::Rules,
        seat: Seat,
        deal: &mut G::Deal,
        _: RobotStream,
    ) -> Option<RobotError> {
        if !MessageCodec::<G>::has_layouts(rules) {
            return None;
        }
        let answer = self.ask(|codec, number| codec.layout(rules, seat, number));
        let result = answer.and_then(|answer| {
            let layout = self.codec.read_layout(deal, seat, &answer);
            layout.map_err(|why| self.illegal_answer(&why))
        });
        result.err().map(|error| self.count_error(error))
    }

    fn choose(&mut self, decision: &Decision<'_, G>) -> Choice<G::Action> {
        let mut choice = Choice::plain(decision.actions[0]);
        if self.is_switched_off() {
            let message =
                format!("switched off for this game; its last error was: {}", self.last_error);
            choice.error = Some(RobotError { kind: RobotErrorKind::SwitchedOff, message });
            return choice;
        }
        let answer = self.ask(|codec, number| codec.turn(decision, number));
        let result = answer.and_then(|answer| {
            let choice = self.codec.read_turn(decision, &answer);
            choice.map_err(|why| self.illegal_answer(&why))
        });
        match result {
            Ok(answered) => choice = answered,
            Err(error) => choice.error = Some(self.count_error(error)),
        }
        choice.printed.splice(0..0, self.transport.take_notes());
        choice
    }

    fn accepts_draw(&mut self, decision: &Decision<'_, G>) -> bool {
        if self.is_switched_off() {
            return false;
        }
        let answer = self.ask(|codec, number| codec.draw(decision, number));
        let result = answer.and_then(|answer| {
            MessageCodec::<G>::read_draw(&answer).map_err(|why| self.illegal_answer(&why))
        });
        result.unwrap_or_else(|error| {
            self.count_error(error);
            false
        })
    }

    fn time_limit(&self) -> Option<u64> {
        self.transport.time_limit_ms()
    }

    fn end(&mut self, outcome: &Outcome) {
        self.send_end(Some(outcome));
    }
}

impl<G: Scripted, T: Transport> Drop for ProgramRobot<G, T> {
    fn drop(&mut self) {
        self.send_end(None);
    }
}
