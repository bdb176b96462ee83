use std::time::Duration;

use anyhow::Result;
use meydan_course::{CheckError, Failure, Report, Terms};
use meydan_sandbox::Command;

use crate::ends::{Ended, Usage, misuse, runtime};
use crate::say::say;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game: `labyrinth`
    game: String,
    /// The phase of the course, 1 to 6
    #[arg(long, value_name = "1..6", value_parser = clap::value_parser!(u8).range(1..=6))]
    phase: u8,
    /// How many boards or games
    #[arg(long, default_value_t = 24, value_name = "N")]
    boards: u32,
    /// What fixes the boards and the moves
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// How many seconds one answer of the program may take
    #[arg(long, default_value_t = 5, value_name = "SECONDS")]
    patience: u64,
    /// One JSON object instead of words
    #[arg(long)]
    json: bool,
    /// The program; docs/labyrinth-check.md says what it reads and prints
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if args.game != "labyrinth" {
        misuse!("only programs of the labyrinth's course can be checked; `{}` has none", args.game);
    }
    let [program, words @ ..] = args.command.as_slice() else { misuse!("name the program after `--`") };
    let command = Command { program: program.clone(), args: words.to_vec(), env: Vec::new(), dir: None };
    let terms = Terms {
        phase: args.phase,
        boards: args.boards.clamp(1, 10_000),
        seed: args.seed,
        patience: Duration::from_secs(args.patience.max(1)),
    };
    let report = match runtime()?.block_on(meydan_course::check(&command, &terms)) {
        Err(error @ (CheckError::Start(_) | CheckError::Phase(_))) => {
            return Err(Usage(error.to_string()).into());
        }
        report => report?,
    };
    if args.json {
        say!("{}", serde_json::to_string(&report)?)?;
    } else {
        tell(&report)?;
    }
    if report.ok { Ok(()) } else { Err(Ended(1).into()) }
}

fn tell(report: &Report) -> Result<()> {
    say!("phase {}", report.phase)?;
    for rule in &report.rules {
        let verdict = match (rule.right, rule.wrong) {
            (0, 0) => "not seen".to_owned(),
            (right, 0) => format!("right ({right})"),
            (right, wrong) => format!("WRONG ({wrong} of {})", right + wrong),
        };
        say!("  {:<18} {verdict:<18} {}", rule.rule, rule.text)?;
    }
    for rule in &report.rules {
        if let Some(failure) = &rule.failure {
            explain(rule.rule, failure)?;
        }
    }
    let wrong = report.rules.iter().filter(|rule| rule.wrong > 0).count();
    let unseen = report.rules.iter().filter(|rule| rule.wrong + rule.right == 0).count();
    match (wrong, unseen) {
        (0, 0) => say!("everything is right"),
        (0, unseen) => {
            say!("nothing is wrong, but {unseen} rules were not seen; try --boards with a larger number")
        }
        (1, _) => say!("one rule is broken"),
        (wrong, _) => say!("{wrong} rules are broken"),
    }
}

fn explain(rule: &str, failure: &Failure) -> Result<()> {
    say!("\n{rule}: the smallest case")?;
    say!("input:\n{}", failure.input)?;
    if !failure.board.is_empty() {
        say!("board:\n{}", failure.board.trim_end())?;
    }
    if !failure.commands.is_empty() {
        say!("commands: {}", failure.commands.join(", "))?;
    }
    say!("expected: {}", failure.expected.trim_end())?;
    say!("found:    {}", failure.found.trim_end())
}
