//! The board of a race game: printed board, planes, and previews of possible actions.

use egui::{
    Align2, Context, CursorIcon, FontId, Id, Pos2, Rect, Response, Role, Sense, Stroke, StrokeKind,
    Ui, Vec2, WidgetInfo, vec2,
};
use qipan_core::contract::game::Game;
use qipan_core::contract::robot::RobotNote;
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::{Action, Cell, Event, HANGAR, Progress, Race, View};

use crate::command::{Command, TableCommand};
use crate::games::game_ui::mark_colour;
use crate::games::race::animation::Pose;
use crate::games::race::command::{MoveAnswer, RaceCommand};
use crate::games::race::drawing::{
    BoardGeometry, BoardLook, BoardPicture, PlaneLook, paint_plane, plane_shapes,
};
use crate::games::race::words;
use crate::games::words::seat as seat_name;
use crate::games::{BoardUi, CellSpot, Scene};
use crate::play::animation::Animator;
use crate::ui::context::ScreenContext;
use crate::ui::glide::{GlidePlace, Glides};
use crate::ui::paint::{
    Sprites, on_pixels, paint_capture, paint_focus, paint_glow, paint_path, paint_target, shake,
};
use crate::ui::theme;

/// The free space around the board, in points.
const MARGIN: f32 = 8.0;

/// The duration of the shake of a refused plane, in seconds.
const SHAKE_SECONDS: f64 = 0.45;

/// A board with its cached picture.
#[derive(Default)]
pub struct RaceBoard {
    picture: BoardPicture,
    /// The resting planes of a board drawn as a picture. Each look is cached, so that a moving
    /// plane does not force a repaint of the whole board.
    planes: Sprites<PlaneLook>,
    /// The last drawn places of planes. Planes glide from them when another step is shown.
    glides: Glides<(Seat, u8)>,
}

impl<'a> Scene<'a, Race> {
    /// Returns the full state, because a race has no hidden information.
    fn race(&self) -> &'a Race {
        &self.view.race
    }
}

impl BoardUi<Race> for RaceBoard {
    fn ui(&mut self, scene: &Scene<'_, Race>, cx: &mut ScreenContext<'_>, ui: &mut Ui, rect: Rect) {
        let geometry = geometry_for(scene.view, rect);
        let mut in_game = [false; 4];
        scene.race().seats().iter().for_each(|seat| in_game[seat.index()] = true);
        self.picture.paint(ui.painter(), &geometry, cx.theme, &BoardLook { in_game });
        if cx.settings.board_numbers {
            paint_numbers(&geometry, cx, ui);
        }
        cells_ui(&geometry, cx, ui);
        if scene.is_picking_colour {
            pick_ui(&geometry, cx, ui);
        }
        paint_events(scene.hovered_events, &geometry, cx, ui);
        let factor = cx.settings.speed.duration_scale();
        let reduced_motion = cx.settings.reduced_motion;
        let mut poses = scene.animator.poses(&geometry, cx.now, factor, reduced_motion);
        let glide = scene.animator.glide(cx.now, factor).filter(|_| !reduced_motion);
        self.glides.begin(glide);
        for pose in &mut poses {
            glide_pose(&mut self.glides, scene.animator, pose);
        }
        let hovered = pieces_ui(scene, &poses, cx, ui);
        let hovered_answer = question_ui(scene, &geometry, cx, ui);
        let shown_actions: Vec<Action> = match (hovered_answer, scene.selection.to_confirm, hovered)
        {
            (Some(action), ..) | (None, Some(action), _) => vec![action],
            (None, None, Some(plane)) => actions_of(scene, plane),
            _ => scene.selection.options.to_vec(),
        };
        for action in shown_actions {
            let events = scene.race().preview(action);
            paint_events(&events, &geometry, cx, ui);
            paint_move_end(&events, scene.race(), &geometry, cx, ui);
        }
        move_end_ui(scene, &geometry, cx, ui);
        paint_notes(scene, &geometry, cx, ui);
    }

    fn board_rect(&self, view: &View, rect: Rect) -> Rect {
        geometry_for(view, rect).rect()
    }

    fn cell_spots(&self, view: &View, rect: Rect) -> Vec<CellSpot> {
        self.picture_cell_spots(view, rect.shrink(MARGIN))
    }

    fn picture_cell_spots(&self, view: &View, rect: Rect) -> Vec<CellSpot> {
        let geometry = BoardGeometry::new(view.race.board(), rect);
        let spot = |cell| CellSpot {
            name: geometry.board().cell_name(cell),
            pos: geometry.cell_pos(cell),
            size: geometry.cell_size(cell),
        };
        geometry.board().cells().into_iter().map(spot).collect()
    }

    fn picture_ui(
        &mut self,
        view: &View,
        animator: &Animator<Race>,
        rect: Rect,
        cx: &ScreenContext<'_>,
        ui: &Ui,
    ) {
        let geometry = BoardGeometry::new(view.race.board(), rect);
        self.picture.paint(ui.painter(), &geometry, cx.theme, &BoardLook::default());
        let look = |pose: &Pose| PlaneLook {
            lift: pose.lift,
            stack_size: pose.count,
            is_face_down: pose.has_finished,
            ..PlaneLook::new(pose.pos, pose.size, pose.heading, pose.seat, pose.plane + 1)
        };
        let poses = animator.poses(&geometry, cx.now, 1.0, false);
        let (resting, moving): (Vec<Pose>, Vec<Pose>) =
            poses.into_iter().partition(|pose| pose.cell.is_some());
        let places = resting.iter().map(|pose| {
            let look = PlaneLook { pos: Pos2::ZERO, ..look(pose) };
            (look, on_pixels(ui.painter(), pose.pos))
        });
        self.planes.paint(ui.painter(), cx.theme, places, |look| plane_shapes(cx.theme, look));
        for pose in &moving {
            paint_plane(ui.painter(), cx.theme, &look(pose));
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
        let geometry = BoardGeometry::new(view.race.board(), rect);
        for cell in cells.iter().filter_map(|name| view.race.board().cell_by_name(name)) {
            let place = (geometry.cell_pos(cell), geometry.plane_size(cell));
            paint_target(ui.painter(), cx.theme, place, cx.theme.accent, 0.0);
        }
        for action in actions {
            let events = view.race.preview(*action);
            paint_events(&events, &geometry, cx, ui);
            paint_move_end(&events, &view.race, &geometry, cx, ui);
        }
    }
}

/// Moves a stack along its glide. All planes of the stack share its place afterwards.
fn glide_pose(glides: &mut Glides<(Seat, u8)>, animator: &Animator<Race>, pose: &mut Pose) {
    let goal = GlidePlace { pos: pose.pos, size: pose.size, heading: pose.heading };
    for plane in animator.board().stack_of(pose.seat, pose.plane) {
        let place = glides.place((pose.seat, plane), goal);
        if let Some(place) = place.filter(|_| plane == pose.plane && pose.cell.is_some()) {
            (pose.pos, pose.size, pose.heading) = (place.pos, place.size, place.heading);
        }
    }
}

/// Returns the geometry of the board in `rect`.
fn geometry_for(view: &View, rect: Rect) -> BoardGeometry {
    BoardGeometry::new(view.race.board(), rect.shrink(MARGIN))
}

/// Returns the actions that move a plane or its stack.
fn actions_of(scene: &Scene<'_, Race>, plane: u8) -> Vec<Action> {
    let seat = scene.race().seat_to_move();
    let leader = scene.race().stack(seat, plane).iter().next().unwrap_or(plane);
    scene.actions.iter().copied().filter(|action| action.plane() == leader).collect()
}

/// Paints the numbers of the squares on the track and in the lanes.
fn paint_numbers(geometry: &BoardGeometry, cx: &ScreenContext<'_>, ui: &Ui) {
    for cell in geometry.board().cells() {
        let number = match cell {
            Cell::Track { square } => square,
            Cell::Lane { step, .. } => step,
            Cell::Apron { .. } | Cell::Centre { .. } | Cell::Hangar { .. } => continue,
        };
        let font = FontId::proportional((geometry.cell_size(cell) * 0.36).max(8.0));
        let (pos, ink) = (geometry.cell_pos(cell), theme::fade(cx.theme.ink, 0.8));
        ui.painter().text(pos, Align2::CENTER_CENTER, number, font, ink);
    }
}

/// Names every cell for screen readers, and in a tooltip.
fn cells_ui(geometry: &BoardGeometry, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let board = geometry.board();
    for cell in board.cells() {
        let size = Vec2::splat(geometry.cell_size(cell));
        let rect = Rect::from_center_size(geometry.cell_pos(cell), size);
        let id = ui.scope_id().with(("cell", board.cell_name(cell)));
        let response = ui.interact(rect, id, Sense::HOVER);
        let name = spoken_cell(cx, cell);
        response.widget_info(|| WidgetInfo::labeled(Role::Cell, true, &name));
        // A tooltip would stay above a sheet that opens.
        if ui.memory(|memory| memory.allows_interaction(ui.layer_id())) {
            response.on_hover_text(name);
        }
    }
}

/// Lets a person pick a colour on the board by a click on its hangar or on any of its cells.
fn pick_ui(geometry: &BoardGeometry, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    // The keyboard uses the seat cards instead.
    let response = ui.interact(geometry.rect(), ui.scope_id().with("pick"), Sense::CLICK);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, cx.t("play-pick")));
    let pointer = response.hover_pos().or(response.interact_pointer_pos());
    let Some(seat) = pointer.and_then(|pos| geometry.colour_at(pos)) else { return };
    let hangar = geometry.hangar(seat);
    let stroke = Stroke::new(3.0, cx.theme.accent);
    ui.painter().rect_stroke(hangar, theme::CORNER, stroke, StrokeKind::Outside);
    if response.on_hover_cursor(CursorIcon::PointingHand).clicked() {
        cx.send(TableCommand::PickColour(seat));
    }
}

/// Returns the name of a cell, with its owner if it has one.
fn spoken_cell(cx: &ScreenContext<'_>, cell: Cell) -> String {
    let name = words::cell(cx.i18n, cell);
    match cell {
        Cell::Hangar { seat, slot } => {
            let seat = seat_name::<Race>(cx.i18n, seat);
            let slot = slot + 1;
            cx.tf("spoken-slot", &[("seat", seat.into()), ("slot", slot.into())])
        }
        Cell::Apron { seat } | Cell::Lane { seat, .. } | Cell::Centre { seat } => {
            let seat = seat_name::<Race>(cx.i18n, seat);
            cx.tf("spoken-place", &[("seat", seat.into()), ("cell", name.into())])
        }
        Cell::Track { .. } => name,
    }
}

/// Draws the planes and handles their input. Returns the movable plane that is hovered or focused.
fn pieces_ui(
    scene: &Scene<'_, Race>,
    poses: &[Pose],
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) -> Option<u8> {
    let mut hovered = None;
    let mut looks = Vec::new();
    for pose in poses {
        let is_movable = can_move(scene, pose);
        let offset = shake_offset(scene, pose, cx.now, ui.ctx());
        let mut look = PlaneLook::new(pose.pos, pose.size, pose.heading, pose.seat, pose.plane + 1);
        look.pos += offset;
        look.stack_size = pose.count;
        look.is_face_down = pose.has_finished;
        look.lift = pose.lift;
        look.is_ghost = pose.is_faint;
        if let Some(cell) = pose.cell {
            let response = piece_ui(scene, pose, cell, is_movable, cx, ui);
            let is_hovered_or_focused = response.hovered() || response.has_focus();
            if is_movable {
                let phase = (cx.now * 0.6).fract() as f32;
                paint_glow(ui.painter(), cx.theme, pose.pos, pose.size * 1.15, phase);
                let lift = ui.ctx().animate_bool_responsive(response.id, is_hovered_or_focused);
                look.lift = lift * 0.35;
            }
            if is_movable && is_hovered_or_focused {
                hovered = Some(pose.plane);
            }
            if response.has_focus() {
                paint_focus(ui.painter(), cx.theme, pose.pos, pose.size);
            }
        }
        looks.push(look);
    }
    for look in looks {
        paint_plane(ui.painter(), cx.theme, &look);
    }
    hovered
}

/// Returns true if a person can move this stack.
fn can_move(scene: &Scene<'_, Race>, pose: &Pose) -> bool {
    scene.is_interactive
        && scene.animator.is_idle()
        && pose.seat == scene.race().seat_to_move()
        && scene.actions.iter().any(|action| action.plane() == pose.plane)
}

/// Returns the offset of a plane that shakes because a move of it was refused.
fn shake_offset(scene: &Scene<'_, Race>, pose: &Pose, now: f64, ctx: &Context) -> Vec2 {
    let Some(refused) = scene.refused else { return Vec2::ZERO };
    let t = (now - refused.at) / SHAKE_SECONDS;
    if refused.piece != Some((pose.seat, pose.plane)) || !(0.0..1.0).contains(&t) {
        return Vec2::ZERO;
    }
    ctx.request_repaint();
    shake(t as f32)
}

/// Handles the pointer input, the focus and the spoken name of one stack.
fn piece_ui(
    scene: &Scene<'_, Race>,
    pose: &Pose,
    cell: Cell,
    is_movable: bool,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) -> Response {
    let rect = Rect::from_center_size(pose.pos, Vec2::splat(pose.size.max(24.0) * 1.1));
    let id = piece_id(ui, pose.seat, pose.plane);
    // Only movable planes are Tab stops. The others still respond to clicks.
    let sense = if is_movable { Sense::click() } else { Sense::CLICK };
    let response = ui.interact(rect, id, sense);
    let name = spoken_piece(scene, pose, cell, is_movable, cx);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, is_movable, &name));
    if scene.is_picking_colour && response.clicked() {
        cx.send(TableCommand::PickColour(pose.seat));
    } else if scene.is_interactive && response.clicked() {
        if pose.seat == scene.race().seat_to_move() && !scene.actions.is_empty() {
            cx.send(Command::from(RaceCommand::Move(pose.plane)));
        } else {
            cx.send(Command::from(RaceCommand::Refuse(pose.seat, pose.plane)));
        }
    }
    if is_movable || scene.is_picking_colour {
        response.on_hover_cursor(CursorIcon::PointingHand)
    } else {
        response
    }
}

/// Returns the widget id of a plane. It is the same in every frame.
fn piece_id(ui: &Ui, seat: Seat, plane: u8) -> Id {
    ui.scope_id().with(("piece", seat.index(), plane))
}

/// Returns the spoken name of a stack, such as `Red plane 2, square 13, can move`.
fn spoken_piece(
    scene: &Scene<'_, Race>,
    pose: &Pose,
    cell: Cell,
    is_movable: bool,
    cx: &ScreenContext<'_>,
) -> String {
    let planes = words::planes(scene.race().stack(pose.seat, pose.plane));
    let cell = if pose.has_finished { Cell::Centre { seat: pose.seat } } else { cell };
    let args = [
        ("seat", seat_name::<Race>(cx.i18n, pose.seat).into()),
        ("planes", planes.into()),
        ("cell", words::cell(cx.i18n, cell).into()),
    ];
    cx.tf(if is_movable { "spoken-movable" } else { "spoken-plane" }, &args)
}

/// Paints events: paths as dots, and captures as rings around the captured planes.
fn paint_events(events: &[Event], geometry: &BoardGeometry, cx: &ScreenContext<'_>, ui: &Ui) {
    let board = geometry.board();
    let painter = ui.painter();
    for event in events {
        let (seat, points, size) = match *event {
            Event::Launched { seat, plane, to } => {
                (seat, geometry.walk(seat, plane, HANGAR, to), place_of(geometry, seat, to).1)
            }
            Event::Moved { seat, planes, from, to, die } => {
                let plane = planes.iter().next().unwrap_or(0);
                // A plane that would pass the centre turns back there.
                let farthest = (from + die).min(board.centre());
                let mut points = geometry.walk(seat, plane, from, farthest);
                if to < farthest {
                    points.extend(geometry.walk(seat, plane, farthest, to));
                }
                (seat, points, place_of(geometry, seat, to).1)
            }
            Event::Jumped { seat, from, to, .. } => {
                let cell = |progress| board.cell(seat, 0, progress);
                let curve = geometry.jump(cell(from), cell(to));
                (seat, curve.points(16), place_of(geometry, seat, to).1)
            }
            Event::Flew { seat, from, to, .. } => {
                let cell = |progress| board.cell(seat, 0, progress);
                let curve = geometry.flight(cell(from), cell(to));
                (seat, curve.points(24), place_of(geometry, seat, to).1)
            }
            Event::Captured { seat, at: progress, .. } => {
                let (pos, size) = place_of(geometry, seat, progress);
                let phase = (cx.now * 0.5).fract() as f32;
                paint_capture(painter, cx.theme, pos, size, phase);
                continue;
            }
            _ => continue,
        };
        paint_path(painter, cx.theme, &points, cx.theme.side(seat), size);
    }
}

/// Returns the end of a move: the seat, the first plane that moved, and its new progress.
fn move_end(events: &[Event]) -> Option<(Seat, u8, Progress)> {
    events.iter().rev().find_map(|event| match *event {
        Event::Launched { seat, plane, to } => Some((seat, plane, to)),
        Event::Moved { seat, planes, to, .. }
        | Event::Jumped { seat, planes, to, .. }
        | Event::Flew { seat, planes, to, .. } => {
            Some((seat, planes.iter().next().unwrap_or(0), to))
        }
        _ => None,
    })
}

/// Returns true if a plane stands on a cell.
fn is_occupied(race: &Race, cell: Cell) -> bool {
    race.seats().iter().any(|seat| {
        let planes = race.planes(seat).iter().enumerate();
        planes
            .filter(|(_, progress)| **progress != HANGAR)
            .any(|(plane, progress)| race.board().cell(seat, plane as u8, *progress) == cell)
    })
}

/// Plays the action to confirm when its destination is clicked.
fn move_end_ui(
    scene: &Scene<'_, Race>,
    geometry: &BoardGeometry,
    cx: &mut ScreenContext<'_>,
    ui: &Ui,
) {
    let accepts_input = scene.is_interactive && scene.animator.is_idle();
    let to_confirm = scene.selection.to_confirm.filter(|action| scene.actions.contains(action));
    let Some(action) = to_confirm.filter(|_| accepts_input) else { return };
    let Some((seat, _, to)) = move_end(&scene.race().preview(action)) else { return };
    let (pos, size) = place_of(geometry, seat, to);
    let rect = Rect::from_center_size(pos, Vec2::splat(size.max(24.0) * 1.1));
    let response = ui.interact(rect, ui.scope_id().with("move end"), Sense::CLICK);
    if response.on_hover_cursor(CursorIcon::PointingHand).clicked() {
        cx.send(RaceCommand::Act(action));
    }
}

/// Paints the end of a move: a ring, and a ghost of the plane unless a plane stands there, which
/// has to stay visible.
fn paint_move_end(
    events: &[Event],
    race: &Race,
    geometry: &BoardGeometry,
    cx: &ScreenContext<'_>,
    ui: &Ui,
) {
    let Some((seat, plane, to)) = move_end(events) else { return };
    let (pos, size) = place_of(geometry, seat, to);
    let heading = geometry.plane_heading(seat, to);
    let mut look = PlaneLook::new(pos, size, heading, seat, plane + 1);
    look.is_ghost = true;
    let phase = (cx.now * 0.6).fract() as f32;
    if !is_occupied(race, geometry.board().cell(seat, plane, to)) {
        paint_plane(ui.painter(), cx.theme, &look);
    }
    let colour = cx.theme.side(seat);
    paint_target(ui.painter(), cx.theme, (pos, size), colour, phase);
}

/// Returns the position on the screen of a plane with this progress, and its size there.
fn place_of(geometry: &BoardGeometry, seat: Seat, progress: Progress) -> (Pos2, f32) {
    let cell = geometry.board().cell(seat, 0, progress);
    (geometry.cell_pos(cell), geometry.plane_size(cell))
}

/// Asks on the board which of several actions is meant. Returns the action of the hovered answer.
fn question_ui(
    scene: &Scene<'_, Race>,
    geometry: &BoardGeometry,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) -> Option<Action> {
    let first = *scene.selection.options.first()?;
    let seat = scene.race().seat_to_move();
    let action_for = |answer: MoveAnswer| {
        scene.selection.options.iter().copied().find(|action| answer.fits(*action))
    };
    let pairs = [
        [(MoveAnswer::Fly, "choice-fly", "F"), (MoveAnswer::Jump, jump_text_id(scene), "J")],
        [(MoveAnswer::Stack, "choice-stack", "S"), (MoveAnswer::Apart, "choice-apart", "A")],
    ];
    // Ask only about pairs in which both answers are possible.
    let open_pairs: Vec<_> = pairs
        .iter()
        .filter(|pair| pair.iter().all(|(answer, ..)| action_for(*answer).is_some()))
        .collect();
    let from = scene.race().planes(seat).get(first.plane() as usize).copied().unwrap_or(HANGAR);
    let cell = geometry.board().cell(seat, first.plane(), from);
    let size = geometry.plane_size(cell);
    let middle = geometry.cell_pos(cell);
    // The question opens towards the middle of the board, where there is always space for it, and
    // does not cover the plane.
    let is_in_lower_half = middle.y > geometry.rect().center().y;
    let (pivot, offset) = if is_in_lower_half {
        (egui::Align2::CENTER_BOTTOM, -0.75 * size)
    } else {
        (egui::Align2::CENTER_TOP, 0.75 * size)
    };
    let anchor = middle + vec2(0.0, offset);
    let mut hovered = None;
    let area = egui::Area::new(ui.scope_id().with("question"))
        .fixed_pos(anchor)
        .pivot(pivot)
        .constrain_to(geometry.rect())
        .order(egui::Order::Foreground);
    area.show(ui.ctx(), |ui| {
        cx.theme.card().show(ui, |ui| {
            ui.label(cx.t("choice-ask"));
            for pair in &open_pairs {
                ui.horizontal(|ui| {
                    for (answer, id, key) in *pair {
                        if answer_ui(*answer, (id, key), cx, ui) {
                            hovered = action_for(*answer);
                        }
                    }
                });
            }
        });
    });
    hovered
}

/// Draws an answer button with its text and key. Returns true if it is hovered or focused.
fn answer_ui(
    answer: MoveAnswer,
    (id, key): (&str, &str),
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) -> bool {
    let text = format!("{} ({key})", cx.t(id));
    let button = ui.add(cx.theme.primary_button(text));
    if button.clicked() {
        cx.send(RaceCommand::Answer(answer));
    }
    button.hovered() || button.has_focus()
}

/// Returns the text id of the answer without a flight: to jump, or to stay if the move then ends on
/// the square on which the flight begins.
fn jump_text_id(scene: &Scene<'_, Race>) -> &'static str {
    let stays = scene.selection.options.iter().any(|action| {
        !action.flies()
            && scene
                .race()
                .route(*action)
                .is_some_and(|route| route.end() == qipan_core::games::race::rules::FLIGHT_FROM)
    });
    if stays { "choice-stay" } else { "choice-jump" }
}

/// Paints a robot's notes next to their planes and cells.
fn paint_notes(scene: &Scene<'_, Race>, geometry: &BoardGeometry, cx: &ScreenContext<'_>, ui: &Ui) {
    let board = geometry.board();
    let Some(notes) = scene.notes else { return };
    let race = &notes.view.race;
    // The plane of each note that is already painted. Several notes about one plane are painted
    // above each other.
    let mut noted_planes: Vec<u8> = Vec::new();
    for note in &notes.notes {
        let (pos, text) = match note {
            RobotNote::Action { action, text } => {
                let seat = race.seat_to_move();
                let progress = race.planes(seat).get(action.plane() as usize).copied();
                let Some(progress) = progress else { continue };
                let cell = board.cell(seat, action.plane(), progress);
                let row = noted_planes.iter().filter(|plane| **plane == action.plane()).count();
                noted_planes.push(action.plane());
                let height = geometry.plane_size(cell) * 0.7 + 18.0 * row as f32;
                (geometry.cell_pos(cell) - vec2(0.0, height), text.clone())
            }
            RobotNote::Cell { cell, colour } => {
                let Some(cell) = board.cell_by_name(cell) else { continue };
                let phase = (cx.now * 0.6).fract() as f32;
                let place = (geometry.cell_pos(cell), geometry.plane_size(cell));
                let colour = mark_colour::<Race>(cx.theme, colour);
                paint_target(ui.painter(), cx.theme, place, colour, phase);
                continue;
            }
        };
        let font = egui::FontId::proportional(theme::BODY - 1.0);
        let galley = ui.painter().layout_no_wrap(text, font, cx.theme.ink);
        let rect = Rect::from_center_size(pos, galley.size() + vec2(10.0, 4.0));
        ui.painter().rect_filled(rect, 6.0, cx.theme.panel);
        ui.painter().galley(rect.min + vec2(5.0, 2.0), galley, cx.theme.ink);
    }
}
