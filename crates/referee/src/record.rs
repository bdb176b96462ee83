use std::io::{self, Write};

use meydan_core::trace::{Entry, Header, TraceWriter};
use meydan_core::{Game, Outcome};

/// Somebody who writes down what happens: a trace file, a live socket. It is told everything in order, after it has
/// happened, with the game as it is then. Its troubles are its own: they never stop a match.
pub trait Recorder<G: Game>: Send {
    /// One entry of the trace and the events it caused.
    fn entry(&mut self, entry: &Entry<G::Action>, events: &[G::Event], game: &G);

    /// The match is over.
    fn end(&mut self, outcome: &Outcome, game: &G);
}

/// Writes the trace file of a match.
pub struct TraceRecorder<W: Write> {
    state: State<W>,
}

enum State<W: Write> {
    Writing(TraceWriter<W>),
    Finished,
    Failed(io::Error),
}

impl<W: Write> TraceRecorder<W> {
    /// Starts a trace.
    pub fn new(file: W, header: &Header) -> io::Result<Self> {
        Ok(TraceRecorder { state: State::Writing(TraceWriter::new(file, header)?) })
    }

    /// What went wrong while writing, if anything did.
    pub fn error(&self) -> Option<&io::Error> {
        match &self.state {
            State::Failed(error) => Some(error),
            State::Writing(_) | State::Finished => None,
        }
    }
}

impl<G: Game, W: Write + Send> Recorder<G> for TraceRecorder<W> {
    fn entry(&mut self, entry: &Entry<G::Action>, _: &[G::Event], _: &G) {
        if let State::Writing(writer) = &mut self.state
            && let Err(error) = writer.entry(entry)
        {
            self.state = State::Failed(error);
        }
    }

    fn end(&mut self, outcome: &Outcome, _: &G) {
        if let State::Writing(writer) = std::mem::replace(&mut self.state, State::Finished)
            && let Err(error) = writer.finish(outcome)
        {
            self.state = State::Failed(error);
        }
    }
}
