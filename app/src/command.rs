//! Everything a player can ask for, whether by menu, button, key or test.

use std::path::PathBuf;

use qipan_core::game::Viewer;
use qipan_core::record::Player;
use qipan_core::seat::Seat;

use crate::games::junqi::JunqiWish;
use crate::games::junqi::editor::LayoutWish;
use crate::games::race::RaceWish;
use crate::model::settings::Settings;
use crate::model::setup::NewGame;
use crate::screens::new_game::sets::SetWish;
use crate::screens::scripts::ScriptWish;

/// An answer about house rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HouseWish {
    /// Let those run that were asked about.
    Run,
    /// Go on without them.
    Without,
    /// Go on without the rule of this number, which failed.
    LeaveOut(u8),
}

/// One wish of the player. Screens only send these; [`crate::app::App`] carries them out.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Go to the home screen; a running game stays on the table.
    Home,
    /// Go to the new-game screen, with a preset chosen.
    NewGame(String),
    /// Begin a game.
    Start(Box<NewGame>),
    /// Back to the running game.
    Continue,
    /// Play the game just finished again with the same rules and players.
    Again,
    /// Go to the layout editor, for a seat of the new game or for none.
    EditLayout(Option<Seat>),
    /// A wish of the layout editor.
    Layout(LayoutWish),
    /// A wish about named sets of rules.
    Sets(SetWish),
    /// Show the scripts: robots and house rules.
    ShowScripts,
    /// A wish of the scripts page.
    Script(ScriptWish),
    /// Show the settings.
    ShowSettings,
    /// Change the settings.
    Set(Box<Settings>),
    /// One screen back, or close what is open.
    Back,
    /// Show or hide the sheet of keys.
    ToggleKeys,
    /// Switch between window and full screen.
    ToggleFullscreen,
    /// Close the window.
    Quit,
    /// The player said yes to what was asked about this wish.
    Confirmed(Box<Command>),

    /// Ask for a saved game to open.
    OpenDialog,
    /// Open this saved game.
    Open(PathBuf),
    /// Take a game out of the list of recent ones; its file stays.
    Forget(PathBuf),
    /// Save the running game to its file.
    Save,
    /// Ask for a file to save the running game to.
    SaveDialog,
    /// Save the running game to this file.
    SaveTo(PathBuf),
    /// Open a folder in the system's file manager.
    ShowFolder(PathBuf),

    /// Before the first roll: play this colour.
    PickColour(Seat),
    /// Let chance decide, or finish what is moving.
    Roll,
    /// Finish what is moving at once.
    Skip,
    /// The person the curtain waits for is there.
    Uncover,
    /// A wish of the race games.
    Race(RaceWish),
    /// A wish of Junqi.
    Junqi(JunqiWish),
    /// Take back to the last own decision.
    TakeBack,
    /// The seat to move, or the only person playing, gives up.
    Resign,
    /// Ask everybody who still plays to agree on a draw.
    OfferDraw,
    /// Let somebody else play a seat.
    Seat(Seat, Box<Player>),
    /// Halt the robots, or let them go on.
    TogglePause,
    /// Show or hide the robots' notes on the board.
    ToggleWhy,

    /// What the player answers about house rules.
    House(HouseWish),
    /// Check the game looked back at.
    Check,

    /// Look at the game through somebody's eyes.
    LookAs(Viewer),
    /// Look back at the running game.
    LookBack,
    /// Go to the state after so many steps.
    Seek(usize),
    /// A step on.
    Forward,
    /// A step back.
    Backward,
    /// Let the replay run, or halt it.
    TogglePlay,
    /// Take the game up from the step shown.
    PlayOn,
}
