//! The output of a program, line by line, and the choice of the line that answers a question.
//!
//! Questions are numbered. A line that repeats the number of the question answers it. A line
//! without a number answers it if it was written after the question, since some programs do not
//! repeat numbers. All other lines are skipped: banners, empty lines, repeated answers, answers
//! to earlier questions.
//!
//! Before its answer a program may send requests, which are read in the same way. A wrong request
//! gets a reply with the reason, because the program waits for one.

use std::collections::BTreeSet;
use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use qipan_core::script::{Answer, AnswerId};

/// The longest line, in bytes.
const MAX_LINE_BYTES: usize = 1 << 20;

/// The number of skipped lines after which a question is given up.
const MAX_SKIPPED_LINES: usize = 10_000;

/// The number of bytes of skipped lines after which a question is given up.
const MAX_SKIPPED_BYTES: usize = 1 << 20;

/// The longest request, in bytes.
const MAX_REQUEST_BYTES: usize = 1 << 16;

/// The maximum number of requests about one question.
const MAX_REQUESTS: usize = 10_000;

/// Lines that may wait in the channel. A program that writes more has to wait.
const MAX_WAITING_LINES: usize = 8;

/// Characters shown of a skipped line.
const MAX_SHOWN_CHARS: usize = 60;

/// The time for which a program that does not number its answers must be silent before it gets the
/// next question. A second copy of an answer would otherwise count as the next answer.
const SILENCE: Duration = Duration::from_millis(2);

/// The same time for a program that has already written a line too early, such as a second copy of
/// an answer.
const LONG_SILENCE: Duration = Duration::from_millis(5);

/// The number of interrupted silences after which the next question is sent anyway.
const MAX_SILENCES: u32 = 5;

/// A line, or the reason why no more lines follow.
type LineResult = Result<OutputLine, &'static str>;

/// A line that was read.
#[derive(Debug)]
struct OutputLine {
    text: String,
    /// The number of the last question sent before the line began to arrive.
    last_question: u64,
}

/// The reasons to skip a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
enum SkipReason {
    #[error("is not a JSON object")]
    NoObject,
    #[error("was written before the question")]
    Early,
    #[error("has the \"id\" of another question")]
    Other,
    #[error("has no \"id\", although an earlier answer had one")]
    Unnumbered,
    #[error("is not a request that can be answered")]
    WrongRequest,
}

/// The result of waiting for a line.
pub(super) enum ReadResult {
    /// The answer to the question.
    Answer(Answer),
    /// A request, or the reason why it is refused.
    Request(Result<Answer, String>),
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
    /// True once an answer has repeated the number of its question. Every later answer must then do
    /// so.
    has_numbered_answers: bool,
    /// True once a line has been skipped as [`SkipReason::Early`].
    is_chatty: bool,
    /// The time of the last answer, if it had no number.
    unnumbered_answer_at: Option<Instant>,
    /// Lines skipped since the last question.
    skipped_lines: usize,
    /// The bytes of the lines skipped since the last question.
    skipped_bytes: usize,
    /// Requests since the last question.
    requests: usize,
    /// The description of the last skipped line.
    last_skipped: Option<String>,
    /// The reasons that a note was written about.
    noted_reasons: BTreeSet<SkipReason>,
    /// The notes for the user, until they are taken.
    notes: Vec<String>,
}

impl AnswerReader {
    /// Creates a reader and starts a thread that reads the lines of `input`.
    pub(super) fn spawn(input: impl Read + Send + 'static) -> Self {
        let question = Arc::new(AtomicU64::new(0));
        let (sender, output) = sync_channel(MAX_WAITING_LINES);
        let last_question = Arc::clone(&question);
        std::thread::spawn(move || read_lines(input, &last_question, &sender));
        Self {
            output,
            question,
            has_numbered_answers: false,
            is_chatty: false,
            unnumbered_answer_at: None,
            skipped_lines: 0,
            skipped_bytes: 0,
            requests: 0,
            last_skipped: None,
            noted_reasons: BTreeSet::new(),
            notes: Vec::new(),
        }
    }

    /// Prepares for the answer to a question. Called before the question is sent.
    pub(super) fn expect_answer(&mut self, number: u64) {
        self.wait_for_silence();
        (self.skipped_lines, self.skipped_bytes, self.last_skipped) = (0, 0, None);
        self.requests = 0;
        self.question.store(number, Ordering::SeqCst);
    }

    /// Waits until a program that does not number its answers stops writing.
    fn wait_for_silence(&mut self) {
        let Some(mut quiet_since) = self.unnumbered_answer_at.take() else { return };
        for _ in 0..MAX_SILENCES {
            let silence = if self.is_chatty { LONG_SILENCE } else { SILENCE };
            let Ok(line) = self.output.recv_timeout(silence.saturating_sub(quiet_since.elapsed()))
            else {
                return;
            };
            if let Ok(line) = line {
                self.skip(SkipReason::Early, &line.text);
            }
            quiet_since = Instant::now();
        }
    }

    /// Waits for a line, without a time limit if `timeout` is `None`.
    pub(super) fn wait_for_line(&mut self, timeout: Option<Duration>) -> ReadResult {
        let received = match timeout {
            Some(timeout) => self.output.recv_timeout(timeout),
            None => self.output.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match received {
            Ok(Ok(line)) => self.classify(&line),
            Ok(Err(why)) => ReadResult::TooMuch(why),
            Err(RecvTimeoutError::Timeout) => ReadResult::Nothing,
            Err(RecvTimeoutError::Disconnected) => ReadResult::End,
        }
    }

    /// Returns the answer or request on a line. Any other line is counted as skipped.
    fn classify(&mut self, line: &OutputLine) -> ReadResult {
        let question = self.question.load(Ordering::SeqCst);
        let (reason, refusal) = match Answer::read(&line.text) {
            None if Answer::is_broken_request(&line.text) => {
                let why =
                    "the line is not one JSON object, as in {\"id\": 1, \"request\": \"sample\"}";
                (SkipReason::WrongRequest, Some(why.to_owned()))
            }
            None => (SkipReason::NoObject, None),
            Some(answer) => {
                let (answer_id, is_request) = (answer.question_id(), answer.is_request());
                let skip_reason = self.skip_reason(line, answer_id, question);
                self.requests += usize::from(is_request);
                let refusal = match skip_reason {
                    _ if !is_request => None,
                    Some(why) => Some(format!(
                        "the request {why}; it is answered only between the question with its \"id\" \
                         and the answer; the question is {question} now"
                    )),
                    None => self.refusal(&line.text),
                };
                match (skip_reason, refusal) {
                    (None, None) => {
                        self.has_numbered_answers |= answer_id == AnswerId::Question(question);
                        if is_request {
                            return ReadResult::Request(Ok(answer));
                        }
                        self.unnumbered_answer_at = (!self.has_numbered_answers).then(Instant::now);
                        return ReadResult::Answer(answer);
                    }
                    (why, refusal) => (why.unwrap_or(SkipReason::WrongRequest), refusal),
                }
            }
        };
        self.skip(reason, &line.text);
        match refusal {
            _ if self.skipped_lines >= MAX_SKIPPED_LINES
                || self.skipped_bytes >= MAX_SKIPPED_BYTES =>
            {
                ReadResult::TooMuch("it keeps writing without an answer")
            }
            Some(refusal) => ReadResult::Request(Err(refusal)),
            None => ReadResult::Nothing,
        }
    }

    /// Returns the reason why a request with this text is refused, if there is one.
    fn refusal(&self, text: &str) -> Option<String> {
        if text.len() > MAX_REQUEST_BYTES {
            return Some(format!("a request has at most {MAX_REQUEST_BYTES} bytes"));
        }
        (self.requests > MAX_REQUESTS).then(|| {
            format!("at most {MAX_REQUESTS} requests can be sent in a turn: answer the question")
        })
    }

    /// Returns the reason why a JSON object does not belong to the question, as an answer or a
    /// request. Returns `None` if it does.
    fn skip_reason(
        &self,
        line: &OutputLine,
        answer_id: AnswerId,
        question: u64,
    ) -> Option<SkipReason> {
        match answer_id {
            AnswerId::Question(number) if number != question => Some(SkipReason::Other),
            AnswerId::Other => Some(SkipReason::Other),
            // An answer cannot come before its question.
            _ if line.last_question < question => Some(SkipReason::Early),
            AnswerId::Nothing if self.has_numbered_answers => Some(SkipReason::Unnumbered),
            _ => None,
        }
    }

    /// Counts a skipped line, and writes a note about the first line of each reason.
    fn skip(&mut self, why: SkipReason, line: &str) {
        self.skipped_lines += 1;
        self.skipped_bytes += line.len();
        self.is_chatty |= why == SkipReason::Early;
        let shown = printable_start(line);
        // An object is not quoted, so that it is not mistaken for a valid answer.
        let message = match why {
            SkipReason::NoObject => format!("{why}: {shown}"),
            _ => why.to_string(),
        };
        // Empty lines are not worth a note.
        if !shown.is_empty() && self.noted_reasons.insert(why) {
            self.notes.push(format!("skipped a line that {message}"));
        }
        self.last_skipped = Some(message);
    }

    /// Takes the notes about skipped lines, one for each reason.
    pub(super) fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    /// Describes the lines skipped since the question, for the end of a message about a missing
    /// answer.
    pub(super) fn describe_skipped(&self) -> String {
        let Some(last) = &self.last_skipped else { return String::new() };
        let count = match self.skipped_lines {
            1 => "1 line was".to_owned(),
            lines => format!("{lines} lines were"),
        };
        format!("; {count} skipped, the last {last}")
    }
}

/// Returns the beginning of a line, with control characters replaced.
fn printable_start(line: &str) -> String {
    let start = line.trim().chars().take(MAX_SHOWN_CHARS);
    start.map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// Splits the input into lines and sends them on, each with the number of the last question.
fn read_lines(mut input: impl Read, last_question: &AtomicU64, sender: &SyncSender<LineResult>) {
    let mut buffer = vec![0; 1 << 13];
    let (mut line, mut line_question) = (Vec::new(), 0);
    let text = |line: &[u8]| String::from_utf8_lossy(line).into_owned();
    loop {
        let count = match input.read(&mut buffer) {
            Err(why) if why.kind() == std::io::ErrorKind::Interrupted => continue,
            Ok(0) | Err(_) => break,
            Ok(count) => count,
        };
        // A line belongs to the question that was the last one when its first byte arrived.
        let current_question = last_question.load(Ordering::SeqCst);
        for part in buffer[..count].split_inclusive(|byte| *byte == b'\n') {
            if line.is_empty() {
                line_question = current_question;
            }
            line.extend_from_slice(part);
            if line.len() > MAX_LINE_BYTES {
                let _ = sender.send(Err("it writes a line that is longer than 1 MiB"));
                return;
            }
            if part.ends_with(b"\n") {
                let output = OutputLine { text: text(&line), last_question: line_question };
                if sender.send(Ok(output)).is_err() {
                    return;
                }
                line.clear();
            }
        }
    }
    if !line.is_empty() {
        let _ = sender.send(Ok(OutputLine { text: text(&line), last_question: line_question }));
    }
}
