//! Reads untrusted files: corrupted by hand, mutated at random, truncated, and fuzzed. Each is read
//! completely or refused with a reason that says where the fault is, within limits of memory and
//! time. `samples` has the good files, and `kinds` reads a file of each kind as the program does.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::print_stdout, reason = "a trial prints its figures")]

mod corpus;
mod cuts;
mod fuzz;
mod kinds;
mod measure;
mod mutations;
mod mutators;
mod samples;
mod steps;

/// Counts allocations, so that tests can measure the memory that reading a file takes.
#[global_allocator]
static MEMORY: peak_alloc::PeakAlloc = peak_alloc::PeakAlloc;
