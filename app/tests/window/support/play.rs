//! Taking turns at the board, by keys or by pointer.

use egui::Key;
use qipan_core::contract::game::{Game, Step, Turn};
use qipan_core::games::race::{Action, Race};
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record};

use super::{DIGITS, Desk, Hand, plane_name, record, rolling};

impl Desk {
    /// Rolls the die for the person whose turn it is.
    #[track_caller]
    pub fn roll(&mut self, hand: Hand) {
        let before = self.steps();
        match hand {
            Hand::Keys => self.key(Key::Space),
            Hand::Mouse => self.click_id("play-roll-key"),
        }
        assert!(self.steps() > before, "the die has been rolled\n{}", self.words());
    }

    /// Plays an action and answers the choice that it may open.
    #[track_caller]
    pub fn act(&mut self, hand: Hand, action: Action) {
        let before = self.steps();
        match hand {
            Hand::Keys => self.key(DIGITS[action.plane() as usize]),
            Hand::Mouse => self.click(&plane_name(self, action)),
        }
        for _ in 0..2 {
            if self.table().selection.options.is_empty() {
                break;
            }
            self.answer(hand, action);
        }
        let seat = self.table().session.states()[before].seat_to_move();
        let played = self.record().steps.get(before);
        assert_eq!(played, Some(&Step::Act { seat, action }), "{}", self.words());
    }

    /// Answers the open question according to an action.
    fn answer(&mut self, hand: Hand, action: Action) {
        let options = &self.table().selection.options;
        let (id, key) = if options.iter().any(|a| a.flies()) && !options.iter().all(|a| a.flies()) {
            let stay = format!("{} (J)", self.t("choice-stay"));
            match (action.flies(), self.can(&stay)) {
                (true, _) => ("choice-fly", Key::F),
                (false, true) => ("choice-stay", Key::J),
                (false, false) => ("choice-jump", Key::J),
            }
        } else if action.stacks() {
            ("choice-stack", Key::S)
        } else {
            ("choice-apart", Key::A)
        };
        match hand {
            Hand::Keys => self.key(key),
            Hand::Mouse => self.click(&format!("{} ({})", self.t(id), key.name())),
        }
    }

    /// Takes one of the decisions of the person to move. Returns false if no person is to move.
    #[track_caller]
    pub fn take_turn(&mut self, hand: Hand) -> bool {
        self.settle();
        if rolling(self).is_some() {
            self.roll(hand);
            return true;
        }
        let actions = self.table().human_actions();
        let Some(action) = actions.get(self.steps() * 5 % actions.len().max(1)).copied() else {
            return false;
        };
        self.act(hand, action);
        true
    }

    /// Plays until the game is over.
    #[track_caller]
    pub fn finish(&mut self, hand: Hand) {
        while self.take_turn(hand) {}
        assert_eq!(self.race().turn(), Turn::Over, "{}", self.words());
    }
}

/// Returns the first game that meets `wanted`. Plays a fixed choice of actions, with one seed of
/// the dice after another.
#[track_caller]
pub fn position(
    preset: &str,
    players: &[Option<Player>; 4],
    wanted: impl Fn(&Session<Race>) -> bool,
) -> Record<Race> {
    for seed in 0..60 {
        let mut session = Session::new(record(preset, players.clone(), seed)).unwrap();
        while session.state().outcome().is_none() {
            if wanted(&session) {
                return session.record().clone();
            }
            let actions = session.actions();
            match actions.get(session.record().steps.len() % actions.len().max(1)) {
                Some(action) => session.act(session.state().seat_to_move(), *action).unwrap(),
                None => session.roll().unwrap(),
            };
        }
        if wanted(&session) {
            return session.record().clone();
        }
    }
    panic!("no such game")
}
