//! The layout editor, by mouse and by keyboard, in both languages.

use egui::{Event, Key, Modifiers, PointerButton};
use qipan::app::Screen;
use qipan::games::junqi::editor::LayoutEditor;
use qipan::model::i18n::Lang;
use qipan_core::games::junqi::layout::{SLOTS, may_stand};
use qipan_core::games::junqi::layouts::SHIPPED;
use qipan_core::games::junqi::{BoardKind, Cell, Draft, Junqi, Piece};

use crate::support::{Desk, Place};

const LINE: &str = "TPYNLHZSGPYJLNHGZDTPDFDNG";

/// The accessible names in the editor.
trait Words {
    fn piece(&self, piece: Piece) -> String;
    fn place(&self, cell: Cell) -> String;
    fn tray(&self, piece: Piece, left: u8) -> String;
    fn stands(&self, cell: Cell, piece: Piece) -> String;
    fn empty(&self, cell: Cell) -> String;
}

impl Words for Desk {
    fn piece(&self, piece: Piece) -> String {
        qipan::games::junqi::words::piece(self.app().i18n(), piece).to_owned()
    }

    fn place(&self, cell: Cell) -> String {
        qipan::games::junqi::editor::words::place(self.app().i18n(), cell)
    }

    fn tray(&self, piece: Piece, left: u8) -> String {
        let args = [("piece", self.piece(piece).into()), ("count", left.into())];
        self.tf("layout-spoken-tray", &args)
    }

    fn stands(&self, cell: Cell, piece: Piece) -> String {
        let args = [("cell", self.place(cell).into()), ("piece", self.piece(piece).into())];
        self.tf("layout-spoken-cell", &args)
    }

    fn empty(&self, cell: Cell) -> String {
        self.tf("layout-spoken-empty", &[("cell", self.place(cell).into())])
    }
}

fn cell(line: u8, column: u8) -> Cell {
    Cell::of(qipan_core::contract::seat::Seat::new(0), line, column)
}

fn layout_editor(desk: &Desk) -> &LayoutEditor {
    desk.app().screens.layout_editor.as_ref().and_then(|editor| editor.get()).unwrap()
}

fn draft(desk: &Desk) -> Draft {
    layout_editor(desk).draft()
}

/// Opens the editor from the home screen.
fn editor(place: &Place) -> Desk {
    let mut desk = place.open();
    desk.click_id("layout-open");
    desk.frames(3);
    desk.on(Screen::Layout);
    desk
}

/// Drags from one place to another and calls `look` while the piece is over its target.
fn drag(desk: &mut Desk, from: egui::Pos2, to: egui::Pos2, look: impl Fn(&Desk)) {
    desk.h.hover_at(from);
    desk.frames(1);
    desk.h.drag_at(from);
    desk.frames(1);
    for step in 1..=6 {
        desk.h.hover_at(from + (to - from) * (step as f32 / 6.0));
        desk.frames(1);
    }
    desk.frames(1);
    look(desk);
    let modifiers = Modifiers::NONE;
    let button = PointerButton::Primary;
    desk.h.event(Event::PointerButton { pos: to, button, pressed: false, modifiers });
    desk.frames(3);
}

#[test]
fn pieces_are_placed_and_swapped_by_mouse() {
    for lang in Lang::ALL {
        let mut desk = editor(&Place::quick(lang));
        // From the tray to a cell.
        let from = desk.place_of(&desk.tray(Piece::Bomb, 2));
        let front = desk.place_of(&desk.empty(cell(1, 1)));
        drag(&mut desk, from, front, |desk| desk.assert_sees_id("layout-limit-bomb"));
        assert!(draft(&desk).is_empty(), "the front takes no Bomb");
        let second = desk.place_of(&desk.empty(cell(2, 1)));
        drag(&mut desk, from, second, |desk| {
            let bomb = desk.piece(Piece::Bomb);
            let at = qipan::games::junqi::editor::words::cell(desk.app().i18n(), cell(2, 1));
            let args = [("piece", bomb.into()), ("cell", at.into())];
            desk.assert_sees(&desk.tf("layout-will-place", &args));
            // Every cell tells if the dragged piece may be placed there.
            for (offset, free) in SLOTS.into_iter().map(|o| (o, Cell::new(o))) {
                let id = if may_stand(Piece::Bomb, free) { "allowed" } else { "forbidden" };
                let spoken = ("spoken", desk.empty(Cell::new(offset)).into());
                desk.assert_sees(&desk.tf(&format!("layout-spoken-{id}"), &[spoken]));
            }
        });
        assert_eq!(draft(&desk).to_string(), ".....Z...................");
        // By clicks: pick up, then put down.
        desk.click(&desk.tray(Piece::Captain, 3));
        let target = ("spoken", desk.empty(cell(5, 5)).into());
        desk.click(&desk.tf("layout-spoken-allowed", &[target]));
        assert_eq!(draft(&desk).to_string(), ".....Z.............N.....");
        // Two pieces change places.
        let bomb = desk.place_of(&desk.stands(cell(2, 1), Piece::Bomb));
        let captain = desk.place_of(&desk.stands(cell(5, 5), Piece::Captain));
        drag(&mut desk, bomb, captain, |_| {});
        assert_eq!(draft(&desk).to_string(), ".....N.............Z.....");
        // Camps stay empty, and the reason is shown.
        let camp = desk.spot(&desk.place(cell(2, 2)));
        let captain = desk.place_of(&desk.stands(cell(2, 1), Piece::Captain));
        drag(&mut desk, captain, camp, |desk| desk.assert_sees_id("layout-limit-camp"));
        // A piece dropped on the tray returns to it. Dropped outside the board, it stays in place.
        let tray = desk.place_of(&desk.tray(Piece::Flag, 1));
        drag(&mut desk, captain, tray, |_| {});
        assert_eq!(draft(&desk).to_string(), "...................Z.....");
        let bomb = desk.place_of(&desk.stands(cell(5, 5), Piece::Bomb));
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
fn a_whole_layout_is_made_by_keys() {
    for lang in Lang::ALL {
        let mut desk = editor(&Place::quick(lang));
        desk.tab_to(&desk.empty(cell(1, 1)));
        for letter in LINE.chars() {
            desk.key(Key::from_name(&letter.to_string()).unwrap());
        }
        assert_eq!(draft(&desk).to_string(), LINE);
        // Pick up 11, go down and right past the camp, put down on 23.
        desk.tab_to(&desk.stands(cell(1, 1), Piece::Colonel));
        desk.key(Key::Enter);
        desk.keys(&[Key::ArrowDown, Key::ArrowRight]);
        desk.frames(1);
        desk.key(Key::Space);
        let mut swapped: Vec<char> = LINE.chars().collect();
        swapped.swap(0, 6);
        let pushed: String = swapped.into_iter().collect();
        // The Bomb of 23 must not stand in the front line and goes to the tray.
        assert_eq!(draft(&desk).to_string(), pushed.replacen('Z', ".", 1));
        // Codes work too: 00 on 11 is refused with the reason, and no 36 is left.
        desk.keys(&[Key::ArrowLeft, Key::ArrowUp]);
        assert_eq!(desk.focus(), Some(desk.empty(cell(1, 1))));
        desk.keys(&[Key::Num0, Key::Num0]);
        desk.assert_sees_id("layout-limit-bomb");
        desk.keys(&[Key::Num3, Key::Num6]);
        let none = [("piece", desk.piece(Piece::Colonel).into())];
        desk.assert_sees(&desk.tf("layout-none-left", &none));
        // Into the tray and back by arrows.
        for _ in 0..5 {
            desk.key(Key::ArrowRight);
        }
        assert!(desk.focus().is_some_and(|name| name.contains(&desk.piece(Piece::FieldMarshal))));
        desk.key(Key::ArrowLeft);
        assert_eq!(desk.focus(), Some(desk.stands(cell(1, 5), Piece::Brigadier)));
        desk.key(Key::Delete);
        assert_eq!(draft(&desk).at(4), None);
        desk.ctrl(Key::Z);
        assert_eq!(draft(&desk).at(4), Some(Piece::Brigadier));
        desk.ctrl(Key::Y);
        desk.ctrl_shift(Key::Z);
        assert_eq!(draft(&desk).at(4), None);
        // Esc first puts down the held piece, then leaves the page.
        desk.tab_to(&desk.stands(cell(1, 2), Piece::Lieutenant));
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
        let mut desk = editor(&Place::quick(lang));
        let empty = desk.empty(cell(3, 4));
        desk.click(&empty);
        desk.frames(2);
        assert_eq!(desk.focus(), Some(empty));
        assert!(!desk.sees_part(&desk.t("layout-nothing-there")), "{}", desk.words());
        desk.key(Key::T);
        assert!(desk.sees(&desk.stands(cell(3, 4), Piece::Colonel)), "{}", desk.words());
        // The focus moves on to the next empty cell, and a click moves it elsewhere.
        desk.click(&desk.empty(cell(6, 1)));
        desk.frames(1);
        desk.key(Key::D);
        assert!(desk.sees(&desk.stands(cell(6, 1), Piece::Landmine)), "{}", desk.words());
    }
}

#[test]
fn editor_loads_mirrors_randomizes_and_clears_layouts() {
    for lang in Lang::ALL {
        let mut desk = editor(&Place::quick(lang));
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
        let mut desk = editor(&place);
        let file = |name: &str| place.path(&format!("layouts/{name}.json"));
        desk.h.event(Event::Paste(LINE.to_owned()));
        desk.frames(2);
        desk.click_id("layout-save");
        desk.assert_sees_id("layout-nameless");
        name(&mut desk, "Wall 墙");
        desk.click_id("layout-save");
        desk.assert_sees(&desk.tf("layout-said-saved", &[("name", "Wall 墙".into())]));
        let text = std::fs::read_to_string(file("Wall 墙")).unwrap();
        assert!(text.contains(LINE) && text.contains("qipan-layout"), "{text}");
        // A change to the same layout overwrites it without a question.
        desk.click_id("layout-mirror");
        desk.ctrl(Key::S);
        desk.frames(2);
        let mirror = draft(&desk).to_string();
        assert!(std::fs::read_to_string(file("Wall 墙")).unwrap().contains(&mirror));
        // Another layout of that name needs confirmation.
        let named = desk.t(&format!("shipped-{}", SHIPPED[0].id));
        let shelf = |desk: &mut Desk, tab: &str| {
            let tab = format!("{}: {}", desk.t("layout-shelf"), desk.t(tab));
            desk.click(&tab);
        };
        shelf(&mut desk, "layout-shipped");
        desk.click(&desk.tf("layout-load", &[("name", named.into())]));
        name(&mut desk, "wall 墙");
        desk.click_id("layout-save");
        desk.assert_sees(&desk.tf("layout-ask-replace", &[("name", "wall 墙".into())]));
        desk.click_id("layout-keep");
        assert!(std::fs::read_to_string(file("Wall 墙")).unwrap().contains(&mirror));
        // Saved under a new name, then renamed.
        name(&mut desk, " 2");
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
        assert_eq!(draft(&desk).to_string(), mirror);
        desk.click_id("layout-delete");
        desk.click_id("layout-keep");
        assert!(file("Wall 墙").exists());
        desk.click_id("layout-delete");
        desk.assert_sees(&desk.tf("layout-ask-delete", &[("name", "Wall 墙".into())]));
        click_last(&mut desk, "layout-delete");
        assert!(!file("Wall 墙").exists() && file("Fort").exists());
        assert_eq!(draft(&desk).to_string(), mirror);
        // The draft survives a crash.
        let mut desk = desk.crash();
        desk.click_id("layout-open");
        desk.frames(3);
        assert_eq!(draft(&desk).to_string(), mirror);
    }
}

/// Clicks the topmost control.
fn click_last(desk: &mut Desk, id: &str) {
    desk.frames(2);
    desk.click_id(id);
    desk.frames(2);
}

/// Types into the name field, at the end of its text or over its selection.
fn name(desk: &mut Desk, text: &str) {
    let field = desk.t("layout-name");
    desk.click(&field);
    desk.key(Key::End);
    desk.write(text);
    desk.frames(1);
}

#[test]
fn lines_are_pasted_copied_and_refused_with_the_reason() {
    for lang in Lang::ALL {
        let mut desk = editor(&Place::quick(lang));
        let paste = |desk: &mut Desk, text: &str| {
            desk.h.event(Event::Paste(text.to_owned()));
            desk.frames(3);
        };
        paste(&mut desk, LINE);
        assert_eq!(draft(&desk).to_string(), LINE);
        let codes: Vec<&str> = draft(&desk).placed().map(|(_, piece)| piece.code()).collect();
        desk.click_id("layout-clear");
        paste(&mut desk, &codes.join(" "));
        assert_eq!(draft(&desk).to_string(), LINE);
        for bad in ["", "hello", &LINE[1..], &LINE.replace('T', "S"), &format!("Z{}", &LINE[1..])] {
            paste(&mut desk, bad);
            assert_eq!(draft(&desk).to_string(), LINE, "{bad} changed the board");
            let said = desk.t("layout-said-bad-line");
            let head = said.split('{').next().unwrap().to_owned();
            if !bad.is_empty() {
                desk.assert_sees(&head);
            }
        }
        let why = [("count", 24.into())];
        paste(&mut desk, &LINE[1..]);
        desk.assert_sees(&desk.tf("layout-bad-length", &why));
        desk.click_id("layout-copy");
        desk.assert_sees(&desk.tf("layout-said-copied", &[("line", LINE.into())]));
    }
}

#[test]
fn broken_layout_files_are_reported() {
    for lang in Lang::ALL {
        let place = Place::quick(lang);
        place.write("layouts/old.json", r#"{"format":"qipan-layout","version":9}"#);
        place.write("layouts/odd.json", "{");
        let mut desk = editor(&place);
        desk.click(&format!("{}: {}", desk.t("layout-shelf"), desk.t("layout-own")));
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
            let mut desk = editor(&Place::quick(lang));
            desk.h.set_size(size.into());
            desk.frames(4);
            let mut spots: Vec<String> =
                ["layout-done", "layout-clear", "layout-save"].map(|id| desk.t(id)).into();
            spots.push(desk.empty(cell(6, 5)));
            spots.push(desk.tray(Piece::Flag, 1));
            let last = SHIPPED[11];
            let name = desk.t(&format!("shipped-{}", last.id));
            spots.push(desk.tf("layout-load", &[("name", name.into())]));
            for spot in spots {
                let pos = desk.spot(&spot);
                assert!(pos.x > 0.0 && pos.x < size[0], "{spot} {pos}");
                assert!(pos.y > 0.0 && pos.y < size[1] - 12.0, "{spot} {pos}");
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
        // A shipped layout from the list.
        let south = desk.t("seat-south");
        let list = desk.tf("layout-choose", &[("seat", south.as_str().into())]);
        desk.click(&list);
        let titles = SHIPPED.map(|shipped| desk.t(&format!("shipped-{}", shipped.id)));
        let title = |index: usize| titles[index].as_str();
        desk.click(title(1));
        let south_seat = qipan_core::contract::seat::Seat::new(0);
        let chosen = |desk: &Desk| {
            desk.app().screens.new_game.layout_of(south_seat).map(|c| c.layout.clone())
        };
        assert_eq!(chosen(&desk), Some(SHIPPED[1].layout().to_string()));
        // The editor shows it for changes and accepts only a complete layout.
        desk.click_id("layout-choose-edit");
        desk.on(Screen::Layout);
        assert_eq!(draft(&desk).layout(), Some(SHIPPED[1].layout()));
        desk.click(&desk.stands(cell(6, 2), Piece::Lieutenant));
        desk.key(Key::Escape);
        desk.tab_to(&desk.stands(cell(6, 2), Piece::Lieutenant));
        desk.key(Key::Delete);
        let use_it = desk.tf("layout-use", &[("seat", south.as_str().into())]);
        desk.click(&use_it);
        desk.assert_sees(&desk.tf("layout-said-incomplete", &[("count", 1.into())]));
        desk.on(Screen::Layout);
        desk.ctrl(Key::Z);
        desk.click_id("layout-mirror");
        desk.click(&use_it);
        desk.on(Screen::NewGame);
        assert_eq!(chosen(&desk), Some(SHIPPED[1].layout().mirrored().to_string()));
        desk.click_id("new-start");
        desk.frames(3);
        desk.on(Screen::Play);
        let table = desk.app().table.as_ref().map(|table| table.table::<Junqi>()).unwrap();
        let laid = table.session.record().deal.layouts["south"].clone();
        assert_eq!(laid, SHIPPED[1].layout().mirrored().to_string());
    }
}
