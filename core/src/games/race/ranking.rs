//! The places of a finished race.

use super::board::HANGAR;
use super::state::{Phase, Race};
use crate::contract::game::Game;
use crate::contract::outcome::Reason;
use crate::contract::seat::{Seat, SeatSet};

/// The places of a finished game, the best first. Seats in one set share a place. It is a fixed
/// array, because playouts need the places and should not allocate.
#[derive(Clone, Copy, Default)]
pub(super) struct Places {
    sets: [SeatSet; 8],
    len: usize,
}

impl Places {
    fn push(&mut self, set: SeatSet) {
        if let Some(place) = self.sets.get_mut(self.len) {
            *place = set;
            self.len += 1;
        }
    }

    pub(super) fn as_slice(&self) -> &[SeatSet] {
        &self.sets[..self.len]
    }
}

impl Race {
    /// Returns the places of a finished game.
    pub(super) fn places(&self) -> Places {
        if self.tables.rules.teams {
            return self.team_places();
        }
        let mut places = Places::default();
        self.finished.iter().for_each(|seat| places.push(SeatSet::one(seat)));
        let mut others = self.active();
        if let Some(winner) = self.winner {
            places.push(SeatSet::one(winner));
            others.remove(winner);
        }
        // If the option `end` or a house rule ended the game early, the seats still on the board
        // are ranked.
        if self.phase == Phase::Over(Reason::FirstHome) || self.winner.is_some() {
            self.rank(others, &mut places);
        } else if !others.is_empty() {
            places.push(others);
        }
        self.resigned.iter().rev().for_each(|seat| places.push(SeatSet::one(seat)));
        places
    }

    /// Returns the places in a game of teams: the winning team first, or all seats in a draw.
    fn team_places(&self) -> Places {
        let team = |seat: Seat| SeatSet::from_iter([seat, self.board().opposite(seat)]);
        let winner = match self.phase {
            Phase::Over(Reason::TeamHome) => self.finished.iter().next_back(),
            Phase::Over(Reason::Resignation) => {
                let losers = self.resigned.iter().next().map(team).unwrap_or_default();
                self.seats.difference(losers).iter().next()
            }
            _ => self.winner,
        };
        let mut places = Places::default();
        match winner.map(team) {
            Some(winners) => {
                places.push(winners);
                places.push(self.seats.difference(winners));
            }
            None => places.push(self.seats),
        }
        places
    }

    /// Adds seats to the places, by planes in the centre and then by total progress. Equal seats
    /// share a place.
    fn rank(&self, mut seats: SeatSet, places: &mut Places) {
        let standing = |seat: Seat| -> (usize, u32) {
            let started = self.planes(seat).iter().filter(|progress| **progress != HANGAR);
            (self.finished_count(seat), started.map(|progress| u32::from(*progress)).sum())
        };
        while let Some(best) = seats.iter().map(standing).max() {
            let tied = seats.iter().filter(|seat| standing(*seat) == best).collect();
            places.push(tied);
            seats = seats.difference(tied);
        }
    }
}
