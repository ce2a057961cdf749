//! Runs the tests of a robot. In the position of a test, the robot chooses once for each seed, and
//! each choice has to be one that the test allows.

use qipan_core::contract::dice::Seed;
use qipan_core::contract::localized::Text;
use qipan_core::contract::robot::Robot;
use qipan_core::play::game_loop::ask;
use qipan_core::script::{
    ExpectedChoice, Host, LineCoverage, LuaRobot, RobotTest, Scripted, tests_of_file,
    tests_of_robot,
};

use crate::model::checks::ScriptProblem;
use crate::model::clock::ClockGuard;
use crate::model::scripts::RobotSpec;

/// The results of a robot's tests.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TestResults {
    /// The number of tests that were run.
    pub count: usize,
    /// The tests that failed.
    pub failed: Vec<FailedTest>,
}

/// A test that failed.
#[derive(Clone, Debug, PartialEq)]
pub struct FailedTest {
    /// Its name.
    pub name: Text,
    /// The file that contains it.
    pub file: String,
    /// Its line in that file, if known.
    pub line: Option<u32>,
    /// The first seed with which it failed, from 0.
    pub seed: u32,
    /// The number of seeds with which it failed.
    pub failed_seeds: u32,
    /// The number of seeds with which it was tried.
    pub seeds: u32,
    /// The robot's choice with `seed`, or its error.
    pub choice: Result<String, String>,
    /// The choices that pass.
    pub expected: ExpectedChoice<String>,
}

/// The tests of a file.
struct TestFile<G: Scripted> {
    file: String,
    tests: Vec<RobotTest<G>>,
}

/// Runs the tests in the file of a robot and in the test file beside it. Lines of the robot that
/// run are added to `coverage`.
///
/// # Errors
/// A test that cannot be read, or a robot that does not load.
pub(super) fn run<G: Scripted>(
    spec: &RobotSpec,
    host: &Host,
    coverage: &mut LineCoverage,
) -> Result<TestResults, ScriptProblem> {
    let _clock = ClockGuard::start();
    let files = read::<G>(spec, host)?;
    let mut results = TestResults::default();
    if files.iter().all(|file| file.tests.is_empty()) {
        return Ok(results);
    }
    let robot = spec.load::<G>(host);
    let mut robot = robot.map_err(|error| ScriptProblem::from_script_error(&error))?;
    for TestFile { file, tests } in &files {
        results.count += tests.len();
        results.failed.extend(tests.iter().filter_map(|test| run_test(&mut robot, file, test)));
    }
    coverage.merge(&robot.coverage());
    Ok(results)
}

/// Reads the tests of a robot.
fn read<G: Scripted>(spec: &RobotSpec, host: &Host) -> Result<Vec<TestFile<G>>, ScriptProblem> {
    let (file, info) = (spec.file.clone(), &spec.info);
    let own = tests_of_robot(&file, &spec.source, info, host);
    let own = own.map_err(|error| ScriptProblem::from_script_error(&error))?;
    let mut files = vec![TestFile { file, tests: own }];
    let test_file =
        spec.test_file().map_err(|why| ScriptProblem::from_find_error(&spec.file, &why))?;
    if let Some((file, source)) = test_file {
        let tests = tests_of_file(&file, source, info, host);
        let tests = tests.map_err(|error| ScriptProblem::from_script_error(&error))?;
        files.push(TestFile { file, tests });
    }
    Ok(files)
}

/// Runs a test with all its seeds, each in a game of its own. Returns the failure, if any.
fn run_test<G: Scripted>(
    robot: &mut LuaRobot<G>,
    file: &str,
    test: &RobotTest<G>,
) -> Option<FailedTest> {
    let RobotTest { state, seat, .. } = test;
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    let mut failure: Option<FailedTest> = None;
    for seed in 0..test.seeds {
        robot.start();
        let stream = Seed::from_number(seed.into()).robot_stream(*seat, state.ply());
        let choice = ask(robot, state, *seat, &actions, &[], &[], stream);
        let choice = match choice.error {
            Some(error) => Err(error.message),
            None if test.expected.allows(&choice.action) => continue,
            None => Ok(choice.action.to_string()),
        };
        let failure = failure.get_or_insert_with(|| FailedTest {
            name: test.name.clone(),
            file: file.to_owned(),
            line: test.line,
            seed,
            failed_seeds: 0,
            seeds: test.seeds,
            choice,
            expected: as_text(&test.expected),
        });
        failure.failed_seeds += 1;
    }
    failure
}

/// Returns the choices that pass a test, as text.
fn as_text<A: ToString>(expected: &ExpectedChoice<A>) -> ExpectedChoice<String> {
    let texts = |actions: &[A]| actions.iter().map(ToString::to_string).collect();
    match expected {
        ExpectedChoice::OneOf(actions) => ExpectedChoice::OneOf(texts(actions)),
        ExpectedChoice::NoneOf(actions) => ExpectedChoice::NoneOf(texts(actions)),
    }
}
