//! Junqi in the window and on the command line.

pub use crate::model::narration::junqi as words;

pub mod drawing;
pub mod editor;

mod animation;
mod battle_table;
mod beliefs;
mod board;
mod command;
mod form;
mod guide;
mod labels;
mod layout_map;
mod losses;
mod names;
mod placing;
mod printed;
mod view_cache;
mod window;

pub use animation::{JunqiAnimation, JunqiBoardState};
pub use battle_table::battle_table_ui;
pub use board::JunqiBoard;
pub use command::JunqiCommand;
pub use layout_map::{CellShare, LayoutMap, layout_thumbnail_ui};
pub use losses::{ArmyLosses, Losses};
pub use names::short;
pub use printed::printed;
pub use view_cache::JunqiViewCache;
pub use window::JunqiSelection;
