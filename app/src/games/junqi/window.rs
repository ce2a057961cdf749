//! Junqi in the window: input by pointer and keys, and drawing of its parts.

use egui::text::LayoutJob;
use egui::{Color32, FontId, Key, Modifiers, Painter, Rect, RichText, Ui};
use qipan_core::contract::game::{Game, Turn, Viewer};
use qipan_core::contract::options::RulesError;
use qipan_core::contract::outcome::Outcome;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::rules::FlipArmies;
use qipan_core::games::junqi::{
    Action, BattleResult, Cell, EliminationReason, Event, Junqi, Rules, View, VisibleTile,
};

use crate::command::{Command, TableCommand};
use crate::games::junqi::animation::JunqiBoardState;
use crate::games::junqi::board::{JunqiBoard, paint_miniature};
use crate::games::junqi::command::JunqiCommand;
use crate::games::junqi::drawing::JunqiPicture;
use crate::games::junqi::editor::LayoutEditor;
use crate::games::junqi::view_cache::JunqiViewCache;
use crate::games::junqi::{form, guide, words};
use crate::games::words::seat as seat_name;
use crate::games::{
    Announcement, Card, CardPicture, CommandContext, DefaultSetup, Editor, GameUi, GuidePart,
    GuidePicture, KeyLine, refused_ui, watching_ui,
};
use crate::model::i18n::{I18n, ListStyle};
use crate::model::narration;
use crate::model::setup::SeatChoice;
use crate::play::game::Playable;
use crate::play::table::{RefusedInput, Table};
use crate::play::timeline_event::TimelineEventKind;
use crate::ui::context::ScreenContext;
use crate::ui::theme::{self, Theme};

/// The height of a line of losses on a card, in points.
const ROW_HEIGHT: f32 = 20.0;

/// The smallest font size of a list of losses, in points.
const MIN_LOSSES_SIZE: f32 = 9.0;

/// The player's unfinished input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JunqiSelection {
    /// The cell of the held piece.
    pub picked_cell: Option<Cell>,
    /// The action shown for confirmation.
    pub chosen_action: Option<Action>,
}

impl Playable for Junqi {
    type AnimatedBoard = JunqiBoardState;
    type Selection = JunqiSelection;
    type Piece = Cell;
    type ViewCache = JunqiViewCache;

    fn view_cache(view: &View) -> JunqiViewCache {
        JunqiViewCache::new(view)
    }

    fn confirmation(action: Action) -> JunqiSelection {
        JunqiSelection { picked_cell: None, chosen_action: Some(action) }
    }

    fn has_unfinished_input(selection: &JunqiSelection) -> bool {
        *selection != JunqiSelection::default()
    }
}

impl GameUi for Junqi {
    type Command = JunqiCommand;
    type Board = JunqiBoard;

    const GAME_CARDS: &'static [Card] = &[Card {
        name: "junqi",
        presets: &[
            "dark",
            "mixed",
            "open",
            "flip",
            "flip_open",
            "siguo_partner",
            "siguo_dark",
            "siguo_open",
            "siguo_duel",
            "three",
            "six",
            "six_dark",
            "six_open",
        ],
    }];
    const OPTION_GROUPS: &'static [(&'static str, &'static [&'static str])] = form::GROUPS;
    const KEY_LINES: &'static [KeyLine] = &[("M", "keys-mark"), ("1 … 6", "keys-answer")];
    const HAS_PIECE_NAMES: bool = true;

    fn guide(preset: &str) -> Vec<GuidePart> {
        guide::parts(preset)
    }

    fn guide_ui(part: &str, cx: &ScreenContext<'_>, ui: &mut Ui) {
        if part == guide::PIECES {
            guide::pieces_ui(cx, ui);
        }
    }

    fn lesson_reference_ui(cx: &ScreenContext<'_>, ui: &mut Ui) {
        guide::ranks_ui(cx, ui);
    }

    fn guide_pictures(preset: &str, part: &str) -> &'static [GuidePicture] {
        guide::pictures(preset, part)
    }

    /// Switches off the clock, which games against robots do not need.
    fn form_defaults(rules: &Rules) -> Rules {
        form::without_clock(rules)
    }

    /// Seats one person, and robots in all other seats.
    fn default_setup(
        preset: &str,
        robot: &dyn Fn(&str) -> SeatChoice,
    ) -> Option<DefaultSetup<Self>> {
        form::default_setup(preset, robot)
    }

    fn card_picture(_: &'static str) -> CardPicture {
        let mut picture = JunqiPicture::default();
        Box::new(move |painter, theme, rect| paint_miniature(&mut picture, painter, theme, rect))
    }

    fn seats_own_armies(rules: &Rules) -> bool {
        !rules.is_flip()
    }

    fn has_layouts(rules: &Rules) -> bool {
        !rules.is_flip()
    }

    fn editor() -> Option<Box<dyn Editor>> {
        Some(Box::<LayoutEditor>::default())
    }

    fn has_effect(rules: &Rules, key: &str) -> bool {
        form::has_effect(rules, key)
    }

    fn allows_value(rules: &Rules, key: &str, word: &str) -> bool {
        form::allows_value(rules, key, word)
    }

    fn is_inactive(rules: &Rules, key: &str) -> bool {
        form::is_inactive(rules, key)
    }

    fn rules_error(error: &RulesError, i18n: &I18n, _: &Rules) -> String {
        form::rules_error(error, i18n)
    }

    fn carry_out(table: &mut Table<Self>, command: JunqiCommand, context: &CommandContext<'_>) {
        match command {
            JunqiCommand::ClickCell(cell) => {
                table.animator.skip();
                press_cell(table, cell, context);
            }
            JunqiCommand::SetMark(tile, text) => {
                let Viewer::Seat(seat) = table.viewer() else { return };
                let key = (seat, tile.to_string());
                match text {
                    Some(text) => table.marks.insert(key, text),
                    None => table.marks.remove(&key),
                };
            }
            JunqiCommand::Act(action) => {
                if table.human_to_act().is_some() {
                    table.common.waits_for_player = false;
                    table.choose(action);
                }
            }
        }
    }

    /// Returns the cell to press next: the cell of the piece or, once the piece is picked up, its
    /// target.
    fn cells_to_press(action: Action, selection: &JunqiSelection) -> Vec<String> {
        let is_picked = selection.picked_cell == Some(action.from());
        let cell = if is_picked { action.to() } else { action.from() };
        vec![cell.to_string()]
    }

    /// Returns false for marks, which do not change the game.
    fn continues_game(command: &JunqiCommand) -> bool {
        !matches!(command, JunqiCommand::SetMark(..))
    }

    fn keys(table: &Table<Self>, focused: bool, on: &mut dyn FnMut(Modifiers, Key, Command)) {
        if let Some(action) = table.selection.chosen_action.filter(|_| !focused) {
            on(Modifiers::NONE, Key::Enter, Command::from(JunqiCommand::Act(action)));
        }
    }

    fn colour(theme: &Theme, seat: Seat) -> Color32 {
        theme.army(seat)
    }

    fn seat_card_text(
        table: &Table<Self>,
        seat: Seat,
        who: &str,
        is_to_move: bool,
        cx: &ScreenContext<'_>,
    ) -> String {
        let (view, cache) = table.card_view();
        let args = [
            ("seat", seat_name::<Self>(cx.i18n, seat).into()),
            ("who", who.into()),
            ("progress", Self::progress_text(view, seat, cx).into()),
        ];
        let id = if is_to_move { "junqi-card-turn" } else { "junqi-card" };
        let lost = cache.losses.of_seat(seat).full_text(cx.i18n);
        let relation = Self::relation(view, seat, cx);
        let timeouts = timeouts_text(view, seat, cx);
        let parts = [Some(cx.tf(id, &args)), relation, lost, timeouts];
        cx.i18n.list(ListStyle::Clauses, parts.into_iter().flatten())
    }

    fn army(view: &View, seat: Seat) -> Option<Seat> {
        view.army_of(seat).or(Self::seats_own_armies(view.rules()).then_some(seat))
    }

    fn relation(view: &View, seat: Seat, cx: &ScreenContext<'_>) -> Option<String> {
        // In Flip Junqi, armies are assigned to seats during play.
        if let Some(army) = view.army_of(seat).filter(|_| view.rules().is_flip()) {
            let army = narration::junqi::army_name(cx.i18n, army);
            return Some(cx.tf("junqi-plays", &[("army", army.into())]));
        }
        let Viewer::Seat(me) = view.viewer() else { return None };
        let relation = cx.t(words::relation(view.rules(), me, seat)?);
        let (rules, team) = (view.rules(), view.rules().team(me));
        if rules.armies == 4 && team.len() == 2 && !team.contains(seat) {
            return Some(format!("{} · {relation}", cx.t("junqi-enemy")));
        }
        Some(relation)
    }

    fn seat_row_height(view: &View) -> f32 {
        // If there are few armies, the panel has room for two lines of losses per seat.
        if view.rules().armies <= 3 { 2.0 * ROW_HEIGHT - 4.0 } else { ROW_HEIGHT }
    }

    /// Draws the army's losses and its number of timeouts.
    fn row_ui(table: &Table<Self>, seat: Seat, space: Rect, cx: &ScreenContext<'_>, ui: &Ui) {
        let font = FontId::proportional(theme::BODY - 2.0);
        let painter = ui.painter().with_clip_rect(space.intersect(ui.clip_rect()));
        let is_wrapped = space.height() > 1.5 * ROW_HEIGHT;
        let mut losses_space = space;
        if let Some(timeouts) = timeouts_text(table.view(), seat, cx) {
            let (pos, align) = match is_wrapped {
                true => (space.right_bottom(), egui::Align2::RIGHT_BOTTOM),
                false => (space.right_center(), egui::Align2::RIGHT_CENTER),
            };
            let rect = painter.text(pos, align, timeouts, font, cx.theme.warning);
            match is_wrapped {
                true => losses_space.max.y = rect.top(),
                false => losses_space.max.x = rect.left() - 6.0,
            }
        }
        let losses = table.card_view().1.losses.of_seat(seat);
        if let Some(text) = losses.short_text(cx.i18n, cx.settings.naming_style()) {
            let painter = painter.with_clip_rect(losses_space.intersect(ui.clip_rect()));
            paint_losses(&painter, text, losses_space, is_wrapped, cx.theme.quiet);
        }
        let id = ui.scope_id().with(("losses", seat.index()));
        if let Some(text) = losses.full_text(cx.i18n) {
            ui.interact(space, id, egui::Sense::HOVER).on_hover_text(text);
        }
    }

    fn announcements(i18n: &I18n, rules: &Rules, events: &[Event]) -> Vec<Announcement> {
        words::referee_announcements(i18n, rules, events)
    }

    fn timeline_events(event: &Event) -> &'static [TimelineEventKind] {
        match event {
            Event::Battled { result: BattleResult::DefenderSurvives, .. } => {
                &[TimelineEventKind::Battle]
            }
            Event::Battled { .. } => &[TimelineEventKind::Battle, TimelineEventKind::Capture],
            Event::FlagShown { .. }
            | Event::FlagTaken { .. }
            | Event::FlagLifted { .. }
            | Event::FlagDropped { .. }
            | Event::FlagBrought { .. } => &[TimelineEventKind::Flag],
            _ => &[],
        }
    }

    fn paint_progress(view: &View, seat: Seat, body: Rect, cx: &ScreenContext<'_>, ui: &Ui) {
        let font = FontId::proportional(theme::BODY);
        let (pos, text) = (body.right_center(), Self::progress_text(view, seat, cx));
        ui.painter().text(pos, egui::Align2::RIGHT_CENTER, text, font, cx.theme.quiet);
    }

    fn progress_text(view: &View, seat: Seat, cx: &ScreenContext<'_>) -> String {
        match view.eliminated_seats().find(|(out, _)| *out == seat) {
            Some((_, EliminationReason::Resigned)) => return cx.t("play-resigned"),
            Some(_) => return cx.t("junqi-out"),
            None => {}
        }
        if !view.armies_assigned() {
            return cx.t("junqi-no-army");
        }
        let has_face_down = has_face_down(view);
        // The face-down pieces of Flip Junqi may belong to anybody. A viewer of everything sees their
        // owners nevertheless.
        let is_counted = |cell: &Cell| {
            let is_own = |seen: VisibleTile| {
                seen.owner == Some(seat) && !(has_face_down && seen.is_face_down)
            };
            view.at(*cell).is_some_and(is_own)
        };
        let remaining = view.occupied().iter().filter(is_counted).count();
        let id = if has_face_down { "junqi-face-up" } else { "junqi-left" };
        cx.tf(id, &[("count", remaining.into())])
    }

    fn next_action_ui(table: &Table<Self>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        ui.vertical(|ui| {
            ui.set_min_height(60.0);
            next_ui(table, cx, ui);
            refused_ui(table, cx, ui);
        });
    }

    fn victory_line(
        table: &Table<Self>,
        outcome: &Outcome,
        cx: &ScreenContext<'_>,
    ) -> Option<String> {
        words::ending(cx.i18n, table.view(), outcome)
    }
}

/// Paints a list of losses: in one row, or wrapped into several. A long list is scaled down, but
/// not below [`MIN_LOSSES_SIZE`]. A list that is still too long ends in an ellipsis.
fn paint_losses(painter: &Painter, losses: String, space: Rect, is_wrapped: bool, ink: Color32) {
    let mut size = theme::BODY - 2.0;
    let galley = loop {
        let font = FontId::proportional(size);
        let mut job = LayoutJob::simple(losses.clone(), font, ink, space.width());
        let row_height = size * 1.5;
        job.wrap.max_rows =
            if is_wrapped { (space.height() / row_height).floor().max(1.0) as usize } else { 1 };
        let galley = painter.layout_job(job);
        if !galley.elided || size <= MIN_LOSSES_SIZE {
            break galley;
        }
        size -= 0.5;
    };
    let top = if is_wrapped { space.top() } else { space.center().y - galley.size().y / 2.0 };
    painter.galley(egui::pos2(space.left(), top), galley, ink);
}

/// Returns true if any piece on the board lies face down.
fn has_face_down(view: &View) -> bool {
    view.occupied().iter().any(|cell| view.at(cell).is_some_and(|seen| seen.is_face_down))
}

/// Returns a seat's number of timeouts in words, if there were any.
fn timeouts_text(view: &View, seat: Seat, cx: &ScreenContext<'_>) -> Option<String> {
    let (count, limit) = (view.timeouts(seat), view.rules().timeouts_lose);
    let is_out = view.eliminated_seats().any(|(out, _)| out == seat);
    let id = if limit > 0 { "junqi-late-of" } else { "junqi-late" };
    let args = [("count", count.into()), ("most", limit.into())];
    (count > 0 && !is_out).then(|| cx.tf(id, &args))
}

/// Draws the seat to move and the next thing to do.
fn next_ui(table: &Table<Junqi>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let idle = table.animator.is_idle();
    let seat = if idle { table.state().seat_to_move() } else { table.animator.turn() };
    let name = seat_name::<Junqi>(cx.i18n, seat);
    // In Flip Junqi a seat has no colour before its army is known.
    let colour = match Junqi::army(table.view(), seat) {
        Some(army) => cx.theme.readable_on_panel(cx.theme.army(army)),
        None => cx.theme.ink,
    };
    let heading = |ui: &mut Ui, text: String| {
        ui.label(RichText::new(text).size(theme::HEAD).strong().color(colour));
    };
    if idle && table.human_to_act().is_some() {
        heading(ui, cx.tf("play-your-turn", &[("seat", name.into())]));
        let hint = match table.selection {
            JunqiSelection { chosen_action: Some(_), .. } => "play-confirm",
            JunqiSelection { picked_cell: Some(_), .. } => "junqi-choose-target",
            _ if table.state().armies_assigned() && has_face_down(table.view()) => {
                "junqi-choose-any"
            }
            _ if table.state().armies_assigned() => "junqi-choose-piece",
            _ => "junqi-choose-tile",
        };
        if table.warning().is_none() {
            ui.label(RichText::new(cx.t(hint)).color(cx.theme.quiet));
        }
    } else if idle && table.cover().is_none() && table.is_halted() {
        heading(ui, cx.t("play-paused"));
        if cx.theme.primary_ui(ui, cx.t("play-resume")).clicked() {
            cx.send(TableCommand::TogglePause);
        }
    } else {
        // A covered table waits for a person.
        let id = if table.cover().is_some() { "play-your-turn" } else { "play-thinking" };
        heading(ui, cx.tf(id, &[("seat", name.into())]));
        if table.can_skip_to_end() {
            watching_ui(table, cx, ui);
        } else if table.can_show_at_once() {
            let button = ui.button(cx.t("play-at-once"));
            if button.on_hover_text(cx.t("play-at-once.about")).clicked() {
                cx.send(TableCommand::ShowAtOnce);
            }
        }
    }
    if !table.view().armies_assigned() {
        let id = match table.view().rules().flip_armies {
            FlipArmies::Engineer => "junqi-waits-for-engineer",
            FlipArmies::FirstTile => "junqi-waits-for-tile",
        };
        ui.label(RichText::new(cx.t(id)).color(cx.theme.quiet));
    }
}

/// Handles a press on a cell: plays an action or asks to confirm it, picks up a piece or puts it
/// down, or refuses.
fn press_cell(table: &mut Table<Junqi>, cell: Cell, context: &CommandContext<'_>) {
    let Some(seat) = table.human_to_play() else { return refuse(table, cell, None, context) };
    if table.state().turn() != Turn::Seat(seat) {
        return;
    }
    let actions = table.actions();
    let picked = table.selection.picked_cell;
    if picked == Some(cell) && table.selection.chosen_action.is_none() {
        table.selection = JunqiSelection::default();
        return;
    }
    let intended = match picked {
        Some(from) => Action::go(from, cell),
        None => Action::Flip { at: cell },
    };
    if actions.contains(&intended) {
        if context.settings.confirm_moves && table.selection.chosen_action != Some(intended) {
            table.selection.chosen_action = Some(intended);
            return;
        }
        table.common.waits_for_player = false;
        table.choose(intended);
    } else if actions.contains(&Action::Flip { at: cell }) {
        // The held piece cannot move to this face-down piece. A flip cannot be undone, so this
        // press only puts the held piece down, and the next one flips.
        table.selection = JunqiSelection::default();
        table.last_refusal = None;
    } else if actions.iter().any(|action| action.from() == cell) {
        table.common.waits_for_player = false;
        table.last_refusal = None;
        table.selection = JunqiSelection { picked_cell: Some(cell), chosen_action: None };
    } else {
        refuse(table, cell, picked, context);
    }
}

/// Returns true if only a house rule forbids the pressed cell: as the target of the held piece, or
/// as the piece to move if none is held.
fn is_forbidden_by_house_rule(table: &Table<Junqi>, cell: Cell) -> bool {
    let intended = |action: &Action| match table.selection.picked_cell {
        Some(from) => *action == Action::go(from, cell),
        None => action.from() == cell,
    };
    table.session.actions().iter().any(intended) && !table.actions().iter().any(intended)
}

/// Shows the reason why a cell cannot be chosen.
fn refuse(
    table: &mut Table<Junqi>,
    cell: Cell,
    picked: Option<Cell>,
    context: &CommandContext<'_>,
) {
    let turn = table.state().question().map_or(table.state().seat_to_move(), |it| it.seat);
    let why = if table.state().outcome().is_some() {
        context.i18n.t("refuse-over")
    } else if table.human_question().is_some() {
        context.i18n.t("refuse-answer")
    } else if !table.is_human(turn) {
        context.i18n.tf("refuse-wait", &[("seat", seat_name::<Junqi>(context.i18n, turn).into())])
    } else if is_forbidden_by_house_rule(table, cell) {
        context.i18n.t("refuse-house")
    } else {
        match picked {
            Some(from) => {
                words::move_refusal(context.i18n, table.state(), table.view(), from, cell)
            }
            None => words::refusal(context.i18n, table.view(), turn, cell),
        }
    };
    table.last_refusal = Some(RefusedInput { piece: Some(cell), why, at: context.now });
}
