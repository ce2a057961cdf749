//! Junqi at the window: against robots, with two people at one screen, refused moves, a draw and a
//! replay.

use crate::support::{Desk, Place, junqi_with_rules, robot};
use qipan::app::Screen;
use qipan::games::junqi::words;
use qipan::model::i18n::Lang;
use qipan::model::rules::SomeRules;
use qipan::model::setup::NewGame;
use qipan::play::table::Table;
use qipan::screens::replay::ReplayScreen as _;
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, Turn, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::rules::FlipMines;
use qipan_core::games::junqi::{Action, Cell, Junqi};
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record};

const SOUTH: Seat = Seat::new(0);
const NORTH: Seat = Seat::new(2);
const LANGS: [Lang; 2] = [Lang::En, Lang::Zh];

/// Returns a game without a clock between these players.
fn record(preset: &str, players: impl Into<Vec<Option<Player>>>) -> Record<Junqi> {
    let mut rules = <Junqi as Game>::Rules::preset(preset).unwrap();
    rules.clock_seconds = 0;
    let rules = SomeRules::new::<Junqi>(rules);
    let seed = Some(Seed::from_number(5));
    let (preset, layouts) = (preset.to_owned(), Vec::new());
    let game = NewGame {
        preset,
        rules,
        house_rules: Vec::new(),
        players: players.into(),
        picks_colour: false,
        seed,
        layouts,
        position: None,
    };
    game.record::<Junqi>().unwrap()
}

/// Returns the game on the table.
fn junqi(desk: &Desk) -> &Table<Junqi> {
    desk.app().table.as_ref().map(|table| table.table::<Junqi>()).unwrap()
}

/// Opens the window with a game on the table.
fn open(record: Record<Junqi>) -> Desk {
    let mut desk = Place::quick(Lang::En).open();
    desk.h.state_mut().table = Some(Table::new(record, false).unwrap().into());
    desk.h.state_mut().go(Screen::Play);
    desk.frames(3);
    desk
}

/// Returns the label of a cell: the text of this id with the cell and its contents.
fn cell_label(desk: &Desk, cell: Cell, id: &str) -> String {
    let i18n = desk.app().i18n();
    let tile = junqi(desk).view().at(cell);
    let what = tile.map_or_else(|| i18n.t("junqi-empty"), |tile| words::seen(i18n, tile));
    let cell = words::cell(i18n, junqi(desk).view().rules(), cell);
    i18n.tf(id, &[("cell", cell.into()), ("what", what.into())])
}

/// Plays an action by clicking its origin and its target.
#[track_caller]
fn play(desk: &mut Desk, action: Action) {
    let steps_before = junqi(desk).steps();
    let from = cell_label(desk, action.from(), "junqi-spoken-movable");
    desk.click(&from);
    if let Action::Move { to, .. } = action {
        assert_eq!(junqi(desk).selection.picked_cell, Some(action.from()), "{}", desk.node_texts());
        let to = cell_label(desk, to, "junqi-spoken-target");
        desk.click(&to);
    }
    assert!(junqi(desk).steps() > steps_before, "{action} was played\n{}", desk.node_texts());
}

#[test]
fn player_sees_only_visible_pieces_against_robots() {
    for preset in ["dark", "siguo_partner", "flip", "six"] {
        let rules = <Junqi as Game>::Rules::preset(preset).unwrap();
        let player = |index| match index {
            0 => Some(Player::human("Kim")),
            _ => rules.seats().contains(Seat::new(index)).then(|| robot("random")),
        };
        let players: Vec<_> = (0..Seat::MAX as u8).map(player).collect();
        let mut desk = open(record(preset, players));
        assert_eq!(junqi(&desk).viewer(), Viewer::Seat(SOUTH));
        for _ in 0..6 {
            desk.until("the person's turn", |desk| junqi(desk).human_to_act().is_some());
            desk.settle();
            let actions = junqi(&desk).session.actions();
            play(&mut desk, actions[actions.len() / 2]);
        }
        let (view, state) = (junqi(&desk).view(), junqi(&desk).state());
        for tile in state.tiles() {
            let is_known = view.visible_tile(tile).piece.is_some();
            assert_eq!(is_known, state.is_visible_to(Viewer::Seat(SOUTH), tile), "{preset} {tile}");
        }
    }
}

#[test]
fn impossible_moves_are_refused_with_a_reason() {
    let mut desk =
        open(record("dark", [Some(Player::human("")), None, Some(robot("random")), None]));
    desk.until("the person's turn", |desk| junqi(desk).human_to_act().is_some());
    desk.settle();
    let camp = cell_label(&desk, Cell::of(SOUTH, 3, 3), "junqi-spoken");
    desk.click_at(desk.centre_of_any(&camp));
    desk.assert_sees("There is no piece here.");
    let state = junqi(&desk).state();
    let flag = [2, 4].map(|column| Cell::of(SOUTH, 6, column)).into_iter().find(|cell| {
        state
            .tile_at(*cell)
            .and_then(|tile| state.kind_of(tile))
            .is_some_and(|piece| !piece.moves())
    });
    let flag = cell_label(&desk, flag.unwrap(), "junqi-spoken");
    desk.click_at(desk.centre_of_any(&flag));
    desk.assert_sees("Landmines and the Flag never move.");
    let enemy = cell_label(&desk, Cell::of(NORTH, 5, 3), "junqi-spoken");
    desk.click_at(desk.centre_of_any(&enemy));
    desk.assert_sees("This piece is North's.");
}

#[test]
fn impossible_attacks_are_refused_with_a_reason() {
    const LINE: &str = "qipan junqi flip turn=south south=S62F,S11T,S13P";
    for lang in LANGS {
        // Attacks a cell and returns the window with the reason for the refusal.
        let attack_by = |mines: FlipMines, line: String, from: Cell, to: Cell| {
            let mut desk = Place::quick(lang).open();
            let record = junqi_with_rules("flip", "pr", &line, |rules| rules.flip_mines = mines);
            desk.put_junqi(record, |_| {});
            desk.settle();
            for cell in [from, to] {
                let node = desk.node_at(cell);
                desk.click_at(desk.centre_of_any(&node));
            }
            assert_eq!(junqi(&desk).steps(), 0, "{line}");
            let reason = junqi(&desk).last_refusal.as_ref().map(|refusal| refusal.why.clone());
            let reason = reason.unwrap_or_else(|| panic!("no reason is given for {line}"));
            desk.assert_sees(&reason);
            (desk, reason)
        };
        let attack = |line, from, to| attack_by(FlipMines::Any, line, from, to);
        let (colonel, lieutenant) = (Cell::of(SOUTH, 1, 1), Cell::of(SOUTH, 1, 3));
        let flag = Cell::of(NORTH, 1, 5);
        for mine_count in 1..=3 {
            let mines = [",N31D", ",N32D", ",N34D"][..mine_count].concat();
            let (desk, reason) = attack(format!("{LINE} north=N15F,N51P{mines}"), colonel, flag);
            assert_eq!(reason, desk.tf("junqi-refuse-mines", &[("left", mine_count.into())]));
        }
        let line = format!("{LINE} north=N15F,N51P");
        let (desk, reason) = attack_by(FlipMines::EngineersOnly, line, colonel, flag);
        assert_eq!(reason, desk.t("junqi-refuse-mines-lost"));
        let (desk, reason) = attack(format!("{LINE} north=N15F,N51P"), colonel, flag);
        let piece = desk.t("piece-lieutenant").into();
        assert_eq!(reason, desk.tf("junqi-refuse-taker", &[("piece", piece)]));
        let (desk, reason) = attack(format!("{LINE} north=N15F,N51P"), lieutenant, flag);
        assert_eq!(
            reason,
            desk.t("junqi-refuse-way"),
            "the Lieutenant may take the Flag, but not from so far away"
        );
        let camp = Cell::of(NORTH, 2, 4);
        let (desk, reason) = attack(format!("{LINE} north=N62F,N24P"), colonel, camp);
        assert_eq!(reason, desk.t("junqi-refuse-camp"));
        let own = Cell::of(SOUTH, 6, 2);
        let (desk, reason) = attack(format!("{LINE} north=N15F,N51P,N31D"), colonel, own);
        assert_eq!(reason, desk.t("junqi-refuse-way"), "no piece takes its own Flag");
        let with_bomb = format!("{LINE} north=N15F,N51P").replace(",S13P", ",S13Z");
        let (desk, reason) = attack(with_bomb, Cell::of(SOUTH, 1, 3), flag);
        let piece = desk.t("piece-colonel").into();
        assert_eq!(
            reason,
            desk.tf("junqi-refuse-taker", &[("piece", piece)]),
            "a Bomb never takes the Flag"
        );
    }
}

#[test]
fn curtain_hides_the_board_between_two_people() {
    let human = |name: &str| Some(Player::human(name));
    let mut desk = open(record("dark", [human("Kim"), None, human("Lee"), None]));
    for _ in 0..4 {
        desk.settle();
        let Turn::Seat(seat) = junqi(&desk).state().turn() else { panic!("the game is over") };
        assert_eq!(junqi(&desk).cover(), Some(seat));
        assert!(junqi(&desk).human_to_act().is_none());
        let hidden = desk.t("junqi-hidden");
        // The log names hidden pieces too, but without the comma.
        let on_board = format!(", {hidden}");
        assert!(!desk.sees_part(&on_board), "nothing of the board is shown\n{}", desk.node_texts());
        desk.click_id("play-uncover");
        desk.settle();
        assert_eq!(junqi(&desk).viewer(), Viewer::Seat(seat));
        desk.assert_sees(&hidden);
        let action = junqi(&desk).session.actions()[0];
        play(&mut desk, action);
    }
}

#[test]
fn people_can_agree_on_a_draw() {
    let human = |name: &str| Some(Player::human(name));
    let mut desk = open(record("open", [human("Kim"), None, human("Lee"), None]));
    desk.settle();
    assert_eq!(junqi(&desk).viewer(), Viewer::All);
    desk.menu("menu-draw");
    desk.click_id("action-yes");
    desk.settle();
    assert!(junqi(&desk).state().outcome().is_some());
    desk.assert_sees_id("play-draw");
}

#[test]
fn finished_game_opens_as_a_replay() {
    let mut record = record("siguo_open", vec![Some(robot("random")); 4]);
    let mut session = Session::new(record.clone()).unwrap();
    for _ in 0..40 {
        let actions = session.actions();
        let Turn::Seat(seat) = session.state().turn() else { break };
        session.act(seat, actions[actions.len() / 3]).unwrap();
    }
    session.play(qipan_core::contract::game::Step::Draw).unwrap();
    record = session.record().clone();
    let place = Place::quick(Lang::Zh);
    let file = place.write("old.json", &record.write());
    let mut desk = place.open_with(Some(file));
    desk.on(Screen::Replay);
    desk.click_id("replay-last");
    desk.settle();
    let replay = desk.app().replay.as_ref().and_then(|replay| replay.replay::<Junqi>()).unwrap();
    assert_eq!((replay.at(), replay.record()), (record.steps.len(), &record));
}
