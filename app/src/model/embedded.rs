//! The folders that are part of the program. `build.rs` packs them.

use std::io::Read as _;
use std::sync::LazyLock;

use flate2::read::ZlibDecoder;

/// An embedded folder.
#[derive(Debug)]
pub struct EmbeddedFolder {
    /// The paths and contents of the files, sorted by path. Paths separate folders by `/`.
    files: Vec<(&'static str, &'static [u8])>,
}

impl EmbeddedFolder {
    /// Unpacks a folder that `build.rs` packed. Its files stay in memory.
    fn unpack(packed: &[u8]) -> Self {
        let mut bytes = Vec::new();
        ZlibDecoder::new(packed).read_to_end(&mut bytes).expect("`build.rs` packs valid data");
        let mut rest: &'static [u8] = bytes.leak();
        let mut files = Vec::new();
        while let Some((file, after)) = split_file(rest) {
            files.push(file);
            rest = after;
        }
        Self { files }
    }

    /// Returns the files with their paths.
    pub fn files(&self) -> impl Iterator<Item = (&'static str, &'static [u8])> {
        self.files.iter().copied()
    }

    /// Returns the text files with their paths.
    pub fn texts(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.files().filter_map(|(path, bytes)| Some((path, std::str::from_utf8(bytes).ok()?)))
    }

    /// Returns the contents of the file with this path.
    pub fn bytes(&self, path: &str) -> Option<&'static [u8]> {
        self.files().find_map(|(known, bytes)| (known == path).then_some(bytes))
    }

    /// Returns the text of the file with this path.
    pub fn text(&self, path: &str) -> Option<&'static str> {
        std::str::from_utf8(self.bytes(path)?).ok()
    }
}

/// A path and the contents of its file.
type File = (&'static str, &'static [u8]);

/// Splits off the first file: a line with its length in bytes and its path, then its contents.
/// Returns `None` at the end.
fn split_file(packed: &'static [u8]) -> Option<(File, &'static [u8])> {
    let end = packed.iter().position(|&byte| byte == b'\n')?;
    let (length, path) = std::str::from_utf8(&packed[..end]).ok()?.split_once(' ')?;
    let (bytes, rest) = packed[end + 1..].split_at_checked(length.parse().ok()?)?;
    Some(((path, bytes), rest))
}

/// Declares an embedded folder by the name that it has in `build.rs`.
macro_rules! embedded {
    ($(#[$doc:meta])* $folder:ident, $name:literal) => {
        $(#[$doc])*
        pub static $folder: LazyLock<EmbeddedFolder> = LazyLock::new(|| {
            EmbeddedFolder::unpack(include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".packed")))
        });
    };
}

embedded!(
    /// The fonts.
    FONTS,
    "fonts"
);
embedded!(
    /// The lessons.
    LESSONS,
    "lessons"
);
embedded!(
    /// The list of the fonts and libraries in the program, and the texts of their licences.
    LICENCES,
    "licences"
);
embedded!(
    /// The texts of the window, in a folder for each language.
    LOCALES,
    "locales"
);
embedded!(
    /// The web page on which guests play at a hosted table.
    PAGE,
    "page"
);
embedded!(
    /// The puzzles.
    PUZZLES,
    "puzzles"
);
embedded!(
    /// The folder `scripts/` without its pictures.
    SCRIPTS,
    "scripts"
);
embedded!(
    /// The suite: positions in which robots are known to blunder.
    SUITE,
    "suite"
);

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn embedded_files_equal_those_of_the_source() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folders = [
            (&FONTS, "assets/fonts"),
            (&LESSONS, "assets/lessons"),
            (&LICENCES, "assets/licences"),
            (&LOCALES, "locales"),
            (&PAGE, "src/together/page"),
            (&PUZZLES, "assets/puzzles"),
            (&SCRIPTS, "../scripts"),
            (&SUITE, "assets/suite"),
        ];
        for (embedded, folder) in folders {
            assert!(embedded.files().count() > 4, "{folder}");
            for (path, bytes) in embedded.files() {
                assert_eq!(fs::read(root.join(folder).join(path)).unwrap(), bytes, "{path}");
            }
        }
        assert!(SCRIPTS.text("robots/race/greedy.luau").is_some());
        assert_eq!(SCRIPTS.text("robots"), None);
    }
}
