//! Reads and writes the fields of a position: `turn=red die=3 red=4,7,-,- blue=home,12,-,-`.

use std::collections::BTreeMap;

use super::board::{Progress, SEAT_NAMES};
use super::deal::Deal;
use super::position::{Position, PositionError, SeatColour, SeatPlanes};
use super::rules::Rules;
use super::sets::PlaneSet;
use super::state::{Phase, Race};
use crate::contract::game::Game;
use crate::contract::position::{
    ExpectedFormat, LineError, NoPosition, PositionFields, Positions, join_list, parse_names,
    parse_pairs,
};
use crate::contract::seat::{Seat, SeatSet};

/// The word for a finished plane. The key of the same name lists finished seats.
const HOME: &str = "home";
/// The word for a plane in its hangar. It also stands for an empty list, because planes that are
/// not listed are in the hangar.
const IN_HANGAR: &str = "-";
/// The largest number of 6s or tries that a line may contain. [`Position::set_up`] checks the
/// numbers against the rules.
const MAX_COUNT: u32 = 250;

impl Positions for Race {
    type Position = Position;
    type SetUpError = PositionError;

    const KEYS: &'static [&'static str] = &[
        "turn", "die", "red", "yellow", "blue", "green", "together", "sixes", "moved", "tries",
        "home", "gone", "ply", "skips", "put_off",
    ];

    fn position(&self) -> Result<Position, NoPosition> {
        if self.question().is_some() {
            return Err(NoPosition::Question);
        }
        self.position().ok_or(match self.phase {
            Phase::Over(_) => NoPosition::Over,
            _ => NoPosition::Opening,
        })
    }

    fn set_up(rules: &Rules, position: &Position) -> Result<Self, PositionError> {
        position.set_up(rules)
    }

    fn set_up_for_display(rules: &Rules, position: &Position) -> Option<Self> {
        position.to_unchecked_state(rules)
    }

    fn deal_of(position: Position) -> Deal {
        Deal { position: Some(position) }
    }

    fn initial_position(deal: &Deal) -> Option<&Position> {
        deal.position.as_ref()
    }

    fn seats_in(_: &Rules, position: &Position) -> SeatSet {
        position.seats()
    }

    fn write_fields(rules: &Rules, position: &Position) -> Vec<(String, String)> {
        let mut fields = vec![("turn", position.turn.to_string())];
        fields.extend(position.die.map(|die| ("die", die.to_string())));
        for (seat, side) in &position.sides {
            let planes = if side.planes.is_empty() {
                IN_HANGAR.to_owned()
            } else {
                join_list(side.planes.iter().map(|progress| write_plane(rules, *progress)))
            };
            fields.push((SEAT_NAMES[seat.0.index() & 3], planes));
        }
        let stacks = position.sides.iter().flat_map(|(seat, side)| {
            side.stacks.iter().map(move |stack| format!("{seat}:{}", write_plane_set(*stack)))
        });
        let skips = position.skips.iter().map(|(seat, turns)| format!("{seat}:{turns}"));
        let mut lists = vec![
            ("together", join_list(stacks)),
            ("moved", write_plane_set(position.moved)),
            ("home", join_list(&position.home)),
            ("gone", join_list(&position.resigned)),
            ("skips", join_list(skips)),
            ("put_off", join_list(&position.postponed)),
        ];
        lists.retain(|(_, value)| !value.is_empty());
        fields.append(&mut lists);
        let counts = [
            ("sixes", u32::from(position.sixes_before)),
            ("tries", u32::from(position.tries)),
            ("ply", position.ply),
        ];
        let nonzero = counts.into_iter().filter(|(_, count)| *count > 0);
        fields.extend(nonzero.map(|(key, count)| (key, count.to_string())));
        fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    fn read_fields(rules: &Rules, fields: &mut PositionFields) -> Result<Position, LineError> {
        let parse_seat = |text: &str| SeatColour::try_from(text.to_owned()).ok();
        let turn = fields.read("turn", ExpectedFormat::Seat, parse_seat)?;
        let turn = turn.ok_or(LineError::Missing("turn"))?;
        let mut sides: BTreeMap<SeatColour, SeatPlanes> = BTreeMap::new();
        for (index, name) in (0..).zip(SEAT_NAMES) {
            let parse = |text: &str| read_planes(rules, text);
            if let Some(planes) = fields.read(name, ExpectedFormat::Planes, parse)? {
                let seat = SeatColour::new(Seat::new(index));
                sides.insert(seat, SeatPlanes { planes, stacks: Vec::new() });
            }
        }
        let parse_stacks = |text: &str| parse_pairs(text, read_plane_set);
        let stacks = fields.read("together", ExpectedFormat::Stacks, parse_stacks)?;
        for (seat, stack) in stacks.into_iter().flatten() {
            sides.entry(seat).or_default().stacks.push(stack);
        }
        let die = fields.read("die", ExpectedFormat::Number(1, 6), |text| {
            text.parse().ok().filter(|die| (1..=6).contains(die))
        })?;
        let skips = fields.read("skips", ExpectedFormat::Numbers, |text| {
            parse_pairs(text, |turns| turns.parse().ok().filter(|turns| *turns > 0))
        })?;
        let moved = fields.read("moved", ExpectedFormat::PlaneNumbers, read_plane_set)?;
        let mut read_seats = |key| {
            let seats = fields.read(key, ExpectedFormat::Seats, parse_names)?;
            Ok::<_, LineError>(seats.unwrap_or_default())
        };
        let home = read_seats("home")?;
        let resigned = read_seats("gone")?;
        let postponed = read_seats("put_off")?;
        let mut read_count = |key| fields.number(key, MAX_COUNT).map(|count| count as u8);
        let sixes_before = read_count("sixes")?;
        let tries = read_count("tries")?;
        Ok(Position {
            turn,
            die,
            sides,
            sixes_before,
            moved: moved.unwrap_or_default(),
            tries,
            home,
            resigned,
            ply: fields.number("ply", u32::MAX)?,
            skips: skips.into_iter().flatten().collect(),
            postponed,
        })
    }
}

/// Writes the place of a plane, which is `None` for the hangar.
fn write_plane(rules: &Rules, progress: Option<Progress>) -> String {
    match progress {
        None => IN_HANGAR.to_owned(),
        Some(progress) if progress == rules.board.centre() => HOME.to_owned(),
        Some(progress) => progress.to_string(),
    }
}

/// Writes plane numbers joined by `+`.
fn write_plane_set(planes: PlaneSet) -> String {
    planes.iter().map(|plane| (plane + 1).to_string()).collect::<Vec<_>>().join("+")
}

/// Reads the places of a seat's planes. [`Position::set_up`] checks their number.
fn read_planes(rules: &Rules, text: &str) -> Option<Vec<Option<Progress>>> {
    let read_plane = |word: &str| match word {
        IN_HANGAR => Some(None),
        HOME => Some(Some(rules.board.centre())),
        number => number.parse().ok().map(Some),
    };
    text.split(',').map(read_plane).collect()
}

/// Reads plane numbers joined by `+`.
fn read_plane_set(text: &str) -> Option<PlaneSet> {
    text.split('+').try_fold(PlaneSet::EMPTY, |set, word| {
        let plane = word.parse::<u8>().ok()?.checked_sub(1).filter(|plane| *plane < 4)?;
        Some(set.union(PlaneSet::one(plane)))
    })
}
