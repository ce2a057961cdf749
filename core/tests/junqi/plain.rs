//! A slow and plain reference implementation of Junqi, written from the rules and not from the
//! program. It has pieces on named cells, a referee who knows all kinds, and the sentences of the
//! rules in order.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use serde_json::{Map, Value};

use crate::plain_board::{PlainBoard, is_camp, is_headquarters, land_of};

mod dead;

/// The seats of all boards by the letters of their lands, numbered as the program numbers them.
pub const SEATS: [&str; 8] = ["S", "E", "N", "W", "SE", "NE", "NW", "SW"];

/// A piece: its kind by code, the army it was dealt to, and its cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    pub code: &'static str,
    pub army: usize,
    /// The cell, or none once the piece is gone.
    pub at: Option<String>,
    pub down: bool,
    pub shown: bool,
}

/// A whole game.
#[derive(Clone, Debug)]
pub struct Plain {
    options: Map<String, Value>,
    pub board: PlainBoard,
    /// Every piece by the cell it started on.
    pub pieces: HashMap<String, Piece>,
    /// The starting cell of the piece on each cell.
    pub on: HashMap<String, String>,
    /// The seats in the order of turns; `living` are those still in the game.
    order: Vec<usize>,
    pub living: BTreeSet<usize>,
    pub turn: usize,
    /// The army each seat owns, or none before it is settled.
    pub owns: Option<BTreeMap<usize, usize>>,
    pub quiet: u64,
    pub plies: u64,
    pub timeouts: BTreeMap<usize, u64>,
    /// The carrier of each army's Flag; `dropped` holds the cells of dropped Flags. Both by the
    /// army's seat.
    pub carried: BTreeMap<usize, String>,
    pub dropped: BTreeMap<usize, String>,
    /// Landmines removed by Engineers, by the seat that lost them.
    dug: BTreeMap<usize, usize>,
    /// Armies that left, in order.
    pub outs: Vec<(usize, &'static str)>,
    /// The winners, or all who share a draw, and the reason.
    pub end: Option<(BTreeSet<usize>, String)>,
    pub told: Vec<String>,
}

/// Returns the strength in combat, or none for Bomb, Landmine and Flag.
fn strength(code: &str) -> Option<i32> {
    let codes = ["32", "33", "34", "35", "36", "37", "38", "39", "40"];
    codes.iter().position(|known| *known == code).map(|place| place as i32 + 1)
}

fn can_walk(code: &str) -> bool {
    strength(code).is_some() || code == "00"
}

/// Returns the result of a fight: `attacker stays`, `defender stays` or `both gone`.
fn fight(attacker: &str, defender: &str, mine: &str) -> &'static str {
    if attacker == "00" || defender == "00" {
        return "both gone";
    }
    if defender == "30" {
        return "attacker stays";
    }
    if defender == "31" {
        return match (mine, attacker) {
            ("bomb", _) => "both gone",
            (_, "32") => "attacker stays",
            ("spring", _) => "defender stays",
            _ => "both gone",
        };
    }
    match strength(attacker).cmp(&strength(defender)) {
        std::cmp::Ordering::Greater => "attacker stays",
        std::cmp::Ordering::Less => "defender stays",
        std::cmp::Ordering::Equal => "both gone",
    }
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
            dug: BTreeMap::new(),
            outs: Vec::new(),
            end: None,
            told: Vec::new(),
            options,
        }
    }

    // ---- Options, seats and pieces ----

    fn is(&self, key: &str, word: &str) -> bool {
        self.options[key] == word
    }

    fn yes(&self, key: &str) -> bool {
        self.options[key] == true
    }

    pub fn number(&self, key: &str) -> u64 {
        self.options[key].as_u64().unwrap()
    }

    pub fn flips(&self) -> bool {
        !self.is("start", "layouts")
    }

    /// Returns true if Flags are carried rather than taken.
    fn carries(&self) -> bool {
        if self.flips() {
            self.is("flip_flag", "engineer_carries_home")
        } else {
            !self.is("flag_win", "take")
        }
    }

    fn can_leave_headquarters(&self) -> bool {
        // A carrier must be able to leave. The rules say so of `carry_home`, but it applies to
        // both.
        let home = if self.flips() { "engineer_carries_home" } else { "carry_home" };
        let way = if self.flips() { "flip_flag" } else { "flag_win" };
        self.yes("hq_exit") || self.is(way, home)
    }

    /// Returns the seats that play together with a seat.
    pub fn side(&self, seat: usize) -> BTreeSet<usize> {
        let alone = BTreeSet::from([seat]);
        let round = if self.is("board", "six") { vec![0, 4, 5, 2, 6, 7] } else { vec![0, 1, 2, 3] };
        let here = round.iter().position(|other| *other == seat).unwrap();
        let every = |step: usize| (0..round.len()).step_by(step);
        let steps: Vec<usize> = match (self.number("armies"), self.options["teams"].as_str()) {
            (4, _) => every(2).collect(),
            (6, Some("alliances")) => every(2).collect(),
            (6, Some("pairs")) => every(3).collect(),
            _ => return alone,
        };
        steps.into_iter().map(|step| round[(here + step) % round.len()]).collect()
    }

    fn allied(&self, one: usize, other: usize) -> bool {
        self.side(one).contains(&other)
    }

    /// Returns the seat a piece belongs to, once seats own armies.
    pub fn owner(&self, piece: &Piece) -> Option<usize> {
        let owns = self.owns.as_ref()?;
        owns.iter().find(|(_, army)| **army == piece.army).map(|(seat, _)| *seat)
    }

    fn standing(&self, cell: &str) -> Option<&Piece> {
        self.on.get(cell).map(|start| &self.pieces[start])
    }

    /// Returns the pieces of a seat on the board.
    fn pieces_of(&self, seat: usize) -> Vec<&Piece> {
        let there = self.on.values().map(|start| &self.pieces[start]);
        there.filter(|piece| self.owner(piece) == Some(seat)).collect()
    }

    // ---- Legal actions ----

    /// Returns all actions of a seat, in the words of the game.
    pub fn legal(&self, seat: usize) -> BTreeSet<String> {
        let mut legal = BTreeSet::new();
        for (cell, start) in &self.on {
            let piece = &self.pieces[start];
            if piece.down {
                legal.insert(format!("flip {cell}"));
            } else if self.owner(piece) == Some(seat) {
                for to in self.reach(cell, piece) {
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
            let goes = |to: &&str| self.may_go(seat, piece, to);
            piece.down
                || self.owner(piece) == Some(seat) && self.reach(cell, piece).iter().any(goes)
        })
    }

    /// Returns the cells a piece could move to or strike, without regard to the owner of a piece
    /// there.
    fn reach(&self, cell: &str, piece: &Piece) -> HashSet<&str> {
        let locked = is_headquarters(cell) && !self.can_leave_headquarters();
        if !can_walk(piece.code) || locked {
            return HashSet::new();
        }
        let turns = self.yes("rail_turns")
            || piece.code == "32"
            || piece.code == "00" && self.yes("bomb_moves_as_engineer");
        let taken = |cell: &str| self.on.contains_key(cell);
        if turns { self.board.turns(cell, &taken) } else { self.board.slides(cell, &taken) }
    }

    fn may_go(&self, seat: usize, piece: &Piece, to: &str) -> bool {
        let Some(struck) = self.standing(to) else { return true };
        if struck.down || is_camp(to) {
            return false;
        }
        let Some(enemy) = self.owner(struck) else { return false };
        if self.allied(seat, enemy) {
            return false;
        }
        !(self.flips() && struck.code == "30") || self.may_take_flag(seat, piece, enemy)
    }

    /// Checks the conditions of flip chess: Landmines are gone and this piece may take the Flag.
    fn may_take_flag(&self, seat: usize, piece: &Piece, enemy: usize) -> bool {
        let gone = if self.is("flip_mines", "engineers_only") {
            self.dug.get(&enemy) == Some(&3)
        } else {
            self.pieces_of(enemy).iter().all(|piece| piece.code != "31")
        };
        let able = if self.is("flip_flag", "engineer_carries_home") {
            piece.code == "32"
        } else {
            let ranks = self.pieces_of(seat).into_iter().filter_map(|piece| strength(piece.code));
            strength(piece.code) == ranks.min() && piece.code != "00"
        };
        gone && able
    }

    // ---- Playing ----

    /// Plays an action in words for the seat to move.
    pub fn act(&mut self, words: &str) {
        self.told.clear();
        let seat = self.turn;
        self.plies += 1;
        self.quiet += 1;
        let (first, second) = words.split_once(' ').unwrap();
        let before = self.on.len();
        let mut fallen = Vec::new();
        if first == "flip" {
            self.flip(seat, second);
        } else {
            self.go(seat, first, second, &mut fallen);
        }
        let removed = self.on.len() < before;
        if removed {
            self.quiet = 0;
        }
        for army in fallen {
            self.leave(army, "Flag");
        }
        self.judge(seat, before);
    }

    fn flip(&mut self, seat: usize, cell: &str) {
        let piece = self.pieces.get_mut(&self.on[cell]).unwrap();
        (piece.down, piece.shown) = (false, true);
        let (code, army) = (piece.code, piece.army);
        self.told.push(format!("{seat} flipped {code} of {army} at {cell}"));
        self.quiet = 0;
        if self.owns.is_none() && code == "32" {
            self.owns = Some(BTreeMap::from([(seat, army), (2 - seat, 2 - army)]));
            self.told.push(format!("settled {seat} {army}"));
        }
    }

    fn go(&mut self, seat: usize, from: &str, to: &str, fallen: &mut Vec<usize>) {
        let mover = self.on[from].clone();
        match self.on.get(to).cloned() {
            None => self.told.push(format!("{seat} moved {from} {to}")),
            Some(struck) if self.strikes(seat, &mover, &struck, from, to, fallen) => {}
            Some(_) => return,
        }
        self.on.remove(from);
        self.on.insert(to.to_owned(), mover.clone());
        self.pieces.get_mut(&mover).unwrap().at = Some(to.to_owned());
        self.pick_up(seat, &mover, to, fallen);
        self.bring(seat, &mover, to, fallen);
    }

    /// Plays a strike. Returns true if the attacker moves to the struck cell.
    fn strikes(
        &mut self,
        seat: usize,
        mover: &str,
        struck: &str,
        from: &str,
        to: &str,
        fallen: &mut Vec<usize>,
    ) -> bool {
        let (attacker, defender) = (self.pieces[mover].clone(), self.pieces[struck].clone());
        let enemy = self.owner(&defender).unwrap();
        let mine = self.options["mine"].as_str().unwrap().to_owned();
        let result = fight(attacker.code, defender.code, &mine);
        self.told.push(format!("{seat} struck {from} {to}: {result}"));
        let lifted = defender.code == "30" && result == "attacker stays" && self.carries();
        if lifted {
            self.pieces.get_mut(struck).unwrap().shown = true;
            self.told.push(format!("flag of {enemy} lifted by {seat} at {to}"));
        } else if defender.code == "30" {
            self.pieces.get_mut(struck).unwrap().shown = true;
            self.told.push(format!("flag of {enemy} taken by {seat} at {to}"));
            fallen.push(enemy);
        }
        if defender.code == "31" && attacker.code == "32" && result == "attacker stays" {
            *self.dug.entry(enemy).or_default() += 1;
        }
        let scouted = self.yes("scout")
            && attacker.code == "32"
            && strength(defender.code).is_some_and(|rank| rank >= 2);
        for (start, piece, own, at, shows) in
            [(mover, &attacker, seat, from, false), (struck, &defender, enemy, to, scouted)]
        {
            if (shows || self.yes("contact_reveals")) && !piece.shown {
                self.pieces.get_mut(start).unwrap().shown = true;
                self.told.push(format!("revealed {} of {own} at {at}", piece.code));
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
                self.fall(start, own, to);
            }
        }
        result == "attacker stays"
    }

    fn remove(&mut self, start: &str) {
        if let Some(at) = self.pieces.get_mut(start).unwrap().at.take() {
            self.on.remove(&at);
        }
    }

    /// Applies the consequences of a lost piece.
    fn fall(&mut self, start: &str, own: usize, at: &str) {
        if self.pieces[start].code == "40" && self.yes("marshal_reveals_flag") {
            let armies = self.owns.clone().unwrap();
            let flag = self.pieces.iter_mut().find(|(_, piece)| {
                piece.code == "30" && piece.army == armies[&own] && piece.at.is_some()
            });
            if let Some((_, flag)) = flag.filter(|(_, flag)| !flag.down && !flag.shown) {
                flag.shown = true;
                let cell = flag.at.clone().unwrap();
                self.told.push(format!("flag of {own} shown at {cell}"));
            }
        }
        let lost: Vec<usize> =
            self.carried.iter().filter(|(_, by)| *by == start).map(|(army, _)| *army).collect();
        for army in lost {
            self.carried.remove(&army);
            self.dropped.insert(army, at.to_owned());
            self.told.push(format!("flag of {army} dropped at {at}"));
        }
    }

    /// Lets an enemy that enters the cell of a dropped Flag lift it; a Bomb destroys it.
    fn pick_up(&mut self, seat: usize, mover: &str, to: &str, fallen: &mut Vec<usize>) {
        let here = self.dropped.iter().find(|(army, at)| *at == to && !self.allied(**army, seat));
        let Some(army) = here.map(|(army, _)| *army) else { return };
        self.dropped.remove(&army);
        if self.pieces[mover].code == "00" {
            self.remove(mover);
            self.told.push(format!("flag of {army} taken by {seat} at {to}"));
            fallen.push(army);
        } else {
            self.carried.insert(army, mover.to_owned());
            self.told.push(format!("flag of {army} lifted by {seat} at {to}"));
        }
    }

    /// Lets a carrier win when it arrives where the Flag counts.
    fn bring(&mut self, seat: usize, mover: &str, to: &str, fallen: &mut Vec<usize>) {
        let carried = self.carried.iter().find(|(_, by)| *by == mover).map(|(army, _)| *army);
        let Some(army) = carried else { return };
        let own_land = land_of(to) == SEATS[seat];
        let over_front = !self.flips() && self.is("flag_win", "carry_over_front");
        if own_land && (over_front || is_headquarters(to)) {
            self.told.push(format!("flag of {army} brought by {seat} to {to}"));
            fallen.push(army);
        }
    }

    // ---- Beaten armies and wins ----

    fn leave(&mut self, seat: usize, why: &'static str) {
        if self.living.remove(&seat) {
            self.outs.push((seat, why));
            self.told.push(format!("{seat} out: {why}"));
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
            let why = match self.outs.last().unwrap().1 {
                "Flag" => "FlagTaken",
                "Resigned" => "Resignation",
                other => other,
            };
            self.finish(self.side(first), why);
        }
    }

    fn finish(&mut self, winners: BTreeSet<usize>, why: &str) {
        self.told.push(format!("ended {why}: {winners:?}"));
        self.end = Some((winners, why.to_owned()));
    }

    /// Judges the position after a step of a seat, before which there were `before` pieces:
    /// armies without pieces or moves, then draws.
    fn judge(&mut self, mover: usize, before: usize) {
        if self.flips() && self.owns.is_some() && self.end.is_none() {
            let enemies: Vec<usize> =
                self.living.iter().copied().filter(|seat| *seat != mover).collect();
            for seat in enemies.into_iter().chain([mover]) {
                let walks = self.pieces_of(seat).iter().any(|piece| can_walk(piece.code));
                if self.end.is_none() && !walks {
                    self.leave(seat, "NoPieces");
                }
            }
        }
        self.next_turn(mover);
        self.judge_dead(before);
        let limit = self.number("draw_after_quiet_plies");
        if self.end.is_none() && limit > 0 && self.quiet >= limit {
            self.finish(self.living_sides(), "QuietPlies");
        }
    }

    /// Draws the game in a dead position, which is tested only after a piece is gone.
    fn judge_dead(&mut self, before: usize) {
        if self.end.is_none() && self.on.len() < before && self.dead() {
            self.finish(self.living_sides(), "DeadPosition");
        }
    }

    /// Returns all who share a draw: the sides still in the game. The rules do not say if a seat
    /// whose army fell shares it; as played, a side shares as a whole.
    fn living_sides(&self) -> BTreeSet<usize> {
        self.living.iter().flat_map(|seat| self.side(*seat)).collect()
    }

    /// Passes the turn to the next army. An army without a move is out.
    fn next_turn(&mut self, from: usize) {
        let mut here = self.order.iter().position(|seat| *seat == from).unwrap();
        while self.end.is_none() {
            here = (here + 1) % self.order.len();
            let seat = self.order[here];
            if !self.living.contains(&seat) {
                continue;
            }
            if self.can_act(seat) {
                self.turn = seat;
                return;
            }
            self.leave(seat, "NoMove");
        }
    }

    // ---- Steps other than moves ----

    /// Resigns for a seat: its army leaves.
    pub fn resign(&mut self, seat: usize) {
        self.told.clear();
        let turn = self.turn;
        self.leave(seat, "Resigned");
        self.after_leaving(seat, turn);
    }

    /// Counts a timeout of the seat to move.
    pub fn time_out(&mut self) {
        self.told.clear();
        let seat = self.turn;
        let count = self.timeouts.entry(seat).or_default();
        *count += 1;
        let count = *count;
        self.told.push(format!("{seat} overran its clock for the {count}th time"));
        if self.number("timeouts_lose") > 0 && count >= self.number("timeouts_lose") {
            self.leave(seat, "Timeouts");
            self.after_leaving(seat, seat);
        } else {
            let before = self.on.len();
            self.next_turn(seat);
            self.judge_dead(before);
        }
    }

    /// Updates turn and end after an army left outside a move.
    fn after_leaving(&mut self, seat: usize, turn: usize) {
        if self.end.is_none() && seat == turn {
            self.next_turn(seat);
        }
        if self.end.is_none() && self.dead() {
            self.finish(self.living_sides(), "DeadPosition");
        }
    }

    // ---- Information ----

    /// Returns true if a seat may know the kind of a piece during the game.
    pub fn knows(&self, seat: usize, piece: &Piece) -> bool {
        let own = !piece.down
            && self.owner(piece).is_some_and(|own| {
                own == seat || self.is("sight", "partner") && self.allied(own, seat)
            });
        let all = self.is("sight", "all") && !piece.down;
        piece.shown || all || own && !self.flips()
    }
}
