//! Which games are played, from small boards to large.

use meydan_core::{Chance, Seed};

use super::{Game, Table, Way};
use crate::check::boards::{ANOTHER_SECOND, Asked, all_one, another, size};
use crate::check::room::Program;
use crate::check::{CheckError, Findings, Terms};

/// How many times as many games are played as were asked for, while rules are left that nobody has seen.
const PATIENT: u32 = 6;
/// How often each rule should be seen.
const OFTEN: u32 = 2;

/// Plays many games, from small boards to large.
pub(in crate::check) async fn play(
    program: &Program,
    terms: &Terms,
    findings: &mut Findings,
) -> Result<(), CheckError> {
    let mut chance = Chance::new(Seed(terms.seed));
    for number in 0..terms.boards.saturating_mul(PATIENT) {
        // What is rare may not have come up yet. A rule that nobody saw says nothing about the program.
        if number >= terms.boards && (findings.is_broken() || findings.has_seen_all(terms.phase, OFTEN)) {
            break;
        }
        let (rows, cols) = size(number % terms.boards, terms.boards, &mut chance);
        let several = terms.phase >= 4;
        // Boards on which different readings of the number of walls differ.
        let odd = [(2, 6), (4, 9), (5, 10), (8, 5)];
        let (rows, cols) = match number % 6 {
            3 if several => odd[(number / 6) as usize % odd.len()],
            _ if several => (rows.max(5), cols.max(5)),
            _ => (rows, cols),
        };
        let small = rows < 4;
        let asked = Asked {
            rows,
            cols,
            runners: if several && !small { 1 + chance.below(5) } else { 1 },
            hunters: if several && !small { 1 + chance.below(3) } else { 1 },
            walls: chance.below((rows - 1) * (cols - 1) / 2 + 1),
            boxes: terms.phase >= 5,
        };
        if findings.is_over() {
            break;
        }
        let style = match number % 6 {
            3 if several => 3,
            _ if several => number % 4,
            _ => number % 3,
        };
        let game = Game { asked, seed: terms.seed.wrapping_add(u64::from(number)), way: Way::Style(style) };
        let chance = chance.fork();
        let mut table = Table::new(terms, findings, chance, game);
        if let Some(board) = table.game(program).await?
            && number < 2
        {
            // The same question again, to see whether the board is drawn.
            let mut seen = table.first_boards(program, board).await?;
            if all_one(&seen) {
                tokio::time::sleep(ANOTHER_SECOND).await;
                let last = seen.pop().unwrap_or_default();
                seen = table.first_boards(program, last).await?;
            }
            another(&seen, &table.input.clone(), table.seed, table.findings);
        }
    }
    Ok(())
}
