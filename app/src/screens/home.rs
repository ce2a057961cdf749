//! The home screen: the games as living boards, the unfinished game, recent games.

mod pace;
mod recent;

use std::sync::Arc;
use std::time::Duration;

use egui::text::LayoutJob;
use egui::{
    Align, Color32, FontId, Galley, Rect, RichText, Role, Sense, Stroke, Ui, Vec2, WidgetInfo,
    pos2, vec2,
};
use qipan_core::contract::dice::Seed;
use qipan_core::contract::seat::Seat;
use qipan_core::record::Player;
use qipan_core::registry::GameKind;
use qipan_core::with_game;

use crate::command::{Command, LessonCommand, PositionCommand, TogetherCommand};
use crate::games::{Card, GameUi, cards};
use crate::model::library::Library;
use crate::model::robot_threads::RepaintSignal;
use crate::model::rules;
use crate::model::settings::{Settings, Speed};
use crate::model::setup::NewGame;
use crate::play::table::Table;
use crate::screens::play::TableScreen;
use crate::ui::at_right::{self, at_right};
use crate::ui::context::ScreenContext;
use crate::ui::fonts::title_font;
use crate::ui::notice_room;
use crate::ui::paint::Icon;
use crate::ui::theme;
use crate::ui::thumbs::ThumbnailCache;
use crate::ui::widgets;

pub use pace::BoardFrameRate;
use recent::recent_ui;
pub use recent::{RecentGame, UnfinishedCard, UnfinishedGame};

/// The seconds without input after which the living boards stop. An unattended window should cost
/// nothing.
pub const IDLE_SECONDS: f64 = 60.0;

/// The minimum height of the caption under a board, in points: one line each for title and text.
const MIN_CAPTION_HEIGHT: f32 = 58.0;
/// The minimum side of a board, in points.
const MIN_BOARD_SIDE: f32 = 130.0;
/// The width of a card whose caption needs no extra lines, in points.
const CAPTION_WIDTH: f32 = 240.0;
/// The width above which the offer of a lesson fits beside an unfinished game.
const OFFER_BESIDE_GAME_ABOVE: f32 = 1000.0;
/// The height of the recent games under the boards, in points.
const LOWER_HEIGHT: f32 = 166.0;
/// The minimum width of the page at which the icons have words below them, in points.
const MIN_WIDTH_WITH_WORDS: f32 = 940.0;
/// The gap between two boards, in points.
const BOARD_GAP: f32 = 24.0;

/// The state of the home screen, kept from frame to frame.
pub struct HomeView {
    boards: Vec<LivingBoard>,
    /// The time of the next frame of the boards, in seconds.
    next_frame: f64,
}

/// A small game of robots that plays by itself.
struct LivingBoard {
    name: &'static str,
    preset: &'static str,
    table: Option<Box<dyn TableScreen>>,
}

impl Default for HomeView {
    fn default() -> Self {
        let new_board = |(_, card): (_, &Card)| {
            let preset = card.presets.first()?;
            Some(LivingBoard { name: card.name, preset, table: None })
        };
        Self { boards: cards().filter_map(new_board).collect(), next_frame: 0.0 }
    }
}

impl HomeView {
    /// Advances the living boards at a frame rate, or stops them if it is `None`. Returns the time
    /// until they must be drawn again.
    pub fn tick(
        &mut self,
        now: f64,
        pace: Option<BoardFrameRate>,
        settings: &Settings,
        library: &Library,
        robot: &dyn Fn(GameKind) -> Player,
    ) -> Option<Duration> {
        for (index, board) in self.boards.iter_mut().enumerate() {
            if board.table.as_ref().is_none_or(|table| {
                let facts = table.facts();
                facts.is_animator_idle && facts.is_over
            }) {
                board.table = new_living_game(board.preset, robot, index as u64 + now as u64);
            }
        }
        let is_still = settings.reduced_motion || settings.speed == Speed::Off;
        let tables = self.boards.iter_mut().filter_map(|board| board.table.as_mut());
        let Some(pace) = pace.filter(|_| !is_still) else {
            tables.for_each(|table| {
                with_game!(table.kind(), |G| table.table_mut::<G>().animator.skip());
            });
            return None;
        };
        let is_waiting = now < self.next_frame;
        if !is_waiting {
            self.next_frame = now + pace.interval().as_secs_f64();
        }
        if pace.is_smooth() || !is_waiting {
            let speed = if pace.is_smooth() { Speed::Normal } else { Speed::Off };
            let settings = Settings { speed, ..settings.clone() };
            // A robot's answer requests no repaint. It waits for the next frame.
            let no_repaint: RepaintSignal = Arc::new(|| {});
            tables.for_each(|table| table.tick(now, &settings, library, &no_repaint));
        }
        Some(Duration::from_secs_f64(self.next_frame - now))
    }

    /// Draws the home screen.
    pub fn ui(
        &mut self,
        offers_lessons: bool,
        unfinished: Option<UnfinishedCard<'_>>,
        recent: &[RecentGame],
        thumbs: &mut ThumbnailCache,
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        let frame = egui::Frame::new().inner_margin(egui::Margin::symmetric(28, 18));
        egui::CentralPanel::default().frame(frame).show(ui, |ui| {
            header_ui(cx, ui);
            ui.add_space(10.0);
            let room = ui.available_size();
            let count = self.boards.len() as f32;
            let max_width = (room.x - BOARD_GAP * (count - 1.0)) / count;
            let side_above = |caption_height: f32| {
                let height = room.y - LOWER_HEIGHT - caption_height - 16.0;
                max_width.min(height).max(MIN_BOARD_SIDE)
            };
            // In a window of small height, the cards stay wide enough for their captions.
            let width = side_above(MIN_CAPTION_HEIGHT).max(max_width.min(CAPTION_WIDTH));
            let captions = self.boards.iter().map(|board| caption(board.name, width, cx, ui));
            let captions: Vec<_> = captions.collect();
            let caption_height = captions.iter().map(Caption::height);
            let caption_height = caption_height.fold(MIN_CAPTION_HEIGHT, f32::max);
            let side = side_above(caption_height);
            let card_height = side + caption_height;
            let row_width = count * width + BOARD_GAP * (count - 1.0);
            let (rect, _) = ui.allocate_exact_size(vec2(room.x, card_height + 4.0), Sense::HOVER);
            let left = rect.center().x - row_width / 2.0;
            for (index, (board, caption)) in self.boards.iter_mut().zip(captions).enumerate() {
                let x = left + index as f32 * (width + BOARD_GAP);
                let card = Rect::from_min_size(pos2(x, rect.top()), vec2(width, card_height));
                game_ui(board, caption, (card, side), cx, ui);
            }
            ui.add_space(10.0);
            lower_ui(offers_lessons, unfinished, recent, thumbs, cx, ui);
        });
    }
}

/// Returns a new game of robots with a preset.
fn new_living_game(
    preset: &str,
    robot: &dyn Fn(GameKind) -> Player,
    seed: u64,
) -> Option<Box<dyn TableScreen>> {
    fn start<G: GameUi>(game: &NewGame) -> Option<Box<dyn TableScreen>> {
        let mut table = Table::new(game.record::<G>().ok()?, false).ok()?;
        table.shares_one_robot = true;
        Some(table.into())
    }
    let rules = rules::preset(preset)?;
    let (kind, robot) = (rules.kind(), robot(rules.kind()));
    let game = NewGame {
        preset: preset.to_owned(),
        players: (0..kind.seats().len() as u8)
            .map(|index| rules.seats().contains(Seat::new(index)).then(|| robot.clone()))
            .collect(),
        rules,
        picks_colour: false,
        seed: Some(Seed::from_number(seed)),
        house_rules: Vec::new(),
        layouts: Vec::new(),
        position: None,
    };
    with_game!(kind, |G| start::<G>(&game))
}

fn header_ui(cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    ui.horizontal(|ui| {
        let name = RichText::new(cx.t("app-name")).font(title_font(theme::HOME));
        let name = ui.label(name.color(cx.theme.on_table));
        ui.add_space(10.0);
        let welcome = cx.t("home-welcome");
        let width = widgets::text_width(ui, &welcome, &FontId::proportional(theme::TITLE));
        if width + at_right::width(ui, "home") + 8.0 < ui.available_width() {
            let colour = theme::fade(cx.theme.on_table, 0.8);
            ui.label(RichText::new(welcome).size(theme::TITLE).color(colour));
        }
        let row = Rect::from_x_y_ranges(ui.max_rect().x_range(), name.rect.y_range());
        notice_room::offer(ui, row, ui.cursor().left());
        let has_words = ui.max_rect().width() >= MIN_WIDTH_WITH_WORDS;
        at_right(ui, "home", |ui, _| {
            for (icon, id, word, command) in [
                (Icon::Learn, "lessons-title", "home-learn", Command::Lesson(LessonCommand::Show)),
                (
                    Icon::People,
                    "together-title",
                    "home-together",
                    Command::Together(TogetherCommand::Show),
                ),
                (Icon::Chart, "records-title", "home-records", Command::ShowRecords),
                (Icon::Puzzle, "puzzles-title", "puzzles-title", Command::ShowPuzzles),
                (Icon::Medal, "tournament-title", "home-tournament", Command::ShowTournament),
                (Icon::Script, "scripts-title", "scripts-title", Command::ShowScripts),
                (
                    Icon::Board,
                    "position-title",
                    "home-positions",
                    Command::Position(PositionCommand::Show),
                ),
                (Icon::Layout, "layout-open", "home-layouts", Command::EditLayout(None)),
                (Icon::Open, "home-open", "home-files", Command::OpenDialog),
                (Icon::Settings, "home-settings", "home-settings", Command::ShowSettings),
            ] {
                let word = Some(word).filter(|_| has_words);
                screen_button_ui(icon, id, word, command, cx, ui);
            }
        });
    });
}

/// Draws a button that opens a screen: an icon, with a word below if there is room.
fn screen_button_ui(
    icon: Icon,
    id: &str,
    word: Option<&str>,
    command: Command,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let name = cx.t(id);
    let word = word.map(|word| cx.t(word));
    let font = FontId::proportional(theme::BODY - 2.0);
    let size = match &word {
        Some(word) => vec2(widgets::text_width(ui, word, &font).max(28.0) + 12.0, 46.0),
        None => Vec2::splat(34.0),
    };
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let is_highlighted = response.hovered() || response.has_focus();
    if is_highlighted {
        ui.painter().rect_filled(rect, theme::CORNER, cx.theme.raised);
    }
    let colour = if is_highlighted { cx.theme.ink } else { cx.theme.on_table };
    let icon_middle = match word {
        Some(_) => pos2(rect.center().x, rect.top() + 16.0),
        None => rect.center(),
    };
    let icon_rect = Rect::from_center_size(icon_middle, Vec2::splat(18.0));
    crate::ui::paint::paint_icon(ui.painter(), icon_rect, icon, colour);
    if let Some(word) = word {
        let pos = pos2(rect.center().x, rect.bottom() - 11.0);
        ui.painter().text(pos, egui::Align2::CENTER_CENTER, word, font, colour);
    }
    widgets::focus_ring(ui, cx.theme, &response, f32::from(theme::CORNER));
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    if response.on_hover_text(name).clicked() {
        cx.send(command);
    }
}

/// The words under a board.
struct Caption {
    title: Arc<Galley>,
    about: Arc<Galley>,
}

impl Caption {
    /// Returns the height of the words with the space around them.
    fn height(&self) -> f32 {
        self.title.size().y + self.about.size().y + 22.0
    }
}

/// Lays out the words under a board for a card of this width.
fn caption(name: &str, width: f32, cx: &ScreenContext<'_>, ui: &Ui) -> Caption {
    let room = width - 16.0;
    let centred = |text: String, font: FontId, colour: Color32| {
        let mut job = LayoutJob::simple(text, font, colour, room);
        job.halign = Align::Center;
        ui.painter().layout_job(job)
    };
    let game = cx.t(&format!("game-{name}"));
    let mut font = title_font(theme::TITLE);
    let title_width = widgets::text_width(ui, &game, &font);
    font.size *= (room / title_width).clamp(0.7, 1.0);
    let font = widgets::fit_font(&game, font, room, ui);
    let about = cx.t(&format!("game-{name}.about"));
    Caption {
        title: centred(game, font, cx.theme.ink),
        about: centred(about, FontId::proportional(theme::BODY - 1.0), cx.theme.quiet),
    }
}

/// Draws the card of a game: a living board above its caption. `card` is the rectangle of the card,
/// and `side` the side of the board. The whole card is a button.
fn game_ui(
    board: &mut LivingBoard,
    caption: Caption,
    (card, side): (Rect, f32),
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let id = ui.scope_id().with(("game", board.name));
    let response = ui.interact(card, id, Sense::click());
    let game = cx.t(&format!("game-{}", board.name));
    let label = cx.tf("home-play", &[("game", game.into())]);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    let is_highlighted = response.hovered() || response.has_focus();
    let lift = ui.ctx().animate_bool_responsive(response.id, is_highlighted);
    let card = card.translate(vec2(0.0, -4.0 * lift));
    let painter = ui.painter();
    painter.add(cx.theme.soft_shadow().as_shape(card, theme::CORNER + 4));
    let stroke = match is_highlighted {
        true => Stroke::new(3.0, cx.theme.accent),
        false => Stroke::new(1.0, cx.theme.hairline),
    };
    let corner = theme::CORNER + 4;
    painter.rect(card, corner, cx.theme.panel, stroke, egui::StrokeKind::Outside);
    let middle = pos2(card.center().x, card.top() + side / 2.0);
    let picture = Rect::from_center_size(middle, Vec2::splat(side)).shrink(8.0);
    if let Some(table) = &mut board.table {
        table.picture_ui(picture, cx, ui);
    }
    let Caption { title, about } = caption;
    let caption_height = card.height() - side;
    let top = card.bottom() - caption_height
        + (caption_height - title.size().y - about.size().y) / 2.0
        - 3.0;
    let below = top + title.size().y;
    painter.galley(pos2(card.center().x, top), title, cx.theme.ink);
    painter.galley(pos2(card.center().x, below), about, cx.theme.quiet);
    if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        // The preset of this game that was played last.
        let presets =
            cards().find(|(_, card)| card.name == board.name).map(|(_, card)| card.presets);
        let latest = cx.settings.setups.latest_of(presets.unwrap_or_default());
        cx.send(Command::NewGame(latest.unwrap_or(board.preset).to_owned()));
    }
}

/// Draws the recent games and, if there is room beside them, the offer of a lesson.
fn lower_ui(
    offers_lessons: bool,
    unfinished: Option<UnfinishedCard<'_>>,
    recent: &[RecentGame],
    thumbs: &mut ThumbnailCache,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    // In a narrow window, an unfinished game needs the room.
    let has_room = unfinished.is_none() || ui.available_width() > OFFER_BESIDE_GAME_ABOVE;
    ui.horizontal_top(|ui| {
        // Both cards are as high as the higher one was in the last frame.
        let id = ui.scope_id().with("height of the cards");
        let card_height: f32 = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        let mut height = 0.0_f32;
        if offers_lessons && has_room {
            cx.theme.card().show(ui, |ui| {
                ui.set_width(250.0);
                ui.set_min_height(card_height);
                height = ui.vertical(|ui| offer_ui(cx, ui)).response.rect.height();
            });
        }
        cx.theme.card().show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.set_min_height(card_height);
            let content = ui.vertical(|ui| recent_ui(unfinished, recent, thumbs, cx, ui));
            height = height.max(content.response.rect.height());
        });
        if height != card_height {
            ui.data_mut(|data| data.insert_temp(id, height));
            ui.ctx().request_discard("the cards have another height");
        }
    });
}

/// Draws the offer of a lesson.
fn offer_ui(cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    ui.label(RichText::new(cx.t("home-offer")).size(theme::HEAD).strong());
    ui.label(RichText::new(cx.t("home-offer-about")).color(cx.theme.quiet));
    ui.horizontal(|ui| {
        if cx.theme.primary_ui(ui, cx.t("home-offer-yes")).clicked() {
            cx.send(Command::Lesson(LessonCommand::Show));
        }
        if ui.button(cx.t("home-offer-no")).clicked() {
            cx.send(Command::Lesson(LessonCommand::Decline));
        }
    });
}
