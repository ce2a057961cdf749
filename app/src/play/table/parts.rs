//! What a table holds beside its session: clock, robots, house rules, an offered draw, eyes.

use std::collections::{BTreeMap, BTreeSet};

use qipan_core::game::{Game, Turn, Viewer};
use qipan_core::house::House;
use qipan_core::options::RuleSet;
use qipan_core::record::{Player, Record};
use qipan_core::robot::{LineFuel, RobotNote};
use qipan_core::seat::{Seat, SeatSet};
use qipan_core::session::Session;

use crate::model::house::in_force;
use crate::model::robot_threads::Worker;
use crate::play::game::Playable;

/// What a seat wrote on pieces it cannot see, by seat and piece.
pub type Marks = BTreeMap<(Seat, String), String>;

/// A robot's remarks on a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Notes<G: Playable> {
    /// Who decided.
    pub seat: Seat,
    /// What the viewer saw before the decision.
    pub view: G::View,
    /// The remarks.
    pub notes: Vec<RobotNote<G::Action>>,
    /// The lines it printed.
    pub printed: Vec<String>,
    /// The steps of fuel it used.
    pub fuel: u64,
    /// The lines of its script they went to, where somebody looks on.
    pub profile: Vec<LineFuel>,
    /// What it could do.
    pub offered: Vec<G::Action>,
    /// The steps played before the decision.
    pub at: usize,
}

/// Something that could not be done.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused<G: Playable> {
    /// What was meant.
    pub piece: Option<G::Piece>,
    /// Why, in one line.
    pub why: String,
    /// When, in seconds.
    pub at: f64,
}

/// The clock of the seat to move.
#[derive(Clone, Copy, Default)]
pub(super) struct Clock {
    /// The step it runs for.
    pub(super) step: usize,
    /// The seconds used.
    pub(super) used: f64,
    /// When it was last looked at.
    pub(super) at: f64,
}

/// Failures after which a robot is replaced by the first legal action for good.
pub(super) const PATIENCE: u8 = 3;

/// A robot at the table.
pub(super) struct SeatedRobot<G: Playable> {
    pub(super) worker: Worker<G>,
    pub(super) failures: u8,
}

/// A draw that people have offered and robots have to answer.
#[derive(Default)]
pub(super) struct Offer {
    /// Who has been asked.
    pub(super) asked: SeatSet,
    /// Who has answered.
    pub(super) heard: SeatSet,
    /// Who does not agree.
    pub(super) declined: SeatSet,
}

/// The house rules of a game, as far as they run.
pub(super) struct Rules<G: Game> {
    /// None until they may run; there from the start where nothing would run.
    pub(super) house: Option<House<G>>,
    /// What they leave to the seat to move, where there are any.
    pub(super) left: Vec<G::Action>,
    /// The steps before which they left a single action.
    pub(super) single: BTreeSet<usize>,
    /// The rule that cannot go on. The game stands still until the player has decided.
    pub(super) fault: Option<Fault>,
    /// Whether the player has still to be told of it.
    pub(super) alarm: bool,
}

/// A house rule that cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Which of the game's rules, from 0.
    pub rule: u8,
    /// File, line and cause.
    pub(super) message: String,
    /// Whether the words can hold something of a game that not everybody may know.
    pub(super) secret: bool,
}

impl<G: Game> Rules<G> {
    pub(super) fn of(record: &Record<G>) -> Self {
        let house = in_force(&record.house_rules).next().is_none().then(House::default);
        Self { house, left: Vec::new(), single: BTreeSet::new(), fault: None, alarm: false }
    }

    /// Those in force, where there are any that do anything.
    pub(super) fn acting(&mut self) -> Option<&mut House<G>> {
        self.house.as_mut().filter(|house| !house.is_empty())
    }
}

/// Through whose eyes a running game is to be seen.
pub(super) enum ViewPolicy {
    /// Through the same ones all the time.
    Of(Viewer),
    /// People take turns at the screen: this one has to move, none while a robot does.
    Turns(Option<Seat>),
    /// Only robots play a game with secrets: the player may choose.
    Free,
}

/// A game without secrets is seen whole, and so is one that is over; otherwise the person who
/// plays sees what that seat may know.
pub(super) fn seeing<G: Playable>(session: &Session<G>) -> ViewPolicy {
    let state = session.state();
    if !state.rules().has_secrets() {
        return ViewPolicy::Of(Viewer::All);
    }
    let human = |seat: &Seat| session.record().player(*seat).is_some_and(Player::is_human);
    let people: Vec<Seat> = state.seats().iter().filter(human).collect();
    match (people.as_slice(), state.turn()) {
        ([], _) => ViewPolicy::Free,
        (_, Turn::Over) => ViewPolicy::Of(Viewer::All),
        ([one], _) => ViewPolicy::Of(Viewer::Seat(*one)),
        (_, Turn::Seat(seat)) => ViewPolicy::Turns(Some(seat).filter(human)),
        _ => ViewPolicy::Turns(None),
    }
}

/// `file.luau:12` out of the words a script failed with; only its name where they say no line.
pub(super) fn place_of(message: &str, script: &str) -> String {
    let rest = message.split_once(script).and_then(|(_, rest)| rest.strip_prefix(':'));
    let line: String = rest.unwrap_or("").chars().take_while(char::is_ascii_digit).collect();
    if line.is_empty() { script.to_owned() } else { format!("{script}:{line}") }
}
