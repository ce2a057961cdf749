//! Plays the games of blocks on one thread of a tournament.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use qipan_core::contract::dice::{Dice, Seed};
use qipan_core::contract::game::{CapturedPieces, NullSink, Step};
use qipan_core::contract::robot::{Robot, RobotError, RobotErrorKind};
use qipan_core::contract::seat::Seat;
use qipan_core::house::{House, HouseError};
use qipan_core::play::game_loop::{
    Buffers, GameRunner, LoggedGame, Players, RunEnd, ask, run_to_end,
};
use qipan_core::record::MAX_NORMAL_STEPS;
use qipan_core::script::{Host, Scripted};
use qipan_core::tournament::{
    Block, BlockResult, FuelUse, GameResult, RobotCounts, SeatAssignment,
};
use sha2::{Digest, Sha256};

use crate::model::clock::host_without_notes;
use crate::model::tournament::save;
use crate::model::tournament::spec::TournamentSpec;
use crate::model::tournament::turn_times::TurnTimes;
use crate::model::{house, layout_limits};

/// The settings that all workers of a run share.
#[derive(Clone, Copy, Debug)]
pub(super) struct WorkerSettings<'a> {
    /// The folder in which every game is saved.
    pub saves: Option<&'a Path>,
    /// The fuel that a robot may use for a decision, if it is not the usual amount.
    pub turn_fuel: Option<u64>,
    /// Receives the times of decisions.
    pub turn_times: Option<&'a TurnTimes>,
}

/// The robots of a thread, and the buffers that its games share.
pub(super) struct TournamentWorker<'a, G: Scripted> {
    stop: &'a AtomicBool,
    tournament: &'a TournamentSpec<G>,
    settings: WorkerSettings<'a>,
    /// The initial state of each game, if the games are not dealt (`G::IS_DEALT` is false).
    start: G,
    /// The house rules, in sandboxes of this thread.
    house: House<G>,
    /// The names of the house rules, as robots see them.
    rule_names: Vec<String>,
    /// The copies of each robot, as many as the largest side has seats.
    robots: Vec<Vec<Box<dyn Robot<G>>>>,
    /// The counts of each robot in the block that is being played.
    counts: Vec<RunningCounts>,
    buffers: Buffers<G>,
}

/// The counts of a robot in the games of a block so far.
#[derive(Default)]
struct RunningCounts {
    counts: RobotCounts,
    /// The fuel used for each decision.
    fuel: Vec<u64>,
}

impl RunningCounts {
    /// Counts an error of the robot, if there was one.
    fn add_error(&mut self, error: Option<RobotError>) {
        let Some(error) = error else { return };
        match error.kind {
            RobotErrorKind::Error | RobotErrorKind::Illegal => self.counts.errors += 1,
            RobotErrorKind::Budget | RobotErrorKind::Stopped => self.counts.timeouts += 1,
            RobotErrorKind::SwitchedOff => {}
        }
        self.counts.first_error.get_or_insert(error.message);
    }

    /// Returns the counts and resets them.
    fn take(&mut self) -> RobotCounts {
        let fuel = FuelUse::take(&mut self.fuel);
        RobotCounts { fuel, ..std::mem::take(&mut self.counts) }
    }
}

impl<'a, G: Scripted> TournamentWorker<'a, G> {
    /// Creates a worker with its own copies of the robots and house rules.
    ///
    /// # Errors
    /// A script that does not load.
    pub(super) fn new(
        tournament: &'a TournamentSpec<G>,
        settings: WorkerSettings<'a>,
        stop: &'a Arc<AtomicBool>,
    ) -> Result<Self, String> {
        // Each worker builds its own start state: clones share its tables through an `Arc`, and all
        // threads would contend for its reference count.
        let start =
            tournament.initial_state(&tournament.seed.seed()).map_err(|error| error.to_string())?;
        let mut host = Host { cancel: Arc::clone(stop), ..host_without_notes() };
        host.limits.fuel = settings.turn_fuel.unwrap_or(host.limits.fuel);
        host.limits.has_equal_fuel = tournament.conditions.fuel.is_some();
        let house =
            house::load::<G>(&tournament.house, &host).map_err(|error| error.to_string())?;
        let copies = tournament.sides.iter().map(|side| side.len()).max().unwrap_or(1);
        let mut robots = Vec::new();
        for spec in &tournament.robots {
            let make_copy = |_| {
                let house =
                    house::load(&tournament.house, &host).map_err(|error| error.to_string())?;
                spec.make(&host, house).map_err(|error| error.to_string())
            };
            robots.push((0..copies).map(make_copy).collect::<Result<_, String>>()?);
        }
        Ok(Self {
            stop,
            tournament,
            settings,
            start,
            house,
            rule_names: house::names(&tournament.house),
            counts: robots.iter().map(|_| RunningCounts::default()).collect(),
            robots,
            buffers: Buffers::default(),
        })
    }

    /// Plays the games of a block. Returns `None` if it was stopped.
    ///
    /// # Errors
    /// A failing house rule, or a game that cannot be saved.
    pub(super) fn play_block(&mut self, block: &Block) -> Result<Option<BlockResult>, String> {
        let mut games = Vec::with_capacity(block.games.len());
        for (index, game) in block.games.iter().enumerate() {
            let seed = self.seed(block.number, game.sequence);
            // One game for each side.
            let games_per_block = self.tournament.sides.len() as u64;
            let number = block.number * games_per_block + index as u64 + 1;
            let result = self.play_game((number, block.number), &game.seating, seed)?;
            let Some(result) = result else { return Ok(None) };
            games.push(result);
        }
        // A robot that was asked to stop may have given any answer.
        if self.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let robots = block.robots().map(|robot| (robot, self.counts[usize::from(robot)].take()));
        let robots = robots.collect();
        Ok(Some(BlockResult { number: block.number, games, robots }))
    }

    /// Returns the seed of a game. `sequence` is the number of its sequence of rolls in the block.
    /// Games of one block with the same `sequence` share the seed.
    fn seed(&self, block: u64, sequence: u8) -> Seed {
        let hash = Sha256::new()
            .chain_update(self.tournament.seed.seed().bytes())
            .chain_update("arena game")
            .chain_update(block.to_le_bytes())
            .chain_update([sequence])
            .finalize();
        Seed::from_bytes(hash.into())
    }

    /// Draws the deal of a game. Robots may choose their layouts, unless the tournament has a book.
    fn deal(&mut self, seed: &Seed, seat_robots: &SeatRobots) -> Result<G::Deal, String> {
        let (rules, seats) = (&self.tournament.rules, self.tournament.seats());
        let mut deal = G::draw_deal(rules, seats, seed).map_err(|error| error.to_string())?;
        let book = self.tournament.conditions.book.as_ref();
        if let Some(book) = book {
            let layouts = book.layouts(seats, seed);
            deal = G::with_layouts(rules, deal, &layouts).map_err(|error| error.to_string())?;
        }
        let prepare = |seat: Seat, deal: &mut _, stream| {
            if book.is_none()
                && let Some((robot, copy)) = seat_robots.get(seat.index()).copied().flatten()
            {
                let error = self.robots[robot][copy].prepare(rules, seat, deal, stream);
                self.counts[robot].add_error(error);
            }
        };
        layout_limits::complete_robot_layouts(
            &mut self.house,
            rules,
            seats,
            &mut deal,
            seed,
            prepare,
        )
        .map_err(|error| error.to_string())?;
        Ok(deal)
    }

    /// Plays a game. `number` is its number, from 1, and `block` is the number of its block, from
    /// 0. Returns `None` if the game was stopped.
    fn play_game(
        &mut self,
        (number, block): (u64, u64),
        seating: &SeatAssignment,
        seed: Seed,
    ) -> Result<Option<GameResult>, String> {
        let seat_robots = assign_copies(seating);
        self.house.start().map_err(|why| why.to_string())?;
        for (robot, copy) in seat_robots.iter().flatten() {
            self.robots[*robot][*copy].start();
        }
        let mut deal = G::Deal::default();
        let mut state = self.start.clone();
        let (book, shuffle) =
            (&self.tournament.conditions.book, self.tournament.seed.shuffle_seed());
        if let Some(position) = book.as_ref().and_then(|book| book.position(block, shuffle)) {
            deal = G::deal_of(position.clone());
            let (rules, seats) = (&self.tournament.rules, self.tournament.seats());
            state = G::new(rules, seats, &deal).map_err(|error| error.to_string())?;
        } else if G::IS_DEALT {
            deal = self.deal(&seed, &seat_robots)?;
            let (rules, seats) = (&self.tournament.rules, self.tournament.seats());
            state = G::new(rules, seats, &deal).map_err(|error| error.to_string())?;
        }
        let game = LoggedGame::new(state, &mut self.house, MAX_NORMAL_STEPS);
        let mut game = CaptureCounter { game, captures: [0; Seat::MAX], lost: [0; Seat::MAX] };
        let mut players = GameRobots {
            stop: self.stop,
            seat_robots,
            robots: &mut self.robots,
            house_rules: &self.rule_names,
            counts: &mut self.counts,
            turn_times: self.settings.turn_times,
            seed,
            dice: Dice::new(seed),
        };
        match run_to_end(&mut game, &mut players, &mut self.buffers) {
            Ok(RunEnd::Over) => {}
            Ok(RunEnd::NoRoom) => {
                // The program and not a player ends the game, so house rules are not asked.
                let is_allowed = game.game.state.check(&Step::Draw).is_ok();
                game.game.state.play_unchecked(&Step::Draw, &mut NullSink);
                // A record holds only legal steps. If the rules allow no draw, the record stops
                // before the game is over.
                game.game.steps.extend(is_allowed.then_some(Step::Draw));
            }
            Err(GameFailure::Stopped) => return Ok(None),
            Err(GameFailure::Failed(why)) => return Err(why.to_string()),
        }
        let CaptureCounter { game: LoggedGame { state, steps, .. }, captures, lost } = game;
        if let Some(folder) = self.settings.saves {
            save::write(folder, self.tournament, number, seating, deal, seed, steps)?;
        }
        let plies = state.ply();
        let Some(outcome) = state.outcome() else { return Ok(None) };
        for (seat, seat_robot) in seat_robots.iter().enumerate() {
            let Some((robot, copy)) = *seat_robot else { continue };
            self.robots[robot][copy].end(&outcome);
            let counts = &mut self.counts[robot].counts;
            counts.captures += u64::from(captures[seat]);
            counts.pieces_lost += u64::from(lost[seat]);
        }
        let rolls = if G::HAS_DICE { plies } else { 0 };
        Ok(Some(GameResult { seating: *seating, outcome, plies, rolls }))
    }
}

/// A game that counts captured pieces by captor and by owner.
struct CaptureCounter<'a, G: Scripted> {
    game: LoggedGame<'a, G>,
    captures: [u32; Seat::MAX],
    lost: [u32; Seat::MAX],
}

impl<G: Scripted> GameRunner<G> for CaptureCounter<'_, G> {
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
        let (old_state, old_events) = (self.game.state.clone(), self.game.log.len());
        self.game.play(step)?;
        for event in &self.game.log[old_events..] {
            for CapturedPieces { by, from, count } in G::captures(&old_state, event) {
                self.captures[by.index()] += count as u32;
                self.lost[from.index()] += count as u32;
            }
        }
        Ok(())
    }
}

/// The robots and the dice of one game. They behave as in a session with the same seed.
struct GameRobots<'a, G: Scripted> {
    stop: &'a AtomicBool,
    seat_robots: SeatRobots,
    robots: &'a mut [Vec<Box<dyn Robot<G>>>],
    house_rules: &'a [String],
    counts: &'a mut [RunningCounts],
    turn_times: Option<&'a TurnTimes>,
    seed: Seed,
    dice: Dice,
}

/// The reason why a game has no result.
enum GameFailure {
    /// The stop flag was set.
    Stopped,
    /// A house rule failed.
    Failed(HouseError),
}

impl From<HouseError> for GameFailure {
    fn from(why: HouseError) -> Self {
        Self::Failed(why)
    }
}

impl<G: Scripted> Players<G, CaptureCounter<'_, G>> for GameRobots<'_, G> {
    type Error = GameFailure;

    fn roll(
        &mut self,
        _: &CaptureCounter<'_, G>,
        outcomes: &[G::Chance],
    ) -> Result<G::Chance, GameFailure> {
        Ok(self.dice.roll(outcomes))
    }

    fn choose(
        &mut self,
        CaptureCounter { game, .. }: &CaptureCounter<'_, G>,
        seat: Seat,
        actions: &[G::Action],
    ) -> Result<G::Action, GameFailure> {
        let seat_robot = self.seat_robots[seat.index()];
        let Some((robot, copy)) = seat_robot.filter(|_| !self.stop.load(Ordering::Relaxed)) else {
            return Err(GameFailure::Stopped);
        };
        let stream = self.seed.robot_stream(seat, game.state.ply());
        let player = self.robots[robot][copy].as_mut();
        let (state, log) = (&game.state, &game.log);
        let start = Instant::now();
        let choice = ask(player, state, seat, actions, log, self.house_rules, stream);
        if let Some(times) = self.turn_times {
            times.add(robot, start.elapsed(), choice.error.is_none());
        }
        let counts = &mut self.counts[robot];
        counts.fuel.push(choice.fuel);
        counts.add_error(choice.error);
        Ok(choice.action)
    }
}

/// The robot of each seat and the copy of that robot, as indices into the robots of a worker.
type SeatRobots = [Option<(usize, usize)>; Seat::MAX];

/// Gives each seat a copy of its robot. No two seats share a copy.
fn assign_copies(seating: &SeatAssignment) -> SeatRobots {
    let mut copies_used = [0; 256];
    seating.map(|robot| {
        let robot = usize::from(robot?);
        copies_used[robot] += 1;
        Some((robot, copies_used[robot] - 1))
    })
}
