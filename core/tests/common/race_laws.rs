//! The laws of the race games.

use qipan_core::contract::game::{Game, Turn};
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::{Action, Event, HANGAR, PLANES, Race};

use super::laws::Laws;

impl Laws for Race {
    const BOUND: usize = 200_000;

    fn odd_actions() -> Vec<Action> {
        let flags = |bits: u8| (bits & 3, bits & 4 != 0, bits & 8 != 0);
        let advance = (0..16).map(flags);
        let mut actions: Vec<Action> =
            advance.map(|(plane, fly, stack)| Action::Advance { plane, fly, stack }).collect();
        actions.extend((0..16).map(flags).map(|(plane, _, stack)| Action::Launch { plane, stack }));
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
            assert!(row.iter().all(|p| *p <= board.centre() || *p == HANGAR));
            let idle = !self.seats().contains(seat);
            assert!(!idle || row.iter().all(|p| *p == HANGAR), "an empty seat has planes out");
            check_stacks(self, seat);
            let home = self.home().any(|s| s == seat);
            assert_eq!(home, self.finished_count(seat) >= rules.planes_to_win as usize);
        }
        check_squares(self);
        check_names(self);
        let kept = rules.extra_roll.contains(6) && matches!(self.turn(), Turn::Chance { .. });
        assert!(self.sixes() == 0 || kept || self.turn() == Turn::Seat(self.seat_to_move()));
        assert!(self.die().is_some() == matches!(self.turn(), Turn::Seat(_)));
    }

    fn check_events(before: &Self, events: &[Event], after: &Self) {
        for seat in before.seats().iter() {
            let (old, new) = (before.planes(seat), after.planes(seat));
            for plane in (0..old.len()).filter(|k| old[*k] != new[*k]) {
                let told = events.iter().any(|event| tells_of(event, seat, plane as u8));
                assert!(told, "{seat:?}'s plane {plane} moved untold: {events:?}");
            }
        }
        for event in events {
            match *event {
                Event::Captured { by, seat, planes, at } => {
                    assert!(by != seat && !planes.is_empty());
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
                | Event::SentHome { seat, planes, .. } => {
                    assert!(planes.iter().all(|k| after.planes(seat)[k as usize] == HANGAR));
                }
                Event::Began { seat } | Event::RollsAgain { seat, .. } => {
                    assert_eq!(after.turn(), Turn::Chance { roller: seat });
                }
                Event::TurnPassed { to, .. } => {
                    assert_eq!(after.turn(), Turn::Chance { roller: to });
                }
                Event::Placed { seat, planes, from, to } => {
                    assert!(planes.iter().all(|k| before.planes(seat)[k as usize] == from));
                    assert!(planes.iter().all(|k| after.planes(seat)[k as usize] == to));
                }
                Event::ExtraTurn { seat } => {
                    assert_eq!(after.turn(), Turn::Chance { roller: seat });
                }
                Event::SeatHome { seat, place } => {
                    assert_eq!(after.home().nth(place as usize - 1), Some(seat));
                }
                Event::Ended { reason } => {
                    assert_eq!(after.outcome().map(|outcome| outcome.reason), Some(reason));
                }
                _ => {}
            }
        }
        let ended = events.iter().any(|event| matches!(event, Event::Ended { .. }));
        assert_eq!(ended, after.turn() == Turn::Over);
    }
}

/// Checks that stacked planes share a place on track or lane and have the same stack.
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

/// Checks that a stack moves by its lowest plane.
fn check_names(race: &Race) {
    let single = |plane| race.stack(race.seat_to_move(), plane).len() == 1;
    if race.die().is_none() || (0..PLANES as u8).all(single) {
        return;
    }
    let mut actions = Vec::new();
    race.legal_actions(&mut actions);
    let lowest = |plane: u8| race.stack(race.seat_to_move(), plane).iter().next();
    assert!(actions.iter().all(|action| lowest(action.plane()) == Some(action.plane())));
}

/// Checks that opponents share a track square only if one of them is safe.
fn check_squares(race: &Race) {
    let (board, safe) = (race.board(), race.rules().safe_squares);
    let mut owners: [Option<(Seat, bool)>; 56] = [None; 56];
    for seat in race.seats().iter() {
        for at in race.planes(seat) {
            let Some(square) = board.square(seat, *at) else { continue };
            let (owner, sheltered) =
                *owners[square as usize].get_or_insert((seat, safe.contains(*at)));
            let friends = seat == owner || race.partner(seat) == Some(owner);
            assert!(friends || sheltered || safe.contains(*at), "{race:?}");
            owners[square as usize] = Some((owner, sheltered || safe.contains(*at)));
        }
    }
}

/// Returns true if an event explains why a plane is no longer where it was.
fn tells_of(event: &Event, of: Seat, plane: u8) -> bool {
    match *event {
        Event::Launched { seat, plane: k, .. } => seat == of && k == plane,
        Event::Moved { seat, planes, .. }
        | Event::Captured { seat, planes, .. }
        | Event::SentHome { seat, planes, .. }
        | Event::Placed { seat, planes, .. }
        | Event::ThirdSix { seat, planes } => seat == of && planes.contains(plane),
        Event::Resigned { seat } => seat == of,
        _ => false,
    }
}
