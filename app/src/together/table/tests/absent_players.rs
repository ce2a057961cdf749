//! Players who have left, and offers that nobody could answer.

use qipan_core::contract::position::{PositionLine, Positions};
use qipan_core::games::junqi::Junqi;

use super::*;

/// A position in which each player has one piece that can move.
const QUIET: &str = "qipan junqi open turn=south south=S62F,S54P,S61D north=N62F,N54P,N61D";

/// The guests who play South and North.
const SOUTH: GuestId = 1;
const NORTH: GuestId = 2;

fn seat(name: &str) -> Seat {
    Junqi::seat_by_name(name).unwrap()
}

fn session() -> Session<Junqi> {
    let line: PositionLine<Junqi> = QUIET.parse().unwrap();
    let rules = <Junqi as Game>::Rules::preset("open").unwrap();
    let players = rules.seats().iter().map(|seat| (seat, Player::human("Ann"))).collect();
    let deal = Junqi::deal_of(line.position);
    Session::new(Record::new("open", rules, players, deal, Seed::from_number(1))).unwrap()
}

/// Returns a table at which two guests play.
fn table_with_guests(now: Instant) -> Table<Junqi> {
    let mut table = new_table::<Junqi>("open", TableOptions::default());
    for id in [SOUTH, NORTH] {
        let hello = Hello { v: VERSION, plain: true, ..Hello::default() };
        assert!(table.join(id, hello, now, &mut Outbox::default()));
    }
    let referee = Referee::new(session(), BTreeMap::new(), Arc::new(|| {}), now).unwrap();
    table.phase = Phase::Playing(Box::new(referee));
    assert_eq!(table.guests[&SOUTH].seat, Some(seat("south")));
    table
}

fn steps(table: &Table<Junqi>) -> usize {
    table.referee().unwrap().steps()
}

#[test]
fn offers_do_not_wait_for_a_player_who_has_left() {
    let (now, mut out) = (Instant::now(), Outbox::default());
    let mut table = table_with_guests(now);
    let take_back = |step| GuestMessage::Request { step, what: Wish::TakeBack };
    table.receive(SOUTH, GuestMessage::Act { step: 0, id: 0 }, now, &mut out);
    assert_eq!(steps(&table), 1);
    table.receive(SOUTH, take_back(1), now, &mut out);
    assert!(table.offer.is_some(), "North has to agree");
    table.receive(NORTH, GuestMessage::Leave, now, &mut out);
    assert!(table.offer.is_none());
    let played = steps(&table);
    table.receive(SOUTH, take_back(played), now, &mut out);
    assert!(table.offer.is_none(), "the robot agrees");
    assert_eq!(steps(&table), 0);
}

#[test]
fn players_can_withdraw_their_offers() {
    let (now, mut out) = (Instant::now(), Outbox::default());
    let mut table = table_with_guests(now);
    table.receive(SOUTH, GuestMessage::Request { step: 0, what: Wish::Draw }, now, &mut out);
    assert!(table.offer.is_some());
    let mut out = Outbox::default();
    let withdraw = GuestMessage::Answer { what: Wish::Draw, agree: false };
    table.receive(SOUTH, withdraw, now, &mut out);
    assert!(table.offer.is_none());
    let told: Vec<GuestId> = out
        .messages
        .iter()
        .filter(|(_, text)| text.contains(r#""type":"declined","seat":"south""#))
        .map(|(id, _)| *id)
        .collect();
    assert_eq!(told, [SOUTH, NORTH]);
}

#[test]
fn robots_go_on_for_players_who_had_left_before_a_restart() {
    let (now, mut out) = (Instant::now(), Outbox::default());
    let mut table = table_with_guests(now);
    table.receive(NORTH, GuestMessage::Leave, now, &mut out);
    let saved: SavedTable = serde_json::from_str(&table.to_json()).unwrap();
    let mut restored = new_table::<Junqi>("open", TableOptions::default());
    restored.restore(saved, Some(session()), now);
    let referee = restored.referee().unwrap();
    assert_eq!(["south", "north"].map(|name| referee.is_robot(seat(name))), [false, true]);
    // A newcomer takes the seat back from the robot.
    let hello = Hello { v: VERSION, plain: true, ..Hello::default() };
    assert!(restored.join(7, hello, now, &mut out));
    assert!(!restored.referee().unwrap().is_robot(seat("north")));
}

#[test]
fn game_does_not_change_while_the_table_is_handed_over() {
    let (now, mut out) = (Instant::now(), Outbox::default());
    let mut table = table_with_guests(now);
    table.guests.get_mut(&NORTH).unwrap().can_host = true;
    table.hand_over("north", now, &mut out);
    table.receive(SOUTH, GuestMessage::Request { step: 0, what: Wish::Resign }, now, &mut out);
    assert!(!table.is_game_over());
    table.move_to(NORTH, None, now, &mut out);
    table.receive(SOUTH, GuestMessage::Request { step: 0, what: Wish::Resign }, now, &mut out);
    assert!(table.is_game_over());
}
