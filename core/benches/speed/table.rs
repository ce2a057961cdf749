//! Measures and prints the table of results.

use std::time::Duration;

use criterion::BenchmarkGroup;
use criterion::measurement::WallTime;

/// Time spent, and the number of units done in it.
#[derive(Clone, Copy, Default)]
pub struct Spent {
    pub time: Duration,
    pub count: u64,
}

impl Spent {
    pub fn add(&mut self, more: Self) {
        self.time += more.time;
        self.count += more.count;
    }

    /// Returns nanoseconds for one unit, or none if nothing was done.
    fn each(self) -> Option<f64> {
        (self.count > 0).then(|| self.time.as_secs_f64() * 1e9 / self.count as f64)
    }
}

/// Measures `run`, which does at least the given number of units. Returns nanoseconds for one
/// unit, or none if a filter excluded it.
pub fn measure(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    mut run: impl FnMut(u64) -> Spent,
) -> Option<f64> {
    let mut total = Spent::default();
    group.bench_function(name, |bencher| {
        bencher.iter_custom(|count| {
            let spent = run(count);
            total.add(spent);
            spent.time.mul_f64(count as f64 / spent.count as f64)
        });
    });
    total.each()
}

/// A workload that does at least the given number of units.
pub type Run<'a> = Box<dyn FnMut(u64) -> Spent + 'a>;

/// Like [`measure`], for several workloads to be compared. They run in turn, twice each, so that
/// other load on the machine affects all of them. Returns the better figure of each.
pub fn measure_in_turn<const N: usize>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    mut runs: [(String, Run<'_>); N],
) -> [Option<f64>; N] {
    let mut best = [None::<f64>; N];
    for round in ["", ", again"] {
        for (best, (name, run)) in best.iter_mut().zip(&mut runs) {
            let figure = measure(group, &format!("{name}{round}"), run);
            *best = [*best, figure].into_iter().flatten().reduce(f64::min);
        }
    }
    best
}

/// A line of the table: name, unit, and nanoseconds a unit in the library and in the minimal
/// program.
struct Line {
    what: String,
    unit: &'static str,
    library: Option<f64>,
    plain: Option<f64>,
}

/// The lines of the table.
#[derive(Default)]
pub struct Table(Vec<Line>);

impl Table {
    /// Adds a line, unless it has no figures.
    pub fn add(&mut self, what: String, unit: &'static str, [library, plain]: [Option<f64>; 2]) {
        if library.or(plain).is_some() {
            self.0.push(Line { what, unit, library, plain });
        }
    }

    #[allow(clippy::print_stdout, reason = "the table is what the program is for")]
    pub fn print(&self) {
        let wide = self.0.iter().map(|line| line.what.chars().count()).max().unwrap_or(0);
        println!("\n{:wide$}  {:7} {:>11} {:>11} {:>7}", "", "each", "ns", "plain ns", "ratio");
        for Line { what, unit, library, plain } in &self.0 {
            let ratio = library.zip(*plain).map(|(library, plain)| library / plain);
            let [library, plain] = [library, plain].map(|ns| ns.map(|ns| format!("{ns:.1}")));
            let ratio = ratio.map(|ratio| format!("{ratio:.2}")).unwrap_or_default();
            let (library, plain) = (library.unwrap_or_default(), plain.unwrap_or_default());
            println!("{what:wide$}  {unit:7} {library:>11} {plain:>11} {ratio:>7}");
        }
    }
}
