//! Spelling suggestions for misspelt names.

/// Returns a suggestion in brackets if one of the fields is spelt much like `name`, else nothing.
pub(super) fn did_you_mean<'a>(name: &str, fields: impl Iterator<Item = &'a str>) -> String {
    let most = name.chars().count().saturating_sub(1).min(2);
    let far = |field: &str| strsim::damerau_levenshtein(name, field);
    let near = fields.map(|field| (far(field), field)).min_by_key(|(far, _)| *far);
    let meant = near.filter(|(far, _)| *far <= most);
    meant.map(|(_, field)| format!(" (did you mean `{field}`?)")).unwrap_or_default()
}
