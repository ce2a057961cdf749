//! A table of battles, with a row for each attacking kind and a column for each defending kind.

use egui::{Align2, FontId, Rect, Role, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};
use qipan_core::games::junqi::Kind;

use crate::games::junqi::names::Names;
use crate::model::records::{BattleTable, Tally};
use crate::ui::context::ScreenContext;
use crate::ui::theme::{BODY, fade, mix};

/// The room for the names of the attackers, in points.
const NAMES_WIDTH: f32 = 58.0;
/// The largest width of a column, and the largest height of a row, in points.
const MAX_CELL: Vec2 = vec2(62.0, 38.0);
/// The smallest height of a row, in points.
const MIN_ROW: f32 = 22.0;

/// Draws the table of battles into the available width, `height` points high if the limits of the
/// row height allow it. Each cell shows how many battles the attacker won and how many it lost. If
/// both pieces fell in all battles, it shows `=` and their number.
/// `owner_attacks` is true if the attackers are the player's pieces.
pub fn battle_table_ui(
    battles: &BattleTable,
    owner_attacks: bool,
    height: f32,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) {
    let names = Names::new(cx.i18n, cx.settings.naming_style());
    let attackers: Vec<Kind> = Kind::ALL.into_iter().filter(|kind| kind.moves()).collect();
    let columns = Kind::ALL.len() as f32;
    let room = vec2(ui.available_width() - NAMES_WIDTH, height);
    let cell_width = (room.x / columns).clamp(24.0, MAX_CELL.x);
    let cell_height = (room.y / (attackers.len() + 1) as f32).clamp(MIN_ROW, MAX_CELL.y);
    let size = vec2(NAMES_WIDTH + cell_width * columns, cell_height * (attackers.len() + 1) as f32);
    let (table_rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let cell = |row: usize, column: usize| {
        let offset = vec2(NAMES_WIDTH + column as f32 * cell_width, row as f32 * cell_height);
        Rect::from_min_size(table_rect.min + offset, vec2(cell_width, cell_height)).shrink(1.0)
    };
    let font = FontId::proportional(BODY - 2.5);
    for (column, defender) in Kind::ALL.into_iter().enumerate() {
        let text = names.piece_on_tile(defender);
        let font = crate::ui::widgets::fit_font(&text, font.clone(), cell_width - 2.0, ui);
        let centre = cell(0, column).center();
        ui.painter().text(centre, Align2::CENTER_CENTER, text, font, cx.theme.quiet);
    }
    for (row, attacker) in attackers.into_iter().enumerate() {
        let name_end = pos2(table_rect.left() + NAMES_WIDTH - 8.0, cell(row + 1, 0).center().y);
        let name = names.piece_on_tile(attacker);
        ui.painter().text(name_end, Align2::RIGHT_CENTER, name, font.clone(), cx.theme.ink);
        for (column, defender) in Kind::ALL.into_iter().enumerate() {
            let tally = battles.of(attacker, defender);
            let rect = cell(row + 1, column);
            cell_ui(tally, (attacker, defender), owner_attacks, rect, cx, ui);
        }
    }
}

/// Draws the results of one kind against another.
fn cell_ui(
    tally: Tally,
    (attacker, defender): (Kind, Kind),
    owner_attacks: bool,
    rect: Rect,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) {
    let theme = cx.theme;
    let Some(score) = tally.score() else {
        ui.painter().rect_filled(rect, 3.0, fade(theme.hairline, 0.4));
        return;
    };
    let score = if owner_attacks { score } else { 1.0 - score };
    let colour = mix(theme.sides[0], theme.sides[3], score as f32);
    let fill = mix(theme.panel, colour, 0.45);
    ui.painter().rect_filled(rect, 3.0, fill);
    let text = match tally.won + tally.lost {
        0 => format!("={}", tally.drawn),
        _ => format!("{}:{}", tally.won, tally.lost),
    };
    let font = FontId::proportional(BODY - 2.5);
    let font = crate::ui::widgets::fit_font(&text, font, rect.width() - 2.0, ui);
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, text, font, theme.text_on(fill));
    let names = Names::new(cx.i18n, cx.settings.naming_style());
    let args = [
        ("attacker", names.piece(attacker).into()),
        ("defender", names.piece(defender).into()),
        ("won", tally.won.into()),
        ("both", tally.drawn.into()),
        ("lost", tally.lost.into()),
    ];
    let about = cx.tf("records-battle", &args);
    let response = ui.interact(rect, ui.scope_id().with((attacker, defender)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &about));
    response.on_hover_text(about);
}
