//! Names of pieces and of sets of candidates, in the style the player chose.

use qipan_core::games::junqi::{Kind, KindSet};

use crate::games::junqi::printed::{printed, printed_small};
use crate::model::i18n::{I18n, Lang, ListStyle};
use crate::model::settings::PieceNames;

/// The maximum width of a line on a tile, in the units of [`width`].
const MAX_LINE_WIDTH: usize = 16;

/// The kinds without rank, in the order in which names list them.
const SPECIALS: [Kind; 3] = [Kind::Landmine, Kind::Bomb, Kind::Flag];

/// Returns the short English name on a tile.
pub fn short(piece: Kind) -> &'static str {
    match piece {
        Kind::FieldMarshal => "Marshal",
        Kind::General => "General",
        Kind::MajorGeneral => "Maj. Gen.",
        Kind::Brigadier => "Brig.",
        Kind::Colonel => "Colonel",
        Kind::Major => "Major",
        Kind::Captain => "Captain",
        Kind::Lieutenant => "Lt.",
        Kind::Engineer => "Engineer",
        Kind::Bomb => "Bomb",
        Kind::Landmine => "Mine",
        Kind::Flag => "Flag",
    }
}

/// Returns the shortest English name, for narrow tiles and for sets of kinds on tiles.
pub fn shortest(piece: Kind) -> &'static str {
    match piece {
        Kind::FieldMarshal => "Mshl.",
        Kind::General => "Gen.",
        Kind::MajorGeneral => "MGen",
        Kind::Colonel => "Col.",
        Kind::Major => "Maj.",
        Kind::Captain => "Capt.",
        Kind::Engineer => "Eng.",
        other => short(other),
    }
}

/// Names pieces and sets of pieces in one style and language.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    i18n: &'a I18n,
    style: PieceNames,
}

/// The space in which a name has to fit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NameSlot {
    /// Two lines on a tile.
    Tile,
    /// A line of text of any length.
    Text,
}

/// A part of a set's name.
#[derive(Clone, Copy)]
enum NamePart {
    /// A single kind.
    Kind(Kind),
    /// Three or more consecutive ranks.
    Range { low: Kind, high: Kind },
}

impl<'a> Names<'a> {
    /// Returns names in a style and a language.
    pub fn new(i18n: &'a I18n, style: PieceNames) -> Self {
        Self { i18n, style }
    }

    /// Returns the name of a kind in running text: `Major General`, `师长`, `38`. Pieces without
    /// rank are named by words even in the code style, since 30 and 31 could be mistaken for ranks.
    pub fn piece(&self, piece: Kind) -> String {
        match self.style {
            PieceNames::Chinese => printed(piece).to_owned(),
            PieceNames::English => piece.en().to_owned(),
            PieceNames::Codes if piece.strength().is_some() => piece.code().to_owned(),
            PieceNames::Codes => self.special(piece),
        }
    }

    /// Returns the full name of a kind: `Major General`, `师长`. In the code style, the code of a
    /// rank comes first: `38 Major General`.
    pub fn piece_in_full(&self, piece: Kind) -> String {
        match self.style {
            PieceNames::Codes if piece.strength().is_some() => {
                format!("{} {}", piece.code(), self.i18n.t(&format!("piece-{}", piece.id())))
            }
            _ => self.piece(piece),
        }
    }

    /// Returns the name of a kind on a button or a tile: `Maj. Gen.`, `师长`, `38`.
    pub fn piece_on_tile(&self, piece: Kind) -> String {
        match self.style {
            PieceNames::English => short(piece).to_owned(),
            PieceNames::Chinese | PieceNames::Codes => self.piece(piece),
        }
    }

    /// Names a set of candidates in running text: `Captain to Major General`.
    pub fn set(&self, set: KindSet) -> String {
        self.name_set(set, NameSlot::Text)
    }

    /// Names a set of candidates in at most two lines: `Capt. to MGen`. Sets with many gaps are
    /// named in part, with an ellipsis for the rest. The name never includes an impossible kind.
    pub fn set_on_tile(&self, set: KindSet) -> String {
        self.name_set(set, NameSlot::Tile)
    }

    fn name_set(&self, set: KindSet, space: NameSlot) -> String {
        let missing: Vec<Kind> =
            Kind::ALL.into_iter().filter(|kind| !set.contains(*kind)).collect();
        if missing.len() == Kind::ALL.len() {
            return "?".to_owned();
        }
        if missing.is_empty() {
            return self.i18n.t("pieces-any");
        }
        if let Some(piece) = set.only() {
            return match space {
                NameSlot::Tile => self.piece_on_tile(piece),
                NameSlot::Text => self.piece(piece),
            };
        }
        let mut parts = parts(set);
        let one_sided_range = self.one_sided_range(set, &parts, space);
        if self.i18n.lang() == Lang::Zh {
            put_highest_first(&mut parts);
        }
        let full_name = one_sided_range.unwrap_or_else(|| self.alternatives(&parts, space));
        if space == NameSlot::Text {
            return full_name;
        }
        // The narrowest complete name that fits a tile.
        let complete = [Some(full_name), self.exclusion(&missing, space)].into_iter().flatten();
        let narrowest = complete.filter(|text| fits_tile(text)).min_by_key(|text| width(text));
        narrowest.unwrap_or_else(|| self.shortened(&parts, space))
    }

    /// Names a set by the one or two kinds it lacks. Returns `None` if it lacks more.
    fn exclusion(&self, missing: &[Kind], space: NameSlot) -> Option<String> {
        match *ascending(missing).as_slice() {
            [kind] => {
                let args = [("piece", self.kind_name(kind, space).into())];
                Some(self.i18n.tf("pieces-not", &args))
            }
            [first, second] => {
                let args = [
                    ("first", self.kind_name(first, space).into()),
                    ("second", self.kind_name(second, space).into()),
                ];
                Some(self.i18n.tf("pieces-not-two", &args))
            }
            _ => None,
        }
    }

    /// Names a set of consecutive ranks that contains the highest or the lowest rank, but not both:
    /// `39 or more`. Returns `None` for any other set.
    fn one_sided_range(&self, set: KindSet, parts: &[NamePart], space: NameSlot) -> Option<String> {
        let (low, high) = match *parts {
            [NamePart::Range { low, high }] => (low, high),
            [NamePart::Kind(low), NamePart::Kind(high)] => (low, high),
            _ => return None,
        };
        let range_length = low.strength()?.abs_diff(high.strength()?) as usize + 1;
        let (id, piece) = match (low, high) {
            _ if range_length != set.iter().count() => return None,
            (Kind::Engineer, Kind::FieldMarshal) => return None,
            (Kind::Engineer, high) => ("pieces-most", high),
            (low, Kind::FieldMarshal) => ("pieces-least", low),
            _ => return None,
        };
        let style = match space {
            _ if self.style == PieceNames::Codes => "codes",
            NameSlot::Tile => "short",
            NameSlot::Text => "names",
        };
        let piece = self.kind_name(piece, space);
        Some(self.i18n.tf(id, &[("piece", piece.into()), ("style", style.into())]))
    }

    /// Names alternatives: `32, 34 or Bomb`.
    fn alternatives(&self, parts: &[NamePart], space: NameSlot) -> String {
        let words: Vec<String> = parts.iter().map(|part| self.part(*part, space)).collect();
        match words.as_slice() {
            [first @ .., last] if !first.is_empty() => {
                let list = self.i18n.list(ListStyle::Plain, first);
                let args = [("list", list.into()), ("last", last.clone().into())];
                self.i18n.tf("pieces-or", &args)
            }
            _ => words.concat(),
        }
    }

    /// Names as many parts as fit on a tile, but at least one, followed by an ellipsis.
    fn shortened(&self, parts: &[NamePart], space: NameSlot) -> String {
        let abbreviated = |count: usize| {
            let words = parts[..count].iter().map(|part| self.part(*part, space));
            let pieces = self.i18n.list(ListStyle::Plain, words);
            self.i18n.tf("pieces-more", &[("pieces", pieces.into())])
        };
        (2..parts.len())
            .rev()
            .map(abbreviated)
            .find(|text| fits_tile(text))
            .unwrap_or_else(|| abbreviated(1))
    }

    fn part(&self, part: NamePart, space: NameSlot) -> String {
        match part {
            NamePart::Kind(piece) => self.kind_name(piece, space),
            NamePart::Range { low: Kind::Engineer, high: Kind::FieldMarshal }
                if space == NameSlot::Text && self.style != PieceNames::Codes =>
            {
                self.i18n.t("pieces-any-rank")
            }
            NamePart::Range { low, high } => {
                let args = [
                    ("low", self.kind_name(low, space).into()),
                    ("high", self.kind_name(high, space).into()),
                ];
                self.i18n.tf("pieces-range", &args)
            }
        }
    }

    /// Returns the name of a kind in a list.
    fn kind_name(&self, piece: Kind, space: NameSlot) -> String {
        match (space, self.style) {
            (NameSlot::Text, _) | (NameSlot::Tile, PieceNames::Codes) => self.piece(piece),
            (NameSlot::Tile, PieceNames::Chinese) => printed_small(piece).to_owned(),
            (NameSlot::Tile, PieceNames::English) => shortest(piece).to_owned(),
        }
    }

    fn special(&self, piece: Kind) -> String {
        self.i18n.t(match piece {
            Kind::Bomb => "pieces-bomb",
            Kind::Landmine => "pieces-mine",
            _ => "pieces-flag",
        })
    }
}

/// Sorts kinds: ranks from the Engineer up, then the kinds without rank.
fn ascending(kinds: &[Kind]) -> Vec<Kind> {
    let ranks = Kind::ALL.into_iter().rev().filter(|piece| piece.strength().is_some());
    ranks.chain(SPECIALS).filter(|piece| kinds.contains(piece)).collect()
}

/// Splits a set into ranges and single kinds.
fn parts(set: KindSet) -> Vec<NamePart> {
    let kinds: Vec<Kind> = set.iter().collect();
    let mut parts = Vec::new();
    let follows = |a: &Kind, b: &Kind| match (a.strength(), b.strength()) {
        (Some(a), Some(b)) => b == a + 1,
        _ => false,
    };
    for run in ascending(&kinds).chunk_by(follows) {
        match *run {
            [low, .., high] if run.len() > 2 => parts.push(NamePart::Range { low, high }),
            _ => parts.extend(run.iter().copied().map(NamePart::Kind)),
        }
    }
    parts
}

/// Reverses the order of the ranks, because Chinese players count from the Field Marshal down.
/// Kinds without rank stay last.
fn put_highest_first(parts: &mut [NamePart]) {
    let ranked_count = parts.partition_point(|part| match part {
        NamePart::Kind(piece) => piece.strength().is_some(),
        NamePart::Range { .. } => true,
    });
    parts[..ranked_count].reverse();
}

/// Returns the approximate width of a text, in units of half the width of a digit. A Chinese
/// character has width 4.
fn width(text: &str) -> usize {
    let letter_width = |letter| match letter {
        ' ' | '.' | ',' | 'f' | 'i' | 'l' | 'r' | 't' => 1,
        'G' | 'M' | 'm' => 3,
        letter if letter < '\u{2E80}' => 2,
        _ => 4,
    };
    text.chars().map(letter_width).sum()
}

/// Returns true if a text fits on a tile.
fn fits_tile(text: &str) -> bool {
    width(text) <= MAX_LINE_WIDTH
        || two_lines(text).is_some_and(|lines| max_width(&lines) <= MAX_LINE_WIDTH)
}

/// Returns the width of the wider of two lines.
fn max_width((first, second): &(&str, &str)) -> usize {
    width(first).max(width(second))
}

/// Splits a text into two lines of about the same length: at a space, or in Chinese before a
/// joining word or after a list comma. Returns `None` if the text has no such place.
pub fn two_lines(text: &str) -> Option<(&str, &str)> {
    let breaks = text.char_indices().skip(1).filter_map(|(index, letter)| match letter {
        ' ' => Some((&text[..index], &text[index + 1..])),
        '至' | '或' | '及' => Some(text.split_at(index)),
        '、' => Some(text.split_at(index + letter.len_utf8())),
        _ => None,
    });
    breaks.min_by_key(max_width)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use qipan_core::contract::dice::Seed;
    use qipan_core::contract::game::{Game as _, Turn, Viewer};
    use qipan_core::contract::seat::Seat;
    use qipan_core::games::junqi::Junqi;
    use qipan_core::play::session::Session;
    use qipan_core::record::Player;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt as _, SeedableRng as _};

    use super::*;
    use crate::model::rules;
    use crate::model::setup::NewGame;

    fn set(codes: &[&str]) -> KindSet {
        codes.iter().map(|code| Kind::from_code(code).unwrap()).collect()
    }

    fn every_set() -> impl Iterator<Item = KindSet> {
        (0..1u16 << Kind::ALL.len())
            .map(|bits| Kind::ALL.into_iter().filter(|kind| bits >> kind.index() & 1 > 0).collect())
    }

    /// Calls `check` for every language and style.
    fn for_each_style(mut check: impl FnMut(&I18n, PieceNames)) {
        for lang in Lang::ALL {
            let i18n = I18n::new(lang);
            PieceNames::ALL.into_iter().for_each(|style| check(&i18n, style));
        }
    }

    #[track_caller]
    fn assert_names(lang: Lang, style: PieceNames, codes: &[&str], tile: &str, text: &str) {
        let i18n = I18n::new(lang);
        let names = Names::new(&i18n, style);
        assert_eq!(names.set_on_tile(set(codes)), tile);
        assert_eq!(names.set(set(codes)), text);
    }

    #[test]
    fn kind_sets_have_the_names_players_use() {
        use PieceNames::{Chinese, English};
        let codes = |codes: &[&str], text: &str| {
            assert_names(Lang::En, PieceNames::Codes, codes, text, text);
        };
        codes(&["40"], "40");
        codes(&["00"], "Bomb");
        codes(&["31", "00"], "Mine or Bomb");
        codes(&["34", "35", "36", "37", "38"], "34 to 38");
        codes(&["32", "33", "34", "35", "36", "37", "38"], "38 or less");
        codes(&["39", "40"], "39 or more");
        codes(&["32", "33"], "33 or less");
        codes(&["37", "38"], "37 or 38");
        codes(&["32", "34", "00"], "32, 34 or Bomb");
        codes(&["32", "33", "34", "35", "36", "37", "38", "39", "40"], "32 to 40");
        codes(&["36", "37", "38", "00"], "36 to 38 or Bomb");
        let but_flag = KindSet::ALL.iter().filter(|kind| *kind != Kind::Flag);
        let but_flag: Vec<&str> = but_flag.map(Kind::code).collect();
        assert_names(Lang::En, PieceNames::Codes, &but_flag, "not Flag", "32 to 40, Mine or Bomb");
        let moving = ["40", "39", "38", "37", "36", "35", "34", "33", "32", "00"];
        assert_names(Lang::Zh, Chinese, &moving, "司至工、炸", "任意军衔、炸弹");
        assert_names(
            Lang::En,
            English,
            &["33", "35", "37", "39", "00", "31"],
            "Lt., Maj., Brig. …",
            "Lieutenant, Major, Brigadier, General, Landmine or Bomb",
        );
        assert_names(Lang::En, English, &moving, "not Mine or Flag", "any rank or Bomb");
        codes(&Kind::ALL.map(Kind::code), "anything");
        assert_names(
            Lang::En,
            PieceNames::Codes,
            &["32", "34", "36", "38", "40"],
            "32, 34, 36, 38 …",
            "32, 34, 36, 38 or 40",
        );
        let middle = ["34", "35", "36", "37", "38"];
        assert_names(Lang::En, English, &middle, "Capt. to MGen", "Captain to Major General");
        assert_names(Lang::Zh, Chinese, &middle, "师至连", "师长至连长");
        assert_names(Lang::Zh, PieceNames::Codes, &middle, "38至34", "38至34");
        assert_names(Lang::En, English, &["39", "40"], "Gen. or above", "General or above");
        assert_names(Lang::Zh, Chinese, &["39", "40"], "军及以上", "军长及以上");
        assert_names(Lang::Zh, Chinese, &["32", "33", "34"], "连及以下", "连长及以下");
        assert_names(Lang::Zh, Chinese, &["31", "00"], "雷、炸", "地雷、炸弹");
        assert_names(Lang::Zh, Chinese, &["32", "34", "00"], "连、工、炸", "连长、工兵、炸弹");
        assert_names(Lang::En, English, &["31", "00"], "Mine or Bomb", "Landmine or Bomb");
        assert_names(Lang::Zh, Chinese, &but_flag, "不是旗", "任意军衔、地雷、炸弹");
    }

    /// Parses the name of a set. Returns the kinds that it names, and true if it names the whole
    /// set.
    fn parse_name(text: &str, name: &dyn Fn(Kind) -> String) -> (KindSet, bool) {
        let find = |word: &str| {
            let word = word.trim();
            Kind::ALL.into_iter().find(|kind| name(*kind) == word)
        };
        let ranks = |low: Kind, high: Kind| -> KindSet {
            (high.index()..=low.index()).map(Kind::from_index).collect()
        };
        if ["anything", "任意"].contains(&text) {
            return (KindSet::ALL, true);
        }
        let (text, all) = match text.strip_suffix('…') {
            Some(abbreviated) => (abbreviated.trim(), false),
            None => (text, true),
        };
        for (not, and) in [("not ", " or "), ("不是", "、")] {
            if let Some(rest) = text.strip_prefix(not) {
                let exclusion: KindSet = rest.split(and).map(|word| find(word).unwrap()).collect();
                let kinds = Kind::ALL.into_iter().filter(|kind| !exclusion.contains(*kind));
                return (kinds.collect(), all);
            }
        }
        for (more, low, high) in [
            (" or more", None, Some(Kind::FieldMarshal)),
            (" or above", None, Some(Kind::FieldMarshal)),
            ("及以上", None, Some(Kind::FieldMarshal)),
            (" or less", Some(Kind::Engineer), None),
            (" or below", Some(Kind::Engineer), None),
            ("及以下", Some(Kind::Engineer), None),
        ] {
            if let Some(kind) = text.strip_suffix(more).and_then(find) {
                return (ranks(low.unwrap_or(kind), high.unwrap_or(kind)), all);
            }
        }
        let words = text.replace(" or ", ", ").replace('或', "、").replace('、', ", ");
        let mut kinds = KindSet::EMPTY;
        for word in words.split(", ") {
            let highest_first = || word.split_once('至').map(|(high, low)| (low, high));
            let range = word.split_once(" to ").or_else(highest_first);
            let found = match range {
                None if ["any rank", "任意军衔"].contains(&word) => {
                    ranks(Kind::Engineer, Kind::FieldMarshal)
                }
                Some((low, high)) => ranks(find(low).unwrap(), find(high).unwrap()),
                None => KindSet::one(find(word).unwrap_or_else(|| panic!("{text}: {word}"))),
            };
            kinds = kinds.union(found);
        }
        (kinds, all)
    }

    #[test]
    fn kind_set_names_are_true_and_short() {
        for_each_style(|i18n, style| {
            let names = Names::new(i18n, style);
            let mut exact = 0;
            for set in every_set().filter(|set| *set != KindSet::EMPTY) {
                let (tile, text) = (names.set_on_tile(set), names.set(set));
                let name_on_tile = |kind| match set.only() {
                    Some(_) => names.piece_on_tile(kind),
                    None => names.kind_name(kind, NameSlot::Tile),
                };
                let (kinds, all) = parse_name(&tile, &name_on_tile);
                assert!(kinds.difference(set).is_empty(), "{style:?} {tile}: {set:?}");
                assert!(!kinds.is_empty() && all == (kinds == set), "{style:?} {tile}: {set:?}");
                exact += usize::from(all);
                assert_eq!(
                    parse_name(&text, &|kind| names.piece(kind)),
                    (set, true),
                    "{style:?} {text}"
                );
                assert!(fits_tile(&tile), "{style:?} {tile}");
            }
            assert!(exact > 150, "{style:?}: {exact}");
            assert_eq!(names.set_on_tile(KindSet::EMPTY), "?");
        });
    }

    /// Plays at most `steps` random actions and calls `check` with the state after each.
    fn play_randomly(preset: &str, seed: u64, steps: usize, mut check: impl FnMut(&Junqi)) {
        let rules = rules::preset(preset).unwrap();
        let is_in_use = |index| rules.seats().contains(Seat::new(index));
        let players = (0..Seat::MAX as u8)
            .map(|index| is_in_use(index).then(|| Player::robot("random", "random.luau")));
        let game = NewGame {
            preset: preset.to_owned(),
            players: players.collect(),
            rules: rules.clone(),
            picks_colour: false,
            house_rules: Vec::new(),
            layouts: Vec::new(),
            position: None,
            seed: Some(Seed::from_number(seed)),
        };
        let mut session = Session::new(game.record::<Junqi>().unwrap()).unwrap();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        for _ in 0..steps {
            let Turn::Seat(seat) = session.state().turn() else { break };
            let actions = session.actions();
            session.act(seat, actions[rng.random_range(0..actions.len())]).unwrap();
            check(session.state());
        }
    }

    /// Checks that sets of candidates have names, and that complete names include the actual kind.
    #[test]
    fn names_of_candidates_in_random_games_include_the_truth() {
        let i18n = I18n::new(Lang::En);
        let names = Names::new(&i18n, PieceNames::Codes);
        let mut seen_sets = BTreeSet::new();
        for (seed, preset) in (0..).zip(["dark", "mixed", "siguo_dark", "three", "six_dark"]) {
            let mut step = 0;
            play_randomly(preset, seed, 300, |game| {
                step += 1;
                if step % 20 > 0 {
                    return;
                }
                for seat in game.seats().iter() {
                    let view = game.view(Viewer::Seat(seat));
                    for tile in view.tiles().filter(|tile| view.visible_tile(*tile).piece.is_none())
                    {
                        let candidates = view.belief().candidates(tile);
                        let (kinds, all) =
                            parse_name(&names.set_on_tile(candidates), &|kind| names.piece(kind));
                        let truth = game.kind_of(tile).unwrap();
                        assert!(
                            kinds.contains(truth) || !all,
                            "{preset}: {candidates:?} {truth:?}"
                        );
                        seen_sets.insert(candidates);
                    }
                }
            });
        }
        assert!(seen_sets.len() > 30, "{} sets", seen_sets.len());
    }

    #[test]
    fn kind_sets_have_distinct_names_in_running_text() {
        for_each_style(|i18n, style| {
            let names = Names::new(i18n, style);
            let all: BTreeSet<String> = every_set().map(|set| names.set(set)).collect();
            assert_eq!(all.len(), 1 << Kind::ALL.len());
        });
    }
}
