//! Race games under house rules in Lua: scripts, houses, and random games with checks.

use std::path::PathBuf;

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, Step, Turn};
use qipan_core::contract::options::{RuleSet, RulesError};
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::games::race::{Deal, Race, Rules};
use qipan_core::house::{House, HouseRule};
use qipan_core::play::replay::rerun;
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record, SavedRule};
use qipan_core::registry::{inspect, verify};
use qipan_core::script::{Host, LuaRule, ScriptInfo};
use rand::RngExt;

use super::laws::Laws;
use super::rng;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../scripts/rules/race")
}

/// Returns the names of the shipped house rules.
pub fn shipped() -> Vec<String> {
    let files = std::fs::read_dir(folder()).unwrap();
    let mut names: Vec<String> = files
        .map(|file| file.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

/// The file of a house rule.
pub struct Script {
    pub name: String,
    pub source: String,
    pub info: ScriptInfo,
}

impl Script {
    pub fn new(name: &str, source: &str) -> Self {
        let info = inspect(name, source, &Host::default()).unwrap_or_else(|why| panic!("{why}"));
        Self { name: name.to_owned(), source: source.to_owned(), info }
    }

    pub fn shipped(name: &str) -> Self {
        let file = folder().join(format!("{name}.luau"));
        Self::new(name, &std::fs::read_to_string(file).unwrap())
    }

    pub fn acts(&self) -> bool {
        !self.info.hooks.is_empty()
    }

    pub fn is_for(&self, preset: &str) -> bool {
        self.info.presets.is_empty() || self.info.presets.iter().any(|known| known == preset)
    }

    /// Returns the rules with the settings of this script.
    pub fn set_in(&self, rules: &Rules) -> Result<Rules, RulesError> {
        set_all(rules, &[self])
    }

    fn line(&self) -> SavedRule {
        SavedRule {
            file: format!("{}.luau", self.name),
            name: self.info.name.clone(),
            about: self.info.about.clone(),
            author: self.info.author.clone(),
            set: self.info.option_changes.clone(),
            hooks: self.info.hooks.clone(),
            sees_all: false,
            until: None,
            hash: SavedRule::hash_of(&self.source),
            source: self.source.clone(),
        }
    }
}

/// Returns the rules with the settings of the scripts, in their order.
pub fn set_all(rules: &Rules, scripts: &[&Script]) -> Result<Rules, RulesError> {
    let mut settings = scripts.iter().flat_map(|script| &script.info.option_changes);
    let set = settings.try_fold(*rules, |rules, (key, value)| rules.with_setting(key, value))?;
    set.check()?;
    Ok(set)
}

/// Loads the scripts that have hooks, each into its own VM.
pub fn house(scripts: &[&Script]) -> House<Race> {
    let names: Vec<String> = scripts.iter().map(|script| script.name.clone()).collect();
    let rules = (0u8..).zip(scripts).filter(|(_, script)| script.acts()).map(|(number, script)| {
        let rule =
            LuaRule::load(&script.name, &script.source, number, &names, &Host::default()).unwrap();
        (number, Box::new(rule) as Box<dyn HouseRule<Race>>)
    });
    House::new(rules.collect())
}

/// A random game under scripts, determined by its seed.
pub struct Under<'a> {
    pub scripts: &'a [&'a Script],
    pub preset: &'a str,
    pub rules: Rules,
    pub seats: SeatSet,
    pub seed: u64,
}

impl Under<'_> {
    /// Plays the game and checks its laws. If `closely`, the game must also be the same with
    /// fresh VMs, read back as it was written, and agree when its house rules are run again.
    pub fn check(&self, closely: bool) {
        let session = self.play();
        let states = session.states();
        for at in 0..session.record().steps.len() {
            Race::check_events(&states[at], session.events(at), &states[at + 1]);
            states[at + 1].check_state();
        }
        if !closely {
            return;
        }
        let record = session.record();
        assert_eq!(self.play().record().steps, record.steps, "{}", self.said());
        let text = record.write();
        let found = Record::<Race>::read(&text).unwrap().record;
        assert_eq!((&found, found.write()), (record, text.clone()));
        assert!(verify(&text).is_ok(), "{}: {:?}", self.said(), verify(&text));
        assert_eq!(rerun(&found, &mut house(self.scripts)), Ok(()), "{}", self.said());
    }

    fn play(&self) -> Session<Race> {
        let mut rng = rng(self.seed);
        let players = self.seats.iter().map(|seat| (seat, Player::human("Kim"))).collect();
        let seed = Seed::from_number(self.seed);
        let mut record = Record::new(self.preset, self.rules, players, Deal::default(), seed);
        record.house_rules = self.scripts.iter().map(|script| script.line()).collect();
        let mut session = Session::<Race>::new(record).unwrap();
        let (mut house, mut actions) = (house(self.scripts), Vec::new());
        for number in 0.. {
            assert!(number < Race::BOUND, "{} does not end", self.said());
            let state = session.state();
            let step = match state.turn() {
                Turn::Over => break,
                _ if rng.random_ratio(1, 1_500) => {
                    let active: Vec<Seat> = state.active().iter().collect();
                    Step::Resign { seat: active[rng.random_range(0..active.len())] }
                }
                Turn::Chance { .. } => session.next_roll().unwrap(),
                Turn::Seat(seat) => {
                    let asked = house.actions(state, &mut actions);
                    asked.unwrap_or_else(|why| panic!("{why}: {}", self.said()));
                    Step::Act { seat, action: actions[rng.random_range(0..actions.len())] }
                }
            };
            let done = session.play_under(step, &mut house).map(drop);
            done.unwrap_or_else(|why| panic!("{why}: {}, {:?}", self.said(), session.state()));
        }
        session
    }

    fn said(&self) -> String {
        let names: Vec<_> = self.scripts.iter().map(|script| script.name.as_str()).collect();
        format!("{names:?} with seed {} and {:?} of {:?}", self.seed, self.rules, self.seats)
    }
}
