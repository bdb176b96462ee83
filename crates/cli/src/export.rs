//! `meydan export`: a recorded match as one file to share. The page is the one that the arena serves, built into a single file; pictures are
//! taken of that same file by a browser without a window.

mod browser;
mod film;
mod page;

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, Result};

use crate::ends::misuse;
use crate::say::{remark, say};
use browser::Browser;
use page::Shared;

#[derive(clap::Args)]
#[command(
    group(clap::ArgGroup::new("form").required(true)),
    after_help = "Pictures are taken by Chromium or Chrome, which is looked for on the PATH; MEYDAN_BROWSER names another. \
    The page needs no browser here, and opens from a disk or a mail without a server."
)]
pub(crate) struct Args {
    /// A trace that `meydan match --out` wrote
    file: PathBuf,
    /// The page and the match in one file
    #[arg(long, group = "form")]
    html: bool,
    /// A picture of one moment
    #[arg(long, group = "form")]
    png: bool,
    /// A stretch of the match in motion
    #[arg(long, group = "form")]
    gif: bool,
    /// Where to write it [default: FILE's name with another ending, in this folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// See it as this seat does, with its fog [default: as a spectator who knows all]
    #[arg(long, value_name = "SEAT")]
    eyes: Option<u8>,
    /// Leave out what bots wrote: notes, error output, and their mistakes in words
    #[arg(long)]
    discreet: bool,
    /// With --png: the step of the picture, as the page counts them [default: the last]
    #[arg(long, value_name = "N", conflicts_with_all = ["html", "gif"])]
    turn: Option<u32>,
    /// With --gif: the step at which the animation begins
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with_all = ["html", "png"])]
    from: u32,
    /// With --gif: the step at which it ends [default: the last]
    #[arg(long, value_name = "N", conflicts_with_all = ["html", "png"])]
    to: Option<u32>,
    /// With --gif: how much faster than on the page
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, conflicts_with_all = ["html", "png"])]
    speed: f64,
    /// With --png or --gif: how large pictures are
    #[arg(long, default_value = "960x720", value_name = "WxH", conflicts_with = "html")]
    size: Size,
    /// With --png or --gif: the colours of pictures
    #[arg(long, default_value = "light", value_parser = ["light", "dark"], hide_possible_values = true, value_name = "light|dark", conflicts_with = "html")]
    theme: String,
    /// With --png or --gif: the language of pictures
    #[arg(long, default_value = "en", value_parser = ["en", "fa", "fr"], hide_possible_values = true, value_name = "en|fa|fr", conflicts_with = "html")]
    lang: String,
}

/// How large a picture is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    width: u16,
    height: u16,
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let wrong =
            || format!("`{text}` is not a size between 200x150 and 2560x1600; write for instance 960x720");
        let (width, height) = text.split_once('x').ok_or_else(wrong)?;
        let size =
            Size { width: width.parse().map_err(|_| wrong())?, height: height.parse().map_err(|_| wrong())? };
        let fits = (200..=2560).contains(&size.width) && (150..=1600).contains(&size.height);
        if fits { Ok(size) } else { Err(wrong()) }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if !(0.1..=50.0).contains(&args.speed) {
        misuse!("--speed {} is not between 0.1 and 50", args.speed);
    }
    let shared = page::make(&args.file, args.eyes, args.discreet)?;
    let ending = if args.html {
        "html"
    } else if args.png {
        "png"
    } else {
        "gif"
    };
    let out = args.out.clone().unwrap_or_else(|| {
        let stem = args.file.file_stem().unwrap_or("match".as_ref());
        PathBuf::from(stem).with_extension(ending)
    });
    let same = |one: &Path, other: &Path| {
        one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
    };
    if same(&out, &args.file) {
        misuse!("{} is the record itself; choose another name with --out", out.display());
    }
    let bytes = match ending {
        "html" => shared.html.clone().into_bytes(),
        _ => picture(args, &shared)?,
    };
    write(&out, &bytes)?;
    say!("{} ({})", out.display(), large(bytes.len()))?;
    if let Some(cut) = &shared.cut {
        remark!("{cut}");
    }
    // A picture is of the board alone, and notes are drawn there.
    let words = if args.html { &shared.words } else { &shared.drawn };
    match words {
        Some(words) if args.html => remark!("it holds {words}; --discreet leaves that out"),
        Some(words) => remark!("it may show {words}; --discreet leaves that out"),
        None => remark!("it holds nobody's notes or error output"),
    }
    Ok(())
}

/// Takes one picture or many.
fn picture(args: &Args, shared: &Shared) -> Result<Vec<u8>> {
    let windows = shared.windows;
    let beyond =
        |name: &str, step: u32| format!("--{name} {step} is beyond the match, which has {windows} steps");
    let (from, to) = match args.png {
        true => {
            let turn = args.turn.unwrap_or(windows);
            if turn > windows {
                misuse!("{}", beyond("turn", turn));
            }
            (turn, turn)
        }
        false => {
            let to = args.to.unwrap_or(windows);
            if to > windows {
                misuse!("{}", beyond("to", to));
            }
            if args.from >= to {
                misuse!("--from {} must be before --to {to}; there is nothing between them", args.from);
            }
            (args.from, to)
        }
    };
    let folder = tempfile::tempdir().context("no room for a folder of the moment")?;
    let file = folder.path().join("match.html");
    std::fs::write(&file, &shared.html).context("no room for a page of the moment")?;
    let mut browser = Browser::start(folder.path(), args.size)?;
    let address = format!(
        "file://{}?embed&picture&still&controls=0&theme={}&lang={}",
        file.display(),
        args.theme,
        args.lang
    );
    let lengths = browser.open(&address)?;
    let made = match args.png {
        true => browser.shot(f64::from(to)),
        false => film::film(&mut browser, &lengths, from, to, args.speed),
    };
    browser.close();
    made
}

/// The file has its name only when it is whole.
fn write(out: &Path, bytes: &[u8]) -> Result<()> {
    let cannot = || format!("cannot write {}", out.display());
    // A link is followed, and a pipe or a device is written to as it is.
    let out = &out.canonicalize().unwrap_or_else(|_| out.to_owned());
    if out.metadata().is_ok_and(|found| !found.is_file()) {
        return std::fs::write(out, bytes).with_context(cannot);
    }
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".meydan-").tempfile_in(folder).with_context(cannot)?;
    file.write_all(bytes).with_context(cannot)?;
    // Files of the moment are for their owner alone; this one is to be shared.
    let open = std::os::unix::fs::PermissionsExt::from_mode(0o644);
    file.as_file().set_permissions(open).with_context(cannot)?;
    file.persist(out).map_err(|error| error.error).with_context(cannot)?;
    Ok(())
}

/// A size in words.
fn large(bytes: usize) -> String {
    match bytes {
        0..10_000 => format!("{bytes} bytes"),
        10_000..1_000_000 => format!("{} KB", bytes / 1000),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
