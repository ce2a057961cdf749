//! The facts in a view: the candidates of each hidden piece on its own, and the battles between two
//! hidden pieces.
//!
//! Facts about a single piece narrow its candidates at once: its starting cell, its moves, its
//! battles with visible pieces, and the Flags that its fall did or did not reveal. A battle between
//! two hidden pieces is kept as a constraint for propagation.

use std::sync::LazyLock;

use super::battle::Battle;
use super::cells::{CELLS, Cell};
use super::layout::may_stand;
use super::matching::CandidateSets;
use super::packed_option::PackedOption;
use super::piece::{ARMY, BattleResult, Kind, KindSet, MineRule};
use super::public::SetUpFacts;
use super::seats::SEATS;
use super::tile::{Tile, Tiles};
use super::view::View;
use crate::contract::seat::{Seat, SeatSet};

const FLAG: KindSet = KindSet::of_bits(1 << Kind::Flag as u16);
const BOMB: KindSet = KindSet::of_bits(1 << Kind::Bomb as u16);
const ENGINEER: KindSet = KindSet::of_bits(1 << Kind::Engineer as u16);
const MARSHAL: KindSet = KindSet::of_bits(1 << Kind::FieldMarshal as u16);

/// The kinds that may stand on each cell before the first move.
static STARTING_KINDS: LazyLock<CandidateSets> = LazyLock::new(|| {
    let mut starting_kinds = CandidateSets::filled(KindSet::EMPTY);
    for cell in (0..CELLS as u8).map(Cell::new) {
        let kinds = Kind::ALL.into_iter().filter(|piece| may_stand(*piece, cell));
        starting_kinds[Tile::named_by(cell)] = kinds.collect();
    }
    starting_kinds
});

/// The possible opponents in a battle, indexed by mine rule, result and kind.
type PossibleOpponents = [[[KindSet; 12]; 3]; 3];

/// The possible defenders against each kind of attacker.
const POSSIBLE_DEFENDERS: PossibleOpponents = possible_opponents(false);
/// The possible attackers of each kind of defender.
const POSSIBLE_ATTACKERS: PossibleOpponents = possible_opponents(true);

/// Builds the table of possible defenders for each kind of attacker or, if `by_defender` is true,
/// of possible attackers for each kind of defender.
const fn possible_opponents(by_defender: bool) -> PossibleOpponents {
    const MINE_RULES: [MineRule; 3] =
        [MineRule::Spring, MineRule::Bomb, MineRule::BombEngineerDigs];
    let mut table = [[[KindSet::EMPTY; 12]; 3]; 3];
    // A single `while` loop over all three indices, because a `const fn` allows no `for` loop.
    let mut number = 0;
    while number < 3 * 12 * 12 {
        let (mine, attacker, defender) = (MINE_RULES[number / 144], number / 12 % 12, number % 12);
        let result = Kind::from_index(attacker).battle_result(Kind::from_index(defender), mine);
        let (kind, opponent) =
            if by_defender { (defender, attacker) } else { (attacker, defender) };
        let opponents = &mut table[mine as usize][result as usize][kind];
        *opponents = KindSet::of_bits(opponents.bits() | 1 << opponent);
        number += 1;
    }
    table
}

/// Returns the possible opponents of a piece with these candidates. `table` contains the possible
/// opponents of each kind.
fn opponents(table: &[KindSet; 12], kinds: KindSet) -> KindSet {
    let mut opponents = KindSet::EMPTY;
    for kind in kinds.iter() {
        opponents = opponents.union(table[kind.index()]);
    }
    opponents
}

/// A battle between two pieces that are hidden from the viewer.
#[derive(Clone, Copy, Debug)]
pub(super) struct BattleConstraint {
    pub(super) attacker: Tile,
    pub(super) defender: Tile,
    result: BattleResult,
}

impl BattleConstraint {
    /// Removes each candidate that has no possible opponent among the candidates of the other
    /// piece. Returns two flags: whether the attacker lost candidates, and whether the defender
    /// did.
    pub(super) fn prune(self, candidates: &mut CandidateSets, mine: MineRule) -> (bool, bool) {
        let (old_attacker, old_defender) = (candidates[self.attacker], candidates[self.defender]);
        let defenders = &POSSIBLE_DEFENDERS[mine as usize][self.result as usize];
        let attackers = &POSSIBLE_ATTACKERS[mine as usize][self.result as usize];
        let defender = old_defender.intersection(opponents(defenders, old_attacker));
        candidates[self.defender] = defender;
        let attacker = candidates[self.attacker].intersection(opponents(attackers, defender));
        candidates[self.attacker] = attacker;
        (attacker != old_attacker, defender != old_defender)
    }

    /// Reports whether the battle has this result between the kinds that were dealt to its pieces.
    /// `dealt` contains a single kind for each piece.
    pub(super) fn is_satisfied(self, dealt: &CandidateSets, mine: MineRule) -> bool {
        let defenders = &POSSIBLE_DEFENDERS[mine as usize][self.result as usize];
        let Some(attacker) = dealt[self.attacker].first_kind() else { return false };
        !defenders[attacker.index()].intersection(dealt[self.defender]).is_empty()
    }
}

/// All facts in a view about its hidden pieces, except counts.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    /// The tiles whose kind is not visible to the viewer.
    pub(super) hidden: Tiles,
    /// The possible kinds of each tile on its own. A visible tile has a single kind.
    pub(super) candidates: CandidateSets,
    /// Battles between two hidden pieces.
    pub(super) constraints: Vec<BattleConstraint>,
}

impl Facts {
    pub(super) fn from_view(view: &View) -> Self {
        let candidates = CandidateSets::filled(KindSet::EMPTY);
        let mut facts = Self { hidden: Tiles::EMPTY, candidates, constraints: Vec::new() };
        let flip = view.rules().is_flip();
        let mut piece_counts = [0; SEATS];
        for owner in view.tiles().filter_map(|tile| view.owner[tile].get()) {
            piece_counts[owner.index()] += 1;
        }
        for tile in view.tiles() {
            if let Some(kind) = view.kind[tile].kind() {
                facts.candidates[tile] = KindSet::one(kind);
                continue;
            }
            facts.hidden.insert(tile);
            facts.candidates[tile] = if flip {
                KindSet::ALL
            } else {
                kinds_by_start_and_moves(view, tile, &piece_counts)
            };
        }
        if !flip && !facts.hidden.is_empty() {
            for (tile, kinds) in &view.public.possible_kinds {
                facts.restrict(*tile, *kinds);
            }
            facts.read_carriers(view);
            facts.read_battles(view);
        }
        facts
    }

    /// Excludes the Bomb from the candidates of Flag carriers, because a Bomb destroys a Flag.
    /// Under rules that record battle results, a Bomb may survive, so nothing is excluded.
    fn read_carriers(&mut self, view: &View) {
        if view.rules().records_battle_results {
            return;
        }
        for tile in view.public.carrier.into_iter().filter_map(PackedOption::get) {
            self.exclude(tile, BOMB);
        }
    }

    /// Narrows the candidates by all battles, oldest first.
    fn read_battles(&mut self, view: &View) {
        let rules = &view.rules();
        // In the battles read until now: the armies whose Flag was captured, and the tiles that a
        // scout showed.
        let (mut captured_flags, mut scouted) = (self.flags_lost_before(view), Tiles::EMPTY);
        // Tiles shown for other reasons, such as a house rule. The view does not say when they were
        // shown.
        let scouting = view.battles().iter().filter(|battle| battle.defender_scouted);
        let shown_otherwise =
            view.public.revealed.difference(scouting.map(|battle| battle.defender).collect());
        for battle in view.battles() {
            if rules.marshal_reveals_flag {
                self.read_flags(view, battle, captured_flags);
            }
            let (attacker, defender) = (battle.attacker, battle.defender);
            if battle.defender_scouted {
                scouted.insert(battle.defender);
                self.restrict(attacker, ENGINEER);
            } else if rules.scout
                && battle.result == BattleResult::DefenderSurvives
                && !battle.is_result_given
                && !scouted.contains(battle.defender)
                && !shown_otherwise.contains(battle.defender)
            {
                // An Engineer that falls shows the defender. This defender stayed hidden, so the
                // attacker was not an Engineer.
                self.exclude(attacker, ENGINEER);
            }
            if battle.result != BattleResult::DefenderSurvives {
                // A captured Flag is shown to all, so a piece that is still hidden was not a Flag.
                self.exclude(defender, FLAG);
                if let Some(owner) = view.owner[defender].get()
                    && self.candidates[defender] == FLAG
                {
                    captured_flags.insert(owner);
                }
            }
            if !battle.is_result_given {
                self.read_result(view, battle);
            }
        }
    }

    /// Returns the armies whose Flag had left the board before a position that was set up.
    fn flags_lost_before(&self, view: &View) -> SeatSet {
        let set_up = view.public.context.set_up_facts;
        let removed = set_up.map_or(Tiles::EMPTY, |facts| facts.removed);
        let flags = removed.iter().filter(|tile| self.candidates[*tile] == FLAG);
        flags.filter_map(|tile| view.owner[tile].get()).collect()
    }

    /// Narrows the candidates of the pieces that fell in a battle: if a fall revealed the army's
    /// Flag, the piece was the Field Marshal, otherwise it was not.
    fn read_flags(&mut self, view: &View, battle: &Battle, captured_flags: SeatSet) {
        for (tile, flag_shown, result_if_stayed) in [
            (battle.attacker, battle.attacker_flag_shown, BattleResult::AttackerSurvives),
            (battle.defender, battle.defender_flag_shown, BattleResult::DefenderSurvives),
        ] {
            let fell = battle.result != result_if_stayed;
            // A captured Flag is known and cannot be shown again.
            let flag_captured =
                || view.owner[tile].get().is_some_and(|owner| captured_flags.contains(owner));
            if flag_shown {
                self.restrict(tile, MARSHAL);
            } else if !battle.is_result_given && fell && !flag_captured() {
                self.exclude(tile, MARSHAL);
            }
        }
    }

    /// Narrows the candidates by the result of a battle, at once if one of the pieces is visible. A
    /// battle of two hidden pieces becomes a constraint.
    fn read_result(&mut self, view: &View, battle: &Battle) {
        let Battle { attacker, defender, result, .. } = *battle;
        let constraint = BattleConstraint { attacker, defender, result };
        match [attacker, defender].map(|tile| self.hidden.contains(tile)) {
            [false, false] => {}
            [true, true] => self.constraints.push(constraint),
            [true, false] | [false, true] => {
                constraint.prune(&mut self.candidates, view.rules().mine);
            }
        }
    }

    /// Restricts the candidates of a hidden piece to these kinds.
    fn restrict(&mut self, tile: Tile, kinds: KindSet) {
        if self.hidden.contains(tile) {
            self.candidates[tile] = self.candidates[tile].intersection(kinds);
        }
    }

    /// Removes these kinds from the candidates of a hidden piece.
    fn exclude(&mut self, tile: Tile, kinds: KindSet) {
        self.restrict(tile, KindSet::ALL.difference(kinds));
    }
}

/// Returns the kinds that a position set up by hand allows for a tile. Immovable pieces stand on
/// cells where a layout may place them. An army that is still in the game has not lost its Flag.
fn kinds_by_set_up(facts: &SetUpFacts, tile: Tile, owner: Option<Seat>) -> KindSet {
    if facts.removed.contains(tile) {
        let alive = owner.is_some_and(|owner| facts.alive.contains(owner));
        return if alive { KindSet::ALL.difference(FLAG) } else { KindSet::ALL };
    }
    let in_own_land = owner.is_some() && tile.start().land() == owner;
    if in_own_land { KindSet::MOVING.union(STARTING_KINDS[tile]) } else { KindSet::MOVING }
}

/// Returns the kinds that the starting cell and the moves of a piece allow.
fn kinds_by_start_and_moves(view: &View, tile: Tile, piece_counts: &[usize; SEATS]) -> KindSet {
    let owner = view.owner[tile].get();
    // Pieces of incomplete armies, as in perft positions, may start anywhere.
    let is_complete = owner.is_some_and(|owner| piece_counts[owner.index()] == ARMY);
    let by_start = match &view.public.context.set_up_facts {
        Some(facts) => kinds_by_set_up(facts, tile, owner),
        None if is_complete => STARTING_KINDS[tile],
        None => KindSet::ALL,
    };
    if view.public.turned_corner.contains(tile) {
        let bombs_turn = view.rules().bomb_moves_as_engineer;
        return by_start.intersection(if bombs_turn { ENGINEER.union(BOMB) } else { ENGINEER });
    }
    let moved = view.public.moved.contains(tile);
    if moved { by_start.intersection(KindSet::MOVING) } else { by_start }
}
