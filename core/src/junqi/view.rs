//! A game through somebody's eyes: an allow-list of what a viewer may know, nothing else.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use super::belief::Belief;
use super::cells::{CELLS, Cell, NONE, Tile};
use super::piece::Piece;
use super::public::Public;
use super::rules::{Sight, Start};
use super::state::Junqi;
use crate::game::Viewer;
use crate::seat::Seat;

/// A game of Junqi through somebody's eyes: what everybody sees of it, read from it as if it
/// were its own ([`Public`]), and the pieces the viewer may know.
#[derive(Clone, Debug)]
pub struct View {
    pub(super) public: Public,
    pub(super) viewer: Viewer,
    /// The kind of each tile the viewer may know, by index, or `NONE`.
    pub(super) kind: [u8; CELLS],
    /// The seat each tile belongs to, or the army's name before seats own armies; `NONE` for
    /// tiles that were never turned up.
    pub(super) owner: [u8; CELLS],
    /// What follows from all of it, once somebody asked.
    pub(super) belief: OnceLock<Arc<Belief>>,
}

impl PartialEq for View {
    fn eq(&self, other: &Self) -> bool {
        // What follows from a view is the same wherever the view is.
        let known = |view: &Self| (view.viewer, view.kind, view.owner);
        self.public == other.public && known(self) == known(other)
    }
}

impl Deref for View {
    type Target = Public;

    #[inline]
    fn deref(&self) -> &Public {
        &self.public
    }
}

/// A tile as a viewer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Its name: the cell it started on.
    pub tile: Tile,
    /// The seat it belongs to, once seats own armies and it is known.
    pub owner: Option<Seat>,
    /// The army it belongs to, by the seat that army was named after in the setup; unknown
    /// while it lies face down.
    pub colour: Option<Seat>,
    /// What it is, where the viewer may know it.
    pub piece: Option<Piece>,
    /// Whether everybody has been shown it.
    pub shown: bool,
    /// Whether it lies face down (flip chess).
    pub down: bool,
    /// Whether it has ever moved.
    pub moved: bool,
    /// Whether it has turned a corner on the rails, as no ordinary piece can.
    pub turned_corner: bool,
}

impl View {
    pub(super) fn new(game: &Junqi, viewer: Viewer) -> Self {
        Self::of(game, viewer, |tile| game.is_visible_to(viewer, tile))
    }

    /// The view somebody had while the game was played, without what was shown when it was over.
    pub(super) fn while_played(game: &Junqi, viewer: Viewer) -> Self {
        let told = |tile| viewer == Viewer::All || game.is_revealed_to(viewer, tile);
        Self::of(game, viewer, |tile| game.is_visible_to(viewer, tile) && told(tile))
    }

    fn of(game: &Junqi, viewer: Viewer, may_know: impl Fn(Tile) -> bool) -> Self {
        let public = game.public.clone();
        let belief = OnceLock::new();
        let mut view = Self { public, viewer, kind: [NONE; CELLS], owner: [NONE; CELLS], belief };
        for tile in game.tiles() {
            let index = tile.index();
            let knows = may_know(tile);
            if knows {
                view.kind[index] = game.kind[index];
            }
            if knows || !game.rules().is_flip() {
                view.owner[index] = game.owner[index];
            }
        }
        view
    }

    /// What of this everybody may know: the viewer's own pieces among those that are guessed at.
    #[must_use]
    pub fn for_everybody(&self) -> Self {
        let rules = self.rules();
        let open = rules.start == Start::FaceUp || rules.sight == Sight::All;
        let mut view = self.clone();
        view.viewer = Viewer::Public;
        view.belief = OnceLock::new();
        for tile in self.tiles().filter(|tile| !open && !self.is_shown(*tile)) {
            view.kind[tile.index()] = NONE;
        }
        view
    }

    /// Who looks.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// What stands on a cell.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Option<Seen> {
        self.tile_at(cell).map(|tile| self.seen(tile))
    }

    /// A tile, wherever it is now.
    #[must_use]
    pub fn seen(&self, tile: Tile) -> Seen {
        let index = tile.index();
        let owner = self.owner[index];
        let seat = |owner: u8| (owner != NONE).then(|| Seat::new(owner & 7));
        let swapped = self.public.swapped && owner != NONE;
        Seen {
            tile,
            owner: seat(owner).filter(|_| self.armies_assigned()),
            colour: seat(if swapped { owner ^ 2 } else { owner }),
            piece: Piece::ALL.get(self.kind[index] as usize).copied(),
            shown: self.is_shown(tile),
            down: self.is_down(tile),
            moved: self.public.moved.contains(tile),
            turned_corner: self.public.turned_corner.contains(tile),
        }
    }
}
