//! House rules about fights and layouts.

use mlua::{Table, Value};

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
    let sides = side(rule, game, from).and_then(|a| Ok((a, side(rule, game, to)?)));
    let answer = sides
        .map_err(|error| rule.sandbox.caught(&error))
        .and_then(|(attacker, defender)| rule.call(battle, attacker, defender));
    rule.desk.close();
    let answer = answer?;
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

/// What a rule is told of one side of a fight: the referee asks, so the piece is named.
fn side(rule: &LuaRule<Junqi>, game: &Junqi, cell: Cell) -> mlua::Result<Option<Table>> {
    let Some(tile) = game.tile_at(cell) else { return Ok(None) };
    let (desk, kit) = (&rule.desk, &rule.desk.kit);
    let table = rule.sandbox.lua().create_table_with_capacity(0, 6)?;
    let piece = game.piece_of(tile);
    table.raw_set("code", piece.map_or_else(|| kit.hidden.clone(), |piece| kit.code(piece)))?;
    table.raw_set("seat", game.owner_of(tile).map(|seat| desk.seat_word(seat)))?;
    table.raw_set("at", kit.cell(cell))?;
    table.raw_set("start", kit.cell(tile))?;
    let won = game.battles().iter().filter(|battle| match battle.fight {
        Fight::AttackerStays => battle.attacker == tile,
        Fight::DefenderStays => battle.defender == tile,
        Fight::BothGone => false,
    });
    table.raw_set("wins", won.count())?;
    Ok(Some(table))
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
        .and_then(|list| rule.call(hook, list, Value::Nil));
    rule.desk.close();
    match answer? {
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
