//! Golden games of Junqi: recorded games with the events and positions they must lead to.

use crate::common::golden::{Told, are_as_written};
use qipan_core::contract::game::Game;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{Action, BattleResult, Event, Junqi};

impl Told for Junqi {
    fn says(event: &Event) -> Option<String> {
        let name = Self::seat_name;
        Some(match *event {
            Event::Battled { result: fight, .. } => match fight {
                BattleResult::AttackerSurvives => "attacker stays",
                BattleResult::DefenderSurvives => "defender stays",
                BattleResult::BothGone => "both gone",
            }
            .to_owned(),
            Event::Flipped { piece, colour, .. } => {
                format!("{} of {}'s tiles", piece.en(), name(colour))
            }
            Event::ArmiesAssigned { seat, colour } => {
                format!("{} plays {}'s tiles", name(seat), name(colour))
            }
            Event::Revealed { at, piece, .. } => format!("{} shown at {at}", piece.en()),
            Event::FlagShown { seat, at } => format!("{}'s Flag shown at {at}", name(seat)),
            Event::FlagTaken { seat, .. } => format!("{}'s Flag falls", name(seat)),
            Event::ArmyOut { seat, reason } => format!("{} out: {reason:?}", name(seat)),
            Event::Ended { .. } => "the end".to_owned(),
            _ => return None,
        })
    }

    fn lies(&self) -> Vec<String> {
        let row = |seat: Seat| {
            let tiles = self.tiles().filter(|tile| self.owner_of(*tile) == Some(seat));
            let placed = tiles.filter_map(|tile| Some((self.cell_of(tile)?, self.kind_of(tile)?)));
            let words: Vec<String> =
                placed.map(|(cell, piece)| format!("{cell}={}", piece.code())).collect();
            format!("{}: {}", Self::seat_name(seat), words.join(" "))
        };
        self.seats().iter().map(row).collect()
    }

    fn strikes(&self, action: &Action) -> bool {
        self.tile_at(action.to()).is_some()
    }
}

#[test]
fn golden_games_match_their_files() {
    are_as_written::<Junqi>();
}
