//! The players and the rules of a game that is being set up.

use qipan_core::contract::options::{OptionInfo, RuleSet as _};
use qipan_core::contract::seat::Seat;
use qipan_core::registry::GameKind;
use qipan_core::with_game;
use serde_json::Value;

use crate::games::GameUi;
use crate::model::i18n::I18n;
use crate::model::rules::SomeRules;
use crate::model::setup::SeatChoice;

/// The players and the rules that were chosen for one preset.
#[derive(Clone, Debug, PartialEq)]
pub struct Seating {
    /// The rules. They may contradict each other while the player changes them.
    pub rules: SomeRules,
    /// The players, by seat index.
    pub seat_choices: Vec<SeatChoice>,
    /// True if one person picks a colour at the board and robots take the other seats.
    pub picks_colour: bool,
    /// The robot that takes the other seats if a person picks a colour.
    pub opponent: SeatChoice,
}

impl Seating {
    /// Returns the default setup of a preset. `robot` finds a robot by name, or a substitute.
    pub fn default_setup(
        kind: GameKind,
        preset: &str,
        robot: &dyn Fn(&str) -> SeatChoice,
    ) -> Option<Self> {
        fn seating_for<G: GameUi>(
            preset: &str,
            robot: &dyn Fn(&str) -> SeatChoice,
        ) -> Option<Seating> {
            let setup = G::default_setup(preset, robot)?;
            Some(Seating {
                rules: SomeRules::new::<G>(setup.rules),
                seat_choices: setup.seat_choices,
                picks_colour: setup.picks_colour,
                opponent: setup.opponent,
            })
        }
        with_game!(kind, |G| seating_for::<G>(preset, robot))
    }

    /// Returns true if a person plays.
    pub fn has_person(&self) -> bool {
        let is_person = |seat_choice: &SeatChoice| {
            matches!(seat_choice, SeatChoice::Me | SeatChoice::Person(_))
        };
        self.picks_colour || self.seat_choices.iter().any(is_person)
    }

    /// Gives a seat to a player. If the local person moves to it from another seat, its previous
    /// player takes that other seat.
    pub fn sit(&mut self, seat: Seat, seat_choice: SeatChoice) {
        let Some(current) = self.seat_choices.get_mut(seat.index()) else { return };
        let previous = std::mem::replace(current, seat_choice);
        if self.seat_choices[seat.index()] == SeatChoice::Me && previous != SeatChoice::Me {
            let mut others = (0..self.seat_choices.len()).filter(|other| *other != seat.index());
            let old_seat = others.find(|other| self.seat_choices[*other] == SeatChoice::Me);
            if let Some(old_seat) = old_seat {
                self.seat_choices[old_seat] = previous;
            }
        }
    }

    /// Sets an option and adjusts its dependents, even if the rules contradict each other for now.
    pub fn set(&mut self, key: &str, value: &Value) {
        fn with_option<G: GameUi>(
            before: &G::Rules,
            key: &str,
            value: &Value,
        ) -> Option<SomeRules> {
            let after = before.with_unchecked(key, value).ok()?;
            Some(SomeRules::new::<G>(G::adjust_dependents(before, key, after)))
        }
        let kind = self.rules.kind();
        let changed = with_game!(kind, |G| with_option::<G>(self.game_rules::<G>(), key, value));
        if let Some(rules) = changed {
            self.rules = rules;
        }
    }

    /// Returns the rules with their concrete type. `G` has to be the game of the rules.
    fn game_rules<G: GameUi>(&self) -> &G::Rules {
        self.rules.expect_of::<G>()
    }

    /// Returns the rules that the form starts with.
    fn form_defaults(&self) -> SomeRules {
        with_game!(self.rules.kind(), |G| SomeRules::new::<G>(G::form_defaults(
            self.game_rules::<G>()
        )))
    }

    /// Returns the keys of the options that differ from the form's starting values.
    pub fn changed(&self) -> Vec<&'static str> {
        with_game!(self.rules.kind(), |G| G::changed_by_players(self.game_rules::<G>()))
    }

    /// Resets an option to the form's starting value.
    pub fn reset(&mut self, key: &str) {
        if let Some(value) = self.form_defaults().get(key) {
            self.set(key, &value);
        }
    }

    /// Resets all options to the form's starting values.
    pub fn reset_all(&mut self) {
        self.rules = self.form_defaults();
    }

    /// Returns the options that have an effect, in groups, in the order of the form.
    pub fn groups(&self) -> Vec<(&'static str, Vec<OptionInfo>)> {
        let info = |key: &&str| {
            let info = self.rules.options().iter().copied().find(|info| info.key == *key);
            info.filter(|_| {
                with_game!(self.rules.kind(), |G| G::has_effect(self.game_rules::<G>(), key))
            })
        };
        let group = |(name, keys): &(&'static str, &[&str])| {
            (*name, keys.iter().filter_map(info).collect::<Vec<_>>())
        };
        let groups = with_game!(self.rules.kind(), |G| G::OPTION_GROUPS).iter().map(group);
        groups.filter(|(_, options)| !options.is_empty()).collect()
    }

    /// Returns true if an option can be set to this word.
    pub fn allows_value(&self, key: &str, word: &str) -> bool {
        with_game!(self.rules.kind(), |G| G::allows_value(self.game_rules::<G>(), key, word))
    }

    /// Returns true if another option currently disables this one.
    pub fn is_inactive(&self, key: &str) -> bool {
        with_game!(self.rules.kind(), |G| G::is_inactive(self.game_rules::<G>(), key))
    }

    /// Returns the numbers that an option with several numbers may contain.
    pub fn selectable_numbers(&self, info: &OptionInfo) -> Vec<u8> {
        with_game!(self.rules.kind(), |G| G::selectable_numbers(self.game_rules::<G>(), info))
    }

    /// Returns the seats in the order of their cards.
    pub fn order(&self) -> Vec<Seat> {
        with_game!(self.rules.kind(), |G| self.game_rules::<G>().order())
    }

    /// Returns true if a person may pick a seat at the board before the first step.
    pub fn can_pick_seat(&self) -> bool {
        with_game!(self.rules.kind(), |G| !G::SEAT_KEYS.is_empty())
    }

    /// Returns true if each seat prepares a layout before the game.
    pub fn has_layouts(&self) -> bool {
        with_game!(self.rules.kind(), |G| G::has_layouts(self.game_rules::<G>()))
    }

    /// Returns advice about the seating, if there is any.
    pub fn advice(&self, i18n: &I18n) -> Option<String> {
        if self.picks_colour {
            return None;
        }
        let empty = |seat: &Seat| self.seat_choices.get(seat.index()) == Some(&SeatChoice::Nobody);
        let empty: Vec<Seat> = self.rules.seats().iter().filter(empty).collect();
        with_game!(self.rules.kind(), |G| G::advice(self.game_rules::<G>(), &empty, i18n))
    }
}
