//! Adds up the results of a tournament, in whole numbers.

use super::elo::BlockScores;
use super::histogram::Histogram;
use super::rating::{Comparisons, Estimate, ratings, wilson, wilson_with};
use super::result::{BlockResult, GameResult};
use super::student::t_95;
use crate::contract::outcome::{Outcome, Reason};
use crate::contract::seat::{Seat, SeatSet};

/// The number of parts into which a first place is divided, so that shares are whole numbers. It is
/// divisible by every number of seats that can share first place.
const PARTS_PER_FIRST_PLACE: u64 = 840;

/// Number of groups of blocks for the intervals of ratings. Up to this number of blocks, each block
/// is its own group.
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
/// let game = GameResult { seating, outcome, plies: 80, rolls: 0 };
/// let mut tally = Tally::new(2);
/// for number in 0..20 {
///     let (games, robots) = (vec![game.clone()], Vec::new());
///     tally.add_block(&BlockResult { number, games, robots });
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
    /// The number of games in which several sides shared first place.
    draws: u64,
    /// The first places of each seat, in parts.
    first_places: [u64; Seat::MAX],
    /// The number of games by the reason of their end, in the order of [`Reason::ALL`].
    endings: [u64; Reason::ALL.len()],
    robots: Vec<RobotTally>,
    groups: Vec<Comparisons>,
    /// The number of games in which each robot was placed before each other robot: a matrix, row by
    /// row.
    before: Vec<u64>,
    /// The scores of the first robot in blocks of two games, if there are two robots.
    block_scores: BlockScores,
    /// The results by pool, if some robots play alike.
    pools: Option<Pools>,
}

/// The results by pool. A pool is all robots that play alike, or one robot that plays like no
/// other.
#[derive(Clone, Debug, PartialEq)]
struct Pools {
    /// The pool of each robot.
    pool_of: Vec<usize>,
    sums: Vec<BlockSums>,
    groups: Vec<Comparisons>,
}

/// The comparison of two robots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeadToHead {
    /// The number of games in which the first robot was placed before the second.
    pub ahead: u64,
    /// The number of games in which they shared a place.
    pub ties: u64,
    /// The number of games in which the second robot was placed before the first.
    pub behind: u64,
}

/// The counts of one robot.
#[derive(Clone, Debug, Default, PartialEq)]
struct RobotTally {
    wins: u64,
    draws: u64,
    sums: BlockSums,
    captures: u64,
    pieces_lost: u64,
    errors: u64,
    timeouts: u64,
    /// The median fuel of a turn in each block, counted once for each turn of the block.
    fuel_medians: Histogram,
    fuel_max: u64,
}

/// Sums over blocks, from which a score and its interval are computed.
#[derive(Clone, Debug, Default, PartialEq)]
struct BlockSums {
    games: u64,
    /// The first places, in parts.
    parts: u64,
    /// The number of blocks with games.
    blocks: u64,
    /// The sum over blocks of the squared number of games.
    games_squared: u128,
    /// The sum over blocks of the squared number of parts.
    parts_squared: u128,
    /// The sum over blocks of games times parts.
    games_times_parts: u128,
}

/// The games of one robot in one block, and its first places there, in parts.
#[derive(Clone, Copy, Debug, Default)]
struct BlockCount {
    games: u64,
    parts: u64,
}

/// The result of a robot.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The number of games.
    pub games: u64,
    /// The number of games in which the robot alone was first.
    pub wins: u64,
    /// The number of games in which the robot shared first place with another one.
    pub draws: u64,
    /// The share of first places, from 0 to 1.
    pub score: Estimate,
    /// The rating, in Elo points.
    pub rating: Estimate,
    /// The number of opponents' planes or pieces that the robot captured.
    pub captures: u64,
    /// The number of planes or pieces that the robot lost to opponents.
    pub pieces_lost: u64,
    /// The number of turns and layouts that ended in an error or an illegal answer.
    pub errors: u64,
    /// The number of turns and layouts that used up their budget or time.
    pub timeouts: u64,
    /// The number of turns.
    pub turns: u64,
    /// The median fuel of a turn: the median over all turns of the median in their block.
    pub fuel_median: u64,
    /// The most fuel that a turn used.
    pub fuel_max: u64,
}

impl Tally {
    /// Creates an empty tally for this number of robots.
    pub fn new(robots: usize) -> Self {
        Self {
            games: 0,
            plies: 0,
            rolls: 0,
            draws: 0,
            first_places: [0; Seat::MAX],
            endings: [0; Reason::ALL.len()],
            robots: vec![RobotTally::default(); robots],
            groups: vec![Comparisons::new(robots); GROUPS as usize],
            before: vec![0; robots * robots],
            block_scores: BlockScores::default(),
            pools: None,
        }
    }

    /// Creates an empty tally that also adds up the results of each pool. `kinds` has a number for
    /// each robot, equal for robots that play alike.
    pub fn with_pools(kinds: &[u8]) -> Self {
        let mut distinct: Vec<u8> = Vec::new();
        for kind in kinds {
            if !distinct.contains(kind) {
                distinct.push(*kind);
            }
        }
        let pool = |kind: &u8| distinct.iter().position(|other| other == kind).unwrap_or_default();
        let count = distinct.len();
        // A single pool has no other pool to be compared with.
        let pools = (1 < count && count < kinds.len()).then(|| Pools {
            pool_of: kinds.iter().map(pool).collect(),
            sums: vec![BlockSums::default(); count],
            groups: vec![Comparisons::new(count); GROUPS as usize],
        });
        Self { pools, ..Self::new(kinds.len()) }
    }

    /// Adds the result of a block.
    pub fn add_block(&mut self, result: &BlockResult) {
        let mut block_counts = vec![BlockCount::default(); self.robots.len()];
        for game in &result.games {
            self.games += 1;
            self.plies += u64::from(game.plies);
            self.rolls += u64::from(game.rolls);
            self.endings[game.outcome.reason as usize] += 1;
            self.add_first_places(game, &mut block_counts);
            self.compare(game, (result.number % GROUPS) as usize);
        }
        if let ([BlockCount { games: 2, parts }, _], [_, _]) =
            (&block_counts[..], &result.games[..])
        {
            let half_points = (4 * parts + PARTS_PER_FIRST_PLACE) / (2 * PARTS_PER_FIRST_PLACE);
            self.block_scores.add(half_points);
        }
        if let Some(Pools { pool_of, sums, .. }) = &mut self.pools {
            let mut pool_counts = vec![BlockCount::default(); sums.len()];
            for (pool, count) in pool_of.iter().zip(&block_counts) {
                pool_counts[*pool].games += count.games;
                pool_counts[*pool].parts += count.parts;
            }
            sums.iter_mut().zip(pool_counts).for_each(|(sums, count)| sums.add(count));
        }
        for (tally, count) in self.robots.iter_mut().zip(block_counts) {
            tally.sums.add(count);
        }
        for (robot, counts) in &result.robots {
            let Some(tally) = self.robots.get_mut(usize::from(*robot)) else { continue };
            tally.captures += counts.captures;
            tally.pieces_lost += counts.pieces_lost;
            tally.errors += counts.errors;
            tally.timeouts += counts.timeouts;
            tally.fuel_medians.add_times(counts.fuel.median, counts.fuel.turns);
            tally.fuel_max = tally.fuel_max.max(counts.fuel.max);
        }
    }

    /// Counts the first places, wins and draws of a game. `block_counts` has the counts of each
    /// robot in the current block.
    fn add_first_places(&mut self, game: &GameResult, block_counts: &mut [BlockCount]) {
        let winners = game.outcome.places.first().copied().unwrap_or_default();
        let parts_per_seat = PARTS_PER_FIRST_PLACE / winners.len().max(1) as u64;
        for seat in winners.iter() {
            self.first_places[seat.index()] += parts_per_seat;
        }
        let is_drawn = game.is_drawn();
        self.draws += u64::from(is_drawn);
        for (robot, seats) in game.sides() {
            let winning_seats = seats.intersection(winners).len() as u64;
            let count = &mut block_counts[robot];
            count.games += 1;
            count.parts += winning_seats * parts_per_seat;
            let tally = &mut self.robots[robot];
            tally.draws += u64::from(winning_seats > 0 && is_drawn);
            tally.wins += u64::from(winning_seats > 0 && !is_drawn);
        }
    }

    /// Compares all pairs of robots in a game by place. A team has the place of its best seat.
    fn compare(&mut self, game: &GameResult, group: usize) {
        let with_place = |(robot, seats): (usize, SeatSet)| {
            let best_place = seats.iter().filter_map(|seat| place_of(&game.outcome, seat)).min()?;
            Some((robot, best_place))
        };
        let placed: Vec<(usize, usize)> = game.sides().filter_map(with_place).collect();
        let robots = self.robots.len();
        for (index, (a, place_a)) in placed.iter().enumerate() {
            for (b, place_b) in &placed[index + 1..] {
                self.groups[group].add(*a, *b, place_a.cmp(place_b));
                if let Some(Pools { pool_of, groups, .. }) = &mut self.pools
                    && pool_of[*a] != pool_of[*b]
                {
                    groups[group].add(pool_of[*a], pool_of[*b], place_a.cmp(place_b));
                }
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

    /// Returns the reasons why games ended, each with its number of games.
    pub fn endings(&self) -> impl Iterator<Item = (Reason, u64)> + '_ {
        Reason::ALL.into_iter().zip(self.endings).filter(|(_, games)| *games > 0)
    }

    /// Returns the comparison of a robot with another one.
    pub fn head_to_head(&self, robot: usize, other: usize) -> HeadToHead {
        let robots = self.robots.len();
        let half_points: u64 =
            self.groups.iter().map(|group| group.half_points(robot, other)).sum();
        let ahead = self.before[robot * robots + other];
        let behind = self.before[other * robots + robot];
        HeadToHead { ahead, ties: half_points - 2 * ahead, behind }
    }

    /// Returns the scores of the first robot in the blocks, if it has a single opponent. An
    /// incomplete block is not counted.
    pub fn block_scores(&self) -> Option<BlockScores> {
        (self.robots.len() == 2).then_some(self.block_scores)
    }

    /// Returns the number of first places of a seat. A shared first place counts as a fraction.
    pub fn first_places(&self, seat: Seat) -> f64 {
        self.first_places[seat.index()] as f64 / PARTS_PER_FIRST_PLACE as f64
    }

    /// Returns the mean number of plies of a game.
    pub fn mean_plies(&self) -> f64 {
        self.mean(self.plies)
    }

    /// Returns the mean number of rolls of a game.
    pub fn mean_rolls(&self) -> f64 {
        self.mean(self.rolls)
    }

    /// Returns the mean number of planes or pieces captured in a game.
    pub fn mean_captures(&self) -> f64 {
        self.mean(self.robots.iter().map(|robot| robot.captures).sum())
    }

    /// Returns the mean over games.
    fn mean(&self, sum: u64) -> f64 {
        sum as f64 / self.games.max(1) as f64
    }

    /// Returns each robot's share of first places, 0 for robots without games.
    pub fn scores(&self) -> Vec<f64> {
        self.robots.iter().map(|tally| tally.sums.share()).collect()
    }

    /// Returns the results of all robots, by number.
    pub fn standings(&self) -> Vec<Standing> {
        let estimates = ratings(&self.groups, &vec![1.0; self.robots.len()]);
        self.robots.iter().zip(estimates).map(|(tally, rating)| tally.standing(rating)).collect()
    }

    /// Returns the pools of two or more robots: the numbers of the robots, and their common result.
    /// A game with several robots of a pool counts once for each of them. The rating is that of one
    /// robot, so comparisons between robots of a pool do not count.
    pub fn pools(&self) -> Vec<(Vec<usize>, Standing)> {
        let Some(Pools { pool_of, sums, groups }) = &self.pools else { return Vec::new() };
        let members = |pool: usize| -> Vec<usize> {
            (0..pool_of.len()).filter(|robot| pool_of[*robot] == pool).collect()
        };
        let weights: Vec<f64> = (0..sums.len()).map(|pool| members(pool).len() as f64).collect();
        let estimates = ratings(groups, &weights);
        let standing = |(pool, (sums, rating)): (usize, (&BlockSums, Estimate))| {
            let members = members(pool);
            let mut together = RobotTally { sums: sums.clone(), ..RobotTally::default() };
            members.iter().for_each(|robot| together.add_counts(&self.robots[*robot]));
            (members, together.standing(rating))
        };
        let all = sums.iter().zip(estimates).enumerate().map(standing);
        all.filter(|(members, _)| members.len() > 1).collect()
    }
}

impl RobotTally {
    /// Adds the counts of another robot, except its sums over blocks.
    fn add_counts(&mut self, other: &Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.captures += other.captures;
        self.pieces_lost += other.pieces_lost;
        self.errors += other.errors;
        self.timeouts += other.timeouts;
        self.fuel_medians.merge(&other.fuel_medians);
        self.fuel_max = self.fuel_max.max(other.fuel_max);
    }

    fn standing(&self, rating: Estimate) -> Standing {
        Standing {
            games: self.sums.games,
            wins: self.wins,
            draws: self.draws,
            score: self.sums.score(),
            rating,
            captures: self.captures,
            pieces_lost: self.pieces_lost,
            errors: self.errors,
            timeouts: self.timeouts,
            turns: self.fuel_medians.count(),
            fuel_median: self.fuel_medians.quantile(0.5),
            fuel_max: self.fuel_max,
        }
    }
}

impl BlockSums {
    /// Adds the counts of a block.
    fn add(&mut self, count: BlockCount) {
        self.games += count.games;
        self.parts += count.parts;
        self.blocks += u64::from(count.games > 0);
        let (games, parts) = (u128::from(count.games), u128::from(count.parts));
        self.games_squared += games * games;
        self.parts_squared += parts * parts;
        self.games_times_parts += games * parts;
    }

    /// Returns the share of first places.
    fn share(&self) -> f64 {
        self.parts as f64 / PARTS_PER_FIRST_PLACE as f64 / self.games.max(1) as f64
    }

    /// Returns the share of first places with Wilson's interval. The games of a block have the same
    /// dice, so the sum of their results varies less than that of independent games. The interval
    /// is therefore computed for the number of independent games that would have the variance
    /// observed between blocks. Its quantile is that of Student's t distribution, because few
    /// blocks give an uncertain variance.
    fn score(&self) -> Estimate {
        /// The largest variance that counts as a rounding error.
        const MAX_ROUNDING_ERROR: f64 = 1e-12;
        let games = self.games as f64;
        if self.games == 0 {
            return Estimate { value: 0.0, low: 0.0, high: 1.0 };
        }
        let share = self.share();
        let parts = PARTS_PER_FIRST_PLACE as f64;
        // The sum over blocks of (first places - share * games)^2, multiplied out.
        let squared_deviations = self.parts_squared as f64 / parts / parts
            - 2.0 * share * self.games_times_parts as f64 / parts
            + share * share * self.games_squared as f64;
        let blocks = self.blocks as f64;
        let variance = squared_deviations / games / games * blocks / (blocks - 1.0).max(1.0);
        if variance <= MAX_ROUNDING_ERROR || self.blocks < 2 {
            return wilson(share, games);
        }
        wilson_with(t_95(self.blocks - 1), share, share * (1.0 - share) / variance)
    }
}

/// Returns the place of a seat, 0 for the first.
fn place_of(outcome: &Outcome, seat: Seat) -> Option<usize> {
    outcome.places.iter().position(|set: &SeatSet| set.contains(seat))
}

#[cfg(test)]
mod tests {
    use super::super::result::{FuelUse, RobotCounts};
    use super::super::schedule::SeatAssignment;
    use super::*;

    /// Returns a game of these robots, one on each seat from 0, with the seats at each place.
    fn game(robots: &[u8], places: &[&[u8]]) -> GameResult {
        let mut seating = SeatAssignment::default();
        robots.iter().enumerate().for_each(|(seat, robot)| seating[seat] = Some(*robot));
        let to_set = |seats: &&[u8]| seats.iter().map(|seat| Seat::new(*seat)).collect();
        let places = places.iter().map(to_set).collect();
        let outcome = Outcome { places, reason: Reason::AllHome };
        GameResult { seating, outcome, plies: 100, rolls: 100 }
    }

    fn block(block: u64, games: &[GameResult]) -> BlockResult {
        BlockResult { number: block, games: games.to_vec(), robots: Vec::new() }
    }

    #[test]
    fn shared_first_places_count_as_fractions() {
        let mut tally = Tally::new(2);
        let games = [game(&[0, 1], &[&[0], &[1]]), game(&[1, 0], &[&[0, 1]])];
        tally.add_block(&block(0, &games));
        let [a, b] = &tally.standings()[..] else { panic!("two robots") };
        assert_eq!((a.score.value, b.score.value), (0.75, 0.25));
        assert_eq!(tally.scores(), [0.75, 0.25]);
        assert_eq!([0, 1].map(|seat| tally.first_places(Seat::new(seat))), [1.5, 0.5]);
        assert_eq!((tally.games(), tally.mean_plies()), (2, 100.0));
        assert!(a.rating.value > b.rating.value);
        assert_eq!([a.wins, a.draws, b.wins, b.draws, tally.draws()], [1, 1, 0, 1, 1]);
        assert_eq!(tally.head_to_head(0, 1), HeadToHead { ahead: 1, ties: 1, behind: 0 });
        assert_eq!(tally.endings().collect::<Vec<_>>(), [(Reason::AllHome, 2)]);
        assert_eq!(tally.block_scores(), Some(BlockScores([0, 0, 0, 1, 0])));
    }

    #[test]
    fn counts_are_added_by_robot() {
        let mut tally = Tally::new(3);
        for (block, median) in [(0, 5), (1, 6), (2, 7)] {
            let fuel = FuelUse { turns: 10, median, max: 2 * median };
            let counts = RobotCounts {
                captures: 3,
                pieces_lost: 2,
                fuel,
                errors: 2,
                ..RobotCounts::default()
            };
            let games = vec![game(&[2, 0], &[&[0], &[1]])];
            tally.add_block(&BlockResult { number: block, games, robots: vec![(2, counts)] });
        }
        let standings = tally.standings();
        let errors: Vec<_> = standings.iter().map(|s| (s.errors, s.timeouts)).collect();
        assert_eq!(errors, [(0, 0), (0, 0), (6, 0)]);
        let last = &standings[2];
        assert_eq!((last.captures, last.pieces_lost, tally.mean_captures()), (9, 6, 3.0));
        assert_eq!((last.turns, last.fuel_median, last.fuel_max), (30, 6, 14));
    }

    #[test]
    fn robots_that_play_alike_are_pooled() {
        let mut tally = Tally::with_pools(&[0, 1, 1]);
        for number in 0..20 {
            // Robot 0 wins three games of four, and the others alternate.
            let (second, third) = if number % 2 == 0 { (1, 2) } else { (2, 1) };
            let places: [&[u8]; 3] = if number % 4 == 0 {
                [&[second], &[0], &[third]]
            } else {
                [&[0], &[second], &[third]]
            };
            tally.add_block(&block(number, &[game(&[0, 1, 2], &places)]));
        }
        let pools = tally.pools();
        let [(robots, pool)] = &pools[..] else { panic!("one pool") };
        assert_eq!((robots, pool.games, pool.wins), (&vec![1, 2], 40, 5));
        assert_eq!(pool.score.value, 0.125);
        let rows = tally.standings();
        let mean = f64::midpoint(rows[1].rating.value, rows[2].rating.value);
        assert!((pool.rating.value - mean).abs() < 20.0, "{pool:?}");
        let width = |standing: &Standing| standing.rating.high - standing.rating.low;
        assert!(width(pool) < width(&rows[1]));
        for kinds in [&[0, 1, 2][..], &[0, 0, 0]] {
            assert!(Tally::with_pools(kinds).pools().is_empty());
        }
    }

    #[test]
    fn team_scores_once_per_game() {
        let mut tally = Tally::new(2);
        tally.add_block(&block(0, &[game(&[0, 1, 0, 1], &[&[0, 2], &[1, 3]])]));
        let [a, b] = &tally.standings()[..] else { panic!("two robots") };
        assert_eq!((a.score.value, b.score.value, a.games, b.games), (1.0, 0.0, 1, 1));
        assert_eq!(tally.first_places(Seat::new(2)), 0.5);
    }

    #[test]
    fn tally_is_independent_of_order() {
        let games = |number: u64| {
            // A pattern in which both robots win some games.
            let winner = number * 7 % 5 % 2;
            let places: [&[u8]; 2] = if winner == 0 { [&[0], &[1]] } else { [&[1], &[0]] };
            vec![game(&[0, 1], &places), game(&[1, 0], &[&[0], &[1]])]
        };
        let (mut ascending, mut descending) = (Tally::new(2), Tally::new(2));
        (0..1200).for_each(|number| ascending.add_block(&block(number, &games(number))));
        (0..1200).rev().for_each(|number| descending.add_block(&block(number, &games(number))));
        assert_eq!(ascending, descending);
        let score = ascending.standings()[0].score;
        assert!(score.low < score.value && score.value < score.high);
    }

    /// Robot 0 wins each game with probability 0.7. Its true score and rating must lie in 95 % of
    /// the intervals, within the bounds of chance.
    #[test]
    fn interval_covers_the_truth_in_95_percent() {
        use rand::rngs::Xoshiro256PlusPlus;
        use rand::{RngExt, SeedableRng};
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut covered = [0; 2];
        for _ in 0..400 {
            let mut tally = Tally::new(2);
            for number in 0..100 {
                let games = [[0, 1], [1, 0]].map(|robots| {
                    let robot_0_wins = rng.random_bool(0.7);
                    let seat_0_wins = robot_0_wins == (robots[0] == 0);
                    game(&robots, if seat_0_wins { &[&[0], &[1]] } else { &[&[1], &[0]] })
                });
                tally.add_block(&block(number, &games));
            }
            let standing = &tally.standings()[0];
            let truth = [0.7, 1500.0 + 200.0 * (0.7f64 / 0.3).log10()];
            for (index, estimate) in [standing.score, standing.rating].iter().enumerate() {
                let is_covered = estimate.low <= truth[index] && truth[index] <= estimate.high;
                covered[index] += usize::from(is_covered);
            }
        }
        assert!(covered.iter().all(|count| (365..=395).contains(count)), "{covered:?} of 400");
    }
}
