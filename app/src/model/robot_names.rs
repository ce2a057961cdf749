//! The names of the built-in robots in both languages.
//!
//! A saved game keeps the names in the language in which it was played.

use std::sync::LazyLock;

use qipan_core::record::Player;

use crate::model::i18n::{I18n, Lang};
use crate::model::scripts::SHIPPED_ROBOTS;

/// The English and the Chinese name of each built-in robot.
static NAMES: LazyLock<Vec<[&'static str; 2]>> =
    LazyLock::new(|| SHIPPED_ROBOTS.iter().filter_map(|script| names_in(script.text)).collect());

/// Returns the English and the Chinese name that the source of a built-in robot states.
fn names_in(source: &'static str) -> Option<[&'static str; 2]> {
    let line = source.lines().find(|line| line.trim_start().starts_with("name = { en = \""))?;
    let mut quoted = line.split('"').skip(1).step_by(2);
    Some([quoted.next()?, quoted.next()?])
}

/// Returns the names of a built-in robot in all languages, or only this name for any other player.
pub fn all_names(name: &str) -> Vec<&str> {
    let known = NAMES.iter().find(|names| names.contains(&name));
    known.map_or_else(|| vec![name], |names| names.to_vec())
}

/// Returns the name of a robot in a language. Only built-in robots have several names.
pub fn robot_name(name: &str, lang: Lang) -> &str {
    let known = NAMES.iter().find(|names| names.contains(&name));
    known.map_or(name, |[en, zh]| match lang {
        Lang::En => en,
        Lang::Zh => zh,
    })
}

/// Returns the name of a player in the language of the texts, or "you" for a person without a name.
pub fn player_name(player: &Player, i18n: &I18n) -> String {
    match player.name.as_str() {
        "" => i18n.t("play-you"),
        name if player.is_human() => name.to_owned(),
        name => robot_name(name, i18n.lang()).to_owned(),
    }
}

/// Returns the name of a player for readers who did not play. A person without a name is
/// "Human player".
pub fn name_for_others(player: &Player, i18n: &I18n) -> String {
    match player.name.as_str() {
        "" => i18n.t("collection-person"),
        _ => player_name(player, i18n),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_robot_has_a_name_in_each_language() {
        assert_eq!(NAMES.len(), SHIPPED_ROBOTS.len());
        for [en, zh] in NAMES.iter() {
            assert!(en.is_ascii() && !zh.is_ascii(), "{en}, {zh}");
            assert_eq!((robot_name(en, Lang::Zh), robot_name(zh, Lang::En)), (*zh, *en));
            assert_eq!(all_names(zh), [*en, *zh]);
        }
        assert_eq!((robot_name("Kim", Lang::Zh), all_names("Kim")), ("Kim", vec!["Kim"]));
    }

    #[test]
    fn people_keep_their_names() {
        let [en, zh] = NAMES[0];
        let i18n = I18n::new(Lang::Zh);
        assert_eq!(player_name(&Player::human(en), &i18n), en);
        assert_eq!(player_name(&Player::robot(en, "a.luau"), &i18n), zh);
        assert_eq!(player_name(&Player::human(""), &i18n), i18n.t("play-you"));
        assert_eq!(name_for_others(&Player::human(""), &i18n), i18n.t("collection-person"));
        assert_eq!(name_for_others(&Player::human("Kim"), &i18n), "Kim");
    }
}
