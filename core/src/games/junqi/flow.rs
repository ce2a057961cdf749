//! The consequences of an action, and the order of judgement after it.

use super::battle::Battle;
use super::cells::{Cell, NONE};
use super::event::{BattleResult, Event, OutReason};
use super::notation::{Action, BattleSource};
use super::piece::Piece;
use super::rules::{FlagWin, FlipFlag};
use super::seats::SEATS;
use super::state::{EMPTY, Junqi, UNKNOWN};
use crate::contract::game::{NullSink, Sink};
use crate::contract::options::RuleSet;
use crate::contract::outcome::Reason;
use crate::contract::seat::{Seat, SeatSet};

impl Junqi {
    /// Passes the turn on if the seat that begins cannot move.
    pub(super) fn begin(&mut self) {
        self.find_mover(&mut NullSink);
    }

    /// Counts a time-out and passes the turn on.
    pub(super) fn time_out<S: Sink<Event>>(&mut self, seat: Seat, events: &mut S) {
        if !self.public.alive.contains(seat) {
            return;
        }
        let count = &mut self.public.timeouts[seat.index()];
        *count = count.saturating_add(1);
        let count = *count;
        events.emit(Event::TimedOut { seat, count });
        let limit = self.rules().timeouts_lose;
        let out = limit > 0 && count >= limit;
        if out {
            self.leave(seat, OutReason::Timeouts, events);
        }
        if self.public.over.is_none() {
            self.pass_on();
            let removed = self.find_mover(events) || out;
            self.judge_draws(removed, events);
        }
    }

    /// Takes a seat out of the game, at any seat's turn.
    pub(super) fn retire<S: Sink<Event>>(&mut self, seat: Seat, reason: OutReason, events: &mut S) {
        if !self.public.alive.contains(seat) {
            return;
        }
        self.leave(seat, reason, events);
        if self.public.over.is_none() {
            if self.public.turn == seat {
                self.pass_on();
            }
            self.find_mover(events);
            self.judge_draws(true, events);
        }
    }

    /// Ends the game in a draw between all sides that still play.
    pub(super) fn end_drawn<S: Sink<Event>>(&mut self, reason: Reason, events: &mut S) {
        let side = |all: SeatSet, seat| all.union(self.public.team(seat));
        let sides = self.public.alive.iter().fold(SeatSet::EMPTY, side);
        let winners = sides.intersection(self.rules().seats());
        self.public.over = Some((winners, reason));
        events.emit(Event::Ended { winners, reason });
    }

    /// Plays a seat's action.
    #[inline]
    pub(super) fn act<S: Sink<Event>>(&mut self, action: Action, events: &mut S) {
        self.public.ply += 1;
        let removed = match action {
            Action::Flip { at } => {
                self.flip(at, events);
                self.public.quiet = 0;
                false
            }
            Action::Move { from, to, ruling } => {
                // Rules without this draw set no limit, so the counter saturates.
                self.public.quiet = self.public.quiet.saturating_add(1);
                self.go(from, to, ruling, events)
            }
        };
        if removed {
            self.public.quiet = 0;
            if self.rules().is_flip() {
                self.judge_pieces(events);
            }
        }
        if self.public.over.is_none() {
            self.pass_on();
            let removed = self.find_mover(events) || removed;
            self.judge_draws(removed, events);
        }
    }

    /// Turns a tile up. The first Engineer decides which seat owns which army.
    fn flip<S: Sink<Event>>(&mut self, at: Cell, events: &mut S) {
        let tile = self.public.at[at.index()];
        if tile == NONE || !self.public.down.contains(at) {
            return;
        }
        self.public.down.remove(at);
        self.public.shown.insert(Cell::new(tile));
        let (seat, kind) = (self.public.turn, self.kind[tile as usize]);
        let owner = self.owner[tile as usize];
        let colour = Seat::new(if self.public.swapped { owner ^ 2 } else { owner });
        let piece = Piece::from_index(kind as usize);
        events.emit(Event::Flipped { seat, at, piece, colour });
        if self.public.assigned {
            self.hand_over(at);
        } else if piece == Piece::Engineer {
            self.assign_armies(colour);
            events.emit(Event::Settled { seat, colour });
        }
    }

    /// Gives the mover the army of this name, and the other seat the other army.
    fn assign_armies(&mut self, colour: Seat) {
        self.public.assigned = true;
        if colour != self.public.turn {
            self.public.swapped = true;
            for owner in self.owner.iter_mut().filter(|owner| **owner != NONE) {
                *owner ^= 2;
            }
            self.left.swap(0, 2);
            self.flag.swap(0, 2);
        }
        for cell in self.board().cells().iter() {
            if self.public.at[cell.index()] != NONE && !self.public.down.contains(cell) {
                self.hand_over(cell);
            }
        }
    }

    /// Hands a face-up tile to its owner.
    fn hand_over(&mut self, cell: Cell) {
        let tile = self.public.at[cell.index()] as usize;
        let owner = self.owner[tile];
        let bit = self.public.ground.board.rail_bit(cell);
        self.rail[self.who[cell.index()] as usize] &= !bit;
        self.rail[owner as usize] |= bit;
        self.who[cell.index()] = owner;
        self.army[owner as usize].insert(cell);
        self.note_arrival(cell, self.kind[tile]);
    }

    /// Moves a piece, with a fight if the target is taken. Returns true if a piece was removed.
    #[inline]
    fn go<S: Sink<Event>>(
        &mut self,
        from: Cell,
        to: Cell,
        ruling: BattleSource,
        events: &mut S,
    ) -> bool {
        let mover = self.public.at[from.index()];
        if mover == NONE || from == to {
            return false;
        }
        let kind = self.kind[mover as usize];
        let own = self.rules().rail_turns;
        if !own && self.kind_turns(kind) && !self.is_slide(from, to) {
            self.public.turned_corner.insert(Cell::new(mover));
        }
        self.public.moved.insert(Cell::new(mover));
        if self.public.at[to.index()] == NONE {
            events.emit(Event::Moved { seat: self.public.turn, from, to });
            self.shift(from, to);
            return self.arrive(to, self.public.turn, events);
        }
        self.fight(from, to, ruling, events);
        true
    }

    /// Moves a piece to an empty cell.
    #[inline]
    pub(super) fn shift(&mut self, from: Cell, to: Cell) {
        let tile = self.public.at[from.index()];
        let owner = self.who[from.index()];
        self.public.at[from.index()] = NONE;
        self.who[from.index()] = EMPTY;
        self.public.at[to.index()] = tile;
        self.who[to.index()] = owner;
        self.public.place[tile as usize] = to.index() as u8;
        let army = &mut self.army[owner as usize & 7];
        army.remove(from);
        army.insert(to);
        let board = &*self.public.ground.board;
        let rail = &mut self.rail[owner as usize & 7];
        *rail = *rail & !board.rail_bit(from) | board.rail_bit(to);
        self.note_leaving(from);
        self.note_arrival(to, self.kind[tile as usize]);
    }

    /// Takes a piece off the board.
    pub(super) fn remove(&mut self, cell: Cell) {
        let tile = self.public.at[cell.index()];
        let owner = self.owner[tile as usize] as usize & 7;
        self.public.at[cell.index()] = NONE;
        self.who[cell.index()] = EMPTY;
        self.public.place[tile as usize] = NONE;
        self.army[owner].remove(cell);
        self.rail[owner] &= !self.public.ground.board.rail_bit(cell);
        self.note_leaving(cell);
        self.public.down.remove(cell);
        self.left[owner][self.kind[tile as usize] as usize] -= 1;
    }

    fn fight<S: Sink<Event>>(
        &mut self,
        from: Cell,
        to: Cell,
        ruling: BattleSource,
        events: &mut S,
    ) {
        let (attacker, defender) = (self.public.at[from.index()], self.public.at[to.index()]);
        let (kind, struck) = (self.kind[attacker as usize], self.kind[defender as usize]);
        let mine = self.rules().mine;
        let fight = match ruling {
            BattleSource::Given(fight) => fight,
            BattleSource::Pieces if kind == UNKNOWN || struck == UNKNOWN => BattleResult::BothGone,
            BattleSource::Pieces => {
                let piece = |kind: u8| Piece::from_index(kind as usize);
                piece(kind).fight(piece(struck), mine)
            }
        };
        let (seat, other) = (self.public.turn, Seat::new(self.owner[defender as usize] & 7));
        events.emit(Event::Battled { seat, from, to, fight });
        self.public.battles.push(Battle {
            attacker: Cell::new(attacker),
            defender: Cell::new(defender),
            fight,
            attacker_flag: false,
            defender_flag: false,
            scouted: false,
            ruled: ruling != BattleSource::Pieces,
            ply: self.public.ply,
        });
        if self.rules().contact_reveals {
            self.reveal(attacker, from, events);
            self.reveal(defender, to, events);
        } else if self.rules().scout
            && kind == Piece::Engineer as u8
            && struck < Piece::Engineer as u8
        {
            let known = self.public.shown.contains(Cell::new(defender));
            if let Some(battle) = self.public.battles.last_mut().filter(|_| !known) {
                battle.scouted = true;
            }
            self.reveal(defender, to, events);
        }
        let digs = kind == Piece::Engineer as u8 && struck == Piece::Landmine as u8;
        if digs && fight != BattleResult::DefenderStays {
            self.cleared_mines[other.index()] += 1;
        }
        if fight != BattleResult::AttackerStays {
            self.remove(from);
            self.drop_flags(attacker, to, events);
        }
        if fight != BattleResult::DefenderStays {
            self.remove(to);
            self.drop_flags(defender, to, events);
        }
        if fight == BattleResult::AttackerStays {
            self.shift(from, to);
        }
        self.show_flags(kind, struck, fight, (seat, other), events);
        if struck == Piece::Flag as u8 && fight != BattleResult::DefenderStays {
            self.strike_flag(attacker, fight, (seat, other), to, events);
        } else if fight == BattleResult::AttackerStays {
            self.arrive(to, seat, events);
        }
    }

    pub(super) fn reveal<S: Sink<Event>>(&mut self, tile: u8, at: Cell, events: &mut S) {
        let kind = self.kind[tile as usize];
        if !self.public.shown.contains(Cell::new(tile)) && kind < UNKNOWN {
            self.public.shown.insert(Cell::new(tile));
            let seat = Seat::new(self.owner[tile as usize] & 7);
            events.emit(Event::Revealed { seat, at, piece: Piece::from_index(kind as usize) });
        }
    }

    /// Shows the Flags of armies whose Field Marshal fell.
    fn show_flags<S: Sink<Event>>(
        &mut self,
        kind: u8,
        struck: u8,
        fight: BattleResult,
        (seat, other): (Seat, Seat),
        events: &mut S,
    ) {
        if !self.rules().marshal_reveals_flag {
            return;
        }
        let marshal = Piece::FieldMarshal as u8;
        let fell = [
            (seat, kind == marshal && fight != BattleResult::AttackerStays),
            (other, struck == marshal && fight != BattleResult::DefenderStays),
        ];
        for (side, (owner, fell)) in fell.into_iter().enumerate() {
            let flag = self.flag[owner.index()];
            let carried = flag != NONE && self.public.place[flag as usize] == NONE;
            // A Flag that left its place is known to all, so nothing more is shown.
            if !fell || carried {
                continue;
            }
            if let Some(battle) = self.public.battles.last_mut() {
                match side {
                    0 => battle.attacker_flag = true,
                    _ => battle.defender_flag = true,
                }
            }
            self.show_flag(owner, events);
        }
    }

    pub(super) fn show_flag<S: Sink<Event>>(&mut self, owner: Seat, events: &mut S) {
        let tile = self.flag[owner.index()];
        if tile != NONE {
            self.public.shown.insert(Cell::new(tile));
            let at = self.public.place[tile as usize];
            if at != NONE {
                events.emit(Event::FlagShown { seat: owner, at: Cell::new(at) });
            }
        }
    }

    /// Strikes a Flag, which falls or is taken up to be carried.
    fn strike_flag<S: Sink<Event>>(
        &mut self,
        attacker: u8,
        fight: BattleResult,
        (by, seat): (Seat, Seat),
        at: Cell,
        events: &mut S,
    ) {
        // In either case everyone learns which piece was struck.
        self.public.shown.insert(Cell::new(self.flag[seat.index()]));
        if self.rules().carries() && fight == BattleResult::AttackerStays {
            self.lift(attacker, by, seat, at, events);
        } else {
            events.emit(Event::FlagTaken { by, seat, at });
            self.leave(seat, OutReason::Flag, events);
        }
    }

    fn lift<S: Sink<Event>>(
        &mut self,
        carrier: u8,
        by: Seat,
        seat: Seat,
        at: Cell,
        events: &mut S,
    ) {
        self.public.dropped_flags[seat.index()] = NONE;
        self.public.carrier[seat.index()] = carrier;
        events.emit(Event::FlagLifted { by, seat, at });
        self.bring(carrier, by, seat, at, events);
    }

    /// Applies the arrival of a piece: it takes up a dropped Flag, or brings one home. Returns
    /// true if this took a piece off the board.
    #[inline]
    pub(super) fn arrive<S: Sink<Event>>(&mut self, at: Cell, by: Seat, events: &mut S) -> bool {
        if !self.rules().carries() {
            return false;
        }
        let tile = self.public.at[at.index()];
        let kind = self.kind[tile as usize];
        for seat in self.rules().seats().iter() {
            if self.allied(seat, by) {
                continue;
            }
            if self.public.carrier[seat.index()] == tile {
                self.bring(tile, by, seat, at, events);
            } else if self.public.dropped_flags[seat.index()] as usize == at.index() {
                if kind == Piece::Bomb as u8 {
                    // The Bomb goes off on the Flag.
                    self.remove(at);
                    self.public.dropped_flags[seat.index()] = NONE;
                    events.emit(Event::FlagTaken { by, seat, at });
                    self.leave(seat, OutReason::Flag, events);
                    return true;
                }
                if !self.only_engineers_carry() || kind == Piece::Engineer as u8 {
                    self.lift(tile, by, seat, at, events);
                }
            }
        }
        false
    }

    fn only_engineers_carry(&self) -> bool {
        let rules = &self.rules();
        rules.is_flip() && rules.flip_flag == FlipFlag::EngineerCarriesHome
    }

    /// Ends the carrying of a Flag if it has reached its goal.
    fn bring<S: Sink<Event>>(
        &mut self,
        _carrier: u8,
        by: Seat,
        seat: Seat,
        at: Cell,
        events: &mut S,
    ) {
        let own = at.land() == Some(by);
        let there = if self.rules().carries_home() {
            own && self.board().headquarters().contains(at)
        } else {
            own && self.rules().flag_win == FlagWin::CarryOverFront
        };
        if there {
            events.emit(Event::FlagBrought { by, seat, at });
            self.leave(seat, OutReason::Flag, events);
        }
    }

    /// Drops the Flags a lost piece carried, where it fell.
    pub(super) fn drop_flags<S: Sink<Event>>(&mut self, tile: u8, at: Cell, events: &mut S) {
        for seat in 0..SEATS as u8 {
            if self.public.carrier[seat as usize] == tile {
                self.public.carrier[seat as usize] = NONE;
                self.public.dropped_flags[seat as usize] = at.index() as u8;
                events.emit(Event::FlagDropped { seat: Seat::new(seat), at });
            }
        }
    }

    /// Defeats armies of flip chess that have no piece left that could ever move.
    pub(super) fn judge_pieces<S: Sink<Event>>(&mut self, events: &mut S) {
        // The opponent of the mover is judged first: the mover wins the last exchange.
        for seat in [self.next(self.public.turn), self.public.turn] {
            let moving = &self.left[seat.index()][..Piece::Landmine as usize];
            if self.public.over.is_none() && moving.iter().all(|left| *left == 0) {
                self.leave(seat, OutReason::NoPieces, events);
            }
        }
    }

    /// Takes an army out of the game. The last side left wins.
    pub(super) fn leave<S: Sink<Event>>(&mut self, seat: Seat, reason: OutReason, events: &mut S) {
        if self.public.over.is_some() || !self.public.alive.contains(seat) {
            return;
        }
        self.public.alive.remove(seat);
        if let Some(place) = self.public.out.iter_mut().find(|place| place.is_none()) {
            *place = Some((seat, reason));
        }
        events.emit(Event::ArmyOut { seat, reason });
        let teams = self.rules().teams();
        let winner = self.public.alive.iter().next();
        let alone =
            winner.is_none_or(|w| self.public.alive.iter().all(|seat| self.allied(seat, w)));
        if alone {
            let winners = match winner {
                Some(winner) if teams => self.team(winner),
                _ => self.public.alive,
            };
            let reason = Reason::from(reason);
            self.public.over = Some((winners, reason));
            events.emit(Event::Ended { winners, reason });
            return;
        }
        for cell in self.army[seat.index()].iter() {
            self.remove(cell);
        }
        self.public.quiet = 0;
    }

    /// Ends a game in a draw if the position is dead or there are too many quiet plies.
    #[inline]
    pub(super) fn judge_draws<S: Sink<Event>>(&mut self, removed: bool, events: &mut S) {
        if self.public.over.is_some() {
            return;
        }
        let limit = u16::from(self.rules().draw_after_quiet_plies);
        if removed && self.public.ground.judge_dead && self.is_dead() {
            self.end_drawn(Reason::DeadPosition, events);
        } else if limit > 0 && self.public.quiet >= limit {
            self.end_drawn(Reason::QuietPlies, events);
        }
    }
}

impl From<OutReason> for Reason {
    fn from(reason: OutReason) -> Self {
        match reason {
            OutReason::Flag => Self::FlagTaken,
            OutReason::NoMove => Self::NoMove,
            OutReason::NoPieces => Self::NoPieces,
            OutReason::Timeouts => Self::Timeouts,
            OutReason::Resigned => Self::Resignation,
            OutReason::HouseRule => Self::HouseRule,
        }
    }
}
