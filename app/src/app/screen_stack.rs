//! The stack of screens, and the overlays on top of it.

use crate::app::packages::OpenPackage;
use crate::app::screen::Screen;
use crate::command::Command;
use crate::screens::house::HouseDialog;
use crate::screens::play::TableScreen;
use crate::screens::programs::ProgramQuestion;

/// The screens from the home screen up to the one shown, and the overlays that cover it.
///
/// Going to a screen pushes it, and going back pops the topmost overlay or screen. No screen
/// occurs twice: going to one that lies below moves it to the top.
pub(super) struct ScreenStack {
    /// The screens from the bottom to the top, of which the last is shown. There is at least one.
    screens: Vec<Screen>,
    /// The overlays in the order of their layers, the topmost last. A layer has at most one.
    overlays: Vec<Overlay>,
}

/// A sheet or a question over the screen.
pub(super) enum Overlay {
    /// The list of keyboard shortcuts.
    Shortcuts,
    /// The guide to the game.
    Guide,
    /// The sheet of a package.
    Package(Box<OpenPackage>),
    /// The dialog about house rules.
    HouseRules(HouseDialog),
    /// The request for permission to run programs.
    ProgramConsent(ProgramQuestion),
    /// A question to the player. If the answer is yes, a command is carried out.
    Question(Question),
    /// The question about unsaved changes.
    UnsavedChanges(UnsavedPrompt),
}

/// A question to the player.
pub(super) struct Question {
    pub(super) text: String,
    /// The command to carry out if the answer is yes.
    pub(super) command: Command,
    /// The game to put on the table if the answer is yes. The player then loses the previous game,
    /// which cannot be saved, or leaves it, if it is played with people on other devices.
    pub(super) pending_table: Option<Box<dyn TableScreen>>,
}

/// The question about changes that a command would lose.
pub(super) struct UnsavedPrompt {
    pub(super) text: String,
    /// The command to carry out once the changes are saved or discarded.
    pub(super) command: Command,
}

/// The layers of overlays, from the bottom to the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Layer {
    /// The list of keyboard shortcuts or the guide.
    Help,
    Package,
    HouseRules,
    ProgramConsent,
    Question,
    UnsavedChanges,
}

impl Overlay {
    /// Returns the layer of the overlay.
    pub(super) const fn layer(&self) -> Layer {
        match self {
            Self::Shortcuts | Self::Guide => Layer::Help,
            Self::Package(_) => Layer::Package,
            Self::HouseRules(_) => Layer::HouseRules,
            Self::ProgramConsent(_) => Layer::ProgramConsent,
            Self::Question(_) => Layer::Question,
            Self::UnsavedChanges(_) => Layer::UnsavedChanges,
        }
    }
}

impl Default for ScreenStack {
    fn default() -> Self {
        Self { screens: vec![Screen::Home], overlays: Vec::new() }
    }
}

impl ScreenStack {
    /// Returns the screen shown.
    pub(super) fn screen(&self) -> Screen {
        self.screens.last().copied().unwrap_or(Screen::Home)
    }

    /// Goes to a screen. The home screen clears the stack.
    pub(super) fn push(&mut self, screen: Screen) {
        match screen {
            Screen::Home => self.screens.clear(),
            _ => self.screens.retain(|other| *other != screen),
        }
        self.screens.push(screen);
    }

    /// Goes to a screen and leaves only the home screen below it.
    pub(super) fn restart(&mut self, screen: Screen) {
        self.screens.clear();
        self.push(Screen::Home);
        self.push(screen);
    }

    /// Inserts a screen below the one shown, so that going back leads to it.
    pub(super) fn insert_below(&mut self, screen: Screen) {
        let shown = self.screen();
        self.push(screen);
        self.push(shown);
    }

    /// Goes back to the previous screen, and returns it.
    pub(super) fn pop(&mut self) -> Screen {
        self.screens.pop();
        if self.screens.is_empty() {
            self.screens.push(Screen::Home);
        }
        self.screen()
    }

    /// Opens an overlay, in place of the one in its layer.
    pub(super) fn open(&mut self, overlay: Overlay) {
        self.close(overlay.layer());
        let index = self.overlays.partition_point(|other| other.layer() < overlay.layer());
        self.overlays.insert(index, overlay);
    }

    /// Opens the list of keyboard shortcuts or the guide, or closes it if it is open.
    pub(super) fn toggle(&mut self, overlay: Overlay) {
        let is_same_kind =
            |other: &Overlay| std::mem::discriminant(other) == std::mem::discriminant(&overlay);
        if self.overlays.iter().any(is_same_kind) {
            self.close(overlay.layer());
        } else {
            self.open(overlay);
        }
    }

    /// Closes the overlay of a layer, and returns it.
    pub(super) fn close(&mut self, layer: Layer) -> Option<Overlay> {
        let found = self.overlays.iter().position(|overlay| overlay.layer() == layer);
        found.map(|index| self.overlays.remove(index))
    }

    /// Closes the topmost overlay, and returns true if there was one.
    pub(super) fn close_top(&mut self) -> bool {
        self.overlays.pop().is_some()
    }

    /// Returns true if an overlay is open in a layer.
    pub(super) fn is_open(&self, layer: Layer) -> bool {
        self.overlays.iter().any(|overlay| overlay.layer() == layer)
    }

    /// Returns true if an overlay covers the screen.
    pub(super) fn is_covered(&self) -> bool {
        !self.overlays.is_empty()
    }

    /// Returns the overlays for drawing, the topmost last.
    pub(super) fn overlays_mut(&mut self) -> &mut [Overlay] {
        &mut self.overlays
    }

    /// Returns a mutable reference to the open sheet of a package.
    pub(super) fn package_mut(&mut self) -> Option<&mut OpenPackage> {
        self.overlays.iter_mut().find_map(|overlay| match overlay {
            Overlay::Package(package) => Some(&mut **package),
            _ => None,
        })
    }

    /// Returns the open dialog about house rules.
    pub(super) fn house_dialog(&self) -> Option<&HouseDialog> {
        self.overlays.iter().find_map(|overlay| match overlay {
            Overlay::HouseRules(dialog) => Some(dialog),
            _ => None,
        })
    }

    /// Returns a mutable reference to the open dialog about house rules.
    pub(super) fn house_dialog_mut(&mut self) -> Option<&mut HouseDialog> {
        self.overlays.iter_mut().find_map(|overlay| match overlay {
            Overlay::HouseRules(dialog) => Some(dialog),
            _ => None,
        })
    }

    /// Closes the dialog about house rules, and returns it.
    pub(super) fn take_house_dialog(&mut self) -> Option<HouseDialog> {
        match self.close(Layer::HouseRules)? {
            Overlay::HouseRules(dialog) => Some(dialog),
            _ => None,
        }
    }

    /// Closes the question about programs, and returns it.
    pub(super) fn take_program_question(&mut self) -> Option<ProgramQuestion> {
        match self.close(Layer::ProgramConsent)? {
            Overlay::ProgramConsent(question) => Some(question),
            _ => None,
        }
    }

    /// Closes the question, and returns it.
    pub(super) fn take_question(&mut self) -> Option<Question> {
        match self.close(Layer::Question)? {
            Overlay::Question(question) => Some(question),
            _ => None,
        }
    }

    /// Closes the question about unsaved changes, and returns it.
    pub(super) fn take_unsaved(&mut self) -> Option<UnsavedPrompt> {
        match self.close(Layer::UnsavedChanges)? {
            Overlay::UnsavedChanges(prompt) => Some(prompt),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::RematchChange;

    /// One change of the stack.
    enum Change {
        Go(Screen),
        Restart(Screen),
        InsertBelow(Screen),
        Open(Overlay),
        Toggle(Overlay),
        Back,
    }

    use Change::{Back, Go, InsertBelow, Open, Restart, Toggle};
    use Screen::{Collection, Home, NewGame, Play, Replay, Scripts, Settings};

    fn question() -> Overlay {
        Overlay::Question(Question {
            text: String::new(),
            command: Command::Quit,
            pending_table: None,
        })
    }

    fn unsaved() -> Overlay {
        let prompt = UnsavedPrompt { text: String::new(), command: Command::Quit };
        Overlay::UnsavedChanges(prompt)
    }

    fn house() -> Overlay {
        Overlay::HouseRules(HouseDialog::Verdict { findings: Vec::new(), can_check_robots: false })
    }

    fn programs() -> Overlay {
        let then = crate::screens::programs::PendingAction::Rematch(RematchChange::None);
        Overlay::ProgramConsent(ProgramQuestion { programs: Vec::new(), then })
    }

    /// Applies the changes, then asserts the stack of screens and the layers with an overlay.
    #[track_caller]
    fn assert_stack(changes: Vec<Change>, screens: &[Screen], layers: &[Layer]) {
        let mut stack = ScreenStack::default();
        for change in changes {
            match change {
                Go(screen) => stack.push(screen),
                Restart(screen) => stack.restart(screen),
                InsertBelow(screen) => stack.insert_below(screen),
                Open(overlay) => stack.open(overlay),
                Toggle(overlay) => stack.toggle(overlay),
                Back => {
                    if !stack.close_top() {
                        stack.pop();
                    }
                }
            }
        }
        let open: Vec<Layer> = stack.overlays.iter().map(Overlay::layer).collect();
        assert_eq!((stack.screens.as_slice(), open.as_slice()), (screens, layers));
        assert_eq!(Some(&stack.screen()), screens.last());
    }

    #[test]
    fn back_returns_to_the_screen_below() {
        assert_stack(vec![], &[Home], &[]);
        assert_stack(vec![Back], &[Home], &[]);
        assert_stack(vec![Go(Settings)], &[Home, Settings], &[]);
        assert_stack(vec![Go(Settings), Back], &[Home], &[]);
        assert_stack(vec![Go(Settings), Go(Settings), Back], &[Home], &[]);
        assert_stack(vec![Go(Collection), Go(Replay)], &[Home, Collection, Replay], &[]);
        assert_stack(vec![Go(Collection), Go(Replay), Back], &[Home, Collection], &[]);
        assert_stack(vec![Go(Collection), Go(Replay), Back, Back, Back], &[Home], &[]);
    }

    #[test]
    fn screen_below_moves_to_the_top() {
        assert_stack(vec![Go(Play), Go(Scripts), Go(Play)], &[Home, Scripts, Play], &[]);
        assert_stack(vec![Go(Play), Go(Scripts), Go(Play), Back], &[Home, Scripts], &[]);
        assert_stack(vec![Go(Play), Go(Scripts), Go(Home)], &[Home], &[]);
    }

    #[test]
    fn new_game_leads_back_to_the_home_screen() {
        assert_stack(vec![Go(NewGame), Restart(Play)], &[Home, Play], &[]);
        assert_stack(vec![Go(NewGame), Restart(Play), Back], &[Home], &[]);
        assert_stack(
            vec![Go(Scripts), Restart(Play), InsertBelow(Scripts)],
            &[Home, Scripts, Play],
            &[],
        );
        assert_stack(
            vec![Go(Scripts), Restart(Play), InsertBelow(Scripts), Back],
            &[Home, Scripts],
            &[],
        );
    }

    #[test]
    fn back_closes_overlays_from_the_top() {
        let all =
            || vec![Go(Play), Open(unsaved()), Open(question()), Open(programs()), Open(house())];
        let layers =
            [Layer::HouseRules, Layer::ProgramConsent, Layer::Question, Layer::UnsavedChanges];
        assert_stack(all(), &[Home, Play], &layers);
        for open in (0..layers.len()).rev() {
            let backs = (open..layers.len()).map(|_| Back);
            assert_stack(all().into_iter().chain(backs).collect(), &[Home, Play], &layers[..open]);
        }
        let backs = (0..=layers.len()).map(|_| Back);
        assert_stack(all().into_iter().chain(backs).collect(), &[Home], &[]);
    }

    #[test]
    fn overlay_stays_when_the_screen_changes() {
        assert_stack(vec![Open(house()), Go(Replay)], &[Home, Replay], &[Layer::HouseRules]);
        assert_stack(vec![Open(house()), Go(Replay), Back], &[Home, Replay], &[]);
    }

    #[test]
    fn layer_holds_one_overlay() {
        let keys = || Overlay::Shortcuts;
        assert_stack(vec![Open(question()), Open(question())], &[Home], &[Layer::Question]);
        assert_stack(vec![Toggle(keys())], &[Home], &[Layer::Help]);
        assert_stack(vec![Toggle(keys()), Toggle(keys())], &[Home], &[]);
        assert_stack(vec![Toggle(keys()), Toggle(Overlay::Guide)], &[Home], &[Layer::Help]);
        assert_stack(
            vec![Toggle(keys()), Toggle(Overlay::Guide), Toggle(keys()), Back],
            &[Home],
            &[],
        );
        assert_stack(
            vec![Open(question()), Toggle(keys())],
            &[Home],
            &[Layer::Help, Layer::Question],
        );
        assert_stack(vec![Open(question()), Toggle(keys()), Back], &[Home], &[Layer::Help]);
    }
}
