//! A race game in the window: what presses and keys mean, and how its parts are drawn.

use egui::{Color32, Key, Modifiers, Rect, Stroke, Ui, pos2};
use qipan_core::game::Game;
use qipan_core::options::RulesError;
use qipan_core::outcome::Outcome;
use qipan_core::race::{Action, Event, Race, Rules, View};
use qipan_core::seat::Seat;

use crate::command::Command;
use crate::games::any::{AnyReplay, AnyTable};
use crate::games::desk::{Desk, Scene, With};
use crate::games::race::board::RaceBoard;
use crate::games::race::form;
use crate::games::race::stage::RaceShown;
use crate::games::race::words;
use crate::games::words::seat as seat_name;
use crate::model::i18n::I18n;
use crate::play::animation::Stage;
use crate::play::table::{Refused, Table};
use crate::screens::new_game::{Sheet, Sitter};
use crate::screens::play::Playing;
use crate::screens::replay::ReplayView;
use crate::ui::context::Cx;
use crate::ui::theme::Theme;

/// A wish of the race games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RaceWish {
    /// Move this plane of the seat to move; asks where there is a choice.
    Move(u8),
    /// Say why this plane of a seat cannot be moved now.
    Refuse(Seat, u8),
    /// Narrow an open choice down.
    Choose(Choice),
    /// Play exactly this action.
    Act(Action),
}

/// An answer to the question how a move is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// With the flight.
    Fly,
    /// Without the flight.
    Jump,
    /// Joining the own planes at the end.
    Stack,
    /// Staying apart from them.
    Apart,
}

/// What the player is in the middle of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RaceHand {
    /// The actions a move can mean, while the player is asked which.
    pub choice: Vec<Action>,
    /// The action shown for confirmation.
    pub chosen: Option<Action>,
}

/// What a press came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Press {
    /// A step was played.
    Played,
    /// The player is asked something.
    Asked,
    /// It cannot be done.
    Refused,
}

impl Desk for Race {
    type Shown = RaceShown;
    type Hand = RaceHand;
    type Wish = RaceWish;
    type Piece = (Seat, u8);
    type Board = RaceBoard;

    type Tally = ();

    const SEAT_KEYS: &'static [Key] = &[Key::R, Key::Y, Key::B, Key::G];

    fn any_table(playing: Playing<Self>) -> AnyTable {
        AnyTable::Race(Box::new(playing))
    }

    fn any_replay(replay: ReplayView<Self>) -> AnyReplay {
        AnyReplay::Race(Box::new(replay))
    }

    const GROUPS: &'static [(&'static str, &'static [&'static str])] = form::GROUPS;

    fn sheet(preset: &str, robot: &dyn Fn(&str) -> Sitter) -> Option<Sheet> {
        form::sheet(preset, robot)
    }

    fn has_meaning(rules: &Rules, key: &str) -> bool {
        form::has_meaning(rules.board, key)
    }

    fn is_dormant(rules: &Rules, key: &str) -> bool {
        form::is_dormant(rules, key)
    }

    fn fault(error: &RulesError, i18n: &I18n, rules: &Rules) -> String {
        form::fault_text(error, i18n, rules)
    }

    /// Whoever had to bring all planes home still has to.
    fn follow(before: &Rules, key: &str, mut after: Rules) -> Rules {
        if key == "planes" && before.planes_to_win == before.planes {
            after.planes_to_win = after.planes;
        }
        after
    }

    fn is_asked(hand: &RaceHand) -> bool {
        !hand.choice.is_empty() || hand.chosen.is_some()
    }

    fn carry_out(table: &mut Table<Self>, wish: RaceWish, with: &With<'_>) {
        let confirm = with.settings.confirm_moves;
        match wish {
            RaceWish::Move(plane) => {
                table.stage.skip();
                if press(table, plane, confirm) == Press::Refused {
                    let seat = table.state().seat_to_move();
                    refuse(table, seat, plane, with);
                } else {
                    table.resting = false;
                }
            }
            RaceWish::Refuse(seat, plane) => {
                if !table.stage.idle() {
                    return table.stage.skip();
                }
                refuse(table, seat, plane, with);
            }
            RaceWish::Choose(choice) => drop(choose(table, choice, confirm)),
            RaceWish::Act(action) => {
                table.resting = false;
                if table.human_to_act().is_some() {
                    table.act(action);
                }
            }
        }
    }

    fn keys(table: &Table<Self>, focused: bool, on: &mut dyn FnMut(Modifiers, Key, Command)) {
        let mut on = |key, wish| on(Modifiers::NONE, key, Command::Race(wish));
        if let Some(action) = table.hand.chosen.filter(|_| !focused) {
            on(Key::Enter, RaceWish::Act(action));
        }
        let planes = [Key::Num1, Key::Num2, Key::Num3, Key::Num4];
        for (plane, key) in planes.into_iter().enumerate() {
            on(key, RaceWish::Move(plane as u8));
        }
        on(Key::F, RaceWish::Choose(Choice::Fly));
        on(Key::J, RaceWish::Choose(Choice::Jump));
        on(Key::S, RaceWish::Choose(Choice::Stack));
        on(Key::A, RaceWish::Choose(Choice::Apart));
    }

    fn board_ui(
        board: &mut RaceBoard,
        scene: &Scene<'_, Self>,
        cx: &mut Cx<'_>,
        ui: &mut Ui,
        rect: Rect,
    ) {
        board.ui(scene, cx, ui, rect);
    }

    fn picture_ui(
        board: &mut RaceBoard,
        view: &View,
        stage: &Stage<Self>,
        rect: Rect,
        cx: &Cx<'_>,
        ui: &Ui,
    ) {
        board.picture_ui(view.race.board(), stage, rect, cx, ui);
    }

    fn tally(_: &View) {}

    fn order(view: &View) -> Vec<Seat> {
        view.race.board().turn_order().to_vec()
    }

    fn colour(theme: &Theme, seat: Seat) -> Color32 {
        theme.side(seat)
    }

    fn card(table: &Table<Self>, seat: Seat, who: &str, turn: bool, cx: &Cx<'_>) -> String {
        let view = table.view();
        let args = [
            ("seat", seat_name::<Self>(cx.i18n, seat).into()),
            ("who", who.into()),
            ("home", view.race.finished(seat).into()),
            ("all", view.race.rules().planes.into()),
        ];
        cx.tf(if turn { "play-card-turn" } else { "play-card" }, &args)
    }

    /// A dot for every plane, filled when it is home.
    fn paint_progress(view: &View, seat: Seat, body: Rect, cx: &Cx<'_>, ui: &Ui) {
        let (home, all) = (view.race.finished(seat), view.race.rules().planes as usize);
        for k in 0..all {
            let x = body.right() - 15.0 * (all - 1 - k) as f32;
            let stroke = Stroke::new(1.5, cx.theme.deep(seat));
            let home_fill = cx.theme.side(seat);
            let fill = if k < home { home_fill } else { Color32::TRANSPARENT };
            ui.painter().circle(pos2(x, body.center().y), 5.0, fill, stroke);
        }
    }

    fn progress(view: &View, seat: Seat, cx: &Cx<'_>) -> String {
        let (home, all) = (view.race.finished(seat), view.race.rules().planes);
        cx.tf("play-home-count", &[("home", home.into()), ("all", all.into())])
    }

    fn todo_ui(table: &Table<Self>, cx: &mut Cx<'_>, ui: &mut Ui) {
        super::side::todo_ui(table, cx, ui);
    }

    fn decided(table: &Table<Self>, outcome: &Outcome, cx: &Cx<'_>) -> Option<String> {
        super::side::decided(table.session.log(), outcome, cx)
    }

    fn goes_without_saying(events: &[Event]) -> bool {
        words::is_bare_roll(events)
    }
}

/// Says why a plane cannot be moved.
fn refuse(table: &mut Table<Race>, seat: Seat, plane: u8, with: &With<'_>) {
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
    table.refused = Some(Refused { piece: Some((seat, plane)), why, at: with.now });
}

/// Whether only a house rule keeps a plane of the seat to move from moving.
fn is_forbidden(table: &Table<Race>, plane: u8) -> bool {
    let leader = table.state().stack(table.state().seat_to_move(), plane).iter().next();
    let moves = |actions: Vec<Action>| actions.iter().any(|a| Some(a.plane()) == leader);
    moves(table.session.actions()) && !moves(table.actions())
}

/// What a press on a plane means: its action, a question, or a refusal.
fn press(table: &mut Table<Race>, plane: u8, confirm: bool) -> Press {
    let Some(seat) = table.human_to_act() else { return Press::Refused };
    let leader = table.state().stack(seat, plane).iter().next().unwrap_or(plane);
    let mut meant = table.actions();
    meant.retain(|action| action.plane() == leader);
    narrow(table, meant, confirm)
}

/// What an answer to the open question means.
fn choose(table: &mut Table<Race>, choice: Choice, confirm: bool) -> Press {
    let fits = |action: &Action| match choice {
        Choice::Fly => action.flies(),
        Choice::Jump => !action.flies(),
        Choice::Stack => action.stacks(),
        Choice::Apart => !action.stacks(),
    };
    let meant: Vec<Action> = table.hand.choice.iter().copied().filter(fits).collect();
    if meant.is_empty() { Press::Asked } else { narrow(table, meant, confirm) }
}

fn narrow(table: &mut Table<Race>, meant: Vec<Action>, confirm: bool) -> Press {
    match meant.as_slice() {
        [] => Press::Refused,
        [action] if confirm && table.hand.chosen != Some(*action) => {
            table.hand = RaceHand { choice: Vec::new(), chosen: Some(*action) };
            Press::Asked
        }
        [action] => {
            let action = *action;
            table.act(action);
            Press::Played
        }
        _ => {
            table.hand = RaceHand { choice: meant, chosen: None };
            Press::Asked
        }
    }
}
