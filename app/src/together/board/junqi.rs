//! Describes the boards of Junqi for pages and other programs.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{Context, LayerId, Painter, Rect, Vec2, pos2, vec2};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::layout::{may_stand, slot_cell};
use qipan_core::games::junqi::layouts::SHIPPED;
use qipan_core::games::junqi::piece::ARMY;
use qipan_core::games::junqi::{Action, Board, Junqi, Kind, Rules};

use super::super::message::{ActionData, ActionKind};
use super::{LayoutForm, NamedLayout, PageBoard, PageGeometry, Picture, round_to_tenth, square};
use crate::games::junqi::drawing::{Face, JunqiGeometry, TileLook, board_shapes, tile_body};
use crate::games::junqi::{printed, short};
use crate::model::i18n::{I18n, Lang};
use crate::share::svg;
use crate::ui::theme::Theme;

/// The free space around a tile in its picture, for the shadow, as a share of the tile's height.
const SPACE: f32 = 0.12;

/// Returns the board of the rules.
fn board_of(rules: &Rules) -> Arc<Board> {
    if rules.extra_lines.is_empty() {
        Board::shared(rules.board)
    } else {
        Arc::new(Board::generate(rules.board, &rules.extra_lines))
    }
}

/// Returns the geometry of the board, moved so that the top left corner of the printed sheet is at
/// the origin.
fn geometry(rules: &Rules, bottom: Option<Seat>) -> JunqiGeometry {
    let bottom = bottom.map_or(0, |seat| seat.index() as u8);
    let board = board_of(rules);
    let card = JunqiGeometry::new(&board, bottom, square()).card();
    JunqiGeometry::new(&board, bottom, Rect::from_min_size(pos2(0.0, 0.0), card.size()))
}

impl PageBoard for Junqi {
    fn board_geometry(rules: &Rules, bottom: Option<Seat>, i18n: &I18n) -> PageGeometry {
        let geometry = geometry(rules, bottom);
        let places = geometry.board().cells().iter().map(|cell| {
            let pos = geometry.cell_pos(cell);
            (cell.to_string(), [round_to_tenth(pos.x), round_to_tenth(pos.y)])
        });
        let size = geometry.card().size();
        // The picture of a tile is larger than the tile, for its shadow.
        let piece = geometry.piece_size() + Vec2::splat(2.0 * SPACE * geometry.piece_size().y);
        let name = |kind: Kind| match i18n.lang() {
            Lang::Zh => printed(kind).to_owned(),
            Lang::En => short(kind).to_owned(),
        };
        PageGeometry {
            size: [round_to_tenth(size.x), round_to_tenth(size.y)],
            places: places.collect(),
            headings: BTreeMap::new(),
            piece_kind: "tile",
            piece_size: [round_to_tenth(piece.x), round_to_tenth(piece.y)],
            faces: Kind::ALL.map(|kind| (kind.code().to_owned(), name(kind))).into(),
            has_backs: true,
        }
    }

    fn picture(rules: &Rules, picture: Picture, theme: &Theme) -> String {
        match picture {
            Picture::Board(seat) => {
                let geometry = geometry(rules, seat);
                svg(&board_shapes(&geometry, theme), geometry.card())
            }
            // The page writes the name on a tile, so a piece is drawn as a blank tile in its owner's
            // colour. The back of a tile looks the same if its owner is known. Otherwise it has a
            // neutral colour.
            Picture::Piece(seat) => tile(rules, Face::Back, seat, theme),
            Picture::Back(Some(seat)) => tile(rules, Face::Back, Some(seat), theme),
            Picture::Back(None) => tile(rules, Face::FaceDown, None, theme),
        }
    }

    fn action_data(state: &Self, _: Seat, id: usize, action: Action) -> ActionData {
        let (from, to) = (action.from(), action.to());
        // A piece is named by the cell it started on.
        let piece = state.tile_at(from).map_or(from, |tile| tile.start());
        ActionData {
            id,
            kind: match action {
                Action::Move { .. } => ActionKind::Move,
                Action::Flip { .. } => ActionKind::Flip,
                Action::Answer { .. } => ActionKind::Answer,
            },
            action: action.to_string(),
            piece: piece.to_string(),
            from: from.to_string(),
            to: to.to_string(),
            label: String::new(),
        }
    }

    fn layout_form(rules: &Rules, seat: Seat, i18n: &I18n) -> Option<LayoutForm> {
        if rules.is_flip() || !rules.seats().contains(seat) {
            return None;
        }
        let cells: Vec<_> = (0..ARMY).map(|slot| slot_cell(seat, slot)).collect();
        let mut allowed = BTreeMap::new();
        for kind in Kind::ALL {
            let cells_of_kind: Vec<String> = cells
                .iter()
                .filter(|cell| may_stand(kind, **cell))
                .map(ToString::to_string)
                .collect();
            if cells_of_kind.len() < ARMY {
                allowed.insert(kind.letter().to_string(), cells_of_kind);
            }
        }
        let layouts = SHIPPED.iter().map(|shipped| NamedLayout {
            name: i18n.t(&format!("shipped-{}", shipped.id)),
            text: shipped.layout().to_string(),
        });
        let layouts: Vec<NamedLayout> = layouts.collect();
        let start = layouts.first().map(|layout| layout.text.clone()).unwrap_or_default();
        Some(LayoutForm {
            cells: cells.iter().map(ToString::to_string).collect(),
            letters: Kind::ALL
                .map(|kind| (kind.letter().to_string(), kind.code().to_owned()))
                .into(),
            allowed,
            layouts,
            start,
        })
    }
}

/// Returns the picture of a tile without a name.
fn tile(rules: &Rules, face: Face, seat: Option<Seat>, theme: &Theme) -> String {
    let size = geometry(rules, None).piece_size();
    let space = Vec2::splat(SPACE * size.y);
    let view = Rect::from_min_size(pos2(0.0, 0.0), size + 2.0 * space);
    let look = TileLook::new(view.center() - vec2(0.0, space.y * 0.2), size, face, seat);
    let painter = Painter::new(Context::default(), LayerId::background(), view);
    svg(&tile_body(&painter, theme, &look), view)
}
