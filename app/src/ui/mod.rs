//! Building blocks of all screens: colours, fonts, icons, widgets, dialogs.

pub mod at_right;
pub mod context;
pub mod dialogs;
pub mod fonts;
pub mod glide;
pub mod notice_room;
pub mod paint;
pub mod plot;
pub mod question;
pub mod room;
pub mod system_fonts;
pub mod theme;
pub mod thumbs;
pub mod title;
pub mod widgets;
