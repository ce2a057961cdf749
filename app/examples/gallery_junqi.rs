//! Shows the boards and pieces of Junqi in every theme, as in the middle of a game.
//!
//! `cargo run -p qipan --example gallery_junqi -- light|dark|wood [two|four|three|parts] [safe]`
//! `[english|codes] [large] [EAST|NORTH|WEST at the bottom: 1|2|3]`

use std::f32::consts::PI;

use eframe::egui::{self, Painter, Rect, pos2, vec2};
use qipan::games::junqi::drawing::{
    Face, JunqiGeometry, JunqiPicture, TileLook, paint_last, paint_ring, paint_spot, paint_strike,
    paint_tile,
};
use qipan::model::settings::PieceNames;
use qipan::model::settings::ThemeName;
use qipan::ui::paint::{TablePicture, paint_burst, paint_path};
use qipan::ui::theme::Theme;
use qipan_core::junqi::layout::SLOTS;
use qipan_core::junqi::{Board, BoardKind, Cell, Piece};
use qipan_core::seat::Seat;

const LAYOUTS: [&str; 3] =
    ["TPYNLHZSGPYJLNHGZDTPDFDNG", "GLHTGYJPNZTSPHYNLPDDGZNFD", "PTLYNSZHYPGJHNLPTDZGNDGFD"];

struct Gallery {
    theme: Theme,
    board: Option<BoardKind>,
    names: PieceNames,
    bottom: u8,
    table: TablePicture,
    picture: JunqiPicture,
}

fn main() -> eframe::Result {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let has = |word: &str| words.iter().any(|w| w == word);
    let name = ThemeName::ALL
        .into_iter()
        .find(|name| has(&format!("{name:?}").to_lowercase()))
        .unwrap_or_default();
    let theme = Theme::new(name, has("safe"));
    let board = match ["parts", "four", "three"].into_iter().find(|w| has(w)) {
        Some("parts") => None,
        Some("four") => Some(BoardKind::Four),
        Some(_) => Some(BoardKind::Three),
        None => Some(BoardKind::Two),
    };
    let names = match (has("english"), has("codes")) {
        (true, _) => PieceNames::English,
        (_, true) => PieceNames::Codes,
        _ => PieceNames::Chinese,
    };
    let bottom = (1..4).find(|turn| has(&turn.to_string())).unwrap_or(0);
    let size = if has("large") { [1920.0, 1080.0] } else { [1280.0, 800.0] };
    let viewport = egui::ViewportBuilder::default().with_inner_size(size).with_decorations(false);
    let options = eframe::NativeOptions { viewport, ..Default::default() };
    eframe::run_native(
        "gallery of Junqi",
        options,
        Box::new(move |cc| {
            qipan::ui::fonts::install_fonts(&cc.egui_ctx);
            theme.apply(&cc.egui_ctx);
            let (table, picture) = Default::default();
            Ok(Box::new(Gallery { theme, board, names, bottom, table, picture }))
        }),
    )
}

impl eframe::App for Gallery {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        let rect = ui.max_rect();
        let painter = ui.painter().clone();
        self.table.paint(&painter, rect, &self.theme);
        match self.board {
            Some(kind) => self.board(&painter, kind, rect),
            None => self.parts(&painter),
        }
    }
}

/// The piece that starts on a cell in the gallery's game.
fn starts(cell: Cell) -> Option<Piece> {
    let land = cell.land()?;
    let offset = cell.index() as u8 % 30;
    let slot = SLOTS.iter().position(|slot| *slot == offset)?;
    LAYOUTS[land.index() % 3].chars().nth(slot).and_then(Piece::from_letter)
}

impl Gallery {
    fn look(&self, g: &JunqiGeometry, cell: Cell, face: Face, seat: u8) -> TileLook {
        let mut look = TileLook::new(g.cell_pos(cell), g.tile(), face, Some(Seat::new(seat)));
        look.names = self.names;
        look
    }

    fn board(&mut self, painter: &Painter, kind: BoardKind, rect: Rect) {
        let area = rect.with_max_x(rect.right() - 330.0).shrink(14.0);
        let g = JunqiGeometry::new(&Board::of(kind), self.bottom, area);
        let words = match self.names {
            PieceNames::English => ["Front", "Mountain", "HQ", "Camp"],
            _ => ["前线", "山界", "大本营", "行营"],
        };
        self.picture.paint(painter, &g, &self.theme, words);
        let cell = |name: &str| name.parse::<Cell>().ok();
        for (name, arrived) in [("S22", false), ("S21", true)] {
            let Some(at) = cell(name) else { continue };
            paint_last(painter, &self.theme, g.cell_pos(at), g.tile(), arrived);
        }
        for at in g.board().cells().iter() {
            let Some(piece) = starts(at) else { continue };
            // Some pieces of the front lines have gone, one of each army into a camp.
            let gone = at.index() % 7 == 2 && at.line() < 4;
            let seat = at.land().map_or(0, |land| land.index() as u8);
            let mine = seat == self.bottom || (kind != BoardKind::Two && seat == self.bottom ^ 2);
            let face = if mine { Face::Piece(piece) } else { Face::Back };
            let mut look = self.look(&g, at, face, seat);
            if gone {
                continue;
            }
            if !mine && at.line() == 2 {
                look.label = Some(["38+", "?", "40 39"][usize::from(at.column() / 2)].to_owned());
            }
            if !mine && at.index() % 30 == 26 {
                (look.face, look.shown) = (Face::Piece(Piece::Flag), true);
            }
            paint_tile(painter, &self.theme, &look);
        }
        let camps = [("S24", 0, Piece::FieldMarshal), ("N22", 2, Piece::General)];
        for (name, seat, piece) in camps {
            let Some(at) = cell(name) else { continue };
            let face = if seat == self.bottom { Face::Piece(piece) } else { Face::Back };
            paint_tile(painter, &self.theme, &self.look(&g, at, face, seat));
        }
        self.signs(painter, &g);
    }

    /// A piece lifted, where it may go, and whom it may strike.
    fn signs(&self, painter: &Painter, g: &JunqiGeometry) {
        let theme = &self.theme;
        let cells = |names: &[&str]| -> Vec<Cell> {
            names.iter().filter_map(|name| name.parse().ok()).collect()
        };
        let two = g.board().kind() == BoardKind::Two;
        for at in cells(if two { &["S13", "S25"] } else { &["C33", "C31", "C21"] }) {
            paint_spot(painter, theme, g.cell_pos(at), g.size(), false);
        }
        for at in cells(if two { &["N13", "N15"] } else { &["W15", "E11"] }) {
            paint_strike(painter, theme, g.cell_pos(at), g.tile(), 0.5);
        }
        let way = if two { ["S11", "N15", "N25"] } else { ["S11", "W15", "W25"] };
        let points = g.points(&cells(&way));
        paint_path(painter, theme, &points, theme.accent, g.size());
        for at in cells(&["S44"]) {
            let mut look = self.look(g, at, Face::Piece(Piece::Engineer), 0);
            look.lift = 1.0;
            paint_tile(painter, theme, &look);
        }
        for at in cells(&["S51"]) {
            paint_ring(painter, theme, g.cell_pos(at), g.tile(), theme.accent);
        }
    }

    fn parts(&self, painter: &Painter) {
        let theme = &self.theme;
        for (row, size) in [vec2(36.0, 30.0), vec2(46.0, 34.0), vec2(68.0, 42.0), vec2(96.0, 58.0)]
            .into_iter()
            .enumerate()
        {
            for (i, piece) in Piece::ALL.into_iter().enumerate() {
                let pos = pos2(60.0 + i as f32 * 104.0, 40.0 + 66.0 * row as f32);
                let seat = Some(Seat::new((i % 4) as u8));
                let mut look = TileLook::new(pos, size, Face::Piece(piece), seat);
                look.names = PieceNames::ALL[(row + i / 4) % 3];
                paint_tile(painter, theme, &look);
            }
        }
        let size = vec2(96.0, 58.0);
        let state = |i: usize, face: Face| {
            let pos = pos2(70.0 + (i % 10) as f32 * 124.0, 340.0 + 110.0 * (i / 10) as f32);
            let mut look = TileLook::new(pos, size, face, Some(Seat::new((i % 4) as u8)));
            look.names = self.names;
            look
        };
        let back = |i: usize| state(i, Face::Back);
        let shown = |i: usize| state(i, Face::Piece(Piece::ALL[i % 12]));
        let label = |i: usize, text: &str| TileLook { label: Some(text.to_owned()), ..back(i) };
        let all = [
            back(0),
            back(1),
            back(2),
            back(3),
            label(4, "38+"),
            label(5, "?"),
            label(6, "40 39 38"),
            TileLook { label: Some("40".to_owned()), ..shown(7) },
            TileLook { face: Face::Down, seat: None, ..back(8) },
            TileLook { shown: true, ..shown(9) },
            TileLook { lift: 1.0, ..shown(10) },
            TileLook { opacity: 0.4, ..shown(11) },
            TileLook { carries: Some(Seat::new(1)), ..shown(12) },
            TileLook { carries: Some(Seat::new(3)), ..back(13) },
        ];
        all.iter().for_each(|look| paint_tile(painter, theme, look));
        for i in 0..7 {
            let t = i as f32 / 6.0;
            let face = if t < 0.5 { Face::Down } else { Face::Piece(Piece::Bomb) };
            let open = (PI * t).cos().abs();
            let lift = (PI * t).sin() * 0.6;
            paint_tile(painter, theme, &TileLook { open, lift, ..state(20 + i, face) });
        }
        for i in 0..6 {
            let t = i as f32 / 5.0;
            let fallen = TileLook {
                scale: 1.0 - 0.35 * t,
                tilt: 0.5 * t,
                opacity: 1.0 - t,
                ..state(30 + i, Face::Piece(Piece::ALL[i]))
            };
            paint_tile(painter, theme, &fallen);
            paint_burst(painter, theme, (fallen.pos, 60.0), theme.pip_red, t);
        }
        for (i, pos) in (0..3).map(|i| (i, pos2(830.0 + 130.0 * i as f32, 670.0))) {
            match i {
                0 => paint_ring(painter, theme, pos, size, theme.accent),
                1 => paint_strike(painter, theme, pos, size, 0.5),
                _ => paint_last(painter, theme, pos, size, true),
            }
        }
    }
}
