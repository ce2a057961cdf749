//! Helpers for Junqi at the window: games on the table, names of cells, and all readable text.

use egui::epaint::TextShape;
use egui::{Key, Shape};
use egui_kittest::kittest::NodeT as _;
use qipan::app::Screen;
use qipan::games::junqi::words;
use qipan::model::rules::SomeRules;
use qipan::model::setup::NewGame;
use qipan::play::table::Table;
use qipan::screens::replay::ReplayView;
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, Turn, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{Action, Cell, Deal, Junqi, Rules, Tile};
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record};
use rand::{Rng, RngExt};

use super::{Desk, InputDevice, Place, robot};

/// Returns the players of a table. `letters` has a letter for each seat in play: `p` for a person,
/// `r` for a robot.
pub fn players(rules: &qipan_core::games::junqi::Rules, letters: &str) -> Vec<Option<Player>> {
    let mut letters = letters.chars();
    let player = |index| {
        let is_in_play = rules.seats().contains(Seat::new(index));
        is_in_play.then(|| match letters.next() {
            Some('p') => Player::human(&format!("P{index}")),
            _ => robot("random"),
        })
    };
    (0..Seat::MAX as u8).map(player).collect()
}

/// Returns a game of Junqi without a clock, before its first step.
pub fn junqi_record(preset: &str, letters: &str, seed: u64) -> Record<Junqi> {
    new_game(preset, letters, seed).record::<Junqi>().unwrap()
}

/// Returns a game of Junqi from a position, before its first step.
pub fn junqi_from(preset: &str, letters: &str, line: &str) -> Record<Junqi> {
    junqi_with_rules(preset, letters, line, |_| {})
}

/// Returns a game of Junqi from a position and with changed rules, before its first step.
pub fn junqi_with_rules(
    preset: &str,
    letters: &str,
    line: &str,
    change: impl FnOnce(&mut Rules),
) -> Record<Junqi> {
    let mut rules = Rules::preset(preset).unwrap();
    rules.clock_seconds = 0;
    change(&mut rules);
    let game = NewGame {
        rules: SomeRules::new::<Junqi>(rules),
        position: Some(line.to_owned()),
        ..new_game(preset, letters, 3)
    };
    game.record::<Junqi>().unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// Returns the setup of a game without a clock.
fn new_game(preset: &str, letters: &str, seed: u64) -> NewGame {
    let mut rules = <Junqi as Game>::Rules::preset(preset).unwrap();
    rules.clock_seconds = 0;
    NewGame {
        preset: preset.to_owned(),
        players: players(&rules, letters),
        rules: SomeRules::new::<Junqi>(rules),
        picks_colour: false,
        house_rules: Vec::new(),
        layouts: Vec::new(),
        position: None,
        seed: Some(Seed::from_number(seed)),
    }
}

/// Plays up to `steps` random steps, fewer if the game ends.
pub fn played(record: Record<Junqi>, steps: usize, rng: &mut impl Rng) -> Session<Junqi> {
    let mut session = Session::new(record).unwrap();
    for _ in 0..steps {
        let Turn::Seat(seat) = session.state().turn() else { break };
        let actions = session.actions();
        session.act(seat, actions[rng.random_range(0..actions.len())]).unwrap();
    }
    session
}

/// Returns the same steps with another deal of the pieces that a viewer cannot see. The view of the
/// viewer stays equal. Returns `None` if no such deal was found.
pub fn redeal_hidden(
    record: &Record<Junqi>,
    viewer: Viewer,
    rng: &mut impl Rng,
) -> Option<Record<Junqi>> {
    let view = Session::new(record.clone()).unwrap().state().view(viewer);
    for _ in 0..40 {
        let deal = deal_of(&Junqi::sample(&view, rng), &record.deal);
        let redealt = Record { deal, ..record.clone() };
        let is_same_view = |game: Session<Junqi>| game.state().view(viewer) == view;
        if redealt.deal != record.deal && Session::new(redealt.clone()).is_ok_and(is_same_view) {
            return Some(redealt);
        }
    }
    None
}

/// Returns the deal from which a game in this state began. The lots of the old deal are kept.
fn deal_of(game: &Junqi, old: &Deal) -> Deal {
    let full_view = game.view(Viewer::All);
    let letters = |land: Seat| -> String {
        let cells = (1..=6).flat_map(|line| (1..=5).map(move |column| (line, column)));
        let camps = [(2, 2), (2, 4), (3, 3), (4, 2), (4, 4)];
        let cells = cells.filter(|cell| !camps.contains(cell));
        let letter = |(line, column)| {
            let tile = full_view.visible_tile(Tile::named_by(Cell::of(land, line, column)));
            let letter = tile.piece.unwrap().letter();
            let is_lowercase = old.tiles.is_some() && tile.colour == Some(Seat::new(2));
            if is_lowercase { letter.to_ascii_lowercase() } else { letter }
        };
        cells.map(letter).collect()
    };
    let mut deal = old.clone();
    for (name, text) in &mut deal.layouts {
        *text = letters(Junqi::seat_by_name(name).unwrap());
    }
    if deal.tiles.is_some() {
        deal.tiles = Some(letters(Seat::new(0)) + &letters(Seat::new(2)));
    }
    deal
}

/// A long game in which both players move their only piece to and fro.
pub const QUIET: &str =
    "qipan junqi open turn=south ply=200 south=S62F,S54P,S61D north=N62F,N54P,N61D";

/// Writes a robot that stays at home and whose search finds this value everywhere.
pub fn write_sure_robot(place: &Place, name: &str, value: f32) {
    let source = format!(
        "return {{ api = 1, game = \"junqi\", name = \"{name}\", version = \"1\", author = \"Kim\",\n\
         choose = function(view, turn)\n\
         local value = function() return {value} end\n\
         local found = turn:search({{ iterations = 6, worlds = 1, depth = 1, value = value }})\n\
         for _, row in found do\n\
         if row.action.to and string.sub(row.action.to, 1, 1) == \"N\" then return row.action end\n\
         end\n\
         return found[1].action\n\
         end }}\n"
    );
    place.write(&format!("scripts/robots/junqi/{name}.luau"), &source);
}

/// Returns a record in which a robot plays this seat.
pub fn with_robot(mut record: Record<Junqi>, index: usize, name: &str) -> Record<Junqi> {
    record.players[index].1 = robot(name);
    record
}

impl Desk {
    /// Returns the game of Junqi on the table.
    pub fn junqi(&self) -> &Table<Junqi> {
        self.app()
            .table
            .as_ref()
            .map(|table| table.table::<Junqi>())
            .expect("Junqi is on the table")
    }

    /// Returns the replay of a game of Junqi.
    pub fn junqi_replay(&self) -> &ReplayView<Junqi> {
        let replay = self.app().replay.as_ref().and_then(|replay| replay.replay::<Junqi>());
        replay.expect("a game of Junqi is replayed")
    }

    /// Puts a game on the table. `prepare` changes the table first.
    pub fn put_junqi(&mut self, record: Record<Junqi>, prepare: impl FnOnce(&mut Table<Junqi>)) {
        let mut table = Table::new(record, false).unwrap();
        prepare(&mut table);
        let app = self.h.state_mut();
        app.table = Some(table.into());
        app.go(Screen::Play);
        self.frames(3);
    }

    /// Returns the label of a cell: the text of this id with the cell and its contents.
    pub fn cell_name(&self, cell: Cell, id: &str) -> String {
        let i18n = self.app().i18n();
        let tile = self.junqi().view().at(cell);
        let what = tile.map_or_else(|| i18n.t("junqi-empty"), |tile| words::seen(i18n, tile));
        let cell = words::cell(i18n, self.junqi().view().rules(), cell);
        i18n.tf(id, &[("cell", cell.into()), ("what", what.into())])
    }

    /// Returns the current label of a cell, including its possible actions.
    #[track_caller]
    pub fn node_at(&self, cell: Cell) -> String {
        let start = self.cell_name(cell, "junqi-spoken");
        let nodes = self.nodes().into_iter().map(|(_, text)| text);
        let name = nodes.into_iter().find(|text| text.starts_with(&start));
        name.unwrap_or_else(|| panic!("no {start:?}\n{}", self.node_texts()))
    }

    /// Seeks the replay to a step.
    pub fn junqi_seek(&mut self, at: usize) {
        let replay = self.h.state_mut().replay.as_mut();
        if let Some(replay) = replay.and_then(|replay| replay.replay_mut::<Junqi>()) {
            replay.seek(at);
        }
    }

    /// Lifts the cover that hides the board between two people, if there is one.
    #[track_caller]
    pub fn lift_cover(&mut self, device: InputDevice) {
        self.settle();
        if self.junqi().cover().is_some() {
            self.activate_id(device, "play-uncover");
            self.settle();
        }
    }

    /// Plays an action by pressing its origin, then its target.
    #[track_caller]
    pub fn play_junqi(&mut self, device: InputDevice, action: Action) {
        let steps_before = self.junqi().steps();
        let from = self.cell_name(action.from(), "junqi-spoken-movable");
        self.activate_cell(device, &from);
        if let Action::Move { to, .. } = action {
            assert_eq!(
                self.junqi().selection.picked_cell,
                Some(action.from()),
                "{}",
                self.node_texts()
            );
            let to = self.cell_name(to, "junqi-spoken-target");
            self.activate_cell(device, &to);
        }
        assert!(self.junqi().steps() > steps_before, "{action} was played\n{}", self.node_texts());
    }

    /// Plays a move of the person on the first seat that stays in its own half, if it is that person's
    /// turn. Waits for the robots. Returns false once the game is over or a draw is offered.
    #[track_caller]
    pub fn play_quiet_round(&mut self) -> bool {
        self.settle();
        if self.junqi().human_to_act().is_none() {
            return false;
        }
        let stays = |action: &Action| {
            action.to_string().split(' ').nth(1).is_some_and(|target| target.starts_with('S'))
        };
        let actions = self.junqi().human_actions();
        let action = actions.iter().copied().find(stays).or(actions.first().copied());
        self.play_junqi(InputDevice::Mouse, action.expect("the person can move"));
        self.settle();
        true
    }

    /// Activates a cell.
    #[track_caller]
    fn activate_cell(&mut self, device: InputDevice, label: &str) {
        match device {
            InputDevice::Mouse => self.click(label),
            InputDevice::Keys => {
                self.tab_shortest_to(label);
                self.key(Key::Enter);
            }
        }
        self.frames(1);
    }

    /// Moves the focus to a control with Tab or with Shift+Tab, whichever takes fewer presses.
    #[track_caller]
    pub fn tab_shortest_to(&mut self, label: &str) {
        let order: Vec<Option<String>> = self.tab_order();
        let current = order.iter().position(|name| name.is_some() && *name == self.focus());
        let target = order.iter().rposition(|name| name.as_deref() == Some(label));
        let target =
            target.unwrap_or_else(|| panic!("no node to reach: {label:?}\n{}", self.node_texts()));
        let presses_forward = match current {
            Some(current) => (target + order.len() - current) % order.len(),
            None => target + 1,
        };
        let is_backward = presses_forward > order.len() / 2;
        for _ in 0..2 * order.len() {
            if self.focus().as_deref() == Some(label) {
                return;
            }
            match is_backward {
                true => self.h.key_press_modifiers(egui::Modifiers::SHIFT, Key::Tab),
                false => self.h.key_press(Key::Tab),
            }
            self.frames(1);
        }
        panic!("Tab never reaches {label:?}\n{}", self.node_texts());
    }

    /// Returns the names of all nodes that Tab reaches, in order.
    fn tab_order(&self) -> Vec<Option<String>> {
        let root = self.h.root();
        let focusable = root.children_recursive().filter(|node| {
            node.accesskit_node().data().supports_action(egui::accesskit::Action::Focus)
        });
        focusable.map(|node| super::node_text(&node)).collect()
    }

    /// Returns all text that a player can read: the whole tree of nodes, then all painted texts.
    pub fn all_readable_text(&self) -> String {
        let mut lines = Vec::new();
        for node in self.h.root().children_recursive() {
            let node = node.accesskit_node();
            let texts = [node.label(), node.value(), node.description()];
            let data = node.data();
            lines.push(format!(
                "{:?} {texts:?} {:?} {:?} {:?}",
                node.role(),
                data.tooltip(),
                data.keyboard_shortcut(),
                data.bounds().map(|rect| [rect.x0, rect.y0, rect.x1, rect.y1].map(|x| x as i32)),
            ));
        }
        lines.push("painted:".to_owned());
        lines.extend(self.painted_texts());
        lines.join("\n")
    }

    /// Returns the rectangles in which a text is painted.
    pub fn rects_of_painted(&self, text: &str) -> Vec<egui::Rect> {
        let place = |shape: TextShape| shape.galley.rect.translate(shape.pos.to_vec2());
        self.painted_shapes_of(text).into_iter().map(place).collect()
    }

    /// Returns the shapes that paint a text.
    pub fn painted_shapes_of(&self, text: &str) -> Vec<TextShape> {
        let mut found = Vec::new();
        for clipped in &self.h.output().shapes {
            collect_text_shapes(&clipped.shape, text, &mut found);
        }
        found
    }

    /// Returns all painted texts.
    pub fn painted_texts(&self) -> Vec<String> {
        let mut texts = Vec::new();
        for clipped in &self.h.output().shapes {
            collect_texts(&clipped.shape, &mut texts);
        }
        texts
    }
}

/// Adds the shapes that paint a text.
fn collect_text_shapes(shape: &Shape, text: &str, found: &mut Vec<TextShape>) {
    match shape {
        Shape::Text(shape) if shape.galley.text() == text => found.push(shape.clone()),
        Shape::Vec(shapes) => {
            shapes.iter().for_each(|shape| collect_text_shapes(shape, text, found));
        }
        _ => {}
    }
}

/// Adds the texts that a shape paints.
fn collect_texts(shape: &Shape, texts: &mut Vec<String>) {
    match shape {
        Shape::Text(text) => texts.push(text.galley.text().to_owned()),
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect_texts(shape, texts)),
        _ => {}
    }
}
