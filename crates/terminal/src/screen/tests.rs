//! Screens as they are drawn, compared with pictures that were looked at; and what the keys do.

use std::sync::Arc;
use std::time::{Duration, Instant};

use meydan_core::{Chance, Game, Seat, SeatSet, Seed, Viewer};
use meydan_labyrinth::solve::hint_for;
use meydan_labyrinth::{Action, Config, Dir, Event, Labyrinth, Lang, Prize, Wall};
use meydan_native::Presence;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Color;

use super::app::{App, Effect, Message, Mode};
use super::draw;
use super::theme::Theme;
use crate::link::News;
use crate::save::SaveError;
use crate::start::{After, Parting};
use crate::text;

/// A match and the screen that shows it.
struct Stage {
    game: Labyrinth,
    config: Arc<Config>,
    app: App,
}

const DUEL: &str = "5 6\n0 5\n1\n4 0\n1\n0 0\n5\n1 1 H\n2 2 V\n3 1 V\n0 2 V\n3 4 H\n1\n3 0\n";

impl Stage {
    fn new(board: &str, seed: u64) -> Stage {
        Stage::of(Config::read(board.as_bytes()).unwrap(), seed)
    }

    fn of(mut config: Config, seed: u64) -> Stage {
        config.seats = 1;
        let game = Labyrinth::new(&config, Chance::new(Seed(seed))).unwrap();
        let config = Arc::new(config);
        let mut app = App::new(true, After { again: true, next: true, optimum: None }, text::of(Lang::En));
        let view = game.view(Viewer::Spectator);
        app.hear(News::Board { config: config.clone(), view: view.clone(), mine: SeatSet::first(1) });
        app.hear(News::Turn(view));
        Stage { game, config, app }
    }

    fn key(&mut self, code: KeyCode) -> Option<Effect> {
        self.app.key(KeyEvent::new(code, KeyModifiers::NONE))
    }

    /// Presses a key and plays what comes of it, as the match would.
    fn play(&mut self, code: KeyCode) -> Vec<Event> {
        let Some(Effect::Act(action)) = self.key(code) else { panic!("{code:?} is not an act") };
        let mut all = Vec::new();
        let mut events = Vec::new();
        if let Err(rejection) = self.game.act(Seat(0), action, &mut events) {
            self.app.hear(News::Rejected(rejection.to_string()));
            return all;
        }
        self.scene(&events);
        all.append(&mut events);
        if self.game.state().to_act().is_none() {
            self.game.close(&mut events);
            self.scene(&events);
            all.append(&mut events);
        }
        let view = self.game.view(Viewer::Spectator);
        self.app.hear(if view.result.is_some() { News::Over(view) } else { News::Turn(view) });
        all
    }

    fn scene(&mut self, events: &[Event]) {
        let view = self.game.view(Viewer::Spectator);
        self.app.hear(News::Scene { view, events: events.to_vec() });
    }

    fn draw(&self, width: u16, height: u16, colour: bool) -> Terminal<TestBackend> {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw::draw(frame, &self.app, Theme { colour })).unwrap();
        terminal
    }

    fn picture(&self) -> String {
        self.draw(80, 24, false).backend().to_string()
    }
}

#[test]
fn the_start() {
    insta::assert_snapshot!(Stage::new(DUEL, 1).picture());
}

#[test]
fn placing_a_wall_shows_whether_it_may_stand() {
    let mut stage = Stage::new(DUEL, 1);
    stage.key(KeyCode::Char('w'));
    insta::assert_snapshot!("a_wall_that_fits", stage.picture());
    for code in [KeyCode::Right, KeyCode::Up, KeyCode::Up] {
        stage.key(code);
    }
    insta::assert_snapshot!("a_wall_that_does_not", stage.picture());
    assert!(stage.key(KeyCode::Enter).is_none(), "it cannot be put up there");
    assert!(matches!(&stage.app.message, Some(Message::Bad(text)) if text.contains("stands there already")));
    stage.key(KeyCode::Tab);
    let Mode::Wall(wall) = stage.app.mode else { panic!("still placing") };
    assert_eq!(wall, Wall::right_of(1, 1));
    assert!(matches!(stage.key(KeyCode::Enter), Some(Effect::Act(Action::Wall(put))) if put == wall));
}

#[test]
fn a_hint_with_its_proof() {
    let mut stage = Stage::new("5 6\n0 5\n1\n4 3\n1\n0 0\n1\n2 2 V\n", 1);
    let Some(Effect::Think(question)) = stage.key(KeyCode::Char('h')) else { panic!("it thinks") };
    assert!(matches!(&stage.app.message, Some(Message::Plain(text)) if text.contains("thinking")));
    let answer = hint_for(&question.config, &question.view, question.budget);
    // An answer to an older question is not shown.
    stage.app.answer(question.number - 1, answer.clone());
    assert!(stage.app.hint.is_none());
    stage.app.answer(question.number, answer);
    insta::assert_snapshot!(stage.picture());
    assert!(stage.key(KeyCode::Char('h')).is_none(), "what is proven needs no longer thought");
}

#[test]
fn a_lucky_box_is_announced() {
    // The first seed with each prize.
    let prize = |wanted: Prize| {
        (0..100).find_map(|seed| {
            let mut stage = Stage::new(DUEL, seed);
            let events = stage.play(KeyCode::Up);
            let found =
                events.iter().any(|event| matches!(event, Event::Box { prize, .. } if *prize == wanted));
            found.then_some(stage)
        })
    };
    let mut walls = prize(Prize::Walls).unwrap();
    walls.app.skip_film();
    insta::assert_snapshot!("two_more_walls", walls.picture());
    let mut push = prize(Prize::Push).unwrap();
    push.app.skip_film();
    insta::assert_snapshot!("a_push_to_name", push.picture());
    assert!(matches!(push.app.mode, Mode::Push { hunter: 0, .. }));
    assert!(push.key(KeyCode::Up).is_none() && push.app.message.is_some(), "there is no way up");
    push.key(KeyCode::Down);
    assert!(matches!(push.key(KeyCode::Enter), Some(Effect::Act(Action::Push { hunter: 0, .. }))));
}

#[test]
fn an_earthquake_is_seen_as_it_happens() {
    let mut stage = (0..100)
        .find_map(|seed| {
            let mut stage = Stage::new(DUEL, seed);
            let quake = |event: &Event| matches!(event, Event::HunterShaken { .. });
            stage.play(KeyCode::Up).iter().any(quake).then_some(stage)
        })
        .unwrap();
    let mut now = Instant::now();
    let mut pictures = Vec::new();
    stage.app.tick(now);
    while let Some(wait) = stage.app.wait(now) {
        pictures.push(stage.draw(80, 24, true).backend().clone());
        now += wait;
        stage.app.tick(now);
        assert!(pictures.len() < 20, "the film ends");
    }
    let grey = |picture: &TestBackend| {
        picture.buffer().content().iter().filter(|cell| cell.bg == Color::DarkGray).count()
    };
    assert!(pictures.iter().any(|picture| grey(picture) == 6), "the two cells they leave are marked");
    assert_eq!(stage.app.wait(now), None, "then nothing moves, and nothing is drawn");
    assert_eq!(stage.app.scene.as_ref().unwrap().shown, stage.game.view(Viewer::Spectator));
}

#[test]
fn the_end() {
    let mut stage = Stage::new("3 3\n0 0\n1\n1 0\n1\n2 2\n0\n", 1);
    stage.play(KeyCode::Up);
    stage.app.skip_film();
    insta::assert_snapshot!(stage.picture());
    assert_eq!(stage.app.farewell().as_deref(), Some("Victory in round 1!"));
    assert!(matches!(stage.key(KeyCode::Char('q')), Some(Effect::Leave(Parting::Left))));
}

#[test]
fn others_are_seen_with_their_names_and_when_they_are_away() {
    let mut config = Config::read(b"5 6\n0 5\n2\n4 0\n4 1\n1\n0 0\n0\n").unwrap();
    config.seats = 2;
    let game = Labyrinth::new(&config, Chance::new(Seed(1))).unwrap();
    let mut app = App::new(false, After::default(), text::of(Lang::En));
    let view = game.view(Viewer::Spectator);
    app.hear(News::Board { config: Arc::new(config.clone()), view, mine: SeatSet::one(Seat(1)) });
    let seat = |seat, name: &str, here| Presence { seat: Seat(seat), name: Some(name.into()), here };
    app.hear(News::Seats(vec![seat(0, "Ada", true), seat(1, "Bob", true)]));
    app.hear(News::Seats(vec![seat(0, "Ada", false), seat(1, "Bob", true)]));
    let stage = Stage { game, config: Arc::new(config), app };
    insta::assert_snapshot!(stage.picture());
}

#[test]
fn a_board_that_does_not_fit_scrolls_with_the_runner() {
    let mut config = Config::empty(40, 60);
    config.runners = vec![meydan_labyrinth::Cell::new(20, 30)];
    let stage = Stage::of(config, 1);
    let picture = stage.picture();
    assert!(picture.contains("R0"), "{picture}");
    assert!(['▲', '▼', '◀', '▶'].iter().all(|arrow| picture.contains(*arrow)), "{picture}");
    assert_eq!(stage.config.rows, 40);
    // No size is too small to be drawn.
    for (width, height) in [(1, 1), (10, 5), (40, 3), (200, 100)] {
        stage.draw(width, height, true);
    }
}

#[test]
fn without_colour_nothing_is_coloured() {
    let mut stage = Stage::new(DUEL, 1);
    stage.key(KeyCode::Char('w'));
    let coloured = |colour| {
        let terminal = stage.draw(80, 24, colour);
        terminal
            .backend()
            .buffer()
            .content()
            .iter()
            .any(|cell| cell.fg != Color::Reset || cell.bg != Color::Reset)
    };
    assert!(coloured(true) && !coloured(false));
}

#[test]
fn leaving_asks_and_offers_to_save() {
    let mut stage = Stage::new(DUEL, 1);
    assert!(stage.key(KeyCode::Char('q')).is_none());
    assert_eq!(stage.app.mode, Mode::Quit);
    assert!(stage.key(KeyCode::Char('n')).is_none());
    assert_eq!(stage.app.mode, Mode::Play);
    stage.key(KeyCode::Char('q'));
    assert!(matches!(
        stage.key(KeyCode::Char('s')),
        Some(Effect::Save { leave: true, name: None, over: false })
    ));
    stage.key(KeyCode::Char('q'));
    assert!(matches!(stage.key(KeyCode::Char('y')), Some(Effect::Leave(Parting::Left))));
    let interrupt = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert!(matches!(stage.app.key(interrupt), Some(Effect::Leave(Parting::Left))));
}

#[test]
fn keys_act_only_in_ones_turn_and_only_once() {
    let mut stage = Stage::new(DUEL, 1);
    assert!(matches!(stage.key(KeyCode::Right), Some(Effect::Act(Action::Move(Dir::Right)))));
    assert!(stage.key(KeyCode::Right).is_none(), "the answer to the first is not there yet");
    assert!(stage.app.message.is_some());
    stage.app.hear(News::Rejected("a fixed wall is in the way".into()));
    assert!(matches!(stage.key(KeyCode::Char(' ')), Some(Effect::Act(Action::Stay))));
}

#[test]
fn a_key_ends_the_film() {
    let mut stage = Stage::new(DUEL, 1);
    stage.play(KeyCode::Right);
    stage.app.tick(Instant::now());
    assert!(stage.app.wait(Instant::now()).is_some_and(|wait| wait < Duration::from_secs(2)));
    stage.key(KeyCode::Char('x'));
    assert_eq!(stage.app.wait(Instant::now()), None);
}

#[test]
fn a_small_window_shows_labels_and_whole_messages() {
    let mut stage = Stage::new(DUEL, 1);
    let screen = |stage: &Stage| stage.draw(40, 15, false).backend().to_string();
    let start = screen(&stage);
    assert!(start.contains(" 0   1   2   3") && start.contains("round 1 of 110"), "{start}");
    let Some(Effect::Think(question)) = stage.key(KeyCode::Char('h')) else { panic!("it thinks") };
    let answer = hint_for(&question.config, &question.view, question.budget).unwrap();
    let claim = text::of(Lang::En).claim(&answer.claim, answer.states, false);
    stage.app.answer(question.number, Ok(answer));
    let hinted = screen(&stage);
    insta::assert_snapshot!("a_hint_in_a_small_window", hinted);
    let shown: String = hinted.chars().filter(|c| c.is_alphanumeric()).collect();
    let wanted: String = claim.chars().filter(|c| c.is_alphanumeric()).collect();
    assert!(shown.contains(&wanted), "{claim} is cut in\n{hinted}");
    assert!(hinted.contains("R0"), "the runner stays in sight: {hinted}");
}

#[test]
fn a_game_is_named_and_another_one_is_written_over_only_when_that_is_meant() {
    let mut stage = Stage::new(DUEL, 1);
    assert!(stage.key(KeyCode::Char('A')).is_none());
    for letter in "trainx".chars() {
        stage.key(KeyCode::Char(letter));
    }
    stage.key(KeyCode::Backspace);
    assert!(stage.picture().contains("Save as: train_"), "{}", stage.picture());
    let named = stage.key(KeyCode::Enter);
    assert!(matches!(&named, Some(Effect::Save { name: Some(name), over: false, .. }) if name == "train"));
    let taken = SaveError::Taken { path: "train.save".into(), what: "9 × 9, round 4".into() };
    stage.app.saved(Err(taken));
    assert!(stage.picture().contains("Write over it?"), "{}", stage.picture());
    let over = stage.key(KeyCode::Char('y'));
    assert!(matches!(&over, Some(Effect::Save { name: Some(name), over: true, .. }) if name == "train"));
    stage.app.saved(Err(SaveError::Taken { path: "train.save".into(), what: String::new() }));
    assert!(stage.key(KeyCode::Char('n')).is_none(), "the other game stays");
    assert_eq!(stage.app.mode, Mode::Play);
}

#[test]
fn a_save_that_fails_is_said_where_it_is_seen() {
    let mut stage = Stage::new(DUEL, 1);
    stage.app.trouble("the game cannot be saved in x: no space".into());
    for (width, height) in [(80, 24), (40, 15)] {
        let picture = stage.draw(width, height, false).backend().to_string();
        assert!(picture.contains("cannot be saved"), "{picture}");
    }
}

#[test]
fn after_the_end_the_keys_offer_to_play_on() {
    let mut stage = Stage::new("3 3\n0 0\n1\n1 0\n1\n2 2\n0\n", 1);
    stage.play(KeyCode::Up);
    stage.app.skip_film();
    assert!(matches!(stage.key(KeyCode::Char('r')), Some(Effect::Leave(Parting::Again))));
    assert!(matches!(stage.key(KeyCode::Char('n')), Some(Effect::Leave(Parting::Next))));
}

#[test]
fn a_game_without_temporary_walls_does_not_speak_of_them() {
    let mut config = Config::read(b"4 4\n0 3\n1\n3 0\n1\n0 0\n0\n").unwrap();
    config.light = Some(0);
    let mut stage = Stage::of(config, 1);
    let picture = stage.picture();
    assert!(!picture.contains("wall"), "{picture}");
    stage.key(KeyCode::Char('w'));
    assert!(matches!(&stage.app.message, Some(Message::Bad(said)) if said.contains("no temporary walls")));
}

#[test]
fn persian_words_reach_the_screen() {
    let mut stage = Stage::new(DUEL, 1);
    stage.app.text = text::of(Lang::Fa);
    let picture = stage.picture();
    assert!(picture.contains("هزارتو") && picture.contains("نوبت R0: شما"), "{picture}");
}
