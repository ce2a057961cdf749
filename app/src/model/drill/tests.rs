use super::*;

fn day(number: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 5, number).unwrap()
}

fn tried(id: &str, result: TryResult, today: NaiveDate) -> FinishedTry<'_> {
    FinishedTry { id, puzzle_rating: Some(1500.0), result, is_daily: false, today }
}

#[test]
fn only_the_first_try_is_rated() {
    let mut drill = Drill::default();
    let change = drill.record(&tried("a", TryResult::Right, day(1))).unwrap();
    assert!(change > 0.0 && drill.is_solved("a"));
    assert_eq!(drill.record(&tried("a", TryResult::Wrong, day(1))), None);
    assert!(drill.record(&tried("b", TryResult::Wrong, day(1))).unwrap() < 0.0);
    assert!(drill.is_tried("b") && !drill.is_solved("b"));
    let unrated = FinishedTry { puzzle_rating: None, ..tried("c", TryResult::Wrong, day(1)) };
    assert_eq!(drill.record(&unrated), None);
}

#[test]
fn wrong_puzzle_is_repeated_at_growing_intervals() {
    let mut drill = Drill::default();
    drill.record(&tried("right", TryResult::Right, day(1)));
    assert!((1..=28).all(|number| !drill.is_due("right", day(number))));
    drill.record(&tried("a", TryResult::Wrong, day(1)));
    assert!(!drill.is_due("a", day(1)) && drill.is_due("a", day(2)));
    // A second try on the same day changes no date.
    drill.record(&tried("a", TryResult::Right, day(1)));
    assert!(drill.is_due("a", day(2)));
    let interval = |drill: &Drill| drill.puzzles["a"].repetition.unwrap().interval();
    let first = interval(&drill);
    drill.record(&tried("a", TryResult::Right, day(2)));
    assert!(interval(&drill) > first && !drill.is_due("a", day(2)));
    drill.record(&tried("hinted", TryResult::Hinted, day(1)));
    assert!(drill.is_solved("hinted") && drill.is_due("hinted", day(9)));
}

#[test]
fn daily_puzzle_extends_the_streak() {
    let mut drill = Drill::default();
    let daily = |result, today| FinishedTry { is_daily: true, ..tried("d", result, today) };
    drill.record(&daily(TryResult::Wrong, day(1)));
    assert_eq!(drill.streak.length(day(1)), 0);
    drill.mark_solved("d", Some(day(1)));
    drill.record(&daily(TryResult::Right, day(2)));
    assert_eq!(drill.streak.length(day(2)), 2);
}

#[test]
fn record_is_written_and_read() {
    let mut drill = Drill::default();
    drill.adopt_solved(&BTreeSet::from(["old".to_owned()]));
    drill.record(&tried("a", TryResult::Wrong, day(1)));
    assert_eq!(Drill::read(&drill.write()).as_ref(), Ok(&drill));
    assert!(drill.is_solved("old") && !drill.is_tried("old"));
    assert_eq!(drill.record(&tried("old", TryResult::Wrong, day(1))), None, "it is not rated");
}

#[test]
fn foreign_and_damaged_records_are_refused() {
    let text = Drill::default().write();
    assert!(Drill::read(&text[..text.len() / 2]).unwrap_err().starts_with("line "));
    assert!(Drill::read(&text.replace("qipan-drill", "qipan")).is_err());
    assert!(Drill::read(&text.replace("\"version\": 1", "\"version\": 9")).is_err());
    let wild = text.replace("1500.0", "1e300").replace("350.0", "-7");
    let drill = Drill::read(&wild).unwrap();
    assert_eq!((drill.rating.rating, drill.rating.deviation), (4000.0, 30.0));
}
