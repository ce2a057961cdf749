//! A thread of a tournament, which plays the games of blocks.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use qipan_core::contract::dice::{Dice, Seed};
use qipan_core::contract::game::{CapturedPieces, NullSink, Step};
use qipan_core::contract::robot::{Robot, RobotError, RobotErrorKind};
use qipan_core::contract::seat::Seat;
use qipan_core::house::{House, HouseError};
use qipan_core::play::game_loop::{
    Buffers, GameRunner, LoggedGame, Players, RunEnd, ask, run_to_end,
};
use qipan_core::record::MAX_PLAYED;
use qipan_core::script::{Host, Scripted};
use qipan_core::tournament::{Block, BlockResult, Counter, GameResult, SeatAssignment, Usage};
use sha2::{Digest, Sha256};

use crate::model::clock::host_without_notes;
use crate::model::tournament::plan::TournamentSpec;
use crate::model::tournament::save;
use crate::model::{house, layout_limits};

/// The robots of a thread, and the buffers that its games share.
pub(super) struct TournamentWorker<'a, G: Scripted> {
    stop: &'a AtomicBool,
    tournament: &'a TournamentSpec<G>,
    saves: Option<&'a Path>,
    /// The start of every game, if they all start alike.
    start: G,
    /// The house rules, in machines of this thread.
    house: House<G>,
    names: Vec<String>,
    /// Machines of every robot, one for each seat of a side.
    robots: Vec<Vec<Box<dyn Robot<G>>>>,
    counts: Vec<Count>,
    buffers: Buffers<G>,
}

/// Resources used by a robot in the games of a block so far.
#[derive(Default)]
struct Count {
    fuel: Counter,
    errors: u64,
    timeouts: u64,
    trouble: Option<String>,
}

impl Count {
    fn trouble(&mut self, trouble: Option<RobotError>) {
        let Some(trouble) = trouble else { return };
        match trouble.kind {
            RobotErrorKind::Error | RobotErrorKind::Illegal => self.errors += 1,
            RobotErrorKind::Budget | RobotErrorKind::Stopped => self.timeouts += 1,
            RobotErrorKind::SwitchedOff => {}
        }
        self.trouble.get_or_insert(trouble.message);
    }

    fn take(&mut self) -> Usage {
        Usage {
            fuel: self.fuel.take(),
            errors: std::mem::take(&mut self.errors),
            timeouts: std::mem::take(&mut self.timeouts),
            trouble: self.trouble.take(),
        }
    }
}

impl<'a, G: Scripted> TournamentWorker<'a, G> {
    /// Creates a worker with machines of its own.
    ///
    /// # Errors
    /// A script that does not load.
    pub(super) fn new(
        tournament: &'a TournamentSpec<G>,
        saves: Option<&'a Path>,
        stop: &'a Arc<AtomicBool>,
    ) -> Result<Self, String> {
        // Each worker builds its own start state, since clones share its tables.
        let start = tournament.start(&tournament.seed.seed()).map_err(|e| e.to_string())?;
        let host = Host { cancel: Arc::clone(stop), ..host_without_notes() };
        let house = house::load::<G>(&tournament.house, &host).map_err(|e| e.to_string())?;
        let most = tournament.sides.iter().map(|side| side.len()).max().unwrap_or(1);
        let mut robots = Vec::new();
        for spec in &tournament.robots {
            let make = |_| {
                let house = house::load(&tournament.house, &host).map_err(|e| e.to_string())?;
                spec.make(&host, house).map_err(|e| e.to_string())
            };
            robots.push((0..most).map(make).collect::<Result<_, String>>()?);
        }
        Ok(Self {
            stop,
            tournament,
            saves,
            start,
            house,
            names: house::names(&tournament.house),
            counts: robots.iter().map(|_| Count::default()).collect(),
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
        for (at, game) in block.games.iter().enumerate() {
            let seed = self.seed(block.number, game.dice);
            let number = block.number * self.tournament.sides.len() as u64 + at as u64 + 1;
            let Some(game) = self.play_game(number, &game.seating, seed)? else { return Ok(None) };
            games.push(game);
        }
        // A robot that was asked to stop may have given any answer.
        if self.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let at_board = (0u8..).zip(&mut self.counts);
        let at_board = at_board
            .filter(|(robot, _)| block.games.iter().any(|g| g.seating.contains(&Some(*robot))));
        let usage = at_board.map(|(robot, count)| (robot, count.take())).collect();
        Ok(Some(BlockResult { block: block.number, games, usage }))
    }

    /// Returns the seed of a game. Games of a block with the same dice share it.
    fn seed(&self, block: u64, dice: u8) -> Seed {
        let hash = Sha256::new()
            .chain_update(self.tournament.seed.seed().bytes())
            .chain_update("arena game")
            .chain_update(block.to_le_bytes())
            .chain_update([dice])
            .finalize();
        Seed::from_bytes(hash.into())
    }

    /// Draws the deal of a game. Robots may choose their layouts.
    fn deal(&mut self, seed: &Seed, machines: &RobotIndices) -> Result<G::Deal, String> {
        let (rules, seats) = (&self.tournament.rules, self.tournament.seats());
        let mut deal = G::draw_deal(rules, seats, seed).map_err(|e| e.to_string())?;
        let prepare = |seat: Seat, deal: &mut _, stream| {
            if let Some((robot, machine)) = machines.get(seat.index()).copied().flatten() {
                let trouble = self.robots[robot][machine].prepare(rules, seat, deal, stream);
                self.counts[robot].trouble(trouble);
            }
        };
        layout_limits::lay_out_robots(&mut self.house, rules, seats, &mut deal, seed, prepare)
            .map_err(|e| e.to_string())?;
        Ok(deal)
    }

    /// Plays a game. Returns `None` if it was stopped.
    fn play_game(
        &mut self,
        number: u64,
        seating: &SeatAssignment,
        seed: Seed,
    ) -> Result<Option<GameResult>, String> {
        let machines = machines(seating);
        self.house.start().map_err(|why| why.to_string())?;
        for (robot, machine) in machines.iter().flatten() {
            self.robots[*robot][*machine].start();
        }
        let mut deal = G::Deal::default();
        let mut state = self.start.clone();
        if G::IS_DEALT {
            deal = self.deal(&seed, &machines)?;
            let (rules, seats) = (&self.tournament.rules, self.tournament.seats());
            state = G::new(rules, seats, &deal).map_err(|e| e.to_string())?;
        }
        let game = LoggedGame::new(state, &mut self.house, MAX_PLAYED);
        let mut game = CaptureCounter { game, captures: [0; 8], lost: [0; 8] };
        let mut players = GameRobots {
            stop: self.stop,
            machines,
            robots: &mut self.robots,
            house_rules: &self.names,
            counts: &mut self.counts,
            seed,
            dice: Dice::new(seed),
        };
        match run_to_end(&mut game, &mut players, &mut self.buffers) {
            Ok(RunEnd::Over) => {}
            Ok(RunEnd::NoRoom) => {
                // The program ends the game by itself, so house rules are not consulted.
                let is_allowed = game.game.state.check(&Step::Draw).is_ok();
                game.game.state.play_unchecked(&Step::Draw, &mut NullSink);
                // If the rules allow no draw, the file has the game without its end.
                game.game.steps.extend(is_allowed.then_some(Step::Draw));
            }
            Err(GameFailure::Stopped) => return Ok(None),
            Err(GameFailure::Failed(why)) => return Err(why.to_string()),
        }
        let CaptureCounter { game: LoggedGame { state, steps, .. }, captures, lost } = game;
        if let Some(folder) = self.saves {
            save::write(folder, self.tournament, number, seating, deal, seed, steps)?;
        }
        let plies = state.ply();
        let Some(outcome) = state.outcome() else { return Ok(None) };
        for (robot, machine) in machines.iter().flatten() {
            self.robots[*robot][*machine].end(&outcome);
        }
        let rolls = if G::HAS_DICE { plies } else { 0 };
        Ok(Some(GameResult { seating: *seating, outcome, plies, rolls, captures, lost }))
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
        let (before, logged) = (self.game.state.clone(), self.game.log.len());
        self.game.play(step)?;
        for event in &self.game.log[logged..] {
            for CapturedPieces { by, from, count } in G::captures(&before, event) {
                self.captures[by.index()] += count as u32;
                self.lost[from.index()] += count as u32;
            }
        }
        Ok(())
    }
}

/// The robots and the dice of one game. A session with the same seed has the same ones.
struct GameRobots<'a, G: Scripted> {
    stop: &'a AtomicBool,
    machines: RobotIndices,
    robots: &'a mut [Vec<Box<dyn Robot<G>>>],
    house_rules: &'a [String],
    counts: &'a mut [Count],
    seed: Seed,
    dice: Dice,
}

/// The reason why a game has no result.
enum GameFailure {
    Stopped,
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
        let at_seat = self.machines[seat.index()];
        let Some((robot, machine)) = at_seat.filter(|_| !self.stop.load(Ordering::Relaxed)) else {
            return Err(GameFailure::Stopped);
        };
        let stream = self.seed.robot(seat, game.state.ply());
        let machine = self.robots[robot][machine].as_mut();
        let (state, log) = (&game.state, &game.log);
        let choice = ask(machine, state, seat, actions, log, self.house_rules, stream);
        let count = &mut self.counts[robot];
        count.fuel.add(choice.fuel);
        count.trouble(choice.trouble);
        Ok(choice.action)
    }
}

/// The robot of each seat, and the index of its machine.
type RobotIndices = [Option<(usize, usize)>; Seat::MAX];

fn machines(seating: &SeatAssignment) -> RobotIndices {
    let mut used = [0; 256];
    seating.map(|robot| {
        let robot = usize::from(robot?);
        used[robot] += 1;
        Some((robot, used[robot] - 1))
    })
}
