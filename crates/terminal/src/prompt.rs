//! A line that is typed at a terminal: edited, remembered, and completed by Tab.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Write};
use std::sync::{Arc, Mutex};

use meydan_sketch::{completions, printable};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

/// What can be typed now. Cheap to clone; all clones know the same.
#[derive(Clone, Default)]
pub(crate) struct Known(Arc<Mutex<Vec<String>>>);

impl Known {
    /// From now on these can be typed.
    pub(crate) fn set(&self, lines: Vec<String>) {
        *self.0.lock().expect("nobody panics while holding this lock") = lines;
    }
}

impl Completer for Known {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(completions(&line[..at], &self.0.lock().expect("nobody panics while holding this lock")))
    }
}

impl Hinter for Known {
    type Hint = String;
}

impl Highlighter for Known {}
impl Validator for Known {}
impl Helper for Known {}

/// What became of a line.
pub(crate) enum Line {
    /// It was typed.
    Typed(String),
    /// Nobody will type another.
    End,
    /// Ctrl-C.
    Interrupt,
}

/// Asks for lines, one after another.
pub(crate) struct Prompt {
    editor: Editor<Known, MemHistory>,
    /// Lines that were pasted with the last one, and come next.
    pasted: VecDeque<String>,
}

impl Prompt {
    pub(crate) fn new(known: Known) -> io::Result<Prompt> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .completion_show_all_if_ambiguous(true)
            // What is pasted is one piece, and its lines are not completed or looked up one by one.
            .bracketed_paste(true)
            .auto_add_history(true)
            .build();
        let mut editor = Editor::with_history(config, MemHistory::new()).map_err(io::Error::other)?;
        editor.set_helper(Some(known));
        Ok(Prompt { editor, pasted: VecDeque::new() })
    }

    /// The next line: one that was pasted, or one that is typed, now or before it was asked for. What came behind the end of a line
    /// in one piece stays in the editor's buffer (its feature `buffer-redux`).
    pub(crate) fn line(&mut self, sign: &str) -> Line {
        if let Some(line) = self.pasted.pop_front() {
            let _ = writeln!(io::stdout(), "{sign}{}", printable(&line));
            return Line::Typed(line);
        }
        match self.editor.readline(sign) {
            Ok(line) => {
                let mut lines = line.split('\n').map(str::to_owned);
                let first = lines.next().unwrap_or_default();
                self.pasted.extend(lines.filter(|line| !line.trim().is_empty()));
                Line::Typed(first)
            }
            Err(ReadlineError::Interrupted) => Line::Interrupt,
            // What is no text is not understood, and no reason to leave.
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                Line::Typed(char::REPLACEMENT_CHARACTER.to_string())
            }
            Err(_) => Line::End,
        }
    }
}

/// How the terminal was found, and how it is given back: whoever waits for a line may never come to it.
pub(crate) struct Found(Option<Termios>);

impl Found {
    pub(crate) fn now() -> Found {
        Found(tcgetattr(io::stdin()).ok())
    }
}

impl Drop for Found {
    fn drop(&mut self) {
        if let Some(modes) = &self.0 {
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, modes);
        }
    }
}
