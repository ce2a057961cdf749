//! The window reveals nothing hidden from the viewer: a running game looks the same as another deal
//! of it that is consistent with the viewer's view.

use std::sync::Arc;

use egui::epaint::ClippedShape;
use egui::{Pos2, Shape, TextureId};
use qipan::app::Screen;
use qipan::games::junqi::words;
use qipan::model::i18n::Lang;
use qipan::screens::replay::ReplayScreen as _;
use qipan_core::contract::game::{Game, Step, Turn, Viewer};
use qipan_core::games::junqi::{Cell, Junqi, Piece};
use qipan_core::record::Record;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::support::{Desk, Hand, Place, dealt_again, junqi_record, played, robot};

/// The number of moments at which each game is compared.
const MOMENTS: usize = 3;

/// The maximum number of plies between two moments.
const BETWEEN: usize = 45;

#[test]
fn two_armies_reveal_nothing_hidden_to_one_person() {
    same_as_dealt_anew(&[("dark", "pr"), ("mixed", "pr"), ("siguo_duel", "pr")], Lang::En);
}

#[test]
fn two_armies_reveal_nothing_hidden_to_two_people() {
    same_as_dealt_anew(&[("dark", "pp"), ("mixed", "pp"), ("siguo_duel", "pp")], Lang::Zh);
}

#[test]
fn flip_chess_reveals_nothing_hidden() {
    same_as_dealt_anew(&[("flip", "pr"), ("flip", "pp"), ("flip", "rp")], Lang::En);
}

#[test]
fn four_armies_reveal_nothing_hidden() {
    same_as_dealt_anew(&[("siguo_dark", "prrr"), ("siguo_dark", "pprp")], Lang::En);
}

#[test]
fn partner_mode_reveals_nothing_hidden() {
    same_as_dealt_anew(&[("siguo_partner", "prrr"), ("siguo_partner", "pppp")], Lang::Zh);
}

#[test]
fn three_armies_reveal_nothing_hidden() {
    same_as_dealt_anew(&[("three", "prr"), ("three", "prp")], Lang::En);
}

#[test]
fn six_armies_reveal_nothing_hidden() {
    same_as_dealt_anew(&[("six", "prrrrr"), ("six_dark", "pprprr")], Lang::En);
}

/// The observations of a test: texts at many moments and the shapes drawn at rest.
#[derive(PartialEq)]
struct Seen {
    words: Vec<(String, String)>,
    drawn: Vec<ClippedShape>,
}

fn same_as_dealt_anew(games: &[(&str, &str)], lang: Lang) {
    let mut desk = Place::quick(lang).open();
    let mut compared = 0;
    for (number, (preset, who)) in games.iter().enumerate() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(number as u64 + 7);
        let mut record = junqi_record(preset, who, number as u64);
        for moment in 0..MOMENTS {
            let game = played(record, rng.random_range(1..=BETWEEN), &mut rng);
            record = game.record().clone();
            if game.state().turn() == Turn::Over {
                break;
            }
            let belief = moment % 2 == 1;
            desk.h.state_mut().settings.show_belief = belief;
            for covered in [true, false] {
                compared += usize::from(compare(&mut desk, &record, covered, belief, &mut rng));
            }
        }
    }
    assert!(compared >= games.len() * MOMENTS / 2, "compared {compared} times only");
}

/// Removes the texture ids from a shape. Each table has its own texture of the printed board, equal
/// for the same board and theme but with its own id.
fn forget_texture(shape: &mut Shape) {
    match shape {
        Shape::Mesh(mesh) => Arc::make_mut(mesh).texture_id = TextureId::default(),
        Shape::Vec(shapes) => shapes.iter_mut().for_each(forget_texture),
        _ => {}
    }
}

/// Asserts that a game and another consistent deal look the same. Returns false if there is no
/// other deal to compare with.
#[track_caller]
fn compare(
    desk: &mut Desk,
    record: &Record<Junqi>,
    covered: bool,
    belief: bool,
    rng: &mut Xoshiro256PlusPlus,
) -> bool {
    let this = look(desk, record, covered, belief);
    if covered && desk.junqi().cover().is_none() {
        return false;
    }
    let viewer = desk.junqi().viewer();
    let Some(other) = dealt_again(record, viewer, rng) else { return false };
    let other = look(desk, &other, covered, belief);
    assert_eq!(this.words.len(), other.words.len());
    for ((when, a), (_, b)) in this.words.iter().zip(&other.words) {
        let odd = a.lines().zip(b.lines()).find(|(a, b)| a != b);
        assert!(a == b, "{} {viewer:?} step {} {when}: {odd:?}", record.preset, record.steps.len());
    }
    let odd = this.drawn.iter().zip(&other.drawn).find(|(a, b)| a != b);
    assert!(this.drawn == other.drawn, "{} {viewer:?}: {odd:?}", record.preset);
    true
}

/// Shows a game, points at its hidden pieces and replays it. Returns the observations.
fn look(desk: &mut Desk, record: &Record<Junqi>, covered: bool, belief: bool) -> Seen {
    let aside = Pos2::new(640.0, 3.0);
    // Scrolled lists start at the top again.
    desk.h.ctx.memory_mut(|memory| memory.data.clear());
    desk.h.hover_at(aside);
    desk.put_junqi(record.clone(), |table| {
        (table.common.paused, table.common.shows_notes) = (true, true);
        let tiles: Vec<_> = table.state().tiles().step_by(9).collect();
        for (seat, tile) in table.state().seats().iter().zip(tiles) {
            table.marks.insert((seat, tile.to_string()), "38+".to_owned());
        }
    });
    if !covered {
        desk.uncover(Hand::Mouse);
    }
    desk.h.hover_at(aside);
    // All animations have finished.
    desk.frames(16);
    let mut drawn = desk.h.output().shapes.clone();
    drawn.iter_mut().for_each(|clipped| forget_texture(&mut clipped.shape));
    let mut words = vec![("at rest".to_owned(), desk.readable())];
    if desk.junqi().cover().is_none() {
        hidden_is_nameless(desk, belief);
        point_at_hidden(desk, &mut words);
    }
    look_back(desk, &mut words);
    Seen { words, drawn }
}

/// Asserts that no node of a hidden piece names its kind.
#[track_caller]
fn hidden_is_nameless(desk: &Desk, belief: bool) {
    let (view, i18n) = (desk.junqi().view(), desk.app().i18n());
    let (nodes, board) = (desk.nodes(), view.rules().board);
    for cell in view.taken().iter() {
        let seen = view.at(cell).unwrap();
        if seen.piece.is_some() {
            continue;
        }
        let place = i18n.tf(
            "junqi-spoken",
            &[
                ("cell", words::cell(i18n, board, cell).into()),
                ("what", words::seen(i18n, seen).into()),
            ],
        );
        let names = ["Major General or above", "师长以上"];
        let marked = |rest: &str| names.iter().any(|name| rest.contains(name));
        let told: Vec<&str> =
            nodes.iter().filter_map(|(_, text)| text.strip_prefix(place.as_str())).collect();
        assert_eq!(told.len(), 1, "{cell} has one name\n{}", desk.words());
        // A mark and the belief may name kinds, the piece itself must not.
        let said = belief || marked(told[0]);
        for piece in Piece::ALL {
            for name in [piece.en().to_owned(), words::piece(i18n, piece)] {
                assert!(!place.contains(&name) && (said || !told[0].contains(&name)), "{place}");
            }
            assert!(said || !told[0].contains(piece.code()), "{place}{}", told[0]);
        }
    }
}

/// Hovers and presses hidden pieces, then picks up a movable piece.
fn point_at_hidden(desk: &mut Desk, words: &mut Vec<(String, String)>) {
    let view = desk.junqi().view();
    let hidden = |cell: &Cell| view.at(*cell).unwrap().piece.is_none();
    let hidden: Vec<Cell> = view.taken().iter().filter(hidden).step_by(9).collect();
    let movable = desk.junqi().human_actions().first().map(|action| action.from());
    for cell in hidden {
        let name = desk.node_at(cell);
        let pos = desk.spot(&name);
        desk.h.hover_at(pos);
        desk.frames(3);
        words.push((format!("pointing at {cell}"), desk.readable()));
        // A press that flips a piece would continue the game.
        if !desk.can(&name) || movable.is_none() {
            desk.click_at(pos);
            words.push((format!("pressing {cell}"), desk.readable()));
        }
    }
    if let Some(cell) = movable.filter(|_| desk.junqi().state().armies_assigned())
        && desk.junqi().view().at(cell).is_some_and(|seen| !seen.down)
    {
        let pos = desk.spot(&desk.node_at(cell));
        desk.click_at(pos);
        words.push((format!("picking up {cell}"), desk.readable()));
        desk.key(egui::Key::Escape);
    }
}

/// Replays the running game at its current step, its start and its middle.
fn look_back(desk: &mut Desk, words: &mut Vec<(String, String)>) {
    desk.menu("play-look-back");
    desk.on(Screen::Replay);
    let end = desk.junqi_replay().at();
    for at in [end, 0, end / 2] {
        desk.junqi_seek(at);
        desk.frames(4);
        words.push((format!("looking back at {at}"), desk.readable()));
    }
    // Sharing costs as much as all the rest, so it runs only near the start of a game.
    if end < 10 {
        share(desk, words);
    }
}

/// Opens every form of export for every viewer, except the animation, which shows different steps
/// over time.
fn share(desk: &mut Desk, words: &mut Vec<(String, String)>) {
    desk.click_id("share-title");
    desk.frames(3);
    for form in ["share-picture", "share-text", "share-told"].map(|form| desk.t(form)) {
        if !desk.can(&form) {
            continue;
        }
        desk.click(&form);
        desk.frames(2);
        words.push((format!("sharing {form}"), desk.readable()));
        for seat in ["seat-south", "seat-north", "eyes-all"].map(|seat| desk.t(seat)) {
            if desk.can(&seat) {
                desk.click(&seat);
                desk.frames(2);
                words.push((format!("sharing {form} of {seat}"), desk.readable()));
            }
        }
    }
    desk.key(egui::Key::Escape);
}

/// Compares the screen behind the curtain, right after the previous person's step.
#[test]
fn curtain_hides_the_previous_persons_view() {
    for (preset, who) in [("dark", "pp"), ("flip", "pp"), ("siguo_partner", "pppp")] {
        let mut desk = Place::quick(Lang::En).open();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        let mut compared = 0;
        for steps in 1..10 {
            let game = played(junqi_record(preset, who, 2), steps * 3, &mut rng);
            let record = game.record().clone();
            let Some(other) = dealt_again(&record, Viewer::Public, &mut rng) else { continue };
            let [this, other] = [record, other].map(|record| after_last(&mut desk, record));
            let odd = this.lines().zip(other.lines()).find(|(a, b)| a != b);
            assert!(this == other, "{preset}: {odd:?}");
            compared += 1;
        }
        assert!(compared > 4, "{preset}");
    }
}

/// Plays the last step of a game by hand. Returns the readable text behind the curtain and in the
/// replay.
fn after_last(desk: &mut Desk, mut record: Record<Junqi>) -> String {
    let Some(Step::Act { action, .. }) = record.steps.pop() else { panic!("a step was played") };
    // Scrolled lists start at the top again.
    desk.h.ctx.memory_mut(|memory| memory.data.clear());
    desk.put_junqi(record, |_| {});
    desk.uncover(Hand::Mouse);
    desk.play_junqi(Hand::Mouse, action);
    desk.settle();
    assert!(desk.junqi().cover().is_some());
    format!("{}\n{}", now(desk), back_at_once(desk))
}

/// Returns the readable text with the pointer out of the way.
fn now(desk: &mut Desk) -> String {
    desk.h.hover_at(Pos2::new(640.0, 3.0));
    desk.frames(3);
    format!("{}\n{}", desk.words(), desk.painted().join("\n"))
}

/// Returns the readable text of the running game's replay.
fn back_at_once(desk: &mut Desk) -> String {
    desk.menu("play-look-back");
    desk.frames(4);
    let text = desk.words();
    desk.h.state_mut().go(Screen::Play);
    desk.frames(2);
    text
}

/// Returns a robot that notes a word on its action and, if `fails`, fails with that word.
fn telling(word: &str, fails: bool) -> String {
    let act = if fails { format!("error(\"{word}\")") } else { "return action".to_owned() };
    format!(
        "return {{ api = 1, game = \"junqi\", name = \"Mine\", version = \"1\", author = \"Kim\",\n\
         choose = function(view, turn)\n\
         local action = turn:actions()[1]\n\
         turn:note(action, \"{word}\")\n\
         {act}\n\
         end }}\n"
    )
}

#[test]
fn robot_notes_are_shown_only_in_open_games() {
    for (preset, who, shown) in [
        ("dark", "pr", false),
        ("flip", "pr", false),
        ("siguo_partner", "prrr", false),
        ("open", "pr", true),
        ("flip_open", "pr", true),
    ] {
        for fails in [false, true] {
            let place = Place::quick(Lang::En);
            place.write("scripts/robots/junqi/telling.luau", &telling("SECRET", fails));
            let mut desk = place.open();
            let mut record = junqi_record(preset, who, 3);
            for (_, player) in record.players.iter_mut().filter(|(_, player)| !player.is_human()) {
                *player = robot("telling");
            }
            desk.put_junqi(record, |table| table.common.shows_notes = true);
            let mut told = false;
            for _ in 0..3 {
                desk.until("my turn", |desk| desk.junqi().human_to_act().is_some());
                desk.settle();
                desk.frames(2);
                let text = desk.readable();
                told |= text.contains("SECRET");
                let failed = !desk.junqi().troubles.is_empty();
                assert!(!failed || text.contains("telling.luau:5"), "told where");
                let action = desk.junqi().session.actions()[0];
                desk.play_junqi(Hand::Mouse, action);
            }
            assert_eq!(told, shown, "{preset} {fails}");
        }
    }
}
