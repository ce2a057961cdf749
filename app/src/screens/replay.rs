//! Looking back: the board at any step, a timeline, a list of steps, play on from here.

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

use qipan_core::game::Viewer;
use qipan_core::options::RuleSet;
use qipan_core::record::Record;
use qipan_core::replay::Replay;
use qipan_core::session::Session;

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
use crate::screens::replay::curve::Curve;
use crate::screens::replay::filter::Filter;
use crate::screens::replay::rolls::Chance;
use crate::screens::replay::section::Section;
use crate::screens::replay::share_form::Sharing;
use crate::screens::replay::step_list::StepList;
use crate::screens::replay::tab::Tab;
use crate::screens::replay::timeline_strip::Strip;

pub use replay_screen::ReplayScreen;

/// The speeds of a running replay, as multiples of the designed one.
const SPEEDS: [(f64, &str); 6] =
    [(0.5, "½×"), (1.0, "1×"), (2.0, "2×"), (4.0, "4×"), (8.0, "8×"), (16.0, "16×")];

/// Steps shown in one frame at the most, so that the window always answers.
const MOST_STEPS: usize = 32;

/// A game being looked back at.
pub struct ReplayView<G: GameUi> {
    replay: Replay<G>,
    /// Through whose eyes it is and may be seen.
    eyes: Perspective,
    /// What they see.
    view: G::View,
    /// What is worked out of it.
    digest: OnceCell<G::Digest>,
    /// Where it came from, for the title.
    pub file: Option<PathBuf>,
    /// What it is called where it was read from a file of another program.
    pub foreign: Option<String>,
    board: G::Board,
    stage: Animator<G>,
    log: LogUi,
    banner: BannerUi,
    playing: bool,
    speed: usize,
    /// When the next step of a running replay is due.
    due: f64,
    /// Its turns and what stands out.
    course: Course,
    strip: Strip,
    /// The section that is played again and again.
    section: Option<Section>,
    list: StepList,
    /// Which steps are listed.
    filter: Filter,
    /// The page of the panel that is open.
    tab: Tab,
    /// What is found out about the chance of the game, once somebody asks.
    chance: OnceCell<Chance>,
    /// The robot asked about the position shown.
    asked: Option<RobotQuery<G>>,
    /// What is known of the chances along the game.
    analysed: AnalysisState<G>,
    curve: Curve,
    console: Console,
    /// The step that is written about, and the words so far.
    writing: Option<(usize, String)>,
    /// Where an arrow begins that is being drawn.
    arrow_from: Option<String>,
    branches: Branches,
    /// Whether notes or branches were changed since the game was opened or saved.
    changed: bool,
    sharing: Sharing<G>,
}

impl<G: GameUi> ReplayView<G> {
    /// A replay at the start of a game: seen whole when the game is over, else as one seat
    /// sees it until the player says otherwise.
    #[must_use]
    pub fn new(session: Session<G>, file: Option<PathBuf>) -> Self {
        let replay = Replay::of(session);
        let seats = replay.state().in_order();
        let sides = replay.state().rules().sides(seats.len());
        let over = replay.state_at(replay.len()).is_some_and(|end| end.outcome().is_some());
        let eyes = match seats.first() {
            _ if let Some(teller) = replay.state().redacted_for() => {
                Perspective::only(Viewer::Seat(teller))
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
            eyes,
            view,
            digest: OnceCell::new(),
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
            tab: Tab::default(),
            chance: OnceCell::new(),
            asked: None,
            analysed,
            curve: Curve::default(),
            console: Console::default(),
            writing: None,
            arrow_from: None,
            branches: Branches::default(),
            changed: false,
            sharing: Sharing::default(),
        }
    }

    /// A position set up by hand, looked at whole.
    #[must_use]
    pub fn of_position(session: Session<G>) -> Self {
        let mut replay = Self::new(session, None);
        if replay.replay.state().rules().has_secrets() {
            replay.eyes = Perspective::free(replay.replay.state().in_order());
            replay.look();
        }
        replay
    }

    /// Looks back at a game on the table: from its start when it is over, else at its end
    /// and through the same eyes.
    #[must_use]
    pub fn of(table: &Table<G>) -> Self {
        let mut replay = Self::new(table.session.clone(), table.file.clone());
        if table.state().outcome().is_none() {
            replay.eyes = match table.eyes() {
                Some(eyes) => eyes.clone(),
                None => Perspective::only(table.viewer()),
            };
            replay.seek(table.steps());
        }
        replay
    }

    /// The game.
    #[must_use]
    pub fn session(&self) -> &Session<G> {
        self.replay.session()
    }

    /// The record.
    #[must_use]
    pub fn record(&self) -> &Record<G> {
        self.replay.record()
    }

    /// Goes to the position after so many steps: everything glides to its place there.
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

    /// What the viewer sees of the position shown.
    #[must_use]
    pub fn view(&self) -> &G::View {
        &self.view
    }

    /// What is known of the chances along the game.
    #[must_use]
    pub fn analysed(&self) -> &AnalysisState<G> {
        &self.analysed
    }

    /// Sees the position as the viewer does.
    fn see(&mut self) {
        self.view = self.replay.state().view(self.eyes.viewer());
        self.digest = OnceCell::new();
        self.asked = None;
    }

    /// Shows the position as it is.
    fn look(&mut self) {
        self.see();
        self.stage.set(&self.view, self.replay.at());
    }

    /// A step on, shown as it happened.
    pub fn forward(&mut self) {
        if self.replay.at() < self.replay.len() {
            self.stage.skip();
            let events = self.replay.forward().to_vec();
            self.see();
            self.stage.push(&events, &self.view, self.replay.at());
            self.list.follow();
        }
    }

    /// A step back.
    pub fn backward(&mut self) {
        self.seek(self.replay.at().saturating_sub(1));
    }

    /// Lets it run, from the start again if it is at its end, or halts it. Where a section is
    /// played again and again, it runs within that.
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

    /// Chooses the section that is played again and again, or none.
    fn set_section(&mut self, ends: Option<(usize, usize)>) {
        let steps = self.replay.len();
        self.section = ends.and_then(|(from, to)| Section::between(from, to, steps));
    }

    /// Plays the next step of a running replay, or the first of its section once more. Steps too
    /// short to be animated take the time they were designed for all the same.
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

    /// Lets time pass; whether something is moving or about to.
    fn pass_time(&mut self, now: f64, factor: f64) -> bool {
        let factor = if self.playing { SPEEDS[self.speed].0.recip() } else { factor };
        self.stage.tick(now, factor);
        for _ in 0..MOST_STEPS {
            if !self.playing || !self.stage.idle() || now < self.due {
                break;
            }
            self.run_on(now, factor);
        }
        let waits = self.asked.as_mut().is_some_and(RobotQuery::is_waiting);
        self.playing || !self.stage.idle() || waits || self.analysed.is_waiting()
    }
}
