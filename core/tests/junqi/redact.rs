//! Tests of redaction: the file contains nothing the seat could not know, and everything it saw.

use std::fs;
use std::path::Path;

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, Viewer};
use qipan_core::contract::seat::Seat;
use qipan_core::contract::setup::Setup;
use qipan_core::games::junqi::Junqi;
use qipan_core::play::redact::{RedactError, redact};
use qipan_core::play::session::Session;
use qipan_core::record::{AuditEntry, BranchPoint, Comment, Player, PlayerKind, Record, SeedSpan};
use qipan_core::registry::verify;

const PRESETS: [&str; 11] = [
    "dark",
    "mixed",
    "flip",
    "siguo_dark",
    "siguo_partner",
    "siguo_duel",
    "three",
    "six",
    "six_dark",
    "house_junqi",
    "asking_junqi",
];

/// Returns a sample game, cut to the first of `part` parts of its steps, and its seats.
fn sample(preset: &str, part: usize) -> (Session<Junqi>, Vec<Seat>) {
    let file = format!("../saves/sample-{preset}.json");
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let mut record = Record::<Junqi>::read(&text).unwrap().record;
    record.steps.truncate(record.steps.len() / part);
    let session = Session::new(record).unwrap();
    let seats = session.state().seats_in_turn_order();
    (session, seats)
}

/// Returns the record of a game redacted for a seat.
fn redacted_record(session: &Session<Junqi>, seat: Seat, seed: u64) -> Record<Junqi> {
    redact(session, seat, &Seed::from_number(seed)).unwrap()
}

/// Returns another game that looks the same to a seat, with other hidden pieces, seed and notes.
fn twin(session: &Session<Junqi>, seat: Seat) -> Session<Junqi> {
    let mut record = redacted_record(session, seat, 5);
    record.deal.redacted_for = None;
    record.chance = vec![SeedSpan::new(0, Seed::from_number(99))];
    record.notes.push(AuditEntry { at: 1, text: "a remark".to_owned() });
    record.branched_from.push(BranchPoint { of: "0".repeat(64), at: 1 });
    record.comments.push(Comment { at: 2, text: "the Flag".to_owned(), ..Comment::default() });
    Session::new(record).unwrap()
}

#[test]
fn indistinguishable_games_redact_to_the_same_file() {
    let mut others = 0;
    for preset in PRESETS {
        for part in [1, 3] {
            let (session, seats) = sample(preset, part);
            for seat in seats {
                let twin = twin(&session, seat);
                others += usize::from(twin.record().deal != session.record().deal);
                let texts = [&session, &twin].map(|game| redacted_record(game, seat, 7).write());
                assert_eq!(texts[0], texts[1], "{preset} {seat:?}");
                for secret in &session.record().chance {
                    assert!(!texts[0].contains(&secret.seed.to_hex()));
                    assert!(!texts[0].contains(&String::from(secret.commitment)));
                }
                assert!(verify(&texts[0]).is_ok(), "{preset}: {:?}", verify(&texts[0]));
            }
        }
    }
    assert!(others > 50, "{others} twins have other pieces");
}

#[test]
fn redacted_game_shows_exactly_what_the_seat_saw() {
    for preset in PRESETS {
        let (session, seats) = sample(preset, 1);
        let seat = seats[seats.len() / 2];
        let redacted = Session::new(redacted_record(&session, seat, 3)).unwrap();
        assert_eq!(redacted.log(), session.log());
        assert_eq!(redacted.state().redacted_for(), Some(seat));
        for (state, original) in redacted.states().iter().zip(session.states()) {
            let seen = original.view_during_play(Viewer::Seat(seat));
            assert_eq!(state.view(Viewer::Seat(seat)), seen, "{preset}");
            for viewer in seats.iter().map(|other| Viewer::Seat(*other)).chain([Viewer::All]) {
                let view = state.view(viewer);
                for tile in view.tiles().filter(|tile| view.visible_tile(*tile).piece.is_some()) {
                    assert_eq!(
                        view.visible_tile(tile).piece,
                        seen.visible_tile(tile).piece,
                        "{preset} {viewer:?}"
                    );
                }
            }
        }
        let hidden = session.state().tiles().any(|t| {
            session.state().view_during_play(Viewer::Seat(seat)).visible_tile(t).piece.is_none()
        });
        assert!(hidden, "{preset} ends with something the seat never saw");
    }
}

#[test]
fn player_commands_and_paths_are_removed() {
    let (session, seats) = sample("dark", 1);
    let mut record = session.record().clone();
    let command = "cmd:python3 /home/kim/bots/my.py --key s3cret";
    let north = &mut record.players.iter_mut().find(|(seat, _)| *seat == seats[1]).unwrap().1;
    *north = Player { hash: Some("ab".repeat(32)), ..Player::robot(&command[4..44], command) };
    north.params.insert("depth".to_owned(), 3.0);
    let south_player = record.players[0].1.clone();
    assert_eq!(south_player.script.as_deref(), Some("greedy.luau"));
    let text = redacted_record(&Session::new(record.clone()).unwrap(), seats[0], 1).write();
    for secret in ["cmd:", "python3", "/home", "s3cret", &"ab".repeat(32), "depth"] {
        assert!(record.write().contains(secret) && !text.contains(secret), "{secret}: {text}");
    }
    let read = Record::<Junqi>::read(&text).unwrap().record;
    let program = Player { kind: PlayerKind::Robot, ..Player::human("program") };
    assert_eq!(read.player(seats[1]), Some(&program));
    assert_eq!(read.player(seats[0]), Some(&south_player), "the name of a script is no secret");

    for path in ["/home/kim/bot.luau", r"C:\kim\bot.luau", "C:bot.luau", "../bot.luau", ".bot", ""]
    {
        let shown = Player::robot("Kim's bot", path).for_others();
        assert_eq!(shown, Player { kind: PlayerKind::Robot, ..Player::human("Kim's bot") });
    }
}

#[test]
fn house_rule_folders_are_removed() {
    let (session, seats) = sample("house_junqi", 1);
    let mut record = session.record().clone();
    let files = ["/home/kim/rules/mine.luau", r"D:\kim\mine.luau", "cmd:kim"];
    let shown = ["mine.luau", "mine.luau", "rule.luau"];
    for (file, shown) in files.into_iter().zip(shown) {
        record.house_rules[0].file = file.to_owned();
        let redacted = redacted_record(&Session::new(record.clone()).unwrap(), seats[0], 1);
        assert_eq!(redacted.house_rules[0].file, shown);
        assert!(!redacted.write().contains("kim") && verify(&redacted.write()).is_ok());
    }
}

#[test]
fn redaction_refuses_open_games_and_other_seats() {
    let seed = Seed::from_number(1);
    let (open, seats) = sample("open", 2);
    assert_eq!(redact(&open, seats[0], &seed), Err(RedactError::Open));
    let (dark, seats) = sample("dark", 2);
    assert_eq!(redact(&dark, Seat::new(1), &seed), Err(RedactError::Seat));
    let redacted = Session::new(redacted_record(&dark, seats[0], 1)).unwrap();
    let mut noted = redacted.record().clone();
    noted.comments.push(Comment { at: 2, text: "mine alone".to_owned(), ..Comment::default() });
    noted.notes.push(AuditEntry { at: 1, text: "a remark".to_owned() });
    let noted = Session::new(noted).unwrap();
    assert_eq!(redact(&noted, seats[0], &seed).as_ref(), Ok(redacted.record()));
    assert_eq!(redact(&redacted, seats[1], &seed), Err(RedactError::AlreadyRedacted));
    let mut odd = redacted.record().clone();
    odd.deal.redacted_for = Some("east".to_owned());
    let why = odd.start().unwrap_err().to_string();
    assert_eq!(why, "`east` takes no part in this game, so the game cannot be redacted for it");
}
