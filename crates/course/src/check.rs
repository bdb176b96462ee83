//! A student's program, judged rule by rule. `docs/labyrinth-check.md` says what the program prints and reads.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use meydan_labyrinth::Lang;
use meydan_sandbox::Command;
use serde::Serialize;
use thiserror::Error;

mod boards;
mod class;
mod game;
mod room;
mod rules;
mod shown;
mod shrink;
mod student;
mod told;
mod words;

pub use class::{Class, ClassError, Row, class, mark};
pub use room::Room;
pub(crate) use rules::Id;
pub use told::Words;

use room::Program;
use shrink::Case;
use student::Trouble;
use words::{Phrase, Stopped};

/// What the course gives for each phase, in percent.
const WEIGHTS: [u32; 6] = [10, 10, 25, 25, 15, 15];

/// How many phases the course of a game has; 0: it has none.
pub fn phases(game: &str) -> u8 {
    if game == <meydan_labyrinth::Labyrinth as meydan_core::Game>::NAME { WEIGHTS.len() as u8 } else { 0 }
}

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
    /// How long all of it may take; what is not judged by then is left out.
    pub time: Duration,
    /// Where the program runs.
    pub room: Room,
    /// Tool chains outside of `/usr` that a build may see.
    pub tools: Vec<PathBuf>,
    /// The language of what is said.
    pub lang: Lang,
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
    /// The walls did not rise.
    #[error("the walls for the program cannot be built: {0}; `--bare` runs it without them")]
    Wall(String),
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
    /// Whether something was wrong. Where nothing was and not everything was seen, nobody knows.
    pub wrong: bool,
    /// Whether the program ran behind walls.
    pub jailed: bool,
    /// Why not all boards were played.
    pub cut: Option<String>,
    /// Rule by rule.
    pub rules: Vec<Rule>,
}

impl Report {
    /// How many rules were seen and kept.
    pub fn kept(&self) -> usize {
        self.rules.iter().filter(|rule| rule.wrong == 0 && rule.right > 0).count()
    }

    /// The share of the course's percents for this phase, by the rules that are kept.
    pub fn points(&self) -> f64 {
        let weight = WEIGHTS.get(usize::from(self.phase).saturating_sub(1)).copied().unwrap_or_default();
        self.kept() as f64 / self.rules.len().max(1) as f64 * f64::from(weight)
    }

    /// The first rule, in the document's order, that is broken; where none is, the first that was never seen.
    pub fn first_wrong(&self) -> Option<&Rule> {
        let broken = self.rules.iter().find(|rule| rule.wrong > 0);
        broken.or_else(|| self.rules.iter().find(|rule| rule.right == 0))
    }
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
    /// What the variable `MEYDAN_SEED` held: with it and the input the program does the same again.
    pub seed: u64,
    /// The board before the last command, in the document's format.
    pub board: String,
    /// The commands that led there from the start of the game; the last is the one that went wrong.
    pub commands: Vec<String>,
    /// The same with who was asked and what was not allowed.
    pub story: Vec<String>,
    /// What should have come.
    pub expected: String,
    /// What came.
    pub found: String,
    #[serde(skip)]
    size: (usize, usize, usize),
    /// How to play it again.
    #[serde(skip)]
    case: Option<Case>,
}

/// Judges a program. It is run in folders of its own that are removed afterwards.
pub async fn check(command: &Command, terms: &Terms) -> Result<Report, CheckError> {
    if !(1..=6).contains(&terms.phase) {
        return Err(CheckError::Phase(terms.phase));
    }
    let program = Program::new(command, terms.room, &terms.tools)?;
    let mut findings = Findings::new(terms);
    match terms.phase {
        1 => boards::print(&program, terms, &mut findings).await?,
        2 => boards::random(&program, terms, &mut findings).await?,
        _ => game::play(&program, terms, &mut findings).await?,
    }
    shrink::shrink(&program, terms, &mut findings).await?;
    Ok(findings.report(terms))
}

/// After so many silences there is no use in asking on.
const SILENCES: u32 = 3;

/// What was found so far.
pub(crate) struct Findings {
    rules: BTreeMap<Id, (u32, u32, Option<Failure>)>,
    until: Instant,
    silences: u32,
    cut: Option<Stopped>,
    /// The language of what is found.
    pub(crate) lang: Lang,
    /// What the hunters did in all rounds.
    watch: game::Watch,
}

impl Findings {
    fn new(terms: &Terms) -> Findings {
        let until = Instant::now() + terms.time;
        Findings {
            rules: BTreeMap::new(),
            until,
            silences: 0,
            cut: None,
            lang: terms.lang,
            watch: game::Watch::default(),
        }
    }

    /// For cases that are tried and do not count.
    fn trial(&self) -> Findings {
        Findings {
            rules: BTreeMap::new(),
            until: self.until,
            silences: 0,
            cut: None,
            lang: self.lang,
            watch: self.watch,
        }
    }

    pub(crate) fn right(&mut self, id: Id) {
        self.rules.entry(id).or_default().0 += 1;
    }

    /// Something was wrong; of all cases the smallest is kept.
    pub(crate) fn wrong(&mut self, id: Id, failure: Failure) {
        self.rules.entry(id).or_default().1 += 1;
        self.keep(id, failure);
    }

    /// Nothing could be read from the program.
    pub(crate) fn stuck(&mut self, trouble: &Trouble, failure: Failure) {
        self.silences += u32::from(trouble.silent);
        self.wrong(Id::Runs, failure);
    }

    /// Keeps a case if it is the smallest; whether it is.
    fn keep(&mut self, id: Id, mut failure: Failure) -> bool {
        failure.size = (failure.cells(), failure.commands.len(), failure.input.len() + failure.board.len());
        let kept = &mut self.rules.entry(id).or_default().2;
        let smaller = kept.as_ref().is_none_or(|other| failure.size < other.size);
        if smaller {
            *kept = Some(failure);
        }
        smaller
    }

    /// Whether this rule was broken already.
    pub(crate) fn is_wrong(&self, id: Id) -> bool {
        self.rules.get(&id).is_some_and(|(_, wrong, _)| *wrong > 0)
    }

    /// Whether this rule was kept so far, and seen.
    pub(crate) fn is_kept(&self, id: Id) -> bool {
        self.rules.get(&id).is_some_and(|(right, wrong, _)| *right > 0 && *wrong == 0)
    }

    /// Whether something is wrong already.
    fn is_broken(&self) -> bool {
        self.rules.values().any(|(_, wrong, _)| *wrong > 0)
    }

    /// Whether every rule of a phase was seen so often.
    fn has_seen_all(&self, phase: u8, often: u32) -> bool {
        let seen = |id: &Id| self.rules.get(id).is_some_and(|(right, wrong, _)| right + wrong >= often);
        rules::of(phase).all(|(id, _)| seen(&id))
    }

    /// Whether there is no use in going on, or no time; the reason is told in the report.
    fn is_over(&mut self) -> bool {
        if self.cut.is_none() && self.silences >= SILENCES {
            self.cut = Some(Stopped::Silences(SILENCES));
        } else if self.cut.is_none() && Instant::now() >= self.until {
            self.cut = Some(Stopped::Time);
        }
        self.cut.is_some()
    }

    fn report(mut self, terms: &Terms) -> Report {
        let rules: Vec<Rule> = rules::of(terms.phase)
            .map(|(id, rule)| {
                let (right, wrong, failure) = self.rules.remove(&id).unwrap_or_default();
                Rule { rule, text: words::rule(id, self.lang), right, wrong, failure }
            })
            .collect();
        let ok = rules.iter().all(|rule| rule.wrong == 0 && rule.right > 0);
        let wrong = rules.iter().any(|rule| rule.wrong > 0);
        let cut = self.cut.map(|why| why.text(self.lang));
        Report { phase: terms.phase, ok, wrong, jailed: terms.room != Room::Bare, cut, rules }
    }
}

impl Failure {
    pub(crate) fn new(
        lang: Lang,
        (input, seed): (&str, u64),
        board: &str,
        expected: &Phrase,
        found: &Phrase,
    ) -> Failure {
        Failure {
            input: input.trim_end().to_owned(),
            seed,
            board: board.to_owned(),
            commands: Vec::new(),
            story: Vec::new(),
            expected: expected.text(lang),
            found: found.text(lang),
            size: (0, 0, 0),
            case: None,
        }
    }

    pub(crate) fn of(mut self, case: Case) -> Failure {
        self.case = Some(case);
        self
    }

    /// How many cells the board has: its size is the first that the input says.
    fn cells(&self) -> usize {
        // `new` may stand before it.
        let numbers = self.input.split_whitespace().filter_map(|word| word.parse::<usize>().ok());
        numbers.take(2).product()
    }
}
