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
use crate::ui::thumbs::Thumbs;
use crate::ui::title::title_ui;
use crate::ui::widgets::{self, within};

pub(crate) use report::sentence;

/// The space around the page and between its parts.
const GAP: f32 = 16.0;
/// The width of the details of one game.
const DETAIL: f32 = 340.0;
/// The maximum width of the page.
const WIDEST: f32 = 1680.0;

/// A task that runs in the background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CollectionTask {
    /// The folder is being read: files done, files in all.
    Reading(usize, usize),
    /// Games are being imported: files done, files in all.
    Bringing(usize, usize),
    /// Files are being moved to the trash.
    Deleting,
}

/// The state of the collection page.
#[derive(Debug, Default)]
pub struct CollectionPage {
    files: Vec<CollectedGame>,
    /// The searchable words of each file, in the language `told_in`.
    texts: Vec<String>,
    told_in: Option<Lang>,
    query: Query,
    /// The indices of the files that match the query, in order.
    picked: Vec<usize>,
    /// The chosen files.
    chosen: BTreeSet<PathBuf>,
    /// The current file: the last one chosen. The details describe it, and the arrow keys start
    /// from it.
    at: Option<PathBuf>,
    working: Option<CollectionTask>,
    /// True once the folder has been read.
    is_read: bool,
    /// The row to choose after the current file was removed.
    gap: Option<usize>,
    report: Option<ImportResult>,
    /// True if the current row must be scrolled into sight.
    reveal: bool,
    /// True if the search field must take the focus.
    find: bool,
    /// The number of rows visible at once.
    in_sight: usize,
}

impl CollectionPage {
    /// Replaces the files. Those that were chosen and still exist stay chosen.
    pub fn set(&mut self, mut files: Vec<CollectedGame>) {
        files.retain(|file| file.found != Err(SummaryError::Other));
        let there: BTreeSet<&PathBuf> = files.iter().map(|file| &file.path).collect();
        if self.at.as_ref().is_some_and(|at| !there.contains(at)) {
            let above = self.shown().take(self.row().unwrap_or(0));
            self.gap = Some(above.filter(|file| there.contains(&file.path)).count());
            self.at = None;
        }
        self.chosen.retain(|path| there.contains(path));
        self.files = files;
        self.told_in = None;
        self.is_read = true;
    }

    /// Drops the files, which are read again when the page comes back. The query and the choice
    /// stay.
    pub fn put_away(&mut self) {
        if self.is_read {
            self.is_read = false;
            self.told_in = None;
            (self.files, self.texts, self.picked) = Default::default();
        }
    }

    /// Sets the background task.
    pub fn set_task(&mut self, working: Option<CollectionTask>) {
        self.working = working;
    }

    /// Returns the background task.
    pub const fn working(&self) -> Option<CollectionTask> {
        self.working
    }

    /// Reports the result of an import.
    pub fn tell(&mut self, brought: ImportResult) {
        self.report.get_or_insert_default().add(brought);
    }

    /// Moves the focus to the search field.
    pub fn find(&mut self) {
        self.find = true;
    }

    /// Closes the open report, or clears the search words. Returns true if there was anything to
    /// close or clear.
    pub fn release(&mut self) -> bool {
        if self.report.take().is_some() {
            return true;
        }
        let words = std::mem::take(&mut self.query.text);
        if !words.is_empty() {
            self.told_in = None;
        }
        !words.is_empty()
    }

    /// Returns true if a dialog is open that takes the keyboard.
    pub const fn is_asking(&self) -> bool {
        self.report.is_some()
    }

    /// Returns the chosen files, or the current file if none is chosen.
    pub fn chosen(&self) -> Vec<PathBuf> {
        match self.chosen.is_empty() {
            true => self.at.iter().cloned().collect(),
            false => self.chosen.iter().cloned().collect(),
        }
    }

    /// Returns the current file.
    pub fn current(&self) -> Option<&CollectedGame> {
        let at = self.at.as_ref()?;
        self.files.iter().find(|file| file.path == *at)
    }

    /// Returns the query.
    pub const fn query(&self) -> &Query {
        &self.query
    }

    /// Returns the files shown, in order.
    pub fn shown(&self) -> impl Iterator<Item = &CollectedGame> {
        self.picked.iter().filter_map(|index| self.files.get(*index))
    }

    /// Chooses a single file.
    pub fn choose(&mut self, path: &Path) {
        self.chosen = BTreeSet::from([path.to_owned()]);
        self.at = Some(path.to_owned());
        self.reveal = true;
    }

    /// Chooses the file `by` rows further down.
    pub fn move_by(&mut self, by: i32) {
        let last = self.picked.len().saturating_sub(1);
        // A page is the number of visible rows, less one.
        let page = self.in_sight.saturating_sub(1).max(1) as i32;
        let by = match by {
            CollectionCommand::PAGE => page,
            by if by == -CollectionCommand::PAGE => -page,
            by => by,
        };
        let to = match self.row() {
            Some(row) => row.saturating_add_signed(by as isize).min(last),
            None => 0,
        };
        if let Some(path) = self.path_of(to) {
            self.choose(&path);
        }
    }

    /// Returns the row of the current file.
    fn row(&self) -> Option<usize> {
        let at = self.at.as_ref()?;
        self.picked.iter().position(|index| self.files.get(*index).is_some_and(|f| f.path == *at))
    }

    fn path_of(&self, row: usize) -> Option<PathBuf> {
        Some(self.files.get(*self.picked.get(row)?)?.path.clone())
    }

    /// Adds a file to the choice, or removes it.
    fn toggle(&mut self, path: &Path) {
        if !self.chosen.remove(path) {
            self.chosen.insert(path.to_owned());
        }
        self.at = Some(path.to_owned());
    }

    /// Chooses all files from the current one to this row.
    fn extend_to(&mut self, row: usize) {
        let from = self.row().unwrap_or(row);
        let range = from.min(row)..=from.max(row);
        self.chosen = range.filter_map(|row| self.path_of(row)).collect();
    }

    /// Applies the query to the files.
    fn pick(&mut self, cx: &ScreenContext<'_>) {
        let files: Vec<&CollectedGame> = self.files.iter().collect();
        if self.told_in != Some(cx.i18n.lang()) {
            let game = |preset: &str| words::game(cx.i18n, preset);
            self.texts = files.iter().map(|file| file.searchable(&game)).collect();
            self.told_in = Some(cx.i18n.lang());
        }
        self.picked = self.query.pick(&files, &self.texts);
        if self.is_read && self.row().is_none() {
            self.at = None;
            self.chosen.clear();
            // The row that took the place of the removed file.
            let row = self.gap.take().unwrap_or(0).min(self.picked.len().saturating_sub(1));
            if let Some(path) = self.path_of(row) {
                self.choose(&path);
            }
        }
    }

    /// Draws the page over the whole of `ui`.
    pub fn ui(&mut self, thumbs: &mut Thumbs, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        if self.told_in != Some(cx.i18n.lang()) {
            self.pick(cx);
        }
        let full = ui.max_rect().shrink2(vec2(20.0, GAP));
        let area =
            Rect::from_center_size(full.center(), vec2(full.width().min(WIDEST), full.height()));
        let bar = area.with_max_y(area.top() + 36.0);
        within(ui, bar, |ui| title_ui("collection-title", cx, ui, about_ui));
        within(ui, bar, |ui| tops_ui(cx, ui));
        let body = area.with_min_y(bar.bottom() + 12.0);
        let tools = widgets::CONTROL_HEIGHT + 28.0;
        let high = if body.width() < tools::NARROW {
            tools + widgets::CONTROL_HEIGHT + 8.0
        } else {
            tools
        };
        let tools = body.with_max_y(body.top() + high);
        if within(ui, tools, |ui| self.tools_ui(cx, ui)) {
            self.pick(cx);
            self.reveal = true;
        }
        let body = body.with_min_y(tools.bottom() + 10.0);
        let detail = if body.width() > 760.0 { DETAIL } else { 0.0 };
        let list = body.with_max_x(body.right() - detail - if detail > 0.0 { GAP } else { 0.0 });
        within(ui, list, |ui| self.list_ui(thumbs, cx, ui));
        if detail > 0.0 {
            let rect = body.with_min_x(body.right() - detail);
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

/// Draws the buttons for the whole collection, on the right of the title.
fn tops_ui(cx: &mut ScreenContext<'_>, ui: &mut Ui) {
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
