//! File dialogs: the system's dialog, or a path box if there is none.

use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context as TaskContext, Poll, Wake, Waker};
use std::time::{Duration, Instant};

use egui::{Context, Id, Key, Modal, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo};

use crate::command::{CollectionCommand, Command, PackageCommand, RuleSetCommand, ShareCommand};
use crate::model::package::PackageKind;
use crate::model::storage::{
    GAME_EXTENSION, OPENABLE_EXTENSIONS, files_with_extension, game_files, json_files,
};
use crate::model::visible::escape_hidden;
use crate::ui::context::ScreenContext;
use crate::ui::room::show_modal;
use crate::ui::theme::{BODY, fade};
use crate::ui::widgets::{field, heading, muted_text};

/// The purpose of a file dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DialogKind {
    /// A saved game to open.
    Open,
    /// A file to save a game to.
    Save,
    /// A folder of games or a single game to import.
    Import,
    /// A rule set to read.
    OpenSet,
    /// A file to export a rule set to; the field is the file of the set.
    SaveSet(PathBuf),
    /// A package to open.
    OpenPackage,
    /// A file for a package, with this extension.
    SavePackage(&'static str),
    /// A file for the package of a layout; the field is the file of the layout.
    SaveLayout(PathBuf),
    /// A file for an export, with this extension.
    Share(&'static str),
}

impl DialogKind {
    /// Returns true if the player chooses an existing file or folder.
    const fn needs_existing_file(&self) -> bool {
        matches!(self, Self::Open | Self::Import | Self::OpenSet | Self::OpenPackage)
    }

    /// Returns the extensions of the files.
    fn extensions(&self) -> Vec<&'static str> {
        match self {
            Self::Open | Self::Import => OPENABLE_EXTENSIONS.to_vec(),
            Self::Save | Self::OpenSet | Self::SaveSet(_) => vec!["json"],
            Self::OpenPackage => PackageKind::ALL.map(PackageKind::extension).to_vec(),
            Self::SaveLayout(_) => vec![PackageKind::Layout.extension()],
            Self::Share(extension) | Self::SavePackage(extension) => vec![extension],
        }
    }

    /// Returns a path with the right extension. A missing one is appended.
    fn with_extension(&self, path: PathBuf) -> PathBuf {
        let extension = self.extensions().first().copied().unwrap_or_default();
        if path.extension().is_some_and(|suffix| suffix.eq_ignore_ascii_case(extension)) {
            return path;
        }
        let extension = if *self == Self::Save { GAME_EXTENSION } else { extension };
        let mut name = path.into_os_string();
        name.push(format!(".{extension}"));
        name.into()
    }

    /// Returns the text ids of the title and of the kind of files.
    const fn text_ids(&self) -> (&'static str, &'static str) {
        match self {
            Self::Open => ("file-open", "file-kind"),
            Self::Save => ("file-save", "file-kind"),
            Self::Import => ("file-bring", "file-kind"),
            Self::OpenSet => ("file-set-open", "set-menu"),
            Self::SaveSet(_) => ("file-set-save", "set-menu"),
            Self::OpenPackage => ("package-open", "package-files-kind"),
            Self::SavePackage(_) | Self::SaveLayout(_) => ("package-save", "package-files-kind"),
            Self::Share(_) => ("file-share", "share-title"),
        }
    }
}

/// The shortest time in which a player can see and close a dialog.
const MIN_VISIBLE_TIME: Duration = Duration::from_millis(700);
/// The delay in seconds before the path box is offered, in case the system's dialog has not
/// appeared.
const PATH_BOX_DELAY: f64 = 1.5;

type DialogAnswer = Pin<Box<dyn Future<Output = Option<rfd::FileHandle>>>>;

/// The file dialogs, of which at most one is open.
#[derive(Default)]
pub struct Dialogs {
    /// True if the path box replaces the system's dialogs.
    pub uses_path_box_only: bool,
    open: Option<OpenDialog>,
}

/// A dialog that is open or about to open.
struct OpenDialog {
    kind: DialogKind,
    folder: PathBuf,
    /// The suggested name of a new file.
    suggested: String,
    state: DialogState,
}

/// The state of an open dialog.
enum DialogState {
    /// It was requested and is not yet on the screen.
    Requested,
    /// The system's dialog is open. The number is the time at which it opened, in seconds, as in
    /// [`ScreenContext::now`].
    System(DialogAnswer, Arc<AnswerWaker>, f64),
    /// The path box is open.
    PathBox(PathBox),
}

impl Dialogs {
    /// Creates the dialogs. With `uses_path_box_only`, the system's dialogs are never used.
    pub const fn new(uses_path_box_only: bool) -> Self {
        Self { uses_path_box_only, open: None }
    }

    /// Opens a dialog in a folder. `suggested` is the suggested name of a new file.
    pub fn open(&mut self, kind: DialogKind, folder: &Path, suggested: &str) {
        let (folder, suggested) = (folder.to_owned(), suggested.to_owned());
        self.open = Some(OpenDialog { kind, folder, suggested, state: DialogState::Requested });
    }

    /// Returns true if a dialog is open.
    pub const fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Draws the open dialog and sends the command for the chosen file.
    ///
    /// The command is sent as confirmed if the player has already agreed to replace the file.
    pub fn ui(&mut self, cx: &mut ScreenContext<'_>, ctx: &Context) {
        let Some(mut open) = self.open.take() else { return };
        if matches!(open.state, DialogState::Requested) {
            open.state = if self.uses_path_box_only {
                DialogState::PathBox(open.path_box())
            } else {
                DialogState::System(open.system_dialog(cx), Arc::new(AnswerWaker::new(ctx)), cx.now)
            };
        }
        let kind = open.kind.clone();
        let result = match &mut open.state {
            DialogState::Requested => None,
            DialogState::System(answer, waker, since) => match poll(answer, waker) {
                Poll::Pending => waiting_ui(*since, cx, ctx).then_some(DialogResult::UsePathBox),
                Poll::Ready(Some(path)) => Some(DialogResult::Chosen(path)),
                // A player cannot have closed the dialog so soon: there is no portal or display.
                Poll::Ready(None) if waker.open_duration() < MIN_VISIBLE_TIME => {
                    Some(DialogResult::UsePathBox)
                }
                Poll::Ready(None) => Some(DialogResult::Cancelled),
            },
            DialogState::PathBox(path_box) => path_box.ui(&kind, cx, ctx),
        };
        match result {
            None => self.open = Some(open),
            Some(DialogResult::Cancelled) => {}
            Some(DialogResult::UsePathBox) => {
                open.state = DialogState::PathBox(open.path_box());
                self.open = Some(open);
                ctx.request_repaint();
            }
            Some(DialogResult::Chosen(path)) => cx.send(match kind {
                DialogKind::Open | DialogKind::OpenSet | DialogKind::OpenPackage => {
                    Command::Open(path)
                }
                DialogKind::Import => Command::Collection(CollectionCommand::Add(vec![path])),
                DialogKind::Save
                | DialogKind::SaveSet(_)
                | DialogKind::SavePackage(_)
                | DialogKind::SaveLayout(_)
                | DialogKind::Share(_) => {
                    // If this file exists, the dialog has already asked about replacing it.
                    let overwrite_confirmed = path.exists();
                    let path = kind.with_extension(path);
                    let save = match kind {
                        DialogKind::SaveSet(set_file) => {
                            Command::RuleSet(RuleSetCommand::Export(set_file, path))
                        }
                        DialogKind::SaveLayout(layout_file) => {
                            Command::Package(PackageCommand::ExportLayout(layout_file, path))
                        }
                        DialogKind::Share(_) => Command::Share(ShareCommand::To(path)),
                        DialogKind::SavePackage(_) => {
                            Command::Package(PackageCommand::Export(path))
                        }
                        _ => Command::SaveTo(path),
                    };
                    if overwrite_confirmed { Command::Confirmed(Box::new(save)) } else { save }
                }
            }),
        }
    }
}

/// The result of a dialog.
#[derive(Debug, PartialEq)]
enum DialogResult {
    /// A file or folder was chosen.
    Chosen(PathBuf),
    /// The dialog was closed without a choice.
    Cancelled,
    /// The path box must replace the system's dialog.
    UsePathBox,
}

impl OpenDialog {
    /// Creates a path box for this dialog.
    fn path_box(&self) -> PathBox {
        let path =
            if self.kind.needs_existing_file() { String::new() } else { self.suggested.clone() };
        let files = match self.kind {
            DialogKind::Open => game_files(&self.folder),
            DialogKind::Import => Vec::new(),
            DialogKind::OpenPackage | DialogKind::SavePackage(_) | DialogKind::SaveLayout(_) => {
                files_with_extension(&self.folder, &self.kind.extensions())
            }
            _ => json_files(&self.folder),
        };
        PathBox { folder: self.folder.clone(), path, files, problem: None, needs_focus: true }
    }

    /// Opens the system's dialog. Its answer is polled in each frame.
    fn system_dialog(&self, cx: &ScreenContext<'_>) -> DialogAnswer {
        let (title, files) = self.kind.text_ids();
        let dialog = rfd::AsyncFileDialog::new()
            .set_directory(&self.folder)
            .add_filter(cx.t(files), &self.kind.extensions())
            .set_title(cx.t(title));
        match self.kind.needs_existing_file() {
            true if self.kind == DialogKind::Import => Box::pin(dialog.pick_folder()),
            true => Box::pin(dialog.pick_file()),
            false => Box::pin(dialog.set_file_name(&self.suggested).save_file()),
        }
    }
}

/// Repaints the window when the system's dialog has an answer. Records the time of the answer,
/// since the next frame may come much later.
struct AnswerWaker {
    ctx: Context,
    opened_at: Instant,
    answered_at: OnceLock<Instant>,
}

impl AnswerWaker {
    fn new(ctx: &Context) -> Self {
        Self { ctx: ctx.clone(), opened_at: Instant::now(), answered_at: OnceLock::new() }
    }

    /// Returns the time for which the dialog was open.
    fn open_duration(&self) -> Duration {
        *self.answered_at.get_or_init(Instant::now) - self.opened_at
    }
}

impl Wake for AnswerWaker {
    fn wake(self: Arc<Self>) {
        self.answered_at.get_or_init(Instant::now);
        self.ctx.request_repaint();
    }
}

/// Polls the answer of the system's dialog: the chosen path, or `None` if it was closed.
fn poll(answer: &mut DialogAnswer, waker: &Arc<AnswerWaker>) -> Poll<Option<PathBuf>> {
    let waker = Waker::from(Arc::clone(waker));
    let polled = answer.as_mut().poll(&mut TaskContext::from_waker(&waker));
    polled.map(|file| file.map(|file| file.path().to_owned()))
}

/// Shows that the system's dialog is open. Returns true if the player asks for the path box.
fn waiting_ui(since: f64, cx: &ScreenContext<'_>, ctx: &Context) -> bool {
    let remaining = PATH_BOX_DELAY - (cx.now - since);
    if remaining > 0.0 {
        ctx.request_repaint_after_secs(remaining as f32 + 0.01);
        return false;
    }
    let area = egui::Area::new(Id::unique("file-waiting"))
        .order(egui::Order::Foreground)
        .anchor(egui::Align2::CENTER_BOTTOM, egui::vec2(0.0, -24.0));
    area.show(ctx, |ui| {
        cx.theme
            .card()
            .shadow(cx.theme.soft_shadow())
            .show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.label(cx.t("file-waiting"));
                    ui.button(cx.t("file-type-instead")).clicked()
                })
                .inner
            })
            .inner
    })
    .inner
}

/// The height of the button that confirms a path, in points.
const BUTTON_HEIGHT: f32 = 44.0;

/// A field for a path, with the files of the folder below it.
struct PathBox {
    folder: PathBuf,
    path: String,
    files: Vec<PathBuf>,
    problem: Option<DialogError>,
    /// True if the box has just opened, so that its field takes the focus.
    needs_focus: bool,
}

/// The reason why a path is not accepted.
#[derive(Clone, Debug, PartialEq)]
enum DialogError {
    /// There is no such file.
    Missing,
    /// The path is a folder.
    IsFolder,
    /// There is no such folder.
    NoFolder(PathBuf),
    /// The path would replace this file. The player must confirm once more.
    Replaces(PathBuf),
}

impl PathBox {
    fn ui(
        &mut self,
        kind: &DialogKind,
        cx: &ScreenContext<'_>,
        ctx: &Context,
    ) -> Option<DialogResult> {
        let frame = cx.theme.card().shadow(cx.theme.soft_shadow()).inner_margin(20);
        let modal = Modal::new(Id::unique("path-box"))
            .frame(frame)
            .backdrop_color(fade(cx.theme.shadow, 0.45));
        let shown = show_modal(modal, ctx, |ui| {
            ui.set_width(ui.available_width().clamp(230.0, 520.0));
            self.content_ui(kind, cx, ui)
        });
        let closed = shown.should_close().then_some(DialogResult::Cancelled);
        shown.inner.or(closed)
    }

    fn content_ui(
        &mut self,
        kind: &DialogKind,
        cx: &ScreenContext<'_>,
        ui: &mut Ui,
    ) -> Option<DialogResult> {
        heading(ui, cx.theme, cx.t(kind.text_ids().0));
        if *kind != DialogKind::Import {
            ui.label(muted_text(cx.theme, escape_hidden(&self.folder.display().to_string())));
        }
        let mut confirmed = self.field(cx, ui);
        if *kind == DialogKind::Import {
            ui.label(muted_text(cx.theme, cx.t("file-bring-hint")));
        } else if let Some(file) = self.files_ui(cx, ui) {
            self.path = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            self.problem = None;
            confirmed |= kind.needs_existing_file();
        }
        if let Some(problem) = &self.problem {
            ui.label(RichText::new(problem.text(cx)).color(cx.theme.error));
        }
        ui.add_space(4.0);
        let mut cancelled = false;
        // The row is as high as its first button.
        let row = egui::vec2(ui.available_width(), BUTTON_HEIGHT);
        let layout = egui::Layout::right_to_left(egui::Align::Center);
        ui.allocate_ui_with_layout(row, layout, |ui| {
            let label = match (kind.needs_existing_file(), &self.problem) {
                (true, _) => cx.t("action-open"),
                (false, Some(DialogError::Replaces(_))) => cx.t("file-replace-button"),
                (false, _) => cx.t("action-save"),
            };
            confirmed |= ui.add(cx.theme.primary_button(label)).clicked();
            cancelled = ui.button(cx.t("action-cancel")).clicked();
        });
        if cancelled {
            return Some(DialogResult::Cancelled);
        }
        if !confirmed {
            return None;
        }
        match self.validate(kind) {
            Ok(path) => Some(DialogResult::Chosen(path)),
            Err(problem) => {
                self.problem = problem;
                None
            }
        }
    }

    /// Draws the path field. Returns true if Enter was pressed in it.
    fn field(&mut self, cx: &ScreenContext<'_>, ui: &mut Ui) -> bool {
        let edit = TextEdit::singleline(&mut self.path)
            .margin(egui::Margin::symmetric(8, 6))
            .desired_width(f32::INFINITY);
        let response = field(ui, cx.t("file-name"), edit);
        if std::mem::take(&mut self.needs_focus) {
            response.request_focus();
        }
        if response.changed() {
            self.problem = None;
        }
        let enter = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if enter {
            // Enter may lead to a question or an error instead of closing the box, so the field
            // keeps the focus.
            response.request_focus();
        }
        enter
    }

    /// Draws the files of the folder. Returns the file that was clicked.
    fn files_ui(&self, cx: &ScreenContext<'_>, ui: &mut Ui) -> Option<PathBuf> {
        if self.files.is_empty() {
            ui.label(muted_text(cx.theme, cx.t("file-none")));
            return None;
        }
        let mut clicked = None;
        ScrollArea::vertical().max_height(260.0).auto_shrink([false, true]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            for file in &self.files {
                let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let chosen = name == self.path;
                let shown = escape_hidden(&name);
                let text = RichText::new(&shown).size(BODY);
                // The empty text on the right keeps the name on the left.
                let button = egui::Button::selectable(chosen, text).truncate().right_text("");
                let row = ui.add_sized([ui.available_width(), 30.0], button);
                row.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, &shown));
                if row.clicked() {
                    clicked = Some(file.clone());
                }
            }
        });
        clicked
    }

    /// Returns the completed path, or the reason why it is not accepted. The reason is `None` for
    /// an empty path, since there is nothing to show.
    fn validate(&self, kind: &DialogKind) -> Result<PathBuf, Option<DialogError>> {
        let typed = self.path.trim();
        if typed.is_empty() {
            return Err(None);
        }
        let path = self.folder.join(typed);
        if path.is_dir() {
            if *kind == DialogKind::Import {
                return Ok(path);
            }
            return Err(Some(DialogError::IsFolder));
        }
        if kind.needs_existing_file() {
            let mut candidates = vec![path.clone(), kind.with_extension(path.clone())];
            if *kind == DialogKind::Open {
                candidates.push(DialogKind::Save.with_extension(path));
            }
            return candidates
                .into_iter()
                .find(|path| path.is_file())
                .ok_or(Some(DialogError::Missing));
        }
        let path = kind.with_extension(path);
        let folder = path.parent().unwrap_or(&self.folder);
        if !folder.is_dir() {
            return Err(Some(DialogError::NoFolder(folder.to_owned())));
        }
        let replaces = Some(DialogError::Replaces(path.clone()));
        if path.exists() && self.problem != replaces {
            return Err(replaces);
        }
        Ok(path)
    }
}

impl DialogError {
    fn text(&self, cx: &ScreenContext<'_>) -> String {
        match self {
            Self::Missing => cx.t("file-missing"),
            Self::IsFolder => cx.t("file-is-folder"),
            Self::NoFolder(path) => cx.tf(
                "file-no-folder",
                &[("path", escape_hidden(&path.display().to_string()).into())],
            ),
            Self::Replaces(_) => cx.t("file-replace"),
        }
    }
}
