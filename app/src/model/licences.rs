//! The fonts and libraries inside the program, with their licences.
//!
//! `app/packaging/licences.py` makes the list from `Cargo.lock`.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::model::embedded::LICENCES;

/// A font or a library inside the program.
#[derive(Debug, Deserialize)]
pub struct LicensedPart {
    /// Its name.
    pub name: String,
    /// Its version. It may be empty.
    pub version: String,
    /// Its licence, as its own files state it.
    pub licence: String,
    /// The names of the licences under which it is used. If it offers a choice of licences, only
    /// the chosen one is listed.
    pub texts: Vec<String>,
    /// Its copyright holders, one line for each.
    #[serde(rename = "of")]
    pub holders: Vec<String>,
}

/// All parts of the program.
#[derive(Debug, Default, Deserialize)]
pub struct LicensedParts {
    /// The fonts.
    pub fonts: Vec<LicensedPart>,
    /// The libraries, by name.
    #[serde(rename = "parts")]
    pub libraries: Vec<LicensedPart>,
    /// The names and versions of packages that are not inside the program. They only build or test
    /// it, or are for operating systems for which it is not built.
    pub rest: Vec<String>,
}

static PARTS: LazyLock<LicensedParts> = LazyLock::new(|| {
    let list = LICENCES.text("parts.json");
    list.and_then(|list| serde_json::from_str(list).ok()).unwrap_or_default()
});

/// Returns all parts of the program.
pub fn parts() -> &'static LicensedParts {
    &PARTS
}

/// Returns the text of the licence with this name.
pub fn text(name: &str) -> Option<&'static str> {
    LICENCES.text(&format!("{name}.txt"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn licence_list_matches_the_lock_file() {
        let mut listed: BTreeSet<String> = parts().rest.iter().cloned().collect();
        let linked = parts().libraries.iter().filter(|part| !part.version.is_empty());
        listed.extend(linked.map(|part| format!("{} {}", part.name, part.version)));
        let packages = include_str!("../../../Cargo.lock").split("[[package]]");
        let external = packages.filter(|package| package.contains("\nsource = "));
        let locked: BTreeSet<String> = external
            .map(|package| {
                let value = |key: &str| {
                    let line = package.lines().find_map(|line| line.strip_prefix(key)).unwrap();
                    line.trim_matches('"').to_owned()
                };
                format!("{} {}", value("name = "), value("version = "))
            })
            .collect();
        let differences: Vec<&String> = listed.symmetric_difference(&locked).collect();
        assert!(
            differences.is_empty(),
            "run `python3 app/packaging/licences.py renew`: {differences:?}"
        );
        assert!(parts().libraries.len() > 100);
    }

    #[test]
    fn every_part_has_holders_and_licence_texts() {
        assert!(parts().fonts.len() >= 3);
        for part in parts().fonts.iter().chain(&parts().libraries) {
            assert!(!part.holders.is_empty() && !part.texts.is_empty(), "{}", part.name);
            for name in &part.texts {
                assert!(part.licence.contains(name.as_str()), "{}: {name}", part.name);
                assert!(text(name).is_some_and(|text| text.len() > 500), "{}: {name}", part.name);
            }
        }
        assert!(text("no such licence").is_none());
    }
}
