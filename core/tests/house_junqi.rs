//! The house rules of Junqi that ship and those of the manual: what each does and where it
//! stops, and random games under every one and every two of them.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::path::Path;

use common::junqi::{any_layout, check_state, legal, position, vary};
use common::rng;
use qipan_core::dice::Seed;
use qipan_core::game::{Game, NullSink, Step, Turn, Viewer};
use qipan_core::house::{House, HouseRule, retrace};
use qipan_core::junqi::{Action, Deal, Effect, Event, Fight, Junqi, Layout, PRESETS, Piece, Rules};
use qipan_core::options::RulesError;
use qipan_core::outcome::Reason;
use qipan_core::record::{AnyRecord, HouseLine, MAX_RULES, Player, Record, read, verify};
use qipan_core::script::{Host, LuaRule, ScriptInfo, ScriptKind, inspect};
use qipan_core::seat::{Seat, SeatSet};
use rand::RngExt;
use rand::rngs::SmallRng;

const MANUAL: &str = include_str!("../../scripts/README.md");
const TYPES: &str = include_str!("../../scripts/qipan.d.luau");

const SOUTH: Seat = Seat::new(0);
const NORTH: Seat = Seat::new(2);

/// Random games of each rule; more where the environment asks for them (`QIPAN_GAMES=10000`).
fn games() -> usize {
    std::env::var("QIPAN_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(20)
}

/// A house rule with what it says about itself.
struct Ruling {
    name: String,
    source: String,
    info: ScriptInfo,
}

impl Ruling {
    fn new(name: &str, source: String) -> Self {
        let info = inspect(name, &source, &Host::default()).unwrap_or_else(|why| panic!("{why}"));
        assert!(info.kind == ScriptKind::Rule && info.game == "junqi", "{name}");
        Self { name: name.to_owned(), source, info }
    }

    fn has(&self, hook: &str) -> bool {
        self.info.hooks.iter().any(|other| other == hook)
    }

    fn is_for(&self, preset: &str) -> bool {
        let presets = &self.info.presets;
        presets.is_empty() || presets.iter().any(|other| other == preset)
    }

    fn line(&self) -> HouseLine {
        let info = &self.info;
        HouseLine {
            file: format!("{}.luau", self.name),
            name: info.name.clone(),
            about: info.about.clone(),
            author: info.author.clone(),
            set: info.set.clone(),
            hooks: info.hooks.clone(),
            sees_all: info.sees_all,
            until: None,
            hash: HouseLine::hash_of(&self.source),
            source: self.source.clone(),
        }
    }
}

fn shipped() -> Vec<Ruling> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/rules/junqi");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut rules: Vec<_> = files
        .map(|file| {
            let name = file.file_stem().unwrap().to_str().unwrap();
            Ruling::new(name, std::fs::read_to_string(&file).unwrap())
        })
        .collect();
    rules.sort_by(|a, b| a.name.cmp(&b.name));
    rules
}

fn one(name: &str) -> Ruling {
    shipped().into_iter().find(|rule| rule.name == name).unwrap_or_else(|| panic!("no {name}"))
}

/// Fresh machines for those that have hooks.
fn house(rules: &[&Ruling]) -> House<Junqi> {
    let names: Vec<String> = rules.iter().map(|rule| rule.name.clone()).collect();
    let acting = (0u8..).zip(rules).filter(|(_, rule)| !rule.info.hooks.is_empty());
    let loaded = acting.map(|(number, rule)| {
        let loaded = LuaRule::load(&rule.name, &rule.source, number, &names, &Host::default());
        let loaded: LuaRule<Junqi> = loaded.unwrap_or_else(|why| panic!("{why}"));
        (number, Box::new(loaded) as Box<dyn HouseRule<Junqi>>)
    });
    House::new(loaded.collect())
}

/// The options with what the house rules set.
fn merged(rules: &Rules, house: &[&Ruling]) -> Result<Rules, RulesError> {
    let settings = house.iter().flat_map(|rule| &rule.info.set);
    let mut merged = settings
        .into_iter()
        .try_fold(rules.clone(), |rules, (key, value)| rules.with_unchecked(key, value))?;
    merged.check()?;
    merged.fights_told = house.iter().any(|rule| rule.has("battle"));
    Ok(merged)
}

/// A game under one shipped rule, from a position with both Flags and a Lieutenant each.
struct Table {
    game: Junqi,
    house: House<Junqi>,
}

impl Table {
    fn new(rule: &str, preset: &str, more: &[(&str, &str)]) -> Self {
        let rule = one(rule);
        assert!(rule.is_for(preset), "{} is not for {preset}", rule.name);
        let rules = merged(&Rules::preset(preset).unwrap(), &[&rule]).unwrap();
        let homes = [("S62", "s30"), ("N62", "n30"), ("S65", "s33"), ("N65", "n33")];
        Self { game: position(&rules, &[&homes, more].concat()), house: house(&[&rule]) }
    }

    /// Plays a move; what happened.
    fn play(&mut self, action: &str) -> Vec<Event> {
        let (seat, action) = (self.game.seat_to_move(), action.parse::<Action>().unwrap());
        let mut events = Vec::new();
        let step = Step::Act { seat, action };
        let played = self.house.play(&mut self.game, step, &mut Vec::new(), &mut events);
        played.unwrap_or_else(|why| panic!("{action}: {why}"));
        check_state(&self.game);
        events
    }

    /// South's move, then one that leaves north where it was or close by.
    fn go(&mut self, action: &str) -> Vec<Event> {
        let events = self.play(action);
        if self.game.turn() == Turn::Seat(NORTH) {
            let home = self.game.tile_at("N65".parse().unwrap()).is_some();
            self.play(if home { "N65 N55" } else { "N55 N65" });
        }
        events
    }

    fn can(&self, action: &str) -> bool {
        legal(&self.game).iter().any(|other| other == action)
    }
}

fn reveals(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event, Event::Revealed { .. })).count()
}

#[test]
fn fights_end_as_the_rule_has_it() {
    use Fight::{AttackerStays, BothGone, DefenderStays};
    for (rule, attacker, defender, expected) in [
        ("bomb_mines", "s32", "n31", BothGone),
        ("bomb_mines", "s40", "n31", BothGone),
        ("bomb_mines", "s32", "n36", DefenderStays),
        ("bomb_mines_dug", "s36", "n31", BothGone),
        ("bomb_mines_dug", "s32", "n31", AttackerStays),
        ("david_and_goliath", "s33", "n40", AttackerStays),
        ("david_and_goliath", "s40", "n33", DefenderStays),
        ("david_and_goliath", "s33", "n39", DefenderStays),
        ("david_and_goliath", "s34", "n40", DefenderStays),
        ("bomb_squad", "s32", "n00", AttackerStays),
        ("bomb_squad", "s33", "n00", BothGone),
        ("bomb_squad", "s00", "n32", BothGone),
    ] {
        for preset in ["dark", "open", "flip_open"] {
            let mut table = Table::new(rule, preset, &[("N42", attacker), ("N52", defender)]);
            let events = table.play("N42 N52");
            let Event::Battled { fight, .. } = events[0] else { panic!("{events:?}") };
            assert_eq!(fight, expected, "{rule}: {attacker} strikes {defender}");
        }
    }
}

#[test]
fn pieces_walk_as_the_rule_has_it() {
    for (rule, pieces, can, cannot) in [
        ("flying_bombs", [("S21", "s00"), ("S41", "s35")], "S21 S13", "S41 S53"),
        ("rail_turns", [("S21", "s35"), ("S24", "s36")], "S21 S13", "S24 S11"),
        ("cross_lines", [("S11", "s35"), ("S12", "s36")], "S11 N11", "S12 N11"),
        ("open_headquarters", [("S64", "s35"), ("S52", "s31")], "S64 S54", "S62 S61"),
    ] {
        let table = Table::new(rule, "dark", &pieces);
        assert!(table.can(can), "{rule}: {can} is missing in {:?}", legal(&table.game));
        assert!(!table.can(cannot), "{rule}: {cannot}");
        // Without the rule it is not so.
        let plain = position(
            &Rules::preset("dark").unwrap(),
            &[&[("S62", "s30"), ("N62", "n30"), ("N65", "n33")], &pieces[..]].concat(),
        );
        assert!(!legal(&plain).iter().any(|other| other == can), "{rule}");
    }
    assert!(!one("cross_lines").is_for("siguo_dark"), "the lines belong to the board for two");
}

#[test]
fn a_scout_shows_ranked_pieces_only() {
    let strike = |defender| {
        let mut table = Table::new("scouts", "dark", &[("N42", "s32"), ("N52", defender)]);
        reveals(&table.play("N42 N52"))
    };
    assert_eq!(["n36", "n31", "n00"].map(strike), [1, 0, 0]);
}

#[test]
fn contact_shows_who_fought_and_nobody_else() {
    let pieces = [("N42", "s38"), ("N52", "n36"), ("N41", "n35")];
    let mut table = Table::new("contact_reveals", "dark", &pieces);
    assert_eq!(reveals(&table.go("S65 S55")), 0);
    assert_eq!(reveals(&table.play("N42 N52")), 2);
    assert!(!table.game.is_shown("N41".parse().unwrap()));
}

#[test]
fn the_flag_is_carried_home() {
    let mut table = Table::new("carry_home", "dark", &[("N61", "s39")]);
    let lifted = table.go("N61 N62");
    assert!(lifted.contains(&Event::FlagLifted {
        by: SOUTH,
        seat: NORTH,
        at: "N62".parse().unwrap()
    }));
    for action in ["N62 N52", "N52 N51", "N51 S55", "S55 S54"] {
        table.go(action);
        assert_eq!(table.game.outcome(), None, "{action}: not home yet");
    }
    table.play("S54 S64");
    assert_eq!(table.game.outcome().unwrap().reason, Reason::FlagTaken);
    assert_eq!(table.game.outcome().unwrap().places[0], SeatSet::one(SOUTH));
}

#[test]
fn engineers_dig_and_carry() {
    let mines = [("N51", "n31"), ("N52", "n31"), ("N61", "n31"), ("N42", "s32"), ("N63", "s33")];
    let mut table = Table::new("engineers_carry", "flip_open", &mines);
    for action in ["N42 N52", "N52 N51", "N51 N61"] {
        assert!(!table.can("N52 N62") && !table.can("N63 N62"));
        table.go(action);
    }
    assert!(!table.can("N63 N62"), "a Lieutenant carries nothing");
    let lifted = table.play("N61 N62");
    assert!(matches!(lifted[..], [_, Event::FlagLifted { by: SOUTH, .. }]), "{lifted:?}");
    assert_eq!(table.game.outcome(), None);
}

#[test]
fn a_long_breath_is_two_hundred_plies() {
    let mut table = Table::new("long_breath", "dark", &[]);
    for _ in 0..50 {
        for action in ["S65 S55", "N65 N55", "S55 S65", "N55 N65"] {
            assert_eq!(table.game.outcome(), None, "ply {}", table.game.ply());
            table.play(action);
        }
    }
    assert_eq!(table.game.outcome().unwrap().reason, Reason::QuietPlies);
}

#[test]
fn layouts_are_objected_to() {
    for (rule, bad, good) in [
        ("mined_flag", "TPYNLHZSGPYJLNHGZDDDTFPNG", "TPYNLHZSGPYJLNHGZDTPDFDNG"),
        ("mined_flag", "TPYNLHZSGPYJLNHDDDZGTNPFG", "TPYNLHZSGPYJLNHDDPDGTNZFG"),
        ("marshal_behind", "TPYNSHZLGPYJLNHGZDTPDFDNG", "TPYNLSZHGPYJLNHGZDTPDFDNG"),
    ] {
        let rule = one(rule);
        let rules = Rules::preset("siguo_partner").unwrap();
        let objection = |layout: &str, seat: &str| {
            let layout: Layout = layout.parse().unwrap();
            let layouts = [(seat.to_owned(), layout.to_string())].into();
            let deal = Deal { layouts, ..Deal::default() };
            let seat = Junqi::seat_by_name(seat).unwrap();
            house(&[&rule]).objection(&rules, seat, &deal).unwrap()
        };
        for seat in ["south", "west"] {
            let why = objection(bad, seat).unwrap().1;
            assert!(why.contains("Landmine") || why.contains("first line"), "{why}");
            assert_eq!(objection(good, seat), None, "{}", rule.name);
        }
    }
}

#[test]
fn three_victories_make_an_officer() {
    let column = [("S11", "s36"), ("S21", "n33"), ("S31", "n34"), ("S41", "n34"), ("S51", "n37")];
    for (preset, shown) in [("dark", 1), ("open", 0), ("flip_open", 0), ("mixed", 0)] {
        let mut table = Table::new("promotion", preset, &column);
        let own = |events: &[Event]| {
            let hero = Piece::Colonel;
            events
                .iter()
                .filter(|event| matches!(event, Event::Revealed { piece, .. } if *piece == hero))
                .count()
        };
        let first = own(&table.go("S11 S21")) + own(&table.go("S21 S31"));
        assert_eq!(first, usize::from(preset == "mixed"), "two victories are not enough");
        assert_eq!(own(&table.go("S31 S41")), shown, "{preset}");
        let events = table.play("S41 S51");
        let Event::Battled { fight, .. } = events[0] else { panic!("{events:?}") };
        assert_eq!(fight, Fight::BothGone, "it counts as a Brigadier");
        assert_eq!(table.game.memory().of(0).count(), 0, "who is gone is forgotten");
    }
}

#[test]
fn the_last_five_are_shown() {
    let south = [("N42", "s33"), ("S51", "s31"), ("S52", "s38"), ("S53", "s31")];
    let north = [("N52", "n38"), ("N51", "n31"), ("N53", "n35"), ("N54", "n36")];
    let mut table = Table::new("last_stand", "dark", &[south, north].concat());
    assert_eq!(reveals(&table.go("S65 S55")), 0, "both have six");
    let events = table.play("N42 N52");
    assert_eq!(reveals(&events), 5);
    let public = table.game.view(Viewer::Public);
    for (cell, shown) in [("S62", true), ("S55", true), ("S51", true), ("N62", false)] {
        let seen = public.at(cell.parse().unwrap()).unwrap();
        assert_eq!(seen.piece.is_some(), shown, "{cell}");
    }
}

#[test]
fn a_follow_up_is_one_move() {
    let column = [("S11", "s40"), ("S21", "n33"), ("S31", "n34"), ("S41", "n34"), ("S54", "s38")];
    let mut table = Table::new("follow_up", "dark", &[&column[..], &[("S64", "n35")]].concat());
    let events = table.play("S11 S21");
    assert!(events.contains(&Event::ExtraTurn { seat: SOUTH }));
    assert_eq!(table.game.turn(), Turn::Seat(SOUTH));
    table.play("S21 S31");
    assert_eq!(table.game.turn(), Turn::Seat(NORTH), "the second victory gives nothing");
    table.play("N65 N55");
    // Who is shut in after its victory cannot follow up.
    table.play("S54 S64");
    assert_eq!(table.game.turn(), Turn::Seat(NORTH));
    table.play("N55 N65");
    table.play("S31 S41");
    assert_eq!(table.game.turn(), Turn::Seat(SOUTH));
}

#[test]
fn the_third_repetition_draws() {
    for preset in ["dark", "flip_open"] {
        let mut table = Table::new("third_repetition", preset, &[("S33", "s38")]);
        let around = ["S65 S55", "N65 N55", "S55 S65", "N55 N65"];
        for action in around.iter().cycle().take(8) {
            table.play(action);
            assert_eq!(table.game.outcome(), None);
        }
        // Another piece about instead is another position.
        let mut other =
            Table { game: table.game.clone(), house: house(&[&one("third_repetition")]) };
        other.play("S33 S34");
        assert_eq!(other.game.outcome(), None);
        table.play(around[0]);
        assert_eq!(table.game.outcome().unwrap().reason, Reason::HouseRule);
        assert_eq!(table.game.ply(), 9);
    }
}

/// A record about to begin, dealt at random but as the rules want it.
fn begin(
    rules: Rules,
    house: &mut House<Junqi>,
    lines: &[&Ruling],
    rng: &mut SmallRng,
) -> Record<Junqi> {
    let seed = Seed::from_number(rng.random());
    let seats = rules.seats();
    for _ in 0..1_000 {
        let layouts: Vec<_> = seats.iter().map(|seat| (seat, any_layout(rng))).collect();
        let deal = Deal::draw(&rules, &layouts, &seed).unwrap();
        if seats.iter().any(|seat| house.objection(&rules, seat, &deal).unwrap().is_some()) {
            continue;
        }
        let players = seats.iter().map(|seat| (seat, Player::human("甲"))).collect();
        let preset = rules.nearest_preset();
        let mut record = Record::new(preset, rules, players, deal, seed);
        record.house_rules = lines.iter().map(|rule| rule.line()).collect();
        return record;
    }
    panic!("no layout these rules allow");
}

/// A step of the seat to move, striking gladly.
fn any_step(game: &Junqi, house: &mut House<Junqi>, rng: &mut SmallRng) -> Option<Step<Junqi>> {
    let Turn::Seat(seat) = game.turn() else { return None };
    let mut actions = Vec::new();
    house.actions(game, &mut actions).unwrap();
    let strikes: Vec<Action> =
        actions.iter().filter(|a| game.tile_at(a.to()).is_some()).copied().collect();
    let list = if strikes.is_empty() || rng.random_ratio(1, 2) { &actions } else { &strikes };
    Some(match rng.random_range(0..500) {
        0 if game.rules().clock_seconds > 0 => Step::Timeout { seat },
        1 if game.rules().armies > 2 => Step::Resign { seat },
        _ => Step::Act { seat, action: list[rng.random_range(0..list.len())] },
    })
}

/// What a seat sees of a rule's doing must not hang on what it cannot see: the same step in
/// another deal, with the same told of it, has the same effects.
fn check_secrets(
    game: &Junqi,
    step: &Step<Junqi>,
    house: &mut House<Junqi>,
    rng: &mut SmallRng,
) -> bool {
    let other = Junqi::sample(&game.view(Viewer::Public), rng);
    if other.check(step).is_err() {
        return false;
    }
    let told = [game, &other].map(|game| {
        let mut events = Vec::<Event>::new();
        game.clone().play(step, &mut events).unwrap();
        events
    });
    if told[0] != told[1] {
        return false;
    }
    let effects = [game, &other].map(|game| {
        let mut steps = Vec::new();
        house.play(&mut game.clone(), step.clone(), &mut steps, &mut NullSink).unwrap();
        steps
    });
    assert_eq!(effects[0], effects[1], "{step:?} in {game:?} and {other:?}");
    true
}

#[derive(Default, Debug)]
struct Tally {
    games: usize,
    effects: usize,
    beliefs: usize,
    secrets: usize,
}

/// Plays a random game under rules and looks at everything about it.
fn play_through(
    rules: Rules,
    ruling: &[&Ruling],
    machines: [&mut House<Junqi>; 2],
    rng: &mut SmallRng,
    tally: &mut Tally,
) {
    let [first, second] = machines;
    let secret =
        rules.is_hidden() && !ruling.iter().any(|rule| rule.has("battle") || rule.info.sees_all);
    let hidden = rules.is_hidden();
    let mut record = begin(rules, first, ruling, rng);
    let mut game = record.start().unwrap();
    while let Some(step) = any_step(&game, first, rng) {
        if secret && rng.random_ratio(1, 30) {
            tally.secrets += usize::from(check_secrets(&game, &step, first, rng));
        }
        let from = record.steps.len();
        first
            .play(&mut game, step, &mut record.steps, &mut NullSink)
            .unwrap_or_else(|why| panic!("{why}: {game:?}"));
        tally.effects += record.steps.len() - from - 1;
        check_state(&game);
        assert!(record.steps.len() < 40_000, "a game does not end");
        if hidden && game.outcome().is_none() && rng.random_ratio(1, 40) {
            let viewers: Vec<_> =
                game.seats().iter().map(Viewer::Seat).chain([Viewer::Public]).collect();
            let view = game.view(viewers[rng.random_range(0..viewers.len())]);
            let belief = view.belief();
            for tile in view.tiles() {
                let (truth, maybe) = (game.piece_of(tile).unwrap(), belief.maybe(tile));
                assert!(maybe.contains(truth), "{:?} {tile} {truth:?} {maybe:?}", view.viewer());
            }
            tally.beliefs += 1;
        }
    }
    let outcome = game.outcome().unwrap();
    let mut placed: Vec<Seat> = outcome.places.iter().flat_map(|seats| seats.iter()).collect();
    placed.sort();
    assert_eq!(placed, game.seats().iter().collect::<Vec<_>>(), "every seat has one place");
    // The same once more in another machine, step by step, and without any.
    retrace(&record, second).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(record.states().unwrap().last(), Some(&game));
    let text = record.write();
    let AnyRecord::Junqi(again) = read(&text).unwrap().record else { panic!("another game") };
    assert_eq!(again, record);
    let report = verify(&text);
    assert!(report.is_fine(), "{report:?}");
    tally.games += 1;
}

/// Plays random games under rules in all presets they are for, every other round with random
/// options.
fn play_test(ruling: &[&Ruling], games: usize, rng: &mut SmallRng) -> Tally {
    let fits = |preset: &&str| ruling.iter().all(|rule| rule.is_for(preset));
    let presets: Vec<Rules> = PRESETS
        .into_iter()
        .filter(fits)
        .filter_map(|preset| merged(&Rules::preset(preset).unwrap(), ruling).ok())
        .collect();
    let mut tally = Tally::default();
    let mut kept = house(ruling);
    for game in 0..if presets.is_empty() { 0 } else { games } {
        let mut rules = presets[game % presets.len()].clone();
        if game / presets.len() % 2 == 1 {
            let told = rules.fights_told;
            // A game that nothing would end is none to wait for.
            rules = Rules { fights_told: false, ..rules };
            rules = vary(rules, rng);
            rules.draw_after_quiet_plies = rules.draw_after_quiet_plies.clamp(8, 90);
            rules =
                merged(&rules, ruling).unwrap_or_else(|_| presets[game % presets.len()].clone());
            assert_eq!(rules.fights_told, told);
        }
        play_through(rules, ruling, [&mut kept, &mut house(ruling)], rng, &mut tally);
    }
    tally
}

#[test]
fn random_games_keep_the_laws_under_every_rule() {
    // Those with hooks first: there is more to go wrong with them.
    let mut rules = shipped();
    rules.sort_by_key(|rule| rule.info.hooks.is_empty());
    for (number, rule) in rules.iter().enumerate() {
        let mut rng = rng(100 + number as u64);
        let tally = play_test(&[rule], games(), &mut rng);
        eprintln!("{}: {tally:?}", rule.name);
        assert_eq!(tally.games, games());
        let effects = rule.has("after");
        assert_eq!(tally.effects > 0, effects, "{}", rule.name);
    }
}

#[test]
fn random_games_keep_the_laws_under_every_two_rules_with_hooks() {
    let rules: Vec<Ruling> =
        shipped().into_iter().filter(|rule| !rule.info.hooks.is_empty()).collect();
    let mut rng = rng(200);
    let mut total = Tally::default();
    for (at, one) in rules.iter().enumerate() {
        for other in rules.iter().skip(at + 1) {
            for pair in [[one, other], [other, one]] {
                let tally = play_test(&pair, (games() / 8).max(2), &mut rng);
                total.games += tally.games;
                total.effects += tally.effects;
                total.secrets += tally.secrets;
            }
        }
    }
    eprintln!("{total:?}");
    assert!(total.games > 100 && total.effects > 1_000 && total.secrets > 20);
}

#[test]
fn as_many_rules_as_a_game_takes_go_together() {
    let mut all = shipped();
    all.sort_by_key(|rule| rule.info.hooks.is_empty());
    let mut rng = rng(300);
    for preset in PRESETS {
        let fitting: Vec<&Ruling> =
            all.iter().filter(|rule| rule.is_for(preset)).take(MAX_RULES).collect();
        assert!(fitting.len() > 8);
        let rules = merged(&Rules::preset(preset).unwrap(), &fitting).unwrap();
        for _ in 0..2 {
            let machines = [&mut house(&fitting), &mut house(&fitting)];
            play_through(rules.clone(), &fitting, machines, &mut rng, &mut Tally::default());
        }
    }
}

#[test]
fn what_ships_introduces_itself_in_both_languages() {
    for rule in shipped() {
        let (info, name) = (&rule.info, &rule.name);
        assert!(info.author == "Qipan" && name.len() <= 20, "{name}");
        let chinese = |text: &str| text.chars().any(|c| ('一'..='鿿').contains(&c));
        for text in [&info.name, &info.about] {
            assert!(chinese(&text.zh) && !chinese(&text.en) && !text.en.is_empty(), "{name}");
        }
        assert!(info.about.en.ends_with('.') && info.about.zh.ends_with('。'), "{name}");
        let comment = rule.source.lines().nth(1).unwrap();
        assert!(comment.starts_with("-- "), "{name} says where it comes from");
        // Every preset it names takes what it sets.
        for preset in &info.presets {
            let rules = merged(&Rules::preset(preset).unwrap(), &[&rule]);
            assert!(rules.is_ok(), "{name} {preset}: {rules:?}");
        }
    }
}

#[test]
fn the_rules_of_the_manual_work() {
    let blocks = MANUAL.split("```luau\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let rules: Vec<Ruling> = blocks
        .filter(|code| code.contains(": JunqiRule"))
        .enumerate()
        .map(|(number, code)| Ruling::new(&format!("manual_{number}"), code.to_owned()))
        .collect();
    assert!(!rules.is_empty());
    let mut rng = rng(400);
    for rule in &rules {
        assert_eq!(play_test(&[rule], 30, &mut rng).games, 30, "{}", rule.name);
    }
}

/// The kind of an effect in files; a new one has to be named here.
fn kind(effect: &Effect) -> &'static str {
    match effect {
        Effect::Remove { .. } => "remove",
        Effect::Reveal { .. } => "reveal",
        Effect::Move { .. } => "move",
        Effect::Swap { .. } => "swap",
        Effect::ExtraMove { .. } => "extra_move",
        Effect::Out { .. } => "out",
        Effect::Draw {} => "draw",
        Effect::Win { .. } => "win",
        Effect::Remember { .. } => "remember",
    }
}

#[test]
fn manual_and_type_file_name_every_effect() {
    let effects = [
        r#"{"kind":"remove","at":"S13"}"#,
        r#"{"kind":"reveal","at":"S13"}"#,
        r#"{"kind":"move","from":"S13","to":"S14"}"#,
        r#"{"kind":"swap","a":"S13","b":"S14"}"#,
        r#"{"kind":"extra_move","seat":"south"}"#,
        r#"{"kind":"out","seat":"south"}"#,
        r#"{"kind":"draw"}"#,
        r#"{"kind":"win","seat":"south"}"#,
        r#"{"kind":"remember","key":"raids","value":1}"#,
    ];
    let chapter = MANUAL.split("\n### Effects of Junqi").nth(1).unwrap();
    let chapter = chapter.split("\n### ").next().unwrap();
    let typed = TYPES.split("export type JunqiEffect").nth(1).unwrap();
    let typed = typed.split("export type").next().unwrap();
    let mut known: Vec<String> = Vec::new();
    for text in effects {
        let effect: Effect = serde_json::from_str(text).unwrap();
        let value = serde_json::to_value(effect).unwrap();
        let fields: Vec<&String> = value.as_object().unwrap().keys().collect();
        let kind = kind(&effect);
        assert_eq!(value["kind"], kind);
        for document in [chapter, typed] {
            let place = document
                .find(&format!("kind = \"{kind}\""))
                .or(document.find(&format!("kind: \"{kind}\"")));
            let rest = &document[place.unwrap_or_else(|| panic!("{kind} is not named"))..];
            let rest = rest.split('}').next().unwrap();
            for field in fields.iter().filter(|field| **field != "kind") {
                assert!(rest.contains(field.as_str()), "{kind}: {field} is not named");
            }
        }
        known.push(kind.to_owned());
    }
    // The list above is the whole list: the engine names its kinds in a refusal.
    let refusal = serde_json::from_str::<Effect>(r#"{"kind":"x"}"#).unwrap_err().to_string();
    let named = refusal.matches('`').count() / 2 - 1;
    assert_eq!(named, known.len(), "{refusal}");
}
