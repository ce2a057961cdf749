//! Notes, drawings and branches in a replay.

use std::fs;

use egui::{Key, PointerButton, Pos2, Role};
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan::screens::replay::ReplayScreen as _;
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game as _, Turn};
use qipan_core::games::junqi::Junqi;
use qipan_core::games::race::Race;
use qipan_core::play::session::Session;
use qipan_core::record::{Comment, Drawing, Player, Record, Sign};
use qipan_core::registry::verify;

use crate::support::{Desk, InputDevice, Place, record, robot};

/// The file of the game.
const FILE: &str = "saves/whole.json";

/// Opens the replay of a finished game of four robots.
fn open_replay(lang: Lang) -> Desk {
    let place = Place::quick(lang);
    let robots = [(); 4].map(|()| Some(robot("greedy")));
    let mut game = Session::new(record("flying", robots, 7)).unwrap();
    loop {
        match game.state().turn() {
            Turn::Chance { .. } => drop(game.roll().unwrap()),
            Turn::Seat(seat) => drop(game.act(seat, game.actions()[0]).unwrap()),
            Turn::Over => break,
        }
    }
    let file = place.write(FILE, &game.write());
    let mut desk = place.open_with(Some(file));
    desk.frames(3);
    desk.on(Screen::Replay);
    desk
}

/// Returns the record in the file.
fn saved_record(desk: &Desk) -> Record<Race> {
    Record::read(&desk.place.read(FILE)).unwrap().record
}

/// Returns the centre of a numbered square.
fn square(desk: &Desk, number: &str) -> Pos2 {
    let cells = desk.nodes().into_iter().filter(|(role, _)| *role == Role::Cell);
    let has_number =
        |name: &String| name.split(|c: char| !c.is_ascii_digit()).any(|part| part == number);
    let name = cells.map(|(_, name)| name).find(has_number).unwrap();
    desk.centre_of_any(&name)
}

/// Returns a comment with a text alone.
fn comment(at: usize, text: &str) -> Comment {
    Comment { at, text: text.to_owned(), ..Comment::default() }
}

#[test]
fn steps_can_have_signs_notes_and_drawings() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = open_replay(lang);
        desk.keys(&[Key::ArrowRight; 5]);
        desk.click_id("replay-notes");
        desk.frames(2);
        desk.assert_sees_id("notes-none");
        desk.click_id("notes-bad");
        desk.click_id("notes-interesting");
        desk.click_id("notes-comment");
        desk.write("太早了 too early");
        desk.frames(2);
        let [first, second] = ["17", "20"].map(|number| square(&desk, number));
        desk.drag(PointerButton::Secondary, first, first);
        desk.drag(PointerButton::Secondary, first, second);
        desk.drag(PointerButton::Secondary, second, second);
        desk.drag(PointerButton::Secondary, second, second);
        let mark = Drawing { from: "Waypoint_17".into(), to: None };
        let arrow = Drawing { from: "Waypoint_17".into(), to: Some("Waypoint_20".into()) };
        let written = Comment {
            sign: Some(Sign::Interesting),
            drawings: vec![mark, arrow],
            ..comment(5, "太早了 too early")
        };
        assert_eq!(desk.replay().record().comments, std::slice::from_ref(&written));
        assert!(saved_record(&desk).comments.is_empty(), "nothing is written before the save");
        desk.click_id("replay-last");
        desk.frames(2);
        desk.assert_sees("5  !? 太早了 too early");
        desk.click("5  !? 太早了 too early");
        desk.frames(2);
        assert_eq!(desk.replay().at(), 5);
        // The list of steps shows the sign, and the timeline marks the note.
        desk.click_id("replay-steps");
        desk.frames(2);
        assert!(desk.sees_part("  !?"));
        desk.assert_sees_id("landmark-note");
        desk.click_id("replay-notes");
        desk.ctrl(Key::S);
        desk.frames(2);
        assert_eq!(saved_record(&desk).comments, [written]);
        assert!(!desk.sees(&desk.t("notes-unsaved")));
        desk.click_id("notes-clear-drawings");
        desk.frames(2);
        desk.assert_sees_id("notes-unsaved");
        // Another game would discard the change, so opening one asks first, from every page.
        desk.key(Key::F3);
        desk.until("the games", |desk| desk.app().screens.collection.page.current().is_some());
        desk.key(Key::Enter);
        desk.frames(3);
        desk.on(Screen::Collection).assert_sees_id("action-discard");
        desk.keys(&[Key::Escape, Key::Escape]);
        desk.frames(3);
        desk.on(Screen::Replay).assert_sees_id("notes-unsaved");
        let other = desk.place.write("saves/other.json", &desk.place.read(FILE));
        desk.drop_file(&other);
        desk.frames(3);
        desk.assert_sees_id("action-discard");
        desk.click_id("action-save");
        desk.frames(3);
        assert_eq!(saved_record(&desk).comments[0].drawings, []);
        assert_eq!(desk.replay().file.as_ref().unwrap().file_name().unwrap(), "other.json");
    }
}

#[test]
fn resumed_game_keeps_both_lines_in_its_file() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = open_replay(lang);
        let original = saved_record(&desk);
        desk.keys(&[Key::ArrowRight; 8]);
        desk.click_id("replay-play-on");
        desk.frames(3);
        desk.on(Screen::Play);
        let seat = original.players[0].0;
        let name = desk.tf("replay-branch-name", &[("number", 1.into())]);
        assert_eq!(desk.record().name, name);
        desk.click_id("play-resume");
        desk.until("some steps", |desk| desk.steps() > 12);
        desk.ctrl(Key::S);
        desk.frames(2);
        let branched = saved_record(&desk);
        assert_eq!((branched.variations.len(), branched.variations[0].shared_steps), (1, 8));
        assert_eq!(branched.with_promoted_variation(0).steps, original.steps);
        assert_eq!(branched.player(seat).map(Player::is_human), Some(false));
        // In the replay both lines are listed, and the original one can be shown.
        let file = desk.place.path(FILE);
        desk.drop_file(&file);
        desk.frames(3);
        desk.menu("play-replay");
        desk.frames(3);
        desk.on(Screen::Replay);
        desk.click_id("replay-branches");
        desk.frames(2);
        desk.assert_sees(&name);
        desk.assert_sees_id("branches-as-played");
        desk.click_id("branches-show");
        desk.frames(2);
        assert_eq!(desk.replay().record().steps, original.steps);
        assert_eq!(desk.replay().at(), 8);
        let rename = desk.t("branches-rename");
        // The lower button belongs to the other line.
        let lower_button = desk.centre_of_last(&rename);
        desk.click_at(lower_button);
        desk.frames(2);
        desk.ctrl(Key::A);
        desk.write("Second try");
        desk.key(Key::Enter);
        desk.frames(3);
        desk.assert_sees("Second try");
        desk.ctrl(Key::S);
        desk.frames(2);
        let branched = saved_record(&desk);
        // The game on the table is still the main line of its file.
        assert_eq!((&*branched.name, &branched.steps), ("Second try", &desk.record().steps));
        assert_eq!(branched.with_promoted_variation(0).steps, original.steps);
        desk.click_id("branches-delete");
        desk.frames(2);
        desk.click_id("branches-delete-sure");
        desk.frames(2);
        desk.assert_sees_id("branches-none");
        assert_eq!(
            saved_record(&desk).variations.len(),
            1,
            "the file keeps the branch until it is saved"
        );
    }
}

/// Writes a note on the step shown.
fn write_note(desk: &mut Desk, text: &str) {
    desk.click_id("replay-notes");
    desk.click_id("notes-comment");
    desk.write(text);
    desk.frames(2);
}

#[test]
fn notes_on_a_running_game_stay_with_it() {
    let mut desk = Place::quick(Lang::En).open();
    let person = Some(Player::human("Ann"));
    desk.put(record("flying", [person, Some(robot("greedy")), None, None], 7));
    assert!(desk.take_turn(InputDevice::Keys));
    desk.menu("play-replay");
    desk.frames(3);
    write_note(&mut desk, "first");
    desk.ctrl(Key::S);
    desk.frames(2);
    let file = desk.place.saves().pop().unwrap();
    desk.click_id("action-back");
    desk.frames(2);
    desk.on(Screen::Play);
    let steps_before = desk.steps();
    while desk.steps() < steps_before + 4 {
        assert!(desk.take_turn(InputDevice::Keys));
    }
    desk.ctrl(Key::S);
    desk.frames(2);
    assert_eq!(desk.place.saves(), std::slice::from_ref(&file));
    let saved: Record<Race> = Record::read(&fs::read_to_string(&file).unwrap()).unwrap().record;
    assert_eq!((saved.steps.len(), &*saved.comments[0].text), (desk.steps(), "first"));
    // Unsaved notes survive a crash together with the game.
    desk.menu("play-replay");
    desk.frames(3);
    desk.key(Key::End);
    write_note(&mut desk, "second");
    desk.click_id("action-back");
    desk.frames(2);
    desk.on(Screen::Play);
    let desk = desk.crash();
    let texts: Vec<&str> = desk.record().comments.iter().map(|comment| &*comment.text).collect();
    assert_eq!(texts, ["first", "second"]);
}

#[test]
fn notes_are_saved_before_the_game_is_resumed() {
    let mut desk = open_replay(Lang::En);
    desk.keys(&[Key::ArrowRight; 8]);
    write_note(&mut desk, "here");
    desk.click_id("replay-play-on");
    desk.frames(2);
    desk.click_id("action-save");
    desk.frames(3);
    desk.on(Screen::Play);
    assert_eq!(saved_record(&desk).comments, [comment(8, "here")]);
    assert_eq!(desk.record().comments, [comment(8, "here")]);
    desk.click_id("play-resume");
    desk.until("some steps", |desk| desk.steps() > 12);
    desk.ctrl(Key::S);
    desk.frames(2);
    let branched = saved_record(&desk);
    assert_eq!((branched.variations.len(), branched.comments.len()), (1, 1));
    assert!(desk.close_by_system().is_empty(), "no change is unsaved");
}

#[test]
fn notes_on_a_tournament_game_go_to_a_new_file() {
    let desk = open_replay(Lang::En);
    let game_file = "tournament/games/game-1.json";
    let file = desk.place.write(game_file, &desk.place.read(FILE));
    fs::remove_file(desk.place.path(FILE)).unwrap();
    let mut desk = desk.reopen();
    desk.drop_file(&file);
    desk.frames(3);
    let text_before = desk.place.read(game_file);
    write_note(&mut desk, "well played");
    desk.ctrl(Key::S);
    desk.frames(2);
    assert_eq!(desk.place.read(game_file), text_before);
    let saved = desk.place.saves();
    assert_eq!(saved.len(), 1);
    assert!(fs::read_to_string(&saved[0]).unwrap().contains("well played"));
    desk.drop_file(&file);
    desk.frames(3);
    desk.keys(&[Key::ArrowRight; 8]);
    desk.click_id("replay-play-on");
    desk.frames(3);
    desk.on(Screen::Play);
    assert_eq!(desk.table().common.file, None);
}

#[test]
fn check_verifies_the_file_despite_new_notes() {
    let desk = open_replay(Lang::En);
    let text = desk.place.read(FILE);
    let index = text.find("\"mark\":\"").unwrap() + 8;
    let digit = if &text[index..=index] == "0" { "1" } else { "0" };
    let forged = format!("{}{digit}{}", &text[..index], &text[index + 1..]);
    let file = desk.place.write("saves/forged.json", &forged);
    let mut desk = desk.reopen();
    desk.drop_file(&file);
    desk.frames(3);
    write_note(&mut desk, "a note");
    desk.click_id("replay-check");
    desk.frames(3);
    assert!(!desk.sees(&desk.t("replay-verdict-unchanged")), "{}", desk.node_texts());
    assert!(desk.sees_part("was changed after the game was saved"), "{}", desk.node_texts());
    // A new save records the inconsistency.
    desk.key(Key::Escape);
    desk.frames(2);
    desk.ctrl(Key::S);
    desk.frames(2);
    let finding = verify(&fs::read_to_string(&file).unwrap()).inconsistent.unwrap().description();
    assert!(finding.contains("saved again after a check"), "{finding}");
}

#[test]
fn unnamed_branch_stays_unnamed_after_unchanged_rename() {
    let mut desk = open_replay(Lang::Zh);
    desk.keys(&[Key::ArrowRight; 8]);
    desk.click_id("replay-play-on");
    desk.frames(3);
    desk.click_id("play-resume");
    desk.until("some steps", |desk| desk.steps() > 12);
    desk.menu("play-replay");
    desk.frames(3);
    desk.click_id("replay-branches");
    desk.frames(2);
    let rename = desk.t("branches-rename");
    let lower_button = desk.centre_of_last(&rename);
    desk.click_at(lower_button);
    desk.frames(2);
    desk.key(Key::Enter);
    desk.frames(2);
    assert_eq!(desk.replay().record().variations[0].name, "");
    assert!(!desk.replay().is_changed());
}

#[test]
fn finished_branch_of_a_hidden_game_needs_confirmation() {
    let sample = format!("{}/../saves/sample-dark.json", env!("CARGO_MANIFEST_DIR"));
    let record = Record::<Junqi>::read(&fs::read_to_string(sample).unwrap()).unwrap().record;
    let branch = record.branch(20, Seed::from_number(3), "Again");
    let place = Place::quick(Lang::En);
    let mut desk = place.open_with(Some(place.write("saves/dark.json", &branch.write())));
    desk.frames(3);
    desk.menu("play-replay");
    desk.frames(3);
    assert!(!desk.junqi_replay().perspective().is_free());
    desk.click_id("replay-branches");
    desk.frames(2);
    desk.click_id("branches-show");
    desk.frames(2);
    desk.assert_sees_id("ask-show-everything");
    assert_eq!(desk.junqi_replay().record().steps.len(), 20);
    desk.click_id("action-yes");
    desk.frames(2);
    desk.click_id("branches-show");
    desk.frames(2);
    assert_eq!(desk.junqi_replay().record().steps, record.steps);
}
