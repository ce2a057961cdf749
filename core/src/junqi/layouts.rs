//! A dozen layouts that ship, each with a plan of its own.

use super::layout::Layout;

/// A layout with its names and its plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// What settings and scripts call it.
    pub id: &'static str,
    /// Its English name.
    pub en: &'static str,
    /// Its Chinese name.
    pub zh: &'static str,
    /// Its plan in an English sentence.
    pub plan_en: &'static str,
    /// Its plan in a Chinese sentence.
    pub plan_zh: &'static str,
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
    Shipped {
        id: "steady_wall",
        en: "Steady wall",
        zh: "铜墙铁壁",
        plan_en: "Great pieces stand behind one another on both edges; mines close the Flag's corner.",
        plan_zh: "两边大子前后相接，地雷封住旗角，先守后攻。",
        lines: ["LNTPH", "HZJ", "SGGY", "TZY", "NPGDD", "NPDFL"],
    },
    Shipped {
        id: "left_storm",
        en: "Storm on the left",
        zh: "左路猛攻",
        plan_en: "All the strength is in the left column; the Flag stays far from it, behind mines.",
        plan_zh: "主力全在左路一线压上，军旗远在右边，有雷看守。",
        lines: ["HLGPY", "SZN", "JTGY", "HZN", "LTGDP", "NPDFD"],
    },
    Shipped {
        id: "two_wings",
        en: "Two wings",
        zh: "两翼齐飞",
        plan_en: "Both edges are equally strong, so the first blow can fall on either side.",
        plan_zh: "左右两线一样强，先打哪边，临阵再定。",
        lines: ["HGPGS", "JZH", "LNPL", "TZT", "YDGNY", "DFDPN"],
    },
    Shipped {
        id: "triangle_mines",
        en: "Triangle of mines",
        zh: "三角雷",
        plan_en: "The Flag's three neighbours are mines: only Engineers and Bombs can get to it.",
        plan_zh: "军旗三面都是雷，不用工兵、炸弹打不开。",
        lines: ["HPTNL", "SGJ", "ZNYL", "HZT", "YDGPN", "DFDPG"],
    },
    Shipped {
        id: "bombs_behind_38",
        en: "Bombs behind 38s",
        zh: "师后跟炸",
        plan_en: "A Major General stands in each corner; whoever takes him meets the Bomb behind.",
        plan_zh: "两个师长守两头，身后各跟一炸，吃师长的就挨炸。",
        lines: ["HNLGH", "ZPZ", "SYGJ", "TNT", "YGPDL", "NPDFD"],
    },
    Shipped {
        id: "empty_fort",
        en: "Empty fort",
        zh: "空城计",
        plan_en: "The mines guard a headquarters without a Flag; the true one has none beside it.",
        plan_zh: "地雷都在假旗一边，真旗身边一个雷也没有。",
        lines: ["TNHPL", "SZJ", "HGLY", "YZT", "NGPDD", "NFGPD"],
    },
    Shipped {
        id: "hidden_flag",
        en: "Hidden Flag",
        zh: "左右难辨",
        plan_en: "The mines lie the same on both sides and do not tell where the Flag is.",
        plan_zh: "左右布雷一模一样，看雷猜不出军旗在哪边。",
        lines: ["JPTNH", "LZS", "HGYT", "LZY", "NDGDN", "GPDFP"],
    },
    Shipped {
        id: "engineers_first",
        en: "Engineers first",
        zh: "工兵先行",
        plan_en: "Three Engineers in the middle of the front fly out as soon as the rails are open.",
        plan_zh: "三个工兵排在头线正中，铁路一通就飞出去。",
        lines: ["TGGGH", "SZJ", "HNLY", "LZT", "YPNDP", "NPDFD"],
    },
    Shipped {
        id: "marshal_in_ambush",
        en: "Marshal in ambush",
        zh: "司令伏兵",
        plan_en: "The General leads and is taken for the Marshal, who waits on the fourth line.",
        plan_zh: "军长冲在前面冒充司令，司令埋伏在四线等着收拾。",
        lines: ["HPJNT", "LZH", "TGYL", "ZNS", "PDGNY", "DFDPG"],
    },
    Shipped {
        id: "sunken_bombs",
        en: "Sunken Bombs",
        zh: "沉底炸弹",
        plan_en: "Both Bombs wait in the corners of the fifth line and strike along the rails.",
        plan_zh: "两个炸弹沉在底角，顺着铁路突发冷箭。",
        lines: ["HNTPS", "LGL", "JYNH", "TGY", "ZGPDZ", "NPDFD"],
    },
    Shipped {
        id: "centre_thrust",
        en: "Centre thrust",
        zh: "中路突破",
        plan_en: "The greatest stand in and beside the middle column, with both Bombs at hand.",
        plan_zh: "大子集中在中路，两炸左右随行，直取中间。",
        lines: ["TLSJY", "NHN", "YZZT", "PHG", "GDLNP", "DFDPG"],
    },
    Shipped {
        id: "mines_in_a_row",
        en: "Mines in a row",
        zh: "一字雷",
        plan_en: "Three mines side by side cut the rail of the fifth line in front of both headquarters.",
        plan_zh: "三雷一字排开，切断五线铁路，挡在两个大本营前面。",
        lines: ["HPLNJ", "TZS", "HGGL", "NZT", "YDDDY", "NFPPG"],
    },
];

/// The shipped layout of this name.
#[must_use]
pub fn shipped(id: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|shipped| shipped.id == id)
}
