use std::io::Read;
use std::path::PathBuf;

use anyhow::{Context, Result};
use meydan_core::{Budget, Seat};
use meydan_runner::{Encore, LocalCrew, RerunError, SeatSpec, rerun};

use crate::ends::{Ended, Interrupts, Usage, runtime};
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
    let mut record = Vec::new();
    let file = open(&args.file)?.take(Budget::STANDARD.bytes + 1).read_to_end(&mut record);
    file.with_context(|| format!("cannot read {}", args.file.display()))?;
    let words = args.command.iter().map(String::as_str);
    let line =
        shlex::try_join(words).map_err(|error| Usage(format!("the command cannot be run: {error}")))?;
    let mut crew = LocalCrew::new(vec![SeatSpec::Command(line)]);

    let (mut windows, mut differing, mut trouble) = (0, 0, None);
    let mut told = |encore: Encore| {
        windows += 1;
        differing += u32::from(!encore.same);
        trouble = tell(&encore).err();
        trouble.is_none()
    };
    let stopped = runtime()?.block_on(async {
        let interrupts = Interrupts::listen()?;
        let seat = Seat(args.seat);
        match rerun(&record, seat, args.from, &mut crew, &mut told, interrupts.stop()).await {
            Ok(()) => anyhow::Ok(interrupts.asked()),
            Err(error @ RerunError::NoSeat { .. }) => Err(Usage(error.to_string()).into()),
            Err(RerunError::Seat(error)) => Err(error.into()),
            Err(error) => Err(error).with_context(|| args.file.display().to_string()),
        }
    })?;
    if let Some(trouble) = trouble {
        return Err(trouble);
    }
    say!("{windows} windows, {differing} with other acts than recorded")?;
    if stopped {
        remark!("meydan: the match was stopped before its end");
    }
    if differing == 0 && !stopped { Ok(()) } else { Err(Ended(1).into()) }
}

/// Prints what is worth knowing of a window.
fn tell(encore: &Encore) -> Result<()> {
    let Encore { window, then, now, .. } = encore;
    if !encore.stderr.is_empty() {
        remark!("{}", encore.stderr.trim_end());
    }
    for fault in &encore.faults {
        say!("window {window}: {fault}")?;
    }
    if !encore.same {
        say!("window {window}: now {now}, then {then}")?;
    }
    Ok(())
}
