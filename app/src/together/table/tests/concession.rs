//! Resignations and draw offers of robots at hosted tables.

use qipan_core::contract::outcome::Reason;
use qipan_core::contract::position::{PositionLine, Positions};
use qipan_core::games::junqi::{Action, Junqi};

use super::*;

/// A position after 200 plies. Each player has one piece that can move, and moves it to and fro.
const QUIET: &str = "qipan junqi open turn=south ply=200 south=S62F,S54P,S61D north=N62F,N54P,N61D";

/// The guest who plays South.
const GUEST: GuestId = 1;

/// Returns a table at which a guest plays South and a robot plays North. The robot's search gives
/// every position this value.
fn table_with_robot(value: f32, robots_concede: bool, now: Instant) -> Table<Junqi> {
    let line: PositionLine<Junqi> = QUIET.parse().unwrap();
    let rules = <Junqi as Game>::Rules::preset("open").unwrap();
    let [south, north] = ["south", "north"].map(|name| Junqi::seat_by_name(name).unwrap());
    let mut robot = helper_robots::<Junqi>().stand_in;
    robot.source = format!(
        "return {{ api = 1, game = \"junqi\", name = \"x\", choose = function(view, turn)\n\
         local value = function() return {value} end\n\
         local found = turn:search({{ iterations = 6, worlds = 1, depth = 1, value = value }})\n\
         for _, row in found do\n\
         if row.action.to and string.sub(row.action.to, 1, 1) == \"N\" then return row.action end\n\
         end\n\
         return found[1].action end }}"
    )
    .into();
    let players = vec![(south, Player::human("Ann")), (north, Player::robot("x", "x.luau"))];
    let deal = Junqi::deal_of(line.position);
    let seed = Seed::from_number(1);
    let record = Record::<Junqi>::new("open", rules.clone(), players, deal, seed);
    let setup = TableSetup {
        code: TableCode::random(LOCAL_CODE_LENGTH),
        preset: "open".to_owned(),
        guest_seats: SeatSet::one(south),
        rules,
        house_rules: Vec::new(),
        robots: BTreeMap::from([(north, (robot.clone(), "x".to_owned()))]),
        helper_robots: helper_robots::<Junqi>(),
        options: TableOptions::default(),
    };
    let mut table = Table::new(setup, Rc::new(Languages::default()), Arc::new(|| {}));
    let hello = Hello { v: VERSION, plain: true, ..Hello::default() };
    assert!(table.join(GUEST, hello, now, &mut Outbox::default()));
    let robots = BTreeMap::from([(north, robot)]);
    let session = Session::new(record).unwrap();
    let referee = Referee::new(session, robots, Arc::new(|| {}), now).unwrap();
    table.phase = Phase::Playing(Box::new(referee.with_robots_conceding(robots_concede)));
    table
}

/// Waits until it is the guest's turn, and plays a move of the guest within South's half. Returns
/// false, and plays none, once the game is over or a draw is offered.
fn play_guest_move(table: &mut Table<Junqi>, now: Instant, out: &mut Outbox) -> bool {
    let south = Junqi::seat_by_name("south");
    loop {
        if table.is_game_over() || table.offer.is_some() {
            return false;
        }
        let referee = table.referee().unwrap();
        if referee.turn() == south {
            break;
        }
        table.tick(now, out);
        std::thread::yield_now();
    }
    let referee = table.referee().unwrap();
    let step = referee.steps();
    let stays = |action: &Action| {
        let text = action.to_string();
        text.split(' ').nth(1).is_some_and(|target| target.starts_with('S'))
    };
    let id = referee.actions().iter().position(stays).unwrap();
    table.receive(GUEST, GuestMessage::Act { step, id }, now, out);
    assert!(table.referee().unwrap().steps() > step);
    true
}

/// Plays at most 30 moves of the guest. Returns the number of those played until the game is over
/// or a draw is offered.
fn play_guest_moves(table: &mut Table<Junqi>, now: Instant, out: &mut Outbox) -> usize {
    (0..30).find(|_| !play_guest_move(table, now, out)).unwrap_or(30)
}

#[test]
fn robot_at_a_hosted_table_resigns_if_the_host_allows_it() {
    let (now, mut out) = (Instant::now(), Outbox::default());
    let mut table = table_with_robot(0.0, true, now);
    assert_eq!(play_guest_moves(&mut table, now, &mut out), 5);
    let outcome = table.referee().unwrap().session().state().outcome().unwrap();
    assert_eq!(outcome.reason, Reason::Resignation);
    let mut table = table_with_robot(0.0, false, now);
    assert_eq!(play_guest_moves(&mut table, now, &mut out), 30);
}

#[test]
fn guests_can_accept_or_decline_the_draw_offer_of_a_robot() {
    let now = Instant::now();
    for agree in [true, false] {
        let mut out = Outbox::default();
        let mut table = table_with_robot(0.5, true, now);
        assert_eq!(play_guest_moves(&mut table, now, &mut out), 10);
        let is_offer = |(_, text): &(GuestId, Text)| {
            let message: Value = serde_json::from_str(text.as_str()).unwrap();
            message == json!({ "type": "offer", "seat": "north", "what": "draw" })
        };
        assert!(out.messages.iter().any(is_offer));
        table.receive(GUEST, GuestMessage::Answer { what: Wish::Draw, agree }, now, &mut out);
        let outcome = table.referee().unwrap().session().state().outcome();
        assert_eq!(outcome.map(|outcome| outcome.reason), agree.then_some(Reason::Agreement));
        if !agree {
            assert_eq!(
                play_guest_moves(&mut table, now, &mut out),
                21,
                "no new offer for twenty moves"
            );
        }
    }
}

#[test]
fn draw_offer_of_a_robot_ends_when_a_guest_disconnects() {
    let (now, mut out) = (Instant::now(), Outbox::default());
    let mut table = table_with_robot(0.5, true, now);
    assert_eq!(play_guest_moves(&mut table, now, &mut out), 10);
    table.disconnect(GUEST, now, &mut out);
    table.tick(now, &mut out);
    assert!(table.offer.is_none() && !table.is_game_over());
}
