//! Tests of analyses saved with a game: they read back equal, are ignored if they do not fit the
//! game, and are limited in size.

use qipan_core::analysis::{Analysis, AnalysisOptions, analyse, from_saved, to_saved};
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::Game as _;
use qipan_core::evaluation::Searchable;
use qipan_core::games::junqi::{Action, Junqi};
use qipan_core::games::race::Race;
use qipan_core::play::session::Session;
use qipan_core::record::{
    AnnotationChange, EvaluationSettings, Record, SavedAnalysis, SavedChange,
};
use qipan_core::registry::verify;

use crate::changes::{new_game, play_steps, read_race};

/// Analyses a game. Returns the analysis and its saved form.
fn analyse_and_save<G: Searchable>(session: &Session<G>) -> (Analysis<G::Action>, SavedAnalysis) {
    let options = AnalysisOptions { depth: 0, rollouts: 2, determinizations: 2, seed: 5 };
    let (states, steps) = (session.states(), &session.record().steps);
    let analysis = analyse(states, steps, options, &mut |_| true).unwrap();
    let saved = to_saved(&analysis, EvaluationSettings::from(&options), session.record());
    (analysis, saved)
}

/// Saves an analysis with a game. Returns false if it is refused.
fn save_analysis<G: Searchable>(session: &mut Session<G>, saved: &SavedAnalysis) -> bool {
    session.annotate(AnnotationChange::Analysis(Some(Box::new(saved.clone()))))
}

/// Checks that the analysis of a game reads back equal from its file, up to rounding.
fn assert_reads_back_equal<G: Searchable>(mut session: Session<G>) {
    let without_analysis = session.write();
    let (original, saved) = analyse_and_save(&session);
    assert!(save_analysis(&mut session, &saved));
    let text = session.write();
    assert!(verify(&text).is_ok(), "{:?}", verify(&text));
    let record = Record::<G>::read(&text).unwrap().record;
    assert_eq!(record, *session.record());
    assert_eq!((record.write(), record.analysis()), (text, Some(&saved)));
    let read = from_saved(&record, session.states()).unwrap();
    assert_eq!(read.positions().len(), original.positions().len());
    for seat in record.seats().iter() {
        let (new, old) = (read.luck_skill_report(seat), original.luck_skill_report(seat));
        assert_eq!((new.choices, new.errors), (old.choices, old.errors));
        for (a, b) in [(new.luck, old.luck), (new.skill, old.skill), (new.end, old.end)] {
            assert!((a - b).abs() < 1e-3, "{new:?} {old:?}");
        }
    }
    for (new, old) in read.positions().iter().zip(original.positions()) {
        assert_eq!((new.place, new.settled.is_some()), (old.place, old.settled.is_some()));
        let is_close = new.chances().iter().zip(old.chances()).all(|(a, b)| (a - b).abs() < 1e-4);
        assert!(is_close, "{new:?} {old:?}");
    }
    for mistake in original.mistakes().iter().filter(|mistake| mistake.cost > 1e-4) {
        let [new, old] = [&read, &original].map(|analysis| analysis.choice(mistake.at).unwrap());
        assert_eq!((new.best(), new.taken()), (old.best(), old.taken()));
        assert!((new.cost() - old.cost()).abs() < 1e-4);
    }
    assert!(session.annotate(AnnotationChange::Analysis(None)));
    assert_eq!(session.write(), without_analysis, "the analysis is removed");
}

/// Returns the first steps of a sample game of Junqi.
fn junqi_sample(preset: &str, steps: usize) -> Session<Junqi> {
    let file = format!("{}/../saves/sample-{preset}.json", env!("CARGO_MANIFEST_DIR"));
    let mut record = Record::read(&std::fs::read_to_string(file).unwrap()).unwrap().record;
    record.steps.truncate(steps);
    Session::new(record).unwrap()
}

#[test]
fn saved_analysis_reads_back_equal() {
    let mut game = new_game("aeroplane", 21);
    play_steps(&mut game, 10_000);
    assert!(game.state().outcome().is_some());
    assert_reads_back_equal(game);
    for (preset, steps) in [("dark", 60), ("six_dark", 12)] {
        assert_reads_back_equal(junqi_sample(preset, steps));
    }
}

#[test]
fn analysis_belongs_to_one_line_of_play() {
    let mut original = new_game("aeroplane", 21);
    play_steps(&mut original, 60);
    let (_, saved) = analyse_and_save(&original);
    save_analysis(&mut original, &saved);
    let branch = original.record().branch(30, Seed::from_number(9), "other dice");
    let mut branch = Session::new(branch).unwrap();
    play_steps(&mut branch, 20);
    assert_eq!(branch.record().analysis(), None, "it belongs to the other line");
    let read = read_race(&branch.write());
    assert_eq!(
        read.with_promoted_variation(0).analysis(),
        Some(&saved),
        "the other line still has it"
    );
    assert!(verify(&read.write()).is_ok());
    // With another step, the line is no longer the one that was analysed.
    play_steps(&mut original, 1);
    assert_eq!(original.record().analysis(), None);
    assert!(!original.write().contains("\"analysis\""));
    assert_eq!(read_race(&original.write()).analysis, None);
    // Copy the analysis into the file of another game.
    let mut other = new_game("aeroplane", 22);
    play_steps(&mut other, 60);
    let line_id = other.record().line_id();
    save_analysis(&mut other, &SavedAnalysis { line_id: line_id.clone(), ..saved.clone() });
    let text = other.write().replace(&line_id, &saved.line_id);
    assert_eq!(read_race(&text).analysis, None);
    assert!(!verify(&text).is_ok(), "the file was changed");
}

#[test]
fn invalid_analysis_is_refused_or_ignored() {
    let mut game = new_game("aeroplane", 21);
    play_steps(&mut game, 60);
    let (_, valid) = analyse_and_save(&game);
    let is_choice = |change: &SavedChange| matches!(change, SavedChange::Choice { .. });
    let choice_at = valid
        .positions
        .iter()
        .position(|position| position.change.as_ref().is_some_and(is_choice))
        .unwrap();
    // Each function gets the analysis and the index of a choice in it.
    let out_of_range: [fn(&mut SavedAnalysis, usize); 6] = [
        |analysis, _| analysis.positions[3].values[0] = 1e30,
        |analysis, _| analysis.positions[3].values.clear(),
        |analysis, _| analysis.positions[3].values.push(0.0),
        |analysis, _| analysis.positions[3].place = 200,
        |analysis, _| analysis.line_id = "w".repeat(1000),
        |analysis, at| {
            let skill = vec![0.0; 4];
            let change =
                SavedChange::Choice { best: "b".repeat(999), value: 0.0, skill, luck: vec![] };
            analysis.positions[at].change = Some(change);
        },
    ];
    for change in out_of_range {
        let mut invalid = valid.clone();
        change(&mut invalid, choice_at);
        assert!(!save_analysis(&mut game, &invalid), "it is refused");
        // Put the analysis into the file by hand.
        let text = game.record().write();
        let part = serde_json::to_string(&invalid).unwrap();
        let text = text
            .replace("\"branches\":[]\n}", &format!("\"branches\":[],\n\"analysis\":{part}\n}}"));
        let result = Record::<Race>::parse(&text).map(drop);
        assert!(result.is_err() || read_race(&text).analysis.is_none(), "{result:?}");
    }
    // An analysis that fits the line but not its steps is never shown.
    let misfitting: [fn(&mut SavedAnalysis, usize); 4] = [
        |analysis, at| analysis.positions[at].change = Some(SavedChange::Roll(vec![0.0; 4])),
        |analysis, at| analysis.positions[at].change = None,
        |analysis, _| {
            analysis.positions[0].change = Some(SavedChange::Choice {
                best: "plane 1".to_owned(),
                value: 0.0,
                skill: vec![0.0; 4],
                luck: Vec::new(),
            })
        },
        |analysis, at| {
            if let Some(SavedChange::Choice { best, .. }) = &mut analysis.positions[at].change {
                "no action at all".clone_into(best);
            }
        },
    ];
    for change in misfitting {
        let mut invalid = valid.clone();
        change(&mut invalid, choice_at);
        assert!(save_analysis(&mut game, &invalid));
        let record = read_race(&game.write());
        assert!(record.analysis().is_some());
        assert!(from_saved::<Race>(&record, game.states()).is_none());
    }
}

#[test]
fn analysis_with_an_illegal_best_action_is_ignored() {
    let mut game = junqi_sample("dark", 20);
    let (_, mut saved) = analyse_and_save(&game);
    let first_best: Action = saved
        .positions
        .iter()
        .find_map(|position| match &position.change {
            Some(SavedChange::Choice { best, .. }) => best.parse().ok(),
            _ => None,
        })
        .unwrap();
    for position in &mut saved.positions {
        if let Some(SavedChange::Choice { best, .. }) = &mut position.change {
            *best = first_best.to_string();
        }
    }
    assert!(save_analysis(&mut game, &saved));
    assert!(from_saved(game.record(), game.states()).is_none(), "it is legal at one step only");
}

#[test]
fn oversized_analysis_is_rejected() {
    let mut game = new_game("aeroplane", 21);
    play_steps(&mut game, 5);
    let (_, mut saved) = analyse_and_save(&game);
    saved.positions =
        vec![saved.positions[0].clone(); qipan_core::record::MAX_ANALYSED_POSITIONS + 1];
    assert!(!save_analysis(&mut game, &saved) && game.record().analysis.is_none());
}
