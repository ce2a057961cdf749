//! Words for the summaries of saved games.

use qipan_core::contract::seat::Seat;
use qipan_core::record::Player;
use qipan_core::registry::GameKind;
use qipan_core::with_game;

use crate::games::{GameUi as _, words};
use crate::model::i18n::{I18n, ListStyle};
use crate::model::narration::game_length;
use crate::model::robot_names::robot_name;
use crate::model::rules;
use crate::model::storage::{SaveSummary, SeatSummary};

/// Returns the name of a preset.
pub fn game(i18n: &I18n, preset: &str) -> String {
    i18n.find(&format!("game-{preset}")).unwrap_or_else(|| preset.to_owned())
}

/// Returns a player's name. The name of a shipped robot is in the language of the window. A game's
/// only player without a name is "you".
pub fn player(i18n: &I18n, game: &SaveSummary, seat: &SeatSummary) -> String {
    let nameless = game.seats.iter().filter(|seat| seat.name.is_empty()).count();
    name(i18n, (&seat.name, seat.robot), nameless)
}

/// Returns the name of a player. The name of a shipped robot is in the language of the window.
/// `nameless` is the number of players without a name.
fn name(i18n: &I18n, (name, is_robot): (&str, bool), nameless: usize) -> String {
    match (name, nameless) {
        ("", 1) => i18n.t("play-you"),
        ("", _) => i18n.t("collection-person"),
        (name, _) if is_robot => robot_name(name, i18n.lang()).to_owned(),
        (name, _) => name.to_owned(),
    }
}

/// Returns the names of these players in the form of [`players`].
pub fn names(i18n: &I18n, players: &[(Seat, Player)]) -> String {
    let nameless = players.iter().filter(|(_, player)| player.name.is_empty()).count();
    let names =
        players.iter().map(|(_, player)| name(i18n, (&player.name, !player.is_human()), nameless));
    let mut names: Vec<String> = names.collect();
    names.dedup();
    i18n.list(ListStyle::Plain, names)
}

/// Returns the names of the players in the order of the seats. Consecutive equal names are listed
/// once.
pub fn players(i18n: &I18n, game: &SaveSummary) -> String {
    let mut names: Vec<String> = game.seats.iter().map(|seat| player(i18n, game, seat)).collect();
    names.dedup();
    i18n.list(ListStyle::Plain, names)
}

/// Returns how a game ended, or that it is unfinished.
pub fn result(i18n: &I18n, game: &SaveSummary) -> String {
    match (&game.result, game.winners()) {
        (None, _) => i18n.t("home-unfinished"),
        (Some(_), []) => i18n.t("collection-drawn"),
        (Some(_), winners) => {
            let seats = winners.iter().filter_map(|name| words::seat_in_file(i18n, name));
            i18n.tf("home-won", &[("seat", i18n.list(ListStyle::And, seats).into())])
        }
    }
}

/// Returns a text that says whose turn it is, or `None` if `turn` is not known.
pub fn turn(i18n: &I18n, game: &SaveSummary, turn: Option<Seat>) -> Option<String> {
    let kind = game.kind()?;
    let name = *kind.seats().get(turn?.index())?;
    let seat = game.seats.iter().find(|seat| seat.seat == name)?;
    let people = game.seats.iter().filter(|seat| !seat.robot).count();
    Some(match !seat.robot && people == 1 {
        true => i18n.t("collection-your-turn"),
        false => {
            let seat = words::seat_in_file(i18n, name)?;
            i18n.tf("collection-turn", &[("seat", seat.into())])
        }
    })
}

/// Returns the length of a game in rolls of a die or in moves.
pub fn length(i18n: &I18n, game: &SaveSummary) -> String {
    game_length(i18n, game.kind(), game.plies)
}

/// Returns a text for each option that players changed, with its value.
pub fn changed(i18n: &I18n, game: &SaveSummary) -> Vec<String> {
    let Some(kind) = GameKind::of_preset(&game.preset) else { return Vec::new() };
    let is_changed_by_players = |key: &String| {
        // The form sets some options by itself. They do not count as changes.
        let rules = rules::preset(&game.preset)?;
        let rules = rules::with_options(rules, &game.changed).ok()?;
        let changed = with_game!(kind, |G| G::changed_by_players(rules.expect_of::<G>()));
        Some(changed.contains(&key.as_str()))
    };
    let changed = game.changed.iter().filter(|(key, _)| is_changed_by_players(key).unwrap_or(true));
    words::settings(i18n, &changed.map(|(key, value)| (key.clone(), value.clone())).collect())
}
