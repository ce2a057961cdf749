//! Tests that, in a game with hidden pieces, a choice is judged by what its player could know.

use qipan_core::analysis::{AnalysisOptions, ChoiceAnalysis, StepAnalyser, ValueChange};
use qipan_core::contract::game::{Game, NullSink, Step, Turn, Viewer};
use qipan_core::games::junqi::{Action, Junqi};
use rand::seq::SliceRandom;

use crate::common;
use crate::random_game;

/// Analyses the last step, which must be a choice.
fn analyse_last_choice(states: &[Junqi], steps: &[Step<Junqi>]) -> ChoiceAnalysis<Action> {
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
    let mut luck_differs = false;
    for game in 0..6 {
        let start = common::junqi::start(&rules, &mut rng);
        let (mut states, mut steps) = random_game(start, 30 + game, &mut rng);
        let state = states.pop().unwrap();
        let Turn::Seat(seat) = state.turn() else { panic!("game {game} is over") };
        let mut actions = Vec::new();
        state.legal_actions(&mut actions);
        actions.shuffle(&mut rng);
        let step = Step::Act { seat, action: actions[0] };
        steps.push(step.clone());
        // Another state that looks equal to the seat.
        let view = state.view(Viewer::Seat(seat));
        let other = Junqi::sample(&view, &mut rng);
        assert!(other != state);
        let [choice, other_choice] = [state, other].map(|state| {
            let mut next = state.clone();
            next.play_unchecked(&step, &mut NullSink);
            let mut states = states.clone();
            states.extend([state, next]);
            analyse_last_choice(&states, &steps)
        });
        assert_eq!(choice.actions, other_choice.actions, "game {game}");
        assert_eq!(choice.skill, other_choice.skill);
        luck_differs |= choice.luck != other_choice.luck;
    }
    assert!(luck_differs, "the hidden pieces have an effect on luck");
}
