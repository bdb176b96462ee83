use std::io::Read;
use std::path::PathBuf;

use anyhow::{Context, Result};
use meydan_core::{Budget, Seat};
use meydan_runner::{Encore, LocalCrew, RerunError, SeatSpec, rerun};

use crate::ends::{Ended, Interrupts, Usage, runtime};
use crate::options;
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
    /// The bot: a command, a folder with a meydan.toml, socket:PORT for one that comes by itself under a debugger,
    /// wire:COMMAND or wire (a client of the original contest)
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut record = Vec::new();
    let file = open(&args.file)?.take(Budget::STANDARD.bytes + 1).read_to_end(&mut record);
    file.with_context(|| format!("cannot read {}", args.file.display()))?;
    let mut crew = LocalCrew::new(vec![bot(&args.command)?]).telling(options::tell);

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

/// Who takes the seat: one word as in a match, more are a command line.
fn bot(words: &[String]) -> Result<SeatSpec> {
    let spec = match words {
        [word] => word.parse()?,
        words => {
            let line = shlex::try_join(words.iter().map(String::as_str));
            SeatSpec::Command(line.map_err(|error| Usage(format!("the command cannot be run: {error}")))?)
        }
    };
    if let SeatSpec::Kit(kit) = &spec {
        options::ready(&kit.manifest().game, std::slice::from_ref(&spec))?;
    }
    Ok(spec)
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
