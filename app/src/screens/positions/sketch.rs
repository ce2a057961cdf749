//! A position of one game during editing: its board, the pieces beside it, the piece picked up.

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

/// The minimum height of the message or the details of a piece, in points.
const TOLD: f32 = 62.0;

/// The piece the player has picked up.
#[derive(Clone, Debug, PartialEq)]
enum PickedPiece<M> {
    /// A piece from beside the board.
    Man(M),
    /// The piece on a cell.
    Cell(String),
}

/// A position with its board.
pub(super) struct Sketch<G: GameUi> {
    preset: String,
    rules: G::Rules,
    position: G::Position,
    nonsense: Option<G::SetUpError>,
    seen: Option<(G::View, Animator<G>)>,
    board: G::Board,
    held: Option<PickedPiece<G::Man>>,
    /// The cell last filled or picked up, whose details are shown.
    last: Option<String>,
    /// The seat whose pieces are shown beside the board.
    owner: Seat,
    /// The action that was refused, in a sentence.
    refused: Option<String>,
}

impl<G: GameUi> Sketch<G> {
    /// Opens the position of a line.
    pub(super) fn new(line: PositionLine<G>) -> Self {
        let PositionLine { preset, rules, position } = line;
        let owner = G::mover(&position);
        let mut sketch = Self {
            preset,
            rules,
            position,
            nonsense: None,
            seen: None,
            board: G::Board::default(),
            held: None,
            last: None,
            owner,
            refused: None,
        };
        sketch.look();
        sketch
    }

    /// Opens the starting position of a preset.
    pub(super) fn of_preset(preset: &str) -> Option<Self> {
        let rules = G::Rules::preset(preset)?;
        let position = G::usual_start(&rules);
        Some(Self::new(PositionLine { preset: preset.to_owned(), rules, position }))
    }

    /// Recomputes the problem and the board from the position.
    fn look(&mut self) {
        self.nonsense = G::set_up(&self.rules, &self.position).err();
        self.seen = G::sketch(&self.rules, &self.position).map(|state| {
            let view = state.view(Viewer::All);
            let stage = Animator::new(&view, 0);
            (view, stage)
        });
    }

    fn spoken(&self, cell: &str, i18n: &I18n) -> String {
        let place = G::cell_words(i18n, &self.rules, cell);
        match G::on_cell(i18n, &self.rules, &self.position, cell) {
            Some(what) => {
                i18n.tf("position-cell", &[("cell", place.into()), ("what", what.into())])
            }
            None => i18n.tf("position-cell-empty", &[("cell", place.into())]),
        }
    }

    fn is_taken(&self, cell: &str, i18n: &I18n) -> bool {
        G::on_cell(i18n, &self.rules, &self.position, cell).is_some()
    }

    /// Handles a press of a cell. Returns true if the position changed.
    fn press(&mut self, cell: &str, i18n: &I18n) -> bool {
        self.refused = None;
        match self.held.take() {
            None => {
                if self.is_taken(cell, i18n) {
                    self.held = Some(PickedPiece::Cell(cell.to_owned()));
                    self.last = Some(cell.to_owned());
                }
                false
            }
            Some(PickedPiece::Cell(from)) if from == cell => false,
            Some(PickedPiece::Cell(from)) => self.shift(&from, cell, i18n),
            Some(PickedPiece::Man(man)) => {
                if !G::put(&self.rules, &mut self.position, man, cell) {
                    return self.refuse(cell, i18n);
                }
                self.last = Some(cell.to_owned());
                let left = G::beside(&self.rules, &self.position, self.owner);
                let more = left.iter().any(|(other, left)| *other == man && *left > 0);
                self.held = more.then_some(PickedPiece::Man(man));
                true
            }
        }
    }

    fn shift(&mut self, from: &str, to: &str, i18n: &I18n) -> bool {
        if !G::shift(&self.rules, &mut self.position, from, to) {
            return self.refuse(to, i18n);
        }
        self.last = Some(to.to_owned());
        true
    }

    fn refuse(&mut self, cell: &str, i18n: &I18n) -> bool {
        let place = G::cell_words(i18n, &self.rules, cell);
        self.refused = Some(i18n.tf("position-cannot-stand", &[("cell", place.into())]));
        false
    }

    fn take_off(&mut self, cell: &str) -> bool {
        self.refused = None;
        self.held = None;
        G::take_off(&self.rules, &mut self.position, cell)
    }

    /// Handles the input on one cell. Returns true if the position changed.
    fn spot(
        &mut self,
        spot: &CellSpot,
        spots: &[CellSpot],
        response: &Response,
        cx: &ScreenContext<'_>,
        ui: &Ui,
    ) -> bool {
        let cell = spot.name.as_str();
        let delete = response.has_focus()
            && ui
                .input(|input| input.key_pressed(Key::Delete) || input.key_pressed(Key::Backspace));
        if response.secondary_clicked() || delete {
            return self.take_off(cell);
        }
        if response.drag_started_by(PointerButton::Primary) && self.is_taken(cell, cx.i18n) {
            self.held = Some(PickedPiece::Cell(cell.to_owned()));
            self.last = Some(cell.to_owned());
        }
        if response.drag_stopped_by(PointerButton::Primary)
            && let Some(PickedPiece::Cell(from)) = self.held.take()
        {
            return self.drop_at(&from, spots, cx, ui);
        }
        response.clicked() && self.press(cell, cx.i18n)
    }

    /// Drops a piece dragged from a cell: on another cell, or off the board.
    fn drop_at(&mut self, from: &str, spots: &[CellSpot], cx: &ScreenContext<'_>, ui: &Ui) -> bool {
        let Some(pointer) = ui.input(|input| input.pointer.interact_pos()) else { return false };
        let near =
            |spot: &&CellSpot| place_of::<G>(&self.rules, spot).expand(3.0).contains(pointer);
        match spots.iter().find(near) {
            Some(spot) if spot.name == from => false,
            Some(spot) => self.shift(from, &spot.name.clone(), cx.i18n),
            None => self.take_off(from),
        }
    }

    fn mover_ui(&mut self, cx: &ScreenContext<'_>, ui: &mut Ui) -> bool {
        let mut changed = false;
        ui.label(widgets::muted_text(cx.theme, cx.t("position-turn")));
        ui.horizontal_wrapped(|ui| {
            for seat in G::owners(&self.rules, &self.position) {
                let on = G::mover(&self.position) == seat;
                let name = words::seat::<G>(cx.i18n, seat);
                let spoken = cx.tf("position-moves", &[("seat", name.clone().into())]);
                if widgets::chip(ui, cx.theme, &spoken, &name, on).clicked() && !on {
                    G::set_mover(&mut self.position, seat);
                    changed = true;
                }
            }
        });
        changed
    }

    /// Draws the refusal, the details of the piece picked last, or a hint. Returns true if
    /// anything changed.
    fn told_ui(&mut self, cx: &ScreenContext<'_>, ui: &mut Ui) -> bool {
        let last = self.last.clone().filter(|cell| self.is_taken(cell, cx.i18n));
        let text = match (&self.refused, last) {
            (Some(refused), _) => RichText::new(refused).color(cx.theme.warning),
            (None, Some(cell)) if G::HAS_MEN => {
                return G::piece_ui(&self.rules, &mut self.position, &cell, cx, ui);
            }
            _ => widgets::muted_text(cx.theme, cx.t("position-hint")),
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
        let men = G::beside(&self.rules, &self.position, self.owner);
        if men.is_empty() {
            return;
        }
        ui.label(widgets::muted_text(cx.theme, cx.t("position-beside")));
        ui.horizontal_wrapped(|ui| {
            for seat in owners {
                let name = words::seat::<G>(cx.i18n, seat);
                let spoken = cx.tf("position-pieces-of", &[("seat", name.clone().into())]);
                if widgets::chip(ui, cx.theme, &spoken, &name, seat == self.owner).clicked() {
                    self.owner = seat;
                    self.held = None;
                }
            }
        });
        let gap = 6.0;
        ui.spacing_mut().item_spacing = vec2(gap, gap);
        let width = (ui.available_width() - gap * (COLUMNS - 1) as f32) / COLUMNS as f32;
        for row in men.chunks(COLUMNS) {
            ui.horizontal(|ui| {
                for (man, left) in row {
                    self.man_ui(*man, *left, vec2(width, 40.0), cx, ui);
                }
            });
        }
    }

    fn man_ui(&mut self, man: G::Man, left: u8, size: Vec2, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let held = self.held == Some(PickedPiece::Man(man));
        let args =
            [("piece", G::man_words(cx.i18n, man).into()), ("count", i64::from(left).into())];
        let spoken = cx.tf("position-spoken-beside", &args);
        response.widget_info(|| WidgetInfo::selected(Role::Button, left > 0, held, &spoken));
        let tile = Rect::from_center_size(rect.center(), vec2(rect.width().min(64.0), 34.0));
        let painter = ui.painter().clone();
        G::paint_man(&painter, tile, man, cx);
        if left == 0 {
            painter.rect_filled(tile.expand(2.0), 4.0, fade(cx.theme.panel, 0.8));
        } else if left > 1 {
            let at = tile.right_top();
            painter.circle_filled(at, 9.0, cx.theme.raised);
            let font = FontId::proportional(12.0);
            painter.text(at, Align2::CENTER_CENTER, left.to_string(), font, cx.theme.ink);
        }
        if held {
            let stroke = Stroke::new(2.5, cx.theme.accent);
            painter.rect_stroke(tile.expand(3.0), 6.0, stroke, StrokeKind::Outside);
        }
        widgets::focus_ring(ui, cx.theme, &response, 6.0);
        if response.clicked() && left > 0 {
            self.refused = None;
            self.held = (!held).then_some(PickedPiece::Man(man));
        }
    }
}

/// Returns the clickable area of a cell.
fn place_of<G: GameUi>(rules: &G::Rules, spot: &CellSpot) -> Rect {
    Rect::from_center_size(spot.pos, vec2(G::aspect(rules), 1.0) * spot.size.max(18.0))
}

/// Marks a piece that lies face down.
fn paint_hidden(painter: &Painter, place: Rect, cx: &ScreenContext<'_>) {
    let at = place.right_top() + vec2(-4.0, 4.0);
    painter.circle_filled(at, 9.0, cx.theme.raised);
    let font = FontId::proportional(13.0);
    painter.text(at, Align2::CENTER_CENTER, "?", font, cx.theme.ink);
}

impl<G: GameUi> SketchScreen for Sketch<G> {
    fn preset(&self) -> &str {
        &self.preset
    }

    fn has_men(&self) -> bool {
        G::HAS_MEN
    }

    fn line(&self) -> String {
        let (preset, rules) = (self.preset.clone(), self.rules.clone());
        PositionLine::<G> { preset, rules, position: self.position.clone() }.to_string()
    }

    fn problem(&self, i18n: &I18n) -> Option<String> {
        self.nonsense.as_ref().map(|why| G::nonsense(i18n, &self.rules, why))
    }

    fn board_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) -> bool {
        let rect = ui.available_rect_before_wrap().shrink(MARGIN);
        let Some((view, stage)) = &self.seen else { return false };
        self.board.picture_ui(view, stage, rect, cx, ui);
        let spots = self.board.picture_places(view, rect);
        let mut changed = false;
        for spot in &spots {
            let id = ui.scope_id().with(("spot", &spot.name));
            let place = place_of::<G>(&self.rules, spot);
            let response = ui.interact(place, id, Sense::click_and_drag());
            let name = self.spoken(&spot.name, cx.i18n);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            if G::lies_hidden(&self.position, &spot.name) {
                paint_hidden(ui.painter(), place, cx);
            }
            let held = self.held.as_ref() == Some(&PickedPiece::Cell(spot.name.clone()));
            if held || response.hovered() && self.held.is_some() {
                let stroke = Stroke::new(2.5, cx.theme.accent);
                ui.painter().rect_stroke(place.expand(1.0), 6.0, stroke, StrokeKind::Outside);
            }
            widgets::focus_ring(ui, cx.theme, &response, 6.0);
            changed |= self.spot(spot, &spots, &response, cx, ui);
        }
        if changed {
            self.look();
        }
        changed
    }

    fn side_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) -> bool {
        ui.spacing_mut().item_spacing.y = 6.0;
        let mut changed = self.mover_ui(cx, ui);
        ui.vertical(|ui| {
            // A minimum height keeps the controls below from moving under the pointer.
            ui.set_min_height(TOLD);
            changed |= self.told_ui(cx, ui);
        });
        changed |= G::facts_ui(&self.rules, &mut self.position, cx, ui);
        self.beside_ui(cx, ui);
        if changed {
            self.look();
        }
        changed
    }

    fn clear(&mut self) {
        self.release();
        self.position = G::blank(&self.rules);
        self.look();
    }

    fn begin(&mut self) {
        self.release();
        self.position = G::usual_start(&self.rules);
        self.look();
    }

    fn release(&mut self) -> bool {
        (self.refused, self.last) = (None, None);
        self.held.take().is_some()
    }
}
