//! The game on the table and the one looked back at, of whatever kind they are.

use std::path::PathBuf;

use egui::Ui;
use qipan_core::game::Game;
use qipan_core::junqi::Junqi;
use qipan_core::race::Race;
use qipan_core::record::{Record, SavedRule};

use crate::games::desk::Desk;
use crate::games::words;
use crate::model::i18n::I18n;
use crate::model::kind::GameKind;
use crate::model::robots::Makers;
use crate::model::settings::Settings;
use crate::play::table::{Fault, Table};
use crate::screens::play::Playing;
use crate::screens::replay::ReplayView;
use crate::ui::context::Cx;

/// A game on the table.
pub enum AnyTable {
    /// A race game.
    Race(Box<Playing<Race>>),
    /// A game of Junqi.
    Junqi(Box<Playing<Junqi>>),
}

/// A game looked back at.
pub enum AnyReplay {
    /// A race game.
    Race(Box<ReplayView<Race>>),
    /// A game of Junqi.
    Junqi(Box<ReplayView<Junqi>>),
}

/// Does something with a game on the table, of whatever kind it is.
macro_rules! for_table {
    ($any:expr, $playing:ident => $do:expr) => {
        match $any {
            $crate::games::any::AnyTable::Race($playing) => $do,
            $crate::games::any::AnyTable::Junqi($playing) => $do,
        }
    };
}

/// Does something with a game looked back at, of whatever kind it is.
macro_rules! for_replay {
    ($any:expr, $replay:ident => $do:expr) => {
        match $any {
            $crate::games::any::AnyReplay::Race($replay) => $do,
            $crate::games::any::AnyReplay::Junqi($replay) => $do,
        }
    };
}

pub(crate) use {for_replay, for_table};

impl<G: Desk> From<Table<G>> for AnyTable {
    fn from(table: Table<G>) -> Self {
        G::any_table(Playing::new(table))
    }
}

impl<G: Desk> From<ReplayView<G>> for AnyReplay {
    fn from(replay: ReplayView<G>) -> Self {
        G::any_replay(replay)
    }
}

/// A game as it would be saved.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The preset.
    pub preset: String,
    /// The names of those who play and have one.
    pub names: Vec<String>,
    /// The whole file.
    pub text: String,
    /// The file it was saved to.
    pub file: Option<PathBuf>,
    /// Whether it was read from a file of another program.
    pub foreign: bool,
}

impl Draft {
    fn new<G: Game>(record: &Record<G>, file: Option<&PathBuf>) -> Self {
        let names = record.players.iter().map(|(_, player)| player.name.clone());
        let mut names: Vec<String> = names.filter(|name| !name.is_empty()).collect();
        // Three robots of one name are named once.
        names.dedup();
        let (preset, text) = (record.preset.clone(), record.write());
        Self { preset, names, text, file: file.cloned(), foreign: false }
    }
}

impl AnyTable {
    /// The race game on the table, if it is one.
    #[must_use]
    pub fn as_race(&self) -> Option<&Table<Race>> {
        match self {
            Self::Race(playing) => Some(&playing.table),
            Self::Junqi(_) => None,
        }
    }

    /// The game of Junqi on the table, if it is one.
    #[must_use]
    pub fn as_junqi(&self) -> Option<&Table<Junqi>> {
        match self {
            Self::Junqi(playing) => Some(&playing.table),
            Self::Race(_) => None,
        }
    }

    /// What kind of game it is.
    #[must_use]
    pub fn kind(&self) -> GameKind {
        match self {
            Self::Race(_) => GameKind::Race,
            Self::Junqi(_) => GameKind::Junqi,
        }
    }

    /// The preset it started from.
    #[must_use]
    pub fn preset(&self) -> &str {
        for_table!(self, playing => &playing.table.session.record().preset)
    }

    /// Steps played.
    #[must_use]
    pub fn steps(&self) -> usize {
        for_table!(self, playing => playing.table.steps())
    }

    /// Turns taken, as the game counts them.
    #[must_use]
    pub fn plies(&self) -> u32 {
        for_table!(self, playing => playing.table.state().ply())
    }

    /// Whether the game has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        for_table!(self, playing => playing.table.state().outcome().is_some())
    }

    /// Whether nothing is on its way on the board.
    #[must_use]
    pub fn is_still(&self) -> bool {
        for_table!(self, playing => playing.table.stage.idle())
    }

    /// Whether something is moving or about to move by itself.
    #[must_use]
    pub fn is_busy(&self, settings: &Settings) -> bool {
        for_table!(self, playing => {
            !playing.table.stage.idle() || playing.table.acts_alone(settings)
        })
    }

    /// Whether a clock is running.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        for_table!(self, playing => playing.table.seconds_left().is_some())
    }

    /// Lets time pass: things move, robots think and act.
    pub fn tick(
        &mut self,
        now: f64,
        settings: &Settings,
        makers: &impl Makers,
        wake: &egui::Context,
    ) {
        for_table!(self, playing => playing.table.tick(now, settings, &|player| makers.maker(player), wake));
    }

    /// Draws it as a small picture that answers to nothing.
    pub fn picture_ui(&mut self, rect: egui::Rect, cx: &Cx<'_>, ui: &Ui) {
        for_table!(self, playing => playing.picture_ui(rect, cx, ui));
    }

    /// Has a robot loaded anew before its next turn, because its file changed.
    pub fn reload(&mut self, kind: GameKind, script: &str) {
        if self.kind() == kind {
            for_table!(self, playing => playing.table.reload(script));
        }
    }

    /// Notes that the game has just been opened: no robot runs before the player does
    /// something.
    pub fn rest(&mut self) {
        for_table!(self, playing => playing.table.resting = true);
    }

    /// The house rules that would run if they were allowed to: none once they are.
    #[must_use]
    pub fn waiting_rules(&self) -> Vec<SavedRule> {
        for_table!(self, playing => playing.table.waiting_rules())
    }

    /// The house rule that cannot go on.
    #[must_use]
    pub fn fault(&self) -> Option<&Fault> {
        for_table!(self, playing => playing.table.fault())
    }

    /// Whether the game goes on: no house rule waits for a word of the player.
    #[must_use]
    pub fn runs(&self) -> bool {
        for_table!(self, playing => playing.table.runs())
    }

    /// The game as it would be saved.
    #[must_use]
    pub fn draft(&self) -> Draft {
        for_table!(self, playing => {
            Draft::new(playing.table.session.record(), playing.table.file.as_ref())
        })
    }

    /// Shows one seat's view of a game of robots until the player says otherwise.
    pub fn seal(&mut self) {
        for_table!(self, playing => playing.table.seal(None));
    }

    /// Who did not agree to the draw offered last, in words; told once.
    pub fn take_declined(&mut self, i18n: &I18n) -> Option<String> {
        for_table!(self, playing => declined(&mut playing.table, i18n))
    }

    /// The file the game was saved to.
    #[must_use]
    pub fn file(&self) -> Option<&PathBuf> {
        for_table!(self, playing => playing.table.file.as_ref())
    }

    /// Lets go of the file the game was saved to.
    pub fn forget_file(&mut self) {
        for_table!(self, playing => playing.table.file = None);
    }

    /// Names the file the game comes from.
    pub fn set_file(&mut self, file: PathBuf) {
        for_table!(self, playing => playing.table.file = Some(file));
    }

    /// Notes that the game lies in a file as it is now.
    pub fn set_saved(&mut self, file: PathBuf) {
        for_table!(self, playing => playing.table.set_saved(file));
    }

    /// Notes that the game lies in no file as it is now.
    pub fn set_unsaved(&mut self) {
        for_table!(self, playing => playing.table.set_unsaved());
    }

    /// Whether anything is lost when the game is closed now.
    #[must_use]
    pub fn unsaved(&self) -> bool {
        for_table!(self, playing => playing.table.unsaved())
    }

    /// Whether the journal is behind the game; it is held to be up to date from now on.
    pub fn take_unwritten(&mut self) -> bool {
        for_table!(self, playing => std::mem::take(&mut playing.table.unwritten))
    }

    /// Lets go of what the player is asked; whether there was anything.
    pub fn let_go(&mut self) -> bool {
        for_table!(self, playing => playing.table.let_go())
    }
}

fn declined<G: Desk>(table: &mut Table<G>, i18n: &I18n) -> Option<String> {
    Some(words::seats::<G>(i18n, table.take_declined()?))
}

impl AnyReplay {
    /// The race game looked back at, if it is one.
    #[must_use]
    pub fn as_race(&self) -> Option<&ReplayView<Race>> {
        match self {
            Self::Race(replay) => Some(replay),
            Self::Junqi(_) => None,
        }
    }

    /// The game of Junqi looked back at, if it is one.
    #[must_use]
    pub fn as_junqi(&self) -> Option<&ReplayView<Junqi>> {
        match self {
            Self::Junqi(replay) => Some(replay),
            Self::Race(_) => None,
        }
    }

    /// Whether it runs by itself.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        for_replay!(self, replay => replay.is_playing())
    }

    /// Steps played before the position shown.
    #[must_use]
    pub fn at(&self) -> usize {
        for_replay!(self, replay => replay.at())
    }

    /// Steps of the game.
    #[must_use]
    pub fn steps(&self) -> usize {
        for_replay!(self, replay => replay.steps())
    }

    /// Lets time pass; whether something is moving or about to.
    pub fn tick(&mut self, now: f64, factor: f64) -> bool {
        for_replay!(self, replay => replay.tick(now, factor))
    }

    /// The game as it would be saved.
    #[must_use]
    pub fn draft(&self) -> Draft {
        for_replay!(self, replay => {
            let foreign = replay.foreign.is_some();
            Draft { foreign, ..Draft::new(replay.record(), replay.file.as_ref()) }
        })
    }

    /// Names the file the game lies in.
    pub fn set_file(&mut self, file: PathBuf) {
        for_replay!(self, replay => replay.file = Some(file));
    }
}
