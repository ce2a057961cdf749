//! The options of the race games, their presets, and the checks that options fit each other.

use serde::{Deserialize, Serialize};

use super::board::{Board, Progress, SEAT_NAMES};
use super::sets::{BonusRolls, Faces, ProgressSet};
pub use crate::contract::options::RulesError;
use crate::contract::options::{OptionInfo, OptionKind, RuleSet, check_range, inapplicable};
use crate::contract::seat::{Seat, SeatSet};

/// The rules of a race game: every option that can be agreed on before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The board.
    pub board: Board,
    /// The number of planes of every seat, 1 to 4.
    pub planes: u8,
    /// The number of planes that a seat has to bring to the centre, 1 to `planes`.
    pub planes_to_win: u8,
    /// The faces that let a plane leave the hangar.
    pub takeoff: Faces,
    /// The place of a launched plane.
    pub takeoff_to: TakeoffTo,
    /// The faces that give another roll.
    pub extra_roll: Faces,
    /// The penalty for the third 6 in a row. It applies only if 6 is in `extra_roll`.
    pub three_sixes: ThreeSixes,
    /// The squares on which a move captures.
    pub capture: Capture,
    /// The jump from a square of the plane's colour to the next square of that colour.
    pub jump: Switch,
    /// The flight from a plane's flight square.
    pub flight: Flight,
    /// True if a jump that ends on the flight square may be followed by the flight.
    pub jump_then_flight: bool,
    /// True if a flight is followed by a jump. Applies to planes that walked onto the flight
    /// square.
    pub flight_then_jump: bool,
    /// The effect of a flight on the lane square it crosses.
    pub flight_crossing: Crossing,
    /// The effect of a plane meeting other planes of its seat.
    pub stack: Stack,
    /// The result of an attack on an opposing stack.
    pub stack_attack: StackAttack,
    /// The effect of stacks that stand in the way of opponents.
    pub stack_block: StackBlock,
    /// The progress numbers at which a plane on the track cannot be captured.
    pub safe_squares: ProgressSet,
    /// The effect of rolls that overshoot the centre.
    pub finish: Finish,
    /// The condition that ends the game.
    pub end: End,
    /// The reasons for another roll besides the faces in `extra_roll`. A move gives at most one
    /// roll.
    pub bonus_roll: BonusRolls,
    /// The number of rolls in a turn while all planes are in the hangar or finished, 1 to 10.
    #[serde(rename = "tries_when_home")]
    pub tries_when_grounded: u8,
    /// True if opposite seats are a team, which wins together.
    pub teams: bool,
    /// The seat that begins.
    pub first: First,
}

/// An option that files and scripts write as `on` or `off`. Other yes-or-no options are a `bool`,
/// written as `true` or `false`. Existing files depend on this difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Switch {
    On,
    Off,
}

/// The place of a launched plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TakeoffTo {
    /// The private launch pad of its colour, next to the track.
    Apron,
    /// The first track square of its path, where it captures.
    FirstSquare,
}

/// The penalty for the third 6 in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThreeSixes {
    /// The planes that the first two 6s moved go back to the hangar, and the turn passes.
    #[serde(rename = "moved_planes_home")]
    MovedPlanesToHangar,
    /// All planes that are out go back to the hangar, and the turn passes.
    #[serde(rename = "all_planes_home")]
    AllPlanesToHangar,
    /// The turn passes.
    TurnLost,
    /// There is no penalty.
    Off,
}

/// The squares on which a move captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Capture {
    /// The end of every hop: walk, jump and flight.
    EveryHop,
    /// The square on which the move ends. A flight also captures where it crosses a lane.
    LastSquare,
}

/// The flight from a plane's flight square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flight {
    /// The player chooses.
    Optional,
    /// A plane on its flight square always flies.
    Compulsory,
    /// There are no flights.
    Off,
}

/// The effect of a flight on the lane square it crosses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Crossing {
    /// Planes of the opposite seat on the square go to the hangar.
    Capture,
    /// There is no effect.
    Off,
}

/// The effect of a plane meeting other planes of its seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stack {
    /// The player chooses.
    Optional,
    /// Planes always stack.
    Always,
    /// Planes never stack. They share the square and move singly.
    Never,
}

/// The result of an attack on an opposing stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StackAttack {
    /// The stack is captured, whatever its size.
    Captured,
    /// A smaller attacker goes to the hangar instead.
    BiggerStackWins,
}

/// The effect of stacks that stand in the way of opponents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StackBlock {
    /// Stacks do not block.
    Off,
    /// Opponents cannot pass a stack, land on it or fly over it.
    Opponents,
}

/// The effect of rolls that overshoot the centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finish {
    /// The plane cannot move.
    Exact,
    /// The plane walks the rest of the roll back from the centre.
    Bounce,
}

/// The condition that ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// The others play on for the next places until one seat remains.
    PlayOn,
    /// The game ends when the first seat has finished. The other places follow from planes in the
    /// centre, then from total progress.
    FirstHome,
}

/// The seat that begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum First {
    /// The seat with the highest opening roll. Seats that tie roll again.
    HighestRoll,
    /// Red, or the next seat in turn order if Red does not take part.
    Red,
    /// Yellow, or the next seat in turn order if Yellow does not take part.
    Yellow,
    /// Blue, or the next seat in turn order if Blue does not take part.
    Blue,
    /// Green, or the next seat in turn order if Green does not take part.
    Green,
}

impl First {
    /// Returns the seat that begins, or `None` if opening rolls decide.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Self::HighestRoll => None,
            Self::Red => Some(super::board::RED),
            Self::Yellow => Some(super::board::YELLOW),
            Self::Blue => Some(super::board::BLUE),
            Self::Green => Some(super::board::GREEN),
        }
    }
}

/// The names of the presets of the race games.
pub const PRESETS: [&str; 2] = ["aeroplane", "flying"];

/// The progress from which a flight starts: the flight square.
pub const FLIGHT_FROM: Progress = 18;
/// The progress on which a flight lands.
pub const FLIGHT_TO: Progress = 30;
/// The lane square that a flight crosses, as a progress of the opposite seat, which owns the lane.
pub const CROSSED: Progress = 53;

impl Rules {
    /// Returns the preset of a board.
    pub const fn of_board(board: Board) -> Self {
        match board {
            Board::Aeroplane => Self::AEROPLANE,
            Board::Flying => Self::FLYING,
        }
    }

    /// Classic Aeroplane Chess.
    pub const AEROPLANE: Self = Self {
        board: Board::Aeroplane,
        planes: 4,
        planes_to_win: 4,
        takeoff: Faces::of(&[2, 4, 6]),
        takeoff_to: TakeoffTo::Apron,
        extra_roll: Faces::of(&[6]),
        three_sixes: ThreeSixes::MovedPlanesToHangar,
        capture: Capture::EveryHop,
        jump: Switch::On,
        flight: Flight::Optional,
        jump_then_flight: true,
        flight_then_jump: false,
        flight_crossing: Crossing::Capture,
        stack: Stack::Optional,
        stack_attack: StackAttack::Captured,
        stack_block: StackBlock::Off,
        safe_squares: ProgressSet::EMPTY,
        finish: Finish::Exact,
        end: End::PlayOn,
        bonus_roll: BonusRolls::EMPTY,
        tries_when_grounded: 1,
        teams: false,
        first: First::HighestRoll,
    };

    /// Flying Chess on 56 waypoints.
    pub const FLYING: Self = Self {
        board: Board::Flying,
        takeoff: Faces::of(&[6]),
        takeoff_to: TakeoffTo::FirstSquare,
        extra_roll: Faces::of(&[]),
        three_sixes: ThreeSixes::Off,
        capture: Capture::LastSquare,
        jump: Switch::Off,
        flight: Flight::Off,
        jump_then_flight: false,
        flight_crossing: Crossing::Off,
        stack: Stack::Never,
        first: First::Red,
        ..Self::AEROPLANE
    };

    /// Checks that the options fit the board.
    fn check_board(&self) -> Result<(), RulesError> {
        if self.board == Board::Aeroplane {
            return Ok(());
        }
        let no_jumps = "the board of 56 waypoints has no coloured squares to jump between";
        let no_flights = "the board of 56 waypoints has no flights";
        match self {
            _ if self.jump == Switch::On => Err(inapplicable("jump", no_jumps)),
            _ if self.flight != Flight::Off => Err(inapplicable("flight", no_flights)),
            _ if self.jump_then_flight => Err(inapplicable("jump_then_flight", no_flights)),
            _ if self.flight_then_jump => Err(inapplicable("flight_then_jump", no_flights)),
            _ if self.flight_crossing != Crossing::Off => {
                Err(inapplicable("flight_crossing", no_flights))
            }
            _ if self.takeoff_to == TakeoffTo::Apron => Err(inapplicable(
                "takeoff_to",
                "the board of 56 waypoints has no aprons, pieces start on the track",
            )),
            _ if self.capture == Capture::EveryHop => Err(inapplicable(
                "capture",
                "a move on the board of 56 waypoints is a single hop, its last square captures",
            )),
            _ => Ok(()),
        }
    }

    /// Checks the options of flights.
    fn check_flight(&self) -> Result<(), RulesError> {
        if self.flight_then_jump && self.flight == Flight::Off {
            return Err(inapplicable("flight_then_jump", "flights are switched off"));
        }
        if self.flight_then_jump && self.jump == Switch::Off {
            return Err(inapplicable("flight_then_jump", "jumps are switched off"));
        }
        Ok(())
    }

    /// Checks the options of stacks.
    fn check_stack(&self) -> Result<(), RulesError> {
        let why = "planes never stack under these rules; set stack to optional or always";
        if self.stack != Stack::Never {
            return Ok(());
        }
        if self.stack_attack != StackAttack::Captured {
            return Err(inapplicable("stack_attack", why));
        }
        if self.stack_block != StackBlock::Off {
            return Err(inapplicable("stack_block", why));
        }
        Ok(())
    }
}

impl RuleSet for Rules {
    const PRESETS: &'static [&'static str] = &PRESETS;
    const OPTIONS: &'static [OptionInfo] = &OPTIONS;
    const VARIANTS: &'static [&'static [(&'static str, &'static str)]] = &[
        &[],
        &[("stack", "\"always\""), ("finish", "\"bounce\"")],
        &[("teams", "true"), ("extra_roll", "[5,6]")],
        &[("planes", "2"), ("planes_to_win", "2"), ("bonus_roll", "[\"on_capture\"]")],
    ];

    fn preset(name: &str) -> Option<Self> {
        match name {
            "aeroplane" => Some(Self::AEROPLANE),
            "flying" => Some(Self::FLYING),
            _ => None,
        }
    }

    fn base_preset(&self) -> Self {
        Self::of_board(self.board)
    }

    fn check(&self) -> Result<(), RulesError> {
        check_range("planes", self.planes, 1, 4)?;
        check_range("planes_to_win", self.planes_to_win, 1, self.planes)?;
        check_range("tries_when_home", self.tries_when_grounded, 1, 10)?;
        if self.takeoff.is_empty() {
            return Err(inapplicable("takeoff", "without any face no plane could ever start"));
        }
        if self.extra_roll == Faces::ALL {
            return Err(inapplicable("extra_roll", "if every face rolls again, a turn never ends"));
        }
        if self.teams && self.end == End::FirstHome {
            return Err(inapplicable("end", "a team game ends when both seats of a team are home"));
        }
        self.check_board()?;
        self.check_flight()?;
        self.check_stack()?;
        let (low, high) = (self.board.first_on_track(), self.board.last_on_track());
        let off_track = |progress: &Progress| !self.board.on_track(*progress);
        if let Some(invalid) = self.safe_squares.iter().find(off_track) {
            return Err(RulesError::Content {
                key: "safe_squares",
                invalid: invalid.to_string(),
                takes: format!("squares of the shared track go from {low} to {high}"),
            });
        }
        Ok(())
    }

    fn seats(&self) -> SeatSet {
        SeatSet::first(SEAT_NAMES.len())
    }

    fn order(&self) -> Vec<Seat> {
        self.board.turn_order().to_vec()
    }

    /// Returns the sides of a match between this number of robots. Two sit opposite each other,
    /// three on the first three seats clockwise. In a game of teams there are two sides of two
    /// seats.
    fn sides(&self, robots: usize) -> Vec<SeatSet> {
        let seat_at = |quarter: u8| SeatSet::one(self.board.seat_of_quarter(quarter));
        match robots {
            _ if self.teams => [0, 1].map(|q| seat_at(q).union(seat_at(q + 2))).to_vec(),
            0..=2 => [0, 2].map(seat_at).to_vec(),
            3 => [0, 1, 2].map(seat_at).to_vec(),
            _ => [0, 1, 2, 3].map(seat_at).to_vec(),
        }
    }
}

/// The options that can be changed, in the order in which forms list them. `board` follows from the
/// preset.
pub const OPTIONS: [OptionInfo; 22] = [
    OptionInfo::new("takeoff", OptionKind::Faces),
    OptionInfo::new("takeoff_to", OptionKind::Choice(&["apron", "first_square"])),
    OptionInfo::new("extra_roll", OptionKind::Faces),
    OptionInfo::new(
        "three_sixes",
        OptionKind::Choice(&["moved_planes_home", "all_planes_home", "turn_lost", "off"]),
    ),
    OptionInfo::new("capture", OptionKind::Choice(&["every_hop", "last_square"])),
    OptionInfo::new("jump", OptionKind::Choice(&["on", "off"])),
    OptionInfo::new("flight", OptionKind::Choice(&["optional", "compulsory", "off"])),
    OptionInfo::new("jump_then_flight", OptionKind::Toggle),
    OptionInfo::new("flight_then_jump", OptionKind::Toggle),
    OptionInfo::new("flight_crossing", OptionKind::Choice(&["capture", "off"])),
    OptionInfo::new("stack", OptionKind::Choice(&["optional", "always", "never"])),
    OptionInfo::new("stack_attack", OptionKind::Choice(&["captured", "bigger_stack_wins"])),
    OptionInfo::new("stack_block", OptionKind::Choice(&["off", "opponents"])),
    OptionInfo::new("safe_squares", OptionKind::Numbers { low: 0, high: 54 }),
    OptionInfo::new("finish", OptionKind::Choice(&["exact", "bounce"])),
    OptionInfo::new("bonus_roll", OptionKind::Any(&["on_capture", "on_finish"])),
    OptionInfo::new("tries_when_home", OptionKind::Number { low: 1, high: 10 }),
    OptionInfo::new("planes", OptionKind::Number { low: 1, high: 4 }),
    OptionInfo::new("planes_to_win", OptionKind::Number { low: 1, high: 4 }),
    OptionInfo::new("end", OptionKind::Choice(&["play_on", "first_home"])),
    OptionInfo::new("teams", OptionKind::Toggle),
    OptionInfo::new(
        "first",
        OptionKind::Choice(&[
            "highest_roll",
            SEAT_NAMES[0],
            SEAT_NAMES[1],
            SEAT_NAMES[2],
            SEAT_NAMES[3],
        ]),
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Returns each side of a match as the names of its seats, joined by `+`.
    fn names(rules: &Rules, robots: usize) -> Vec<String> {
        let seat_name = |seat: Seat| SEAT_NAMES[seat.index()];
        let side_name = |side: &SeatSet| side.iter().map(seat_name).collect::<Vec<_>>().join("+");
        rules.sides(robots).iter().map(side_name).collect()
    }

    #[test]
    fn robots_sit_opposite_or_clockwise() {
        assert_eq!(names(&Rules::AEROPLANE, 2), ["red", "blue"]);
        assert_eq!(names(&Rules::FLYING, 2), ["red", "green"]);
        assert_eq!(names(&Rules::AEROPLANE, 3), ["red", "yellow", "blue"]);
        assert_eq!(names(&Rules::FLYING, 3), ["red", "blue", "green"]);
        assert_eq!(names(&Rules::FLYING, 4), ["red", "blue", "green", "yellow"]);
        assert_eq!(names(&Rules::AEROPLANE, 6).len(), 4);
    }

    #[test]
    fn team_is_one_side() {
        let with_teams = |rules: Rules| rules.with("teams", &json!(true)).unwrap();
        assert_eq!(names(&with_teams(Rules::AEROPLANE), 2), ["red+blue", "yellow+green"]);
        assert_eq!(names(&with_teams(Rules::FLYING), 3), ["red+green", "yellow+blue"]);
    }
}
