//! Figures about the layouts of people in real games, which ship with Qipan.

use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::layout::slot_cell;
use qipan_core::games::junqi::{Kind, layout_prior};

use crate::model::records::tally::Tally;

/// The number of layouts of real four-army games from which the shares were counted.
pub const PEOPLE_LAYOUTS: u32 = 13_076;

/// Returns the share of layouts of people with this piece on this slot.
pub fn people_share(piece: Kind, slot: usize) -> f64 {
    f64::from(layout_prior::frequency(slot_cell(Seat::new(0), slot), piece))
}

/// Returns the results of the layouts with this piece on this slot, in those games whose result is
/// known.
pub fn people_results(piece: Kind, slot: usize) -> Tally {
    let won = WON_BY_SLOT[piece.index()].get(slot).copied().unwrap_or_default();
    let all = GAMES_BY_SLOT[piece.index()].get(slot).copied().unwrap_or_default();
    Tally { won: won.into(), drawn: 0, lost: u32::from(all.saturating_sub(won)) }
}

/// The formations that occur most often in 980 layouts of real four-army games: the letters of
/// [`formation_of`](crate::model::records::formation_of), and the games won, without a winner, and
/// lost.
pub const PEOPLE_FORMATIONS: [(&str, Tally); 12] = [
    ("................D...DFD..", Tally { won: 98, drawn: 7, lost: 95 }),
    ("....................DFDD.", Tally { won: 32, drawn: 4, lost: 35 }),
    ("................D.D.DF...", Tally { won: 25, drawn: 0, lost: 14 }),
    ("...............DD...DF...", Tally { won: 14, drawn: 2, lost: 21 }),
    ("...............D....DF.D.", Tally { won: 17, drawn: 0, lost: 16 }),
    ("................D.D..FD..", Tally { won: 20, drawn: 2, lost: 10 }),
    ("...............D....DFD..", Tally { won: 11, drawn: 1, lost: 16 }),
    ("...................DDFD..", Tally { won: 6, drawn: 2, lost: 20 }),
    ("..................D.DFD..", Tally { won: 12, drawn: 1, lost: 11 }),
    ("...............DD....FD..", Tally { won: 7, drawn: 1, lost: 13 }),
    ("....................DF.DD", Tally { won: 12, drawn: 0, lost: 9 }),
    (".................D..DFD..", Tally { won: 11, drawn: 2, lost: 7 }),
];

/// The number of layouts with each kind (down) on each slot (across), in 944 layouts of real
/// four-army games that a side won.
#[rustfmt::skip]
const GAMES_BY_SLOT: [[u16; 25]; 12] = [
    [171, 41, 88, 43, 158, 63, 10, 70, 50, 24, 14, 64, 31, 5, 52, 12, 4, 12, 3, 19, 3, 2, 1, 1, 3],
    [51, 41, 70, 27, 55, 58, 44, 70, 103, 50, 56, 61, 47, 36, 31, 35, 13, 24, 19, 44, 4, 0, 1, 0, 4],
    [220, 50, 118, 50, 211, 151, 21, 164, 126, 41, 50, 143, 59, 43, 74, 54, 72, 82, 50, 66, 16, 0, 7, 0, 20],
    [76, 50, 156, 54, 80, 101, 32, 105, 127, 56, 42, 126, 120, 41, 70, 118, 77, 130, 66, 116, 60, 0, 27, 0, 58],
    [156, 58, 87, 84, 147, 96, 39, 103, 100, 62, 53, 103, 91, 44, 87, 96, 72, 80, 65, 96, 65, 0, 55, 0, 49],
    [73, 67, 110, 63, 63, 64, 48, 71, 84, 67, 59, 85, 127, 147, 107, 110, 74, 91, 70, 92, 68, 2, 55, 0, 91],
    [126, 191, 83, 147, 143, 113, 121, 117, 112, 98, 107, 122, 185, 155, 222, 80, 72, 114, 63, 90, 92, 21, 86, 25, 147],
    [70, 154, 89, 136, 87, 66, 74, 65, 63, 96, 78, 63, 135, 209, 142, 76, 43, 81, 35, 50, 158, 278, 89, 336, 159],
    [1, 292, 143, 340, 0, 9, 412, 11, 11, 191, 282, 20, 31, 194, 35, 100, 160, 117, 222, 97, 50, 0, 49, 0, 65],
    [0, 0, 0, 0, 0, 223, 143, 168, 168, 259, 203, 157, 118, 70, 124, 55, 19, 61, 24, 68, 10, 0, 5, 0, 13],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 208, 338, 152, 327, 206, 418, 133, 569, 146, 335],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 508, 0, 436, 0],
];

/// The number of these layouts whose side won.
#[rustfmt::skip]
const WON_BY_SLOT: [[u16; 25]; 12] = [
    [95, 16, 43, 18, 71, 30, 5, 28, 27, 12, 9, 29, 17, 3, 31, 7, 3, 11, 3, 9, 1, 2, 0, 1, 1],
    [23, 23, 43, 17, 29, 36, 22, 36, 54, 21, 25, 28, 24, 19, 13, 15, 6, 10, 3, 21, 2, 0, 1, 0, 1],
    [103, 23, 60, 22, 118, 87, 8, 73, 66, 22, 25, 77, 31, 26, 43, 27, 25, 33, 24, 34, 6, 0, 4, 0, 7],
    [36, 28, 76, 24, 44, 54, 19, 64, 60, 33, 20, 77, 58, 20, 29, 70, 34, 45, 35, 51, 29, 0, 11, 0, 27],
    [73, 31, 47, 32, 82, 49, 18, 50, 53, 30, 22, 40, 56, 20, 43, 47, 41, 50, 28, 54, 30, 0, 28, 0, 20],
    [37, 39, 48, 31, 23, 27, 29, 36, 36, 37, 27, 47, 66, 60, 54, 56, 41, 48, 35, 60, 32, 0, 23, 0, 52],
    [70, 82, 37, 76, 65, 54, 61, 54, 62, 57, 53, 61, 78, 72, 111, 46, 47, 54, 24, 49, 46, 12, 48, 14, 83],
    [34, 85, 49, 67, 40, 32, 40, 38, 28, 50, 38, 28, 68, 109, 71, 36, 20, 39, 14, 28, 89, 140, 43, 157, 73],
    [1, 145, 69, 185, 0, 3, 204, 3, 3, 90, 140, 9, 11, 100, 15, 51, 80, 64, 117, 41, 29, 0, 22, 0, 34],
    [0, 0, 0, 0, 0, 100, 66, 90, 83, 120, 113, 76, 63, 43, 62, 27, 11, 33, 11, 35, 3, 0, 3, 0, 5],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 90, 164, 85, 178, 90, 205, 74, 289, 72, 169],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 244, 0, 228, 0],
];
