use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use meydan_catalog::{Offer, Visit, visit};
use meydan_core::StateHash;
use meydan_core::trace::{Replay, Trace};
use serde::Serialize;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A trace that `meydan match --out` wrote
    file: PathBuf,
    /// One JSON object instead of a sentence
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Verified {
    ok: bool,
    game: String,
    windows: u32,
    final_hash: Option<StateHash>,
    /// Whether the trace has its end; a match that was cut off has none.
    whole: bool,
    error: Option<String>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let header = Trace::header(open(&args.file)?).with_context(|| args.file.display().to_string())?;
    let verified =
        visit(&header.game, Verify(&args.file))?.with_context(|| args.file.display().to_string())?;
    if args.json {
        println!("{}", serde_json::to_string(&verified)?);
    } else if let Some(hash) = verified.final_hash {
        let cut = if verified.whole { "" } else { " (the match was cut off there)" };
        println!(
            "{}: {} windows play again as recorded{cut}, final hash {hash}",
            verified.game, verified.windows
        );
    }
    match verified.error {
        None => Ok(()),
        Some(error) => bail!("{}: {error}", args.file.display()),
    }
}

pub(crate) fn open(path: &Path) -> Result<BufReader<File>> {
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    Ok(BufReader::new(file))
}

struct Verify<'a>(&'a Path);

impl Visit for Verify<'_> {
    type Out = Result<Verified>;

    fn visit<G: Offer>(self) -> Result<Verified> {
        let trace: Trace<G::Action> = Trace::read(open(self.0)?)?;
        let whole = trace.end.is_some();
        let game = G::NAME.to_owned();
        Ok(match Replay::<G>::new(&trace).and_then(Replay::finish) {
            Ok((state, windows)) => {
                Verified { ok: true, game, windows, final_hash: Some(state.hash()), whole, error: None }
            }
            Err(error) => Verified {
                ok: false,
                game,
                windows: 0,
                final_hash: None,
                whole,
                error: Some(error.to_string()),
            },
        })
    }
}
