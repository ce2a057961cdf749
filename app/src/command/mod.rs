//! Everything a player can ask for, whether by menu, button, key or test.

mod shortcuts;

use std::any::Any;
use std::fmt::{self, Debug};
use std::path::PathBuf;
use std::rc::Rc;

use qipan_core::game::Viewer;
use qipan_core::games::GameKind;
use qipan_core::record::Player;
use qipan_core::seat::Seat;

use crate::model::analysis::EvaluationSource;
use crate::model::export::ExportKind;
use crate::model::scripts::Sort;
use crate::model::settings::Settings;
use crate::model::setup::NewGame;

pub use shortcuts::Shortcut;

/// What only one game understands: a move meant on its board, an edit of its layout. Plain data
/// of a type that the game knows.
#[derive(Clone)]
pub struct GameCommand(Rc<dyn Plain>);

impl GameCommand {
    /// A command of a game.
    pub fn new<C: Debug + PartialEq + 'static>(command: C) -> Self {
        Self(Rc::new(command))
    }

    /// The command as one of a known game, if it is.
    #[must_use]
    pub fn get<C: 'static>(&self) -> Option<&C> {
        self.0.as_any().downcast_ref()
    }
}

impl Debug for GameCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PartialEq for GameCommand {
    fn eq(&self, other: &Self) -> bool {
        self.0.is(&*other.0)
    }
}

/// Data that can be shown and compared without knowing its type.
trait Plain: Debug {
    fn as_any(&self) -> &dyn Any;
    fn is(&self, other: &dyn Plain) -> bool;
}

impl<T: Debug + PartialEq + 'static> Plain for T {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is(&self, other: &dyn Plain) -> bool {
        other.as_any().downcast_ref() == Some(self)
    }
}

/// What the player answers about house rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HouseCommand {
    /// Let those run that were asked about.
    Run,
    /// Go on without them.
    Without,
    /// Go on without the rule of this number, which failed.
    LeaveOut(u8),
}

/// What can be done with named sets of rules.
#[derive(Clone, Debug, PartialEq)]
pub enum SetCommand {
    /// Ask for a name to save the rules in front under.
    AskSave,
    /// Save the rules in front under this name; whether a set of that name is replaced.
    Save(String, bool),
    /// Play by this set.
    Pick(PathBuf),
    /// Ask for another name.
    AskRename(PathBuf),
    /// Give a set this name.
    Rename(PathBuf, String),
    /// Ask whether a set may go.
    AskDelete(PathBuf),
    /// Delete a set; its house rules stay.
    Delete(PathBuf),
    /// Ask for a file to write a set to.
    AskExport(PathBuf),
    /// Write a set to a file: the set, the file.
    Export(PathBuf, PathBuf),
    /// Ask for the file of a set.
    AskImport,
    /// Take the set that waits, with the rules that came with it.
    Install,
    /// Take the set that waits, without the rules that are not here.
    Without,
    /// Leave an open question.
    Never,
}

/// What can be asked for on the page; most of it about the script that is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScriptCommand {
    /// Choose the script so far further down the list.
    Move(i32),
    /// Open it in the system's editor; one that only ships is copied first.
    Edit,
    /// Copy it into the user's folder.
    Copy,
    /// Write what was changed into its file.
    Save,
    /// Go back to what its file holds.
    Revert,
    /// Show the folder it lies in.
    Folder,
    /// Play test games with it.
    Check,
    /// Watch a robot play a game by this preset, step by step.
    Watch(&'static str),
    /// Enter a robot in a tournament.
    Tournament,
    /// Begin a script of this sort for a game, called so.
    Create(Sort, GameKind, String),
}

/// What can be asked for on the page of tournaments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentCommand {
    /// Begin one as it was chosen, instead of the last.
    Start,
    /// Go on with the last one.
    Resume,
    /// Stop the one that is played.
    Stop,
    /// Look at what came of the game of this number, from 1.
    Pick(u64),
    /// Look back at the game of this number, from 1.
    Open(u64),
}

/// What can be asked for on the page of saved games; some of it about the games that are chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CollectionCommand {
    /// Choose the game so far further down the list.
    Move(i32),
    /// Open the game that is chosen.
    Open,
    /// Type what is looked for.
    Find,
    /// Ask for a file or a folder of games to bring in.
    AskAdd,
    /// Bring games in: files, and what lies in folders.
    Add(Vec<PathBuf>),
    /// Ask whether what is chosen may go.
    AskDelete,
    /// Move files to the trash.
    Delete(Vec<PathBuf>),
}

impl CollectionCommand {
    /// As far as the list is in sight.
    pub const PAGE: i32 = 1_000_000;
    /// To the end of the list.
    pub const END: i32 = i32::MAX;
}

/// What can be asked for about positions set up by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionCommand {
    /// Show the page on which they are set up.
    Show,
    /// Show the position of a line there.
    SetUp(String),
    /// Put a line into the clipboard.
    Copy(String),
    /// Fill in a new game that begins from the position on the page.
    Play,
    /// Look at the position on the page as at a game without a step.
    LookAt,
}

/// What can be asked of the analysis of a game looked back at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnalysisCommand {
    /// Begin it; whether games are played on from each position.
    Begin(EvaluationSource),
    /// Stop it.
    Stop,
    /// Show what would have been better at a step, or hide it again.
    Better(usize),
    /// Keep what was found in the file of the game, or nothing any more.
    Keep(bool),
}

/// What can be asked for on the page of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleCommand {
    /// Go to the next one.
    Next,
    /// Go to the one before.
    Previous,
    /// Leave only some of the actions.
    Hint,
    /// Show the answer.
    Show,
    /// Begin it anew.
    Again,
}

/// What becomes of what is not saved when the window closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsaved {
    /// It is saved.
    Save,
    /// It is lost.
    Discard,
}

/// What the player asks for to show a game to others.
#[derive(Clone, Debug, PartialEq)]
pub enum ShareCommand {
    /// Show what can be made of the game looked back at.
    Show,
    /// Ask for a file, and make this for it.
    Save(ExportKind),
    /// Put this into the clipboard.
    Copy(ExportKind),
    /// Make what was asked for, into this file.
    To(PathBuf),
    /// Stop what is being made.
    Stop,
}

/// Something the player asks for. Screens only send these; the app carries them out.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Go to the home screen; a running game stays on the table.
    Home,
    /// Go to the new-game screen, with a preset chosen.
    NewGame(String),
    /// Begin a game.
    Start(Box<NewGame>),
    /// Let the programs run that the player was asked about.
    RunPrograms,
    /// Puts the game that waits on the table, in place of the one that cannot be saved.
    ReplaceUnsavedGame,
    /// Back to the running game.
    Continue,
    /// Play the game just finished again with the same rules and players.
    Again,
    /// Go to the layout editor, for a seat of the new game or for none.
    EditLayout(Option<Seat>),
    /// Something in the layout editor.
    Layout(GameCommand),
    /// Something about named sets of rules.
    Sets(SetCommand),
    /// Show the scripts: robots and house rules.
    ShowScripts,
    /// Something on the scripts page.
    Script(ScriptCommand),
    /// Something about the tournament.
    Tournament(TournamentCommand),
    /// Show all saved games.
    ShowCollection,
    /// Something about saved games.
    Collection(CollectionCommand),
    /// Show the puzzles.
    ShowPuzzles,
    /// Something on the page of puzzles.
    Puzzle(PuzzleCommand),
    /// Something about positions set up by hand.
    Position(PositionCommand),
    /// Show the settings.
    ShowSettings,
    /// Show what the program is made of, and its licences.
    ShowAbout,
    /// Change the settings.
    Set(Box<Settings>),
    /// One screen back, or close what is open.
    Back,
    /// Show or hide the sheet of keys.
    ToggleKeys,
    /// Show or hide how the game in front is played.
    ToggleGuide,
    /// Switch between window and full screen.
    ToggleFullscreen,
    /// Close the window, after a question where something is not saved.
    Quit,
    /// Close the window; the player was asked about what is not saved.
    Leave(Unsaved),
    /// The player said yes to what was asked about this command.
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
    RevealSeat,
    /// Something only the game on the table understands.
    Game(GameCommand),
    /// Take back to the last own decision.
    TakeBack,
    /// Ask whether the seat to move gives up.
    Resign,
    /// This seat gives up, even if another seat is to move by now.
    ResignAs(Seat),
    /// Ask everybody who still plays to agree on a draw.
    OfferDraw,
    /// Let somebody else play a seat.
    Seat(Seat, Box<Player>),
    /// Halt the robots, or let them go on.
    TogglePause,
    /// Among robots: go on up to the next decision.
    StepRobots,
    /// Among robots: let the last one think again about its turn.
    RetryDecision,
    /// Evaluate a line of Lua on the decision a robot took last, or was asked about.
    Evaluate(String),
    /// Show or hide the robots' notes on the board.
    ToggleNotes,
    /// Name the pieces in the next way.
    CyclePieceNames,

    /// What the player answers about house rules.
    House(HouseCommand),
    /// Check the game looked back at.
    Check,
    /// Let the robots of the game looked back at choose again.
    CheckRobots,

    /// Look at the game through somebody's eyes.
    SetPerspective(Viewer),
    /// Ask this robot about the position looked back at.
    Ask(Box<Player>),
    /// Something about the analysis of the game looked back at.
    Analysis(AnalysisCommand),
    /// Ask the robot that was asked once more, where all it cannot know is other than it was.
    AskAgain,
    /// Something about showing the game looked back at to others.
    Share(ShareCommand),
    /// Look back at the running game.
    OpenReplay,
    /// Go to the state after so many steps.
    Seek(usize),
    /// A step on.
    Forward,
    /// A step back.
    Backward,
    /// Let the replay run, or halt it.
    TogglePlay,
    /// Play the section between these two numbers of steps again and again, or none.
    Repeat(Option<(usize, usize)>),
    /// Take the game up from the step shown.
    BranchFromHere,
}
