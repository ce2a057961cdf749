//! The problems that prevent a game from starting, with sentences that say what to do.

use qipan_core::contract::localized::Text;
use qipan_core::contract::options::RulesError;
use qipan_core::contract::seat::{Seat, SeatSet};

use crate::games::words;
use crate::model::i18n::{Arg, I18n, ListStyle};
use crate::model::rules::GameRules;

use crate::screens::new_game::{house_words, start_position};

/// A reason why a game cannot start yet.
#[derive(Clone, Debug, PartialEq)]
pub enum StartProblem {
    /// The rules contradict each other.
    Rules(RulesError),
    /// Fewer than two seats are taken.
    TooFew,
    /// A team game needs all four seats taken.
    Teams,
    /// A game of Junqi needs a player for every army.
    Empty,
    /// The robot with this script is missing or broken.
    Robot(String),
    /// The seed is not a number.
    Seed,
    /// The position of this line cannot be played under the rules.
    Position(String),
    /// The position needs exactly these seats taken.
    PositionSeats(SeatSet),
    /// A house rule does not fit the options or the other rules.
    House {
        /// The name of the rule.
        rule: Option<Text>,
        /// The error of the merged rules.
        why: RulesError,
    },
    /// The ticked house rule in the file of this name no longer loads.
    HouseBroken(String),
    /// A house rule failed with this message.
    HouseFailed(String),
    /// A house rule rejects a layout.
    Layout {
        /// The seat of the layout.
        seat: Seat,
        /// The rule's name.
        rule: Text,
        /// The reason, in the rule's own words.
        why: Text,
    },
}

impl StartProblem {
    /// Returns the key of the option to change, if there is one.
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::Rules(
                RulesError::Value { key, .. }
                | RulesError::Range { key, .. }
                | RulesError::Inapplicable { key, .. }
                | RulesError::Content { key, .. },
            ) => Some(key),
            Self::Rules(RulesError::Unknown { key, .. }) => Some(key),
            Self::House { why, .. } => why.key(),
            Self::Teams => Some("teams"),
            Self::TooFew | Self::Empty | Self::Robot(_) | Self::Seed => None,
            Self::Position(_) | Self::PositionSeats(_) => None,
            Self::HouseBroken(_) | Self::HouseFailed(_) | Self::Layout { .. } => None,
        }
    }

    /// Returns a sentence with the problem and its remedy.
    pub fn text(&self, i18n: &I18n, rules: &dyn GameRules) -> String {
        match (self, rules) {
            (Self::Rules(error), rules) => words::rules_error(rules, error, i18n),
            (Self::TooFew, _) => i18n.t("problem-too-few"),
            (Self::Teams, _) => i18n.t("problem-teams"),
            (Self::Empty, _) => i18n.t("problem-army"),
            (Self::Robot(script), _) => {
                i18n.tf("problem-robot", &[("robot", Arg::from(script.as_str()))])
            }
            (Self::Seed, _) => i18n.t("problem-seed"),
            (Self::Position(line), rules) => {
                let error =
                    start_position::position_error(line, rules, Some(i18n)).unwrap_or_default();
                i18n.tf("position-problem", &[("why", error.into())])
            }
            (Self::PositionSeats(seats), rules) => {
                let name = |seat| words::seat_of(rules.kind(), i18n, seat);
                let seats = i18n.list(ListStyle::And, seats.iter().map(name));
                i18n.tf("position-problem-seats", &[("seats", seats.into())])
            }
            (Self::House { rule, why }, rules) => {
                let rule = rule.as_ref().map_or("", |rule| i18n.pick(rule));
                let why = house_words::misfit_text(i18n, rules, why);
                i18n.tf("problem-house", &[("rule", rule.into()), ("why", why.into())])
            }
            (Self::HouseBroken(name), _) => {
                i18n.tf("problem-house-broken", &[("rule", name.as_str().into())])
            }
            (Self::HouseFailed(why), _) => {
                i18n.tf("problem-house-failed", &[("why", why.as_str().into())])
            }
            (Self::Layout { seat, rule, why }, rules) => {
                let args = [
                    ("seat", words::seat_of(rules.kind(), i18n, *seat).into()),
                    ("rule", i18n.pick(rule).into()),
                    ("why", i18n.pick(why).into()),
                ];
                i18n.tf("problem-layout", &args)
            }
        }
    }
}
