//! Carries out the commands of a finished game: starts a rematch, opens the replay at a step, or
//! plays the game again from that step.

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::SetupError;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::Seat;
use qipan_core::house::Hook;
use qipan_core::record::{Player, Record, SavedRule};
use qipan_core::registry::GameKind;
use qipan_core::script::Level;
use qipan_core::with_game;

use crate::app::App;
use crate::app::screen::Screen;
use crate::command::{Command, RematchChange, ReplayCommand};
use crate::games::GameUi;
use crate::model::library::Library;
use crate::screens::programs::PendingAction;
use crate::screens::replay::{ReplayScreen, ReplayView};

/// Returns the record of a rematch, with the rules and house rules of `old` and with fresh dice. If
/// `keeps_layouts` is true, people keep the layouts of their armies.
fn rematch_record<G: GameUi>(
    old: &Record<G>,
    change: RematchChange,
    library: &Library,
    keeps_layouts: bool,
) -> Result<Record<G>, SetupError> {
    let seed = Seed::from_bytes(rand::random());
    let mut players = old.players.clone();
    match change {
        RematchChange::None => {}
        RematchChange::OtherSide => {
            let mut rotated: Vec<Player> =
                players.iter().map(|(_, player)| player.clone()).collect();
            rotated.rotate_right(1);
            players.iter_mut().zip(rotated).for_each(|((_, player), new)| *player = new);
        }
        RematchChange::Level(level) => {
            replace_robots(&mut players, level, &old.preset, library, |_| true);
        }
    }
    let deal = if G::starts_from_position(&old.deal) {
        G::deal_again(&old.rules, old.seats(), &old.deal, &seed)?
    } else {
        // People keep chosen layouts even if they change seats. The layouts of robots are new,
        // because the end of the game has revealed the old ones.
        let mut deal = G::draw_deal(&old.rules, old.seats(), &seed)?;
        let seats: Vec<Seat> = old.players.iter().map(|(seat, _)| *seat).collect();
        let shift = usize::from(change == RematchChange::OtherSide);
        for (index, (seat, player)) in old.players.iter().enumerate() {
            if player.is_human() && keeps_layouts {
                let new_seat = seats[(index + shift) % seats.len()];
                G::copy_layout(&mut deal, (&old.deal, *seat), new_seat);
            }
        }
        deal
    };
    // Rules that failed are left out. The options that they set remain.
    let in_force = old.house_rules.iter().filter(|rule| rule.until.is_none());
    let house_rules: Vec<SavedRule> = in_force.cloned().collect();
    let has_battle_hook =
        |rule: &SavedRule| rule.hooks.iter().any(|hook| hook == Hook::Battle.name());
    let needs_battles = house_rules.iter().any(has_battle_hook);
    let rules = old.rules.clone().with_battles_recorded(needs_battles);
    let mut record = Record::new(&old.preset, rules, players, deal, seed);
    record.house_rules = house_rules;
    Ok(record)
}

/// Replaces robots with a shipped robot of a level, on the seats for which `is_replaced` is true.
fn replace_robots(
    players: &mut [(Seat, Player)],
    level: Level,
    preset: &str,
    library: &Library,
    is_replaced: impl Fn(Seat) -> bool,
) {
    let Some(kind) = GameKind::of_preset(preset) else { return };
    let Some(robot) = library.robot_of_level(kind, preset, level) else { return };
    for (seat, player) in players {
        if !player.is_human() && is_replaced(*seat) {
            player.clone_from(&robot);
        }
    }
}

impl App {
    /// Starts a game by the same rules, with fresh dice. Asks first if it would run programs that
    /// the player has not allowed in their present form.
    pub(super) fn start_rematch(&mut self, change: RematchChange) {
        let Some(table) = &self.table else { return };
        let players = table.facts().players.iter().map(|(_, player)| player);
        let programs = self.programs_of(table.kind(), players);
        if self.ask_for_programs(programs.into_iter(), PendingAction::Rematch(change)) {
            return;
        }
        let Some(table) = &self.table else { return };
        let kind = table.kind();
        let adapts = table.facts().adapts && !matches!(change, RematchChange::Level(_));
        with_game!(kind, |G| self.start_rematch_of::<G>(change, adapts));
        if let Some(table) = &mut self.table {
            table.common_mut().adapts = adapts;
        }
    }

    /// Starts the rematch. If `adapts` is true, the robots that adapt to the player take their new
    /// level.
    fn start_rematch_of<G: GameUi>(&mut self, change: RematchChange, adapts: bool) {
        let Some(table) = &self.table else { return };
        let old = table.table::<G>().session.record();
        // Layouts drawn at random are drawn again.
        let setup = self.settings.setups.by_preset.get(&old.preset);
        let keeps_layouts = setup.is_none_or(|setup| !setup.layouts.is_empty());
        let mut record = match rematch_record(old, change, &self.library, keeps_layouts) {
            Ok(record) => record,
            Err(error) => return self.notify_error(error.to_string()),
        };
        if adapts {
            let setups = &self.settings.setups;
            let level = setups.strength(&record.preset).next_level();
            let is_adaptive = |seat: Seat| setups.is_adaptive(&record.preset, seat);
            replace_robots(&mut record.players, level, &record.preset, &self.library, is_adaptive);
        }
        if !G::starts_from_position(&record.deal) {
            let (robot_error, _) = self.library.choose_robot_layouts(&mut record);
            robot_error.into_iter().for_each(|error| self.notify_error(error));
        }
        self.start_record(record, false);
    }

    /// Opens the game on the table for replay.
    pub(super) fn open_replay(&mut self) {
        let Some(table) = &self.table else { return };
        let replay: Box<dyn ReplayScreen> =
            with_game!(table.kind(), |G| Box::new(ReplayView::from_table(table.table::<G>())));
        self.replay = Some(replay);
        self.go(Screen::Replay);
    }

    /// Opens the replay of the game on the table, at the position after `step` steps.
    pub(super) fn open_replay_at(&mut self, step: usize, ctx: &egui::Context) {
        self.open_replay();
        self.apply(Command::Replay(ReplayCommand::Seek(step)), ctx);
    }

    /// Plays the game on the table again from the position after `step` steps. The game as it was
    /// played stays in the file as another branch.
    pub(super) fn play_from(&mut self, step: usize, ctx: &egui::Context) {
        self.open_replay_at(step, ctx);
        self.branch_from_here();
    }
}
