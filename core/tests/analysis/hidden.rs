//! Tests that with hidden pieces a choice is judged by what its player could know.

use qipan_core::analysis::{AnalysisOptions, ChoiceAnalysis, StepAnalyser, ValueChange};
use qipan_core::contract::game::{Game, NullSink, Step, Turn, Viewer};
use qipan_core::games::junqi::{Action, Junqi};
use rand::seq::SliceRandom;

use crate::common;
use crate::random_game;

fn choice(states: &[Junqi], steps: &[Step<Junqi>]) -> ChoiceAnalysis<Action> {
    let analyser = StepAnalyser::new(states, steps, AnalysisOptions::default());
    match analyser.analyse_step(states.len() - 2).unwrap().change {
        Some(ValueChange::Choice(choice)) => choice,
        other => panic!("{other:?}"),
    }
}

#[test]
fn skill_does_not_depend_on_hidden_information() {
    let mut rng = common::rng(21);
    let rules = common::junqi::rules("dark", &[]);
    let mut surprised = false;
    for game in 0..6 {
        let start = common::junqi::start(&rules, &mut rng);
        let (mut states, mut steps) = random_game(start, 30 + game, &mut rng);
        let state = states[states.len() - 1].clone();
        let Turn::Seat(seat) = state.turn() else { panic!("{game} ended") };
        let mut actions = Vec::new();
        state.legal_actions(&mut actions);
        actions.shuffle(&mut rng);
        let step = Step::Act { seat, action: actions[0] };
        // Another determinization of the seat's view.
        let view = state.view(Viewer::Seat(seat));
        let other = Junqi::sample(&view, &mut rng);
        assert!(other != state);
        let judged = [state, other].map(|state| {
            let mut next = state.clone();
            next.play_unchecked(&step, &mut NullSink);
            *states.last_mut().unwrap() = state;
            let mut states = states.clone();
            let mut steps = steps.clone();
            states.push(next);
            steps.push(step.clone());
            choice(&states, &steps)
        });
        assert_eq!(judged[0].actions, judged[1].actions, "game {game}");
        assert_eq!(judged[0].skill, judged[1].skill);
        surprised |= judged[0].luck != judged[1].luck;
        steps.clear();
    }
    assert!(surprised, "what came of it is told by luck");
}
