//! Playing at the board: refusals, questions, take-backs, and changes during a game.

use egui::{Event, Key, Modifiers};
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan::model::settings::{Settings, ThemeName};
use qipan_core::contract::game::{Game, Step, Turn};
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::{Event as Told, HANGAR, Race};
use qipan_core::play::session::Session;
use qipan_core::record::Player;

use crate::support::{DIGITS, Desk, Hand, Place, position, robot, rolling};

const RED: Seat = Seat::new(0);
const YELLOW: Seat = Seat::new(1);

fn two_people() -> [Option<Player>; 4] {
    [Some(Player::human("Kim")), Some(Player::human("Lee")), None, None]
}

fn me_and_robots() -> [Option<Player>; 4] {
    [Some(Player::human("")), Some(robot("greedy")), Some(robot("careful")), Some(robot("random"))]
}

/// Returns true if Red has to choose a plane.
fn red_decides(game: &Session<Race>) -> bool {
    game.state().turn() == Turn::Seat(RED)
}

/// Opens the window with a game that meets a condition.
#[track_caller]
fn desk_at(players: &[Option<Player>; 4], wanted: impl Fn(&Session<Race>) -> bool) -> Desk {
    let mut desk = Place::quick(Lang::En).open();
    desk.put(position("aeroplane", players, wanted));
    desk
}

/// Clicks a plane and asserts that only a passing message with the reason appears.
#[track_caller]
fn refused(desk: &mut Desk, plane: &str, why: &str) {
    let before = desk.record().clone();
    desk.click_at(desk.spot(plane));
    assert!(desk.sees(why), "{why:?} is not said:\n{}", desk.words());
    assert_eq!(*desk.record(), before);
    desk.frames(330);
    assert!(!desk.sees(why), "a refusal is read and gone");
}

#[test]
fn immovable_planes_are_refused_with_a_reason() {
    let in_hangar = |game: &Session<Race>| {
        let out = |plane: &u8| *plane != HANGAR;
        red_decides(game)
            && game.state().die().is_some_and(|die| die % 2 == 1)
            && !game.state().planes(RED).iter().any(|plane| plane == &56)
            && game.state().planes(RED).iter().filter(|plane| out(plane)).count() == 1
            && game.state().planes(RED)[3] == HANGAR
    };
    let mut desk = desk_at(&two_people(), in_hangar);
    let even = "Red needs an even number to take off.";
    refused(&mut desk, "Red plane 4, the hangar", even);
    refused(&mut desk, "Yellow plane 1, the hangar", "This plane is Yellow's. It is Red's turn.");
    desk.key(Key::Num4);
    desk.frames(2);
    assert!(desk.sees(even), "the key says why, too");

    let mut desk = desk_at(&two_people(), |game| game.state().is_opening());
    refused(&mut desk, "Red plane 1, the hangar", "Roll the die first.");

    // A single plane in the lane and a roll that is larger than it needs.
    let too_far = |game: &Session<Race>| {
        let die = game.state().die().unwrap_or(0);
        let at = game.state().planes(RED)[0];
        let alone = game.state().stack(RED, 0).len() == 1;
        red_decides(game) && alone && (51..56).contains(&at) && at + die > 56
    };
    let mut desk = desk_at(&two_people(), too_far);
    let left = 56 - desk.race().planes(RED)[0];
    let plane = format!("Red plane 1, lane square {}", 6 - left);
    refused(&mut desk, &plane, &format!("Roll too high: this plane is {left} from the centre."));

    let arrived = |game: &Session<Race>| red_decides(game) && game.state().planes(RED)[0] == 56;
    let mut desk = desk_at(&two_people(), arrived);
    refused(&mut desk, "Red plane 1, the centre", "This plane has reached the centre.");

    let mut desk = desk_at(&two_people(), |game| game.state().outcome().is_some());
    refused(&mut desk, "Red plane 1, the centre", "The game is over.");
}

#[test]
fn people_cannot_roll_or_move_for_robots() {
    let robots_turn = |game: &Session<Race>| game.state().turn() == Turn::Seat(YELLOW);
    let mut desk = Place::quick(Lang::En).open();
    let game = position("aeroplane", &me_and_robots(), robots_turn);
    let steps = game.steps.len();
    desk.h.state_mut().settings.speed = qipan::model::settings::Speed::Slow;
    desk.put(game);
    desk.key(Key::P);
    desk.frames(60);
    assert_eq!(desk.steps(), steps, "robots are halted");
    refused(&mut desk, "Red plane 4, the hangar", "It is Yellow's turn.");
    for key in [Key::Space, Key::Num1, Key::F, Key::S, Key::Enter] {
        desk.key(key);
    }
    assert_eq!(desk.steps(), steps, "a person cannot roll or move for a robot");
    assert!(desk.table().halted(), "and does not wake it by that");
    desk.key(Key::P);
    desk.until("the robots to go on", |desk| desk.steps() > steps);
}

#[test]
fn die_cannot_be_rolled_twice() {
    let mut desk = desk_at(&two_people(), red_decides);
    let steps = desk.steps();
    desk.keys(&[Key::Space, Key::Space]);
    assert_eq!(desk.steps(), steps, "there is a plane to move first");
    assert!(!desk.can("Roll (Space)") && !desk.can("The die"));
}

#[test]
fn planes_are_refused_before_the_colour_choice() {
    let mut desk = Place::quick(Lang::En).open();
    desk.click("Play Flying Chess");
    desk.click("Start");
    desk.frames(3);
    desk.key(Key::Num1);
    assert!(desk.sees("Choose your colour first."), "{}", desk.words());
    assert!(desk.table().picking && desk.steps() == 0);
    desk.frames(330);
    assert!(!desk.sees("Choose your colour first."), "a refusal is read and gone");
}

#[test]
fn colour_can_be_changed_until_the_first_roll() {
    let mut desk = Place::quick(Lang::En).open();
    desk.click("Play Aeroplane Chess");
    desk.click("Start");
    desk.frames(3);
    let place = desk.table().is_human(RED);
    assert!(place);
    desk.key(Key::B);
    assert!(desk.table().is_human(Seat::new(2)) && !desk.table().is_human(RED));
    desk.settle();
    assert!(desk.steps() > 0, "the others roll for the first turn");
    let before = desk.record().clone();
    desk.key(Key::R);
    assert_eq!(desk.record().players, before.players, "too late");
}

/// Holds a key down. The system repeats the press.
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
    let mut desk = desk_at(&two_people(), start);
    hold(&mut desk, Key::Space);
    assert_eq!(desk.steps(), 1);
    for key in [Key::Enter, Key::Space] {
        let mut desk = desk_at(&two_people(), start);
        desk.tab_to("Roll (Space)");
        hold(&mut desk, key);
        assert_eq!(desk.steps(), 1, "{key:?} on the button");
    }
}

#[test]
fn space_on_a_button_presses_the_button_only() {
    let mut desk = desk_at(&two_people(), |game| game.state().is_opening());
    desk.tab_to("Pause");
    desk.key(Key::Space);
    assert!(desk.table().common.paused);
    assert_eq!(desk.steps(), 0);
    desk.key(Key::Space);
    assert!(!desk.table().common.paused);
    desk.tab_to("Roll (Space)");
    desk.key(Key::Space);
    desk.frames(3);
    assert_eq!(desk.steps(), 1, "once, not twice");
}

#[test]
fn input_finishes_the_running_animation() {
    let place = Place::with(r#"{"lang":"en","speed":"slow"}"#);
    let mut desk = place.open();
    desk.put(position("aeroplane", &two_people(), |game| game.state().is_opening()));
    let finished: [fn(&mut Desk); 3] = [
        |desk| desk.key(Key::Space),
        |desk| desk.click_at(desk.spot("Red plane 1, the hangar")),
        |desk| desk.click_at(desk.spot("square 20")),
    ];
    for finish in finished {
        let steps = desk.steps();
        desk.until("things to rest", |desk| desk.table().animator.idle());
        desk.key(Key::Space);
        assert_eq!((desk.steps(), desk.table().animator.idle()), (steps + 1, false));
        finish(&mut desk);
        assert_eq!((desk.steps(), desk.table().animator.idle()), (steps + 1, true));
    }
}

/// Returns true if Red can stack or stay apart.
fn stack_choice(game: &Session<Race>) -> bool {
    red_decides(game) && game.actions().iter().any(|action| action.stacks())
}

#[test]
fn esc_closes_the_topmost_element_before_the_page() {
    let mut desk = desk_at(&two_people(), stack_choice);
    let before = desk.record().clone();
    let plane = desk.table().human_actions().iter().find(|a| a.stacks()).unwrap().plane();
    desk.key(DIGITS[plane as usize]);
    desk.frames(3);
    assert!(desk.can("Stack (S)") && desk.can("Don't stack (A)"));
    desk.key(Key::F1);
    desk.frames(2);
    desk.assert_sees_id("keys-title");
    desk.key(Key::Escape);
    desk.frames(2);
    assert!(!desk.sees(&desk.t("keys-title")) && desk.can("Stack (S)"), "the sheet lies on top");
    desk.key(Key::Escape);
    desk.frames(2);
    assert!(!desk.can("Stack (S)"), "then the question");
    desk.click_id("menu-menu");
    desk.frames(2);
    assert!(desk.can("Quit Ctrl+Q") || desk.sees_part("Quit"));
    desk.key(Key::Escape);
    desk.frames(2);
    assert!(!desk.sees_part("Quit"), "then the menu");
    desk.on(Screen::Play);
    desk.menu("menu-resign");
    desk.frames(2);
    assert!(desk.can("Yes"));
    desk.key(Key::Escape);
    desk.frames(2);
    assert!(!desk.can("Yes"));
    desk.on(Screen::Play).assert_sees("Choose a plane");
    desk.key(Key::Escape);
    assert_eq!(*desk.on(Screen::Home).record(), before);
}

#[test]
fn take_back_returns_to_my_last_decision() {
    let mut desk = desk_at(&me_and_robots(), |game| red_decides(game) && game.actions().len() > 1);
    let mut before = Vec::new();
    while before.len() < 3 {
        desk.settle();
        if rolling(&desk).is_none() {
            before.push(desk.race().clone());
        }
        assert!(desk.take_turn(Hand::Keys));
    }
    desk.settle();
    let takes: [fn(&mut Desk); 3] =
        [|desk| desk.ctrl(Key::Z), |desk| desk.click("Take back"), |desk| desk.menu("menu-undo")];
    for take in takes {
        take(&mut desk);
        assert_eq!(*desk.race(), before.pop().unwrap());
        desk.frames(20);
        assert!(!desk.table().human_actions().is_empty(), "the same choice once more");
    }
    assert_eq!(desk.record().take_backs, 3);
}

#[test]
fn take_back_is_ignored_on_other_screens() {
    let mut desk = desk_at(&me_and_robots(), |game| game.record().steps.len() > 60);
    desk.settle();
    let before = desk.record().clone();
    desk.click_id("menu-settings");
    desk.ctrl(Key::Z);
    desk.key(Key::Escape);
    desk.menu("play-look-back");
    desk.ctrl(Key::Z);
    desk.key(Key::Escape);
    desk.key(Key::Escape);
    desk.on(Screen::Home);
    desk.ctrl(Key::Z);
    assert_eq!(*desk.record(), before);
}

#[test]
fn forced_moves_are_played_and_skipped_by_take_back() {
    let place = Place::with(r#"{"lang":"en","speed":"off","play_forced":true,"auto_roll":true}"#);
    let mut desk = place.open();
    // Red's last action was forced, and an earlier one was a choice.
    let forced = |game: &Session<Race>| {
        let own = |step: &Step<Race>| matches!(step, Step::Act { seat: RED, .. });
        let steps = game.record().steps.iter().zip(game.states());
        let choices = steps.filter(|(step, _)| own(step)).map(|(_, race)| {
            let mut actions = Vec::new();
            race.legal_actions(&mut actions);
            actions.len()
        });
        let choices: Vec<usize> = choices.collect();
        choices.last() == Some(&1)
            && choices.iter().any(|count| *count > 1)
            && red_decides(game)
            && game.actions().len() > 1
    };
    desk.put(position("aeroplane", &me_and_robots(), forced));
    desk.settle();
    let before = desk.steps();
    desk.ctrl(Key::Z);
    desk.settle();
    assert!(desk.steps() < before && desk.table().human_actions().len() > 1);
    let again = desk.steps();
    desk.ctrl(Key::Z);
    desk.settle();
    assert!(desk.steps() < again || !desk.table().can_take_back(true));
    // Rolls and forced actions are played automatically, up to the next choice.
    desk.take_turn(Hand::Keys);
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
fn swap(desk: &mut Desk, seat: &str, to: &str) {
    desk.click(&format!("Who plays {seat}"));
    desk.frames(2);
    desk.click(to);
    desk.frames(2);
}

#[test]
fn seats_can_change_players_during_a_game() {
    let mut desk =
        desk_at(&me_and_robots(), |game| red_decides(game) && !game.state().is_opening());
    swap(&mut desk, "Yellow", "Me");
    assert!(desk.table().is_human(YELLOW));
    let action = desk.table().human_actions()[0];
    desk.act(Hand::Keys, action);
    while desk.race().seat_to_move() == RED {
        assert!(desk.take_turn(Hand::Mouse));
    }
    desk.settle();
    assert_eq!(desk.table().human_to_act(), Some(YELLOW), "the seat waits for me");
    desk.roll(Hand::Mouse);
    swap(&mut desk, "Yellow", "Bold Bruno");
    swap(&mut desk, "Red", "Easy · Greedy Greta");
    let steps = desk.steps();
    desk.until("robots to play by themselves", |desk| desk.steps() > steps + 10);
    assert!(!desk.record().notes.is_empty(), "the record says who played when");
    // Paused, because Red's last plane could get home while the menu is open.
    desk.key(Key::P);
    swap(&mut desk, "Red", "Me");
    desk.key(Key::P);
    desk.settle();
    assert_eq!(desk.table().human_to_act(), Some(RED));
}

#[test]
fn open_choice_closes_when_the_seat_changes_players() {
    let mut desk = desk_at(&me_and_robots(), stack_choice);
    let plane = desk.table().human_actions().iter().find(|a| a.stacks()).unwrap().plane();
    desk.key(DIGITS[plane as usize]);
    desk.frames(3);
    assert!(desk.can("Stack (S)"));
    desk.key(Key::P);
    swap(&mut desk, "Red", "Beginner · Random Ronnie");
    assert!(desk.table().selection.options.is_empty() && !desk.can("Stack (S)"));
}

#[test]
fn resignation_needs_confirmation() {
    let mut desk = desk_at(&me_and_robots(), red_decides);
    let before = desk.record().clone();
    desk.menu("menu-resign");
    desk.frames(2);
    desk.assert_sees_id("ask-resign");
    desk.keys(&[Key::Num1, Key::Num2]);
    assert_eq!(*desk.record(), before, "the question comes first");
    desk.click("No");
    assert_eq!(*desk.record(), before);
    desk.menu("menu-resign");
    desk.frames(2);
    desk.keys(&[Key::Space]);
    assert_eq!(*desk.record(), before, "the safe answer has the keyboard");
    desk.menu("menu-resign");
    desk.frames(2);
    desk.click("Yes");
    assert_eq!(desk.record().steps[before.steps.len()], Step::Resign { seat: RED });
    assert!(desk.table().session.log().contains(&Told::Resigned { seat: RED }));
    desk.settle();
    assert_eq!(desk.race().turn(), Turn::Over, "the robots play it to its end");
    desk.assert_sees_id("play-over");
    let players = desk.record().players.clone();
    desk.click_id("play-again");
    assert_eq!((desk.record().players.clone(), desk.table().picking), (players, false));
}

#[test]
fn robot_notes_can_be_toggled() {
    let mut desk = desk_at(&me_and_robots(), |game| game.record().steps.len() > 60);
    desk.settle();
    while desk.table().notes().is_none_or(|notes| notes.notes.is_empty()) {
        assert!(desk.take_turn(Hand::Keys));
        desk.settle();
    }
    desk.key(Key::W);
    assert!(desk.table().common.shows_notes);
    desk.frames(5);
    desk.click("Why this move?");
    assert!(!desk.table().common.shows_notes);
}

#[test]
fn language_and_theme_can_change_during_a_game() {
    let mut desk = desk_at(&me_and_robots(), red_decides);
    let before = desk.record().clone();
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
    assert_eq!(*desk.record(), before);
    assert!(desk.take_turn(Hand::Mouse));
}

#[test]
fn window_at_rest_requests_no_repaint() {
    let mut desk = desk_at(&me_and_robots(), red_decides);
    let rest = |desk: &mut Desk, what: &str| {
        // Notices disappear and tooltips appear in the meantime.
        desk.frames(400);
        let output = &desk.h.output().viewport_output[&egui::ViewportId::ROOT];
        assert_eq!(output.repaint_delay, std::time::Duration::MAX, "{what}");
    };
    rest(&mut desk, "my turn");
    desk.key(Key::P);
    desk.menu("play-look-back");
    desk.on(Screen::Replay);
    rest(&mut desk, "replay");
    desk.key(Key::Escape);
    desk.click_id("menu-settings");
    rest(&mut desk, "settings");
    desk.key(Key::Escape);
    desk.key(Key::Escape);
    desk.on(Screen::Home);
    rest(&mut desk, "home without motion");
    desk.click("Play Flying Chess");
    rest(&mut desk, "new game");
}
