//! The scripts embedded in the program.

use std::sync::LazyLock;

use qipan_core::contract::source::Source;
use qipan_core::registry::GameKind;
use qipan_core::script::{MODULE_FOLDER, ModuleLibrary, with_modules};

use crate::model::embedded::SCRIPTS;
use crate::model::scripts::test_file::is_test_stem;

/// A script embedded in the program.
#[derive(Clone, Copy, Debug)]
pub struct ShippedScript {
    /// Its name: the file name without extension.
    pub name: &'static str,
    /// The game it is for.
    pub game: &'static str,
    /// The text of its own file.
    pub text: &'static str,
    /// The path of its folder below `scripts/`.
    folder: &'static str,
}

impl ShippedScript {
    /// Returns its text together with its modules.
    pub fn with_modules(&self) -> Source {
        with_modules(self.text.as_bytes(), &ShippedModules(self.folder))
    }
}

/// The modules in an embedded folder.
struct ShippedModules<'a>(&'a str);

impl ShippedModules<'_> {
    /// Returns the names and texts of the modules.
    fn files(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let prefix = format!("{}/{MODULE_FOLDER}/", self.0);
        let module_name =
            move |path: &'static str| path.strip_prefix(&prefix)?.strip_suffix(".luau");
        SCRIPTS.texts().filter_map(move |(path, text)| Some((module_name(path)?, text)))
    }
}

impl ModuleLibrary for ShippedModules<'_> {
    fn text(&self, name: &str) -> Option<Vec<u8>> {
        self.files().find(|(other, _)| *other == name).map(|(_, text)| text.as_bytes().to_vec())
    }

    fn names(&self) -> Vec<String> {
        self.files().map(|(name, _)| name.to_owned()).collect()
    }
}

/// The pictures of the manual, by their paths below `scripts/`. They have a palette of 256 colours,
/// which makes them a third as large: `convert IN.png +dither -colors 256 png8:OUT.png`.
const PICTURES: [(&str, &[u8]); 4] = [
    ("images/aeroplane.png", include_bytes!("../../../../scripts/images/aeroplane.png")),
    ("images/flying.png", include_bytes!("../../../../scripts/images/flying.png")),
    ("images/junqi.png", include_bytes!("../../../../scripts/images/junqi.png")),
    ("images/junqi-zh.png", include_bytes!("../../../../scripts/images/junqi-zh.png")),
];

/// The order of house rules in lists. Within a game, rules that change options come first, then
/// rules with hooks. Others follow by name.
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
    "wingman",
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
    "show_of_strength",
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
    "imitator",
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
pub static SHIPPED_ROBOTS: LazyLock<Vec<ShippedScript>> =
    LazyLock::new(|| shipped("robots", ROBOT_ORDER));

/// The styles of the gauntlet: robots that each play like a person who follows one simple plan.
/// Other robots are measured against them, and no list of players offers them.
pub(super) static STYLES: LazyLock<Vec<ShippedScript>> =
    LazyLock::new(|| shipped("gauntlet", STYLE_ORDER));

/// Returns the scripts of all games in an embedded folder, sorted by `order` within each game.
fn shipped(top_folder: &str, order: &[&str]) -> Vec<ShippedScript> {
    let to_script = |(path, text): (&'static str, &'static str)| {
        let (folder, file) =
            path.strip_prefix(top_folder)?.strip_prefix('/').and(path.rsplit_once('/'))?;
        // Modules lie in a folder below that of the game.
        let game = folder.split('/').nth(1).filter(|_| folder.split('/').count() == 2)?;
        let name = file.strip_suffix(".luau").filter(|name| !is_test_stem(name))?;
        Some(ShippedScript { name, game, text, folder })
    };
    let mut scripts: Vec<ShippedScript> = SCRIPTS.texts().filter_map(to_script).collect();
    let order_index =
        |name: &str| order.iter().position(|known| *known == name).unwrap_or(order.len());
    scripts.sort_by_key(|script| {
        (GameKind::of_name(script.game), order_index(script.name), script.name)
    });
    scripts
}

/// Returns an embedded test file together with its modules. `name` is its file name without
/// `.luau`, such as `greedy.test`.
pub(super) fn shipped_tests(game: &str, name: &str) -> Option<Source> {
    let folder = format!("robots/{game}");
    let text = SCRIPTS.text(&format!("{folder}/{name}.luau"))?;
    Some(with_modules(text.as_bytes(), &ShippedModules(&folder)))
}

/// Returns the default robot of a game: `greedy`, or the game's first robot if it has none of this
/// name.
pub fn default_robot(game: &str) -> &'static str {
    const DEFAULT: &str = "greedy";
    let names =
        || SHIPPED_ROBOTS.iter().filter(|script| script.game == game).map(|script| script.name);
    names().find(|name| *name == DEFAULT).or(names().next()).unwrap_or(DEFAULT)
}

/// Returns the shipped robot that plays a game at the level Strong.
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
