//! Positions set up by hand: the page, games started from them, and views of them.

use egui::Context;
use qipan_core::contract::position::Line;
use qipan_core::play::session::Session;
use qipan_core::registry::GameKind;

use crate::app::{App, Screen};
use crate::command::PositionCommand;
use crate::games::{ForGame, GameUi, visit};
use crate::model::positions;
use crate::screens::replay::{ReplayScreen, ReplayView};

/// Opens the position of a line for viewing.
struct PositionPreview<'a>(&'a str);

impl ForGame for PositionPreview<'_> {
    type Output = Option<Box<dyn ReplayScreen>>;
    fn call<G: GameUi>(self) -> Self::Output {
        let line: Line<G> = self.0.parse().ok()?;
        let session = Session::new(positions::to_look_at(line, |_| "")).ok()?;
        Some(Box::new(ReplayView::of_position(session)))
    }
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
            PositionCommand::SetUp(line) => {
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
            PositionCommand::LookAt => {
                let line = self.screens.positions.line(&self.i18n);
                let replay = line
                    .and_then(|line| visit(GameKind::of_line(&line).ok()?, PositionPreview(&line)));
                if let Some(replay) = replay {
                    self.replay = Some(replay);
                    self.go(Screen::Replay);
                }
            }
        }
    }
}
