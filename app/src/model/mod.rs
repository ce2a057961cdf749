//! The data and background work of the application, without any drawing.

pub mod clock;
pub mod drill;
pub mod embedded;
pub mod evenness;
pub mod export;
pub mod faults;
pub mod i18n;
pub mod licences;
mod seat_choice;
pub mod settings;
pub mod storage;
pub mod visible;

pub mod programs;
pub mod review;
pub mod robot_names;
pub mod scripts;
pub mod starter;

pub mod game_setups;
pub mod house;
pub mod layout_limits;
pub mod positions;
pub mod ready_rules;
pub mod rules;
pub mod setup;
pub mod table_options;

pub mod adaptive;
pub mod analysis;
pub mod background;
pub mod checks;
pub mod collection;
pub mod concession;
pub mod console;
pub mod ladder;
pub mod lessons;
pub mod library;
pub mod manual;
pub mod narration;
pub mod package;
pub mod puzzles;
pub mod records;
pub mod robot_threads;
pub mod suite;
pub mod tournament;
pub mod verdict;
