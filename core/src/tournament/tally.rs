//! Adds up the results of a tournament.

use super::histogram::Histogram;
use super::played::{BlockResult, GameResult};
use super::rating::{Comparisons, Estimate, ratings, wilson};
use super::schedule::SeatAssignment;
use crate::contract::outcome::{Outcome, Reason};
use crate::contract::seat::{Seat, SeatSet};

/// Parts of a first place: divisible by every number of seats that can share it.
const PARTS: u64 = 840;

/// Number of groups of blocks for the intervals of ratings. Up to this number, each block is its
/// own group.
const GROUPS: u64 = 512;

/// The counts of a tournament.
///
/// # Examples
/// A robot that wins every game is rated above the other:
/// ```
/// use qipan_core::contract::outcome::{Outcome, Reason};
/// use qipan_core::contract::seat::{Seat, SeatSet};
/// use qipan_core::tournament::{BlockResult, GameResult, SeatAssignment, Tally};
///
/// let mut seating = SeatAssignment::default();
/// (seating[0], seating[2]) = (Some(0), Some(1));
/// let places = [0, 2].map(|seat| SeatSet::one(Seat::new(seat))).to_vec();
/// let outcome = Outcome { places, reason: Reason::FlagTaken };
/// let (captures, lost) = ([0; Seat::MAX], [0; Seat::MAX]);
/// let game = GameResult { seating, outcome, plies: 80, rolls: 0, captures, lost };
/// let mut tally = Tally::new(2);
/// for block in 0..20 {
///     let (games, usage) = (vec![game.clone()], Vec::new());
///     tally.add_block(&BlockResult { block, games, usage });
/// }
/// let standings = tally.standings();
/// assert_eq!((standings[0].wins, standings[0].score.value), (20, 1.0));
/// assert!(standings[0].rating.low > standings[1].rating.high);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    games: u64,
    plies: u64,
    rolls: u64,
    draws: u64,
    first_places: [u64; Seat::MAX],
    /// Games by the reason of their end, in the order of [`Reason::ALL`].
    endings: [u64; Reason::ALL.len()],
    lines: Vec<RobotTally>,
    groups: Vec<Comparisons>,
    /// The number of games in which each robot was placed before each other one.
    before: Vec<u64>,
}

/// The comparison of two robots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair {
    /// Games in which the first was placed before the second.
    pub before: u64,
    /// Games in which they shared a place.
    pub level: u64,
    /// Games in which the second was placed before the first.
    pub behind: u64,
}

/// The counts of one robot.
#[derive(Clone, Debug, Default, PartialEq)]
struct RobotTally {
    games: u64,
    wins: u64,
    draws: u64,
    parts: u64,
    blocks: u64,
    /// Sums over blocks of the squares of games, the squares of parts, and their products.
    squares: [u128; 3],
    captures: u64,
    lost: u64,
    errors: u64,
    timeouts: u64,
    fuel: Histogram,
}

/// The result of a robot.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Games it played.
    pub games: u64,
    /// Games in which it alone was first.
    pub wins: u64,
    /// Games in which it shared first place with another robot.
    pub draws: u64,
    /// Its share of first places, from 0 to 1.
    pub score: Estimate,
    /// Its rating.
    pub rating: Estimate,
    /// Planes of opponents that it captured.
    pub captures: u64,
    /// Its planes that opponents captured.
    pub lost: u64,
    /// Turns that ended in an error or an illegal answer.
    pub errors: u64,
    /// Turns that used up their budget or time.
    pub timeouts: u64,
    /// Fuel used in each turn.
    pub fuel: Histogram,
}

impl Tally {
    /// Returns an empty tally for this number of robots.
    pub fn new(robots: usize) -> Self {
        Self {
            games: 0,
            plies: 0,
            rolls: 0,
            draws: 0,
            first_places: [0; Seat::MAX],
            endings: [0; Reason::ALL.len()],
            lines: vec![RobotTally::default(); robots],
            groups: vec![Comparisons::new(robots); GROUPS as usize],
            before: vec![0; robots * robots],
        }
    }

    /// Adds the result of a block.
    pub fn add_block(&mut self, result: &BlockResult) {
        let mut sums = vec![(0u64, 0u64); self.lines.len()];
        for game in &result.games {
            self.games += 1;
            self.plies += u64::from(game.plies);
            self.rolls += u64::from(game.rolls);
            self.endings[game.outcome.reason as usize] += 1;
            self.add_first_places(game, &mut sums);
            self.compare(game, (result.block % GROUPS) as usize);
            for (seat, robot) in seats(&game.seating) {
                let line = &mut self.lines[robot];
                line.captures += u64::from(game.captures[seat.index()]);
                line.lost += u64::from(game.lost[seat.index()]);
            }
        }
        for (line, (games, parts)) in self.lines.iter_mut().zip(sums) {
            line.games += games;
            line.parts += parts;
            line.blocks += u64::from(games > 0);
            let (games, parts) = (u128::from(games), u128::from(parts));
            let more = [games * games, parts * parts, games * parts];
            line.squares.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        for (robot, usage) in &result.usage {
            let Some(line) = self.lines.get_mut(usize::from(*robot)) else { continue };
            line.errors += usage.errors;
            line.timeouts += usage.timeouts;
            line.fuel.add_counts(&usage.fuel);
        }
    }

    fn add_first_places(&mut self, game: &GameResult, sums: &mut [(u64, u64)]) {
        let first = game.outcome.places.first().copied().unwrap_or_default();
        let part = PARTS / first.len().max(1) as u64;
        for seat in first.iter() {
            self.first_places[seat.index()] += part;
        }
        let is_drawn = game.is_drawn();
        self.draws += u64::from(is_drawn);
        for (robot, seats) in game.sides() {
            let shared = seats.intersection(first).len() as u64;
            let (line, sum) = (&mut self.lines[robot], &mut sums[robot]);
            *sum = (sum.0 + 1, sum.1 + shared * part);
            line.draws += u64::from(shared > 0 && is_drawn);
            line.wins += u64::from(shared > 0 && !is_drawn);
        }
    }

    /// Compares every two robots of a game by place. A team has the place of its best seat.
    fn compare(&mut self, game: &GameResult, group: usize) {
        let best = |(robot, seats): (usize, SeatSet)| {
            Some((robot, seats.iter().filter_map(|seat| place(&game.outcome, seat)).min()?))
        };
        let placed: Vec<(usize, usize)> = game.sides().filter_map(best).collect();
        let robots = self.lines.len();
        for (i, (a, place_a)) in placed.iter().enumerate() {
            for (b, place_b) in &placed[i + 1..] {
                self.groups[group].add(*a, *b, place_a.cmp(place_b));
                self.before[a * robots + b] += u64::from(place_a < place_b);
                self.before[b * robots + a] += u64::from(place_b < place_a);
            }
        }
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the number of games in which several sides shared first place.
    pub fn draws(&self) -> u64 {
        self.draws
    }

    /// Returns the reasons for which games ended, with their counts.
    pub fn endings(&self) -> impl Iterator<Item = (Reason, u64)> + '_ {
        Reason::ALL.into_iter().zip(self.endings).filter(|(_, games)| *games > 0)
    }

    /// Returns the comparison of a robot with another one.
    pub fn pair(&self, robot: usize, other: usize) -> Pair {
        let robots = self.lines.len();
        let halves: u64 = self.groups.iter().map(|group| group.halves(robot, other)).sum();
        let before = self.before[robot * robots + other];
        let behind = self.before[other * robots + robot];
        Pair { before, level: halves - 2 * before, behind }
    }

    /// Returns the first places of a seat, where a shared one counts as its share.
    pub fn wins(&self, seat: Seat) -> f64 {
        self.first_places[seat.index()] as f64 / PARTS as f64
    }

    /// Returns the mean number of plies of a game.
    pub fn mean_plies(&self) -> f64 {
        self.mean(self.plies)
    }

    /// Returns the mean number of rolls of a game.
    pub fn mean_rolls(&self) -> f64 {
        self.mean(self.rolls)
    }

    /// Returns the mean number of planes captured in a game.
    pub fn mean_captures(&self) -> f64 {
        self.mean(self.lines.iter().map(|line| line.captures).sum())
    }

    fn mean(&self, sum: u64) -> f64 {
        sum as f64 / self.games.max(1) as f64
    }

    /// Returns each robot's share of first places, 0 for robots without games.
    pub fn scores(&self) -> Vec<f64> {
        self.lines.iter().map(RobotTally::share).collect()
    }

    /// Returns the results of all robots, by number.
    pub fn standings(&self) -> Vec<Standing> {
        let standing = |(line, rating): (&RobotTally, Estimate)| Standing {
            games: line.games,
            wins: line.wins,
            draws: line.draws,
            score: line.score(),
            rating,
            captures: line.captures,
            lost: line.lost,
            errors: line.errors,
            timeouts: line.timeouts,
            fuel: line.fuel.clone(),
        };
        self.lines.iter().zip(ratings(&self.groups)).map(standing).collect()
    }
}

impl RobotTally {
    fn share(&self) -> f64 {
        self.parts as f64 / PARTS as f64 / self.games.max(1) as f64
    }

    /// Returns the share of first places. Its interval is Wilson's, with the number of
    /// independent games that would have the variance observed between blocks. Games of a block
    /// have the same dice, so their sum varies less.
    fn score(&self) -> Estimate {
        let games = self.games as f64;
        if self.games == 0 {
            return Estimate { value: 0.0, low: 0.0, high: 1.0 };
        }
        let share = self.share();
        let parts = PARTS as f64;
        let [games2, parts2, both] = self.squares.map(|sum| sum as f64);
        let squares = parts2 / parts / parts - 2.0 * share * both / parts + share * share * games2;
        let blocks = self.blocks as f64;
        let variance = squares / games / games * blocks / (blocks - 1.0).max(1.0);
        let mut weight = share * (1.0 - share) / variance;
        if variance <= 1e-12 || self.blocks < 2 {
            weight = games;
        } else if self.blocks < 30 {
            weight = weight.min(games);
        }
        wilson(share, weight)
    }
}

/// Returns the occupied seats with their robots.
fn seats(seating: &SeatAssignment) -> impl Iterator<Item = (Seat, usize)> + Clone + '_ {
    let robots = seating.iter().enumerate();
    robots.filter_map(|(seat, robot)| Some((Seat::new(seat as u8), usize::from((*robot)?))))
}

fn place(outcome: &Outcome, seat: Seat) -> Option<usize> {
    outcome.places.iter().position(|set: &SeatSet| set.contains(seat))
}

#[cfg(test)]
mod tests {
    use super::super::played::Usage;
    use super::*;

    fn game(robots: &[u8], places: &[&[u8]]) -> GameResult {
        let mut seating = SeatAssignment::default();
        robots.iter().enumerate().for_each(|(seat, robot)| seating[seat] = Some(*robot));
        let set = |seats: &&[u8]| seats.iter().map(|seat| Seat::new(*seat)).collect();
        let places = places.iter().map(set).collect();
        let outcome = Outcome { places, reason: Reason::AllHome };
        let captures = [3, 0, 0, 0, 0, 0, 0, 0];
        let lost = [0, 2, 1, 0, 0, 0, 0, 0];
        GameResult { seating, outcome, plies: 100, rolls: 100, captures, lost }
    }

    fn block(block: u64, games: &[GameResult]) -> BlockResult {
        BlockResult { block, games: games.to_vec(), usage: Vec::new() }
    }

    #[test]
    fn shared_first_places_count_as_fractions() {
        let mut tally = Tally::new(2);
        let games = [game(&[0, 1], &[&[0], &[1]]), game(&[1, 0], &[&[0, 1]])];
        tally.add_block(&block(0, &games));
        let [a, b] = &tally.standings()[..] else { panic!("two robots") };
        assert_eq!((a.score.value, b.score.value), (0.75, 0.25));
        assert_eq!(tally.scores(), [0.75, 0.25]);
        assert_eq!([0, 1].map(|seat| tally.wins(Seat::new(seat))), [1.5, 0.5]);
        assert_eq!((a.captures, a.lost, b.captures, b.lost), (3, 2, 3, 2));
        assert_eq!((tally.games(), tally.mean_plies(), tally.mean_captures()), (2, 100.0, 3.0));
        assert!(a.rating.value > b.rating.value);
        assert_eq!([a.wins, a.draws, b.wins, b.draws, tally.draws()], [1, 1, 0, 1, 1]);
        assert_eq!(tally.pair(0, 1), Pair { before: 1, level: 1, behind: 0 });
        assert_eq!(tally.endings().collect::<Vec<_>>(), [(Reason::AllHome, 2)]);
    }

    #[test]
    fn usage_is_counted_by_robot() {
        let mut tally = Tally::new(3);
        let used = Usage { errors: 2, timeouts: 1, ..Usage::default() };
        tally.add_block(&BlockResult { usage: vec![(2, used)], ..BlockResult::default() });
        let errors: Vec<_> = tally.standings().iter().map(|s| (s.errors, s.timeouts)).collect();
        assert_eq!(errors, [(0, 0), (0, 0), (2, 1)]);
    }

    #[test]
    fn team_scores_once_per_game() {
        let mut tally = Tally::new(2);
        tally.add_block(&block(0, &[game(&[0, 1, 0, 1], &[&[0, 2], &[1, 3]])]));
        let [a, b] = &tally.standings()[..] else { panic!("two robots") };
        assert_eq!((a.score.value, b.score.value, a.games, b.games), (1.0, 0.0, 1, 1));
        assert_eq!(tally.wins(Seat::new(2)), 0.5);
    }

    #[test]
    fn tally_is_independent_of_order() {
        let games = |k: u64| {
            let winner = (k * 7 % 5 % 2) as usize;
            let order: [&[u8]; 2] = if winner == 0 { [&[0], &[1]] } else { [&[1], &[0]] };
            vec![game(&[0, 1], &order), game(&[1, 0], &[&[0], &[1]])]
        };
        let (mut forth, mut back) = (Tally::new(2), Tally::new(2));
        (0..1200).for_each(|k| forth.add_block(&block(k, &games(k))));
        (0..1200).rev().for_each(|k| back.add_block(&block(k, &games(k))));
        assert_eq!(forth, back);
        let score = forth.standings()[0].score;
        assert!(score.low < score.value && score.value < score.high);
    }

    #[test]
    fn interval_covers_the_truth_in_95_percent() {
        use rand::rngs::Xoshiro256PlusPlus;
        use rand::{RngExt, SeedableRng};
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut held = [0; 2];
        for _ in 0..400 {
            let mut tally = Tally::new(2);
            for number in 0..100 {
                let games = [[0, 1], [1, 0]].map(|robots| {
                    let first = rng.random_bool(0.7) == (robots[0] == 0);
                    game(&robots, if first { &[&[0], &[1]] } else { &[&[1], &[0]] })
                });
                tally.add_block(&block(number, &games));
            }
            let standing = &tally.standings()[0];
            let truth = [0.7, 1500.0 + 200.0 * (0.7f64 / 0.3).log10()];
            for (k, found) in [standing.score, standing.rating].iter().enumerate() {
                held[k] += usize::from(found.low <= truth[k] && truth[k] <= found.high);
            }
        }
        assert!(held.iter().all(|count| (365..=395).contains(count)), "{held:?} of 400");
    }
}
