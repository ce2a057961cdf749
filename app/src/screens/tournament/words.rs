//! The numbers of a tournament as texts.

use qipan_core::tournament::Estimate;

use crate::model::i18n::I18n;
use crate::model::tournament::Snapshot;

/// Returns a text with the number of games played and the number of all games.
pub(super) fn progress(i18n: &I18n, games: u64, all_games: u64) -> String {
    let args = [("played", i18n.count(games).into()), ("games", i18n.count(all_games).into())];
    i18n.tf("tournament-progress", &args)
}

/// Returns a text with the games per second and the time left, if they are known.
pub(super) fn speed(i18n: &I18n, snapshot: &Snapshot, all_games: u64) -> String {
    let Some(rate) = snapshot.games_per_s.filter(|rate| *rate > 0.0) else {
        return i18n.t("tournament-beginning");
    };
    let seconds_left = all_games.saturating_sub(snapshot.games) as f64 / rate;
    let rate = match rate {
        rate if rate < 10.0 => format!("{rate:.1}"),
        rate => i18n.count(rate.round() as u64),
    };
    let args = [("rate", rate.into()), ("left", duration(i18n, seconds_left).into())];
    i18n.tf("tournament-speed", &args)
}

/// Returns a duration in whole seconds, in minutes, or in hours and minutes.
fn duration(i18n: &I18n, seconds: f64) -> String {
    let number = |number: f64| i18n.count(number as u64).into();
    match seconds {
        s if s < 60.0 => i18n.tf("tournament-seconds", &[("count", number(s.ceil()))]),
        s if s < 3600.0 => i18n.tf("tournament-minutes", &[("count", number((s / 60.0).ceil()))]),
        s => {
            let (hours, minutes) = ((s / 3600.0).floor(), (s % 3600.0 / 60.0).floor());
            let args = [("hours", number(hours)), ("minutes", number(minutes))];
            i18n.tf("tournament-hours", &args)
        }
    }
}

/// Returns a score from 0 to 1 as a percentage, and its interval.
pub(super) fn score(i18n: &I18n, estimate: Estimate) -> (String, String) {
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    let args = [("low", percent(estimate.low).into()), ("high", percent(estimate.high).into())];
    (percent(estimate.value) + "%", i18n.tf("tournament-range", &args))
}

/// Returns a rating and its interval. The interval is a phrase, because a dash would look like a
/// minus sign.
pub(super) fn rating(i18n: &I18n, estimate: Estimate) -> (String, String) {
    let signed = |x: f64| match x.round() {
        x if x < 0.0 => format!("\u{2212}{:.0}", -x),
        x => format!("{:.0}", x.abs()),
    };
    let args = [("low", signed(estimate.low).into()), ("high", signed(estimate.high).into())];
    (signed(estimate.value), i18n.tf("tournament-range", &args))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::i18n::Lang;

    #[test]
    fn durations_and_counts_are_formatted_for_reading() {
        let (en, zh) = (I18n::new(Lang::En), I18n::new(Lang::Zh));
        assert_eq!(
            [1, 999, 1000, 1_234_567].map(|n| en.count(n)).join(" "),
            "1 999 1,000 1,234,567"
        );
        assert_eq!(zh.count(10_000), "10000");
        let snapshot = |rate| Snapshot { games_per_s: Some(rate), ..Snapshot::default() };
        let times = [1000.0, 10.0, 0.5].map(|rate| speed(&en, &snapshot(rate), 10_000));
        assert!(times[0].contains("1,000") && times[0].contains("10 s"), "{times:?}");
        assert!(times[1].contains("17 min"), "{times:?}");
        assert!(times[2].contains("0.5") && times[2].contains("5 h 33 min"), "{times:?}");
        let estimate = Estimate { value: -12.4, low: -30.0, high: 0.2 };
        assert_eq!(rating(&en, estimate).0, "\u{2212}12");
    }
}
