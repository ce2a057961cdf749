//! Positions that were set up by hand: their page, games that start from them, and their replay.

use egui::Context;
use qipan_core::contract::position::PositionLine;
use qipan_core::play::session::Session;
use qipan_core::registry::GameKind;
use qipan_core::with_game;

use crate::app::{App, Screen};
use crate::command::PositionCommand;
use crate::games::GameUi;
use crate::model::positions;
use crate::screens::replay::{ReplayScreen, ReplayView};

/// Returns a replay that shows only the position of a position line.
fn preview<G: GameUi>(line: &str) -> Option<Box<dyn ReplayScreen>> {
    let line: PositionLine<G> = line.parse().ok()?;
    let session = Session::new(positions::viewing_record(line, |_| "")).ok()?;
    Some(Box::new(ReplayView::of_position(session)))
}

impl App {
    /// Carries out a command about positions.
    pub(super) fn position_command(&mut self, command: PositionCommand, ctx: &Context) {
        match command {
            PositionCommand::Show => {
                let preset = self.screens.new_game.preset();
                self.screens.positions.open(preset);
                self.go(Screen::Positions);
            }
            PositionCommand::Open(line) => {
                self.screens.positions.show(&line);
                self.go(Screen::Positions);
            }
            PositionCommand::Copy(line) => {
                ctx.copy_text(line);
                self.notify(self.i18n.t("share-copied"));
            }
            PositionCommand::Play => {
                if let Some(line) = self.screens.positions.line(&self.i18n) {
                    self.screens.new_game.begin_from(&line);
                    self.go(Screen::NewGame);
                }
            }
            PositionCommand::OpenReplay => {
                let line = self.screens.positions.line(&self.i18n);
                let replay = line.and_then(|line| {
                    with_game!(GameKind::of_line(&line).ok()?, |G| preview::<G>(&line))
                });
                if let Some(replay) = replay {
                    self.replay = Some(replay);
                    self.go(Screen::Replay);
                }
            }
        }
    }
}
