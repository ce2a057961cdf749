//! The copies of a robot that play the seats of a test game.

use qipan_core::contract::dice::Seed;
use qipan_core::contract::robot::{Robot, RobotError};
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::script::{Host, LineCoverage, LuaRobot, Scripted};

use crate::model::checks::ScriptProblem;
use crate::model::scripts::RobotSpec;

/// Copies of a robot, one per seat, each in its own sandbox.
pub(super) struct SeatRobots<'a, G: Scripted> {
    pub(super) spec: &'a RobotSpec,
    host: &'a Host,
    /// The copies, by seat index.
    pub(super) by_seat: Vec<LuaRobot<G>>,
    /// The number of turns of a seat after which its copy is reloaded.
    reload_every: usize,
}

impl<'a, G: Scripted> SeatRobots<'a, G> {
    pub(super) fn new(
        spec: &'a RobotSpec,
        host: &'a Host,
        reload_every: usize,
    ) -> Result<Self, ScriptProblem> {
        let mut robots = Self { spec, host, by_seat: Vec::new(), reload_every };
        for _ in 0..G::SEATS.len() {
            robots.by_seat.push(robots.load()?);
        }
        Ok(robots)
    }

    fn load(&self) -> Result<LuaRobot<G>, ScriptProblem> {
        let mut robot = self
            .spec
            .load::<G>(self.host)
            .map_err(|error| ScriptProblem::from_script_error(&error))?;
        robot.start();
        Ok(robot)
    }

    /// Returns the robot of a seat for its next turn, after a reload if one is due. `turn` is the
    /// number of turns that the seat has had.
    pub(super) fn robot_for_turn(
        &mut self,
        seat: Seat,
        turn: usize,
    ) -> Result<&mut LuaRobot<G>, ScriptProblem> {
        if turn % self.reload_every == self.reload_every - 1 {
            self.by_seat[seat.index()] = self.load()?;
        }
        Ok(&mut self.by_seat[seat.index()])
    }

    /// Returns the lines that ran.
    pub(super) fn coverage(&self) -> LineCoverage {
        let mut coverage = LineCoverage::default();
        self.by_seat.iter().for_each(|robot| coverage.merge(&robot.coverage()));
        coverage
    }

    /// Returns the problem of a failed robot, with the file and line of its error if known.
    pub(super) fn problem(&self, seat: Seat, failure: RobotError) -> ScriptProblem {
        let error = self.by_seat[seat.index()].last_error();
        error.map_or_else(
            || ScriptProblem::new(&self.spec.file, failure.message),
            ScriptProblem::from_script_error,
        )
    }

    /// Lets the robot choose the layouts of its seats. Returns the number of calls of `layout`.
    pub(super) fn lay_out(
        &mut self,
        rules: &G::Rules,
        own_seats: SeatSet,
        seed: &Seed,
        deal: &mut G::Deal,
    ) -> Result<u64, ScriptProblem> {
        let mut calls = 0;
        for seat in own_seats.iter() {
            let stream = seed.robot_stream(seat, u32::MAX);
            let robot = &mut self.by_seat[seat.index()];
            if let Some(failure) = robot.prepare(rules, seat, deal, stream) {
                return Err(self.problem(seat, failure));
            }
            let is_asked =
                robot.has_layout_function() && G::script_view_before_game(rules).is_some();
            calls += u64::from(is_asked);
        }
        Ok(calls)
    }
}
