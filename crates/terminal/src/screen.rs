//! The full screen: drawn only when something has changed, and given back whatever happens.

use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Instant;

use meydan_labyrinth::Action;
use meydan_labyrinth::solve::hint_for;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind};

use crate::link::{Input, Link};
use crate::slots::Slot;
use crate::start::{After, Choice, Keep, Parting, PlayError};
use crate::text::Text;

mod app;
mod draw;
#[cfg(test)]
mod tests;
mod theme;

use app::{App, Effect};
pub(crate) use theme::Theme;

/// Plays until the person leaves.
pub(crate) fn run(
    mut link: Link,
    inputs: &Receiver<Input>,
    sender: Sender<Input>,
    keep: Keep,
    theme: Theme,
    notices: Vec<String>,
    after: After,
) -> Result<Parting, PlayError> {
    let mut terminal = ratatui::try_init()?;
    let mut app = App::new(link.tape.is_some(), after, link.text);
    notices.into_iter().for_each(|notice| app.notice(notice));
    let drive = Drive { link: &link, inputs, sender, keep: &keep, theme };
    let done = drive.run(&mut terminal, &mut app);
    let restored = ratatui::try_restore();
    link.leave();
    let leaving = done?;
    restored?;
    // What remains on the screen behind the game; whoever plays on has no use for it.
    let word = match leaving {
        Leaving::Now(Parting::Left) => app.farewell().or_else(|| Some(keep.left(&link))),
        Leaving::Now(_) => None,
        Leaving::Interrupted => Some(keep.interrupted(&link)),
    };
    if let Some(line) = word {
        let mut out = io::stdout();
        writeln!(out, "{line}")?;
        out.flush()?;
    }
    let parting = if let Leaving::Now(parting) = leaving { parting } else { Parting::Left };
    // The save that was promised is not there: the game was played, but not as it was asked for.
    match link.tape.as_ref().and_then(|tape| tape.trouble()) {
        Some(trouble) if parting == Parting::Left => Err(PlayError::Save(trouble)),
        _ => Ok(parting),
    }
}

/// How wide the terminal is.
pub(crate) fn width() -> Option<u16> {
    size().map(|(columns, _)| columns)
}

/// How many columns and lines the terminal has.
pub(crate) fn size() -> Option<(u16, u16)> {
    ratatui::crossterm::terminal::size().ok().filter(|(columns, lines)| *columns > 0 && *lines > 0)
}

/// How somebody leaves the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaving {
    Now(Parting),
    /// The system asked for it.
    Interrupted,
}

struct Drive<'a> {
    link: &'a Link,
    inputs: &'a Receiver<Input>,
    sender: Sender<Input>,
    keep: &'a Keep,
    theme: Theme,
}

impl Drive<'_> {
    /// Plays until the person leaves.
    fn run(&self, terminal: &mut DefaultTerminal, app: &mut App) -> Result<Leaving, PlayError> {
        let gone = || PlayError::Broken(self.link.text.plain().host_left.into());
        loop {
            if let Some(trouble) =
                self.link.tape.as_ref().and_then(|tape| tape.news_of_trouble(self.link.text))
            {
                app.trouble(trouble);
            }
            terminal.draw(|frame| draw::draw(frame, app, self.theme))?;
            let input = match app.wait(Instant::now()) {
                Some(time) => match self.inputs.recv_timeout(time) {
                    Ok(input) => Some(input),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => return Err(gone()),
                },
                None => Some(self.inputs.recv().map_err(|_| gone())?),
            };
            let effect = match input {
                None => None,
                Some(Input::News(news)) => app.hear(news),
                Some(Input::Terminal(Event::Key(key))) if key.kind == KeyEventKind::Press => app.key(key),
                Some(Input::Hint(question, answer)) => {
                    app.answer(question, *answer);
                    None
                }
                Some(Input::Stop) => return Ok(Leaving::Interrupted),
                Some(Input::Terminal(_) | Input::Line(_) | Input::LinesEnd) => None,
            };
            app.tick(Instant::now());
            match effect {
                None => {}
                Some(Effect::Act(action)) => self.act(action)?,
                Some(Effect::Think(question)) => self.think(question)?,
                Some(Effect::Save { name, over, leave }) => {
                    let saved = self.keep.save(self.link, name.as_deref().map(Path::new), over);
                    let done = saved.is_ok();
                    app.saved(saved);
                    if leave && done {
                        return Ok(Leaving::Now(Parting::Left));
                    }
                }
                Some(Effect::Leave(parting)) => {
                    return match app.broken() {
                        Some(reason) => Err(PlayError::Broken(reason)),
                        None => Ok(Leaving::Now(parting)),
                    };
                }
            }
        }
    }

    fn act(&self, action: Action) -> Result<(), PlayError> {
        let gone = |_| PlayError::Broken(self.link.text.plain().host_left.into());
        self.link.acts.send(action).map_err(gone)
    }

    /// Asks the solver on a thread of its own: the screen stays alive meanwhile.
    fn think(&self, question: app::Question) -> io::Result<()> {
        let sender = self.sender.clone();
        let think = move || {
            let answer = hint_for(&question.config, &question.view, question.budget);
            let _ = sender.send(Input::Hint(question.number, Box::new(answer)));
        };
        std::thread::Builder::new().name("solver".into()).spawn(think).map(|_| ())
    }
}

/// Reads keys on a thread of its own, until the terminal has none.
pub(crate) fn read_keys(sender: Sender<Input>) -> io::Result<()> {
    let read = move || {
        while let Ok(event) = event::read() {
            if sender.send(Input::Terminal(event)).is_err() {
                return;
            }
        }
        let _ = sender.send(Input::Stop);
    };
    std::thread::Builder::new().name("keys".into()).spawn(read).map(|_| ())
}

/// Asks what to do with saved games.
pub(crate) fn choose(
    slots: &[Slot],
    theme: Theme,
    inputs: &Receiver<Input>,
    text: Text,
) -> io::Result<Choice> {
    let mut terminal = ratatui::try_init()?;
    let mut chosen = 0;
    let choice = loop {
        if let Err(error) = terminal.draw(|frame| draw::choice(frame, slots, chosen, theme, text)) {
            break Err(error);
        }
        match inputs.recv() {
            Ok(Input::Terminal(Event::Key(key))) if key.kind == KeyEventKind::Press => match key.code {
                KeyCode::Char('g') | KeyCode::Enter => break Ok(Choice::GoOn(chosen)),
                KeyCode::Up => chosen = chosen.saturating_sub(1),
                KeyCode::Down => chosen = (chosen + 1).min(slots.len() - 1),
                KeyCode::Char('n') => break Ok(Choice::New),
                KeyCode::Char('q' | 'c') | KeyCode::Esc => break Ok(Choice::Quit),
                _ => {}
            },
            Ok(Input::Stop) | Err(_) => break Ok(Choice::Quit),
            Ok(_) => {}
        }
    };
    ratatui::try_restore()?;
    choice
}
