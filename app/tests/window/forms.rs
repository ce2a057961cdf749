//! The new-game screen, the settings and the path box, each drawn alone and used as by a player.

use std::path::{Path, PathBuf};

use egui::{Key, Modifiers, Role, Ui};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use egui_kittest::{Harness, Node};
use qipan::command::Command;
use qipan::model::game_setups::GameSetups;
use qipan::model::i18n::{I18n, Lang};
use qipan::model::library::{ParamChoice, RobotChoice};
use qipan::model::rules::SomeRules;
use qipan::model::settings::{PieceNames, Settings, Speed, ThemeName};
use qipan::model::setup::{NewGame, SeatChoice};
use qipan::model::storage::Folders;
use qipan::screens::new_game::{NewGameForm, new_game_ui};
use qipan::screens::settings::settings_ui;
use qipan::sound::SpeakerState;
use qipan::ui::context::ScreenContext;
use qipan::ui::dialogs::{DialogKind, Dialogs};
use qipan::ui::fonts::install_fonts;
use qipan::ui::theme::Theme;
use qipan_core::contract::options::{OptionKind, RuleSet};
use qipan_core::games::race::rules::OPTIONS;
use qipan_core::games::race::{Race, Rules};
use serde_json::json;

/// The state that a screen draws from, and the commands that it sent.
struct Stage {
    /// Draws the screen.
    draw_screen: fn(&mut Stage, &mut Ui),
    theme: Theme,
    settings: Settings,
    robots: Vec<RobotChoice>,
    form: NewGameForm,
    dialogs: Dialogs,
    sent: Vec<Command>,
    /// True once the fonts and the theme are installed.
    is_ready: bool,
}

impl Stage {
    /// Draws with a context and carries out the commands about settings and presets.
    fn draw_with_context(&mut self, draw: impl FnOnce(&mut Self, &mut ScreenContext<'_>)) {
        let mut commands = Vec::new();
        let i18n = I18n::new(self.settings.lang);
        let (theme, settings) = (self.theme.clone(), self.settings.clone());
        let mut cx = ScreenContext {
            i18n: &i18n,
            theme: &theme,
            settings: &settings,
            now: 0.0,
            commands: &mut commands,
        };
        draw(self, &mut cx);
        for command in &commands {
            match command {
                Command::ChangeSettings(settings) => self.settings = (**settings).clone(),
                Command::NewGame(preset) => self.form.choose_preset(preset),
                _ => {}
            }
        }
        self.sent.append(&mut commands);
    }

    /// Returns the game that was started, if one was.
    fn started_game(&self) -> Option<&NewGame> {
        self.sent.iter().find_map(|command| match command {
            Command::Start(game) => Some(&**game),
            _ => None,
        })
    }
}

fn robots() -> Vec<RobotChoice> {
    let robot = |(script, title): (&str, &str)| RobotChoice {
        script: script.to_owned(),
        title: title.to_owned(),
        about: format!("{title} plays."),
        author: "Qipan".to_owned(),
        level: None,
        is_shipped: true,
        presets: Vec::new(),
        params: vec![ParamChoice {
            name: "caution".to_owned(),
            default: 3.0,
            min: 0.0,
            max: 10.0,
            is_switch: false,
            about: "how careful it is".to_owned(),
        }],
        hash: None,
        error: None,
    };
    let names =
        [("greedy", "Greta"), ("careful", "Carla"), ("bold", "Boris"), ("flying_rule", "Rule")];
    names.map(robot).into()
}

fn draw_new_game(stage: &mut Stage, ui: &mut Ui) {
    let robots = stage.robots.clone();
    stage.draw_with_context(|stage, cx| new_game_ui(&mut stage.form, &robots, cx, ui));
}

fn draw_settings(stage: &mut Stage, ui: &mut Ui) {
    let settings = stage.settings.clone();
    let folder = |name: &str| Path::new("/home/kim").join(name);
    let folders =
        Folders { saves: folder("saves"), scripts: folder("scripts"), data: folder("data") };
    stage.draw_with_context(|_, cx| settings_ui(&settings, &folders, &SpeakerState::Idle, cx, ui));
}

fn draw_dialogs(stage: &mut Stage, ui: &mut Ui) {
    let ctx = ui.ctx().clone();
    stage.draw_with_context(|stage, cx| stage.dialogs.ui(cx, &ctx));
}

/// Opens a window that draws one screen.
fn harness(draw_screen: fn(&mut Stage, &mut Ui), lang: Lang) -> Harness<'static, Stage> {
    let robots = robots();
    let stage = Stage {
        draw_screen,
        theme: Theme::new(ThemeName::Light, false),
        settings: Settings { lang, ..Settings::default() },
        form: NewGameForm::new(&|_| robots.clone()),
        robots,
        dialogs: Dialogs::new(true),
        sent: Vec::new(),
        is_ready: false,
    };
    let draw = |ui: &mut Ui, stage: &mut Stage| {
        // Fonts installed in one frame are available in the next.
        if std::mem::replace(&mut stage.is_ready, true) {
            (stage.draw_screen)(stage, ui);
        } else {
            install_fonts(ui.ctx(), stage.settings.lang);
            stage.theme.apply(ui.ctx());
            ui.ctx().request_repaint();
        }
    };
    let builder = Harness::builder().with_size([1280.0, 800.0]).with_max_steps(64);
    let mut harness = builder.build_ui_state(draw, stage);
    harness.run();
    harness
}

/// Returns every text and name on the screen.
fn texts(harness: &Harness<'_, Stage>) -> Vec<String> {
    let nodes = harness.root().children_recursive();
    nodes
        .flat_map(|node| {
            let node = node.accesskit_node();
            [node.label(), node.value()].into_iter().flatten()
        })
        .collect()
}

/// Asserts that no text is missing or has an unfilled place.
fn assert_texts_complete(harness: &Harness<'_, Stage>, screen_name: &str) {
    let texts = texts(harness);
    assert!(texts.len() > 4, "{screen_name}: {texts:?}");
    for text in texts {
        assert!(!text.contains(['⟨', '{']), "{screen_name}: {text}");
    }
}

fn focused_label(harness: &Harness<'_, Stage>) -> Option<String> {
    let mut nodes = harness.root().children_recursive();
    nodes.find(Node::is_focused).and_then(|node| node.accesskit_node().label())
}

/// Presses Tab at most `presses` times until the control with this label has the focus.
fn tab_to(harness: &mut Harness<'_, Stage>, name: &str, presses: usize) {
    let is_reached = (0..presses).any(|_| {
        harness.key_press(Key::Tab);
        harness.run();
        focused_label(harness).as_deref() == Some(name)
    });
    assert!(is_reached, "Tab does not reach {name}");
}

/// Clicks a control as a screen reader does, even if it is scrolled out of view.
fn press(harness: &mut Harness<'_, Stage>, label: &str) {
    harness
        .get_all_by_label(label)
        .find(|node| node.accesskit_node().role() != Role::Label)
        .expect("a control of this name")
        .click_accesskit();
    harness.run();
}

/// Opens the new-game screen with all options shown.
fn form_with_options(lang: Lang) -> Harness<'static, Stage> {
    let mut screen = harness(draw_new_game, lang);
    press(&mut screen, &I18n::new(lang).t("rules-change"));
    assert!(screen.state().form.shows_options());
    screen
}

fn press_role(harness: &mut Harness<'_, Stage>, role: Role, label: &str) {
    harness.get_by_role_and_label(role, label).click_accesskit();
    harness.run();
}

/// Creates a temporary folder with two saved files.
fn folder() -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::TempDir::new().expect("a temporary folder");
    for name in ["one.json", "two.json"] {
        std::fs::write(dir.path().join(name), "{}").expect("a file in it");
    }
    let path = dir.path().to_owned();
    (dir, path)
}

#[test]
fn screens_have_all_texts_in_both_languages() {
    for lang in Lang::ALL {
        assert_texts_complete(&harness(draw_settings, lang), "settings");
        let mut screen = harness(draw_new_game, lang);
        assert_texts_complete(&screen, "aeroplane");
        press(&mut screen, &I18n::new(lang).t("rules-change"));
        assert_texts_complete(&screen, "aeroplane, with all options");
        screen.state_mut().form.choose_preset("flying");
        screen.run();
        assert_texts_complete(&screen, "flying, picking");
        let seating = screen.state_mut().form.seating_mut();
        seating.picks_colour = false;
        seating.seat_choices = vec![
            SeatChoice::Me,
            SeatChoice::Nobody,
            SeatChoice::Person(String::new()),
            SeatChoice::Nobody,
        ];
        screen.run();
        assert_texts_complete(&screen, "flying, seats");
        let mut boxes = harness(draw_dialogs, lang);
        for kind in [DialogKind::Open, DialogKind::Save] {
            let (_dir, path) = folder();
            boxes.state_mut().dialogs.open(kind, &path, "a");
            boxes.run();
            assert_texts_complete(&boxes, "path box");
        }
    }
}

#[test]
fn start_button_starts_the_default_game() {
    let mut screen = harness(draw_new_game, Lang::En);
    screen.get_by_role_and_label(Role::Button, "Start").click();
    screen.run();
    let game = screen.state().started_game().expect("a game");
    let names: Vec<&str> =
        game.players.iter().flatten().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["", "Greta", "Greta", "Greta"]);
    let expected = ("aeroplane", SomeRules::new::<Race>(Rules::AEROPLANE), None);
    assert_eq!((game.preset.as_str(), game.rules.clone(), game.seed), expected);
    assert!(game.record::<Race>().is_ok());
}

#[test]
fn flying_chess_starts_with_one_person_and_a_colour_choice() {
    let mut screen = harness(draw_new_game, Lang::En);
    screen.get_by_role_and_label(Role::RadioButton, "Flying Chess").click();
    screen.run();
    screen.get_by_role_and_label(Role::Button, "Start").click();
    screen.run();
    let game = screen.state().started_game().expect("a game");
    assert!(game.picks_colour && game.preset == "flying");
    assert_eq!(game.players.iter().flatten().filter(|player| player.is_human()).count(), 1);
}

#[test]
fn preset_changes_only_between_frames() {
    // A click takes effect in the next frame. The current one keeps its preset and robots.
    let mut screen = harness(
        |stage: &mut Stage, ui: &mut Ui| {
            let robots = stage.robots.clone();
            stage.draw_with_context(|stage, cx| {
                let preset_before = stage.form.preset();
                new_game_ui(&mut stage.form, &robots, cx, ui);
                assert_eq!(stage.form.preset(), preset_before);
            });
        },
        Lang::En,
    );
    for (card, preset) in [("Junqi", "dark"), ("Aeroplane Chess", "aeroplane")] {
        screen.get_by_role_and_label(Role::RadioButton, card).click();
        screen.run();
        assert_eq!(screen.state().form.preset(), preset);
    }
}

#[test]
fn enter_starts_the_game() {
    let mut screen = harness(draw_new_game, Lang::En);
    screen.key_press(Key::Enter);
    screen.run();
    assert!(screen.state().started_game().is_some());
}

#[test]
fn start_button_is_reachable_by_keyboard() {
    let mut screen = harness(draw_new_game, Lang::Zh);
    tab_to(&mut screen, "开始", 20);
    screen.key_press(Key::Enter);
    screen.run();
    assert!(screen.state().started_game().is_some());
    assert_eq!(screen.state().sent.len(), 1, "one press starts one game");
}

#[test]
fn tab_reaches_rules_and_space_changes_them() {
    let mut screen = form_with_options(Lang::En);
    tab_to(&mut screen, "Teams", 120);
    screen.key_press(Key::Space);
    screen.run();
    assert!(screen.state().form.seating().rules.get("teams") == Some(json!(true)));
    tab_to(&mut screen, "Who goes first", 3);
}

/// Returns the label of a control that changes an option, or `None` if one click is not enough.
fn control_label(i18n: &I18n, key: &str) -> Option<String> {
    let info = OPTIONS.iter().find(|info| info.key == key)?;
    let label = i18n.t(&format!("rule-{key}"));
    match info.kind {
        _ if ["three_sixes", "first"].contains(&key) => None,
        OptionKind::Toggle | OptionKind::Choice(["on", "off"]) => Some(label),
        OptionKind::Choice(names) => {
            let current = Rules::AEROPLANE.get(key)?;
            let other = names.iter().find(|name| json!(name) != current)?;
            Some(format!("{label}: {}", i18n.t(&format!("rule-{key}-{other}"))))
        }
        OptionKind::Any(names) => {
            Some(format!("{label}: {}", i18n.t(&format!("rule-{key}-{}", names[0]))))
        }
        OptionKind::Faces => Some(format!("{label}: 5")),
        OptionKind::Number { .. } => Some(format!("{label}: 2")),
        OptionKind::Numbers { .. } | OptionKind::Lines => None,
    }
}

#[test]
fn option_controls_change_and_reset_their_options() {
    for lang in Lang::ALL {
        let i18n = I18n::new(lang);
        let mut screen = form_with_options(lang);
        for info in OPTIONS {
            let Some(label) = control_label(&i18n, info.key) else { continue };
            press(&mut screen, &label);
            let changed = screen.state().form.seating().rules.changed();
            // Fewer planes also lower the number of planes to bring home.
            let expected = if info.key == "planes" { 2 } else { 1 };
            assert!(changed.contains(&info.key), "{lang:?} {label}: {changed:?}");
            assert_eq!(changed.len(), expected, "{lang:?} {label}: {changed:?}");
            let args = [("rule", i18n.t(&format!("rule-{}", info.key)).into())];
            press(&mut screen, &i18n.tf("rules-reset", &args));
            assert_eq!(
                screen.state().form.seating().rules,
                SomeRules::new::<Race>(Rules::AEROPLANE),
                "{lang:?} {label}"
            );
        }
    }
}

#[test]
fn menu_options_can_be_chosen_and_reset() {
    let mut screen = form_with_options(Lang::En);
    for (menu, entry, key, value) in [
        ("Third 6 in a row", "only the turn ends", "three_sixes", "turn_lost"),
        ("Who goes first", "Green", "first", "green"),
    ] {
        press_role(&mut screen, Role::ComboBox, menu);
        press_role(&mut screen, Role::Button, entry);
        assert_eq!(screen.state().form.seating().rules.get(key), Some(json!(value)));
    }
    press(&mut screen, "Reset all");
    assert_eq!(screen.state().form.seating().rules, SomeRules::new::<Race>(Rules::AEROPLANE));
}

#[test]
fn safe_squares_are_picked_from_the_track() {
    let mut screen = form_with_options(Lang::En);
    press(&mut screen, "Safe squares: Choose");
    for square in [9, 30, 9] {
        press(&mut screen, &format!("Square {square}"));
    }
    let rules = &screen.state().form.seating().rules;
    assert_eq!(rules.get("safe_squares"), Some(json!([30])));
}

#[test]
fn contradictory_rules_are_reported_and_block_the_start() {
    let mut screen = form_with_options(Lang::En);
    for face in [1, 2, 3, 4, 5] {
        press(&mut screen, &format!("Roll again on: {face}"));
    }
    let start = screen.get_by_role_and_label(Role::Button, "Start");
    assert!(start.accesskit_node().is_disabled());
    let count = screen
        .get_all_by_label(
            "If every roll earned another one, a turn would never end. Leave out at least one number.",
        )
        .count();
    assert_eq!(count, 2, "the problem is named beside the option and beside the button");
    screen.key_press_modifiers(Modifiers::COMMAND, Key::Enter);
    screen.run();
    assert!(screen.state().started_game().is_none());
}

#[test]
fn seats_are_given_to_people_and_robots() {
    let mut screen = harness(draw_new_game, Lang::En);
    for (seat, entry) in [("Yellow", "Boris"), ("Blue", "Nobody"), ("Green", "Another person")] {
        screen.get_by_role_and_label(Role::ComboBox, &format!("Who plays {seat}")).click();
        screen.run();
        screen.get_by_role_and_label(Role::Button, entry).click();
        screen.run();
    }
    assert!(texts(&screen).iter().any(|text| text.starts_with("Red has it easiest")));
    screen.get_all_by_role(Role::TextInput).last().expect("a field for the name").focus();
    screen.run();
    screen.get_all_by_role(Role::TextInput).last().expect("a field for the name").type_text("Mei");
    screen.run();
    screen.get_by_role_and_label(Role::Button, "Start").click();
    screen.run();
    let game = screen.state().started_game().expect("a game");
    let names: Vec<Option<&str>> = game
        .players
        .iter()
        .map(|player| player.as_ref().map(|player| player.name.as_str()))
        .collect();
    assert_eq!(names, [Some(""), Some("Boris"), None, Some("Mei")]);
}

#[test]
fn robot_is_tuned_with_sliders() {
    let mut screen = harness(draw_new_game, Lang::En);
    screen.get_all_by_label("Tune").next().expect("a robot to tune").click();
    screen.run();
    screen.get_by_role_and_label(Role::Slider, "caution").set_value_accesskit(7.0);
    screen.run();
    let game = screen.state().form.game(&robots(), "").unwrap();
    let caution = |seat: usize| game.players[seat].as_ref().unwrap().params["caution"];
    assert_eq!((caution(1), caution(2)), (7.0, 3.0));
    press(&mut screen, "Reset to defaults");
    assert_eq!(screen.state().form.seating().seat_choices[1], SeatChoice::robot("greedy"));
}

#[test]
fn start_and_seats_are_visible_without_scrolling() {
    for (lang, start) in [(Lang::En, "Start"), (Lang::Zh, "开始")] {
        let screen = harness(draw_new_game, lang);
        let start = screen.get_by_role_and_label(Role::Button, start).rect();
        assert!(start.bottom() <= 800.0 && start.right() <= 1280.0);
        let seats = screen.get_all_by_role(Role::ComboBox).map(|node| node.rect());
        let seats: Vec<egui::Rect> = seats.filter(|rect| rect.right() < start.right()).collect();
        assert_eq!(seats.len(), 4);
        assert!(seats.iter().all(|rect| rect.bottom() + 40.0 < start.top()), "{lang:?}");
    }
}

#[test]
fn form_is_usable_in_a_narrow_window() {
    let mut screen = form_with_options(Lang::En);
    screen.set_size(egui::vec2(620.0, 700.0));
    screen.run();
    assert_texts_complete(&screen, "narrow");
    press(&mut screen, "Teams");
    assert!(screen.state().form.seating().rules.get("teams") == Some(json!(true)));
    screen.get_by_role_and_label(Role::Button, "Start").click();
    screen.run();
    assert!(screen.state().started_game().is_some());
}

#[test]
fn settings_take_effect_at_once() {
    let mut screen = harness(draw_settings, Lang::En);
    for label in ["Animation speed: fast", "Theme: Wood", "Junqi piece labels: Codes (40)"] {
        screen.get_by_role_and_label(Role::RadioButton, label).click();
        screen.run();
    }
    for label in [
        "Colour-blind palette",
        "Names of squares and spaces",
        "Reduced motion",
        "Sounds",
        "Roll for me",
        "Play forced moves",
        "Confirm moves",
        "Robots resign and offer draws",
        "Label hidden pieces with what they could be",
    ] {
        screen.get_by_role_and_label(Role::Switch, label).click();
        screen.run();
    }
    screen.get_by_role_and_label(Role::Slider, "Interface scale").set_value_accesskit(150.0);
    screen.run();
    screen.get_by_role(Role::TextInput).focus();
    screen.run();
    screen.get_by_role(Role::TextInput).type_text("Kim");
    screen.run();
    screen
        .get_by_label("Coach warns if a move lowers your chance of winning by at least: 20%")
        .click();
    screen.run();
    screen.get_by_label("Language: 中文").click();
    screen.run();
    let expected = Settings {
        lang: Lang::Zh,
        theme: ThemeName::Wood,
        colour_blind: true,
        board_numbers: true,
        scale: 1.5,
        speed: Speed::Fast,
        reduced_motion: true,
        sound: false,
        setups: GameSetups::default(),
        volume: 0.6,
        auto_roll: true,
        confirm_moves: true,
        play_forced: true,
        robots_concede: false,
        coach_percent: 20,
        piece_names: Some(PieceNames::Codes),
        show_belief: true,
        name: "Kim".to_owned(),
        recent: Vec::new(),
        house_rules: Default::default(),
        programs: Default::default(),
        solved: Default::default(),
        lessons: Default::default(),
        offered_lessons: false,
    };
    assert_eq!(screen.state().settings, expected);
    screen.get_by_label("打开：棋谱").click();
    screen.run();
    let folder = Command::ShowFolder(PathBuf::from("/home/kim/saves"));
    assert_eq!(screen.state().sent.last(), Some(&folder));
}

fn type_and_enter(screen: &mut Harness<'_, Stage>, text: &str) {
    screen.get_by_role(Role::TextInput).type_text(text);
    screen.run();
    screen.key_press(Key::Enter);
    screen.run();
}

#[test]
fn path_box_opens_typed_or_clicked_files() {
    let (_dir, path) = folder();
    let mut screen = harness(draw_dialogs, Lang::En);
    let open_box = |screen: &mut Harness<'_, Stage>| {
        screen.state_mut().dialogs.open(DialogKind::Open, &path, "");
        screen.run();
    };
    open_box(&mut screen);
    type_and_enter(&mut screen, "no such");
    assert!(texts(&screen).iter().any(|text| text.starts_with("File not found.")));
    assert!(screen.state().dialogs.is_open() && screen.state().sent.is_empty());
    screen.key_press(Key::Escape);
    screen.run();
    assert!(!screen.state().dialogs.is_open(), "Escape closes it");

    open_box(&mut screen);
    type_and_enter(&mut screen, "two");
    assert_eq!(screen.state().sent, [Command::Open(path.join("two.json"))]);
    open_box(&mut screen);
    screen.get_by_label("one.json").click();
    screen.run();
    assert_eq!(screen.state().sent.last(), Some(&Command::Open(path.join("one.json"))));
    assert!(!screen.state().dialogs.is_open());

    std::fs::write(path.join("three.qipan.json"), "").unwrap();
    open_box(&mut screen);
    type_and_enter(&mut screen, "three");
    let three = path.join("three.qipan.json");
    assert_eq!(screen.state().sent.last(), Some(&Command::Open(three)), "the full ending is added");
}

#[test]
fn path_box_asks_before_overwriting() {
    let (_dir, path) = folder();
    let mut screen = harness(draw_dialogs, Lang::En);
    screen.state_mut().dialogs.open(DialogKind::Save, &path, "one.json");
    screen.run();
    screen.key_press(Key::Enter);
    screen.run();
    assert!(screen.state().sent.is_empty(), "the box asks first");
    screen.get_by_role_and_label(Role::Button, "Replace").click();
    screen.run();
    let save = Box::new(Command::SaveTo(path.join("one.json")));
    assert_eq!(screen.state().sent, [Command::Confirmed(save)]);

    screen.state_mut().dialogs.open(DialogKind::Save, &path, "new");
    screen.run();
    screen.key_press(Key::Enter);
    screen.run();
    let new = path.join("new.qipan.json");
    assert_eq!(screen.state().sent.last(), Some(&Command::SaveTo(new)));
    screen.state_mut().dialogs.open(DialogKind::Save, &path.join("gone"), "new");
    screen.run();
    screen.key_press(Key::Enter);
    screen.run();
    assert!(screen.state().dialogs.is_open(), "there is no such folder");
    assert_eq!(screen.state().sent.len(), 2);
}
