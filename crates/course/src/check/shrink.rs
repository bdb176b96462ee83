//! The smallest case in which a rule is still broken: it tells most.

use meydan_labyrinth::{Board, Config};

use super::boards::{Asked, made, printed};
use super::game::{Game, Script, Way, try_one};
use super::room::Program;
use super::{CheckError, Findings, Id, Terms};

/// How many runs are spent on one rule.
const RUNS: u32 = 80;
/// A program that does not answer is not waited for again and again.
const SILENCES: u32 = 2;
/// How often a board of one size is drawn.
const DRAWS: u64 = 3;

/// What was given to the program, so that it can be given again, and smaller.
#[derive(Clone, Debug)]
pub(crate) enum Case {
    Printed(Config),
    Made { asked: Asked, seed: u64 },
    Played(Game),
}

/// Tries smaller and smaller cases of every rule that was broken.
pub(super) async fn shrink(
    program: &Program,
    terms: &Terms,
    findings: &mut Findings,
) -> Result<(), CheckError> {
    let broken: Vec<Id> =
        findings.rules.iter().filter(|(_, (_, wrong, _))| *wrong > 0).map(|(id, _)| *id).collect();
    let mut silences = 0;
    for id in broken {
        let (mut runs, mut fresh) = (RUNS, true);
        while runs > 0 && silences < SILENCES && !findings.is_over() {
            let kept = findings.rules.get(&id).and_then(|(_, _, kept)| kept.as_ref()?.case.clone());
            let Some(case) = kept else { break };
            let mut smaller = case.smaller();
            if std::mem::take(&mut fresh) {
                smaller.splice(0..0, case.small_boards(terms.phase));
            }
            let mut better = false;
            for case in smaller {
                if runs == 0 || silences >= SILENCES {
                    break;
                }
                runs -= 1;
                let mut trial = findings.trial();
                case.play(program, terms, &mut trial).await?;
                silences += trial.silences;
                let found = trial.rules.remove(&id).and_then(|(_, _, failure)| failure);
                if found.is_some_and(|failure| findings.keep(id, failure)) {
                    better = true;
                    break;
                }
            }
            if !better {
                break;
            }
        }
    }
    Ok(())
}

impl Case {
    async fn play(self, program: &Program, terms: &Terms, findings: &mut Findings) -> Result<(), CheckError> {
        match self {
            Case::Printed(config) => printed(program, terms, findings, &config).await,
            Case::Made { asked, seed } => made(program, terms, findings, asked, seed).await,
            Case::Played(game) => try_one(program, terms, findings, game).await,
        }
    }

    /// Other games on the smallest boards, the smallest first.
    fn small_boards(&self, phase: u8) -> Vec<Case> {
        let Case::Played(Game { asked, .. }) = self else { return Vec::new() };
        let mut games = Vec::new();
        for (rows, cols) in [(3, 3), (3, 4), (4, 4), (4, 5), (5, 5), (6, 6)] {
            if rows * cols >= asked.rows * asked.cols || (phase >= 4 && rows < 4) {
                continue;
            }
            for (draw, crowd) in (0..DRAWS).flat_map(|draw| [(draw, false), (draw, true)]) {
                if crowd && phase < 4 {
                    continue;
                }
                let (runners, hunters) = if crowd { (3, 2) } else { (1, 1) };
                let walls = if draw == 0 { 0 } else { (rows - 1) * (cols - 1) / 2 };
                let asked = Asked { rows, cols, runners, hunters, walls, ..*asked };
                games.push(Case::Played(Game { asked, seed: 1 + draw, way: Way::Style(draw as u32 % 3) }));
            }
        }
        games
    }

    /// The same with a little less.
    fn smaller(&self) -> Vec<Case> {
        match self {
            Case::Printed(config) => less_board(config).map(Case::Printed).collect(),
            Case::Made { asked, seed } => less_asked(*asked)
                .flat_map(|asked| {
                    (0..DRAWS).map(move |draw| Case::Made { asked, seed: seed.wrapping_add(draw) })
                })
                .collect(),
            Case::Played(Game { asked, seed, way: Way::Script(script) }) => script
                .shorter()
                .into_iter()
                .map(|script| Case::Played(Game { asked: *asked, seed: *seed, way: Way::Script(script) }))
                .collect(),
            Case::Played(_) => Vec::new(),
        }
    }
}

impl Script {
    /// The script without some of its acts, long pieces first. The last act is the one that went wrong.
    fn shorter(&self) -> Vec<Script> {
        let count = self.acts.len().saturating_sub(1);
        let mut scripts = Vec::new();
        let mut piece = count.div_ceil(2);
        while piece > 0 {
            for start in (0..count).step_by(piece) {
                let end = (start + piece).min(count);
                let mut acts = self.acts.clone();
                acts.drain(start..end);
                let saved = self.saved.map(|at| at - at.clamp(start, end).saturating_sub(start));
                scripts.push(Script { acts, saved });
            }
            piece = if piece == 1 { 0 } else { piece.div_ceil(2) };
        }
        scripts
    }
}

fn less_asked(asked: Asked) -> impl Iterator<Item = Asked> {
    let Asked { rows, cols, runners, hunters, walls, .. } = asked;
    let less = [
        Asked { rows: 3, cols: 3, ..asked },
        Asked { rows: rows.div_ceil(2), cols: cols.div_ceil(2), ..asked },
        Asked { rows: rows - 1, ..asked },
        Asked { cols: cols - 1, ..asked },
        Asked { runners: runners - 1, ..asked },
        Asked { hunters: hunters - 1, ..asked },
        Asked { walls: 0, ..asked },
        Asked { walls: walls / 2, ..asked },
        Asked { walls: walls.saturating_sub(1), ..asked },
    ];
    less.into_iter().filter_map(move |mut less| {
        less.walls = less.walls.min(less.rows.saturating_sub(1) * less.cols.saturating_sub(1));
        let room = less.rows >= 3 && less.cols >= 3 && less.rows <= rows && less.cols <= cols;
        let changed = (less.rows, less.cols, less.runners, less.hunters, less.walls)
            != (rows, cols, runners, hunters, walls);
        (room && changed && less.runners > 0 && less.hunters > 0).then_some(less)
    })
}

/// Boards with a row, a column, a piece or a wall fewer.
fn less_board(config: &Config) -> impl Iterator<Item = Config> {
    let mut less = Vec::new();
    let on_board = |config: &Config| {
        let (rows, cols) = (config.rows as i32, config.cols as i32);
        let pieces = config.runners.iter().chain(&config.hunters).chain(&config.boxes).chain([&config.core]);
        pieces.into_iter().all(|cell| cell.row < rows && cell.col < cols)
    };
    for (rows, cols) in [(config.rows - 1, config.cols), (config.rows, config.cols - 1)] {
        let mut board = Config { rows, cols, ..config.clone() };
        board.walls.retain(|wall| {
            let (down, right) = if wall.dir.letter() == 'H' { (1, 0) } else { (0, 1) };
            wall.row + down < rows as i32 && wall.col + right < cols as i32
        });
        if rows >= 2 && cols >= 2 && on_board(&board) {
            less.push(board);
        }
    }
    if config.walls.len() > 3 {
        for half in 0..2 {
            let middle = config.walls.len() / 2;
            let walls = if half == 0 { &config.walls[..middle] } else { &config.walls[middle..] };
            less.push(Config { walls: walls.to_vec(), ..config.clone() });
        }
    }
    for runner in (1..config.runners.len()).rev() {
        let mut board = config.clone();
        board.runners.remove(runner);
        less.push(board.seat_each());
    }
    for hunter in (1..config.hunters.len()).rev() {
        let mut board = config.clone();
        board.hunters.remove(hunter);
        less.push(board);
    }
    for wall in 0..config.walls.len() {
        let mut board = config.clone();
        board.walls.remove(wall);
        less.push(board);
    }
    less.into_iter().filter(|board| Board::new(board).is_ok())
}
