//! `qipan play`: one game between robots.

use qipan_core::game::Captured;
use qipan_core::games::ForGame;
use qipan_core::options::RuleSet;
use qipan_core::script::Scripted;
use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use qipan_core::dice::Seed;
use qipan_core::game::{Step, Turn};
use qipan_core::house::House;
use qipan_core::record::{MAX_STEPS, Record, ResultLine};
use qipan_core::robot::{Decision, Robot};
use qipan_core::seat::Seat;
use qipan_core::session::Session;
use serde_json::json;

use crate::cli::options;
use crate::cli::options::Setup;
use crate::cli::{Failure, Format, Outcome, host, print, print_json, say, words};
use crate::model::clock::Ticking;
use crate::model::house;

use crate::model::layout_limits;
use crate::model::scripts::RobotSpec;
use crate::model::storage;
use crate::model::storage::Folders;

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
        struct Run<'a>(&'a Play, &'a Folders);
        impl ForGame for Run<'_> {
            type Output = Outcome;
            fn call<G: Scripted>(self) -> Outcome {
                self.0.play::<G>(self.1)
            }
        }
        options::kind(&self.setup.preset)?.visit(Run(self, folders))
    }

    fn play<G: Scripted>(&self, folders: &Folders) -> Outcome {
        let (rules, lines) = self.setup.agreed::<G>(folders)?;
        let mut house = house::load::<G>(&lines, &host()).map_err(Failure::bad)?;
        let seed = self.setup.seed();
        let specs = self.players::<G>(folders, &rules)?;
        let players = specs.iter().map(|(seat, spec)| (*seat, spec.player())).collect();
        let chance = Seed::from_number(seed);
        let seats = specs.keys().copied().collect();
        let mut deal = G::draw_deal(&rules, seats, &chance).map_err(Failure::bad)?;
        for (seat, spec) in &specs {
            let mut robot = spec.make::<G>(&host()).map_err(Failure::bad)?;
            let stream = chance.robot(*seat, u32::MAX);
            if let Some(trouble) = robot.prepare(&rules, *seat, &mut deal, stream) {
                say(&format!("{}: {}", G::seat_name(*seat), trouble.message));
            }
        }
        layout_limits::redraw(&mut house, &rules, seats, &mut deal, &chance)
            .map_err(Failure::bad)?;
        let mut record = Record::<G>::new(&self.setup.preset, rules, players, deal, chance);
        record.house_rules = lines;
        let session = Session::new(record).map_err(Failure::bad)?;
        let session = play(session, &specs, &mut house)?;
        if let Some(file) = &self.save {
            let text = session.record().write();
            storage::write_atomic(file, &text, true).map_err(Failure::bad)?;
        }
        self.report(&session, seed)
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
            let name = named.get(&seat).copied().unwrap_or(DEFAULT);
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
    mut session: Session<G>,
    specs: &BTreeMap<Seat, RobotSpec>,
    house: &mut House<G>,
) -> Result<Session<G>, Failure> {
    let _ticking = Ticking::start();
    let host = host();
    let mut robots: BTreeMap<Seat, Box<dyn Robot<G>>> = BTreeMap::new();
    for (seat, spec) in specs {
        let mut robot = spec.make(&host).map_err(Failure::bad)?;
        robot.start();
        robots.insert(*seat, robot);
    }
    let mut troubles: BTreeMap<Seat, usize> = BTreeMap::new();
    let names = house::names(&session.record().house_rules);
    let mut actions = Vec::new();
    loop {
        if session.record().steps.len() + 1 >= MAX_STEPS {
            say(&format!("no end after {MAX_STEPS} steps: counted as drawn"));
            // Said by the program, so no house rule is asked about it.
            session.play(Step::Draw).map_err(Failure::bad)?;
        }
        let step = match session.state().turn() {
            Turn::Over => return Ok(session),
            Turn::Chance { .. } => session.next_roll().map_err(Failure::bad)?,
            Turn::Seat(seat) => {
                let robot = robots.get_mut(&seat).ok_or_else(|| nobody::<G>(seat))?;
                house.actions(session.state(), &mut actions).map_err(Failure::bad)?;
                let asked = Asked { seat, actions: &actions, names: &names };
                let action = decide(&session, asked, robot.as_mut(), &mut troubles);
                Step::Act { seat, action }
            }
        };
        session.play_under(step, house).map_err(Failure::bad)?;
    }
}

/// Who is asked to choose among what.
struct Asked<'a, G: Scripted> {
    seat: Seat,
    actions: &'a [G::Action],
    /// The names of the house rules.
    names: &'a [String],
}

fn decide<G: Scripted>(
    session: &Session<G>,
    Asked { seat, actions, names }: Asked<'_, G>,
    robot: &mut dyn Robot<G>,
    troubles: &mut BTreeMap<Seat, usize>,
) -> G::Action {
    let choice = robot.choose(&Decision {
        seat,
        view: &session.view(seat),
        actions,
        log: session.log(),
        house_rules: names,
        ply: session.state().ply(),
        stream: session.robot_stream(seat),
    });
    if let Some(trouble) = choice.trouble {
        let count = troubles.entry(seat).or_default();
        *count += 1;
        if *count <= MOST_TROUBLES {
            let (who, ply) = (G::seat_name(seat), session.state().ply());
            say(&format!("{who}, ply {ply}: {trouble}"));
        }
    }
    choice.action
}

fn nobody<G: Scripted>(seat: Seat) -> Failure {
    Failure::bad(format!("nobody plays {}", G::seat_name(seat)))
}
