//! The connection to a program that plays: a child process, or our parent process through our own
//! standard input and output.

use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;

use qipan_core::script::Answer;

use crate::model::programs::lines::{AnswerReader, Heard};

/// The reason why no answer came.
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

/// A connection to a program that plays.
pub trait Transport {
    /// Sends lines that need no answer. They are lost if the program does not read.
    fn send(&mut self, message: &str);
    /// Counts the questions and returns the number of the next one.
    fn next_question_number(&mut self) -> u64;
    /// Asks the question with this number and waits for its answer.
    ///
    /// # Errors
    /// The reason why there is no answer.
    fn ask(&mut self, number: u64, message: &str) -> Result<Answer, ReplyError>;
    /// Takes the notes about skipped lines, for the user.
    fn take_notes(&mut self) -> Vec<String>;
    /// Ends a game. Everything after it belongs to another game.
    fn end_game(&mut self);
    /// Returns the time limit of an answer in milliseconds, or `None` without a limit.
    fn time_limit_ms(&self) -> Option<u64>;
    /// Returns true if the next message goes to a new process, which has received no game.
    fn restarted(&self) -> bool;
}

/// Our own standard input and output. The player is the program that started this process. It has
/// no time limit. All its seats share this connection.
#[derive(Clone, Debug)]
pub struct StdioTransport(Rc<RefCell<SharedStdio>>);

#[derive(Debug)]
struct SharedStdio {
    incoming: AnswerReader,
    questions: u64,
}

impl StdioTransport {
    /// Starts to read the standard input. Call it once and clone the result.
    pub fn open() -> Self {
        let incoming = AnswerReader::read(std::io::stdin());
        Self(Rc::new(RefCell::new(SharedStdio { incoming, questions: 0 })))
    }
}

impl Transport for StdioTransport {
    fn send(&mut self, message: &str) {
        let mut out = std::io::stdout().lock();
        let _ = out.write_all(message.as_bytes()).and_then(|()| out.flush());
    }

    fn next_question_number(&mut self) -> u64 {
        let mut shared = self.0.borrow_mut();
        shared.questions += 1;
        shared.questions
    }

    fn ask(&mut self, number: u64, message: &str) -> Result<Answer, ReplyError> {
        self.0.borrow_mut().incoming.expect_answer(number);
        self.send(message);
        let incoming = &mut self.0.borrow_mut().incoming;
        loop {
            let why = match incoming.hear(None) {
                Heard::Answer(answer) => return Ok(answer),
                Heard::Nothing => continue,
                Heard::End => "the input ended before the game did",
                Heard::TooMuch(why) => why,
            };
            return Err(ReplyError::Gone(format!("{why}{}", incoming.skipped())));
        }
    }

    fn take_notes(&mut self) -> Vec<String> {
        self.0.borrow_mut().incoming.take_notes()
    }

    fn end_game(&mut self) {}

    fn time_limit_ms(&self) -> Option<u64> {
        None
    }

    fn restarted(&self) -> bool {
        // The parent process lives as long as this one.
        false
    }
}
