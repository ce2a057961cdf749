//! Views and events of a race as data, and views built from data.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::board::{HANGAR, PLANES, Progress};
use super::event::{Event, ExtraRollReason};
use super::extra_turns::MAX_SKIPS;
use super::notation::{Colours, SeatColour};
use super::rules::Rules;
use super::sets::PlaneSet;
use super::state::{Phase, Race, SeatList, View};
use crate::contract::game::Game;
use crate::contract::outcome::Reason;
use crate::contract::seat::{Seat, SeatSet};
use crate::contract::turn_stack::{MAX_POSTPONED, TurnStack};
use crate::contract::view_data::{
    MemoryRow, NamedSeats, QuestionRow, ViewData, ViewDataError, event_data, memory_of_rows,
    memory_rows, question_rows, questions_of_rows, viewer_of_words, viewer_words,
};

/// A view of a race as data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RaceViewData {
    /// The viewer: a seat, `public` or `all`.
    viewer: String,
    /// The seat to roll or to move.
    turn: SeatColour,
    /// The number of rolls so far.
    ply: u32,
    /// The step that the game waits for, or its end.
    phase: PhaseData,
    /// The roll that waits to be used, 0 if there is none.
    die: u8,
    /// The number of 6s in a row in this turn, including the roll that waits.
    #[serde(default)]
    sixes: u8,
    /// The planes that the earlier 6s of the row moved.
    #[serde(default)]
    moved_by_sixes: PlaneSet,
    /// The number of rolls in this turn while all planes were in the hangar or in the centre.
    #[serde(default)]
    tries: u8,
    /// All seats that take part.
    seats: NamedSeats<Colours>,
    /// The seats that still play.
    playing: NamedSeats<Colours>,
    /// The seats that have finished, in order.
    #[serde(default)]
    home: Vec<SeatColour>,
    /// The seats that resigned, in order.
    #[serde(default)]
    resigned: Vec<SeatColour>,
    /// The number of turns that each seat still has to skip because of house rules.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    skips: BTreeMap<SeatColour, u8>,
    /// The seats whose turns wait because a house rule gave an extra turn to another.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    postponed: Vec<SeatColour>,
    /// The seat that won by a house rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    winner: Option<SeatColour>,
    /// The numbers that house rules remember.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    memory: Vec<MemoryRow>,
    /// The questions of house rules that wait for an answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    questions: Vec<QuestionRow<Colours>>,
    /// All planes.
    pieces: Vec<PlaneData>,
}

/// The step that the game waits for, or its end, as data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PhaseData {
    /// The roll for the first turn.
    Opening {
        /// The seats that roll.
        contenders: NamedSeats<Colours>,
        /// Those that have rolled.
        rolled: NamedSeats<Colours>,
        /// The best roll so far.
        best: u8,
        /// The seats with the best roll.
        leaders: NamedSeats<Colours>,
    },
    /// A roll.
    Roll,
    /// A move.
    Move,
    /// Nothing: the game is over.
    Over(Reason),
}

/// A plane as data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct PlaneData {
    /// Its seat and its number, such as `red 1`.
    id: String,
    /// Its seat.
    owner: SeatColour,
    /// Its place: the seat and the plane's progress, such as `red 17`. A plane in the hangar has
    /// `red hangar 1`, and one in the centre `red home 1`, with the number of the plane.
    at: String,
    /// The numbers of the planes in its stack, with its own; missing if it is alone.
    #[serde(default, skip_serializing_if = "is_alone")]
    stack: PlaneSet,
}

fn is_alone(stack: &PlaneSet) -> bool {
    stack.is_empty()
}

/// The reason for another roll, as data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names are those of the reason")]
pub enum ExtraRollData {
    Face,
    Capture,
    Finish,
    Try,
}

/// A plane, numbered from 0. As data it is a list with one number, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "PlaneSet", into = "PlaneSet")]
pub struct SinglePlane(u8);

/// A progress as data: -1 in the hangar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "i16", into = "i16")]
pub struct ProgressData(Progress);

event_data! {
    /// An event of a race as data. It has the form in which programs receive it.
    Event => RaceEventData {
        OpeningRolled { seat: SeatColour, die: u8 },
        OpeningTied { seats: NamedSeats<Colours> },
        Began { seat: SeatColour },
        Rolled { seat: SeatColour, die: u8 },
        NothingToMove { seat: SeatColour, die: u8 },
        Launched {
            seat: SeatColour,
            #[serde(rename = "planes")]
            plane: SinglePlane,
            to: ProgressData,
        },
        Moved { seat: SeatColour, planes: PlaneSet, from: ProgressData, to: ProgressData, die: u8 },
        Jumped { seat: SeatColour, planes: PlaneSet, from: ProgressData, to: ProgressData },
        Flew { seat: SeatColour, planes: PlaneSet, from: ProgressData, to: ProgressData },
        Captured {
            by: SeatColour,
            #[serde(default = "one_plane")]
            by_size: u8,
            seat: SeatColour,
            planes: PlaneSet,
            at: ProgressData,
        },
        Repelled { seat: SeatColour, planes: PlaneSet, at: ProgressData },
        Stacked { seat: SeatColour, planes: PlaneSet, at: ProgressData },
        Finished { seat: SeatColour, planes: PlaneSet },
        ThirdSix { seat: SeatColour, planes: PlaneSet },
        RollsAgain { seat: SeatColour, why: ExtraRollData },
        #[serde(rename = "seat_home")]
        SeatFinished { seat: SeatColour, place: u8 },
        #[serde(rename = "sent_home")]
        SentToHangar { seat: SeatColour, planes: PlaneSet, at: ProgressData },
        Placed { seat: SeatColour, planes: PlaneSet, from: ProgressData, to: ProgressData },
        ExtraTurn { seat: SeatColour },
        TurnSkipped { seat: SeatColour },
        NothingLeft { seat: SeatColour, die: u8 },
        Won { seat: SeatColour },
        Resigned { seat: SeatColour },
        TurnPassed {
            #[serde(rename = "seat")]
            from: SeatColour,
            #[serde(rename = "next")]
            to: SeatColour,
        },
        Ended { reason: Reason },
    }
}

/// Returns the number of capturing planes to assume in an event whose host does not send it.
const fn one_plane() -> u8 {
    1
}

impl From<ExtraRollReason> for ExtraRollData {
    fn from(reason: ExtraRollReason) -> Self {
        match reason {
            ExtraRollReason::Face => Self::Face,
            ExtraRollReason::Capture => Self::Capture,
            ExtraRollReason::Finish => Self::Finish,
            ExtraRollReason::Try => Self::Try,
        }
    }
}

impl From<ExtraRollData> for ExtraRollReason {
    fn from(reason: ExtraRollData) -> Self {
        match reason {
            ExtraRollData::Face => Self::Face,
            ExtraRollData::Capture => Self::Capture,
            ExtraRollData::Finish => Self::Finish,
            ExtraRollData::Try => Self::Try,
        }
    }
}

impl From<u8> for SinglePlane {
    fn from(plane: u8) -> Self {
        Self(plane)
    }
}

impl From<SinglePlane> for u8 {
    fn from(plane: SinglePlane) -> Self {
        plane.0
    }
}

impl TryFrom<PlaneSet> for SinglePlane {
    type Error = &'static str;

    fn try_from(planes: PlaneSet) -> Result<Self, Self::Error> {
        let mut all = planes.iter();
        match (all.next(), all.next()) {
            (Some(plane), None) => Ok(Self(plane)),
            _ => Err("expected one plane"),
        }
    }
}

impl From<SinglePlane> for PlaneSet {
    fn from(plane: SinglePlane) -> Self {
        Self::one(plane.0)
    }
}

impl From<Progress> for ProgressData {
    fn from(progress: Progress) -> Self {
        Self(progress)
    }
}

impl From<ProgressData> for Progress {
    fn from(data: ProgressData) -> Self {
        data.0
    }
}

impl From<i16> for ProgressData {
    fn from(number: i16) -> Self {
        Self(Progress::try_from(number).unwrap_or(HANGAR))
    }
}

impl From<ProgressData> for i16 {
    fn from(data: ProgressData) -> Self {
        if data.0 == HANGAR { -1 } else { i16::from(data.0) }
    }
}

impl ViewData for Race {
    type Data = RaceViewData;
    type EventData = RaceEventData;

    fn view_data(view: &View) -> RaceViewData {
        let race = &view.race;
        let list = |seats: &SeatList| seats.iter().map(SeatColour::new).collect();
        let skipped = race.seats.iter().filter(|seat| race.skips[seat.index() & 3] > 0);
        let planes =
            |seat: Seat| (0..race.planes(seat).len() as u8).map(move |plane| (seat, plane));
        RaceViewData {
            viewer: viewer_words::<Colours>(view.viewer),
            turn: race.seat.into(),
            ply: race.ply,
            phase: match race.phase {
                Phase::Roll => PhaseData::Roll,
                Phase::Move => PhaseData::Move,
                Phase::Over(reason) => PhaseData::Over(reason),
                Phase::Opening { contenders, rolled, best, leaders } => PhaseData::Opening {
                    contenders: contenders.into(),
                    rolled: rolled.into(),
                    best,
                    leaders: leaders.into(),
                },
            },
            die: race.die,
            sixes: race.sixes,
            moved_by_sixes: race.moved_by_sixes,
            tries: race.tries,
            seats: race.seats.into(),
            playing: race.playing.into(),
            home: list(&race.finished),
            resigned: list(&race.resigned),
            skips: skipped.map(|seat| (seat.into(), race.skips[seat.index() & 3])).collect(),
            postponed: race.postponed.iter().map(SeatColour::new).collect(),
            winner: race.winner.map(SeatColour::new),
            memory: memory_rows(&race.memory),
            questions: question_rows(&race.questions),
            pieces: race
                .seats
                .iter()
                .flat_map(planes)
                .map(|plane| race.plane_data(plane))
                .collect(),
        }
    }

    /// A view of a race is small, so it is sent as a whole.
    fn view_changes(_: &View, after: &View) -> RaceViewData {
        Self::view_data(after)
    }

    fn apply_changes(data: &mut RaceViewData, changes: RaceViewData) {
        *data = changes;
    }

    fn check_event(view: &View, event: &Event) -> Result<(), ViewDataError> {
        let (rules, board) = (view.race.rules(), view.race.board());
        let is_face = |die: u8| (1..=6).contains(&die);
        let is_square = |progress: Progress| progress <= board.centre();
        let is_place = |progress: Progress| progress == HANGAR || is_square(progress);
        let all_exist = |planes: PlaneSet| planes.iter().all(|plane| plane < rules.planes);
        let is_group = |planes: PlaneSet| !planes.is_empty() && all_exist(planes);
        let is_valid = match *event {
            Event::OpeningRolled { die, .. }
            | Event::Rolled { die, .. }
            | Event::NothingToMove { die, .. }
            | Event::NothingLeft { die, .. } => is_face(die),
            Event::Launched { plane, to, .. } => plane < rules.planes && is_place(to),
            Event::Moved { planes, from, to, die, .. } => {
                is_group(planes) && is_square(from) && is_square(to) && is_face(die)
            }
            Event::Jumped { planes, from, to, .. } | Event::Flew { planes, from, to, .. } => {
                is_group(planes) && is_square(from) && is_square(to)
            }
            Event::Placed { planes, from, to, .. } => {
                is_group(planes) && is_place(from) && is_place(to)
            }
            Event::Captured { by_size, planes, at, .. } => {
                (1..=rules.planes).contains(&by_size) && is_group(planes) && is_place(at)
            }
            Event::Repelled { planes, at, .. }
            | Event::Stacked { planes, at, .. }
            | Event::SentToHangar { planes, at, .. } => is_group(planes) && is_place(at),
            Event::Finished { planes, .. } => is_group(planes),
            // The set is empty if the 6s moved no plane.
            Event::ThirdSix { planes, .. } => all_exist(planes),
            Event::SeatFinished { place, .. } => usize::from(place) <= Self::SEATS.len(),
            Event::OpeningTied { .. }
            | Event::Began { .. }
            | Event::RollsAgain { .. }
            | Event::ExtraTurn { .. }
            | Event::TurnSkipped { .. }
            | Event::Won { .. }
            | Event::Resigned { .. }
            | Event::TurnPassed { .. }
            | Event::Ended { .. } => true,
        };
        is_valid.then_some(()).ok_or_else(|| ViewDataError::new("an event of another game"))
    }

    fn view_from_data(rules: &Rules, data: &RaceViewData) -> Result<View, ViewDataError> {
        let seats = SeatSet::from(data.seats.clone());
        let mut race = Self::new(rules, seats, &super::deal::Deal::default())
            .map_err(|why| ViewDataError::new(why.to_string()))?;
        race.set_planes(&data.pieces)?;
        let subset = |names: &NamedSeats<Colours>| {
            let named = SeatSet::from(names.clone());
            let is_subset = named.difference(seats).is_empty();
            is_subset.then_some(named).ok_or_else(not_playing)
        };
        let seat =
            |named: SeatColour| seats.contains(named.0).then_some(named.0).ok_or_else(not_playing);
        let seat_list = |names: &[SeatColour]| {
            let mut list = SeatList::default();
            for named in names {
                if list.set().contains(seat(*named)?) {
                    return Err(ViewDataError::new("a seat is named twice"));
                }
                list.push(named.0);
            }
            Ok(list)
        };
        race.phase = match &data.phase {
            PhaseData::Roll => Phase::Roll,
            PhaseData::Move => Phase::Move,
            PhaseData::Over(reason) => Phase::Over(*reason),
            PhaseData::Opening { contenders, rolled, best, leaders } => Phase::Opening {
                contenders: subset(contenders)?,
                rolled: subset(rolled)?,
                best: *best,
                leaders: subset(leaders)?,
            },
        };
        if data.die > 6 || (race.phase == Phase::Move && data.die == 0) {
            return Err(ViewDataError::new(format!("the die cannot show {}", data.die)));
        }
        (race.seat, race.ply, race.die) = (seat(data.turn)?, data.ply, data.die);
        (race.sixes, race.tries) = (data.sixes, data.tries);
        race.moved_by_sixes = data.moved_by_sixes;
        race.playing = subset(&data.playing)?;
        (race.finished, race.resigned) = (seat_list(&data.home)?, seat_list(&data.resigned)?);
        race.skips = [0; 4];
        for (named, skips) in &data.skips {
            if *skips > MAX_SKIPS {
                return Err(ViewDataError::new("a seat skips too many turns"));
            }
            race.skips[seat(*named)?.index() & 3] = *skips;
        }
        if data.postponed.len() > MAX_POSTPONED {
            return Err(ViewDataError::new("too many turns are postponed"));
        }
        race.postponed = TurnStack::default();
        for named in &data.postponed {
            race.postponed.push(seat(*named)?);
        }
        race.winner = data.winner.map(seat).transpose()?;
        race.memory = memory_of_rows(&data.memory)?;
        race.questions = questions_of_rows(&data.questions, seats)?;
        race.choices = if race.phase == Phase::Move { race.find_choices() } else { 0 };
        Ok(View { viewer: viewer_of_words::<Colours>(&data.viewer)?, race })
    }
}

fn not_playing() -> ViewDataError {
    ViewDataError::new("it names a seat that does not take part")
}

impl Race {
    /// Returns a plane as data.
    fn plane_data(&self, (seat, plane): (Seat, u8)) -> PlaneData {
        let (colour, number) = (SeatColour::new(seat), plane + 1);
        let progress = self.planes(seat).get(usize::from(plane)).copied().unwrap_or(HANGAR);
        let stack = self.stack(seat, plane);
        PlaneData {
            id: format!("{colour} {number}"),
            owner: colour,
            at: match progress {
                HANGAR => format!("{colour} hangar {number}"),
                progress if progress == self.board().centre() => format!("{colour} home {number}"),
                progress => format!("{colour} {progress}"),
            },
            stack: if stack.len() > 1 { stack } else { PlaneSet::EMPTY },
        }
    }

    /// Sets all planes and stacks from data.
    fn set_planes(&mut self, pieces: &[PlaneData]) -> Result<(), ViewDataError> {
        let centre = self.board().centre();
        let mut known = [PlaneSet::EMPTY; PLANES];
        for piece in pieces {
            let unknown = || ViewDataError::new(format!("there is no plane `{:.20}`", piece.id));
            let seat = piece.owner.0;
            let number = piece.id.strip_prefix(&format!("{} ", piece.owner)).ok_or_else(unknown)?;
            let plane = number.parse::<u8>().ok().and_then(|number| number.checked_sub(1));
            let plane = plane
                .filter(|plane| *plane < self.rules().planes && self.seats.contains(seat))
                .ok_or_else(unknown)?;
            let planes = &mut known[seat.index() & 3];
            if planes.contains(plane) {
                return Err(ViewDataError::new(format!(
                    "the plane `{:.20}` is listed twice",
                    piece.id
                )));
            }
            planes.insert(plane);
            let misplaced = || ViewDataError::new(format!("no plane can be at `{:.20}`", piece.at));
            let words: Vec<&str> = piece.at.split(' ').skip(1).collect();
            let progress = match words.as_slice() {
                ["hangar", _] => HANGAR,
                ["home", _] => centre,
                [progress] => progress
                    .parse::<u8>()
                    .ok()
                    .filter(|progress| *progress < centre)
                    .ok_or_else(misplaced)?,
                _ => return Err(misplaced()),
            };
            self.place_planes(seat, PlaneSet::one(plane), progress);
        }
        for seat in self.seats.iter() {
            if known[seat.index() & 3] != PlaneSet::first(self.rules().planes as usize) {
                return Err(ViewDataError::new("a plane is missing"));
            }
        }
        for piece in pieces.iter().filter(|piece| !piece.stack.is_empty()) {
            let seat = piece.owner.0;
            let progress = |plane: u8| self.planes(seat).get(usize::from(plane)).copied();
            let place = piece.stack.iter().next().and_then(progress);
            if place.is_none() || piece.stack.iter().any(|plane| progress(plane) != place) {
                return Err(ViewDataError::new("the planes of a stack are apart"));
            }
            self.form_stack(seat, piece.stack);
        }
        Ok(())
    }
}
