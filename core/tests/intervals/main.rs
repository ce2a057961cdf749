//! The coverage of the intervals of tournaments: of many simulated tournaments between robots of
//! known strengths, the intervals of 95 % must contain the truth.
//!
//! A robot's result in a game is its strength plus luck, and the largest result is placed first. The
//! luck has a Gumbel distribution, so that the chances of places are those of Bradley-Terry and
//! Plackett-Luce. Part of the luck belongs to the seat and to the robot, and is the same in all games
//! of a block, like dice and deals.

use qipan_core::contract::outcome::{Outcome, Reason};
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::tournament::{
    BlockResult, Estimate, GameResult, Schedule, SeatAssignment, Standing, Tally,
};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// The number of tournaments that are simulated for a case.
const TOURNAMENTS: u64 = 400;

/// A kind of tournament.
#[derive(Clone, Copy, Debug)]
struct Case {
    /// The strengths of the robots in logits.
    strengths: &'static [f64],
    /// The number of sides at the board.
    sides: u8,
    blocks: u64,
    /// The share of the luck that belongs to a seat, the same in all games of a block.
    seat_luck: f64,
    /// The share of the luck that belongs to a robot, the same in all games of a block.
    robot_luck: f64,
    /// The probability that a game is drawn.
    draws: f64,
}

/// Counts intervals that contain the truth.
#[derive(Default)]
struct Coverage {
    covered: u32,
    all: u32,
}

impl Coverage {
    fn add(&mut self, truth: f64, [low, high]: [f64; 2]) {
        self.all += 1;
        self.covered += u32::from(low <= truth && truth <= high);
    }

    /// Returns the covered share in percent.
    fn percent(&self) -> f64 {
        100.0 * f64::from(self.covered) / f64::from(self.all.max(1))
    }
}

/// Returns a number from the standard normal distribution (Box and Muller).
fn normal(rng: &mut Xoshiro256PlusPlus) -> f64 {
    let (radius, angle): (f64, f64) = (rng.random(), rng.random());
    (-2.0 * (1.0 - radius).ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}

/// Turns a normal number into one from the Gumbel distribution.
fn gumbel(normal: f64) -> f64 {
    let probability = libm::erfc(-normal / std::f64::consts::SQRT_2) / 2.0;
    -(-probability.ln()).ln()
}

impl Case {
    /// Simulates a tournament.
    fn play(&self, seed: u64) -> Tally {
        let robots = self.strengths.len();
        let sides = (0..self.sides).map(|seat| SeatSet::one(Seat::new(seat))).collect();
        let schedule = Schedule::new((0..robots as u8).collect(), sides, seed);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut tally = Tally::new(robots);
        for number in 0..self.blocks {
            let mut luck =
                |count: usize| -> Vec<f64> { (0..count).map(|_| normal(&mut rng)).collect() };
            let (of_seats, of_robots) = (luck(usize::from(self.sides)), luck(robots));
            let block = schedule.block(number);
            let games = block.games.iter();
            let games = games.map(|game| self.game(game.seating, &of_seats, &of_robots, &mut rng));
            tally.add_block(&BlockResult { number, games: games.collect(), robots: Vec::new() });
        }
        tally
    }

    fn game(
        &self,
        seating: SeatAssignment,
        of_seats: &[f64],
        of_robots: &[f64],
        rng: &mut Xoshiro256PlusPlus,
    ) -> GameResult {
        let mut results: Vec<(f64, u8)> = Vec::new();
        for (seat, robot) in seating.iter().enumerate().filter_map(|(s, r)| Some((s, (*r)?))) {
            let robot = usize::from(robot);
            let own = (1.0 - self.seat_luck - self.robot_luck).sqrt();
            let luck = self.seat_luck.sqrt() * of_seats[seat]
                + self.robot_luck.sqrt() * of_robots[robot]
                + own * normal(rng);
            results.push((self.strengths[robot] + gumbel(luck), seat as u8));
        }
        results.sort_by(|a, b| b.0.total_cmp(&a.0));
        let one = |(_, seat): &(f64, u8)| SeatSet::one(Seat::new(*seat));
        let places = if rng.random_bool(self.draws) {
            vec![results.iter().map(|(_, seat)| Seat::new(*seat)).collect()]
        } else {
            results.iter().map(one).collect()
        };
        let outcome = Outcome { places, reason: Reason::AllHome };
        GameResult { seating, outcome, plies: 1, rolls: 1 }
    }

    /// Returns the expected score of each robot. It plays in all selections of robots equally often.
    fn scores(&self) -> Vec<f64> {
        let robots = self.strengths.len();
        let mut sums = vec![(0.0, 0); robots];
        for lineup in 0..1u32 << robots {
            if lineup.count_ones() != u32::from(self.sides) {
                continue;
            }
            let is_there = |robot: &usize| lineup >> robot & 1 == 1;
            let odds = |robot: usize| self.strengths[robot].exp();
            let all: f64 = (0..robots).filter(is_there).map(odds).sum();
            for robot in (0..robots).filter(is_there) {
                let even = 1.0 / f64::from(self.sides);
                sums[robot].0 += self.draws * even + (1.0 - self.draws) * odds(robot) / all;
                sums[robot].1 += 1;
            }
        }
        sums.into_iter().map(|(sum, count)| sum / f64::from(count)).collect()
    }

    /// Returns the rating of each robot. Drawn games exist only between two robots here.
    fn ratings(&self) -> Vec<f64> {
        let strengths = match self.strengths {
            [_, _] => {
                self.scores().into_iter().map(|score| (score / (1.0 - score)).ln() / 2.0).collect()
            }
            many => many.to_vec(),
        };
        let mean = strengths.iter().sum::<f64>() / strengths.len() as f64;
        let points = 400.0 / std::f64::consts::LN_10;
        strengths.iter().map(|strength| 1500.0 + points * (strength - mean)).collect()
    }

    /// Simulates many tournaments. Returns the coverage of scores, ratings and Elo differences.
    fn coverage(&self) -> [Coverage; 3] {
        let [mut scores, mut ratings, mut elos] = [(); 3].map(|()| Coverage::default());
        let (true_scores, true_ratings) = (self.scores(), self.ratings());
        for seed in 0..TOURNAMENTS {
            let tally = self.play(seed);
            let standings: Vec<Standing> = tally.standings();
            let ends = |estimate: Estimate| [estimate.low, estimate.high];
            for (robot, standing) in standings.iter().enumerate() {
                scores.add(true_scores[robot], ends(standing.score));
                ratings.add(true_ratings[robot], ends(standing.rating));
            }
            if let Some(elo) = tally.block_scores().and_then(|scores| scores.elo()) {
                elos.add(true_ratings[0] - true_ratings[1], elo.interval);
            }
        }
        [scores, ratings, elos]
    }
}

/// Robots that are nearly equal, robots apart, and leagues.
const NEAR: &[f64] = &[0.0, 0.2];
const APART: &[f64] = &[0.0, 1.5];
const FAR: &[f64] = &[0.0, 3.0];
const FOUR: &[f64] = &[0.0, 0.3, 0.6, 1.2];
const SEVEN: &[f64] = &[0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 2.0];

/// The kinds of tournaments: strengths, sides, luck of seats and robots, draws.
const CASES: [(&[f64], u8, f64, f64, f64); 12] = [
    (NEAR, 2, 0.0, 0.0, 0.0),
    (NEAR, 2, 0.6, 0.1, 0.0),
    (NEAR, 2, 0.1, 0.6, 0.3),
    (NEAR, 2, 0.5, 0.0, 0.6),
    (APART, 2, 0.3, 0.3, 0.1),
    (FAR, 2, 0.3, 0.3, 0.0),
    (FOUR, 4, 0.0, 0.0, 0.0),
    (FOUR, 4, 0.6, 0.1, 0.0),
    (FOUR, 4, 0.1, 0.6, 0.0),
    (FOUR, 2, 0.3, 0.3, 0.0),
    (SEVEN, 2, 0.4, 0.2, 0.0),
    (SEVEN, 4, 0.4, 0.2, 0.0),
];

/// Checks the coverage of all kinds of tournaments of this number of blocks: 95 % within the bounds of
/// chance, three standard errors. If a robot plays in few of the blocks, an interval may be too wide.
#[expect(clippy::print_stdout, reason = "`--nocapture` shows the coverage")]
fn check(blocks: u64) {
    for (strengths, sides, seat_luck, robot_luck, draws) in CASES {
        let case = Case { strengths, sides, blocks, seat_luck, robot_luck, draws };
        let coverage = case.coverage();
        let percents = coverage.each_ref().map(Coverage::percent);
        println!("{blocks} blocks, {case:?}: scores, ratings, Elo {percents:.1?} %");
        for (coverage, percent) in coverage.iter().zip(percents) {
            let is_right = coverage.all == 0 || (91.7..99.5).contains(&percent);
            assert!(is_right, "{percent} % in tournaments of {blocks} blocks of {case:?}");
        }
        let is_duel = strengths.len() == 2;
        assert!(!is_duel || u64::from(coverage[2].all) > TOURNAMENTS * 4 / 5, "{case:?}");
    }
}

#[test]
fn intervals_of_20_blocks_cover_the_truth() {
    check(20);
}

#[test]
fn intervals_of_300_blocks_cover_the_truth() {
    check(300);
}
