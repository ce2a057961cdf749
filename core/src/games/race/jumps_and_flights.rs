//! Computes where a roll takes a plane: walk, jump and flight.
//!
//! The routes on a free track depend on the rules alone. [`Tables`] holds them for every progress
//! and roll, together with other lookups of every turn. Routes with planes in the way are traced
//! as they are needed.

use std::sync::Arc;

use super::board::{Board, HANGAR, Progress};
use super::rules::{
    Capture, FLIGHT_FROM, FLIGHT_TO, Finish, Flight, Rules, StackAttack, StackBlock, Switch,
    TakeoffTo,
};
use crate::contract::game::SetupError;
use crate::contract::options::RuleSet;
use crate::contract::seat::{Seat, SeatSet};

/// The route of one move: up to three hops, the last of which ends it.
///
/// Eight bytes, so that one read takes it from the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(8))]
pub struct Route {
    /// The progress after each hop, [`NOWHERE`] if unused.
    hops: [Progress; 3],
    len: u8,
    end: Progress,
    /// True if a flight is part of the route.
    pub flies: bool,
    /// True if the plane meets a bigger stack at the end and goes home itself.
    pub repelled: bool,
    /// True if the route ends in the centre.
    pub finishes: bool,
}

impl Route {
    /// A route without hops.
    const NONE: Self = Self {
        hops: [NOWHERE; 3],
        len: 0,
        end: NOWHERE,
        flies: false,
        repelled: false,
        finishes: false,
    };

    /// Returns the progress of each touch-down, in order: after the walk, after jump and flight.
    pub fn hops(&self) -> &[Progress] {
        self.hops.get(..self.len as usize).unwrap_or(&self.hops)
    }

    /// Returns the progress on which the move ends.
    pub fn end(&self) -> Progress {
        self.end
    }

    /// Adds a touch-down. If every hop captures, a bigger stack there sends the plane home.
    fn touch(&mut self, at: Progress, rules: &Rules, obstacles: &impl Obstacles) {
        self.hops[self.len as usize] = at;
        self.len += 1;
        self.end = at;
        self.finishes = at == rules.board.centre();
        self.repelled = rules.capture == Capture::EveryHop && obstacles.repels(at);
    }
}

/// The obstacles of a move, asked with progress numbers of the mover.
pub(super) trait Obstacles {
    /// Returns true if the mover may not pass or land there.
    fn blocked(&self, progress: Progress) -> bool;
    /// Returns true if the mover would be sent home there.
    fn repels(&self, progress: Progress) -> bool;
    /// Returns true if the flight crosses planes that may not be passed.
    fn bars_flight(&self) -> bool;
}

/// A free track.
struct Free;

impl Obstacles for Free {
    fn blocked(&self, _: Progress) -> bool {
        false
    }

    fn repels(&self, _: Progress) -> bool {
        false
    }

    fn bars_flight(&self) -> bool {
        false
    }
}

/// The choice between a move with the flight and one without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FlightChoice {
    Fly,
    Stay,
}

/// The choices of a plane with a roll on a free track, in one word: a bit for every progress on
/// track or lane on which a route ends, and above them the choices.
#[derive(Clone, Copy, Default)]
pub(super) struct RouteSummary(u64);

impl RouteSummary {
    const CHOICES: u32 = 61;

    fn of(routes: [Option<Route>; 2], board: Board) -> Self {
        let meeting = board.first_on_track()..board.centre();
        let ends = routes.iter().flatten().map(|route| route.end);
        let ends = ends.filter(|end| meeting.contains(end)).fold(0, |bits, end| bits | 1 << end);
        let [stay, fly] = routes.map(|route| u64::from(route.is_some()));
        Self(ends | (stay | fly << 2) << Self::CHOICES)
    }

    /// Returns 1 if there is a route without a flight, plus 4 if there is one with a flight.
    pub(super) fn choices(self) -> u16 {
        (self.0 >> Self::CHOICES) as u16
    }

    /// Returns the ends of the routes on track or lane, a bit per progress.
    pub(super) fn ends(self) -> u64 {
        self.0 & ((1 << Self::CHOICES) - 1)
    }
}

/// A progress that no plane ever has.
const NOWHERE: Progress = 62;

/// The routes of a set of rules on a free track, by progress and roll, and other lookups of every
/// turn.
pub struct Tables {
    /// The rules that all tables follow from.
    pub rules: Rules,
    /// By progress (the hangar last) and roll.
    routes: [[[Option<Route>; 2]; 8]; 64],
    summaries: [[RouteSummary; 8]; 64],
    squares: [[u8; 64]; 4],
    /// As `squares`, with a bit per square; 0 for [`NO_SQUARE`].
    bits: [[u64; 64]; 4],
    /// By seat and progress: the squares its routes touch with any roll, a bit per square.
    reach: [[u64; 64]; 4],
    /// By square: the six squares before it, a bit per square.
    behind: [u64; 64],
    /// The worth of leaving the hangar, in steps: the expected rolls it takes, 3.5 steps each.
    pub(super) start_steps: u8,
    /// By seat and the bits of the seats still playing: the next seat in turn, 4 for none.
    next: [[u8; 16]; 4],
    /// The seats whose planes a seat does not capture: itself and its partner.
    friends: [SeatSet; 4],
    /// True if the rules let no plane block or repel a move.
    pub(super) open: bool,
}

/// The square number of a plane that is not on the shared track.
pub const NO_SQUARE: u8 = 0xFF;

impl std::fmt::Debug for Tables {
    /// Prints the rules only. All else follows from them and would fill a screen.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tables").field("rules", &self.rules).finish_non_exhaustive()
    }
}

impl PartialEq for Tables {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules
    }
}

impl Eq for Tables {}

impl Tables {
    /// Computes all tables.
    ///
    /// # Errors
    /// The contradiction, if the rules contain one.
    pub fn new(rules: &Rules) -> Result<Arc<Self>, SetupError> {
        rules.check().map_err(|error| SetupError::Rules(error.to_string()))?;
        let board = rules.board;
        let free = |from: usize, die: usize| match from as Progress {
            _ if !(1..=6).contains(&die) => [None; 2],
            from if row(from) == row(HANGAR) => [launch(rules, die as u8, &Free), None],
            from if from < board.centre() => routes(rules, from, die as u8, &Free),
            _ => [None; 2],
        };
        let routes: [[_; 8]; 64] =
            std::array::from_fn(|row| std::array::from_fn(|die| free(row, die)));
        let square = |seat: usize, p: usize| {
            board.square(Seat::new(seat as u8), p as Progress).unwrap_or(NO_SQUARE)
        };
        let bit = |square: u8| 1u64.checked_shl(square.into()).unwrap_or(0);
        let order = board.turn_order();
        let next = |seat: usize, playing: usize| {
            let at = order.iter().position(|s| s.index() == seat).unwrap_or(0);
            let after = (1..=4).map(|k| order[(at + k) % 4].index());
            after.into_iter().find(|s| playing >> s & 1 == 1).unwrap_or(4) as u8
        };
        let friends = |seat: usize| {
            let seat = Seat::new(seat as u8);
            let partner = rules.teams.then(|| board.opposite(seat));
            [seat].into_iter().chain(partner).collect()
        };
        let bits: [[u64; 64]; 4] =
            std::array::from_fn(|s| std::array::from_fn(|p| bit(square(s, p))));
        let reach = |seat: usize, row: usize| {
            let row_routes = routes[row].iter().flatten().flatten();
            row_routes
                .flat_map(Route::hops)
                .fold(0, |all, at| all | bits[seat][usize::from(*at & 63)])
        };
        let length = usize::from(board.track_len());
        let behind = |square: usize| {
            (1..=6)
                .fold(0, |all, steps| all | 1u64 << ((square % length + length - steps) % length))
        };
        let open =
            rules.stack_block == StackBlock::Off && rules.stack_attack == StackAttack::Captured;
        Ok(Arc::new(Self {
            rules: *rules,
            summaries: routes.map(|row| row.map(|both| RouteSummary::of(both, board))),
            routes,
            squares: std::array::from_fn(|seat| std::array::from_fn(|p| square(seat, p))),
            reach: std::array::from_fn(|seat| std::array::from_fn(|row| reach(seat, row))),
            bits,
            behind: std::array::from_fn(behind),
            start_steps: 21 / rules.takeoff.len() as u8,
            next: std::array::from_fn(|seat| std::array::from_fn(|set| next(seat, set))),
            friends: std::array::from_fn(friends),
            open,
        }))
    }

    /// Returns the track square of a seat's progress, or [`NO_SQUARE`].
    pub fn square(&self, seat: Seat, progress: Progress) -> u8 {
        self.squares[seat.index() & 3][progress as usize & 63]
    }

    /// Returns the six track squares before a square, a bit per square.
    #[inline]
    pub(super) fn behind(&self, square: u8) -> u64 {
        self.behind[usize::from(square) & 63]
    }

    /// Returns the track squares that a seat's route touches, a bit per square.
    #[inline]
    pub(super) fn touched(&self, seat: Seat, route: &Route) -> u64 {
        self.taken(seat, &route.hops)
    }

    /// Returns the track squares of some progress numbers of a seat, a bit per square.
    #[inline]
    pub(super) fn taken(&self, seat: Seat, progress: &[Progress]) -> u64 {
        let bits = &self.bits[seat.index() & 3];
        progress.iter().fold(0, |taken, at| taken | bits[*at as usize & 63])
    }

    /// Returns the track squares that a seat's routes from a progress touch with any roll, a bit
    /// per square.
    #[inline]
    pub(super) fn reach(&self, seat: Seat, from: Progress) -> u64 {
        self.reach[seat.index() & 3][row(from)]
    }

    /// Returns the routes from a progress by a roll on a free track, without and with a flight.
    /// From the hangar the first one is the launch.
    pub fn routes(&self, from: Progress, die: u8) -> [Option<Route>; 2] {
        self.routes[row(from)][die as usize & 7]
    }

    /// Returns the choices from a progress by a roll, on a free track.
    #[inline]
    pub(super) fn summary(&self, from: Progress, die: u8) -> RouteSummary {
        self.summaries[row(from)][die as usize & 7]
    }

    /// Returns the next seat in turn after a seat, among those still playing.
    #[inline]
    pub(super) fn next(&self, seat: Seat, playing: SeatSet) -> Option<Seat> {
        let next = self.next[seat.index() & 3][playing.bits() as usize & 15];
        (next < 4).then(|| Seat::new(next))
    }

    /// Returns the seats whose planes a seat does not capture: itself and its partner.
    pub(super) fn friends(&self, seat: Seat) -> SeatSet {
        self.friends[seat.index() & 3]
    }
}

/// Returns the row of a progress in the tables. The hangar has the last one.
const fn row(from: Progress) -> usize {
    from as usize & 63
}

/// Returns the route of a launch, if the roll and the track allow it.
pub(super) fn launch(rules: &Rules, die: u8, obstacles: &impl Obstacles) -> Option<Route> {
    let to = match rules.takeoff_to {
        TakeoffTo::Apron => 0,
        TakeoffTo::FirstSquare => rules.board.first_on_track(),
    };
    if !rules.takeoff.contains(die) || obstacles.blocked(to) {
        return None;
    }
    let mut route = Route::NONE;
    route.touch(to, rules, obstacles);
    route.repelled = obstacles.repels(to);
    Some(route)
}

/// Returns the routes of a plane that differ: without a flight first, then with one.
pub(super) fn routes(
    rules: &Rules,
    from: Progress,
    die: u8,
    obstacles: &impl Obstacles,
) -> [Option<Route>; 2] {
    let flying = trace(rules, from, die, FlightChoice::Fly, obstacles);
    match flying {
        Some(route) if route.flies && rules.flight == Flight::Compulsory => [None, Some(route)],
        Some(route) if route.flies => {
            [trace(rules, from, die, FlightChoice::Stay, obstacles), Some(route)]
        }
        other => [other, None],
    }
}

/// Follows one move hop by hop. Returns `None` if it is illegal.
fn trace(
    rules: &Rules,
    from: Progress,
    die: u8,
    choice: FlightChoice,
    obstacles: &impl Obstacles,
) -> Option<Route> {
    let landing = walk(rules, from, die, obstacles)?;
    let mut route = Route::NONE;
    route.touch(landing, rules, obstacles);
    hop_on(rules, &mut route, choice, obstacles);
    if rules.capture == Capture::LastSquare {
        route.repelled = obstacles.repels(route.end());
    }
    Some(route)
}

/// Adds the hops after a landing: jump, flight, or both as far as the rules chain them.
fn hop_on(rules: &Rules, route: &mut Route, choice: FlightChoice, obstacles: &impl Obstacles) {
    let direct = route.end() == FLIGHT_FROM && choice == FlightChoice::Fly;
    if direct && fly(rules, route, obstacles) {
        if rules.flight_then_jump {
            jump(rules, route, obstacles);
        }
        return;
    }
    let jumped = jump(rules, route, obstacles);
    if jumped && rules.jump_then_flight && choice == FlightChoice::Fly && route.end() == FLIGHT_FROM
    {
        fly(rules, route, obstacles);
    }
}

/// Returns the progress the die alone leads to, if the plane may walk there.
fn walk(rules: &Rules, from: Progress, die: u8, obstacles: &impl Obstacles) -> Option<Progress> {
    let centre = rules.board.centre();
    let far = from + die;
    let landing = match rules.finish {
        _ if far <= centre => far,
        Finish::Exact => return None,
        Finish::Bounce => 2 * centre - far,
    };
    let blocked = rules.stack_block == StackBlock::Opponents
        && (from + 1..=far.min(centre)).any(|p| obstacles.blocked(p));
    (!blocked).then_some(landing)
}

/// Jumps to the next square of the own colour. Returns false if the rules or the track forbid it.
fn jump(rules: &Rules, route: &mut Route, obstacles: &impl Obstacles) -> bool {
    let at = route.end();
    let own_colour = at % 4 == 2 && at < rules.board.last_on_track();
    let open = rules.jump == Switch::On && own_colour && !route.repelled;
    if !open || (at + 1..=at + 4).any(|p| obstacles.blocked(p)) {
        return false;
    }
    route.touch(at + 4, rules, obstacles);
    true
}

/// Flies to the far end of the flight. Returns false if the rules or the track forbid it.
fn fly(rules: &Rules, route: &mut Route, obstacles: &impl Obstacles) -> bool {
    let barred = obstacles.blocked(FLIGHT_TO) || obstacles.bars_flight();
    if rules.flight == Flight::Off || route.repelled || barred {
        return false;
    }
    route.flies = true;
    route.touch(FLIGHT_TO, rules, obstacles);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hops(set: &[(&str, &str)], from: Progress, die: u8) -> [Option<Vec<Progress>>; 2] {
        let mut rules = Rules::AEROPLANE;
        for (key, value) in set {
            rules = rules.with_unchecked(key, &serde_json::json!(value)).unwrap();
        }
        let tables = Tables::new(&rules).unwrap();
        tables.routes(from, die).map(|route| route.map(|r| r.hops().to_vec()))
    }

    #[test]
    fn jumps_and_flights_match_the_rules() {
        let one = |list: &[Progress]| [Some(list.to_vec()), None];
        assert_eq!(hops(&[], 0, 1), one(&[1]));
        assert_eq!(hops(&[], 0, 2), one(&[2, 6]));
        assert_eq!(hops(&[], 12, 2), [Some(vec![14, 18]), Some(vec![14, 18, 30])]);
        assert_eq!(hops(&[], 15, 3), [Some(vec![18, 22]), Some(vec![18, 30])]);
        assert_eq!(hops(&[], 27, 3), one(&[30, 34]));
        assert_eq!(hops(&[], 45, 5), one(&[50]));
        assert_eq!(hops(&[], 45, 1), one(&[46, 50]));
        assert_eq!(hops(&[], 50, 6), one(&[56]));
        assert_eq!(hops(&[], 51, 6), [None, None]);
        assert_eq!(hops(&[("finish", "bounce")], 51, 6), one(&[55]));
    }

    #[test]
    fn flight_options_change_the_routes() {
        assert_eq!(hops(&[("flight", "compulsory")], 15, 3), [None, Some(vec![18, 30])]);
        assert_eq!(hops(&[("flight", "off")], 15, 3), [Some(vec![18, 22]), None]);
        assert_eq!(hops(&[("jump", "off")], 15, 3), [Some(vec![18]), Some(vec![18, 30])]);
        let tables = |key: &str| {
            let rules = Rules::AEROPLANE.with(key, &serde_json::json!(key == "flight_then_jump"));
            Tables::new(&rules.unwrap()).unwrap()
        };
        let chained = tables("flight_then_jump").routes(15, 3)[1].unwrap();
        assert_eq!(chained.hops(), [18, 30, 34]);
        let chained = tables("flight_then_jump").routes(12, 2)[1].unwrap();
        assert_eq!(chained.hops(), [14, 18, 30]);
        assert_eq!(tables("jump_then_flight").routes(12, 2)[1], None);
    }
}
