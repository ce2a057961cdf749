//! The connection to a program that plays: a child process, or our parent process through our own
//! standard input and output.

use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;
use std::time::Duration;

use qipan_core::script::Answer;

use crate::model::programs::lines::{AnswerReader, ReadResult};

/// The reason why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplyError {
    /// The program cannot be started, has ended or closed its input or output.
    #[error("{0}")]
    Gone(String),
    /// The program took too long.
    #[error("no answer within {0}")]
    Late(String),
    /// The caller set the stop flag.
    #[error("stopped")]
    Stopped,
}

/// A callback that answers a request of a program, or refuses a wrong one for the given reason. It
/// also receives the time left for the answer, if that is limited, and returns the line to send.
pub type RequestHandler<'a> = dyn FnMut(Result<&Answer, &str>, Option<Duration>) -> String + 'a;

/// A connection to a program that plays.
pub trait Transport {
    /// Sends lines that need no answer. They are lost if the program does not read.
    fn send(&mut self, message: &str);
    /// Counts one more question and returns its number.
    fn next_question_number(&mut self) -> u64;
    /// Asks the question with this number and waits for its answer. Meanwhile answers the program's
    /// requests.
    ///
    /// # Errors
    /// The reason why there is no answer.
    fn ask(
        &mut self,
        number: u64,
        message: &str,
        answer_request: &mut RequestHandler<'_>,
    ) -> Result<Answer, ReplyError>;
    /// Takes the notes about skipped lines, for the user.
    fn take_notes(&mut self) -> Vec<String>;
    /// Ends a game. Everything after it belongs to another game.
    fn end_game(&mut self);
    /// Returns the time limit of an answer in milliseconds, or `None` without a limit.
    fn time_limit_ms(&self) -> Option<u64>;
    /// Returns true if the next question goes to a new process, which has not received the earlier
    /// messages of the game.
    fn will_start_process(&self) -> bool;
}

/// Our own standard input and output, as a connection to the program that started this process.
/// The program has no time limit. All its seats share this connection.
#[derive(Clone, Debug)]
pub struct StdioTransport(Rc<RefCell<SharedStdio>>);

#[derive(Debug)]
struct SharedStdio {
    incoming: AnswerReader,
    question_count: u64,
}

impl StdioTransport {
    /// Starts to read the standard input. Call it once and clone the result.
    pub fn open() -> Self {
        let incoming = AnswerReader::spawn(std::io::stdin());
        Self(Rc::new(RefCell::new(SharedStdio { incoming, question_count: 0 })))
    }
}

impl Transport for StdioTransport {
    fn send(&mut self, message: &str) {
        let mut out = std::io::stdout().lock();
        let _ = out.write_all(message.as_bytes()).and_then(|()| out.flush());
    }

    fn next_question_number(&mut self) -> u64 {
        let mut shared = self.0.borrow_mut();
        shared.question_count += 1;
        shared.question_count
    }

    fn ask(
        &mut self,
        number: u64,
        message: &str,
        answer_request: &mut RequestHandler<'_>,
    ) -> Result<Answer, ReplyError> {
        self.0.borrow_mut().incoming.expect_answer(number);
        self.send(message);
        loop {
            let result = self.0.borrow_mut().incoming.wait_for_line(None);
            let why = match result {
                ReadResult::Answer(answer) => return Ok(answer),
                ReadResult::Request(request) => {
                    let request = request.as_ref().map_err(String::as_str);
                    self.send(&answer_request(request, None));
                    continue;
                }
                ReadResult::Nothing => continue,
                ReadResult::End => "the input ended before the game did",
                ReadResult::TooMuch(why) => why,
            };
            let skipped = self.0.borrow().incoming.describe_skipped();
            return Err(ReplyError::Gone(format!("{why}{skipped}")));
        }
    }

    fn take_notes(&mut self) -> Vec<String> {
        self.0.borrow_mut().incoming.take_notes()
    }

    fn end_game(&mut self) {}

    fn time_limit_ms(&self) -> Option<u64> {
        None
    }

    fn will_start_process(&self) -> bool {
        // The parent process lives as long as this one.
        false
    }
}
