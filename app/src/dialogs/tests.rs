//! The path box, driven.
