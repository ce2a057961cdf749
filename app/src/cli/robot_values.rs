//! `qipan analyse --by`: a robot judges the chances in a game.

use qipan_core::evaluation::SeatValues;
use qipan_core::house::House;
use qipan_core::play::session::Session;
use qipan_core::script::Scripted;

use crate::cli::options::{self, Programs};
use crate::cli::output::Failure;
use crate::model::analysis::robot;
use crate::model::clock::{ClockGuard, cli_script_host};
use crate::model::scripts::{self, ScriptArg};
use crate::model::storage::Folders;

/// Returns the name of a robot and its values for the positions of a game. Each position is given
/// by the number of steps before it.
pub(super) fn robot_values<G: Scripted>(
    session: &Session<G>,
    name: &ScriptArg,
    folders: &Folders,
    programs: &Programs,
) -> Result<(String, Vec<(usize, SeatValues)>), String> {
    let spec = match options::robot::<G>(folders, &session.record().preset, name, programs) {
        Err(Failure::Bad(why) | Failure::Usage(why)) => return Err(why),
        Err(Failure::AlreadyReported) => return Err(format!("unknown robot {name}")),
        Ok(spec) => spec,
    };
    if !spec.info.has_value_function {
        let robots = scripts::robots(folders, G::NAME).into_iter();
        let judges = robots
            .filter(|(_, robot)| robot.as_ref().is_ok_and(|spec| spec.info.has_value_function));
        let judges: Vec<String> = judges.map(|(name, _)| name).collect();
        let judges = judges.join(", ");
        return Err(format!("{name} has no `value` function; these have one: {judges}"));
    }
    let _ticking = ClockGuard::start();
    let robot = spec.make::<G>(&cli_script_host(), House::default());
    let mut judge = robot.map_err(|why| why.to_string())?;
    let values = robot::chances(session, judge.as_mut(), |_| true)?;
    Ok((spec.info.name.en.clone(), values))
}
