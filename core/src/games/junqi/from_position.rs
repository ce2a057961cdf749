//! Creates a game from a position, with all checks, and a position from a game.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::board_kind::{BoardKind, CellKind};
use super::cells::{CELLS, CELLS_OF_FOUR, Cell};
use super::layout::may_stand;
use super::packed_option::PackedOption;
use super::piece::{ARMY, Kind};
use super::position::{ArmyOwnership, PlacedPiece, Position, PositionError, SeatName};
use super::public::{PublicState, SetUpFacts};
use super::rules::{FlipArmies, Rules, Start};
use super::seats::SEATS;
use super::state::{Junqi, TileKinds};
use super::tile::{Owners, Tile, Tiles};
use crate::contract::game::{Game, SetupError};
use crate::contract::options::RuleSet;
use crate::contract::position::{MAX_PLIES, NoPosition};
use crate::contract::seat::Seat;
use crate::contract::turn_stack::MAX_POSTPONED;

/// Number of Landmines in an army.
const MINES: u8 = Kind::Landmine.count();

impl Junqi {
    /// Creates the game that starts from a position.
    pub(super) fn from_position(rules: &Rules, position: &Position) -> Result<Self, PositionError> {
        rules.check().map_err(|why| SetupError::Rules(why.to_string()))?;
        let mut builder = GameBuilder::new(rules, position);
        builder.check_seats()?;
        for (owner, pieces) in &position.pieces {
            for placed in pieces {
                builder.place(*owner, *placed)?;
            }
        }
        builder.assign_armies()?;
        builder.eliminate_armies()?;
        builder.set_carried_and_dropped_flags()?;
        builder.add_lost_pieces();
        builder.set_counters()?;
        builder.build()
    }

    /// Creates a state from which the board of an unchecked position is drawn. Leaves out pieces
    /// that cannot be put on the board. The face-down pieces are visible, because the player who
    /// sets them up knows them.
    pub(super) fn from_unchecked_position(rules: &Rules, position: &Position) -> Option<Self> {
        rules.check().ok()?;
        let mut game = Self::empty(rules, false);
        for (owner, pieces) in &position.pieces {
            for placed in pieces {
                let free = game.board().cells().contains(placed.cell)
                    && game.tile_at(placed.cell).is_none();
                if free && rules.seats().contains(owner.0) {
                    game.put(placed.cell, owner.0, Some(placed.piece));
                }
            }
        }
        game.public.turn = position.turn.0;
        Some(game)
    }

    /// Returns the position of a state.
    pub(super) fn to_position(&self) -> Result<Position, NoPosition> {
        if self.public.ending.is_some() {
            return Err(NoPosition::Over);
        }
        if self.question().is_some() {
            return Err(NoPosition::Question);
        }
        if self.public.context.redacted_for.is_some() {
            return Err(NoPosition::Redacted);
        }
        let mut position = self.position_without_pieces();
        for cell in self.occupied().iter() {
            let Some(tile) = self.tile_at(cell) else { continue };
            let piece = self.kind_of(tile).ok_or(NoPosition::Unrecorded)?;
            let Some(owner) = self.owner[tile].get().map(SeatName::new) else { continue };
            let down = self.public.face_down.contains(cell);
            position.pieces.entry(owner).or_default().push(PlacedPiece {
                cell,
                piece,
                down,
                shown: !self.rules().is_flip() && self.is_revealed(tile),
                moved: self.public.moved.contains(tile),
                turned_corner: self.public.turned_corner.contains(tile),
            });
        }
        Ok(position)
    }

    /// Returns the position of a state without its pieces.
    fn position_without_pieces(&self) -> Position {
        let public = &self.public;
        let seats = || public.rules().seats().iter().map(SeatName::new);
        let nonzero = |counts: [u8; SEATS]| {
            let entries = seats().map(move |seat| (seat, counts[seat.0.index()]));
            entries.filter(|(_, count)| *count > 0).collect()
        };
        let carrier = |seat: SeatName| Some((seat, public.cell_of(public.carrier_of(seat.0)?)?));
        let dropped = |seat: SeatName| Some((seat, public.dropped_flag(seat.0)?));
        Position {
            turn: SeatName::new(public.turn),
            pieces: BTreeMap::new(),
            ownership: match (public.armies_assigned, public.armies_swapped) {
                (false, _) => ArmyOwnership::Unknown,
                (true, true) => ArmyOwnership::Swapped,
                (true, false) => ArmyOwnership::Own,
            },
            ply: public.ply,
            quiet: public.quiet_plies,
            out: public.eliminated_seats().map(|(seat, why)| (SeatName::new(seat), why)).collect(),
            carried: seats().filter_map(carrier).collect(),
            dropped: seats().filter_map(dropped).collect(),
            // Only Flip Junqi uses this count. In other games it would reveal kinds.
            cleared_mines: if self.rules().is_flip() {
                nonzero(self.cleared_mines)
            } else {
                BTreeMap::new()
            },
            timeouts: nonzero(public.timeouts),
            postponed: public.postponed_turns().map(SeatName::new).collect(),
        }
    }

    /// Returns the starting position of this game with the kinds that its tiles have in this state.
    pub(super) fn start_position_with_kinds(&self, start: &Position) -> Position {
        let mut position = start.clone();
        position.pieces.values_mut().for_each(Vec::clear);
        for placed in start.pieces.values().flatten() {
            let tile = Tile::named_by(placed.cell);
            let owner = match start.ownership {
                ArmyOwnership::Unknown => self.dealt_seat_of(tile),
                _ => self.owner[tile].get(),
            };
            if let (Some(owner), Some(piece)) = (owner, self.kind_of(tile)) {
                let army = position.pieces.entry(SeatName::new(owner)).or_default();
                army.push(PlacedPiece { piece, ..*placed });
            }
        }
        position
    }
}

/// Builds a game from a position, step by step.
struct GameBuilder<'a> {
    position: &'a Position,
    public: PublicState,
    kind: TileKinds,
    owner: Owners,
    /// The number of pieces of each kind on the board, by army.
    on_board: [[u8; 12]; SEATS],
    /// The tiles of lost pieces.
    gone: Tiles,
    cleared_mines: [u8; SEATS],
}

impl<'a> GameBuilder<'a> {
    fn new(rules: &Rules, position: &'a Position) -> Self {
        Self {
            position,
            public: PublicState::new(rules, true),
            kind: TileKinds::filled(None),
            owner: Owners::filled(PackedOption::NONE),
            on_board: [[0; 12]; SEATS],
            gone: Tiles::EMPTY,
            cleared_mines: [0; SEATS],
        }
    }

    fn rules(&self) -> &Rules {
        self.public.rules()
    }

    /// Checks that all seats that the position names take part in the game.
    fn check_seats(&self) -> Result<(), PositionError> {
        let (position, seats) = (self.position, self.rules().seats());
        let named = std::iter::once(&position.turn)
            .chain(position.pieces.keys())
            .chain(&position.postponed)
            .chain(position.out.iter().map(|(seat, _)| seat))
            .chain(position.carried.keys())
            .chain(position.dropped.keys())
            .chain(position.cleared_mines.keys())
            .chain(position.timeouts.keys());
        for seat in named {
            if !seats.contains(seat.0) {
                return Err(PositionError::NotPlaying(*seat));
            }
        }
        Ok(())
    }

    /// Checks a piece and puts it on the board.
    fn place(&mut self, owner: SeatName, placed: PlacedPiece) -> Result<(), PositionError> {
        let PlacedPiece { cell, piece, .. } = placed;
        if !self.public.board().cells().contains(cell) {
            return Err(PositionError::Cell(cell));
        }
        if self.public.tile_at(cell).is_some() {
            return Err(PositionError::Twice(cell));
        }
        let count = &mut self.on_board[owner.0.index()][piece.index()];
        *count += 1;
        if *count > piece.count() {
            return Err(PositionError::TooMany { seat: owner, piece });
        }
        if !self.can_stand(owner.0, placed) {
            return Err(PositionError::Astray { piece, cell });
        }
        self.check_marks(placed)?;
        let tile = Tile::named_by(cell);
        self.add_tile(tile, owner.0, piece);
        self.public.tile[cell] = PackedOption::some(tile);
        self.public.cell[tile] = PackedOption::some(cell);
        if placed.down {
            self.public.face_down.insert(cell);
        }
        let shown = if self.rules().is_flip() { !placed.down } else { placed.shown };
        let marks = [
            (shown, &mut self.public.revealed),
            (placed.moved, &mut self.public.moved),
            (placed.turned_corner, &mut self.public.turned_corner),
        ];
        for (is_set, tiles) in marks {
            if is_set {
                tiles.insert(tile);
            }
        }
        Ok(())
    }

    /// Adds a tile that was dealt, on the board or lost.
    fn add_tile(&mut self, tile: Tile, owner: Seat, piece: Kind) {
        self.public.dealt.insert(tile);
        self.kind[tile] = Some(piece);
        self.owner[tile] = PackedOption::some(owner);
    }

    /// Reports whether a piece can have reached its cell. A piece that never moves must be on a
    /// cell on which it can have been dealt.
    fn can_stand(&self, owner: Seat, placed: PlacedPiece) -> bool {
        let PlacedPiece { cell, piece, down, .. } = placed;
        if self.rules().is_flip() {
            let kind = BoardKind::cell_kind(cell);
            let is_dealt_to = !matches!(kind, CellKind::Camp | CellKind::Centre);
            return is_dealt_to || (!down && piece.moves());
        }
        piece.moves() || (cell.land() == Some(owner) && may_stand(piece, cell))
    }

    /// Checks that a piece can have the marks that the position gives it.
    fn check_marks(&self, placed: PlacedPiece) -> Result<(), PositionError> {
        let (rules, piece) = (self.rules(), placed.piece);
        let can_turn =
            piece == Kind::Engineer || (piece == Kind::Bomb && rules.bomb_moves_as_engineer);
        let wrong_down =
            placed.down && (rules.start != Start::FaceDown || placed.moved || placed.shown);
        let wrong_moved = placed.moved && !piece.moves();
        let wrong_corner = placed.turned_corner && !(can_turn && placed.moved);
        if wrong_down || wrong_moved || wrong_corner {
            return Err(PositionError::ImpossibleMarks(placed.cell));
        }
        Ok(())
    }

    /// Checks the ownership of the armies and sets it.
    fn assign_armies(&mut self) -> Result<(), PositionError> {
        let ownership = self.position.ownership;
        if self.rules().start != Start::FaceDown {
            return match ownership {
                ArmyOwnership::Own => Ok(()),
                _ => Err(PositionError::FieldValue("colours")),
            };
        }
        let tiles = self.public.tiles();
        let engineers = tiles.filter(|tile| self.kind[*tile] == Some(Kind::Engineer));
        let face_down_engineers = engineers.filter(|tile| self.public.is_down(*tile)).count();
        // The first Engineer to be turned up decides, or the first tile of any kind.
        let no_deciding_tile = match self.rules().flip_armies {
            FlipArmies::Engineer => face_down_engineers == 2 * Kind::Engineer.count() as usize,
            FlipArmies::FirstTile => self.public.face_down.len() == 2 * ARMY,
        };
        self.public.armies_assigned = ownership != ArmyOwnership::Unknown;
        self.public.armies_swapped = ownership == ArmyOwnership::Swapped;
        let all_on_board = self.public.dealt.len() == 2 * ARMY;
        let nothing_happened = all_on_board && no_deciding_tile && self.public.moved.is_empty();
        match ownership {
            ArmyOwnership::Unknown if !nothing_happened => Err(PositionError::StillUnassigned),
            ArmyOwnership::Own | ArmyOwnership::Swapped if no_deciding_tile => {
                Err(PositionError::AssignedTooEarly)
            }
            _ => Ok(()),
        }
    }

    /// Eliminates armies as the position says, and sets the turn.
    fn eliminate_armies(&mut self) -> Result<(), PositionError> {
        for ((seat, reason), entry) in self.position.out.iter().zip(&mut self.public.eliminated) {
            if !self.public.alive.contains(seat.0) {
                return Err(PositionError::NotPlaying(*seat));
            }
            self.public.alive.remove(seat.0);
            *entry = Some((seat.0, *reason));
            if self.on_board[seat.0.index()] != [0; 12] {
                return Err(PositionError::Out(*seat));
            }
        }
        let alive = self.public.alive;
        let first = alive.iter().next();
        if first.is_none_or(|first| alive.iter().all(|seat| self.public.allied(first, seat))) {
            return Err(PositionError::Over);
        }
        if !alive.contains(self.position.turn.0) {
            return Err(PositionError::NotPlaying(self.position.turn));
        }
        self.public.turn = self.position.turn.0;
        Ok(())
    }

    /// Sets the carried and dropped Flags. Checks that the Flag of each army in the game stands on
    /// the board, is carried, or lies where it was dropped.
    fn set_carried_and_dropped_flags(&mut self) -> Result<(), PositionError> {
        let (carried, dropped) = (&self.position.carried, &self.position.dropped);
        for seat in self.public.alive.iter().map(SeatName::new) {
            let flags = u8::from(self.on_board[seat.0.index()][Kind::Flag.index()] == 1)
                + u8::from(carried.contains_key(&seat))
                + u8::from(dropped.contains_key(&seat));
            match flags {
                0 => return Err(PositionError::NoFlag(seat)),
                1 => {}
                _ => return Err(PositionError::Carried(seat)),
            }
        }
        for (seat, cell) in carried.iter().chain(dropped) {
            let possible = self.rules().carries_flag() && self.public.alive.contains(seat.0);
            if !possible || !self.public.board().cells().contains(*cell) {
                return Err(PositionError::Carried(*seat));
            }
        }
        for (seat, cell) in carried {
            let carrier = self.public.tile_at(*cell).filter(|tile| self.can_carry(seat.0, *tile));
            let tile = carrier.ok_or(PositionError::Carried(*seat))?;
            self.public.carrier[seat.0.index()] = PackedOption::some(tile);
        }
        for (seat, cell) in dropped {
            // A piece that can lift the Flag would carry it.
            let tile = self.public.tile_at(*cell);
            if tile.is_some_and(|tile| self.can_carry(seat.0, tile)) {
                return Err(PositionError::Carried(*seat));
            }
            self.public.dropped_flags[seat.0.index()] = PackedOption::some(*cell);
        }
        Ok(())
    }

    /// Reports whether the piece of a tile can carry a seat's Flag.
    fn can_carry(&self, flag_of: Seat, tile: Tile) -> bool {
        let (Some(piece), Some(owner)) = (self.kind[tile], self.owner[tile].get()) else {
            return false;
        };
        let rules = self.rules();
        let can_lift = if rules.is_flip() { piece == Kind::Engineer } else { piece.moves() };
        can_lift
            && (rules.records_battle_results || piece != Kind::Bomb)
            && !self.public.is_down(tile)
            && !self.public.allied(owner, flag_of)
    }

    /// Adds the lost pieces. Each is named by a cell that names no other tile, in the land of its
    /// owner if possible.
    fn add_lost_pieces(&mut self) {
        let cell_count = match self.rules().board {
            BoardKind::Six => CELLS,
            _ => CELLS_OF_FOUR,
        };
        let losses_are_visible = self.rules().is_flip() || self.rules().contact_reveals;
        for owner in self.rules().seats().iter() {
            let on_board = self.on_board[owner.index()];
            let lost = Kind::ALL.into_iter().flat_map(|piece| {
                let lost = piece.count() - on_board[piece.index()];
                std::iter::repeat_n(piece, lost as usize)
            });
            let alive = self.public.alive.contains(owner);
            for piece in lost {
                let unused = || {
                    (0..cell_count as u8)
                        .map(|index| Tile::named_by(Cell::new(index)))
                        .filter(|tile| !self.public.dealt.contains(*tile))
                };
                let in_own_land = unused().find(|tile| tile.start().land() == Some(owner));
                let Some(tile) = in_own_land.or_else(|| unused().next()) else { continue };
                self.add_tile(tile, owner, piece);
                self.gone.insert(tile);
                if alive && (losses_are_visible || piece == Kind::Flag) {
                    self.public.revealed.insert(tile);
                }
            }
        }
    }

    /// Checks and sets the counters and the postponed turns.
    fn set_counters(&mut self) -> Result<(), PositionError> {
        let (position, rules) = (self.position, self.rules().clone());
        let limit = u16::from(rules.draw_after_quiet_plies);
        if (limit > 0 && position.quiet >= limit) || u32::from(position.quiet) > position.ply {
            return Err(PositionError::FieldValue("quiet"));
        }
        if position.ply > MAX_PLIES {
            return Err(PositionError::FieldValue("ply"));
        }
        (self.public.ply, self.public.quiet_plies) = (position.ply, position.quiet);
        for (seat, count) in &position.timeouts {
            let is_too_many = rules.timeouts_lose > 0 && *count >= rules.timeouts_lose;
            if rules.clock_seconds == 0 || (is_too_many && self.public.alive.contains(seat.0)) {
                return Err(PositionError::FieldValue("timeouts"));
            }
            self.public.timeouts[seat.0.index()] = *count;
        }
        for (seat, count) in &position.cleared_mines {
            let on_board = self.on_board[seat.0.index()][Kind::Landmine.index()];
            if *count > MINES - on_board || !rules.is_flip() {
                return Err(PositionError::FieldValue("dug"));
            }
            self.cleared_mines[seat.0.index()] = *count;
        }
        if position.postponed.len() > MAX_POSTPONED {
            return Err(PositionError::FieldValue("put_off"));
        }
        for seat in &position.postponed {
            if !self.public.alive.contains(seat.0) {
                return Err(PositionError::NotPlaying(*seat));
            }
            self.public.postponed_turns.push(seat.0);
        }
        Ok(())
    }

    /// Returns the game. Fails if it would be over.
    fn build(self) -> Result<Junqi, PositionError> {
        let Self { mut public, kind, owner, gone, cleared_mines, .. } = self;
        let alive = public.alive;
        let facts = SetUpFacts { removed: gone, cleared_mines, alive };
        Arc::make_mut(&mut public.context).set_up_facts = Some(facts);
        let mut game = Junqi::with_unregistered_tiles(public, kind, owner);
        game.tiles().for_each(|tile| game.register(tile));
        game.cleared_mines = cleared_mines;
        for seat in alive.iter() {
            let carrier = game.carrier_of(seat);
            let by = carrier.and_then(|tile| game.owner_of(tile));
            let at = carrier.and_then(|tile| game.cell_of(tile));
            if by.zip(at).is_some_and(|(by, at)| game.is_goal(by, at)) {
                return Err(PositionError::Carried(SeatName::new(seat)));
            }
        }
        let turn = game.public.turn;
        if game.rules().is_flip() {
            let is_immobile = |seat: &Seat| !game.remaining[seat.index()].any_can_move();
            if let Some(seat) = game.public.alive.iter().find(is_immobile) {
                return Err(PositionError::NoPieces(SeatName::new(seat)));
            }
        }
        if !game.has_action(turn) {
            return Err(PositionError::NoMove(SeatName::new(turn)));
        }
        if game.is_dead() {
            return Err(PositionError::Dead);
        }
        Ok(game)
    }
}
