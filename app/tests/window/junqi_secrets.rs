//! The window reveals nothing that is hidden from the viewer. A running game looks the same as the
//! game with another deal of the hidden pieces that leaves the viewer's view unchanged.

use std::sync::Arc;

use egui::epaint::ClippedShape;
use egui::{Pos2, Shape, TextureId};
use qipan::app::Screen;
use qipan::games::junqi::words;
use qipan::model::i18n::Lang;
use qipan::screens::replay::ReplayScreen as _;
use qipan_core::contract::game::{Game, Step, Turn, Viewer};
use qipan_core::games::junqi::{Cell, Junqi, Kind};
use qipan_core::record::Record;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::support::{Desk, InputDevice, Place, junqi_record, played, redeal_hidden, robot};

/// The number of positions at which each game is compared.
const POSITIONS: usize = 3;

/// About the number of hidden pieces of a position that are pointed at.
const POINTED_AT: usize = 6;

/// The maximum number of plies between two compared positions.
const MAX_PLIES_BETWEEN: usize = 45;

#[test]
fn two_armies_reveal_nothing_hidden_to_one_person() {
    assert_same_as_redealt(&[("dark", "pr"), ("mixed", "pr"), ("siguo_duel", "pr")], Lang::En);
}

#[test]
fn two_armies_reveal_nothing_hidden_to_two_people() {
    assert_same_as_redealt(&[("dark", "pp"), ("mixed", "pp"), ("siguo_duel", "pp")], Lang::Zh);
}

#[test]
fn flip_chess_reveals_nothing_hidden() {
    assert_same_as_redealt(&[("flip", "pr"), ("flip", "pp"), ("flip", "rp")], Lang::En);
}

#[test]
fn four_armies_reveal_nothing_hidden() {
    assert_same_as_redealt(&[("siguo_dark", "prrr"), ("siguo_dark", "pprp")], Lang::En);
}

#[test]
fn partner_mode_reveals_nothing_hidden() {
    assert_same_as_redealt(&[("siguo_partner", "prrr"), ("siguo_partner", "pppp")], Lang::Zh);
}

#[test]
fn three_armies_reveal_nothing_hidden() {
    assert_same_as_redealt(&[("three", "prr"), ("three", "prp")], Lang::En);
}

#[test]
fn six_armies_reveal_nothing_hidden() {
    assert_same_as_redealt(&[("six", "prrrrr"), ("six_dark", "pprprr")], Lang::En);
}

/// The observations of a game: the readable texts after each of several actions, with the names of
/// the actions, and the shapes drawn without any.
#[derive(PartialEq)]
struct Observations {
    texts: Vec<(String, String)>,
    shapes: Vec<ClippedShape>,
}

/// Compares games with other deals of them, at several positions. A game is a preset with the
/// letters of its players.
fn assert_same_as_redealt(games: &[(&str, &str)], lang: Lang) {
    let mut desk = Place::quick(lang).open();
    let mut compared = 0;
    for (number, (preset, players)) in games.iter().enumerate() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(number as u64 + 7);
        let mut record = junqi_record(preset, players, number as u64);
        for position in 0..POSITIONS {
            let game = played(record, rng.random_range(1..=MAX_PLIES_BETWEEN), &mut rng);
            record = game.record().clone();
            if game.state().turn() == Turn::Over {
                break;
            }
            let shows_belief = position % 2 == 1;
            desk.h.state_mut().settings.show_belief = shows_belief;
            for is_covered in [true, false] {
                compared +=
                    usize::from(compare(&mut desk, &record, is_covered, shows_belief, &mut rng));
            }
        }
    }
    assert!(compared >= games.len() * POSITIONS / 2, "only {compared} comparisons");
}

/// Removes the texture ids from a shape. Each table has its own texture of the printed board, equal
/// for the same board and theme but with its own id.
fn clear_texture_id(shape: &mut Shape) {
    match shape {
        Shape::Mesh(mesh) => Arc::make_mut(mesh).texture_id = TextureId::default(),
        Shape::Vec(shapes) => shapes.iter_mut().for_each(clear_texture_id),
        _ => {}
    }
}

/// Asserts that a game and another deal of it look the same. Returns false if there is no other
/// deal to compare with.
#[track_caller]
fn compare(
    desk: &mut Desk,
    record: &Record<Junqi>,
    is_covered: bool,
    shows_belief: bool,
    rng: &mut Xoshiro256PlusPlus,
) -> bool {
    let observed = observe(desk, record, is_covered, shows_belief);
    if is_covered && desk.junqi().cover().is_none() {
        return false;
    }
    let viewer = desk.junqi().viewer();
    let Some(redealt) = redeal_hidden(record, viewer, rng) else { return false };
    let redealt = observe(desk, &redealt, is_covered, shows_belief);
    assert_eq!(observed.texts.len(), redealt.texts.len());
    let preset = &record.preset;
    for ((action, a), (_, b)) in observed.texts.iter().zip(&redealt.texts) {
        let difference = a.lines().zip(b.lines()).find(|(a, b)| a != b);
        let step = record.steps.len();
        assert!(a == b, "{preset} {viewer:?} step {step} {action}: {difference:?}");
    }
    let difference = observed.shapes.iter().zip(&redealt.shapes).find(|(a, b)| a != b);
    assert!(observed.shapes == redealt.shapes, "{preset} {viewer:?}: {difference:?}");
    true
}

/// Shows a game, points at its hidden pieces and replays it. Returns the observations.
fn observe(
    desk: &mut Desk,
    record: &Record<Junqi>,
    is_covered: bool,
    shows_belief: bool,
) -> Observations {
    let away = Pos2::new(640.0, 3.0);
    // Without stored scroll offsets all lists start at the top.
    desk.h.ctx.memory_mut(|memory| memory.data.clear());
    desk.h.hover_at(away);
    desk.put_junqi(record.clone(), |table| {
        (table.common.is_paused, table.common.shows_notes) = (true, true);
        let tiles: Vec<_> = table.state().tiles().step_by(9).collect();
        for (seat, tile) in table.state().seats().iter().zip(tiles) {
            table.marks.insert((seat, tile.to_string()), "38+".to_owned());
        }
    });
    if !is_covered {
        desk.lift_cover(InputDevice::Mouse);
    }
    desk.h.hover_at(away);
    // These frames let all animations finish.
    desk.frames(16);
    let mut shapes = desk.h.output().shapes.clone();
    shapes.iter_mut().for_each(|clipped| clear_texture_id(&mut clipped.shape));
    let mut texts = vec![("at rest".to_owned(), desk.all_readable_text())];
    if desk.junqi().cover().is_none() {
        assert_hidden_kinds_unnamed(desk, shows_belief);
        point_at_hidden(desk, &mut texts);
    }
    replay_running_game(desk, &mut texts);
    Observations { texts, shapes }
}

/// Asserts that no node of a hidden piece names its kind.
#[track_caller]
fn assert_hidden_kinds_unnamed(desk: &Desk, shows_belief: bool) {
    let (view, i18n) = (desk.junqi().view(), desk.app().i18n());
    let nodes = desk.nodes();
    for cell in view.occupied().iter() {
        let tile = view.at(cell).unwrap();
        if tile.piece.is_some() {
            continue;
        }
        let label_start = i18n.tf(
            "junqi-spoken",
            &[
                ("cell", words::cell(i18n, view.rules(), cell).into()),
                ("what", words::seen(i18n, tile).into()),
            ],
        );
        let mark_names = ["Major General or above", "师长及以上"];
        let has_mark = |rest: &str| mark_names.iter().any(|name| rest.contains(name));
        let label_rests: Vec<&str> =
            nodes.iter().filter_map(|(_, text)| text.strip_prefix(label_start.as_str())).collect();
        assert_eq!(label_rests.len(), 1, "{cell} has one label\n{}", desk.node_texts());
        let label_rest = label_rests[0];
        // A mark and the belief may name kinds. The text about the piece itself may not.
        let may_name = shows_belief || has_mark(label_rest);
        for piece in Kind::ALL {
            for name in [piece.en().to_owned(), words::piece(i18n, piece)] {
                assert!(!label_start.contains(&name), "{label_start}");
                assert!(may_name || !label_rest.contains(&name), "{label_start}{label_rest}");
            }
            assert!(may_name || !label_rest.contains(piece.code()), "{label_start}{label_rest}");
        }
    }
}

/// Hovers and presses hidden pieces, then picks up a movable piece.
fn point_at_hidden(desk: &mut Desk, texts: &mut Vec<(String, String)>) {
    let view = desk.junqi().view();
    let is_hidden = |cell: &Cell| view.at(*cell).unwrap().piece.is_none();
    let all: Vec<Cell> = view.occupied().iter().filter(is_hidden).collect();
    let hidden: Vec<Cell> = all.iter().copied().step_by((all.len() / POINTED_AT).max(9)).collect();
    let movable = desk.junqi().human_actions().first().map(|action| action.from());
    for cell in hidden {
        let name = desk.node_at(cell);
        let pos = desk.centre_of_any(&name);
        desk.h.hover_at(pos);
        desk.frames(3);
        texts.push((format!("pointing at {cell}"), desk.all_readable_text()));
        // A press that flips a piece would continue the game.
        if !desk.has_control(&name) || movable.is_none() {
            desk.click_at(pos);
            texts.push((format!("pressing {cell}"), desk.all_readable_text()));
        }
    }
    if let Some(cell) = movable.filter(|_| desk.junqi().state().armies_assigned())
        && desk.junqi().view().at(cell).is_some_and(|tile| !tile.is_face_down)
    {
        let pos = desk.centre_of_any(&desk.node_at(cell));
        desk.click_at(pos);
        texts.push((format!("picking up {cell}"), desk.all_readable_text()));
        desk.key(egui::Key::Escape);
    }
}

/// Replays the running game at its current step, its start and its middle.
fn replay_running_game(desk: &mut Desk, texts: &mut Vec<(String, String)>) {
    desk.menu("play-replay");
    desk.on(Screen::Replay);
    let end = desk.junqi_replay().at();
    for at in [end, 0, end / 2] {
        desk.junqi_seek(at);
        desk.frames(4);
        texts.push((format!("replaying step {at}"), desk.all_readable_text()));
    }
    // Exports take as much time as all the rest, so they are opened only near the start of a game.
    if end < 10 {
        open_exports(desk, texts);
    }
}

/// Opens every kind of export for every viewer, except the film, which shows different steps over
/// time.
fn open_exports(desk: &mut Desk, texts: &mut Vec<(String, String)>) {
    desk.click_id("share-title");
    desk.frames(3);
    for format in ["share-picture", "share-text", "share-redacted"].map(|id| desk.t(id)) {
        if !desk.has_control(&format) {
            continue;
        }
        desk.click(&format);
        desk.frames(2);
        texts.push((format!("sharing {format}"), desk.all_readable_text()));
        for seat in ["seat-south", "seat-north", "eyes-all"].map(|seat| desk.t(seat)) {
            if desk.has_control(&seat) {
                desk.click(&seat);
                desk.frames(2);
                texts.push((format!("sharing {format} of {seat}"), desk.all_readable_text()));
            }
        }
    }
    desk.key(egui::Key::Escape);
}

// The covered board is compared right after a person's step.
#[test]
fn curtain_hides_the_previous_persons_view() {
    for (preset, players) in [("dark", "pp"), ("flip", "pp"), ("siguo_partner", "pppp")] {
        let mut desk = Place::quick(Lang::En).open();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        let mut compared = 0;
        for steps in 1..10 {
            let game = played(junqi_record(preset, players, 2), steps * 3, &mut rng);
            let record = game.record().clone();
            let Some(redealt) = redeal_hidden(&record, Viewer::Public, &mut rng) else { continue };
            let [text, redealt_text] =
                [record, redealt].map(|record| text_after_last_step(&mut desk, record));
            let difference = text.lines().zip(redealt_text.lines()).find(|(a, b)| a != b);
            assert!(text == redealt_text, "{preset}: {difference:?}");
            compared += 1;
        }
        assert!(compared > 4, "{preset}");
    }
}

/// Plays the last step of a game at the window. Returns the readable text of the covered board and
/// of the replay.
fn text_after_last_step(desk: &mut Desk, mut record: Record<Junqi>) -> String {
    let Some(Step::Act { action, .. }) = record.steps.pop() else { panic!("a step was played") };
    // Without stored scroll offsets all lists start at the top.
    desk.h.ctx.memory_mut(|memory| memory.data.clear());
    desk.put_junqi(record, |_| {});
    desk.lift_cover(InputDevice::Mouse);
    desk.play_junqi(InputDevice::Mouse, action);
    desk.settle();
    assert!(desk.junqi().cover().is_some());
    format!("{}\n{}", covered_text(desk), replay_text(desk))
}

/// Returns the readable text of the covered board, with the pointer away from it.
fn covered_text(desk: &mut Desk) -> String {
    desk.h.hover_at(Pos2::new(640.0, 3.0));
    desk.frames(3);
    format!("{}\n{}", desk.node_texts(), desk.painted_texts().join("\n"))
}

/// Returns the readable text of the running game's replay.
fn replay_text(desk: &mut Desk) -> String {
    desk.menu("play-replay");
    desk.frames(4);
    let text = desk.node_texts();
    desk.h.state_mut().go(Screen::Play);
    desk.frames(2);
    text
}

/// Returns the source of a robot that notes a word on its action and, if `fails`, fails with that
/// word.
fn noting_robot_source(word: &str, fails: bool) -> String {
    let last_line = if fails { format!("error(\"{word}\")") } else { "return action".to_owned() };
    format!(
        "return {{ api = 1, game = \"junqi\", name = \"Mine\", version = \"1\", author = \"Kim\",\n\
         choose = function(view, turn)\n\
         local action = turn:actions()[1]\n\
         turn:note(action, \"{word}\")\n\
         {last_line}\n\
         end }}\n"
    )
}

#[test]
fn robot_notes_are_shown_only_in_open_games() {
    for (preset, players, expected) in [
        ("dark", "pr", false),
        ("flip", "pr", false),
        ("siguo_partner", "prrr", false),
        ("open", "pr", true),
        ("flip_open", "pr", true),
    ] {
        for fails in [false, true] {
            let place = Place::quick(Lang::En);
            place.write("scripts/robots/junqi/telling.luau", &noting_robot_source("SECRET", fails));
            let mut desk = place.open();
            let mut record = junqi_record(preset, players, 3);
            for (_, player) in record.players.iter_mut().filter(|(_, player)| !player.is_human()) {
                *player = robot("telling");
            }
            desk.put_junqi(record, |table| table.common.shows_notes = true);
            let mut is_shown = false;
            for _ in 0..3 {
                desk.until("the person's turn", |desk| desk.junqi().human_to_act().is_some());
                desk.settle();
                desk.frames(2);
                let text = desk.all_readable_text();
                is_shown |= text.contains("SECRET");
                let has_failed = !desk.junqi().robot_errors.is_empty();
                assert!(!has_failed || text.contains("telling.luau:5"), "the error names its line");
                let action = desk.junqi().session.actions()[0];
                desk.play_junqi(InputDevice::Mouse, action);
            }
            assert_eq!(is_shown, expected, "{preset} {fails}");
        }
    }
}
