//! Imports replay files of the big Junqi server (`.jgs`) into records, playing every move by the
//! rules.
//!
//! Format: a head with the player's own colour and the number of entries, four seats of 88 bytes
//! (colour, name in GBK, layout), then entries of 10 bytes for moves and events.

use std::collections::BTreeMap;

use crate::contract::dice::Seed;
use crate::contract::game::{Game, IllegalStep, Step, Turn};
use crate::contract::options::RuleSet;
use crate::contract::seat::Seat;
use crate::games::junqi::board::Board;
use crate::games::junqi::layout::SLOTS;
use crate::games::junqi::rules::First;
use crate::games::junqi::{
    Action, BattleResult, BattleSource, BoardKind, Cell, Deal, Event, Junqi, Piece, Rules,
};
use crate::record::{AuditEntry, Player, Record};

/// A replay file as a record, with counts of what was compared.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplayFile {
    /// The game.
    pub record: Record<Junqi>,
    /// The number of moves played.
    pub moves: usize,
    /// The number of fights among them.
    pub fights: usize,
    /// True if a layout in the file is unknown, so that fight results are taken from the file.
    pub partly_known: bool,
}

/// The reason why a replay file cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JgsError {
    /// The file does not begin like a replay.
    #[error("this is not a .jgs replay: it does not begin with `QQGame JQS`")]
    Foreign,
    /// The file ends too early.
    #[error("the file ends at byte {0}, in the middle of the game")]
    Short(usize),
    /// The seats taken are neither two opposite ones nor all four.
    #[error("{0} seats are taken; only games of two opposite seats and of four can be read")]
    Seats(usize),
    /// A number in the file is invalid.
    #[error("byte {at}: {what}")]
    Odd {
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
    /// The result of a fight differs from that by the rules.
    #[error("move {number} ({action}): the file says {}, the rules say {}", told(*file), told(*rules))]
    Fight {
        /// The number of the move, from 1.
        number: usize,
        /// The move.
        action: Action,
        /// The result in the file.
        file: Option<BattleResult>,
        /// The result by the rules.
        rules: Option<BattleResult>,
    },
    /// An event is impossible.
    #[error("after move {number}: {what}")]
    Event {
        /// The number of moves before it.
        number: usize,
        /// The problem, in words.
        what: String,
    },
}

const HEAD: &[u8] = b"QQGame JQS\0";
const SEATS_AT: usize = 0x20;
const SEAT_SIZE: usize = 88;
const ENTRIES_AT: usize = 0x19C;
const ENTRY: usize = 10;

/// The seats of the file's yellow, blue, green and purple: top, right, bottom, left.
const COLOURS: [u8; 4] = [2, 1, 0, 3];

/// Returns the result of a fight in words.
fn told(fight: Option<BattleResult>) -> &'static str {
    match fight {
        None => "there is no fight",
        Some(BattleResult::AttackerStays) => "the attacker stays",
        Some(BattleResult::DefenderStays) => "the defender stays",
        Some(BattleResult::BothGone) => "both are gone",
    }
}

/// An entry of the file.
#[derive(Clone, Copy, Debug)]
enum JgsEntry {
    Move { from: Cell, to: Cell, fight: Option<BattleResult> },
    TimedOut(Seat),
    Out(Seat, u8),
    Left(Seat),
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
/// If that fails, it is tried again with the option that hemmed-in armies wait. The server does
/// not notice that an army cannot move while an ally, or an enemy in a camp, is next to one of
/// its pieces. It lets the clock of that army run, while by the rules the army would be out.
///
/// # Errors
/// The broken part of the file, or the first move that is illegal or has another result.
///
/// # Examples
/// ```
/// use qipan_core::record::jgs::{JgsError, import};
///
/// assert_eq!(import(b"{\"format\": \"qipan\"}"), Err(JgsError::Foreign));
/// assert!(matches!(import(b"QQGame JQS\0"), Err(JgsError::Short(_))));
/// ```
pub fn import(bytes: &[u8]) -> Result<ReplayFile, JgsError> {
    let sheet = take_apart(bytes)?;
    let played = |hemmed_in_waits| sheet.play(bytes, hemmed_in_waits);
    played(false).or_else(|why| played(true).map_err(|_| why))
}

impl ReplayFields {
    /// Returns the rules of the game, as far as the file determines them.
    fn rules(&self, hemmed_in_waits: bool) -> Rules {
        let preset = match self.layouts.len() {
            2 => Rules::preset("siguo_duel"),
            _ => Rules::preset("siguo_partner"),
        };
        let preset = preset.unwrap_or_else(|| unreachable!("presets of this program"));
        let first = First::of(self.first());
        Rules { first, draw_after_quiet_plies: 71, hemmed_in_waits, ..preset }
    }

    /// Returns the seat that has the first turn.
    fn first(&self) -> Seat {
        let first = self.entries.iter().find_map(|entry| match entry {
            JgsEntry::Move { from, .. } => from.land(),
            JgsEntry::TimedOut(seat) => Some(*seat),
            _ => None,
        });
        first.unwrap_or(Seat::new(0))
    }

    fn play(&self, bytes: &[u8], hemmed_in_waits: bool) -> Result<ReplayFile, JgsError> {
        let rules = self.rules(hemmed_in_waits);
        let layouts = self.layouts.iter();
        let layouts =
            layouts.map(|(seat, text)| (Junqi::seat_name(*seat).to_owned(), text.clone()));
        let first = Some(Junqi::seat_name(self.first()).to_owned());
        let deal = Deal { layouts: layouts.collect(), first, ..Deal::default() };
        let name = |seat: &Seat| self.names.get(seat).map_or("", String::as_str);
        let players = self.layouts.keys().map(|seat| (*seat, Player::human(name(seat)))).collect();
        let preset = rules.nearest_preset();
        // No dice are drawn in such a game. The seed only must be the same for the same file.
        let seed = Seed::from_bytes(<sha2::Sha256 as sha2::Digest>::digest(bytes).into());
        let record = Record::new(preset, rules, players, deal, seed);
        let state =
            record.start().map_err(|why| JgsError::Odd { at: SEATS_AT, what: why.to_string() })?;
        let partly_known = self.layouts.values().any(|layout| layout.contains('?'));
        let mut import = RecordBuilder {
            imported: ReplayFile { record, moves: 0, fights: 0, partly_known },
            state,
        };
        if partly_known {
            import.remark("Not every layout was recorded: fights are as the file has them.".into());
        }
        self.entries.iter().try_for_each(|entry| import.entry(*entry))?;
        Ok(import.imported)
    }
}

/// A record under construction.
struct RecordBuilder {
    imported: ReplayFile,
    state: Junqi,
}

impl RecordBuilder {
    fn entry(&mut self, entry: JgsEntry) -> Result<(), JgsError> {
        let playing = |seat: Seat, state: &Junqi| state.active().contains(seat);
        match entry {
            JgsEntry::Move { from, to, fight } => self.go(from, to, fight),
            JgsEntry::TimedOut(seat) => self.time_out(seat),
            // The fifth time-out has no entry of its own, only this consequence.
            JgsEntry::Out(seat, 3) if playing(seat, &self.state) => {
                self.time_out(seat)?;
                self.give_up(seat)
            }
            JgsEntry::Out(seat, 1) if playing(seat, &self.state) && !self.imported.partly_known => {
                let what = format!("{} is out, but its Flag stands", Junqi::seat_name(seat));
                Err(JgsError::Event { number: self.imported.moves, what })
            }
            // The server at once removes an army that can never move again; by these rules it would
            // be out at its next turn. It resigns instead, like armies that give up or leave.
            JgsEntry::Out(seat, _) | JgsEntry::Left(seat) => self.give_up(seat),
            JgsEntry::Ended(2) if self.state.turn() != Turn::Over => self.step(Step::Draw),
            JgsEntry::Ended(_) => Ok(()),
        }
    }

    fn remark(&mut self, text: String) {
        let record = &mut self.imported.record;
        record.notes.push(AuditEntry { at: record.steps.len(), text });
    }

    fn time_out(&mut self, seat: Seat) -> Result<(), JgsError> {
        let waits = self.state.rules().hemmed_in_waits && !self.state.can_act(seat);
        if !waits || self.state.turn() == Turn::Seat(seat) {
            return self.step(Step::Timeout { seat });
        }
        let name = Junqi::seat_name(seat);
        self.remark(format!(
            "{name} cannot move: what stands beside its pieces is an ally or an enemy in a camp. \
             The server let its clock run and did not put it out; here its turn passes."
        ));
        Ok(())
    }

    fn give_up(&mut self, seat: Seat) -> Result<(), JgsError> {
        if self.state.active().contains(seat) { self.step(Step::Resign { seat }) } else { Ok(()) }
    }

    fn step(&mut self, step: Step<Junqi>) -> Result<(), JgsError> {
        self.state.play(&step, &mut crate::contract::game::NullSink).map_err(|why| {
            JgsError::Event { number: self.imported.moves, what: why.to_string() }
        })?;
        self.imported.record.steps.push(step);
        Ok(())
    }

    fn go(
        &mut self,
        from: Cell,
        to: Cell,
        announced: Option<BattleResult>,
    ) -> Result<(), JgsError> {
        self.imported.moves += 1;
        let number = self.imported.moves;
        let plain = Action::go(from, to);
        let ruling = match announced {
            Some(fight) if self.state.needs_ruling(plain) => BattleSource::Given(fight),
            _ => BattleSource::Pieces,
        };
        let action = Action::Move { from, to, ruling };
        let seat = from.land().filter(|_| self.state.tile_at(from).is_some());
        let seat = self.state.tile_at(from).and_then(|t| self.state.owner_of(t)).or(seat);
        let seat = seat.ok_or(JgsError::Illegal { number, action, why: IllegalStep::NotLegal })?;
        let step = Step::Act { seat, action };
        let mut events = Vec::new();
        self.state.play(&step, &mut events).map_err(|why| JgsError::Illegal {
            number,
            action,
            why,
        })?;
        let rules = events.iter().find_map(|event| match event {
            Event::Battled { fight, .. } => Some(*fight),
            _ => None,
        });
        if rules != announced {
            return Err(JgsError::Fight { number, action, file: announced, rules });
        }
        self.imported.fights += usize::from(rules.is_some());
        self.imported.record.steps.push(step);
        Ok(())
    }
}

/// Parses a file.
fn take_apart(bytes: &[u8]) -> Result<ReplayFields, JgsError> {
    if !bytes.starts_with(HEAD) {
        return Err(JgsError::Foreign);
    }
    if bytes.len() < ENTRIES_AT {
        return Err(JgsError::Short(bytes.len()));
    }
    let mut sheet =
        ReplayFields { names: BTreeMap::new(), layouts: BTreeMap::new(), entries: Vec::new() };
    for k in 0..4 {
        let at = SEATS_AT + SEAT_SIZE * k;
        let seat = &bytes[at..at + SEAT_SIZE];
        let colour = seat[0];
        if colour == 0xFF {
            continue;
        }
        let owner = seat_of(colour, at)?;
        let name = seat[8..28].split(|byte| *byte == 0).next().unwrap_or(&[]);
        sheet.names.insert(owner, encoding_rs::GBK.decode(name).0.trim().to_owned());
        sheet.layouts.insert(owner, layout(&seat[28..58], at + 28)?);
    }
    let count = usize::from(u16::from_le_bytes([bytes[0x1A], bytes[0x1B]]));
    for k in 0..count {
        let at = ENTRIES_AT + ENTRY * k;
        let line = bytes.get(at..at + ENTRY).ok_or(JgsError::Short(bytes.len()))?;
        sheet.entries.extend(entry(line, at)?);
    }
    let seats: Vec<usize> = sheet.layouts.keys().map(|seat| seat.index()).collect();
    match seats.as_slice() {
        [0, 1, 2, 3] | [0, 2] => Ok(sheet),
        // Duels here are played by south and north, so the board is rotated by a quarter.
        [1, 3] => Ok(turned(sheet)),
        _ => Err(JgsError::Seats(seats.len())),
    }
}

fn seat_of(colour: u8, at: usize) -> Result<Seat, JgsError> {
    let odd = || JgsError::Odd { at, what: format!("there is no colour {colour}") };
    COLOURS.get(colour as usize).map(|index| Seat::new(*index)).ok_or_else(odd)
}

/// Returns the 25 letters of a layout of 30 codes, front line first.
fn layout(codes: &[u8], at: usize) -> Result<String, JgsError> {
    let letter = |slot: &u8| {
        let at = at + *slot as usize;
        Ok(match codes[*slot as usize] {
            1 => '?',
            2 => Piece::Flag.letter(),
            3 => Piece::Landmine.letter(),
            4 => Piece::Bomb.letter(),
            rank @ 5..=13 => Piece::from_index(rank as usize - 5).letter(),
            odd => return Err(JgsError::Odd { at, what: format!("{odd} is not a piece") }),
        })
    };
    SLOTS.iter().map(letter).collect()
}

fn entry(line: &[u8], at: usize) -> Result<Option<JgsEntry>, JgsError> {
    match line[0] {
        0x5F => {
            let fight = match line[1] & 3 {
                0 => None,
                1 => Some(BattleResult::AttackerStays),
                2 => Some(BattleResult::DefenderStays),
                _ => Some(BattleResult::BothGone),
            };
            let (from, to) = (cell(line[2], line[3], at + 2)?, cell(line[4], line[5], at + 4)?);
            Ok(Some(JgsEntry::Move { from, to, fight }))
        }
        0xF5 => Ok(Some(match line[1] {
            2 => JgsEntry::TimedOut(seat_of(line[2], at + 2)?),
            3 => JgsEntry::Out(seat_of(line[2], at + 2)?, line[3]),
            4 => JgsEntry::Left(seat_of(line[2], at + 2)?),
            5 => JgsEntry::Ended(line[3]),
            _ => return Ok(None),
        })),
        odd => {
            Err(JgsError::Odd { at, what: format!("{odd:#04x} is not the first byte of an entry") })
        }
    }
}

/// Returns the cell at a height from the bottom and a distance from the left.
fn cell(up: u8, right: u8, at: usize) -> Result<Cell, JgsError> {
    let board = Board::of(BoardKind::Four);
    let odd = || JgsError::Odd { at, what: format!("{up},{right} is not a cell") };
    let place = (right, 16u8.checked_sub(up).ok_or_else(odd)?);
    board.cells().iter().find(|cell| board.place(*cell) == Some(place)).ok_or_else(odd)
}

/// Rotates the game by a quarter, so that east becomes south.
fn turned(sheet: ReplayFields) -> ReplayFields {
    let seat = |seat: Seat| Seat::new((seat.index() as u8 + 3) & 3);
    let cell = |cell: Cell| match cell.land() {
        Some(land) => Cell::of(seat(land), cell.line(), cell.column()),
        None => Cell::centre(cell.column(), 4 - cell.line()).unwrap_or(cell),
    };
    let entry = |entry| match entry {
        JgsEntry::Move { from, to, fight } => {
            JgsEntry::Move { from: cell(from), to: cell(to), fight }
        }
        JgsEntry::TimedOut(s) => JgsEntry::TimedOut(seat(s)),
        JgsEntry::Out(s, why) => JgsEntry::Out(seat(s), why),
        JgsEntry::Left(s) => JgsEntry::Left(seat(s)),
        ended => ended,
    };
    ReplayFields {
        names: sheet.names.into_iter().map(|(s, name)| (seat(s), name)).collect(),
        layouts: sheet.layouts.into_iter().map(|(s, layout)| (seat(s), layout)).collect(),
        entries: sheet.entries.into_iter().map(entry).collect(),
    }
}
