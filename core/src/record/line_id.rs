//! Identifies the lines of play of a game, and checks that a saved analysis belongs to one of them.

use sha2::{Digest, Sha256};

use super::hash_chain::step_text;
use super::{Record, SavedAnalysis, Variation};
use crate::contract::game::{Game, Step};

impl<G: Game> Record<G> {
    /// Returns an identifier of the main line: a hash of its steps.
    pub fn line_id(&self) -> String {
        line_id_of([&self.steps[..]])
    }

    /// Returns the saved analysis if it belongs to the main line.
    pub fn analysis(&self) -> Option<&SavedAnalysis> {
        let analysis = self.analysis.as_ref()?;
        let fits =
            analysis.positions.len() == self.steps.len() + 1 && analysis.line_id == self.line_id();
        fits.then_some(analysis)
    }

    /// Returns the saved analysis if it belongs to the main line or to one of the variations.
    pub(super) fn analysis_of_any_line(&self) -> Option<&SavedAnalysis> {
        let analysis = self.analysis.as_ref()?;
        let fits_variation = |variation: &Variation<G>| {
            let shared = self.steps.get(..variation.shared_steps).unwrap_or_default();
            analysis.positions.len() == shared.len() + variation.steps.len() + 1
                && analysis.line_id == line_id_of([shared, &variation.steps])
        };
        let fits = self.analysis().is_some() || self.variations.iter().any(fits_variation);
        fits.then_some(analysis)
    }
}

/// Returns the identifier of a line whose steps are given in parts.
fn line_id_of<G: Game, const N: usize>(parts: [&[Step<G>]; N]) -> String {
    let mut hash = Sha256::new();
    for step in parts.into_iter().flatten() {
        hash.update(step_text(step));
        hash.update("\n");
    }
    hex::encode(&hash.finalize()[..8])
}
