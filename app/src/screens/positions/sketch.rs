//! A position of one game while it is edited: the board, the pieces beside it, and the piece that
//! the player has picked up.

use egui::{
    Align2, FontId, Key, Painter, PointerButton, Rect, Response, RichText, Role, Sense, Stroke,
    StrokeKind, Ui, Vec2, WidgetInfo, vec2,
};
use qipan_core::contract::game::Viewer;
use qipan_core::contract::options::RuleSet as _;
use qipan_core::contract::position::PositionLine;
use qipan_core::contract::seat::Seat;

use crate::games::{BoardUi as _, CellSpot, GameUi, words};
use crate::model::i18n::I18n;
use crate::play::animation::Animator;
use crate::screens::positions::SketchScreen;
use crate::ui::context::ScreenContext;
use crate::ui::theme::fade;
use crate::ui::widgets;

/// The space around the board, in points.
const MARGIN: f32 = 14.0;
/// The number of columns of the pieces beside the board.
const COLUMNS: usize = 4;

/// The minimum height of the message or of the details of a piece, in points.
const MIN_MESSAGE_HEIGHT: f32 = 62.0;

/// The piece the player has picked up.
#[derive(Clone, Debug, PartialEq)]
enum PickedPiece<M> {
    /// A piece from beside the board.
    Beside(M),
    /// The piece on the cell of this name.
    OnBoard(String),
}

/// A position with its board.
pub(super) struct Sketch<G: GameUi> {
    preset: String,
    rules: G::Rules,
    position: G::Position,
    /// The reason why the position cannot be played, if it cannot.
    error: Option<G::SetUpError>,
    /// The view of the whole position and the animator that draws it, if it can be drawn.
    picture: Option<(G::View, Animator<G>)>,
    board: G::Board,
    picked: Option<PickedPiece<G::UnplacedPiece>>,
    /// The cell on which a piece was last put down or picked up. The details of the piece there are
    /// shown.
    last_cell: Option<String>,
    /// The seat whose pieces are shown beside the board.
    owner: Seat,
    /// A sentence about the last action if it was refused.
    refusal: Option<String>,
}

impl<G: GameUi> Sketch<G> {
    /// Opens the position that a line describes.
    pub(super) fn new(line: PositionLine<G>) -> Self {
        let PositionLine { preset, rules, position } = line;
        let owner = G::mover(&position);
        let mut sketch = Self {
            preset,
            rules,
            position,
            error: None,
            picture: None,
            board: G::Board::default(),
            picked: None,
            last_cell: None,
            owner,
            refusal: None,
        };
        sketch.update();
        sketch
    }

    /// Opens the starting position of a preset.
    pub(super) fn of_preset(preset: &str) -> Option<Self> {
        let rules = G::Rules::preset(preset)?;
        let position = G::default_start(&rules);
        Some(Self::new(PositionLine { preset: preset.to_owned(), rules, position }))
    }

    /// Recomputes the error and the picture from the position.
    fn update(&mut self) {
        self.error = G::set_up(&self.rules, &self.position).err();
        self.picture = G::set_up_for_display(&self.rules, &self.position).map(|state| {
            let view = state.view(Viewer::All);
            let animator = Animator::new(&view, 0);
            (view, animator)
        });
    }

    /// Returns the label of a cell for screen readers.
    fn accessible_label(&self, cell: &str, i18n: &I18n) -> String {
        let cell_name = G::cell_words(i18n, &self.rules, cell);
        match G::describe_piece(i18n, &self.rules, &self.position, cell) {
            Some(piece) => {
                i18n.tf("position-cell", &[("cell", cell_name.into()), ("what", piece.into())])
            }
            None => i18n.tf("position-cell-empty", &[("cell", cell_name.into())]),
        }
    }

    fn is_occupied(&self, cell: &str, i18n: &I18n) -> bool {
        G::describe_piece(i18n, &self.rules, &self.position, cell).is_some()
    }

    /// Handles a press of a cell. Returns true if the position changed.
    fn press(&mut self, cell: &str, i18n: &I18n) -> bool {
        self.refusal = None;
        match self.picked.take() {
            None => {
                if self.is_occupied(cell, i18n) {
                    self.picked = Some(PickedPiece::OnBoard(cell.to_owned()));
                    self.last_cell = Some(cell.to_owned());
                }
                false
            }
            Some(PickedPiece::OnBoard(from)) if from == cell => false,
            Some(PickedPiece::OnBoard(from)) => self.shift(&from, cell, i18n),
            Some(PickedPiece::Beside(piece)) => {
                if !G::put(&self.rules, &mut self.position, piece, cell) {
                    return self.refuse(cell, i18n);
                }
                self.last_cell = Some(cell.to_owned());
                let beside = G::unplaced_pieces(&self.rules, &self.position, self.owner);
                let has_more = beside.iter().any(|(other, count)| *other == piece && *count > 0);
                self.picked = has_more.then_some(PickedPiece::Beside(piece));
                true
            }
        }
    }

    /// Moves a piece to another cell. Returns true if the position changed.
    fn shift(&mut self, from: &str, to: &str, i18n: &I18n) -> bool {
        if !G::shift(&self.rules, &mut self.position, from, to) {
            return self.refuse(to, i18n);
        }
        self.last_cell = Some(to.to_owned());
        true
    }

    /// Shows that the picked piece cannot stand on a cell. Returns false, because the position has
    /// not changed.
    fn refuse(&mut self, cell: &str, i18n: &I18n) -> bool {
        let cell_name = G::cell_words(i18n, &self.rules, cell);
        self.refusal = Some(i18n.tf("position-cannot-stand", &[("cell", cell_name.into())]));
        false
    }

    /// Removes the piece on a cell. Returns true if the position changed.
    fn remove(&mut self, cell: &str) -> bool {
        self.refusal = None;
        self.picked = None;
        G::remove(&self.rules, &mut self.position, cell)
    }

    /// Handles the input on one cell. `spots` are all cells of the board. Returns true if the
    /// position changed.
    fn handle_input(
        &mut self,
        spot: &CellSpot,
        spots: &[CellSpot],
        response: &Response,
        cx: &ScreenContext<'_>,
        ui: &Ui,
    ) -> bool {
        let cell = spot.name.as_str();
        let is_delete_pressed = response.has_focus()
            && ui
                .input(|input| input.key_pressed(Key::Delete) || input.key_pressed(Key::Backspace));
        if response.secondary_clicked() || is_delete_pressed {
            return self.remove(cell);
        }
        if response.drag_started_by(PointerButton::Primary) && self.is_occupied(cell, cx.i18n) {
            self.picked = Some(PickedPiece::OnBoard(cell.to_owned()));
            self.last_cell = Some(cell.to_owned());
        }
        if response.drag_stopped_by(PointerButton::Primary)
            && let Some(PickedPiece::OnBoard(from)) = self.picked.take()
        {
            return self.drop_at(&from, spots, cx, ui);
        }
        response.clicked() && self.press(cell, cx.i18n)
    }

    /// Drops a piece dragged from a cell: on another cell, or off the board. Returns true if the
    /// position changed.
    fn drop_at(&mut self, from: &str, spots: &[CellSpot], cx: &ScreenContext<'_>, ui: &Ui) -> bool {
        let Some(pointer) = ui.input(|input| input.pointer.interact_pos()) else { return false };
        let is_under_pointer =
            |spot: &&CellSpot| cell_rect::<G>(&self.rules, spot).expand(3.0).contains(pointer);
        match spots.iter().find(is_under_pointer) {
            Some(spot) if spot.name == from => false,
            Some(spot) => self.shift(from, &spot.name.clone(), cx.i18n),
            None => self.remove(from),
        }
    }

    /// Draws the choice of the seat to move. Returns true if it changed.
    fn mover_ui(&mut self, cx: &ScreenContext<'_>, ui: &mut Ui) -> bool {
        let mut changed = false;
        ui.label(widgets::muted_text(cx.theme, cx.t("position-turn")));
        ui.horizontal_wrapped(|ui| {
            for seat in G::owners(&self.rules, &self.position) {
                let is_mover = G::mover(&self.position) == seat;
                let name = words::seat::<G>(cx.i18n, seat);
                let label = cx.tf("position-moves", &[("seat", name.clone().into())]);
                if widgets::chip(ui, cx.theme, &label, &name, is_mover).clicked() && !is_mover {
                    G::set_mover(&mut self.position, seat);
                    changed = true;
                }
            }
        });
        changed
    }

    /// Draws the refusal, the details of the piece on the last cell, or a hint. Returns true if
    /// anything changed.
    fn message_ui(&mut self, cx: &ScreenContext<'_>, ui: &mut Ui) -> bool {
        let last_cell = self.last_cell.clone().filter(|cell| self.is_occupied(cell, cx.i18n));
        let text = match (&self.refusal, last_cell) {
            (Some(refusal), _) => RichText::new(refusal).color(cx.theme.warning),
            (None, Some(cell)) if G::HAS_UNPLACED_PIECES => {
                return G::piece_ui(&self.rules, &mut self.position, &cell, cx, ui);
            }
            _ if G::HAS_UNPLACED_PIECES => widgets::muted_text(cx.theme, cx.t("position-hint")),
            _ => widgets::muted_text(cx.theme, cx.t("position-hint.planes")),
        };
        ui.add(egui::Label::new(text).wrap());
        false
    }

    /// Draws the pieces beside the board, one army at a time.
    fn beside_ui(&mut self, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let owners = G::owners(&self.rules, &self.position);
        if !owners.contains(&self.owner)
            && let Some(first) = owners.first()
        {
            self.owner = *first;
        }
        let pieces = G::unplaced_pieces(&self.rules, &self.position, self.owner);
        if pieces.is_empty() {
            return;
        }
        ui.label(widgets::muted_text(cx.theme, cx.t("position-beside")));
        ui.horizontal_wrapped(|ui| {
            for seat in owners {
                let name = words::seat::<G>(cx.i18n, seat);
                let label = cx.tf("position-pieces-of", &[("seat", name.clone().into())]);
                if widgets::chip(ui, cx.theme, &label, &name, seat == self.owner).clicked() {
                    self.owner = seat;
                    self.picked = None;
                }
            }
        });
        let gap = 6.0;
        ui.spacing_mut().item_spacing = vec2(gap, gap);
        let width = (ui.available_width() - gap * (COLUMNS - 1) as f32) / COLUMNS as f32;
        for row in pieces.chunks(COLUMNS) {
            ui.horizontal(|ui| {
                for (piece, count) in row {
                    self.unplaced_piece_ui(*piece, *count, vec2(width, 40.0), cx, ui);
                }
            });
        }
    }

    /// Draws a piece beside the board, with the number of such pieces left.
    fn unplaced_piece_ui(
        &mut self,
        piece: G::UnplacedPiece,
        count: u8,
        size: Vec2,
        cx: &ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let is_picked = self.picked == Some(PickedPiece::Beside(piece));
        let args =
            [("piece", G::piece_name(cx.i18n, piece).into()), ("count", i64::from(count).into())];
        let label = cx.tf("position-spoken-beside", &args);
        response.widget_info(|| WidgetInfo::selected(Role::Button, count > 0, is_picked, &label));
        let tile = Rect::from_center_size(rect.center(), vec2(rect.width().min(64.0), 34.0));
        let painter = ui.painter().clone();
        G::paint_unplaced_piece(&painter, tile, piece, cx);
        if count == 0 {
            painter.rect_filled(tile.expand(2.0), 4.0, fade(cx.theme.panel, 0.8));
        } else if count > 1 {
            let corner = tile.right_top();
            painter.circle_filled(corner, 9.0, cx.theme.raised);
            let font = FontId::proportional(12.0);
            painter.text(corner, Align2::CENTER_CENTER, count.to_string(), font, cx.theme.ink);
        }
        if is_picked {
            let stroke = Stroke::new(2.5, cx.theme.accent);
            painter.rect_stroke(tile.expand(3.0), 6.0, stroke, StrokeKind::Outside);
        }
        widgets::focus_ring(ui, cx.theme, &response, 6.0);
        if response.clicked() && count > 0 {
            self.refusal = None;
            self.picked = (!is_picked).then_some(PickedPiece::Beside(piece));
        }
    }
}

/// Returns the clickable area of a cell.
fn cell_rect<G: GameUi>(rules: &G::Rules, spot: &CellSpot) -> Rect {
    Rect::from_center_size(spot.pos, vec2(G::aspect(rules), 1.0) * spot.size.max(18.0))
}

/// Paints a question mark on a piece that lies face down.
fn paint_hidden(painter: &Painter, cell: Rect, cx: &ScreenContext<'_>) {
    let centre = cell.right_top() + vec2(-4.0, 4.0);
    painter.circle_filled(centre, 9.0, cx.theme.raised);
    let font = FontId::proportional(13.0);
    painter.text(centre, Align2::CENTER_CENTER, "?", font, cx.theme.ink);
}

impl<G: GameUi> SketchScreen for Sketch<G> {
    fn preset(&self) -> &str {
        &self.preset
    }

    fn has_unplaced_pieces(&self) -> bool {
        G::HAS_UNPLACED_PIECES
    }

    fn line(&self) -> String {
        let (preset, rules) = (self.preset.clone(), self.rules.clone());
        PositionLine::<G> { preset, rules, position: self.position.clone() }.to_string()
    }

    fn problem(&self, i18n: &I18n) -> Option<String> {
        self.error.as_ref().map(|error| G::position_error(i18n, &self.rules, error))
    }

    fn board_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) -> bool {
        let rect = ui.available_rect_before_wrap().shrink(MARGIN);
        let Some((view, animator)) = &self.picture else { return false };
        self.board.picture_ui(view, animator, rect, cx, ui);
        let spots = self.board.picture_cell_spots(view, rect);
        let mut changed = false;
        for spot in &spots {
            let id = ui.scope_id().with(("spot", &spot.name));
            let cell = cell_rect::<G>(&self.rules, spot);
            let response = ui.interact(cell, id, Sense::click_and_drag());
            let name = self.accessible_label(&spot.name, cx.i18n);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            if G::is_piece_face_down(&self.position, &spot.name) {
                paint_hidden(ui.painter(), cell, cx);
            }
            let is_picked = self.picked.as_ref() == Some(&PickedPiece::OnBoard(spot.name.clone()));
            if is_picked || response.hovered() && self.picked.is_some() {
                let stroke = Stroke::new(2.5, cx.theme.accent);
                ui.painter().rect_stroke(cell.expand(1.0), 6.0, stroke, StrokeKind::Outside);
            }
            widgets::focus_ring(ui, cx.theme, &response, 6.0);
            changed |= self.handle_input(spot, &spots, &response, cx, ui);
        }
        if changed {
            self.update();
        }
        changed
    }

    fn side_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) -> bool {
        ui.spacing_mut().item_spacing.y = 6.0;
        let mut changed = self.mover_ui(cx, ui);
        ui.vertical(|ui| {
            // A minimum height keeps the controls below from moving under the pointer.
            ui.set_min_height(MIN_MESSAGE_HEIGHT);
            changed |= self.message_ui(cx, ui);
        });
        changed |= G::facts_ui(&self.rules, &mut self.position, cx, ui);
        self.beside_ui(cx, ui);
        if changed {
            self.update();
        }
        changed
    }

    fn clear(&mut self) {
        self.cancel();
        self.position = G::blank(&self.rules);
        self.update();
    }

    fn reset(&mut self) {
        self.cancel();
        self.position = G::default_start(&self.rules);
        self.update();
    }

    fn cancel(&mut self) -> bool {
        (self.refusal, self.last_cell) = (None, None);
        self.picked.take().is_some()
    }
}
