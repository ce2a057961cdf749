//! Fuel prices of host calls in Junqi. Many grow with the number of armies.

use crate::contract::options::RuleSet;
use crate::games::junqi::Rules;
use crate::script::bindings::Prices;

/// Reading the whole board, for each army.
const BOARD: u64 = 60;
/// Making one action table.
const ACTION: u64 = 2;
/// Making the view of a world.
const WORLD_VIEW: u64 = 40;
/// Sampling one world by the belief about hidden pieces, for each army.
const SAMPLE: u64 = 200;
/// Sampling one world without a belief: nothing is hidden, or all face-down pieces are alike.
const SAMPLE_WITHOUT_BELIEF: u64 = 40;
/// One evaluation of a position, for each army.
const EVALUATE: u64 = 30;
/// A decision of a rollout or a paired search.
const ROLLOUT_DECISION: u64 = 15;
/// A decision of a tree search.
const TREE_DECISION: u64 = 15;
/// A decision of a tree search, for each army: with more armies there are more actions to compare.
const TREE_DECISION_ARMY: u64 = 5;
/// The belief about all hidden pieces, computed once a turn.
const BELIEF: u64 = 200;
/// Making the table of the facts known about a piece.
pub(super) const PIECE: u64 = 50;
/// A list of the cells beside a cell, or of the kinds that a piece can be.
pub(super) const CELL_LIST: u64 = 35;
/// The rail lines through a cell.
pub(super) const LINES: u64 = 80;
/// One piece in a list of pieces.
pub(super) const LISTED_PIECE: u64 = 15;
/// Beginning a search for a path on the board, or a search through the events of the game.
pub(super) const SCAN: u64 = 30;
/// Making the table of one layout.
pub(super) const LAYOUT: u64 = 20;
/// Varying a layout.
pub(super) const VARIED: u64 = 100;
/// Drawing a random layout, strong layouts more often.
pub(super) const STRONG_LAYOUT: u64 = 14_000;
/// The part of the price of the policy that is always charged.
const POLICY: u64 = 200;
/// The part of the price of the policy for each army.
const POLICY_ARMY: u64 = 100;
/// The part of the price of the policy for each legal action: its probability and its table.
const POLICY_ACTION: u64 = 22;

/// Returns true if the kinds of hidden pieces have to be inferred. In Flip Junqi all face-down
/// pieces are alike.
fn needs_belief(rules: &Rules) -> bool {
    rules.is_hidden() && !rules.is_flip()
}

/// Returns the price of the belief about all hidden pieces.
pub(super) fn belief(rules: &Rules) -> u64 {
    if needs_belief(rules) { BELIEF } else { 0 }
}

/// Returns the price of the policy for a number of legal actions.
pub(super) fn policy(rules: &Rules, actions: usize) -> u64 {
    POLICY + rules.seats().len() as u64 * POLICY_ARMY + actions as u64 * POLICY_ACTION
}

/// Returns the prices that every game has.
pub(super) fn prices(rules: &Rules) -> Prices {
    let armies = rules.seats().len() as u64;
    Prices {
        board: armies * BOARD,
        action: ACTION,
        world_view: WORLD_VIEW,
        sample: if needs_belief(rules) { armies * SAMPLE } else { SAMPLE_WITHOUT_BELIEF },
        evaluate: armies * EVALUATE,
        rollout_decision: ROLLOUT_DECISION,
        tree_decision: TREE_DECISION + armies * TREE_DECISION_ARMY,
    }
}
