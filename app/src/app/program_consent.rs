//! Runs programs in other languages only after the player has seen their command and agreed.

use egui::Context;

use crate::app::App;
use crate::app::screen_stack::Overlay;
use crate::command::TournamentCommand;
use crate::model::programs::Program;
use crate::model::scripts::RobotSpec;
use crate::screens::programs::{PendingAction, ProgramQuestion};
use qipan_core::record::Player;
use qipan_core::registry::GameKind;

impl App {
    /// Asks the player about programs that are not yet allowed in their present form. Returns true
    /// if there are any. The action `then` begins once the player has allowed them.
    pub(super) fn ask_for_programs(
        &mut self,
        programs: impl Iterator<Item = Program>,
        then: PendingAction,
    ) -> bool {
        let allowed = &self.settings.programs;
        let mut programs: Vec<Program> =
            programs.filter(|program| !allowed.contains(program.key())).collect();
        programs.sort();
        programs.dedup();
        let must_ask = !programs.is_empty();
        if must_ask {
            self.navigation.open(Overlay::ProgramConsent(ProgramQuestion { programs, then }));
        }
        must_ask
    }

    /// Returns the programs among these players.
    pub(super) fn programs_of<'a>(
        &self,
        kind: GameKind,
        players: impl Iterator<Item = &'a Player>,
    ) -> Vec<Program> {
        players.filter_map(|player| self.library.program(kind, player)).collect()
    }

    /// Allows the programs exactly as they were shown, and begins the action that needs them. If a
    /// program has changed since then, the player is asked again.
    pub(super) fn allow_programs(&mut self, ctx: &Context) {
        let Some(ProgramQuestion { programs, then }) = self.navigation.take_program_question()
        else {
            return;
        };
        let keys = programs.iter().map(|program| program.key().to_owned());
        self.settings.programs.extend(keys);
        self.library.allow(&self.settings.programs);
        self.save_settings();
        self.poll_scripts();
        match then {
            PendingAction::Game(game) => self.start(&game),
            PendingAction::Rematch(change) => self.start_rematch(change),
            PendingAction::Tournament(command) => self.tournament_command(command, ctx),
        }
    }

    /// Returns the robots if all programs among them are allowed. Otherwise asks about the
    /// programs, and carries out `command` once they are allowed.
    pub(super) fn allowed_robots(
        &mut self,
        robots: Vec<RobotSpec>,
        command: TournamentCommand,
    ) -> Option<Vec<RobotSpec>> {
        let programs: Vec<Program> = robots.iter().filter_map(RobotSpec::program).collect();
        let must_ask =
            self.ask_for_programs(programs.into_iter(), PendingAction::Tournament(command));
        (!must_ask).then(|| robots.into_iter().map(RobotSpec::allow).collect())
    }
}
