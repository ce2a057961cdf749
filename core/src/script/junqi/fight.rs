//! Battles in the hook `battle` of house rules.

use mlua::Value;

use super::BATTLE_RESULTS;
use crate::games::junqi::{Action, BattleResult, BattleSource, Cell, Junqi, Tile};
use crate::script::game_data::FighterNumbers;
use crate::script::lua_value::describe;

/// Encodes the two sides of the battle that an action begins. Their kinds are included, because
/// the hook acts as the referee.
pub(super) fn fighter_numbers(game: &Junqi, action: Action) -> Option<[FighterNumbers; 2]> {
    let Action::Move { from, to, .. } = action else { return None };
    game.tile_at(to)?;
    Some([from, to].map(|cell| fighter(game, cell)))
}

/// Encodes the piece on a cell as one side of a battle.
fn fighter(game: &Junqi, cell: Cell) -> FighterNumbers {
    let tile = game.tile_at(cell).unwrap_or(Tile::named_by(cell));
    let piece = game.kind_of(tile).map_or(0, |piece| piece.index() + 1);
    let seat = game.owner_of(tile).map_or(0, |seat| seat.index() + 1);
    let won = game.battles().iter().filter(|battle| match battle.result {
        BattleResult::AttackerSurvives => battle.attacker == tile,
        BattleResult::DefenderSurvives => battle.defender == tile,
        BattleResult::BothGone => false,
    });
    [piece, seat, cell.index() + 1, tile.index() + 1, won.count()].map(|number| number as i32)
}

/// Returns the action with the battle result that the hook `battle` answered. Returns `None` if the
/// hook leaves the result to the pieces.
pub(super) fn with_hook_result(action: Action, answer: &Value) -> Result<Option<Action>, String> {
    let Action::Move { from, to, .. } = action else { return Ok(None) };
    let index = match answer {
        Value::Nil => return Ok(None),
        Value::String(word) => BATTLE_RESULTS.iter().position(|known| *word == **known),
        _ => None,
    };
    // In the order of BATTLE_RESULTS.
    let results =
        [BattleResult::AttackerSurvives, BattleResult::DefenderSurvives, BattleResult::BothGone];
    let Some(result) = index.map(|index| results[index]) else {
        let got = describe(answer);
        return Err(format!(
            "battle must return \"attacker\", \"defender\", \"both\" or nil, not {got}"
        ));
    };
    Ok(Some(Action::Move { from, to, battle_source: BattleSource::Given(result) }))
}
