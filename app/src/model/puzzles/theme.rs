//! The themes of puzzles, from facts about their best action.

use qipan_core::analysis::puzzle::Puzzle;
use qipan_core::contract::game::Viewer;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{Junqi, Kind};
use qipan_core::games::race::Race;
use qipan_core::registry::GameKind;
use qipan_core::with_game;

use crate::model::narration::Narrate;
use crate::model::narration::junqi::facts::{MoveFacts as JunqiFacts, Purpose};
use crate::model::narration::race::facts::MoveFacts as RaceFacts;

/// A theme of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Theme {
    /// A plane captures planes.
    RaceCapture,
    /// A plane comes home.
    RaceHome,
    /// A plane gets out of danger.
    RaceEscape,
    /// Planes form a stack.
    RaceStack,
    /// A plane leaves the hangar.
    RaceLaunch,
    /// A plane flies across the board or jumps.
    RaceFlight,
    /// A plane only advances.
    RaceAdvance,
    /// A piece captures another.
    Capture,
    /// A Bomb attacks, or a piece attacks a Bomb.
    Bomb,
    /// An Engineer makes a move without an attack, an Engineer attacks a possible Landmine, or
    /// another piece takes a Landmine.
    Engineer,
    /// A piece defends its own Flag.
    DefendFlag,
    /// A piece attacks a headquarters or a Flag.
    AttackFlag,
    /// A piece enters a camp.
    Camp,
    /// A piece retreats from a stronger one.
    Retreat,
    /// A piece is flipped.
    Flip,
    /// A piece threatens another.
    Threat,
    /// A piece attacks a hidden piece and may well lose.
    Scout,
    /// A quiet move.
    Quiet,
}

impl Theme {
    /// Returns the text id of its name.
    pub const fn text_id(self) -> &'static str {
        match self {
            Self::RaceCapture => "theme-race-capture",
            Self::RaceHome => "theme-race-home",
            Self::RaceEscape => "theme-race-escape",
            Self::RaceStack => "theme-race-stack",
            Self::RaceLaunch => "theme-race-launch",
            Self::RaceFlight => "theme-race-flight",
            Self::RaceAdvance => "theme-race-advance",
            Self::Capture => "theme-capture",
            Self::Bomb => "theme-bomb",
            Self::Engineer => "theme-engineer",
            Self::DefendFlag => "theme-defend-flag",
            Self::AttackFlag => "theme-attack-flag",
            Self::Camp => "theme-camp",
            Self::Retreat => "theme-retreat",
            Self::Flip => "theme-flip",
            Self::Threat => "theme-threat",
            Self::Scout => "theme-scout",
            Self::Quiet => "theme-quiet",
        }
    }

    /// Returns the themes of a puzzle. A puzzle that does not fit its game has none.
    pub fn all_of(puzzle: &Puzzle) -> Vec<Self> {
        let kind = GameKind::of_name(&puzzle.game);
        kind.and_then(|kind| with_game!(kind, |G| themes_in::<G>(puzzle))).unwrap_or_default()
    }
}

/// A game whose actions have themes.
trait Themed: Narrate {
    /// Returns the themes of an action, from the view of the seat.
    fn themes(view: &Self::View, seat: Seat, action: Self::Action) -> Vec<Theme>;
}

/// Returns the themes of a puzzle of this game, or `None` if it does not fit the game.
fn themes_in<G: Themed>(puzzle: &Puzzle) -> Option<Vec<Theme>> {
    let session = puzzle.set_up::<G>().ok()?;
    let seat = G::seat_by_name(&puzzle.seat)?;
    let action = puzzle.best().parse().ok()?;
    Some(G::themes(&session.state().view(Viewer::Seat(seat)), seat, action))
}

impl Themed for Race {
    fn themes(view: &Self::View, seat: Seat, action: Self::Action) -> Vec<Theme> {
        let facts = RaceFacts::of(view, seat, action);
        let mut themes: Vec<Theme> = [
            (facts.captured.is_some(), Theme::RaceCapture),
            (facts.reaches_centre, Theme::RaceHome),
            (facts.escapes(), Theme::RaceEscape),
            (facts.stacks, Theme::RaceStack),
            (facts.launches, Theme::RaceLaunch),
            (facts.flies || facts.jumps, Theme::RaceFlight),
        ]
        .into_iter()
        .filter_map(|(holds, theme)| holds.then_some(theme))
        .collect();
        if themes.is_empty() {
            themes.push(Theme::RaceAdvance);
        }
        themes
    }
}

impl Themed for Junqi {
    fn themes(view: &Self::View, seat: Seat, action: Self::Action) -> Vec<Theme> {
        let facts = JunqiFacts::of(view, seat, action);
        let (purpose, kind) = (facts.purpose, facts.kind);
        let is_attack = matches!(
            purpose,
            Purpose::TakeFlag
                | Purpose::Take(_)
                | Purpose::Trade(_)
                | Purpose::Win
                | Purpose::Bomb
                | Purpose::AtWorstTrade(_)
                | Purpose::NoLandmine(_)
                | Purpose::ProbablyWin(_)
                | Purpose::Scout(_)
        );
        let captures =
            is_attack && !matches!(purpose, Purpose::Trade(Kind::Bomb) | Purpose::Scout(_));
        let involves_bomb = kind == Some(Kind::Bomb) || purpose == Purpose::Trade(Kind::Bomb);
        let is_engineer_or_takes_landmine =
            kind == Some(Kind::Engineer) || purpose == Purpose::Take(Kind::Landmine);
        let mut themes: Vec<Theme> = [
            (captures && kind != Some(Kind::Bomb), Theme::Capture),
            (is_attack && involves_bomb, Theme::Bomb),
            (
                is_engineer_or_takes_landmine && (!is_attack || facts.can_hit_landmine),
                Theme::Engineer,
            ),
            (
                purpose == Purpose::Guard || (is_attack && facts.is_target_near_flag),
                Theme::DefendFlag,
            ),
            (is_attack && facts.attacks_headquarters, Theme::AttackFlag),
            (purpose == Purpose::Camp, Theme::Camp),
            (matches!(purpose, Purpose::Escape(_)), Theme::Retreat),
            (purpose == Purpose::Flip, Theme::Flip),
            (matches!(purpose, Purpose::Threaten(_)), Theme::Threat),
            (matches!(purpose, Purpose::Scout(_)), Theme::Scout),
        ]
        .into_iter()
        .filter_map(|(holds, theme)| holds.then_some(theme))
        .collect();
        if themes.is_empty() {
            themes.push(Theme::Quiet);
        }
        themes
    }
}

#[cfg(test)]
mod tests {
    use qipan_core::contract::game::Game as _;

    use super::*;

    #[test]
    fn trade_for_a_piece_that_is_no_bomb_is_a_capture() {
        let (mut captures, mut bombs) = (0, 0);
        for position in crate::model::suite::shipped() {
            let view = position.state.view(Viewer::Seat(position.seat));
            let mut actions = Vec::new();
            position.state.legal_actions(&mut actions);
            for action in actions {
                let facts = JunqiFacts::of(&view, position.seat, action);
                let Purpose::Trade(other) = facts.purpose else { continue };
                let involves_bomb = other == Kind::Bomb || facts.kind == Some(Kind::Bomb);
                let themes = Junqi::themes(&view, position.seat, action);
                assert_eq!(themes.contains(&Theme::Capture), !involves_bomb, "{action}");
                assert_eq!(themes.contains(&Theme::Bomb), involves_bomb, "{action}");
                if involves_bomb { bombs += 1 } else { captures += 1 }
            }
        }
        assert!(captures > 0 && bombs > 0, "{captures} captures, {bombs} trades with a Bomb");
    }
}
