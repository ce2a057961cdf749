//! A game of Junqi in progress: where every piece stands, what it has done, whose turn it is.

use std::sync::Arc;

use rand::Rng;
use serde::{Deserialize, Serialize};

use super::battle::{Battle, Battles};
use super::board::Board;
use super::cells::{CELLS, Cell, Cells};
use super::deal::Deal;
use super::effect::Effect;
use super::event::{Event, Fight, OutReason};
use super::notation::{Action, Ruling};
use super::piece::{Piece, PieceSet};
use super::rules::{Rules, Sight, Start};
use super::view::View;
use crate::dice::Seed;
use crate::game::{Captured, Game, IllegalStep, SetupError, Sink, Step, Turn, Viewer};
use crate::house_ruled::HouseRuled;
use crate::memory::Memory;
use crate::options::RuleSet;
use crate::outcome::{Outcome, Reason};
use crate::put_off::PutOff;
use crate::seat::{Seat, SeatSet};

/// The names of the seats in index order; teams are south and north, east and west.
pub const SEAT_NAMES: [&str; 4] = ["south", "east", "north", "west"];

/// No cell or tile.
pub(super) const NONE: u8 = u8::MAX;
/// The kind of a piece nobody recorded.
pub(super) const UNKNOWN: u8 = 12;
/// In [`Junqi::who`]: a tile that nobody owns yet, or that lies face down.
pub(super) const FIXED: u8 = 4;
/// In [`Junqi::who`]: nothing there.
pub(super) const EMPTY: u8 = 5;

/// A piece on the board or lost, named by the cell it started on.
///
/// The name gives nothing away: everybody saw where each piece stood before the first move.
pub type Tile = Cell;

/// Junqi leaves nothing to chance once it has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoChance {}

impl std::fmt::Display for NoChance {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {}
    }
}

/// Rules and board, shared by all states of a game.
#[derive(Debug)]
pub(super) struct Ground {
    pub(super) rules: Rules,
    pub(super) board: Arc<Board>,
    /// Whether a dead position ends the game; not while counting paths.
    pub(super) judge_dead: bool,
}

impl PartialEq for Ground {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules && self.judge_dead == other.judge_dead
    }
}

/// The state of a game of Junqi, with everything that is hidden from somebody.
#[derive(Clone, Debug, PartialEq)]
pub struct Junqi {
    pub(super) ground: Arc<Ground>,
    /// The tile on each cell, or `NONE`.
    pub(super) at: [u8; CELLS],
    /// Who stands on each cell: a seat's index, `FIXED` or `EMPTY`.
    pub(super) who: [u8; CELLS],
    /// The cell of each tile, or `NONE` once it is gone.
    pub(super) place: [u8; CELLS],
    /// The kind of each tile by index, or `UNKNOWN`; `NONE` where no tile started.
    pub(super) kind: [u8; CELLS],
    /// The seat each tile belongs to; in flip chess the army's name until seats are settled.
    pub(super) owner: [u8; CELLS],
    /// The cells of each seat's pieces, those face down left out.
    pub(super) army: [Cells; 4],
    /// The same on the rails, in the board's numbering; the last for tiles nobody owns yet.
    pub(super) rail: [u128; 5],
    /// The cells of pieces that can move by themselves.
    pub(super) mobile: Cells,
    /// The cells of face-down pieces.
    pub(super) down: Cells,
    /// Tiles everybody has been shown.
    pub(super) shown: Cells,
    /// Tiles that have moved.
    pub(super) moved: Cells,
    /// Tiles that have moved as only a piece that turns corners can.
    pub(super) roamed: Cells,
    pub(super) battles: Battles,
    /// How many of each kind each army has left, face down ones included.
    pub(super) left: [[u8; 13]; 4],
    /// Landmines of each army that Engineers removed.
    pub(super) dug: [u8; 4],
    /// The Flag's tile of each army.
    pub(super) flag: [u8; 4],
    /// The tile that carries each army's Flag.
    pub(super) carrier: [u8; 4],
    /// The cell each army's dropped Flag lies on.
    pub(super) lying: [u8; 4],
    /// Whether seats own armies: from the start, or once an Engineer was turned up.
    pub(super) settled: bool,
    /// Whether the seats own the armies named after each other.
    pub(super) swapped: bool,
    pub(super) alive: SeatSet,
    /// Armies that left, in order, and why.
    pub(super) out: [Option<(Seat, OutReason)>; 4],
    pub(super) turn: Seat,
    /// Seats whose turns were put off for extra ones.
    pub(super) put_off: PutOff,
    pub(super) timeouts: [u8; 4],
    pub(super) quiet: u16,
    pub(super) ply: u32,
    pub(super) over: Option<(SeatSet, Reason)>,
    /// What effects told everybody about single pieces: the kinds each can still be, by tile.
    pub(super) betrayed: Vec<(Tile, PieceSet)>,
    /// What house rules remember.
    pub(super) memory: Memory,
}

impl Junqi {
    /// Whether a piece of this kind can move away from a cell, were it free around it.
    #[inline]
    pub(super) fn can_leave(&self, cell: Cell, kind: u8) -> bool {
        kind != Piece::Landmine as u8
            && kind != Piece::Flag as u8
            && (self.ground.rules.may_leave_hq() || !self.board().headquarters().contains(cell))
    }

    /// The board played on.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.ground.board
    }

    /// The board played on, to keep.
    #[must_use]
    pub fn shared_board(&self) -> Arc<Board> {
        Arc::clone(&self.ground.board)
    }

    /// The tile on a cell.
    #[must_use]
    pub fn tile_at(&self, cell: Cell) -> Option<Tile> {
        let tile = self.at[cell.index()];
        (tile != NONE).then(|| Cell::new(tile))
    }

    /// Where a tile is now; nowhere once it is gone.
    #[must_use]
    pub fn cell_of(&self, tile: Tile) -> Option<Cell> {
        let cell = self.place[tile.index()];
        (cell != NONE).then(|| Cell::new(cell))
    }

    /// What a tile is, whoever may know it; nothing where nobody recorded it.
    #[must_use]
    pub fn piece_of(&self, tile: Tile) -> Option<Piece> {
        let kind = self.kind[tile.index()];
        (kind < UNKNOWN).then(|| Piece::from_index(kind as usize))
    }

    /// The seat a tile belongs to, once seats own armies.
    #[must_use]
    pub fn owner_of(&self, tile: Tile) -> Option<Seat> {
        let owner = self.owner[tile.index()];
        (self.settled && owner != NONE).then(|| Seat::new(owner))
    }

    /// The army a tile belongs to, by the seat it was named after in the setup.
    #[must_use]
    pub fn colour_of(&self, tile: Tile) -> Option<Seat> {
        let owner = self.owner[tile.index()];
        (owner != NONE).then(|| Seat::new(if self.swapped { owner ^ 2 } else { owner }))
    }

    /// All tiles that were dealt.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        (0..CELLS as u8).filter(|index| self.kind[*index as usize] != NONE).map(Cell::new)
    }

    /// Every cell with something on it.
    #[must_use]
    pub fn taken(&self) -> Cells {
        let armies = self.army.iter().fold(self.down, |all, army| all.or(army));
        if self.settled {
            return armies;
        }
        self.board().cells().iter().filter(|cell| self.at[cell.index()] != NONE).collect()
    }

    /// Whether a tile lies face down.
    #[must_use]
    pub fn is_down(&self, tile: Tile) -> bool {
        self.cell_of(tile).is_some_and(|cell| self.down.contains(cell))
    }

    /// Whether everybody has been shown a tile.
    #[must_use]
    pub fn is_shown(&self, tile: Tile) -> bool {
        self.shown.contains(tile)
    }

    /// Whether a viewer may know what a tile is. Once a game is over everybody may.
    #[must_use]
    pub fn may_know(&self, viewer: Viewer, tile: Tile) -> bool {
        if viewer == Viewer::All || self.over.is_some() || self.shown.contains(tile) {
            return true;
        }
        let rules = &self.ground.rules;
        match (rules.start, rules.sight, viewer) {
            (Start::FaceDown, ..) => false,
            (Start::FaceUp, ..) | (_, Sight::All, _) => true,
            (_, sight, Viewer::Seat(seat)) => {
                let owner = Seat::new(self.owner[tile.index()]);
                owner == seat || (sight == Sight::Partner && self.allied(owner, seat))
            }
            _ => false,
        }
    }

    /// Whether two seats play together; each seat with itself.
    #[inline]
    #[must_use]
    pub fn allied(&self, a: Seat, b: Seat) -> bool {
        a == b || (self.ground.rules.teams() && a.index() & 1 == b.index() & 1)
    }

    /// The seats that play together with a seat, itself included.
    #[must_use]
    pub fn team(&self, seat: Seat) -> SeatSet {
        self.ground.rules.seats().iter().filter(|other| self.allied(seat, *other)).collect()
    }

    /// The partner of a seat (对家).
    #[must_use]
    pub fn partner(&self, seat: Seat) -> Option<Seat> {
        self.ground.rules.teams().then(|| Seat::new(seat.index() as u8 ^ 2))
    }

    /// The seat whose turn it is, or would be if the game were not over.
    #[must_use]
    pub fn seat_to_move(&self) -> Seat {
        self.turn
    }

    /// Plies since the last capture or flip.
    #[must_use]
    pub fn quiet_plies(&self) -> u16 {
        self.quiet
    }

    /// How often a seat has overrun its clock.
    #[must_use]
    pub fn timeouts(&self, seat: Seat) -> u8 {
        self.timeouts.get(seat.index()).copied().unwrap_or(0)
    }

    /// Armies that left, in order, and why.
    pub fn outs(&self) -> impl Iterator<Item = (Seat, OutReason)> + '_ {
        self.out.iter().flatten().copied()
    }

    /// All fights so far, oldest first.
    #[must_use]
    pub fn battles(&self) -> &[Battle] {
        self.battles.as_slice()
    }

    /// Whether seats own armies yet.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.settled
    }

    /// The tile that carries a seat's Flag.
    #[must_use]
    pub fn carrier_of(&self, seat: Seat) -> Option<Tile> {
        let tile = self.carrier[seat.index()];
        (tile != NONE).then(|| Cell::new(tile))
    }

    /// Where a seat's dropped Flag lies.
    #[must_use]
    pub fn dropped_flag(&self, seat: Seat) -> Option<Cell> {
        let cell = self.lying[seat.index()];
        (cell != NONE).then(|| Cell::new(cell))
    }

    /// How many pieces of a kind a seat's army has left; a count everybody can keep only in
    /// flip chess.
    #[must_use]
    pub fn left(&self, seat: Seat, piece: Piece) -> u8 {
        self.left[seat.index()][piece.index()]
    }

    #[inline]
    pub(super) fn kind_turns(&self, kind: u8) -> bool {
        let rules = &self.ground.rules;
        kind == Piece::Engineer as u8
            || rules.rail_turns
            || kind == UNKNOWN
            || (kind == Piece::Bomb as u8 && rules.bomb_moves_as_engineer)
    }

    pub(super) fn places(&self) -> Option<Outcome> {
        let (winners, reason) = self.over?;
        let rules = &self.ground.rules;
        let losers = rules.seats().difference(winners);
        let mut places = vec![winners];
        if rules.teams() {
            places.push(losers);
        } else {
            // Only where a house rule lets somebody win are there others who still played.
            places.push(self.alive.difference(winners));
            let outs: Vec<Seat> = self.outs().map(|(seat, _)| seat).collect();
            places.extend(outs.into_iter().rev().map(SeatSet::one));
        }
        places.retain(|place| !place.is_empty());
        Some(Outcome { places, reason })
    }

    pub(super) fn feed(&self, feed: &mut dyn FnMut(&[u8])) {
        feed(&self.at);
        feed(&self.kind);
        feed(&self.owner);
        for set in [self.down, self.shown, self.moved, self.roamed] {
            set.words().iter().for_each(|word| feed(&word.to_le_bytes()));
        }
        feed(&self.dug);
        feed(&self.carrier);
        feed(&self.lying);
        feed(&self.timeouts);
        let over = self.over.map_or([NONE; 2], |(seats, reason)| [seats.bits(), reason as u8]);
        feed(&[
            u8::from(self.settled),
            u8::from(self.swapped),
            self.alive.bits(),
            self.turn.index() as u8,
            over[0],
            over[1],
        ]);
        for out in &self.out {
            let (seat, why) = out.map_or((NONE, NONE), |(s, why)| (s.index() as u8, why as u8));
            feed(&[seat, why]);
        }
        for battle in self.battles() {
            let fight = battle.fight as u8;
            let Battle { attacker_flag, defender_flag, scouted, ruled, .. } = *battle;
            feed(&[battle.attacker.index() as u8, battle.defender.index() as u8, fight]);
            feed(&[attacker_flag, defender_flag, scouted, ruled].map(u8::from));
            feed(&battle.ply.to_le_bytes());
        }
        feed(&self.quiet.to_le_bytes());
        feed(&self.ply.to_le_bytes());
        // Games without effects keep the marks they had before there were any.
        if !self.put_off.is_empty() {
            feed(b"p");
            self.put_off.iter().for_each(|seat| feed(&[seat.index() as u8]));
        }
        for (tile, maybe) in &self.betrayed {
            feed(b"b");
            feed(&[tile.index() as u8]);
            feed(&maybe.bits().to_le_bytes());
        }
        self.memory.fingerprint(&mut |part| {
            feed(b"m");
            feed(part);
        });
    }

    /// Whether an action needs a ruling: a piece nobody recorded takes part.
    pub(super) fn needs_ruling(&self, action: Action) -> bool {
        let unknown =
            |cell: Cell| self.tile_at(cell).is_some_and(|tile| self.kind[tile.index()] == UNKNOWN);
        let fight = self.at[action.to().index()] != NONE;
        matches!(action, Action::Move { .. })
            && fight
            && (self.ground.rules.fights_told || unknown(action.from()) || unknown(action.to()))
    }

    /// A move with the end of its fight said, as the pieces have it, where it has to be.
    fn told(&self, action: Action) -> Action {
        let Action::Move { from, to, ruling: Ruling::Pieces } = action else { return action };
        if !self.ground.rules.fights_told || !self.needs_ruling(action) {
            return action;
        }
        let piece = |cell: Cell| self.tile_at(cell).and_then(|tile| self.piece_of(tile));
        let (Some(attacker), Some(defender)) = (piece(from), piece(to)) else { return action };
        let fight = attacker.fight(defender, self.ground.rules.mine);
        Action::Move { from, to, ruling: Ruling::Told(fight) }
    }
}

impl Game for Junqi {
    const KIND: &'static str = "junqi";
    const SEATS: &'static [&'static str] = &SEAT_NAMES;

    type Rules = Rules;
    type Deal = Deal;
    type Action = Action;
    type Chance = NoChance;
    type Effect = Effect;
    type Event = Event;
    type View = View;

    fn new(rules: &Rules, seats: SeatSet, deal: &Deal) -> Result<Self, SetupError> {
        Self::dealt(rules, seats, deal)
    }

    fn is_drawn(rules: &Rules, deal: &Deal, seed: &Seed) -> bool {
        let drawn = deal.drawn_again(rules, seed);
        (&drawn.tiles, &drawn.first, &drawn.lot) == (&deal.tiles, &deal.first, &deal.lot)
    }

    fn rules(&self) -> &Rules {
        &self.ground.rules
    }

    fn seats(&self) -> SeatSet {
        self.ground.rules.seats()
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.over.is_some() { Turn::Over } else { Turn::Seat(self.turn) }
    }

    fn ply(&self) -> u32 {
        self.ply
    }

    #[inline]
    fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        if self.over.is_none() {
            self.list_actions(out);
        }
    }

    fn chance_outcomes(&self, out: &mut Vec<NoChance>) {
        out.clear();
    }

    fn check_effect(&self, rule: u8, effect: &Effect) -> Result<(), IllegalStep> {
        self.check_house(rule, effect)
    }

    fn memory(&self) -> &Memory {
        &self.memory
    }

    fn check_timeout(&self, seat: Seat) -> Result<(), IllegalStep> {
        if self.ground.rules.clock_seconds == 0 {
            return Err(IllegalStep::NoClock);
        }
        if seat == self.turn { Ok(()) } else { Err(IllegalStep::NotYourTurn) }
    }

    fn check_action(&self, action: &Action) -> Result<(), IllegalStep> {
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        if !legal.contains(&action.plain()) {
            return Err(IllegalStep::NotLegal);
        }
        let told = *action != action.plain();
        if told == self.needs_ruling(*action) { Ok(()) } else { Err(IllegalStep::Ruling) }
    }

    fn check_draw(&self) -> Result<(), IllegalStep> {
        if self.ground.rules.draw_by_agreement { Ok(()) } else { Err(IllegalStep::NoAgreement) }
    }

    #[inline]
    fn play_unchecked<S: Sink<Event>>(&mut self, step: &Step<Self>, events: &mut S) {
        match *step {
            Step::Act { action, .. } => self.act(action, events),
            Step::Chance(outcome) => match outcome {},
            Step::House { rule, effect } => self.apply(rule, effect, events),
            Step::Timeout { seat } => self.time_out(seat, events),
            Step::Resign { seat } => self.retire(seat, OutReason::Resigned, events),
            Step::Draw => self.end_drawn(Reason::Agreement, events),
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        View::new(self, viewer)
    }

    fn sample<R: Rng + ?Sized>(view: &View, rng: &mut R) -> Self {
        view.deal(rng)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.places()
    }

    fn fingerprint(&self, feed: &mut dyn FnMut(&[u8])) {
        self.feed(feed);
    }

    fn active(&self) -> SeatSet {
        self.living()
    }

    fn captures(before: &Self, event: &Event) -> Vec<Captured> {
        let Event::Battled { seat, to, fight, .. } = *event else { return Vec::new() };
        let struck = before.tile_at(to).and_then(|tile| before.owner_of(tile));
        let Some(other) = struck else { return Vec::new() };
        let taken = |by, from| Captured { by, from, count: 1 };
        match fight {
            Fight::AttackerStays => vec![taken(seat, other)],
            Fight::DefenderStays => vec![taken(other, seat)],
            Fight::BothGone => vec![taken(seat, other), taken(other, seat)],
        }
    }
}

impl HouseRuled for Junqi {
    fn with_fight_recorded(&self, action: Action) -> Action {
        self.told(action)
    }

    fn without_fight(action: Action) -> Action {
        action.plain()
    }
}
