//! A dozen layouts that ship, each with a plan of its own.

use super::layout::Layout;

/// A layout under the id that its name and its plan are found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// What settings, scripts and texts call it.
    pub id: &'static str,
    /// The 25 letters, line by line from the front.
    lines: [&'static str; 6],
}

impl Shipped {
    /// The layout.
    #[must_use]
    pub fn layout(&self) -> Layout {
        let layout = self.lines.concat().parse();
        layout.unwrap_or_else(|error| unreachable!("`{}` keeps the limits: {error}", self.id))
    }
}

/// All layouts that ship, in the order they are offered.
pub const SHIPPED: [Shipped; 12] = [
    Shipped { id: "steady_wall", lines: ["LNTPH", "HZJ", "SGGY", "TZY", "NPGDD", "NPDFL"] },
    Shipped { id: "left_storm", lines: ["HLGPY", "SZN", "JTGY", "HZN", "LTGDP", "NPDFD"] },
    Shipped { id: "two_wings", lines: ["HGPGS", "JZH", "LNPL", "TZT", "YDGNY", "DFDPN"] },
    Shipped { id: "triangle_mines", lines: ["HPTNL", "SGJ", "ZNYL", "HZT", "YDGPN", "DFDPG"] },
    Shipped { id: "bombs_behind_38", lines: ["HNLGH", "ZPZ", "SYGJ", "TNT", "YGPDL", "NPDFD"] },
    Shipped { id: "empty_fort", lines: ["TNHPL", "SZJ", "HGLY", "YZT", "NGPDD", "NFGPD"] },
    Shipped { id: "hidden_flag", lines: ["JPTNH", "LZS", "HGYT", "LZY", "NDGDN", "GPDFP"] },
    Shipped { id: "engineers_first", lines: ["TGGGH", "SZJ", "HNLY", "LZT", "YPNDP", "NPDFD"] },
    Shipped { id: "marshal_in_ambush", lines: ["HPJNT", "LZH", "TGYL", "ZNS", "PDGNY", "DFDPG"] },
    Shipped { id: "sunken_bombs", lines: ["HNTPS", "LGL", "JYNH", "TGY", "ZGPDZ", "NPDFD"] },
    Shipped { id: "centre_thrust", lines: ["TLSJY", "NHN", "YZZT", "PHG", "GDLNP", "DFDPG"] },
    Shipped { id: "mines_in_a_row", lines: ["HPLNJ", "TZS", "HGGL", "NZT", "YDDDY", "NFPPG"] },
];

/// The shipped layout of this name.
#[must_use]
pub fn shipped(id: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|shipped| shipped.id == id)
}
