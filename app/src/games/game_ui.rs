//! The traits that a game implements for the window.
//!
//! [`GameUi`] covers setup, commands, words and small drawings. [`BoardUi`] draws the board.
//! Screens are generic over both.

use std::fmt::Debug;

use egui::{Color32, Key, Modifiers, Painter, Pos2, Rect, Ui};
use qipan_core::contract::game::Game;
use qipan_core::contract::options::{OptionInfo, OptionKind, RuleSet, RulesError};
use qipan_core::contract::outcome::Outcome;
use qipan_core::contract::seat::Seat;

use crate::command::Command;
use crate::games::{Editor, PositionUi};
use crate::model::i18n::I18n;
use crate::model::narration::{Announcement, Narrate};
use crate::model::settings::Settings;
use crate::model::setup::SeatChoice;
use crate::play::animation::Animator;
use crate::play::game::Playable;
use crate::play::table::{DecisionReport, Marks, RefusedInput, Table};
use crate::play::timeline_event::TimelineEventKind;
use crate::ui::context::ScreenContext;
use crate::ui::paint::{SideMark, paint_badge};
use crate::ui::theme::Theme;

/// The board of a game, with its state from frame to frame.
pub trait BoardUi<G: GameUi>: Default {
    /// Draws the board into `rect`, and sends a command for each click.
    fn ui(&mut self, scene: &Scene<'_, G>, cx: &mut ScreenContext<'_>, ui: &mut Ui, rect: Rect);
    /// Returns the positions of the cells of the board in `rect`.
    fn cell_spots(&self, view: &G::View, rect: Rect) -> Vec<CellSpot>;
    /// Returns the space that the board takes in `rect`.
    fn board_rect(&self, view: &G::View, rect: Rect) -> Rect;
    /// Returns the rectangles for the cards of the seats on the board in `rect`, or none if the
    /// cards do not fit there.
    fn seat_card_rects(&self, view: &G::View, rect: Rect) -> Vec<(Seat, Rect)> {
        let _ = (view, rect);
        Vec::new()
    }
    /// Returns the positions of the cells of the board when it is drawn as a picture in `rect`.
    fn picture_cell_spots(&self, view: &G::View, rect: Rect) -> Vec<CellSpot>;
    /// Draws the board as a picture without interaction.
    fn picture_ui(
        &mut self,
        view: &G::View,
        animator: &Animator<G>,
        rect: Rect,
        cx: &ScreenContext<'_>,
        ui: &Ui,
    );
    /// Draws the paths of actions, and highlights cells, on a board drawn as a picture in `rect`.
    /// `explained` holds the actions and the names of the cells.
    fn paint_explanation(
        &self,
        view: &G::View,
        explained: (&[G::Action], &[&str]),
        rect: Rect,
        cx: &ScreenContext<'_>,
        ui: &Ui,
    );
}

/// The place of a cell on the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct CellSpot {
    /// Its name in scripts and files.
    pub name: String,
    /// Its middle on the screen.
    pub pos: Pos2,
    /// The size of a piece on the cell, in points.
    pub size: f32,
}

/// A game that can be played in the window.
///
/// Everything is drawn from [`Game::View`], so nothing hidden from the viewer can appear.
pub trait GameUi: Playable + Narrate + PositionUi {
    /// The commands of this game alone.
    type Command: Clone + Debug + PartialEq + 'static;
    /// The board with its state from frame to frame.
    type Board: BoardUi<Self>;

    /// The cards of the game: one, or several if its presets look different.
    const GAME_CARDS: &'static [Card];
    /// The rules' options in groups, in the order of the form.
    const OPTION_GROUPS: &'static [(&'static str, &'static [&'static str])];
    /// The keys that pick a seat at the board, by seat index.
    const SEAT_KEYS: &'static [Key] = &[];
    /// The keys of this game alone, for the list of keyboard shortcuts.
    const KEY_LINES: &'static [KeyLine] = &[];

    /// True if pieces carry names in a style that the player chooses.
    const HAS_PIECE_NAMES: bool = false;

    /// Returns the rules that the new-game form starts with, for the preset of `rules`.
    fn form_defaults(rules: &Self::Rules) -> Self::Rules {
        rules.base_preset()
    }
    /// Returns the guide to a preset, part by part.
    fn guide(preset: &str) -> Vec<GuidePart>;
    /// Draws the table of a part of the guide, if it has one.
    fn guide_ui(part: &str, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let _ = (part, cx, ui);
    }
    /// Returns the pictures of a part of the guide to a preset.
    fn guide_pictures(preset: &str, part: &str) -> &'static [GuidePicture];
    /// Returns the options changed by players, without those that the form itself sets.
    fn changed_by_players(rules: &Self::Rules) -> Vec<&'static str> {
        let defaults = Self::form_defaults(rules);
        let is_changed = |key: &&str| rules.get(key) != defaults.get(key);
        rules.changed().into_iter().filter(is_changed).collect()
    }
    /// Returns the default setup of a preset. `robot` finds a robot by name, or a substitute.
    fn default_setup(
        preset: &str,
        robot: &dyn Fn(&str) -> SeatChoice,
    ) -> Option<DefaultSetup<Self>>;
    /// Returns a new miniature of the board for the card of this preset.
    fn card_picture(preset: &'static str) -> CardPicture;
    /// Returns true if changing an option can make a difference under these rules.
    fn has_effect(rules: &Self::Rules, key: &str) -> bool {
        let _ = (rules, key);
        true
    }
    /// Returns true if an option may have this word as its value under these rules.
    fn allows_value(rules: &Self::Rules, key: &str, word: &str) -> bool {
        let _ = (rules, key, word);
        true
    }
    /// Returns true if another option currently disables this one.
    fn is_inactive(rules: &Self::Rules, key: &str) -> bool {
        let _ = (rules, key);
        false
    }
    /// Returns the numbers that can be selected for an option that takes several.
    fn selectable_numbers(rules: &Self::Rules, info: &OptionInfo) -> Vec<u8> {
        let _ = rules;
        match info.kind {
            OptionKind::Numbers { low, high } => (low..=high).collect(),
            _ => Vec::new(),
        }
    }
    /// Describes a contradiction between rules and its remedy, in a sentence.
    fn rules_error(error: &RulesError, i18n: &I18n, rules: &Self::Rules) -> String {
        let _ = (i18n, rules);
        error.to_string()
    }
    /// Adjusts the options that depend on the changed option `key`.
    fn adjust_dependents(before: &Self::Rules, key: &str, after: Self::Rules) -> Self::Rules {
        let _ = (before, key);
        after
    }
    /// Returns the reason why players are missing if `taken` seats have a player, or `None` if
    /// there are enough players.
    fn missing_players(rules: &Self::Rules, taken: usize) -> Option<MissingPlayers> {
        (taken < rules.seats().len()).then_some(MissingPlayers::Seats)
    }
    /// Returns true if each seat owns the army of its colour from the start. In Flip Junqi, the
    /// first pieces turned up decide who owns which army.
    fn seats_own_armies(rules: &Self::Rules) -> bool {
        let _ = rules;
        true
    }
    /// Returns true if each seat prepares a layout before the game.
    fn has_layouts(rules: &Self::Rules) -> bool {
        let _ = rules;
        false
    }
    /// Returns advice about the seating, if there is any. `empty` are the seats without a player.
    fn advice(rules: &Self::Rules, empty: &[Seat], i18n: &I18n) -> Option<String> {
        let _ = (rules, empty, i18n);
        None
    }
    /// Returns the editor of seat layouts, if the game has one.
    fn editor() -> Option<Box<dyn Editor>> {
        None
    }

    /// Carries out a command of this game alone.
    fn carry_out(table: &mut Table<Self>, command: Self::Command, context: &CommandContext<'_>);
    /// Returns the names of the cells that a lesson highlights because the player presses them next
    /// for an action. Empty if the board itself highlights the pieces.
    fn cells_to_press(action: Self::Action, selection: &Self::Selection) -> Vec<String> {
        let _ = (action, selection);
        Vec::new()
    }
    /// Returns true if a command makes the game continue, unlike one that only changes what is
    /// shown.
    fn continues_game(command: &Self::Command) -> bool {
        let _ = command;
        true
    }
    /// Calls `on` with each key of this game alone and its command. `focused` is true if a widget
    /// has the focus.
    fn keys(table: &Table<Self>, focused: bool, on: &mut dyn FnMut(Modifiers, Key, Command)) {
        let _ = (table, focused, on);
    }

    /// Returns the referee's announcements about a step. They contain public information only.
    fn announcements(
        i18n: &I18n,
        rules: &Self::Rules,
        events: &[Self::Event],
    ) -> Vec<Announcement> {
        let _ = (i18n, rules, events);
        Vec::new()
    }
    /// Returns the timeline marks of an event. Most events have none.
    fn timeline_events(event: &Self::Event) -> &'static [TimelineEventKind] {
        let _ = event;
        &[]
    }
    /// Returns true if the log may omit these events because the next step repeats them.
    fn is_redundant(events: &[Self::Event]) -> bool {
        let _ = events;
        false
    }
    /// Describes in one line how the winner won.
    fn victory_line(
        table: &Table<Self>,
        outcome: &Outcome,
        cx: &ScreenContext<'_>,
    ) -> Option<String>;

    /// Returns the colour of a seat.
    fn colour(theme: &Theme, seat: Seat) -> Color32;
    /// Paints the mark of a seat.
    fn paint_seat_badge(painter: &Painter, middle: Pos2, size: f32, seat: Seat, theme: &Theme) {
        let colours = (Self::colour(theme, seat), theme.shine);
        paint_badge(painter, middle, size, SideMark::of(seat), colours);
    }
    /// Returns the spoken description of a seat's card. `who` is the player's name, and
    /// `is_to_move` is true for the seat to move.
    fn seat_card_text(
        table: &Table<Self>,
        seat: Seat,
        who: &str,
        is_to_move: bool,
        cx: &ScreenContext<'_>,
    ) -> String;
    /// Returns the seat whose colour and mark the pieces of a seat have, or `None` before it is
    /// settled.
    fn army(view: &Self::View, seat: Seat) -> Option<Seat> {
        let _ = view;
        Some(seat)
    }
    /// Returns the text that follows the name of a seat, such as its relation to the viewer
    /// (partner, previous, next), its army, or its place in the ranking.
    fn relation(view: &Self::View, seat: Seat, cx: &ScreenContext<'_>) -> Option<String> {
        let _ = (view, seat, cx);
        None
    }
    /// Draws what a learner may look up during a lesson, such as the ranks of the pieces.
    fn lesson_reference_ui(cx: &ScreenContext<'_>, ui: &mut Ui) {
        let _ = (cx, ui);
    }
    /// Returns the height of what a game adds to a seat's card in the panel, in points.
    fn seat_row_height(view: &Self::View) -> f32 {
        let _ = view;
        0.0
    }
    /// Draws what a game adds to a seat's card into `space`: a line, or several if there is room.
    fn row_ui(table: &Table<Self>, seat: Seat, space: Rect, cx: &ScreenContext<'_>, ui: &Ui) {
        let _ = (table, seat, space, cx, ui);
    }
    /// Describes the progress of a seat in words.
    fn progress_text(view: &Self::View, seat: Seat, cx: &ScreenContext<'_>) -> String;
    /// Draws the progress of a seat at the right of its card.
    fn paint_progress(view: &Self::View, seat: Seat, body: Rect, cx: &ScreenContext<'_>, ui: &Ui);
    /// Draws the control for the next thing to do.
    fn next_action_ui(table: &Table<Self>, cx: &mut ScreenContext<'_>, ui: &mut Ui);
}

/// A part of the guide to a game: the text ids of its heading and of its body.
pub type GuidePart = (&'static str, String);

/// A picture in the guide: a section of a board with pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GuidePicture {
    /// The position line.
    pub position: &'static str,
    /// The seat whose view is shown.
    pub seat: &'static str,
    /// The actions whose paths are drawn.
    pub actions: &'static [&'static str],
    /// The highlighted cells.
    pub cells: &'static [&'static str],
    /// The section of the board: left, top, width and height, as shares of the side of a
    /// square around the whole board.
    pub section: [f32; 4],
}

/// A line of the list of keyboard shortcuts: the keys, and the text id of their effect.
pub type KeyLine = (&'static str, &'static str);

/// A function that draws the miniature of a card and caches what it can between frames.
pub type CardPicture = Box<dyn FnMut(&Painter, &Theme, Rect)>;

/// A game as offered on the home screen and the new-game screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    /// The stem of its text ids.
    pub name: &'static str,
    /// Its presets, beginning with the one whose board the card shows.
    pub presets: &'static [&'static str],
}

/// The default setup of a preset.
pub struct DefaultSetup<G: Game> {
    /// The rules.
    pub rules: G::Rules,
    /// The players, by seat index.
    pub seat_choices: Vec<SeatChoice>,
    /// True if one person picks a colour at the board and robots take the other seats.
    pub picks_colour: bool,
    /// The robot for the other seats if `picks_colour` is true.
    pub opponent: SeatChoice,
}

/// The reason why there are too few players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingPlayers {
    /// Every seat of the rules needs a player.
    Seats,
    /// A team needs players on both its seats.
    Teams,
}

/// The context in which commands are carried out.
pub struct CommandContext<'a> {
    /// The texts in the player's language.
    pub i18n: &'a I18n,
    /// The player's settings.
    pub settings: &'a Settings,
    /// The time of this frame, in seconds.
    pub now: f64,
}

/// The input of a board's drawing code.
pub struct Scene<'a, G: GameUi> {
    /// The viewer's view of the position that `actions` belong to.
    pub view: &'a G::View,
    /// Data derived from the view.
    pub view_cache: &'a G::ViewCache,
    /// The full state, in a replay whose viewer may see everything.
    pub full_state: Option<&'a G>,
    /// The animator, which knows the state shown.
    pub animator: &'a Animator<G>,
    /// The legal actions of a person. Empty while others act.
    pub actions: &'a [G::Action],
    /// The player's unfinished input.
    pub selection: &'a G::Selection,
    /// The viewer's labels on hidden pieces.
    pub marks: Option<&'a Marks>,
    /// A robot's notes to show.
    pub notes: Option<&'a DecisionReport<G>>,
    /// The last refused input.
    pub refused: Option<&'a RefusedInput<G>>,
    /// The events of the step that the player points at in the log. In a replay or an exported
    /// picture, those of the step shown.
    pub hovered_events: &'a [G::Event],
    /// The viewer's view of the position before that step.
    pub view_before_hovered: Option<&'a G::View>,
    /// The events of the last step shown.
    pub last_events: &'a [G::Event],
    /// True if pieces respond to clicks.
    pub is_interactive: bool,
    /// True if a click on the board chooses a colour.
    pub is_picking_colour: bool,
}

/// Returns the colour in which a robot marks a cell. `word` is the name of a seat or of one of the
/// four sides, or `grey`. All other words give the accent of the theme.
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
    use qipan_core::games::junqi::Junqi;
    use qipan_core::games::race::Race;

    #[test]
    fn marks_have_the_colours_named_by_robots() {
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
