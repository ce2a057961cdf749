//! Measures workloads, and prints the results as a table.

use std::time::Duration;

use criterion::BenchmarkGroup;
use criterion::measurement::WallTime;

/// An amount of work, in units, and the time it took.
#[derive(Clone, Copy, Default)]
pub struct WorkDone {
    pub time: Duration,
    pub count: u64,
}

impl WorkDone {
    pub fn add(&mut self, more: Self) {
        self.time += more.time;
        self.count += more.count;
    }

    /// Returns the nanoseconds of one unit, or none if no work was done.
    fn nanoseconds_per_unit(self) -> Option<f64> {
        (self.count > 0).then(|| self.time.as_secs_f64() * 1e9 / self.count as f64)
    }
}

/// Measures `run`, which is given a number of units and does at least as many. Returns the
/// nanoseconds of one unit, or none if a filter of the command line excluded it.
pub fn measure(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    mut run: impl FnMut(u64) -> WorkDone,
) -> Option<f64> {
    let mut total = WorkDone::default();
    group.bench_function(name, |bencher| {
        bencher.iter_custom(|count| {
            let done = run(count);
            total.add(done);
            // Criterion expects the time of exactly `count` units.
            done.time.mul_f64(count as f64 / done.count as f64)
        });
    });
    total.nanoseconds_per_unit()
}

/// A workload that is given a number of units and does at least as many.
pub type Run<'a> = Box<dyn FnMut(u64) -> WorkDone + 'a>;

/// Like [`measure`], for several workloads that are compared. They run in turn, twice each, so that
/// other load on the machine affects all of them. Returns the better result of each.
pub fn measure_together<const N: usize>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    mut runs: [(String, Run<'_>); N],
) -> [Option<f64>; N] {
    let mut best = [None::<f64>; N];
    for round in ["", ", again"] {
        for (best, (name, run)) in best.iter_mut().zip(&mut runs) {
            let nanoseconds = measure(group, &format!("{name}{round}"), run);
            *best = [*best, nanoseconds].into_iter().flatten().reduce(f64::min);
        }
    }
    best
}

/// A line of the table, with nanoseconds of one unit in the library and in the plain program.
struct Line {
    /// The name of the workload.
    what: String,
    unit: &'static str,
    library: Option<f64>,
    plain: Option<f64>,
}

/// The lines of the table.
#[derive(Default)]
pub struct Table(Vec<Line>);

impl Table {
    /// Adds a line, unless it has no results.
    pub fn add(&mut self, what: String, unit: &'static str, [library, plain]: [Option<f64>; 2]) {
        if library.or(plain).is_some() {
            self.0.push(Line { what, unit, library, plain });
        }
    }

    #[allow(clippy::print_stdout, reason = "the table is what the program is for")]
    pub fn print(&self) {
        let width = self.0.iter().map(|line| line.what.chars().count()).max().unwrap_or(0);
        println!("\n{:width$}  {:7} {:>11} {:>11} {:>7}", "", "each", "ns", "plain ns", "ratio");
        for Line { what, unit, library, plain } in &self.0 {
            let ratio = library.zip(*plain).map(|(library, plain)| library / plain);
            let [library, plain] = [library, plain].map(|ns| ns.map(|ns| format!("{ns:.1}")));
            let ratio = ratio.map(|ratio| format!("{ratio:.2}")).unwrap_or_default();
            let (library, plain) = (library.unwrap_or_default(), plain.unwrap_or_default());
            println!("{what:width$}  {unit:7} {library:>11} {plain:>11} {ratio:>7}");
        }
    }
}
