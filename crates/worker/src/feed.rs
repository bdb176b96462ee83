//! From the match to the films: lines are taken under the match's lock, so they are only handed over there, and a thread
//! of its own writes them down.

use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::{self, JoinHandle};

use meydan_arena::Camera;

/// How many lines may wait for the disk.
const WAITING: usize = 1024;

/// Hands lines to the films of a match.
#[derive(Clone)]
pub struct Feed(SyncSender<Word>);

enum Word {
    /// A line for one of the films.
    Line(usize, String),
    /// All films end here.
    Break(String),
}

impl Feed {
    /// A feed for these cameras, and the thread that ends when everything is written.
    pub fn start(cameras: Vec<Camera>) -> std::io::Result<(Feed, JoinHandle<()>)> {
        let (send, words) = sync_channel(WAITING);
        let thread = thread::Builder::new().name("films".to_owned()).spawn(move || write(cameras, &words))?;
        Ok((Feed(send), thread))
    }

    /// Takes a line for one of the films. It never waits: a picture that cannot keep up breaks off.
    pub fn line(&mut self, film: usize, line: String) {
        if let Err(TrySendError::Full(_)) = self.0.try_send(Word::Line(film, line)) {
            // Without this sender the thread ends, and with it the films.
            self.0 = sync_channel(1).0;
            tracing::warn!("a film could not keep up with its match");
        }
    }

    /// Ends all films before their time.
    pub fn break_off(&self, reason: String) {
        // Nobody waits for it where the thread has gone.
        let _ = self.0.send(Word::Break(reason));
    }
}

fn write(mut cameras: Vec<Camera>, words: &Receiver<Word>) {
    while let Ok(word) = words.recv() {
        match word {
            Word::Line(film, line) => {
                cameras[film].take(line);
            }
            Word::Break(reason) => cameras.iter_mut().for_each(|camera| camera.break_off(&reason)),
        }
    }
}
