//! The memory limit of a script's VM, and its garbage collection.
//!
//! The interpreter's own collector depends on time, so it is stopped. Instead the VM is collected
//! in full at safepoints, as soon as enough was allocated since the last time. So a script's
//! actions, its fuel and its memory errors are the same in every run.

use std::cell::Cell;

use mlua::Lua;

use super::ErrorKind;
use super::meter::Meter;

/// Least bytes allocated between two collections: few enough that four robots fit into the
/// processor's cache together.
const ROOM: usize = 512 << 10;
/// Most bytes allocated between two collections, even if the VM holds more than that.
const MOST_ROOM: usize = 16 << 20;
/// Bytes that may be allocated between two safepoints free of charge. This is far more than a
/// page for small values, because the moment a page is allocated depends on earlier allocations.
const BULK: usize = 256 << 10;
/// Bytes that a collection may find alive free of charge.
const LIGHT: usize = 4 << 20;
/// Bytes allocated, or scanned by a collection, per step of fuel.
const BYTES_A_STEP: usize = 256;

/// Garbage of earlier games, in bytes, that needs no collection at the start of a game; so short
/// games need not collect each time.
const LEFT_BEHIND: usize = 2 << 20;
/// Bytes that a VM counts as holding at the start of a game, before its script holds anything.
const MACHINE: usize = 640 << 10;
/// The memory of one VM.
#[derive(Debug)]
pub(super) struct Heap {
    /// Bytes it may hold after a collection.
    limit: usize,
    /// Bytes the VM held when it was made.
    base: Cell<usize>,
    /// Bytes held that do not count: until the first collection of a game all that was there when
    /// it began, afterwards `base`. So garbage of earlier games has no influence.
    apart: Cell<usize>,
    /// True before the first game.
    is_new: Cell<bool>,
    /// True if memory cost any fuel in this game.
    is_heavy: Cell<bool>,
    /// Bytes at which the next collection runs.
    full: Cell<usize>,
    /// Bytes held at the last safepoint.
    last: Cell<usize>,
}

impl Heap {
    /// Starts the accounting of a VM that is ready for its script.
    ///
    /// # Errors
    /// The VM holds too much already.
    pub(super) fn start(lua: &Lua, meter: &Meter) -> mlua::Result<Self> {
        let limit = meter.limits().memory;
        // A hard limit, for allocations between two safepoints.
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

    /// Begins a new game, in which the memory held now does not count. Returns whether the VM can
    /// serve it. A VM that held much in the game before should be replaced: its spare memory
    /// would change the fuel that memory costs.
    ///
    /// # Errors
    /// The collection failed.
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

    /// Collects the VM and takes what remains as its base.
    fn count_from_now(&self, lua: &Lua, meter: &Meter) -> mlua::Result<()> {
        self.clean(lua, meter)?;
        self.base.set(meter.held(lua));
        self.apart.set(self.base.get());
        self.last.set(MACHINE);
        self.full.set(MACHINE + ROOM);
        Ok(())
    }

    /// Returns the bytes that count as held.
    #[inline]
    fn held(&self, lua: &Lua, meter: &Meter) -> usize {
        (meter.held(lua) + MACHINE).saturating_sub(self.apart.get())
    }

    /// Checks at a safepoint if a charge or a collection is due.
    ///
    /// # Errors
    /// The VM holds too much, or no fuel is left for the memory it allocated.
    #[inline]
    pub(super) fn look(&self, lua: &Lua, meter: &Meter) -> mlua::Result<()> {
        let used = self.held(lua, meter);
        let last = self.last.replace(used);
        if used < self.full.get() && used <= last + BULK {
            return Ok(());
        }
        self.settle(lua, meter, used.saturating_sub(last))
    }

    /// Charges for a large allocation, and collects the VM if it is full.
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
        // A full collection restarts the automatic collector.
        lua.gc_stop();
        self.apart.set(self.base.get());
        let held = self.held(lua, meter);
        self.last.set(held);
        self.full.set(held + held.clamp(ROOM, MOST_ROOM));
        Ok(())
    }
}
