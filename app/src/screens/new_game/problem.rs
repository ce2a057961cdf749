//! Why a game cannot begin yet, and what would be right.

use qipan_core::localized::Text;
use qipan_core::options::RulesError;
use qipan_core::seat::{Seat, SeatSet};

use crate::games::entry;
use crate::model::i18n::{Arg, I18n, List};
use crate::model::rules::GameRules;

use crate::screens::new_game::{house_words, position_row};

/// Why a game cannot begin yet.
#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    /// The rules contradict each other.
    Rules(RulesError),
    /// Fewer than two seats are taken.
    TooFew,
    /// A game of teams needs all four.
    Teams,
    /// Every army of Junqi needs a player.
    Empty,
    /// A robot is missing or broken.
    Robot(String),
    /// The seed is not a number.
    Seed,
    /// The position of this line cannot be played by the rules.
    Position(String),
    /// A position needs just these seats taken.
    PositionSeats(SeatSet),
    /// A house rule does not fit the options or the others.
    House {
        /// Its name.
        rule: Option<Text>,
        /// What contradicts what.
        why: RulesError,
    },
    /// The file of a house rule that is ticked does not load any more.
    HouseBroken(String),
    /// A house rule failed: what it said.
    HouseFailed(String),
    /// A house rule objects to a layout.
    Layout {
        /// Whose layout.
        seat: Seat,
        /// The rule's name.
        rule: Text,
        /// Why, in the rule's own words.
        why: String,
    },
}

impl Problem {
    /// The option to change.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::Rules(
                RulesError::Value { key, .. }
                | RulesError::Range { key, .. }
                | RulesError::NoMeaning { key, .. }
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

    /// What is wrong and what would be right, in a sentence.
    #[must_use]
    pub fn text(&self, i18n: &I18n, rules: &dyn GameRules) -> String {
        match (self, rules) {
            (Self::Rules(error), rules) => entry(rules.kind()).rules_error(rules, error, i18n),
            (Self::TooFew, _) => i18n.t("problem-too-few"),
            (Self::Teams, _) => i18n.t("problem-teams"),
            (Self::Empty, _) => i18n.t("problem-army"),
            (Self::Robot(script), _) => {
                i18n.tf("problem-robot", &[("robot", Arg::from(script.as_str()))])
            }
            (Self::Seed, _) => i18n.t("problem-seed"),
            (Self::Position(line), rules) => {
                let why = position_row::nonsense(line, rules, Some(i18n)).unwrap_or_default();
                i18n.tf("position-problem", &[("why", why.into())])
            }
            (Self::PositionSeats(seats), rules) => {
                let name = |seat| crate::games::words::seat_of(rules.kind(), i18n, seat);
                let seats = i18n.list(List::And, seats.iter().map(name));
                i18n.tf("position-problem-seats", &[("seats", seats.into())])
            }
            (Self::House { rule, why }, rules) => {
                let rule = rule.as_ref().map_or("", |rule| i18n.pick(rule));
                let why = house_words::misfit(i18n, rules, why);
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
                    ("seat", crate::games::words::seat_of(rules.kind(), i18n, *seat).into()),
                    ("rule", i18n.pick(rule).into()),
                    ("why", why.as_str().into()),
                ];
                i18n.tf("problem-layout", &args)
            }
        }
    }
}
