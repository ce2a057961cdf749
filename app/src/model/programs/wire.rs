//! A line to whoever plays: a child process, or the program at the other end of our own input
//! and output.

use std::io::{BufRead, Write};

/// Why no answer came.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Silence {
    /// It cannot be started, has ended or does not listen.
    #[error("{0}")]
    Gone(String),
    /// It took too long.
    #[error("no answer within {0} seconds")]
    Late(String),
    /// The program asked it to stop.
    #[error("stopped")]
    Stopped,
}

/// The longest answer, in bytes.
pub(super) const MAX_ANSWER: u64 = 1 << 20;

/// A line to whoever plays.
pub trait Wire {
    /// Tells something that needs no answer. Where nobody listens it is lost.
    fn tell(&mut self, lines: &str);
    /// Asks something and waits for the line that answers it.
    ///
    /// # Errors
    /// Why there is none.
    fn ask(&mut self, lines: &str) -> Result<String, Silence>;
    /// How long an answer may take, in milliseconds; as long as it takes where nothing is said.
    fn patience(&self) -> Option<u64>;
    /// Whether it is somebody new, who knows nothing of the game, that hears what is told next.
    fn is_new(&self) -> bool;
}

/// Our own standard input and output: whoever started us plays, and takes the time it takes.
#[derive(Debug, Default)]
pub struct Standard;

impl Wire for Standard {
    fn tell(&mut self, lines: &str) {
        let mut out = std::io::stdout().lock();
        let _ = out.write_all(lines.as_bytes()).and_then(|()| out.flush());
    }

    fn ask(&mut self, lines: &str) -> Result<String, Silence> {
        self.tell(lines);
        let input = std::io::stdin().lock();
        let mut line = String::new();
        match std::io::Read::take(input, MAX_ANSWER).read_line(&mut line) {
            Ok(0) => Err(Silence::Gone("the input ended before the game did".to_owned())),
            Ok(_) => Ok(line),
            Err(why) => Err(Silence::Gone(format!("the input cannot be read: {why}"))),
        }
    }

    fn patience(&self) -> Option<u64> {
        None
    }

    fn is_new(&self) -> bool {
        false
    }
}
