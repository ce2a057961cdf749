//! The guide to Junqi: the parts for each preset, and the pieces by rank.

use egui::{Grid, Sense, Ui, vec2};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::rules::{Sight, Start};
use qipan_core::games::junqi::{BoardKind, Kind, Rules};

use crate::games::GuidePart;
use crate::games::junqi::drawing::{Face, TileLook, paint_tile};
use crate::games::junqi::words;
use crate::ui::context::ScreenContext;
use crate::ui::widgets;

mod pictures;

pub use pictures::pictures;

/// The text id of the part that shows the pieces.
pub const PIECES: &str = "guide-junqi-pieces";

/// Returns the parts of the guide to a preset.
pub fn parts(preset: &str) -> Vec<GuidePart> {
    let Some(rules) = Rules::preset(preset) else { return Vec::new() };
    let is_flip = rules.start != Start::Layouts;
    let is_open = rules.start == Start::FaceUp || (!is_flip && rules.sight == Sight::All);
    let aim = match rules.seats().len() {
        _ if is_flip => "guide-flip-aim",
        2 => "guide-junqi-aim",
        _ => "guide-junqi-aim-many",
    };
    let mut parts = vec![aim, PIECES];
    parts.push(match rules.start {
        Start::Layouts => "guide-junqi-layout",
        Start::FaceDown => "guide-flip-turn",
        Start::FaceUp => "guide-junqi-open",
    });
    parts.push(if rules.hq_exit { "guide-flip-moves" } else { "guide-junqi-moves" });
    let is_hiding = rules.start == Start::FaceDown;
    let camps = if is_hiding { "guide-flip-camps" } else { "guide-junqi-camps" };
    parts.extend([camps, "guide-junqi-battles"]);
    parts.push(match (is_flip, rules.sight) {
        (true, _) => "guide-flip-flag",
        (false, _) if rules.contact_reveals => "guide-junqi-shown",
        (false, Sight::All) => "guide-junqi-open",
        (false, _) => "guide-junqi-hidden",
    });
    if rules.seats().len() > 2 {
        parts.push(match rules.board {
            _ if preset == "three" => "guide-junqi-alone",
            BoardKind::Six => "guide-junqi-allies",
            _ => "guide-junqi-partners",
        });
    }
    // Only the board for two has no curved railways.
    let has_curves = rules.board != BoardKind::Two;
    let with_text = |id: &'static str| match id {
        "guide-junqi-moves" if has_curves => (id, format!("{id}.curves")),
        _ => (id, format!("{id}.text")),
    };
    let mut parts: Vec<GuidePart> = parts.into_iter().map(with_text).collect();
    let tip = match rules.start {
        _ if is_open => "guide-junqi-first.open",
        Start::FaceDown => "guide-junqi-first.flip",
        _ => "guide-junqi-first.text",
    };
    parts.push(("guide-junqi-first", tip.to_owned()));
    if let Some(note) = source_note(preset) {
        parts.push(("guide-junqi-sources", format!("guide-junqi-sources.{note}")));
    }
    parts
}

/// Returns the name of the note about the sources of a preset, if there is one.
fn source_note(preset: &str) -> Option<&'static str> {
    match preset {
        "mixed" => Some("mixed"),
        "three" => Some("three"),
        _ if preset.starts_with("six") => Some("six"),
        _ => None,
    }
}

/// Draws the pieces that have a rank, the strongest first, from left to right in as many rows as
/// they need.
pub fn ranks_ui(cx: &ScreenContext<'_>, ui: &mut Ui) {
    ui.label(widgets::muted_text(cx.theme, cx.t("guide-junqi-ranks")));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for piece in Kind::ALL.into_iter().filter(|piece| piece.strength().is_some()) {
            let (rect, response) = ui.allocate_exact_size(vec2(52.0, 27.0), Sense::HOVER);
            let look = TileLook {
                names: cx.settings.naming_style(),
                ..TileLook::new(rect.center(), rect.size(), Face::Piece(piece), Some(Seat::new(0)))
            };
            paint_tile(ui.painter(), cx.theme, &look);
            response.on_hover_text(words::piece(cx.i18n, piece));
        }
    });
}

/// Draws all kinds in three columns, with their names, codes and counts.
pub fn pieces_ui(cx: &ScreenContext<'_>, ui: &mut Ui) {
    const COLUMNS: usize = 3;
    let pieces: Vec<Kind> = Kind::ALL.into_iter().collect();
    let rows = pieces.len().div_ceil(COLUMNS);
    ui.add_space(4.0);
    let grid = Grid::new("guide-pieces").spacing(vec2(8.0, 6.0)).min_col_width(190.0);
    grid.show(ui, |ui| {
        // A new grid does not know its width yet, so lines would break too early.
        ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
        for row in 0..rows {
            for piece in pieces.iter().skip(row).step_by(rows) {
                ui.horizontal(|ui| {
                    let size = vec2(58.0, 30.0);
                    let (rect, _) = ui.allocate_exact_size(size, Sense::HOVER);
                    let seat = Some(Seat::new(0));
                    let look = TileLook {
                        names: cx.settings.naming_style(),
                        ..TileLook::new(rect.center(), size, Face::Piece(*piece), seat)
                    };
                    paint_tile(ui.painter(), cx.theme, &look);
                    ui.vertical(|ui| {
                        ui.spacing_mut().item_spacing.y = 0.0;
                        ui.label(words::piece(cx.i18n, *piece));
                        let args = [("code", piece.code().into()), ("count", piece.count().into())];
                        let text = cx.tf("guide-junqi-piece", &args);
                        ui.label(widgets::muted_text(cx.theme, text));
                    });
                });
            }
            ui.end_row();
        }
    });
}
