use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use meydan_catalog::{Offer, Visit, replay_reel, visit};
use meydan_core::trace::Trace;
use meydan_core::{Seat, Viewer};

use crate::verify::open;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A trace that `meydan match --out` wrote
    file: PathBuf,
    /// See it as this seat does, with its fog [default: as a spectator who knows all]
    #[arg(long, value_name = "SEAT")]
    eyes: Option<u8>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let header = Trace::header(open(&args.file)?).with_context(|| args.file.display().to_string())?;
    if let Some(seat) = args.eyes {
        anyhow::ensure!(usize::from(seat) < header.seats.len(), "the match has no seat {seat}");
    }
    visit(&header.game, Print(args))?.with_context(|| args.file.display().to_string())
}

struct Print<'a>(&'a Args);

impl Visit for Print<'_> {
    type Out = Result<()>;

    fn visit<G: Offer>(self) -> Result<()> {
        let trace: Trace<G::Action> = Trace::read(open(&self.0.file)?)?;
        let eyes = self.0.eyes.map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat(seat)));
        let mut out = BufWriter::new(std::io::stdout().lock());
        let mut written = Ok(());
        replay_reel::<G>(&trace, eyes, |line| {
            if written.is_ok() {
                written = out.write_all(line.as_bytes());
            }
        });
        Ok(written.and_then(|()| out.flush())?)
    }
}
