//! The collection page: searching, opening, importing and deleting games, and thumbnails without
//! hidden information.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{Event, Key, Modifiers};
use qipan::app::{Screen, TrashError};
use qipan::model::i18n::Lang;
use qipan::model::settings::Settings;
use qipan::share::ThumbnailRenderer;
use qipan_core::contract::game::{Game, Turn, Viewer};
use qipan_core::games::junqi::Junqi;
use qipan_core::games::race::Race;
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::support::{Desk, Place, junqi_record, played, record, redeal_hidden, robot};

/// Plays a race of a person against a robot for at least `steps` steps, up to the person's next
/// roll, or to its end.
fn race_record(preset: &str, name: &str, steps: usize) -> Record<Race> {
    let players = [Some(Player::human(name)), Some(robot("greedy")), None, None];
    let mut session = Session::new(record(preset, players, 5)).unwrap();
    loop {
        let is_long_enough = session.record().steps.len() >= steps;
        match session.state().turn() {
            Turn::Over => break,
            Turn::Chance { roller } if is_long_enough && roller.index() == 0 => break,
            Turn::Chance { .. } => drop(session.roll().unwrap()),
            Turn::Seat(seat) => drop(session.act(seat, session.actions()[0]).unwrap()),
        }
    }
    session.record().clone()
}

/// Creates a folder with games of each kind and a broken file.
fn place_with_games(lang: Lang) -> Place {
    let place = Place::quick(lang);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    place.write("saves/over.json", &race_record("flying", "Kim", usize::MAX).write());
    place.write("saves/half.json", &race_record("aeroplane", "Ann", 40).write());
    let dark = played(junqi_record("dark", "pr", 9), 30, &mut rng);
    place.write("saves/deeper/dark.json", &dark.record().write());
    place.write("saves/odd.json", "{\"format\":\"qipan\"}");
    place
}

/// Opens the page and waits for the games and their thumbnails.
fn open_collection(place: &Place) -> Desk {
    let mut desk = place.open();
    desk.key(Key::F3);
    desk.until("the games", |desk| {
        desk.app().screens.collection.page.matching_files().count() == 4
    });
    desk.frames(3);
    desk.until("their pictures", |desk| !desk.app().is_loading());
    desk
}

/// Returns the names of the files shown, in order.
fn shown_names(desk: &Desk) -> Vec<String> {
    desk.app().screens.collection.page.matching_files().map(|file| file.name()).collect()
}

/// Returns the name of the current file.
fn current_name(desk: &Desk) -> String {
    desk.app().screens.collection.page.current().unwrap().name()
}

/// Chooses an option of a drop-down list.
fn choose(desk: &mut Desk, id: &str, option: &str) {
    desk.click_id(id);
    desk.frames(2);
    desk.click_id(option);
    desk.frames(2);
}

/// Returns the centre of a file's row.
fn row_centre(desk: &Desk, name: &str) -> egui::Pos2 {
    let nodes = desk.nodes();
    let row = nodes.iter().map(|(_, text)| text).find(|text| text.starts_with(name));
    desk.centre_of_any(row.unwrap_or_else(|| panic!("no {name}\n{}", desk.node_texts())))
}

/// Makes the window move deleted files into a folder instead of the desktop's trash.
fn use_trash_folder(desk: &mut Desk) -> PathBuf {
    let trash = desk.place.path("bin");
    std::fs::create_dir(&trash).unwrap();
    let target = trash.clone();
    desk.h.state_mut().desktop.trash = Arc::new(move |path: &Path| {
        std::fs::rename(path, target.join(path.file_name().unwrap()))
            .map_err(|error| TrashError::Other(error.to_string()))
    });
    trash
}

#[test]
fn collection_searches_filters_sorts_and_opens_games() {
    for lang in [Lang::En, Lang::Zh] {
        let place = place_with_games(lang);
        let mut desk = open_collection(&place);
        desk.on(Screen::Collection).h.check_accessibility();
        assert_eq!(
            shown_names(&desk).last().map(String::as_str),
            Some("odd"),
            "a broken file comes last"
        );
        for id in ["collection-title", "collection-your-turn", "collection-broken"] {
            desk.click_at(row_centre(&desk, "half"));
            desk.assert_sees_id(id);
        }
        choose(&mut desk, "collection-sort", "collection-sort-name");
        assert_eq!(shown_names(&desk), ["dark", "half", "over", "odd"]);
        choose(&mut desk, "collection-state", "collection-state-broken");
        assert_eq!(shown_names(&desk), ["odd"]);
        assert!(!desk.has_control(&desk.t("collection-replay")), "it cannot be opened");
        desk.assert_sees_id("fault-foreign");
        choose(&mut desk, "collection-state", "collection-state-all");
        choose(&mut desk, "collection-game", "game-junqi");
        assert_eq!(shown_names(&desk), ["dark"]);
        choose(&mut desk, "collection-game", "collection-game-all");
        desk.ctrl(Key::F);
        desk.frames(1);
        desk.write("kim nobody");
        assert!(shown_names(&desk).is_empty());
        desk.click_id("collection-all");
        desk.frames(2);
        assert_eq!(shown_names(&desk).len(), 4);
        desk.ctrl(Key::F);
        desk.frames(1);
        desk.write("dark");
        assert_eq!(shown_names(&desk), ["dark"]);
        desk.key(Key::Escape);
        desk.frames(2);
        desk.on(Screen::Collection);
        assert_eq!(shown_names(&desk).len(), 4, "the first Escape clears the search");
        // From the first game to the third by keys, then into the replay.
        desk.keys(&[Key::Home, Key::ArrowDown, Key::ArrowDown]);
        assert_eq!(current_name(&desk), "over");
        desk.key(Key::Enter);
        desk.frames(2);
        desk.on(Screen::Replay);
    }
}

#[test]
fn deleted_games_go_to_the_trash_or_stay() {
    let place = place_with_games(Lang::En);
    let mut desk = open_collection(&place);
    let trash = use_trash_folder(&mut desk);
    choose(&mut desk, "collection-sort", "collection-sort-name");
    desk.click_at(row_centre(&desk, "half"));
    desk.key(Key::Delete);
    desk.frames(2);
    desk.assert_sees(&desk.tf("collection-ask-delete", &[("file", "half.json".into())]));
    desk.click_id("action-no");
    assert!(place.path("saves/half.json").is_file());
    // Two games at once, one of them broken.
    desk.h.event(Event::ModifiersChanged(Modifiers::COMMAND));
    let odd_row = row_centre(&desk, "odd");
    desk.press_at(odd_row);
    desk.h.event(Event::ModifiersChanged(Modifiers::NONE));
    desk.frames(2);
    assert_eq!(desk.app().screens.collection.page.chosen().len(), 2, "{}", desk.node_texts());
    desk.click(&desk.tf("collection-delete-many", &[("count", 2.into())]));
    desk.frames(2);
    desk.click_id("action-yes");
    desk.until("two games", |desk| {
        desk.app().screens.collection.page.matching_files().count() == 2
    });
    desk.assert_sees(&desk.tf("collection-deleted", &[("count", 2.into())]));
    assert!(trash.join("half.json").is_file() && trash.join("odd.json").is_file());
    assert_eq!(current_name(&desk), "over", "the next game is selected");
    // Without a trash no file is lost.
    desk.h.state_mut().desktop.trash =
        Arc::new(|_: &Path| Err(TrashError::Other("there is no trash here.".to_owned())));
    desk.key(Key::Delete);
    desk.frames(2);
    desk.click_id("action-yes");
    let refused = desk.tf("collection-no-trash", &[("why", "there is no trash here".into())]);
    desk.until("the answer", |desk| desk.sees_part(&refused));
    desk.until("the list", |desk| !desk.app().is_loading());
    assert_eq!(desk.app().screens.collection.page.matching_files().count(), 2);
}

#[test]
fn deletion_removes_only_confirmed_games_and_imports_wait() {
    let place = place_with_games(Lang::En);
    let mut desk = open_collection(&place);
    let trash = use_trash_folder(&mut desk);
    // A game is imported and selected while the question is open.
    let new = place.write("elsewhere/new.json", &race_record("flying", "Ann", 5).write());
    desk.click_at(row_centre(&desk, "half"));
    desk.key(Key::Delete);
    desk.frames(2);
    desk.drop_file(&new);
    desk.until("one more game", |desk| {
        desk.app().screens.collection.page.matching_files().count() == 5
    });
    assert_eq!(current_name(&desk), "new");
    // A slow deletion: later requests wait for it.
    let (release, wait) = std::sync::mpsc::channel::<()>();
    let move_to_trash = Arc::clone(&desk.app().desktop.trash);
    let wait = std::sync::Mutex::new(wait);
    desk.h.state_mut().desktop.trash = Arc::new(move |path: &Path| {
        wait.lock().unwrap().recv().unwrap();
        move_to_trash(path)
    });
    desk.click_id("action-yes");
    desk.frames(2);
    for name in ["one", "two"] {
        let text = race_record("flying", name, 5).write();
        let path = place.write(&format!("elsewhere/{name}.json"), &text);
        desk.drop_file(&path);
        desk.frames(2);
    }
    release.send(()).unwrap();
    desk.until("the deletion and the imports", |desk| !desk.app().is_loading());
    assert!(trash.join("half.json").is_file() && place.path("saves/new.json").is_file());
    assert!(place.path("saves/one.json").is_file() && place.path("saves/two.json").is_file());
    assert_eq!((current_name(&desk), shown_names(&desk).len()), ("two".to_owned(), 6));
}

#[test]
fn folder_import_reports_added_and_failed_files() {
    let place = Place::quick(Lang::En);
    let jgs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/tests/data/jgs/two_player.jgs");
    let text = std::fs::read(jgs).unwrap();
    let source = place.write("from/notes.txt", "x").parent().unwrap().to_owned();
    std::fs::write(source.join("duel.jgs"), text).unwrap();
    std::fs::write(source.join("bad.jgs"), "nothing").unwrap();
    place.write("from/saved.json", &race_record("flying", "Ann", 3).write());
    place.write("from/recipe.json", "{}");
    let mut desk = place.open();
    desk.click_id("home-all");
    desk.until("an empty list", |desk| desk.sees(&desk.t("collection-empty")));
    desk.click_id("collection-add");
    desk.frames(2);
    desk.write(source.to_str().unwrap());
    desk.key(Key::Enter);
    desk.until("a report", |desk| desk.sees_part("bad.jgs"));
    desk.assert_sees(&desk.tf("collection-added", &[("made", 2.into())]));
    desk.assert_sees(&desk.tf("collection-failed", &[("count", 2.into())]));
    assert!(desk.sees_part("recipe.json") && !desk.sees_part("notes.txt"));
    desk.key(Key::Escape);
    desk.until("the games", |desk| {
        desk.app().screens.collection.page.matching_files().count() == 2
    });
    assert_eq!(shown_names(&desk).len(), 2);
    assert!(place.path("saves/duel.json").is_file() && place.path("saves/saved.json").is_file());
    // Another game is dropped on the page.
    let path = place.write("elsewhere/half.json", &race_record("aeroplane", "Ann", 9).write());
    desk.drop_file(&path);
    desk.until("three games", |desk| {
        desk.app().screens.collection.page.matching_files().count() == 3
    });
    desk.on(Screen::Collection);
    assert!(place.path("saves/half.json").is_file());
}

#[test]
fn recent_games_show_their_status() {
    let place = place_with_games(Lang::Zh);
    let settings = Settings {
        lang: Lang::Zh,
        recent: ["half", "over"].map(|name| place.path(&format!("saves/{name}.json"))).into(),
        ..Settings::default()
    };
    place.write("settings.json", &serde_json::to_string(&settings).unwrap());
    let mut desk = place.open();
    desk.until("whose turn it is", |desk| desk.sees(&desk.t("collection-your-turn")));
    desk.h.check_accessibility();
    desk.click("over");
    desk.frames(2);
    desk.on(Screen::Replay);
}

#[test]
fn thumbnails_reveal_nothing_hidden() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut renderer = ThumbnailRenderer::new(&Settings::default());
    let mut picture =
        |record: &Record<Junqi>| renderer.picture(&record.write(), 300).unwrap().image;
    let seat = |name: &str| Viewer::Seat(Junqi::seat_by_name(name).unwrap());
    for (preset, players, viewer) in [
        ("dark", "pr", seat("south")),
        ("dark", "rp", seat("north")),
        ("dark", "pp", Viewer::Public),
        ("dark", "rr", seat("south")),
        ("siguo_dark", "rrpr", seat("north")),
        ("flip", "pr", seat("south")),
    ] {
        let game = played(junqi_record(preset, players, 4), 24, &mut rng);
        let redealt = redeal_hidden(game.record(), viewer, &mut rng).unwrap();
        assert!(picture(game.record()) == picture(&redealt), "{preset} {players}");
    }
    // The thumbnail of a finished game shows everything.
    let mut game = played(junqi_record("dark", "pr", 4), 24, &mut rng);
    let redealt = redeal_hidden(game.record(), seat("south"), &mut rng).unwrap();
    let mut redealt = Session::new(redealt).unwrap();
    for game in [&mut game, &mut redealt] {
        let resign = qipan_core::contract::game::Step::Resign {
            seat: Junqi::seat_by_name("south").unwrap(),
        };
        game.play(resign).unwrap();
    }
    assert!(picture(game.record()) != picture(redealt.record()));
}
