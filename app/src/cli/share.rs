//! `qipan replay --png`, `--gif` and `--redact`: export a game. No display is needed.

use std::path::{Path, PathBuf};

use clap::Args;
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::Viewer;
use qipan_core::contract::options::RuleSet as _;
use qipan_core::contract::seat::SeatSet;
use qipan_core::play::redact::redact;
use qipan_core::play::session::Session;
use qipan_core::record::{ReadError, Record};
use qipan_core::registry::kind_of;
use qipan_core::script::Scripted;
use qipan_core::with_game;
use serde_json::{Map, Value, json};

use crate::cli::options;
use crate::cli::output::{CliResult, Failure, print, print_json};
use crate::games::GameUi;
use crate::model::i18n::Lang;
use crate::model::ladder::{PictureKind, Pictures};
use crate::model::settings::{Settings, ThemeName};
use crate::model::storage::{self, StorageError, Why};
use crate::share::{ExportRange, PictureOptions, SnapshotRenderer, gif, png};

/// The width of the pictures on a site, in pixels.
const SITE_WIDTH: usize = 320;
/// The maximum number of steps of an animation on a site.
const SITE_STEPS: usize = 100;

/// Draws the pictures of a ladder's site.
pub(super) struct SitePictures;

impl Pictures for SitePictures {
    fn draw(&self, game: &str, kind: PictureKind, lang: Lang) -> Result<Vec<u8>, String> {
        let settings = Settings { lang, theme: ThemeName::Wood, ..Settings::default() };
        let options =
            PictureOptions { width: SITE_WIDTH, viewer: Viewer::All, shows_names: true, settings };
        let game_kind = kind_of(game).map_err(|why| why.to_string())?;
        with_game!(game_kind, |G| site_picture::<G>(game, kind, &options))
    }
}

/// Draws a picture of a game for a site.
fn site_picture<G: GameUi>(
    game: &str,
    kind: PictureKind,
    options: &PictureOptions,
) -> Result<Vec<u8>, String> {
    let record = Record::<G>::parse(game).map_err(|why| why.to_string())?.record;
    let session = Session::new(record).map_err(|why| why.to_string())?;
    let to = session.record().steps.len();
    let bytes = match kind {
        PictureKind::Gif => {
            let range = ExportRange { from: to.saturating_sub(SITE_STEPS), to, speed: 1.5 };
            gif(&session, options, &range, |_| true).map(|animation| animation.file)
        }
        PictureKind::Png => SnapshotRenderer::new(&session, options)
            .and_then(|mut renderer| renderer.picture(to))
            .and_then(|image| png(&image)),
    };
    bytes.map_err(|why| why.to_string())
}

/// The exports of a game, and their options.
// An option that applies to several exports requires an argument of a group, such as `pictures` or
// `with_files`.
#[derive(Debug, Args)]
pub(super) struct ShareArgs {
    /// Save the position after --at steps as a PNG image
    #[arg(long, value_name = "OUT", groups = ["pictures", "exports", "with_viewer", "with_files"])]
    png: Option<PathBuf>,
    /// Step to draw [default: the last]
    #[arg(long, value_name = "STEP", requires = "png")]
    at: Option<usize>,
    /// Save the game, or a part of it, as an animated GIF
    #[arg(long, value_name = "OUT", groups = ["pictures", "exports", "with_viewer", "with_files"])]
    gif: Option<PathBuf>,
    /// First step of the GIF [default: 0]
    #[arg(long, value_name = "STEP", requires = "gif")]
    from: Option<usize>,
    /// Last step of the GIF [default: the last]
    #[arg(long, value_name = "STEP", requires = "gif")]
    to: Option<usize>,
    /// Speed of the GIF, 0.25 to 16 [default: 1]
    #[arg(long, value_name = "FACTOR", requires = "gif")]
    speed: Option<f64>,
    /// Image width in pixels, 160 to 2048 [default: 720 for PNG, 480 for GIF]
    #[arg(long, value_name = "PX", requires = "pictures")]
    size: Option<usize>,
    /// Theme of the images
    #[arg(long, requires = "pictures", value_parser = ["light", "dark", "wood"])]
    theme: Option<String>,
    /// Language of the images
    #[arg(long, requires = "pictures", value_parser = ["en", "zh"])]
    lang: Option<String>,
    /// Point of view for images and --text: a seat (south), partners (south+north), public (a
    /// spectator) or everything [default: everything]. A seat sees what it saw during the game
    #[arg(long = "as", value_name = "SEAT|SIDE|public|everything", requires = "with_viewer")]
    seen_as: Option<String>,
    /// Show the numbers and names of the squares on the board
    #[arg(long, requires = "pictures")]
    numbers: bool,
    /// Do not show player names
    #[arg(long, requires = "pictures")]
    no_names: bool,
    /// Write the game to --out as this seat saw it. What the seat could not know is replaced and is
    /// not in the file in any form
    #[arg(long, value_name = "SEAT", groups = ["exports", "with_out"], requires = "out")]
    redact: Option<String>,
    /// Seed for the pieces filled in by --redact [default: random]
    #[arg(long, value_name = "N", requires = "redact", value_parser = options::short_seed)]
    seed: Option<u64>,
    /// Output file for --redact or --text
    #[arg(long, value_name = "FILE", group = "with_files", requires = "with_out")]
    pub(super) out: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long, requires = "with_files")]
    force: bool,
}

impl ShareArgs {
    /// Returns true if the arguments request an export.
    pub(super) fn is_requested(&self) -> bool {
        self.png.is_some() || self.gif.is_some() || self.redact.is_some()
    }

    /// Exports the saved game in `text`. The outer error means that the text cannot be read.
    pub(super) fn export(&self, text: &str, json: bool) -> Result<CliResult, ReadError> {
        with_game!(kind_of(text)?, |G| self.export_game::<G>(text, json))
    }

    fn export_game<G: GameUi>(&self, text: &str, json: bool) -> Result<CliResult, ReadError> {
        let session = Session::new(Record::<G>::parse(text)?.record)?;
        Ok(self.write_exports(&session, json))
    }

    /// Writes the requested exports and prints a line about each.
    fn write_exports<G: GameUi>(&self, session: &Session<G>, json: bool) -> CliResult {
        let mut exports = Map::new();
        if let Some(file) = &self.png {
            exports.insert("png".into(), self.write_png(session, file)?);
        }
        if let Some(file) = &self.gif {
            exports.insert("gif".into(), self.write_gif(session, file)?);
        }
        if let (Some(seat), Some(file)) = (&self.redact, &self.out) {
            exports.insert("redacted".into(), self.write_redacted(session, seat, file)?);
        }
        if json {
            print_json(&Value::Object(exports));
        } else {
            exports.values().for_each(|export| print(&line(export)));
        }
        Ok(())
    }

    /// Returns the viewer of an export.
    pub(super) fn viewer<G: Scripted>(&self, rules: &G::Rules) -> Result<Viewer, Failure> {
        let names = match self.seen_as.as_deref() {
            None | Some("everything" | "all") => return Ok(Viewer::All),
            Some("public") => return Ok(Viewer::Public),
            Some(names) => names,
        };
        let mut seats = SeatSet::EMPTY;
        for name in names.split('+') {
            let seat = options::seat::<G>(name.trim())?;
            if !rules.seats().contains(seat) {
                let what = format!("--as: {} does not play in this game", G::seat_name(seat));
                return Err(Failure::Bad(what));
            }
            seats.insert(seat);
        }
        let mut sides = rules.sides(rules.seats().len());
        match seats.iter().next() {
            Some(seat) if seats.len() == 1 => Ok(Viewer::Seat(seat)),
            _ if sides.contains(&seats) => Ok(Viewer::Side(seats)),
            _ => {
                sides.retain(|side| side.len() > 1);
                let name =
                    |side: &SeatSet| side.iter().map(G::seat_name).collect::<Vec<_>>().join("+");
                let teams: Vec<String> = sides.iter().map(name).collect();
                let teams = match teams.is_empty() {
                    true => "the game has no teams".to_owned(),
                    false => format!("teams are {}", teams.join(", ")),
                };
                let what = format!("--as: {names} is not a team in this game; {teams}");
                Err(Failure::Bad(what))
            }
        }
    }

    /// Returns the options of pictures. `width` is the default width in pixels.
    fn picture_options<G: Scripted>(
        &self,
        session: &Session<G>,
        width: usize,
    ) -> Result<PictureOptions, Failure> {
        let viewer = self.viewer::<G>(&session.record().rules)?;
        let theme = match self.theme.as_deref() {
            Some("dark") => ThemeName::Dark,
            Some("wood") => ThemeName::Wood,
            _ => ThemeName::Light,
        };
        let lang = if self.lang.as_deref() == Some("zh") { Lang::Zh } else { Lang::En };
        let settings = Settings { lang, theme, board_numbers: self.numbers, ..Settings::default() };
        Ok(PictureOptions {
            width: self.size.unwrap_or(width),
            viewer,
            shows_names: !self.no_names,
            settings,
        })
    }

    fn write_png<G: GameUi>(&self, session: &Session<G>, file: &Path) -> Result<Value, Failure> {
        let picture_options = self.picture_options(session, 720)?;
        let step = self.at.unwrap_or(session.record().steps.len());
        let mut renderer =
            SnapshotRenderer::new(session, &picture_options).map_err(|why| bad("--size", &why))?;
        let image = renderer.picture(step).map_err(|why| bad("--at", &why))?;
        let bytes = png(&image).map_err(Failure::bad)?;
        self.write(file, &bytes)?;
        let [width, height] = image.size;
        Ok(
            json!({ "file": file.display().to_string(), "step": step, "width": width, "height": height }),
        )
    }

    fn write_gif<G: GameUi>(&self, session: &Session<G>, file: &Path) -> Result<Value, Failure> {
        let picture_options = self.picture_options(session, 480)?;
        let from = self.from.unwrap_or(0);
        let to = self.to.unwrap_or(session.record().steps.len());
        let range = ExportRange { from, to, speed: self.speed.unwrap_or(1.0) };
        let animation =
            gif(session, &picture_options, &range, |_| true).map_err(|why| bad("--gif", &why))?;
        self.write(file, &animation.file)?;
        let [width, height] = animation.size;
        Ok(
            json!({ "file": file.display().to_string(), "from": from, "to": to, "frames": animation.frames, "width": width,
                   "height": height, "bytes": animation.file.len() }),
        )
    }

    fn write_redacted<G: Scripted>(
        &self,
        session: &Session<G>,
        name: &str,
        file: &Path,
    ) -> Result<Value, Failure> {
        let seat = options::seat::<G>(name)?;
        let seed = match self.seed {
            Some(number) => Seed::from_number(number),
            None => Seed::from_bytes(rand::random()),
        };
        let redacted = redact(session, seat, &seed).map_err(|why| bad("--redact", &why))?;
        self.write(file, redacted.write().as_bytes())?;
        let steps = redacted.steps.len();
        Ok(json!({ "file": file.display().to_string(), "seat": name, "steps": steps }))
    }

    /// Writes a file. An existing file is replaced only with `--force`.
    pub(super) fn write(&self, file: &Path, bytes: &[u8]) -> CliResult {
        match storage::write_bytes(file, bytes, self.force) {
            Err(StorageError { why: Why::Exists, .. }) => {
                let file = file.display();
                let what = format!("{file} already exists; use --force to overwrite it");
                Err(Failure::Bad(what))
            }
            written => written.map_err(Failure::bad),
        }
    }
}

/// Returns the failure for an argument.
fn bad(argument: &str, why: &impl std::fmt::Display) -> Failure {
    Failure::Bad(format!("{argument}: {why}"))
}

/// Describes a finished export in a line.
fn line(export: &Value) -> String {
    let part = |(key, value): (&String, &Value)| {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        if key == "file" { value } else { format!("{key} {value}") }
    };
    let parts = export.as_object().into_iter().flatten().map(part);
    parts.collect::<Vec<_>>().join(", ")
}
