//! Phases 1 and 2: a board that is read and printed, and a board that is made.

use meydan_core::{Chance, Seed};
use meydan_labyrinth::{Board, Config, ConfigError, Recipe, generate};
use meydan_sandbox::Command;

use super::shown::{Item, Shown};
use super::student::{Student, Trouble};
use super::{CheckError, Failure, Findings, Id, Terms};

/// Phase 1: boards of ours, from small to large.
pub(super) async fn print(
    command: &Command,
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
        let shown = run(command, terms, u64::from(number), &config.write()).await?;
        compare(&config, shown.as_ref(), findings);
        if shown.is_ok_and(|shown| differs(&config, &shown, Id::Walls)) {
            shrink(command, terms, config, findings).await?;
        }
    }
    Ok(())
}

/// Takes walls away while the program still prints them wrongly: the smallest such board tells most.
async fn shrink(
    command: &Command,
    terms: &Terms,
    mut config: Config,
    findings: &mut Findings,
) -> Result<(), CheckError> {
    let mut wall = 0;
    while wall < config.walls.len() {
        let mut smaller = config.clone();
        smaller.walls.remove(wall);
        match run(command, terms, 0, &smaller.write()).await? {
            Ok(shown) if differs(&smaller, &shown, Id::Walls) => {
                compare(&smaller, Ok(&shown), findings);
                config = smaller;
            }
            _ => wall += 1,
        }
    }
    Ok(())
}

/// From small to large, so that what fails first is small.
pub(super) fn size(number: u32, of: u32, chance: &mut Chance) -> (u32, u32) {
    let most = 4 + 8 * number / of.max(1);
    (4 + chance.below(most - 3), 4 + chance.below(most - 3))
}

async fn run(
    command: &Command,
    terms: &Terms,
    seed: u64,
    input: &str,
) -> Result<Result<Shown, Trouble>, CheckError> {
    let folder = tempfile::tempdir()?;
    let mut student = Student::start(command, folder.path(), terms.seed ^ seed, terms.phase, terms.patience)?;
    student.say(input.trim_end()).await;
    student.done();
    let said = student.next().await;
    let how = student.end().await;
    Ok(match said {
        Ok(Some(Item::Board(shown))) => Ok(*shown),
        Ok(Some(other)) => Err(Trouble(format!("instead of a board came {other:?}"))),
        Ok(None) => Err(Trouble(format!("no board was printed; {how}"))),
        Err(trouble) => Err(trouble),
    })
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

fn compare(config: &Config, shown: Result<&Shown, &Trouble>, findings: &mut Findings) {
    let input = config.write();
    let shown = match shown {
        Ok(shown) => shown,
        Err(Trouble(why)) => {
            return findings.wrong(Id::Runs, Failure::new(&input, "", "a board, after a line `board`", why));
        }
    };
    findings.right(Id::Runs);
    for id in [Id::Size, Id::Core, Id::Runners, Id::Hunters, Id::Walls] {
        if differs(config, shown, id) {
            findings.wrong(id, Failure::new(&input, "", parts(config).text(), shown.text()));
        } else {
            findings.right(id);
        }
    }
}

/// Phase 2: `n m runners hunters walls` in, a board that keeps the rules out.
pub(super) async fn random(
    command: &Command,
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
        let input = format!("{rows} {cols} {} {} {}", asked.runners, asked.hunters, asked.walls);
        match run(command, terms, u64::from(number), &input).await? {
            Ok(shown) => {
                findings.right(Id::Runs);
                keeps_the_rules(&shown, &asked, &input, findings);
            }
            Err(Trouble(why)) => findings.wrong(Id::Runs, Failure::new(&input, "", "a board", why)),
        }
    }
    let input = "8 8 1 1 20";
    let mut seen: Vec<String> = Vec::new();
    for seed in 0..4 {
        if let Ok(shown) = run(command, terms, 1000 + seed, input).await? {
            seen.push(shown.text());
        }
    }
    another(&seen, input, findings);
    Ok(())
}

/// Whether not all boards are one.
pub(super) fn another(seen: &[String], input: &str, findings: &mut Findings) {
    if let Some(first) = seen.first().filter(|_| seen.len() > 1) {
        if seen.iter().all(|other| other == first) {
            let found = "the same board every time, whatever MEYDAN_SEED is";
            findings.wrong(Id::Random, Failure::new(input, first, "another board in another run", found));
        } else {
            findings.right(Id::Random);
        }
    }
}

/// What a board was asked to hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    pub(super) rows: u32,
    pub(super) cols: u32,
    pub(super) runners: u32,
    pub(super) hunters: u32,
    pub(super) walls: u32,
    pub(super) boxes: bool,
}

/// The rules of a random board; whether a game can be played on it.
pub(super) fn keeps_the_rules(shown: &Shown, asked: &Asked, input: &str, findings: &mut Findings) -> bool {
    let text = shown.text();
    let mut sound = true;
    let mut judge = |id, kept: bool, expected: String, found: String| {
        if kept {
            findings.right(id);
        } else {
            sound = false;
            findings.wrong(id, Failure::new(input, &text, expected, found));
        }
    };
    let size = |rows: u32, cols: u32| format!("{rows} rows and {cols} columns");
    let right = (shown.rows, shown.cols) == (asked.rows, asked.cols);
    judge(Id::Size, right, size(asked.rows, asked.cols), size(shown.rows, shown.cols));
    let counts = |runners, hunters, walls| format!("{runners} runners, {hunters} hunters, {walls} walls");
    let found = (shown.runners.len() as u32, shown.hunters.len() as u32, shown.walls.len() as u32);
    let wanted = (asked.runners, asked.hunters, asked.walls);
    judge(
        Id::Counts,
        found == wanted,
        counts(wanted.0, wanted.1, wanted.2),
        counts(found.0, found.1, found.2),
    );
    let config = shown.config(None);
    let board = Board::new(&config.clone().seat_each());
    let cut = matches!(board, Err(ConfigError::WallCuts { .. }));
    let why = board.as_ref().err().map_or_else(String::new, ToString::to_string);
    let walls = matches!(board, Err(ConfigError::WallOutside { .. } | ConfigError::WallTwice { .. }));
    judge(Id::Walls, !walls, "walls between two neighbouring cells, each once".into(), why.clone());
    judge(Id::Connected, !cut, "a way between any two cells".into(), why.clone());
    let far = |a: (i32, i32), b: (i32, i32)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) >= 2;
    let pieces = shown.runners.iter().chain(&shown.hunters);
    let near: Vec<_> = pieces.filter(|&&at| !far(at, shown.core)).collect();
    judge(
        Id::CoreDistance,
        near.is_empty(),
        "nobody nearer than 2 to the core".into(),
        format!("{near:?} are nearer"),
    );
    let pairs = shown.runners.iter().flat_map(|r| shown.hunters.iter().map(move |h| (*r, *h)));
    let near: Vec<_> = pairs.filter(|(r, h)| !far(*r, *h)).collect();
    judge(
        Id::HunterDistance,
        near.is_empty(),
        "no runner nearer than 2 to a hunter".into(),
        format!("{near:?} are nearer"),
    );
    if asked.boxes {
        judge(Id::Boxes, !shown.boxes.is_empty(), "at least one box".into(), "no box".into());
    }
    sound && board.is_ok()
}
