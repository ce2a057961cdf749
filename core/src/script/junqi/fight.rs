//! House rules about fights and layouts.

use mlua::Value;

use super::Shown;
use crate::game::Game;
use crate::house::Hook;
use crate::junqi::{Action, Cell, Deal, Fight, Junqi, Layout, Rules, Ruling};
use crate::script::sandbox::describe;
use crate::script::{LuaRule, ScriptError};
use crate::seat::Seat;

/// Asks a rule's `battle` who stays in the fight an action begins; nothing where it leaves
/// that to the pieces, or there is no fight.
pub(super) fn settle(
    rule: &LuaRule<Junqi>,
    game: &Junqi,
    action: Action,
) -> Result<Option<Action>, ScriptError> {
    let Some(battle) = &rule.hooks.battle else { return Ok(None) };
    let Action::Move { from, to, .. } = action else { return Ok(None) };
    if game.tile_at(to).is_none() {
        return Ok(None);
    }
    rule.show(game, game.seat_to_move(), &[]);
    let sides = [from, to].into_iter().flat_map(|cell| side(game, cell));
    let answer = rule.call(&rule.desk.kit.call_battle, battle, sides);
    rule.desk.close();
    let answer = answer?.into_iter().next().unwrap_or(Value::Nil);
    let fight = match &answer {
        Value::Nil => return Ok(None),
        Value::String(word) => match word.to_string_lossy().as_str() {
            "attacker" => Some(Fight::AttackerStays),
            "defender" => Some(Fight::DefenderStays),
            "both" => Some(Fight::BothGone),
            _ => None,
        },
        _ => None,
    };
    let Some(fight) = fight else {
        let got = describe(&answer);
        let message =
            format!("battle must return \"attacker\", \"defender\", \"both\" or nil, not {got}");
        return Err(rule.odd(Hook::Battle, message));
    };
    Ok(Some(Action::Move { from, to, ruling: Ruling::Told(fight) }))
}

/// What a rule is told of one side of a fight: code, seat, cell, start and fights won. The
/// referee asks, so the piece is named.
fn side(game: &Junqi, cell: Cell) -> [Value; 5] {
    let tile = game.tile_at(cell).unwrap_or(cell);
    let piece = game.piece_of(tile).map_or(0, |piece| piece.index() + 1);
    let seat = game.owner_of(tile).map_or(0, |seat| seat.index() + 1);
    let won = game.battles().iter().filter(|battle| match battle.fight {
        Fight::AttackerStays => battle.attacker == tile,
        Fight::DefenderStays => battle.defender == tile,
        Fight::BothGone => false,
    });
    [piece, seat, cell.index() + 1, tile.index() + 1, won.count()]
        .map(|number| Value::Integer(number as i64))
}

/// Asks a rule's `layout` what it has against a seat's layout.
pub(super) fn objection(
    rule: &LuaRule<Junqi>,
    rules: &Rules,
    seat: Seat,
    deal: &Deal,
) -> Result<Option<String>, ScriptError> {
    let Some(hook) = &rule.hooks.layout else { return Ok(None) };
    let text = deal.layouts.get(Junqi::seat_name(seat));
    // A layout that is none is refused by the game itself.
    let Some(layout) = text.and_then(|text| text.parse::<Layout>().ok()) else { return Ok(None) };
    rule.desk.lay_out(seat, Shown::before(rules, &[]), &[], &[]);
    let codes = layout.pieces().iter().map(|piece| rule.desk.kit.code(*piece));
    let list = rule.sandbox.lua().create_sequence_from(codes);
    let answer = list
        .map_err(|error| rule.sandbox.caught(&error))
        .and_then(|list| rule.call(&rule.desk.kit.call_layout, hook, [Value::Table(list)]));
    rule.desk.close();
    match answer?.into_iter().next().unwrap_or(Value::Nil) {
        Value::Nil | Value::Boolean(true) => Ok(None),
        Value::String(why) => {
            let why = why.to_string_lossy();
            let plain = why.chars().map(|c| if c.is_control() { ' ' } else { c });
            Ok(Some(plain.take(200).collect()))
        }
        other => {
            let got = describe(&other);
            let message = format!("layout must return nothing or a text that says why, not {got}");
            Err(rule.odd(Hook::Layout, message))
        }
    }
}
