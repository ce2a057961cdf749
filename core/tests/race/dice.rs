//! Tests of the dice: known answers, and uniformity over many games.

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::Step;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::{Race, Rules};
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record};

/// The first 24 rolls of some numbered seeds, computed by a program in another language.
const KNOWN_ROLLS: [(u64, &str); 5] = [
    (0, "555555432444513655324516"),
    (1, "664612332333315343543165"),
    (2, "365625535233155433265165"),
    (7, "632154366121235626224516"),
    (20_261_122, "111516242432663624245322"),
];

/// The usual range of chi-square, by degrees of freedom. Fair dice are outside in 2 of 1,000
/// trials.
const USUAL_RANGES: [(usize, f64, f64); 3] =
    [(5, 0.14, 20.75), (20, 5.83, 45.44), (35, 14.6, 66.72)];

#[test]
fn known_seeds_give_known_rolls() {
    for (number, rolls) in KNOWN_ROLLS {
        let seed = Seed::from_number(number);
        let found: String = (0..24).map(|k| char::from(b'0' + seed.roll(k))).collect();
        assert_eq!(found, rolls, "seed {number}");
    }
}

#[test]
fn robot_stream_of_a_known_seed_is_known() {
    // The SHA-256 of the seed, a label, the seat and the ply, computed by another program.
    let known = "b7876eb09914848ea883feaa8daf43de0edb0050ea04886f5e5e2eebdbccd04b";
    let stream = Seed::from_number(7).robot_stream(Seat::new(2), 41);
    let start: String = stream.start().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(start, known);
    assert_eq!(format!("{stream:?}"), "RobotStream(..)", "a log line shows nothing of the seed");
}

#[test]
fn game_rolls_follow_its_seed() {
    for (number, rolls) in KNOWN_ROLLS {
        let rules = Rules::preset("flying").unwrap();
        let players = (0..4).map(|seat| (Seat::new(seat), Player::human("A"))).collect();
        let seed = Seed::from_number(number);
        let record = Record::<Race>::new("flying", rules, players, Default::default(), seed);
        let mut session = Session::new(record).unwrap();
        // Choosing an action uses up no roll.
        let mut rolled = String::new();
        while rolled.len() < rolls.len() {
            if let Some(action) = session.actions().first() {
                session.act(session.state().seat_to_move(), *action).unwrap();
                continue;
            }
            session.roll().unwrap();
            let Some(Step::Chance(die)) = session.record().steps.last() else { panic!("no die") };
            rolled.push(char::from(b'0' + die));
        }
        assert_eq!(rolled, rolls, "seed {number}");
    }
}

/// Returns Pearson's chi-square of counts that should be uniform.
fn chi_square(counts: &[u32]) -> f64 {
    let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    counts.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum()
}

/// Checks that a chi-square is in its usual range.
#[track_caller]
#[allow(clippy::print_stdout, reason = "the trial shows how even they are")]
fn assert_usual(what: &str, freedom: usize, found: f64) {
    let (_, low, high) = USUAL_RANGES.into_iter().find(|(known, ..)| *known == freedom).unwrap();
    println!("{what}: chi-square {found:.2}, fair between {low} and {high}");
    assert!((low..high).contains(&found), "{what}: chi-square {found}");
}

#[test]
fn dice_are_even_over_200_000_seeds() {
    const SEEDS: u64 = 200_000;
    let (mut first, mut pairs, mut neighbours) = ([0; 6], [0; 36], [0; 36]);
    // Without extra rolls, roll k of four players is that of the seat k % 4.
    let mut seats = [[0; 6]; 4];
    let mut previous_first = None;
    for number in 0..SEEDS {
        let seed = Seed::from_number(number);
        let rolls: [usize; 8] = std::array::from_fn(|k| usize::from(seed.roll(k as u64)) - 1);
        first[rolls[0]] += 1;
        pairs[6 * rolls[0] + rolls[1]] += 1;
        for (k, roll) in rolls.into_iter().enumerate() {
            seats[k % 4][roll] += 1;
        }
        if let Some(previous) = previous_first.replace(rolls[0]) {
            neighbours[6 * previous + rolls[0]] += 1;
        }
    }
    assert_usual("first die", 5, chi_square(&first));
    assert_usual("first and second die", 35, chi_square(&pairs));
    assert_usual("first dice of neighbouring seeds", 35, chi_square(&neighbours));
    assert_usual("dice by seat", 20, seats.iter().map(|seat| chi_square(seat)).sum());
}
