//! The interface of editors for seat layouts, such as the layout of an army.

use std::any::Any;

use egui::{Context, Key, Modifiers, Ui};
use qipan_core::contract::seat::Seat;

use crate::command::GameCommand;
use crate::model::i18n::I18n;
use crate::model::storage::Storage;
use crate::ui::context::ScreenContext;

/// An editor with a screen of its own. Layouts are passed as text, in the format of
/// layout files.
pub trait Editor: Any {
    /// Loads the saved layouts and opens the editor, for a seat of a new game or for none.
    fn open(&mut self, seat: Option<Seat>, storage: &Storage);
    /// Shows this layout.
    fn show(&mut self, layout: &str);
    /// Draws the editor over all of `ui`.
    fn ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui);
    /// Returns the keys that the window would otherwise use for itself, with their commands.
    fn keys(&self) -> Vec<(Modifiers, Key, GameCommand)>;
    /// Carries out a command. Returns the result when the player is done, or `None` while the
    /// editor stays open.
    fn carry_out(
        &mut self,
        command: &GameCommand,
        storage: &Storage,
        ctx: &Context,
    ) -> Option<EditorResult>;
    /// Puts down the held piece or dismisses a question. Returns true if there was either.
    fn cancel(&mut self) -> bool;
    /// Shows a house rule's objection to the layout.
    fn show_objection(&mut self, objection: String);
    /// Saves a changed draft, so that it is still there after the window is closed.
    fn save_draft(&mut self, storage: &Storage);
    /// Returns the shipped layouts.
    fn shipped(&self, i18n: &I18n) -> Vec<LayoutChoice>;
    /// Returns the player's own complete layouts.
    fn own(&self, storage: &Storage) -> Vec<LayoutChoice>;
}

impl dyn Editor {
    /// Returns the editor as type `E`, or `None` if it has another type.
    pub fn get<E: Editor>(&self) -> Option<&E> {
        (self as &dyn Any).downcast_ref()
    }
}

/// The result of an editor when the player is done.
#[derive(Clone, Debug, PartialEq)]
pub struct EditorResult {
    /// The seat that the layout is for, if the editor was opened for a seat.
    pub seat: Option<Seat>,
    /// The layout, if it is complete.
    pub layout: Option<String>,
    /// The name under which the player saved this layout, if it is unchanged since.
    pub name: Option<String>,
}

/// A layout to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutChoice {
    /// The title.
    pub title: String,
    /// The purpose of the layout, in a sentence.
    pub about: String,
    /// The layout as text.
    pub layout: String,
}
