//! The tracked games still play to the same marks, step by step: nothing about the rules or
//! about how a state is described has changed since they were saved.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;

use qipan_core::house::{House, HouseRule, retrace};
use qipan_core::record::{AnyRecord, Record, read, verify};
use qipan_core::script::{Host, LuaRule, Scripted};

#[test]
fn the_samples_are_fine_and_there_is_one_of_every_preset() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../saves");
    for preset in qipan_core::race::PRESETS.iter().chain(&qipan_core::junqi::PRESETS) {
        let text = std::fs::read_to_string(folder.join(format!("sample-{preset}.json"))).unwrap();
        let report = verify(&text);
        assert!(report.is_fine(), "{preset}: {report:?}");
        let found = match read(&text).unwrap().record {
            AnyRecord::Race(record) => record.preset,
            AnyRecord::Junqi(record) => record.preset,
        };
        assert_eq!(found, *preset);
    }
}

/// Runs the house rules a record holds over it; how many act.
fn traced<G: Scripted>(record: &Record<G>) -> usize {
    let acting = (0u8..).zip(&record.house_rules).filter(|(_, line)| line.acts());
    let rules = acting.map(|(number, line)| {
        let rule = LuaRule::<G>::load(&line.file, &line.source, number, &[], &Host::default());
        (number, Box::new(rule.unwrap()) as Box<dyn HouseRule<G>>)
    });
    let rules: Vec<_> = rules.collect();
    let count = rules.len();
    assert_eq!(retrace(record, &mut House::new(rules)), Ok(()));
    count
}

#[test]
fn games_under_house_rules_are_still_what_those_rules_make_of_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../saves");
    for game in ["race", "junqi"] {
        let text = std::fs::read_to_string(folder.join(format!("sample-house_{game}.json")));
        let text = text.unwrap();
        let report = verify(&text);
        assert!(report.is_fine(), "{game}: {report:?}");
        let acting = match read(&text).unwrap().record {
            AnyRecord::Race(record) => traced(&record),
            AnyRecord::Junqi(record) => traced(&record),
        };
        assert!(acting >= 2, "{game}");
    }
}
