//! Robots as the player chooses them for a seat.

use qipan_core::script::{Level, Param, ParamValue};

use crate::model::i18n::{I18n, Lang};
use crate::model::scripts::{FindError, RobotSpec};

/// A robot as it is offered for a seat.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RobotChoice {
    /// Its script, as saved games name it.
    pub script: String,
    /// Its name in the player's language.
    pub title: String,
    /// Its description, in a sentence.
    pub about: String,
    /// Its author.
    pub author: String,
    /// Its level, if it declares one.
    pub level: Option<Level>,
    /// The presets it plays, or all if empty.
    pub presets: Vec<String>,
    /// True if it ships with the program.
    pub is_shipped: bool,
    /// The hash of its source, or `None` if it did not load.
    pub hash: Option<String>,
    /// The parameters that can be set.
    pub params: Vec<ParamChoice>,
    /// The reason why it cannot play, or `None` if it can.
    pub error: Option<String>,
}

/// A parameter of a robot that a player can set.
#[derive(Clone, Debug, PartialEq)]
pub struct ParamChoice {
    /// Its name in the script.
    pub name: String,
    /// Its default value in the window.
    pub default: f64,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// True for a switch, whose values are 0 and 1.
    pub is_switch: bool,
    /// Its effect, in a few words.
    pub about: String,
}

impl RobotChoice {
    /// Returns true if it can play this preset.
    pub fn plays(&self, preset: &str) -> bool {
        let is_listed = || self.presets.iter().any(|known| known == preset);
        self.error.is_none() && (self.presets.is_empty() || is_listed())
    }
}

/// Returns the key that sorts robots as they are offered: the weakest level first, robots without
/// a level last.
pub fn level_sort_key(level: Option<Level>) -> (bool, Option<Level>) {
    (level.is_none(), level)
}

/// Returns a robot's name with its level, if it declares one.
pub fn name_with_level(level: Option<Level>, name: &str, i18n: &I18n) -> String {
    let Some(level) = level else { return name.to_owned() };
    let level = i18n.t(&format!("who-level-{}", level.name()));
    i18n.tf("who-at-level", &[("level", level.into()), ("robot", name.into())])
}

/// Returns the robot with this script.
pub fn find<'a>(robots: &'a [RobotChoice], script: &str) -> Option<&'a RobotChoice> {
    robots.iter().find(|robot| robot.script == script)
}

/// Returns a shipped robot that plays a preset at this level. If there is none, returns one of the
/// nearest lower level.
pub fn of_level<'a>(
    robots: &'a [RobotChoice],
    preset: &str,
    level: Level,
) -> Option<&'a RobotChoice> {
    let usable = robots.iter().filter(|robot| robot.is_shipped && robot.plays(preset));
    usable
        .filter(|robot| robot.level.is_some_and(|other| other <= level))
        .max_by_key(|robot| robot.level)
}

/// Returns a robot as it is offered. If it did not load, only its name and the reason are known.
pub(super) fn choice(name: &str, robot: &Result<RobotSpec, FindError>, lang: Lang) -> RobotChoice {
    match robot {
        Err(error) => RobotChoice {
            script: name.to_owned(),
            title: name.to_owned(),
            error: Some(error.to_string()),
            ..RobotChoice::default()
        },
        Ok(spec) => {
            let param_choice = |param: &Param| ParamChoice {
                name: param.name.clone(),
                default: param.window.unwrap_or(param.default).as_number(),
                min: param.min.unwrap_or(0.0),
                max: param.max.unwrap_or(1.0),
                is_switch: matches!(param.default, ParamValue::Flag(_)),
                about: param.about.in_language(tag(lang)).to_owned(),
            };
            RobotChoice {
                script: spec.script(),
                title: spec.info.name.in_language(tag(lang)).to_owned(),
                about: spec.info.about.in_language(tag(lang)).to_owned(),
                author: spec.info.author.clone(),
                level: spec.info.level,
                presets: spec.info.presets.clone(),
                is_shipped: spec.is_shipped,
                hash: Some(spec.source.digest()),
                params: spec.info.params.iter().map(param_choice).collect(),
                error: None,
            }
        }
    }
}

/// Returns the tag that scripts use for a language.
pub(super) fn tag(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "en",
        Lang::Zh => "zh",
    }
}
