//! The word that somebody most likely meant who wrote another one.

/// The field that was meant, in brackets, where one is spelt much like it.
pub(super) fn did_you_mean<'a>(name: &str, mut fields: impl Iterator<Item = &'a str>) -> String {
    let most = name.chars().count().saturating_sub(1).min(2);
    let near = fields.find(|field| distance(name, field) <= most);
    near.map(|field| format!(" (did you mean `{field}`?)")).unwrap_or_default()
}

/// Edits between two short words.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, left) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, right) in b.iter().enumerate() {
            let edit = diagonal + usize::from(left != *right);
            diagonal = row[j + 1];
            row[j + 1] = edit.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
