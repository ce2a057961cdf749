//! Tests that the games in `saves/` still give the same marks. This means that neither the rules
//! nor the fingerprints of states have changed since the games were saved.

use std::path::Path;

use qipan_core::house::{House, HouseRule};
use qipan_core::play::replay::rerun;
use qipan_core::record::Record;
use qipan_core::registry::{kind_of, verify};
use qipan_core::script::{Host, LuaRule, Scripted};
use qipan_core::with_game;

#[test]
fn samples_of_every_preset_verify() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../saves");
    for preset in qipan_core::games::race::PRESETS.iter().chain(&qipan_core::games::junqi::PRESETS)
    {
        let text = std::fs::read_to_string(folder.join(format!("sample-{preset}.json"))).unwrap();
        let report = verify(&text);
        assert!(report.is_ok(), "{preset}: {report:?}");
        let saved_preset = with_game!(kind_of(&text).unwrap(), |G| Record::<G>::read(&text)
            .unwrap()
            .record
            .preset);
        assert_eq!(saved_preset, *preset);
    }
}

/// Plays a record again with its house rules. Returns the number of rules that have hooks.
fn rerun_rules<G: Scripted>(record: &Record<G>) -> usize {
    let acting = (0u8..).zip(&record.house_rules).filter(|(_, saved)| saved.has_hooks());
    let rules = acting.map(|(number, saved)| {
        let rule =
            LuaRule::<G>::load(&saved.file, saved.to_source(), number, &[], &Host::default());
        (number, Box::new(rule.unwrap()) as Box<dyn HouseRule<G>>)
    });
    let rules: Vec<_> = rules.collect();
    let count = rules.len();
    assert_eq!(rerun(record, &mut House::new(rules)), Ok(()));
    count
}

#[test]
fn sample_house_rules_rerun_to_the_same_steps() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../saves");
    let samples = [("house_race", 2), ("house_junqi", 2), ("asking_race", 2), ("asking_junqi", 1)];
    for (game, min_rules) in samples {
        let text = std::fs::read_to_string(folder.join(format!("sample-{game}.json")));
        let text = text.unwrap();
        let report = verify(&text);
        assert!(report.is_ok(), "{game}: {report:?}");
        let kind = kind_of(&text).unwrap();
        let count = with_game!(kind, |G| rerun_rules(&Record::<G>::read(&text).unwrap().record));
        assert!(count >= min_rules, "{game}");
        assert_eq!(text.contains(":\"answer 2\""), game.starts_with("asking"), "{game}");
    }
}
