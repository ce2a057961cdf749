//! Plays the games of a tournament on several threads.

use qipan_core::game::Captured;
use qipan_core::script::Scripted;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use qipan_core::arena::{Block, Played, Schedule, Seating, Tally};
use qipan_core::dice::Seed;
use qipan_core::game::{SetupError, Step, Turn, Viewer};
use qipan_core::house::House;
use qipan_core::record::{MAX_STEPS, SavedRule};
use qipan_core::robot::{Choice, Decision, Robot, TroubleKind};
use qipan_core::seat::{Seat, SeatSet};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

use crate::cli::{Failure, host};
use crate::model::clock::Ticking;
use crate::model::house;

use crate::model::layout_limits;
use crate::model::scripts::RobotSpec;

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
pub(super) struct Result {
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
    ) -> std::result::Result<Result, Failure> {
        let _ticking = Ticking::start();
        let schedule = Schedule::new(self.kinds(), self.sides.clone(), self.seed);
        let next = AtomicU64::new(0);
        let total = Mutex::new(Result {
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
    fn start(&self, seed: &Seed) -> std::result::Result<G, SetupError> {
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

impl Result {
    fn merge(&mut self, other: Self) {
        self.tally.merge(&other.tally);
        for (ours, theirs) in self.troubles.iter_mut().zip(other.troubles) {
            *ours = match (ours.take(), theirs) {
                (Some(ours), Some(theirs)) => Some(if theirs.0 < ours.0 { theirs } else { ours }),
                (ours, theirs) => ours.or(theirs),
            };
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
    robots: Vec<Vec<Box<dyn Robot<G>>>>,
    found: Result,
    log: Vec<G::Event>,
    actions: Vec<G::Action>,
    outcomes: Vec<G::Chance>,
    steps: Vec<Step<G>>,
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
    fn new(
        contest: &'a Contest<'a, G>,
        stop: &'a AtomicBool,
    ) -> std::result::Result<Self, Failure> {
        // Each worker has a state of its own from the start: copies share its tables.
        let start = contest.start(&Seed::from_number(contest.seed)).map_err(Failure::bad)?;
        let host = host();
        let house = house::load::<G>(&contest.house, &host).map_err(Failure::bad)?;
        let most = contest.sides.iter().map(|side| side.len()).max().unwrap_or(1);
        let mut robots = Vec::new();
        for spec in contest.robots {
            let made = (0..most).map(|_| spec.make(&host)).collect::<std::result::Result<_, _>>();
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
            found: Result { tally: Tally::new(count), troubles: vec![None; count] },
            log: Vec::new(),
            actions: Vec::new(),
            outcomes: Vec::new(),
            steps: Vec::new(),
            seed: Seed::from_number(contest.seed),
        })
    }

    /// Plays the games of a block; how many were finished.
    fn play_block(&mut self, block: &Block) -> std::result::Result<u64, Failure> {
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
    fn dealt(
        &mut self,
        seed: &Seed,
        machines: &[Option<(usize, usize)>],
    ) -> std::result::Result<G, Failure> {
        let rules = &self.contest.rules;
        let seats = self.contest.seats();
        let mut deal = G::draw_deal(rules, seats, seed).map_err(Failure::bad)?;
        for seat in seats.iter() {
            if let Some((robot, machine)) = machines.get(seat.index()).copied().flatten() {
                let stream = seed.robot(seat, u32::MAX);
                // What goes wrong here goes wrong again in the game, and is counted there.
                self.robots[robot][machine].prepare(rules, seat, &mut deal, stream);
            }
        }
        layout_limits::redraw(&mut self.house, rules, seats, &mut deal, seed)
            .map_err(Failure::bad)?;
        G::new(rules, seats, &deal).map_err(Failure::bad)
    }

    /// Plays a game; none if it was stopped.
    fn play_game(
        &mut self,
        block: u64,
        seating: &Seating,
        mut chance: Chance,
    ) -> std::result::Result<Option<Played>, Failure> {
        let machines = machines(seating);
        for (robot, machine) in machines.iter().flatten() {
            self.robots[*robot][*machine].start();
        }
        let mut state = match chance.deal {
            Some(seed) => self.dealt(&seed, &machines)?,
            None => self.start.clone(),
        };
        self.log.clear();
        let (mut steps, mut counted, mut captures, mut lost) = (0, 0, [0; 8], [0; 8]);
        loop {
            let step = match state.turn() {
                Turn::Over => break,
                _ if steps >= MAX_STEPS => Step::Draw,
                Turn::Chance { .. } => {
                    state.chance_outcomes(&mut self.outcomes);
                    Step::Chance(drawn(&self.outcomes, &mut chance.dice))
                }
                Turn::Seat(_) if self.stop.load(Ordering::Relaxed) => return Ok(None),
                Turn::Seat(seat) => {
                    let Some((robot, machine)) = machines[seat.index()] else { return Ok(None) };
                    self.house.actions(&state, &mut self.actions).map_err(Failure::bad)?;
                    let mut stream = [0; 32];
                    chance.streams.fill_bytes(&mut stream);
                    let choice = self.robots[robot][machine].choose(&Decision {
                        seat,
                        view: &state.view(Viewer::Seat(seat)),
                        actions: &self.actions,
                        log: &self.log,
                        house_rules: &self.names,
                        ply: state.ply(),
                        stream,
                    });
                    self.count(block, robot, &choice);
                    Step::Act { seat, action: choice.action }
                }
            };
            let before = state.clone();
            self.play_step(&mut state, step)?;
            steps += 1;
            for event in &self.log[counted..] {
                for Captured { by, from, count } in G::captures(&before, event) {
                    captures[by.index()] += count as u32;
                    lost[from.index()] += count as u32;
                }
            }
            counted = self.log.len();
        }
        let plies = state.ply();
        let Some(outcome) = state.outcome() else { return Ok(None) };
        let rolls = if G::HAS_DICE { plies } else { 0 };
        Ok(Some(Played { seating: *seating, outcome, plies, rolls, captures, lost }))
    }

    fn play_step(&mut self, state: &mut G, step: Step<G>) -> std::result::Result<(), Failure> {
        // What nobody but the program did is no step a house rule is asked about.
        if self.house.is_empty() || step == Step::Draw {
            state.play_unchecked(&step, &mut self.log);
            return Ok(());
        }
        self.steps.clear();
        let played = self.house.play(state, step, &mut self.steps, &mut self.log);
        played.map_err(Failure::bad)
    }

    /// Counts fuel and trouble of one answer.
    fn count(&mut self, block: u64, robot: usize, choice: &Choice<G::Action>) {
        self.found.tally.add_fuel(robot, choice.fuel);
        let Some(trouble) = &choice.trouble else { return };
        match trouble.kind {
            TroubleKind::Error | TroubleKind::Illegal => self.found.tally.add_error(robot),
            TroubleKind::Budget | TroubleKind::Stopped => self.found.tally.add_timeout(robot),
            TroubleKind::SwitchedOff => {}
        }
        let first = &mut self.found.troubles[robot];
        if first.as_ref().is_none_or(|(earliest, _)| block < *earliest) {
            *first = Some((block, trouble.message.clone()));
        }
    }
}

/// The robot of each seat and which of its machines plays there.
fn machines(seating: &Seating) -> [Option<(usize, usize)>; Seat::MAX] {
    let mut used = [0; 256];
    seating.map(|robot| {
        let robot = usize::from(robot?);
        used[robot] += 1;
        Some((robot, used[robot] - 1))
    })
}

/// One of the outcomes, up to a bias of less than one in a thousand million.
fn drawn<C: Copy>(outcomes: &[C], dice: &mut Xoshiro256PlusPlus) -> C {
    outcomes[((u64::from(dice.next_u32()) * outcomes.len() as u64) >> 32) as usize]
}
