//! The tracked games still play to the same marks, step by step: nothing about the rules or
//! about how a state is described has changed since they were saved.

use qipan_core::record::verify;

#[test]
fn the_samples_are_fine() {
    for text in [
        include_str!("../../saves/sample-aeroplane.json"),
        include_str!("../../saves/sample-flying.json"),
    ] {
        let report = verify(text);
        assert!(report.is_fine(), "{report:?}");
    }
}
