use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::change::{Change, carry_out};
use super::edit::{self, Edit};
use super::name::Name;
use crate::ends::misuse;
use crate::say::say;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Its name: a plain lower-case word
    name: String,
    /// Meydan's source [default: the nearest folder above this one]
    #[arg(long, value_name = "ROOT")]
    dir: Option<PathBuf>,
}

/// A file of the game that is made: where it goes, and what is in it once the name is filled in.
pub(super) struct Template {
    path: &'static str,
    pub(super) text: &'static str,
}

macro_rules! templates {
    ($($path:literal from $file:literal),* $(,)?) => {
        &[$(Template { path: $path, text: include_str!(concat!("game/", $file)) }),*]
    };
}

pub(super) const TEMPLATES: &[Template] = templates![
    "games/__name__/README.md" from "README.md",
    "games/__name__/Cargo.toml" from "manifest.toml",
    "games/__name__/src/lib.rs" from "src/lib.rs",
    "games/__name__/src/config.rs" from "src/config.rs",
    "games/__name__/src/state.rs" from "src/state.rs",
    "games/__name__/src/action.rs" from "src/action.rs",
    "games/__name__/src/event.rs" from "src/event.rs",
    "games/__name__/src/view.rs" from "src/view.rs",
    "games/__name__/src/rules.rs" from "src/rules.rs",
    "games/__name__/src/score.rs" from "src/score.rs",
    "games/__name__/src/game.rs" from "src/game.rs",
    "games/__name__/src/setup.rs" from "src/setup.rs",
    "games/__name__/src/maps.rs" from "src/maps.rs",
    "games/__name__/tests/laws.rs" from "tests/laws.rs",
    "games/__name__/tests/rules.rs" from "tests/rules.rs",
    "maps/__name__/first.txt" from "first.txt",
    "crates/catalog/src/games/__name__.rs" from "offer.rs",
];

/// What must not be there yet, besides the files themselves.
const PLACES: &[&str] = &["games/__name__", "maps/__name__"];

/// The one file that names all games.
const GAMES: &str = "crates/catalog/src/games.rs";

/// Where the game is named.
const EDITS: &[(&str, Edit)] =
    &[("Cargo.toml", edit::workspace), ("crates/catalog/Cargo.toml", edit::catalog), (GAMES, edit::games)];

pub(crate) fn run(args: &Args) -> Result<()> {
    let root = source(args.dir.as_deref())?;
    let read = |path: &str| {
        fs::read_to_string(root.join(path))
            .with_context(|| format!("cannot read {}", root.join(path).display()))
    };
    let name = Name::new(&args.name, &packages(&root)?, &read(GAMES)?)?;
    for path in PLACES.iter().copied().chain(TEMPLATES.iter().map(|template| template.path)) {
        let path = name.fill(path);
        if fs::symlink_metadata(root.join(&path)).is_ok() {
            misuse!("`{path}` is there already; move it away or choose another name");
        }
    }

    let make = |template: &Template| Change {
        path: root.join(name.fill(template.path)),
        before: None,
        after: name.fill(template.text),
    };
    let mut changes: Vec<Change> = TEMPLATES.iter().map(make).collect();
    for (path, edit) in EDITS {
        let before = read(path)?;
        let after = edit(&before, &name)
            .with_context(|| format!("`{path}` cannot be edited; CONTRIBUTING.md says what goes where"))?;
        changes.push(Change { path: root.join(path), before: Some(before), after });
    }
    carry_out(&changes)?;
    tell(&root, &name)
}

fn tell(root: &Path, name: &Name) -> Result<()> {
    let text = "\
made the game `__name__`:
  games/__name__/                        the rules; README.md says what they are now
  maps/__name__/first.txt                its first map
  crates/catalog/src/games/__name__.rs   what Meydan offers for it besides the rules
and named it in Cargo.toml, crates/catalog/Cargo.toml and crates/catalog/src/games.rs

try it, in this order, in the source folder:";
    say!("{}", name.fill(text))?;
    // The page is built into the program.
    if !root.join("web/dist").is_dir() {
        say!("  make page")?;
    }
    for command in [
        "cargo test -p meydan-__name__",
        "cargo run -p meydan-cli -- match __name__ house:random house:random",
        "cargo run -p meydan-cli -- arena",
    ] {
        say!("  {}", name.fill(command))?;
    }
    Ok(())
}

/// Meydan's source: the folder given, or the nearest one from here up.
fn source(given: Option<&Path>) -> Result<PathBuf> {
    if let Some(dir) = given {
        if !is_source(dir) {
            misuse!("`{}` is not Meydan's source; give the folder with its Cargo.toml", dir.display());
        }
        return Ok(dir.to_owned());
    }
    let here = std::env::current_dir().context("the current folder cannot be read")?;
    let Some(root) = here.ancestors().find(|dir| is_source(dir)) else {
        misuse!("`{}` is not in Meydan's source; go there, or name it with --dir ROOT", here.display());
    };
    Ok(root.to_owned())
}

fn is_source(dir: &Path) -> bool {
    let manifest = fs::read_to_string(dir.join("Cargo.toml")).unwrap_or_default();
    let has = |start: &str| manifest.lines().any(|line| line.starts_with(start));
    has("[workspace]") && has("meydan-catalog = ")
}

/// The folders after which packages are named.
fn packages(root: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for folder in ["crates", "games", "protocols"] {
        let folder = root.join(folder);
        let wrong = || format!("cannot read {}", folder.display());
        for entry in fs::read_dir(&folder).with_context(wrong)? {
            names.extend(entry.with_context(wrong)?.file_name().into_string());
        }
    }
    Ok(names)
}
