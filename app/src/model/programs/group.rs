//! Programs together with the processes they start. Each program runs in a process group of its
//! own, or a job on Windows, which is ended as a whole.

use std::collections::BTreeMap;
use std::io;
use std::process::{ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};

/// The time between two checks for the exit of a process.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// The longest wait for a killed process. Only a process stuck in a system call takes longer.
const REAP_TIMEOUT: Duration = Duration::from_secs(2);

type Process = Arc<Mutex<Box<dyn ChildWrapper>>>;

/// The groups started by this process.
static ALL_GROUPS: Groups = Groups::new();

/// Starts a program in a group of its own, with pipes to its input and from its output.
///
/// # Errors
/// The error of the system, or an error if this process is about to end.
pub(super) fn start(command: Command) -> io::Result<(Group, ChildStdin, ChildStdout)> {
    ALL_GROUPS.start(command)
}

/// Kills every running program with everything that it started, and blocks further starts. Called
/// when this process ends.
pub fn end_all() {
    ALL_GROUPS.kill_all();
}

/// A guard that kills all programs when it is dropped, even during a panic.
#[derive(Debug)]
#[must_use]
pub struct ProgramsGuard;

impl Drop for ProgramsGuard {
    fn drop(&mut self) {
        end_all();
    }
}

/// The running process groups.
#[derive(Debug)]
struct Groups(Mutex<RunningProcesses>);

/// The running programs, by the number of their group.
#[derive(Debug)]
struct RunningProcesses {
    by_number: BTreeMap<u64, Process>,
    /// Groups started so far. The next group gets the next number.
    started_count: u64,
    /// True once this process is about to end, so that nothing may start.
    is_closed: bool,
}

/// A program and everything it started. Dropping it kills what is left of the group.
#[derive(Debug)]
pub(super) struct Group {
    number: u64,
    process: Process,
    registry: &'static Groups,
}

impl Groups {
    const fn new() -> Self {
        Self(Mutex::new(RunningProcesses {
            by_number: BTreeMap::new(),
            started_count: 0,
            is_closed: false,
        }))
    }

    fn start(&'static self, mut command: Command) -> io::Result<(Group, ChildStdin, ChildStdout)> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut command = CommandWrap::from(command);
        #[cfg(unix)]
        command.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(process_wrap::std::JobObject);
        // The lock is held while the process starts, so that `kill_all` cannot miss it.
        let mut running = lock(&self.0);
        if running.is_closed {
            return Err(io::Error::other("this process is about to end"));
        }
        let mut process = command.spawn()?;
        let pipes = process.stdin().take().zip(process.stdout().take());
        running.started_count += 1;
        let number = running.started_count;
        let process = Arc::new(Mutex::new(process));
        running.by_number.insert(number, Arc::clone(&process));
        drop(running);
        let group = Group { number, process, registry: self };
        let (stdin, stdout) =
            pipes.ok_or_else(|| io::Error::other("its standard input or output is missing"))?;
        Ok((group, stdin, stdout))
    }

    fn kill_all(&self) {
        let mut running = lock(&self.0);
        running.is_closed = true;
        for process in std::mem::take(&mut running.by_number).into_values() {
            let _ = lock(&process).start_kill();
        }
    }
}

impl Group {
    /// Waits for the program itself to exit and returns its status, or `None` after the timeout.
    /// Its children may still run.
    pub(super) fn wait_for_exit(&self, timeout: Duration) -> Option<ExitStatus> {
        let started_at = Instant::now();
        loop {
            // The lock is held only for the check, so that `kill_all` never waits for it.
            match lock(&self.process).try_wait() {
                Ok(None) if started_at.elapsed() < timeout => {}
                Ok(status) => return status,
                Err(_) => return None,
            }
            std::thread::sleep(POLL_INTERVAL);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // If the program itself has ended, its process id still names the group of its children.
        let _ = lock(&self.process).start_kill();
        let _ = self.wait_for_exit(REAP_TIMEOUT);
        lock(&self.registry.0).by_number.remove(&self.number);
    }
}

/// Locks a mutex. Poisoning is ignored, since a panic does not change which processes run.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::io::{BufRead, BufReader, Read};

    use super::*;

    /// Starts a shell with a child process. Both hold the output that is returned.
    fn start_family(groups: &'static Groups) -> (Group, BufReader<ChildStdout>) {
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 1000 & echo started; wait"]);
        let (group, _, stdout) = groups.start(command).unwrap();
        let mut output = BufReader::new(stdout);
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert_eq!(line, "started\n");
        (group, output)
    }

    /// Waits for the end of the output, which comes when the last process that holds it has exited.
    fn assert_all_exited(mut output: BufReader<ChildStdout>) {
        let mut rest = String::new();
        output.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "");
    }

    #[test]
    fn child_processes_end_with_their_program() {
        static GROUPS: Groups = Groups::new();
        let (group, output) = start_family(&GROUPS);
        assert_eq!(group.wait_for_exit(Duration::ZERO), None);
        drop(group);
        assert_all_exited(output);
        assert!(lock(&GROUPS.0).by_number.is_empty());
    }

    #[test]
    fn orphaned_processes_end_with_their_group() {
        static GROUPS: Groups = Groups::new();
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 1000 & exit 3"]);
        let (group, _, stdout) = GROUPS.start(command).unwrap();
        let status = group.wait_for_exit(Duration::from_secs(60)).unwrap();
        assert_eq!(status.code(), Some(3));
        drop(group);
        assert_all_exited(BufReader::new(stdout));
    }

    #[test]
    fn panic_ends_the_programs_of_its_thread() {
        static GROUPS: Groups = Groups::new();
        let (send, receive) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            let (_group, output) = start_family(&GROUPS);
            send.send(output).unwrap();
            panic!("this panic is intended");
        });
        assert!(thread.join().is_err());
        assert_all_exited(receive.recv().unwrap());
    }

    #[test]
    fn no_program_starts_after_shutdown() {
        static GROUPS: Groups = Groups::new();
        let families = [start_family(&GROUPS), start_family(&GROUPS)];
        GROUPS.kill_all();
        for (group, output) in families {
            assert_all_exited(output);
            assert!(group.wait_for_exit(Duration::from_secs(60)).is_some());
        }
        assert!(GROUPS.start(Command::new("true")).is_err());
    }
}
