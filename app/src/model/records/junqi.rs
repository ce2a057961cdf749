//! Counts the layouts and battles of a game of Junqi.

use qipan_core::contract::game::Game as _;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{Event, Junqi, Layout};
use qipan_core::record::Record;

use crate::model::records::facts::{BattleFact, Counted, JunqiFacts, PersonFacts};

impl Counted for Junqi {
    fn begin(record: &Record<Self>, seat: Seat, facts: &mut PersonFacts) {
        let layout = record.deal.layouts.get(Self::seat_name(seat));
        // A layout with unrecorded pieces is left out.
        let layout = layout.and_then(|letters| letters.parse::<Layout>().ok());
        let layout = layout.map(|layout| layout.to_string()).unwrap_or_default();
        facts.junqi = Some(JunqiFacts { layout, ..JunqiFacts::default() });
    }

    fn count(before: &Self, events: &[Event], people: &mut [(Seat, PersonFacts)]) {
        for event in events {
            let Event::Battled { from, to, result, .. } = *event else { continue };
            let (Some(attacker), Some(defender)) = (before.tile_at(from), before.tile_at(to))
            else {
                continue;
            };
            let kinds = (before.kind_of(attacker), before.kind_of(defender));
            let (Some(attacking), Some(defending)) = kinds else { continue };
            let battle = BattleFact { attacker: attacking, defender: defending, result };
            if let Some(facts) = facts_of(people, before.owner_of(attacker)) {
                facts.attacks.push(battle);
            }
            if let Some(facts) = facts_of(people, before.owner_of(defender)) {
                facts.defences.push(battle);
            }
        }
    }
}

/// Returns the facts of the person on a seat.
fn facts_of(people: &mut [(Seat, PersonFacts)], seat: Option<Seat>) -> Option<&mut JunqiFacts> {
    let (_, person) = people.iter_mut().find(|(other, _)| Some(*other) == seat)?;
    person.junqi.as_mut()
}
