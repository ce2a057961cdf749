//! A race game in the window: input by pointer and keys, and drawing of its parts.

use egui::{Color32, Key, Modifiers, Rect, Stroke, Ui, pos2};
use qipan_core::contract::game::Game;
use qipan_core::contract::options::{OptionInfo, RulesError};
use qipan_core::contract::outcome::Outcome;
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::{Action, Event, Race, Rules, View};

use crate::command::Command;
use crate::games::race::animation::RaceBoardState;
use crate::games::race::board::RaceBoard;
use crate::games::race::command::{MoveAnswer, RaceCommand};
use crate::games::race::{form, guide, side, words};
use crate::games::words::seat as seat_name;
use crate::games::{
    Card, CardPicture, CommandContext, DefaultSetup, GameUi, GuidePart, GuidePicture, KeyLine,
    MissingPlayers,
};
use crate::model::i18n::{I18n, ListStyle};
use crate::model::setup::SeatChoice;
use crate::play::game::Playable;
use crate::play::table::{RefusedInput, Table};
use crate::play::timeline_event::TimelineEventKind;
use crate::ui::context::ScreenContext;
use crate::ui::theme::Theme;

/// The player's unfinished input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RaceSelection {
    /// The actions among which the player is asked to choose.
    pub options: Vec<Action>,
    /// The action that the player is asked to confirm.
    pub to_confirm: Option<Action>,
}

/// The result of a press on a plane or an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PressResult {
    /// A step was played.
    Played,
    /// The player has to answer a question.
    Asked,
    /// The press was refused.
    Refused,
}

impl Playable for Race {
    type AnimatedBoard = RaceBoardState;
    type Selection = RaceSelection;
    type Piece = (Seat, u8);
    type ViewCache = ();

    fn view_cache(_: &View) {}

    fn confirmation(action: Action) -> RaceSelection {
        RaceSelection { options: Vec::new(), to_confirm: Some(action) }
    }

    fn has_unfinished_input(selection: &RaceSelection) -> bool {
        !selection.options.is_empty() || selection.to_confirm.is_some()
    }
}

impl GameUi for Race {
    type Command = RaceCommand;
    type Board = RaceBoard;

    const GAME_CARDS: &'static [Card] = &[
        Card { name: "aeroplane", presets: &["aeroplane"] },
        Card { name: "flying", presets: &["flying"] },
    ];
    const SEAT_KEYS: &'static [Key] = &[Key::R, Key::Y, Key::B, Key::G];
    const KEY_LINES: &'static [KeyLine] = &[
        ("1 2 3 4", "keys-move"),
        ("F  J", "keys-fly"),
        ("S  A", "keys-stack"),
        ("R Y G B", "keys-colour"),
        ("1 … 6", "keys-answer"),
    ];

    fn guide(preset: &str) -> Vec<GuidePart> {
        guide::parts(preset)
    }

    fn guide_pictures(preset: &str, part: &str) -> &'static [GuidePicture] {
        guide::pictures(preset, part)
    }

    const OPTION_GROUPS: &'static [(&'static str, &'static [&'static str])] = form::GROUPS;

    fn default_setup(
        preset: &str,
        robot: &dyn Fn(&str) -> SeatChoice,
    ) -> Option<DefaultSetup<Self>> {
        form::default_setup(preset, robot)
    }

    fn card_picture(preset: &'static str) -> CardPicture {
        form::card_picture(preset)
    }

    fn has_effect(rules: &Rules, key: &str) -> bool {
        form::has_effect(rules.board, key)
    }

    fn is_inactive(rules: &Rules, key: &str) -> bool {
        form::is_inactive(rules, key)
    }

    fn rules_error(error: &RulesError, i18n: &I18n, rules: &Rules) -> String {
        form::rules_error(error, i18n, rules)
    }

    /// Keeps the number of planes needed to win equal to the number of planes, if both were equal
    /// before.
    fn adjust_dependents(before: &Rules, key: &str, mut after: Rules) -> Rules {
        if key == "planes" && before.planes_to_win == before.planes {
            after.planes_to_win = after.planes;
        }
        after
    }

    fn selectable_numbers(rules: &Rules, _: &OptionInfo) -> Vec<u8> {
        (rules.board.first_on_track()..=rules.board.last_on_track()).collect()
    }

    /// Allows empty seats, except in team games, where every seat needs a player.
    fn missing_players(rules: &Rules, taken: usize) -> Option<MissingPlayers> {
        (rules.teams && taken < Self::SEATS.len()).then_some(MissingPlayers::Teams)
    }

    fn advice(rules: &Rules, empty: &[Seat], i18n: &I18n) -> Option<String> {
        form::advice(rules, empty, i18n)
    }

    fn carry_out(table: &mut Table<Self>, command: RaceCommand, context: &CommandContext<'_>) {
        let confirm = context.settings.confirm_moves;
        match command {
            RaceCommand::Move(plane) => {
                table.animator.skip();
                if press(table, plane, confirm) == PressResult::Refused {
                    let seat = table.state().seat_to_move();
                    refuse(table, seat, plane, context);
                } else {
                    table.common.waits_for_player = false;
                }
            }
            RaceCommand::Refuse(seat, plane) => {
                if !table.animator.is_idle() {
                    return table.animator.skip();
                }
                refuse(table, seat, plane, context);
            }
            RaceCommand::Answer(answer) => drop(answer_question(table, answer, confirm)),
            RaceCommand::Act(action) => {
                table.common.waits_for_player = false;
                if table.human_to_act().is_some() {
                    table.choose(action);
                }
            }
        }
    }

    fn keys(table: &Table<Self>, focused: bool, on: &mut dyn FnMut(Modifiers, Key, Command)) {
        let mut on = |key, command: RaceCommand| on(Modifiers::NONE, key, command.into());
        if let Some(action) = table.selection.to_confirm.filter(|_| !focused) {
            on(Key::Enter, RaceCommand::Act(action));
        }
        let planes = [Key::Num1, Key::Num2, Key::Num3, Key::Num4];
        for (plane, key) in planes.into_iter().enumerate() {
            on(key, RaceCommand::Move(plane as u8));
        }
        on(Key::F, RaceCommand::Answer(MoveAnswer::Fly));
        on(Key::J, RaceCommand::Answer(MoveAnswer::Jump));
        on(Key::S, RaceCommand::Answer(MoveAnswer::Stack));
        on(Key::A, RaceCommand::Answer(MoveAnswer::Apart));
    }

    fn colour(theme: &Theme, seat: Seat) -> Color32 {
        theme.side(seat)
    }

    fn seat_card_text(
        table: &Table<Self>,
        seat: Seat,
        who: &str,
        is_to_move: bool,
        cx: &ScreenContext<'_>,
    ) -> String {
        let view = table.card_view().0;
        let mut name = seat_name::<Self>(cx.i18n, seat);
        if let Some(relation) = Self::relation(view, seat, cx) {
            name = cx.i18n.list(ListStyle::Clauses, [name, relation]);
        }
        let args = [
            ("seat", name.into()),
            ("who", who.into()),
            ("home", view.race.finished_count(seat).into()),
            ("all", view.race.rules().planes.into()),
        ];
        cx.tf(if is_to_move { "play-card-turn" } else { "play-card" }, &args)
    }

    /// Draws a dot for every plane, filled if it is in the centre.
    fn paint_progress(view: &View, seat: Seat, body: Rect, cx: &ScreenContext<'_>, ui: &Ui) {
        let (finished, all) = (view.race.finished_count(seat), view.race.rules().planes as usize);
        for k in 0..all {
            let x = body.right() - 15.0 * (all - 1 - k) as f32;
            let stroke = Stroke::new(1.5, cx.theme.deep(seat));
            let fill = if k < finished { cx.theme.side(seat) } else { Color32::TRANSPARENT };
            ui.painter().circle(pos2(x, body.center().y), 5.0, fill, stroke);
        }
    }

    /// Returns the rank of a seat that is home, or of every seat once a game of three or four is
    /// over. A seat that has resigned is marked.
    fn relation(view: &View, seat: Seat, cx: &ScreenContext<'_>) -> Option<String> {
        let outcome = view.race.outcome().filter(|outcome| outcome.places.len() > 2);
        let place = match outcome {
            Some(outcome) => outcome.place(seat),
            None => view.race.finished_seats().position(|other| other == seat).map(|at| at + 1),
        };
        let place = place.filter(|_| !view.race.rules().teams);
        let place = place.map(|place| cx.tf("play-finished", &[("place", place.into())]));
        let has_resigned = view.race.resigned().any(|other| other == seat);
        let parts: Vec<String> =
            place.into_iter().chain(has_resigned.then(|| cx.t("play-resigned"))).collect();
        (!parts.is_empty()).then(|| parts.join(" · "))
    }

    fn progress_text(view: &View, seat: Seat, cx: &ScreenContext<'_>) -> String {
        let (finished, all) = (view.race.finished_count(seat), view.race.rules().planes);
        cx.tf("play-home-count", &[("home", finished.into()), ("all", all.into())])
    }

    fn next_action_ui(table: &Table<Self>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        side::panel_ui(table, cx, ui);
    }

    fn victory_line(
        table: &Table<Self>,
        outcome: &Outcome,
        cx: &ScreenContext<'_>,
    ) -> Option<String> {
        side::victory_line(table.session.log(), outcome, cx)
    }

    fn timeline_events(event: &Event) -> &'static [TimelineEventKind] {
        match event {
            Event::Captured { .. } | Event::Repelled { .. } => &[TimelineEventKind::Capture],
            Event::Flew { .. } => &[TimelineEventKind::Flight],
            Event::Rolled { die: 6, .. } => &[TimelineEventKind::Six],
            Event::Finished { .. } => &[TimelineEventKind::Finish],
            _ => &[],
        }
    }

    fn is_redundant(events: &[Event]) -> bool {
        words::is_bare_roll(events)
    }
}

/// Shows the reason why a plane cannot move.
fn refuse(table: &mut Table<Race>, seat: Seat, plane: u8, context: &CommandContext<'_>) {
    let race = table.state();
    let turn = race.seat_to_move();
    let why = if table.is_picking_colour {
        context.i18n.t("refuse-pick")
    } else if table.human_question().is_some() {
        context.i18n.t("refuse-answer")
    } else if race.outcome().is_none() && !table.is_human(turn) {
        context.i18n.tf("refuse-wait", &[("seat", seat_name::<Race>(context.i18n, turn).into())])
    } else if seat == turn && is_stopped_by_house_rule(table, plane) {
        context.i18n.t("refuse-house")
    } else {
        words::refusal(context.i18n, race, seat, plane)
    };
    table.last_refusal = Some(RefusedInput { piece: Some((seat, plane)), why, at: context.now });
}

/// Returns true if this plane of the seat to move has legal actions, but the house rules forbid all
/// of them.
fn is_stopped_by_house_rule(table: &Table<Race>, plane: u8) -> bool {
    let leader = table.state().stack(table.state().seat_to_move(), plane).iter().next();
    let can_move =
        |actions: Vec<Action>| actions.iter().any(|action| Some(action.plane()) == leader);
    can_move(table.session.actions()) && !can_move(table.actions())
}

/// Handles a press on a plane: plays its action, asks a question, or refuses.
fn press(table: &mut Table<Race>, plane: u8, confirm: bool) -> PressResult {
    let Some(seat) = table.human_to_play() else { return PressResult::Refused };
    let leader = table.state().stack(seat, plane).iter().next().unwrap_or(plane);
    let mut options = table.actions();
    options.retain(|action| action.plane() == leader);
    play_or_ask(table, options, confirm)
}

/// Applies an answer to the open question. The question stays open if no option fits the answer.
fn answer_question(table: &mut Table<Race>, answer: MoveAnswer, confirm: bool) -> PressResult {
    let options = table.selection.options.iter().copied();
    let fitting: Vec<Action> = options.filter(|action| answer.fits(*action)).collect();
    if fitting.is_empty() { PressResult::Asked } else { play_or_ask(table, fitting, confirm) }
}

/// Plays the only option, or asks the player to choose or confirm.
fn play_or_ask(table: &mut Table<Race>, options: Vec<Action>, confirm: bool) -> PressResult {
    match options.as_slice() {
        [] => PressResult::Refused,
        [action] if confirm && table.selection.to_confirm != Some(*action) => {
            table.selection = RaceSelection { options: Vec::new(), to_confirm: Some(*action) };
            PressResult::Asked
        }
        [action] => {
            let action = *action;
            table.choose(action);
            PressResult::Played
        }
        _ => {
            table.selection = RaceSelection { options, to_confirm: None };
            PressResult::Asked
        }
    }
}
