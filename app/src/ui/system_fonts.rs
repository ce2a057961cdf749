//! Finds system fonts for characters that the embedded fonts lack, most of them in names.
//!
//! The search starts with the first such character. Until then it costs nothing.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;
use std::fs::File;
use std::io::Read as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use directories::UserDirs;
use egui::{
    FallbackRequest, FontData, FontFamily, FontInsert, FontPriority, FontProvider, InsertFontFamily,
};
use fontdb::{Database, FaceInfo, ID, Style};
use skrifa::MetadataProvider as _;
use skrifa::instance::{LocationRef, Size};

/// The preferred font families. The best match for the embedded fonts comes first.
const PREFERRED_FAMILIES: [&str; 21] = [
    "Noto Sans CJK SC",
    "Source Han Sans SC",
    "Source Han Sans CN",
    "Noto Sans SC",
    "Microsoft YaHei",
    "PingFang SC",
    "Hiragino Sans GB",
    "WenQuanYi Zen Hei",
    "WenQuanYi Micro Hei",
    "Droid Sans Fallback",
    "Noto Sans CJK TC",
    "Noto Sans CJK JP",
    "Noto Sans CJK KR",
    "Microsoft JhengHei",
    "PingFang TC",
    "Yu Gothic",
    "Meiryo",
    "Hiragino Sans",
    "Malgun Gothic",
    "Apple SD Gothic Neo",
    "SimSun",
];

/// The font folders of Linux, of a sandbox's host, of NixOS and of macOS.
const FONT_FOLDERS: [&str; 6] = [
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "/run/host/fonts",
    "/run/current-system/sw/share/X11/fonts",
    "/System/Library/Fonts",
    "/Library/Fonts",
];

/// The extensions of font files.
const EXTENSIONS: [&str; 4] = ["ttf", "otf", "ttc", "otc"];

/// The maximum depth of folders to search, because links may form a loop.
const MAX_DEPTH: usize = 6;

/// The maximum size of a font file, in bytes. Files with fonts for all East Asian scripts take 20
/// to 100 MB.
const MAX_FILE_SIZE: u64 = 128 << 20;

/// The maximum number of fonts in a file. The parser tries all fonts that a file claims to have, so
/// a broken one could keep it busy for hours.
const MAX_FONTS_IN_FILE: u32 = 1024;

/// The maximum height of a line and width of a character, in ems. A font with larger metrics would
/// break the layout.
const MAX_METRIC: f32 = 4.0;

/// The maximum number of failed searches, because each of them looks into every font.
const MAX_FAILURES: usize = 64;

/// A source of fonts.
pub type FontSource = Arc<dyn FontProvider>;

/// Opens a source of fonts, which may take a while.
#[derive(Clone)]
pub struct FontSourceOpener(pub Arc<dyn Fn() -> FontSource + Send + Sync>);

/// A text that begins with a character that no loaded font has, and the font family requested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingGlyph {
    cluster: String,
    family: FontFamily,
}

/// A font source that is opened in the background when it is first needed.
#[derive(Default)]
pub struct SystemFonts(Mutex<FontSearch>);

/// The state of the search for system fonts.
#[derive(Default)]
enum FontSearch {
    /// No character has been missing yet.
    #[default]
    NotNeeded,
    /// A character is missing. The source has to be opened.
    Requested(MissingGlyph),
    /// The source is being opened in the background.
    Opening,
    /// The source is open.
    Ready(FontSource),
}

impl FontSourceOpener {
    /// Creates an opener of the fonts that are installed on the system.
    pub fn system() -> Self {
        Self(Arc::new(|| Arc::clone(system()) as FontSource))
    }

    /// Opens the source and searches it once, so that the next search is quick. If that fails,
    /// returns an empty source.
    pub fn open(&self, missing: &MissingGlyph) -> FontSource {
        let open = || {
            let source = (self.0)();
            let MissingGlyph { cluster, family } = missing;
            let _ = source.font_for(&FallbackRequest { cluster, family });
            source
        };
        let none = || -> FontSource { Arc::new(|_: &FallbackRequest<'_>| None) };
        catch_unwind(AssertUnwindSafe(open)).unwrap_or_else(|_| none())
    }
}

impl fmt::Debug for FontSourceOpener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FontSourceOpener")
    }
}

impl SystemFonts {
    /// Returns the first missing glyph, once. The caller then opens the source.
    pub fn take_missing(&self) -> Option<MissingGlyph> {
        let mut search = lock(&self.0);
        let FontSearch::Requested(missing) = &*search else { return None };
        let missing = missing.clone();
        *search = FontSearch::Opening;
        Some(missing)
    }

    /// Installs the opened source.
    pub fn install(&self, source: FontSource) {
        *lock(&self.0) = FontSearch::Ready(source);
    }
}

impl FontProvider for SystemFonts {
    fn font_for(&self, request: &FallbackRequest<'_>) -> Option<FontInsert> {
        let mut search = lock(&self.0);
        match &*search {
            FontSearch::Ready(source) => source.font_for(request),
            FontSearch::NotNeeded => {
                let (cluster, family) = (request.cluster.to_owned(), request.family.clone());
                *search = FontSearch::Requested(MissingGlyph { cluster, family });
                None
            }
            FontSearch::Requested(_) | FontSearch::Opening => None,
        }
    }
}

/// Returns the system's fonts for pictures drawn without a window. Such pictures wait for the
/// search.
pub fn blocking_system_fonts() -> FontSource {
    Arc::new(|request: &FallbackRequest<'_>| system().font_for(request))
}

/// Returns the list of the system's fonts. It is made on the first call.
fn system() -> &'static Arc<FontList> {
    static SYSTEM: OnceLock<Arc<FontList>> = OnceLock::new();
    SYSTEM.get_or_init(|| {
        let user = UserDirs::new().and_then(|user| Some(user.font_dir()?.to_owned()));
        let windows = std::env::var_os("SYSTEMROOT").map(|root| PathBuf::from(root).join("Fonts"));
        let windows_user = std::env::var_os("LOCALAPPDATA")
            .map(|folder| PathBuf::from(folder).join("Microsoft/Windows/Fonts"));
        let usual = FONT_FOLDERS.iter().map(PathBuf::from);
        let others = [user, windows, windows_user].into_iter().flatten();
        Arc::new(FontList::in_folders(usual.chain(others)))
    })
}

/// Installed fonts in order of preference.
pub struct FontList(Mutex<FontIndex>);

/// The content of a [`FontList`].
struct FontIndex {
    faces: Database,
    /// The fonts in order of preference.
    order: Vec<ID>,
    /// The fonts that have already been returned.
    used: HashMap<ID, FontInsert>,
    /// The characters for which no font was found.
    failed: HashSet<char>,
}

impl FontList {
    fn new(faces: Database) -> Self {
        let mut order: Vec<&FaceInfo> = faces.faces().collect();
        order.sort_by_cached_key(|face| rank(face));
        let order = order.into_iter().map(|face| face.id).collect();
        Self(Mutex::new(FontIndex { faces, order, used: HashMap::new(), failed: HashSet::new() }))
    }

    /// Lists the fonts of folders and their subfolders.
    pub fn in_folders(folders: impl IntoIterator<Item = PathBuf>) -> Self {
        let mut files = BTreeSet::new();
        folders.into_iter().for_each(|folder| collect_font_files(&folder, MAX_DEPTH, &mut files));
        let mut faces = Database::new();
        for file in files {
            if claims_too_many_fonts(&file) {
                continue;
            }
            // A file that makes the parser fail is skipped.
            let _ = catch_unwind(AssertUnwindSafe(|| faces.load_font_file(file)));
        }
        Self::new(faces)
    }
}

/// Returns true if the header of a collection of fonts gives a number of fonts that no real
/// collection has.
fn claims_too_many_fonts(file: &Path) -> bool {
    let mut header = [0; 12];
    let read = File::open(file).and_then(|mut file| file.read_exact(&mut header));
    let [.., a, b, c, d] = header;
    read.is_ok()
        && header.starts_with(b"ttcf")
        && u32::from_be_bytes([a, b, c, d]) > MAX_FONTS_IN_FILE
}

/// Collects the font files of a folder and its subfolders.
fn collect_font_files(folder: &Path, depth: usize, files: &mut BTreeSet<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        let Ok(metadata) = std::fs::metadata(&path) else { continue };
        let extension = path.extension().and_then(|extension| extension.to_str());
        let extension = extension.map(str::to_lowercase);
        let is_font = extension.is_some_and(|extension| EXTENSIONS.contains(&&*extension));
        if metadata.is_dir() && depth > 0 {
            collect_font_files(&path, depth - 1, files);
        } else if metadata.is_file() && is_font && metadata.len() <= MAX_FILE_SIZE {
            files.insert(path.canonicalize().unwrap_or(path));
        }
    }
}

impl FontProvider for FontList {
    fn font_for(&self, request: &FallbackRequest<'_>) -> Option<FontInsert> {
        let character = request.cluster.chars().next()?;
        let mut list = lock(&self.0);
        // A broken font file must not end the program.
        let found = catch_unwind(AssertUnwindSafe(|| list.find(character))).ok().flatten();
        let Some(mut font) = found else {
            list.failed.insert(character);
            return None;
        };
        let (family, priority) = (request.family.clone(), FontPriority::Lowest);
        font.families = vec![InsertFontFamily { family, priority }];
        Some(font)
    }
}

impl FontIndex {
    /// Returns the first font that has a character.
    fn find(&mut self, character: char) -> Option<FontInsert> {
        if self.failed.len() >= MAX_FAILURES || self.failed.contains(&character) {
            return None;
        }
        let has_character = |id: &&ID| {
            let can_draw = |data: &[u8], index| can_draw(data, index, character);
            self.faces.with_face_data(**id, can_draw).unwrap_or(false)
        };
        let id = *self.order.iter().find(has_character)?;
        if let Some(font) = self.used.get(&id) {
            return Some(font.clone());
        }
        // Copies the file, because a mapped file that is truncated later would end the program.
        let (bytes, index) = self.faces.with_face_data(id, |data, index| (data.to_vec(), index))?;
        let font = FontInsert {
            name: format!("system:{id}"),
            data: FontData::from_blob(Arc::new(bytes), index),
            families: Vec::new(),
        };
        self.used.insert(id, font.clone());
        Some(font)
    }
}

/// Returns the sort key of a font: upright before slanted, proportional before monospaced, then by
/// the order of the preferred families, by the distance from the regular weight, and by name.
fn rank(face: &FaceInfo) -> (bool, bool, usize, u16, String) {
    let family = face.families.first().map_or("", |(name, _)| name.as_str());
    let is_family = |preferred: &&str| face.families.iter().any(|(name, _)| name == *preferred);
    let preference =
        PREFERRED_FAMILIES.iter().position(is_family).unwrap_or(PREFERRED_FAMILIES.len());
    let weight_difference = face.weight.0.abs_diff(400);
    let is_slanted = face.style != Style::Normal;
    (is_slanted, face.monospaced, preference, weight_difference, family.to_owned())
}

/// Returns true if a font can be parsed, has an outline for a character, and has sane metrics.
fn can_draw(bytes: &[u8], index: u32, character: char) -> bool {
    let Ok(font) = skrifa::FontRef::from_index(bytes, index) else { return false };
    let Some(glyph) = font.charmap().map(character) else { return false };
    if font.outline_glyphs().get(glyph).is_none() {
        return false;
    }
    let (size, location) = (Size::new(1.0), LocationRef::default());
    let line = font.metrics(size, location);
    let width = font.glyph_metrics(size, location).advance_width(glyph).unwrap_or(f32::NAN);
    let measures = [line.ascent, line.descent, line.leading, width];
    line.units_per_em > 0 && measures.iter().all(|measure| measure.abs() <= MAX_METRIC)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use egui::FontId;
    use egui::epaint::text::{Fonts, TextOptions};

    use super::*;
    use crate::model::i18n::Lang;
    use crate::ui::fonts::definitions;

    const NAMES: &[u8] = include_bytes!("../../tests/fonts/names.ttc");
    const TALL: &[u8] = include_bytes!("../../tests/fonts/tall.ttf");

    /// Creates a folder with files, and lists its fonts.
    fn folder(files: &[(&str, &[u8])]) -> (tempfile::TempDir, FontList) {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        let list = FontList::in_folders([folder.path().to_owned()]);
        (folder, list)
    }

    fn font_for(list: &FontList, cluster: &str) -> Option<FontInsert> {
        list.font_for(&FallbackRequest { cluster, family: &FontFamily::Proportional })
    }

    /// Returns true if the text is drawn with a font of the list, not as boxes.
    fn has_glyphs(list: FontList, text: &str) -> bool {
        let mut fonts = Fonts::new(TextOptions::default(), definitions(Lang::En))
            .with_font_providers(vec![Arc::new(list)]);
        fonts.has_glyphs(&FontId::proportional(20.0), text)
    }

    #[test]
    fn font_of_a_collection_is_found_by_coverage() {
        let (_folder, list) = folder(&[("deep/in/names.ttc", NAMES)]);
        let font = font_for(&list, "陳").unwrap();
        assert_eq!(font.data.index, 1);
        assert_eq!(font.data.bytes(), NAMES);
        assert_eq!(font_for(&list, "한").unwrap().name, font.name);
        assert_eq!(font_for(&list, "A").unwrap().data.index, 0);
        assert!(font_for(&list, "張").is_none());
        assert!(font_for(&list, "").is_none());
        assert!(has_glyphs(list, "陳昇 あ한"));
    }

    #[test]
    fn broken_fonts_are_skipped() {
        let mut flipped = NAMES.to_vec();
        flipped.iter_mut().skip(12).step_by(3).for_each(|byte| *byte ^= 0x5A);
        let many = [b"ttcf\0\x01\0\0\xFF\xFF\xFF\xFF".as_slice(), &[0; 400]].concat();
        let cut_files: Vec<(String, &[u8])> = (0..NAMES.len())
            .step_by(97)
            .map(|end| (format!("cut{end}.ttc"), &NAMES[..end]))
            .collect();
        let mut files: Vec<(&str, &[u8])> = vec![
            ("empty.ttf", b""),
            ("text.otf", b"this is no font"),
            ("flipped.ttc", &flipped),
            ("many.ttc", &many),
            ("tall.ttf", TALL),
        ];
        files.extend(cut_files.iter().map(|(name, bytes)| (name.as_str(), *bytes)));
        let (_folder, list) = folder(&files);
        for cluster in ["陳", "昇", "한", "A", "\u{10FFFF}"] {
            if let Some(font) = font_for(&list, cluster) {
                let character = cluster.chars().next().unwrap();
                assert!(can_draw(font.data.bytes(), font.data.index, character), "{cluster}");
            }
        }
        let (_folder, list) = folder(&[("tall.ttf", TALL)]);
        assert!(font_for(&list, "陳").is_none(), "its lines are too high");
        let (_folder, list) = folder(&[("a.ttf", TALL), ("names.ttc", NAMES), ("z.ttf", &flipped)]);
        assert!(has_glyphs(list, "陳昇"), "the intact font is used");
    }

    #[test]
    fn font_search_survives_link_cycles_and_odd_files() {
        let (folder, _) = folder(&[("names.ttc", NAMES), ("large.ttf", b"")]);
        let large = fs::File::options().write(true).open(folder.path().join("large.ttf")).unwrap();
        large.set_len(MAX_FILE_SIZE + 1).unwrap();
        fs::create_dir(folder.path().join("folder.ttf")).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::symlink;
            symlink(folder.path(), folder.path().join("again")).unwrap();
            symlink("nowhere", folder.path().join("lost.ttf")).unwrap();
            symlink("names.ttc", folder.path().join("same.TTC")).unwrap();
            symlink("/dev/zero", folder.path().join("endless.ttf")).unwrap();
        }
        let list = FontList::in_folders([folder.path().to_owned(), "/nowhere".into()]);
        assert_eq!(lock(&list.0).order.len(), 2, "the file has two fonts");
        assert!(has_glyphs(list, "陳"));
    }

    #[test]
    fn font_search_ends_after_too_many_failures() {
        let (_folder, list) = folder(&[("names.ttc", NAMES)]);
        for character in ('\u{20000}'..).take(2 * MAX_FAILURES) {
            assert!(font_for(&list, &character.to_string()).is_none());
        }
        assert_eq!(lock(&list.0).failed.len(), 2 * MAX_FAILURES);
        assert!(lock(&list.0).find('陳').is_none(), "too many searches have failed");
        let (_folder, list) = folder(&[("names.ttc", NAMES)]);
        assert!(font_for(&list, "張").is_none());
        assert!(font_for(&list, "陳").is_some());
    }

    #[test]
    fn font_search_starts_at_the_first_missing_character() {
        let fonts = SystemFonts::default();
        assert_eq!(fonts.take_missing(), None);
        let family = FontFamily::Monospace;
        let request = FallbackRequest { cluster: "陳", family: &family };
        assert!(fonts.font_for(&request).is_none(), "the window does not wait for the search");
        let missing = MissingGlyph { cluster: "陳".to_owned(), family: family.clone() };
        assert_eq!(fonts.take_missing(), Some(missing.clone()));
        assert!(fonts.font_for(&request).is_none());
        assert_eq!(fonts.take_missing(), None, "returned only once");
        let (_folder, list) = folder(&[("names.ttc", NAMES)]);
        let list = Arc::new(list);
        let opener = FontSourceOpener(Arc::new(move || Arc::clone(&list) as FontSource));
        fonts.install(opener.open(&missing));
        assert_eq!(fonts.font_for(&request).unwrap().families[0].family, family);
    }

    #[test]
    fn failed_font_source_has_no_fonts() {
        let opener = FontSourceOpener(Arc::new(|| panic!("a font of the system is broken")));
        let missing = MissingGlyph { cluster: "陳".to_owned(), family: FontFamily::Proportional };
        let source = opener.open(&missing);
        let family = FontFamily::Proportional;
        assert!(source.font_for(&FallbackRequest { cluster: "陳", family: &family }).is_none());
    }
}
