//! The one list of games in the app, and the door through which anything is done with "some game".

use qipan_core::games::GameKind;

use crate::games::GameUi;

/// Something that can be done with any game of the window.
pub trait ForGame {
    /// What comes of it.
    type Output;

    /// Does it with this game.
    fn call<G: GameUi>(self) -> Self::Output;
}

/// Does something with the game of a kind. This is the one list of games in the app.
pub fn visit<V: ForGame>(kind: GameKind, visitor: V) -> V::Output {
    match kind {
        GameKind::Race => visitor.call::<qipan_core::race::Race>(),
        GameKind::Junqi => visitor.call::<qipan_core::junqi::Junqi>(),
    }
}
