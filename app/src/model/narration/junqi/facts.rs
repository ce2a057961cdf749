//! Facts about a move of Junqi, from which the reasons for hints and the themes of puzzles follow.
//! They use only what the seat's view shows and what follows from that.

use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{Action, BattleResult, Cell, Kind, View, VisibleTile};

/// The minimum probability at which a piece is said to win or to be in danger.
pub(super) const PROBABLE: f32 = 0.6;

/// The purpose of a move: what it does at once, or what it avoids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Flips a piece.
    Flip,
    /// Takes a Flag.
    TakeFlag,
    /// Attacks a known piece and wins.
    Take(Kind),
    /// Attacks a known piece, and both are lost.
    Trade(Kind),
    /// Attacks a hidden piece that it certainly beats.
    Win,
    /// Attacks a hidden piece with a Bomb, which removes any piece.
    Bomb,
    /// Attacks a hidden piece and at worst both are lost. It wins with this chance in percent.
    AtWorstTrade(i64),
    /// Attacks a hidden piece that cannot be a Landmine because it has moved. The attack wins with
    /// this chance in percent.
    NoLandmine(i64),
    /// Attacks a hidden piece and probably wins, with this chance in percent.
    ProbablyWin(i64),
    /// Attacks a hidden piece to learn its kind. It wins with this chance in percent.
    Scout(i64),
    /// Moves out of reach of the piece on this cell, which would probably beat it.
    Escape(Cell),
    /// Enters a camp.
    Camp,
    /// Threatens the piece on this cell.
    Threaten(Cell),
    /// Moves next to the seat's own Flag.
    Guard,
    /// Moves for none of the other purposes, or attacks and certainly loses.
    Other,
    /// Moves a piece whose kind the seat does not know.
    Move,
}

/// Facts about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveFacts {
    /// The kind that moves, if the seat knows it.
    pub kind: Option<Kind>,
    /// The purpose.
    pub purpose: Purpose,
    /// True if the move attacks a piece on a headquarters of the enemy.
    pub attacks_headquarters: bool,
    /// True if the attacked piece can be a Landmine.
    pub can_hit_landmine: bool,
    /// True if the attacked piece stands next to the seat's own Flag.
    pub is_target_near_flag: bool,
}

impl MoveFacts {
    /// Returns the facts about a move of a seat.
    pub fn of(view: &View, seat: Seat, action: Action) -> Self {
        let facts = |kind, purpose| Self {
            kind,
            purpose,
            attacks_headquarters: false,
            can_hit_landmine: false,
            is_target_near_flag: false,
        };
        if let Action::Flip { .. } = action {
            return facts(None, Purpose::Flip);
        }
        let (from, to) = (action.from(), action.to());
        let Some(kind) = view.at(from).and_then(|tile| tile.piece) else {
            return facts(None, Purpose::Move);
        };
        let Some(target) = view.at(to) else {
            return facts(Some(kind), quiet_move(view, seat, (kind, from, to)));
        };
        Self {
            attacks_headquarters: view.board().headquarters().contains(to),
            can_hit_landmine: view.belief().candidates(target.tile).contains(Kind::Landmine),
            is_target_near_flag: is_near_own_flag(view, seat, to),
            ..facts(Some(kind), attack(view, kind, target))
        }
    }
}

/// Returns the purpose of an attack on a piece.
fn attack(view: &View, kind: Kind, target: VisibleTile) -> Purpose {
    let candidates = view.belief().candidates(target.tile);
    let result = |other: Kind| kind.battle_result(other, view.rules().mine);
    let all = |expected: &[BattleResult]| candidates.iter().all(|k| expected.contains(&result(k)));
    if let Some(known) = candidates.only() {
        return match result(known) {
            BattleResult::AttackerSurvives if known == Kind::Flag => Purpose::TakeFlag,
            BattleResult::AttackerSurvives => Purpose::Take(known),
            BattleResult::BothGone => Purpose::Trade(known),
            BattleResult::DefenderSurvives => Purpose::Other,
        };
    }
    if all(&[BattleResult::AttackerSurvives]) {
        return Purpose::Win;
    }
    if kind == Kind::Bomb {
        return Purpose::Bomb;
    }
    let percent = (100.0 * win_chance(view, kind, target)).round() as i64;
    // The loss of a Field Marshal reveals the Flag, so losing both pieces is not an even trade.
    let can_be_traded = kind != Kind::FieldMarshal;
    if can_be_traded && all(&[BattleResult::AttackerSurvives, BattleResult::BothGone]) {
        Purpose::AtWorstTrade(percent)
    } else if target.moved && percent >= 50 {
        Purpose::NoLandmine(percent)
    } else if percent >= 50 {
        Purpose::ProbablyWin(percent)
    } else {
        Purpose::Scout(percent)
    }
}

/// Returns the purpose of a move to an empty cell.
fn quiet_move(view: &View, seat: Seat, (kind, from, to): (Kind, Cell, Cell)) -> Purpose {
    let mut after = view.occupied();
    after.remove(from);
    let before = view.occupied();
    let threat = |cell, occupied| probable_threat(view, seat, (kind, cell), occupied);
    if let (Some(cell), None) = (threat(from, &before), threat(to, &after)) {
        return Purpose::Escape(cell);
    }
    if view.board().camps().contains(to) {
        return Purpose::Camp;
    }
    let victim = enemies_in_reach(view, seat, to, &after).find(|enemy| {
        let cell = view.cell_of(enemy.tile);
        cell.is_some_and(|cell| !view.board().camps().contains(cell))
            && win_chance(view, kind, *enemy) >= PROBABLE
    });
    if let Some(cell) = victim.and_then(|enemy| view.cell_of(enemy.tile)) {
        return Purpose::Threaten(cell);
    }
    if is_near_own_flag(view, seat, to) && !is_near_own_flag(view, seat, from) {
        return Purpose::Guard;
    }
    Purpose::Other
}

/// Returns the kind of the piece on a cell, if the view shows it or leaves only one possibility.
pub(super) fn known_kind(view: &View, cell: Cell) -> Option<Kind> {
    view.at(cell).and_then(|seen| view.belief().candidates(seen.tile).only())
}

/// Returns true if a cell is next to the seat's own Flag.
pub(super) fn is_near_own_flag(view: &View, seat: Seat, cell: Cell) -> bool {
    view.board().neighbours(cell).iter().any(|near| {
        view.at(near).is_some_and(|tile| tile.owner == Some(seat) && tile.piece == Some(Kind::Flag))
    })
}

/// Returns the cell of an enemy that could attack a piece of this kind on this cell and would
/// probably win.
pub(super) fn probable_threat(
    view: &View,
    seat: Seat,
    (kind, cell): (Kind, Cell),
    occupied: &qipan_core::games::junqi::Cells,
) -> Option<Cell> {
    if view.board().camps().contains(cell) {
        return None;
    }
    let enemy = enemies_in_reach(view, seat, cell, occupied)
        .find(|enemy| loss_chance(view, kind, *enemy) >= PROBABLE)?;
    view.cell_of(enemy.tile)
}

/// Returns the enemies from whose cells a movable piece could reach `cell`. These cells are next to
/// `cell`, or have a free line to it.
pub(super) fn enemies_in_reach<'a>(
    view: &'a View,
    seat: Seat,
    cell: Cell,
    occupied: &qipan_core::games::junqi::Cells,
) -> impl Iterator<Item = VisibleTile> + 'a {
    let reach = view.board().slider_destinations(cell, occupied).intersection(*occupied);
    reach.iter().collect::<Vec<_>>().into_iter().filter_map(move |at| {
        let is_enemy = |tile: &VisibleTile| {
            tile.owner.is_some_and(|owner| owner != seat && !view.allied(owner, seat))
        };
        view.at(at).filter(is_enemy)
    })
}

/// Returns the probability that a piece of this kind wins an attack on `target`.
fn win_chance(view: &View, kind: Kind, target: VisibleTile) -> f32 {
    chance(view, target, |other| {
        kind.battle_result(other, view.rules().mine) == BattleResult::AttackerSurvives
    })
}

/// Returns the probability that `enemy` can move and would beat a piece of this kind.
pub(super) fn loss_chance(view: &View, kind: Kind, enemy: VisibleTile) -> f32 {
    chance(view, enemy, |other| {
        other.moves()
            && other.battle_result(kind, view.rules().mine) == BattleResult::AttackerSurvives
    })
}

/// Returns the probability that the kind of a piece meets a condition.
pub(super) fn chance(view: &View, tile: VisibleTile, condition: impl Fn(Kind) -> bool) -> f32 {
    if let Some(kind) = tile.piece {
        return if condition(kind) { 1.0 } else { 0.0 };
    }
    let chances = view.belief().chances(tile.tile);
    Kind::ALL.into_iter().filter(|kind| condition(*kind)).map(|kind| chances[kind.index()]).sum()
}
