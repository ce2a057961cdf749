//! Tests that saved games stay readable. A simulated newer version of each game, with one added
//! option, opens every file in `saves/`.

use std::fs;
use std::path::Path;

use crate::step_of;
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, IllegalStep, SetupError, Sink, Step, Turn, Viewer};
use qipan_core::contract::memory::Memory;
use qipan_core::contract::options::{OptionInfo, OptionKind, RuleSet, RulesError};
use qipan_core::contract::outcome::Outcome;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::games::junqi::Junqi;
use qipan_core::games::race::Race;
use qipan_core::record::{ReadError, Record};
use qipan_core::registry::kind_of;
use qipan_core::script::Scripted;
use qipan_core::with_game;
use rand::Rng;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The rules of a game with an option, `wind`, that was added after games had been saved. It is
/// `true` in new games. Old games were played with `false`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct NewerRules<R> {
    #[serde(flatten)]
    rules: R,
    wind: bool,
}

impl<R: RuleSet> NewerRules<R> {
    /// The current options, followed by the new one.
    const ALL: [OptionInfo; 40] = {
        // Every entry after the current options is the new one.
        let mut all = [OptionInfo::added_later("wind", OptionKind::Toggle, "false"); 40];
        let mut index = 0;
        while index < R::OPTIONS.len() {
            all[index] = R::OPTIONS[index];
            index += 1;
        }
        all
    };
}

impl<R: RuleSet> RuleSet for NewerRules<R> {
    const PRESETS: &'static [&'static str] = R::PRESETS;
    const OPTIONS: &'static [OptionInfo] = &Self::ALL;

    fn preset(name: &str) -> Option<Self> {
        Some(Self { rules: R::preset(name)?, wind: true })
    }

    fn base_preset(&self) -> Self {
        Self { rules: self.rules.base_preset(), wind: true }
    }

    fn check(&self) -> Result<(), RulesError> {
        self.rules.check()
    }

    fn seats(&self) -> SeatSet {
        self.rules.seats()
    }

    fn sides(&self, robots: usize) -> Vec<SeatSet> {
        self.rules.sides(robots)
    }

    fn with_battles_recorded(self, recorded: bool) -> Self {
        Self { rules: self.rules.with_battles_recorded(recorded), ..self }
    }
}

/// A game of a newer version of the program.
#[derive(Clone, Debug, PartialEq)]
struct NewerGame<G: Game> {
    game: G,
    rules: NewerRules<G::Rules>,
}

impl<G: Game> Game for NewerGame<G> {
    const NAME: &'static str = G::NAME;
    const SEATS: &'static [&'static str] = G::SEATS;

    type Rules = NewerRules<G::Rules>;
    type Deal = G::Deal;
    type Action = G::Action;
    type Chance = G::Chance;
    type Effect = G::Effect;
    type Event = G::Event;
    type View = G::View;

    fn new(rules: &Self::Rules, seats: SeatSet, deal: &G::Deal) -> Result<Self, SetupError> {
        Ok(Self { game: G::new(&rules.rules, seats, deal)?, rules: rules.clone() })
    }

    fn deal_matches_seed(rules: &Self::Rules, deal: &G::Deal, seed: &Seed) -> bool {
        G::deal_matches_seed(&rules.rules, deal, seed)
    }

    fn rules(&self) -> &Self::Rules {
        &self.rules
    }

    fn seats(&self) -> SeatSet {
        self.game.seats()
    }

    fn turn(&self) -> Turn {
        self.game.turn()
    }

    fn ply(&self) -> u32 {
        self.game.ply()
    }

    fn legal_actions(&self, out: &mut Vec<G::Action>) {
        self.game.legal_actions(out);
    }

    fn chance_outcomes(&self, out: &mut Vec<G::Chance>) {
        self.game.chance_outcomes(out);
    }

    fn check_effect(&self, rule: u8, effect: &G::Effect) -> Result<(), IllegalStep> {
        self.game.check_effect(rule, effect)
    }

    fn memory(&self) -> &Memory {
        self.game.memory()
    }

    fn answer(option: u8) -> G::Action {
        G::answer(option)
    }

    fn answered_option(action: G::Action) -> Option<u8> {
        G::answered_option(action)
    }

    fn check_timeout(&self, seat: Seat) -> Result<(), IllegalStep> {
        self.game.check_timeout(seat)
    }

    fn check_action(&self, action: &G::Action) -> Result<(), IllegalStep> {
        self.game.check_action(action)
    }

    fn check_draw(&self) -> Result<(), IllegalStep> {
        self.game.check_draw()
    }

    fn play_unchecked<S: Sink<G::Event>>(&mut self, step: &Step<Self>, events: &mut S) {
        self.game.play_unchecked(&step_of(step), events);
    }

    fn view(&self, viewer: Viewer) -> G::View {
        self.game.view(viewer)
    }

    fn sample<R: Rng + ?Sized>(view: &G::View, rng: &mut R) -> Self {
        let game = G::sample(view, rng);
        let rules = NewerRules { rules: game.rules().clone(), wind: false };
        Self { game, rules }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn encode_state(&self, feed: &mut dyn FnMut(&[u8])) {
        self.game.encode_state(feed);
    }

    fn active(&self) -> SeatSet {
        self.game.active()
    }
}

/// Reads a file as the newer version does and checks the result.
fn check_in_newer_game<G: Scripted>(text: &str) {
    let current = Record::<G>::read(text).unwrap();
    let newer = Record::<NewerGame<G>>::read(text).unwrap_or_else(|why| panic!("{why}"));
    assert!(!newer.record.rules.wind, "old games were played with this value");
    assert_eq!(newer.record.rules.rules, current.record.rules);
    assert_eq!(newer.record.write(), text);
    let report = Record::<NewerGame<G>>::verify(text);
    assert!(report.is_ok(), "{report:?}");
}

/// Returns the texts of all saved games.
fn saves() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../saves");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let games = files.filter(|path| path.extension().is_some_and(|extension| extension == "json"));
    games.map(|path| fs::read_to_string(path).unwrap()).collect()
}

#[test]
fn old_saves_read_back_equal_after_an_added_option() {
    let saves = saves();
    assert!(saves.len() >= 14, "{} saves", saves.len());
    for text in saves {
        with_game!(kind_of(&text).unwrap(), |G| check_in_newer_game::<G>(&text));
    }
}

#[test]
fn added_option_is_saved_with_its_value() {
    let rules = NewerRules::<qipan_core::games::race::Rules>::preset("flying").unwrap();
    assert_eq!(rules.to_saved()["wind"], json!(true));
    let Value::Object(saved) = rules.to_saved() else { panic!("an object") };
    assert_eq!(NewerRules::from_saved(saved).unwrap(), rules);
}

#[test]
fn unknown_option_is_reported_with_the_newer_version() {
    let check = |preset: &str, option: &str| {
        let save = saves().into_iter().find(|text| text.contains(preset)).unwrap();
        let program_line = save.lines().find(|line| line.starts_with("\"program\"")).unwrap();
        let text = save
            .replace(program_line, "\"program\":\"qipan 9.8.7\",")
            .replace(option, &format!("\"wind\":true,{option}"));
        let result = if preset.contains("dark") {
            Record::<Junqi>::read(&text).map(drop)
        } else {
            Record::<Race>::read(&text).map(drop)
        };
        let Err(ReadError::Broken { line, what }) = result else { panic!("{result:?}") };
        assert!(what.contains("`wind`") && what.contains("qipan 9.8.7"), "{what}");
        assert!(text.lines().nth(line - 1).unwrap().starts_with("\"rules\""), "line {line}");
    };
    check("\"preset\":\"flying\"", "\"planes\":");
    check("\"preset\":\"dark\"", "\"mine\":");
}

#[test]
fn missing_required_option_is_reported() {
    let save = saves().into_iter().find(|text| text.contains("\"preset\":\"flying\"")).unwrap();
    let error = Record::<Race>::read(&save.replace("\"planes\":4,", "")).unwrap_err();
    assert!(error.to_string().contains("planes"), "{error}");
}
