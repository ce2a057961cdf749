//! Animations of race games: the die tumbles, and planes walk, jump, fly and spin back to
//! their hangar.

use egui::Pos2;
use qipan_core::contract::game::Game;
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::{Board, Cell, Event, HANGAR, PlaneSet, Progress, Race, View};

use crate::games::race::drawing::BoardGeometry;
use crate::play::animation::Animator;
use crate::play::game::BoardState;
use crate::sound::Sound;
use crate::ui::paint::FlightPath;

/// The board as it is shown between animations: the planes, the die and the turn.
#[derive(Clone, Debug)]
pub struct RaceBoardState {
    board: Board,
    /// The progress of each plane, by seat and plane.
    progress: [[Progress; 4]; 4],
    /// The plane with the smallest index in each plane's stack, by seat and plane.
    leader: [[u8; 4]; 4],
    /// The number of planes of each seat.
    plane_count: usize,
    seats: Vec<Seat>,
    /// The last roll, with the seat that rolled.
    die: Option<(Seat, u8)>,
    turn: Seat,
}

/// One animation.
#[derive(Clone, Debug)]
pub enum RaceAnimation {
    /// The die rolls and shows a face.
    Roll { seat: Seat, die: u8 },
    /// Planes walk over these stops.
    Walk { seat: Seat, planes: PlaneSet, stops: Vec<Progress> },
    /// Planes jump.
    Jump { seat: Seat, planes: PlaneSet, from: Progress, to: Progress },
    /// Planes fly, or a house rule puts them elsewhere.
    Fly { seat: Seat, planes: PlaneSet, from: Progress, to: Progress },
    /// Planes that were captured, repelled or sent back spin to their hangar.
    ReturnToHangar { seat: Seat, planes: PlaneSet, from: Progress },
    /// A pause of this many seconds in which the player reads what happened.
    Pause(f64),
}

/// The appearance of a plane or a stack of planes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Its owner.
    pub seat: Seat,
    /// Its plane with the smallest index, from 0.
    pub plane: u8,
    /// The number of planes in the stack.
    pub count: u8,
    /// Its middle on the screen.
    pub pos: Pos2,
    /// Its size in points.
    pub size: f32,
    /// The direction of its nose, in radians.
    pub heading: f32,
    /// Its height, from 0 to 1.
    pub lift: f32,
    /// Its cell, or `None` while it moves.
    pub cell: Option<Cell>,
    /// True if it has finished and lies face down in its hangar.
    pub has_finished: bool,
    /// True if it is drawn faint, because its motion is shown as fading.
    pub is_faint: bool,
}

/// The appearance of the die.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiePose {
    /// The seat that rolls.
    pub seat: Seat,
    /// The face that was rolled.
    pub face: u8,
    /// The progress of the tumble, from 0 to 1, or `None` at rest.
    pub tumble: Option<f32>,
}

impl Animator<Race> {
    /// Returns the die shown, if one has been rolled. With a `factor` of 0 a tumble counts as
    /// finished, as in [`Animator::animation`].
    pub fn die(&self, now: f64, factor: f64) -> Option<DiePose> {
        match self.animation(now, factor) {
            Some((RaceAnimation::Roll { seat, die }, progress)) => {
                Some(DiePose { seat: *seat, face: *die, tumble: Some(progress) })
            }
            _ => self.board().die.map(|(seat, face)| DiePose { seat, face, tumble: None }),
        }
    }

    /// Returns the poses of all planes, moving ones last. With a `factor` of 0 a motion counts as
    /// finished, as in [`Animator::animation`]. With `fading`, planes fade from place to place
    /// instead of moving.
    pub fn poses(
        &self,
        geometry: &BoardGeometry,
        now: f64,
        factor: f64,
        fading: bool,
    ) -> Vec<Pose> {
        let animation = self.animation(now, factor);
        let moving = animation.and_then(|(animation, _)| animation.moving_planes());
        let mut poses = self.board().resting_poses(geometry, moving);
        if let (Some((seat, planes)), Some((animation, t))) = (moving, animation) {
            poses.extend(animation.poses(self.board(), geometry, seat, planes, t, fading));
        }
        poses
    }
}

impl BoardState<Race> for RaceBoardState {
    type Animation = RaceAnimation;

    fn new(view: &View) -> Self {
        let race = &view.race;
        let mut shown = Self {
            board: race.board(),
            progress: [[HANGAR; 4]; 4],
            leader: [[0, 1, 2, 3]; 4],
            plane_count: race.rules().planes as usize,
            seats: race.seats().iter().collect(),
            die: race.die().map(|die| (race.seat_to_move(), die)),
            turn: race.seat_to_move(),
        };
        for seat in race.seats().iter() {
            for (plane, progress) in race.planes(seat).iter().enumerate() {
                shown.progress[seat.index()][plane] = *progress;
                let leader = race.stack(seat, plane as u8).iter().next().unwrap_or(plane as u8);
                shown.leader[seat.index()][plane] = leader;
            }
        }
        shown
    }

    fn animation(event: &Event, after: &View) -> Option<RaceAnimation> {
        RaceAnimation::of(event, after.race.board())
    }

    fn duration(animation: &RaceAnimation) -> f64 {
        match animation {
            RaceAnimation::Roll { .. } => 0.6,
            RaceAnimation::Walk { stops, .. } if stops.first() == Some(&HANGAR) => 0.4,
            RaceAnimation::Walk { stops, .. } => (0.14 * (stops.len() as f64 - 1.0)).min(1.2),
            RaceAnimation::Jump { .. } => 0.38,
            RaceAnimation::Fly { .. } => 0.8,
            RaceAnimation::ReturnToHangar { .. } => 0.5,
            RaceAnimation::Pause(length) => *length,
        }
    }

    fn sounds(&self, animation: &RaceAnimation) -> Vec<(f32, Sound)> {
        match animation {
            RaceAnimation::Roll { .. } => vec![(0.0, Sound::Roll)],
            RaceAnimation::Walk { stops, .. } => {
                let hop_count = stops.len().saturating_sub(1);
                let ends = (1..=hop_count).map(|hop| hop as f32 / hop_count as f32);
                let hops = ends.map(|end| (end, Sound::Hop));
                hops.chain(self.centre_sound(stops.last().copied())).collect()
            }
            RaceAnimation::Jump { to, .. } => {
                [(0.0, Sound::Jump)].into_iter().chain(self.centre_sound(Some(*to))).collect()
            }
            RaceAnimation::Fly { to, .. } => {
                [(0.0, Sound::Flight)].into_iter().chain(self.centre_sound(Some(*to))).collect()
            }
            RaceAnimation::ReturnToHangar { .. } => vec![(0.0, Sound::Capture)],
            RaceAnimation::Pause(_) => Vec::new(),
        }
    }

    fn apply(&mut self, animation: RaceAnimation) {
        match animation {
            RaceAnimation::Roll { seat, die } => {
                self.die = Some((seat, die));
                self.turn = seat;
            }
            RaceAnimation::Walk { seat, planes, stops } => {
                let to = stops.last().copied().unwrap_or(HANGAR);
                self.place(seat, planes, to);
            }
            RaceAnimation::Jump { seat, planes, to, .. }
            | RaceAnimation::Fly { seat, planes, to, .. } => {
                self.place(seat, planes, to);
            }
            RaceAnimation::ReturnToHangar { seat, planes, .. } => self.place(seat, planes, HANGAR),
            RaceAnimation::Pause(_) => {}
        }
    }

    fn finish_step(&mut self, real: Self) {
        // The last roll stays visible until the next one.
        let die = real.die.or(self.die);
        *self = Self { die, ..real };
    }

    fn turn(&self) -> Seat {
        self.turn
    }
}

impl RaceBoardState {
    /// Returns the sound of reaching the centre, if a motion ends there.
    fn centre_sound(&self, end: Option<Progress>) -> Option<(f32, Sound)> {
        (end == Some(self.board.centre())).then_some((1.0, Sound::Home))
    }

    /// Puts planes in their new place. In the hangar or the centre, they leave their stack.
    fn place(&mut self, seat: Seat, planes: PlaneSet, to: Progress) {
        for plane in planes.iter() {
            self.progress[seat.index()][plane as usize] = to;
            if to == HANGAR || to == self.board.centre() {
                self.leader[seat.index()][plane as usize] = plane;
            }
        }
    }

    /// Returns the planes of the stack whose first plane is `leader`, `leader` included.
    pub(super) fn stack_of(&self, seat: Seat, leader: u8) -> impl Iterator<Item = u8> + use<> {
        let leaders = self.leader[seat.index()];
        (0..4).filter(move |plane| leaders[usize::from(*plane)] == leader || *plane == leader)
    }

    /// Returns the poses of the resting planes. Stacks on one cell share its space.
    fn resting_poses(
        &self,
        geometry: &BoardGeometry,
        moving: Option<(Seat, PlaneSet)>,
    ) -> Vec<Pose> {
        let mut stacks: Vec<(Cell, Pose)> = Vec::new();
        for seat in &self.seats {
            for plane in 0..self.plane_count as u8 {
                let is_moving =
                    moving.is_some_and(|(mover, set)| mover == *seat && set.contains(plane));
                let leader = self.leader[seat.index()][plane as usize];
                if !is_moving && leader == plane {
                    stacks.push(self.stack_pose(geometry, *seat, plane));
                }
            }
        }
        let cells: Vec<Cell> = stacks.iter().map(|(cell, _)| *cell).collect();
        for i in 0..stacks.len() {
            let cell = cells[i];
            let count = cells.iter().filter(|other| **other == cell).count();
            let index = cells[..i].iter().filter(|other| **other == cell).count();
            let (pos, scale) = geometry.shared_place(cell, index, count);
            stacks[i].1.pos = pos;
            stacks[i].1.size *= scale;
        }
        stacks.into_iter().map(|(_, pose)| pose).collect()
    }

    /// Returns the cell and the pose of a stack. A finished plane lies in its hangar.
    fn stack_pose(&self, geometry: &BoardGeometry, seat: Seat, plane: u8) -> (Cell, Pose) {
        let progress = self.progress[seat.index()][plane as usize];
        let has_finished = progress == self.board.centre();
        let shown_progress = if has_finished { HANGAR } else { progress };
        let cell = self.board.cell(seat, plane, shown_progress);
        let leaders = &self.leader[seat.index()];
        let count = leaders.iter().filter(|leader| **leader == plane).count() as u8;
        let pose = Pose {
            seat,
            plane,
            count,
            pos: geometry.cell_pos(cell),
            size: geometry.plane_size(cell),
            heading: geometry.plane_heading(seat, shown_progress),
            lift: 0.0,
            cell: Some(cell),
            has_finished,
            is_faint: false,
        };
        (cell, pose)
    }
}

impl RaceAnimation {
    /// Returns the animation of an event, if it has one.
    fn of(event: &Event, board: Board) -> Option<Self> {
        Some(match *event {
            Event::OpeningRolled { seat, die } | Event::Rolled { seat, die } => {
                Self::Roll { seat, die }
            }
            Event::NothingToMove { .. }
            | Event::NothingLeft { .. }
            | Event::OpeningTied { .. }
            | Event::ExtraTurn { .. }
            | Event::TurnSkipped { .. } => Self::Pause(0.45),
            Event::Launched { seat, plane, to } => {
                Self::Walk { seat, planes: PlaneSet::one(plane), stops: vec![HANGAR, to] }
            }
            Event::Moved { seat, planes, from, to, die } => {
                // A plane that would pass the centre turns back there.
                let farthest = (from + die).min(board.centre());
                let mut stops: Vec<Progress> = (from..=farthest).collect();
                stops.extend((to..farthest).rev());
                Self::Walk { seat, planes, stops }
            }
            Event::Jumped { seat, planes, from, to } => Self::Jump { seat, planes, from, to },
            Event::Flew { seat, planes, from, to } => Self::Fly { seat, planes, from, to },
            Event::Placed { seat, planes, from, to } => Self::Fly { seat, planes, from, to },
            Event::Captured { seat, planes, at, .. }
            | Event::SentToHangar { seat, planes, at }
            | Event::Repelled { seat, planes, at } => {
                Self::ReturnToHangar { seat, planes, from: at }
            }
            Event::ThirdSix { .. } => Self::Pause(0.7),
            Event::SeatFinished { .. } => Self::Pause(0.5),
            _ => return None,
        })
    }

    /// Returns the planes that move, with their seat.
    fn moving_planes(&self) -> Option<(Seat, PlaneSet)> {
        match self {
            Self::Walk { seat, planes, .. }
            | Self::Jump { seat, planes, .. }
            | Self::Fly { seat, planes, .. }
            | Self::ReturnToHangar { seat, planes, .. } => Some((*seat, *planes)),
            Self::Roll { .. } | Self::Pause(_) => None,
        }
    }

    /// Returns the poses of the moving planes at progress `t` of the animation, from 0 to 1.
    fn poses(
        &self,
        shown: &RaceBoardState,
        geometry: &BoardGeometry,
        seat: Seat,
        planes: PlaneSet,
        t: f32,
        fading: bool,
    ) -> Vec<Pose> {
        let leader = planes.iter().next().unwrap_or(0);
        let cell = |progress: Progress| shown.board.cell(seat, leader, progress);
        let size = |progress: Progress| geometry.plane_size(cell(progress));
        let pose = |pos: Pos2, size: f32, heading: f32, lift: f32| Pose {
            seat,
            plane: leader,
            count: planes.len() as u8,
            pos,
            size,
            heading,
            lift,
            cell: None,
            has_finished: false,
            is_faint: fading,
        };
        if fading {
            let (from, to) = self.endpoints();
            let progress = if t < 0.5 { from } else { to };
            let heading = geometry.plane_heading(seat, progress);
            let pos = geometry.cell_pos(cell(progress));
            return vec![pose(pos, size(progress), heading, 0.0)];
        }
        let eased = egui::emath::easing::cubic_in_out(t);
        let pose_on = |path: FlightPath, height: f32, from: Progress, to: Progress| {
            let lift = height * (std::f32::consts::PI * eased).sin();
            let size = size(from) + (size(to) - size(from)) * eased;
            pose(path.at(eased), size, path.heading(eased), lift)
        };
        match self {
            Self::Walk { stops, .. } => {
                let (pos, size, heading, lift) =
                    walk(geometry, shown.board, seat, leader, stops, t);
                vec![pose(pos, size, heading, lift)]
            }
            Self::Jump { from, to, .. } => {
                vec![pose_on(geometry.jump(cell(*from), cell(*to)), 0.7, *from, *to)]
            }
            Self::Fly { from, to, .. } => {
                vec![pose_on(geometry.flight(cell(*from), cell(*to)), 1.0, *from, *to)]
            }
            Self::ReturnToHangar { from, .. } => planes
                .iter()
                .map(|plane| {
                    let path = geometry.path_to_hangar(cell(*from), seat, plane);
                    let pose = pose_on(path, 0.6, *from, HANGAR);
                    let final_heading = geometry.plane_heading(seat, HANGAR);
                    let spin = (1.0 - eased) * std::f32::consts::TAU * 1.5;
                    Pose { plane, count: 1, heading: final_heading + spin, ..pose }
                })
                .collect(),
            Self::Roll { .. } | Self::Pause(_) => Vec::new(),
        }
    }

    /// Returns the start and the end of a motion.
    fn endpoints(&self) -> (Progress, Progress) {
        match self {
            Self::Walk { stops, .. } => {
                (stops.first().copied().unwrap_or(HANGAR), stops.last().copied().unwrap_or(HANGAR))
            }
            Self::Jump { from, to, .. } | Self::Fly { from, to, .. } => (*from, *to),
            Self::ReturnToHangar { from, .. } => (*from, HANGAR),
            Self::Roll { .. } | Self::Pause(_) => (HANGAR, HANGAR),
        }
    }
}

/// Returns the position, size, heading and height of a plane that hops from stop to stop, at
/// progress `t` of the animation, from 0 to 1.
fn walk(
    geometry: &BoardGeometry,
    board: Board,
    seat: Seat,
    plane: u8,
    stops: &[Progress],
    t: f32,
) -> (Pos2, f32, f32, f32) {
    let hop_count = (stops.len().max(2) - 1) as f32;
    let hop_progress = (t * hop_count).clamp(0.0, hop_count - 1e-3);
    let index = hop_progress as usize;
    let (from, to) = (stops[index], stops[(index + 1).min(stops.len() - 1)]);
    let (a, b) = (board.cell(seat, plane, from), board.cell(seat, plane, to));
    // The eased progress of the current hop, from 0 to 1.
    let t = egui::emath::easing::cubic_in_out(hop_progress.fract());
    let path = FlightPath::straight(geometry.cell_pos(a), geometry.cell_pos(b));
    let size = geometry.plane_size(a) + (geometry.plane_size(b) - geometry.plane_size(a)) * t;
    let heading = {
        let (old, new) = (geometry.plane_heading(seat, from), geometry.plane_heading(seat, to));
        // The shorter way round, from -PI to PI.
        let rotation = (new - old + std::f32::consts::PI).rem_euclid(std::f32::consts::TAU)
            - std::f32::consts::PI;
        old + rotation * t
    };
    (path.at(t), size, heading, 0.22 * (std::f32::consts::PI * t).sin())
}
