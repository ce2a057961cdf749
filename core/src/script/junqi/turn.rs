//! The methods of `turn` that only Junqi has.

use mlua::{Function, Lua, Result, Table, UserDataMethods, Value};

use super::{layout, price};
use crate::games::junqi::{Junqi, Kind, Layout, layout_choice};
use crate::script::bindings::Scripted;
use crate::script::bindings::price::READ;
use crate::script::context::TurnHandle;
use crate::script::lua_value::describe;

/// Methods of `turn`, for error messages and the type file.
pub(super) const METHODS: [&str; 5] =
    ["layouts", "ranked_layouts", "varied", "strong_layout", "policy"];

pub(super) fn add_methods<M: UserDataMethods<TurnHandle<Junqi>>>(methods: &mut M) {
    methods.add_method("layouts", |lua, turn, ()| {
        let position = turn.position(lua, READ)?;
        let layouts = &position.script_view.layouts;
        turn.context.meter.charge(lua, layouts.len() as u64 * price::LAYOUT)?;
        let list = lua.create_table_with_capacity(layouts.len(), 0)?;
        for layout in layouts {
            list.raw_push(codes(lua, turn, layout)?)?;
        }
        Ok(list)
    });
    methods.add_method("ranked_layouts", ranked_layouts);
    methods.add_method("varied", varied);
    methods.add_method("strong_layout", |lua, turn, ()| strong_layout(lua, turn));
    methods.add_method("policy", |lua, turn, ()| policy(lua, turn));
}

/// Returns a layout as the list of its codes.
fn codes(lua: &Lua, turn: &TurnHandle<Junqi>, layout: &Layout) -> Result<Table> {
    let codes = layout.pieces().iter().map(|piece| turn.context.cache.code(*piece));
    lua.create_sequence_from(codes)
}

/// Returns the layouts offered, best first. The score of a layout is the number of Landmines beside
/// its Flag, or the value of `score` for that number and the layout. Ties keep their order.
fn ranked_layouts(lua: &Lua, turn: &TurnHandle<Junqi>, score: Option<Function>) -> Result<Table> {
    let layouts = turn.position(lua, READ)?.script_view.layouts.clone();
    turn.context.meter.charge(lua, layouts.len() as u64 * price::LAYOUT)?;
    let mut ranked = Vec::with_capacity(layouts.len());
    for layout in &layouts {
        let (mines, codes) = (mines_beside_flag(layout), codes(lua, turn, layout)?);
        let score = match &score {
            Some(function) => read_score(&function.call((mines, &codes))?)?,
            None => mines as f64,
        };
        ranked.push((score, codes));
    }
    ranked.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    lua.create_sequence_from(ranked.into_iter().map(|(_, codes)| codes))
}

/// Reads the answer of a `score` function.
fn read_score(answer: &Value) -> Result<f64> {
    let number = answer.as_f64().or(answer.as_i64().map(|number| number as f64));
    number.filter(|number| number.is_finite()).ok_or_else(|| {
        let got = describe(answer);
        let message =
            format!("the function given to ranked_layouts must return a number, got {got}");
        mlua::Error::runtime(message)
    })
}

/// Returns the number of Landmines beside the Flag of a layout: to its left, to its right and in
/// front of it.
fn mines_beside_flag(layout: &Layout) -> usize {
    let pieces = layout.pieces();
    let Some(flag) = pieces.iter().position(|piece| *piece == Kind::Flag) else { return 0 };
    let beside = [flag.checked_sub(1), Some(flag + 1), flag.checked_sub(5)];
    let is_mine = |slot: &usize| pieces.get(*slot) == Some(&Kind::Landmine);
    beside.into_iter().flatten().filter(is_mine).count()
}

/// Returns a random layout. Layouts that win more games between robots are more likely.
fn strong_layout(lua: &Lua, turn: &TurnHandle<Junqi>) -> Result<Table> {
    turn.position(lua, price::STRONG_LAYOUT)?;
    codes(lua, turn, &layout_choice::strong_layout(&mut turn.context.new_generator()?))
}

/// Returns the legal actions with the probabilities that people would play them, likeliest first.
fn policy(lua: &Lua, turn: &TurnHandle<Junqi>) -> Result<Table> {
    let position = turn.position(lua, 0)?;
    let Some(view) = &position.view else {
        return Err(mlua::Error::runtime(
            "only a robot that chooses has a policy, not a house rule",
        ));
    };
    turn.context.meter.charge(lua, price::policy(view.rules(), position.actions.len()))?;
    let probabilities = view.policy(position.seat, &position.actions, &position.log);
    let tables = Junqi::action_tables(&turn.context, lua, &position)?;
    let mut rows: Vec<(usize, f32)> = probabilities.into_iter().enumerate().collect();
    rows.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let list = lua.create_table_with_capacity(rows.len(), 0)?;
    for (index, probability) in rows {
        let row = lua.create_table_with_capacity(0, 2)?;
        row.raw_set("action", tables.raw_get::<Table>(index + 1)?)?;
        row.raw_set("probability", f64::from(probability))?;
        list.raw_push(row)?;
    }
    Ok(list)
}

/// Returns a random variation of a layout, so that opponents do not know it from earlier games.
fn varied(lua: &Lua, turn: &TurnHandle<Junqi>, answer: Value) -> Result<Table> {
    turn.position(lua, price::VARIED)?;
    let layout = layout::read(&answer, "varied takes").map_err(mlua::Error::runtime)?;
    let stream = &turn.context.stream;
    let draw_below =
        |limit: usize| stream.random_integer(0.0, limit as f64 - 1.0).map(|number| number as usize);
    codes(lua, turn, &layout.varied(draw_below)?)
}
