//! What is particular to the race games where nothing is drawn.

use qipan_core::house::HouseRule;
use qipan_core::race::{Event, Race, Rules, View};
use qipan_core::record::{AnyRecord, Record, SavedRule};
use qipan_core::script::{Host, LuaRobot, LuaRule, ParamValue, ScriptError};

use crate::model::i18n::I18n;
use crate::model::kind::{AnyRules, Kind};

impl Kind for Race {
    const STARTER: &'static str = include_str!("../../cli/robot_race.luau");
    const RULE_STARTER: &'static str = include_str!("../../cli/rule_race.luau");
    const VARIANTS: &'static [&'static [(&'static str, &'static str)]] = &[
        &[],
        &[("stack", "\"always\""), ("finish", "\"bounce\"")],
        &[("teams", "true"), ("extra_roll", "[5,6]")],
        &[("planes", "2"), ("planes_to_win", "2"), ("bonus_roll", "[\"on_capture\"]")],
    ];

    type Script = LuaRobot<Race>;

    fn any_rules(rules: Rules) -> AnyRules {
        AnyRules::Race(rules)
    }

    fn any_record(record: Record<Self>) -> AnyRecord {
        AnyRecord::Race(record)
    }

    fn line(i18n: &I18n, view: &View, events: &[Event]) -> String {
        super::words::line(i18n, view.race.board(), events)
    }

    fn load(
        file: &str,
        source: &[u8],
        params: &[(String, ParamValue)],
        host: &Host,
    ) -> Result<LuaRobot<Race>, ScriptError> {
        LuaRobot::load(file, source, params, host)
    }

    fn load_rule(
        line: &SavedRule,
        number: u8,
        names: &[String],
        host: &Host,
    ) -> Result<Box<dyn HouseRule<Self>>, ScriptError> {
        let rule = LuaRule::<Self>::load(&line.file, &line.source, number, names, host)?;
        Ok(Box::new(rule))
    }

    fn last_error(script: &LuaRobot<Race>) -> Option<&ScriptError> {
        script.last_error()
    }
}
