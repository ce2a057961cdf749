//! Continues a replayed game from the step shown, as a branch on the table.

use qipan_core::contract::dice::Seed;
use qipan_core::with_game;

use crate::app::App;
use crate::games::GameUi;
use crate::screens::house::Purpose;
use crate::screens::play::TableScreen;
use crate::screens::replay::ReplayScreen;

/// Returns a game that continues from the step shown in the replay, under this name and with new
/// dice.
fn branch_of<G: GameUi>(
    replay: &dyn ReplayScreen,
    name: &str,
) -> Option<Result<Box<dyn TableScreen>, String>> {
    let table = replay.replay::<G>()?.branch(Seed::from_bytes(rand::random()), name);
    Some(table.map(Into::into))
}

impl App {
    /// Branches the replayed game at the step shown, with new dice. Asks first if the game came
    /// with untrusted rules.
    pub(super) fn branch_from_here(&mut self) {
        let Some(table) = self.branch() else { return };
        let untrusted = self.untrusted(table.kind(), &table.facts().rules_awaiting_permission());
        if untrusted.is_empty() {
            self.start_branch(true);
        } else {
            self.ask_about_rules(untrusted, Purpose::Branch);
        }
    }

    /// Returns the branch as a table.
    fn branch(&mut self) -> Option<Box<dyn TableScreen>> {
        let replay = self.replay.as_ref()?;
        let number = [("number", (replay.variation_count() + 1).into())];
        let name = self.i18n.tf("replay-branch-name", &number);
        match with_game!(replay.kind(), |G| branch_of::<G>(&**replay, &name))? {
            Ok(table) => Some(table),
            Err(error) => {
                self.notify_error(error);
                None
            }
        }
    }

    /// Puts the branch on the table. If `with_rules` is false, disables its untrusted house rules.
    pub(super) fn start_branch(&mut self, with_rules: bool) {
        let Some(mut table) = self.branch() else { return };
        table.common_mut().waits_for_player = true;
        if table.facts().file.is_some_and(|file| !self.is_permanent(file)) {
            table.common_mut().file = None;
        }
        self.replace_table(table);
        // The game on the table now contains the whole replay.
        self.replay = None;
        let disabled_rules = if with_rules { Vec::new() } else { self.untrusted_on_table() };
        if let Some(table) = &mut self.table {
            with_game!(table.kind(), |G| table.table_mut::<G>().disable_rules(&disabled_rules));
        }
    }
}
