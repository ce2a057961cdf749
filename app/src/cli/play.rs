//! `qipan play`: one game between robots.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use qipan_core::dice::Seed;
use qipan_core::game::{Captured, Step};
use qipan_core::game_loop::{Buffers, End, Players, Recorded, ask, run_to_end};
use qipan_core::games::ForGame;
use qipan_core::house::House;
use qipan_core::options::RuleSet;
use qipan_core::record::{MAX_STEPS, Record, ResultLine, SavedRule};
use qipan_core::robot::Robot;
use qipan_core::script::{LuaRobot, ScriptError, Scripted};
use qipan_core::seat::Seat;
use qipan_core::session::Session;
use serde_json::json;

use crate::cli::options::{self, Setup};
use crate::cli::output::{Failure, Format, Outcome, print, print_json, say};
use crate::cli::words;
use crate::model::clock::{Ticking, host_without_notes};
use crate::model::scripts::{RobotSpec, usual_robot};
use crate::model::storage::{self, Folders, StorageError, Why};
use crate::model::{house, layout_limits};

/// Messages of one robot that are shown.
const MOST_TROUBLES: usize = 5;

/// The arguments of `qipan play`.
#[derive(Debug, Args)]
pub(super) struct Play {
    #[command(flatten)]
    setup: Setup,
    /// Who plays a seat: a robot's name, with parameters as in careful,caution=5, a file, or
    /// none for nobody; greedy plays the others
    #[arg(long = "seat", value_name = "SEAT=ROBOT", value_parser = options::seat_robot)]
    seat: Vec<(String, String)>,
    /// Save the game to this file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Let --save replace a file that is there already
    #[arg(long, requires = "save")]
    force: bool,
    #[command(flatten)]
    format: Format,
}

/// The command for the game of its preset.
struct Run<'a>(&'a Play, &'a Folders);

impl ForGame for Run<'_> {
    type Output = Outcome;

    fn call<G: Scripted>(self) -> Outcome {
        let Self(command, folders) = self;
        let _ticking = Ticking::start();
        let (rules, lines) = command.setup.agreed::<G>(folders)?;
        let mut house = house::load::<G>(&lines, &host_without_notes()).map_err(Failure::bad)?;
        let seed = command.setup.seed();
        let specs = command.players::<G>(folders, &rules)?;
        let mut robots = Robots::<G>::new(&specs, &lines)?;
        let (seats, chance) = (specs.keys().copied().collect(), Seed::from_number(seed));
        let prepare = |seat, deal: &mut _, stream| robots.prepare(&rules, seat, deal, stream);
        let mut deal = G::draw_deal(&rules, seats, &chance).map_err(Failure::bad)?;
        layout_limits::lay_out_robots(&mut house, &rules, seats, &mut deal, &chance, prepare)
            .map_err(Failure::bad)?;
        let players = specs.iter().map(|(seat, spec)| (*seat, spec.player())).collect();
        let mut record = Record::<G>::new(&command.setup.preset, rules, players, deal, chance);
        record.house_rules = lines;
        let session = Session::new(record).map_err(Failure::bad)?;
        let session = play(session, &mut robots, &mut house)?;
        if let Some(file) = &command.save {
            command.write(file, &session.write())?;
        }
        command.report(&session, seed)
    }
}

impl Play {
    pub(super) fn run(&self, folders: &Folders) -> Outcome {
        options::kind(&self.setup.preset)?.visit(Run(self, folders))
    }

    /// Saves the game; over another file only when that is asked for.
    fn write(&self, file: &Path, text: &str) -> Outcome {
        let written = match self.force {
            true => storage::write_atomic(file, text, true),
            false => storage::write_new(file, text),
        };
        match written {
            Err(StorageError { why: Why::Exists, .. }) => {
                // The same game may have been saved there before.
                if storage::read_text(file).is_ok_and(|there| there == text) {
                    return Ok(());
                }
                let file = file.display();
                let what = format!("{file} is there already; write --force to replace it");
                Err(Failure::Bad(what))
            }
            written => written.map_err(Failure::bad),
        }
    }

    /// The robots by seat.
    fn players<G: Scripted>(
        &self,
        folders: &Folders,
        rules: &G::Rules,
    ) -> Result<BTreeMap<Seat, RobotSpec>, Failure> {
        let mut named = BTreeMap::new();
        for (name, robot) in &self.seat {
            if named.insert(options::seat::<G>(name)?, robot.as_str()).is_some() {
                return Err(Failure::bad(format!("--seat: `{name}` is named twice")));
            }
        }
        let mut specs = BTreeMap::new();
        let all = rules.seats().union(named.keys().copied().collect());
        for seat in all.iter() {
            let name = named.get(&seat).copied().unwrap_or_else(|| usual_robot(G::KIND));
            if name != "none" {
                specs.insert(seat, options::robot::<G>(folders, &self.setup.preset, name)?);
            }
        }
        Ok(specs)
    }

    fn report<G: Scripted>(&self, session: &Session<G>, seed: u64) -> Outcome {
        let (record, state) = (session.record(), session.state());
        let Some(outcome) = state.outcome() else {
            return Err(Failure::bad("the game did not end"));
        };
        let steps = session.states().iter().enumerate();
        let taken = steps.flat_map(|(step, before)| {
            session.events(step).iter().flat_map(|event| G::captures(before, event))
        });
        let captures: usize = taken.map(|Captured { count, .. }| count).sum();
        let save = self.save.as_ref().map(|file| file.display().to_string());
        if self.format.json {
            let seats = record.players.iter();
            let seats =
                seats.map(|(seat, player)| (G::seat_name(*seat).to_owned(), json!(player.name)));
            print_json(&json!({
                "preset": record.preset,
                "seed": seed,
                "seats": seats.collect::<serde_json::Map<_, _>>(),
                "plies": state.ply(),
                "steps": record.steps.len(),
                "outcome": ResultLine::new::<G>(&outcome),
                "captures": captures,
                "house_rules": house::names(&record.house_rules),
                "save": save,
            }));
            return Ok(());
        }
        words::heading(record).iter().for_each(|line| print(line));
        let (plies, end) = (state.ply(), words::outcome::<G>(&outcome));
        print(&format!("{end} after {plies} plies, {captures} captures, seed {seed}"));
        save.iter().for_each(|file| print(&format!("saved in {file}")));
        Ok(())
    }
}

/// Plays a game to its end.
fn play<G: Scripted>(
    session: Session<G>,
    robots: &mut Robots<G>,
    house: &mut House<G>,
) -> Result<Session<G>, Failure> {
    robots.robots.values_mut().for_each(|robot| robot.start());
    // One step is left for the draw.
    let mut game = Recorded { session, house, most_steps: MAX_STEPS - 1 };
    let end = run_to_end(&mut game, robots, &mut Buffers::default())?;
    let mut session = game.session;
    if end == End::NoRoom {
        say(&format!("no end after {MAX_STEPS} steps: counted as drawn"));
        // Said by the program, so no house rule is asked about it.
        session.play(Step::Draw).map_err(Failure::bad)?;
    }
    Ok(session)
}

/// The robots of a game.
struct Robots<G: Scripted> {
    robots: BTreeMap<Seat, LuaRobot<G>>,
    /// How often each was in trouble.
    troubles: BTreeMap<Seat, usize>,
    /// The names of the house rules.
    house_rules: Vec<String>,
}

impl<G: Scripted> Robots<G> {
    fn new(specs: &BTreeMap<Seat, RobotSpec>, lines: &[SavedRule]) -> Result<Self, Failure> {
        let host = host_without_notes();
        let made = specs.iter().map(|(seat, spec)| Ok((*seat, spec.load(&host)?)));
        let made = made.collect::<Result<BTreeMap<_, _>, ScriptError>>();
        let robots = made.map_err(Failure::bad)?;
        Ok(Self { robots, troubles: BTreeMap::new(), house_rules: house::names(lines) })
    }

    /// Lets a robot settle what it wants to settle before the game.
    fn prepare(&mut self, rules: &G::Rules, seat: Seat, deal: &mut G::Deal, stream: [u8; 32]) {
        let robot = self.robots.get_mut(&seat);
        if let Some(trouble) = robot.and_then(|robot| robot.prepare(rules, seat, deal, stream)) {
            say(&format!("{}: {}", G::seat_name(seat), trouble.message));
        }
    }
}

impl<G: Scripted> Players<G, Recorded<'_, G>> for Robots<G> {
    type Error = Failure;

    fn roll(
        &mut self,
        game: &Recorded<'_, G>,
        outcomes: &[G::Chance],
    ) -> Result<G::Chance, Failure> {
        let drawn = game.session.drawn(outcomes);
        drawn.ok_or_else(|| Failure::bad("the game has no seed for its dice"))
    }

    fn choose(
        &mut self,
        game: &Recorded<'_, G>,
        seat: Seat,
        actions: &[G::Action],
    ) -> Result<G::Action, Failure> {
        let (session, who) = (&game.session, G::seat_name(seat));
        let robot = self.robots.get_mut(&seat);
        let robot = robot.ok_or_else(|| Failure::bad(format!("nobody plays {who}")))?;
        let (state, stream) = (session.state(), session.robot_stream(seat));
        let names = &self.house_rules;
        let choice = ask(robot, state, seat, actions, session.log(), names, stream);
        if let Some(trouble) = choice.trouble {
            let count = self.troubles.entry(seat).or_default();
            *count += 1;
            if *count <= MOST_TROUBLES {
                say(&format!("{who}, ply {}: {trouble}", state.ply()));
            }
        }
        Ok(choice.action)
    }
}
