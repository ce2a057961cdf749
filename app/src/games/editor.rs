//! The editor of what a seat settles before a game, such as the layout of its army.

use std::any::Any;

use egui::{Context, Key, Modifiers, Ui};
use qipan_core::seat::Seat;

use crate::command::GameCommand;
use crate::model::i18n::I18n;
use crate::model::storage::Storage;
use crate::ui::context::ScreenContext;

/// An editor with a screen of its own. Layouts go in and out as files have them.
pub trait Editor: Any {
    /// Opens it with what is on disk, for a seat of a new game or for none.
    fn enter(&mut self, seat: Option<Seat>, storage: &Storage);
    /// Shows this layout.
    fn show(&mut self, layout: &str);
    /// Draws it over the whole of `ui`.
    fn ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui);
    /// The commands of keys that the whole window would otherwise take for itself.
    fn keys(&self) -> Vec<(Modifiers, Key, GameCommand)>;
    /// Carries a command out. The layout, when the player is done; nothing as long as the
    /// editor stays open.
    fn carry_out(
        &mut self,
        command: &GameCommand,
        storage: &Storage,
        ctx: &Context,
    ) -> Option<Finished>;
    /// Puts down what was picked up, or leaves a question; whether there was either.
    fn release(&mut self) -> bool;
    /// Says what a house rule has against the layout.
    fn reject(&mut self, why: String);
    /// Writes what is being laid out down where it changed, so that it outlives the window.
    fn keep(&mut self, storage: &Storage);
    /// The layouts that ship.
    fn shipped(&self, i18n: &I18n) -> Vec<LayoutChoice>;
    /// The player's own layouts, those that are whole.
    fn own(&self, storage: &Storage) -> Vec<LayoutChoice>;
}

impl dyn Editor {
    /// The editor as one of a known type.
    #[must_use]
    pub fn get<E: Editor>(&self) -> Option<&E> {
        (self as &dyn Any).downcast_ref()
    }
}

/// The player is done: with a layout for the seat it was asked for, if it was.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// The seat the layout is for.
    pub seat: Option<Seat>,
    /// The layout, if it is whole.
    pub layout: Option<String>,
    /// The player's name for it, if it is just as saved.
    pub name: Option<String>,
}

/// A layout to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutChoice {
    /// What it is called.
    pub title: String,
    /// What it is good for, in a sentence.
    pub about: String,
    /// The layout.
    pub layout: String,
}
