//! The questions of house rules, and the answers of the people at the table.

use qipan_core::contract::question::Question;
use qipan_core::contract::seat::Seat;

use crate::play::game::Playable;
use crate::play::table::Table;

impl<G: Playable> Table<G> {
    /// Returns the question of a house rule that is to be answered next, as far as the viewer may
    /// know it.
    pub fn shown_question(&self) -> Option<Question> {
        G::question_in_view(&self.view).copied()
    }

    /// Returns the question that a person has to answer now.
    pub fn human_question(&self) -> Option<Question> {
        let seat = self.human_to_act()?;
        self.state().question().copied().filter(|question| question.seat == seat)
    }

    /// Returns the seat for which a person has to roll or move now, unless a question has to be
    /// answered first.
    pub fn human_to_play(&self) -> Option<Seat> {
        self.human_to_act().filter(|_| self.state().question().is_none())
    }

    /// Answers the question that waits for a person. `option` is the index of the answer, from 0.
    /// Returns false if there is no such answer.
    pub fn answer(&mut self, option: u8) -> bool {
        let is_option =
            self.human_question().is_some_and(|question| option < question.answer_count());
        is_option && self.act(G::answer(option))
    }
}
