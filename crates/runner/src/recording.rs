//! The record of a match while it is written. Where somebody waits for the match, a thread of its own writes, and the match waits for that between
//! two windows. Where house bots are alone, the thread that plays writes itself, because going to another and back costs more than the window, and
//! windows that are played within a moment reach the file together: their seed plays them again.

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use meydan_core::trace::{Entry, Header};
use meydan_core::{Game, Outcome};
use meydan_record::{OutFile, Place, TraceWriter};
use meydan_referee::{Infrastructure, Interlude, Recorder};
use tokio::sync::{mpsc, watch};

use crate::{Kept, TraceSink};

/// What is to be written next.
enum Chunk {
    /// The lines of a closed window.
    Window(Vec<u8>),
    /// The lines of a window that never closed.
    Rest(Vec<u8>),
    /// The match is over.
    End(Vec<u8>, Outcome),
}

/// For how long windows of house bots alone are gathered.
const MOMENT: Duration = Duration::from_millis(50);

/// Whoever writes.
struct Scribe {
    /// `None`: it is finished.
    writer: Option<TraceWriter<BufWriter<File>>>,
    over: Option<Outcome>,
    failed: Option<io::Error>,
    /// When something last reached the file; `None`: every window does.
    latest: Option<Instant>,
}

impl Scribe {
    /// After the first failure nothing more is written.
    fn write(&mut self, chunk: Chunk) {
        let Some(writer) = self.writer.as_mut().filter(|_| self.failed.is_none()) else { return };
        let wrote = match chunk {
            Chunk::Window(lines) if self.latest.is_some_and(|latest| latest.elapsed() < MOMENT) => {
                writer.gather(&lines)
            }
            Chunk::Window(lines) => {
                self.latest = self.latest.map(|_| Instant::now());
                writer.window(&lines)
            }
            Chunk::Rest(lines) => writer.rest(&lines),
            Chunk::End(lines, outcome) => {
                self.over = Some(outcome);
                writer.rest(&lines)
            }
        };
        self.failed = wrote.err();
    }

    fn trouble(&self) -> Option<String> {
        self.failed.as_ref().map(ToString::to_string)
    }

    fn finish(&mut self) -> io::Result<File> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let writer = self.writer.take().ok_or_else(|| io::Error::other("the record was finished before"))?;
        let file = match &self.over {
            Some(outcome) => writer.finish(outcome)?,
            None => writer.pause()?,
        };
        file.into_inner().map_err(io::IntoInnerError::into_error)
    }
}

/// How far the writing thread has come.
#[derive(Default)]
struct Progress {
    windows: u64,
    trouble: Option<String>,
}

/// A record that is being written, and the file it goes to.
pub(crate) struct Writing {
    by: By,
    out: OutFile,
}

enum By {
    Thread(JoinHandle<io::Result<File>>),
    Player(Arc<Mutex<Scribe>>),
}

impl TraceSink {
    pub(crate) fn open(
        self,
        header: &Header,
        alone: bool,
    ) -> Result<(TraceRecorder, Written, Writing), Infrastructure> {
        let path = self.path.clone();
        let wrong = |error: io::Error| cannot_write(&path, &error);
        let (file, out) = OutFile::create(&self.path).map_err(wrong)?;
        let writer = match TraceWriter::new(BufWriter::new(file), header, self.key.as_ref()) {
            Ok(writer) => writer,
            Err(error) => {
                out.discard();
                return Err(wrong(error));
            }
        };
        let latest = alone.then(Instant::now);
        let mut scribe = Scribe { writer: Some(writer), over: None, failed: None, latest };
        if alone {
            let scribe = Arc::new(Mutex::new(scribe));
            let recorder = TraceRecorder { hands: Hands::Own(scribe.clone()), lines: Vec::new() };
            let written = Written { far: Far::Own(scribe.clone()), path: self.path };
            return Ok((recorder, written, Writing { by: By::Player(scribe), out }));
        }
        let (send, mut chunks) = mpsc::unbounded_channel();
        let (done, written) = watch::channel(Progress::default());
        let sent = Arc::new(AtomicU64::new(0));
        let write = move || -> io::Result<File> {
            while let Some(chunk) = chunks.blocking_recv() {
                let window = matches!(chunk, Chunk::Window(_));
                scribe.write(chunk);
                done.send_modify(|progress| {
                    progress.windows += u64::from(window);
                    progress.trouble = scribe.trouble();
                });
            }
            scribe.finish()
        };
        let thread = thread::Builder::new().name("record".to_owned()).spawn(write).map_err(wrong)?;
        let recorder = TraceRecorder { hands: Hands::Others(send, sent.clone()), lines: Vec::new() };
        let written = Written { far: Far::Others(written, sent), path: self.path };
        Ok((recorder, written, Writing { by: By::Thread(thread), out }))
    }
}

/// Not where the folder lies: an arena tells it to strangers, and whoever chose the folder knows it.
fn cannot_write(path: &Path, error: &dyn fmt::Display) -> Infrastructure {
    let name = path.file_name().unwrap_or(path.as_os_str());
    Infrastructure::new(format!("the record `{}` cannot be written: {error}", name.display()))
}

impl Writing {
    /// Closes the record: whole if the match is over. The recorders must be gone by now.
    pub(crate) fn close(self, over: bool, windows: u32) -> Kept {
        let closed = match self.by {
            By::Thread(thread) => {
                thread.join().unwrap_or_else(|_| Err(io::Error::other("the writing thread panicked")))
            }
            By::Player(scribe) => scribe.lock().unwrap_or_else(PoisonError::into_inner).finish(),
        };
        match closed {
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

/// Gathers the lines of a window and has them written when it closes.
pub(crate) struct TraceRecorder {
    hands: Hands,
    lines: Vec<u8>,
}

/// Who writes them.
enum Hands {
    /// The writing thread; and how many windows were sent to it.
    Others(mpsc::UnboundedSender<Chunk>, Arc<AtomicU64>),
    /// The thread that plays.
    Own(Arc<Mutex<Scribe>>),
}

impl TraceRecorder {
    fn hand_over(&mut self, chunk: impl FnOnce(Vec<u8>) -> Chunk) {
        let chunk = chunk(std::mem::take(&mut self.lines));
        match &self.hands {
            Hands::Others(send, sent) => {
                let window = matches!(chunk, Chunk::Window(_));
                let _ = send.send(chunk);
                sent.fetch_add(u64::from(window), Ordering::Release);
            }
            Hands::Own(scribe) => scribe.lock().unwrap_or_else(PoisonError::into_inner).write(chunk),
        }
    }
}

impl<G: Game> Recorder<G> for TraceRecorder {
    fn entry(&mut self, entry: &Entry<G::Action>, _: &[G::Event], _: &G) {
        TraceWriter::<File>::entry_line(entry, &mut self.lines);
        if let Entry::Close(_) = entry {
            self.hand_over(Chunk::Window);
        }
    }

    fn end(&mut self, outcome: &Outcome, _: &G) {
        self.hand_over(|lines| Chunk::End(lines, outcome.clone()));
    }
}

impl Drop for TraceRecorder {
    fn drop(&mut self) {
        if !self.lines.is_empty() {
            self.hand_over(Chunk::Rest);
        }
    }
}

/// Waits until every window that has closed is written.
pub(crate) struct Written {
    far: Far,
    path: PathBuf,
}

/// How far it is.
enum Far {
    Others(watch::Receiver<Progress>, Arc<AtomicU64>),
    Own(Arc<Mutex<Scribe>>),
}

impl Interlude for Written {
    fn wait(&mut self) -> BoxFuture<'_, Result<(), Infrastructure>> {
        Box::pin(async move {
            let trouble = match &mut self.far {
                Far::Own(scribe) => scribe.lock().unwrap_or_else(PoisonError::into_inner).trouble(),
                Far::Others(written, sent) => {
                    let sent = sent.load(Ordering::Acquire);
                    match written.wait_for(|far| far.trouble.is_some() || far.windows >= sent).await {
                        Ok(far) => far.trouble.clone(),
                        Err(_) => Some("the writing thread is gone".to_owned()),
                    }
                }
            };
            match trouble {
                None => Ok(()),
                Some(trouble) => Err(cannot_write(&self.path, &trouble)),
            }
        })
    }
}
