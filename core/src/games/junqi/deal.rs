//! The deal: what is settled before the first move by players or chance. In Junqi these are the
//! layouts, the shuffled tiles of Flip Junqi, and the seat that begins.

use std::collections::BTreeMap;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

use super::cells::Cell;
use super::layout::{Layout, SLOTS, slot_cell};
use super::layout_prior::random_layout;
use super::piece::{ARMY, Kind};
use super::position::Position;
use super::rules::{First, Rules};
use super::seats::{seat_by_name, seat_name};
use super::state::Junqi;
use super::tile::Tile;
use super::view::View;
use crate::contract::dice::Seed;
use crate::contract::game::{Game, SetupError, Viewer};
use crate::contract::limits;
use crate::contract::options::RuleSet;
use crate::contract::seat::{Seat, SeatSet};
use crate::contract::setup::Setup;

/// The deal of a game of Junqi, as a saved game contains it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// The layout of each seat as 25 letters, front line first, from the owner's left to right. An
    /// unrecorded piece is a `?`.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "limits::table::<_, _, _, { Seat::MAX }>"
    )]
    pub layouts: BTreeMap<String, String>,
    /// The 50 tiles of Flip Junqi in the order of the cells, south's land, then north's: capital
    /// letters for the army dealt to south, small letters for the one dealt to north.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiles: Option<String>,
    /// The seat that begins. By default it is the first seat of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// The tiles turned up to decide which seat begins, one by each seat in turn, until an Engineer
    /// appears. Only with [`First::FlipEngineer`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lot: Option<String>,
    /// The seat this deal is redacted for, if any. The kinds that this seat never saw are invented,
    /// and no viewer sees a kind that this seat did not see.
    #[serde(rename = "seen_by", default, skip_serializing_if = "Option::is_none")]
    pub redacted_for: Option<String>,
    /// The starting position, if it was set up by hand. Then nothing else is dealt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
}

impl Deal {
    /// Creates a deal with these layouts. The shuffle and the seat that begins are drawn from the
    /// game's seed.
    ///
    /// # Errors
    /// Names the first seat without a layout, if the rules need layouts.
    pub fn draw(
        rules: &Rules,
        layouts: &[(Seat, Layout)],
        seed: &Seed,
    ) -> Result<Self, SetupError> {
        let mut deal = Self::default();
        if !rules.is_flip() {
            for seat in rules.seats().iter() {
                let name = seat_name(seat);
                let Some((_, layout)) = layouts.iter().find(|(owner, _)| *owner == seat) else {
                    return Err(SetupError::Deal(format!("{name} has not laid out its army")));
                };
                deal.layouts.insert(name.to_owned(), layout.to_string());
            }
        }
        Ok(deal.with_new_seed(rules, seed))
    }

    /// Returns a deal with the same layouts. The shuffle and the seat that begins are drawn from
    /// `seed`.
    pub(super) fn with_new_seed(&self, rules: &Rules, seed: &Seed) -> Self {
        let mut deal = Self { layouts: self.layouts.clone(), ..Self::default() };
        if rules.is_flip() {
            deal.tiles = Some(shuffled_letters(seed, "tiles"));
        }
        let seats: Vec<Seat> = rules.seats().iter().collect();
        let first = match rules.first {
            First::Lot => seats[seed.draw("first", 0, seats.len() as u8) as usize],
            First::FlipEngineer => {
                let tiles = shuffled_letters(seed, "first");
                let is_engineer = |letter: char| letter.eq_ignore_ascii_case(&'G');
                let engineer = tiles.chars().position(is_engineer).unwrap_or(0);
                deal.lot = Some(tiles.chars().take(engineer + 1).collect());
                seats[engineer % seats.len()]
            }
            named => named.seat().unwrap_or(seats[0]),
        };
        deal.first = Some(seat_name(first).to_owned());
        deal
    }

    /// Returns the seat that begins.
    ///
    /// # Errors
    /// Names the seat, if it takes no part in the game.
    pub(super) fn first_seat(&self, rules: &Rules) -> Result<Seat, SetupError> {
        let Some(name) = &self.first else {
            return Ok(rules.seats().iter().next().unwrap_or(Seat::new(0)));
        };
        seat_by_name(name)
            .filter(|seat| rules.seats().contains(*seat))
            .ok_or_else(|| SetupError::Deal(format!("`{}` cannot begin", truncated(name))))
    }

    /// Returns the seat this deal is redacted for, if any.
    ///
    /// # Errors
    /// Names the seat, if it takes no part in the game.
    pub(super) fn redacted_seat(&self, rules: &Rules) -> Result<Option<Seat>, SetupError> {
        let Some(name) = &self.redacted_for else { return Ok(None) };
        match seat_by_name(name).filter(|seat| rules.seats().contains(*seat)) {
            Some(seat) => Ok(Some(seat)),
            None => Err(SetupError::Deal(format!(
                "`{}` takes no part in this game, so the game cannot be redacted for it",
                truncated(name)
            ))),
        }
    }

    /// Returns the pieces of a seat's layout, `None` for unrecorded ones.
    pub(super) fn layout_of(&self, seat: Seat) -> Result<[Option<Kind>; ARMY], SetupError> {
        let name = seat_name(seat);
        let text = self
            .layouts
            .get(name)
            .ok_or_else(|| SetupError::Deal(format!("the layout of {name} is missing")))?;
        if !text.contains('?') {
            let layout: Layout =
                text.parse().map_err(|why| SetupError::Deal(format!("layout of {name}: {why}")))?;
            return Ok(layout.pieces().map(Some));
        }
        // The outer option is `None` for an invalid letter, the inner one for an unrecorded piece.
        let parse_letter = |letter: char| match letter {
            '?' => Some(None),
            _ => Kind::from_letter(letter).map(Some),
        };
        let pieces: Option<Vec<_>> = text.chars().take(ARMY + 1).map(parse_letter).collect();
        pieces.and_then(|pieces| pieces.try_into().ok()).ok_or_else(|| {
            SetupError::Deal(format!("the layout of {name} does not have 25 letters"))
        })
    }

    /// Returns the tiles of Flip Junqi in the order of [`shuffled_cells`]. For each: the seat that
    /// its army was dealt to, and its kind.
    pub(super) fn shuffled_tiles(&self) -> Result<Vec<(Seat, Kind)>, SetupError> {
        let invalid = || SetupError::Deal("`tiles` are not the 50 pieces of two armies".to_owned());
        let text = self.tiles.as_ref().ok_or_else(invalid)?;
        let parse_letter = |letter: char| {
            let army = Seat::new(if letter.is_ascii_uppercase() { 0 } else { 2 });
            Kind::from_letter(letter).map(|piece| (army, piece))
        };
        let tiles: Option<Vec<_>> = text.chars().take(2 * ARMY + 1).map(parse_letter).collect();
        let tiles = tiles.ok_or_else(invalid)?;
        let has_all = |army: u8, piece: Kind| {
            let same = tiles.iter().filter(|tile| **tile == (Seat::new(army), piece));
            same.count() == piece.count() as usize
        };
        let complete = tiles.len() == 2 * ARMY
            && Kind::ALL.into_iter().all(|piece| has_all(0, piece) && has_all(2, piece));
        if complete { Ok(tiles) } else { Err(invalid()) }
    }

    /// Checks that the rules use everything in the deal.
    pub(super) fn check(&self, rules: &Rules) -> Result<(), SetupError> {
        let is_used = |name: &String| {
            !rules.is_flip() && seat_by_name(name).is_some_and(|seat| rules.seats().contains(seat))
        };
        let deals_something = !self.layouts.is_empty()
            || self.tiles.is_some()
            || self.first.is_some()
            || self.lot.is_some();
        if self.position.is_some() && deals_something {
            let message = "a game from a position has no layouts, shuffle or lots".to_owned();
            return Err(SetupError::Deal(message));
        }
        if let Some(odd) = self.layouts.keys().find(|name| !is_used(name)) {
            return Err(SetupError::Deal(format!("a layout for `{}` has no use", truncated(odd))));
        }
        if !rules.is_flip() && self.tiles.is_some() {
            return Err(SetupError::Deal("`tiles` have no use without Flip Junqi".to_owned()));
        }
        Ok(())
    }
}

impl Setup for Junqi {
    const IS_DEALT: bool = true;

    fn draw_deal(rules: &Rules, _: SeatSet, seed: &Seed) -> Result<Deal, SetupError> {
        let layout = |seat: Seat| (seat, drawn_layout(seat, seed));
        let layouts: Vec<(Seat, Layout)> = rules.seats().iter().map(layout).collect();
        Deal::draw(rules, &layouts, seed)
    }

    fn deal_again(rules: &Rules, _: SeatSet, old: &Deal, seed: &Seed) -> Result<Deal, SetupError> {
        if old.position.is_some() {
            return Ok(Deal { position: old.position.clone(), ..Deal::default() });
        }
        let mut layouts = Vec::new();
        for (name, text) in &old.layouts {
            if let (Some(seat), Ok(layout)) = (Self::seat_by_name(name), text.parse()) {
                layouts.push((seat, layout));
            }
        }
        Deal::draw(rules, &layouts, seed)
    }

    fn copy_layout(deal: &mut Deal, source: (&Deal, Seat), seat: Seat) {
        let (source, from) = source;
        if let Some(layout) = source.layouts.get(Self::seat_name(from)) {
            deal.layouts.insert(Self::seat_name(seat).to_owned(), layout.clone());
        }
    }

    fn with_layouts(
        rules: &Rules,
        mut deal: Deal,
        layouts: &[(Seat, String)],
    ) -> Result<Deal, SetupError> {
        if deal.position.is_some() {
            return Ok(deal);
        }
        let is_used = |seat: Seat| !rules.is_flip() && rules.seats().contains(seat);
        for (seat, text) in layouts.iter().filter(|(seat, _)| is_used(*seat)) {
            let name = Self::seat_name(*seat);
            let layout: Layout =
                text.parse().map_err(|why| SetupError::Deal(format!("layout of {name}: {why}")))?;
            deal.layouts.insert(name.to_owned(), layout.to_string());
        }
        Ok(deal)
    }

    fn layout_text(deal: &Deal, seat: Seat) -> Option<String> {
        deal.layouts.get(Self::seat_name(seat)).cloned()
    }

    fn view_during_play(&self, viewer: Viewer) -> View {
        View::during_play(self, viewer)
    }

    fn redacted_deal<R: Rng + ?Sized>(view: &View, old: &Deal, rng: &mut R) -> Option<Deal> {
        let Viewer::Seat(seat) = view.viewer() else { return None };
        let game = view.determinize(rng);
        let name = seat_name(seat).to_owned();
        if let Some(position) = &old.position {
            let position = Some(game.start_position_with_kinds(position));
            return Some(Deal { redacted_for: Some(name), position, ..Deal::default() });
        }
        let mut deal = Deal { redacted_for: Some(name), tiles: None, ..old.clone() };
        if view.rules().is_flip() {
            deal.tiles =
                shuffled_cells().map(|cell| game.tile_letter(Tile::named_by(cell))).collect();
        } else {
            for owner in view.rules().seats().iter() {
                let slots = (0..SLOTS.len()).map(|slot| slot_cell(owner, slot));
                let layout: Option<String> =
                    slots.map(|cell| Some(game.kind_of(Tile::named_by(cell))?.letter())).collect();
                deal.layouts.insert(seat_name(owner).to_owned(), layout?);
            }
        }
        Some(deal)
    }

    fn deal_from_view(first_view: &View) -> Deal {
        let first = seat_name(first_view.seat_to_move()).to_owned();
        Deal { first: Some(first), ..Deal::default() }
    }

    fn redacted_for(&self) -> Option<Seat> {
        self.context.redacted_for
    }
}

impl Junqi {
    /// Returns the letter of a tile in [`Deal::tiles`].
    fn tile_letter(&self, tile: Tile) -> Option<char> {
        let (letter, army) = (self.kind_of(tile)?.letter(), self.dealt_seat_of(tile)?);
        Some(if army.index() == 0 { letter } else { letter.to_ascii_lowercase() })
    }
}

/// Returns a layout drawn from the layout prior with the game's seed.
fn drawn_layout(seat: Seat, seed: &Seed) -> Layout {
    let label = format!("layout {}", Junqi::seat_name(seat));
    let bytes = std::array::from_fn(|index| seed.draw(&label, index as u64, u8::MAX));
    random_layout(&mut Xoshiro256PlusPlus::from_seed(bytes))
}

/// Returns the first 20 characters of a name in a deal, for an error message.
fn truncated(text: &str) -> String {
    text.chars().take(20).collect()
}

/// Returns the cells of the shuffled tiles, south's land, then north's.
pub(super) fn shuffled_cells() -> impl Iterator<Item = Cell> {
    let army_cells = |seat| (0..SLOTS.len()).map(move |slot| slot_cell(Seat::new(seat), slot));
    [0, 2].into_iter().flat_map(army_cells)
}

/// Returns the letters of all 50 pieces in an order drawn from the seed (Fisher-Yates shuffle).
fn shuffled_letters(seed: &Seed, label: &str) -> String {
    let letters = |piece: Kind| std::iter::repeat_n(piece.letter(), piece.count() as usize);
    let mut tiles: Vec<char> = Kind::ALL.into_iter().flat_map(letters).collect();
    let north: Vec<char> = tiles.iter().map(char::to_ascii_lowercase).collect();
    tiles.extend(north);
    for index in (1..tiles.len()).rev() {
        let other = seed.draw(label, index as u64, index as u8 + 1);
        tiles.swap(index, other as usize);
    }
    tiles.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::super::rules::PRESETS;
    use super::*;

    #[test]
    fn deal_of_every_preset_is_determined_by_its_seed() {
        for preset in PRESETS {
            let rules = Rules::preset(preset).unwrap();
            let deal =
                |seed| Junqi::draw_deal(&rules, rules.seats(), &Seed::from_number(seed)).unwrap();
            assert_eq!(deal(1), deal(1));
            assert_ne!(deal(1), deal(2));
            assert!(Junqi::new(&rules, rules.seats(), &deal(1)).is_ok(), "{preset}");
            let again = Junqi::deal_again(&rules, rules.seats(), &deal(1), &Seed::from_number(2));
            assert_eq!(again.unwrap().layouts, deal(1).layouts, "{preset}");
        }
    }

    #[test]
    fn invalid_layout_text_is_refused() {
        let rules = Rules::preset("dark").unwrap();
        let south = Seat::new(0);
        let deal = Junqi::draw_deal(&rules, rules.seats(), &Seed::from_number(1)).unwrap();
        let good = deal.layouts["north"].clone();
        let laid = Junqi::with_layouts(&rules, deal.clone(), &[(south, good.clone())]).unwrap();
        assert_eq!(laid.layouts["south"], good);
        let error = Junqi::with_layouts(&rules, deal, &[(south, "no".to_owned())]).unwrap_err();
        assert!(error.to_string().starts_with("layout of south"), "{error}");
    }
}
