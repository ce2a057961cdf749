//! Whole games of Junqi at the window, in every mode, by keys alone in one language and by mouse
//! alone in the other. Each game is set up, played, saved, resumed, ended and replayed from every seat's view.

use crate::support::{Desk, InputDevice, Place, junqi_record, played, robot};
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

/// The plies played before the game is saved, and again after it is resumed.
const PLIES_BEFORE_SAVE: usize = 3;

macro_rules! whole_game_tests {
    ($($name:ident: $preset:literal $by_keys:ident $by_mouse:ident,)*) => {
        $(#[test]
        fn $name() {
            plays_the_same_by_keys_and_mouse($preset, Lang::$by_keys, Lang::$by_mouse);
        })*
    };
}

// The languages of the game by keys and of the game by mouse.
whole_game_tests! {
    dark_is_played_by_keys_and_mouse: "dark" En Zh,
    mixed_is_played_by_keys_and_mouse: "mixed" Zh En,
    open_is_played_by_keys_and_mouse: "open" En Zh,
    flip_is_played_by_keys_and_mouse: "flip" Zh En,
    flip_open_is_played_by_keys_and_mouse: "flip_open" En Zh,
    siguo_dark_is_played_by_keys_and_mouse: "siguo_dark" Zh En,
    siguo_partner_is_played_by_keys_and_mouse: "siguo_partner" En Zh,
    siguo_open_is_played_by_keys_and_mouse: "siguo_open" Zh En,
    siguo_duel_is_played_by_keys_and_mouse: "siguo_duel" En Zh,
    three_is_played_by_keys_and_mouse: "three" Zh En,
    six_is_played_by_keys_and_mouse: "six" En Zh,
    six_dark_is_played_by_keys_and_mouse: "six_dark" Zh En,
    six_open_is_played_by_keys_and_mouse: "six_open" En Zh,
}

#[test]
fn six_armies_are_played_to_the_end_by_keys_in_chinese() {
    play_to_the_end("six", 1, Lang::Zh, InputDevice::Keys);
}

#[test]
fn six_armies_are_played_to_the_end_by_mouse_in_english() {
    play_to_the_end("six", 2, Lang::En, InputDevice::Mouse);
}

/// Plays a whole game as a person in the south against robots, then replays it.
fn play_to_the_end(preset: &str, seed: u64, lang: Lang, device: InputDevice) {
    let mut desk = Place::quick(lang).open();
    let mut record = junqi_record(preset, "prrrrr", seed);
    record.players.iter_mut().skip(1).for_each(|(_, player)| *player = robot("greedy"));
    desk.put_junqi(record, |_| {});
    let mut turns = 0;
    loop {
        desk.until("a turn or the end", |desk| {
            let is_turn = desk.junqi().human_to_act().is_some();
            !desk.app().is_busy() && (is_turn || desk.junqi().state().turn() == Turn::Over)
        });
        if desk.junqi().state().turn() == Turn::Over {
            break;
        }
        let actions = desk.junqi().session.actions();
        desk.play_junqi(device, actions[desk.junqi().steps() * 7 % actions.len()]);
        turns += 1;
    }
    assert!(turns > 10, "{turns} turns by hand");
    replay_game(&mut desk, device);
}

/// Plays the same game by keys in one language and by mouse in the other, from the first screen to
/// the last step.
fn plays_the_same_by_keys_and_mouse(preset: &str, by_keys: Lang, by_mouse: Lang) {
    let games = [(by_keys, InputDevice::Keys), (by_mouse, InputDevice::Mouse)]
        .map(|(lang, device)| play_whole_game(preset, lang, device));
    let difference = games[0].iter().zip(&games[1]).find(|(keys, mouse)| keys != mouse);
    assert!(games[0] == games[1], "keys and mouse play the same game: {difference:?}");
}

/// Plays a game from the home screen to its end, with a save in between. Returns its steps.
fn play_whole_game(preset: &str, lang: Lang, device: InputDevice) -> Vec<Step<Junqi>> {
    let mut desk = Place::quick(lang).open();
    start_from_home(&mut desk, preset, device);
    for _ in 0..PLIES_BEFORE_SAVE {
        take_turn(&mut desk, device);
    }
    let mut desk = save_and_resume(desk, device);
    for _ in 0..PLIES_BEFORE_SAVE {
        take_turn(&mut desk, device);
    }
    while desk.junqi().state().turn() != Turn::Over {
        resign(&mut desk, device);
    }
    let steps = desk.junqi().session.record().steps.clone();
    replay_game(&mut desk, device);
    steps
}

/// Starts a game from the home screen with people in all seats.
fn start_from_home(desk: &mut Desk, preset: &str, device: InputDevice) {
    desk.on(Screen::Home);
    let game = desk.t("game-junqi");
    let play = desk.tf("home-play", &[("game", game.into())]);
    desk.activate(device, &play);
    desk.on(Screen::NewGame);
    let mode = desk.t(&format!("game-{preset}"));
    choose(desk, device, &desk.t("new-mode"), &mode);
    let rules = Rules::preset(preset).unwrap();
    let seats_column = desk.centre_of(&desk.t("new-mode"));
    for seat in rules.seats().iter().skip(1) {
        let name = qipan::games::words::seat::<Junqi>(desk.app().i18n(), seat);
        let player_list = desk.tf("who-of", &[("seat", name.into())]);
        // Four seats fill the column. The others are scrolled into view.
        if device == InputDevice::Mouse && desk.centre_of(&player_list).y > 640.0 {
            desk.wheel(seats_column);
            desk.frames(20);
        }
        choose(desk, device, &player_list, &desk.t("who-person"));
    }
    desk.unfold_rules(device);
    match device {
        InputDevice::Keys => desk.tab_to(&desk.t("new-seed")),
        InputDevice::Mouse => desk.click_below(&desk.t("new-seed")),
    }
    desk.write(SEED);
    match device {
        InputDevice::Keys => desk.ctrl(Key::Enter),
        InputDevice::Mouse => desk.click_id("new-start"),
    }
    desk.frames(2);
    assert_eq!(desk.app().screen(), Screen::Play, "{}", desk.node_texts());
    assert_eq!(desk.junqi().session.record().preset, preset);
}

/// Chooses an entry of a drop-down list.
fn choose(desk: &mut Desk, device: InputDevice, list: &str, entry: &str) {
    desk.activate(device, list);
    desk.frames(2);
    match device {
        InputDevice::Mouse => desk.click(entry),
        InputDevice::Keys => {
            desk.tab_shortest_to(entry);
            desk.key(Key::Enter);
        }
    }
    desk.frames(2);
}

/// Plays one action of the person to move.
#[track_caller]
fn take_turn(desk: &mut Desk, device: InputDevice) {
    desk.until("a person's turn", |desk| {
        !desk.app().is_busy()
            && (desk.junqi().cover().is_some() || desk.junqi().human_to_act().is_some())
    });
    desk.lift_cover(device);
    let actions = desk.junqi().session.actions();
    let action = actions[desk.junqi().steps() * 7 % actions.len()];
    desk.play_junqi(device, action);
}

/// Resigns for the person to move.
#[track_caller]
fn resign(desk: &mut Desk, device: InputDevice) {
    desk.until("a person's turn", |desk| {
        !desk.app().is_busy()
            && (desk.junqi().cover().is_some() || desk.junqi().human_to_act().is_some())
    });
    desk.lift_cover(device);
    let steps_before = desk.junqi().steps();
    match device {
        InputDevice::Mouse => desk.menu("menu-resign"),
        InputDevice::Keys => {
            desk.activate_id(device, "menu-menu");
            desk.frames(2);
            // An entry without a shortcut ends with the space after its label.
            desk.tab_shortest_to(&format!("{} ", desk.t("menu-resign")));
            desk.key(Key::Enter);
        }
    }
    desk.frames(2);
    let others_play_on = desk.junqi().state().active().len() > 2;
    desk.assert_sees_id(if others_play_on { "ask-resign-many" } else { "ask-resign" });
    desk.activate_id(device, "action-yes");
    assert!(desk.junqi().steps() > steps_before, "{}", desk.node_texts());
    desk.settle();
}

/// Saves, ends the program and opens the file again.
fn save_and_resume(mut desk: Desk, device: InputDevice) -> Desk {
    desk.settle();
    match device {
        InputDevice::Keys => desk.ctrl(Key::S),
        InputDevice::Mouse => desk.menu("menu-save"),
    }
    let record_before = desk.junqi().session.record().clone();
    let saves = desk.place.saves();
    assert_eq!(saves.len(), 1);
    assert_eq!(std::fs::read_to_string(&saves[0]).unwrap(), record_before.write());
    let mut desk = desk.reopen();
    desk.on(Screen::Home);
    match device {
        InputDevice::Keys => {
            desk.ctrl(Key::O);
            desk.frames(2);
            desk.write(saves[0].file_stem().unwrap().to_str().unwrap());
            desk.key(Key::Enter);
        }
        InputDevice::Mouse => {
            desk.click_id("home-open");
            desk.frames(2);
            desk.click(saves[0].file_name().unwrap().to_str().unwrap());
        }
    }
    desk.frames(2);
    desk.on(Screen::Play);
    assert_eq!(*desk.junqi().session.record(), record_before);
    if record_before.rules.has_secrets() {
        assert!(desk.junqi().cover().is_some() || desk.junqi().human_to_act().is_none());
    }
    if desk.junqi().cover().is_none() && desk.junqi().human_to_act().is_none() {
        desk.activate_id(device, "play-resume");
    }
    desk
}

/// Replays the finished game with everything shown, then from each seat's view.
fn replay_game(desk: &mut Desk, device: InputDevice) {
    desk.frames(2);
    desk.assert_is_over();
    let record = desk.junqi().session.record().clone();
    let states = record.states().unwrap();
    desk.activate_id(device, "play-replay");
    desk.on(Screen::Replay);
    let viewers = record.rules.order().into_iter().map(Viewer::Seat);
    for viewer in std::iter::once(Viewer::All).chain(viewers) {
        switch_viewer(desk, device, viewer);
        let all_steps = record.steps.len();
        for (id, key, at) in [
            ("replay-first", Key::Home, 0),
            ("replay-next", Key::ArrowRight, 1),
            ("replay-last", Key::End, all_steps),
            ("replay-previous", Key::ArrowLeft, all_steps - 1),
        ] {
            match device {
                InputDevice::Keys => desk.key(key),
                InputDevice::Mouse if desk.junqi_replay().at() == at => {}
                InputDevice::Mouse => desk.click_id(id),
            }
            assert_eq!(desk.junqi_replay().at(), at, "{id}");
            desk.frames(2);
            assert_board_shows(desk, &states[at], viewer);
        }
    }
}

/// Switches the replay to this viewer, which comes next after the current one.
fn switch_viewer(desk: &mut Desk, device: InputDevice, viewer: Viewer) {
    let Viewer::Seat(seat) = viewer else { return };
    let perspective = desk.junqi_replay().perspective().clone();
    if perspective.choices().len() < 2 {
        // Without hidden information there is only one viewer.
        return;
    }
    let name = |seat| qipan::games::words::seat::<Junqi>(desk.app().i18n(), seat);
    let viewer_label = desk.tf("eyes-of", &[("seat", name(seat).into())]);
    let current_label = match perspective.viewer() {
        Viewer::Seat(seat) => name(seat),
        _ => desk.t("eyes-all"),
    };
    match device {
        InputDevice::Keys => desk.key(Key::V),
        InputDevice::Mouse => {
            // Beside a long game name the viewers are a menu that is labelled with the current one.
            if !desk.has_control(&viewer_label) {
                desk.click(&desk.tf("eyes-menu", &[("who", current_label.into())]));
                desk.frames(2);
            }
            desk.click(&viewer_label);
        }
    }
    desk.frames(2);
}

/// Asserts that the board shows this state as the viewer sees it.
#[track_caller]
fn assert_board_shows(desk: &Desk, state: &Junqi, viewer: Viewer) {
    let view = state.view(viewer);
    let i18n = desk.app().i18n();
    let nodes: std::collections::HashSet<String> =
        desk.nodes().into_iter().map(|(_, text)| text).collect();
    for cell in view.board().cells().iter() {
        let tile = view.at(cell);
        let what = tile.map_or_else(
            || i18n.t("junqi-empty"),
            |tile| qipan::games::junqi::words::seen(i18n, tile),
        );
        let cell = qipan::games::junqi::words::cell(i18n, view.rules(), cell);
        let name = i18n.tf("junqi-spoken", &[("cell", cell.into()), ("what", what.into())]);
        assert!(nodes.contains(&name), "{viewer:?}: no {name:?}\n{}", desk.node_texts());
    }
}

/// Plays the last plies of games that end by the rules.
#[test]
fn every_mode_ends_by_its_own_rules() {
    for (number, preset) in qipan_core::games::junqi::PRESETS.into_iter().enumerate() {
        let device = if number % 2 == 0 { InputDevice::Keys } else { InputDevice::Mouse };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(number as u64);
        let game = played(junqi_record(preset, "pppppp", 9), 100_000, &mut rng);
        assert_eq!(game.state().turn(), Turn::Over, "{preset}");
        let mut record = game.record().clone();
        let last_steps: Vec<_> = record.steps.split_off(record.steps.len() - 3);
        let place = Place::quick(Lang::En);
        let file = place.write("late.json", &record.write());
        let mut desk = place.open_with(Some(file));
        desk.on(Screen::Play);
        for step in last_steps {
            let Step::Act { action, .. } = step else { panic!("{step:?}") };
            desk.lift_cover(device);
            desk.play_junqi(device, action);
        }
        desk.settle();
        assert_eq!(desk.junqi().state().outcome(), game.state().outcome(), "{preset}");
        desk.assert_is_over();
        let outcome = game.state().outcome().unwrap();
        let ending =
            qipan::games::junqi::words::ending(desk.app().i18n(), desk.junqi().view(), &outcome);
        desk.assert_sees(&ending.unwrap());
        replay_game(&mut desk, device);
    }
}
