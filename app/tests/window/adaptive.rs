//! Opponents that adapt to the player.

use qipan::app::StartPage;
use qipan::model::adaptive::{Strength, score};
use qipan::model::i18n::Lang;
use qipan_core::games::race::board::RED;
use qipan_core::record::Player;
use qipan_core::script::Level;

use crate::support::{InputDevice, Place};

const LANGS: [Lang; 2] = [Lang::En, Lang::Zh];

#[test]
fn opponent_is_chosen_in_the_form_and_changes_after_each_game() {
    for lang in LANGS {
        let mut desk = Place::quick(lang).open_on(StartPage::NewGame("flying".to_owned()));
        desk.click_id("new-pick-robot");
        desk.frames(2);
        desk.click_id("who-adaptive");
        desk.frames(2);
        // An untried opponent plays at the level Easy.
        let level = desk.t("who-level-easy");
        let args = [("level", level.into()), ("number", "2.0".to_owned().into())];
        desk.assert_sees(&desk.tf("who-adaptive-strength", &args));
        desk.click_id("new-start");
        desk.frames(3);
        desk.key(egui::Key::R);
        desk.frames(3);
        let scripts: Vec<Option<String>> = desk
            .record()
            .players
            .iter()
            .filter(|(_, player)| !player.is_human())
            .map(|(_, player)| player.script.clone())
            .collect();
        assert_eq!(scripts, vec![Some("greedy.luau".to_owned()); 3]);
        let cards = desk.painted_texts();
        let adaptive = cards.iter().filter(|text| **text == desk.t("play-adaptive"));
        assert_eq!(adaptive.count(), 3, "{cards:?}");
        desk.finish(InputDevice::Keys);
        desk.settle();
        desk.frames(2);
        let expected = Strength::default().after(score(desk.race(), RED).unwrap());
        let strength = |desk: &crate::support::Desk| desk.app().settings.setups.strength("flying");
        assert_eq!(strength(&desk), expected);
        let number = format!("{:.1}", expected.shown_level());
        assert!(desk.sees_part(&number), "the end shows the new strength");

        // The next game begins at the new level, also after a restart.
        desk.click_id("play-again");
        desk.frames(2);
        assert_eq!(strength(&desk), expected, "a game counts once");
        let robots =
            desk.record().players.iter().map(|(_, player)| player).filter(|p| !p.is_human());
        let wanted = match expected.next_level() {
            Level::Beginner => "random.luau",
            Level::Easy => "greedy.luau",
            Level::Medium => "careful.luau",
            Level::Strong => "expectimax.luau",
            Level::Master => "master.luau",
        };
        let mut scripts = robots.map(|robot: &Player| robot.script.as_deref());
        assert!(scripts.all(|script| script == Some(wanted)));
        let desk = desk.crash();
        let read = strength(&desk);
        // The settings round the last digit of a number.
        assert!((read.level - expected.level).abs() < 1e-9, "{read:?} {expected:?}");
        assert_eq!(read.games, expected.games);
    }
}
