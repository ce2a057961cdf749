//! `qipan replay --png` and the like: pictures without a display, as image readers see them.

use std::fs;

use crate::support::{Place, repository};
use serde_json::json;

/// A picture as a reader of PNG files sees it: its size, and its pixels as red, green, blue.
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

    /// Pixels of exactly this colour.
    fn count(&self, colour: [u8; 3]) -> usize {
        self.pixels.iter().filter(|pixel| **pixel == colour).count()
    }
}

#[test]
fn a_position_is_drawn_as_the_window_draws_it() {
    let place = Place::new();
    let file = repository("saves/sample-aeroplane.json");
    let draw = |more: &[&str]| {
        let args = ["replay", &file, "--png", "at.png", "--at", "150", "--size", "240", "--force"];
        let made = place.json(&[&args, more, &["--json"]].concat());
        let picture = Picture::read(&place, "at.png");
        let [width, height] = picture.size;
        let due = json!({ "file": "at.png", "step": 150, "width": width, "height": height });
        assert_eq!((width, &made["png"]), (240, &due));
        picture
    };
    let light = draw(&[]);
    // The sky of the theme between the tracks of the printed board, and none of another.
    let sky =
        |picture: &Picture| [[0xDD, 0xEB, 0xF1], [0x2A, 0x38, 0x44]].map(|sky| picture.count(sky));
    assert!(matches!(sky(&light), [5000..8000, 0]), "{:?}", sky(&light));
    let dark = draw(&["--theme", "dark"]);
    assert!(matches!(sky(&dark), [0, 5000..8000]), "{:?}", sky(&dark));
    assert_eq!(light.pixels, draw(&["--lang", "en", "--theme", "light", "--as", "all"]).pixels);
    let chinese = draw(&["--lang", "zh"]);
    let changed = light.pixels.iter().zip(&chinese.pixels).filter(|(a, b)| a != b).count();
    // Only the words over and under the board.
    assert!((300..9000).contains(&changed) && chinese.size == light.size, "{changed}");
    assert!(draw(&["--no-names"]).size[1] < light.size[1]);
}

#[test]
fn what_is_hidden_from_a_seat_is_not_on_its_picture() {
    let place = Place::new();
    let text = fs::read_to_string(repository("saves/sample-dark.json")).unwrap();
    let mut game: serde_json::Value = serde_json::from_str(&text).unwrap();
    (game["steps"], game["result"]) = (json!([]), json!(null));
    place.write("one.json", &game.to_string());
    game["setup"]["layouts"]["north"] = game["setup"]["layouts"]["south"].clone();
    place.write("other.json", &game.to_string());
    let draw = |file: &str, eyes: &str| {
        let args = ["replay", file, "--png", "p.png", "--size", "320", "--force", "--as", eyes];
        let run = place.qipan(&args);
        assert_eq!(run.out, "p.png, step 0, width 320, height 420\n", "{}", run.err);
        Picture::read(&place, "p.png").pixels
    };
    assert_eq!(draw("one.json", "south"), draw("other.json", "south"));
    assert_ne!(draw("one.json", "all"), draw("other.json", "all"));
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let place = Place::new();
    let file = repository("saves/sample-dark.json");
    let drawn = |args: &[&'static str]| [&["replay", &file, "--png", "p.png"], args].concat();
    for (args, why) in [
        (["--size", "10"], "--size: a picture is from 160 to 2048 pixels wide"),
        (["--at", "99999"], "--at: the game has "),
        (["--as", "east"], "--as: east does not play here"),
        (["--as", "red"], "there is no seat `red`"),
    ] {
        let said = place.refused(&drawn(&args));
        assert!(said.contains(why), "{args:?}: {said}");
    }
    assert_eq!(place.qipan(&drawn(&["--theme", "pink"])).status, 2);
    assert!(!place.path("p.png").exists());
    assert_eq!(place.qipan(&drawn(&["--size", "160"])).status, 0);
    let said = place.refused(&drawn(&["--size", "160"]));
    assert!(said.contains("p.png is there already; write --force"), "{said}");
}
