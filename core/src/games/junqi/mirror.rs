//! Mirror images of positions and actions.
//!
//! The axis goes through the middle of south's land, so that left and right change places. On the
//! board for three, which has no west, it goes through the middle of east's land. Among more than
//! two armies the order of turns is reversed with the board.

use std::collections::BTreeMap;

use super::board_kind::BoardKind;
use super::cells::Cell;
use super::notation::Action;
use super::position::{PlacedPiece, Position, SeatName};
use super::rules::{First, Rules, TurnOrder};
use super::state::Junqi;
use crate::contract::position::PositionLine;
use crate::contract::seat::Seat;

/// The sum of a column's number in a land, 1 to 5, and that of its mirror image.
const COLUMN_SUM: u8 = 6;

impl BoardKind {
    /// Returns the seat on the other side of the axis.
    fn mirrored_seat(self, seat: Seat) -> Seat {
        let mirrored = match self {
            Self::Three => [2, 1, 0, 3, 4, 5, 6, 7],
            Self::Two | Self::Four | Self::Six => [0, 3, 2, 1, 7, 6, 5, 4],
        };
        Seat::new(mirrored[seat.index()])
    }

    /// Returns the cell on the other side of the axis.
    pub fn mirrored_cell(self, cell: Cell) -> Cell {
        let (line, column) = (cell.line(), cell.column());
        if let Some(land) = cell.land() {
            return Cell::of(self.mirrored_seat(land), line, COLUMN_SUM - column);
        }
        let (line, column) = match self {
            Self::Three => (4 - line, column),
            // In the centre of the board for six, odd rows have three cells and even rows two.
            Self::Six if line.is_multiple_of(2) => (line, 3 - column),
            _ => (line, 4 - column),
        };
        Cell::centre(line, column).unwrap_or(cell)
    }
}

impl Action {
    /// Returns the mirror image of an action.
    #[must_use]
    pub fn mirrored(self, board: BoardKind) -> Self {
        match self {
            Self::Move { from, to, battle_source } => Self::Move {
                from: board.mirrored_cell(from),
                to: board.mirrored_cell(to),
                battle_source,
            },
            Self::Flip { at } => Self::Flip { at: board.mirrored_cell(at) },
            Self::Answer { option } => Self::Answer { option },
        }
    }
}

impl PositionLine<Junqi> {
    /// Returns the mirror image of a position.
    ///
    /// # Examples
    /// ```
    /// use qipan_core::contract::position::PositionLine;
    /// use qipan_core::games::junqi::Junqi;
    ///
    /// let line: PositionLine<Junqi> =
    ///     "qipan junqi dark turn=south south=S62F,N51T north=N62F,N11P".parse()?;
    /// let image = line.mirrored();
    /// assert_eq!(
    ///     image.to_string(),
    ///     "qipan junqi dark turn=south south=S64F,N55T north=N64F,N15P",
    /// );
    /// assert_eq!(image.mirrored(), line);
    /// # Ok::<(), qipan_core::contract::position::LineError>(())
    /// ```
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let Self { preset, rules, position } = self;
        Self {
            preset: preset.clone(),
            rules: mirrored_rules(rules),
            position: mirrored_position(rules.board, position),
        }
    }
}

/// Returns the rules of the mirror image.
fn mirrored_rules(rules: &Rules) -> Rules {
    let board = rules.board;
    let cell = |cell: &Cell| board.mirrored_cell(*cell);
    let lines = rules.extra_lines.iter();
    let extra_lines = lines.map(|line| line.iter().map(cell).collect()).collect();
    let first = rules.first.seat().map_or(rules.first, |seat| First::of(board.mirrored_seat(seat)));
    let turn_order = match rules.turn_order {
        order if rules.armies == 2 => order,
        TurnOrder::Anticlockwise => TurnOrder::Clockwise,
        TurnOrder::Clockwise => TurnOrder::Anticlockwise,
    };
    Rules { extra_lines, first, turn_order, ..rules.clone() }
}

/// Returns the mirror image of the data of a position.
fn mirrored_position(board: BoardKind, position: &Position) -> Position {
    let seat = |name: SeatName| SeatName::new(board.mirrored_seat(name.0));
    let cells = |cells: &BTreeMap<SeatName, Cell>| {
        cells.iter().map(|(owner, cell)| (seat(*owner), board.mirrored_cell(*cell))).collect()
    };
    let counts = |counts: &BTreeMap<SeatName, u8>| {
        counts.iter().map(|(owner, count)| (seat(*owner), *count)).collect()
    };
    let army = |(owner, pieces): (&SeatName, &Vec<PlacedPiece>)| {
        let image = |placed: &PlacedPiece| {
            let cell = board.mirrored_cell(placed.cell);
            PlacedPiece { cell, ..*placed }
        };
        (seat(*owner), pieces.iter().map(image).collect())
    };
    Position {
        turn: seat(position.turn),
        pieces: position.pieces.iter().map(army).collect(),
        ownership: position.ownership,
        ply: position.ply,
        quiet: position.quiet,
        out: position.out.iter().map(|(owner, why)| (seat(*owner), *why)).collect(),
        carried: cells(&position.carried),
        dropped: cells(&position.dropped),
        cleared_mines: counts(&position.cleared_mines),
        timeouts: counts(&position.timeouts),
        postponed: position.postponed.iter().map(|owner| seat(*owner)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::game::Game;
    use crate::games::junqi::Board;

    #[test]
    fn mirror_images_keep_kinds_and_neighbours_of_cells() {
        for kind in [BoardKind::Two, BoardKind::Three, BoardKind::Four, BoardKind::Six] {
            let board = Board::shared(kind);
            for cell in board.cells().iter() {
                let image = kind.mirrored_cell(cell);
                assert_eq!(kind.mirrored_cell(image), cell, "{kind:?}: {cell}");
                assert_eq!(
                    BoardKind::cell_kind(image),
                    BoardKind::cell_kind(cell),
                    "{kind:?}: {cell}"
                );
                let mut images: Vec<Cell> = board
                    .neighbours(cell)
                    .iter()
                    .map(|neighbour| kind.mirrored_cell(neighbour))
                    .collect();
                images.sort();
                let neighbours: Vec<Cell> = board.neighbours(image).iter().collect();
                assert_eq!(images, neighbours, "{kind:?}: {cell}");
            }
        }
    }

    #[test]
    fn legal_actions_of_a_mirror_image_are_mirror_images() {
        let lines = [
            "qipan junqi dark turn=north south=S62F,S31H north=N62F,N15G,N11P,N24T",
            "qipan junqi siguo_dark turn=east south=S62F,S31H east=E62F,E15G,C13T north=N62F,N11G \
             west=W64F,W11H",
            "qipan junqi three turn=south south=S62F,S11H east=E62F,E15G north=N62F,C11G",
            "qipan junqi six turn=southeast south=S62F,S11H southeast=SE62F,C12G,C42S \
             northeast=NE62F,NE11H north=N62F,N11G northwest=NW62F,NW12H southwest=SW64F,SW15G",
        ];
        for text in lines {
            let line: PositionLine<Junqi> = text.parse().unwrap();
            let image = line.mirrored();
            assert_eq!(image.mirrored(), line, "{text}");
            let [actions, images] = [&line, &image].map(|line| {
                let mut actions = Vec::new();
                line.set_up().unwrap().legal_actions(&mut actions);
                actions
            });
            let mut expected: Vec<String> = actions
                .iter()
                .map(|action| action.mirrored(line.rules.board).to_string())
                .collect();
            let mut images: Vec<String> = images.iter().map(ToString::to_string).collect();
            expected.sort();
            images.sort();
            assert!(images.len() > 5, "{text}");
            assert_eq!(images, expected, "{text}");
        }
    }
}
