//! A slow and plain reference implementation of the race games, written from the rules and not
//! from the program, with a board, planes and the moves a careful player would make.
//!
//! Places are progress numbers of their owner, -1 in the hangar. Options are read by name.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

/// The place of planes in the hangar.
pub const HANGAR: i32 = -1;

/// A plane: its seat, and its number from 0.
type Plane = (usize, usize);

/// A move of the seat to move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Move {
    Launch { plane: usize, stack: bool },
    Advance { plane: usize, fly: bool, stack: bool },
}

/// The end of a game: places, best first, each one or several seats, and the reason.
pub type End = (Vec<BTreeSet<usize>>, &'static str);

/// A whole game.
#[derive(Clone, Debug, PartialEq)]
pub struct Plain {
    options: Map<String, Value>,
    /// The seats that take part, in the order of turns.
    order: Vec<usize>,
    pub at: BTreeMap<Plane, i32>,
    /// Planes that move as one: two or more of one seat.
    pub stacks: Vec<BTreeSet<Plane>>,
    /// The seat to move or to roll.
    pub turn: usize,
    /// The roll, while the seat chooses.
    pub die: Option<u8>,
    /// The seats in the opening rolls, with their rolls so far; none once the game has begun.
    pub opening: Option<Vec<(usize, Option<u8>)>>,
    /// The rolls of this turn while no plane was out. `sixes` counts its 6s in a row, and `moved`
    /// holds the planes they moved.
    tries: u64,
    sixes: usize,
    moved: BTreeSet<Plane>,
    /// Seats that are home, first to last.
    pub home: Vec<usize>,
    pub end: Option<End>,
    /// The events of the last step.
    pub told: Vec<String>,
}

/// A part of a move.
#[derive(Debug, PartialEq)]
enum Hop {
    /// A walk, jump or flight to a place.
    To(&'static str, i32),
    /// A flight over the opposite lane.
    Over,
}

impl Plain {
    /// Begins a game, under options as a saved game has them.
    pub fn new(options: Map<String, Value>, seats: &[usize]) -> Self {
        let planes = options["planes"].as_u64().unwrap() as usize;
        // Clockwise; as written for the waypoints: Red, Yellow, Green, Blue.
        let round = if options["board"] == "flying" { [0, 1, 3, 2] } else { [0, 1, 2, 3] };
        let order: Vec<usize> = round.into_iter().filter(|seat| seats.contains(seat)).collect();
        let all = (0..4).flat_map(|seat| (0..planes).map(move |plane| (seat, plane)));
        let mut game = Self {
            order: order.clone(),
            at: all.map(|plane| (plane, HANGAR)).collect(),
            stacks: Vec::new(),
            turn: order[0],
            die: None,
            opening: None,
            tries: 0,
            sixes: 0,
            moved: BTreeSet::new(),
            home: Vec::new(),
            end: None,
            told: Vec::new(),
            options,
        };
        match game.word("first").as_str() {
            "highest_roll" => game.opening = Some(order.iter().map(|s| (*s, None)).collect()),
            named => {
                let colour = ["red", "yellow", "blue", "green"].iter().position(|c| *c == named);
                let from = round.iter().position(|seat| Some(*seat) == colour).unwrap();
                let seats = (0..4).map(|step| round[(from + step) % 4]);
                game.turn = seats.into_iter().find(|seat| order.contains(seat)).unwrap();
            }
        }
        game
    }

    // ---- Options ----

    fn word(&self, key: &str) -> String {
        self.options[key].as_str().unwrap().to_owned()
    }

    fn is(&self, key: &str, word: &str) -> bool {
        self.options[key] == word
    }

    fn on(&self, key: &str) -> bool {
        self.options[key] == true
    }

    fn lists(&self, key: &str, item: impl Into<Value>) -> bool {
        let item = item.into();
        self.options[key].as_array().unwrap().contains(&item)
    }

    fn number(&self, key: &str) -> u64 {
        self.options[key].as_u64().unwrap()
    }

    // ---- The board ----

    fn classic(&self) -> bool {
        !self.is("board", "flying")
    }

    fn centre(&self) -> i32 {
        if self.classic() { 56 } else { 60 }
    }

    /// Returns the square of the shared track at a place, or none if it is off the track.
    fn square(&self, seat: usize, place: i32) -> Option<i32> {
        if self.classic() {
            (1..=50).contains(&place).then(|| (13 * seat as i32 + place - 1) % 52)
        } else {
            // Red starts on 0, Yellow on 42, Blue on 14, Green on 28.
            (0..=54).contains(&place).then(|| ([0, 42, 14, 28][seat] + place) % 56)
        }
    }

    /// Returns the opposite seat: the partner in a team, and the seat whose lane a flight
    /// crosses.
    fn across(&self, seat: usize) -> usize {
        // On the waypoints Red (0) faces Green (28), Blue (14) faces Yellow (42).
        if self.classic() { (seat + 2) % 4 } else { [3, 2, 1, 0][seat] }
    }

    fn friends(&self, one: usize, other: usize) -> bool {
        one == other || self.on("teams") && self.across(one) == other
    }

    // ---- Positions ----

    /// Returns the planes that move as one with a plane.
    pub fn stack(&self, plane: Plane) -> BTreeSet<Plane> {
        let whole = self.stacks.iter().find(|stack| stack.contains(&plane));
        whole.cloned().unwrap_or_else(|| BTreeSet::from([plane]))
    }

    fn of(&self, seat: usize) -> Vec<Plane> {
        self.at.keys().copied().filter(|(owner, _)| *owner == seat).collect()
    }

    /// Returns the planes of opponents on a square of the track.
    fn opponents_on(&self, seat: usize, place: i32) -> Vec<Plane> {
        let Some(square) = self.square(seat, place) else { return Vec::new() };
        let there = |(owner, plane): &Plane| {
            !self.friends(seat, *owner)
                && self.square(*owner, self.at[&(*owner, *plane)]) == Some(square)
        };
        self.at.keys().copied().filter(there).collect()
    }

    /// Returns true if opponents have a stack there that cannot be passed or landed on.
    fn blocked(&self, seat: usize, place: i32) -> bool {
        self.is("stack_block", "opponents")
            && self.opponents_on(seat, place).iter().any(|plane| self.stack(*plane).len() > 1)
    }

    /// Returns true if opponents have a blocking stack in the lane that a flight crosses.
    fn bars_flight(&self, seat: usize) -> bool {
        let across = self.across(seat);
        let stacked = |plane: &Plane| self.at[plane] == 53 && self.stack(*plane).len() > 1;
        self.is("stack_block", "opponents")
            && !self.friends(seat, across)
            && self.of(across).iter().any(stacked)
    }

    fn sheltered(&self, plane: Plane) -> bool {
        self.lists("safe_squares", self.at[&plane])
    }

    // ---- Moves ----

    /// Returns the routes of a plane with a roll: without flight, and with.
    fn ways(&self, plane: Plane, die: u8) -> [Option<Vec<Hop>>; 2] {
        let (seat, from) = (plane.0, self.at[&plane]);
        let mut landing = from + i32::from(die);
        if landing > self.centre() {
            if self.is("finish", "exact") {
                return [None, None];
            }
            landing = 2 * self.centre() - landing;
        }
        if (from + 1..=from + i32::from(die)).any(|place| self.blocked(seat, place)) {
            return [None, None];
        }
        let walk = Hop::To("moved", landing);
        if !self.classic() || landing % 4 != 2 || !(2..50).contains(&landing) {
            return [Some(vec![walk]), None];
        }
        let way = |from: i32| (from + 1..=from + 4).any(|place| self.blocked(seat, place));
        let jumps = |from: i32| self.is("jump", "on") && !way(from);
        let flies = !self.is("flight", "off") && !self.blocked(seat, 30) && !self.bars_flight(seat);
        let flight = || [Hop::Over, Hop::To("flew", 30)];
        let mut plain = vec![Hop::To("moved", landing)];
        if jumps(landing) {
            plain.push(Hop::To("jumped", landing + 4));
        }
        let mut flown = vec![walk];
        if landing == 18 && flies {
            flown.extend(flight());
            if self.on("flight_then_jump") && jumps(30) {
                flown.push(Hop::To("jumped", 34));
            }
        } else if landing == 14 && jumps(14) && flies && self.on("jump_then_flight") {
            flown.push(Hop::To("jumped", 18));
            flown.extend(flight());
        } else {
            return [Some(plain), None];
        }
        [Some(plain), Some(flown)]
    }

    /// Returns true if own planes wait where a move ended, which the moved ones may join.
    fn can_join(&self, movers: &BTreeSet<Plane>) -> bool {
        let (seat, plane) = *movers.first().unwrap();
        let at = self.at[&(seat, plane)];
        let apron = self.classic() && at == 0;
        let there = self.of(seat).into_iter().filter(|p| self.at[p] == at && !movers.contains(p));
        at != HANGAR && !apron && at != self.centre() && there.count() > 0
    }

    /// Returns all moves of the seat to move.
    pub fn legal(&self) -> BTreeSet<Move> {
        let mut legal = BTreeSet::new();
        let (Some(die), None) = (self.die, &self.end) else { return legal };
        for (seat, plane) in self.of(self.turn) {
            let at = self.at[&(seat, plane)];
            if at == HANGAR && self.lists("takeoff", die) {
                self.add_stacking(&mut legal, |stack| Move::Launch { plane, stack });
            }
            let lowest = self.stack((seat, plane)).first() == Some(&(seat, plane));
            if at != HANGAR && at != self.centre() && lowest {
                let [plain, flown] = self.ways((seat, plane), die);
                let same = plain.is_some() && flown.is_some() && {
                    let result = |fly| self.result(&Move::Advance { plane, fly, stack: false });
                    result(false) == result(true)
                };
                // Flying is a separate move only if its result differs.
                let flies = flown.is_some() && !same && self.is("flight", "compulsory");
                if plain.is_some() && !flies {
                    self.add_stacking(&mut legal, |stack| Move::Advance {
                        plane,
                        fly: false,
                        stack,
                    });
                }
                if flown.is_some() && !same {
                    self.add_stacking(&mut legal, |stack| Move::Advance {
                        plane,
                        fly: true,
                        stack,
                    });
                }
            }
        }
        legal
    }

    /// Adds a move once for each choice of stacking at its end.
    fn add_stacking(&self, legal: &mut BTreeSet<Move>, with: impl Fn(bool) -> Move) {
        let mut after = self.clone();
        let Some(movers) = after.go(&with(false)) else { return };
        if !after.can_join(&movers) || self.is("stack", "never") {
            legal.insert(with(false));
        } else {
            if self.is("stack", "optional") {
                legal.insert(with(false));
            }
            legal.insert(with(true));
        }
    }

    /// Returns all planes and stacks after a move.
    fn result(&self, action: &Move) -> (BTreeMap<Plane, i32>, Vec<BTreeSet<Plane>>) {
        let mut after = self.clone();
        after.go(action);
        (after.at, after.stacks)
    }

    /// Moves planes with all consequences on the board except stacking. Returns the moved planes,
    /// or none if the move is impossible.
    fn go(&mut self, action: &Move) -> Option<BTreeSet<Plane>> {
        let seat = self.turn;
        match *action {
            Move::Launch { plane, .. } => {
                let to = i32::from(self.classic() && self.is("takeoff_to", "first_square"));
                if self.blocked(seat, to) {
                    return None;
                }
                let movers = BTreeSet::from([(seat, plane)]);
                self.at.insert((seat, plane), to);
                self.told.push(format!("launched {seat}.{plane} to {to}"));
                self.land(&movers, to);
                Some(movers)
            }
            Move::Advance { plane, fly, .. } => {
                let movers = self.stack((seat, plane));
                let [plain, flown] = self.ways((seat, plane), self.die?);
                let hops = if fly { flown? } else { plain? };
                self.hop(&movers, &hops);
                Some(movers)
            }
        }
    }

    /// Moves along a route hop by hop, until the end or a repelling stack.
    fn hop(&mut self, movers: &BTreeSet<Plane>, hops: &[Hop]) {
        let seat = movers.first().unwrap().0;
        for (number, hop) in hops.iter().enumerate() {
            let Hop::To(how, to) = *hop else {
                let across = self.across(seat);
                if self.is("flight_crossing", "capture") && !self.friends(seat, across) {
                    let there = self.of(across).into_iter().filter(|p| self.at[p] == 53).collect();
                    self.capture(seat, there);
                }
                continue;
            };
            let from = self.at[movers.first().unwrap()];
            for mover in movers {
                self.at.insert(*mover, to);
            }
            self.told.push(format!("{how} {} from {from} to {to}", names(movers)));
            let last = number + 1 == hops.len();
            if (last || self.is("capture", "every_hop")) && !self.land(movers, to) {
                return;
            }
        }
        if self.at[movers.first().unwrap()] == self.centre() {
            self.stacks.retain(|stack| stack.is_disjoint(movers));
            self.told.push(format!("finished {}", names(movers)));
        }
    }

    /// Meets the planes on a place. Returns true if the movers stay.
    fn land(&mut self, movers: &BTreeSet<Plane>, place: i32) -> bool {
        let seat = movers.first().unwrap().0;
        let met = self.opponents_on(seat, place);
        let met: Vec<Plane> = met.into_iter().filter(|plane| !self.sheltered(*plane)).collect();
        let bigger = met.iter().any(|plane| self.stack(*plane).len() > movers.len());
        if bigger && self.is("stack_attack", "bigger_stack_wins") {
            self.told.push(format!("repelled {} at {place}", names(movers)));
            self.send_home(movers);
            return false;
        }
        self.capture(seat, met);
        true
    }

    fn capture(&mut self, by: usize, met: Vec<Plane>) {
        for owner in 0..4 {
            let whose: BTreeSet<Plane> = met.iter().copied().filter(|p| p.0 == owner).collect();
            if let Some(first) = whose.first() {
                let at = self.at[first];
                self.told.push(format!("captured {} at {at} by {by}", names(&whose)));
                self.send_home(&whose);
            }
        }
    }

    fn send_home(&mut self, planes: &BTreeSet<Plane>) {
        for plane in planes {
            self.at.insert(*plane, HANGAR);
        }
        self.part(planes);
    }

    /// Takes planes out of their stacks.
    fn part(&mut self, planes: &BTreeSet<Plane>) {
        for stack in &mut self.stacks {
            stack.retain(|plane| !planes.contains(plane));
        }
        self.stacks.retain(|stack| stack.len() > 1);
    }

    // ---- Turns ----

    /// Rolls the die.
    pub fn roll(&mut self, die: u8) {
        self.told.clear();
        let seat = self.turn;
        if self.opening.is_some() {
            self.roll_opening(die);
            return;
        }
        self.told.push(format!("rolled {die} by {seat}"));
        self.tries += u64::from(!self.is_out(seat));
        self.sixes = if die == 6 { self.sixes + 1 } else { 0 };
        if die != 6 {
            self.moved.clear();
        }
        let counted = self.lists("extra_roll", 6) && !self.is("three_sixes", "off");
        if counted && self.sixes == 3 {
            self.third_six();
            return;
        }
        self.die = Some(die);
        if self.legal().is_empty() {
            self.told.push(format!("nothing to move for {seat} with {die}"));
            self.after_roll(die);
        }
    }

    fn roll_opening(&mut self, die: u8) {
        let seat = self.turn;
        self.told.push(format!("opening {die} by {seat}"));
        let rolls = self.opening.as_mut().unwrap();
        rolls.iter_mut().find(|(who, _)| *who == seat).unwrap().1 = Some(die);
        if let Some((next, _)) = rolls.iter().find(|(_, roll)| roll.is_none()) {
            self.turn = *next;
            return;
        }
        let highest = rolls.iter().map(|(_, roll)| *roll).max().unwrap();
        let tied = rolls.iter().filter(|(_, roll)| *roll == highest).map(|(seat, _)| *seat);
        let tied: Vec<usize> = tied.collect();
        self.turn = tied[0];
        if tied.len() == 1 {
            self.opening = None;
            self.told.push(format!("began {}", tied[0]));
        } else {
            self.told.push(format!("tied {:?}", tied.iter().collect::<BTreeSet<_>>()));
            self.opening = Some(tied.into_iter().map(|seat| (seat, None)).collect());
        }
    }

    fn third_six(&mut self) {
        let out = |plane: &Plane| self.at[plane] != HANGAR && self.at[plane] != self.centre();
        let mut home: BTreeSet<Plane> = self.of(self.turn).into_iter().filter(out).collect();
        match self.word("three_sixes").as_str() {
            "moved_planes_home" => home.retain(|plane| self.moved.contains(plane)),
            "turn_lost" => home.clear(),
            _ => {}
        }
        self.told.push(format!("third six of {}: {}", self.turn, names(&home)));
        self.send_home(&home);
        self.pass();
    }

    /// Plays a move of the seat to move.
    pub fn act(&mut self, action: &Move) {
        self.told.clear();
        let seat = self.turn;
        let die = self.die.expect("a roll");
        let movers = self.go(action).expect("a legal move");
        let (Move::Launch { stack, .. } | Move::Advance { stack, .. }) = *action;
        if stack {
            let at = self.at[movers.first().unwrap()];
            let all: BTreeSet<Plane> =
                self.of(seat).into_iter().filter(|plane| self.at[plane] == at).collect();
            self.part(&all);
            self.told.push(format!("stacked {} at {at}", names(&all)));
            self.stacks.push(all);
        }
        if die == 6 {
            self.moved.extend(&movers);
        }
        let finished = self.finished(seat);
        if finished >= self.number("planes_to_win") as usize {
            self.home.push(seat);
            self.told.push(format!("home {seat} as {}", self.home.len()));
            self.after_home();
            return;
        }
        self.after_roll(die);
    }

    fn finished(&self, seat: usize) -> usize {
        self.of(seat).iter().filter(|plane| self.at[plane] == self.centre()).count()
    }

    /// Returns true if a seat has a plane between hangar and centre.
    fn is_out(&self, seat: usize) -> bool {
        let out = |plane: &Plane| self.at[plane] != HANGAR && self.at[plane] != self.centre();
        self.of(seat).iter().any(out)
    }

    /// Gives another roll or passes the turn.
    fn after_roll(&mut self, die: u8) {
        let seat = self.turn;
        let happened = |what: &str| self.told.iter().any(|line| line.starts_with(what));
        // The rules do not say if a seat whose only plane has just come home, or was sent home,
        // tries again; as played, another try follows only a roll that moved nothing.
        let idle = happened("nothing to move") && !self.is_out(seat);
        let why = if self.lists("extra_roll", die) {
            "face"
        } else if self.lists("bonus_roll", "on_capture") && happened("captured") {
            "capture"
        } else if self.lists("bonus_roll", "on_finish") && happened("finished") {
            "finish"
        } else if idle && self.tries < self.number("tries_when_home") {
            "try"
        } else {
            self.pass();
            return;
        };
        self.told.push(format!("{seat} rolls again for {why}"));
        self.die = None;
    }

    fn after_home(&mut self) {
        let seat = self.turn;
        let left: BTreeSet<usize> =
            self.order.iter().copied().filter(|seat| !self.home.contains(seat)).collect();
        if self.on("teams") {
            let team = BTreeSet::from([seat, self.across(seat)]);
            if team.iter().all(|seat| self.home.contains(seat)) {
                let others = self.order.iter().copied().filter(|s| !team.contains(s)).collect();
                self.finish(vec![team, others], "TeamHome");
                return;
            }
        } else if self.is("end", "first_home") {
            let mut places = vec![BTreeSet::from([seat])];
            places.extend(self.by_progress(&left));
            self.finish(places, "FirstHome");
            return;
        } else if left.len() == 1 {
            let mut places: Vec<_> = self.home.iter().map(|seat| BTreeSet::from([*seat])).collect();
            places.push(left);
            self.finish(places, "AllHome");
            return;
        }
        self.pass();
    }

    /// Ranks seats by planes home, then by total progress; equal ones share a place.
    fn by_progress(&self, seats: &BTreeSet<usize>) -> Vec<BTreeSet<usize>> {
        let mut worth: BTreeMap<(usize, i32), BTreeSet<usize>> = BTreeMap::new();
        for seat in seats {
            let total = self.of(*seat).iter().map(|plane| self.at[plane].max(0)).sum();
            worth.entry((self.finished(*seat), total)).or_default().insert(*seat);
        }
        worth.into_values().rev().collect()
    }

    fn finish(&mut self, places: Vec<BTreeSet<usize>>, why: &'static str) {
        self.die = None;
        self.told.push(format!("ended {why}"));
        self.end = Some((places, why));
    }

    fn pass(&mut self) {
        let from = self.turn;
        let here = self.order.iter().position(|seat| *seat == from).unwrap();
        let next = (1..=self.order.len()).map(|step| self.order[(here + step) % self.order.len()]);
        self.turn = next.into_iter().find(|seat| !self.home.contains(seat)).unwrap();
        self.told.push(format!("passed from {from} to {}", self.turn));
        (self.die, self.tries, self.sixes) = (None, 0, 0);
        self.moved.clear();
    }
}

/// Names planes: `2:0,3` for the first and last of Blue.
pub fn names(planes: &BTreeSet<Plane>) -> String {
    let seat = planes.first().map_or(String::new(), |plane| plane.0.to_string());
    let numbers: Vec<String> = planes.iter().map(|plane| plane.1.to_string()).collect();
    format!("{seat}:{}", numbers.join(","))
}
