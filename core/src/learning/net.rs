//! The quantised network for inference: integers, small enough to be embedded in the program.

use super::softmax::softmax;

/// The amount of an input that is fully active.
pub const SCALE: i16 = 64;

/// The integer that stands for 1 in the activations of the hidden layer and in the weights of
/// inputs.
const HIDDEN_SCALE: f32 = 1024.0;

/// The integer that stands for 1 in the weights from the hidden layer to the outputs.
const OUTPUT_SCALE: f32 = 2048.0;

/// The first bytes of every network file: the format and its version.
const MAGIC: [u8; 8] = *b"qipnet 1";

/// The number of bytes before the weights: [`MAGIC`], then the numbers of inputs, hidden units and
/// sides in four bytes each.
const HEAD_LENGTH: usize = MAGIC.len() + 3 * 4;

/// One active input of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// The index of the input, from 0.
    pub index: u16,
    /// The amount, in units of 1 / [`SCALE`].
    pub amount: i16,
}

impl Input {
    /// Creates a fully active input.
    pub const fn on(index: usize) -> Self {
        Self { index: index as u16, amount: SCALE }
    }

    /// Creates an input of any amount, rounded towards 0 to units of 1 / [`SCALE`] and clamped to
    /// -500..=500.
    ///
    /// # Examples
    /// ```
    /// use qipan_core::learning::{Input, SCALE};
    ///
    /// assert_eq!(Input::scaled(3, 1.0), Input::on(3));
    /// assert_eq!(Input::scaled(3, -0.5).amount, -SCALE / 2);
    /// ```
    pub fn scaled(index: usize, amount: f32) -> Self {
        Self {
            index: index as u16,
            amount: (amount.clamp(-500.0, 500.0) * f32::from(SCALE)) as i16,
        }
    }
}

/// The hidden layer of a position before clipping, and the sums of the skip connections. Inputs can
/// be added and removed in any order, and the sums stay exact.
///
/// The absolute value of a sum must stay below 32 times the integer that stands for 1, or the sum
/// would overflow. A [`super::Trainer`] keeps every weight between -1 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accumulator<const HIDDEN: usize, const SIDES: usize> {
    hidden: [i16; HIDDEN],
    skip: [i16; SIDES],
}

/// A network with `HIDDEN` hidden units for `SIDES` sides.
///
/// # Examples
/// ```
/// use qipan_core::learning::{Input, Net, Trainer};
///
/// let net: Net<16, 2> = Trainer::new(10, 1).net();
/// let mut accumulator = net.accumulator(&[Input::on(3), Input::on(7)]);
/// net.remove(&mut accumulator, Input::on(7));
/// assert_eq!(accumulator, net.accumulator(&[Input::on(3)]));
/// let [first, second] = net.evaluate(&accumulator, 0b11);
/// assert!((first + second - 1.0).abs() < 1e-6);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net<const HIDDEN: usize, const SIDES: usize> {
    /// The weights from each input to the hidden layer.
    hidden: Vec<[i16; HIDDEN]>,
    /// The weights of the skip connections from each input to the sides.
    skip: Vec<[i16; SIDES]>,
    hidden_bias: [i16; HIDDEN],
    skip_bias: [i16; SIDES],
    /// The weights from the hidden layer to each side.
    output: [[i16; HIDDEN]; SIDES],
}

/// The weights of a network in floating point. The fields are those of a [`Net`].
#[derive(Clone, Debug)]
pub(super) struct Weights<const HIDDEN: usize, const SIDES: usize> {
    pub(super) hidden: Vec<[f32; HIDDEN]>,
    pub(super) skip: Vec<[f32; SIDES]>,
    pub(super) hidden_bias: [f32; HIDDEN],
    pub(super) skip_bias: [f32; SIDES],
    pub(super) output: [[f32; HIDDEN]; SIDES],
}

/// The error for bytes that are not a network of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "these bytes are not a network of {inputs} inputs, {hidden} hidden units and {sides} sides"
)]
pub struct NetFormatError {
    inputs: usize,
    hidden: usize,
    sides: usize,
}

impl<const HIDDEN: usize, const SIDES: usize> Net<HIDDEN, SIDES> {
    /// The largest weight from the hidden layer to an output with which no sum can overflow.
    const MAX_OUTPUT_WEIGHT: i16 = {
        let largest = i32::MAX / (HIDDEN_SCALE as i32 * HIDDEN as i32 + 1);
        if largest < i16::MAX as i32 { largest as i16 } else { i16::MAX }
    };

    /// Creates a network whose weights are all 0, so that it gives every side the same share.
    pub fn zeros(inputs: usize) -> Self {
        Self {
            hidden: vec![[0; HIDDEN]; inputs],
            skip: vec![[0; SIDES]; inputs],
            hidden_bias: [0; HIDDEN],
            skip_bias: [0; SIDES],
            output: [[0; HIDDEN]; SIDES],
        }
    }

    /// Converts weights to integers.
    pub(super) fn quantised(weights: &Weights<HIDDEN, SIDES>) -> Self {
        let quantise_hidden = |weight: f32| quantise(weight * HIDDEN_SCALE);
        let quantise_output = |weight: f32| {
            quantise(weight * OUTPUT_SCALE).clamp(-Self::MAX_OUTPUT_WEIGHT, Self::MAX_OUTPUT_WEIGHT)
        };
        Self {
            hidden: weights.hidden.iter().map(|row| row.map(quantise_hidden)).collect(),
            skip: weights.skip.iter().map(|row| row.map(quantise_hidden)).collect(),
            hidden_bias: weights.hidden_bias.map(quantise_hidden),
            skip_bias: weights.skip_bias.map(quantise_hidden),
            output: weights.output.map(|row| row.map(quantise_output)),
        }
    }

    /// Returns the number of inputs.
    pub fn inputs(&self) -> usize {
        self.hidden.len()
    }

    /// Creates the accumulator of a position with these inputs.
    #[inline]
    pub fn accumulator(&self, inputs: &[Input]) -> Accumulator<HIDDEN, SIDES> {
        let mut accumulator = Accumulator { hidden: self.hidden_bias, skip: self.skip_bias };
        inputs.iter().for_each(|input| self.add(&mut accumulator, *input));
        accumulator
    }

    /// Adds an input to the accumulator of a position. Ignores an index out of range.
    #[inline]
    pub fn add(&self, accumulator: &mut Accumulator<HIDDEN, SIDES>, input: Input) {
        self.change(accumulator, input, i16::wrapping_add);
    }

    /// Removes an input from the accumulator of a position. Ignores an index out of range.
    #[inline]
    pub fn remove(&self, accumulator: &mut Accumulator<HIDDEN, SIDES>, input: Input) {
        self.change(accumulator, input, i16::wrapping_sub);
    }

    #[inline(always)]
    fn change(
        &self,
        accumulator: &mut Accumulator<HIDDEN, SIDES>,
        input: Input,
        change: impl Fn(i16, i16) -> i16,
    ) {
        let index = usize::from(input.index);
        let (Some(hidden), Some(skip)) = (self.hidden.get(index), self.skip.get(index)) else {
            return;
        };
        if input.amount == SCALE {
            change_sums(&mut accumulator.hidden, hidden, &change);
            change_sums(&mut accumulator.skip, skip, &change);
        } else {
            // Each product is rounded separately, so that the order of inputs does not matter.
            let scaled = |weight: i16| {
                (i32::from(weight) * i32::from(input.amount) / i32::from(SCALE)) as i16
            };
            change_sums(&mut accumulator.hidden, hidden, |sum, weight| change(sum, scaled(weight)));
            change_sums(&mut accumulator.skip, skip, |sum, weight| change(sum, scaled(weight)));
        }
    }

    /// Returns each side's share of the win. `sides` has a bit for each side that takes part.
    /// The share of any other side is 0.
    #[inline]
    pub fn evaluate(&self, accumulator: &Accumulator<HIDDEN, SIDES>, sides: u8) -> [f32; SIDES] {
        let clipped = accumulator.hidden.map(|sum| sum.clamp(0, HIDDEN_SCALE as i16));
        let mut logits = [0.0; SIDES];
        for (side, logit) in logits.iter_mut().enumerate() {
            let pairs = clipped.iter().zip(&self.output[side]);
            let products =
                pairs.map(|(activation, weight)| i32::from(*activation) * i32::from(*weight));
            let sum = products.fold(0, i32::wrapping_add);
            *logit = sum as f32 / (HIDDEN_SCALE * OUTPUT_SCALE)
                + f32::from(accumulator.skip[side]) / HIDDEN_SCALE;
        }
        softmax(&logits, sides)
    }

    /// Returns the network as bytes: the magic bytes, the sizes, and every weight as two bytes,
    /// little-endian.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for size in [self.inputs(), HIDDEN, SIDES] {
            bytes.extend((size as u32).to_le_bytes());
        }
        let rows = self.hidden.iter().zip(&self.skip);
        let inputs = rows.flat_map(|(hidden, skip)| hidden.iter().chain(skip));
        let biases = self.hidden_bias.iter().chain(&self.skip_bias);
        let output = self.output.iter().flatten();
        let weights = inputs.chain(biases).chain(output);
        bytes.extend(weights.flat_map(|weight| weight.to_le_bytes()));
        bytes
    }

    /// Reads a network of `inputs` inputs that [`Net::to_bytes`] wrote.
    ///
    /// # Examples
    /// ```
    /// use qipan_core::learning::{Net, Trainer};
    ///
    /// let net: Net<16, 2> = Trainer::new(10, 1).net();
    /// assert_eq!(Net::from_bytes(10, &net.to_bytes()), Ok(net.clone()));
    /// let why = Net::<16, 2>::from_bytes(11, &net.to_bytes()).expect_err("it has 10 inputs");
    /// assert!(why.to_string().contains("11 inputs"));
    /// ```
    pub fn from_bytes(inputs: usize, bytes: &[u8]) -> Result<Self, NetFormatError> {
        let mut net = Self::zeros(inputs);
        // The biases are one more row of weights.
        let weight_count = (inputs + 1) * (HIDDEN + SIDES) + HIDDEN * SIDES;
        let length = HEAD_LENGTH + 2 * weight_count;
        let sizes = [inputs, HIDDEN, SIDES].map(|size| (size as u32).to_le_bytes());
        let is_head_valid = bytes.starts_with(&MAGIC)
            && bytes.get(MAGIC.len()..HEAD_LENGTH) == Some(sizes.as_flattened());
        if !is_head_valid || bytes.len() != length {
            return Err(NetFormatError { inputs, hidden: HIDDEN, sides: SIDES });
        }
        let mut weights = bytes[HEAD_LENGTH..]
            .chunks_exact(2)
            .map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]]));
        let mut fill = |row: &mut [i16]| {
            for (place, weight) in row.iter_mut().zip(&mut weights) {
                *place = weight;
            }
        };
        for (hidden, skip) in net.hidden.iter_mut().zip(&mut net.skip) {
            fill(hidden);
            fill(skip);
        }
        fill(&mut net.hidden_bias);
        fill(&mut net.skip_bias);
        for row in &mut net.output {
            fill(row);
        }
        Ok(net)
    }
}

/// Adds weights to sums, or subtracts them, as `change` does.
#[inline(always)]
fn change_sums(sums: &mut [i16], weights: &[i16], change: impl Fn(i16, i16) -> i16) {
    sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum = change(*sum, *weight));
}

/// Rounds to the nearest 16-bit integer. Larger numbers become the nearest bound.
fn quantise(number: f32) -> i16 {
    number.round() as i16
}
