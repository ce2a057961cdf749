//! `codes`: the codes of pieces by name, so that scripts can write `codes.bomb` for `"00"`.

use mlua::{Lua, Value};

use crate::games::junqi::Kind;
use crate::script::lua_value;
use crate::script::nearest::did_you_mean;

/// The word for a piece or an owner that the seat may not know.
pub(super) const HIDDEN: &str = "?";

/// Returns the names in the order of [`Kind::ALL`]. They are the ids of the kinds, except that
/// `field_marshal` is `marshal` here.
fn names() -> [&'static str; Kind::ALL.len()] {
    Kind::ALL.map(|piece| piece.id().trim_start_matches("field_"))
}

/// Adds the read-only global `codes`. Reading a name that it does not have is an error.
pub(super) fn add(lua: &Lua) -> mlua::Result<()> {
    let pieces = names().into_iter().zip(Kind::ALL.map(Kind::code));
    let codes = lua.create_table_from(pieces.chain([("hidden", HIDDEN)]))?;
    let missing = |_: &Lua, (_, key): (Value, Value)| -> mlua::Result<Value> {
        let name = lua_value::word(&key);
        let hint = did_you_mean(&name, names().into_iter());
        let known = names().join(", ");
        let message = format!("codes has no `{name:.40}`{hint}; it has {known}, hidden");
        Err(mlua::Error::runtime(message))
    };
    let meta = lua.create_table()?;
    meta.raw_set("__index", lua.create_function(missing)?)?;
    meta.set_readonly(true);
    codes.set_metatable(Some(meta))?;
    codes.set_readonly(true);
    lua.globals().raw_set("codes", codes)
}
