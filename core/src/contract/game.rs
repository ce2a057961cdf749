//! The trait [`Game`] that every game implements: pure functions over a small state.
//!
//! The state changes in one function, [`Game::play_unchecked`], and by one [`Step`] at a time.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use rand::Rng;
use serde::{Serialize, de::DeserializeOwned};

use crate::contract::dice::Seed;
use crate::contract::localized::on_one_line;
use crate::contract::memory::Memory;
use crate::contract::options::RuleSet;
use crate::contract::outcome::Outcome;
use crate::contract::question::Question;
use crate::contract::seat::{Seat, SeatSet};
pub use crate::contract::viewer::Viewer;

/// Plain data that can be compared, saved and sent between threads.
pub trait Data:
    Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
}
impl<T: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static> Data
    for T
{
}

/// The decision that is due next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A seat chooses among its legal actions, of which there is at least one.
    Seat(Seat),
    /// Chance decides, for example by a die rolled on behalf of a seat.
    Chance {
        /// The seat the die is rolled for.
        roller: Seat,
    },
    /// The game is over.
    Over,
}

/// One entry of a game's record: a change of its state.
///
/// Every state follows from the setup by playing the steps in order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step<G: Game> {
    /// A seat's action.
    Act {
        /// The seat that acted.
        seat: Seat,
        /// The action.
        action: G::Action,
    },
    /// An outcome of chance.
    Chance(G::Chance),
    /// An effect of a house rule.
    House {
        /// The number of the house rule in the game, from 0.
        rule: u8,
        /// The effect.
        effect: G::Effect,
    },
    /// A seat used up its time.
    Timeout {
        /// The seat whose clock ran out.
        seat: Seat,
    },
    /// A seat resigned.
    Resign {
        /// The seat that resigned.
        seat: Seat,
    },
    /// All seats still playing agreed on a draw.
    Draw,
}

/// A receiver of a game's events.
pub trait Sink<E> {
    /// Takes one event.
    fn emit(&mut self, event: E);
}

impl<E> Sink<E> for Vec<E> {
    fn emit(&mut self, event: E) {
        self.push(event);
    }
}

/// A sink that drops all events, so that a playout allocates nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullSink;

impl<E> Sink<E> for NullSink {
    fn emit(&mut self, _: E) {}
}

/// Returns a random element of a list, which must not be empty. The choice is slightly biased and
/// is therefore for simulations only.
#[inline]
pub fn random_element<T: Copy, R: Rng + ?Sized>(list: &[T], rng: &mut R) -> T {
    list[random_below(list.len(), rng)]
}

/// Returns a random number below `end`, for simulations. The relative error of each number's
/// probability is less than `end` / 2^32.
#[inline]
pub(crate) fn random_below<R: Rng + ?Sized>(end: usize, rng: &mut R) -> usize {
    ((u64::from(rng.next_u32()) * end as u64) >> 32) as usize
}

/// A game: rules as pure functions over a state that is cheap to clone.
///
/// The required methods are the rules themselves. [`Game::check`] and [`Game::play`] follow from
/// them.
pub trait Game: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// The game's name in files and scripts, such as `race`.
    const NAME: &'static str;
    /// The names of the seats in index order.
    const SEATS: &'static [&'static str];
    /// True if a turn begins with a roll of a die.
    const HAS_DICE: bool = false;

    /// The options in force.
    type Rules: Data + RuleSet;
    /// The part of the setup other than rules and seats: layouts, the shuffle, and the draw for
    /// the first seat.
    type Deal: Data + Default;
    /// A decision of a seat.
    type Action: Data + Copy + Display + FromStr;
    /// An outcome of chance.
    type Chance: Data + Copy + Display;
    /// A change to the state that a house rule asks for.
    type Effect: Data + Copy;
    /// A public event, in the past tense. It contains only what everyone may know after it.
    type Event: Clone + Debug + PartialEq + Send + 'static;
    /// The information that one viewer may have. It is built by copying what is allowed, never by
    /// deleting what is hidden.
    type View: Clone + Debug + PartialEq + Send + 'static;

    /// Returns the state before step 0.
    ///
    /// # Errors
    /// Rules, seats and deal do not fit each other.
    fn new(rules: &Self::Rules, seats: SeatSet, deal: &Self::Deal) -> Result<Self, SetupError>;
    /// Returns true if the parts of the deal that chance decided follow from the game's seed.
    fn deal_matches_seed(rules: &Self::Rules, deal: &Self::Deal, seed: &Seed) -> bool {
        let _ = (rules, deal, seed);
        true
    }
    /// Returns true if a game with this deal begins from a position set up by hand. The seed then
    /// has no part in the setup.
    fn starts_from_position(deal: &Self::Deal) -> bool {
        let _ = deal;
        false
    }
    /// Returns the rules in force.
    fn rules(&self) -> &Self::Rules;
    /// Returns the seats that take part.
    fn seats(&self) -> SeatSet;
    /// Returns the seats that take part, in the order of turns.
    fn seats_in_turn_order(&self) -> Vec<Seat> {
        let seats = self.seats();
        self.rules().order().into_iter().filter(|seat| seats.contains(*seat)).collect()
    }
    /// Returns the decision that is due next.
    fn turn(&self) -> Turn;
    /// Returns the number of plies played. A ply is the unit that the game counts, such as a roll
    /// with what follows, or a move.
    fn ply(&self) -> u32;
    /// Returns the number of plies since the last capture or flip (quiet plies), or `None` if the
    /// game does not count them.
    fn plies_since_capture(&self) -> Option<u32> {
        None
    }
    /// Fills `out` with the legal actions of the seat to move, in a stable order. The list is empty
    /// if and only if no seat is to move.
    fn legal_actions(&self, out: &mut Vec<Self::Action>);
    /// Returns a uniformly random legal action of the seat to move, for simulations. A seat must be
    /// to move. `scratch` is a buffer for actions.
    #[inline]
    fn random_action<R: Rng + ?Sized>(
        &self,
        rng: &mut R,
        scratch: &mut Vec<Self::Action>,
    ) -> Self::Action {
        self.legal_actions(scratch);
        random_element(scratch, rng)
    }
    /// Fills `out` with the possible outcomes of chance, all equally likely. The list is empty if
    /// and only if the state is not a chance node.
    fn chance_outcomes(&self, out: &mut Vec<Self::Chance>);
    /// Returns a uniformly random outcome of chance, for simulations. The state must be a chance
    /// node. `scratch` is a buffer for outcomes.
    #[inline]
    fn random_outcome<R: Rng + ?Sized>(
        &self,
        rng: &mut R,
        scratch: &mut Vec<Self::Chance>,
    ) -> Self::Chance {
        self.chance_outcomes(scratch);
        random_element(scratch, rng)
    }
    /// Checks that an effect of house rule number `rule` can be applied now.
    fn check_effect(&self, rule: u8, effect: &Self::Effect) -> Result<(), IllegalStep>;
    /// Returns the numbers that house rules remember.
    fn memory(&self) -> &Memory;
    /// Returns the question of a house rule that is to be answered next. While there is one, its
    /// seat is to move, and the legal actions are its answers.
    fn question(&self) -> Option<&Question> {
        None
    }
    /// Returns the question to be answered next, as far as the viewer of a view may know it.
    fn question_in_view(view: &Self::View) -> Option<&Question> {
        let _ = view;
        None
    }
    /// Returns the question that an effect of house rule number `rule` asks, or `None` if it asks
    /// none.
    fn asked_question(rule: u8, effect: &Self::Effect) -> Option<Question> {
        let _ = (rule, effect);
        None
    }
    /// Returns the action that answers the question with the option of this index, from 0.
    fn answer(option: u8) -> Self::Action;
    /// Returns the index of the option that an action answers a question with, or `None` if it
    /// answers no question.
    fn answered_option(action: Self::Action) -> Option<u8>;
    /// Checks that a seat's clock may run out now.
    fn check_timeout(&self, seat: Seat) -> Result<(), IllegalStep>;
    /// Plays a legal step. This is the only function that changes a state.
    ///
    /// An illegal step leads to an unspecified state, but it does not panic.
    fn play_unchecked<S: Sink<Self::Event>>(&mut self, step: &Step<Self>, events: &mut S);
    /// Returns the view of a viewer.
    ///
    /// # Examples
    /// In dark Junqi, a seat sees the kinds of its own pieces, but only the cells of others:
    /// ```
    /// use qipan_core::contract::dice::Seed;
    /// use qipan_core::contract::game::{Game, SetupError, Viewer};
    /// use qipan_core::games::junqi::{Junqi, Rules};
    /// use qipan_core::contract::options::RuleSet;
    /// use qipan_core::contract::setup::Setup;
    ///
    /// let rules = Rules::preset("dark").expect("a preset of Junqi");
    /// let deal = Junqi::draw_deal(&rules, rules.seats(), &Seed::from_number(7))?;
    /// let game = Junqi::new(&rules, rules.seats(), &deal)?;
    /// let south = Junqi::seat_by_name("south").expect("a seat of Junqi");
    /// let view = game.view(Viewer::Seat(south));
    /// for tile in view.tiles() {
    ///     let seen = view.visible_tile(tile);
    ///     assert_eq!(seen.piece.is_some(), seen.owner == Some(south));
    /// }
    /// # Ok::<(), SetupError>(())
    /// ```
    fn view(&self, viewer: Viewer) -> Self::View;
    /// Samples a determinization: a state that is consistent with the view.
    ///
    /// # Examples
    /// A determinization agrees with the true game in all that the seat knows:
    /// ```
    /// use qipan_core::contract::dice::Seed;
    /// use qipan_core::contract::game::{Game, SetupError, Viewer};
    /// use qipan_core::contract::options::RuleSet;
    /// use qipan_core::contract::seat::Seat;
    /// use qipan_core::contract::setup::Setup;
    /// use qipan_core::games::junqi::{Junqi, Rules};
    /// use rand::SeedableRng;
    /// use rand::rngs::SmallRng;
    ///
    /// let rules = Rules::preset("dark").expect("a preset of Junqi");
    /// let deal = Junqi::draw_deal(&rules, rules.seats(), &Seed::from_number(7))?;
    /// let game = Junqi::new(&rules, rules.seats(), &deal)?;
    /// let south = Viewer::Seat(Seat::new(0));
    /// let world = Junqi::sample(&game.view(south), &mut SmallRng::seed_from_u64(1));
    /// assert_eq!(world.view(south), game.view(south));
    /// assert_ne!(world.view(Viewer::All), game.view(Viewer::All));
    /// # Ok::<(), SetupError>(())
    /// ```
    fn sample<R: Rng + ?Sized>(view: &Self::View, rng: &mut R) -> Self;
    /// Returns the final ranking and the reason for the end, once the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// Passes an encoding of the whole state to `feed`, part by part. Equal states have equal
    /// encodings on every machine.
    fn encode_state(&self, feed: &mut dyn FnMut(&[u8]));

    /// Checks that a step is legal now.
    fn check(&self, step: &Step<Self>) -> Result<(), IllegalStep> {
        match (step, self.turn()) {
            (_, Turn::Over) => Err(IllegalStep::GameOver),
            (Step::Act { seat, action }, Turn::Seat(to_move)) => {
                if *seat != to_move {
                    return Err(IllegalStep::NotYourTurn);
                }
                self.check_action(action)
            }
            (Step::Chance(outcome), Turn::Chance { .. }) => {
                let mut outcomes = Vec::new();
                self.chance_outcomes(&mut outcomes);
                if outcomes.contains(outcome) { Ok(()) } else { Err(IllegalStep::NotLegal) }
            }
            (Step::Act { .. }, Turn::Chance { .. }) => Err(IllegalStep::ChanceDecides),
            (Step::Chance(_), Turn::Seat(_)) => Err(IllegalStep::SeatDecides),
            (Step::House { rule, effect }, _) => self.check_effect(*rule, effect),
            (Step::Timeout { seat }, _) => self.check_timeout(*seat),
            (Step::Resign { seat }, _) => {
                if self.active().contains(*seat) {
                    Ok(())
                } else {
                    Err(IllegalStep::NotPlaying)
                }
            }
            (Step::Draw, _) => self.check_draw(),
        }
    }

    /// Checks that an action of the seat to move is legal now.
    fn check_action(&self, action: &Self::Action) -> Result<(), IllegalStep> {
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        if legal.contains(action) { Ok(()) } else { Err(IllegalStep::NotLegal) }
    }

    /// Checks that the seats still playing may agree on a draw.
    fn check_draw(&self) -> Result<(), IllegalStep> {
        Ok(())
    }

    /// Returns the seats that still play. Seats that are home, beaten, resigned or absent do not.
    fn active(&self) -> SeatSet;

    /// Returns true if an event made something public that was hidden before. A take-back after
    /// such an event is noted in the record.
    fn reveals_hidden(&self, event: &Self::Event) -> bool {
        let _ = event;
        false
    }

    /// Returns the captures in an event. `before` is the state before the step that caused the
    /// event.
    fn captures(before: &Self, event: &Self::Event) -> Vec<CapturedPieces> {
        let _ = (before, event);
        Vec::new()
    }

    /// Returns an effect as a viewer may know it: without the names of a private question to
    /// another seat.
    fn effect_for_viewer(effect: Self::Effect, viewer: Viewer) -> Self::Effect {
        let _ = viewer;
        effect
    }

    /// Returns a step as a viewer may know it. This state is the one before the step. Only private
    /// questions and their answers are hidden in steps.
    fn step_for_viewer(&self, step: &Step<Self>, viewer: Viewer) -> Step<Self> {
        match step {
            Step::House { rule, effect } => {
                Step::House { rule: *rule, effect: Self::effect_for_viewer(*effect, viewer) }
            }
            Step::Act { seat, action } if Self::answered_option(*action).is_some() => {
                let is_hidden =
                    self.question().is_some_and(|question| !question.is_visible_to(viewer));
                Step::Act { seat: *seat, action: if is_hidden { Self::answer(0) } else { *action } }
            }
            step => step.clone(),
        }
    }

    /// Plays a step if it is legal. Otherwise the state stays unchanged.
    ///
    /// # Examples
    /// An illegal step changes nothing:
    /// ```
    /// use qipan_core::contract::game::{Game, IllegalStep, NullSink, Step, Turn};
    /// use qipan_core::contract::seat::SeatSet;
    /// use qipan_core::games::race::board::{RED, YELLOW};
    /// use qipan_core::games::race::{Deal, Race, Rules};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut game = Race::new(&Rules::FLYING, SeatSet::first(4), &Deal::default())?;
    /// let start = game.clone();
    /// let launch = Step::Act { seat: RED, action: "launch 1".parse()? };
    /// assert_eq!(game.play(&launch, &mut NullSink), Err(IllegalStep::ChanceDecides));
    /// assert_eq!(game, start);
    /// game.play(&Step::Chance(6), &mut NullSink)?;
    /// game.play(&launch, &mut NullSink)?;
    /// assert_eq!(game.turn(), Turn::Chance { roller: YELLOW });
    /// # Ok(())
    /// # }
    /// ```
    fn play<S: Sink<Self::Event>>(
        &mut self,
        step: &Step<Self>,
        events: &mut S,
    ) -> Result<(), IllegalStep> {
        self.check(step)?;
        self.play_unchecked(step, events);
        Ok(())
    }

    /// Returns the name of a seat.
    fn seat_name(seat: Seat) -> &'static str {
        Self::SEATS.get(seat.index()).copied().unwrap_or("nobody")
    }

    /// Returns the seat with this name.
    fn seat_by_name(name: &str) -> Option<Seat> {
        let index = Self::SEATS.iter().position(|known| *known == name)?;
        Some(Seat::new(index as u8))
    }
}

/// Pieces of one seat that another seat removed from the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CapturedPieces {
    /// The seat that captured them.
    pub by: Seat,
    /// The seat that owned them.
    pub from: Seat,
    /// The number of pieces.
    pub count: usize,
}

/// The reason why a step cannot be played now. The state stays unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalStep {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// Another seat is to move.
    #[error("it is another player's turn")]
    NotYourTurn,
    /// The die must be rolled first.
    #[error("the die has to be rolled first")]
    ChanceDecides,
    /// A seat must choose an action first.
    #[error("the player has to make a move first")]
    SeatDecides,
    /// The step is not among the legal actions or outcomes.
    #[error("the rules do not allow this here")]
    NotLegal,
    /// The seat no longer plays.
    #[error("this player is out of the game")]
    NotPlaying,
    /// The game has no clock.
    #[error("this game has no clock")]
    NoClock,
    /// The rules allow no agreed draw.
    #[error("these rules allow no agreed draw")]
    DrawNotAllowed,
    /// The record has reached its maximum number of steps.
    #[error("a game has at most {} steps", crate::record::MAX_STEPS)]
    Full,
    /// A house rule removed the action.
    #[error("a house rule does not allow this here")]
    HouseRule,
    /// An effect of a house rule cannot be applied, for this reason.
    #[error("{0}")]
    Effect(&'static str),
    /// The step gives the result of a battle although the pieces decide it, or lacks a result that
    /// has to be recorded.
    #[error(
        "the step gives a battle result that the rules do not record, or lacks one that they do"
    )]
    BattleResult,
}

/// The reason why a game cannot begin: rules, seats and deal do not fit each other.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The number of players does not fit the rules.
    #[error("seats taken: {found}; the rules need {needed}")]
    Seats {
        /// The number of seats taken.
        found: usize,
        /// The numbers that the rules allow, in words.
        needed: &'static str,
    },
    /// The rules contradict each other or the board.
    #[error("{}", on_one_line(.0))]
    Rules(String),
    /// Layouts, the shuffle or the draw for the first seat do not fit the rules.
    #[error("{}", on_one_line(.0))]
    Deal(String),
}
