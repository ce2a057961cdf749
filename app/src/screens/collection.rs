//! The collection: all saved games with thumbnails, searched, filtered and sorted.

mod detail;
mod list;
mod report;
mod tools;
pub mod words;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use egui::{Rect, RichText, Ui, vec2};

use crate::command::{CollectionCommand, Command};
use crate::model::collection::{CollectedGame, ImportResult, Query};
use crate::model::i18n::Lang;
use crate::model::storage::SummaryError;
use crate::ui::at_right::at_right;
use crate::ui::context::ScreenContext;
use crate::ui::theme::{BODY, fade};
use crate::ui::thumbs::ThumbnailCache;
use crate::ui::title::title_ui;
use crate::ui::widgets::{self, within};

pub(crate) use report::added_games_text;

/// The space around the page and between its parts.
const GAP: f32 = 16.0;
/// The width of the details of one game.
const DETAIL_WIDTH: f32 = 340.0;
/// The page width above which the details fit beside the list.
const MIN_WIDTH_WITH_DETAILS: f32 = 760.0;
/// The maximum width of the page.
const MAX_WIDTH: f32 = 1680.0;

/// A task that runs in the background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CollectionTask {
    /// The folder is being read: files done, files in all.
    Reading(usize, usize),
    /// Games are being imported: files done, files in all.
    Importing(usize, usize),
    /// Files are being moved to the trash.
    Deleting,
}

/// The state of the collection page.
#[derive(Debug, Default)]
pub struct CollectionPage {
    files: Vec<CollectedGame>,
    /// The searchable words of each file, in `texts_language`.
    texts: Vec<String>,
    texts_language: Option<Lang>,
    query: Query,
    /// The indices of the files that match the query, in order.
    matches: Vec<usize>,
    /// The selected files.
    chosen: BTreeSet<PathBuf>,
    /// The path of the current file: the last one selected. The details describe it, and the
    /// arrow keys start from it.
    current_path: Option<PathBuf>,
    task: Option<CollectionTask>,
    /// True once the folder has been read.
    is_read: bool,
    /// The row of the current file before it was removed. The file that moves into this row is
    /// selected.
    removed_row: Option<usize>,
    report: Option<ImportResult>,
    /// True if the current row must be scrolled into view.
    must_reveal_current: bool,
    /// True if the search field must take the focus.
    must_focus_search: bool,
    /// The number of rows visible at once.
    visible_rows: usize,
}

impl CollectionPage {
    /// Replaces the files. Those that were selected and still exist stay selected.
    pub fn set_files(&mut self, mut files: Vec<CollectedGame>) {
        files.retain(|file| file.summary != Err(SummaryError::OtherFormat));
        let paths: BTreeSet<&PathBuf> = files.iter().map(|file| &file.path).collect();
        if self.current_path.as_ref().is_some_and(|current_path| !paths.contains(current_path)) {
            let files_above = self.matching_files().take(self.row().unwrap_or(0));
            self.removed_row = Some(files_above.filter(|file| paths.contains(&file.path)).count());
            self.current_path = None;
        }
        self.chosen.retain(|path| paths.contains(path));
        self.files = files;
        self.texts_language = None;
        self.is_read = true;
    }

    /// Drops the files, which are read again when the page is opened again. The query and the
    /// selection stay.
    pub fn unload(&mut self) {
        if self.is_read {
            self.is_read = false;
            self.texts_language = None;
            (self.files, self.texts, self.matches) = Default::default();
        }
    }

    /// Sets the background task.
    pub fn set_task(&mut self, task: Option<CollectionTask>) {
        self.task = task;
    }

    /// Returns the background task.
    pub const fn task(&self) -> Option<CollectionTask> {
        self.task
    }

    /// Reports the result of an import.
    pub fn report_import(&mut self, result: ImportResult) {
        self.report.get_or_insert_default().add(result);
    }

    /// Moves the focus to the search field.
    pub fn focus_search(&mut self) {
        self.must_focus_search = true;
    }

    /// Closes the open report, or clears the search words. Returns true if there was anything to
    /// close or clear.
    pub fn cancel(&mut self) -> bool {
        if self.report.take().is_some() {
            return true;
        }
        let words = std::mem::take(&mut self.query.text);
        if !words.is_empty() {
            self.texts_language = None;
        }
        !words.is_empty()
    }

    /// Returns true if a dialog is open that takes the keyboard.
    pub const fn is_asking(&self) -> bool {
        self.report.is_some()
    }

    /// Returns the paths of the selected files, or of the current file if none is selected.
    pub fn chosen(&self) -> Vec<PathBuf> {
        match self.chosen.is_empty() {
            true => self.current_path.iter().cloned().collect(),
            false => self.chosen.iter().cloned().collect(),
        }
    }

    /// Returns the current file.
    pub fn current(&self) -> Option<&CollectedGame> {
        let current_path = self.current_path.as_ref()?;
        self.files.iter().find(|file| file.path == *current_path)
    }

    /// Returns the query.
    pub const fn query(&self) -> &Query {
        &self.query
    }

    /// Returns the files that match the query, in order.
    pub fn matching_files(&self) -> impl Iterator<Item = &CollectedGame> {
        self.matches.iter().filter_map(|index| self.files.get(*index))
    }

    /// Selects a single file and makes it the current one.
    pub fn choose(&mut self, path: &Path) {
        self.chosen = BTreeSet::from([path.to_owned()]);
        self.current_path = Some(path.to_owned());
        self.must_reveal_current = true;
    }

    /// Selects the file that is `rows` further down the list, or further up if negative.
    /// `CollectionCommand::PAGE` stands for a page.
    pub fn move_by(&mut self, rows: i32) {
        let last = self.matches.len().saturating_sub(1);
        // One row of the old page stays visible.
        let page = self.visible_rows.saturating_sub(1).max(1) as i32;
        let rows = match rows {
            CollectionCommand::PAGE => page,
            rows if rows == -CollectionCommand::PAGE => -page,
            rows => rows,
        };
        let target = match self.row() {
            Some(row) => row.saturating_add_signed(rows as isize).min(last),
            None => 0,
        };
        if let Some(path) = self.path_of(target) {
            self.choose(&path);
        }
    }

    /// Returns the row of the current file.
    fn row(&self) -> Option<usize> {
        let current_path = self.current_path.as_ref()?;
        self.matches
            .iter()
            .position(|index| self.files.get(*index).is_some_and(|f| f.path == *current_path))
    }

    fn path_of(&self, row: usize) -> Option<PathBuf> {
        Some(self.files.get(*self.matches.get(row)?)?.path.clone())
    }

    /// Adds a file to the selection, or removes it.
    fn toggle(&mut self, path: &Path) {
        if !self.chosen.remove(path) {
            self.chosen.insert(path.to_owned());
        }
        self.current_path = Some(path.to_owned());
    }

    /// Selects all files from the current one to this row.
    fn extend_to(&mut self, row: usize) {
        let from = self.row().unwrap_or(row);
        let range = from.min(row)..=from.max(row);
        self.chosen = range.filter_map(|row| self.path_of(row)).collect();
    }

    /// Applies the query to the files. If the current file does not match, selects the first match.
    /// If the current file was removed, selects the file that is now in its row.
    fn apply_query(&mut self, cx: &ScreenContext<'_>) {
        let files: Vec<&CollectedGame> = self.files.iter().collect();
        if self.texts_language != Some(cx.i18n.lang()) {
            let game_name = |preset: &str| words::game(cx.i18n, preset);
            self.texts = files.iter().map(|file| file.searchable_text(&game_name)).collect();
            self.texts_language = Some(cx.i18n.lang());
        }
        self.matches = self.query.pick(&files, &self.texts);
        if self.is_read && self.row().is_none() {
            self.current_path = None;
            self.chosen.clear();
            let row =
                self.removed_row.take().unwrap_or(0).min(self.matches.len().saturating_sub(1));
            if let Some(path) = self.path_of(row) {
                self.choose(&path);
            }
        }
    }

    /// Draws the page over the whole of `ui`.
    pub fn ui(&mut self, thumbs: &mut ThumbnailCache, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        if self.texts_language != Some(cx.i18n.lang()) {
            self.apply_query(cx);
        }
        let full = ui.max_rect().shrink2(vec2(20.0, GAP));
        let area =
            Rect::from_center_size(full.center(), vec2(full.width().min(MAX_WIDTH), full.height()));
        let bar = area.with_max_y(area.top() + 36.0);
        within(ui, bar, |ui| title_ui("collection-title", cx, ui, about_ui));
        within(ui, bar, |ui| header_buttons_ui(cx, ui));
        let body = area.with_min_y(bar.bottom() + 12.0);
        let one_row = widgets::CONTROL_HEIGHT + 28.0;
        let tools_height = if body.width() < tools::TWO_ROWS_BELOW {
            one_row + widgets::CONTROL_HEIGHT + 8.0
        } else {
            one_row
        };
        let tools = body.with_max_y(body.top() + tools_height);
        if within(ui, tools, |ui| self.tools_ui(cx, ui)) {
            self.apply_query(cx);
            self.must_reveal_current = true;
        }
        let body = body.with_min_y(tools.bottom() + 10.0);
        let detail_width = if body.width() > MIN_WIDTH_WITH_DETAILS { DETAIL_WIDTH } else { 0.0 };
        let gap = if detail_width > 0.0 { GAP } else { 0.0 };
        let list = body.with_max_x(body.right() - detail_width - gap);
        within(ui, list, |ui| self.list_ui(thumbs, cx, ui));
        if detail_width > 0.0 {
            let rect = body.with_min_x(body.right() - detail_width);
            within(ui, rect, |ui| self.detail_ui(thumbs, cx, ui));
        }
        if let Some(report) = &self.report
            && report::report_ui(report, cx, ui.ctx())
        {
            self.report = None;
        }
    }
}

/// Draws the purpose of the screen, beside its title.
fn about_ui(cx: &ScreenContext<'_>, ui: &mut Ui) {
    ui.add_space(8.0);
    let about = RichText::new(cx.t("collection-title.about")).size(BODY - 1.0);
    let about = about.color(fade(cx.theme.on_table, 0.8));
    // Room for the buttons on the right.
    let room = (ui.available_width() - 300.0).max(0.0);
    ui.allocate_ui(vec2(room, 20.0), |ui| ui.add(egui::Label::new(about).truncate()));
}

/// Draws the buttons that act on the whole collection, at the right end of the title row.
fn header_buttons_ui(cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    ui.horizontal_centered(|ui| {
        at_right(ui, "collection", |ui, _| {
            if ui.button(cx.t("home-open")).clicked() {
                cx.send(Command::OpenDialog);
            }
            let add = ui.button(cx.t("collection-add"));
            if add.on_hover_text(cx.t("collection-add.about")).clicked() {
                cx.send(Command::Collection(CollectionCommand::AskAdd));
            }
        });
    });
}
