use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use meydan_catalog::{Offer, Visit, visit};
use meydan_core::trace::{Entry, Replay};
use meydan_core::{Budget, Game, Seat, Status};
use meydan_referee::Rehearsal;
use meydan_runner::BotProcess;
use meydan_sandbox::Command;

use crate::ends::{Ended, misuse, runtime};
use crate::say::{remark, say};
use crate::verify::open;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A trace that `meydan match --out` wrote
    file: PathBuf,
    /// Whose place the bot takes
    #[arg(long, value_name = "N")]
    seat: u8,
    /// Start with this window
    #[arg(long, default_value_t = 0, value_name = "N")]
    from: u32,
    /// The bot, for instance under a debugger: -- gdb --args ./bot
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let header = meydan_record::header(open(&args.file)?, &Budget::STANDARD);
    let header = header.with_context(|| args.file.display().to_string())?;
    let seats = header.entrants.len();
    if usize::from(args.seat) >= seats {
        misuse!("the match has {seats} seats, counted from 0; there is no seat {}", args.seat);
    }
    visit(&header.game, Rerun { args, path: &args.file })?
}

struct Rerun<'a> {
    args: &'a Args,
    path: &'a Path,
}

impl Visit for Rerun<'_> {
    type Out = Result<()>;

    fn visit<G: Offer>(self) -> Result<()> {
        let trace = meydan_record::read::<G::Action>(open(self.path)?, &Budget::STANDARD)?.trace;
        let seat = Seat(self.args.seat);
        let program = self.args.command[0].clone();
        let command = Command { program, args: self.args.command[1..].to_vec(), env: Vec::new(), dir: None };
        runtime()?.block_on(async {
            let bot = Box::new(BotProcess::start(&command)?);
            let mut replay = Replay::<G>::new(&trace)?;
            let mut rehearsal = Rehearsal::new(bot, seat, &replay.game, &trace.header).await?;
            let (mut windows, mut differing) = (0, 0);
            while let Status::Waiting(window) = replay.game.status() {
                let start = replay.game.clone();
                let Some(recorded) = recorded_acts(&mut replay, seat)? else { break };
                if !window.seats.contains(seat) || window.number < self.args.from {
                    continue;
                }
                let now = rehearsal.window(&start, window).await?;
                windows += 1;
                if !now.stderr.is_empty() {
                    remark!("{}", now.stderr.trim_end());
                }
                for fault in &now.faults {
                    say!("window {}: {fault}", window.number)?;
                }
                if now.acts != recorded {
                    differing += 1;
                    let show = |acts: &[G::Action]| serde_json::to_string(acts);
                    say!("window {}: now {}, then {}", window.number, show(&now.acts)?, show(&recorded)?)?;
                }
            }
            if let Some(outcome) = replay.game.status().outcome() {
                rehearsal.finish(&replay.game, outcome).await;
            }
            say!("{windows} windows, {differing} with other acts than recorded")?;
            if differing == 0 { Ok(()) } else { Err(Ended(1).into()) }
        })
    }
}

/// Plays the recorded match to the end of the open window and gives what the seat did in it; `None` where the trace
/// ends before.
fn recorded_acts<G: Game>(replay: &mut Replay<'_, G>, seat: Seat) -> Result<Option<Vec<G::Action>>> {
    let mut acts = Vec::new();
    while let Some(step) = replay.step()? {
        match step.entry {
            Entry::Act(who, action) if *who == seat => acts.push(action.clone()),
            Entry::Close(_) => return Ok(Some(acts)),
            _ => {}
        }
    }
    Ok(None)
}
