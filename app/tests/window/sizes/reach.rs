//! Finds texts and controls that cannot be scrolled fully into view.

use std::collections::BTreeMap;

use egui::accesskit::Role;
use egui::{Event, Modifiers, MouseWheelUnit, Pos2, Rect, Vec2, pos2, vec2};
use egui_kittest::kittest::NodeT as _;

use crate::support::{Desk, role, says};

/// The tolerance for rounding, in points.
const ROUNDING: f32 = 2.0;

/// The number of wheel turns to bring a node into view.
const TURNS: usize = 2;

/// The number of wheel turns to reach an end. From there follow `STEPS` small turns of `STEP`
/// points.
const FAR: usize = 12;
const STEPS: usize = 120;
const STEP: f32 = 10.0;

impl Desk {
    /// Turns the wheel over a place.
    fn turn_wheel(&mut self, at: Pos2, delta: Vec2) {
        self.h.event(Event::PointerMoved(at));
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

/// A text or control, and how much of it has been in view so far.
struct Seen {
    name: String,
    /// The whole extent, with its own corner as the origin.
    whole: Rect,
    /// The part that has been in view.
    part: Rect,
    /// For each axis, true if it filled its surroundings and was cut off on both sides.
    fills: [bool; 2],
    /// The part in view now, in window coordinates.
    now: Rect,
    /// The current rectangle, in view or not.
    place: Rect,
    /// The id of the innermost ancestor that is partly in view, as scrolled content is, or 0.
    within: u64,
}

impl Seen {
    /// Returns the sides that have not been in view: 1 for right and bottom, -1 for left and top.
    fn missing(&self) -> Option<Vec2> {
        if !self.part.is_positive() {
            return Some(Vec2::ZERO);
        }
        let side = |d: usize| match (self.part.min[d], self.part.max[d]) {
            _ if self.fills[d] => 0.0,
            (min, _) if min > self.whole.min[d] + ROUNDING => -1.0,
            (_, max) if max < self.whole.max[d] - ROUNDING => 1.0,
            _ => 0.0,
        };
        let missing = vec2(side(0), side(1));
        (missing != Vec2::ZERO).then_some(missing)
    }
}

/// Returns true if a node of this role is a text or a control.
fn counts(role: Role, says: Option<&str>) -> bool {
    match role {
        Role::Label => says.is_some(),
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

/// Records the parts in view now. Nodes that are gone, such as list rows not drawn, are dropped.
fn look(desk: &Desk, seen: &mut BTreeMap<u64, Seen>) {
    let window = desk.h.ctx.content_rect();
    // Behind a modal question nothing can be used or scrolled.
    let modal = desk.h.ctx.memory(|memory| memory.top_modal_layer());
    let mut places = BTreeMap::new();
    desk.h.ctx.viewport(|viewport| {
        for (layer, widgets) in viewport.prev_pass.widgets.layers() {
            for widget in widgets.iter().filter(|_| modal.is_none_or(|modal| modal == *layer)) {
                places.insert(widget.id.value(), (widget.rect, widget.interact_rect));
            }
        }
    });
    let mut there = BTreeMap::new();
    for node in desk.h.root().children_recursive() {
        let id = node.accesskit_node().locate().0.0;
        let says = says(&node);
        let Some((place, clipped)) = places.get(&id) else { continue };
        if !counts(role(&node), says.as_deref()) || place.width() < 1.0 || place.height() < 1.0 {
            continue;
        }
        let now = clipped.intersect(window);
        let part = now.translate(-place.min.to_vec2());
        let part = if now.is_positive() { part } else { Rect::NOTHING };
        let whole = Rect::from_min_size(Pos2::ZERO, place.size());
        let mut fills = [0, 1].map(|d| {
            let cut = [part.min[d] - whole.min[d], whole.max[d] - part.max[d]];
            now.is_positive() && cut.iter().all(|cut| *cut > ROUNDING)
        });
        let mut all = part;
        if let Some(before) = seen.remove(&id) {
            all = before.part.union(part);
            fills = [0, 1].map(|d| fills[d] || before.fills[d]);
        }
        let name = format!("{:?} {:?}", role(&node), says.unwrap_or_default());
        let mut around = node.accesskit_node().parent();
        let mut within = 0;
        while let Some(one) = around {
            let one_id = one.locate().0.0;
            let in_part = |(whole, part): &&(Rect, Rect)| {
                part.is_positive() && !part.expand(ROUNDING).contains_rect(*whole)
            };
            if places.get(&one_id).filter(in_part).is_some() {
                within = one_id;
                break;
            }
            around = one.parent();
        }
        there.insert(id, Seen { name, whole, part: all, fills, now, place: *place, within });
    }
    *seen = there;
}

/// Describes every node that cannot be scrolled fully into view. Within one scrolled area only the
/// outermost nodes on each side are tried, because the others are passed on the way.
pub(super) fn cut(desk: &mut Desk) -> Vec<String> {
    let mut seen = BTreeMap::new();
    look(desk, &mut seen);
    let mut outermost = BTreeMap::new();
    for (id, one) in seen.iter().filter(|(_, one)| one.missing().is_some()) {
        let sides = [-one.place.left(), -one.place.top(), one.place.right(), one.place.bottom()];
        for (side, far) in sides.into_iter().enumerate() {
            let farthest = outermost.entry((one.within, side)).or_insert((far, *id));
            if far > farthest.0 {
                *farthest = (far, *id);
            }
        }
    }
    let mut cut = BTreeMap::new();
    for (_, id) in outermost.into_values() {
        if seen.get(&id).is_some_and(|one| one.missing().is_some()) {
            reveal(desk, id, &mut seen);
        }
        if let Some(left) = seen.get(&id).filter(|one| one.missing().is_some()) {
            cut.insert(id, format!("{} {:?} of {:?}", left.name, left.part, left.whole));
        }
    }
    cut.into_values().collect()
}

/// Scrolls until a node has been fully in view, or as far as possible.
fn reveal(desk: &mut Desk, id: u64, seen: &mut BTreeMap<u64, Seen>) {
    if scroll_to(desk, id, id, seen) {
        return;
    }
    // From the outermost ancestor inwards, because scroll areas can be nested.
    let around = ancestors(desk, id);
    if around.into_iter().rev().any(|around| scroll_to(desk, around, id, seen)) {
        return;
    }
    let window = desk.h.ctx.content_rect().shrink(4.0);
    for _ in 0..TURNS {
        if scroll_to(desk, id, id, seen) {
            return;
        }
        let Some(one) = seen.get(&id) else { return };
        let missing = one.missing().unwrap_or_default();
        let inside = if one.now.is_positive() { one.now.center() } else { window.center() };
        let far = window.size().max(one.whole.size());
        desk.turn_wheel(window.clamp(inside), -missing * far);
        look(desk, seen);
    }
    // As a reader would: to the end, back to the top, and down again in small turns. The wheel
    // turns at changing heights of the column, to reach every scroll area in it.
    for step in 0..3 * FAR + STEPS {
        let Some(one) = seen.get(&id).filter(|one| one.missing().is_some()) else { return };
        let at = pos2(one.place.center().x, window.lerp_inside(vec2(0.5, spread(step))).y);
        let delta = match step {
            _ if step < FAR => -window.height(),
            _ if step < 3 * FAR => window.height(),
            _ => -STEP,
        };
        desk.turn_wheel(window.clamp(at), vec2(0.0, delta));
        look(desk, seen);
    }
}

/// Returns one of twelve heights in turn, as a share of the window.
fn spread(step: usize) -> f32 {
    (5 * step % 12) as f32 / 12.0
}

/// Scrolls to the node `to`. Returns true if the node `id` has been fully in view or is gone.
fn scroll_to(desk: &mut Desk, to: u64, id: u64, seen: &mut BTreeMap<u64, Seen>) -> bool {
    let root = desk.h.root();
    let found = root.children_recursive().find(|one| one.accesskit_node().locate().0.0 == to);
    if let Some(found) = found {
        found.scroll_to_me();
        desk.frames(2);
        look(desk, seen);
    }
    seen.get(&id).is_none_or(|one| one.missing().is_none())
}

/// Returns a node and its ancestors without the root, from the inside out.
fn ancestors(desk: &Desk, id: u64) -> Vec<u64> {
    let root = desk.h.root();
    let found = root.children_recursive().find(|one| one.accesskit_node().locate().0.0 == id);
    let mut ids = Vec::new();
    let mut at = found.map(|found| found.accesskit_node());
    while let Some(node) = at {
        ids.push(node.locate().0.0);
        at = node.parent();
    }
    ids.pop();
    ids
}
