use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Context, Result};
use meydan_catalog::{Offer, Visit, replay_reel, visit};
use meydan_core::{Budget, Seat, Viewer};

use crate::ends::misuse;
use crate::say::escaped;
use crate::tale;
use crate::verify::open;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A trace that `meydan match --out` wrote, or a file of an original contest
    file: PathBuf,
    /// The map of the match, by name or file, where an original's file does not have it (galaxy, gotham)
    #[arg(long, value_name = "FILE|NAME")]
    map: Option<String>,
    /// See it as this seat does, with its fog [default: as a spectator who knows all]
    #[arg(long, value_name = "SEAT")]
    eyes: Option<u8>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if let Some(lines) = tale::reel(&args.file, args.map.as_deref())? {
        if args.eyes.is_some() {
            misuse!("a file of an original contest shows what a spectator saw; leave --eyes out");
        }
        let mut out = BufWriter::new(std::io::stdout().lock());
        let written = lines.iter().try_for_each(|line| out.write_all(escaped(line).as_bytes()));
        return written.and_then(|()| out.flush()).context("cannot write to standard output");
    }
    let header = tale::header(open(&args.file)?, &args.file)?;
    let seats = header.entrants.len();
    if let Some(seat) = args.eyes.filter(|seat| usize::from(*seat) >= seats) {
        misuse!("there is no seat {seat}; the match has {seats}, counted from 0");
    }
    visit(&header.game, Print(args))?.with_context(|| args.file.display().to_string())
}

struct Print<'a>(&'a Args);

impl Visit for Print<'_> {
    type Out = Result<()>;

    fn visit<G: Offer>(self) -> Result<()> {
        let trace = meydan_record::read::<G::Action>(open(&self.0.file)?, &Budget::STANDARD)?.trace;
        let eyes = self.0.eyes.map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat(seat)));
        let mut out = BufWriter::new(std::io::stdout().lock());
        let mut written = Ok(());
        let _ = replay_reel::<G>(&trace, eyes, |line| {
            written = out.write_all(escaped(&line).as_bytes());
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        written.and_then(|()| out.flush()).context("cannot write to standard output")
    }
}
