//! The position editor for race games: planes are moved from their hangars to the board and back.

use egui::{Painter, Rect, RichText, Ui};
use qipan_core::contract::game::SetupError;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::position::SeatColour;
use qipan_core::games::race::rules::Stack;
use qipan_core::games::race::{
    Board, Cell, PlaneSet, Position, PositionError, Progress, Race, Rules, SeatPlanes, StackError,
    TurnError,
};

use crate::games::PositionUi;
use crate::games::race::words;
use crate::games::words::seat as seat_name;
use crate::model::i18n::I18n;
use crate::ui::context::ScreenContext;
use crate::ui::widgets;

/// The empty type of pieces next to the board. A plane that is not in play is in its hangar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoUnplacedPiece {}

impl PositionUi for Race {
    type UnplacedPiece = NoUnplacedPiece;
    const HAS_UNPLACED_PIECES: bool = false;

    fn blank(rules: &Rules) -> Position {
        let order = rules.order();
        let first = order.first().copied().unwrap_or(Seat::new(0));
        let planes = vec![None; usize::from(rules.planes)];
        let side = |seat: &Seat| {
            (SeatColour::new(*seat), SeatPlanes { planes: planes.clone(), ..SeatPlanes::default() })
        };
        Position { sides: order.iter().map(side).collect(), ..Position::new(first) }
    }

    fn default_start(rules: &Rules) -> Position {
        Self::blank(rules)
    }

    fn owners(rules: &Rules, position: &Position) -> Vec<Seat> {
        let seats = position.seats();
        rules.order().into_iter().filter(|seat| seats.contains(*seat)).collect()
    }

    fn unplaced_pieces(_: &Rules, _: &Position, _: Seat) -> Vec<(NoUnplacedPiece, u8)> {
        Vec::new()
    }

    fn put(_: &Rules, _: &mut Position, piece: NoUnplacedPiece, _: &str) -> bool {
        match piece {}
    }

    fn shift(rules: &Rules, position: &mut Position, from: &str, to: &str) -> bool {
        let Some((seat, plane)) = plane_on(rules, position, from) else { return false };
        let Some(to) = rules.board.cell_by_name(to) else { return false };
        let Some(progress) = progress_on(rules.board, seat, to) else { return false };
        let Some(side) = position.sides.get_mut(&SeatColour::new(seat)) else { return false };
        side.planes[plane] = progress;
        tidy(rules, position);
        true
    }

    fn remove(rules: &Rules, position: &mut Position, cell: &str) -> bool {
        let Some((seat, plane)) = plane_on(rules, position, cell) else { return false };
        let Some(side) = position.sides.get_mut(&SeatColour::new(seat)) else { return false };
        let removed = side.planes[plane].take();
        tidy(rules, position);
        removed.is_some()
    }

    fn describe_piece(
        i18n: &I18n,
        rules: &Rules,
        position: &Position,
        cell: &str,
    ) -> Option<String> {
        let (seat, plane) = plane_on(rules, position, cell)?;
        let args = [("seat", seat_name::<Self>(i18n, seat).into()), ("plane", (plane + 1).into())];
        Some(i18n.tf("position-plane", &args))
    }

    fn cell_words(i18n: &I18n, rules: &Rules, cell: &str) -> String {
        let Some(cell) = rules.board.cell_by_name(cell) else { return cell.to_owned() };
        let name = words::cell(i18n, cell);
        match cell {
            Cell::Hangar { seat, slot } => {
                let seat = seat_name::<Self>(i18n, seat);
                let args = [("seat", seat.into()), ("slot", (slot + 1).into())];
                i18n.tf("spoken-slot", &args)
            }
            Cell::Apron { seat } | Cell::Lane { seat, .. } | Cell::Centre { seat } => {
                let seat = seat_name::<Self>(i18n, seat);
                i18n.tf("spoken-place", &[("seat", seat.into()), ("cell", name.into())])
            }
            Cell::Track { .. } => name,
        }
    }

    fn piece_name(_: &I18n, piece: NoUnplacedPiece) -> String {
        match piece {}
    }

    fn paint_unplaced_piece(_: &Painter, _: Rect, piece: NoUnplacedPiece, _: &ScreenContext<'_>) {
        match piece {}
    }

    fn mover(position: &Position) -> Seat {
        position.turn.0
    }

    fn set_mover(position: &mut Position, seat: Seat) {
        position.turn = SeatColour::new(seat);
        forget_turn(position);
    }

    fn facts_ui(
        rules: &Rules,
        position: &mut Position,
        cx: &ScreenContext<'_>,
        ui: &mut Ui,
    ) -> bool {
        let seats_changed = seats_ui(rules, position, cx, ui);
        let die_changed = die_ui(position, cx, ui);
        let stacks_changed = rules.stack != Stack::Never && stacks_ui(rules, position, cx, ui);
        seats_changed || die_changed || stacks_changed
    }

    fn position_error(i18n: &I18n, _: &Rules, why: &PositionError) -> String {
        let name = |named: &SeatColour| seat_name::<Self>(i18n, named.0).into();
        let with_seat = |id: &str, seat: &SeatColour| i18n.tf(id, &[("seat", name(seat))]);
        match why {
            PositionError::Setup(SetupError::Seats { .. }) => i18n.t("position-bad-seats"),
            PositionError::Setup(why) => why.to_string(),
            PositionError::NotPlaying(seat) => with_seat("position-bad-not-playing", seat),
            PositionError::Planes { seat, .. } => with_seat("position-bad-planes", seat),
            PositionError::Progress { seat, .. } => with_seat("position-bad-progress", seat),
            PositionError::Stack { seat, why, .. } => {
                let why = i18n.t(stack_id(*why));
                i18n.tf("position-bad-stack", &[("seat", name(seat)), ("why", why.into())])
            }
            PositionError::Shared(one, other) => {
                i18n.tf("position-bad-shared", &[("one", name(one)), ("other", name(other))])
            }
            PositionError::Die(die) => {
                i18n.tf("position-bad-die", &[("die", i64::from(*die).into())])
            }
            PositionError::NothingToMove { seat, die } => {
                let args = [("seat", name(seat)), ("die", i64::from(*die).into())];
                i18n.tf("position-bad-nothing", &args)
            }
            PositionError::Turn(why) => i18n.t(turn_id(*why)),
            PositionError::Home(seat) => with_seat("position-bad-home", seat),
            PositionError::Resigned(seat) => with_seat("position-bad-gone", seat),
            PositionError::Over => i18n.t("position-bad-over"),
        }
    }
}

/// Returns the text id of the reason why planes cannot form a stack.
fn stack_id(why: StackError) -> &'static str {
    match why {
        StackError::Rules => "position-stack-rules",
        StackError::Single => "position-stack-single",
        StackError::Apart => "position-stack-apart",
        StackError::Place => "position-stack-place",
        StackError::Twice => "position-stack-twice",
    }
}

/// Returns the text id of the reason why the facts of the turn contradict each other.
fn turn_id(why: TurnError) -> &'static str {
    match why {
        TurnError::Skips => "position-turn-skips",
        TurnError::Postponed => "position-turn-put-off",
        TurnError::NoSixes => "position-turn-no-sixes",
        TurnError::RowEnded => "position-turn-row",
        TurnError::ThirdSix => "position-turn-third",
        TurnError::Moved => "position-turn-moved",
        TurnError::Tries => "position-turn-tries",
        TurnError::TooLarge => "position-turn-long",
    }
}

/// Returns the plane on a cell, or the last of several. A finished plane lies in its hangar.
fn plane_on(rules: &Rules, position: &Position, cell: &str) -> Option<(Seat, usize)> {
    let (board, cell) = (rules.board, rules.board.cell_by_name(cell)?);
    position.sides.iter().find_map(|(seat, side)| {
        let is_on_cell = |(plane, progress): &(usize, &Option<Progress>)| match (cell, **progress) {
            (Cell::Hangar { seat: owner, slot }, None) => {
                owner == seat.0 && usize::from(slot) == *plane
            }
            (Cell::Hangar { seat: owner, slot }, Some(progress)) if progress == board.centre() => {
                owner == seat.0 && usize::from(slot) == *plane
            }
            (_, None) => false,
            (_, Some(progress)) => {
                progress < board.centre() && board.cell(seat.0, *plane as u8, progress) == cell
            }
        };
        let planes = side.planes.iter().take(4).enumerate();
        planes.rev().find(is_on_cell).map(|(plane, _)| (seat.0, plane))
    })
}

/// Returns a seat's progress on a cell, or `None` for cells that its planes never reach. In the
/// hangar the progress is `Some(None)`.
fn progress_on(board: Board, seat: Seat, cell: Cell) -> Option<Option<Progress>> {
    match cell {
        Cell::Hangar { seat: owner, .. } => (owner == seat).then_some(None),
        Cell::Track { square } => board.progress(seat, square).map(Some),
        _ => (0..=board.centre()).find(|progress| board.cell(seat, 0, *progress) == cell).map(Some),
    }
}

/// Updates the facts that depend on the planes, such as the seats that are home and the planes that
/// form stacks.
fn tidy(rules: &Rules, position: &mut Position) {
    let board = rules.board;
    let needed = usize::from(rules.planes_to_win);
    let is_home = |side: &SeatPlanes| {
        let finished = side.planes.iter().filter(|plane| **plane == Some(board.centre()));
        finished.count() >= needed
    };
    let home: Vec<SeatColour> =
        position.sides.iter().filter(|(_, side)| is_home(side)).map(|(seat, _)| *seat).collect();
    // The order of arrival stays. Seats that are newly home come last.
    position.home.retain(|seat| home.contains(seat));
    let newly_home: Vec<SeatColour> =
        home.into_iter().filter(|seat| !position.home.contains(seat)).collect();
    position.home.extend(newly_home);
    let seats = position.seats();
    position.resigned.retain(|seat| seats.contains(seat.0));
    position.skips.retain(|seat, _| seats.contains(seat.0));
    position.postponed.retain(|seat| seats.contains(seat.0));
    for side in position.sides.values_mut() {
        let piles = piles(board, side);
        match rules.stack {
            Stack::Always => side.stacks = piles.into_iter().map(|(_, planes)| planes).collect(),
            _ => side.stacks.retain(|stack| {
                piles.iter().any(|(_, planes)| stack.difference(*planes).is_empty())
            }),
        }
    }
    forget_turn(position);
}

/// Returns the piles of a side, each with its progress. A pile is two or more planes on one cell,
/// which could form a stack.
fn piles(board: Board, side: &SeatPlanes) -> Vec<(Progress, PlaneSet)> {
    let pile = |place: Progress| {
        let mut planes = PlaneSet::EMPTY;
        for (plane, progress) in (0..).zip(side.planes.iter().take(4)) {
            if *progress == Some(place) {
                planes = planes.union(PlaneSet::one(plane));
            }
        }
        (place, planes)
    };
    let places = board.first_on_track()..board.centre();
    places.map(pile).filter(|(_, planes)| planes.len() > 1).collect()
}

/// Clears the sixes, the tries and the moved planes of the current turn, because they may
/// contradict the changed position.
fn forget_turn(position: &mut Position) {
    (position.sixes_before, position.tries) = (0, 0);
    position.moved = PlaneSet::EMPTY;
}

/// Draws the choice of seats that take part. Returns true after a change.
fn seats_ui(rules: &Rules, position: &mut Position, cx: &ScreenContext<'_>, ui: &mut Ui) -> bool {
    let mut changed = false;
    ui.label(widgets::muted_text(cx.theme, cx.t("position-seats")));
    ui.horizontal_wrapped(|ui| {
        for seat in rules.order() {
            let key = SeatColour::new(seat);
            let name = seat_name::<Race>(cx.i18n, seat);
            let takes_part = position.sides.contains_key(&key);
            let spoken = cx.tf("position-takes-part", &[("seat", name.clone().into())]);
            if widgets::chip(ui, cx.theme, &spoken, &name, takes_part).clicked() {
                changed = true;
                if takes_part {
                    position.sides.remove(&key);
                } else {
                    let planes = vec![None; usize::from(rules.planes)];
                    position.sides.insert(key, SeatPlanes { planes, ..SeatPlanes::default() });
                }
            }
        }
    });
    if changed {
        tidy(rules, position);
        let seats = position.seats();
        if !seats.contains(position.turn.0)
            && let Some(seat) = rules.order().into_iter().find(|seat| seats.contains(*seat))
        {
            position.turn = SeatColour::new(seat);
        }
    }
    changed
}

/// Draws the choice of the roll to use. Returns true after a change.
fn die_ui(position: &mut Position, cx: &ScreenContext<'_>, ui: &mut Ui) -> bool {
    let before = position.die;
    ui.label(widgets::muted_text(cx.theme, cx.t("position-die")));
    ui.horizontal_wrapped(|ui| {
        let none = cx.t("position-die-none");
        if widgets::chip(ui, cx.theme, &none, &none, before.is_none()).clicked() {
            position.die = None;
        }
        for die in 1..=6 {
            let name = cx.tf("position-die-face", &[("die", i64::from(die).into())]);
            if widgets::die_face(ui, cx.theme, &name, die, before == Some(die)).clicked() {
                position.die = Some(die);
            }
        }
    });
    if position.die != before {
        forget_turn(position);
    }
    position.die != before
}

/// Draws a switch for each pile of planes that turns it into a stack. Returns true after a change.
fn stacks_ui(rules: &Rules, position: &mut Position, cx: &ScreenContext<'_>, ui: &mut Ui) -> bool {
    let mut changed = false;
    for (seat, side) in &mut position.sides {
        for (_, planes) in piles(rules.board, side) {
            let mut is_stack = side.stacks.contains(&planes);
            let numbers = words::planes(planes);
            let args =
                [("seat", seat_name::<Race>(cx.i18n, seat.0).into()), ("planes", numbers.into())];
            let text = RichText::new(cx.tf("position-together", &args));
            if ui.checkbox(&mut is_stack, text).changed() && rules.stack == Stack::Optional {
                side.stacks.retain(|stack| stack.intersection(planes).is_empty());
                side.stacks.extend(is_stack.then_some(planes));
                changed = true;
            }
        }
    }
    changed
}
