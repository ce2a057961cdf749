//! The board of a game of Junqi: cells, pieces as the viewer sees them, what can be done.

use egui::{Align2, CornerRadius, FontId, Painter, Pos2, Rect, Role, Sense, Stroke, StrokeKind};
use egui::{Ui, Vec2, WidgetInfo, vec2};
use qipan_core::game::Viewer;
use qipan_core::junqi::{Action, Board, BoardKind, Cell, CellKind, Event, Junqi, Seen, View};
use qipan_core::robot::Note;

use super::desk::JunqiWish;
use super::stage::JunqiBeat;
use super::words;
use crate::animation::Stage;
use crate::board::{paint_burst, paint_capture, paint_focus, paint_path, paint_target, shake};
use crate::command::Command;
use crate::desk::Scene;
use crate::screen::Cx;
use crate::theme::{self, Theme, fade, mix};

/// How long a refused piece shakes its head, in seconds.
const SHAKE: f64 = 0.45;

/// What the board keeps from frame to frame: nothing yet needs to be.
#[derive(Clone, Copy, Debug, Default)]
pub struct JunqiBoard;

/// Where cells are on the screen.
struct Plan {
    origin: Pos2,
    /// From one column to the next, from one row to the next.
    step: Vec2,
    /// The last column and row.
    last: (u8, u8),
    /// Quarter turns clockwise, so that the viewer sits at the bottom.
    turns: u8,
}

impl Plan {
    fn of(view: &View, rect: Rect) -> Self {
        let turns = match view.viewer() {
            Viewer::Seat(seat) => seat.index() as u8,
            Viewer::Public | Viewer::All => 0,
        };
        Self::new(view.board(), turns, rect)
    }

    fn new(board: &Board, turns: u8, rect: Rect) -> Self {
        let large = board.kind() != BoardKind::Two;
        let last = if large { (16, 16) } else { (4, 12) };
        let room = rect.size();
        let step = if large {
            Vec2::splat(room.min_elem() / 17.2)
        } else {
            let y = (room.y / 13.2).min(room.x / 5.2);
            vec2((y * 1.7).min(room.x / 5.2), y)
        };
        let size = vec2(step.x * f32::from(last.0), step.y * f32::from(last.1));
        Self { origin: rect.center() - size / 2.0, step, last, turns }
    }

    fn pos(&self, board: &Board, cell: Cell) -> Pos2 {
        let (x, y) = board.place(cell);
        let (w, h) = self.last;
        let (x, y) = match self.turns {
            1 => (w - y, x),
            2 => (w - x, h - y),
            3 => (y, h - x),
            _ => (x, y),
        };
        self.origin + vec2(self.step.x * f32::from(x), self.step.y * f32::from(y))
    }

    fn tile(&self) -> Vec2 {
        vec2((self.step.x * 0.9).min(self.step.y * 1.5), self.step.y * 0.78)
    }

    fn size(&self) -> f32 {
        self.tile().min_elem()
    }
}

impl JunqiBoard {
    /// Draws the board into `rect` and sends what is clicked.
    pub(super) fn ui(
        &mut self,
        scene: &Scene<'_, Junqi>,
        cx: &mut Cx<'_>,
        ui: &mut Ui,
        rect: Rect,
    ) {
        let plan = Plan::of(scene.view, rect.shrink(14.0));
        paint_ground(&plan, scene.view.board(), ui.painter(), cx.theme);
        for event in scene.last {
            mark_ui(event, &plan, scene.view, cx, ui);
        }
        for event in scene.recalled {
            recalled_ui(event, &plan, scene.view, cx, ui);
        }
        let pointed = cells_ui(scene, &plan, cx, ui);
        paint_pieces(scene, &plan, cx, ui);
        let from = scene.hand.picked.or(pointed);
        for action in scene.actions.iter().filter(|action| Some(action.from()) == from) {
            target_ui(*action, scene, &plan, cx, ui);
        }
        notes_ui(scene, &plan, cx, ui);
    }

    /// Draws board and pieces as a picture only.
    pub(super) fn picture_ui(
        &mut self,
        view: &View,
        stage: &Stage<Junqi>,
        rect: Rect,
        cx: &Cx<'_>,
        ui: &Ui,
    ) {
        let plan = Plan::of(view, rect);
        paint_ground(&plan, view.board(), ui.painter(), cx.theme);
        for (cell, seen) in &stage.shown().pieces {
            paint_tile(&plan, plan.pos(view.board(), *cell), *seen, 1.0, ui.painter(), cx.theme);
        }
    }
}

/// Draws the four-army board small, for a card.
pub fn paint_miniature(painter: &Painter, theme: &Theme, rect: Rect) {
    let board = Board::of(BoardKind::Four);
    paint_ground(&Plan::new(&board, 0, rect), &board, painter, theme);
}

/// Roads, rails, stations, camps and headquarters.
fn paint_ground(plan: &Plan, board: &Board, painter: &Painter, theme: &Theme) {
    let corner = plan.origin
        + vec2(plan.step.x * f32::from(plan.last.0), plan.step.y * f32::from(plan.last.1));
    let card = Rect::from_two_pos(plan.origin, corner).expand2(plan.step * 0.6);
    painter.rect(card, 12.0, theme.paper, Stroke::new(1.0, theme.line), StrokeKind::Inside);
    let at = |cell| plan.pos(board, cell);
    for (a, b) in board.roads() {
        painter.line_segment([at(*a), at(*b)], Stroke::new(1.0, theme.line));
    }
    let rail = plan.size() * 0.16;
    for (a, b) in board.rails() {
        painter.line_segment([at(*a), at(*b)], Stroke::new(rail, theme.quiet));
    }
    for (a, b) in board.rails() {
        painter.line_segment([at(*a), at(*b)], Stroke::new(rail * 0.55, theme.paper));
    }
    for cell in board.cells().iter() {
        let (pos, size) = (at(cell), plan.tile());
        let wash = cell.land().map_or(theme.pad, |seat| mix(theme.pad, theme.army(seat), 0.16));
        let line = Stroke::new(1.2, theme.line);
        match BoardKind::cell_kind(cell) {
            CellKind::Camp => {
                painter.circle(pos, plan.size() * 0.58, wash, line);
                painter.circle_stroke(pos, plan.size() * 0.48, line);
            }
            CellKind::Headquarters => {
                let round = CornerRadius { nw: 12, ne: 12, sw: 2, se: 2 };
                let place = Rect::from_center_size(pos, size * 1.04);
                painter.rect(place, round, wash, Stroke::new(2.0, theme.line), StrokeKind::Inside);
            }
            CellKind::Station | CellKind::Centre => {
                let place = Rect::from_center_size(pos, size * 0.86);
                painter.rect(place, 4.0, wash, line, StrokeKind::Inside);
            }
        }
    }
}

/// Every cell as a thing that can be named, hovered, focused and pressed; the cell whose
/// piece is pointed at and can move.
fn cells_ui(scene: &Scene<'_, Junqi>, plan: &Plan, cx: &mut Cx<'_>, ui: &mut Ui) -> Option<Cell> {
    let mut pointed = None;
    let still = scene.live && scene.stage.idle();
    for cell in scene.view.board().cells().iter() {
        let pos = plan.pos(scene.view.board(), cell);
        let starts = still && scene.actions.iter().any(|action| action.from() == cell);
        let picked = scene.hand.picked;
        let goes = |action: &Action| Some(action.from()) == picked && action.to() == cell;
        let ends = still && picked.is_some() && scene.actions.iter().any(goes);
        let able = starts || ends;
        let sense = if able { Sense::click() } else { Sense::CLICK };
        let hit = Rect::from_center_size(pos, plan.tile());
        let response = ui.interact(hit, ui.scope_id().with(("cell", cell.to_string())), sense);
        let name = spoken(scene, cell, starts, ends, cx);
        let role = if able { Role::Button } else { Role::Cell };
        response.widget_info(|| WidgetInfo::labeled(role, true, &name));
        if starts && (response.hovered() || response.has_focus()) {
            pointed = Some(cell);
        }
        if response.has_focus() || scene.hand.picked == Some(cell) {
            paint_focus(ui.painter(), cx.theme, pos, plan.size() * 1.2);
        }
        if scene.live && response.clicked() {
            cx.send(Command::Junqi(JunqiWish::Point(cell)));
        }
        if able {
            response.on_hover_cursor(egui::CursorIcon::PointingHand);
        }
    }
    pointed
}

/// `S53: South, Engineer, can move`.
fn spoken(scene: &Scene<'_, Junqi>, cell: Cell, starts: bool, ends: bool, cx: &Cx<'_>) -> String {
    let what = match scene.stage.shown().pieces.get(&cell) {
        Some(seen) => words::seen(cx.i18n, *seen),
        None => cx.t("junqi-empty"),
    };
    let id = match (starts, ends) {
        (_, true) => "junqi-spoken-target",
        (true, _) => "junqi-spoken-movable",
        _ => "junqi-spoken",
    };
    let args = [("cell", words::cell(cx.i18n, cell).into()), ("what", what.into())];
    cx.tf(id, &args)
}

/// The pieces that stand, and the one that is on its way.
fn paint_pieces(scene: &Scene<'_, Junqi>, plan: &Plan, cx: &Cx<'_>, ui: &Ui) {
    let painter = ui.painter();
    let beat = scene.stage.beat(cx.now, cx.settings.speed.factor());
    let pieces = &scene.stage.shown().pieces;
    let on_way = match beat {
        Some((JunqiBeat::Go { way, .. }, _)) => way.first().copied(),
        _ => None,
    };
    for (cell, seen) in pieces.iter().filter(|(cell, _)| Some(**cell) != on_way) {
        let mut pos = plan.pos(scene.view.board(), *cell);
        if let Some(refused) = scene.refused.filter(|refused| refused.piece == Some(*cell)) {
            let t = (cx.now - refused.at) / SHAKE;
            pos += if (0.0..1.0).contains(&t) { shake(t as f32) } else { Vec2::ZERO };
        }
        paint_tile(plan, pos, *seen, 1.0, painter, cx.theme);
    }
    match beat {
        Some((beat @ JunqiBeat::Go { way, fight }, share)) => {
            let Some(seen) = on_way.and_then(|cell| pieces.get(&cell)) else { return };
            let (walk, fought) = beat.shares(share);
            let still = cx.settings.reduced_motion;
            let walk = if still { walk.round() } else { egui::emath::easing::cubic_in_out(walk) };
            let points: Vec<Pos2> = way.iter().map(|c| plan.pos(scene.view.board(), *c)).collect();
            paint_tile(plan, along(&points, walk), *seen, 1.0, painter, cx.theme);
            if let (Some(end), true) = (points.last(), fight.is_some() && fought > 0.0) {
                let place = (*end, plan.size() * 1.2);
                paint_burst(painter, cx.theme, place, cx.theme.pip_red, fought);
            }
        }
        Some((JunqiBeat::Look { at }, share)) => {
            let place = (plan.pos(scene.view.board(), *at), plan.size() * 1.3);
            paint_target(painter, cx.theme, place, cx.theme.accent, share);
        }
        _ => {}
    }
}

/// A point at a share of a way.
fn along(points: &[Pos2], share: f32) -> Pos2 {
    let at = share * points.len().saturating_sub(1) as f32;
    let index = (at as usize).min(points.len().saturating_sub(1));
    match (points.get(index), points.get(index + 1)) {
        (Some(a), Some(b)) => a.lerp(*b, at.fract()),
        (Some(a), None) => *a,
        _ => Pos2::ZERO,
    }
}

/// A piece: its character where the viewer knows it, else its back.
fn paint_tile(plan: &Plan, pos: Pos2, seen: Seen, alpha: f32, painter: &Painter, theme: &Theme) {
    let place = Rect::from_center_size(pos, plan.tile());
    let army = seen.owner.or(seen.colour);
    let fill = army.map_or(theme.quiet, |seat| theme.army(seat));
    let rim = Stroke::new(1.5, fade(mix(fill, theme.shadow, 0.35), alpha));
    let corner = plan.size() * 0.16;
    painter.rect(place, corner, fade(fill, alpha), rim, StrokeKind::Inside);
    let ink = fade(theme.on(fill), alpha);
    match seen.piece {
        Some(piece) => {
            let size = (plan.tile().x * 0.42).min(plan.tile().y * 0.72);
            let font = crate::fonts::title_font(size);
            painter.text(pos, Align2::CENTER_CENTER, piece.zh(), font, ink);
        }
        None => {
            let inner = place.shrink(plan.size() * 0.2);
            painter.rect_stroke(inner, 2.0, Stroke::new(1.0, fade(ink, 0.6)), StrokeKind::Inside);
        }
    }
    if seen.shown {
        painter.circle_filled(place.right_top() + vec2(-4.0, 4.0), 2.5, ink);
    }
}

/// Where an action would end.
fn target_ui(action: Action, scene: &Scene<'_, Junqi>, plan: &Plan, cx: &Cx<'_>, ui: &Ui) {
    let place = (plan.pos(scene.view.board(), action.to()), plan.size());
    let phase = (cx.now * 0.6).fract() as f32;
    let strikes = action.from() != action.to() && scene.view.at(action.to()).is_some();
    if scene.hand.chosen == Some(action) {
        let points = [plan.pos(scene.view.board(), action.from()), place.0];
        paint_path(ui.painter(), cx.theme, &points, cx.theme.accent, plan.size());
    }
    if strikes {
        paint_capture(ui.painter(), cx.theme, place.0, place.1 * 0.9, phase);
    } else if action.from() != action.to() {
        paint_target(ui.painter(), cx.theme, (place.0, place.1 * 0.6), cx.theme.accent, phase);
    }
}

/// The cells of the last step, framed.
fn mark_ui(event: &Event, plan: &Plan, view: &View, cx: &Cx<'_>, ui: &Ui) {
    let cells = match *event {
        Event::Moved { from, to, .. } | Event::Battled { from, to, .. } => vec![from, to],
        Event::Flipped { at, .. } => vec![at],
        _ => Vec::new(),
    };
    for cell in cells {
        let place = Rect::from_center_size(plan.pos(view.board(), cell), plan.tile() * 1.12);
        let line = Stroke::new(2.5, fade(cx.theme.accent, 0.7));
        ui.painter().rect_stroke(place, 5.0, line, StrokeKind::Inside);
    }
}

/// The way of a step the player points at in the log.
fn recalled_ui(event: &Event, plan: &Plan, view: &View, cx: &Cx<'_>, ui: &Ui) {
    if let Event::Moved { from, to, .. } | Event::Battled { from, to, .. } = *event {
        let points = [from, to].map(|cell| plan.pos(view.board(), cell));
        paint_path(ui.painter(), cx.theme, &points, cx.theme.accent, plan.size());
    }
}

/// A robot's notes beside the cells they are about.
fn notes_ui(scene: &Scene<'_, Junqi>, plan: &Plan, cx: &Cx<'_>, ui: &Ui) {
    let Some(notes) = scene.notes else { return };
    for note in &notes.notes {
        match note {
            Note::Action { action, text } => {
                let pos = plan.pos(notes.view.board(), action.to()) - vec2(0.0, plan.size() * 0.6);
                let font = FontId::proportional(theme::BODY - 1.0);
                let galley = ui.painter().layout_no_wrap(text.clone(), font, cx.theme.ink);
                let place = Rect::from_center_size(pos, galley.size() + vec2(10.0, 4.0));
                ui.painter().rect_filled(place, 6.0, cx.theme.panel);
                ui.painter().galley(place.min + vec2(5.0, 2.0), galley, cx.theme.ink);
            }
            Note::Cell { cell, .. } => {
                let Ok(cell) = cell.parse::<Cell>() else { continue };
                let place = (plan.pos(notes.view.board(), cell), plan.size());
                paint_target(ui.painter(), cx.theme, place, cx.theme.accent, 0.0);
            }
        }
    }
}
