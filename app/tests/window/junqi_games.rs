//! Whole games of Junqi at the window, in every mode and both languages, by keys alone and by mouse
//! alone: set up, played, saved, resumed, ended and replayed from every seat's view.

use crate::support::{Desk, Hand, Place, junqi_record, played, robot};
use egui::Key;
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan::screens::replay::ReplayScreen as _;
use qipan_core::contract::game::{Game, Step, Turn, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::games::junqi::{Junqi, Rules};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

/// The seed of lots, layouts and mixed tiles. It makes both games of a mode equal.
const SEED: &str = "23";

/// The plies before the game is saved, and again after it is resumed.
const HALF: usize = 3;

macro_rules! whole_games {
    ($($name:ident: $preset:literal $lang:ident,)*) => {
        $(#[test]
        fn $name() {
            both_hands($preset, Lang::$lang);
        })*
    };
}

whole_games! {
    dark_is_playable_in_english: "dark" En,
    dark_is_playable_in_chinese: "dark" Zh,
    mixed_is_playable_in_english: "mixed" En,
    mixed_is_playable_in_chinese: "mixed" Zh,
    open_is_playable_in_english: "open" En,
    open_is_playable_in_chinese: "open" Zh,
    flip_is_playable_in_english: "flip" En,
    flip_is_playable_in_chinese: "flip" Zh,
    flip_open_is_playable_in_english: "flip_open" En,
    flip_open_is_playable_in_chinese: "flip_open" Zh,
    siguo_dark_is_playable_in_english: "siguo_dark" En,
    siguo_dark_is_playable_in_chinese: "siguo_dark" Zh,
    siguo_partner_is_playable_in_english: "siguo_partner" En,
    siguo_partner_is_playable_in_chinese: "siguo_partner" Zh,
    siguo_open_is_playable_in_english: "siguo_open" En,
    siguo_open_is_playable_in_chinese: "siguo_open" Zh,
    siguo_duel_is_playable_in_english: "siguo_duel" En,
    siguo_duel_is_playable_in_chinese: "siguo_duel" Zh,
    three_is_playable_in_english: "three" En,
    three_is_playable_in_chinese: "three" Zh,
    six_is_playable_in_english: "six" En,
    six_is_playable_in_chinese: "six" Zh,
    six_dark_is_playable_in_english: "six_dark" En,
    six_dark_is_playable_in_chinese: "six_dark" Zh,
    six_open_is_playable_in_english: "six_open" En,
    six_open_is_playable_in_chinese: "six_open" Zh,
}

#[test]
fn six_armies_are_played_to_the_end_by_keys_in_chinese() {
    to_the_end("six", 1, Lang::Zh, Hand::Keys);
}

#[test]
fn six_armies_are_played_to_the_end_by_mouse_in_english() {
    to_the_end("six", 2, Lang::En, Hand::Mouse);
}

/// Plays a whole game as a person in the south against robots, then replays it.
fn to_the_end(preset: &str, seed: u64, lang: Lang, hand: Hand) {
    let mut desk = Place::quick(lang).open();
    let mut record = junqi_record(preset, "prrrrr", seed);
    record.players.iter_mut().skip(1).for_each(|(_, player)| *player = robot("greedy"));
    desk.put_junqi(record, |_| {});
    let mut turns = 0;
    loop {
        desk.until("a turn or the end", |desk| {
            let waits = desk.junqi().human_to_act().is_some();
            !desk.app().is_busy() && (waits || desk.junqi().state().turn() == Turn::Over)
        });
        if desk.junqi().state().turn() == Turn::Over {
            break;
        }
        let actions = desk.junqi().session.actions();
        desk.play_junqi(hand, actions[desk.junqi().steps() * 7 % actions.len()]);
        turns += 1;
    }
    assert!(turns > 10, "{turns} turns by hand");
    look_back(&mut desk, hand);
}

/// Plays the same game by keys and by mouse, from the first screen to the last step.
fn both_hands(preset: &str, lang: Lang) {
    let games = [Hand::Keys, Hand::Mouse].map(|hand| whole_game(preset, lang, hand));
    let odd = games[0].iter().zip(&games[1]).find(|(keys, mouse)| keys != mouse);
    assert!(games[0] == games[1], "keys and mouse play the same game: {odd:?}");
}

/// Plays a game from the home screen to its end, with a save in between. Returns its steps.
fn whole_game(preset: &str, lang: Lang, hand: Hand) -> Vec<Step<Junqi>> {
    let mut desk = Place::quick(lang).open();
    set_up(&mut desk, preset, hand);
    for _ in 0..HALF {
        take_turn(&mut desk, hand);
    }
    let mut desk = save_and_take_up(desk, hand);
    for _ in 0..HALF {
        take_turn(&mut desk, hand);
    }
    while desk.junqi().state().turn() != Turn::Over {
        give_up(&mut desk, hand);
    }
    let steps = desk.junqi().session.record().steps.clone();
    look_back(&mut desk, hand);
    steps
}

/// Starts a game from the home screen with people in all seats.
fn set_up(desk: &mut Desk, preset: &str, hand: Hand) {
    desk.on(Screen::Home);
    let game = desk.t("game-junqi");
    let play = desk.tf("home-play", &[("game", game.into())]);
    desk.use_it(hand, &play);
    desk.on(Screen::NewGame);
    let mode = desk.t(&format!("game-{preset}"));
    choose(desk, hand, &desk.t("junqi-mode"), &mode);
    let rules = Rules::preset(preset).unwrap();
    let column = desk.place_of(&desk.t("junqi-mode"));
    for seat in rules.seats().iter().skip(1) {
        let name = qipan::games::words::seat::<Junqi>(desk.app().i18n(), seat);
        let who = desk.tf("who-of", &[("seat", name.into())]);
        // Four seats fill the column. The others are scrolled into view.
        if hand == Hand::Mouse && desk.place_of(&who).y > 640.0 {
            desk.wheel(column);
            desk.frames(20);
        }
        choose(desk, hand, &who, &desk.t("who-person"));
    }
    if hand == Hand::Mouse {
        desk.wheel(column);
    }
    desk.use_id(hand, "new-more");
    match hand {
        Hand::Keys => desk.tab_to(&desk.t("new-seed")),
        Hand::Mouse => {
            desk.frames(20);
            desk.wheel(column);
            desk.click_id("new-seed");
        }
    }
    desk.write(SEED);
    match hand {
        Hand::Keys => desk.ctrl(Key::Enter),
        Hand::Mouse => desk.click_id("new-start"),
    }
    desk.frames(2);
    assert_eq!(desk.app().screen(), Screen::Play, "{}", desk.words());
    assert_eq!(desk.junqi().session.record().preset, preset);
}

/// Chooses an entry of a drop-down list.
fn choose(desk: &mut Desk, hand: Hand, list: &str, entry: &str) {
    desk.use_it(hand, list);
    desk.frames(2);
    match hand {
        Hand::Mouse => desk.click(entry),
        Hand::Keys => {
            desk.walk_to(entry);
            desk.key(Key::Enter);
        }
    }
    desk.frames(2);
}

/// Plays one action of the person to move.
#[track_caller]
fn take_turn(desk: &mut Desk, hand: Hand) {
    desk.until("somebody's turn", |desk| {
        !desk.app().is_busy()
            && (desk.junqi().cover().is_some() || desk.junqi().human_to_act().is_some())
    });
    desk.uncover(hand);
    let actions = desk.junqi().session.actions();
    let action = actions[desk.junqi().steps() * 7 % actions.len()];
    desk.play_junqi(hand, action);
}

/// Resigns for the person to move.
#[track_caller]
fn give_up(desk: &mut Desk, hand: Hand) {
    desk.until("somebody's turn", |desk| {
        !desk.app().is_busy()
            && (desk.junqi().cover().is_some() || desk.junqi().human_to_act().is_some())
    });
    desk.uncover(hand);
    let before = desk.junqi().steps();
    match hand {
        Hand::Mouse => desk.menu("menu-resign"),
        Hand::Keys => {
            desk.use_id(hand, "menu-menu");
            desk.frames(2);
            // An entry without a shortcut ends with the space after its label.
            desk.walk_to(&format!("{} ", desk.t("menu-resign")));
            desk.key(Key::Enter);
        }
    }
    desk.frames(2);
    desk.assert_sees_id("ask-resign");
    desk.use_id(hand, "action-yes");
    assert!(desk.junqi().steps() > before, "{}", desk.words());
    desk.settle();
}

/// Saves, ends the program and opens the file again.
fn save_and_take_up(mut desk: Desk, hand: Hand) -> Desk {
    desk.settle();
    match hand {
        Hand::Keys => desk.ctrl(Key::S),
        Hand::Mouse => desk.menu("menu-save"),
    }
    let before = desk.junqi().session.record().clone();
    let saves = desk.place.saves();
    assert_eq!(saves.len(), 1);
    assert_eq!(std::fs::read_to_string(&saves[0]).unwrap(), before.write());
    let mut desk = desk.reopen();
    desk.on(Screen::Home);
    match hand {
        Hand::Keys => {
            desk.ctrl(Key::O);
            desk.frames(2);
            desk.write(saves[0].file_stem().unwrap().to_str().unwrap());
            desk.key(Key::Enter);
        }
        Hand::Mouse => {
            desk.click_id("home-open");
            desk.frames(2);
            desk.click(saves[0].file_name().unwrap().to_str().unwrap());
        }
    }
    desk.frames(2);
    desk.on(Screen::Play);
    assert_eq!(*desk.junqi().session.record(), before);
    if before.rules.has_secrets() {
        assert!(desk.junqi().cover().is_some() || desk.junqi().human_to_act().is_none());
    }
    if desk.junqi().cover().is_none() && desk.junqi().human_to_act().is_none() {
        desk.use_id(hand, "play-resume");
    }
    desk
}

/// Replays the finished game with everything shown, then from each seat's view.
fn look_back(desk: &mut Desk, hand: Hand) {
    desk.frames(2);
    desk.assert_sees_id("play-over");
    let record = desk.junqi().session.record().clone();
    let states = record.states().unwrap();
    desk.use_id(hand, "play-look-back");
    desk.on(Screen::Replay);
    let viewers = record.rules.order().into_iter().map(Viewer::Seat);
    for viewer in std::iter::once(Viewer::All).chain(viewers) {
        look_as(desk, hand, viewer);
        let all = record.steps.len();
        for (id, key, at) in [
            ("replay-first", Key::Home, 0),
            ("replay-next", Key::ArrowRight, 1),
            ("replay-last", Key::End, all),
            ("replay-previous", Key::ArrowLeft, all - 1),
        ] {
            match hand {
                Hand::Keys => desk.key(key),
                Hand::Mouse if desk.junqi_replay().at() == at => {}
                Hand::Mouse => desk.click_id(id),
            }
            assert_eq!(desk.junqi_replay().at(), at, "{id}");
            desk.frames(2);
            shows(desk, &states[at], viewer);
        }
    }
}

/// Switches the replay to this viewer, which comes next after the current one.
fn look_as(desk: &mut Desk, hand: Hand, viewer: Viewer) {
    let Viewer::Seat(seat) = viewer else { return };
    let before = desk.junqi_replay().perspective().clone();
    if before.choices().len() < 2 {
        // Without hidden information there is only one viewer.
        return;
    }
    let name = |seat| qipan::games::words::seat::<Junqi>(desk.app().i18n(), seat);
    let eyes = desk.tf("eyes-of", &[("seat", name(seat).into())]);
    let now = match before.viewer() {
        Viewer::Seat(seat) => name(seat),
        _ => desk.t("eyes-all"),
    };
    match hand {
        Hand::Keys => desk.key(Key::V),
        Hand::Mouse => {
            // Next to a long game name the viewers fold into a menu labelled with the current one.
            if !desk.can(&eyes) {
                desk.click(&now);
                desk.frames(2);
            }
            desk.click(&eyes);
        }
    }
    desk.frames(2);
}

/// Asserts that the board shows this state as the viewer sees it.
#[track_caller]
fn shows(desk: &Desk, state: &Junqi, viewer: Viewer) {
    let view = state.view(viewer);
    let i18n = desk.app().i18n();
    let nodes: std::collections::HashSet<String> =
        desk.nodes().into_iter().map(|(_, text)| text).collect();
    for cell in view.board().cells().iter() {
        let what = view.at(cell);
        let what = what.map_or_else(
            || i18n.t("junqi-empty"),
            |seen| qipan::games::junqi::words::seen(i18n, seen),
        );
        let cell = qipan::games::junqi::words::cell(i18n, view.rules().board, cell);
        let name = i18n.tf("junqi-spoken", &[("cell", cell.into()), ("what", what.into())]);
        assert!(nodes.contains(&name), "{viewer:?}: no {name:?}\n{}", desk.words());
    }
}

/// Plays the last plies of games that end by the rules.
#[test]
fn every_mode_ends_by_its_own_rules() {
    for (number, preset) in qipan_core::games::junqi::PRESETS.into_iter().enumerate() {
        let hand = if number % 2 == 0 { Hand::Keys } else { Hand::Mouse };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(number as u64);
        let game = played(junqi_record(preset, "pppppp", 9), 100_000, &mut rng);
        assert_eq!(game.state().turn(), Turn::Over, "{preset}");
        let mut record = game.record().clone();
        let last: Vec<_> = record.steps.split_off(record.steps.len() - 3);
        let place = Place::quick(Lang::En);
        let file = place.write("late.json", &record.write());
        let mut desk = place.open_with(Some(file));
        desk.on(Screen::Play);
        for step in last {
            let Step::Act { action, .. } = step else { panic!("{step:?}") };
            desk.uncover(hand);
            desk.play_junqi(hand, action);
        }
        desk.settle();
        assert_eq!(desk.junqi().state().outcome(), game.state().outcome(), "{preset}");
        desk.assert_sees_id("play-over");
        let reason = game.state().outcome().unwrap().reason;
        desk.assert_sees(&qipan::games::junqi::words::ending(desk.app().i18n(), reason).unwrap());
        look_back(&mut desk, hand);
    }
}
