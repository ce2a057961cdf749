//! What was measured, and the table of it.

use std::time::Duration;

use criterion::BenchmarkGroup;
use criterion::measurement::WallTime;

/// Time and what was done in it.
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

    /// Nanoseconds of one; none where nothing was done.
    fn each(self) -> Option<f64> {
        (self.count > 0).then(|| self.time.as_secs_f64() * 1e9 / self.count as f64)
    }
}

/// Measures what `run` does so many times and a little more; nanoseconds of one, none where a
/// filter left it out.
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

/// Does something so many times and a little more.
pub type Run<'a> = Box<dyn FnMut(u64) -> Spent + 'a>;

/// As [`measure`] for several things that are to be compared, in turn and twice each, so that
/// what else the machine does hits all of them; the better figure of each.
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

/// One line: what, nanoseconds of what, in the library and in a plain program.
struct Line {
    what: String,
    unit: &'static str,
    library: Option<f64>,
    plain: Option<f64>,
}

/// All lines.
#[derive(Default)]
pub struct Table(Vec<Line>);

impl Table {
    /// Adds a line, unless nothing was measured for it.
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
