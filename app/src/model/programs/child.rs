//! A program that is run as a child process: started when it is first asked, killed when it does
//! not answer, started again when it is asked again.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child as Process, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::{Duration, Instant};

use crate::model::programs::wire::{MAX_ANSWER, Silence, Wire};

/// How often somebody who waits looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(20);

/// Lines of a program that may wait to be read; one that says more has to wait itself.
const WAITING: usize = 8;

/// How long a program that was told to end may take for it.
const FAREWELL: Duration = Duration::from_millis(300);

/// A program that plays.
#[derive(Debug)]
pub struct Child {
    command: Vec<String>,
    /// The folder it runs in, ours where none is named.
    folder: Option<PathBuf>,
    patience: Duration,
    stop: Arc<AtomicBool>,
    running: Option<Running>,
}

/// One that was started.
#[derive(Debug)]
struct Running {
    process: Process,
    /// What it is told goes through a thread: it may not listen.
    input: Option<Sender<String>>,
    answers: Receiver<Result<String, String>>,
}

impl Child {
    /// A program that is not started yet, with so much time for each answer.
    #[must_use]
    pub fn new(
        command: Vec<String>,
        folder: Option<PathBuf>,
        seconds: f64,
        stop: Arc<AtomicBool>,
    ) -> Self {
        let patience = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::from_secs(10));
        Self { command, folder, patience, stop, running: None }
    }

    fn start(&self) -> Result<Running, Silence> {
        let (program, arguments) =
            self.command.split_first().ok_or_else(|| Silence::Gone("no program".to_owned()))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        let failed = |why: String| Silence::Gone(format!("`{program}` cannot be started: {why}"));
        let mut process = command.spawn().map_err(|why| failed(why.to_string()))?;
        let (Some(mut stdin), Some(stdout)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(failed("it has no input or output".to_owned()));
        };
        let (input, lines) = channel::<String>();
        std::thread::spawn(move || {
            for line in lines {
                let written = stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush());
                if written.is_err() {
                    return;
                }
            }
        });
        let (send, answers) = sync_channel(WAITING);
        std::thread::spawn(move || read(stdout, &send));
        Ok(Running { process, input: Some(input), answers })
    }

    fn give_up(&mut self) {
        if let Some(mut running) = self.running.take() {
            let _ = running.process.kill();
            let _ = running.process.wait();
        }
    }

    /// Waits for an answer.
    fn hear(&self, running: &mut Running) -> Result<String, Silence> {
        let asked = Instant::now();
        loop {
            match running.answers.recv_timeout(LOOK) {
                Ok(Ok(line)) => return Ok(line),
                Ok(Err(why)) => return Err(Silence::Gone(why)),
                Err(RecvTimeoutError::Disconnected) => {
                    let why = match running.ended() {
                        Some(status) => format!("the program ended: {status}"),
                        None => "the program closed its output".to_owned(),
                    };
                    return Err(Silence::Gone(why));
                }
                Err(RecvTimeoutError::Timeout) if self.stop.load(Ordering::Relaxed) => {
                    return Err(Silence::Stopped);
                }
                Err(RecvTimeoutError::Timeout) if asked.elapsed() >= self.patience => {
                    return Err(Silence::Late(self.patience.as_secs_f64().to_string()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Running {
    /// How it ended, if it does so soon.
    fn ended(&mut self) -> Option<std::process::ExitStatus> {
        let since = Instant::now();
        loop {
            match self.process.try_wait() {
                Ok(None) if since.elapsed() < FAREWELL => {
                    std::thread::sleep(Duration::from_millis(2));
                }
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }
}

/// Passes on the lines a program writes.
fn read(stdout: ChildStdout, send: &SyncSender<Result<String, String>>) {
    let mut output = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        match output.by_ref().take(MAX_ANSWER).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) if line.len() as u64 >= MAX_ANSWER => {
                let _ = send.send(Err("its answer is longer than 1 MiB".to_owned()));
                return;
            }
            Ok(_) => {}
        }
        if send.send(Ok(String::from_utf8_lossy(&line).into_owned())).is_err() {
            return;
        }
    }
}

impl Wire for Child {
    fn tell(&mut self, lines: &str) {
        // Whether it listens shows when it is asked.
        let input = self.running.as_ref().and_then(|running| running.input.as_ref());
        input.iter().for_each(|input| drop(input.send(lines.to_owned())));
    }

    fn ask(&mut self, lines: &str) -> Result<String, Silence> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.start()?,
        };
        // What it said without being asked is no answer to this.
        let unasked = (0..WAITING).map_while(|_| running.answers.try_recv().ok());
        drop(unasked.collect::<Vec<_>>());
        running.input.iter().for_each(|input| drop(input.send(lines.to_owned())));
        let answer = self.hear(&mut running);
        self.running = Some(running);
        if answer.is_err() {
            self.give_up();
        }
        answer
    }

    fn patience(&self) -> Option<u64> {
        Some(self.patience.as_millis() as u64)
    }

    fn is_new(&self) -> bool {
        self.running.is_none()
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if let Some(running) = &mut self.running {
            // Its input ends.
            running.input = None;
            let _ = running.ended();
        }
        self.give_up();
    }
}
