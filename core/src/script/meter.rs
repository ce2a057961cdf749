//! The limits of a script, and the fuel counter that stops it.
//!
//! Fuel is the measure of a script's work: one unit for each safepoint of the interpreter, and a
//! price for each call of the program's functions by the work these do. It depends on the script and
//! the position alone. So a robot that runs out of fuel does so on every machine at the same place,
//! and games can be repeated. Time is only a safety net for a slow computer.
//!
//! Everything that costs passes through [`Meter::charge`]. Once it has refused, it refuses for the
//! rest of the turn. Each entrance of the sandbox begins with the fuel of its kind: loading the
//! file, a turn of a robot, or a call of a house rule ([`Limits`]).

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use mlua::Lua;

use super::ErrorKind;

/// Limits of one script. The defaults are those of the author's manual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Fuel of one turn: interpreter safepoints and priced host calls.
    pub fuel: u64,
    /// Fuel of one call of a house rule.
    pub hook_fuel: u64,
    /// Fuel of running the file itself.
    pub load_fuel: u64,
    /// Milliseconds of one turn: a safety net, since fuel normally ends a turn much earlier.
    pub wall_ms: u64,
    /// Bytes the script's VM may hold after garbage collection. Between collections it may hold
    /// twice as many.
    pub memory: usize,
    /// Bytes of source text.
    pub source: usize,
    /// Most lines printed in a turn that are kept.
    pub log_lines: usize,
    /// Most notes of a turn that are kept. With 0, for games nobody watches, notes are checked
    /// and dropped.
    pub notes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            fuel: 5_000_000,
            hook_fuel: 20_000,
            load_fuel: 500_000,
            wall_ms: 3_000,
            memory: 32 << 20,
            source: 256 << 10,
            log_lines: 200,
            notes: 200,
        }
    }
}

/// The limits and the clock that the app gives to scripts, and a flag that ends a turn early.
///
/// The default clock stands still, so that only fuel bounds such a script.
#[derive(Clone, Debug, Default)]
pub struct Host {
    /// Limits of the script.
    pub limits: Limits,
    /// Milliseconds since any fixed moment, advanced by a ticker thread.
    pub clock: Arc<AtomicU64>,
    /// True to end the running turn at its next safepoint.
    pub cancel: Arc<AtomicBool>,
    /// True to make reading an unknown field of an action, event, step or rules table an error
    /// instead of `nil`; for checks.
    pub strict: bool,
    /// True to count the fuel of each line of the script. That takes time, but changes neither a
    /// robot's actions nor its fuel.
    pub profile: bool,
}

/// The reason why a script was stopped, and the line.
#[derive(Clone, Debug)]
pub(super) struct Death {
    pub(super) kind: ErrorKind,
    pub(super) line: Option<u32>,
}

/// The fuel counter. Every safepoint and every host call passes through [`Meter::charge`]. Once
/// it has refused, it refuses for the rest of the turn, so that no `pcall` outlives it.
#[derive(Debug)]
pub struct Meter {
    host: Host,
    chunk: String,
    budget: Cell<u64>,
    left: Cell<u64>,
    deadline: Cell<u64>,
    /// The time after which interruptible work stops, to leave the script time to finish.
    last_call: Cell<u64>,
    is_dead: Cell<bool>,
    death: RefCell<Option<Death>>,
    /// Steps by line number, if they are counted; index 0 holds steps outside the script's own
    /// lines.
    lines: RefCell<Vec<u64>>,
    /// The line that steps were last counted for.
    line: Cell<usize>,
    /// Bytes held for the script outside its VM.
    outside: Cell<usize>,
}

/// A share of memory held outside the VM for one object of the script.
#[derive(Debug)]
pub(super) struct HostMemory(Rc<Meter>);

/// Bytes of one share, more than any view or world takes.
const HELD: usize = 8 << 10;

impl HostMemory {
    pub(super) fn new(meter: &Rc<Meter>) -> Self {
        meter.outside.set(meter.outside.get() + HELD);
        Self(Rc::clone(meter))
    }
}

impl Drop for HostMemory {
    fn drop(&mut self) {
        self.0.outside.set(self.0.outside.get().saturating_sub(HELD));
    }
}

impl Meter {
    pub(super) fn new(host: Host, chunk: &str) -> Self {
        Self {
            host,
            chunk: chunk.into(),
            budget: Cell::new(0),
            left: Cell::new(0),
            deadline: Cell::new(u64::MAX),
            last_call: Cell::new(u64::MAX),
            is_dead: Cell::new(false),
            death: RefCell::new(None),
            lines: RefCell::new(Vec::new()),
            line: Cell::new(0),
            outside: Cell::new(0),
        }
    }

    /// Returns the bytes held by the VM and outside it for its script.
    #[inline]
    pub(super) fn held(&self, lua: &Lua) -> usize {
        lua.used_memory() + self.outside.get()
    }

    /// Returns the limits in force.
    pub fn limits(&self) -> &Limits {
        &self.host.limits
    }

    /// Returns true if reading an unknown field is an error.
    pub(super) fn is_strict(&self) -> bool {
        self.host.strict
    }

    /// Starts a turn with `fuel` steps.
    pub(super) fn arm(&self, fuel: u64) {
        self.budget.set(fuel);
        self.left.set(fuel);
        let now = self.host.clock.load(Ordering::Relaxed);
        let wall_ms = self.host.limits.wall_ms;
        self.last_call.set(now.saturating_add(wall_ms / 3 * 2));
        self.deadline.set(now.saturating_add(wall_ms));
        self.is_dead.set(false);
        *self.death.borrow_mut() = None;
        self.lines.borrow_mut().clear();
        self.line.set(0);
    }

    /// Takes `steps` from the turn's fuel.
    ///
    /// # Errors
    /// The fuel or the time has run out or the turn was cancelled, now or earlier in this turn.
    #[inline]
    pub fn charge(&self, lua: &Lua, steps: u64) -> mlua::Result<()> {
        let left = self.left.get();
        if !self.is_dead.get() && left >= steps {
            self.left.set(left - steps);
            let now = self.host.clock.load(Ordering::Relaxed);
            if now <= self.deadline.get() && !self.host.cancel.load(Ordering::Relaxed) {
                if self.host.profile {
                    self.attribute(lua, steps);
                }
                return Ok(());
            }
        }
        Err(self.refuse(lua, steps))
    }

    /// Takes `steps` if at least 1 / `parts` of the turn's fuel remains. Returns true if it did.
    /// Long work can thus stop in time and return its result so far.
    #[inline]
    pub(super) fn spend(&self, steps: u64, parts: u64) -> bool {
        let fits = steps <= self.spare(parts);
        if fits {
            self.left.set(self.left.get() - steps);
            if self.host.profile {
                self.count(steps);
            }
        }
        fits
    }

    /// Returns the steps that can be spent while 1 / `parts` of the turn's fuel remains; 0 after
    /// two thirds of the time or a cancellation.
    #[inline]
    pub(super) fn spare(&self, parts: u64) -> u64 {
        let now = self.host.clock.load(Ordering::Relaxed);
        let stops = now > self.last_call.get() || self.host.cancel.load(Ordering::Relaxed);
        if self.is_dead.get() || stops {
            return 0;
        }
        self.left.get().saturating_sub(self.budget.get() / parts.max(1))
    }

    /// Calls `make` without charge for the steps it takes: the interpreter counts more for the
    /// first object of a kind than for the next ones.
    pub(super) fn free_of_charge<T>(&self, make: impl FnOnce() -> T) -> T {
        let left = self.left.get();
        let lines = self.host.profile.then(|| self.lines.borrow().clone());
        let made = make();
        if !self.is_dead.get() {
            self.left.set(left);
            if let Some(lines) = lines {
                *self.lines.borrow_mut() = lines;
            }
        }
        made
    }

    /// Counts steps for the line that runs now.
    #[cold]
    fn attribute(&self, lua: &Lua, steps: u64) {
        self.line.set(self.running_line(lua).map_or(0, |line| line as usize));
        self.count(steps);
    }

    /// Counts steps for the last known line.
    fn count(&self, steps: u64) {
        let (mut lines, line) = (self.lines.borrow_mut(), self.line.get());
        if lines.len() <= line {
            lines.resize(line + 1, 0);
        }
        lines[line] += steps;
    }

    /// Calls `call` on behalf of the current line: steps counted afterwards belong to this line
    /// again.
    pub(super) fn for_line<T>(&self, call: impl FnOnce() -> T) -> T {
        let line = self.line.get();
        let done = call();
        self.line.set(line);
        done
    }

    /// Returns the lines that the turn's fuel went to, with their steps, most first; empty if
    /// they are not counted.
    pub(super) fn profile(&self) -> Vec<(u32, u64)> {
        let lines = self.lines.borrow();
        let numbered = (0u32..).zip(lines.iter().copied());
        let mut found: Vec<(u32, u64)> = numbered.filter(|(_, steps)| *steps > 0).collect();
        found.sort_by_key(|(line, steps)| (std::cmp::Reverse(*steps), *line));
        found
    }

    #[cold]
    fn refuse(&self, lua: &Lua, steps: u64) -> mlua::Error {
        if !self.is_dead.get() {
            let kind = if self.left.get() < steps {
                self.left.set(0);
                ErrorKind::Fuel
            } else if self.host.cancel.load(Ordering::Relaxed) {
                ErrorKind::Cancelled
            } else {
                ErrorKind::Time
            };
            return self.end(lua, kind);
        }
        mlua::Error::runtime("stopped")
    }

    /// Ends the turn: from now on every charge is refused.
    pub(super) fn end(&self, lua: &Lua, kind: ErrorKind) -> mlua::Error {
        self.is_dead.set(true);
        *self.death.borrow_mut() = Some(Death { kind, line: self.running_line(lua) });
        mlua::Error::runtime("stopped")
    }

    /// Returns the running line of the script: that of the innermost frame of its own file, so
    /// frames of the prelude and of Rust are skipped.
    fn running_line(&self, lua: &Lua) -> Option<u32> {
        for level in 0..32 {
            let frame = lua.inspect_stack(level, |frame| {
                let own = frame.source().short_src.is_some_and(|name| name == self.chunk);
                if own { frame.current_line() } else { None }
            });
            match frame {
                None => return None,
                Some(Some(line)) => return u32::try_from(line).ok(),
                Some(None) => {}
            }
        }
        None
    }

    pub(super) fn death(&self) -> Option<Death> {
        self.death.borrow().clone()
    }

    /// Returns the fuel that the turn began with.
    pub(super) fn budget(&self) -> u64 {
        self.budget.get()
    }

    /// Returns the steps used since the turn began.
    pub fn used(&self) -> u64 {
        self.budget.get() - self.left.get()
    }

    /// Returns the share of the turn's fuel that is left, from 1 down to 0.
    pub fn share(&self) -> f64 {
        self.left.get() as f64 / self.budget.get().max(1) as f64
    }
}
