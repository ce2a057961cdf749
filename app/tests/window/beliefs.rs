//! The belief about a hidden piece in its tooltip and among its marks, always from the seat's view.

use egui::{Event, Modifiers, PointerButton, Pos2};
use qipan::games::junqi::words;
use qipan::model::i18n::Lang;
use qipan::model::settings::PieceNames;
use qipan_core::contract::game::Viewer;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{Cell, Junqi, Piece, PieceSet, VisibleTile};
use qipan_core::record::Record;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::support::{Desk, Place, dealt_again, junqi_record, played};

const SOUTH: Seat = Seat::new(0);

/// Shows a running game of a person in the south, from that seat's view.
fn show(desk: &mut Desk, record: &Record<Junqi>) {
    desk.put_junqi(record.clone(), |table| table.common.paused = true);
    desk.settle();
    assert_eq!(desk.junqi().viewer(), Viewer::Seat(SOUTH));
}

fn hidden(desk: &Desk) -> Vec<(Cell, VisibleTile)> {
    let view = desk.junqi().view();
    let seen = |cell: Cell| Some((cell, view.at(cell).filter(|seen| seen.piece.is_none())?));
    view.taken().iter().filter_map(seen).collect()
}

/// Rests the pointer on a cell. Returns the lines of the tooltip.
fn pointed_at(desk: &mut Desk, cell: Cell) -> Vec<String> {
    desk.h.hover_at(Pos2::new(640.0, 3.0));
    desk.frames(30);
    let before: Vec<String> = desk.nodes().into_iter().map(|(_, said)| said).collect();
    let pos = desk.spot(&desk.node_at(cell));
    desk.h.hover_at(pos);
    desk.frames(40);
    let now = desk.nodes().into_iter().map(|(_, said)| said);
    now.filter(|line| !before.contains(line)).collect()
}

/// Returns the percentages among some lines.
fn percents(lines: &[String]) -> Vec<u32> {
    let number = |line: &String| line.strip_suffix('%')?.trim().parse().ok();
    lines.iter().filter_map(number).collect()
}

#[test]
fn tooltip_lists_possible_kinds_with_probabilities() {
    for (lang, preset, who) in
        [(Lang::En, "dark", "pr"), (Lang::Zh, "siguo_dark", "prrr"), (Lang::En, "flip", "pr")]
    {
        let mut desk = Place::quick(lang).open();
        for seed in 0..2 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let steps = 30 + 60 * seed as usize;
            let game = played(junqi_record(preset, who, seed), steps, &mut rng);
            show(&mut desk, game.record());
            for (cell, seen) in hidden(&desk).into_iter().step_by(7) {
                let lines = pointed_at(&mut desk, cell);
                let view = desk.junqi().view();
                let (belief, i18n) = (view.belief(), desk.app().i18n());
                let maybe = belief.candidates(seen.tile);
                let told = percents(&lines);
                let hardly = lines.iter().filter(|line| **line == i18n.t("junqi-chance-hardly"));
                let hardly = hardly.count();
                assert_eq!(told.iter().sum::<u32>(), 100, "{preset} {cell}: {lines:?}");
                assert_eq!(told.len() + hardly, maybe.len(), "{preset} {cell}: {lines:?}");
                for piece in Piece::ALL {
                    let name = words::piece(i18n, piece);
                    let named = lines.iter().any(|line| line.ends_with(&name));
                    let whole = maybe.contains(piece);
                    assert!(named || !whole, "{preset} {cell}: no {name} in {lines:?}");
                }
                // Likelier kinds come first, in two columns read from top to bottom.
                let most = belief.chances(seen.tile).into_iter().fold(0.0, f32::max);
                assert!(told[0] as f32 >= 100.0 * most - 1.0, "{lines:?}");
            }
        }
    }
}

#[test]
fn tooltip_is_independent_of_the_true_kind() {
    for (preset, who) in [("dark", "pr"), ("siguo_partner", "prrr")] {
        let mut desk = Place::quick(Lang::En).open();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
        let game = played(junqi_record(preset, who, 4), 50, &mut rng);
        let other = dealt_again(game.record(), Viewer::Seat(SOUTH), &mut rng).unwrap();
        show(&mut desk, game.record());
        let cells: Vec<Cell> = hidden(&desk).into_iter().map(|(cell, _)| cell).collect();
        let mut differ = 0;
        for cell in cells.into_iter().step_by(4) {
            show(&mut desk, game.record());
            let (this, truth) = (pointed_at(&mut desk, cell), truth(&desk, cell));
            show(&mut desk, &other);
            assert_eq!(this, pointed_at(&mut desk, cell), "{preset} {cell}");
            differ += usize::from(truth != self::truth(&desk, cell));
        }
        assert!(differ > 2, "{preset}: only {differ} pieces differ");
    }
}

fn truth(desk: &Desk, cell: Cell) -> Option<Piece> {
    let state = desk.junqi().state();
    state.piece_of(state.tile_at(cell)?)
}

/// Opens the marks of a cell with the secondary mouse button.
fn open_marks(desk: &mut Desk, cell: Cell) {
    let pos = desk.spot(&desk.node_at(cell));
    desk.h.hover_at(pos);
    desk.frames(2);
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Secondary, Modifiers::NONE);
        desk.h.event(Event::PointerButton { pos, button, pressed, modifiers });
        desk.frames(1);
    }
    desk.frames(4);
    desk.assert_sees_id("junqi-marks");
}

/// Returns the names of all kinds on the mark buttons.
fn buttons(style: PieceNames, lang: Lang) -> [&'static str; 12] {
    match (style, lang) {
        (PieceNames::English, _) => [
            "Marshal", "General", "Maj.Gen.", "Brig.", "Colonel", "Major", "Captain", "Lieut.",
            "Engineer", "Bomb", "Mine", "Flag",
        ],
        (PieceNames::Chinese, _) => [
            "司令", "军长", "师长", "旅长", "团长", "营长", "连长", "排长", "工兵", "炸弹", "地雷",
            "军旗",
        ],
        (PieceNames::Codes, Lang::En) => {
            ["40", "39", "38", "37", "36", "35", "34", "33", "32", "Bomb", "Mine", "Flag"]
        }
        (PieceNames::Codes, Lang::Zh) => {
            ["40", "39", "38", "37", "36", "35", "34", "33", "32", "炸弹", "地雷", "军旗"]
        }
    }
}

#[test]
fn mark_buttons_name_kinds_and_disable_impossible_ones() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = Place::quick(lang).open();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let game = played(junqi_record("dark", "pr", 3), 40, &mut rng);
        show(&mut desk, game.record());
        let view = desk.junqi().view().clone();
        let maybe = |seen: &VisibleTile| view.belief().candidates(seen.tile);
        let some = |set: PieceSet| (2..10).contains(&set.len());
        let all = hidden(&desk);
        let (cell, seen) = all.into_iter().find(|(_, seen)| some(maybe(seen))).unwrap();
        let maybe = maybe(&seen);
        let node = desk.node_at(cell);
        for style in PieceNames::ALL {
            desk.h.state_mut().settings.piece_names = Some(style);
            desk.frames(2);
            open_marks(&mut desk, cell);
            for (piece, name) in Piece::ALL.into_iter().zip(buttons(style, lang)) {
                assert!(desk.sees(name), "{style:?} {name}\n{}", desk.words());
                assert_eq!(desk.can(name), maybe.contains(piece), "{style:?} {name}");
            }
            let first = maybe.iter().next().unwrap();
            desk.click(buttons(style, lang)[first.index()]);
            desk.frames(2);
            assert!(desk.node_at(cell) != node, "the mark is said");
            open_marks(&mut desk, cell);
            desk.click_id("junqi-marks-none");
            desk.frames(2);
            assert_eq!(desk.node_at(cell), node);
        }
        // One button covers several ranks. It is enabled if any of them is possible.
        desk.h.state_mut().settings.piece_names = Some(PieceNames::Codes);
        desk.frames(2);
        open_marks(&mut desk, cell);
        let most = if lang == Lang::En { "35 or less" } else { "35以下" };
        let weak = maybe.iter().any(|kind| kind.strength().is_some_and(|rank| rank <= 4));
        assert_eq!(desk.can(most), weak);
    }
}
