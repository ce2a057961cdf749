//! A program run as a child process. It is started by its first question, killed if it does not
//! answer, and started again by the next question.

use std::io::Write;
use std::path::PathBuf;
use std::process::{ChildStdin, Command};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use qipan_core::script::Answer;

use crate::model::programs::group::{self, Group};
use crate::model::programs::lines::{AnswerReader, Heard};
use crate::model::programs::transport::{ReplyError, Transport};

/// The time between two checks of the stop flag while waiting.
const LOOK: Duration = Duration::from_millis(20);

/// The time a program has to exit after its input or output was closed.
const FAREWELL: Duration = Duration::from_millis(300);

/// The time for which a program runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lifetime {
    /// One game. The program can keep nothing for the next game, which may have the same dice.
    #[default]
    Game,
    /// All games of a run, for programs that take long to start.
    Run,
}

/// A program that plays, started when needed.
#[derive(Debug)]
pub struct ChildProcess {
    command: Vec<String>,
    /// The folder it runs in, or the current one.
    folder: Option<PathBuf>,
    time_limit: Duration,
    lifetime: Lifetime,
    stop: Arc<AtomicBool>,
    running: Option<RunningProgram>,
    /// Questions asked, of all processes together.
    questions: u64,
    notes: Vec<String>,
}

/// A started program. Its input is closed before it is killed.
#[derive(Debug)]
struct RunningProgram {
    /// The channel to a writing thread. A program that does not read must not block ours.
    input: Sender<String>,
    incoming: AnswerReader,
    group: Group,
}

impl ChildProcess {
    /// Creates a program without starting it. Each answer may take `seconds`.
    pub fn new(
        command: Vec<String>,
        folder: Option<PathBuf>,
        seconds: f64,
        lifetime: Lifetime,
        stop: Arc<AtomicBool>,
    ) -> Self {
        let time_limit = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::from_secs(10));
        let (running, questions, notes) = (None, 0, Vec::new());
        Self { command, folder, time_limit, lifetime, stop, running, questions, notes }
    }

    fn start(&self) -> Result<RunningProgram, ReplyError> {
        let (program, arguments) =
            self.command.split_first().ok_or_else(|| ReplyError::Gone("no program".to_owned()))?;
        let mut command = Command::new(program);
        command.args(arguments);
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        let failed = |why: std::io::Error| format!("`{program}` cannot be started: {why}");
        let (group, stdin, stdout) =
            group::start(command).map_err(|why| ReplyError::Gone(failed(why)))?;
        let (input, outgoing) = channel();
        std::thread::spawn(move || forward_lines(stdin, &outgoing));
        Ok(RunningProgram { input, incoming: AnswerReader::read(stdout), group })
    }

    /// Waits for the answer.
    fn hear(&self, running: &mut RunningProgram) -> Result<Answer, ReplyError> {
        let sent_at = Instant::now();
        loop {
            let why = match running.incoming.hear(Some(LOOK)) {
                Heard::Answer(answer) => return Ok(answer),
                Heard::Nothing if self.stop.load(Ordering::Relaxed) => {
                    return Err(ReplyError::Stopped);
                }
                Heard::Nothing if sent_at.elapsed() >= self.time_limit => {
                    let (seconds, skipped) =
                        (self.time_limit.as_secs_f64(), running.incoming.skipped());
                    return Err(ReplyError::Late(format!("{seconds} seconds{skipped}")));
                }
                Heard::Nothing => continue,
                Heard::End => match running.group.ended(FAREWELL) {
                    Some(status) => format!("the program ended: {status}"),
                    None => "the program closed its output".to_owned(),
                },
                Heard::TooMuch(why) => why.to_owned(),
            };
            return Err(ReplyError::Gone(format!("{why}{}", running.incoming.skipped())));
        }
    }

    /// Closes the program's input, gives it time to exit unless the stop flag is set, and kills
    /// the rest of its process group.
    fn let_go(&mut self) {
        let Some(RunningProgram { input, mut incoming, group }) = self.running.take() else {
            return;
        };
        self.notes.extend(incoming.take_notes());
        drop(input);
        if !self.stop.load(Ordering::Relaxed) {
            let _ = group.ended(FAREWELL);
        }
    }
}

/// Writes lines to the program until it stops reading or the channel closes, then closes its
/// input.
fn forward_lines(mut stdin: ChildStdin, outgoing: &Receiver<String>) {
    for line in outgoing {
        let written = stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush());
        if written.is_err() {
            return;
        }
    }
}

impl Transport for ChildProcess {
    fn send(&mut self, message: &str) {
        // A program that is gone shows at the next question.
        self.running.iter().for_each(|running| drop(running.input.send(message.to_owned())));
    }

    fn next_question_number(&mut self) -> u64 {
        self.questions += 1;
        self.questions
    }

    fn ask(&mut self, number: u64, message: &str) -> Result<Answer, ReplyError> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.start()?,
        };
        running.incoming.expect_answer(number);
        let _ = running.input.send(message.to_owned());
        let answer = self.hear(&mut running);
        self.notes.extend(running.incoming.take_notes());
        // A program that did not answer is killed here, so that a late answer is never read. The
        // next question goes to a new process.
        self.running = answer.is_ok().then_some(running);
        answer
    }

    fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    fn end_game(&mut self) {
        if self.lifetime == Lifetime::Game {
            self.let_go();
        }
    }

    fn time_limit_ms(&self) -> Option<u64> {
        Some(self.time_limit.as_millis() as u64)
    }

    fn restarted(&self) -> bool {
        self.running.is_none()
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        self.let_go();
    }
}
