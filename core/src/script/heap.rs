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
/// Bytes that one step may take in free of charge: far more than the pages that small values lie
/// in, for when a page is taken in hangs on what happened before.
const BULK: usize = 256 << 10;
/// Bytes that may be held at no charge while the machine is cleaned.
const LIGHT: usize = 4 << 20;
/// Bytes to be taken in, or to be looked through by the cleaning, for a step of fuel.
const BYTES_A_STEP: usize = 256;

/// Bytes that earlier games may leave lying about: small games do not wait for a cleaning each.
const LEFT_BEHIND: usize = 2 << 20;
/// Bytes that a machine counts as holding at the start of a game, before its script holds anything.
const MACHINE: usize = 640 << 10;
/// The memory of one machine.
#[derive(Debug)]
pub(super) struct Heap {
    /// Bytes it may hold after it was cleaned.
    limit: usize,
    /// Bytes the machine held when it was made.
    base: Cell<usize>,
    /// Bytes of all it holds that do not count: what was there when the game began, until the
    /// machine is cleaned, and what was there when it was made from then on. So nothing hangs on
    /// what earlier games left lying about.
    apart: Cell<usize>,
    /// Whether no game began yet.
    is_new: Cell<bool>,
    /// Whether memory cost any fuel in this game.
    is_heavy: Cell<bool>,
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
            apart: Cell::new(0),
            is_new: Cell::new(true),
            is_heavy: Cell::new(false),
            full: Cell::new(0),
            last: Cell::new(0),
        };
        heap.count_from_now(lua, meter)?;
        Ok(heap)
    }

    /// Begins a new game, in which what the machine holds now does not count. Returns whether the
    /// machine can serve it: one that held much in the game before is better made anew, for its
    /// room would tell of that by the fuel that memory costs.
    ///
    /// # Errors
    /// When the machine cannot be cleaned.
    pub(super) fn begin(&self, lua: &Lua, meter: &Meter) -> mlua::Result<bool> {
        if self.is_new.replace(false) {
            self.count_from_now(lua, meter)?;
        } else if meter.held(lua) > self.base.get() + LEFT_BEHIND {
            self.clean(lua, meter)?;
        }
        self.apart.set(meter.held(lua));
        self.last.set(MACHINE);
        self.full.set(MACHINE + ROOM);
        Ok(!self.is_heavy.replace(false))
    }

    /// Cleans the machine, and takes what it holds then for its own.
    fn count_from_now(&self, lua: &Lua, meter: &Meter) -> mlua::Result<()> {
        self.clean(lua, meter)?;
        self.base.set(meter.held(lua));
        self.apart.set(self.base.get());
        self.last.set(MACHINE);
        self.full.set(MACHINE + ROOM);
        Ok(())
    }

    /// Bytes that count as held.
    #[inline]
    fn held(&self, lua: &Lua, meter: &Meter) -> usize {
        (meter.held(lua) + MACHINE).saturating_sub(self.apart.get())
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
            self.is_heavy.set(true);
            meter.charge(lua, (came / BYTES_A_STEP) as u64)?;
        }
        if self.held(lua, meter) < self.full.get() {
            return Ok(());
        }
        self.clean(lua, meter)?;
        let held = self.last.get();
        if held > self.limit {
            self.is_heavy.set(true);
            return Err(meter.end(lua, ErrorKind::Memory));
        }
        if held > LIGHT {
            self.is_heavy.set(true);
        }
        meter.charge(lua, (held.saturating_sub(LIGHT) / BYTES_A_STEP) as u64)
    }

    fn clean(&self, lua: &Lua, meter: &Meter) -> mlua::Result<()> {
        lua.gc_collect()?;
        // A collection starts the collector.
        lua.gc_stop();
        self.apart.set(self.base.get());
        let held = self.held(lua, meter);
        self.last.set(held);
        self.full.set(held + held.clamp(ROOM, MOST_ROOM));
        Ok(())
    }
}
