//! Runs a tournament in the background. The window starts it, shows its results so far, stops it
//! and resumes it from the journal.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use qipan_core::contract::dice::RunSeed;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::outcome::Reason;
use qipan_core::registry::GameKind;
use qipan_core::script::Scripted;
use qipan_core::tournament::{HeadToHead, Shard, Sprt, SprtHypotheses, Standing, Tally};
use qipan_core::with_game;
use serde_json::{Map, Value};

use crate::model::background::{Background, Progress};
use crate::model::house;
use crate::model::robot_threads::RepaintSignal;
use crate::model::scripts::{RobotSpec, RuleSpec};
use crate::model::storage::disk;
use crate::model::tournament::journal::TournamentJournal;
use crate::model::tournament::run::{RunOptions, TournamentTotals, run};
use crate::model::tournament::save;
use crate::model::tournament::spec::{Conditions, TournamentSpec};

/// The minimum time between two updates of the results in the window.
const UPDATE_INTERVAL: Duration = Duration::from_millis(500);

/// The maximum number of points of the curve. When there are more, every other point is removed.
const MAX_POINTS: usize = 400;

/// The settings with which a tournament is started.
#[derive(Clone, Debug)]
pub struct TournamentPlan {
    /// The preset.
    pub preset: String,
    /// The options that differ from the preset. House rules may change more.
    pub options: Map<String, Value>,
    /// The house rules.
    pub house: Vec<RuleSpec>,
    /// The robots. Programs in other languages are run, so the user must have allowed them.
    pub robots: Vec<RobotSpec>,
    /// The number of games, or the upper bound with a sequential test.
    pub games: u64,
    /// The seed from which all chance outcomes follow.
    pub seed: RunSeed,
    /// The number of games played at once.
    pub jobs: usize,
    /// The journal to write and to resume from.
    pub journal: Option<PathBuf>,
    /// The folder in which every game is saved. It is created if it is missing.
    pub saves: Option<PathBuf>,
    /// True if the journal and the folder of games are emptied first.
    pub starts_over: bool,
    /// The bounds of a sequential test that may end the tournament early.
    pub sprt: Option<SprtHypotheses>,
}

/// The results of a tournament so far, as plain data.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Snapshot {
    /// The number of games counted.
    pub games: u64,
    /// The number of games per second in this run, or `None` before its first game.
    pub games_per_s: Option<f64>,
    /// The standings of the robots, by the index of the robot.
    pub standings: Vec<Standing>,
    /// The results of each robot against each robot: `pairs[a][b]` has those of `a` against `b`.
    pub pairs: Vec<Vec<HeadToHead>>,
    /// The name of each seat, with its number of first places. A first place that several seats
    /// share counts as a fraction.
    pub first_places: Vec<(&'static str, f64)>,
    /// The reasons for which games ended, each with its number of games.
    pub endings: Vec<(Reason, u64)>,
    /// The number of games in which several sides shared the first place.
    pub draws: u64,
    /// The first error of each robot.
    pub first_errors: Vec<Option<String>>,
    /// The sequential test, if there is one.
    pub sprt: Option<Sprt>,
    /// The points of the score curve. Each is a number of games counted so far, with the scores of
    /// the robots at that time.
    pub curve: Vec<(u64, Vec<f64>)>,
}

/// A running tournament.
#[derive(Debug)]
pub struct RunningTournament {
    work: Background<Snapshot, String>,
    latest: Arc<Mutex<Snapshot>>,
    stop: Arc<std::sync::atomic::AtomicBool>,
}

impl RunningTournament {
    /// Starts a tournament or resumes a stopped one. `wake` is called after each update.
    pub fn start(plan: TournamentPlan, wake: RepaintSignal) -> Self {
        let latest = Arc::new(Mutex::new(Snapshot::default()));
        let stop = Arc::default();
        let watch = TournamentWatch {
            latest: Arc::clone(&latest),
            stop: Arc::clone(&stop),
            wake: Arc::clone(&wake),
            started_at: Instant::now(),
            curve: Mutex::default(),
        };
        let games = usize::try_from(plan.games).unwrap_or(usize::MAX);
        let work = move |progress: &Progress| {
            let kind = GameKind::of_preset(&plan.preset);
            let kind = kind.ok_or_else(|| format!("unknown preset `{}`", plan.preset))?;
            with_game!(kind, |G| play::<G>(plan, &watch, progress))
        };
        Self { work: Background::start(games, work, wake), latest, stop }
    }

    /// Reads the results of a stopped tournament without playing further games.
    pub fn read_results(plan: TournamentPlan, wake: RepaintSignal) -> Self {
        let tournament = Self::start(TournamentPlan { starts_over: false, ..plan }, wake);
        tournament.stop();
        tournament
    }

    /// Returns the results so far.
    pub fn snapshot(&self) -> Snapshot {
        lock(&self.latest).clone()
    }

    /// Returns the number of games counted, and the number of all games.
    pub fn progress(&self) -> (usize, usize) {
        self.work.progress()
    }

    /// Asks the tournament to stop. Finished blocks are in the journal.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns the results once it is over or stopped.
    pub fn poll(&self) -> Option<Result<Snapshot, String>> {
        self.work.poll()
    }
}

impl Drop for RunningTournament {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Returns the file of a saved game of a tournament, by its number from 1.
pub fn saved_game(folder: &Path, number: u64) -> PathBuf {
    save::file(folder, number)
}

/// Locks a mutex. Poisoning is ignored, since a panic ends the tournament anyway.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Describes an error of a file or folder.
fn io_message(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

impl TournamentPlan {
    /// Empties the journal and removes the games of an earlier tournament.
    fn clear_files(&self) -> Result<(), String> {
        if let Some(path) = &self.journal {
            let folder = path.parent().unwrap_or(Path::new("."));
            disk::make_folder(folder).map_err(|why| io_message(folder, &why))?;
            TournamentJournal::truncate(path).map_err(|why| why.to_string())?;
        }
        match &self.saves {
            Some(folder) if folder.exists() => {
                disk::remove_folder(folder).map_err(|why| io_message(folder, &why))
            }
            _ => Ok(()),
        }
    }
}

/// The part of a running tournament that its threads share with the window.
struct TournamentWatch {
    latest: Arc<Mutex<Snapshot>>,
    stop: Arc<std::sync::atomic::AtomicBool>,
    wake: RepaintSignal,
    started_at: Instant,
    curve: Mutex<ScoreHistory>,
}

/// The scores of the robots over the course of a tournament. They depend only on the games, not on
/// interruptions.
#[derive(Default)]
struct ScoreHistory {
    /// The points. Each is a number of games counted so far, with the scores of the robots at that
    /// time.
    points: Vec<(u64, Vec<f64>)>,
    /// The minimum number of games between two points. It grows whenever there are too many points.
    step: u64,
}

impl ScoreHistory {
    /// Adds a point if at least `step` games were counted since the last one.
    fn add(&mut self, tally: &Tally) {
        let last_games = self.points.last().map_or(0, |(games, _)| *games);
        if tally.games() < last_games + self.step.max(1) {
            return;
        }
        self.points.push((tally.games(), tally.scores()));
        if self.points.len() > MAX_POINTS {
            let mut count = 0;
            self.points.retain(|_| {
                count += 1;
                count % 2 == 0
            });
            self.step = 2 * (tally.games() / MAX_POINTS as u64).max(1);
        }
    }

    /// Returns the points, followed by one with the current scores if games were counted since the
    /// last one.
    fn points_with(&self, tally: &Tally) -> Vec<(u64, Vec<f64>)> {
        let mut points = self.points.clone();
        if tally.games() > points.last().map_or(0, |(games, _)| *games) {
            points.push((tally.games(), tally.scores()));
        }
        points
    }
}

/// Plays a tournament of game `G`, and updates the results in `watch`.
fn play<G: Scripted>(
    plan: TournamentPlan,
    watch: &TournamentWatch,
    progress: &Progress,
) -> Result<Snapshot, String> {
    if plan.starts_over {
        plan.clear_files()?;
    }
    let rules = G::Rules::preset(&plan.preset).ok_or("there is no such preset")?;
    let rules = rules.with_all(&plan.options).map_err(|why| why.to_string())?;
    let (rules, _) = house::merge::<G>(&rules, &plan.house).map_err(|why| why.to_string())?;
    let sides = rules.sides(plan.robots.len());
    if plan.robots.len() < sides.len() {
        return Err(format!("at least {} robots are needed", sides.len()));
    }
    let house = plan.house.iter().map(RuleSpec::to_saved).collect();
    let TournamentPlan { preset, robots, games, seed, .. } = plan;
    let (shard, conditions) = (Shard::WHOLE, Conditions::default());
    let tournament =
        TournamentSpec::<G> { preset, rules, house, sides, robots, games, seed, shard, conditions };
    let journal = plan.journal.map(|path| TournamentJournal::open(&path, &tournament));
    let journal = journal.transpose().map_err(|why| why.to_string())?;
    if let Some(folder) = &plan.saves {
        disk::make_folder(folder).map_err(|why| io_message(folder, &why))?;
    }
    let resumed_games =
        journal.as_ref().map_or(0, |journal| journal.block_and_game_counts().1 as u64);
    let (jobs, saves, sprt) = (plan.jobs, plan.saves, plan.sprt);
    let options = RunOptions { jobs, journal, saves, sprt, ..RunOptions::default() };
    let last_update = Mutex::new(None::<Instant>);
    let totals = run(&tournament, options, &watch.stop, &|totals: &TournamentTotals| {
        let games = totals.tally.games();
        lock(&watch.curve).add(&totals.tally);
        progress.set(usize::try_from(games).unwrap_or(usize::MAX));
        if progress.must_stop() {
            watch.stop.store(true, Ordering::Relaxed);
        }
        // The blocks of an earlier run are counted first, within a moment. The window is updated
        // only after all of them are counted.
        if games < resumed_games {
            return;
        }
        let mut last_update = lock(&last_update);
        if last_update.is_none_or(|time| time.elapsed() >= UPDATE_INTERVAL) {
            *last_update = Some(Instant::now());
            watch.update::<G>(&tournament, totals, resumed_games);
        }
    })?;
    Ok(watch.update::<G>(&tournament, &totals, resumed_games))
}

impl TournamentWatch {
    /// Computes the results, stores them for the window and returns them. The speed is computed
    /// without the `resumed_games`, which an earlier run played.
    fn update<G: Scripted>(
        &self,
        tournament: &TournamentSpec<G>,
        totals: &TournamentTotals,
        resumed_games: u64,
    ) -> Snapshot {
        let tally = &totals.tally;
        let robots = tournament.robots.len();
        let pairs_of = |robot| (0..robots).map(|other| tally.head_to_head(robot, other)).collect();
        let standings = tally.standings();
        let curve = lock(&self.curve).points_with(tally);
        let mut latest = lock(&self.latest);
        let played = tally.games().saturating_sub(resumed_games) as f64;
        *latest = Snapshot {
            games: tally.games(),
            games_per_s: (played > 0.0).then(|| played / self.started_at.elapsed().as_secs_f64()),
            standings,
            pairs: (0..robots).map(pairs_of).collect(),
            first_places: tournament
                .seats()
                .iter()
                .map(|seat| (G::seat_name(seat), tally.first_places(seat)))
                .collect(),
            endings: tally.endings().collect(),
            draws: tally.draws(),
            first_errors: totals.first_errors.clone(),
            sprt: totals.sprt.clone(),
            curve,
        };
        (self.wake)();
        latest.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::scripts;
    use crate::model::storage::Folders;

    fn plan(journal: Option<PathBuf>) -> TournamentPlan {
        let nowhere = PathBuf::from("/nowhere");
        let folders = Folders { saves: nowhere.clone(), scripts: nowhere.clone(), data: nowhere };
        let robot =
            |name| scripts::find(&folders, "race", &scripts::ScriptArg::typed(name)).unwrap();
        let options = [("planes", 1), ("planes_to_win", 1)];
        TournamentPlan {
            preset: "flying".to_owned(),
            options: options
                .map(|(key, value)| (key.to_owned(), Value::from(value)))
                .into_iter()
                .collect(),
            house: Vec::new(),
            robots: vec![robot("greedy"), robot("random")],
            games: 60,
            seed: RunSeed::Number(3),
            jobs: 2,
            journal,
            saves: None,
            starts_over: false,
            sprt: None,
        }
    }

    fn wait_for_result(live: &RunningTournament) -> Result<Snapshot, String> {
        loop {
            if let Some(result) = live.poll() {
                return result;
            }
            std::thread::yield_now();
        }
    }

    #[test]
    fn resumed_tournament_gives_the_same_result() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("arena.jsonl");
        let uninterrupted =
            wait_for_result(&RunningTournament::start(plan(None), Arc::new(|| {}))).unwrap();
        assert_eq!((uninterrupted.games, uninterrupted.curve.last().unwrap().0), (60, 60));
        let first = RunningTournament::start(plan(Some(file.clone())), Arc::new(|| {}));
        while first.progress().0 == 0 {
            std::thread::yield_now();
        }
        first.stop();
        let stopped = wait_for_result(&first).unwrap();
        assert!(stopped.games <= 60);
        drop(first);
        let reread = wait_for_result(&RunningTournament::read_results(
            plan(Some(file.clone())),
            Arc::new(|| {}),
        ))
        .unwrap();
        assert_eq!(reread.games, stopped.games);
        let resumed =
            wait_for_result(&RunningTournament::start(plan(Some(file.clone())), Arc::new(|| {})))
                .unwrap();
        let table = |snapshot: &Snapshot| {
            let Snapshot { standings, pairs, curve, .. } = snapshot;
            (standings.clone(), pairs.clone(), curve.clone())
        };
        assert_eq!(table(&resumed), table(&uninterrupted));
        let other =
            TournamentPlan { seed: RunSeed::Number(4), starts_over: true, ..plan(Some(file)) };
        let other = wait_for_result(&RunningTournament::start(other, Arc::new(|| {}))).unwrap();
        assert_eq!(other.games, 60);
        assert_ne!(table(&other), table(&uninterrupted));
    }

    #[test]
    fn unplayable_tournament_reports_the_reason() {
        let few = TournamentPlan { robots: Vec::new(), ..plan(None) };
        assert!(
            wait_for_result(&RunningTournament::start(few, Arc::new(|| {})))
                .unwrap_err()
                .contains("robots")
        );
        let unknown = TournamentPlan { preset: "ludo".to_owned(), ..plan(None) };
        assert!(
            wait_for_result(&RunningTournament::start(unknown, Arc::new(|| {})))
                .unwrap_err()
                .contains("`ludo`")
        );
    }
}
