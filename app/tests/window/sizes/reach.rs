//! Finds texts and controls that cannot be scrolled fully into view.

use std::collections::BTreeMap;

use egui::accesskit::Role;
use egui::{Event, Modifiers, MouseWheelUnit, Pos2, Rect, Vec2, pos2, vec2};
use egui_kittest::kittest::NodeT as _;

use crate::support::{Desk, node_text, role};

/// The tolerance for rounding, in points.
const ROUNDING: f32 = 2.0;

/// The number of wheel turns towards the missing sides of a node.
const DIRECT_TURNS: usize = 2;

/// The number of large wheel turns that reach an end of an area.
const LARGE_TURNS: usize = 12;
/// The number of small wheel turns that follow.
const SMALL_TURNS: usize = 120;
/// The length of a small wheel turn, in points.
const SMALL_TURN: f32 = 10.0;

impl Desk {
    /// Turns the wheel over a point.
    fn turn_wheel(&mut self, pos: Pos2, delta: Vec2) {
        self.h.event(Event::PointerMoved(pos));
        self.h.event(Event::MouseWheel {
            unit: MouseWheelUnit::Point,
            delta,
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
            modifiers: Modifiers::NONE,
        });
        self.frames(3);
    }
}

/// A text or control, and the part of it that has been visible so far.
struct TrackedNode {
    name: String,
    /// The full rectangle, with its own corner as the origin.
    full: Rect,
    /// The part that has been visible, with the same origin.
    seen: Rect,
    /// For each axis, true if it was cut off on both sides, because it is larger than its area.
    is_oversized: [bool; 2],
    /// The part that is visible now, in window coordinates.
    visible: Rect,
    /// The current rectangle, visible or not, in window coordinates.
    rect: Rect,
    /// The id of the innermost ancestor that is partly visible, as scrolled content is, or 0.
    scrolled_ancestor: u64,
}

impl TrackedNode {
    /// Returns the sides that have not been visible: 1 for right and bottom, -1 for left and top.
    /// Returns `None` if nothing is missing.
    fn missing(&self) -> Option<Vec2> {
        if !self.seen.is_positive() {
            return Some(Vec2::ZERO);
        }
        let side = |axis: usize| match (self.seen.min[axis], self.seen.max[axis]) {
            _ if self.is_oversized[axis] => 0.0,
            (min, _) if min > self.full.min[axis] + ROUNDING => -1.0,
            (_, max) if max < self.full.max[axis] - ROUNDING => 1.0,
            _ => 0.0,
        };
        let missing = vec2(side(0), side(1));
        (missing != Vec2::ZERO).then_some(missing)
    }
}

/// Returns true if a node of this role is a text or a control.
fn is_text_or_control(role: Role, node_text: Option<&str>) -> bool {
    match role {
        Role::Label => node_text.is_some(),
        Role::Button
        | Role::Link
        | Role::RadioButton
        | Role::CheckBox
        | Role::Switch
        | Role::Slider
        | Role::SpinButton
        | Role::TextInput
        | Role::MultilineTextInput
        | Role::ComboBox
        | Role::Tab
        | Role::ListItem
        | Role::MenuItem
        | Role::Cell => true,
        _ => false,
    }
}

/// Adds the parts that are visible now. Drops the nodes that are gone, such as rows of a list that
/// are not drawn.
fn record_visible(desk: &Desk, nodes: &mut BTreeMap<u64, TrackedNode>) {
    let window = desk.h.ctx.content_rect();
    // Nothing behind a modal question can be used or scrolled.
    let modal = desk.h.ctx.memory(|memory| memory.top_modal_layer());
    let mut rects = BTreeMap::new();
    desk.h.ctx.viewport(|viewport| {
        for (layer, widgets) in viewport.prev_pass.widgets.layers() {
            for widget in widgets.iter().filter(|_| modal.is_none_or(|modal| modal == *layer)) {
                rects.insert(widget.id.value(), (widget.rect, widget.interact_rect));
            }
        }
    });
    let mut current = BTreeMap::new();
    for node in desk.h.root().children_recursive() {
        let id = node.accesskit_node().locate().0.0;
        let node_text = node_text(&node);
        let Some((rect, clipped)) = rects.get(&id) else { continue };
        if !is_text_or_control(role(&node), node_text.as_deref())
            || rect.width() < 1.0
            || rect.height() < 1.0
        {
            continue;
        }
        let visible = clipped.intersect(window);
        let part = visible.translate(-rect.min.to_vec2());
        let part = if visible.is_positive() { part } else { Rect::NOTHING };
        let full = Rect::from_min_size(Pos2::ZERO, rect.size());
        let mut is_oversized = [0, 1].map(|axis| {
            let cut_off = [part.min[axis] - full.min[axis], full.max[axis] - part.max[axis]];
            visible.is_positive() && cut_off.iter().all(|length| *length > ROUNDING)
        });
        let mut seen = part;
        if let Some(before) = nodes.remove(&id) {
            seen = before.seen.union(part);
            is_oversized = [0, 1].map(|axis| is_oversized[axis] || before.is_oversized[axis]);
        }
        let name = format!("{:?} {:?}", role(&node), node_text.unwrap_or_default());
        let mut next_ancestor = node.accesskit_node().parent();
        let mut scrolled_ancestor = 0;
        while let Some(ancestor) = next_ancestor {
            let ancestor_id = ancestor.locate().0.0;
            let is_partly_visible = |(full, part): &&(Rect, Rect)| {
                part.is_positive() && !part.expand(ROUNDING).contains_rect(*full)
            };
            if rects.get(&ancestor_id).filter(is_partly_visible).is_some() {
                scrolled_ancestor = ancestor_id;
                break;
            }
            next_ancestor = ancestor.parent();
        }
        current.insert(
            id,
            TrackedNode { name, full, seen, is_oversized, visible, rect: *rect, scrolled_ancestor },
        );
    }
    *nodes = current;
}

/// Describes every node that cannot be scrolled fully into view. In a scrolled area only the
/// outermost nodes on each side are tried, because the others are passed on the way.
pub(super) fn unreachable_nodes(desk: &mut Desk) -> Vec<String> {
    let mut nodes = BTreeMap::new();
    record_visible(desk, &mut nodes);
    let mut outermost = BTreeMap::new();
    for (id, node) in nodes.iter().filter(|(_, node)| node.missing().is_some()) {
        let rect = node.rect;
        let sides = [-rect.left(), -rect.top(), rect.right(), rect.bottom()];
        for (side, distance) in sides.into_iter().enumerate() {
            let key = (node.scrolled_ancestor, side);
            let farthest = outermost.entry(key).or_insert((distance, *id));
            if distance > farthest.0 {
                *farthest = (distance, *id);
            }
        }
    }
    let mut unreachable = BTreeMap::new();
    for (_, id) in outermost.into_values() {
        if nodes.get(&id).is_some_and(|node| node.missing().is_some()) {
            scroll_into_view(desk, id, &mut nodes);
        }
        if let Some(node) = nodes.get(&id).filter(|node| node.missing().is_some()) {
            unreachable.insert(id, format!("{} {:?} of {:?}", node.name, node.seen, node.full));
        }
    }
    unreachable.into_values().collect()
}

/// Scrolls until a node has been fully visible, or as far as possible.
fn scroll_into_view(desk: &mut Desk, id: u64, nodes: &mut BTreeMap<u64, TrackedNode>) {
    if scroll_to(desk, id, id, nodes) {
        return;
    }
    // The outermost ancestor is scrolled to first, because scroll areas can be nested.
    let ancestors = ancestors(desk, id);
    if ancestors.into_iter().rev().any(|ancestor| scroll_to(desk, ancestor, id, nodes)) {
        return;
    }
    let window = desk.h.ctx.content_rect().shrink(4.0);
    for _ in 0..DIRECT_TURNS {
        if scroll_to(desk, id, id, nodes) {
            return;
        }
        let Some(node) = nodes.get(&id) else { return };
        let missing = node.missing().unwrap_or_default();
        let visible = node.visible;
        let pos = if visible.is_positive() { visible.center() } else { window.center() };
        let length = window.size().max(node.full.size());
        desk.turn_wheel(window.clamp(pos), -missing * length);
        record_visible(desk, nodes);
    }
    // The wheel turns to the end, back to the top, and down again in small turns, as a reader does.
    // It turns at changing heights of the column, to reach every scroll area in it.
    for turn in 0..3 * LARGE_TURNS + SMALL_TURNS {
        let Some(node) = nodes.get(&id).filter(|node| node.missing().is_some()) else { return };
        let pos = pos2(node.rect.center().x, window.lerp_inside(vec2(0.5, height_of(turn))).y);
        let delta = match turn {
            _ if turn < LARGE_TURNS => -window.height(),
            _ if turn < 3 * LARGE_TURNS => window.height(),
            _ => -SMALL_TURN,
        };
        desk.turn_wheel(window.clamp(pos), vec2(0.0, delta));
        record_visible(desk, nodes);
    }
}

/// Returns the height at which a wheel turn happens, as a share of the window. It is one of twelve.
fn height_of(turn: usize) -> f32 {
    (5 * turn % 12) as f32 / 12.0
}

/// Scrolls to the node `target`. Returns true if the node `id` has been fully visible or is gone.
fn scroll_to(
    desk: &mut Desk,
    target: u64,
    id: u64,
    nodes: &mut BTreeMap<u64, TrackedNode>,
) -> bool {
    let root = desk.h.root();
    let node = root.children_recursive().find(|node| node.accesskit_node().locate().0.0 == target);
    if let Some(node) = node {
        node.scroll_to_me();
        desk.frames(2);
        record_visible(desk, nodes);
    }
    nodes.get(&id).is_none_or(|node| node.missing().is_none())
}

/// Returns the ids of a node and of its ancestors without the root, from the inside out.
fn ancestors(desk: &Desk, id: u64) -> Vec<u64> {
    let root = desk.h.root();
    let start = root.children_recursive().find(|node| node.accesskit_node().locate().0.0 == id);
    let mut ids = Vec::new();
    let mut next = start.map(|node| node.accesskit_node());
    while let Some(node) = next {
        ids.push(node.locate().0.0);
        next = node.parent();
    }
    ids.pop();
    ids
}
