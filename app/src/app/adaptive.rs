//! Opponents that adapt to the player: the result of a game changes their strength.

use qipan_core::contract::seat::Seat;
use qipan_core::record::Player;
use qipan_core::with_game;

use crate::app::App;
use crate::games::GameUi;
use crate::model::adaptive::score;
use crate::play::table::Table;

/// Returns the score of the only person in a finished game.
fn person_score<G: GameUi>(table: &Table<G>) -> Option<f64> {
    let people = table.session.record().players.iter().filter(|(_, player)| player.is_human());
    match people.map(|(seat, _)| *seat).collect::<Vec<Seat>>().as_slice() {
        [person] => score(table.state(), *person),
        _ => None,
    }
}

impl App {
    /// Marks the game on the table if one of its robots adapts to the player.
    pub(super) fn mark_adaptive_game(&mut self) {
        let Some(table) = &mut self.table else { return };
        let facts = table.facts();
        let is_robot = |(_, player): &&(Seat, Player)| !player.is_human();
        let mut robots = facts.players.iter().filter(is_robot);
        let setups = &self.settings.setups;
        let adapts = robots.any(|(seat, _)| setups.is_adaptive(facts.preset, *seat));
        table.common_mut().adapts = adapts;
    }

    /// Changes the strength of the adaptive opponent once its game has ended.
    pub(super) fn update_adaptive_strength(&mut self) {
        let Some(table) = &mut self.table else { return };
        let facts = table.facts();
        if !(facts.adapts && facts.is_over) || table.common_mut().has_adapted {
            return;
        }
        let preset = table.facts().preset.to_owned();
        table.common_mut().has_adapted = true;
        let Some(score) = with_game!(table.kind(), |G| person_score(table.table::<G>())) else {
            return;
        };
        let strength = self.settings.setups.strength(&preset).after(score);
        self.settings.setups.strengths.insert(preset, strength);
        self.screens.new_game.strengths.clone_from(&self.settings.setups.strengths);
        self.save_settings();
    }
}
