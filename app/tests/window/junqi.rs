//! Junqi at the window: against robots, with two people at one screen, and in a replay.

use crate::support::{Desk, Place, junqi_from, robot};
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
use qipan_core::games::junqi::{Action, Cell, Junqi};
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record};

const SOUTH: Seat = Seat::new(0);
const NORTH: Seat = Seat::new(2);
const LANGS: [Lang; 2] = [Lang::En, Lang::Zh];

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
        pick_colour: false,
        seed,
        layouts,
        position: None,
    };
    game.record::<Junqi>().unwrap()
}

fn junqi(desk: &Desk) -> &Table<Junqi> {
    desk.app().table.as_ref().map(|table| table.table::<Junqi>()).unwrap()
}

fn open(record: Record<Junqi>) -> Desk {
    let mut desk = Place::quick(Lang::En).open();
    desk.h.state_mut().table = Some(Table::new(record, false).unwrap().into());
    desk.h.state_mut().go(Screen::Play);
    desk.frames(3);
    desk
}

/// Returns the name of a cell's node.
fn name(desk: &Desk, cell: Cell, id: &str) -> String {
    let i18n = desk.app().i18n();
    let seen = junqi(desk).view().at(cell);
    let what = seen.map_or_else(|| i18n.t("junqi-empty"), |seen| words::seen(i18n, seen));
    let cell = words::cell(i18n, junqi(desk).view().rules().board, cell);
    i18n.tf(id, &[("cell", cell.into()), ("what", what.into())])
}

/// Plays an action by clicking its origin and its target.
#[track_caller]
fn play(desk: &mut Desk, action: Action) {
    let before = junqi(desk).steps();
    let from = name(desk, action.from(), "junqi-spoken-movable");
    desk.click(&from);
    if let Action::Move { to, .. } = action {
        assert_eq!(junqi(desk).selection.picked, Some(action.from()), "{}", desk.words());
        let to = name(desk, to, "junqi-spoken-target");
        desk.click(&to);
    }
    assert!(junqi(desk).steps() > before, "{action} was played\n{}", desk.words());
}

#[test]
fn player_sees_only_visible_pieces_against_robots() {
    for preset in ["dark", "siguo_partner", "flip", "six"] {
        let rules = <Junqi as Game>::Rules::preset(preset).unwrap();
        let sitter = |index| match index {
            0 => Some(Player::human("Kim")),
            _ => rules.seats().contains(Seat::new(index)).then(|| robot("random")),
        };
        let players: Vec<_> = (0..Seat::MAX as u8).map(sitter).collect();
        let mut desk = open(record(preset, players));
        assert_eq!(junqi(&desk).viewer(), Viewer::Seat(SOUTH));
        for _ in 0..6 {
            desk.until("my turn", |desk| junqi(desk).human_to_act().is_some());
            desk.settle();
            let actions = junqi(&desk).session.actions();
            play(&mut desk, actions[actions.len() / 2]);
        }
        let (view, state) = (junqi(&desk).view(), junqi(&desk).state());
        for tile in state.tiles() {
            let known = view.seen(tile).piece.is_some();
            assert_eq!(known, state.is_visible_to(Viewer::Seat(SOUTH), tile), "{preset} {tile}");
        }
    }
}

#[test]
fn impossible_moves_are_refused_with_a_reason() {
    let mut desk =
        open(record("dark", [Some(Player::human("")), None, Some(robot("random")), None]));
    desk.until("my turn", |desk| junqi(desk).human_to_act().is_some());
    desk.settle();
    let camp = name(&desk, Cell::of(SOUTH, 3, 3), "junqi-spoken");
    desk.click_at(desk.spot(&camp));
    desk.assert_sees("There is no piece here.");
    let flag = junqi(&desk).state();
    let flag = [2, 4].map(|column| Cell::of(SOUTH, 6, column)).into_iter().find(|cell| {
        flag.tile_at(*cell).and_then(|tile| flag.piece_of(tile)).is_some_and(|p| !p.moves())
    });
    let flag = name(&desk, flag.unwrap(), "junqi-spoken");
    desk.click_at(desk.spot(&flag));
    desk.assert_sees("This piece cannot move.");
    let enemy = name(&desk, Cell::of(NORTH, 5, 3), "junqi-spoken");
    desk.click_at(desk.spot(&enemy));
    desk.assert_sees("This piece is North's.");
}

#[test]
fn impossible_attacks_are_refused_with_a_reason() {
    const LINE: &str = "qipan junqi flip turn=south south=S62F,S11T,S13P";
    for lang in LANGS {
        let refused = |line: String, from: Cell, to: Cell| {
            let mut desk = Place::quick(lang).open();
            desk.put_junqi(junqi_from("flip", "pr", &line), |_| {});
            desk.settle();
            for cell in [from, to] {
                let node = desk.node_at(cell);
                desk.click_at(desk.spot(&node));
            }
            assert_eq!(junqi(&desk).steps(), 0, "{line}");
            let said = junqi(&desk).refused.as_ref().map(|refused| refused.why.clone());
            let said = said.unwrap_or_else(|| panic!("nothing was said of {line}"));
            desk.assert_sees(&said);
            (desk, said)
        };
        let (colonel, lieutenant) = (Cell::of(SOUTH, 1, 1), Cell::of(SOUTH, 1, 3));
        let flag = Cell::of(NORTH, 1, 5);
        for left in 1..=3 {
            let mines = [",N31D", ",N32D", ",N34D"][..left].concat();
            let (desk, said) = refused(format!("{LINE} north=N15F,N51P{mines}"), colonel, flag);
            assert_eq!(said, desk.tf("junqi-refuse-mines", &[("left", left.into())]));
        }
        let (desk, said) = refused(format!("{LINE} north=N15F,N51P"), colonel, flag);
        let piece = desk.t("piece-lieutenant").into();
        assert_eq!(said, desk.tf("junqi-refuse-taker", &[("piece", piece)]));
        let (desk, said) = refused(format!("{LINE} north=N15F,N51P"), lieutenant, flag);
        assert_eq!(said, desk.t("junqi-refuse-way"), "it may, from nearer by");
        let camp = Cell::of(NORTH, 2, 4);
        let (desk, said) = refused(format!("{LINE} north=N62F,N24P"), colonel, camp);
        assert_eq!(said, desk.t("junqi-refuse-camp"));
        let own = Cell::of(SOUTH, 6, 2);
        let (desk, said) = refused(format!("{LINE} north=N15F,N51P,N31D"), colonel, own);
        assert_eq!(said, desk.t("junqi-refuse-way"), "its own Flag");
        let barred = format!("{LINE} north=N15F,N51P").replace(",S13P", ",S13Z");
        let (desk, said) = refused(barred, Cell::of(SOUTH, 1, 3), flag);
        let piece = desk.t("piece-colonel").into();
        assert_eq!(said, desk.tf("junqi-refuse-taker", &[("piece", piece)]), "never a Bomb");
    }
}

#[test]
fn curtain_hides_the_board_between_two_people() {
    let human = |name: &str| Some(Player::human(name));
    let mut desk = open(record("dark", [human("Kim"), None, human("Lee"), None]));
    for _ in 0..4 {
        desk.settle();
        let Turn::Seat(seat) = junqi(&desk).state().turn() else { panic!("not over yet") };
        assert_eq!(junqi(&desk).cover(), Some(seat));
        assert!(junqi(&desk).human_to_act().is_none());
        let hidden = desk.t("junqi-hidden");
        // The log names hidden pieces too, but without the comma.
        let on_board = format!(", {hidden}");
        assert!(!desk.sees_part(&on_board), "nothing of the board is shown\n{}", desk.words());
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
