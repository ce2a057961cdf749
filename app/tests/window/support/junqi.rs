//! Helpers for Junqi at the window: games on the table, names of cells, and all readable text.

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
use qipan_core::games::junqi::{Action, Cell, Deal, Junqi, Tile};
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record};
use rand::{Rng, RngExt};

use super::{Desk, Hand, robot};

/// Returns the players of a table: `p` for a person, `r` for a robot, a letter for each seat that
/// plays.
pub fn players(rules: &qipan_core::games::junqi::Rules, who: &str) -> Vec<Option<Player>> {
    let mut who = who.chars();
    let sitter = |index| {
        let plays = rules.seats().contains(Seat::new(index));
        plays.then(|| match who.next() {
            Some('p') => Player::human(&format!("P{index}")),
            _ => robot("random"),
        })
    };
    (0..Seat::MAX as u8).map(sitter).collect()
}

/// Returns a game of Junqi without a clock, before its first step.
pub fn junqi_record(preset: &str, who: &str, seed: u64) -> Record<Junqi> {
    new_game(preset, who, seed).record::<Junqi>().unwrap()
}

/// Returns a game of Junqi from a position, before its first step.
pub fn junqi_from(preset: &str, who: &str, line: &str) -> Record<Junqi> {
    let game = NewGame { position: Some(line.to_owned()), ..new_game(preset, who, 3) };
    game.record::<Junqi>().unwrap_or_else(|why| panic!("{line}: {why}"))
}

fn new_game(preset: &str, who: &str, seed: u64) -> NewGame {
    let mut rules = <Junqi as Game>::Rules::preset(preset).unwrap();
    rules.clock_seconds = 0;
    NewGame {
        preset: preset.to_owned(),
        players: players(&rules, who),
        rules: SomeRules::new::<Junqi>(rules),
        pick_colour: false,
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

/// Returns the same steps with another deal of the pieces that a viewer cannot see. The viewer's
/// view stays equal. Returns `None` if no such deal was found.
pub fn dealt_again(
    record: &Record<Junqi>,
    viewer: Viewer,
    rng: &mut impl Rng,
) -> Option<Record<Junqi>> {
    let view = Session::new(record.clone()).unwrap().state().view(viewer);
    for _ in 0..40 {
        let deal = deal_of(&Junqi::sample(&view, rng), &record.deal);
        let other = Record { deal, ..record.clone() };
        let fits = |game: Session<Junqi>| game.state().view(viewer) == view;
        if other.deal != record.deal && Session::new(other.clone()).is_ok_and(fits) {
            return Some(other);
        }
    }
    None
}

/// Returns the deal before the first step of a game with this state. Lots are kept.
fn deal_of(game: &Junqi, old: &Deal) -> Deal {
    let all = game.view(Viewer::All);
    let letters = |land: Seat| -> String {
        let cells = (1..=6).flat_map(|line| (1..=5).map(move |column| (line, column)));
        let camps = [(2, 2), (2, 4), (3, 3), (4, 2), (4, 4)];
        let cells = cells.filter(|cell| !camps.contains(cell));
        let letter = |(line, column)| {
            let seen = all.seen(Tile::named_by(Cell::of(land, line, column)));
            let letter = seen.piece.unwrap().letter();
            let small = old.tiles.is_some() && seen.colour == Some(Seat::new(2));
            if small { letter.to_ascii_lowercase() } else { letter }
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
        replay.expect("a game of Junqi is looked back at")
    }

    /// Puts a game on the table after applying `ready` to it.
    pub fn put_junqi(&mut self, record: Record<Junqi>, ready: impl FnOnce(&mut Table<Junqi>)) {
        let mut table = Table::new(record, false).unwrap();
        ready(&mut table);
        let app = self.h.state_mut();
        app.table = Some(table.into());
        app.go(Screen::Play);
        self.frames(3);
    }

    /// Returns the name of a cell's node.
    pub fn cell_name(&self, cell: Cell, id: &str) -> String {
        let i18n = self.app().i18n();
        let seen = self.junqi().view().at(cell);
        let what = seen.map_or_else(|| i18n.t("junqi-empty"), |seen| words::seen(i18n, seen));
        let cell = words::cell(i18n, self.junqi().view().rules().board, cell);
        i18n.tf(id, &[("cell", cell.into()), ("what", what.into())])
    }

    /// Returns the current name of a cell's node, including its possible actions.
    #[track_caller]
    pub fn node_at(&self, cell: Cell) -> String {
        let start = self.cell_name(cell, "junqi-spoken");
        let nodes = self.nodes().into_iter().map(|(_, text)| text);
        let name = nodes.into_iter().find(|text| text.starts_with(&start));
        name.unwrap_or_else(|| panic!("no {start:?}\n{}", self.words()))
    }

    /// Seeks the replay to a step.
    pub fn junqi_seek(&mut self, at: usize) {
        let replay = self.h.state_mut().replay.as_mut();
        if let Some(replay) = replay.and_then(|replay| replay.replay_mut::<Junqi>()) {
            replay.seek(at);
        }
    }

    /// Lifts the hot-seat curtain, if there is one, by keys or mouse.
    #[track_caller]
    pub fn uncover(&mut self, hand: Hand) {
        self.settle();
        if self.junqi().cover().is_some() {
            self.use_id(hand, "play-uncover");
            self.settle();
        }
    }

    /// Plays an action by pressing its origin, then its target.
    #[track_caller]
    pub fn play_junqi(&mut self, hand: Hand, action: Action) {
        let before = self.junqi().steps();
        let from = self.cell_name(action.from(), "junqi-spoken-movable");
        self.press(hand, &from);
        if let Action::Move { to, .. } = action {
            assert_eq!(self.junqi().selection.picked, Some(action.from()), "{}", self.words());
            let to = self.cell_name(to, "junqi-spoken-target");
            self.press(hand, &to);
        }
        assert!(self.junqi().steps() > before, "{action} was played\n{}", self.words());
    }

    /// Presses a cell.
    #[track_caller]
    fn press(&mut self, hand: Hand, label: &str) {
        match hand {
            Hand::Mouse => self.click(label),
            Hand::Keys => {
                self.walk_to(label);
                self.key(Key::Enter);
            }
        }
        self.frames(1);
    }

    /// Goes to a control with Tab or Shift+Tab, by the shorter way.
    #[track_caller]
    pub fn walk_to(&mut self, label: &str) {
        let ring: Vec<Option<String>> = self.ring();
        let at = ring.iter().position(|name| name.is_some() && *name == self.focus());
        let to = ring.iter().rposition(|name| name.as_deref() == Some(label));
        let to = to.unwrap_or_else(|| panic!("nothing to go to: {label:?}\n{}", self.words()));
        let ahead = match at {
            Some(at) => (to + ring.len() - at) % ring.len(),
            None => to + 1,
        };
        let back = ahead > ring.len() / 2;
        for _ in 0..2 * ring.len() {
            if self.focus().as_deref() == Some(label) {
                return;
            }
            match back {
                true => self.h.key_press_modifiers(egui::Modifiers::SHIFT, Key::Tab),
                false => self.h.key_press(Key::Tab),
            }
            self.frames(1);
        }
        panic!("Tab never comes to {label:?}\n{}", self.words());
    }

    /// Returns the names of all nodes that Tab reaches, in order.
    fn ring(&self) -> Vec<Option<String>> {
        let root = self.h.root();
        let able = root.children_recursive().filter(|node| {
            node.accesskit_node().data().supports_action(egui::accesskit::Action::Focus)
        });
        able.map(|node| super::says(&node)).collect()
    }

    /// Returns all readable text: the whole tree of nodes, then all painted text.
    pub fn readable(&self) -> String {
        let mut lines = Vec::new();
        for node in self.h.root().children_recursive() {
            let node = node.accesskit_node();
            let said = [node.label(), node.value(), node.description()];
            let data = node.data();
            lines.push(format!(
                "{:?} {said:?} {:?} {:?} {:?}",
                node.role(),
                data.tooltip(),
                data.keyboard_shortcut(),
                data.bounds().map(|b| [b.x0 as i32, b.y0 as i32, b.x1 as i32, b.y1 as i32]),
            ));
        }
        lines.push("painted:".to_owned());
        lines.extend(self.painted());
        lines.join("\n")
    }

    /// Returns the rectangles in which a text is painted.
    pub fn painted_at(&self, text: &str) -> Vec<egui::Rect> {
        let mut places = Vec::new();
        for clipped in &self.h.output().shapes {
            places_of(&clipped.shape, text, &mut places);
        }
        places
    }

    /// Returns all painted text.
    pub fn painted(&self) -> Vec<String> {
        let mut texts = Vec::new();
        for clipped in &self.h.output().shapes {
            texts_of(&clipped.shape, &mut texts);
        }
        texts
    }
}

fn places_of(shape: &Shape, text: &str, places: &mut Vec<egui::Rect>) {
    match shape {
        Shape::Text(shape) if shape.galley.text() == text => {
            places.push(shape.galley.rect.translate(shape.pos.to_vec2()));
        }
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| places_of(shape, text, places)),
        _ => {}
    }
}

fn texts_of(shape: &Shape, texts: &mut Vec<String>) {
    match shape {
        Shape::Text(text) => texts.push(text.galley.text().to_owned()),
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| texts_of(shape, texts)),
        _ => {}
    }
}
