//! Tests that shipped layouts match their names and random ones match the layout prior.

use std::collections::BTreeSet;

use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::layout::{Layout, SLOTS, slot_cell};
use qipan_core::games::junqi::layout_prior::{frequency, random_layout};
use qipan_core::games::junqi::layouts::{SHIPPED, shipped};
use qipan_core::games::junqi::{Cell, Kind};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::Value;

/// Random layouts drawn.
const DRAWS: usize = 10_000;

fn cell(slot: usize) -> Cell {
    slot_cell(Seat::new(0), slot)
}

/// Returns the cells of a kind in a layout. The number 62 is line 6, column 2.
fn cells_of(layout: &Layout, piece: Kind) -> Vec<u8> {
    let pieces = layout.pieces().iter().enumerate();
    let cells = pieces.filter(|(_, other)| **other == piece).map(|(slot, _)| cell(slot));
    cells.map(|cell| cell.line() * 10 + cell.column()).collect()
}

/// Returns a shipped layout.
fn named(id: &str) -> Layout {
    shipped(id).unwrap().layout()
}

/// Returns the summed squares of the strengths of the ranked pieces in some columns.
fn strength(layout: &Layout, columns: &[u8]) -> u32 {
    let pieces = layout.pieces().iter().enumerate();
    let in_columns = pieces.filter(|(slot, _)| columns.contains(&cell(*slot).column()));
    in_columns.filter_map(|(_, piece)| piece.strength()).map(|s| u32::from(s) * u32::from(s)).sum()
}

#[test]
fn shipped_layouts_are_at_least_twelve_and_distinct() {
    let all: BTreeSet<String> = SHIPPED
        .iter()
        .flat_map(|shipped| [shipped.layout(), shipped.layout().mirrored()])
        .map(|layout| layout.to_string())
        .collect();
    assert_eq!(all.len(), 2 * SHIPPED.len());
    let ids: BTreeSet<&str> = SHIPPED.iter().map(|shipped| shipped.id).collect();
    assert_eq!(ids.len(), SHIPPED.len());
    assert!(SHIPPED.len() >= 12);
}

#[test]
fn shipped_mines_match_the_layout_names() {
    let mines = |id: &str| cells_of(&named(id), Kind::Landmine);
    let flag = |id: &str| cells_of(&named(id), Kind::Flag);
    assert_eq!((flag("triangle_mines"), mines("triangle_mines")), (vec![62], vec![52, 61, 63]));
    assert_eq!(mines("mines_in_a_row"), [52, 53, 54]);
    assert_eq!((flag("empty_fort"), mines("empty_fort")), (vec![62], vec![54, 55, 65]));
    let mirror = named("hidden_flag").mirrored();
    assert_eq!(mines("hidden_flag"), cells_of(&mirror, Kind::Landmine));
    assert_eq!((flag("steady_wall"), mines("steady_wall")), (vec![64], vec![54, 55, 63]));
}

#[test]
fn shipped_pieces_match_the_layout_names() {
    let cells = |id: &str, piece| cells_of(&named(id), piece);
    assert_eq!(cells("engineers_first", Kind::Engineer), [12, 13, 14]);
    assert_eq!(cells("bombs_behind_38", Kind::MajorGeneral), [11, 15]);
    assert_eq!(cells("bombs_behind_38", Kind::Bomb), [21, 25]);
    assert_eq!(cells("sunken_bombs", Kind::Bomb), [51, 55]);
    assert_eq!(cells("marshal_in_ambush", Kind::General), [13]);
    assert_eq!(cells("marshal_in_ambush", Kind::FieldMarshal), [45]);
    let storm = named("left_storm");
    assert!(strength(&storm, &[1]) > strength(&storm, &[2, 3, 4, 5]));
    assert_eq!(cells("left_storm", Kind::Flag), [64]);
    let wings = named("two_wings");
    let (left, right) = (strength(&wings, &[1]), strength(&wings, &[5]));
    assert!(left.abs_diff(right) < 40, "{left} {right}");
    assert!(left.min(right) > strength(&wings, &[2, 3, 4]));
    let centre = named("centre_thrust");
    assert!(strength(&centre, &[2, 3, 4]) > 2 * strength(&centre, &[1, 5]));
}

#[test]
fn prior_table_matches_the_data() {
    let text = include_str!("../data/layout_prior.json");
    let data: Value = serde_json::from_str(text).unwrap();
    let layouts = data["layouts"].as_f64().unwrap();
    for slot in 0..SLOTS.len() {
        let start = cell(slot);
        let name = format!("{}{}", start.line(), start.column());
        assert_eq!(data["cell_order"][slot], name.as_str());
        for piece in Kind::ALL {
            let counted = data["counts"][piece.letter().to_string()][&name].as_f64().unwrap();
            let ours = f64::from(frequency(start, piece));
            // Frequencies are rounded to a ten-thousandth, but never to 0 on allowed cells.
            let difference = (ours - counted / layouts).abs();
            assert!(difference < 0.000_051, "{piece:?} on {start}: {ours}, counted {counted}");
        }
    }
}

#[test]
fn random_layouts_match_the_prior() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut counts = [[0_u32; 25]; 12];
    let (mut different, mut mines_beside_flag) = (BTreeSet::new(), 0);
    for _ in 0..DRAWS {
        let layout = random_layout(&mut rng);
        for (slot, piece) in layout.pieces().iter().enumerate() {
            counts[piece.index()][slot] += 1;
        }
        for piece in [Kind::FieldMarshal, Kind::General] {
            let cell = cells_of(&layout, piece)[0];
            assert!(![62, 64].contains(&cell), "{layout}: {piece:?} on {cell} could never move");
        }
        let flag = cells_of(&layout, Kind::Flag)[0];
        let mines = cells_of(&layout, Kind::Landmine);
        mines_beside_flag +=
            mines.iter().filter(|mine| [flag - 1, flag + 1, flag - 10].contains(mine)).count();
        let again: Layout = layout.to_string().parse().unwrap();
        assert_eq!(again, layout);
        different.insert(layout.to_string());
    }
    assert!(different.len() > DRAWS - 5, "{}", different.len());
    let mut worst: (f64, String) = (0.0, String::new());
    for piece in Kind::ALL {
        // The share of pieces of this kind on other cells than expected.
        let mut distance = 0.0;
        for (slot, count) in counts[piece.index()].into_iter().enumerate() {
            let expected = f64::from(frequency(cell(slot), piece));
            let drawn = f64::from(count) / DRAWS as f64;
            let difference = (expected - drawn).abs();
            distance += difference / 2.0 / f64::from(piece.count());
            if difference > worst.0 {
                worst = (difference, format!("{piece:?} on {}", cell(slot)));
            }
        }
        println!("{piece:?}: {:.1} % on other cells", distance * 100.0);
        assert!(distance < 0.04, "{piece:?}: {distance}");
    }
    let mean_beside_flag = mines_beside_flag as f64 / DRAWS as f64;
    println!("worst {worst:?}; mines beside the Flag {mean_beside_flag}");
    assert!(worst.0 < 0.03, "{worst:?}");
    // People place 1.74 of their three mines next to the Flag.
    assert!((mean_beside_flag - 1.74).abs() < 0.08, "{mean_beside_flag}");
}
