//! Where the record and the picture of a match go. Nothing here does its work under the match's lock: a trace is
//! written on a thread of its own, and the match waits for it between two windows.

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use futures_util::future::BoxFuture;
use meydan_catalog::{Advice, Offer, ReelRecorder};
use meydan_core::trace::{Entry, Header};
use meydan_core::{Game, Outcome, Viewer};
use meydan_record::{Key, OutFile, Place, TraceWriter};
use meydan_referee::{Infrastructure, Interlude, Recorder};
use tokio::sync::{mpsc, watch};

use crate::Kept;
use crate::scene::SceneSink;

/// Where a match goes while it is played.
#[derive(Default)]
pub struct Sinks {
    /// Its record.
    pub trace: Option<TraceSink>,
    /// Its picture, through as many eyes as wanted.
    pub reels: Vec<ReelSink>,
    /// Who follows it window by window.
    pub scenes: Option<SceneSink>,
    /// Whether what house bots think is measured, where all are. It takes time itself.
    pub profiled: bool,
    /// Hints for whoever is to move.
    pub hints: Option<HintSlot>,
    /// Whether record and picture are for strangers: notes, error output and what exactly was said wrong stay with whoever
    /// said it.
    pub discreet: bool,
}

/// A record in a file.
#[derive(Clone, Debug)]
pub struct TraceSink {
    /// The file. Until the match is over it is beside that, under a name that says it is partial.
    pub path: PathBuf,
    /// Who signs it.
    pub key: Option<Key>,
}

/// A picture: the lines of a reel, as they come.
pub struct ReelSink {
    /// Through whose eyes.
    pub eyes: Viewer,
    /// Takes a line. It is called under the match's lock and must not wait.
    pub send: Box<dyn FnMut(String) + Send>,
}

/// Where the latest hint can be asked for while the match is played.
#[derive(Clone, Default)]
pub struct HintSlot(Arc<Mutex<Option<Ask>>>);

type Ask = Arc<dyn Fn() -> Option<Advice> + Send + Sync>;

impl HintSlot {
    /// What whoever is to move should do. It may take a moment of thinking.
    pub fn ask(&self) -> Option<Advice> {
        let ask = self.0.lock().expect("nobody panics while holding this lock").clone();
        ask.and_then(|ask| ask())
    }
}

struct HintRecorder(HintSlot);

impl<G: Offer> Recorder<G> for HintRecorder {
    fn entry(&mut self, entry: &Entry<G::Action>, _: &[G::Event], game: &G) {
        if G::HINTS && entry.is_input() {
            let game = game.clone();
            let ask: Ask = Arc::new(move || game.hint());
            *self.0.0.lock().expect("nobody panics while holding this lock") = Some(ask);
        }
    }
    fn end(&mut self, _: &Outcome, _: &G) {}
}

/// The sinks of one match at work.
pub(crate) struct Opened<G: Game> {
    pub(crate) recorders: Vec<Box<dyn Recorder<G>>>,
    pub(crate) interludes: Vec<Box<dyn Interlude>>,
    trace: Option<Writing>,
}

impl Sinks {
    /// Opens everything, for a match as it stands now.
    pub(crate) fn open<G: Offer>(
        self,
        game: &G,
        header: &Header,
        pace: Duration,
    ) -> Result<Opened<G>, Infrastructure> {
        let mut opened = Opened { recorders: Vec::new(), interludes: Vec::new(), trace: None };
        if let Some(sink) = self.trace {
            let (recorder, waiting, writing) = sink.open(header)?;
            opened.recorders.push(discreetly(self.discreet, recorder));
            opened.interludes.push(Box::new(waiting));
            opened.trace = Some(writing);
        }
        for ReelSink { eyes, send } in self.reels {
            let discreet = self.discreet && eyes == Viewer::Spectator;
            opened.recorders.push(discreetly(discreet, ReelRecorder::new(game, header, eyes, send)));
        }
        if let Some(slot) = self.hints {
            let ask: Ask = {
                let game = game.clone();
                Arc::new(move || game.hint())
            };
            *slot.0.lock().expect("nobody panics while holding this lock") = Some(ask);
            opened.recorders.push(Box::new(HintRecorder(slot)));
        }
        if let Some(sink) = self.scenes {
            let (follower, hand_over) = sink.open::<G>(header);
            opened.recorders.push(Box::new(follower));
            opened.interludes.push(Box::new(hand_over));
        }
        if !pace.is_zero() {
            opened.interludes.push(Box::new(Pace(pace)));
        }
        Ok(opened)
    }
}

/// A recorder as it is, or one that hears nobody's own words.
fn discreetly<G: Game>(discreet: bool, recorder: impl Recorder<G> + 'static) -> Box<dyn Recorder<G>> {
    if discreet { Box::new(Discreet(recorder)) } else { Box::new(recorder) }
}

struct Discreet<R>(R);

impl<G: Game, R: Recorder<G>> Recorder<G> for Discreet<R> {
    fn entry(&mut self, entry: &Entry<G::Action>, events: &[G::Event], game: &G) {
        match entry {
            Entry::Note(..) | Entry::Stderr(..) | Entry::Fault(_) => {
                if let Some(told) = entry.clone().discreet() {
                    self.0.entry(&told, events, game);
                }
            }
            _ => self.0.entry(entry, events, game),
        }
    }

    fn end(&mut self, outcome: &Outcome, game: &G) {
        self.0.end(outcome, game);
    }
}

impl<G: Game> Opened<G> {
    /// Closes the record: whole if the match is over. The recorders must be gone by now.
    pub(crate) fn close(trace: Option<Writing>, over: bool, windows: u32) -> Option<Kept> {
        trace.map(|writing| writing.close(over, windows))
    }

    pub(crate) fn take_trace(&mut self) -> Option<Writing> {
        self.trace.take()
    }
}

/// Waits after every window, so that a person can follow.
struct Pace(Duration);

impl Interlude for Pace {
    fn wait(&mut self) -> BoxFuture<'_, Result<(), Infrastructure>> {
        Box::pin(async {
            tokio::time::sleep(self.0).await;
            Ok(())
        })
    }
}

/// What the writing thread is told.
enum Chunk {
    /// The lines of a closed window.
    Window(Vec<u8>),
    /// The lines of a window that never closed.
    Rest(Vec<u8>),
    /// The match is over.
    End(Vec<u8>, Outcome),
}

/// How far the writing thread has come.
#[derive(Default)]
struct Progress {
    windows: u64,
    trouble: Option<String>,
}

/// The thread that writes a record, and the file it writes to.
pub(crate) struct Writing {
    thread: JoinHandle<io::Result<File>>,
    out: OutFile,
}

impl TraceSink {
    fn open(self, header: &Header) -> Result<(TraceRecorder, Written, Writing), Infrastructure> {
        let path = self.path.clone();
        let wrong = |error: io::Error| cannot_write(&path, &error);
        let (file, out) = OutFile::create(&self.path).map_err(wrong)?;
        let mut writer = match TraceWriter::new(BufWriter::new(file), header, self.key.as_ref()) {
            Ok(writer) => writer,
            Err(error) => {
                out.discard();
                return Err(wrong(error));
            }
        };
        let (send, mut chunks) = mpsc::unbounded_channel();
        let (done, written) = watch::channel(Progress::default());
        let sent = Arc::new(AtomicU64::new(0));
        let write = move || -> io::Result<File> {
            let mut failed = None;
            let mut over = None;
            while let Some(chunk) = chunks.blocking_recv() {
                if failed.is_none() {
                    let window = matches!(chunk, Chunk::Window(_));
                    let wrote = match chunk {
                        Chunk::Window(lines) => writer.window(&lines),
                        Chunk::Rest(lines) => writer.rest(&lines),
                        Chunk::End(lines, outcome) => {
                            over = Some(outcome);
                            writer.rest(&lines)
                        }
                    };
                    failed = wrote.err();
                    let trouble = failed.as_ref().map(ToString::to_string);
                    done.send_modify(|progress| {
                        progress.windows += u64::from(window);
                        progress.trouble = trouble;
                    });
                }
            }
            if let Some(error) = failed {
                return Err(error);
            }
            let file = match over {
                Some(outcome) => writer.finish(&outcome)?,
                None => writer.pause()?,
            };
            file.into_inner().map_err(io::IntoInnerError::into_error)
        };
        let thread = thread::Builder::new().name("record".to_owned()).spawn(write).map_err(wrong)?;
        let recorder = TraceRecorder { send, sent: sent.clone(), lines: Vec::new() };
        Ok((recorder, Written { written, sent, path: self.path }, Writing { thread, out }))
    }
}

fn cannot_write(path: &Path, error: &dyn fmt::Display) -> Infrastructure {
    Infrastructure::new(format!("the record cannot be written to {}: {error}", path.display()))
}

impl Writing {
    fn close(self, over: bool, windows: u32) -> Kept {
        let joined =
            self.thread.join().unwrap_or_else(|_| Err(io::Error::other("the writing thread panicked")));
        match joined {
            Ok(file) if over => {
                let partial = match self.out.place() {
                    Place::Beside { partial, .. } => Some(partial.clone()),
                    Place::Direct => None,
                };
                match self.out.keep(file) {
                    Ok(path) => Kept::Whole(path),
                    Err(error) => Kept::Lost { reason: error.to_string(), partial },
                }
            }
            // Nothing was played; nobody misses an empty record.
            Ok(_) if windows == 0 => {
                self.out.discard();
                Kept::Lost { reason: "nothing was played".to_owned(), partial: None }
            }
            Ok(_) => match self.out.leave() {
                Some(path) => Kept::Partial(path),
                None => Kept::Lost { reason: "the match was stopped".to_owned(), partial: None },
            },
            Err(error) => Kept::Lost { reason: error.to_string(), partial: self.out.leave() },
        }
    }
}

/// Gathers the lines of a window and hands them to the writing thread when it closes.
struct TraceRecorder {
    send: mpsc::UnboundedSender<Chunk>,
    /// How many windows were sent.
    sent: Arc<AtomicU64>,
    lines: Vec<u8>,
}

impl<G: Game> Recorder<G> for TraceRecorder {
    fn entry(&mut self, entry: &Entry<G::Action>, _: &[G::Event], _: &G) {
        TraceWriter::<File>::entry_line(entry, &mut self.lines);
        if let Entry::Close(_) = entry {
            let _ = self.send.send(Chunk::Window(std::mem::take(&mut self.lines)));
            self.sent.fetch_add(1, Ordering::Release);
        }
    }

    fn end(&mut self, outcome: &Outcome, _: &G) {
        let _ = self.send.send(Chunk::End(std::mem::take(&mut self.lines), outcome.clone()));
    }
}

impl Drop for TraceRecorder {
    fn drop(&mut self) {
        if !self.lines.is_empty() {
            let _ = self.send.send(Chunk::Rest(std::mem::take(&mut self.lines)));
        }
    }
}

/// Waits until every window that has closed is written.
struct Written {
    written: watch::Receiver<Progress>,
    sent: Arc<AtomicU64>,
    path: PathBuf,
}

impl Interlude for Written {
    fn wait(&mut self) -> BoxFuture<'_, Result<(), Infrastructure>> {
        let sent = self.sent.load(Ordering::Acquire);
        Box::pin(async move {
            let far = self.written.wait_for(|far| far.trouble.is_some() || far.windows >= sent).await;
            let trouble = match far {
                Ok(far) => far.trouble.clone(),
                Err(_) => Some("the writing thread is gone".to_owned()),
            };
            match trouble {
                None => Ok(()),
                Some(trouble) => Err(cannot_write(&self.path, &trouble)),
            }
        })
    }
}
