//! What a game has to say of itself to the window: how it is set up, drawn and answered.

use std::fmt::Debug;

use egui::{Color32, Key, Modifiers, Painter, Pos2, Rect, Ui};
use qipan_core::game::{Game, Step, Viewer};
use qipan_core::options::{OptionInfo, OptionKind, RuleSet, RulesError};
use qipan_core::outcome::Outcome;
use qipan_core::seat::Seat;

use crate::command::Command;
use crate::games::{Editor, Placing};
use crate::model::i18n::I18n;
use crate::model::settings::Settings;
use crate::model::setup::Sitter;
use crate::play::animation::Animator;
use crate::play::game::Playable;
use crate::play::table::{Marks, Notes, Refused, Table};
use crate::play::timeline_event::TimelineEvent;
use crate::ui::context::ScreenContext;
use crate::ui::paint::{Mark, paint_badge};
use crate::ui::theme::Theme;

/// The board of a game, with what it keeps from frame to frame.
pub trait BoardUi<G: GameUi>: Default {
    /// Draws the board into `rect` and sends what is clicked.
    fn ui(&mut self, scene: &Scene<'_, G>, cx: &mut ScreenContext<'_>, ui: &mut Ui, rect: Rect);
    /// The cells of the board in `rect`.
    fn places(&self, view: &G::View, rect: Rect) -> Vec<CellSpot>;
    /// The cells of the board drawn as a picture in `rect`.
    fn picture_places(&self, view: &G::View, rect: Rect) -> Vec<CellSpot>;
    /// Draws the board as a picture that answers to nothing.
    fn picture_ui(
        &mut self,
        view: &G::View,
        stage: &Animator<G>,
        rect: Rect,
        cx: &ScreenContext<'_>,
        ui: &Ui,
    );
}

/// Where a cell is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct CellSpot {
    /// Its name, as scripts and files have it.
    pub name: String,
    /// Its middle on the screen.
    pub pos: Pos2,
    /// How large a piece there is, in points.
    pub size: f32,
}

/// A game that can be played in the window.
///
/// Everything is drawn from [`Game::View`]: what the viewer may not know cannot be shown.
pub trait GameUi: Playable + Placing {
    /// What can be asked for in this game only.
    type Command: Clone + Debug + PartialEq + 'static;
    /// What the board keeps from frame to frame.
    type Board: BoardUi<Self>;

    /// The game as it is offered: one card, or several where its presets look different.
    const CARDS: &'static [Card];
    /// The rules' options in groups, in the order of the form.
    const OPTION_GROUPS: &'static [(&'static str, &'static [&'static str])];
    /// The keys that choose a seat where the player may pick one, by seat.
    const SEAT_KEYS: &'static [Key] = &[];
    /// The keys of this game only, as the sheet of keys lists them.
    const KEY_LINES: &'static [KeyLine] = &[];
    /// The height of the row under each seat's card, in points.
    const ROW: f32 = 0.0;

    /// Whether its pieces have names, written on them as the player wishes.
    const HAS_NAMES: bool = false;

    /// The rules that the new-game form begins with, for the preset of these.
    #[must_use]
    fn form_defaults(rules: &Self::Rules) -> Self::Rules {
        rules.unchanged()
    }
    /// How a preset is played, part by part.
    fn guide(preset: &str) -> Vec<GuidePart>;
    /// Draws what a part of the guide has to show beside its words.
    fn guide_ui(part: &str, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let _ = (part, cx, ui);
    }
    /// The options that players changed: what the form itself chose is no change.
    fn changed_by_players(rules: &Self::Rules) -> Vec<&'static str> {
        let usual = Self::form_defaults(rules);
        let chosen = |key: &&str| rules.get(key) != usual.get(key);
        rules.changed().into_iter().filter(chosen).collect()
    }
    /// A preset as most people play it; `robot` gives one of a name, or another.
    fn opening(preset: &str, robot: &dyn Fn(&str) -> Sitter) -> Option<Opening<Self>>;
    /// A new small board for the card of this preset.
    fn card_picture(preset: &'static str) -> CardPicture;
    /// Whether an option has more than one meaning under these rules.
    fn has_meaning(rules: &Self::Rules, key: &str) -> bool {
        let _ = (rules, key);
        true
    }
    /// Whether these rules leave an option the choice of this word.
    fn offers(rules: &Self::Rules, key: &str, word: &str) -> bool {
        let _ = (rules, key, word);
        true
    }
    /// Whether an option does nothing at the moment because of another.
    fn is_inactive(rules: &Self::Rules, key: &str) -> bool {
        let _ = (rules, key);
        false
    }
    /// The numbers that an option which takes several can hold.
    fn numbers(rules: &Self::Rules, info: &OptionInfo) -> Vec<u8> {
        let _ = rules;
        match info.kind {
            OptionKind::Numbers { low, high } => (low..=high).collect(),
            _ => Vec::new(),
        }
    }
    /// A contradiction between rules and what would be right, in a sentence.
    fn rules_error(error: &RulesError, i18n: &I18n, rules: &Self::Rules) -> String {
        let _ = (i18n, rules);
        error.to_string()
    }
    /// What follows of itself when an option was changed.
    fn adjust_dependents(before: &Self::Rules, key: &str, after: Self::Rules) -> Self::Rules {
        let _ = (before, key);
        after
    }
    /// What so many players are too few for.
    fn missing_players(rules: &Self::Rules, taken: usize) -> Option<MissingPlayers> {
        (taken < rules.seats().len()).then_some(MissingPlayers::Seats)
    }
    /// Whether each seat lays something out before the game.
    fn has_layouts(rules: &Self::Rules) -> bool {
        let _ = rules;
        false
    }
    /// Advice about who sits where; `empty` are the seats where nobody does.
    fn advice(rules: &Self::Rules, empty: &[Seat], i18n: &I18n) -> Option<String> {
        let _ = (rules, empty, i18n);
        None
    }
    /// The editor of what a seat settles before a game, where there is one.
    fn editor() -> Option<Box<dyn Editor>> {
        None
    }

    /// Carries out a command of this game only.
    fn carry_out(table: &mut Table<Self>, command: Self::Command, with: &CommandContext<'_>);
    /// Whether a command lets the game on the table go on.
    fn plays(command: &Self::Command) -> bool {
        let _ = command;
        true
    }
    /// The commands behind the keys of this game only.
    fn keys(table: &Table<Self>, focused: bool, on: &mut dyn FnMut(Modifiers, Key, Command)) {
        let _ = (table, focused, on);
    }

    /// The events of a step in one line, as the viewer may know them.
    fn describe_step(i18n: &I18n, view: &Self::View, events: &[Self::Event]) -> String;
    /// An action of a seat before it is played, told without what may come of it that the seat
    /// does not know.
    fn describe_action(i18n: &I18n, state: &Self, seat: Seat, action: Self::Action) -> String {
        let (mut next, mut events) = (state.clone(), Vec::new());
        next.play_unchecked(&Step::Act { seat, action }, &mut events);
        Self::describe_step(i18n, &next.view(Viewer::All), &events)
    }
    /// What the referee says aloud about a step: only what everybody may hear.
    fn announcements(i18n: &I18n, events: &[Self::Event]) -> Vec<Saying> {
        let _ = (i18n, events);
        Vec::new()
    }
    /// What an event is to somebody who looks back at the game: most stand out in no way.
    fn landmarks(event: &Self::Event) -> &'static [TimelineEvent] {
        let _ = event;
        &[]
    }
    /// Whether the next step says again what these events say.
    fn is_redundant(events: &[Self::Event]) -> bool {
        let _ = events;
        false
    }
    /// One line about how the winner won.
    fn victory_line(
        table: &Table<Self>,
        outcome: &Outcome,
        cx: &ScreenContext<'_>,
    ) -> Option<String>;

    /// The colour of a seat.
    fn colour(theme: &Theme, seat: Seat) -> Color32;
    /// The mark of a seat.
    fn paint_mark(painter: &Painter, middle: Pos2, size: f32, seat: Seat, theme: &Theme) {
        let colours = (Self::colour(theme, seat), theme.shine);
        paint_badge(painter, middle, size, Mark::of(seat), colours);
    }
    /// A seat's card, in words; `who` plays it.
    fn card(
        table: &Table<Self>,
        seat: Seat,
        who: &str,
        turn: bool,
        cx: &ScreenContext<'_>,
    ) -> String;
    /// What a seat is to the viewer: partner, previous, next.
    fn relation(view: &Self::View, seat: Seat, cx: &ScreenContext<'_>) -> Option<String> {
        let _ = (view, seat, cx);
        None
    }
    /// Draws the row under a seat's card.
    fn row_ui(table: &Table<Self>, seat: Seat, row: Rect, cx: &ScreenContext<'_>, ui: &Ui) {
        let _ = (table, seat, row, cx, ui);
    }
    /// How far a seat has come, in words.
    fn progress(view: &Self::View, seat: Seat, cx: &ScreenContext<'_>) -> String;
    /// How far a seat has come, drawn at the right of its card.
    fn paint_progress(view: &Self::View, seat: Seat, body: Rect, cx: &ScreenContext<'_>, ui: &Ui);
    /// Draws the one thing to do next.
    fn todo_ui(table: &Table<Self>, cx: &mut ScreenContext<'_>, ui: &mut Ui);
}

/// A part of the guide to a game: the ids of its head and of what is told under it.
pub type GuidePart = (&'static str, String);

/// A line of the sheet of keys: the keys, and the id of what they do.
pub type KeyLine = (&'static str, &'static str);

/// Draws the small board of a card and keeps what it can from frame to frame.
pub type CardPicture = Box<dyn FnMut(&Painter, &Theme, Rect)>;

/// A game as the home screen and the new-game screen offer it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    /// What it is called in the texts.
    pub name: &'static str,
    /// Its presets, the one it is shown with first.
    pub presets: &'static [&'static str],
}

/// A preset as most people play it.
pub struct Opening<G: Game> {
    /// The rules.
    pub rules: G::Rules,
    /// Who sits where, by seat index.
    pub sitters: Vec<Sitter>,
    /// Whether one person picks the colour at the board and robots take the others.
    pub pick_colour: bool,
    /// The robot that takes the others then.
    pub opponent: Sitter,
}

/// What players are missing for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingPlayers {
    /// Every seat of the rules needs one.
    Seats,
    /// Teams need both their seats.
    Teams,
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

/// What commands are carried out with.
pub struct CommandContext<'a> {
    /// The words.
    pub i18n: &'a I18n,
    /// The player's settings.
    pub settings: &'a Settings,
    /// The time of this frame, in seconds.
    pub now: f64,
}

/// What is to be shown on a board.
pub struct Scene<'a, G: GameUi> {
    /// What the viewer may know of the position that actions belong to.
    pub view: &'a G::View,
    /// What is worked out of it.
    pub digest: &'a G::Digest,
    /// The whole position, for who looks back at a game and may see everything of it.
    pub whole: Option<&'a G>,
    /// What is shown of it.
    pub stage: &'a Animator<G>,
    /// What a person can do now; empty while others act.
    pub actions: &'a [G::Action],
    /// What the player is in the middle of.
    pub selection: &'a G::Selection,
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
    /// True if a click on the board chooses a colour.
    pub picking: bool,
}

/// The colour of a robot's mark: that of a seat by its name, or one of the four sides by theirs,
/// grey, and otherwise the accent of the theme.
pub(super) fn mark_colour<G: GameUi>(theme: &Theme, word: &str) -> Color32 {
    let sides = ["red", "yellow", "blue", "green"];
    match (G::seat_by_name(word), sides.iter().position(|side| *side == word)) {
        (Some(seat), _) => G::colour(theme, seat),
        (None, Some(side)) => theme.sides[side],
        (None, None) if word == "grey" => theme.quiet,
        (None, None) => theme.accent,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::settings::ThemeName;
    use qipan_core::junqi::Junqi;
    use qipan_core::race::Race;

    #[test]
    fn marks_have_the_colours_a_robot_names() {
        let theme = Theme::new(ThemeName::Light, false);
        for (side, word) in ["red", "yellow", "blue", "green"].into_iter().enumerate() {
            assert_eq!(mark_colour::<Race>(&theme, word), theme.side(Seat::new(side as u8)));
            assert_eq!(mark_colour::<Junqi>(&theme, word), theme.sides[side]);
        }
        let east = Junqi::seat_by_name("east").unwrap();
        assert_eq!(mark_colour::<Junqi>(&theme, "east"), theme.army(east));
        assert_eq!(mark_colour::<Race>(&theme, "grey"), theme.quiet);
        assert_eq!(mark_colour::<Race>(&theme, ""), theme.accent);
    }
}
