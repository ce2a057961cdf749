//! Reads Markdown into chapters.

use std::collections::BTreeSet;

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::{Chapter, Span, TextBlock};

/// The extensions of Markdown that the manual uses.
pub(super) const OPTIONS: Options = Options::ENABLE_TABLES;

/// Reads the chapters of a text. Text before the first heading is dropped.
pub(super) fn chapters(source: &str) -> Vec<Chapter> {
    let mut reader =
        Reader { events: Parser::new_ext(source, OPTIONS), anchors: Anchors::default() };
    let mut chapters: Vec<Chapter> = Vec::new();
    while let Some(event) = reader.events.next() {
        if let Event::Start(Tag::Heading { level, .. }) = event
            && level <= HeadingLevel::H2
        {
            let (title, anchor) = reader.heading();
            let starts_part = level == HeadingLevel::H1 && !chapters.is_empty();
            chapters.push(Chapter { title, anchor, starts_part, blocks: Vec::new() });
        } else if let Event::Start(tag) = event
            && let Some(block) = reader.block(tag)
            && let Some(chapter) = chapters.last_mut()
        {
            chapter.blocks.push(block);
        }
    }
    chapters
}

/// Reads blocks from the events of the parser.
struct Reader<'a> {
    events: Parser<'a>,
    anchors: Anchors,
}

impl Reader<'_> {
    /// Reads the rest of a heading: its title and its anchor.
    fn heading(&mut self) -> (String, String) {
        let title = super::plain_text(&self.spans());
        let anchor = self.anchors.next(&title);
        (title, anchor)
    }

    /// Reads the rest of a block that begins with this tag.
    fn block(&mut self, tag: Tag<'_>) -> Option<TextBlock> {
        match tag {
            Tag::Heading { .. } => {
                let (title, anchor) = self.heading();
                Some(TextBlock::Heading { title, anchor })
            }
            Tag::Paragraph => {
                let spans = self.spans();
                Some(TextBlock::picture(&spans).unwrap_or(TextBlock::Paragraph(spans)))
            }
            Tag::CodeBlock(kind) => {
                let language = match kind {
                    CodeBlockKind::Fenced(language) => language.to_string(),
                    CodeBlockKind::Indented => String::new(),
                };
                Some(TextBlock::Code { language, text: super::plain_text(&self.spans()) })
            }
            Tag::List(first) => Some(TextBlock::List { first, items: self.items() }),
            Tag::Table(_) => Some(self.table()),
            _ => None,
        }
    }

    /// Reads the items of a list up to its end.
    fn items(&mut self) -> Vec<Vec<TextBlock>> {
        let mut items = Vec::new();
        while let Some(event) = self.events.next() {
            match event {
                Event::Start(Tag::Item) => items.push(self.item()),
                Event::End(TagEnd::List(_)) => break,
                _ => {}
            }
        }
        items
    }

    /// Reads the blocks of an item up to its end. Text outside of blocks becomes a paragraph.
    fn item(&mut self) -> Vec<TextBlock> {
        let mut blocks = Vec::new();
        let mut line = SpanReader::default();
        while let Some(event) = self.events.next() {
            match event {
                Event::End(TagEnd::Item) => break,
                Event::Start(tag) if is_block(&tag) => {
                    line.move_to(&mut blocks);
                    blocks.extend(self.block(tag));
                }
                event => line.add(event),
            }
        }
        line.move_to(&mut blocks);
        blocks
    }

    /// Reads the cells of a table up to its end.
    fn table(&mut self) -> TextBlock {
        let mut rows: Vec<Vec<Vec<Span>>> = Vec::new();
        while let Some(event) = self.events.next() {
            match event {
                Event::Start(Tag::TableHead | Tag::TableRow) => rows.push(Vec::new()),
                Event::Start(Tag::TableCell) => {
                    let cell = self.spans();
                    rows.last_mut().into_iter().for_each(|row| row.push(cell.clone()));
                }
                Event::End(TagEnd::Table) => break,
                _ => {}
            }
        }
        let head = if rows.is_empty() { Vec::new() } else { rows.remove(0) };
        TextBlock::Table { head, rows }
    }

    /// Reads spans up to the end of the block around them.
    fn spans(&mut self) -> Vec<Span> {
        let mut reader = SpanReader::default();
        for event in self.events.by_ref() {
            if let Event::End(
                TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::CodeBlock | TagEnd::TableCell,
            ) = event
            {
                break;
            }
            reader.add(event);
        }
        reader.spans
    }
}

const fn is_block(tag: &Tag<'_>) -> bool {
    matches!(
        tag,
        Tag::Heading { .. } | Tag::Paragraph | Tag::CodeBlock(_) | Tag::List(_) | Tag::Table(_)
    )
}

/// Collects the spans of a line from events.
#[derive(Default)]
struct SpanReader {
    spans: Vec<Span>,
    /// The style of the text that follows.
    style: Span,
}

impl SpanReader {
    /// Adds the text of an event, or changes the style of the text that follows.
    fn add(&mut self, event: Event<'_>) {
        match event {
            Event::Text(text) => self.push(&text, false),
            Event::Code(text) => self.push(&text, true),
            Event::SoftBreak | Event::HardBreak => self.push(" ", false),
            Event::Start(Tag::Strong) => self.style.bold = true,
            Event::End(TagEnd::Strong) => self.style.bold = false,
            Event::Start(Tag::Emphasis) => self.style.italic = true,
            Event::End(TagEnd::Emphasis) => self.style.italic = false,
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                self.style.link = Some(dest_url.to_string());
            }
            Event::End(TagEnd::Link | TagEnd::Image) => self.style.link = None,
            _ => {}
        }
    }

    /// Adds text in the current style. If the last span has the same style, the text is appended to
    /// it.
    fn push(&mut self, text: &str, code: bool) {
        let style = Span { code, ..self.style.clone() };
        if let Some(last) = self.spans.last_mut()
            && style == (Span { text: String::new(), ..last.clone() })
        {
            last.text.push_str(text);
        } else {
            self.spans.push(Span { text: text.to_owned(), ..style });
        }
    }

    /// Moves the spans into a new paragraph at the end of `blocks`, if there are any.
    fn move_to(&mut self, blocks: &mut Vec<TextBlock>) {
        if !self.spans.is_empty() {
            blocks.push(TextBlock::Paragraph(std::mem::take(&mut self.spans)));
        }
    }
}

/// Gives headings the anchors that they have on GitHub.
#[derive(Default)]
pub(super) struct Anchors {
    used: BTreeSet<String>,
}

impl Anchors {
    /// Returns the anchor of the next heading. A repeated title gets a number.
    pub(super) fn next(&mut self, title: &str) -> String {
        let is_kept = |c: &char| c.is_alphanumeric() || [' ', '-', '_'].contains(c);
        let name: String = title.to_lowercase().chars().filter(is_kept).collect();
        let name = name.replace(' ', "-");
        let mut anchor = name.clone();
        let mut number = 0;
        while !self.used.insert(anchor.clone()) {
            number += 1;
            anchor = format!("{name}-{number}");
        }
        anchor
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "\
# Title

See **bold** and `code`, [a link](#part).

![A board](images/board.png)

## Part

1. one
2. two
   - inner

### Deep *down*

| a | b |
|---|---|
| 1 | `2` |

```luau
return 1
```

## Part
";

    #[test]
    fn chapters_hold_the_blocks_of_markdown() {
        let chapters = chapters(SOURCE);
        let anchors: Vec<_> = chapters.iter().map(|chapter| chapter.anchor.as_str()).collect();
        assert_eq!(anchors, ["title", "part", "part-1"]);
        let span = |text: &str| Span { text: text.to_owned(), ..Span::default() };
        let paragraph = TextBlock::Paragraph(vec![
            span("See "),
            Span { bold: true, ..span("bold") },
            span(" and "),
            Span { code: true, ..span("code") },
            span(", "),
            Span { link: Some("#part".to_owned()), ..span("a link") },
            span("."),
        ]);
        let picture =
            TextBlock::Picture { path: "images/board.png".to_owned(), alt: "A board".to_owned() };
        assert_eq!(chapters[0].blocks, [paragraph, picture]);
        let line = |text: &str| TextBlock::Paragraph(vec![span(text)]);
        let inner = TextBlock::List { first: None, items: vec![vec![line("inner")]] };
        let list = TextBlock::List {
            first: Some(1),
            items: vec![vec![line("one")], vec![line("two"), inner]],
        };
        let heading =
            TextBlock::Heading { title: "Deep down".to_owned(), anchor: "deep-down".to_owned() };
        let table = TextBlock::Table {
            head: vec![vec![span("a")], vec![span("b")]],
            rows: vec![vec![vec![span("1")], vec![Span { code: true, ..span("2") }]]],
        };
        let code = TextBlock::Code { language: "luau".to_owned(), text: "return 1\n".to_owned() };
        assert_eq!(chapters[1].blocks, [list, heading, table, code]);
        assert!(chapters[2].blocks.is_empty());
    }
}
