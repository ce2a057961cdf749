//! A command line that the user typed, split into words without a shell.

use std::path::Path;

/// The prefix that marks the name of a robot as a command line: `cmd:python3 my.py`.
pub const COMMAND_PREFIX: &str = "cmd:";

/// The maximum number of characters of a command that become the name of its robot.
const MAX_NAME_CHARS: usize = 40;

/// The default time limit of an answer, in seconds.
pub const DEFAULT_SECONDS: f64 = 10.0;

/// Splits a command into words at spaces. Single or double quotes keep spaces.
///
/// # Errors
/// A command without words, or a quote that does not end.
pub fn split_command(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in command.chars() {
        match (quote, letter) {
            (Some(opening), _) if letter == opening => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    if quote.is_some() {
        return Err("a closing quotation mark is missing".to_owned());
    }
    if words.first().is_none_or(String::is_empty) {
        return Err(format!(
            "write a program and its arguments, as in {COMMAND_PREFIX}python3 my.py"
        ));
    }
    Ok(words)
}

/// Returns true if a program exists: at its path, which may be relative to `folder`, or by its name
/// on the search path. On Windows, a bare name always counts as existing, because there are more
/// ways to find it.
pub fn is_installed(program: &str, folder: Option<&Path>) -> bool {
    let path = Path::new(program);
    if path.components().count() > 1 {
        return path.is_file() || folder.is_some_and(|folder| folder.join(path).is_file());
    }
    let paths = std::env::var_os("PATH").unwrap_or_default();
    cfg!(windows) || std::env::split_paths(&paths).any(|folder| folder.join(path).is_file())
}

/// Returns the text of a robot file that runs a command line.
pub fn robot_file_text(game: &str, words: &[String]) -> String {
    let quoted = |text: &String| {
        let is_plain = |c: char| c.is_alphanumeric() || " -_./:+=,@%".contains(c);
        let escaped = text.chars().map(|c| match c {
            c if is_plain(c) => c.to_string(),
            c => format!("\\u{{{:x}}}", u32::from(c)),
        });
        format!("\"{}\"", escaped.collect::<String>())
    };
    let name: String = words.join(" ").chars().take(MAX_NAME_CHARS).collect();
    let arguments: Vec<String> = words.iter().map(quoted).collect();
    format!(
        "return {{ api = 1, game = \"{game}\", name = {},\n    command = {{ {} }},\n}}\n",
        quoted(&name),
        arguments.join(", "),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_is_split_at_spaces_outside_quotes() {
        let split = |text| split_command(text).unwrap();
        assert_eq!(split("python3 my.py"), ["python3", "my.py"]);
        assert_eq!(split("  a  'b c'\t\"d e\"f '' "), ["a", "b c", "d ef", ""]);
        assert_eq!(split("a 'it is \"so\"' $HOME ; rm"), ["a", "it is \"so\"", "$HOME", ";", "rm"]);
        assert!(
            split_command("").is_err()
                && split_command("  ").is_err()
                && split_command("''").is_err()
        );
        assert!(split_command("python3 'my.py").is_err());
    }

    #[test]
    fn command_survives_being_written_into_a_robot_file() {
        let words = ["/opt/a b/棋", "\"]] }", "\\n", "--x=1"].map(str::to_owned);
        let text = robot_file_text("race", &words);
        let host = qipan_core::script::Host::default();
        let info = qipan_core::registry::inspect("cmd", &text, &host).unwrap();
        assert_eq!(info.command, words);
    }
}
