//! The scripts embedded in the program.

use std::sync::LazyLock;

use qipan_core::registry::GameKind;

use crate::model::embedded::SCRIPTS;

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

/// The pictures of the manual, by their paths below `scripts/`.
const PICTURES: [(&str, &[u8]); 4] = [
    ("images/aeroplane.png", include_bytes!("../../../../scripts/images/aeroplane.png")),
    ("images/flying.png", include_bytes!("../../../../scripts/images/flying.png")),
    ("images/junqi.png", include_bytes!("../../../../scripts/images/junqi.png")),
    ("images/junqi-zh.png", include_bytes!("../../../../scripts/images/junqi-zh.png")),
];

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
    let to_script = |(path, source): (&'static str, &'static str)| {
        let (game, file) = path.strip_prefix(folder)?.strip_prefix('/')?.split_once('/')?;
        let (name, _) = file.split_once('.')?;
        Some(ShippedScript { name, game, source })
    };
    let mut scripts: Vec<ShippedScript> = SCRIPTS.texts().filter_map(to_script).collect();
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

/// Returns the shipped robot of the level Strong of a game.
pub fn strong_robot(game: &str) -> &'static str {
    match GameKind::of_name(game) {
        Some(GameKind::Race) => "expectimax",
        _ => "sampler",
    }
}

/// Returns the text of an embedded file, by its path below `scripts/`.
pub fn shipped_file(path: &str) -> Option<&'static str> {
    SCRIPTS.text(path)
}

/// Returns a picture of the manual, by its path below `scripts/`.
pub fn shipped_picture(path: &str) -> Option<&'static [u8]> {
    PICTURES.iter().find_map(|(known, bytes)| (*known == path).then_some(*bytes))
}
