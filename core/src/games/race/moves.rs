//! Finds and plays the moves of a race: launches, walks, jumps, flights, captures, stacks.
//!
//! Legal actions are kept as bits and found through tables, since random playouts spend most of
//! their time here.

use super::board::{HANGAR, PLANES, Progress};
use super::event::Event;
use super::jumps_and_flights::{NO_SQUARE, Obstacles, Route, launch, routes};
use super::notation::Action;
use super::rules::{
    CROSSED, Capture, Crossing, FLIGHT_FROM, FLIGHT_TO, Stack, StackAttack, StackBlock, ThreeSixes,
};
use super::sets::PlaneSet;
use super::state::Race;
use crate::contract::game::Sink;
use crate::contract::seat::{Seat, SeatSet};

/// The planes that can hinder the seat to move.
pub(super) struct Opponents<'a> {
    pub(super) race: &'a Race,
    /// The number of planes that move.
    pub(super) size: usize,
}

impl Opponents<'_> {
    /// Returns the size of the largest opposing stack on a progress of the mover, or 0. With
    /// `safe_too`, stacks on squares that are safe for their owner count as well.
    fn largest(&self, progress: Progress, safe_too: bool) -> usize {
        let race = self.race;
        let square = race.tables.square(race.seat, progress);
        if square == NO_SQUARE {
            return 0;
        }
        let hits = race.hits(race.seat, square, safe_too);
        each_hit(hits).map(|(seat, plane)| race.stack(seat, plane).len()).max().unwrap_or(0)
    }
}

impl Obstacles for Opponents<'_> {
    fn blocked(&self, progress: Progress) -> bool {
        self.race.tables.rules.stack_block == StackBlock::Opponents
            && self.largest(progress, true) >= 2
    }

    fn repels(&self, progress: Progress) -> bool {
        self.race.tables.rules.stack_attack == StackAttack::BiggerStackWins
            && self.largest(progress, false) > self.size
    }

    fn bars_flight(&self) -> bool {
        let race = self.race;
        let opposite = race.tables.rules.board.opposite(race.seat);
        race.tables.rules.stack_block == StackBlock::Opponents
            && !race.friends(race.seat).contains(opposite)
            && PlaneSet::with_value(race.progress[opposite.index()], CROSSED)
                .iter()
                .any(|plane| race.stack(opposite, plane).len() >= 2)
    }
}

/// Returns the seat and plane of every bit of a hit mask.
fn each_hit(mut hits: u16) -> impl Iterator<Item = (Seat, u8)> {
    std::iter::from_fn(move || {
        let bit = (hits != 0).then(|| hits.trailing_zeros() as u8)?;
        hits &= hits - 1;
        Some((Seat::new(bit / 4), bit % 4))
    })
}

/// Returns the action of one bit of the choices, for a plane in the hangar (`grounded`) or out of
/// it.
const fn action(choice: u8, grounded: bool) -> Action {
    let (plane, fly, stack) = (choice >> 2 & 3, choice & 2 != 0, choice & 1 != 0);
    if grounded { Action::Launch { plane, stack } } else { Action::Advance { plane, fly, stack } }
}

/// At most one action for each plane. 16 bytes and aligned, so that a row is found with a shift.
#[derive(Clone, Copy)]
#[repr(align(16))]
struct Singles {
    actions: [Action; PLANES],
    len: u8,
}

/// The actions without flight or stacking. The low four bits of the index are the planes that have
/// an action, the high four bits the planes in the hangar.
static SINGLE: [Singles; 256] = {
    let mut table = [Singles { actions: [action(0, true); PLANES], len: 0 }; 256];
    let mut key = 0;
    while key < 256 {
        let mut plane = 0;
        while plane < PLANES {
            if key >> plane & 1 == 1 {
                let grounded = key >> (plane + PLANES) & 1 == 1;
                let at = table[key].len as usize;
                table[key].actions[at] = action(4 * plane as u8, grounded);
                table[key].len += 1;
            }
            plane += 1;
        }
        key += 1;
    }
    table
};

/// All actions, by choice: first for a plane out of the hangar, then for one in it.
static ACTIONS: [Action; 32] = {
    let mut table = [action(0, true); 32];
    let mut choice = 0;
    while choice < 32 {
        table[choice] = action(choice as u8 & 15, choice >= 16);
        choice += 1;
    }
    table
};

impl Race {
    /// Appends the legal actions to `out`. If no plane has two ways they are looked up: a loop of
    /// unpredictable length would take longer than the rest of the turn.
    #[inline]
    pub(super) fn list_choices(&self, out: &mut Vec<Action>) {
        match self.single_choices() {
            Some(actions) => out.extend_from_slice(actions),
            None => self.list_many_choices(out),
        }
    }

    /// Returns the legal actions if no plane has two ways.
    #[inline]
    pub(super) fn single_choices(&self) -> Option<&'static [Action]> {
        let choices = self.choices as usize;
        if choices & !0x1111 != 0 {
            return None;
        }
        let planes = (choices | choices >> 3 | choices >> 6 | choices >> 9) & 0xF;
        let row = self.progress[self.seat.index() & 3];
        let grounded = PlaneSet::with_value(row, HANGAR).bits() as usize;
        let singles = &SINGLE[planes | grounded << PLANES & 0xF0];
        singles.actions.get(..singles.len as usize)
    }

    #[inline(never)]
    fn list_many_choices(&self, out: &mut Vec<Action>) {
        self.each_choice(self.choices, |action| out.push(action));
    }

    /// Calls `take` with every legal action, by plane. The action without flight and stacking
    /// comes first.
    pub(super) fn each_action(&self, take: impl FnMut(Action)) {
        self.each_choice(self.find_choices(), take);
    }

    /// Calls `take` with the action of every bit of `choices`.
    pub(super) fn each_choice(&self, mut choices: u16, mut take: impl FnMut(Action)) {
        let row = &self.progress[self.seat.index() & 3];
        while choices != 0 {
            let choice = choices.trailing_zeros() as usize & 15;
            choices &= choices - 1;
            let grounded = usize::from(row[choice >> 2] == HANGAR);
            take(ACTIONS[choice | grounded << 4]);
        }
    }

    /// Returns true if the seat to move has a legal action.
    pub(super) fn can_move(&self) -> bool {
        self.find_choices() != 0
    }

    /// Returns a bit for every legal action: 4 x plane, plus 2 if it flies, plus 1 if it stacks.
    ///
    /// Runs without branches as long as no plane can meet another of its seat or be hindered,
    /// since the movable planes are as unpredictable as the die.
    #[inline]
    pub(super) fn find_choices(&self) -> u16 {
        let tables = &*self.tables;
        let seat = self.seat.index() & 3;
        let row = self.progress[seat];
        let (mut choices, mut taken, mut ends) = (0, 0, 0);
        for (plane, at) in row.into_iter().enumerate() {
            let summary = tables.summary(at, self.die);
            choices |= summary.choices() << (4 * plane);
            ends |= summary.ends();
            taken |= 1 << (at & 63);
        }
        if !tables.open || taken & ends != 0 {
            choices = self.choices_in_company(taken);
        }
        choices & self.leading[seat]
    }

    /// Returns the choices when planes of the seat may meet or the rules allow hindrances. `taken`
    /// has a bit for each progress with a plane of the seat.
    #[inline(never)]
    fn choices_in_company(&self, taken: u64) -> u16 {
        let row = self.progress[self.seat.index() & 3];
        let mut choices = 0;
        for (plane, at) in row.into_iter().enumerate() {
            let summary = self.tables.summary(at, self.die);
            let alone = self.tables.open && summary.ends() & taken == 0;
            let bits = if alone { summary.choices() } else { self.choices_of(plane as u8) };
            choices |= bits << (4 * plane);
        }
        choices
    }

    /// Returns the four bits of a plane in `find_choices`.
    fn choices_of(&self, plane: u8) -> u16 {
        let group = self.stack(self.seat, plane);
        let bits = |route: Option<Route>| {
            let met = route.map(|route| self.meets(group, &route).is_empty());
            match (met, self.tables.rules.stack) {
                (None, _) => 0,
                (Some(true), _) | (_, Stack::Never) => 0b01,
                (_, Stack::Always) => 0b10,
                (_, Stack::Optional) => 0b11,
            }
        };
        let [stay, fly] = self.routes(plane).map(bits);
        stay | fly << 2
    }

    /// Returns the route of an action of the seat to move, or `None` if its plane cannot take it.
    /// A launch is a single hop.
    pub fn route(&self, action: Action) -> Option<Route> {
        let plane = action.plane() & 3;
        let grounded = self.progress[self.seat.index() & 3][plane as usize] == HANGAR;
        let launch = matches!(action, Action::Launch { .. });
        if grounded != launch {
            return None;
        }
        self.route_of(plane, action.flies())
    }

    /// Returns the route of a plane of the seat to move, with or without a flight.
    #[inline]
    pub(super) fn route_of(&self, plane: u8, fly: bool) -> Option<Route> {
        if !self.tables.open {
            return self.routes(plane)[usize::from(fly)];
        }
        let from = self.progress[self.seat.index() & 3][plane as usize & 3];
        self.tables.routes(from, self.die)[usize::from(fly)]
    }

    /// Returns the routes of a plane of the seat to move: without and with a flight.
    pub(super) fn routes(&self, plane: u8) -> [Option<Route>; 2] {
        let from = self.progress[self.seat.index() & 3][plane as usize & 3];
        if self.tables.open {
            return self.tables.routes(from, self.die);
        }
        let rules = &self.tables.rules;
        let size = if from == HANGAR { 1 } else { self.stack(self.seat, plane).len() };
        let opponents = Opponents { race: self, size };
        match from {
            HANGAR => [launch(rules, self.die, &opponents), None],
            from if from < rules.board.centre() => {
                self.distinct_routes(routes(rules, from, self.die, &opponents))
            }
            _ => [None; 2],
        }
    }

    /// Drops the flight if both routes only end at home, so that no two actions have the same
    /// effect.
    fn distinct_routes(&self, routes: [Option<Route>; 2]) -> [Option<Route>; 2] {
        match routes {
            [Some(stay), Some(fly)]
                if stay.repelled && fly.repelled && self.crossed().is_empty() =>
            {
                [Some(stay), None]
            }
            other => other,
        }
    }

    /// Returns the own planes at the end of a route that the group could stack with.
    fn meets(&self, group: PlaneSet, route: &Route) -> PlaneSet {
        let (end, board) = (route.end(), self.tables.rules.board);
        if route.repelled || end < board.first_on_track() || end == board.centre() {
            return PlaneSet::EMPTY;
        }
        PlaneSet::with_value(self.progress[self.seat.index() & 3], end).difference(group)
    }

    /// Plays an action of the seat to move and the end of its roll.
    pub(super) fn act<S: Sink<Event>>(&mut self, action: Action, events: &mut S) {
        let (seat, plane) = (self.seat, action.plane() & 3);
        let Some(route) = self.route_of(plane, action.flies()) else { return };
        let group = self.stack(seat, plane);
        if self.sixes > 0 && self.tables.rules.three_sixes == ThreeSixes::MovedPlanesHome {
            self.moved = self.moved.union(group);
        }
        let meets = if action.stacks() { self.meets(group, &route) } else { PlaneSet::EMPTY };
        // Two calls, so that the compiler removes the loop of the common one when events are
        // ignored.
        let captured = if self.meets_anyone(&route) {
            self.follow_capturing(&route, group, events)
        } else {
            self.follow(&route, group, false, events)
        };
        let end = route.end();
        if route.repelled {
            self.send_home(seat, group);
            events.emit(Event::Repelled { seat, planes: group, at: end });
        } else {
            self.place_planes(seat, group, end);
            if !meets.is_empty() {
                let planes = group.union(meets);
                self.join(seat, planes);
                events.emit(Event::Stacked { seat, planes, at: end });
            }
        }
        if route.finishes {
            self.part(seat, group);
            events.emit(Event::Finished { seat, planes: group });
        }
        self.end_roll(captured, route.finishes, events);
    }

    #[inline(never)]
    fn follow_capturing<S: Sink<Event>>(
        &mut self,
        route: &Route,
        planes: PlaneSet,
        events: &mut S,
    ) -> bool {
        self.follow(route, planes, true, events)
    }

    /// Emits the hops of a move and captures along it if `met`. Returns true if a plane was
    /// captured.
    #[inline(always)]
    fn follow<S: Sink<Event>>(
        &mut self,
        route: &Route,
        planes: PlaneSet,
        met: bool,
        events: &mut S,
    ) -> bool {
        let from = self.progress[self.seat.index() & 3][planes.iter().next().unwrap_or(0) as usize];
        let (seat, die) = (self.seat, self.die);
        let every = self.tables.rules.capture == Capture::EveryHop;
        let (mut captured, mut at) = (false, from);
        for (i, to) in route.hops().iter().copied().enumerate() {
            let last = i + 1 == route.hops().len();
            events.emit(match i {
                0 if from == HANGAR => {
                    Event::Launched { seat, plane: planes.iter().next().unwrap_or(0), to }
                }
                0 => Event::Moved { seat, planes, from, to, die },
                _ if (at, to) == (FLIGHT_FROM, FLIGHT_TO) => {
                    Event::Flew { seat, planes, from: at, to }
                }
                _ => Event::Jumped { seat, planes, from: at, to },
            });
            if met {
                if i > 0 && (at, to) == (FLIGHT_FROM, FLIGHT_TO) {
                    captured |= self.cross(events);
                }
                if (every || last) && !(last && route.repelled) {
                    captured |= self.capture_at(seat, to, events);
                }
            }
            at = to;
        }
        captured
    }

    /// Returns true if planes of other seats stand on a square that the route touches, or where
    /// its flight crosses. Mostly there are none, and this test is faster than following the hops.
    #[inline]
    pub(super) fn meets_anyone(&self, route: &Route) -> bool {
        let touched = self.tables.touched(self.seat, route);
        let seat = self.seat.index();
        let others = [1, 2, 3].map(|k| self.squares[(seat + k) & 3]);
        let taken = others[0] | others[1] | others[2];
        touched & taken != 0 || route.flies && !self.crossed().is_empty()
    }

    /// Sends home the planes that seat `by` captures at its progress `at`. Returns true if there
    /// were any.
    pub(super) fn capture_at<S: Sink<Event>>(
        &mut self,
        by: Seat,
        at: Progress,
        events: &mut S,
    ) -> bool {
        let square = self.tables.square(by, at);
        if square == NO_SQUARE {
            return false;
        }
        let hits = self.hits(by, square, false);
        if hits == 0 {
            return false;
        }
        for seat in (0..4).map(Seat::new) {
            let planes = PlaneSet::from_bits((hits >> (4 * seat.index())) as u8);
            if let Some(first) = planes.iter().next() {
                let at = self.progress[seat.index()][first as usize];
                self.send_home(seat, planes);
                events.emit(Event::Captured { by, seat, planes, at });
            }
        }
        true
    }

    /// Returns the planes that a flight of the seat to move captures by crossing. All belong to
    /// the opposite seat.
    fn crossed(&self) -> PlaneSet {
        let seat = self.tables.rules.board.opposite(self.seat);
        let spared = self.tables.rules.flight_crossing == Crossing::Off
            || self.friends(self.seat).contains(seat);
        if spared {
            return PlaneSet::EMPTY;
        }
        PlaneSet::with_value(self.progress[seat.index()], CROSSED)
    }

    /// Sends home the planes that a flight of the seat to move crosses. Returns true if there were
    /// any.
    fn cross<S: Sink<Event>>(&mut self, events: &mut S) -> bool {
        let planes = self.crossed();
        if planes.is_empty() {
            return false;
        }
        let seat = self.tables.rules.board.opposite(self.seat);
        self.send_home(seat, planes);
        events.emit(Event::Captured { by: self.seat, seat, planes, at: CROSSED });
        true
    }

    /// Returns a bit for every plane that a seat could capture on a square: bit 4 x seat + plane.
    /// With `safe_too`, planes on squares that are safe for their owner are included.
    #[inline(never)]
    pub(super) fn hits(&self, by: Seat, square: u8, safe_too: bool) -> u16 {
        let (mut hits, rules) = (0, &self.tables.rules);
        for seat in (0..4).map(Seat::new) {
            let there = self.squares[seat.index()] >> (square & 63) & 1 == 1;
            if !there || self.friends(by).contains(seat) {
                continue;
            }
            let at = rules.board.progress(seat, square);
            if let Some(at) = at.filter(|at| safe_too || !rules.safe_squares.contains(*at)) {
                let planes = PlaneSet::with_value(self.progress[seat.index()], at);
                hits |= u16::from(planes.bits()) << (4 * seat.index());
            }
        }
        hits
    }

    /// Returns the seats whose planes a seat does not capture: itself and its partner.
    pub(super) fn friends(&self, seat: Seat) -> SeatSet {
        self.tables.friends(seat)
    }

    /// Puts planes back into their hangar. The rest of a stack stays together.
    #[inline(never)]
    pub(super) fn send_home(&mut self, seat: Seat, planes: PlaneSet) {
        self.place_planes(seat, planes, HANGAR);
        let stacks = self.stacks[seat.index() & 3].map(PlaneSet::from_bits);
        for plane in planes.iter() {
            let stack = stacks[plane as usize & 3];
            if stack.len() > 1 {
                self.part(seat, stack);
                self.join(seat, stack.difference(planes));
            }
        }
    }

    /// Makes planes a stack, which moves as one.
    #[inline(never)]
    pub(super) fn join(&mut self, seat: Seat, planes: PlaneSet) {
        planes.write(&mut self.stacks[seat.index() & 3], planes.bits());
        self.restack(seat);
    }

    /// Takes planes out of their stacks, so that each moves alone.
    #[inline(never)]
    pub(super) fn part(&mut self, seat: Seat, planes: PlaneSet) {
        let row = &mut self.stacks[seat.index() & 3];
        planes.iter().for_each(|k| row[k as usize & 3] = 1 << k);
        self.restack(seat);
    }

    /// Updates `leading`: the choices of the planes in play that are the lowest of their stacks.
    pub(super) fn restack(&mut self, seat: Seat) {
        let row = self.stacks[seat.index() & 3];
        let leads = |k: usize| row[k].trailing_zeros() as usize == k;
        let planes = self.tables.rules.planes as usize;
        let choices = (0..planes).filter(|k| leads(*k)).fold(0, |all, k| all | 0xF << (4 * k));
        self.leading[seat.index() & 3] = choices;
    }

    /// Returns true if a plane is the lowest of its stack. A stack is named by its lowest plane.
    pub(super) fn leads(&self, seat: Seat, plane: u8) -> bool {
        self.leading[seat.index() & 3] >> (4 * (plane & 3)) & 1 == 1
    }
}
