//! Tests that the changes in the account of each seat add up to its result.

use qipan_core::analysis::{
    Analysis, AnalysisOptions, ERROR_COST, StepAnalyser, ValueChange, analyse,
};
use qipan_core::contract::game::{Game, NullSink, Step};
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::Junqi;
use qipan_core::games::race::{Deal, Effect, Race, SeatColour};

use crate::common::{random_rules, random_seats, rng, rules};
use crate::random_game;

/// Returns options without look-ahead.
fn zero_depth() -> AnalysisOptions {
    AnalysisOptions { depth: 0, ..AnalysisOptions::default() }
}

/// Checks that the parts of an account sum to the difference between start and end values.
fn assert_adds_up<A: Copy>(analysis: &Analysis<A>, seat: Seat, end: f64) {
    let account = analysis.luck_skill_report(seat);
    let changes =
        account.luck + account.skill + account.others_choices + account.other + account.residual;
    assert!((account.start + changes - account.end).abs() < 1e-9, "{account:?}");
    assert!((account.end - end).abs() < 1e-6, "{account:?} ends at {end}");
    assert!(account.skill <= 0.0 && account.later_skill <= 0.0, "{account:?}");
    assert!(account.errors <= account.choices);
}

#[test]
fn accounts_add_up_to_the_result() {
    let mut rng = rng(3);
    for game in 0..12 {
        let rules = random_rules(&mut rng);
        let seats = random_seats(&rules, &mut rng);
        let start = Race::new(&rules, seats, &Deal::default()).unwrap();
        let (states, steps) = random_game(start, 4000, &mut rng);
        let analysis = analyse(&states, &steps, zero_depth(), &mut |_| true).unwrap();
        assert_eq!(analysis.positions().len(), states.len());
        let outcome = states[states.len() - 1].outcome();
        let outcome = outcome.unwrap_or_else(|| panic!("game {game} does not end"));
        let (mut start, mut luck, mut end) = (0.0, 0.0, 0.0);
        for seat in seats.iter() {
            assert_adds_up(&analysis, seat, outcome.share(seat));
            let account = analysis.luck_skill_report(seat);
            start += account.start;
            luck += account.luck;
            end += account.end;
        }
        assert!((start - 1.0).abs() < 1e-4, "{start}");
        assert!(luck.abs() < 1e-3, "{luck}");
        assert!((end - 1.0).abs() < 1e-6, "{end}");
        let mistakes = analysis.mistakes();
        assert!(mistakes.windows(2).all(|pair| pair[0].cost >= pair[1].cost));
        let errors: u32 = seats.iter().map(|seat| analysis.luck_skill_report(seat).errors).sum();
        let costly = mistakes.iter().filter(|mistake| mistake.cost >= ERROR_COST).count();
        assert_eq!(costly, errors as usize);
    }
}

#[test]
fn effects_and_resignations_are_neither_luck_nor_choice() {
    let start = Race::new(
        &rules("aeroplane", &[]),
        qipan_core::contract::seat::SeatSet::first(4),
        &Deal::default(),
    )
    .unwrap();
    let (mut states, mut steps) = random_game(start, 300, &mut rng(5));
    let last = &states[300];
    let (seat, plane) = last
        .seats()
        .iter()
        .find_map(|seat| {
            let plane = last.planes(seat).iter().position(|progress| (5..40).contains(progress))?;
            Some((seat, plane as u8 + 1))
        })
        .expect("a plane on the track");
    let effect = Effect::SendHome { seat: SeatColour::new(seat), plane };
    let other = Seat::new(if seat.index() == 0 { 1 } else { 0 });
    for step in [Step::House { rule: 0, effect }, Step::Resign { seat: other }] {
        let mut next = states[states.len() - 1].clone();
        next.play(&step, &mut NullSink).unwrap();
        states.push(next);
        steps.push(step);
    }
    let analysis = analyse(&states, &steps, zero_depth(), &mut |_| true).unwrap();
    let Some(ValueChange::Other(change)) = &analysis.position(300).unwrap().change else {
        panic!("the step is an effect of a house rule")
    };
    assert!(change[seat.index()] < -0.001, "{change:?}");
    assert!(matches!(analysis.position(301).unwrap().change, Some(ValueChange::Other(_))));
    let account = analysis.luck_skill_report(seat);
    assert!(account.other != 0.0, "{account:?}");
    assert_adds_up(&analysis, seat, f64::from(analysis.positions()[302].values[seat.index()]));
}

#[test]
fn analysis_can_be_stopped_and_is_independent_of_order() {
    let start = Race::new(
        &rules("flying", &[]),
        qipan_core::contract::seat::SeatSet::first(2),
        &Deal::default(),
    )
    .unwrap();
    let (states, steps) = random_game(start, 60, &mut rng(8));
    let mut reported = Vec::new();
    let stopped = analyse(&states, &steps, zero_depth(), &mut |done| {
        reported.push(done);
        done < 7
    });
    assert!(stopped.is_none() && reported == (1..=7).collect::<Vec<_>>());
    let options = AnalysisOptions { rollouts: 8, ..zero_depth() };
    let whole = analyse(&states, &steps, options, &mut |_| true).unwrap();
    let analyser = StepAnalyser::new(&states, &steps, options);
    for at in (0..states.len()).rev() {
        let position = analyser.analyse_step(at).unwrap();
        assert_eq!(Some(&position), whole.position(at));
        let sum: f32 = position.chances().iter().sum();
        assert!((sum - 1.0).abs() < 1e-4 && position.estimates.is_some());
    }
    assert!(analyser.analyse_step(states.len()).is_none());
    let other_options = AnalysisOptions { seed: 1, ..options };
    let other = analyse(&states, &steps, other_options, &mut |_| true).unwrap();
    assert!(other != whole, "another seed gives other rollouts");
}

#[test]
fn open_game_has_no_luck() {
    let open = crate::common::junqi::rules("open", &[]);
    let start: Junqi = crate::common::junqi::start(&open, &mut rng(4));
    let (states, steps) = random_game(start, 40, &mut rng(4));
    let analysis = analyse(&states, &steps, AnalysisOptions::default(), &mut |_| true).unwrap();
    for seat in states[0].seats().iter() {
        assert_eq!(analysis.luck_skill_report(seat).luck, 0.0);
        assert!(analysis.luck_skill_report(seat).skill < 0.0, "it played at random");
    }
}
