//! Who sits where and by which rules, while a game is being set up.

use qipan_core::options::OptionInfo;
use qipan_core::seat::Seat;
use serde_json::Value;

use crate::games::{GameEntry, entry};
use crate::model::i18n::I18n;
use crate::model::rules::SomeRules;
use crate::model::setup::Sitter;

/// What is settled for one preset.
#[derive(Clone, Debug, PartialEq)]
pub struct Seating {
    /// The rules; they may contradict each other while they are being changed.
    pub rules: SomeRules,
    /// Who sits where, by seat index.
    pub sitters: Vec<Sitter>,
    /// Whether one person plays the robots and picks the colour at the board.
    pub pick_colour: bool,
    /// The robot that takes the other colours then.
    pub opponent: Sitter,
}

impl Seating {
    /// The game it is for.
    #[must_use]
    pub fn game(&self) -> &'static dyn GameEntry {
        entry(self.rules.kind())
    }

    /// Gives a seat to somebody; "me" changes places.
    pub fn sit(&mut self, seat: Seat, sitter: Sitter) {
        let Some(place) = self.sitters.get_mut(seat.index()) else { return };
        let before = std::mem::replace(place, sitter);
        if self.sitters[seat.index()] == Sitter::Me && before != Sitter::Me {
            let others = (0..self.sitters.len()).filter(|other| *other != seat.index());
            let old = others.into_iter().find(|other| self.sitters[*other] == Sitter::Me);
            if let Some(old) = old {
                self.sitters[old] = before;
            }
        }
    }

    /// Sets an option, even if it contradicts others for now.
    pub fn set(&mut self, key: &str, value: &Value) {
        if let Some(rules) = self.game().set(&*self.rules, key, value) {
            self.rules = rules;
        }
    }

    /// The options that are not as the form begins with them.
    #[must_use]
    pub fn changed(&self) -> Vec<&'static str> {
        self.game().changed_by_players(&*self.rules)
    }

    /// Sets an option back to what the form begins with.
    pub fn reset(&mut self, key: &str) {
        if let Some(value) = self.game().form_defaults(&*self.rules).get(key) {
            self.set(key, &value);
        }
    }

    /// Sets all options back to what the form begins with.
    pub fn reset_all(&mut self) {
        self.rules = self.game().form_defaults(&*self.rules);
    }

    /// The options in groups, in the order of the form, as far as they mean something.
    #[must_use]
    pub fn groups(&self) -> Vec<(&'static str, Vec<OptionInfo>)> {
        self.game().groups(&*self.rules)
    }

    /// Whether an option can be set to this word.
    #[must_use]
    pub fn offers(&self, key: &str, word: &str) -> bool {
        self.game().offers(&*self.rules, key, word)
    }

    /// Whether an option does nothing at the moment because of another.
    #[must_use]
    pub fn is_dormant(&self, key: &str) -> bool {
        self.game().is_inactive(&*self.rules, key)
    }

    /// The seats in the order of their cards.
    #[must_use]
    pub fn order(&self) -> Vec<Seat> {
        self.game().order(&*self.rules)
    }

    /// Advice about who sits where, where there is any.
    #[must_use]
    pub fn advice(&self, i18n: &I18n) -> Option<String> {
        if self.pick_colour {
            return None;
        }
        let empty = |seat: &Seat| self.sitters.get(seat.index()) == Some(&Sitter::Nobody);
        let empty: Vec<Seat> = self.rules.seats().iter().filter(empty).collect();
        self.game().advice(&*self.rules, &empty, i18n)
    }
}
