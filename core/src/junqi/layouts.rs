//! The twelve layouts that ship, each with a plan of its own.

use super::layout::Layout;

/// A shipped layout, with the id that finds its name and its plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// The id in settings, scripts and texts.
    pub id: &'static str,
    /// The 25 letters, line by line from the front.
    lines: [&'static str; 6],
}

impl Shipped {
    /// Returns the layout.
    #[must_use]
    pub fn layout(&self) -> Layout {
        let layout = self.lines.concat().parse();
        layout.unwrap_or_else(|error| unreachable!("`{}` keeps the limits: {error}", self.id))
    }
}

/// All shipped layouts, in the order they are offered.
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

/// Returns the shipped layout with this id.
#[must_use]
pub fn shipped(id: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|shipped| shipped.id == id)
}
