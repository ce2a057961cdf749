//! Aeroplane Chess for four seats as a plain program. It has one board and no options, and its
//! state is arrays of numbers. The speed of the library is compared with it.

use rand::Rng;

/// The progress of a plane in its hangar.
pub const HANGAR: u8 = 57;
/// The progress of a plane in the centre.
const CENTRE: u8 = 56;
/// The progress on the last track square.
const LAST_ON_TRACK: u8 = 50;
/// The number of track squares.
const SQUARES: usize = 52;
/// The progress at the start and at the end of a flight, and the progress of planes of the opposite
/// seat that are in the lane below the flight.
const FLIGHT_START: u8 = 18;
const FLIGHT_END: u8 = 30;
const CROSSED_LANE_SQUARE: u8 = 53;

/// The path of a move.
#[derive(Clone, Copy)]
struct Path {
    /// The progress at each point where the plane lands.
    landings: [u8; 3],
    /// The number of landings.
    count: u8,
    /// The last landing.
    end: u8,
    flies: bool,
}

impl Path {
    const NONE: Self = Self { landings: [0; 3], count: 0, end: 0, flies: false };

    /// Adds a landing.
    const fn land(mut self, progress: u8) -> Self {
        self.landings[self.count as usize] = progress;
        self.count += 1;
        self.end = progress;
        self
    }
}

/// Returns the path of a plane that first lands at this progress, with its jump and flight.
const fn path(landing: u8, fly: bool) -> Path {
    let mut path = Path::NONE.land(landing);
    if !(fly && landing == FLIGHT_START) && landing % 4 == 2 && landing < LAST_ON_TRACK {
        path = path.land(landing + 4);
    }
    if fly && path.end == FLIGHT_START {
        path = path.land(FLIGHT_END);
        path.flies = true;
    }
    path
}

/// The paths without and with a flight, by progress and roll.
static PATHS: [[[Path; 2]; 7]; 58] = {
    let mut paths = [[[Path::NONE; 2]; 7]; 58];
    let mut at = 0;
    while at < 7 * 58 {
        let (from, die) = (at / 7, at % 7);
        if from == HANGAR as usize {
            if die > 0 && die % 2 == 0 {
                paths[from][die][0] = Path::NONE.land(0);
            }
        } else if die > 0 && from + die <= CENTRE as usize {
            let landing = (from + die) as u8;
            let flown = path(landing, true);
            paths[from][die] = [path(landing, false), if flown.flies { flown } else { Path::NONE }];
        }
        at += 1;
    }
    paths
};

/// The square number of every progress that is not on the track.
const NO_SQUARE: u8 = 63;
/// The track square of each progress of each seat.
static SQUARES_OF_SEATS: [[u8; 58]; 4] = {
    let mut squares = [[NO_SQUARE; 58]; 4];
    let mut seat = 0;
    while seat < 4 {
        let mut at = 1;
        while at <= LAST_ON_TRACK as usize {
            squares[seat][at] = ((13 * seat + at - 1) % SQUARES) as u8;
            at += 1;
        }
        seat += 1;
    }
    squares
};

/// The rolls that decide who begins.
#[derive(Clone, Copy)]
struct Opening {
    /// The seats that have not rolled yet.
    waiting: u8,
    /// The highest roll so far.
    best: u8,
    /// The seats that rolled `best`.
    leaders: u8,
}

/// The state of a game. Sets of planes and of seats are bits.
#[derive(Clone)]
pub struct Game {
    pub progress: [[u8; 4]; 4],
    /// The planes in the stack of each plane, including itself.
    pub stack: [[u8; 4]; 4],
    /// The number of planes on each track square. The last entry counts planes off the track.
    plane_counts: [u8; 64],
    opening: Option<Opening>,
    pub seat: usize,
    die: u8,
    sixes: u8,
    /// The planes moved with the 6s of this turn.
    moved: u8,
    /// The seats that still play.
    playing: u8,
    /// The seats that have all planes in the centre, in the order in which they finished.
    pub finished: [u8; 4],
    pub finished_count: usize,
    pub ply: u32,
    /// The legal actions. An action is 4 times the plane's index, plus 2 if it flies, plus 1 if it
    /// stacks.
    actions: [u8; 16],
    /// The number of legal actions, 0 while a roll is due.
    action_count: usize,
}

impl Game {
    pub fn new() -> Self {
        let mut plane_counts = [0; 64];
        plane_counts[NO_SQUARE as usize] = 16;
        Self {
            progress: [[HANGAR; 4]; 4],
            stack: [[1, 2, 4, 8]; 4],
            plane_counts,
            opening: Some(Opening { waiting: 15, best: 0, leaders: 0 }),
            seat: 0,
            die: 0,
            sixes: 0,
            moved: 0,
            playing: 15,
            finished: [0; 4],
            finished_count: 0,
            ply: 0,
            actions: [0; 16],
            action_count: 0,
        }
    }

    pub fn is_over(&self) -> bool {
        self.playing & (self.playing - 1) == 0
    }

    pub fn actions(&self) -> &[u8] {
        &self.actions[..self.action_count]
    }

    #[inline]
    pub fn roll(&mut self, die: u8) {
        if let Some(opening) = self.opening {
            return self.opening_roll(opening, die);
        }
        self.ply += 1;
        self.die = die;
        if die == 6 {
            self.sixes += 1;
            if self.sixes == 3 {
                return self.third_six();
            }
        } else {
            self.sixes = 0;
            self.moved = 0;
        }
        self.list();
        if self.action_count == 0 && die != 6 {
            self.pass();
        }
    }

    fn opening_roll(&mut self, mut opening: Opening, die: u8) {
        if die > opening.best {
            (opening.best, opening.leaders) = (die, 0);
        }
        if die == opening.best {
            opening.leaders |= 1 << self.seat;
        }
        opening.waiting &= !(1 << self.seat);
        if opening.waiting == 0 {
            let leaders = opening.leaders;
            opening = Opening { waiting: leaders, best: 0, leaders: 0 };
            self.seat = leaders.trailing_zeros() as usize;
            self.opening = (leaders.count_ones() > 1).then_some(opening);
        } else {
            self.seat = opening.waiting.trailing_zeros() as usize;
            self.opening = Some(opening);
        }
    }

    /// Returns the planes of the seat to move that stand at progress `end`, without `group`, the
    /// planes that move.
    #[inline]
    fn own_planes_at(&self, group: u8, end: u8) -> u8 {
        if end == 0 || end == CENTRE {
            return 0;
        }
        let row = &self.progress[self.seat];
        let planes = (0..4).fold(0, |planes, plane| planes | u8::from(row[plane] == end) << plane);
        planes & !group
    }

    /// Lists the actions. A branch on legality would be as unpredictable as the die, so every
    /// action is written, and the count advances only for legal ones.
    #[inline]
    fn list(&mut self) {
        let (row, stacks) = (self.progress[self.seat], self.stack[self.seat]);
        // Own planes on the track and in the lane, one bit for each progress.
        let own = row.iter().fold(0u64, |own, progress| own | 1 << progress) & !(1 | 1 << CENTRE);
        self.action_count = 0;
        for plane in 0..4 {
            // The plane with the lowest index represents its stack.
            let is_leader = stacks[plane] & ((1 << plane) - 1) == 0;
            let [walk, flight] = &PATHS[row[plane] as usize][self.die as usize];
            let action = 4 * plane as u8;
            let can_move = is_leader && walk.count > 0;
            self.push(action, can_move);
            if own >> walk.end & 1 == 1 {
                self.push(action + 1, can_move);
            }
            if flight.count > 0 {
                self.push(action + 2, is_leader);
                self.push(action + 3, is_leader && own >> flight.end & 1 == 1);
            }
        }
    }

    /// Writes an action, which counts only if it is legal.
    #[inline]
    fn push(&mut self, action: u8, is_legal: bool) {
        self.actions[self.action_count & 15] = action;
        self.action_count += usize::from(is_legal);
    }

    /// Moves planes to a progress.
    #[inline]
    fn place(&mut self, seat: usize, mut planes: u8, to: u8) {
        while planes != 0 {
            let plane = planes.trailing_zeros() as usize & 3;
            planes &= planes - 1;
            let from = std::mem::replace(&mut self.progress[seat][plane], to);
            self.plane_counts[SQUARES_OF_SEATS[seat][from as usize] as usize] -= 1;
            self.plane_counts[SQUARES_OF_SEATS[seat][to as usize] as usize] += 1;
        }
    }

    /// Puts planes back into their hangar. The rest of a stack stays together.
    fn send_to_hangar(&mut self, seat: usize, planes: u8) {
        self.place(seat, planes, HANGAR);
        for (plane, stack) in self.stack[seat].iter_mut().enumerate() {
            *stack = if planes >> plane & 1 == 1 { 1 << plane } else { *stack & !planes };
        }
    }

    /// Captures all planes of other seats on the track square of a progress of the seat to move.
    #[inline]
    fn capture_at(&mut self, progress: u8) {
        let square = SQUARES_OF_SEATS[self.seat][progress as usize];
        if square == NO_SQUARE || self.plane_counts[square as usize] == 0 {
            return;
        }
        for seat in [1, 2, 3].map(|k| (self.seat + k) & 3) {
            let is_on_square = |plane: &usize| {
                SQUARES_OF_SEATS[seat][self.progress[seat][*plane] as usize] == square
            };
            let planes = (0..4).filter(is_on_square).fold(0, |planes, plane| planes | 1 << plane);
            if planes != 0 {
                self.send_to_hangar(seat, planes);
            }
        }
    }

    /// Captures planes of the opposite seat in the lane below the flight.
    fn capture_crossed(&mut self) {
        let seat = self.seat ^ 2;
        let row = self.progress[seat];
        let planes =
            (0..4).fold(0, |set, plane| set | u8::from(row[plane] == CROSSED_LANE_SQUARE) << plane);
        if planes != 0 {
            self.send_to_hangar(seat, planes);
        }
    }

    #[inline]
    pub fn act(&mut self, action: u8) {
        let (seat, plane) = (self.seat, (action >> 2 & 3) as usize);
        let from = self.progress[seat][plane];
        let path = &PATHS[from as usize][self.die as usize][(action >> 1 & 1) as usize];
        let group = self.stack[seat][plane];
        if self.sixes > 0 {
            self.moved |= group;
        }
        for landing in &path.landings[..path.count as usize] {
            self.capture_at(*landing);
        }
        if path.flies {
            self.capture_crossed();
        }
        let joined = if action & 1 == 1 { group | self.own_planes_at(group, path.end) } else { 0 };
        self.place(seat, group, path.end);
        for plane in (0..4).filter(|plane| joined >> plane & 1 == 1) {
            self.stack[seat][plane] = joined;
        }
        self.action_count = 0;
        if path.end == CENTRE && self.finish(group) {
            return;
        }
        if self.die != 6 {
            self.pass();
        }
    }

    /// Handles planes that reached the centre. Returns true if the seat has all its planes there,
    /// which ends its turn.
    fn finish(&mut self, group: u8) -> bool {
        let seat = self.seat;
        for plane in (0..4).filter(|plane| group >> plane & 1 == 1) {
            self.stack[seat][plane] = 1 << plane;
        }
        if self.progress[seat] != [CENTRE; 4] {
            return false;
        }
        self.finished[self.finished_count & 3] = seat as u8;
        self.finished_count += 1;
        self.playing &= !(1 << seat);
        if !self.is_over() {
            self.pass();
        }
        true
    }

    /// Ends the turn of a seat that rolled a third 6. Sends the planes that it moved with the 6s
    /// back to their hangar.
    fn third_six(&mut self) {
        let row = self.progress[self.seat];
        let out = |plane: &usize| row[*plane] < CENTRE && self.moved >> plane & 1 == 1;
        let planes = (0..4).filter(out).fold(0, |planes, plane| planes | 1 << plane);
        self.send_to_hangar(self.seat, planes);
        self.pass();
    }

    /// Passes the turn to the next seat that still plays.
    #[inline]
    fn pass(&mut self) {
        self.sixes = 0;
        self.moved = 0;
        self.action_count = 0;
        // Two copies of the set, so that the seats after the present one are the lowest bits.
        let rotated = (u32::from(self.playing) * 0x11) >> (self.seat + 1);
        self.seat = (self.seat + 1 + rotated.trailing_zeros() as usize) & 3;
    }
}

#[inline]
fn below(end: usize, rng: &mut impl Rng) -> usize {
    ((u64::from(rng.next_u32()) * end as u64) >> 32) as usize
}

/// Plays a random game to its end. Returns the number of plies.
pub fn random_game(rng: &mut impl Rng) -> u32 {
    let mut game = Game::new();
    while !game.is_over() {
        match game.action_count {
            0 => game.roll(1 + below(6, rng) as u8),
            count => game.act(game.actions[below(count, rng) & 15]),
        }
    }
    game.ply
}
