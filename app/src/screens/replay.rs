//! The replay: the board at any step, a timeline, a list of steps, and play on from any step.

mod analysis;
mod ask;
mod board;
mod branch_row;
mod branches_tab;
mod chances;
mod course;
mod curve;
mod dice;
mod drawn;
mod filter;
mod glyphs;
mod notes;
mod page;
mod position;
mod replay_screen;
mod rolls;
mod seats;
mod section;
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
use crate::screens::replay::branch_row::Branches;
use crate::screens::replay::course::Course;
use crate::screens::replay::curve::WinCurve;
use crate::screens::replay::filter::Filter;
use crate::screens::replay::rolls::ChanceEvidence;
use crate::screens::replay::section::LoopRange;
use crate::screens::replay::share_form::ShareForm;
use crate::screens::replay::step_list::StepList;
use crate::screens::replay::tab::PanelTab;
use crate::screens::replay::timeline_strip::Strip;

pub use replay_screen::ReplayScreen;

/// The speeds of a running replay, as multiples of the usual one.
const SPEEDS: [(f64, &str); 6] =
    [(0.5, "½×"), (1.0, "1×"), (2.0, "2×"), (4.0, "4×"), (8.0, "8×"), (16.0, "16×")];

/// The maximum number of steps shown in one frame, so that the window stays responsive.
const MOST_STEPS: usize = 32;

/// A game in the replay.
pub struct ReplayView<G: GameUi> {
    replay: Replay<G>,
    /// The perspective, and who may change it.
    perspective: Perspective,
    /// The view of the position shown.
    view: G::View,
    /// The digest of the view, computed on demand.
    view_cache: OnceCell<G::ViewCache>,
    /// Its file, for the title.
    pub file: Option<PathBuf>,
    /// Its name if it was read from a file of another program.
    pub foreign: Option<String>,
    board: G::Board,
    stage: Animator<G>,
    log: LogUi,
    banner: BannerUi,
    playing: bool,
    speed: usize,
    /// The time when the next step of a running replay is due.
    due: f64,
    /// The turns of the game and its notable events.
    course: Course,
    strip: Strip,
    /// The section played in a loop.
    section: Option<LoopRange>,
    list: StepList,
    /// The filter of the step list.
    filter: Filter,
    /// The open page of the panel.
    tab: PanelTab,
    /// The evidence about the chance of the game, computed on demand.
    chance: OnceCell<ChanceEvidence>,
    /// The robot asked about the position shown.
    robot_query: Option<RobotQuery<G>>,
    /// The state of the analysis: win probabilities along the game.
    analysed: AnalysisState<G>,
    curve: WinCurve,
    console: Console,
    /// The step whose comment is being written, and the text so far.
    writing: Option<(usize, String)>,
    /// The cell where an arrow being drawn begins.
    arrow_from: Option<String>,
    branches: Branches,
    /// True if annotations or branches changed since the game was opened or saved.
    changed: bool,
    sharing: ShareForm<G>,
}

impl<G: GameUi> ReplayView<G> {
    /// Returns a replay at the start of a game. A finished game is seen whole, an unfinished one
    /// from one seat until the player decides otherwise, a redacted one only by its seat.
    pub fn new(session: Session<G>, file: Option<PathBuf>) -> Self {
        let replay = Replay::of(session);
        let seats = replay.state().in_order();
        let sides = replay.state().rules().sides(seats.len());
        let over = replay.state_at(replay.len()).is_some_and(|end| end.outcome().is_some());
        let eyes = match seats.first() {
            _ if let Some(viewer) = replay.state().redacted_for() => {
                Perspective::only(Viewer::Seat(viewer))
            }
            _ if !replay.state().rules().has_secrets() => Perspective::only(Viewer::All),
            Some(&seat) if !over => Perspective::sealed(seats, seat).with_sides(sides),
            _ => Perspective::free(seats).with_sides(sides),
        };
        let course = Course::of(replay.session());
        let analysed = AnalysisState::kept(replay.session());
        let view = replay.state().view(eyes.viewer());
        let stage = Animator::new(&view, 0);
        Self {
            replay,
            perspective: eyes,
            view,
            view_cache: OnceCell::new(),
            file,
            foreign: None,
            board: G::Board::default(),
            stage,
            log: LogUi::default(),
            banner: BannerUi::default(),
            playing: false,
            speed: 1,
            due: 0.0,
            course,
            strip: Strip::default(),
            section: None,
            list: StepList::default(),
            filter: Filter::default(),
            tab: PanelTab::default(),
            chance: OnceCell::new(),
            robot_query: None,
            analysed,
            curve: WinCurve::default(),
            console: Console::default(),
            writing: None,
            arrow_from: None,
            branches: Branches::default(),
            changed: false,
            sharing: ShareForm::default(),
        }
    }

    /// Returns a replay of a position set up by hand, seen whole.
    pub fn of_position(session: Session<G>) -> Self {
        let mut replay = Self::new(session, None);
        if replay.replay.state().rules().has_secrets() {
            replay.perspective = Perspective::free(replay.replay.state().in_order());
            replay.look();
        }
        replay
    }

    /// Returns a replay of a game on the table: from its start if it is over, otherwise at its
    /// end with the same perspective.
    pub fn of(table: &Table<G>) -> Self {
        let mut replay = Self::new(table.session.clone(), table.common.file.clone());
        if table.state().outcome().is_none() {
            replay.perspective = match table.perspective() {
                Some(eyes) => eyes.clone(),
                None => Perspective::only(table.viewer()),
            };
            replay.seek(table.steps());
        }
        replay
    }

    /// Returns a game that continues from the step shown, with dice of its own and `name` as its
    /// name among the branches.
    ///
    /// # Errors
    /// A sentence for why the game so far does not replay.
    pub fn branch(&self, seed: Seed, name: &str) -> Result<Table<G>, String> {
        let record = self.record();
        let branch = record.branch(record.next_decision(self.replay.at()), seed, name);
        let mut table = Table::new(branch, false).map_err(|error| error.to_string())?;
        // The branch keeps the file if there is room to store the present line as a variation.
        let keeps = self.foreign.is_none() && record.has_room();
        table.common.file = self.file.clone().filter(|_| keeps);
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

    /// Goes to the position after `at` steps. Pieces glide to their places there.
    pub fn seek(&mut self, at: usize) {
        if at == self.replay.at() && self.stage.idle() {
            return;
        }
        self.replay.seek(at);
        self.banner.clear();
        self.see();
        self.stage.jump(&self.view, self.replay.at());
        self.list.follow();
    }

    /// Returns the viewer's view of the position shown.
    pub fn view(&self) -> &G::View {
        &self.view
    }

    /// Returns the state of the analysis.
    pub fn analysed(&self) -> &AnalysisState<G> {
        &self.analysed
    }

    /// Recomputes the view of the position for the viewer.
    fn see(&mut self) {
        self.view = self.replay.state().view(self.perspective.viewer());
        self.view_cache = OnceCell::new();
        self.robot_query = None;
    }

    /// Shows the position without animation.
    fn look(&mut self) {
        self.see();
        self.stage.set(&self.view, self.replay.at());
    }

    /// Goes one step forward, with its animation.
    pub fn forward(&mut self) {
        if self.replay.at() < self.replay.len() {
            self.stage.skip();
            let events = self.replay.forward().to_vec();
            self.see();
            self.stage.push(&events, &self.view, self.replay.at());
            self.list.follow();
        }
    }

    /// Goes one step back.
    pub fn backward(&mut self) {
        self.seek(self.replay.at().saturating_sub(1));
    }

    /// Starts or halts the running replay. At its end it starts over. With a section it runs in a
    /// loop within it.
    pub fn toggle(&mut self) {
        self.playing = !self.playing;
        self.due = 0.0;
        let outside = match self.section {
            Some(section) => !(section.from..section.to).contains(&self.replay.at()),
            None => self.replay.at() == self.replay.len(),
        };
        if self.playing && outside {
            self.seek(self.section.map_or(0, |section| section.from));
        }
    }

    /// Sets the section played in a loop, or none.
    fn set_section(&mut self, ends: Option<(usize, usize)>) {
        let steps = self.replay.len();
        self.section = ends.and_then(|(from, to)| LoopRange::between(from, to, steps));
    }

    /// Plays the next step of a running replay, or returns to the start of its section. Each step
    /// takes its designed time, even if it is too short to be animated.
    fn run_on(&mut self, now: f64, factor: f64) {
        let end = self.section.map_or(self.replay.len(), |section| section.to);
        match self.section {
            Some(section) if self.replay.at() >= end => self.seek(section.from),
            None if self.replay.at() >= end => self.playing = false,
            _ => {
                self.forward();
                self.due = self.due.max(now - 0.1) + self.stage.length() * factor;
            }
        }
        self.stage.tick(now, factor);
    }

    /// Advances time. Returns true if something is moving or about to move.
    fn pass_time(&mut self, now: f64, factor: f64) -> bool {
        let factor = if self.playing { SPEEDS[self.speed].0.recip() } else { factor };
        self.stage.tick(now, factor);
        for _ in 0..MOST_STEPS {
            if !self.playing || !self.stage.idle() || now < self.due {
                break;
            }
            self.run_on(now, factor);
        }
        let waits = self.robot_query.as_mut().is_some_and(RobotQuery::is_waiting);
        self.playing || !self.stage.idle() || waits || self.analysed.is_waiting()
    }
}
