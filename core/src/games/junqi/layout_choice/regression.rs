//! Ridge regression.

use crate::learning::restored;

/// The sums from which the weights of a linear function of features are computed by least squares.
#[derive(Clone, Debug)]
pub(super) struct Regression {
    size: usize,
    /// The sum of the products of each two features, as a matrix of `size` rows, row by row.
    products: Vec<f64>,
    /// The sum of the products of each feature and the target.
    targets: Vec<f64>,
}

impl Regression {
    /// Creates a regression without examples, for this number of features.
    pub(super) fn new(size: usize) -> Self {
        Self { size, products: vec![0.0; size * size], targets: vec![0.0; size] }
    }

    /// Returns the sums, as the bits of their numbers.
    pub(super) fn to_bits(&self) -> Vec<u64> {
        self.products.iter().chain(&self.targets).map(|sum| sum.to_bits()).collect()
    }

    /// Returns the regression of these sums, or `None` if their number does not fit `size` features
    /// or one of them is not finite.
    pub(super) fn from_bits(size: usize, bits: &[u64]) -> Option<Self> {
        let sums = restored(bits, size * size + size, f64::from_bits);
        let mut products = sums.filter(|sums| sums.iter().all(|sum| sum.is_finite()))?;
        let targets = products.split_off(size * size);
        Some(Self { size, products, targets })
    }

    /// Adds an example: the index and value of each feature that is not 0, and the target.
    pub(super) fn add(&mut self, features: &[(usize, f64)], target: f64) {
        for (i, x) in features {
            self.targets[*i] += x * target;
            let row = &mut self.products[i * self.size..][..self.size];
            features.iter().for_each(|(j, y)| row[*j] += x * y);
        }
    }

    /// Returns the weights that minimise the sum of squared errors plus `penalty` times the sum of
    /// squared weights. Solves the normal equations by Cholesky decomposition.
    pub(super) fn solve(&self, penalty: f64) -> Vec<f64> {
        let n = self.size;
        let mut lower = self.products.clone();
        for i in 0..n {
            lower[i * n + i] += penalty;
            for j in 0..=i {
                let (row_i, row_j) = (&lower[i * n..i * n + j], &lower[j * n..j * n + j]);
                let product: f64 = row_i.iter().zip(row_j).map(|(a, b)| a * b).sum();
                let rest = lower[i * n + j] - product;
                lower[i * n + j] = if i == j { rest.sqrt() } else { rest / lower[j * n + j] };
            }
        }
        let mut weights = self.targets.clone();
        for i in 0..n {
            let known: f64 = (0..i).map(|j| lower[i * n + j] * weights[j]).sum();
            weights[i] = (weights[i] - known) / lower[i * n + i];
        }
        for i in (0..n).rev() {
            let known: f64 = (i + 1..n).map(|j| lower[j * n + i] * weights[j]).sum();
            weights[i] = (weights[i] - known) / lower[i * n + i];
        }
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regression_finds_the_weights_of_a_linear_function() {
        let mut regression = Regression::new(3);
        for k in 0..50 {
            let x = [f64::from(k % 5), f64::from(k % 7), f64::from(k % 3)];
            let features: Vec<_> = x.into_iter().enumerate().collect();
            regression.add(&features, 2.0 * x[0] - x[1] + 0.5 * x[2]);
        }
        let weights = regression.solve(1e-6);
        for (found, expected) in weights.iter().zip([2.0, -1.0, 0.5]) {
            assert!((found - expected).abs() < 1e-4, "{weights:?}");
        }
        let shrunk = regression.solve(1e6);
        assert!(shrunk.iter().all(|weight| weight.abs() < 0.01), "{shrunk:?}");
    }
}
