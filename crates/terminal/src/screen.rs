//! The full screen: drawn only when something has changed, and given back whatever happens.

use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Instant;

use meydan_labyrinth::solve::hint_for;
use meydan_labyrinth::{Action, Board, View};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind};

use crate::link::{Input, Link};
use crate::start::{Choice, PlayError};
use crate::text;

mod app;
mod draw;
#[cfg(test)]
mod tests;
mod theme;

use app::{App, Effect};
pub(crate) use theme::Theme;

/// Plays until the person leaves.
pub(crate) fn run(
    link: Link,
    inputs: &Receiver<Input>,
    sender: Sender<Input>,
    save_to: Option<PathBuf>,
    theme: Theme,
    notices: Vec<String>,
) -> Result<(), PlayError> {
    let mut terminal = ratatui::try_init()?;
    read_keys(sender.clone());
    let mut app = App::new(link.tape.is_some());
    notices.into_iter().for_each(|notice| app.notice(notice));
    let drive = Drive { link: &link, inputs, sender, save_to, theme };
    let done = drive.run(&mut terminal, &mut app);
    ratatui::restore();
    let trouble = link.tape.as_ref().and_then(|tape| tape.trouble());
    link.leave();
    // What remains on the screen behind the game.
    for line in app.farewell().into_iter().chain(trouble) {
        println!("{line}");
    }
    done
}

struct Drive<'a> {
    link: &'a Link,
    inputs: &'a Receiver<Input>,
    sender: Sender<Input>,
    save_to: Option<PathBuf>,
    theme: Theme,
}

impl Drive<'_> {
    fn run(&self, terminal: &mut DefaultTerminal, app: &mut App) -> Result<(), PlayError> {
        loop {
            terminal.draw(|frame| draw::draw(frame, app, self.theme))?;
            let input = match app.wait(Instant::now()) {
                Some(time) => match self.inputs.recv_timeout(time) {
                    Ok(input) => Some(input),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(PlayError::Broken(text::HOST_LEFT.into()));
                    }
                },
                None => Some(self.inputs.recv().map_err(|_| PlayError::Broken(text::HOST_LEFT.into()))?),
            };
            let effect = match input {
                None => None,
                Some(Input::News(news)) => app.hear(news),
                Some(Input::Terminal(Event::Key(key))) if key.kind == KeyEventKind::Press => app.key(key),
                Some(Input::Hint(question, answer)) => {
                    app.answer(question, *answer);
                    None
                }
                Some(Input::Stop) => Some(Effect::Leave),
                Some(Input::Terminal(_) | Input::Line(_) | Input::LinesEnd) => None,
            };
            app.tick(Instant::now());
            match effect {
                None => {}
                Some(Effect::Act(action)) => self.act(action)?,
                Some(Effect::Think(question)) => self.think(question),
                Some(Effect::Save { leave }) => {
                    let saved = self.save();
                    let done = saved.is_ok();
                    app.saved(saved);
                    if leave && done {
                        return Ok(());
                    }
                }
                Some(Effect::Leave) => {
                    return match app.broken() {
                        Some(reason) => Err(PlayError::Broken(reason)),
                        None => Ok(()),
                    };
                }
            }
        }
    }

    fn act(&self, action: Action) -> Result<(), PlayError> {
        self.link.acts.send(action).map_err(|_| PlayError::Broken(text::HOST_LEFT.into()))
    }

    /// Asks the solver on a thread of its own: the screen stays alive meanwhile.
    fn think(&self, question: app::Question) {
        let sender = self.sender.clone();
        std::thread::spawn(move || {
            let answer = hint_for(&question.config, &question.view, question.budget);
            let _ = sender.send(Input::Hint(question.number, Box::new(answer)));
        });
    }

    fn save(&self) -> Result<String, String> {
        match (&self.link.tape, &self.save_to) {
            (Some(tape), Some(path)) => match tape.save(path) {
                Ok(()) => Ok(text::saved(path)),
                Err(error) => Err(error.to_string()),
            },
            _ => Err(text::GUESTS_DO_NOT_SAVE.to_owned()),
        }
    }
}

fn read_keys(sender: Sender<Input>) {
    std::thread::spawn(move || {
        while let Ok(event) = event::read() {
            if sender.send(Input::Terminal(event)).is_err() {
                return;
            }
        }
        let _ = sender.send(Input::Stop);
    });
}

/// Asks what to do with a saved game, with its board behind the question.
pub(crate) fn choose(what: &str, board: &Board, view: &View, theme: Theme) -> io::Result<Choice> {
    let mut terminal = ratatui::try_init()?;
    let chosen = loop {
        if let Err(error) = terminal.draw(|frame| draw::choice(frame, what, board, view, theme)) {
            break Err(error);
        }
        match event::read() {
            Ok(Event::Key(key)) if key.kind == KeyEventKind::Press => match key.code {
                KeyCode::Char('g') | KeyCode::Enter => break Ok(Choice::GoOn),
                KeyCode::Char('n') => break Ok(Choice::New),
                KeyCode::Char('q' | 'c') | KeyCode::Esc => break Ok(Choice::Quit),
                _ => {}
            },
            Ok(_) => {}
            Err(error) => break Err(error),
        }
    };
    ratatui::restore();
    chosen
}
