//! The lessons, which are guided games: those that ship, and those in the data folder.

mod course;
mod fault;
mod lesson;

use std::path::Path;

use qipan_core::registry::GameKind;
use qipan_core::script::Scripted;
use qipan_core::with_game;

use crate::model::embedded::LESSONS;
use crate::model::storage::{self, Folders, json_files};

pub use course::{Course, CourseStep, Expected};
pub use fault::{LessonFault, StepFault};
pub use lesson::{Lesson, LessonStep, Words};

/// The names of the lessons that ship, in the order of [`Lessons::lessons`].
const SHIPPED: [&str; 5] = ["aeroplane", "flying", "dark", "flip", "siguo"];

/// Returns the text of a lesson that ships.
fn shipped_text(name: &str) -> &'static str {
    let text = LESSONS.text(&format!("{name}.json"));
    text.unwrap_or_else(|| unreachable!("the program contains its lessons"))
}

/// The name of the folder with other lessons, in the data folder.
const FOLDER: &str = "lessons";

/// The maximum number of lessons that are read from the data folder.
const MAX_FILES: usize = 200;

/// The lessons that can be played, and the files that cannot be used.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lessons {
    /// The lessons, those that ship first.
    pub lessons: Vec<Lesson>,
    /// The names of the files that cannot be used, with the reasons.
    pub broken: Vec<(String, LessonFault)>,
}

impl Lessons {
    /// Reads all lessons. Each lesson is played through once, so that none of its steps can fail
    /// later.
    pub fn read(folders: &Folders) -> Self {
        let mut lessons = Self::default();
        for name in SHIPPED {
            lessons.add(name, read(name, shipped_text(name)));
        }
        let mut files = json_files(&folders.data.join(FOLDER));
        files.sort();
        for file in files.into_iter().take(MAX_FILES) {
            let name = file_stem(&file);
            let text = storage::read_text(&file);
            let lesson = match text {
                Ok(text) => read(&name, &text),
                Err(_) => Err(LessonFault::Unreadable),
            };
            lessons.add(&format!("{name}.json"), lesson);
        }
        lessons
    }

    fn add(&mut self, file: &str, lesson: Result<Lesson, LessonFault>) {
        match lesson {
            Ok(lesson) => self.lessons.push(lesson),
            Err(fault) => self.broken.push((file.to_owned(), fault)),
        }
    }
}

/// Returns the name of a file without its folder and extension.
fn file_stem(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Reads a lesson and plays it through.
///
/// # Errors
/// The text is not a lesson, or a step of it is not possible.
pub fn read(name: &str, text: &str) -> Result<Lesson, LessonFault> {
    fn check<G: Scripted>(lesson: &Lesson) -> Result<(), LessonFault> {
        Course::<G>::new(lesson).map(drop)
    }
    let lesson = Lesson::read(name, text)?;
    let preset = &lesson.preset;
    let unknown = || LessonFault::Preset(preset.clone());
    let kind = GameKind::of_preset(preset).ok_or_else(unknown)?;
    with_game!(kind, |G| check::<G>(&lesson))?;
    Ok(lesson)
}

#[cfg(test)]
mod tests;
