//! The effects of commands on a running game, for every kind of game.

use egui::{Key, Modifiers};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::Seat;

use crate::command::{Command, Shortcut, TableCommand};
use crate::games::{CommandContext, GameUi};
use crate::play::table::Table;

/// The follow-up of a command to a game.
pub enum CommandOutcome {
    /// Nothing more to do.
    Done,
    /// A message to the player, by the id of its text.
    Tell(&'static str),
    /// A question to the player, by the id of its text, before the command is carried out.
    Ask(&'static str, TableCommand),
    /// The house rules wait for the player, and the game cannot go on before they run.
    StartRules,
}

/// Returns true if a command makes the game on the table go on.
fn goes_on<G: GameUi>(command: &TableCommand) -> bool {
    match command {
        TableCommand::TogglePause
        | TableCommand::Roll
        | TableCommand::StepRobots
        | TableCommand::RetryDecision => true,
        TableCommand::Game(command) => command.get::<G::Command>().is_some_and(G::goes_on),
        _ => false,
    }
}

/// Carries out a command to a game, or asks the player first unless it is confirmed.
pub(super) fn carry_out<G: GameUi>(
    table: &mut Table<G>,
    command: TableCommand,
    confirmed: bool,
    with: &CommandContext<'_>,
) -> CommandOutcome {
    if goes_on::<G>(&command) && !table.can_go_on() {
        return CommandOutcome::StartRules;
    }
    match command {
        TableCommand::Game(command) => {
            if let Some(command) = command.get::<G::Command>() {
                G::carry_out(table, command.clone(), with);
            }
        }
        TableCommand::TakeBack => return take_back(table, confirmed, with.settings.play_forced),
        TableCommand::Resign => {
            if let Some(seat) = table.human_to_act() {
                return CommandOutcome::Ask("ask-resign", TableCommand::ResignAs(seat));
            }
        }
        TableCommand::ResignAs(seat) => {
            let plays = table.state().active().contains(seat) && table.is_human(seat);
            if confirmed && plays && table.can_go_on() {
                table.resign(seat);
            }
        }
        TableCommand::OfferDraw => return offer_draw(table, confirmed),
        TableCommand::PickColour(_) if table.steps() > 0 => {
            return CommandOutcome::Tell("notice-colour-late");
        }
        TableCommand::PickColour(seat) => drop(table.pick_colour(seat)),
        TableCommand::Skip => table.animator.skip(),
        TableCommand::Roll if !table.animator.idle() => table.animator.skip(),
        TableCommand::Roll => {
            table.common.resting = false;
            if table.human_to_act().is_some() {
                table.roll();
            }
        }
        TableCommand::RevealSeat => table.reveal(),
        TableCommand::SetPlayer(seat, player) => table.set_player(seat, *player),
        TableCommand::TogglePause => {
            let halted = table.halted();
            table.common.paused = !halted;
            table.common.resting = false;
        }
        TableCommand::StepRobots => table.step_on(),
        TableCommand::RetryDecision => {
            if table.is_robots_only() && !table.think_again() {
                return CommandOutcome::Tell("notice-no-think-again");
            }
        }
        TableCommand::ToggleNotes => table.common.shows_notes = !table.common.shows_notes,
    }
    CommandOutcome::Done
}

/// Takes moves back. If they revealed something about hidden pieces, all people at the table must
/// agree, and the record notes it. A person alone with robots agrees by asking.
fn take_back<G: GameUi>(
    table: &mut Table<G>,
    confirmed: bool,
    play_forced: bool,
) -> CommandOutcome {
    let tells = table.take_back_tells(play_forced);
    if tells && table.people() > 1 && !confirmed {
        return CommandOutcome::Ask("ask-take-back", TableCommand::TakeBack);
    }
    match (table.take_back(play_forced), tells) {
        _ if confirmed => CommandOutcome::Done,
        (false, _) => CommandOutcome::Tell("notice-no-take-back"),
        (true, true) => CommandOutcome::Tell("notice-taken-back"),
        (true, false) => CommandOutcome::Done,
    }
}

/// Offers a draw. It needs all who still play: people at one screen answer together before the
/// robots are asked.
fn offer_draw<G: GameUi>(table: &mut Table<G>, confirmed: bool) -> CommandOutcome {
    let may_offer = table.human_to_act().is_some() && table.state().rules().can_draw();
    let people = table.state().active().iter().filter(|seat| table.is_human(*seat)).count();
    match (confirmed, may_offer, people) {
        (true, ..) | (_, true, 1) => table.offer_draw(),
        (_, true, _) => return CommandOutcome::Ask("ask-draw", TableCommand::OfferDraw),
        (_, false, _) => {}
    }
    CommandOutcome::Done
}

/// Registers the keys of a running game.
pub(super) fn keys<G: GameUi>(
    table: &Table<G>,
    focused: bool,
    on: &mut dyn FnMut(Modifiers, Key, Command),
) {
    let ask = |command: Command, on: &mut dyn FnMut(Modifiers, Key, Command)| {
        if let Some(Shortcut { modifiers, key, .. }) = command.shortcut() {
            on(modifiers, key, command);
        }
    };
    if !focused {
        ask(TableCommand::Roll.into(), on);
    }
    if table.steps() == 0 {
        for (seat, key) in G::SEAT_KEYS.iter().enumerate() {
            on(Modifiers::NONE, *key, TableCommand::PickColour(Seat::new(seat as u8)).into());
        }
    }
    G::keys(table, focused, on);
    ask(TableCommand::TogglePause.into(), on);
    ask(TableCommand::ToggleNotes.into(), on);
    if table.is_robots_only() {
        ask(TableCommand::StepRobots.into(), on);
        ask(TableCommand::RetryDecision.into(), on);
    }
    if table.state().rules().can_draw() {
        ask(TableCommand::OfferDraw.into(), on);
    }
    if let Some(eyes) = table.perspective() {
        ask(Command::SetPerspective(eyes.next()), on);
    }
    if G::HAS_NAMES {
        ask(Command::CyclePieceNames, on);
    }
}
