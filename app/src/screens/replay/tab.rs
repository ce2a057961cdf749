//! The pages of the panel beside the board.

/// A page of the panel. A new page needs a variant here, an entry in [`PanelTab::ALL`], a name
/// and an arm in `side.rs`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PanelTab {
    /// The events, step by step.
    #[default]
    Steps,
    /// Win probabilities along the game, luck and skill.
    Analysis,
    /// The player's annotations.
    Notes,
    /// The main line and the branches.
    Branches,
    /// The rolls, and the proof that they follow from the committed seed.
    Dice,
}

impl PanelTab {
    /// All pages in order.
    pub(super) const ALL: &[Self] =
        &[Self::Steps, Self::Analysis, Self::Notes, Self::Branches, Self::Dice];

    /// Returns the id of its name in a game with or without dice.
    pub(super) fn name_id(self, has_dice: bool) -> &'static str {
        match self {
            Self::Steps => "replay-steps",
            Self::Analysis => "replay-analysis",
            Self::Notes => "replay-notes",
            Self::Branches => "replay-branches",
            Self::Dice if has_dice => "replay-dice",
            Self::Dice => "replay-seed",
        }
    }
}
