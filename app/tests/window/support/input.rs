//! Presses keys, moves the pointer, and uses the controls of the window.

use egui::accesskit::Role;
use egui::{
    Event, Key, Modifiers, PointerButton, Pos2, Rect, ViewportCommand, ViewportEvent, ViewportId,
};
use egui_kittest::Node;
use egui_kittest::kittest::NodeT as _;

use super::{Desk, InputDevice, node_text, role};

impl Desk {
    /// Presses a key.
    pub fn key(&mut self, key: Key) {
        self.h.key_press(key);
        self.frames(1);
    }

    /// Presses keys one after another.
    pub fn keys(&mut self, keys: &[Key]) {
        keys.iter().for_each(|key| self.key(*key));
    }

    /// Presses a key together with Ctrl.
    pub fn ctrl(&mut self, key: Key) {
        self.h.key_press_modifiers(Modifiers::COMMAND, key);
        self.frames(1);
    }

    /// Presses a key together with Ctrl and Shift.
    pub fn ctrl_shift(&mut self, key: Key) {
        self.h.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, key);
        self.frames(1);
    }

    /// Types into the focused node.
    pub fn write(&mut self, text: &str) {
        self.h.event(Event::Text(text.to_owned()));
        self.frames(2);
    }

    /// Moves the pointer to a point and clicks there.
    pub fn click_at(&mut self, pos: Pos2) {
        self.press_at(pos);
        // A new widget is measured in one frame and shown in the next.
        self.frames(2);
    }

    /// Clicks like [`Desk::click_at`], but stops after the frame that handles the click.
    pub fn press_at(&mut self, pos: Pos2) {
        self.h.hover_at(pos);
        self.frames(1);
        self.h.drag_at(pos);
        self.frames(1);
        self.h.event(Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed: false,
            modifiers: Modifiers::NONE,
        });
        self.frames(1);
    }

    /// Drags with a mouse button from one point to another.
    pub fn drag(&mut self, mouse_button: PointerButton, from: Pos2, to: Pos2) {
        let event = |pos, pressed| Event::PointerButton {
            pos,
            button: mouse_button,
            pressed,
            modifiers: Modifiers::NONE,
        };
        self.h.event(Event::PointerMoved(from));
        self.h.event(event(from, true));
        self.frames(1);
        for quarter in 1..=4 {
            self.h.event(Event::PointerMoved(from.lerp(to, quarter as f32 / 4.0)));
            self.frames(1);
        }
        self.h.event(event(to, false));
        self.frames(2);
    }

    /// Turns the wheel far down at a point.
    pub fn wheel(&mut self, pos: Pos2) {
        self.wheel_by(pos, 2000.0);
    }

    /// Turns the wheel at a point, so that what is under it moves up by this distance.
    pub fn wheel_by(&mut self, pos: Pos2, distance: f32) {
        self.h.hover_at(pos);
        self.frames(1);
        self.h.event(Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: egui::vec2(0.0, -distance),
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
            modifiers: Modifiers::NONE,
        });
        self.frames(20);
    }

    /// Shows the options of the new-game form, if they are hidden.
    #[track_caller]
    pub fn unfold_rules(&mut self, device: InputDevice) {
        if !self.app().screens.new_game.shows_options() {
            self.activate_id(device, "rules-change");
            self.frames(2);
            assert!(self.app().screens.new_game.shows_options());
        }
    }

    /// Scrolls a control at the end of a list into view with the wheel and clicks it.
    #[track_caller]
    pub fn click_below(&mut self, label: &str) {
        let centre = self.centre_of(label);
        self.wheel(centre.min(Pos2::new(900.0, 500.0)));
        self.wheel(Pos2::new(900.0, 500.0));
        self.click(label);
    }

    /// Returns the centre of the first node with this text, enabled or not.
    #[track_caller]
    pub fn centre_of_any(&self, label: &str) -> Pos2 {
        let root = self.h.root();
        let node = root.children_recursive().find(|node| node_text(node).as_deref() == Some(label));
        node.unwrap_or_else(|| panic!("no {label:?}\n{}", self.node_texts())).rect().center()
    }

    /// Returns the centre of the last node with this text.
    #[track_caller]
    pub fn centre_of_last(&self, label: &str) -> Pos2 {
        let root = self.h.root();
        let nodes =
            root.children_recursive().filter(|node| node_text(node).as_deref() == Some(label));
        nodes
            .last()
            .unwrap_or_else(|| panic!("no {label:?}\n{}", self.node_texts()))
            .rect()
            .center()
    }

    /// Returns the rectangle of the last node with this text.
    #[track_caller]
    pub fn rect_of_last(&self, label: &str) -> Rect {
        let root = self.h.root();
        let nodes =
            root.children_recursive().filter(|node| node_text(node).as_deref() == Some(label));
        nodes.last().unwrap_or_else(|| panic!("no {label:?}\n{}", self.node_texts())).rect()
    }

    /// Clicks the control with this label.
    #[track_caller]
    pub fn click(&mut self, label: &str) {
        self.click_at(self.centre_of(label));
    }

    /// Clicks the control whose label has this id.
    #[track_caller]
    pub fn click_id(&mut self, id: &str) {
        self.click(&self.t(id));
    }

    /// Requests to close the window as the system does. Returns the viewport commands that follow.
    pub fn close_by_system(&mut self) -> Vec<ViewportCommand> {
        let root = self.h.input_mut().viewports.entry(ViewportId::ROOT).or_default();
        root.events.push(ViewportEvent::Close);
        self.frames(1);
        self.viewport_commands()
    }

    /// Returns the viewport commands of the last frame.
    pub fn viewport_commands(&self) -> Vec<ViewportCommand> {
        let outputs = &self.h.output().viewport_output;
        outputs.get(&ViewportId::ROOT).map(|output| output.commands.clone()).unwrap_or_default()
    }

    /// Moves the focus to a control with the Tab key.
    #[track_caller]
    pub fn tab_to(&mut self, label: &str) {
        for _ in 0..200 {
            if self.focus().as_deref() == Some(label) {
                return;
            }
            self.key(Key::Tab);
        }
        panic!("Tab never reaches {label:?}\n{}", self.node_texts());
    }

    /// Activates a control with an input device.
    #[track_caller]
    pub fn activate(&mut self, device: InputDevice, label: &str) {
        match device {
            InputDevice::Mouse => self.click(label),
            InputDevice::Keys => {
                self.tab_to(label);
                self.key(Key::Enter);
            }
        }
        self.frames(1);
    }

    /// Activates the control whose label has this id.
    #[track_caller]
    pub fn activate_id(&mut self, device: InputDevice, id: &str) {
        self.activate(device, &self.t(id));
    }

    /// Opens the menu and chooses an entry.
    #[track_caller]
    pub fn menu(&mut self, id: &str) {
        self.click_id("menu-menu");
        self.frames(2);
        let entry = self.t(id);
        let pos = self.menu_entry(&entry);
        let pos = pos.unwrap_or_else(|| panic!("no entry {entry:?}\n{}", self.node_texts()));
        self.click_at(pos);
    }

    /// Returns the centre of an entry of the open menu. A shortcut may follow the label.
    fn menu_entry(&self, label: &str) -> Option<Pos2> {
        let root = self.h.root();
        let is_match = |node: &Node<'_>| {
            let text = node_text(node).unwrap_or_default();
            let rest = text.strip_prefix(label).map(str::trim);
            let shortcuts = ["", "C", "D", "H", "W", "F1", "F2", "F4", "F11"];
            role(node) == Role::Button
                && rest.is_some_and(|rest| shortcuts.contains(&rest) || rest.starts_with("Ctrl+"))
        };
        let entries: Vec<Node<'_>> = root.children_recursive().filter(is_match).collect();
        entries.last().map(|node| node.rect().center())
    }
}
