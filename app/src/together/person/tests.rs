//! Tests that a hostile host cannot make the window panic. The messages are those of real games,
//! with random changes.

use std::sync::Arc;

use egui::{RawInput, Rect, pos2};
use qipan_core::contract::view_data::ViewData;
use qipan_core::registry::presets;
use qipan_core::with_game;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::json;

use super::*;
use crate::games::{BoardUi as _, GameUi};
use crate::model::i18n::{I18n, Lang};
use crate::model::settings::{Settings, ThemeName};
use crate::together::board::PageBoard;
use crate::together::message::SeatKind;
use crate::together::table::tests::{all_messages, random_session};
use crate::ui::context::ScreenContext;
use crate::ui::theme::Theme;

/// Changes something in a message: a number, a word, or a part of a list.
fn mutate(value: &mut Value, words: &[String], rng: &mut SmallRng) {
    let numbers = [-1_i64, 0, 1, 2, 7, 24, 31, 59, 64, 127, 128, 255, 256, 65_535, i64::MAX];
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            let index = rng.random_range(0..fields.len());
            let key = fields.keys().nth(index).cloned().unwrap_or_default();
            match rng.random_range(0..30) {
                0 => drop(fields.remove(&key)),
                1 => drop(fields.insert(key, Value::Null)),
                _ => mutate(&mut fields[&key], words, rng),
            }
        }
        Value::Array(list) if !list.is_empty() => {
            let index = rng.random_range(0..list.len());
            match rng.random_range(0..20) {
                0 => drop(list.remove(index)),
                1 => list.push(list[index].clone()),
                2 => {
                    let other = rng.random_range(0..list.len());
                    list.swap(index, other);
                }
                _ => mutate(&mut list[index], words, rng),
            }
        }
        Value::String(text) => *text = words[rng.random_range(0..words.len())].clone(),
        Value::Bool(flag) => *flag = !*flag,
        other => *other = json!(numbers[rng.random_range(0..numbers.len())]),
    }
}

/// Collects the words of a message.
fn collect_words(value: &Value, words: &mut Vec<String>) {
    match value {
        Value::String(text) => words.push(text.clone()),
        Value::Array(list) => list.iter().for_each(|value| collect_words(value, words)),
        Value::Object(fields) => fields.values().for_each(|value| collect_words(value, words)),
        _ => {}
    }
}

/// Returns a guest without a connection.
fn guest(welcome: Welcome, seats: Vec<SeatData>) -> PersonGuest {
    let choice = JoinRequest {
        address: "127.0.0.1:1".to_owned(),
        code: String::new(),
        name: String::new(),
        lang: "en",
        seat: None,
        watches: false,
        can_host: true,
    };
    let mut guest = PersonGuest::join(choice, Arc::new(|| {})).unwrap();
    (guest.welcome, guest.seats) = (Some(welcome), seats);
    guest
}

/// Shows a table as the window does.
fn show<G: GameUi>(table: &mut Table<G>, ctx: &egui::Context, i18n: &I18n, theme: &Theme) {
    let settings = Settings::default();
    let mut commands = Vec::new();
    let cx = ScreenContext { i18n, theme, settings: &settings, now: 1.0, commands: &mut commands };
    for step in table.steps().saturating_sub(2)..table.steps() {
        let before = table.session.states()[step].view(table.viewer());
        let _ = G::describe_step(i18n, &before, table.session.events(step));
        let _ = G::announcements(i18n, table.state().rules(), table.session.events(step));
    }
    let _ = table.view_cache();
    for seat in table.state().seats().iter() {
        let _ = (G::progress_text(table.view(), seat, &cx), G::relation(table.view(), seat, &cx));
    }
    table.animator.tick(1.0, 1.0);
    let _ = table.take_sounds();
    let mut board = G::Board::default();
    let mut output = ctx.run_ui(RawInput::default(), |ui| {
        let rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(300.0, 300.0));
        board.picture_ui(table.view(), &table.animator, rect, &cx, ui);
        if let Some(action) = table.human_actions().first() {
            board.paint_explanation(table.view(), (&[*action], &[]), rect, &cx, ui);
        }
    });
    output.textures_delta.clear();
    table.animator.skip();
}

/// Lets `attacks` hosts, one after another, send the messages of a game of this preset, some of
/// them mutated. Returns the number of hosts whose message was refused, which ends their attack.
fn attack<G: PageBoard + ViewData + Setup>(preset: &str, attacks: u64) -> usize {
    let session = random_session::<G>(preset, 24, 3);
    let rules = G::Rules::preset(preset).unwrap();
    let own = rules.seats().iter().next().unwrap();
    // Connection 2 is that of a plain guest on the seat.
    let of_guest = |messages: Vec<String>| -> Vec<Value> {
        let own = messages.iter().filter_map(|message| message.strip_prefix("2 "));
        own.map(|message| serde_json::from_str(message).unwrap()).collect()
    };
    let start = of_guest(all_messages(session.at(0), own));
    let steps = of_guest(all_messages(session, own));
    let messages: Vec<Value> = start.into_iter().chain(steps).collect();
    let mut words = Vec::new();
    messages.iter().for_each(|message| collect_words(message, &mut words));
    words.push("\u{202E}nonsense".repeat(40));
    let welcome: Welcome = serde_json::from_value(json!({
        "v": VERSION, "table": "A2B3C4", "seat": G::seat_name(own), "lang": "en", "game": G::NAME,
        "preset": preset, "options_of_rules": rules, "title": "", "rules": [], "house_rules": [],
        "options": { "talk": "phrases", "file": true }, "phrases": [], "signs": [],
    }))
    .unwrap();
    let seats: Vec<SeatData> = rules
        .seats()
        .iter()
        .map(|seat| SeatData {
            seat: G::seat_name(seat).to_owned(),
            name: "Ann".to_owned(),
            kind: SeatKind::Guest,
            is_connected: true,
            ready: true,
            can_host: false,
        })
        .collect();
    let (ctx, i18n) = (egui::Context::default(), I18n::new(Lang::En));
    crate::ui::fonts::install_fonts(&ctx, Lang::En);
    let theme = Theme::new(ThemeName::Light, false);
    let mut rng = SmallRng::seed_from_u64(5);
    let mut refused = 0;
    for _ in 0..attacks {
        let mut guest = guest(welcome.clone(), seats.clone());
        let mut table: Option<Table<G>> = None;
        let first_mutated = rng.random_range(0..messages.len());
        for (index, message) in messages.iter().enumerate().take(first_mutated + 3) {
            let mut message = message.clone();
            if index >= first_mutated {
                for _ in 0..rng.random_range(1..4) {
                    mutate(&mut message, &words, &mut rng);
                }
            }
            let Ok(message) = serde_json::from_value(message) else {
                refused += 1;
                break;
            };
            match guest.handle_game_message::<G>(message, table.as_mut()) {
                Ok(GameChange::Begun(begun)) => table = Some(*begun),
                Ok(_) => {}
                Err(_) => {
                    refused += 1;
                    break;
                }
            }
            if let Some(table) = table.as_mut().filter(|_| index >= first_mutated) {
                guest.update_players(table);
                show(table, &ctx, &i18n, &theme);
            }
        }
    }
    refused
}

/// Returns a guest on this seat of a race, or a watcher if there is no seat.
fn guest_at_race(seat: Option<&str>) -> PersonGuest {
    use qipan_core::games::race::Rules;

    let welcome: Welcome = serde_json::from_value(json!({
        "v": VERSION, "table": "A2B3C4", "seat": seat, "lang": "en", "game": "race",
        "preset": "flying", "options_of_rules": Rules::FLYING, "title": "", "rules": [],
        "house_rules": [], "options": { "talk": "phrases", "file": true }, "phrases": [],
        "signs": [],
    }))
    .unwrap();
    guest(welcome, Vec::new())
}

/// Sends a guest a part of a round.
fn send_round(guest: &mut PersonGuest, round: u32, needs: RoundPart, commits: &Commitments) {
    let (commits, layouts) = (commits.clone(), BTreeMap::new());
    let message = HostMessage::Round { round, needs, commits, layouts };
    assert!(guest.handle(Box::new(message)).is_none());
}

#[test]
fn guests_disclose_their_share_only_after_all_commitments() {
    let mut guest = guest_at_race(Some("red"));
    let none = BTreeMap::new();
    send_round(&mut guest, 1, RoundPart::Commit, &none);
    let first = guest.secrets.clone();
    // The host may ask again.
    send_round(&mut guest, 1, RoundPart::Commit, &none);
    assert_eq!(guest.secrets, first);
    // While the guest's own commitment is not shown, nothing is disclosed: the host could still
    // choose its own share afterwards.
    send_round(&mut guest, 1, RoundPart::Reveal, &none);
    let other = BTreeMap::from([("red".to_owned(), Hex([7; 32]))]);
    send_round(&mut guest, 1, RoundPart::Reveal, &other);
    assert_eq!(guest.witness, None);
    let commitments = BTreeMap::from([
        ("red".to_owned(), commit(&first.share)),
        ("host".to_owned(), Hex([1; 32])),
    ]);
    send_round(&mut guest, 1, RoundPart::Reveal, &commitments);
    let witness = guest.witness.clone();
    assert!(witness.is_some());
    // Another commitment of the host comes too late.
    let changed = BTreeMap::from([
        ("red".to_owned(), commit(&first.share)),
        ("host".to_owned(), Hex([2; 32])),
    ]);
    send_round(&mut guest, 1, RoundPart::Reveal, &changed);
    assert_eq!(guest.witness, witness);
    // A round in the middle of a game erases nothing.
    guest.is_playing = true;
    send_round(&mut guest, 2, RoundPart::Commit, &none);
    assert_eq!((&guest.secrets, &guest.witness), (&first, &witness));
    guest.is_playing = false;
    send_round(&mut guest, 2, RoundPart::Commit, &none);
    assert!(guest.secrets.share != first.share && guest.witness.is_none());
}

#[test]
fn watchers_have_no_part_in_the_seed() {
    let mut watcher = guest_at_race(None);
    send_round(&mut watcher, 1, RoundPart::Commit, &BTreeMap::new());
    send_round(&mut watcher, 1, RoundPart::Reveal, &BTreeMap::new());
    assert_eq!((watcher.secrets.round, watcher.witness), (0, None));
}

#[test]
fn hostile_hosts_cannot_make_the_window_panic() {
    for preset in presets() {
        let kind = GameKind::of_preset(preset).unwrap();
        let refused = with_game!(kind, |G| attack::<G>(preset, 40));
        assert!(refused > 5, "{preset}: {refused}");
    }
}

#[test]
#[ignore = "takes minutes; part of the long trials"]
fn ten_thousand_hostile_hosts_cannot_make_the_window_panic() {
    for preset in presets() {
        let kind = GameKind::of_preset(preset).unwrap();
        with_game!(kind, |G| attack::<G>(preset, 700));
    }
}
