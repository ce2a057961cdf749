//! The pictures of the guide to Junqi: sections of the board that the preset is played on.

use qipan_core::contract::options::RuleSet;
use qipan_core::games::junqi::{BoardKind, Rules};

use crate::games::GuidePicture;

/// Returns the pictures of a part of the guide to a preset.
pub fn pictures(preset: &str, part: &str) -> &'static [GuidePicture] {
    let Some(board) = Rules::preset(preset).map(|rules| rules.board) else { return &[] };
    let is_duel = preset == "siguo_duel";
    let of_board = |pictures: &'static [[GuidePicture; 1]; 4]| -> &'static [GuidePicture] {
        match board {
            _ if is_duel => &pictures[3],
            BoardKind::Two => &pictures[0],
            BoardKind::Three | BoardKind::Four => &pictures[1],
            BoardKind::Six => &pictures[2],
        }
    };
    match part {
        "guide-junqi-layout" => of_board(&LAYOUT),
        "guide-junqi-moves" | "guide-flip-moves" => match board {
            _ if is_duel => &MOVES_OF_DUEL,
            BoardKind::Two => &MOVES,
            BoardKind::Three | BoardKind::Four => &MOVES_OF_FOUR,
            BoardKind::Six => &MOVES_OF_SIX,
        },
        "guide-junqi-camps" if preset == "flip_open" => FLIP_CAMPS,
        "guide-junqi-camps" => of_board(&CAMPS),
        "guide-flip-camps" => FLIP_CAMPS,
        "guide-junqi-battles" => of_board(&FIGHTS),
        "guide-junqi-hidden" => of_board(&HIDDEN),
        "guide-junqi-partners" => PARTNERS,
        "guide-junqi-alone" => ALONE,
        "guide-junqi-allies" => ALLIES_OF_SIX,
        "guide-flip-turn" => FLIP,
        "guide-flip-flag" => FLIP_FLAG,
        _ => &[],
    }
}

/// The default fields of the pictures: the board seen from south, showing south's land and the
/// front line. Each picture fills in its own position.
const SOUTH: GuidePicture = GuidePicture {
    position: "",
    seat: "south",
    actions: &[],
    cells: &[],
    section: [0.13, 0.44, 0.74, 0.56],
};

/// The section with south's land on the board for four.
const SOUTH_OF_FOUR: [f32; 4] = [0.29, 0.56, 0.42, 0.44];

/// The section with south's land on the board for six.
const SOUTH_OF_SIX: [f32; 4] = [0.29, 0.56, 0.42, 0.44];

/// Makes the pictures of south's land on the boards for two, four and six, and of two armies on the
/// board for four. The arguments are
/// south's pieces, those of an enemy, the actions, and the highlighted cells.
macro_rules! land_of_south {
    ($pieces:literal, $enemy:literal, $actions:expr, $cells:expr) => {
        [
            GuidePicture {
                position: concat!(
                    "qipan junqi dark turn=south south=",
                    $pieces,
                    " north=",
                    $enemy,
                    ",N62F"
                ),
                actions: $actions,
                cells: $cells,
                ..SOUTH
            },
            GuidePicture {
                position: concat!(
                    "qipan junqi siguo_dark turn=south south=",
                    $pieces,
                    " east=",
                    $enemy,
                    ",E62F north=N62F west=W62F"
                ),
                actions: $actions,
                cells: $cells,
                section: SOUTH_OF_FOUR,
                ..SOUTH
            },
            GuidePicture {
                position: concat!(
                    "qipan junqi six turn=south south=",
                    $pieces,
                    " southeast=SE62F northeast=NE62F \
                    north=",
                    $enemy,
                    ",N62F northwest=NW62F southwest=SW62F"
                ),
                actions: $actions,
                cells: $cells,
                section: SOUTH_OF_SIX,
                ..SOUTH
            },
            GuidePicture {
                position: concat!(
                    "qipan junqi siguo_duel turn=south south=",
                    $pieces,
                    " north=",
                    $enemy,
                    ",N62F"
                ),
                actions: $actions,
                cells: $cells,
                section: SOUTH_OF_FOUR,
                ..SOUTH
            },
        ]
    };
}

/// An army laid out, with the two headquarters and the five camps highlighted.
const LAYOUT: [[GuidePicture; 1]; 4] = one_picture_each(land_of_south!(
    "S11T,S12P,S13Y,S14N,S15L,S21H,S23Z,S25S,S31G,S32P,S34Y,S35J,S41L,S43N,S45H,S51G,\
        S52Z,S53D,S54T,S55P,S61D,S62F,S63D,S64N,S65G",
    "N11G",
    &[],
    &["S22", "S24", "S33", "S42", "S44", "S62", "S64"]
));

/// A move to a neighbouring cell, and a straight move on the railway.
const STEP_AND_RAILWAY: [GuidePicture; 4] =
    land_of_south!("S51L,S34T,S62F", "N11G", &["S51 S11", "S34 S33"], &[]);

/// An Engineer that turns a corner.
const ENGINEER: [GuidePicture; 4] = land_of_south!("S53G,S62F", "N11G", &["S53 S11"], &[]);

/// A move round a curved railway into the next land.
const CURVE: GuidePicture = GuidePicture {
    position: "qipan junqi siguo_partner turn=south south=S55L,S62F east=E62F north=N62F west=W62F",
    actions: &["S55 E21"],
    section: [0.3, 0.3, 0.7, 0.7],
    ..SOUTH
};

const MOVES: [GuidePicture; 2] = [STEP_AND_RAILWAY[0], ENGINEER[0]];
const MOVES_OF_FOUR: [GuidePicture; 3] = [STEP_AND_RAILWAY[1], ENGINEER[1], CURVE];
const MOVES_OF_SIX: [GuidePicture; 3] = [STEP_AND_RAILWAY[2], ENGINEER[2], CURVE_OF_SIX];
const MOVES_OF_DUEL: [GuidePicture; 3] = [STEP_AND_RAILWAY[3], ENGINEER[3], CURVE_OF_DUEL];

/// A move round a curved railway into one of the empty lands.
const CURVE_OF_DUEL: GuidePicture = GuidePicture {
    position: "qipan junqi siguo_duel turn=south south=S55L,S62F north=N62F",
    ..CURVE
};

/// A move round a curved railway on the board for six.
const CURVE_OF_SIX: GuidePicture = GuidePicture {
    position: "qipan junqi six turn=south south=S55L,S62F southeast=SE62F northeast=NE62F \
        north=N62F northwest=NW62F southwest=SW62F",
    actions: &["S55 SE21"],
    section: [0.3, 0.3, 0.7, 0.7],
    ..SOUTH
};

/// A piece that attacks from a camp.
const CAMPS: [[GuidePicture; 1]; 4] =
    one_picture_each(land_of_south!("S22L,S62F", "S12T", &["S22 S12"], &["S22"]));

/// A piece that attacks from a camp in Flip Junqi, where only face-up pieces can be attacked.
const FLIP_CAMPS: &[GuidePicture] = &[GuidePicture {
    position: "qipan junqi open turn=south south=S22L,S62F north=S12T,N62F",
    ..CAMPS[0][0]
}];

/// An Engineer that clears a Landmine.
const FIGHTS: [[GuidePicture; 1]; 4] = one_picture_each([
    GuidePicture {
        position: "qipan junqi open turn=south south=N45Gm,S62F north=N51D,N53D,N61D,N62F,N23P",
        actions: &["N45 N51"],
        section: [0.13, 0.0, 0.74, 0.56],
        ..SOUTH
    },
    GuidePicture {
        position: "qipan junqi siguo_open turn=south south=E45G,S62F \
            east=E51D,E53D,E61D,E62F,E23P north=N62F west=W62F",
        actions: &["E45 E51"],
        section: [0.56, 0.29, 0.44, 0.42],
        ..SOUTH
    },
    GuidePicture {
        position: "qipan junqi six_open turn=south south=N45G,S62F southeast=SE62F \
            northeast=NE62F north=N51D,N53D,N61D,N62F,N23P northwest=NW62F southwest=SW62F",
        actions: &["N45 N51"],
        section: [0.29, 0.0, 0.42, 0.44],
        ..SOUTH
    },
    GuidePicture {
        position: "qipan junqi siguo_duel turn=south south=N45G,S62F \
            north=N51Ds,N53Ds,N61Ds,N62Fs,N23Ps",
        actions: &["N45 N51"],
        section: [0.29, 0.0, 0.42, 0.44],
        ..SOUTH
    },
]);

/// The backs of the enemy's pieces.
const HIDDEN: [[GuidePicture; 1]; 4] = one_picture_each([
    GuidePicture {
        position: "qipan junqi dark turn=south south=S13H,S62F \
            north=N11G,N12L,N13H,N14T,N15G,N21Y,N23J,N25P,N31N,N35Z,N53D,N61D,N62F,N63D",
        actions: &["S13 N13"],
        section: [0.13, 0.2, 0.74, 0.6],
        ..SOUTH
    },
    GuidePicture {
        position: "qipan junqi siguo_dark turn=south south=S55H,S62F \
            east=E11G,E12L,E13H,E14T,E15G,E21Y,E23J,E25P,E31N,E35Z,E53D,E61D,E62F,E63D \
            north=N62F west=W62F",
        actions: &["S55 E11"],
        section: [0.3, 0.3, 0.7, 0.7],
        ..SOUTH
    },
    GuidePicture {
        position: "qipan junqi six turn=south south=S55H,S62F \
            southeast=SE11G,SE12L,SE13H,SE14T,SE15G,SE21Y,SE23J,SE25P,SE31N,SE35Z,SE53D,SE61D,\
            SE62F,SE63D northeast=NE62F north=N62F northwest=NW62F southwest=SW62F",
        actions: &["S55 SE11"],
        section: [0.3, 0.3, 0.7, 0.7],
        ..SOUTH
    },
    GuidePicture {
        position: "qipan junqi siguo_duel turn=south south=N22H,S62F \
            north=N11G,N12L,N13H,N14T,N15G,N21Y,N23J,N25P,N31N,N35Z,N53D,N61D,N62F,N63D",
        actions: &["N22 N12"],
        section: [0.29, 0.0, 0.42, 0.44],
        ..SOUTH
    },
]);

/// Returns a list with one picture for each board, and one for the duel.
const fn one_picture_each([two, four, six, duel]: [GuidePicture; 4]) -> [[GuidePicture; 1]; 4] {
    [[two], [four], [six], [duel]]
}

/// Partners opposite each other, with enemies between them.
const PARTNERS: &[GuidePicture] = &[GuidePicture {
    position: "qipan junqi siguo_partner turn=south south=S13H,S62F east=E13L,E62F \
        north=N13T,N23G,N62F west=W13P,W62F",
    cells: &["S13", "N13"],
    section: [0.2, 0.2, 0.6, 0.6],
    ..SOUTH
}];

/// Allies on the board for six: every second army, with an enemy between one ally and the next.
const ALLIES_OF_SIX: &[GuidePicture] = &[GuidePicture {
    position: "qipan junqi six turn=south south=S13H,S62F southeast=SE13L,SE62F \
        northeast=NE13T,NE62F north=N13P,N62F northwest=NW13S,NW62F southwest=SW13Y,SW62F",
    cells: &["S13", "NE13", "NW13"],
    section: [0.0, 0.0, 1.0, 1.0],
    ..SOUTH
}];

/// Three armies, each against the two others.
const ALONE: &[GuidePicture] = &[GuidePicture {
    position: "qipan junqi three turn=south south=S13H,S62F east=E13L,E62F north=N13T,N62F",
    cells: &["E13", "N13"],
    section: [0.2, 0.2, 0.6, 0.6],
    ..SOUTH
}];

/// Face-down pieces, one of which is flipped.
const FLIP: &[GuidePicture] = &[GuidePicture {
    position: "qipan junqi flip turn=south south=S12J,S14Gd,S21Hd,S23Ld,S61Dd,S62Fd,S63Gd \
        north=S11Yd,S13Td,S15Pd,S25Gd,N62F",
    cells: &["S11"],
    ..SOUTH
}];

/// An Engineer that takes the Flag.
const FLIP_FLAG: &[GuidePicture] = &[GuidePicture {
    position: "qipan junqi flip turn=south south=N61G,S31T,S62F north=N62F,N52P,N43L",
    actions: &["N61 N62"],
    section: [0.13, 0.0, 0.74, 0.56],
    ..SOUTH
}];
