//! Golden games: games from fixed seeds must match their recorded texts.

use crate::common::golden::{Told, are_as_written};
use qipan_core::contract::game::Game;
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::{Action, Event, HANGAR, PlaneSet, Race};

/// Names a seat and the numbers of some of its planes, from 1.
fn describe_planes(seat: Seat, planes: PlaneSet) -> String {
    let numbers: Vec<String> = planes.iter().map(|plane| (plane + 1).to_string()).collect();
    format!("{} {}", Race::seat_name(seat), numbers.join("+"))
}

impl Told for Race {
    fn says(event: &Event) -> Option<String> {
        Some(match *event {
            Event::OpeningTied { seats } => {
                let names: Vec<_> = seats.iter().map(Self::seat_name).collect();
                format!("{} tie", names.join(" and "))
            }
            Event::Began { seat } => format!("{} begins", Self::seat_name(seat)),
            Event::NothingToMove { .. } => "nothing moves".to_owned(),
            Event::Launched { to, .. } => format!("to {to}"),
            Event::Moved { from, to, .. } => format!("{from} to {to}"),
            Event::Jumped { to, .. } => format!("jumps to {to}"),
            Event::Flew { to, .. } => format!("flies to {to}"),
            Event::Captured { seat, planes: lost, at, .. } => {
                format!("captures {} on its {at}", describe_planes(seat, lost))
            }
            Event::Repelled { .. } => "goes home".to_owned(),
            Event::Stacked { planes: all, seat, .. } => {
                format!("{} stack", describe_planes(seat, all))
            }
            Event::Finished { planes: all, seat } => format!("{} home", describe_planes(seat, all)),
            Event::ThirdSix { planes: all, seat } => {
                format!("third 6, {} back to the hangar", describe_planes(seat, all))
            }
            Event::SeatFinished { place, .. } => format!("takes place {place}"),
            Event::Ended { .. } => "the end".to_owned(),
            _ => return None,
        })
    }

    fn lies(&self) -> Vec<String> {
        let place = |progress: &u8| match *progress {
            HANGAR => "-".to_owned(),
            progress => progress.to_string(),
        };
        let row = |seat: Seat| {
            let places: Vec<String> = self.planes(seat).iter().map(place).collect();
            format!("{}: {}", Self::seat_name(seat), places.join(" "))
        };
        self.seats().iter().map(row).collect()
    }

    fn strikes(&self, action: &Action) -> bool {
        let events = self.preview(*action);
        events.iter().any(|event| matches!(event, Event::Captured { .. }))
    }
}

#[test]
fn golden_games_match_their_files() {
    are_as_written::<Race>();
}
