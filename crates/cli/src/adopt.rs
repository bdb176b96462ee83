//! Tells what a published bot of one of the contests is, and how it is started here.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use meydan_catalog::{Offer, Prepared, Visit, visit};
use meydan_runner::{MatchOrder, SeatSpec};
use meydan_sandbox::Command;
use meydan_workshop::{client_of, contest_of};

use crate::ends::misuse;
use crate::say::{remark, say};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The bot's folder, as it was published
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if !args.folder.is_dir() {
        misuse!("`{}` is not a folder", args.folder.display());
    }
    let files = files_of(&args.folder);
    if files.len() == MOST_FILES {
        misuse!(
            "`{}` has {MOST_FILES} files or more, so it is not the folder of one bot; give that of the bot alone",
            args.folder.display()
        );
    }
    let Some(found) = Found::among(&args.folder, files) else {
        misuse!(
            "nothing in `{}` looks like a client of one of the contests; `meydan new` makes a bot of our own protocol",
            args.folder.display()
        );
    };
    found.told(&|program| on_the_path(program)).iter().try_for_each(|line| say!("{line}"))
}

/// What there is to say about a contest's clients. The workshop knows them.
struct Contest {
    game: &'static str,
    /// Who plays against it.
    others: &'static str,
    /// What a Python of today needs.
    packages: &'static str,
}

const CONTESTS: [Contest; 4] = [
    Contest { game: "heroes", others: "house:random", packages: "" },
    Contest {
        game: "gotham",
        others: "house:random --map village",
        packages: "grpcio==1.54.3 protobuf==3.20.3 PyYAML==6.0.1",
    },
    Contest {
        game: "jungle",
        others: "house:jaguar --clock 5x",
        packages: "websockets==10.4 dataclasses-json==0.5.2",
    },
    Contest {
        game: "galaxy",
        others: "house:random house:greedy",
        packages: "flask==2.3.2 werkzeug==2.3.8 requests",
    },
];

/// A way in which the contests' clients are started.
struct Start {
    /// The contest; empty: any.
    game: &'static str,
    /// The file by which it is known.
    file: &'static str,
    /// The program that runs or builds it.
    program: &'static str,
    /// What must be done once.
    build: &'static str,
    /// The command that is its bot.
    command: &'static str,
}

/// Those that are surer come first.
const STARTS: &[Start] = &[
    Start {
        game: "heroes",
        file: "Controller.py",
        program: "python3",
        build: "",
        command: "python3 Controller.py",
    },
    Start {
        game: "gotham",
        file: "src/client.py",
        program: "python3",
        build: "",
        command: "python3 -m src.client",
    },
    Start { game: "gotham", file: "client.py", program: "python3", build: "", command: "python3 client.py" },
    Start {
        game: "jungle",
        file: "application.py",
        program: "python3",
        build: "",
        command: "python3 application.py",
    },
    Start { game: "galaxy", file: "run.py", program: "python3", build: "", command: "python3 run.py" },
    Start {
        game: "heroes",
        file: "src/client/Main.java",
        program: "javac",
        build: "javac -cp '*' -d build $(find src -name '*.java')",
        command: "java -cp 'build:*' client.Main",
    },
    Start {
        game: "",
        file: "pom.xml",
        program: "mvn",
        build: "mvn -q package",
        command: "java -jar target/JAR",
    },
    Start {
        game: "jungle",
        file: "package.json",
        program: "npm",
        build: "npm install",
        command: "npm start",
    },
    Start { game: "galaxy", file: "main.js", program: "node", build: "npm install", command: "node main.js" },
    Start {
        game: "",
        file: "Application.csproj",
        program: "dotnet",
        build: "dotnet build",
        command: "dotnet run --no-build",
    },
    Start {
        game: "",
        file: "CMakeLists.txt",
        program: "cmake",
        build: "cmake -B build && cmake --build build",
        command: "build/PROGRAM",
    },
    Start { game: "", file: "Makefile", program: "make", build: "make", command: "./PROGRAM" },
];

/// How many files are looked at, how large they may be, and how deep they may lie.
const MOST_FILES: usize = 3000;
const LARGEST: u64 = 1 << 20;
const DEEPEST: usize = 8;

/// What a folder turned out to be.
struct Found {
    contest: &'static Contest,
    start: Option<&'static Start>,
    /// Where the command is given.
    folder: PathBuf,
    /// Whether the client knows all five heroes; `None`: it is of another contest.
    knows_five: Option<bool>,
}

impl Found {
    fn look(folder: &Path) -> Option<Found> {
        Found::among(folder, files_of(folder))
    }

    fn among(folder: &Path, files: Vec<PathBuf>) -> Option<Found> {
        let mut texts: Vec<(PathBuf, String)> = Vec::new();
        for path in files {
            let small = path.metadata().is_ok_and(|meta| meta.len() <= LARGEST);
            if let Some(bytes) = small.then(|| fs::read(&path).ok()).flatten() {
                texts.push((path, String::from_utf8_lossy(&bytes).into_owned()));
            }
        }
        let occurs = |word: &str| texts.iter().any(|(_, text)| text.contains(word));
        let game = client_of(occurs)?;
        let contest = CONTESTS.iter().find(|contest| contest.game == game)?;
        let depth = |path: &PathBuf| path.components().count();
        let mut paths: Vec<&PathBuf> = texts.iter().map(|(path, _)| path).collect();
        paths.sort_by_key(|path| depth(path));
        let own = STARTS.iter().filter(|start| start.game.is_empty() || start.game == contest.game);
        let begun =
            own.filter_map(|start| Some((start, paths.iter().find(|path| path.ends_with(start.file))?)));
        let begun = begun.map(|(start, path)| {
            let above = path.ancestors().nth(Path::new(start.file).components().count());
            (start, above.unwrap_or(folder).to_owned())
        });
        let first = begun.into_iter().next();
        Some(Found {
            contest,
            start: first.as_ref().map(|(start, _)| *start),
            folder: first.map_or_else(|| folder.to_owned(), |(_, folder)| folder),
            // Maps that lie beside a client are not its own words.
            knows_five: (contest.game == "heroes")
                .then(|| texts.iter().any(|(path, text)| is_code(path) && text.contains(FIFTH))),
        })
    }

    fn told(&self, has: &dyn Fn(&str) -> bool) -> Vec<String> {
        let Found { contest, folder, .. } = self;
        let Contest { game, others, packages } = contest;
        let name = contest_of(game).unwrap_or(game);
        let mut lines = vec![format!("a client of {name}: `{game}`, in {}", folder.display())];
        match self.knows_five {
            Some(true) => lines.push("its version knows all five heroes".to_owned()),
            Some(false) => lines.push(
                "its version is 1.x: it knows no fifth hero and needs a map of that time, --map FILE"
                    .to_owned(),
            ),
            None => {}
        }
        let Some(start) = self.start else {
            lines.push(format!(
                "how it is started is not clear; when it is, `meydan match {game} \"wire:COMMAND\" {others}`"
            ));
            return lines;
        };
        if !has(start.program) {
            lines.push(format!("missing on this machine: `{}`", start.program));
        }
        if start.program == "python3" && !packages.is_empty() {
            lines.push(format!("once: python3 -m pip install {packages}"));
        }
        if !start.build.is_empty() {
            lines.push(format!("once: {}", start.build));
        }
        lines.push(format!("then, in that folder: meydan match {game} \"wire:{}\" {others}", start.command));
        for word in ["JAR", "PROGRAM"].iter().filter(|word| start.command.contains(**word)) {
            lines.push(format!("{word} is what the build has made"));
        }
        lines
    }
}

/// Says which clients that are to be started do not know what the map has: those of heroes' first versions know no fifth hero.
pub(crate) fn misfits(order: &MatchOrder, seats: &[SeatSpec]) -> Result<()> {
    struct Fifth<'a>(&'a MatchOrder);
    impl Visit for Fifth<'_> {
        type Out = Result<Option<String>>;
        fn visit<G: Offer>(self) -> Self::Out {
            let prepared = Prepared::<G>::new(&self.0.choice::<G>())?;
            let classes = serde_json::to_value(&prepared.config)?["heroes"].take();
            let fifth = classes.as_array().into_iter().flatten().any(|class| class["name"] == FIFTH);
            Ok(fifth.then_some(prepared.map))
        }
    }
    let started = |seat: &SeatSpec| matches!(seat, SeatSpec::WireCommand(_));
    if order.game != "heroes" || !seats.iter().any(started) {
        return Ok(());
    }
    let Some(map) = visit(&order.game, Fifth(order))?? else { return Ok(()) };
    for (seat, spec) in seats.iter().enumerate() {
        let SeatSpec::WireCommand(line) = spec else { continue };
        if Found::look(&folder_of(line)).is_some_and(|found| found.knows_five == Some(false)) {
            remark!(
                "warning: the client on seat {seat} is of version 1.x and knows no fifth hero, but the map `{map}` has one \
                 (`{FIFTH}`); --map takes a map without it"
            );
        }
    }
    Ok(())
}

fn is_code(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    ["py", "java", "kt", "cpp", "cc", "h", "hpp", "cs", "js", "ts", "go", "rs"].contains(&ending)
}

/// The hero that clients of version 1.x do not know.
const FIFTH: &str = "SHADOW";

/// The folder in which the program of a command line lies.
fn folder_of(line: &str) -> PathBuf {
    let command = Command::parse(line).ok();
    let script = command.as_ref().map(|command| PathBuf::from(command.script().unwrap_or(&command.program)));
    let parent = script.as_deref().and_then(Path::parent).filter(|parent| !parent.as_os_str().is_empty());
    parent.filter(|parent| parent.is_dir()).map_or_else(|| PathBuf::from("."), Path::to_owned)
}

/// The files of a folder, without what tools have put there; so many at most.
fn files_of(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    collect(folder, 0, &mut files);
    files
}

/// What tools make, and what belongs to others.
const TOOLS: [&str; 5] = ["node_modules", "__pycache__", "venv", "site-packages", "target"];

fn collect(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut entries: Vec<_> = entries.filter_map(Result::ok).collect();
    entries.sort_by_key(|entry| entry.file_name());
    for entry in entries {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let skipped = name.starts_with('.') || TOOLS.contains(&name.as_ref());
        // A link may lead anywhere.
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && !skipped && depth < DEEPEST => {
                collect(&entry.path(), depth + 1, files)
            }
            Ok(kind) if kind.is_file() && files.len() < MOST_FILES => files.push(entry.path()),
            _ => {}
        }
    }
}

fn on_the_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    fn told(files: &[(&str, &str)], has: bool) -> String {
        let folder = folder(files);
        Found::look(folder.path()).map_or(String::new(), |found| found.told(&|_| has).join("\n"))
    }

    #[test]
    fn clients_of_every_contest_are_told_apart() {
        let heroes =
            told(&[("bot/Controller.py", "os.environ['AICHostPort']"), ("bot/Model.py", "BLASTER")], true);
        assert!(heroes.contains("meydan match heroes \"wire:python3 Controller.py\""), "{heroes}");
        assert!(heroes.contains("1.x") && heroes.contains("/bot\n"), "{heroes}");
        let beside = [("Controller.py", "AICHostPort BLASTER"), ("maps/new.map", "SHADOW")];
        assert!(told(&beside, true).contains("1.x"), "a map beside a client says nothing about the client");
        let newer = told(&[("src/client/Main.java", "AICHostPort SHADOW")], true);
        assert!(newer.contains("all five heroes") && newer.contains("once: javac"), "{newer}");
        let gotham = told(&[("src/client.py", ""), ("src/pb2.py", "ir.sharif.aic.hideandseek")], true);
        assert!(gotham.contains("wire:python3 -m src.client") && gotham.contains("grpcio=="), "{gotham}");
        let jungle = told(&[("package.json", "{}"), ("bot.ts", "ws://127.0.0.1:8765 REGISTER SPAWN")], false);
        assert!(
            jungle.contains("missing on this machine: `npm`") && jungle.contains("wire:npm start"),
            "{jungle}"
        );
        let galaxy = told(&[("run.py", "x-access-token"), ("src/game.py", "/next_state")], true);
        assert!(galaxy.contains("meydan match galaxy \"wire:python3 run.py\""), "{galaxy}");
    }

    #[test]
    fn what_is_not_known_is_said() {
        let unclear = told(&[("bot.rb", "x-access-token next_state")], true);
        assert!(unclear.contains("how it is started is not clear"), "{unclear}");
        assert_eq!(told(&[("main.py", "print('hello')")], true), "");
        let first_round = [("main.rs", "ws://127.0.0.1:8765 REGISTER token COMMAND")];
        assert_eq!(told(&first_round, true), "", "Blitz's first round was another game");
    }

    #[test]
    fn a_folder_of_everything_is_not_a_bot() {
        let folder = folder(&[("Controller.py", "AICHostPort")]);
        for number in 0..MOST_FILES {
            fs::write(folder.path().join(format!("{number}.txt")), "").unwrap();
        }
        let told = run(&Args { folder: folder.path().to_owned() }).unwrap_err().to_string();
        assert!(told.contains("give that of the bot alone"), "{told}");
    }
}
