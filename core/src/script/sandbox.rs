//! The sandbox: one Luau VM for one script, without files, network or clock.
//!
//! A script can come from anywhere, so it gets a VM of its own without anything to misuse. The
//! prelude removes every library function that is not on its list, and gives a price to those that
//! work on long values. Then the functions of the game are registered and the globals are sealed,
//! so no call can change what a later call finds there.
//!
//! A script can load the modules of its [`Source`] while its file runs (`modules`). They run in its
//! VM, within the same limits.
//!
//! The interpreter calls an interrupt at every safepoint: in loops and at calls. The interrupt
//! charges fuel ([`Meter`]) and checks the memory ([`Heap`]). Once a limit is reached, every
//! further step is refused, so a script cannot go on in a `pcall`.
//!
//! Each call returns the script's answer or one [`ScriptError`] with file and line. The VM stays
//! usable after an error. Random numbers come from a stream that the caller sets for each decision,
//! so a decision can be repeated bit by bit.

use std::cell::RefCell;
use std::rc::Rc;

use mlua::chunk::{ChunkMode, Compiler};
use mlua::{Function, IntoLuaMulti, Lua, LuaOptions, MultiValue, StdLib, Table, Value, VmState};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use super::coverage::LineCoverage;
use super::error::{Reporter, ScriptFile};
use super::heap::Heap;
use super::lua_value::{self, describe};
use super::meter::Meter;
use super::modules::Modules;
use super::{ErrorKind, Host, ScriptError, module_file};
use crate::contract::robot::LineFuel;
use crate::contract::robot_stream::RobotStream;
use crate::contract::source::{MAX_MODULES, Source};

/// The maximum number of bytes of text in a list that `table.sort` sorts without a function. The
/// prelude has the same constant.
const MAX_SORTED_TEXT: usize = 4 << 20;

/// Functions that the prelude replaces by priced ones. The compiler must not inline the originals.
const NOT_INLINED: [&str; 4] = ["string.sub", "table.unpack", "tonumber", "unpack"];

/// The maximum number of characters of a source line in a profile.
const MAX_PROFILE_LINE: usize = 80;
/// The maximum number of characters of a printed line.
const MAX_PRINTED_LINE: usize = 400;

/// The bound for both ends of a range of random whole numbers. An `f64` represents all whole
/// numbers in such a range, and its width, exactly.
const MAX_RANDOM: f64 = 4.5e15;

/// Lua code that runs once in every new VM, before any script.
const PRELUDE: &str = include_str!("prelude.luau");

/// A Luau VM that holds one script. It is bound to the thread that made it.
///
/// A call always returns the script's answer or one [`ScriptError`], whatever the script does, and
/// leaves the VM usable.
pub struct Sandbox {
    lua: Lua,
    /// The file as a function.
    chunk: Function,
    /// Calls the file, with `require` switched on until it returns.
    run_file: Function,
    meter: Rc<Meter>,
    heap: Rc<Heap>,
    reporter: Reporter,
    source: Source,
    stream: Stream,
    /// The lines printed by the last call.
    log: Rc<RefCell<Vec<String>>>,
}

impl Sandbox {
    /// Makes a VM for the text of `file` and its modules without running it yet.
    ///
    /// `install` registers the functions of the game before the sandbox is sealed. Its result is
    /// returned as well.
    ///
    /// # Errors
    /// The file is too large, is not text or is not Luau, or it has too many modules.
    pub fn new<T>(
        file: &str,
        source: impl Into<Source>,
        host: &Host,
        install: impl FnOnce(&Lua, &Rc<Meter>, &Stream) -> mlua::Result<T>,
    ) -> Result<(Self, T), ScriptError> {
        let source = source.into();
        let reporter = read_source(file, &source, host)?;
        let module_chunks = reporter.modules.iter().map(|module| module.chunk.clone()).collect();
        let meter = Rc::new(Meter::new(host.clone(), &reporter.script.chunk, module_chunks));
        let stream = Stream::default();
        let log = Rc::new(RefCell::new(Vec::new()));
        let built = build(&reporter, &source, &meter, &stream, &log, install);
        let (vm, installed) = built.map_err(|error| reporter.lua_error(&error))?;
        let Vm { lua, chunk, run_file, heap } = vm;
        let sandbox = Self { lua, chunk, run_file, meter, heap, reporter, source, stream, log };
        Ok((sandbox, installed))
    }

    /// Runs the file and returns the table it returns. A run sees nothing that an earlier run
    /// stored in variables of the file.
    ///
    /// # Errors
    /// The file fails, does not end within its fuel or returns no table.
    pub fn run(&self) -> Result<Table, ScriptError> {
        self.stream.seed([0; 32].into());
        let value: Value = self.call(&self.run_file, &self.chunk, self.meter.limits().load_fuel)?;
        match value {
            Value::Table(table) => Ok(table),
            other => Err(self.reporter.error(
                ErrorKind::Metadata,
                None,
                format!("must end by returning a table, but returned {}", describe(&other)),
            )),
        }
    }

    /// Begins a new game. Nothing that the script held in an earlier game can be reached or counts
    /// as memory, provided the caller holds none of the script's functions. Returns false if the VM
    /// should be replaced, because memory cost fuel in the game before.
    ///
    /// # Errors
    /// The garbage collection failed.
    pub(super) fn begin_game(&self) -> Result<bool, ScriptError> {
        self.log.borrow_mut().clear();
        self.heap
            .begin_game(&self.lua, &self.meter)
            .map_err(|error| self.reporter.lua_error(&error))
    }

    /// Returns the text of the script and its modules.
    pub(super) fn source(&self) -> &Source {
        &self.source
    }

    /// Calls a function of the script with `fuel` steps.
    ///
    /// # Errors
    /// The function failed, or was stopped, even if it hid that behind a `pcall`.
    pub fn call(
        &self,
        function: &Function,
        arguments: impl IntoLuaMulti,
        fuel: u64,
    ) -> Result<Value, ScriptError> {
        let answer = self.call_many(function, arguments, fuel)?;
        Ok(answer.into_iter().next().unwrap_or(Value::Nil))
    }

    /// Calls like [`Sandbox::call`], and returns all values that the function returns.
    ///
    /// # Errors
    /// The function failed, or was stopped, even if it hid that behind a `pcall`.
    pub(super) fn call_many(
        &self,
        function: &Function,
        arguments: impl IntoLuaMulti,
        fuel: u64,
    ) -> Result<MultiValue, ScriptError> {
        self.meter.start(fuel);
        self.finish_call(function, arguments, fuel)
    }

    /// Calls like [`Sandbox::call`], as part of a turn that has already used `used` of its `fuel`
    /// steps.
    ///
    /// # Errors
    /// The function failed, or was stopped, even if it hid that behind a `pcall`.
    pub(super) fn resume(
        &self,
        function: &Function,
        arguments: impl IntoLuaMulti,
        (fuel, used): (u64, u64),
    ) -> Result<Value, ScriptError> {
        self.meter.resume(fuel, used);
        let answer = self.finish_call(function, arguments, fuel)?;
        Ok(answer.into_iter().next().unwrap_or(Value::Nil))
    }

    /// Calls a function after the meter was started or resumed with `fuel` steps.
    fn finish_call(
        &self,
        function: &Function,
        arguments: impl IntoLuaMulti,
        fuel: u64,
    ) -> Result<MultiValue, ScriptError> {
        self.log.borrow_mut().clear();
        let answer = function.call::<MultiValue>(arguments);
        if let Some(termination) = self.meter.termination() {
            return Err(self.reporter.terminated(&termination, fuel));
        }
        answer.map_err(|error| self.reporter.lua_error(&error))
    }

    /// Reads the last call's answer with that call's remaining fuel.
    ///
    /// # Errors
    /// Reading failed, or was stopped.
    pub(super) fn read_answer<T>(
        &self,
        read: impl FnOnce(&Lua, &Meter) -> mlua::Result<T>,
    ) -> Result<T, ScriptError> {
        let answer = read(&self.lua, &self.meter);
        if let Some(termination) = self.meter.termination() {
            return Err(self.reporter.terminated(&termination, self.meter.budget()));
        }
        answer.map_err(|error| self.reporter.lua_error(&error))
    }

    /// Calls the file itself with arguments. Returns all values that it returns.
    ///
    /// # Errors
    /// The file failed, or was stopped, even if it hid that behind a `pcall`.
    pub(super) fn call_file(
        &self,
        arguments: impl IntoLuaMulti,
        fuel: u64,
    ) -> Result<MultiValue, ScriptError> {
        self.call_many(&self.chunk, arguments, fuel)
    }

    /// Starts a fuel budget and a time limit for host work before a call. Otherwise the time limit
    /// would still be that of the last call.
    pub(super) fn start_budget(&self, fuel: u64) {
        self.meter.start(fuel);
    }

    /// Seeds the stream behind `math.random` for the next call.
    pub fn seed(&self, stream: RobotStream) {
        self.stream.seed(stream);
    }

    /// Takes the lines that the last call printed.
    pub fn take_log(&self) -> Vec<String> {
        std::mem::take(&mut self.log.borrow_mut())
    }

    /// Returns the lines that used the last call's fuel, each with its text and steps, the largest
    /// number of steps first. The list is empty unless [`Host::profile`] is true.
    pub(super) fn profile(&self) -> Vec<LineFuel> {
        let source_line =
            |line: u32| self.reporter.script.text.lines().nth(line.checked_sub(1)? as usize);
        let line_fuel = |(line, fuel)| {
            let text = source_line(line).unwrap_or_default().trim();
            LineFuel { line, fuel, text: text.chars().take(MAX_PROFILE_LINE).collect() }
        };
        self.meter.profile().into_iter().map(line_fuel).collect()
    }

    /// Returns the lines of the file that have run since the VM was made. The result is empty
    /// unless [`Host::coverage`] is true.
    pub(super) fn coverage(&self) -> LineCoverage {
        LineCoverage::of_file(&self.chunk)
    }

    /// Returns the steps that the last call used.
    pub fn fuel_used(&self) -> u64 {
        self.meter.used()
    }

    /// Returns the limits in force.
    pub fn limits(&self) -> super::Limits {
        *self.meter.limits()
    }

    /// Returns the VM, to make arguments in it.
    pub fn lua(&self) -> &Lua {
        &self.lua
    }

    /// Makes an error about this script that the interpreter did not raise.
    pub fn error(&self, kind: ErrorKind, message: impl Into<String>) -> ScriptError {
        self.reporter.error(kind, None, message)
    }

    /// Turns an interpreter's error into an error of this script.
    pub(super) fn lua_error(&self, error: &mlua::Error) -> ScriptError {
        self.reporter.lua_error(error)
    }

    /// Returns the text of the file.
    pub(super) fn text(&self) -> &str {
        &self.reporter.script.text
    }

    /// Returns the first line of the file, from `first` on, that contains `word` as a whole word.
    pub(super) fn line_of(&self, word: &str, first: u32) -> Option<u32> {
        let is_separator = |c: char| !c.is_alphanumeric() && c != '_';
        let has_word = |line: &str| line.split(is_separator).any(|other| other == word);
        self.line_where(first, has_word)
    }

    /// Returns the first line of the file that contains a text between quotation marks.
    pub(super) fn line_of_text(&self, text: &str) -> Option<u32> {
        let written = ['"', '\''].map(|quote| format!("{quote}{text}{quote}"));
        self.line_where(1, |line| written.iter().any(|text| line.contains(text)))
    }

    /// Returns the number of the first line of the file, from line `first` on, that `fits` accepts.
    fn line_where(&self, first: u32, fits: impl Fn(&str) -> bool) -> Option<u32> {
        let mut lines = (1u32..).zip(self.reporter.script.text.lines());
        lines.find(|(number, line)| *number >= first && fits(line)).map(|(number, _)| number)
    }

    /// Adds the first line of a function to an error of its call, unless the error has a line.
    pub(super) fn with_function_line(
        &self,
        error: ScriptError,
        function: &Function,
    ) -> ScriptError {
        match (error.line, first_line(function)) {
            (None, line @ Some(_)) => self.error_at_line(error.kind, line, error.message),
            _ => error,
        }
    }

    /// Makes an error of a kind at a line of the file.
    pub(super) fn error_at_line(
        &self,
        kind: ErrorKind,
        line: Option<u32>,
        message: impl Into<String>,
    ) -> ScriptError {
        self.reporter.error(kind, line, message)
    }

    /// Makes a metadata error at a line of the file.
    pub(super) fn metadata_error(
        &self,
        line: Option<u32>,
        message: impl Into<String>,
    ) -> ScriptError {
        self.reporter.error(ErrorKind::Metadata, line, message)
    }
}

/// Decodes a script and its modules, and checks their number and size.
fn read_source(file: &str, source: &Source, host: &Host) -> Result<Reporter, ScriptError> {
    let mut reporter = Reporter::new(file, host.limits.memory);
    let limit = host.limits.source;
    let too_large = if source.text.len() > limit {
        Some(format!("is larger than {} KiB", limit >> 10))
    } else if source.len() > limit {
        Some(format!("is larger than {} KiB together with its modules", limit >> 10))
    } else if source.modules.len() > MAX_MODULES {
        Some(format!("loads more than {MAX_MODULES} modules"))
    } else {
        None
    };
    if let Some(message) = too_large {
        return Err(reporter.error(ErrorKind::File, None, message));
    }
    for (name, text) in &source.modules {
        let (chunk, name) = (module_file("", name), module_file(file, name));
        let mut module = ScriptFile { name, chunk, text: String::new() };
        module.text = source_text(&reporter, &module, text)?;
        reporter.modules.push(module);
    }
    reporter.script.text = source_text(&reporter, &reporter.script, &source.text)?;
    Ok(reporter)
}

/// Decodes a file, and checks that it is UTF-8 text.
fn source_text(
    reporter: &Reporter,
    file: &ScriptFile,
    bytes: &[u8],
) -> Result<String, ScriptError> {
    const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let is_binary = |byte: &u8| *byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c);
    match std::str::from_utf8(bytes) {
        Ok(text) if !bytes.iter().any(is_binary) => Ok(text.into()),
        _ => {
            let message = "is not a text file: scripts are source text in UTF-8";
            Err(reporter.error_in(file, ErrorKind::File, None, message))
        }
    }
}

/// A VM that is ready for its script.
struct Vm {
    lua: Lua,
    chunk: Function,
    run_file: Function,
    heap: Rc<Heap>,
}

/// Makes the VM of a script. Returns it with the result of `install`.
fn build<T>(
    reporter: &Reporter,
    source: &Source,
    meter: &Rc<Meter>,
    stream: &Stream,
    log: &Rc<RefCell<Vec<String>>>,
    install: impl FnOnce(&Lua, &Rc<Meter>, &Stream) -> mlua::Result<T>,
) -> mlua::Result<(Vm, T)> {
    let libraries = StdLib::TABLE | StdLib::STRING | StdLib::MATH | StdLib::BIT | StdLib::UTF8;
    let lua = Lua::new_with(libraries, LuaOptions::new())?;
    // Calls of these functions must go through their priced versions in the prelude.
    let compiler = NOT_INLINED
        .iter()
        .fold(Compiler::new(), |compiler, name| compiler.add_disabled_builtin(*name));
    let compiler = compiler.set_optimization_level(1).set_debug_level(1);
    lua.set_compiler(compiler.set_coverage_level(u8::from(meter.records_coverage())));
    let random = random_function(&lua, stream, meter)?;
    let print = print_function(&lua, log, meter)?;
    meter.start(u64::MAX);
    let text_bytes = lua.create_function(|_, list: Value| text_bytes(&list))?;
    let prelude_meter = Rc::clone(meter);
    let charge = lua.create_function(move |lua, steps: u64| prelude_meter.charge(lua, steps))?;
    let modules = Rc::new(RefCell::new(Modules::new(&reporter.script.name, source)));
    let shared = Rc::clone(&modules);
    let find_module = lua.create_function(move |_, name: Value| shared.borrow().find(&name))?;
    let host_functions = (random, print, text_bytes, charge, find_module);
    let run_file: Function = lua.load(PRELUDE).set_name("=prelude").call(host_functions)?;
    let installed = install(&lua, meter, stream)?;
    let (interrupt_meter, heap) = (Rc::clone(meter), Rc::new(Heap::start(&lua, meter)?));
    let interrupt_heap = Rc::clone(&heap);
    lua.set_interrupt(move |lua| {
        interrupt_meter.charge(lua, 1)?;
        interrupt_heap.check(lua, &interrupt_meter)?;
        Ok(VmState::Continue)
    });
    // This freezes the libraries. The next line freezes the script's own globals.
    lua.sandbox(true)?;
    lua.globals().set_readonly(true);
    let compile = |file: &ScriptFile| {
        let chunk = lua.load(file.text.as_str()).set_name(format!("@{}", file.chunk));
        chunk.set_mode(ChunkMode::Text).into_function()
    };
    // A module that is not Luau is an error when it is required.
    let compiled = reporter.modules.iter().map(compile);
    modules.borrow_mut().chunks = source.modules.keys().cloned().zip(compiled).collect();
    let chunk = compile(&reporter.script)?;
    Ok((Vm { lua, chunk, run_file, heap }, installed))
}

/// The random numbers of a script: the same on every computer for the same seed.
#[derive(Clone)]
pub struct Stream(Rc<RefCell<StreamState>>);

enum StreamState {
    /// Seeded, and not read yet. The first read makes the generator.
    Seeded(RobotStream),
    /// Read at least once.
    Begun(Xoshiro256PlusPlus),
    /// Without random numbers.
    Disabled,
}

impl Default for Stream {
    fn default() -> Self {
        Self(Rc::new(RefCell::new(StreamState::Seeded([0; 32].into()))))
    }
}

impl Stream {
    fn seed(&self, stream: RobotStream) {
        let mut state = self.0.borrow_mut();
        if !matches!(*state, StreamState::Disabled) {
            *state = StreamState::Seeded(stream);
        }
    }

    /// Disables random numbers: a house rule must give equal answers to equal questions.
    pub(super) fn disable(&self) {
        *self.0.borrow_mut() = StreamState::Disabled;
    }

    /// Returns 64 random bits.
    ///
    /// # Errors
    /// Random numbers are disabled.
    pub(super) fn next_bits(&self) -> mlua::Result<u64> {
        let mut state = self.0.borrow_mut();
        if let StreamState::Seeded(stream) = *state {
            *state = StreamState::Begun(Xoshiro256PlusPlus::from_seed(stream.start()));
        }
        let StreamState::Begun(generator) = &mut *state else {
            let message = "a house rule has no dice of its own: it can use what was rolled";
            return Err(mlua::Error::runtime(message));
        };
        Ok(generator.next_u64())
    }

    /// Returns a number in `0..1` with 53 random bits.
    fn random_unit(&self) -> mlua::Result<f64> {
        Ok((self.next_bits()? >> 11) as f64 / (1u64 << 53) as f64)
    }

    /// Returns a random whole number in `low..=high`.
    pub(super) fn random_integer(&self, low: f64, high: f64) -> mlua::Result<f64> {
        let (low, high) = (low.trunc(), high.trunc());
        let is_exact = low.abs() < MAX_RANDOM && high.abs() < MAX_RANDOM;
        if !is_exact || low > high {
            return Err(mlua::Error::runtime(format!("random: no whole number in {low}..{high}")));
        }
        let width = (high - low) as u64 + 1;
        let offset = (u128::from(self.next_bits()?) * u128::from(width)) >> 64;
        Ok(low + offset as f64)
    }
}

/// Makes `math.random`.
fn random_function(lua: &Lua, stream: &Stream, meter: &Rc<Meter>) -> mlua::Result<Function> {
    let (stream, meter) = (stream.clone(), Rc::clone(meter));
    lua.create_function(move |lua, (first, second): (Option<f64>, Option<f64>)| {
        meter.charge(lua, 1)?;
        match (first, second) {
            (None, _) => stream.random_unit(),
            (Some(high), None) => stream.random_integer(1.0, high),
            (Some(low), Some(high)) => stream.random_integer(low, high),
        }
    })
}

/// Makes the function that `print` passes its line to.
fn print_function(
    lua: &Lua,
    log: &Rc<RefCell<Vec<String>>>,
    meter: &Rc<Meter>,
) -> mlua::Result<Function> {
    let (log, meter) = (Rc::clone(log), Rc::clone(meter));
    lua.create_function(move |lua, line: mlua::LuaString| {
        meter.charge(lua, 1)?;
        let mut log = log.borrow_mut();
        if log.len() < meter.limits().log_lines {
            log.push(lua_value::head(&line, MAX_PRINTED_LINE));
        }
        Ok(())
    })
}

/// Counts the bytes of the texts in a list. Stops once the count exceeds [`MAX_SORTED_TEXT`].
/// Returns 0 if the first entry is no text, because a list of mixed types cannot be sorted.
fn text_bytes(list: &Value) -> mlua::Result<usize> {
    let Value::Table(list) = list else { return Ok(0) };
    if !list.raw_get::<Value>(1)?.is_string() {
        return Ok(0);
    }
    let mut bytes = 0;
    for index in 1..=list.raw_len() {
        if let Value::String(text) = list.raw_get(index)? {
            bytes += text.as_bytes().len();
        }
        if bytes > MAX_SORTED_TEXT {
            break;
        }
    }
    Ok(bytes)
}

/// Returns the line of the script's own file that a function begins on. Returns `None` for a
/// function of a module.
pub(super) fn first_line(function: &Function) -> Option<u32> {
    let info = function.info();
    let is_of_module = info.short_src.is_some_and(|chunk| chunk.contains('/'));
    let line = u32::try_from(info.line_defined?).ok();
    line.filter(|line| *line > 0 && !is_of_module)
}
