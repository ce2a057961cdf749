//! The output of a program, line by line, and the choice of the line that answers a question.
//!
//! Questions are numbered. A line that repeats the number of the question answers it. A line
//! without a number answers it if it was written after the question, since some programs do not
//! repeat numbers. All other lines are skipped: banners, empty lines, repeated answers, answers
//! to earlier questions.

use std::collections::BTreeSet;
use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use qipan_core::script::{Answer, Repeats};

/// The longest line, in bytes.
const MAX_LINE: usize = 1 << 20;

/// Limits of skipped lines and of their bytes, after which a question is given up.
const MAX_SKIPPED: usize = 10_000;
const MAX_SKIPPED_BYTES: usize = 1 << 20;

/// Lines that may wait to be read. A program that writes more has to wait.
const WAITING: usize = 8;

/// Characters shown of a skipped line.
const SHOWN: usize = 60;

/// The time without a line before a program that does not number its answers gets the next
/// question. A second copy of an answer would otherwise count as the next answer. The longer time
/// is for programs that have written such lines before.
const SILENCE: Duration = Duration::from_millis(2);
const LONG_SILENCE: Duration = Duration::from_millis(5);

/// Lines that may interrupt this silence before the question is sent anyway.
const MOST_SILENCES: u32 = 5;

/// A line, or the reason why no more follow.
type LineResult = Result<OutputLine, &'static str>;

/// A line that was read.
#[derive(Debug)]
struct OutputLine {
    text: String,
    /// The number of the last question sent before the line began to arrive.
    after: u64,
}

/// The reasons to skip a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
enum Skip {
    #[error("is no JSON object")]
    NoObject,
    #[error("was written before the question")]
    Early,
    #[error("has the \"id\" of another question")]
    Other,
    #[error("has no \"id\", which answers before it had")]
    Unnumbered,
}

/// The result of waiting for a line.
pub(super) enum Heard {
    /// The answer.
    Answer(Answer),
    /// No line, or a skipped one.
    Nothing,
    /// The end of the output.
    End,
    /// More than the limits allow.
    TooMuch(&'static str),
}

/// Reads the answers of one program from its output.
#[derive(Debug)]
pub(super) struct AnswerReader {
    output: Receiver<LineResult>,
    /// The number of the last question, shared with the reading thread.
    question: Arc<AtomicU64>,
    /// True once an answer repeats its number. Every later answer has to.
    repeats: bool,
    /// True once the program has written an object without a question.
    is_chatty: bool,
    /// The time of the last answer, if it had no number.
    unnumbered: Option<Instant>,
    /// Lines and bytes skipped since the last question, and the last of these lines.
    skipped: (usize, usize),
    last: Option<String>,
    noted: BTreeSet<Skip>,
    notes: Vec<String>,
}

impl AnswerReader {
    /// Starts a thread that reads lines.
    pub(super) fn read(input: impl Read + Send + 'static) -> Self {
        let question = Arc::new(AtomicU64::new(0));
        let (send, said) = sync_channel(WAITING);
        let number = Arc::clone(&question);
        std::thread::spawn(move || read(input, &number, &send));
        Self {
            output: said,
            question,
            repeats: false,
            is_chatty: false,
            unnumbered: None,
            skipped: (0, 0),
            last: None,
            noted: BTreeSet::new(),
            notes: Vec::new(),
        }
    }

    /// Prepares for the answer to a question. Called before the question is sent.
    pub(super) fn expect_answer(&mut self, number: u64) {
        self.wait_for_silence();
        (self.skipped, self.last) = ((0, 0), None);
        self.question.store(number, Ordering::SeqCst);
    }

    /// Waits until a program that does not number its answers stops writing.
    fn wait_for_silence(&mut self) {
        let Some(mut since) = self.unnumbered.take() else { return };
        for _ in 0..MOST_SILENCES {
            let silence = if self.is_chatty { LONG_SILENCE } else { SILENCE };
            let Ok(line) = self.output.recv_timeout(silence.saturating_sub(since.elapsed())) else {
                return;
            };
            if let Ok(line) = line {
                self.skip(Skip::Early, &line.text);
            }
            since = Instant::now();
        }
    }

    /// Waits for a line, without a time limit if `wait` is `None`.
    pub(super) fn hear(&mut self, wait: Option<Duration>) -> Heard {
        let received = match wait {
            Some(wait) => self.output.recv_timeout(wait),
            None => self.output.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match received {
            Ok(Ok(line)) => self.judge(&line),
            Ok(Err(why)) => Heard::TooMuch(why),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }

    fn judge(&mut self, line: &OutputLine) -> Heard {
        let question = self.question.load(Ordering::SeqCst);
        let (skip, answer) = match Answer::read(&line.text) {
            None => (Some(Skip::NoObject), None),
            Some(answer) => (self.fault(line, answer.repeats(), question), Some(answer)),
        };
        match (skip, answer) {
            (None, Some(answer)) => {
                self.repeats |= answer.repeats() == Repeats::Question(question);
                self.unnumbered = (!self.repeats).then(Instant::now);
                return Heard::Answer(answer);
            }
            (Some(skip), _) => self.skip(skip, &line.text),
            (None, None) => {}
        }
        let (lines, bytes) = self.skipped;
        match lines >= MAX_SKIPPED || bytes >= MAX_SKIPPED_BYTES {
            true => Heard::TooMuch("it writes on and on, and no answer"),
            false => Heard::Nothing,
        }
    }

    /// Returns the reason why an object does not answer the question, or `None` if it does.
    fn fault(&self, line: &OutputLine, repeats: Repeats, asked: u64) -> Option<Skip> {
        match repeats {
            Repeats::Question(number) if number != asked => Some(Skip::Other),
            Repeats::Other => Some(Skip::Other),
            // An answer cannot come before its question.
            _ if line.after < asked => Some(Skip::Early),
            Repeats::Nothing if self.repeats => Some(Skip::Unnumbered),
            _ => None,
        }
    }

    fn skip(&mut self, why: Skip, line: &str) {
        self.skipped.0 += 1;
        self.skipped.1 += line.len();
        self.is_chatty |= why == Skip::Early;
        let shown = shown(line);
        // An object is not quoted, so that it is not mistaken for a valid answer.
        let message = match why {
            Skip::NoObject => format!("{why}: {shown}"),
            Skip::Early | Skip::Other | Skip::Unnumbered => why.to_string(),
        };
        // Empty lines are not worth a note.
        if !shown.is_empty() && self.noted.insert(why) {
            self.notes.push(format!("skipped a line that {message}"));
        }
        self.last = Some(message);
    }

    /// Takes the notes about skipped lines, one for each reason.
    pub(super) fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    /// Describes the lines skipped since the question, to end a message about a missing answer.
    pub(super) fn skipped(&self) -> String {
        let Some(last) = &self.last else { return String::new() };
        let count = match self.skipped.0 {
            1 => "1 line was".to_owned(),
            lines => format!("{lines} lines were"),
        };
        format!("; {count} skipped, the last {last}")
    }
}

/// Returns the beginning of a line without control characters.
fn shown(line: &str) -> String {
    let signs = line.trim().chars().take(SHOWN);
    signs.map(|sign| if sign.is_control() { char::REPLACEMENT_CHARACTER } else { sign }).collect()
}

/// Splits the input into lines and sends them on.
fn read(mut input: impl Read, asked: &AtomicU64, send: &SyncSender<LineResult>) {
    let mut buffer = vec![0; 1 << 13];
    let (mut line, mut after) = (Vec::new(), 0);
    let text = |line: &[u8]| String::from_utf8_lossy(line).into_owned();
    loop {
        let count = match input.read(&mut buffer) {
            Err(why) if why.kind() == std::io::ErrorKind::Interrupted => continue,
            Ok(0) | Err(_) => break,
            Ok(count) => count,
        };
        // The beginning of a line sets its time, however long it then waits.
        let now = asked.load(Ordering::SeqCst);
        for part in buffer[..count].split_inclusive(|byte| *byte == b'\n') {
            if line.is_empty() {
                after = now;
            }
            line.extend_from_slice(part);
            if line.len() > MAX_LINE {
                let _ = send.send(Err("it writes a line that is longer than 1 MiB"));
                return;
            }
            if part.ends_with(b"\n") {
                if send.send(Ok(OutputLine { text: text(&line), after })).is_err() {
                    return;
                }
                line.clear();
            }
        }
    }
    if !line.is_empty() {
        let _ = send.send(Ok(OutputLine { text: text(&line), after }));
    }
}
