//! The board of Junqi: cells, pieces as the viewer sees them, and the player's input.

use egui::{Align2, FontId, Painter, Pos2, Rect, Role, Sense, Ui, Vec2, WidgetInfo, vec2};
use qipan_core::contract::game::Viewer;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::robot::RobotNote;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{
    Action, BattleResult, Board, BoardKind, Cell, Cells, Event, Junqi, Tile, View, VisibleTile,
};

use crate::command::Command;
use crate::games::game_ui::mark_colour;
use crate::games::junqi::animation::JunqiAnimation;
use crate::games::junqi::beliefs::Beliefs;
use crate::games::junqi::command::JunqiCommand;
use crate::games::junqi::drawing::{
    Face, JunqiGeometry, JunqiPicture, TileLook, along, paint_flag, paint_last, paint_ring,
    paint_spot, paint_strike, paint_tile, paint_tile_face, tile_body,
};
use crate::games::junqi::labels::{Labels, marks_ui};
use crate::games::junqi::words;
use crate::games::{BoardUi, CellSpot, Scene};
use crate::model::i18n::Lang;
use crate::play::animation::Animator;
use crate::ui::context::ScreenContext;
use crate::ui::glide::{GlidePlace, Glides};
use crate::ui::paint::{Sprites, on_pixels, paint_burst, paint_path, shake};
use crate::ui::theme::{self, Theme};

/// The free space around the board, in points.
const MARGIN: f32 = 10.0;

/// The duration of the shake of a refused piece, in seconds.
const SHAKE: f64 = 0.45;

/// The state of the board from frame to frame.
#[derive(Clone, Debug, Default)]
pub struct JunqiBoard {
    picture: JunqiPicture,
    standing: RestingPieces,
    /// The last drawn places of pieces, to glide from when the position jumps.
    glides: Glides<Tile>,
    /// The cached beliefs for tooltips.
    beliefs: Beliefs,
}

/// The resting pieces, with their bodies cached as pixels.
#[derive(Clone, Debug, Default)]
struct RestingPieces(Sprites<TileLook>);

impl RestingPieces {
    fn paint(&mut self, mut looks: Vec<TileLook>, painter: &Painter, theme: &Theme) {
        looks.iter_mut().for_each(|look| look.pos = on_pixels(painter, look.pos));
        let places = looks.iter().map(|look| (look.bare(), look.pos));
        self.0.paint(painter, theme, places, |bare| tile_body(painter, theme, bare));
        looks.iter().for_each(|look| paint_tile_face(painter, theme, look));
    }
}

/// Returns the geometry of the board in `rect`, with the viewer at the bottom.
fn plan(view: &View, rect: Rect) -> JunqiGeometry {
    let bottom = match view.viewer() {
        Viewer::Seat(seat) => seat.index() as u8,
        Viewer::Side(side) => side.iter().next().map_or(0, |seat| seat.index() as u8),
        Viewer::Public | Viewer::All => 0,
    };
    JunqiGeometry::new(view.board(), bottom, rect)
}

impl JunqiBoard {
    fn ground(&mut self, plan: &JunqiGeometry, cx: &ScreenContext<'_>, ui: &Ui) {
        let words =
            ["front", "mountain", "hq", "camp"].map(|id| cx.t(&format!("junqi-print-{id}")));
        let words = [&*words[0], &*words[1], &*words[2], &*words[3]];
        self.picture.paint(ui.painter(), plan, cx.theme, words);
    }
}

impl BoardUi<Junqi> for JunqiBoard {
    fn ui(
        &mut self,
        scene: &Scene<'_, Junqi>,
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
        rect: Rect,
    ) {
        let plan = plan(scene.view, rect.shrink(MARGIN));
        self.ground(&plan, cx, ui);
        for event in scene.last_events {
            mark_ui(event, &plan, cx, ui);
        }
        let pointed = cells_ui(&mut self.beliefs, scene, &plan, cx, ui);
        let from = scene.selection.picked.or(pointed);
        let shown: Vec<Action> =
            scene.actions.iter().copied().filter(|action| Some(action.from()) == from).collect();
        let way = scene.selection.chosen.or_else(|| {
            shown
                .iter()
                .copied()
                .find(|action| scene.selection.picked.is_some() && under(*action, &plan, ui))
        });
        let glide = scene.stage.glide(cx.now, cx.settings.speed.duration_scale());
        self.glides.begin(glide.filter(|_| !cx.settings.reduced_motion));
        paint_pieces((&mut self.standing, &mut self.glides), scene, &plan, cx, ui);
        if cx.settings.board_numbers {
            paint_names(scene.view, &plan, cx, ui);
        }
        for event in scene.hovered_events {
            recalled_ui(event, &plan, scene.view, cx, ui);
        }
        for action in shown {
            target_ui(action, scene, &plan, cx, ui);
        }
        if let Some(action) = way {
            way_ui(action, scene, &plan, cx, ui);
        }
        notes_ui(scene, &plan, cx, ui);
    }

    fn places(&self, view: &View, rect: Rect) -> Vec<CellSpot> {
        self.picture_places(view, rect.shrink(MARGIN))
    }

    fn picture_places(&self, view: &View, rect: Rect) -> Vec<CellSpot> {
        let plan = plan(view, rect);
        let place = |cell: Cell| CellSpot {
            name: cell.to_string(),
            pos: plan.cell_pos(cell),
            size: plan.size(),
        };
        view.board().cells().iter().map(place).collect()
    }

    fn picture_ui(
        &mut self,
        view: &View,
        stage: &Animator<Junqi>,
        rect: Rect,
        cx: &ScreenContext<'_>,
        ui: &Ui,
    ) {
        let plan = plan(view, rect);
        self.ground(&plan, cx, ui);
        // Small games play at normal speed, whatever the settings.
        let beat = stage.animation(cx.now, 1.0).filter(|(beat, _)| beat.ends().is_some());
        let ends = beat.and_then(|(beat, _)| beat.ends());
        let still = |cell: Cell| ends.is_none_or(|(from, to)| cell != from && cell != to);
        let pieces = stage.shown().pieces.iter().filter(|(cell, _)| still(**cell));
        let looks: Vec<TileLook> =
            pieces.map(|(cell, seen)| tile(&plan, plan.cell_pos(*cell), *seen, cx)).collect();
        self.standing.paint(looks, ui.painter(), cx.theme);
        if let Some((beat, share)) = beat {
            paint_way(beat, share, (view, stage), &plan, cx, ui);
        }
    }
}

/// Draws the four-army board as a miniature for a card. `picture` caches the board.
pub(super) fn paint_miniature(
    picture: &mut JunqiPicture,
    painter: &Painter,
    theme: &Theme,
    rect: Rect,
) {
    let plan = JunqiGeometry::new(&Board::of(BoardKind::Four), 0, rect);
    picture.paint(painter, &plan, theme, [""; 4]);
}

/// Returns true if the pointer is over the end of an action.
fn under(action: Action, plan: &JunqiGeometry, ui: &Ui) -> bool {
    let place = Rect::from_center_size(plan.cell_pos(action.to()), plan.tile());
    ui.rect_contains_pointer(place)
}

/// Returns the look of a resting piece, as the viewer sees it.
fn tile(plan: &JunqiGeometry, pos: Pos2, seen: VisibleTile, cx: &ScreenContext<'_>) -> TileLook {
    let face = match seen.piece {
        Some(piece) if !seen.down => Face::Piece(piece),
        _ if seen.down => Face::Down,
        _ => Face::Back,
    };
    let mut look = TileLook::new(pos, plan.tile(), face, seen.colour.or(seen.owner));
    look.names = cx.settings.names();
    look
}

/// Paints the name of each cell at its lower edge, where a piece leaves it in sight.
fn paint_names(view: &View, plan: &JunqiGeometry, cx: &ScreenContext<'_>, ui: &Ui) {
    let tile = plan.tile();
    let font = FontId::proportional((tile.y * 0.3).clamp(7.0, 12.0));
    for cell in view.board().cells().iter() {
        let name = match cx.i18n.lang() {
            Lang::En => cell.to_string(),
            Lang::Zh => words::cell_in_land(cx.i18n, cell),
        };
        let pos = plan.cell_pos(cell) + vec2(0.0, tile.y / 2.0);
        let galley = ui.painter().layout_no_wrap(name, font.clone(), cx.theme.ink);
        let rect = Align2::CENTER_CENTER
            .anchor_size(pos + vec2(0.0, galley.size().y * 0.3), galley.size());
        ui.painter().rect_filled(
            rect.expand2(vec2(2.0, -1.0)),
            3.0,
            theme::fade(cx.theme.paper, 0.85),
        );
        ui.painter().galley(rect.min, galley, cx.theme.ink);
    }
}

/// Makes every cell accessible: named, hovered, focused and pressed. Returns the cell under the
/// pointer if its piece can move.
fn cells_ui(
    beliefs: &mut Beliefs,
    scene: &Scene<'_, Junqi>,
    plan: &JunqiGeometry,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) -> Option<Cell> {
    let mut pointed = None;
    let free = scene.is_interactive && scene.stage.idle();
    for cell in scene.view.board().cells().iter() {
        let pos = plan.cell_pos(cell);
        let starts = free && scene.actions.iter().any(|action| action.from() == cell);
        let picked = scene.selection.picked;
        let goes = |action: &Action| Some(action.from()) == picked && action.to() == cell;
        let ends = free && picked.is_some() && scene.actions.iter().any(goes);
        let able = starts || ends;
        let sense = if able { Sense::click() } else { Sense::CLICK };
        let hit = Rect::from_center_size(pos, plan.tile());
        let response = ui.interact(hit, ui.scope_id().with(("cell", cell.to_string())), sense);
        let name = spoken(scene, cell, starts, ends, cx);
        let role = if able { Role::Button } else { Role::Cell };
        response.widget_info(|| WidgetInfo::labeled(role, true, &name));
        if starts && (response.hovered() || response.has_focus()) {
            pointed = Some(cell);
        }
        if response.has_focus() {
            paint_ring(ui.painter(), cx.theme, pos, plan.tile(), cx.theme.accent);
        }
        if scene.is_interactive && response.clicked() {
            cx.send(Command::from(JunqiCommand::Point(cell)));
        }
        marks_ui(scene, cell, &response, cx, ui);
        beliefs.ui(scene, cell, &response, cx);
        let place = words::cell(cx.i18n, scene.view.rules().board, cell);
        let response = response.on_hover_text(place);
        if able {
            response.on_hover_cursor(egui::CursorIcon::PointingHand);
        }
    }
    pointed
}

/// Returns the spoken name of a cell, such as `S53: South, Engineer, can move`.
fn spoken(
    scene: &Scene<'_, Junqi>,
    cell: Cell,
    starts: bool,
    ends: bool,
    cx: &ScreenContext<'_>,
) -> String {
    let what = match scene.stage.shown().pieces.get(&cell) {
        Some(seen) => match Labels::of(scene, cx).text(seen) {
            Some(label) => format!("{} ({label})", words::seen(cx.i18n, *seen)),
            None => words::seen(cx.i18n, *seen),
        },
        None => cx.t("junqi-empty"),
    };
    let id = match (starts, ends) {
        (_, true) => "junqi-spoken-target",
        (true, _) => "junqi-spoken-movable",
        _ => "junqi-spoken",
    };
    let place = words::cell(cx.i18n, scene.view.rules().board, cell);
    let args = [("cell", place.into()), ("what", what.into())];
    cx.tf(id, &args)
}

/// Paints all pieces. A piece in an animation comes last.
fn paint_pieces(
    (standing, glides): (&mut RestingPieces, &mut Glides<Tile>),
    scene: &Scene<'_, Junqi>,
    plan: &JunqiGeometry,
    cx: &ScreenContext<'_>,
    ui: &Ui,
) {
    let painter = ui.painter();
    let beat = scene.stage.animation(cx.now, cx.settings.speed.duration_scale());
    let pieces = &scene.stage.shown().pieces;
    let busy: Vec<Cell> = match beat {
        Some((JunqiAnimation::Go { way, .. }, _)) => {
            way.first().into_iter().chain(way.last()).copied().collect()
        }
        Some((JunqiAnimation::Turn { at, .. }, _)) => vec![*at],
        _ => Vec::new(),
    };
    let labels = Labels::of(scene, cx);
    let free = scene.is_interactive && scene.stage.idle();
    let (mut still, mut moved) = (Vec::new(), Vec::new());
    for (cell, seen) in pieces.iter().filter(|(cell, _)| !busy.contains(cell)) {
        let mut look = tile(plan, plan.cell_pos(*cell), *seen, cx);
        let goal = GlidePlace { pos: look.pos, size: plan.size(), heading: 0.0 };
        match glides.place(seen.tile, goal) {
            Some(place) => look.pos = place.pos,
            // The piece comes back to the board.
            None => look.opacity = glides.share(),
        }
        let place = look.pos;
        if let Some(refused) = scene.refused.filter(|refused| refused.piece == Some(*cell)) {
            let t = (cx.now - refused.at) / SHAKE;
            if (0.0..1.0).contains(&t) {
                look.pos += shake(t as f32);
                ui.ctx().request_repaint();
            }
        }
        look.label = labels.on_tile(seen);
        look.shown = seen.shown && scene.view.rules().is_hidden() && !scene.view.rules().is_flip();
        look.carries = carried(scene.view, seen.tile);
        let picked = free && scene.selection.picked == Some(*cell);
        let id = ui.scope_id().with(("lift", cell.to_string()));
        look.lift = ui.ctx().animate_bool_responsive(id, picked);
        let rests = look.lift == 0.0 && look.opacity == 1.0 && look.pos == place;
        if rests { still.push(look) } else { moved.push(look) }
    }
    standing.paint(still, painter, cx.theme);
    moved.iter().for_each(|look| paint_tile(painter, cx.theme, look));
    for seat in scene.view.rules().seats().iter() {
        if let Some(cell) = scene.view.dropped_flag(seat) {
            let corner = plan.cell_pos(cell) + vec2(plan.tile().x * 0.3, 0.0);
            paint_flag(painter, cx.theme, corner, plan.size() * 0.7, seat);
        }
    }
    paint_beat(scene, plan, cx, ui);
}

/// Paints the current animation.
fn paint_beat(scene: &Scene<'_, Junqi>, plan: &JunqiGeometry, cx: &ScreenContext<'_>, ui: &Ui) {
    let (painter, pieces) = (ui.painter(), &scene.stage.shown().pieces);
    match scene.stage.animation(cx.now, cx.settings.speed.duration_scale()) {
        Some((beat @ JunqiAnimation::Go { .. }, share)) => {
            paint_way(beat, share, (scene.view, scene.stage), plan, cx, ui)
        }
        Some((JunqiAnimation::Turn { at, piece, colour }, share)) => {
            let Some(seen) = pieces.get(at) else { return };
            let mut look = tile(plan, plan.cell_pos(*at), *seen, cx);
            if share >= 0.5 {
                (look.face, look.seat) = (Face::Piece(*piece), Some(*colour));
            }
            look.open = (1.0 - 2.0 * share).abs();
            look.lift = (share * std::f32::consts::PI).sin() * 0.6;
            if cx.settings.reduced_motion {
                (look.open, look.lift) = (1.0, 0.0);
            }
            paint_tile(painter, cx.theme, &look);
        }
        Some((JunqiAnimation::Look { at }, share)) => {
            // The ring closes in on the piece and stays.
            let room = plan.tile() * (1.0 + 0.5 * (1.0 - 2.0 * share).max(0.0));
            paint_ring(painter, cx.theme, plan.cell_pos(*at), room, cx.theme.accent);
        }
        _ => {}
    }
}

/// Paints a moving piece and the fight at its end: both shake, then one falls or both.
fn paint_way(
    beat: &JunqiAnimation,
    share: f32,
    (view, stage): (&View, &Animator<Junqi>),
    plan: &JunqiGeometry,
    cx: &ScreenContext<'_>,
    ui: &Ui,
) {
    let JunqiAnimation::Go { way, fight } = beat else { return };
    let pieces = &stage.shown().pieces;
    let (Some(from), Some(to)) = (way.first(), way.last()) else { return };
    let (walk, fought) = beat.shares(share);
    let still = cx.settings.reduced_motion;
    let walk = if still { walk.round() } else { egui::emath::easing::cubic_in_out(walk) };
    let points = plan.points(way);
    // The attacker stops short of its target, so that both are visible.
    let stop = match (fight, points.as_slice()) {
        (Some(_), [.., before, end]) => (*before - *end).normalized() * plan.tile() * 0.7,
        _ => Vec2::ZERO,
    };
    let (meet, fall) = ((fought * 2.0).min(1.0), (fought * 2.0 - 1.0).max(0.0));
    let tremble = if meet > 0.0 && meet < 1.0 && !still { shake(meet) * 0.6 } else { Vec2::ZERO };
    let stays = |attacker: bool| match fight {
        None => true,
        Some(BattleResult::AttackerStays) => attacker,
        Some(BattleResult::DefenderStays) => !attacker,
        Some(BattleResult::BothGone) => false,
    };
    let draw = |cell: &Cell, pos: Pos2, attacker: bool| {
        let Some(seen) = pieces.get(cell) else { return };
        let mut look = tile(plan, pos, *seen, cx);
        look.carries = carried(view, seen.tile);
        look.lift = if attacker { 0.7 * (1.0 - fall) } else { 0.0 };
        if !stays(attacker) {
            look.opacity = 1.0 - fall;
            if !still {
                look.scale = 1.0 - 0.35 * fall;
                look.tilt = 0.5 * fall * if attacker { -1.0 } else { 1.0 };
                look.pos += vec2(0.0, plan.size() * 0.5 * fall);
            }
        }
        paint_tile(ui.painter(), cx.theme, &look);
    };
    if fight.is_some() {
        draw(to, plan.cell_pos(*to) - tremble, false);
    }
    let pos = along(&points, walk) + stop * walk * (1.0 - fall * f32::from(u8::from(stays(true))));
    draw(from, pos + tremble, true);
    if fall > 0.0 {
        let place = (plan.cell_pos(*to), plan.size() * 1.2);
        paint_burst(ui.painter(), cx.theme, place, cx.theme.pip_red, fall);
    }
}

/// Returns the owner of the Flag that a piece carries, if any.
fn carried(view: &View, tile: Tile) -> Option<Seat> {
    view.rules().seats().iter().find(|seat| view.carrier_of(*seat) == Some(tile))
}

/// Draws the path of an action.
fn way_ui(
    action: Action,
    scene: &Scene<'_, Junqi>,
    plan: &JunqiGeometry,
    cx: &ScreenContext<'_>,
    ui: &Ui,
) {
    let (board, taken) = (scene.view.board(), scene.view.taken());
    let way = board.route(action.from(), action.to(), &taken, true);
    let points = plan.points(&way);
    paint_path(ui.painter(), cx.theme, &points, cx.theme.accent, plan.size());
}

/// Draws the target of an action.
fn target_ui(
    action: Action,
    scene: &Scene<'_, Junqi>,
    plan: &JunqiGeometry,
    cx: &ScreenContext<'_>,
    ui: &Ui,
) {
    let pos = plan.cell_pos(action.to());
    let phase = (cx.now * 0.6).fract() as f32;
    if action.from() == action.to() {
        return;
    }
    if scene.view.at(action.to()).is_some() {
        paint_strike(ui.painter(), cx.theme, pos, plan.tile(), phase);
    } else {
        paint_spot(ui.painter(), cx.theme, pos, plan.size(), under(action, plan, ui));
    }
}

/// Highlights the cells of the last step: faintly at its start, firmly at its end.
fn mark_ui(event: &Event, plan: &JunqiGeometry, cx: &ScreenContext<'_>, ui: &Ui) {
    let (from, to) = match *event {
        Event::Moved { from, to, .. } | Event::Battled { from, to, .. } => (Some(from), to),
        Event::Flipped { at, .. } => (None, at),
        _ => return,
    };
    for (cell, arrived) in from.map(|from| (from, false)).into_iter().chain([(to, true)]) {
        paint_last(ui.painter(), cx.theme, plan.cell_pos(cell), plan.tile(), arrived);
    }
}

/// Draws the path of the step that the player points at in the log.
fn recalled_ui(event: &Event, plan: &JunqiGeometry, view: &View, cx: &ScreenContext<'_>, ui: &Ui) {
    if let Event::Moved { from, to, .. } | Event::Battled { from, to, .. } = *event {
        let way = view.board().route(from, to, &Cells::EMPTY, true);
        let points = plan.points(&way);
        paint_path(ui.painter(), cx.theme, &points, cx.theme.accent, plan.size());
    }
}

/// Draws a robot's notes next to their cells.
fn notes_ui(scene: &Scene<'_, Junqi>, plan: &JunqiGeometry, cx: &ScreenContext<'_>, ui: &Ui) {
    let Some(notes) = scene.notes else { return };
    for note in &notes.notes {
        match note {
            RobotNote::Action { action, text } => {
                let pos = plan.cell_pos(action.to()) - vec2(0.0, plan.size() * 0.6);
                let font = FontId::proportional(theme::BODY - 1.0);
                let galley = ui.painter().layout_no_wrap(text.clone(), font, cx.theme.ink);
                let place = Rect::from_center_size(pos, galley.size() + vec2(10.0, 4.0));
                ui.painter().rect_filled(place, 6.0, cx.theme.panel);
                ui.painter().galley(place.min + vec2(5.0, 2.0), galley, cx.theme.ink);
            }
            RobotNote::Cell { cell, colour } => {
                let Ok(cell) = cell.parse::<Cell>() else { continue };
                let pos = plan.cell_pos(cell);
                let colour = mark_colour::<Junqi>(cx.theme, colour);
                paint_ring(ui.painter(), cx.theme, pos, plan.tile(), colour);
            }
        }
    }
}
