//! The two race boards as numbers: tracks, lanes, colours, and the names of their cells.
//!
//! Each colour numbers the squares of its own path from start to centre. Such a number is a
//! *progress*. Squares of the shared track also have a number that is the same for all colours.

use serde::{Deserialize, Serialize};

use crate::contract::seat::Seat;

/// The steps that a plane has walked on the path of its colour. A plane that has not started has
/// [`HANGAR`].
pub type Progress = u8;

/// The progress of a plane in its hangar. Flying Chess calls the hangar home.
pub const HANGAR: Progress = 0xFF;

/// The largest number of planes of one colour.
pub const PLANES: usize = 4;

/// The number of squares of a lane.
const LANE_LEN: u8 = 5;

/// The names of the four seats in index order: their colours.
pub const SEAT_NAMES: [&str; 4] = ["red", "yellow", "blue", "green"];

/// Seat 0, Red.
pub const RED: Seat = Seat::new(0);
/// Seat 1, Yellow.
pub const YELLOW: Seat = Seat::new(1);
/// Seat 2, Blue.
pub const BLUE: Seat = Seat::new(2);
/// Seat 3, Green.
pub const GREEN: Seat = Seat::new(3);

/// One of the two boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Board {
    /// The Aeroplane Chess board of 52 squares with aprons, jumps and flights.
    Aeroplane,
    /// The board of 56 waypoints, whose lanes are called safe paths.
    Flying,
}

/// A place for planes on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cell {
    /// The slot of one plane in its hangar.
    Hangar {
        /// The owner of the hangar.
        seat: Seat,
        /// The plane that the slot belongs to, from 0.
        slot: u8,
    },
    /// The private launch pad of the Aeroplane Chess board.
    Apron {
        /// The owner of the apron.
        seat: Seat,
    },
    /// A square of the shared track.
    Track {
        /// The index of the square, counted clockwise from Red's first square, which is 0.
        square: u8,
    },
    /// A square of a colour's private lane.
    Lane {
        /// The owner of the lane.
        seat: Seat,
        /// The distance from the track: 1 next to it, 5 next to the centre.
        step: u8,
    },
    /// A colour's part of the centre.
    Centre {
        /// The owner of the part.
        seat: Seat,
    },
}

impl Board {
    /// Returns the number of squares of the shared track.
    pub const fn track_len(self) -> u8 {
        match self {
            Self::Aeroplane => 52,
            Self::Flying => 56,
        }
    }

    /// Returns the first progress on the shared track. On the Aeroplane Chess board the apron comes
    /// before it.
    pub const fn first_on_track(self) -> Progress {
        match self {
            Self::Aeroplane => 1,
            Self::Flying => 0,
        }
    }

    /// Returns the last progress on the shared track, from which the lane is entered.
    pub const fn last_on_track(self) -> Progress {
        match self {
            Self::Aeroplane => 50,
            Self::Flying => 54,
        }
    }

    /// Returns the progress of a finished plane. The lane has five squares, so the centre is six
    /// steps from the track.
    pub const fn centre(self) -> Progress {
        self.last_on_track() + LANE_LEN + 1
    }

    /// Returns true if a progress lies on the shared track.
    pub const fn on_track(self, progress: Progress) -> bool {
        progress >= self.first_on_track() && progress <= self.last_on_track()
    }

    /// Returns the seats in the order of their turns.
    ///
    /// In Flying Chess turns go anticlockwise although planes walk clockwise, as its rules text
    /// says.
    pub const fn turn_order(self) -> [Seat; 4] {
        match self {
            Self::Aeroplane => [RED, YELLOW, BLUE, GREEN],
            Self::Flying => [RED, YELLOW, GREEN, BLUE],
        }
    }

    /// Returns the index of the quarter of the board that belongs to a seat. Quarters are counted
    /// clockwise from Red's, which is 0.
    pub const fn quarter(self, seat: Seat) -> u8 {
        match self {
            Self::Aeroplane => seat.index() as u8,
            Self::Flying => [0, 3, 1, 2][seat.index()],
        }
    }

    /// Returns the seat that owns a quarter.
    pub const fn seat_of_quarter(self, quarter: u8) -> Seat {
        match self {
            Self::Aeroplane => [RED, YELLOW, BLUE, GREEN][quarter as usize % 4],
            Self::Flying => [RED, BLUE, GREEN, YELLOW][quarter as usize % 4],
        }
    }

    /// Returns the seat across the board, the partner in a game of teams.
    pub const fn opposite(self, seat: Seat) -> Seat {
        self.seat_of_quarter(self.quarter(seat) + 2)
    }

    /// Returns the track square of a seat's progress, if it is on the shared track.
    pub const fn square(self, seat: Seat, progress: Progress) -> Option<u8> {
        if !self.on_track(progress) {
            return None;
        }
        let quarter_len = self.track_len() / 4;
        let steps = progress - self.first_on_track();
        Some((self.quarter(seat) * quarter_len + steps) % self.track_len())
    }

    /// Returns a seat's progress on a track square, or `None` if its path leaves the square out.
    ///
    /// # Examples
    /// Each colour has its own progress on the same square:
    /// ```
    /// use qipan_core::games::race::Board;
    /// use qipan_core::games::race::board::{RED, YELLOW};
    ///
    /// let board = Board::Aeroplane;
    /// let square = board.square(RED, 14).expect("a square of the track");
    /// assert_eq!(board.progress(YELLOW, square), Some(1), "where yellow enters the track");
    /// assert_eq!(board.square(RED, board.last_on_track() + 1), None, "red's own lane");
    /// ```
    pub const fn progress(self, seat: Seat, square: u8) -> Option<Progress> {
        if square >= self.track_len() {
            return None;
        }
        let start = self.quarter(seat) * (self.track_len() / 4);
        let steps = (square + self.track_len() - start) % self.track_len();
        let progress = steps + self.first_on_track();
        if self.on_track(progress) { Some(progress) } else { None }
    }

    /// Returns the seat in whose colour a track square is painted.
    ///
    /// Colours alternate on the Aeroplane Chess board. In Flying Chess each colour owns a section
    /// of 14 waypoints, which begins two waypoints before the one where its planes start.
    pub const fn seat_of_square(self, square: u8) -> Seat {
        match self {
            Self::Aeroplane => [GREEN, RED, YELLOW, BLUE][square as usize % 4],
            Self::Flying => self.seat_of_quarter((square + 2) % 56 / 14),
        }
    }

    /// Returns the cell of a plane with this progress.
    pub const fn cell(self, seat: Seat, plane: u8, progress: Progress) -> Cell {
        if let Some(square) = self.square(seat, progress) {
            return Cell::Track { square };
        }
        if progress == HANGAR {
            Cell::Hangar { seat, slot: plane }
        } else if progress < self.first_on_track() {
            Cell::Apron { seat }
        } else if progress >= self.centre() {
            Cell::Centre { seat }
        } else {
            Cell::Lane { seat, step: progress - self.last_on_track() }
        }
    }

    /// Returns every cell of the board: hangars, aprons, track, lanes, centres.
    pub fn cells(self) -> Vec<Cell> {
        let seats = || self.turn_order().into_iter();
        let slots = |seat| (0..PLANES as u8).map(move |slot| Cell::Hangar { seat, slot });
        let lane = |seat| (1..=LANE_LEN).map(move |step| Cell::Lane { seat, step });
        let mut cells: Vec<Cell> = seats().flat_map(slots).collect();
        if self == Self::Aeroplane {
            cells.extend(seats().map(|seat| Cell::Apron { seat }));
        }
        cells.extend((0..self.track_len()).map(|square| Cell::Track { square }));
        cells.extend(seats().flat_map(lane));
        cells.extend(seats().map(|seat| Cell::Centre { seat }));
        cells
    }

    /// Returns the name of a cell, such as `Waypoint_14` or `Safe_Red_1`. Logs, scripts and files
    /// use it.
    pub fn cell_name(self, cell: Cell) -> String {
        match (self, cell) {
            (Self::Flying, Cell::Track { square }) => format!("Waypoint_{square}"),
            (Self::Flying, Cell::Lane { seat, step }) => {
                format!("Safe_{}_{step}", capitalized_name(seat))
            }
            (Self::Flying, Cell::Hangar { seat, slot }) => {
                format!("Home_{}_{}", capitalized_name(seat), slot + 1)
            }
            (Self::Aeroplane, Cell::Track { square }) => format!("Square_{square}"),
            (Self::Aeroplane, Cell::Lane { seat, step }) => {
                format!("Lane_{}_{step}", capitalized_name(seat))
            }
            (Self::Aeroplane, Cell::Hangar { seat, slot }) => {
                format!("Hangar_{}_{}", capitalized_name(seat), slot + 1)
            }
            (_, Cell::Apron { seat }) => format!("Apron_{}", capitalized_name(seat)),
            (_, Cell::Centre { seat }) => format!("Centre_{}", capitalized_name(seat)),
        }
    }

    /// Returns the cell with this name.
    ///
    /// # Examples
    /// ```
    /// use qipan_core::games::race::board::RED;
    /// use qipan_core::games::race::{Board, Cell};
    ///
    /// let lane = Cell::Lane { seat: RED, step: 1 };
    /// assert_eq!(Board::Flying.cell_by_name("Safe_Red_1"), Some(lane));
    /// assert_eq!(Board::Flying.cell_name(Cell::Track { square: 14 }), "Waypoint_14");
    /// assert_eq!(Board::Flying.cell_by_name("Waypoint_56"), None, "the track has 56, from 0");
    /// ```
    pub fn cell_by_name(self, name: &str) -> Option<Cell> {
        self.cells().into_iter().find(|cell| self.cell_name(*cell) == name)
    }
}

/// Returns a seat's name with a capital letter, as in the names of cells.
fn capitalized_name(seat: Seat) -> &'static str {
    ["Red", "Yellow", "Blue", "Green"][seat.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARDS: [Board; 2] = [Board::Aeroplane, Board::Flying];

    #[test]
    fn squares_and_progress_are_inverse() {
        for board in BOARDS {
            for seat in board.turn_order() {
                let path: Vec<u8> = (0..board.centre())
                    .filter_map(|progress| board.square(seat, progress))
                    .collect();
                assert_eq!(path.len(), if board == Board::Aeroplane { 50 } else { 55 });
                for progress in board.first_on_track()..=board.last_on_track() {
                    let square = board.square(seat, progress).unwrap();
                    assert_eq!(board.progress(seat, square), Some(progress));
                }
            }
        }
    }

    #[test]
    fn every_fourth_square_of_the_classic_track_has_the_colour_of_the_seat() {
        for seat in Board::Aeroplane.turn_order() {
            for progress in 1..=50 {
                let square = Board::Aeroplane.square(seat, progress).unwrap();
                let is_own = Board::Aeroplane.seat_of_square(square) == seat;
                assert_eq!(is_own, progress % 4 == 2, "progress {progress}");
            }
        }
    }

    #[test]
    fn waypoints_match_the_rules_text() {
        let board = Board::Flying;
        for (seat, start, entrance, section) in
            [(RED, 0, 54, 54), (BLUE, 14, 12, 12), (GREEN, 28, 26, 26), (YELLOW, 42, 40, 40)]
        {
            assert_eq!(board.square(seat, 0), Some(start));
            assert_eq!(board.square(seat, 54), Some(entrance));
            for offset in 0..14 {
                assert_eq!(board.seat_of_square((section + offset) % 56), seat);
            }
        }
        assert_eq!(board.cell_name(board.cell(RED, 0, 55)), "Safe_Red_1");
        assert_eq!(board.cell_name(board.cell(BLUE, 0, 0)), "Waypoint_14");
        assert_eq!(board.centre(), 60);
    }

    #[test]
    fn race_cells_have_distinct_names() {
        for (board, count) in [(Board::Aeroplane, 16 + 4 + 52 + 20 + 4), (Board::Flying, 96)] {
            let cells = board.cells();
            assert_eq!(cells.len(), count);
            for cell in cells {
                assert_eq!(board.cell_by_name(&board.cell_name(cell)), Some(cell));
            }
        }
    }

    #[test]
    fn opposite_seats_face_each_other() {
        assert_eq!(Board::Aeroplane.opposite(RED), BLUE);
        assert_eq!(Board::Aeroplane.opposite(GREEN), YELLOW);
        assert_eq!(Board::Flying.opposite(RED), GREEN);
        assert_eq!(Board::Flying.opposite(YELLOW), BLUE);
    }
}
