//! What the new-game screen has been told so far, and the game that follows from it.

use std::collections::BTreeMap;

use qipan_core::dice::Seed;
use qipan_core::options::OptionInfo;
use qipan_core::options::RuleSet;
use qipan_core::record::Player;
use qipan_core::seat::Seat;
use serde_json::Value;

use crate::games::desk::Desk;
use crate::games::race::print::BoardPicture;

use crate::model::kind::{AnyRules, GameKind, Kind, for_kind, for_rules};
use crate::model::scripts::RuleSpec;
use crate::model::setup::NewGame;
use crate::screens::new_game::house::HouseRules;
use crate::screens::new_game::layouts::Layouts;
use crate::screens::new_game::problem::Problem;
use crate::screens::new_game::sets::Sets;

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
    pictures: BTreeMap<&'static str, BoardPicture>,
    /// What is settled for each preset.
    sheets: Vec<(&'static str, Sheet)>,
    current: usize,
    /// The layouts people begin a game of Junqi with.
    pub layouts: Layouts,
    /// The house rules at hand and those ticked.
    pub house: HouseRules,
    /// The player's named sets of rules.
    pub sets: Sets,
    /// The seed as typed; empty for a fresh one.
    pub seed: String,
}

/// What is settled for one preset.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// The rules; they may contradict each other while they are being changed.
    pub rules: AnyRules,
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
    pub fn new(robots: &dyn Fn(GameKind) -> Vec<RobotChoice>) -> Self {
        let mut sheets = Vec::new();
        for kind in GameKind::ALL {
            let robots = robots(kind);
            let robot = |wanted: &str| {
                let able = || robots.iter().filter(|robot| robot.error.is_none());
                let robot = able().find(|robot| stem(&robot.script) == wanted).or(able().next());
                robot.map_or(Sitter::Person(String::new()), |robot| Sitter::robot(&robot.script))
            };
            sheets.extend(kind.presets().iter().filter_map(|preset| {
                let sheet = for_kind!(kind, G => <G as Desk>::sheet(preset, &robot));
                Some((*preset, sheet?))
            }));
        }
        Self {
            pictures: BTreeMap::new(),
            sheets,
            current: 0,
            layouts: Layouts::default(),
            house: HouseRules::default(),
            sets: Sets::default(),
            seed: String::new(),
        }
    }

    /// Turns to a preset; an unknown one changes nothing.
    pub fn choose_preset(&mut self, preset: &str) {
        if let Some(index) = self.sheets.iter().position(|(known, _)| *known == preset) {
            self.current = index;
        }
    }

    /// The preset in front.
    #[must_use]
    pub fn preset(&self) -> &'static str {
        self.sheets[self.current].0
    }

    /// The kept picture of a preset's board.
    pub(super) fn picture(&mut self, preset: &'static str) -> &mut BoardPicture {
        self.pictures.entry(preset).or_default()
    }

    /// What kind of game is in front.
    #[must_use]
    pub fn kind(&self) -> GameKind {
        self.sheet().rules.kind()
    }

    /// What is settled for the preset in front.
    #[must_use]
    pub fn sheet(&self) -> &Sheet {
        &self.sheets[self.current].1
    }

    /// What is settled for the preset in front, to change it.
    pub fn sheet_mut(&mut self) -> &mut Sheet {
        &mut self.sheets[self.current].1
    }

    /// The game to begin, or the first thing that stands against it.
    ///
    /// # Errors
    /// What has to be changed first.
    pub fn game(&self, robots: &[RobotChoice], me: &str) -> Result<NewGame, Problem> {
        let sheet = self.sheet();
        let rules = self.merged()?.rules;
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
        match &rules {
            AnyRules::Race(rules) if rules.teams && taken < 4 => return Err(Problem::Teams),
            AnyRules::Junqi(rules) if taken < rules.seats().len() => return Err(Problem::Empty),
            _ => {}
        }
        if let Some(problem) = self.judged() {
            return Err(problem.clone());
        }
        Ok(NewGame {
            preset: self.preset().to_owned(),
            rules,
            house_rules: self.chosen_rules().iter().map(RuleSpec::line).collect(),
            players,
            pick_colour: sheet.pick_colour,
            seed: self.parsed_seed()?,
            layouts: self.layouts_of_game(),
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
        let changed = for_rules!(&self.rules, G, before => {
            let after = <G as Kind>::with_option(before, key, value);
            after.map(|after| G::any_rules(G::follow(before, key, after))).ok()
        });
        if let Some(rules) = changed {
            self.rules = rules;
        }
    }

    /// Sets an option back to the preset.
    pub fn reset(&mut self, key: &str) {
        if let Some(value) = self.rules.unchanged().get(key) {
            self.set(key, &value);
        }
    }

    /// Sets all options back to the preset.
    pub fn reset_all(&mut self) {
        self.rules = self.rules.unchanged();
    }

    /// The options in groups, in the order of the form, as far as they mean something.
    #[must_use]
    pub fn groups(&self) -> Vec<(&'static str, Vec<OptionInfo>)> {
        for_rules!(&self.rules, G, rules => {
            let info = |key: &&str| {
                let known = <G as Kind>::OPTIONS.iter();
                known.copied().find(|info| info.key == *key && G::has_meaning(rules, key))
            };
            let group = |(name, keys): &(&'static str, &'static [&'static str])| {
                (*name, keys.iter().filter_map(info).collect())
            };
            let groups = <G as Desk>::GROUPS.iter().map(group);
            groups.filter(|(_, options): &(_, Vec<_>)| !options.is_empty()).collect()
        })
    }

    /// Whether an option does nothing at the moment because of another.
    #[must_use]
    pub fn dormant(&self, key: &str) -> bool {
        for_rules!(&self.rules, G, rules => G::is_dormant(rules, key))
    }

    /// The seats that nobody sits at.
    fn empty(&self) -> impl Iterator<Item = Seat> {
        let empty = |seat: &Seat| self.sitters[seat.index()] == Sitter::Nobody;
        self.rules.seats().iter().filter(empty)
    }

    /// The seat that has the easiest way with three players on the classic board: nobody's
    /// flight crosses its lane.
    #[must_use]
    pub fn easy_seat(&self) -> Option<Seat> {
        let AnyRules::Race(rules) = &self.rules else { return None };
        let mut empty = self.empty();
        match (empty.next(), empty.next()) {
            (Some(seat), None) if !self.pick_colour => crate::games::race::easy_seat(rules, seat),
            _ => None,
        }
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
    use crate::model::i18n::{I18n, Lang};
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
        let mut form = NewGameForm::new(&|_| robots());
        let game = form.game(&robots(), "Kim").unwrap();
        assert_eq!(names(&game), ["Kim", "GREEDY", "CAREFUL", "BOLD"]);
        assert_eq!(game.players[2].as_ref().unwrap().params["caution"], 3.0);
        assert!(!game.pick_colour && game.record().is_ok());
        form.choose_preset("flying");
        let game = form.game(&robots(), "").unwrap();
        assert_eq!((names(&game)[3], game.pick_colour), ("FLYING_RULE", true));
        assert!(game.record().is_ok());
        assert!(
            NewGameForm::new(&|_| Vec::new()).game(&[], "").is_ok(),
            "people can play without robots"
        );
    }

    #[test]
    fn presets_keep_their_own_sheets() {
        let mut form = NewGameForm::new(&|_| robots());
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
        let mut form = NewGameForm::new(&|_| robots());
        let greedy = form.sheet().sitters[1].clone();
        form.sheet_mut().sit(Seat::new(1), Sitter::Me);
        assert_eq!(form.sheet().sitters[..2], [greedy, Sitter::Me]);
    }

    #[test]
    fn what_stands_against_a_game_is_said() {
        let robots = robots();
        let mut form = NewGameForm::new(&|_| robots.clone());
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
            let mut form = NewGameForm::new(&|_| robots());
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
        let mut form = NewGameForm::new(&|_| robots());
        assert_eq!(form.sheet().easy_seat(), None);
        form.sheet_mut().sit(Seat::new(3), Sitter::Nobody);
        assert_eq!(form.sheet().easy_seat(), Some(Seat::new(1)));
        form.sheet_mut().set("flight_crossing", &json!("off"));
        assert_eq!(form.sheet().easy_seat(), None);
    }
}
