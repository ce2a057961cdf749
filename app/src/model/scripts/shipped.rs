//! The scripts embedded in the program.

use std::path::Path;
use std::sync::LazyLock;

use include_dir::{Dir, include_dir};
use qipan_core::registry::GameKind;

/// A script embedded in the program.
#[derive(Clone, Copy, Debug)]
pub struct ShippedScript {
    /// Its name: the file name without extension.
    pub name: &'static str,
    /// The game it is for.
    pub game: &'static str,
    /// Its text.
    pub source: &'static str,
}

/// The folder `scripts/`, embedded.
static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../scripts");

/// The order of house rules in lists: options first, then hooks. Others follow by name.
const RULE_ORDER: &[&str] = &[
    "early_birds",
    "six_again",
    "capture_rolls_again",
    "bounce",
    "three_tries",
    "third_six",
    "only_sixes",
    "safe_points",
    "safe_airfields",
    "quick_game",
    "partners",
    "roadblock",
    "bigger_stack",
    "flight_then_jump",
    "must_capture",
    "lucky_squares",
    "soft_landing",
    "catch_up",
    "relief",
    "ace",
    "mercy",
    "sudden_death",
    "bomb_mines",
    "bomb_mines_dug",
    "flying_bombs",
    "rail_turns",
    "cross_lines",
    "scouts",
    "contact_reveals",
    "carry_home",
    "engineers_carry",
    "open_headquarters",
    "long_breath",
    "mined_flag",
    "marshal_behind",
    "david_and_goliath",
    "bomb_squad",
    "promotion",
    "last_stand",
    "follow_up",
    "third_repetition",
];

/// The order of robots in lists, the weakest first. Others follow by name.
const ROBOT_ORDER: &[&str] = &[
    "random",
    "flying_rule",
    "greedy",
    "careful",
    "bold",
    "flipper",
    "engineer_corps",
    "deducer",
    "sampler",
    "expectimax",
    "master",
];

/// The order of the styles of the gauntlet in tables. Others follow by name.
const STYLE_ORDER: &[&str] = &["rusher", "waiter", "hunter", "digger", "chaser", "runner"];

/// The house rules that ship.
pub static SHIPPED_RULES: LazyLock<Vec<ShippedScript>> =
    LazyLock::new(|| shipped("rules", RULE_ORDER));

/// The robots that ship.
pub static SHIPPED: LazyLock<Vec<ShippedScript>> = LazyLock::new(|| shipped("robots", ROBOT_ORDER));

/// The styles of the gauntlet: robots that play like people with one idea. They measure other
/// robots, and no list of players offers them.
pub(super) static STYLES: LazyLock<Vec<ShippedScript>> =
    LazyLock::new(|| shipped("gauntlet", STYLE_ORDER));

/// Returns the scripts of all games in an embedded folder, sorted by `order` within each game.
fn shipped(folder: &str, order: &[&str]) -> Vec<ShippedScript> {
    let games = FILES.get_dir(folder).into_iter().flat_map(Dir::dirs);
    let files = games.flat_map(|game| game.files().map(move |file| (game.path(), file.path())));
    let to_script = |(game, path): (&'static Path, &'static Path)| {
        Some(ShippedScript {
            name: path.file_stem()?.to_str()?,
            game: game.file_name()?.to_str()?,
            source: FILES.get_file(path)?.contents_utf8()?,
        })
    };
    let mut scripts: Vec<ShippedScript> = files.filter_map(to_script).collect();
    let order_index =
        |name: &str| order.iter().position(|known| *known == name).unwrap_or(order.len());
    scripts.sort_by_key(|script| {
        (GameKind::of_name(script.game), order_index(script.name), script.name)
    });
    scripts
}

/// Returns the default robot of a game: `greedy`, or the game's first robot if it has none of this
/// name.
pub fn default_robot(game: &str) -> &'static str {
    const DEFAULT: &str = "greedy";
    let names = || SHIPPED.iter().filter(|script| script.game == game).map(|script| script.name);
    names().find(|name| *name == DEFAULT).or(names().next()).unwrap_or(DEFAULT)
}

/// Returns the text of an embedded file, by its path below `scripts/`.
pub fn shipped_file(path: &str) -> Option<&'static str> {
    FILES.get_file(path)?.contents_utf8()
}

/// Returns the contents of an embedded file, by its path below `scripts/`.
pub fn shipped_bytes(path: &str) -> Option<&'static [u8]> {
    Some(FILES.get_file(path)?.contents())
}
