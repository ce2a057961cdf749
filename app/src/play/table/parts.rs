//! The types of a table's parts: clock, robots, house rules, draw offer, view policy.

use std::collections::{BTreeMap, BTreeSet};

use qipan_core::contract::game::{Game, Turn, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::robot::{LineFuel, RobotNote};
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::house::House;
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record};

use crate::model::house::active_with_hooks;
use crate::model::robot_threads::Worker;
use crate::play::game::Playable;
use crate::play::table::mirror::Mirror;

/// The marks of each seat on hidden pieces, by seat and piece.
pub type Marks = BTreeMap<(Seat, String), String>;

/// A robot's report on a decision: its notes, printed lines and fuel.
#[derive(Clone, Debug, PartialEq)]
pub struct DecisionReport<G: Playable> {
    /// The seat that decided.
    pub seat: Seat,
    /// The viewer's view before the decision.
    pub view: G::View,
    /// The notes.
    pub notes: Vec<RobotNote<G::Action>>,
    /// The lines it printed.
    pub printed: Vec<String>,
    /// The fuel it used.
    pub fuel: u64,
    /// The fuel by line of its script, recorded while someone watches.
    pub profile: Vec<LineFuel>,
    /// The actions it could choose from.
    pub actions: Vec<G::Action>,
    /// The number of steps before the decision.
    pub step: usize,
}

/// A refused input of the player.
#[derive(Clone, Debug, PartialEq)]
pub struct RefusedInput<G: Playable> {
    /// The piece that the input was about.
    pub piece: Option<G::Piece>,
    /// The reason, in one line.
    pub why: String,
    /// The time of the input, in seconds.
    pub at: f64,
}

/// The clock of the seat to move.
#[derive(Clone, Copy, Default)]
pub(super) struct TurnClock {
    /// The number of steps before the turn whose time is counted.
    pub(super) step: usize,
    /// The time used, in seconds.
    pub(super) used_seconds: f64,
    /// The time of the last update, in seconds.
    pub(super) updated_at: f64,
}

/// The number of failures after which a robot's seat always plays the first legal action.
pub(super) const MAX_FAILURES: u8 = 3;

/// A robot at the table.
pub(super) struct SeatedRobot<G: Playable> {
    pub(super) worker: Worker<G>,
    /// Its failures so far.
    pub(super) failures: u8,
}

/// A draw offer. Robots answer first, then the people if a robot made it.
#[derive(Default)]
pub(super) struct DrawOffer {
    /// The seat of the robot that made the offer, or `None` if people did.
    pub(super) robot: Option<Seat>,
    /// True while the people have to answer.
    pub(super) awaits_people: bool,
    /// The robots that were asked.
    pub(super) asked: SeatSet,
    /// The robots that have answered.
    pub(super) answered: SeatSet,
    /// The robots that declined.
    pub(super) declined: SeatSet,
}

/// The house rules in force in a game.
pub(super) struct ActiveRules<G: Game> {
    /// The loaded rules, or `None` until they may run. In a game without rules that act, it is an
    /// empty [`House`] from the start.
    pub(super) house: Option<House<G>>,
    /// The actions that the rules leave to the seat to move, if there are rules.
    pub(super) actions: Vec<G::Action>,
    /// The indices of the steps at which the rules left a single action.
    pub(super) forced_steps: BTreeSet<usize>,
    /// The rule that failed. The game stands still until the player has decided.
    pub(super) failure: Option<FailedRule>,
}

/// A failed house rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedRule {
    /// The index of the rule in the game's list, from 0.
    pub rule_index: u8,
    /// The file, line and cause.
    pub(super) message: String,
    /// True if the message may reveal hidden facts of the game.
    pub(super) may_be_secret: bool,
}

impl<G: Game> ActiveRules<G> {
    /// Returns the rules of a game, before they are loaded.
    pub(super) fn of(record: &Record<G>) -> Self {
        let house = active_with_hooks(&record.house_rules).next().is_none().then(House::default);
        Self { house, actions: Vec::new(), forced_steps: BTreeSet::new(), failure: None }
    }

    /// Returns the loaded rules, if any of them acts.
    pub(super) fn acting_rules(&mut self) -> Option<&mut House<G>> {
        self.house.as_mut().filter(|house| !house.is_empty())
    }
}

/// The way a running game chooses its viewer.
pub(super) enum ViewPolicy {
    /// The same viewer all the time.
    Always(Viewer),
    /// People share the screen. The seat is that of the person to move, or `None` while a robot
    /// moves.
    Turns(Option<Seat>),
    /// The player chooses the viewer, because only robots play a game with secrets.
    Free,
}

/// Returns the view policy of a game. A game without secrets is shown completely. If only robots
/// play, the player chooses the viewer. Otherwise a person sees what the person's seat may know,
/// and everything once the game is over. A game that is played at a host is always shown as the
/// host shows it.
pub(super) fn view_policy<G: Playable>(
    session: &Session<G>,
    mirror: Option<&Mirror<G>>,
) -> ViewPolicy {
    if let Some(mirror) = mirror {
        return ViewPolicy::Always(mirror.host_viewer);
    }
    let state = session.state();
    if !state.rules().has_secrets() {
        return ViewPolicy::Always(Viewer::All);
    }
    let is_human = |seat: &Seat| session.record().player(*seat).is_some_and(Player::is_human);
    let people: Vec<Seat> = state.seats().iter().filter(is_human).collect();
    match (people.as_slice(), state.turn()) {
        ([], _) => ViewPolicy::Free,
        (_, Turn::Over) => ViewPolicy::Always(Viewer::All),
        ([person], _) => ViewPolicy::Always(Viewer::Seat(*person)),
        (_, Turn::Seat(seat)) => ViewPolicy::Turns(Some(seat).filter(is_human)),
        _ => ViewPolicy::Turns(None),
    }
}

/// Extracts `file.luau:12` from a script's error message. Returns only the file if the message has
/// no line number.
pub(super) fn error_location(message: &str, script: &str) -> String {
    let rest = message.split_once(script).and_then(|(_, rest)| rest.strip_prefix(':'));
    let line: String = rest.unwrap_or("").chars().take_while(char::is_ascii_digit).collect();
    if line.is_empty() { script.to_owned() } else { format!("{script}:{line}") }
}
