//! The events marked on the timeline of a game.

/// A kind of event that players look for in a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimelineEventKind {
    /// A piece was captured, or a plane ran into a larger stack and returned to its hangar.
    Capture,
    /// A piece attacked another one, with any result.
    Battle,
    /// A Flag was shown, taken, lifted, dropped or brought home.
    Flag,
    /// A plane flew.
    Flight,
    /// A six was rolled.
    Six,
    /// A plane reached the centre.
    Finish,
    /// A house rule took effect.
    HouseRule,
    /// A comment was written.
    Note,
    /// A branch begins here.
    Branch,
}

impl TimelineEventKind {
    /// All kinds, in the order of listing.
    pub const ALL: [Self; 9] = [
        Self::Capture,
        Self::Battle,
        Self::Flag,
        Self::Flight,
        Self::Six,
        Self::Finish,
        Self::HouseRule,
        Self::Note,
        Self::Branch,
    ];

    /// Returns the text id of the kind's name in a game with or without dice.
    pub const fn id(self, has_dice: bool) -> &'static str {
        match self {
            Self::Capture if has_dice => "landmark-capture",
            Self::Capture => "landmark-taken",
            Self::Battle => "landmark-battle",
            Self::Flag => "landmark-flag",
            Self::Flight => "landmark-flight",
            Self::Six => "landmark-six",
            Self::Finish => "landmark-finish",
            Self::HouseRule => "landmark-house",
            Self::Note => "landmark-note",
            Self::Branch => "landmark-branch",
        }
    }
}
