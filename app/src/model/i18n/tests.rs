//! Both languages say the same things, every sign of them can be drawn, and no id is misspelt.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::*;
use crate::ui::fonts::tests::{missing_in_sans, missing_in_serif};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The variables of each message and attribute (as `id.attribute`) of a Fluent text.
fn variables(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let (mut message, mut id) = (String::new(), String::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some((head, _)) = line.split_once('=') {
            let head = head.trim_end();
            if line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '-') {
                (message, id) = (head.to_owned(), head.to_owned());
                assert!(!found.contains_key(&id), "{id} is there twice");
            } else if let Some(attribute) = head.trim_start().strip_prefix('.') {
                id = format!("{message}.{attribute}");
            }
        }
        if id.is_empty() {
            continue;
        }
        let variables = found.entry(id.clone()).or_default();
        for piece in line.split('$').skip(1) {
            let end = piece.find(|c: char| !c.is_ascii_alphanumeric() && !"-_".contains(c));
            variables.insert(piece[..end.unwrap_or(piece.len())].to_owned());
        }
    }
    found
}

/// The ids of a language: messages, and attributes as `id.attribute`.
fn ids(lang: Lang) -> BTreeSet<String> {
    FILES.iter().flat_map(|file| variables(file.text(lang)).into_keys()).collect()
}

#[test]
fn every_file_is_embedded_and_understood() {
    for lang in ["en", "zh"] {
        let folder = Path::new(ROOT).join("locales").join(lang);
        let on_disk: BTreeSet<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        assert_eq!(on_disk, FILES.iter().map(|file| file.name.to_owned()).collect());
    }
    for lang in Lang::ALL {
        let mut bundle = FluentBundle::new(vec![lang.identifier()]);
        for file in FILES {
            let resource = FluentResource::try_new(file.text(lang).to_owned())
                .unwrap_or_else(|(_, errors)| panic!("{lang:?} {}: {errors:?}", file.name));
            bundle
                .add_resource(resource)
                .unwrap_or_else(|errors| panic!("{lang:?} {}: {errors:?}", file.name));
        }
    }
}

#[test]
fn both_languages_have_the_same_ids_and_variables() {
    for file in FILES {
        let (en, zh) = (variables(file.en), variables(file.zh));
        for (id, variables) in &en {
            assert_eq!(zh.get(id), Some(variables), "{id} of zh/{}", file.name);
        }
        for id in zh.keys() {
            assert!(en.contains_key(id), "{id} is only in zh/{}", file.name);
        }
    }
}

#[test]
fn every_text_can_be_formatted() {
    for lang in Lang::ALL {
        let i18n = I18n::new(lang);
        for (id, variables) in FILES.iter().flat_map(|file| variables(file.text(lang))) {
            for value in [Arg::from(1), Arg::from(2), Arg::from("word")] {
                let args: Vec<_> = variables.iter().map(|v| (v.as_str(), value.clone())).collect();
                let text = i18n.tf(&id, &args);
                assert!(!text.is_empty() && !text.contains(['⟨', '{']), "{lang:?} {id}: {text}");
            }
        }
    }
}

#[test]
fn the_embedded_fonts_have_every_character() {
    let hint = "run app/assets/fonts/subset.py, or draw the icon instead";
    for file in FILES {
        for text in [file.en, file.zh] {
            assert_eq!(missing_in_sans(text), Vec::<char>::new(), "{}: {hint}", file.name);
        }
        assert_eq!(missing_in_serif(file.zh), Vec::<char>::new(), "{}: {hint}", file.name);
    }
}

#[test]
fn arguments_fill_in_and_choose_plurals() {
    let en = I18n::new(Lang::En);
    assert_eq!(en.tf("count-rolls", &[("count", 1.into())]), "1 roll");
    assert_eq!(en.tf("count-rolls", &[("count", 6u8.into())]), "6 rolls");
    let rolled = [("seat", Arg::from("Red")), ("die", 6usize.into())];
    assert_eq!(en.tf("log-rolled", &rolled), "Red rolls 6");
    assert_eq!(
        en.tf("log-home", &[("seat", "Red".into()), ("place", 2.into())]),
        "Red is home: second place"
    );
    assert_eq!(I18n::new(Lang::Zh).tf("count-rolls", &[("count", 6.into())]), "掷了 6 次");
}

#[test]
fn attributes_and_language_switch() {
    let mut i18n = I18n::new(Lang::En);
    let about = i18n.t("game-junqi.about");
    assert_eq!((i18n.t("game-junqi"), i18n.lang()), ("Junqi".to_owned(), Lang::En));
    i18n.set_lang(Lang::Zh);
    assert_eq!((i18n.t("game-junqi"), i18n.lang()), ("军棋".to_owned(), Lang::Zh));
    assert_ne!(i18n.t("game-junqi.about"), about);
}

#[test]
fn unknown_ids_show_themselves() {
    let i18n = I18n::new(Lang::Zh);
    for id in ["no-such-id", "game-junqi.no-such", "", ".", "a.b.c"] {
        assert_eq!(i18n.t(id), format!("⟨{id}⟩"));
        assert_eq!(i18n.tf(id, &[("a", 1.into())]), format!("⟨{id}⟩"));
    }
    assert_eq!(i18n.tf("log-began", &[]), "{$seat}先走", "a forgotten argument shows, too");
}

#[test]
fn language_tags_are_read() {
    let tags =
        [("zh-Hans-CN", Some(Lang::Zh)), ("zh_CN.UTF-8", Some(Lang::Zh)), ("zh", Some(Lang::Zh))];
    for (tag, lang) in
        tags.into_iter().chain([("en-GB", Some(Lang::En)), ("de-DE", None), ("", None)])
    {
        assert_eq!(Lang::from_tag(tag), lang, "{tag}");
    }
    assert_eq!(serde_json::to_string(&Lang::ALL).unwrap(), r#"["en","zh"]"#);
    assert_ne!(Lang::En.native_name(), Lang::Zh.native_name());
    assert!(Lang::ALL.contains(&Lang::from_system()));
}

/// How an id is written in a source file.
#[derive(Debug, PartialEq)]
enum Use {
    /// `t("id")`
    Whole(String),
    /// `t(&format!("start-{rest}"))`, known up to the brace.
    Start(String),
}

/// Finds the ids in calls of `t` and `tf`; those kept in a variable are not seen.
fn uses(source: &str) -> Vec<Use> {
    let code: String = source
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| [line, "\n"])
        .collect();
    let mut found = Vec::new();
    for call in ["t(", "tf("] {
        for (at, _) in code.match_indices(call) {
            if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
                continue;
            }
            let argument = code[at + call.len()..].trim_start();
            if let Some(id) = argument.strip_prefix('"') {
                found.push(Use::Whole(id.split('"').next().unwrap_or_default().to_owned()));
            } else if let Some(id) = argument.strip_prefix("&format!(\"") {
                found.push(Use::Start(id.split(['"', '{']).next().unwrap_or_default().to_owned()));
            }
        }
    }
    found
}

#[test]
fn uses_are_found() {
    let source = "i.t(\"a-b\"); // t(\n  // t(\"no\")\nself.tf(\n  \"c\", &[]); t(&format!(\"d-{x}\")); print(\"no\"); t(id)";
    let whole = |id: &str| Use::Whole(id.to_owned());
    assert_eq!(uses(source), [whole("a-b"), Use::Start("d-".to_owned()), whole("c")]);
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|suffix| suffix == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_id_in_the_sources_exists() {
    let known = ids(Lang::En);
    let mut files = Vec::new();
    sources(&Path::new(ROOT).join("src"), &mut files);
    // This module's own tests ask for ids that must not exist.
    for file in
        files.iter().filter(|file| !file.components().any(|part| part.as_os_str() == "i18n"))
    {
        for used in uses(&fs::read_to_string(file).unwrap()) {
            let exists = match &used {
                Use::Whole(id) => known.contains(id),
                Use::Start(start) => known.iter().any(|id| id.starts_with(start.as_str())),
            };
            assert!(exists, "{}: {used:?} is in no locale file", file.display());
        }
    }
}
