//! Plays the games of a tournament on several threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use qipan_core::arena::{Block, Played, Schedule, Seating, Tally};
use qipan_core::dice::Seed;
use qipan_core::game::{Captured, NullSink, SetupError, Step};
use qipan_core::game_loop::{Buffers, End, Logged, Match, Players, ask, run_to_end};
use qipan_core::house::{House, HouseError};
use qipan_core::playout::any_of;
use qipan_core::record::{MAX_STEPS, SavedRule};
use qipan_core::robot::{Choice, Robot, TroubleKind};
use qipan_core::script::{LuaRobot, Scripted};
use qipan_core::seat::{Seat, SeatSet};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

use crate::cli::output::Failure;
use crate::model::clock::{Ticking, host_without_notes};
use crate::model::scripts::RobotSpec;
use crate::model::{house, layout_limits};

/// A tournament about to be played.
pub(super) struct Contest<'a, G: Scripted> {
    pub rules: G::Rules,
    pub house: Vec<SavedRule>,
    pub sides: Vec<SeatSet>,
    pub robots: &'a [RobotSpec],
    pub games: u64,
    pub jobs: usize,
    pub seed: u64,
}

/// What it came to.
pub(super) struct Totals {
    pub tally: Tally,
    /// The first trouble of each robot, by block.
    pub troubles: Vec<Option<(u64, String)>>,
}

impl<G: Scripted> Contest<'_, G> {
    /// Plays all games, or as many as are finished when `stop` is set; `progress` is told
    /// how many more have been played.
    pub(super) fn run(
        &self,
        stop: &AtomicBool,
        progress: &(impl Fn(u64) + Sync),
    ) -> Result<Totals, Failure> {
        let _ticking = Ticking::start();
        let schedule = Schedule::new(self.kinds(), self.sides.clone(), self.seed);
        let next = AtomicU64::new(0);
        let total = Mutex::new(Totals {
            tally: Tally::new(self.robots.len()),
            troubles: vec![None; self.robots.len()],
        });
        let work = || {
            let mut worker = Worker::new(self, stop)?;
            let length = schedule.block_len() as u64;
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let games = self.games.saturating_sub(number.saturating_mul(length));
                if games == 0 || stop.load(Ordering::Relaxed) {
                    break;
                }
                let mut block = schedule.block(number);
                block.games.truncate(games.min(length) as usize);
                progress(worker.play_block(&block)?);
            }
            // A panic of another worker ends the scope anyway.
            let mut total = total.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            total.merge(worker.found);
            Ok(())
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.jobs.max(1)).map(|_| scope.spawn(work)).collect();
            let join = |worker: std::thread::ScopedJoinHandle<'_, _>| {
                worker.join().unwrap_or_else(|_| Err(Failure::bad("a worker broke down")))
            };
            workers.into_iter().try_for_each(join)
        })?;
        Ok(total.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()))
    }
}

impl<G: Scripted> Contest<'_, G> {
    /// A game at its start, dealt from a seed.
    fn start(&self, seed: &Seed) -> Result<G, SetupError> {
        let seats = self.seats();
        G::new(&self.rules, seats, &G::draw_deal(&self.rules, seats, seed)?)
    }

    fn seats(&self) -> SeatSet {
        self.sides.iter().fold(SeatSet::EMPTY, |all, side| all.union(*side))
    }

    /// Equal numbers for robots of the same script and parameters.
    fn kinds(&self) -> Vec<u8> {
        let alike = |a: &RobotSpec, b: &RobotSpec| a.source == b.source && a.params == b.params;
        let first = |robot: &RobotSpec| self.robots.iter().position(|other| alike(robot, other));
        self.robots.iter().map(|robot| first(robot).unwrap_or_default() as u8).collect()
    }
}

impl Totals {
    fn merge(&mut self, other: Self) {
        self.tally.merge(&other.tally);
        for (ours, theirs) in self.troubles.iter_mut().zip(other.troubles) {
            *ours = match (ours.take(), theirs) {
                (Some(ours), Some(theirs)) => Some(if theirs.0 < ours.0 { theirs } else { ours }),
                (ours, theirs) => ours.or(theirs),
            };
        }
    }

    /// Counts fuel and trouble of one answer.
    fn count<A>(&mut self, block: u64, robot: usize, choice: &Choice<A>) {
        self.tally.add_fuel(robot, choice.fuel);
        let Some(trouble) = &choice.trouble else { return };
        match trouble.kind {
            TroubleKind::Error | TroubleKind::Illegal => self.tally.add_error(robot),
            TroubleKind::Budget | TroubleKind::Stopped => self.tally.add_timeout(robot),
            TroubleKind::SwitchedOff => {}
        }
        let first = &mut self.troubles[robot];
        if first.as_ref().is_none_or(|(earliest, _)| block < *earliest) {
            *first = Some((block, trouble.message.clone()));
        }
    }
}

/// A thread with its robots and everything its games use again and again.
struct Worker<'a, G: Scripted> {
    stop: &'a AtomicBool,
    contest: &'a Contest<'a, G>,
    /// The start of every game, where they all start alike.
    start: G,
    /// The house rules, in machines of this thread.
    house: House<G>,
    names: Vec<String>,
    /// A machine for every robot and every seat of a side.
    robots: Vec<Vec<LuaRobot<G>>>,
    found: Totals,
    buffers: Buffers<G>,
    seed: Seed,
}

/// The chance of one game: dice that games of a block share, streams for the robots.
struct Chance {
    /// What the game is dealt from, where each has a deal of its own.
    deal: Option<Seed>,
    dice: Xoshiro256PlusPlus,
    streams: Xoshiro256PlusPlus,
}

impl<'a, G: Scripted> Worker<'a, G> {
    fn new(contest: &'a Contest<'a, G>, stop: &'a AtomicBool) -> Result<Self, Failure> {
        // Each worker has a state of its own from the start: copies share its tables.
        let start = contest.start(&Seed::from_number(contest.seed)).map_err(Failure::bad)?;
        let host = host_without_notes();
        let house = house::load::<G>(&contest.house, &host).map_err(Failure::bad)?;
        let most = contest.sides.iter().map(|side| side.len()).max().unwrap_or(1);
        let mut robots = Vec::new();
        for spec in contest.robots {
            let made = (0..most).map(|_| spec.load(&host)).collect::<Result<_, _>>();
            robots.push(made.map_err(Failure::bad)?);
        }
        let count = robots.len();
        Ok(Self {
            stop,
            contest,
            start,
            house,
            names: house::names(&contest.house),
            robots,
            found: Totals { tally: Tally::new(count), troubles: vec![None; count] },
            buffers: Buffers::default(),
            seed: Seed::from_number(contest.seed),
        })
    }

    /// Plays the games of a block; how many were finished.
    fn play_block(&mut self, block: &Block) -> Result<u64, Failure> {
        let mut played = Vec::with_capacity(block.games.len());
        for (number, game) in block.games.iter().enumerate() {
            let dealt = G::IS_DEALT;
            let deal = dealt.then(|| self.deal_seed(block.number, u64::from(game.dice)));
            let chance = Chance {
                deal,
                dice: self.generator("arena dice", block.number, u64::from(game.dice)),
                streams: self.generator("arena robots", block.number, number as u64),
            };
            let game = self.play_game(block.number, &game.seating, chance);
            let game = game.inspect_err(|_| self.stop.store(true, Ordering::Relaxed))?;
            let Some(game) = game else { break };
            played.push(game);
        }
        self.found.tally.add_block(block.number, &played);
        Ok(played.len() as u64)
    }

    fn deal_seed(&self, block: u64, game: u64) -> Seed {
        Seed::from_bytes(self.hash("arena deal", block, game))
    }

    fn generator(&self, label: &str, block: u64, game: u64) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::from_seed(self.hash(label, block, game))
    }

    fn hash(&self, label: &str, block: u64, game: u64) -> [u8; 32] {
        let hash = Sha256::new()
            .chain_update(self.seed.bytes())
            .chain_update(label)
            .chain_update(block.to_le_bytes())
            .chain_update(game.to_le_bytes())
            .finalize();
        hash.into()
    }

    /// A game dealt from a seed, with what its robots settle beforehand.
    fn dealt(&mut self, seed: &Seed, machines: &Machines) -> Result<G, Failure> {
        let (rules, seats) = (&self.contest.rules, self.contest.seats());
        let prepare = |seat: Seat, deal: &mut _, stream| {
            if let Some((robot, machine)) = machines.get(seat.index()).copied().flatten() {
                // What goes wrong here goes wrong again in the game, and is counted there.
                self.robots[robot][machine].prepare(rules, seat, deal, stream);
            }
        };
        let mut deal = G::draw_deal(rules, seats, seed).map_err(Failure::bad)?;
        let house = &mut self.house;
        layout_limits::lay_out_robots(house, rules, seats, &mut deal, seed, prepare)
            .map_err(Failure::bad)?;
        G::new(rules, seats, &deal).map_err(Failure::bad)
    }

    /// Plays a game; none if it was stopped.
    fn play_game(
        &mut self,
        block: u64,
        seating: &Seating,
        chance: Chance,
    ) -> Result<Option<Played>, Failure> {
        let machines = machines(seating);
        for (robot, machine) in machines.iter().flatten() {
            self.robots[*robot][*machine].start();
        }
        let state = match chance.deal {
            Some(seed) => self.dealt(&seed, &machines)?,
            None => self.start.clone(),
        };
        let game = Logged::new(state, &mut self.house, MAX_STEPS);
        let mut game = Counted { game, captures: [0; 8], lost: [0; 8] };
        let mut players = Seated {
            stop: self.stop,
            block,
            machines,
            robots: &mut self.robots,
            house_rules: &self.names,
            found: &mut self.found,
            chance,
        };
        match run_to_end(&mut game, &mut players, &mut self.buffers) {
            Ok(End::Over) => {}
            // What nobody but the program did is no step a house rule is asked about.
            Ok(End::NoRoom) => game.game.state.play_unchecked(&Step::Draw, &mut NullSink),
            Err(Ended::Stopped) => return Ok(None),
            Err(Ended::Failed(why)) => return Err(why),
        }
        let Counted { game: Logged { state, .. }, captures, lost } = game;
        let plies = state.ply();
        let Some(outcome) = state.outcome() else { return Ok(None) };
        let rolls = if G::HAS_DICE { plies } else { 0 };
        Ok(Some(Played { seating: *seating, outcome, plies, rolls, captures, lost }))
    }
}

/// A game with a count of who took how many pieces of whom.
struct Counted<'a, G: Scripted> {
    game: Logged<'a, G>,
    captures: [u32; Seat::MAX],
    lost: [u32; Seat::MAX],
}

impl<G: Scripted> Match<G> for Counted<'_, G> {
    type Error = HouseError;

    fn state(&self) -> &G {
        self.game.state()
    }

    fn has_room(&self) -> bool {
        self.game.has_room()
    }

    fn actions(&mut self, out: &mut Vec<G::Action>) -> Result<(), HouseError> {
        self.game.actions(out)
    }

    fn play(&mut self, step: Step<G>) -> Result<(), HouseError> {
        let (before, logged) = (self.game.state.clone(), self.game.log.len());
        self.game.play(step)?;
        for event in &self.game.log[logged..] {
            for Captured { by, from, count } in G::captures(&before, event) {
                self.captures[by.index()] += count as u32;
                self.lost[from.index()] += count as u32;
            }
        }
        Ok(())
    }
}

/// The robots at the board and the chance of one game.
struct Seated<'a, G: Scripted> {
    stop: &'a AtomicBool,
    block: u64,
    machines: Machines,
    robots: &'a mut [Vec<LuaRobot<G>>],
    house_rules: &'a [String],
    found: &'a mut Totals,
    chance: Chance,
}

/// Why a game has no result.
enum Ended {
    Stopped,
    Failed(Failure),
}

impl From<HouseError> for Ended {
    fn from(why: HouseError) -> Self {
        Self::Failed(Failure::bad(why))
    }
}

impl<G: Scripted> Players<G, Counted<'_, G>> for Seated<'_, G> {
    type Error = Ended;

    fn roll(&mut self, _: &Counted<'_, G>, outcomes: &[G::Chance]) -> Result<G::Chance, Ended> {
        Ok(any_of(outcomes, &mut self.chance.dice))
    }

    fn choose(
        &mut self,
        Counted { game, .. }: &Counted<'_, G>,
        seat: Seat,
        actions: &[G::Action],
    ) -> Result<G::Action, Ended> {
        let at_seat = self.machines[seat.index()];
        let Some((robot, machine)) = at_seat.filter(|_| !self.stop.load(Ordering::Relaxed)) else {
            return Err(Ended::Stopped);
        };
        let mut stream = [0; 32];
        self.chance.streams.fill_bytes(&mut stream);
        let machine = &mut self.robots[robot][machine];
        let (state, log) = (&game.state, &game.log);
        let choice = ask(machine, state, seat, actions, log, self.house_rules, stream);
        self.found.count(self.block, robot, &choice);
        Ok(choice.action)
    }
}

/// The robot of each seat and which of its machines plays there.
type Machines = [Option<(usize, usize)>; Seat::MAX];

fn machines(seating: &Seating) -> Machines {
    let mut used = [0; 256];
    seating.map(|robot| {
        let robot = usize::from(robot?);
        used[robot] += 1;
        Some((robot, used[robot] - 1))
    })
}
