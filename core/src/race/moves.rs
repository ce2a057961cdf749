//! What a move does: launches, walks, jumps, flights, captures, stacks.

use super::board::{HANGAR, PLANES, Progress};
use super::event::Event;
use super::notation::Action;
use super::routes::{NO_SQUARE, Obstacles, Route};
use super::rules::{CROSSED, Capture, Crossing, FLIGHT, Stack, StackAttack, StackBlock, TakeoffTo};
use super::sets::PlaneSet;
use super::state::Race;
use crate::game::Sink;
use crate::seat::{Seat, SeatSet};

/// The planes in the way of the seat to move.
pub(super) struct Opponents<'a> {
    pub(super) race: &'a Race,
    /// How many planes move.
    pub(super) size: usize,
}

impl Opponents<'_> {
    /// The size of the largest opposing stack on a progress of the mover.
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
}

/// Seat and plane of every bit of a hit mask.
fn each_hit(mut hits: u16) -> impl Iterator<Item = (Seat, u8)> {
    std::iter::from_fn(move || {
        let bit = (hits != 0).then(|| hits.trailing_zeros() as u8)?;
        hits &= hits - 1;
        Some((Seat::new(bit / 4), bit % 4))
    })
}

impl Race {
    /// Calls `take` with every legal action, by plane, without flight and stack first.
    pub(super) fn each_action(&self, mut take: impl FnMut(Action)) {
        for plane in 0..self.tables.rules.planes {
            let from = self.progress[self.seat.index()][plane as usize];
            if from == HANGAR {
                if let Some(route) = self.launch() {
                    let meets = self.meets(PlaneSet::one(plane), &route);
                    self.each_stacking(meets, |stack| take(Action::Launch { plane, stack }));
                }
            } else if self.leader[self.seat.index()][plane as usize] == plane {
                for route in self.routes(plane).into_iter().flatten() {
                    let meets = self.meets(self.stack(self.seat, plane), &route);
                    let fly = route.flies;
                    self.each_stacking(meets, |stack| take(Action::Advance { plane, fly, stack }));
                }
            }
        }
    }

    /// Whether the seat to move has any legal action.
    pub(super) fn can_move(&self) -> bool {
        let row = &self.progress[self.seat.index()];
        let rules = &self.tables.rules;
        let free =
            rules.stack_block == StackBlock::Off && rules.stack_attack == StackAttack::Captured;
        if !free {
            let mut any = false;
            self.each_action(|_| any = true);
            return any;
        }
        let launch = rules.takeoff.has(self.die);
        row[..rules.planes as usize].iter().any(|from| match *from {
            HANGAR => launch,
            from => self.tables.leads_on(from, self.die),
        })
    }

    /// The route of a launch with the roll, if it is allowed.
    fn launch(&self) -> Option<Route> {
        let rules = &self.tables.rules;
        if !rules.takeoff.has(self.die) {
            return None;
        }
        let to = launch_to(rules.takeoff_to, rules.board.first_on_track());
        let opponents = Opponents { race: self, size: 1 };
        let mut route = Route::single(to);
        if rules.stack_block == StackBlock::Opponents && opponents.blocked(to) {
            return None;
        }
        route.repelled = opponents.repels(to);
        Some(route)
    }

    /// The way of an action of the seat to move, of a single hop for a launch.
    #[must_use]
    pub fn route(&self, action: Action) -> Option<Route> {
        match action {
            Action::Launch { .. } => self.launch(),
            Action::Advance { plane, fly, .. } => {
                let ways = self.routes(plane & 3);
                ways.into_iter().flatten().find(|route| route.flies == fly)
            }
        }
    }

    /// Own planes that a route ends on and that could be joined.
    fn meets(&self, group: PlaneSet, route: &Route) -> PlaneSet {
        let (end, board) = (route.end(), self.tables.rules.board);
        if route.repelled || end < board.first_on_track() || end == board.centre() {
            return PlaneSet::EMPTY;
        }
        let row = &self.progress[self.seat.index()];
        let here = (0..PLANES).fold(0, |bits, k| bits | u8::from(row[k] == end) << k);
        PlaneSet::from_bits(here & !group.bits())
    }

    /// Calls `take` for each way to stack that makes a difference.
    fn each_stacking(&self, meets: PlaneSet, mut take: impl FnMut(bool)) {
        let stack = self.tables.rules.stack;
        if meets.is_empty() || stack != Stack::Always {
            take(false);
        }
        if !meets.is_empty() && stack != Stack::Never {
            take(true);
        }
    }

    /// Plays an action of the seat to move and whatever ends its roll.
    pub(super) fn act<S: Sink<Event>>(&mut self, action: Action, events: &mut S) {
        let (seat, plane) = (self.seat, action.plane() & 3);
        let Some(route) = self.route(action) else { return };
        let from = self.progress[seat.index()][plane as usize];
        let group = match action {
            Action::Launch { .. } => PlaneSet::one(plane),
            Action::Advance { .. } => self.stack(seat, plane),
        };
        if self.sixes > 0 {
            self.moved = self.moved.union(group);
        }
        let meets = if action.stacks() { self.meets(group, &route) } else { PlaneSet::EMPTY };
        let captured = self.follow(&route, group, from, events);
        let end = route.end();
        if route.repelled {
            self.send_home(seat, group);
            events.tell(Event::Repelled { seat, planes: group, at: end });
        } else {
            group.iter().for_each(|k| self.place_plane(seat, k, end));
            if !meets.is_empty() {
                let planes = group.union(meets);
                self.join(seat, planes);
                events.tell(Event::Stacked { seat, planes, at: end });
            }
        }
        let finished = end == self.tables.rules.board.centre();
        if finished {
            group.iter().for_each(|k| self.leader[seat.index()][k as usize] = k);
            events.tell(Event::Finished { seat, planes: group });
        }
        self.end_roll(captured, finished, events);
    }

    /// Tells the hops of a move and captures along it; whether anything was captured.
    fn follow<S: Sink<Event>>(
        &mut self,
        route: &Route,
        planes: PlaneSet,
        from: Progress,
        events: &mut S,
    ) -> bool {
        let (seat, die) = (self.seat, self.die);
        let every = self.tables.rules.capture == Capture::EveryHop;
        let (mut captured, mut at) = (false, from);
        for (i, to) in route.hops().iter().copied().enumerate() {
            let last = i + 1 == route.hops().len();
            events.tell(match i {
                0 if from == HANGAR => {
                    Event::Launched { seat, plane: planes.iter().next().unwrap_or(0), to }
                }
                0 => Event::Moved { seat, planes, from, to, die },
                _ if (at, to) == FLIGHT => Event::Flew { seat, planes, from: at, to },
                _ => Event::Jumped { seat, planes, from: at, to },
            });
            if i > 0 && (at, to) == FLIGHT {
                captured |= self.cross(events);
            }
            if (every || last) && !(last && route.repelled) {
                captured |= self.capture_at(to, events);
            }
            at = to;
        }
        captured
    }

    /// Sends home what stands on a progress of the seat to move.
    fn capture_at<S: Sink<Event>>(&mut self, at: Progress, events: &mut S) -> bool {
        let square = self.tables.square(self.seat, at);
        if square == NO_SQUARE {
            return false;
        }
        let hits = self.hits(self.seat, square, false);
        if hits == 0 {
            return false;
        }
        for seat in (0..4).map(Seat::new) {
            let planes = PlaneSet::from_bits((hits >> (4 * seat.index())) as u8);
            if let Some(first) = planes.iter().next() {
                let at = self.progress[seat.index()][first as usize];
                self.send_home(seat, planes);
                events.tell(Event::Captured { by: self.seat, seat, planes, at });
            }
        }
        true
    }

    /// Sends home what a flight of the seat to move crosses.
    fn cross<S: Sink<Event>>(&mut self, events: &mut S) -> bool {
        let seat = self.tables.rules.board.opposite(self.seat);
        let spared = self.tables.rules.flight_crossing == Crossing::Off
            || self.friends(self.seat).contains(seat);
        let row = &self.progress[seat.index()];
        let here = (0..PLANES).fold(0, |bits, k| bits | u8::from(row[k] == CROSSED) << k);
        let planes = PlaneSet::from_bits(here);
        if spared || planes.is_empty() {
            return false;
        }
        self.send_home(seat, planes);
        events.tell(Event::Captured { by: self.seat, seat, planes, at: CROSSED });
        true
    }

    /// A bit for every plane on a square that a seat could capture there: bit 4 x seat +
    /// plane. With `safe_too` also those that their owner's safe squares protect.
    pub(super) fn hits(&self, by: Seat, square: u8, safe_too: bool) -> u16 {
        let squares = self.squares.as_flattened();
        let mut hits = 0u16;
        for (i, other) in squares.iter().enumerate() {
            hits |= u16::from(*other == square) << i;
        }
        let friends = self.friends(by);
        for seat in friends.iter() {
            hits &= !(0xF << (4 * seat.index()));
        }
        let safe = self.tables.rules.safe_squares;
        if hits != 0 && !safe.is_empty() && !safe_too {
            let spared = each_hit(hits)
                .filter(|(seat, k)| safe.has(self.progress[seat.index()][*k as usize]));
            spared.for_each(|(seat, k)| hits &= !(1 << (4 * seat.index() + k as usize)));
        }
        hits
    }

    /// Puts planes back into their hangar; what remains of a stack stays together.
    pub(super) fn send_home(&mut self, seat: Seat, planes: PlaneSet) {
        let stacks: [PlaneSet; PLANES] = std::array::from_fn(|k| self.stack(seat, k as u8));
        for plane in planes.iter() {
            self.place_plane(seat, plane, HANGAR);
            self.leader[seat.index()][plane as usize] = plane;
            let rest = stacks[plane as usize].bits() & !planes.bits();
            self.join(seat, PlaneSet::from_bits(rest));
        }
    }

    /// Makes planes move as one.
    fn join(&mut self, seat: Seat, planes: PlaneSet) {
        if let Some(lowest) = planes.iter().next() {
            planes.iter().for_each(|k| self.leader[seat.index()][k as usize] = lowest);
        }
    }

    /// The seats whose planes a seat does not capture: itself and its partner.
    pub(super) fn friends(&self, seat: Seat) -> SeatSet {
        let mut friends = SeatSet::one(seat);
        self.partner(seat).into_iter().for_each(|partner| friends.insert(partner));
        friends
    }
}

/// The progress a launched plane stands on.
fn launch_to(to: TakeoffTo, first_on_track: Progress) -> Progress {
    match to {
        TakeoffTo::Apron => 0,
        TakeoffTo::FirstSquare => first_on_track,
    }
}
