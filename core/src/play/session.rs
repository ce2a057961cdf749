//! A running game. All changes to a game go through its session, which records them.
//!
//! A [`Session`] holds a record together with all states and events since the start.
//! [`Session::play`] checks and plays a step. [`Session::play_with_house_rules`] does so under
//! house rules. Both update the record, the states and the events together, so that these always
//! agree. An illegal step changes none of them.
//!
//! The next roll follows from the record's seed ([`Session::roll`]). The random numbers of a robot
//! follow from the seed, its seat and the ply ([`Session::robot_stream`]). Other methods change the
//! record without a step: they take steps back ([`Session::take_back`]), replace a player, disable
//! a house rule or change annotations.
//!
//! A session does not touch files. After [`Session::begin_journal`] it collects a line for each
//! change, and the caller writes these to a file, from which [`Session::resume`] restores the game.

use crate::contract::dice::Seed;
use crate::contract::game::{Game, IllegalStep, Step, Turn, Viewer};
use crate::contract::house_rule_hooks::HouseRuleHooks;
use crate::contract::robot_stream::RobotStream;
use crate::contract::seat::Seat;
use crate::house::{House, HouseError};
use crate::record::{
    AnnotationChange, AuditEntry, Journal, JournalChange, JournalEntry, JournalError,
    MAX_NORMAL_STEPS, MAX_STEPS, Player, Record, ReplayError, TakenBack, parse_entry,
};

/// A running game with its record and all states since the start.
#[derive(Clone, Debug)]
pub struct Session<G: Game> {
    record: Record<G>,
    /// The states before each step and after the last.
    states: Vec<G>,
    /// All events so far, oldest first.
    log: Vec<G::Event>,
    /// The number of events before each step and after the last.
    event_ends: Vec<usize>,
    /// The journal, if one was begun.
    journal: Option<Journal>,
}

impl<G: Game> Session<G> {
    /// Creates a session at the end of a new or saved record.
    pub fn new(record: Record<G>) -> Result<Self, ReplayError> {
        let start = record.start()?;
        let steps = record.steps.clone();
        // States take most of the memory, so their vector has exactly the needed capacity.
        let mut states = Vec::with_capacity(steps.len() + 1);
        states.push(start);
        let (log, event_ends) = (Vec::new(), vec![0]);
        let mut session = Self { record, states, log, event_ends, journal: None };
        session.record.steps.clear();
        for (at, step) in steps.into_iter().enumerate() {
            session.play(step).map_err(|why| ReplayError::Step { at, why })?;
        }
        session.record.check_variations(&session.states)?;
        Ok(session)
    }

    /// Creates the session of a game that a host elsewhere runs, beginning with `state`. All states
    /// of the session are determinizations of the host's views, so its record must not be saved.
    pub fn from_host_state(record: Record<G>, state: G) -> Self {
        let record = Record { steps: Vec::new(), ..record };
        Self { record, states: vec![state], log: Vec::new(), event_ends: vec![0], journal: None }
    }

    /// Appends a step of a game that a host elsewhere runs, with its events and a determinization
    /// of the state after it. The step is not checked.
    pub fn follow(&mut self, step: Step<G>, events: Vec<G::Event>, state: G) {
        self.log.extend(events);
        self.push(step, state, self.log.len());
    }

    /// Restores a session from a journal, which consists of a record and the lines after it.
    /// Ignores an incomplete last line.
    pub fn resume(record: Record<G>, lines: &str) -> Result<Self, JournalError> {
        let mut session = Self::new(record)?;
        let complete = lines.split_inclusive('\n').filter(|line| line.ends_with('\n'));
        for (index, line) in complete.enumerate() {
            let error = |what| JournalError::Line { line: index + 1, what };
            let entry = parse_entry(line).map_err(error)?;
            session.apply_entry(entry).map_err(error)?;
        }
        Ok(session)
    }

    /// Applies a line of a journal.
    fn apply_entry(&mut self, entry: JournalEntry<G>) -> Result<(), String> {
        match entry {
            JournalEntry::Step(Step::House { rule, .. })
                if usize::from(rule) >= self.record.house_rules.len() =>
            {
                return Err(format!("there is no house rule {rule}"));
            }
            JournalEntry::Step(step) => drop(self.play(step).map_err(|why| why.to_string())?),
            JournalEntry::Change(JournalChange::TakeBack(to)) => self.take_back(to),
            JournalEntry::Change(JournalChange::DisableRule(rule)) => self.disable_rule(rule),
            JournalEntry::Change(JournalChange::Hint) => self.count_hint(),
            JournalEntry::Change(JournalChange::Annotations(change)) => drop(self.annotate(change)),
            JournalEntry::Change(JournalChange::Player { seat, player }) => {
                match G::seat_by_name(&seat) {
                    Some(seat) => {
                        player.check()?;
                        self.set_player(seat, player);
                    }
                    None => return Err(format!("unknown seat `{seat:.60}`")),
                }
            }
        }
        Ok(())
    }

    /// Returns a copy of the session as it was after `step` steps, or as it is now if there are
    /// fewer. This does not count as a take-back. The copy has no journal.
    #[must_use]
    pub fn at(&self, step: usize) -> Self {
        let step = step.min(self.record.steps.len());
        Self {
            record: self.record.at(step),
            states: self.states[..=step].to_vec(),
            log: self.log[..self.event_ends[step]].to_vec(),
            event_ends: self.event_ends[..=step].to_vec(),
            journal: None,
        }
    }

    /// Begins a journal. Returns the save that its file starts with. From now on, the session
    /// collects the lines that follow in the file.
    pub fn begin_journal(&mut self) -> String {
        self.journal = Some(Journal::begin(&self.record, &self.states));
        self.write()
    }

    /// Returns the journal lines collected since the last call, or `None` if no journal was begun.
    pub fn take_lines(&mut self) -> Option<String> {
        self.journal.as_mut().map(Journal::take_lines)
    }

    /// Returns the current state.
    pub fn state(&self) -> &G {
        self.states.last().unwrap_or_else(|| unreachable!("a session has its first state"))
    }

    /// Returns the record so far.
    pub fn record(&self) -> &Record<G> {
        &self.record
    }

    /// Returns the game as the text of a file.
    pub fn write(&self) -> String {
        self.record.write_with_states(&self.states)
    }

    /// Returns the states before each step and after the last.
    pub fn states(&self) -> &[G] {
        &self.states
    }

    /// Returns all events so far, oldest first.
    pub fn log(&self) -> &[G::Event] {
        &self.log
    }

    /// Returns the events of one step.
    pub fn events(&self, step: usize) -> &[G::Event] {
        match (self.event_ends.get(step), self.event_ends.get(step + 1)) {
            (Some(from), Some(to)) => &self.log[*from..*to],
            _ => &[],
        }
    }

    /// Returns the legal actions of the seat to move.
    pub fn actions(&self) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.state().legal_actions(&mut actions);
        actions
    }

    /// Returns the current view of a seat.
    pub fn view(&self, seat: Seat) -> G::View {
        self.state().view(Viewer::Seat(seat))
    }

    /// Plays a seat's action. Returns its events.
    ///
    /// # Errors
    /// The action is illegal. Nothing has changed.
    ///
    /// # Examples
    /// ```
    /// use qipan_core::contract::dice::Seed;
    /// use qipan_core::contract::game::IllegalStep;
    /// use qipan_core::contract::options::RuleSet;
    /// use qipan_core::contract::seat::Seat;
    /// use qipan_core::contract::setup::Setup;
    /// use qipan_core::games::junqi::{Junqi, Rules};
    /// use qipan_core::play::session::Session;
    /// use qipan_core::record::{Player, Record};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let rules = Rules::preset("dark").expect("a preset of Junqi");
    /// let [south, north] = [0, 2].map(Seat::new);
    /// let players = vec![(south, Player::human("Ann")), (north, Player::human("Bo"))];
    /// let seed = Seed::from_number(7);
    /// let deal = Junqi::draw_deal(&rules, rules.seats(), &seed)?;
    /// let record = Record::<Junqi>::new("dark", rules, players, deal, seed);
    /// let mut session = Session::new(record)?;
    /// let first = session.state().seat_to_move();
    /// let other = if first == south { north } else { south };
    /// let action = session.actions()[0];
    /// assert_eq!(session.act(other, action), Err(IllegalStep::NotYourTurn));
    /// assert!(!session.act(first, action)?.is_empty(), "its events");
    /// assert_eq!(session.record().steps.len(), 1);
    /// # Ok(())
    /// # }
    /// ```
    pub fn act(&mut self, seat: Seat, action: G::Action) -> Result<&[G::Event], IllegalStep> {
        self.play(Step::Act { seat, action })
    }

    /// Plays the chance outcome that follows from the game's seed. Returns its events.
    ///
    /// # Errors
    /// The state is not a chance node. Nothing has changed.
    pub fn roll(&mut self) -> Result<&[G::Event], IllegalStep> {
        let step = self.next_roll()?;
        self.play(step)
    }

    /// Returns the step that [`Session::roll`] would play.
    ///
    /// # Errors
    /// The state is not a chance node.
    pub fn next_roll(&self) -> Result<Step<G>, IllegalStep> {
        let mut outcomes = Vec::new();
        self.state().chance_outcomes(&mut outcomes);
        let is_over = self.state().turn() == Turn::Over;
        let error = if is_over { IllegalStep::GameOver } else { IllegalStep::SeatDecides };
        self.seeded_outcome(&outcomes).map(Step::Chance).ok_or(error)
    }

    /// Returns the one of these chance outcomes that the game's seed determines for the next roll.
    /// Returns `None` if there are no outcomes or the record has no seed for them.
    pub fn seeded_outcome(&self, outcomes: &[G::Chance]) -> Option<G::Chance> {
        let (seed, roll) = self.record.roll_at(self.record.steps.len())?;
        (!outcomes.is_empty()).then(|| seed.roll_among(roll, outcomes))
    }

    /// Resigns for a seat.
    ///
    /// # Errors
    /// The seat no longer plays.
    pub fn resign(&mut self, seat: Seat) -> Result<&[G::Event], IllegalStep> {
        self.play(Step::Resign { seat })
    }

    /// Plays and records a step of any kind. Returns its events.
    ///
    /// # Errors
    /// The step is illegal. Nothing has changed.
    pub fn play(&mut self, step: Step<G>) -> Result<&[G::Event], IllegalStep> {
        if self.record.steps.len() >= MAX_STEPS {
            return Err(IllegalStep::Full);
        }
        let mut state = self.state().clone();
        let events_before = self.log.len();
        state.play(&step, &mut self.log)?;
        self.push(step, state, self.log.len());
        Ok(&self.log[events_before..])
    }

    /// Records a played step, the state after it, and the number of events up to this state.
    fn push(&mut self, step: Step<G>, state: G, event_end: usize) {
        if let Some(journal) = &mut self.journal {
            journal.add_step(&step, &state);
        }
        self.states.push(state);
        self.record.steps.push(step);
        self.event_ends.push(event_end);
    }

    /// Returns true if the record has room for another turn. A longer record could not be read
    /// back.
    pub fn has_room(&self) -> bool {
        self.record.steps.len() < MAX_NORMAL_STEPS
    }

    /// Ends the game as a draw because its record has no room for another turn, and notes that in
    /// the record.
    ///
    /// # Errors
    /// The rules allow no draw. Nothing has changed.
    pub fn end_as_draw(&mut self) -> Result<(), IllegalStep> {
        self.play(Step::Draw)?;
        self.add_note(format!("no end within {MAX_STEPS} steps: counted as drawn"));
        Ok(())
    }

    /// Disables a house rule from the current step on, and notes that in the record.
    pub fn disable_rule(&mut self, rule: u8) {
        let at = self.record.steps.len();
        let saved_rule = self.record.house_rules.get_mut(usize::from(rule));
        if let Some(saved_rule) = saved_rule.filter(|rule| rule.until.is_none()) {
            saved_rule.until = Some(at);
            let text = format!("{}: left out", saved_rule.file);
            self.record.add_note(AuditEntry { at, text });
            self.add_to_journal(|| JournalChange::DisableRule(rule));
        }
    }

    /// Adds a note at the current step, unless the record already has a note with this text. A new
    /// note ends the journal, so the caller must begin another one.
    pub fn add_note(&mut self, text: String) {
        if self.record.notes.iter().all(|note| note.text != text) {
            let at = self.record.steps.len();
            self.record.add_note(AuditEntry { at, text });
            self.journal = None;
        }
    }

    /// Returns true if step `step` or a later one revealed information about hidden pieces.
    pub fn has_revealed_since(&self, step: usize) -> bool {
        let from = self.event_ends.get(step).copied().unwrap_or(self.log.len());
        self.log[from..].iter().any(|event| self.state().reveals_hidden(event))
    }

    /// Takes back step `to` and all later ones, and counts the take-back in the record. If the
    /// steps revealed hidden pieces, a note is added as well.
    ///
    /// # Examples
    /// The dice stay the same, so a take-back cannot improve a roll:
    /// ```
    /// use qipan_core::contract::dice::Seed;
    /// use qipan_core::games::race::board::{GREEN, RED};
    /// use qipan_core::games::race::{Deal, Race, Rules};
    /// use qipan_core::play::session::Session;
    /// use qipan_core::record::{Player, Record};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let players = vec![(RED, Player::human("Ann")), (GREEN, Player::human("Bo"))];
    /// let (seed, deal) = (Seed::from_number(7), Deal::default());
    /// let record = Record::<Race>::new("flying", Rules::FLYING, players, deal, seed);
    /// let mut session = Session::new(record)?;
    /// session.roll()?;
    /// let rolled = session.state().clone();
    /// session.take_back(0);
    /// assert_eq!((session.states().len(), session.record().take_backs), (1, 1));
    /// session.roll()?;
    /// assert_eq!(*session.state(), rolled);
    /// # Ok(())
    /// # }
    /// ```
    pub fn take_back(&mut self, to: usize) {
        if to >= self.record.steps.len() {
            return;
        }
        let disabled_from: Vec<_> = self.record.house_rules.iter().map(|rule| rule.until).collect();
        // Notes on earlier take-backs are kept. Those at a step that is removed move to step `to`.
        let earlier = self.record.revealing_take_backs().filter(|take_back| take_back.at > to);
        let mut take_backs: Vec<_> =
            earlier.map(|take_back| TakenBack { at: to, ..take_back }).collect();
        if self.has_revealed_since(to) {
            let last = self.record.steps.len();
            take_backs.push(TakenBack { at: to, first: to + 1, last });
        }
        self.record.truncate(to);
        for take_back in take_backs {
            self.record.add_note(take_back.to_note());
        }
        self.states.truncate(to + 1);
        self.event_ends.truncate(to + 1);
        self.log.truncate(self.event_ends[to]);
        self.record.take_backs = self.record.take_backs.saturating_add(1);
        // A disabled rule stays disabled, from step `to` on if it was disabled at a removed step.
        for (rule, until) in self.record.house_rules.iter_mut().zip(disabled_from) {
            rule.until = until.map(|until| until.min(to));
        }
        self.add_to_journal(|| JournalChange::TakeBack(to));
    }

    /// Counts a hint that a player asked for.
    pub fn count_hint(&mut self) {
        self.record.hints = self.record.hints.saturating_add(1);
        self.add_to_journal(|| JournalChange::Hint);
    }

    /// Changes the annotations. Returns false if the change is impossible. See
    /// [`Record::annotate`].
    pub fn annotate(&mut self, change: AnnotationChange) -> bool {
        let is_changed = self.record.annotate(change.clone());
        if is_changed {
            self.add_to_journal(|| JournalChange::Annotations(change));
        }
        is_changed
    }

    /// Replaces the annotations with those of `other`, an earlier copy of this game: its name,
    /// comments, variations and saved analysis. Comments on later steps stay. Returns true if this
    /// changed anything, or `None` if this game continues no line of `other`. A change ends the
    /// journal, so the caller must begin another one.
    pub fn merge_annotations(&mut self, other: &Record<G>) -> Option<bool> {
        let indices = 0..other.variations.len();
        let variations = indices.map(|index| other.with_promoted_variation(index));
        let mut lines = std::iter::once(other.clone()).chain(variations);
        let mut copy = lines.find(|line| self.record.is_continuation_of(line))?;
        let later = self.record.comments.iter().filter(|comment| comment.at > copy.steps.len());
        copy.comments.extend(later.cloned());
        let Record { name, variations, comments, analysis, .. } = copy;
        let record = &mut self.record;
        let changed = (&record.name, &record.variations, &record.comments, &record.analysis)
            != (&name, &variations, &comments, &analysis);
        if changed {
            (record.name, record.variations, record.comments) = (name, variations, comments);
            record.analysis = analysis;
            self.journal = None;
        }
        Some(changed)
    }

    /// Adds a change that is not a step to the journal, if one was begun.
    fn add_to_journal(&mut self, change: impl FnOnce() -> JournalChange) {
        if let Some(journal) = &mut self.journal {
            journal.add_change(&change());
        }
    }

    /// Returns the random stream for the next decision of the robot on a seat.
    pub fn robot_stream(&self, seat: Seat) -> RobotStream {
        let at = self.record.steps.len();
        let span = self.record.chance.iter().rev().find(|span| span.from <= at);
        let seed = span.map_or(Seed::from_number(0), |span| span.seed);
        seed.robot_stream(seat, self.state().ply())
    }

    /// Gives a seat to another player from the current step on, and notes that in the record.
    pub fn set_player(&mut self, seat: Seat, player: Player) {
        let at = self.record.steps.len();
        let change = JournalChange::player::<G>(seat, &player);
        if let Some((_, old)) = self.record.players.iter_mut().find(|(other, _)| *other == seat) {
            let text = format!("{}: {} -> {}", G::seat_name(seat), old.name, player.name);
            *old = player;
            self.record.add_note(AuditEntry { at, text });
            self.add_to_journal(|| change);
        }
    }
}

impl<G: HouseRuleHooks> Session<G> {
    /// Plays a step and the effects that house rules add to it. Returns the events of all of them.
    ///
    /// # Errors
    /// The step is illegal, a rule fails, or the record has no room. Nothing has changed.
    pub fn play_with_house_rules(
        &mut self,
        step: Step<G>,
        house: &mut House<G>,
    ) -> Result<&[G::Event], HouseError> {
        let events_before = self.log.len();
        let mut state = self.state().clone();
        let mut played = Vec::new();
        house.play_each(&mut state, step, &mut self.log, |step, state, new_events| {
            played.push((step.clone(), state.clone(), events_before + new_events));
        })?;
        if self.record.steps.len() + played.len() > MAX_NORMAL_STEPS {
            self.log.truncate(events_before);
            return Err(IllegalStep::Full.into());
        }
        for (step, state, event_end) in played {
            self.push(step, state, event_end);
        }
        Ok(&self.log[events_before..])
    }
}
