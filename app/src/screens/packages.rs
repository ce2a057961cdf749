//! The sheet of an opened package: its contents and its author, with buttons that add or check it.

use egui::{
    Context, Grid, Id, Modal, ProgressBar, RichText, TextureHandle, TextureOptions, Ui, vec2,
};

use crate::command::{Command, PackageCommand};
use crate::games::junqi::layout_thumbnail_ui;
use crate::model::i18n::I18n;
use crate::model::package::{Manifest, Package, PackageKind};
use crate::model::visible::{escape_hidden, quoted};
use crate::screens::scripts::words;
use crate::ui::context::ScreenContext;
use crate::ui::question::{dialog_width, focus_safe_answer, scrolling_text};
use crate::ui::room::show_modal;
use crate::ui::theme::{BODY, TITLE, picture_of_rgba};
use crate::ui::widgets;

/// The width of the sheet, in points.
const WIDTH: f32 = 620.0;
/// The room for the headings of the facts, in points.
const HEADING_WIDTH: f32 = 130.0;
/// The greatest width and height of the picture, in points.
const PICTURE_SIDE: f32 = 96.0;

/// A package that the player has opened.
pub struct PackageSheet {
    /// The package.
    pub package: Package,
    /// The name of its file.
    pub file: String,
    /// The name under which it would be added.
    pub name: String,
    /// The check of its script.
    pub check: SheetCheck,
    /// The picture of the package as a texture, if it has one.
    texture: Option<TextureHandle>,
}

/// The state of the check on a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SheetCheck {
    /// The player has not asked for a check.
    NotAsked,
    /// The check is running. Holds the number of games played and the number of all games.
    Running(usize, usize),
    /// The script passed, with a text about its games.
    Passed(String),
    /// The script failed, for this reason.
    Failed(String),
}

impl PackageSheet {
    /// Creates the sheet of a package.
    pub fn new(package: Package, file: String, name: String, ctx: &Context) -> Self {
        let picture = package.picture();
        let texture = picture.map(|picture| {
            let image = picture_of_rgba(picture.size, &picture.rgba);
            ctx.load_texture("package", image, TextureOptions::LINEAR)
        });
        Self { package, file, name, check: SheetCheck::NotAsked, texture }
    }

    /// Returns true if the package has a script or a program.
    fn has_code(&self) -> bool {
        self.package.manifest.kind != PackageKind::Layout
    }

    /// Returns true if the package has a script that runs in the sandbox and so can be checked.
    fn can_check(&self) -> bool {
        self.has_code() && self.package.program_file().is_none()
    }
}

/// Draws the sheet, and sends the player's answer.
pub fn package_ui(sheet: &PackageSheet, cx: &mut ScreenContext<'_>, ctx: &Context) {
    let modal = Modal::new(Id::unique("package")).frame(cx.theme.card());
    let shown = show_modal(modal, ctx, |ui| {
        ui.set_width(dialog_width(ui, WIDTH));
        scrolling_text(ui, "package", |ui| facts_ui(sheet, cx, ui));
        ui.add_space(8.0);
        ui.horizontal(|ui| answers_ui(sheet, cx, ui));
    });
    if shown.should_close() {
        cx.send(Command::Back);
    }
}

/// Draws the buttons.
fn answers_ui(sheet: &PackageSheet, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    if cx.theme.primary_ui(ui, cx.t("package-add")).clicked() {
        cx.send(Command::Package(PackageCommand::Add));
    }
    if sheet.can_check() {
        let is_running = matches!(sheet.check, SheetCheck::Running(..));
        let button = ui.add_enabled(!is_running, egui::Button::new(cx.t("package-check")));
        if button.on_hover_text(cx.t("package-check.about")).clicked() {
            cx.send(Command::Package(PackageCommand::Check));
        }
    }
    let cancel = ui.button(cx.t("action-cancel"));
    focus_safe_answer(ui, &cancel, ("package", &sheet.package.digest));
    if cancel.clicked() {
        cx.send(Command::Back);
    }
}

/// Draws everything above the buttons.
fn facts_ui(sheet: &PackageSheet, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let manifest = &sheet.package.manifest;
    ui.horizontal_top(|ui| {
        if let Some(texture) = &sheet.texture {
            let name = cx.t("package-picture-label");
            let image = egui::Image::new(texture).max_size(vec2(PICTURE_SIDE, PICTURE_SIDE));
            ui.add(image.alt_text(name));
        }
        if let Some(layout) = sheet.package.layout() {
            layout_thumbnail_ui(&layout.draft.to_string(), cx, ui);
        }
        ui.vertical(|ui| header_ui(manifest, cx, ui));
    });
    ui.add_space(6.0);
    let width = (ui.available_width() - HEADING_WIDTH).max(80.0);
    Grid::new("package-facts").num_columns(2).min_row_height(20.0).spacing(vec2(14.0, 2.0)).show(
        ui,
        |ui| {
            for (heading, lines) in facts(sheet, cx.i18n) {
                // Only the first line of a group has the heading beside it.
                let mut heading = Some(heading);
                for line in lines {
                    let text = RichText::new(heading.take().unwrap_or_default()).size(BODY - 1.0);
                    ui.label(text.color(cx.theme.accent).strong());
                    ui.scope(|ui| {
                        ui.set_max_width(width);
                        ui.add(egui::Label::new(RichText::new(line).size(BODY - 1.0)).wrap());
                    });
                    ui.end_row();
                }
            }
        },
    );
    if sheet.package.program_file().is_some() {
        let text = RichText::new(cx.t("package-program-warning")).color(cx.theme.warning);
        ui.add(egui::Label::new(text).wrap());
    }
    let sees_all = manifest.script.as_ref().is_some_and(|info| info.sees_all);
    if sees_all {
        let text = RichText::new(cx.t("scripts-sees-all")).color(cx.theme.warning);
        ui.add(egui::Label::new(text).wrap());
    }
    ui.add_space(6.0);
    check_ui(&sheet.check, cx, ui);
    if sheet.name != manifest.default_name() {
        let args = [("name", sheet.name.as_str().into())];
        ui.add(egui::Label::new(cx.tf("package-other-name", &args)).wrap());
    }
    let note = if sheet.has_code() { "package-note" } else { "package-note-layout" };
    ui.add(egui::Label::new(widgets::muted_text(cx.theme, cx.t(note))).wrap());
}

/// Draws the name, the kind, the author and the description.
fn header_ui(manifest: &Manifest, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let name = escape_hidden(cx.i18n.pick(&manifest.name));
    ui.add(egui::Label::new(RichText::new(name).size(TITLE)).wrap());
    let mut parts = vec![cx.t(&format!("package-kind-{}", manifest.kind.name()))];
    if !manifest.author.is_empty() {
        let author = escape_hidden(&manifest.author);
        parts.push(cx.tf("package-by", &[("author", author.into())]));
    }
    ui.label(widgets::muted_text(cx.theme, parts.join(" · ")));
    let about = escape_hidden(cx.i18n.pick(&manifest.about));
    if !about.is_empty() {
        ui.add(egui::Label::new(about).wrap());
    }
}

/// Draws the state of the check.
fn check_ui(check: &SheetCheck, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let (text, colour) = match check {
        SheetCheck::NotAsked => return,
        SheetCheck::Running(played, games) => {
            let count = |number: usize| cx.i18n.count(number as u64).into();
            let args = [("played", count(*played)), ("games", count(*games))];
            let share = *played as f32 / (*games).max(1) as f32;
            ui.add(ProgressBar::new(share).fill(cx.theme.accent).desired_height(8.0));
            (cx.tf("scripts-checking", &args), cx.theme.quiet)
        }
        SheetCheck::Passed(text) => (text.clone(), cx.theme.readable_on_panel(cx.theme.sides[3])),
        SheetCheck::Failed(text) => (text.clone(), cx.theme.error),
    };
    ui.add(egui::Label::new(RichText::new(text).color(colour)).wrap());
}

/// Returns the facts in groups of lines, each with a heading.
fn facts(sheet: &PackageSheet, i18n: &I18n) -> Vec<(String, Vec<String>)> {
    let manifest = &sheet.package.manifest;
    let mut facts = Vec::new();
    if let Some(kind) = manifest.game_kind() {
        facts.push((i18n.t("package-game"), vec![words::game(i18n, kind)]));
    }
    if let Some(info) = &manifest.script {
        facts.extend(words::info_facts(i18n, info, &[]));
        if !info.command.is_empty() {
            let command: Vec<String> = info.command.iter().map(|word| quoted(word)).collect();
            facts.push((i18n.t("package-command"), vec![command.join(" ")]));
        }
        if !info.version.is_empty() {
            facts.push((i18n.t("package-version"), vec![info.version.clone()]));
        }
    }
    if let Some(fuel) = manifest.fuel {
        let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX).into();
        let args = [("median", number(fuel.median)), ("max", number(fuel.max))];
        facts.push((i18n.t("package-fuel"), vec![i18n.tf("package-fuel-used", &args)]));
    }
    let size = |bytes: u64| i64::try_from(bytes).unwrap_or(i64::MAX).into();
    let file = |file: &crate::model::package::PackedFile| {
        i18n.tf("package-file", &[("name", file.name.as_str().into()), ("bytes", size(file.bytes))])
    };
    facts.push((i18n.t("package-files"), manifest.files.iter().map(file).collect()));
    facts.push((i18n.t("package-checksum"), vec![sheet.package.digest.clone()]));
    facts
        .into_iter()
        .map(|(heading, lines)| (heading, lines.iter().map(|line| escape_hidden(line)).collect()))
        .collect()
}
