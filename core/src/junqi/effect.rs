//! What house rules can do to a game of Junqi: a closed list, each effect checked.

use serde::{Deserialize, Serialize};

use super::cells::Cell;
use super::event::{Event, OutReason};
use super::piece::{Piece, PieceSet};
use super::state::{FIXED, Junqi, NONE, SEAT_NAMES, UNKNOWN};
use crate::game::{Game, IllegalStep, Sink};
use crate::memory::Key;
use crate::outcome::Reason;
use crate::seat::Seat;

/// An effect of a house rule, in files and scripts a table like
/// `{"kind": "reveal", "at": "S53"}`.
///
/// Pieces are meant that stand on the board face up, once armies are owned. What a refusal
/// or an acceptance tells about a hidden piece it tells everybody: that a piece which was
/// moved is neither Flag nor Landmine, that one which was removed is no Flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// A piece leaves the board, as if it had been captured: the plies without a capture are
    /// counted anew, a Flag it carried is dropped there, and a Field Marshal shows its Flag
    /// where the rules say so. Not a Flag; an army leaves by [`Effect::Out`].
    Remove {
        /// Where it stands.
        at: Cell,
    },
    /// A piece is shown to all. Not one that was shown already.
    Reveal {
        /// Where it stands.
        at: Cell,
    },
    /// A piece goes to an empty cell of the board, wherever that is, and does there what it
    /// would have done had it walked: takes up a dropped Flag, brings one home. Not a Flag or
    /// a Landmine. It does not count as having moved.
    Move {
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
    },
    /// Two pieces, of whatever armies, change places, each as in [`Effect::Move`].
    Swap {
        /// Where one stands.
        a: Cell,
        /// Where the other stands.
        b: Cell,
    },
    /// A seat moves next. The turn of the seat that was to move is put off until after it,
    /// so that nobody loses a place in the order or gets another. At most four turns are put
    /// off at a time; a seat that could not move gets no extra move.
    ExtraMove {
        /// Who moves.
        seat: Named,
    },
    /// An army leaves the board; the last side standing wins.
    Out {
        /// Whose army.
        seat: Named,
    },
    /// The game ends in a draw of all who still play.
    Draw {},
    /// The game ends and a seat that still plays wins, with its partner if it has one. Others
    /// who still play share the next place.
    Win {
        /// Who wins.
        seat: Named,
    },
    /// A number is kept for the rule, which finds it in its view. Nobody is told.
    Remember {
        /// Its name.
        key: Key,
        /// The number; 0 forgets it.
        value: i32,
    },
}

/// A seat by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Named(pub Seat);

impl TryFrom<String> for Named {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let seat = Junqi::seat_by_name(&name);
        seat.map(Self).ok_or_else(|| format!("a seat is one of {}", SEAT_NAMES.join(", ")))
    }
}

impl From<Named> for String {
    fn from(named: Named) -> Self {
        Junqi::seat_name(named.0).to_owned()
    }
}

impl Junqi {
    /// Whether an effect can be applied now.
    pub(super) fn check_house(&self, rule: u8, effect: &Effect) -> Result<(), IllegalStep> {
        if self.over.is_some() {
            return Err(IllegalStep::GameOver);
        }
        let why_not = match *effect {
            Effect::Remove { at } => self.check_removal(at),
            Effect::Reveal { at } => self.check_reveal(at),
            Effect::Move { from, to } => self.check_shift(from).and_then(|()| {
                if !self.board().cells().contains(to) {
                    return Err("the cell the piece should go to is not on this board");
                }
                let free = self.at[to.index()] == NONE;
                free.then_some(()).ok_or("something stands where the piece should go")
            }),
            Effect::Swap { a, b } if a == b => Err("a piece cannot change places with itself"),
            Effect::Swap { a, b } => self.check_shift(a).and_then(|()| self.check_shift(b)),
            Effect::ExtraMove { seat } => self.check_extra(seat.0),
            Effect::Out { seat } | Effect::Win { seat } => self.check_plays(seat.0),
            Effect::Draw {} => Ok(()),
            Effect::Remember { key, value } => self.memory.check(rule, key, value),
        };
        why_not.map_err(IllegalStep::Effect)
    }

    /// The kind of the piece on a cell, if it lies open to effects: face up, owned, recorded.
    fn kind_on(&self, cell: Cell) -> Result<u8, &'static str> {
        let tile = self.at[cell.index()];
        if tile == NONE {
            return Err("no piece stands there");
        }
        if self.down.contains(cell) {
            return Err("this piece lies face down");
        }
        match self.kind[tile as usize] {
            UNKNOWN => Err("it is not on record what this piece is"),
            kind => Ok(kind),
        }
    }

    fn check_owned(&self) -> Result<(), &'static str> {
        self.settled.then_some(()).ok_or("nobody owns an army yet")
    }

    fn check_removal(&self, at: Cell) -> Result<(), &'static str> {
        let kind = self.kind_on(at)?;
        self.check_owned()?;
        let flag = kind == Piece::Flag as u8;
        if flag { Err("a Flag is not removed by itself; `out` takes an army") } else { Ok(()) }
    }

    fn check_reveal(&self, at: Cell) -> Result<(), &'static str> {
        self.kind_on(at)?;
        let shown = self.shown.contains(Cell::new(self.at[at.index()]));
        if shown { Err("everybody has been shown this piece already") } else { Ok(()) }
    }

    fn check_shift(&self, from: Cell) -> Result<(), &'static str> {
        let kind = self.kind_on(from)?;
        self.check_owned()?;
        let moves = Piece::from_index(kind as usize).moves();
        moves.then_some(()).ok_or("Flags and Landmines stay where they are")
    }

    fn check_plays(&self, seat: Seat) -> Result<(), &'static str> {
        self.alive.contains(seat).then_some(()).ok_or("this army does not play, or not any more")
    }

    fn check_extra(&self, seat: Seat) -> Result<(), &'static str> {
        self.check_plays(seat)?;
        if self.put_off.is_full() {
            return Err("four turns are put off already");
        }
        self.can_act(seat).then_some(()).ok_or("this seat has no legal move")
    }

    /// Applies an effect that was checked.
    #[cold]
    #[inline(never)]
    pub(super) fn apply<S: Sink<Event>>(&mut self, rule: u8, effect: Effect, events: &mut S) {
        // Steps that were not checked may do nothing, but they do no harm.
        if self.check_house(rule, &effect).is_err() {
            return;
        }
        let removed = match effect {
            Effect::Remove { at } => {
                self.take_away(at, events);
                true
            }
            Effect::Reveal { at } => return self.reveal(self.at[at.index()], at, events),
            Effect::Move { from, to } => {
                self.tell_of(from, PieceSet::MOVING);
                self.told_shift(from, to, events);
                self.shift(from, to);
                self.land(&[to], events)
            }
            Effect::Swap { a, b } => {
                for (from, to) in [(a, b), (b, a)] {
                    self.tell_of(from, PieceSet::MOVING);
                    self.told_shift(from, to, events);
                }
                self.exchange(a, b);
                self.land(&[a, b], events)
            }
            Effect::ExtraMove { seat } => {
                self.put_off.push(self.turn);
                self.turn = seat.0;
                events.tell(Event::ExtraTurn { seat: seat.0 });
                return;
            }
            Effect::Out { seat } => return self.retire(seat.0, OutReason::HouseRule, events),
            Effect::Draw {} => return self.end_drawn(Reason::HouseRule, events),
            Effect::Win { seat } => {
                let winners = self.team(seat.0);
                self.over = Some((winners, Reason::HouseRule));
                return events.tell(Event::Ended { winners, reason: Reason::HouseRule });
            }
            Effect::Remember { key, value } => return self.memory.set(rule, key, value),
        };
        if removed {
            self.quiet = 0;
            if self.ground.rules.is_flip() {
                self.judge_pieces(events);
            }
        }
        let removed = self.find_mover(events) || removed;
        self.judge_draws(removed, events);
    }

    /// Takes a piece off the board, with all that follows from its fall.
    fn take_away<S: Sink<Event>>(&mut self, at: Cell, events: &mut S) {
        let (tile, owner) = (self.at[at.index()], self.who[at.index()]);
        let seat = Seat::new(owner & 3);
        let marshal = self.kind[tile as usize] == Piece::FieldMarshal as u8;
        let flag = self.flag[seat.index()];
        let carried = flag != NONE && self.place[flag as usize] == NONE;
        let telling = self.ground.rules.marshal_reveals_flag && !carried;
        let one = PieceSet::one(Piece::FieldMarshal);
        let others = PieceSet::ALL.without(PieceSet::one(Piece::Flag));
        self.tell_of(
            at,
            match telling {
                true if marshal => one,
                true => others.without(one),
                false => others,
            },
        );
        events.tell(Event::Removed { seat, at });
        self.remove(at);
        self.drop_flags(tile, at, events);
        if telling && marshal {
            self.show_flag(seat, events);
        }
    }

    fn told_shift<S: Sink<Event>>(&self, from: Cell, to: Cell, events: &mut S) {
        let seat = Seat::new(self.who[from.index()] & 3);
        events.tell(Event::Shifted { seat, from, to });
    }

    /// Notes what everybody learns about the piece on a cell.
    fn tell_of(&mut self, cell: Cell, maybe: PieceSet) {
        let tile = Cell::new(self.at[cell.index()]);
        match self.betrayed.binary_search_by_key(&tile.index(), |(tile, _)| tile.index()) {
            Ok(at) => self.betrayed[at].1 = self.betrayed[at].1.and(maybe),
            Err(at) => self.betrayed.insert(at, (tile, maybe)),
        }
    }

    /// Has two pieces change places.
    fn exchange(&mut self, a: Cell, b: Cell) {
        let pieces = [a, b].map(|cell| (self.at[cell.index()], self.who[cell.index()]));
        for (cell, (_, owner)) in [a, b].into_iter().zip(pieces) {
            self.army[owner as usize & 3].remove(cell);
            self.rail[owner as usize & 3] &= !self.ground.board.rail_bit(cell);
            self.mobile.remove(cell);
        }
        for (cell, (tile, owner)) in [b, a].into_iter().zip(pieces) {
            self.at[cell.index()] = tile;
            self.who[cell.index()] = owner;
            self.place[tile as usize] = cell.index() as u8;
            self.army[owner as usize & 3].insert(cell);
            self.rail[owner as usize & 3] |= self.ground.board.rail_bit(cell);
            if self.can_leave(cell, self.kind[tile as usize]) {
                self.mobile.insert(cell);
            }
        }
    }

    /// Has pieces do what they do where they arrived; whether that took one off the board.
    fn land<S: Sink<Event>>(&mut self, cells: &[Cell], events: &mut S) -> bool {
        let mut removed = false;
        for cell in cells {
            let owner = self.who[cell.index()];
            if self.over.is_none() && owner < FIXED {
                removed |= self.arrive(*cell, Seat::new(owner), events);
            }
        }
        removed
    }
}
