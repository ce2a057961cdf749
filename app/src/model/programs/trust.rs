//! A program that is about to be run, and the key under which the user's permission is stored.
//!
//! The key is a hash over the robot file and the files it names in its folder, so the permission
//! ends when one of them changes.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::model::visible::{escape_hidden, quoted};

/// The maximum number of bytes of a file that are hashed. For a larger file, its size and
/// modification time are hashed as well.
const MAX_HASHED_BYTES: u64 = 256 << 20;

/// A program named by a robot file, with the state of its files at one moment.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Program {
    /// The robot file that names it.
    pub file: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The files in the command that belong to the robot file, as the command names them.
    pub own_files: Vec<String>,
    /// The hash over the robot file and these files.
    key: String,
}

impl Program {
    /// Returns a program with the hash of its files. `script_hash` is the digest of its robot file,
    /// and `folder` the folder it runs in.
    pub fn of_files(
        file: &str,
        script_hash: String,
        command: &[String],
        folder: Option<&Path>,
    ) -> Self {
        let mut own_files: Vec<(String, String)> = Vec::new();
        for word in command.iter().flat_map(|word| possible_file_names(word)) {
            let path = folder.unwrap_or(Path::new("")).join(word);
            if is_beside(word, &path, folder) && !own_files.iter().any(|(known, _)| known == word) {
                let hash =
                    hash_of(&path).unwrap_or_else(|why| format!("unreadable: {}", why.kind()));
                own_files.push((word.to_owned(), hash));
            }
        }
        let key = if own_files.is_empty() {
            script_hash
        } else {
            let mut hash = Sha256::new_with_prefix(format!("program of {script_hash}\n"));
            for (word, file_hash) in &own_files {
                hash.update(format!("{} {word} {file_hash}\n", word.len()));
            }
            hex::encode(hash.finalize())
        };
        let own_files = own_files.into_iter().map(|(word, _)| word).collect();
        Self { file: file.to_owned(), command: command.to_vec(), own_files, key }
    }

    /// Returns the key of the user's permission. It changes as soon as the robot file or one of
    /// the files of the command changes.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Returns the command on one line. Arguments that could be misread are in quotation marks.
    pub fn line(&self) -> String {
        self.arguments().join(" ")
    }

    /// Returns the program and its arguments, each in printable form.
    pub fn arguments(&self) -> Vec<String> {
        self.command.iter().map(|word| quoted(word)).collect()
    }

    /// Returns the robot file in printable form.
    pub fn printable_file(&self) -> String {
        escape_hidden(&self.file)
    }
}

/// Returns the parts of an argument that can name a file: all of it, the part after `=`, and the
/// words of a shell command.
fn possible_file_names(word: &str) -> impl Iterator<Item = &str> {
    let is_separator = |c: char| c.is_whitespace() || "=\"'`;|&<>(){}$,".contains(c);
    let value = word.split_once('=').map(|(_, value)| value);
    let parts = std::iter::once(word).chain(value).chain(word.split(is_separator));
    parts.filter(|part| !part.is_empty())
}

/// Returns true if a word of a command is a file that belongs to the robot file: one with a
/// relative path, or one in `folder`, the robot file's folder.
fn is_beside(word: &str, path: &Path, folder: Option<&Path>) -> bool {
    let is_relative = Path::new(word).is_relative();
    let canonical = |path: &Path| -> Option<PathBuf> { std::fs::canonicalize(path).ok() };
    let is_in_folder = || Some(canonical(path)?.starts_with(canonical(folder?)?));
    path.is_file() && (is_relative || is_in_folder() == Some(true))
}

/// Returns the hash of a file. Only its beginning is read if it is very large.
fn hash_of(path: &Path) -> io::Result<String> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    let mut hash = Sha256::new();
    let mut reader = file.take(metadata.len().min(MAX_HASHED_BYTES));
    let mut buffer = vec![0; 1 << 16];
    loop {
        match reader.read(&mut buffer)? {
            0 => break,
            length => hash.update(&buffer[..length]),
        }
    }
    if metadata.len() > MAX_HASHED_BYTES {
        hash.update(format!("{} {:?}", metadata.len(), metadata.modified().ok()));
    }
    Ok(hex::encode(hash.finalize()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program_in(folder: &Path, command: &[&str]) -> Program {
        let command: Vec<String> = command.iter().map(|word| (*word).to_owned()).collect();
        Program::of_files(
            "snake.luau",
            hex::encode(Sha256::digest(b"return {}")),
            &command,
            Some(folder),
        )
    }

    #[test]
    fn permission_covers_the_files_beside_the_robot() {
        let dir = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).unwrap();
        let alone = program_in(dir.path(), &["python3", "my.py"]);
        assert_eq!(
            alone.key(),
            hex::encode(Sha256::digest(b"return {}")),
            "the key of a robot file alone is its hash"
        );
        write("my.py", "one");
        let absolute = dir.path().join("my.py").display().to_string();
        for command in [
            &["python3", "my.py"][..],
            &["python3", "./my.py"],
            &["./my.py"],
            &["python3", "--file=my.py"],
            &["sh", "-c", "cd .; exec python3 'my.py' && true"],
            &["python3", &absolute],
        ] {
            write("my.py", "one");
            let first = program_in(dir.path(), command);
            assert_eq!(first.own_files.len(), 1, "{command:?}");
            assert_eq!(program_in(dir.path(), command), first);
            write("my.py", "two");
            assert_ne!(program_in(dir.path(), command).key(), first.key(), "{command:?}");
            std::fs::remove_file(dir.path().join("my.py")).unwrap();
            assert_ne!(program_in(dir.path(), command).key(), first.key(), "{command:?}");
        }
        // Files of the system change with its updates and are not hashed.
        assert_eq!(program_in(dir.path(), &["/bin/sh", "-c", "x"]).own_files, [""; 0]);
    }

    #[test]
    fn key_changes_if_files_swap_their_contents() {
        let dir = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).unwrap();
        write("a", "one");
        write("b", "two");
        let before = program_in(dir.path(), &["a", "b"]);
        write("a", "two");
        write("b", "one");
        assert_ne!(program_in(dir.path(), &["a", "b"]).key(), before.key());
    }

    #[test]
    fn command_is_shown_on_one_line() {
        let shown = program_in(Path::new("/nowhere"), &["sh", "-c", "id;\n\n rm \"x\""]).line();
        assert_eq!(shown, "sh -c \"id;\\n\\n rm \\\"x\\\"\"");
    }
}
