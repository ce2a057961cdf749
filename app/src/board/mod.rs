//! The race boards as pictures: geometry, the printed board, planes, dice, marks and icons.

pub mod geometry;

pub use geometry::{BoardGeometry, Curve};
