//! House rules on the screen: the list of a game's rules, and the dialogs about them.

use egui::{
    Context, FontId, Id, Modal, Response, RichText, Role, ScrollArea, Sense, Stroke, Ui,
    WidgetInfo, vec2,
};
use qipan_core::record::SavedRule;

use crate::command::{Command, HouseCommand};
use crate::games::{GameUi, words};
use crate::model::i18n::{I18n, ListStyle};
use crate::model::verdict::Finding;
use crate::model::visible::{escape_hidden, mark_hidden};
use crate::play::table::Table;
use crate::ui::context::ScreenContext;
use crate::ui::paint::{Icon, paint_icon};
use crate::ui::question::{dialog_width, focus_safe_answer, scrolling_text};
use crate::ui::room::show_modal;
use crate::ui::theme::{self, fade, mix};
use crate::ui::widgets;

/// The maximum number of chips in the row of house rules.
const MAX_CHIPS: usize = 6;

/// The width of the dialog that shows sources, in points.
const SOURCE_DIALOG_WIDTH: f32 = 760.0;
/// The maximum height of a source in the dialog, in points.
const MAX_SOURCE_HEIGHT: f32 = 330.0;

/// A dialog about house rules.
#[derive(Clone, Debug, PartialEq)]
pub enum HouseDialog {
    /// Asks for permission to run rules that came with a file.
    Ask {
        /// The rules.
        rules: Vec<SavedRule>,
        /// The index of the rule whose source is shown.
        chosen: usize,
        /// The purpose of running them.
        purpose: Purpose,
    },
    /// The report of a failed rule.
    Broken {
        /// The name of the rule.
        rule: String,
        /// The index of the rule in the game.
        index: u8,
        /// File, line and cause of the error.
        why: String,
    },
    /// A running check: the house rules of a game run again, or its robots choose again.
    Checking {
        /// The findings so far.
        findings: Vec<Finding>,
        /// The number of steps checked so far.
        done: usize,
        /// The number of steps in the game.
        steps: usize,
    },
    /// The result of a check of a game.
    Verdict {
        /// All findings.
        findings: Vec<Finding>,
        /// True if the robots can be asked to choose again.
        can_check_robots: bool,
    },
}

impl HouseDialog {
    /// Returns the report of the failed rule that stops a game.
    pub fn of_failure<G: GameUi>(table: &Table<G>, i18n: &I18n) -> Option<Self> {
        let index = table.failed_rule()?.rule_index;
        let saved_rule = table.house_rules().get(usize::from(index))?;
        let rule = i18n.pick(&saved_rule.name).to_owned();
        Some(Self::Broken { rule, index, why: table.failure_message()? })
    }
}

/// The purpose of running house rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To resume the game on the table.
    Resume,
    /// To branch from the step shown in a replay.
    Branch,
    /// To check a game.
    Check,
}

/// Draws the house rules of a game as a row of names, each with details on hover.
pub fn rules_ui(rules: &[SavedRule], cx: &ScreenContext<'_>, ui: &mut Ui) {
    if rules.is_empty() {
        return;
    }
    // The number of chips is limited to leave room for the log. The last one lists the rest.
    let shown_count = if rules.len() > MAX_CHIPS { MAX_CHIPS - 1 } else { rules.len() };
    let (shown, rest) = rules.split_at(shown_count);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for rule in shown {
            chip_ui(rule, cx, ui);
        }
        if !rest.is_empty() {
            let text = RichText::new(format!("+{}", rest.len())).size(theme::BODY - 1.0);
            let response = paint_chip(text.color(cx.theme.ink), true, cx, ui);
            let names = rest.iter().map(|rule| visible_name(rule, cx));
            let names = names.collect::<Vec<_>>().join("\n");
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &names));
            response.on_hover_text(&names);
        }
    });
}

/// Draws a rounded chip with a coloured rim if it is active. It wraps to the next row if it does
/// not fit.
fn paint_chip(text: RichText, is_active: bool, cx: &ScreenContext<'_>, ui: &mut Ui) -> Response {
    let margin = vec2(9.0, 4.0);
    let max_text_width = ui.max_rect().width() - 2.0 * margin.x;
    let text = egui::WidgetText::from(text);
    let wrap = Some(egui::TextWrapMode::Truncate);
    let galley = text.into_galley(ui, wrap, max_text_width, egui::TextStyle::Body);
    let (rect, response) = ui.allocate_exact_size(galley.size() + 2.0 * margin, Sense::HOVER);
    let rim_colour = if is_active { fade(cx.theme.accent, 0.6) } else { cx.theme.hairline };
    let fill = mix(cx.theme.panel, cx.theme.accent, if is_active { 0.08 } else { 0.0 });
    let painter = ui.painter();
    painter.rect(rect, theme::CORNER, fill, Stroke::new(1.0, rim_colour), egui::StrokeKind::Inside);
    painter.galley(rect.min + margin, galley, cx.theme.ink);
    response
}

/// Draws the chip of a rule. A rule that was left out of the game is struck through.
fn chip_ui(rule: &SavedRule, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let name = visible_name(rule, cx);
    let is_left_out = rule.until.is_some();
    let colour = if is_left_out { cx.theme.quiet } else { cx.theme.ink };
    let mut text = RichText::new(&name).size(theme::BODY - 1.0).color(colour);
    if is_left_out {
        text = text.strikethrough();
    }
    let response = paint_chip(text, !is_left_out, cx, ui);
    let details = details(rule, cx);
    let heading = cx.tf("play-house-rule", &[("rule", name.as_str().into())]);
    let label_lines = std::iter::once(heading).chain(details.iter().cloned()).collect::<Vec<_>>();
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, label_lines.join(" ")));
    response.on_hover_ui(|ui| {
        ui.set_max_width(360.0);
        ui.label(RichText::new(&name).strong());
        for part in details {
            ui.label(part);
        }
    });
}

/// Returns the details of a rule, one line each.
fn details(rule: &SavedRule, cx: &ScreenContext<'_>) -> Vec<String> {
    let settings = words::settings(cx.i18n, &rule.set);
    let hooks = words::hooks(cx.i18n, &rule.hooks);
    let list = |id: &str, parts: Vec<String>| {
        let list = cx.i18n.list(ListStyle::Parts, parts);
        (!list.is_empty()).then(|| cx.tf(id, &[("list", list.into())]))
    };
    let about = escape_hidden(cx.i18n.pick(&rule.about));
    let until = rule.until.map(|step| cx.tf("play-house-left-out", &[("step", step.into())]));
    let parts = [
        (!about.is_empty()).then_some(about),
        Some(origin(rule, cx)),
        list("play-house-sets", settings),
        list("play-house-does", hooks),
        rule.sees_all.then(|| cx.t("play-house-sees-all")),
        until,
    ];
    parts.into_iter().flatten().collect()
}

/// Returns the author of a rule and its file.
fn origin(rule: &SavedRule, cx: &ScreenContext<'_>) -> String {
    let (author, file) = (escape_hidden(&rule.author), escape_hidden(&rule.file));
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
    let response = show_modal(modal, ctx, |ui| match dialog {
        HouseDialog::Ask { rules, chosen, purpose } => {
            permission_ui(rules, chosen, *purpose, cx, ui)
        }
        HouseDialog::Broken { rule, index, why } => failure_ui(rule, *index, why, cx, ui),
        HouseDialog::Checking { findings, done, steps } => {
            verdict_ui(findings, Some((*done, *steps)), false, cx, ui);
        }
        HouseDialog::Verdict { findings, can_check_robots } => {
            verdict_ui(findings, None, *can_check_robots, cx, ui);
        }
    });
    if response.should_close() {
        cx.send(Command::Back);
    }
}

/// Asks for permission to run the rules of a file. One of them is shown with its source.
fn permission_ui(
    rules: &[SavedRule],
    chosen: &mut usize,
    purpose: Purpose,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    ui.set_width(dialog_width(ui, SOURCE_DIALOG_WIDTH));
    ui.label(RichText::new(cx.t("play-house-ask")).size(theme::TITLE));
    ui.add_space(2.0);
    scrolling_text(ui, "house-rules", |ui| {
        ui.label(RichText::new(cx.t("play-house-ask-about")).color(cx.theme.quiet));
        ui.add_space(6.0);
        if rules.len() > 1 {
            ui.horizontal_wrapped(|ui| {
                for (index, rule) in rules.iter().enumerate() {
                    let name = visible_name(rule, cx);
                    let source = cx.tf("play-house-source", &[("rule", name.as_str().into())]);
                    if widgets::chip(ui, cx.theme, &source, &name, index == *chosen).clicked() {
                        *chosen = index;
                    }
                }
            });
            ui.add_space(4.0);
        }
        if let Some(rule) = rules.get(*chosen) {
            ui.label(RichText::new(visible_name(rule, cx)).size(theme::HEAD).strong());
            ui.scope(|ui| {
                ui.spacing_mut().item_spacing.y = 3.0;
                for part in details(rule, cx) {
                    ui.label(RichText::new(part).size(theme::BODY - 0.5));
                }
            });
            ui.add_space(2.0);
            sources_ui(rule, cx, ui);
        }
    });
    ui.add_space(10.0);
    ui.horizontal(|ui| {
        let back = cx.theme.primary_ui(ui, cx.t("play-house-look"));
        let hashes: Vec<&str> = rules.iter().map(|rule| rule.hash.as_str()).collect();
        focus_safe_answer(ui, &back, ("house-rules", hashes));
        if back.clicked() {
            cx.send(Command::Back);
        }
        let without_id = match purpose {
            Purpose::Resume | Purpose::Branch => "play-house-without",
            Purpose::Check => "play-house-check-without",
        };
        if ui.button(cx.t(without_id)).clicked() {
            cx.send(Command::House(HouseCommand::Without));
        }
        if ui.button(cx.t("play-house-run")).clicked() {
            cx.send(Command::House(HouseCommand::Run));
        }
    });
}

/// Returns the name of a rule. Its invisible characters are shown, because the text is untrusted.
fn visible_name(rule: &SavedRule, cx: &ScreenContext<'_>) -> String {
    escape_hidden(cx.i18n.pick(&rule.name))
}

/// Draws the source of a rule and the sources of its modules, each under the name of its file.
fn sources_ui(rule: &SavedRule, cx: &ScreenContext<'_>, ui: &mut Ui) {
    if rule.modules.is_empty() {
        return source_ui(&rule.source, &visible_name(rule, cx), &rule.hash, cx, ui);
    }
    for (file, source) in rule.files() {
        let file = escape_hidden(&file);
        ui.label(widgets::muted_text(cx.theme, &file));
        source_ui(source, &file, &format!("{} {file}", rule.hash), cx, ui);
    }
}

/// Draws a source with line numbers. `name` is the rule or file that it belongs to. Control and
/// invisible characters are shown as marks, so that nothing is hidden.
fn source_ui(source: &str, name: &str, id: &str, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let font = FontId::monospace(theme::BODY - 1.5);
    let height = ui.ctx().fonts_mut(|fonts| fonts.row_height(&font)) + 2.0;
    let rows: Vec<&str> = source.lines().collect();
    let digits = rows.len().to_string().len();
    let fill = mix(cx.theme.panel, cx.theme.ink, 0.04);
    let frame = cx.theme.card().fill(fill).inner_margin(egui::Margin::symmetric(8, 6));
    let name = cx.tf("play-house-source", &[("rule", name.into())]);
    let output = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.spacing_mut().interact_size.y = height;
        let area = ScrollArea::both().id_salt(id).auto_shrink([false, true]);
        area.max_height(MAX_SOURCE_HEIGHT).show_rows(ui, height, rows.len(), |ui, visible_rows| {
            for (index, row) in visible_rows.clone().zip(&rows[visible_rows]) {
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 10.0;
                    let number = format!("{:>digits$}", index + 1);
                    let number = RichText::new(number).font(font.clone()).color(cx.theme.quiet);
                    ui.add(egui::Label::new(number).selectable(false));
                    let text =
                        RichText::new(mark_hidden(row)).font(font.clone()).color(cx.theme.ink);
                    ui.add(egui::Label::new(text).extend());
                });
            }
        });
    });
    output.response.widget_info(|| WidgetInfo::labeled(Role::Group, true, &name));
}

/// Draws the report of a failed rule, and the choice to go on without it.
fn failure_ui(rule: &str, index: u8, error: &str, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    ui.set_max_width(dialog_width(ui, 520.0));
    let head = cx.tf("play-house-broken", &[("rule", escape_hidden(rule).into())]);
    scrolling_text(ui, "house-broken", |ui| {
        ui.label(RichText::new(head).size(theme::HEAD).strong());
        ui.label(RichText::new(escape_hidden(error)).color(cx.theme.error));
    });
    ui.label(RichText::new(cx.t("play-house-broken-about")).color(cx.theme.quiet));
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        if cx.theme.primary_ui(ui, cx.t("play-house-continue")).clicked() {
            cx.send(Command::House(HouseCommand::LeaveOut(index)));
        }
        if ui.button(cx.t("play-house-leave")).clicked() {
            cx.send(Command::Back);
        }
    });
}

/// Draws the findings of a check. While it runs, `progress` holds the number of steps checked so
/// far and the number of all steps.
fn verdict_ui(
    findings: &[Finding],
    progress: Option<(usize, usize)>,
    can_check_robots: bool,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    ui.set_max_width(ui.available_width().min(520.0));
    ui.label(RichText::new(cx.t("replay-verdict")).size(theme::HEAD).strong());
    for finding in findings {
        finding_ui(finding, cx, ui);
    }
    if let Some((done, steps)) = progress {
        let args = [("at", done.into()), ("steps", steps.into())];
        let share = done as f32 / steps.max(1) as f32;
        ui.add(egui::ProgressBar::new(share).text(cx.tf("replay-verdict-running", &args)));
    }
    if progress.is_none() {
        ui.add_space(4.0);
        ui.label(widgets::muted_text(cx.theme, cx.t("replay-verdict-limits")));
    }
    ui.add_space(8.0);
    let close_id = if progress.is_some() { "replay-verdict-stop" } else { "action-close" };
    ui.horizontal(|ui| {
        if cx.theme.primary_ui(ui, cx.t(close_id)).clicked() {
            cx.send(Command::Back);
        }
        if can_check_robots {
            let button = ui.button(cx.t("replay-verdict-robots"));
            let button = button.on_hover_text(cx.t("replay-verdict-robots.about"));
            if button.clicked() {
                cx.send(Command::CheckRobots);
            }
        }
    });
}

/// Draws a finding of a check after an icon for its result.
fn finding_ui(finding: &Finding, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let (icon, colour) = match finding.is_fine {
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
