//! Files from anywhere: broken by hand and by chance, each is read fully or refused with a reason
//! that says where, within limits of memory and time.

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

/// Counts what is allocated, so that a test can say how much a file took.
#[global_allocator]
static MEMORY: peak_alloc::PeakAlloc = peak_alloc::PeakAlloc;
