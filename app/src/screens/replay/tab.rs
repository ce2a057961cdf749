//! The pages of the panel beside the board.

/// The pages of the panel. A further one is a line here, in [`Tab::ALL`], in its name and in the
/// match of `side.rs`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// What happened, step by step.
    #[default]
    Steps,
    /// The chances along the game, luck and choices.
    Analysis,
    /// What the player wrote.
    Notes,
    /// The ways it went.
    Branches,
    /// What chance did, and whether it was honest.
    Dice,
}

impl Tab {
    /// All of them, in order.
    pub(super) const ALL: &[Self] =
        &[Self::Steps, Self::Analysis, Self::Notes, Self::Branches, Self::Dice];

    /// The id of its name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Steps => "replay-steps",
            Self::Analysis => "replay-analysis",
            Self::Notes => "replay-notes",
            Self::Branches => "replay-branches",
            Self::Dice => "replay-dice",
        }
    }
}
