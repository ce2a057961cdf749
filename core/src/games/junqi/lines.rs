//! The neighbours in an army's land, and the rail lines of each board.
//!
//! A *rail line* is a list of cells along which a piece can slide, each joined to the next by a
//! rail. A *line* of a land, without *rail*, is one of its six rows.

use super::board_kind::{BoardKind, CellKind, SEATS_ROUND_SIX};
use super::cells::{Cell, Cells};
use crate::contract::seat::Seat;

/// Returns the pairs of neighbours in one army's land: adjacent cells, and the camps' diagonals.
pub(super) fn neighbours(land: Seat) -> Vec<(Cell, Cell)> {
    let mut pairs = Vec::new();
    for line in 1..=6u8 {
        for column in 1..=5u8 {
            let cell = Cell::of(land, line, column);
            let is_camp = |cell| BoardKind::cell_kind(cell) == CellKind::Camp;
            if column < 5 {
                pairs.push((cell, Cell::of(land, line, column + 1)));
            }
            if line < 6 {
                pairs.push((cell, Cell::of(land, line + 1, column)));
            }
            for other_column in [column.wrapping_sub(1), column + 1] {
                if line < 6 && (1..=5).contains(&other_column) {
                    let other = Cell::of(land, line + 1, other_column);
                    if is_camp(cell) || is_camp(other) {
                        pairs.push((cell, other));
                    }
                }
            }
        }
    }
    pairs
}

/// Returns the rail lines of a board.
pub(super) fn rail_lines_of(kind: BoardKind, cells: &Cells) -> Vec<Vec<Cell>> {
    let rail_row = |land: Seat, line: u8| (1..=5).map(move |column| Cell::of(land, line, column));
    // The rail cells of an outer column, from the back to the front.
    let outer_column =
        |land: Seat, column: u8| (1..=5).rev().map(move |line| Cell::of(land, line, column));
    let lands = kind.lands();
    let mut lines: Vec<Vec<Cell>> = Vec::new();
    for land in lands.iter() {
        lines.push(rail_row(land, 1).collect());
        lines.push(rail_row(land, 5).collect());
    }
    // A line along the outer column of one land, over `middle`, and into the outer column of
    // another land. Each end is a land and its column. A land that is not on the board is left out.
    let mut join = |from: (Option<Seat>, u8), middle: &[Cell], to: (Option<Seat>, u8)| {
        let mut line = Vec::new();
        if let Some(land) = from.0 {
            line.extend(outer_column(land, from.1));
        }
        line.extend(middle);
        if let Some(land) = to.0 {
            line.extend(outer_column(land, to.1).rev());
        }
        lines.push(line);
    };
    let land_on_board = |index: u8| Some(Seat::new(index)).filter(|land| lands.contains(*land));
    let centre = |row: u8, column: u8| {
        Cell::centre(row, column).unwrap_or_else(|| unreachable!("no cell C{row}{column}"))
    };
    if kind == BoardKind::Six {
        lines_of_six(&mut lines);
        return lines;
    }
    if kind == BoardKind::Two {
        join((land_on_board(0), 1), &[], (land_on_board(2), 5));
        join((land_on_board(0), 5), &[], (land_on_board(2), 1));
        lines.push([0, 2].map(|land| Cell::of(Seat::new(land), 1, 3)).to_vec());
        return lines;
    }
    for land in lands.iter() {
        // The arc to the neighbour on the left.
        let left = land_on_board((land.index() as u8 + 3) % 4);
        if left.is_some() {
            join((Some(land), 1), &[], (left, 5));
        }
    }
    // Straight on through the outer columns and rows of the centre: a column from south to north, a
    // row from west to east. `number` is that of the column or row in the centre. `near` and `far`
    // are the columns in the two lands at its ends.
    for (number, near, far) in [(1, 1, 5), (3, 5, 1)] {
        let column: Vec<Cell> = (1..=3).rev().map(|row| centre(row, number)).collect();
        join((land_on_board(0), near), &column, (land_on_board(2), far));
        let row: Vec<Cell> = (1..=3).map(|column| centre(number, column)).collect();
        join((land_on_board(3), near), &row, (land_on_board(1), far));
    }
    // The middle column and row of the centre, from front to front.
    let front = |index: u8| land_on_board(index).map(|land| Cell::of(land, 1, 3));
    let upwards = [front(0), Some(centre(3, 2)), Some(centre(2, 2)), Some(centre(1, 2)), front(2)];
    let rightwards =
        [front(3), Some(centre(2, 1)), Some(centre(2, 2)), Some(centre(2, 3)), front(1)];
    for line in [upwards, rightwards] {
        lines.push(line.into_iter().flatten().filter(|cell| cells.contains(*cell)).collect());
    }
    lines
}

/// Returns the cells of the centre of the board for six: the ring of twelve, anticlockwise from the
/// cell in front of the south, then the cell in the middle.
pub(super) fn centre_of_six() -> [Cell; 13] {
    const ROWS_AND_COLUMNS: [(u8, u8); 13] = [
        (5, 2),
        (5, 3),
        (4, 2),
        (3, 3),
        (2, 2),
        (1, 3),
        (1, 2),
        (1, 1),
        (2, 1),
        (3, 1),
        (4, 1),
        (5, 1),
        (3, 2),
    ];
    ROWS_AND_COLUMNS.map(|(row, column)| {
        Cell::centre(row, column).unwrap_or_else(|| unreachable!("no cell C{row}{column}"))
    })
}

/// Adds the rail lines of the board for six, other than lines 1 and 5 of the lands.
///
/// A ring of twelve cells runs between the lands: one before the front of each land, and one at the
/// corner between two lands.
fn lines_of_six(lines: &mut Vec<Vec<Cell>>) {
    let centre = centre_of_six();
    let outer_column =
        |land: Seat, column: u8| (1..=5).rev().map(move |line| Cell::of(land, line, column));
    let [left_of, _] = BoardKind::Six.left_and_right();
    for (number, land) in SEATS_ROUND_SIX.map(Seat::new).into_iter().enumerate() {
        let before_front = centre[2 * number];
        let (left, right) = (centre[(2 * number + 11) % 12], centre[2 * number + 1]);
        lines.push(outer_column(land, 1).chain([left]).collect());
        lines.push(outer_column(land, 5).chain([right]).collect());
        lines.push(vec![left, before_front, right]);
        // The arc to the neighbour on the left.
        let neighbour = Seat::new(left_of[land.index()]);
        lines.push(outer_column(land, 1).chain(outer_column(neighbour, 5).rev()).collect());
        // A line through the middle of the board for each pair of opposite lands.
        if let Some(opposite) = SEATS_ROUND_SIX.get(number + 3) {
            let [near, far] = [land, Seat::new(*opposite)].map(|land| Cell::of(land, 1, 3));
            lines.push(vec![near, before_front, centre[12], centre[2 * number + 6], far]);
        }
    }
}
