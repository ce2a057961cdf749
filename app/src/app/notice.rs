//! A short message at the foot of the window.

/// How long a notice stays, in seconds; errors stay longer.
pub(super) const STAYS: [f64; 2] = [4.0, 12.0];

/// A short message at the foot of the window.
pub(super) struct Notice {
    pub text: String,
    pub error: bool,
    pub since: f64,
}
