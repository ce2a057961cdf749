//! What is particular to the race games where nothing is drawn.

use qipan_core::dice::Seed;
use qipan_core::game::{Game, SetupError};
use qipan_core::house::HouseRule;
use qipan_core::options::{OptionInfo, RulesError};
use qipan_core::race::rules::OPTIONS;
use qipan_core::race::{Deal, Event, PRESETS, Race, Rules, View};
use qipan_core::record::{AnyRecord, HouseLine, Record};
use qipan_core::script::{Host, LuaRobot, LuaRule, ParamValue, ScriptError};
use qipan_core::seat::SeatSet;
use serde_json::Value;

use crate::model::i18n::I18n;
use crate::model::kind::{AnyRules, Kind, Taken};

impl Kind for Race {
    const PRESETS: &'static [&'static str] = &PRESETS;
    const OPTIONS: &'static [OptionInfo] = &OPTIONS;
    const STARTER: &'static str = include_str!("../../cli/robot_race.luau");
    const RULE_STARTER: &'static str = include_str!("../../cli/rule_race.luau");
    const VARIANTS: &'static [&'static [(&'static str, &'static str)]] = &[
        &[],
        &[("stack", "\"always\""), ("finish", "\"bounce\"")],
        &[("teams", "true"), ("extra_roll", "[5,6]")],
        &[("planes", "2"), ("planes_to_win", "2"), ("bonus_roll", "[\"on_capture\"]")],
    ];
    const ROLLS: bool = true;

    type Script = LuaRobot<Race>;

    fn preset(name: &str) -> Option<Rules> {
        Rules::preset(name)
    }

    fn unchanged(rules: &Rules) -> Rules {
        Rules::of_board(rules.board)
    }

    fn changed(rules: &Rules) -> Vec<&'static str> {
        rules.changed()
    }

    fn option(rules: &Rules, key: &str) -> Option<Value> {
        rules.get(key)
    }

    fn with_option(rules: &Rules, key: &str, value: &Value) -> Result<Rules, RulesError> {
        rules.with_unchecked(key, value)
    }

    fn check_rules(rules: &Rules) -> Result<(), RulesError> {
        rules.check()
    }

    fn any_rules(rules: Rules) -> AnyRules {
        AnyRules::Race(rules)
    }

    fn any_record(record: Record<Self>) -> AnyRecord {
        AnyRecord::Race(record)
    }

    fn seats_of(_: &Rules) -> SeatSet {
        SeatSet::first(Self::SEATS.len())
    }

    /// Two sit opposite, three on the first three seats clockwise; in a game of teams a side
    /// is both seats of a team, so there are two of them.
    fn sides(rules: &Rules, robots: usize) -> Vec<SeatSet> {
        let quarter = |k: u8| SeatSet::one(rules.board.seat_of_quarter(k));
        match robots {
            _ if rules.teams => [0, 1].map(|k| quarter(k).union(quarter(k + 2))).to_vec(),
            0..=2 => [0, 2].map(quarter).to_vec(),
            3 => [0, 1, 2].map(quarter).to_vec(),
            _ => [0, 1, 2, 3].map(quarter).to_vec(),
        }
    }

    fn deal(_: &Rules, _: SeatSet, _: &Seed) -> Result<Deal, SetupError> {
        Ok(Deal {})
    }

    fn deal_again(_: &Rules, _: SeatSet, old: &Deal, _: &Seed) -> Result<Deal, SetupError> {
        Ok(*old)
    }

    fn is_dealt(_: &Rules) -> bool {
        false
    }

    fn has_secrets(_: &Rules) -> bool {
        false
    }

    fn clock(_: &Rules) -> Option<f64> {
        None
    }

    fn can_draw(_: &Rules) -> bool {
        false
    }

    fn taken(_: &Self, event: &Event) -> Vec<Taken> {
        match *event {
            Event::Captured { by, seat, planes, .. } => {
                vec![Taken { by, from: seat, count: planes.len() }]
            }
            _ => Vec::new(),
        }
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
        line: &HouseLine,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn names(rules: &Rules, robots: usize) -> Vec<String> {
        let side = |side: &SeatSet| side.iter().map(Race::seat_name).collect::<Vec<_>>().join("+");
        Race::sides(rules, robots).iter().map(side).collect()
    }

    #[test]
    fn two_sit_opposite_and_three_clockwise() {
        assert_eq!(names(&Rules::AEROPLANE, 2), ["red", "blue"]);
        assert_eq!(names(&Rules::FLYING, 2), ["red", "green"]);
        assert_eq!(names(&Rules::AEROPLANE, 3), ["red", "yellow", "blue"]);
        assert_eq!(names(&Rules::FLYING, 3), ["red", "blue", "green"]);
        assert_eq!(names(&Rules::FLYING, 4), ["red", "blue", "green", "yellow"]);
        assert_eq!(names(&Rules::AEROPLANE, 6).len(), 4);
    }

    #[test]
    fn a_team_is_one_side() {
        let teams = |rules: Rules| rules.with("teams", &Value::Bool(true)).unwrap();
        assert_eq!(names(&teams(Rules::AEROPLANE), 2), ["red+blue", "yellow+green"]);
        assert_eq!(names(&teams(Rules::FLYING), 3), ["red+green", "yellow+blue"]);
    }
}
