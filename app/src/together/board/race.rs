//! Describes the race boards for pages and other programs.

use std::collections::BTreeMap;

use egui::{Pos2, Rect, Vec2, pos2};
use qipan_core::contract::game::{Game, NullSink, Step};
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::board::{HANGAR, PLANES};
use qipan_core::games::race::{Action, Race, Rules};

use super::super::message::{ActionData, ActionKind};
use super::{PageBoard, PageGeometry, Picture, SIDE, round_to_tenth, square};
use crate::games::race::drawing::{
    BoardGeometry, BoardLook, PlaneLook, board_shapes, plane_shapes,
};
use crate::model::i18n::I18n;
use crate::share::svg;
use crate::ui::theme::Theme;

/// The side of the picture of a plane.
const PLANE: f32 = 100.0;

/// The share of the picture that the plane takes. The rest is for its shadow.
const PLANE_SHARE: f32 = 0.86;

impl PageBoard for Race {
    fn board_geometry(rules: &Rules, _: Option<Seat>, _: &I18n) -> PageGeometry {
        let board = rules.board;
        let geometry = BoardGeometry::new(board, square());
        let (mut places, mut headings) = (BTreeMap::new(), BTreeMap::new());
        let mut add = |name: String, pos: Pos2, heading: f32| {
            places.insert(name.clone(), [round_to_tenth(pos.x), round_to_tenth(pos.y)]);
            headings.insert(name, heading.to_degrees().round());
        };
        for seat in board.turn_order() {
            let colour = Self::seat_name(seat);
            for plane in 0..PLANES as u8 {
                let hangar = board.cell(seat, plane, HANGAR);
                let (pos, heading) = (geometry.cell_pos(hangar), geometry.cell_heading(hangar));
                for place in ["hangar", "home"] {
                    add(format!("{colour} {place} {}", plane + 1), pos, heading);
                }
            }
            for progress in 0..=board.centre() {
                let pos = geometry.cell_pos(board.cell(seat, 0, progress));
                add(format!("{colour} {progress}"), pos, geometry.plane_heading(seat, progress));
            }
        }
        let first = board.cell(Seat::new(0), 0, board.first_on_track());
        let size = geometry.plane_size(first) / PLANE_SHARE;
        PageGeometry {
            size: [SIDE, SIDE],
            places,
            headings,
            piece_kind: "plane",
            piece_size: [round_to_tenth(size), round_to_tenth(size)],
            faces: BTreeMap::new(),
            has_backs: false,
        }
    }

    fn picture(rules: &Rules, picture: Picture, theme: &Theme) -> String {
        match picture {
            Picture::Board(_) => {
                let geometry = BoardGeometry::new(rules.board, square());
                svg(&board_shapes(&geometry, theme, &BoardLook::default()), square())
            }
            Picture::Piece(seat) | Picture::Back(seat) => {
                let view = Rect::from_min_size(pos2(0.0, 0.0), Vec2::splat(PLANE));
                let seat = seat.unwrap_or(Seat::new(0));
                let look = PlaneLook::new(view.center(), PLANE * PLANE_SHARE, 0.0, seat, 0);
                svg(&plane_shapes(theme, &look), view)
            }
        }
    }

    fn action_data(state: &Self, seat: Seat, id: usize, action: Action) -> ActionData {
        let (colour, plane) = (Self::seat_name(seat), action.plane());
        let centre = state.board().centre();
        let place = |progress: u8| match progress {
            HANGAR => format!("{colour} hangar {}", plane + 1),
            progress if progress == centre => format!("{colour} home {}", plane + 1),
            progress => format!("{colour} {progress}"),
        };
        let from = state.planes(seat).get(usize::from(plane)).copied().unwrap_or(HANGAR);
        let mut after = state.clone();
        after.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
        let end = after.planes(seat).get(usize::from(plane)).copied().unwrap_or(HANGAR);
        ActionData {
            id,
            kind: ActionKind::Move,
            action: action.to_string(),
            piece: format!("{colour} {}", plane + 1),
            from: place(from),
            to: place(end),
            label: String::new(),
        }
    }
}
