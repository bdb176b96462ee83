//! `meydan new GAME LANGUAGE DIR`: a starter kit, copied from the shelf inside this program.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Result;
use meydan_catalog::{Offer, Visit, visit};
use meydan_kit::shelf::{Starter, TakeError, starter, starters};
use serde::Serialize;

use crate::ends::{Usage, misuse};
use crate::say::{self, say};

#[derive(clap::Args)]
#[group(skip)]
pub(crate) struct Args {
    /// The game (see `meydan games`); without it, all kits are listed
    game: Option<String>,
    /// The language
    language: Option<String>,
    /// A new folder for the bot
    dir: Option<PathBuf>,
    /// JSON instead of a list or of sentences
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let Some(game) = &args.game else { return list(&starters(), args.json) };
    let Some(language) = &args.language else {
        let of_game: Vec<Starter> = starters().into_iter().filter(|starter| starter.game == game).collect();
        // Asked for any language of a game without a kit, the shelf says what there is.
        return if of_game.is_empty() {
            Err(wrong(starter(game, "").err()))
        } else {
            list(&of_game, args.json)
        };
    };
    let starter = starter(game, usual_name(language)).map_err(|error| wrong(Some(error)))?;
    let Some(dir) = &args.dir else {
        misuse!("say where the bot shall live: meydan new {game} {language} my-bot");
    };
    starter.write(dir).map_err(|error| match error {
        TakeError::NotEmpty(_) | TakeError::NotFolder(_) => wrong(Some(error)),
        error => error.into(),
    })?;
    init_git(dir);
    let Starter { game, language } = starter;
    let example = visit(game, Example)?;
    if args.json {
        let next = [format!("cd {}", shell_word(dir)), format!("meydan match {game} .{example} --watch")];
        return say::json(&Made { game, language, dir, next });
    }
    say!(
        "{} has a bot for {game} in {language}; its README.md says what is where. Type next:",
        dir.display()
    )?;
    say!("  cd {}", shell_word(dir))?;
    say!("  meydan match {game} .{example} --watch")
}

/// A kit that is not there is a slip of the command line.
fn wrong(error: Option<TakeError>) -> anyhow::Error {
    Usage(error.map_or_else(|| "there is no such kit".to_owned(), |error| error.to_string())).into()
}

/// A kit that was made.
#[derive(Serialize)]
struct Made<'a> {
    game: &'a str,
    language: &'a str,
    dir: &'a Path,
    /// What to type next.
    next: [String; 2],
}

/// The kits of one game.
#[derive(Serialize)]
struct Row {
    game: &'static str,
    languages: Vec<&'static str>,
}

fn list(starters: &[Starter], json: bool) -> Result<()> {
    let mut rows: Vec<Row> = Vec::new();
    for &Starter { game, language } in starters {
        match rows.last_mut() {
            Some(row) if row.game == game => row.languages.push(language),
            _ => rows.push(Row { game, languages: vec![language] }),
        }
    }
    if json {
        return say::json(&rows);
    }
    let width = rows.iter().map(|row| row.game.len()).max().unwrap_or(0);
    for Row { game, languages } in &rows {
        say!("{game:<width$}  {}", languages.join(", "))?;
    }
    let example = rows.first().map_or("jungle", |row| row.game);
    say!("\nmeydan new GAME LANGUAGE DIR copies a kit, for instance: meydan new {example} python my-bot")?;
    say!("meydan new game NAME makes a game, in a checkout of Meydan")
}

/// The kit's name of a language that is also known by another.
fn usual_name(language: &str) -> &str {
    match language {
        "py" | "python3" => "python",
        "js" | "node" => "javascript",
        "ts" => "typescript",
        "c++" | "cxx" => "cpp",
        "c#" | "cs" | "dotnet" => "csharp",
        "rs" => "rust",
        "golang" => "go",
        other => other,
    }
}

/// Opponents for a first match.
struct Example;

impl Visit for Example {
    type Out = String;

    fn visit<G: Offer>(self) -> String {
        let bots = G::house_bots();
        let opponent = bots.get(1).or(bots.first());
        let others = G::SIDES.start() - 1;
        opponent.map(|bot| format!(" house:{bot}").repeat(others)).unwrap_or_default()
    }
}

/// A history from the first day on, where git is installed and the folder is not inside one already. Whatever git says,
/// the kit is there.
fn init_git(dir: &Path) {
    let git = |args: &[&str]| {
        let mut git = Command::new("git");
        git.arg("-C").arg(dir).args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        git.status().is_ok_and(|status| status.success())
    };
    if !git(&["rev-parse", "--is-inside-work-tree"]) {
        git(&["init"]);
    }
}

/// A path as one types it to a shell.
fn shell_word(path: &Path) -> String {
    let text = path.display().to_string();
    // What begins like an option is one to most programs.
    let text = if text.starts_with('-') { format!("./{text}") } else { text };
    let plain = |c: char| c.is_alphanumeric() || "/._-+".contains(c);
    if text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}
