//! From a position to a checked game, and from a game to its position.

use std::collections::BTreeMap;

use super::board_kind::{BoardKind, CellKind};
use super::cells::{CELLS, CELLS_OF_FOUR, Cell};
use super::layout::may_stand;
use super::packed_option::PackedOption;
use super::piece::Piece;
use super::position::{Colours, PlacedPiece, Position, PositionError, SeatName};
use super::public::{Public, SetUp};
use super::rules::{Rules, Start};
use super::seats::SEATS;
use super::state::{Junqi, Kinds};
use super::tile::{Owners, Tile, Tiles};
use crate::contract::game::SetupError;
use crate::contract::options::RuleSet;
use crate::contract::position::{MAX_PLIES, NoPosition};
use crate::contract::seat::{Seat, SeatSet};
use crate::contract::turn_stack::MAX_POSTPONED;

/// Number of Landmines in an army.
const MINES: u8 = Piece::Landmine.count();

impl Junqi {
    /// Creates the game at a position.
    pub(super) fn placed_as(rules: &Rules, position: &Position) -> Result<Self, PositionError> {
        rules.check().map_err(|why| SetupError::Rules(why.to_string()))?;
        let mut board = PositionBuilder::new(rules, position);
        board.check_seats()?;
        for (owner, pieces) in &position.pieces {
            for placed in pieces {
                board.place(*owner, *placed)?;
            }
        }
        board.check_colours()?;
        board.take_out()?;
        board.take_up_flags()?;
        board.lay_aside();
        board.count()?;
        board.game()
    }

    /// Creates a state for drawing a position. Its face-down pieces are visible, because the
    /// player who sets them up knows them.
    pub(super) fn sketched(rules: &Rules, position: &Position) -> Option<Self> {
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
    pub(super) fn written_down(&self) -> Result<Position, NoPosition> {
        if self.public.over.is_some() {
            return Err(NoPosition::Over);
        }
        if self.public.ground.redacted_for.is_some() {
            return Err(NoPosition::Told);
        }
        let mut position = self.counted();
        for cell in self.taken().iter() {
            let Some(tile) = self.tile_at(cell) else { continue };
            let piece = self.piece_of(tile).ok_or(NoPosition::Unrecorded)?;
            let Some(owner) = self.owner[tile].get().map(SeatName::new) else { continue };
            let down = self.public.down.contains(cell);
            position.pieces.entry(owner).or_default().push(PlacedPiece {
                cell,
                piece,
                down,
                shown: !self.rules().is_flip() && self.is_shown(tile),
                moved: self.public.moved.contains(tile),
                turned_corner: self.public.turned_corner.contains(tile),
            });
        }
        Ok(position)
    }

    /// Returns the position of a state without its pieces.
    fn counted(&self) -> Position {
        let public = &self.public;
        let armies = || public.rules().seats().iter().map(SeatName::new);
        let counts = |from: [u8; SEATS]| {
            let counts = armies().map(move |seat| (seat, from[seat.0.index()]));
            counts.filter(|(_, count)| *count > 0).collect()
        };
        let carrier = |seat: SeatName| Some((seat, public.cell_of(public.carrier_of(seat.0)?)?));
        let dropped = |seat: SeatName| Some((seat, public.dropped_flag(seat.0)?));
        Position {
            turn: SeatName::new(public.turn),
            pieces: BTreeMap::new(),
            colours: match (public.assigned, public.swapped) {
                (false, _) => Colours::Unknown,
                (true, true) => Colours::Swapped,
                (true, false) => Colours::Own,
            },
            ply: public.ply,
            quiet: public.quiet,
            out: public.outs().map(|(seat, why)| (SeatName::new(seat), why)).collect(),
            carried: armies().filter_map(carrier).collect(),
            dropped: armies().filter_map(dropped).collect(),
            // Only flip chess uses this count. In other games it would reveal fights.
            cleared_mines: if self.rules().is_flip() {
                counts(self.cleared_mines)
            } else {
                BTreeMap::new()
            },
            timeouts: counts(public.timeouts),
            put_off: public.put_off().map(SeatName::new).collect(),
        }
    }

    /// Returns the position this game began from, with the kinds its pieces have in this game.
    pub(super) fn as_placed(&self, begun: &Position) -> Position {
        let mut position = begun.clone();
        position.pieces.values_mut().for_each(Vec::clear);
        for placed in begun.pieces.values().flatten() {
            let tile = Tile::named_by(placed.cell);
            let owner = match begun.colours {
                Colours::Unknown => self.colour_of(tile),
                _ => self.owner[tile].get(),
            };
            if let (Some(owner), Some(piece)) = (owner, self.piece_of(tile)) {
                let row = position.pieces.entry(SeatName::new(owner)).or_default();
                row.push(PlacedPiece { piece, ..*placed });
            }
        }
        position
    }
}

/// A position on its way to a game.
struct PositionBuilder<'a> {
    position: &'a Position,
    public: Public,
    kind: Kinds,
    owner: Owners,
    /// The number of pieces of each kind on the board, by army.
    found: [[u8; 12]; SEATS],
    gone: Tiles,
    dug: [u8; SEATS],
}

impl<'a> PositionBuilder<'a> {
    fn new(rules: &Rules, position: &'a Position) -> Self {
        Self {
            position,
            public: Public::new(rules, true),
            kind: Kinds::filled(None),
            owner: Owners::filled(PackedOption::NONE),
            found: [[0; 12]; SEATS],
            gone: Tiles::EMPTY,
            dug: [0; SEATS],
        }
    }

    fn rules(&self) -> &Rules {
        self.public.rules()
    }

    /// Checks that all seats named take part.
    fn check_seats(&self) -> Result<(), PositionError> {
        let (position, seats) = (self.position, self.rules().seats());
        let named = [position.turn].into_iter();
        let named =
            named.chain(position.pieces.keys().copied()).chain(position.put_off.iter().copied());
        let named = named.chain(position.out.iter().map(|(seat, _)| *seat));
        let named = named.chain(position.carried.keys().chain(position.dropped.keys()).copied());
        let mut named =
            named.chain(position.cleared_mines.keys().chain(position.timeouts.keys()).copied());
        match named.find(|named| !seats.contains(named.0)) {
            Some(odd) => Err(PositionError::NotPlaying(odd)),
            None => Ok(()),
        }
    }

    fn place(&mut self, owner: SeatName, placed: PlacedPiece) -> Result<(), PositionError> {
        let PlacedPiece { cell, piece, .. } = placed;
        if !self.public.board().cells().contains(cell) {
            return Err(PositionError::Cell(cell));
        }
        if self.public.tile_at(cell).is_some() {
            return Err(PositionError::Twice(cell));
        }
        let found = &mut self.found[owner.0.index()][piece.index()];
        *found += 1;
        if *found > piece.count() {
            return Err(PositionError::TooMany { seat: owner, piece });
        }
        if !self.can_stand(owner.0, placed) {
            return Err(PositionError::Astray { piece, cell });
        }
        self.check_seen(placed)?;
        let tile = Tile::named_by(cell);
        self.deal(tile, owner.0, piece);
        self.public.tile[cell] = PackedOption::some(tile);
        self.public.cell[tile] = PackedOption::some(cell);
        if placed.down {
            self.public.down.insert(cell);
        }
        let shown = if self.rules().is_flip() { !placed.down } else { placed.shown };
        let marks = [
            (shown, &mut self.public.shown),
            (placed.moved, &mut self.public.moved),
            (placed.turned_corner, &mut self.public.turned_corner),
        ];
        marks.into_iter().filter(|(is, _)| *is).for_each(|(_, set)| set.insert(tile));
        Ok(())
    }

    fn deal(&mut self, tile: Tile, owner: Seat, piece: Piece) {
        self.public.dealt.insert(tile);
        self.kind[tile] = Some(piece);
        self.owner[tile] = PackedOption::some(owner);
    }

    /// Reports whether a piece can have come to its cell. A piece that never moves is where it
    /// was dealt.
    fn can_stand(&self, owner: Seat, placed: PlacedPiece) -> bool {
        let PlacedPiece { cell, piece, down, .. } = placed;
        if self.rules().is_flip() {
            let kind = BoardKind::cell_kind(cell);
            let dealt = !matches!(kind, CellKind::Camp | CellKind::Centre);
            return dealt || (!down && piece.moves());
        }
        piece.moves() || (cell.land() == Some(owner) && may_stand(piece, cell))
    }

    /// Checks that a piece can be face down, have moved or have turned a corner as the position
    /// says.
    fn check_seen(&self, placed: PlacedPiece) -> Result<(), PositionError> {
        let (rules, piece) = (self.rules(), placed.piece);
        let turns =
            piece == Piece::Engineer || (piece == Piece::Bomb && rules.bomb_moves_as_engineer);
        let down = placed.down && (rules.start != Start::FaceDown || placed.moved || placed.shown);
        let moved = placed.moved && !piece.moves();
        let turned = placed.turned_corner && !(turns && placed.moved);
        if down || moved || turned { Err(PositionError::Seen(placed.cell)) } else { Ok(()) }
    }

    /// Checks the ownership of the armies and takes it over.
    fn check_colours(&mut self) -> Result<(), PositionError> {
        let colours = self.position.colours;
        if self.rules().start != Start::FaceDown {
            return match colours {
                Colours::Own => Ok(()),
                _ => Err(PositionError::Count("colours")),
            };
        }
        let tiles = self.public.tiles();
        let engineers = tiles.filter(|tile| self.kind[*tile] == Some(Piece::Engineer));
        let hidden = engineers.filter(|tile| self.public.is_down(*tile)).count();
        let all_hidden = hidden == 2 * Piece::Engineer.count() as usize;
        self.public.assigned = colours != Colours::Unknown;
        self.public.swapped = colours == Colours::Swapped;
        let whole = self.public.dealt.len() == 2 * super::piece::ARMY;
        match colours {
            Colours::Unknown if !(whole && all_hidden && self.public.moved.is_empty()) => {
                Err(PositionError::Unsettled)
            }
            Colours::Own | Colours::Swapped if all_hidden => Err(PositionError::Settled),
            _ => Ok(()),
        }
    }

    /// Takes out the armies that left, and sets the turn.
    fn take_out(&mut self) -> Result<(), PositionError> {
        let out = self.position.out.iter();
        for ((seat, why), place) in out.clone().zip(&mut self.public.out) {
            if !self.public.alive.contains(seat.0) {
                return Err(PositionError::NotPlaying(*seat));
            }
            self.public.alive.remove(seat.0);
            *place = Some((seat.0, *why));
            if self.found[seat.0.index()] != [0; 12] {
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

    /// Takes over the Flags that were taken up. The Flag of an army in play is on the board,
    /// carried or dropped.
    fn take_up_flags(&mut self) -> Result<(), PositionError> {
        let (carried, dropped) = (&self.position.carried, &self.position.dropped);
        for seat in self.public.alive.iter().map(SeatName::new) {
            let there = self.found[seat.0.index()][Piece::Flag.index()] == 1;
            let ways = [there, carried.contains_key(&seat), dropped.contains_key(&seat)];
            match ways.into_iter().filter(|way| *way).count() {
                0 => return Err(PositionError::NoFlag(seat)),
                1 => {}
                _ => return Err(PositionError::Carried(seat)),
            }
        }
        for (seat, cell) in carried.iter().chain(dropped) {
            let plays = self.rules().carries() && self.public.alive.contains(seat.0);
            if !plays || !self.public.board().cells().contains(*cell) {
                return Err(PositionError::Carried(*seat));
            }
        }
        for (seat, cell) in carried {
            let carrier = self.public.tile_at(*cell).filter(|tile| self.can_carry(seat.0, *tile));
            let tile = carrier.ok_or(PositionError::Carried(*seat))?;
            self.public.carrier[seat.0.index()] = PackedOption::some(tile);
        }
        for (seat, cell) in dropped {
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
        let able = if rules.is_flip() { piece == Piece::Engineer } else { piece.moves() };
        able && (rules.fights_told || piece != Piece::Bomb)
            && !self.public.is_down(tile)
            && !self.public.allied(owner, flag_of)
    }

    /// Assigns lost pieces to cells without a piece, cells of their own land first.
    fn lay_aside(&mut self) {
        let count = match self.rules().board {
            BoardKind::Six => CELLS,
            _ => CELLS_OF_FOUR,
        };
        let fallen_seen = self.rules().is_flip() || self.rules().contact_reveals;
        for owner in self.rules().seats().iter() {
            let found = self.found[owner.index()];
            let missing = Piece::ALL.into_iter().flat_map(|piece| {
                let missing = piece.count() - found[piece.index()];
                std::iter::repeat_n(piece, missing as usize)
            });
            let alive = self.public.alive.contains(owner);
            for piece in missing {
                let all = || {
                    (0..count as u8)
                        .map(|index| Tile::named_by(Cell::new(index)))
                        .filter(|tile| !self.public.dealt.contains(*tile))
                };
                let own = all().find(|tile| tile.start().land() == Some(owner));
                let Some(tile) = own.or_else(|| all().next()) else { continue };
                self.deal(tile, owner, piece);
                self.gone.insert(tile);
                if alive && (fallen_seen || piece == Piece::Flag) {
                    self.public.shown.insert(tile);
                }
            }
        }
    }

    /// Takes over the counts and the postponed turns.
    fn count(&mut self) -> Result<(), PositionError> {
        let (position, rules) = (self.position, self.rules().clone());
        let limit = u16::from(rules.draw_after_quiet_plies);
        if (limit > 0 && position.quiet >= limit) || u32::from(position.quiet) > position.ply {
            return Err(PositionError::Count("quiet"));
        }
        if position.ply > MAX_PLIES {
            return Err(PositionError::Count("ply"));
        }
        (self.public.ply, self.public.quiet) = (position.ply, position.quiet);
        for (seat, count) in &position.timeouts {
            let lost = rules.timeouts_lose > 0 && *count >= rules.timeouts_lose;
            if rules.clock_seconds == 0 || (lost && self.public.alive.contains(seat.0)) {
                return Err(PositionError::Count("timeouts"));
            }
            self.public.timeouts[seat.0.index()] = *count;
        }
        for (seat, count) in &position.cleared_mines {
            let on_board = self.found[seat.0.index()][Piece::Landmine.index()];
            if *count > MINES - on_board || !rules.is_flip() {
                return Err(PositionError::Count("dug"));
            }
            self.dug[seat.0.index()] = *count;
        }
        if position.put_off.len() > MAX_POSTPONED {
            return Err(PositionError::Count("put_off"));
        }
        for seat in &position.put_off {
            if !self.public.alive.contains(seat.0) {
                return Err(PositionError::NotPlaying(*seat));
            }
            self.public.put_off.push(seat.0);
        }
        Ok(())
    }

    /// Returns the game, if it can go on.
    fn game(self) -> Result<Junqi, PositionError> {
        let Self { mut public, kind, owner, gone, dug, .. } = self;
        std::sync::Arc::make_mut(&mut public.ground).set_up =
            Some(SetUp { gone, cleared_mines: dug, alive: public.alive });
        let mut game = Junqi::unplaced(public, kind, owner);
        game.tiles().for_each(|tile| game.register(tile));
        game.cleared_mines = dug;
        let turn = game.public.turn;
        let still = |seat: &Seat| !game.left[seat.index()].any_moves();
        let beaten: SeatSet = game.public.alive.iter().filter(still).collect();
        if let Some(seat) = beaten.iter().next().filter(|_| game.rules().is_flip()) {
            return Err(PositionError::NoPieces(SeatName::new(seat)));
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
