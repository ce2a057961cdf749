//! Counts the rolls and captures of a race.

use qipan_core::analysis::from_saved;
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::board::Board;
use qipan_core::games::race::{Event, Race};
use qipan_core::record::Record;

use crate::model::records::facts::{Counted, PersonFacts, RaceFacts};

impl Counted for Race {
    fn begin(record: &Record<Self>, seat: Seat, facts: &mut PersonFacts) {
        facts.race = Some(RaceFacts {
            is_flying: record.rules.board == Board::Flying,
            luck: luck(record, seat),
            ..RaceFacts::default()
        });
    }

    fn count(_: &Self, events: &[Event], people: &mut [(Seat, PersonFacts)]) {
        for event in events {
            match *event {
                Event::Rolled { seat, die } => {
                    if let Some(facts) = facts_of(people, seat) {
                        facts.rolls += 1;
                        facts.pips += u32::from(die);
                        facts.sixes += u32::from(die == 6);
                    }
                }
                Event::Captured { by, seat, planes, at, .. } => {
                    let count = planes.len();
                    if let Some(facts) = facts_of(people, by) {
                        facts.captured += count as u32;
                    }
                    if let Some(facts) = facts_of(people, seat) {
                        facts.caught_at.extend(std::iter::repeat_n(at, count));
                    }
                }
                _ => {}
            }
        }
    }
}

/// Returns the luck of a seat from the analysis in the file, if there is one.
fn luck(record: &Record<Race>, seat: Seat) -> Option<f32> {
    record.analysis()?;
    let analysis = from_saved(record, &record.states().ok()?)?;
    Some(analysis.luck_skill_report(seat).luck as f32)
}

/// Returns the facts of the person on a seat.
fn facts_of(people: &mut [(Seat, PersonFacts)], seat: Seat) -> Option<&mut RaceFacts> {
    let (_, person) = people.iter_mut().find(|(other, _)| *other == seat)?;
    person.race.as_mut()
}
