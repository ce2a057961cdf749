//! Aeroplane Chess for four seats as a plain program: one board, no options, arrays of numbers.
//! The library is measured against it.

use rand::Rng;

/// The progress of a plane in its hangar, and of one in the centre.
pub const HANGAR: u8 = 57;
const CENTRE: u8 = 56;
const LAST_ON_TRACK: u8 = 50;
const SQUARES: usize = 52;
/// The start and the end of a flight, and the lane square of the opposite seat below it.
const FLIGHT: u8 = 18;
const FLOWN: u8 = 30;
const CROSSED: u8 = 53;

/// The path of a move: the points where it touches down.
#[derive(Clone, Copy)]
struct Way {
    hops: [u8; 3],
    count: u8,
    end: u8,
    flies: bool,
}

impl Way {
    const NONE: Self = Self { hops: [0; 3], count: 0, end: 0, flies: false };

    const fn touch(mut self, at: u8) -> Self {
        self.hops[self.count as usize] = at;
        self.count += 1;
        self.end = at;
        self
    }
}

/// Returns the path of a plane that lands on a progress.
const fn way(landing: u8, fly: bool) -> Way {
    let mut way = Way::NONE.touch(landing);
    if !(fly && landing == FLIGHT) && landing % 4 == 2 && landing < LAST_ON_TRACK {
        way = way.touch(landing + 4);
    }
    if fly && way.end == FLIGHT {
        way = way.touch(FLOWN);
        way.flies = true;
    }
    way
}

/// The paths without and with a flight, by progress and roll.
static WAYS: [[[Way; 2]; 7]; 58] = {
    let mut ways = [[[Way::NONE; 2]; 7]; 58];
    let mut at = 0;
    while at < 7 * 58 {
        let (from, die) = (at / 7, at % 7);
        if from == HANGAR as usize {
            if die > 0 && die % 2 == 0 {
                ways[from][die][0] = Way::NONE.touch(0);
            }
        } else if die > 0 && from + die <= CENTRE as usize {
            let landing = (from + die) as u8;
            let flown = way(landing, true);
            ways[from][die] = [way(landing, false), if flown.flies { flown } else { Way::NONE }];
        }
        at += 1;
    }
    ways
};

/// The track square of each progress of each seat, or `NO_SQUARE` off the track.
const NO_SQUARE: u8 = 63;
static SQUARE: [[u8; 58]; 4] = {
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

/// The rolls that settle who begins.
#[derive(Clone, Copy)]
struct Opening {
    waiting: u8,
    best: u8,
    leaders: u8,
}

/// The state of a game. Sets of planes and of seats are bits.
#[derive(Clone)]
pub struct Game {
    pub progress: [[u8; 4]; 4],
    /// The planes in the stack of each plane, including itself.
    pub stack: [[u8; 4]; 4],
    /// The number of planes on each track square. The last entry counts planes off the track.
    standing: [u8; 64],
    opening: Option<Opening>,
    pub seat: usize,
    die: u8,
    sixes: u8,
    /// The planes moved with the 6s of this turn.
    moved: u8,
    playing: u8,
    pub home: [u8; 4],
    pub homes: usize,
    pub ply: u32,
    /// The legal actions, none while a roll is due: 4 times the plane, plus 2 if it flies, plus 1
    /// if it stacks.
    actions: [u8; 16],
    count: usize,
}

impl Game {
    pub fn new() -> Self {
        let mut standing = [0; 64];
        standing[NO_SQUARE as usize] = 16;
        Self {
            progress: [[HANGAR; 4]; 4],
            stack: [[1, 2, 4, 8]; 4],
            standing,
            opening: Some(Opening { waiting: 15, best: 0, leaders: 0 }),
            seat: 0,
            die: 0,
            sixes: 0,
            moved: 0,
            playing: 15,
            home: [0; 4],
            homes: 0,
            ply: 0,
            actions: [0; 16],
            count: 0,
        }
    }

    pub fn is_over(&self) -> bool {
        self.playing & (self.playing - 1) == 0
    }

    pub fn actions(&self) -> &[u8] {
        &self.actions[..self.count]
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
        if self.count == 0 && die != 6 {
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

    /// Returns the own planes at a progress, without those that move.
    #[inline]
    fn met(&self, group: u8, end: u8) -> u8 {
        if end == 0 || end == CENTRE {
            return 0;
        }
        let row = &self.progress[self.seat];
        let there = (0..4).fold(0, |met, plane| met | u8::from(row[plane] == end) << plane);
        there & !group
    }

    /// Lists the actions. A branch on legality would be as unpredictable as the die, so every
    /// action is written, and the count advances only for legal ones.
    #[inline]
    fn list(&mut self) {
        let (row, stacks) = (self.progress[self.seat], self.stack[self.seat]);
        // Own planes on the track and in the lane, one bit for each progress.
        let own = row.iter().fold(0u64, |own, at| own | 1 << at) & !(1 | 1 << CENTRE);
        self.count = 0;
        for plane in 0..4 {
            // The lowest plane of a stack stands for it.
            let leads = stacks[plane] & ((1 << plane) - 1) == 0;
            let [stay, fly] = &WAYS[row[plane] as usize][self.die as usize];
            let action = 4 * plane as u8;
            let moves = leads && stay.count > 0;
            self.push(action, moves);
            if own >> stay.end & 1 == 1 {
                self.push(action + 1, moves);
            }
            if fly.count > 0 {
                self.push(action + 2, leads);
                self.push(action + 3, leads && own >> fly.end & 1 == 1);
            }
        }
    }

    #[inline]
    fn push(&mut self, action: u8, kept: bool) {
        self.actions[self.count & 15] = action;
        self.count += usize::from(kept);
    }

    #[inline]
    fn place(&mut self, seat: usize, mut planes: u8, to: u8) {
        while planes != 0 {
            let plane = planes.trailing_zeros() as usize & 3;
            planes &= planes - 1;
            let from = std::mem::replace(&mut self.progress[seat][plane], to);
            self.standing[SQUARE[seat][from as usize] as usize] -= 1;
            self.standing[SQUARE[seat][to as usize] as usize] += 1;
        }
    }

    /// Puts planes back into their hangar. The rest of a stack stays together.
    fn send_home(&mut self, seat: usize, planes: u8) {
        self.place(seat, planes, HANGAR);
        for (plane, stack) in self.stack[seat].iter_mut().enumerate() {
            *stack = if planes >> plane & 1 == 1 { 1 << plane } else { *stack & !planes };
        }
    }

    #[inline]
    fn capture_at(&mut self, progress: u8) {
        let square = SQUARE[self.seat][progress as usize];
        if square == NO_SQUARE || self.standing[square as usize] == 0 {
            return;
        }
        for seat in [1, 2, 3].map(|k| (self.seat + k) & 3) {
            let there =
                |plane: &usize| SQUARE[seat][self.progress[seat][*plane] as usize] == square;
            let planes = (0..4).filter(there).fold(0, |planes, plane| planes | 1 << plane);
            if planes != 0 {
                self.send_home(seat, planes);
            }
        }
    }

    /// Captures planes in the lane below the flight.
    fn cross(&mut self) {
        let seat = self.seat ^ 2;
        let row = self.progress[seat];
        let planes = (0..4).fold(0, |set, plane| set | u8::from(row[plane] == CROSSED) << plane);
        if planes != 0 {
            self.send_home(seat, planes);
        }
    }

    #[inline]
    pub fn act(&mut self, action: u8) {
        let (seat, plane) = (self.seat, (action >> 2 & 3) as usize);
        let from = self.progress[seat][plane];
        let way = &WAYS[from as usize][self.die as usize][(action >> 1 & 1) as usize];
        let group = self.stack[seat][plane];
        if self.sixes > 0 {
            self.moved |= group;
        }
        for at in &way.hops[..way.count as usize] {
            self.capture_at(*at);
        }
        if way.flies {
            self.cross();
        }
        let joined = if action & 1 == 1 { group | self.met(group, way.end) } else { 0 };
        self.place(seat, group, way.end);
        for plane in (0..4).filter(|plane| joined >> plane & 1 == 1) {
            self.stack[seat][plane] = joined;
        }
        self.count = 0;
        if way.end == CENTRE && self.finish(group) {
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
        self.home[self.homes & 3] = seat as u8;
        self.homes += 1;
        self.playing &= !(1 << seat);
        if !self.is_over() {
            self.pass();
        }
        true
    }

    fn third_six(&mut self) {
        let row = self.progress[self.seat];
        let out = |plane: &usize| row[*plane] < CENTRE && self.moved >> plane & 1 == 1;
        let planes = (0..4).filter(out).fold(0, |planes, plane| planes | 1 << plane);
        self.send_home(self.seat, planes);
        self.pass();
    }

    #[inline]
    fn pass(&mut self) {
        self.sixes = 0;
        self.moved = 0;
        self.count = 0;
        // In this rotated set, the seats after the present one come first.
        let turned = (u32::from(self.playing) * 0x11) >> (self.seat + 1);
        self.seat = (self.seat + 1 + turned.trailing_zeros() as usize) & 3;
    }
}

#[inline]
fn below(end: usize, rng: &mut impl Rng) -> usize {
    ((u64::from(rng.next_u32()) * end as u64) >> 32) as usize
}

/// Plays a random game to its end. Returns its plies.
pub fn random_game(rng: &mut impl Rng) -> u32 {
    let mut game = Game::new();
    while !game.is_over() {
        match game.count {
            0 => game.roll(1 + below(6, rng) as u8),
            count => game.act(game.actions[below(count, rng) & 15]),
        }
    }
    game.ply
}
