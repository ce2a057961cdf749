//! Robots chosen by their level: for hints and for rematches.

use qipan_core::record::{Player, Record};
use qipan_core::registry::GameKind;
use qipan_core::script::{Level, Scripted};

use crate::model::library::Library;
use crate::model::scripts::RobotSpec;

impl Library {
    /// Returns the robot that gives hints in a game: a shipped robot one level above the strongest
    /// robot that plays, but not above the highest level. If no robot of a known level plays, its
    /// level is Strong.
    pub fn hint_robot<G: Scripted>(&self, kind: GameKind, record: &Record<G>) -> Player {
        let level_of = |player: &Player| {
            let script = player.script.as_deref()?;
            self.specs(kind).find(|spec| spec.script() == script)?.info.level
        };
        let strongest = record.players.iter().filter_map(|(_, player)| level_of(player)).max();
        let above = |level: Level| Level::ALL.into_iter().find(|other| *other > level);
        let wanted = strongest.map_or(Level::Strong, |level| above(level).unwrap_or(level));
        let robot = self.robot_of_level(kind, &record.preset, wanted);
        robot.unwrap_or_else(|| self.demo_robot(kind))
    }

    /// Returns a shipped robot that plays a preset at this level. If there is none, returns one of
    /// the nearest lower level.
    pub fn robot_of_level(&self, kind: GameKind, preset: &str, level: Level) -> Option<Player> {
        let plays = |spec: &&RobotSpec| {
            let presets = &spec.info.presets;
            spec.is_shipped && (presets.is_empty() || presets.iter().any(|known| known == preset))
        };
        let robots = self.specs(kind).filter(plays);
        let robots = robots.filter(|spec| spec.info.level.is_some_and(|other| other <= level));
        robots.max_by_key(|spec| spec.info.level).map(RobotSpec::player)
    }
}
