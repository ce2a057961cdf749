//! Perft: counts of legal paths by depth, to compare move generation with other programs. The
//! positions have pieces anywhere, incomplete armies, and nothing hidden.

use serde::{Deserialize, Serialize};

use super::board_kind::{BoardKind, SEATS_ROUND_SIX};
use super::cells::{Cell, NoCell};
use super::lines::centre_of_six;
use super::notation::Action;
use super::piece::{Kind, MineRule};
use super::rules::{Rules, Sight, Teams};
use super::state::Junqi;
use crate::contract::game::{Game, NullSink, Step, Turn};
use crate::contract::localized::on_one_line;
use crate::contract::options::RuleSet;
use crate::contract::seat::{Seat, SeatSet};

/// A position in a perft file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PerftPosition {
    /// The board: `junqi-2p`, `junqi-4p` or `junqi-6p`.
    pub board: String,
    /// The mine rule: `spring` (the default) or `bomb`.
    #[serde(default)]
    pub mine_rule: Option<String>,
    /// The teams of six armies: `alliances` (the default), `pairs` or `each`.
    #[serde(default)]
    pub teams: Option<Teams>,
    /// The index of the army to move. Armies are numbered from 0 in the order of turns.
    pub turn: u8,
    /// True for each army that still plays.
    pub alive: Vec<bool>,
    /// The cell, the index of the army and the letter of the kind for each piece. On the board for
    /// six, the cells of the centre are numbered as in [`cell_of`].
    pub pieces: Vec<(String, u8, String)>,
}

/// The reason why a perft position cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PerftError {
    /// An unknown board name.
    #[error("`board` is `{0}`; it has to be junqi-2p, junqi-4p or junqi-6p")]
    Board(String),
    /// An unknown mine rule.
    #[error("`mine_rule` is `{0}`; it has to be spring or bomb")]
    Mine(String),
    /// A value of `turn`, `alive` or `teams` that does not fit the board.
    #[error("`{0}` does not fit a board of {1} armies")]
    Armies(&'static str, u8),
    /// The army to move no longer plays.
    #[error("army {0} is to move, but `alive` says that it no longer plays")]
    NotAlive(u8),
    /// A piece that cannot be placed.
    #[error("piece {}: {why}", index + 1)]
    Piece {
        /// The index in the list, from 0.
        index: usize,
        /// The reason.
        why: String,
    },
}

impl PerftPosition {
    /// Creates the game in this position, with everything visible, no clocks and no draws. A dead
    /// position does not end it.
    pub fn game(&self) -> Result<Junqi, PerftError> {
        let (kind, armies) = match self.board.as_str() {
            "junqi-2p" => (BoardKind::Two, 2),
            "junqi-4p" => (BoardKind::Four, 4),
            "junqi-6p" => (BoardKind::Six, 6),
            other => return Err(PerftError::Board(on_one_line(other).chars().take(20).collect())),
        };
        let mine = match self.mine_rule.as_deref() {
            None | Some("spring") => MineRule::Spring,
            Some("bomb") => MineRule::Bomb,
            Some(other) => {
                return Err(PerftError::Mine(on_one_line(other).chars().take(20).collect()));
            }
        };
        let preset = match kind {
            BoardKind::Two => "open",
            BoardKind::Six => "six_open",
            _ => "siguo_open",
        };
        let Some(rules) = Rules::preset(preset) else { unreachable!("no preset {preset}") };
        if self.teams.is_some() && kind != BoardKind::Six {
            return Err(PerftError::Armies("teams", armies));
        }
        let teams = self.teams.unwrap_or(Teams::Alliances);
        let rules = Rules { mine, teams, draw_after_quiet_plies: 0, clock_seconds: 0, ..rules };
        debug_assert!(rules.sight == Sight::All && rules.board == kind);
        if self.turn >= armies {
            return Err(PerftError::Armies("turn", armies));
        }
        if self.alive.len() != armies as usize {
            return Err(PerftError::Armies("alive", armies));
        }
        if !self.alive[self.turn as usize] {
            return Err(PerftError::NotAlive(self.turn));
        }
        let seat = |army: u8| {
            Seat::new(match kind {
                BoardKind::Two => army * 2,
                BoardKind::Six => SEATS_ROUND_SIX[army as usize],
                _ => army,
            })
        };
        let ends_in_dead_position = false;
        let mut game = Junqi::empty(&rules, ends_in_dead_position);
        for (index, (cell, army, letter)) in self.pieces.iter().enumerate() {
            let piece_error = |why: String| PerftError::Piece { index, why };
            let cell = cell_of(kind, cell).map_err(|why| piece_error(format!("{why}")))?;
            let letter = letter.chars().next().unwrap_or(' ');
            let piece = Kind::from_letter(letter)
                .ok_or_else(|| piece_error(format!("`{letter}` is not a piece")))?;
            if *army >= armies {
                return Err(piece_error(format!("there is no army {army}")));
            }
            game.put_checked(cell, seat(*army), piece).map_err(piece_error)?;
        }
        let alive = self.alive.iter().enumerate().filter(|(_, alive)| **alive);
        game.public.alive = alive.map(|(army, _)| seat(army as u8)).collect::<SeatSet>();
        game.public.turn = seat(self.turn);
        game.begin_first_turn();
        Ok(game)
    }
}

/// Returns the cell with this name in the perft positions of a board. On the board for six, the
/// cells of the centre are numbered: C1 is in front of the south, C2 to C12 follow anticlockwise
/// round the ring, and C13 is in the middle.
pub fn cell_of(kind: BoardKind, name: &str) -> Result<Cell, NoCell> {
    let number = match name.strip_prefix('C') {
        Some(number) if kind == BoardKind::Six => number.parse::<usize>().ok(),
        _ => return name.parse(),
    };
    let centre = centre_of_six();
    let cell = number.and_then(|number| centre.get(number.checked_sub(1)?).copied());
    cell.ok_or_else(|| NoCell(on_one_line(name).chars().take(20).collect()))
}

impl Junqi {
    /// Creates a game for tests with these pieces, which may stand anywhere and need not be
    /// complete armies. Tiles are named by their cells. None has moved or been shown. A dead
    /// position ends the game.
    pub fn from_pieces(
        rules: &Rules,
        pieces: impl IntoIterator<Item = (Cell, Seat, Kind)>,
        turn: Seat,
    ) -> Result<Self, PerftError> {
        let ends_in_dead_position = true;
        let mut game = Self::empty(rules, ends_in_dead_position);
        for (index, (cell, owner, piece)) in pieces.into_iter().enumerate() {
            let piece_error = |why: String| PerftError::Piece { index, why };
            if !rules.seats().contains(owner) {
                return Err(piece_error("this army does not play".to_owned()));
            }
            game.put_checked(cell, owner, piece).map_err(piece_error)?;
        }
        game.public.turn = turn;
        game.begin_first_turn();
        Ok(game)
    }

    /// Puts a piece on a cell, or returns the reason why it cannot stand there.
    fn put_checked(&mut self, cell: Cell, owner: Seat, piece: Kind) -> Result<(), String> {
        if !self.board().cells().contains(cell) {
            return Err(format!("{cell} is not on this board"));
        }
        if self.tile_at(cell).is_some() {
            return Err(format!("something stands on {cell} already"));
        }
        if self.remaining(owner, piece) >= piece.count() {
            return Err(format!("an army has no more than {} of these", piece.count()));
        }
        self.put(cell, owner, Some(piece));
        Ok(())
    }
}

/// Returns the number of legal paths of this depth. A finished game has no continuation.
///
/// # Examples
/// Two Lieutenants in their back rows, each beside its own Flag, have one move each:
/// ```
/// use qipan_core::games::junqi::perft::{PerftPosition, perft};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let position = r#"{"board": "junqi-2p", "turn": 0, "alive": [true, true], "pieces": [
///     ["S62", 0, "F"], ["S61", 0, "P"], ["N62", 1, "F"], ["N61", 1, "P"]]}"#;
/// let game = serde_json::from_str::<PerftPosition>(position)?.game()?;
/// assert_eq!((perft(&game, 1), perft(&game, 2)), (1, 1));
/// assert!(perft(&game, 3) > 10, "the rails are empty");
/// # Ok(())
/// # }
/// ```
pub fn perft(game: &Junqi, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let Turn::Seat(seat) = game.turn() else { return 0 };
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    if depth == 1 {
        return actions.len() as u64;
    }
    let count_after = |action: Action| {
        let mut next = game.clone();
        next.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
        perft(&next, depth - 1)
    };
    actions.into_iter().map(count_after).sum()
}
