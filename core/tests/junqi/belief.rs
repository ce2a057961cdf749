//! Tests that a viewer's belief never excludes the truth and is as narrow as the facts allow.

use crate::common::junqi::{position, random_rules, rules, start};
use crate::common::rng;
use qipan_core::contract::game::{Game, NullSink, Step, Turn, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::position::PositionLine;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::layout::may_stand;
use qipan_core::games::junqi::{
    Action, Battle, BattleResult, Junqi, Kind, KindSet, PRESETS, Rules, Tile, View,
};
use rand::RngExt;
use rand::rngs::SmallRng;
use serde_json::{Value, json};

/// Plays a random game with many strikes. `look` sees every state with a seat to move.
fn play(rules: &Rules, rng: &mut SmallRng, mut look: impl FnMut(&Junqi, &mut SmallRng)) {
    let mut game = start(rules, rng);
    let mut actions = Vec::new();
    while let Turn::Seat(seat) = game.turn() {
        look(&game, rng);
        game.legal_actions(&mut actions);
        let strikes: Vec<Action> =
            actions.iter().filter(|a| game.tile_at(a.to()).is_some()).copied().collect();
        let list = if strikes.is_empty() || rng.random_ratio(1, 2) { &actions } else { &strikes };
        let action = list[rng.random_range(0..list.len())];
        let step = match rng.random_range(0..500) {
            0 if rules.clock_seconds > 0 => Step::Timeout { seat },
            1 if rules.armies > 2 => Step::Resign { seat },
            _ => Step::Act { seat, action },
        };
        game.play_unchecked(&step, &mut NullSink);
    }
    look(&game, rng);
}

fn viewers(game: &Junqi) -> impl Iterator<Item = Viewer> + use<> {
    game.seats().iter().map(Viewer::Seat).chain([Viewer::Public])
}

#[test]
fn belief_knows_that_a_flag_carried_at_the_start_is_not_shown_again() {
    let line: PositionLine<Junqi> = "qipan junqi dark flag_win=carry_home turn=north ply=10 \
         south=S62F,S13Z,S11Tm north=N13S,N15J,N21H,N23H,N25L,N31L,N32T,N34T,N35Y,N41Y,N43N,N45N,\
         N12N,N14P,N33P,N22P,N24G,N42G,N44G,N52Z,N54Z,N51D,N53D,N55D carried=north:S11"
        .parse()
        .unwrap();
    let mut game = line.set_up().unwrap();
    let general = game.tile_at("N15".parse().unwrap()).unwrap();
    let Turn::Seat(seat) = game.turn() else { unreachable!("North is to move") };
    let step = Step::Act { seat, action: "N13 S13".parse().unwrap() };
    game.play(&step, &mut NullSink).unwrap();
    // The Field Marshal fell, but its army has no Flag that could be shown.
    let view = game.view(Viewer::Seat(Seat::new(0)));
    assert!(view.belief().chances(general)[Kind::General.index()] > 0.0);
}

#[test]
fn belief_never_excludes_the_truth() {
    let mut rng = rng(1);
    let (mut looked, mut narrowed) = (0, 0);
    let presets = PRESETS.into_iter().map(|name| Rules::preset(name).unwrap());
    let mut all: Vec<Rules> = presets.collect();
    all.extend((0..150).map(|_| random_rules(&mut rng)));
    for rules in all {
        play(&rules, &mut rng, |game, rng| {
            if !rng.random_ratio(1, 8) {
                return;
            }
            for viewer in viewers(game) {
                let view = game.view(viewer);
                let belief = view.belief();
                for tile in view.tiles().filter(|tile| view.visible_tile(*tile).piece.is_none()) {
                    let (truth, maybe) = (game.kind_of(tile).unwrap(), belief.candidates(tile));
                    assert!(
                        maybe.contains(truth),
                        "{viewer:?} {tile} {truth:?} {maybe:?} {rules:?}"
                    );
                    looked += 1;
                    narrowed += usize::from(maybe.len() < 6);
                }
            }
        });
    }
    eprintln!("{looked} pieces, {narrowed} of them with less than half the kinds left");
    assert!(looked >= 100_000 && narrowed >= looked / 20);
}

/// Returns the kinds of the attacker or the defender of a battle that could have this result
/// against one of `opponents`.
fn possible_kinds(
    battle: &Battle,
    of_defender: bool,
    opponents: KindSet,
    rules: &Rules,
) -> KindSet {
    let has_result = |piece: Kind, opponent: Kind| match of_defender {
        true => opponent.battle_result(piece, rules.mine) == battle.result,
        false => piece.battle_result(opponent, rules.mine) == battle.result,
    };
    let is_possible = |piece: &Kind| opponents.iter().any(|opponent| has_result(*piece, opponent));
    Kind::ALL.into_iter().filter(is_possible).collect()
}

/// Returns the candidates of an enemy piece that follow from facts about this piece only, in a game
/// of two. This is a slow reference implementation.
fn candidates_from_own_facts(view: &View, tile: Tile) -> KindSet {
    let (rules, seen) = (view.rules(), view.visible_tile(tile));
    let known = |tile: Tile| KindSet::one(view.visible_tile(tile).piece.unwrap());
    let starts = Kind::ALL.into_iter().filter(|piece| may_stand(*piece, tile.start()));
    let mut maybe: KindSet = starts.filter(|piece| !seen.moved || piece.moves()).collect();
    if seen.turned_corner {
        let bomb = rules.bomb_moves_as_engineer;
        maybe = maybe.intersection(
            [Kind::Engineer, Kind::Bomb][..1 + usize::from(bomb)].iter().copied().collect(),
        );
    }
    for battle in view.battles() {
        let (fell, flag_shown) = match tile {
            _ if battle.attacker == tile => {
                maybe = maybe.intersection(possible_kinds(
                    battle,
                    false,
                    known(battle.defender),
                    rules,
                ));
                (battle.result != BattleResult::AttackerSurvives, battle.attacker_flag_shown)
            }
            _ if battle.defender == tile => {
                maybe =
                    maybe.intersection(possible_kinds(battle, true, known(battle.attacker), rules));
                (battle.result != BattleResult::DefenderSurvives, battle.defender_flag_shown)
            }
            _ => continue,
        };
        if fell && battle.defender == tile {
            maybe = maybe.difference(KindSet::one(Kind::Flag));
        }
        if fell && rules.marshal_reveals_flag {
            let marshal = KindSet::one(Kind::FieldMarshal);
            maybe =
                if flag_shown { maybe.intersection(marshal) } else { maybe.difference(marshal) };
        }
    }
    maybe
}

/// Returns true if every tile can be matched to a piece, by augmenting paths.
fn has_complete_matching(masks: &[KindSet], pieces: &[Kind]) -> bool {
    /// Matches a tile. `holder` is the tile of each piece, `tried` the pieces on the current path.
    fn match_tile(
        tile: usize,
        masks: &[KindSet],
        pieces: &[Kind],
        holder: &mut [Option<usize>],
        tried: &mut [bool],
    ) -> bool {
        (0..pieces.len()).any(|at| {
            if !masks[tile].contains(pieces[at]) || std::mem::replace(&mut tried[at], true) {
                return false;
            }
            let free = match holder[at] {
                None => true,
                Some(other) => match_tile(other, masks, pieces, holder, tried),
            };
            if free {
                holder[at] = Some(tile);
            }
            free
        })
    }
    let mut holder = vec![None; pieces.len()];
    (0..masks.len())
        .all(|tile| match_tile(tile, masks, pieces, &mut holder, &mut vec![false; pieces.len()]))
}

/// Checks that the candidates of each hidden tile are exactly the kinds with which all other tiles
/// can still be matched. Returns the number of tiles checked.
fn check_exact(view: &View, seat: Seat) -> usize {
    let enemy = |tile: &Tile| view.visible_tile(*tile).owner != Some(seat);
    let (shown, hidden): (Vec<Tile>, Vec<Tile>) =
        view.tiles().filter(enemy).partition(|tile| view.visible_tile(*tile).piece.is_some());
    let mut pieces: Vec<Kind> =
        Kind::ALL.into_iter().flat_map(|p| (0..p.count()).map(move |_| p)).collect();
    for piece in shown.iter().filter_map(|tile| view.visible_tile(*tile).piece) {
        pieces.remove(pieces.iter().position(|other| *other == piece).unwrap());
    }
    let masks: Vec<KindSet> =
        hidden.iter().map(|tile| candidates_from_own_facts(view, *tile)).collect();
    let belief = view.belief();
    for (at, tile) in hidden.iter().enumerate() {
        let possible = |piece: &Kind| {
            let mut masks = masks.clone();
            masks[at] = masks[at].intersection(KindSet::one(*piece));
            has_complete_matching(&masks, &pieces)
        };
        let exact: KindSet = Kind::ALL.into_iter().filter(possible).collect();
        assert_eq!(belief.candidates(*tile), exact, "{tile} {:?}", masks[at]);
    }
    hidden.len()
}

#[test]
fn belief_is_exact_in_games_of_two() {
    let mut rng = rng(2);
    let mut checked = 0;
    for options in [
        json!({}),
        json!({"mine": "bomb"}),
        json!({"mine": "bomb_engineer_digs", "bomb_moves_as_engineer": true}),
        json!({"contact_reveals": true}),
        json!({"marshal_reveals_flag": false, "extra_lines": [["S11", "N14"]]}),
    ] {
        let changes: Vec<_> = options.as_object().unwrap().clone().into_iter().collect();
        let changes: Vec<_> = changes.iter().map(|(key, v)| (key.as_str(), v.clone())).collect();
        let rules = rules("dark", &changes);
        for _ in 0..6 {
            play(&rules, &mut rng, |game, rng| {
                if game.outcome().is_none() && rng.random_ratio(1, 12) {
                    for seat in game.seats().iter() {
                        checked += check_exact(&game.view(Viewer::Seat(seat)), seat);
                    }
                }
            });
        }
    }
    eprintln!("{checked} pieces");
    assert!(checked > 5_000);
}

#[test]
fn chances_sum_to_one_within_candidates() {
    let mut rng = rng(3);
    for name in PRESETS {
        play(&Rules::preset(name).unwrap(), &mut rng, |game, rng| {
            if !rng.random_ratio(1, 20) {
                return;
            }
            for viewer in viewers(game) {
                let view = game.view(viewer);
                let belief = view.belief();
                for tile in view.tiles() {
                    let chances = belief.chances(tile);
                    let sum: f32 = chances.iter().sum();
                    assert!((sum - 1.0).abs() < 1e-3, "{name} {tile} {chances:?}");
                    for piece in Kind::ALL {
                        let chance = chances[piece.index()];
                        assert!(
                            chance >= 0.0
                                && (chance == 0.0 || belief.candidates(tile).contains(piece))
                        );
                        let sides: f32 =
                            belief.chances_by_owner(tile).iter().map(|s| s[piece.index()]).sum();
                        assert!((sides - chance).abs() < 1e-3);
                    }
                }
            }
        });
    }
}

/// Returns the public's candidates for the two pieces of the last battle after these moves, as
/// codes: those of the attacker, then those of the defender.
fn candidates_after(
    options: &[(&str, Value)],
    pieces: &[(&str, &str)],
    moves: &[&str],
) -> Vec<String> {
    let mut game = position(&rules("dark", options), pieces);
    for action in moves {
        crate::common::junqi::play(&mut game, action);
    }
    let view = game.view(Viewer::Public);
    let belief = view.belief();
    let fought = view.battles().last().unwrap();
    let codes = |tile: Tile| belief.candidates(tile).iter().map(Kind::code).collect::<Vec<_>>();
    [fought.attacker, fought.defender].map(|tile| codes(tile).join(" ")).into()
}

/// Both Flags, and a Lieutenant for each side, so that it can always move.
const FLAGS_AND_LIEUTENANTS: [(&str, &str); 4] =
    [("S62", "s30"), ("N62", "n30"), ("S65", "s33"), ("N65", "n33")];

#[test]
fn shown_flags_identify_fallen_field_marshals() {
    let fight = |attacker: &str, defender: &str, options: &[(&str, Value)]| {
        let mut pieces = FLAGS_AND_LIEUTENANTS.to_vec();
        let (a, d) = (format!("s{attacker}"), format!("n{defender}"));
        pieces.extend([("N41", a.as_str()), ("N51", d.as_str())]);
        candidates_after(options, &pieces, &["N41 N51"])
    };
    assert_eq!(fight("40", "31", &[]), ["40", "31"]);
    assert_eq!(fight("40", "00", &[]), ["40", "00"]);
    assert_eq!(fight("00", "40", &[]), ["00", "40"]);
    assert_eq!(fight("40", "40", &[]), ["40", "40"]);
    assert_eq!(fight("40", "31", &[("mine", json!("bomb"))]), ["40", "00 31"]);
    // No Flag shown: neither was a Field Marshal.
    assert_eq!(fight("39", "40", &[]), ["39 38 37 36 35 34 33 32", "40 39 38 37 36 35 34 33 31"]);
    assert_eq!(fight("39", "31", &[("marshal_reveals_flag", json!(false))])[0].len(), 26);
}

#[test]
fn scouting_identifies_engineers() {
    let fight = |attacker: &str, defender: &str| {
        let mut pieces = FLAGS_AND_LIEUTENANTS.to_vec();
        let (a, d) = (format!("s{attacker}"), format!("n{defender}"));
        pieces.extend([("N41", a.as_str()), ("N51", d.as_str())]);
        candidates_after(&[("scout", json!(true))], &pieces, &["N41 N51"])
    };
    assert_eq!(fight("32", "38"), ["32", "38"]);
    assert_eq!(fight("36", "38")[0], "39 38 37 36 35 34 33");
}

#[test]
fn turning_a_corner_identifies_engineers_or_bombs() {
    let mut pieces = FLAGS_AND_LIEUTENANTS.to_vec();
    pieces.extend([("S55", "s32"), ("S33", "s40")]);
    for (option, codes) in [(json!(false), "32"), (json!(true), "32 00")] {
        let rules = rules("dark", &[("bomb_moves_as_engineer", option)]);
        let mut game = position(&rules, &pieces);
        crate::common::junqi::play(&mut game, "S55 S12");
        let view = game.view(Viewer::Seat(Seat::new(2)));
        let belief = view.belief();
        let maybe = belief.candidates("S55".parse().unwrap());
        assert_eq!(maybe.iter().map(Kind::code).collect::<Vec<_>>().join(" "), codes);
    }
}
