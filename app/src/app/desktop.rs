//! Services of the desktop: opens files, moves files to the trash, plays sounds and shows file
//! dialogs.

use std::path::Path;
use std::sync::Arc;

use crate::model::i18n::I18n;
use crate::sound::Speaker;
use crate::ui::dialogs::Dialogs;

/// Opens a file or a folder.
pub type PathOpener = Box<dyn Fn(&Path) -> std::io::Result<()>>;

/// Moves a file to the desktop's trash, or returns the reason for the failure.
pub type Trash = Arc<dyn Fn(&Path) -> Result<(), TrashError> + Send + Sync>;

/// The reason why a file was not moved to the trash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrashError {
    /// The system has no trash for the file.
    Missing,
    /// Another reason, in the system's words.
    Other(String),
}

impl TrashError {
    /// Returns the reason without a final full stop, for the user.
    pub fn text(&self, i18n: &I18n) -> String {
        match self {
            Self::Missing => i18n.t("collection-trash-missing"),
            Self::Other(text) => text.trim().trim_end_matches(['.', '。']).to_owned(),
        }
    }
}

/// The services of the desktop.
pub struct Desktop {
    /// Opens a file or a folder with the system's default program for it.
    pub opener: PathOpener,
    /// Moves a file to the trash.
    pub trash: Trash,
    /// Plays sounds. The default speaker is silent.
    pub speaker: Speaker,
    pub(super) dialogs: Dialogs,
}

impl Desktop {
    /// Returns the services. `uses_path_box_only` selects Qipan's own file dialog.
    pub(super) fn new(uses_path_box_only: bool) -> Self {
        Self {
            opener: Box::new(|path| open::that_detached(path)),
            trash: Arc::new(|path| trash::delete(path).map_err(|error| trash_failure(&error))),
            speaker: Speaker::default(),
            dialogs: Dialogs::new(uses_path_box_only),
        }
    }
}

/// Returns the reason why a file cannot be moved to the trash. Does not use the library's own text,
/// which is meant for programmers.
fn trash_failure(error: &trash::Error) -> TrashError {
    match error {
        trash::Error::Os { description, .. } | trash::Error::Unknown { description } => {
            TrashError::Other(description.clone())
        }
        other => match std::error::Error::source(other) {
            Some(why) => TrashError::Other(why.to_string()),
            None => TrashError::Missing,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{TrashError, trash_failure};
    use crate::model::i18n::{I18n, Lang};

    #[test]
    fn trash_failures_are_readable() {
        let i18n = I18n::new(Lang::En);
        let os = trash::Error::Os { code: 5, description: "access denied.\n".to_owned() };
        assert_eq!(trash_failure(&os).text(&i18n), "access denied");
        let gone = trash::Error::CouldNotAccess { target: "x".to_owned() };
        assert_eq!(trash_failure(&gone), TrashError::Missing);
    }
}
