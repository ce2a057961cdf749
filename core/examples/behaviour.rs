//! Measures how much the behaviour of hidden pieces that have moved says about their kinds, beyond
//! facts and the layout prior.
//!
//! `cargo run --release -p qipan-core --example behaviour` reads recorded games between humans in
//! `tests/data` and prints a table. The signs of a piece multiply the probabilities of
//! `Belief::chances` by a weight for each sign and kind. The weights are learned from nine tenths
//! of the games and measured in the others (k-fold cross-validation by game). The next lines
//! show the calibration: for each tenth of the probabilities, how often these kinds were the true
//! ones. The last lines show how well the belief predicts the headquarters of a hidden Flag.

#![expect(clippy::print_stdout, reason = "an example shows its result")]

use std::collections::BTreeMap;

use qipan_core::contract::game::{Game, Step, Turn, Viewer};
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::policy::{RecordedGame, read_games};
use qipan_core::games::junqi::{BattleResult, Cell, Event, Junqi, Kind, KindProbabilities, Tile};
use qipan_core::learning::exp;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

/// The number of parts into which the games are divided.
const FOLDS: usize = 10;
/// The interval in plies between the decisions that count. Consecutive decisions show nearly the
/// same pieces.
const DECISION_INTERVAL: usize = 7;
/// Rounds of training.
const EPOCHS: usize = 2;
/// The learning rate of the first round (AdaGrad).
const LEARNING_RATE: f32 = 0.03;
/// Weight decay.
const WEIGHT_DECAY: f32 = 0.05;
/// The number of pieces in a batch.
const BATCH: usize = 64;

/// The groups of signs, and the number of values of each.
const GROUPS: [(&str, usize); 12] = [
    ("number of moves", 6),
    ("first move", 6),
    ("last move", 5),
    ("battles won as attacker", 4),
    ("battles won as defender", 3),
    ("won against a piece that never moved", 3),
    ("won against a winner", 3),
    ("approached a winner", 4),
    ("fled from an enemy", 4),
    ("stayed beside an enemy", 4),
    ("where it is", 12),
    ("start, by battles won", 12),
];

/// The moves and battles of a piece so far.
#[derive(Clone, Copy, Default)]
struct Signs {
    moves: usize,
    /// The ply of the first move.
    first_ply: usize,
    /// The ply of the last move.
    last_ply: usize,
    /// Battles won as attacker.
    attacks_won: usize,
    /// Battles won as defender.
    defences_won: usize,
    /// Attacks won against a piece that had never moved.
    wins_over_unmoved: usize,
    /// Attacks won against a piece that had won a battle.
    wins_over_winners: usize,
    /// Moves to a cell beside an enemy that had won a battle.
    approaches: usize,
    /// Moves away from moved enemies.
    escapes: usize,
    /// Plies in which the piece stayed beside a moved enemy while its army moved another piece.
    stays: usize,
}

impl Signs {
    fn wins(&self) -> usize {
        self.attacks_won + self.defences_won
    }
}

/// A hidden piece that has moved, as an enemy sees it in a decision.
struct Sample {
    /// The index of the game.
    game: usize,
    /// True in the last third of the game.
    is_late: bool,
    /// The probability of each kind according to the belief, before the signs.
    prior: KindProbabilities,
    /// The index of the true kind.
    kind: usize,
    /// The value of each group of signs.
    signs: [usize; GROUPS.len()],
}

/// Returns the number of limits that a value reaches.
fn class_of(value: usize, limits: &[usize]) -> usize {
    limits.iter().take_while(|limit| value >= **limit).count()
}

/// Reports whether a moved enemy of a seat with at least `wins` wins stands beside a cell.
fn has_enemy_beside(
    state: &Junqi,
    seat: Seat,
    cell: Cell,
    signs: &BTreeMap<Tile, Signs>,
    wins: usize,
) -> bool {
    state.board().neighbours(cell).iter().filter_map(|next| state.tile_at(next)).any(|tile| {
        let is_enemy = state.owner_of(tile).is_some_and(|owner| !state.allied(owner, seat));
        is_enemy && signs.get(&tile).is_some_and(|signs| signs.moves > 0 && signs.wins() >= wins)
    })
}

/// Adds the signs of a move to those of all pieces. `before` is the state before the move.
fn observe(before: &Junqi, event: &Event, ply: usize, signs: &mut BTreeMap<Tile, Signs>) {
    let (seat, from, to, result) = match *event {
        Event::Moved { seat, from, to } => (seat, from, to, None),
        Event::Battled { seat, from, to, result } => (seat, from, to, Some(result)),
        _ => return,
    };
    let Some(tile) = before.tile_at(from) else { return };
    let in_camp = |cell: Cell| before.board().camps().contains(cell);
    let beside = |cell: Cell, wins: usize| has_enemy_beside(before, seat, cell, signs, wins);
    let approaches = result.is_none() && beside(to, 1);
    let flees = result.is_none() && !in_camp(from) && beside(from, 0) && !beside(to, 0);
    let stay = |other: &Tile| {
        let cell = before.cell_of(*other).filter(|cell| !in_camp(*cell));
        *other != tile
            && before.owner_of(*other) == Some(seat)
            && cell.is_some_and(|cell| beside(cell, 0))
    };
    let staying: Vec<Tile> = signs.keys().copied().filter(stay).collect();
    staying.iter().for_each(|other| signs.entry(*other).or_default().stays += 1);
    let struck = before.tile_at(to);
    let struck_signs = struck.and_then(|struck| signs.get(&struck)).copied().unwrap_or_default();
    let own = signs.entry(tile).or_insert(Signs { first_ply: ply, ..Signs::default() });
    own.moves += 1;
    own.last_ply = ply;
    own.approaches += usize::from(approaches);
    own.escapes += usize::from(flees);
    match (result, struck) {
        (Some(BattleResult::AttackerSurvives), _) => {
            own.attacks_won += 1;
            own.wins_over_unmoved += usize::from(struck_signs.moves == 0);
            own.wins_over_winners += usize::from(struck_signs.wins() > 0);
        }
        (Some(BattleResult::DefenderSurvives), Some(struck)) => {
            signs.entry(struck).or_default().defences_won += 1;
        }
        _ => {}
    }
}

/// Returns the value of each group of signs of a piece on a cell.
fn values(
    state: &Junqi,
    (tile, cell, owner): (Tile, Cell, Seat),
    signs: &Signs,
    ply: usize,
) -> [usize; GROUPS.len()] {
    let board = state.board();
    let place = match () {
        () if board.camps().contains(cell) => 0,
        () if board.on_rail(cell) => 1,
        () => 2,
    };
    let land = match cell.land() {
        Some(land) if land == owner => 0,
        Some(land) if state.allied(land, owner) => 1,
        None => 2,
        Some(_) => 3,
    };
    let line = usize::from(tile.start().line().clamp(1, 6)) - 1;
    [
        class_of(signs.moves, &[2, 3, 5, 8, 13]),
        class_of(signs.first_ply, &[8, 20, 40, 80, 140]),
        class_of(ply - signs.last_ply, &[5, 13, 30, 60]),
        signs.attacks_won.min(3),
        signs.defences_won.min(2),
        signs.wins_over_unmoved.min(2),
        signs.wins_over_winners.min(2),
        signs.approaches.min(3),
        signs.escapes.min(3),
        signs.stays.min(3),
        land * 3 + place,
        line * 2 + usize::from(signs.wins() > 0),
    ]
}

/// Adds the hidden enemies that have moved, in every [`DECISION_INTERVAL`]th decision of a game.
fn add_game(number: usize, game: &RecordedGame, samples: &mut Vec<Sample>) {
    let mut state = game.start.clone();
    let mut signs: BTreeMap<Tile, Signs> = BTreeMap::new();
    for (ply, step) in game.steps.iter().enumerate() {
        if let (Turn::Seat(seat), true) = (state.turn(), ply % DECISION_INTERVAL == 0) {
            let view = state.view(Viewer::Seat(seat));
            for tile in view.tiles() {
                let seen = view.visible_tile(tile);
                let (Some(owner), Some(cell)) = (seen.owner, view.cell_of(tile)) else { continue };
                let is_hidden_enemy = seen.piece.is_none() && !state.allied(owner, seat);
                let Some(kind) = state.kind_of(tile).filter(|_| is_hidden_enemy) else { continue };
                let Some(own) = signs.get(&tile).filter(|_| seen.moved) else { continue };
                samples.push(Sample {
                    game: number,
                    is_late: ply * 3 > game.steps.len() * 2,
                    prior: view.belief().chances(tile),
                    kind: kind.index(),
                    signs: values(&state, (tile, cell, owner), own, ply),
                });
            }
        }
        let before = state.clone();
        let mut events = Vec::new();
        state.play_unchecked(step, &mut events);
        if let Some(event) = events.first().filter(|_| matches!(step, Step::Act { .. })) {
            observe(&before, event, ply, &mut signs);
        }
    }
}

/// The weights of some groups of signs.
struct Weights {
    /// The groups that count.
    uses: [bool; GROUPS.len()],
    /// The logarithm of a factor for each value of each group (rows) and each kind.
    logs: Vec<[f32; 12]>,
    /// The sums of squared gradients of `logs` (AdaGrad).
    squares: Vec<[f32; 12]>,
}

impl Weights {
    fn new(uses: [bool; GROUPS.len()]) -> Self {
        let count = GROUPS.iter().map(|(_, size)| size).sum();
        Self { uses, logs: vec![[0.0; 12]; count], squares: vec![[1e-3; 12]; count] }
    }

    /// Returns the indices of the rows for the signs of a piece.
    fn rows<'a>(&'a self, sample: &'a Sample) -> impl Iterator<Item = usize> + 'a {
        let mut start = 0;
        GROUPS.iter().zip(sample.signs).zip(self.uses).filter_map(
            move |(((_, size), value), uses)| {
                let row = start + value;
                start += size;
                uses.then_some(row)
            },
        )
    }

    /// Returns the probability of each kind.
    fn chances(&self, sample: &Sample) -> KindProbabilities {
        let mut logs = [0.0; 12];
        for row in self.rows(sample) {
            logs.iter_mut().zip(&self.logs[row]).for_each(|(sum, log)| *sum += log);
        }
        let mut chances = sample.prior;
        chances.iter_mut().zip(logs).for_each(|(chance, log)| *chance *= exp(log));
        let sum: f32 = chances.iter().sum();
        chances.map(|chance| chance / sum.max(f32::MIN_POSITIVE))
    }

    fn train(&mut self, mut samples: Vec<&Sample>) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for epoch in 0..EPOCHS {
            samples.shuffle(&mut rng);
            let rate = LEARNING_RATE * (1.0 - epoch as f32 / EPOCHS as f32);
            samples.chunks(BATCH).for_each(|batch| self.step(batch, rate));
        }
    }

    /// Moves the weights against the gradient of the mean log loss of a batch.
    fn step(&mut self, batch: &[&Sample], rate: f32) {
        let mut gradient: BTreeMap<usize, [f32; 12]> = BTreeMap::new();
        for sample in batch {
            let chances = self.chances(sample);
            for row in self.rows(sample) {
                let slopes = gradient.entry(row).or_default();
                for (kind, slope) in slopes.iter_mut().enumerate() {
                    let truth = f32::from(u8::from(kind == sample.kind));
                    *slope += (chances[kind] - truth) / batch.len() as f32;
                }
            }
        }
        for (row, slopes) in gradient {
            for (kind, slope) in slopes.into_iter().enumerate() {
                let (log, square) = (&mut self.logs[row][kind], &mut self.squares[row][kind]);
                *square += slope * slope;
                *log -= rate * (slope / square.sqrt() + WEIGHT_DECAY * *log);
            }
        }
    }
}

/// The summed log loss of a group of pieces: by the prior, and with signs.
#[derive(Clone, Copy, Default)]
struct Losses([f64; 2]);

impl Losses {
    fn add(&mut self, sample: &Sample, chances: &KindProbabilities) {
        for (sum, chances) in self.0.iter_mut().zip([&sample.prior, chances]) {
            *sum -= f64::from(chances[sample.kind].max(1e-6)).ln();
        }
    }

    fn ratio(self) -> f64 {
        self.0[1] / self.0[0]
    }
}

/// Measures some groups of signs and prints a row of the table. Returns the probabilities of all
/// samples.
fn measure(name: &str, uses: [bool; GROUPS.len()], samples: &[Sample]) -> Vec<KindProbabilities> {
    let mut by_game: BTreeMap<usize, Losses> = BTreeMap::new();
    let (mut all, mut late) = (Losses::default(), Losses::default());
    let mut predicted = vec![[0.0; 12]; samples.len()];
    for fold in 0..FOLDS {
        let mut weights = Weights::new(uses);
        weights.train(samples.iter().filter(|sample| sample.game % FOLDS != fold).collect());
        for (sample, chances) in samples.iter().zip(&mut predicted) {
            if sample.game % FOLDS == fold {
                *chances = weights.chances(sample);
                all.add(sample, chances);
                by_game.entry(sample.game).or_default().add(sample, chances);
                if sample.is_late {
                    late.add(sample, chances);
                }
            }
        }
    }
    let ratio = all.ratio();
    let squares: f64 =
        by_game.values().map(|Losses([prior, signs])| (signs - ratio * prior).powi(2)).sum();
    let margin = 1.96 * squares.sqrt() / all.0[0];
    let [gain, low, high] =
        [ratio, ratio + margin, ratio - margin].map(|ratio| 100.0 * (1.0 - ratio));
    let loss = all.0[1] / samples.len() as f64;
    let late = 100.0 * (1.0 - late.ratio());
    println!("{name:36}  {loss:.4}  {gain:5.2} ({low:5.2} to {high:5.2})  {late:5.2}");
    predicted
}

/// Prints the calibration: for each tenth of the probabilities, their mean and how often these
/// kinds were the true ones.
fn print_calibration(samples: &[Sample], predicted: &[KindProbabilities]) {
    println!("\nprobability (%)  true (%)   number");
    let mut tenths = [[0.0f64; 3]; 10];
    for (sample, chances) in samples.iter().zip(predicted) {
        for (kind, chance) in chances.iter().enumerate() {
            let tenth = &mut tenths[((chance * 10.0) as usize).min(9)];
            let truth = f64::from(u8::from(kind == sample.kind));
            for (sum, value) in tenth.iter_mut().zip([1.0, f64::from(*chance), truth]) {
                *sum += value;
            }
        }
    }
    for [number, chance, truth] in tenths {
        println!("{:15.1}  {:8.1}  {number:7}", 100.0 * chance / number, 100.0 * truth / number);
    }
}

/// How well the belief predicts the sides of hidden Flags: the number of predictions, their summed
/// log loss, and how many of them were right.
#[derive(Clone, Copy, Default)]
struct FlagSides([f64; 3]);

impl FlagSides {
    /// Adds the Flags of the enemies that are hidden in a decision.
    fn add(&mut self, state: &Junqi, seat: Seat) {
        let view = state.view(Viewer::Seat(seat));
        for tile in view.tiles() {
            let seen = view.visible_tile(tile);
            let is_hidden = seen.piece.is_none() && view.cell_of(tile).is_some();
            if is_hidden && state.kind_of(tile) == Some(Kind::Flag) {
                let chance = view.belief().chances(tile)[Kind::Flag.index()];
                let loss = -f64::from(chance.max(1e-6)).ln();
                let is_right = f64::from(u8::from(chance > 0.5));
                let values = [1.0, loss, is_right];
                self.0.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
            }
        }
    }

    fn print(self, name: &str) {
        let [number, loss, right] = self.0;
        println!("{name:36}  {:.4}  {:5.1}  {number:7}", loss / number, 100.0 * right / number);
    }
}

/// Prints how well the belief predicts the sides of Flags, in whole games and in their last thirds.
fn print_flag_sides(games: &[RecordedGame]) {
    let (mut all, mut late) = (FlagSides::default(), FlagSides::default());
    for game in games {
        let mut state = game.start.clone();
        for (ply, step) in game.steps.iter().enumerate() {
            if let (Turn::Seat(seat), true) = (state.turn(), ply % DECISION_INTERVAL == 0) {
                all.add(&state, seat);
                if ply * 3 > game.steps.len() * 2 {
                    late.add(&state, seat);
                }
            }
            state.play_unchecked(step, &mut Vec::new());
        }
    }
    println!("\n{:36}  loss    right (%)  number", "side of the Flag");
    all.print("whole games");
    late.print("last third");
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/junqi_games.txt");
    let games = read_games(&std::fs::read_to_string(file)?)?;
    let mut samples = Vec::new();
    games.iter().enumerate().for_each(|(number, game)| add_game(number, game, &mut samples));
    println!("{} games, {} moved hidden pieces in decisions\n", games.len(), samples.len());
    println!("{:36}  loss    better by (%)           late (%)", "signs");
    measure("none", [false; GROUPS.len()], &samples);
    for (group, (name, _)) in GROUPS.iter().enumerate() {
        measure(name, std::array::from_fn(|other| other == group), &samples);
    }
    let predicted = measure("all", [true; GROUPS.len()], &samples);
    print_calibration(&samples, &predicted);
    print_flag_sides(&games);
    Ok(())
}
