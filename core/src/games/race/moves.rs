//! Finds the legal actions of a race, and plays them: hops, captures and stacks.
//!
//! Random playouts spend most of their time here. So the legal actions of a roll are stored as the
//! bits of a `u16`, the *choices*. Each plane has four bits, one for each action it may have:
//!
//! - bit 0: without a flight and without stacking;
//! - bit 1: with stacking at the end;
//! - bit 2: with a flight;
//! - bit 3: with a flight and with stacking.
//!
//! The choices come from tables of routes unless planes are in the way.

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

/// The opponents' planes as obstacles to a move of the seat to move.
pub(super) struct Opponents<'a> {
    pub(super) race: &'a Race,
    /// The number of planes that make the move: more than 1 for a stack.
    pub(super) size: usize,
}

impl Opponents<'_> {
    /// Returns the size of the largest opposing stack on the track square that the mover reaches
    /// with this progress, or 0 if there is none. A single plane counts as a stack of 1. Stacks on
    /// squares that are safe for their owner count only if `safe_too` is true.
    fn largest_stack(&self, progress: Progress, safe_too: bool) -> usize {
        let race = self.race;
        let square = race.tables.square(race.seat, progress);
        if square == NO_SQUARE {
            return 0;
        }
        let planes = planes_in_mask(race.capturable_planes(race.seat, square, safe_too));
        planes.map(|(seat, plane)| race.stack(seat, plane).len()).max().unwrap_or(0)
    }
}

impl Obstacles for Opponents<'_> {
    fn blocks(&self, progress: Progress) -> bool {
        self.race.tables.rules.stack_block == StackBlock::Opponents
            && self.largest_stack(progress, true) >= 2
    }

    fn repels(&self, progress: Progress) -> bool {
        self.race.tables.rules.stack_attack == StackAttack::BiggerStackWins
            && self.largest_stack(progress, false) > self.size
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

/// Returns the seat and the number of every plane in a mask with bit 4 x seat + plane.
fn planes_in_mask(mut mask: u16) -> impl Iterator<Item = (Seat, u8)> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as u8)?;
        mask &= mask - 1;
        Some((Seat::new(bit / 4), bit % 4))
    })
}

/// Returns the action for a bit of the choices. `choice` is the index of the bit, from 0 to 15, and
/// `in_hangar` is true if its plane is in the hangar.
const fn action(choice: u8, in_hangar: bool) -> Action {
    let (plane, fly, stack) = (choice >> 2 & 3, choice & 2 != 0, choice & 1 != 0);
    if in_hangar { Action::Launch { plane, stack } } else { Action::Advance { plane, fly, stack } }
}

/// The bits of the choices for actions without a flight and without stacking.
const PLAIN_CHOICES: usize = 0x1111;

/// A list with at most one action for each plane. Its size is 16 bytes, so that an index becomes an
/// address by a shift.
#[derive(Clone, Copy)]
#[repr(align(16))]
struct PlainActions {
    actions: [Action; PLANES],
    len: u8,
}

/// The lists of actions without a flight and without stacking. The low four bits of the index are
/// the planes that have an action, the high four bits the planes in the hangar.
static PLAIN_ACTIONS: [PlainActions; 256] = {
    let mut table = [PlainActions { actions: [action(0, true); PLANES], len: 0 }; 256];
    let mut key = 0;
    while key < 256 {
        let mut plane = 0;
        while plane < PLANES {
            if key >> plane & 1 == 1 {
                let in_hangar = key >> (plane + PLANES) & 1 == 1;
                let index = table[key].len as usize;
                table[key].actions[index] = action(4 * plane as u8, in_hangar);
                table[key].len += 1;
            }
            plane += 1;
        }
        key += 1;
    }
    table
};

/// The action of each bit of the choices: 16 for planes out of the hangar, then 16 for planes in
/// it.
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
    /// Appends the legal actions to `out`. If all are plain, copies them from a table, because a
    /// loop of unpredictable length would take longer than the rest of the turn.
    #[inline]
    pub(super) fn append_legal_actions(&self, out: &mut Vec<Action>) {
        match self.plain_actions() {
            Some(actions) => out.extend_from_slice(actions),
            None => self.append_actions_one_by_one(out),
        }
    }

    /// Returns the legal actions, if all are without a flight and without stacking.
    #[inline]
    pub(super) fn plain_actions(&self) -> Option<&'static [Action]> {
        let choices = self.choices as usize;
        if choices & !PLAIN_CHOICES != 0 {
            return None;
        }
        // Moves bits 0, 4, 8 and 12 to bits 0 to 3.
        let planes = (choices | choices >> 3 | choices >> 6 | choices >> 9) & 0xF;
        let row = self.progress[self.seat.index() & 3];
        let in_hangar = PlaneSet::with_value(row, HANGAR).bits() as usize;
        let list = &PLAIN_ACTIONS[planes | in_hangar << PLANES & 0xF0];
        list.actions.get(..list.len as usize)
    }

    #[inline(never)]
    fn append_actions_one_by_one(&self, out: &mut Vec<Action>) {
        self.each_choice(self.choices, |action| out.push(action));
    }

    /// Calls `visit` with every legal action for the roll in `die`, in the order of the choices.
    pub(super) fn each_action(&self, visit: impl FnMut(Action)) {
        self.each_choice(self.find_choices(), visit);
    }

    /// Calls `visit` with the action of every bit of `choices`.
    pub(super) fn each_choice(&self, mut choices: u16, mut visit: impl FnMut(Action)) {
        let row = &self.progress[self.seat.index() & 3];
        while choices != 0 {
            let choice = choices.trailing_zeros() as usize & 15;
            choices &= choices - 1;
            let in_hangar = usize::from(row[choice >> 2] == HANGAR);
            visit(ACTIONS[choice | in_hangar << 4]);
        }
    }

    /// Returns true if the seat to move has a legal action for the roll in `die`.
    pub(super) fn can_move(&self) -> bool {
        self.find_choices() != 0
    }

    /// Returns the choices of the seat to move for the roll in `die`: a bit for every legal action.
    ///
    /// Has no branches unless planes are in the way, because the set of movable planes is as hard
    /// to predict as the die.
    #[inline]
    pub(super) fn find_choices(&self) -> u16 {
        let tables = &*self.tables;
        let seat = self.seat.index() & 3;
        let row = self.progress[seat];
        // One bit per progress: the ends of all routes, and the planes of the seat.
        let (mut ends, mut own_planes) = (0, 0);
        let mut choices = 0;
        for (plane, from) in row.into_iter().enumerate() {
            let summary = tables.summary(from, self.die);
            choices |= summary.choices() << (4 * plane);
            ends |= summary.ends();
            own_planes |= 1 << (from & 63);
        }
        if !tables.is_unobstructed || own_planes & ends != 0 {
            choices = self.find_choices_one_by_one(own_planes);
        }
        choices & self.leader_mask[seat]
    }

    /// Returns the choices if planes may be in the way. `own_planes` has a bit for each progress
    /// with a plane of the seat to move.
    #[inline(never)]
    fn find_choices_one_by_one(&self, own_planes: u64) -> u16 {
        let row = self.progress[self.seat.index() & 3];
        let mut choices = 0;
        for (plane, from) in row.into_iter().enumerate() {
            let summary = self.tables.summary(from, self.die);
            let is_free = self.tables.is_unobstructed && summary.ends() & own_planes == 0;
            let bits = if is_free { summary.choices() } else { self.choices_of_plane(plane as u8) };
            choices |= bits << (4 * plane);
        }
        choices
    }

    /// Returns the four bits of a plane in the choices.
    fn choices_of_plane(&self, plane: u8) -> u16 {
        let movers = self.stack(self.seat, plane);
        // Bit 0 is the action without stacking, bit 1 the one with stacking.
        let stacking_bits = |route: Option<Route>| {
            let Some(route) = route else { return 0 };
            if self.own_planes_met(movers, &route).is_empty() {
                return 0b01;
            }
            match self.tables.rules.stack {
                Stack::Never => 0b01,
                Stack::Always => 0b10,
                Stack::Optional => 0b11,
            }
        };
        let [walk, flight] = self.routes(plane).map(stacking_bits);
        walk | flight << 2
    }

    /// Returns the route of an action of the seat to move, or `None` if its plane cannot take it.
    /// A launch is a single hop.
    pub fn route(&self, action: Action) -> Option<Route> {
        let plane = action.plane() & 3;
        let in_hangar = self.progress[self.seat.index() & 3][plane as usize] == HANGAR;
        let is_launch = matches!(action, Action::Launch { .. });
        if in_hangar != is_launch {
            return None;
        }
        self.route_of(plane, action.flies())
    }

    /// Returns the route of a plane of the seat to move, with or without a flight.
    #[inline]
    pub(super) fn route_of(&self, plane: u8, fly: bool) -> Option<Route> {
        if !self.tables.is_unobstructed {
            return self.routes(plane)[usize::from(fly)];
        }
        let from = self.progress[self.seat.index() & 3][plane as usize & 3];
        self.tables.routes(from, self.die)[usize::from(fly)]
    }

    /// Returns the routes of a plane of the seat to move: without and with a flight.
    pub(super) fn routes(&self, plane: u8) -> [Option<Route>; 2] {
        let from = self.progress[self.seat.index() & 3][plane as usize & 3];
        if self.tables.is_unobstructed {
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

    /// Drops the route with the flight if a bigger stack sends the plane to the hangar on both
    /// routes. Then the two actions would have the same effect, unless the flight captures on its
    /// way.
    fn distinct_routes(&self, routes: [Option<Route>; 2]) -> [Option<Route>; 2] {
        match routes {
            [Some(walk), Some(flight)]
                if walk.repelled && flight.repelled && self.crossed_planes().is_empty() =>
            {
                [Some(walk), None]
            }
            routes => routes,
        }
    }

    /// Returns the planes of the seat to move at the end of a route. The `movers` could stack with
    /// them.
    fn own_planes_met(&self, movers: PlaneSet, route: &Route) -> PlaneSet {
        let (end, board) = (route.end(), self.tables.rules.board);
        if route.repelled || end < board.first_on_track() || end == board.centre() {
            return PlaneSet::EMPTY;
        }
        PlaneSet::with_value(self.progress[self.seat.index() & 3], end).difference(movers)
    }

    /// Plays an action of the seat to move, and ends its roll.
    pub(super) fn act<S: Sink<Event>>(&mut self, action: Action, events: &mut S) {
        let (seat, plane) = (self.seat, action.plane() & 3);
        let Some(route) = self.route_of(plane, action.flies()) else { return };
        let movers = self.stack(seat, plane);
        if self.sixes > 0 && self.tables.rules.three_sixes == ThreeSixes::MovedPlanesToHangar {
            self.moved_by_sixes = self.moved_by_sixes.union(movers);
        }
        let joined =
            if action.stacks() { self.own_planes_met(movers, &route) } else { PlaneSet::EMPTY };
        // Most moves capture nothing. With a separate call for them, in which `may_capture` is
        // false, the compiler can remove the loop over the hops if events are ignored.
        let captured = if self.meets_opponents(&route) {
            self.play_hops_capturing(&route, movers, events)
        } else {
            self.play_hops(&route, movers, false, events)
        };
        let end = route.end();
        if route.repelled {
            self.send_to_hangar(seat, movers);
            events.emit(Event::Repelled { seat, planes: movers, at: end });
        } else {
            self.place_planes(seat, movers, end);
            if !joined.is_empty() {
                let planes = movers.union(joined);
                self.form_stack(seat, planes);
                events.emit(Event::Stacked { seat, planes, at: end });
            }
        }
        if route.finishes {
            self.dissolve_stack(seat, movers);
            events.emit(Event::Finished { seat, planes: movers });
        }
        self.end_roll(captured, route.finishes, events);
    }

    /// Emits the hops of a move and captures along it. Returns true if a plane was captured.
    #[inline(never)]
    fn play_hops_capturing<S: Sink<Event>>(
        &mut self,
        route: &Route,
        planes: PlaneSet,
        events: &mut S,
    ) -> bool {
        self.play_hops(route, planes, true, events)
    }

    /// Emits the hops of a move. Captures along it if `may_capture` is true. Returns true if a
    /// plane was captured.
    #[inline(always)]
    fn play_hops<S: Sink<Event>>(
        &mut self,
        route: &Route,
        planes: PlaneSet,
        may_capture: bool,
        events: &mut S,
    ) -> bool {
        let lowest = planes.iter().next().unwrap_or(0);
        let start = self.progress[self.seat.index() & 3][lowest as usize];
        let (seat, die) = (self.seat, self.die);
        let every_hop_captures = self.tables.rules.capture == Capture::EveryHop;
        let (mut captured, mut from) = (false, start);
        for (index, to) in route.hops().iter().copied().enumerate() {
            let is_last = index + 1 == route.hops().len();
            let is_flight = index > 0 && (from, to) == (FLIGHT_FROM, FLIGHT_TO);
            events.emit(match index {
                0 if start == HANGAR => Event::Launched { seat, plane: lowest, to },
                0 => Event::Moved { seat, planes, from, to, die },
                _ if is_flight => Event::Flew { seat, planes, from, to },
                _ => Event::Jumped { seat, planes, from, to },
            });
            if may_capture {
                if is_flight {
                    captured |= self.capture_crossed(planes, events);
                }
                if (every_hop_captures || is_last) && !(is_last && route.repelled) {
                    captured |= self.capture_at(seat, planes, to, events);
                }
            }
            from = to;
        }
        captured
    }

    /// Returns true if planes of other seats stand on a square that a route touches, or on the lane
    /// square that its flight crosses. Mostly there are none, and this test is faster than a look
    /// at every hop.
    #[inline]
    pub(super) fn meets_opponents(&self, route: &Route) -> bool {
        let touched = self.tables.squares_touched(self.seat, route);
        let seat = self.seat.index();
        let [second, third, fourth] = [1, 2, 3].map(|offset| self.occupied[(seat + offset) & 3]);
        touched & (second | third | fourth) != 0 || route.flies && !self.crossed_planes().is_empty()
    }

    /// Captures planes for seat `by` after its planes `movers` moved to its progress `at`: sends
    /// the capturable planes on that square to their hangar. Returns true if any were captured.
    pub(super) fn capture_at<S: Sink<Event>>(
        &mut self,
        by: Seat,
        movers: PlaneSet,
        at: Progress,
        events: &mut S,
    ) -> bool {
        let square = self.tables.square(by, at);
        if square == NO_SQUARE {
            return false;
        }
        let capturable = self.capturable_planes(by, square, false);
        if capturable == 0 {
            return false;
        }
        for seat in (0..4).map(Seat::new) {
            let planes = PlaneSet::from_bits((capturable >> (4 * seat.index())) as u8);
            if let Some(first) = planes.iter().next() {
                let at = self.progress[seat.index()][first as usize];
                self.send_to_hangar(seat, planes);
                let by_size = movers.len() as u8;
                events.emit(Event::Captured { by, by_size, seat, planes, at });
            }
        }
        true
    }

    /// Returns the planes that a flight of the seat to move captures by crossing their lane. They
    /// belong to the opposite seat.
    fn crossed_planes(&self) -> PlaneSet {
        let seat = self.tables.rules.board.opposite(self.seat);
        let is_spared = self.tables.rules.flight_crossing == Crossing::Off
            || self.friends(self.seat).contains(seat);
        if is_spared {
            return PlaneSet::EMPTY;
        }
        PlaneSet::with_value(self.progress[seat.index()], CROSSED)
    }

    /// Captures the planes that a flight of the seat to move crosses. `movers` are the planes that
    /// fly. Returns true if any planes were captured.
    fn capture_crossed<S: Sink<Event>>(&mut self, movers: PlaneSet, events: &mut S) -> bool {
        let planes = self.crossed_planes();
        if planes.is_empty() {
            return false;
        }
        let seat = self.tables.rules.board.opposite(self.seat);
        self.send_to_hangar(seat, planes);
        let (by, by_size) = (self.seat, movers.len() as u8);
        events.emit(Event::Captured { by, by_size, seat, planes, at: CROSSED });
        true
    }

    /// Returns a mask of the planes that a seat could capture on a square, with bit 4 x seat +
    /// plane. Planes that are safe on the square are included only if `safe_too` is true.
    #[inline(never)]
    pub(super) fn capturable_planes(&self, by: Seat, square: u8, safe_too: bool) -> u16 {
        let (mut mask, rules) = (0, &self.tables.rules);
        for seat in (0..4).map(Seat::new) {
            let is_there = self.occupied[seat.index()] >> (square & 63) & 1 == 1;
            if !is_there || self.friends(by).contains(seat) {
                continue;
            }
            let Some(progress) = rules.board.progress(seat, square) else { continue };
            if safe_too || !rules.safe_squares.contains(progress) {
                let planes = PlaneSet::with_value(self.progress[seat.index()], progress);
                mask |= u16::from(planes.bits()) << (4 * seat.index());
            }
        }
        mask
    }

    /// Returns the seats whose planes a seat does not capture: itself and its partner.
    pub(super) fn friends(&self, seat: Seat) -> SeatSet {
        self.tables.friends(seat)
    }

    /// Puts planes back into their hangar. What remains of their stacks stays together.
    #[inline(never)]
    pub(super) fn send_to_hangar(&mut self, seat: Seat, planes: PlaneSet) {
        self.place_planes(seat, planes, HANGAR);
        let stacks = self.stacks[seat.index() & 3].map(PlaneSet::from_bits);
        for plane in planes.iter() {
            let stack = stacks[plane as usize & 3];
            if stack.len() > 1 {
                self.dissolve_stack(seat, stack);
                self.form_stack(seat, stack.difference(planes));
            }
        }
    }

    /// Combines planes, and whole stacks among them, into one stack.
    #[inline(never)]
    pub(super) fn form_stack(&mut self, seat: Seat, planes: PlaneSet) {
        planes.write(&mut self.stacks[seat.index() & 3], planes.bits());
        self.update_leaders(seat);
    }

    /// Dissolves a whole stack, so that each of its planes moves alone.
    #[inline(never)]
    pub(super) fn dissolve_stack(&mut self, seat: Seat, stack: PlaneSet) {
        let row = &mut self.stacks[seat.index() & 3];
        stack.iter().for_each(|plane| row[plane as usize & 3] = 1 << plane);
        self.update_leaders(seat);
    }

    /// Updates `leader_mask` from `stacks`.
    pub(super) fn update_leaders(&mut self, seat: Seat) {
        let stacks = self.stacks[seat.index() & 3];
        let planes = self.tables.rules.planes as usize;
        let mut mask = 0;
        for (plane, stack) in stacks.into_iter().enumerate().take(planes) {
            if stack.trailing_zeros() as usize == plane {
                mask |= 0xF << (4 * plane);
            }
        }
        self.leader_mask[seat.index() & 3] = mask;
    }

    /// Returns true if a plane leads its stack: it has the lowest number of the stack. Actions name
    /// the stack by that number.
    pub(super) fn is_leader(&self, seat: Seat, plane: u8) -> bool {
        self.leader_mask[seat.index() & 3] >> (4 * (plane & 3)) & 1 == 1
    }
}
