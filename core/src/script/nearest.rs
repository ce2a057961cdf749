//! Spelling suggestions for misspelt names.

/// Returns a suggestion in brackets if one of the known names is spelt much like `name`, else an
/// empty text.
pub(super) fn did_you_mean<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let max_distance = name.chars().count().saturating_sub(1).min(2);
    let distance = |other: &str| strsim::damerau_levenshtein(name, other);
    let nearest = known.map(|other| (distance(other), other)).min_by_key(|(edits, _)| *edits);
    match nearest {
        Some((edits, other)) if edits <= max_distance => format!(" (did you mean `{other}`?)"),
        _ => String::new(),
    }
}
