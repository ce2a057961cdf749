//! Shows the boards, planes, dice, marks, icons and widgets of every theme at once.
//!
//! `cargo run -p qipan --example gallery -- light|dark|wood [aeroplane|flying|parts] [safe]`

use eframe::egui::{self, Pos2, Rect, Vec2, pos2, vec2};
use qipan::games::race::drawing;
use qipan::games::race::drawing::{BoardGeometry, BoardLook, BoardPicture, DieLook, PlaneLook};
use qipan::model::settings::ThemeName;
use qipan::ui::paint;
use qipan::ui::paint::{Icon, Mark};
use qipan::ui::theme::Theme;
use qipan_core::race::board::{Board, Cell, HANGAR};
use qipan_core::seat::Seat;

struct Gallery {
    theme: Theme,
    what: String,
    table: paint::TablePicture,
    big: BoardPicture,
    small: [BoardPicture; 2],
    text: String,
    ticked: bool,
    value: f32,
}

fn main() -> eframe::Result {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let has = |word: &str| words.iter().any(|w| w == word);
    let name = ThemeName::ALL
        .into_iter()
        .find(|name| has(&format!("{name:?}").to_lowercase()))
        .unwrap_or_default();
    let theme = Theme::new(name, has("safe"));
    let what = ["flying", "parts"].into_iter().find(|w| has(w)).unwrap_or("aeroplane").to_owned();
    let size = if has("large") { [1920.0, 1080.0] } else { [1280.0, 800.0] };
    let viewport = egui::ViewportBuilder::default().with_inner_size(size).with_decorations(false);
    let options = eframe::NativeOptions { viewport, ..Default::default() };
    eframe::run_native(
        "gallery",
        options,
        Box::new(|cc| {
            theme.apply(&cc.egui_ctx);
            Ok(Box::new(Gallery {
                theme,
                what,
                table: paint::TablePicture::default(),
                big: BoardPicture::default(),
                small: Default::default(),
                text: "text".to_owned(),
                ticked: true,
                value: 0.4,
            }))
        }),
    )
}

impl eframe::App for Gallery {
    /// Shows the keyboard's ring even where no window manager gives the window the keyboard.
    fn raw_input_hook(&mut self, _: &egui::Context, input: &mut egui::RawInput) {
        input.focused = true;
    }

    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        let rect = ui.max_rect();
        let painter = ui.painter().clone();
        self.table.paint(&painter, rect, &self.theme);
        match self.what.as_str() {
            "parts" => self.parts(&painter),
            what => {
                let board = if what == "flying" { Board::Flying } else { Board::Aeroplane };
                self.board(&painter, board, rect);
            }
        }
        let panel = Rect::from_min_max(pos2(rect.right() - 330.0, 20.0), rect.right_bottom());
        self.widgets(ui, panel.shrink(16.0));
    }
}

/// Where planes of a busy game stand: seat, plane, progress.
const BUSY: [(u8, u8, u8); 12] = [
    (0, 0, HANGAR),
    (0, 1, 18),
    (0, 2, 0),
    (1, 0, 3),
    (1, 1, 24),
    (1, 2, 52),
    (2, 0, HANGAR),
    (2, 1, 11),
    (2, 2, 33),
    (3, 0, 41),
    (3, 1, 5),
    (3, 3, 54),
];

impl Gallery {
    fn board(&mut self, painter: &egui::Painter, board: Board, rect: Rect) {
        let theme = &self.theme;
        let area = Rect::from_min_size(rect.min, Vec2::splat(rect.height())).shrink(14.0);
        let g = BoardGeometry::new(board, area);
        self.big.paint(painter, &g, theme, &BoardLook::default());
        let look = |seat: u8, plane: u8, progress: u8| {
            let cell = board.cell(Seat::new(seat), plane, progress);
            let heading = g.plane_heading(Seat::new(seat), progress);
            PlaneLook::new(
                g.cell_pos(cell),
                g.plane_size(cell),
                heading,
                Seat::new(seat),
                plane + 1,
            )
        };
        let way = g.walk(Seat::new(0), 1, 18, 22);
        paint::paint_path(
            painter,
            theme,
            &way,
            theme.sides[0],
            g.plane_size(Cell::Track { square: 0 }),
        );
        for (seat, plane, progress) in BUSY {
            let mut look = look(seat, plane, progress);
            if progress == HANGAR && seat == 2 {
                look.face_down = true;
            }
            look.glow = (seat == 0).then_some(0.5);
            look.stack = if (seat, plane) == (2, 1) { 3 } else { 1 };
            look.dim = (seat, plane) == (3, 1);
            drawing::paint_plane(painter, theme, &look);
        }
        let ghost = PlaneLook { ghost: true, ..look(0, 1, 22) };
        drawing::paint_plane(painter, theme, &ghost);
        let captured = look(1, 1, 24);
        paint::paint_capture(painter, theme, captured.pos, captured.size, 0.1);
        let (from, to) = (board.cell(Seat::new(3), 0, 18), board.cell(Seat::new(3), 0, 30));
        let flight = g.flight(from, to);
        let flying = PlaneLook {
            lift: 0.9,
            pos: flight.at(0.4),
            heading: flight.heading(0.4),
            ..look(3, 0, 18)
        };
        drawing::paint_plane(painter, theme, &flying);
        for (i, seat) in [1_u8, 2, 0].into_iter().enumerate() {
            let cell = Cell::Track { square: 8 };
            let (pos, share) = g.share(cell, i, 3);
            let size = g.plane_size(cell) * share;
            let look = PlaneLook::new(pos, size, g.cell_heading(cell), Seat::new(seat), 4);
            drawing::paint_plane(painter, theme, &look);
        }
    }

    fn parts(&mut self, painter: &egui::Painter) {
        let theme = &self.theme;
        for (row, size) in [28.0, 36.0, 44.0, 60.0, 110.0].into_iter().enumerate() {
            for seat in 0..4_u8 {
                let y = [40.0, 80.0, 130.0, 195.0, 290.0][row];
                let pos = pos2(70.0 + f32::from(seat) * 130.0, y);
                let heading = f32::from(seat) * 0.785 * if row == 4 { 1.0 } else { 2.0 };
                let look = PlaneLook::new(pos, size, heading, Seat::new(seat), seat + 1);
                drawing::paint_plane(painter, theme, &look);
            }
        }
        let state = |i: usize| {
            let at = pos2(600.0, 50.0 + 75.0 * i as f32);
            PlaneLook::new(at, 56.0, -1.57, Seat::new(0), 2)
        };
        let all = [
            PlaneLook { ghost: true, ..state(0) },
            PlaneLook { face_down: true, ..state(1) },
            PlaneLook { stack: 4, ..state(2) },
            PlaneLook { lift: 1.0, ..state(3) },
            PlaneLook { dim: true, ..state(4) },
            PlaneLook { glow: Some(0.5), ..state(5) },
        ];
        all.iter().for_each(|look| drawing::paint_plane(painter, theme, look));
        for face in 1..=6_u8 {
            let at = pos2(50.0 + f32::from(face - 1) * 85.0, 400.0);
            let rim = (face > 3).then(|| theme.sides[usize::from(face) % 4]);
            let look =
                DieLook { face: Some(face), tumble: None, rim, glow: (face == 2).then_some(0.5) };
            drawing::paint_die(
                painter,
                Rect::from_center_size(at, Vec2::splat(72.0)),
                theme,
                &look,
            );
        }
        for i in 0..9 {
            let at = pos2(50.0 + i as f32 * 72.0, 490.0);
            let tumble = Some(i as f32 / 8.0);
            let look = DieLook { face: Some(5), tumble, rim: None, glow: None };
            drawing::paint_die(
                painter,
                Rect::from_center_size(at, Vec2::splat(64.0)),
                theme,
                &look,
            );
        }
        for (i, icon) in Icon::ALL.into_iter().enumerate() {
            let at = pos2(30.0 + (i as f32) * 31.0, 550.0);
            let at = Rect::from_center_size(at, Vec2::splat(22.0));
            paint::paint_icon(painter, at, icon, theme.on_table);
        }
        for (i, seat) in (0..4).map(Seat::new).enumerate() {
            let at = pos2(40.0 + i as f32 * 40.0, 600.0);
            let colours = (theme.side(seat), theme.shine);
            paint::paint_badge(painter, at, 24.0, Mark::of(seat), colours);
        }
        self.miniatures(painter);
    }

    fn miniatures(&mut self, painter: &egui::Painter) {
        let side = 250.0;
        for (i, board) in [Board::Aeroplane, Board::Flying].into_iter().enumerate() {
            let at: Pos2 = pos2(690.0, 30.0 + (side + 20.0) * i as f32);
            let g = BoardGeometry::new(board, Rect::from_min_size(at, vec2(side, side)));
            let planes: Vec<PlaneLook> = BUSY
                .iter()
                .map(|(seat, plane, progress)| {
                    let seat = Seat::new(*seat);
                    let cell = board.cell(seat, *plane, *progress);
                    let heading = g.plane_heading(seat, *progress);
                    PlaneLook::new(
                        g.cell_pos(cell),
                        g.plane_size(cell) * 1.2,
                        heading,
                        seat,
                        plane + 1,
                    )
                })
                .collect();
            drawing::paint_miniature(painter, &g, &self.theme, &mut self.small[i], &planes);
        }
    }

    fn widgets(&mut self, ui: &mut egui::Ui, rect: Rect) {
        let theme = self.theme.clone();
        ui.scope_builder(egui::UiBuilder::new().max_rect(rect), |ui| {
            theme.card().show(ui, |ui| {
                ui.set_width(270.0);
                ui.heading("Aeroplane Chess");
                ui.label("Blue needs an even number to take off.");
                ui.weak("round 12, 3 planes home");
                theme.primary_ui(ui, "Roll");
                ui.horizontal(|ui| {
                    let first = ui.button("Look back");
                    if ui.memory(|m| m.focused().is_none()) {
                        first.request_focus();
                    }
                    let _ = ui.button("Again");
                    ui.add_enabled(false, egui::Button::new("Undo"));
                });
                ui.add(theme.quiet_button("Show the rules"));
                ui.add(egui::Slider::new(&mut self.value, 0.0..=1.0).text("speed"));
                ui.checkbox(&mut self.ticked, "Reduced motion");
                ui.radio_value(&mut self.ticked, true, "even faces");
                ui.radio_value(&mut self.ticked, false, "six only");
                egui::ComboBox::from_label("robot")
                    .selected_text("careful")
                    .show_ui(ui, |ui| ui.label("greedy"));
                ui.text_edit_singleline(&mut self.text);
                ui.separator();
                let _ = ui.selectable_label(true, "Red 2: 6, jump, captured Blue 1");
                let _ = ui.selectable_label(false, "Green 1: 3");
                ui.hyperlink("https://example.org");
                ui.colored_label(theme.error, "This file is not a game.");
                for seat in (0..4).map(Seat::new) {
                    ui.colored_label(theme.side_text(seat), format!("{seat:?}"));
                }
            });
        });
    }
}
