//! The manual for script authors as chapters and blocks, read from its Markdown.
//!
//! The manual is `scripts/README.md` and its Chinese edition, both part of the program. The window
//! shows one chapter at a time, and `qipan docs --html` writes each edition as a page of a website
//! ([`website()`]). Headings get the same anchors as on GitHub, so links work there, too.

mod read;
mod website;

use crate::model::i18n::Lang;
use crate::model::scripts::shipped_file;

pub use website::{Page, website};

/// The manual in one language.
#[derive(Debug)]
pub struct Manual {
    /// The chapters in order. The first one is the introduction.
    pub chapters: Vec<Chapter>,
}

/// A chapter: a heading of the first or second level and the text under it.
#[derive(Debug)]
pub struct Chapter {
    /// The heading.
    pub title: String,
    /// The anchor of the heading.
    pub anchor: String,
    /// True if the heading opens a part of the manual, such as the reference.
    pub starts_part: bool,
    /// The text.
    pub blocks: Vec<TextBlock>,
}

/// A block of text.
#[derive(Clone, Debug, PartialEq)]
pub enum TextBlock {
    /// A heading inside a chapter.
    Heading {
        /// The heading.
        title: String,
        /// Its anchor.
        anchor: String,
    },
    /// A paragraph.
    Paragraph(Vec<Span>),
    /// Code or output of the terminal.
    Code {
        /// The language of the code, such as `luau`, or an empty string.
        language: String,
        /// The code, with a line break at its end.
        text: String,
    },
    /// A list.
    List {
        /// The number of the first item. `None` for a list with bullets.
        first: Option<u64>,
        /// The items.
        items: Vec<Vec<TextBlock>>,
    },
    /// A table.
    Table {
        /// The cells of the first row.
        head: Vec<Vec<Span>>,
        /// The cells of the other rows.
        rows: Vec<Vec<Vec<Span>>>,
    },
    /// A picture.
    Picture {
        /// The path of the file in the scripts folder.
        path: String,
        /// The text for readers who cannot see it.
        alt: String,
    },
}

/// A run of text in one style.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The text.
    pub text: String,
    /// True if the text is inline code.
    pub code: bool,
    /// True if the text is bold.
    pub bold: bool,
    /// True if the text is in italics.
    pub italic: bool,
    /// The target, if the text is a link.
    pub link: Option<String>,
}

impl Manual {
    /// Returns the manual in a language.
    pub fn in_lang(lang: Lang) -> Self {
        let mut chapters = read::chapters(source(lang));
        // The window has a setting for the language, so it needs no link to the other edition.
        for chapter in &mut chapters {
            chapter.blocks.retain(|block| !leads_to_other_edition(block));
        }
        Self { chapters }
    }

    /// Returns the index of the chapter with this anchor, at its own heading or at one inside it.
    pub fn chapter_of(&self, anchor: &str) -> Option<usize> {
        let has_anchor = |chapter: &Chapter| {
            chapter.anchor == anchor || chapter.headings().any(|(_, other)| other == anchor)
        };
        self.chapters.iter().position(has_anchor)
    }
}

impl Chapter {
    /// Returns the titles and anchors of the headings inside the chapter.
    pub fn headings(&self) -> impl Iterator<Item = (&str, &str)> {
        self.blocks.iter().filter_map(|block| match block {
            TextBlock::Heading { title, anchor } => Some((title.as_str(), anchor.as_str())),
            _ => None,
        })
    }

    /// Splits the chapter at its headings. Returns the title, the anchor and the blocks of each
    /// section. The first section has the title of the chapter and the blocks before any heading.
    pub fn sections(&self) -> Vec<(&str, &str, &[TextBlock])> {
        let is_heading = |block: &TextBlock| matches!(block, TextBlock::Heading { .. });
        let end = |from: usize| {
            let next = self.blocks[from..].iter().position(is_heading);
            next.map_or(self.blocks.len(), |length| from + length)
        };
        let mut sections = vec![(&*self.title, &*self.anchor, &self.blocks[..end(0)])];
        for (index, block) in self.blocks.iter().enumerate() {
            if let TextBlock::Heading { title, anchor } = block {
                sections.push((title, anchor, &self.blocks[index + 1..end(index + 1)]));
            }
        }
        sections
    }
}

impl TextBlock {
    /// Returns a picture block if the only span is that of a picture.
    pub fn picture(spans: &[Span]) -> Option<Self> {
        match spans {
            [Span { text, link: Some(path), .. }] if path.ends_with(".png") => {
                Some(Self::Picture { path: path.clone(), alt: text.clone() })
            }
            _ => None,
        }
    }

    /// Returns the text of the block without its formatting.
    pub fn plain_text(&self) -> String {
        match self {
            Self::Heading { title, .. } => title.clone(),
            Self::Paragraph(spans) => plain_text(spans),
            Self::Code { text, .. } => text.clone(),
            Self::List { items, .. } => joined(items.iter().flatten().map(Self::plain_text)),
            Self::Table { head, rows } => {
                let cells = head.iter().chain(rows.iter().flatten());
                joined(cells.map(|cell| plain_text(cell)))
            }
            Self::Picture { alt, .. } => alt.clone(),
        }
    }
}

/// Returns true for a paragraph with nothing but a link to the manual in another language.
fn leads_to_other_edition(block: &TextBlock) -> bool {
    let TextBlock::Paragraph(spans) = block else { return false };
    let [Span { link: Some(link), .. }] = spans.as_slice() else { return false };
    [Lang::En, Lang::Zh].map(file_name).contains(&link.as_str())
}

/// Returns the text of spans without their formatting.
pub fn plain_text(spans: &[Span]) -> String {
    spans.iter().map(|span| span.text.as_str()).collect()
}

fn joined(texts: impl Iterator<Item = String>) -> String {
    texts.collect::<Vec<_>>().join(" ")
}

/// Returns the Markdown of the manual.
fn source(lang: Lang) -> &'static str {
    shipped_file(file_name(lang)).unwrap_or_default()
}

/// Returns the name of the manual's file.
const fn file_name(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "README.md",
        Lang::Zh => "README.zh.md",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn editions_have_the_same_chapters_and_their_links_lead_somewhere() {
        let [english, chinese] = [Lang::En, Lang::Zh].map(Manual::in_lang);
        assert_eq!(english.chapters.len(), chinese.chapters.len());
        for manual in [&english, &chinese] {
            assert!(manual.chapters.len() > 15, "{}", manual.chapters.len());
            assert_eq!(manual.chapters.iter().filter(|chapter| chapter.starts_part).count(), 1);
            let mut links = 0;
            for span in manual.chapters.iter().flat_map(|chapter| &chapter.blocks).flat_map(spans) {
                let Some(anchor) = span.link.as_deref().and_then(|link| link.strip_prefix('#'))
                else {
                    continue;
                };
                links += 1;
                assert!(manual.chapter_of(anchor).is_some(), "#{anchor}");
            }
            assert!(links > 50, "{links}");
        }
    }

    /// Returns all spans of a block.
    fn spans(block: &TextBlock) -> Vec<&Span> {
        match block {
            TextBlock::Paragraph(spans) => spans.iter().collect(),
            TextBlock::List { items, .. } => items.iter().flatten().flat_map(spans).collect(),
            TextBlock::Table { head, rows } => {
                head.iter().chain(rows.iter().flatten()).flatten().collect()
            }
            TextBlock::Heading { .. } | TextBlock::Code { .. } | TextBlock::Picture { .. } => {
                Vec::new()
            }
        }
    }

    #[test]
    fn sections_cover_the_blocks_of_a_chapter() {
        for chapter in &Manual::in_lang(Lang::En).chapters {
            let sections = chapter.sections();
            assert_eq!(sections.len(), 1 + chapter.headings().count());
            let blocks: usize = sections.iter().map(|(_, _, blocks)| blocks.len()).sum();
            assert_eq!(blocks + sections.len() - 1, chapter.blocks.len());
        }
    }
}
