//! The robots at hand: those that ship and the player's own, watched for changes.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use notify_debouncer_mini::notify::{RecommendedWatcher, RecursiveMode};
use notify_debouncer_mini::{DebounceEventResult, Debouncer, new_debouncer};
use qipan_core::race::Race;
use qipan_core::record::Player;
use qipan_core::robot::Robot;
use qipan_core::script::{Host, ParamValue};

use crate::clock::{self, Ticking};
use crate::i18n::Lang;
use crate::robots::Maker;
use crate::screen::Cx;
use crate::screen::new_game::{ParamChoice, RobotChoice};
use crate::screen::play::Candidate;
use crate::scripts::{self, FindError, RobotSpec};
use crate::storage::Folders;

/// The game all robots here are for.
const GAME: &str = "race";

/// The robot that plays on the home screen and where none is named.
const DEMO: &str = "greedy";

/// How long files have to rest after a change before they are read again.
const REST: Duration = Duration::from_millis(250);

/// The robots at hand.
pub(super) struct Library {
    folders: Folders,
    robots: Vec<(String, Result<RobotSpec, FindError>)>,
    /// What robots were before a change broke them: games go on with these.
    kept: Vec<RobotSpec>,
    changed: Receiver<Vec<PathBuf>>,
    /// Watches for as long as it lives; none where the system cannot watch.
    _watcher: Option<Debouncer<RecommendedWatcher>>,
}

impl Library {
    /// Reads all robots and watches the player's folder.
    pub(super) fn new(folders: &Folders, ctx: &egui::Context) -> Self {
        let (send, changed) = channel();
        let wake = ctx.clone();
        let tell = move |result: DebounceEventResult| {
            let paths = result.unwrap_or_default().into_iter().map(|event| event.path).collect();
            // A closed channel means that the window is closing.
            let _ = send.send(paths);
            wake.request_repaint();
        };
        let watch = || {
            let mut watcher = new_debouncer(REST, tell).ok()?;
            watcher.watcher().watch(&folders.scripts, RecursiveMode::Recursive).ok()?;
            Some(watcher)
        };
        let robots = scripts::robots(folders, GAME);
        let (folders, kept) = (folders.clone(), Vec::new());
        Self { robots, kept, changed, _watcher: watch(), folders }
    }

    /// Reads what has changed: each script with what is wrong with it now, if anything.
    pub(super) fn poll(&mut self) -> Vec<(String, Option<String>)> {
        let mut paths: Vec<PathBuf> = self.changed.try_iter().flatten().collect();
        paths.retain(|path| path.extension().is_some_and(|end| end == "luau" || end == "lua"));
        if paths.is_empty() {
            return Vec::new();
        }
        let before = std::mem::replace(&mut self.robots, scripts::robots(&self.folders, GAME));
        self.kept.extend(before.into_iter().filter_map(|(_, robot)| robot.ok()));
        let works = |kept: &RobotSpec| able(&self.robots, &kept.script()).is_some();
        self.kept.retain(|kept| !works(kept));
        let stems = paths.iter().filter_map(|path| path.file_stem()?.to_str());
        let mut stems: Vec<String> = stems.map(str::to_owned).collect();
        stems.sort();
        stems.dedup();
        let state = |stem: String| {
            let found = self.robots.iter().find(|(name, _)| *name == stem)?;
            Some(match &found.1 {
                Ok(spec) => (spec.script(), None),
                Err(error) => (stem, Some(error.to_string())),
            })
        };
        stems.into_iter().filter_map(state).collect()
    }

    /// The robots as the new-game screen offers them.
    pub(super) fn choices(&self, lang: Lang) -> Vec<RobotChoice> {
        self.robots.iter().map(|(name, robot)| choice(name, robot, lang)).collect()
    }

    /// Who can be asked to play a seat in the running game.
    pub(super) fn candidates(&self, cx: &Cx<'_>) -> Vec<Candidate> {
        let me = Player::human(&cx.settings.name);
        let mut list = vec![Candidate { title: cx.t("play-swap-me"), player: me }];
        for (_, robot) in &self.robots {
            if let Ok(spec) = robot {
                let title = spec.info.name.in_language(tag(cx.i18n.lang())).to_owned();
                let player = Player { name: title.clone(), ..spec.player() };
                list.push(Candidate { title, player });
            }
        }
        list
    }

    /// The player that stands for the home screen's robots.
    pub(super) fn demo_robot(&self) -> Player {
        let found = self.robots.iter().find(|(name, robot)| name == DEMO && robot.is_ok());
        match found {
            Some((_, Ok(spec))) => spec.player(),
            _ => Player::robot(DEMO, &format!("{DEMO}.luau")),
        }
    }

    /// What makes the robot of a player, in its own thread.
    pub(super) fn maker(&self, player: &Player) -> Maker {
        let script = player.script.clone().unwrap_or_default();
        let kept = || self.kept.iter().find(|spec| spec.script() == script);
        let Some(spec) = able(&self.robots, &script).or_else(kept) else {
            let stem = Path::new(&script).file_stem();
            let named = |name: &str| stem.is_some_and(|stem| stem == name);
            let error = match self.robots.iter().find(|(name, _)| named(name)) {
                Some((_, Err(error))) => error.to_string(),
                _ => format!("{script}: there is no such robot in the scripts folder"),
            };
            return Box::new(move |_| Err(error));
        };
        let mut spec = spec.clone();
        spec.params = params(&spec, player);
        Box::new(move |cancel| {
            let host = Host { clock: clock::millis(), cancel, ..Host::default() };
            let robot = spec.make(&host).map_err(|error| error.to_string())?;
            Ok(Box::new(Timed(robot)) as Box<dyn Robot<Race>>)
        })
    }
}

/// The robot of this script, if it can play.
fn able<'a>(
    robots: &'a [(String, Result<RobotSpec, FindError>)],
    script: &str,
) -> Option<&'a RobotSpec> {
    robots.iter().find_map(|(_, robot)| robot.as_ref().ok().filter(|spec| spec.script() == script))
}

/// A player's parameters as the script takes them.
fn params(spec: &RobotSpec, player: &Player) -> Vec<(String, ParamValue)> {
    let value = |(name, number): (&String, &f64)| {
        let param = spec.info.params.iter().find(|param| param.name == *name)?;
        let value = match param.default {
            ParamValue::Flag(_) => ParamValue::Flag(*number != 0.0),
            ParamValue::Number(_) => ParamValue::Number(*number),
        };
        Some((name.clone(), param.fit(value)))
    };
    player.params.iter().filter_map(value).collect()
}

/// The language as scripts name it.
fn tag(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "en",
        Lang::Zh => "zh",
    }
}

fn choice(name: &str, robot: &Result<RobotSpec, FindError>, lang: Lang) -> RobotChoice {
    match robot {
        Err(error) => RobotChoice {
            script: name.to_owned(),
            title: name.to_owned(),
            about: String::new(),
            author: String::new(),
            params: Vec::new(),
            error: Some(error.to_string()),
        },
        Ok(spec) => {
            let number = |value: ParamValue| match value {
                ParamValue::Flag(flag) => f64::from(u8::from(flag)),
                ParamValue::Number(number) => number,
            };
            let param = |param: &qipan_core::script::Param| ParamChoice {
                name: param.name.clone(),
                default: number(param.default),
                min: param.min.unwrap_or(0.0),
                max: param.max.unwrap_or(1.0),
                about: param.about.in_language(tag(lang)).to_owned(),
            };
            RobotChoice {
                script: spec.script(),
                title: spec.info.name.in_language(tag(lang)).to_owned(),
                about: spec.info.about.in_language(tag(lang)).to_owned(),
                author: spec.info.author.clone(),
                params: spec.info.params.iter().map(param).collect(),
                error: None,
            }
        }
    }
}

/// A robot that lets the clock tick while it thinks, and only then.
struct Timed(Box<dyn Robot<Race>>);

impl Robot<Race> for Timed {
    fn start(&mut self) {
        let _ticking = Ticking::start();
        self.0.start();
    }

    fn choose(
        &mut self,
        decision: &qipan_core::robot::Decision<'_, Race>,
    ) -> qipan_core::robot::Choice<qipan_core::race::Action> {
        let _ticking = Ticking::start();
        self.0.choose(decision)
    }
}
