//! Tests of the questions that guests are sent.

use qipan_core::contract::game::{Game, Step};
use qipan_core::contract::localized::Text;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::Junqi;
use qipan_core::play::session::Session;
use qipan_core::record::SavedRule;
use serde_json::{Value, json};

use super::{all_messages, random_session};

/// Returns a game in which a seat was asked twice, and has answered once.
fn asked_session(seat: Seat, private: bool) -> Session<Junqi> {
    let session = random_session::<Junqi>("siguo_dark", 12, 6);
    let questions = json!({ "raid": {
        "text": { "en": "Raid by night?", "zh": "夜袭吗？" },
        "options": [
            { "name": "wait", "text": { "en": "Wait here", "zh": "按兵不动" } },
            { "name": "go", "text": { "en": "Go now", "zh": "立刻出发" } },
        ],
    } });
    let questions = serde_json::from_value(questions).unwrap();
    let mut record = session.record().clone();
    record.house_rules.push(SavedRule::described(Text::both("Night"), questions));
    let mut session = Session::new(record).unwrap();
    let ask = json!({
        "kind": "ask", "seat": Junqi::seat_name(seat), "question": "raid",
        "options": ["wait", "go"], "private": private,
    });
    let effect = serde_json::from_value(ask).unwrap();
    session.play(Step::House { rule: 0, effect }).unwrap();
    session.play(Step::Act { seat, action: Junqi::answer(1) }).unwrap();
    session.play(Step::House { rule: 0, effect }).unwrap();
    session
}

#[test]
fn private_questions_are_sent_only_to_the_seat_that_is_asked() {
    let asked = Junqi::seat_by_name("north").unwrap();
    let other = Junqi::seat_by_name("east").unwrap();
    let names = ["raid", "wait", "\"go\"", "Raid", "Wait", "Go now", "夜袭", "按兵", "立刻"];
    let mentions_question = |message: &str| names.iter().any(|name| message.contains(name));
    for private in [false, true] {
        let to_asked = all_messages(asked_session(asked, private), asked);
        let to_other = all_messages(asked_session(asked, private), other);
        // The last six messages are the views of all connections, with the question that waits.
        let views = |messages: &[String]| messages[messages.len() - 6..].to_vec();
        for (lang, question, answer) in
            [(0, "Raid by night?", "Go now"), (1, "夜袭吗？", "立刻出发")]
        {
            let view: Value = serde_json::from_str(&views(&to_asked)[lang][2..]).unwrap();
            assert_eq!(view["question"], question);
            assert_eq!(view["actions"][1]["kind"], "answer");
            assert_eq!(view["actions"][1]["label"], answer);
            assert_eq!(view["turn"], "north");
            let view: Value = serde_json::from_str(&views(&to_other)[lang][2..]).unwrap();
            assert_eq!(view["actions"], json!([]));
            let sentence = view["question"].as_str().unwrap();
            assert_eq!((sentence.is_empty(), sentence.contains(question)), (false, !private));
        }
        // Connections 3 to 5 watch, and 0 to 2 have the seat.
        let of_seat = |messages: &[String]| -> Vec<String> {
            messages
                .iter()
                .filter(|message| message.starts_with(['0', '1', '2']))
                .cloned()
                .collect()
        };
        let of_watchers = |messages: &[String]| -> Vec<String> {
            messages
                .iter()
                .filter(|message| message.starts_with(['3', '4', '5']))
                .cloned()
                .collect()
        };
        assert!(of_seat(&to_asked).iter().any(|message| mentions_question(message)));
        for messages in [of_watchers(&to_asked), of_seat(&to_other), of_watchers(&to_other)] {
            assert_eq!(messages.iter().any(|message| mentions_question(message)), !private);
        }
    }
}
