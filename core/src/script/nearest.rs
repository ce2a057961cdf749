//! The word that somebody most likely meant who wrote another one.

/// The field that was meant, in brackets, where one is spelt much like it.
pub(super) fn did_you_mean<'a>(name: &str, fields: impl Iterator<Item = &'a str>) -> String {
    let most = name.chars().count().saturating_sub(1).min(2);
    let far = |field: &str| strsim::damerau_levenshtein(name, field);
    let near = fields.map(|field| (far(field), field)).min_by_key(|(far, _)| *far);
    let meant = near.filter(|(far, _)| *far <= most);
    meant.map(|(_, field)| format!(" (did you mean `{field}`?)")).unwrap_or_default()
}
