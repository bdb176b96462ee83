//! Phases 1 and 2: a board that is read and printed, and a board that is made.

use meydan_core::{Chance, Seed};
use meydan_labyrinth::{Board, Config, ConfigError, Recipe, generate};

use super::room::Program;
use super::shown::{Item, Part, Shown};
use super::shrink::Case;
use super::student::{Student, Trouble};
use super::words::Phrase;
use super::{CheckError, Failure, Findings, Id, Terms};

/// Phase 1: boards of ours, from small to large.
pub(super) async fn print(
    program: &Program,
    terms: &Terms,
    findings: &mut Findings,
) -> Result<(), CheckError> {
    let mut chance = Chance::new(Seed(terms.seed));
    for number in 0..terms.boards {
        let (rows, cols) = size(number, terms.boards, &mut chance);
        let room = (rows - 1) * (cols - 1);
        let recipe = Recipe {
            runners: 1 + chance.below(1 + number.min(3)),
            hunters: 1 + chance.below(1 + number.min(3)),
            walls: chance.below(room + 1),
            ..Recipe::new(rows, cols)
        };
        let alone = Recipe { runners: 1, hunters: 1, ..recipe };
        // A small board has no room for many.
        let made = generate(&recipe, &mut chance).or_else(|_| generate(&alone, &mut chance));
        let Ok(config) = made else { continue };
        if findings.is_over() {
            break;
        }
        printed(program, terms, findings, &config).await?;
    }
    Ok(())
}

/// One board, printed.
pub(super) async fn printed(
    program: &Program,
    terms: &Terms,
    findings: &mut Findings,
    config: &Config,
) -> Result<(), CheckError> {
    let shown = run(program, terms, terms.seed, &config.write()).await?;
    compare(config, terms.seed, shown.as_ref(), findings);
    Ok(())
}

/// From small to large, so that what fails first is small.
pub(super) fn size(number: u32, of: u32, chance: &mut Chance) -> (u32, u32) {
    let most = 4 + 8 * number / of.max(1);
    (4 + chance.below(most - 3), 4 + chance.below(most - 3))
}

async fn run(
    program: &Program,
    terms: &Terms,
    seed: u64,
    input: &str,
) -> Result<Result<Shown, Trouble>, CheckError> {
    let folder = tempfile::tempdir()?;
    let mut student = Student::start(program, folder.path(), seed, terms.phase, terms.patience).await?;
    student.say(input.trim_end()).await;
    student.done();
    let shown = match student.next().await {
        Ok(Some(Item::Board(shown))) => match student.crash().await {
            None => Ok(*shown),
            Some(how) => Err(Trouble::new(Phrase::BrokeDown(how))),
        },
        Ok(Some(other)) => Err(Trouble::new(Phrase::Instead(other.to_string()))),
        Ok(None) => {
            let how = student.how_it_ended().await;
            Err(Trouble::new(Phrase::NoBoardLine(how, student.tail())))
        }
        Err(trouble) => Err(trouble),
    };
    student.end().await;
    Ok(shown)
}

fn parts(config: &Config) -> Shown {
    let cell = |cell: &meydan_labyrinth::Cell| (cell.row, cell.col);
    let mut walls: Vec<_> = config.walls.iter().map(|w| (w.row, w.col, w.dir.letter())).collect();
    walls.sort_unstable();
    Shown {
        rows: config.rows,
        cols: config.cols,
        core: cell(&config.core),
        runners: config.runners.iter().map(cell).collect(),
        hunters: config.hunters.iter().map(cell).collect(),
        walls,
        phase: 1,
        ..Shown::default()
    }
}

fn differs(config: &Config, shown: &Shown, id: Id) -> bool {
    let (wanted, mut shown) = (parts(config), shown.clone());
    shown.walls.sort_unstable();
    match id {
        Id::Size => (wanted.rows, wanted.cols) != (shown.rows, shown.cols),
        Id::Core => wanted.core != shown.core,
        Id::Runners => wanted.runners != shown.runners,
        Id::Hunters => wanted.hunters != shown.hunters,
        _ => wanted.walls != shown.walls,
    }
}

fn compare(config: &Config, seed: u64, shown: Result<&Shown, &Trouble>, findings: &mut Findings) {
    let input = config.write();
    let lang = findings.lang;
    let failure = |expected: Phrase, found: Phrase| {
        Failure::new(lang, (&input, seed), "", &expected, &found).of(Case::Printed(config.clone()))
    };
    let shown = match shown {
        Ok(shown) => shown,
        Err(trouble) => {
            let failure = failure(Phrase::BoardLine, trouble.what.clone());
            return match trouble.part {
                Some(Part::Walls) => findings.wrong(Id::Walls, failure),
                Some(Part::Runners) => findings.wrong(Id::Runners, failure),
                Some(Part::Hunters) => findings.wrong(Id::Hunters, failure),
                _ => findings.stuck(trouble, failure),
            };
        }
    };
    findings.right(Id::Runs);
    for id in [Id::Size, Id::Core, Id::Runners, Id::Hunters, Id::Walls] {
        if differs(config, shown, id) {
            let text = |shown: &Shown| Phrase::Plain(shown.text());
            findings.wrong(id, failure(text(&parts(config)), text(shown)));
        } else {
            findings.right(id);
        }
    }
}

/// Phase 2: `n m runners hunters walls` in, a board that keeps the rules out.
pub(super) async fn random(
    program: &Program,
    terms: &Terms,
    findings: &mut Findings,
) -> Result<(), CheckError> {
    let mut chance = Chance::new(Seed(terms.seed));
    for number in 0..terms.boards {
        let (rows, cols) = size(number, terms.boards, &mut chance);
        let crowd = 1 + number.min(2);
        let asked = Asked {
            rows,
            cols,
            runners: 1 + chance.below(crowd),
            hunters: 1 + chance.below(crowd),
            walls: chance.below((rows - 1) * (cols - 1) + 1),
            boxes: false,
        };
        if findings.is_over() {
            return Ok(());
        }
        made(program, terms, findings, asked, terms.seed ^ u64::from(number)).await?;
    }
    let input = "8 8 1 1 20";
    let mut seen: Vec<String> = Vec::new();
    for seed in 0..5 {
        if seed == 4 && !all_one(&seen) {
            break;
        }
        if seed == 4 {
            tokio::time::sleep(ANOTHER_SECOND).await;
        }
        if let Ok(shown) = run(program, terms, terms.seed ^ (1000 + seed), input).await? {
            seen.push(shown.text());
        }
    }
    another(&seen, input, terms.seed, findings);
    Ok(())
}

/// One board, made.
pub(super) async fn made(
    program: &Program,
    terms: &Terms,
    findings: &mut Findings,
    asked: Asked,
    seed: u64,
) -> Result<(), CheckError> {
    let Asked { rows, cols, runners, hunters, walls, .. } = asked;
    let input = format!("{rows} {cols} {runners} {hunters} {walls}");
    let case = Case::Made { asked, seed };
    match run(program, terms, seed, &input).await? {
        Ok(shown) => {
            findings.right(Id::Runs);
            keeps_the_rules(&shown, &asked, (&input, seed), &case, findings);
        }
        Err(trouble) => {
            let failure =
                Failure::new(findings.lang, (&input, seed), "", &Phrase::Board, &trouble.what).of(case);
            findings.stuck(&trouble, failure);
        }
    }
    Ok(())
}

/// A program may draw by the clock, which most count in seconds: `srand(time(NULL))`.
pub(super) const ANOTHER_SECOND: std::time::Duration = std::time::Duration::from_millis(1100);

pub(super) fn all_one(seen: &[String]) -> bool {
    seen.windows(2).all(|pair| pair[0] == pair[1])
}

/// Whether not all boards are one.
pub(super) fn another(seen: &[String], input: &str, seed: u64, findings: &mut Findings) {
    if let Some(first) = seen.first().filter(|_| seen.len() > 1) {
        if all_one(seen) {
            let (expected, found) = (Phrase::AnotherBoard, Phrase::SameBoard);
            let failure = Failure::new(findings.lang, (input, seed), first, &expected, &found);
            findings.wrong(Id::Random, failure);
        } else {
            findings.right(Id::Random);
        }
    }
}

/// What a board was asked to hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    pub(crate) rows: u32,
    pub(crate) cols: u32,
    pub(crate) runners: u32,
    pub(crate) hunters: u32,
    pub(crate) walls: u32,
    pub(crate) boxes: bool,
}

/// The rules of a random board; whether a game can be played on it.
pub(super) fn keeps_the_rules(
    shown: &Shown,
    asked: &Asked,
    given: (&str, u64),
    case: &Case,
    findings: &mut Findings,
) -> bool {
    let (text, lang) = (shown.text(), findings.lang);
    let mut sound = true;
    let mut judge = |id, kept: bool, expected: Phrase, found: Phrase| {
        if kept {
            findings.right(id);
        } else {
            sound = false;
            findings.wrong(id, Failure::new(lang, given, &text, &expected, &found).of(case.clone()));
        }
    };
    let right = (shown.rows, shown.cols) == (asked.rows, asked.cols);
    judge(Id::Size, right, Phrase::Size(asked.rows, asked.cols), Phrase::Size(shown.rows, shown.cols));
    let found = (shown.runners.len() as u32, shown.hunters.len() as u32, shown.walls.len() as u32);
    let wanted = (asked.runners, asked.hunters, asked.walls);
    judge(
        Id::Counts,
        found == wanted,
        Phrase::Counts(wanted.0, wanted.1, wanted.2),
        Phrase::Counts(found.0, found.1, found.2),
    );
    let config = shown.config(None);
    let board = Board::new(&config.clone().seat_each());
    let cut = matches!(board, Err(ConfigError::WallCuts { .. }));
    let why = Phrase::Plain(board.as_ref().err().map_or_else(String::new, ToString::to_string));
    let walls = matches!(board, Err(ConfigError::WallOutside { .. } | ConfigError::WallTwice { .. }));
    judge(Id::Walls, !walls, Phrase::WallsBetween, why.clone());
    judge(Id::Connected, !cut, Phrase::Connected, why);
    let far = |a: (i32, i32), b: (i32, i32)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) >= 2;
    let pieces = shown.runners.iter().chain(&shown.hunters);
    let near: Vec<_> = pieces.copied().filter(|&at| !far(at, shown.core)).collect();
    judge(Id::CoreDistance, near.is_empty(), Phrase::FarFromCore, Phrase::Near(near));
    let pairs = shown.runners.iter().flat_map(|r| shown.hunters.iter().map(move |h| (*r, *h)));
    let near: Vec<_> = pairs.filter(|(r, h)| !far(*r, *h)).map(|(r, h)| [r, h]).collect();
    judge(Id::HunterDistance, near.is_empty(), Phrase::FarFromHunters, Phrase::NearPairs(near));
    if asked.boxes {
        judge(Id::Boxes, !shown.boxes.is_empty(), Phrase::ABox, Phrase::NoBox);
    }
    sound && board.is_ok()
}
