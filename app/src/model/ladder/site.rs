//! The site of a ladder: static pages in both languages, without scripts.
//!
//! | file | content |
//! |---|---|
//! | `index.html`, `zh/index.html` | the newest season |
//! | `VERSION/index.html`, `zh/VERSION/index.html` | a season |
//! | `VERSION/GAME/NAME.html`, `zh/…` | a robot |
//! | `VERSION/games/HASH.…` | a saved game and its pictures, for both languages |
//!
//! The same ladder folder always gives the same site, byte for byte. Pictures that exist are not
//! drawn again, because their names contain the hash of the game. In the folders of seasons and in
//! `zh`, files that no page needs are removed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::model::i18n::{I18n, Lang};
use crate::model::ladder::{Problem, Results, Season, read_results};
use crate::model::storage::{self, GAME_EXTENSION, StorageError, disk};

mod games;
mod html;
mod index;
mod robot;

pub use games::MAX_SHOWN_GAMES;

/// The name of the folder with the site, in the folder of the ladder.
const SITE: &str = "site";
/// The style sheet. It has the colours of the window.
const STYLE: &str = concat!(include_str!("../site_base.css"), include_str!("site/site.css"));
/// The file that keeps GitHub Pages from building the site with Jekyll.
const NO_JEKYLL: &str = ".nojekyll";

/// A picture of a saved game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureKind {
    /// The last moves, as an animated GIF.
    Gif,
    /// The last position, as a PNG.
    Png,
}

/// Draws the pictures of saved games.
pub trait Pictures {
    /// Returns the bytes of a picture file. `game` is the text of the saved game, and `lang` is the
    /// language of the words in the picture.
    ///
    /// # Errors
    /// The reason why the game cannot be read or drawn.
    fn draw(&self, game: &str, kind: PictureKind, lang: Lang) -> Result<Vec<u8>, String>;
}

/// A season with its results.
struct SeasonPages {
    season: Season,
    results: Results,
}

/// A page that is being written.
struct PageContext<'a> {
    i18n: &'a I18n,
    /// All seasons, the newest first.
    seasons: &'a [SeasonPages],
    /// The season of the page.
    current: &'a SeasonPages,
    /// The path of the page within the folder of its language.
    path: String,
}

/// Writes the files of the site one by one, and keeps a list of them in `written`.
struct Writer<'a> {
    ladder: &'a Path,
    site: PathBuf,
    pictures: &'a dyn Pictures,
    written: BTreeSet<PathBuf>,
}

/// Writes the pages of all seasons. Returns the path of the home page. `problems` receives the
/// seasons and journals that cannot be read and the games that cannot be shown.
///
/// # Errors
/// There is no season, or a folder or file cannot be written.
pub fn write_site(
    ladder: &Path,
    pictures: &dyn Pictures,
    problems: &mut Vec<Problem>,
) -> Result<PathBuf, String> {
    let seasons = Season::read_all(ladder, problems).into_iter();
    let with_results = |season: Season| {
        let results = read_results(ladder, &season, problems);
        SeasonPages { season, results }
    };
    let seasons: Vec<SeasonPages> = seasons.map(with_results).collect();
    let Some(newest) = seasons.first() else {
        return Err(format!("{}: there is no season yet", ladder.display()));
    };
    let mut writer = Writer { ladder, site: ladder.join(SITE), pictures, written: BTreeSet::new() };
    writer.write("style.css", STYLE.as_bytes())?;
    writer.write(NO_JEKYLL, b"")?;
    for lang in Lang::ALL {
        let i18n = I18n::new(lang);
        let page =
            |current, path: String| PageContext { i18n: &i18n, seasons: &seasons, current, path };
        writer.page(lang, &page(newest, "index.html".to_owned()), index::page)?;
        for current in &seasons {
            let version = &current.season.version;
            writer.page(lang, &page(current, format!("{version}/index.html")), index::page)?;
            for (index, robot) in current.season.robots.iter().enumerate() {
                let page = page(current, format!("{version}/{}.html", robot.path()));
                let shown = games::of_robot(&current.results, index);
                let mut figures = Vec::new();
                for game in shown {
                    match writer.game(&current.season, game.file(), lang)? {
                        Ok(files) => figures.push((game, files)),
                        // Report a game once, not for each language.
                        Err(why) if lang == Lang::En => {
                            let file = game.file().display().to_string();
                            let file = super::without_folder(ladder, &file);
                            problems.push(Problem::new(file, why));
                        }
                        Err(_) => {}
                    }
                }
                writer.page(lang, &page, |page| robot::page(page, index, &figures))?;
            }
        }
    }
    let versions = seasons.iter().map(|pages| pages.season.version.as_str());
    writer.remove_others(versions.chain(["zh"]))?;
    Ok(writer.site.join("index.html"))
}

/// The files of a game, by their paths within the site.
struct GameFiles {
    save: String,
    /// An animated GIF and a PNG of its last position, if the season has pictures.
    pictures: Option<[String; 2]>,
}

impl Writer<'_> {
    /// Writes a page.
    fn page(
        &mut self,
        lang: Lang,
        page: &PageContext<'_>,
        text: impl FnOnce(&PageContext<'_>) -> String,
    ) -> Result<(), String> {
        self.write(&html::in_lang(lang, &page.path), text(page).as_bytes())
    }

    /// Writes a game and its pictures. The inner error says why the game cannot be shown. The outer
    /// one is a file that cannot be written.
    fn game(
        &mut self,
        season: &Season,
        file: &Path,
        lang: Lang,
    ) -> Result<Result<GameFiles, String>, String> {
        let text = match storage::read_text(file) {
            Ok(text) => text,
            Err(error) => return Ok(Err(error.why.text(&I18n::new(Lang::En)))),
        };
        let hash = hex::encode(Sha256::digest(text.as_bytes()));
        let path = format!("{}/games/{}", season.version, &hash[..16]);
        let tag = html::tag(lang);
        let save = format!("{path}.{GAME_EXTENSION}");
        let names = ["gif", "png"].map(|extension| format!("{path}-{tag}.{extension}"));
        let pictures = season.pictures.then_some(names);
        let kinds = [PictureKind::Gif, PictureKind::Png];
        for (name, kind) in pictures.iter().flatten().zip(kinds) {
            if self.site.join(name).is_file() {
                self.written.insert(self.site.join(name));
                continue;
            }
            match self.pictures.draw(&text, kind, lang) {
                Ok(bytes) => self.write(name, &bytes)?,
                Err(why) => return Ok(Err(why)),
            }
        }
        self.write(&save, text.as_bytes())?;
        Ok(Ok(GameFiles { save, pictures }))
    }

    /// Writes a file of the site, unless it has the same content already.
    fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), String> {
        let path = self.site.join(name);
        if self.written.contains(&path) {
            return Ok(());
        }
        super::refuse_links(self.ladder, &path)?;
        let folder = path.parent().unwrap_or(&self.site);
        disk::make_folder(folder).map_err(|why| format!("{}: {why}", folder.display()))?;
        let limit = bytes.len() as u64 + 1;
        if !path.is_file() || disk::read(&path, limit).ok().as_deref() != Some(bytes) {
            storage::write_bytes(&path, bytes, true)
                .map_err(|why: StorageError| why.to_string())?;
        }
        self.written.insert(path);
        Ok(())
    }

    /// Removes the files below these folders of the site that are not in `written`.
    fn remove_others<'a>(&self, folders: impl Iterator<Item = &'a str>) -> Result<(), String> {
        for folder in folders {
            let mut files = Vec::new();
            list_files(&self.site.join(folder), 0, &mut files);
            for path in files.into_iter().filter(|path| !self.written.contains(path)) {
                disk::remove(&path).map_err(|why| format!("{}: {why}", path.display()))?;
            }
        }
        Ok(())
    }
}

/// Lists the files below a folder. Links are not followed.
fn list_files(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    /// Deeper than any file of the site.
    const MAX_DEPTH: usize = 5;
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_file() => files.push(entry.path()),
            Ok(kind) if kind.is_dir() && depth < MAX_DEPTH => {
                list_files(&entry.path(), depth + 1, files);
            }
            _ => {}
        }
    }
}
