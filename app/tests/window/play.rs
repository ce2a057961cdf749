//! Play at the board: refusals, questions, take-backs, and changes during a game.

use egui::{Event, Key, Modifiers};
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan::model::settings::{Settings, ThemeName};
use qipan_core::contract::game::{Game, Step, Turn};
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::{Event as RaceEvent, HANGAR, Race};
use qipan_core::play::session::Session;
use qipan_core::record::Player;

use crate::support::{DIGITS, Desk, InputDevice, Place, position, robot, seat_to_roll};

const RED: Seat = Seat::new(0);
const YELLOW: Seat = Seat::new(1);

/// Returns the players of a game of two people, Red and Yellow.
fn two_people() -> [Option<Player>; 4] {
    [Some(Player::human("Kim")), Some(Player::human("Lee")), None, None]
}

/// Returns the players of a game of one person, Red, against three robots.
fn person_and_robots() -> [Option<Player>; 4] {
    [Some(Player::human("")), Some(robot("greedy")), Some(robot("careful")), Some(robot("random"))]
}

/// Returns true if Red has to choose a plane.
fn red_decides(game: &Session<Race>) -> bool {
    game.state().turn() == Turn::Seat(RED)
}

/// Opens the window with a game that meets a condition.
#[track_caller]
fn open_at(players: &[Option<Player>; 4], condition: impl Fn(&Session<Race>) -> bool) -> Desk {
    let mut desk = Place::quick(Lang::En).open();
    desk.put(position("aeroplane", players, condition));
    desk
}

/// Clicks a plane and asserts that only a passing message with the reason appears.
#[track_caller]
fn assert_refused(desk: &mut Desk, plane: &str, reason: &str) {
    let record_before = desk.record().clone();
    desk.click_at(desk.centre_of_any(plane));
    assert!(desk.sees(reason), "{reason:?} is not shown:\n{}", desk.node_texts());
    assert_eq!(*desk.record(), record_before);
    desk.frames(330);
    assert!(!desk.sees(reason), "the message disappears");
}

#[test]
fn immovable_planes_are_refused_with_a_reason() {
    // One plane of Red is out, and the roll is odd.
    let is_odd_roll = |game: &Session<Race>| {
        let is_out = |plane: &u8| *plane != HANGAR;
        red_decides(game)
            && game.state().die().is_some_and(|die| die % 2 == 1)
            && !game.state().planes(RED).iter().any(|plane| plane == &56)
            && game.state().planes(RED).iter().filter(|plane| is_out(plane)).count() == 1
            && game.state().planes(RED)[3] == HANGAR
    };
    let mut desk = open_at(&two_people(), is_odd_roll);
    let reason = "Red needs an even number to take off.";
    assert_refused(&mut desk, "Red plane 4, the hangar", reason);
    assert_refused(
        &mut desk,
        "Yellow plane 1, the hangar",
        "This plane is Yellow's. It is Red's turn.",
    );
    desk.key(Key::Num4);
    desk.frames(2);
    assert!(desk.sees(reason), "the key shows the reason, too");

    let mut desk = open_at(&two_people(), |game| game.state().is_opening());
    assert_refused(&mut desk, "Red plane 1, the hangar", "Roll the die first.");

    // A single plane is in the lane, and the roll is larger than it needs.
    let is_roll_too_high = |game: &Session<Race>| {
        let die = game.state().die().unwrap_or(0);
        let progress = game.state().planes(RED)[0];
        let is_alone = game.state().stack(RED, 0).len() == 1;
        red_decides(game) && is_alone && (51..56).contains(&progress) && progress + die > 56
    };
    let mut desk = open_at(&two_people(), is_roll_too_high);
    let distance = 56 - desk.race().planes(RED)[0];
    let plane = format!("Red plane 1, lane square {}", 6 - distance);
    assert_refused(
        &mut desk,
        &plane,
        &format!("The roll is too high: this plane needs exactly {distance} to reach the centre."),
    );

    let has_arrived = |game: &Session<Race>| red_decides(game) && game.state().planes(RED)[0] == 56;
    let mut desk = open_at(&two_people(), has_arrived);
    assert_refused(&mut desk, "Red plane 1, the centre", "This plane has reached the centre.");

    let mut desk = open_at(&two_people(), |game| game.state().outcome().is_some());
    assert_refused(&mut desk, "Red plane 1, the centre", "The game is over.");
}

#[test]
fn people_cannot_roll_or_move_for_robots() {
    let is_robots_turn = |game: &Session<Race>| game.state().turn() == Turn::Seat(YELLOW);
    let mut desk = Place::quick(Lang::En).open();
    let game = position("aeroplane", &person_and_robots(), is_robots_turn);
    let steps = game.steps.len();
    desk.h.state_mut().settings.speed = qipan::model::settings::Speed::Slow;
    desk.put(game);
    desk.key(Key::P);
    desk.frames(60);
    assert_eq!(desk.steps(), steps, "robots are halted");
    assert_refused(&mut desk, "Red plane 4, the hangar", "It is Yellow's turn.");
    for key in [Key::Space, Key::Num1, Key::F, Key::S, Key::Enter] {
        desk.key(key);
    }
    assert_eq!(desk.steps(), steps, "a person cannot roll or move for a robot");
    assert!(desk.table().is_halted(), "the keys do not resume the robots");
    desk.key(Key::P);
    desk.until("the robots to go on", |desk| desk.steps() > steps);
}

#[test]
fn die_cannot_be_rolled_twice() {
    let mut desk = open_at(&two_people(), red_decides);
    let steps = desk.steps();
    desk.keys(&[Key::Space, Key::Space]);
    assert_eq!(desk.steps(), steps, "a plane must be moved first");
    assert!(!desk.has_control("Roll (Space)") && !desk.has_control("The die"));
}

#[test]
fn planes_are_refused_before_the_colour_choice() {
    let mut desk = Place::quick(Lang::En).open();
    desk.click("Play Flying Chess");
    desk.click("Start");
    desk.frames(3);
    desk.key(Key::Num1);
    assert!(desk.sees("Choose your colour first."), "{}", desk.node_texts());
    assert!(desk.table().is_picking_colour && desk.steps() == 0);
    desk.frames(330);
    assert!(!desk.sees("Choose your colour first."), "the message disappears");
}

#[test]
fn colour_can_be_changed_until_the_first_roll() {
    let mut desk = Place::quick(Lang::En).open();
    desk.click("Play Aeroplane Chess");
    desk.click("Start");
    desk.frames(3);
    assert!(desk.table().is_human(RED));
    desk.key(Key::B);
    assert!(desk.table().is_human(Seat::new(2)) && !desk.table().is_human(RED));
    desk.settle();
    assert!(desk.steps() > 0, "the others roll for the first turn");
    let record_before = desk.record().clone();
    desk.key(Key::R);
    assert_eq!(desk.record().players, record_before.players, "the choice is too late");
}

/// Holds a key down. The system repeats the key press.
fn hold(desk: &mut Desk, key: Key) {
    for _ in 0..12 {
        desk.h.event(Event::Key {
            key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Modifiers::NONE,
        });
        desk.frames(2);
    }
    desk.h.key_up(key);
    desk.frames(2);
}

#[test]
fn held_key_counts_as_one_press() {
    let start = |game: &Session<Race>| game.record().steps.is_empty();
    let mut desk = open_at(&two_people(), start);
    hold(&mut desk, Key::Space);
    assert_eq!(desk.steps(), 1);
    for key in [Key::Enter, Key::Space] {
        let mut desk = open_at(&two_people(), start);
        desk.tab_to("Roll (Space)");
        hold(&mut desk, key);
        assert_eq!(desk.steps(), 1, "{key:?} on the button");
    }
}

#[test]
fn space_on_a_button_presses_the_button_only() {
    let mut desk = open_at(&two_people(), |game| game.state().is_opening());
    desk.tab_to("Pause");
    desk.key(Key::Space);
    assert!(desk.table().common.is_paused);
    assert_eq!(desk.steps(), 0);
    desk.key(Key::Space);
    assert!(!desk.table().common.is_paused);
    desk.tab_to("Roll (Space)");
    desk.key(Key::Space);
    desk.frames(3);
    assert_eq!(desk.steps(), 1, "the key rolls once");
}

#[test]
fn input_finishes_the_running_animation() {
    let place = Place::with(r#"{"lang":"en","speed":"slow"}"#);
    let mut desk = place.open();
    desk.put(position("aeroplane", &two_people(), |game| game.state().is_opening()));
    let inputs: [fn(&mut Desk); 3] = [
        |desk| desk.key(Key::Space),
        |desk| desk.click_at(desk.centre_of_any("Red plane 1, the hangar")),
        |desk| desk.click_at(desk.centre_of_any("square 20")),
    ];
    for input in inputs {
        let steps = desk.steps();
        desk.until("animations to end", |desk| desk.table().animator.is_idle());
        desk.key(Key::Space);
        assert_eq!((desk.steps(), desk.table().animator.is_idle()), (steps + 1, false));
        input(&mut desk);
        assert_eq!((desk.steps(), desk.table().animator.is_idle()), (steps + 1, true));
    }
}

/// Returns true if Red can stack or stay apart.
fn has_stack_choice(game: &Session<Race>) -> bool {
    red_decides(game) && game.actions().iter().any(|action| action.stacks())
}

#[test]
fn esc_closes_the_topmost_element_before_the_page() {
    let mut desk = open_at(&two_people(), has_stack_choice);
    let record_before = desk.record().clone();
    let plane = desk.table().human_actions().iter().find(|action| action.stacks()).unwrap().plane();
    desk.key(DIGITS[plane as usize]);
    desk.frames(3);
    assert!(desk.has_control("Stack (S)") && desk.has_control("Don't stack (A)"));
    desk.key(Key::F1);
    desk.frames(2);
    desk.assert_sees_id("keys-title");
    desk.key(Key::Escape);
    desk.frames(2);
    assert!(
        !desk.sees(&desk.t("keys-title")) && desk.has_control("Stack (S)"),
        "the sheet is closed first"
    );
    desk.key(Key::Escape);
    desk.frames(2);
    assert!(!desk.has_control("Stack (S)"), "the question is closed next");
    desk.click_id("menu-menu");
    desk.frames(2);
    assert!(desk.has_control("Quit Ctrl+Q") || desk.sees_part("Quit"));
    desk.key(Key::Escape);
    desk.frames(2);
    assert!(!desk.sees_part("Quit"), "the menu is closed");
    desk.on(Screen::Play);
    desk.menu("menu-resign");
    desk.frames(2);
    assert!(desk.has_control("Yes"));
    desk.key(Key::Escape);
    desk.frames(2);
    assert!(!desk.has_control("Yes"));
    desk.on(Screen::Play).assert_sees("Choose a plane");
    desk.key(Key::Escape);
    assert_eq!(*desk.on(Screen::Home).record(), record_before);
}

#[test]
fn take_back_returns_to_the_persons_last_decision() {
    let mut desk =
        open_at(&person_and_robots(), |game| red_decides(game) && game.actions().len() > 1);
    let mut states_before = Vec::new();
    while states_before.len() < 3 {
        desk.settle();
        if seat_to_roll(&desk).is_none() {
            states_before.push(desk.race().clone());
        }
        assert!(desk.take_turn(InputDevice::Keys));
    }
    desk.settle();
    let take_backs: [fn(&mut Desk); 3] = [
        |desk| desk.ctrl(Key::Z),
        |desk| desk.click("Take back"),
        |desk| desk.menu("menu-take-back"),
    ];
    for take_back in take_backs {
        take_back(&mut desk);
        assert_eq!(*desk.race(), states_before.pop().unwrap());
        desk.frames(20);
        assert!(!desk.table().human_actions().is_empty(), "the same choice is open again");
    }
    assert_eq!(desk.record().take_backs, 3);
}

#[test]
fn take_back_is_ignored_on_other_screens() {
    let mut desk = open_at(&person_and_robots(), |game| game.record().steps.len() > 60);
    desk.settle();
    let record_before = desk.record().clone();
    desk.click_id("menu-settings");
    desk.ctrl(Key::Z);
    desk.key(Key::Escape);
    desk.menu("play-replay");
    desk.ctrl(Key::Z);
    desk.key(Key::Escape);
    desk.key(Key::Escape);
    desk.on(Screen::Home);
    desk.ctrl(Key::Z);
    assert_eq!(*desk.record(), record_before);
}

#[test]
fn forced_moves_are_played_and_skipped_by_take_back() {
    let place = Place::with(r#"{"lang":"en","speed":"off","play_forced":true,"auto_roll":true}"#);
    let mut desk = place.open();
    // Red's last action was forced, and an earlier one was a choice.
    let was_forced = |game: &Session<Race>| {
        let is_red_action = |step: &Step<Race>| matches!(step, Step::Act { seat: RED, .. });
        let steps = game.record().steps.iter().zip(game.states());
        let action_counts = steps.filter(|(step, _)| is_red_action(step)).map(|(_, race)| {
            let mut actions = Vec::new();
            race.legal_actions(&mut actions);
            actions.len()
        });
        let action_counts: Vec<usize> = action_counts.collect();
        action_counts.last() == Some(&1)
            && action_counts.iter().any(|count| *count > 1)
            && red_decides(game)
            && game.actions().len() > 1
    };
    desk.put(position("aeroplane", &person_and_robots(), was_forced));
    desk.settle();
    let steps_before = desk.steps();
    desk.ctrl(Key::Z);
    desk.settle();
    assert!(desk.steps() < steps_before && desk.table().human_actions().len() > 1);
    let steps_between = desk.steps();
    desk.ctrl(Key::Z);
    desk.settle();
    assert!(desk.steps() < steps_between || !desk.table().can_take_back(true));
    // Rolls and forced actions are played automatically, up to the next choice.
    desk.take_turn(InputDevice::Keys);
    desk.settle();
    assert!(desk.table().human_actions().len() > 1 || desk.race().outcome().is_some());
}

#[test]
fn moves_can_be_confirmed() {
    let place = Place::with(r#"{"lang":"en","speed":"off","confirm_moves":true}"#);
    let mut desk = place.open();
    desk.put(position("aeroplane", &two_people(), red_decides));
    let action = desk.table().human_actions()[0];
    let (steps, key) = (desk.steps(), DIGITS[action.plane() as usize]);
    desk.key(key);
    desk.frames(2);
    assert_eq!((desk.steps(), desk.table().selection.to_confirm), (steps, Some(action)));
    desk.assert_sees_id("play-confirm");
    desk.key(Key::Escape);
    assert_eq!(desk.on(Screen::Play).table().selection.to_confirm, None);
    desk.keys(&[key, Key::Enter]);
    assert_eq!(desk.steps(), steps + 1);
    let mut desk = place.open();
    desk.put(position("aeroplane", &two_people(), red_decides));
    let name = crate::support::plane_name(&desk, action);
    desk.click(&name);
    assert_eq!(desk.steps(), steps);
    desk.click(&name);
    assert_eq!(desk.steps(), steps + 1);
}

/// Gives a seat to another player through its menu.
#[track_caller]
fn change_player(desk: &mut Desk, seat: &str, player: &str) {
    desk.click(&format!("Who plays {seat}"));
    desk.frames(2);
    desk.click(player);
    desk.frames(2);
}

#[test]
fn seats_can_change_players_during_a_game() {
    let mut desk =
        open_at(&person_and_robots(), |game| red_decides(game) && !game.state().is_opening());
    change_player(&mut desk, "Yellow", "Me");
    assert!(desk.table().is_human(YELLOW));
    let action = desk.table().human_actions()[0];
    desk.act(InputDevice::Keys, action);
    while desk.race().seat_to_move() == RED {
        assert!(desk.take_turn(InputDevice::Mouse));
    }
    desk.settle();
    assert_eq!(desk.table().human_to_act(), Some(YELLOW), "the seat waits for the person");
    desk.roll(InputDevice::Mouse);
    change_player(&mut desk, "Yellow", "Bold Bruno");
    change_player(&mut desk, "Red", "Easy · Greedy Greta");
    let steps = desk.steps();
    desk.until("robots to play by themselves", |desk| desk.steps() > steps + 10);
    assert!(!desk.record().notes.is_empty(), "the record notes the changes of players");
    // The game is paused, because Red's last plane could get home while the menu is open.
    desk.key(Key::P);
    change_player(&mut desk, "Red", "Me");
    desk.key(Key::P);
    desk.settle();
    assert_eq!(desk.table().human_to_act(), Some(RED));
}

#[test]
fn open_choice_closes_when_the_seat_changes_players() {
    let mut desk = open_at(&person_and_robots(), has_stack_choice);
    let plane = desk.table().human_actions().iter().find(|action| action.stacks()).unwrap().plane();
    desk.key(DIGITS[plane as usize]);
    desk.frames(3);
    assert!(desk.has_control("Stack (S)"));
    desk.key(Key::P);
    change_player(&mut desk, "Red", "Beginner · Random Ronnie");
    assert!(desk.table().selection.options.is_empty() && !desk.has_control("Stack (S)"));
}

#[test]
fn resignation_needs_confirmation() {
    let mut desk = open_at(&person_and_robots(), red_decides);
    let record_before = desk.record().clone();
    desk.menu("menu-resign");
    desk.frames(2);
    desk.assert_sees_id("ask-resign-many");
    desk.keys(&[Key::Num1, Key::Num2]);
    assert_eq!(*desk.record(), record_before, "the question comes first");
    desk.click("No");
    assert_eq!(*desk.record(), record_before);
    desk.menu("menu-resign");
    desk.frames(2);
    desk.keys(&[Key::Space]);
    assert_eq!(*desk.record(), record_before, "the safe answer has the focus");
    desk.menu("menu-resign");
    desk.frames(2);
    desk.click("Yes");
    assert_eq!(desk.record().steps[record_before.steps.len()], Step::Resign { seat: RED });
    assert!(desk.table().session.log().contains(&RaceEvent::Resigned { seat: RED }));
    desk.settle();
    assert_eq!(desk.race().turn(), Turn::Over, "the robots play the game to its end");
    desk.assert_is_over();
    let players = desk.record().players.clone();
    desk.click_id("play-again");
    assert_eq!((desk.record().players.clone(), desk.table().is_picking_colour), (players, false));
}

#[test]
fn robot_notes_can_be_toggled() {
    let mut desk = open_at(&person_and_robots(), |game| game.record().steps.len() > 60);
    desk.settle();
    while desk.table().last_report().is_none_or(|report| report.notes.is_empty()) {
        assert!(desk.take_turn(InputDevice::Keys));
        desk.settle();
    }
    desk.key(Key::W);
    assert!(desk.table().common.shows_notes);
    desk.frames(5);
    desk.click_id("menu-thoughts");
    assert!(!desk.table().common.shows_notes);
}

#[test]
fn language_and_theme_can_change_during_a_game() {
    let mut desk = open_at(&person_and_robots(), red_decides);
    let record_before = desk.record().clone();
    desk.assert_sees("Choose a plane");
    desk.click("Settings");
    desk.on(Screen::Settings);
    desk.click("Language: 中文");
    desk.frames(3);
    desk.click("主题: 深色");
    desk.frames(3);
    let Settings { lang, theme, .. } = desk.app().settings;
    assert_eq!((lang, theme), (Lang::Zh, ThemeName::Dark));
    desk.key(Key::Escape);
    desk.frames(2);
    desk.on(Screen::Play).assert_sees_id("play-your-move");
    assert!(!desk.sees_part("Choose a plane"));
    desk.assert_sees("可以走");
    assert_eq!(*desk.record(), record_before);
    assert!(desk.take_turn(InputDevice::Mouse));
}

#[test]
fn window_at_rest_requests_no_repaint() {
    let mut desk = open_at(&person_and_robots(), red_decides);
    let assert_at_rest = |desk: &mut Desk, state: &str| {
        // Notices disappear and tooltips appear in the meantime.
        desk.frames(400);
        let output = &desk.h.output().viewport_output[&egui::ViewportId::ROOT];
        assert_eq!(output.repaint_delay, std::time::Duration::MAX, "{state}");
    };
    assert_at_rest(&mut desk, "the person's turn");
    desk.key(Key::P);
    desk.menu("play-replay");
    desk.on(Screen::Replay);
    assert_at_rest(&mut desk, "replay");
    desk.key(Key::Escape);
    desk.click_id("menu-settings");
    assert_at_rest(&mut desk, "settings");
    desk.key(Key::Escape);
    desk.key(Key::Escape);
    desk.on(Screen::Home);
    assert_at_rest(&mut desk, "home without motion");
    desk.click("Play Flying Chess");
    assert_at_rest(&mut desk, "new game");
}
