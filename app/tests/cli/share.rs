//! Exports of `qipan replay`: pictures, GIFs, texts and redacted games, made without a display.

use std::fs;

use crate::support::{Place, repository};
use serde_json::json;

/// A decoded PNG file: its size, and its pixels as red, green and blue.
struct Picture {
    size: [usize; 2],
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    fn read(place: &Place, file: &str) -> Self {
        let file = fs::File::open(place.path(file)).unwrap();
        let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
        let pixels = bytes.as_chunks::<3>().0.to_vec();
        Self { size: [info.width, info.height].map(|side| side as usize), pixels }
    }

    /// Counts the pixels of exactly this colour.
    fn count(&self, colour: [u8; 3]) -> usize {
        self.pixels.iter().filter(|pixel| **pixel == colour).count()
    }
}

#[test]
fn picture_of_a_position_follows_theme_and_language() {
    let place = Place::new();
    let file = repository("saves/sample-aeroplane.json");
    let draw = |more: &[&str]| {
        let args = ["replay", &file, "--png", "at.png", "--at", "150", "--size", "240", "--force"];
        let report = place.json(&[&args, more, &["--json"]].concat());
        let picture = Picture::read(&place, "at.png");
        let [width, height] = picture.size;
        let expected = json!({ "file": "at.png", "step": 150, "width": width, "height": height });
        assert_eq!((width, &report["png"]), (240, &expected));
        picture
    };
    let light = draw(&[]);
    // The board's background has the sky colour of its theme and not that of the other.
    let sky =
        |picture: &Picture| [[0xDD, 0xEB, 0xF1], [0x2A, 0x38, 0x44]].map(|sky| picture.count(sky));
    assert!(matches!(sky(&light), [5000..8000, 0]), "{:?}", sky(&light));
    let dark = draw(&["--theme", "dark"]);
    assert!(matches!(sky(&dark), [0, 5000..8000]), "{:?}", sky(&dark));
    assert_eq!(light.pixels, draw(&["--lang", "en", "--theme", "light", "--as", "all"]).pixels);
    let chinese = draw(&["--lang", "zh"]);
    let changed = light.pixels.iter().zip(&chinese.pixels).filter(|(a, b)| a != b).count();
    // Only the words above and below the board differ.
    assert!((300..12_000).contains(&changed) && chinese.size == light.size, "{changed}");
    assert!(draw(&["--no-names"]).size[1] < light.size[1]);
    assert!(draw(&["--numbers"]).pixels != light.pixels);
}

#[test]
fn gif_has_a_frame_per_step_and_ends_at_the_position() {
    let place = Place::new();
    let file = repository("saves/sample-dark.json");
    let same = ["--size", "160", "--lang", "zh", "--as", "north"];
    let animation =
        ["replay", &file, "--gif", "f.gif", "--from", "20", "--to", "24", "--speed", "2"];
    let report = place.json(&[&animation[..], &same, &["--json"]].concat());
    let bytes = fs::read(place.path("f.gif")).unwrap();
    assert_eq!(
        [&report["gif"]["frames"], &report["gif"]["bytes"]],
        [&json!(5), &json!(bytes.len())]
    );
    let still = ["replay", &file, "--png", "p.png", "--at", "24"];
    assert_eq!(place.qipan(&[&still[..], &same].concat()).status, 0);
    let still = Picture::read(&place, "p.png");
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut animation = options.read_info(&bytes[..]).unwrap();
    let width = usize::from(animation.width());
    assert_eq!([width, usize::from(animation.height())], still.size);
    let (mut shown, mut delays) = (vec![[0; 3]; still.pixels.len()], Vec::new());
    while let Some(frame) = animation.read_next_frame().unwrap() {
        delays.push(frame.delay);
        let pixels = frame.buffer.as_chunks::<4>().0.iter().enumerate();
        for (k, [r, g, b, _]) in pixels.filter(|(_, pixel)| pixel[3] > 0) {
            let (column, row) = (k % usize::from(frame.width), k / usize::from(frame.width));
            let at = (usize::from(frame.top) + row) * width + usize::from(frame.left) + column;
            shown[at] = [*r, *g, *b];
        }
    }
    assert_eq!(delays, [45, 45, 45, 45, 125]);
    let differences = shown.as_flattened().iter().zip(still.pixels.as_flattened());
    let differences = differences.map(|(a, b)| f64::from(a.abs_diff(*b)));
    let mean = differences.sum::<f64>() / (3 * shown.len()) as f64;
    assert!(mean < 2.0, "few colours, but the right ones: {mean}");
    let backwards = ["replay", &file, "--gif", "g.gif", "--from", "9", "--to", "3"];
    assert!(place.refused(&backwards).contains("a part of the game goes from one step to a later"));
}

#[test]
fn unusable_option_combinations_are_refused() {
    let place = Place::new();
    let file = repository("saves/sample-dark.json");
    for words in [
        &["--verify", "--png", "a.png"][..],
        &["--verify", "--redact", "south", "--out", "r.json"],
        &["--text", "--out", "w.txt", "--gif", "b.gif"],
        &["--force"],
        &["--text", "--force"],
    ] {
        let run = place.qipan(&[&["replay", &file], words].concat());
        assert_eq!(run.status, 2, "{words:?}: {}{}", run.out, run.err);
    }
}

#[test]
fn pictures_omit_pieces_that_are_hidden_from_the_viewer() {
    let place = Place::new();
    let text = fs::read_to_string(repository("saves/sample-dark.json")).unwrap();
    let mut game: serde_json::Value = serde_json::from_str(&text).unwrap();
    (game["steps"], game["result"]) = (json!([]), json!(null));
    place.write("one.json", &game.to_string());
    game["setup"]["layouts"]["north"] = game["setup"]["layouts"]["south"].clone();
    place.write("other.json", &game.to_string());
    let draw = |file: &str, viewer: &str| {
        let args = ["replay", file, "--png", "p.png", "--size", "320", "--force", "--as", viewer];
        let run = place.qipan(&args);
        assert_eq!(run.out, "p.png, step 0, width 320, height 420\n", "{}", run.err);
        Picture::read(&place, "p.png").pixels
    };
    assert_eq!(draw("one.json", "south"), draw("other.json", "south"));
    assert_eq!(draw("one.json", "public"), draw("other.json", "public"));
    assert_ne!(draw("one.json", "all"), draw("other.json", "all"));
}

#[test]
fn exports_of_a_finished_game_show_only_what_was_seen() {
    let place = Place::new();
    for (sample, redacted_seat, viewers) in [
        ("dark", "south", &["south", "public"][..]),
        ("siguo_partner", "east", &["east", "public"]),
    ] {
        let file = repository(&format!("saves/sample-{sample}.json"));
        let steps = place.json(&["replay", &file, "--json"])["steps"].as_u64().unwrap();
        let tell =
            ["replay", &file, "--redact", redacted_seat, "--seed", "7", "--out", "told.json"];
        assert_eq!(place.qipan(&[&tell[..], &["--force"]].concat()).status, 0);
        // The same steps with other hidden pieces, which only full sight can see.
        let told = place.read("told.json");
        place.write("twin.json", &told.replace(&format!(",\"seen_by\":\"{redacted_seat}\""), ""));
        assert!(told.contains("seen_by") && !place.read("twin.json").contains("seen_by"));
        let drawn = |file: &str, viewer: &str| {
            let from = (steps - 2).to_string();
            let png =
                ["replay", file, "--png", "p.png", "--size", "240", "--as", viewer, "--force"];
            let gif =
                ["replay", file, "--gif", "f.gif", "--size", "160", "--as", viewer, "--force"];
            assert_eq!(place.qipan(&png).status, 0);
            assert_eq!(place.qipan(&[&gif[..], &["--from", &from]].concat()).status, 0);
            let words = place.json(&["replay", file, "--text", "--as", viewer, "--json"]);
            let picture = Picture::read(&place, "p.png").pixels;
            (picture, fs::read(place.path("f.gif")).unwrap(), words["text"].clone())
        };
        let everything = drawn(&file, "everything");
        for viewer in viewers {
            let seen = drawn(&file, viewer);
            // A redacted game shows no viewer more than its seat saw.
            for other in ["twin.json", "told.json"] {
                let (png, gif, text) = drawn(other, viewer);
                assert!(seen.0 == png, "{sample} as {viewer} and {other}: the picture");
                assert!(seen.1 == gif, "{sample} as {viewer} and {other}: the film");
                assert_eq!(seen.2, text, "{sample} as {viewer} and {other}");
            }
            assert!(seen.0 != everything.0 && seen.1 != everything.1, "{sample} as {viewer}");
        }
        assert_eq!(everything, drawn(&file, "all"));
        assert!(everything.0 != drawn("twin.json", "everything").0, "{sample} has secrets");
    }
}

#[test]
fn program_commands_are_hidden_from_seats_and_public() {
    let place = Place::new();
    let text = fs::read_to_string(repository("saves/sample-dark.json")).unwrap();
    let north = r#"{"seat":"north","kind":"robot","name":"Greedy Gus","script":"greedy.luau""#;
    let command = north.replace("greedy.luau", "cmd:/home/kim/bot --key s3cret");
    assert!(text.contains(north));
    let file = place.write("game.json", &text.replace(north, &command));
    let run = place.qipan(&["replay", &file, "--redact", "south", "--out", "told.json"]);
    assert_eq!(run.status, 0, "{}", run.err);
    for (viewer, told) in [("south", false), ("public", false), ("everything", true)] {
        let shown = place.json(&["replay", &file, "--text", "--json", "--as", viewer]);
        assert_eq!(shown.to_string().contains("s3cret"), told, "{viewer}");
        assert_eq!(shown["seats"][0]["script"], "greedy.luau");
    }
    let told = place.read("told.json");
    assert!(!told.contains("cmd:") && !told.contains("s3cret") && told.contains("Greedy Gus"));
}

#[test]
fn redacted_game_hides_secrets_and_still_opens() {
    let place = Place::new();
    let file = repository("saves/sample-dark.json");
    let tell = |out: &str, seed: &str| {
        let args = ["replay", &file, "--redact", "south", "--seed", seed, "--out", out, "--json"];
        let report = place.json(&args);
        assert_eq!(report["redacted"], json!({ "file": out, "seat": "south", "steps": 76 }));
        place.read(out)
    };
    let told = tell("told.json", "7");
    assert_eq!(told, tell("again.json", "7"));
    let whole = fs::read_to_string(&file).unwrap();
    for secret in ["TSYNHZGTNJGHZGLYDLDPDFPPN", "83d752603002e47a", "d0a617c5c1936d50"] {
        assert!(whole.contains(secret) && !told.contains(secret), "{secret}");
    }
    let game = place.json(&["replay", "told.json", "--verify", "--text", "--json"]);
    assert_eq!((&game["verify"]["fault"], &game["steps"]), (&json!(null), &json!(76)));
    let verify = &game["verify"];
    assert_eq!((&verify["dice"], &verify["told_by"]), (&json!(null), &json!("south")));
    // South struck a piece it never saw, so only its own piece is named.
    let strike =
        "South's Field Marshal on S11 attacks North's hidden piece on N15; the attacker wins";
    let quiet = "North's hidden piece on N31 moves to N22";
    assert_eq!([&game["text"][0], &game["text"][1]], [strike, quiet]);
    // Rules and robots cannot be run again on hidden pieces that were made up.
    let house = repository("saves/sample-house_junqi.json");
    place.json(&["replay", &house, "--redact", "south", "--out", "house.json", "--json"]);
    let run = place.qipan(&["replay", "house.json", "--verify", "--run-rules", "--run-robots"]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(
        run.err.contains(" ?   What house rules and robots did in this game cannot be"),
        "{}",
        run.err
    );
    for words in [&["analyse", "told.json"][..], &["puzzles", "told.json", "--out", "p.json"]] {
        let run = place.qipan(words);
        assert_eq!(run.status, 1, "{words:?}: {}", run.out);
        assert!(run.err.contains("only the view of south"), "{words:?}: {}", run.err);
    }
    let refused = place.refused(&["replay", "told.json", "--ask", "greedy", "--step", "1"]);
    assert!(refused.contains("this file contains only the view of south"), "{refused}");
    let refused = place.refused(&["replay", &file, "--redact", "east", "--out", "e.json"]);
    assert!(refused.contains("--redact: this seat does not play here"), "{refused}");
    assert_eq!(place.qipan(&["replay", &file, "--redact", "south"]).status, 2);
}

#[test]
fn text_of_a_game_is_written_to_a_file() {
    let place = Place::new();
    let file = repository("saves/sample-dark.json");
    let printed = place.qipan(&["replay", &file, "--text"]).out;
    let run = place.qipan(&["replay", &file, "--text", "--out", "game.txt"]);
    assert_eq!((run.status, run.out.as_str()), (0, ""), "{}", run.err);
    assert_eq!(place.read("game.txt"), printed);
    assert!(place.refused(&["replay", &file, "--text", "--out", "game.txt"]).contains("--force"));
}

#[test]
fn partners_see_more_together_than_alone() {
    let place = Place::new();
    let file = repository("saves/sample-siguo_dark.json");
    let told = |viewer: &str| {
        let run = place.json(&["replay", &file, "--text", "--as", viewer, "--json"]);
        let lines = run["text"].as_array().unwrap().iter().map(|line| line.as_str().unwrap());
        lines.filter(|line| line.contains("hidden piece")).count()
    };
    let [all, side, other, seat, public] =
        ["all", "south+north", "east+west", "south", "public"].map(told);
    assert!(all == 0 && side > 0 && side < seat && other > 0 && seat < public, "{side} {seat}");
    let refused = place.refused(&["replay", &file, "--text", "--as", "south+east"]);
    assert!(refused.contains("teams are south+north, east+west"), "{refused}");
}

#[test]
fn impossible_pictures_are_refused_with_a_reason() {
    let place = Place::new();
    let file = repository("saves/sample-dark.json");
    let drawn = |args: &[&'static str]| [&["replay", &file, "--png", "p.png"], args].concat();
    for (args, why) in [
        (["--size", "10"], "--size: a picture is from 160 to 2048 pixels wide"),
        (["--at", "99999"], "--at: the game has "),
        (["--as", "east"], "--as: east does not play in this game"),
        (["--as", "red"], "unknown seat `red`"),
    ] {
        let said = place.refused(&drawn(&args));
        assert!(said.contains(why), "{args:?}: {said}");
    }
    assert_eq!(place.qipan(&drawn(&["--theme", "pink"])).status, 2);
    assert!(!place.path("p.png").exists());
    assert_eq!(place.qipan(&drawn(&["--size", "160"])).status, 0);
    let said = place.refused(&drawn(&["--size", "160"]));
    assert!(said.contains("p.png already exists; use --force"), "{said}");
}
