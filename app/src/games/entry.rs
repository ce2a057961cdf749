//! [`GameEntry`]: the interface of a game to the window, without its type. Implemented once for
//! all.

use std::marker::PhantomData;

use egui::{Color32, Painter, Pos2, Ui};
use qipan_core::contract::options::{OptionInfo, RuleSet, RulesError};
use qipan_core::contract::seat::Seat;
use qipan_core::record::SavedRule;
use qipan_core::registry::GameKind;
use serde_json::Value;

use crate::games::{
    Card, CardPicture, Editor, ForGame, GameUi, GuidePart, KeyLine, MissingPlayers, visit,
};
use crate::model::i18n::I18n;
use crate::model::layout_limits::{self, LayoutVerdict};
use crate::model::rules::{GameRules, SomeRules};
use crate::ui::context::ScreenContext;
use crate::ui::theme::Theme;

/// A game in the list. All rules passed to it must be of its own kind.
pub trait GameEntry: Sync {
    /// Returns its cards.
    fn cards(&self) -> &'static [Card];
    /// Returns a new miniature of the board for the card of this preset.
    fn card_picture(&self, preset: &'static str) -> CardPicture;
    /// Returns true if a ply is a roll of a die.
    fn has_dice(&self) -> bool;
    /// Returns the keys of this game alone, for the sheet of keys.
    fn key_lines(&self) -> &'static [KeyLine];
    /// Returns the guide to a preset, part by part.
    fn guide(&self, preset: &str) -> Vec<GuidePart>;
    /// Draws the picture of a part of the guide, if it has one.
    fn guide_ui(&self, part: &str, cx: &ScreenContext<'_>, ui: &mut Ui);
    /// Returns true if a person may pick a seat at the board before the first step.
    fn can_pick_seat(&self) -> bool;
    /// Returns the colour of a seat.
    fn colour(&self, theme: &Theme, seat: Seat) -> Color32;
    /// Paints the mark of a seat.
    fn paint_mark(&self, painter: &Painter, middle: Pos2, size: f32, seat: Seat, theme: &Theme);
    /// Returns the editor of seat layouts, if the game has one.
    fn editor(&self) -> Option<Box<dyn Editor>>;

    /// Returns the rules that the new-game form starts with, for the preset of `rules`.
    fn form_defaults(&self, rules: &dyn GameRules) -> SomeRules;
    /// Returns the options changed by players, without those that the form itself sets.
    fn changed_by_players(&self, rules: &dyn GameRules) -> Vec<&'static str>;
    /// Returns the meaningful options in groups, in the order of the form.
    fn groups(&self, rules: &dyn GameRules) -> Vec<(&'static str, Vec<OptionInfo>)>;
    /// Returns true if an option has more than one effective value under these rules.
    fn has_meaning(&self, rules: &dyn GameRules, key: &str) -> bool;
    /// Returns true if an option may take this word under these rules.
    fn offers(&self, rules: &dyn GameRules, key: &str, word: &str) -> bool;
    /// Returns true if another option currently disables this one.
    fn is_inactive(&self, rules: &dyn GameRules, key: &str) -> bool;
    /// Returns the numbers that an option with several numbers may contain.
    fn numbers(&self, rules: &dyn GameRules, info: &OptionInfo) -> Vec<u8>;
    /// Describes a contradiction between rules and its remedy, in a sentence.
    fn rules_error(&self, rules: &dyn GameRules, error: &RulesError, i18n: &I18n) -> String;
    /// Returns the rules with an option set and its dependents adjusted, if the value is allowed.
    fn set(&self, rules: &dyn GameRules, key: &str, value: &Value) -> Option<SomeRules>;
    /// Returns the seats in the order of their cards.
    fn order(&self, rules: &dyn GameRules) -> Vec<Seat>;
    /// Returns the reason why `taken` players are too few, if they are.
    fn missing_players(&self, rules: &dyn GameRules, taken: usize) -> Option<MissingPlayers>;
    /// Returns true if each seat prepares a layout before the game.
    fn has_layouts(&self, rules: &dyn GameRules) -> bool;
    /// Returns advice about the seating, if there is any. `empty` are the seats without a player.
    fn advice(&self, rules: &dyn GameRules, empty: &[Seat], i18n: &I18n) -> Option<String>;
    /// Checks layouts against the house rules.
    fn judge(
        &self,
        rules: &dyn GameRules,
        lines: &[SavedRule],
        layouts: &[(Seat, String)],
    ) -> LayoutVerdict;
}

/// Returns the entry of a kind of game.
pub fn entry(kind: GameKind) -> &'static dyn GameEntry {
    struct Of;
    impl ForGame for Of {
        type Output = &'static dyn GameEntry;
        fn call<G: GameUi>(self) -> Self::Output {
            &Entry::<G>(PhantomData)
        }
    }
    visit(kind, Of)
}

/// Returns the cards of all games, in the order of the home screen.
pub fn cards() -> impl Iterator<Item = (GameKind, &'static Card)> {
    let cards = |kind| entry(kind).cards().iter().map(move |card| (kind, card));
    GameKind::ALL.into_iter().flat_map(cards)
}

struct Entry<G>(PhantomData<G>);

/// Returns the rules as those of the entry's game.
fn own<G: GameUi>(rules: &dyn GameRules) -> &G::Rules {
    rules.of::<G>().unwrap_or_else(|| unreachable!("rules are asked of their own game"))
}

impl<G: GameUi> GameEntry for Entry<G> {
    fn cards(&self) -> &'static [Card] {
        G::CARDS
    }

    fn card_picture(&self, preset: &'static str) -> CardPicture {
        G::card_picture(preset)
    }

    fn has_dice(&self) -> bool {
        G::HAS_DICE
    }

    fn key_lines(&self) -> &'static [KeyLine] {
        G::KEY_LINES
    }

    fn guide(&self, preset: &str) -> Vec<GuidePart> {
        G::guide(preset)
    }

    fn guide_ui(&self, part: &str, cx: &ScreenContext<'_>, ui: &mut Ui) {
        G::guide_ui(part, cx, ui);
    }

    fn can_pick_seat(&self) -> bool {
        !G::SEAT_KEYS.is_empty()
    }

    fn colour(&self, theme: &Theme, seat: Seat) -> Color32 {
        G::colour(theme, seat)
    }

    fn paint_mark(&self, painter: &Painter, middle: Pos2, size: f32, seat: Seat, theme: &Theme) {
        G::paint_mark(painter, middle, size, seat, theme);
    }

    fn editor(&self) -> Option<Box<dyn Editor>> {
        G::editor()
    }

    fn form_defaults(&self, rules: &dyn GameRules) -> SomeRules {
        SomeRules::new::<G>(G::form_defaults(own::<G>(rules)))
    }

    fn changed_by_players(&self, rules: &dyn GameRules) -> Vec<&'static str> {
        G::changed_by_players(own::<G>(rules))
    }

    fn groups(&self, rules: &dyn GameRules) -> Vec<(&'static str, Vec<OptionInfo>)> {
        let rules = own::<G>(rules);
        let info = |key: &&str| {
            let mut known = G::Rules::OPTIONS.iter().copied();
            known.find(|info| info.key == *key && G::has_meaning(rules, key))
        };
        let group = |(name, keys): &(&'static str, &[&str])| {
            (*name, keys.iter().filter_map(info).collect::<Vec<_>>())
        };
        let groups = G::OPTION_GROUPS.iter().map(group);
        groups.filter(|(_, options)| !options.is_empty()).collect()
    }

    fn has_meaning(&self, rules: &dyn GameRules, key: &str) -> bool {
        G::has_meaning(own::<G>(rules), key)
    }

    fn offers(&self, rules: &dyn GameRules, key: &str, word: &str) -> bool {
        G::offers(own::<G>(rules), key, word)
    }

    fn is_inactive(&self, rules: &dyn GameRules, key: &str) -> bool {
        G::is_inactive(own::<G>(rules), key)
    }

    fn numbers(&self, rules: &dyn GameRules, info: &OptionInfo) -> Vec<u8> {
        G::numbers(own::<G>(rules), info)
    }

    fn rules_error(&self, rules: &dyn GameRules, error: &RulesError, i18n: &I18n) -> String {
        G::rules_error(error, i18n, own::<G>(rules))
    }

    fn set(&self, rules: &dyn GameRules, key: &str, value: &Value) -> Option<SomeRules> {
        let before = own::<G>(rules);
        let after = before.with_unchecked(key, value).ok()?;
        Some(SomeRules::new::<G>(G::adjust_dependents(before, key, after)))
    }

    fn order(&self, rules: &dyn GameRules) -> Vec<Seat> {
        own::<G>(rules).order()
    }

    fn missing_players(&self, rules: &dyn GameRules, taken: usize) -> Option<MissingPlayers> {
        G::missing_players(own::<G>(rules), taken)
    }

    fn has_layouts(&self, rules: &dyn GameRules) -> bool {
        G::has_layouts(own::<G>(rules))
    }

    fn advice(&self, rules: &dyn GameRules, empty: &[Seat], i18n: &I18n) -> Option<String> {
        G::advice(own::<G>(rules), empty, i18n)
    }

    fn judge(
        &self,
        rules: &dyn GameRules,
        lines: &[SavedRule],
        layouts: &[(Seat, String)],
    ) -> LayoutVerdict {
        layout_limits::judge::<G>(own::<G>(rules), lines, layouts)
    }
}
