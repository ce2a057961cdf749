//! The ready-made rules on the new-game screen (standard, family and quick rules), and the choices
//! that are carried over when another preset is selected.

use qipan_core::contract::seat::Seat;

use crate::games::Seating;
use crate::model::library::{RobotChoice, find};
use crate::model::ready_rules::{ReadyRules, of_preset};
use crate::model::rules::SomeRules;
use crate::model::setup::SeatChoice;
use crate::screens::new_game::form::NewGameForm;
use crate::screens::new_game::own_rules::OwnRules;

/// Returns the rules that ready-made rules define. `seating` must belong to one of their presets.
fn rules_of(ready: &ReadyRules, seating: &Seating) -> SomeRules {
    let mut seating = seating.clone();
    seating.reset_all();
    for (key, value) in ready.options() {
        seating.set(key, &value);
    }
    seating.rules
}

/// Returns the ready-made rules of this preset that are equal to those of `seating`, if there are
/// any.
fn ready_rules(preset: &str, seating: &Seating) -> Option<&'static ReadyRules> {
    of_preset(preset).find(|ready| rules_of(ready, seating) == seating.rules)
}

impl NewGameForm {
    /// Returns the ready-made rules that are equal to the current rules, or `None` if the player
    /// has changed them.
    pub fn current_ready_rules(&self) -> Option<&'static ReadyRules> {
        let has_house_rules = !self.ticked().is_empty();
        ready_rules(self.preset(), self.seating()).filter(|_| !has_house_rules)
    }

    /// Returns true if the selected preset has rules of the player's own, in use or kept for later.
    pub(super) fn has_own_rules(&self) -> bool {
        self.current_ready_rules().is_none() || self.own_rules.contains_key(self.preset())
    }

    /// Applies ready-made rules. Rules of the player's own can be restored with `pick_own_rules`.
    pub fn pick_ready_rules(&mut self, ready: &ReadyRules) {
        if self.current_ready_rules().is_none() {
            let (rules, ticked) = (self.seating().rules.clone(), self.ticked().to_vec());
            self.own_rules.insert(self.preset(), OwnRules { rules, ticked });
        }
        self.seating_mut().rules = rules_of(ready, self.seating());
        self.untick_all();
    }

    /// Restores the player's own rules, which were kept when ready-made rules were picked.
    pub(super) fn pick_own_rules(&mut self) {
        let preset = self.preset();
        let Some(own) = self.own_rules.get(preset).cloned() else { return };
        self.seating_mut().rules = own.rules;
        self.tick_only(preset, own.ticked);
        self.shows_options = true;
    }

    /// Shows the options if the rules are not ready-made.
    pub(super) fn show_own_rules(&mut self) {
        self.shows_options |= self.current_ready_rules().is_none();
    }

    /// Copies players and rules to another preset of the same game, as far as they fit it.
    pub(super) fn carry_over(&mut self, preset: &str, robots: &[RobotChoice]) {
        let (seating, ready) = (self.seating().clone(), self.current_ready_rules());
        let has_new_players = self.has_new_players;
        let has_house_rules = self.house.ticked.get(preset).is_some_and(|names| !names.is_empty());
        let Some(other) = self.other_seating_mut(preset) else { return };
        if other.rules.kind() != seating.rules.kind() {
            return;
        }
        if has_new_players {
            copy_players(&seating, other, |choice| match choice {
                SeatChoice::Robot { script, .. } => {
                    find(robots, script).is_some_and(|robot| robot.plays(preset))
                }
                SeatChoice::Person(_) | SeatChoice::Adaptive => true,
                SeatChoice::Me | SeatChoice::Nobody => false,
            });
        }
        if ready_rules(preset, other).is_none() || has_house_rules {
            return;
        }
        match ready {
            Some(ready) => {
                if let Some(same) = of_preset(preset).find(|candidate| candidate.name == ready.name)
                {
                    other.rules = rules_of(same, other);
                }
            }
            None => copy_options(&seating, other),
        }
    }
}

/// Copies the seat of the local person from one preset to another, and the players who fit the
/// other preset.
fn copy_players(from: &Seating, to: &mut Seating, fits: impl Fn(&SeatChoice) -> bool) {
    let other_seats = to.rules.seats();
    let seats: Vec<Seat> =
        from.rules.seats().iter().filter(|seat| other_seats.contains(*seat)).collect();
    let had_me = to.seat_choices.contains(&SeatChoice::Me);
    let is_mine = |seat: &Seat| from.seat_choices[seat.index()] == SeatChoice::Me;
    let my_seat = seats.iter().copied().find(is_mine);
    for seat in seats {
        let choice = &from.seat_choices[seat.index()];
        if fits(choice) {
            to.seat_choices[seat.index()].clone_from(choice);
        }
    }
    // On seats that only the other preset has, robots are replaced by the first robot of the old
    // preset, so that they are as strong as the others.
    let is_robot = |choice: &&SeatChoice| matches!(choice, SeatChoice::Robot { .. });
    let robot =
        from.rules.seats().iter().map(|seat| &from.seat_choices[seat.index()]).find(is_robot);
    if let Some(robot) = robot.filter(|robot| fits(robot)) {
        let further = other_seats.iter().filter(|seat| !from.rules.seats().contains(*seat));
        for seat in further {
            let seat_choice = &mut to.seat_choices[seat.index()];
            if is_robot(&&*seat_choice) {
                seat_choice.clone_from(robot);
            }
        }
    }
    let first_seat = to.rules.seats().iter().next();
    let lost_me = had_me && !to.seat_choices.contains(&SeatChoice::Me);
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
