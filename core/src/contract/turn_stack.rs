//! The turns that wait because a house rule gave extra turns to other seats.

use crate::contract::seat::Seat;

/// The maximum number of turns postponed at the same time.
pub const MAX_POSTPONED: usize = 4;

/// A stack of seats whose turns are postponed. The seat at the top plays next. The seat at the
/// bottom waits for its regular turn. Each seat above it waits for an extra turn that another extra
/// turn has postponed.
///
/// Each byte is a seat's index plus one, or 0 if unused. So a single comparison finds an empty
/// stack, and equal stacks have equal bytes.
///
/// # Examples
/// ```
/// use qipan_core::contract::seat::Seat;
/// use qipan_core::contract::turn_stack::TurnStack;
///
/// let [red, blue] = [0, 2].map(Seat::new);
/// let mut postponed = TurnStack::NONE;
/// postponed.push(red);
/// postponed.push(blue);
/// assert_eq!([(); 3].map(|()| postponed.pop()), [Some(blue), Some(red), None]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct TurnStack([u8; MAX_POSTPONED]);

impl TurnStack {
    /// The empty stack.
    pub const NONE: Self = Self([0; MAX_POSTPONED]);

    /// Returns true if no turn is postponed.
    #[inline]
    pub const fn is_empty(self) -> bool {
        u32::from_ne_bytes(self.0) == 0
    }

    /// Returns true if no further turn can be postponed.
    pub const fn is_full(self) -> bool {
        self.0[MAX_POSTPONED - 1] != 0
    }

    /// Postpones a turn. A full stack stays unchanged.
    pub fn push(&mut self, seat: Seat) {
        if let Some(slot) = self.0.iter_mut().find(|slot| **slot == 0) {
            *slot = seat.index() as u8 + 1;
        }
    }

    /// Removes and returns the seat whose turn comes next.
    pub fn pop(&mut self) -> Option<Seat> {
        let slot = self.0.iter_mut().rfind(|slot| **slot != 0)?;
        Some(Seat::new(std::mem::take(slot) - 1))
    }

    /// Returns the seats. The one whose turn comes next is the last.
    pub fn iter(self) -> impl Iterator<Item = Seat> + use<> {
        self.0.into_iter().filter_map(|slot| slot.checked_sub(1)).map(Seat::new)
    }

    /// Returns the stack as bytes, the same on every machine.
    pub const fn bytes(self) -> [u8; MAX_POSTPONED] {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turn_stack_is_last_in_first_out_and_bounded() {
        let mut stack = TurnStack::NONE;
        assert!(stack.is_empty() && stack.pop().is_none());
        // The last two do not fit.
        (0..6).for_each(|index| stack.push(Seat::new(index)));
        assert!(stack.is_full());
        assert_eq!(stack.iter().map(Seat::index).collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert_eq!(stack.pop(), Some(Seat::new(3)));
        assert_eq!(stack.bytes(), [1, 2, 3, 0]);
    }
}
