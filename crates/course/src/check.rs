//! A student's program, judged rule by rule. `docs/labyrinth-check.md` says what the program prints and reads.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use meydan_sandbox::Command;
use serde::Serialize;
use thiserror::Error;

mod boards;
mod game;
mod rules;
mod shown;
mod student;

pub(crate) use rules::Id;

/// How a program is judged.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The phase, 1 to 6.
    pub phase: u8,
    /// How many boards or games.
    pub boards: u32,
    /// What fixes the boards and the moves.
    pub seed: u64,
    /// How long one answer may take.
    pub patience: Duration,
}

/// Why nothing was judged.
#[derive(Debug, Error)]
pub enum CheckError {
    /// There is no such phase.
    #[error("the course has phases 1 to 6, not `{0}`")]
    Phase(u8),
    /// The program cannot be run.
    #[error("the program cannot be run: {0}")]
    Start(String),
    /// Our own side failed.
    #[error("the check cannot go on: {0}")]
    Io(#[from] std::io::Error),
}

/// What was found.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The phase.
    pub phase: u8,
    /// Whether nothing was wrong and everything was seen.
    pub ok: bool,
    /// Rule by rule.
    pub rules: Vec<Rule>,
}

/// One rule.
#[derive(Clone, Debug, Serialize)]
pub struct Rule {
    /// Its short name.
    pub rule: &'static str,
    /// What it says.
    pub text: &'static str,
    /// How often it was kept.
    pub right: u32,
    /// How often it was broken.
    pub wrong: u32,
    /// The smallest board on which it was broken.
    pub failure: Option<Failure>,
}

/// A case in which a rule was broken.
#[derive(Clone, Debug, Serialize)]
pub struct Failure {
    /// What the program was given.
    pub input: String,
    /// The board at that moment, in the document's format.
    pub board: String,
    /// The commands that led there; the last is the one that went wrong.
    pub commands: Vec<String>,
    /// What should have come.
    pub expected: String,
    /// What came.
    pub found: String,
    #[serde(skip)]
    size: (usize, usize, usize),
}

/// Judges a program. It is run in folders of its own that are removed afterwards.
pub async fn check(command: &Command, terms: &Terms) -> Result<Report, CheckError> {
    if !(1..=6).contains(&terms.phase) {
        return Err(CheckError::Phase(terms.phase));
    }
    let command = rooted(command).map_err(|error| CheckError::Start(error.to_string()))?;
    let mut findings = Findings::default();
    match terms.phase {
        1 => boards::print(&command, terms, &mut findings).await?,
        2 => boards::random(&command, terms, &mut findings).await?,
        _ => game::play(&command, terms, &mut findings).await?,
    }
    Ok(findings.report(terms.phase))
}

/// The command with files named from the root, because it is run elsewhere.
fn rooted(command: &Command) -> Result<Command, meydan_sandbox::CommandError> {
    let found = command.find()?;
    let full = |word: &str| -> String {
        let path = Path::new(word);
        match path.canonicalize() {
            Ok(full) if word.contains(['/', '.']) => full.display().to_string(),
            _ => word.to_owned(),
        }
    };
    let program = if command.program.contains('/') {
        found.canonicalize().unwrap_or(found).display().to_string()
    } else {
        command.program.clone()
    };
    Ok(Command { program, args: command.args.iter().map(|word| full(word)).collect(), ..command.clone() })
}

/// What was found so far.
#[derive(Default)]
pub(crate) struct Findings(BTreeMap<Id, (u32, u32, Option<Failure>)>);

impl Findings {
    pub(crate) fn right(&mut self, id: Id) {
        self.0.entry(id).or_default().0 += 1;
    }

    /// Something was wrong; of all cases the smallest is kept.
    pub(crate) fn wrong(&mut self, id: Id, mut failure: Failure) {
        failure.size =
            (failure.input.len() + failure.board.len(), failure.commands.len(), failure.expected.len());
        let entry = self.0.entry(id).or_default();
        entry.1 += 1;
        if entry.2.as_ref().is_none_or(|other| failure.size < other.size) {
            entry.2 = Some(failure);
        }
    }

    fn report(mut self, phase: u8) -> Report {
        let rules: Vec<Rule> = rules::of(phase)
            .map(|(id, rule, text)| {
                let (right, wrong, failure) = self.0.remove(&id).unwrap_or_default();
                Rule { rule, text, right, wrong, failure }
            })
            .collect();
        Report { phase, ok: rules.iter().all(|rule| rule.wrong == 0 && rule.right > 0), rules }
    }
}

impl Failure {
    pub(crate) fn new(
        input: &str,
        board: &str,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Failure {
        Failure {
            input: input.trim_end().to_owned(),
            board: board.to_owned(),
            commands: Vec::new(),
            expected: expected.into(),
            found: found.into(),
            size: (0, 0, 0),
        }
    }

    pub(crate) fn after(mut self, commands: &[String]) -> Failure {
        self.commands = commands.to_vec();
        self
    }
}
