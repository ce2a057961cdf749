//! The features of a move. Each is on or off, and all are relative to the mover: none names a seat
//! or a cell, so they are the same for two, three and more armies.

use super::history::{MoveHistory, PastMove};
use super::situation::{EnemyPiece, KIND_GROUPS, Situation, kind_group};
use crate::contract::seat::Seat;
use crate::games::junqi::cells::Cell;
use crate::games::junqi::notation::Action;
use crate::games::junqi::piece::{BattleResult, Kind};
use crate::games::junqi::tile::Tile;

/// A family of `size` features, numbered from `start`. In most families at most one feature is on
/// at a time.
#[derive(Clone, Copy)]
struct Family {
    start: u16,
    size: u16,
}

impl Family {
    const fn first(size: u16) -> Self {
        Self { start: 0, size }
    }

    /// Returns a family of `size` features, numbered after those of this one.
    const fn then(self, size: u16) -> Self {
        Self { start: self.start + self.size, size }
    }

    /// Returns the number of the feature with this index in the family.
    const fn feature(self, index: usize) -> u16 {
        debug_assert!(index < self.size as usize);
        self.start + index as u16
    }
}

const GROUPS: u16 = KIND_GROUPS as u16;

/// The kind of the piece.
const KIND: Family = Family::first(10);
/// A strike: the class of its target (known, has won, has moved, other), by the chance to win.
const STRIKE: Family = KIND.then(4 * 5);
/// A strike: the group of the piece, by the class of its target.
const STRIKE_BY_KIND: Family = STRIKE.then(GROUPS * 4);
/// A strike: the chance that the target is the Flag.
const STRIKE_FLAG: Family = STRIKE_BY_KIND.then(4);
/// A strike: its expected gain.
const STRIKE_GAIN: Family = STRIKE_FLAG.then(8);
/// A strike: its index among all strikes, from the largest expected gain.
const STRIKE_RANK: Family = STRIKE_GAIN.then(4);
/// A strike: the relation of the target's seat to the mover, by whether this seat has less than
/// half of all enemy pieces.
const STRIKE_OWNER: Family = STRIKE_RANK.then(3 * 2);
/// A strike: the line of the target.
const STRIKE_LINE: Family = STRIKE_OWNER.then(6);
/// A strike: why the mover may have noticed the target. Several can be on. Since the last own move,
/// the target made the latest move (0), the one before (1) or an earlier one (2), or struck an own
/// piece (3). It beat the piece that struck it with the last own move (4), or with an earlier own
/// move (5). It stands within three steps (6) or one step (7) of the own Flag.
const STRIKE_REASON: Family = STRIKE_LINE.then(8);
/// A strike at a piece that has won battles: their number, by the chance to lose. Bombs are a class
/// of their own.
const STRIKE_WINNER: Family = STRIKE_REASON.then(4 * 3);
/// A strike at a known piece: the groups of both pieces.
const STRIKE_KNOWN: Family = STRIKE_WINNER.then(GROUPS * GROUPS);
/// Going to a camp: the group of the piece, by the land.
const CAMP: Family = STRIKE_KNOWN.then(GROUPS * 3);
/// Leaving a camp.
const LEAVE_CAMP: Family = CAMP.then(GROUPS * 3);
/// The length of the move.
const LENGTH: Family = LEAVE_CAMP.then(5);
/// The number of steps by which the piece approaches the nearest likely enemy Flag.
const FLAG_STEP: Family = LENGTH.then(GROUPS * 5);
/// The distance from the new cell to this Flag.
const FLAG_DISTANCE: Family = FLAG_STEP.then(GROUPS * 6);
/// The number of steps by which the piece moves away from its own Flag.
const OWN_FLAG_STEP: Family = FLAG_DISTANCE.then(5);
/// If an enemy is near the own Flag: the distance of the new cell from this Flag, by whether the
/// piece comes nearer to it.
const GUARD_FLAG: Family = OWN_FLAG_STEP.then(2 * 3);
/// The land of the new cell.
const LAND: Family = GUARD_FLAG.then(GROUPS * 5);
/// The lands of the old and the new cell.
const LANDS: Family = LAND.then(25);
/// The line of the new cell in the own land.
const LINE: Family = LANDS.then(GROUPS * 6);
/// Forwards, sideways or backwards in the own land, or elsewhere.
const DIRECTION: Family = LINE.then(GROUPS * 4);
/// Going to a headquarters: the land.
const HEADQUARTERS: Family = DIRECTION.then(3);
/// How many own moves ago the piece moved last.
const RECENCY: Family = HEADQUARTERS.then(8);
/// The own piece that moved last moves again: after a win or not, with a strike or not, threatened
/// or not.
const CONTINUES: Family = RECENCY.then(8);
/// The piece goes back to where it came from (A, B, A): at once or later, threatened or not.
const RETURN: Family = CONTINUES.then(4);
/// The same move was made two own moves ago (0), also four own moves ago (1) or six (2). Or it was
/// not made two own moves ago, but three or four (3).
const REPEAT: Family = RETURN.then(4);
/// The number of moves of the piece, by the phase of the game.
const MOVES: Family = REPEAT.then(6 * 5);
/// The starting cell of a piece that has not moved yet, early in the game. Left and right
/// are alike.
const START: Family = MOVES.then(18);
/// The enemy piece that moved last is struck, stays adjacent, is left, becomes adjacent, comes
/// nearer, or none of these. By whether a move of another seat followed its move.
const ANSWER: Family = START.then(6 * 2);
/// The enemy piece that moved last threatens this one: it was the last to move, another seat moved
/// after it, or this move is a strike.
const FLEE: Family = ANSWER.then(GROUPS * 3);
/// The chance that an enemy could win against the piece where it stands.
const THREAT_BEFORE: Family = FLEE.then(GROUPS * 5);
/// The same on the new cell.
const THREAT_AFTER: Family = THREAT_BEFORE.then(GROUPS * 5);
/// The change of the threat: it falls, stays or grows.
const THREAT_CHANGE: Family = THREAT_AFTER.then(GROUPS * 3);
/// The best chance to win a strike from the old cell.
const TARGET_BEFORE: Family = THREAT_CHANGE.then(GROUPS * 5);
/// The same from the new cell.
const TARGET_AFTER: Family = TARGET_BEFORE.then(GROUPS * 5);
/// From the new cell the piece could beat a piece that won battles.
const TARGET_WINNER: Family = TARGET_AFTER.then(GROUPS * 2);
/// A strike with a fair chance to win: the threat on the cell of the target.
const STRIKE_THREAT: Family = TARGET_WINNER.then(5);
/// The number of own pieces beside the old cell that could move there.
const FREES: Family = STRIKE_THREAT.then(4);
/// The pieces beside the new cell: at most one friend, more friends, one enemy, more enemies.
/// Friends count only if there is no enemy.
const BESIDE: Family = FREES.then(4);
/// A strike after a move of the partner, which struck the same piece, another piece of the same
/// army, or neither.
const HELPS: Family = BESIDE.then(3);
/// The phase of the game, by the sort of move: strike, move to a camp, other.
const PHASE: Family = HELPS.then(5 * 3);
/// The number of battles that the piece has won, by whether this move is a strike.
const WINS: Family = PHASE.then(4 * 2);

/// The number of features.
pub(super) const FEATURES: usize = (WINS.start + WINS.size) as usize;

/// Limits between classes of threats.
const THREATS: [f32; 4] = [0.02, 0.2, 0.45, 0.75];
/// Limits between classes of chances to win.
const ODDS: [f32; 4] = [0.05, 0.35, 0.65, 0.95];

/// Returns the number of limits that a value reaches.
fn class_of(value: f32, limits: &[f32]) -> usize {
    limits.iter().take_while(|limit| value >= **limit).count()
}

/// Returns the class of a difference of steps: -2 and less, -1, 0, 1, 2 and more.
fn step_class(steps: i32) -> usize {
    (steps.clamp(-2, 2) + 2) as usize
}

/// A move with the values that several families of its features need.
struct Candidate<'a> {
    action: Action,
    from: Cell,
    to: Cell,
    tile: Option<Tile>,
    kind: Kind,
    /// The group of its kind.
    group: usize,
    target: Option<&'a EnemyPiece>,
    threat_before: f32,
    threat_after: f32,
}

/// Describes the moves of one decision.
pub(super) struct Describer<'a> {
    situation: Situation<'a>,
    history: &'a MoveHistory,
    /// The last own moves, latest first.
    own: Vec<PastMove>,
    /// The moves of the others since then, latest first.
    since: Vec<PastMove>,
    /// The index in `situation.enemies` of the piece that moved last, and true if a move of another
    /// seat followed.
    last_enemy: Option<(usize, bool)>,
    /// The strikes with their expected gains, the largest first.
    strikes: Vec<(Action, f32)>,
    /// The phase of the game, 0 to 4, by the number of own moves.
    phase: usize,
}

impl<'a> Describer<'a> {
    pub(super) fn new(
        situation: Situation<'a>,
        history: &'a MoveHistory,
        actions: &[Action],
    ) -> Self {
        let seat = situation.seat;
        let latest_first = || history.moves.iter().rev();
        let own: Vec<_> = latest_first()
            .filter(|past| past.seat == seat)
            .take(RECENCY.size.into())
            .copied()
            .collect();
        let since: Vec<_> = latest_first()
            .take_while(|past| past.seat != seat)
            .take(RECENCY.size.into())
            .copied()
            .collect();
        let index_of = |past: &PastMove| situation.enemies.iter().position(|e| e.tile == past.tile);
        let last_enemy = since
            .iter()
            .enumerate()
            .find_map(|(later_moves, past)| Some((index_of(past)?, later_moves > 0)));
        let played = history.moves.iter().filter(|past| past.seat == seat).count();
        let gain_of = |action: &Action| Some((*action, situation.gain(*action)?));
        let mut strikes: Vec<_> = actions.iter().filter_map(gain_of).collect();
        strikes.sort_by(|a, b| b.1.total_cmp(&a.1));
        let phase = class_of(played as f32, &[4.0, 12.0, 30.0, 60.0]);
        Self { situation, history, own, since, last_enemy, strikes, phase }
    }

    /// Writes the numbers of the features of an action that are on into `on`, cleared first. Only
    /// moves have features.
    pub(super) fn describe(&self, action: Action, on: &mut Vec<u16>) {
        on.clear();
        let Action::Move { from, to, .. } = action else { return };
        let situation = &self.situation;
        let kind = situation.own_kind(from);
        let target = situation.enemy_at(to);
        let candidate = Candidate {
            action,
            from,
            to,
            tile: situation.view.tile_at(from),
            kind,
            group: kind_group(kind),
            target,
            threat_before: situation.threat(kind, from, None),
            threat_after: situation.threat(kind, to, target.map(|enemy| enemy.tile)),
        };
        on.push(KIND.feature(kind.index().min(9)));
        if let Some(enemy) = target {
            self.describe_strike(&candidate, enemy, on);
            self.describe_reason(&candidate, enemy, on);
        } else {
            self.describe_quiet_move(&candidate, on);
        }
        self.describe_place(&candidate, on);
        self.describe_piece(&candidate, on);
        self.describe_answer(&candidate, on);
    }

    /// Describes what a strike can win and lose.
    fn describe_strike(&self, strike: &Candidate<'_>, enemy: &EnemyPiece, on: &mut Vec<u16>) {
        let situation = &self.situation;
        let (win, lose) = situation.odds(strike.kind, enemy);
        let class = match enemy {
            EnemyPiece { known: true, .. } => 0,
            EnemyPiece { wins: 1.., .. } => 1,
            EnemyPiece { moved: true, .. } => 2,
            _ => 3,
        };
        on.push(STRIKE.feature(class * 5 + class_of(situation.success(strike.kind, enemy), &ODDS)));
        on.push(STRIKE_BY_KIND.feature(strike.group * 4 + class));
        let flag = enemy.chances[Kind::Flag.index()];
        on.push(STRIKE_FLAG.feature(class_of(flag, &[0.01, 0.4, 0.7])));
        let rank = self.strikes.iter().position(|(action, _)| *action == strike.action);
        let gain = rank.map_or(0.0, |rank| self.strikes[rank].1);
        let limits = [-4.0, -1.5, -0.3, 0.5, 1.5, 3.0, 6.0];
        on.push(STRIKE_GAIN.feature(class_of(gain, &limits)));
        on.push(STRIKE_RANK.feature(rank.unwrap_or(3).min(3)));
        let pieces = situation.enemies.iter().filter(|other| other.owner == enemy.owner).count();
        let has_less_than_half = usize::from(pieces * 2 < situation.enemies.len());
        let relation = situation.relation(enemy.owner).max(1) - 1;
        on.push(STRIKE_OWNER.feature(relation * 2 + has_less_than_half));
        on.push(STRIKE_LINE.feature(line_of(strike.to)));
        if enemy.wins > 0 {
            let risk = if strike.kind == Kind::Bomb { 2 } else { class_of(lose, &[0.5]) };
            on.push(STRIKE_WINNER.feature(usize::from(enemy.wins.min(4) - 1) * 3 + risk));
        }
        if let Some(kind) = enemy.known_kind() {
            on.push(STRIKE_KNOWN.feature(strike.group * KIND_GROUPS + kind_group(kind)));
        }
        if win > 0.3 {
            on.push(STRIKE_THREAT.feature(class_of(strike.threat_after, &THREATS)));
        }
    }

    /// Describes why the mover may have noticed the target of a strike, and how the strike follows
    /// the partner's last move.
    fn describe_reason(&self, strike: &Candidate<'_>, enemy: &EnemyPiece, on: &mut Vec<u16>) {
        let (view, seat) = (self.situation.view, self.situation.seat);
        let owner_of = |tile: Tile| view.owner[tile].get();
        let beaten_by_it = Some((enemy.tile, BattleResult::DefenderSurvives));
        let by_it = |past: &&PastMove| past.tile == enemy.tile;
        if let Some(later_moves) = self.since.iter().position(|past| by_it(&past)) {
            on.push(STRIKE_REASON.feature(later_moves.min(2)));
        }
        let struck_own =
            |past: &PastMove| past.battle.is_some_and(|(struck, _)| owner_of(struck) == Some(seat));
        if self.since.iter().filter(by_it).any(struck_own) {
            on.push(STRIKE_REASON.feature(3));
        }
        if self.own.first().is_some_and(|past| past.battle == beaten_by_it) {
            on.push(STRIKE_REASON.feature(4));
        }
        if self.own.iter().skip(1).any(|past| past.battle == beaten_by_it) {
            on.push(STRIKE_REASON.feature(5));
        }
        let from_flag = self.situation.own_flag_distance(strike.to);
        if from_flag.is_some_and(|steps| steps <= 3) {
            on.push(STRIKE_REASON.feature(6));
        }
        if from_flag.is_some_and(|steps| steps <= 1) {
            on.push(STRIKE_REASON.feature(7));
        }
        let by_partner = self.since.iter().find(|past| view.allied(past.seat, seat));
        if let Some(past) = by_partner {
            let struck = past.battle.map(|(struck, _)| struck);
            let same_army = struck.is_some_and(|struck| owner_of(struck) == Some(enemy.owner));
            let class = if struck == Some(enemy.tile) { 0 } else { 2 - usize::from(same_army) };
            on.push(HELPS.feature(class));
        }
    }

    /// Describes a move to a free cell: where it leads, and what the piece could strike next.
    fn describe_quiet_move(&self, candidate: &Candidate<'_>, on: &mut Vec<u16>) {
        let situation = &self.situation;
        let group = candidate.group;
        let (land_from, land_to) = (situation.land(candidate.from), situation.land(candidate.to));
        let (before, after) =
            (situation.flag_distance(candidate.from), situation.flag_distance(candidate.to));
        on.push(FLAG_STEP.feature(group * 5 + step_class(before - after)));
        let limits = [2.0, 3.0, 5.0, 8.0, 12.0];
        on.push(FLAG_DISTANCE.feature(group * 6 + class_of(after as f32, &limits)));
        on.push(LAND.feature(group * 5 + land_to));
        on.push(LANDS.feature(land_from * 5 + land_to));
        let in_own_land = land_to == 0;
        if in_own_land {
            on.push(LINE.feature(group * 6 + line_of(candidate.to)));
        }
        let direction = match line_of(candidate.to).cmp(&line_of(candidate.from)) {
            _ if !in_own_land || land_from != 0 => 3,
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 2,
        };
        on.push(DIRECTION.feature(group * 4 + direction));
        if situation.board.headquarters().contains(candidate.to) {
            on.push(HEADQUARTERS.feature(land_group(land_to)));
        }
        on.push(THREAT_AFTER.feature(group * 5 + class_of(candidate.threat_after, &THREATS)));
        let change = candidate.threat_after - candidate.threat_before;
        on.push(THREAT_CHANGE.feature(group * 3 + class_of(change, &[-0.1, 0.1])));
        let (best_before, _) = situation.best_target(candidate.kind, candidate.from, None);
        let (best_after, beats_winner) =
            situation.best_target(candidate.kind, candidate.to, Some(candidate.from));
        on.push(TARGET_BEFORE.feature(group * 5 + class_of(best_before, &ODDS)));
        on.push(TARGET_AFTER.feature(group * 5 + class_of(best_after, &ODDS)));
        if beats_winner {
            on.push(TARGET_WINNER.feature(group * 2 + usize::from(best_before > 0.5)));
        }
    }

    /// Describes the old and the new cell of a move, and the pieces beside them.
    fn describe_place(&self, candidate: &Candidate<'_>, on: &mut Vec<u16>) {
        let situation = &self.situation;
        let (view, board, seat) = (situation.view, situation.board, situation.seat);
        let camps = board.camps();
        if camps.contains(candidate.to) {
            let land = land_group(situation.land(candidate.to));
            on.push(CAMP.feature(candidate.group * 3 + land));
        }
        if camps.contains(candidate.from) {
            let land = land_group(situation.land(candidate.from));
            on.push(LEAVE_CAMP.feature(candidate.group * 3 + land));
        }
        let length = usize::from(board.distance(candidate.from, candidate.to));
        on.push(LENGTH.feature(length.clamp(1, 5) - 1));
        let own_flag = [candidate.from, candidate.to].map(|cell| situation.own_flag_distance(cell));
        if let [Some(before), Some(after)] = own_flag {
            on.push(OWN_FLAG_STEP.feature(step_class(after - before)));
            if situation.is_flag_in_danger {
                let nearer = usize::from(after < before);
                on.push(GUARD_FLAG.feature(nearer * 3 + class_of(after as f32, &[2.0, 5.0])));
            }
        }
        let owner_at = |cell: Cell| view.tile_at(cell).and_then(|tile| view.owner[tile].get());
        let is_friend = |owner: Seat| view.allied(owner, seat);
        let beside =
            || board.neighbours(candidate.to).iter().filter(|cell| *cell != candidate.from);
        let friends = beside().filter_map(owner_at).filter(|owner| is_friend(*owner)).count();
        let foes = beside().filter_map(owner_at).filter(|owner| !is_friend(*owner)).count();
        let class = if foes > 0 { 2 + usize::from(foes > 1) } else { usize::from(friends > 1) };
        on.push(BESIDE.feature(class));
        let can_follow =
            |cell: &Cell| owner_at(*cell) == Some(seat) && situation.own_kind(*cell).moves();
        let followers = board.neighbours(candidate.from).iter().filter(can_follow).count();
        on.push(FREES.feature(followers.min(3)));
        let move_class = match candidate.target {
            Some(_) => 0,
            None if camps.contains(candidate.to) => 1,
            None => 2,
        };
        on.push(PHASE.feature(self.phase * 3 + move_class));
    }

    /// Describes what the piece did before.
    fn describe_piece(&self, candidate: &Candidate<'_>, on: &mut Vec<u16>) {
        let Some(tile) = candidate.tile else { return };
        let strikes = usize::from(candidate.target.is_some());
        let threatened = usize::from(candidate.threat_before >= 0.2);
        let recency = self.own.iter().position(|past| past.tile == tile);
        let never = usize::from(RECENCY.size) - 1;
        on.push(RECENCY.feature(recency.unwrap_or(never).min(never)));
        if recency == Some(0) {
            let won = matches!(self.own[0].battle, Some((_, BattleResult::AttackerSurvives)));
            on.push(CONTINUES.feature((usize::from(won) * 2 + strikes) * 2 + threatened));
        }
        if self.history.previous_cell[tile].get() == Some(candidate.to)
            && candidate.target.is_none()
        {
            on.push(RETURN.feature(usize::from(recency == Some(0)) * 2 + threatened));
        }
        let moves = self.history.move_counts[tile];
        let class = class_of(f32::from(moves), &[1.0, 2.0, 4.0, 8.0, 16.0]);
        on.push(MOVES.feature(class * 5 + self.phase));
        if let Some(offset) = tile.start().offset().filter(|_| moves == 0 && self.phase <= 1) {
            let (line, column) = (offset / 5, offset % 5);
            on.push(START.feature(line * 3 + column.min(4 - column)));
        }
        on.push(WINS.feature(usize::from(self.history.wins[tile].min(3)) * 2 + strikes));
        let is_same = |ago: usize| {
            self.own.get(ago - 1).is_some_and(|past| {
                past.tile == tile && past.from == candidate.from && past.to == candidate.to
            })
        };
        if is_same(2) {
            on.push(REPEAT.feature(if is_same(6) { 2 } else { usize::from(is_same(4)) }));
        } else if is_same(3) || is_same(4) {
            on.push(REPEAT.feature(3));
        }
    }

    /// Describes how a move answers threats and the last move of an enemy.
    fn describe_answer(&self, candidate: &Candidate<'_>, on: &mut Vec<u16>) {
        let situation = &self.situation;
        let threat = class_of(candidate.threat_before, &THREATS);
        on.push(THREAT_BEFORE.feature(candidate.group * 5 + threat));
        let Some((index, was_earlier)) = self.last_enemy else { return };
        let enemy = &situation.enemies[index];
        let distances =
            [candidate.from, candidate.to].map(|cell| situation.board.distance(cell, enemy.cell));
        let class = match distances {
            [_, 0] => 0,
            [1, 1] => 1,
            [1, _] => 2,
            [_, 1] => 3,
            [before, after] if after < before => 4,
            _ => 5,
        };
        on.push(ANSWER.feature(class * 2 + usize::from(was_earlier)));
        if situation.can_strike(index, candidate.from) {
            let how = if candidate.target.is_some() { 2 } else { usize::from(was_earlier) };
            on.push(FLEE.feature(candidate.group * 3 + how));
        }
    }
}

/// Returns the line of a cell, or its row in the centre, counted from 0.
fn line_of(cell: Cell) -> usize {
    usize::from(cell.line().clamp(1, 6)) - 1
}

/// Returns the group of a land of [`Situation::land`]: 0 the own one, 1 that of the partner or the
/// centre, 2 those of enemies.
fn land_group(land: usize) -> usize {
    match land {
        0 => 0,
        1 | 4 => 1,
        _ => 2,
    }
}
