//! The manual as a small static website: a page for each language, with a table of contents.

use pulldown_cmark::{CowStr, Event, Parser, Tag, TagEnd, html};

use super::read::{Anchors, OPTIONS};
use super::{Manual, file_name, source};
use crate::model::i18n::{I18n, Lang};

/// The style sheet. It has the colours of the window.
const STYLE: &str = concat!(include_str!("../site_base.css"), include_str!("website.css"));

/// The script that filters the table of contents while the reader types.
const SCRIPT: &str = include_str!("website.js");

/// A file of the website.
#[derive(Debug)]
pub struct Page {
    /// The name of the file.
    pub name: &'static str,
    /// Its contents.
    pub text: String,
}

/// Returns the pages of the website with their style sheet and script, but without the pictures. A
/// link to a file that exists only in the source repository is replaced by its text.
pub fn website() -> Vec<Page> {
    let page = |lang| Page { name: page_name(lang), text: page(lang) };
    vec![
        page(Lang::En),
        page(Lang::Zh),
        Page { name: "style.css", text: STYLE.to_owned() },
        Page { name: "contents.js", text: SCRIPT.to_owned() },
    ]
}

const fn page_name(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "index.html",
        Lang::Zh => "zh.html",
    }
}

fn page(lang: Lang) -> String {
    let manual = Manual::in_lang(lang);
    let title = manual.chapters.first().map_or("", |chapter| chapter.title.as_str());
    let i18n = I18n::new(lang);
    let (search, contents) = (i18n.t("manual-search"), i18n.t("manual-contents"));
    let tag = match lang {
        Lang::En => "en",
        Lang::Zh => "zh-Hans",
    };
    format!(
        "<!doctype html>\n<html lang=\"{tag}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<link rel=\"stylesheet\" href=\"style.css\">\n\
         <script src=\"contents.js\" defer></script>\n</head>\n<body>\n\
         <nav aria-label=\"{contents}\">\n\
         <input type=\"search\" placeholder=\"{search}\" aria-label=\"{search}\">\n{}</nav>\n\
         <main>\n{}</main>\n</body>\n</html>\n",
        table_of_contents(&manual),
        body(lang),
        title = escaped(title),
    )
}

fn table_of_contents(manual: &Manual) -> String {
    let entry = |title: &str, anchor: &str| {
        format!("<li><a href=\"#{}\">{}</a>", escaped(anchor), escaped(title))
    };
    let mut list = "<ul>\n".to_owned();
    for chapter in &manual.chapters {
        list += &entry(&chapter.title, &chapter.anchor);
        let mut headings = chapter.headings().peekable();
        if headings.peek().is_some() {
            list += "\n<ul>\n";
            for (title, anchor) in headings {
                list += &entry(title, anchor);
                list += "</li>\n";
            }
            list += "</ul>\n";
        }
        list += "</li>\n";
    }
    list + "</ul>\n"
}

/// Returns the text of the manual as HTML, with anchors at the headings.
fn body(lang: Lang) -> String {
    let mut anchors = Anchors::default();
    let mut events: Vec<Event<'static>> =
        Parser::new_ext(source(lang), OPTIONS).map(Event::into_static).collect();
    let mut link_is_kept = Vec::new();
    for index in 0..events.len() {
        if let Event::Start(Tag::Heading { .. }) = events[index] {
            let title: String = events[index + 1..]
                .iter()
                .take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))))
                .filter_map(|event| match event {
                    Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
                    _ => None,
                })
                .collect();
            if let Event::Start(Tag::Heading { id, .. }) = &mut events[index] {
                *id = Some(anchors.next(&title).into());
            }
        }
        match &mut events[index] {
            Event::Start(Tag::Link { dest_url, .. }) => {
                let target = target(dest_url);
                link_is_kept.push(target.is_some());
                match target {
                    Some(target) => *dest_url = target,
                    None => events[index] = Event::Text("".into()),
                }
            }
            Event::End(TagEnd::Link) if link_is_kept.pop() == Some(false) => {
                events[index] = Event::Text("".into());
            }
            _ => {}
        }
    }
    let mut text = String::new();
    html::push_html(&mut text, events.into_iter());
    // Wrap each table, so that a wide one scrolls without the rest of the page.
    text.replace("<table>", "<div class=\"table\"><table>").replace("</table>", "</table></div>")
}

/// Returns the target of a link on the website. Returns `None` if the link leads to a file that is
/// not part of the website.
fn target(link: &str) -> Option<CowStr<'static>> {
    let other_edition = [Lang::En, Lang::Zh].into_iter().find(|lang| link == file_name(*lang));
    match other_edition {
        Some(lang) => Some(page_name(lang).into()),
        None if link.starts_with('#') || link.starts_with("https://") => {
            Some(link.to_owned().into())
        }
        None => None,
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decodes the characters that an address writes as `%` and two hexadecimal digits.
    fn decoded(address: &str) -> String {
        let mut bytes = Vec::new();
        let mut parts = address.split('%');
        bytes.extend_from_slice(parts.next().unwrap_or_default().as_bytes());
        for part in parts {
            let (digits, rest) = part.split_at(2);
            bytes.push(u8::from_str_radix(digits, 16).unwrap());
            bytes.extend_from_slice(rest.as_bytes());
        }
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn links_of_the_website_lead_to_its_pages_anchors_and_pictures() {
        let pages = website();
        let names: Vec<&str> = pages.iter().map(|page| page.name).collect();
        for page in pages.iter().filter(|page| page.name.ends_with(".html")) {
            let mut inner = 0;
            for part in page.text.split("href=\"").skip(1) {
                let link = part.split('"').next().unwrap_or_default();
                if let Some(anchor) = link.strip_prefix('#') {
                    inner += 1;
                    let id = format!("id=\"{}\"", decoded(anchor));
                    assert_eq!(page.text.matches(&id).count(), 1, "{}: {link}", page.name);
                } else {
                    let known = names.contains(&link) || link.starts_with("https://");
                    assert!(known, "{}: {link}", page.name);
                }
            }
            assert!(inner > 100, "{}: {inner}", page.name);
            assert_eq!(page.text.matches("<img ").count(), 3, "{}", page.name);
        }
    }
}
