//! Finds the modules of a user's script: the files in the folder `lib` beside it.

use std::path::{Path, PathBuf};

use qipan_core::contract::source::is_module_name;
use qipan_core::script::{Host, MODULE_FOLDER, ModuleLibrary};

use crate::model::storage::disk;

/// The modules beside a script of the user. Holds the path of their folder.
pub(super) struct ModuleFiles(PathBuf);

impl ModuleFiles {
    /// Returns the modules beside a script.
    pub(super) fn beside(script: &Path) -> Self {
        Self(script.with_file_name(MODULE_FOLDER))
    }
}

impl ModuleLibrary for ModuleFiles {
    fn text(&self, name: &str) -> Option<Vec<u8>> {
        let path = self.0.join(format!("{name}.luau"));
        // A pipe or a folder may have the name of a module.
        if path.is_file() { read_text(&path).ok() } else { None }
    }

    fn names(&self) -> Vec<String> {
        let files = std::fs::read_dir(&self.0).into_iter().flatten().flatten();
        let files = files.map(|file| file.file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> =
            files.filter_map(|file| Some(file.strip_suffix(".luau")?.to_owned())).collect();
        names.retain(|name| is_module_name(name));
        names.sort_unstable();
        names
    }
}

/// Reads the text of a script or module, at most one byte more than the limit allows. With this
/// byte, a text that is too long is still recognised as such.
pub(super) fn read_text(path: &Path) -> std::io::Result<Vec<u8>> {
    disk::read(path, Host::default().limits.source as u64 + 1)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use qipan_core::registry::GameKind;

    use super::*;
    use crate::model::scripts::find::script_name;
    use crate::model::scripts::{
        SHIPPED_ROBOTS, SHIPPED_RULES, ScriptArg, ShippedScript, find, robots_folder,
    };
    use crate::model::storage::Folders;

    #[test]
    fn shipped_modules_belong_to_shipped_scripts() {
        let module_names = |script: &ShippedScript| {
            let modules = script.with_modules().modules.into_keys();
            modules.map(|name| format!("{}/{name}", script.game)).collect::<Vec<_>>()
        };
        let used: BTreeSet<String> =
            SHIPPED_ROBOTS.iter().chain(SHIPPED_RULES.iter()).flat_map(module_names).collect();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts");
        let mut files = BTreeSet::new();
        for kind in GameKind::ALL {
            for folder in ["robots", "rules"] {
                let folder = root.join(folder).join(kind.name()).join("lib");
                let names = std::fs::read_dir(folder).into_iter().flatten();
                let names = names.filter_map(|file| script_name(&file.unwrap().path()));
                files.extend(names.map(|name| format!("{}/{name}", kind.name())));
            }
        }
        assert_eq!(used, files, "every module that ships is loaded by a script");
    }

    #[test]
    fn modules_are_found_only_beside_their_script() {
        let dir = tempfile::tempdir().unwrap();
        let folders = Folders::find(Some(dir.path())).unwrap();
        let folder = robots_folder(&folders, "race");
        std::fs::create_dir_all(folder.join("lib")).unwrap();
        std::fs::write(
            folder.join("mine.luau"),
            "return { api = 1, game = \"race\", name = require(\"words\"), choose = print }",
        )
        .unwrap();
        let find = || find(&folders, "race", &ScriptArg::typed("mine"));
        std::fs::write(folder.join("lib/word.luau"), "return {}").unwrap();
        // A module in another folder is not found.
        std::fs::create_dir_all(dir.path().join("scripts/lib")).unwrap();
        std::fs::write(dir.path().join("scripts/lib/words.luau"), "return {}").unwrap();
        let missing = find().unwrap_err().to_string();
        let searched = folder.join("lib/words.luau").display().to_string();
        assert!(missing.contains("no module `words` (did you mean `word`?)"), "{missing}");
        assert!(
            missing.contains(&searched) && missing.ends_with("modules there are word"),
            "{missing}"
        );
        let name_and_hash = |text: &str| {
            std::fs::write(folder.join("lib/words.luau"), text).unwrap();
            let spec = find().unwrap();
            (spec.info.name.en.clone(), spec.player().hash)
        };
        let first = name_and_hash("return { en = \"A\" }");
        let second = name_and_hash("return { en = \"B\" }");
        assert_eq!((first.0.as_str(), second.0.as_str()), ("A", "B"));
        assert_ne!(first.1, second.1);
    }
}
