//! Untrusted files, broken by hand and at random. Each is read fully or refused with a reason that
//! says where the fault is, within limits of memory and time.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::print_stdout, reason = "a trial tells its figures")]

mod corpus;
mod cuts;
mod fuzz;
mod kinds;
mod measure;
mod mutations;
mod mutators;
mod samples;
mod steps;

/// Counts allocations, so that tests can measure the memory a file takes.
#[global_allocator]
static MEMORY: peak_alloc::PeakAlloc = peak_alloc::PeakAlloc;
