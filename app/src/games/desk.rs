//! What the window has to know of a game: how it is shown, asked about and answered.

use std::fmt::Debug;

use egui::{Color32, Key, Modifiers, Painter, Pos2, Rect, Ui};
use qipan_core::options::RulesError;
use qipan_core::outcome::Outcome;
use qipan_core::seat::Seat;

use crate::command::Command;
use crate::games::any::{AnyReplay, AnyTable};
use crate::model::i18n::I18n;
use crate::model::kind::Kind;
use crate::model::settings::Settings;
use crate::play::animation::{Shown, Stage};
use crate::play::table::{Marks, Notes, Refused, Table};
use crate::screens::new_game::{Sheet, Sitter};
use crate::screens::play::Playing;
use crate::screens::replay::ReplayView;
use crate::ui::context::Cx;
use crate::ui::paint::{Mark, paint_badge};
use crate::ui::theme::Theme;

/// A game that can be played in the window.
///
/// Everything is drawn from [`qipan_core::game::Game::View`]: what the viewer may not know cannot be shown.
pub trait Desk: Kind {
    /// What stands on the board while nothing moves.
    type Shown: Shown<Self>;
    /// What the player is in the middle of: asked about, chosen, picked up.
    type Hand: Clone + Debug + Default;
    /// What can be wished for in this game only.
    type Wish: Clone + Debug + PartialEq;
    /// Something on the board that can be pointed at.
    type Piece: Clone + Copy + Debug + PartialEq;
    /// What the board keeps from frame to frame.
    type Board: Default;

    /// What is known of the armies' losses.
    type Tally;

    /// The keys that choose a seat where the player may pick one, by seat.
    const SEAT_KEYS: &'static [Key];

    /// The game on the table as one of some kind.
    fn any_table(playing: Playing<Self>) -> AnyTable;
    /// The game looked back at as one of some kind.
    fn any_replay(replay: ReplayView<Self>) -> AnyReplay;

    /// Options in groups, in the order of the form.
    const GROUPS: &'static [(&'static str, &'static [&'static str])];

    /// A preset as most people play it, for the new-game screen; `robot` gives one of a
    /// name, or another.
    fn sheet(preset: &str, robot: &dyn Fn(&str) -> Sitter) -> Option<Sheet>;
    /// Whether an option has more than one meaning under these rules.
    fn has_meaning(rules: &Self::Rules, key: &str) -> bool;
    /// Whether an option does nothing at the moment because of another.
    fn is_dormant(rules: &Self::Rules, key: &str) -> bool;
    /// A contradiction between rules and what would be right, in a sentence.
    fn fault(error: &RulesError, i18n: &I18n, rules: &Self::Rules) -> String;
    /// What follows of itself when an option was changed.
    fn follow(before: &Self::Rules, key: &str, after: Self::Rules) -> Self::Rules {
        let _ = (before, key);
        after
    }

    /// Whether the player is asked something that can be let go.
    fn is_asked(hand: &Self::Hand) -> bool;
    /// Carries out a wish of this game only.
    fn carry_out(table: &mut Table<Self>, wish: Self::Wish, with: &With<'_>);
    /// The wishes behind the keys of this game only.
    fn keys(table: &Table<Self>, focused: bool, on: &mut dyn FnMut(Modifiers, Key, Command));

    /// Draws the board into `rect` and sends what is clicked.
    fn board_ui(
        board: &mut Self::Board,
        scene: &Scene<'_, Self>,
        cx: &mut Cx<'_>,
        ui: &mut Ui,
        rect: Rect,
    );
    /// Draws the board as a small picture that answers to nothing.
    fn picture_ui(
        board: &mut Self::Board,
        view: &Self::View,
        stage: &Stage<Self>,
        rect: Rect,
        cx: &Cx<'_>,
        ui: &Ui,
    );

    /// What a viewer knows of the losses.
    fn tally(view: &Self::View) -> Self::Tally;
    /// The seats in the order of their cards, empty ones too.
    fn order(view: &Self::View) -> Vec<Seat>;
    /// The colour of a seat.
    fn colour(theme: &Theme, seat: Seat) -> Color32;
    /// The mark of a seat.
    fn paint_mark(painter: &Painter, middle: Pos2, size: f32, seat: Seat, theme: &Theme) {
        paint_badge(
            painter,
            middle,
            size,
            Mark::of(seat),
            (Self::colour(theme, seat), theme.shine),
        );
    }
    /// A seat's card, in words; `who` plays it.
    fn card(table: &Table<Self>, seat: Seat, who: &str, turn: bool, cx: &Cx<'_>) -> String;
    /// What a seat is to the viewer: partner, previous, next.
    fn relation(view: &Self::View, seat: Seat, cx: &Cx<'_>) -> Option<String> {
        let _ = (view, seat, cx);
        None
    }
    /// The height of the row under each card, in points.
    const ROW: f32 = 0.0;
    /// Draws the row under a seat's card.
    fn row_ui(table: &Table<Self>, seat: Seat, row: Rect, cx: &Cx<'_>, ui: &Ui) {
        let _ = (table, seat, row, cx, ui);
    }
    /// What the referee says aloud about a step: only what everybody may hear.
    fn sayings(i18n: &I18n, events: &[Self::Event]) -> Vec<Saying> {
        let _ = (i18n, events);
        Vec::new()
    }
    /// How far a seat has come, drawn at the right of its card.
    fn paint_progress(view: &Self::View, seat: Seat, body: Rect, cx: &Cx<'_>, ui: &Ui);
    /// How far a seat has come, in words.
    fn progress(view: &Self::View, seat: Seat, cx: &Cx<'_>) -> String;
    /// Draws the one thing to do next.
    fn todo_ui(table: &Table<Self>, cx: &mut Cx<'_>, ui: &mut Ui);
    /// One line about how the winner won.
    fn decided(table: &Table<Self>, outcome: &Outcome, cx: &Cx<'_>) -> Option<String>;
    /// Whether the next step says again what these events say.
    fn goes_without_saying(events: &[Self::Event]) -> bool;
}

/// A word of the referee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saying {
    /// The words.
    pub text: String,
    /// The seat it is about, where it is about one.
    pub seat: Option<Seat>,
    /// Whether nobody must miss it.
    pub loud: bool,
}

/// What wishes are carried out with.
pub struct With<'a> {
    /// The words.
    pub i18n: &'a I18n,
    /// The player's settings.
    pub settings: &'a Settings,
    /// The time of this frame, in seconds.
    pub now: f64,
}

/// What is to be shown on a board.
pub struct Scene<'a, G: Desk> {
    /// What the viewer may know of the position that actions belong to.
    pub view: &'a G::View,
    /// What is shown of it.
    pub stage: &'a Stage<G>,
    /// What a person can do now; empty while others act.
    pub actions: &'a [G::Action],
    /// What the player is in the middle of.
    pub hand: &'a G::Hand,
    /// What the viewer wrote on pieces it cannot see.
    pub marks: Option<&'a Marks>,
    /// A robot's notes to show.
    pub notes: Option<&'a Notes<G>>,
    /// What could not be done lately.
    pub refused: Option<&'a Refused<G>>,
    /// The events of a step the player points at in the log.
    pub recalled: &'a [G::Event],
    /// The events of the last step shown.
    pub last: &'a [G::Event],
    /// Whether pieces answer to clicks.
    pub live: bool,
}
