//! Plays the missing games of a ladder.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use qipan_core::script::Scripted;
use qipan_core::tournament::{BlockResult, Shard};
use qipan_core::with_game;

use crate::model::ladder::highlights::prune;
use crate::model::ladder::pairing::{Pairing, SAVES};
use crate::model::ladder::{Entrants, Problem, refuse_links};
use crate::model::storage::disk;
use crate::model::tournament::{
    MergedJournals, RunOptions, TournamentJournal, TournamentSpec, TournamentTotals, run,
};

/// The options for playing the games.
#[derive(Clone, Debug)]
pub struct PlayOptions {
    /// The number of games played at once.
    pub jobs: usize,
    /// The part of the games to play.
    pub shard: Shard,
    /// True as soon as playing has to stop. Unfinished games are discarded.
    pub stop: Arc<AtomicBool>,
}

/// Plays one pairing after another.
pub struct PairingRunner<'a> {
    /// The folder of the ladder.
    pub folder: &'a Path,
    /// The robots.
    pub entrants: &'a Entrants,
    /// The options.
    pub options: &'a PlayOptions,
}

impl PairingRunner<'_> {
    /// Plays all missing games. `report` receives the number of games played so far. A pairing that
    /// fails is added to `problems`, and the others are still played. Returns the number of games
    /// played.
    pub fn play(&self, problems: &mut Vec<Problem>, report: &(impl Fn(u64) + Sync)) -> u64 {
        let played = AtomicU64::new(0);
        for pairing in Pairing::all(&self.entrants.season) {
            if self.options.stop.load(Ordering::Relaxed) {
                break;
            }
            let result =
                with_game!(pairing.kind, |G| self.play_pairing::<G>(&pairing, &played, report));
            if let Err(why) = result {
                let why = super::without_folder(self.folder, &why);
                problems.push(Problem::new(pairing.subject(), why));
            }
        }
        played.into_inner()
    }

    /// Plays the missing games of a pairing, and adds their number to `played`.
    fn play_pairing<G: Scripted>(
        &self,
        pairing: &Pairing,
        played: &AtomicU64,
        report: &(impl Fn(u64) + Sync),
    ) -> Result<(), String> {
        let (season, shard) = (&self.entrants.season, self.options.shard);
        let specs = pairing.robots.map(|robot| self.entrants.specs[robot].as_ref());
        let [Some(first), Some(second)] = specs else { return Ok(()) };
        let before = pairing.read::<G>(self.folder, season)?;
        let tournament = pairing.tournament::<G>(season, [first, second], shard)?;
        let results = || before.iter().flat_map(MergedJournals::blocks);
        let known = results().filter(|result| shard.contains(result.number)).count();
        if known < tournament.plan().numbers().count() {
            let journal = self.open_journal(pairing, &tournament, results())?;
            let in_journal = journal.game_count() as u64;
            let played_before = played.load(Ordering::Relaxed);
            let on_block = |totals: &TournamentTotals| {
                let new = totals.tally.games().saturating_sub(in_journal);
                played.store(played_before + new, Ordering::Relaxed);
                report(played_before + new);
            };
            let options = RunOptions {
                jobs: self.options.jobs,
                journal: Some(journal),
                saves: Some(pairing.folder(self.folder).join(SAVES)),
                turn_fuel: season.fuel,
                ..RunOptions::default()
            };
            run(&tournament, options, &self.options.stop, &on_block)?;
        }
        if shard.is_whole()
            && let Some(merged) = pairing.read::<G>(self.folder, season)?
            && merged.is_complete()
        {
            prune::<G>(self.folder, pairing, merged.blocks())?;
        }
        Ok(())
    }

    /// Opens this shard's journal of a pairing, adds the blocks that only the journals of other
    /// shards have, and makes the folder of the pairing's saved games.
    fn open_journal<'a, G: Scripted>(
        &self,
        pairing: &Pairing,
        tournament: &TournamentSpec<G>,
        results: impl Iterator<Item = &'a BlockResult>,
    ) -> Result<TournamentJournal, String> {
        let saves = pairing.folder(self.folder).join(SAVES);
        refuse_links(self.folder, &saves)?;
        disk::make_folder(&saves).map_err(|why| format!("{}: {why}", saves.display()))?;
        disk::remove_leftovers(&saves);
        for entry in std::fs::read_dir(&saves).into_iter().flatten().flatten() {
            refuse_links(self.folder, &entry.path())?;
        }
        let file = pairing.journal(self.folder, self.options.shard);
        refuse_links(self.folder, &file)?;
        let journal = TournamentJournal::open(&file, tournament);
        let mut journal = journal.map_err(|why| why.to_string())?;
        journal.adopt(tournament, results).map_err(|why| why.to_string())?;
        Ok(journal)
    }
}
