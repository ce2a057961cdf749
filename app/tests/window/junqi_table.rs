//! The Junqi table: perspectives, files of another program, offered draws, the keyboard, the cards
//! of the players, clocks and the announcements of battles.

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

use crate::coach;
use crate::support::{Desk, Place, robot};

const SOUTH: Seat = Seat::new(0);
const EAST: Seat = Seat::new(1);
const NORTH: Seat = Seat::new(2);
const WEST: Seat = Seat::new(3);
const LANGS: [Lang; 2] = [Lang::En, Lang::Zh];

/// Returns a game between these players, before its first step. `clock` is in seconds.
fn record(preset: &str, clock: u8, players: impl Into<Vec<Option<Player>>>) -> Record<Junqi> {
    let mut rules = <Junqi as Game>::Rules::preset(preset).unwrap();
    rules.clock_seconds = clock;
    let rules = SomeRules::new::<Junqi>(rules);
    let seed = Some(Seed::from_number(5));
    let game = NewGame {
        preset: preset.to_owned(),
        rules,
        players: players.into(),
        picks_colour: false,
        seed,
        house_rules: Vec::new(),
        layouts: Default::default(),
        position: None,
    };
    game.record::<Junqi>().unwrap()
}

/// Returns four robots.
fn robots() -> [Option<Player>; 4] {
    std::array::from_fn(|_| Some(robot("random")))
}

/// Returns four players: a person in the south, robots of this name in the other seats.
fn person_against(name: &str) -> [Option<Player>; 4] {
    std::array::from_fn(|index| Some(if index == 0 { Player::human("Kim") } else { robot(name) }))
}

/// Continues a game for at most `steps` steps, with actions from all over the board.
fn play_steps(record: Record<Junqi>, steps: usize) -> Session<Junqi> {
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

/// Returns the game on the table.
fn table(desk: &Desk) -> &Table<Junqi> {
    desk.app().table.as_ref().map(|table| table.table::<Junqi>()).unwrap()
}

/// Returns the replay.
fn replay(desk: &Desk) -> &ReplayView<Junqi> {
    desk.app().replay.as_ref().and_then(|replay| replay.replay::<Junqi>()).unwrap()
}

/// Opens the window with a game on the table.
fn open(place: &Place, record: Record<Junqi>) -> Desk {
    let mut desk = place.open();
    desk.h.state_mut().table = Some(Table::new(record, false).unwrap().into());
    desk.h.state_mut().go(Screen::Play);
    desk.frames(3);
    desk
}

/// Returns the label of the perspective of a seat.
fn perspective_label(desk: &Desk, seat: Seat) -> String {
    let name = qipan::games::words::seat::<Junqi>(desk.app().i18n(), seat);
    desk.tf("eyes-of", &[("seat", name.into())])
}

#[test]
fn finished_game_can_be_seen_as_any_viewer() {
    for lang in LANGS {
        let mut session = play_steps(record("siguo_dark", 0, robots()), 40);
        session.play(Step::Draw).unwrap();
        let place = Place::quick(lang);
        let file = place.write("old.json", &session.record().write());
        let mut desk = place.open_with(Some(file));
        desk.on(Screen::Replay);
        let hidden = desk.t("junqi-hidden");
        assert_eq!(replay(&desk).perspective().viewer(), Viewer::All);
        assert!(!desk.sees_part(&hidden), "everything is shown at first");
        desk.click(&perspective_label(&desk, EAST));
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
            let is_of_side =
                |tile: &VisibleTile| tile.owner.is_some_and(|owner| side.contains(owner));
            let tiles: Vec<VisibleTile> =
                view.tiles().map(|tile| view.visible_tile(tile)).collect();
            let is_as_expected =
                |tile: &VisibleTile| tile.is_revealed || tile.piece.is_some() == is_of_side(tile);
            assert!(tiles.iter().all(is_as_expected));
            assert_eq!(tiles.iter().filter(|tile| tile.piece.is_some()).count(), 50);
        }
        desk.assert_sees(&hidden);
        desk.key(Key::V);
        desk.frames(2);
        assert_eq!(replay(&desk).view().viewer(), Viewer::All);
        assert!(!desk.sees_part(&hidden));
        desk.click(&perspective_label(&desk, SOUTH));
        desk.click_id("eyes-all");
        assert_eq!(replay(&desk).view().viewer(), Viewer::All);
    }
}

#[test]
fn replay_of_a_running_game_keeps_the_players_view() {
    let place = Place::quick(Lang::En);
    let running = play_steps(record("siguo_dark", 0, person_against("random")), 8);
    let mut desk = open(&place, running.record().clone());
    desk.menu("play-replay");
    desk.on(Screen::Replay);
    assert_eq!(replay(&desk).view().viewer(), Viewer::Seat(SOUTH));
    desk.key(Key::V);
    assert!(
        desk.app().replay.is_some() && !desk.has_control(&desk.t("eyes-all")),
        "{}",
        desk.node_texts()
    );
    assert_eq!(replay(&desk).view().viewer(), Viewer::Seat(SOUTH));
}

#[test]
fn unfinished_robot_game_shows_one_seat_until_confirmed() {
    for lang in LANGS {
        let place = Place::quick(lang);
        let running = play_steps(record("siguo_dark", 0, robots()), 8);
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
    let mut desk = open(&place, record("siguo_dark", 0, person_against("random")));
    let table_mut = desk.h.state_mut().table.as_mut().unwrap().table_mut::<Junqi>();
    table_mut.common.is_paused = true;
    table_mut.set_player(SOUTH, robot("random"));
    desk.frames(2);
    assert_eq!(table(&desk).viewer(), Viewer::Seat(SOUTH));
    desk.key(Key::V);
    desk.frames(2);
    desk.assert_sees_id("ask-show-everything");
}

/// Returns the bytes of a `.jgs` file: a duel of two players with equal layouts, then entries.
fn jgs(entries: &[[u8; 10]]) -> Vec<u8> {
    let mut bytes = vec![0; 0x19C];
    bytes[..11].copy_from_slice(b"QQGame JQS\0");
    bytes[0x0F] = 2;
    bytes[0x1A..0x1C].copy_from_slice(&(entries.len() as u16).to_le_bytes());
    // The file has codes of its own: 2 Flag, 3 Landmine, 4 Bomb, 5 Field Marshal .. 13 Engineer.
    #[rustfmt::skip]
    let layout: [u8; 30] = [
        5, 6, 7, 7, 8,
        8, 0, 9, 0, 9,
        10, 10, 0, 11, 11,
        11, 0, 12, 0, 12,
        12, 13, 13, 13, 4,
        4, 2, 3, 3, 3,
    ];
    for index in 0..4 {
        let seat = 0x20 + 88 * index;
        bytes[seat] = if index % 2 == 0 { index as u8 } else { 0xFF };
        if index % 2 == 0 {
            // The name of the player: two characters in GBK.
            bytes[seat + 8..seat + 12].copy_from_slice(&[0xD0, 0xA1, 0xC3, 0xF7]);
            bytes[seat + 28..seat + 58].copy_from_slice(&layout);
        }
    }
    entries.iter().for_each(|entry| bytes.extend(entry));
    bytes.extend([0; 8]);
    bytes
}

/// The entry of a draw in a `.jgs` file.
const DRAW_ENTRY: [u8; 10] = [0xF5, 5, 0, 2, 0xFF, 0, 0, 0, 0, 0];

#[test]
fn jgs_files_open_as_replays() {
    for lang in LANGS {
        let place = Place::quick(lang);
        let file = place.path("saves/duel.jgs");
        std::fs::create_dir_all(place.path("saves")).unwrap();
        let bytes = jgs(&[DRAW_ENTRY]);
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

/// Returns the source of a robot that accepts a draw if a condition in Lua holds.
fn draw_robot_source(condition: &str) -> String {
    format!(
        "return {{ api = 1, game = \"junqi\", name = \"Peaceful\", version = \"1\", \
         author = \"Kim\",\n\
         choose = function(view, turn) return turn:actions()[1] end,\n\
         draw = function(view, turn) return {condition} end }}\n"
    )
}

#[test]
fn robots_answer_an_offered_draw_from_their_own_view() {
    for lang in LANGS {
        let place = Place::quick(lang);
        // The robot accepts only if its view is not that of South, who offers the draw.
        place.write("scripts/robots/junqi/yes.luau", &draw_robot_source("view.seat ~= \"south\""));
        let mut players = person_against("random");
        for (east_robot, agrees) in [("random", false), ("yes", true)] {
            players[1..].fill(Some(robot("yes")));
            players[1] = Some(robot(east_robot));
            let mut desk = open(&place, record("siguo_dark", 0, players.clone()));
            desk.until("the person's turn", |desk| table(desk).human_to_act().is_some());
            desk.settle();
            if agrees {
                desk.menu("menu-draw");
            } else {
                desk.key(Key::D);
            }
            desk.until("an answer", |desk| !table(desk).is_draw_offered());
            desk.frames(2);
            assert_eq!(table(&desk).state().outcome().is_some(), agrees, "{}", desk.node_texts());
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
    place.write("scripts/robots/junqi/bad.luau", &draw_robot_source("nothing.at.all"));
    let players = [Some(Player::human("")), None, Some(robot("bad")), None];
    let mut desk = open(&place, record("dark", 0, players));
    desk.until("the person's turn", |desk| table(desk).human_to_act().is_some());
    desk.settle();
    desk.key(Key::D);
    desk.until("an answer", |desk| !table(desk).is_draw_offered());
    desk.frames(2);
    desk.assert_sees("North declined the draw.");
}

/// Returns the cell that has the focus.
fn focused_cell(desk: &Desk) -> Option<Cell> {
    let focus = desk.focus()?;
    let cells = table(desk).view().board().cells();
    cells.iter().find(|cell| focus.starts_with(&format!("{cell}: ")))
}

// The arrow keys move the focus from one movable piece to the next.
#[test]
fn arrow_keys_reach_every_movable_piece_of_six_armies() {
    let place = Place::quick(Lang::En);
    let players = vec![Some(Player::human("Kim")); Seat::MAX];
    let session = play_steps(record("six_open", 0, keep_six_seats(players)), 30);
    let mut desk = open(&place, session.record().clone());
    desk.settle();
    let origins: BTreeSet<Cell> =
        table(&desk).session.actions().iter().map(|action| action.from()).collect();
    assert!(origins.len() > 5);
    let mut reached = BTreeSet::new();
    let mut pending: Vec<Cell> = origins.first().copied().into_iter().collect();
    while let Some(cell) = pending.pop() {
        if !reached.insert(cell) {
            continue;
        }
        for key in [Key::ArrowUp, Key::ArrowDown, Key::ArrowLeft, Key::ArrowRight] {
            desk.tab_shortest_to(&desk.node_at(cell));
            desk.key(key);
            desk.frames(1);
            pending.extend(focused_cell(&desk));
        }
    }
    assert_eq!(reached, origins);
}

/// Removes the players whose seats are not in the game for six.
fn keep_six_seats(players: Vec<Option<Player>>) -> Vec<Option<Player>> {
    let seats = <Junqi as Game>::Rules::preset("six").unwrap().seats();
    let keep = |(index, player)| Some(player).filter(|_| seats.contains(Seat::new(index)))?;
    (0..).zip(players).map(keep).collect()
}

/// Returns the text of a seat's card.
fn card_text(desk: &Desk, seat: Seat) -> String {
    let name = qipan::games::words::seat::<Junqi>(desk.app().i18n(), seat);
    let player = &table(desk).session.record().player(seat).unwrap().name;
    let comma = if desk.app().i18n().lang() == Lang::En { ", " } else { "，" };
    let start = format!("{name}{comma}{player}");
    let card = desk.nodes().into_iter().find(|(_, text)| text.starts_with(&start));
    card.unwrap_or_else(|| panic!("no card {start:?}\n{}", desk.node_texts())).1
}

#[test]
fn losses_count_all_pieces_and_name_only_known_kinds() {
    for preset in ["dark", "siguo_dark", "siguo_partner", "flip", "three", "six", "six_dark"] {
        let seats = <Junqi as Game>::Rules::preset(preset).unwrap().seats();
        let player = |index| seats.contains(Seat::new(index)).then(|| robot("random"));
        let players: Vec<_> = (0..Seat::MAX as u8).map(player).collect();
        let session = play_steps(record(preset, 0, players), 160);
        for state in session.states().iter().step_by(9) {
            for viewer in seats.iter() {
                let view = state.view(Viewer::Seat(viewer));
                let losses = Losses::of(&view);
                for seat in seats.iter().filter(|seat| state.active().contains(*seat)) {
                    let lost = losses.of_seat(seat);
                    let mut lost_kinds = [0u8; 12];
                    for tile in state.tiles().filter(|tile| {
                        state.cell_of(*tile).is_none() && state.owner_of(*tile) == Some(seat)
                    }) {
                        lost_kinds[state.kind_of(tile).unwrap().index()] += 1;
                    }
                    let counted = lost.known.iter().sum::<u8>() + lost.hidden;
                    assert_eq!(counted, lost_kinds.iter().sum::<u8>(), "{preset}");
                    assert!(lost.known.iter().zip(lost_kinds).all(|(known, lost)| *known <= lost));
                    assert!(
                        seat != viewer || lost.hidden == 0,
                        "a player knows the kinds of the player's own losses"
                    );
                }
            }
        }
    }
}

#[test]
fn cards_show_relations_clock_timeouts_and_losses() {
    for lang in LANGS {
        let place = Place::quick(lang);
        let session = play_steps(record("siguo_dark", 20, person_against("random")), 160);
        let mut desk = open(&place, session.record().clone());
        desk.until("the person's turn", |desk| table(desk).human_to_act().is_some());
        desk.settle();
        let clock_text =
            |desk: &Desk, seconds: usize| desk.tf("play-clock", &[("seconds", seconds.into())]);
        let shows_at_most = |desk: &Desk, most| {
            (1..=most).any(|seconds| card_text(desk, SOUTH).contains(&clock_text(desk, seconds)))
        };
        assert!(shows_at_most(&desk, 20), "{}", card_text(&desk, SOUTH));
        for (seat, id) in [(1, "junqi-next"), (2, "junqi-partner"), (3, "junqi-previous")] {
            let card = card_text(&desk, Seat::new(seat));
            assert!(card.contains(&desk.t(id)), "{card}");
        }
        desk.until("little time", |desk| shows_at_most(desk, 4));
        assert!(!card_text(&desk, EAST).contains(&clock_text(&desk, 4)));
        let timeouts = table(&desk).view().timeouts(SOUTH) + 1;
        desk.until("a lost turn", |desk| table(desk).view().timeouts(SOUTH) == timeouts);
        desk.frames(2);
        let args = [("count", timeouts.into()), ("most", 5u8.into())];
        assert!(card_text(&desk, SOUTH).contains(&desk.tf("junqi-late-of", &args)));
        let losses = table(&desk).view_cache().losses.of_seat(SOUTH);
        let lost = losses.full_text(desk.app().i18n()).unwrap();
        assert!(card_text(&desk, SOUTH).contains(&lost));
    }
}

#[test]
fn resignation_question_survives_a_timeout() {
    for lang in LANGS {
        let place = Place::quick(lang);
        let mut desk = open(&place, record("siguo_dark", 10, person_against("random")));
        desk.until("the person's turn", |desk| table(desk).human_to_act().is_some());
        desk.settle();
        desk.menu("menu-resign");
        desk.frames(2);
        desk.assert_sees_id("ask-resign-many");
        desk.until("a lost turn", |desk| table(desk).view().timeouts(SOUTH) == 1);
        desk.frames(5);
        desk.assert_sees_id("ask-resign-many");
        assert!(table(&desk).state().active().contains(SOUTH));
        desk.click_id("action-yes");
        desk.frames(2);
        assert!(!table(&desk).state().active().contains(SOUTH), "{}", desk.node_texts());
        let steps = &table(&desk).session.record().steps;
        assert!(steps.contains(&Step::Resign { seat: SOUTH }));
    }
}

#[test]
fn referee_reports_battles_without_naming_kinds() {
    for lang in LANGS {
        let place = Place::quick(lang);
        let session = play_steps(record("siguo_dark", 0, person_against("random")), 300);
        let has_battle =
            |events: &[Event]| events.iter().any(|event| matches!(event, Event::Battled { .. }));
        let steps = 0..session.record().steps.len();
        let step = steps.rev().find(|step| has_battle(session.events(*step))).unwrap();
        let events = session.events(step);
        let mut desk = open(&place, session.record().clone());
        desk.menu("play-replay");
        // The replay goes back to before the battle, then one step forward.
        while replay(&desk).at() > step {
            desk.key(Key::ArrowLeft);
        }
        desk.key(Key::ArrowRight);
        desk.frames(3);
        let i18n = desk.app().i18n();
        let announcements = words::referee_announcements(i18n, session.state().rules(), events);
        assert!(!announcements.is_empty());
        for announcement in &announcements {
            desk.assert_sees(&announcement.text);
        }
        // The text names seats and cells only, never a piece.
        let pieces = qipan_core::games::junqi::Kind::ALL.map(|piece| words::piece(i18n, piece));
        for result in
            [BattleResult::AttackerSurvives, BattleResult::DefenderSurvives, BattleResult::BothGone]
        {
            let Some(Event::Battled { seat, from, to, .. }) =
                events.iter().find(|event| matches!(event, Event::Battled { .. })).copied()
            else {
                panic!("there is a battle")
            };
            let event = Event::Battled { seat, from, to, result };
            for announcement in
                words::referee_announcements(i18n, session.state().rules(), &[event])
            {
                assert!(!announcement.loud);
                assert!(!pieces.iter().any(|name| announcement.text.contains(name)));
            }
        }
    }
}

#[test]
fn cards_wait_for_the_animation_of_a_battle() {
    const ARMIES: [Seat; 4] = [SOUTH, EAST, NORTH, WEST];
    for lang in LANGS {
        let session = play_steps(record("siguo_open", 0, robots()), 200);
        let losses = |steps: usize| {
            let view = session.states()[steps].view(Viewer::Seat(SOUTH));
            let losses = Losses::of(&view);
            ARMIES.map(|seat| losses.of_seat(seat).known.iter().sum::<u8>())
        };
        let battle = (40..200).find(|at| losses(*at) != losses(at + 1)).expect("a battle");
        let mut start = session.record().clone();
        start.steps.truncate(battle);
        let step = session.record().steps[battle].clone();
        let mut desk = Place::animated(lang).open();
        desk.put_junqi(start, |table| table.common.is_paused = true);
        desk.frames(3);
        let before = ARMIES.map(|seat| card_text(&desk, seat));
        let window = desk.h.state_mut().table.as_mut().expect("a table");
        assert!(window.table_mut::<Junqi>().step(step));
        desk.frames(1);
        assert!(!table(&desk).animator.is_idle());
        assert_eq!(ARMIES.map(|seat| card_text(&desk, seat)), before);
        desk.until("the end of the animation", |desk| table(desk).animator.is_idle());
        desk.frames(2);
        let after = ARMIES.map(|seat| card_text(&desk, seat));
        assert_ne!(after, before, "the losses are shown at the end");
    }
}

#[test]
fn long_list_of_losses_is_legible_and_whole() {
    for lang in Lang::ALL {
        for size in [[1024.0, 700.0], [1280.0, 800.0], [1920.0, 1080.0]] {
            let mut desk = coach::open_warning(&Place::quick(lang));
            desk.h.set_size(size.into());
            desk.frames(3);
            let (i18n, names) = (desk.app().i18n(), desk.app().settings.naming_style());
            let losses = desk.junqi().card_view().1.losses.of_seat(Seat::new(0));
            let text = losses.short_text(i18n, names).unwrap();
            let shapes = desk.painted_shapes_of(&text);
            let [shape] = shapes.as_slice() else { panic!("{text} is painted once") };
            let font = &shape.galley.job.sections[0].format.font_id;
            assert!(font.size >= 9.0 && !shape.galley.elided, "{size:?}: {font:?}");
            let rect = shape.galley.rect.translate(shape.pos.to_vec2());
            assert!(desk.h.ctx.content_rect().contains_rect(rect), "{size:?}: {rect}");
        }
    }
}
