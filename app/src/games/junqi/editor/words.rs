//! The words of the layout editor: pieces, cells, shipped layouts, limits and errors.

use std::path::Path;

use qipan_core::games::junqi::draft::PlacementError;
use qipan_core::games::junqi::layouts::ShippedLayout;
use qipan_core::games::junqi::{BoardKind, Cell, CellKind, Kind, LayoutError};

use crate::games::junqi::words::cell_in_land;
pub use crate::games::junqi::words::piece;
use crate::model::i18n::I18n;
use crate::model::storage::{BrokenItem, NamedItemError};

/// Returns the short name of a cell as players write it: 53 is line 5, column 3.
pub fn cell(i18n: &I18n, cell: Cell) -> String {
    cell_in_land(i18n, cell)
}

/// Returns the name of a cell together with its cell kind: station, camp or headquarters.
pub fn cell_with_kind(i18n: &I18n, at: Cell) -> String {
    let id = match BoardKind::cell_kind(at) {
        CellKind::Camp => "layout-cell-camp",
        CellKind::Headquarters => "layout-cell-headquarters",
        CellKind::Station | CellKind::Centre => "layout-cell-station",
    };
    i18n.tf(id, &[("cell", cell(i18n, at).into())])
}

/// Returns the name of a shipped layout.
pub fn shipped_name(i18n: &I18n, shipped: &ShippedLayout) -> String {
    i18n.t(&format!("shipped-{}", shipped.id))
}

/// Returns the plan of a shipped layout.
pub fn shipped_plan(i18n: &I18n, shipped: &ShippedLayout) -> String {
    i18n.t(&format!("shipped-{}.plan", shipped.id))
}

/// Returns the letters of all pieces, separated by spaces. They are used as keys and in layout
/// lines.
pub fn letters() -> String {
    let letters: Vec<String> = Kind::ALL.iter().map(|piece| piece.letter().to_string()).collect();
    letters.join(" ")
}

/// Explains why a piece cannot go to a cell.
pub fn misplaced(i18n: &I18n, why: PlacementError) -> String {
    match why {
        PlacementError::Limit(which, at) => limit(i18n, which, at),
        PlacementError::NoneLeft(which) => {
            i18n.tf("layout-none-left", &[("piece", piece(i18n, which).into())])
        }
        PlacementError::Empty => i18n.t("layout-nothing-there"),
    }
}

/// Describes the limit that keeps a piece from a cell.
pub fn limit(i18n: &I18n, which: Kind, at: Cell) -> String {
    let is_camp = BoardKind::cell_kind(at) == CellKind::Camp;
    match which {
        _ if is_camp => i18n.t("layout-limit-camp"),
        Kind::Flag => i18n.t("layout-limit-flag"),
        Kind::Landmine => i18n.t("layout-limit-mine"),
        Kind::Bomb => i18n.t("layout-limit-bomb"),
        which => {
            let args = [("piece", piece(i18n, which).into()), ("cell", cell(i18n, at).into())];
            i18n.tf("layout-bad-place", &args)
        }
    }
}

/// Describes the error in a line of pieces.
pub fn error(i18n: &I18n, error: &LayoutError) -> String {
    let unknown_sign = |sign: String| {
        let args = [("sign", sign.into()), ("letters", letters().into())];
        i18n.tf("layout-bad-sign", &args)
    };
    match error {
        LayoutError::Length(count) => i18n.tf("layout-bad-length", &[("count", (*count).into())]),
        LayoutError::Letter(letter) => unknown_sign(letter.to_string()),
        LayoutError::Code(code) => unknown_sign(code.clone()),
        LayoutError::Count { piece: which, found } => {
            let args = [
                ("piece", piece(i18n, *which).into()),
                ("count", usize::from(which.count()).into()),
                ("found", (*found).into()),
            ];
            i18n.tf("layout-bad-count", &args)
        }
        LayoutError::Place { piece: which, line, column } => {
            let at = Cell::of(qipan_core::contract::seat::Seat::new(0), *line, *column);
            let args = [("piece", piece(i18n, *which).into()), ("cell", cell(i18n, at).into())];
            i18n.tf("layout-bad-place", &args)
        }
    }
}

/// Describes the error in a file of the layout folder.
pub fn bad_file(i18n: &I18n, bad: &BrokenItem) -> String {
    file_error(i18n, &bad.path, &bad.error)
}

/// Describes an error about a layout's file or name.
pub fn file_error(i18n: &I18n, path: &Path, file_error: &NamedItemError) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    let file = ("file", name.unwrap_or_default().into());
    match file_error {
        NamedItemError::File(error) => error.text(i18n),
        NamedItemError::Broken { line, what } => {
            let why = format!("{what} at line {line}");
            i18n.tf("layout-file-broken", &[file, ("why", why.into())])
        }
        NamedItemError::Foreign => i18n.tf("layout-file-foreign", &[file]),
        NamedItemError::Version(version) => {
            i18n.tf("layout-file-version", &[file, ("version", version.to_string().into())])
        }
        NamedItemError::TooLarge => i18n.tf("layout-file-large", &[file]),
        NamedItemError::Pieces(why) => {
            i18n.tf("layout-file-pieces", &[file, ("why", error(i18n, why).into())])
        }
        NamedItemError::Nameless if path.as_os_str().is_empty() => i18n.t("layout-nameless"),
        NamedItemError::Nameless => i18n.tf("layout-file-nameless", &[file]),
        NamedItemError::Exists(name) => i18n.tf("layout-exists", &[("name", name.as_str().into())]),
    }
}
