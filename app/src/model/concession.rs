//! Resignations and draw offers of robots.
//!
//! A robot looks at the values that its own searches found ([`Choice::search_value`]). It resigns
//! after several moves in a row for which even its best action had next to no chance of winning. It
//! offers a draw after many moves in a row with an even value, if nothing was captured meanwhile.
//! Robots that do not search do neither.
//!
//! Both are courtesies to people, so they only happen in games with a person. They also need
//! exactly two sides that still play, so that a resignation ends the game and changes nothing
//! between other players. A robot on the side of a person does neither, because the game is that
//! person's, too. All robots of a side resign together. In races with more than two players, every
//! finishing place counts, so robots play on.
//!
//! [`Choice::search_value`]: qipan_core::contract::robot::Choice::search_value

use qipan_core::contract::game::Game;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::evaluation::Searchable;
use qipan_core::play::session::Session;
use qipan_core::record::Player;

/// The largest value of a lost position.
const LOST_VALUE: f32 = 0.02;
/// The number of moves in a row from lost positions after which a robot resigns.
const LOST_MOVES: u8 = 5;

/// The value of a drawn position between two sides.
const DRAWN_VALUE: f32 = 0.5;
/// The largest distance of an even value from [`DRAWN_VALUE`].
const DRAWN_MARGIN: f32 = 0.05;
/// The number of moves in a row with an even value after which a robot offers a draw. No piece may
/// have been captured in that time.
const DRAWN_MOVES: u8 = 10;
/// The length from which a game is long enough for draw offers, in plies per player.
const LONG_GAME_PLIES: u32 = 50;
/// The number of its moves during which a robot makes no offer after one was declined.
const MOVES_AFTER_REFUSAL: u8 = 20;

/// A decision of a robot about the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Concession {
    /// These seats resign. They are all seats of the robot's side that still play.
    Resign(SeatSet),
    /// The robot offers a draw. The robots on these seats agree, including the one that offers it.
    OfferDraw(SeatSet),
}

/// The numbers of moves in a row for which a robot was sure of the result.
#[derive(Clone, Copy, Debug, Default)]
struct Certainty {
    lost_moves: u8,
    drawn_moves: u8,
    /// The number of moves during which the robot still makes no draw offer.
    offer_pause: u8,
}

/// The conclusions of the robots at a table about the result of the game, from their searches.
#[derive(Debug, Default)]
pub struct Concessions {
    robots: [Certainty; Seat::MAX],
}

impl Concessions {
    /// Notes the value that the search of a robot found for a move, before that move is played.
    /// Returns the robot's decision about the end of the game, if it makes one.
    pub fn decide<G: Searchable>(
        &mut self,
        session: &Session<G>,
        seat: Seat,
        search_value: Option<f32>,
    ) -> Option<Concession> {
        // The answer to a question of a house rule is not a move.
        if session.state().question().is_some() {
            return None;
        }
        let robot = &mut self.robots[seat.index()];
        let is_lost = search_value.is_some_and(|value| value <= LOST_VALUE);
        let is_even = search_value.is_some_and(|value| (value - DRAWN_VALUE).abs() <= DRAWN_MARGIN);
        robot.lost_moves = if is_lost { robot.lost_moves.saturating_add(1) } else { 0 };
        robot.drawn_moves = if is_even { robot.drawn_moves.saturating_add(1) } else { 0 };
        let can_offer = robot.offer_pause == 0;
        robot.offer_pause = robot.offer_pause.saturating_sub(1);
        let side = conceding_side(session, seat)?;
        if side.iter().all(|seat| self.robots[seat.index()].lost_moves >= LOST_MOVES) {
            return Some(Concession::Resign(side));
        }
        let is_sure = |seat: &Seat| self.robots[seat.index()].drawn_moves >= DRAWN_MOVES;
        (can_offer && is_sure(&seat) && is_long_and_quiet(session)).then(|| {
            Concession::OfferDraw(session.state().active().iter().filter(is_sure).collect())
        })
    }

    /// Records that a draw was declined. Afterwards no robot offers one for some time.
    pub fn note_declined_draw(&mut self) {
        self.robots.iter_mut().for_each(|robot| robot.offer_pause = MOVES_AFTER_REFUSAL);
    }

    /// Forgets what a robot concluded, because another player takes its seat.
    pub fn forget(&mut self, seat: Seat) {
        self.robots[seat.index()] = Certainty::default();
    }
}

/// Returns the seats of a robot's side that still play, if the side may decide to end the game.
fn conceding_side<G: Searchable>(session: &Session<G>, seat: Seat) -> Option<SeatSet> {
    let (state, record) = (session.state(), session.record());
    let is_person = |seat: Seat| record.player(seat).is_some_and(Player::is_human);
    let (active, side) = (state.active(), state.team_of(seat));
    let others = active.difference(side);
    let opponents = state.team_of(others.iter().next()?);
    let has_two_sides = others.difference(opponents).is_empty();
    let is_multiplayer_race = G::HAS_DICE && state.seats().len() > 2;
    let opposes_person = state.seats().iter().any(is_person) && !side.iter().any(is_person);
    (has_two_sides && opposes_person && !is_multiplayer_race).then(|| side.intersection(active))
}

/// Returns true if players may agree on a draw, the game is long, and nothing was captured since
/// the first of the last [`DRAWN_MOVES`] moves of the player to move.
fn is_long_and_quiet<G: Game>(session: &Session<G>) -> bool {
    let state = session.state();
    let players = state.active().len() as u32;
    let quiet_plies = u32::from(DRAWN_MOVES - 1) * players;
    let is_quiet = state.plies_since_capture().is_some_and(|quiet| quiet >= quiet_plies);
    let is_long = state.ply() >= LONG_GAME_PLIES * state.seats().len() as u32;
    state.rules().can_draw() && is_quiet && is_long
}

#[cfg(test)]
mod tests {
    use qipan_core::contract::dice::Seed;
    use qipan_core::contract::setup::Setup;
    use qipan_core::games::junqi::Junqi;
    use qipan_core::games::race::Race;
    use qipan_core::record::Record;

    use super::*;

    /// Returns a new game. `letters` has a letter for each seat of the preset: `p` for a person,
    /// `r` for a robot.
    fn session<G: Searchable + Setup>(preset: &str, letters: &str) -> Session<G> {
        let rules = G::Rules::preset(preset).unwrap();
        let player = |letter| match letter {
            'p' => Player::human("Ann"),
            _ => Player::robot("x", "x.luau"),
        };
        let players: Vec<_> = rules.seats().iter().zip(letters.chars().map(player)).collect();
        let seats = players.iter().map(|(seat, _)| *seat).collect();
        let seed = Seed::from_number(5);
        let deal = G::draw_deal(&rules, seats, &seed).unwrap();
        Session::new(Record::new(preset, rules, players, deal, seed)).unwrap()
    }

    /// Lets all robots of a game find the same values for move after move. Returns the first
    /// decision, with the number of moves of each robot until then.
    fn first_decision<G: Searchable + Setup>(
        session: &Session<G>,
        values: &[Option<f32>],
    ) -> Option<(usize, Concession)> {
        let mut concessions = Concessions::default();
        let is_robot =
            |seat: &Seat| session.record().player(*seat).is_some_and(|player| !player.is_human());
        let robots: Vec<Seat> = session.state().seats().iter().filter(is_robot).collect();
        (1..).zip(values).find_map(|(number, value)| {
            let mut robots = robots.iter();
            robots.find_map(|seat| Some((number, concessions.decide(session, *seat, *value)?)))
        })
    }

    const LOST: [Option<f32>; 12] = [Some(0.01); 12];

    #[test]
    fn robot_resigns_after_five_lost_moves_in_a_row() {
        let game = session::<Junqi>("dark", "pr");
        let north = game.state().seats().iter().nth(1).unwrap();
        let resignation = Concession::Resign(SeatSet::one(north));
        assert_eq!(first_decision(&game, &LOST), Some((5, resignation)));
        for interruption in [None, Some(0.03)] {
            let mut values = LOST;
            values[3] = interruption;
            assert_eq!(first_decision(&game, &values), Some((9, resignation)));
        }
        assert_eq!(first_decision(&game, &[None; 12]), None, "robots that do not search play on");
    }

    #[test]
    fn robots_of_a_side_resign_together_but_never_beside_a_person() {
        let game = session::<Junqi>("siguo_open", "prrr");
        let seats: Vec<Seat> = game.state().seats().iter().collect();
        let opponents = game.state().team_of(seats[1]);
        assert!(!opponents.contains(seats[0]) && opponents.len() == 2);
        let (moves, decision) = first_decision(&game, &LOST).unwrap();
        assert_eq!((moves, decision), (5, Concession::Resign(opponents)));
        let beside_person = game.state().team_of(seats[0]).difference(SeatSet::one(seats[0]));
        let partner = beside_person.iter().next().unwrap();
        let mut concessions = Concessions::default();
        let decisions = LOST.map(|value| concessions.decide(&game, partner, value));
        assert_eq!(decisions, [None; 12]);
        let mut alone = Concessions::default();
        let decisions = LOST.map(|value| alone.decide(&game, seats[1], value));
        assert_eq!(decisions, [None; 12], "the partner is not sure");
    }

    #[test]
    fn robots_play_on_with_more_than_two_sides_or_without_people() {
        assert_eq!(first_decision(&session::<Junqi>("three", "prr"), &LOST), None);
        assert_eq!(first_decision(&session::<Junqi>("dark", "rr"), &LOST), None);
        assert_eq!(first_decision(&session::<Race>("flying", "prrr"), &LOST), None);
        assert_eq!(first_decision(&session::<Race>("flying", "prr"), &LOST), None);
        let decision = first_decision(&session::<Race>("flying", "pr"), &LOST);
        assert!(matches!(decision, Some((5, Concession::Resign(_)))), "{decision:?}");
    }

    #[test]
    fn robots_offer_no_draw_in_a_short_game() {
        let game = session::<Junqi>("dark", "pr");
        assert_eq!(first_decision(&game, &[Some(0.5); 40]), None);
    }
}
