//! A game as it is about to begin: preset, rules, who sits where.

use qipan_core::dice::Seed;
use qipan_core::game::SetupError;
use qipan_core::junqi::Layout;
use qipan_core::record::{AnyRecord, Player, Record, SavedRule};
use qipan_core::seat::Seat;

use crate::model::kind::{AnyRules, Kind, for_rules};

/// What the new-game screen settles.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    /// The preset the rules started from.
    pub preset: String,
    /// The rules, with everything that house rules set.
    pub rules: AnyRules,
    /// The house rules, in their order.
    pub house_rules: Vec<SavedRule>,
    /// Who plays each seat, by seat index; nobody where it stays empty.
    pub players: [Option<Player>; 4],
    /// Whether a person still has to pick a colour before the first roll: the first human
    /// seat then changes places with the colour picked.
    pub pick_colour: bool,
    /// The seed of the dice; a fresh one where it is left open.
    pub seed: Option<Seed>,
    /// The layouts people have chosen; the others are drawn from the seed.
    pub layouts: Vec<(Seat, Layout)>,
}

impl NewGame {
    /// The record of the game before its first step, with a fresh seed if none is set.
    ///
    /// # Errors
    /// When rules and seats do not fit each other.
    pub fn record(&self) -> Result<AnyRecord, SetupError> {
        for_rules!(&self.rules, G, rules => Ok(G::any_record(self.record_of::<G>(rules)?)))
    }

    fn record_of<G: Kind>(&self, rules: &G::Rules) -> Result<Record<G>, SetupError> {
        let players = self.players.iter().enumerate();
        let players: Vec<(Seat, Player)> = players
            .filter_map(|(index, player)| Some((Seat::new(index as u8), player.clone()?)))
            .collect();
        let seed = self.seed.unwrap_or_else(|| Seed::from_bytes(rand::random()));
        let deal = G::deal(rules, players.iter().map(|(seat, _)| *seat).collect(), &seed)?;
        let layouts = self.layouts.iter().map(|(seat, layout)| (*seat, layout.to_string()));
        let deal = G::with_layouts(rules, deal, &layouts.collect::<Vec<_>>())?;
        let mut record = Record::new(&self.preset, rules.clone(), players, deal, seed);
        record.house_rules.clone_from(&self.house_rules);
        record.start()?;
        Ok(record)
    }
}
