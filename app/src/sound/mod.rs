//! The sounds of the program, their synthesis and their playback.
//!
//! A [`Sound`] is a name. `synth` computes its samples, so there are no recordings.
//! The animator and the table collect the sounds that belong to the current frame. Before it draws
//! the frame, the window gives them to the [`Speaker`]. The speaker has a thread that opens the
//! sound server of the system when the first sound is played. `mixer` adds the sounds that overlap.
//! A machine without a sound server stays silent.

mod mixer;
mod output;
mod speaker;
mod synth;

pub use mixer::{MAX_VOICES, Mixer};
pub use speaker::{Speaker, SpeakerState};
pub use synth::{SAMPLE_RATE, render};

/// A sound of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sound {
    /// A die rolls.
    Roll,
    /// A plane hops to the next square.
    Hop,
    /// A plane jumps to the next square of its colour.
    Jump,
    /// A plane flies along a dashed line.
    Flight,
    /// A plane is captured.
    Capture,
    /// A plane reaches the centre.
    Home,
    /// A piece is put down.
    Place,
    /// A piece strikes another one.
    Strike,
    /// Both pieces of a battle are lost.
    BothLost,
    /// A Bomb goes off.
    Bomb,
    /// A Landmine goes off.
    Landmine,
    /// A Flag is shown or captured.
    Flag,
    /// A tile is turned up.
    Flip,
    /// The turn passes to the player.
    YourTurn,
    /// One of the last five seconds of a clock passes.
    Clock,
    /// The player has won.
    Win,
    /// The player has lost.
    Loss,
    /// The game is drawn.
    Draw,
}

impl Sound {
    /// All sounds.
    pub const ALL: [Self; 18] = [
        Self::Roll,
        Self::Hop,
        Self::Jump,
        Self::Flight,
        Self::Capture,
        Self::Home,
        Self::Place,
        Self::Strike,
        Self::BothLost,
        Self::Bomb,
        Self::Landmine,
        Self::Flag,
        Self::Flip,
        Self::YourTurn,
        Self::Clock,
        Self::Win,
        Self::Loss,
        Self::Draw,
    ];
}
