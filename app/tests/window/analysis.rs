//! The analysis page of the replay screen.

use egui::Key;
use qipan::app::Screen;
use qipan::games::GameUi;
use qipan::model::i18n::Lang;
use qipan::screens::replay::{ReplayScreen as _, ReplayView};
use qipan_core::analysis::ChoiceAnalysis;
use qipan_core::contract::game::{Game as _, Viewer};
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::Race;
use qipan_core::play::session::Session;
use qipan_core::record::Record;

use crate::support::{Desk, Place, junqi_record, played, record, robot};

/// Plays the first steps of a race, always with the first legal action.
fn play_race(steps: usize) -> Session<Race> {
    let players = [Some(robot("greedy")), None, Some(robot("bold")), None];
    let mut session = Session::new(record("aeroplane", players, 5)).unwrap();
    while session.record().steps.len() < steps && session.state().outcome().is_none() {
        match session.actions().first() {
            Some(action) => drop(session.act(session.state().seat_to_move(), *action).unwrap()),
            None => drop(session.roll().unwrap()),
        }
    }
    session
}

/// Opens the replay of a game.
fn open_replay<G: GameUi>(desk: &mut Desk, session: Session<G>) {
    let app = desk.h.state_mut();
    app.replay = Some(Box::new(ReplayView::new(session, None)));
    app.go(Screen::Replay);
    desk.frames(3);
}

/// Returns true if the analysis of the replay is complete.
fn has_analysis(desk: &Desk) -> bool {
    let replay = desk.replay();
    replay.analysis().result(replay.session().record().steps.len()).is_some()
}

#[test]
fn analysis_reports_luck_and_errors_and_shows_better_actions() {
    for (lang, source_id) in [(Lang::En, "analysis-network"), (Lang::Zh, "analysis-rollouts")] {
        let mut desk = Place::quick(lang).open();
        open_replay(&mut desk, play_race(if lang == Lang::En { 260 } else { 40 }));
        desk.click_id("replay-analysis");
        desk.frames(2);
        desk.assert_sees_id("analysis-about");
        let chosen = format!("{}: {}", desk.t("analysis-source"), desk.t(source_id));
        desk.click(&chosen);
        desk.click_id("analysis-begin");
        desk.until("the analysis", has_analysis);
        desk.frames(2);
        for id in ["analysis-luck", "analysis-skill", "analysis-errors", "analysis-worst"] {
            desk.assert_sees_id(id);
        }
        let curve = desk.t("analysis-curve");
        desk.click(&curve);
        desk.frames(2);
        let (at, steps) = (desk.replay().at(), desk.replay().steps());
        assert!(at.abs_diff(steps / 2) <= 1, "the middle of the curve: {at} of {steps}");

        let analysis = desk.replay().analysis().result(steps).unwrap();
        let worst = analysis.mistakes()[0];
        let better = analysis.choice(worst.at).and_then(ChoiceAnalysis::best).unwrap();
        let row_start = format!("{}  ", worst.at + 1);
        let row = desk.nodes().into_iter().find(|(_, text)| text.starts_with(&row_start));
        desk.click(&row.expect("there is a row about the worst choice").1);
        desk.frames(2);
        assert_eq!(desk.replay().at(), worst.at);
        desk.click_id("analysis-show");
        desk.frames(2);
        assert_eq!(desk.replay().analysis().better_action(worst.at, steps), Some(better));
        desk.click_id("analysis-hide");
        desk.frames(2);
        assert_eq!(desk.replay().analysis().better_action(worst.at, steps), None);
    }
}

#[test]
fn analysis_is_saved_in_the_file_and_loaded_from_it() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = Place::quick(lang).open();
        let session = play_race(40);
        let unanalysed = session.write();
        let file = desk.place.write("saves/game.json", &unanalysed);
        let open = |desk: &mut Desk| {
            let record = Record::read(&desk.place.read("saves/game.json")).unwrap().record;
            let view = ReplayView::<Race>::new(Session::new(record).unwrap(), Some(file.clone()));
            let app = desk.h.state_mut();
            app.replay = Some(Box::new(view));
            app.go(Screen::Replay);
            desk.frames(2);
            desk.click_id("replay-analysis");
            desk.frames(2);
        };
        open(&mut desk);
        assert!(!has_analysis(&desk));
        desk.click_id("analysis-begin");
        desk.until("the analysis", has_analysis);
        desk.frames(2);
        desk.assert_sees_id("analysis-by-network");
        let luck = |desk: &Desk| {
            desk.replay().analysis().result(40).unwrap().luck_skill_report(Seat::new(0))
        };
        let luck_before = luck(&desk);
        desk.click_id("analysis-save");
        desk.frames(2);
        desk.assert_sees_id("notes-unsaved");
        assert_eq!(
            desk.place.read("saves/game.json"),
            unanalysed,
            "nothing is written before the save"
        );
        desk.click_id("action-save");
        desk.frames(2);
        let saved = desk.place.read("saves/game.json");
        assert!(saved.contains("\"analysis\""));
        open(&mut desk);
        assert!(has_analysis(&desk) && desk.replay().analysis().progress().is_none());
        assert!((luck(&desk).luck - luck_before.luck).abs() < 1e-3);
        for id in ["analysis-curve", "analysis-worst", "analysis-by-network", "analysis-unsave"] {
            desk.assert_sees_id(id);
        }
        desk.click_id("analysis-unsave");
        desk.frames(2);
        desk.assert_sees_id("analysis-save");
        desk.ctrl(Key::S);
        desk.frames(2);
        assert_eq!(
            desk.place.read("saves/game.json"),
            unanalysed,
            "the file is as it was before the analysis"
        );
        // A robot can evaluate the positions instead.
        let bottom = desk.centre_of(&desk.t("analysis-save"));
        desk.wheel(bottom);
        let robot = format!("{}: {}", desk.t("analysis-source"), desk.t("analysis-robot"));
        desk.click(&robot);
        desk.frames(2);
        desk.wheel(bottom);
        desk.click_id("analysis-again");
        let robot_name = |desk: &Desk| {
            desk.replay().analysis().evaluation_settings().map(|source| source.robot.clone())
        };
        desk.until("the robot", |desk| robot_name(desk).is_some_and(|robot| !robot.is_empty()));
        let robot = desk.replay().analysis().robot.clone().unwrap();
        assert_eq!(
            (robot_name(&desk), robot.script.as_deref()),
            (Some(robot.name.clone()), Some("master.luau"))
        );
        desk.frames(2);
        desk.assert_sees(&desk.tf("analysis-by-robot", &[("robot", robot.name.into())]));
    }
}

#[test]
fn analysis_can_be_stopped_and_restarted() {
    let mut desk = Place::quick(Lang::En).open();
    open_replay(&mut desk, play_race(600));
    desk.click_id("replay-analysis");
    desk.frames(1);
    let playouts = format!("{}: {}", desk.t("analysis-source"), desk.t("analysis-rollouts"));
    desk.click(&playouts);
    desk.click_id("analysis-begin");
    desk.frames(1);
    assert!(desk.replay().analysis().progress().is_some());
    desk.click_id("analysis-stop");
    desk.frames(2);
    assert!(desk.replay().analysis().progress().is_none() && !has_analysis(&desk));
    assert!(desk.has_control(&desk.t("analysis-begin")));
}

#[test]
fn analysis_of_hidden_games_requires_the_full_view() {
    let mut desk = Place::quick(Lang::En).open();
    let session = played(junqi_record("dark", "hr", 3), 30, &mut rand::rng());
    open_replay(&mut desk, session);
    desk.click_id("replay-analysis");
    desk.frames(2);
    desk.assert_sees_id("analysis-hidden");
    assert!(!desk.has_control(&desk.t("analysis-begin")), "the perspective is that of one seat");
    let app = desk.h.state_mut();
    app.replay.as_mut().unwrap().choose_perspective(Viewer::All);
    desk.frames(2);
    desk.click_id("analysis-begin");
    let is_done = |desk: &Desk| desk.junqi_replay().analysis().result(30).is_some();
    desk.until("the analysis", is_done);
    desk.frames(2);
    assert!(desk.has_control(&desk.t("analysis-curve")));
    let south = desk.junqi_replay().session().state().seat_to_move();
    let app = desk.h.state_mut();
    app.replay.as_mut().unwrap().choose_perspective(Viewer::Seat(south));
    desk.frames(2);
    assert!(!desk.has_control(&desk.t("analysis-curve")), "{}", desk.node_texts());
    desk.assert_sees_id("analysis-hidden");
}

#[test]
fn result_of_a_low_entry_is_scrolled_into_view() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = Place::quick(lang).open();
        desk.h.set_size(egui::vec2(1024.0, 700.0));
        open_replay(&mut desk, play_race(260));
        desk.click_id("replay-analysis");
        desk.frames(2);
        desk.click_id("analysis-begin");
        desk.until("the analysis", has_analysis);
        desk.frames(3);
        let steps = desk.replay().steps();
        let analysis = desk.replay().analysis().result(steps).unwrap();
        let low_step = analysis.mistakes()[..5].last().unwrap().at;
        let row_start = format!("{}  ", low_step + 1);
        let row = |desk: &Desk| {
            let mut nodes = desk.nodes().into_iter().map(|(_, text)| text);
            nodes.find(|text| text.starts_with(&row_start)).unwrap()
        };
        let page = desk.centre_of(&row(&desk));
        // To the middle of the panel, whose tabs may take two lines.
        desk.wheel_by(egui::pos2(page.x, 500.0), page.y - 420.0);
        let top = desk.centre_of(&desk.t("replay-analysis")).y + 14.0;
        let entry = desk.centre_of(&row(&desk));
        assert!(entry.y > top && entry.y < 600.0, "the entry can be clicked: {entry:?}");
        desk.click_at(entry);
        desk.frames(40);
        assert_eq!(desk.replay().at(), low_step);
        let show = desk.centre_of(&desk.t("analysis-show"));
        assert!(show.y > top && show.y < 600.0, "the result is visible: {show:?}");
        desk.click_at(show);
        desk.frames(2);
        assert!(desk.replay().analysis().better_action(low_step, steps).is_some());
    }
}
