//! Junqi under the game contract: every preset, and random options.

use crate::common::junqi::{check_state, random_rules, start};
use crate::common::laws::{Care, Laws, keeps_the_contract};
use crate::common::rng;
use crate::common::scale::keeps_the_laws_at_scale;
use qipan_core::contract::game::{Game, Turn, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::rules::{Sight, Start};
use qipan_core::games::junqi::{
    Action, BattleResult, BattleSource, Cell, Event, Junqi, NoChance, PRESETS, Rules, Tile,
};
use rand::RngExt;

impl Laws for Junqi {
    // At most 105 quiet plies between two of at most 150 captures, or 70 with 50 flips.
    const BOUND: usize = 20_000;

    fn odd_actions() -> Vec<Action> {
        let cell = |name: &str| name.parse::<Cell>().unwrap();
        let battle_source = BattleSource::Given(BattleResult::BothGone);
        vec![
            Action::Flip { at: cell("S22") },
            Action::Flip { at: cell("W11") },
            Action::go(cell("S11"), cell("S11")),
            Action::go(cell("S62"), cell("S61")),
            Action::go(cell("C22"), cell("W33")),
            Action::go(cell("N33"), cell("S33")),
            Action::Move { from: cell("S11"), to: cell("N15"), battle_source },
        ]
    }

    fn odd_outcomes() -> Vec<NoChance> {
        Vec::new()
    }

    fn check_state(&self) {
        check_state(self);
    }

    /// Checks that a seat sees the kinds of its own pieces, those its sight option allows, and
    /// those shown to everybody. It sees no other kinds, but the cells of all pieces.
    fn check_views(&self) {
        let rules = self.rules();
        for seat in self.seats().iter() {
            let view = self.view(Viewer::Seat(seat));
            for tile in self.tiles() {
                let owner = self.owner_of(tile);
                let flip = rules.start != Start::Layouts;
                let sight = match rules.sight {
                    Sight::All => true,
                    Sight::Partner => owner.is_some_and(|owner| self.allied(owner, seat)),
                    Sight::Own => owner == Some(seat),
                };
                let sees = self.is_revealed(tile) || sight && !flip || self.turn() == Turn::Over;
                let seen = view.visible_tile(tile);
                assert_eq!(seen.piece, self.kind_of(tile).filter(|_| sees), "{tile}: {self:?}");
                assert_eq!(
                    (view.cell_of(tile), seen.is_face_down),
                    (self.cell_of(tile), self.is_down(tile))
                );
            }
        }
    }

    fn check_events(before: &Self, events: &[Event], after: &Self) {
        for event in events {
            match *event {
                Event::Moved { from, to, .. } => {
                    assert_eq!(before.tile_at(to), None);
                    assert_eq!(after.tile_at(from), None);
                }
                Event::Battled { seat, from, to, result: fight } => {
                    let (attacker, defender) = (before.tile_at(from), before.tile_at(to));
                    let struck = before.owner_of(defender.unwrap()).unwrap();
                    assert!(!before.allied(seat, struck), "allies fought");
                    assert!(!before.board().camps().contains(to), "a camp is a shelter");
                    let stays = |tile: Option<Tile>| after.cell_of(tile.unwrap()).is_some();
                    match fight {
                        BattleResult::AttackerSurvives => {
                            assert!(stays(attacker) && !stays(defender))
                        }
                        BattleResult::DefenderSurvives => assert!(!stays(attacker)),
                        BattleResult::BothGone => assert!(!stays(attacker) && !stays(defender)),
                    }
                    assert!(after.battles().len() == before.battles().len() + 1);
                }
                Event::Flipped { at, piece, .. } => {
                    let tile = before.tile_at(at).unwrap();
                    assert!(before.is_down(tile) && !after.is_down(tile));
                    assert_eq!(after.kind_of(tile), Some(piece));
                }
                Event::ArmiesAssigned { seat, colour } => {
                    assert!(!before.armies_assigned() && after.armies_assigned());
                    let tile =
                        after.tiles().find(|tile| after.dealt_seat_of(*tile) == Some(colour));
                    assert_eq!(after.owner_of(tile.unwrap()), Some(seat));
                }
                Event::ArmyOut { seat, .. } => assert!(!after.active().contains(seat)),
                Event::Ended { reason, .. } => {
                    assert_eq!(after.outcome().map(|outcome| outcome.reason), Some(reason));
                }
                _ => {}
            }
        }
        let ended = events.iter().any(|event| matches!(event, Event::Ended { .. }));
        assert_eq!(ended, after.turn() == Turn::Over);
    }
}

/// Returns the number of games of every preset; `QIPAN_GAMES=10000` sets it.
fn games() -> u64 {
    std::env::var("QIPAN_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(100)
}

#[test]
fn presets_keep_the_contract_in_random_games() {
    for (number, preset) in PRESETS.into_iter().enumerate() {
        let rules = Rules::preset(preset).unwrap();
        let care = Care { close: 400, resign: 0, whole: 1 };
        for seed in 0..games().div_ceil(5) {
            let game = start(&rules, &mut rng(seed));
            keeps_the_contract(&game, 5, number as u64 * 100 + seed, &care);
        }
    }
}

#[test]
fn random_options_keep_the_contract() {
    let mut rng = rng(7);
    for round in 0..300 {
        let rules = random_rules(&mut rng);
        let game = start(&rules, &mut rng);
        let care = Care { close: 300, resign: rng.random_range(0..2) * 300, whole: 1 };
        keeps_the_contract(&game, 2, round, &care);
    }
}

#[test]
#[ignore = "as long as is asked for: .ci/trials/laws"]
fn contract_holds_at_scale() {
    keeps_the_laws_at_scale::<Junqi>(|rng| {
        let rules = random_rules(rng);
        let seats = rules.seats();
        (rules, seats)
    });
}

#[test]
fn seat_to_move_can_act_at_the_start() {
    let rules = Rules::preset("siguo_dark").unwrap();
    let game = start(&rules, &mut rng(3));
    let Turn::Seat(seat) = game.turn() else { panic!("nobody begins") };
    assert!(game.can_act(seat) && !game.can_act(Seat::new(7)));
}
