//! Sends a bot to an arena and says what became of it.

use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::Value;
use ureq::Agent;
use ureq::http::Response;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::ends::{Ended, misuse};
use crate::say::{remark, say};

/// What tools have made, and what is nobody's business.
const LEFT_OUT: [&str; 7] = ["build", "target", "node_modules", "__pycache__", "obj", "bin", "venv"];
/// How often the arena is asked how far it is.
const ASK_EVERY: Duration = Duration::from_millis(700);

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The bot's folder, or a ZIP archive of it
    #[arg(value_name = "DIR|ZIP")]
    bot: PathBuf,
    /// The arena's address
    #[arg(long, env = "MEYDAN_ARENA", default_value = "http://127.0.0.1:7777", value_name = "URL")]
    to: String,
    /// A file with a token that may `read` and `submit`; left out: the variable MEYDAN_TOKEN holds the token itself
    #[arg(long, value_name = "FILE")]
    token: Option<PathBuf>,
    /// The team's id; needed only if you are in several
    #[arg(long, value_name = "ID")]
    team: Option<String>,
    /// What this version is about
    #[arg(long, default_value = "", value_name = "TEXT")]
    note: String,
    /// Does not wait until it is built and tried
    #[arg(long)]
    no_wait: bool,
    /// Prints what became of it as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let archive = archive(&args.bot)?;
    let arena =
        Site { agent: agent(), address: args.to.trim_end_matches('/').to_owned(), token: token(args)? };
    let team = match &args.team {
        Some(team) => team.clone(),
        None => only_team(&arena.get("/me")?)?,
    };
    if !args.json {
        remark!("sending {} KB", archive.len().div_ceil(1024));
    }
    let note: String = args.note.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let sent = arena.post(&format!("/teams/{team}/versions?note={note}"), &archive)?;
    let (id, number) = (word(&sent, "id")?, sent["number"].as_u64().unwrap_or(0));
    if args.no_wait {
        return match args.json {
            true => say!("{sent}"),
            false => say!("version {number} is received; see {}/version/{id}", arena.address),
        };
    }
    if !args.json {
        remark!("version {number} is received; its build:");
    }
    let version = follow(&arena, &id, !args.json)?;
    if args.json {
        say!("{version}")?;
    }
    match version["state"].as_str() {
        Some("ready") if args.json => Ok(()),
        Some("ready") => {
            let plays =
                if version["active"] == true { "it plays for your team now" } else { "you can let it play" };
            say!("version {number} is ready; {plays}")
        }
        state => {
            if !args.json {
                let error = version["error"].as_str().unwrap_or("the arena's log says more");
                remark!("version {number} is {}: {error}", state.unwrap_or("lost"));
                remark!("see {}/version/{id}", arena.address);
            }
            Err(Ended(1).into())
        }
    }
}

/// Prints the build's log as it comes, until the version has come to an end.
fn follow(arena: &Site, id: &str, aloud: bool) -> Result<Value> {
    let mut from = 0;
    let mut tried = false;
    loop {
        let piece = arena.get(&format!("/versions/{id}/log?from={from}"))?;
        let text = piece["text"].as_str().unwrap_or_default();
        if aloud && !text.is_empty() {
            remark!("{}", text.trim_end_matches('\n'));
        }
        from = piece["next"].as_u64().unwrap_or(from);
        let version = arena.get(&format!("/versions/{id}"))?;
        match version["state"].as_str() {
            Some("received" | "building") => {}
            Some("built" | "validating") => {
                if aloud && !tried {
                    remark!("it is built; it plays its first match");
                }
                tried = true;
            }
            _ if piece["open"] == true => {}
            _ => return Ok(version),
        }
        std::thread::sleep(ASK_EVERY);
    }
}

/// An arena somewhere.
struct Site {
    agent: Agent,
    address: String,
    token: String,
}

fn agent() -> Agent {
    // Statuses are looked at here, because what the arena says is more than a number.
    let config =
        Agent::config_builder().http_status_as_error(false).timeout_global(Some(Duration::from_secs(120)));
    config.build().new_agent()
}

impl Site {
    fn get(&self, path: &str) -> Result<Value> {
        let address = format!("{}/api/v1{path}", self.address);
        let answer =
            self.agent.get(&address).header("authorization", format!("Bearer {}", self.token)).call();
        self.read(answer)
    }

    fn post(&self, path: &str, bytes: &[u8]) -> Result<Value> {
        let address = format!("{}/api/v1{path}", self.address);
        let request = self.agent.post(&address).header("authorization", format!("Bearer {}", self.token));
        self.read(request.header("content-type", "application/zip").send(bytes))
    }

    fn read(&self, answer: Result<Response<ureq::Body>, ureq::Error>) -> Result<Value> {
        let unreachable = || format!("no arena answers at {}; say where it is with --to URL", self.address);
        let mut answer = answer.with_context(unreachable)?;
        let status = answer.status();
        let text = answer.body_mut().read_to_string().with_context(unreachable)?;
        let value: Value = serde_json::from_str(&text).unwrap_or(Value::Null);
        if status.is_success() {
            return Ok(value);
        }
        match value["error"].as_str() {
            Some(error) => bail!("{error}"),
            None => bail!("{} answered {status}; is it an arena?", self.address),
        }
    }
}

fn token(args: &Args) -> Result<String> {
    let how = "make a token that may read and submit on your account's page";
    let token = match &args.token {
        Some(file) => fs::read_to_string(file)
            .with_context(|| format!("cannot read the token in {}", file.display()))?,
        None => std::env::var("MEYDAN_TOKEN").unwrap_or_default(),
    };
    match token.trim() {
        "" => misuse!("who sends it? {how}, and give it with --token FILE or in the variable MEYDAN_TOKEN"),
        token => Ok(token.to_owned()),
    }
}

fn only_team(me: &Value) -> Result<String> {
    let teams = me["teams"].as_array().map(Vec::as_slice).unwrap_or_default();
    match teams {
        [team] => word(team, "team"),
        [] => misuse!("you are in no team; make or join one on the contest's page"),
        teams => {
            let named: Vec<String> = teams
                .iter()
                .map(|team| {
                    format!("{} ({} in {})", team["team"], team["name"], team["contest"]).replace('"', "")
                })
                .collect();
            misuse!("you are in several teams; say which with --team ID: {}", named.join(", "))
        }
    }
}

fn word(value: &Value, name: &str) -> Result<String> {
    let word = value[name]
        .as_str()
        .with_context(|| format!("the arena's answer has no `{name}`; is it an arena?"))?;
    Ok(word.to_owned())
}

/// The archive itself, or one of a folder.
fn archive(bot: &Path) -> Result<Vec<u8>> {
    let unreadable = || format!("cannot read {}", bot.display());
    if !fs::metadata(bot).with_context(unreadable)?.is_dir() {
        return fs::read(bot).with_context(unreadable);
    }
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let mut files = 0;
    pack(bot, "", &mut zip, &mut files).with_context(unreadable)?;
    if files == 0 {
        bail!("{} has no files; give the bot's folder", bot.display());
    }
    Ok(zip.finish()?.into_inner())
}

/// Packs a folder in the order of names, so that the same files give the same archive.
fn pack(dir: &Path, under: &str, zip: &mut ZipWriter<Cursor<Vec<u8>>>, files: &mut u32) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mut entries: Vec<_> = fs::read_dir(dir)?.collect::<std::io::Result<_>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name();
        let Some(name) = name.to_str() else {
            bail!("{} has a name that is not text", entry.path().display())
        };
        let kind = entry.file_type()?;
        if name.starts_with('.') || (kind.is_dir() && LEFT_OUT.contains(&name)) {
            continue;
        }
        let inside = format!("{under}{name}");
        if kind.is_dir() {
            pack(&entry.path(), &format!("{inside}/"), zip, files)?;
        } else if kind.is_file() {
            let mode = entry.metadata()?.permissions().mode() & 0o777;
            zip.start_file(&inside, SimpleFileOptions::default().unix_permissions(mode))?;
            zip.write_all(&fs::read(entry.path())?)?;
            *files += 1;
        } else {
            remark!("{inside} is not a plain file; it is left out");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_packed_without_what_tools_have_made_and_the_same_each_time() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [("main.py", "x"), ("lib/a.py", "y"), ("build/old", "z"), (".git/config", "w")] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let packed = archive(folder.path()).unwrap();
        assert_eq!(packed, archive(folder.path()).unwrap());
        let archive = zip::ZipArchive::new(Cursor::new(packed)).unwrap();
        let names: Vec<_> = archive.file_names().map(Result::unwrap).collect();
        assert_eq!(names, ["lib/a.py", "main.py"]);
    }

    #[test]
    fn an_empty_folder_and_a_missing_one_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        assert!(archive(folder.path()).unwrap_err().to_string().contains("no files"));
        assert!(archive(&folder.path().join("none")).unwrap_err().to_string().contains("cannot read"));
    }
}
