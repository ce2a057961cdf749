//! Pieces of the reference implementation, and the results of their battles.

/// A piece: the code of its kind, the army it was dealt to, and its cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    pub code: &'static str,
    pub army: usize,
    /// The cell, `None` once the piece is lost.
    pub at: Option<String>,
    pub down: bool,
    pub shown: bool,
}

/// Returns the strength in a battle, `None` for Bomb, Landmine and Flag.
pub fn strength(code: &str) -> Option<i32> {
    let codes = ["32", "33", "34", "35", "36", "37", "38", "39", "40"];
    codes.iter().position(|known| *known == code).map(|index| index as i32 + 1)
}

/// Returns true if pieces of this kind can move.
pub fn can_move(code: &str) -> bool {
    strength(code).is_some() || code == "00"
}

/// Returns the result of a battle: `attacker stays`, `defender stays` or `both gone`.
pub fn fight(attacker: &str, defender: &str, mine: &str) -> &'static str {
    if attacker == "00" || defender == "00" {
        return "both gone";
    }
    if defender == "30" {
        return "attacker stays";
    }
    if defender == "31" {
        return match (mine, attacker) {
            ("bomb", _) => "both gone",
            (_, "32") => "attacker stays",
            ("spring", _) => "defender stays",
            _ => "both gone",
        };
    }
    match strength(attacker).cmp(&strength(defender)) {
        std::cmp::Ordering::Greater => "attacker stays",
        std::cmp::Ordering::Less => "defender stays",
        std::cmp::Ordering::Equal => "both gone",
    }
}
