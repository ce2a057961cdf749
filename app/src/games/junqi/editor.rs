//! The layout editor: one army's land, the unplaced pieces, and a collection of layouts.

mod collection;
mod history;
mod land;
pub(super) mod moving;
pub(super) mod paint;
mod unplaced;
pub mod words;

use std::path::PathBuf;

use egui::{Context, Key, Modifiers, Rect, RichText, Ui, vec2};
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::Draft;
use qipan_core::games::junqi::layout_prior::random_layout;
use qipan_core::games::junqi::layouts::{SHIPPED, ShippedLayout};

use crate::command::{Command, GameCommand};
use crate::games::junqi::drawing::JunqiPicture;
use crate::games::{Editor, EditorResult, LayoutChoice};
use crate::model::i18n::I18n;
use crate::model::storage::{BrokenItem, NamedItemError, NamedLayout, SavedItem, Storage};
use crate::ui::context::ScreenContext;
use crate::ui::theme::BODY;
use crate::ui::title::title_ui;
use crate::ui::widgets::within;
use collection::{CollectionTab, LayoutQuestion};
use history::History;
use moving::PieceMover;

/// A command of the layout editor.
#[derive(Clone, Debug, PartialEq)]
pub enum LayoutCommand {
    /// Mirror the layout: exchange left and right.
    Mirror,
    /// Fill in a random layout, drawn from the layout prior.
    Random,
    /// Take all pieces off the board.
    Clear,
    /// Undo the last change.
    Undo,
    /// Redo the change that was undone last.
    Redo,
    /// Copy the layout to the clipboard as a line of letters.
    Copy,
    /// Request the contents of the clipboard from the system.
    RequestPaste,
    /// Read the layout from a line of letters or codes.
    Paste(String),
    /// Load another layout: its name, its file if it is the player's own, its pieces.
    Load(String, Option<PathBuf>, Draft),
    /// Save under the name in the field. Ask first if another layout has that name.
    Save,
    /// Save under the name in the field, replacing any layout of that name.
    Replace,
    /// Ask for a new name for the player's open layout.
    AskRename,
    /// Give the player's open layout this name.
    Rename(String),
    /// Ask whether to delete the player's open layout.
    AskDelete,
    /// Delete the file of the player's open layout. The pieces stay on the board.
    Delete,
    /// Dismiss the open question.
    DismissQuestion,
    /// Finish: return the layout if one was asked for, else leave the editor.
    Done,
}

/// The message under the board.
#[derive(Clone, Debug, PartialEq)]
enum EditorMessage {
    /// A text without arguments, by its id.
    Text(&'static str),
    /// A text about a layout: the id of the text and the name of the layout.
    Named(&'static str, String),
    /// The line that was copied.
    Copied(String),
    /// The number of missing pieces.
    Incomplete(usize),
    /// The plan of a shipped layout, by its index.
    Plan(usize),
    /// The reason why a piece cannot go to a cell.
    Refused(moving::Refusal),
    /// The reason why a line is not a layout.
    BadLine(qipan_core::games::junqi::LayoutError),
    /// The objection of a house rule.
    Objection(String),
    /// An error about a saved layout, with the path of the file that could not be deleted. After a
    /// failed save or rename, the path is empty.
    FileError(PathBuf, NamedItemError),
}

impl EditorMessage {
    fn is_error(&self) -> bool {
        matches!(
            self,
            Self::Incomplete(_)
                | Self::Refused(_)
                | Self::BadLine(_)
                | Self::Objection(_)
                | Self::FileError(..)
        )
    }

    fn text(&self, i18n: &I18n) -> String {
        match self {
            Self::Text(id) => i18n.t(id),
            Self::Named(id, name) => i18n.tf(id, &[("name", name.as_str().into())]),
            Self::Copied(line) => i18n.tf("layout-said-copied", &[("line", line.as_str().into())]),
            Self::Incomplete(count) => {
                i18n.tf("layout-said-incomplete", &[("count", (*count).into())])
            }
            Self::Plan(index) => words::shipped_plan(i18n, &SHIPPED[*index]),
            Self::Refused(refusal) => refusal.text(i18n),
            Self::BadLine(error) => {
                let why = words::error(i18n, error);
                i18n.tf("layout-said-bad-line", &[("why", why.into())])
            }
            Self::Objection(why) => why.clone(),
            Self::FileError(path, error) => words::file_error(i18n, path, error),
        }
    }
}

/// The editor: the board with its history, the held piece, and the layouts to load.
#[derive(Debug, Default)]
pub struct LayoutEditor {
    history: History,
    moving: PieceMover,
    message: Option<EditorMessage>,
    /// The text in the name field.
    name: String,
    /// The player's open layout: its file, its name, and the pieces as saved.
    open: Option<SavedItem<NamedLayout>>,
    own: Vec<SavedItem<NamedLayout>>,
    bad_files: Vec<BrokenItem>,
    tab: CollectionTab,
    question: Option<LayoutQuestion>,
    /// The seat for which a layout was requested, if any.
    seat: Option<Seat>,
    picture: JunqiPicture,
    /// The draft that was saved last. An editor that opens with an empty board restores it.
    saved_draft: Draft,
}

impl From<LayoutCommand> for Command {
    fn from(command: LayoutCommand) -> Self {
        Self::Layout(GameCommand::new(command))
    }
}

impl Editor for LayoutEditor {
    /// Keeps the pieces on the board. An empty board gets the saved draft.
    fn open(&mut self, seat: Option<Seat>, storage: &Storage) {
        if self.draft().is_empty()
            && let Some(NamedLayout { name, draft }) = storage.load_draft()
        {
            self.name = name;
            self.saved_draft = draft;
            self.history = History::starting_with(draft);
        }
        self.seat = seat;
        self.message = None;
        self.moving = PieceMover::default();
        self.question = None;
        self.reload_layouts(storage);
    }

    /// Replaces the draft. The change can be undone.
    fn show(&mut self, layout: &str) {
        if let Ok(draft) = layout.parse() {
            self.history.set(draft);
        }
    }

    fn ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        self.layout_ui(cx, ui);
    }

    fn keys(&self) -> Vec<(Modifiers, Key, GameCommand)> {
        let ctrl = Modifiers::COMMAND;
        let keys = [
            (ctrl | Modifiers::SHIFT, Key::Z, LayoutCommand::Redo),
            (ctrl, Key::Z, LayoutCommand::Undo),
            (ctrl, Key::Y, LayoutCommand::Redo),
            (ctrl, Key::S, LayoutCommand::Save),
            (ctrl, Key::Enter, LayoutCommand::Done),
        ];
        keys.map(|(modifiers, key, command)| (modifiers, key, GameCommand::new(command))).into()
    }

    fn carry_out(
        &mut self,
        command: &GameCommand,
        storage: &Storage,
        ctx: &Context,
    ) -> Option<EditorResult> {
        self.apply(command.get::<LayoutCommand>()?.clone(), storage, ctx)
    }

    fn cancel(&mut self) -> bool {
        let had_question = self.question.take().is_some();
        let had_piece = self.moving.clear_held();
        had_question || had_piece
    }

    fn show_objection(&mut self, objection: String) {
        self.message = Some(EditorMessage::Objection(objection));
    }

    fn save_draft(&mut self, storage: &Storage) {
        let draft = self.draft();
        if draft != self.saved_draft {
            self.saved_draft = draft;
            if let Err(error) = storage.save_draft(&self.named_layout()) {
                self.message =
                    Some(EditorMessage::FileError(PathBuf::new(), NamedItemError::File(error)));
            }
        }
    }

    fn shipped(&self, i18n: &I18n) -> Vec<LayoutChoice> {
        let choice = |shipped: &ShippedLayout| LayoutChoice {
            title: words::shipped_name(i18n, shipped),
            about: words::shipped_plan(i18n, shipped),
            layout: shipped.layout().to_string(),
        };
        SHIPPED.iter().map(choice).collect()
    }

    fn own(&self, storage: &Storage) -> Vec<LayoutChoice> {
        let choice = |own: SavedItem<NamedLayout>| {
            let layout = own.draft.layout()?.to_string();
            Some(LayoutChoice { title: own.item.name, about: String::new(), layout })
        };
        let (layouts, _bad_files) = storage.list();
        layouts.into_iter().filter_map(choice).collect()
    }
}

impl LayoutEditor {
    /// Returns the pieces on the board.
    pub fn draft(&self) -> Draft {
        self.history.current()
    }

    /// Returns the seat for which a layout was requested, if any.
    pub const fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// Returns the name of the player's open layout, if the board equals its saved pieces.
    pub fn saved_name(&self) -> Option<&str> {
        self.open.as_ref().filter(|_| !self.is_changed()).map(|open| open.name.as_str())
    }

    /// Returns the player's own layouts.
    pub fn own(&self) -> &[SavedItem<NamedLayout>] {
        &self.own
    }

    /// Reads the folder of own layouts again.
    fn reload_layouts(&mut self, storage: &Storage) {
        (self.own, self.bad_files) = storage.list();
    }

    /// Carries out a command. Returns the result when the player is done, or `None` while the
    /// editor stays open.
    fn apply(
        &mut self,
        command: LayoutCommand,
        storage: &Storage,
        ctx: &Context,
    ) -> Option<EditorResult> {
        self.moving.clear_held();
        let before = self.draft();
        let message = match command {
            LayoutCommand::Mirror => {
                self.history.set(before.mirrored());
                EditorMessage::Text("layout-said-mirror")
            }
            LayoutCommand::Random => {
                self.history.set(random_layout(&mut rand::rng()).into());
                EditorMessage::Text("layout-said-random")
            }
            LayoutCommand::Clear => {
                self.history.set(Draft::default());
                EditorMessage::Text("layout-said-clear")
            }
            LayoutCommand::Undo if self.history.undo() => EditorMessage::Text("layout-said-undo"),
            LayoutCommand::Undo => EditorMessage::Text("layout-said-no-undo"),
            LayoutCommand::Redo if self.history.redo() => EditorMessage::Text("layout-said-redo"),
            LayoutCommand::Redo => EditorMessage::Text("layout-said-no-redo"),
            LayoutCommand::Copy => {
                ctx.copy_text(before.to_string());
                EditorMessage::Copied(before.to_string())
            }
            LayoutCommand::RequestPaste => {
                ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste);
                return None;
            }
            LayoutCommand::Paste(line) => self.paste(&line),
            LayoutCommand::Load(name, file, draft) => self.load(name, file, draft),
            LayoutCommand::Done => return self.finish(),
            command => self.apply_file_command(command, storage)?,
        };
        self.message = Some(message);
        None
    }

    /// Carries out a command about a file or the open question. Returns the new message, or `None`
    /// if the message does not change.
    fn apply_file_command(
        &mut self,
        command: LayoutCommand,
        storage: &Storage,
    ) -> Option<EditorMessage> {
        let question = self.question.take();
        let open = self.open.clone();
        match (command, open) {
            (LayoutCommand::Save, open) => {
                let replaces_itself = open.is_some_and(|open| open.name == self.name.trim());
                self.save(replaces_itself, storage)
            }
            (LayoutCommand::Replace, _) => self.save(true, storage),
            (LayoutCommand::AskRename, Some(open)) => {
                self.question = Some(LayoutQuestion::Rename(open.item.name, true));
                None
            }
            (LayoutCommand::Rename(name), Some(open)) => {
                let renamed = storage.rename::<NamedLayout>(&open.path, &name);
                self.reload_layouts(storage);
                match renamed {
                    Ok(path) => {
                        self.reopen(path);
                        Some(EditorMessage::Named("layout-said-renamed", self.name.clone()))
                    }
                    Err(error) => {
                        self.question = question;
                        Some(EditorMessage::FileError(PathBuf::new(), error))
                    }
                }
            }
            (LayoutCommand::AskDelete, Some(open)) => {
                self.question = Some(LayoutQuestion::Delete(open.item.name));
                None
            }
            (LayoutCommand::Delete, Some(open)) => {
                let deleted = storage.delete(&open.path);
                self.reload_layouts(storage);
                Some(match deleted {
                    Ok(()) => {
                        self.open = None;
                        EditorMessage::Named("layout-said-deleted", open.item.name)
                    }
                    Err(error) => EditorMessage::FileError(open.path, error),
                })
            }
            _ => None,
        }
    }

    /// Returns the draft together with the name in the name field.
    fn named_layout(&self) -> NamedLayout {
        NamedLayout { name: self.name.clone(), draft: self.draft() }
    }

    /// Saves under the name in the field. Without `replace`, asks before replacing a layout.
    fn save(&mut self, replace: bool, storage: &Storage) -> Option<EditorMessage> {
        match storage.save(&self.named_layout(), replace) {
            Ok(path) => {
                self.reload_layouts(storage);
                self.reopen(path);
                self.tab = CollectionTab::Own;
                Some(EditorMessage::Named("layout-said-saved", self.name.clone()))
            }
            Err(NamedItemError::Exists(name)) => {
                self.question = Some(LayoutQuestion::Replace(name));
                None
            }
            Err(error) => Some(EditorMessage::FileError(PathBuf::new(), error)),
        }
    }

    /// Makes the layout in this file the open one.
    fn reopen(&mut self, path: PathBuf) {
        self.open = self.own.iter().find(|own| own.path == path).cloned();
        if let Some(open) = &self.open {
            self.name.clone_from(&open.name);
        }
    }

    /// Puts a layout on the board, and opens its file if it is one of the player's own.
    fn load(&mut self, name: String, file: Option<PathBuf>, draft: Draft) -> EditorMessage {
        self.history.set(draft);
        self.open = self.own.iter().find(|own| Some(&own.path) == file.as_ref()).cloned();
        self.name = if self.open.is_some() { name.clone() } else { String::new() };
        let shipped = SHIPPED.iter().position(|shipped| Draft::from(shipped.layout()) == draft);
        match shipped.filter(|_| self.open.is_none()) {
            Some(index) => EditorMessage::Plan(index),
            None => EditorMessage::Named("layout-said-loaded", name),
        }
    }

    fn paste(&mut self, line: &str) -> EditorMessage {
        match line.parse() {
            Ok(draft) => {
                self.history.set(draft);
                EditorMessage::Text("layout-said-pasted")
            }
            Err(error) => EditorMessage::BadLine(error),
        }
    }

    /// Returns the result. If a seat needs a complete layout and pieces are missing, shows a
    /// message and returns `None`.
    fn finish(&mut self) -> Option<EditorResult> {
        let layout = self.draft().layout();
        if self.seat.is_some() && layout.is_none() {
            let missing = PIECES - self.draft().placed().count();
            self.message = Some(EditorMessage::Incomplete(missing));
            return None;
        }
        let name = self.saved_name().map(str::to_owned);
        Some(EditorResult {
            seat: self.seat,
            layout: layout.map(|layout| layout.to_string()),
            name,
        })
    }

    /// Returns true if the board differs from the open layout. Without an open layout, returns true
    /// if the board is not empty.
    fn is_changed(&self) -> bool {
        match &self.open {
            Some(open) => open.draft != self.draft(),
            None => !self.draft().is_empty(),
        }
    }

    /// Draws the editor over all of `ui`.
    fn layout_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let full = ui.max_rect().shrink2(vec2(20.0, 14.0));
        let width = full.width().min(MAX_WIDTH);
        let area = Rect::from_center_size(full.center(), vec2(width, full.height()));
        let bar = area.with_max_y(area.top() + 36.0);
        let body = area.with_min_y(bar.bottom() + 10.0);
        let column_width = (body.width() * 0.245).clamp(250.0, 360.0);
        let collection = body.with_max_x(body.left() + column_width);
        let side = body.with_min_x(body.right() - column_width);
        let land_x = collection.right() + 14.0..=side.left() - 14.0;
        let land = Rect::from_x_y_ranges(land_x, body.y_range());
        within(ui, bar, |ui| {
            title_ui("layout-title", cx, ui, |cx, ui| self.state_ui(cx, ui));
        });
        within(ui, land, |ui| self.land_ui(cx, ui));
        within(ui, side, |ui| self.side_ui(cx, ui));
        within(ui, collection, |ui| self.collection_ui(cx, ui));
        self.dragged_piece_ui(cx, ui);
        if self.question.is_some() {
            self.question_ui(cx, ui.ctx());
        } else if !ui.ctx().text_edit_focused() {
            self.handle_keys(cx, ui);
        }
    }

    /// Draws the layout's name and its state next to the title.
    fn state_ui(&self, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let state = match (&self.open, self.is_changed()) {
            (Some(open), false) => open.name.clone(),
            (Some(open), true) => format!("{} · {}", open.name, cx.t("layout-changed")),
            (None, true) => {
                let draft = self.draft();
                let mut all = SHIPPED.iter();
                let shipped = all.find(|shipped| Draft::from(shipped.layout()) == draft);
                shipped.map_or_else(
                    || cx.t("layout-unnamed"),
                    |shipped| words::shipped_name(cx.i18n, shipped),
                )
            }
            (None, false) => String::new(),
        };
        ui.label(RichText::new(state).size(BODY).color(cx.theme.on_table));
    }
}

/// The maximum width of the editor, in points.
const MAX_WIDTH: f32 = 1720.0;

/// The number of pieces in an army.
const PIECES: usize = 25;
