//! Packages in the window: shows the sheet of one that was opened, checks and adds it, and makes
//! packages of the player's scripts and layouts.

use std::path::{Path, PathBuf};

use egui::Context;

use crate::app::screen_stack::{Layer, Overlay};
use crate::app::{App, PROGRESS_INTERVAL, Screen, repaint_signal};
use crate::command::{Command, PackageCommand};
use crate::model::checks::{self, CheckStats, CheckTask, ScriptProblem};
use crate::model::i18n::I18n;
use crate::model::package::{
    Extras, FuelClaim, Package, PackageError, PackageKind, PackedBytes, free_name, install,
    pack_layout, pack_script, package_file,
};
use crate::model::scripts::{ScriptKey, ScriptType};
use crate::model::storage::{NamedItem, NamedLayout, read_text, write_bytes};
use crate::model::visible::escape_hidden;
use crate::screens::packages::{PackageSheet, SheetCheck};
use crate::screens::scripts::words;
use crate::ui::dialogs::DialogKind;

/// The sheet of a package with the running check of its script.
pub(super) struct OpenPackage {
    pub(super) sheet: PackageSheet,
    check: Option<CheckTask>,
}

impl OpenPackage {
    /// Shows the progress or the result of the check on the sheet. Returns true while the check
    /// runs.
    fn poll(&mut self, i18n: &I18n) -> bool {
        let Some(check) = &self.check else { return false };
        let (played, games) = check.progress();
        self.sheet.check = match check.poll() {
            None => SheetCheck::Running(played, games),
            Some(result) => verdict(&self.sheet.package, result, i18n),
        };
        if !matches!(self.sheet.check, SheetCheck::Running(..)) {
            self.check = None;
        }
        self.check.is_some()
    }
}

/// Converts the result of a check into the form that the sheet shows.
fn verdict(
    package: &Package,
    result: Result<CheckStats, ScriptProblem>,
    i18n: &I18n,
) -> SheetCheck {
    let script_type = match package.manifest.kind {
        PackageKind::Rule => ScriptType::Rule,
        _ => ScriptType::Robot,
    };
    match result {
        Ok(stats) if stats.tests.failed.is_empty() => {
            let games = words::passed_check(i18n, script_type, &stats);
            SheetCheck::Passed(format!("{}\n{games}", i18n.t("package-check-passed")))
        }
        Ok(stats) => SheetCheck::Failed(words::failed_tests(i18n, &stats.tests)),
        Err(problem) => {
            let (line, message) =
                words::locate_error(&problem.file, problem.line, &problem.message);
            let heading = words::error_heading(i18n, "scripts-check-failed", &problem.file, line);
            SheetCheck::Failed(format!("{heading}\n{message}"))
        }
    }
}

impl App {
    /// Shows the sheet of a package. Runs nothing that the package contains.
    pub(super) fn open_package(&mut self, path: &Path, ctx: &Context) {
        match Package::open(path) {
            Ok(package) => {
                let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let name = free_name(&self.storage, &package);
                let sheet = PackageSheet::new(package, file, name, ctx);
                let package = Box::new(OpenPackage { sheet, check: None });
                self.navigation.open(Overlay::Package(package));
            }
            Err(error) => self.notify_refused_package(path, &error),
        }
    }

    /// Notifies the player why a package is refused.
    fn notify_refused_package(&mut self, path: &Path, error: &PackageError) {
        let why = error.text(&self.i18n);
        if let PackageError::File(_) = error {
            return self.notify_error(why);
        }
        let file = escape_hidden(&path.display().to_string());
        self.notify_error(
            self.i18n.tf("notice-open-failed", &[("file", file.into()), ("why", why.into())]),
        );
    }

    /// Updates the sheet from the running check of its script.
    pub(super) fn poll_package(&mut self, ctx: &Context) {
        if let Some(open) = self.navigation.package_mut()
            && open.poll(&self.i18n)
        {
            ctx.request_repaint_after(PROGRESS_INTERVAL);
        }
    }

    /// Carries out a command about packages.
    pub(super) fn package_command(
        &mut self,
        command: PackageCommand,
        is_confirmed: bool,
        ctx: &Context,
    ) {
        match command {
            PackageCommand::AskOpen => {
                let folder = self.storage.folders().saves.clone();
                self.desktop.dialogs.open(DialogKind::OpenPackage, &folder, "");
            }
            PackageCommand::Check => self.check_package(ctx),
            PackageCommand::Add => self.add_package(),
            PackageCommand::AskExport => self.ask_export_script(is_confirmed, ctx),
            PackageCommand::Export(path) => self.export_script(&path, is_confirmed),
            PackageCommand::AskExportLayout(layout) => self.ask_export_layout(layout),
            PackageCommand::ExportLayout(layout, to) => {
                self.export_layout(&layout, &to, is_confirmed);
            }
        }
    }

    /// Starts the check of the script on the sheet, in its sandbox.
    fn check_package(&mut self, ctx: &Context) {
        let Some(open) = self.navigation.package_mut() else { return };
        match open.sheet.package.script() {
            Ok(script) => {
                let check = checks::start(script, repaint_signal(ctx));
                let (played, games) = check.progress();
                open.sheet.check = SheetCheck::Running(played, games);
                open.check = Some(check);
            }
            Err(error) => open.sheet.check = SheetCheck::Failed(error.text(&self.i18n)),
        }
    }

    /// Adds the package on the sheet to the player's files. If the package has a script, then shows
    /// that script on the scripts page.
    fn add_package(&mut self) {
        let Some(open) = self.navigation.package_mut() else { return };
        let (package, file) = (&open.sheet.package, open.sheet.file.clone());
        let installed = install(&self.storage, package, &open.sheet.name, false);
        let (kind, game, has_script) = (
            package.manifest.kind,
            package.manifest.game_kind(),
            package.manifest.script.is_some(),
        );
        let installed = match installed {
            Ok(installed) => installed,
            Err(error) => {
                open.sheet.check = SheetCheck::Failed(error.text(&self.i18n));
                return;
            }
        };
        self.navigation.close(Layer::Package);
        for path in &installed.files {
            self.library.note_change(path.clone());
        }
        let script_type = match kind {
            PackageKind::Rule => ScriptType::Rule,
            _ => ScriptType::Robot,
        };
        if let Some(kind) = game.filter(|_| has_script) {
            self.go(Screen::Scripts);
            self.refresh_scripts();
            let key = ScriptKey { script_type, kind, name: installed.name.clone() };
            self.screens.scripts.page.choose(&key);
        } else {
            self.fill_new_game_form();
        }
        let id = if installed.files.is_empty() { "package-already-added" } else { "package-added" };
        let args = [
            ("name", escape_hidden(&installed.name).into()),
            ("file", escape_hidden(&file).into()),
        ];
        self.notify(self.i18n.tf(id, &args));
    }

    /// Lets the player choose a file to export the selected script to. Checks the script first,
    /// unless it has passed a check. A program is not checked, but is exported only with consent.
    fn ask_export_script(&mut self, is_confirmed: bool, ctx: &Context) {
        if !self.save_script() {
            return;
        }
        let state = &mut self.screens.scripts;
        match state.page.exportable() {
            Some((_, None)) if !is_confirmed => {
                let question = self.i18n.t("package-export-program");
                self.ask_first(question, Command::Package(PackageCommand::AskExport));
            }
            Some(_) => self.ask_export_file(),
            None => state.check_then_export(ctx),
        }
    }

    /// Lets the player choose a file to export the selected script to. Does nothing unless the
    /// script has passed a check or is a program.
    pub(super) fn ask_export_file(&mut self) {
        let Some((script, _)) = self.screens.scripts.page.exportable() else { return };
        match pack_script(script, None, Extras::default()) {
            Ok(packed) => {
                let manifest = &packed.package.manifest;
                let (extension, name) = (manifest.kind.extension(), package_file(manifest));
                let folder = self.storage.folders().saves.clone();
                self.desktop.dialogs.open(DialogKind::SavePackage(extension), &folder, &name);
            }
            Err(error) => self.notify_error(error.text(&self.i18n)),
        }
    }

    /// Asks whether to overwrite the file of a package. Returns true if the player must answer
    /// first. Answering “yes” carries out the command.
    fn ask_overwrite_package(&mut self, path: &Path, command: PackageCommand) -> bool {
        if !path.exists() {
            return false;
        }
        let name = escape_hidden(&path.display().to_string());
        let question = self.i18n.tf("ask-overwrite", &[("file", name.into())]);
        self.ask_first(question, Command::Package(command));
        true
    }

    /// Writes the package of the selected script. An existing file is overwritten only with
    /// consent.
    fn export_script(&mut self, path: &Path, may_overwrite: bool) {
        let command = PackageCommand::Export(path.to_owned());
        if !may_overwrite && self.ask_overwrite_package(path, command) {
            return;
        }
        let Some((script, stats)) = self.screens.scripts.page.exportable() else { return };
        let fuel = stats.map(|stats| &stats.fuel).filter(|fuel| fuel.count() > 0);
        let fuel =
            fuel.map(|fuel| FuelClaim { median: fuel.quantile(0.5), max: fuel.quantile(1.0) });
        let file = self.screens.scripts.page.chosen().and_then(|entry| entry.path.clone());
        let extras = file.as_deref().map_or_else(|| Ok(Extras::default()), Extras::beside);
        let packed = extras.and_then(|extras| pack_script(script, fuel, extras));
        self.write_package(packed, path, may_overwrite);
    }

    /// Makes a package of the player's layout that is stored in `file`.
    fn pack_own_layout(&self, file: &Path) -> Result<PackedBytes, PackageError> {
        let text = read_text(file).map_err(PackageError::File)?;
        let layout = NamedLayout::read(&text).map_err(|_| PackageError::Layout)?;
        pack_layout(&layout, Extras::default())
    }

    /// Lets the player choose a file to export the layout in the file `layout` to.
    fn ask_export_layout(&mut self, layout: PathBuf) {
        match self.pack_own_layout(&layout) {
            Ok(packed) => {
                let name = package_file(&packed.package.manifest);
                let folder = self.storage.folders().saves.clone();
                self.desktop.dialogs.open(DialogKind::SaveLayout(layout), &folder, &name);
            }
            Err(error) => self.notify_error(error.text(&self.i18n)),
        }
    }

    /// Writes the package of the layout in the file `layout` to the file `to`. An existing file is
    /// overwritten only with consent.
    fn export_layout(&mut self, layout: &Path, to: &Path, may_overwrite: bool) {
        let command = PackageCommand::ExportLayout(layout.to_owned(), to.to_owned());
        if may_overwrite || !self.ask_overwrite_package(to, command) {
            self.write_package(self.pack_own_layout(layout), to, may_overwrite);
        }
    }

    /// Writes a package, and shows the result.
    fn write_package(
        &mut self,
        packed: Result<PackedBytes, PackageError>,
        path: &Path,
        may_overwrite: bool,
    ) {
        let written = packed.and_then(|packed| {
            write_bytes(path, &packed.bytes, may_overwrite).map_err(PackageError::File)
        });
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match written {
            Ok(()) => self.notify(self.i18n.tf("package-exported", &[("file", file.into())])),
            Err(error) => self.notify_error(error.text(&self.i18n)),
        }
    }
}
