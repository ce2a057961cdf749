//! Plays games by arbitrary steps, legal or not.

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, Step, Turn};
use qipan_core::contract::localized::Text;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::Seat;
use qipan_core::play::session::Session;
use qipan_core::record::{AnnotationChange, Comment, Player, Record, SavedRule, split_journal};
use qipan_core::registry::{GameKind, verify};
use qipan_core::script::Scripted;
use qipan_core::with_game;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::{Value, json};

/// Plays random steps of a game, and checks its saved game and its journal.
pub fn play_randomly(kind: GameKind, rng: &mut Xoshiro256PlusPlus) {
    with_game!(kind, |G| play::<G>(rng));
}

fn play<G: Scripted>(rng: &mut Xoshiro256PlusPlus) {
    let mut session = Session::<G>::new(new_game(rng)).unwrap();
    let mut journal = session.begin_journal();
    for _ in 0..rng.random_range(1..120) {
        try_random_step(&mut session, rng);
    }
    journal.push_str(&session.take_lines().unwrap());
    let text = session.write();
    let reread = Record::<G>::read(&text).unwrap_or_else(|why| panic!("written as {why}"));
    assert_eq!(reread.record, *session.record());
    assert!(verify(&text).is_ok(), "{:?}", verify(&text));
    let (game, lines) = split_journal(&journal);
    let start = Record::<G>::read(game).unwrap().record;
    let resumed = Session::resume(start, lines).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!((resumed.record(), resumed.state()), (session.record(), session.state()));
}

/// Returns a new game of a random preset with a house rule that does nothing.
fn new_game<G: Scripted>(rng: &mut Xoshiro256PlusPlus) -> Record<G> {
    let presets = G::Rules::PRESETS;
    let preset = presets[rng.random_range(0..presets.len())];
    let rules = G::Rules::preset(preset).unwrap();
    let seed = Seed::from_number(rng.random_range(0..1000));
    let deal = G::draw_deal(&rules, rules.seats(), &seed).unwrap();
    let players = rules.seats().iter().map(|seat| (seat, Player::human("P"))).collect();
    let mut record = Record::new(preset, rules, players, deal, seed);
    let source = "return {}".to_owned();
    record.house_rules.push(SavedRule {
        file: "any.luau".to_owned(),
        name: Text::both("any"),
        about: Text::both("any"),
        author: String::new(),
        set: serde_json::Map::new(),
        hooks: vec!["after".to_owned()],
        questions: Default::default(),
        sees_all: false,
        until: None,
        hash: SavedRule::hash_of(&source),
        source,
        modules: Default::default(),
    });
    record
}

/// Tries a step that a player, a rule or a file may ask for. An illegal step must leave the game
/// unchanged.
fn try_random_step<G: Scripted>(session: &mut Session<G>, rng: &mut Xoshiro256PlusPlus) {
    let seat = Seat::new(rng.random_range(0..G::SEATS.len() as u8));
    let step = match rng.random_range(0..24) {
        0 => Step::Resign { seat },
        1 => Step::Timeout { seat },
        2 => Step::Draw,
        3 => return session.take_back(rng.random_range(0..200)),
        4 => {
            let comment =
                Comment { at: rng.random_range(0..60), text: "?".to_owned(), ..Comment::default() };
            session.annotate(AnnotationChange::Comment(comment));
            return;
        }
        5 => return session.set_player(seat, Player::robot("r", "r.luau")),
        6..10 => match random_effect::<G>(rng) {
            Some(effect) => Step::House { rule: 0, effect },
            None => return,
        },
        10 | 11 => match random_action::<G>(rng) {
            Some(action) => Step::Act { seat, action },
            None => return,
        },
        _ => match session.state().turn() {
            Turn::Chance { .. } => {
                session.roll().unwrap();
                return;
            }
            Turn::Seat(seat) => {
                let actions = session.actions();
                Step::Act { seat, action: actions[rng.random_range(0..actions.len())] }
            }
            Turn::Over => Step::Draw,
        },
    };
    let (old_state, old_steps) = (session.state().clone(), session.record().steps.len());
    let check = session.state().check(&step);
    let result = session.play(step.clone()).map(|_| ());
    assert_eq!(check.is_ok(), result.is_ok(), "{step:?}");
    if result.is_err() {
        assert_eq!((session.state(), session.record().steps.len()), (&old_state, old_steps));
    }
}

/// Returns an action of random words, if the game can parse them.
fn random_action<G: Game>(rng: &mut Xoshiro256PlusPlus) -> Option<G::Action> {
    let mut cell = || {
        format!(
            "{}{}{}",
            ["S", "N", "E", "W", "C"][rng.random_range(0..5)],
            rng.random_range(1..7),
            rng.random_range(1..6)
        )
    };
    let (from, to) = (cell(), cell());
    let plane = rng.random_range(1..5);
    let words = [
        format!("{from} {to}"),
        format!("flip {from}"),
        format!("launch {plane}"),
        format!("advance {plane}"),
        format!("advance {plane} fly"),
    ];
    words[rng.random_range(0..words.len())].parse().ok()
}

/// Returns a random effect of a house rule with arbitrary numbers, if the game has such an effect.
fn random_effect<G: Game>(rng: &mut Xoshiro256PlusPlus) -> Option<G::Effect> {
    let seat = G::SEATS[rng.random_range(0..G::SEATS.len())];
    let other_seat = G::SEATS[rng.random_range(0..G::SEATS.len())];
    let (plane, other_plane) = (rng.random_range(0..6), rng.random_range(0..6));
    let number = if rng.random_ratio(1, 4) { 1_000_000_000 } else { rng.random_range(-60..60) };
    let mut cell = || {
        format!(
            "{}{}{}",
            ["S", "N", "E", "W"][rng.random_range(0..4)],
            rng.random_range(1..7),
            rng.random_range(1..6)
        )
    };
    let (at, to) = (cell(), cell());
    let effects: [Value; 17] = [
        json!({"kind": "send_home", "seat": seat, "plane": plane}),
        json!({"kind": "advance", "seat": seat, "plane": plane, "by": number}),
        json!({"kind": "place", "seat": seat, "plane": plane, "to": number}),
        json!({
            "kind": "swap",
            "seat": seat,
            "plane": plane,
            "with": other_seat,
            "with_plane": other_plane
        }),
        json!({"kind": "extra_roll", "seat": seat}),
        json!({"kind": "extra_turn", "seat": seat}),
        json!({"kind": "skip_turn", "seat": seat}),
        json!({"kind": "draw"}),
        json!({"kind": "win", "seat": seat}),
        json!({"kind": "pass"}),
        json!({"kind": "remember", "key": at, "value": number}),
        json!({"kind": "reveal", "at": at}),
        json!({"kind": "remove", "at": at}),
        json!({"kind": "move", "from": at, "to": to}),
        json!({"kind": "swap", "a": at, "b": to}),
        json!({"kind": "extra_move", "seat": seat}),
        json!({"kind": "out", "seat": seat}),
    ];
    serde_json::from_value(effects[rng.random_range(0..effects.len())].clone()).ok()
}
