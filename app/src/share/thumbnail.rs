//! Renders the last position of a saved game as a thumbnail, without a window.

use std::collections::HashMap;

use egui::{Color32, ColorImage, Rect, Vec2, pos2};
use qipan_core::contract::game::{Game, NullSink, Turn, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::Seat;
use qipan_core::record::{Player, Record};
use qipan_core::registry::kind_of;
use qipan_core::with_game;

use super::headless::Headless;
use crate::games::{BoardUi as _, GameUi};
use crate::model::i18n::I18n;
use crate::model::settings::Settings;
use crate::play::animation::Animator;
use crate::ui::context::ScreenContext;
use crate::ui::theme::Theme;

/// A small picture of a saved game.
#[derive(Clone, Debug)]
pub struct Thumbnail {
    /// A square picture.
    pub image: ColorImage,
    /// The seat to move; `None` if the game is over.
    pub turn: Option<Seat>,
}

/// Renders thumbnails with the same settings as the boards of a window.
pub struct ThumbnailRenderer {
    i18n: I18n,
    theme: Theme,
    settings: Settings,
    /// The screens without a window, by the pixels per side of their pictures.
    screens: HashMap<u16, Headless>,
}

impl ThumbnailRenderer {
    /// Creates a renderer with these settings.
    pub fn new(settings: &Settings) -> Self {
        let i18n = I18n::new(settings.lang);
        let theme = Theme::new(settings.theme, settings.colour_blind);
        Self { i18n, theme, settings: settings.clone(), screens: HashMap::new() }
    }

    /// Renders the last position of a saved game in a square of `pixels` per side. Replays its
    /// steps without running scripts.
    ///
    /// An unfinished game with hidden pieces is shown as its only person sees it. If several people
    /// play, it is shown as the public sees it, and if only robots play, as the first seat sees it.
    ///
    /// # Errors
    /// The reason why the game cannot be drawn, as a sentence.
    pub fn picture(&mut self, text: &str, pixels: u16) -> Result<Thumbnail, String> {
        let kind = kind_of(text).map_err(|error| error.to_string())?;
        with_game!(kind, |G| self.picture_of::<G>(text, pixels))
    }

    /// Renders the last position of a game of type `G`.
    fn picture_of<G: GameUi>(&mut self, text: &str, pixels: u16) -> Result<Thumbnail, String> {
        let loaded = Record::<G>::parse(text).map_err(|error| error.to_string())?;
        let state = last_state(&loaded.record)?;
        Ok(self.render(&state, &loaded.record.players, pixels))
    }

    /// Renders a position.
    fn render<G: GameUi>(
        &mut self,
        state: &G,
        players: &[(Seat, Player)],
        pixels: u16,
    ) -> Thumbnail {
        let view = state.view(thumbnail_viewer(state, players));
        let animator = Animator::new(&view, 0);
        let square = Rect::from_min_size(pos2(0.0, 0.0), Vec2::splat(f32::from(pixels)));
        let (theme, lang, mut commands) = (&self.theme, self.i18n.lang(), Vec::new());
        let entry = self.screens.entry(pixels);
        let screen = entry.or_insert_with(|| Headless::new(theme, lang, square.size(), 1.0));
        let mut board = G::Board::default();
        let image = screen.draw(Color32::TRANSPARENT, |ui| {
            let cx = ScreenContext {
                i18n: &self.i18n,
                theme,
                settings: &self.settings,
                now: 0.0,
                commands: &mut commands,
            };
            board.picture_ui(&view, &animator, square, &cx, ui);
        });
        let turn = (state.turn() != Turn::Over).then(|| animator.turn());
        Thumbnail { image, turn }
    }
}

/// Replays a game to its last position.
fn last_state<G: Game>(record: &Record<G>) -> Result<G, String> {
    let mut state = record.start().map_err(|error| error.to_string())?;
    for step in &record.steps {
        state.play(step, &mut NullSink).map_err(|error| error.to_string())?;
    }
    Ok(state)
}

/// Returns the viewer whose view the thumbnail shows. A game that is over or hides nothing is shown
/// completely. Otherwise the viewer is the only person, the public if there are several people, or
/// the first seat if there are only robots.
fn thumbnail_viewer<G: Game>(state: &G, players: &[(Seat, Player)]) -> Viewer {
    if state.outcome().is_some() || !state.rules().has_secrets() {
        return Viewer::All;
    }
    let mut people = players.iter().filter(|(_, player)| player.is_human());
    match (people.next(), people.next()) {
        (Some((seat, _)), None) => Viewer::Seat(*seat),
        (Some(_), Some(_)) => Viewer::Public,
        (None, _) => {
            state.seats_in_turn_order().first().map_or(Viewer::Public, |seat| Viewer::Seat(*seat))
        }
    }
}
