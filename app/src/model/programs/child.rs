//! A program run as a child process. It is started for its first question, killed if it does not
//! answer, and started again for the next question.

use std::io::Write;
use std::path::PathBuf;
use std::process::{ChildStdin, Command};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use qipan_core::script::Answer;

use crate::model::programs::command::DEFAULT_SECONDS;
use crate::model::programs::group::{self, Group};
use crate::model::programs::lines::{AnswerReader, ReadResult};
use crate::model::programs::transport::{ReplyError, RequestHandler, Transport};

/// The time between two checks of the stop flag while waiting for an answer.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The longest wait for a program to exit after its input or output was closed.
const EXIT_GRACE: Duration = Duration::from_millis(300);

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
    /// The folder it runs in, or `None` for the current one.
    folder: Option<PathBuf>,
    time_limit: Duration,
    lifetime: Lifetime,
    stop: Arc<AtomicBool>,
    running: Option<RunningProgram>,
    /// Questions asked so far, over all processes.
    question_count: u64,
    notes: Vec<String>,
}

/// A started program. Its input is closed before it is killed.
#[derive(Debug)]
struct RunningProgram {
    /// The channel to the thread that writes to the program. Only that thread waits if the program
    /// does not read.
    input: Sender<String>,
    incoming: AnswerReader,
    group: Group,
}

impl ChildProcess {
    /// Creates a program without starting it. Each answer may take `seconds`, or
    /// [`DEFAULT_SECONDS`] if that number is not a duration.
    pub fn new(
        command: Vec<String>,
        folder: Option<PathBuf>,
        seconds: f64,
        lifetime: Lifetime,
        stop: Arc<AtomicBool>,
    ) -> Self {
        let time_limit = Duration::try_from_secs_f64(seconds)
            .unwrap_or(Duration::from_secs_f64(DEFAULT_SECONDS));
        Self {
            command,
            folder,
            time_limit,
            lifetime,
            stop,
            running: None,
            question_count: 0,
            notes: Vec::new(),
        }
    }

    /// Starts a process of the program.
    fn start(&self) -> Result<RunningProgram, ReplyError> {
        let (program, arguments) =
            self.command.split_first().ok_or_else(|| ReplyError::Gone("no program".to_owned()))?;
        let mut command = Command::new(program);
        command.args(arguments);
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        let (group, stdin, stdout) = group::start(command)
            .map_err(|error| ReplyError::Gone(format!("`{program}` cannot be started: {error}")))?;
        let (input, outgoing) = channel();
        std::thread::spawn(move || forward_lines(stdin, &outgoing));
        Ok(RunningProgram { input, incoming: AnswerReader::spawn(stdout), group })
    }

    /// Waits for the answer, at most until the time limit, and answers requests.
    fn wait_for_answer(
        &self,
        running: &mut RunningProgram,
        answer_request: &mut RequestHandler<'_>,
    ) -> Result<Answer, ReplyError> {
        let sent_at = Instant::now();
        loop {
            let result = running.incoming.wait_for_line(Some(POLL_INTERVAL));
            let is_waiting = matches!(result, ReadResult::Nothing | ReadResult::Request(_));
            let time_left = self.time_limit.saturating_sub(sent_at.elapsed());
            if is_waiting && self.stop.load(Ordering::Relaxed) {
                return Err(ReplyError::Stopped);
            }
            if is_waiting && time_left.is_zero() {
                let seconds = self.time_limit.as_secs_f64();
                let skipped = running.incoming.describe_skipped();
                return Err(ReplyError::Late(format!("{seconds} seconds{skipped}")));
            }
            let why = match result {
                ReadResult::Answer(answer) => return Ok(answer),
                ReadResult::Request(request) => {
                    let request = request.as_ref().map_err(String::as_str);
                    // If the program is gone, the next read reports it.
                    let _ = running.input.send(answer_request(request, Some(time_left)));
                    continue;
                }
                ReadResult::Nothing => continue,
                ReadResult::End => match running.group.wait_for_exit(EXIT_GRACE) {
                    Some(status) => format!("the program ended: {status}"),
                    None => "the program closed its output".to_owned(),
                },
                ReadResult::TooMuch(why) => why.to_owned(),
            };
            return Err(ReplyError::Gone(format!("{why}{}", running.incoming.describe_skipped())));
        }
    }

    /// Closes the program's input, gives it time to exit unless the stop flag is set, and kills
    /// the rest of its process group.
    fn shut_down(&mut self) {
        let Some(RunningProgram { input, mut incoming, group }) = self.running.take() else {
            return;
        };
        self.notes.extend(incoming.take_notes());
        drop(input);
        if !self.stop.load(Ordering::Relaxed) {
            let _ = group.wait_for_exit(EXIT_GRACE);
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
        if let Some(running) = &self.running {
            // If the program is gone, the next question reports it.
            let _ = running.input.send(message.to_owned());
        }
    }

    fn next_question_number(&mut self) -> u64 {
        self.question_count += 1;
        self.question_count
    }

    fn ask(
        &mut self,
        number: u64,
        message: &str,
        answer_request: &mut RequestHandler<'_>,
    ) -> Result<Answer, ReplyError> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.start()?,
        };
        running.incoming.expect_answer(number);
        let _ = running.input.send(message.to_owned());
        let answer = self.wait_for_answer(&mut running, answer_request);
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
            self.shut_down();
        }
    }

    fn time_limit_ms(&self) -> Option<u64> {
        Some(self.time_limit.as_millis() as u64)
    }

    fn will_start_process(&self) -> bool {
        self.running.is_none()
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        self.shut_down();
    }
}
