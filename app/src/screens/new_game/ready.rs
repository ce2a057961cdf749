//! The ready sets of rules on the new-game screen, and the choices that are carried over when
//! another preset is selected.

use qipan_core::contract::seat::Seat;

use crate::games::Seating;
use crate::model::library::{RobotChoice, find};
use crate::model::ready_rules::{ReadyRules, of_preset};
use crate::model::rules::SomeRules;
use crate::model::setup::SeatChoice;
use crate::screens::new_game::form::NewGameForm;
use crate::screens::new_game::own_rules::OwnRules;

/// Returns the rules of a ready set. `seating` has the preset of the set.
fn rules_of(ready: &ReadyRules, seating: &Seating) -> SomeRules {
    let mut seating = seating.clone();
    seating.reset_all();
    for (key, value) in ready.options() {
        seating.set(key, &value);
    }
    seating.rules
}

/// Returns the ready set of a preset that these rules equal, if there is one.
fn ready_set(preset: &str, seating: &Seating) -> Option<&'static ReadyRules> {
    of_preset(preset).find(|ready| rules_of(ready, seating) == seating.rules)
}

impl NewGameForm {
    /// Returns the ready set that equals the current rules, or `None` if the player has changed
    /// them.
    pub fn current_ready_set(&self) -> Option<&'static ReadyRules> {
        let has_house_rules = !self.ticked().is_empty();
        ready_set(self.preset(), self.seating()).filter(|_| !has_house_rules)
    }

    /// Returns true if the selected preset has rules of the player's own, used now or before.
    pub(super) fn has_own_rules(&self) -> bool {
        self.current_ready_set().is_none() || self.own_rules.contains_key(self.preset())
    }

    /// Applies a ready set. Rules of the player's own can be restored with `pick_own_rules`.
    pub fn pick_ready_set(&mut self, ready: &ReadyRules) {
        if self.current_ready_set().is_none() {
            let (rules, ticked) = (self.seating().rules.clone(), self.ticked().to_vec());
            self.own_rules.insert(self.preset(), OwnRules { rules, ticked });
        }
        self.seating_mut().rules = rules_of(ready, self.seating());
        self.untick_all();
    }

    /// Restores the player's own rules, which were kept when a ready set was picked.
    pub(super) fn pick_own_rules(&mut self) {
        let preset = self.preset();
        let Some(own) = self.own_rules.get(preset).cloned() else { return };
        self.seating_mut().rules = own.rules;
        self.tick_only(preset, own.ticked);
        self.shows_options = true;
    }

    /// Shows the options if the rules equal no ready set.
    pub(super) fn show_own_rules(&mut self) {
        self.shows_options |= self.current_ready_set().is_none();
    }

    /// Copies the players and the rules that fit another preset of the same game to it.
    pub(super) fn carry_over(&mut self, preset: &str, robots: &[RobotChoice]) {
        let (seating, ready) = (self.seating().clone(), self.current_ready_set());
        let has_new_sitters = self.has_new_sitters;
        let has_house_rules = self.house.ticked.get(preset).is_some_and(|names| !names.is_empty());
        let Some(other) = self.other_seating_mut(preset) else { return };
        if other.rules.kind() != seating.rules.kind() {
            return;
        }
        if has_new_sitters {
            copy_sitters(&seating, other, |choice| match choice {
                SeatChoice::Robot { script, .. } => {
                    find(robots, script).is_some_and(|robot| robot.plays(preset))
                }
                SeatChoice::Person(_) | SeatChoice::Adaptive => true,
                SeatChoice::Me | SeatChoice::Nobody => false,
            });
        }
        if ready_set(preset, other).is_none() || has_house_rules {
            return;
        }
        match ready {
            Some(ready) => {
                if let Some(same) = of_preset(preset).find(|other| other.name == ready.name) {
                    other.rules = rules_of(same, other);
                }
            }
            None => copy_options(&seating, other),
        }
    }
}

/// Copies the players who fit from one preset to another, and the seat of the local person.
fn copy_sitters(from: &Seating, to: &mut Seating, fits: impl Fn(&SeatChoice) -> bool) {
    let other_seats = to.rules.seats();
    let seats: Vec<Seat> =
        from.rules.seats().iter().filter(|seat| other_seats.contains(*seat)).collect();
    let had_me = to.sitters.contains(&SeatChoice::Me);
    let is_mine = |seat: &Seat| from.sitters[seat.index()] == SeatChoice::Me;
    let my_seat = seats.iter().copied().find(is_mine);
    for seat in seats {
        let choice = &from.sitters[seat.index()];
        if fits(choice) {
            to.sitters[seat.index()].clone_from(choice);
        }
    }
    // Robots on further seats are as strong as the others.
    let is_robot = |choice: &&SeatChoice| matches!(choice, SeatChoice::Robot { .. });
    let robot = from.rules.seats().iter().map(|seat| &from.sitters[seat.index()]).find(is_robot);
    if let Some(robot) = robot.filter(|robot| fits(robot)) {
        let further = other_seats.iter().filter(|seat| !from.rules.seats().contains(*seat));
        for seat in further {
            let sitter = &mut to.sitters[seat.index()];
            if is_robot(&&*sitter) {
                sitter.clone_from(robot);
            }
        }
    }
    let first_seat = to.rules.seats().iter().next();
    let lost_me = had_me && !to.sitters.contains(&SeatChoice::Me);
    if let Some(seat) = my_seat.or(first_seat.filter(|_| lost_me)) {
        to.sit(seat, SeatChoice::Me);
    }
}

/// Copies the changed options that have an effect in the other preset and fit its rules.
fn copy_options(from: &Seating, to: &mut Seating) {
    for key in from.changed() {
        let Some(value) = from.rules.get(key) else { continue };
        let mut changed = to.clone();
        changed.set(key, &value);
        if to.groups().iter().any(|(_, options)| options.iter().any(|info| info.key == key))
            && changed.rules.check().is_ok()
        {
            *to = changed;
        }
    }
}
