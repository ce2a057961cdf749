//! The guide to the race games: the parts for each preset, and their pictures.

use crate::games::{GuidePart, GuidePicture};

/// The parts of the guide to Aeroplane Chess.
const AEROPLANE: &[&str] = &[
    "guide-race-aim",
    "guide-aeroplane-start",
    "guide-aeroplane-jump",
    "guide-aeroplane-capture",
    "guide-aeroplane-stack",
    "guide-aeroplane-home",
    "guide-race-first",
];

/// The parts of the guide to Flying Chess.
const FLYING: &[&str] = &[
    "guide-race-aim",
    "guide-flying-start",
    "guide-flying-capture",
    "guide-flying-stack",
    "guide-flying-home",
    "guide-race-first",
];

/// Returns the parts of the guide to a preset.
pub(super) fn parts(preset: &str) -> Vec<GuidePart> {
    let ids = if preset == "flying" { FLYING } else { AEROPLANE };
    ids.iter().map(|id| (*id, format!("{id}.text"))).collect()
}

/// Returns the pictures of a part of the guide to a preset.
pub(super) fn pictures(preset: &str, part: &str) -> &'static [GuidePicture] {
    match (preset, part) {
        (_, "guide-aeroplane-start") => &[GuidePicture {
            position: "qipan race aeroplane turn=red die=4 red=-,-,-,- blue=-,-,-,-",
            actions: &["launch 1"],
            section: [0.0, 0.5, 0.5, 0.5],
            ..RED
        }],
        (_, "guide-aeroplane-jump") => &[
            GuidePicture {
                position: "qipan race aeroplane turn=red die=3 red=7,-,-,- blue=-,-,-,-",
                actions: &["advance 1"],
                section: [0.0, 0.3, 0.6, 0.6],
                ..RED
            },
            GuidePicture {
                position: "qipan race aeroplane turn=red die=3 red=15,-,-,- blue=-,-,-,-",
                actions: &["advance 1 fly"],
                section: [0.0, 0.0, 1.0, 1.0],
                ..RED
            },
        ],
        (_, "guide-aeroplane-capture") => &[GuidePicture {
            position: "qipan race aeroplane turn=red die=3 red=20,-,-,- blue=49,-,-,-",
            actions: &["advance 1"],
            section: [0.2, 0.0, 0.5, 0.5],
            ..RED
        }],
        (_, "guide-aeroplane-stack") => &[GuidePicture {
            position: "qipan race aeroplane turn=red die=3 red=20,23,23,- blue=-,-,-,- together=red:2+3",
            actions: &["advance 1 stack"],
            section: [0.2, 0.0, 0.5, 0.5],
            ..RED
        }],
        (_, "guide-flying-home") => &[GuidePicture {
            position: "qipan race flying turn=red die=4 red=56,-,-,- green=-,-,-,-",
            actions: &["advance 1"],
            section: [0.25, 0.45, 0.5, 0.55],
            ..RED
        }],
        (_, "guide-aeroplane-home") => &[GuidePicture {
            position: "qipan race aeroplane turn=red die=4 red=52,-,-,- blue=-,-,-,-",
            actions: &["advance 1"],
            section: [0.25, 0.45, 0.5, 0.5],
            ..RED
        }],
        (_, "guide-flying-start") => &[GuidePicture {
            position: "qipan race flying turn=red die=6 red=-,-,-,- green=-,-,-,-",
            actions: &["launch 1"],
            section: [0.0, 0.5, 0.5, 0.5],
            ..RED
        }],
        (_, "guide-flying-capture") => &[GuidePicture {
            position: "qipan race flying turn=red die=4 red=2,-,-,- green=34,-,-,-",
            actions: &["advance 1"],
            section: [0.0, 0.5, 0.5, 0.5],
            ..RED
        }],
        _ => &[],
    }
}

/// The common fields of the pictures: a view of the whole board from Red's seat.
const RED: GuidePicture = GuidePicture {
    position: "",
    seat: "red",
    actions: &[],
    cells: &[],
    section: [0.0, 0.0, 1.0, 1.0],
};
