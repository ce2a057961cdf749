//! Imports QQ Junqi replay files (`.jgs`) into records, playing every move by the
//! rules.
//!
//! A file begins with a header that holds the number of entries, among other things. Four seats of
//! 88 bytes follow, each with a colour, a name in GBK and a layout. The rest are entries of 10
//! bytes for moves and events.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::contract::dice::Seed;
use crate::contract::game::{Game, IllegalStep, Step, Turn};
use crate::contract::localized::on_one_line;
use crate::contract::options::RuleSet;
use crate::contract::seat::Seat;
use crate::games::junqi::board::Board;
use crate::games::junqi::layout::SLOTS;
use crate::games::junqi::rules::First;
use crate::games::junqi::{
    Action, BattleResult, BattleSource, BoardKind, Cell, Deal, Event, Junqi, Kind, Rules,
};
use crate::record::{AuditEntry, Player, Record};

/// An imported replay file: the record, and the number of moves and battles that were checked.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplayFile {
    /// The game.
    pub record: Record<Junqi>,
    /// The number of moves played.
    pub moves: usize,
    /// The number of battles among them.
    pub battles: usize,
    /// True if the file lacks a layout. The results of battles are then taken from the file.
    pub has_missing_layouts: bool,
}

/// The reason why a replay file cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JgsError {
    /// The file does not begin with the magic bytes of a replay.
    #[error("this is not a .jgs replay: it does not begin with `QQGame JQS`")]
    NotAReplay,
    /// The file ends too early.
    #[error("the file ends at byte {0}, in the middle of the game")]
    Truncated(usize),
    /// The seats taken are neither two opposite ones nor all four.
    #[error("{0} seats are taken; only games of two opposite seats and of four can be read")]
    Seats(usize),
    /// A number in the file is invalid.
    #[error("byte {at}: {what}")]
    InvalidValue {
        /// The offset of the byte.
        at: usize,
        /// The problem, in words.
        what: String,
    },
    /// A move is illegal.
    #[error("move {number} ({action}): {why}")]
    Illegal {
        /// The number of the move, from 1.
        number: usize,
        /// The move.
        action: Action,
        /// The reason.
        why: IllegalStep,
    },
    /// The result of a battle differs from that by the rules.
    #[error("move {number} ({action}): the file says {}, the rules say {}", describe_battle(*recorded), describe_battle(*by_rules))]
    Battle {
        /// The number of the move, from 1.
        number: usize,
        /// The move.
        action: Action,
        /// The result in the file.
        recorded: Option<BattleResult>,
        /// The result by the rules.
        by_rules: Option<BattleResult>,
    },
    /// An event is impossible.
    #[error("after move {number}: {what}")]
    Event {
        /// The number of moves before the event.
        number: usize,
        /// The problem, in words.
        what: String,
    },
}

/// The first bytes of every file.
const MAGIC: &[u8] = b"QQGame JQS\0";
/// The offset of the number of entries, which is two bytes, little-endian.
const ENTRY_COUNT_OFFSET: usize = 0x1A;
/// The offset of the first seat.
const SEATS_OFFSET: usize = 0x20;
/// The number of bytes of a seat.
const SEAT_SIZE: usize = 88;
/// The bytes of a seat that hold the player's name.
const NAME_RANGE: Range<usize> = 8..28;
/// The bytes of a seat that hold the layout.
const LAYOUT_RANGE: Range<usize> = 28..58;
/// The colour of a seat that is not taken.
const NO_COLOUR: u8 = 0xFF;
/// The offset of the first entry.
const ENTRIES_OFFSET: usize = 0x19C;
/// The number of bytes of an entry.
const ENTRY_SIZE: usize = 10;
/// The first byte of an entry for a move.
const MOVE_ENTRY: u8 = 0x5F;
/// The first byte of an entry for an event.
const EVENT_ENTRY: u8 = 0xF5;

/// The reasons for which an army is out, as numbered in the file.
const OUT_BY_FLAG: u8 = 1;
const OUT_BY_TIMEOUTS: u8 = 3;
/// The reason for which a game ended, as numbered in the file.
const END_BY_DRAW: u8 = 2;

/// The number of plies without a capture after which the server ends a game as drawn.
const DRAW_AFTER_QUIET_PLIES: u8 = 71;

/// The seats of the file's yellow, blue, green and purple: top, right, bottom, left.
const SEATS_BY_COLOUR: [u8; 4] = [2, 1, 0, 3];

/// Returns the result of a battle in words.
fn describe_battle(result: Option<BattleResult>) -> &'static str {
    match result {
        None => "there is no battle",
        Some(BattleResult::AttackerSurvives) => "the attacker wins",
        Some(BattleResult::DefenderSurvives) => "the defender wins",
        Some(BattleResult::BothGone) => "both are lost",
    }
}

/// An entry of the file.
#[derive(Clone, Copy, Debug)]
enum JgsEntry {
    Move {
        from: Cell,
        to: Cell,
        battle: Option<BattleResult>,
    },
    /// A seat overran its clock.
    TimedOut(Seat),
    /// An army is out, with the number of the reason.
    Out(Seat, u8),
    /// A player left the game.
    Left(Seat),
    /// The game ended, with the number of the reason.
    Ended(u8),
}

/// The parsed file, before the rules check it.
struct ReplayFields {
    names: BTreeMap<Seat, String>,
    layouts: BTreeMap<Seat, String>,
    entries: Vec<JgsEntry>,
}

/// Imports a replay file and plays it by the rules.
///
/// If that fails, tries again with the option `hemmed_in_waits`. By the rules, an army that cannot
/// move is out. The server does not notice this while an ally, or an enemy in a camp, is next to
/// one of the army's pieces. It lets the clock of that army run instead.
///
/// # Errors
/// Returns the broken part of the file, or the first move that is illegal or whose battle has
/// another result than in the file.
///
/// # Examples
/// ```
/// use qipan_core::record::jgs::{JgsError, import};
///
/// assert_eq!(import(b"{\"format\": \"qipan\"}"), Err(JgsError::NotAReplay));
/// assert!(matches!(import(b"QQGame JQS\0"), Err(JgsError::Truncated(_))));
/// ```
pub fn import(bytes: &[u8]) -> Result<ReplayFile, JgsError> {
    let fields = parse(bytes)?;
    let play = |hemmed_in_waits| fields.play(bytes, hemmed_in_waits);
    play(false).or_else(|first_error| play(true).map_err(|_| first_error))
}

impl ReplayFields {
    /// Returns the rules of the game, as far as the file determines them.
    fn rules(&self, hemmed_in_waits: bool) -> Rules {
        let preset = match self.layouts.len() {
            2 => Rules::preset("siguo_duel"),
            _ => Rules::preset("siguo_partner"),
        };
        let preset = preset.unwrap_or_else(|| unreachable!("presets of this program"));
        let first = First::of(self.first_seat());
        Rules { first, draw_after_quiet_plies: DRAW_AFTER_QUIET_PLIES, hemmed_in_waits, ..preset }
    }

    /// Returns the seat that has the first turn.
    fn first_seat(&self) -> Seat {
        let first = self.entries.iter().find_map(|entry| match entry {
            JgsEntry::Move { from, .. } => from.land(),
            JgsEntry::TimedOut(seat) => Some(*seat),
            _ => None,
        });
        first.unwrap_or(Seat::new(0))
    }

    /// Plays the entries by the rules. `bytes` is the whole file.
    fn play(&self, bytes: &[u8], hemmed_in_waits: bool) -> Result<ReplayFile, JgsError> {
        let rules = self.rules(hemmed_in_waits);
        let layouts = self
            .layouts
            .iter()
            .map(|(seat, text)| (Junqi::seat_name(*seat).to_owned(), text.clone()))
            .collect();
        let first = Some(Junqi::seat_name(self.first_seat()).to_owned());
        let deal = Deal { layouts, first, ..Deal::default() };
        let name = |seat: &Seat| self.names.get(seat).map_or("", String::as_str);
        let players = self.layouts.keys().map(|seat| (*seat, Player::human(name(seat)))).collect();
        let preset = rules.nearest_preset();
        // An imported game uses no random numbers. The seed only has to be the same for the same
        // file.
        let seed = Seed::from_bytes(<sha2::Sha256 as sha2::Digest>::digest(bytes).into());
        let record = Record::new(preset, rules, players, deal, seed);
        let state = record
            .start()
            .map_err(|why| JgsError::InvalidValue { at: SEATS_OFFSET, what: why.to_string() })?;
        let has_missing_layouts = self.layouts.values().any(|layout| layout.contains('?'));
        let mut builder = RecordBuilder {
            replay: ReplayFile { record, moves: 0, battles: 0, has_missing_layouts },
            state,
        };
        if has_missing_layouts {
            builder.add_note(
                "Not every layout was recorded: battles are as the file has them.".into(),
            );
        }
        self.entries.iter().try_for_each(|entry| builder.add_entry(*entry))?;
        Ok(builder.replay)
    }
}

/// A record under construction.
struct RecordBuilder {
    replay: ReplayFile,
    /// The state after the steps of the record.
    state: Junqi,
}

impl RecordBuilder {
    /// Plays an entry.
    fn add_entry(&mut self, entry: JgsEntry) -> Result<(), JgsError> {
        match entry {
            JgsEntry::Move { from, to, battle } => self.play_move(from, to, battle),
            JgsEntry::TimedOut(seat) => self.time_out(seat),
            // The fifth time-out has no entry of its own, only this consequence.
            JgsEntry::Out(seat, OUT_BY_TIMEOUTS) if self.is_active(seat) => {
                self.time_out(seat)?;
                self.resign(seat)
            }
            JgsEntry::Out(seat, OUT_BY_FLAG)
                if self.is_active(seat) && !self.replay.has_missing_layouts =>
            {
                let what = format!("{} is out, but its Flag stands", Junqi::seat_name(seat));
                Err(JgsError::Event { number: self.replay.moves, what })
            }
            // The server removes an army as soon as it can never move again. By the rules of this
            // program the army would be out only at its next turn, so here it resigns, like armies
            // that give up or leave.
            JgsEntry::Out(seat, _) | JgsEntry::Left(seat) => self.resign(seat),
            JgsEntry::Ended(END_BY_DRAW) if self.state.turn() != Turn::Over => {
                self.play(Step::Draw)
            }
            JgsEntry::Ended(_) => Ok(()),
        }
    }

    fn is_active(&self, seat: Seat) -> bool {
        self.state.active().contains(seat)
    }

    /// Adds a note at the current step.
    fn add_note(&mut self, text: String) {
        let record = &mut self.replay.record;
        record.notes.push(AuditEntry { at: record.steps.len(), text });
    }

    /// Plays a time-out. Under `hemmed_in_waits` the rules pass the turn of an army that cannot
    /// move. If they have already done so, there is nothing to time out, and only a note is added.
    fn time_out(&mut self, seat: Seat) -> Result<(), JgsError> {
        let waits_hemmed_in = self.state.rules().hemmed_in_waits && !self.state.can_act(seat);
        if !waits_hemmed_in || self.state.turn() == Turn::Seat(seat) {
            return self.play(Step::Timeout { seat });
        }
        let name = Junqi::seat_name(seat);
        self.add_note(format!(
            "{name} cannot move: what stands beside its pieces is an ally or an enemy in a camp. \
             The server let the army's clock run and did not eliminate the army; here its turn passes."
        ));
        Ok(())
    }

    /// Resigns for a seat, unless it is already out.
    fn resign(&mut self, seat: Seat) -> Result<(), JgsError> {
        if self.is_active(seat) { self.play(Step::Resign { seat }) } else { Ok(()) }
    }

    fn play(&mut self, step: Step<Junqi>) -> Result<(), JgsError> {
        self.state
            .play(&step, &mut crate::contract::game::NullSink)
            .map_err(|why| JgsError::Event { number: self.replay.moves, what: why.to_string() })?;
        self.replay.record.steps.push(step);
        Ok(())
    }

    /// Plays a move and checks that its battle has the result in the file.
    fn play_move(
        &mut self,
        from: Cell,
        to: Cell,
        recorded: Option<BattleResult>,
    ) -> Result<(), JgsError> {
        self.replay.moves += 1;
        let number = self.replay.moves;
        let plain = Action::go(from, to);
        let battle_source = match recorded {
            Some(result) if self.state.needs_battle_result(plain) => BattleSource::Given(result),
            _ => BattleSource::Pieces,
        };
        let action = Action::Move { from, to, battle_source };
        let no_seat = JgsError::Illegal { number, action, why: IllegalStep::NotLegal };
        let tile = self.state.tile_at(from);
        let owner = tile.and_then(|tile| self.state.owner_of(tile));
        let land_seat = from.land().filter(|_| tile.is_some());
        let seat = owner.or(land_seat).ok_or(no_seat)?;
        let step = Step::Act { seat, action };
        let mut events = Vec::new();
        self.state.play(&step, &mut events).map_err(|why| JgsError::Illegal {
            number,
            action,
            why,
        })?;
        let by_rules = events.iter().find_map(|event| match event {
            Event::Battled { result, .. } => Some(*result),
            _ => None,
        });
        if by_rules != recorded {
            return Err(JgsError::Battle { number, action, recorded, by_rules });
        }
        self.replay.battles += usize::from(by_rules.is_some());
        self.replay.record.steps.push(step);
        Ok(())
    }
}

/// Parses a file.
fn parse(bytes: &[u8]) -> Result<ReplayFields, JgsError> {
    if !bytes.starts_with(MAGIC) {
        return Err(JgsError::NotAReplay);
    }
    if bytes.len() < ENTRIES_OFFSET {
        return Err(JgsError::Truncated(bytes.len()));
    }
    let mut fields =
        ReplayFields { names: BTreeMap::new(), layouts: BTreeMap::new(), entries: Vec::new() };
    for index in 0..4 {
        let at = SEATS_OFFSET + SEAT_SIZE * index;
        let seat_bytes = &bytes[at..at + SEAT_SIZE];
        let colour = seat_bytes[0];
        if colour == NO_COLOUR {
            continue;
        }
        let seat = seat_of_colour(colour, at)?;
        let name = seat_bytes[NAME_RANGE].split(|byte| *byte == 0).next().unwrap_or(&[]);
        let name = encoding_rs::GBK.decode(name).0;
        fields.names.insert(seat, on_one_line(name.trim()).into_owned());
        let layout = parse_layout(&seat_bytes[LAYOUT_RANGE], at + LAYOUT_RANGE.start)?;
        fields.layouts.insert(seat, layout);
    }
    let count = [bytes[ENTRY_COUNT_OFFSET], bytes[ENTRY_COUNT_OFFSET + 1]];
    for index in 0..usize::from(u16::from_le_bytes(count)) {
        let at = ENTRIES_OFFSET + ENTRY_SIZE * index;
        let entry = bytes.get(at..at + ENTRY_SIZE).ok_or(JgsError::Truncated(bytes.len()))?;
        fields.entries.extend(parse_entry(entry, at)?);
    }
    let seats: Vec<usize> = fields.layouts.keys().map(|seat| seat.index()).collect();
    match seats.as_slice() {
        [0, 1, 2, 3] | [0, 2] => Ok(fields),
        // Duels here are played by south and north, so the board is rotated by a quarter turn.
        [1, 3] => Ok(rotate(fields)),
        _ => Err(JgsError::Seats(seats.len())),
    }
}

// In the functions below, `at` is the offset of the bytes in the file, for errors.

fn seat_of_colour(colour: u8, at: usize) -> Result<Seat, JgsError> {
    let error = || JgsError::InvalidValue { at, what: format!("there is no colour {colour}") };
    SEATS_BY_COLOUR.get(colour as usize).map(|index| Seat::new(*index)).ok_or_else(error)
}

/// Returns the 25 letters of a layout of 30 codes, front line first.
fn parse_layout(codes: &[u8], at: usize) -> Result<String, JgsError> {
    let letter_at = |slot: &u8| {
        let slot = usize::from(*slot);
        Ok(match codes[slot] {
            1 => '?',
            2 => Kind::Flag.letter(),
            3 => Kind::Landmine.letter(),
            4 => Kind::Bomb.letter(),
            rank @ 5..=13 => Kind::from_index(rank as usize - 5).letter(),
            code => {
                let what = format!("{code} is not a piece");
                return Err(JgsError::InvalidValue { at: at + slot, what });
            }
        })
    };
    SLOTS.iter().map(letter_at).collect()
}

/// Parses an entry. Returns none for an event that the record does not need.
fn parse_entry(bytes: &[u8], at: usize) -> Result<Option<JgsEntry>, JgsError> {
    match bytes[0] {
        MOVE_ENTRY => {
            let battle = match bytes[1] & 3 {
                0 => None,
                1 => Some(BattleResult::AttackerSurvives),
                2 => Some(BattleResult::DefenderSurvives),
                _ => Some(BattleResult::BothGone),
            };
            let from = cell_at(bytes[2], bytes[3], at + 2)?;
            let to = cell_at(bytes[4], bytes[5], at + 4)?;
            Ok(Some(JgsEntry::Move { from, to, battle }))
        }
        EVENT_ENTRY => Ok(Some(match bytes[1] {
            2 => JgsEntry::TimedOut(seat_of_colour(bytes[2], at + 2)?),
            3 => JgsEntry::Out(seat_of_colour(bytes[2], at + 2)?, bytes[3]),
            4 => JgsEntry::Left(seat_of_colour(bytes[2], at + 2)?),
            5 => JgsEntry::Ended(bytes[3]),
            _ => return Ok(None),
        })),
        first => {
            let what = format!("{first:#04x} is not the first byte of an entry");
            Err(JgsError::InvalidValue { at, what })
        }
    }
}

/// Returns the cell in this row and column. Rows count from the bottom, columns from the left, both
/// from 0.
fn cell_at(row: u8, column: u8, at: usize) -> Result<Cell, JgsError> {
    /// The row at the top, which the board counts as 0.
    const TOP_ROW: u8 = 16;
    let board = Board::shared(BoardKind::Four);
    let error = || JgsError::InvalidValue { at, what: format!("{row},{column} is not a cell") };
    let place = (column, TOP_ROW.checked_sub(row).ok_or_else(error)?);
    board.cells().iter().find(|cell| board.grid_position(*cell) == Some(place)).ok_or_else(error)
}

/// Rotates the game by a quarter turn, so that east becomes south.
fn rotate(fields: ReplayFields) -> ReplayFields {
    let rotate_seat = |seat: Seat| Seat::new((seat.index() as u8 + 3) & 3);
    let rotate_cell = |cell: Cell| match cell.land() {
        Some(land) => Cell::of(rotate_seat(land), cell.line(), cell.column()),
        None => Cell::centre(cell.column(), 4 - cell.line()).unwrap_or(cell),
    };
    let rotate_entry = |entry| match entry {
        JgsEntry::Move { from, to, battle } => {
            JgsEntry::Move { from: rotate_cell(from), to: rotate_cell(to), battle }
        }
        JgsEntry::TimedOut(seat) => JgsEntry::TimedOut(rotate_seat(seat)),
        JgsEntry::Out(seat, reason) => JgsEntry::Out(rotate_seat(seat), reason),
        JgsEntry::Left(seat) => JgsEntry::Left(rotate_seat(seat)),
        JgsEntry::Ended(reason) => JgsEntry::Ended(reason),
    };
    let names = fields.names.into_iter();
    let layouts = fields.layouts.into_iter();
    ReplayFields {
        names: names.map(|(seat, name)| (rotate_seat(seat), name)).collect(),
        layouts: layouts.map(|(seat, layout)| (rotate_seat(seat), layout)).collect(),
        entries: fields.entries.into_iter().map(rotate_entry).collect(),
    }
}
