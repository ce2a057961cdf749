//! The twelve kinds of pieces, sets of them, and the results of battles between them.

use crate::contract::bit_set::{Set, Universe};

/// A kind of piece. Those with a rank come first, from the strongest to the weakest, then those
/// without a rank.
///
/// # Examples
/// ```
/// use qipan_core::games::junqi::piece::{ARMY, Kind};
///
/// assert_eq!(Kind::from_code("32"), Some(Kind::Engineer));
/// assert_eq!(Kind::from_letter('g'), Some(Kind::Engineer));
/// let counts = Kind::ALL.iter().map(|piece| usize::from(piece.count()));
/// assert_eq!(counts.sum::<usize>(), ARMY);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are the terms of the game")]
pub enum Kind {
    FieldMarshal,
    General,
    MajorGeneral,
    Brigadier,
    Colonel,
    Major,
    Captain,
    Lieutenant,
    Engineer,
    Bomb,
    Landmine,
    Flag,
}

/// Number of pieces in an army.
pub const ARMY: usize = 25;

impl Kind {
    /// All kinds in order.
    pub const ALL: [Self; 12] = [
        Self::FieldMarshal,
        Self::General,
        Self::MajorGeneral,
        Self::Brigadier,
        Self::Colonel,
        Self::Major,
        Self::Captain,
        Self::Lieutenant,
        Self::Engineer,
        Self::Bomb,
        Self::Landmine,
        Self::Flag,
    ];

    /// The kinds with a rank, strongest first.
    pub(super) const RANKED: &[Self] = Self::ALL.split_at(Self::Engineer as usize + 1).0;

    /// Returns the index in [`Kind::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the kind with this index, 0 to 11.
    ///
    /// # Panics
    /// If the index is larger.
    pub const fn from_index(index: usize) -> Self {
        Self::ALL[index]
    }

    /// Returns the code that players write: `40` for the Field Marshal, `00` for the Bomb.
    pub const fn code(self) -> &'static str {
        ["40", "39", "38", "37", "36", "35", "34", "33", "32", "00", "31", "30"][self.index()]
    }

    /// Returns the kind with this code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|piece| piece.code() == code)
    }

    /// Returns the letter of the kind in a layout of 25 letters.
    pub const fn letter(self) -> char {
        ['S', 'J', 'H', 'L', 'T', 'Y', 'N', 'P', 'G', 'Z', 'D', 'F'][self.index()]
    }

    /// Returns the kind with this letter, in either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        Self::ALL.into_iter().find(|piece| piece.letter() == letter)
    }

    /// Returns the id that selects texts about the kind.
    pub const fn id(self) -> &'static str {
        [
            "field_marshal",
            "general",
            "major_general",
            "brigadier",
            "colonel",
            "major",
            "captain",
            "lieutenant",
            "engineer",
            "bomb",
            "landmine",
            "flag",
        ][self.index()]
    }

    /// Returns the English name, for messages about files and scripts.
    pub const fn en(self) -> &'static str {
        [
            "Field Marshal",
            "General",
            "Major General",
            "Brigadier",
            "Colonel",
            "Major",
            "Captain",
            "Lieutenant",
            "Engineer",
            "Bomb",
            "Landmine",
            "Flag",
        ][self.index()]
    }

    /// Returns the number of pieces of this kind in an army.
    pub const fn count(self) -> u8 {
        [1, 1, 2, 2, 2, 2, 3, 3, 3, 2, 3, 1][self.index()]
    }

    /// Returns the strength in combat, 9 for the Field Marshal to 1 for the Engineer, or `None`
    /// for kinds without a rank.
    pub const fn strength(self) -> Option<u8> {
        if (self as u8) <= Self::Engineer as u8 { Some(9 - self as u8) } else { None }
    }

    /// Reports whether the kind can ever move by itself.
    pub const fn moves(self) -> bool {
        (self as u8) < Self::Landmine as u8
    }
}

/// The result of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum BattleResult {
    AttackerSurvives,
    DefenderSurvives,
    BothGone,
}

/// The effect of a Landmine on a piece that strikes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MineRule {
    /// The Landmine stays, and the piece is lost. Only an Engineer clears it, and a Bomb is lost
    /// together with it (弹簧雷).
    Spring,
    /// Both are lost, even if the piece is an Engineer (炸弹雷).
    Bomb,
    /// Both are lost, but an Engineer clears the Landmine and stays.
    BombEngineerDigs,
}

impl Kind {
    /// Returns the result of a battle in which this piece strikes `defender`.
    ///
    /// # Examples
    /// ```
    /// use qipan_core::games::junqi::piece::{BattleResult, MineRule, Kind};
    ///
    /// let battle = |attacker: Kind, defender| attacker.battle_result(defender, MineRule::Spring);
    /// assert_eq!(battle(Kind::Engineer, Kind::Landmine), BattleResult::AttackerSurvives);
    /// assert_eq!(battle(Kind::FieldMarshal, Kind::Landmine), BattleResult::DefenderSurvives);
    /// assert_eq!(battle(Kind::Captain, Kind::Captain), BattleResult::BothGone);
    /// assert_eq!(battle(Kind::Bomb, Kind::FieldMarshal), BattleResult::BothGone);
    /// ```
    pub const fn battle_result(self, defender: Self, mine: MineRule) -> BattleResult {
        match (self, defender) {
            (Self::Bomb, _) | (_, Self::Bomb) => BattleResult::BothGone,
            (_, Self::Flag) => BattleResult::AttackerSurvives,
            (_, Self::Landmine) => match (mine, self) {
                (MineRule::Spring | MineRule::BombEngineerDigs, Self::Engineer) => {
                    BattleResult::AttackerSurvives
                }
                (MineRule::Spring, _) => BattleResult::DefenderSurvives,
                _ => BattleResult::BothGone,
            },
            (attacker, defender) if (attacker as u8) < defender as u8 => {
                BattleResult::AttackerSurvives
            }
            (attacker, defender) if attacker as u8 > defender as u8 => {
                BattleResult::DefenderSurvives
            }
            _ => BattleResult::BothGone,
        }
    }
}

/// All kinds, as members of a set.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kinds;

impl Universe for Kinds {
    type Item = Kind;
    type Bits = u16;
    const COUNT: u8 = Kind::ALL.len() as u8;

    #[inline]
    fn number(piece: Kind) -> u8 {
        piece as u8
    }

    #[inline]
    fn item(number: u8) -> Kind {
        // This compiles to a mere range check, unlike a look-up in a table.
        match number {
            0 => Kind::FieldMarshal,
            1 => Kind::General,
            2 => Kind::MajorGeneral,
            3 => Kind::Brigadier,
            4 => Kind::Colonel,
            5 => Kind::Major,
            6 => Kind::Captain,
            7 => Kind::Lieutenant,
            8 => Kind::Engineer,
            9 => Kind::Bomb,
            10 => Kind::Landmine,
            _ => Kind::Flag,
        }
    }
}

/// A set of kinds, such as the candidates of a hidden piece. Each kind is one bit, the Field
/// Marshal the lowest.
pub type KindSet = Set<Kinds>;

impl KindSet {
    /// Every kind.
    pub const ALL: Self = Self::of_bits(0xFFF);
    /// The kinds that can move: all but Landmine and Flag.
    pub const MOVING: Self = Self::of_bits(0x3FF);

    /// Returns the first kind in the set.
    #[inline]
    pub fn first_kind(self) -> Option<Kind> {
        self.iter().next()
    }

    /// Returns the only kind in the set, if there is exactly one.
    ///
    /// # Examples
    /// ```
    /// use qipan_core::games::junqi::{Kind, KindSet};
    ///
    /// let fixed = KindSet::ALL.difference(KindSet::MOVING);
    /// assert_eq!(fixed.only(), None, "Landmines and the Flag");
    /// assert_eq!(fixed.difference(KindSet::one(Kind::Landmine)).only(), Some(Kind::Flag));
    /// ```
    #[inline]
    pub fn only(self) -> Option<Kind> {
        self.first_kind().filter(|_| self.len() == 1)
    }
}

/// The number of pieces of each kind, and of unrecorded pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PieceCounts([u8; 13]);

impl PieceCounts {
    /// Adds a piece to the counts. Its kind is `None` if it is unrecorded.
    #[inline]
    pub(super) fn add(&mut self, kind: Option<Kind>) {
        self.0[Self::index_of(kind)] += 1;
    }

    /// Removes a piece from the counts.
    #[inline]
    pub(super) fn remove(&mut self, kind: Option<Kind>) {
        self.0[Self::index_of(kind)] -= 1;
    }

    /// Returns the index of a kind, the last one for unrecorded pieces.
    #[inline]
    fn index_of(kind: Option<Kind>) -> usize {
        kind.map_or(Kind::ALL.len(), Kind::index)
    }

    /// Reports whether a piece remains that can ever move. Unrecorded pieces do not count.
    pub(super) fn any_can_move(&self) -> bool {
        self.0[..Kind::Landmine.index()].iter().any(|count| *count > 0)
    }
}

impl std::ops::Index<Kind> for PieceCounts {
    type Output = u8;

    #[inline]
    fn index(&self, kind: Kind) -> &u8 {
        &self.0[kind.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The results with spring mines. A row for each attacker and a column for each defender, both
    /// in the order of [`Kind::ALL`]. `A`: the attacker stays, `D`: the defender stays, `B`: both
    /// are gone.
    const SPRING_RESULTS: [&str; 10] = [
        "BAAAAAAAABDA",
        "DBAAAAAAABDA",
        "DDBAAAAAABDA",
        "DDDBAAAAABDA",
        "DDDDBAAAABDA",
        "DDDDDBAAABDA",
        "DDDDDDBAABDA",
        "DDDDDDDBABDA",
        "DDDDDDDDBBAA",
        "BBBBBBBBBBBB",
    ];

    /// Returns the row of an attacker in a table like [`SPRING_RESULTS`] for this mine rule.
    fn results(attacker: Kind, mine: MineRule) -> String {
        let letter = |defender: Kind| match attacker.battle_result(defender, mine) {
            BattleResult::AttackerSurvives => 'A',
            BattleResult::DefenderSurvives => 'D',
            BattleResult::BothGone => 'B',
        };
        Kind::ALL.into_iter().map(letter).collect()
    }

    #[test]
    fn battles_follow_the_table() {
        for (attacker, expected) in Kind::ALL.into_iter().zip(SPRING_RESULTS) {
            assert_eq!(results(attacker, MineRule::Spring), expected, "{attacker:?}");
        }
    }

    #[test]
    fn bomb_mines_destroy_their_attacker() {
        for attacker in Kind::ALL.into_iter().filter(|piece| piece.moves()) {
            let against_mine = |mine| results(attacker, mine).as_bytes()[Kind::Landmine.index()];
            assert_eq!(against_mine(MineRule::Bomb), b'B', "{attacker:?}");
            let expected = if attacker == Kind::Engineer { b'A' } else { b'B' };
            assert_eq!(against_mine(MineRule::BombEngineerDigs), expected, "{attacker:?}");
        }
    }

    #[test]
    fn army_has_25_pieces_and_names_round_trip() {
        assert_eq!(Kind::ALL.iter().map(|p| p.count() as usize).sum::<usize>(), ARMY);
        for piece in Kind::ALL {
            assert_eq!(Kind::from_code(piece.code()), Some(piece));
            assert_eq!(Kind::from_letter(piece.letter()), Some(piece));
            assert_eq!(KindSet::one(piece).only(), Some(piece));
        }
        assert_eq!(KindSet::ALL.only(), None);
    }
}
