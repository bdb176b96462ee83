use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use meydan_course::{CheckError, Class, ClassError, Lang, Report, Room, Terms, Words, class, mark};
use meydan_sandbox::Command;

use crate::ends::{Ended, Usage, misuse, runtime};
use crate::say::{self, remark, say};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game: `labyrinth`
    game: String,
    /// The phase of the course, 1 to 6; with --class all phases if left out
    #[arg(long, value_name = "1..6", value_parser = clap::value_parser!(u8).range(1..=6), required_unless_present = "class")]
    phase: Option<u8>,
    /// How many boards or games
    #[arg(long, default_value_t = 24, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    boards: u32,
    /// What fixes the boards and the moves
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// How many seconds one answer of the program may take
    #[arg(long, default_value_t = 5, value_name = "SECONDS")]
    patience: u64,
    /// How many seconds the check of a phase may take; what is not judged by then is left out
    #[arg(long, default_value_t = 300, value_name = "SECONDS")]
    time: u64,
    /// Run the program without walls, with your own rights; so it is anyway where the walls are missing (`meydan doctor`)
    #[arg(long)]
    bare: bool,
    /// One JSON object instead of words
    #[arg(long)]
    json: bool,
    /// The language of what is said: en or fa
    #[arg(long, default_value = "en", value_name = "LANG")]
    lang: Lang,
    /// The table of a whole class: a folder with a sub-folder or an executable for every student
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    class: Option<PathBuf>,
    /// With --class: the table as comma-separated values
    #[arg(long, requires = "class", conflicts_with = "json")]
    csv: bool,
    /// The program; docs/labyrinth-check.md says what it reads and prints
    #[arg(last = true, required_unless_present = "class", value_name = "COMMAND")]
    command: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if args.game != "labyrinth" {
        misuse!("only programs of the labyrinth's course can be checked; `{}` has none", args.game);
    }
    let (runtime, words) = (runtime()?, Words(args.lang));
    let room = if args.bare {
        Room::Bare
    } else {
        runtime.block_on(Room::survey()).unwrap_or_else(|missing| {
            remark!("meydan: {missing}; {}", words.bare());
            Room::Bare
        })
    };
    let terms = Terms {
        phase: args.phase.unwrap_or(1),
        boards: args.boards,
        seed: args.seed,
        patience: Duration::from_secs(args.patience.clamp(1, 600)),
        time: Duration::from_secs(args.time.clamp(1, 86_400)),
        room,
        tools: Vec::new(),
        lang: args.lang,
    };
    if let Some(folder) = &args.class {
        let phases: Vec<u8> = args.phase.map_or_else(|| (1..=6).collect(), |phase| vec![phase]);
        let told = |student: &str, phase| {
            if !args.json && !args.csv {
                remark!("meydan: {student}, {}", words.phase(phase));
            }
        };
        let class = match runtime.block_on(class(folder, &phases, &terms, told)) {
            Err(error @ (ClassError::Folder { .. } | ClassError::Empty(_))) => {
                return Err(Usage(error.to_string()).into());
            }
            class => class?,
        };
        return match (args.json, args.csv) {
            (true, _) => say::json(&class),
            (_, true) => say!("{}", class.csv().trim_end()),
            _ => table(&class, words),
        };
    }
    let [program, rest @ ..] = args.command.as_slice() else { misuse!("name the program after `--`") };
    let command = Command { program: program.clone(), args: rest.to_vec(), env: Vec::new(), dir: None };
    let report = match runtime.block_on(meydan_course::check(&command, &terms)) {
        Err(error @ (CheckError::Start(_) | CheckError::Phase(_))) => {
            return Err(Usage(error.to_string()).into());
        }
        report => report?,
    };
    if args.json {
        say::json(&report)?;
    } else {
        say!("{}", report.told(words).trim_end())?;
    }
    match (report.ok, report.wrong) {
        (true, _) => Ok(()),
        (_, true) => Err(Ended(1).into()),
        // Nothing is wrong, but not everything was seen.
        _ => Err(Ended(3).into()),
    }
}

/// A line for every student, the rules kept of all in every phase, and what is wrong below.
fn table(class: &Class, words: Words) -> Result<()> {
    let name = |student: &str| student.chars().count();
    let wide = class.rows.iter().map(|row| name(&row.student)).max().unwrap_or(0).max(7);
    let cell = |text: &str| format!("{}{text}", " ".repeat(10usize.saturating_sub(name(text))));
    let short = |found: &Result<Report, String>| if found.is_ok() { mark(found) } else { "-".to_owned() };
    let heads: String = class.phases.iter().map(|phase| cell(&words.phase(*phase))).collect();
    say!("{:<wide$}{heads}    {}", words.student(), words.points())?;
    for row in &class.rows {
        let marks: String = row.phases.iter().map(|found| cell(&short(found))).collect();
        let pad = " ".repeat(wide - name(&row.student));
        say!("{}{pad}{marks}    {:6.1}", row.student, row.points)?;
    }
    for row in &class.rows {
        for (phase, found) in class.phases.iter().zip(&row.phases) {
            let wrong = match found {
                Ok(report) => {
                    let wrong = report.rules.iter().filter(|rule| rule.wrong > 0 || rule.right == 0);
                    wrong.map(|rule| rule.rule).collect::<Vec<_>>().join(", ")
                }
                Err(reason) => reason.clone(),
            };
            if !wrong.is_empty() {
                say!("{}, {}: {wrong}", row.student, words.phase(*phase))?;
            }
        }
    }
    Ok(())
}
