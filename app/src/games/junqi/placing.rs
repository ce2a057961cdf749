//! The position editor for Junqi. Unplaced pieces lie next to the board.

use egui::{ComboBox, Painter, Rect, RichText, Ui, vec2};
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, SetupError};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::position::Positions as _;
use qipan_core::contract::seat::Seat;
use qipan_core::contract::setup::Setup;
use qipan_core::games::junqi::effect::SeatName;
use qipan_core::games::junqi::rules::Start;
use qipan_core::games::junqi::{
    ArmyOwnership, BoardKind, Cell, EliminationReason, Junqi, Kind, PlacedPiece, Position,
    PositionError, Rules,
};

use crate::games::PositionUi;
use crate::games::junqi::drawing::{Face, TileLook, paint_tile};
use crate::games::junqi::words;
use crate::games::words::seat as seat_name;
use crate::model::i18n::I18n;
use crate::ui::context::ScreenContext;
use crate::ui::widgets;

/// An unplaced piece with its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnedPiece {
    owner: Seat,
    piece: Kind,
}

impl PositionUi for Junqi {
    type UnplacedPiece = OwnedPiece;

    fn aspect(rules: &Rules) -> f32 {
        if rules.board == BoardKind::Two { 1.75 } else { 1.1 }
    }

    fn blank(rules: &Rules) -> Position {
        let first = rules.order().first().copied().unwrap_or(Seat::new(0));
        Position {
            turn: SeatName::new(first),
            pieces: rules.seats().iter().map(|seat| (SeatName::new(seat), Vec::new())).collect(),
            ownership: ArmyOwnership::Own,
            ply: 0,
            quiet: 0,
            out: Vec::new(),
            carried: Default::default(),
            dropped: Default::default(),
            cleared_mines: Default::default(),
            timeouts: Default::default(),
            postponed: Vec::new(),
        }
    }

    fn default_start(rules: &Rules) -> Position {
        let seats = rules.seats();
        let deal = Self::draw_deal(rules, seats, &Seed::from_bytes(rand::random()));
        let game = deal.and_then(|deal| Self::new(rules, seats, &deal));
        let position = game.ok().and_then(|game| game.position().ok());
        position.unwrap_or_else(|| Self::blank(rules))
    }

    fn owners(rules: &Rules, _: &Position) -> Vec<Seat> {
        rules.order()
    }

    fn unplaced_pieces(_: &Rules, position: &Position, owner: Seat) -> Vec<(OwnedPiece, u8)> {
        let army = position.pieces.get(&SeatName::new(owner));
        let unplaced = |piece: Kind| {
            let placed = army.into_iter().flatten().filter(|placed| placed.piece == piece).count();
            (OwnedPiece { owner, piece }, piece.count().saturating_sub(placed as u8))
        };
        Kind::ALL.into_iter().map(unplaced).collect()
    }

    fn put(rules: &Rules, position: &mut Position, owned: OwnedPiece, cell: &str) -> bool {
        let Ok(target) = cell.parse::<Cell>() else { return false };
        let OwnedPiece { owner, piece } = owned;
        let unplaced = Self::unplaced_pieces(rules, position, owner);
        if !unplaced.iter().any(|(other, count)| *other == owned && *count > 0) {
            return false;
        }
        Self::remove(rules, position, cell);
        position.out.retain(|(seat, _)| seat.0 != owner);
        let army = position.pieces.entry(SeatName::new(owner)).or_default();
        army.push(PlacedPiece::new(target, piece));
        tidy(position);
        true
    }

    fn shift(_: &Rules, position: &mut Position, from: &str, to: &str) -> bool {
        let (Ok(from), Ok(to)) = (from.parse::<Cell>(), to.parse::<Cell>()) else { return false };
        let mut moved = false;
        for placed in position.pieces.values_mut().flatten() {
            if placed.cell == from {
                (placed.cell, moved) = (to, true);
            } else if placed.cell == to {
                placed.cell = from;
            }
        }
        tidy(position);
        moved
    }

    fn remove(_: &Rules, position: &mut Position, cell: &str) -> bool {
        let Ok(cell) = cell.parse::<Cell>() else { return false };
        let mut removed = false;
        for army in position.pieces.values_mut() {
            let count_before = army.len();
            army.retain(|placed| placed.cell != cell);
            removed |= army.len() < count_before;
        }
        tidy(position);
        removed
    }

    fn describe_piece(i18n: &I18n, _: &Rules, position: &Position, cell: &str) -> Option<String> {
        let cell = cell.parse::<Cell>().ok()?;
        let (owner, placed) = piece_on(position, cell)?;
        let owned = OwnedPiece { owner, piece: placed.piece };
        Some(Self::piece_name(i18n, owned))
    }

    fn cell_words(i18n: &I18n, rules: &Rules, cell: &str) -> String {
        match cell.parse::<Cell>() {
            Ok(cell) => words::cell(i18n, rules, cell),
            Err(_) => cell.to_owned(),
        }
    }

    fn piece_name(i18n: &I18n, OwnedPiece { owner, piece }: OwnedPiece) -> String {
        let args = [
            ("seat", seat_name::<Self>(i18n, owner).into()),
            ("piece", words::piece(i18n, piece).into()),
        ];
        i18n.tf("junqi-piece", &args)
    }

    fn paint_unplaced_piece(
        painter: &Painter,
        rect: Rect,
        owned: OwnedPiece,
        cx: &ScreenContext<'_>,
    ) {
        let size = vec2(rect.width(), rect.height());
        let mut look =
            TileLook::new(rect.center(), size, Face::Piece(owned.piece), Some(owned.owner));
        look.names = cx.settings.naming_style();
        paint_tile(painter, cx.theme, &look);
    }

    fn is_piece_face_down(position: &Position, cell: &str) -> bool {
        let placed = cell.parse().ok().and_then(|cell| piece_on(position, cell));
        placed.is_some_and(|(_, placed)| placed.down)
    }

    fn mover(position: &Position) -> Seat {
        position.turn.0
    }

    fn set_mover(position: &mut Position, seat: Seat) {
        position.turn = SeatName::new(seat);
    }

    fn facts_ui(
        rules: &Rules,
        position: &mut Position,
        cx: &ScreenContext<'_>,
        ui: &mut Ui,
    ) -> bool {
        let before = position.clone();
        if rules.start == Start::FaceDown {
            ownership_ui(position, cx, ui);
        }
        if rules.armies > 2 {
            armies_ui(rules, position, cx, ui);
        }
        *position != before
    }

    fn piece_ui(
        rules: &Rules,
        position: &mut Position,
        cell: &str,
        cx: &ScreenContext<'_>,
        ui: &mut Ui,
    ) -> bool {
        let Ok(cell) = cell.parse() else { return false };
        let before = position.clone();
        piece_facts_ui(rules, position, cell, cx, ui);
        *position != before
    }

    fn position_error(i18n: &I18n, rules: &Rules, why: &PositionError) -> String {
        let name = |named: &SeatName| seat_name::<Self>(i18n, named.0).into();
        let with_seat = |id: &str, seat: &SeatName| i18n.tf(id, &[("seat", name(seat))]);
        let with_cell = |id: &str, cell: &Cell| {
            i18n.tf(id, &[("cell", words::cell(i18n, rules, *cell).into())])
        };
        let kind = |piece: &Kind| words::piece(i18n, *piece).into();
        match why {
            PositionError::Setup(SetupError::Seats { .. }) => i18n.t("position-bad-seats"),
            PositionError::Setup(why) => why.to_string(),
            PositionError::NotPlaying(seat) => with_seat("position-bad-not-playing", seat),
            PositionError::Cell(cell) => with_cell("position-bad-cell", cell),
            PositionError::Twice(cell) => with_cell("position-bad-twice", cell),
            PositionError::TooMany { seat, piece } => {
                i18n.tf("position-bad-too-many", &[("seat", name(seat)), ("piece", kind(piece))])
            }
            PositionError::Astray { piece, cell } => {
                let args =
                    [("piece", kind(piece)), ("cell", words::cell(i18n, rules, *cell).into())];
                i18n.tf("position-bad-astray", &args)
            }
            PositionError::ImpossibleMarks(cell) => with_cell("position-bad-marks", cell),
            PositionError::NoFlag(seat) => with_seat("position-bad-no-flag", seat),
            PositionError::Carried(seat) => with_seat("position-bad-carried", seat),
            PositionError::Out(seat) => with_seat("position-bad-out", seat),
            PositionError::NoPieces(seat) => with_seat("position-bad-no-pieces", seat),
            PositionError::NoMove(seat) => with_seat("position-bad-no-move", seat),
            PositionError::StillUnassigned => i18n.t("position-bad-unassigned"),
            PositionError::AssignedTooEarly => i18n.t("position-bad-assigned"),
            PositionError::FieldValue(word) => {
                i18n.tf("position-bad-value", &[("word", (*word).into())])
            }
            PositionError::Over => i18n.t("position-bad-over"),
            PositionError::Dead => i18n.t("position-bad-dead"),
        }
    }
}

/// Returns the piece on a cell and its owner.
fn piece_on(position: &Position, cell: Cell) -> Option<(Seat, PlacedPiece)> {
    position.pieces.iter().find_map(|(owner, army)| {
        army.iter().find(|placed| placed.cell == cell).map(|placed| (owner.0, *placed))
    })
}

/// Sorts the pieces by cell, as in a position made from a game, and clears the entries of carried
/// Flags whose carriers are gone.
fn tidy(position: &mut Position) {
    for army in position.pieces.values_mut() {
        army.sort_by_key(|placed| placed.cell);
    }
    let cells: Vec<Cell> = position.pieces.values().flatten().map(|placed| placed.cell).collect();
    position.carried.retain(|_, cell| cells.contains(cell));
}

/// Draws the choice of army ownership.
fn ownership_ui(position: &mut Position, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let id = |ownership: ArmyOwnership| match ownership {
        ArmyOwnership::Own => "position-colours-own",
        ArmyOwnership::Swapped => "position-colours-swapped",
        ArmyOwnership::Unknown => "position-colours-unknown",
    };
    ui.label(widgets::muted_text(cx.theme, cx.t("position-colours")));
    let combo = ComboBox::from_id_salt("colours").width(ui.available_width() - 8.0);
    combo.icon(widgets::combo_icon).selected_text(cx.t(id(position.ownership))).show_ui(ui, |ui| {
        for ownership in [ArmyOwnership::Own, ArmyOwnership::Swapped, ArmyOwnership::Unknown] {
            let choice =
                ui.selectable_value(&mut position.ownership, ownership, cx.t(id(ownership)));
            if choice.clicked() {
                ui.close();
            }
        }
    });
}

/// Draws a switch for each army in the game. Switching one off removes its pieces.
fn armies_ui(rules: &Rules, position: &mut Position, cx: &ScreenContext<'_>, ui: &mut Ui) {
    ui.label(widgets::muted_text(cx.theme, cx.t("position-seats")));
    ui.horizontal_wrapped(|ui| {
        for seat in rules.order() {
            let takes_part = position.out.iter().all(|(out, _)| out.0 != seat);
            let name = seat_name::<Junqi>(cx.i18n, seat);
            let spoken = cx.tf("position-takes-part", &[("seat", name.clone().into())]);
            if !widgets::chip(ui, cx.theme, &spoken, &name, takes_part).clicked() {
                continue;
            }
            if takes_part {
                position.out.push((SeatName::new(seat), EliminationReason::Flag));
                position.pieces.remove(&SeatName::new(seat));
                tidy(position);
            } else {
                position.out.retain(|(out, _)| out.0 != seat);
            }
        }
    });
}

/// Draws the name of the piece on a cell and the switches of its state.
fn piece_facts_ui(
    rules: &Rules,
    position: &mut Position,
    cell: Cell,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) {
    let Some((owner, placed)) = piece_on(position, cell) else { return };
    let owned = OwnedPiece { owner, piece: placed.piece };
    let army = position.pieces.get_mut(&SeatName::new(owner));
    let Some(placed) = army.and_then(|army| army.iter_mut().find(|placed| placed.cell == cell))
    else {
        return;
    };
    ui.label(RichText::new(Junqi::piece_name(cx.i18n, owned)).strong().color(cx.theme.ink));
    ui.horizontal_wrapped(|ui| piece_switches_ui(rules, placed, cx, ui));
}

/// Draws the switches of a piece's state.
fn piece_switches_ui(rules: &Rules, placed: &mut PlacedPiece, cx: &ScreenContext<'_>, ui: &mut Ui) {
    if rules.start == Start::FaceDown {
        ui.checkbox(&mut placed.down, cx.t("position-down"));
    }
    if rules.is_hidden() && !rules.is_flip() {
        ui.checkbox(&mut placed.shown, cx.t("position-shown"));
    }
    if placed.piece.moves() && !placed.down {
        ui.checkbox(&mut placed.moved, cx.t("position-moved"));
        placed.turned_corner &= placed.moved;
    }
}
