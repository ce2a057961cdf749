//! The data behind a script's `view` in Junqi: the seat's view, and information derived from it.

use std::cell::OnceCell;
use std::sync::Arc;

use crate::contract::options::RuleSet;
use crate::contract::seat::Seat;
use crate::games::junqi::{
    BattleResult, Belief, Board, Cell, Cells, Event, Kind, Layout, Rules, Tile, View, VisibleTile,
};

/// The data behind `view`. While armies are laid out there is no view yet, and the board is
/// empty.
pub struct JunqiScriptView {
    pub(super) rules: Rules,
    pub(super) board: Arc<Board>,
    pub(super) view: Option<View>,
    /// The layouts that the program offers while a robot lays out its army.
    pub(super) layouts: Vec<Layout>,
    /// The public view, made on first use.
    public: OnceCell<View>,
    /// Set once this turn has used the belief, and paid for it.
    has_used_belief: OnceCell<()>,
}

impl JunqiScriptView {
    /// Makes the data from the view of a seat in a game.
    pub(super) fn from_view(view: View) -> Self {
        Self {
            rules: view.rules().clone(),
            board: Arc::clone(view.board()),
            view: Some(view),
            layouts: Vec::new(),
            public: OnceCell::new(),
            has_used_belief: OnceCell::new(),
        }
    }

    /// Makes the data before a game, with an empty board.
    pub(in crate::script) fn before_game(rules: &Rules, offered: &[Layout]) -> Self {
        let board = Board::generate(rules.board, &rules.extra_lines);
        Self {
            rules: rules.clone(),
            board: Arc::new(board),
            view: None,
            layouts: offered.to_vec(),
            public: OnceCell::new(),
            has_used_belief: OnceCell::new(),
        }
    }

    /// Returns the cell of this name, if it is on the board.
    pub(super) fn cell(&self, name: &str) -> Option<Cell> {
        name.parse().ok().filter(|cell| self.board.cells().contains(*cell))
    }

    /// Returns the piece on a cell.
    pub(super) fn at(&self, cell: Cell) -> Option<VisibleTile> {
        self.view.as_ref()?.at(cell)
    }

    /// Returns true if [`JunqiScriptView::belief`] was used in this turn.
    pub(super) fn has_belief(&self) -> bool {
        self.has_used_belief.get().is_some()
    }

    /// Returns the belief about hidden pieces, computed on first use.
    pub(super) fn belief(&self) -> Option<&Belief> {
        let view = self.view.as_ref()?;
        self.has_used_belief.get_or_init(|| ());
        Some(view.belief())
    }

    /// Returns the public view of the position. Returns `None` before the game.
    pub(super) fn public(&self) -> Option<&View> {
        let view = self.view.as_ref()?;
        Some(self.public.get_or_init(|| view.for_public()))
    }

    /// Returns true if [`JunqiScriptView::public`] was used in this turn.
    pub(super) fn has_public(&self) -> bool {
        self.public.get().is_some()
    }

    /// Returns the seat whose Flag a tile carries.
    pub(super) fn carries(&self, tile: Tile) -> Option<Seat> {
        let view = self.view.as_ref()?;
        self.rules.seats().iter().find(|seat| view.carrier_of(*seat) == Some(tile))
    }

    /// Returns the cells that a piece of this kind could reach from a cell: empty ones, and those
    /// where it would strike an enemy of its owner. The owner is that of the piece on `from`, or
    /// `seat` if there is no piece or its owner is not known.
    pub(super) fn reach(&self, seat: Seat, from: Cell, piece: Kind) -> Cells {
        let (owner, occupied) = (self.owner_or(seat, from), self.occupied());
        let reached = self.move_targets(from, piece, &occupied);
        let can_enter = |cell: &Cell| !occupied.contains(*cell) || self.can_strike(owner, *cell);
        reached.iter().filter(can_enter).collect()
    }

    /// Returns the number of moves that a piece of this kind needs from one cell to another while
    /// all other pieces stay where they are. Returns `None` if it cannot get there. Only the last
    /// move can strike. Also returns the number of cells that the search visited.
    pub(super) fn moves_between(
        &self,
        seat: Seat,
        from: Cell,
        to: Cell,
        piece: Kind,
    ) -> (Option<u32>, u64) {
        if from == to {
            return (Some(0), 0);
        }
        let (owner, mut occupied) = (self.owner_or(seat, from), self.occupied());
        if occupied.contains(to) && !self.can_strike(owner, to) {
            return (None, 0);
        }
        occupied.remove(from);
        // A breadth-first search. The frontier holds the cells that the last move reached for the
        // first time.
        let (mut reached, mut frontier) = (Cells::one(from), Cells::one(from));
        let (mut moves, mut visited) = (0, 0);
        while !frontier.is_empty() {
            moves += 1;
            visited += frontier.len() as u64;
            let targets = frontier.iter().map(|cell| self.move_targets(cell, piece, &occupied));
            let targets = targets.fold(Cells::EMPTY, Cells::union);
            if targets.contains(to) {
                return (Some(moves), visited);
            }
            frontier = targets.difference(reached).difference(occupied);
            reached = reached.union(frontier);
        }
        (None, visited)
    }

    /// Returns the owner of the piece on a cell, or `seat` if there is no piece or its owner is not
    /// known.
    fn owner_or(&self, seat: Seat, cell: Cell) -> Seat {
        self.at(cell).and_then(|tile| tile.owner).unwrap_or(seat)
    }

    /// Returns the cells that a piece stands on.
    fn occupied(&self) -> Cells {
        self.view.as_ref().map_or(Cells::EMPTY, |view| view.occupied())
    }

    /// Returns the cells that a piece of this kind can go to in one move, including the first
    /// occupied cell in each direction.
    fn move_targets(&self, from: Cell, piece: Kind, occupied: &Cells) -> Cells {
        let (rules, board) = (&self.rules, &self.board);
        let is_confined = board.headquarters().contains(from) && !rules.may_leave_hq();
        if !piece.moves() || is_confined {
            return Cells::EMPTY;
        }
        let can_turn = rules.rail_turns
            || piece == Kind::Engineer
            || (piece == Kind::Bomb && rules.bomb_moves_as_engineer);
        let mut reached = board.slider_destinations(from, occupied);
        if can_turn && board.on_rail(from) {
            reached = reached.union(board.turner_destinations(from, occupied));
        }
        reached.remove(from);
        reached
    }

    /// Returns true if an army can strike the piece on a cell: the piece of a known enemy outside
    /// camps.
    fn can_strike(&self, striker: Seat, cell: Cell) -> bool {
        let Some(view) = &self.view else { return false };
        let owner = view.at(cell).filter(|tile| !tile.is_face_down).and_then(|tile| tile.owner);
        !self.board.camps().contains(cell)
            && owner.is_some_and(|owner| !view.allied(striker, owner))
    }
}

/// Returns the events that a tile which is still on the board took part in.
pub(super) fn history(tile: Tile, log: &[Event]) -> Vec<Event> {
    // A tile is named by the cell it started on, so it can be followed from there.
    let mut cell = tile.start();
    // The ends of the last shift, and true if it moved the tile.
    let mut last_shift = None;
    let takes_part = |event: &&Event| {
        let previous_shift = last_shift.take();
        match **event {
            Event::Moved { from, to, .. } => {
                let moves = from == cell;
                if moves {
                    cell = to;
                }
                moves
            }
            Event::Battled { from, to, result, .. } => {
                let (strikes, is_struck) = (from == cell, to == cell);
                if strikes && result == BattleResult::AttackerSurvives {
                    cell = to;
                }
                strikes || is_struck
            }
            Event::Shifted { from, to, .. } => {
                // An exchange of two pieces is two events. The second one moves the other piece.
                let first_half = previous_shift.filter(|(ends, _)| *ends == (to, from));
                let has_moved = first_half.is_some_and(|(_, moved)| moved);
                let moves = from == cell && !has_moved;
                if first_half.is_none() {
                    last_shift = Some(((from, to), moves));
                }
                if moves {
                    cell = to;
                }
                moves
            }
            Event::Flipped { at, .. }
            | Event::Removed { at, .. }
            | Event::Revealed { at, .. }
            | Event::FlagShown { at, .. }
            | Event::FlagLifted { at, .. } => at == cell,
            _ => false,
        }
    };
    log.iter().filter(takes_part).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_tracked_through_house_rule_effects() {
        let history_of = |start, log: &[Event]| history(Tile::named_by(start), log);
        let [a, b, c, d] = ["S11", "N11", "S22", "N33"].map(|name| name.parse().unwrap());
        let (seat, other) = (Seat::new(0), Seat::new(2));
        let swap = [
            Event::Shifted { seat, from: a, to: b },
            Event::Shifted { seat: other, from: b, to: a },
        ];
        let mut log = swap.to_vec();
        log.push(Event::Moved { seat, from: b, to: c });
        log.push(Event::Moved { seat: other, from: a, to: b });
        log.push(Event::Shifted { seat, from: c, to: d });
        log.push(Event::Revealed { seat, at: d, piece: Kind::Major });
        log.push(Event::Removed { seat: other, at: b });
        assert_eq!(history_of(a, &log), [log[0], log[2], log[4], log[5]]);
        assert_eq!(history_of(b, &log), [log[1], log[3], log[6]]);
        // After two exchanges both pieces are back where they started.
        let mut twice = [swap, swap].concat();
        twice[2] = Event::Shifted { seat: other, from: a, to: b };
        twice[3] = Event::Shifted { seat, from: b, to: a };
        assert_eq!(history_of(a, &twice), [twice[0], twice[3]]);
        assert_eq!(history_of(b, &twice), [twice[1], twice[2]]);
    }
}
