//! The editor's board: the cells with their pieces, and the input by pointer and keys.

use egui::{
    CursorIcon, Event, FocusDirection, Id, Key, LayerId, Modifiers, Order, Pos2, Rect, Response,
    RichText, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2,
};
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::draft::PlacementError;
use qipan_core::games::junqi::{BoardKind, Cell, CellKind, Kind};

use crate::command::Command;
use crate::games::junqi::drawing::{TileLook, paint_tile};
use crate::games::junqi::editor::moving::{
    HeldPiece, MoveEffect, MoveTarget, Refusal, Spot, cell_of, slot_of,
};
use crate::games::junqi::editor::paint::{Land, tile};
use crate::games::junqi::editor::{
    EditorMessage, LayoutCommand, LayoutEditor, ScreenContext, within, words,
};
use crate::ui::theme::{BODY, HEAD, fade, mix};

/// The duration of the shake after a refusal, in seconds.
const SHAKE_SECONDS: f64 = 0.32;
/// The time limit for the second digit of a code, in seconds.
const CODE_SECONDS: f64 = 1.2;
/// The height of the message under the board, in points.
const MESSAGE_HEIGHT: f32 = 44.0;

/// Returns the widget id of a spot. It is the same in every frame.
pub fn spot_id(spot: Spot) -> Id {
    Id::unique(("layout", spot))
}

impl LayoutEditor {
    /// Draws the land and the message under it.
    pub(super) fn land_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let full = ui.max_rect();
        let land = Land::new(full.with_max_y(full.bottom() - MESSAGE_HEIGHT - 8.0));
        let colour = cx.theme.army(self.army());
        land.paint(&mut self.picture, colour, cx, ui);
        self.moving.tile_size = land.tile_size();
        self.moving.aim = self.target_under_pointer(&land, ui);
        let responses: Vec<(usize, Response)> = (0..25)
            .map(|slot| {
                let rect = land.tile_at(cell_of(slot));
                let sense = Sense::click_and_drag();
                (slot, ui.interact(rect, spot_id(Spot::Slot(slot)), sense))
            })
            .collect();
        let hovered = responses.iter().find(|(_, response)| response.hovered());
        let holds_nothing = self.moving.held.is_none();
        self.moving.hovered = hovered.map(|(slot, _)| *slot).filter(|_| holds_nothing);
        // If the pointer has no target, a piece held without dragging is aimed at the focused cell.
        for (slot, response) in &responses {
            if self.moving.held.is_some_and(|held| !held.is_dragged) && response.has_focus() {
                self.moving.aim = self.moving.aim.or(Some(MoveTarget::Slot(*slot)));
            }
        }
        for cell in Land::cells() {
            match slot_of(cell) {
                Some(slot) => self.cell_ui(slot, &responses[slot].1, &land, cx, ui),
                None => self.camp_ui(cell, &land, cx, ui),
            }
        }
        for (slot, response) in responses {
            self.handle_pointer(Spot::Slot(slot), &response, cx.now);
        }
        let message_rect = Rect::from_min_max(
            Pos2::new(full.left(), land.rect().bottom() + 8.0),
            Pos2::new(full.right(), land.rect().bottom() + 8.0 + MESSAGE_HEIGHT),
        );
        within(ui, message_rect, |ui| self.message_ui(cx, ui));
    }

    /// Returns the target under the pointer while a piece is held.
    fn target_under_pointer(&self, land: &Land, ui: &Ui) -> Option<MoveTarget> {
        let held = self.moving.held?;
        let is_pointer_active =
            ui.input(|input| input.pointer.is_moving() || input.pointer.any_down());
        let pos =
            ui.ctx().pointer_interact_pos().filter(|_| held.is_dragged || is_pointer_active)?;
        if self.moving.tray_rect.is_some_and(|tray| tray.contains(pos)) {
            return Some(MoveTarget::Unplaced);
        }
        let cell = Land::cells().find(|cell| land.drop_area(*cell).contains(pos))?;
        Some(slot_of(cell).map_or(MoveTarget::Camp(cell), MoveTarget::Slot))
    }

    fn cell_ui(
        &self,
        slot: usize,
        response: &Response,
        land: &Land,
        cx: &ScreenContext<'_>,
        ui: &Ui,
    ) {
        let (cell, draft, theme) = (cell_of(slot), self.draft(), cx.theme);
        let mut rect = land.tile_at(cell);
        let target = MoveTarget::Slot(slot);
        let held = self.moving.held;
        let effect = held.map(|held| held.effect(&draft, target));
        if let (Some(held), Some(effect)) = (held, effect) {
            self.highlight_ui(held, effect, target, rect, cx, ui);
        }
        rect = rect.translate(vec2(self.shake(Spot::Slot(slot), cx, ui), 0.0));
        if let Some(piece) = draft.at(slot) {
            let is_held = held.is_some_and(|held| held.from == Spot::Slot(slot));
            let is_dragged = is_held && held.is_some_and(|held| held.is_dragged);
            let is_raised = is_held && !is_dragged;
            let rect = if is_raised { rect.translate(vec2(0.0, -4.0)) } else { rect };
            let look = TileLook {
                lift: if is_raised || (held.is_none() && response.hovered()) { 0.5 } else { 0.0 },
                opacity: if is_dragged { 0.3 } else { 1.0 },
                ..tile(rect, piece, self.army(), cx)
            };
            paint_tile(ui.painter(), theme, &look);
            if matches!(effect, Some(Err(_))) {
                ui.painter().rect_filled(rect, 6.0, fade(theme.paper, 0.45));
            }
            if held.is_none() && response.hovered() {
                ui.ctx().set_cursor_icon(CursorIcon::Grab);
            }
        }
        if response.has_focus() {
            let ring = rect.expand(4.0);
            ui.painter().rect_stroke(ring, 9.0, theme.focus_ring(), StrokeKind::Outside);
        }
        let name = self.spoken_name(slot, cx);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    }

    /// Draws a camp. It has a name, but takes neither pieces nor the focus.
    fn camp_ui(&self, cell: Cell, land: &Land, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let response = ui.interact(land.tile_at(cell), Id::unique(("layout", cell)), Sense::HOVER);
        let name = words::cell_with_kind(cx.i18n, cell);
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
        if let Some(held) = self.moving.held {
            let effect = Err(Refusal::Camp);
            self.highlight_ui(held, effect, MoveTarget::Camp(cell), land.tile_at(cell), cx, ui);
        }
    }

    /// Highlights a cell if the held piece may go there. A forbidden cell is highlighted only while
    /// it is the target, in red.
    fn highlight_ui(
        &self,
        held: HeldPiece,
        effect: Result<MoveEffect, Refusal>,
        target: MoveTarget,
        rect: Rect,
        cx: &ScreenContext<'_>,
        ui: &Ui,
    ) {
        let theme = cx.theme;
        let is_aimed = self.moving.aim == Some(target);
        let ring = rect.expand(if is_aimed { 6.0 } else { 4.0 });
        let painter = ui.painter();
        match effect {
            Ok(MoveEffect::Stay) if target == target_of(held.from) => {}
            Ok(_) => {
                let strength = if is_aimed { 0.5 } else { 0.26 };
                painter.rect_filled(ring, 9.0, fade(theme.glow, strength));
                let (width, strength) = if is_aimed { (3.0, 1.0) } else { (1.5, 0.6) };
                let stroke = Stroke::new(width, fade(theme.accent, strength));
                painter.rect_stroke(ring, 9.0, stroke, StrokeKind::Inside);
            }
            Err(_) if is_aimed => {
                painter.rect_filled(ring, 9.0, fade(theme.error, 0.18));
                let stroke = Stroke::new(2.5, theme.error);
                painter.rect_stroke(ring, 9.0, stroke, StrokeKind::Inside);
            }
            Err(_) => {}
        }
    }

    /// Returns the current shake offset of a spot, in points. It is zero unless the piece of the
    /// spot was just refused.
    pub(super) fn shake(&self, spot: Spot, cx: &ScreenContext<'_>, ui: &Ui) -> f32 {
        let Some((_, since)) = self.moving.shaken.filter(|(shaken, _)| *shaken == spot) else {
            return 0.0;
        };
        let t = (cx.now - since) / SHAKE_SECONDS;
        if cx.settings.reduced_motion || !(0.0..1.0).contains(&t) {
            return 0.0;
        }
        ui.ctx().request_repaint();
        ((t * 6.0 * std::f64::consts::PI).sin() * 6.0 * (1.0 - t)) as f32
    }

    /// Returns the spoken name of a cell. It says which piece stands there. While another piece is
    /// held, it also says whether the held piece may go there.
    fn spoken_name(&self, slot: usize, cx: &ScreenContext<'_>) -> String {
        let (cell, draft) = (cell_of(slot), self.draft());
        let place = ("cell", words::cell_with_kind(cx.i18n, cell).into());
        let held = self.moving.held;
        let is_held = held.is_some_and(|held| held.from == Spot::Slot(slot));
        let name = match draft.at(slot) {
            None => cx.tf("layout-spoken-empty", &[place]),
            Some(piece) => {
                let id = if is_held { "layout-spoken-held" } else { "layout-spoken-cell" };
                cx.tf(id, &[place, ("piece", words::piece(cx.i18n, piece).into())])
            }
        };
        match held.filter(|_| !is_held).map(|held| held.effect(&draft, MoveTarget::Slot(slot))) {
            None => name,
            Some(Ok(_)) => cx.tf("layout-spoken-allowed", &[("spoken", name.into())]),
            Some(Err(_)) => cx.tf("layout-spoken-forbidden", &[("spoken", name.into())]),
        }
    }

    /// Picks up and puts down pieces on clicks and drags. A secondary click takes a piece off.
    pub(super) fn handle_pointer(&mut self, spot: Spot, response: &Response, now: f64) {
        if response.drag_started_by(egui::PointerButton::Primary)
            && let Some(piece) = self.piece_at(spot)
        {
            self.moving.held = Some(HeldPiece { piece, from: spot, is_dragged: true });
            self.message = None;
        }
        if response.drag_stopped()
            && let Some(held) = self.moving.held.filter(|held| held.is_dragged)
        {
            match self.moving.aim {
                Some(target) => self.put(held, target, now),
                None => {
                    self.moving.clear_held();
                }
            }
            self.moving.held = None;
        }
        if response.clicked() {
            // Typed letters go to the clicked cell.
            response.request_focus();
            self.press(spot, now);
        }
        if response.secondary_clicked()
            && let Spot::Slot(slot) = spot
        {
            self.take_off(slot);
        }
    }

    /// Returns the piece that can be picked up at a spot.
    fn piece_at(&self, spot: Spot) -> Option<Kind> {
        match spot {
            Spot::Slot(slot) => self.draft().at(slot),
            Spot::Unplaced(piece) => Some(piece).filter(|piece| self.draft().unplaced(*piece) > 0),
        }
    }

    /// Handles a click or Enter on a spot. Picks up a piece or puts the held one down. On the spot
    /// of the held piece, stops holding it.
    pub(super) fn press(&mut self, spot: Spot, now: f64) {
        match self.moving.held {
            Some(held) if held.from == spot => {
                self.moving.clear_held();
            }
            Some(held) => self.put(held, target_of(spot), now),
            None => match self.piece_at(spot) {
                Some(piece) => {
                    self.moving.held = Some(HeldPiece { piece, from: spot, is_dragged: false });
                    self.message = None;
                }
                None => {
                    self.message = match spot {
                        Spot::Slot(_) => None,
                        Spot::Unplaced(piece) => Some(EditorMessage::Refused(Refusal::Misplaced(
                            PlacementError::NoneLeft(piece),
                        ))),
                    };
                }
            },
        }
    }

    /// Puts the held piece down on a target, or shows the reason why it may not go there.
    pub(super) fn put(&mut self, held: HeldPiece, target: MoveTarget, now: f64) {
        match held.put_on(&self.draft(), target) {
            Ok(draft) => {
                self.history.set(draft);
                self.message = None;
                self.moving.clear_held();
            }
            Err(refusal) => {
                self.message = Some(EditorMessage::Refused(refusal));
                self.moving.shaken = Some((held.from, now));
            }
        }
    }

    /// Takes the piece of a slot off the land, so that it is unplaced again.
    fn take_off(&mut self, slot: usize) {
        let mut draft = self.draft();
        draft.take_off(slot);
        self.history.set(draft);
        self.moving.clear_held();
        self.message = None;
    }

    /// Draws the dragged piece at the pointer, above everything.
    pub(super) fn dragged_piece_ui(&self, cx: &ScreenContext<'_>, ui: &Ui) {
        let Some(held) = self.moving.held.filter(|held| held.is_dragged) else { return };
        let Some(pos) = ui.ctx().pointer_interact_pos() else { return };
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
        let layer = LayerId::new(Order::Tooltip, Id::unique("layout-hand"));
        let painter = ui.ctx().layer_painter(layer);
        let rect = Rect::from_center_size(pos - vec2(0.0, 6.0), self.moving.tile_size);
        let look = TileLook { lift: 1.0, ..tile(rect, held.piece, self.army(), cx) };
        paint_tile(&painter, cx.theme, &look);
    }

    /// Returns the army whose layout is edited: that of the requested seat, or else south's.
    pub(super) fn army(&self) -> Seat {
        self.seat().unwrap_or(Seat::new(0))
    }

    /// Draws the line under the board: the effect of a drop, the message, or a hint.
    fn message_ui(&self, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let draft = self.draft();
        let hovered = self.moving.hovered.filter(|slot| draft.at(*slot).is_some());
        let (text, is_good) = match (self.moving.held, self.moving.aim, &self.message) {
            (Some(held), Some(target), _) => held.forecast(&draft, target, cx.i18n),
            (_, _, Some(message)) => (message.text(cx.i18n), !message.is_error()),
            (Some(held), None, None) => {
                let piece = words::piece(cx.i18n, held.piece);
                (cx.tf("layout-holding", &[("piece", piece.into())]), true)
            }
            (None, _, None) => match hovered {
                Some(slot) => (self.spoken_name(slot, cx), true),
                None => (cx.t("layout-hint"), true),
            },
        };
        let theme = cx.theme;
        let colour = if is_good { theme.ink } else { theme.error };
        let tone = if is_good { theme.accent } else { theme.error };
        let frame = theme.card().fill(mix(theme.panel, tone, 0.07));
        let frame = frame.stroke(Stroke::new(1.0, fade(tone, 0.35)));
        frame.inner_margin(egui::Margin::symmetric(12, 6)).show(ui, |ui| {
            ui.take_available_width();
            let label =
                ui.add(egui::Label::new(RichText::new(text).color(colour).size(BODY)).wrap());
            ui.ctx().accesskit_node_builder(label.id, |node| {
                node.set_live(egui::accesskit::Live::Polite);
            });
        });
    }

    /// Handles the keys of the editor while no text field has the focus.
    pub(super) fn handle_keys(&mut self, cx: &mut ScreenContext<'_>, ui: &Ui) {
        let focus = self.focused_spot(ui);
        let events: Vec<Event> = ui.input(|input| input.events.clone());
        for event in events {
            match event {
                Event::Copy => cx.send(Command::from(LayoutCommand::Copy)),
                Event::Paste(text) => cx.send(Command::from(LayoutCommand::Paste(text))),
                Event::Key { key, pressed: true, modifiers, .. }
                    if modifiers.is_none() || modifiers == Modifiers::SHIFT =>
                {
                    self.handle_key(key, focus, cx, ui);
                }
                _ => {}
            }
        }
    }

    /// Handles a key. Arrows move the focus, and Delete or Backspace takes a piece off. M mirrors
    /// the layout, and R fills in a random one. Other letters and codes place pieces.
    fn handle_key(&mut self, key: Key, focus: Option<Spot>, cx: &mut ScreenContext<'_>, ui: &Ui) {
        let step = match key {
            Key::ArrowLeft => Some((-1, 0)),
            Key::ArrowRight => Some((1, 0)),
            Key::ArrowUp => Some((0, -1)),
            Key::ArrowDown => Some((0, 1)),
            _ => None,
        };
        if let (Some(step), Some(spot)) = (step, focus) {
            // Arrows go from cell to cell. The default would jump to the next button.
            ui.ctx().memory_mut(|memory| {
                memory.move_focus(FocusDirection::None);
                memory.request_focus(spot_id(neighbour(spot, step)));
            });
            return;
        }
        match (key, focus) {
            (Key::Delete | Key::Backspace, Some(Spot::Slot(slot))) => self.take_off(slot),
            (Key::M, _) => cx.send(Command::from(LayoutCommand::Mirror)),
            (Key::R, _) => cx.send(Command::from(LayoutCommand::Random)),
            (key, focus) => {
                if let Some(piece) = self.typed_piece(key, cx.now) {
                    self.place_typed_piece(piece, focus, cx.now, ui);
                }
            }
        }
    }

    /// Returns the piece of a typed letter, or the piece of a code when its second digit is typed.
    /// Remembers the first digit.
    fn typed_piece(&mut self, key: Key, now: f64) -> Option<Kind> {
        let mut characters = key.symbol_or_name().chars();
        let (character, None) = (characters.next()?, characters.next()) else { return None };
        if !character.is_ascii_digit() {
            return Kind::from_letter(character);
        }
        match self.moving.digit.take().filter(|(_, time)| now - time < CODE_SECONDS) {
            Some((first, _)) => Kind::from_code(&format!("{first}{character}")),
            None => {
                self.moving.digit = Some((character, now));
                None
            }
        }
    }

    /// Puts an unplaced piece onto the focused cell and moves the focus to the next empty one.
    /// Without a focused cell, the piece is held instead.
    fn place_typed_piece(&mut self, piece: Kind, focus: Option<Spot>, now: f64, ui: &Ui) {
        let held = HeldPiece { piece, from: Spot::Unplaced(piece), is_dragged: false };
        if self.draft().unplaced(piece) == 0 {
            let refusal = Refusal::Misplaced(PlacementError::NoneLeft(piece));
            self.message = Some(EditorMessage::Refused(refusal));
            return;
        }
        let Some(Spot::Slot(slot)) = focus else {
            self.moving.held = Some(held);
            return;
        };
        self.moving.clear_held();
        let before = self.draft();
        self.put(held, MoveTarget::Slot(slot), now);
        let next = (slot + 1..25).chain(0..slot).find(|slot| self.draft().at(*slot).is_none());
        if self.draft() != before
            && let Some(next) = next
        {
            ui.ctx().memory_mut(|memory| memory.request_focus(spot_id(Spot::Slot(next))));
        }
    }

    /// Returns the cell or unplaced kind that has the focus.
    fn focused_spot(&self, ui: &Ui) -> Option<Spot> {
        let focused = ui.ctx().memory(|memory| memory.focused())?;
        let slots = (0..25).map(Spot::Slot);
        slots.chain(Kind::ALL.map(Spot::Unplaced)).find(|spot| spot_id(*spot) == focused)
    }
}

/// Returns a spot as a target.
fn target_of(spot: Spot) -> MoveTarget {
    match spot {
        Spot::Slot(slot) => MoveTarget::Slot(slot),
        Spot::Unplaced(_) => MoveTarget::Unplaced,
    }
}

/// The number of columns in the tray of unplaced pieces.
pub const TRAY_COLUMNS: usize = 3;

/// Returns the spot that an arrow key leads to. Arrows skip camps, and lead from the last column
/// of the land to the unplaced pieces.
fn neighbour(spot: Spot, (right, down): (i8, i8)) -> Spot {
    match spot {
        Spot::Slot(slot) => {
            let cell = cell_of(slot);
            let (mut column, mut line) = (cell.column() as i8, cell.line() as i8);
            loop {
                (column, line) = (column + right, line + down);
                if column > 5 {
                    // The six lines of the land stand beside four rows of unplaced pieces.
                    let row = (usize::from(cell.line() - 1) * 4) / 6;
                    return Spot::Unplaced(Kind::from_index(row * TRAY_COLUMNS));
                }
                if !(1..=5).contains(&column) || !(1..=6).contains(&line) {
                    return spot;
                }
                let next = Cell::of(Seat::new(0), line as u8, column as u8);
                if BoardKind::cell_kind(next) != CellKind::Camp {
                    return slot_of(next).map_or(spot, Spot::Slot);
                }
            }
        }
        Spot::Unplaced(piece) => {
            let (row, column) = (piece.index() / TRAY_COLUMNS, piece.index() % TRAY_COLUMNS);
            if column == 0 && right < 0 {
                let line = (row * 6).div_ceil(4) as u8 + 1;
                let cell = Cell::of(Seat::new(0), line.min(6), 5);
                return slot_of(cell).map_or(spot, Spot::Slot);
            }
            let column = (column as i8 + right).clamp(0, TRAY_COLUMNS as i8 - 1) as usize;
            let row = (row as i8 + down).clamp(0, 3) as usize;
            Spot::Unplaced(Kind::from_index(row * TRAY_COLUMNS + column))
        }
    }
}

/// The font size of headings inside the editor, in points.
pub(super) const SMALL_HEAD: f32 = HEAD - 1.0;

#[cfg(test)]
mod tests {
    use super::*;

    fn slot_at(line: u8, column: u8) -> Spot {
        Spot::Slot(slot_of(Cell::of(Seat::new(0), line, column)).unwrap())
    }

    #[test]
    fn arrow_keys_skip_camps_and_reach_the_tray() {
        assert_eq!(neighbour(slot_at(2, 1), (1, 0)), slot_at(2, 3));
        assert_eq!(neighbour(slot_at(1, 2), (0, 1)), slot_at(3, 2));
        assert_eq!(neighbour(slot_at(3, 2), (1, 0)), slot_at(3, 4));
        assert_eq!(neighbour(slot_at(1, 1), (0, -1)), slot_at(1, 1));
        assert_eq!(neighbour(slot_at(1, 1), (-1, 0)), slot_at(1, 1));
        for line in 1..=6 {
            let unplaced = neighbour(slot_at(line, 5), (1, 0));
            assert!(matches!(unplaced, Spot::Unplaced(_)));
            assert!(matches!(neighbour(unplaced, (-1, 0)), Spot::Slot(_)));
        }
        assert_eq!(
            neighbour(Spot::Unplaced(Kind::FieldMarshal), (1, 0)),
            Spot::Unplaced(Kind::General)
        );
        assert_eq!(neighbour(Spot::Unplaced(Kind::Flag), (1, 1)), Spot::Unplaced(Kind::Flag));
    }
}
