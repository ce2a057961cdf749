//! Takes turns at the board of a race, by keys or by mouse.

use egui::Key;
use qipan_core::contract::game::{Game, Step, Turn};
use qipan_core::games::race::{Action, Race};
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record};

use super::{DIGITS, Desk, InputDevice, plane_name, record, seat_to_roll};

impl Desk {
    /// Rolls the die for the person whose turn it is.
    #[track_caller]
    pub fn roll(&mut self, device: InputDevice) {
        let steps_before = self.steps();
        match device {
            InputDevice::Keys => self.key(Key::Space),
            InputDevice::Mouse => self.click_id("play-roll-key"),
        }
        assert!(self.steps() > steps_before, "the die was rolled\n{}", self.node_texts());
    }

    /// Plays an action and answers the choice that it may open.
    #[track_caller]
    pub fn act(&mut self, device: InputDevice, action: Action) {
        let steps_before = self.steps();
        match device {
            InputDevice::Keys => self.key(DIGITS[action.plane() as usize]),
            InputDevice::Mouse => self.click(&plane_name(self, action)),
        }
        for _ in 0..2 {
            if self.table().selection.options.is_empty() {
                break;
            }
            self.answer(device, action);
        }
        let seat = self.table().session.states()[steps_before].seat_to_move();
        let played = self.record().steps.get(steps_before);
        assert_eq!(played, Some(&Step::Act { seat, action }), "{}", self.node_texts());
    }

    /// Answers the question about the options of a plane so that this action is played.
    fn answer(&mut self, device: InputDevice, action: Action) {
        let options = &self.table().selection.options;
        let (id, key) = if options.iter().any(|option| option.flies())
            && !options.iter().all(|option| option.flies())
        {
            let stay = format!("{} (J)", self.t("choice-stay"));
            match (action.flies(), self.has_control(&stay)) {
                (true, _) => ("choice-fly", Key::F),
                (false, true) => ("choice-stay", Key::J),
                (false, false) => ("choice-jump", Key::J),
            }
        } else if action.stacks() {
            ("choice-stack", Key::S)
        } else {
            ("choice-apart", Key::A)
        };
        match device {
            InputDevice::Keys => self.key(key),
            InputDevice::Mouse => self.click(&format!("{} ({})", self.t(id), key.name())),
        }
    }

    /// Rolls or plays an action for the person to move. Returns false if no person is to move.
    #[track_caller]
    pub fn take_turn(&mut self, device: InputDevice) -> bool {
        self.settle();
        if seat_to_roll(self).is_some() {
            self.roll(device);
            return true;
        }
        let actions = self.table().human_actions();
        let Some(action) = actions.get(self.steps() * 5 % actions.len().max(1)).copied() else {
            return false;
        };
        self.act(device, action);
        true
    }

    /// Plays the person's turns until a robot has an error. The error can also appear during the
    /// wait for the person's turn.
    #[track_caller]
    pub fn play_until_robot_error(&mut self, device: InputDevice) {
        while self.table().robot_errors.is_empty() {
            let has_played = self.take_turn(device);
            assert!(has_played || !self.table().robot_errors.is_empty(), "{}", self.node_texts());
            self.settle();
        }
    }

    /// Plays until the game is over.
    #[track_caller]
    pub fn finish(&mut self, device: InputDevice) {
        while self.take_turn(device) {}
        assert_eq!(self.race().turn(), Turn::Over, "{}", self.node_texts());
    }
}

/// Returns the first game found that meets a condition. Tries one seed of the dice after another,
/// with a fixed choice of actions.
#[track_caller]
pub fn position(
    preset: &str,
    players: &[Option<Player>; 4],
    condition: impl Fn(&Session<Race>) -> bool,
) -> Record<Race> {
    for seed in 0..60 {
        let mut session = Session::new(record(preset, players.clone(), seed)).unwrap();
        while session.state().outcome().is_none() {
            if condition(&session) {
                return session.record().clone();
            }
            let actions = session.actions();
            match actions.get(session.record().steps.len() % actions.len().max(1)) {
                Some(action) => session.act(session.state().seat_to_move(), *action).unwrap(),
                None => session.roll().unwrap(),
            };
        }
        if condition(&session) {
            return session.record().clone();
        }
    }
    panic!("no such game")
}
