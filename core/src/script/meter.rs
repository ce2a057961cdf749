//! The limits of a script, and the fuel counter that stops it.
//!
//! Fuel is the measure of a script's work: one step for each safepoint of the interpreter, and a
//! price for each call of a host function. It depends on the script and the position alone. So a
//! robot that runs out of fuel does so on every machine at the same place, and games can be
//! repeated. Time is only a safety net for a slow computer.
//!
//! Everything that costs fuel passes through [`Meter::charge`], except that searches and rollouts
//! take their steps with `Meter::try_spend`. Once `charge` has refused, it refuses for the rest of
//! the call. Each call into the sandbox begins with the fuel of its kind: loading the file, a turn
//! of a robot, or a hook of a house rule ([`Limits`]).

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use mlua::Lua;

use super::ErrorKind;

/// Limits of one script. The defaults are those of the manual for script authors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Fuel of one turn: interpreter safepoints and priced host calls.
    pub fuel: u64,
    /// True if all robots have the same fuel, whatever their parameter `patience`.
    pub has_equal_fuel: bool,
    /// Fuel of one call of a house rule.
    pub hook_fuel: u64,
    /// Fuel of running the file to load it.
    pub load_fuel: u64,
    /// Milliseconds of one turn: a safety net, since fuel normally ends a turn much earlier.
    pub wall_ms: u64,
    /// Milliseconds of one turn after which searches end with their result so far. The script then
    /// has the rest of [`Limits::wall_ms`] to finish.
    pub search_ms: u64,
    /// True if a person waits for the answers. A search that may stop early then ends as soon as
    /// its choice is clear. Searches also plan with the time left, not only with the fuel left, so
    /// their results depend on the clock.
    pub is_interactive: bool,
    /// Bytes the script's VM may hold after garbage collection. Between collections it may hold
    /// twice as many.
    pub memory: usize,
    /// The maximum number of bytes of source text.
    pub source: usize,
    /// The maximum number of printed lines that are kept of a turn.
    pub log_lines: usize,
    /// The maximum number of notes that are kept of a turn. With 0, for games without a viewer,
    /// notes are checked and dropped.
    pub notes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            fuel: 5_000_000,
            has_equal_fuel: false,
            hook_fuel: 20_000,
            load_fuel: 500_000,
            wall_ms: 3_000,
            search_ms: 2_000,
            is_interactive: false,
            memory: 32 << 20,
            source: 256 << 10,
            log_lines: 200,
            notes: 200,
        }
    }
}

/// The limits and the clock that the app gives to scripts, and a flag that ends a turn early.
///
/// The default clock stands still, so only fuel bounds a script that runs with it.
#[derive(Clone, Debug, Default)]
pub struct Host {
    /// Limits of the script.
    pub limits: Limits,
    /// Milliseconds since any fixed moment, advanced by a ticker thread.
    pub clock: Arc<AtomicU64>,
    /// Set to true to end the running turn at its next safepoint.
    pub cancel: Arc<AtomicBool>,
    /// True if reading an unknown field of an action, event, step or rules table is an error
    /// instead of `nil`. Used by checks.
    pub strict: bool,
    /// True if the fuel of each line of the script is counted. That takes time, but changes neither
    /// a robot's actions nor its fuel.
    pub profile: bool,
    /// True if the lines that run are recorded ([`LuaRobot::coverage`]). It changes neither a
    /// robot's actions nor its fuel.
    ///
    /// [`LuaRobot::coverage`]: super::LuaRobot::coverage
    pub coverage: bool,
}

/// The reason why a script was stopped, and the place.
#[derive(Clone, Debug)]
pub(super) struct Termination {
    pub(super) kind: ErrorKind,
    /// The chunk of the script or module, and the line.
    pub(super) place: Option<(String, u32)>,
}

/// The fuel counter. Every safepoint and every host call passes through [`Meter::charge`]. Once a
/// charge was refused, all others are refused for the rest of the turn, so a script cannot go on in
/// a `pcall`.
#[derive(Debug)]
pub struct Meter {
    host: Host,
    /// The name of the script's chunk in the interpreter.
    chunk: String,
    /// The names of the chunks of its modules.
    module_chunks: Vec<String>,
    /// The fuel that the turn began with.
    budget: Cell<u64>,
    /// The fuel that remains.
    remaining: Cell<u64>,
    /// The time of the clock after which the turn is stopped.
    deadline: Cell<u64>,
    /// The time of the clock at which the turn began.
    started_at: Cell<u64>,
    /// The time after which searches stop, to leave the script time to finish.
    search_deadline: Cell<u64>,
    is_terminated: Cell<bool>,
    termination: RefCell<Option<Termination>>,
    /// The fuel of each line, by line number, if it is counted. Index 0 holds the fuel outside the
    /// script's own lines.
    line_fuel: RefCell<Vec<u64>>,
    /// The line that steps were last counted for.
    line: Cell<usize>,
    /// Bytes held for the script outside its VM.
    host_bytes: Cell<usize>,
}

/// The maximum number of frames of the stack that are searched for the running line.
const MAX_FRAMES: usize = 32;

/// Memory held outside the VM for one object of the script. It counts until it is dropped.
#[derive(Debug)]
pub(super) struct HostMemory(Rc<Meter>);

/// Bytes that are counted for one object, more than any view or world takes.
const HOST_OBJECT_BYTES: usize = 8 << 10;

impl HostMemory {
    pub(super) fn new(meter: &Rc<Meter>) -> Self {
        meter.host_bytes.set(meter.host_bytes.get() + HOST_OBJECT_BYTES);
        Self(Rc::clone(meter))
    }
}

impl Drop for HostMemory {
    fn drop(&mut self) {
        self.0.host_bytes.set(self.0.host_bytes.get().saturating_sub(HOST_OBJECT_BYTES));
    }
}

impl Meter {
    pub(super) fn new(host: Host, chunk: &str, module_chunks: Vec<String>) -> Self {
        Self {
            host,
            chunk: chunk.into(),
            module_chunks,
            budget: Cell::new(0),
            remaining: Cell::new(0),
            deadline: Cell::new(u64::MAX),
            started_at: Cell::new(0),
            search_deadline: Cell::new(u64::MAX),
            is_terminated: Cell::new(false),
            termination: RefCell::new(None),
            line_fuel: RefCell::new(Vec::new()),
            line: Cell::new(0),
            host_bytes: Cell::new(0),
        }
    }

    /// Returns the bytes held by the VM and outside it for its script.
    #[inline]
    pub(super) fn held(&self, lua: &Lua) -> usize {
        lua.used_memory() + self.host_bytes.get()
    }

    /// Returns the limits in force.
    pub fn limits(&self) -> &Limits {
        &self.host.limits
    }

    /// Returns true if reading an unknown field is an error.
    pub(super) fn is_strict(&self) -> bool {
        self.host.strict
    }

    /// Returns true if the lines that run are recorded.
    pub(super) fn records_coverage(&self) -> bool {
        self.host.coverage
    }

    /// Starts a call with `fuel` steps and the time limit of a turn.
    pub(super) fn start(&self, fuel: u64) {
        self.budget.set(fuel);
        self.remaining.set(fuel);
        let now = self.host.clock.load(Ordering::Relaxed);
        let limits = &self.host.limits;
        self.started_at.set(now);
        self.search_deadline.set(now.saturating_add(limits.search_ms));
        self.deadline.set(now.saturating_add(limits.wall_ms));
        self.is_terminated.set(false);
        *self.termination.borrow_mut() = None;
        self.line_fuel.borrow_mut().clear();
        self.line.set(0);
    }

    /// Goes on with a turn that began with `fuel` steps and has used some of them.
    pub(super) fn resume(&self, fuel: u64, used: u64) {
        self.start(fuel);
        self.remaining.set(fuel.saturating_sub(used));
    }

    /// Takes `steps` from the turn's fuel.
    ///
    /// # Errors
    /// The fuel or the time has run out or the turn was cancelled, now or earlier in this turn.
    #[inline]
    pub fn charge(&self, lua: &Lua, steps: u64) -> mlua::Result<()> {
        let remaining = self.remaining.get();
        if !self.is_terminated.get() && remaining >= steps {
            self.remaining.set(remaining - steps);
            let now = self.host.clock.load(Ordering::Relaxed);
            if now <= self.deadline.get() && !self.host.cancel.load(Ordering::Relaxed) {
                if self.host.profile {
                    self.count_running_line(lua, steps);
                }
                return Ok(());
            }
        }
        Err(self.refuse(lua, steps))
    }

    /// Takes `steps` if 1 / `parts` of the turn's fuel still remains afterwards. Returns true if
    /// the steps were taken. Long work can thus stop in time and return its result so far.
    #[inline]
    pub(super) fn try_spend(&self, steps: u64, parts: u64) -> bool {
        let is_enough = steps <= self.spendable(parts);
        if is_enough {
            self.remaining.set(self.remaining.get() - steps);
            if self.host.profile {
                self.count_line(steps);
            }
        }
        is_enough
    }

    /// Returns the steps that can be spent while 1 / `parts` of the turn's fuel remains. The number
    /// is 0 after [`Limits::search_ms`] or a cancellation.
    #[inline]
    pub(super) fn spendable(&self, parts: u64) -> u64 {
        let now = self.host.clock.load(Ordering::Relaxed);
        let is_late = now > self.search_deadline.get();
        let is_cancelled = self.host.cancel.load(Ordering::Relaxed);
        if self.is_terminated.get() || is_late || is_cancelled {
            return 0;
        }
        self.remaining.get().saturating_sub(self.budget.get() / parts.max(1))
    }

    /// Returns the share of [`Limits::search_ms`] that is left in this turn, from 1 down to 0.
    pub(super) fn search_time_left(&self) -> f32 {
        let now = self.host.clock.load(Ordering::Relaxed);
        let elapsed = now.saturating_sub(self.started_at.get());
        1.0 - (elapsed as f32 / self.host.limits.search_ms.max(1) as f32).min(1.0)
    }

    /// Calls a closure that makes an object, without charging for its steps. The interpreter counts
    /// more steps for the first object of a kind than for later ones.
    pub(super) fn free_of_charge<T>(&self, make: impl FnOnce() -> T) -> T {
        let remaining = self.remaining.get();
        let lines = self.host.profile.then(|| self.line_fuel.borrow().clone());
        let object = make();
        if !self.is_terminated.get() {
            self.remaining.set(remaining);
            if let Some(lines) = lines {
                *self.line_fuel.borrow_mut() = lines;
            }
        }
        object
    }

    /// Counts steps for the line that runs now.
    #[cold]
    fn count_running_line(&self, lua: &Lua, steps: u64) {
        let line = self.running_place(lua, |chunk| chunk == self.chunk).map(|(_, line)| line);
        self.line.set(line.map_or(0, |line| line as usize));
        self.count_line(steps);
    }

    /// Counts steps for the last known line.
    fn count_line(&self, steps: u64) {
        let (mut lines, line) = (self.line_fuel.borrow_mut(), self.line.get());
        if lines.len() <= line {
            lines.resize(line + 1, 0);
        }
        lines[line] += steps;
    }

    /// Runs a closure that may call other lines of the script. Steps counted afterwards belong to
    /// the current line again.
    pub(super) fn keep_line<T>(&self, run: impl FnOnce() -> T) -> T {
        let line = self.line.get();
        let result = run();
        self.line.set(line);
        result
    }

    /// Returns the lines that used the turn's fuel, each with its steps, the largest number first.
    /// The list is empty if the steps of lines are not counted.
    pub(super) fn profile(&self) -> Vec<(u32, u64)> {
        let line_fuel = self.line_fuel.borrow();
        let numbered = (0u32..).zip(line_fuel.iter().copied());
        let mut profile: Vec<(u32, u64)> = numbered.filter(|(_, steps)| *steps > 0).collect();
        profile.sort_by_key(|(line, steps)| (std::cmp::Reverse(*steps), *line));
        profile
    }

    /// Returns the error of a refused charge. The first refusal stops the script.
    #[cold]
    fn refuse(&self, lua: &Lua, steps: u64) -> mlua::Error {
        if !self.is_terminated.get() {
            let kind = if self.remaining.get() < steps {
                self.remaining.set(0);
                ErrorKind::Fuel
            } else if self.host.cancel.load(Ordering::Relaxed) {
                ErrorKind::Cancelled
            } else {
                ErrorKind::Time
            };
            return self.terminate(lua, kind);
        }
        mlua::Error::runtime("stopped")
    }

    /// Stops the script: from now on every charge is refused.
    pub(super) fn terminate(&self, lua: &Lua, kind: ErrorKind) -> mlua::Error {
        self.is_terminated.set(true);
        let is_script = |chunk: &str| {
            chunk == self.chunk || self.module_chunks.iter().any(|known| known == chunk)
        };
        let place = self.running_place(lua, is_script);
        *self.termination.borrow_mut() = Some(Termination { kind, place });
        mlua::Error::runtime("stopped")
    }

    /// Returns the chunk and the line that run now: those of the innermost frame whose chunk fits.
    /// Frames of the prelude and of Rust are skipped.
    fn running_place(&self, lua: &Lua, fits: impl Fn(&str) -> bool) -> Option<(String, u32)> {
        for level in 0..MAX_FRAMES {
            let place = lua.inspect_stack(level, |frame| {
                let chunk = frame.source().short_src.filter(|chunk| fits(chunk))?.into_owned();
                Some((chunk, frame.current_line()?))
            });
            if let Some((chunk, line)) = place? {
                return Some((chunk, u32::try_from(line).ok()?));
            }
        }
        None
    }

    /// Returns the reason and the place if the script was stopped in this turn.
    pub(super) fn termination(&self) -> Option<Termination> {
        self.termination.borrow().clone()
    }

    /// Returns the fuel that the turn began with.
    pub(super) fn budget(&self) -> u64 {
        self.budget.get()
    }

    /// Returns the steps used since the turn began.
    pub fn used(&self) -> u64 {
        self.budget.get() - self.remaining.get()
    }

    /// Returns the share of the turn's fuel that remains, from 1 down to 0.
    pub fn remaining_share(&self) -> f64 {
        self.remaining.get() as f64 / self.budget.get().max(1) as f64
    }
}
