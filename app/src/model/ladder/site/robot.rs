//! The page of a robot: facts, results against each opponent, and some of its games.

use qipan_core::registry::GameKind;

use crate::model::i18n::{Arg, ListStyle, grouped};
use crate::model::ladder::results::PresetResults;
use crate::model::ladder::site::games::{Reason, ShownGame};
use crate::model::ladder::site::html::{bar, escaped, rating_cell, share_cell};
use crate::model::ladder::site::{GameFiles, PageContext};
use crate::model::ladder::{CheckFacts, RobotFacts};
use crate::model::narration::game_length;

/// Returns the page of a robot. `index` is its index in the season, and `figures` are the games
/// that the page shows.
pub(super) fn page(
    page: &PageContext<'_>,
    index: usize,
    figures: &[(ShownGame<'_>, GameFiles)],
) -> String {
    let robot = &page.current.season.robots[index];
    let name = escaped(page.i18n.pick(&robot.name));
    let mut html = format!("<h1>{name}</h1>\n");
    let about = page.i18n.pick(&robot.about);
    if !about.is_empty() {
        html += &format!("<p class=\"lead\">{}</p>\n", escaped(about));
    }
    if let Some(why) = &robot.error {
        let text = page.tf("ladder-does-not-play", &[("why", why.as_str().into())]);
        html += &format!("<p class=\"error\">{text}</p>\n");
    }
    html += &facts(page, robot);
    let presets = page.current.results.presets.iter();
    presets.for_each(|preset| html += &results(page, preset, index));
    if !figures.is_empty() {
        html += &format!("<section>\n<h2>{}</h2>\n", page.t("ladder-games"));
        if page.current.season.pictures {
            html += &format!("<p class=\"note\">{}</p>\n", page.t("ladder-last-moves"));
        }
        html += "<div class=\"games\">\n";
        figures.iter().for_each(|(game, files)| html += &figure(page, game, files));
        html += "</div>\n</section>\n";
    }
    page.framed(&name, &html)
}

/// Returns the facts about a robot as a list.
fn facts(page: &PageContext<'_>, robot: &RobotFacts) -> String {
    let games = match &robot.presets[..] {
        [] => page.t(&format!("ladder-game-{}", robot.game)),
        presets => page.i18n.list(ListStyle::Parts, presets.iter().map(|id| page.preset(id))),
    };
    let level = robot.level.map(|level| page.t(&format!("who-level-{}", level.name())));
    let origin = match (robot.built_in, level) {
        (true, Some(level)) => format!("{} · {level}", page.t("ladder-built-in")),
        (true, None) => page.t("ladder-built-in"),
        _ => String::new(),
    };
    let hash = match robot.hash.get(..12) {
        Some(short) => format!("<code title=\"{}\">{short}</code>", robot.hash),
        None => String::new(),
    };
    let check = robot.check.map_or(String::new(), |check| check_line(page, check));
    let lines = [
        ("ladder-game", games),
        ("ladder-origin", origin),
        ("ladder-file", format!("<code>{}</code>", escaped(&robot.id))),
        ("ladder-author", escaped(&robot.author)),
        ("ladder-robot-version", escaped(&robot.version)),
        ("ladder-hash", hash),
        ("ladder-check", check),
    ];
    let shown = lines.iter().filter(|(_, value)| !value.is_empty());
    let line = |(id, value): &(&str, String)| {
        format!("<div><dt>{}</dt><dd>{value}</dd></div>\n", page.t(id))
    };
    format!("<dl>\n{}</dl>\n", shown.map(line).collect::<String>())
}

fn check_line(page: &PageContext<'_>, check: CheckFacts) -> String {
    let number = |number: u64| Arg::from(grouped(number));
    page.tf(
        "ladder-check-figures",
        &[
            ("games", number(check.games)),
            ("turns", number(check.turns)),
            ("tests", number(check.tests)),
        ],
    )
}

/// Returns the results of a robot in a preset.
fn results(page: &PageContext<'_>, preset: &PresetResults, index: usize) -> String {
    let Some(row) = preset.rows.iter().find(|row| row.robot == index) else {
        return String::new();
    };
    let standing = &row.standing;
    let summary = page.tf(
        "ladder-summary",
        &[
            ("rank", preset.rank(row).into()),
            ("robots", preset.rows.len().into()),
            ("rating", format!("{:.0}", standing.rating.value).into()),
            ("low", format!("{:.0}", standing.rating.low).into()),
            ("high", format!("{:.0}", standing.rating.high).into()),
            ("median", grouped(standing.fuel_median).into()),
            ("max", grouped(standing.fuel_max).into()),
        ],
    );
    let mut html =
        format!("<section>\n<h2>{}</h2>\n<p>{summary}</p>\n", page.preset(&preset.preset));
    let errors = standing.errors + standing.timeouts;
    if errors > 0 {
        let why = row.first_error.as_deref().unwrap_or_default();
        let args = [("count", grouped(errors).into()), ("why", why.into())];
        html += &format!("<p class=\"error\">{}</p>\n", page.tf("ladder-errors", &args));
    }
    html += &format!(
        "<div class=\"table\"><table>\n<thead><tr><th>{}</th><th class=\"number\">{}</th>\
         <th class=\"number\">{}</th><th class=\"wide\"></th><th class=\"number wide\">{}</th></tr>\
         </thead>\n<tbody>\n",
        page.t("ladder-head-opponent"),
        page.t("ladder-head-record"),
        page.t("ladder-head-score"),
        page.t("tournament-head-rating"),
    );
    let mut rows: Vec<(usize, String)> = Vec::new();
    for (opponent, standing, head_to_head, _) in preset.of_robot(index) {
        let facts = &page.current.season.robots[opponent];
        let class = if facts.built_in { " class=\"built-in\"" } else { "" };
        let place = preset.rows.iter().position(|row| row.robot == opponent);
        let Some(place) = place else { continue };
        let rating = preset.rows[place].standing.rating;
        let text = format!(
            "<tr{class}><td>{}</td><td class=\"number\">{}–{}–{}</td>{}<td class=\"wide\">{}</td>{}</tr>\n",
            page.robot_link(facts),
            head_to_head.ahead,
            head_to_head.ties,
            head_to_head.behind,
            share_cell(standing.score),
            bar(standing.score, 0.0, 1.0, 0.5),
            rating_cell(rating).replace("class=\"number\"", "class=\"number wide\""),
        );
        rows.push((place, text));
    }
    rows.sort_by_key(|(place, _)| *place);
    rows.iter().for_each(|(_, text)| html += text);
    html + "</tbody>\n</table></div>\n</section>\n"
}

/// Returns a game as an animated GIF with a link to its file. Readers who prefer less motion see
/// its last position.
fn figure(page: &PageContext<'_>, game: &ShownGame<'_>, files: &GameFiles) -> String {
    let reason = |reason: &Reason| {
        page.t(match reason {
            Reason::FirstWin => "ladder-first-win",
            Reason::FirstLoss => "ladder-first-loss",
            Reason::Closest => "ladder-closest",
            Reason::Longest => "ladder-longest",
        })
    };
    let title: Vec<String> = game.reasons.iter().map(reason).collect();
    let opponent = &page.current.season.robots[game.opponent];
    let result = page.t(match game.is_won {
        Some(true) => "ladder-won",
        Some(false) => "ladder-lost",
        None => "ladder-drawn",
    });
    let seats = game.seats.iter().map(|seat| page.i18n.t(&format!("seat-{seat}")));
    let kind = GameKind::of_name(&opponent.game);
    let length = game_length(page.i18n, kind, game.plies() as usize);
    let against = page.tf(
        "ladder-against",
        &[
            ("side", page.i18n.list(ListStyle::And, seats).into()),
            ("opponent", page.i18n.pick(&opponent.name).into()),
            ("length", length.into()),
        ],
    );
    let preset = page.preset(game.preset);
    let picture = files.pictures.as_ref().map_or(String::new(), |[animation, still]| {
        let [animation, still] = [animation, still].map(|file| page.address(file));
        format!(
            "<picture><source media=\"(prefers-reduced-motion: reduce)\" srcset=\"{still}\">\
             <img src=\"{animation}\" alt=\"{preset}, {against}\" loading=\"lazy\"></picture>\n"
        )
    });
    format!(
        "<figure>\n{picture}<figcaption><b>{title}</b><br>{preset} · {result}<br>{against}<br>\
         <a href=\"{save}\" download>{download}</a></figcaption>\n</figure>\n",
        title = title.join(" · "),
        save = page.address(&files.save),
        download = page.t("ladder-download"),
    )
}
