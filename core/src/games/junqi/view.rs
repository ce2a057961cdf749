//! The view of one viewer: an allow-list of what the viewer may know, and nothing else.
//!
//! It contains the public part of the game and the kinds of the tiles that the viewer may know.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use super::belief::Belief;
use super::cells::Cell;
use super::packed_option::PackedOption;
use super::piece::Piece;
use super::public::Public;
use super::rules::{Sight, Start};
use super::state::Junqi;
use super::tile::{Owners, Tile, TileMap};
use crate::contract::game::Viewer;
use crate::contract::seat::Seat;

/// A game of Junqi as one viewer sees it: its public part, to which it dereferences ([`Public`]),
/// and the pieces the viewer may know.
#[derive(Clone, Debug)]
pub struct View {
    pub(super) public: Public,
    pub(super) viewer: Viewer,
    /// The kind of each tile, as far as the viewer may know it.
    pub(super) kind: TileMap<KnownKind>,
    /// The seat each tile belongs to, or the army's name before seats own armies. `None` for
    /// tiles that were never turned up.
    pub(super) owner: Owners,
    /// The belief that follows from the view, computed on first use.
    pub(super) belief: OnceLock<Arc<Belief>>,
}

/// The kind of a tile, as far as a viewer may know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KnownKind {
    /// The viewer may not know it.
    Hidden,
    /// The viewer might know it, but it is not on record.
    Unrecorded,
    /// The kind.
    Known(Piece),
}

impl KnownKind {
    /// Returns the kind, if the viewer knows it.
    #[inline]
    pub(super) const fn kind(self) -> Option<Piece> {
        match self {
            Self::Known(kind) => Some(kind),
            Self::Hidden | Self::Unrecorded => None,
        }
    }
}

impl PartialEq for View {
    fn eq(&self, other: &Self) -> bool {
        // The belief follows from the rest of the view, so it need not be compared.
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
pub struct VisibleTile {
    /// Its name: the cell it started on.
    pub tile: Tile,
    /// The seat it belongs to, once seats own armies and it is known.
    pub owner: Option<Seat>,
    /// The army it belongs to, by the seat that army was named after in the setup. Unknown while
    /// the tile is face down.
    pub colour: Option<Seat>,
    /// Its kind, if the viewer may know it.
    pub piece: Option<Piece>,
    /// True if everyone has been shown it.
    pub shown: bool,
    /// True if it is face down (flip chess).
    pub down: bool,
    /// True if it has ever moved.
    pub moved: bool,
    /// True if it has turned a corner on the rails, as no ordinary piece can.
    pub turned_corner: bool,
}

impl View {
    pub(super) fn new(game: &Junqi, viewer: Viewer) -> Self {
        Self::of(game, viewer, |tile| game.is_visible_to(viewer, tile))
    }

    /// Returns the view a viewer had while the game was played, without pieces shown after its
    /// end.
    pub(super) fn while_played(game: &Junqi, viewer: Viewer) -> Self {
        let told = |tile| viewer == Viewer::All || game.is_revealed_to(viewer, tile);
        Self::of(game, viewer, |tile| game.is_visible_to(viewer, tile) && told(tile))
    }

    fn of(game: &Junqi, viewer: Viewer, may_know: impl Fn(Tile) -> bool) -> Self {
        let public = game.public.clone();
        let belief = OnceLock::new();
        let (kind, owner) =
            (TileMap::filled(KnownKind::Hidden), Owners::filled(PackedOption::NONE));
        let mut view = Self { public, viewer, kind, owner, belief };
        for tile in game.tiles() {
            let knows = may_know(tile);
            if knows {
                view.kind[tile] = game.kind[tile].map_or(KnownKind::Unrecorded, KnownKind::Known);
            }
            if knows || !game.rules().is_flip() {
                view.owner[tile] = game.owner[tile];
            }
        }
        view
    }

    /// Returns what everyone may know of this view. The viewer's own pieces are hidden in it,
    /// too.
    pub fn for_everybody(&self) -> Self {
        let rules = self.rules();
        let open = rules.start == Start::FaceUp || rules.sight == Sight::All;
        let mut view = self.clone();
        view.viewer = Viewer::Public;
        view.belief = OnceLock::new();
        for tile in self.tiles().filter(|tile| !open && !self.is_shown(*tile)) {
            view.kind[tile] = KnownKind::Hidden;
        }
        view
    }

    /// Returns the viewer.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Returns the tile on a cell.
    pub fn at(&self, cell: Cell) -> Option<VisibleTile> {
        self.tile_at(cell).map(|tile| self.seen(tile))
    }

    /// Returns a tile, wherever it is now.
    pub fn seen(&self, tile: Tile) -> VisibleTile {
        let owner = self.owner[tile].get();
        VisibleTile {
            tile,
            owner: owner.filter(|_| self.armies_assigned()),
            colour: owner.map(|owner| self.public.colour_of_owner(owner)),
            piece: self.kind[tile].kind(),
            shown: self.is_shown(tile),
            down: self.is_down(tile),
            moved: self.public.moved.contains(tile),
            turned_corner: self.public.turned_corner.contains(tile),
        }
    }
}
