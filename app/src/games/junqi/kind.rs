//! What is particular to Junqi where nothing is drawn.

use qipan_core::dice::Seed;
use qipan_core::game::{Game, SetupError};
use qipan_core::house::HouseRule;
use qipan_core::junqi::prior::random_layout;
use qipan_core::junqi::rules::OPTIONS;
use qipan_core::junqi::{Deal, Event, Fight, Junqi, Layout, PRESETS, Rules, View};
use qipan_core::options::{OptionInfo, RulesError};
use qipan_core::record::{AnyRecord, HouseLine, Record};
use qipan_core::script::{Host, LuaRobot, LuaRule, ParamValue, ScriptError};
use qipan_core::seat::{Seat, SeatSet};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::Value;

use crate::model::i18n::I18n;
use crate::model::kind::{AnyRules, Kind, Taken};

impl Kind for Junqi {
    const PRESETS: &'static [&'static str] = &PRESETS;
    const OPTIONS: &'static [OptionInfo] = &OPTIONS;
    const STARTER: &'static str = include_str!("../../cli/robot_junqi.luau");
    const RULE_STARTER: &'static str = include_str!("../../cli/rule_junqi.luau");
    const VARIANTS: &'static [&'static [(&'static str, &'static str)]] = &[
        &[],
        &[("mine", "\"bomb\""), ("rail_turns", "true")],
        &[("flag_win", "\"carry_home\""), ("draw_after_quiet_plies", "20")],
        &[("contact_reveals", "true"), ("hq_exit", "true")],
    ];
    const ROLLS: bool = false;

    type Script = LuaRobot<Self>;

    fn preset(name: &str) -> Option<Rules> {
        Rules::preset(name)
    }

    fn unchanged(rules: &Rules) -> Rules {
        Rules::preset(rules.nearest_preset()).unwrap_or_else(|| rules.clone())
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
        AnyRules::Junqi(rules)
    }

    fn any_record(record: Record<Self>) -> AnyRecord {
        AnyRecord::Junqi(record)
    }

    fn seats_of(rules: &Rules) -> SeatSet {
        rules.seats()
    }

    /// A side is a team, or an army where each plays for itself.
    fn sides(rules: &Rules, _: usize) -> Vec<SeatSet> {
        let pair = |a: u8, b: u8| [a, b].map(Seat::new).into_iter().collect();
        match rules.teams() {
            true => vec![pair(0, 2), pair(1, 3)],
            false => rules.seats().iter().map(SeatSet::one).collect(),
        }
    }

    fn deal(rules: &Rules, _: SeatSet, seed: &Seed) -> Result<Deal, SetupError> {
        let layout = |seat: Seat| (seat, drawn_layout(seat, seed));
        let layouts: Vec<(Seat, Layout)> = rules.seats().iter().map(layout).collect();
        Deal::draw(rules, &layouts, seed)
    }

    fn lay_out(rules: &Rules, mut deal: Deal, layouts: &[(Seat, Layout)]) -> Deal {
        for (seat, layout) in layouts.iter().filter(|(seat, _)| rules.seats().contains(*seat)) {
            if !rules.is_flip() {
                deal.layouts.insert(Self::seat_name(*seat).to_owned(), layout.to_string());
            }
        }
        deal
    }

    fn copy_seat(deal: &mut Deal, other: &Deal, seat: Seat) {
        let name = Self::seat_name(seat);
        if let Some(layout) = other.layouts.get(name) {
            deal.layouts.insert(name.to_owned(), layout.clone());
        }
    }

    fn deal_again(rules: &Rules, _: SeatSet, old: &Deal, seed: &Seed) -> Result<Deal, SetupError> {
        let layouts = old.layouts.iter();
        let layouts = layouts
            .filter_map(|(name, text)| Some((Self::seat_by_name(name)?, text.parse().ok()?)));
        Deal::draw(rules, &layouts.collect::<Vec<_>>(), seed)
    }

    fn is_dealt(_: &Rules) -> bool {
        true
    }

    fn has_secrets(rules: &Rules) -> bool {
        rules.is_hidden()
    }

    fn clock(rules: &Rules) -> Option<f64> {
        (rules.clock_seconds > 0).then(|| f64::from(rules.clock_seconds))
    }

    fn can_draw(rules: &Rules) -> bool {
        rules.draw_by_agreement
    }

    fn taken(before: &Self, event: &Event) -> Vec<Taken> {
        let Event::Battled { seat, to, fight, .. } = *event else { return Vec::new() };
        let struck = before.tile_at(to).and_then(|tile| before.owner_of(tile));
        let Some(other) = struck else { return Vec::new() };
        let taken = |by, from| Taken { by, from, count: 1 };
        match fight {
            Fight::AttackerStays => vec![taken(seat, other)],
            Fight::DefenderStays => vec![taken(other, seat)],
            Fight::BothGone => vec![taken(seat, other), taken(other, seat)],
        }
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
        line: &HouseLine,
        number: u8,
        names: &[String],
        host: &Host,
    ) -> Result<Box<dyn HouseRule<Self>>, ScriptError> {
        let rule = LuaRule::<Self>::load(&line.file, &line.source, number, names, host)?;
        Ok(Box::new(rule))
    }

    fn with_fights_told(mut rules: Rules, told: bool) -> Rules {
        rules.fights_told = told;
        rules
    }

    fn last_error(script: &LuaRobot<Self>) -> Option<&ScriptError> {
        script.last_error()
    }
}

/// A layout in the manner of people, drawn from the game's seed.
fn drawn_layout(seat: Seat, seed: &Seed) -> Layout {
    let label = format!("layout {}", Junqi::seat_name(seat));
    let bytes = std::array::from_fn(|k| seed.draw(&label, k as u64, u8::MAX));
    random_layout(&mut Xoshiro256PlusPlus::from_seed(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_dealt_the_same_from_one_seed() {
        for preset in PRESETS {
            let rules = Rules::preset(preset).unwrap();
            let deal = |seed| Junqi::deal(&rules, rules.seats(), &Seed::from_number(seed)).unwrap();
            assert_eq!(deal(1), deal(1));
            assert_ne!(deal(1), deal(2));
            assert!(Junqi::new(&rules, rules.seats(), &deal(1)).is_ok(), "{preset}");
            let again = Junqi::deal_again(&rules, rules.seats(), &deal(1), &Seed::from_number(2));
            assert_eq!(again.unwrap().layouts, deal(1).layouts, "{preset}");
        }
    }

    #[test]
    fn sides_are_teams_or_armies() {
        let sides = |preset| Junqi::sides(&Rules::preset(preset).unwrap(), 2).len();
        assert_eq!(["dark", "siguo_duel", "siguo_dark", "three"].map(sides), [2, 2, 2, 3]);
    }
}
