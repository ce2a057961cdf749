//! A replay whose kind of game is known only at run time.

use std::any::Any;
use std::path::PathBuf;

use egui::{Key, Modifiers, Ui};
use qipan_core::contract::game::Viewer;
use qipan_core::contract::seat::Seat;
use qipan_core::record::{Player, Record, SavedRule, VerificationReport, verify_with_states};
use qipan_core::registry::GameKind;

use crate::command::{AnalysisCommand, Command, ReplayCommand};
use crate::games::GameUi;
use crate::model::analysis::EvaluationSource;
use crate::model::library::{Library, RobotTask, SeatCandidate};
use crate::model::robot_threads::RepaintSignal;
use crate::play::draft::SaveDraft;
use crate::play::perspective::Perspective;
use crate::play::robot_query::RobotQuery;
use crate::play::timeline_event::TimelineEventKind;
use crate::screens::replay::game_outline::JumpDirection;
use crate::screens::replay::loop_range::LoopRange;
use crate::screens::replay::{MAX_SPEED_WITH_SOUND, ReplayView};
use crate::sound::Sound;
use crate::ui::context::ScreenContext;

/// A replay with its screen, of any kind of game.
pub trait ReplayScreen: Any {
    /// Returns the kind of the game.
    fn kind(&self) -> GameKind;
    /// Returns the preset of the game.
    fn preset(&self) -> &str;
    /// Returns the number of steps before the position shown.
    fn at(&self) -> usize;
    /// Returns the number of steps of the game.
    fn steps(&self) -> usize;
    /// Returns true if the replay is running.
    fn is_playing(&self) -> bool;

    /// Advances time to `now`, in seconds. `duration_scale` multiplies the durations of animations.
    /// Returns true while something moves or an answer is awaited.
    fn tick(&mut self, now: f64, duration_scale: f64) -> bool;
    /// Returns the sounds that have begun since the last call. A replay at more than four times the
    /// usual speed is silent.
    fn take_sounds(&mut self) -> Vec<Sound>;
    /// Draws the screen.
    fn ui(&mut self, candidates: &[SeatCandidate], cx: &mut ScreenContext<'_>, ui: &mut Ui);
    /// Evaluates a line of Lua on the decision a robot was asked about.
    fn evaluate(&mut self, line: &str, library: &Library, wake: &RepaintSignal);
    /// Sends the commands for the keys pressed in this frame.
    fn keys(&self, pressed: &mut dyn FnMut(Modifiers, Key) -> bool, send: &mut dyn FnMut(Command));
    /// Carries out a command.
    fn carry_out(&mut self, command: ReplayCommand, library: &Library, wake: &RepaintSignal);

    /// Returns the perspective of the player.
    fn perspective(&self) -> &Perspective;
    /// Switches to the perspective of a viewer, if the player may take it.
    fn choose_perspective(&mut self, viewer: Viewer);

    /// Returns the game as it would be saved.
    fn draft(&self) -> SaveDraft;
    /// Sets the file that holds the game in its current state.
    fn set_file(&mut self, file: PathBuf);
    /// Returns true if there are unsaved annotations or branches.
    fn is_changed(&self) -> bool;
    /// Marks the replay as unchanged, so that it can be closed without saving.
    fn mark_clean(&mut self);
    /// Compares the text of a saved game with this game. Returns `None` if the text holds another
    /// game.
    fn compare(&self, text: &str) -> Option<VerificationReport>;
    /// Returns the seats that robots played, with their players.
    fn robots(&self) -> Box<dyn Iterator<Item = &(Seat, Player)> + '_>;
    /// Returns true if the game is redacted. The facts that its seat did not see are then filled in
    /// at random.
    fn is_redacted(&self) -> bool;
    /// Returns true if the game begins from a position set up by hand.
    fn starts_from_position(&self) -> bool;
    /// Returns the house rules of the game, including disabled ones.
    fn house_rules(&self) -> &[SavedRule];
    /// Opens or closes the share dialog.
    fn set_sharing(&mut self, open: bool);
    /// Returns true if the share dialog is open.
    fn is_sharing(&self) -> bool;
    /// Draws the share dialog. `progress` holds the number of finished parts and the number of all
    /// parts of a running export.
    fn sharing_ui(
        &mut self,
        progress: Option<(usize, usize)>,
        cx: &mut ScreenContext<'_>,
        ctx: &egui::Context,
    );
    /// Returns the number of variations in the file.
    fn variation_count(&self) -> usize;
}

impl dyn ReplayScreen {
    /// Returns the replay if the game is of this kind.
    pub fn replay<G: GameUi>(&self) -> Option<&ReplayView<G>> {
        (self as &dyn Any).downcast_ref()
    }

    /// Returns a mutable reference to the replay if the game is of this kind.
    pub fn replay_mut<G: GameUi>(&mut self) -> Option<&mut ReplayView<G>> {
        (self as &mut dyn Any).downcast_mut()
    }
}

impl<G: GameUi> ReplayScreen for ReplayView<G> {
    fn preset(&self) -> &str {
        &self.record().preset
    }

    fn kind(&self) -> GameKind {
        GameKind::of::<G>()
    }

    fn at(&self) -> usize {
        self.replay.at()
    }

    fn steps(&self) -> usize {
        self.replay.len()
    }

    fn is_playing(&self) -> bool {
        self.is_playing
    }

    fn tick(&mut self, now: f64, duration_scale: f64) -> bool {
        self.console.poll();
        self.advance_time(now, duration_scale)
    }

    fn take_sounds(&mut self) -> Vec<Sound> {
        let sounds = self.animator.take_sounds();
        if self.speed_multiple() > MAX_SPEED_WITH_SOUND { Vec::new() } else { sounds }
    }

    fn ui(&mut self, candidates: &[SeatCandidate], cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        self.replay_ui(candidates, cx, ui);
    }

    fn evaluate(&mut self, line: &str, library: &Library, wake: &RepaintSignal) {
        let Some(query) = &self.robot_query else { return };
        let Some(answer) = query.answer() else { return };
        let request = answer.report.decision_request(self.session());
        let reply = library.evaluate(line, &query.player, (request, &[]), wake);
        self.console.ask(line, reply);
    }

    fn keys(&self, pressed: &mut dyn FnMut(Modifiers, Key) -> bool, send: &mut dyn FnMut(Command)) {
        let (none, shift) = (Modifiers::NONE, Modifiers::SHIFT);
        let (position, steps, outline) = (self.replay.at(), self.replay.len(), &self.outline);
        let seek_turn = |direction| {
            Command::Replay(ReplayCommand::Seek(outline.next_turn_start(position, direction)))
        };
        let seek_event = |event, direction| {
            Command::Replay(ReplayCommand::Seek(
                outline.next_event(event, position, direction).unwrap_or(position),
            ))
        };
        let set_loop = |range: Option<LoopRange>| {
            Command::Replay(ReplayCommand::Repeat(range.map(LoopRange::ends)))
        };
        for (modifiers, key, command) in [
            (none, Key::ArrowRight, Command::Replay(ReplayCommand::Forward)),
            (none, Key::ArrowLeft, Command::Replay(ReplayCommand::Backward)),
            (shift, Key::ArrowRight, seek_turn(JumpDirection::Forward)),
            (shift, Key::ArrowLeft, seek_turn(JumpDirection::Backward)),
            (none, Key::C, seek_event(TimelineEventKind::Capture, JumpDirection::Forward)),
            (shift, Key::C, seek_event(TimelineEventKind::Capture, JumpDirection::Backward)),
            (none, Key::B, seek_event(TimelineEventKind::Battle, JumpDirection::Forward)),
            (shift, Key::B, seek_event(TimelineEventKind::Battle, JumpDirection::Backward)),
            (none, Key::Home, Command::Replay(ReplayCommand::Seek(0))),
            (none, Key::End, Command::Replay(ReplayCommand::Seek(steps))),
            (none, Key::Space, Command::Replay(ReplayCommand::TogglePlay)),
            (
                none,
                Key::OpenBracket,
                set_loop(LoopRange::with_start(self.loop_range, position, steps)),
            ),
            (
                none,
                Key::CloseBracket,
                set_loop(LoopRange::with_end(self.loop_range, position, steps)),
            ),
            (
                none,
                Key::L,
                set_loop(LoopRange::around(position, steps).filter(|_| self.loop_range.is_none())),
            ),
            (none, Key::V, Command::SetPerspective(self.perspective.next())),
        ] {
            if pressed(modifiers, key) {
                send(command);
            }
        }
        if G::HAS_PIECE_NAMES && pressed(none, Key::N) {
            send(Command::CyclePieceNames);
        }
    }

    fn carry_out(&mut self, command: ReplayCommand, library: &Library, wake: &RepaintSignal) {
        match command {
            ReplayCommand::Ask(player) => self.ask(&player, library, wake),
            ReplayCommand::Analysis(command) => self.carry_out_analysis(command, library, wake),
            ReplayCommand::StartPeekTest => self.start_peek_test(library, wake),
            ReplayCommand::Seek(position) => self.seek(position),
            ReplayCommand::Forward => self.forward(),
            ReplayCommand::Backward => self.backward(),
            ReplayCommand::TogglePlay => self.toggle_play(),
            ReplayCommand::Repeat(ends) => self.set_loop_range(ends),
        }
    }

    fn perspective(&self) -> &Perspective {
        &self.perspective
    }

    fn choose_perspective(&mut self, viewer: Viewer) {
        if self.perspective.choose(viewer) {
            self.show_at_rest();
        }
    }

    fn draft(&self) -> SaveDraft {
        SaveDraft {
            is_imported: self.imported_name.is_some(),
            ..SaveDraft::new(self.session(), self.file.as_ref())
        }
    }

    fn set_file(&mut self, file: PathBuf) {
        self.file = Some(file);
        self.has_unsaved_changes = false;
    }

    fn is_changed(&self) -> bool {
        self.has_unsaved_changes
    }

    fn mark_clean(&mut self) {
        self.has_unsaved_changes = false;
    }

    fn compare(&self, text: &str) -> Option<VerificationReport> {
        let loaded = Record::<G>::parse(text).ok()?;
        let (record, states) = (self.record(), self.session().states());
        (loaded.record == *record).then(|| verify_with_states(text, &loaded.claims, record, states))
    }

    fn robots(&self) -> Box<dyn Iterator<Item = &(Seat, Player)> + '_> {
        let is_robot = |(_, player): &&(Seat, Player)| player.script.is_some();
        Box::new(self.record().players.iter().filter(is_robot))
    }

    fn is_redacted(&self) -> bool {
        self.session().state().redacted_for().is_some()
    }

    fn starts_from_position(&self) -> bool {
        G::starts_from_position(&self.record().deal)
    }

    fn house_rules(&self) -> &[SavedRule] {
        &self.record().house_rules
    }

    fn set_sharing(&mut self, open: bool) {
        self.set_share_form_open(open);
    }

    fn is_sharing(&self) -> bool {
        self.is_share_form_open()
    }

    fn sharing_ui(
        &mut self,
        progress: Option<(usize, usize)>,
        cx: &mut ScreenContext<'_>,
        ctx: &egui::Context,
    ) {
        self.share_ui(progress, cx, ctx);
    }

    fn variation_count(&self) -> usize {
        self.record().variations.len()
    }
}

impl<G: GameUi> ReplayView<G> {
    /// Asks a robot about the position shown.
    fn ask(&mut self, player: &Player, library: &Library, wake: &RepaintSignal) {
        let (position, viewer) = (self.replay.at(), self.perspective.viewer());
        // No house rules are passed, because those of this file have no permission to run.
        let task = RobotTask { is_profiled: true, ..RobotTask::default() };
        let builder = library.robot_builder(player, &[], task);
        self.robot_query =
            RobotQuery::new(self.session(), position, (viewer, player), builder, wake);
    }

    /// Carries out a command about the analysis.
    fn carry_out_analysis(
        &mut self,
        command: AnalysisCommand,
        library: &Library,
        wake: &RepaintSignal,
    ) {
        match command {
            AnalysisCommand::Begin(source) if self.may_analyse() => {
                // No house rules are passed, because those of this file have no permission to run.
                let name_and_builder = |player: &Player| {
                    let builder = library.robot_builder(player, &[], RobotTask::default());
                    (player.name.clone(), builder)
                };
                let robot =
                    self.analysis.robot.as_ref().filter(|_| source == EvaluationSource::Robot);
                let robot = robot.map(name_and_builder);
                if (source == EvaluationSource::Robot) == robot.is_some() {
                    self.analysis.begin(self.replay.session(), source, robot, wake);
                }
            }
            AnalysisCommand::Begin(_) => {}
            AnalysisCommand::Stop => self.analysis.stop(),
            AnalysisCommand::ToggleBetter(position) => self.toggle_better_action(position),
            AnalysisCommand::Save(is_saved) => self.set_analysis_saved(is_saved),
        }
    }

    /// Runs the peek test: asks the robot again in games that differ only in what it cannot know.
    fn start_peek_test(&mut self, library: &Library, wake: &RepaintSignal) {
        let Some(query) = &mut self.robot_query else { return };
        let player = query.player.clone();
        let task = RobotTask { is_profiled: true, ..RobotTask::default() };
        let builder = || library.robot_builder(&player, &[], task);
        query.start_peek_test(self.replay.session(), builder, wake);
    }
}
