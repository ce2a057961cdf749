//! Tests of positions as one line of text: they read back equal, and games that begin from them can
//! be played and saved.

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, NullSink, Step, Turn, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::position::{MAX_LINE, NoPosition, PositionLine, Positions};
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::contract::setup::Setup;
use qipan_core::contract::view_data::ViewData;
use qipan_core::games::junqi::{Junqi, PRESETS, Rules};
use qipan_core::games::race::{self, Race};
use qipan_core::play::redact::redact;
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record};
use qipan_core::registry::{GameKind, verify};
use rand::RngExt;
use rand::rngs::SmallRng;

use crate::common::{self, junqi, rng};

/// Writes a state as a line and checks that the line reads back equal.
fn round_trip_line<G: Positions>(preset: &str, state: &G) -> PositionLine<G> {
    let position = state.position().unwrap();
    let line =
        PositionLine::<G> { preset: preset.to_owned(), rules: state.rules().clone(), position };
    let text = line.to_string();
    assert!(text.len() < 2000, "{text}");
    let read: PositionLine<G> = text.parse().unwrap_or_else(|why| panic!("{why}: {text}"));
    assert_eq!(read.to_string(), text);
    assert!(read == line, "{text}");
    line
}

/// Returns a random step, in rare cases a resignation or time-out. Returns none if the game is
/// over.
fn random_step<G: Game>(state: &G, rng: &mut SmallRng) -> Option<Step<G>> {
    match state.turn() {
        Turn::Over => None,
        Turn::Chance { .. } => Some(Step::Chance(state.random_outcome(rng, &mut Vec::new()))),
        Turn::Seat(seat) if rng.random_ratio(1, 900) => Some(Step::Resign { seat }),
        Turn::Seat(seat) if state.check_timeout(seat).is_ok() && rng.random_ratio(1, 300) => {
            Some(Step::Timeout { seat })
        }
        Turn::Seat(seat) => {
            let action = state.random_action(rng, &mut Vec::new());
            Some(Step::Act { seat, action })
        }
    }
}

#[test]
fn race_positions_round_trip() {
    let mut rng = rng(21);
    let mut checked_lines = 0;
    for number in 0..80 {
        let rules = match number {
            0..20 => race::Rules::preset(race::PRESETS[number % 2]).unwrap(),
            _ => common::random_rules(&mut rng),
        };
        let seats = common::random_seats(&rules, &mut rng);
        let mut race = Race::new(&rules, seats, &race::Deal::default()).unwrap();
        while let Some(step) = random_step(&race, &mut rng) {
            if rng.random_ratio(1, 9) && !race.is_opening() {
                let line = round_trip_line(preset_of(&rules), &race);
                assert!(line.set_up().unwrap() == race, "{line}");
                checked_lines += 1;
            }
            race.play(&step, &mut NullSink).unwrap();
        }
        assert_eq!(Positions::position(&race), Err(NoPosition::Over));
    }
    assert!(checked_lines > 600, "{checked_lines}");
}

/// Returns the preset with the same board.
fn preset_of(rules: &race::Rules) -> &'static str {
    race::PRESETS[usize::from(rules.board == race::Board::Flying)]
}

/// Returns a preset and rules for the Junqi test of this number: first each preset twice without
/// changes, then with random options.
fn junqi_rules(number: usize, rng: &mut SmallRng) -> (String, Rules) {
    let preset = PRESETS[number % PRESETS.len()];
    let rules = Rules::preset(preset).unwrap();
    let rules = if number < 2 * PRESETS.len() { rules } else { junqi::vary(rules, rng) };
    (preset.to_owned(), rules)
}

/// Plays two equal games with the same random steps to the end, and checks that they stay equal.
fn play_both_to_the_end(mut game: Junqi, mut twin: Junqi, rng: &mut SmallRng) {
    let (mut actions, mut twin_actions) = (Vec::new(), Vec::new());
    loop {
        game.legal_actions(&mut actions);
        twin.legal_actions(&mut twin_actions);
        actions.sort_by_key(ToString::to_string);
        twin_actions.sort_by_key(ToString::to_string);
        assert_eq!(actions, twin_actions);
        assert_eq!((game.turn(), game.outcome()), (twin.turn(), twin.outcome()));
        let Some(step) = random_step(&game, rng) else { break };
        let (mut events, mut twin_events) = (Vec::new(), Vec::new());
        game.play(&step, &mut events).unwrap();
        twin.play(&step, &mut twin_events).unwrap();
        assert_eq!(events, twin_events);
    }
}

#[test]
fn junqi_positions_round_trip_and_play_on_alike() {
    let mut rng = rng(22);
    for number in 0..4 * PRESETS.len() {
        let (preset, rules) = junqi_rules(number, &mut rng);
        let mut game = junqi::start(&rules, &mut rng);
        let mut twins_played = 0;
        while let Some(step) = random_step(&game, &mut rng) {
            if rng.random_ratio(1, 40) {
                let line = round_trip_line(&preset, &game);
                let twin = line.set_up().unwrap_or_else(|why| panic!("{why}: {line}"));
                junqi::check_state(&twin);
                assert!(twin.position().unwrap() == line.position, "{line}");
                if twins_played < 2 && rng.random_ratio(1, 4) {
                    twins_played += 1;
                    play_both_to_the_end(game.clone(), twin, &mut rng);
                }
            }
            game.play(&step, &mut NullSink).unwrap();
        }
        assert_eq!(game.position(), Err(NoPosition::Over));
    }
}

#[test]
fn views_of_set_up_positions_are_consistent() {
    let mut rng = rng(23);
    for number in 0..3 * PRESETS.len() {
        let (preset, rules) = junqi_rules(number, &mut rng);
        let mut game = junqi::start(&rules, &mut rng);
        for _ in 0..rng.random_range(0..400) {
            let Some(step) = random_step(&game, &mut rng) else { break };
            game.play(&step, &mut NullSink).unwrap();
        }
        let Ok(_) = game.position() else { continue };
        let mut from_line = round_trip_line(&preset, &game).set_up().unwrap();
        for _ in 0..rng.random_range(1..60) {
            check_random_view(&from_line, &mut rng);
            let Some(step) = random_step(&from_line, &mut rng) else { break };
            from_line.play(&step, &mut NullSink).unwrap();
        }
    }
}

/// Checks that a determinization of a random viewer's view fits the view, and that the belief does
/// not exclude the truth.
fn check_random_view(game: &Junqi, rng: &mut SmallRng) {
    let seats: Vec<Seat> = game.seats().iter().collect();
    let viewer = match rng.random_range(0..seats.len() + 1) {
        index if index < seats.len() => Viewer::Seat(seats[index]),
        _ => Viewer::Public,
    };
    let view = game.view(viewer);
    let sent = serde_json::to_string(&Junqi::view_data(&view)).unwrap();
    let received = Junqi::view_from_data(game.rules(), &serde_json::from_str(&sent).unwrap());
    assert_eq!(received.as_ref(), Ok(&view), "{viewer:?}");
    for tile in view.tiles() {
        let truth = game.kind_of(tile).unwrap();
        let candidates = view.belief().candidates(tile);
        assert!(candidates.contains(truth), "{viewer:?} {tile} {truth:?} {candidates:?}");
    }
    let world = Junqi::sample(&view, rng);
    assert!(world.view(viewer) == view, "{viewer:?}");
    junqi::check_state_but_moves(&world);
    for tile in world.tiles() {
        assert!(view.belief().candidates(tile).contains(world.kind_of(tile).unwrap()));
    }
    if let Turn::Seat(seat) = game.turn() {
        let (mut actions, mut world_actions) = (Vec::new(), Vec::new());
        game.legal_actions(&mut actions);
        world.legal_actions(&mut world_actions);
        assert!(!world_actions.is_empty());
        assert!(viewer != Viewer::Seat(seat) || actions == world_actions);
    }
}

/// Begins a game from a position and plays random steps.
fn session_from<G: Setup + Positions>(preset: &str, state: &G, rng: &mut SmallRng) -> Session<G> {
    let line = round_trip_line(preset, state);
    let seats = G::seats_in(&line.rules, &line.position);
    let players = seats.iter().map(|seat| (seat, Player::human("Ann"))).collect();
    let deal = G::deal_of(line.position);
    let record = Record::<G>::new(preset, line.rules, players, deal, Seed::from_number(5));
    let mut session = Session::new(record).unwrap();
    for _ in 0..rng.random_range(0..150) {
        match session.state().turn() {
            Turn::Over => break,
            Turn::Chance { .. } => drop(session.roll().unwrap()),
            Turn::Seat(seat) => {
                let action = session.state().random_action(rng, &mut Vec::new());
                session.act(seat, action).unwrap();
            }
        }
    }
    session
}

/// Checks that the game of a session is saved, read, verified and dealt again without differences.
fn assert_saved_equal<G: Setup + Positions>(session: &Session<G>) {
    let text = session.write();
    let loaded = Record::<G>::read(&text).unwrap();
    assert!(
        G::initial_position(&loaded.record.deal).is_some()
            && G::starts_from_position(&loaded.record.deal)
    );
    assert_eq!(loaded.record.write(), text);
    assert!(verify(&text).is_ok(), "{:?}", verify(&text));
    let broken = text.replacen("\"turn\":\"", "\"turn\":\"x", 1);
    assert!(!verify(&broken).is_ok());
    let new_deal = G::deal_again(
        &loaded.record.rules,
        loaded.record.seats(),
        &loaded.record.deal,
        &Seed::from_number(6),
    );
    assert_eq!(new_deal.unwrap(), loaded.record.deal);
}

#[test]
fn games_from_positions_are_saved_and_redacted() {
    let mut rng = rng(24);
    for preset in race::PRESETS {
        let rules = race::Rules::preset(preset).unwrap();
        let mut race = Race::new(&rules, SeatSet::first(4), &race::Deal::default()).unwrap();
        for _ in 0..200 {
            race.play(&random_step(&race, &mut rng).unwrap(), &mut NullSink).unwrap();
        }
        assert_saved_equal(&session_from(preset, &race, &mut rng));
    }
    for preset in PRESETS {
        let mut game = junqi::start(&Rules::preset(preset).unwrap(), &mut rng);
        for _ in 0..120 {
            let Some(step) = random_step(&game, &mut rng) else { break };
            let mut next = game.clone();
            next.play(&step, &mut NullSink).unwrap();
            if next.outcome().is_some() {
                break;
            }
            game = next;
        }
        let session = session_from(preset, &game, &mut rng);
        assert_saved_equal(&session);
        if !game.rules().has_secrets() {
            continue;
        }
        for seat in game.seats().iter() {
            let redacted = redact(&session, seat, &Seed::from_number(1)).unwrap();
            let view = |state: &Junqi| state.view_during_play(Viewer::Seat(seat));
            let replayed = Session::new(redacted).unwrap();
            assert!(view(replayed.state()) == view(session.state()), "{preset} {seat:?}");
            assert_eq!(replayed.states()[0].position(), Err(NoPosition::Redacted));
        }
    }
}

/// Returns the fault of a line, in its syntax or its content, or `nothing`.
fn fault_of(line: &str) -> String {
    fn fault_in_game<G: Positions>(line: &str) -> String {
        match line.parse::<PositionLine<G>>() {
            Err(why) => why.to_string(),
            Ok(line) => match line.set_up() {
                Err(why) => why.to_string(),
                Ok(_) => "nothing".to_owned(),
            },
        }
    }
    match GameKind::of_line(line) {
        Err(why) => why.to_string(),
        Ok(GameKind::Race) => fault_in_game::<Race>(line),
        Ok(GameKind::Junqi) => fault_in_game::<Junqi>(line),
    }
}

const RACE: &str = "qipan race aeroplane turn=red";
const DARK: &str = "qipan junqi dark turn=south";
const FLAGS: &str = "south=S62F,S11P north=N62F,N11P";

#[test]
fn invalid_race_positions_are_refused_with_a_reason() {
    for (fields, reason) in [
        ("red=4 blue=-", "nothing"),
        ("red=4,7,-,- blue=home,12 die=2", "nothing"),
        ("red=4", "two to four"),
        ("blue=4 green=5", "red does not play here"),
        ("red=4,5,6,7,8 blue=-", "red has 5 planes; the rules give 4"),
        ("red=57 blue=-", "a plane of red is at 57; the centre is 56"),
        ("red=255 blue=-", "a plane of red is at 255"),
        ("red=256 blue=-", "`red=256`: expected planes as in"),
        ("red=4,x blue=-", "`red=4,x`: expected planes as in"),
        ("red= blue=-", "`red=`: expected planes as in"),
        ("red=4 blue=- die=7", "`die=7`: expected a number from 1 to 6"),
        ("red=- blue=- die=3", "cannot move anything with 3"),
        ("red=4 blue=- red=5", "`red` is given twice"),
        ("red=4 blue=- pink=5", "unknown key `pink`; known keys are "),
        ("red=4 blue=- takeoff=9", "`takeoff` cannot be [9]"),
        ("red=4 blue=- jump=perhaps", "`jump` cannot be \"perhaps\""),
        ("red=27 blue=1", "red and blue stand on the same square"),
        ("red=4,5 blue=- together=red:1+2", "its planes are not in one place"),
        ("red=4,4 blue=- together=red:1+5", "`together=red:1+5`: expected stacks as in"),
        ("red=4,4 blue=- together=red:1", "a stack is two planes or more"),
        ("red=0,0 blue=- together=red:1+2", "planes stack only on the track and the lane"),
        ("red=4,4 blue=- stack=never together=red:1+2", "never stack under these rules"),
        ("red=home,home,home,home blue=-", "`home` and the planes of red do not agree"),
        ("red=4 blue=- home=blue", "the planes of blue do not agree"),
        ("red=4 blue=home,home,home,home home=blue", "the game would be over"),
        ("red=4 blue=5 yellow=- gone=blue", "blue resigned"),
        ("red=4 blue=- sixes=3", "the third 6 in a row"),
        ("red=4 blue=- sixes=1 die=3", "a roll other than 6 ends a row of 6s"),
        ("red=4 blue=- moved=1", "planes that no 6 moved"),
        ("red=4 blue=- tries=2", "tries are not counted"),
        ("red=4 blue=- ply=4294967295", "`ply` is larger than in any game"),
        ("red=4 blue=- skips=blue:10", "at most nine turns"),
        ("red=4 blue=- put_off=red,red,red,red,red", "at most four turns"),
        ("red=4 blue=- put_off=nobody", "a list of seats"),
        ("red=4 blue=- ply=-1", "`ply=-1`: expected a number from 0"),
    ] {
        let line = format!("{RACE} {fields}");
        assert!(fault_of(&line).contains(reason), "{line}: {}", fault_of(&line));
    }
    let long = format!("{RACE} {}", "x".repeat(MAX_LINE));
    for (line, reason) in [
        ("", "begins with `qipan race` or `qipan junqi`"),
        ("qipan chess", "begins with"),
        ("qipan race", "unknown preset ``"),
        ("qipan race dark turn=south", "unknown preset `dark`; the presets are aeroplane"),
        ("qipan race aeroplane red=4 blue=5", "`turn` is missing"),
        (long.as_str(), "at most 8192 bytes"),
    ] {
        assert!(fault_of(line).contains(reason), "{line}: {}", fault_of(line));
    }
}

#[test]
fn invalid_junqi_positions_are_refused_with_a_reason() {
    for (fields, reason) in [
        ("south=S62F,S11P north=N62F,N11P", "nothing"),
        ("south=S62F,S11P,S11L north=N62F,N11P", "two pieces stand on S11"),
        ("south=S62F,S11P north=N62F,N11P,S11P", "two pieces stand on S11"),
        ("south=S62F,S11P north=N62F,E11P", "E11 is not on this board"),
        (
            "south=S62F,S11P north=N62F,N11S,N12S",
            "north has too many of the Field Marshal; an army has 1",
        ),
        ("south=S11P north=N62F,N11P", "the Flag of south is missing"),
        ("south=S61F,S11P north=N62F,N11P", "the Flag on S61 cannot have reached its cell"),
        ("south=S62F,S11P,S11D north=N62F", "two pieces stand on S11"),
        ("south=S62F,S11P,N51D north=N62F", "the Landmine on N51 cannot have reached its cell"),
        ("south=S62F,S51D north=N62F,N11P", "south is to move but has no legal move"),
        (
            "south=S62F,S11P,S51Dm north=N62F,N11P",
            "the marks of the piece on S51 (d, s, m, c) are impossible",
        ),
        (
            "south=S62F,S11Pd north=N62F,N11P",
            "the marks of the piece on S11 (d, s, m, c) are impossible",
        ),
        (
            "south=S62F,S11Pmc north=N62F,N11P",
            "the marks of the piece on S11 (d, s, m, c) are impossible",
        ),
        ("south=S62F,S11Px north=N62F,N11P", "pieces as in S11F"),
        ("south=S62F,S11X north=N62F,N11P", "pieces as in S11F"),
        ("south=S62F,S11 north=N62F,N11P", "pieces as in S11F"),
        ("south=S62F,S11Pss north=N62F,N11P", "pieces as in S11F"),
        ("south=S62F,军11P north=N62F,N11P", "pieces as in S11F"),
        ("south=S62F,S11P north=N62F,N11P east=E62F", "east does not play here"),
        ("south=S62F,S11P out=north:flag", "the game would be over"),
        ("south=S62F,S11P north=N62F,N11P out=north:flag", "north is out, so none of its pieces"),
        ("south=S62F,S11P north=N62F,N11P out=north:tired", "armies with reasons as in"),
        ("south=S62F,S11P north=N62F,N11P quiet=3", "`quiet` has a value that is impossible"),
        ("south=S62F,S11P north=N62F,N11P ply=4294967295", "`ply` has a value that is impossible"),
        ("south=S62F,S11P north=N62F,N11P dug=north:1", "`dug` has a value that is impossible"),
        (
            "south=S62F,S11P north=N62F,N11P quiet=999 ply=999",
            "`quiet` has a value that is impossible",
        ),
        ("south=S62F,S11P north=N62F,N11P dug=north:4", "`dug` has a value that is impossible"),
        (
            "south=S62F,S11P north=N62F,N11P timeouts=north:9",
            "`timeouts` has a value that is impossible",
        ),
        (
            "south=S62F,S11P north=N62F,N11P carried=north:S11",
            "the Flag of north cannot be carried",
        ),
        ("south=S62F,S11P north=N11P dropped=north:N11", "the Flag of north cannot be carried"),
        (
            "south=S62F,S11P north=N62F,N11P colours=swapped",
            "`colours` has a value that is impossible",
        ),
        ("south=S62F,S11P north=N62F,N11P colours=pink", "own, swapped or unknown"),
        ("south=S62F,S11P north=N62F,N11P put_off=west", "west does not play here"),
        ("south=S62F,S41D,S42P north=N62F", "the Landmine on S41 cannot have reached its cell"),
        ("south=S62F,S61P north=N62F,N61P,N51D,N52D,N53D quiet=65536", "a number from 0 to 65535"),
        ("south=S62F,S64P north=N62F", "south is to move but has no legal move"),
        ("sight=all south=S62F", "unknown key `sight`; known keys are "),
    ] {
        let line = format!("{DARK} {fields}");
        assert!(fault_of(&line).contains(reason), "{line}: {}", fault_of(&line));
    }
    for (line, reason) in [
        (format!("qipan junqi dark {FLAGS}"), "`turn` is missing"),
        (format!("qipan junqi dark turn=west {FLAGS}"), "west does not play here"),
        (format!("qipan junqi flip turn=south {FLAGS}"), "nothing"),
        (
            format!("qipan junqi flip turn=south {FLAGS} colours=unknown"),
            "while nobody owns an army",
        ),
        (
            "qipan junqi flip turn=south south=S62F north=N62F,N11P".to_owned(),
            "south has no piece left",
        ),
        (
            "qipan junqi flip turn=south south=S62F,S22Pd north=N62F,N11P".to_owned(),
            "the Lieutenant on S22",
        ),
        (format!("qipan junqi three turn=south {FLAGS}"), "the Flag of east is missing"),
        (
            "qipan junqi open flag_win=carry_home turn=south south=S64F,S62P,S11P north=N52P,N43L \
             carried=north:S62"
                .to_owned(),
            "the Flag of north cannot be carried",
        ),
        (
            "qipan junqi open flag_win=carry_home turn=south south=S64F,N13P north=N52P,N43L \
             dropped=north:N13"
                .to_owned(),
            "the Flag of north cannot be carried",
        ),
    ] {
        assert!(fault_of(&line).contains(reason), "{line}: {}", fault_of(&line));
    }
}

#[test]
fn saves_with_broken_positions_are_refused() {
    let mut rng = rng(25);
    let rules = Rules::preset("dark").unwrap();
    let game = junqi::start(&rules, &mut rng);
    let text = session_from("dark", &game, &mut rng).write();
    assert!(Record::<Junqi>::read(&text).is_ok());
    for (valid, broken) in [
        ("\"turn\":\"", "\"turn\":\"no"),
        ("\"pieces\":", "\"piece\":"),
        ("\"position\":{", "\"first\":\"south\",\"position\":{"),
        ("\"position\":{", "\"position\":{\"ply\":-1,"),
        ("\"position\":{", "\"position\":{\"quiet\":70000,"),
        ("\"position\":{", "\"position\":{\"quiet\":60000,\"ply\":60000,"),
        ("\"position\":{", "\"position\":{\"out\":[[\"north\",\"flag\"]],"),
        ("\"position\":{", "\"position\":{\"dug\":{\"south\":255},"),
        ("\"position\":{", "\"position\":{\"carried\":{\"south\":\"C11\"},"),
        ("\"position\":{", "\"position\":{\"put_off\":[\"west\"],"),
    ] {
        let changed = text.replacen(valid, broken, 1);
        assert!(changed != text && Record::<Junqi>::read(&changed).is_err(), "{broken}");
        assert!(!verify(&changed).is_ok(), "{broken}");
    }
}
