//! A line that is typed at a terminal: edited, remembered, and completed by Tab.

use std::io::{self, ErrorKind};
use std::sync::{Arc, Mutex};

use meydan_sketch::completions;
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
pub(crate) struct Prompt(Editor<Known, MemHistory>);

impl Prompt {
    pub(crate) fn new(known: Known) -> io::Result<Prompt> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .completion_show_all_if_ambiguous(true)
            // Lines that are pasted are lines like others.
            .bracketed_paste(false)
            .auto_add_history(true)
            .build();
        let mut editor = Editor::with_history(config, MemHistory::new()).map_err(io::Error::other)?;
        editor.set_helper(Some(known));
        Ok(Prompt(editor))
    }

    pub(crate) fn line(&mut self, sign: &str) -> Line {
        match self.0.readline(sign) {
            Ok(line) => Line::Typed(line),
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
