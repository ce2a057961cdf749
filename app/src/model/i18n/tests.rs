//! Tests that both languages have the same messages, that the fonts contain every character, that
//! the ids in the code exist, and that the texts keep to the settled terms.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::*;
use crate::model::scripts::shipped_file;
use crate::ui::fonts::tests::{missing_in_sans, missing_in_serif};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Returns the variables of each message and attribute of a Fluent text. The key of an attribute is
/// `id.attribute`.
fn variables(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut by_id: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let (mut message, mut id) = (String::new(), String::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some((head, _)) = line.split_once('=') {
            let head = head.trim_end();
            if line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '-') {
                (message, id) = (head.to_owned(), head.to_owned());
                assert!(!by_id.contains_key(&id), "{id} is defined twice");
            } else if let Some(attribute) = head.trim_start().strip_prefix('.') {
                id = format!("{message}.{attribute}");
            }
        }
        if id.is_empty() {
            continue;
        }
        let variables = by_id.entry(id.clone()).or_default();
        for text in line.split('$').skip(1) {
            let end = text.find(|c: char| !c.is_ascii_alphanumeric() && !"-_".contains(c));
            variables.insert(text[..end.unwrap_or(text.len())].to_owned());
        }
    }
    by_id
}

/// Returns the ids of a language: messages, and attributes as `id.attribute`.
fn ids(lang: Lang) -> BTreeSet<String> {
    files(lang).flat_map(|(_, text)| variables(text).into_keys()).collect()
}

#[test]
fn every_locale_file_is_embedded_and_parsed() {
    for lang in Lang::ALL {
        let folder = Path::new(ROOT).join("locales").join(lang.folder());
        let on_disk: BTreeSet<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        assert!(on_disk.contains("common.ftl"));
        assert_eq!(on_disk, files(lang).map(|(name, _)| name.to_owned()).collect());
    }
    for lang in Lang::ALL {
        let mut bundle = FluentBundle::new(vec![lang.identifier()]);
        for (name, text) in files(lang) {
            let resource = FluentResource::try_new(text.to_owned())
                .unwrap_or_else(|(_, errors)| panic!("{lang:?} {name}: {errors:?}"));
            bundle
                .add_resource(resource)
                .unwrap_or_else(|errors| panic!("{lang:?} {name}: {errors:?}"));
        }
    }
}

#[test]
fn languages_have_the_same_ids_and_variables() {
    let texts = |lang| files(lang).collect::<BTreeMap<_, _>>();
    let (en, zh) = (texts(Lang::En), texts(Lang::Zh));
    assert_eq!(en.keys().collect::<Vec<_>>(), zh.keys().collect::<Vec<_>>());
    for (name, text) in en {
        let (en, zh) = (variables(text), variables(zh[name]));
        for (id, variables) in &en {
            assert_eq!(zh.get(id), Some(variables), "{id} of zh/{name}");
        }
        for id in zh.keys() {
            assert!(en.contains_key(id), "{id} is only in zh/{name}");
        }
    }
}

#[test]
fn every_text_can_be_formatted() {
    for lang in Lang::ALL {
        let i18n = I18n::new(lang);
        for (id, variables) in files(lang).flat_map(|(_, text)| variables(text)) {
            for value in [Arg::from(1), Arg::from(2), Arg::from("word")] {
                let args: Vec<_> =
                    variables.iter().map(|name| (name.as_str(), value.clone())).collect();
                let text = i18n.tf(&id, &args);
                assert!(!text.is_empty() && !text.contains(['⟨', '{']), "{lang:?} {id}: {text}");
            }
        }
    }
}

#[test]
fn embedded_fonts_have_every_character_of_the_texts() {
    let hint = "run app/assets/fonts/subset.py, or draw the icon instead";
    for (name, text) in Lang::ALL.into_iter().flat_map(files) {
        assert_eq!(missing_in_sans(text), Vec::<char>::new(), "{name}: {hint}");
    }
    // Browsers show the headings of a ladder's site in fonts of their own.
    for (name, text) in files(Lang::Zh).filter(|(name, _)| *name != "ladder.ftl") {
        assert_eq!(missing_in_serif(text), Vec::<char>::new(), "{name}: {hint}");
    }
    let manual = shipped_file("README.zh.md").unwrap();
    assert_eq!(missing_in_sans(manual), Vec::<char>::new(), "the manual: {hint}");
    let headings: String = manual.lines().filter(|line| line.starts_with('#')).collect();
    assert_eq!(missing_in_serif(&headings), Vec::<char>::new(), "the manual: {hint}");
}

#[test]
fn arguments_are_inserted_and_choose_plurals() {
    let en = I18n::new(Lang::En);
    assert_eq!(en.tf("count-moves", &[("count", 1.into())]), "1 move");
    assert_eq!(en.tf("count-moves", &[("count", 6u8.into())]), "6 moves");
    let rolled = [("seat", Arg::from("Red")), ("die", 6usize.into())];
    assert_eq!(en.tf("log-rolled", &rolled), "Red rolls a 6");
    assert_eq!(
        en.tf("log-seat-finished", &[("seat", "Red".into()), ("place", 2.into())]),
        "Red finishes second"
    );
    assert_eq!(I18n::new(Lang::Zh).tf("count-moves", &[("count", 6.into())]), "走棋 6 次");
}

#[test]
fn attributes_follow_the_language() {
    let mut i18n = I18n::new(Lang::En);
    let about = i18n.t("game-junqi.about");
    assert_eq!((i18n.t("game-junqi"), i18n.lang()), ("Junqi".to_owned(), Lang::En));
    i18n.set_lang(Lang::Zh);
    assert_eq!((i18n.t("game-junqi"), i18n.lang()), ("军棋".to_owned(), Lang::Zh));
    assert_ne!(i18n.t("game-junqi.about"), about);
}

#[test]
fn lists_are_joined_by_language() {
    let (en, zh) = (I18n::new(Lang::En), I18n::new(Lang::Zh));
    let joined = |style| [&en, &zh].map(|i18n| i18n.list(style, ["a", "b", "c"]));
    assert_eq!(joined(ListStyle::Plain), ["a, b, c", "a、b、c"]);
    assert_eq!(joined(ListStyle::And), ["a, b and c", "a、b和c"]);
    assert_eq!(joined(ListStyle::Or), ["a, b or c", "a、b 或 c"]);
    assert_eq!(joined(ListStyle::Clauses), ["a, b, c", "a，b，c"]);
    assert_eq!(joined(ListStyle::SharedSubject), ["a, b and c", "a，b，c"]);
    assert_eq!(joined(ListStyle::Parts), ["a; b; c", "a；b；c"]);
    assert_eq!(en.list(ListStyle::And, ["a", "b"]), "a and b");
    assert_eq!(en.list(ListStyle::And, ["a"]), "a");
    assert_eq!(en.list(ListStyle::Or, Vec::<String>::new()), "");
}

#[test]
fn unknown_ids_are_shown_in_brackets() {
    let i18n = I18n::new(Lang::Zh);
    for id in ["no-such-id", "game-junqi.no-such", "", ".", "a.b.c"] {
        assert_eq!(i18n.t(id), format!("⟨{id}⟩"));
        assert_eq!(i18n.tf(id, &[("a", 1.into())]), format!("⟨{id}⟩"));
    }
    assert_eq!(i18n.tf("log-began", &[]), "{$seat}先走", "a missing argument is shown");
}

#[test]
fn language_tags_are_parsed() {
    for (tag, lang) in [
        ("zh-Hans-CN", Some(Lang::Zh)),
        ("zh_CN.UTF-8", Some(Lang::Zh)),
        ("zh", Some(Lang::Zh)),
        ("en-GB", Some(Lang::En)),
        ("de-DE", None),
        ("", None),
    ] {
        assert_eq!(Lang::from_tag(tag), lang, "{tag}");
    }
    assert_eq!(serde_json::to_string(&Lang::ALL).unwrap(), r#"["en","zh"]"#);
    assert_ne!(Lang::En.native_name(), Lang::Zh.native_name());
    assert!(Lang::ALL.contains(&Lang::from_system()));
}

/// A use of an id in a source file.
#[derive(Debug, PartialEq)]
enum IdUse {
    /// `t("id")`
    Exact(String),
    /// `t(&format!("prefix-{rest}"))`, of which only the part before the brace is known.
    Prefix(String),
}

/// Finds the ids in calls of `t` and `tf`. Ids in variables are not found.
fn id_uses(source: &str) -> Vec<IdUse> {
    let code: String = source
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| [line, "\n"])
        .collect();
    let mut id_uses = Vec::new();
    for call in ["t(", "tf("] {
        for (start, _) in code.match_indices(call) {
            if code[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
                continue;
            }
            let argument = code[start + call.len()..].trim_start();
            if let Some(id) = argument.strip_prefix('"') {
                id_uses.push(IdUse::Exact(id.split('"').next().unwrap_or_default().to_owned()));
            } else if let Some(id) = argument.strip_prefix("&format!(\"") {
                id_uses.push(IdUse::Prefix(
                    id.split(['"', '{']).next().unwrap_or_default().to_owned(),
                ));
            }
        }
    }
    id_uses
}

#[test]
fn id_uses_are_found_in_sources() {
    let source = "i.t(\"a-b\"); // t(\n  // t(\"no\")\nself.tf(\n  \"c\", &[]); t(&format!(\"d-{x}\")); print(\"no\"); t(id)";
    let exact = |id: &str| IdUse::Exact(id.to_owned());
    assert_eq!(id_uses(source), [exact("a-b"), IdUse::Prefix("d-".to_owned()), exact("c")]);
}

/// Returns the sources of the app without tests and comments. Tests use unknown ids on purpose.
fn sources() -> Vec<(PathBuf, String)> {
    let mut pending = vec![Path::new(ROOT).join("src")];
    let mut sources = Vec::new();
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            pending.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|suffix| suffix == "rs")
            && !path.ends_with("tests.rs")
        {
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            sources.push((path, code.collect::<Vec<_>>().join("\n")));
        }
    }
    assert!(sources.len() > 50, "the sources were found");
    sources
}

#[test]
fn every_id_in_the_sources_exists() {
    let known = ids(Lang::En);
    for (file, code) in sources() {
        for id_use in id_uses(&code) {
            let exists = match &id_use {
                IdUse::Exact(id) => known.contains(id),
                IdUse::Prefix(prefix) => known.iter().any(|id| id.starts_with(prefix.as_str())),
            };
            assert!(exists, "{}: {id_use:?} is in no locale file", file.display());
        }
    }
}

/// Returns the string literals that could be an id, or a `format!` pattern of ids.
fn id_literals(code: &str) -> BTreeSet<&str> {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || "-_.{}".contains(c);
    code.split('"').filter(|text| !text.is_empty() && text.chars().all(is_allowed)).collect()
}

/// Returns true if a `format!` pattern can produce an id. A pair of braces stands for one or more
/// letters, digits or underscores.
fn matches_pattern(pattern: &str, id: &str) -> bool {
    let Some((prefix, rest)) = pattern.split_once('{') else { return pattern == id };
    let Some(id) = id.strip_prefix(prefix) else { return false };
    let rest = rest.split_once('}').map_or("", |(_, rest)| rest);
    let longest = id.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(id.len());
    (1..=longest).any(|length| matches_pattern(rest, &id[length..]))
}

#[test]
fn id_patterns_match_ids() {
    for (pattern, id, is_match) in [
        ("seat-{}", "seat-red", true),
        ("seat-{}", "seat-shape-circle", false),
        ("rule-{key}-{word}", "rule-takeoff_to-apron", true),
        ("rule-{key}.about", "rule-takeoff_to.about", true),
        ("rule-{key}", "rule-takeoff_to.about", false),
        ("rule-{key}", "rule-", false),
        ("word-on", "word-on", true),
    ] {
        assert_eq!(matches_pattern(pattern, id), is_match, "{pattern} {id}");
    }
}

/// Returns the known ids that a source uses: those in its literals, and those that match one of its
/// `format!` patterns. The pattern `{id}.about` stands for the attribute `about` of every id in the
/// same source.
fn ids_used<'a>(code: &str, known: &'a BTreeSet<String>) -> BTreeSet<&'a str> {
    let literals = id_literals(code);
    let patterns: Vec<&str> = literals.iter().copied().filter(|text| text.contains('{')).collect();
    let is_used = |id: &&str| {
        let parts = id.split_once('.').filter(|(message, _)| literals.contains(message));
        literals.contains(id)
            || patterns.iter().any(|pattern| match pattern.strip_prefix("{id}.") {
                Some(end) => parts.is_some_and(|(_, attribute)| attribute == end),
                None => !pattern.starts_with('{') && matches_pattern(pattern, id),
            })
    };
    known.iter().map(String::as_str).filter(is_used).collect()
}

#[test]
fn every_text_is_used() {
    let known = ids(Lang::En);
    let mut unused: BTreeSet<&str> = known.iter().map(String::as_str).collect();
    for (_, code) in sources() {
        let used = ids_used(&code, &known);
        unused.retain(|id| !used.contains(id));
    }
    assert_eq!(unused, BTreeSet::new(), "texts that no code uses");
}

#[test]
fn sources_join_lists_with_the_list_function() {
    for (file, code) in
        sources().iter().filter(|(_, code)| code.contains("I18n") || code.contains("cx.t("))
    {
        assert!(!code.contains(".join(\", \")"), "{}: use I18n::list", file.display());
    }
}

/// The settled terms, with the words that the texts of each language avoid.
const TERMS: &str = include_str!("../../../locales/TERMS.md");

/// Other files for players that keep to the terms, by their path in the repository.
const PLAYER_DOCS: [(&str, Lang); 1] = [("README.zh.md", Lang::Zh)];

/// Returns the words that the texts of a language avoid: a column of the tables of terms.
fn avoided_words(lang: Lang) -> Vec<&'static str> {
    let column = match lang {
        Lang::En => 3,
        Lang::Zh => 5,
    };
    let rows = TERMS.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| Thing"));
    rows.filter_map(|row| row.split('|').nth(column))
        .flat_map(|cell| cell.split([',', '、']))
        .map(str::trim)
        .filter(|word| !word.is_empty())
        .collect()
}

/// Returns the words of a Fluent text that a reader sees, without ids, comments, variables and
/// names of variants.
fn reader_text(text: &str) -> String {
    let mut words = String::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let starts_id = |text: &str| text.starts_with(|c: char| c.is_ascii_lowercase());
        let is_attribute = line.trim_start().strip_prefix('.').is_some_and(starts_id);
        let mut rest = match line.split_once(" =") {
            Some((_, value)) if starts_id(line) || is_attribute => value,
            _ => line,
        };
        let variant = rest.trim_start().trim_start_matches('*');
        if let Some((_, value)) = variant.strip_prefix('[').and_then(|text| text.split_once(']')) {
            rest = value;
        }
        while let Some((before, placeable)) = rest.split_once('{') {
            words.push_str(before);
            words.push(' ');
            rest = placeable.find(['}', '>']).map_or("", |end| &placeable[end + 1..]);
        }
        words.push_str(rest);
        words.push('\n');
    }
    words
}

/// Returns true if a text has a word. English words are matched as whole words, regardless of
/// case. A name such as `view.seat` is one word.
fn has_word(text: &str, word: &str) -> bool {
    if !word.is_ascii() {
        return text.contains(word);
    }
    let text = text.to_lowercase();
    let is_inner = |c: char| c.is_alphanumeric();
    text.match_indices(&word.to_lowercase()).any(|(start, matched)| {
        !text[..start].ends_with(|c| is_inner(c) || c == '.')
            && !text[start + matched.len()..].starts_with(is_inner)
    })
}

#[test]
fn avoided_words_are_found() {
    let text =
        "# by lot\nthe-lot = { $lot -> \n  [lot] A plane Goes home\n } view.seat\n  .lot = 3";
    let words = reader_text(text);
    assert!(has_word(&words, "goes home") && !has_word(&words, "go"), "{words}");
    assert!(!has_word(&words, "lot") && !has_word(&words, "seat"), "{words}");
    assert!(has_word("从撞机开始", "撞机"));
    for (lang, word) in [(Lang::En, "turns up"), (Lang::Zh, "飞越")] {
        assert!(avoided_words(lang).contains(&word), "{:?}", avoided_words(lang));
    }
}

#[test]
fn texts_keep_to_the_terms() {
    for lang in Lang::ALL {
        for (name, text) in files(lang) {
            let words = reader_text(text);
            for word in avoided_words(lang) {
                assert!(!has_word(&words, word), "{}/{name}: {word}", lang.folder());
            }
        }
    }
    for (name, lang) in PLAYER_DOCS {
        let text = fs::read_to_string(Path::new(ROOT).join("..").join(name)).unwrap_or_default();
        for word in avoided_words(lang) {
            assert!(!has_word(&text, word), "{name}: {word}");
        }
    }
}

/// Chinese words that no built-in script uses.
const AVOIDED_IN_SCRIPTS: [&str; 9] =
    ["自家规则", "成套规则", "机库", "起飞坪", "终点跑道", "叠机", "承诺", "燃料", "布局架"];

#[test]
fn built_in_scripts_keep_to_the_terms() {
    let scripts = crate::model::scripts::SHIPPED_ROBOTS
        .iter()
        .chain(crate::model::scripts::SHIPPED_RULES.iter());
    for script in scripts {
        for word in AVOIDED_IN_SCRIPTS {
            let source = script.with_modules();
            for text in std::iter::once(&source.text).chain(source.modules.values()) {
                let text = std::str::from_utf8(text).unwrap();
                assert!(!text.contains(word), "{}: {word}", script.name);
            }
        }
    }
}
