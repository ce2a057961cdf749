use std::collections::BTreeSet;

use chrono::NaiveDate;

use super::*;
use crate::model::drill::{Drill, FinishedTry, TryResult};
use crate::model::storage::Folders;

fn day(number: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 7, number).unwrap()
}

fn folders() -> (tempfile::TempDir, Folders) {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_owned();
    (dir, Folders { saves: data.join("saves"), scripts: data.join("scripts"), data })
}

fn shipped_list() -> PuzzleList {
    list(&folders().1)
}

#[test]
fn each_group_has_enough_puzzles() {
    let list = shipped_list();
    for group in PuzzleGroup::ALL {
        let source = PuzzleSource::Group(group);
        let indices = list.choose(PuzzleChoice::all_of(source), &Drill::default(), day(1));
        assert!(indices.len() >= 30, "{group:?}: {}", indices.len());
    }
    let total: usize = PUZZLES.files().map(|(_, bytes)| bytes.len()).sum();
    assert!(total < 600_000, "{total} bytes");
}

#[test]
fn daily_puzzle_is_fixed_by_the_date() {
    let mut list = shipped_list();
    let id =
        |list: &PuzzleList, number| list.entries()[list.daily(day(number)).unwrap()].id.clone();
    let month: Vec<String> = (1..=31).map(|number| id(&list, number)).collect();
    assert_eq!(month.iter().collect::<BTreeSet<_>>().len(), 31, "every day has its own puzzle");
    let (first, puzzle) = (id(&list, 1), list.entries()[0].puzzle.clone());
    // The player's own puzzles do not change it.
    list.add(vec![Puzzle { seat: "north".to_owned(), ..puzzle }], PuzzleOrigin::Own);
    assert_eq!(id(&list, 1), first);
    assert_eq!(PuzzleList::default().daily(day(1)), None);
}

#[test]
fn puzzles_are_chosen_by_game_theme_and_difficulty() {
    let (list, drill) = (shipped_list(), Drill::default());
    for group in PuzzleGroup::ALL {
        let source = PuzzleSource::Group(group);
        let all = list.choose(PuzzleChoice::all_of(source), &drill, day(1));
        assert!(all.iter().all(|index| list.entries()[*index].group == Some(group)));
        let by_difficulty: Vec<usize> = Difficulty::ALL
            .iter()
            .map(|difficulty| {
                let difficulty = Some(*difficulty);
                let choice = PuzzleChoice { difficulty, ..PuzzleChoice::all_of(source) };
                list.choose(choice, &drill, day(1)).len()
            })
            .collect();
        assert_eq!(by_difficulty.iter().sum::<usize>(), all.len());
        let themes = list.themes(source, &drill, day(1));
        assert!(themes.len() >= 3, "{group:?}: {themes:?}");
        for (theme, count) in themes {
            let choice = PuzzleChoice { theme: Some(theme), ..PuzzleChoice::all_of(source) };
            let chosen = list.choose(choice, &drill, day(1));
            assert_eq!(chosen.len(), count, "{theme:?}");
            assert!(chosen.iter().all(|at| list.entries()[*at].themes().contains(&theme)));
        }
    }
}

#[test]
fn due_puzzles_come_first_and_solved_ones_last() {
    let (list, mut drill) = (shipped_list(), Drill::default());
    let choice = PuzzleChoice::all_of(PuzzleSource::Group(PuzzleGroup::Flip));
    let before = list.choose(choice, &drill, day(1));
    let (wrong, right) = (before[before.len() - 1], before[0]);
    for (index, result) in [(wrong, TryResult::Wrong), (right, TryResult::Right)] {
        drill.record(&FinishedTry {
            id: &list.entries()[index].id,
            puzzle_rating: None,
            result,
            is_daily: false,
            today: day(1),
        });
    }
    let after = list.choose(choice, &drill, day(2));
    assert_eq!((after[0], after.last()), (wrong, Some(&right)));
    assert_eq!((list.due_count(&drill, day(1)), list.due_count(&drill, day(2))), (0, 1));
    let due = PuzzleChoice::all_of(PuzzleSource::Due);
    assert_eq!(list.choose(due, &drill, day(2)), [wrong]);
    assert_eq!(list.progress(choice.source, &drill, day(2)), (1, before.len()));
}

#[test]
fn mistakes_are_stored_once_and_limited() {
    let (_dir, folders) = folders();
    let puzzle = shipped().remove(0);
    assert_eq!(add_mistake(&folders, puzzle.clone()), Ok(true));
    assert_eq!(add_mistake(&folders, puzzle.clone()), Ok(false), "it is there already");
    let other = |number: usize| Puzzle { steps: number.to_string(), ..puzzle.clone() };
    for number in 0..3 {
        assert_eq!(add_mistake(&folders, other(number)), Ok(true));
    }
    let stored = read(&mistakes_path(&folders)).unwrap();
    assert_eq!(stored.len(), 4);
    let many = (0..MAX_MISTAKES).map(other).collect();
    storage::write_atomic(&mistakes_path(&folders), &Puzzles::new(many).write(), false).unwrap();
    assert_eq!(add_mistake(&folders, puzzle.clone()), Ok(true));
    let stored = read(&mistakes_path(&folders)).unwrap();
    assert_eq!((stored.len(), stored.last()), (MAX_MISTAKES, Some(&puzzle)));
    assert_eq!(stored[0], other(1), "the oldest one is dropped");
}

#[test]
fn mistakes_are_listed_and_due_until_tried() {
    let (_dir, folders) = folders();
    let mut puzzle = shipped().remove(0);
    puzzle.steps = String::new();
    add_mistake(&folders, puzzle.clone()).unwrap();
    let (list, mut drill) = (list(&folders), Drill::default());
    let mistakes = PuzzleChoice::all_of(PuzzleSource::Mistakes);
    let chosen = list.choose(mistakes, &drill, day(1));
    assert_eq!(chosen.len(), 1);
    assert_eq!(list.entries()[chosen[0]].puzzle, puzzle);
    assert_eq!(list.due_count(&drill, day(1)), 1);
    drill.record(&FinishedTry {
        id: &puzzle.id(),
        puzzle_rating: None,
        result: TryResult::Wrong,
        is_daily: false,
        today: day(1),
    });
    assert_eq!((list.due_count(&drill, day(1)), list.due_count(&drill, day(2))), (0, 1));
}

#[test]
fn damaged_mistakes_are_kept() {
    let (_dir, folders) = folders();
    storage::make_folder(&folders.data.join(FOLDER)).unwrap();
    storage::write_atomic(&mistakes_path(&folders), "damaged", false).unwrap();
    let puzzle = Puzzle { steps: String::new(), ..shipped().remove(0) };
    assert_eq!(add_mistake(&folders, puzzle), Ok(true));
    let kept = folders.data.join(FOLDER).join("mine.broken.json");
    assert_eq!(storage::read_text(&kept).unwrap(), "damaged");
    assert_eq!(
        list(&folders)
            .choose(PuzzleChoice::all_of(PuzzleSource::Mistakes), &Drill::default(), day(1))
            .len(),
        1
    );
}
