//! What is particular to Junqi where nothing is drawn.

use qipan_core::house::HouseRule;
use qipan_core::junqi::{Event, Junqi, Rules, View};
use qipan_core::record::{AnyRecord, Record, SavedRule};
use qipan_core::script::{Host, LuaRobot, LuaRule, ParamValue, ScriptError};

use crate::model::i18n::I18n;
use crate::model::kind::{AnyRules, Kind};

impl Kind for Junqi {
    const STARTER: &'static str = include_str!("../../cli/robot_junqi.luau");
    const RULE_STARTER: &'static str = include_str!("../../cli/rule_junqi.luau");
    const VARIANTS: &'static [&'static [(&'static str, &'static str)]] = &[
        &[],
        &[("mine", "\"bomb\""), ("rail_turns", "true")],
        &[("flag_win", "\"carry_home\""), ("draw_after_quiet_plies", "20")],
        &[("contact_reveals", "true"), ("hq_exit", "true")],
    ];

    type Script = LuaRobot<Self>;

    fn any_rules(rules: Rules) -> AnyRules {
        AnyRules::Junqi(rules)
    }

    fn any_record(record: Record<Self>) -> AnyRecord {
        AnyRecord::Junqi(record)
    }

    fn line(i18n: &I18n, view: &View, events: &[Event]) -> String {
        super::words::line(i18n, view, events)
    }

    fn load(
        file: &str,
        source: &[u8],
        params: &[(String, ParamValue)],
        host: &Host,
    ) -> Result<LuaRobot<Self>, ScriptError> {
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

    fn last_error(script: &LuaRobot<Self>) -> Option<&ScriptError> {
        script.last_error()
    }
}
