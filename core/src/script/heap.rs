//! The memory limit of a script's VM, and its garbage collection.
//!
//! The interpreter's automatic collector depends on time, so it is stopped. Instead a full
//! collection runs at a safepoint, as soon as enough was allocated since the last one. So a
//! script's actions, its fuel and its memory errors are the same in every run.
//!
//! Large allocations and collections of a large heap cost fuel. Memory that the VM holds
//! beyond its script is not counted: the count begins at [`BASELINE`] in every game.

use std::cell::Cell;

use mlua::Lua;

use super::ErrorKind;
use super::meter::Meter;

/// The minimum number of bytes allocated between two collections. It is small enough that four
/// robots fit into the processor's cache together.
const MIN_GROWTH: usize = 512 << 10;
/// The maximum number of bytes allocated between two collections, even if the VM holds more than
/// that.
const MAX_GROWTH: usize = 16 << 20;
/// Bytes that may be allocated between two safepoints free of charge. This is far larger than an
/// allocator page, so that it does not matter when a page is allocated.
const FREE_ALLOCATED_BYTES: usize = 256 << 10;
/// Bytes that a collection may find alive free of charge.
const FREE_LIVE_BYTES: usize = 4 << 20;
/// Bytes allocated, or scanned by a collection, per step of fuel.
const BYTES_PER_STEP: usize = 256;

/// The maximum number of bytes of garbage from earlier games with which a game begins. If there is
/// more, a collection runs before the game. Otherwise a short game needs no collection at all.
const MAX_OLD_GARBAGE: usize = 2 << 20;
/// The bytes that count as held at the start of every game, before the script holds anything.
const BASELINE: usize = 640 << 10;

/// The memory of one VM.
#[derive(Debug)]
pub(super) struct Heap {
    /// Bytes that the script may hold after a collection.
    limit: usize,
    /// Bytes the VM held before its script ran, and later those it held before its first game.
    empty_bytes: Cell<usize>,
    /// Bytes held that do not count. Until the first collection of a game, this is everything held
    /// when the game began. Afterwards it is `empty_bytes`. So garbage of earlier games has no
    /// influence.
    uncounted_bytes: Cell<usize>,
    /// True before the first game.
    is_new: Cell<bool>,
    /// True if memory cost any fuel in this game.
    has_cost_fuel: Cell<bool>,
    /// Counted bytes at which the next collection runs.
    collection_threshold: Cell<usize>,
    /// Counted bytes at the last safepoint.
    last_counted: Cell<usize>,
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
            empty_bytes: Cell::new(0),
            uncounted_bytes: Cell::new(0),
            is_new: Cell::new(true),
            has_cost_fuel: Cell::new(false),
            collection_threshold: Cell::new(0),
            last_counted: Cell::new(0),
        };
        heap.reset(lua, meter)?;
        Ok(heap)
    }

    /// Begins a new game, in which the memory held now does not count. Returns false if memory cost
    /// fuel in the game before. Such a VM should be replaced: it has free pages and takes no new
    /// memory while they last, which would change the fuel that memory costs.
    ///
    /// # Errors
    /// The collection failed.
    pub(super) fn begin_game(&self, lua: &Lua, meter: &Meter) -> mlua::Result<bool> {
        if self.is_new.replace(false) {
            self.reset(lua, meter)?;
        } else if meter.held(lua) > self.empty_bytes.get() + MAX_OLD_GARBAGE {
            self.collect(lua, meter)?;
        }
        self.uncounted_bytes.set(meter.held(lua));
        self.last_counted.set(BASELINE);
        self.collection_threshold.set(BASELINE + MIN_GROWTH);
        Ok(!self.has_cost_fuel.replace(false))
    }

    /// Collects garbage, and counts what remains as the empty VM.
    fn reset(&self, lua: &Lua, meter: &Meter) -> mlua::Result<()> {
        self.collect(lua, meter)?;
        self.empty_bytes.set(meter.held(lua));
        self.uncounted_bytes.set(self.empty_bytes.get());
        self.last_counted.set(BASELINE);
        self.collection_threshold.set(BASELINE + MIN_GROWTH);
        Ok(())
    }

    /// Returns the bytes that count as held.
    #[inline]
    fn counted(&self, lua: &Lua, meter: &Meter) -> usize {
        (meter.held(lua) + BASELINE).saturating_sub(self.uncounted_bytes.get())
    }

    /// Charges for memory and collects garbage at a safepoint, if either is due.
    ///
    /// # Errors
    /// The VM holds too much, or no fuel is left for the memory it allocated.
    #[inline]
    pub(super) fn check(&self, lua: &Lua, meter: &Meter) -> mlua::Result<()> {
        let counted = self.counted(lua, meter);
        let last = self.last_counted.replace(counted);
        if counted < self.collection_threshold.get() && counted <= last + FREE_ALLOCATED_BYTES {
            return Ok(());
        }
        self.charge_and_collect(lua, meter, counted.saturating_sub(last))
    }

    /// Charges for a large allocation, and collects garbage if a collection is due.
    #[cold]
    fn charge_and_collect(&self, lua: &Lua, meter: &Meter, allocated: usize) -> mlua::Result<()> {
        if allocated > FREE_ALLOCATED_BYTES {
            self.has_cost_fuel.set(true);
            meter.charge(lua, (allocated / BYTES_PER_STEP) as u64)?;
        }
        if self.counted(lua, meter) < self.collection_threshold.get() {
            return Ok(());
        }
        self.collect(lua, meter)?;
        let counted = self.last_counted.get();
        if counted > self.limit {
            self.has_cost_fuel.set(true);
            return Err(meter.terminate(lua, ErrorKind::Memory));
        }
        if counted > FREE_LIVE_BYTES {
            self.has_cost_fuel.set(true);
        }
        meter.charge(lua, (counted.saturating_sub(FREE_LIVE_BYTES) / BYTES_PER_STEP) as u64)
    }

    /// Runs a full collection, and sets when the next one is due.
    fn collect(&self, lua: &Lua, meter: &Meter) -> mlua::Result<()> {
        lua.gc_collect()?;
        // A full collection restarts the automatic collector.
        lua.gc_stop();
        self.uncounted_bytes.set(self.empty_bytes.get());
        let counted = self.counted(lua, meter);
        self.last_counted.set(counted);
        self.collection_threshold.set(counted + counted.clamp(MIN_GROWTH, MAX_GROWTH));
        Ok(())
    }
}
