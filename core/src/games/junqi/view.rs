//! The view of one viewer: an allow-list of what is visible to it, and nothing else.
//!
//! A view contains the public part of the game and the kinds of the tiles that are *visible* to
//! the viewer: its own, its partner's if the rules say so, and those *shown* to all. Robots,
//! beliefs and the window work on views alone, so no hidden kind can reach them.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use super::belief::Belief;
use super::cells::Cell;
use super::packed_option::PackedOption;
use super::piece::Kind;
use super::public::PublicState;
use super::rules::{Sight, Start};
use super::state::Junqi;
use super::tile::{Owners, Tile, TileMap};
use crate::contract::game::Viewer;
use crate::contract::seat::Seat;

/// A game of Junqi as one viewer sees it: its public part, to which it dereferences
/// ([`PublicState`]), and the kinds that are visible to the viewer.
#[derive(Clone, Debug)]
pub struct View {
    pub(super) public: PublicState,
    pub(super) viewer: Viewer,
    /// The kind of each tile, as far as it is visible to the viewer.
    pub(super) kind: TileMap<VisibleKind>,
    /// The seat each tile belongs to. Before seats own armies, the seat it was dealt to. `None`
    /// for hidden tiles of Flip Junqi.
    pub(super) owner: Owners,
    /// The belief that follows from the view, computed on first use.
    pub(super) belief: OnceLock<Arc<Belief>>,
}

/// The kind of a tile, as far as it is visible to a viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VisibleKind {
    /// The kind is hidden from the viewer.
    Hidden,
    /// The kind would be visible to the viewer, but an imported record does not contain it.
    Unrecorded,
    /// The kind is visible to the viewer.
    Visible(Kind),
}

impl VisibleKind {
    /// Returns the kind, if it is visible.
    #[inline]
    pub(super) const fn kind(self) -> Option<Kind> {
        match self {
            Self::Visible(kind) => Some(kind),
            Self::Hidden | Self::Unrecorded => None,
        }
    }
}

impl PartialEq for View {
    fn eq(&self, other: &Self) -> bool {
        // The belief follows from the rest of the view, so it need not be compared.
        self.public == other.public
            && self.viewer == other.viewer
            && self.kind == other.kind
            && self.owner == other.owner
    }
}

impl Deref for View {
    type Target = PublicState;

    #[inline]
    fn deref(&self) -> &PublicState {
        &self.public
    }
}

/// A tile as a viewer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VisibleTile {
    /// Its name: the cell it started on.
    pub tile: Tile,
    /// The seat it belongs to. `None` until seats own armies, and while the tile is face down.
    pub owner: Option<Seat>,
    /// The seat its army was dealt to, which names the army. In Flip Junqi the other seat may own
    /// it. `None` while the tile is face down.
    pub colour: Option<Seat>,
    /// Its kind, if it is visible to the viewer.
    pub piece: Option<Kind>,
    /// True if everyone has been shown it.
    pub is_revealed: bool,
    /// True if it is face down (Flip Junqi).
    pub is_face_down: bool,
    /// True if it has ever moved.
    pub moved: bool,
    /// True if it has turned a corner on the rails, as no ordinary piece can.
    pub turned_corner: bool,
}

impl View {
    /// Creates the view a viewer has now.
    pub(super) fn new(game: &Junqi, viewer: Viewer) -> Self {
        Self::with_visible_tiles(game, viewer, |tile| game.is_visible_to(viewer, tile))
    }

    /// Creates the view a viewer had while the game was played, without the kinds that became
    /// visible when it ended.
    pub(super) fn during_play(game: &Junqi, viewer: Viewer) -> Self {
        Self::with_visible_tiles(game, viewer, |tile| {
            game.is_visible_to(viewer, tile)
                && (viewer == Viewer::All || game.was_visible_in_play(viewer, tile))
        })
    }

    fn with_visible_tiles(game: &Junqi, viewer: Viewer, is_visible: impl Fn(Tile) -> bool) -> Self {
        let mut view = Self {
            public: game.public.clone(),
            viewer,
            kind: TileMap::filled(VisibleKind::Hidden),
            owner: Owners::filled(PackedOption::NONE),
            belief: OnceLock::new(),
        };
        view.public.questions = game.public.questions.for_viewer(viewer);
        for tile in game.tiles() {
            let visible = is_visible(tile);
            if visible {
                view.kind[tile] =
                    game.kind[tile].map_or(VisibleKind::Unrecorded, VisibleKind::Visible);
            }
            if visible || !game.rules().is_flip() {
                view.owner[tile] = game.owner[tile];
            }
        }
        view
    }

    /// Returns the part of this view that is visible to everyone. The kinds of the viewer's own
    /// pieces are hidden in it, unless they were shown to all.
    pub fn for_public(&self) -> Self {
        let rules = self.rules();
        let open = rules.start == Start::FaceUp || rules.sight == Sight::All;
        let mut view = self.clone();
        view.viewer = Viewer::Public;
        view.public.questions = self.public.questions.for_viewer(Viewer::Public);
        view.belief = OnceLock::new();
        for tile in self.tiles().filter(|tile| !open && !self.is_revealed(*tile)) {
            view.kind[tile] = VisibleKind::Hidden;
        }
        view
    }

    /// Returns the viewer.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Returns the tile on a cell, as the viewer sees it.
    pub fn at(&self, cell: Cell) -> Option<VisibleTile> {
        self.tile_at(cell).map(|tile| self.visible_tile(tile))
    }

    /// Returns a tile as the viewer sees it, on the board or lost.
    pub fn visible_tile(&self, tile: Tile) -> VisibleTile {
        let owner = self.owner[tile].get();
        VisibleTile {
            tile,
            owner: owner.filter(|_| self.armies_assigned()),
            colour: owner.map(|owner| self.public.dealt_seat(owner)),
            piece: self.kind[tile].kind(),
            is_revealed: self.is_revealed(tile),
            is_face_down: self.is_down(tile),
            moved: self.public.moved.contains(tile),
            turned_corner: self.public.turned_corner.contains(tile),
        }
    }
}
