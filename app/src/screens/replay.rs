//! Looking back: the board at any step, a timeline, a list of steps, play on from here.

mod replay_screen;
mod steps;

use std::cell::OnceCell;
use std::path::PathBuf;

use egui::containers::menu::MenuButton;
use egui::{Panel, RichText, Role, Sense, Slider, Ui, WidgetInfo, vec2};
use qipan_core::game::{Step, Viewer};
use qipan_core::options::RuleSet;
use qipan_core::record::Record;
use qipan_core::replay::Replay;
use qipan_core::session::Session;

use crate::command::Command;
use crate::games::{BoardUi as _, GameUi, Scene, words};
use crate::model::library::Candidate;
use crate::play::animation::Stage;
use crate::play::asked::{Asked, askable};
use crate::play::console::Console;
use crate::play::perspective::Eyes;
use crate::play::table::Table;
use crate::screens::banner::BannerUi;
use crate::screens::console::console_ui;
use crate::screens::log::LogUi;
use crate::screens::replay::steps::{StepList, Steps};
use crate::screens::{bar, eyes, house, thought};
use crate::ui::context::ScreenContext;
use crate::ui::paint::Icon;
use crate::ui::theme;

pub use replay_screen::ReplayScreen;

/// The speeds of a running replay, as factors of the designed time.
const SPEEDS: [(f64, &str); 4] = [(2.0, "½×"), (1.0, "1×"), (0.4, "2×"), (0.12, "8×")];

/// A game being looked back at.
pub struct ReplayView<G: GameUi> {
    replay: Replay<G>,
    /// Through whose eyes it is and may be seen.
    eyes: Eyes,
    /// What they see.
    view: G::View,
    /// What is worked out of it.
    digest: OnceCell<G::Digest>,
    /// Where it came from, for the title.
    pub file: Option<PathBuf>,
    /// What it is called where it was read from a file of another program.
    pub foreign: Option<String>,
    board: G::Board,
    stage: Stage<G>,
    log: LogUi,
    banner: BannerUi,
    playing: bool,
    speed: usize,
    list: StepList,
    /// The robot asked about the position shown.
    asked: Option<Asked<G>>,
    console: Console,
}

impl<G: GameUi> ReplayView<G> {
    /// A replay at the start of a game: seen whole when the game is over, else as one seat
    /// sees it until the player says otherwise.
    #[must_use]
    pub fn new(session: Session<G>, file: Option<PathBuf>) -> Self {
        let replay = Replay::of(session);
        let seats = replay.state().in_order();
        let over = replay.state_at(replay.len()).is_some_and(|end| end.outcome().is_some());
        let eyes = match seats.first() {
            _ if !replay.state().rules().has_secrets() => Eyes::only(Viewer::All),
            Some(&seat) if !over => Eyes::sealed(seats, seat),
            _ => Eyes::free(seats),
        };
        let view = replay.state().view(eyes.viewer());
        let stage = Stage::new(&view, 0);
        Self {
            replay,
            eyes,
            view,
            digest: OnceCell::new(),
            file,
            foreign: None,
            board: G::Board::default(),
            stage,
            log: LogUi::default(),
            banner: BannerUi::default(),
            playing: false,
            speed: 1,
            list: StepList::default(),
            asked: None,
            console: Console::default(),
        }
    }

    /// Looks back at a game on the table: from its start when it is over, else at its end
    /// and through the same eyes.
    #[must_use]
    pub fn of(table: &Table<G>) -> Self {
        let mut replay = Self::new(table.session.clone(), table.file.clone());
        if table.state().outcome().is_none() {
            replay.eyes = match table.eyes() {
                Some(eyes) => eyes.clone(),
                None => Eyes::only(table.viewer()),
            };
            replay.seek(table.steps());
        }
        replay
    }

    /// The game.
    #[must_use]
    pub fn session(&self) -> &Session<G> {
        self.replay.session()
    }

    /// The record.
    #[must_use]
    pub fn record(&self) -> &Record<G> {
        self.replay.record()
    }

    /// Goes to the position after so many steps.
    pub fn seek(&mut self, at: usize) {
        self.replay.seek(at);
        self.banner.clear();
        self.look();
        self.list.follow();
    }

    /// What the viewer sees of the position shown.
    #[must_use]
    pub fn view(&self) -> &G::View {
        &self.view
    }

    /// Sees the position as the viewer does.
    fn see(&mut self) {
        self.view = self.replay.state().view(self.eyes.viewer());
        self.digest = OnceCell::new();
        self.asked = None;
    }

    /// Shows the position as it is.
    fn look(&mut self) {
        self.see();
        self.stage.set(&self.view, self.replay.at());
    }

    /// A step on, shown as it happened.
    pub fn forward(&mut self) {
        if self.replay.at() < self.replay.len() {
            self.stage.skip();
            let events = self.replay.forward().to_vec();
            self.see();
            self.stage.push(&events, &self.view, self.replay.at());
            self.list.follow();
        }
    }

    /// A step back.
    pub fn backward(&mut self) {
        self.seek(self.replay.at().saturating_sub(1));
    }

    /// Lets it run, from the start again if it is at its end, or halts it.
    pub fn toggle(&mut self) {
        self.playing = !self.playing;
        if self.playing && self.replay.at() == self.replay.len() {
            self.seek(0);
        }
    }

    /// Lets time pass; whether something is moving or about to.
    fn pass_time(&mut self, now: f64, factor: f64) -> bool {
        let factor = if self.playing { SPEEDS[self.speed].0 } else { factor };
        self.stage.tick(now, factor);
        if self.playing && self.stage.idle() {
            self.forward();
            self.playing = self.replay.at() < self.replay.len();
            self.stage.tick(now, factor);
        }
        let waits = self.asked.as_mut().is_some_and(Asked::is_waiting);
        self.playing || !self.stage.idle() || waits
    }

    /// Draws the replay.
    fn replay_ui(&mut self, others: &[Candidate], cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let stem = self.file.as_ref().and_then(|path| path.file_stem());
        let name = stem.map(|stem| stem.to_string_lossy().into_owned()).or(self.foreign.clone());
        let record = self.record();
        let game = super::game_title(cx, record);
        let title = format!("{} · {}", cx.t("replay-title"), name.as_deref().unwrap_or(&game));
        bar::bar_ui(&title, cx, ui, |cx, ui| {
            bar::tool(cx, ui, Icon::Settings, "menu-settings", true, Command::ShowSettings);
            bar::tool(cx, ui, Icon::Open, "menu-open", true, Command::OpenDialog);
            bar::tool(cx, ui, Icon::Save, "menu-save-as", true, Command::SaveDialog);
            if self.foreign.is_none() {
                bar::tool(cx, ui, Icon::Done, "replay-check", true, Command::Check);
            }
            bar::names_ui::<G>(cx, ui);
            eyes::eyes_ui::<G>(&self.eyes, cx, ui);
        });
        let margin = egui::Margin { left: 16, right: 16, top: 4, bottom: 10 };
        Panel::bottom("timeline")
            .exact_size(58.0)
            .show_separator_line(false)
            .frame(egui::Frame::new().inner_margin(margin))
            .show(ui, |ui| self.timeline_ui(cx, ui));
        let width = (ui.available_width() * 0.29).clamp(300.0, 480.0);
        let frame =
            egui::Frame::new().inner_margin(egui::Margin { left: 4, right: 12, top: 8, bottom: 4 });
        Panel::right("replay-side")
            .exact_size(width)
            .resizable(false)
            .show_separator_line(false)
            .frame(frame)
            .show(ui, |ui| self.side_ui(others, cx, ui));
        egui::CentralPanel::default().frame(egui::Frame::new()).show(ui, |ui| {
            self.board_ui(cx, ui);
        });
    }

    /// Draws the board, and what is said over it.
    fn board_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let rect = ui.available_rect_before_wrap();
        let at = self.replay.at();
        let recalled = match at.checked_sub(1) {
            Some(step) if self.stage.idle() => self.replay.events(step),
            _ => &[],
        };
        let answer = self.asked.as_ref().and_then(Asked::answer);
        let selection = answer.and_then(|answer| answer.action).map(G::showing);
        let scene = Scene {
            view: &self.view,
            digest: self.digest.get_or_init(|| G::digest(&self.view)),
            stage: &self.stage,
            actions: &[],
            selection: &selection.unwrap_or_default(),
            marks: None,
            notes: answer.map(|answer| &answer.notes),
            refused: None,
            recalled,
            last: recalled,
            live: false,
        };
        self.board.ui(&scene, cx, ui, rect);
        let (record, shown) = (self.replay.record(), self.stage.steps());
        // What a rule does is told while it happens.
        let by_rule = matches!(record.steps.get(shown), Some(Step::House { .. }));
        let begun = shown + usize::from(by_rule && !self.stage.idle());
        let (log, replay) = (&self.log, &self.replay);
        let say = |step| words::sayings(cx.i18n, record, step, log.line(step), replay.events(step));
        self.banner.update(cx.now, begun, say);
        self.banner.ui::<G>(rect, cx, ui);
    }

    fn timeline_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        cx.theme.card().inner_margin(egui::Margin::symmetric(10, 4)).show(ui, |ui| {
            ui.visuals_mut().override_text_color = Some(cx.theme.ink);
            ui.horizontal_centered(|ui| {
                let (at, all) = (self.at(), self.steps());
                let (play, play_id) = match self.playing {
                    true => (Icon::Pause, "replay-halt"),
                    false => (Icon::Play, "replay-play"),
                };
                for (icon, id, on, command) in [
                    (Icon::First, "replay-first", at > 0, Command::Seek(0)),
                    (Icon::Previous, "replay-previous", at > 0, Command::Backward),
                    (play, play_id, all > 0, Command::TogglePlay),
                    (Icon::Next, "replay-next", at < all, Command::Forward),
                    (Icon::Last, "replay-last", at < all, Command::Seek(all)),
                ] {
                    bar::tool(cx, ui, icon, id, on, command);
                }
                let mut to = at;
                // Room for the count and the speeds on the right.
                let rest = ui.available_width() - 400.0;
                ui.spacing_mut().slider_width = rest.max(80.0);
                let slider = Slider::new(&mut to, 0..=all.max(1)).show_value(false);
                let response = ui.add(slider);
                let label = cx.t("replay-timeline");
                response.widget_info(|| WidgetInfo::labeled(Role::Slider, true, &label));
                if response.changed() {
                    cx.send(Command::Seek(to.min(all)));
                }
                let args = [("at", at.into()), ("all", all.into())];
                ui.add_sized(vec2(150.0, 20.0), egui::Label::new(cx.tf("replay-at", &args)));
                for (index, (_, name)) in SPEEDS.iter().enumerate() {
                    if ui.selectable_label(self.speed == index, *name).clicked() {
                        self.speed = index;
                    }
                }
            });
        });
    }

    fn side_ui(&mut self, others: &[Candidate], cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        ui.spacing_mut().item_spacing.y = 6.0;
        self.seats_ui(cx, ui);
        let human = cx.theme.primary_ui(ui, cx.t("replay-play-on"));
        if human.on_hover_text(cx.t("replay-play-on-hint")).clicked() {
            cx.send(Command::PlayOn);
        }
        self.ask_ui(others, cx, ui);
        let (replay, viewer) = (&self.replay, self.eyes.viewer());
        self.log.update(cx, viewer, replay.len(), |step| {
            let before = replay.state_at(step).map(|state| state.view(viewer));
            before.map_or(String::new(), |view| {
                words::step(cx.i18n, replay.record(), step, &view, replay.events(step))
            })
        });
        cx.theme.card().show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.set_height(ui.available_height());
            ui.label(RichText::new(cx.t("replay-steps")).size(theme::HEAD).strong());
            self.steps_ui(cx, ui);
        });
    }

    /// The robots that can be asked about the position shown, and what the one asked says.
    fn ask_ui(&mut self, others: &[Candidate], cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let open = askable(self.session(), self.at(), self.eyes.viewer()).is_some();
        ui.add_enabled_ui(open, |ui| {
            let (button, _) = MenuButton::new(cx.t("replay-ask")).ui(ui, |ui| {
                for robot in others.iter().filter(|other| !other.player.is_human()) {
                    if ui.button(&robot.title).clicked() {
                        cx.send(Command::Ask(Box::new(robot.player.clone())));
                        ui.close();
                    }
                }
            });
            button.on_hover_text(cx.t("replay-ask.about"));
        });
        let Some(answer) = self.asked.as_ref().and_then(Asked::answer) else { return };
        cx.theme.card().show(ui, |ui| {
            ui.set_width(ui.available_width());
            thought::thought_ui(&answer.notes, cx, ui);
            self.console.turn_to(answer.notes.at);
            console_ui(&mut self.console, cx, ui);
            if let Some(trouble) = &answer.trouble {
                ui.label(RichText::new(trouble).color(cx.theme.error));
            }
        });
    }

    /// Who played, planes home at this step, and the place in the end.
    fn seats_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let record = self.record();
        let last = self.replay.state_at(self.steps()).and_then(G::outcome);
        cx.theme.card().show(ui, |ui| {
            ui.set_width(ui.available_width());
            for seat in record.rules.order() {
                let Some(player) = record.player(seat) else { continue };
                ui.horizontal(|ui| {
                    let (rect, _) = ui.allocate_exact_size(vec2(22.0, 22.0), Sense::HOVER);
                    G::paint_mark(ui.painter(), rect.center(), 20.0, seat, cx.theme);
                    let name = RichText::new(words::seat::<G>(cx.i18n, seat));
                    ui.label(name.strong().color(cx.theme.as_text(G::colour(cx.theme, seat))));
                    let who = match player.name.is_empty() {
                        true => cx.t("play-you"),
                        false => player.name.clone(),
                    };
                    ui.label(RichText::new(who).color(cx.theme.quiet));
                    let right = egui::Layout::right_to_left(egui::Align::Center);
                    ui.with_layout(right, |ui| {
                        let place = last.as_ref().and_then(|outcome| outcome.place(seat));
                        let text = match place {
                            Some(place) if self.at() == self.steps() => {
                                cx.tf("place-of", &[("place", place.into())])
                            }
                            _ => G::progress(&self.view, seat, cx),
                        };
                        ui.label(text);
                    });
                });
            }
            rules_ui::<G>(&record.rules, cx, ui);
            house::rules_ui(&record.house_rules, cx, ui);
            if last.is_none() {
                ui.label(RichText::new(cx.t("replay-unfinished")).color(cx.theme.quiet));
            }
        });
    }

    fn steps_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let log = &self.log;
        let text = |row: usize| match row.checked_sub(1) {
            Some(step) => log.line(step).to_owned(),
            None => cx.t("replay-start"),
        };
        let (at, rows) = (self.replay.at(), self.replay.len() + 1);
        let audience = (cx.i18n.lang(), self.eyes.viewer());
        let steps = Steps { at, rows, audience, text: &text };
        if let Some(row) = self.list.ui(&steps, cx.theme, ui) {
            cx.send(Command::Seek(row));
        }
    }
}

/// The rules that were changed, each with its value.
fn rules_ui<G: GameUi>(rules: &G::Rules, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let changed = G::changed_by_players(rules).into_iter();
    let set = changed.filter_map(|key| Some((key.to_owned(), rules.get(key)?))).collect();
    let settings = words::settings(cx.i18n, &set);
    if !settings.is_empty() {
        let text = RichText::new(settings.join(" · "));
        ui.label(text.color(cx.theme.quiet).size(theme::BODY - 1.0));
    }
}
