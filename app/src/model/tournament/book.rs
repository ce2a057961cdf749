//! Books: the positions or layouts that the games of a tournament begin from.
//!
//! A book is a text file. Each line is a position, or a layout of 25 letters. Blank lines and lines
//! that begin with `#` are skipped. All lines are of one kind.
//!
//! A book of positions gives each block the next position, and all games of the block begin from
//! it. The order of the positions is drawn from the seed of the tournament. After the last
//! position, a new order is drawn. A book of layouts gives each army a layout that is drawn from
//! the seed of the game.

use std::path::Path;

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::SetupError;
use qipan_core::contract::limits;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::position::PositionLine;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::script::Scripted;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::model::storage;

/// The maximum number of entries of a book.
const MAX_ENTRIES: usize = 20_000;

/// The beginning of a line with a position: the first word and a space.
const POSITION_PREFIX: &str = "qipan ";

/// A book that was checked for a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Book<G: Scripted> {
    /// The name and hash for the journal.
    pub(super) line: BookLine,
    entries: Entries<G>,
}

/// The entries of a book.
#[derive(Clone, Debug, PartialEq)]
enum Entries<G: Scripted> {
    Positions(Vec<G::Position>),
    Layouts(Vec<String>),
}

/// A book in the first line of a journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookLine {
    /// The name of the file, or `--position` for a position on the command line.
    pub name: String,
    /// The SHA-256 of its entries, in 64 hexadecimal digits.
    pub hash: String,
    /// The number of entries.
    pub entries: usize,
}

impl BookLine {
    /// Describes the book: name and the beginning of its hash.
    pub(super) fn in_words(&self) -> String {
        let hash: String = self.hash.chars().take(12).collect();
        format!("{} ({hash})", self.name)
    }
}

/// The lines of a book before they are parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookText {
    name: String,
    /// Each line with its number in the file, from 1. A line that is in no file has the number 0.
    lines: Vec<(usize, String)>,
}

impl BookText {
    /// Reads a file.
    ///
    /// # Errors
    /// A file that cannot be read, has no entries or has too many.
    pub fn read(file: &Path) -> Result<Self, String> {
        let name = file.display().to_string();
        let text = storage::read_text(file).map_err(|why| why.to_string())?;
        let lines = (1..).zip(text.lines()).map(|(number, line)| (number, line.trim().to_owned()));
        let is_entry = |(_, line): &(usize, String)| !line.is_empty() && !line.starts_with('#');
        let lines: Vec<_> = lines.filter(is_entry).collect();
        if lines.is_empty() {
            return Err(format!("{name}: the book has no positions or layouts"));
        }
        if lines.len() > MAX_ENTRIES {
            return Err(format!("{name}: a book has at most {MAX_ENTRIES} positions or layouts"));
        }
        Ok(Self { name, lines })
    }

    /// Returns a book of one position.
    pub fn of_line(line: &str) -> Self {
        Self { name: "--position".to_owned(), lines: vec![(0, line.trim().to_owned())] }
    }

    /// Returns true if a text is a line with a position, rather than the name of a file.
    pub fn is_position(text: &str) -> bool {
        text.trim_start().starts_with(POSITION_PREFIX)
    }

    /// Returns the number of lines.
    pub fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// Returns the first line, if it is a position.
    pub fn first_position(&self) -> Option<&str> {
        self.lines.first().map(|(_, line)| line.as_str()).filter(|line| Self::is_position(line))
    }

    /// Returns the rules of the first line, if it is a position. Checks that the position belongs
    /// to this preset.
    ///
    /// # Errors
    /// The file, the line and the reason.
    pub fn first_rules<G: Scripted>(&self, preset: &str) -> Result<Option<G::Rules>, String> {
        let Some(line) = self.first_position() else { return Ok(None) };
        let number = self.lines[0].0;
        let line: PositionLine<G> =
            line.parse().map_err(|why| self.error(number, &format!("{why}")))?;
        if line.preset == preset {
            return Ok(Some(line.rules));
        }
        let why = format!("this is a position of {}, not of {preset}", line.preset);
        Err(self.error(number, &why))
    }

    /// Parses the lines for a tournament with these rules and seats.
    ///
    /// # Errors
    /// The file, the line and the reason of the first line that is wrong.
    pub fn parse<G: Scripted>(
        &self,
        preset: &str,
        rules: &G::Rules,
        seats: SeatSet,
    ) -> Result<Book<G>, String> {
        let entries = if self.first_position().is_some() {
            self.first_rules::<G>(preset)?;
            Entries::Positions(self.positions::<G>(preset, rules, seats)?)
        } else {
            Entries::Layouts(self.layouts::<G>(preset, rules, seats)?)
        };
        let mut hash = Sha256::new();
        let mut feed = |text: &str| {
            hash.update(text);
            hash.update("\n");
        };
        match &entries {
            Entries::Positions(positions) => positions.iter().for_each(|position: &G::Position| {
                let line = PositionLine::<G> {
                    preset: preset.to_owned(),
                    rules: rules.clone(),
                    position: position.clone(),
                };
                feed(&line.to_string());
            }),
            Entries::Layouts(layouts) => layouts.iter().for_each(|layout| feed(layout)),
        }
        let hash: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        let file_name = Path::new(&self.name).file_name();
        let name =
            file_name.map_or_else(|| self.name.clone(), |name| name.to_string_lossy().into_owned());
        let name = limits::sentence(&name);
        Ok(Book { line: BookLine { name, hash, entries: self.lines.len() }, entries })
    }

    /// Parses the lines as positions. All must have the options of the first line.
    fn positions<G: Scripted>(
        &self,
        preset: &str,
        rules: &G::Rules,
        seats: SeatSet,
    ) -> Result<Vec<G::Position>, String> {
        let mut positions = Vec::with_capacity(self.lines.len());
        let mut first: Option<(usize, G::Rules)> = None;
        for (number, text) in &self.lines {
            let error = |why: String| self.error(*number, &why);
            let line: PositionLine<G> = text.parse().map_err(|why| error(format!("{why}")))?;
            if line.preset != preset {
                return Err(error(format!(
                    "this is a position of {}, not of {preset}",
                    line.preset
                )));
            }
            let (first_number, first_rules) = &*first.get_or_insert((*number, line.rules.clone()));
            if let Some(key) = different_option(first_rules, &line.rules) {
                return Err(error(format!("the option {key} differs from line {first_number}")));
            }
            if line.seats() != seats {
                let names = |set: SeatSet| {
                    set.iter().map(|seat| G::seat_name(seat)).collect::<Vec<_>>().join(", ")
                };
                return Err(error(format!(
                    "{} play in this position, but {} in the tournament; name as many robots as \
                     there are sides",
                    names(line.seats()),
                    names(seats),
                )));
            }
            let state = G::set_up(rules, &line.position).map_err(|why| error(format!("{why}")))?;
            if state.outcome().is_some() {
                return Err(error("the game is over in this position".to_owned()));
            }
            positions.push(line.position);
        }
        Ok(positions)
    }

    /// Parses the lines as layouts. Each is checked for only one seat, since a layout that is valid
    /// for one seat is valid for all.
    fn layouts<G: Scripted>(
        &self,
        preset: &str,
        rules: &G::Rules,
        seats: SeatSet,
    ) -> Result<Vec<String>, String> {
        let mut layouts = Vec::with_capacity(self.lines.len());
        let deal = G::draw_deal(rules, seats, &Seed::from_number(0));
        let deal = deal.map_err(|why| why.to_string())?;
        let Some(seat) = seats.iter().find(|seat| G::layout_text(&deal, *seat).is_some()) else {
            let (number, text) = &self.lines[0];
            let start: String = text.chars().take(30).collect();
            return Err(self.error(
                *number,
                &format!(
                    "expected a position that begins with `qipan`, got `{start}`; {preset} has no \
                     layouts"
                ),
            ));
        };
        for (number, text) in &self.lines {
            let error = |why: String| self.error(*number, &why);
            if Self::is_position(text) {
                let what = "this is a position, but the lines before are layouts";
                return Err(error(what.to_owned()));
            }
            let layout: String = text.split_whitespace().collect();
            let deal = G::with_layouts(rules, deal.clone(), &[(seat, layout)]);
            let deal = deal.map_err(|why| match why {
                // The reason names a seat, but a line of a book is for every seat.
                SetupError::Deal(why) => {
                    let why = why.split_once(": ").map_or(why.as_str(), |(_, reason)| reason);
                    error(format!("not a layout: {why}"))
                }
                other => error(other.to_string()),
            })?;
            layouts.extend(G::layout_text(&deal, seat));
        }
        Ok(layouts)
    }

    /// Returns the error of a line.
    fn error(&self, number: usize, why: &str) -> String {
        match number {
            0 => format!("{}: {why}", self.name),
            _ => format!("{}:{number}: {why}", self.name),
        }
    }
}

impl<G: Scripted> Book<G> {
    /// Returns true if the games begin from positions.
    pub fn has_positions(&self) -> bool {
        matches!(self.entries, Entries::Positions(_))
    }

    /// Returns the position that all games of a block begin from. `block` is the number of the
    /// block, from 0. Returns `None` for a book of layouts.
    pub(super) fn position(&self, block: u64, shuffle_seed: u64) -> Option<&G::Position> {
        let Entries::Positions(positions) = &self.entries else { return None };
        let count = positions.len() as u64;
        let mut order: Vec<usize> = (0..positions.len()).collect();
        // Each pass through the book has an order of its own. The factor is 2^64 divided by the
        // golden ratio.
        let seed = shuffle_seed.wrapping_add((block / count).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        order.get((block % count) as usize).and_then(|index| positions.get(*index))
    }

    /// Draws a layout for each seat from the seed of a game. The result is empty for a book of
    /// positions.
    pub(super) fn layouts(&self, seats: SeatSet, seed: &Seed) -> Vec<(Seat, String)> {
        let Entries::Layouts(layouts) = &self.entries else { return Vec::new() };
        let hash = Sha256::new().chain_update(seed.bytes()).chain_update("book").finalize();
        let mut rng = Xoshiro256PlusPlus::from_seed(hash.into());
        let mut draw = |seat| (seat, layouts[rng.random_range(0..layouts.len())].clone());
        seats.iter().map(&mut draw).collect()
    }
}

/// Returns the key of the first option in which two sets of rules differ.
fn different_option<R: RuleSet>(first: &R, second: &R) -> Option<&'static str> {
    R::OPTIONS.iter().map(|info| info.key).find(|key| first.get(key) != second.get(key))
}

#[cfg(test)]
mod tests {
    use qipan_core::games::junqi::{self, Junqi};
    use qipan_core::games::race::{self, Race};

    use super::*;

    /// Returns the text of a book with these lines.
    fn text(lines: &str) -> BookText {
        let lines = (1..).zip(lines.lines()).map(|(number, line)| (number, line.to_owned()));
        BookText { name: "my.book".to_owned(), lines: lines.collect() }
    }

    fn race_book(lines: &str) -> Result<Book<Race>, String> {
        let seats = [Seat::new(0), Seat::new(2)].into_iter().collect();
        text(lines).parse::<Race>("aeroplane", &race::Rules::AEROPLANE, seats)
    }

    const THREE_POSITIONS: &str = "qipan race aeroplane turn=red die=3 red=4,7,-,- blue=-,-,-,-\n\
                         qipan race aeroplane turn=blue red=4,8,-,- blue=1,-,-,-\n\
                         qipan race aeroplane turn=red red=4,9,-,- blue=-,-,-,-";

    #[test]
    fn every_pass_has_all_positions_in_an_order_of_its_own() {
        let book = race_book(THREE_POSITIONS).unwrap();
        let passes: Vec<Vec<String>> = (0..8)
            .map(|pass| (0..3).map(|i| format!("{:?}", book.position(3 * pass + i, 5))).collect())
            .collect();
        for pass in &passes {
            let distinct: std::collections::BTreeSet<_> = pass.iter().collect();
            assert_eq!(distinct.len(), 3);
        }
        assert!(passes.iter().any(|pass| *pass != passes[0]));
        assert_eq!(book, race_book(THREE_POSITIONS).unwrap());
    }

    #[test]
    fn bad_lines_are_refused_with_their_number_and_the_reason() {
        for (line, reason) in [
            ("qipan race flying turn=red red=4,-,-,- green=-,-,-,-", "not of aeroplane"),
            ("qipan race aeroplane turn=red red=4,7,-,-", "red play in this position"),
            ("qipan race aeroplane turn=red red=4,77,-,- blue=-,-,-,-", "77"),
            ("qipan race aeroplane takeoff=6 turn=red red=4,-,-,- blue=-,-,-,-", "takeoff"),
            ("HLGPYSZNJTGYHZNLTGDPNPDFD", "qipan"),
        ] {
            let lines = format!("{}\n{line}", THREE_POSITIONS.lines().next().unwrap());
            let why = race_book(&lines).unwrap_err();
            assert!(why.starts_with("my.book:2: ") && why.contains(reason), "{line}: {why}");
        }
    }

    #[test]
    fn layouts_are_read_and_drawn_from_the_seed() {
        let rules = junqi::Rules::preset("dark").unwrap();
        let parse = |lines: &str| text(lines).parse::<Junqi>("dark", &rules, rules.seats());
        let good = "HLGPY SZN JTGY HZN LTGDP NPDFD\nLNTPHHZJSGGYTZYNPGDDNPDFL";
        let book = parse(good).unwrap();
        assert!(!book.has_positions() && book.position(0, 1).is_none());
        let drawn = book.layouts(rules.seats(), &Seed::from_number(3));
        assert_eq!((drawn.len(), &drawn), (2, &book.layouts(rules.seats(), &Seed::from_number(3))));
        for (line, reason) in [("HLGPY", "layout"), ("qipan junqi dark", "a position")] {
            let why = parse(&format!("{good}\n{line}")).unwrap_err();
            assert!(why.starts_with("my.book:3: ") && why.contains(reason), "{why}");
        }
        let race = text(good).parse::<Race>(
            "aeroplane",
            &race::Rules::AEROPLANE,
            [Seat::new(0), Seat::new(2)].into_iter().collect(),
        );
        assert!(race.unwrap_err().contains("aeroplane has no layouts"));
    }
}
