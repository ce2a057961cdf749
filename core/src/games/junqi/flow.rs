//! Plays one action, and everything that follows from it in the order of the rules.
//!
//! A move or a strike changes the board. Then Flags are captured, carried or dropped, and armies
//! are eliminated. If the game goes on, the turn passes to the next army that can move. Armies that
//! cannot are eliminated on the way. Last, the game may end in a draw: in a dead position, or after
//! too many quiet plies.
//!
//! Every function emits its events in the order in which things happen.

use super::battle::Battle;
use super::cells::Cell;
use super::event::{BattleResult, EliminationReason, Event};
use super::notation::{Action, BattleSource};
use super::occupant::Occupant;
use super::packed_option::PackedOption;
use super::piece::Kind;
use super::public::opponent;
use super::rules::{FlagWin, FlipArmies, FlipFlag};
use super::seats::SEATS;
use super::state::Junqi;
use super::tile::Tile;
use crate::contract::game::{NullSink, Sink};
use crate::contract::options::RuleSet;
use crate::contract::outcome::Reason;
use crate::contract::seat::{Seat, SeatSet};

impl Junqi {
    /// Starts the first turn. Armies that cannot move at their turn are eliminated.
    pub(super) fn begin_first_turn(&mut self) {
        self.eliminate_stuck_armies(&mut NullSink);
    }

    /// Counts a time-out of the seat to move and passes the turn. If the count reaches the limit of
    /// the rules, eliminates the army first. If the seat had a question to answer, drops the
    /// question instead of passing the turn.
    pub(super) fn count_timeout<S: Sink<Event>>(&mut self, seat: Seat, events: &mut S) {
        if !self.public.alive.contains(seat) {
            return;
        }
        let count = &mut self.public.timeouts[seat.index()];
        *count = count.saturating_add(1);
        let count = *count;
        events.emit(Event::TimedOut { seat, count });
        let limit = self.rules().timeouts_lose;
        let eliminated = limit > 0 && count >= limit;
        if self.public.questions.pop().is_some() {
            // The seat loses its chance to answer, but no turn.
            if eliminated {
                self.eliminate_and_continue(seat, EliminationReason::Timeouts, events);
            }
            return;
        }
        if eliminated {
            self.eliminate(seat, EliminationReason::Timeouts, events);
        }
        if self.public.ending.is_none() {
            self.end_turn();
            let removed = self.eliminate_stuck_armies(events) || eliminated;
            self.end_if_drawn(removed, events);
        }
    }

    /// Eliminates an army at any seat's turn, by resignation or a house rule. Then passes the turn
    /// if it was that seat's, and ends the game if it is drawn.
    pub(super) fn eliminate_and_continue<S: Sink<Event>>(
        &mut self,
        seat: Seat,
        reason: EliminationReason,
        events: &mut S,
    ) {
        if !self.public.alive.contains(seat) {
            return;
        }
        self.eliminate(seat, reason, events);
        if self.public.ending.is_none() {
            if self.public.turn == seat {
                self.end_turn();
            }
            self.eliminate_stuck_armies(events);
            self.end_if_drawn(true, events);
        }
    }

    /// Ends the game in a draw between all sides with an army in the game.
    pub(super) fn end_in_draw<S: Sink<Event>>(&mut self, reason: Reason, events: &mut S) {
        let mut sharing = SeatSet::EMPTY;
        for seat in self.public.alive.iter() {
            sharing = sharing.union(self.public.team(seat));
        }
        let winners = sharing.intersection(self.rules().seats());
        self.public.ending = Some((winners, reason));
        events.emit(Event::Ended { winners, reason });
    }

    /// Plays an action of the seat to move.
    #[inline]
    pub(super) fn play_action<S: Sink<Event>>(&mut self, action: Action, events: &mut S) {
        self.public.ply += 1;
        let removed = match action {
            Action::Flip { at } => {
                self.play_flip(at, events);
                self.public.quiet_plies = 0;
                false
            }
            Action::Move { from, to, battle_source } => {
                // Without a limit in the rules the count could overflow, so it saturates.
                self.public.quiet_plies = self.public.quiet_plies.saturating_add(1);
                self.play_move(from, to, battle_source, events)
            }
            // Unreachable: `play_unchecked` handles answers itself, without counting a ply.
            Action::Answer { .. } => false,
        };
        if removed {
            self.public.quiet_plies = 0;
            if self.rules().is_flip() {
                self.eliminate_immobile_armies(events);
            }
        }
        if self.public.ending.is_none() {
            self.end_turn();
            let removed = self.eliminate_stuck_armies(events) || removed;
            self.end_if_drawn(removed, events);
        }
    }

    /// Turns up a face-down tile. The first Engineer, or the first tile if the rules say so,
    /// decides which seat owns which army.
    fn play_flip<S: Sink<Event>>(&mut self, at: Cell, events: &mut S) {
        let Some(tile) = self.tile_at(at).filter(|_| self.public.face_down.contains(at)) else {
            return;
        };
        let (Some(piece), Some(colour)) = (self.kind[tile], self.dealt_seat_of(tile)) else {
            return;
        };
        self.public.face_down.remove(at);
        self.public.revealed.insert(tile);
        let seat = self.public.turn;
        events.emit(Event::Flipped { seat, at, piece, colour });
        if self.public.armies_assigned {
            self.assign_tile_to_owner(at);
        } else if piece == Kind::Engineer || self.rules().flip_armies == FlipArmies::FirstTile {
            self.assign_armies(colour);
            events.emit(Event::ArmiesAssigned { seat, colour });
        }
    }

    /// Gives the seat to move the army that was dealt to `dealt_seat`, and the other seat the other
    /// army.
    fn assign_armies(&mut self, dealt_seat: Seat) {
        self.public.armies_assigned = true;
        if dealt_seat != self.public.turn {
            self.public.armies_swapped = true;
            for owner in self.owner.values_mut() {
                *owner = owner.get().map(opponent).into();
            }
            let [south, north] = [0, 2];
            self.remaining.swap(south, north);
            self.flag_tiles.swap(south, north);
        }
        for cell in self.board().cells().iter() {
            if !self.public.face_down.contains(cell) {
                self.assign_tile_to_owner(cell);
            }
        }
    }

    /// Enters the tile on a cell in the tables of its owner's army. The tile lies face up, and
    /// the cell's occupant had no owner before. Does nothing on an empty cell.
    fn assign_tile_to_owner(&mut self, cell: Cell) {
        let Some(tile) = self.tile_at(cell) else { return };
        let Some(owner) = self.owner[tile].get() else { return };
        let bit = self.public.context.board.rail_bit(cell);
        self.rail_occupancy[self.occupant[cell].index()] &= !bit;
        self.rail_occupancy[owner.index()] |= bit;
        self.occupant[cell] = Occupant::of(owner);
        self.army_cells[owner.index()].insert(cell);
        self.update_mobility(cell, self.kind[tile]);
    }

    /// Moves a piece, with a battle if another piece stands on the target cell. Returns true if a
    /// piece was removed.
    #[inline]
    fn play_move<S: Sink<Event>>(
        &mut self,
        from: Cell,
        to: Cell,
        battle_source: BattleSource,
        events: &mut S,
    ) -> bool {
        let Some(mover) = self.tile_at(from).filter(|_| from != to) else { return false };
        let kind = self.kind[mover];
        // If every piece may turn corners, turning one reveals nothing about the kind.
        let all_turn = self.rules().rail_turns;
        if !all_turn && self.kind_turns(kind) && !self.is_slide(from, to) {
            self.public.turned_corner.insert(mover);
        }
        self.public.moved.insert(mover);
        let Some(defender) = self.tile_at(to) else {
            events.emit(Event::Moved { seat: self.public.turn, from, to });
            self.move_tile(from, to);
            return self.resolve_arrival(to, self.public.turn, events);
        };
        self.play_battle((mover, from), (defender, to), battle_source, events);
        true
    }

    /// Moves a piece to an empty cell, without any consequences.
    #[inline]
    pub(super) fn move_tile(&mut self, from: Cell, to: Cell) {
        let Some(tile) = self.tile_at(from) else { return };
        let Some(owner) = self.occupant[from].seat() else { return };
        self.public.tile[from] = PackedOption::NONE;
        self.occupant[from] = Occupant::EMPTY;
        self.public.tile[to] = PackedOption::some(tile);
        self.occupant[to] = Occupant::of(owner);
        self.public.cell[tile] = PackedOption::some(to);
        let army = &mut self.army_cells[owner.index()];
        army.remove(from);
        army.insert(to);
        let board = &*self.public.context.board;
        let rail = &mut self.rail_occupancy[owner.index()];
        *rail = *rail & !board.rail_bit(from) | board.rail_bit(to);
        self.clear_mobility(from);
        self.update_mobility(to, self.kind[tile]);
    }

    /// Takes a piece off the board, without any consequences.
    pub(super) fn remove_tile(&mut self, cell: Cell) {
        let Some(tile) = self.tile_at(cell) else { return };
        let Some(owner) = self.owner[tile].get() else { return };
        self.public.tile[cell] = PackedOption::NONE;
        self.occupant[cell] = Occupant::EMPTY;
        self.public.cell[tile] = PackedOption::NONE;
        self.army_cells[owner.index()].remove(cell);
        self.rail_occupancy[owner.index()] &= !self.public.context.board.rail_bit(cell);
        self.clear_mobility(cell);
        self.public.face_down.remove(cell);
        self.remaining[owner.index()].remove(self.kind[tile]);
    }

    /// Plays the battle of two pieces, with everything that follows from its result.
    fn play_battle<S: Sink<Event>>(
        &mut self,
        (attacker, from): (Tile, Cell),
        (defender, to): (Tile, Cell),
        battle_source: BattleSource,
        events: &mut S,
    ) {
        let Some(victim) = self.owner[defender].get() else { return };
        let seat = self.public.turn;
        let kinds = (self.kind[attacker], self.kind[defender]);
        let result = match (battle_source, kinds) {
            (BattleSource::Given(result), _) => result,
            (BattleSource::Pieces, (Some(attacker_kind), Some(defender_kind))) => {
                attacker_kind.battle_result(defender_kind, self.rules().mine)
            }
            // Only an unchecked step comes here: a legal one gives the result of a battle with an
            // unrecorded piece.
            (BattleSource::Pieces, _) => BattleResult::BothGone,
        };
        events.emit(Event::Battled { seat, from, to, result });
        self.public.battles.push(Battle {
            attacker,
            defender,
            result,
            attacker_flag_shown: false,
            defender_flag_shown: false,
            defender_scouted: false,
            is_result_given: battle_source != BattleSource::Pieces,
            ply: self.public.ply,
        });
        self.reveal_by_battle((attacker, from), (defender, to), events);
        let clears_mine = kinds == (Some(Kind::Engineer), Some(Kind::Landmine));
        if clears_mine && result != BattleResult::DefenderSurvives {
            self.cleared_mines[victim.index()] += 1;
        }
        if result != BattleResult::AttackerSurvives {
            self.remove_tile(from);
            self.drop_flags(attacker, to, events);
        }
        if result != BattleResult::DefenderSurvives {
            self.remove_tile(to);
            self.drop_flags(defender, to, events);
        }
        if result == BattleResult::AttackerSurvives {
            self.move_tile(from, to);
        }
        self.show_flags_of_fallen_marshals(kinds, result, (seat, victim), events);
        if kinds.1 == Some(Kind::Flag) && result != BattleResult::DefenderSurvives {
            self.capture_flag(attacker, result, (seat, victim), to, events);
        } else if result == BattleResult::AttackerSurvives {
            self.resolve_arrival(to, seat, events);
        }
    }

    /// Reveals pieces of the latest battle if the rules say so: both pieces if contact reveals
    /// them, or else the defender if an Engineer scouted it.
    #[inline]
    fn reveal_by_battle<S: Sink<Event>>(
        &mut self,
        (attacker, from): (Tile, Cell),
        (defender, to): (Tile, Cell),
        events: &mut S,
    ) {
        if self.rules().contact_reveals {
            self.reveal_tile(attacker, from, events);
            self.reveal_tile(defender, to, events);
        } else if self.rules().scout
            && self.kind[attacker] == Some(Kind::Engineer)
            && self.kind[defender].is_some_and(|kind| kind < Kind::Engineer)
        {
            let was_shown = self.is_revealed(defender);
            if let Some(battle) = self.public.battles.last_mut().filter(|_| !was_shown) {
                battle.defender_scouted = true;
            }
            self.reveal_tile(defender, to, events);
        }
    }

    /// Shows a tile to all, unless it was shown before.
    pub(super) fn reveal_tile<S: Sink<Event>>(&mut self, tile: Tile, at: Cell, events: &mut S) {
        let (Some(piece), Some(seat)) = (self.kind[tile], self.owner[tile].get()) else { return };
        if !self.is_revealed(tile) {
            self.public.revealed.insert(tile);
            events.emit(Event::Revealed { seat, at, piece });
        }
    }

    /// Shows the Flags of armies whose Field Marshal fell in the latest battle, if the rules say
    /// so. The pairs are in the order attacker, defender.
    fn show_flags_of_fallen_marshals<S: Sink<Event>>(
        &mut self,
        (attacker_kind, defender_kind): (Option<Kind>, Option<Kind>),
        result: BattleResult,
        (seat, victim): (Seat, Seat),
        events: &mut S,
    ) {
        if !self.rules().marshal_reveals_flag {
            return;
        }
        let marshal = Some(Kind::FieldMarshal);
        let attacker_fell = attacker_kind == marshal && result != BattleResult::AttackerSurvives;
        let defender_fell = defender_kind == marshal && result != BattleResult::DefenderSurvives;
        // A lifted Flag is known to all, so nothing more is shown.
        if attacker_fell && !self.was_flag_lifted(seat) {
            if let Some(battle) = self.public.battles.last_mut() {
                battle.attacker_flag_shown = true;
            }
            self.show_flag(seat, events);
        }
        if defender_fell && !self.was_flag_lifted(victim) {
            if let Some(battle) = self.public.battles.last_mut() {
                battle.defender_flag_shown = true;
            }
            self.show_flag(victim, events);
        }
    }

    /// Reports whether the Flag of an army was lifted to be carried, so that its tile left the
    /// board.
    pub(super) fn was_flag_lifted(&self, owner: Seat) -> bool {
        self.flag_tiles[owner.index()].get().is_some_and(|flag| self.cell_of(flag).is_none())
    }

    /// Shows the Flag of an army to all.
    pub(super) fn show_flag<S: Sink<Event>>(&mut self, owner: Seat, events: &mut S) {
        let Some(tile) = self.flag_tiles[owner.index()].get() else { return };
        self.public.revealed.insert(tile);
        if let Some(at) = self.cell_of(tile) {
            events.emit(Event::FlagShown { seat: owner, at });
        }
    }

    /// Captures the Flag of a seat. The Flag falls, or is lifted to be carried.
    fn capture_flag<S: Sink<Event>>(
        &mut self,
        attacker: Tile,
        result: BattleResult,
        (by, seat): (Seat, Seat),
        at: Cell,
        events: &mut S,
    ) {
        // In either case everyone learns that the piece was the Flag.
        if let Some(flag) = self.flag_tiles[seat.index()].get() {
            self.public.revealed.insert(flag);
        }
        if self.rules().carries_flag() && result == BattleResult::AttackerSurvives {
            self.lift_flag(attacker, by, seat, at, events);
        } else {
            events.emit(Event::FlagTaken { by, seat, at });
            self.eliminate(seat, EliminationReason::Flag, events);
        }
    }

    /// Lets a piece of `by` lift the Flag of `seat`, which stood or lay on the cell `at`. Delivers
    /// the Flag at once if this cell is its goal.
    fn lift_flag<S: Sink<Event>>(
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
        self.deliver_flag(by, seat, at, events);
    }

    /// Resolves what a piece does to Flags on the cell it arrived on: it lifts a dropped Flag, or
    /// brings the one it carries to its goal. A Bomb destroys a dropped Flag. Returns true if this
    /// took a piece off the board.
    #[inline]
    pub(super) fn resolve_arrival<S: Sink<Event>>(
        &mut self,
        at: Cell,
        by: Seat,
        events: &mut S,
    ) -> bool {
        if !self.rules().carries_flag() {
            return false;
        }
        let Some(tile) = self.tile_at(at) else { return false };
        let kind = self.kind[tile];
        for seat in self.rules().seats().iter() {
            if self.allied(seat, by) {
                continue;
            }
            if self.carrier_of(seat) == Some(tile) {
                self.deliver_flag(by, seat, at, events);
            } else if self.dropped_flag(seat) == Some(at) {
                if kind == Some(Kind::Bomb) && !self.only_engineers_carry() {
                    // The Bomb goes off on the Flag.
                    self.remove_tile(at);
                    self.public.dropped_flags[seat.index()] = PackedOption::NONE;
                    events.emit(Event::FlagTaken { by, seat, at });
                    self.eliminate(seat, EliminationReason::Flag, events);
                    return true;
                }
                if !self.only_engineers_carry() || kind == Some(Kind::Engineer) {
                    self.lift_flag(tile, by, seat, at, events);
                }
            }
        }
        false
    }

    /// Reports whether only Engineers can lift a Flag.
    fn only_engineers_carry(&self) -> bool {
        let rules = &self.rules();
        rules.is_flip() && rules.flip_flag == FlipFlag::EngineerCarriesHome
    }

    /// Eliminates the army of a carried Flag if its carrier stands on a cell where the Flag counts
    /// as brought home.
    fn deliver_flag<S: Sink<Event>>(&mut self, by: Seat, seat: Seat, at: Cell, events: &mut S) {
        if self.is_goal(by, at) {
            events.emit(Event::FlagBrought { by, seat, at });
            self.eliminate(seat, EliminationReason::Flag, events);
        }
    }

    /// Reports whether a Flag that a seat carries counts as brought home on a cell.
    pub(super) fn is_goal(&self, by: Seat, at: Cell) -> bool {
        let in_own_land = at.land() == Some(by);
        if self.rules().carries_home() {
            in_own_land && self.board().headquarters().contains(at)
        } else {
            in_own_land && self.rules().flag_win == FlagWin::CarryOverFront
        }
    }

    /// Drops the Flags that a lost piece carried. They lie on the cell where it fell.
    pub(super) fn drop_flags<S: Sink<Event>>(&mut self, tile: Tile, at: Cell, events: &mut S) {
        for seat in (0..SEATS as u8).map(Seat::new) {
            if self.carrier_of(seat) == Some(tile) {
                self.public.carrier[seat.index()] = PackedOption::NONE;
                self.public.dropped_flags[seat.index()] = PackedOption::some(at);
                events.emit(Event::FlagDropped { seat, at });
            }
        }
    }

    /// Eliminates armies of Flip Junqi that have no piece left that could ever move.
    pub(super) fn eliminate_immobile_armies<S: Sink<Event>>(&mut self, events: &mut S) {
        // The opponent of the seat to move comes first. So the seat to move wins if a battle leaves
        // neither army a piece that can move.
        for seat in [self.next_seat(self.public.turn), self.public.turn] {
            if self.public.ending.is_none() && !self.remaining[seat.index()].any_can_move() {
                self.eliminate(seat, EliminationReason::NoPieces, events);
            }
        }
    }

    /// Eliminates an army. The game ends if only one side is left. Otherwise the pieces of the army
    /// leave the board.
    pub(super) fn eliminate<S: Sink<Event>>(
        &mut self,
        seat: Seat,
        reason: EliminationReason,
        events: &mut S,
    ) {
        if self.public.ending.is_some() || !self.public.alive.contains(seat) {
            return;
        }
        self.public.alive.remove(seat);
        self.public.questions.retain_seats(self.public.alive);
        if let Some(entry) = self.public.eliminated.iter_mut().find(|entry| entry.is_none()) {
            *entry = Some((seat, reason));
        }
        events.emit(Event::ArmyOut { seat, reason });
        let teams = self.rules().teams();
        let alive = self.public.alive;
        let survivor = alive.iter().next();
        let one_side_left =
            survivor.is_none_or(|survivor| alive.iter().all(|seat| self.allied(seat, survivor)));
        if one_side_left {
            let winners = match survivor {
                Some(survivor) if teams => self.team(survivor),
                _ => alive,
            };
            let reason = Reason::from(reason);
            self.public.ending = Some((winners, reason));
            events.emit(Event::Ended { winners, reason });
            return;
        }
        for cell in self.army_cells[seat.index()].iter() {
            self.remove_tile(cell);
        }
        self.public.quiet_plies = 0;
    }

    /// Ends the game in a draw if there were too many quiet plies, or if a piece was removed and
    /// the position is dead.
    #[inline]
    pub(super) fn end_if_drawn<S: Sink<Event>>(&mut self, removed: bool, events: &mut S) {
        if self.public.ending.is_some() {
            return;
        }
        let limit = u16::from(self.rules().draw_after_quiet_plies);
        if removed && self.public.context.ends_in_dead_position && self.is_dead() {
            self.end_in_draw(Reason::DeadPosition, events);
        } else if limit > 0 && self.public.quiet_plies >= limit {
            self.end_in_draw(Reason::QuietPlies, events);
        }
    }
}

impl From<EliminationReason> for Reason {
    fn from(reason: EliminationReason) -> Self {
        match reason {
            EliminationReason::Flag => Self::FlagTaken,
            EliminationReason::NoMove => Self::NoMove,
            EliminationReason::NoPieces => Self::NoPieces,
            EliminationReason::Timeouts => Self::Timeouts,
            EliminationReason::Resigned => Self::Resignation,
            EliminationReason::HouseRule => Self::HouseRule,
        }
    }
}
