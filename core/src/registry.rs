//! The list of games, and dispatch from a run-time value to a game's type.
//!
//! All other code is generic over [`Game`]. Code that learns the kind of a game only at run time
//! enters the generic code with [`with_game!`](crate::with_game). A new game needs a variant of
//! [`GameKind`], a place in [`GameKind::ALL`] and an arm in `with_game!` here, a module in `games`
//! and one in `script`.

use crate::contract::game::Game;
use crate::contract::options::RuleSet;
use crate::contract::position::{LineError, game_in_line};
use crate::contract::source::Source;
use crate::record::{ReadError, Record, VerificationReport, game_of};
use crate::script::{GameInfo, Host, ScriptError, ScriptInfo, inspect_for};

/// The kinds of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameKind {
    /// Aeroplane Chess and Flying Chess.
    Race,
    /// Junqi in all its modes.
    Junqi,
}

/// Evaluates an expression with `G` as the type of a game: `with_game!(kind, |G| G::SEATS)`.
///
/// It expands to a `match` on the kind with the same expression in every arm. So the expression may
/// use any trait that all games implement, borrow local variables, and return early.
#[macro_export]
macro_rules! with_game {
    ($kind:expr, |$game:ident| $body:expr) => {
        match $kind {
            $crate::registry::GameKind::Race => {
                type $game = $crate::games::race::Race;
                $body
            }
            $crate::registry::GameKind::Junqi => {
                type $game = $crate::games::junqi::Junqi;
                $body
            }
        }
    };
}

impl GameKind {
    /// All kinds.
    pub const ALL: [Self; 2] = [Self::Race, Self::Junqi];

    /// Returns the name of this kind in files and folders.
    pub fn name(self) -> &'static str {
        with_game!(self, |G| G::NAME)
    }

    /// Returns the kind with this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Returns the kind of the game type `G`.
    ///
    /// # Panics
    /// `G` is not in the list of this module.
    pub fn of<G: Game>() -> Self {
        Self::of_name(G::NAME).unwrap_or_else(|| unreachable!("{} is not in the list", G::NAME))
    }

    /// Returns the kind of game that the line of a position is for.
    ///
    /// # Examples
    /// ```
    /// use qipan_core::registry::GameKind;
    ///
    /// let line = "qipan junqi dark turn=south south=S62F,S11P north=N62F,N11P";
    /// assert_eq!(GameKind::of_line(line), Ok(GameKind::Junqi));
    /// assert_eq!(GameKind::of_preset("flying"), Some(GameKind::Race));
    /// assert_eq!(GameKind::Race.seats(), ["red", "yellow", "blue", "green"]);
    /// ```
    pub fn of_line(line: &str) -> Result<Self, LineError> {
        let names = Self::ALL.map(Self::name);
        let name = game_in_line(line, &names)?;
        Ok(Self::of_name(name).unwrap_or_else(|| unreachable!("`{name}` is one of {names:?}")))
    }

    /// Returns the presets of this kind.
    pub fn presets(self) -> &'static [&'static str] {
        with_game!(self, |G| <G as Game>::Rules::PRESETS)
    }

    /// Returns the kind that a preset belongs to.
    pub fn of_preset(preset: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.presets().contains(&preset))
    }

    /// Returns the names of the seats.
    pub fn seats(self) -> &'static [&'static str] {
        with_game!(self, |G| G::SEATS)
    }
}

/// Returns all presets of all games.
pub fn presets() -> impl Iterator<Item = &'static str> {
    GameKind::ALL.into_iter().flat_map(|kind| kind.presets().iter().copied())
}

/// Returns the kind of game in a file.
///
/// # Errors
/// The file is not a saved game, or has an unknown game or version.
pub fn kind_of(text: &str) -> Result<GameKind, ReadError> {
    let game = game_of(text)?;
    GameKind::of_name(&game).ok_or(ReadError::UnknownGame(game))
}

/// Checks the text of a saved game of any kind.
pub fn verify(text: &str) -> VerificationReport {
    match kind_of(text) {
        Ok(kind) => with_game!(kind, |G| Record::<G>::verify(text)),
        Err(error) => VerificationReport::of_error(text, &error),
    }
}

/// Reads the table that a script for any game returns: its name, its kind and its options.
///
/// # Errors
/// The file does not load, or its table lacks a field, misspells one or has a wrong value.
///
/// # Examples
/// ```
/// use qipan_core::registry::inspect;
/// use qipan_core::script::{Host, ScriptKind};
///
/// let source = r#"return { api = 1, game = "race", name = "First",
///     choose = function(view, turn) return turn:actions()[1] end }"#;
/// let info = inspect("first.luau", source, &Host::default()).expect("it loads");
/// assert_eq!((info.kind, info.game.as_str()), (ScriptKind::Robot, "race"));
/// ```
pub fn inspect(
    file: &str,
    source: impl Into<Source>,
    host: &Host,
) -> Result<ScriptInfo, ScriptError> {
    let infos = GameKind::ALL.map(|kind| with_game!(kind, |G| GameInfo::of::<G>()));
    inspect_for(&infos, file, source, host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_belongs_to_one_game() {
        fn is_preset<G: Game>(name: &str) -> bool {
            let rules = G::Rules::preset(name);
            rules.is_some_and(|rules| rules.changed().is_empty() && rules.check().is_ok())
        }
        for preset in presets() {
            let has_preset = |kind: &GameKind| with_game!(kind, |G| is_preset::<G>(preset));
            let kinds: Vec<GameKind> = GameKind::ALL.into_iter().filter(has_preset).collect();
            assert_eq!(kinds, [GameKind::of_preset(preset).unwrap()]);
        }
        for kind in GameKind::ALL {
            assert_eq!(GameKind::of_name(kind.name()), Some(kind));
        }
        assert_eq!(GameKind::of_preset("ludo"), None);
    }
}
