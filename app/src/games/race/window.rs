//! A race game in the window: input by pointer and keys, and drawing of its parts.

use egui::{Color32, Key, Modifiers, Rect, Stroke, Ui, pos2};
use qipan_core::contract::game::Game;
use qipan_core::contract::options::{OptionInfo, RulesError};
use qipan_core::contract::outcome::Outcome;
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::{Action, Event, Race, Rules, View};

use crate::command::Command;
use crate::games::race::animation::RaceShown;
use crate::games::race::board::RaceBoard;
use crate::games::race::command::{Choice, RaceCommand};
use crate::games::race::{form, side, words};
use crate::games::words::seat as seat_name;
use crate::games::{
    Card, CardPicture, CommandContext, GameUi, GuidePart, KeyLine, MissingPlayers, Opening,
};
use crate::model::i18n::I18n;
use crate::model::setup::Sitter;
use crate::play::game::Playable;
use crate::play::table::{RefusedInput, Table};
use crate::play::timeline_event::TimelineEvent;
use crate::ui::context::ScreenContext;
use crate::ui::theme::Theme;

/// The player's unfinished input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RaceSelection {
    /// The possible actions of a move, while the player is asked which.
    pub choice: Vec<Action>,
    /// The action shown for confirmation.
    pub chosen: Option<Action>,
}

/// The result of a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Press {
    /// A step was played.
    Played,
    /// The player has to answer a question.
    Asked,
    /// The press was refused.
    Refused,
}

impl Playable for Race {
    type OnBoard = RaceShown;
    type Selection = RaceSelection;
    type Piece = (Seat, u8);
    type Digest = ();

    fn digest(_: &View) {}

    fn showing(action: Action) -> RaceSelection {
        RaceSelection { choice: Vec::new(), chosen: Some(action) }
    }

    fn is_asked(selection: &RaceSelection) -> bool {
        !selection.choice.is_empty() || selection.chosen.is_some()
    }
}

impl GameUi for Race {
    type Command = RaceCommand;
    type Board = RaceBoard;

    const CARDS: &'static [Card] = &[
        Card { name: "aeroplane", presets: &["aeroplane"] },
        Card { name: "flying", presets: &["flying"] },
    ];
    const SEAT_KEYS: &'static [Key] = &[Key::R, Key::Y, Key::B, Key::G];
    const KEY_LINES: &'static [KeyLine] = &[
        ("1 2 3 4", "keys-move"),
        ("F  J", "keys-fly"),
        ("S  A", "keys-stack"),
        ("R Y G B", "keys-colour"),
    ];

    fn guide(preset: &str) -> Vec<GuidePart> {
        let flying = preset == "flying";
        let by = |own: &'static str, flying_id| if flying { flying_id } else { own };
        let mut parts = vec!["guide-race-aim", by("guide-aeroplane-start", "guide-flying-start")];
        parts.extend((!flying).then_some("guide-aeroplane-jump"));
        parts.push(by("guide-aeroplane-capture", "guide-flying-capture"));
        parts.push(by("guide-aeroplane-stack", "guide-flying-stack"));
        parts.extend(["guide-race-home", "guide-race-first"]);
        parts.into_iter().map(|id| (id, format!("{id}.text"))).collect()
    }

    const OPTION_GROUPS: &'static [(&'static str, &'static [&'static str])] = form::GROUPS;

    fn opening(preset: &str, robot: &dyn Fn(&str) -> Sitter) -> Option<Opening<Self>> {
        form::opening(preset, robot)
    }

    fn card_picture(preset: &'static str) -> CardPicture {
        form::card_picture(preset)
    }

    fn has_meaning(rules: &Rules, key: &str) -> bool {
        form::has_meaning(rules.board, key)
    }

    fn is_inactive(rules: &Rules, key: &str) -> bool {
        form::is_dormant(rules, key)
    }

    fn rules_error(error: &RulesError, i18n: &I18n, rules: &Rules) -> String {
        form::rules_error(error, i18n, rules)
    }

    /// Keeps the rule that all planes must come home.
    fn adjust_dependents(before: &Rules, key: &str, mut after: Rules) -> Rules {
        if key == "planes" && before.planes_to_win == before.planes {
            after.planes_to_win = after.planes;
        }
        after
    }

    fn numbers(rules: &Rules, _: &OptionInfo) -> Vec<u8> {
        (rules.board.first_on_track()..=rules.board.last_on_track()).collect()
    }

    /// Allows empty seats, but a team needs both its colours.
    fn missing_players(rules: &Rules, taken: usize) -> Option<MissingPlayers> {
        (rules.teams && taken < Self::SEATS.len()).then_some(MissingPlayers::Teams)
    }

    fn advice(rules: &Rules, empty: &[Seat], i18n: &I18n) -> Option<String> {
        form::advice(rules, empty, i18n)
    }

    fn carry_out(table: &mut Table<Self>, command: RaceCommand, with: &CommandContext<'_>) {
        let confirm = with.settings.confirm_moves;
        match command {
            RaceCommand::Move(plane) => {
                table.animator.skip();
                if press(table, plane, confirm) == Press::Refused {
                    let seat = table.state().seat_to_move();
                    refuse(table, seat, plane, with);
                } else {
                    table.common.resting = false;
                }
            }
            RaceCommand::Refuse(seat, plane) => {
                if !table.animator.idle() {
                    return table.animator.skip();
                }
                refuse(table, seat, plane, with);
            }
            RaceCommand::Choose(choice) => drop(choose(table, choice, confirm)),
            RaceCommand::Act(action) => {
                table.common.resting = false;
                if table.human_to_act().is_some() {
                    table.act(action);
                }
            }
        }
    }

    fn keys(table: &Table<Self>, focused: bool, on: &mut dyn FnMut(Modifiers, Key, Command)) {
        let mut on = |key, command: RaceCommand| on(Modifiers::NONE, key, command.into());
        if let Some(action) = table.selection.chosen.filter(|_| !focused) {
            on(Key::Enter, RaceCommand::Act(action));
        }
        let planes = [Key::Num1, Key::Num2, Key::Num3, Key::Num4];
        for (plane, key) in planes.into_iter().enumerate() {
            on(key, RaceCommand::Move(plane as u8));
        }
        on(Key::F, RaceCommand::Choose(Choice::Fly));
        on(Key::J, RaceCommand::Choose(Choice::Jump));
        on(Key::S, RaceCommand::Choose(Choice::Stack));
        on(Key::A, RaceCommand::Choose(Choice::Apart));
    }

    fn colour(theme: &Theme, seat: Seat) -> Color32 {
        theme.side(seat)
    }

    fn card(
        table: &Table<Self>,
        seat: Seat,
        who: &str,
        turn: bool,
        cx: &ScreenContext<'_>,
    ) -> String {
        let view = table.view();
        let args = [
            ("seat", seat_name::<Self>(cx.i18n, seat).into()),
            ("who", who.into()),
            ("home", view.race.finished(seat).into()),
            ("all", view.race.rules().planes.into()),
        ];
        cx.tf(if turn { "play-card-turn" } else { "play-card" }, &args)
    }

    /// Draws a dot for every plane, filled if it is home.
    fn paint_progress(view: &View, seat: Seat, body: Rect, cx: &ScreenContext<'_>, ui: &Ui) {
        let (home, all) = (view.race.finished(seat), view.race.rules().planes as usize);
        for k in 0..all {
            let x = body.right() - 15.0 * (all - 1 - k) as f32;
            let stroke = Stroke::new(1.5, cx.theme.deep(seat));
            let home_fill = cx.theme.side(seat);
            let fill = if k < home { home_fill } else { Color32::TRANSPARENT };
            ui.painter().circle(pos2(x, body.center().y), 5.0, fill, stroke);
        }
    }

    fn progress(view: &View, seat: Seat, cx: &ScreenContext<'_>) -> String {
        let (home, all) = (view.race.finished(seat), view.race.rules().planes);
        cx.tf("play-home-count", &[("home", home.into()), ("all", all.into())])
    }

    fn todo_ui(table: &Table<Self>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        side::todo_ui(table, cx, ui);
    }

    fn victory_line(
        table: &Table<Self>,
        outcome: &Outcome,
        cx: &ScreenContext<'_>,
    ) -> Option<String> {
        side::decided(table.session.log(), outcome, cx)
    }

    fn landmarks(event: &Event) -> &'static [TimelineEvent] {
        match event {
            Event::Captured { .. } | Event::Repelled { .. } => &[TimelineEvent::Capture],
            Event::Flew { .. } => &[TimelineEvent::Flight],
            Event::Rolled { die: 6, .. } => &[TimelineEvent::Six],
            Event::Finished { .. } => &[TimelineEvent::Finish],
            _ => &[],
        }
    }

    fn is_redundant(events: &[Event]) -> bool {
        words::is_bare_roll(events)
    }
}

/// Shows the reason why a plane cannot move.
fn refuse(table: &mut Table<Race>, seat: Seat, plane: u8, with: &CommandContext<'_>) {
    let race = table.state();
    let turn = race.seat_to_move();
    let why = if table.picking {
        with.i18n.t("refuse-pick")
    } else if race.outcome().is_none() && !table.is_human(turn) {
        with.i18n.tf("refuse-wait", &[("seat", seat_name::<Race>(with.i18n, turn).into())])
    } else if seat == turn && is_forbidden(table, plane) {
        with.i18n.t("refuse-house")
    } else {
        words::refusal(with.i18n, race, seat, plane)
    };
    table.refused = Some(RefusedInput { piece: Some((seat, plane)), why, at: with.now });
}

/// Returns true if only a house rule forbids a plane of the seat to move to move.
fn is_forbidden(table: &Table<Race>, plane: u8) -> bool {
    let leader = table.state().stack(table.state().seat_to_move(), plane).iter().next();
    let moves = |actions: Vec<Action>| actions.iter().any(|a| Some(a.plane()) == leader);
    moves(table.session.actions()) && !moves(table.actions())
}

/// Handles a press on a plane: its action, a question, or a refusal.
fn press(table: &mut Table<Race>, plane: u8, confirm: bool) -> Press {
    let Some(seat) = table.human_to_act() else { return Press::Refused };
    let leader = table.state().stack(seat, plane).iter().next().unwrap_or(plane);
    let mut meant = table.actions();
    meant.retain(|action| action.plane() == leader);
    narrow(table, meant, confirm)
}

/// Applies an answer to the open question.
fn choose(table: &mut Table<Race>, choice: Choice, confirm: bool) -> Press {
    let choices = table.selection.choice.iter().copied();
    let meant: Vec<Action> = choices.filter(|action| choice.fits(*action)).collect();
    if meant.is_empty() { Press::Asked } else { narrow(table, meant, confirm) }
}

fn narrow(table: &mut Table<Race>, meant: Vec<Action>, confirm: bool) -> Press {
    match meant.as_slice() {
        [] => Press::Refused,
        [action] if confirm && table.selection.chosen != Some(*action) => {
            table.selection = RaceSelection { choice: Vec::new(), chosen: Some(*action) };
            Press::Asked
        }
        [action] => {
            let action = *action;
            table.act(action);
            Press::Played
        }
        _ => {
            table.selection = RaceSelection { choice: meant, chosen: None };
            Press::Asked
        }
    }
}
