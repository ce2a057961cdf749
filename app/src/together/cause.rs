//! The reasons why the check of a game fails, in both languages.

use crate::games::words::seat_in_file;
use crate::model::i18n::{I18n, Lang};
use crate::together::shares::HOST;

/// The first thing that is wrong with a game. The text in a variant about a share or a layout names
/// its seat, or is `host`. Rolls and steps are numbered from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnfairCause {
    /// The host showed no commitments, or they lacked that of the guest's own seat.
    NoCommitments,
    /// A share is not disclosed.
    ShareMissing(String),
    /// A share is not the one committed to.
    Share(String),
    /// The seed is not made of exactly the shares committed to.
    OtherShares,
    /// The seed does not follow from the shares, or is not that of the saved game.
    Seed,
    /// The seed is not the one committed to.
    Commitment,
    /// The roll of this number does not follow from the seed.
    Roll(usize),
    /// The roll of this number is not the one that was shown.
    ShownRoll(usize),
    /// A layout is not disclosed.
    LayoutMissing(String),
    /// A layout is not the one committed to.
    Layout(String),
    /// The layout disclosed for the guest's own seat is not the one that the guest chose.
    OwnLayout,
    /// A seat did not play with the layout committed to.
    PlayedLayout(String),
    /// The game was played by other rules than the host announced.
    Rules,
    /// The step of this number is not the one that was shown.
    ShownStep(usize),
    /// The saved game cannot be read or contradicts itself. The text is the reason, in English.
    File(String),
}

impl UnfairCause {
    /// Returns the cause as a sentence without its full stop.
    pub fn text(&self, i18n: &I18n) -> String {
        let of = |id: &str, seat: &str| {
            let who = match seat {
                HOST => i18n.t("unfair-host"),
                seat => seat_in_file(i18n, seat).unwrap_or_else(|| format!("{seat:.20}")),
            };
            i18n.tf(id, &[("who", who.into())])
        };
        let number = |id: &str, number: usize| i18n.tf(id, &[("number", number.into())]);
        match self {
            Self::NoCommitments => i18n.t("unfair-no-commitments"),
            Self::ShareMissing(seat) => of("unfair-share-missing", seat),
            Self::Share(seat) => of("unfair-share", seat),
            Self::OtherShares => i18n.t("unfair-other-shares"),
            Self::Seed => i18n.t("unfair-seed"),
            Self::Commitment => i18n.t("unfair-commitment"),
            Self::Roll(roll) => number("unfair-roll", *roll),
            Self::ShownRoll(roll) => number("unfair-shown-roll", *roll),
            Self::LayoutMissing(seat) => of("unfair-layout-missing", seat),
            Self::Layout(seat) => of("unfair-layout", seat),
            Self::OwnLayout => i18n.t("unfair-own-layout"),
            Self::PlayedLayout(seat) => of("unfair-played-layout", seat),
            Self::Rules => i18n.t("unfair-rules"),
            Self::ShownStep(step) => number("unfair-shown-step", *step),
            Self::File(why) => i18n.tf("unfair-file", &[("why", why.clone().into())]),
        }
    }

    /// Returns the cause in English, for the command line and for saved games.
    pub fn in_english(&self) -> String {
        self.text(&I18n::new(Lang::En))
    }
}
