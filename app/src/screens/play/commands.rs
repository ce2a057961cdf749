//! The effects of commands on a running game, for every kind of game.

use egui::{Key, Modifiers};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::Seat;

use crate::command::{Command, Shortcut};
use crate::games::{CommandContext, GameUi};
use crate::play::table::Table;

/// The follow-up of a command to a game.
pub enum CommandOutcome {
    /// Nothing more to do.
    Done,
    /// A message to the player, by the id of its text.
    Tell(&'static str),
    /// A question to the player, by the id of its text, before the command is carried out.
    Ask(&'static str, Command),
}

/// Returns true if a command makes the game on the table go on.
pub(super) fn plays<G: GameUi>(command: &Command) -> bool {
    match command {
        Command::TogglePause | Command::Roll | Command::StepRobots | Command::RetryDecision => true,
        Command::Game(command) => command.get::<G::Command>().is_some_and(G::plays),
        _ => false,
    }
}

/// Carries out a command to a game.
pub(super) fn carry_out<G: GameUi>(
    table: &mut Table<G>,
    command: Command,
    with: &CommandContext<'_>,
) -> CommandOutcome {
    match command {
        Command::Game(command) => {
            if let Some(command) = command.get::<G::Command>() {
                G::carry_out(table, command.clone(), with);
            }
        }
        Command::TakeBack => return take_back(table, with.settings.play_forced),
        Command::Resign => {
            if let Some(seat) = table.human_to_act() {
                return CommandOutcome::Ask("ask-resign", Command::ResignAs(seat));
            }
        }
        Command::OfferDraw if table.human_to_act().is_some() => return offer_draw(table),
        Command::PickColour(_) if table.steps() > 0 => {
            return CommandOutcome::Tell("notice-colour-late");
        }
        Command::PickColour(seat) => drop(table.pick_colour(seat)),
        Command::Skip => table.animator.skip(),
        Command::Roll if !table.animator.idle() => table.animator.skip(),
        Command::Roll => {
            table.resting = false;
            if table.human_to_act().is_some() {
                table.roll();
            }
        }
        Command::RevealSeat => table.reveal(),
        Command::Seat(seat, player) => table.set_player(seat, *player),
        Command::TogglePause => {
            let halted = table.halted();
            table.paused = !halted;
            table.resting = false;
        }
        Command::StepRobots => table.step_on(),
        Command::RetryDecision if table.is_robots_only() && !table.think_again() => {
            return CommandOutcome::Tell("notice-no-think-again");
        }
        Command::ToggleNotes => table.why = !table.why,
        _ => {}
    }
    CommandOutcome::Done
}

/// Takes moves back. If they revealed something about hidden pieces, all people at the table must
/// agree, and the record notes it. A person alone with robots agrees by asking.
fn take_back<G: GameUi>(table: &mut Table<G>, play_forced: bool) -> CommandOutcome {
    let tells = table.take_back_tells(play_forced);
    if tells && table.people() > 1 {
        return CommandOutcome::Ask("ask-take-back", Command::TakeBack);
    }
    match (table.take_back(play_forced), tells) {
        (false, _) => CommandOutcome::Tell("notice-no-take-back"),
        (true, true) => CommandOutcome::Tell("notice-taken-back"),
        (true, false) => CommandOutcome::Done,
    }
}

/// Offers a draw. It needs all who still play: people at one screen answer together before the
/// robots are asked.
fn offer_draw<G: GameUi>(table: &mut Table<G>) -> CommandOutcome {
    let people = table.state().active().iter().filter(|seat| table.is_human(*seat)).count();
    match (table.state().rules().can_draw(), people) {
        (false, _) => {}
        (true, 1) => table.offer_draw(),
        (true, _) => return CommandOutcome::Ask("ask-draw", Command::OfferDraw),
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
        ask(Command::Roll, on);
    }
    if table.steps() == 0 {
        for (seat, key) in G::SEAT_KEYS.iter().enumerate() {
            on(Modifiers::NONE, *key, Command::PickColour(Seat::new(seat as u8)));
        }
    }
    G::keys(table, focused, on);
    ask(Command::TogglePause, on);
    ask(Command::ToggleNotes, on);
    if table.is_robots_only() {
        ask(Command::StepRobots, on);
        ask(Command::RetryDecision, on);
    }
    if table.state().rules().can_draw() {
        ask(Command::OfferDraw, on);
    }
    if let Some(eyes) = table.eyes() {
        ask(Command::SetPerspective(eyes.next()), on);
    }
    if G::HAS_NAMES {
        ask(Command::CyclePieceNames, on);
    }
}
