//! A place to play at: a folder of its own, pipes for lines in, and a page for lines out.
#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![allow(dead_code, reason = "each test uses a part of it")]

use std::io::{BufReader, PipeWriter, Write};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;

use meydan_terminal::{Console, Options, PlayError, play};

/// A folder of its own.
pub(crate) struct Table(tempfile::TempDir);

impl Table {
    pub(crate) fn new() -> Table {
        Table(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn state(&self) -> PathBuf {
        self.path("state")
    }

    /// Plays with these lines and gives all that was printed.
    pub(crate) fn play(&self, options: Options, lines: &str) -> Result<String, PlayError> {
        let mut person = self.sit_down(options);
        person.say(lines);
        person.finish()
    }

    /// Starts to play on a thread of its own.
    pub(crate) fn sit_down(&self, options: Options) -> Person {
        let (reader, input) = std::io::pipe().unwrap();
        let page = Page::default();
        let output = page.clone();
        let state = Some(self.state());
        let playing = std::thread::spawn(move || {
            let console = Console {
                input: Box::new(BufReader::new(reader)),
                output: Box::new(output),
                full_screen: false,
                state,
                shapes: false,
                width: None,
            };
            play(&options, console)
        });
        Person { input: Some(input), page, playing }
    }
}

/// Options for a board of this text.
pub(crate) fn board(table: &Table, text: &str) -> Options {
    let path = table.path("board.txt");
    std::fs::write(&path, text).unwrap();
    Options { board: Some(path), seed: Some(1), ..Options::default() }
}

/// Somebody who plays in lines.
pub(crate) struct Person {
    input: Option<PipeWriter>,
    pub(crate) page: Page,
    playing: JoinHandle<Result<(), PlayError>>,
}

impl Person {
    pub(crate) fn say(&mut self, lines: &str) {
        // Somebody whose game is over reads no more.
        let _ = writeln!(self.input.as_mut().unwrap(), "{lines}");
    }

    /// Says nothing more and waits for the end.
    pub(crate) fn finish(mut self) -> Result<String, PlayError> {
        drop(self.input.take());
        self.wait()
    }

    /// Waits for the end while the line stays open.
    pub(crate) fn wait(self) -> Result<String, PlayError> {
        let Person { input, page, playing } = self;
        let done = playing.join().unwrap();
        drop(input);
        done.map(|()| page.text())
    }
}

/// What was printed, for somebody else to read while it is being written.
#[derive(Clone, Default)]
pub(crate) struct Page(Arc<(Mutex<Vec<u8>>, Condvar)>);

impl Page {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.0.0.lock().unwrap().clone()).unwrap()
    }

    /// Waits until something is there, and gives all that is.
    pub(crate) fn wait_for(&self, wanted: &str) -> String {
        self.wait_until(|text| text.contains(wanted))
    }

    pub(crate) fn wait_until(&self, wanted: impl Fn(&str) -> bool) -> String {
        let (bytes, changed) = &*self.0;
        let unwanted = |bytes: &mut Vec<u8>| !wanted(&String::from_utf8_lossy(bytes));
        let patience = std::time::Duration::from_secs(240);
        let (bytes, late) = changed.wait_timeout_while(bytes.lock().unwrap(), patience, unwanted).unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert!(!late.timed_out(), "it never came; there is only\n{text}");
        text
    }
}

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.0.lock().unwrap().extend_from_slice(bytes);
        self.0.1.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
