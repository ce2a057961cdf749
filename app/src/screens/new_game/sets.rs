//! Named sets of rules on the new-game screen: what there is and what is asked about them.

use std::path::{Path, PathBuf};

use qipan_core::record::SavedRule;
use serde_json::{Map, Value};

use crate::model::i18n::I18n;

use crate::model::rules;
use crate::model::scripts::RuleSpec;
use crate::model::storage::{Bad, NamedTrouble, Own, RuleSet};
use crate::screens::new_game::form::NewGameForm;

/// The player's sets.
#[derive(Clone, Debug, Default)]
pub struct Sets {
    /// All that can be used.
    own: Vec<Own<RuleSet>>,
    /// The files that cannot.
    pub(super) bad: Vec<Bad>,
    pub(super) question: Option<Question>,
}

/// What is being asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// A name for a set: a new one, or another for the set in this file.
    Name {
        /// The set that is renamed; none for a new one.
        path: Option<PathBuf>,
        /// The name as far as it is typed.
        name: String,
        /// Whether the field is only just there and has to take the keyboard.
        fresh: bool,
        /// What stands against it.
        trouble: Option<NamedTrouble>,
    },
    /// Whether the house rules that came with a set may be installed.
    Install(Box<Waiting>),
}

/// A set that waits for the player's word about its house rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Waiting {
    /// The set.
    pub set: RuleSet,
    /// Those of its house rules that are not among the player's.
    pub missing: Vec<SavedRule>,
    /// Whether it comes from elsewhere and is not among the player's yet.
    pub foreign: bool,
}

impl Sets {
    /// Takes the sets there are.
    pub fn set_own(&mut self, (own, bad): (Vec<Own<RuleSet>>, Vec<Bad>)) {
        self.own = own;
        self.bad = bad;
    }

    /// Asks the player something, or nothing any more.
    pub fn ask(&mut self, question: Option<Question>) {
        self.question = question;
    }

    /// Whether the player is asked something.
    #[must_use]
    pub const fn asks(&self) -> bool {
        self.question.is_some()
    }

    /// Takes the set that waits, if one does.
    pub fn take_waiting(&mut self) -> Option<Waiting> {
        match self.question.take() {
            Some(Question::Install(waiting)) => Some(*waiting),
            other => {
                self.question = other;
                None
            }
        }
    }

    /// Says what stands against the name that is typed.
    pub fn object(&mut self, why: NamedTrouble) {
        if let Some(Question::Name { trouble, .. }) = &mut self.question {
            *trouble = Some(why);
        }
    }

    /// The set in this file.
    #[must_use]
    pub fn in_file(&self, path: &Path) -> Option<&Own<RuleSet>> {
        self.own.iter().find(|own| own.path == path)
    }
}

impl NewGameForm {
    /// The sets for the preset in front.
    pub(super) fn own_sets(&self) -> impl Iterator<Item = &Own<RuleSet>> {
        self.sets.own.iter().filter(|own| own.preset == self.preset())
    }

    /// The rules in front as a set of this name.
    #[must_use]
    pub fn as_set(&self, name: &str) -> RuleSet {
        let preset = rules::preset(self.preset());
        let rules = &self.seating().rules;
        let own = |key: &str| {
            let value = rules.get(key)?;
            let usual = preset.as_ref().and_then(|preset| preset.get(key));
            (usual.as_ref() != Some(&value)).then(|| (key.to_owned(), value))
        };
        let options: Map<String, Value> =
            rules.options().iter().filter_map(|info| own(info.key)).collect();
        RuleSet {
            name: name.to_owned(),
            preset: self.preset().to_owned(),
            options,
            house_rules: self.chosen_rules().iter().map(RuleSpec::line).collect(),
        }
    }

    /// Whether a set is what is in front.
    pub(super) fn is_in_front(&self, set: &RuleSet, now: &RuleSet) -> bool {
        let hashes = |set: &RuleSet| {
            set.house_rules.iter().map(|line| line.hash.clone()).collect::<Vec<_>>()
        };
        set.rules().as_ref() == Some(&self.seating().rules) && hashes(set) == hashes(now)
    }

    /// The house rules of a set that are not among the player's.
    #[must_use]
    pub fn missing(&self, set: &RuleSet) -> Vec<SavedRule> {
        let here = |line: &&SavedRule| self.name_of(set, line).is_none();
        set.house_rules.iter().filter(here).cloned().collect()
    }

    /// What a house rule of a set is called among the player's.
    fn name_of(&self, set: &RuleSet, line: &SavedRule) -> Option<String> {
        let kind = qipan_core::games::GameKind::of_preset(&set.preset)?;
        let same =
            |spec: &RuleSpec| *spec.source == *line.source.as_bytes() && spec.is_for(&set.preset);
        let found = self.house.of(kind).iter();
        let mut found = found.filter(|(_, spec)| spec.as_ref().is_ok_and(same));
        found.next().map(|(name, _)| name.clone())
    }

    /// Turns to a set: its preset, its options, those of its house rules that are here.
    pub fn pick(&mut self, set: &RuleSet) {
        let Some(rules) = set.rules() else { return };
        self.choose_preset(&set.preset);
        self.seating_mut().rules = rules;
        let names = set.house_rules.iter().filter_map(|line| self.name_of(set, line)).collect();
        self.tick(&set.preset, names);
    }
}

/// What is wrong with a set's file or name, in a sentence.
#[must_use]
pub fn trouble(i18n: &I18n, path: &Path, trouble: &NamedTrouble) -> String {
    let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let file = ("file", file.into());
    match trouble {
        NamedTrouble::File(error) => error.text(i18n),
        NamedTrouble::Broken { line, what } => {
            i18n.tf("set-broken", &[file, ("line", (*line).into()), ("what", what.as_str().into())])
        }
        NamedTrouble::Foreign | NamedTrouble::Pieces(_) => i18n.tf("set-foreign", &[file]),
        NamedTrouble::Version(version) => {
            let version = i64::try_from(*version).unwrap_or(i64::MAX);
            i18n.tf("set-version", &[file, ("version", version.into())])
        }
        NamedTrouble::TooLarge => i18n.tf("set-large", &[file]),
        NamedTrouble::Nameless => i18n.t("set-nameless"),
        NamedTrouble::Exists(name) => i18n.tf("set-exists", &[("name", name.as_str().into())]),
    }
}
