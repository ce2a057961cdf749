//! Formats what a thorough check of a robot covered.

use serde_json::{Map, Value, json};

use crate::model::checks::{ActionCount, CheckStats, THOROUGH_TURNS};

/// The maximum number of line ranges that are printed. JSON contains all.
const MAX_RANGES: usize = 20;

/// Returns the coverage as lines of text.
pub(super) fn lines(stats: &CheckStats) -> Vec<String> {
    let CheckStats { games, presets, decisions, coverage, .. } = stats;
    let (turns, forced) = (decisions.turns, decisions.forced);
    let action = |(kind, count): (&&str, &ActionCount)| {
        let ActionCount { legal, chosen } = count;
        if *legal == 0 {
            format!("{kind} never legal")
        } else {
            format!("{kind} {chosen} of {legal}")
        }
    };
    let actions: Vec<String> = decisions.actions.iter().map(action).collect();
    let (layouts, offers, values) = (decisions.layouts, decisions.draw_offers, decisions.values);
    let presets = presets.join(", ");
    let mut lines = vec![
        format!("covered {turns} turns with several legal actions, {forced} with one"),
        format!("chosen, of the turns in which it was legal: {}", actions.join(", ")),
        format!("{layouts} layouts, {offers} draw offers, {values} values; presets: {presets}"),
        format!("chosen again by a robot in a new VM: {} turns, all the same", decisions.repeated),
    ];
    lines.push(match &unreached(stats)[..] {
        [] => format!("all {} lines with code were reached", coverage.line_count()),
        ranges => {
            let shown = ranges.iter().take(MAX_RANGES).cloned().collect::<Vec<_>>().join(", ");
            let more = if ranges.len() > MAX_RANGES { ", ..." } else { "" };
            let is_single = ranges.len() == 1 && shown.parse::<u32>().is_ok();
            let unit = if is_single { "line" } else { "lines" };
            format!("never reached: {unit} {shown}{more}")
        }
    });
    if turns < THOROUGH_TURNS {
        lines
            .push(format!("fewer than {THOROUGH_TURNS} turns: all {games} games were over before"));
    }
    let indented = lines.iter().skip(1).map(|line| format!("        {line}"));
    lines.iter().take(1).cloned().chain(indented).collect()
}

/// Returns the ranges of lines that were never reached, as in `40-43` or `57`.
fn unreached(stats: &CheckStats) -> Vec<String> {
    let range = |(first, last): (u32, u32)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    };
    stats.coverage.unreached().into_iter().map(range).collect()
}

/// Returns the coverage as a JSON object.
pub(super) fn json(stats: &CheckStats) -> Value {
    let decisions = &stats.decisions;
    let action = |(kind, count): (&&'static str, &ActionCount)| {
        ((*kind).to_owned(), json!({ "legal": count.legal, "chosen": count.chosen }))
    };
    json!({
        "turns": decisions.turns,
        "forced": decisions.forced,
        "actions": decisions.actions.iter().map(action).collect::<Map<_, _>>(),
        "layouts": decisions.layouts,
        "draw_offers": decisions.draw_offers,
        "values": decisions.values,
        "presets": stats.presets,
        "games": stats.games,
        "repeated": decisions.repeated,
        "lines": stats.coverage.line_count(),
        "unreached": stats.coverage.unreached(),
    })
}
