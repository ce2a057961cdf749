//! What the new-game screen has been told so far, and the game that follows from it.

use std::collections::BTreeMap;

use qipan_core::dice::Seed;
use qipan_core::options::OptionInfo;
use qipan_core::race::rules::{Crossing, Flight, OPTIONS, RulesError, Stack};
use qipan_core::race::{Board, PRESETS, Rules};
use qipan_core::record::Player;
use qipan_core::seat::Seat;
use serde_json::Value;

use crate::board::BoardPicture;
use crate::i18n::{Arg, I18n};
use crate::new_game::NewGame;

/// A robot that can be given a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct RobotChoice {
    /// Its script, as saved games name it.
    pub script: String,
    /// Its name in the player's language.
    pub title: String,
    /// What it is like, in a sentence.
    pub about: String,
    /// Who wrote it.
    pub author: String,
    /// What can be set about it.
    pub params: Vec<ParamChoice>,
    /// Why it cannot play, if it cannot.
    pub error: Option<String>,
}

/// A number a player can set about a robot.
#[derive(Clone, Debug, PartialEq)]
pub struct ParamChoice {
    /// Its name in the script.
    pub name: String,
    /// Its value where nobody changes it.
    pub default: f64,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// What it does, in a few words.
    pub about: String,
}

/// Who sits at a seat.
#[derive(Clone, Debug, PartialEq)]
pub enum Sitter {
    /// The seat stays empty.
    Nobody,
    /// The player of the settings; at one seat at the most.
    Me,
    /// Somebody else at the same screen.
    Person(String),
    /// A robot.
    Robot {
        /// Its script.
        script: String,
        /// The values that were changed.
        params: BTreeMap<String, f64>,
    },
}

impl Sitter {
    /// A robot as its author meant it.
    #[must_use]
    pub fn robot(script: &str) -> Self {
        Self::Robot { script: script.to_owned(), params: BTreeMap::new() }
    }

    fn player(&self, robots: &[RobotChoice], me: &str) -> Result<Option<Player>, Problem> {
        Ok(match self {
            Self::Nobody => None,
            Self::Me => Some(Player::human(&limited(me))),
            Self::Person(name) => Some(Player::human(&limited(name))),
            Self::Robot { script, params } => {
                let robot = find(robots, script);
                let robot = robot.filter(|robot| robot.error.is_none());
                let robot = robot.ok_or_else(|| Problem::Robot(script.clone()))?;
                let mut player = Player::robot(&limited(&robot.title), &robot.script);
                for param in &robot.params {
                    let value = params.get(&param.name).copied().unwrap_or(param.default);
                    player.params.insert(param.name.clone(), value);
                }
                Some(player)
            }
        })
    }
}

/// A name as long as files allow.
fn limited(name: &str) -> String {
    name.trim().chars().take(40).collect()
}

/// The robot with this script.
#[must_use]
pub fn find<'a>(robots: &'a [RobotChoice], script: &str) -> Option<&'a RobotChoice> {
    robots.iter().find(|robot| robot.script == script)
}

/// The state of the new-game screen. Each preset keeps its own seats and rules.
#[derive(Clone, Debug)]
pub struct NewGameForm {
    /// The boards on the cards of the presets.
    pictures: [BoardPicture; PRESETS.len()],
    sheets: [Sheet; PRESETS.len()],
    current: usize,
    /// The seed as typed; empty for a fresh one.
    pub seed: String,
}

/// What is settled for one preset.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// The rules; they may contradict each other while they are being changed.
    pub rules: Rules,
    /// Who sits where, by seat index.
    pub sitters: [Sitter; 4],
    /// Whether one person plays three robots and picks the colour at the board.
    pub pick_colour: bool,
    /// The robot that takes the other three colours then.
    pub opponent: Sitter,
}

impl NewGameForm {
    /// A form filled in as most people play, with these robots to choose from.
    #[must_use]
    pub fn new(robots: &[RobotChoice]) -> Self {
        let robot = |wanted: &str| {
            let able = || robots.iter().filter(|robot| robot.error.is_none());
            let robot = able().find(|robot| stem(&robot.script) == wanted).or(able().next());
            robot.map_or(Sitter::Person(String::new()), |robot| Sitter::robot(&robot.script))
        };
        let rule = || robot("flying_rule");
        let aeroplane = Sheet {
            rules: Rules::AEROPLANE,
            sitters: [Sitter::Me, robot("greedy"), robot("careful"), robot("bold")],
            pick_colour: false,
            opponent: robot("greedy"),
        };
        let flying = Sheet {
            rules: Rules::FLYING,
            sitters: [Sitter::Me, rule(), rule(), rule()],
            pick_colour: !robots.is_empty(),
            opponent: rule(),
        };
        let pictures = Default::default();
        Self { pictures, sheets: [aeroplane, flying], current: 0, seed: String::new() }
    }

    /// Turns to a preset; an unknown one changes nothing.
    pub fn choose_preset(&mut self, preset: &str) {
        if let Some(index) = PRESETS.iter().position(|known| *known == preset) {
            self.current = index;
        }
    }

    /// The preset in front.
    #[must_use]
    pub fn preset(&self) -> &'static str {
        PRESETS[self.current]
    }

    /// The kept picture of a preset's board.
    pub(super) fn picture(&mut self, preset: &str) -> &mut BoardPicture {
        let index = PRESETS.iter().position(|known| *known == preset).unwrap_or(0);
        &mut self.pictures[index]
    }

    /// What is settled for the preset in front.
    #[must_use]
    pub fn sheet(&self) -> &Sheet {
        &self.sheets[self.current]
    }

    /// What is settled for the preset in front, to change it.
    pub fn sheet_mut(&mut self) -> &mut Sheet {
        &mut self.sheets[self.current]
    }

    /// The game to begin, or the first thing that stands against it.
    ///
    /// # Errors
    /// What has to be changed first.
    pub fn game(&self, robots: &[RobotChoice], me: &str) -> Result<NewGame, Problem> {
        let sheet = self.sheet();
        sheet.rules.check().map_err(Problem::Rules)?;
        let mut players = [const { None }; 4];
        for (index, player) in players.iter_mut().enumerate() {
            let sitter = match (sheet.pick_colour, index) {
                (true, 0) => &Sitter::Me,
                (true, _) => &sheet.opponent,
                (false, _) => &sheet.sitters[index],
            };
            *player = sitter.player(robots, me)?;
        }
        let taken = players.iter().flatten().count();
        if taken < 2 {
            return Err(Problem::TooFew);
        }
        if sheet.rules.teams && taken < 4 {
            return Err(Problem::Teams);
        }
        Ok(NewGame {
            preset: self.preset().to_owned(),
            rules: sheet.rules,
            players,
            pick_colour: sheet.pick_colour,
            seed: self.parsed_seed()?,
        })
    }

    fn parsed_seed(&self) -> Result<Option<Seed>, Problem> {
        match self.seed.trim() {
            "" => Ok(None),
            text => text.parse().map(|n| Some(Seed::from_number(n))).map_err(|_| Problem::Seed),
        }
    }
}

impl Sheet {
    /// Gives a seat to somebody; "me" changes places.
    pub fn sit(&mut self, seat: Seat, sitter: Sitter) {
        let index = seat.index();
        let before = std::mem::replace(&mut self.sitters[index], sitter);
        if self.sitters[index] == Sitter::Me && before != Sitter::Me {
            let old = (0..4).find(|i| *i != index && self.sitters[*i] == Sitter::Me);
            if let Some(old) = old {
                self.sitters[old] = before;
            }
        }
    }

    /// Sets an option, even if it contradicts others for now.
    pub fn set(&mut self, key: &str, value: &Value) {
        let Ok(mut rules) = self.rules.with_unchecked(key, value) else { return };
        // Whoever had to bring all planes home still has to.
        if key == "planes" && self.rules.planes_to_win == self.rules.planes {
            rules.planes_to_win = rules.planes;
        }
        self.rules = rules;
    }

    /// Sets an option back to the preset.
    pub fn reset(&mut self, key: &str) {
        if let Some(value) = Rules::of_board(self.rules.board).get(key) {
            self.set(key, &value);
        }
    }

    /// Sets all options back to the preset.
    pub fn reset_all(&mut self) {
        self.rules = Rules::of_board(self.rules.board);
    }

    /// Whether an option does nothing at the moment because of another.
    #[must_use]
    pub fn dormant(&self, key: &str) -> bool {
        let rules = &self.rules;
        match key {
            "stack_attack" | "stack_block" => rules.stack == Stack::Never,
            "jump_then_flight" | "flight_then_jump" | "flight_crossing" => {
                rules.flight == Flight::Off
            }
            "three_sixes" => !rules.extra_roll.has(6),
            _ => false,
        }
    }

    /// The seat that has the easiest way with three players on the classic board: nobody's
    /// flight crosses its lane.
    #[must_use]
    pub fn easy_seat(&self) -> Option<Seat> {
        let rules = &self.rules;
        let crosses = rules.flight != Flight::Off && rules.flight_crossing == Crossing::Capture;
        if rules.board != Board::Aeroplane || !crosses || self.pick_colour {
            return None;
        }
        let mut empty = (0..4u8).filter(|i| self.sitters[usize::from(*i)] == Sitter::Nobody);
        match (empty.next(), empty.next()) {
            (Some(index), None) => Some(rules.board.opposite(Seat::new(index))),
            _ => None,
        }
    }
}

/// Options in groups, in the order of the form.
pub const GROUPS: [(&str, &[&str]); 6] = [
    ("takeoff", &["takeoff", "takeoff_to", "tries_when_home"]),
    ("again", &["extra_roll", "three_sixes", "bonus_roll"]),
    ("moves", &["jump", "flight", "jump_then_flight", "flight_then_jump", "finish"]),
    ("captures", &["capture", "flight_crossing", "safe_squares"]),
    ("stacks", &["stack", "stack_attack", "stack_block"]),
    ("game", &["planes", "planes_to_win", "end", "teams", "first"]),
];

/// Options that have only one meaning on the board of 56 waypoints.
const CLASSIC_ONLY: [&str; 7] = [
    "takeoff_to",
    "jump",
    "flight",
    "jump_then_flight",
    "flight_then_jump",
    "flight_crossing",
    "capture",
];

/// A group's options that mean something on a board.
pub fn options(board: Board, keys: &'static [&str]) -> impl Iterator<Item = OptionInfo> {
    let shown = move |key: &&&str| board == Board::Aeroplane || !CLASSIC_ONLY.contains(*key);
    keys.iter()
        .filter(shown)
        .filter_map(|key| OPTIONS.iter().find(|info| info.key == *key).copied())
}

/// Why a game cannot begin yet.
#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    /// The rules contradict each other.
    Rules(RulesError),
    /// Fewer than two seats are taken.
    TooFew,
    /// A game of teams needs all four.
    Teams,
    /// A robot is missing or broken.
    Robot(String),
    /// The seed is not a number.
    Seed,
}

impl Problem {
    /// The option to change.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::Rules(
                RulesError::Value { key, .. }
                | RulesError::Range { key, .. }
                | RulesError::NoMeaning { key, .. },
            ) => Some(key),
            Self::Rules(RulesError::Unknown { key, .. }) => Some(key),
            Self::Rules(RulesError::Safe { .. }) => Some("safe_squares"),
            Self::Teams => Some("teams"),
            Self::TooFew | Self::Robot(_) | Self::Seed => None,
        }
    }

    /// What is wrong and what would be right, in a sentence.
    #[must_use]
    pub fn text(&self, i18n: &I18n, rules: &Rules) -> String {
        match self {
            Self::Rules(error) => rules_text(error, i18n, rules),
            Self::TooFew => i18n.t("problem-too-few"),
            Self::Teams => i18n.t("problem-teams"),
            Self::Robot(script) => {
                i18n.tf("problem-robot", &[("robot", Arg::from(script.as_str()))])
            }
            Self::Seed => i18n.t("problem-seed"),
        }
    }
}

fn rules_text(error: &RulesError, i18n: &I18n, rules: &Rules) -> String {
    let name = |key: &str| Arg::from(i18n.t(&format!("rule-{key}")));
    match error {
        RulesError::Range { key, low, high, .. } => {
            let args = [("rule", name(key)), ("low", (*low).into()), ("high", (*high).into())];
            i18n.tf("problem-range", &args)
        }
        RulesError::Safe { odd, low, high } => {
            let args = [("odd", (*odd).into()), ("low", (*low).into()), ("high", (*high).into())];
            i18n.tf("problem-safe", &args)
        }
        RulesError::NoMeaning { key, .. } => match *key {
            "takeoff" => i18n.t("problem-takeoff"),
            "extra_roll" => i18n.t("problem-extra-roll"),
            "flight_then_jump" if rules.flight == Flight::Off => i18n.t("problem-no-flights"),
            "flight_then_jump" if rules.board == Board::Aeroplane => i18n.t("problem-no-jumps"),
            "stack_attack" | "stack_block" => i18n.tf("problem-no-stacks", &[("rule", name(key))]),
            key => i18n.tf("problem-board", &[("rule", name(key))]),
        },
        // The form offers known options with known values only.
        RulesError::Unknown { .. } | RulesError::Value { .. } => error.to_string(),
    }
}

/// A script's name without folders and ending.
fn stem(script: &str) -> &str {
    let name = script.rsplit(['/', '\\']).next().unwrap_or(script);
    name.split('.').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Lang;
    use qipan_core::options::OptionKind;
    use serde_json::json;

    fn robots() -> Vec<RobotChoice> {
        let param = ParamChoice {
            name: "caution".to_owned(),
            default: 3.0,
            min: 0.0,
            max: 10.0,
            about: String::new(),
        };
        ["random", "flying_rule", "greedy", "careful", "bold"]
            .map(|name| RobotChoice {
                script: name.to_owned(),
                title: name.to_uppercase(),
                about: String::new(),
                author: String::new(),
                params: if name == "careful" { vec![param.clone()] } else { Vec::new() },
                error: None,
            })
            .into()
    }

    fn names(game: &NewGame) -> Vec<&str> {
        game.players.iter().map(|p| p.as_ref().map_or("-", |p| p.name.as_str())).collect()
    }

    #[test]
    fn it_starts_as_most_people_play() {
        let mut form = NewGameForm::new(&robots());
        let game = form.game(&robots(), "Kim").unwrap();
        assert_eq!(names(&game), ["Kim", "GREEDY", "CAREFUL", "BOLD"]);
        assert_eq!(game.players[2].as_ref().unwrap().params["caution"], 3.0);
        assert!(!game.pick_colour && game.record().is_ok());
        form.choose_preset("flying");
        let game = form.game(&robots(), "").unwrap();
        assert_eq!((names(&game)[3], game.pick_colour), ("FLYING_RULE", true));
        assert!(game.record().is_ok());
        assert!(NewGameForm::new(&[]).game(&[], "").is_ok(), "people can play without robots");
    }

    #[test]
    fn presets_keep_their_own_sheets() {
        let mut form = NewGameForm::new(&robots());
        form.sheet_mut().set("finish", &json!("bounce"));
        form.choose_preset("flying");
        assert!(form.sheet().rules.changed().is_empty());
        form.choose_preset("no such preset");
        assert_eq!(form.preset(), "flying");
        form.choose_preset("aeroplane");
        assert_eq!(form.sheet().rules.changed(), ["finish"]);
        form.sheet_mut().reset("finish");
        assert!(form.sheet().rules.changed().is_empty());
    }

    #[test]
    fn me_changes_places() {
        let mut form = NewGameForm::new(&robots());
        let greedy = form.sheet().sitters[1].clone();
        form.sheet_mut().sit(Seat::new(1), Sitter::Me);
        assert_eq!(form.sheet().sitters[..2], [greedy, Sitter::Me]);
    }

    #[test]
    fn what_stands_against_a_game_is_said() {
        let robots = robots();
        let mut form = NewGameForm::new(&robots);
        let found = |form: &NewGameForm| form.game(&robots, "").unwrap_err();
        for seat in 1..4 {
            form.sheet_mut().sit(Seat::new(seat), Sitter::Nobody);
        }
        assert_eq!(found(&form), Problem::TooFew);
        form.sheet_mut().sit(Seat::new(2), Sitter::robot("gone"));
        assert_eq!(found(&form), Problem::Robot("gone".to_owned()));
        form.sheet_mut().sit(Seat::new(2), Sitter::robot("bold"));
        form.sheet_mut().set("teams", &json!(true));
        assert_eq!(found(&form).key(), Some("teams"));
        form.sheet_mut().reset_all();
        form.seed = "x".to_owned();
        assert_eq!(found(&form), Problem::Seed);
        form.seed = " 7 ".to_owned();
        assert_eq!(form.game(&robots, "").unwrap().seed, Some(Seed::from_number(7)));
    }

    #[test]
    fn contradictions_are_sentences_in_both_languages() {
        let changes: [(&str, &[(&str, Value)]); 7] = [
            ("takeoff", &[("takeoff", json!([]))]),
            ("extra_roll", &[("extra_roll", json!([1, 2, 3, 4, 5, 6]))]),
            ("planes_to_win", &[("planes_to_win", json!(3)), ("planes", json!(2))]),
            (
                "stack_attack",
                &[("stack_attack", json!("bigger_stack_wins")), ("stack", json!("never"))],
            ),
            ("flight_then_jump", &[("flight_then_jump", json!(true)), ("flight", json!("off"))]),
            ("flight_then_jump", &[("flight_then_jump", json!(true)), ("jump", json!("off"))]),
            ("safe_squares", &[("safe_squares", json!([0]))]),
        ];
        for (key, changes) in changes {
            let mut form = NewGameForm::new(&robots());
            for (key, value) in changes {
                form.sheet_mut().set(key, value);
            }
            let problem = form.game(&robots(), "").unwrap_err();
            assert_eq!(problem.key(), Some(key));
            for lang in Lang::ALL {
                let text = problem.text(&I18n::new(lang), &form.sheet().rules);
                assert!(!text.contains(['⟨', '{', '`']), "{text}");
            }
        }
    }

    #[test]
    fn the_easy_seat_is_opposite_the_empty_one() {
        let mut form = NewGameForm::new(&robots());
        assert_eq!(form.sheet().easy_seat(), None);
        form.sheet_mut().sit(Seat::new(3), Sitter::Nobody);
        assert_eq!(form.sheet().easy_seat(), Some(Seat::new(1)));
        form.sheet_mut().set("flight_crossing", &json!("off"));
        assert_eq!(form.sheet().easy_seat(), None);
    }

    /// Other values an option could take.
    fn others(info: &OptionInfo) -> Vec<Value> {
        match info.kind {
            OptionKind::Choice(words) => words.iter().map(|word| json!(word)).collect(),
            OptionKind::Toggle => vec![json!(true), json!(false)],
            OptionKind::Any(words) => words.iter().map(|word| json!([word])).collect(),
            OptionKind::Faces => vec![json!([5, 6])],
            OptionKind::Number { low, high } => (low..=high).map(|n| json!(n)).collect(),
            OptionKind::Numbers { .. } => vec![json!([20])],
        }
    }

    #[test]
    fn the_form_shows_exactly_what_means_something() {
        let mut in_groups: Vec<&str> = GROUPS.iter().flat_map(|group| group.1).copied().collect();
        let mut all = OPTIONS.map(|info| info.key).to_vec();
        in_groups.sort_unstable();
        all.sort_unstable();
        assert_eq!(in_groups, all);
        for board in [Board::Aeroplane, Board::Flying] {
            let base = Rules { stack: Stack::Optional, planes_to_win: 2, ..Rules::of_board(board) };
            let shown: Vec<&str> =
                GROUPS.iter().flat_map(|group| options(board, group.1)).map(|i| i.key).collect();
            for info in OPTIONS {
                let free = others(&info)
                    .iter()
                    .any(|value| base.with(info.key, value).is_ok_and(|changed| changed != base));
                assert_eq!(shown.contains(&info.key), free, "{board:?} {}", info.key);
            }
        }
    }
}
