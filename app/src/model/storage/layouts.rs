//! The player's own layouts, and the draft being edited.

use std::path::PathBuf;

use qipan_core::games::junqi::Draft;
use serde::{Deserialize, Serialize};

use crate::model::storage::named::{
    NamedItem, NamedItemError, VERSION, clean, file_text, parse_file,
};
use crate::model::storage::{Storage, StorageError, read_text_file, without_bom, write_atomic};

/// The content of a layout file.
#[derive(Serialize, Deserialize)]
struct LayoutFile {
    format: String,
    version: u64,
    name: String,
    layout: String,
}

/// A layout under a name, complete or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedLayout {
    /// The name given by the player.
    pub name: String,
    /// The pieces that have been placed.
    pub draft: Draft,
}

impl NamedItem for NamedLayout {
    const FORMAT: &'static str = "qipan-layout";
    const FOLDER: &'static str = "layouts";
    const FALLBACK_STEM: &'static str = "layout";
    const MAX_BYTES: u64 = 64 << 10;
    const MAX_FILES: usize = usize::MAX;

    fn read(text: &str) -> Result<Self, NamedItemError> {
        let file: LayoutFile = parse_file::<Self, _>(text)?;
        let draft = file.layout.parse().map_err(NamedItemError::Pieces)?;
        Ok(Self { name: clean(&file.name)?, draft })
    }

    fn write(&self) -> String {
        let (format, layout) = (Self::FORMAT.to_owned(), self.draft.to_string());
        file_text(&LayoutFile { format, version: VERSION, name: self.name.clone(), layout })
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn with_name(&self, name: String) -> Self {
        Self { name, ..self.clone() }
    }
}

impl Storage {
    /// Saves the draft, so that it is still there after the window is closed.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn save_draft(&self, draft: &NamedLayout) -> Result<(), StorageError> {
        write_atomic(&self.draft_path(), &draft.write(), false)
    }

    /// Returns the draft that was edited when the program ended. Its name may be empty.
    pub fn load_draft(&self) -> Option<NamedLayout> {
        let file: LayoutFile =
            serde_json::from_str(without_bom(&read_text_file(&self.draft_path()).ok()?)).ok()?;
        let name = clean(&file.name).unwrap_or_default();
        Some(NamedLayout { name, draft: file.layout.parse().ok()? })
    }

    fn draft_path(&self) -> PathBuf {
        self.folders().data.join("layout-draft.json")
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use qipan_core::games::junqi::LayoutError;

    use super::*;
    use crate::model::storage::tests::storage;

    /// A complete layout.
    const LAYOUT: &str = "TPYNLHZSGPYJLNHGZDTPDFDNG";

    fn draft(line: &str) -> Draft {
        line.parse().unwrap()
    }

    fn layout(name: &str, line: &str) -> NamedLayout {
        NamedLayout { name: name.to_owned(), draft: draft(line) }
    }

    fn names(storage: &Storage) -> Vec<String> {
        storage.list::<NamedLayout>().0.iter().map(|own| own.name.clone()).collect()
    }

    #[test]
    fn layouts_are_saved_listed_renamed_and_deleted() {
        let (_dir, storage) = storage();
        assert_eq!(storage.list::<NamedLayout>(), (vec![], vec![]));
        let wall = storage.save(&layout(" Wall ", LAYOUT), false).unwrap();
        storage.save(&layout("half 一半", "T......................NG"), false).unwrap();
        assert_eq!(names(&storage), ["half 一半", "Wall"]);
        let text = fs::read_to_string(&wall).unwrap();
        assert_eq!(NamedLayout::read(&text), Ok(layout("Wall", LAYOUT)));
        assert!(text.contains("\"format\": \"qipan-layout\"") && text.contains(LAYOUT));
        let renamed = storage.rename::<NamedLayout>(&wall, "A/B: wall?").unwrap();
        assert_eq!(renamed.file_name().unwrap(), "A-B- wall-.json");
        assert_eq!(names(&storage), ["A/B: wall?", "half 一半"]);
        assert!(!wall.exists());
        storage.delete(&renamed).unwrap();
        assert_eq!(names(&storage), ["half 一半"]);
        assert!(storage.delete(&renamed).is_err());
    }

    #[test]
    fn layout_of_the_same_name_is_replaced_only_if_asked() {
        let (_dir, storage) = storage();
        let mirrored = draft(LAYOUT).mirrored().to_string();
        let mirror = |name: &str| layout(name, &mirrored);
        let path = storage.save(&layout("Wall", LAYOUT), false).unwrap();
        let taken = storage.save(&mirror("wall"), false);
        assert_eq!(taken, Err(NamedItemError::Exists("wall".to_owned())));
        assert_eq!(storage.list::<NamedLayout>().0[0].draft, draft(LAYOUT));
        assert_eq!(storage.save(&mirror("wall"), true), Ok(path));
        assert_eq!(storage.list::<NamedLayout>().0[0].item, mirror("wall"));
        let other = storage.save(&mirror("Other"), false).unwrap();
        let taken = storage.rename::<NamedLayout>(&other, "WALL");
        assert_eq!(taken, Err(NamedItemError::Exists("WALL".to_owned())));
        // A layout may take its own name in another case.
        storage.rename::<NamedLayout>(&other, "OTHER").unwrap();
        assert_eq!(names(&storage), ["OTHER", "wall"]);
        for empty in ["", "  ", "\n"] {
            let result = storage.save(&mirror(empty), false);
            assert_eq!(result, Err(NamedItemError::Nameless));
        }
    }

    #[test]
    fn layout_draft_is_restored() {
        let (_dir, storage) = storage();
        assert_eq!(storage.load_draft(), None);
        let half = layout("", "T......................NG");
        storage.save_draft(&half).unwrap();
        assert_eq!(storage.load_draft(), Some(half));
        assert!(storage.list::<NamedLayout>().0.is_empty());
    }

    #[test]
    fn broken_layout_files_are_reported_and_kept() {
        let (_dir, storage) = storage();
        let folder = storage.folder_of::<NamedLayout>();
        fs::create_dir_all(&folder).unwrap();
        let file = |format: &str, version: &str, layout: &str| {
            format!(r#"{{"format":"{format}","version":{version},"name":"x","layout":"{layout}"}}"#)
        };
        let good = file("qipan-layout", "1", LAYOUT);
        let texts = [
            ("0", good[..good.len() - 9].to_owned()),
            ("1", file("qipan", "1", LAYOUT)),
            ("2", file("qipan-layout", "2", LAYOUT)),
            ("3", file("qipan-layout", "1", &LAYOUT[1..])),
            ("4", file("qipan-layout", "1", &LAYOUT.replace('T', "S"))),
            ("5", good.replace("\"x\"", "\" \"")),
            ("6", good.replace("\"name\":\"x\",", "")),
            ("7", " ".repeat(70 << 10)),
        ];
        for (name, text) in &texts {
            fs::write(folder.join(name).with_extension("json"), text).unwrap();
        }
        fs::write(folder.join("8.json"), [0xFF, 0xFE]).unwrap();
        let (layouts, bad) = storage.list::<NamedLayout>();
        assert!(layouts.is_empty());
        let errors: Vec<&NamedItemError> = bad.iter().map(|bad| &bad.error).collect();
        assert!(matches!(errors[0], NamedItemError::Broken { .. }));
        assert_eq!(errors[1..3], [&NamedItemError::Foreign, &NamedItemError::Version(2)]);
        assert_eq!(errors[3], &NamedItemError::Pieces(LayoutError::Length(24)));
        assert!(matches!(errors[4], NamedItemError::Pieces(LayoutError::Count { found: 3, .. })));
        assert_eq!(errors[5], &NamedItemError::Nameless);
        assert!(matches!(errors[6], NamedItemError::Broken { what, .. } if what.contains("name")));
        assert_eq!(errors[7], &NamedItemError::TooLarge);
        assert!(matches!(errors[8], NamedItemError::File(_)));
        // A layout saved into the same folder replaces none of these files.
        storage.save(&layout("3", LAYOUT), false).unwrap();
        assert!(folder.join("3 (2).json").exists());
        for (name, text) in texts {
            let unchanged = fs::read_to_string(folder.join(name).with_extension("json")).unwrap();
            assert_eq!(unchanged, text);
        }
    }
}
