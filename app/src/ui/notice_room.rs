//! The free part of the row at the top of a screen. Messages appear there, where they cover no
//! controls.

use egui::{Context, Id, Pos2, Rect, Ui, pos2};

/// The space for messages in the row at the top of a screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NoticeRoom {
    /// The part of the row between the first control and the controls at the right end. The title
    /// may lie in it.
    pub row: Rect,
    /// The right end of the title, in points of the screen.
    pub title_end: f32,
}

/// The offered space and the number of the frame that offered it.
type OfferedRoom = (NoticeRoom, u64);

fn key() -> Id {
    Id::unique("notice-room")
}

/// Offers a row whose title ends at `title_end`.
pub fn offer(ui: &Ui, row: Rect, title_end: f32) {
    let offered: OfferedRoom = (NoticeRoom { row, title_end }, ui.ctx().cumulative_frame_nr());
    ui.data_mut(|data| data.insert_temp(key(), offered));
}

/// Keeps messages away from controls on the right of the offered row.
pub fn keep_clear(ui: &Ui, controls: Rect) {
    ui.data_mut(|data| {
        let Some((mut room, frame)) = data.get_temp::<OfferedRoom>(key()) else { return };
        let is_in_row = controls.top() < room.row.bottom() && room.row.top() < controls.bottom();
        if is_in_row && controls.left() > room.row.left() {
            room.row.max.x = room.row.max.x.min(controls.left());
            data.insert_temp(key(), (room, frame));
        }
    });
}

/// Returns the space that was offered in this frame.
pub fn offered(ctx: &Context) -> Option<NoticeRoom> {
    let (room, frame) = ctx.data(|data| data.get_temp::<OfferedRoom>(key()))?;
    (frame == ctx.cumulative_frame_nr()).then_some(room)
}

impl NoticeRoom {
    /// Returns the maximum width of a message.
    pub fn width(&self) -> f32 {
        self.row.width().max(0.0)
    }

    /// Returns the middle of a message of this width. The message lies next to the title if it fits
    /// there, else it covers the end of the title.
    pub fn middle(&self, width: f32) -> Pos2 {
        let free_width = self.row.right() - self.title_end;
        let x = if width <= free_width {
            self.title_end + free_width / 2.0
        } else {
            self.row.right() - width / 2.0
        };
        pos2(x, self.row.center().y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_fit_beside_the_title_or_cover_its_end() {
        let row = Rect::from_min_max(pos2(50.0, 0.0), pos2(650.0, 40.0));
        let room = NoticeRoom { row, title_end: 250.0 };
        assert_eq!(room.middle(200.0), pos2(450.0, 20.0));
        assert_eq!(room.middle(400.0), pos2(450.0, 20.0));
        assert_eq!(room.middle(500.0), pos2(400.0, 20.0));
        assert_eq!(room.width(), 600.0);
    }
}
