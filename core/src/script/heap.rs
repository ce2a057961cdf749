//! How much a script's machine may hold, and when it is cleaned up.
//!
//! The interpreter's own collector goes by the clock, so it never runs. Instead the machine is
//! cleaned at safepoints, all of it at once, as soon as enough has come in since the last time:
//! what a script does, its fuel and whether it holds too much are the same in every run.

use std::cell::Cell;

use mlua::Lua;

use super::ErrorKind;
use super::meter::Meter;

/// Bytes that come in before the machine is cleaned again, at the least: few enough that those
/// of four robots stay near the processor together.
const ROOM: usize = 512 << 10;
/// And at the most: a machine that holds much is not given as much again.
const MOST_ROOM: usize = 16 << 20;
/// Bytes that one step may take in free of charge: more than the pages that small values lie in.
const BULK: usize = 64 << 10;
/// Bytes that may be held at no charge while the machine is cleaned.
const LIGHT: usize = 4 << 20;
/// Bytes to be taken in, or to be looked through by the cleaning, for a step of fuel.
const BYTES_A_STEP: usize = 256;

/// Bytes that a machine counts as holding at the start of a game, before its script holds anything.
const MACHINE: usize = 512 << 10;
/// Bytes by which a machine may differ from what it was when it was made.
const SLACK: usize = 0;

/// The memory of one machine.
#[derive(Debug)]
pub(super) struct Heap {
    /// Bytes it may hold after it was cleaned.
    limit: usize,
    /// Bytes the machine held when the game began: all else came in since.
    base: Cell<usize>,
    /// Bytes it held when its first game began; 0 before that.
    first: Cell<usize>,
    /// Bytes at which it is cleaned.
    full: Cell<usize>,
    /// Bytes it held at the last safepoint.
    last: Cell<usize>,
}

impl Heap {
    /// Takes over the memory of a machine that is made ready.
    ///
    /// # Errors
    /// When the machine holds too much already.
    pub(super) fn start(lua: &Lua, meter: &Meter) -> mlua::Result<Self> {
        let limit = meter.limits().memory;
        // What comes in between two safepoints has no other bound.
        lua.set_memory_limit(2 * limit)?;
        let heap = Self {
            limit,
            base: Cell::new(0),
            first: Cell::new(0),
            full: Cell::new(0),
            last: Cell::new(0),
        };
        heap.begin(lua, meter)?;
        heap.first.set(0);
        Ok(heap)
    }

    /// Forgets the game before: the machine is cleaned, and what it holds now counts as nothing.
    /// Returns whether it is as it was before its first game; one that grew would let a script
    /// tell, by the fuel its memory costs, what happened in an earlier game.
    ///
    /// # Errors
    /// When the machine cannot be cleaned.
    pub(super) fn begin(&self, lua: &Lua, meter: &Meter) -> mlua::Result<bool> {
        self.clean(lua, meter)?;
        let used = meter.held(lua);
        self.base.set(used);
        self.last.set(MACHINE);
        self.full.set(MACHINE + ROOM);
        if self.first.get() == 0 {
            self.first.set(used);
        }
        Ok(used.abs_diff(self.first.get()) <= SLACK)
    }

    /// Bytes that count as held.
    #[inline]
    fn held(&self, lua: &Lua, meter: &Meter) -> usize {
        (meter.held(lua) + MACHINE).saturating_sub(self.base.get())
    }

    /// Looks at a safepoint whether the machine is to be cleaned.
    ///
    /// # Errors
    /// When it holds too much, or no fuel is left for what came in.
    #[inline]
    pub(super) fn look(&self, lua: &Lua, meter: &Meter) -> mlua::Result<()> {
        let used = self.held(lua, meter);
        let last = self.last.replace(used);
        if used < self.full.get() && used <= last + BULK {
            return Ok(());
        }
        self.settle(lua, meter, used.saturating_sub(last))
    }

    /// Charges for what came in, and cleans the machine if it is full.
    #[cold]
    fn settle(&self, lua: &Lua, meter: &Meter, came: usize) -> mlua::Result<()> {
        if came > BULK {
            meter.charge(lua, (came / BYTES_A_STEP) as u64)?;
        }
        if self.held(lua, meter) < self.full.get() {
            return Ok(());
        }
        self.clean(lua, meter)?;
        let held = self.last.get();
        if held > self.limit {
            return Err(meter.end(lua, ErrorKind::Memory));
        }
        meter.charge(lua, (held.saturating_sub(LIGHT) / BYTES_A_STEP) as u64)
    }

    fn clean(&self, lua: &Lua, meter: &Meter) -> mlua::Result<()> {
        lua.gc_collect()?;
        // A collection starts the collector.
        lua.gc_stop();
        let held = self.held(lua, meter);
        self.last.set(held);
        self.full.set(held + held.clamp(ROOM, MOST_ROOM));
        Ok(())
    }
}
