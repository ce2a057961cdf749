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
use crate::games::junqi::beliefs::BeliefTooltips;
use crate::games::junqi::command::JunqiCommand;
use crate::games::junqi::drawing::{
    Face, JunqiGeometry, JunqiPicture, TileLook, along, paint_attack_target, paint_flag,
    paint_last_step_cell, paint_ring, paint_target_dot, paint_tile, paint_tile_face, shortened,
    tile_body,
};
use crate::games::junqi::labels::{Labels, marks_menu_ui};
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

/// The minimum size of a seat's card on the board, in points.
const MIN_CARD: Vec2 = vec2(180.0, 120.0);

/// The duration of the shake of a refused piece, in seconds.
const SHAKE_SECONDS: f64 = 0.45;

/// The state of the board from frame to frame.
#[derive(Clone, Debug, Default)]
pub struct JunqiBoard {
    printed_board: JunqiPicture,
    plain_pieces: PlainPieces,
    /// The positions at which pieces were last drawn. Pieces glide from there when another step is
    /// shown.
    glides: Glides<Tile>,
    tooltips: BeliefTooltips,
}

/// The pieces that are not lifted, faded or shaking, with their bodies cached as pixels.
#[derive(Clone, Debug, Default)]
struct PlainPieces(Sprites<TileLook>);

impl PlainPieces {
    fn paint(&mut self, mut looks: Vec<TileLook>, painter: &Painter, theme: &Theme) {
        looks.iter_mut().for_each(|look| look.pos = on_pixels(painter, look.pos));
        let bodies = looks.iter().map(|look| (look.body_only(), look.pos));
        self.0.paint(painter, theme, bodies, |body| tile_body(painter, theme, body));
        looks.iter().for_each(|look| paint_tile_face(painter, theme, look));
    }
}

/// Returns the geometry of the board in `rect`, with the viewer at the bottom.
fn geometry_for(view: &View, rect: Rect) -> JunqiGeometry {
    let bottom = match view.viewer() {
        Viewer::Seat(seat) => seat.index() as u8,
        Viewer::Side(side) => side.iter().next().map_or(0, |seat| seat.index() as u8),
        Viewer::Public | Viewer::All => 0,
    };
    JunqiGeometry::new(view.board(), bottom, rect)
}

impl JunqiBoard {
    /// Paints the printed board without pieces.
    fn paint_board(&mut self, geometry: &JunqiGeometry, cx: &ScreenContext<'_>, ui: &Ui) {
        let words =
            ["front", "mountain", "hq", "camp"].map(|id| cx.t(&format!("junqi-print-{id}")));
        self.printed_board.paint(
            ui.painter(),
            geometry,
            cx.theme,
            words.each_ref().map(String::as_str),
        );
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
        let geometry = geometry_for(scene.view, rect.shrink(MARGIN));
        self.paint_board(&geometry, cx, ui);
        let picked = scene.selection.picked_cell;
        // The highlights of a hint would look like those of the last step.
        let shows_hint = picked.is_none() && scene.selection.chosen_action.is_some();
        if !shows_hint {
            scene.last_events.iter().for_each(|event| paint_last_step(event, &geometry, cx, ui));
        }
        let hovered = cells_ui(&mut self.tooltips, scene, &geometry, cx, ui);
        let from = picked.or(hovered);
        let shown_actions: Vec<Action> =
            scene.actions.iter().copied().filter(|action| Some(action.from()) == from).collect();
        // The action whose path is drawn.
        let path_action = scene.selection.chosen_action.or_else(|| {
            let is_aimed_at =
                |action: &Action| picked.is_some() && is_hovered(*action, &geometry, ui);
            shown_actions.iter().copied().find(is_aimed_at)
        });
        let glide = scene.animator.glide(cx.now, cx.settings.speed.duration_scale());
        self.glides.begin(glide.filter(|_| !cx.settings.reduced_motion));
        paint_pieces((&mut self.plain_pieces, &mut self.glides), scene, &geometry, cx, ui);
        if cx.settings.board_numbers {
            paint_cell_names(scene.view, &geometry, cx, ui);
        }
        for event in scene.hovered_events {
            paint_hovered_step(event, &geometry, scene, cx, ui);
        }
        for action in shown_actions {
            paint_target(action, scene, &geometry, cx, ui);
        }
        if let Some(action) = path_action {
            paint_action_path(action, scene, &geometry, cx, ui);
        }
        // Also highlights the piece and the target of the action of a hint or of a lesson.
        if let Some(action) = scene.selection.chosen_action.filter(|_| picked.is_none()) {
            let (pos, size) = (geometry.cell_pos(action.from()), geometry.piece_size());
            paint_ring(ui.painter(), cx.theme, pos, size, cx.theme.accent);
            paint_target(action, scene, &geometry, cx, ui);
        }
        paint_notes(scene, &geometry, cx, ui);
    }

    fn cell_spots(&self, view: &View, rect: Rect) -> Vec<CellSpot> {
        self.picture_cell_spots(view, rect.shrink(MARGIN))
    }

    fn board_rect(&self, view: &View, rect: Rect) -> Rect {
        geometry_for(view, rect.shrink(MARGIN)).card()
    }

    fn seat_card_rects(&self, view: &View, rect: Rect) -> Vec<(Seat, Rect)> {
        let geometry = geometry_for(view, rect.shrink(MARGIN));
        let place = |seat: &Seat| geometry.seat_card_rect(*seat).map(|place| (*seat, place));
        let places: Vec<_> = view.rules().order().iter().filter_map(place).collect();
        let is_large =
            |(_, place): &(_, Rect)| place.width() >= MIN_CARD.x && place.height() >= MIN_CARD.y;
        if places.iter().all(is_large) { places } else { Vec::new() }
    }

    fn picture_cell_spots(&self, view: &View, rect: Rect) -> Vec<CellSpot> {
        let geometry = geometry_for(view, rect);
        let spot = |cell: Cell| CellSpot {
            name: cell.to_string(),
            pos: geometry.cell_pos(cell),
            size: geometry.piece_side(),
        };
        view.board().cells().iter().map(spot).collect()
    }

    fn picture_ui(
        &mut self,
        view: &View,
        animator: &Animator<Junqi>,
        rect: Rect,
        cx: &ScreenContext<'_>,
        ui: &Ui,
    ) {
        let geometry = geometry_for(view, rect);
        self.paint_board(&geometry, cx, ui);
        // Exported animations play at normal speed, whatever the settings.
        let animation = animator
            .animation(cx.now, 1.0)
            .filter(|(animation, _)| animation.endpoints().is_some());
        let endpoints = animation.and_then(|(animation, _)| animation.endpoints());
        let rests = |cell: Cell| endpoints.is_none_or(|(from, to)| cell != from && cell != to);
        let pieces = animator.board().pieces.iter().filter(|(cell, _)| rests(**cell));
        let looks: Vec<TileLook> = pieces
            .map(|(cell, seen)| tile_look(&geometry, geometry.cell_pos(*cell), *seen, cx))
            .collect();
        self.plain_pieces.paint(looks, ui.painter(), cx.theme);
        if let Some((animation, progress)) = animation {
            paint_move(animation, progress, (view, animator), &geometry, cx, ui);
        }
    }

    fn paint_explanation(
        &self,
        view: &View,
        (actions, cells): (&[Action], &[&str]),
        rect: Rect,
        cx: &ScreenContext<'_>,
        ui: &Ui,
    ) {
        let geometry = geometry_for(view, rect);
        let (painter, occupied) = (ui.painter(), view.occupied());
        for cell in cells.iter().filter_map(|name| name.parse().ok()) {
            let pos = geometry.cell_pos(cell);
            paint_ring(painter, cx.theme, pos, geometry.piece_size(), cx.theme.accent);
        }
        for action in actions {
            let path = view.board().route(action.from(), action.to(), &occupied, true);
            let mut points = geometry.points(&path);
            if let [first, second, ..] = points[..] {
                points[0] = edge_towards(first, geometry.piece_size(), second);
            }
            paint_path(painter, cx.theme, &points, cx.theme.accent, geometry.piece_side());
            let pos = geometry.cell_pos(action.to());
            match view.at(action.to()) {
                Some(_) => {
                    paint_attack_target(painter, cx.theme, pos, geometry.piece_size(), 0.0);
                }
                None => {
                    paint_target_dot(painter, cx.theme, pos, geometry.piece_side(), true);
                }
            }
        }
    }
}

/// Returns the point at which the line from the middle of a piece to a point leaves the piece.
fn edge_towards(middle: Pos2, size: Vec2, point: Pos2) -> Pos2 {
    let offset = point - middle;
    let share = (offset.abs() / (size / 2.0)).max_elem();
    middle + offset / share.max(1.0)
}

/// Draws the four-army board as a miniature for a card. `picture` caches the board.
pub(super) fn paint_miniature(
    picture: &mut JunqiPicture,
    painter: &Painter,
    theme: &Theme,
    rect: Rect,
) {
    let geometry = JunqiGeometry::new(&Board::shared(BoardKind::Four), 0, rect);
    picture.paint(painter, &geometry, theme, [""; 4]);
}

/// Returns true if the pointer is over the target of an action.
fn is_hovered(action: Action, geometry: &JunqiGeometry, ui: &Ui) -> bool {
    let place = Rect::from_center_size(geometry.cell_pos(action.to()), geometry.piece_size());
    ui.rect_contains_pointer(place)
}

/// Returns the look of a resting piece, as the viewer sees it.
fn tile_look(
    geometry: &JunqiGeometry,
    pos: Pos2,
    seen: VisibleTile,
    cx: &ScreenContext<'_>,
) -> TileLook {
    let face = match seen.piece {
        Some(piece) if seen.is_face_down => Face::KnownFaceDown(piece),
        Some(piece) => Face::Piece(piece),
        // The owner of a `FaceDown` tile is hidden, too. The owner of a `Back` is known.
        None if seen.is_face_down => Face::FaceDown,
        None => Face::Back,
    };
    let mut look = TileLook::new(pos, geometry.piece_size(), face, seen.colour.or(seen.owner));
    look.names = cx.settings.naming_style();
    look
}

/// Paints the name of each cell at its lower edge, where a piece does not cover it.
fn paint_cell_names(view: &View, geometry: &JunqiGeometry, cx: &ScreenContext<'_>, ui: &Ui) {
    let tile = geometry.piece_size();
    let font = FontId::proportional((tile.y * 0.3).clamp(7.0, 12.0));
    for cell in view.board().cells().iter() {
        let name = match cx.i18n.lang() {
            Lang::En => cell.to_string(),
            Lang::Zh => words::cell_in_land(cx.i18n, cell),
        };
        let pos = geometry.cell_pos(cell) + vec2(0.0, tile.y / 2.0);
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

/// Handles the pointer, focus and the spoken name for every cell. Returns the hovered or
/// focused cell if its piece can move.
fn cells_ui(
    tooltips: &mut BeliefTooltips,
    scene: &Scene<'_, Junqi>,
    geometry: &JunqiGeometry,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) -> Option<Cell> {
    let mut hovered = None;
    let accepts_input = scene.is_interactive && scene.animator.is_idle();
    for cell in scene.view.board().cells().iter() {
        let pos = geometry.cell_pos(cell);
        let can_move = accepts_input && scene.actions.iter().any(|action| action.from() == cell);
        let picked = scene.selection.picked_cell;
        let leads_here = |action: &Action| Some(action.from()) == picked && action.to() == cell;
        let is_target = accepts_input && picked.is_some() && scene.actions.iter().any(leads_here);
        let is_active = can_move || is_target;
        // `Sense::click()` also takes the focus, `Sense::CLICK` does not.
        let sense = if is_active { Sense::click() } else { Sense::CLICK };
        let rect = Rect::from_center_size(pos, geometry.piece_size());
        let response = ui.interact(rect, ui.scope_id().with(("cell", cell.to_string())), sense);
        let name = spoken_name(scene, cell, can_move, is_target, cx);
        let role = if is_active { Role::Button } else { Role::Cell };
        response.widget_info(|| WidgetInfo::labeled(role, true, &name));
        if can_move && (response.hovered() || response.has_focus()) {
            hovered = Some(cell);
        }
        if response.has_focus() {
            paint_ring(ui.painter(), cx.theme, pos, geometry.piece_size(), cx.theme.accent);
        }
        // A click during an animation skips it.
        if scene.is_interactive && response.clicked() {
            // While a hint or a lesson shows an action, a click on its target plays it.
            let suggested = scene.selection.chosen_action.filter(|action| {
                accepts_input
                    && picked.is_none()
                    && action.from() != action.to()
                    && action.to() == cell
                    && scene.actions.contains(action)
            });
            let command = suggested.map_or(JunqiCommand::ClickCell(cell), JunqiCommand::Act);
            cx.send(Command::from(command));
        }
        marks_menu_ui(scene, cell, &response, cx, ui);
        // A tooltip would stay above a sheet that opens.
        if !ui.memory(|memory| memory.allows_interaction(ui.layer_id())) {
            continue;
        }
        let place = words::cell(cx.i18n, scene.view.rules(), cell);
        let has_tooltip = tooltips.ui(scene, cell, &place, &response, cx);
        let response = if has_tooltip { response } else { response.on_hover_text(place) };
        if is_active {
            response.on_hover_cursor(egui::CursorIcon::PointingHand);
        }
    }
    hovered
}

/// Returns the spoken name of a cell, such as `S53: South, Engineer, can move`.
fn spoken_name(
    scene: &Scene<'_, Junqi>,
    cell: Cell,
    can_move: bool,
    is_target: bool,
    cx: &ScreenContext<'_>,
) -> String {
    let occupant = match scene.animator.board().pieces.get(&cell) {
        Some(seen) => match Labels::of(scene, cx).text(seen) {
            Some(label) => format!("{} ({label})", words::seen(cx.i18n, *seen)),
            None => words::seen(cx.i18n, *seen),
        },
        None => cx.t("junqi-empty"),
    };
    let id = match (can_move, is_target) {
        (_, true) => "junqi-spoken-target",
        (true, _) => "junqi-spoken-movable",
        _ => "junqi-spoken",
    };
    let place = words::cell(cx.i18n, scene.view.rules(), cell);
    let args = [("cell", place.into()), ("what", occupant.into())];
    cx.tf(id, &args)
}

/// Paints all pieces: first the plain ones, then those that are lifted, faded or shaking, then the
/// current animation.
fn paint_pieces(
    (plain_pieces, glides): (&mut PlainPieces, &mut Glides<Tile>),
    scene: &Scene<'_, Junqi>,
    geometry: &JunqiGeometry,
    cx: &ScreenContext<'_>,
    ui: &Ui,
) {
    let painter = ui.painter();
    let animation = scene.animator.animation(cx.now, cx.settings.speed.duration_scale());
    let pieces = &scene.animator.board().pieces;
    let animated_cells: Vec<Cell> = match animation {
        Some((JunqiAnimation::Move { path, .. }, _)) => {
            path.first().into_iter().chain(path.last()).copied().collect()
        }
        Some((JunqiAnimation::Flip { cell, .. }, _)) => vec![*cell],
        _ => Vec::new(),
    };
    let labels = Labels::of(scene, cx);
    let accepts_input = scene.is_interactive && scene.animator.is_idle();
    let (mut plain, mut special) = (Vec::new(), Vec::new());
    for (cell, seen) in pieces.iter().filter(|(cell, _)| !animated_cells.contains(cell)) {
        let mut look = tile_look(geometry, geometry.cell_pos(*cell), *seen, cx);
        let goal = GlidePlace { pos: look.pos, size: geometry.piece_side(), heading: 0.0 };
        match glides.place(seen.tile, goal) {
            Some(place) => look.pos = place.pos,
            // The piece returns to the board: it fades in.
            None => look.opacity = glides.progress(),
        }
        let pos_without_shake = look.pos;
        if let Some(refused) = scene.refused.filter(|refused| refused.piece == Some(*cell)) {
            let t = (cx.now - refused.at) / SHAKE_SECONDS;
            if (0.0..1.0).contains(&t) {
                look.pos += shake(t as f32);
                ui.ctx().request_repaint();
            }
        }
        look.label = labels.on_tile(seen);
        // A revealed piece is marked with an eye only if the rules hide pieces. In Flip Junqi every
        // piece is revealed by a flip, so none is marked.
        look.is_revealed =
            seen.is_revealed && scene.view.rules().is_hidden() && !scene.view.rules().is_flip();
        look.carried_flag = carried_flag(scene.view, seen.tile);
        let is_picked = accepts_input && scene.selection.picked_cell == Some(*cell);
        let id = ui.scope_id().with(("lift", cell.to_string()));
        look.lift = ui.ctx().animate_bool_responsive(id, is_picked);
        // A gliding piece can also be painted from the cached bodies.
        let is_plain = look.lift == 0.0 && look.opacity == 1.0 && look.pos == pos_without_shake;
        if is_plain { plain.push(look) } else { special.push(look) }
    }
    plain_pieces.paint(plain, painter, cx.theme);
    special.iter().for_each(|look| paint_tile(painter, cx.theme, look));
    for seat in scene.view.rules().seats().iter() {
        if let Some(cell) = scene.view.dropped_flag(seat) {
            let foot = geometry.cell_pos(cell) + vec2(geometry.piece_size().x * 0.3, 0.0);
            paint_flag(painter, cx.theme, foot, geometry.piece_side() * 0.7, seat);
        }
    }
    paint_animation(scene, geometry, cx, ui);
}

/// Paints the current animation.
fn paint_animation(
    scene: &Scene<'_, Junqi>,
    geometry: &JunqiGeometry,
    cx: &ScreenContext<'_>,
    ui: &Ui,
) {
    let (painter, pieces) = (ui.painter(), &scene.animator.board().pieces);
    match scene.animator.animation(cx.now, cx.settings.speed.duration_scale()) {
        Some((animation @ JunqiAnimation::Move { .. }, progress)) => {
            paint_move(animation, progress, (scene.view, scene.animator), geometry, cx, ui)
        }
        Some((JunqiAnimation::Flip { cell, piece, colour }, progress)) => {
            let Some(seen) = pieces.get(cell) else { return };
            let mut look = tile_look(geometry, geometry.cell_pos(*cell), *seen, cx);
            if progress >= 0.5 {
                (look.face, look.seat) = (Face::Piece(*piece), Some(*colour));
            }
            look.visible_width = (1.0 - 2.0 * progress).abs();
            look.lift = (progress * std::f32::consts::PI).sin() * 0.6;
            if cx.settings.reduced_motion {
                (look.visible_width, look.lift) = (1.0, 0.0);
            }
            paint_tile(painter, cx.theme, &look);
        }
        Some((JunqiAnimation::Highlight { cell, .. }, progress)) => {
            // The ring closes in on the piece and stays.
            let size = geometry.piece_size() * (1.0 + 0.5 * (1.0 - 2.0 * progress).max(0.0));
            paint_ring(painter, cx.theme, geometry.cell_pos(*cell), size, cx.theme.accent);
        }
        _ => {}
    }
}

/// Paints a moving piece and the battle at the end of its path.
///
/// In a battle, the two pieces first shake. Then one of them falls, or both do.
fn paint_move(
    animation: &JunqiAnimation,
    progress: f32,
    (view, animator): (&View, &Animator<Junqi>),
    geometry: &JunqiGeometry,
    cx: &ScreenContext<'_>,
    ui: &Ui,
) {
    let JunqiAnimation::Move { path, battle } = animation else { return };
    let pieces = &animator.board().pieces;
    let (Some(from), Some(to)) = (path.first(), path.last()) else { return };
    let (walk, fight) = animation.walk_and_battle_progress(progress);
    let reduced_motion = cx.settings.reduced_motion;
    let walk = if reduced_motion { walk.round() } else { egui::emath::easing::cubic_in_out(walk) };
    let points = geometry.points(path);
    // The attacker stops short of its target, so that both are visible.
    let stop_offset = match (battle, points.as_slice()) {
        (Some(_), [.., before, end]) => (*before - *end).normalized() * geometry.piece_size() * 0.7,
        _ => Vec2::ZERO,
    };
    // The pieces shake in the first half of the battle. The losers fall in the second half.
    let (impact, fall) = ((fight * 2.0).min(1.0), (fight * 2.0 - 1.0).max(0.0));
    let shakes = impact > 0.0 && impact < 1.0 && !reduced_motion;
    let shake_offset = if shakes { shake(impact) * 0.6 } else { Vec2::ZERO };
    let survives = |is_attacker: bool| match battle {
        None => true,
        Some(BattleResult::AttackerSurvives) => is_attacker,
        Some(BattleResult::DefenderSurvives) => !is_attacker,
        Some(BattleResult::BothGone) => false,
    };
    let paint = |cell: &Cell, pos: Pos2, is_attacker: bool| {
        let Some(seen) = pieces.get(cell) else { return };
        let mut look = tile_look(geometry, pos, *seen, cx);
        look.carried_flag = carried_flag(view, seen.tile);
        look.lift = if is_attacker { 0.7 * (1.0 - fall) } else { 0.0 };
        if !survives(is_attacker) {
            look.opacity = 1.0 - fall;
            if !reduced_motion {
                look.scale = 1.0 - 0.35 * fall;
                look.tilt = 0.5 * fall * if is_attacker { -1.0 } else { 1.0 };
                look.pos += vec2(0.0, geometry.piece_side() * 0.5 * fall);
            }
        }
        paint_tile(ui.painter(), cx.theme, &look);
    };
    if battle.is_some() {
        paint(to, geometry.cell_pos(*to) - shake_offset, false);
    }
    // A winning attacker moves on to the defender's cell while the defender falls.
    let advance = f32::from(u8::from(survives(true)));
    let pos = along(&points, walk) + stop_offset * walk * (1.0 - fall * advance);
    paint(from, pos + shake_offset, true);
    if fall > 0.0 {
        let place = (geometry.cell_pos(*to), geometry.piece_side() * 1.2);
        paint_burst(ui.painter(), cx.theme, place, cx.theme.pip_red, fall);
    }
}

/// Returns the owner of the Flag that a piece carries, if any.
fn carried_flag(view: &View, tile: Tile) -> Option<Seat> {
    view.rules().seats().iter().find(|seat| view.carrier_of(*seat) == Some(tile))
}

/// Paints the path of an action.
fn paint_action_path(
    action: Action,
    scene: &Scene<'_, Junqi>,
    geometry: &JunqiGeometry,
    cx: &ScreenContext<'_>,
    ui: &Ui,
) {
    let (board, occupied) = (scene.view.board(), scene.view.occupied());
    // The action is legal, so its path turns corners only if the piece is an Engineer.
    let path = board.route(action.from(), action.to(), &occupied, true);
    // The path begins and ends beside the pieces, so that their names stay readable.
    let piece = 0.5 * geometry.piece_size().max_elem();
    let end = if scene.view.at(action.to()).is_some() { piece } else { 0.0 };
    let points = shortened(&geometry.points(&path), piece, end);
    paint_path(ui.painter(), cx.theme, &points, cx.theme.accent, geometry.piece_side());
}

/// Paints the target of an action. A flip has none.
fn paint_target(
    action: Action,
    scene: &Scene<'_, Junqi>,
    geometry: &JunqiGeometry,
    cx: &ScreenContext<'_>,
    ui: &Ui,
) {
    let pos = geometry.cell_pos(action.to());
    let phase = (cx.now * 0.6).fract() as f32;
    if action.from() == action.to() {
        return;
    }
    if scene.view.at(action.to()).is_some() {
        paint_attack_target(ui.painter(), cx.theme, pos, geometry.piece_size(), phase);
    } else {
        let is_hovered = is_hovered(action, geometry, ui);
        paint_target_dot(ui.painter(), cx.theme, pos, geometry.piece_side(), is_hovered);
    }
}

/// Highlights the cells of the last step: its start faintly, its end strongly.
fn paint_last_step(event: &Event, geometry: &JunqiGeometry, cx: &ScreenContext<'_>, ui: &Ui) {
    let (from, to) = match *event {
        Event::Moved { from, to, .. } | Event::Battled { from, to, .. } => (Some(from), to),
        Event::Flipped { at, .. } => (None, at),
        _ => return,
    };
    for (cell, is_end) in from.map(|from| (from, false)).into_iter().chain([(to, true)]) {
        paint_last_step_cell(
            ui.painter(),
            cx.theme,
            geometry.cell_pos(cell),
            geometry.piece_size(),
            is_end,
        );
    }
}

/// Paints the path of the step that the player points at in the log.
fn paint_hovered_step(
    event: &Event,
    geometry: &JunqiGeometry,
    scene: &Scene<'_, Junqi>,
    cx: &ScreenContext<'_>,
    ui: &Ui,
) {
    if let Some(path) = step_path(event, scene.view, scene.view_before_hovered) {
        let points = geometry.points(&path);
        paint_path(ui.painter(), cx.theme, &points, cx.theme.accent, geometry.piece_side());
    }
}

/// Returns the path of the piece that moved in a step, or `None` if none moved. `before` is the
/// view before the step, if it is known.
fn step_path(event: &Event, view: &View, before: Option<&View>) -> Option<Vec<Cell>> {
    let (Event::Moved { from, to, .. } | Event::Battled { from, to, .. }) = *event else {
        return None;
    };
    let occupied = before.map_or(Cells::EMPTY, |view| view.occupied());
    // The piece may turn corners, because it may be an Engineer.
    Some(view.board().route(from, to, &occupied, true))
}

/// Paints a robot's notes next to their cells.
fn paint_notes(
    scene: &Scene<'_, Junqi>,
    geometry: &JunqiGeometry,
    cx: &ScreenContext<'_>,
    ui: &Ui,
) {
    let Some(notes) = scene.notes else { return };
    for note in &notes.notes {
        match note {
            RobotNote::Action { action, text } => {
                let pos = geometry.cell_pos(action.to()) - vec2(0.0, geometry.piece_side() * 0.6);
                let font = FontId::proportional(theme::BODY - 1.0);
                let galley = ui.painter().layout_no_wrap(text.clone(), font, cx.theme.ink);
                let place = Rect::from_center_size(pos, galley.size() + vec2(10.0, 4.0));
                ui.painter().rect_filled(place, 6.0, cx.theme.panel);
                ui.painter().galley(place.min + vec2(5.0, 2.0), galley, cx.theme.ink);
            }
            RobotNote::Cell { cell, colour } => {
                let Ok(cell) = cell.parse::<Cell>() else { continue };
                let pos = geometry.cell_pos(cell);
                let colour = mark_colour::<Junqi>(cx.theme, colour);
                paint_ring(ui.painter(), cx.theme, pos, geometry.piece_size(), colour);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use qipan_core::contract::game::Game as _;
    use qipan_core::contract::position::PositionLine;

    use super::*;

    #[test]
    fn path_of_a_step_leads_round_the_pieces_that_stood_there() {
        let line = "qipan junqi dark turn=south south=S51G,S31T,S62F,S23L north=N62F,N23L";
        let line: PositionLine<Junqi> = line.parse().unwrap();
        let game = line.set_up().unwrap();
        let view = game.view(Viewer::Seat(Seat::new(2)));
        let cell = |name: &str| name.parse::<Cell>().unwrap();
        let (from, to) = (cell("S51"), cell("S11"));
        let event = Event::Moved { seat: Seat::new(0), from, to };
        let path = step_path(&event, &view, Some(&view)).unwrap();
        assert_eq!((path.first(), path.last()), (Some(&from), Some(&to)));
        assert!(!path.contains(&cell("S31")), "{path:?}");
        assert!(path.contains(&cell("S55")), "{path:?}");
    }
}
