//! `qipan play`: one game between robots.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use qipan_core::dice::Seed;
use qipan_core::game::{Game, Step, Turn};
use qipan_core::race::{Deal, Event, Race};
use qipan_core::record::{MAX_STEPS, Record, ResultLine};
use qipan_core::robot::{Decision, Robot};
use qipan_core::seat::Seat;
use qipan_core::session::Session;
use serde_json::json;

use super::options::{self, Setup};
use super::{Failure, Format, Outcome, host, print, print_json, say, words};
use crate::clock::Ticking;
use crate::scripts::RobotSpec;
use crate::storage::{self, Folders};

/// The robot of a seat that is not named.
const DEFAULT: &str = "greedy";

/// Messages of one robot that are shown.
const MOST_TROUBLES: usize = 5;

/// The arguments of `qipan play`.
#[derive(Debug, Args)]
pub(super) struct Play {
    #[command(flatten)]
    setup: Setup,
    /// Who plays a seat: a robot's name, with parameters as in careful,caution=5, a file, or
    /// none; seats not named are greedy
    #[arg(long = "seat", value_name = "SEAT=ROBOT", value_parser = options::key_value)]
    seat: Vec<(String, String)>,
    /// Save the game to this file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    format: Format,
}

impl Play {
    pub(super) fn run(&self, folders: &Folders) -> Outcome {
        let rules = self.setup.rules()?;
        let seed = self.setup.seed();
        let specs = self.players(folders)?;
        let players = specs.iter().map(|(seat, spec)| (*seat, spec.player())).collect();
        let seed_of_dice = Seed::from_number(seed);
        let record = Record::new(&self.setup.preset, rules, players, Deal {}, seed_of_dice);
        let session = Session::new(record).map_err(Failure::bad)?;
        let session = play(session, &specs)?;
        if let Some(file) = &self.save {
            let text = session.record().write();
            storage::write_atomic(file, &text, true).map_err(Failure::bad)?;
        }
        self.report(&session, seed)
    }

    /// The robots by seat.
    fn players(&self, folders: &Folders) -> Result<BTreeMap<Seat, RobotSpec>, Failure> {
        let mut named = BTreeMap::new();
        for (name, robot) in &self.seat {
            if named.insert(options::seat(name)?, robot.as_str()).is_some() {
                return Err(Failure::bad(format!("--seat: `{name}` is named twice")));
            }
        }
        let mut specs = BTreeMap::new();
        for seat in (0..Race::SEATS.len() as u8).map(Seat::new) {
            let name = named.get(&seat).copied().unwrap_or(DEFAULT);
            if name != "none" {
                specs.insert(seat, options::robot(folders, &self.setup.preset, name)?);
            }
        }
        Ok(specs)
    }

    fn report(&self, session: &Session<Race>, seed: u64) -> Outcome {
        let (record, state) = (session.record(), session.state());
        let Some(outcome) = state.outcome() else {
            return Err(Failure::bad("the game did not end"));
        };
        let captures = |event: &Event| match event {
            Event::Captured { planes, .. } => planes.len(),
            _ => 0,
        };
        let captures: usize = session.log().iter().map(captures).sum();
        let save = self.save.as_ref().map(|file| file.display().to_string());
        if self.format.json {
            let seats = record.players.iter();
            let seats =
                seats.map(|(seat, player)| (Race::seat_name(*seat).to_owned(), json!(player.name)));
            print_json(&json!({
                "preset": record.preset,
                "seed": seed,
                "seats": seats.collect::<serde_json::Map<_, _>>(),
                "plies": state.ply(),
                "steps": record.steps.len(),
                "outcome": ResultLine::new::<Race>(&outcome),
                "captures": captures,
                "save": save,
            }));
            return Ok(());
        }
        words::heading(record).iter().for_each(|line| print(line));
        let (plies, end) = (state.ply(), words::outcome(&outcome));
        print(&format!("{end} after {plies} plies, {captures} captures, seed {seed}"));
        save.iter().for_each(|file| print(&format!("saved in {file}")));
        Ok(())
    }
}

/// Plays a game to its end.
fn play(
    mut session: Session<Race>,
    specs: &BTreeMap<Seat, RobotSpec>,
) -> Result<Session<Race>, Failure> {
    let _ticking = Ticking::start();
    let host = host();
    let mut robots: BTreeMap<Seat, Box<dyn Robot<Race>>> = BTreeMap::new();
    for (seat, spec) in specs {
        let mut robot = spec.make(&host).map_err(Failure::bad)?;
        robot.start();
        robots.insert(*seat, robot);
    }
    let mut troubles: BTreeMap<Seat, usize> = BTreeMap::new();
    loop {
        if session.record().steps.len() + 1 >= MAX_STEPS {
            say(&format!("no end after {MAX_STEPS} steps: counted as drawn"));
            session.play(Step::Draw).map_err(Failure::bad)?;
        }
        match session.state().turn() {
            Turn::Over => return Ok(session),
            Turn::Chance { .. } => session.roll().map_err(Failure::bad)?,
            Turn::Seat(seat) => {
                let robot = robots.get_mut(&seat).ok_or_else(|| nobody(seat))?;
                let action = decide(&session, seat, robot.as_mut(), &mut troubles);
                session.act(seat, action).map_err(Failure::bad)?
            }
        };
    }
}

fn decide(
    session: &Session<Race>,
    seat: Seat,
    robot: &mut dyn Robot<Race>,
    troubles: &mut BTreeMap<Seat, usize>,
) -> qipan_core::race::Action {
    let choice = robot.choose(&Decision {
        seat,
        view: &session.view(seat),
        actions: &session.actions(),
        log: session.log(),
        ply: session.state().ply(),
        stream: session.robot_stream(seat),
    });
    if let Some(trouble) = choice.trouble {
        let count = troubles.entry(seat).or_default();
        *count += 1;
        if *count <= MOST_TROUBLES {
            let (who, ply) = (Race::seat_name(seat), session.state().ply());
            say(&format!("{who}, ply {ply}: {trouble}"));
        }
    }
    choice.action
}

fn nobody(seat: Seat) -> Failure {
    Failure::bad(format!("nobody plays {}", Race::seat_name(seat)))
}
