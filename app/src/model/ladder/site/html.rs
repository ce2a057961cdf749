//! Parts of pages: the frame of a page, escaped text, addresses, table cells and bars.

use qipan_core::contract::localized::on_one_line;
use qipan_core::tournament::Estimate;

use crate::model::i18n::{Lang, grouped};
use crate::model::ladder::RobotFacts;
use crate::model::ladder::site::PageContext;

/// Escapes text for HTML, and puts it on one line. The text may come from anywhere.
pub(super) fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for c in on_one_line(text).chars() {
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            c => html.push(c),
        }
    }
    html
}

/// Returns the name of a language in file names.
pub(super) const fn tag(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "en",
        Lang::Zh => "zh",
    }
}

/// Returns the path of a page in a language, within the site.
pub(super) fn in_lang(lang: Lang, path: &str) -> String {
    match lang {
        Lang::En => path.to_owned(),
        Lang::Zh => format!("zh/{path}"),
    }
}

impl PageContext<'_> {
    /// Returns a text, escaped.
    pub(super) fn t(&self, id: &str) -> String {
        escaped(&self.i18n.t(id))
    }

    /// Returns a text with arguments, escaped.
    pub(super) fn tf(&self, id: &str, args: &[(&str, crate::model::i18n::Arg)]) -> String {
        escaped(&self.i18n.tf(id, args))
    }

    /// Returns the name of a preset.
    pub(super) fn preset(&self, preset: &str) -> String {
        self.t(&format!("game-{preset}"))
    }

    /// Returns the address of a file of the site, relative to this page.
    pub(super) fn address(&self, file: &str) -> String {
        let depth = in_lang(self.i18n.lang(), &self.path).matches('/').count();
        let parts: Vec<String> = file.split('/').map(encoded).collect();
        "../".repeat(depth) + &parts.join("/")
    }

    /// Returns the address of another page in the language of this one.
    pub(super) fn page_address(&self, path: &str) -> String {
        self.address(&in_lang(self.i18n.lang(), path))
    }

    /// Returns the address of a robot's page.
    pub(super) fn robot_address(&self, robot: &RobotFacts) -> String {
        self.page_address(&format!("{}/{}.html", self.current.season.version, robot.path()))
    }

    /// Returns a link to a robot, with its level if it is built in.
    pub(super) fn robot_link(&self, robot: &RobotFacts) -> String {
        let name = escaped(self.i18n.pick(&robot.name));
        let address = self.robot_address(robot);
        let level = robot.level.filter(|_| robot.built_in);
        let label = match level {
            Some(level) => self.t(&format!("who-level-{}", level.name())),
            None if robot.built_in => self.t("ladder-built-in"),
            None => String::new(),
        };
        let label = match label.is_empty() {
            true => label,
            false => format!(" <small>{label}</small>"),
        };
        format!("<a href=\"{address}\">{name}</a>{label}")
    }

    /// Returns the title of the site.
    pub(super) fn site_title(&self) -> String {
        match self.seasons.first().map_or("", |newest| newest.season.name.as_str()) {
            "" => self.t("ladder-title"),
            name => escaped(name),
        }
    }

    /// Returns the whole page with this title and content, both already in HTML. If the title is
    /// empty, the page has the title of the site alone.
    pub(super) fn framed(&self, title: &str, content: &str) -> String {
        let lang = self.i18n.lang();
        let other = if lang == Lang::En { Lang::Zh } else { Lang::En };
        let html_lang = if lang == Lang::En { "en" } else { "zh-Hans" };
        let other_lang = if other == Lang::En { "en" } else { "zh-Hans" };
        let other_page = self.address(&in_lang(other, &self.path));
        let site_title = self.site_title();
        let title = match title {
            "" => site_title.clone(),
            title => format!("{title} · {site_title}"),
        };
        format!(
            "<!doctype html>\n<html lang=\"{html_lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"script-src 'none'; \
             object-src 'none'; base-uri 'none'; form-action 'none'\">\n\
             <title>{title}</title>\n<link rel=\"stylesheet\" href=\"{style}\">\n</head>\n<body>\n\
             <header>\n<a class=\"home\" href=\"{home}\">{site_title}</a>\n\
             <a href=\"{other_page}\" lang=\"{other_lang}\" hreflang=\"{other_lang}\">{other_name}</a>\n\
             </header>\n<main>\n{content}</main>\n<footer>\n<p>{footer}</p>\n</footer>\n</body>\n</html>\n",
            style = self.address("style.css"),
            home = self.page_address("index.html"),
            other_name = other.native_name(),
            footer = self.footer(),
        )
    }

    /// Returns the line at the end of each page: version, seed and fuel, which determine the games.
    fn footer(&self) -> String {
        let season = &self.current.season;
        let version = self.tf("ladder-version", &[("version", season.version.as_str().into())]);
        let seed = self.tf("ladder-seed", &[("seed", season.seed.to_string().into())]);
        let fuel = season.fuel.map_or(String::new(), |fuel| {
            format!(" · {}", self.tf("ladder-turn-fuel", &[("fuel", grouped(fuel).into())]))
        });
        format!("{version} · {seed}{fuel}")
    }
}

/// Percent-encodes a part of an address.
fn encoded(part: &str) -> String {
    let mut address = String::with_capacity(part.len());
    for byte in part.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'_' | b'-' => {
                address.push(char::from(byte));
            }
            byte => address.push_str(&format!("%{byte:02X}")),
        }
    }
    address
}

/// Returns a cell with a rating and its interval.
pub(super) fn rating_cell(rating: Estimate) -> String {
    // With a minus sign, which differs from the dash of the interval.
    let [value, low, high] = [rating.value, rating.low, rating.high]
        .map(|points| format!("{points:.0}").replace('-', "\u{2212}"));
    format!("<td class=\"number\"><b>{value}</b> <span class=\"range\">{low}–{high}</span></td>")
}

/// Returns a cell with a share and its interval, in percent.
pub(super) fn share_cell(share: Estimate) -> String {
    let [value, low, high] = [share.value, share.low, share.high].map(|share| 100.0 * share);
    format!(
        "<td class=\"number\"><b>{value:.1}</b> <span class=\"range\">{low:.1}–{high:.1}</span></td>"
    )
}

/// Returns an SVG picture of an estimate and its interval, on a scale from `from` to `to` with a
/// line at `middle`.
pub(super) fn bar(estimate: Estimate, from: f64, to: f64, middle: f64) -> String {
    let width = (to - from).max(1e-9);
    let place = |value: f64| (100.0 * (value - from) / width).clamp(0.0, 100.0);
    let (low, high, value) = (place(estimate.low), place(estimate.high), place(estimate.value));
    let (length, middle) = ((high - low).max(0.5), place(middle));
    format!(
        "<svg class=\"bar\" viewBox=\"-3 0 106 12\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
         <rect class=\"middle\" x=\"{middle:.1}\" y=\"0\" width=\"0.5\" height=\"12\"/>\
         <rect class=\"interval\" x=\"{low:.1}\" y=\"4\" width=\"{length:.1}\" height=\"4\"/>\
         <rect class=\"value\" x=\"{:.1}\" y=\"1.5\" width=\"2\" height=\"9\"/></svg>",
        value - 1.0
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_from_outside_is_escaped() {
        let text = "<script>alert('&\"')</script>\n\u{202e}";
        let html = escaped(text);
        assert_eq!(
            html,
            "&lt;script&gt;alert(&#39;&amp;&quot;&#39;)&lt;/script&gt;\u{fffd}\u{fffd}"
        );
        assert_eq!(encoded("稳_a\" b"), "%E7%A8%B3_a%22%20b");
    }
}
