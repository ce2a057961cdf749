//! Tests that rule sets are read back as they were written, and that errors name the line of a
//! broken file.

use std::fs;

use super::*;
use crate::model::storage::Storage;
use crate::model::storage::tests::storage;
use qipan_core::contract::localized::Text;
use qipan_core::games::race::Race;
use serde_json::json;

fn rule(file: &str, source: &str) -> SavedRule {
    SavedRule {
        file: file.to_owned(),
        name: Text { en: "Early birds".to_owned(), zh: "五六起飞".to_owned() },
        about: Text::both("Planes take off on a 5 or a 6."),
        author: "Kim".to_owned(),
        set: [("takeoff".to_owned(), json!([5, 6]))].into_iter().collect(),
        hooks: vec!["after".to_owned()],
        questions: Default::default(),
        sees_all: false,
        until: None,
        hash: SavedRule::hash_of(source),
        source: source.to_owned(),
        modules: Default::default(),
    }
}

fn set() -> SavedRuleSet {
    let options = [("finish", json!("bounce")), ("planes", json!(3))];
    SavedRuleSet {
        name: "Ours 我家".to_owned(),
        preset: "aeroplane".to_owned(),
        options: options.map(|(key, value)| (key.to_owned(), value)).into_iter().collect(),
        house_rules: vec![rule("early_birds.luau", "return 1\n"), rule("b.lua", "return 2\n")],
    }
}

fn names(storage: &Storage) -> Vec<String> {
    storage.list::<SavedRuleSet>().0.iter().map(|own| own.name.clone()).collect()
}

#[test]
fn rule_set_round_trips() {
    let text = set().write();
    assert!(is_rule_set(&text) && text.starts_with("{\n  \"format\": \"qipan_rules\",\n"));
    assert_eq!(SavedRuleSet::read(&text), Ok(set()));
    assert_eq!(SavedRuleSet::read(&format!("\u{feff}{text}")), Ok(set()));
    let rules = set().rules().unwrap();
    let rules = rules.of::<Race>().unwrap();
    assert_eq!(rules.planes, 3);
    assert!(!is_rule_set("{\"format\":\"qipan\"}") && !is_rule_set("x"));
}

#[test]
fn error_of_a_broken_rule_set_names_the_line() {
    let text = set().write();
    let with = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    };
    let line = |words: &str| line_of(&text, words);
    let cases = [
        (text[..text.len() - 4].to_owned(), text.lines().count() - 1, "EOF"),
        (with("\"name\": \"Ours", "\"nam\": \"Ours"), line("\"name\""), "unknown field `nam`"),
        (
            with("\"game\": \"race\"", "\"game\": \"chess\""),
            line("\"game\""),
            "unknown game `chess`",
        ),
        (with("\"aeroplane\"", "\"dark\""), line("\"preset\""), "`dark` is not a preset"),
        (with("\"bounce\"", "\"fly\""), line("\"finish\""), "`finish` cannot be \"fly\""),
        (with("\"planes\"", "\"plans\""), line("\"planes\""), "unknown option `plans`"),
        (with("return 1", "return 7"), line("\"file\""), "its hash does not match"),
        (
            with("\"early_birds.luau\"", "\"../x.luau\""),
            line("\"file\""),
            "is not the name of a script",
        ),
        (with("\"after\"", "\"before\""), line("\"file\""), "`before` is no hook"),
        (with("\"hash\"", "\"until\": 3,\n      \"hash\""), line("\"file\""), "`until`"),
        (with("\"author\"", "\"autor\""), line("\"author\""), "unknown field `autor`"),
        (
            with("\"house_rules\": [", "\"house_rules\": [ 5,"),
            line("\"house_rules\""),
            "invalid type",
        ),
    ];
    for (text, expected_line, words) in cases {
        match SavedRuleSet::read(&text) {
            Err(NamedItemError::Broken { line, what }) => {
                assert!(what.contains(words), "{what} / {words}");
                assert_eq!(line, expected_line, "{what}");
                assert!(!what.contains(" at line "), "{what}");
            }
            other => panic!("{words}: {other:?}"),
        }
    }
    let repeated = SavedRuleSet { house_rules: vec![set().house_rules[0].clone(); 2], ..set() };
    assert!(matches!(SavedRuleSet::read(&repeated.write()), Err(NamedItemError::Broken { .. })));
    let many = (0..17).map(|n| self::rule("x.luau", &format!("return {n}"))).collect();
    let many = SavedRuleSet { house_rules: many, ..set() };
    let error = SavedRuleSet::read(&many.write());
    assert!(
        matches!(error, Err(NamedItemError::Broken { what, .. }) if what.contains("at most 16"))
    );
    assert_eq!(SavedRuleSet::read(&with("qipan_rules", "qipan")), Err(NamedItemError::Foreign));
    assert_eq!(
        SavedRuleSet::read(&with("\"version\": 1", "\"version\": 2")),
        Err(NamedItemError::Version(2))
    );
    assert_eq!(SavedRuleSet::read(&with("Ours 我家", "\\n ")), Err(NamedItemError::Nameless));
    assert_eq!(
        SavedRuleSet::read(&" ".repeat(SavedRuleSet::MAX_BYTES as usize + 1)),
        Err(NamedItemError::TooLarge)
    );
}

#[test]
fn rule_sets_are_saved_listed_renamed_and_deleted() {
    let (_dir, storage) = storage();
    assert_eq!(storage.list::<SavedRuleSet>(), (vec![], vec![]));
    let path = storage.save(&set(), false).unwrap();
    assert_eq!(storage.save(&set(), false), Err(NamedItemError::Exists(set().name)));
    let smaller = SavedRuleSet { house_rules: Vec::new(), ..set() };
    assert_eq!(storage.save(&smaller, true), Ok(path.clone()));
    assert_eq!(storage.list::<SavedRuleSet>().0[0].item, smaller);
    // The name is free for another preset.
    let flying = SavedRuleSet { preset: "flying".to_owned(), options: Map::new(), ..smaller };
    storage.save(&flying, false).unwrap();
    storage.save_beside(&flying).unwrap();
    assert_eq!(names(&storage), ["Ours 我家", "Ours 我家", "Ours 我家 (2)"]);
    let renamed = storage.rename::<SavedRuleSet>(&path, "A/B?").unwrap();
    assert_eq!(renamed.file_name().unwrap(), "A-B-.json");
    assert!(!path.exists());
    let taken =
        storage.rename::<SavedRuleSet>(&storage.list::<SavedRuleSet>().0[2].path, "ours 我家");
    assert_eq!(taken, Err(NamedItemError::Exists("ours 我家".to_owned())));
    storage.delete(&renamed).unwrap();
    assert_eq!(names(&storage), ["Ours 我家", "Ours 我家 (2)"]);
    fs::write(storage.folder_of::<SavedRuleSet>().join("odd.json"), "{}").unwrap();
    assert_eq!(storage.list::<SavedRuleSet>().1[0].error, NamedItemError::Foreign);
}

#[test]
fn installed_rule_does_not_replace_another() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("rules/race");
    let install = |rule: &SavedRule, taken: &[String]| install_rule(&folder, rule, taken).unwrap();
    let rule = rule("early_birds.luau", "return 1\n");
    let shipped = ["early_birds".to_owned()];
    assert_eq!(install(&rule, &shipped), "early_birds_2");
    assert_eq!(install(&rule, &shipped), "early_birds_3");
    fs::write(folder.join("b.lua"), "mine").unwrap();
    assert_eq!(install(&self::rule("b.luau", "x"), &[]), "b_2");
    assert_eq!(fs::read_to_string(folder.join("b.lua")).unwrap(), "mine");
    assert_eq!(fs::read_to_string(folder.join("early_birds_2.luau")).unwrap(), "return 1\n");
}

/// Returns a rule with a module of this name and text.
fn rule_with_module(name: &str, text: &str) -> SavedRule {
    let mut rule = rule("with.luau", "return require(\"m\")\n");
    rule.modules.insert(name.to_owned(), text.to_owned());
    rule.hash = rule.digest();
    rule
}

#[test]
fn modules_of_rules_are_installed_and_replace_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let module = dir.path().join("lib/m.luau");
    let install = |text: &str| install_rule(dir.path(), &rule_with_module("m", text), &[]);
    for name in ["with", "with_2"] {
        assert_eq!(install("return {}\n").unwrap(), name);
        assert_eq!(fs::read_to_string(&module).unwrap(), "return {}\n");
    }
    assert!(install("return 1\n").is_err());
    assert_eq!(fs::read_to_string(&module).unwrap(), "return {}\n");
    assert!(!dir.path().join("with_3.luau").exists());
}

#[test]
fn rule_set_keeps_modules_and_refuses_invalid_module_names() {
    let with = |rule: SavedRule| SavedRuleSet { house_rules: vec![rule], ..set() };
    let good = with(rule_with_module("m", "return {}\n"));
    assert_eq!(SavedRuleSet::read(&good.write()), Ok(good));
    for name in ["../m", "M", ""] {
        let error = SavedRuleSet::read(&with(rule_with_module(name, "")).write()).unwrap_err();
        let NamedItemError::Broken { what, .. } = error else { panic!("{error:?}") };
        assert!(what.contains("cannot be the name of a module"), "{what}");
    }
    let mut changed = rule_with_module("m", "return {}\n");
    changed.modules.insert("m".to_owned(), "return 1\n".to_owned());
    assert!(SavedRuleSet::read(&with(changed).write()).is_err(), "the hash covers modules");
}
