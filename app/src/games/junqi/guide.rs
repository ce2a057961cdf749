//! The guide to Junqi: the parts for each preset, and the pieces by rank.

use egui::{Grid, Sense, Ui, vec2};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::rules::{Sight, Start};
use qipan_core::games::junqi::{BoardKind, Kind, Rules};

use crate::games::junqi::drawing::{Face, TileLook, paint_tile};
use crate::games::junqi::words;
use crate::games::{GuidePart, GuidePicture};
use crate::ui::context::ScreenContext;
use crate::ui::widgets;

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
    let camps = if is_flip { "guide-flip-camps" } else { "guide-junqi-camps" };
    parts.extend([camps, "guide-junqi-fights"]);
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
    let text_of = |id: &'static str| match id {
        "guide-junqi-moves" if has_curves => (id, format!("{id}.curves")),
        _ => (id, format!("{id}.text")),
    };
    let mut parts: Vec<GuidePart> = parts.into_iter().map(text_of).collect();
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

/// Returns the pictures of a part of the guide to a preset.
pub fn pictures(preset: &str, part: &str) -> &'static [GuidePicture] {
    let board = Rules::preset(preset).map(|rules| rules.board);
    match part {
        "guide-junqi-moves" if board != Some(BoardKind::Two) => MOVES_WITH_CURVES,
        "guide-junqi-allies" => ALLIES_OF_SIX,
        "guide-junqi-partners" => PARTNERS,
        "guide-junqi-alone" => ALONE,
        "guide-junqi-layout" => LAYOUT,
        "guide-junqi-moves" | "guide-flip-moves" => MOVES,
        "guide-junqi-camps" => CAMPS,
        "guide-flip-camps" => FLIP_CAMPS,
        "guide-junqi-fights" => FIGHTS,
        "guide-junqi-hidden" => HIDDEN,
        "guide-flip-turn" => FLIP,
        "guide-flip-flag" => FLIP_FLAG,
        _ => &[],
    }
}

/// A picture of a game as south sees it, with south's land and the front.
const SOUTH: GuidePicture = GuidePicture {
    position: "",
    seat: "south",
    actions: &[],
    cells: &[],
    section: [0.13, 0.44, 0.74, 0.56],
};

/// An army laid out, with the two headquarters and the five camps highlighted.
const LAYOUT: &[GuidePicture] = &[GuidePicture {
    position: "qipan junqi dark turn=south \
        south=S11T,S12P,S13Y,S14N,S15L,S21H,S23Z,S25S,S31G,S32P,S34Y,S35J,S41L,S43N,S45H,S51G,\
        S52Z,S53D,S54T,S55P,S61D,S62F,S63D,S64N,S65G north=N11G,N62F",
    cells: &["S22", "S24", "S33", "S42", "S44", "S62", "S64"],
    ..SOUTH
}];

/// A step, and a straight move on the railway.
const STEP_AND_RAILWAY: GuidePicture = GuidePicture {
    position: "qipan junqi dark turn=south south=S51L,S34T,S62F north=N11G,N62F",
    actions: &["S51 S11", "S34 S33"],
    ..SOUTH
};

/// An Engineer that turns a corner.
const ENGINEER: GuidePicture = GuidePicture {
    position: "qipan junqi dark turn=south south=S53G,S62F north=N11G,N62F",
    actions: &["S53 S11"],
    ..SOUTH
};

/// A move round a curved railway into the next land.
const CURVE: GuidePicture = GuidePicture {
    position: "qipan junqi siguo_partner turn=south south=S55L,S62F east=E62F north=N62F west=W62F",
    actions: &["S55 E21"],
    section: [0.3, 0.3, 0.7, 0.7],
    ..SOUTH
};

const MOVES: &[GuidePicture] = &[STEP_AND_RAILWAY, ENGINEER];
const MOVES_WITH_CURVES: &[GuidePicture] = &[STEP_AND_RAILWAY, ENGINEER, CURVE];

/// A piece in a camp that attacks from it.
const CAMPS: &[GuidePicture] = &[GuidePicture {
    position: "qipan junqi dark turn=south south=S22L,S62F north=S12T,N62F",
    actions: &["S22 S12"],
    cells: &["S22"],
    ..SOUTH
}];

/// The same in flip Junqi, where only face-up pieces can be attacked.
const FLIP_CAMPS: &[GuidePicture] = &[GuidePicture {
    position: "qipan junqi open turn=south south=S22L,S62F north=S12T,N62F",
    ..CAMPS[0]
}];

/// An Engineer that clears a Landmine.
const FIGHTS: &[GuidePicture] = &[GuidePicture {
    position: "qipan junqi open turn=south south=N45Gm,S62F north=N51D,N53D,N61D,N62F,N23P",
    actions: &["N45 N51"],
    section: [0.13, 0.0, 0.74, 0.56],
    ..SOUTH
}];

/// The backs of the enemy's pieces.
const HIDDEN: &[GuidePicture] = &[GuidePicture {
    position: "qipan junqi dark turn=south south=S13H,S62F \
        north=N11G,N12L,N13H,N14T,N15G,N21Y,N23J,N25P,N31N,N35Z,N53D,N61D,N62F,N63D",
    actions: &["S13 N13"],
    section: [0.13, 0.2, 0.74, 0.6],
    ..SOUTH
}];

/// Partners opposite each other, and an enemy between them.
const PARTNERS: &[GuidePicture] = &[GuidePicture {
    position: "qipan junqi siguo_partner turn=south south=S13H,S62F east=E13L,E62F \
        north=N13T,N23G,N62F west=W13P,W62F",
    cells: &["S13", "N13"],
    section: [0.2, 0.2, 0.6, 0.6],
    ..SOUTH
}];

/// Every second army round the board for six: allies, with an enemy between each two.
const ALLIES_OF_SIX: &[GuidePicture] = &[GuidePicture {
    position: "qipan junqi six turn=south south=S13H,S62F southeast=SE13L,SE62F \
        northeast=NE13T,NE62F north=N13P,N62F northwest=NW13S,NW62F southwest=SW13Y,SW62F",
    cells: &["S13", "NE13", "NW13"],
    section: [0.0, 0.0, 1.0, 1.0],
    ..SOUTH
}];

/// Three armies, each against the two others.
const ALONE: &[GuidePicture] = &[GuidePicture {
    position: "qipan junqi three turn=south south=S13H,S62F east=E13L,E62F north=N13T,N62F",
    cells: &["E13", "N13"],
    section: [0.2, 0.2, 0.6, 0.6],
    ..SOUTH
}];

/// Face-down pieces, one of which is flipped.
const FLIP: &[GuidePicture] = &[GuidePicture {
    position: "qipan junqi flip turn=south south=S12J,S14Gd,S21Hd,S23Ld,S61Dd,S62Fd,S63Gd \
        north=S11Yd,S13Td,S15Pd,S25Gd,N62F",
    cells: &["S11"],
    ..SOUTH
}];

/// An Engineer that takes the Flag.
const FLIP_FLAG: &[GuidePicture] = &[GuidePicture {
    position: "qipan junqi flip turn=south south=N61G,S31T,S62F north=N62F,N52P,N43L",
    actions: &["N61 N62"],
    section: [0.13, 0.0, 0.74, 0.56],
    ..SOUTH
}];

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
                names: cx.settings.names(),
                ..TileLook::new(rect.center(), rect.size(), Face::Piece(piece), Some(Seat::new(0)))
            };
            paint_tile(ui.painter(), cx.theme, &look);
            response.on_hover_text(words::piece(cx.i18n, piece));
        }
    });
}

/// Draws the pieces by rank, in three columns.
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
                        names: cx.settings.names(),
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
