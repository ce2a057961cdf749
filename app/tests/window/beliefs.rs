//! The belief about a hidden piece, in its tooltip and on the mark buttons. It is always the belief
//! of the viewing seat.

use std::collections::BTreeMap;

use egui::{Event, Modifiers, PointerButton, Pos2};
use qipan::games::junqi::words;
use qipan::model::i18n::Lang;
use qipan::model::settings::PieceNames;
use qipan_core::contract::game::Viewer;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{Cell, Junqi, Kind, KindSet, VisibleTile};
use qipan_core::record::Record;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::support::{Desk, Place, junqi_record, played, redeal_hidden};

const SOUTH: Seat = Seat::new(0);

/// Puts a game of a person in the south on the table. The window shows that seat's view.
fn put_game(desk: &mut Desk, record: &Record<Junqi>) {
    desk.put_junqi(record.clone(), |table| table.common.is_paused = true);
    desk.settle();
    assert_eq!(desk.junqi().viewer(), Viewer::Seat(SOUTH));
}

/// Returns the tiles whose kinds are hidden from the viewer, with their cells.
fn hidden_tiles(desk: &Desk) -> Vec<(Cell, VisibleTile)> {
    let view = desk.junqi().view();
    let hidden = |cell: Cell| Some((cell, view.at(cell).filter(|tile| tile.piece.is_none())?));
    view.occupied().iter().filter_map(hidden).collect()
}

/// Holds the pointer over a cell until its tooltip is shown. Returns the lines of the tooltip.
fn tooltip_lines(desk: &mut Desk, cell: Cell) -> Vec<String> {
    desk.h.hover_at(Pos2::new(640.0, 3.0));
    desk.frames(30);
    let texts_before: Vec<String> = desk.nodes().into_iter().map(|(_, text)| text).collect();
    let pos = desk.centre_of_any(&desk.node_at(cell));
    desk.h.hover_at(pos);
    desk.frames(40);
    let texts = desk.nodes().into_iter().map(|(_, text)| text);
    texts.filter(|line| !texts_before.contains(line)).collect()
}

/// Returns the percentages among some lines.
fn percentages(lines: &[String]) -> Vec<u32> {
    let number = |line: &String| line.strip_suffix('%')?.trim().parse().ok();
    lines.iter().filter_map(number).collect()
}

#[test]
fn tooltip_lists_possible_kinds_with_probabilities() {
    for (lang, preset, players) in
        [(Lang::En, "dark", "pr"), (Lang::Zh, "siguo_dark", "prrr"), (Lang::En, "flip", "pr")]
    {
        let mut desk = Place::quick(lang).open();
        for seed in 0..2 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let steps = 30 + 60 * seed as usize;
            let game = played(junqi_record(preset, players, seed), steps, &mut rng);
            put_game(&mut desk, game.record());
            for (cell, tile) in hidden_tiles(&desk).into_iter().step_by(7) {
                let lines = tooltip_lines(&mut desk, cell);
                let view = desk.junqi().view();
                let (belief, i18n) = (view.belief(), desk.app().i18n());
                let candidates = belief.candidates(tile.tile);
                let percentages = percentages(&lines);
                let unlikely = lines.iter().filter(|line| **line == i18n.t("junqi-chance-hardly"));
                let unlikely_count = unlikely.count();
                assert_eq!(percentages.iter().sum::<u32>(), 100, "{preset} {cell}: {lines:?}");
                assert_eq!(
                    percentages.len() + unlikely_count,
                    candidates.len(),
                    "{preset} {cell}: {lines:?}"
                );
                for piece in Kind::ALL {
                    let name = words::piece(i18n, piece);
                    let is_named = lines.iter().any(|line| line.ends_with(&name));
                    let is_candidate = candidates.contains(piece);
                    assert!(is_named || !is_candidate, "{preset} {cell}: no {name} in {lines:?}");
                }
                // The most likely kind comes first.
                let highest = belief.chances(tile.tile).into_iter().fold(0.0, f32::max);
                assert!(percentages[0] as f32 >= 100.0 * highest - 1.0, "{lines:?}");
            }
        }
    }
}

#[test]
fn tooltip_is_independent_of_the_true_kind() {
    for (preset, players) in [("dark", "pr"), ("siguo_partner", "prrr")] {
        let mut desk = Place::quick(Lang::En).open();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
        let game = played(junqi_record(preset, players, 4), 50, &mut rng);
        let redealt = redeal_hidden(game.record(), Viewer::Seat(SOUTH), &mut rng).unwrap();
        put_game(&mut desk, game.record());
        let cells: Vec<Cell> = hidden_tiles(&desk).into_iter().map(|(cell, _)| cell).collect();
        let mut differing = 0;
        for cell in cells.into_iter().step_by(4) {
            put_game(&mut desk, game.record());
            let tooltip = tooltip_lines(&mut desk, cell);
            let kind = true_kind(&desk, cell);
            put_game(&mut desk, &redealt);
            assert_eq!(tooltip, tooltip_lines(&mut desk, cell), "{preset} {cell}");
            differing += usize::from(kind != true_kind(&desk, cell));
        }
        assert!(differing > 2, "{preset}: only {differing} pieces differ");
    }
}

/// Returns the true kind of the piece on a cell.
fn true_kind(desk: &Desk, cell: Cell) -> Option<Kind> {
    let state = desk.junqi().state();
    state.kind_of(state.tile_at(cell)?)
}

/// Opens the marks of a cell with the secondary mouse button.
fn open_marks(desk: &mut Desk, cell: Cell) {
    let pos = desk.centre_of_any(&desk.node_at(cell));
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

/// Returns the names of all kinds as the mark buttons have them.
fn button_names(style: PieceNames, lang: Lang) -> [String; 12] {
    let english = [
        "Field Marshal",
        "General",
        "Major General",
        "Brigadier",
        "Colonel",
        "Major",
        "Captain",
        "Lieutenant",
        "Engineer",
        "Bomb",
        "Landmine",
        "Flag",
    ];
    let chinese = [
        "司令", "军长", "师长", "旅长", "团长", "营长", "连长", "排长", "工兵", "炸弹", "地雷",
        "军旗",
    ];
    match (style, lang) {
        (PieceNames::English, _) => english.map(str::to_owned),
        (PieceNames::Chinese, _) => chinese.map(str::to_owned),
        (PieceNames::Codes, lang) => {
            let names = if lang == Lang::En { english } else { chinese };
            std::array::from_fn(|index| match (index, names[index]) {
                (0..=8, name) => format!("{} {name}", 40 - index),
                (10, "Landmine") => "Mine".to_owned(),
                (_, name) => name.to_owned(),
            })
        }
    }
}

#[test]
fn mark_buttons_name_kinds_and_disable_impossible_ones() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = Place::quick(lang).open();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let game = played(junqi_record("dark", "pr", 3), 40, &mut rng);
        put_game(&mut desk, game.record());
        let view = desk.junqi().view().clone();
        let candidates_of = |tile: &VisibleTile| view.belief().candidates(tile.tile);
        let is_partly_known = |set: KindSet| (2..10).contains(&set.len());
        let hidden = hidden_tiles(&desk);
        let (cell, tile) =
            hidden.into_iter().find(|(_, tile)| is_partly_known(candidates_of(tile))).unwrap();
        let candidates = candidates_of(&tile);
        let label_before = desk.node_at(cell);
        for style in PieceNames::ALL {
            desk.h.state_mut().settings.piece_names = Some(style);
            desk.frames(2);
            open_marks(&mut desk, cell);
            for (piece, name) in Kind::ALL.into_iter().zip(button_names(style, lang)) {
                assert!(desk.sees(&name), "{style:?} {name}\n{}", desk.node_texts());
                assert_eq!(desk.has_control(&name), candidates.contains(piece), "{style:?} {name}");
            }
            let first = candidates.iter().next().unwrap();
            desk.click(&button_names(style, lang)[first.index()]);
            desk.frames(2);
            assert!(desk.node_at(cell) != label_before, "the label names the mark");
            open_marks(&mut desk, cell);
            desk.click_id("junqi-marks-none");
            desk.frames(2);
            assert_eq!(desk.node_at(cell), label_before);
        }
        // One button covers several ranks. It is enabled if any of them is possible.
        desk.h.state_mut().settings.piece_names = Some(PieceNames::Codes);
        desk.frames(2);
        open_marks(&mut desk, cell);
        let group_name = if lang == Lang::En { "35 or less" } else { "35及以下" };
        let is_possible =
            candidates.iter().any(|kind| kind.strength().is_some_and(|rank| rank <= 4));
        assert_eq!(desk.has_control(group_name), is_possible);
    }
}

#[test]
fn tooltip_says_what_a_visible_piece_beats() {
    for lang in Lang::ALL {
        let mut desk = Place::quick(lang).open();
        put_game(&mut desk, &junqi_record("dark", "pr", 3));
        let view = desk.junqi().view();
        let own = |cell: Cell| Some((view.at(cell)?.piece?, cell));
        let cells: BTreeMap<usize, (Kind, Cell)> = view
            .occupied()
            .iter()
            .filter_map(own)
            .map(|(kind, cell)| (kind.index(), (kind, cell)))
            .collect();
        assert_eq!(cells.len(), Kind::ALL.len(), "the layout has every kind");
        for (kind, cell) in cells.into_values() {
            let lines = tooltip_lines(&mut desk, cell);
            let sentence = match kind {
                Kind::FieldMarshal => desk.t("junqi-beats-all"),
                Kind::Lieutenant => desk.t("junqi-beats-engineers"),
                Kind::Engineer | Kind::Bomb | Kind::Landmine | Kind::Flag => {
                    desk.t(&format!("junqi-beats-{}", kind.id()))
                }
                _ => {
                    let next = words::piece(desk.app().i18n(), Kind::ALL[kind.index() + 1]);
                    desk.tf("junqi-beats", &[("piece", next.into())])
                }
            };
            assert!(lines.contains(&sentence), "{kind:?}: {lines:?}");
        }
    }
}
