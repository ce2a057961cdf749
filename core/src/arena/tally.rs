//! What the games of a tournament came to.

use super::histogram::Histogram;
use super::rating::{Comparisons, Estimate, ratings, wilson};
use super::schedule::Seating;
use crate::outcome::Outcome;
use crate::seat::{Seat, SeatSet};

/// Parts of a first place: a multiple of every number of seats that could share one.
const PARTS: u64 = 840;

/// Groups of blocks for the intervals of ratings.
const GROUPS: u64 = 64;

/// One finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Who sat where.
    pub seating: Seating,
    /// How it ended.
    pub outcome: Outcome,
    /// Its length in plies.
    pub plies: u32,
    /// Its rolls of the die, those that settle who begins not counted.
    pub rolls: u32,
    /// Planes of opponents each seat sent home.
    pub captures: [u32; Seat::MAX],
    /// Planes of each seat that opponents sent home.
    pub lost: [u32; Seat::MAX],
}

/// The counts of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    games: u64,
    plies: u64,
    rolls: u64,
    first_places: [u64; Seat::MAX],
    lines: Vec<Line>,
    groups: Vec<Comparisons>,
}

/// The counts of one robot.
#[derive(Clone, Debug, Default, PartialEq)]
struct Line {
    games: u64,
    parts: u64,
    blocks: u64,
    /// Sums over blocks of games squared, parts squared, and games times parts.
    squares: [u128; 3],
    captures: u64,
    lost: u64,
    errors: u64,
    timeouts: u64,
    fuel: Histogram,
}

/// What a robot has reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Games it played.
    pub games: u64,
    /// Its share of first places, from 0 to 1.
    pub score: Estimate,
    /// Its rating.
    pub rating: Estimate,
    /// Planes of opponents it sent home.
    pub captures: u64,
    /// Its planes that opponents sent home.
    pub lost: u64,
    /// Turns that ended in an error or an illegal answer.
    pub errors: u64,
    /// Turns that used up their budget or time.
    pub timeouts: u64,
    /// Fuel used in each turn.
    pub fuel: Histogram,
}

impl Tally {
    /// No games yet of so many robots.
    #[must_use]
    pub fn new(robots: usize) -> Self {
        Self {
            games: 0,
            plies: 0,
            rolls: 0,
            first_places: [0; Seat::MAX],
            lines: vec![Line::default(); robots],
            groups: vec![Comparisons::new(robots); GROUPS as usize],
        }
    }

    /// Counts the games of a block, all or as many as were played.
    pub fn add_block(&mut self, number: u64, games: &[Played]) {
        let mut sums = vec![(0u64, 0u64); self.lines.len()];
        for game in games {
            self.games += 1;
            self.plies += u64::from(game.plies);
            self.rolls += u64::from(game.rolls);
            self.add_first_places(game, &mut sums);
            compare(game, &mut self.groups[(number % GROUPS) as usize]);
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
    }

    fn add_first_places(&mut self, game: &Played, sums: &mut [(u64, u64)]) {
        let first = game.outcome.places.first().copied().unwrap_or_default();
        let part = PARTS / first.len().max(1) as u64;
        let mut present = vec![false; sums.len()];
        for (seat, robot) in seats(&game.seating) {
            present[robot] = true;
            if first.contains(seat) {
                sums[robot].1 += part;
                self.first_places[seat.index()] += part;
            }
        }
        sums.iter_mut().zip(present).for_each(|(sum, here)| sum.0 += u64::from(here));
    }

    /// Counts the fuel of a robot's turn.
    pub fn add_fuel(&mut self, robot: usize, fuel: u64) {
        self.lines[robot].fuel.add(fuel);
    }

    /// Counts a robot's turn that ended in an error or an illegal answer.
    pub fn add_error(&mut self, robot: usize) {
        self.lines[robot].errors += 1;
    }

    /// Counts a robot's turn that used up its budget or time.
    pub fn add_timeout(&mut self, robot: usize) {
        self.lines[robot].timeouts += 1;
    }

    /// Counts all that another tally of the same robots counted.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.plies += other.plies;
        self.rolls += other.rolls;
        let places = self.first_places.iter_mut().zip(other.first_places);
        places.for_each(|(sum, more)| *sum += more);
        self.groups.iter_mut().zip(&other.groups).for_each(|(group, more)| group.merge(more));
        for (line, more) in self.lines.iter_mut().zip(&other.lines) {
            line.games += more.games;
            line.parts += more.parts;
            line.blocks += more.blocks;
            line.squares.iter_mut().zip(more.squares).for_each(|(sum, more)| *sum += more);
            line.captures += more.captures;
            line.lost += more.lost;
            line.errors += more.errors;
            line.timeouts += more.timeouts;
            line.fuel.merge(&more.fuel);
        }
    }

    /// Games counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// First places of a seat; a shared one counts as its part.
    #[must_use]
    pub fn wins(&self, seat: Seat) -> f64 {
        self.first_places[seat.index()] as f64 / PARTS as f64
    }

    /// Plies of a game on average.
    #[must_use]
    pub fn mean_plies(&self) -> f64 {
        self.mean(self.plies)
    }

    /// Rolls of a game on average.
    #[must_use]
    pub fn mean_rolls(&self) -> f64 {
        self.mean(self.rolls)
    }

    /// Planes sent home by opponents in a game on average.
    #[must_use]
    pub fn mean_captures(&self) -> f64 {
        self.mean(self.lines.iter().map(|line| line.captures).sum())
    }

    fn mean(&self, sum: u64) -> f64 {
        sum as f64 / self.games.max(1) as f64
    }

    /// How the robots stand, in their order.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        let standing = |(line, rating): (&Line, Estimate)| Standing {
            games: line.games,
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

impl Line {
    /// The share of first places. Its interval is Wilson's for as many independent games as
    /// would spread as the blocks do: games of a block have the same dice, which makes
    /// their sum spread less.
    fn score(&self) -> Estimate {
        let games = self.games as f64;
        if self.games == 0 {
            return Estimate { value: 0.0, low: 0.0, high: 1.0 };
        }
        let share = self.parts as f64 / PARTS as f64 / games;
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

/// The seats that are taken, with their robots.
fn seats(seating: &Seating) -> impl Iterator<Item = (Seat, usize)> + Clone + '_ {
    let robots = seating.iter().enumerate();
    robots.filter_map(|(seat, robot)| Some((Seat::new(seat as u8), usize::from((*robot)?))))
}

/// Compares every two robots of a game by place, a team by its best seat.
fn compare(game: &Played, comparisons: &mut Comparisons) {
    let mut places: [Option<(usize, usize)>; Seat::MAX] = [None; Seat::MAX];
    for (seat, robot) in seats(&game.seating) {
        let Some(place) = place(&game.outcome, seat) else { continue };
        let known = places.iter_mut().flatten().find(|(other, _)| *other == robot);
        match known {
            Some((_, best)) => *best = place.min(*best),
            None => places[seat.index()] = Some((robot, place)),
        }
    }
    let placed: Vec<(usize, usize)> = places.into_iter().flatten().collect();
    for (i, (a, place_a)) in placed.iter().enumerate() {
        for (b, place_b) in &placed[i + 1..] {
            comparisons.add(*a, *b, place_a.cmp(place_b));
        }
    }
}

fn place(outcome: &Outcome, seat: Seat) -> Option<usize> {
    outcome.places.iter().position(|set: &SeatSet| set.contains(seat))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Reason;

    fn game(robots: &[u8], places: &[&[u8]]) -> Played {
        let mut seating = Seating::default();
        robots.iter().enumerate().for_each(|(seat, robot)| seating[seat] = Some(*robot));
        let set = |seats: &&[u8]| seats.iter().map(|seat| Seat::new(*seat)).collect();
        let places = places.iter().map(set).collect();
        let outcome = Outcome { places, reason: Reason::AllHome };
        let captures = [3, 0, 0, 0, 0, 0, 0, 0];
        let lost = [0, 2, 1, 0, 0, 0, 0, 0];
        Played { seating, outcome, plies: 100, rolls: 100, captures, lost }
    }

    #[test]
    fn first_places_shared_count_as_their_part() {
        let mut tally = Tally::new(2);
        tally.add_block(0, &[game(&[0, 1], &[&[0], &[1]]), game(&[1, 0], &[&[0, 1]])]);
        let [a, b] = &tally.standings()[..] else { panic!("two robots") };
        assert_eq!((a.score.value, b.score.value), (0.75, 0.25));
        assert_eq!([0, 1].map(|seat| tally.wins(Seat::new(seat))), [1.5, 0.5]);
        assert_eq!((a.captures, a.lost, b.captures, b.lost), (3, 2, 3, 2));
        assert_eq!((tally.games(), tally.mean_plies(), tally.mean_captures()), (2, 100.0, 3.0));
        assert!(a.rating.value > b.rating.value);
    }

    #[test]
    fn a_team_scores_once_a_game() {
        let mut tally = Tally::new(2);
        tally.add_block(0, &[game(&[0, 1, 0, 1], &[&[0, 2], &[1, 3]])]);
        let [a, b] = &tally.standings()[..] else { panic!("two robots") };
        assert_eq!((a.score.value, b.score.value, a.games, b.games), (1.0, 0.0, 1, 1));
        assert_eq!(tally.wins(Seat::new(2)), 0.5);
    }

    #[test]
    fn the_order_of_counting_does_not_matter() {
        let games = |k: u64| {
            let winner = (k * 7 % 5 % 2) as usize;
            let order: [&[u8]; 2] = if winner == 0 { [&[0], &[1]] } else { [&[1], &[0]] };
            vec![game(&[0, 1], &order), game(&[1, 0], &[&[0], &[1]])]
        };
        let (mut forth, mut back) = (Tally::new(2), Tally::new(2));
        (0..200).for_each(|k| forth.add_block(k, &games(k)));
        for k in (0..200).rev() {
            let mut one = Tally::new(2);
            one.add_block(k, &games(k));
            back.merge(&one);
        }
        assert_eq!(forth, back);
        let score = forth.standings()[0].score;
        assert!(score.low < score.value && score.value < score.high);
    }

    #[test]
    fn an_interval_holds_the_truth_about_19_times_in_20() {
        use rand::rngs::Xoshiro256PlusPlus;
        use rand::{RngExt, SeedableRng};
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut held = [0; 2];
        for _ in 0..400 {
            let mut tally = Tally::new(2);
            for block in 0..100 {
                let games = [[0, 1], [1, 0]].map(|robots| {
                    let first = rng.random_bool(0.7) == (robots[0] == 0);
                    game(&robots, if first { &[&[0], &[1]] } else { &[&[1], &[0]] })
                });
                tally.add_block(block, &games);
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
