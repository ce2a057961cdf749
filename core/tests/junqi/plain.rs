//! A slow and simple reference implementation of Junqi, written from the text of the rules and not
//! from the program.
//!
//! Cells are their names, pieces are looked up by the cell they started on, and seats and armies
//! are numbers. Options are those of a saved game. Events are sentences, which `second_opinion.rs`
//! compares with those of the program.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use serde_json::{Map, Value};

use crate::plain_board::{PlainBoard, is_camp, is_headquarters, land_of};

mod dead;
mod piece;

pub use piece::Piece;
use piece::{can_move, fight, strength};

/// The seats of all boards by the letters of their lands, numbered as the program numbers them.
pub const SEATS: [&str; 8] = ["S", "E", "N", "W", "SE", "NE", "NW", "SW"];

/// A whole game.
#[derive(Clone, Debug)]
pub struct Plain {
    options: Map<String, Value>,
    pub board: PlainBoard,
    /// Every piece by the cell it started on.
    pub pieces: HashMap<String, Piece>,
    /// The starting cell of the piece on each cell.
    pub on: HashMap<String, String>,
    /// The seats in the order of turns.
    order: Vec<usize>,
    /// The seats that are not eliminated.
    pub living: BTreeSet<usize>,
    pub turn: usize,
    /// The army each seat owns, `None` before armies are assigned.
    pub owns: Option<BTreeMap<usize, usize>>,
    pub quiet: u64,
    pub plies: u64,
    pub timeouts: BTreeMap<usize, u64>,
    /// The carriers of Flags, by the seat of the Flag.
    pub carried: BTreeMap<usize, String>,
    /// The cells of dropped Flags, by the seat of the Flag.
    pub dropped: BTreeMap<usize, String>,
    /// Landmines removed by Engineers, by the seat that lost them.
    cleared_mines: BTreeMap<usize, usize>,
    /// The eliminated seats, in order, with the reasons.
    pub eliminated: Vec<(usize, &'static str)>,
    /// The winners, or all who share a draw, and the reason.
    pub end: Option<(BTreeSet<usize>, String)>,
    /// The events of the last step.
    pub events: Vec<String>,
}

impl Plain {
    /// Begins a game with options as a saved game has them, and every piece by its cell, with the
    /// number of its army.
    pub fn new(
        options: Map<String, Value>,
        pieces: &[(String, usize, &'static str)],
        first: usize,
    ) -> Self {
        let lines = options["extra_lines"].as_array().unwrap().iter();
        let names = |line: &Value| {
            let cells = line.as_array().unwrap().iter();
            cells.map(|cell| cell.as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let lines: Vec<Vec<String>> = lines.map(names).collect();
        let board = PlainBoard::new(options["board"].as_str().unwrap(), &lines);
        let mixed = options["start"] != "layouts";
        let down = options["start"] == "face_down";
        let piece = |(cell, army, code): &(String, usize, &'static str)| {
            let piece =
                Piece { code, army: *army, at: Some(cell.clone()), down, shown: mixed && !down };
            (cell.clone(), piece)
        };
        // Anticlockwise round both boards.
        let round = if options["board"] == "six" { [0, 4, 5, 2, 6, 7] } else { [0, 1, 2, 3, 8, 8] };
        let seats: BTreeSet<usize> = pieces.iter().map(|piece| piece.1).collect();
        let mut order: Vec<usize> = round.into_iter().filter(|s| seats.contains(s)).collect();
        if options["turn_order"] == "clockwise" {
            order.reverse();
        }
        let owns = (!down).then(|| seats.iter().map(|seat| (*seat, *seat)).collect());
        Self {
            board,
            pieces: pieces.iter().map(piece).collect(),
            on: pieces.iter().map(|piece| (piece.0.clone(), piece.0.clone())).collect(),
            order,
            living: seats,
            turn: first,
            owns,
            quiet: 0,
            plies: 0,
            timeouts: BTreeMap::new(),
            carried: BTreeMap::new(),
            dropped: BTreeMap::new(),
            cleared_mines: BTreeMap::new(),
            eliminated: Vec::new(),
            end: None,
            events: Vec::new(),
            options,
        }
    }

    // ---- Options, seats and pieces ----

    /// Returns true if an option has this value.
    fn option_is(&self, key: &str, word: &str) -> bool {
        self.options[key] == word
    }

    /// Returns true if an option is on.
    fn enabled(&self, key: &str) -> bool {
        self.options[key] == true
    }

    /// Returns the value of an option that is a number.
    pub fn number(&self, key: &str) -> u64 {
        self.options[key].as_u64().unwrap()
    }

    /// Returns true in flip chess, in either form.
    pub fn flips(&self) -> bool {
        !self.option_is("start", "layouts")
    }

    /// Returns true if Flags are carried rather than taken.
    fn carries(&self) -> bool {
        if self.flips() {
            self.option_is("flip_flag", "engineer_carries_home")
        } else {
            !self.option_is("flag_win", "take")
        }
    }

    fn can_leave_headquarters(&self) -> bool {
        // A carrier must be able to leave. The rules say so of `carry_home`, but it applies to
        // both.
        let carried_home = if self.flips() {
            self.option_is("flip_flag", "engineer_carries_home")
        } else {
            self.option_is("flag_win", "carry_home")
        };
        self.enabled("hq_exit") || carried_home
    }

    /// Returns the team of a seat, itself included.
    pub fn side(&self, seat: usize) -> BTreeSet<usize> {
        let alone = BTreeSet::from([seat]);
        let round =
            if self.option_is("board", "six") { vec![0, 4, 5, 2, 6, 7] } else { vec![0, 1, 2, 3] };
        let index = round.iter().position(|other| *other == seat).unwrap();
        let every = |step: usize| (0..round.len()).step_by(step);
        let steps: Vec<usize> = match (self.number("armies"), self.options["teams"].as_str()) {
            (4, _) => every(2).collect(),
            (6, Some("alliances")) => every(2).collect(),
            (6, Some("pairs")) => every(3).collect(),
            _ => return alone,
        };
        steps.into_iter().map(|step| round[(index + step) % round.len()]).collect()
    }

    fn allied(&self, one: usize, other: usize) -> bool {
        self.side(one).contains(&other)
    }

    /// Returns the seat a piece belongs to, once seats own armies.
    pub fn owner(&self, piece: &Piece) -> Option<usize> {
        let owns = self.owns.as_ref()?;
        owns.iter().find(|(_, army)| **army == piece.army).map(|(seat, _)| *seat)
    }

    /// Returns the piece on a cell.
    fn piece_on(&self, cell: &str) -> Option<&Piece> {
        self.on.get(cell).map(|start| &self.pieces[start])
    }

    /// Returns the pieces of a seat on the board.
    fn pieces_of(&self, seat: usize) -> Vec<&Piece> {
        let pieces = self.on.values().map(|start| &self.pieces[start]);
        pieces.filter(|piece| self.owner(piece) == Some(seat)).collect()
    }

    // ---- Legal actions ----

    /// Returns all actions of a seat, in the notation of the program.
    pub fn legal(&self, seat: usize) -> BTreeSet<String> {
        let mut legal = BTreeSet::new();
        for (cell, start) in &self.on {
            let piece = &self.pieces[start];
            if piece.down {
                legal.insert(format!("flip {cell}"));
            } else if self.owner(piece) == Some(seat) {
                for to in self.destinations(cell, piece) {
                    if self.may_go(seat, piece, to) {
                        legal.insert(format!("{cell} {to}"));
                    }
                }
            }
        }
        legal
    }

    /// Returns true if a seat has any action.
    fn can_act(&self, seat: usize) -> bool {
        self.on.iter().any(|(cell, start)| {
            let piece = &self.pieces[start];
            let can_go = |to: &&str| self.may_go(seat, piece, to);
            piece.down
                || self.owner(piece) == Some(seat)
                    && self.destinations(cell, piece).iter().any(can_go)
        })
    }

    /// Returns the cells a piece could move to or strike, without regard to the owner of a piece
    /// there.
    fn destinations(&self, cell: &str, piece: &Piece) -> HashSet<&str> {
        let locked = is_headquarters(cell) && !self.can_leave_headquarters();
        if !can_move(piece.code) || locked {
            return HashSet::new();
        }
        let turns = self.enabled("rail_turns")
            || piece.code == "32"
            || piece.code == "00" && self.enabled("bomb_moves_as_engineer");
        let taken = |cell: &str| self.on.contains_key(cell);
        if turns { self.board.turns(cell, &taken) } else { self.board.slides(cell, &taken) }
    }

    /// Returns true if a seat's piece may enter a cell, which is empty or holds a piece to strike.
    fn may_go(&self, seat: usize, piece: &Piece, to: &str) -> bool {
        let Some(defender) = self.piece_on(to) else { return true };
        if defender.down || is_camp(to) {
            return false;
        }
        let Some(enemy) = self.owner(defender) else { return false };
        if self.allied(seat, enemy) {
            return false;
        }
        !(self.flips() && defender.code == "30") || self.may_take_flag(seat, piece, enemy)
    }

    /// Returns true if, in flip chess, the Landmines are gone and this piece may capture the Flag.
    fn may_take_flag(&self, seat: usize, piece: &Piece, enemy: usize) -> bool {
        let mines_gone = if self.option_is("flip_mines", "engineers_only") {
            self.cleared_mines.get(&enemy) == Some(&3)
        } else {
            self.pieces_of(enemy).iter().all(|piece| piece.code != "31")
        };
        let right_kind = if self.option_is("flip_flag", "engineer_carries_home") {
            piece.code == "32"
        } else {
            let ranks = self.pieces_of(seat).into_iter().filter_map(|piece| strength(piece.code));
            strength(piece.code) == ranks.min() && piece.code != "00"
        };
        mines_gone && right_kind
    }

    // ---- Playing ----

    /// Plays an action for the seat to move.
    pub fn act(&mut self, words: &str) {
        self.events.clear();
        let seat = self.turn;
        self.plies += 1;
        self.quiet += 1;
        let (first, second) = words.split_once(' ').unwrap();
        let before = self.on.len();
        // The seats whose Flag falls or is brought home.
        let mut lost_flags = Vec::new();
        if first == "flip" {
            self.flip(seat, second);
        } else {
            self.play_move(seat, first, second, &mut lost_flags);
        }
        let removed = self.on.len() < before;
        if removed {
            self.quiet = 0;
        }
        for army in lost_flags {
            self.eliminate(army, "Flag");
        }
        self.end_turn(seat, before);
    }

    fn flip(&mut self, seat: usize, cell: &str) {
        let piece = self.pieces.get_mut(&self.on[cell]).unwrap();
        (piece.down, piece.shown) = (false, true);
        let (code, army) = (piece.code, piece.army);
        self.events.push(format!("{seat} flipped {code} of {army} at {cell}"));
        self.quiet = 0;
        if self.owns.is_none() && (code == "32" || self.option_is("flip_armies", "first_tile")) {
            self.owns = Some(BTreeMap::from([(seat, army), (2 - seat, 2 - army)]));
            self.events.push(format!("settled {seat} {army}"));
        }
    }

    fn play_move(&mut self, seat: usize, from: &str, to: &str, lost_flags: &mut Vec<usize>) {
        let mover = self.on[from].clone();
        match self.on.get(to).cloned() {
            None => self.events.push(format!("{seat} moved {from} {to}")),
            Some(defender) if self.strike(seat, &mover, &defender, from, to, lost_flags) => {}
            Some(_) => return,
        }
        self.on.remove(from);
        self.on.insert(to.to_owned(), mover.clone());
        self.pieces.get_mut(&mover).unwrap().at = Some(to.to_owned());
        self.lift_dropped_flag(seat, &mover, to, lost_flags);
        self.deliver_flag(seat, &mover, to, lost_flags);
    }

    /// Plays a strike. Returns true if the attacker moves to the struck cell.
    fn strike(
        &mut self,
        seat: usize,
        mover: &str,
        struck: &str,
        from: &str,
        to: &str,
        lost_flags: &mut Vec<usize>,
    ) -> bool {
        let (attacker, defender) = (self.pieces[mover].clone(), self.pieces[struck].clone());
        let enemy = self.owner(&defender).unwrap();
        let mine = self.options["mine"].as_str().unwrap().to_owned();
        let result = fight(attacker.code, defender.code, &mine);
        self.events.push(format!("{seat} struck {from} {to}: {result}"));
        let lifted = defender.code == "30" && result == "attacker stays" && self.carries();
        if lifted {
            self.pieces.get_mut(struck).unwrap().shown = true;
            self.events.push(format!("flag of {enemy} lifted by {seat} at {to}"));
        } else if defender.code == "30" {
            self.pieces.get_mut(struck).unwrap().shown = true;
            self.events.push(format!("flag of {enemy} taken by {seat} at {to}"));
            lost_flags.push(enemy);
        }
        if defender.code == "31" && attacker.code == "32" && result == "attacker stays" {
            *self.cleared_mines.entry(enemy).or_default() += 1;
        }
        let scouted = self.enabled("scout")
            && attacker.code == "32"
            && strength(defender.code).is_some_and(|rank| rank >= 2);
        for (start, piece, own, at, shows) in
            [(mover, &attacker, seat, from, false), (struck, &defender, enemy, to, scouted)]
        {
            if (shows || self.enabled("contact_reveals")) && !piece.shown {
                self.pieces.get_mut(start).unwrap().shown = true;
                self.events.push(format!("revealed {} of {own} at {at}", piece.code));
            }
        }
        if lifted {
            self.remove(struck);
            self.carried.insert(enemy, mover.to_owned());
            return true;
        }
        for (start, own, gone) in
            [(mover, seat, result != "attacker stays"), (struck, enemy, result != "defender stays")]
        {
            if gone {
                self.remove(start);
                self.after_loss(start, own, to);
            }
        }
        result == "attacker stays"
    }

    fn remove(&mut self, start: &str) {
        if let Some(at) = self.pieces.get_mut(start).unwrap().at.take() {
            self.on.remove(&at);
        }
    }

    /// Applies the consequences of a lost piece: a Field Marshal shows its Flag, and a carrier
    /// drops the Flag.
    fn after_loss(&mut self, start: &str, own: usize, at: &str) {
        if self.pieces[start].code == "40" && self.enabled("marshal_reveals_flag") {
            let armies = self.owns.clone().unwrap();
            let flag = self.pieces.iter_mut().find(|(_, piece)| {
                piece.code == "30" && piece.army == armies[&own] && piece.at.is_some()
            });
            if let Some((_, flag)) = flag.filter(|(_, flag)| !flag.down && !flag.shown) {
                flag.shown = true;
                let cell = flag.at.clone().unwrap();
                self.events.push(format!("flag of {own} shown at {cell}"));
            }
        }
        let lost: Vec<usize> =
            self.carried.iter().filter(|(_, by)| *by == start).map(|(army, _)| *army).collect();
        for army in lost {
            self.carried.remove(&army);
            self.dropped.insert(army, at.to_owned());
            self.events.push(format!("flag of {army} dropped at {at}"));
        }
    }

    /// Lets an enemy that enters the cell of a dropped Flag lift it; a Bomb destroys it.
    fn lift_dropped_flag(
        &mut self,
        seat: usize,
        mover: &str,
        to: &str,
        lost_flags: &mut Vec<usize>,
    ) {
        let enemy_flag =
            self.dropped.iter().find(|(army, at)| *at == to && !self.allied(**army, seat));
        let Some(army) = enemy_flag.map(|(army, _)| *army) else { return };
        self.dropped.remove(&army);
        if self.pieces[mover].code == "00" {
            self.remove(mover);
            self.events.push(format!("flag of {army} taken by {seat} at {to}"));
            lost_flags.push(army);
        } else {
            self.carried.insert(army, mover.to_owned());
            self.events.push(format!("flag of {army} lifted by {seat} at {to}"));
        }
    }

    /// Lets a carrier win when it arrives where the Flag counts as brought home.
    fn deliver_flag(&mut self, seat: usize, mover: &str, to: &str, lost_flags: &mut Vec<usize>) {
        let carried = self.carried.iter().find(|(_, by)| *by == mover).map(|(army, _)| *army);
        let Some(army) = carried else { return };
        let own_land = land_of(to) == SEATS[seat];
        let over_front = !self.flips() && self.option_is("flag_win", "carry_over_front");
        if own_land && (over_front || is_headquarters(to)) {
            self.events.push(format!("flag of {army} brought by {seat} to {to}"));
            lost_flags.push(army);
        }
    }

    // ---- Beaten armies and wins ----

    /// Eliminates a seat. Its pieces leave the board, unless the game ends.
    fn eliminate(&mut self, seat: usize, why: &'static str) {
        if self.living.remove(&seat) {
            self.eliminated.push((seat, why));
            self.events.push(format!("{seat} out: {why}"));
            // The rules do not say if pieces stay on the board at the end: as played, the last
            // army to fall stays in place.
            self.over_if_won();
            if self.end.is_some() {
                return;
            }
            self.quiet = 0;
            let starts: Vec<String> = self
                .pieces
                .iter()
                .filter(|(_, piece)| self.owner(piece) == Some(seat))
                .map(|(start, _)| start.clone())
                .collect();
            for start in starts {
                self.remove(&start);
            }
        }
    }

    /// Ends the game when one side is left.
    fn over_if_won(&mut self) {
        let first = *self.living.first().unwrap();
        if self.end.is_none() && self.living.iter().all(|seat| self.allied(first, *seat)) {
            let why = match self.eliminated.last().unwrap().1 {
                "Flag" => "FlagTaken",
                "Resigned" => "Resignation",
                other => other,
            };
            self.finish(self.side(first), why);
        }
    }

    fn finish(&mut self, winners: BTreeSet<usize>, why: &str) {
        self.events.push(format!("ended {why}: {winners:?}"));
        self.end = Some((winners, why.to_owned()));
    }

    /// Ends a turn before which there were `before` pieces: eliminates armies without pieces or
    /// moves, then ends the game if it is drawn.
    fn end_turn(&mut self, mover: usize, before: usize) {
        if self.flips() && self.owns.is_some() && self.end.is_none() {
            let enemies: Vec<usize> =
                self.living.iter().copied().filter(|seat| *seat != mover).collect();
            for seat in enemies.into_iter().chain([mover]) {
                let walks = self.pieces_of(seat).iter().any(|piece| can_move(piece.code));
                if self.end.is_none() && !walks {
                    self.eliminate(seat, "NoPieces");
                }
            }
        }
        self.next_turn(mover);
        self.end_if_dead(before);
        let limit = self.number("draw_after_quiet_plies");
        if self.end.is_none() && limit > 0 && self.quiet >= limit {
            self.finish(self.living_sides(), "QuietPlies");
        }
    }

    /// Ends the game in a draw if the position is dead, which is tested only after a piece is lost.
    fn end_if_dead(&mut self, before: usize) {
        if self.end.is_none() && self.on.len() < before && self.dead() {
            self.finish(self.living_sides(), "DeadPosition");
        }
    }

    /// Returns the seats that share a draw: the sides in the game. The rules do not say if an
    /// eliminated seat shares it; as played, a side shares as a whole.
    fn living_sides(&self) -> BTreeSet<usize> {
        self.living.iter().flat_map(|seat| self.side(*seat)).collect()
    }

    /// Passes the turn to the next army. An army without a move is eliminated.
    fn next_turn(&mut self, from: usize) {
        let mut index = self.order.iter().position(|seat| *seat == from).unwrap();
        while self.end.is_none() {
            index = (index + 1) % self.order.len();
            let seat = self.order[index];
            if !self.living.contains(&seat) {
                continue;
            }
            if self.can_act(seat) {
                self.turn = seat;
                return;
            }
            self.eliminate(seat, "NoMove");
        }
    }

    // ---- Steps other than moves ----

    /// Resigns for a seat.
    pub fn resign(&mut self, seat: usize) {
        self.events.clear();
        let turn = self.turn;
        self.eliminate(seat, "Resigned");
        self.after_elimination(seat, turn);
    }

    /// Counts a timeout of the seat to move.
    pub fn time_out(&mut self) {
        self.events.clear();
        let seat = self.turn;
        let count = self.timeouts.entry(seat).or_default();
        *count += 1;
        let count = *count;
        self.events.push(format!("{seat} overran its clock for the {count}th time"));
        if self.number("timeouts_lose") > 0 && count >= self.number("timeouts_lose") {
            self.eliminate(seat, "Timeouts");
            self.after_elimination(seat, seat);
        } else {
            let before = self.on.len();
            self.next_turn(seat);
            self.end_if_dead(before);
        }
    }

    /// Updates the turn and the end after an elimination outside a move.
    fn after_elimination(&mut self, seat: usize, turn: usize) {
        if self.end.is_none() && seat == turn {
            self.next_turn(seat);
        }
        if self.end.is_none() && self.dead() {
            self.finish(self.living_sides(), "DeadPosition");
        }
    }

    // ---- Information ----

    /// Returns true if the kind of a piece is visible to a seat during the game.
    pub fn sees(&self, seat: usize, piece: &Piece) -> bool {
        let own_or_partner = !piece.down
            && self.owner(piece).is_some_and(|owner| {
                owner == seat || self.option_is("sight", "partner") && self.allied(owner, seat)
            });
        let all = self.option_is("sight", "all") && !piece.down;
        piece.shown || all || own_or_partner && !self.flips()
    }
}
