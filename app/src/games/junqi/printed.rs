//! The Chinese characters on the pieces.

use qipan_core::games::junqi::Kind;

/// Returns the Chinese name printed on a real piece. It is the same in every language of the
/// window.
pub fn printed(piece: Kind) -> &'static str {
    ["司令", "军长", "师长", "旅长", "团长", "营长", "连长", "排长", "工兵", "炸弹", "地雷", "军旗"]
        [piece.index()]
}

/// Returns the character that identifies a piece in narrow spaces.
pub fn printed_small(piece: Kind) -> &'static str {
    ["司", "军", "师", "旅", "团", "营", "连", "排", "工", "炸", "雷", "旗"][piece.index()]
}
