//! Commands: everything a player can ask for, as plain data.
//!
//! Menus, buttons, keys and tests all send a [`Command`]. A screen draws from its state and pushes
//! commands. After drawing, the app carries them out. So a command is the only way in which a
//! screen changes anything but its own state, and a test can do whatever a player can do.

mod shortcuts;

use std::any::Any;
use std::fmt::{self, Debug};
use std::path::PathBuf;
use std::rc::Rc;

use qipan_core::contract::game::Viewer;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::record::Player;
use qipan_core::registry::GameKind;
use qipan_core::script::Level;

use crate::model::analysis::EvaluationSource;
use crate::model::export::ExportKind;
use crate::model::puzzles::PuzzleChoice;
use crate::model::scripts::ScriptType;
use crate::model::settings::Settings;
use crate::model::setup::NewGame;
use crate::model::table_options::TableOptions;

pub use shortcuts::Shortcut;

/// A command of one game, such as a move on its board or an edit of its layout. It holds plain
/// data of a type that only the game knows.
#[derive(Clone)]
pub struct GameCommand(Rc<dyn AnyCommand>);

impl GameCommand {
    /// Wraps a command of a game.
    pub fn new<C: Debug + PartialEq + 'static>(command: C) -> Self {
        Self(Rc::new(command))
    }

    /// Returns the command as type `C`, or `None` if it has another type.
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
        self.0.equals(&*other.0)
    }
}

/// A command of a game. It can be printed and compared by code that does not know its type.
trait AnyCommand: Debug {
    fn as_any(&self) -> &dyn Any;
    fn equals(&self, other: &dyn AnyCommand) -> bool;
}

impl<T: Debug + PartialEq + 'static> AnyCommand for T {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &dyn AnyCommand) -> bool {
        other.as_any().downcast_ref() == Some(self)
    }
}

/// The player's answer to a question about house rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HouseCommand {
    /// Run the house rules in question.
    Run,
    /// Go on without the house rules in question.
    Without,
    /// Go on without the house rule of this index, which failed.
    LeaveOut(u8),
}

/// A command about named sets of rules.
#[derive(Clone, Debug, PartialEq)]
pub enum RuleSetCommand {
    /// Ask for a name for the rules shown.
    AskSave,
    /// Save the rules shown under this name. If the flag is true, replace a set of the same name.
    Save(String, bool),
    /// Play by this set.
    Apply(PathBuf),
    /// Ask for another name for a set.
    AskRename(PathBuf),
    /// Give a set this name.
    Rename(PathBuf, String),
    /// Ask whether to delete a set.
    AskDelete(PathBuf),
    /// Delete a set, but not its house rules.
    Delete(PathBuf),
    /// Ask for a file to write a set to.
    AskExport(PathBuf),
    /// Write a set (first path) to a file (second path).
    Export(PathBuf, PathBuf),
    /// Ask for the file of a set to import.
    AskImport,
    /// Install the house rules that the set in question contains and that are missing here, then
    /// apply the set.
    Install,
    /// Apply the set in question without the house rules that are missing here.
    ApplyWithoutMissing,
    /// Dismiss the open question.
    DismissQuestion,
}

/// A command of the scripts page, mostly about the selected script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScriptCommand {
    /// Move the selection in the list by this many rows.
    Move(i32),
    /// Open the script in the system's editor. A shipped script is copied to the user's folder
    /// first.
    Edit,
    /// Copy the script into the user's folder.
    Copy,
    /// Write the changes to the script's file.
    Save,
    /// Reset the script to the contents of its file.
    Revert,
    /// Show the folder of the script's file.
    Folder,
    /// Play test games with the script.
    Check,
    /// Watch a robot play a game by this preset, step by step.
    Watch(&'static str),
    /// Enter a robot in a tournament.
    Tournament,
    /// Create a script of this type for this game, with this name.
    Create(ScriptType, GameKind, String),
}

/// A command about packages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PackageCommand {
    /// Ask for a package to open.
    AskOpen,
    /// Play test games with the script of the package that is open.
    Check,
    /// Add the package that is open.
    Add,
    /// Ask for a file to export the chosen script to.
    AskExport,
    /// Write the package of the chosen script to this file.
    Export(PathBuf),
    /// Ask for a file to export to. The path is the file of the player's layout to export.
    AskExportLayout(PathBuf),
    /// Write the package of a layout (first path) to a file (second path).
    ExportLayout(PathBuf, PathBuf),
}

/// A command of the tournament page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentCommand {
    /// Start a tournament with the chosen settings, in place of the last one.
    Start,
    /// Resume the last tournament.
    Resume,
    /// Stop the running tournament.
    Stop,
    /// Show the result of the game with this number, counted from 1.
    Pick(u64),
    /// Open the replay of the game with this number, counted from 1.
    Open(u64),
}

/// A command of the saved-games page, mostly about the selected games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CollectionCommand {
    /// Move the selection in the list by this many rows.
    Move(i32),
    /// Open the selected game.
    Open,
    /// Focus the search field.
    Find,
    /// Ask for a file or a folder of games to import.
    AskAdd,
    /// Import games from these files and folders.
    Add(Vec<PathBuf>),
    /// Ask whether to delete the selection.
    AskDelete,
    /// Move files to the trash.
    Delete(Vec<PathBuf>),
}

impl CollectionCommand {
    /// A distance for [`Self::Move`] that stands for one page of the list.
    pub const PAGE: i32 = 1_000_000;
    /// A distance for [`Self::Move`] that leads to the end of the list.
    pub const END: i32 = i32::MAX;
}

/// A command about positions set up by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionCommand {
    /// Show the page of the position editor.
    Show,
    /// Open the position editor with the position that this line describes.
    Open(String),
    /// Copy a position line to the clipboard.
    Copy(String),
    /// Set up a new game that begins from the position in the editor.
    Play,
    /// Open a replay that shows only the position in the editor: a game without steps.
    OpenReplay,
}

/// A command about the analysis of the game in the replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnalysisCommand {
    /// Start the analysis with this source of values.
    Begin(EvaluationSource),
    /// Stop the analysis.
    Stop,
    /// Show or hide the better actions at this step.
    ToggleBetter(usize),
    /// If true, keep the results in the file of the game. If false, remove them from it.
    Save(bool),
}

/// A command of the puzzles page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleCommand {
    /// Train with the puzzles of this choice.
    Choose(PuzzleChoice),
    /// Go to the next puzzle.
    Next,
    /// Go to the previous puzzle.
    Previous,
    /// Remove some of the wrong actions.
    Hint,
    /// Show the answer.
    ShowAnswer,
    /// Start the puzzle again.
    Restart,
}

/// A command about lessons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonCommand {
    /// Show the lessons, beginning with the first unfinished one.
    Show,
    /// Begin the lesson with this name.
    Open(String),
    /// Go to the next step, or finish the lesson.
    Next,
    /// Go to the previous step.
    Previous,
    /// Start the lesson again.
    Restart,
    /// Play on from the position of the lesson, against a robot for beginners.
    PlayOn,
    /// Decline the offer of a lesson on the home screen.
    Decline,
}

/// The player's answer to the question about unsaved changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnsavedChoice {
    /// Save the changes.
    Save,
    /// Discard the changes.
    Discard,
}

/// A command about exports of a game.
#[derive(Clone, Debug, PartialEq)]
pub enum ShareCommand {
    /// Show the possible exports of the game in the replay.
    Show,
    /// Ask for a file for this kind of export.
    Save(Box<ExportKind>),
    /// Copy this kind of export to the clipboard.
    Copy(Box<ExportKind>),
    /// Write the requested export to this file.
    To(PathBuf),
    /// Stop the running export.
    Stop,
}

/// A game for which a table is opened.
#[derive(Clone, Debug, PartialEq)]
pub struct HostedGame {
    /// The game.
    pub game: NewGame,
    /// The seats for people on other devices.
    pub open_seats: SeatSet,
    /// The options of the table.
    pub options: TableOptions,
    /// True if the table is announced on the local network.
    pub is_announced: bool,
}

/// A command about games with people on other devices.
#[derive(Clone, Debug, PartialEq)]
pub enum TogetherCommand {
    /// Show the page on which players join a table, or the table that the player has joined.
    Show,
    /// Choose the seats of this game that people on other devices take.
    Plan(Box<NewGame>),
    /// Open a table for a game.
    Host(Box<HostedGame>),
    /// Join a table.
    Join {
        /// The address of the host.
        address: String,
        /// The code of the table.
        code: String,
        /// True to join as a spectator.
        watches: bool,
    },
    /// Let another person at this window join the table under this name.
    AddPlayer(String),
    /// Be ready to begin with this layout. Without one, the player gets a random layout if the game
    /// uses layouts.
    Ready(Option<String>),
    /// Take back [`Self::Ready`].
    Unready,
    /// Say this phrase or show this emoji, by its id.
    Say(String),
    /// Say this text.
    SayText(String),
    /// Hide the messages of the player of this name, or show them again.
    ToggleMute(String),
    /// Accept the pending offer if true, or decline it if false.
    Answer(bool),
    /// Go back to the table where the player was when the window was closed.
    Return,
    /// Forget the table to which [`Self::Return`] goes back.
    Forget,
    /// Ask whether to remove the player of a seat. The fields are the name of the seat in files and
    /// the name of the player.
    AskRemove(String, String),
    /// Remove the player of a seat from the table that this window hosts.
    Remove(String),
    /// Ask whether to hand the table over to the player of a seat. The fields are the name of the
    /// seat in files and the name of the player.
    AskHandOver(String, String),
    /// Hand the table that this window hosts over to the player of a seat.
    HandOver(String),
    /// Become the host of the table that is handed over to the player.
    TakeOver,
    /// Copy this link to the clipboard.
    CopyLink(String),
    /// Ask whether to leave the table.
    AskLeave,
    /// Leave the table. If this window hosts it, the table is closed.
    Leave,
}

/// A command for the board of the running game, of a puzzle or of a lesson.
#[derive(Clone, Debug, PartialEq)]
pub enum TableCommand {
    /// Choose this colour before the first roll.
    PickColour(Seat),
    /// Roll the die or draw lots, or finish the running animation.
    Roll,
    /// Answer the question of a house rule with the option of this index, from 0.
    Answer(u8),
    /// Finish the running animation.
    Skip,
    /// Uncover the pieces, which are hidden until the person on this seat is at the screen.
    RevealSeat(Seat),
    /// A command of the game on the table.
    Game(GameCommand),
    /// Go back to the last decision of a person, so that it can be made again.
    TakeBack,
    /// Play the steps of the last take-back again.
    Redo,
    /// Show the robots' moves without animation until a person's next turn.
    ShowAtOnce,
    /// Ask whether the seat to move resigns.
    Resign,
    /// Resign for this seat, even if another seat is to move by now.
    ResignAs(Seat),
    /// Offer a draw to every seat that still plays.
    OfferDraw,
    /// Answer the draw offer of a robot: true to agree.
    AnswerDraw(bool),
    /// Replace the player of a seat.
    SetPlayer(Seat, Box<Player>),
    /// Pause or resume the robots.
    TogglePause,
    /// Go on to the next decision and pause there, in a game of robots only.
    StepRobots,
    /// Let the last robot decide its turn again, in a game of robots only.
    RetryDecision,
    /// Show what a stronger robot would play for the seat to move, and why.
    Hint,
    /// Turn the coach on or off for this game.
    ToggleCoach,
    /// Look for the mistakes of the people in the finished game.
    FindMistakes,
    /// Play the choice that the coach warns about.
    PlayWarned,
    /// Drop the choice that the coach warns about.
    DropWarned,
    /// Show or hide the robots' notes on the board.
    ToggleNotes,
}

/// The change of the players in a rematch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RematchChange {
    /// The same players on the same seats.
    None,
    /// Every player moves on to the next seat.
    OtherSide,
    /// Robots of this level take the seats of the robots.
    Level(Level),
}

/// A command for the game in the replay.
#[derive(Clone, Debug, PartialEq)]
pub enum ReplayCommand {
    /// Ask this robot about the position in the replay.
    Ask(Box<Player>),
    /// A command about the analysis of the game in the replay.
    Analysis(AnalysisCommand),
    /// Ask the robot again in games that differ only in what its seat cannot see (a peek test).
    StartPeekTest,
    /// Go to the state after this many steps.
    Seek(usize),
    /// Go one step forward.
    Forward,
    /// Go one step back.
    Backward,
    /// Play or pause the replay.
    TogglePlay,
    /// Repeat the section between these two step numbers, or stop repeating if there are none.
    Repeat(Option<(usize, usize)>),
}

/// A player's request. Screens only send commands. The app carries them out.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Go to the home screen; a running game stays on the table.
    Home,
    /// Go to the new-game screen, with a preset chosen.
    NewGame(String),
    /// Turn the coach on or off for games of this preset.
    SetCoach(String, bool),
    /// Begin a game.
    Start(Box<NewGame>),
    /// Run the programs that the player was asked about.
    RunPrograms,
    /// Put the pending game on the table, although the game there cannot be saved or is played with
    /// people on other devices.
    ReplaceUnsavedGame,
    /// Go back to the running game.
    Continue,
    /// Play the finished game again by the same rules, with the same players or with a change.
    Rematch(RematchChange),
    /// Open the replay of the running game at the position after this many steps.
    OpenReplayAt(usize),
    /// Play the running game again from the position after this many steps.
    PlayFrom(usize),
    /// Open the layout editor, for a seat of the new game or for none.
    EditLayout(Option<Seat>),
    /// A command of the layout editor.
    Layout(GameCommand),
    /// A command about named sets of rules.
    RuleSet(RuleSetCommand),
    /// Show the scripts page: robots and house rules.
    ShowScripts,
    /// A command of the scripts page.
    Script(ScriptCommand),
    /// A command about packages.
    Package(PackageCommand),
    /// Show the manual for script authors.
    ShowManual,
    /// Focus the search field of the manual for script authors.
    SearchManual,
    /// Open this address, to which the manual links, in the browser.
    OpenWebsite(String),
    /// A command of the tournament page.
    Tournament(TournamentCommand),
    /// Show the saved games.
    ShowCollection,
    /// Go to the tournament page.
    ShowTournament,
    /// A command of the saved-games page.
    Collection(CollectionCommand),
    /// Show the statistics of the player's saved games.
    ShowRecords,
    /// Show the puzzles.
    ShowPuzzles,
    /// A command of the puzzles page.
    Puzzle(PuzzleCommand),
    /// A command about lessons.
    Lesson(LessonCommand),
    /// A command about positions set up by hand.
    Position(PositionCommand),
    /// A command about games with people on other devices.
    Together(TogetherCommand),
    /// Show the settings.
    ShowSettings,
    /// Show the program's components and their licences.
    ShowAbout,
    /// Change the settings.
    ChangeSettings(Box<Settings>),
    /// Close the topmost overlay or the open dialog. If none is open, go one screen back.
    Back,
    /// Show or hide the list of keyboard shortcuts.
    ToggleShortcuts,
    /// Show or hide the guide of the current game.
    ToggleGuide,
    /// Switch between window and full screen.
    ToggleFullscreen,
    /// Close the window, with a question first if something is unsaved.
    Quit,
    /// Answer the question about unsaved changes.
    AnswerUnsaved(UnsavedChoice),
    /// A command that the player has confirmed.
    Confirmed(Box<Command>),

    /// Ask for a saved game to open.
    OpenDialog,
    /// Open this file: a saved game, a package or a rule set.
    Open(PathBuf),
    /// Remove a game from the list of recent games, but keep its file.
    Forget(PathBuf),
    /// Save the game on the screen to its file. On the scripts page, save the selected script.
    Save,
    /// Ask for a file to save the game on the screen to.
    SaveDialog,
    /// Save the game on the screen to this file.
    SaveTo(PathBuf),
    /// Open a folder in the system's file manager.
    ShowFolder(PathBuf),

    /// A command for the board of the running game, of a puzzle or of a lesson.
    Table(TableCommand),
    /// A command for the game in the replay.
    Replay(ReplayCommand),
    /// Evaluate a line of Lua at a robot's last decision in the game or in the replay.
    Evaluate(String),
    /// Switch to the next style of piece names.
    CyclePieceNames,

    /// The player's answer to a question about house rules.
    House(HouseCommand),
    /// Verify the game in the replay.
    Check,
    /// Ask the robots of the game in the replay for their choices again.
    CheckRobots,

    /// Show the game as this viewer sees it.
    SetPerspective(Viewer),
    /// A command about exports of the game in the replay.
    Share(ShareCommand),
    /// Open the replay of the running game.
    OpenReplay,
    /// Continue the game as a branch from the step shown.
    BranchFromHere,
}

impl From<TableCommand> for Command {
    fn from(command: TableCommand) -> Self {
        Self::Table(command)
    }
}

impl From<ReplayCommand> for Command {
    fn from(command: ReplayCommand) -> Self {
        Self::Replay(command)
    }
}
