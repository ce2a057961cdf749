//! Computes the routes of moves: walk, jump and flight.
//!
//! A [`Route`] is the list of squares that one move touches. Without obstacles it depends only on
//! the rules, the progress of the plane and the roll, so [`LookupTables`] holds all routes,
//! together with other values that every turn looks up. If the rules let stacks block or repel
//! moves, routes depend on other planes too. The function `routes` then traces them when they are
//! needed.

use std::sync::Arc;

use super::board::{Board, HANGAR, Progress};
use super::rules::{
    Capture, FLIGHT_FROM, FLIGHT_TO, Finish, Flight, Rules, StackAttack, StackBlock, Switch,
    TakeoffTo,
};
use crate::contract::game::SetupError;
use crate::contract::options::RuleSet;
use crate::contract::seat::{Seat, SeatSet};

/// The steps of a jump. On the Aeroplane Chess track, squares of one colour are this far apart.
pub(super) const JUMP_STEPS: u8 = 4;

/// The route of one move: up to three hops. A hop is a walk, a jump, a flight or a launch.
///
/// Its size is eight bytes, so that a single read takes it from a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(8))]
pub struct Route {
    /// The progress after each hop, `NO_PROGRESS` if unused.
    hops: [Progress; 3],
    len: u8,
    end: Progress,
    /// True if a flight is part of the route.
    pub flies: bool,
    /// True if the plane meets a bigger stack at the end and goes back to the hangar.
    pub repelled: bool,
    /// True if the route ends in the centre.
    pub finishes: bool,
}

impl Route {
    /// A route without hops.
    const NONE: Self = Self {
        hops: [NO_PROGRESS; 3],
        len: 0,
        end: NO_PROGRESS,
        flies: false,
        repelled: false,
        finishes: false,
    };

    /// Returns the progress after each hop, in order.
    pub fn hops(&self) -> &[Progress] {
        self.hops.get(..self.len as usize).unwrap_or(&self.hops)
    }

    /// Returns the progress on which the move ends.
    pub fn end(&self) -> Progress {
        self.end
    }

    /// Adds a hop to a progress. If every hop captures, a bigger stack there sends the plane to the
    /// hangar.
    fn add_hop(&mut self, to: Progress, rules: &Rules, obstacles: &impl Obstacles) {
        self.hops[self.len as usize] = to;
        self.len += 1;
        self.end = to;
        self.finishes = to == rules.board.centre();
        self.repelled = rules.capture == Capture::EveryHop && obstacles.repels(to);
    }
}

/// The planes that can stand in the way of a move. Places are given as the mover's progress.
pub(super) trait Obstacles {
    /// Returns true if the mover may neither pass this progress nor land on it.
    fn blocks(&self, progress: Progress) -> bool;
    /// Returns true if a bigger stack at this progress would send the mover to the hangar.
    fn repels(&self, progress: Progress) -> bool;
    /// Returns true if the flight would cross a stack that may not be passed.
    fn bars_flight(&self) -> bool;
}

/// No obstacles.
struct FreeTrack;

impl Obstacles for FreeTrack {
    fn blocks(&self, _: Progress) -> bool {
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
    /// Take the flight if there is one.
    Fly,
    /// Do not take the flight.
    Decline,
}

/// The routes of a plane with a roll on a free track, summarized in 64 bits. The high three bits
/// are its choices, the others the ends of its routes.
#[derive(Clone, Copy, Default)]
pub(super) struct RouteSummary(u64);

impl RouteSummary {
    /// The index of the lowest bit of the choices. The bits below it are for the ends of routes,
    /// one for each progress.
    const CHOICES_SHIFT: u32 = 61;

    fn of(routes: [Option<Route>; 2], board: Board) -> Self {
        // Planes do not meet on the apron or in the centre.
        let places_to_meet = board.first_on_track()..board.centre();
        let mut ends = 0;
        for route in routes.iter().flatten() {
            if places_to_meet.contains(&route.end) {
                ends |= 1 << route.end;
            }
        }
        let [walk, flight] = routes.map(|route| u64::from(route.is_some()));
        Self(ends | (walk | flight << 2) << Self::CHOICES_SHIFT)
    }

    /// Returns the four bits that the plane has in `Race::find_choices` if it meets no other plane
    /// of its seat. Bit 0 is set if there is a route without a flight, bit 2 if there is one with a
    /// flight.
    pub(super) fn choices(self) -> u16 {
        (self.0 >> Self::CHOICES_SHIFT) as u16
    }

    /// Returns the ends of the routes on track or lane, one bit per progress.
    pub(super) fn ends(self) -> u64 {
        self.0 & ((1 << Self::CHOICES_SHIFT) - 1)
    }
}

/// A progress that no plane ever has. It is on no square.
const NO_PROGRESS: Progress = 62;

/// The rules of a game, and lookup tables that follow from them.
///
/// Tables by progress have 64 rows, and the hangar has the last one. Sets of squares have one bit
/// per track square.
pub struct LookupTables {
    /// The rules that all tables follow from.
    pub rules: Rules,
    /// By progress and roll: the routes on a free track, without and with a flight.
    routes: [[[Option<Route>; 2]; 8]; 64],
    /// By progress and roll: a summary of these routes.
    summaries: [[RouteSummary; 8]; 64],
    /// By seat and progress: the track square, or [`NO_SQUARE`].
    squares: [[u8; 64]; 4],
    /// By seat and progress: the track square as a set, which is empty for [`NO_SQUARE`].
    square_bits: [[u64; 64]; 4],
    /// By seat and progress: the squares that its routes touch with any roll.
    reach: [[u64; 64]; 4],
    /// By square: the six squares before it, as a set.
    behind: [u64; 64],
    /// The value of a launch, in steps: the expected number of rolls until it is possible, times
    /// the mean of a roll.
    pub(super) launch_value: u8,
    /// By seat and the bits of the seats still playing: the next seat in turn, 4 for none.
    next: [[u8; 16]; 4],
    /// By seat: the seats whose planes it does not capture, which are itself and its partner.
    friends: [SeatSet; 4],
    /// True if the rules let no plane block or repel a move. All routes are then in the table.
    pub(super) is_unobstructed: bool,
}

/// Stands in place of a square for a plane that is not on the shared track.
pub const NO_SQUARE: u8 = 0xFF;

impl std::fmt::Debug for LookupTables {
    /// Prints the rules only. All else follows from them and would fill a screen.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tables").field("rules", &self.rules).finish_non_exhaustive()
    }
}

impl PartialEq for LookupTables {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules
    }
}

impl Eq for LookupTables {}

impl LookupTables {
    /// Computes the tables of some rules.
    ///
    /// # Errors
    /// The rules contradict each other.
    pub fn new(rules: &Rules) -> Result<Arc<Self>, SetupError> {
        rules.check().map_err(|error| SetupError::Rules(error.to_string()))?;
        let board = rules.board;
        let free_routes = |from: usize, die: usize| match from as Progress {
            _ if !(1..=6).contains(&die) => [None; 2],
            from if table_row(from) == table_row(HANGAR) => {
                [launch(rules, die as u8, &FreeTrack), None]
            }
            from if from < board.centre() => routes(rules, from, die as u8, &FreeTrack),
            _ => [None; 2],
        };
        let routes: [[_; 8]; 64] =
            std::array::from_fn(|row| std::array::from_fn(|die| free_routes(row, die)));
        let square = |seat: usize, progress: usize| {
            board.square(Seat::new(seat as u8), progress as Progress).unwrap_or(NO_SQUARE)
        };
        let square_bit = |square: u8| 1u64.checked_shl(square.into()).unwrap_or(0);
        let order = board.turn_order();
        let next = |seat: usize, playing: usize| {
            let index = order.iter().position(|other| other.index() == seat).unwrap_or(0);
            let mut later_seats = (1..=4).map(|offset| order[(index + offset) % 4].index());
            later_seats.find(|later| playing >> later & 1 == 1).unwrap_or(4) as u8
        };
        let friends = |seat: usize| {
            let seat = Seat::new(seat as u8);
            let partner = rules.teams.then(|| board.opposite(seat));
            [seat].into_iter().chain(partner).collect()
        };
        let square_bits: [[u64; 64]; 4] = std::array::from_fn(|seat| {
            std::array::from_fn(|progress| square_bit(square(seat, progress)))
        });
        let reach = |seat: usize, row: usize| {
            let row_routes = routes[row].iter().flatten().flatten();
            let touched = row_routes.flat_map(Route::hops);
            touched.fold(0, |set, progress| set | square_bits[seat][usize::from(*progress & 63)])
        };
        let track_len = usize::from(board.track_len());
        let behind = |square: usize| {
            let before = |steps: usize| (square % track_len + track_len - steps) % track_len;
            (1..=6).fold(0, |set, steps| set | 1u64 << before(steps))
        };
        let is_unobstructed =
            rules.stack_block == StackBlock::Off && rules.stack_attack == StackAttack::Captured;
        Ok(Arc::new(Self {
            rules: *rules,
            summaries: routes.map(|row| row.map(|both| RouteSummary::of(both, board))),
            routes,
            squares: std::array::from_fn(|seat| {
                std::array::from_fn(|progress| square(seat, progress))
            }),
            reach: std::array::from_fn(|seat| std::array::from_fn(|row| reach(seat, row))),
            square_bits,
            behind: std::array::from_fn(behind),
            // 6 / n rolls of 3.5 steps, if n faces allow a launch.
            launch_value: 21 / rules.takeoff.len() as u8,
            next: std::array::from_fn(|seat| std::array::from_fn(|set| next(seat, set))),
            friends: std::array::from_fn(friends),
            is_unobstructed,
        }))
    }

    /// Returns the track square of a seat's progress, or [`NO_SQUARE`].
    pub fn square(&self, seat: Seat, progress: Progress) -> u8 {
        self.squares[seat.index() & 3][progress as usize & 63]
    }

    /// Returns the six track squares before a square, as bits.
    #[inline]
    pub(super) fn squares_behind(&self, square: u8) -> u64 {
        self.behind[usize::from(square) & 63]
    }

    /// Returns the track squares that a seat's route touches, as bits.
    #[inline]
    pub(super) fn squares_touched(&self, seat: Seat, route: &Route) -> u64 {
        self.squares_of(seat, &route.hops)
    }

    /// Returns the track squares of some progress numbers of a seat, as bits.
    #[inline]
    pub(super) fn squares_of(&self, seat: Seat, progress: &[Progress]) -> u64 {
        let square_bits = &self.square_bits[seat.index() & 3];
        progress.iter().fold(0, |set, progress| set | square_bits[*progress as usize & 63])
    }

    /// Returns the track squares that a seat's routes from a progress touch with any roll, as bits.
    #[inline]
    pub(super) fn squares_in_reach(&self, seat: Seat, from: Progress) -> u64 {
        self.reach[seat.index() & 3][table_row(from)]
    }

    /// Returns the routes from a progress by a roll on a free track, without and with a flight.
    /// From the hangar the first route is the launch.
    pub fn routes(&self, from: Progress, die: u8) -> [Option<Route>; 2] {
        self.routes[table_row(from)][die as usize & 7]
    }

    /// Returns the summary of [`LookupTables::routes`].
    #[inline]
    pub(super) fn summary(&self, from: Progress, die: u8) -> RouteSummary {
        self.summaries[table_row(from)][die as usize & 7]
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
const fn table_row(from: Progress) -> usize {
    from as usize & 63
}

/// Returns the route of a launch, if the roll and the track allow it.
pub(super) fn launch(rules: &Rules, die: u8, obstacles: &impl Obstacles) -> Option<Route> {
    let to = match rules.takeoff_to {
        TakeoffTo::Apron => 0,
        TakeoffTo::FirstSquare => rules.board.first_on_track(),
    };
    if !rules.takeoff.contains(die) || obstacles.blocks(to) {
        return None;
    }
    let mut route = Route::NONE;
    route.add_hop(to, rules, obstacles);
    route.repelled = obstacles.repels(to);
    Some(route)
}

/// Returns the routes of a plane outside the hangar, without and with a flight. A compulsory flight
/// leaves only the second.
pub(super) fn routes(
    rules: &Rules,
    from: Progress,
    die: u8,
    obstacles: &impl Obstacles,
) -> [Option<Route>; 2] {
    let route = trace(rules, from, die, FlightChoice::Fly, obstacles);
    match route {
        Some(flight) if flight.flies && rules.flight == Flight::Compulsory => [None, Some(flight)],
        Some(flight) if flight.flies => {
            [trace(rules, from, die, FlightChoice::Decline, obstacles), Some(flight)]
        }
        walk => [walk, None],
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
    route.add_hop(landing, rules, obstacles);
    add_jump_and_flight(rules, &mut route, choice, obstacles);
    if rules.capture == Capture::LastSquare {
        route.repelled = obstacles.repels(route.end());
    }
    Some(route)
}

/// Adds the hops that follow the walk: a jump, a flight, or both if the rules allow it.
fn add_jump_and_flight(
    rules: &Rules,
    route: &mut Route,
    choice: FlightChoice,
    obstacles: &impl Obstacles,
) {
    let wants_flight = choice == FlightChoice::Fly;
    let is_direct = wants_flight && route.end() == FLIGHT_FROM;
    if is_direct && add_flight(rules, route, obstacles) {
        if rules.flight_then_jump {
            add_jump(rules, route, obstacles);
        }
        return;
    }
    let jumped = add_jump(rules, route, obstacles);
    if jumped && rules.jump_then_flight && wants_flight && route.end() == FLIGHT_FROM {
        add_flight(rules, route, obstacles);
    }
}

/// Returns the progress to which the roll alone leads, or `None` if the plane may not walk there.
fn walk(rules: &Rules, from: Progress, die: u8, obstacles: &impl Obstacles) -> Option<Progress> {
    let centre = rules.board.centre();
    let target = from + die;
    let landing = match rules.finish {
        _ if target <= centre => target,
        Finish::Exact => return None,
        Finish::Bounce => 2 * centre - target,
    };
    let is_blocked = rules.stack_block == StackBlock::Opponents
        && (from + 1..=target.min(centre)).any(|progress| obstacles.blocks(progress));
    (!is_blocked).then_some(landing)
}

/// Adds a jump to the next square of the plane's colour. Returns false if the rules or the track
/// forbid it.
fn add_jump(rules: &Rules, route: &mut Route, obstacles: &impl Obstacles) -> bool {
    let from = route.end();
    let to = from + JUMP_STEPS;
    // The track squares of the plane's colour have the progress 2, 6, 10 and so on.
    let is_own_colour = from % JUMP_STEPS == 2 && from < rules.board.last_on_track();
    let is_allowed = rules.jump == Switch::On && is_own_colour && !route.repelled;
    if !is_allowed || (from + 1..=to).any(|progress| obstacles.blocks(progress)) {
        return false;
    }
    route.add_hop(to, rules, obstacles);
    true
}

/// Adds the flight. Returns false if the rules or the track forbid it.
fn add_flight(rules: &Rules, route: &mut Route, obstacles: &impl Obstacles) -> bool {
    let is_barred = obstacles.blocks(FLIGHT_TO) || obstacles.bars_flight();
    if rules.flight == Flight::Off || route.repelled || is_barred {
        return false;
    }
    route.flies = true;
    route.add_hop(FLIGHT_TO, rules, obstacles);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the hops of both routes in Aeroplane Chess with some options changed.
    fn hops(changes: &[(&str, &str)], from: Progress, die: u8) -> [Option<Vec<Progress>>; 2] {
        let mut rules = Rules::AEROPLANE;
        for (key, value) in changes {
            rules = rules.with_unchecked(key, &serde_json::json!(value)).unwrap();
        }
        let tables = LookupTables::new(&rules).unwrap();
        tables.routes(from, die).map(|route| route.map(|route| route.hops().to_vec()))
    }

    #[test]
    fn jumps_and_flights_match_the_rules() {
        let only_walk = |hops: &[Progress]| [Some(hops.to_vec()), None];
        assert_eq!(hops(&[], 0, 1), only_walk(&[1]));
        assert_eq!(hops(&[], 0, 2), only_walk(&[2, 6]));
        assert_eq!(hops(&[], 12, 2), [Some(vec![14, 18]), Some(vec![14, 18, 30])]);
        assert_eq!(hops(&[], 15, 3), [Some(vec![18, 22]), Some(vec![18, 30])]);
        assert_eq!(hops(&[], 27, 3), only_walk(&[30, 34]));
        assert_eq!(hops(&[], 45, 5), only_walk(&[50]));
        assert_eq!(hops(&[], 45, 1), only_walk(&[46, 50]));
        assert_eq!(hops(&[], 50, 6), only_walk(&[56]));
        assert_eq!(hops(&[], 51, 6), [None, None]);
        assert_eq!(hops(&[("finish", "bounce")], 51, 6), only_walk(&[55]));
    }

    #[test]
    fn flight_options_change_the_routes() {
        assert_eq!(hops(&[("flight", "compulsory")], 15, 3), [None, Some(vec![18, 30])]);
        assert_eq!(hops(&[("flight", "off")], 15, 3), [Some(vec![18, 22]), None]);
        assert_eq!(hops(&[("jump", "off")], 15, 3), [Some(vec![18]), Some(vec![18, 30])]);
        let flight = |key: &str, value: bool, from: Progress, die: u8| {
            let rules = Rules::AEROPLANE.with(key, &serde_json::json!(value)).unwrap();
            LookupTables::new(&rules).unwrap().routes(from, die)[1]
                .map(|route| route.hops().to_vec())
        };
        assert_eq!(flight("flight_then_jump", true, 15, 3), Some(vec![18, 30, 34]));
        assert_eq!(flight("flight_then_jump", true, 12, 2), Some(vec![14, 18, 30]));
        assert_eq!(flight("jump_then_flight", false, 12, 2), None);
    }
}
