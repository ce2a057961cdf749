//! Checks the pages of documentation: their links lead to files and headings, and their commands
//! exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use qipan_core::games::junqi::PRESETS;

use crate::root;

/// A page of documentation.
struct Page {
    /// The path from the root of the project.
    name: String,
    text: String,
}

impl Page {
    fn read(name: &str) -> Self {
        let text = fs::read_to_string(root().join(name)).unwrap();
        Self { name: name.to_owned(), text }
    }

    /// Returns the lines without the fences of code blocks. A line in a block comes with the
    /// language of the block.
    fn lines(&self) -> Vec<(Option<&str>, &str)> {
        let mut block = None;
        let mut lines = Vec::new();
        for line in self.text.lines() {
            match line.trim_start().strip_prefix("```") {
                Some(language) if block.is_none() => block = Some(language.trim()),
                Some(_) => block = None,
                None => lines.push((block, line)),
            }
        }
        assert_eq!(block, None, "{}: a block of code does not end", self.name);
        lines
    }

    /// Returns the text without blocks of code and code spans.
    fn prose(&self) -> String {
        let lines = self.lines().into_iter().filter(|(block, _)| block.is_none());
        let lines: Vec<&str> = lines.map(|(_, line)| line).collect();
        lines.join("\n").split('`').step_by(2).collect()
    }

    /// Returns the targets of all links and pictures.
    fn links(&self) -> Vec<String> {
        let prose = self.prose();
        let targets = prose.split("](").skip(1).map(|rest| rest.split_once(')').unwrap().0);
        targets.map(str::to_owned).collect()
    }

    /// Returns the anchors of the headings, as GitHub makes them.
    fn anchors(&self) -> BTreeSet<String> {
        let mut anchors = BTreeSet::new();
        for (_, line) in self.lines().iter().filter(|(block, _)| block.is_none()) {
            let text = line.trim_start_matches('#');
            if text.len() == line.len() || !text.starts_with(' ') {
                continue;
            }
            let is_anchor_char = |c: &char| c.is_alphanumeric() || [' ', '-', '_'].contains(c);
            let name: String = text.trim().to_lowercase().chars().filter(is_anchor_char).collect();
            let name = name.replace(' ', "-");
            let numbered = (1..).map(|number| format!("{name}-{number}"));
            let mut names = std::iter::once(name.clone()).chain(numbered);
            anchors.insert(names.find(|name| !anchors.contains(name)).unwrap());
        }
        anchors
    }

    /// Returns the arguments of each `qipan` command in the shell blocks.
    fn commands(&self) -> Vec<Vec<String>> {
        let shell = self.lines().into_iter().filter(|(block, _)| *block == Some("sh"));
        let shell: Vec<&str> = shell.map(|(_, line)| line).collect();
        let lines = shell.join("\n").replace("\\\n", " ");
        let words = lines.lines().map(words);
        words.filter(|words| words.first().is_some_and(|word| word == "qipan")).collect()
    }
}

/// Splits a line as a shell does, without its comment.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for c in line.chars() {
        match quote {
            Some(end) if c == end => quote = None,
            None if c == '"' || c == '\'' => quote = Some(c),
            None if c == '#' && words.last().is_some_and(String::is_empty) => break,
            None if c == ' ' => words.push(String::new()),
            _ => words.last_mut().unwrap().push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns the names of the pages in `app/docs`.
fn docs() -> Vec<String> {
    let files = fs::read_dir(root().join("app/docs")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let pages = names.filter(|name| name.ends_with(".md"));
    let mut pages: Vec<String> = pages.map(|name| format!("app/docs/{name}")).collect();
    pages.sort();
    pages
}

fn pages() -> Vec<Page> {
    let fixed = [
        "README.md",
        "README.zh.md",
        "scripts/README.md",
        "core/ARCHITECTURE.md",
        ".github/CONTRIBUTING.md",
    ];
    let names = fixed.iter().map(|name| (*name).to_owned()).chain(docs());
    names.map(|name| Page::read(&name)).collect()
}

/// Removes `.` and `..` from a path without reading the disk.
fn normalized(path: &Path) -> PathBuf {
    let mut normalized = PathBuf::new();
    for part in path.components() {
        if part.as_os_str() == ".." {
            assert!(normalized.pop(), "{} leaves the project", path.display());
        } else if part.as_os_str() != "." {
            normalized.push(part);
        }
    }
    normalized
}

/// Returns the fault of a link, if it has one.
fn link_fault(page: &Page, link: &str) -> Option<String> {
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let folder = Path::new(&page.name).parent().unwrap();
    let file =
        if file.is_empty() { page.name.clone().into() } else { normalized(&folder.join(file)) };
    if !root().join(&file).exists() {
        return Some(format!("{}: {link} leads to no file", page.name));
    }
    let has_anchor = || Page::read(file.to_str().unwrap()).anchors().contains(anchor);
    (!anchor.is_empty() && !has_anchor())
        .then(|| format!("{}: {link} leads to no heading", page.name))
}

#[test]
fn links_of_the_documentation_lead_to_files_and_headings() {
    let pages = pages();
    let mut count = 0;
    let mut faults = Vec::new();
    for page in &pages {
        let links = page.links();
        let local_links = links.iter().filter(|link| !link.contains("://"));
        for link in local_links {
            count += 1;
            faults.extend(link_fault(page, link));
        }
    }
    assert_eq!(faults, [""; 0]);
    assert!(count > 60, "only {count} links were found");
}

#[test]
fn broken_links_are_found() {
    let text =
        "# A `b` c\n# A b, c\n```sh\n# d\n```\n[a](#a-b-c) [b](#a-b-c-1) [c](#d) [`e`](e.md)";
    let page = Page { name: "app/README.md".to_owned(), text: text.to_owned() };
    let links = page.links();
    assert_eq!(links, ["#a-b-c", "#a-b-c-1", "#d", "e.md"]);
    let anchors = page.anchors();
    assert_eq!(anchors.into_iter().collect::<Vec<_>>(), ["a-b-c", "a-b-c-1"]);
    assert_eq!(link_fault(&page, "e.md").unwrap(), "app/README.md: e.md leads to no file");
    let missing = link_fault(&page, "../README.md#no-such-heading").unwrap();
    assert_eq!(missing, "app/README.md: ../README.md#no-such-heading leads to no heading");
    assert_eq!(link_fault(&page, "../README.md#install"), None);
}

#[test]
fn commands_of_the_documentation_parse() {
    let pages = pages().into_iter().filter(|page| page.name != "core/ARCHITECTURE.md");
    let mut found = 0;
    for page in pages {
        for words in page.commands() {
            found += 1;
            let parsed = qipan::cli::command().try_get_matches_from(&words);
            assert!(parsed.is_ok(), "{}: {}\n{}", page.name, words.join(" "), parsed.unwrap_err());
        }
    }
    assert!(found > 30, "only {found} commands were found");
}

#[test]
fn both_readmes_show_the_same_commands() {
    let [english, mut chinese] =
        ["README.md", "README.zh.md"].map(|name| Page::read(name).commands());
    assert!(english.len() >= 6);
    // New scripts have comments in the language of the page.
    for words in &mut chinese {
        words.retain(|word| word != "--lang" && word != "zh");
    }
    assert_eq!(english, chinese);
}

#[test]
fn command_line_page_names_every_command_and_no_other_option() {
    let page = Page::read("app/docs/command-line.md");
    let command = qipan::cli::command();
    let mut options = BTreeSet::from(["--help".to_owned(), "--release".to_owned()]);
    let mut names = BTreeSet::new();
    for sub in command.get_subcommands() {
        names.insert(sub.get_name().to_owned());
        let commands = std::iter::once(sub).chain(sub.get_subcommands());
        let arguments = commands.flat_map(|command| command.get_arguments());
        options.extend(arguments.filter_map(|arg| arg.get_long()).map(|long| format!("--{long}")));
    }
    options.extend(command.get_arguments().filter_map(|a| a.get_long()).map(|l| format!("--{l}")));
    let rows = page.text.lines().filter_map(|line| line.strip_prefix("| `"));
    let first_word = |row: &str| row.split([' ', '`']).next().unwrap().to_owned();
    let shown: BTreeSet<String> =
        rows.map(first_word).filter(|word| !word.starts_with('-')).collect();
    assert_eq!(shown, names);
    let is_name = |c: char| c.is_ascii_lowercase() || c == '-';
    for part in page.text.split([' ', '`', '[', '(', '\n']).filter(|part| part.starts_with("--")) {
        let option = part.split(|c| !is_name(c)).next().unwrap();
        assert!(option == "--" || options.contains(option), "there is no option {option}");
    }
}

#[test]
fn junqi_page_lists_every_mode() {
    let page = Page::read("app/docs/junqi.md");
    let rows = page.text.lines().filter_map(|line| line.strip_prefix("| `"));
    let shown: Vec<&str> = rows.map(|row| row.split('`').next().unwrap()).collect();
    assert_eq!(shown, PRESETS);
}
