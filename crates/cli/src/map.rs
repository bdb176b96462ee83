use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use meydan_catalog::{Knob, KnobKind, Knobs, NoGenerator, Offer, Visit, visit};
use meydan_core::{Chance, Seed};
use meydan_record::OutFile;

use crate::ends::{Usage, misuse, whole};
use crate::say::{bytes, say, while_saying};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game (see `meydan games`)
    game: String,
    /// What fixes the map
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Where to write it; further files of the same map lie beside it [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The generator's knobs, as --name VALUE; `--knobs` lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "KNOBS")]
    knobs: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    visit(&args.game, MakeMap(args))?
}

struct MakeMap<'a>(&'a Args);

impl Visit for MakeMap<'_> {
    type Out = Result<()>;

    fn visit<G: Offer>(self) -> Result<()> {
        if G::knobs().is_empty() {
            return Err(NoGenerator(G::NAME).into());
        }
        let mut args = Given { seed: self.0.seed, out: self.0.out.clone(), knobs: Vec::new() };
        if self.0.knobs.iter().any(|word| word == "--knobs") {
            for Knob { name, default, about, .. } in G::knobs() {
                let default = if default.is_empty() { String::new() } else { format!(" [{default}]") };
                say!("--{name:<14} {about}{default}")?;
            }
            return Ok(());
        }
        args.read(&self.0.knobs, G::knobs())?;
        let knobs = Knobs::new(G::knobs(), args.knobs)?;
        let wrong = |error: anyhow::Error| Usage(whole(&error));
        let slow =
            "still looking for such a map; large ones are made and rated one after another (Ctrl-C ends it)";
        let make = || G::generate(&knobs, Chance::new(Seed(args.seed)));
        let files = while_saying(slow, make).map_err(wrong)?;
        let Some(out) = args.out else {
            return bytes(&files[0].bytes);
        };
        for (i, file) in files.iter().enumerate() {
            let path = if i == 0 { out.clone() } else { out.with_extension(file.ending) };
            write(&path, &file.bytes).with_context(|| format!("cannot write {}", path.display()))?;
            say!("{}", path.display())?;
        }
        Ok(())
    }
}

/// Writes a file whole, or leaves what was there.
fn write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let (mut file, out) = OutFile::create(path)?;
    match file.write_all(bytes) {
        Ok(()) => out.keep(file).map(drop),
        Err(error) => {
            out.discard();
            Err(error)
        }
    }
}

/// The command line once the generator's knobs are known: our own flags may stand between them.
struct Given {
    seed: u64,
    out: Option<PathBuf>,
    knobs: Vec<(String, String)>,
}

impl Given {
    fn read(&mut self, words: &[String], known: &[Knob]) -> Result<()> {
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let Some(flag) = word.strip_prefix("--") else {
                misuse!("`{word}` is not a knob; write --name VALUE, or --knobs for a list");
            };
            let (name, given) = match flag.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (flag, None),
            };
            let switch = known.iter().any(|knob| knob.name == name && knob.kind == KnobKind::Switch);
            let value = match given {
                Some(value) => value,
                None if switch => "yes".to_owned(),
                None => words.next().ok_or_else(|| Usage(format!("`--{name}` needs a value")))?.clone(),
            };
            match name {
                "seed" => {
                    let wrong = |_| Usage(format!("`{value}` is not a seed; give a whole number"));
                    self.seed = value.parse().map_err(wrong)?;
                }
                "out" => self.out = Some(value.into()),
                _ => self.knobs.push((name.to_owned(), value)),
            }
        }
        Ok(())
    }
}
