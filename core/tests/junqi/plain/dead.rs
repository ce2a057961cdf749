//! Reference implementation of the dead position: no side can ever win, and none can run out of
//! moves.

use std::collections::HashSet;

use super::{Piece, Plain, can_move, fight};
use crate::plain_board::is_headquarters;

impl Plain {
    /// Returns true if no enemy piece or Flag can ever fall, and no side can run out of moves.
    pub(super) fn dead(&self) -> bool {
        self.nothing_can_fall()
            && self.living.iter().all(|seat| {
                let side = self.side(*seat);
                side.iter().any(|army| self.living.contains(army) && self.can_wait(*army))
            })
    }

    /// Returns true if an army can pass the time forever: with a piece that goes to an adjacent
    /// empty cell and back, on ground where only pieces of this army ever walk.
    fn can_wait(&self, army: usize) -> bool {
        let walks = |cell: &str, piece: &Piece| {
            can_move(piece.code) && (!is_headquarters(cell) || self.can_leave_headquarters())
        };
        self.on.iter().any(|(cell, start)| {
            let piece = &self.pieces[start];
            if self.owner(piece) != Some(army) || !walks(cell, piece) {
                return false;
            }
            let can_step_and_return = self.board.near[cell]
                .iter()
                .any(|next| self.piece_on(next).is_none() && walks(next, piece));
            let ground = self.ground(cell, piece);
            let undisturbed = self.on.iter().all(|(other_cell, other_start)| {
                let other = &self.pieces[other_start];
                self.owner(other) == Some(army)
                    || self.ground(other_cell, other).is_disjoint(&ground)
                    || !walks(other_cell, other)
            });
            can_step_and_return && undisturbed
        })
    }

    /// Returns true if no mobile piece can ever reach a Flag, or an enemy it could remove.
    fn nothing_can_fall(&self) -> bool {
        if self.on.values().any(|start| self.pieces[start].down) || self.owns.is_none() {
            return false;
        }
        if !self.carried.is_empty() || !self.dropped.is_empty() {
            return false;
        }
        let mine = self.options["mine"].as_str().unwrap();
        let could_remove = |piece: &Piece, other: &Piece| {
            let (own, enemy) = (self.owner(piece).unwrap(), self.owner(other).unwrap());
            !self.allied(own, enemy) && fight(piece.code, other.code, mine) != "defender stays"
        };
        for (cell, start) in &self.on {
            let piece = &self.pieces[start];
            let ground = self.ground(cell, piece);
            if ground.len() == 1 {
                continue;
            }
            let removable =
                || self.on.iter().filter(|(_, other)| could_remove(piece, &self.pieces[*other]));
            // A removable piece on the ground of this one, or one that could come there.
            let stands_there = removable().any(|(at, _)| ground.contains(at.as_str()));
            let meets = |(at, other): (&String, &String)| {
                !self.ground(at, &self.pieces[other]).is_disjoint(&ground)
            };
            if stands_there || removable().any(meets) {
                return false;
            }
        }
        true
    }

    /// Returns all cells a piece could ever reach if only the walls remained that it cannot break.
    fn ground<'a>(&'a self, cell: &'a str, piece: &Piece) -> HashSet<&'a str> {
        let mut ground = HashSet::from([cell]);
        let locked = is_headquarters(cell) && !self.can_leave_headquarters();
        if !can_move(piece.code) || locked {
            return ground;
        }
        let own = self.owner(piece).unwrap();
        let mine = self.options["mine"].as_str().unwrap();
        let mut todo = vec![cell];
        while let Some(here) = todo.pop() {
            for next in &self.board.near[here] {
                let wall = self.piece_on(next).is_some_and(|there| {
                    let friend = self.allied(own, self.owner(there).unwrap());
                    let stays = friend || fight(piece.code, there.code, mine) == "defender stays";
                    matches!(there.code, "30" | "31") && stays && self.fights_alone(there)
                });
                if !wall && ground.insert(next) {
                    todo.push(next);
                }
            }
        }
        ground
    }

    /// Returns true if the army of a piece has no living partner. Only then its mines stay for
    /// good: an army may resign to let its partner through, but not to lose.
    fn fights_alone(&self, piece: &Piece) -> bool {
        let side = self.side(self.owner(piece).unwrap());
        side.intersection(&self.living).count() == 1
    }
}
