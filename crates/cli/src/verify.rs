use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use meydan_catalog::{Offer, Visit, visit};
use meydan_core::trace::Replay;
use meydan_core::{Budget, StateHash};
use meydan_record::{PublicKey, read};
use serde::Serialize;

use crate::ends::{Ended, whole};
use crate::say::{self, remark, say};

/// Exit codes besides 0 (consistent, complete and attested) and 1 (not consistent).
const CUT: u8 = 3;
const NOT_ATTESTED: u8 = 4;

#[derive(clap::Args)]
#[command(
    after_help = "Three things are told apart. Consistent: these inputs give these states under these rules. \
    Complete: the match has its end, nothing was cut. Attested: names, clocks, inputs, times, faults and the end are signed \
    by the key of the referee that recorded them; without a signature they are somebody's claim.\n\n\
    Exit codes: 0 all three, 1 not consistent, 3 consistent but cut, 4 not attested: not signed, or by a signature that does \
    not hold."
)]
pub(crate) struct Args {
    /// A trace that `meydan match --out` wrote
    file: PathBuf,
    /// Who must have signed it; without this any signature that holds is taken
    #[arg(long, value_name = "KEY")]
    key: Option<PublicKey>,
    /// Take a record that nobody has signed, such as one of an earlier version
    #[arg(long, conflicts_with = "key")]
    unsigned: bool,
    /// One JSON object instead of sentences
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Verified {
    /// All is well: consistent, complete, and signed or taken without a signature.
    ok: bool,
    /// These inputs give these states under these rules.
    consistent: bool,
    /// The match has its end; nothing was cut.
    complete: bool,
    /// Who signed it, if the signature holds.
    attested: Option<PublicKey>,
    game: String,
    windows: u32,
    /// Entries of kinds that this program does not know.
    skipped: usize,
    final_hash: Option<StateHash>,
    error: Option<String>,
    #[serde(skip)]
    code: u8,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let verified = verify(args).unwrap_or_else(|error| Verified {
        ok: false,
        consistent: false,
        complete: false,
        attested: None,
        game: String::new(),
        windows: 0,
        skipped: 0,
        final_hash: None,
        error: Some(whole(&error)),
        code: 1,
    });
    if args.json {
        say::json(&verified)?;
    } else if let Some(hash) = verified.final_hash {
        let Verified { game, windows, .. } = &verified;
        let cut = if verified.complete { "" } else { " (the record was cut off there)" };
        say!("{game}: {windows} windows play again as recorded{cut}, final hash {hash}")?;
        match &verified.attested {
            Some(key) => say!("signed by {key}")?,
            None if verified.code != NOT_ATTESTED => {
                say!("not signed: names, times and faults are somebody's claim")?;
            }
            None => {}
        }
        if verified.skipped > 0 {
            say!("{} entries are of kinds that this program does not know", verified.skipped)?;
        }
    }
    if let Some(error) = &verified.error {
        let file = args.file.display().to_string();
        match error.contains(&file) {
            true => remark!("meydan: {error}"),
            false => remark!("meydan: {file}: {error}"),
        }
    }
    if verified.code == 0 { Ok(()) } else { Err(Ended(verified.code).into()) }
}

fn verify(args: &Args) -> Result<Verified> {
    let header = meydan_record::header(open(&args.file)?, &Budget::STANDARD)?;
    visit(&header.game, Verify(args))?
}

/// Opens a file to read a record from.
pub(crate) fn open(path: &Path) -> Result<BufReader<File>> {
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    Ok(BufReader::new(file))
}

/// Reads a record whole; one byte more than the budget is enough for whoever refuses it.
pub(crate) fn read_whole(path: &Path) -> Result<Vec<u8>> {
    let mut record = Vec::new();
    let read = open(path)?.take(Budget::STANDARD.bytes + 1).read_to_end(&mut record);
    read.with_context(|| format!("cannot read {}", path.display()))?;
    Ok(record)
}

struct Verify<'a>(&'a Args);

impl Visit for Verify<'_> {
    type Out = Result<Verified>;

    fn visit<G: Offer>(self) -> Result<Verified> {
        let record = read::<G::Action>(open(&self.0.file)?, &Budget::STANDARD)?;
        let (trace, seal) = (record.trace, record.seal);
        let complete = trace.end.is_some();
        let played = Replay::<G>::new(&trace).and_then(Replay::finish);
        let forged = match (seal, self.0.key) {
            (Some(seal), _) if !seal.holds => {
                Some("the signature does not hold: something was changed".to_owned())
            }
            (Some(seal), Some(key)) if seal.key != key => {
                Some(format!("it is signed by {}, not by {key}", seal.key))
            }
            (None, Some(key)) => Some(format!("it is not signed, so not by {key}")),
            (None, None) if complete && !self.0.unsigned => Some(
                "it is not signed: names, times and faults are somebody's claim; `--unsigned` takes it"
                    .to_owned(),
            ),
            _ => None,
        };
        let (windows, final_hash, wrong) = match &played {
            Ok((game, windows)) => (*windows, Some(game.hash()), None),
            Err(error) => (0, None, Some(error.to_string())),
        };
        let consistent = played.is_ok();
        let code = match (consistent, &forged, complete) {
            (false, ..) => 1,
            (true, Some(_), _) => NOT_ATTESTED,
            (true, None, false) => CUT,
            (true, None, true) => 0,
        };
        let cut = (code == CUT).then(|| "the record is cut: it has no end".to_owned());
        Ok(Verified {
            ok: code == 0,
            consistent,
            complete,
            attested: seal.filter(|_| forged.is_none()).map(|seal| seal.key),
            game: G::NAME.to_owned(),
            windows,
            skipped: trace.skipped,
            final_hash,
            error: wrong.or(forged).or(cut),
            code,
        })
    }
}
