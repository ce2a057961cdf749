//! What the window asks of a game without knowing which: answered once, for all games.

use std::marker::PhantomData;

use egui::{Color32, Painter, Pos2, Ui};
use qipan_core::games::GameKind;
use qipan_core::options::{OptionInfo, RuleSet, RulesError};
use qipan_core::record::SavedRule;
use qipan_core::seat::Seat;
use serde_json::Value;

use crate::games::{
    Card, CardPicture, Editor, ForGame, GameUi, GuidePart, KeyLine, MissingPlayers, Seating, visit,
};
use crate::model::i18n::I18n;
use crate::model::layout_limits::{self, Judged};
use crate::model::rules::{GameRules, SomeRules};
use crate::model::setup::Sitter;
use crate::ui::context::ScreenContext;
use crate::ui::theme::Theme;

/// A game in the list. All rules given to it have to be those of its kind.
pub trait GameEntry: Sync {
    /// Its cards.
    fn cards(&self) -> &'static [Card];
    /// A new small board for the card of this preset.
    fn card_picture(&self, preset: &'static str) -> CardPicture;
    /// Whether a ply is a roll of a die.
    fn has_dice(&self) -> bool;
    /// The keys of this game only, as the sheet of keys lists them.
    fn key_lines(&self) -> &'static [KeyLine];
    /// How a preset is played, part by part.
    fn guide(&self, preset: &str) -> Vec<GuidePart>;
    /// Draws what a part of the guide has to show beside its words.
    fn guide_ui(&self, part: &str, cx: &ScreenContext<'_>, ui: &mut Ui);
    /// Whether a person may pick a seat at the board, before the first step.
    fn can_pick_seat(&self) -> bool;
    /// The colour of a seat.
    fn colour(&self, theme: &Theme, seat: Seat) -> Color32;
    /// Paints the mark of a seat.
    fn paint_mark(&self, painter: &Painter, middle: Pos2, size: f32, seat: Seat, theme: &Theme);
    /// The editor of what a seat settles before a game, where there is one.
    fn editor(&self) -> Option<Box<dyn Editor>>;

    /// A preset as most people play it; `robot` gives one of a name, or another.
    fn opening(&self, preset: &str, robot: &dyn Fn(&str) -> Sitter) -> Option<Seating>;
    /// The rules that the new-game form begins with, for the preset of these.
    fn form_defaults(&self, rules: &dyn GameRules) -> SomeRules;
    /// The options that players changed: what the form itself chose is no change.
    fn changed_by_players(&self, rules: &dyn GameRules) -> Vec<&'static str>;
    /// The options in groups, in the order of the form, as far as they mean something.
    fn groups(&self, rules: &dyn GameRules) -> Vec<(&'static str, Vec<OptionInfo>)>;
    /// Whether an option has more than one meaning under these rules.
    fn has_meaning(&self, rules: &dyn GameRules, key: &str) -> bool;
    /// Whether these rules leave an option the choice of this word.
    fn offers(&self, rules: &dyn GameRules, key: &str, word: &str) -> bool;
    /// Whether an option does nothing at the moment because of another.
    fn is_inactive(&self, rules: &dyn GameRules, key: &str) -> bool;
    /// The numbers that an option which takes several can hold.
    fn numbers(&self, rules: &dyn GameRules, info: &OptionInfo) -> Vec<u8>;
    /// A contradiction between rules and what would be right, in a sentence.
    fn rules_error(&self, rules: &dyn GameRules, error: &RulesError, i18n: &I18n) -> String;
    /// The rules with an option set and what follows of itself, if it takes the value.
    fn set(&self, rules: &dyn GameRules, key: &str, value: &Value) -> Option<SomeRules>;
    /// The seats in the order of their cards.
    fn order(&self, rules: &dyn GameRules) -> Vec<Seat>;
    /// What so many players are too few for.
    fn missing_players(&self, rules: &dyn GameRules, taken: usize) -> Option<MissingPlayers>;
    /// Whether each seat lays something out before the game.
    fn has_layouts(&self, rules: &dyn GameRules) -> bool;
    /// Advice about who sits where; `empty` are the seats where nobody does.
    fn advice(&self, rules: &dyn GameRules, empty: &[Seat], i18n: &I18n) -> Option<String>;
    /// What house rules have against layouts.
    fn judge(
        &self,
        rules: &dyn GameRules,
        lines: &[SavedRule],
        layouts: &[(Seat, String)],
    ) -> Judged;
}

/// The entry of a kind of game.
#[must_use]
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

/// The cards of all games, in the order in which they are offered.
pub fn cards() -> impl Iterator<Item = (GameKind, &'static Card)> {
    let cards = |kind| entry(kind).cards().iter().map(move |card| (kind, card));
    GameKind::ALL.into_iter().flat_map(cards)
}

struct Entry<G>(PhantomData<G>);

/// The rules as those of the entry's game.
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

    fn opening(&self, preset: &str, robot: &dyn Fn(&str) -> Sitter) -> Option<Seating> {
        let opening = G::opening(preset, robot)?;
        Some(Seating {
            rules: SomeRules::new::<G>(opening.rules),
            sitters: opening.sitters,
            pick_colour: opening.pick_colour,
            opponent: opening.opponent,
        })
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
    ) -> Judged {
        layout_limits::judge::<G>(own::<G>(rules), lines, layouts)
    }
}
