//! The laws of the race games.

use qipan_core::contract::game::{Game, Turn};
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::{Action, Event, HANGAR, PLANES, Race};

use super::laws::Laws;

impl Laws for Race {
    const BOUND: usize = 200_000;

    fn odd_actions() -> Vec<Action> {
        let mut actions = Vec::new();
        for bits in 0..16u8 {
            let (plane, fly, stack) = (bits & 3, bits & 4 != 0, bits & 8 != 0);
            actions.push(Action::Advance { plane, fly, stack });
            actions.push(Action::Launch { plane, stack });
        }
        actions.push(Action::Launch { plane: 200, stack: true });
        actions.push(Action::Advance { plane: 4, fly: false, stack: false });
        actions
    }

    fn odd_outcomes() -> Vec<u8> {
        vec![0, 7, 255]
    }

    fn check_state(&self) {
        let (board, rules) = (self.board(), self.rules());
        for seat in (0..4).map(Seat::new) {
            let row = self.planes(seat);
            assert_eq!(row.len(), rules.planes as usize);
            let is_valid = |progress: &u8| *progress <= board.centre() || *progress == HANGAR;
            assert!(row.iter().all(is_valid));
            let takes_part = self.seats().contains(seat);
            assert!(
                takes_part || row.iter().all(|progress| *progress == HANGAR),
                "an empty seat has planes outside the hangar"
            );
            check_stacks(self, seat);
            let is_home = self.finished_seats().any(|home_seat| home_seat == seat);
            assert_eq!(is_home, self.finished_count(seat) >= rules.planes_to_win as usize);
        }
        check_squares(self);
        check_stack_leaders(self);
        if self.question().is_some() {
            return;
        }
        let waits_for_extra_roll =
            rules.extra_roll.contains(6) && matches!(self.turn(), Turn::Chance { .. });
        assert!(
            self.sixes() == 0
                || waits_for_extra_roll
                || self.turn() == Turn::Seat(self.seat_to_move())
        );
        assert!(self.die().is_some() == matches!(self.turn(), Turn::Seat(_)));
    }

    fn check_events(before: &Self, events: &[Event], after: &Self) {
        for seat in before.seats().iter() {
            let (old, new) = (before.planes(seat), after.planes(seat));
            for plane in (0..old.len()).filter(|plane| old[*plane] != new[*plane]) {
                let is_explained =
                    events.iter().any(|event| explains_move(event, seat, plane as u8));
                assert!(is_explained, "{seat:?}'s plane {plane} moved without event: {events:?}");
            }
        }
        for event in events {
            match *event {
                Event::Captured { by, by_size, seat, planes, at } => {
                    assert!(by != seat && !planes.is_empty());
                    assert!((1..=before.planes(by).len()).contains(&usize::from(by_size)));
                    for k in planes.iter() {
                        assert_eq!(before.planes(seat)[k as usize], at);
                        assert_eq!(after.planes(seat)[k as usize], HANGAR);
                        assert_eq!(after.stack(seat, k).len(), 1, "a captured stack falls apart");
                    }
                }
                Event::Finished { seat, planes } => {
                    let centre = after.board().centre();
                    assert!(planes.iter().all(|k| after.planes(seat)[k as usize] == centre));
                }
                Event::Stacked { seat, planes, at } => {
                    assert!(planes.iter().all(|k| after.planes(seat)[k as usize] == at));
                    let first = planes.iter().next().unwrap();
                    assert_eq!(after.stack(seat, first), planes);
                }
                Event::ThirdSix { seat, planes }
                | Event::Repelled { seat, planes, .. }
                | Event::SentToHangar { seat, planes, .. } => {
                    assert!(planes.iter().all(|k| after.planes(seat)[k as usize] == HANGAR));
                }
                Event::Began { seat } | Event::RollsAgain { seat, .. } => {
                    assert!(rolls_next(after, seat));
                }
                Event::TurnPassed { to, .. } => {
                    assert!(rolls_next(after, to));
                }
                Event::Placed { seat, planes, from, to } => {
                    assert!(planes.iter().all(|k| before.planes(seat)[k as usize] == from));
                    assert!(planes.iter().all(|k| after.planes(seat)[k as usize] == to));
                }
                Event::ExtraTurn { seat } => {
                    assert!(rolls_next(after, seat));
                }
                Event::SeatFinished { seat, place } => {
                    assert_eq!(after.finished_seats().nth(place as usize - 1), Some(seat));
                }
                Event::Ended { reason } => {
                    assert_eq!(after.outcome().map(|outcome| outcome.reason), Some(reason));
                }
                _ => {}
            }
        }
        let has_ended = events.iter().any(|event| matches!(event, Event::Ended { .. }));
        assert_eq!(has_ended, after.turn() == Turn::Over);
    }
}

/// Checks that the planes of a stack stand together on the track or lane and have the same stack.
fn check_stacks(race: &Race, seat: Seat) {
    let row = race.planes(seat);
    for plane in 0..PLANES as u8 {
        let stack = race.stack(seat, plane);
        assert!(stack.contains(plane));
        if stack.len() > 1 {
            let at = row[plane as usize];
            assert!(stack.iter().all(|k| row[k as usize] == at), "{race:?}");
            let board = race.board();
            assert!((board.first_on_track()..board.centre()).contains(&at), "{race:?}");
            assert!(stack.iter().all(|k| race.stack(seat, k) == stack));
        }
    }
}

/// Checks that the actions of a stack name its lowest plane.
fn check_stack_leaders(race: &Race) {
    let is_single = |plane| race.stack(race.seat_to_move(), plane).len() == 1;
    if race.die().is_none() || (0..PLANES as u8).all(is_single) {
        return;
    }
    let mut actions = Vec::new();
    race.legal_actions(&mut actions);
    let lowest = |plane: u8| race.stack(race.seat_to_move(), plane).iter().next();
    assert!(actions.iter().all(|action| lowest(action.plane()) == Some(action.plane())));
}

/// Checks that opponents share a track square only if one of them is safe.
fn check_squares(race: &Race) {
    let (board, safe_squares) = (race.board(), race.rules().safe_squares);
    // For each square, the seat of a plane there, and true if one of the planes there is safe.
    let mut squares: [Option<(Seat, bool)>; 56] = [None; 56];
    for seat in race.seats().iter() {
        for progress in race.planes(seat) {
            let Some(square) = board.square(seat, *progress) else { continue };
            let is_safe = safe_squares.contains(*progress);
            let (owner, has_safe_plane) = *squares[square as usize].get_or_insert((seat, is_safe));
            let are_partners = seat == owner || race.partner(seat) == Some(owner);
            assert!(are_partners || has_safe_plane || is_safe, "{race:?}");
            squares[square as usize] = Some((owner, has_safe_plane || is_safe));
        }
    }
}

/// Returns true if an event explains why a plane of `owner` has moved.
fn explains_move(event: &Event, owner: Seat, plane: u8) -> bool {
    match *event {
        Event::Launched { seat, plane: launched, .. } => seat == owner && launched == plane,
        Event::Moved { seat, planes, .. }
        | Event::Captured { seat, planes, .. }
        | Event::SentToHangar { seat, planes, .. }
        | Event::Placed { seat, planes, .. }
        | Event::ThirdSix { seat, planes } => seat == owner && planes.contains(plane),
        Event::Resigned { seat } => seat == owner,
        _ => false,
    }
}

/// Returns true if a seat rolls next, perhaps after the answer to a question.
fn rolls_next(race: &Race, seat: Seat) -> bool {
    race.turn() == Turn::Chance { roller: seat } || race.question().is_some()
}
