//! Views and events of Junqi as data, and views built from data.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use super::battle::Battle;
use super::cells::Cell;
use super::event::{BattleResult, EliminationReason, Event};
use super::packed_option::PackedOption;
use super::piece::{Kind, KindSet};
use super::public::{PublicState, SetUpFacts};
use super::rules::Rules;
use super::seats::{JunqiSeats, SEATS, SeatName};
use super::state::Junqi;
use super::tile::{Owners, Tile, TileMap, Tiles};
use super::view::{View, VisibleKind};
use crate::contract::memory::Memory;
use crate::contract::options::RuleSet;
use crate::contract::outcome::Reason;
use crate::contract::question::Questions;
use crate::contract::seat::{Seat, SeatSet};
use crate::contract::turn_stack::{MAX_POSTPONED, TurnStack};
use crate::contract::view_data::{
    MemoryRow, NamedSeats, QuestionRow, ViewData, ViewDataError, event_data, memory_of_rows,
    memory_rows, question_rows, questions_of_rows, viewer_of_words, viewer_words,
};

/// The maximum number of battles, one for every piece that can be lost.
const MAX_BATTLES: usize = 150;

/// A view of Junqi as data, or its changes since an earlier view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JunqiViewData {
    /// The viewer: a seat, `side` with the names of its seats, `public` or `all`.
    viewer: String,
    /// The seat to move.
    turn: SeatName,
    /// The number of moves and flips so far.
    ply: u32,
    /// The number of plies since the last capture or flip.
    quiet: u16,
    /// The seats that still play.
    playing: NamedSeats<JunqiSeats>,
    /// The seats that are out, in order, each with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    out: Vec<(SeatName, EliminationReason)>,
    /// The ownership of the armies in Flip Junqi.
    armies: Armies,
    /// The number of time-outs of each seat.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    timeouts: BTreeMap<SeatName, u8>,
    /// The seats whose turns house rules postponed for extra turns. The turn of the last one comes
    /// first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    postponed: Vec<SeatName>,
    /// The starting cell of the piece that carries a Flag, by the seat the Flag belongs to.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    carried: BTreeMap<SeatName, Cell>,
    /// The cell of a dropped Flag, by the seat the Flag belongs to.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    dropped: BTreeMap<SeatName, Cell>,
    /// The winners and the reason, once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ending: Option<(NamedSeats<JunqiSeats>, Reason)>,
    /// The kinds that house rules leave possible for hidden pieces, by starting cell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    possible: Vec<(Cell, Vec<String>)>,
    /// The numbers that house rules remember.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    memory: Vec<MemoryRow>,
    /// The questions of house rules that wait for an answer, as far as the viewer may know them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    questions: Vec<QuestionRow<JunqiSeats>>,
    /// The facts that stay the same for the whole game. Changes do not contain them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<StartData>,
    /// All pieces, also those that are gone. Changes contain only the pieces that changed.
    pieces: Vec<PieceData>,
    /// The number of battles before the first one in `battles`.
    #[serde(default, skip_serializing_if = "is_zero")]
    earlier_battles: usize,
    /// The battles. Changes contain only the new ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    battles: Vec<BattleData>,
}

/// The ownership of the armies in Flip Junqi. In other games it is `own`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Armies {
    /// No seat has an army yet.
    Unassigned,
    /// Each seat owns the army that was dealt to it.
    Own,
    /// Each seat owns the army that was dealt to the other.
    Swapped,
}

/// The facts that stay the same for the whole game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct StartData {
    /// True if a dead position ends the game.
    dead_position_ends: bool,
    /// For a game that began from a position: the facts about its pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    set_up: Option<SetUpData>,
}

/// Facts about a position that was set up by hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct SetUpData {
    /// The pieces that were gone, by their starting cells.
    gone: Vec<Cell>,
    /// The Landmines that were cleared, by seat.
    cleared_mines: BTreeMap<SeatName, u8>,
    /// The seats that played.
    playing: NamedSeats<JunqiSeats>,
}

/// A piece as data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct PieceData {
    /// The cell it started on, which names it.
    id: Cell,
    /// The cell it stands on; missing if it is gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<Cell>,
    /// The seat it belongs to; missing if that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    owner: Option<SeatName>,
    /// The code of its kind, `?` if it is hidden, `-` if the record does not contain it.
    face: String,
    /// True if it lies face down.
    #[serde(default, skip_serializing_if = "is_false")]
    down: bool,
    /// True if it was shown to all.
    #[serde(default, skip_serializing_if = "is_false")]
    shown: bool,
    /// True if it has moved.
    #[serde(default, skip_serializing_if = "is_false")]
    moved: bool,
    /// True if it has turned a corner on a rail.
    #[serde(default, skip_serializing_if = "is_false")]
    turned: bool,
}

/// A battle as data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct BattleData {
    /// The piece that struck, by its starting cell.
    attacker: Cell,
    /// The piece that was struck, by its starting cell.
    defender: Cell,
    /// The result.
    stays: ResultData,
    /// The ply of the battle.
    ply: u32,
    /// True if the Flag of the attacker's army was shown because its Field Marshal fell.
    #[serde(default, skip_serializing_if = "is_false")]
    attacker_flag_shown: bool,
    /// True if the Flag of the defender's army was shown because its Field Marshal fell.
    #[serde(default, skip_serializing_if = "is_false")]
    defender_flag_shown: bool,
    /// True if an Engineer scouted the defender, which showed it to all.
    #[serde(default, skip_serializing_if = "is_false")]
    defender_scouted: bool,
    /// True if a house rule or a record gave the result, so that it says nothing about the kinds.
    #[serde(default, skip_serializing_if = "is_false")]
    result_given: bool,
}

/// The piece that stays on the board after a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResultData {
    /// The piece that struck.
    Attacker,
    /// The piece that was struck.
    Defender,
    /// Neither: both are gone.
    Both,
}

/// The kind of a piece as data: its code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct KindCode(Kind);

event_data! {
    /// An event of Junqi as data. It has the form in which programs receive it.
    Event => JunqiEventData {
        Moved { seat: SeatName, from: Cell, to: Cell },
        Battled { seat: SeatName, from: Cell, to: Cell, #[serde(rename = "stays")] result: ResultData },
        Flipped {
            seat: SeatName,
            at: Cell,
            #[serde(rename = "face")]
            piece: KindCode,
            #[serde(rename = "army")]
            colour: SeatName,
        },
        #[serde(rename = "settled")]
        ArmiesAssigned { seat: SeatName, #[serde(rename = "army")] colour: SeatName },
        Revealed { seat: SeatName, at: Cell, #[serde(rename = "face")] piece: KindCode },
        FlagShown { seat: SeatName, at: Cell },
        FlagTaken { by: SeatName, seat: SeatName, at: Cell },
        FlagLifted { by: SeatName, seat: SeatName, at: Cell },
        FlagDropped { seat: SeatName, at: Cell },
        FlagBrought { by: SeatName, seat: SeatName, at: Cell },
        Removed { seat: SeatName, at: Cell },
        Shifted { seat: SeatName, from: Cell, to: Cell },
        ExtraTurn { seat: SeatName },
        TimedOut { seat: SeatName, count: u8 },
        ArmyOut { seat: SeatName, reason: EliminationReason },
        Ended { winners: NamedSeats<JunqiSeats>, reason: Reason },
    }
}

impl From<BattleResult> for ResultData {
    fn from(result: BattleResult) -> Self {
        match result {
            BattleResult::AttackerSurvives => Self::Attacker,
            BattleResult::DefenderSurvives => Self::Defender,
            BattleResult::BothGone => Self::Both,
        }
    }
}

impl From<ResultData> for BattleResult {
    fn from(result: ResultData) -> Self {
        match result {
            ResultData::Attacker => Self::AttackerSurvives,
            ResultData::Defender => Self::DefenderSurvives,
            ResultData::Both => Self::BothGone,
        }
    }
}

impl From<Kind> for KindCode {
    fn from(kind: Kind) -> Self {
        Self(kind)
    }
}

impl From<KindCode> for Kind {
    fn from(code: KindCode) -> Self {
        code.0
    }
}

impl TryFrom<String> for KindCode {
    type Error = String;

    fn try_from(code: String) -> Result<Self, String> {
        Kind::from_code(&code).map(Self).ok_or_else(|| format!("no piece has the code {code:.10}"))
    }
}

impl From<KindCode> for String {
    fn from(code: KindCode) -> Self {
        code.0.code().to_owned()
    }
}

fn is_false(flag: &bool) -> bool {
    !flag
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl ViewData for Junqi {
    type Data = JunqiViewData;
    type EventData = JunqiEventData;

    fn view_data(view: &View) -> JunqiViewData {
        let mut data = view.data_without_pieces();
        let context = &view.public.context;
        let set_up = context.set_up_facts.map(|facts| SetUpData {
            gone: facts.removed.iter().map(Tile::start).collect(),
            cleared_mines: nonzero(&facts.cleared_mines),
            playing: facts.alive.into(),
        });
        data.start = Some(StartData { dead_position_ends: context.ends_in_dead_position, set_up });
        data.pieces = view.tiles().map(|tile| view.piece_data(tile)).collect();
        data.battles = view.battles().iter().map(BattleData::from).collect();
        data
    }

    fn view_changes(before: &View, after: &View) -> JunqiViewData {
        let mut data = after.data_without_pieces();
        let changed = after.tiles().filter(|tile| !before.shows_equal(after, *tile));
        data.pieces = changed.map(|tile| after.piece_data(tile)).collect();
        let (old, new) = (before.battles(), after.battles());
        data.earlier_battles = old.iter().zip(new).take_while(|(old, new)| old == new).count();
        data.battles = new[data.earlier_battles..].iter().map(BattleData::from).collect();
        data
    }

    fn apply_changes(data: &mut JunqiViewData, changes: JunqiViewData) {
        let JunqiViewData { start, pieces, earlier_battles, battles, .. } =
            std::mem::replace(data, changes);
        let changed = std::mem::replace(&mut data.pieces, pieces);
        for piece in changed {
            match data.pieces.iter_mut().find(|old| old.id == piece.id) {
                Some(old) => *old = piece,
                None => data.pieces.push(piece),
            }
        }
        let kept = data.earlier_battles.saturating_sub(earlier_battles);
        let new = std::mem::replace(&mut data.battles, battles);
        data.battles.truncate(kept);
        data.battles.extend(new);
        data.earlier_battles = earlier_battles;
        if data.start.is_none() {
            data.start = start;
        }
    }

    fn check_event(view: &View, event: &Event) -> Result<(), ViewDataError> {
        let cells = view.board().cells();
        let is_known = match *event {
            Event::Moved { from, to, .. }
            | Event::Battled { from, to, .. }
            | Event::Shifted { from, to, .. } => {
                from != to && cells.contains(from) && cells.contains(to)
            }
            Event::Flipped { at, .. }
            | Event::Revealed { at, .. }
            | Event::FlagShown { at, .. }
            | Event::FlagTaken { at, .. }
            | Event::FlagLifted { at, .. }
            | Event::FlagDropped { at, .. }
            | Event::FlagBrought { at, .. }
            | Event::Removed { at, .. } => cells.contains(at),
            Event::ArmiesAssigned { .. }
            | Event::ExtraTurn { .. }
            | Event::TimedOut { .. }
            | Event::ArmyOut { .. }
            | Event::Ended { .. } => true,
        };
        is_known.then_some(()).ok_or_else(|| ViewDataError::new("an event of another game"))
    }

    fn view_from_data(rules: &Rules, data: &JunqiViewData) -> Result<View, ViewDataError> {
        rules.check().map_err(|why| ViewDataError::new(why.to_string()))?;
        let start =
            data.start.as_ref().ok_or_else(|| ViewDataError::new("its start is missing"))?;
        let mut public = PublicState::new(rules, start.dead_position_ends);
        let seats = rules.seats();
        let reader = Reader { seats, public: &public };
        let viewer = viewer_of_words::<JunqiSeats>(&data.viewer)?;
        let (mut kind, mut owner) =
            (TileMap::filled(VisibleKind::Hidden), Owners::filled(PackedOption::NONE));
        let placed = reader.pieces(data, &mut kind, &mut owner)?;
        let set_up_facts = start.set_up.as_ref().map(|facts| reader.set_up(facts)).transpose()?;
        let read_state = reader.read_state(data, &placed)?;
        // Otherwise no seat would ever have a legal action.
        if data.ending.is_none() && !read_state.alive.contains(data.turn.0) {
            return Err(ViewDataError::new("the seat to move does not play"));
        }
        let armies_fit = match data.armies {
            Armies::Own => true,
            Armies::Swapped => rules.is_flip(),
            // Before the armies are assigned, seats can only flip pieces.
            Armies::Unassigned => {
                rules.is_flip() && placed.cells.iter().any(|(_, _, is_down)| *is_down)
            }
        };
        if !armies_fit {
            return Err(ViewDataError::new("its armies are not those of the game"));
        }
        public.dealt = placed.dealt;
        (public.revealed, public.moved) = (placed.shown, placed.moved);
        public.turned_corner = placed.turned;
        for (tile, cell, down) in placed.cells {
            public.tile[cell] = PackedOption::some(tile);
            public.cell[tile] = PackedOption::some(cell);
            if down {
                public.face_down.insert(cell);
            }
        }
        for battle in read_state.battles {
            public.battles.push(battle);
        }
        public.armies_assigned = data.armies != Armies::Unassigned;
        public.armies_swapped = data.armies == Armies::Swapped;
        (public.ply, public.quiet_plies, public.turn) = (data.ply, data.quiet, data.turn.0);
        (public.alive, public.eliminated) = (read_state.alive, read_state.eliminated);
        (public.carrier, public.dropped_flags) = (read_state.carrier, read_state.dropped_flags);
        public.timeouts = read_state.timeouts;
        public.postponed_turns = read_state.postponed;
        public.ending = read_state.ending;
        public.possible_kinds = read_state.possible_kinds;
        public.memory = read_state.memory;
        public.questions = read_state.questions;
        Arc::make_mut(&mut public.context).set_up_facts = set_up_facts;
        Ok(View { public, viewer, kind, owner, belief: OnceLock::new() })
    }
}

impl View {
    /// Returns the view as data, without the pieces, the battles and the start.
    fn data_without_pieces(&self) -> JunqiViewData {
        let public = &self.public;
        let seats = || public.rules().seats().iter();
        let carrier = |seat: Seat| Some((seat.into(), public.carrier_of(seat)?.start()));
        let dropped = |seat: Seat| Some((seat.into(), public.dropped_flag(seat)?));
        JunqiViewData {
            viewer: viewer_words::<JunqiSeats>(self.viewer),
            turn: public.turn.into(),
            ply: public.ply,
            quiet: public.quiet_plies,
            playing: public.alive.into(),
            out: public.eliminated_seats().map(|(seat, reason)| (seat.into(), reason)).collect(),
            armies: match (public.armies_assigned, public.armies_swapped) {
                (false, _) => Armies::Unassigned,
                (true, false) => Armies::Own,
                (true, true) => Armies::Swapped,
            },
            timeouts: nonzero(&public.timeouts),
            postponed: public.postponed_turns.iter().map(SeatName::new).collect(),
            carried: seats().filter_map(carrier).collect(),
            dropped: seats().filter_map(dropped).collect(),
            ending: public.ending.map(|(winners, reason)| (winners.into(), reason)),
            possible: public
                .possible_kinds
                .iter()
                .map(|(tile, kinds)| {
                    (tile.start(), kinds.iter().map(|kind| kind.code().to_owned()).collect())
                })
                .collect(),
            memory: memory_rows(&public.memory),
            questions: question_rows(&public.questions),
            start: None,
            pieces: Vec::new(),
            earlier_battles: 0,
            battles: Vec::new(),
        }
    }

    /// Returns a piece as data.
    fn piece_data(&self, tile: Tile) -> PieceData {
        let face = match self.kind[tile] {
            VisibleKind::Hidden => "?",
            VisibleKind::Unrecorded => "-",
            VisibleKind::Visible(kind) => kind.code(),
        };
        PieceData {
            id: tile.start(),
            at: self.cell_of(tile),
            owner: self.owner[tile].get().map(SeatName::new),
            face: face.to_owned(),
            down: self.is_down(tile),
            shown: self.is_revealed(tile),
            moved: self.public.moved.contains(tile),
            turned: self.public.turned_corner.contains(tile),
        }
    }

    /// Reports whether a piece looks the same in another view of the same game.
    fn shows_equal(&self, other: &Self, tile: Tile) -> bool {
        self.kind[tile] == other.kind[tile]
            && self.owner[tile] == other.owner[tile]
            && self.public.cell[tile] == other.public.cell[tile]
            && self.is_down(tile) == other.is_down(tile)
            && self.is_revealed(tile) == other.is_revealed(tile)
            && self.public.moved.contains(tile) == other.public.moved.contains(tile)
            && self.public.turned_corner.contains(tile) == other.public.turned_corner.contains(tile)
    }
}

/// Returns the counts above 0 by seat.
fn nonzero(counts: &[u8; SEATS]) -> BTreeMap<SeatName, u8> {
    let entries = (0..SEATS as u8).map(Seat::new).zip(counts).filter(|(_, count)| **count > 0);
    entries.map(|(seat, count)| (seat.into(), *count)).collect()
}

impl From<&Battle> for BattleData {
    fn from(battle: &Battle) -> Self {
        Self {
            attacker: battle.attacker.start(),
            defender: battle.defender.start(),
            stays: battle.result.into(),
            ply: battle.ply,
            attacker_flag_shown: battle.attacker_flag_shown,
            defender_flag_shown: battle.defender_flag_shown,
            defender_scouted: battle.defender_scouted,
            result_given: battle.is_result_given,
        }
    }
}

/// Reads the parts of a view from data, and checks them against the rules of the game.
struct Reader<'a> {
    seats: SeatSet,
    public: &'a PublicState,
}

/// The pieces of a view, as read from data.
#[derive(Default)]
struct ReadPieces {
    dealt: Tiles,
    shown: Tiles,
    moved: Tiles,
    turned: Tiles,
    /// Each piece on the board, its cell, and true if it lies face down.
    cells: Vec<(Tile, Cell, bool)>,
}

/// Everything but the pieces and the start of a view, as read from data.
struct ReadState {
    alive: SeatSet,
    eliminated: [Option<(Seat, EliminationReason)>; SEATS],
    carrier: [PackedOption<Tile>; SEATS],
    dropped_flags: [PackedOption<Cell>; SEATS],
    timeouts: [u8; SEATS],
    postponed: TurnStack,
    ending: Option<(SeatSet, Reason)>,
    possible_kinds: Vec<(Tile, KindSet)>,
    memory: Memory,
    questions: Questions,
    battles: Vec<Battle>,
}

impl Reader<'_> {
    /// Reads the pieces. Writes their kinds and owners to `kind` and `owner`.
    fn pieces(
        &self,
        data: &JunqiViewData,
        kind: &mut TileMap<VisibleKind>,
        owner: &mut Owners,
    ) -> Result<ReadPieces, ViewDataError> {
        let mut placed = ReadPieces::default();
        let mut taken = super::cells::Cells::EMPTY;
        let mut armies = [0; SEATS];
        for piece in &data.pieces {
            let tile = Tile::named_by(piece.id);
            if placed.dealt.contains(tile) {
                return Err(ViewDataError::new(format!("two pieces started on {}", piece.id)));
            }
            placed.dealt.insert(tile);
            kind[tile] = match piece.face.as_str() {
                "?" => VisibleKind::Hidden,
                "-" => VisibleKind::Unrecorded,
                code => {
                    let known = Kind::from_code(code);
                    VisibleKind::Visible(known.ok_or_else(|| {
                        ViewDataError::new(format!("no piece has the code {code:.10}"))
                    })?)
                }
            };
            if let Some(seat) = piece.owner {
                let seat = self.seat(seat)?;
                armies[seat.index()] += 1;
                if armies[seat.index()] > super::piece::ARMY {
                    return Err(ViewDataError::new("an army has more than 25 pieces"));
                }
                owner[tile] = PackedOption::some(seat);
            } else if kind[tile] != VisibleKind::Hidden || !self.public.rules().is_flip() {
                return Err(ViewDataError::new(format!("nobody owns the piece {}", piece.id)));
            }
            if let Some(cell) = piece.at {
                let cell = self.cell(cell)?;
                if taken.contains(cell) {
                    return Err(ViewDataError::new(format!("two pieces stand on {cell}")));
                }
                taken.insert(cell);
                placed.cells.push((tile, cell, piece.down));
            }
            let marks = [
                (piece.shown, &mut placed.shown),
                (piece.moved, &mut placed.moved),
                (piece.turned, &mut placed.turned),
            ];
            for (is_set, tiles) in marks {
                if is_set {
                    tiles.insert(tile);
                }
            }
        }
        Ok(placed)
    }

    /// Reads the facts about a position that was set up by hand.
    fn set_up(&self, facts: &SetUpData) -> Result<SetUpFacts, ViewDataError> {
        let mut cleared_mines = [0; SEATS];
        for (seat, count) in &facts.cleared_mines {
            cleared_mines[self.seat(*seat)?.index()] = (*count).min(Kind::Landmine.count());
        }
        Ok(SetUpFacts {
            removed: facts.gone.iter().map(|cell| Tile::named_by(*cell)).collect(),
            cleared_mines,
            alive: self.seats(facts.playing.clone())?,
        })
    }

    /// Reads everything but the pieces and the start.
    fn read_state(
        &self,
        data: &JunqiViewData,
        placed: &ReadPieces,
    ) -> Result<ReadState, ViewDataError> {
        self.seat(data.turn)?;
        let tile = |cell: Cell| {
            let tile = Tile::named_by(cell);
            let is_dealt = placed.dealt.contains(tile);
            is_dealt.then_some(tile).ok_or_else(|| {
                ViewDataError::new(format!("no piece started on {cell}, but one is named by it"))
            })
        };
        let mut eliminated = [None; SEATS];
        if data.out.len() > SEATS || data.postponed.len() > MAX_POSTPONED {
            return Err(ViewDataError::new("it names too many seats"));
        }
        for ((seat, reason), entry) in data.out.iter().zip(&mut eliminated) {
            *entry = Some((self.seat(*seat)?, *reason));
        }
        let mut carrier = [PackedOption::NONE; SEATS];
        for (seat, start) in &data.carried {
            carrier[self.seat(*seat)?.index()] = PackedOption::some(tile(*start)?);
        }
        let mut dropped_flags = [PackedOption::NONE; SEATS];
        for (seat, cell) in &data.dropped {
            dropped_flags[self.seat(*seat)?.index()] = PackedOption::some(self.cell(*cell)?);
        }
        let mut timeouts = [0; SEATS];
        for (seat, count) in &data.timeouts {
            timeouts[self.seat(*seat)?.index()] = *count;
        }
        let mut postponed = TurnStack::NONE;
        for seat in &data.postponed {
            postponed.push(self.seat(*seat)?);
        }
        let possible = data.possible.iter().map(|(start, codes)| {
            let kinds = codes.iter().filter_map(|code| Kind::from_code(code)).collect();
            Ok((tile(*start)?, kinds))
        });
        if data.battles.len() > MAX_BATTLES {
            return Err(ViewDataError::new("it has too many battles"));
        }
        let battles = data.battles.iter().map(|battle| {
            let (attacker, defender) = (tile(battle.attacker)?, tile(battle.defender)?);
            if attacker == defender {
                return Err(ViewDataError::new("a piece struck itself"));
            }
            Ok(Battle {
                attacker,
                defender,
                result: battle.stays.into(),
                attacker_flag_shown: battle.attacker_flag_shown,
                defender_flag_shown: battle.defender_flag_shown,
                defender_scouted: battle.defender_scouted,
                is_result_given: battle.result_given,
                ply: battle.ply,
            })
        });
        let ending = data.ending.clone();
        let ending = ending.map(|(winners, reason)| Ok((self.seats(winners)?, reason)));
        Ok(ReadState {
            alive: self.seats(data.playing.clone())?,
            eliminated,
            carrier,
            dropped_flags,
            timeouts,
            postponed,
            ending: ending.transpose()?,
            possible_kinds: possible.collect::<Result<_, _>>()?,
            memory: memory_of_rows(&data.memory)?,
            questions: questions_of_rows(&data.questions, self.seats)?,
            battles: battles.collect::<Result<_, _>>()?,
        })
    }

    /// Checks that a seat takes part.
    fn seat(&self, named: SeatName) -> Result<Seat, ViewDataError> {
        let takes_part = self.seats.contains(named.0);
        takes_part
            .then_some(named.0)
            .ok_or_else(|| ViewDataError::new(format!("the seat {named} does not take part")))
    }

    /// Checks that seats take part.
    fn seats(&self, names: NamedSeats<JunqiSeats>) -> Result<SeatSet, ViewDataError> {
        let seats = SeatSet::from(names);
        seats.iter().try_for_each(|seat| self.seat(seat.into()).map(drop))?;
        Ok(seats)
    }

    /// Checks that a cell is on the board.
    fn cell(&self, cell: Cell) -> Result<Cell, ViewDataError> {
        let is_on_board = self.public.board().cells().contains(cell);
        is_on_board
            .then_some(cell)
            .ok_or_else(|| ViewDataError::new(format!("the board has no cell {cell}")))
    }
}
