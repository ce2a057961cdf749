//! The layout editor, by mouse and by keyboard, in both languages.

use egui::{Event, Key, Modifiers, PointerButton};
use qipan::app::Screen;
use qipan::games::junqi::editor::LayoutEditor;
use qipan::model::i18n::Lang;
use qipan_core::games::junqi::layout::{SLOTS, may_stand};
use qipan_core::games::junqi::layouts::SHIPPED;
use qipan_core::games::junqi::{BoardKind, Cell, Draft, Junqi, Kind};

use crate::support::{Desk, Place};

/// A complete layout, one letter a piece.
const LAYOUT: &str = "TPYNLHZSGPYJLNHGZDTPDFDNG";

/// The labels of the editor.
trait EditorLabels {
    /// Returns the name of a kind.
    fn piece(&self, piece: Kind) -> String;
    /// Returns the name of a cell.
    fn cell_name_in_editor(&self, cell: Cell) -> String;
    /// Returns the label of the pieces of a kind in the tray.
    fn tray(&self, piece: Kind, count: u8) -> String;
    /// Returns the label of a cell with a piece.
    fn occupied(&self, cell: Cell, piece: Kind) -> String;
    /// Returns the label of an empty cell.
    fn empty(&self, cell: Cell) -> String;
}

impl EditorLabels for Desk {
    fn piece(&self, piece: Kind) -> String {
        qipan::games::junqi::words::piece(self.app().i18n(), piece).to_owned()
    }

    fn cell_name_in_editor(&self, cell: Cell) -> String {
        qipan::games::junqi::editor::words::cell_with_kind(self.app().i18n(), cell)
    }

    fn tray(&self, piece: Kind, count: u8) -> String {
        let letter = piece.letter().to_string();
        let args = [
            ("piece", self.piece(piece).into()),
            ("count", count.into()),
            ("letter", letter.into()),
        ];
        self.tf("layout-spoken-tray", &args)
    }

    fn occupied(&self, cell: Cell, piece: Kind) -> String {
        let args =
            [("cell", self.cell_name_in_editor(cell).into()), ("piece", self.piece(piece).into())];
        self.tf("layout-spoken-cell", &args)
    }

    fn empty(&self, cell: Cell) -> String {
        self.tf("layout-spoken-empty", &[("cell", self.cell_name_in_editor(cell).into())])
    }
}

/// Returns a cell of the south.
fn cell(line: u8, column: u8) -> Cell {
    Cell::of(qipan_core::contract::seat::Seat::new(0), line, column)
}

fn layout_editor(desk: &Desk) -> &LayoutEditor {
    desk.app().screens.layout_editor.as_ref().and_then(|editor| editor.get()).unwrap()
}

/// Returns the draft in the editor.
fn draft(desk: &Desk) -> Draft {
    layout_editor(desk).draft()
}

/// Opens the editor from the home screen.
fn open_editor(place: &Place) -> Desk {
    let mut desk = place.open();
    desk.click_id("layout-open");
    desk.frames(3);
    desk.on(Screen::Layout);
    desk
}

/// Drags from one point to another and calls `check` while the piece is over its target.
fn drag(desk: &mut Desk, from: egui::Pos2, to: egui::Pos2, check: impl Fn(&Desk)) {
    desk.h.hover_at(from);
    desk.frames(1);
    desk.h.drag_at(from);
    desk.frames(1);
    for step in 1..=6 {
        desk.h.hover_at(from + (to - from) * (step as f32 / 6.0));
        desk.frames(1);
    }
    desk.frames(1);
    check(desk);
    let modifiers = Modifiers::NONE;
    let button = PointerButton::Primary;
    desk.h.event(Event::PointerButton { pos: to, button, pressed: false, modifiers });
    desk.frames(3);
}

#[test]
fn pieces_are_placed_and_swapped_by_mouse() {
    for lang in Lang::ALL {
        let mut desk = open_editor(&Place::quick(lang));
        // A piece is dragged from the tray to a cell.
        let from = desk.centre_of(&desk.tray(Kind::Bomb, 2));
        let front = desk.centre_of(&desk.empty(cell(1, 1)));
        drag(&mut desk, from, front, |desk| desk.assert_sees_id("layout-limit-bomb"));
        assert!(draft(&desk).is_empty(), "a Bomb may not stand in the front line");
        let second = desk.centre_of(&desk.empty(cell(2, 1)));
        drag(&mut desk, from, second, |desk| {
            let bomb = desk.piece(Kind::Bomb);
            let at = qipan::games::junqi::editor::words::cell(desk.app().i18n(), cell(2, 1));
            let args = [("piece", bomb.into()), ("cell", at.into())];
            desk.assert_sees(&desk.tf("layout-will-place", &args));
            // Every label says if the dragged piece may be placed there.
            for offset in SLOTS {
                let slot = Cell::new(offset);
                let id = if may_stand(Kind::Bomb, slot) { "allowed" } else { "forbidden" };
                let spoken = ("spoken", desk.empty(slot).into());
                desk.assert_sees(&desk.tf(&format!("layout-spoken-{id}"), &[spoken]));
            }
        });
        assert_eq!(draft(&desk).to_string(), ".....Z...................");
        // A piece is picked up by one click and put down by another.
        desk.click(&desk.tray(Kind::Captain, 3));
        let target = ("spoken", desk.empty(cell(5, 5)).into());
        desk.click(&desk.tf("layout-spoken-allowed", &[target]));
        assert_eq!(draft(&desk).to_string(), ".....Z.............N.....");
        // Two pieces change places.
        let bomb = desk.centre_of(&desk.occupied(cell(2, 1), Kind::Bomb));
        let captain = desk.centre_of(&desk.occupied(cell(5, 5), Kind::Captain));
        drag(&mut desk, bomb, captain, |_| {});
        assert_eq!(draft(&desk).to_string(), ".....N.............Z.....");
        // Camps must stay empty, and the reason is shown.
        let camp = desk.centre_of_any(&desk.cell_name_in_editor(cell(2, 2)));
        let captain = desk.centre_of(&desk.occupied(cell(2, 1), Kind::Captain));
        drag(&mut desk, captain, camp, |desk| desk.assert_sees_id("layout-limit-camp"));
        // A piece dropped on the tray returns to it. Dropped outside the board, it stays in place.
        let tray = desk.centre_of(&desk.tray(Kind::Flag, 1));
        drag(&mut desk, captain, tray, |_| {});
        assert_eq!(draft(&desk).to_string(), "...................Z.....");
        let bomb = desk.centre_of(&desk.occupied(cell(5, 5), Kind::Bomb));
        drag(&mut desk, bomb, egui::pos2(640.0, 4.0), |_| {});
        assert_eq!(draft(&desk).to_string(), "...................Z.....");
        desk.click_id("layout-undo");
        desk.click_id("layout-undo");
        assert_eq!(draft(&desk).to_string(), ".....Z.............N.....");
        desk.click_id("layout-redo");
        assert_eq!(draft(&desk).to_string(), ".....N.............Z.....");
    }
}

#[test]
fn complete_layout_is_made_by_keys() {
    for lang in Lang::ALL {
        let mut desk = open_editor(&Place::quick(lang));
        desk.tab_to(&desk.empty(cell(1, 1)));
        for letter in LAYOUT.chars() {
            desk.key(Key::from_name(&letter.to_string()).unwrap());
        }
        assert_eq!(draft(&desk).to_string(), LAYOUT);
        // The piece on 11 is picked up, moved down and right past the camp, and put down on 23.
        desk.tab_to(&desk.occupied(cell(1, 1), Kind::Colonel));
        desk.key(Key::Enter);
        desk.keys(&[Key::ArrowDown, Key::ArrowRight]);
        desk.frames(1);
        desk.key(Key::Space);
        let mut swapped: Vec<char> = LAYOUT.chars().collect();
        swapped.swap(0, 6);
        let after_swap: String = swapped.into_iter().collect();
        // The Bomb of 23 must not stand in the front line and goes to the tray.
        assert_eq!(draft(&desk).to_string(), after_swap.replacen('Z', ".", 1));
        // Codes work too. 00 on 11 is refused with the reason, and no 36 is left.
        desk.keys(&[Key::ArrowLeft, Key::ArrowUp]);
        assert_eq!(desk.focus(), Some(desk.empty(cell(1, 1))));
        desk.keys(&[Key::Num0, Key::Num0]);
        desk.assert_sees_id("layout-limit-bomb");
        desk.keys(&[Key::Num3, Key::Num6]);
        let args = [("piece", desk.piece(Kind::Colonel).into())];
        desk.assert_sees(&desk.tf("layout-none-left", &args));
        // The arrow keys move the focus into the tray and back.
        for _ in 0..5 {
            desk.key(Key::ArrowRight);
        }
        assert!(desk.focus().is_some_and(|name| name.contains(&desk.piece(Kind::FieldMarshal))));
        desk.key(Key::ArrowLeft);
        assert_eq!(desk.focus(), Some(desk.occupied(cell(1, 5), Kind::Brigadier)));
        desk.key(Key::Delete);
        assert_eq!(draft(&desk).at(4), None);
        desk.ctrl(Key::Z);
        assert_eq!(draft(&desk).at(4), Some(Kind::Brigadier));
        desk.ctrl(Key::Y);
        desk.ctrl_shift(Key::Z);
        assert_eq!(draft(&desk).at(4), None);
        // Escape first puts back the held piece, then leaves the page.
        desk.tab_to(&desk.occupied(cell(1, 2), Kind::Lieutenant));
        desk.key(Key::Enter);
        desk.key(Key::Escape);
        desk.frames(1);
        desk.on(Screen::Layout);
        desk.key(Key::Escape);
        desk.on(Screen::Home);
    }
}

#[test]
fn clicked_empty_cell_takes_the_focus_and_letters() {
    for lang in Lang::ALL {
        let mut desk = open_editor(&Place::quick(lang));
        let empty = desk.empty(cell(3, 4));
        desk.click(&empty);
        desk.frames(2);
        assert_eq!(desk.focus(), Some(empty));
        assert!(!desk.sees_part(&desk.t("layout-nothing-there")), "{}", desk.node_texts());
        desk.key(Key::T);
        assert!(desk.sees(&desk.occupied(cell(3, 4), Kind::Colonel)), "{}", desk.node_texts());
        // The focus moves on to the next empty cell, and a click moves it elsewhere.
        desk.click(&desk.empty(cell(6, 1)));
        desk.frames(1);
        desk.key(Key::D);
        assert!(desk.sees(&desk.occupied(cell(6, 1), Kind::Landmine)), "{}", desk.node_texts());
    }
}

#[test]
fn editor_loads_mirrors_randomizes_and_clears_layouts() {
    for lang in Lang::ALL {
        let mut desk = open_editor(&Place::quick(lang));
        for shipped in SHIPPED.iter() {
            let name = desk.t(&format!("shipped-{}", shipped.id));
            desk.click(&desk.tf("layout-load", &[("name", name.into())]));
            assert_eq!(draft(&desk).layout(), Some(shipped.layout()));
            desk.assert_sees(&desk.t(&format!("shipped-{}.plan", shipped.id)));
        }
        let last = draft(&desk);
        desk.click_id("layout-mirror");
        assert_eq!(draft(&desk), last.mirrored());
        desk.key(Key::M);
        assert_eq!(draft(&desk), last);
        desk.click_id("layout-random");
        let first = draft(&desk);
        assert!(first.layout().is_some());
        desk.key(Key::R);
        assert!(draft(&desk).layout().is_some() && draft(&desk) != first);
        desk.click_id("layout-clear");
        assert!(draft(&desk).is_empty());
        desk.click_id("layout-undo");
        assert!(draft(&desk).layout().is_some());
    }
}

#[test]
fn own_layouts_are_saved_renamed_loaded_replaced_and_deleted() {
    for lang in Lang::ALL {
        let place = Place::quick(lang);
        let mut desk = open_editor(&place);
        let file = |name: &str| place.path(&format!("layouts/{name}.json"));
        desk.h.event(Event::Paste(LAYOUT.to_owned()));
        desk.frames(2);
        desk.click_id("layout-save");
        desk.assert_sees_id("layout-nameless");
        type_name(&mut desk, "Wall 墙");
        desk.click_id("layout-save");
        desk.assert_sees(&desk.tf("layout-said-saved", &[("name", "Wall 墙".into())]));
        let text = std::fs::read_to_string(file("Wall 墙")).unwrap();
        assert!(text.contains(LAYOUT) && text.contains("qipan-layout"), "{text}");
        // A change to the same layout overwrites it without a question.
        desk.click_id("layout-mirror");
        desk.ctrl(Key::S);
        desk.frames(2);
        let mirrored = draft(&desk).to_string();
        assert!(std::fs::read_to_string(file("Wall 墙")).unwrap().contains(&mirrored));
        // Another layout of that name needs confirmation.
        let shipped_name = desk.t(&format!("shipped-{}", SHIPPED[0].id));
        let shipped_tab = format!("{}: {}", desk.t("layout-collection"), desk.t("layout-shipped"));
        desk.click(&shipped_tab);
        desk.click(&desk.tf("layout-load", &[("name", shipped_name.into())]));
        type_name(&mut desk, "wall 墙");
        desk.click_id("layout-save");
        desk.assert_sees(&desk.tf("layout-ask-replace", &[("name", "wall 墙".into())]));
        desk.click_id("layout-keep");
        assert!(std::fs::read_to_string(file("Wall 墙")).unwrap().contains(&mirrored));
        // The layout is saved under a new name, then renamed.
        type_name(&mut desk, " 2");
        desk.click_id("layout-save");
        assert_eq!(layout_editor(&desk).own().len(), 2);
        desk.click_id("layout-rename");
        desk.frames(2);
        desk.ctrl(Key::A);
        desk.write("Fort");
        desk.key(Key::Enter);
        desk.frames(2);
        desk.assert_sees(&desk.tf("layout-said-renamed", &[("name", "Fort".into())]));
        assert!(file("Fort").exists() && !file("wall 墙 2").exists());
        // The first layout is loaded and deleted. Its pieces stay on the board.
        desk.click(&desk.tf("layout-load", &[("name", "Wall 墙".into())]));
        assert_eq!(draft(&desk).to_string(), mirrored);
        desk.click_id("layout-delete");
        desk.click_id("layout-keep");
        assert!(file("Wall 墙").exists());
        desk.click_id("layout-delete");
        desk.assert_sees(&desk.tf("layout-ask-delete", &[("name", "Wall 墙".into())]));
        click_last(&mut desk, "layout-delete");
        assert!(!file("Wall 墙").exists() && file("Fort").exists());
        assert_eq!(draft(&desk).to_string(), mirrored);
        // The draft survives a crash.
        let mut desk = desk.crash();
        desk.click_id("layout-open");
        desk.frames(3);
        assert_eq!(draft(&desk).to_string(), mirrored);
    }
}

/// Clicks the topmost control.
fn click_last(desk: &mut Desk, id: &str) {
    desk.frames(2);
    desk.click_id(id);
    desk.frames(2);
}

/// Types into the name field, at the end of its text or over its selection.
fn type_name(desk: &mut Desk, text: &str) {
    let field = desk.t("layout-name");
    desk.click(&field);
    desk.key(Key::End);
    desk.write(text);
    desk.frames(1);
}

#[test]
fn lines_are_pasted_copied_and_refused_with_the_reason() {
    for lang in Lang::ALL {
        let mut desk = open_editor(&Place::quick(lang));
        let paste = |desk: &mut Desk, text: &str| {
            desk.h.event(Event::Paste(text.to_owned()));
            desk.frames(3);
        };
        paste(&mut desk, LAYOUT);
        assert_eq!(draft(&desk).to_string(), LAYOUT);
        let codes: Vec<&str> = draft(&desk).placed().map(|(_, piece)| piece.code()).collect();
        desk.click_id("layout-clear");
        paste(&mut desk, &codes.join(" "));
        assert_eq!(draft(&desk).to_string(), LAYOUT);
        for bad in
            ["", "hello", &LAYOUT[1..], &LAYOUT.replace('T', "S"), &format!("Z{}", &LAYOUT[1..])]
        {
            paste(&mut desk, bad);
            assert_eq!(draft(&desk).to_string(), LAYOUT, "{bad} changed the board");
            let message = desk.t("layout-said-bad-line");
            let message_start = message.split('{').next().unwrap().to_owned();
            if !bad.is_empty() {
                desk.assert_sees(&message_start);
            }
        }
        let args = [("count", 24.into())];
        paste(&mut desk, &LAYOUT[1..]);
        desk.assert_sees(&desk.tf("layout-bad-length", &args));
        desk.click_id("layout-copy");
        desk.assert_sees(&desk.tf("layout-said-copied", &[("line", LAYOUT.into())]));
    }
}

#[test]
fn broken_layout_files_are_reported() {
    for lang in Lang::ALL {
        let place = Place::quick(lang);
        place.write("layouts/old.json", r#"{"format":"qipan-layout","version":9}"#);
        place.write("layouts/odd.json", "{");
        let mut desk = open_editor(&place);
        desk.click(&format!("{}: {}", desk.t("layout-collection"), desk.t("layout-own")));
        let args = [("file", "old.json".into()), ("version", "9".into())];
        desk.assert_sees(&desk.tf("layout-file-version", &args));
        desk.assert_sees("odd.json");
        assert!(place.path("layouts/odd.json").exists());
    }
}

#[test]
fn editor_fits_on_the_screen() {
    for lang in Lang::ALL {
        for size in [[1280.0, 800.0], [1920.0, 1080.0]] {
            let mut desk = open_editor(&Place::quick(lang));
            desk.h.set_size(size.into());
            desk.frames(4);
            let mut labels: Vec<String> =
                ["layout-done", "layout-clear", "layout-save"].map(|id| desk.t(id)).into();
            labels.push(desk.empty(cell(6, 5)));
            labels.push(desk.tray(Kind::Flag, 1));
            let last = SHIPPED[11];
            let name = desk.t(&format!("shipped-{}", last.id));
            labels.push(desk.tf("layout-load", &[("name", name.into())]));
            for label in labels {
                let pos = desk.centre_of_any(&label);
                assert!(pos.x > 0.0 && pos.x < size[0], "{label} {pos}");
                assert!(pos.y > 0.0 && pos.y < size[1] - 12.0, "{label} {pos}");
            }
        }
        assert_eq!(BoardKind::Two.lands().len(), 2);
    }
}

#[test]
fn game_starts_with_the_chosen_layout() {
    for lang in Lang::ALL {
        let place = Place::quick(lang);
        let mut desk = place.open();
        desk.h.state_mut().screens.new_game.choose_preset("dark");
        desk.ctrl(Key::N);
        desk.frames(3);
        desk.on(Screen::NewGame);
        // A shipped layout is chosen from the list.
        let south = desk.t("seat-south");
        let list = desk.tf("layout-choose", &[("seat", south.as_str().into())]);
        desk.click(&list);
        let titles = SHIPPED.map(|shipped| desk.t(&format!("shipped-{}", shipped.id)));
        let title = |index: usize| titles[index].as_str();
        desk.click(title(1));
        let south_seat = qipan_core::contract::seat::Seat::new(0);
        let chosen_layout = |desk: &Desk| {
            desk.app().screens.new_game.layout_of(south_seat).map(|chosen| chosen.layout.clone())
        };
        assert_eq!(chosen_layout(&desk), Some(SHIPPED[1].layout().to_string()));
        // The editor shows it for changes and accepts only a complete layout.
        desk.click_id("layout-choose-edit");
        desk.on(Screen::Layout);
        assert_eq!(draft(&desk).layout(), Some(SHIPPED[1].layout()));
        desk.click(&desk.occupied(cell(6, 2), Kind::Lieutenant));
        desk.key(Key::Escape);
        desk.tab_to(&desk.occupied(cell(6, 2), Kind::Lieutenant));
        desk.key(Key::Delete);
        let use_button = desk.tf("layout-use", &[("seat", south.as_str().into())]);
        desk.click(&use_button);
        desk.assert_sees(&desk.tf("layout-said-incomplete", &[("count", 1.into())]));
        desk.on(Screen::Layout);
        desk.ctrl(Key::Z);
        desk.click_id("layout-mirror");
        desk.click(&use_button);
        desk.on(Screen::NewGame);
        assert_eq!(chosen_layout(&desk), Some(SHIPPED[1].layout().mirrored().to_string()));
        desk.click_id("new-start");
        desk.frames(3);
        desk.on(Screen::Play);
        let table = desk.app().table.as_ref().map(|table| table.table::<Junqi>()).unwrap();
        let layout = table.session.record().deal.layouts["south"].clone();
        assert_eq!(layout, SHIPPED[1].layout().mirrored().to_string());
    }
}
