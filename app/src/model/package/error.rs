//! The reasons why a package is refused.

use crate::model::i18n::{I18n, Lang, ListStyle};
use crate::model::package::manifest::MANIFEST;
use crate::model::storage::StorageError;
use crate::model::visible::escape_hidden;

/// The reason why a package cannot be read, made or added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PackageError {
    /// A file cannot be read or written.
    File(StorageError),
    /// The file is not a package.
    NotPackage,
    /// The archive is incomplete or inconsistent.
    Damaged,
    /// The package or its contents are larger than allowed.
    TooLarge,
    /// The package holds more files than allowed.
    TooManyFiles,
    /// A file has a name that no file of a package can have.
    Name(String),
    /// Two files have this name.
    Repeated(String),
    /// A file is encrypted, a link, or packed by an unknown method.
    NotPlain(String),
    /// This file is missing.
    Missing(String),
    /// This file is in the package, but the manifest does not list it.
    Unlisted(String),
    /// This module is in the package, but no script of the package loads it.
    Unused(String),
    /// The content of this file has another size or SHA-256 than the manifest lists.
    Changed(String),
    /// The manifest cannot be read.
    Manifest {
        /// The line, from 1.
        line: usize,
        /// The error.
        what: String,
    },
    /// A fact of the manifest cannot be true.
    Fact {
        /// Its field.
        field: String,
        /// The reason.
        why: String,
    },
    /// The package has a later version of the format.
    Format(u64),
    /// The package needs this later version of Qipan.
    Newer(String),
    /// The name that was given for the author is too long or has control characters.
    Author,
    /// The player chose this name, under which nothing can be added.
    ChosenName(String),
    /// The picture is not a PNG file within the bounds.
    Picture,
    /// The layout is not complete or not allowed.
    Layout,
    /// A robot that is not written in Luau does not have the form in which it can be packed. Holds
    /// the stem of its file.
    Program(String),
    /// This program is not text in UTF-8, or it has hidden characters.
    ProgramText(String),
    /// The player has another program in this file.
    ProgramFile(String),
    /// The script does not load, for this reason.
    Script(String),
    /// The script and the manifest differ in this fact.
    Differs(&'static str),
    /// The player has another file of this name.
    Taken(String),
    /// A script of this name is built in.
    BuiltIn(String),
    /// The player has another module of a name that the package needs.
    Module {
        /// The name of the module.
        module: String,
        /// The file of the player's module.
        file: String,
        /// The script of the package.
        script: String,
        /// The player's scripts that load it.
        users: Vec<String>,
    },
}

impl PackageError {
    /// Returns the error of a missing file.
    pub(super) fn missing(name: &str) -> Self {
        Self::Missing(name.to_owned())
    }

    /// Returns the error of a fact that cannot be true.
    pub(super) fn fact(field: &str, why: &str) -> Self {
        Self::Fact { field: field.to_owned(), why: why.to_owned() }
    }

    /// Returns the reason and a remedy, for the player.
    pub fn text(&self, i18n: &I18n) -> String {
        let named = |id: &str, name: &str| {
            let shown: String = escape_hidden(name).chars().take(80).collect();
            i18n.tf(id, &[("name", shown.into())])
        };
        match self {
            Self::File(error) => error.text(i18n),
            Self::NotPackage => i18n.t("package-not-package"),
            Self::Damaged => i18n.t("package-damaged"),
            Self::TooLarge => i18n.t("package-too-large"),
            Self::TooManyFiles => i18n.t("package-too-many-files"),
            Self::Name(name) => named("package-bad-name", name),
            Self::Repeated(name) => named("package-repeated", name),
            Self::NotPlain(name) => named("package-not-plain", name),
            Self::Missing(name) => named("package-missing", name),
            Self::Unlisted(name) => named("package-unlisted", name),
            Self::Unused(name) => named("package-unused", name),
            Self::Changed(name) => named("package-changed", name),
            Self::Manifest { line, what } => {
                let what = escape_hidden(what);
                i18n.tf("package-manifest", &[("line", (*line).into()), ("what", what.into())])
            }
            // The fault lies in the whole file.
            Self::Fact { field, why } if field == MANIFEST => named("package-fact-all", why),
            Self::Fact { field, why } => {
                let args = [("field", field.as_str().into()), ("why", why.as_str().into())];
                i18n.tf("package-fact", &args)
            }
            Self::Format(version) => named("package-format", &version.to_string()),
            Self::Newer(version) => named("package-newer", version),
            Self::Author => i18n.t("package-author"),
            Self::ChosenName(name) => named("package-chosen-name", name),
            Self::Picture => i18n.t("package-picture"),
            Self::Layout => i18n.t("package-layout"),
            Self::Program(stem) => named("package-program", stem),
            Self::ProgramText(name) => named("package-program-text", name),
            Self::ProgramFile(name) => named("package-program-file", name),
            Self::Script(why) => i18n.tf("package-script", &[("why", why.as_str().into())]),
            Self::Differs(field) => named("package-differs", field),
            Self::Taken(name) => named("package-taken", name),
            Self::BuiltIn(name) => named("package-built-in", name),
            Self::Module { module, file, script, users } => {
                let users: Vec<String> = users.iter().map(|user| escape_hidden(user)).collect();
                let args = [
                    ("module", module.as_str().into()),
                    ("file", escape_hidden(file).into()),
                    ("script", script.as_str().into()),
                    ("users", i18n.list(ListStyle::Plain, &users).into()),
                ];
                let id = if users.is_empty() { "package-module-unused" } else { "package-module" };
                i18n.tf(id, &args)
            }
        }
    }
}

impl std::fmt::Display for PackageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text(&I18n::new(Lang::En)))
    }
}

impl std::error::Error for PackageError {}
