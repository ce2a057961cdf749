//! House rules on the screen: the rules of a game, and the dialogs about them.

use egui::{
    Context, FontId, Id, Modal, Response, RichText, Role, ScrollArea, Sense, Stroke, Ui,
    WidgetInfo, vec2,
};
use qipan_core::record::SavedRule;

use crate::command::{Command, HouseCommand};
use crate::games::{GameUi, words};
use crate::model::i18n::{I18n, ListStyle};
use crate::model::verdict::Finding;
use crate::model::visible::{printed, visible};
use crate::play::table::Table;
use crate::ui::context::ScreenContext;
use crate::ui::paint::{Icon, paint_icon};
use crate::ui::question::{dialog_width, focus_safe_answer, scrolling_text};
use crate::ui::room::show_modal;
use crate::ui::theme::{self, fade, mix};
use crate::ui::widgets;

/// The width of the dialog that shows sources, in points.
const WIDE: f32 = 760.0;
/// The height of a source in the dialog, in points.
const SOURCE: f32 = 330.0;

/// A dialog about house rules.
#[derive(Clone, Debug, PartialEq)]
pub enum HouseDialog {
    /// Asks for permission to run rules that came with a file.
    Ask {
        /// The rules.
        lines: Vec<SavedRule>,
        /// The index of the rule whose source is shown.
        chosen: usize,
        /// The purpose of running them.
        purpose: Purpose,
    },
    /// The report of a failed rule.
    Broken {
        /// The name of the rule.
        rule: String,
        /// The number of the rule.
        number: u8,
        /// File, line and cause of the error.
        why: String,
    },
    /// A running check: house rules are replayed over a game, or its robots choose again.
    Checking {
        /// The findings so far.
        findings: Vec<Finding>,
        /// Steps done.
        at: usize,
        /// Steps in the game.
        steps: usize,
    },
    /// The result of a check of a game.
    Verdict {
        /// All findings.
        findings: Vec<Finding>,
        /// True if the robots can be asked to choose again.
        robots: bool,
    },
}

impl HouseDialog {
    /// Returns the report of the failed rule that stops a game.
    pub fn of_failure<G: GameUi>(table: &Table<G>, i18n: &I18n) -> Option<Self> {
        let number = table.failed_rule()?.rule;
        let line = table.house_rules().get(usize::from(number))?;
        let rule = i18n.pick(&line.name).to_owned();
        Some(Self::Broken { rule, number, why: table.failure_message()? })
    }
}

/// The purpose of running house rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The game on the table.
    Play,
    /// A game to be resumed from the step shown.
    PlayOn,
    /// The check of a game.
    Check,
}

/// Draws the house rules of a game as a row of names, each with details on hover.
pub fn rules_ui(lines: &[SavedRule], cx: &ScreenContext<'_>, ui: &mut Ui) {
    if lines.is_empty() {
        return;
    }
    // The number of chips is limited to leave room for the log. The last one lists the rest.
    let shown = if lines.len() > MOST_CHIPS { MOST_CHIPS - 1 } else { lines.len() };
    let (shown, rest) = lines.split_at(shown);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for line in shown {
            chip_ui(line, cx, ui);
        }
        if !rest.is_empty() {
            let text = RichText::new(format!("+{}", rest.len())).size(theme::BODY - 1.0);
            let response = paint_chip(text.color(cx.theme.ink), true, cx, ui);
            let names = rest.iter().map(|line| name(line, cx));
            let names = names.collect::<Vec<_>>().join("\n");
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &names));
            response.on_hover_text(&names);
        }
    });
}

/// The maximum number of chips.
const MOST_CHIPS: usize = 6;

/// Draws a rounded chip that wraps to the next row if it does not fit.
fn paint_chip(text: RichText, lit: bool, cx: &ScreenContext<'_>, ui: &mut Ui) -> Response {
    let margin = vec2(9.0, 4.0);
    let most = ui.max_rect().width() - 2.0 * margin.x;
    let text = egui::WidgetText::from(text);
    let wrap = Some(egui::TextWrapMode::Truncate);
    let galley = text.into_galley(ui, wrap, most, egui::TextStyle::Body);
    let (rect, response) = ui.allocate_exact_size(galley.size() + 2.0 * margin, Sense::HOVER);
    let rim = if lit { fade(cx.theme.accent, 0.6) } else { cx.theme.hairline };
    let fill = mix(cx.theme.panel, cx.theme.accent, if lit { 0.08 } else { 0.0 });
    let painter = ui.painter();
    painter.rect(rect, theme::CORNER, fill, Stroke::new(1.0, rim), egui::StrokeKind::Inside);
    painter.galley(rect.min + margin, galley, cx.theme.ink);
    response
}

fn chip_ui(line: &SavedRule, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let name = name(line, cx);
    let out = line.until.is_some();
    let colour = if out { cx.theme.quiet } else { cx.theme.ink };
    let mut text = RichText::new(&name).size(theme::BODY - 1.0).color(colour);
    if out {
        text = text.strikethrough();
    }
    let response = paint_chip(text, !out, cx, ui);
    let about = about(line, cx);
    let spoken = cx.tf("play-house-rule", &[("rule", name.as_str().into())]);
    let spoken = std::iter::once(spoken).chain(about.iter().cloned()).collect::<Vec<_>>();
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, spoken.join(" ")));
    response.on_hover_ui(|ui| {
        ui.set_max_width(360.0);
        ui.label(RichText::new(&name).strong());
        for part in about {
            ui.label(part);
        }
    });
}

/// Returns the details of a rule, one line each.
fn about(line: &SavedRule, cx: &ScreenContext<'_>) -> Vec<String> {
    let settings = words::settings(cx.i18n, &line.set);
    let hooks = words::hooks(cx.i18n, &line.hooks);
    let list = |id: &str, parts: Vec<String>| {
        let list = cx.i18n.list(ListStyle::Parts, parts);
        (!list.is_empty()).then(|| cx.tf(id, &[("list", list.into())]))
    };
    let about = visible(cx.i18n.pick(&line.about));
    let until = line.until.map(|step| cx.tf("play-house-left-out", &[("step", step.into())]));
    let parts = [
        (!about.is_empty()).then_some(about),
        Some(origin(line, cx)),
        list("play-house-sets", settings),
        list("play-house-does", hooks),
        line.sees_all.then(|| cx.t("play-house-sees-all")),
        until,
    ];
    parts.into_iter().flatten().collect()
}

/// Returns the author of a rule and its file.
fn origin(line: &SavedRule, cx: &ScreenContext<'_>) -> String {
    let (author, file) = (visible(&line.author), visible(&line.file));
    match author.is_empty() {
        true => file,
        false => {
            let author = cx.tf("play-house-by", &[("author", author.into())]);
            format!("{author} · {file}")
        }
    }
}

/// Draws the dialog and sends the player's answer.
pub fn house_rules_ui(dialog: &mut HouseDialog, cx: &mut ScreenContext<'_>, ctx: &Context) {
    let modal = Modal::new(Id::unique("house-rules")).frame(cx.theme.card());
    let shown = show_modal(modal, ctx, |ui| match dialog {
        HouseDialog::Ask { lines, chosen, purpose } => ask_ui(lines, chosen, *purpose, cx, ui),
        HouseDialog::Broken { rule, number, why } => broken_ui(rule, *number, why, cx, ui),
        HouseDialog::Checking { findings, at, steps } => {
            verdict_ui(findings, Some((*at, *steps)), false, cx, ui);
        }
        HouseDialog::Verdict { findings, robots } => {
            verdict_ui(findings, None, *robots, cx, ui);
        }
    });
    if shown.should_close() {
        cx.send(Command::Back);
    }
}

fn ask_ui(
    lines: &[SavedRule],
    chosen: &mut usize,
    purpose: Purpose,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    ui.set_width(dialog_width(ui, WIDE));
    ui.label(RichText::new(cx.t("play-house-ask")).size(theme::TITLE));
    ui.add_space(2.0);
    scrolling_text(ui, "house-rules", |ui| {
        ui.label(RichText::new(cx.t("play-house-ask-about")).color(cx.theme.quiet));
        ui.add_space(6.0);
        if lines.len() > 1 {
            ui.horizontal_wrapped(|ui| {
                for (index, line) in lines.iter().enumerate() {
                    let name = name(line, cx);
                    let source = cx.tf("play-house-source", &[("rule", name.as_str().into())]);
                    if widgets::chip(ui, cx.theme, &source, &name, index == *chosen).clicked() {
                        *chosen = index;
                    }
                }
            });
            ui.add_space(4.0);
        }
        if let Some(line) = lines.get(*chosen) {
            ui.label(RichText::new(name(line, cx)).size(theme::HEAD).strong());
            ui.scope(|ui| {
                ui.spacing_mut().item_spacing.y = 3.0;
                for part in about(line, cx) {
                    ui.label(RichText::new(part).size(theme::BODY - 0.5));
                }
            });
            ui.add_space(2.0);
            source_ui(line, cx, ui);
        }
    });
    ui.add_space(10.0);
    ui.horizontal(|ui| {
        let look = cx.theme.primary_ui(ui, cx.t("play-house-look"));
        let hashes: Vec<&str> = lines.iter().map(|line| line.hash.as_str()).collect();
        focus_safe_answer(ui, &look, ("house-rules", hashes));
        if look.clicked() {
            cx.send(Command::Back);
        }
        let without = match purpose {
            Purpose::Play | Purpose::PlayOn => "play-house-without",
            Purpose::Check => "play-house-check-without",
        };
        if ui.button(cx.t(without)).clicked() {
            cx.send(Command::House(HouseCommand::Without));
        }
        if ui.button(cx.t("play-house-run")).clicked() {
            cx.send(Command::House(HouseCommand::Run));
        }
    });
}

/// Returns the name of a rule, made visible because the text is untrusted.
fn name(line: &SavedRule, cx: &ScreenContext<'_>) -> String {
    visible(cx.i18n.pick(&line.name))
}

/// Draws the source of a rule with line numbers. Characters that no text has are shown as marks,
/// so that nothing is hidden.
fn source_ui(line: &SavedRule, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let font = FontId::monospace(theme::BODY - 1.5);
    let height = ui.ctx().fonts_mut(|fonts| fonts.row_height(&font)) + 2.0;
    let rows: Vec<&str> = line.source.lines().collect();
    let digits = rows.len().to_string().len();
    let fill = mix(cx.theme.panel, cx.theme.ink, 0.04);
    let frame = cx.theme.card().fill(fill).inner_margin(egui::Margin::symmetric(8, 6));
    let name = cx.tf("play-house-source", &[("rule", name(line, cx).into())]);
    let shown = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.spacing_mut().interact_size.y = height;
        let area = ScrollArea::both().id_salt(&line.hash).auto_shrink([false, true]);
        area.max_height(SOURCE).show_rows(ui, height, rows.len(), |ui, shown| {
            for (number, row) in shown.clone().zip(&rows[shown]) {
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 10.0;
                    let number = format!("{:>digits$}", number + 1);
                    let number = RichText::new(number).font(font.clone()).color(cx.theme.quiet);
                    ui.add(egui::Label::new(number).selectable(false));
                    let text = RichText::new(printed(row)).font(font.clone()).color(cx.theme.ink);
                    ui.add(egui::Label::new(text).extend());
                });
            }
        });
    });
    shown.response.widget_info(|| WidgetInfo::labeled(Role::Group, true, &name));
}

fn broken_ui(rule: &str, number: u8, why: &str, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    ui.set_max_width(dialog_width(ui, 520.0));
    let head = cx.tf("play-house-broken", &[("rule", visible(rule).into())]);
    scrolling_text(ui, "house-broken", |ui| {
        ui.label(RichText::new(head).size(theme::HEAD).strong());
        ui.label(RichText::new(visible(why)).color(cx.theme.error));
    });
    ui.label(RichText::new(cx.t("play-house-broken-about")).color(cx.theme.quiet));
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        if cx.theme.primary_ui(ui, cx.t("play-house-go-on")).clicked() {
            cx.send(Command::House(HouseCommand::LeaveOut(number)));
        }
        if ui.button(cx.t("play-house-leave")).clicked() {
            cx.send(Command::Back);
        }
    });
}

fn verdict_ui(
    findings: &[Finding],
    running: Option<(usize, usize)>,
    robots: bool,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    ui.set_max_width(ui.available_width().min(520.0));
    ui.label(RichText::new(cx.t("replay-verdict")).size(theme::HEAD).strong());
    for finding in findings {
        finding_ui(finding, cx, ui);
    }
    if let Some((at, steps)) = running {
        let args = [("at", at.into()), ("steps", steps.into())];
        let done = at as f32 / steps.max(1) as f32;
        ui.add(egui::ProgressBar::new(done).text(cx.tf("replay-verdict-running", &args)));
    }
    if running.is_none() {
        ui.add_space(4.0);
        ui.label(widgets::muted_text(cx.theme, cx.t("replay-verdict-limits")));
    }
    ui.add_space(8.0);
    let close = if running.is_some() { "replay-verdict-stop" } else { "action-close" };
    ui.horizontal(|ui| {
        if cx.theme.primary_ui(ui, cx.t(close)).clicked() {
            cx.send(Command::Back);
        }
        let again = || egui::Button::new(cx.t("replay-verdict-robots"));
        if robots {
            let button = ui.add(again()).on_hover_text(cx.t("replay-verdict-robots.about"));
            if button.clicked() {
                cx.send(Command::CheckRobots);
            }
        }
    });
}

/// Draws a finding of a check behind a sign for its result.
fn finding_ui(finding: &Finding, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let (icon, colour) = match finding.fine {
        Some(true) => (Icon::Done, cx.theme.ink),
        Some(false) => (Icon::Close, cx.theme.error),
        None => (Icon::Help, cx.theme.quiet),
    };
    ui.horizontal_top(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::HOVER);
        paint_icon(ui.painter(), rect.shrink(3.0), icon, colour);
        ui.add(egui::Label::new(RichText::new(&finding.text).color(colour)).wrap());
    });
}
