//! Carries out commands on a running game of any kind.

use egui::{Key, Modifiers};
use qipan_core::contract::game::{Step, Turn};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::Seat;

use crate::command::{Command, TableCommand};
use crate::games::{CommandContext, GameUi, words};
use crate::model::i18n::ListStyle;
use crate::play::table::Table;
use crate::screens::play::question::ANSWER_KEYS;

/// The maximum number of moves that a message about a take-back names.
const MAX_MOVES_NAMED: usize = 2;

/// The result of a command: what the window has to do next.
pub enum CommandOutcome {
    /// Does nothing more.
    Done,
    /// Shows a message, given by the id of its text.
    NotifyId(&'static str),
    /// Shows this message.
    Notify(String),
    /// Asks the player a question, given by the id of its text, before the command is carried out.
    Ask(&'static str, TableCommand),
    /// Asks for permission to run the house rules, without which the game cannot go on.
    StartRules,
}

/// Returns true if a command makes the game continue.
fn continues_game<G: GameUi>(command: &TableCommand) -> bool {
    match command {
        TableCommand::TogglePause
        | TableCommand::Roll
        | TableCommand::Answer(_)
        | TableCommand::StepRobots
        | TableCommand::RetryDecision => true,
        TableCommand::Game(command) => command.get::<G::Command>().is_some_and(G::continues_game),
        _ => false,
    }
}

/// Returns true if only the host of a game can carry out a command.
fn is_decided_at_host(command: &TableCommand) -> bool {
    matches!(
        command,
        TableCommand::TakeBack
            | TableCommand::Redo
            | TableCommand::PickColour(_)
            | TableCommand::SetPlayer(..)
            | TableCommand::TogglePause
            | TableCommand::StepRobots
            | TableCommand::RetryDecision
            | TableCommand::ToggleCoach
            | TableCommand::ToggleNotes
            | TableCommand::FindMistakes
    )
}

/// Carries out a command on a game, or asks the player first unless the command is confirmed.
pub(super) fn carry_out<G: GameUi>(
    table: &mut Table<G>,
    command: TableCommand,
    is_confirmed: bool,
    context: &CommandContext<'_>,
) -> CommandOutcome {
    if continues_game::<G>(&command) && !table.can_continue() {
        return CommandOutcome::StartRules;
    }
    if table.is_mirror() && is_decided_at_host(&command) {
        return match command {
            TableCommand::TakeBack if table.can_take_back(false) => {
                table.ask_host_to_take_back();
                CommandOutcome::Done
            }
            TableCommand::TakeBack => CommandOutcome::NotifyId("notice-no-take-back"),
            _ => CommandOutcome::NotifyId("together-host-only"),
        };
    }
    match command {
        TableCommand::Game(command) => {
            if let Some(command) = command.get::<G::Command>() {
                G::carry_out(table, command.clone(), context);
            }
        }
        TableCommand::TakeBack => {
            return take_back(table, is_confirmed, context);
        }
        TableCommand::Redo => {
            if !table.redo() {
                return CommandOutcome::NotifyId("notice-no-redo");
            }
        }
        TableCommand::ShowAtOnce => table.show_at_once(),
        TableCommand::Resign => {
            if let Some(seat) = table.seat_to_resign() {
                let others_play_on = table.state().active().len() > 2;
                let question = if others_play_on { "ask-resign-many" } else { "ask-resign" };
                return CommandOutcome::Ask(question, TableCommand::ResignAs(seat));
            }
        }
        TableCommand::ResignAs(seat) => {
            let is_playing = table.state().active().contains(seat) && table.is_human(seat);
            if is_confirmed && is_playing && table.can_continue() {
                table.resign(seat);
            }
        }
        TableCommand::OfferDraw => return offer_draw(table, is_confirmed),
        TableCommand::AnswerDraw(agrees) => table.answer_draw_offer(agrees),
        TableCommand::PickColour(_) if table.steps() > 0 => {
            return CommandOutcome::NotifyId("notice-colour-late");
        }
        TableCommand::PickColour(seat) => drop(table.pick_colour(seat)),
        TableCommand::Skip => table.animator.skip(),
        TableCommand::Roll if !G::HAS_DICE && table.can_show_at_once() => table.show_at_once(),
        TableCommand::Roll if table.can_skip_to_end() => table.show_at_once(),
        TableCommand::Roll if !table.animator.is_idle() => table.animator.skip(),
        TableCommand::Roll => {
            table.common.waits_for_player = false;
            if table.human_to_act().is_some() {
                table.roll();
            }
        }
        TableCommand::Answer(option) => {
            if table.human_question().is_some() {
                table.common.waits_for_player = false;
                table.answer(option);
            }
        }
        TableCommand::RevealSeat(seat) => table.reveal(seat),
        TableCommand::SetPlayer(seat, player) => table.set_player(seat, *player),
        TableCommand::TogglePause => {
            let was_halted = table.is_halted();
            table.common.is_paused = !was_halted;
            table.common.waits_for_player = false;
        }
        TableCommand::StepRobots => table.step_to_next_decision(),
        TableCommand::RetryDecision => {
            if table.is_robots_only() && !table.repeat_decision() {
                return CommandOutcome::NotifyId("notice-no-retry");
            }
        }
        TableCommand::Hint => {
            if !table.allows_hints() {
                return CommandOutcome::NotifyId("together-no-hints");
            }
            if !table.request_hint() {
                let has_to_roll = matches!(table.state().turn(), Turn::Chance { .. })
                    && table.human_to_act().is_some();
                let id = if has_to_roll { "notice-hint-roll" } else { "notice-no-hint" };
                return CommandOutcome::NotifyId(id);
            }
        }
        TableCommand::ToggleCoach => {
            table.common.is_coached = !table.common.is_coached;
            let id = match table.common.is_coached {
                true => "notice-coach-on",
                false => "notice-coach-off",
            };
            return CommandOutcome::NotifyId(id);
        }
        TableCommand::FindMistakes => table.find_mistakes(),
        TableCommand::PlayWarned => drop(table.play_warned_choice()),
        TableCommand::DropWarned => table.drop_warned_choice(),
        TableCommand::ToggleNotes => table.common.shows_notes = !table.common.shows_notes,
    }
    CommandOutcome::Done
}

/// Takes moves back and names them in a message. If the moves revealed something about hidden
/// pieces, the record notes that they were taken back. In that case, several people at the table
/// are asked for confirmation first. A single person is not asked, but gets a message about the
/// note in the record instead of the names of the moves.
fn take_back<G: GameUi>(
    table: &mut Table<G>,
    is_confirmed: bool,
    context: &CommandContext<'_>,
) -> CommandOutcome {
    let play_forced = context.settings.play_forced;
    let reveals = table.take_back_reveals(play_forced);
    if reveals && table.person_count() > 1 && !is_confirmed {
        return CommandOutcome::Ask("ask-take-back", TableCommand::TakeBack);
    }
    let moves = moves_to_take_back(table, context);
    if !table.take_back(play_forced) {
        return match is_confirmed {
            true => CommandOutcome::Done,
            false => CommandOutcome::NotifyId("notice-no-take-back"),
        };
    }
    if reveals && !is_confirmed {
        return CommandOutcome::NotifyId("notice-take-back-recorded");
    }
    CommandOutcome::Notify(context.i18n.tf("notice-took-back", &[("moves", moves.into())]))
}

/// Describes the moves that a take-back would undo.
fn moves_to_take_back<G: GameUi>(table: &Table<G>, context: &CommandContext<'_>) -> String {
    let record = table.session.record();
    let is_move = |step: &usize| matches!(record.steps[*step], Step::Act { .. });
    let steps = table.steps_to_take_back(context.settings.play_forced).filter(is_move);
    let line = |step: usize| {
        let before = table.session.states()[step].view(table.viewer());
        words::step(context.i18n, record, step, &before, table.session.events(step))
    };
    let mut lines: Vec<String> = steps.map(line).filter(|line| !line.is_empty()).collect();
    let more = lines.len().saturating_sub(MAX_MOVES_NAMED);
    if more > 0 {
        lines.truncate(MAX_MOVES_NAMED);
        lines.push(context.i18n.tf("notice-took-back-more", &[("count", more.into())]));
    }
    context.i18n.list(ListStyle::Parts, lines)
}

/// Offers a draw, which needs the agreement of all players. If several people play, they are asked
/// first, with one question.
fn offer_draw<G: GameUi>(table: &mut Table<G>, is_confirmed: bool) -> CommandOutcome {
    let may_offer = table.can_offer_draw() && table.state().rules().can_draw();
    let people = table.state().active().iter().filter(|seat| table.is_human(*seat)).count();
    match (is_confirmed, may_offer, people) {
        (true, ..) | (_, true, 1) => table.offer_draw(),
        (_, true, _) => return CommandOutcome::Ask("ask-draw", TableCommand::OfferDraw),
        (_, false, _) => {}
    }
    CommandOutcome::Done
}

/// Registers the keys of a running game with `register`, without the key for rolling if a control
/// has the focus.
pub(super) fn keys<G: GameUi>(
    table: &Table<G>,
    has_focus: bool,
    register: &mut dyn FnMut(Modifiers, Key, Command),
) {
    if !has_focus {
        Command::Table(TableCommand::Roll).register_shortcut(register);
    }
    if table.steps() == 0 {
        for (index, key) in G::SEAT_KEYS.iter().enumerate() {
            register(
                Modifiers::NONE,
                *key,
                TableCommand::PickColour(Seat::new(index as u8)).into(),
            );
        }
    }
    if let Some(question) = table.human_question() {
        for (option, key) in (0..question.answer_count()).zip(ANSWER_KEYS) {
            register(Modifiers::NONE, key, TableCommand::Answer(option).into());
        }
    }
    G::keys(table, has_focus, register);
    Command::Table(TableCommand::TogglePause).register_shortcut(register);
    Command::Table(TableCommand::ToggleNotes).register_shortcut(register);
    if !table.is_robots_only() {
        Command::Table(TableCommand::Hint).register_shortcut(register);
        Command::Table(TableCommand::ToggleCoach).register_shortcut(register);
    }
    if table.is_robots_only() {
        Command::Table(TableCommand::StepRobots).register_shortcut(register);
        Command::Table(TableCommand::RetryDecision).register_shortcut(register);
    }
    if table.state().rules().can_draw() {
        Command::Table(TableCommand::OfferDraw).register_shortcut(register);
    }
    if let Some(perspective) = table.perspective() {
        Command::SetPerspective(perspective.next()).register_shortcut(register);
    }
    if G::HAS_PIECE_NAMES {
        Command::CyclePieceNames.register_shortcut(register);
    }
}
