//! The list of games, and the functions that work on a game of any kind.
//!
//! All other code is generic over [`Game`]. A new game needs a line of `games!` here, a module in
//! `lib.rs` and one in `script`.

use crate::contract::game::Game;
use crate::contract::options::RuleSet;
use crate::contract::position::{LineError, game_named};
use crate::record::{LoadedRecord, ReadError, Record, Report, game_of};
use crate::script::{GameInfo, Host, ScriptError, ScriptInfo, Scripted, inspect_for};

/// Generates the list of kinds and the dispatch to the types of their games.
macro_rules! games {
    ($($(#[$doc:meta])* $kind:ident = $game:ty,)+) => {
        /// The kinds of games.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum GameKind {
            $($(#[$doc])* $kind,)+
        }

        impl GameKind {
            /// All kinds.
            pub const ALL: [Self; [$(Self::$kind),+].len()] = [$(Self::$kind),+];

            /// Calls a visitor with the type of this kind's game.
            pub fn visit<V: ForGame>(self, visitor: V) -> V::Output {
                match self {
                    $(Self::$kind => visitor.call::<$game>(),)+
                }
            }
        }
    };
}

games! {
    /// Aeroplane Chess and Flying Chess.
    Race = crate::games::race::Race,
    /// Junqi in all its modes.
    Junqi = crate::games::junqi::Junqi,
}

/// A function that works on any game.
pub trait ForGame {
    /// The result.
    type Output;

    /// Runs it with this game.
    fn call<G: Scripted>(self) -> Self::Output;
}

/// A function that works on a saved game of any kind.
pub trait ForRecord {
    /// The result.
    type Output;

    /// Runs it with this saved game.
    fn call<G: Scripted>(self, loaded: LoadedRecord<G>) -> Self::Output;
}

impl GameKind {
    /// Returns the name in files and folders.
    pub fn name(self) -> &'static str {
        struct Name;
        impl ForGame for Name {
            type Output = &'static str;
            fn call<G: Scripted>(self) -> &'static str {
                G::KIND
            }
        }
        self.visit(Name)
    }

    /// Returns the kind of this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Returns the kind of a game.
    ///
    /// # Panics
    /// The game is not in the list of this module.
    pub fn of<G: Game>() -> Self {
        Self::of_name(G::KIND).unwrap_or_else(|| unreachable!("{} is not in the list", G::KIND))
    }

    /// Returns the kind of game in the line of a position.
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
        let name = game_named(line, &names)?;
        let kind = Self::ALL.into_iter().find(|kind| kind.name() == name);
        Ok(kind.unwrap_or_else(|| unreachable!("`{name}` is one of {names:?}")))
    }

    /// Returns the presets of this kind.
    pub fn presets(self) -> &'static [&'static str] {
        struct Presets;
        impl ForGame for Presets {
            type Output = &'static [&'static str];
            fn call<G: Scripted>(self) -> Self::Output {
                G::Rules::PRESETS
            }
        }
        self.visit(Presets)
    }

    /// Returns the kind that a preset belongs to.
    pub fn of_preset(preset: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.presets().contains(&preset))
    }

    /// Returns the names of the seats.
    pub fn seats(self) -> &'static [&'static str] {
        struct Seats;
        impl ForGame for Seats {
            type Output = &'static [&'static str];
            fn call<G: Scripted>(self) -> Self::Output {
                G::SEATS
            }
        }
        self.visit(Seats)
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
    GameKind::of_name(&game).ok_or(ReadError::Game(game))
}

/// Reads a saved game of any kind and calls a visitor with it. Nothing in the file is run. The
/// game must be complete and legal.
///
/// # Examples
/// Count the steps of a saved game of any kind:
/// ```
/// use qipan_core::contract::dice::Seed;
/// use qipan_core::games::race::board::{GREEN, RED};
/// use qipan_core::games::race::{Deal, Race, Rules};
/// use qipan_core::record::{LoadedRecord, Player, Record};
/// use qipan_core::registry::{ForRecord, read, verify};
/// use qipan_core::script::Scripted;
///
/// struct Steps;
///
/// impl ForRecord for Steps {
///     type Output = usize;
///     fn call<G: Scripted>(self, loaded: LoadedRecord<G>) -> usize {
///         loaded.record.steps.len()
///     }
/// }
///
/// let players = vec![(RED, Player::human("Ann")), (GREEN, Player::human("Bo"))];
/// let (seed, deal) = (Seed::from_number(7), Deal::default());
/// let text = Record::<Race>::new("flying", Rules::FLYING, players, deal, seed).write();
/// assert_eq!(read(&text, Steps), Ok(0));
/// assert!(verify(&text).is_ok());
/// ```
pub fn read<V: ForRecord>(text: &str, visitor: V) -> Result<V::Output, ReadError> {
    struct Read<'a, V>(&'a str, V);
    impl<V: ForRecord> ForGame for Read<'_, V> {
        type Output = Result<V::Output, ReadError>;
        fn call<G: Scripted>(self) -> Self::Output {
            Record::<G>::read(self.0).map(|loaded| self.1.call(loaded))
        }
    }
    kind_of(text)?.visit(Read(text, visitor))
}

/// Checks the text of a saved game of any kind.
pub fn verify(text: &str) -> Report {
    struct Verify<'a>(&'a str);
    impl ForGame for Verify<'_> {
        type Output = Report;
        fn call<G: Scripted>(self) -> Report {
            Record::<G>::verify(self.0)
        }
    }
    match kind_of(text) {
        Ok(kind) => kind.visit(Verify(text)),
        Err(error) => Report::of_error(text, &error),
    }
}

/// Reads the table of the script in `source`, for any game, without playing.
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
    source: impl AsRef<[u8]>,
    host: &Host,
) -> Result<ScriptInfo, ScriptError> {
    struct Info;
    impl ForGame for Info {
        type Output = GameInfo;
        fn call<G: Scripted>(self) -> GameInfo {
            GameInfo::of::<G>()
        }
    }
    inspect_for(&GameKind::ALL.map(|kind| kind.visit(Info)), file, source, host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_belongs_to_one_game() {
        struct IsPreset(&'static str);
        impl ForGame for IsPreset {
            type Output = bool;
            fn call<G: Scripted>(self) -> bool {
                let rules = G::Rules::preset(self.0);
                rules.is_some_and(|rules| rules.changed().is_empty() && rules.check().is_ok())
            }
        }
        for preset in presets() {
            let kinds = GameKind::ALL.into_iter().filter(|kind| kind.visit(IsPreset(preset)));
            assert_eq!(kinds.collect::<Vec<_>>(), [GameKind::of_preset(preset).unwrap()]);
        }
        for kind in GameKind::ALL {
            assert_eq!(GameKind::of_name(kind.name()), Some(kind));
        }
        assert_eq!(GameKind::of_preset("ludo"), None);
    }
}
