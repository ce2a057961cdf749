//! Qipan.
#[allow(dead_code, reason = "the window that uses it comes next")]
mod fonts;
#[allow(dead_code, reason = "the window that uses it comes next")]
mod i18n;
fn main() {}
