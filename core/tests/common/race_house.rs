//! Helpers for tests of race games under house rules: scripts, houses that run them in Lua, and
//! random games whose laws are checked.

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, Step, Turn};
use qipan_core::contract::options::{RuleSet, RulesError};
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::contract::source::Source;
use qipan_core::games::race::{Deal, Race, Rules};
use qipan_core::house::{House, HouseRule};
use qipan_core::play::replay::rerun;
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record, SavedRule};
use qipan_core::registry::{inspect, verify};
use qipan_core::script::{Host, LuaRule, ScriptInfo};
use rand::RngExt;

use super::laws::Laws;
use super::{rng, scripts};

/// The folder of the shipped house rules.
const FOLDER: &str = "rules/race";

/// Returns the names of the shipped house rules.
pub fn shipped() -> Vec<String> {
    scripts::files(&scripts::folder(FOLDER)).into_iter().map(|(name, _)| name).collect()
}

/// The script of a house rule, with its metadata.
pub struct Script {
    pub name: String,
    pub source: Source,
    pub info: ScriptInfo,
}

impl Script {
    /// Reads the metadata of a script.
    pub fn new(name: &str, source: impl Into<Source>) -> Self {
        let source = source.into();
        let info = inspect(name, &source, &Host::default()).unwrap_or_else(|why| panic!("{why}"));
        Self { name: name.to_owned(), source, info }
    }

    /// Loads the shipped house rule of this name.
    pub fn shipped(name: &str) -> Self {
        let file = scripts::folder(FOLDER).join(format!("{name}.luau"));
        Self::new(name, scripts::source_in(FOLDER, &std::fs::read_to_string(file).unwrap()))
    }

    /// Returns true if the script has hooks.
    pub fn acts(&self) -> bool {
        !self.info.hooks.is_empty()
    }

    /// Returns true if the rule can be used with this preset.
    pub fn is_for(&self, preset: &str) -> bool {
        self.info.presets.is_empty() || self.info.presets.iter().any(|known| known == preset)
    }

    /// Returns the rules with the options that this script sets.
    pub fn set_in(&self, rules: &Rules) -> Result<Rules, RulesError> {
        set_all(rules, &[self])
    }

    /// Returns the rule in the form in which games save it.
    fn line(&self) -> SavedRule {
        let text_of = |text: &[u8]| String::from_utf8(text.to_vec()).unwrap();
        let modules = self.source.modules.iter();
        SavedRule {
            file: format!("{}.luau", self.name),
            name: self.info.name.clone(),
            about: self.info.about.clone(),
            author: self.info.author.clone(),
            set: self.info.option_changes.clone(),
            hooks: self.info.hooks.clone(),
            questions: self.info.questions.clone(),
            sees_all: false,
            until: None,
            hash: self.source.digest(),
            source: text_of(&self.source.text),
            modules: modules.map(|(name, text)| (name.clone(), text_of(text))).collect(),
        }
    }
}

/// Returns the rules with the options that the scripts set, in the order of the scripts.
pub fn set_all(rules: &Rules, scripts: &[&Script]) -> Result<Rules, RulesError> {
    let mut changed = *rules;
    for (key, value) in scripts.iter().flat_map(|script| &script.info.option_changes) {
        changed = changed.with_setting(key, value)?;
    }
    changed.check()?;
    Ok(changed)
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

/// A random game under house rules. It follows from its seed.
pub struct Under<'a> {
    pub scripts: &'a [&'a Script],
    pub preset: &'a str,
    pub rules: Rules,
    pub seats: SeatSet,
    pub seed: u64,
}

impl Under<'_> {
    /// Plays the game and checks its laws. If `closely` is true, also checks that another run gives
    /// the same steps, that the game reads back equal, and that its house rules have the same
    /// effects when they run over the record.
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
        assert_eq!(self.play().record().steps, record.steps, "{}", self.description());
        let text = record.write();
        let read = Record::<Race>::read(&text).unwrap().record;
        assert_eq!((&read, read.write()), (record, text.clone()));
        assert!(verify(&text).is_ok(), "{}: {:?}", self.description(), verify(&text));
        assert_eq!(rerun(&read, &mut house(self.scripts)), Ok(()), "{}", self.description());
    }

    /// Plays the game to its end.
    fn play(&self) -> Session<Race> {
        let mut rng = rng(self.seed);
        let players = self.seats.iter().map(|seat| (seat, Player::human("Kim"))).collect();
        let seed = Seed::from_number(self.seed);
        let mut record = Record::new(self.preset, self.rules, players, Deal::default(), seed);
        record.house_rules = self.scripts.iter().map(|script| script.line()).collect();
        let mut session = Session::<Race>::new(record).unwrap();
        let (mut house, mut actions) = (house(self.scripts), Vec::new());
        for number in 0.. {
            assert!(number < Race::BOUND, "{} does not end", self.description());
            let state = session.state();
            let step = match state.turn() {
                Turn::Over => break,
                _ if rng.random_ratio(1, 1_500) => {
                    let active: Vec<Seat> = state.active().iter().collect();
                    Step::Resign { seat: active[rng.random_range(0..active.len())] }
                }
                Turn::Chance { .. } => session.next_roll().unwrap(),
                Turn::Seat(seat) => {
                    let result = house.actions(state, &mut actions);
                    result.unwrap_or_else(|why| panic!("{why}: {}", self.description()));
                    Step::Act { seat, action: actions[rng.random_range(0..actions.len())] }
                }
            };
            let result = session.play_with_house_rules(step, &mut house).map(drop);
            result.unwrap_or_else(|why| {
                panic!("{why}: {}, {:?}", self.description(), session.state())
            });
        }
        session
    }

    /// Describes the game for the message of a failed check.
    fn description(&self) -> String {
        let names: Vec<_> = self.scripts.iter().map(|script| script.name.as_str()).collect();
        format!("{names:?} with seed {} and {:?} of {:?}", self.seed, self.rules, self.seats)
    }
}
