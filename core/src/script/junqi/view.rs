//! The fields and methods of `view` that only Junqi has.

use mlua::{
    FromLua, Lua, LuaString, MultiValue, Result, Table, UserDataFields, UserDataMethods, Value,
};

use super::{bomb_suspects as suspects, price, script_view};
use crate::contract::seat::Seat;
use crate::games::junqi::{
    BoardKind, Cell, Junqi, Kind, KindProbabilities, SEAT_NAMES, VisibleTile,
};
use crate::script::bindings::price::{LOOK_UP, READ, SHORT_LIST};
use crate::script::context::{ViewHandle, VisiblePosition};
use crate::script::lua_value::{self, describe};
use crate::script::renamed;

/// Fields and methods of `view`, for error messages and the type file.
pub(super) const FIELDS: [&str; 1] = ["quiet"];
pub(super) const METHODS: [&str; 16] = [
    "board",
    "piece",
    "possible",
    "chance",
    "public_chance",
    "moved",
    "history",
    "bomb_suspects",
    "lost",
    "kind",
    "neighbours",
    "lines",
    "reach",
    "distance",
    "battle",
    "value",
];

/// The material value of each kind, in the order of [`Kind::ALL`]. The Flag is worth more than all
/// other pieces of an army together.
const VALUES: [u32; Kind::ALL.len()] = [40, 30, 22, 15, 10, 7, 5, 4, 7, 9, 8, 1000];

/// The number of events in the log that a search passes through per step of fuel.
const EVENTS_PER_STEP: u64 = 20;

type Handle = ViewHandle<Junqi>;

pub(super) fn add_fields<F: UserDataFields<Handle>>(fields: &mut F) {
    fields.add_field_method_get("quiet", |lua, view| {
        let position = view.position(lua, READ)?;
        Ok(position.script_view.view.as_ref().map_or(0, |view| view.quiet_plies()))
    });
}

pub(super) fn add_methods<M: UserDataMethods<Handle>>(methods: &mut M) {
    methods.add_method("board", board);
    methods.add_method("piece", piece);
    methods.add_method("possible", possible);
    methods.add_method(renamed::POSSIBLE.old, possible);
    methods.add_method("chance", chance);
    methods.add_method("public_chance", public_chance);
    methods.add_method("moved", |lua, view, cell: CellName| {
        let position = view.position(lua, LOOK_UP)?;
        let visible_tile = position.script_view.at(read_cell(&position, &cell)?);
        Ok(visible_tile.is_some_and(|visible_tile| visible_tile.moved))
    });
    methods.add_method("history", history);
    methods.add_method("bomb_suspects", bomb_suspects);
    methods.add_method(renamed::BOMB_SUSPECTS.old, bomb_suspects);
    methods.add_method("lost", lost);
    methods.add_method("kind", |lua, view, cell: CellName| {
        let position = view.position(lua, LOOK_UP)?;
        Ok(view.context.cache.cell_kind(BoardKind::cell_kind(read_cell(&position, &cell)?)))
    });
    methods.add_method("neighbours", |lua, view, cell: CellName| {
        let position = view.position(lua, price::CELL_LIST)?;
        let cell = read_cell(&position, &cell)?;
        view.context.cache.cell_list(lua, position.script_view.board.neighbours(cell).iter())
    });
    methods.add_method("lines", lines);
    methods.add_method("reach", reach);
    methods.add_method("distance", distance);
    methods.add_method("battle", |lua, view, (attacker, defender): (LuaString, LuaString)| {
        let position = view.position(lua, LOOK_UP)?;
        let (attacker, defender) = (read_code(&attacker)?, read_code(&defender)?);
        if !attacker.moves() {
            let code = attacker.code();
            return Err(mlua::Error::runtime(format!("a {code} never moves, so never attacks")));
        }
        Ok(view
            .context
            .cache
            .battle_result(attacker.battle_result(defender, position.script_view.rules.mine)))
    });
    methods.add_method("value", |lua, view, code: LuaString| {
        view.position(lua, LOOK_UP)?;
        Ok(VALUES[read_code(&code)?.index()])
    });
}

/// Returns three tables by cell: the owner, the code and the start cell of the piece there.
fn board(lua: &Lua, view: &Handle, (): ()) -> Result<(Table, Table, Table)> {
    let position = view.position(lua, 0)?;
    view.context.meter.charge(lua, position.prices().board)?;
    let (script_view, cache) = (&position.script_view, &view.context.cache);
    let number = |index: usize| Value::Integer(index as i64 + 1);
    // The empty board, then four numbers for each piece, each from 1: its cell, owner, kind and
    // start cell. The number after the last owner or kind stands for a hidden one.
    let mut fields = MultiValue::with_capacity(1 + 4 * script_view.board.cells().len());
    fields.push_back(Value::Table(cache.empty_board(lua, script_view)?));
    for cell in script_view.board.cells().iter() {
        let Some(visible_tile) = script_view.at(cell) else { continue };
        let owner = visible_tile.owner.filter(|_| !visible_tile.is_face_down);
        fields.push_back(number(cell.index()));
        fields.push_back(number(owner.map_or(SEAT_NAMES.len(), Seat::index)));
        fields.push_back(number(visible_tile.piece.map_or(Kind::ALL.len(), Kind::index)));
        fields.push_back(number(visible_tile.tile.index()));
    }
    cache.make_board.call(fields)
}

/// Returns the word for a piece's owner, `?` if it is hidden.
fn owner_word(view: &Handle, visible_tile: &VisibleTile) -> LuaString {
    let known = visible_tile.owner.filter(|_| !visible_tile.is_face_down);
    known.map_or_else(|| view.context.cache.hidden.clone(), |seat| view.context.seat_word(seat))
}

/// Returns the code of a piece, `?` if it is hidden.
fn face_code(view: &Handle, visible_tile: &VisibleTile) -> LuaString {
    let cache = &view.context.cache;
    visible_tile.piece.map_or_else(|| cache.hidden.clone(), |piece| cache.code(piece))
}

/// Returns the known facts about the piece on a cell, as a table.
fn piece(lua: &Lua, view: &Handle, cell: CellName) -> Result<Option<Table>> {
    let position = view.position(lua, price::PIECE)?;
    let (script_view, cache) = (&position.script_view, &view.context.cache);
    let Some(visible_tile) = script_view.at(read_cell(&position, &cell)?) else { return Ok(None) };
    let table = lua.create_table_with_capacity(0, 7)?;
    table.raw_set("owner", owner_word(view, &visible_tile))?;
    table.raw_set("face", face_code(view, &visible_tile))?;
    table.raw_set("start", cache.cell_name(visible_tile.tile.start()))?;
    table.raw_set("moved", visible_tile.moved)?;
    table.raw_set("shown", visible_tile.is_revealed)?;
    table.raw_set("down", visible_tile.is_face_down)?;
    let carries = script_view.carries(visible_tile.tile);
    table.raw_set("carries", carries.map(|seat| view.context.seat_word(seat)))?;
    Ok(Some(table))
}

/// Returns the candidates of the piece on a cell, as codes, strongest first.
fn possible(lua: &Lua, view: &Handle, cell: CellName) -> Result<Table> {
    let position = view.position(lua, price::CELL_LIST)?;
    let cache = &view.context.cache;
    let Some(visible_tile) = position.script_view.at(read_cell(&position, &cell)?) else {
        return lua.create_table();
    };
    if let Some(piece) = visible_tile.piece {
        return lua.create_sequence_from([cache.code(piece)]);
    }
    charge_belief(lua, view, &position)?;
    let Some(belief) = position.script_view.belief() else { return lua.create_table() };
    lua.create_sequence_from(
        belief.candidates(visible_tile.tile).iter().map(|piece| cache.code(piece)),
    )
}

/// Returns the probability of each kind for the piece on a cell, by code. With a seat, each is the
/// probability that the piece is of that kind and belongs to that seat.
fn chance(lua: &Lua, view: &Handle, (cell, seat): (CellName, Option<LuaString>)) -> Result<Table> {
    let position = view.position(lua, price::CELL_LIST)?;
    let seat = seat.map(|seat| view.context.seat(position.seat, Some(seat))).transpose()?;
    let mut chances = [0.0; Kind::ALL.len()];
    if let Some(visible_tile) = position.script_view.at(read_cell(&position, &cell)?) {
        if let Some(piece) = visible_tile.piece {
            let is_possible = seat.is_none() || seat == visible_tile.owner;
            chances[piece.index()] = if is_possible { 1.0 } else { 0.0 };
        } else {
            charge_belief(lua, view, &position)?;
            chances = match (position.script_view.belief(), seat) {
                (None, _) => chances,
                (Some(belief), Some(seat)) => {
                    belief.chances_by_owner(visible_tile.tile)[seat.index()]
                }
                (Some(belief), None) => belief.chances(visible_tile.tile),
            };
        }
    }
    chances_table(view, chances)
}

/// Returns the probability of each kind for the piece on a cell, by code, from public information
/// alone. For the seat's own pieces, this is what the opponents have to assume.
fn public_chance(lua: &Lua, view: &Handle, cell: CellName) -> Result<Table> {
    let position = view.position(lua, price::CELL_LIST)?;
    let script_view = &position.script_view;
    let fuel = if script_view.has_public() { 0 } else { price::belief(&script_view.rules) };
    view.context.meter.charge(lua, fuel)?;
    let cell = read_cell(&position, &cell)?;
    let mut chances = [0.0; Kind::ALL.len()];
    if let Some(public) = script_view.public()
        && let Some(visible_tile) = public.at(cell)
    {
        match visible_tile.piece {
            Some(piece) => chances[piece.index()] = 1.0,
            None => chances = public.belief().chances(visible_tile.tile),
        }
    }
    chances_table(view, chances)
}

/// Returns probabilities as a table by code.
fn chances_table(view: &Handle, chances: KindProbabilities) -> Result<Table> {
    let cache = &view.context.cache;
    let mut fields = MultiValue::with_capacity(1 + chances.len());
    fields.push_back(Value::Table(cache.code_list.clone()));
    fields.extend(chances.map(|chance| Value::Number(f64::from(chance))));
    cache.make_chances.call(fields)
}

/// Charges for the belief, if no call in this turn has paid for it yet.
fn charge_belief(lua: &Lua, view: &Handle, position: &VisiblePosition<Junqi>) -> Result<()> {
    let script_view = &position.script_view;
    let fuel = if script_view.has_belief() { 0 } else { price::belief(&script_view.rules) };
    view.context.meter.charge(lua, fuel)
}

/// Returns the events that the piece on a cell took part in, oldest first.
fn history(lua: &Lua, view: &Handle, cell: CellName) -> Result<Table> {
    let position = view.position(lua, SHORT_LIST)?;
    let Some(visible_tile) = position.script_view.at(read_cell(&position, &cell)?) else {
        return lua.create_table();
    };
    view.context.meter.charge(lua, position.log.len() as u64 / EVENTS_PER_STEP)?;
    let events = script_view::history(visible_tile.tile, &position.log);
    view.context.meter.charge(lua, events.len() as u64 * SHORT_LIST)?;
    let list = lua.create_table_with_capacity(events.len(), 0)?;
    for event in &events {
        list.raw_push(view.context.event_table(event)?)?;
    }
    Ok(list)
}

/// Returns a table of the bomb suspects by cell: hidden pieces that moved next to pieces of the
/// seat's side which had won battles. The value of a suspect is the largest number of
/// battles won by a piece that it moved next to.
fn bomb_suspects(lua: &Lua, view: &Handle, (): ()) -> Result<Table> {
    let position = view.position(lua, price::SCAN)?;
    view.context.meter.charge(lua, position.log.len() as u64 / EVENTS_PER_STEP)?;
    let table = lua.create_table()?;
    let Some(game) = &position.script_view.view else { return Ok(table) };
    for (cell, won) in suspects::bomb_suspects(game, position.seat, &position.log) {
        table.raw_set(view.context.cache.cell_name(cell), won)?;
    }
    Ok(table)
}

/// Returns the pieces a seat has lost, each with its start cell and its code if that is known.
fn lost(lua: &Lua, view: &Handle, seat: Option<LuaString>) -> Result<Table> {
    let position = view.position(lua, price::SCAN)?;
    let seat = view.context.seat(position.seat, seat)?;
    let list = lua.create_table()?;
    let Some(game) = &position.script_view.view else { return Ok(list) };
    for tile in game.tiles().filter(|tile| game.cell_of(*tile).is_none()) {
        let visible_tile = game.visible_tile(tile);
        if visible_tile.owner == Some(seat) {
            let row = lua.create_table_with_capacity(0, 2)?;
            row.raw_set("start", view.context.cache.cell_name(tile.start()))?;
            row.raw_set("face", face_code(view, &visible_tile))?;
            list.raw_push(row)?;
            view.context.meter.charge(lua, price::LISTED_PIECE)?;
        }
    }
    Ok(list)
}

/// Returns the rail lines through a cell, each from end to end.
fn lines(lua: &Lua, view: &Handle, cell: CellName) -> Result<Table> {
    let position = view.position(lua, price::LINES)?;
    let cell = read_cell(&position, &cell)?;
    let list = lua.create_table()?;
    for line in position.script_view.board.lines().iter().filter(|line| line.contains(&cell)) {
        list.raw_push(view.context.cache.cell_list(lua, line.iter().copied())?)?;
    }
    Ok(list)
}

/// Returns the cells that the piece on a cell could reach from there. With a code, returns those
/// that a piece of that kind could reach.
fn reach(lua: &Lua, view: &Handle, (cell, code): (CellName, Option<LuaString>)) -> Result<Table> {
    let position = view.position(lua, price::CELL_LIST)?;
    let cell = read_cell(&position, &cell)?;
    let piece = match code {
        Some(code) => Some(read_code(&code)?),
        None => position.script_view.at(cell).and_then(|visible_tile| visible_tile.piece),
    };
    let Some(piece) = piece else {
        let name = cell.to_string();
        let message =
            format!("the piece on {name} is not known: name a code, as in reach(cell, \"38\")");
        return Err(mlua::Error::runtime(message));
    };
    let reached = position.script_view.reach(position.seat, cell, piece);
    view.context.cache.cell_list(lua, reached.iter())
}

/// Returns the distance between two cells. Returns `None` if they are not connected. Without a code
/// it is the number of steps along roads and rails, whatever stands there. With a code it is the
/// number of moves of such a piece on the board as it is now.
fn distance(
    lua: &Lua,
    view: &Handle,
    (from, to, code): (CellName, CellName, Option<LuaString>),
) -> Result<Option<u32>> {
    let position = view.position(lua, LOOK_UP)?;
    let (from, to) = (read_cell(&position, &from)?, read_cell(&position, &to)?);
    let script_view = &position.script_view;
    let Some(code) = code else {
        let steps = script_view.board.distance(from, to);
        return Ok((steps != u8::MAX).then(|| steps.into()));
    };
    view.context.meter.charge(lua, price::SCAN)?;
    let (moves, visited_cells) =
        script_view.moves_between(position.seat, from, to, read_code(&code)?);
    view.context.meter.charge(lua, visited_cells)?;
    Ok(moves)
}

/// The name of a cell from a script.
struct CellName(LuaString);

impl FromLua for CellName {
    fn from_lua(value: Value, _: &Lua) -> Result<Self> {
        match value {
            Value::String(name) => Ok(Self(name)),
            other => {
                let got = describe(&other);
                let message = format!("a cell is expected, such as \"S11\", not {got}");
                Err(mlua::Error::runtime(message))
            }
        }
    }
}

/// Reads the name of a cell of the board.
fn read_cell(position: &VisiblePosition<Junqi>, CellName(name): &CellName) -> Result<Cell> {
    let known = name.to_str().ok().and_then(|name| position.script_view.cell(&name));
    known.ok_or_else(|| {
        let name = lua_value::head(name, 40);
        mlua::Error::runtime(format!("no cell {name:.40?}; see view.cells"))
    })
}

/// Reads the code of a kind.
fn read_code(code: &LuaString) -> Result<Kind> {
    let known = code.to_str().ok().and_then(|code| Kind::from_code(&code));
    known.ok_or_else(|| {
        let codes = Kind::ALL.map(Kind::code).join(", ");
        let code = lua_value::head(code, 20);
        mlua::Error::runtime(format!("no code {code:.20?}; codes are {codes}"))
    })
}
