//! The state of each screen.

use qipan_core::registry::GameKind;
use qipan_core::with_game;

use crate::app::collection::CollectionState;
use crate::app::home_state::HomeState;
use crate::app::records::RecordsState;
use crate::app::screen::Screen;
use crate::app::scripts::ScriptsState;
use crate::app::tournament::TournamentState;
use crate::games::{Editor, GameUi as _};
use crate::screens::about::AboutPage;
use crate::screens::guide::GuideBoards;
use crate::screens::lessons::LessonsPage;
use crate::screens::manual::ManualPage;
use crate::screens::new_game::NewGameForm;
use crate::screens::positions::PositionsPage;
use crate::screens::puzzles::PuzzlesPage;
use crate::screens::together::TogetherPage;

/// The state of each screen. It stays while another screen is shown.
pub struct ScreenStates {
    /// The home screen.
    pub(super) home: HomeState,
    /// The form of the new-game screen.
    pub new_game: NewGameForm,
    /// The layout editor.
    pub layout_editor: Option<Box<dyn Editor>>,
    /// The scripts page.
    pub scripts: ScriptsState,
    /// The manual's page.
    pub manual: ManualPage,
    /// The tournament page.
    pub tournament: TournamentState,
    /// The collection page.
    pub collection: CollectionState,
    /// The page with the statistics of the player's saved games.
    pub records: RecordsState,
    /// The puzzles page.
    pub puzzles: PuzzlesPage,
    /// The lessons page.
    pub lessons: LessonsPage,
    /// The page for games with people on other devices.
    pub together: TogetherPage,
    /// The boards in the guide.
    pub(super) guide: GuideBoards,
    /// The page on which positions are set up.
    pub positions: PositionsPage,
    /// The page about the program and its licences.
    pub(super) about: AboutPage,
}

impl ScreenStates {
    /// Creates the state of all screens, with this form for a new game.
    pub(super) fn new(new_game: NewGameForm) -> Self {
        Self {
            home: HomeState::default(),
            new_game,
            layout_editor: GameKind::ALL
                .into_iter()
                .find_map(|kind| with_game!(kind, |G| G::editor())),
            scripts: ScriptsState::default(),
            manual: ManualPage::default(),
            tournament: TournamentState::default(),
            collection: CollectionState::default(),
            records: RecordsState::default(),
            puzzles: PuzzlesPage::default(),
            lessons: LessonsPage::default(),
            together: TogetherPage::default(),
            guide: GuideBoards::default(),
            positions: PositionsPage::default(),
            about: AboutPage::default(),
        }
    }

    /// Closes the open dialog of a screen, or cancels the action that the player has begun there.
    /// Returns true if there was one.
    pub(super) fn close_dialog(&mut self, screen: Screen) -> bool {
        // The question about a rule set comes first on any screen: while it is open, a file that is
        // dropped on the window can change the screen.
        if self.new_game.sets.is_asking() {
            self.new_game.sets.ask(None);
            return true;
        }
        match screen {
            Screen::NewGame => self.new_game.house.close(),
            Screen::Layout => self.layout_editor.as_mut().is_some_and(|editor| editor.cancel()),
            Screen::Scripts => self.scripts.page.close_dialog(),
            Screen::Manual => self.manual.cancel(),
            Screen::Positions => self.positions.cancel(),
            Screen::Collection => self.collection.page.cancel(),
            Screen::Home
            | Screen::Play
            | Screen::Replay
            | Screen::Tournament
            | Screen::Puzzles
            | Screen::Lessons
            | Screen::Records
            | Screen::Together
            | Screen::Settings
            | Screen::About => false,
        }
    }
}
