//! The layouts that ship, each with a plan of its own.

use super::layout::Layout;

/// A shipped layout. Its name and the text about its plan are found by its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShippedLayout {
    /// The id in settings, scripts and texts.
    pub id: &'static str,
    /// The 25 letters, split into the six lines, the front first.
    lines: [&'static str; 6],
}

impl ShippedLayout {
    /// Returns the layout.
    pub fn layout(&self) -> Layout {
        let layout = self.lines.concat().parse();
        layout.unwrap_or_else(|error| unreachable!("the layout `{}` is allowed: {error}", self.id))
    }
}

/// All shipped layouts, in the order they are offered.
pub const SHIPPED: [ShippedLayout; 12] = [
    ShippedLayout { id: "steady_wall", lines: ["LNTPH", "HZJ", "SGGY", "TZY", "NPGDD", "NPDFL"] },
    ShippedLayout { id: "left_storm", lines: ["HLGPY", "SZN", "JTGY", "HZN", "LTGDP", "NPDFD"] },
    ShippedLayout { id: "two_wings", lines: ["HGPGS", "JZH", "LNPL", "TZT", "YDGNY", "DFDPN"] },
    ShippedLayout {
        id: "triangle_mines",
        lines: ["HPTNL", "SGJ", "ZNYL", "HZT", "YDGPN", "DFDPG"],
    },
    ShippedLayout {
        id: "bombs_behind_38",
        lines: ["HNLGH", "ZPZ", "SYGJ", "TNT", "YGPDL", "NPDFD"],
    },
    ShippedLayout { id: "empty_fort", lines: ["TNHPL", "SZJ", "HGLY", "YZT", "NGPDD", "NFGPD"] },
    ShippedLayout { id: "hidden_flag", lines: ["JPTNH", "LZS", "HGYT", "LZY", "NDGDN", "GPDFP"] },
    ShippedLayout {
        id: "engineers_first",
        lines: ["TGGGH", "SZJ", "HNLY", "LZT", "YPNDP", "NPDFD"],
    },
    ShippedLayout {
        id: "marshal_in_ambush",
        lines: ["HPJNT", "LZH", "TGYL", "ZNS", "PDGNY", "DFDPG"],
    },
    ShippedLayout { id: "sunken_bombs", lines: ["HNTPS", "LGL", "JYNH", "TGY", "ZGPDZ", "NPDFD"] },
    ShippedLayout { id: "centre_thrust", lines: ["TLSJY", "NHN", "YZZT", "PHG", "GDLNP", "DFDPG"] },
    ShippedLayout {
        id: "mines_in_a_row",
        lines: ["HPLNJ", "TZS", "HGGL", "NZT", "YDDDY", "NFPPG"],
    },
];

/// Returns the shipped layout with this id.
pub fn shipped(id: &str) -> Option<&'static ShippedLayout> {
    SHIPPED.iter().find(|shipped| shipped.id == id)
}
