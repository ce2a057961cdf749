//! The contract every game keeps: pure functions over a small state, one door for change.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use rand::Rng;
use serde::{Serialize, de::DeserializeOwned};

use crate::dice::Seed;
use crate::localized::on_one_line;
use crate::memory::Memory;
use crate::options::RuleSet;
use crate::outcome::Outcome;
use crate::seat::{Seat, SeatSet};

/// Plain data that can be compared, saved and sent between threads.
pub trait Data:
    Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
}
impl<T: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static> Data
    for T
{
}

/// Who has to decide next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A seat chooses among its legal actions, of which there is at least one.
    Seat(Seat),
    /// Chance decides, for instance a die rolled on behalf of a seat.
    Chance {
        /// The seat the die is rolled for.
        roller: Seat,
    },
    /// The game is over.
    Over,
}

/// Through whose eyes a game is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// What this seat may know.
    Seat(Seat),
    /// What any of these seats may know: partners who look at a finished game together.
    Side(SeatSet),
    /// What every onlooker may know.
    Public,
    /// Everything; for replays of finished games and for the referee.
    All,
}

impl Viewer {
    /// Whether these eyes see everything that a seat sees, whatever the game.
    #[must_use]
    pub fn includes(self, seat: Seat) -> bool {
        match self {
            Self::Seat(one) => one == seat,
            Self::Side(side) => side.contains(seat),
            Self::Public => false,
            Self::All => true,
        }
    }
}

/// One decision, whoever took it. A state is the fold of its steps over the setup.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step<G: Game> {
    /// A seat's action.
    Act {
        /// Who acted.
        seat: Seat,
        /// What it did.
        action: G::Action,
    },
    /// An outcome of chance.
    Chance(G::Chance),
    /// An effect of a house rule.
    House {
        /// Which of the game's house rules, from 0.
        rule: u8,
        /// What it does.
        effect: G::Effect,
    },
    /// A seat overran its clock.
    Timeout {
        /// Whose clock.
        seat: Seat,
    },
    /// A seat gave up.
    Resign {
        /// Who gave up.
        seat: Seat,
    },
    /// All seats still playing agreed on a draw.
    Draw,
}

/// Where a game tells what happened, in the past tense.
pub trait Sink<E> {
    /// Takes one event.
    fn emit(&mut self, event: E);
}

impl<E> Sink<E> for Vec<E> {
    fn emit(&mut self, event: E) {
        self.push(event);
    }
}

/// The sink that forgets everything; with it a playout allocates nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullSink;

impl<E> Sink<E> for NullSink {
    fn emit(&mut self, _: E) {}
}

/// One of a list, of which there has to be at least one, for simulations.
#[inline]
pub fn any_of<T: Copy, R: Rng + ?Sized>(list: &[T], rng: &mut R) -> T {
    list[below(list.len(), rng)]
}

/// A number below another. The bias of less than that number in 2^32 does not matter in a
/// simulation.
#[inline]
pub(crate) fn below<R: Rng + ?Sized>(end: usize, rng: &mut R) -> usize {
    ((u64::from(rng.next_u32()) * end as u64) >> 32) as usize
}

/// A game: rules as pure functions over a state that is cheap to clone.
///
/// Required are the rules themselves; [`Game::check`] and [`Game::play`] follow from them.
pub trait Game: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// The game's name in files and scripts: `race`.
    const KIND: &'static str;
    /// The names of the seats in index order.
    const SEATS: &'static [&'static str];
    /// Whether a turn begins with a roll of a die.
    const HAS_DICE: bool = false;

    /// The options in force.
    type Rules: Data + RuleSet;
    /// What is settled before step 0 besides rules and seats: layouts, shuffles, lots.
    type Deal: Data + Default;
    /// A decision of a seat.
    type Action: Data + Copy + Display + FromStr;
    /// An outcome of chance.
    type Chance: Data + Copy + Display;
    /// A request of a house rule.
    type Effect: Data + Copy;
    /// Something that happened, in the past tense, telling nobody what it may not know.
    type Event: Clone + Debug + PartialEq + Send + 'static;
    /// What one viewer may know, built by allow-list.
    type View: Clone + Debug + PartialEq + Send + 'static;

    /// The state before step 0.
    ///
    /// # Errors
    /// When rules, seats and deal do not fit each other.
    fn new(rules: &Self::Rules, seats: SeatSet, deal: &Self::Deal) -> Result<Self, SetupError>;
    /// Whether what chance settled before step 0 follows from the game's seed.
    fn deal_matches_seed(rules: &Self::Rules, deal: &Self::Deal, seed: &Seed) -> bool {
        let _ = (rules, deal, seed);
        true
    }
    /// Whether a game dealt so begins from a position that was set up by hand: then nothing
    /// before step 0 follows from the seed.
    fn is_set_up(deal: &Self::Deal) -> bool {
        let _ = deal;
        false
    }
    /// The rules in force.
    fn rules(&self) -> &Self::Rules;
    /// The seats that take part.
    fn seats(&self) -> SeatSet;
    /// The same in the order of turns.
    fn in_order(&self) -> Vec<Seat> {
        let seats = self.seats();
        self.rules().order().into_iter().filter(|seat| seats.contains(*seat)).collect()
    }
    /// Who decides next.
    fn turn(&self) -> Turn;
    /// Turns taken so far, as the game counts them (a roll with what follows, a move).
    fn ply(&self) -> u32;
    /// Puts the legal actions of the seat to move into `out`, emptied first, in a stable
    /// order; empty exactly when no seat is to move.
    fn legal_actions(&self, out: &mut Vec<Self::Action>);
    /// One of the legal actions of the seat to move, each equally likely; `list` is there to
    /// put them in. For simulations, at the turn of a seat.
    #[inline]
    fn random_action<R: Rng + ?Sized>(
        &self,
        rng: &mut R,
        list: &mut Vec<Self::Action>,
    ) -> Self::Action {
        self.legal_actions(list);
        any_of(list, rng)
    }
    /// Puts the possible outcomes of chance into `out`, emptied first, all equally likely;
    /// empty exactly when chance is not to decide.
    fn chance_outcomes(&self, out: &mut Vec<Self::Chance>);
    /// One of the possible outcomes of chance, all equally likely; `list` is there to put them
    /// in. For simulations, when chance is to decide.
    #[inline]
    fn random_outcome<R: Rng + ?Sized>(
        &self,
        rng: &mut R,
        list: &mut Vec<Self::Chance>,
    ) -> Self::Chance {
        self.chance_outcomes(list);
        any_of(list, rng)
    }
    /// Whether an effect that a house rule asks for can be applied now; `rule` is its number.
    ///
    /// # Errors
    /// The reason why not.
    fn check_effect(&self, rule: u8, effect: &Self::Effect) -> Result<(), IllegalStep>;
    /// What house rules remember.
    fn memory(&self) -> &Memory;
    /// Whether a seat's clock may run out now.
    ///
    /// # Errors
    /// The reason why not.
    fn check_timeout(&self, seat: Seat) -> Result<(), IllegalStep>;
    /// Plays a legal step: the only place where a state changes.
    ///
    /// What happens on an illegal step is unspecified, but it does not panic.
    fn play_unchecked<S: Sink<Self::Event>>(&mut self, step: &Step<Self>, events: &mut S);
    /// What a viewer may know.
    ///
    /// # Examples
    /// In dark Junqi a seat sees what its own pieces are, and of the others only where they
    /// stand:
    /// ```
    /// use qipan_core::dice::Seed;
    /// use qipan_core::game::{Game, SetupError, Viewer};
    /// use qipan_core::junqi::{Junqi, Rules};
    /// use qipan_core::options::RuleSet;
    /// use qipan_core::setup::Setup;
    ///
    /// let rules = Rules::preset("dark").expect("a preset of Junqi");
    /// let deal = Junqi::draw_deal(&rules, rules.seats(), &Seed::from_number(7))?;
    /// let game = Junqi::new(&rules, rules.seats(), &deal)?;
    /// let south = Junqi::seat_by_name("south").expect("a seat of Junqi");
    /// let view = game.view(Viewer::Seat(south));
    /// for tile in view.tiles() {
    ///     let seen = view.seen(tile);
    ///     assert_eq!(seen.piece.is_some(), seen.owner == Some(south));
    /// }
    /// # Ok::<(), SetupError>(())
    /// ```
    fn view(&self, viewer: Viewer) -> Self::View;
    /// Deals everything the view leaves open, consistently with it.
    fn sample<R: Rng + ?Sized>(view: &Self::View, rng: &mut R) -> Self;
    /// Places and reason once the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// Feeds a canonical description of the whole state, the same on every machine.
    fn fingerprint(&self, feed: &mut dyn FnMut(&[u8]));

    /// Whether a step is legal now.
    ///
    /// # Errors
    /// The reason why not.
    fn check(&self, step: &Step<Self>) -> Result<(), IllegalStep> {
        match (step, self.turn()) {
            (_, Turn::Over) => Err(IllegalStep::GameOver),
            (Step::Act { seat, action }, Turn::Seat(turn)) => {
                if *seat != turn {
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

    /// Whether an action of the seat to move is legal now.
    ///
    /// # Errors
    /// The reason why not.
    fn check_action(&self, action: &Self::Action) -> Result<(), IllegalStep> {
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        if legal.contains(action) { Ok(()) } else { Err(IllegalStep::NotLegal) }
    }

    /// Whether the seats still playing may agree on a draw.
    ///
    /// # Errors
    /// The reason why not.
    fn check_draw(&self) -> Result<(), IllegalStep> {
        Ok(())
    }

    /// The seats that still play: neither home, nor out, nor absent.
    fn active(&self) -> SeatSet;

    /// Returns true where an event tells somebody something about what was hidden from them.
    #[must_use]
    fn gives_away(&self, event: &Self::Event) -> bool {
        let _ = event;
        false
    }

    /// Who took how many pieces of whom in an event; `before` is the state before its step.
    #[must_use]
    fn captures(before: &Self, event: &Self::Event) -> Vec<Captured> {
        let _ = (before, event);
        Vec::new()
    }

    /// Plays a step if it is legal; otherwise the state stays as it was.
    ///
    /// # Errors
    /// The reason why the step is not legal.
    fn play<S: Sink<Self::Event>>(
        &mut self,
        step: &Step<Self>,
        events: &mut S,
    ) -> Result<(), IllegalStep> {
        self.check(step)?;
        self.play_unchecked(step, events);
        Ok(())
    }

    /// The name of a seat.
    #[must_use]
    fn seat_name(seat: Seat) -> &'static str {
        Self::SEATS.get(seat.index()).copied().unwrap_or("nobody")
    }

    /// The seat of this name.
    #[must_use]
    fn seat_by_name(name: &str) -> Option<Seat> {
        Self::SEATS.iter().position(|n| *n == name).map(|i| Seat::new(i as u8))
    }
}

/// Pieces that left the board by somebody's doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Captured {
    /// Who took them.
    pub by: Seat,
    /// Whose they were.
    pub from: Seat,
    /// How many.
    pub count: usize,
}

/// Why a step cannot be played now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalStep {
    /// Nothing can be played any more.
    #[error("the game is over")]
    GameOver,
    /// Another seat is to move.
    #[error("it is another seat's turn")]
    NotYourTurn,
    /// The die has to be rolled first.
    #[error("the die has to be rolled first")]
    ChanceDecides,
    /// A seat has to choose first.
    #[error("a seat has to choose an action first")]
    SeatDecides,
    /// Not among the legal actions or outcomes.
    #[error("the rules do not allow this here")]
    NotLegal,
    /// The seat takes no part any more.
    #[error("this seat does not play any more")]
    NotPlaying,
    /// The game has no clock.
    #[error("this game has no clock")]
    NoClock,
    /// The rules know no agreed draw.
    #[error("the rules of this game know no agreed draw")]
    NoAgreement,
    /// The game has as many steps as a record can hold.
    #[error("a game has at most {} steps", crate::record::MAX_STEPS)]
    Full,
    /// A house rule took the action away.
    #[error("a house rule does not allow this here")]
    HouseRule,
    /// An effect of a house rule that cannot be, with the reason.
    #[error("{0}")]
    Effect(&'static str),
    /// Who stays in this fight has to be said, or must not be.
    #[error("who stays in this fight is not for the step to say, or is missing from it")]
    Ruling,
}

/// Why a game cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Too few or too many players for the rules.
    #[error("{found} seats are taken, the rules need {needed}")]
    Seats {
        /// How many seats are taken.
        found: usize,
        /// What the rules need, in words.
        needed: &'static str,
    },
    /// The rules contradict each other or the board.
    #[error("{}", on_one_line(.0))]
    Rules(String),
    /// Layouts, shuffle or lots do not fit the rules.
    #[error("{}", on_one_line(.0))]
    Deal(String),
}
