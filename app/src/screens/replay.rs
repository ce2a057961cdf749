//! The replay: the board at any step, a timeline, and a panel of pages. A new game can branch off
//! from any step.
//!
//! A replay shows one *position* at a time. Position 0 is the start, and position `n` follows after
//! `n` steps. `ReplayView` holds the game and all state of the screen. It is generic over the game.
//! The window holds it as a `ReplayScreen`, which erases the type of the game.
//!
//! `page` lays out the screen. `board` draws the board, `timeline` draws the strip and the
//! controls, and `side` draws the panel with a page for each `PanelTab`. Each of the other modules
//! draws one part of these, or computes its contents, such as `game_outline` (turns and notable
//! events).

mod analysis;
mod ask;
mod board;
mod branch_row;
mod branches_tab;
mod chances;
mod curve;
mod dice;
mod drawings;
mod event_icons;
mod filter;
mod game_outline;
mod loop_range;
mod notes;
mod page;
mod position;
mod replay_screen;
mod rolls;
mod seats;
mod share_dialog;
mod share_form;
mod side;
mod step_list;
mod steps_tab;
mod tab;
mod timeline;
mod timeline_strip;

use std::cell::OnceCell;
use std::path::PathBuf;

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::Viewer;
use qipan_core::contract::options::RuleSet;
use qipan_core::play::replay::Replay;
use qipan_core::play::session::Session;
use qipan_core::record::Record;

use crate::games::GameUi;
use crate::play::analysis_state::AnalysisState;
use crate::play::animation::Animator;
use crate::play::console::Console;
use crate::play::perspective::Perspective;
use crate::play::robot_query::RobotQuery;
use crate::play::table::Table;
use crate::screens::banner::BannerUi;
use crate::screens::log::LogUi;
use crate::screens::replay::branch_row::BranchesState;
use crate::screens::replay::curve::WinCurve;
use crate::screens::replay::filter::StepFilter;
use crate::screens::replay::game_outline::GameOutline;
use crate::screens::replay::loop_range::LoopRange;
use crate::screens::replay::rolls::ChanceEvidence;
use crate::screens::replay::share_form::ShareForm;
use crate::screens::replay::step_list::StepList;
use crate::screens::replay::tab::PanelTab;
use crate::screens::replay::timeline_strip::TimelineStrip;

pub use replay_screen::ReplayScreen;

/// The speeds of a running replay, as multiples of the usual speed, with their names.
const SPEEDS: [(f64, &str); 6] =
    [(0.5, "½×"), (1.0, "1×"), (2.0, "2×"), (4.0, "4×"), (8.0, "8×"), (16.0, "16×")];

/// The fastest speed at which a running replay plays sounds.
const MAX_SPEED_WITH_SOUND: f64 = 4.0;

/// The maximum number of steps shown in one frame, so that the window stays responsive.
const MAX_STEPS_PER_FRAME: usize = 32;

/// A game in the replay.
pub struct ReplayView<G: GameUi> {
    replay: Replay<G>,
    /// The perspective of the player.
    perspective: Perspective,
    /// The view of the position shown.
    view: G::View,
    /// Data derived from the view for drawing, computed on demand.
    view_cache: OnceCell<G::ViewCache>,
    /// The file of the game. The title shows its name.
    pub file: Option<PathBuf>,
    /// The name of the game if it was imported from a file of another program.
    pub imported_name: Option<String>,
    board: G::Board,
    animator: Animator<G>,
    log: LogUi,
    banner: BannerUi,
    is_playing: bool,
    /// The index of the speed in `SPEEDS`.
    speed_index: usize,
    /// The time when a running replay plays its next step, in seconds.
    next_step_time: f64,
    /// The turns of the game and its notable events.
    outline: GameOutline,
    strip: TimelineStrip,
    /// The range of steps that is played in a loop.
    loop_range: Option<LoopRange>,
    step_list: StepList,
    /// The filter of the step list.
    filter: StepFilter,
    /// The page of the panel that is open.
    tab: PanelTab,
    /// The counts of the rolls and the result of checking the dice against their commitments,
    /// computed on demand.
    chance: OnceCell<ChanceEvidence>,
    /// The robot asked about the position shown.
    robot_query: Option<RobotQuery<G>>,
    /// The state of the analysis: win probabilities along the game.
    analysis: AnalysisState<G>,
    curve: WinCurve,
    console: Console,
    /// The position whose comment is being written, and the text typed so far.
    comment_draft: Option<(usize, String)>,
    /// The cell where the arrow that is being drawn begins.
    arrow_start: Option<String>,
    branches: BranchesState,
    /// True if annotations or branches changed since the game was opened or saved.
    has_unsaved_changes: bool,
    share_form: ShareForm<G>,
}

impl<G: GameUi> ReplayView<G> {
    /// Returns a replay at the start of a game. A finished game hides nothing. An unfinished game
    /// shows the view of one seat until the player chooses another. A redacted game shows only the
    /// view of its seat.
    pub fn new(session: Session<G>, file: Option<PathBuf>) -> Self {
        let replay = Replay::of(session);
        let seats = replay.state().seats_in_turn_order();
        let sides = replay.state().rules().sides(seats.len());
        let is_over = replay.state_at(replay.len()).is_some_and(|end| end.outcome().is_some());
        let perspective = match seats.first() {
            _ if let Some(seat) = replay.state().redacted_for() => {
                Perspective::fixed(Viewer::Seat(seat))
            }
            _ if !replay.state().rules().has_secrets() => Perspective::fixed(Viewer::All),
            Some(&seat) if !is_over => Perspective::restricted(seats, seat).with_sides(sides),
            _ => Perspective::free(seats).with_sides(sides),
        };
        let outline = GameOutline::from_session(replay.session());
        let analysis = AnalysisState::from_record(replay.session());
        let view = replay.state().view(perspective.viewer());
        let animator = Animator::new(&view, 0);
        Self {
            replay,
            perspective,
            view,
            view_cache: OnceCell::new(),
            file,
            imported_name: None,
            board: G::Board::default(),
            animator,
            log: LogUi::default(),
            banner: BannerUi::default(),
            is_playing: false,
            speed_index: 1,
            next_step_time: 0.0,
            outline,
            strip: TimelineStrip::default(),
            loop_range: None,
            step_list: StepList::default(),
            filter: StepFilter::default(),
            tab: PanelTab::default(),
            chance: OnceCell::new(),
            robot_query: None,
            analysis,
            curve: WinCurve::default(),
            console: Console::default(),
            comment_draft: None,
            arrow_start: None,
            branches: BranchesState::default(),
            has_unsaved_changes: false,
            share_form: ShareForm::default(),
        }
    }

    /// Returns a replay of a position that was set up by hand, with nothing hidden.
    pub fn of_position(session: Session<G>) -> Self {
        let mut replay = Self::new(session, None);
        if replay.replay.state().rules().has_secrets() {
            replay.perspective = Perspective::free(replay.replay.state().seats_in_turn_order());
            replay.show_at_rest();
        }
        replay
    }

    /// Returns a replay of a game on the table. For a finished game, it begins at the start. For an
    /// unfinished game, it begins at the end and keeps the perspective of the table.
    pub fn from_table(table: &Table<G>) -> Self {
        let mut replay = Self::new(table.session.clone(), table.common.file.clone());
        if table.state().outcome().is_none() {
            replay.perspective = match table.perspective() {
                Some(perspective) => perspective.clone(),
                None => Perspective::fixed(table.viewer()),
            };
            replay.seek(table.steps());
        }
        replay
    }

    /// Returns a table that branches off at the position shown, or after the effects of house rules
    /// that follow it. The table has its own dice. `name` is the name of the new branch.
    ///
    /// # Errors
    /// The game up to the branch point cannot be replayed. The text says why.
    pub fn branch(&self, seed: Seed, name: &str) -> Result<Table<G>, String> {
        let record = self.record();
        let branch = record.branch(record.next_branch_point(self.replay.at()), seed, name);
        let mut table = Table::new(branch, false).map_err(|error| error.to_string())?;
        // The branch keeps the file if the line shown can be stored in it as a variation.
        let keeps_file = self.imported_name.is_none() && record.has_room_for_branch();
        table.common.file = self.file.clone().filter(|_| keeps_file);
        Ok(table)
    }

    /// Returns the session of the game.
    pub fn session(&self) -> &Session<G> {
        self.replay.session()
    }

    /// Returns the record of the game.
    pub fn record(&self) -> &Record<G> {
        self.replay.record()
    }

    /// Goes to a position. Pieces glide to their places.
    pub fn seek(&mut self, position: usize) {
        if position == self.replay.at() && self.animator.is_idle() {
            return;
        }
        self.replay.seek(position);
        self.banner.clear();
        self.update_view();
        self.animator.glide_to(&self.view, self.replay.at());
        self.step_list.scroll_to_current();
    }

    /// Returns the viewer's view of the position shown.
    pub fn view(&self) -> &G::View {
        &self.view
    }

    /// Returns the state of the analysis.
    pub fn analysis(&self) -> &AnalysisState<G> {
        &self.analysis
    }

    /// Recomputes the view of the position for the viewer. Drops the robot's answer, which is about
    /// another view.
    fn update_view(&mut self) {
        self.view = self.replay.state().view(self.perspective.viewer());
        self.view_cache = OnceCell::new();
        self.robot_query = None;
    }

    /// Shows the position without animation.
    fn show_at_rest(&mut self) {
        self.update_view();
        self.animator.reset_to(&self.view, self.replay.at());
    }

    /// Goes one step forward, with its animation.
    pub fn forward(&mut self) {
        if self.replay.at() < self.replay.len() {
            self.animator.skip();
            let events = self.replay.forward().to_vec();
            self.update_view();
            self.animator.push(&events, &self.view, self.replay.at());
            self.step_list.scroll_to_current();
        }
    }

    /// Goes one step back.
    pub fn backward(&mut self) {
        self.seek(self.replay.at().saturating_sub(1));
    }

    /// Starts or halts the replay. At the end of the game it starts over. If there is a loop range
    /// and the position is outside, it starts at the beginning of the range.
    fn toggle_play(&mut self) {
        self.is_playing = !self.is_playing;
        self.next_step_time = 0.0;
        let must_start_over = match self.loop_range {
            Some(range) => !(range.from..range.to).contains(&self.replay.at()),
            None => self.replay.at() == self.replay.len(),
        };
        if self.is_playing && must_start_over {
            self.seek(self.loop_range.map_or(0, |range| range.from));
        }
    }

    /// Sets the range that is played in a loop by the positions at its ends. `None` removes it.
    fn set_loop_range(&mut self, ends: Option<(usize, usize)>) {
        let steps = self.replay.len();
        self.loop_range = ends.and_then(|(from, to)| LoopRange::between(from, to, steps));
    }

    /// Plays the next step of a running replay. At the end, returns to the start of the loop range,
    /// or halts the replay if there is none. Each step takes the duration of its animation at the
    /// current speed, even if that is too short to draw an animation.
    fn play_step(&mut self, now: f64, duration_scale: f64) {
        let end = self.loop_range.map_or(self.replay.len(), |range| range.to);
        match self.loop_range {
            Some(range) if self.replay.at() >= end => self.seek(range.from),
            None if self.replay.at() >= end => self.is_playing = false,
            _ => {
                self.forward();
                self.next_step_time =
                    self.next_step_time.max(now - 0.1) + self.animator.duration() * duration_scale;
            }
        }
        self.animator.tick(now, duration_scale);
    }

    /// Returns the speed as a multiple of the usual speed. A replay that is not running has the
    /// usual speed.
    fn speed_multiple(&self) -> f64 {
        if self.is_playing { SPEEDS[self.speed_index].0 } else { 1.0 }
    }

    /// Advances time, and takes the answer of the robot and the results of the analysis if they
    /// have arrived. `duration_scale` multiplies the durations of animations. A running replay
    /// uses its own speed instead.
    ///
    /// Returns true while something moves or an answer is awaited.
    fn advance_time(&mut self, now: f64, duration_scale: f64) -> bool {
        let duration_scale =
            if self.is_playing { SPEEDS[self.speed_index].0.recip() } else { duration_scale };
        self.animator.tick(now, duration_scale);
        for _ in 0..MAX_STEPS_PER_FRAME {
            if !self.is_playing || !self.animator.is_idle() || now < self.next_step_time {
                break;
            }
            self.play_step(now, duration_scale);
        }
        let is_asking = self.robot_query.as_mut().is_some_and(RobotQuery::poll);
        let is_analysing = self.analysis.poll();
        self.is_playing || !self.animator.is_idle() || is_asking || is_analysing
    }
}
