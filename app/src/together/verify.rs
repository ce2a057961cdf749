//! The check at the end of a game: dice and layouts have to match the commitments to them.

use std::collections::BTreeMap;

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::Game;
use qipan_core::contract::setup::Setup;
use qipan_core::contract::view_data::ViewData;
use qipan_core::play::session::Session;
use qipan_core::record::Record;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::cause::UnfairCause;
use super::code::Hex;
use super::message::EndMessage;
use super::shares::{commit, commit_layout, order_of_shares};

/// Remembers what a guest saw of a game, to check it at the end.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Witness {
    seat: String,
    /// The guest's own share of the seed.
    share: Option<Hex<32>>,
    /// The guest's own layout.
    layout: Option<String>,
    /// The commitments to the shares of the seed. Each key is a seat, or `host` for the host.
    share_commitments: BTreeMap<String, Hex<32>>,
    /// The commitments to the layouts, by seat.
    layout_commitments: BTreeMap<String, Hex<32>>,
    /// The commitment to the seed that the host showed at the start.
    commitment: Option<String>,
    /// The rolls that were seen, each with the number of its step, from 1.
    rolls: Vec<(usize, u8)>,
    /// The events that were seen, by the number of their step, from 1.
    events: BTreeMap<usize, Vec<Value>>,
    /// True if steps were missed or taken back, so that not all rolls are known.
    has_gaps: bool,
}

/// Returns an event as JSON.
fn event_data<G: ViewData>(event: &G::Event) -> Value {
    serde_json::to_value(G::EventData::from(event.clone())).unwrap_or_default()
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything matches the commitments.
    Fair,
    /// The game is consistent, but this guest joined too late to know the commitments.
    CommitmentsUnknown,
    /// Something is wrong.
    Unfair(UnfairCause),
}

/// The rules of a game, as its host announced them.
#[derive(Clone, Debug)]
pub struct Announced<G: Game> {
    /// The rules.
    pub rules: G::Rules,
    /// The number of house rules.
    pub house_rules: usize,
}

impl Witness {
    /// Begins to watch a game from a seat, with the guest's own share of the seed and its layout.
    pub fn new(seat: &str, share: Hex<32>, layout: Option<String>) -> Self {
        Self { seat: seat.to_owned(), share: Some(share), layout, ..Self::default() }
    }

    /// Notes the commitments of the host and of all seats, before any share is disclosed.
    pub fn note_commitments(
        &mut self,
        commits: BTreeMap<String, Hex<32>>,
        layouts: BTreeMap<String, Hex<32>>,
    ) {
        (self.share_commitments, self.layout_commitments) = (commits, layouts);
        (self.rolls, self.commitment, self.has_gaps) = (Vec::new(), None, false);
        self.events.clear();
    }

    /// Notes the commitment to the seed when the host sends the position after `step` steps.
    /// Forgets what was seen after that position.
    pub fn note_seed_commitment(&mut self, commitment: &str, step: usize) {
        self.commitment.get_or_insert_with(|| commitment.to_owned());
        self.rolls.retain(|(number, _)| *number <= step);
        self.events.retain(|number, _| *number <= step);
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

    /// Checks the saved game against what was announced and disclosed: its rules, seed and layouts.
    /// Also checks each step, and compares its events with those that the guest saw.
    pub fn check_saved_game<G: ViewData + Setup>(
        &self,
        announced: &Announced<G>,
        end: &EndMessage,
        file: &str,
    ) -> Verdict {
        match self.find_fault_in_game::<G>(announced, end, file) {
            None => Verdict::Fair,
            Some(why) => Verdict::Unfair(why),
        }
    }

    fn find_fault_in_game<G: ViewData + Setup>(
        &self,
        announced: &Announced<G>,
        end: &EndMessage,
        file: &str,
    ) -> Option<UnfairCause> {
        let loaded = match Record::<G>::read(file) {
            Ok(loaded) => loaded,
            Err(why) => return Some(UnfairCause::File(why.to_string())),
        };
        if loaded.record.rules != announced.rules
            || loaded.record.house_rules.len() != announced.house_rules
        {
            return Some(UnfairCause::Rules);
        }
        let report = Record::<G>::verify(file);
        let faults = [report.unreadable, report.inconsistent, report.illegal, report.dice];
        if let Some(fault) = faults.into_iter().flatten().next() {
            let at = fault.step.map_or(String::new(), |step| format!("step {step}: "));
            return Some(UnfairCause::File(format!("{at}{}", fault.description())));
        }
        let seed = loaded.record.chance.first().map(|span| span.seed.to_hex());
        if seed.as_ref() != Some(&end.seed) {
            return Some(UnfairCause::Seed);
        }
        for (name, layout) in &end.layouts {
            let dealt =
                G::seat_by_name(name).and_then(|seat| G::layout_text(&loaded.record.deal, seat));
            if dealt.as_ref() != Some(&layout.layout) {
                return Some(UnfairCause::PlayedLayout(name.clone()));
            }
        }
        let session = match Session::new(loaded.record) {
            Ok(session) => session,
            Err(why) => return Some(UnfairCause::File(why.to_string())),
        };
        for (step, seen) in &self.events {
            let replayed: Vec<Value> = step
                .checked_sub(1)
                .map(|index| session.events(index).iter().map(event_data::<G>).collect())
                .unwrap_or_default();
            if replayed != *seen {
                return Some(UnfairCause::ShownStep(*step));
            }
        }
        None
    }

    /// Checks the disclosed shares, layouts and rolls against what was committed to and seen.
    pub fn check_disclosure(&self, end: &EndMessage) -> Verdict {
        match self.find_fault_in_disclosure(end) {
            None => Verdict::Fair,
            Some(why) => Verdict::Unfair(why),
        }
    }

    /// Returns the first thing that is wrong.
    fn find_fault_in_disclosure(&self, end: &EndMessage) -> Option<UnfairCause> {
        // Unless its own share is among those committed to, a guest cannot know whether the host
        // chose the seed.
        if self.share_commitments.get(&self.seat) != self.share.as_ref().map(commit).as_ref() {
            return Some(UnfairCause::NoCommitments);
        }
        for (name, committed) in &self.share_commitments {
            match end.shares.get(name) {
                None => return Some(UnfairCause::ShareMissing(name.clone())),
                Some(share) if commit(share) != *committed => {
                    return Some(UnfairCause::Share(name.clone()));
                }
                Some(_) => {}
            }
        }
        // A share without a commitment could have been chosen last, and so could another order.
        if end.order != order_of_shares(self.share_commitments.keys()) {
            return Some(UnfairCause::OtherShares);
        }
        let Ok(seed) = serde_json::from_value::<Seed>(Value::from(end.seed.clone())) else {
            return Some(UnfairCause::Seed);
        };
        let shares: Vec<[u8; 32]> =
            end.order.iter().filter_map(|name| end.shares.get(name)).map(|share| share.0).collect();
        if Seed::from_shares(&shares) != seed {
            return Some(UnfairCause::Seed);
        }
        if self.commitment != Some(seed.commitment().to_string()) {
            return Some(UnfairCause::Commitment);
        }
        for (index, die) in end.rolls.iter().enumerate() {
            if seed.roll(index as u64) != *die {
                return Some(UnfairCause::Roll(index + 1));
            }
        }
        let seen: Vec<u8> = self.rolls.iter().map(|(_, die)| *die).collect();
        if !self.has_gaps && seen != end.rolls {
            let first = seen.iter().zip(&end.rolls).position(|(seen, disclosed)| seen != disclosed);
            let roll = first.unwrap_or(seen.len().min(end.rolls.len())) + 1;
            return Some(UnfairCause::ShownRoll(roll));
        }
        for (name, committed) in &self.layout_commitments {
            match end.layouts.get(name) {
                None => return Some(UnfairCause::LayoutMissing(name.clone())),
                Some(layout) if commit_layout(&layout.salt, &layout.layout) != *committed => {
                    return Some(UnfairCause::Layout(name.clone()));
                }
                Some(_) => {}
            }
        }
        let own = end.layouts.get(&self.seat).map(|layout| &layout.layout);
        if own != self.layout.as_ref() {
            return Some(UnfairCause::OwnLayout);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use qipan_core::contract::game::{Step, Turn};
    use qipan_core::contract::options::RuleSet;
    use qipan_core::games::junqi::Junqi;
    use qipan_core::games::race::Race;
    use qipan_core::play::playout::random_element;
    use qipan_core::record::Player;
    use rand::SeedableRng;
    use rand::rngs::SmallRng;

    use super::*;
    use crate::model::i18n::{I18n, Lang};
    use crate::together::message::DisclosedLayout;
    use crate::together::shares::HOST;

    /// An honest game as the first seat saw it: its witness, the end message, and the saved game.
    struct HonestGame {
        witness: Witness,
        end: EndMessage,
        file: String,
    }

    /// Plays a random game of at most 300 steps from a common seed.
    fn honest_game<G: Setup + ViewData>(preset: &str) -> HonestGame {
        let rules = G::Rules::preset(preset).unwrap();
        let seats: Vec<_> = rules.seats().iter().collect();
        let names: Vec<String> = seats.iter().map(|seat| G::seat_name(*seat).to_owned()).collect();
        let order = order_of_shares(names.iter().chain([&HOST.to_owned()]));
        let shares: BTreeMap<String, Hex<32>> =
            order.iter().cloned().zip((1..).map(|byte| Hex([byte; 32]))).collect();
        let all: Vec<[u8; 32]> = order.iter().map(|name| shares[name].0).collect();
        let seed = Seed::from_shares(&all);
        let deal = G::draw_deal(&rules, rules.seats(), &seed).unwrap();
        let layouts: BTreeMap<String, DisclosedLayout> = seats
            .iter()
            .filter_map(|seat| {
                let layout = G::layout_text(&deal, *seat)?;
                let salt = Hex([7; 16]);
                Some((G::seat_name(*seat).to_owned(), DisclosedLayout { layout, salt }))
            })
            .collect();
        let players = seats.iter().map(|seat| (*seat, Player::human("Ann"))).collect();
        let record = Record::<G>::new(preset, rules, players, deal, seed);
        let mut session = Session::new(record).unwrap();
        let own = layouts.get(&names[0]).map(|layout| layout.layout.clone());
        let mut witness = Witness::new(&names[0], shares[&names[0]], own);
        witness.note_commitments(
            shares.iter().map(|(name, share)| (name.clone(), commit(share))).collect(),
            layouts
                .iter()
                .map(|(name, dealt)| (name.clone(), commit_layout(&dealt.salt, &dealt.layout)))
                .collect(),
        );
        witness.note_seed_commitment(&seed.commitment().to_string(), 0);
        let (mut rng, mut rolls) = (SmallRng::seed_from_u64(3), Vec::new());
        for number in 1..=300 {
            let step = match session.state().turn() {
                Turn::Over => break,
                Turn::Chance { .. } => session.next_roll().unwrap(),
                Turn::Seat(seat) => {
                    Step::Act { seat, action: random_element(&session.actions(), &mut rng) }
                }
            };
            if let Step::Chance(outcome) = &step {
                rolls.push(outcome.to_string().parse().unwrap());
            }
            let events = session.play(step).unwrap().to_vec();
            witness.note_events::<G>(number, &events);
        }
        let end = EndMessage {
            places: Vec::new(),
            reason: String::new(),
            text: String::new(),
            seed: seed.to_hex(),
            shares,
            order,
            layouts,
            rolls,
            parts: 1,
        };
        HonestGame { witness, end, file: session.write() }
    }

    /// Checks that a manipulation of an honest game is detected, with the right cause.
    fn detects<G: Setup + ViewData>(
        preset: &str,
        expected: &UnfairCause,
        cheat: impl FnOnce(&mut HonestGame),
    ) {
        let mut game = honest_game::<G>(preset);
        assert_eq!(game.witness.check_disclosure(&game.end), Verdict::Fair);
        let announced = Announced::<G> { rules: G::Rules::preset(preset).unwrap(), house_rules: 0 };
        let check =
            |game: &HonestGame| game.witness.check_saved_game(&announced, &game.end, &game.file);
        assert_eq!(check(&game), Verdict::Fair);
        cheat(&mut game);
        let found = match game.witness.check_disclosure(&game.end) {
            Verdict::Fair => check(&game),
            unfair => unfair,
        };
        let Verdict::Unfair(found) = found else { panic!("{preset}: not found: {expected:?}") };
        let matches = match (expected, &found) {
            (UnfairCause::ShownStep(_), UnfairCause::ShownStep(_))
            | (UnfairCause::File(_), UnfairCause::File(_)) => true,
            (expected, found) => expected == found,
        };
        assert!(matches, "{preset}: {found:?} instead of {expected:?}");
        let texts = [Lang::En, Lang::Zh].map(|lang| found.text(&I18n::new(lang)));
        assert!(texts.iter().all(|text| !text.contains("unfair-")), "{texts:?}");
    }

    #[test]
    fn dishonest_hosts_are_found_out() {
        detects::<Race>("flying", &UnfairCause::Roll(4), |game| {
            game.end.rolls[3] = game.end.rolls[3] % 6 + 1;
        });
        detects::<Race>("flying", &UnfairCause::ShownRoll(5), |game| {
            // The host showed a different roll from the one that it now discloses.
            let shown = &mut game.witness.rolls[4].1;
            *shown = *shown % 6 + 1;
        });
        for preset in ["dark", "siguo_dark"] {
            detects::<Junqi>(preset, &UnfairCause::Seed, |game| {
                game.end.seed = Seed::from_number(1).to_hex();
            });
            detects::<Junqi>(preset, &UnfairCause::Share(HOST.to_owned()), |game| {
                game.end.shares.insert(HOST.to_owned(), Hex([99; 32]));
            });
            detects::<Junqi>(preset, &UnfairCause::ShareMissing("south".to_owned()), |game| {
                game.end.shares.remove("south");
            });
            detects::<Junqi>(preset, &UnfairCause::OtherShares, |game| {
                game.end.order.push("late".to_owned());
                game.end.shares.insert("late".to_owned(), Hex([99; 32]));
            });
            // With another order, the same shares give another seed.
            detects::<Junqi>(preset, &UnfairCause::OtherShares, |game| {
                game.end.order.swap(1, 2);
            });
            detects::<Junqi>(preset, &UnfairCause::NoCommitments, |game| {
                game.witness.share_commitments.remove("south");
            });
            detects::<Junqi>(preset, &UnfairCause::NoCommitments, |game| {
                game.witness.share_commitments.clear();
            });
            detects::<Junqi>(preset, &UnfairCause::Commitment, |game| {
                game.witness.commitment = Some(Seed::from_number(1).commitment().to_string());
            });
            detects::<Junqi>(preset, &UnfairCause::Layout("north".to_owned()), |game| {
                game.end.layouts.get_mut("north").unwrap().layout.push('F');
            });
            detects::<Junqi>(preset, &UnfairCause::LayoutMissing("north".to_owned()), |game| {
                game.end.layouts.remove("north");
            });
            detects::<Junqi>(preset, &UnfairCause::ShownStep(0), |game| {
                // The referee announced a different result from the one that the pieces give.
                let battles = game.witness.events.values_mut().flatten();
                let battle = battles.into_iter().find(|event| event["kind"] == "battled").unwrap();
                let other = if battle["stays"] == "both" { "attacker" } else { "both" };
                battle["stays"] = Value::from(other);
            });
            detects::<Junqi>(preset, &UnfairCause::Rules, |game| {
                assert!(game.file.contains(r#""mine":"spring""#));
                game.file = game.file.replacen(r#""mine":"spring""#, r#""mine":"bomb""#, 1);
            });
            detects::<Junqi>(preset, &UnfairCause::File(String::new()), |game| {
                let layout = game.end.layouts["south"].layout.clone();
                assert!(game.file.contains(&layout));
                game.file = game.file.replacen(&layout, &layout.replacen('H', "L", 1), 1);
            });
        }
    }
}
