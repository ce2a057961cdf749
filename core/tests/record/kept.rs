//! Tests of analyses saved with a game: read back, ignored if they do not fit, bounded.

use qipan_core::analysis::{Analysis, AnalysisOptions, analyse, from_saved, to_saved};
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::Game as _;
use qipan_core::evaluation::Searchable;
use qipan_core::games::junqi::{Action, Junqi};
use qipan_core::games::race::Race;
use qipan_core::play::session::Session;
use qipan_core::record::{AnnotationChange, Judge, Record, SavedAnalysis, SavedChange};
use qipan_core::registry::verify;

use crate::changes::{new_game, play, race};

/// Analyses a game. Returns the analysis and its saved form.
fn analysed<G: Searchable>(session: &Session<G>) -> (Analysis<G::Action>, SavedAnalysis) {
    let options = AnalysisOptions { depth: 0, playouts: 2, determinizations: 2, seed: 5 };
    let (states, steps) = (session.states(), &session.record().steps);
    let found = analyse(states, steps, options, &mut |_| true).unwrap();
    let kept = to_saved(&found, Judge::from(&options), session.record());
    (found, kept)
}

fn keep<G: Searchable>(session: &mut Session<G>, kept: &SavedAnalysis) -> bool {
    session.study(AnnotationChange::Analysis(Some(Box::new(kept.clone()))))
}

/// Checks that a saved analysis reads back equal to the original.
fn tells_the_same<G: Searchable>(mut session: Session<G>) {
    let bare = session.write();
    let (found, kept) = analysed(&session);
    assert!(keep(&mut session, &kept));
    let text = session.write();
    assert!(verify(&text).is_ok(), "{:?}", verify(&text));
    let record = Record::<G>::read(&text).unwrap().record;
    assert_eq!(record, *session.record());
    assert_eq!((record.write(), record.analysis()), (text, Some(&kept)));
    let back = from_saved(&record, session.states()).unwrap();
    assert_eq!(back.moments().len(), found.moments().len());
    for seat in record.seats().iter() {
        let (now, then) = (back.account(seat), found.account(seat));
        assert_eq!((now.choices, now.errors), (then.choices, then.errors));
        for (a, b) in [(now.luck, then.luck), (now.skill, then.skill), (now.end, then.end)] {
            assert!((a - b).abs() < 1e-3, "{now:?} {then:?}");
        }
    }
    for (now, then) in back.moments().iter().zip(found.moments()) {
        assert_eq!((now.place, now.settled.is_some()), (then.place, then.settled.is_some()));
        let near = now.chances().iter().zip(then.chances()).all(|(a, b)| (a - b).abs() < 1e-4);
        assert!(near, "{now:?} {then:?}");
    }
    for mistake in found.mistakes().iter().filter(|mistake| mistake.cost > 1e-4) {
        let [now, then] = [&back, &found].map(|found| found.choice(mistake.at).unwrap());
        assert_eq!((now.best(), now.taken()), (then.best(), then.taken()));
        assert!((now.cost() - then.cost()).abs() < 1e-4);
    }
    assert!(session.study(AnnotationChange::Analysis(None)));
    assert_eq!(session.write(), bare, "forgotten, the file is as it was");
}

/// Returns the first steps of a sample game of Junqi.
fn junqi(preset: &str, steps: usize) -> Session<Junqi> {
    let file = format!("{}/../saves/sample-{preset}.json", env!("CARGO_MANIFEST_DIR"));
    let mut record = Record::read(&std::fs::read_to_string(file).unwrap()).unwrap().record;
    record.steps.truncate(steps);
    Session::new(record).unwrap()
}

#[test]
fn saved_analysis_reads_back_equal() {
    let mut game = new_game("aeroplane", 21);
    play(&mut game, 10_000);
    assert!(game.state().outcome().is_some());
    tells_the_same(game);
    for (preset, steps) in [("dark", 60), ("six_dark", 12)] {
        tells_the_same(junqi(preset, steps));
    }
}

#[test]
fn analysis_belongs_to_one_line_of_play() {
    let mut original = new_game("aeroplane", 21);
    play(&mut original, 60);
    let (_, found) = analysed(&original);
    keep(&mut original, &found);
    let branch = original.record().branch(30, Seed::from_number(9), "other dice");
    let mut branch = Session::new(branch).unwrap();
    play(&mut branch, 20);
    assert_eq!(branch.record().analysis(), None, "it tells of the other way");
    let read = race(&branch.write());
    assert_eq!(read.follow(0).analysis(), Some(&found), "where it still is");
    assert!(verify(&read.write()).is_ok());
    // Played on, it is another game.
    play(&mut original, 1);
    assert_eq!(original.record().analysis(), None);
    assert!(!original.write().contains("\"analysis\""));
    assert_eq!(race(&original.write()).analysis, None);
    // The analysis copied into another game by hand.
    let mut other = new_game("aeroplane", 22);
    play(&mut other, 60);
    let way = other.record().line_id();
    keep(&mut other, &SavedAnalysis { way: way.clone(), ..found.clone() });
    let text = other.write().replace(&way, &found.way);
    assert_eq!(race(&text).analysis, None);
    assert!(!verify(&text).is_ok(), "it was put there by hand");
}

#[test]
fn invalid_analysis_is_refused_or_ignored() {
    let mut game = new_game("aeroplane", 21);
    play(&mut game, 60);
    let (_, found) = analysed(&game);
    let choice = |found: &SavedAnalysis| {
        let is_choice = |change: &SavedChange| matches!(change, SavedChange::Choice { .. });
        found.moments.iter().position(|moment| moment.change.as_ref().is_some_and(is_choice))
    };
    let at = choice(&found).unwrap();
    let odd: [fn(&mut SavedAnalysis, usize); 6] = [
        |found, _| found.moments[3].worths[0] = 1e30,
        |found, _| found.moments[3].worths.clear(),
        |found, _| found.moments[3].worths.push(0.0),
        |found, _| found.moments[3].place = 200,
        |found, _| found.way = "w".repeat(1000),
        |found, at| {
            let skill = vec![0.0; 4];
            let change =
                SavedChange::Choice { best: "b".repeat(999), value: 0.0, skill, luck: vec![] };
            found.moments[at].change = Some(change);
        },
    ];
    for change in odd {
        let mut kept = found.clone();
        change(&mut kept, at);
        assert!(!keep(&mut game, &kept), "it is not taken");
        let mut record = game.record().clone();
        record.analysis = Some(kept.clone());
        // A file written by hand.
        let text = game.record().write();
        let part = serde_json::to_string(&kept).unwrap();
        let text = text
            .replace("\"branches\":[]\n}", &format!("\"branches\":[],\n\"analysis\":{part}\n}}"));
        let why = Record::<Race>::parse(&text).map(|_| ());
        assert!(why.is_err() || race(&text).analysis.is_none(), "{why:?}");
    }
    // An analysis that fits the line but not its steps is never shown.
    let wrong: [fn(&mut SavedAnalysis, usize); 4] = [
        |found, at| found.moments[at].change = Some(SavedChange::Roll(vec![0.0; 4])),
        |found, at| found.moments[at].change = None,
        |found, _| {
            found.moments[0].change = Some(SavedChange::Choice {
                best: "plane 1".to_owned(),
                value: 0.0,
                skill: vec![0.0; 4],
                luck: Vec::new(),
            })
        },
        |found, at| {
            if let Some(SavedChange::Choice { best, .. }) = &mut found.moments[at].change {
                "no action at all".clone_into(best);
            }
        },
    ];
    for change in wrong {
        let mut kept = found.clone();
        change(&mut kept, at);
        assert!(keep(&mut game, &kept));
        let record = race(&game.write());
        assert!(record.analysis().is_some());
        assert!(from_saved::<Race>(&record, game.states()).is_none());
    }
}

#[test]
fn analysis_with_an_illegal_best_action_is_ignored() {
    let mut game = junqi("dark", 20);
    let (_, mut found) = analysed(&game);
    let action: Action = found
        .moments
        .iter()
        .find_map(|moment| match &moment.change {
            Some(SavedChange::Choice { best, .. }) => best.parse().ok(),
            _ => None,
        })
        .unwrap();
    for moment in &mut found.moments {
        if let Some(SavedChange::Choice { best, .. }) = &mut moment.change {
            *best = action.to_string();
        }
    }
    assert!(keep(&mut game, &found));
    assert!(from_saved(game.record(), game.states()).is_none(), "legal at one step only");
}

#[test]
fn oversized_analysis_is_rejected() {
    let mut game = new_game("aeroplane", 21);
    play(&mut game, 5);
    let (_, found) = analysed(&game);
    let mut long = found.clone();
    long.moments = vec![found.moments[0].clone(); qipan_core::record::MAX_MOMENTS + 1];
    assert!(!keep(&mut game, &long) && game.record().analysis.is_none());
}
