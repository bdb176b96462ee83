//! Phases 3 to 6: the program makes a board and plays on it; our engine plays the same game beside it.

use std::path::Path;

use meydan_core::{Chance, Seed};
use meydan_labyrinth::{Action, Board, State};

use super::boards::{Asked, keeps_the_rules};
use super::room::Program;
use super::shown::{Item, Shown};
use super::shrink::Case;
use super::student::Student;
use super::words::{Phrase, asked};
use super::{CheckError, Failure, Findings, Id, Terms};

mod answer;
mod compare;
mod hunt;
mod moves;
mod plan;
mod save;

pub(super) use hunt::Watch;
use moves::words;
pub(super) use plan::play;

/// The most commands of one game.
const COMMANDS: u32 = 60;

/// A game of the check.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) asked: Asked,
    /// What `MEYDAN_SEED` holds.
    pub(crate) seed: u64,
    pub(crate) way: Way,
}

/// How a game is played.
#[derive(Clone, Debug)]
pub(crate) enum Way {
    /// To the core, to boxes, hardly at all, or with as many walls as there are.
    Style(u32),
    /// As it was played before.
    Script(Script),
}

/// What was done in a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Script {
    pub(crate) acts: Vec<Action>,
    /// After how many of them the game was saved.
    pub(crate) saved: Option<usize>,
}

/// Plays one game whose findings do not count.
pub(super) async fn try_one(
    program: &Program,
    terms: &Terms,
    findings: &mut Findings,
    game: Game,
) -> Result<(), CheckError> {
    let chance = Chance::new(Seed(game.seed));
    Table::new(terms, findings, chance, game).game(program).await.map(drop)
}

/// One game, and what was said in it.
struct Table<'a> {
    terms: &'a Terms,
    findings: &'a mut Findings,
    chance: Chance,
    input: String,
    asked: Asked,
    seed: u64,
    way: Way,
    played: Script,
    commands: Vec<String>,
    /// The same with who was asked, and what was refused.
    story: Vec<String>,
    shown: Shown,
    /// Runners that left the board in an earthquake and may have arrived or been caught: nobody can tell from outside.
    doubt: u32,
    /// Whether the game was taken up again.
    resumed: bool,
    /// The runners to whom a box gave walls.
    gifted: Vec<u32>,
}

/// A rule was broken, and nothing that follows means anything.
struct Broken;

impl<'a> Table<'a> {
    fn new(terms: &'a Terms, findings: &'a mut Findings, chance: Chance, game: Game) -> Table<'a> {
        let Game { asked, seed, way } = game;
        let mut input = format!("{} {} {}", asked.rows, asked.cols, asked.walls);
        if terms.phase >= 4 {
            input = format!("{input} {} {}", asked.runners, asked.hunters);
        }
        let (played, commands, story, shown) = Default::default();
        let (doubt, resumed, gifted) = (0, false, Vec::new());
        Table {
            terms,
            findings,
            chance,
            input,
            asked,
            seed,
            way,
            played,
            commands,
            story,
            shown,
            doubt,
            resumed,
            gifted,
        }
    }

    async fn start(
        &mut self,
        program: &Program,
        folder: &Path,
        seed: u64,
        how: &str,
    ) -> Result<Student, CheckError> {
        let (phase, patience) = (self.terms.phase, self.terms.patience);
        let mut student = Student::start(program, folder, seed, phase, patience).await?;
        if phase >= 6 {
            student.say(how).await;
        }
        if how == "new" {
            student.say(&self.input.clone()).await;
        }
        Ok(student)
    }

    /// The boards of other runs with the same input, and that of the first.
    async fn first_boards(&mut self, program: &Program, first: String) -> Result<Vec<String>, CheckError> {
        let mut boards = vec![first];
        for more in 1..4 {
            let folder = tempfile::tempdir()?;
            let seed = self.seed.wrapping_add(1000 * more);
            let mut student = self.start(program, folder.path(), seed, "new").await?;
            if let Ok(Some(Item::Board(shown))) = student.next().await {
                boards.push(shown.text());
            }
            student.end().await;
        }
        Ok(boards)
    }

    /// Plays one game; gives the board it began on.
    async fn game(&mut self, program: &Program) -> Result<Option<String>, CheckError> {
        let folder = tempfile::tempdir()?;
        let folder = folder.path();
        let mut student = self.start(program, folder, self.seed, "new").await?;
        let begun = self.begin(&mut student).await;
        let mut first = None;
        if let Ok((board, mut state)) = begun {
            first = Some(self.shown.text());
            let saves = self.terms.phase >= 6;
            let halfway = match &self.way {
                Way::Script(script) => script.saved.unwrap_or(script.acts.len()) as u32,
                // Sometimes early, sometimes after somebody has arrived.
                Way::Style(_) => 2 + self.chance.below(12),
            };
            let most = if saves { halfway } else { COMMANDS };
            let mut played = self.rounds(&mut student, &board, &mut state, most).await;
            if saves && played.is_ok() && state.result.is_none() {
                self.played.saved = Some(self.played.acts.len());
                // Twice: the later save counts. A little is played in between, where it is not a script.
                for first in [true, false] {
                    if first && matches!(self.way, Way::Script(_)) {
                        continue;
                    }
                    played = self.save(&mut student, &state).await;
                    if first && played.is_ok() {
                        played = self.rounds(&mut student, &board, &mut state, 2).await;
                        self.played.saved = Some(self.played.acts.len());
                    }
                    if played.is_err() || state.result.is_some() {
                        break;
                    }
                }
                if played.is_ok() && state.result.is_none() {
                    student.end().await;
                    student = self.start(program, folder, self.seed, "resume").await?;
                    self.resumed = true;
                    let kept = self.shown.text();
                    if self.goes_on(&mut student, &board, &state).await.is_ok() {
                        let _ = self.rounds(&mut student, &board, &mut state, COMMANDS).await;
                    }
                    student.end().await;
                    self.resumed = false;
                    student = self.begins_anew(program, folder, first.as_deref(), &kept).await?;
                }
            }
            if played.is_ok()
                && state.result.is_some()
                && let Some(how) = student.crash().await
            {
                let failure = self.failure(&Phrase::GoodEnd, &Phrase::End(how));
                self.findings.wrong(Id::Runs, failure);
            }
        }
        student.end().await;
        Ok(first)
    }

    /// How to come here again.
    fn case(&self) -> Case {
        let way = Way::Script(self.played.clone());
        Case::Played(Game { asked: self.asked, seed: self.seed, way })
    }

    fn failure(&self, expected: &Phrase, found: &Phrase) -> Failure {
        let board = if self.shown.is_nothing() { String::new() } else { self.shown.text() };
        let how = if self.terms.phase >= 6 { "new\n" } else { "" };
        let input = format!("{how}{}", self.input);
        let mut failure = Failure::new(self.terms.lang, (&input, self.seed), &board, expected, found);
        failure.commands.clone_from(&self.commands);
        failure.story.clone_from(&self.story);
        failure.of(self.case())
    }

    /// What was right until the game was taken up again was not saved.
    fn blame(&self, id: Id) -> Id {
        let kept = matches!(id, Id::Runs | Id::Order | Id::Victory | Id::Defeat) && self.findings.is_kept(id);
        if self.resumed && kept { Id::Saved } else { id }
    }

    fn broken<T>(
        &mut self,
        id: Id,
        expected: impl Into<Phrase>,
        found: impl Into<Phrase>,
    ) -> Result<T, Broken> {
        let failure = self.failure(&expected.into(), &found.into());
        self.findings.wrong(self.blame(id), failure);
        Err(Broken)
    }

    async fn next(&mut self, student: &mut Student, wanted: impl Into<Phrase>) -> Result<Item, Broken> {
        match student.next().await {
            Ok(Some(item)) => Ok(item),
            Ok(None) => {
                let how = student.how_it_ended().await;
                self.broken(Id::Runs, wanted, Phrase::Ended(how, student.tail()))
            }
            Err(trouble) => {
                let failure = self.failure(&wanted.into(), &trouble.what);
                self.findings.stuck(&trouble, failure);
                Err(Broken)
            }
        }
    }

    /// The board that comes first.
    async fn opening(&mut self, student: &mut Student) -> Result<Shown, Broken> {
        match self.next(student, Phrase::Board).await? {
            Item::Board(shown) => Ok(*shown),
            other => self.broken(Id::Runs, Phrase::Board, other),
        }
    }

    async fn begin(&mut self, student: &mut Student) -> Result<(Board, State), Broken> {
        self.shown = self.opening(student).await?;
        let case = self.case();
        let sound = keeps_the_rules(&self.shown, &self.asked, (&self.input, self.seed), &case, self.findings);
        if !sound {
            return Err(Broken);
        }
        let light = (self.terms.phase < 4).then_some(0);
        let config = self.shown.config(light);
        let Ok(board) = Board::new(&config) else {
            return self.broken(Id::Runs, Phrase::SoundBoard, Phrase::Outside);
        };
        let state = State::new(&board, &config);
        match self.next(student, Item::Turn(0)).await? {
            Item::Turn(0) => {}
            other => return self.broken(Id::Runs, Item::Turn(0), other),
        }
        self.findings.right(Id::Runs);
        Ok((board, state))
    }

    async fn rounds(
        &mut self,
        student: &mut Student,
        board: &Board,
        state: &mut State,
        most: u32,
    ) -> Result<(), Broken> {
        for _ in 0..most {
            if state.result.is_some() {
                break;
            }
            let Some(action) = self.choose(board, state) else { break };
            self.played.acts.push(action);
            self.commands.push(words(action));
            self.story.push(asked(state.turn, &words(action), self.terms.lang));
            student.say(&words(action)).await;
            self.answer(student, board, state, action).await?;
        }
        Ok(())
    }
}
