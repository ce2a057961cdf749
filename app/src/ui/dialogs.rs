//! File dialogs: the system's dialog, or a path box if there is none.

use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context as TaskContext, Poll, Wake, Waker};
use std::time::{Duration, Instant};

use egui::{Context, Id, Key, Modal, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo};

use crate::command::{CollectionCommand, Command, RuleSetCommand, ShareCommand};
use crate::model::storage::{GAME_ENDING, GAME_ENDINGS, game_files, json_files};
use crate::model::visible::visible;
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
    /// A folder of games to import, or a single game.
    Bring,
    /// A set of rules to read.
    OpenSet,
    /// A file to export a rule set to; the field is the file of the set.
    SaveSet(PathBuf),
    /// A file for an export, with this extension.
    Share(&'static str),
}

impl DialogKind {
    /// Returns true if an existing file is asked for.
    const fn opens(&self) -> bool {
        matches!(self, Self::Open | Self::Bring | Self::OpenSet)
    }

    /// Returns the extensions of the files.
    fn endings(&self) -> Vec<&'static str> {
        match self {
            Self::Open | Self::Bring => GAME_ENDINGS.to_vec(),
            Self::Save | Self::OpenSet | Self::SaveSet(_) => vec!["json"],
            Self::Share(ending) => vec![ending],
        }
    }

    /// Returns a file name with the right extension.
    fn with_ending(&self, path: PathBuf) -> PathBuf {
        let ending = self.endings().first().copied().unwrap_or_default();
        if path.extension().is_some_and(|suffix| suffix.eq_ignore_ascii_case(ending)) {
            return path;
        }
        let ending = if *self == Self::Save { GAME_ENDING } else { ending };
        let mut name = path.into_os_string();
        name.push(format!(".{ending}"));
        name.into()
    }

    /// Returns the text ids of the title and of the kind of files.
    const fn words(&self) -> (&'static str, &'static str) {
        match self {
            Self::Open => ("file-open", "file-kind"),
            Self::Save => ("file-save", "file-kind"),
            Self::Bring => ("file-bring", "file-kind"),
            Self::OpenSet => ("file-set-open", "set-menu"),
            Self::SaveSet(_) => ("file-set-save", "set-menu"),
            Self::Share(_) => ("file-share", "share-title"),
        }
    }
}

/// The shortest time in which a dialog can be seen and closed.
const UNSEEN: Duration = Duration::from_millis(700);
/// The delay before the path box is offered next to a system dialog that may not have appeared,
/// in seconds.
const PATIENCE: f64 = 1.5;

type DialogAnswer = Pin<Box<dyn Future<Output = Option<rfd::FileHandle>>>>;

/// The one file dialog that can be open at a time.
#[derive(Default)]
pub struct Dialogs {
    /// True if the path box replaces the system's dialogs.
    pub path_box_only: bool,
    open: Option<OpenDialog>,
}

struct OpenDialog {
    kind: DialogKind,
    folder: PathBuf,
    suggested: String,
    at: At,
}

enum At {
    /// Requested, not yet on the screen.
    Asked,
    /// The system's dialog, open since this time of the window.
    System(DialogAnswer, Arc<Alarm>, f64),
    /// The path box.
    Box(PathBox),
}

impl Dialogs {
    /// Creates the dialogs; `path_box_only` rules out the system's.
    pub const fn new(path_box_only: bool) -> Self {
        Self { path_box_only, open: None }
    }

    /// Opens a dialog in a folder. `suggested` is the name of a new file.
    pub fn open(&mut self, kind: DialogKind, folder: &Path, suggested: &str) {
        let (folder, suggested) = (folder.to_owned(), suggested.to_owned());
        self.open = Some(OpenDialog { kind, folder, suggested, at: At::Asked });
    }

    /// Returns true if a dialog is open.
    pub const fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Draws the open dialog and sends the command for the chosen file. The command is sent as
    /// confirmed if the system's dialog has already asked about replacing the file.
    pub fn ui(&mut self, cx: &mut ScreenContext<'_>, ctx: &Context) {
        let Some(mut open) = self.open.take() else { return };
        if matches!(open.at, At::Asked) {
            open.at = if self.path_box_only {
                At::Box(open.path_box())
            } else {
                At::System(open.system_dialog(cx), Arc::new(Alarm::new(ctx)), cx.now)
            };
        }
        let kind = open.kind.clone();
        let answer = match &mut open.at {
            At::Asked => None,
            At::System(answer, alarm, since) => match poll(answer, alarm) {
                Poll::Pending => waiting_ui(*since, cx, ctx).then_some(Reply::TypeInstead),
                Poll::Ready(Some(path)) => Some(Reply::Chosen(path)),
                // There is no portal or no display: a player cannot have closed the dialog so
                // soon.
                Poll::Ready(None) if alarm.took() < UNSEEN => Some(Reply::TypeInstead),
                Poll::Ready(None) => Some(Reply::Cancelled),
            },
            At::Box(path_box) => path_box.ui(&kind, cx, ctx),
        };
        match answer {
            None => self.open = Some(open),
            Some(Reply::Cancelled) => {}
            Some(Reply::TypeInstead) => {
                open.at = At::Box(open.path_box());
                self.open = Some(open);
                ctx.request_repaint();
            }
            Some(Reply::Chosen(path)) => cx.send(match kind {
                DialogKind::Open | DialogKind::OpenSet => Command::Open(path),
                DialogKind::Bring => Command::Collection(CollectionCommand::Add(vec![path])),
                DialogKind::Save | DialogKind::SaveSet(_) | DialogKind::Share(_) => {
                    // A dialog asks about exactly the name it returns.
                    let (confirm_overwrite, path) = (path.exists(), kind.with_ending(path));
                    let save = match kind {
                        DialogKind::SaveSet(set) => {
                            Command::RuleSet(RuleSetCommand::Export(set, path))
                        }
                        DialogKind::Share(_) => Command::Share(ShareCommand::To(path)),
                        _ => Command::SaveTo(path),
                    };
                    if confirm_overwrite { Command::Confirmed(Box::new(save)) } else { save }
                }
            }),
        }
    }
}

/// The result of a dialog.
#[derive(Debug, PartialEq)]
enum Reply {
    Chosen(PathBuf),
    Cancelled,
    TypeInstead,
}

impl OpenDialog {
    fn path_box(&self) -> PathBox {
        let path = if self.kind.opens() { String::new() } else { self.suggested.clone() };
        let files = match self.kind {
            DialogKind::Open => game_files(&self.folder),
            DialogKind::Bring => Vec::new(),
            _ => json_files(&self.folder),
        };
        PathBox { folder: self.folder.clone(), path, files, problem: None, fresh: true }
    }

    /// Opens the system's dialog. Its answer is polled in each frame.
    fn system_dialog(&self, cx: &ScreenContext<'_>) -> DialogAnswer {
        let (title, files) = self.kind.words();
        let dialog = rfd::AsyncFileDialog::new()
            .set_directory(&self.folder)
            .add_filter(cx.t(files), &self.kind.endings())
            .set_title(cx.t(title));
        match self.kind.opens() {
            true if self.kind == DialogKind::Bring => Box::pin(dialog.pick_folder()),
            true => Box::pin(dialog.pick_file()),
            false => Box::pin(dialog.set_file_name(&self.suggested).save_file()),
        }
    }
}

/// Repaints the window when the system's dialog has an answer, and records the time of the
/// answer: the next frame may come much later.
struct Alarm {
    window: Context,
    set: Instant,
    rung: OnceLock<Instant>,
}

impl Alarm {
    fn new(ctx: &Context) -> Self {
        Self { window: ctx.clone(), set: Instant::now(), rung: OnceLock::new() }
    }

    /// Returns how long the dialog was open.
    fn took(&self) -> Duration {
        *self.rung.get_or_init(Instant::now) - self.set
    }
}

impl Wake for Alarm {
    fn wake(self: Arc<Self>) {
        self.rung.get_or_init(Instant::now);
        self.window.request_repaint();
    }
}

fn poll(answer: &mut DialogAnswer, alarm: &Arc<Alarm>) -> Poll<Option<PathBuf>> {
    let waker = Waker::from(Arc::clone(alarm));
    let polled = answer.as_mut().poll(&mut TaskContext::from_waker(&waker));
    polled.map(|file| file.map(|file| file.path().to_owned()))
}

/// Shows that the system's dialog is open. Returns true if the player asks for the path box.
fn waiting_ui(since: f64, cx: &ScreenContext<'_>, ctx: &Context) -> bool {
    let left = PATIENCE - (cx.now - since);
    if left > 0.0 {
        ctx.request_repaint_after_secs(left as f32 + 0.01);
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

/// A field for a path, with the files of the folder below it.
struct PathBox {
    folder: PathBuf,
    path: String,
    files: Vec<PathBuf>,
    problem: Option<DialogError>,
    /// True if the box has just opened: its field then takes the focus.
    fresh: bool,
}

/// The objection to a path.
#[derive(Clone, Debug, PartialEq)]
enum DialogError {
    Missing,
    IsFolder,
    NoFolder(PathBuf),
    /// The path would replace this file; a second confirmation does so.
    Replaces(PathBuf),
}

impl PathBox {
    fn ui(&mut self, kind: &DialogKind, cx: &ScreenContext<'_>, ctx: &Context) -> Option<Reply> {
        let frame = cx.theme.card().shadow(cx.theme.soft_shadow()).inner_margin(20);
        let modal = Modal::new(Id::unique("path-box"))
            .frame(frame)
            .backdrop_color(fade(cx.theme.shadow, 0.45));
        let shown = show_modal(modal, ctx, |ui| {
            ui.set_width(ui.available_width().clamp(230.0, 520.0));
            self.inside(kind, cx, ui)
        });
        let closed = shown.should_close().then_some(Reply::Cancelled);
        shown.inner.or(closed)
    }

    fn inside(&mut self, kind: &DialogKind, cx: &ScreenContext<'_>, ui: &mut Ui) -> Option<Reply> {
        heading(ui, cx.theme, cx.t(kind.words().0));
        if *kind != DialogKind::Bring {
            ui.label(muted_text(cx.theme, visible(&self.folder.display().to_string())));
        }
        let mut sure = self.field(cx, ui);
        if *kind == DialogKind::Bring {
            ui.label(muted_text(cx.theme, cx.t("file-bring-hint")));
        } else if let Some(file) = self.list(cx, ui) {
            self.path = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            self.problem = None;
            sure |= kind.opens();
        }
        if let Some(problem) = &self.problem {
            ui.label(RichText::new(problem.text(cx)).color(cx.theme.error));
        }
        ui.add_space(4.0);
        let mut cancelled = false;
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let word = match (kind.opens(), &self.problem) {
                (true, _) => cx.t("action-open"),
                (false, Some(DialogError::Replaces(_))) => cx.t("file-replace-button"),
                (false, _) => cx.t("action-save"),
            };
            sure |= ui.add(cx.theme.primary_button(word)).clicked();
            cancelled = ui.button(cx.t("action-cancel")).clicked();
        });
        if cancelled {
            return Some(Reply::Cancelled);
        }
        if !sure {
            return None;
        }
        match self.check(kind) {
            Ok(path) => Some(Reply::Chosen(path)),
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
        if std::mem::take(&mut self.fresh) {
            response.request_focus();
        }
        if response.changed() {
            self.problem = None;
        }
        let enter = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if enter {
            // Enter may only lead to another question: the field keeps the focus.
            response.request_focus();
        }
        enter
    }

    /// Draws the files of the folder. Returns the clicked one.
    fn list(&self, cx: &ScreenContext<'_>, ui: &mut Ui) -> Option<PathBuf> {
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
                let shown = visible(&name);
                let text = RichText::new(&shown).size(BODY);
                // The empty text on the right keeps the name on the left.
                let label = egui::Button::selectable(chosen, text).truncate().right_text("");
                let row = ui.add_sized([ui.available_width(), 30.0], label);
                row.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, &shown));
                if row.clicked() {
                    clicked = Some(file.clone());
                }
            }
        });
        clicked
    }

    /// Returns the completed path, or the objection to it. An empty path has no message.
    fn check(&self, kind: &DialogKind) -> Result<PathBuf, Option<DialogError>> {
        let typed = self.path.trim();
        if typed.is_empty() {
            return Err(None);
        }
        let path = self.folder.join(typed);
        if path.is_dir() {
            if *kind == DialogKind::Bring {
                return Ok(path);
            }
            return Err(Some(DialogError::IsFolder));
        }
        match kind.opens() {
            true => {
                let mut tried = vec![path.clone(), kind.with_ending(path.clone())];
                if *kind == DialogKind::Open {
                    tried.push(DialogKind::Save.with_ending(path));
                }
                tried.into_iter().find(|path| path.is_file()).ok_or(Some(DialogError::Missing))
            }
            false => {
                let path = kind.with_ending(path);
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
    }
}

impl DialogError {
    fn text(&self, cx: &ScreenContext<'_>) -> String {
        match self {
            Self::Missing => cx.t("file-missing"),
            Self::IsFolder => cx.t("file-is-folder"),
            Self::NoFolder(path) => {
                cx.tf("file-no-folder", &[("path", visible(&path.display().to_string()).into())])
            }
            Self::Replaces(_) => cx.t("file-replace"),
        }
    }
}
