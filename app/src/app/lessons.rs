//! Lessons: their page, the games that continue from them, and the offer of a lesson on the home
//! screen.

use egui::Context;
use qipan_core::contract::position::PositionLine;
use qipan_core::contract::seat::Seat;
use qipan_core::record::Player;
use qipan_core::registry::GameKind;
use qipan_core::with_game;

use crate::app::{App, Screen};
use crate::command::{LessonCommand, TableCommand};
use crate::games::{CommandContext, GameUi};
use crate::model::lessons::Lessons;
use crate::model::library::RobotChoice;
use crate::model::rules::SomeRules;
use crate::model::setup::{NewGame, SeatChoice};

/// The script of the robot for beginners. Every kind of game has one of this name.
const BEGINNER: &str = "random.luau";

impl App {
    /// Returns true if the home screen offers a lesson. It does so until the player accepts or
    /// declines the offer.
    pub(super) fn offers_lessons(&self) -> bool {
        !self.settings.offered_lessons && self.settings.lessons.is_empty()
    }

    /// Carries out a command about lessons.
    pub(super) fn lesson_command(&mut self, command: LessonCommand, ctx: &Context) {
        match command {
            LessonCommand::Show => self.show_lessons(None, ctx),
            LessonCommand::Open(name) => {
                let is_shown = self.screen() == Screen::Lessons;
                if !is_shown || !self.screens.lessons.open(&name) {
                    self.show_lessons(Some(&name), ctx);
                }
            }
            LessonCommand::Next => self.screens.lessons.next(),
            LessonCommand::Previous => self.screens.lessons.previous(),
            LessonCommand::Restart => self.screens.lessons.restart(),
            LessonCommand::PlayOn => self.play_on_from_lesson(),
            LessonCommand::Decline => self.answer_offer(ctx),
        }
        self.note_finished_lesson();
    }

    /// Goes to the lessons and shows the one with this name. Without a name, shows an unfinished
    /// one, preferably of the game that was played last.
    fn show_lessons(&mut self, name: Option<&str>, ctx: &Context) {
        self.answer_offer(ctx);
        let lessons = Lessons::read(self.storage.folders());
        let finished = &self.settings.lessons;
        let last_preset = self.settings.setups.recent_presets.first().map(String::as_str);
        self.screens.lessons.begin(lessons, name, |name| finished.contains(name), last_preset);
        self.go(Screen::Lessons);
    }

    /// Remembers that the player has answered the offer of a lesson.
    fn answer_offer(&mut self, ctx: &Context) {
        if !self.settings.offered_lessons {
            let settings =
                crate::model::settings::Settings { offered_lessons: true, ..self.settings.clone() };
            self.change_settings(settings, ctx);
        }
    }

    /// Carries out a command on the board of a lesson.
    pub(super) fn try_in_lesson(&mut self, command: &TableCommand) {
        let context =
            CommandContext { i18n: &self.i18n, settings: &self.settings, now: self.window.now };
        self.screens.lessons.carry_out(command, &context);
        self.note_finished_lesson();
    }

    /// Records that the lesson on the screen is finished, if it is.
    fn note_finished_lesson(&mut self) {
        let page = &self.screens.lessons;
        let is_finished = page.status(&self.i18n).is_some_and(|status| status.is_finished);
        let Some(lesson) = page.lesson().filter(|_| is_finished) else { return };
        if self.settings.lessons.insert(lesson.name.clone()) {
            self.save_settings();
        }
    }

    /// Starts a game from the position of the lesson, against robots for beginners.
    fn play_on_from_lesson(&mut self) {
        let Some((seat, line)) = self.screens.lessons.start_of_game() else { return };
        let Some(kind) = GameKind::of_preset(self.screens.lessons.preset()) else { return };
        let (robots, me) = (self.library.choices(kind), &self.settings.name);
        let game = with_game!(kind, |G| game_from_line::<G>(&line, seat, robots, me));
        if let Some(game) = game {
            self.start(&game);
        }
    }
}

/// Returns a game from a position line. The player, whose name is `me`, sits on the seat `person`,
/// and robots for beginners sit on the others.
fn game_from_line<G: GameUi>(
    line: &str,
    person: Seat,
    robots: &[RobotChoice],
    me: &str,
) -> Option<NewGame> {
    let position: PositionLine<G> = line.parse().ok()?;
    let seats = position.seats();
    let player = |index| -> Option<Player> {
        let seat = Seat::new(index);
        let choice = if seat == person { SeatChoice::Me } else { SeatChoice::robot(BEGINNER) };
        choice.player(robots, me).ok()?.filter(|_| seats.contains(seat))
    };
    Some(NewGame {
        preset: position.preset.clone(),
        players: (0..Seat::MAX as u8).map(player).collect(),
        rules: SomeRules::new::<G>(position.rules),
        picks_colour: false,
        seed: None,
        house_rules: Vec::new(),
        layouts: Vec::new(),
        position: Some(line.to_owned()),
    })
}
