//! What is shown while things move: a queue of beats made from events, timed by the frame.

use std::collections::VecDeque;

use egui::Pos2;
use qipan_core::race::{Board, Cell, Event, HANGAR, PlaneSet, Progress, Race};
use qipan_core::seat::Seat;

use crate::board::{BoardGeometry, Curve};

/// Nothing shorter is animated, in seconds.
const SHORTEST: f64 = 0.07;

/// The position shown, which follows the real one beat by beat.
#[derive(Clone, Debug)]
pub struct Stage {
    shown: Shown,
    queue: VecDeque<Beat>,
    /// When the first beat of the queue began.
    since: Option<f64>,
}

/// What stands on the board while nothing moves.
#[derive(Clone, Debug)]
struct Shown {
    board: Board,
    progress: [[Progress; 4]; 4],
    leader: [[u8; 4]; 4],
    planes: usize,
    seats: Vec<Seat>,
    die: Option<(Seat, u8)>,
    turn: Seat,
    steps: usize,
}

/// One thing that is seen happening.
#[derive(Clone, Debug)]
enum Beat {
    /// The die rolls and shows a face.
    Roll { seat: Seat, die: u8 },
    /// Planes walk over these stops.
    Walk { seat: Seat, planes: PlaneSet, stops: Vec<Progress> },
    /// Planes jump.
    Jump { seat: Seat, planes: PlaneSet, from: Progress, to: Progress },
    /// Planes fly.
    Fly { seat: Seat, planes: PlaneSet, from: Progress, to: Progress },
    /// Planes spin home.
    Home { seat: Seat, planes: PlaneSet, from: Progress },
    /// A moment to read what happened.
    Rest(f64),
    /// A step has been shown: everything stands where it really is.
    Done(Box<Race>, usize),
}

/// One plane, or a pile of them, as it is to be painted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Whose it is.
    pub seat: Seat,
    /// Its lowest plane, from 0.
    pub plane: u8,
    /// How many planes lie on each other.
    pub count: u8,
    /// Its middle on the screen.
    pub pos: Pos2,
    /// Its size in points.
    pub size: f32,
    /// Where its nose points.
    pub heading: f32,
    /// How high it is, from 0 to 1.
    pub lift: f32,
    /// Where it stands; none while it moves.
    pub cell: Option<Cell>,
    /// Whether it has arrived and lies in its hangar face down.
    pub arrived: bool,
    /// Whether it is half seen, for motion that fades.
    pub faint: bool,
}

/// The die as it is to be painted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiePose {
    /// Whose roll it is.
    pub seat: Seat,
    /// The face it shows in the end.
    pub face: u8,
    /// How far it has tumbled, from 0 to 1; none when it lies.
    pub tumble: Option<f32>,
}

impl Stage {
    /// Shows a position after so many steps.
    #[must_use]
    pub fn new(race: &Race, steps: usize) -> Self {
        Self { shown: Shown::new(race, steps), queue: VecDeque::new(), since: None }
    }

    /// Shows a position at once and forgets what was on its way.
    pub fn set(&mut self, race: &Race, steps: usize) {
        *self = Self::new(race, steps);
    }

    /// Queues a step: what happened, and the position after it.
    pub fn push(&mut self, events: &[Event], after: &Race, steps: usize) {
        self.queue.extend(events.iter().filter_map(|event| Beat::of(event, after.board())));
        self.queue.push_back(Beat::Done(Box::new(after.clone()), steps));
    }

    /// Whether nothing is on its way.
    #[must_use]
    pub fn idle(&self) -> bool {
        self.queue.is_empty()
    }

    /// Steps of the game that have been shown to their end.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.shown.steps
    }

    /// The seat whose turn is shown.
    #[must_use]
    pub fn turn(&self) -> Seat {
        self.shown.turn
    }

    /// Shows everything at its end.
    pub fn skip(&mut self) {
        while let Some(beat) = self.queue.pop_front() {
            self.shown.apply(beat);
        }
        self.since = None;
    }

    /// Moves on to this time; `factor` stretches all times, 0 shows everything at once.
    pub fn tick(&mut self, now: f64, factor: f64) {
        let mut start = self.since.unwrap_or(now);
        while let Some(beat) = self.queue.front() {
            let length = beat.length() * factor;
            let length = if length < SHORTEST { 0.0 } else { length };
            if now < start + length {
                self.since = Some(start);
                return;
            }
            start += length;
            if let Some(beat) = self.queue.pop_front() {
                self.shown.apply(beat);
            }
        }
        self.since = None;
    }

    /// How far the first beat has come, from 0 to 1.
    fn share(&self, now: f64, factor: f64) -> f32 {
        let Some(beat) = self.queue.front() else { return 1.0 };
        let length = (beat.length() * factor).max(1e-6);
        (((now - self.since.unwrap_or(now)) / length) as f32).clamp(0.0, 1.0)
    }

    /// The die shown, if one has been rolled.
    #[must_use]
    pub fn die(&self, now: f64, factor: f64) -> Option<DiePose> {
        match self.queue.front() {
            Some(Beat::Roll { seat, die }) => {
                let tumble = Some(self.share(now, factor));
                Some(DiePose { seat: *seat, face: *die, tumble })
            }
            _ => self.shown.die.map(|(seat, face)| DiePose { seat, face, tumble: None }),
        }
    }

    /// All planes, those that move last.
    #[must_use]
    pub fn poses(
        &self,
        geometry: &BoardGeometry,
        now: f64,
        factor: f64,
        fading: bool,
    ) -> Vec<Pose> {
        let moving = self.queue.front().and_then(Beat::movers);
        let mut poses = self.shown.standing(geometry, moving);
        if let (Some((seat, planes)), Some(beat)) = (moving, self.queue.front()) {
            let t = self.share(now, factor);
            poses.extend(beat.poses(&self.shown, geometry, seat, planes, t, fading));
        }
        poses
    }
}

impl Shown {
    fn new(race: &Race, steps: usize) -> Self {
        use qipan_core::game::Game;
        let mut shown = Self {
            board: race.board(),
            progress: [[HANGAR; 4]; 4],
            leader: [[0, 1, 2, 3]; 4],
            planes: race.rules().planes as usize,
            seats: race.seats().iter().collect(),
            die: race.die().map(|die| (race.seat_to_move(), die)),
            turn: race.seat_to_move(),
            steps,
        };
        for seat in race.seats().iter() {
            for (plane, progress) in race.planes(seat).iter().enumerate() {
                shown.progress[seat.index()][plane] = *progress;
                let lowest = race.stack(seat, plane as u8).iter().next().unwrap_or(plane as u8);
                shown.leader[seat.index()][plane] = lowest;
            }
        }
        shown
    }

    fn place(&mut self, seat: Seat, planes: PlaneSet, to: Progress) {
        for plane in planes.iter() {
            self.progress[seat.index()][plane as usize] = to;
            if to == HANGAR || to == self.board.centre() {
                self.leader[seat.index()][plane as usize] = plane;
            }
        }
    }

    /// Brings the position to the end of a beat.
    fn apply(&mut self, beat: Beat) {
        match beat {
            Beat::Roll { seat, die } => {
                self.die = Some((seat, die));
                self.turn = seat;
            }
            Beat::Walk { seat, planes, stops } => {
                let to = stops.last().copied().unwrap_or(HANGAR);
                self.place(seat, planes, to);
            }
            Beat::Jump { seat, planes, to, .. } | Beat::Fly { seat, planes, to, .. } => {
                self.place(seat, planes, to);
            }
            Beat::Home { seat, planes, .. } => self.place(seat, planes, HANGAR),
            Beat::Rest(_) => {}
            Beat::Done(race, steps) => {
                let die = self.die;
                *self = Self::new(&race, steps);
                // The last roll stays on the table until the next one.
                self.die = self.die.or(die);
            }
        }
    }

    /// The planes that stand, but for those that move.
    fn standing(&self, geometry: &BoardGeometry, moving: Option<(Seat, PlaneSet)>) -> Vec<Pose> {
        let mut piles: Vec<(Cell, Pose)> = Vec::new();
        for seat in &self.seats {
            for plane in 0..self.planes as u8 {
                let moves = moving.is_some_and(|(s, set)| s == *seat && set.has(plane));
                let leader = self.leader[seat.index()][plane as usize];
                if !moves && leader == plane {
                    piles.push(self.pile(geometry, *seat, plane));
                }
            }
        }
        let cells: Vec<Cell> = piles.iter().map(|(cell, _)| *cell).collect();
        for i in 0..piles.len() {
            let cell = cells[i];
            let count = cells.iter().filter(|other| **other == cell).count();
            let index = cells[..i].iter().filter(|other| **other == cell).count();
            let (pos, share) = geometry.share(cell, index, count);
            piles[i].1.pos = pos;
            piles[i].1.size *= share;
        }
        piles.into_iter().map(|(_, pose)| pose).collect()
    }

    /// A pile where it stands; one that has arrived lies in its hangar.
    fn pile(&self, geometry: &BoardGeometry, seat: Seat, plane: u8) -> (Cell, Pose) {
        let progress = self.progress[seat.index()][plane as usize];
        let arrived = progress == self.board.centre();
        let at = if arrived { HANGAR } else { progress };
        let cell = self.board.cell(seat, plane, at);
        let count = self.leader[seat.index()].iter().filter(|l| **l == plane).count() as u8;
        let pose = Pose {
            seat,
            plane,
            count,
            pos: geometry.cell_pos(cell),
            size: geometry.plane_size(cell),
            heading: geometry.plane_heading(seat, at),
            lift: 0.0,
            cell: Some(cell),
            arrived,
            faint: false,
        };
        (cell, pose)
    }
}

impl Beat {
    /// What is seen of an event; nothing of most.
    fn of(event: &Event, board: Board) -> Option<Self> {
        Some(match *event {
            Event::OpeningRolled { seat, die } | Event::Rolled { seat, die } => {
                Self::Roll { seat, die }
            }
            Event::NothingToMove { .. } | Event::OpeningTied { .. } => Self::Rest(0.45),
            Event::Launched { seat, plane, to } => {
                Self::Walk { seat, planes: PlaneSet::one(plane), stops: vec![HANGAR, to] }
            }
            Event::Moved { seat, planes, from, to, die } => {
                let top = (from + die).min(board.centre());
                let mut stops: Vec<Progress> = (from..=top).collect();
                stops.extend((to..top).rev());
                Self::Walk { seat, planes, stops }
            }
            Event::Jumped { seat, planes, from, to } => Self::Jump { seat, planes, from, to },
            Event::Flew { seat, planes, from, to } => Self::Fly { seat, planes, from, to },
            Event::Captured { seat, planes, at, .. } | Event::Repelled { seat, planes, at } => {
                Self::Home { seat, planes, from: at }
            }
            Event::ThirdSix { .. } => Self::Rest(0.7),
            Event::SeatHome { .. } => Self::Rest(0.5),
            _ => return None,
        })
    }

    /// How long it takes as designed, in seconds.
    fn length(&self) -> f64 {
        match self {
            Self::Roll { .. } => 0.6,
            Self::Walk { stops, .. } if stops.first() == Some(&HANGAR) => 0.4,
            Self::Walk { stops, .. } => (0.14 * (stops.len() as f64 - 1.0)).min(1.2),
            Self::Jump { .. } => 0.38,
            Self::Fly { .. } => 0.8,
            Self::Home { .. } => 0.5,
            Self::Rest(length) => *length,
            Self::Done(..) => 0.0,
        }
    }

    fn movers(&self) -> Option<(Seat, PlaneSet)> {
        match self {
            Self::Walk { seat, planes, .. }
            | Self::Jump { seat, planes, .. }
            | Self::Fly { seat, planes, .. }
            | Self::Home { seat, planes, .. } => Some((*seat, *planes)),
            Self::Roll { .. } | Self::Rest(_) | Self::Done(..) => None,
        }
    }

    /// The moving planes at a share of the way.
    fn poses(
        &self,
        shown: &Shown,
        geometry: &BoardGeometry,
        seat: Seat,
        planes: PlaneSet,
        t: f32,
        fading: bool,
    ) -> Vec<Pose> {
        let lowest = planes.iter().next().unwrap_or(0);
        let cell = |at: Progress| shown.board.cell(seat, lowest, at);
        let size = |at: Progress| geometry.plane_size(cell(at));
        let base = |pos: Pos2, size: f32, heading: f32, lift: f32| Pose {
            seat,
            plane: lowest,
            count: planes.len() as u8,
            pos,
            size,
            heading,
            lift,
            cell: None,
            arrived: false,
            faint: fading,
        };
        if fading {
            let (from, to) = self.ends();
            let at = if t < 0.5 { from } else { to };
            let heading = geometry.plane_heading(seat, at);
            return vec![base(geometry.cell_pos(cell(at)), size(at), heading, 0.0)];
        }
        let eased = egui::emath::easing::cubic_in_out(t);
        let along = |curve: Curve, t: f32, height: f32, from: Progress, to: Progress| {
            let lift = height * (std::f32::consts::PI * t).sin();
            let size = size(from) + (size(to) - size(from)) * t;
            base(curve.at(t), size, curve.heading(t), lift)
        };
        match self {
            Self::Walk { stops, .. } => vec![walk(geometry, shown.board, seat, lowest, stops, t)]
                .into_iter()
                .map(|(pos, size, heading, lift)| base(pos, size, heading, lift))
                .collect(),
            Self::Jump { from, to, .. } => {
                vec![along(geometry.jump(cell(*from), cell(*to)), eased, 0.7, *from, *to)]
            }
            Self::Fly { from, to, .. } => {
                vec![along(geometry.flight(cell(*from), cell(*to)), eased, 1.0, *from, *to)]
            }
            Self::Home { from, .. } => planes
                .iter()
                .map(|plane| {
                    let curve = geometry.way_home(cell(*from), seat, plane);
                    let mut pose = along(curve, eased, 0.6, *from, HANGAR);
                    let rest = geometry.plane_heading(seat, HANGAR);
                    pose.heading = rest + (1.0 - eased) * std::f32::consts::TAU * 1.5;
                    Pose { plane, count: 1, ..pose }
                })
                .collect(),
            Self::Roll { .. } | Self::Rest(_) | Self::Done(..) => Vec::new(),
        }
    }

    /// Where a motion starts and where it ends.
    fn ends(&self) -> (Progress, Progress) {
        match self {
            Self::Walk { stops, .. } => {
                (stops.first().copied().unwrap_or(HANGAR), stops.last().copied().unwrap_or(HANGAR))
            }
            Self::Jump { from, to, .. } | Self::Fly { from, to, .. } => (*from, *to),
            Self::Home { from, .. } => (*from, HANGAR),
            Self::Roll { .. } | Self::Rest(_) | Self::Done(..) => (HANGAR, HANGAR),
        }
    }
}

/// Position, size, heading and height of a plane that hops from stop to stop.
fn walk(
    geometry: &BoardGeometry,
    board: Board,
    seat: Seat,
    plane: u8,
    stops: &[Progress],
    t: f32,
) -> (Pos2, f32, f32, f32) {
    let hops = (stops.len().max(2) - 1) as f32;
    let at = (t * hops).clamp(0.0, hops - 1e-3);
    let index = at as usize;
    let (from, to) = (stops[index], stops[(index + 1).min(stops.len() - 1)]);
    let (a, b) = (board.cell(seat, plane, from), board.cell(seat, plane, to));
    let part = egui::emath::easing::cubic_in_out(at.fract());
    let curve = Curve::straight(geometry.cell_pos(a), geometry.cell_pos(b));
    let size = geometry.plane_size(a) + (geometry.plane_size(b) - geometry.plane_size(a)) * part;
    let turn = {
        let (old, new) = (geometry.plane_heading(seat, from), geometry.plane_heading(seat, to));
        let by = (new - old + std::f32::consts::PI).rem_euclid(std::f32::consts::TAU)
            - std::f32::consts::PI;
        old + by * part
    };
    (curve.at(part), size, turn, 0.22 * (std::f32::consts::PI * part).sin())
}
