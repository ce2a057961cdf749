//! Divides the blocks of a tournament among several machines.

use std::fmt;
use std::iter::StepBy;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::schedule::{Block, Schedule};

/// One of several equal parts of a tournament. The blocks are dealt out in turn: shard `i` of `n`
/// plays the blocks whose number modulo `n` is `i - 1`. Written as `i/n`.
///
/// # Examples
/// ```
/// use qipan_core::tournament::Shard;
///
/// let second: Shard = "2/3".parse()?;
/// assert_eq!((second.contains(4), second.contains(5)), (true, false));
/// assert_eq!(second.to_string(), "2/3");
/// assert!("4/3".parse::<Shard>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    /// From 0 to `count - 1`.
    index: u64,
    count: u64,
}

impl Shard {
    /// The undivided tournament.
    pub const WHOLE: Self = Self { index: 0, count: 1 };
    /// The maximum number of shards.
    pub const MAX_COUNT: u64 = 1_000_000;

    /// Returns the shard, one of `count`, that plays a block.
    pub fn of_block(block: u64, count: u64) -> Self {
        let count = count.max(1);
        Self { index: block % count, count }
    }

    /// Returns the number of shards.
    pub fn count(self) -> u64 {
        self.count
    }

    /// Returns true if the shard plays the block with this number.
    pub fn contains(self, block: u64) -> bool {
        block % self.count == self.index
    }

    /// Returns true if this is the undivided tournament.
    pub fn is_whole(&self) -> bool {
        self.count == 1
    }
}

impl Default for Shard {
    fn default() -> Self {
        Self::WHOLE
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (number, count) = text.split_once('/').unwrap_or_default();
        let parse = |text: &str| text.trim().parse::<u64>().ok();
        match parse(number).zip(parse(count)) {
            Some((number, count)) if 1 <= number && number <= count && count <= Self::MAX_COUNT => {
                Ok(Self { index: number - 1, count })
            }
            _ => Err("expected I/N with I from 1 to N, e.g. 2/8".to_owned()),
        }
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

/// The blocks of a tournament of some number of games, or of one shard of it.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockPlan {
    schedule: Schedule,
    /// The number of games of all shards.
    total_games: u64,
    shard: Shard,
}

impl BlockPlan {
    /// Creates the plan of a shard. `total_games` is the number of games of all shards.
    pub fn new(schedule: Schedule, total_games: u64, shard: Shard) -> Self {
        Self { schedule, total_games, shard }
    }

    /// Returns the numbers of the blocks in ascending order.
    pub fn numbers(&self) -> StepBy<Range<u64>> {
        (self.shard.index..self.total_blocks()).step_by(self.shard.count as usize)
    }

    /// Returns the number of blocks of all shards.
    pub fn total_blocks(&self) -> u64 {
        self.total_games.div_ceil(self.schedule.block_len() as u64)
    }

    /// Returns the block with this number, cut off where the tournament ends. Returns `None` if the
    /// tournament ends before it, or another shard plays it.
    pub fn block(&self, number: u64) -> Option<Block> {
        let block_len = self.schedule.block_len() as u64;
        let remaining = self.total_games.saturating_sub(number.saturating_mul(block_len));
        (remaining > 0 && self.shard.contains(number)).then(|| {
            let mut block = self.schedule.block(number);
            block.games.truncate(remaining.min(block_len) as usize);
            block
        })
    }

    /// Returns the number of games of the shard.
    pub fn games(&self) -> u64 {
        let block_len = self.schedule.block_len() as u64;
        let whole_blocks = self.total_games / block_len;
        let (index, count) = (self.shard.index, self.shard.count);
        let own_blocks = whole_blocks.saturating_sub(index).div_ceil(count);
        let last = if self.shard.contains(whole_blocks) { self.total_games % block_len } else { 0 };
        own_blocks * block_len + last
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::seat::{Seat, SeatSet};

    fn plan(games: u64, shard: &str) -> BlockPlan {
        let sides = (0..4).map(|seat| SeatSet::one(Seat::new(seat))).collect();
        BlockPlan::new(Schedule::new(vec![0, 1, 2, 3], sides, 1), games, shard.parse().unwrap())
    }

    #[test]
    fn shards_divide_the_blocks() {
        for games in [1, 3, 4, 17, 40, 43] {
            let whole = plan(games, "1/1");
            for count in 1..=12 {
                let shards = (1..=count).map(|i| plan(games, &format!("{i}/{count}")));
                let shards: Vec<BlockPlan> = shards.collect();
                let mut numbers: Vec<u64> = shards.iter().flat_map(BlockPlan::numbers).collect();
                numbers.sort_unstable();
                assert!(numbers.into_iter().eq(whole.numbers()));
                for shard in &shards {
                    let blocks: Vec<Block> =
                        shard.numbers().map(|number| shard.block(number).unwrap()).collect();
                    assert!(
                        blocks
                            .iter()
                            .all(|block| whole.block(block.number).as_ref() == Some(block))
                    );
                    let played: usize = blocks.iter().map(|block| block.games.len()).sum();
                    assert_eq!(shard.games(), played as u64);
                }
                assert_eq!(shards.iter().map(BlockPlan::games).sum::<u64>(), games);
            }
        }
    }

    #[test]
    fn block_of_another_shard_is_not_planned() {
        let second = plan(40, "2/3");
        assert_eq!(second.numbers().collect::<Vec<_>>(), [1, 4, 7]);
        assert!(second.block(0).is_none() && second.block(10).is_none());
        assert!(plan(u64::MAX, "2/3").numbers().nth(5).is_some());
    }

    #[test]
    fn malformed_shards_are_refused() {
        for bad in ["", "1", "0/3", "4/3", "-1/3", "1/0", "a/b", "1/2/3", "1/1000001"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
        assert_eq!(Shard::of_block(10, 4).to_string(), "3/4");
        assert_eq!(serde_json::to_string(&Shard::of_block(0, 2)).unwrap(), "\"1/2\"");
    }
}
