//! Qipan core.
