use std::process::{Command, Stdio};

use anyhow::{Result, bail};
use meydan_sandbox::Wall;
use meydan_sandbox::attack::{Range, Verdict, attacks};
use serde::Serialize;

use crate::say::say;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// One JSON object instead of lists
    #[arg(long)]
    json: bool,
    /// Attack the walls with the hostile programs that come with Meydan
    #[arg(long)]
    attack: bool,
    /// Do not fail where a wall is missing and could not be attacked (also: MEYDAN_ACCEPT_MISSING_WALLS=1)
    #[arg(long, requires = "attack")]
    accept_missing: bool,
}

#[derive(Serialize)]
struct Diagnosis {
    /// Whether strangers' programs can be run here.
    safe: bool,
    walls: Vec<Stone>,
    tools: Vec<Tool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attacks: Option<Vec<Blow>>,
}

/// One wall.
#[derive(Serialize)]
struct Stone {
    name: &'static str,
    stands: bool,
    needed: bool,
    found: String,
    /// How to raise it.
    advice: &'static str,
}

/// One language that bots can be written in here.
#[derive(Serialize)]
struct Tool {
    name: &'static str,
    ok: bool,
    found: String,
    advice: &'static str,
}

/// One attack and how it went.
#[derive(Serialize)]
struct Blow {
    name: &'static str,
    wall: &'static str,
    what: &'static str,
    verdict: &'static str,
    text: String,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let walls: Vec<Stone> = runtime.block_on(meydan_sandbox::survey()).into_iter().map(Stone::from).collect();
    let tools = vec![
        tool("python3", "--version", "for bots in Python: apt-get install python3"),
        tool(
            "node",
            "--version",
            "for bots in JavaScript and TypeScript, and for the page: apt-get install nodejs",
        ),
        tool("javac", "-version", "for bots in Java: apt-get install default-jdk"),
        tool("gcc", "--version", "for bots in C: apt-get install gcc libc6-dev"),
        tool("g++", "--version", "for bots in C++: apt-get install g++"),
        tool("go", "version", "for bots in Go: apt-get install golang-go"),
        tool("cargo", "--version", "for bots in Rust: apt-get install cargo, or rustup"),
        tool("dotnet", "--version", "for bots in C#: the .NET SDK, which Debian does not have"),
    ];
    let safe = walls.iter().all(|wall| wall.stands || !wall.needed);
    if !args.json {
        walls.iter().try_for_each(Stone::print)?;
        tools.iter().try_for_each(Tool::print)?;
        say!(
            "{}",
            if safe {
                "Strangers' programs can be run here."
            } else {
                "Strangers' programs must not be run here: a wall they need is missing."
            }
        )?;
    }
    let attacks = if args.attack { Some(runtime.block_on(attack(!args.json))?) } else { None };
    let count = |verdict: &str| {
        let blows = attacks.iter().flatten();
        blows.filter(|blow| blow.verdict == verdict).count()
    };
    let (held, breached, not_tested) = (count("held"), count("breached"), count("not tested"));
    let no_tool = count("no tool");
    if args.json {
        say!("{}", serde_json::to_string_pretty(&Diagnosis { safe, walls, tools, attacks })?)?;
    } else if args.attack {
        say!(
            "{held} attacks held, {breached} breached, {not_tested} not tested, {no_tool} without the compiler they abuse."
        )?;
    }
    if breached > 0 {
        bail!("{breached} attacks were not held; do not run strangers' programs on this machine");
    }
    let accepted = args.accept_missing || std::env::var_os("MEYDAN_ACCEPT_MISSING_WALLS").is_some();
    if not_tested > 0 && !accepted {
        bail!(
            "{not_tested} attacks were not tested; raise what is missing, or accept it with `--accept-missing`"
        );
    }
    Ok(())
}

async fn attack(aloud: bool) -> Result<Vec<Blow>> {
    let mut range = Range::open().await?;
    let mut blows = Vec::new();
    for attack in attacks() {
        let (verdict, text) = match range.run(&attack).await {
            Verdict::Held => ("held", String::new()),
            Verdict::Breached(text) => ("breached", text),
            Verdict::NotTested(text) => ("not tested", text),
            Verdict::NoTool(text) => ("no tool", text),
        };
        let blow = Blow { name: attack.name, wall: attack.wall(), what: attack.what(), verdict, text };
        if aloud {
            say!("{:<10} {:<26} {:<20} {} {}", blow.verdict, blow.name, blow.wall, blow.what, blow.text)?;
        }
        blows.push(blow);
    }
    Ok(blows)
}

impl From<Wall> for Stone {
    fn from(Wall { name, stands, needed, found, advice }: Wall) -> Stone {
        Stone { name, stands, needed, found, advice }
    }
}

impl Stone {
    fn print(&self) -> Result<()> {
        let word = match (self.stands, self.needed) {
            (true, _) => "stands ",
            (false, true) => "MISSING",
            (false, false) => "without",
        };
        say!("{word} {}: {}", self.name, self.found)?;
        if !self.stands {
            say!("        {}", self.advice)?;
        }
        Ok(())
    }
}

impl Tool {
    fn print(&self) -> Result<()> {
        say!("{} {}: {}", if self.ok { "yes    " } else { "no     " }, self.name, self.found)?;
        if !self.ok {
            say!("        {}", self.advice)?;
        }
        Ok(())
    }
}

fn tool(name: &'static str, ask: &str, advice: &'static str) -> Tool {
    let tried = Command::new(name).arg(ask).stdin(Stdio::null()).output();
    let first = |bytes: &[u8]| String::from_utf8_lossy(bytes).lines().next().unwrap_or_default().to_owned();
    match tried {
        Ok(output) if output.status.success() => {
            let found = if output.stdout.is_empty() { first(&output.stderr) } else { first(&output.stdout) };
            Tool { name, ok: true, found, advice }
        }
        _ => Tool { name, ok: false, found: "not found".into(), advice },
    }
}
