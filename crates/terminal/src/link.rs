//! What runs between the match and the person: news one way, acts the other. The match may be in this process or on
//! another machine; the person's side cannot tell.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread::JoinHandle;

use meydan_core::SeatSet;
use meydan_labyrinth::solve::{Hint, HintError};
use meydan_labyrinth::{Action, Config, Event, View};
use meydan_native::Presence;
use ratatui::crossterm::event::Event as TerminalEvent;
use tokio::sync::{mpsc, oneshot};

use crate::tape::Tape;
use crate::text::Text;

/// What the match tells the person.
#[derive(Clone, Debug)]
pub(crate) enum News {
    /// The board, as it stands, and the person's seats.
    Board { config: Arc<Config>, view: View, mine: SeatSet },
    /// Something for the person to know.
    Notice(String),
    /// Who sits where.
    Seats(Vec<Presence>),
    /// Something happened.
    Scene { view: View, events: Vec<Event> },
    /// The person is to act.
    Turn(View),
    /// The act was refused.
    Rejected(String),
    /// The match is over.
    Over(View),
    /// The match cannot go on here.
    Broken(String),
}

/// Everything a front end waits for.
#[derive(Debug)]
pub(crate) enum Input {
    /// From the match.
    News(News),
    /// A line that was typed.
    Line(String),
    /// No more lines will come.
    LinesEnd,
    /// A key, or a new size of the window.
    Terminal(TerminalEvent),
    /// The answer to the question of that number.
    Hint(u64, Box<Result<Hint, HintError>>),
    /// The program is to end.
    Stop,
}

/// The person's end.
pub(crate) struct Link {
    /// Acts on their way to the match.
    pub(crate) acts: mpsc::UnboundedSender<Action>,
    /// The record, where the match is in this process.
    pub(crate) tape: Option<Tape>,
    pub(crate) text: Text,
    quit: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// The match's end.
pub(crate) struct FarLink {
    pub(crate) inputs: Sender<Input>,
    pub(crate) acts: mpsc::UnboundedReceiver<Action>,
    pub(crate) quit: oneshot::Receiver<()>,
}

impl FarLink {
    pub(crate) fn tell(&self, news: News) {
        // A person who has left needs no news.
        let _ = self.inputs.send(Input::News(news));
    }
}

impl Link {
    /// Runs the other end on a thread of its own, under a runtime of its own.
    pub(crate) fn spawn<F: Future<Output = ()>>(
        inputs: Sender<Input>,
        tape: Option<Tape>,
        text: Text,
        far: impl FnOnce(FarLink) -> F + Send + 'static,
    ) -> std::io::Result<Link> {
        let (acts, far_acts) = mpsc::unbounded_channel();
        let (quit, far_quit) = oneshot::channel();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let far_link = FarLink { inputs, acts: far_acts, quit: far_quit };
        let run = move || runtime.block_on(far(far_link));
        let thread = std::thread::Builder::new().name("match".into()).spawn(run)?;
        Ok(Link { acts, tape, text, quit: Some(quit), thread: Some(thread) })
    }

    /// Leaves the match and waits until it has let go.
    pub(crate) fn leave(&mut self) {
        if let Some(quit) = self.quit.take() {
            let _ = quit.send(());
        }
        if let Some(thread) = self.thread.take() {
            // A panic there has been printed already.
            let _ = thread.join();
        }
    }
}
