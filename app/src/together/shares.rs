//! The seed that host and guests make together, and their commitments to it.
//!
//! Everybody draws a share and shows its hash. Only when all hashes are known does anybody disclose
//! a share, and only to the host. So nobody can choose the seed, the host included. A guest that
//! does not disclose loses its seat, and a new round begins with new shares. Guests do not know the
//! shares of others, so none can reject a seed by leaving.

use std::collections::BTreeMap;

use qipan_core::contract::dice::Seed;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::code::Hex;

/// The name of the host among those who have a share.
pub const HOST: &str = "host";

/// Returns the names in the order in which their shares make the seed: the host, then the seats by
/// name. A fixed order keeps the host, who is the first to know all shares, from trying several.
pub fn order_of_shares<'a>(names: impl IntoIterator<Item = &'a String>) -> Vec<String> {
    let mut order: Vec<String> = names.into_iter().cloned().collect();
    order.sort_by_key(|name| (name != HOST, name.clone()));
    order
}

/// Returns the commitment to a share.
pub fn commit(share: &Hex<32>) -> Hex<32> {
    Hex(Sha256::digest(share.0).into())
}

/// Returns the commitment to a layout.
pub fn commit_layout(salt: &Hex<16>, layout: &str) -> Hex<32> {
    Hex(Sha256::new().chain_update(salt.0).chain_update(layout).finalize().into())
}

/// The shares and layouts that were disclosed for a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Disclosed {
    /// The names of those who have a share, in the order of [`order_of_shares`]. The seed is made of
    /// their shares in this order.
    pub order: Vec<String>,
    /// The shares.
    pub shares: BTreeMap<String, Hex<32>>,
    /// The layouts of guests with their salts.
    pub layouts: BTreeMap<String, (String, Hex<16>)>,
}

impl Disclosed {
    /// Returns the seed. Missing shares are left out.
    pub fn seed(&self) -> Seed {
        let shares: Vec<[u8; 32]> = self
            .order
            .iter()
            .filter_map(|name| self.shares.get(name))
            .map(|share| share.0)
            .collect();
        Seed::from_shares(&shares)
    }
}

/// A round in which the seed is made.
#[derive(Clone, Debug)]
pub struct Round {
    /// The number of the round, from 1.
    pub number: u32,
    /// The seats of guests, in turn order.
    guests: Vec<String>,
    /// True if guests commit to layouts.
    has_layouts: bool,
    host_share: Hex<32>,
    /// The commitments to shares, keyed by the name of the seat, or by `host`.
    pub commits: BTreeMap<String, Hex<32>>,
    /// The commitments to layouts, by seat.
    pub layout_commits: BTreeMap<String, Hex<32>>,
    disclosed: Disclosed,
}

/// The reason why a round does not accept something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundError {
    /// It belongs to another round, comes from a seat without a guest, or comes too early or twice.
    OutOfTurn,
    /// It does not match the commitment.
    Mismatch,
    /// The layout or its commitment is missing.
    NoLayout,
}

impl Round {
    /// Begins a round with the guests on these seats.
    pub fn new(number: u32, guests: Vec<String>, has_layouts: bool) -> Self {
        let host_share = Hex::draw();
        let commits = BTreeMap::from([(HOST.to_owned(), commit(&host_share))]);
        Self {
            number,
            guests,
            has_layouts,
            host_share,
            commits,
            layout_commits: BTreeMap::new(),
            disclosed: Disclosed::default(),
        }
    }

    /// Returns true once all have committed.
    pub fn is_committed(&self) -> bool {
        self.guests.iter().all(|guest| self.commits.contains_key(guest))
    }

    /// Returns the seats that have not done what the round waits for.
    pub fn missing(&self) -> Vec<String> {
        let is_committed = self.is_committed();
        let has_done = |guest: &String| {
            if is_committed {
                self.disclosed.shares.contains_key(guest)
            } else {
                self.commits.contains_key(guest)
            }
        };
        self.guests.iter().filter(|guest| !has_done(guest)).cloned().collect()
    }

    /// Takes the commitment of a seat.
    ///
    /// # Errors
    /// It is not expected, or lacks the layout.
    pub fn take_commit(
        &mut self,
        round: u32,
        seat: &str,
        share_commit: Hex<32>,
        layout_commit: Option<Hex<32>>,
    ) -> Result<(), RoundError> {
        let is_guest = self.guests.iter().any(|guest| guest == seat);
        if round != self.number || !is_guest || self.commits.contains_key(seat) {
            return Err(RoundError::OutOfTurn);
        }
        match (self.has_layouts, layout_commit) {
            (true, None) => return Err(RoundError::NoLayout),
            (true, Some(hash)) => drop(self.layout_commits.insert(seat.to_owned(), hash)),
            (false, _) => {}
        }
        self.commits.insert(seat.to_owned(), share_commit);
        Ok(())
    }

    /// Takes the share and the layout of a seat.
    ///
    /// # Errors
    /// They are not expected, or do not match the commitments.
    pub fn take_reveal(
        &mut self,
        round: u32,
        seat: &str,
        share: Hex<32>,
        layout: Option<(String, Hex<16>)>,
    ) -> Result<(), RoundError> {
        let is_missing = self.missing().iter().any(|guest| guest == seat);
        if round != self.number || !self.is_committed() || !is_missing {
            return Err(RoundError::OutOfTurn);
        }
        if self.commits.get(seat) != Some(&commit(&share)) {
            return Err(RoundError::Mismatch);
        }
        if self.has_layouts {
            let (layout, salt) = layout.ok_or(RoundError::NoLayout)?;
            if self.layout_commits.get(seat) != Some(&commit_layout(&salt, &layout)) {
                return Err(RoundError::Mismatch);
            }
            self.disclosed.layouts.insert(seat.to_owned(), (layout, salt));
        }
        self.disclosed.shares.insert(seat.to_owned(), share);
        Ok(())
    }

    /// Returns all shares and layouts once all guests have disclosed theirs.
    pub fn finish(&self) -> Option<Disclosed> {
        if !self.is_committed() || !self.missing().is_empty() {
            return None;
        }
        let mut disclosed = self.disclosed.clone();
        disclosed.shares.insert(HOST.to_owned(), self.host_share);
        disclosed.order = order_of_shares(disclosed.shares.keys());
        Some(disclosed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_finishes_once_everybody_has_disclosed_what_they_committed_to() {
        let names = ["south".to_owned(), "north".to_owned()];
        let mut round = Round::new(3, names.to_vec(), true);
        let shares = [Hex([1; 32]), Hex([2; 32])];
        let (salt, layout) = (Hex([7; 16]), "ABC");
        let hash = commit_layout(&salt, layout);
        let layout = || Some((layout.to_owned(), salt));
        assert_eq!(round.take_commit(2, "south", hash, None), Err(RoundError::OutOfTurn));
        assert_eq!(round.take_commit(3, "east", hash, None), Err(RoundError::OutOfTurn));
        assert_eq!(round.take_commit(3, "south", hash, None), Err(RoundError::NoLayout));
        assert_eq!(round.take_reveal(3, "south", shares[0], layout()), Err(RoundError::OutOfTurn));
        for (name, share) in names.iter().zip(&shares) {
            assert!(!round.is_committed());
            assert_eq!(round.take_commit(3, name, commit(share), Some(hash)), Ok(()));
        }
        assert_eq!(round.take_commit(3, "south", hash, Some(hash)), Err(RoundError::OutOfTurn));
        assert_eq!(round.take_reveal(3, "south", shares[1], layout()), Err(RoundError::Mismatch));
        let other = Some(("ABB".to_owned(), salt));
        assert_eq!(round.take_reveal(3, "south", shares[0], other), Err(RoundError::Mismatch));
        assert_eq!(round.take_reveal(3, "south", shares[0], layout()), Ok(()));
        assert_eq!((round.missing(), round.finish()), (vec!["north".to_owned()], None));
        assert_eq!(round.take_reveal(3, "north", shares[1], layout()), Ok(()));
        let disclosed = round.finish().unwrap();
        assert_eq!(disclosed.order, ["host", "north", "south"]);
        let all = [disclosed.shares["host"].0, [2; 32], [1; 32]];
        assert_eq!(disclosed.seed(), Seed::from_shares(&all));
    }
}
