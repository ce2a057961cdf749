//! The tracked games still play to the same marks, step by step: nothing about the rules or
//! about how a state is described has changed since they were saved.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;

use qipan_core::record::{AnyRecord, read, verify};

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
