//! The Junqi table: viewers, players' cards, clocks, the referee and offered draws.

use std::collections::BTreeSet;

use egui::Key;
use qipan::app::Screen;
use qipan::games::junqi::{Losses, words};
use qipan::model::i18n::Lang;
use qipan::model::rules::SomeRules;
use qipan::model::setup::NewGame;
use qipan::play::table::Table;
use qipan::screens::replay::{ReplayScreen as _, ReplayView};
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, Step, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::games::junqi::{BattleResult, Cell, Event, Junqi, VisibleTile};
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record};

use crate::support::{Desk, Place, robot};

const SOUTH: Seat = Seat::new(0);
const EAST: Seat = Seat::new(1);
const LANGS: [Lang; 2] = [Lang::En, Lang::Zh];

fn record(preset: &str, clock: u8, players: impl Into<Vec<Option<Player>>>) -> Record<Junqi> {
    let mut rules = <Junqi as Game>::Rules::preset(preset).unwrap();
    rules.clock_seconds = clock;
    let rules = SomeRules::new::<Junqi>(rules);
    let seed = Some(Seed::from_number(5));
    let game = NewGame {
        preset: preset.to_owned(),
        rules,
        players: players.into(),
        pick_colour: false,
        seed,
        house_rules: Vec::new(),
        layouts: Default::default(),
        position: None,
    };
    game.record::<Junqi>().unwrap()
}

fn robots() -> [Option<Player>; 4] {
    std::array::from_fn(|_| Some(robot("random")))
}

/// Returns four players: a person in the south, robots of this name in the other seats.
fn against(name: &str) -> [Option<Player>; 4] {
    std::array::from_fn(|k| Some(if k == 0 { Player::human("Kim") } else { robot(name) }))
}

/// Plays a record on for up to `steps` steps, with actions from all over the board.
fn played(record: Record<Junqi>, steps: usize) -> Session<Junqi> {
    let mut session = Session::new(record).unwrap();
    for step in 0..steps {
        let actions = session.actions();
        if actions.is_empty() {
            break;
        }
        let seat = session.state().seat_to_move();
        session.act(seat, actions[step * 7 % actions.len()]).unwrap();
    }
    session
}

fn table(desk: &Desk) -> &Table<Junqi> {
    desk.app().table.as_ref().map(|table| table.table::<Junqi>()).unwrap()
}

fn replay(desk: &Desk) -> &ReplayView<Junqi> {
    desk.app().replay.as_ref().and_then(|replay| replay.replay::<Junqi>()).unwrap()
}

fn open(place: &Place, record: Record<Junqi>) -> Desk {
    let mut desk = place.open();
    desk.h.state_mut().table = Some(Table::new(record, false).unwrap().into());
    desk.h.state_mut().go(Screen::Play);
    desk.frames(3);
    desk
}

fn eyes_of(desk: &Desk, seat: Seat) -> String {
    let name = qipan::games::words::seat::<Junqi>(desk.app().i18n(), seat);
    desk.tf("eyes-of", &[("seat", name.into())])
}

#[test]
fn finished_game_can_be_seen_as_any_viewer() {
    for lang in LANGS {
        let mut session = played(record("siguo_dark", 0, robots()), 40);
        session.play(Step::Draw).unwrap();
        let place = Place::quick(lang);
        let file = place.write("old.json", &session.record().write());
        let mut desk = place.open_with(Some(file));
        desk.on(Screen::Replay);
        let hidden = desk.t("junqi-hidden");
        assert_eq!(replay(&desk).perspective().viewer(), Viewer::All);
        assert!(!desk.sees_part(&hidden), "everything is shown first");
        desk.click(&eyes_of(&desk, EAST));
        desk.frames(2);
        assert_eq!(replay(&desk).perspective().viewer(), Viewer::Seat(EAST));
        desk.assert_sees(&hidden);
        for seat in (2..4).map(Seat::new) {
            desk.key(Key::V);
            assert_eq!(replay(&desk).view().viewer(), Viewer::Seat(seat));
        }
        // A side's view shows the armies of both partners and no others.
        let sides =
            [[0, 2], [1, 3]].map(|side| side.map(Seat::new).into_iter().collect::<SeatSet>());
        for side in sides {
            desk.key(Key::V);
            desk.frames(2);
            let view = replay(&desk).view();
            assert_eq!(view.viewer(), Viewer::Side(side));
            let known = |seen: &VisibleTile| seen.owner.is_some_and(|owner| side.contains(owner));
            let seen: Vec<VisibleTile> = view.tiles().map(|tile| view.seen(tile)).collect();
            assert!(seen.iter().all(|seen| seen.shown || seen.piece.is_some() == known(seen)));
            assert_eq!(seen.iter().filter(|seen| seen.piece.is_some()).count(), 50);
        }
        desk.assert_sees(&hidden);
        desk.key(Key::V);
        desk.frames(2);
        assert_eq!(replay(&desk).view().viewer(), Viewer::All);
        assert!(!desk.sees_part(&hidden));
        desk.click(&eyes_of(&desk, SOUTH));
        desk.click_id("eyes-all");
        assert_eq!(replay(&desk).view().viewer(), Viewer::All);
    }
}

#[test]
fn replay_of_a_running_game_keeps_the_players_view() {
    let place = Place::quick(Lang::En);
    let running = played(record("siguo_dark", 0, against("random")), 8);
    let mut desk = open(&place, running.record().clone());
    desk.menu("play-look-back");
    desk.on(Screen::Replay);
    assert_eq!(replay(&desk).view().viewer(), Viewer::Seat(SOUTH));
    desk.key(Key::V);
    assert!(desk.app().replay.is_some() && !desk.can(&desk.t("eyes-all")), "{}", desk.words());
    assert_eq!(replay(&desk).view().viewer(), Viewer::Seat(SOUTH));
}

#[test]
fn unfinished_robot_game_shows_one_seat_until_confirmed() {
    for lang in LANGS {
        let place = Place::quick(lang);
        let running = played(record("siguo_dark", 0, robots()), 8);
        let file = place.write("old.json", &running.record().write());
        let mut desk = place.open_with(Some(file));
        desk.on(Screen::Play);
        assert_eq!(table(&desk).viewer(), Viewer::Seat(SOUTH));
        desk.click_id("eyes-all");
        desk.frames(2);
        desk.assert_sees_id("ask-show-everything");
        desk.click_id("action-no");
        assert_eq!(table(&desk).viewer(), Viewer::Seat(SOUTH));
        desk.key(Key::V);
        desk.frames(2);
        desk.assert_sees_id("ask-show-everything");
        desk.click_id("action-yes");
        assert_eq!(table(&desk).viewer(), Viewer::Seat(EAST));
        // The question is asked only once.
        desk.click_id("eyes-all");
        assert_eq!(table(&desk).viewer(), Viewer::All);
    }
}

#[test]
fn handing_the_seat_to_a_robot_keeps_the_view() {
    let place = Place::quick(Lang::En);
    let mut desk = open(&place, record("siguo_dark", 0, against("random")));
    let table_mut = desk.h.state_mut().table.as_mut().unwrap().table_mut::<Junqi>();
    table_mut.common.paused = true;
    table_mut.set_player(SOUTH, robot("random"));
    desk.frames(2);
    assert_eq!(table(&desk).viewer(), Viewer::Seat(SOUTH));
    desk.key(Key::V);
    desk.frames(2);
    desk.assert_sees_id("ask-show-everything");
}

/// Returns a `.jgs` file: a duel of two layouts, then these entries.
fn jgs(entries: &[[u8; 10]]) -> Vec<u8> {
    let mut bytes = vec![0; 0x19C];
    bytes[..11].copy_from_slice(b"QQGame JQS\0");
    bytes[0x0F] = 2;
    bytes[0x1A..0x1C].copy_from_slice(&(entries.len() as u16).to_le_bytes());
    // Codes of the file: 2 Flag, 3 Landmine, 4 Bomb, 5 Field Marshal .. 13 Engineer.
    #[rustfmt::skip]
    let layout: [u8; 30] = [
        5, 6, 7, 7, 8,
        8, 0, 9, 0, 9,
        10, 10, 0, 11, 11,
        11, 0, 12, 0, 12,
        12, 13, 13, 13, 4,
        4, 2, 3, 3, 3,
    ];
    for k in 0..4 {
        let seat = 0x20 + 88 * k;
        bytes[seat] = if k % 2 == 0 { k as u8 } else { 0xFF };
        if k % 2 == 0 {
            // Two characters in GBK.
            bytes[seat + 8..seat + 12].copy_from_slice(&[0xD0, 0xA1, 0xC3, 0xF7]);
            bytes[seat + 28..seat + 58].copy_from_slice(&layout);
        }
    }
    entries.iter().for_each(|entry| bytes.extend(entry));
    bytes.extend([0; 8]);
    bytes
}

/// The entry of a draw in a `.jgs` file.
const DRAWN: [u8; 10] = [0xF5, 5, 0, 2, 0xFF, 0, 0, 0, 0, 0];

#[test]
fn jgs_files_open_as_replays() {
    for lang in LANGS {
        let place = Place::quick(lang);
        let file = place.path("saves/duel.jgs");
        std::fs::create_dir_all(place.path("saves")).unwrap();
        let bytes = jgs(&[DRAWN]);
        std::fs::write(&file, &bytes).unwrap();
        let mut desk = place.open();
        // The dialog lists the file among the games.
        desk.ctrl(Key::O);
        desk.frames(2);
        desk.click("duel.jgs");
        desk.on(Screen::Replay);
        desk.assert_sees("小明");
        desk.assert_sees("duel");
        assert_eq!(replay(&desk).record().preset, "siguo_duel");
        // Saving asks for a new name and leaves the file unchanged.
        desk.ctrl(Key::S);
        desk.frames(2);
        desk.assert_sees_id("file-save");
        desk.click_id("action-save");
        desk.frames(2);
        assert_eq!(std::fs::read(&file).unwrap(), bytes);
        let saves = place.saves();
        assert_eq!(saves.len(), 2, "{saves:?}");
        let saved = saves.iter().find(|path| *path != &file).unwrap();
        assert_eq!(saved.extension().unwrap(), "json");
        // A broken file is reported by name, and no replay opens.
        let broken = place.path("saves/broken.jgs");
        std::fs::write(&broken, &bytes[..100]).unwrap();
        let mut desk = place.open_with(Some(broken));
        desk.on(Screen::Home);
        desk.frames(1);
        desk.assert_sees("broken.jgs");
        assert!(desk.app().replay.is_none());
    }
}

#[test]
fn unfinished_jgs_file_shows_one_seat_until_confirmed() {
    let place = Place::quick(Lang::En);
    let file = place.path("running.jgs");
    std::fs::write(&file, jgs(&[])).unwrap();
    let mut desk = place.open_with(Some(file));
    desk.on(Screen::Replay);
    assert_eq!(replay(&desk).view().viewer(), Viewer::Seat(SOUTH));
    desk.key(Key::V);
    desk.frames(2);
    desk.click_id("action-yes");
    desk.key(Key::V);
    assert_ne!(replay(&desk).view().viewer(), Viewer::Seat(SOUTH));
}

/// Returns a robot that accepts a draw if this condition holds.
fn agreeing(when: &str) -> String {
    format!(
        "return {{ api = 1, game = \"junqi\", name = \"Peaceful\", version = \"1\", \
         author = \"Kim\",\n\
         choose = function(view, turn) return turn:actions()[1] end,\n\
         draw = function(view, turn) return {when} end }}\n"
    )
}

#[test]
fn robots_answer_an_offered_draw_from_their_own_view() {
    for lang in LANGS {
        let place = Place::quick(lang);
        // Accepts only if the view is not that of South, who offers the draw.
        place.write("scripts/robots/junqi/yes.luau", &agreeing("view.seat ~= \"south\""));
        let mut players = against("random");
        for (offered, agrees) in [("random", false), ("yes", true)] {
            players[1..].fill(Some(robot("yes")));
            players[1] = Some(robot(offered));
            let mut desk = open(&place, record("siguo_dark", 0, players.clone()));
            desk.until("my turn", |desk| table(desk).human_to_act().is_some());
            desk.settle();
            if agrees {
                desk.menu("menu-draw");
            } else {
                desk.key(Key::D);
            }
            desk.until("an answer", |desk| !table(desk).is_offered());
            desk.frames(2);
            assert_eq!(table(&desk).state().outcome().is_some(), agrees, "{}", desk.words());
            if !agrees {
                let east = qipan::games::words::seat::<Junqi>(desk.app().i18n(), EAST);
                desk.assert_sees(&desk.tf("notice-draw-declined", &[("seats", east.into())]));
                assert!(table(&desk).human_to_act().is_some(), "the game goes on");
            }
        }
    }
}

#[test]
fn failing_robot_declines_an_offered_draw() {
    let place = Place::quick(Lang::En);
    place.write("scripts/robots/junqi/bad.luau", &agreeing("nothing.at.all"));
    let players = [Some(Player::human("")), None, Some(robot("bad")), None];
    let mut desk = open(&place, record("dark", 0, players));
    desk.until("my turn", |desk| table(desk).human_to_act().is_some());
    desk.settle();
    desk.key(Key::D);
    desk.until("an answer", |desk| !table(desk).is_offered());
    desk.frames(2);
    desk.assert_sees("North declined the draw.");
}

/// Returns the cell that has the focus.
fn focused(desk: &Desk) -> Option<Cell> {
    let focus = desk.focus()?;
    let cells = table(desk).view().board().cells();
    cells.iter().find(|cell| focus.starts_with(&format!("{cell}: ")))
}

/// Walks by arrow keys from one movable piece to all others.
#[test]
fn arrow_keys_reach_every_movable_piece_of_six_armies() {
    let place = Place::quick(Lang::En);
    let players = vec![Some(Player::human("Kim")); Seat::MAX];
    let session = played(record("six_open", 0, six(players)), 30);
    let mut desk = open(&place, session.record().clone());
    desk.settle();
    let starts: BTreeSet<Cell> =
        table(&desk).session.actions().iter().map(|action| action.from()).collect();
    assert!(starts.len() > 5);
    let mut reached = BTreeSet::new();
    let mut todo: Vec<Cell> = starts.first().copied().into_iter().collect();
    while let Some(cell) = todo.pop() {
        if !reached.insert(cell) {
            continue;
        }
        for key in [Key::ArrowUp, Key::ArrowDown, Key::ArrowLeft, Key::ArrowRight] {
            desk.walk_to(&desk.node_at(cell));
            desk.key(key);
            desk.frames(1);
            todo.extend(focused(&desk));
        }
    }
    assert_eq!(reached, starts);
}

/// Keeps the players whose seat exists in the game for six.
fn six(players: Vec<Option<Player>>) -> Vec<Option<Player>> {
    let seats = <Junqi as Game>::Rules::preset("six").unwrap().seats();
    let has = |(index, player)| Some(player).filter(|_| seats.contains(Seat::new(index)))?;
    (0..).zip(players).map(has).collect()
}

/// Returns the text of a seat's card.
fn card(desk: &Desk, seat: Seat) -> String {
    let name = qipan::games::words::seat::<Junqi>(desk.app().i18n(), seat);
    let who = &table(desk).session.record().player(seat).unwrap().name;
    let comma = if desk.app().i18n().lang() == Lang::En { ", " } else { "，" };
    let start = format!("{name}{comma}{who}");
    let says = desk.nodes().into_iter().find(|(_, said)| said.starts_with(&start));
    says.unwrap_or_else(|| panic!("no card {start:?}\n{}", desk.words())).1
}

#[test]
fn losses_count_all_pieces_and_name_only_known_kinds() {
    for preset in ["dark", "siguo_dark", "siguo_partner", "flip", "three", "six", "six_dark"] {
        let seats = <Junqi as Game>::Rules::preset(preset).unwrap().seats();
        let sitter = |k| seats.contains(Seat::new(k)).then(|| robot("random"));
        let players: Vec<_> = (0..Seat::MAX as u8).map(sitter).collect();
        let session = played(record(preset, 0, players), 160);
        for state in session.states().iter().step_by(9) {
            for me in seats.iter() {
                let view = state.view(Viewer::Seat(me));
                let losses = Losses::of(&view);
                for seat in seats.iter().filter(|seat| state.active().contains(*seat)) {
                    let lost = losses.of_seat(seat);
                    let mut truth = [0u8; 12];
                    for tile in state.tiles().filter(|tile| {
                        state.cell_of(*tile).is_none() && state.owner_of(*tile) == Some(seat)
                    }) {
                        truth[state.piece_of(tile).unwrap().index()] += 1;
                    }
                    let told = lost.known.iter().sum::<u8>() + lost.hidden;
                    assert_eq!(told, truth.iter().sum::<u8>(), "{preset}");
                    assert!(lost.known.iter().zip(truth).all(|(known, real)| *known <= real));
                    assert!(seat != me || lost.hidden == 0, "one's own are known");
                }
            }
        }
    }
}

#[test]
fn cards_show_relations_clock_timeouts_and_losses() {
    for lang in LANGS {
        let place = Place::quick(lang);
        let session = played(record("siguo_dark", 20, against("random")), 160);
        let mut desk = open(&place, session.record().clone());
        desk.until("my turn", |desk| table(desk).human_to_act().is_some());
        desk.settle();
        let text =
            |desk: &Desk, seconds: usize| desk.tf("play-clock", &[("seconds", seconds.into())]);
        let seen =
            |desk: &Desk, most| (1..=most).any(|s| card(desk, SOUTH).contains(&text(desk, s)));
        assert!(seen(&desk, 20), "{}", card(&desk, SOUTH));
        for (seat, id) in [(1, "junqi-next"), (2, "junqi-partner"), (3, "junqi-previous")] {
            let card = card(&desk, Seat::new(seat));
            assert!(card.contains(&desk.t(id)), "{card}");
        }
        desk.until("little time", |desk| seen(desk, 4));
        assert!(!card(&desk, EAST).contains(&text(&desk, 4)));
        let late = table(&desk).view().timeouts(SOUTH) + 1;
        desk.until("a lost turn", |desk| table(desk).view().timeouts(SOUTH) == late);
        desk.frames(2);
        let args = [("count", late.into()), ("most", 5u8.into())];
        assert!(card(&desk, SOUTH).contains(&desk.tf("junqi-late-of", &args)));
        let lost =
            table(&desk).view_cache().losses.of_seat(SOUTH).names(desk.app().i18n()).unwrap();
        assert!(card(&desk, SOUTH).contains(&lost));
    }
}

#[test]
fn resignation_question_survives_a_timeout() {
    for lang in LANGS {
        let place = Place::quick(lang);
        let mut desk = open(&place, record("siguo_dark", 10, against("random")));
        desk.until("my turn", |desk| table(desk).human_to_act().is_some());
        desk.settle();
        desk.menu("menu-resign");
        desk.frames(2);
        desk.assert_sees_id("ask-resign");
        desk.until("a lost turn", |desk| table(desk).view().timeouts(SOUTH) == 1);
        desk.frames(5);
        desk.assert_sees_id("ask-resign");
        assert!(table(&desk).state().active().contains(SOUTH));
        desk.click_id("action-yes");
        desk.frames(2);
        assert!(!table(&desk).state().active().contains(SOUTH), "{}", desk.words());
        let steps = &table(&desk).session.record().steps;
        assert!(steps.contains(&Step::Resign { seat: SOUTH }));
    }
}

#[test]
fn referee_reports_battles_without_naming_kinds() {
    for lang in LANGS {
        let place = Place::quick(lang);
        let session = played(record("siguo_dark", 0, against("random")), 300);
        let fought =
            |events: &[Event]| events.iter().any(|event| matches!(event, Event::Battled { .. }));
        let steps = 0..session.record().steps.len();
        let step = steps.rev().find(|step| fought(session.events(*step))).unwrap();
        let events = session.events(step);
        let mut desk = open(&place, session.record().clone());
        desk.menu("play-look-back");
        // Back to before the battle, then one step forward.
        while replay(&desk).at() > step {
            desk.key(Key::ArrowLeft);
        }
        desk.key(Key::ArrowRight);
        desk.frames(3);
        let i18n = desk.app().i18n();
        let sayings = words::sayings(i18n, events);
        assert!(!sayings.is_empty());
        for saying in &sayings {
            desk.assert_sees(&saying.text);
        }
        // The text names seats and cells only, never a piece.
        let pieces = qipan_core::games::junqi::Piece::ALL.map(|piece| words::piece(i18n, piece));
        for fight in
            [BattleResult::AttackerStays, BattleResult::DefenderStays, BattleResult::BothGone]
        {
            let Some(Event::Battled { seat, from, to, .. }) =
                events.iter().find(|event| matches!(event, Event::Battled { .. })).copied()
            else {
                panic!("a fight")
            };
            let event = Event::Battled { seat, from, to, fight };
            let said = words::sayings(i18n, &[event]);
            assert!(said.iter().all(|said| !said.loud));
            assert!(said.iter().all(|said| !pieces.iter().any(|name| said.text.contains(name))));
        }
    }
}
