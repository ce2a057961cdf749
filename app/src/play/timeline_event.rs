//! What stands out in the course of a game.

/// Something one looks for when looking back at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimelineEvent {
    /// A piece was taken, or sent home.
    Capture,
    /// A piece struck another one, whatever came of it.
    Battle,
    /// Something happened to a Flag.
    Flag,
    /// A plane took its flight.
    Flight,
    /// A six was rolled.
    Six,
    /// A plane came home.
    Finish,
    /// A house rule was at work.
    House,
    /// Somebody wrote about it.
    Note,
    /// The game went another way from here, too.
    Branch,
}

impl TimelineEvent {
    /// All of them, in the order they are listed.
    pub const ALL: [Self; 9] = [
        Self::Capture,
        Self::Battle,
        Self::Flag,
        Self::Flight,
        Self::Six,
        Self::Finish,
        Self::House,
        Self::Note,
        Self::Branch,
    ];

    /// The id of its name.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Capture => "landmark-capture",
            Self::Battle => "landmark-battle",
            Self::Flag => "landmark-flag",
            Self::Flight => "landmark-flight",
            Self::Six => "landmark-six",
            Self::Finish => "landmark-finish",
            Self::House => "landmark-house",
            Self::Note => "landmark-note",
            Self::Branch => "landmark-branch",
        }
    }
}
