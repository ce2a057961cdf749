//! The state of the new-game screen, and the game that it describes.

use std::collections::BTreeMap;

use qipan_core::contract::dice::{RunSeed, Seed};
use qipan_core::contract::seat::Seat;
use qipan_core::registry::GameKind;
use qipan_core::with_game;

use crate::games::{CardPicture, GameUi as _, MissingPlayers, Seating};
use crate::model::adaptive::Strength;
use crate::model::game_setups::{GameSetups, SavedSetup};
use crate::model::library::RobotChoice;
use crate::model::scripts::RuleSpec;
use crate::model::setup::{NewGame, SeatChoice};
use crate::screens::new_game::house::HouseRules;
use crate::screens::new_game::layouts::{ChosenLayout, Layouts};
use crate::screens::new_game::own_rules::OwnRules;
use crate::screens::new_game::problem::StartProblem;
use crate::screens::new_game::sets::Sets;
use crate::screens::new_game::start_position::StartPosition;

/// The cached pictures of boards. A clone starts with an empty cache.
#[derive(Default)]
struct PictureCache(BTreeMap<&'static str, CardPicture>);

impl Clone for PictureCache {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl std::fmt::Debug for PictureCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

/// The state of the new-game screen. Each preset keeps its own seats and rules.
#[derive(Clone, Debug)]
pub struct NewGameForm {
    /// The boards on the cards of the games.
    pictures: PictureCache,
    /// The seats and rules of each preset.
    seatings: Vec<(&'static str, Seating)>,
    /// The index of the selected preset in `seatings`.
    selected: usize,
    /// The layouts that people have chosen for Junqi.
    pub layouts: Layouts,
    /// The available house rules and the ticked ones.
    pub house: HouseRules,
    /// The player's named rule sets.
    pub sets: Sets,
    /// The strengths of opponents that adapt to the player, by preset.
    pub strengths: BTreeMap<String, Strength>,
    /// The seed as typed, or an empty text for a random one.
    pub seed: String,
    /// The position the game begins from, or `None` for the usual one.
    pub(super) start_position: Option<StartPosition>,
    /// True if the options are shown, not only the ready-made rules.
    pub(super) shows_options: bool,
    /// True if the player has changed who plays.
    pub(super) has_new_players: bool,
    /// The player's own rules, kept while ready-made rules are selected, by preset.
    pub(super) own_rules: BTreeMap<&'static str, OwnRules>,
}

impl NewGameForm {
    /// Returns a form with the default players and rules of each preset. `robots` returns the
    /// robots of a game.
    pub fn new(robots: &dyn Fn(GameKind) -> Vec<RobotChoice>) -> Self {
        let mut seatings = Vec::new();
        for kind in GameKind::ALL {
            let robots = robots(kind);
            // The robot of this name, or else the first one that loads, or else a person.
            let default_robot = |name: &str| {
                let usable = || robots.iter().filter(|robot| robot.error.is_none());
                let robot = usable().find(|robot| script_stem(&robot.script) == name);
                let robot = robot.or_else(|| usable().next());
                robot.map_or(SeatChoice::Person(String::new()), |robot| {
                    SeatChoice::robot(&robot.script)
                })
            };
            seatings.extend(kind.presets().iter().filter_map(|preset| {
                Some((*preset, Seating::default_setup(kind, preset, &default_robot)?))
            }));
        }
        Self {
            pictures: PictureCache::default(),
            seatings,
            selected: 0,
            layouts: Layouts::default(),
            house: HouseRules::default(),
            sets: Sets::default(),
            strengths: BTreeMap::new(),
            seed: String::new(),
            start_position: None,
            shows_options: false,
            has_new_players: false,
            own_rules: BTreeMap::new(),
        }
    }

    /// Restores the choices of the last game of each preset, except for options that no longer
    /// exist and robots that are not available. `robots` returns the robots of a game.
    pub fn restore(&mut self, setups: &GameSetups, robots: &dyn Fn(GameKind) -> Vec<RobotChoice>) {
        self.strengths.clone_from(&setups.strengths);
        for (preset, seating) in &mut self.seatings {
            let Some(setup) = setups.by_preset.get(*preset) else { continue };
            let robots = robots(seating.rules.kind());
            let is_available = |choice: &SeatChoice| match choice {
                SeatChoice::Robot { script, .. } => {
                    robots.iter().any(|robot| robot.script == *script && robot.error.is_none())
                }
                SeatChoice::Nobody
                | SeatChoice::Me
                | SeatChoice::Person(_)
                | SeatChoice::Adaptive => true,
            };
            for (key, value) in &setup.options {
                seating.set(key, value);
            }
            let saved = seating.seat_choices.iter_mut().zip(&setup.seat_choices);
            for (seat_choice, choice) in saved.filter(|(_, choice)| is_available(choice)) {
                seat_choice.clone_from(choice);
            }
            seating.picks_colour = setup.picks_colour && seating.can_pick_seat();
            if is_available(&setup.opponent) {
                seating.opponent.clone_from(&setup.opponent);
            }
            for (seat, (name, layout)) in &setup.layouts {
                let chosen = ChosenLayout { name: name.clone(), layout: layout.clone() };
                self.layouts.chosen.insert((*preset, *seat), chosen);
            }
        }
    }

    /// Returns the choices of the selected preset, to be remembered for the next game.
    pub fn setup(&self) -> SavedSetup {
        let (preset, seating) = (self.preset(), self.seating());
        let option = |key: &'static str| Some((key.to_owned(), seating.rules.get(key)?));
        let layouts = self.layouts.chosen.iter().filter(|((of, _), _)| *of == preset);
        SavedSetup {
            options: seating.changed().into_iter().filter_map(option).collect(),
            seat_choices: seating.seat_choices.clone(),
            picks_colour: seating.picks_colour,
            opponent: seating.opponent.clone(),
            layouts: layouts
                .map(|((_, seat), chosen)| (*seat, (chosen.name.clone(), chosen.layout.clone())))
                .collect(),
        }
    }

    /// Selects a preset. An unknown one is ignored.
    pub fn choose_preset(&mut self, preset: &str) {
        if preset != self.preset() {
            self.begin_as_usual();
        }
        if let Some(index) = self.seatings.iter().position(|(known, _)| *known == preset) {
            self.selected = index;
        }
        self.show_own_rules();
    }

    /// Returns the selected preset.
    pub fn preset(&self) -> &'static str {
        self.seatings[self.selected].0
    }

    /// Returns the cached picture of a preset's board.
    pub(super) fn picture(&mut self, kind: GameKind, preset: &'static str) -> &mut CardPicture {
        self.pictures
            .0
            .entry(preset)
            .or_insert_with(|| with_game!(kind, |G| G::card_picture(preset)))
    }

    /// Returns true if the options are shown, not only the ready-made rules.
    pub const fn shows_options(&self) -> bool {
        self.shows_options
    }

    /// Returns the kind of the selected game.
    pub fn kind(&self) -> GameKind {
        self.seating().rules.kind()
    }

    /// Returns the seats and rules of the selected preset.
    pub fn seating(&self) -> &Seating {
        &self.seatings[self.selected].1
    }

    /// Returns mutable access to the seats and rules of the selected preset.
    pub fn seating_mut(&mut self) -> &mut Seating {
        &mut self.seatings[self.selected].1
    }

    /// Returns the strength of the opponents that adapt to the player in the selected preset.
    pub fn strength(&self) -> Strength {
        self.strengths.get(self.preset()).copied().unwrap_or_default()
    }

    /// Returns mutable access to the seats and rules of another preset. Returns `None` for the
    /// selected preset and for an unknown one.
    pub(super) fn other_seating_mut(&mut self, preset: &str) -> Option<&mut Seating> {
        let index = self.seatings.iter().position(|(known, _)| *known == preset)?;
        (index != self.selected).then(|| &mut self.seatings[index].1)
    }

    /// Returns the game to begin. `my_name` is the player's name in the settings.
    ///
    /// # Errors
    /// The first problem that prevents the game from starting.
    pub fn game(&self, robots: &[RobotChoice], my_name: &str) -> Result<NewGame, StartProblem> {
        let seating = self.seating();
        let rules = self.merged_rules()?.rules;
        let mut players = Vec::new();
        for (index, seat_choice) in seating.seat_choices.iter().enumerate() {
            let seat_choice = match (seating.picks_colour, index) {
                (true, 0) => &SeatChoice::Me,
                (true, _) => &seating.opponent,
                (false, _) => seat_choice,
            };
            let seat_choice =
                seat_choice.at_level(robots, self.preset(), self.strength().next_level());
            players.push(seat_choice.player(robots, my_name).map_err(StartProblem::Robot)?);
        }
        let player_count = players.iter().flatten().count();
        if player_count < 2 {
            return Err(StartProblem::TooFew);
        }
        let kind = rules.kind();
        match with_game!(kind, |G| G::missing_players(rules.expect_of::<G>(), player_count)) {
            Some(MissingPlayers::Teams) => return Err(StartProblem::Teams),
            Some(MissingPlayers::Seats) => return Err(StartProblem::Empty),
            None => {}
        }
        let taken = (0..).zip(&players).filter(|(_, player)| player.is_some());
        let taken = taken.map(|(index, _)| Seat::new(index)).collect();
        if let Some(problem) = self.position_problem(&rules, taken) {
            return Err(problem);
        }
        if let Some(problem) = self.layout_problem() {
            return Err(problem.clone());
        }
        Ok(NewGame {
            preset: self.preset().to_owned(),
            rules,
            house_rules: self.chosen_rules().iter().map(RuleSpec::to_saved).collect(),
            players,
            picks_colour: seating.picks_colour,
            seed: self.parsed_seed()?,
            layouts: self.chosen_layouts(),
            position: self.start_line().map(str::to_owned),
        })
    }

    /// Gives the other people at the screen who have no name this one, so that only the player is
    /// without a name and called "you".
    pub fn name_other_people(&self, game: &mut NewGame, name: &str) {
        let choices = &self.seating().seat_choices;
        if self.seating().picks_colour || !choices.contains(&SeatChoice::Me) {
            return;
        }
        for (choice, player) in choices.iter().zip(&mut game.players) {
            if let (SeatChoice::Person(_), Some(player)) = (choice, player)
                && player.name.is_empty()
            {
                name.clone_into(&mut player.name);
            }
        }
    }

    /// Parses the typed seed. Returns `None` for an empty field, which stands for a random seed.
    fn parsed_seed(&self) -> Result<Option<Seed>, StartProblem> {
        match self.seed.trim() {
            "" => Ok(None),
            text => {
                text.parse().map(|seed: RunSeed| Some(seed.seed())).map_err(|_| StartProblem::Seed)
            }
        }
    }
}

/// Returns a script's name without folders and extensions.
fn script_stem(script: &str) -> &str {
    let name = script.rsplit(['/', '\\']).next().unwrap_or(script);
    name.split('.').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::i18n::{I18n, Lang};
    use crate::model::library::ParamChoice;
    use qipan_core::contract::seat::Seat;
    use qipan_core::games::race::Race;
    use serde_json::{Value, json};

    fn robots() -> Vec<RobotChoice> {
        let param = ParamChoice {
            name: "caution".to_owned(),
            default: 3.0,
            min: 0.0,
            max: 10.0,
            is_switch: false,
            about: String::new(),
        };
        ["random", "flying_rule", "greedy", "careful", "bold"]
            .map(|name| RobotChoice {
                script: name.to_owned(),
                title: name.to_uppercase(),
                about: String::new(),
                author: String::new(),
                level: None,
                presets: Vec::new(),
                is_shipped: true,
                hash: Some(format!("hash of {name}")),
                params: if name == "careful" { vec![param.clone()] } else { Vec::new() },
                error: None,
            })
            .into()
    }

    fn player_names(game: &NewGame) -> Vec<&str> {
        game.players
            .iter()
            .map(|player| player.as_ref().map_or("-", |player| player.name.as_str()))
            .collect()
    }

    #[test]
    fn form_defaults_to_one_person_and_robots() {
        let mut form = NewGameForm::new(&|_| robots());
        let game = form.game(&robots(), "Kim").unwrap();
        assert_eq!(player_names(&game), ["Kim", "GREEDY", "GREEDY", "GREEDY"]);
        form.seating_mut().sit(Seat::new(2), SeatChoice::robot("careful"));
        let game = form.game(&robots(), "Kim").unwrap();
        assert_eq!(game.players[2].as_ref().unwrap().params["caution"], 3.0);
        // A check of the saved game asks only a robot whose script has not changed.
        let hash = game.players[2].as_ref().unwrap().hash.as_deref();
        assert_eq!(hash, Some("hash of careful"));
        assert!(!game.picks_colour && game.record::<Race>().is_ok());
        form.choose_preset("flying");
        let game = form.game(&robots(), "").unwrap();
        assert_eq!((player_names(&game)[3], game.picks_colour), ("GREEDY", true));
        assert!(game.record::<Race>().is_ok());
        assert!(
            NewGameForm::new(&|_| Vec::new()).game(&[], "").is_ok(),
            "people can play without robots"
        );
    }

    #[test]
    fn only_the_player_stays_without_a_name() {
        let mut form = NewGameForm::new(&|_| robots());
        form.seating_mut().sit(Seat::new(2), SeatChoice::Me);
        form.seating_mut().sit(Seat::new(0), SeatChoice::Person(String::new()));
        form.seating_mut().sit(Seat::new(1), SeatChoice::Person("Kim".to_owned()));
        let mut game = form.game(&robots(), "").unwrap();
        form.name_other_people(&mut game, "Another person");
        assert_eq!(player_names(&game), ["Another person", "Kim", "", "GREEDY"]);
    }

    #[test]
    fn presets_keep_their_own_seats_and_rules() {
        let mut form = NewGameForm::new(&|_| robots());
        form.seating_mut().set("finish", &json!("bounce"));
        form.choose_preset("flying");
        assert!(form.seating().rules.changed().is_empty());
        form.choose_preset("no such preset");
        assert_eq!(form.preset(), "flying");
        form.choose_preset("aeroplane");
        assert_eq!(form.seating().rules.changed(), ["finish"]);
        form.seating_mut().reset("finish");
        assert!(form.seating().rules.changed().is_empty());
    }

    #[test]
    fn person_and_robot_swap_seats() {
        let mut form = NewGameForm::new(&|_| robots());
        let greedy = form.seating().seat_choices[1].clone();
        form.seating_mut().sit(Seat::new(1), SeatChoice::Me);
        assert_eq!(form.seating().seat_choices[..2], [greedy, SeatChoice::Me]);
    }

    #[test]
    fn form_reports_its_first_problem() {
        let robots = robots();
        let mut form = NewGameForm::new(&|_| robots.clone());
        let problem = |form: &NewGameForm| form.game(&robots, "").unwrap_err();
        for seat in 1..4 {
            form.seating_mut().sit(Seat::new(seat), SeatChoice::Nobody);
        }
        assert_eq!(problem(&form), StartProblem::TooFew);
        form.seating_mut().sit(Seat::new(2), SeatChoice::robot("gone"));
        assert_eq!(problem(&form), StartProblem::Robot("gone".to_owned()));
        form.seating_mut().sit(Seat::new(2), SeatChoice::robot("bold"));
        form.seating_mut().set("teams", &json!(true));
        assert_eq!(problem(&form).key(), Some("teams"));
        form.seating_mut().reset_all();
        form.seed = "x".to_owned();
        assert_eq!(problem(&form), StartProblem::Seed);
        form.seed = " 7 ".to_owned();
        assert_eq!(form.game(&robots, "").unwrap().seed, Some(Seed::from_number(7)));
    }

    #[test]
    fn rule_conflicts_are_sentences_in_both_languages() {
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
                form.seating_mut().set(key, value);
            }
            let problem = form.game(&robots(), "").unwrap_err();
            assert_eq!(problem.key(), Some(key));
            for lang in Lang::ALL {
                let text = problem.text(&I18n::new(lang), &*form.seating().rules);
                assert!(!text.contains(['⟨', '{', '`']), "{text}");
            }
        }
    }

    #[test]
    fn advice_names_the_seat_opposite_an_empty_one() {
        let mut form = NewGameForm::new(&|_| robots());
        let i18n = I18n::new(Lang::En);
        assert_eq!(form.seating().advice(&i18n), None);
        form.seating_mut().sit(Seat::new(3), SeatChoice::Nobody);
        let yellow = i18n.tf("new-easy-seat", &[("seat", i18n.t("seat-yellow").into())]);
        assert_eq!(form.seating().advice(&i18n), Some(yellow));
        form.seating_mut().set("flight_crossing", &json!("off"));
        assert_eq!(form.seating().advice(&i18n), None);
    }
}
