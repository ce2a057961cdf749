//! The seating and the rules of a game being set up.

use qipan_core::contract::options::OptionInfo;
use qipan_core::contract::seat::Seat;
use qipan_core::registry::GameKind;
use serde_json::Value;

use crate::games::{ForGame, GameEntry, GameUi, entry, visit};
use crate::model::i18n::I18n;
use crate::model::rules::SomeRules;
use crate::model::setup::Sitter;

/// The choices for one preset.
#[derive(Clone, Debug, PartialEq)]
pub struct Seating {
    /// The rules. They may contradict each other while the player changes them.
    pub rules: SomeRules,
    /// The players, by seat index.
    pub sitters: Vec<Sitter>,
    /// True if one person picks a colour at the board and robots take the other seats.
    pub pick_colour: bool,
    /// The robot for the other seats in that case.
    pub opponent: Sitter,
}

impl Seating {
    /// Returns the usual setup of a preset. `robot` finds a robot by name, or a substitute.
    pub fn opening(kind: GameKind, preset: &str, robot: &dyn Fn(&str) -> Sitter) -> Option<Self> {
        struct Of<'a>(&'a str, &'a dyn Fn(&str) -> Sitter);
        impl ForGame for Of<'_> {
            type Output = Option<Seating>;
            fn call<G: GameUi>(self) -> Self::Output {
                let opening = G::opening(self.0, self.1)?;
                Some(Seating {
                    rules: SomeRules::new::<G>(opening.rules),
                    sitters: opening.sitters,
                    pick_colour: opening.pick_colour,
                    opponent: opening.opponent,
                })
            }
        }
        visit(kind, Of(preset, robot))
    }

    /// Returns the game.
    pub fn game(&self) -> &'static dyn GameEntry {
        entry(self.rules.kind())
    }

    /// Gives a seat to a player. The local person swaps places with the previous one.
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

    /// Returns the options that differ from the form's starting values.
    pub fn changed(&self) -> Vec<&'static str> {
        self.game().changed_by_players(&*self.rules)
    }

    /// Resets an option to the form's starting value.
    pub fn reset(&mut self, key: &str) {
        if let Some(value) = self.game().form_defaults(&*self.rules).get(key) {
            self.set(key, &value);
        }
    }

    /// Resets all options to the form's starting values.
    pub fn reset_all(&mut self) {
        self.rules = self.game().form_defaults(&*self.rules);
    }

    /// Returns the meaningful options in groups, in the order of the form.
    pub fn groups(&self) -> Vec<(&'static str, Vec<OptionInfo>)> {
        self.game().groups(&*self.rules)
    }

    /// Returns true if an option can be set to this word.
    pub fn offers(&self, key: &str, word: &str) -> bool {
        self.game().offers(&*self.rules, key, word)
    }

    /// Returns true if another option currently disables this one.
    pub fn is_dormant(&self, key: &str) -> bool {
        self.game().is_inactive(&*self.rules, key)
    }

    /// Returns the seats in the order of their cards.
    pub fn order(&self) -> Vec<Seat> {
        self.game().order(&*self.rules)
    }

    /// Returns advice about the seating, if there is any.
    pub fn advice(&self, i18n: &I18n) -> Option<String> {
        if self.pick_colour {
            return None;
        }
        let empty = |seat: &Seat| self.sitters.get(seat.index()) == Some(&Sitter::Nobody);
        let empty: Vec<Seat> = self.rules.seats().iter().filter(empty).collect();
        self.game().advice(&*self.rules, &empty, i18n)
    }
}
