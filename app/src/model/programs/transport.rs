//! A line to whoever plays: a child process, or the program at the other end of our own input
//! and output.

use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;

use qipan_core::script::Answer;

use crate::model::programs::lines::{Heard, Lines};

/// Why no answer came.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplyError {
    /// It cannot be started, has ended or does not listen.
    #[error("{0}")]
    Gone(String),
    /// It took too long.
    #[error("no answer within {0}")]
    Late(String),
    /// The program asked it to stop.
    #[error("stopped")]
    Stopped,
}

/// A line to whoever plays.
pub trait Transport {
    /// Tells something that needs no answer. Where nobody listens it is lost.
    fn send(&mut self, lines: &str);
    /// Counts the questions and returns the number of the next one.
    fn number(&mut self) -> u64;
    /// Asks the question of this number and waits for its answer.
    ///
    /// # Errors
    /// Why there is none.
    fn ask(&mut self, number: u64, lines: &str) -> Result<Answer, ReplyError>;
    /// Takes the notes for the user about lines that were skipped.
    fn take_notes(&mut self) -> Vec<String>;
    /// Ends a game: what follows belongs to another one.
    fn end_game(&mut self);
    /// How long an answer may take, in milliseconds; as long as it takes where nothing is said.
    fn patience(&self) -> Option<u64>;
    /// Whether it is somebody new, who knows nothing of the game, that hears what is told next.
    fn is_new(&self) -> bool;
}

/// Our own standard input and output: the program that started us plays, without a time limit.
/// All seats it plays share them.
#[derive(Clone, Debug)]
pub struct StdioTransport(Rc<RefCell<Shared>>);

#[derive(Debug)]
struct Shared {
    lines: Lines,
    asked: u64,
}

impl StdioTransport {
    /// Starts to read the standard input. Call it once and clone the result.
    #[must_use]
    pub fn open() -> Self {
        let lines = Lines::read(std::io::stdin());
        Self(Rc::new(RefCell::new(Shared { lines, asked: 0 })))
    }
}

impl Transport for StdioTransport {
    fn send(&mut self, lines: &str) {
        let mut out = std::io::stdout().lock();
        let _ = out.write_all(lines.as_bytes()).and_then(|()| out.flush());
    }

    fn number(&mut self) -> u64 {
        let mut shared = self.0.borrow_mut();
        shared.asked += 1;
        shared.asked
    }

    fn ask(&mut self, number: u64, lines: &str) -> Result<Answer, ReplyError> {
        self.0.borrow_mut().lines.ask(number);
        self.send(lines);
        let incoming = &mut self.0.borrow_mut().lines;
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
        self.0.borrow_mut().lines.take_notes()
    }

    fn end_game(&mut self) {}

    fn patience(&self) -> Option<u64> {
        None
    }

    fn is_new(&self) -> bool {
        false
    }
}
