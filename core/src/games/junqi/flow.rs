//! The consequences of an action, and the order of judgement after it.

use super::battle::Battle;
use super::cells::Cell;
use super::event::{BattleResult, Event, OutReason};
use super::notation::{Action, BattleSource};
use super::occupant::Occupant;
use super::packed_option::PackedOption;
use super::piece::Piece;
use super::public::opponent;
use super::rules::{FlagWin, FlipFlag};
use super::seats::SEATS;
use super::state::Junqi;
use super::tile::Tile;
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
        let Some(tile) = self.tile_at(at).filter(|_| self.public.down.contains(at)) else { return };
        let (Some(piece), Some(colour)) = (self.kind[tile], self.colour_of(tile)) else { return };
        self.public.down.remove(at);
        self.public.shown.insert(tile);
        let seat = self.public.turn;
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
            for owner in self.owner.values_mut() {
                *owner = owner.get().map(opponent).into();
            }
            self.left.swap(0, 2);
            self.flag.swap(0, 2);
        }
        for cell in self.board().cells().iter() {
            if !self.public.down.contains(cell) {
                self.hand_over(cell);
            }
        }
    }

    /// Hands the face-up tile on a cell, if there is one, to its owner.
    fn hand_over(&mut self, cell: Cell) {
        let Some(tile) = self.tile_at(cell) else { return };
        let Some(owner) = self.owner[tile].get() else { return };
        let bit = self.public.ground.board.rail_bit(cell);
        self.rail[self.occupant[cell].index()] &= !bit;
        self.rail[owner.index()] |= bit;
        self.occupant[cell] = Occupant::of(owner);
        self.army[owner.index()].insert(cell);
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
        let Some(mover) = self.tile_at(from).filter(|_| from != to) else { return false };
        let kind = self.kind[mover];
        let own = self.rules().rail_turns;
        if !own && self.kind_turns(kind) && !self.is_slide(from, to) {
            self.public.turned_corner.insert(mover);
        }
        self.public.moved.insert(mover);
        let Some(defender) = self.tile_at(to) else {
            events.emit(Event::Moved { seat: self.public.turn, from, to });
            self.shift(from, to);
            return self.arrive(to, self.public.turn, events);
        };
        self.fight((mover, from), (defender, to), ruling, events);
        true
    }

    /// Moves a piece to an empty cell.
    #[inline]
    pub(super) fn shift(&mut self, from: Cell, to: Cell) {
        let Some(tile) = self.tile_at(from) else { return };
        let Some(owner) = self.occupant[from].seat() else { return };
        self.public.tile[from] = PackedOption::NONE;
        self.occupant[from] = Occupant::EMPTY;
        self.public.tile[to] = PackedOption::some(tile);
        self.occupant[to] = Occupant::of(owner);
        self.public.cell[tile] = PackedOption::some(to);
        let army = &mut self.army[owner.index()];
        army.remove(from);
        army.insert(to);
        let board = &*self.public.ground.board;
        let rail = &mut self.rail[owner.index()];
        *rail = *rail & !board.rail_bit(from) | board.rail_bit(to);
        self.note_leaving(from);
        self.note_arrival(to, self.kind[tile]);
    }

    /// Takes a piece off the board.
    pub(super) fn remove(&mut self, cell: Cell) {
        let Some(tile) = self.tile_at(cell) else { return };
        let Some(owner) = self.owner[tile].get() else { return };
        self.public.tile[cell] = PackedOption::NONE;
        self.occupant[cell] = Occupant::EMPTY;
        self.public.cell[tile] = PackedOption::NONE;
        self.army[owner.index()].remove(cell);
        self.rail[owner.index()] &= !self.public.ground.board.rail_bit(cell);
        self.note_leaving(cell);
        self.public.down.remove(cell);
        self.left[owner.index()].take(self.kind[tile]);
    }

    fn fight<S: Sink<Event>>(
        &mut self,
        (attacker, from): (Tile, Cell),
        (defender, to): (Tile, Cell),
        ruling: BattleSource,
        events: &mut S,
    ) {
        let Some(other) = self.owner[defender].get() else { return };
        let seat = self.public.turn;
        let kinds @ (kind, struck) = (self.kind[attacker], self.kind[defender]);
        let fight = match (ruling, kind, struck) {
            (BattleSource::Given(fight), ..) => fight,
            (BattleSource::Pieces, Some(kind), Some(struck)) => {
                kind.fight(struck, self.rules().mine)
            }
            (BattleSource::Pieces, ..) => BattleResult::BothGone,
        };
        events.emit(Event::Battled { seat, from, to, fight });
        self.public.battles.push(Battle {
            attacker,
            defender,
            fight,
            attacker_flag: false,
            defender_flag: false,
            scouted: false,
            ruled: ruling != BattleSource::Pieces,
            ply: self.public.ply,
        });
        self.reveal_fighters((attacker, from), (defender, to), events);
        let digs = kinds == (Some(Piece::Engineer), Some(Piece::Landmine));
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
        self.show_flags(kinds, fight, (seat, other), events);
        if struck == Some(Piece::Flag) && fight != BattleResult::DefenderStays {
            self.strike_flag(attacker, fight, (seat, other), to, events);
        } else if fight == BattleResult::AttackerStays {
            self.arrive(to, seat, events);
        }
    }

    /// Reveals the pieces of the latest battle, both or only the one that an Engineer scouted, if
    /// the rules say so.
    #[inline]
    fn reveal_fighters<S: Sink<Event>>(
        &mut self,
        (attacker, from): (Tile, Cell),
        (defender, to): (Tile, Cell),
        events: &mut S,
    ) {
        if self.rules().contact_reveals {
            self.reveal(attacker, from, events);
            self.reveal(defender, to, events);
        } else if self.rules().scout
            && self.kind[attacker] == Some(Piece::Engineer)
            && self.kind[defender].is_some_and(|struck| struck < Piece::Engineer)
        {
            let known = self.is_shown(defender);
            if let Some(battle) = self.public.battles.last_mut().filter(|_| !known) {
                battle.scouted = true;
            }
            self.reveal(defender, to, events);
        }
    }

    pub(super) fn reveal<S: Sink<Event>>(&mut self, tile: Tile, at: Cell, events: &mut S) {
        let (Some(piece), Some(seat)) = (self.kind[tile], self.owner[tile].get()) else { return };
        if !self.is_shown(tile) {
            self.public.shown.insert(tile);
            events.emit(Event::Revealed { seat, at, piece });
        }
    }

    /// Shows the Flags of armies whose Field Marshal fell.
    fn show_flags<S: Sink<Event>>(
        &mut self,
        (kind, struck): (Option<Piece>, Option<Piece>),
        fight: BattleResult,
        (seat, other): (Seat, Seat),
        events: &mut S,
    ) {
        if !self.rules().marshal_reveals_flag {
            return;
        }
        let marshal = Some(Piece::FieldMarshal);
        let fell = [
            (seat, kind == marshal && fight != BattleResult::AttackerStays),
            (other, struck == marshal && fight != BattleResult::DefenderStays),
        ];
        for (side, (owner, fell)) in fell.into_iter().enumerate() {
            // A Flag that left its place is known to all, so nothing more is shown.
            if !fell || self.flag_left_its_place(owner) {
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

    /// Reports whether the Flag of an army was taken up to be carried.
    pub(super) fn flag_left_its_place(&self, owner: Seat) -> bool {
        self.flag[owner.index()].get().is_some_and(|flag| self.cell_of(flag).is_none())
    }

    pub(super) fn show_flag<S: Sink<Event>>(&mut self, owner: Seat, events: &mut S) {
        let Some(tile) = self.flag[owner.index()].get() else { return };
        self.public.shown.insert(tile);
        if let Some(at) = self.cell_of(tile) {
            events.emit(Event::FlagShown { seat: owner, at });
        }
    }

    /// Strikes a Flag, which falls or is taken up to be carried.
    fn strike_flag<S: Sink<Event>>(
        &mut self,
        attacker: Tile,
        fight: BattleResult,
        (by, seat): (Seat, Seat),
        at: Cell,
        events: &mut S,
    ) {
        // In either case everyone learns which piece was struck.
        if let Some(flag) = self.flag[seat.index()].get() {
            self.public.shown.insert(flag);
        }
        if self.rules().carries() && fight == BattleResult::AttackerStays {
            self.lift(attacker, by, seat, at, events);
        } else {
            events.emit(Event::FlagTaken { by, seat, at });
            self.leave(seat, OutReason::Flag, events);
        }
    }

    fn lift<S: Sink<Event>>(
        &mut self,
        carrier: Tile,
        by: Seat,
        seat: Seat,
        at: Cell,
        events: &mut S,
    ) {
        self.public.dropped_flags[seat.index()] = PackedOption::NONE;
        self.public.carrier[seat.index()] = PackedOption::some(carrier);
        events.emit(Event::FlagLifted { by, seat, at });
        self.bring(by, seat, at, events);
    }

    /// Applies the arrival of a piece: it takes up a dropped Flag, or brings one home. Returns
    /// true if this took a piece off the board.
    #[inline]
    pub(super) fn arrive<S: Sink<Event>>(&mut self, at: Cell, by: Seat, events: &mut S) -> bool {
        if !self.rules().carries() {
            return false;
        }
        let Some(tile) = self.tile_at(at) else { return false };
        let kind = self.kind[tile];
        for seat in self.rules().seats().iter() {
            if self.allied(seat, by) {
                continue;
            }
            if self.carrier_of(seat) == Some(tile) {
                self.bring(by, seat, at, events);
            } else if self.dropped_flag(seat) == Some(at) {
                if kind == Some(Piece::Bomb) {
                    // The Bomb goes off on the Flag.
                    self.remove(at);
                    self.public.dropped_flags[seat.index()] = PackedOption::NONE;
                    events.emit(Event::FlagTaken { by, seat, at });
                    self.leave(seat, OutReason::Flag, events);
                    return true;
                }
                if !self.only_engineers_carry() || kind == Some(Piece::Engineer) {
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
    fn bring<S: Sink<Event>>(&mut self, by: Seat, seat: Seat, at: Cell, events: &mut S) {
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
    pub(super) fn drop_flags<S: Sink<Event>>(&mut self, tile: Tile, at: Cell, events: &mut S) {
        for seat in (0..SEATS as u8).map(Seat::new) {
            if self.carrier_of(seat) == Some(tile) {
                self.public.carrier[seat.index()] = PackedOption::NONE;
                self.public.dropped_flags[seat.index()] = PackedOption::some(at);
                events.emit(Event::FlagDropped { seat, at });
            }
        }
    }

    /// Defeats armies of flip chess that have no piece left that could ever move.
    pub(super) fn judge_pieces<S: Sink<Event>>(&mut self, events: &mut S) {
        // The opponent of the mover is judged first: the mover wins the last exchange.
        for seat in [self.next(self.public.turn), self.public.turn] {
            if self.public.over.is_none() && !self.left[seat.index()].any_moves() {
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
