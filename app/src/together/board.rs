//! Describes boards for pages and other programs that draw them: places, pictures and words, made
//! by the code of the window.
//!
//! These programs can draw any game from the description, so a new game needs no code in them.

mod junqi;
mod race;

use std::collections::BTreeMap;

use egui::{Rect, pos2};
use qipan_core::contract::game::Game;
use qipan_core::contract::seat::Seat;
use serde::{Deserialize, Serialize};

use super::message::{ActionData, ActionKind};
use crate::games::GameUi;
use crate::model::i18n::I18n;
use crate::model::settings::ThemeName;
use crate::ui::paint::SideMark;
use crate::ui::theme::Theme;

/// The side of the square in which boards are drawn, in the units of their SVG pictures.
const SIDE: f32 = 1000.0;

/// A game that describes its board, so that pages and other programs can draw it.
pub trait PageBoard: GameUi {
    /// Returns the places of the board with a seat at the bottom, and the look of its pieces.
    fn board_geometry(rules: &Self::Rules, bottom: Option<Seat>, i18n: &I18n) -> PageGeometry;
    /// Returns a picture as SVG.
    fn picture(rules: &Self::Rules, picture: Picture, theme: &Theme) -> String;
    /// Describes an action of a seat for its guest: the piece that moves, the place that it leaves
    /// and the place where it arrives. `id` is the index of the action in the list of the guest.
    fn action_data(state: &Self, seat: Seat, id: usize, action: Self::Action) -> ActionData;
    /// Returns the form in which a seat chooses its layout, if the rules ask for one.
    fn layout_form(rules: &Self::Rules, seat: Seat, i18n: &I18n) -> Option<LayoutForm> {
        let _ = (rules, seat, i18n);
        None
    }
}

/// The places of a board and the look of its pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct PageGeometry {
    /// The width and height of the board.
    pub size: [f32; 2],
    /// The middle of each place, by its name in views.
    pub places: BTreeMap<String, [f32; 2]>,
    /// The heading of a piece on each place, in degrees, by the name of the place. It is 0 for a
    /// place that is missing here.
    pub headings: BTreeMap<String, f32>,
    /// The kind of the pieces: `tile` or `plane`.
    pub piece_kind: &'static str,
    /// The width and height of a piece.
    pub piece_size: [f32; 2],
    /// The name printed on each face, by the code of the face.
    pub faces: BTreeMap<String, String>,
    /// True if pieces whose face is hidden look different.
    pub has_backs: bool,
}

/// A picture of a board or piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Picture {
    /// The printed board with a seat at the bottom.
    Board(Option<Seat>),
    /// A piece of a seat, or one of unknown owner.
    Piece(Option<Seat>),
    /// A piece whose face is hidden.
    Back(Option<Seat>),
}

/// The form in which a seat chooses its layout.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LayoutForm {
    /// The cells, in the order in which a layout lists its letters.
    pub cells: Vec<String>,
    /// The code of the face that each letter stands for.
    pub letters: BTreeMap<String, String>,
    /// The cells where the piece of a letter may stand, by letter. The piece of a letter without an
    /// entry may stand on any cell.
    pub allowed: BTreeMap<String, Vec<String>>,
    /// The shipped layouts to choose from.
    pub layouts: Vec<NamedLayout>,
    /// The layout to begin with.
    pub start: String,
}

/// A shipped layout.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NamedLayout {
    /// Its name.
    pub name: String,
    /// Its letters.
    pub text: String,
}

/// The description of a board in `Welcome::board`.
#[derive(Serialize)]
struct BoardData {
    size: [f32; 2],
    picture: String,
    places: BTreeMap<String, [f32; 2]>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    headings: BTreeMap<String, f32>,
    piece: PieceLook,
    pieces: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    backs: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    faces: BTreeMap<String, String>,
    seats: Vec<SeatLook>,
}

#[derive(Serialize)]
struct PieceLook {
    kind: &'static str,
    size: [f32; 2],
}

#[derive(Serialize)]
struct SeatLook {
    seat: String,
    name: String,
    colour: String,
    mark: &'static str,
}

/// Returns the description of a board for `Welcome::board`. `table` is the code of the table, for
/// the addresses of pictures.
pub fn board_data<G: PageBoard>(
    table: &str,
    rules: &G::Rules,
    seats: &[Seat],
    bottom: Option<Seat>,
    i18n: &I18n,
) -> serde_json::Value {
    let geometry = G::board_geometry(rules, bottom, i18n);
    let theme = Theme::new(ThemeName::Light, false);
    let name = |seat: Option<Seat>| seat.map_or("", G::seat_name);
    let address = |picture| picture_path::<G>(table, picture);
    let owners: Vec<Option<Seat>> = seats.iter().copied().map(Some).chain([None]).collect();
    let pictures = |kind: fn(Option<Seat>) -> Picture| {
        owners.iter().map(|owner| (name(*owner).to_owned(), address(kind(*owner)))).collect()
    };
    let look = |seat: &Seat| {
        let [r, g, b, _] = G::colour(&theme, *seat).to_array();
        SeatLook {
            seat: G::seat_name(*seat).to_owned(),
            name: crate::model::narration::seat::<G>(i18n, *seat),
            colour: format!("#{r:02x}{g:02x}{b:02x}"),
            mark: mark_sign(SideMark::of(*seat)),
        }
    };
    let data = BoardData {
        size: geometry.size,
        picture: address(Picture::Board(bottom)),
        places: geometry.places,
        headings: geometry.headings,
        piece: PieceLook { kind: geometry.piece_kind, size: geometry.piece_size },
        pieces: pictures(Picture::Piece),
        backs: if geometry.has_backs { pictures(Picture::Back) } else { BTreeMap::new() },
        faces: geometry.faces,
        seats: seats.iter().map(look).collect(),
    };
    serde_json::to_value(data).unwrap_or_default()
}

/// Returns the address of a picture.
fn picture_path<G: Game>(table: &str, picture: Picture) -> String {
    let name = |seat: Option<Seat>| seat.map_or("none", G::seat_name);
    match picture {
        Picture::Board(seat) => format!("/pictures/{table}/board/{}", name(seat)),
        Picture::Piece(seat) => format!("/pictures/{table}/piece/{}", name(seat)),
        Picture::Back(seat) => format!("/pictures/{table}/back/{}", name(seat)),
    }
}

/// Returns the picture for the last two parts of an address: the kind and the seat. Returns `None`
/// if there is no such picture.
pub fn picture_named<G: Game>(kind: &str, seat: &str) -> Option<Picture> {
    let seat = match seat {
        "none" => None,
        name => Some(G::seat_by_name(name)?),
    };
    match kind {
        "board" => Some(Picture::Board(seat)),
        "piece" => Some(Picture::Piece(seat)),
        "back" => Some(Picture::Back(seat)),
        _ => None,
    }
}

/// Returns the character that shows the mark of a side.
fn mark_sign(mark: SideMark) -> &'static str {
    match mark {
        SideMark::Circle => "●",
        SideMark::Square => "■",
        SideMark::Triangle => "▲",
        SideMark::Diamond => "◆",
        SideMark::Cross => "✚",
        SideMark::Star => "★",
    }
}

/// Returns the square in which boards are drawn.
fn square() -> Rect {
    Rect::from_min_max(pos2(0.0, 0.0), pos2(SIDE, SIDE))
}

/// Rounds a number to one decimal place.
fn round_to_tenth(value: f32) -> f32 {
    (value * 10.0).round() / 10.0
}

/// Returns the action that rolls the die, with its text.
pub fn roll_data(label: String) -> ActionData {
    ActionData {
        id: 0,
        kind: ActionKind::Roll,
        action: String::new(),
        piece: String::new(),
        from: String::new(),
        to: String::new(),
        label,
    }
}

/// Returns the action that answers the question of a house rule, with its text.
pub fn answer_data(id: usize, action: String, label: String) -> ActionData {
    ActionData { id, kind: ActionKind::Answer, action, ..roll_data(label) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::i18n::Lang;
    use qipan_core::contract::dice::Seed;
    use qipan_core::contract::game::{NullSink, Step, Turn, Viewer};
    use qipan_core::contract::options::RuleSet;
    use qipan_core::contract::view_data::ViewData;
    use qipan_core::registry::GameKind;
    use qipan_core::with_game;

    /// Checks that every place in a view and every target of an action is on the board, and that
    /// all pictures can be drawn.
    fn check_board<G: PageBoard + ViewData>(preset: &str, lang: Lang) {
        let i18n = I18n::new(lang);
        let rules = G::Rules::preset(preset).unwrap();
        let deal = G::draw_deal(&rules, rules.seats(), &Seed::from_number(4)).unwrap();
        let mut state = G::new(&rules, rules.seats(), &deal).unwrap();
        let seats = state.seats_in_turn_order();
        // After some steps, pieces stand elsewhere than at the start.
        let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
        for _ in 0..40 {
            let step = match state.turn() {
                Turn::Over => break,
                Turn::Chance { .. } => {
                    state.chance_outcomes(&mut outcomes);
                    Step::Chance(*outcomes.last().unwrap())
                }
                Turn::Seat(seat) => {
                    state.legal_actions(&mut actions);
                    Step::Act { seat, action: actions[actions.len() / 2] }
                }
            };
            state.play_unchecked(&step, &mut NullSink);
        }
        for bottom in seats.iter().copied().map(Some).chain([None]) {
            let geometry = G::board_geometry(&rules, bottom, &i18n);
            let view = serde_json::to_value(G::view_data(&state.view(Viewer::All))).unwrap();
            for piece in view["pieces"].as_array().unwrap() {
                let Some(at) = piece["at"].as_str() else { continue };
                let [x, y] = geometry.places[at];
                let [width, height] = geometry.size;
                assert!((0.0..=width).contains(&x) && (0.0..=height).contains(&y), "{preset} {at}");
            }
            let message = board_data::<G>("A2B3C4", &rules, &seats, bottom, &i18n);
            let length = message.to_string().len();
            assert!(length < 40_000, "{preset}: {length} bytes");
        }
        let theme = Theme::new(ThemeName::Dark, false);
        for picture in [Picture::Board(None), Picture::Piece(Some(seats[0])), Picture::Back(None)] {
            let svg = G::picture(&rules, picture, &theme);
            assert!(svg.starts_with("<svg ") && svg.len() < 600_000, "{preset}: {}", svg.len());
        }
        state.legal_actions(&mut actions);
        let view = serde_json::to_value(G::view_data(&state.view(Viewer::All))).unwrap();
        let geometry = G::board_geometry(&rules, None, &i18n);
        for (id, action) in actions.into_iter().enumerate() {
            let Turn::Seat(seat) = state.turn() else { break };
            let data = G::action_data(&state, seat, id, action);
            assert!(geometry.places.contains_key(&data.to), "{preset}: {data:?}");
            let pieces = view["pieces"].as_array().unwrap();
            let piece = pieces.iter().find(|piece| piece["id"] == data.piece.as_str());
            assert_eq!(piece.unwrap()["at"], data.from, "{preset}: {data:?}");
        }
    }

    #[test]
    fn boards_of_all_presets_can_be_drawn() {
        for preset in qipan_core::registry::presets() {
            let kind = GameKind::of_preset(preset).unwrap();
            with_game!(kind, |G| check_board::<G>(preset, Lang::En));
        }
        with_game!(GameKind::Junqi, |G| check_board::<G>("dark", Lang::Zh));
    }
}
