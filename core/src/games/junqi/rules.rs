//! The options of Junqi, its presets, and the checks of their combinations.

use serde::{Deserialize, Serialize};

use super::board::Board;
use super::board_kind::{BoardKind, SEATS_ROUND_SIX};
use super::cells::Cell;
pub use super::piece::MineRule;
use super::seats::{SEAT_NAMES, SEATS};
pub use crate::contract::options::RulesError;
use crate::contract::options::{OptionInfo, OptionKind, RuleSet, check_range, inapplicable};
use crate::contract::seat::{Seat, SeatSet};

/// The rules agreed on before a game of Junqi.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The board played on.
    pub board: BoardKind,
    /// The number of armies: 2, 3, 4 or 6. Two armies on the board for four sit opposite each
    /// other.
    pub armies: u8,
    /// The teams of six armies.
    pub teams: Teams,
    /// The way a game starts.
    pub start: Start,
    /// The pieces a seat sees in addition to those shown to all.
    pub sight: Sight,
    /// The effect of a Landmine on a piece that strikes it.
    pub mine: MineRule,
    /// True if pieces may leave a headquarters again.
    pub hq_exit: bool,
    /// True if the Bomb moves like an Engineer (炸弹满天飞).
    pub bomb_moves_as_engineer: bool,
    /// True if every piece may turn corners on rails (可以拐直角弯路).
    pub rail_turns: bool,
    /// Rail lines added to those of the board, as lists of cells.
    pub extra_lines: Vec<Vec<Cell>>,
    /// The place where a captured Flag wins.
    pub flag_win: FlagWin,
    /// True if an Engineer that strikes a ranked piece and falls shows that piece to all.
    pub scout: bool,
    /// True if a battle shows both pieces to all.
    pub contact_reveals: bool,
    /// True if the fall of the Field Marshal shows the army's Flag to all.
    pub marshal_reveals_flag: bool,
    /// The way the Flag is captured in Flip Junqi.
    pub flip_flag: FlipFlag,
    /// The pieces that must remove the Landmines before the Flag can be captured in Flip Junqi.
    pub flip_mines: FlipMines,
    /// The tile that decides which seat owns which army in Flip Junqi.
    pub flip_armies: FlipArmies,
    /// The seat that begins, or the way it is chosen.
    pub first: First,
    /// The direction of turns.
    pub turn_order: TurnOrder,
    /// The number of plies without a capture or flip after which the game is drawn; 0 for never.
    pub draw_after_quiet_plies: u8,
    /// Seconds for a turn; 0 for no clock.
    pub clock_seconds: u8,
    /// The number of time-outs at which an army is eliminated; 0 for never.
    pub timeouts_lose: u8,
    /// True if all armies in the game can agree on a draw.
    pub draw_by_agreement: bool,
    /// True if every step with a battle records the result, because a house rule may decide it
    /// differently from the pieces. Set by house rules, not by players.
    #[serde(rename = "fights_told", default, skip_serializing_if = "std::ops::Not::not")]
    pub records_battle_results: bool,
    /// True if an army that cannot move passes instead of being eliminated, if another army's piece
    /// stands next to one of its movable pieces. This is the rule of the server whose replay files
    /// Qipan imports. Set by imports, not by players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hemmed_in_waits: bool,
}

/// The way a game starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// Every army starts as its player laid it out.
    Layouts,
    /// All pieces are shuffled and face down.
    FaceDown,
    /// All pieces are shuffled and face up.
    FaceUp,
}

/// The teams of six armies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Teams {
    /// Every second army, three against three: both neighbours are enemies (合纵连横).
    Alliances,
    /// Opposite armies, three sides of two (三对).
    Pairs,
    /// No teams (六国混战).
    Each,
}

/// The pieces a seat sees in addition to those shown to all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Sight {
    Own,
    Partner,
    All,
}

/// The place where a captured Flag wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FlagWin {
    /// Its own cell: capturing it is enough.
    Take,
    /// Any cell of the land of the carrier's army.
    CarryOverFront,
    /// A headquarters of the carrier's army.
    CarryHome,
}

/// The way the Flag is captured in Flip Junqi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FlipFlag {
    /// By a piece of the lowest rank that remains in its army.
    Smallest,
    /// By an Engineer, which carries it into a headquarters of its own side.
    EngineerCarriesHome,
}

/// The pieces that must remove the Landmines in Flip Junqi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FlipMines {
    /// Any pieces.
    Any,
    /// Engineers only.
    EngineersOnly,
}

/// The tile that decides which seat owns which army in Flip Junqi. The seat that turns it up owns
/// the army that the tile belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FlipArmies {
    /// The first Engineer that is turned up.
    Engineer,
    /// The first tile that is turned up.
    FirstTile,
}

/// The seat that begins, or the way it is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum First {
    /// A seat drawn from the game's seed.
    Lot,
    /// The first seat to turn up an Engineer, when the seats turn up tiles in turn before the game.
    FlipEngineer,
    /// South.
    South,
    /// East, if it takes part.
    East,
    /// North, if it takes part.
    North,
    /// West, if it takes part.
    West,
    /// Southeast, in games of six.
    Southeast,
    /// Northeast, in games of six.
    Northeast,
    /// Northwest, in games of six.
    Northwest,
    /// Southwest, in games of six.
    Southwest,
}

impl First {
    /// Returns the value for this seat.
    pub fn of(seat: Seat) -> Self {
        Self::SEATS[seat.index()]
    }

    /// The value for each seat.
    const SEATS: [Self; SEATS] = [
        Self::South,
        Self::East,
        Self::North,
        Self::West,
        Self::Southeast,
        Self::Northeast,
        Self::Northwest,
        Self::Southwest,
    ];

    /// Returns the seat that the value names, or `None` if the seat is drawn.
    pub fn seat(self) -> Option<Seat> {
        let index = Self::SEATS.iter().position(|other| *other == self)?;
        Some(Seat::new(index as u8))
    }
}

/// The direction of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnOrder {
    /// South, east, north, west. With six armies, the turn passes to the neighbour on the right.
    Anticlockwise,
    /// South, west, north, east. With six armies, the turn passes to the neighbour on the left.
    Clockwise,
}

/// The names of the presets of Junqi.
pub const PRESETS: [&str; 13] = [
    "dark",
    "mixed",
    "open",
    "flip",
    "flip_open",
    "siguo_dark",
    "siguo_partner",
    "siguo_open",
    "siguo_duel",
    "three",
    "six",
    "six_dark",
    "six_open",
];

impl Rules {
    /// Returns the preset `dark`, of which the others are variants.
    pub(crate) fn dark() -> Self {
        Self {
            board: BoardKind::Two,
            armies: 2,
            teams: Teams::Alliances,
            start: Start::Layouts,
            sight: Sight::Own,
            mine: MineRule::Spring,
            hq_exit: false,
            bomb_moves_as_engineer: false,
            rail_turns: false,
            extra_lines: Vec::new(),
            flag_win: FlagWin::Take,
            scout: false,
            contact_reveals: false,
            marshal_reveals_flag: true,
            flip_flag: FlipFlag::Smallest,
            flip_mines: FlipMines::Any,
            flip_armies: FlipArmies::Engineer,
            first: First::Lot,
            turn_order: TurnOrder::Anticlockwise,
            draw_after_quiet_plies: 70,
            clock_seconds: 30,
            timeouts_lose: 5,
            draw_by_agreement: true,
            records_battle_results: false,
            hemmed_in_waits: false,
        }
    }

    /// Returns the name of the preset these rules are a variant of. It has the same board, armies,
    /// start and sight, and if possible the same value of `contact_reveals`.
    pub fn nearest_preset(&self) -> &'static str {
        let is_similar = |preset: &Self| {
            preset.board == self.board
                && preset.armies == self.armies
                && preset.start == self.start
                && preset.sight == self.sight
        };
        let presets = PRESETS.into_iter().filter_map(|name| Some((name, Self::preset(name)?)));
        let similar: Vec<_> = presets.filter(|(_, preset)| is_similar(preset)).collect();
        let same_contact =
            similar.iter().find(|(_, preset)| preset.contact_reveals == self.contact_reveals);
        same_contact.or(similar.first()).map_or("dark", |(name, _)| *name)
    }

    /// Reports whether seats play in teams. With four armies, opposite seats are a team. With six,
    /// the option `teams` decides.
    pub const fn teams(&self) -> bool {
        self.armies == 4 || (self.armies == 6 && !matches!(self.teams, Teams::Each))
    }

    /// Returns the team of a seat, itself included.
    pub fn team(&self, seat: Seat) -> SeatSet {
        self.allies()[seat.index()]
    }

    /// Returns the team of each seat, itself included.
    pub(super) fn allies(&self) -> [SeatSet; SEATS] {
        let teams: &[&[u8]] = match (self.armies, self.teams) {
            (4, _) => &[&[0, 2], &[1, 3]],
            (6, Teams::Alliances) => &[&[0, 5, 6], &[4, 2, 7]],
            (6, Teams::Pairs) => &[&[0, 2], &[4, 6], &[5, 7]],
            _ => &[],
        };
        let mut allies = std::array::from_fn(|seat| SeatSet::one(Seat::new(seat as u8)));
        for team in teams {
            for seat in *team {
                allies[usize::from(*seat)] = team.iter().map(|seat| Seat::new(*seat)).collect();
            }
        }
        allies
    }

    /// Returns the seat after each seat in the order of turns, among those that take part.
    pub(super) fn following_seats(&self) -> [Seat; SEATS] {
        let [left, right] = self.board.left_and_right();
        let following = match self.turn_order {
            TurnOrder::Anticlockwise => right,
            TurnOrder::Clockwise => left,
        };
        let seats = self.seats();
        std::array::from_fn(|seat| {
            let mut next = Seat::new(following[seat]);
            for _ in 0..SEATS {
                if seats.contains(next) {
                    break;
                }
                next = Seat::new(following[next.index()]);
            }
            next
        })
    }

    /// Reports whether this is Flip Junqi, in either form.
    pub fn is_flip(&self) -> bool {
        self.start != Start::Layouts
    }

    /// Reports whether anything in the game is hidden from some seat.
    pub fn is_hidden(&self) -> bool {
        self.start == Start::FaceDown || self.sight != Sight::All
    }

    /// Reports whether pieces may leave a headquarters. They may if Flags are carried home, because
    /// a Flag is lifted in a headquarters.
    pub fn may_leave_hq(&self) -> bool {
        self.hq_exit || self.carries_home()
    }

    /// Reports whether a captured Flag must be brought into a headquarters.
    pub fn carries_home(&self) -> bool {
        match self.start {
            Start::Layouts => self.flag_win == FlagWin::CarryHome,
            _ => self.flip_flag == FlipFlag::EngineerCarriesHome,
        }
    }

    /// Reports whether the piece that captures a Flag then carries it.
    pub fn carries_flag(&self) -> bool {
        self.carries_home() || (!self.is_flip() && self.flag_win == FlagWin::CarryOverFront)
    }

    /// Checks the options that show pieces.
    fn check_sight(&self) -> Result<(), RulesError> {
        if self.is_flip() && self.sight != Sight::All {
            return Err(inapplicable("sight", "in Flip Junqi everybody sees what lies face up"));
        }
        let all_visible = self.is_flip() || self.sight == Sight::All;
        if all_visible && self.contact_reveals {
            return Err(inapplicable("contact_reveals", "everybody sees these pieces anyway"));
        }
        if all_visible && self.marshal_reveals_flag {
            return Err(inapplicable("marshal_reveals_flag", "everybody sees the Flag anyway"));
        }
        if all_visible && self.scout {
            return Err(inapplicable("scout", "there is nothing to find out"));
        }
        Ok(())
    }

    /// Checks the options about Flags.
    fn check_flag(&self) -> Result<(), RulesError> {
        if self.flag_win != FlagWin::Take {
            if self.is_flip() {
                return Err(inapplicable("flag_win", "in Flip Junqi `flip_flag` says this"));
            }
            if self.board != BoardKind::Two {
                return Err(inapplicable(
                    "flag_win",
                    "only in a game of two can a Flag be carried",
                ));
            }
        }
        if !self.is_flip() && self.flip_flag != FlipFlag::Smallest {
            return Err(inapplicable("flip_flag", "it belongs to Flip Junqi"));
        }
        if !self.is_flip() && self.flip_mines != FlipMines::Any {
            return Err(inapplicable("flip_mines", "it belongs to Flip Junqi"));
        }
        if self.start != Start::FaceDown && self.flip_armies != FlipArmies::Engineer {
            return Err(inapplicable(
                "flip_armies",
                "it belongs to Flip Junqi with face-down tiles",
            ));
        }
        Ok(())
    }

    /// Checks the extra lines.
    fn check_lines(&self) -> Result<(), RulesError> {
        let wrong = |invalid: String, takes: &str| RulesError::Content {
            key: "extra_lines",
            invalid,
            takes: takes.to_owned(),
        };
        if self.extra_lines.len() > 20 {
            return Err(wrong(format!("{} lines", self.extra_lines.len()), "20 are enough"));
        }
        let cells = Board::shared(self.board).cells();
        for line in &self.extra_lines {
            if !(2..=20).contains(&line.len()) {
                let invalid = format!("a line of {} cells", line.len());
                return Err(wrong(invalid, "a line has 2 to 20 cells"));
            }
            if let Some(invalid) = line.iter().find(|cell| !cells.contains(**cell)) {
                return Err(wrong(invalid.to_string(), "it is not on this board"));
            }
            let is_repeated = |cell: &&Cell| line.iter().filter(|other| other == cell).count() > 1;
            if let Some(invalid) = line.iter().find(is_repeated) {
                return Err(wrong(format!("{invalid} twice"), "a line visits each cell once"));
            }
        }
        Ok(())
    }
}

impl RuleSet for Rules {
    const PRESETS: &'static [&'static str] = &PRESETS;
    const OPTIONS: &'static [OptionInfo] = &OPTIONS;
    const EXTRA_SAVED_KEYS: &'static [&'static str] = &["hemmed_in_waits"];
    const VARIANTS: &'static [&'static [(&'static str, &'static str)]] = &[
        &[],
        &[("mine", "\"bomb\""), ("rail_turns", "true")],
        &[("flag_win", "\"carry_home\""), ("draw_after_quiet_plies", "20")],
        &[("contact_reveals", "true"), ("hq_exit", "true")],
    ];

    fn preset(name: &str) -> Option<Self> {
        let dark = Self::dark();
        let flip = Self {
            start: Start::FaceDown,
            hq_exit: true,
            marshal_reveals_flag: false,
            sight: Sight::All,
            ..Self::dark()
        };
        let siguo = Self { board: BoardKind::Four, armies: 4, ..Self::dark() };
        let six =
            Self { board: BoardKind::Six, armies: 6, draw_after_quiet_plies: 105, ..Self::dark() };
        Some(match name {
            "dark" => dark,
            "mixed" => Self { contact_reveals: true, ..dark },
            "open" => Self { sight: Sight::All, marshal_reveals_flag: false, ..dark },
            "flip" => flip,
            "flip_open" => Self { start: Start::FaceUp, ..flip },
            "siguo_dark" => siguo,
            "siguo_partner" => Self { sight: Sight::Partner, ..siguo },
            "siguo_open" => Self { sight: Sight::All, marshal_reveals_flag: false, ..siguo },
            "siguo_duel" => Self { armies: 2, ..siguo },
            "three" => Self { board: BoardKind::Three, armies: 3, ..siguo },
            "six_dark" => six,
            "six" => Self { sight: Sight::Partner, ..six },
            "six_open" => Self { sight: Sight::All, marshal_reveals_flag: false, ..six },
            _ => return None,
        })
    }

    fn base_preset(&self) -> Self {
        Self::preset(self.nearest_preset()).unwrap_or_else(|| self.clone())
    }

    fn check(&self) -> Result<(), RulesError> {
        let armies_fit = match self.board {
            BoardKind::Two => self.armies == 2,
            BoardKind::Three => self.armies == 3,
            BoardKind::Four => matches!(self.armies, 2 | 4),
            BoardKind::Six => self.armies == 6,
        };
        if !armies_fit {
            return Err(inapplicable("armies", "this board is for another number of armies"));
        }
        if self.is_flip() && self.board != BoardKind::Two {
            return Err(inapplicable("start", "Flip Junqi is played on the board for two"));
        }
        if self.teams != Teams::Alliances && self.armies != 6 {
            return Err(inapplicable("teams", "only six armies choose who plays together"));
        }
        if self.sight == Sight::Partner && !matches!(self.armies, 4 | 6) {
            return Err(inapplicable("sight", "only with four or six armies is there a partner"));
        }
        check_range("clock_seconds", self.clock_seconds, 0, 250)?;
        check_range("timeouts_lose", self.timeouts_lose, 0, 20)?;
        self.check_sight()?;
        self.check_flag()?;
        if self.first.seat().is_some_and(|seat| !self.seats().contains(seat)) {
            return Err(inapplicable("first", "nobody sits there in this game"));
        }
        self.check_lines()
    }

    fn seats(&self) -> SeatSet {
        let armies: &[u8] = match self.armies {
            2 => &[0, 2],
            3 => &[0, 1, 2],
            6 => &[0, 2, 4, 5, 6, 7],
            _ => &[0, 1, 2, 3],
        };
        armies.iter().map(|index| Seat::new(*index)).collect()
    }

    /// Returns the seats in the order of turns, from the south.
    fn order(&self) -> Vec<Seat> {
        let anticlockwise = if self.armies == 6 { &SEATS_ROUND_SIX[..] } else { &[0, 1, 2, 3] };
        let seats = self.seats();
        let mut order: Vec<Seat> = anticlockwise.iter().map(|index| Seat::new(*index)).collect();
        order.retain(|seat| seats.contains(*seat));
        if self.turn_order == TurnOrder::Clockwise {
            order[1..].reverse();
        }
        order
    }

    /// Returns the teams, or single armies if each plays for itself.
    fn sides(&self, _: usize) -> Vec<SeatSet> {
        let allies = self.allies();
        let mut sides: Vec<SeatSet> = Vec::new();
        for seat in self.seats().iter() {
            if !sides.iter().any(|side| side.contains(seat)) {
                sides.push(allies[seat.index()]);
            }
        }
        sides
    }

    fn has_secrets(&self) -> bool {
        self.is_hidden()
    }

    fn clock(&self) -> Option<f64> {
        (self.clock_seconds > 0).then(|| f64::from(self.clock_seconds))
    }

    fn can_draw(&self) -> bool {
        self.draw_by_agreement
    }

    fn with_battles_recorded(self, recorded: bool) -> Self {
        Self { records_battle_results: recorded, ..self }
    }
}

/// The options that players can set, in the order in which forms show them. The preset fixes board,
/// armies, start and sight.
pub const OPTIONS: [OptionInfo; 19] = [
    OptionInfo::added_later(
        "teams",
        OptionKind::Choice(&["alliances", "pairs", "each"]),
        "\"alliances\"",
    ),
    OptionInfo::new("mine", OptionKind::Choice(&["spring", "bomb", "bomb_engineer_digs"])),
    OptionInfo::new("hq_exit", OptionKind::Toggle),
    OptionInfo::new("bomb_moves_as_engineer", OptionKind::Toggle),
    OptionInfo::new("rail_turns", OptionKind::Toggle),
    OptionInfo::new("extra_lines", OptionKind::Lines),
    OptionInfo::new("flag_win", OptionKind::Choice(&["take", "carry_over_front", "carry_home"])),
    OptionInfo::new("scout", OptionKind::Toggle),
    OptionInfo::new("contact_reveals", OptionKind::Toggle),
    OptionInfo::new("marshal_reveals_flag", OptionKind::Toggle),
    OptionInfo::new("flip_flag", OptionKind::Choice(&["smallest", "engineer_carries_home"])),
    OptionInfo::new("flip_mines", OptionKind::Choice(&["any", "engineers_only"])),
    OptionInfo::added_later(
        "flip_armies",
        OptionKind::Choice(&["engineer", "first_tile"]),
        "\"engineer\"",
    ),
    OptionInfo::new(
        "first",
        OptionKind::Choice(&[
            "lot",
            "flip_engineer",
            SEAT_NAMES[0],
            SEAT_NAMES[1],
            SEAT_NAMES[2],
            SEAT_NAMES[3],
            SEAT_NAMES[4],
            SEAT_NAMES[5],
            SEAT_NAMES[6],
            SEAT_NAMES[7],
        ]),
    ),
    OptionInfo::new("turn_order", OptionKind::Choice(&["anticlockwise", "clockwise"])),
    OptionInfo::new("draw_after_quiet_plies", OptionKind::Number { low: 0, high: 255 }),
    OptionInfo::new("clock_seconds", OptionKind::Number { low: 0, high: 250 }),
    OptionInfo::new("timeouts_lose", OptionKind::Number { low: 0, high: 20 }),
    OptionInfo::new("draw_by_agreement", OptionKind::Toggle),
];

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn nearest_preset_of_a_preset_is_itself() {
        for name in PRESETS {
            let rules = Rules::preset(name).unwrap();
            assert_eq!(rules.check(), Ok(()), "{name}");
            assert_eq!(rules.nearest_preset(), name);
            assert!(rules.changed().is_empty());
        }
    }

    #[test]
    fn sides_are_teams_or_armies() {
        let sides = |preset| Rules::preset(preset).unwrap().sides(2).len();
        assert_eq!(
            ["dark", "siguo_duel", "siguo_dark", "three", "six"].map(sides),
            [2, 2, 2, 3, 2]
        );
    }

    #[test]
    fn options_without_effect_are_refused_with_a_reason() {
        for (preset, key, value) in [
            ("flip", "flag_win", json!("carry_home")),
            ("siguo_dark", "flag_win", json!("carry_home")),
            ("dark", "flip_flag", json!("engineer_carries_home")),
            ("open", "scout", json!(true)),
            ("flip", "contact_reveals", json!(true)),
            ("dark", "first", json!("east")),
            ("dark", "extra_lines", json!([["S11", "C22"]])),
            ("dark", "extra_lines", json!([["S11"]])),
            ("dark", "extra_lines", json!([["S11", "N14", "S11"]])),
        ] {
            let error = Rules::preset(preset).unwrap().with(key, &value).unwrap_err();
            assert!(error.to_string().contains(key), "{preset} {key}: {error}");
        }
        let dark = Rules::preset("dark").unwrap();
        assert!(dark.with("extra_lines", &json!([["S11", "N14"]])).is_ok());
        assert!(dark.with("first", &json!("flip_engineer")).is_ok());
        assert!(dark.with("mines", &json!("bomb")).unwrap_err().to_string().contains("mine, "));
    }
}
