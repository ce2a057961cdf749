//! The share card, a picture of a position: a title line, the board, the sides with their players,
//! and a caption about the last step.

use egui::{Align2, Color32, FontId, Pos2, Rect, StrokeKind, Ui, pos2, text::LayoutJob, vec2};
use qipan_core::contract::game::{Turn, Viewer};
use qipan_core::contract::seat::Seat;
use qipan_core::play::session::Session;
use qipan_core::record::Record;

use super::PictureOptions;
use crate::games::{BoardUi as _, GameUi, Scene, words};
use crate::model::i18n::{I18n, Lang};
use crate::model::robot_names::name_for_others;
use crate::model::settings::Settings;
use crate::play::animation::Animator;
use crate::ui::context::ScreenContext;
use crate::ui::fonts::title_font;
use crate::ui::paint::TablePicture;
use crate::ui::theme::{self, CORNER, Theme, mix};
use crate::ui::widgets::text_width;

/// The margin around the card, in points.
const MARGIN: f32 = 10.0;
/// The height of the title line.
const HEAD_HEIGHT: f32 = 26.0;
/// The height of a row of sides.
const ROW_HEIGHT: f32 = 30.0;
/// The height of a row of sides in which each player's name is below the name of the side.
const TALL_ROW_HEIGHT: f32 = 42.0;
/// The height of the caption under the board, which has two lines.
const CAPTION_HEIGHT: f32 = 42.0;
/// The smallest size of a long title, as a share of its usual size.
const MIN_TITLE_SCALE: f32 = 0.72;
/// The smallest size of a player's name, in points.
const MIN_NAME_SIZE: f32 = 8.5;

/// Draws positions of one game as cards, and caches between frames what does not change.
pub struct ShareCard<G: GameUi> {
    viewer: Viewer,
    settings: Settings,
    i18n: I18n,
    theme: Theme,
    layout: CardLayout,
    table: TablePicture,
    board: G::Board,
}

/// The layout of the card, in points.
#[derive(Clone, Debug)]
struct CardLayout {
    all: Rect,
    head: Rect,
    board: Rect,
    /// The sides with their rectangles, in turn order.
    sides: Vec<(Seat, Rect)>,
    caption: Rect,
}

impl<G: GameUi> ShareCard<G> {
    /// Creates a card of this width in points, with its upper left corner at `corner`.
    pub fn new(session: &Session<G>, options: &PictureOptions, width: f32, corner: Pos2) -> Self {
        let settings = Settings { reduced_motion: true, ..options.settings.clone() };
        let seats =
            if options.shows_names { session.state().seats_in_turn_order() } else { Vec::new() };
        let has_names = session.record().players.iter().any(|(_, player)| !player.name.is_empty());
        Self {
            viewer: options.viewer,
            i18n: I18n::new(settings.lang),
            theme: Theme::new(settings.theme, settings.colour_blind),
            layout: CardLayout::new(corner, width, &seats, has_names),
            table: TablePicture::default(),
            board: G::Board::default(),
            settings,
        }
    }

    /// Returns the area of the card.
    pub fn rect(&self) -> Rect {
        self.layout.all
    }

    /// Returns the language of the card.
    pub fn lang(&self) -> Lang {
        self.i18n.lang()
    }

    /// Returns the colours of the card.
    pub fn theme(&self) -> &Theme {
        &self.theme
    }

    /// Draws the position after `at` steps, or nothing if the game has fewer steps.
    pub fn ui(&mut self, session: &Session<G>, at: usize, ui: &mut Ui) {
        let Some(state) = session.states().get(at) else { return };
        let events = at.checked_sub(1).map_or(&[][..], |step| session.events(step));
        let view = state.view_during_play(self.viewer);
        let before = at.checked_sub(1).and_then(|step| session.states().get(step));
        let view_before = before.map(|state| state.view_during_play(self.viewer));
        let (animator, view_cache) = (Animator::<G>::new(&view, at), G::view_cache(&view));
        let caption = self.caption(session, at);
        let selection = G::Selection::default();
        let scene = Scene {
            view: &view,
            view_cache: &view_cache,
            full_state: None,
            animator: &animator,
            actions: &[],
            selection: &selection,
            marks: None,
            notes: None,
            refused: None,
            hovered_events: events,
            view_before_hovered: view_before.as_ref(),
            last_events: events,
            is_interactive: false,
            is_picking_colour: false,
        };
        let (layout, theme) = (&self.layout, &self.theme);
        // The board is not interactive, so its commands are dropped.
        let mut commands = Vec::new();
        let mut cx = ScreenContext {
            i18n: &self.i18n,
            theme,
            settings: &self.settings,
            now: 0.0,
            commands: &mut commands,
        };
        self.table.paint(ui.painter(), layout.all, theme);
        layout.header_ui(session, self.viewer, at, &cx, ui);
        self.board.ui(&scene, &mut cx, ui, layout.board);
        let position = CardPosition { state, view: &view, record: session.record() };
        for (seat, rect) in &layout.sides {
            position.side_ui(*seat, *rect, &cx, ui);
        }
        layout.caption_ui(&caption, theme, ui);
    }

    /// Describes the step that led to a position.
    fn caption(&self, session: &Session<G>, at: usize) -> String {
        let Some(step) = at.checked_sub(1) else { return self.i18n.t("replay-start") };
        let before = session.states()[step].view_during_play(self.viewer);
        words::step(&self.i18n, session.record(), step, &before, session.events(step))
    }
}

impl CardLayout {
    /// Places the parts of a card from top to bottom. With `has_names`, four sides get room for the
    /// names of their players.
    fn new(corner: Pos2, width: f32, seats: &[Seat], has_names: bool) -> Self {
        let inner = width - 2.0 * MARGIN;
        let row = |top: f32, height: f32| {
            Rect::from_min_size(pos2(corner.x + MARGIN, top), vec2(inner, height))
        };
        let head = row(corner.y + MARGIN * 0.6, HEAD_HEIGHT);
        let board = row(head.max.y, inner);
        let (columns, height) = match seats.len() {
            0..=2 => (seats.len().max(1), ROW_HEIGHT),
            4 if has_names => (2, TALL_ROW_HEIGHT),
            4 => (2, ROW_HEIGHT),
            _ => (3, TALL_ROW_HEIGHT),
        };
        let size = vec2(inner / columns as f32, height);
        let place_side = |(index, seat): (usize, &Seat)| {
            let offset = vec2((index % columns) as f32 * size.x, (index / columns) as f32 * size.y);
            (*seat, Rect::from_min_size(board.left_bottom() + vec2(0.0, 6.0) + offset, size))
        };
        let sides: Vec<(Seat, Rect)> = seats.iter().enumerate().map(place_side).collect();
        let bottom = sides.last().map_or(board.max.y, |(_, rect)| rect.max.y);
        let caption = row(bottom + 4.0, CAPTION_HEIGHT);
        let all = Rect::from_min_max(corner, pos2(corner.x + width, caption.max.y + 6.0));
        Self { all, head, board, sides, caption }
    }

    /// Draws the title line: the game, the viewer and the step.
    fn header_ui<G: GameUi>(
        &self,
        session: &Session<G>,
        viewer: Viewer,
        at: usize,
        cx: &ScreenContext<'_>,
        ui: &Ui,
    ) {
        let painter = ui.painter();
        let args = [("at", at.into()), ("all", session.record().steps.len().into())];
        let mut right = cx.tf("replay-at", &args);
        if let Some(view) = words::view_of::<G>(cx.i18n, viewer) {
            right = format!("{view} · {right}");
        }
        let muted = mix(cx.theme.on_table, cx.theme.table, 0.3);
        let font = FontId::proportional(theme::BODY - 2.0);
        let right_rect =
            painter.text(self.head.right_center(), Align2::RIGHT_CENTER, right, font, muted);
        let title = words::title(cx.i18n, session.record());
        let room = Rect::from_min_max(self.head.min, pos2(right_rect.min.x - 8.0, self.head.max.y));
        let width = painter
            .layout_no_wrap(title.clone(), title_font(theme::HEAD), cx.theme.on_table)
            .size()
            .x;
        // A long title is set smaller before it is cut off.
        let size = theme::HEAD * (room.width() / width.max(1.0)).clamp(MIN_TITLE_SCALE, 1.0);
        line_ui(ui, room, &title, title_font(size), cx.theme.on_table);
    }

    /// Draws the caption in at most two lines.
    fn caption_ui(&self, caption: &str, theme: &Theme, ui: &Ui) {
        let font = FontId::proportional(theme::BODY);
        let mut job =
            LayoutJob::simple(caption.to_owned(), font, theme.on_table, self.caption.width());
        job.wrap.max_rows = 2;
        let galley = ui.painter().layout_job(job);
        ui.painter().galley(self.caption.min, galley, theme.on_table);
    }
}

/// Draws text in one line, vertically centred in `room` and cut off at its right. Returns the right
/// edge of the text.
fn line_ui(ui: &Ui, room: Rect, text: &str, font: FontId, colour: Color32) -> f32 {
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font, colour);
    job.wrap.max_width = room.width().max(0.0);
    job.wrap.max_rows = 1;
    job.wrap.break_anywhere = true;
    let galley = ui.painter().layout_job(job);
    let corner = pos2(room.min.x, room.center().y - galley.size().y / 2.0);
    let right = corner.x + galley.size().x;
    ui.painter().galley(corner, galley, colour);
    right
}

/// Returns `font`, made smaller until the text fits a width. It gets no smaller than about
/// [`MIN_NAME_SIZE`], even if the text does not fit then.
fn fitting_font(ui: &Ui, text: &str, width: f32, mut font: FontId) -> FontId {
    while font.size > MIN_NAME_SIZE && text_width(ui, text, &font) > width {
        font.size -= 0.5;
    }
    font
}

/// A position with its view and record.
struct CardPosition<'a, G: GameUi> {
    state: &'a G,
    view: &'a G::View,
    record: &'a Record<G>,
}

impl<G: GameUi> CardPosition<'_, G> {
    /// Draws a side: its badge, name, player and progress. The frame is highlighted if the side has
    /// the turn.
    fn side_ui(&self, seat: Seat, rect: Rect, cx: &ScreenContext<'_>, ui: &Ui) {
        let (theme, painter) = (cx.theme, ui.painter());
        let panel = rect.shrink2(vec2(3.0, 2.0));
        let has_turn = match self.state.turn() {
            Turn::Seat(mover) | Turn::Chance { roller: mover } => mover == seat,
            Turn::Over => false,
        };
        let rim = if has_turn { theme.accent } else { theme.hairline };
        let width = if has_turn { 2.0 } else { 1.0 };
        painter.rect(panel, CORNER, theme.panel, (width, rim), StrokeKind::Inside);
        let (upper, lower) = match panel.height() > ROW_HEIGHT {
            true => panel.split_top_bottom_at_fraction(0.52),
            false => (panel, panel),
        };
        let badge = pos2(panel.min.x + 15.0, upper.center().y);
        G::paint_seat_badge(painter, badge, (0.65 * upper.height()).min(17.0), seat, theme);
        let outcome = self.state.outcome();
        let place = outcome.and_then(|outcome| words::place(cx.i18n, &outcome, seat));
        let progress = place.unwrap_or_else(|| G::progress_text(self.view, seat, cx));
        let font = FontId::proportional(theme::BODY - 2.5);
        // In a tall row the name of the seat has a line of its own.
        let right = lower.right_center() - vec2(7.0, if lower == upper { 0.0 } else { 2.0 });
        let progress_rect =
            painter.text(right, Align2::RIGHT_CENTER, progress, font.clone(), theme.quiet);
        let room = upper.with_min_x(panel.min.x + 27.0).with_max_x(match lower == upper {
            true => progress_rect.min.x - 5.0,
            false => panel.max.x - 7.0,
        });
        let colour = theme.readable_on_panel(G::colour(theme, seat));
        let name = words::seat::<G>(cx.i18n, seat);
        let name_end = line_ui(ui, room, &name, FontId::proportional(theme::BODY - 1.0), colour);
        let room = match lower == upper {
            true => room.with_min_x(name_end + 5.0),
            false => lower
                .with_min_x(lower.min.x + 8.0)
                .with_max_x(progress_rect.min.x - 5.0)
                .translate(vec2(0.0, -2.0)),
        };
        if room.width() > 20.0 {
            // If the player has no name, only the side is shown.
            let player = self.record.player(seat).filter(|player| !player.name.is_empty());
            let name = player.map_or_else(String::new, |player| name_for_others(player, cx.i18n));
            line_ui(ui, room, &name, fitting_font(ui, &name, room.width(), font), theme.quiet);
        }
    }
}
