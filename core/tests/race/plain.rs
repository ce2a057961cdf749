//! A slow and plain reference implementation of the race games. It is written from the rules, not
//! from the program.
//!
//! Places are progress numbers of their owner, or -1 in the hangar. Options are read by name. Each
//! step writes its events as sentences, which the test compares with those of the program.

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

/// The end of a game: the places, the best first, and the reason. Seats in one set share a place.
pub type End = (Vec<BTreeSet<usize>>, &'static str);

/// A whole game.
#[derive(Clone, Debug, PartialEq)]
pub struct Plain {
    options: Map<String, Value>,
    /// The seats that take part, in the order of turns.
    order: Vec<usize>,
    /// The place of every plane.
    pub places: BTreeMap<Plane, i32>,
    /// The stacks: sets of two or more planes of one seat, which move as one.
    pub stacks: Vec<BTreeSet<Plane>>,
    /// The seat to move or to roll.
    pub turn: usize,
    /// The roll that waits to be used.
    pub die: Option<u8>,
    /// The seats in this round of opening rolls, each with its roll. `None` once the game has
    /// begun.
    pub opening: Option<Vec<(usize, Option<u8>)>>,
    /// The number of rolls in this turn with no plane out.
    tries: u64,
    /// The number of 6s in a row in this turn.
    sixes: usize,
    /// The planes that these 6s moved.
    moved: BTreeSet<Plane>,
    /// The seats that are home, in the order of their places.
    pub home: Vec<usize>,
    pub end: Option<End>,
    /// The events of the last step.
    pub events: Vec<String>,
}

/// A part of a move.
#[derive(Debug, PartialEq)]
enum Hop {
    /// A walk, jump or flight to a place, with the word that events use for it.
    To(&'static str, i32),
    /// The crossing of the opposite lane by a flight.
    Crossing,
}

impl Plain {
    /// Begins a game. The options have the form of a saved game.
    pub fn new(options: Map<String, Value>, seats: &[usize]) -> Self {
        let planes = options["planes"].as_u64().unwrap() as usize;
        // Turns go clockwise on the Aeroplane Chess board, and Red, Yellow, Green, Blue on the
        // waypoints.
        let turn_order = if options["board"] == "flying" { [0, 1, 3, 2] } else { [0, 1, 2, 3] };
        let order: Vec<usize> =
            turn_order.into_iter().filter(|seat| seats.contains(seat)).collect();
        let all_planes = (0..4).flat_map(|seat| (0..planes).map(move |plane| (seat, plane)));
        let mut game = Self {
            order: order.clone(),
            places: all_planes.map(|plane| (plane, HANGAR)).collect(),
            stacks: Vec::new(),
            turn: order[0],
            die: None,
            opening: None,
            tries: 0,
            sixes: 0,
            moved: BTreeSet::new(),
            home: Vec::new(),
            end: None,
            events: Vec::new(),
            options,
        };
        match game.option_word("first").as_str() {
            "highest_roll" => game.opening = Some(order.iter().map(|s| (*s, None)).collect()),
            named => {
                let seat = ["red", "yellow", "blue", "green"].iter().position(|c| *c == named);
                let start = turn_order.iter().position(|other| Some(*other) == seat).unwrap();
                let seats = (0..4).map(|step| turn_order[(start + step) % 4]);
                game.turn = seats.into_iter().find(|seat| order.contains(seat)).unwrap();
            }
        }
        game
    }

    // ---- Options ----

    fn option_word(&self, key: &str) -> String {
        self.options[key].as_str().unwrap().to_owned()
    }

    fn option_is(&self, key: &str, word: &str) -> bool {
        self.options[key] == word
    }

    fn option_on(&self, key: &str) -> bool {
        self.options[key] == true
    }

    fn option_lists(&self, key: &str, item: impl Into<Value>) -> bool {
        let item = item.into();
        self.options[key].as_array().unwrap().contains(&item)
    }

    fn option_number(&self, key: &str) -> u64 {
        self.options[key].as_u64().unwrap()
    }

    // ---- The board ----

    fn is_classic(&self) -> bool {
        !self.option_is("board", "flying")
    }

    fn centre(&self) -> i32 {
        if self.is_classic() { 56 } else { 60 }
    }

    /// Returns the square of the shared track at a place, or none if it is off the track.
    fn square(&self, seat: usize, place: i32) -> Option<i32> {
        if self.is_classic() {
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
        if self.is_classic() { (seat + 2) % 4 } else { [3, 2, 1, 0][seat] }
    }

    fn are_friends(&self, one: usize, other: usize) -> bool {
        one == other || self.option_on("teams") && self.across(one) == other
    }

    // ---- Positions ----

    /// Returns the planes that move as one with a plane.
    pub fn stack(&self, plane: Plane) -> BTreeSet<Plane> {
        let whole = self.stacks.iter().find(|stack| stack.contains(&plane));
        whole.cloned().unwrap_or_else(|| BTreeSet::from([plane]))
    }

    fn planes_of(&self, seat: usize) -> Vec<Plane> {
        self.places.keys().copied().filter(|(owner, _)| *owner == seat).collect()
    }

    /// Returns the planes of opponents on a square of the track.
    fn opponents_on(&self, seat: usize, place: i32) -> Vec<Plane> {
        let Some(square) = self.square(seat, place) else { return Vec::new() };
        let there = |(owner, plane): &Plane| {
            !self.are_friends(seat, *owner)
                && self.square(*owner, self.places[&(*owner, *plane)]) == Some(square)
        };
        self.places.keys().copied().filter(there).collect()
    }

    /// Returns true if opponents have a stack there that cannot be passed or landed on.
    fn is_blocked(&self, seat: usize, place: i32) -> bool {
        self.option_is("stack_block", "opponents")
            && self.opponents_on(seat, place).iter().any(|plane| self.stack(*plane).len() > 1)
    }

    /// Returns true if opponents have a blocking stack in the lane that a flight crosses.
    fn bars_flight(&self, seat: usize) -> bool {
        let across = self.across(seat);
        let stacked = |plane: &Plane| self.places[plane] == 53 && self.stack(*plane).len() > 1;
        self.option_is("stack_block", "opponents")
            && !self.are_friends(seat, across)
            && self.planes_of(across).iter().any(stacked)
    }

    fn is_safe(&self, plane: Plane) -> bool {
        self.option_lists("safe_squares", self.places[&plane])
    }

    // ---- Moves ----

    /// Returns the routes of a plane with a roll, without and with a flight.
    fn routes(&self, plane: Plane, die: u8) -> [Option<Vec<Hop>>; 2] {
        let (seat, from) = (plane.0, self.places[&plane]);
        let mut landing = from + i32::from(die);
        if landing > self.centre() {
            if self.option_is("finish", "exact") {
                return [None, None];
            }
            landing = 2 * self.centre() - landing;
        }
        if (from + 1..=from + i32::from(die)).any(|place| self.is_blocked(seat, place)) {
            return [None, None];
        }
        let walk = Hop::To("moved", landing);
        if !self.is_classic() || landing % 4 != 2 || !(2..50).contains(&landing) {
            return [Some(vec![walk]), None];
        }
        let is_path_blocked =
            |from: i32| (from + 1..=from + 4).any(|place| self.is_blocked(seat, place));
        let can_jump = |from: i32| self.option_is("jump", "on") && !is_path_blocked(from);
        let can_fly = !self.option_is("flight", "off")
            && !self.is_blocked(seat, 30)
            && !self.bars_flight(seat);
        let flight = || [Hop::Crossing, Hop::To("flew", 30)];
        let mut without_flight = vec![Hop::To("moved", landing)];
        if can_jump(landing) {
            without_flight.push(Hop::To("jumped", landing + 4));
        }
        let mut with_flight = vec![walk];
        if landing == 18 && can_fly {
            with_flight.extend(flight());
            if self.option_on("flight_then_jump") && can_jump(30) {
                with_flight.push(Hop::To("jumped", 34));
            }
        } else if landing == 14 && can_jump(14) && can_fly && self.option_on("jump_then_flight") {
            with_flight.push(Hop::To("jumped", 18));
            with_flight.extend(flight());
        } else {
            return [Some(without_flight), None];
        }
        [Some(without_flight), Some(with_flight)]
    }

    /// Returns true if the planes that moved may stack with own planes at their place.
    fn can_join(&self, movers: &BTreeSet<Plane>) -> bool {
        let (seat, plane) = *movers.first().unwrap();
        let place = self.places[&(seat, plane)];
        let on_apron = self.is_classic() && place == 0;
        let planes = self.planes_of(seat);
        let meets_others =
            planes.iter().any(|other| self.places[other] == place && !movers.contains(other));
        place != HANGAR && !on_apron && place != self.centre() && meets_others
    }

    /// Returns all moves of the seat to move.
    pub fn legal(&self) -> BTreeSet<Move> {
        let mut legal = BTreeSet::new();
        let (Some(die), None) = (self.die, &self.end) else { return legal };
        for (seat, plane) in self.planes_of(self.turn) {
            let place = self.places[&(seat, plane)];
            if place == HANGAR && self.option_lists("takeoff", die) {
                self.add_stacking(&mut legal, |stack| Move::Launch { plane, stack });
            }
            let is_leader = self.stack((seat, plane)).first() == Some(&(seat, plane));
            if place != HANGAR && place != self.centre() && is_leader {
                let [without_flight, with_flight] = self.routes((seat, plane), die);
                // A flight is a move of its own only if its result differs.
                let is_same = without_flight.is_some() && with_flight.is_some() && {
                    let result = |fly| self.result_of(&Move::Advance { plane, fly, stack: false });
                    result(false) == result(true)
                };
                let can_fly = with_flight.is_some() && !is_same;
                let must_fly = can_fly && self.option_is("flight", "compulsory");
                let advance = |fly| move |stack| Move::Advance { plane, fly, stack };
                if without_flight.is_some() && !must_fly {
                    self.add_stacking(&mut legal, advance(false));
                }
                if can_fly {
                    self.add_stacking(&mut legal, advance(true));
                }
            }
        }
        legal
    }

    /// Adds a move without stacking, with it, or both, as the rules allow. `with_stack` returns the
    /// move for both choices.
    fn add_stacking(&self, legal: &mut BTreeSet<Move>, with_stack: impl Fn(bool) -> Move) {
        let mut after = self.clone();
        let Some(movers) = after.move_planes(&with_stack(false)) else { return };
        if !after.can_join(&movers) || self.option_is("stack", "never") {
            legal.insert(with_stack(false));
        } else {
            if self.option_is("stack", "optional") {
                legal.insert(with_stack(false));
            }
            legal.insert(with_stack(true));
        }
    }

    /// Returns all planes and stacks after a move.
    fn result_of(&self, action: &Move) -> (BTreeMap<Plane, i32>, Vec<BTreeSet<Plane>>) {
        let mut after = self.clone();
        after.move_planes(action);
        (after.places, after.stacks)
    }

    /// Moves planes, with all effects on the board except stacking. Returns the planes that moved,
    /// or `None` if the move is impossible.
    fn move_planes(&mut self, action: &Move) -> Option<BTreeSet<Plane>> {
        let seat = self.turn;
        match *action {
            Move::Launch { plane, .. } => {
                let to =
                    i32::from(self.is_classic() && self.option_is("takeoff_to", "first_square"));
                if self.is_blocked(seat, to) {
                    return None;
                }
                let movers = BTreeSet::from([(seat, plane)]);
                self.places.insert((seat, plane), to);
                self.events.push(format!("launched {seat}.{plane} to {to}"));
                self.land(&movers, to);
                Some(movers)
            }
            Move::Advance { plane, fly, .. } => {
                let movers = self.stack((seat, plane));
                let [without_flight, with_flight] = self.routes((seat, plane), self.die?);
                let hops = if fly { with_flight? } else { without_flight? };
                self.play_hops(&movers, &hops);
                Some(movers)
            }
        }
    }

    /// Moves planes along a route hop by hop, until its end or until a bigger stack sends them
    /// home.
    fn play_hops(&mut self, movers: &BTreeSet<Plane>, hops: &[Hop]) {
        let seat = movers.first().unwrap().0;
        for (number, hop) in hops.iter().enumerate() {
            let Hop::To(verb, to) = *hop else {
                let across = self.across(seat);
                if self.option_is("flight_crossing", "capture") && !self.are_friends(seat, across) {
                    let mut crossed = self.planes_of(across);
                    crossed.retain(|plane| self.places[plane] == 53);
                    self.capture(movers, crossed);
                }
                continue;
            };
            let from = self.places[movers.first().unwrap()];
            for mover in movers {
                self.places.insert(*mover, to);
            }
            self.events.push(format!("{verb} {} from {from} to {to}", names(movers)));
            let is_last = number + 1 == hops.len();
            if (is_last || self.option_is("capture", "every_hop")) && !self.land(movers, to) {
                return;
            }
        }
        if self.places[movers.first().unwrap()] == self.centre() {
            self.stacks.retain(|stack| stack.is_disjoint(movers));
            self.events.push(format!("finished {}", names(movers)));
        }
    }

    /// Captures opponents on the place where planes landed, or sends the planes home. Returns true
    /// if they stay.
    fn land(&mut self, movers: &BTreeSet<Plane>, place: i32) -> bool {
        let seat = movers.first().unwrap().0;
        let mut met = self.opponents_on(seat, place);
        met.retain(|plane| !self.is_safe(*plane));
        let meets_bigger = met.iter().any(|plane| self.stack(*plane).len() > movers.len());
        if meets_bigger && self.option_is("stack_attack", "bigger_stack_wins") {
            self.events.push(format!("repelled {} at {place}", names(movers)));
            self.send_home(movers);
            return false;
        }
        self.capture(movers, met);
        true
    }

    fn capture(&mut self, movers: &BTreeSet<Plane>, captured: Vec<Plane>) {
        let (by, size) = (movers.first().unwrap().0, movers.len());
        for owner in 0..4 {
            let planes: BTreeSet<Plane> =
                captured.iter().copied().filter(|plane| plane.0 == owner).collect();
            if let Some(first) = planes.first() {
                let place = self.places[first];
                let captured = names(&planes);
                self.events.push(format!("captured {captured} at {place} by {by} with {size}"));
                self.send_home(&planes);
            }
        }
    }

    fn send_home(&mut self, planes: &BTreeSet<Plane>) {
        for plane in planes {
            self.places.insert(*plane, HANGAR);
        }
        self.dissolve(planes);
    }

    /// Takes planes out of their stacks.
    fn dissolve(&mut self, planes: &BTreeSet<Plane>) {
        for stack in &mut self.stacks {
            stack.retain(|plane| !planes.contains(plane));
        }
        self.stacks.retain(|stack| stack.len() > 1);
    }

    // ---- Turns ----

    /// Rolls the die.
    pub fn roll(&mut self, die: u8) {
        self.events.clear();
        let seat = self.turn;
        if self.opening.is_some() {
            self.roll_opening(die);
            return;
        }
        self.events.push(format!("rolled {die} by {seat}"));
        self.tries += u64::from(!self.has_plane_out(seat));
        self.sixes = if die == 6 { self.sixes + 1 } else { 0 };
        if die != 6 {
            self.moved.clear();
        }
        let has_penalty =
            self.option_lists("extra_roll", 6) && !self.option_is("three_sixes", "off");
        if has_penalty && self.sixes == 3 {
            self.third_six();
            return;
        }
        self.die = Some(die);
        if self.legal().is_empty() {
            self.events.push(format!("nothing to move for {seat} with {die}"));
            self.after_roll(die);
        }
    }

    fn roll_opening(&mut self, die: u8) {
        let seat = self.turn;
        self.events.push(format!("opening {die} by {seat}"));
        let rolls = self.opening.as_mut().unwrap();
        rolls.iter_mut().find(|(other, _)| *other == seat).unwrap().1 = Some(die);
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
            self.events.push(format!("began {}", tied[0]));
        } else {
            self.events.push(format!("tied {:?}", tied.iter().collect::<BTreeSet<_>>()));
            self.opening = Some(tied.into_iter().map(|seat| (seat, None)).collect());
        }
    }

    fn third_six(&mut self) {
        let planes = self.planes_of(self.turn).into_iter();
        let mut home: BTreeSet<Plane> = planes.filter(|plane| self.is_out(*plane)).collect();
        match self.option_word("three_sixes").as_str() {
            "moved_planes_home" => home.retain(|plane| self.moved.contains(plane)),
            "turn_lost" => home.clear(),
            _ => {}
        }
        self.events.push(format!("third six of {}: {}", self.turn, names(&home)));
        self.send_home(&home);
        self.pass();
    }

    /// Plays a move of the seat to move.
    pub fn act(&mut self, action: &Move) {
        self.events.clear();
        let seat = self.turn;
        let die = self.die.expect("a roll");
        let movers = self.move_planes(action).expect("a legal move");
        let (Move::Launch { stack, .. } | Move::Advance { stack, .. }) = *action;
        if stack {
            let place = self.places[movers.first().unwrap()];
            let planes = self.planes_of(seat).into_iter();
            let whole: BTreeSet<Plane> =
                planes.filter(|plane| self.places[plane] == place).collect();
            self.dissolve(&whole);
            self.events.push(format!("stacked {} at {place}", names(&whole)));
            self.stacks.push(whole);
        }
        if die == 6 {
            self.moved.extend(&movers);
        }
        let finished = self.finished_count(seat);
        if finished >= self.option_number("planes_to_win") as usize {
            self.home.push(seat);
            self.events.push(format!("home {seat} as {}", self.home.len()));
            self.after_home();
            return;
        }
        self.after_roll(die);
    }

    fn finished_count(&self, seat: usize) -> usize {
        self.planes_of(seat).iter().filter(|plane| self.places[plane] == self.centre()).count()
    }

    /// Returns true if a plane is between hangar and centre.
    fn is_out(&self, plane: Plane) -> bool {
        self.places[&plane] != HANGAR && self.places[&plane] != self.centre()
    }

    fn has_plane_out(&self, seat: usize) -> bool {
        self.planes_of(seat).into_iter().any(|plane| self.is_out(plane))
    }

    /// Gives another roll or passes the turn.
    fn after_roll(&mut self, die: u8) {
        let seat = self.turn;
        let happened = |what: &str| self.events.iter().any(|line| line.starts_with(what));
        // The rules do not say if a seat may try again when its only plane has just finished or was
        // sent home. In practice another try follows only a roll that moved nothing.
        let may_try_again = happened("nothing to move") && !self.has_plane_out(seat);
        let why = if self.option_lists("extra_roll", die) {
            "face"
        } else if self.option_lists("bonus_roll", "on_capture") && happened("captured") {
            "capture"
        } else if self.option_lists("bonus_roll", "on_finish") && happened("finished") {
            "finish"
        } else if may_try_again && self.tries < self.option_number("tries_when_home") {
            "try"
        } else {
            self.pass();
            return;
        };
        self.events.push(format!("{seat} rolls again for {why}"));
        self.die = None;
    }

    /// Ends the game or passes the turn after the seat to move has come home.
    fn after_home(&mut self) {
        let seat = self.turn;
        let remaining: BTreeSet<usize> =
            self.order.iter().copied().filter(|seat| !self.home.contains(seat)).collect();
        if self.option_on("teams") {
            let team = BTreeSet::from([seat, self.across(seat)]);
            if team.iter().all(|seat| self.home.contains(seat)) {
                let others = self.order.iter().copied().filter(|s| !team.contains(s)).collect();
                self.end_game(vec![team, others], "TeamHome");
                return;
            }
        } else if self.option_is("end", "first_home") {
            let mut places = vec![BTreeSet::from([seat])];
            places.extend(self.ranked_by_progress(&remaining));
            self.end_game(places, "FirstHome");
            return;
        } else if remaining.len() == 1 {
            let mut places: Vec<_> = self.home.iter().map(|seat| BTreeSet::from([*seat])).collect();
            places.push(remaining);
            self.end_game(places, "AllHome");
            return;
        }
        self.pass();
    }

    /// Ranks seats by planes in the centre, then by total progress. Equal seats share a place.
    fn ranked_by_progress(&self, seats: &BTreeSet<usize>) -> Vec<BTreeSet<usize>> {
        // The seats by number of finished planes and total progress.
        let mut standings: BTreeMap<(usize, i32), BTreeSet<usize>> = BTreeMap::new();
        for seat in seats {
            let total = self.planes_of(*seat).iter().map(|plane| self.places[plane].max(0)).sum();
            standings.entry((self.finished_count(*seat), total)).or_default().insert(*seat);
        }
        standings.into_values().rev().collect()
    }

    fn end_game(&mut self, places: Vec<BTreeSet<usize>>, why: &'static str) {
        self.die = None;
        self.events.push(format!("ended {why}"));
        self.end = Some((places, why));
    }

    fn pass(&mut self) {
        let from = self.turn;
        let here = self.order.iter().position(|seat| *seat == from).unwrap();
        let next = (1..=self.order.len()).map(|step| self.order[(here + step) % self.order.len()]);
        self.turn = next.into_iter().find(|seat| !self.home.contains(seat)).unwrap();
        self.events.push(format!("passed from {from} to {}", self.turn));
        (self.die, self.tries, self.sixes) = (None, 0, 0);
        self.moved.clear();
    }
}

/// Writes planes of one seat: `2:0,3` for the first and the last plane of Blue.
pub fn names(planes: &BTreeSet<Plane>) -> String {
    let seat = planes.first().map_or(String::new(), |plane| plane.0.to_string());
    let numbers: Vec<String> = planes.iter().map(|plane| plane.1.to_string()).collect();
    format!("{seat}:{}", numbers.join(","))
}
