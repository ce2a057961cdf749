//! A position as `key=value` fields in one line: `turn=south south=S62F,S12Pm north=N62F`. A piece
//! is its cell, the letter of its kind and its marks, as in
//! [`PlacedPiece`](super::position::PlacedPiece): `S12Pm` is a Lieutenant that has moved.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::deal::Deal;
use super::event::EliminationReason;
use super::position::{ArmyOwnership, Position, PositionError, SeatName};
use super::rules::Rules;
use super::seats::SEAT_NAMES;
use super::state::Junqi;
use crate::contract::options::RuleSet;
use crate::contract::position::{
    ExpectedFormat, LineError, NoPosition, PositionFields, Positions, join_list, parse_list,
    parse_names, parse_pairs,
};
use crate::contract::seat::{Seat, SeatSet};

impl Positions for Junqi {
    type Position = Position;
    type SetUpError = PositionError;

    const KEYS: &'static [&'static str] = &[
        "turn",
        "south",
        "east",
        "north",
        "west",
        "southeast",
        "northeast",
        "northwest",
        "southwest",
        "colours",
        "out",
        "carried",
        "dropped",
        "dug",
        "timeouts",
        "put_off",
        "quiet",
        "ply",
    ];

    fn position(&self) -> Result<Position, NoPosition> {
        self.to_position()
    }

    fn set_up(rules: &Rules, position: &Position) -> Result<Self, PositionError> {
        Self::from_position(rules, position)
    }

    fn set_up_for_display(rules: &Rules, position: &Position) -> Option<Self> {
        Self::from_unchecked_position(rules, position)
    }

    fn deal_of(position: Position) -> Deal {
        Deal { position: Some(position), ..Deal::default() }
    }

    fn initial_position(deal: &Deal) -> Option<&Position> {
        deal.position.as_ref()
    }

    fn seats_in(rules: &Rules, _: &Position) -> SeatSet {
        rules.seats()
    }

    fn write_fields(_: &Rules, position: &Position) -> Vec<(String, String)> {
        let cells = |cells: &BTreeMap<SeatName, _>| {
            join_list(cells.iter().map(|(seat, cell)| format!("{seat}:{cell}")))
        };
        let counts = |counts: &BTreeMap<SeatName, u8>| {
            join_list(counts.iter().map(|(seat, count)| format!("{seat}:{count}")))
        };
        let colours = match position.ownership {
            ArmyOwnership::Own => String::new(),
            ArmyOwnership::Swapped => "swapped".to_owned(),
            ArmyOwnership::Unknown => "unknown".to_owned(),
        };
        let out = position.out.iter().map(|(seat, why)| format!("{seat}:{}", reason_word(*why)));
        let nonzero = |number: u32| if number > 0 { number.to_string() } else { String::new() };
        let mut words = vec![("turn", position.turn.to_string())];
        let pieces = position.pieces.iter();
        words.extend(pieces.map(|(seat, army)| (SEAT_NAMES[seat.0.index()], join_list(army))));
        words.extend([
            ("colours", colours),
            ("out", join_list(out)),
            ("carried", cells(&position.carried)),
            ("dropped", cells(&position.dropped)),
            ("dug", counts(&position.cleared_mines)),
            ("timeouts", counts(&position.timeouts)),
            ("put_off", join_list(&position.postponed)),
            ("quiet", nonzero(u32::from(position.quiet))),
            ("ply", nonzero(position.ply)),
        ]);
        words.retain(|(_, value)| !value.is_empty());
        words.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    fn read_fields(_: &Rules, words: &mut PositionFields) -> Result<Position, LineError> {
        let seat = |text: &str| SeatName::try_from(text.to_owned()).ok();
        let turn =
            words.read("turn", ExpectedFormat::Seat, seat)?.ok_or(LineError::Missing("turn"))?;
        let mut pieces = BTreeMap::new();
        for (index, name) in (0..).zip(SEAT_NAMES) {
            let army = words.read(name, ExpectedFormat::Pieces, |text| {
                parse_list(text, |piece| piece.parse().ok())
            })?;
            if let Some(army) = army {
                pieces.insert(SeatName::new(Seat::new(index)), army);
            }
        }
        let colours = words.read("colours", ExpectedFormat::Ownership, |text| {
            serde_json::from_value(json!(text)).ok()
        })?;
        let out = words.read("out", ExpectedFormat::Out, |text| {
            parse_pairs(text, |why| serde_json::from_value(json!(why)).ok())
        })?;
        let mut cells = |name| {
            let cells = words.read(name, ExpectedFormat::Cells, |text| {
                parse_pairs(text, |cell| cell.parse().ok())
            })?;
            Ok::<_, LineError>(cells.into_iter().flatten().collect())
        };
        let (carried, dropped) = (cells("carried")?, cells("dropped")?);
        let mut counts = |name| {
            let counts = words.read(name, ExpectedFormat::Numbers, |text| {
                parse_pairs(text, |count| count.parse().ok().filter(|count| *count > 0))
            })?;
            Ok::<_, LineError>(counts.into_iter().flatten().collect())
        };
        let (cleared_mines, timeouts) = (counts("dug")?, counts("timeouts")?);
        let postponed =
            words.read("put_off", ExpectedFormat::Seats, parse_names)?.unwrap_or_default();
        Ok(Position {
            turn,
            pieces,
            ownership: colours.unwrap_or_default(),
            ply: words.number("ply", u32::MAX)?,
            quiet: words.number("quiet", u32::from(u16::MAX))? as u16,
            out: out.unwrap_or_default(),
            carried,
            dropped,
            cleared_mines,
            timeouts,
            postponed,
        })
    }
}

/// Returns the reason why an army left, as files write it.
fn reason_word(why: EliminationReason) -> String {
    match json!(why) {
        Value::String(word) => word,
        other => other.to_string(),
    }
}
