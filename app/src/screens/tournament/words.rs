//! Numbers of a tournament in words.

use qipan_core::tournament::Estimate;

use crate::model::i18n::{I18n, Lang};
use crate::model::tournament::Snapshot;

/// Returns a count, with separators in English: `10,000`.
pub(super) fn count(i18n: &I18n, number: u64) -> String {
    let digits = number.to_string();
    if i18n.lang() == Lang::Zh {
        return digits;
    }
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns the number of games played and of games in all.
pub(super) fn progress(i18n: &I18n, games: u64, of: u64) -> String {
    let args = [("played", count(i18n, games).into()), ("games", count(i18n, of).into())];
    i18n.tf("tournament-progress", &args)
}

/// Returns the games per second and the time left, if known.
pub(super) fn speed(i18n: &I18n, snapshot: &Snapshot, of: u64) -> String {
    let Some(rate) = snapshot.games_per_s.filter(|rate| *rate > 0.0) else {
        return i18n.t("tournament-beginning");
    };
    let left = of.saturating_sub(snapshot.games) as f64 / rate;
    let rate = match rate {
        rate if rate < 10.0 => format!("{rate:.1}"),
        rate => count(i18n, rate.round() as u64),
    };
    let args = [("rate", rate.into()), ("left", left_in_words(i18n, left).into())];
    i18n.tf("tournament-speed", &args)
}

/// Returns a time in whole seconds, minutes, or hours and minutes.
fn left_in_words(i18n: &I18n, seconds: f64) -> String {
    let number = |number: f64| count(i18n, number as u64).into();
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

/// Returns a share in percent, and its interval.
pub(super) fn score(estimate: Estimate) -> (String, String) {
    let [value, low, high] = [estimate.value, estimate.low, estimate.high].map(|x| 100.0 * x);
    (format!("{value:.1}%"), format!("{low:.1}\u{2013}{high:.1}"))
}

/// Returns a rating and its interval. The interval is in words, because a dash would look like a
/// sign.
pub(super) fn rating(i18n: &I18n, estimate: Estimate) -> (String, String) {
    let sign = |x: f64| match x.round() {
        x if x < 0.0 => format!("\u{2212}{:.0}", -x),
        x => format!("{:.0}", x.abs()),
    };
    let args = [("low", sign(estimate.low).into()), ("high", sign(estimate.high).into())];
    (sign(estimate.value), i18n.tf("tournament-range", &args))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_counts_are_formatted_for_reading() {
        let (en, zh) = (I18n::new(Lang::En), I18n::new(Lang::Zh));
        assert_eq!(
            [1, 999, 1000, 1_234_567].map(|n| count(&en, n)).join(" "),
            "1 999 1,000 1,234,567"
        );
        assert_eq!(count(&zh, 10_000), "10000");
        let snapshot = |rate| Snapshot { games_per_s: Some(rate), ..Snapshot::default() };
        let times = [1000.0, 10.0, 0.5].map(|rate| speed(&en, &snapshot(rate), 10_000));
        assert!(times[0].contains("1,000") && times[0].contains("10 s"), "{times:?}");
        assert!(times[1].contains("17 min"), "{times:?}");
        assert!(times[2].contains("0.5") && times[2].contains("5 h 33 min"), "{times:?}");
        let estimate = Estimate { value: -12.4, low: -30.0, high: 0.2 };
        assert_eq!(rating(&en, estimate).0, "\u{2212}12");
    }
}
