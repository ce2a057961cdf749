//! The facts about a package, as text and as JSON. The maker of the package states them, and
//! nothing verifies them before the script is loaded.

use qipan_core::script::{Param, ParamValue, ScriptInfo};
use serde_json::{Value, json};

use crate::model::package::{Manifest, Package, PackageKind};
use crate::model::visible::quoted;

/// The warning about a package that holds a program.
pub(super) const PROGRAM_WARNING: &str = "WARNING: this robot is a program. It runs outside the \
    sandbox with your permissions: it can read, change and delete your files and use the network";

/// Returns the facts about a package as lines.
pub(super) fn lines(package: &Package) -> Vec<String> {
    let manifest = &package.manifest;
    let Manifest { name, about, author, files, .. } = manifest;
    let name =
        if name.en == name.zh { name.en.clone() } else { format!("{} ({})", name.en, name.zh) };
    let mut lines = vec![format!("{}: {name}", kind(manifest.kind))];
    if !about.en.is_empty() {
        lines.push(about.en.clone());
    }
    lines.push(match author.as_str() {
        "" => "author: not stated".to_owned(),
        author => format!("author, as stated in the package: {author}"),
    });
    lines.push(format!("for: {}", game_and_presets(manifest)));
    if let Some(info) = &manifest.script {
        lines.extend(script_lines(manifest, info));
    }
    lines.push(format!("needs Qipan {} or newer", manifest.qipan));
    let width = files.iter().map(|file| file.name.chars().count()).max().unwrap_or_default();
    for file in files {
        let fill = " ".repeat(width - file.name.chars().count());
        lines
            .push(format!("  {}{fill} {:>7} bytes  sha256 {}", file.name, file.bytes, file.sha256));
    }
    lines.push(format!("sha256 of the package: {}", package.digest));
    lines.push(
        "These facts come from the person who made the package. Nothing in it has run.".to_owned(),
    );
    lines
}

/// Returns the facts about a package as a JSON object.
pub(super) fn json(package: &Package) -> Value {
    let manifest = &package.manifest;
    let info = manifest.script.as_ref();
    json!({
        "kind": manifest.kind,
        "name": manifest.name,
        "about": manifest.about,
        "author": manifest.author,
        "game": manifest.game,
        "presets": info.map(|info| &info.presets),
        "version": info.map(|info| &info.version),
        "params": info.map(|info| &info.params),
        "set": info.map(|info| &info.option_changes),
        "command": info.map(|info| &info.command),
        "hooks": info.map(|info| &info.hooks),
        "sees_all": info.map(|info| info.sees_all),
        "fuel": manifest.fuel,
        "qipan": manifest.qipan,
        "sha256": package.digest,
        "files": manifest.files,
    })
}

/// Returns the kind of a package in words.
fn kind(kind: PackageKind) -> &'static str {
    match kind {
        PackageKind::Robot => "robot",
        PackageKind::Rule => "house rule",
        PackageKind::Layout => "layout",
    }
}

/// Returns the game of a package, with the presets of its script if there are any.
fn game_and_presets(manifest: &Manifest) -> String {
    let presets = manifest.script.iter().flat_map(|info| &info.presets);
    let presets: Vec<&str> = presets.map(String::as_str).collect();
    match presets.is_empty() {
        true => manifest.game.clone(),
        false => format!("{}, {}", manifest.game, presets.join(", ")),
    }
}

/// Returns the lines about a script: its version, fuel, parameters, options and hooks.
fn script_lines(manifest: &Manifest, info: &ScriptInfo) -> Vec<String> {
    let mut lines = Vec::new();
    if !info.version.is_empty() {
        lines.push(format!("version: {}", info.version));
    }
    if info.command.is_empty() {
        lines.push("runs in a sandbox, without files, network or clock".to_owned());
    } else {
        let command: Vec<String> = info.command.iter().map(|word| quoted(word)).collect();
        lines.push(format!("runs a program: {}", command.join(" ")));
        lines.push(PROGRAM_WARNING.to_owned());
    }
    if let Some(fuel) = manifest.fuel {
        lines.push(format!("fuel when it was packed: median {}, max {}", fuel.median, fuel.max));
    }
    lines.extend(info.params.iter().map(|param| format!("parameter: {}", param_text(param))));
    let changes = info.option_changes.iter();
    lines.extend(changes.map(|(key, value)| format!("sets option: {key} = {value}")));
    if !info.hooks.is_empty() {
        lines.push(format!("runs during the game: {}", info.hooks.join(", ")));
    }
    if info.sees_all {
        lines.push("sees everything, also pieces that are hidden from players".to_owned());
    }
    lines
}

/// Returns a parameter with its default, range and description.
fn param_text(param: &Param) -> String {
    let default = match param.default {
        ParamValue::Flag(flag) => flag.to_string(),
        ParamValue::Number(number) => number.to_string(),
    };
    let range = match (param.min, param.max) {
        (Some(min), Some(max)) => format!(", {min} to {max}"),
        _ => String::new(),
    };
    let about = match param.about.en.as_str() {
        "" => String::new(),
        about => format!(": {about}"),
    };
    format!("{} = {default}{range}{about}", param.name)
}
