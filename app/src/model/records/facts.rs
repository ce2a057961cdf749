//! The facts of one saved game that are counted for a player. They are read by replaying the game.

use std::path::Path;

use qipan_core::contract::game::Step;
use qipan_core::contract::outcome::Outcome;
use qipan_core::contract::seat::Seat;
use qipan_core::evaluation::Searchable;
use qipan_core::games::junqi::{BattleResult, Kind};
use qipan_core::record::{MAX_STEPS, Player, ReadError, Record, ReplayError};
use qipan_core::registry::{GameKind, kind_of};
use qipan_core::with_game;
use serde::{Deserialize, Serialize};

use crate::model::collection::{Collection, Indexed};
use crate::model::storage::{SaveSummary, SummaryError};

/// Upper bound on the characters of a name.
const MAX_NAME_CHARS: usize = 60;

/// Upper bound on the seats of a game.
const MAX_SEATS: usize = Seat::MAX;

/// Upper bound on the entries of a list of battles or captures.
const MAX_ENTRIES: usize = 400;

/// Upper bound on the rolls of a game.
const MAX_ROLLS: u32 = MAX_STEPS as u32;

/// The number of faces of the die.
const FACES: u32 = 6;

/// The result of a game for a player, or of one player against another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names explain themselves")]
pub enum GameResult {
    Won,
    Drawn,
    Lost,
}

/// The facts of one saved game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameFacts {
    /// The preset.
    pub preset: String,
    /// The plies played, or the rolls of the die in a race, including those that decide who begins.
    pub plies: u32,
    /// True if the game is over.
    pub is_over: bool,
    /// True if the game does not count for a rating: a player took back a step or asked for a hint,
    /// a house rule took part, or the starting position was set up by hand.
    pub is_unrated: bool,
    /// The people who played, by seat.
    pub people: Vec<PersonFacts>,
}

/// The facts of all saved games of a folder.
pub type CountedGames = Collection<GameFacts>;

/// The facts of a game for one person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PersonFacts {
    /// The person's name, or empty for a person without one.
    pub name: String,
    /// The result, if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// The person's place, from 1, or 0 if the game is not over.
    pub place: u8,
    /// The script files of the robots of other teams, each with the person's result against it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub robots: Vec<(String, GameResult)>,
    /// The facts of a race.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub race: Option<RaceFacts>,
    /// The facts of a game of Junqi.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub junqi: Option<JunqiFacts>,
}

/// The facts of a race for one person.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RaceFacts {
    /// True for the board of Flying Chess, false for that of Aeroplane Chess.
    pub is_flying: bool,
    /// The rolls of the die, apart from those that decide who begins.
    pub rolls: u32,
    /// The sum of the faces rolled.
    pub pips: u32,
    /// The number of sixes.
    pub sixes: u32,
    /// The number of planes of others that the person captured.
    pub captured: u32,
    /// The progress of each plane of the person at the moment when it was captured, with
    /// repetitions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub caught_at: Vec<u8>,
    /// The luck of the person, in expected share of first place, if the file has an analysis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<f32>,
}

/// The facts of a game of Junqi for one person.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JunqiFacts {
    /// The layout as 25 letters, or empty in a game without layouts or with unrecorded pieces.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub layout: String,
    /// The battles in which a piece of the person attacked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attacks: Vec<BattleFact>,
    /// The battles in which a piece of the person was attacked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub defences: Vec<BattleFact>,
}

/// A battle between two known pieces, written as the letter of the attacker, that of the defender,
/// and a sign: `SJ>` if the attacking Field Marshal takes the General, `SJ<` if the General stays,
/// and `SJ=` if both are gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BattleFact {
    /// The piece that attacked.
    pub attacker: Kind,
    /// The piece that was attacked.
    pub defender: Kind,
    /// The result.
    pub result: BattleResult,
}

impl From<BattleFact> for String {
    fn from(battle: BattleFact) -> Self {
        let sign = match battle.result {
            BattleResult::AttackerSurvives => '>',
            BattleResult::DefenderSurvives => '<',
            BattleResult::BothGone => '=',
        };
        [battle.attacker.letter(), battle.defender.letter(), sign].iter().collect()
    }
}

impl TryFrom<String> for BattleFact {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let parse = || {
            let mut letters = text.chars();
            let attacker = Kind::from_letter(letters.next()?)?;
            let defender = Kind::from_letter(letters.next()?)?;
            let result = match letters.next()? {
                '>' => BattleResult::AttackerSurvives,
                '<' => BattleResult::DefenderSurvives,
                '=' => BattleResult::BothGone,
                _ => return None,
            };
            letters.next().is_none().then_some(Self { attacker, defender, result })
        };
        parse().ok_or_else(|| "not a battle".to_owned())
    }
}

/// A game from whose steps facts are counted for the people who play.
pub(super) trait Counted: Searchable {
    /// Fills in the facts that the setup of a record gives for a person.
    fn begin(record: &Record<Self>, seat: Seat, facts: &mut PersonFacts);
    /// Counts a step from its events. `state` is the state before an action, and the state after
    /// any other step.
    fn count(state: &Self, events: &[Self::Event], people: &mut [(Seat, PersonFacts)]);
}

impl GameFacts {
    /// Reads the facts from the text of a saved game. Its steps are played. No script is run.
    ///
    /// # Errors
    /// The reason why it cannot be opened.
    pub fn of_text(text: &str) -> Result<Self, SummaryError> {
        fn of_game<G: Counted>(text: &str) -> Result<GameFacts, ReadError> {
            Ok(GameFacts::of_record(&Record::<G>::parse(text)?.record)?)
        }
        // For a file of another format, such as a rule set, `error_of` says that it is not a game,
        // instead of reporting a broken game.
        let kind = kind_of(text).map_err(|error| SaveSummary::error_of(text, error))?;
        with_game!(kind, |G| of_game::<G>(text)).map_err(|error| SaveSummary::error_of(text, error))
    }

    /// Replays a record and counts its facts.
    ///
    /// # Errors
    /// The setup or a step is not legal.
    pub(super) fn of_record<G: Counted>(record: &Record<G>) -> Result<Self, ReplayError> {
        let mut state = record.start()?;
        let mut people: Vec<(Seat, PersonFacts)> = Vec::new();
        for (seat, player) in record.players.iter().filter(|(_, player)| player.is_human()) {
            let mut facts = PersonFacts::new(player);
            G::begin(record, *seat, &mut facts);
            people.push((*seat, facts));
        }
        let mut events = Vec::new();
        for (at, step) in record.steps.iter().enumerate() {
            // Only an action is counted from the state before it. Every other step is counted from
            // the state after it, which saves a clone.
            let before = matches!(step, Step::Act { .. }).then(|| state.clone());
            events.clear();
            state.play(step, &mut events).map_err(|why| ReplayError::Step { at, why })?;
            G::count(before.as_ref().unwrap_or(&state), &events, &mut people);
        }
        let outcome = state.outcome();
        if let Some(outcome) = &outcome {
            for (seat, facts) in &mut people {
                facts.conclude(*seat, &state, outcome, record);
            }
        }
        Ok(Self {
            preset: shorten(&record.preset),
            plies: record.listed_length(&state),
            is_over: outcome.is_some(),
            is_unrated: record.hints > 0
                || record.take_backs > 0
                || !record.house_rules.is_empty()
                || G::starts_from_position(&record.deal),
            people: people.into_iter().map(|(_, facts)| facts).collect(),
        })
    }

    /// Returns the kind of game, unless the preset is unknown.
    pub fn kind(&self) -> Option<GameKind> {
        GameKind::of_preset(&self.preset)
    }

    /// Returns the facts of the person whose games are counted: the only person, or else the only
    /// one with this name. Returns `None` if there is no such person.
    pub fn person(&self, name: &str) -> Option<&PersonFacts> {
        if let [only] = self.people.as_slice() {
            return Some(only);
        }
        let mut same_name = self.people.iter().filter(|person| person.name == name);
        same_name.next().filter(|_| same_name.next().is_none())
    }
}

impl Indexed for GameFacts {
    const INDEX_FILE: &'static str = "records.json";
    const FORMAT: &'static str = "qipan_records";
    const VERSION: u32 = 2;

    fn of_file(path: &Path) -> Result<Self, SummaryError> {
        Self::of_text(&SaveSummary::text_of_file(path)?)
    }

    fn is_sound(&self) -> bool {
        let is_short = |text: &str| text.chars().count() <= MAX_NAME_CHARS;
        let is_person_sound = |person: &PersonFacts| {
            let lists = person.junqi.as_ref().map(|facts| (&facts.attacks, &facts.defences));
            let battles = lists.map_or(0, |(attacks, defences)| attacks.len().max(defences.len()));
            let caught = person.race.as_ref().map_or(0, |facts| facts.caught_at.len());
            let is_plausible = |race: &RaceFacts| {
                race.rolls <= MAX_ROLLS
                    && race.sixes <= race.rolls
                    && race.pips <= FACES * race.rolls
                    && race.luck.is_none_or(|luck| (-1.0..=1.0).contains(&luck))
            };
            let layout = person.junqi.as_ref().map_or("", |facts| &facts.layout);
            is_short(&person.name)
                && is_short(layout)
                && person.race.as_ref().is_none_or(is_plausible)
                && person.robots.len() <= MAX_SEATS
                && person.robots.iter().all(|(robot, _)| is_short(robot))
                && battles.max(caught) <= MAX_ENTRIES
        };
        is_short(&self.preset)
            && self.people.len() <= MAX_SEATS
            && self.people.iter().all(is_person_sound)
    }
}

impl PersonFacts {
    /// Creates the facts of a person before the first step.
    fn new(player: &Player) -> Self {
        Self {
            name: shorten(&player.name),
            result: None,
            place: 0,
            robots: Vec::new(),
            race: None,
            junqi: None,
        }
    }

    /// Fills in the result of a finished game.
    fn conclude<G: Counted>(
        &mut self,
        seat: Seat,
        state: &G,
        outcome: &Outcome,
        record: &Record<G>,
    ) {
        let Some(place) = outcome.place(seat) else { return };
        let team = state.team_of(seat);
        let opponents = || record.players.iter().filter(|(other, _)| !team.contains(*other));
        let shares_place = opponents().any(|(other, _)| outcome.place(*other) == Some(place));
        self.place = place as u8;
        self.result = Some(match place {
            1 if shares_place => GameResult::Drawn,
            1 => GameResult::Won,
            _ => GameResult::Lost,
        });
        let against = |(other, player): &(Seat, Player)| {
            let script = shorten(player.script.as_ref()?);
            let result = match place.cmp(&outcome.place(*other)?) {
                std::cmp::Ordering::Less => GameResult::Won,
                std::cmp::Ordering::Equal => GameResult::Drawn,
                std::cmp::Ordering::Greater => GameResult::Lost,
            };
            Some((script, result))
        };
        self.robots = opponents().filter_map(against).collect();
    }
}

/// Shortens a name to at most [`MAX_NAME_CHARS`] characters.
fn shorten(text: &str) -> String {
    text.chars().take(MAX_NAME_CHARS).collect()
}
