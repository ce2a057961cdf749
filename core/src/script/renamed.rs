//! Names of the script API that have changed. Scripts that use an old name keep working. Checking
//! such a script reports the new name.

/// A name of the script API that has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Renamed {
    /// The old name. It still works.
    pub old: &'static str,
    /// The present name.
    pub new: &'static str,
    /// The character before the old name in a script: a colon before a method, none before
    /// an option.
    before: Option<char>,
    /// The character after the old name in a script: a parenthesis after a method, `=` after an
    /// option.
    after: char,
}

impl Renamed {
    const fn method(old: &'static str, new: &'static str) -> Self {
        Self { old, new, before: Some(':'), after: '(' }
    }

    const fn option(old: &'static str, new: &'static str) -> Self {
        Self { old, new, before: None, after: '=' }
    }

    /// Returns true if a line of code uses the old name.
    fn is_used(&self, code: &str) -> bool {
        code.match_indices(self.old).any(|(start, _)| {
            let (before, after) = (&code[..start], code[start + self.old.len()..].trim_start());
            let begins_here = match self.before {
                Some(sign) => before.trim_end().ends_with(sign),
                None => !before.ends_with(|c: char| c.is_alphanumeric() || "_.:".contains(c)),
            };
            begins_here && after.starts_with(self.after) && !after.starts_with("==")
        })
    }
}

/// The method `view:possible` of Junqi.
pub(super) const POSSIBLE: Renamed = Renamed::method("maybe", "possible");
/// The method `view:bomb_suspects` of Junqi.
pub(super) const BOMB_SUSPECTS: Renamed = Renamed::method("bold", "bomb_suspects");
/// The option `exploration` of `turn:search`.
pub(super) const EXPLORATION: Renamed = Renamed::option("curiosity", "exploration");

/// All names of the script API that have changed.
pub const RENAMED: [Renamed; 3] = [POSSIBLE, BOMB_SUSPECTS, EXPLORATION];

/// Returns the old names that a script uses, each with the number of the first line that uses it.
/// Uses in comments do not count.
pub fn old_names(source: &str) -> Vec<(u32, Renamed)> {
    let first_use = |name: &Renamed| {
        let without_comments = source.lines().map(|line| line.split("--").next().unwrap_or(""));
        let mut lines = (1..).zip(without_comments);
        lines.find(|(_, code)| name.is_used(code)).map(|(number, _)| (number, *name))
    };
    RENAMED.iter().filter_map(first_use).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_names_are_found_in_uses_only() {
        let found = |source: &str| -> Vec<(u32, &str)> {
            old_names(source).into_iter().map(|(line, name)| (line, name.old)).collect()
        };
        assert_eq!(found("x()\nlocal b = view:bold ()\nview:bold()"), [(2, "bold")]);
        assert_eq!(found("turn:search({ curiosity= 1, depth = 2 })"), [(1, "curiosity")]);
        assert_eq!(found("for _, c in view:maybe(cell) do"), [(1, "maybe")]);
        for other in [
            "local bold = 3 -- view:bold()",
            "view:bolder()",
            "if curiosity == 1 then",
            "turn.params.curiosity = 1",
            "local my_curiosity = 1",
            "maybe(cell)",
            "view:possible(cell)",
        ] {
            assert_eq!(found(other), [], "{other}");
        }
    }
}
