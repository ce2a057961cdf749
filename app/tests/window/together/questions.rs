//! Questions of house rules in games between two windows.

use std::time::Instant;

use qipan::command::Command;
use qipan::model::i18n::Lang;
use qipan_core::games::junqi::Junqi;

use super::{TIMEOUT, begin, both_until, host_steps, join_table, play_turns};
use crate::support::{Desk, InputDevice, Place};

/// Opens a table for Dark Junqi under the rule that asks winners to show their strength.
fn open_asking_table() -> Desk {
    let mut host = Place::quick(Lang::En).open();
    let ctx = host.h.ctx.clone();
    host.h.state_mut().apply(Command::NewGame("dark".to_owned()), &ctx);
    host.frames(3);
    host.unfold_rules(InputDevice::Mouse);
    let [choose, done] = ["rules-choose", "rules-done"]
        .map(|id| format!("{}: {}", host.t("house-head"), host.t(id)));
    for label in [choose.as_str(), "Show of strength", done.as_str()] {
        host.activate(InputDevice::Keys, label);
        host.frames(2);
    }
    host.click_id("new-invite");
    host.click_id("together-open-now");
    host.until("the table", |desk| desk.sees(&desk.t("together-ready")));
    host
}

/// Returns the window whose player has to answer a question.
fn asked_window(desks: &[Desk; 2]) -> Option<usize> {
    desks.iter().position(|desk| {
        let table = desk.app().table.as_ref().unwrap().table::<Junqi>();
        table.human_question().is_some()
    })
}

#[test]
fn both_windows_show_and_answer_the_questions_of_a_house_rule() {
    let host = open_asking_table();
    let guest = join_table(&host, Lang::Zh);
    let mut desks = [host, guest];
    begin(&mut desks);
    let questions = [
        "Reveal your victorious piece to everyone, and get another move with any piece?",
        "要亮明得手的棋子吗？亮明后可以多走一次。",
    ];
    let answers = ["2 · Yes, reveal it", "2 · 亮明"];
    let (start, mut turn, mut answered) = (Instant::now(), 0, [false; 2]);
    while answered != [true; 2] {
        assert!(start.elapsed() < TIMEOUT * 2, "{answered:?}\n{}", desks[0].node_texts());
        turn += 1;
        let Some(asked) = asked_window(&desks) else {
            play_turns(&mut desks, turn..turn + 1);
            continue;
        };
        both_until(&mut desks, "the question", |desks| {
            (0..2).all(|window| desks[window].sees(questions[window]))
        });
        assert!(desks[asked].has_control(answers[asked]));
        assert!(!desks[1 - asked].has_control(answers[1 - asked]));
        let steps = host_steps(&desks[asked]);
        desks[asked].click(answers[asked]);
        both_until(&mut desks, "the answer", |desks| {
            desks.iter().all(|desk| host_steps(desk) >= steps + 4)
        });
        answered[asked] = true;
    }
    // Each window describes the answer in its language.
    desks[0].assert_sees(" answers: Yes, reveal it");
    desks[1].assert_sees("选择：亮明");
}
