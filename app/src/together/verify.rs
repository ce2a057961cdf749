//! The check at the end of a game: were the dice and layouts those that were committed to?

use std::collections::BTreeMap;

use qipan_core::contract::dice::Seed;
use qipan_core::contract::view_data::ViewData;
use qipan_core::play::session::Session;
use qipan_core::record::Record;
use serde_json::Value;

use super::code::Hex;
use super::message::EndMessage;
use super::shares::{commit, commit_layout};

/// What a guest remembers of a game in order to check it at the end.
#[derive(Clone, Debug, Default)]
pub struct Witness {
    seat: String,
    commits: BTreeMap<String, Hex<32>>,
    layouts: BTreeMap<String, Hex<32>>,
    /// The commitment to the seed that the host showed at the start.
    commitment: Option<String>,
    /// The rolls that were seen, each with the step after it.
    rolls: Vec<(usize, u8)>,
    /// The events that were seen, by the step after them.
    events: BTreeMap<usize, Vec<Value>>,
    /// True if steps were missed or taken back, so that not all rolls are known.
    has_gaps: bool,
}

/// Returns an event as data.
fn event_data<G: ViewData>(event: &G::Event) -> Value {
    serde_json::to_value(G::EventData::from(event.clone())).unwrap_or_default()
}

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything is as it was committed to.
    Fair,
    /// Something is wrong, with a sentence about it.
    Unfair(String),
}

impl Witness {
    /// Begins to watch from a seat.
    pub fn new(seat: &str) -> Self {
        Self { seat: seat.to_owned(), ..Self::default() }
    }

    /// Notes the commitments of all before anybody disclosed.
    pub fn note_round(
        &mut self,
        commits: BTreeMap<String, Hex<32>>,
        layouts: BTreeMap<String, Hex<32>>,
    ) {
        (self.commits, self.layouts) = (commits, layouts);
        (self.rolls, self.commitment, self.has_gaps) = (Vec::new(), None, false);
        self.events.clear();
    }

    /// Notes the commitment to the seed, and the step from which the game is seen on.
    pub fn note_commitment(&mut self, commitment: &str, step: usize) {
        self.commitment.get_or_insert_with(|| commitment.to_owned());
        self.rolls.retain(|(after, _)| *after <= step);
        self.events.retain(|after, _| *after <= step);
        self.has_gaps |= step > 0;
    }

    /// Notes the events of a step.
    pub fn note_events<G: ViewData>(&mut self, step: usize, events: &[G::Event]) {
        let events: Vec<Value> = events.iter().map(event_data::<G>).collect();
        for data in &events {
            let is_roll = matches!(data["kind"].as_str(), Some("rolled" | "opening_rolled"));
            if let Some(die) = data["die"].as_u64().filter(|_| is_roll) {
                self.rolls.push((step, die as u8));
            }
        }
        self.events.insert(step, events);
    }

    /// Checks the saved game against what was seen: its seed, each step, and each verdict of the
    /// referee about it.
    pub fn check_game<G: ViewData>(&self, end: &EndMessage, file: &str) -> Verdict {
        match self.find_fault_in_game::<G>(end, file) {
            None => Verdict::Fair,
            Some(why) => Verdict::Unfair(why),
        }
    }

    fn find_fault_in_game<G: ViewData>(&self, end: &EndMessage, file: &str) -> Option<String> {
        let loaded = match Record::<G>::read(file) {
            Ok(loaded) => loaded,
            Err(why) => return Some(format!("the saved game cannot be read: {why}")),
        };
        let report = Record::<G>::verify(file);
        let faults = [report.unreadable, report.inconsistent, report.illegal, report.dice];
        if let Some(fault) = faults.into_iter().flatten().next() {
            let at = fault.step.map_or(String::new(), |step| format!("step {step}: "));
            return Some(format!("the saved game: {at}{}", fault.what()));
        }
        let seed = loaded.record.chance.first().map(|span| span.seed.to_hex());
        if seed.as_ref() != Some(&end.seed) {
            return Some("the saved game has another seed".to_owned());
        }
        let session = match Session::new(loaded.record) {
            Ok(session) => session,
            Err(why) => return Some(format!("the saved game: {why}")),
        };
        for (step, seen) in &self.events {
            let told: Vec<Value> = step
                .checked_sub(1)
                .map(|step| session.events(step).iter().map(event_data::<G>).collect())
                .unwrap_or_default();
            if told != *seen {
                return Some(format!("step {step} is not the one that was shown"));
            }
        }
        None
    }

    /// Checks the end of a game against what was seen.
    pub fn check(&self, end: &EndMessage) -> Verdict {
        match self.find_fault(end) {
            None => Verdict::Fair,
            Some(why) => Verdict::Unfair(why),
        }
    }

    /// Returns the first thing that is wrong.
    fn find_fault(&self, end: &EndMessage) -> Option<String> {
        for (name, committed) in &self.commits {
            match end.shares.get(name) {
                None => return Some(format!("the share of {name} is not disclosed")),
                Some(share) if commit(share) != *committed => {
                    return Some(format!("the share of {name} is not the one committed to"));
                }
                Some(_) => {}
            }
        }
        if !self.commits.is_empty() && !end.order.contains(&self.seat) {
            return Some("the seed was made without this seat".to_owned());
        }
        let Ok(seed) = serde_json::from_value::<Seed>(Value::from(end.seed.clone())) else {
            return Some("the seed cannot be read".to_owned());
        };
        let shares: Vec<[u8; 32]> =
            end.order.iter().filter_map(|name| end.shares.get(name)).map(|share| share.0).collect();
        if !self.commits.is_empty() && Seed::from_shares(&shares) != seed {
            return Some("the seed is not made of the shares".to_owned());
        }
        let shown = self.commitment.as_deref();
        if shown.is_some_and(|shown| shown != seed.commitment().to_string()) {
            return Some("the seed is not the one committed to".to_owned());
        }
        for (roll, die) in end.rolls.iter().enumerate() {
            if seed.roll(roll as u64) != *die {
                return Some(format!("roll {} does not follow from the seed", roll + 1));
            }
        }
        let seen: Vec<u8> = self.rolls.iter().map(|(_, die)| *die).collect();
        if !self.has_gaps && seen != end.rolls {
            let first = seen.iter().zip(&end.rolls).position(|(seen, told)| seen != told);
            let roll = first.unwrap_or(seen.len().min(end.rolls.len())) + 1;
            return Some(format!("roll {roll} is not the one that was shown"));
        }
        for (name, committed) in &self.layouts {
            match end.layouts.get(name) {
                None => return Some(format!("the layout of {name} is not disclosed")),
                Some(layout) if commit_layout(&layout.salt, &layout.layout) != *committed => {
                    return Some(format!("the layout of {name} is not the one committed to"));
                }
                Some(_) => {}
            }
        }
        None
    }
}
