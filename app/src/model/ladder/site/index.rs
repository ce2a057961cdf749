//! The page of a season: the standings in each preset.

use crate::model::i18n::grouped;
use crate::model::ladder::results::PresetResults;
use crate::model::ladder::site::html::{bar, escaped, rating_cell, share_cell};
use crate::model::ladder::site::{PageContext, SeasonPages};

/// The mean rating of the robots in a preset, by the definition of the ratings.
const MEAN_RATING: f64 = 1500.0;

/// The distance from a rating that the scale of the bars shows at most, in points.
const MAX_SHOWN: f64 = 400.0;

/// Returns the page of a season.
pub(super) fn page(page: &PageContext<'_>) -> String {
    let season = &page.current.season;
    let is_newest = page.seasons.first().is_some_and(|newest| newest.season == *season);
    let title = match season.name.as_str() {
        "" => page.t("ladder-title"),
        name => escaped(name),
    };
    let mut html = format!("<h1>{title}</h1>\n<p class=\"lead\">{}</p>\n", page.t("ladder-lead"));
    if !is_newest && let Some(newest) = page.seasons.first() {
        let link = page.page_address("index.html");
        let newest = newest.season.version.as_str();
        let text = page.tf("ladder-old-season", &[("newest", newest.into())]);
        html += &format!("<p class=\"note\"><a href=\"{link}\">{text}</a></p>\n");
    }
    let presets = || page.current.results.presets.iter().filter(|preset| preset.pairings > 0);
    if presets().count() > 1 {
        let link = |preset: &PresetResults| {
            format!("<a href=\"#{0}\">{1}</a>", preset.preset, page.preset(&preset.preset))
        };
        let links: Vec<String> = presets().map(link).collect();
        html += &format!("<nav class=\"kinds\">{}</nav>\n", links.join("\n"));
    }
    presets().for_each(|preset| html += &standings(page, preset));
    if presets().next().is_none() {
        html += &format!("<p class=\"note\">{}</p>\n", page.t("ladder-no-games"));
    }
    html += &refused(page);
    html += &seasons(page);
    html += &format!("<p class=\"note\">{}</p>\n", page.t("ladder-method"));
    let title = if page.path == "index.html" { String::new() } else { version_title(page) };
    page.framed(&title, &html)
}

fn version_title(page: &PageContext<'_>) -> String {
    page.tf("ladder-version", &[("version", page.current.season.version.as_str().into())])
}

/// Returns the standings in a preset.
fn standings(page: &PageContext<'_>, preset: &PresetResults) -> String {
    let mut html =
        format!("<section id=\"{}\">\n<h2>{}</h2>\n", preset.preset, page.preset(&preset.preset));
    let (finished, all) = (preset.finished.len(), preset.pairings);
    if finished < all {
        let counts = [("finished", finished.into()), ("all", all.into())];
        html += &format!("<p class=\"note\">{}</p>\n", page.tf("ladder-unfinished", &counts));
    }
    if preset.rows.is_empty() {
        return html + "</section>\n";
    }
    // The interval of a robot that has only lost is too long to be shown whole.
    let ratings = || preset.rows.iter().map(|row| row.standing.rating);
    let ends = ratings().map(|rating| {
        (rating.low.max(rating.value - MAX_SHOWN), rating.high.min(rating.value + MAX_SHOWN))
    });
    let (from, to) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(from, to), (low, high)| {
        (from.min(low), to.max(high))
    });
    html += &format!(
        "<div class=\"table\"><table>\n<thead><tr><th class=\"number\">#</th><th>{}</th>\
         <th class=\"number\">{}</th><th class=\"wide\"></th><th class=\"number\">{}</th>\
         <th class=\"number wide\">{}</th><th class=\"number wide\">{}</th></tr></thead>\n<tbody>\n",
        page.t("tournament-head-robot"),
        page.t("tournament-head-rating"),
        page.t("ladder-head-score"),
        page.t("tournament-head-games"),
        page.t("tournament-head-errors"),
    );
    for row in &preset.rows {
        let Some(robot) = page.current.season.robots.get(row.robot) else { continue };
        let standing = &row.standing;
        let class = if robot.built_in { " class=\"built-in\"" } else { "" };
        html += &format!(
            "<tr{class}><td class=\"number\">{}</td><td>{}</td>{}<td class=\"wide\">{}</td>{}\
             <td class=\"number wide\">{}</td><td class=\"number wide\">{}</td></tr>\n",
            preset.rank(row),
            page.robot_link(robot),
            rating_cell(standing.rating),
            bar(standing.rating, from, to, MEAN_RATING),
            share_cell(standing.score),
            grouped(standing.games),
            grouped(standing.errors + standing.timeouts),
        );
    }
    html + "</tbody>\n</table></div>\n</section>\n"
}

/// Returns the robots that do not play, with the reasons.
fn refused(page: &PageContext<'_>) -> String {
    let season = &page.current.season;
    let refused = season.robots.iter().filter_map(|robot| Some((robot, robot.error.as_ref()?)));
    let rows: Vec<String> = refused
        .map(|(robot, why)| {
            let (address, path) = (page.robot_address(robot), escaped(&robot.path()));
            format!("<tr><td><a href=\"{address}\">{path}</a></td><td>{}</td></tr>\n", escaped(why))
        })
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    format!(
        "<section>\n<h2>{}</h2>\n<div class=\"table\"><table>\n<thead><tr><th>{}</th><th>{}</th></tr>\
         </thead>\n<tbody>\n{}</tbody>\n</table></div>\n</section>\n",
        page.t("ladder-refused"),
        page.t("tournament-head-robot"),
        page.t("ladder-head-reason"),
        rows.concat(),
    )
}

/// Returns the list of seasons, if there are several.
fn seasons(page: &PageContext<'_>) -> String {
    if page.seasons.len() < 2 {
        return String::new();
    }
    let mut html = format!("<section>\n<h2>{}</h2>\n<ul>\n", page.t("ladder-seasons"));
    for SeasonPages { season, .. } in page.seasons {
        let version = page.tf("ladder-version", &[("version", season.version.as_str().into())]);
        let address = page.page_address(&format!("{}/index.html", season.version));
        let name = match season.name.as_str() {
            "" => version,
            name => format!("{} · {version}", escaped(name)),
        };
        html += &format!("<li><a href=\"{address}\">{name}</a></li>\n");
    }
    html + "</ul>\n</section>\n"
}
