//! A race game in progress: where the planes are, whose turn it is, who is home.

use std::sync::Arc;

use rand::Rng;
use serde::{Deserialize, Serialize};

use super::board::{Board, HANGAR, PLANES, Progress, SEAT_NAMES};
use super::effect::Effect;
use super::event::Event;
use super::extra::PutOff;
use super::notation::Action;
use super::routes::Tables;
use super::rules::Rules;
use super::sets::PlaneSet;
use crate::game::{Game, IllegalStep, SetupError, Sink, Step, Turn, Viewer};
use crate::memory::Memory;
use crate::outcome::{Outcome, Reason};
use crate::seat::{Seat, SeatSet};

/// The state of a race game. Everything in it is public; the dice to come are not in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Race {
    pub(super) tables: Arc<Tables>,
    pub(super) seats: SeatSet,
    pub(super) progress: [[Progress; PLANES]; 4],
    /// The planes that move as one with each plane, as bits; its own alone when it is single.
    pub(super) stacks: [[u8; PLANES]; 4],
    /// The choices of the planes that name their stacks, four bits a plane; see `restack`.
    pub(super) leading: [u16; 4],
    /// The track squares with planes of each seat, a bit a square, kept beside `progress` so
    /// that one look tells whether anything is captured.
    pub(super) squares: [u64; 4],
    pub(super) phase: Phase,
    pub(super) seat: Seat,
    pub(super) die: u8,
    /// The legal actions as bits, of use while the seat has to move; see `find_choices`.
    pub(super) choices: u16,
    /// Sixes in a row in this turn, this roll included.
    pub(super) sixes: u8,
    /// Planes moved by the sixes before.
    pub(super) moved: PlaneSet,
    /// Rolls of this turn while no plane was out.
    pub(super) tries: u8,
    pub(super) ply: u32,
    pub(super) home: Order,
    pub(super) gone: Order,
    /// The seats that are neither.
    pub(super) playing: SeatSet,
    /// Turns each seat still has to skip.
    pub(super) skips: [u8; 4],
    /// The seats whose turns were put off for extra ones, the next to play last.
    pub(super) put_off: PutOff,
    /// Whom a house rule let win.
    pub(super) winner: Option<Seat>,
    /// What house rules remember.
    pub(super) memory: Memory,
}

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Rolls that settle who begins: who still rolls for it, who has, and the best so far.
    Opening {
        contenders: SeatSet,
        rolled: SeatSet,
        best: u8,
        leaders: SeatSet,
    },
    Roll,
    Move,
    Over(Reason),
}

/// Seats in the order something befell them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Order {
    list: [u8; 4],
    len: u8,
    set: SeatSet,
}

impl Order {
    pub(super) fn push(&mut self, seat: Seat) {
        self.list[self.len as usize & 3] = seat.index() as u8;
        self.len += 1;
        self.set.insert(seat);
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = Seat> + '_ {
        self.list.iter().take(self.len as usize).map(|index| Seat::new(*index))
    }

    pub(super) fn set(&self) -> SeatSet {
        self.set
    }

    pub(super) fn len(&self) -> u8 {
        self.len
    }
}

/// A race game needs nothing dealt before it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {}

/// A race game through somebody's eyes. The state has no secrets, so it is shown whole.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// The position.
    pub race: Race,
}

impl Race {
    /// The routes and rules in force.
    #[must_use]
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The board played on.
    #[must_use]
    pub fn board(&self) -> Board {
        self.tables.rules.board
    }

    /// The progress of each plane of a seat, by plane number; as many as the rules say.
    #[must_use]
    pub fn planes(&self, seat: Seat) -> &[Progress] {
        &self.progress[seat.index() & 3][..self.tables.rules.planes as usize]
    }

    /// The planes that move as one with this plane, itself included.
    #[must_use]
    pub fn stack(&self, seat: Seat, plane: u8) -> PlaneSet {
        PlaneSet::from_bits(self.stacks[seat.index() & 3][plane as usize & 3])
    }

    /// The planes on a track square, with their seats.
    pub fn on_square(&self, square: u8) -> impl Iterator<Item = (Seat, u8)> + '_ {
        let planes = move |seat: usize| (0..PLANES).map(move |plane| (seat, plane));
        (0..4)
            .flat_map(planes)
            .map(|(seat, plane)| (Seat::new(seat as u8), plane))
            .filter(move |(seat, plane)| {
                let at = self.progress[seat.index()][*plane];
                self.board().square(*seat, at) == Some(square)
            })
            .map(|(seat, plane)| (seat, plane as u8))
    }

    /// The roll waiting to be used.
    #[must_use]
    pub fn die(&self) -> Option<u8> {
        (self.phase == Phase::Move).then_some(self.die)
    }

    /// Sixes in a row in this turn so far, the roll waiting to be used included.
    #[must_use]
    pub fn sixes(&self) -> u8 {
        self.sixes
    }

    /// The planes the third 6 would send home now.
    #[must_use]
    pub fn moved_by_sixes(&self) -> PlaneSet {
        self.moved
    }

    /// Whether the rolls that settle who begins are still going on.
    #[must_use]
    pub fn is_opening(&self) -> bool {
        matches!(self.phase, Phase::Opening { .. })
    }

    /// The seat that has the turn, rolls or moves; the last one once the game is over.
    #[must_use]
    pub fn seat_to_move(&self) -> Seat {
        self.seat
    }

    /// The seats that have brought their planes home, in order.
    pub fn home(&self) -> impl DoubleEndedIterator<Item = Seat> + '_ {
        self.home.iter()
    }

    /// The seats that gave up, in order.
    pub fn gone(&self) -> impl DoubleEndedIterator<Item = Seat> + '_ {
        self.gone.iter()
    }

    /// The partner of a seat in a game of teams.
    #[must_use]
    pub fn partner(&self, seat: Seat) -> Option<Seat> {
        self.tables.rules.teams.then(|| self.board().opposite(seat))
    }

    /// How many planes of a seat are in the centre.
    #[must_use]
    pub fn finished(&self, seat: Seat) -> usize {
        let centre = self.board().centre();
        self.planes(seat).iter().filter(|p| **p == centre).count()
    }

    /// What a legal action of the seat to move would make happen.
    #[must_use]
    pub fn preview(&self, action: Action) -> Vec<Event> {
        let mut events = Vec::new();
        self.clone().play_unchecked(&Step::Act { seat: self.seat, action }, &mut events);
        events
    }

    pub(super) fn place_planes(&mut self, seat: Seat, planes: PlaneSet, progress: Progress) {
        let s = seat.index() & 3;
        planes.write(&mut self.progress[s], progress);
        self.squares[s] = self.tables.taken(seat, &self.progress[s]);
    }
}

impl Game for Race {
    const KIND: &'static str = "race";
    const SEATS: &'static [&'static str] = &SEAT_NAMES;

    type Rules = Rules;
    type Deal = Deal;
    type Action = Action;
    type Chance = u8;
    type Effect = Effect;
    type Event = Event;
    type View = View;

    fn new(rules: &Rules, seats: SeatSet, _: &Deal) -> Result<Self, SetupError> {
        let found = seats.intersection(SeatSet::first(4)).len();
        if rules.teams && found != 4 {
            return Err(SetupError::Seats { found, needed: "all four for a game of teams" });
        }
        if !(2..=4).contains(&found) || found != seats.len() {
            return Err(SetupError::Seats { found: seats.len(), needed: "two to four" });
        }
        let mut race = Self {
            tables: Tables::new(rules)?,
            seats,
            progress: [[HANGAR; PLANES]; 4],
            stacks: [[1, 2, 4, 8]; 4],
            leading: [0xFFFF >> (16 - 4 * rules.planes); 4],
            squares: [0; 4],
            phase: Phase::Roll,
            seat: Seat::new(0),
            die: 0,
            choices: 0,
            sixes: 0,
            moved: PlaneSet::EMPTY,
            tries: 0,
            ply: 0,
            home: Order::default(),
            gone: Order::default(),
            playing: seats,
            skips: [0; 4],
            put_off: PutOff::default(),
            winner: None,
            memory: Memory::default(),
        };
        race.open();
        Ok(race)
    }

    fn rules(&self) -> &Rules {
        &self.tables.rules
    }

    fn seats(&self) -> SeatSet {
        self.seats
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Opening { .. } | Phase::Roll => Turn::Chance { roller: self.seat },
            Phase::Move => Turn::Seat(self.seat),
            Phase::Over(_) => Turn::Over,
        }
    }

    fn ply(&self) -> u32 {
        self.ply
    }

    #[inline]
    fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        if self.phase == Phase::Move {
            self.list_choices(out);
        }
    }

    #[inline]
    fn chance_outcomes(&self, out: &mut Vec<u8>) {
        out.clear();
        if matches!(self.phase, Phase::Opening { .. } | Phase::Roll) {
            out.extend_from_slice(&[1, 2, 3, 4, 5, 6]);
        }
    }

    fn check_effect(&self, rule: u8, effect: &Effect) -> Result<(), IllegalStep> {
        self.check_house(rule, effect)
    }

    fn memory(&self) -> &Memory {
        &self.memory
    }

    fn nothing_left(&self) -> Option<Effect> {
        Some(Effect::Pass {})
    }

    fn check_timeout(&self, _: Seat) -> Result<(), IllegalStep> {
        Err(IllegalStep::NoClock)
    }

    // Inlined so that a playout, which knows what step it plays, keeps only that part.
    #[inline(always)]
    fn play_unchecked<S: Sink<Event>>(&mut self, step: &Step<Self>, events: &mut S) {
        match *step {
            Step::Chance(die) => match self.phase {
                Phase::Opening { .. } => self.opening_roll(die, events),
                _ => self.roll(die, events),
            },
            Step::Act { action, .. } => self.act(action, events),
            Step::House { rule, effect } => self.apply(rule, effect, events),
            Step::Timeout { .. } => {}
            Step::Resign { seat } => self.resign(seat, events),
            Step::Draw => self.end(Reason::Agreement, events),
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        View { viewer, race: self.clone() }
    }

    fn sample<R: Rng + ?Sized>(view: &View, _: &mut R) -> Self {
        view.race.clone()
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Over(reason) => Some(Outcome { places: self.places(), reason }),
            _ => None,
        }
    }

    fn fingerprint(&self, feed: &mut dyn FnMut(&[u8])) {
        self.progress.iter().for_each(|row| feed(row));
        // A stack is told by its lowest plane.
        self.stacks.iter().for_each(|row| feed(&row.map(|stack| stack.trailing_zeros() as u8)));
        let phase = match self.phase {
            Phase::Opening { contenders, rolled, best, leaders } => {
                [0, contenders.bits(), rolled.bits(), best, leaders.bits()]
            }
            Phase::Roll => [1, 0, 0, 0, 0],
            Phase::Move => [2, 0, 0, 0, 0],
            Phase::Over(reason) => [3, reason as u8, 0, 0, 0],
        };
        feed(&phase);
        feed(&[
            self.seats.bits(),
            self.seat.index() as u8,
            self.die,
            self.sixes,
            self.moved.bits(),
            self.tries,
        ]);
        feed(&self.ply.to_le_bytes());
        for order in [self.home, self.gone] {
            feed(&[order.len]);
            feed(&order.list);
        }
        self.feed_house(feed);
    }

    fn active(&self) -> SeatSet {
        self.playing
    }
}
