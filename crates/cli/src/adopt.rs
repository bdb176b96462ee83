//! Tells what a published bot of one of the contests is, and how it is started here.

mod source;
mod ways;

use std::path::{Path, PathBuf};

use anyhow::Result;
use meydan_kit::{Kit, Manifest};
use meydan_runner::SeatSpec;
use meydan_workshop::{client_of, contest_of, is_server, other_contest};

use crate::ends::misuse;
use crate::say::{remark, say};
use source::{File, MOST_FILES, Source};
use ways::{OWN_PYTHON, Recipe, WAYS, Way};

/// The hero that clients of version 1.x do not know.
pub(crate) const FIFTH: &str = "SHADOW";

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
    let source = read(&args.folder)?;
    let lines = Folder::look(&source).told(&args.folder, &|program| on_the_path(program));
    if let (true, Some(title)) = (lines.is_empty(), other_contest(|word| source.says(Path::new(""), word))) {
        misuse!("`{}` is a client of {title}, which is not played here", args.folder.display());
    }
    if lines.is_empty() {
        misuse!(
            "nothing in `{}` looks like a client of one of the contests; `meydan new` makes a bot of our own protocol",
            args.folder.display()
        );
    }
    lines.iter().try_for_each(|line| say!("{line}"))
}

/// Whether the client of heroes in a folder knows all five heroes; `None`: there is none.
pub(crate) fn knows_five(folder: &Path) -> Option<bool> {
    let source = Source::read(folder)?;
    let whole = Path::new("");
    let client = client_of(|word| source.says(whole, word)).is_some_and(|game| game == "heroes");
    client.then(|| says_fifth(source.under(whole)))
}

/// Maps that lie beside a client, and the pages of a server, are not its own words.
fn says_fifth<'a>(mut files: impl Iterator<Item = &'a File>) -> bool {
    files.any(|file| file.is_code() && !file.is_servers() && file.text.contains(FIFTH))
}

/// What there is to say about a contest's clients. The workshop knows them.
struct Contest {
    game: &'static str,
    /// Who plays against it.
    others: &'static str,
}

const CONTESTS: [Contest; 4] = [
    Contest { game: "heroes", others: "house:random" },
    Contest { game: "gotham", others: "house:random --map village --ruleset official-prelim" },
    Contest { game: "jungle", others: "house:jaguar --clock 5x" },
    Contest { game: "galaxy", others: "house:random house:greedy" },
];

/// What a folder turned out to be.
#[derive(Default)]
struct Folder {
    clients: Vec<Client>,
    /// The contest's own servers, by game and place.
    servers: Vec<(&'static str, PathBuf)>,
    /// The contest of which something is there that nobody can start.
    unclear: Option<&'static Contest>,
    /// Players of galaxy that were run inside the contest's kernel, without a client around them.
    players: Vec<PathBuf>,
}

/// One client in it.
struct Client {
    contest: &'static Contest,
    way: &'static Way,
    recipe: Recipe,
    /// Where the command is given.
    home: PathBuf,
    /// Whether it knows all five heroes; `None`: it is of another contest.
    knows_five: Option<bool>,
}

impl Folder {
    fn look(source: &Source) -> Folder {
        let mut folder = Folder::default();
        for way in WAYS {
            let homes = source.homes(way.file);
            for home in &homes {
                folder.add(source, way, home, &homes);
            }
        }
        let whole = Path::new("");
        folder.clients.sort_by(|a, b| a.home.cmp(&b.home));
        folder.unclear = contest(client_of(|word| source.says(whole, word)));
        folder.players = players(source);
        folder
    }

    /// Takes a client in, unless somebody is known to live there, above it or below it.
    fn add(&mut self, source: &Source, way: &'static Way, home: &Path, homes: &[PathBuf]) {
        let taken = |other: &Path| home.starts_with(other) || other.starts_with(home);
        let servers = self.servers.iter().map(|(_, home)| home);
        if self.clients.iter().map(|client| &client.home).chain(servers).any(|other| taken(other)) {
            return;
        }
        // A script inside that could be started alike is another program; build files lie in every folder of one.
        let inner = |file: &&File| {
            let other = |other: &PathBuf| other != home && other.starts_with(home);
            way.program == "python3" && homes.iter().any(|home| other(home) && file.path.starts_with(home))
        };
        let own: Vec<&File> = source.under(home).filter(|file| !inner(file)).collect();
        let says = |word: &str| own.iter().any(|file| file.text.contains(word));
        // A page that shows matches speaks to the server as well.
        if source.text(&home.join("package.json")).contains("svelte-kit") {
            return;
        }
        let server = |game: &&str| is_server(game, says);
        let Some(contest) = contest(client_of(says).or(Some("heroes").filter(server))) else { return };
        if !way.game.is_empty() && way.game != contest.game {
            return;
        }
        if is_server(contest.game, says) {
            self.servers.push((contest.game, home.to_owned()));
            return;
        }
        let knows_five = (contest.game == "heroes").then(|| says_fifth(own.iter().copied()));
        let recipe = (way.recipe)(source, home, contest);
        self.clients.push(Client { contest, way, recipe, home: home.to_owned(), knows_five });
    }

    fn told(&self, folder: &Path, has: &dyn Fn(&str) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        if self.clients.len() > 1 {
            lines.push(format!("{} clients are there, each in a folder of its own:", self.clients.len()));
        }
        for client in &self.clients {
            lines.extend(client.told(folder, has));
        }
        for (game, home) in &self.servers {
            let name = contest_of(game).unwrap_or(game);
            let place = folder.join(home).display().to_string();
            let place = place.trim_end_matches('/');
            lines.push(format!("{place} is the server of {name}; `meydan host {game}` takes its place"));
        }
        if lines.is_empty() && !self.players.is_empty() {
            let places = self.players.iter().map(|path| folder.join(path).display().to_string());
            lines.push(format!(
                "players of {}, `galaxy`, that were run inside its kernel: {}",
                contest_of("galaxy").unwrap_or("galaxy"),
                places.collect::<Vec<_>>().join(", ")
            ));
            lines.push(
                "there is no client around them: put one, and the files that it imports, into the contest's Python client in place of its \
                 main.py; `meydan adopt` tells the rest there"
                    .to_owned(),
            );
        }
        if let (true, Some(Contest { game, others, .. })) = (lines.is_empty(), self.unclear) {
            let name = contest_of(game).unwrap_or(game);
            lines.push(format!("a client of {name}: `{game}`, in {}", folder.display()));
            lines.push(format!(
                "how it is started is not clear; perhaps these are only its own files, which lay in the contest's kit. When it is, \
                 `meydan match {game} \"wire:COMMAND\" {others}`"
            ));
        }
        lines
    }
}

/// Python files of what a player of galaxy does in its turns.
fn players(source: &Source) -> Vec<PathBuf> {
    let parts = ["def initializer(", "def turn(", "get_strategic_nodes"];
    let own = |file: &&File| file.is_code() && parts.iter().all(|part| file.text.contains(part));
    source.under(Path::new("")).filter(own).map(|file| file.path.clone()).collect()
}

fn contest(game: Option<&str>) -> Option<&'static Contest> {
    CONTESTS.iter().find(|contest| Some(contest.game) == game)
}

impl Client {
    /// Its folder, as it is typed.
    fn place(&self, folder: &Path) -> String {
        let place = folder.join(&self.home).display().to_string();
        if place == "/" { place } else { place.trim_end_matches('/').to_owned() }
    }

    /// What builds it, wherever that is typed.
    fn build(&self, place: &str) -> String {
        format!("(cd {} && {})", quoted(place), self.recipe.build.join(" && "))
    }

    /// The bot, if it can be started.
    fn kit(&self, folder: &Path) -> Result<Kit> {
        let Recipe { command, made, .. } = &self.recipe;
        let place = self.place(folder);
        let home = folder.join(&self.home);
        if ["JAR", "PROGRAM"].iter().any(|word| command.contains(word)) {
            misuse!(
                "what the build of `{place}` makes is not clear; in that folder, give the command that starts it: \"wire:COMMAND\""
            );
        }
        if made.as_ref().is_some_and(|made| !home.join(made).exists()) {
            misuse!("the bot in `{place}` is not built yet; once: {}", self.build(&place));
        }
        let mut start = command.clone();
        if let Some(script) = command.strip_prefix(OWN_PYTHON)
            && !home.join(OWN_PYTHON).exists()
        {
            remark!(
                "{place} has no Python of its own, so that of the machine runs it; if that lacks what the bot imports, once: {}",
                self.build(&place)
            );
            start = format!("python3{script}");
        }
        let manifest = Manifest {
            game: self.contest.game.to_owned(),
            language: self.way.language.to_owned(),
            name: home.canonicalize().ok().and_then(|home| name_of(&home)).unwrap_or_else(|| place.clone()),
            build: None,
            start,
            test: None,
            wire: true,
        };
        Ok(Kit::published(Path::new(&place), manifest)?)
    }

    fn told(&self, folder: &Path, has: &dyn Fn(&str) -> bool) -> Vec<String> {
        let Contest { game, others, .. } = self.contest;
        let name = contest_of(game).unwrap_or(game);
        let mut lines = vec![format!("a client of {name}: `{game}`, in {}", self.place(folder))];
        match self.knows_five {
            Some(true) => lines.push("its version, 2.x, knows all five heroes".to_owned()),
            Some(false) => lines.push(
                "its version, 1.x, knows four heroes; a map with a fifth is played without it by --set classes=4".to_owned(),
            ),
            None => {}
        }
        let Recipe { build, command, notes, .. } = &self.recipe;
        if !has(self.way.program) {
            lines.push(format!("missing on this machine: `{}`", self.way.program));
        }
        lines.extend(notes.iter().cloned());
        let place = self.place(folder);
        if !build.is_empty() {
            lines.push(format!("once: {}", self.build(&place)));
        }
        let then = if build.is_empty() { "start it" } else { "then" };
        lines.push(format!("{then}: meydan match {game} {} {others}", quoted(&format!("wire:{place}"))));
        lines.push(format!("or, in that folder: meydan match {game} \"wire:{command}\" {others}"));
        for word in ["JAR", "PROGRAM"].iter().filter(|word| command.contains(**word)) {
            lines.push(format!("{word} is what the build has made"));
        }
        lines
    }
}

/// What somebody's bot is called: the folder in which it lies, or one above where a kit of the contest gave that one its name.
fn name_of(home: &Path) -> Option<String> {
    const KITS: [&str; 13] = [
        "python",
        "java",
        "kotlin",
        "csharp",
        "typescript",
        "javascript",
        "cpp",
        "rust",
        "go",
        "starterkits",
        "client",
        "ai",
        "src",
    ];
    let of_a_kit = |word: &str| KITS.iter().any(|kit| word.eq_ignore_ascii_case(kit));
    let own = |name: &str| !name.split(['-', '_', ' ']).all(of_a_kit);
    let mut names =
        home.ancestors().filter_map(|folder| folder.file_name()).map(|name| name.to_string_lossy());
    let last = names.clone().next()?;
    Some(names.find(|name| own(name)).unwrap_or(last).into_owned())
}

/// Who sits on a seat, as it is typed: the folder of a published bot may stand behind `wire:`, with or without a `meydan.toml`.
pub(crate) fn seat(text: &str) -> Result<SeatSpec> {
    let folder =
        text.strip_prefix("wire:").map(Path::new).filter(|folder| folder.is_dir() && !Kit::is_in(folder));
    match folder {
        Some(folder) => Ok(SeatSpec::Kit(Box::new(published(folder)?))),
        None => Ok(text.parse()?),
    }
}

/// The published bot in a folder.
fn published(folder: &Path) -> Result<Kit> {
    let source = read(folder)?;
    let found = Folder::look(&source);
    match &found.clients[..] {
        [client] => client.kit(folder),
        [] => misuse!(
            "in `{0}` is no client of a contest that can be started as it lies there; `meydan adopt {0}` tells what is",
            folder.display()
        ),
        clients => {
            let places = clients.iter().map(|client| quoted(&format!("wire:{}", client.place(folder))));
            misuse!(
                "in `{}` are {} clients; name one of them: {}",
                folder.display(),
                clients.len(),
                places.collect::<Vec<_>>().join(", ")
            )
        }
    }
}

fn read(folder: &Path) -> Result<Source> {
    match Source::read(folder) {
        Some(source) => Ok(source),
        None => misuse!(
            "`{}` has {MOST_FILES} files or more, so it is not the folder of one bot; give that of the bot alone",
            folder.display()
        ),
    }
}

/// One word for a shell.
fn quoted(word: &str) -> String {
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), |word| word.into_owned())
}

fn on_the_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

#[cfg(test)]
mod tests {
    use std::fs;

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
        let source = Source::read(folder.path()).unwrap();
        Folder::look(&source).told(folder.path(), &|_| has).join("\n")
    }

    /// What any client of the contest says.
    const HEROES: &str = "AICHostPort BLASTER";
    const GOTHAM: &str = "ir.sharif.aic.hideandseek";
    const JUNGLE: &str = "ws://127.0.0.1:8765 REGISTER SPAWN";
    const GALAXY: &str = "x-access-token /next_state";

    #[test]
    fn clients_of_every_contest_are_told_apart() {
        let heroes = told(&[("bot/Controller.py", HEROES), ("bot/Model.py", "")], true);
        assert!(heroes.contains("meydan match heroes \"wire:python3 Controller.py\""), "{heroes}");
        assert!(heroes.contains("1.x") && heroes.contains("/bot\n"), "{heroes}");
        let beside = [("Controller.py", HEROES), ("maps/new.map", "SHADOW")];
        assert!(told(&beside, true).contains("1.x"), "a map beside a client says nothing about the client");
        let server = [("Controller.py", HEROES), ("server/htdocs/view.js", "SHADOW")];
        assert!(told(&server, true).contains("1.x"), "nor does a server");
        let gotham = told(&[("src/client.py", ""), ("src/pb2.py", GOTHAM)], true);
        assert!(
            gotham.contains("wire:.venv/bin/python -m src.client") && gotham.contains("grpcio=="),
            "{gotham}"
        );
        let jungle = told(&[("package.json", "{}"), ("bot.ts", JUNGLE)], false);
        assert!(
            jungle.contains("missing on this machine: `npm`") && jungle.contains("wire:node index.js"),
            "{jungle}"
        );
        let galaxy = told(&[("run.py", GALAXY)], true);
        assert!(galaxy.contains("meydan match galaxy \"wire:.venv/bin/python run.py\""), "{galaxy}");
    }

    #[test]
    fn a_java_client_of_2019_is_told_its_library_and_what_java_has_lost() {
        let code = "package client;\nimport org.omg.CORBA.Any;\nAICHostPort BLASTER SHADOW";
        let bare = told(&[("src/client/Main.java", code)], true);
        assert!(
            bare.contains("all five heroes") && bare.contains("missing in that folder: gson-2.3.1.jar"),
            "{bare}"
        );
        assert!(bare.contains("`import org.omg.CORBA.Any;` in src/client/Main.java"), "{bare}");
        let whole = told(&[("src/client/Main.java", HEROES), ("libs/gson-2.8.jar", "")], true);
        assert!(!whole.contains("missing") && !whole.contains("in the way"), "{whole}");
        assert!(
            whole.contains("wire:java -XX:-UsePerfData -cp build:libs/gson-2.8.jar client.Main"),
            "{whole}"
        );
    }

    #[test]
    fn the_jar_that_maven_makes_has_its_name() {
        let pom = "<project><parent><artifactId>above</artifactId><version>9</version></parent><artifactId>bot</artifactId>\
             <version>1.0</version><properties><maven.compiler.source>16</maven.compiler.source></properties></project>";
        let own = told(&[("pom.xml", pom), ("src/main/java/Main.java", GOTHAM)], true);
        assert!(
            own.contains("wire:java -XX:-UsePerfData -jar target/bot-1.0.jar") && own.contains("Java 16"),
            "{own}"
        );
        let assembled = pom.replace(
            "</project>",
            "<build><finalName>all</finalName>jar-with-dependencies</build></project>",
        );
        let assembled = told(&[("pom.xml", &assembled), ("src/main/java/Main.java", GOTHAM)], true);
        assert!(assembled.contains("target/all-jar-with-dependencies.jar"), "{assembled}");
    }

    #[test]
    fn the_program_that_a_build_of_c_makes_has_its_name() {
        let top = ("CMakeLists.txt", "add_subdirectory (client)\nadd_subdirectory (jsoncpp)");
        let own = ("client/CMakeLists.txt", "add_executable (client ${Sources})");
        let other = ("jsoncpp/src/CMakeLists.txt", "add_executable(jsontest main.cpp)");
        let cmake = told(&[top, own, other, ("client/src/Main.cpp", HEROES)], true);
        assert!(cmake.contains("wire:build/client/client\""), "{cmake}");
        let parts = [
            ("CMakeLists.txt", "add_subdirectory(proto)\nadd_executable(main main.cpp)"),
            ("proto/CMakeLists.txt", "add_library(GRPC_PROTO)"),
            ("proto/v1/seek.proto", GOTHAM),
        ];
        assert!(told(&parts, true).contains("wire:build/main\""), "{}", told(&parts, true));
        let make = told(&[("Makefile", "TARGET := ./compile/main\n"), ("client.cpp", GALAXY)], true);
        assert!(make.contains("wire:./compile/main\"") && make.contains(" && make)"), "{make}");
        let config = ("client.cpp", "std::ifstream file(\"../config.json\");");
        let files =
            [("Makefile", "TARGET := ./compile/main\n"), ("a.cpp", GALAXY), config, ("config.json", "{}")];
        let above = told(&files, true);
        assert!(above.contains("cd compile && exec ./main"), "{above}");
        let nameless = told(&[("Makefile", "all:\n\tg++ a.cpp"), ("client.cpp", GALAXY)], true);
        assert!(nameless.contains("PROGRAM is what the build has made"), "{nameless}");
    }

    #[test]
    fn what_must_be_compiled_is_compiled() {
        let package = r#"{"scripts": {"start": "node dist/index.js", "build": "tsc"}}"#;
        let typescript = told(&[("package.json", package), ("bot.ts", JUNGLE)], true);
        assert!(typescript.contains(" && npm install && npm run build)\n"), "{typescript}");
        assert!(typescript.contains("wire:npm start"), "{typescript}");
        let rust =
            told(&[("Cargo.toml", "[package]\nname = \"application\"\n"), ("src/main.rs", JUNGLE)], true);
        assert!(rust.contains("wire:target/release/application"), "{rust}");
    }

    /// Seen with a .NET of another version than the bot's.
    #[test]
    fn a_client_in_c_sharp_runs_on_a_newer_dotnet() {
        let project = "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><TargetFramework>net5.0</TargetFramework></PropertyGroup></Project>";
        let bot = folder(&[("csharp/Application.csproj", project), ("csharp/Bot.cs", JUNGLE)]);
        let source = Source::read(bot.path()).unwrap();
        let told = Folder::look(&source).told(bot.path(), &|_| true).join("\n");
        assert!(
            told.contains("dotnet build Application.csproj -c Release -o bin/bot -p:RollForward=Major)"),
            "{told}"
        );
        assert!(
            told.contains("\"wire:dotnet bin/bot/Application.dll\"") && told.contains("`net5.0`"),
            "{told}"
        );
        let place = format!("wire:{}", bot.path().display());
        assert!(seat(&place).unwrap_err().to_string().contains("is not built yet"), "it is not guessed at");
        fs::create_dir_all(bot.path().join("csharp/bin/bot")).unwrap();
        fs::write(bot.path().join("csharp/bin/bot/Application.dll"), "").unwrap();
        let SeatSpec::Kit(kit) = seat(&place).unwrap() else { panic!("it is the bot in a folder") };
        assert_eq!(kit.start(), ("dotnet".to_owned(), vec!["bin/bot/Application.dll".to_owned()]));
        let named =
            project.replace("</TargetFramework>", "</TargetFramework><AssemblyName>Ant</AssemblyName>");
        let named = self::told(&[("My Bot.csproj", &named), ("Bot.cs", JUNGLE)], true);
        assert!(named.contains("build 'My Bot.csproj' -c") && named.contains("bin/bot/Ant.dll"), "{named}");
    }

    #[test]
    fn a_folder_with_a_server_and_many_clients_is_told_apart() {
        let server = "register_blueprint client_port_start x-access-token next_state";
        let files = [
            ("Kernel/run.py", server),
            ("player0/run.py", GALAXY),
            ("player1/run.py", GALAXY),
            // Somebody has copied the server into it.
            ("player1/Kernel/run.py", server),
        ];
        let many = told(&files, true);
        assert!(
            many.contains("2 clients are there") && many.contains("player0\n") && many.contains("player1\n"),
            "{many}"
        );
        assert!(
            many.contains("Kernel is the server of AI Cup 2023; `meydan host galaxy` takes its place"),
            "{many}"
        );
        let alone = told(&files[..1], true);
        assert!(!alone.contains("a client of") && alone.contains("meydan host galaxy"), "{alone}");
    }

    #[test]
    fn a_client_with_the_servers_settings_is_a_client() {
        let settings = ("config.json", r#"{"client_port_start": 2000}"#);
        let code = (
            "clients/plan.py",
            "import numpy as np\nfrom scipy.stats import norm\nfrom asyncio.windows_events import NULL\n",
        );
        let client = told(&[("run.py", GALAXY), settings, code], true);
        assert!(client.contains("requests 'numpy<2' scipy)\n"), "{client}");
        assert!(client.contains("in clients/plan.py, which only Python on Windows has"), "{client}");
        assert!(client.contains("wire:.venv/bin/python run.py") && !client.contains("server"), "{client}");
    }

    #[test]
    fn what_is_no_client_is_not_started() {
        let player = "def initializer(game): game.get_strategic_nodes()\ndef turn(game): pass";
        let inside = told(&[("player0/main.py", player), ("main.py", "run the kernel")], true);
        assert!(inside.contains("player0/main.py") && !inside.contains("wire:"), "{inside}");
        let viewer = ("package.json", r#"{"scripts": {"dev": "svelte-kit dev"}}"#);
        assert!(!told(&[viewer, ("src/socket.ts", JUNGLE)], true).contains("npm install"));
        let server = [("pom.xml", "<project/>"), ("src/Main.java", "package ir.sharif.aichallenge.server;")];
        assert!(told(&server, true).contains("`meydan host heroes` takes its place"));
    }

    #[test]
    fn the_folder_of_a_published_bot_is_a_seat() {
        let bots = folder(&[
            ("a/Controller.py", HEROES),
            ("b/run.py", GALAXY),
            ("c/Makefile", "TARGET := ./compile/main\n"),
            ("c/client.cpp", GALAXY),
            ("d/Makefile", "all:\n\tg++ a.cpp"),
            ("d/client.cpp", GALAXY),
            ("e/main.py", ""),
        ]);
        let at = |name: &str| format!("wire:{}", bots.path().join(name).display());
        let kit = |name: &str| match seat(&at(name)).unwrap() {
            SeatSpec::Kit(kit) => kit,
            other => panic!("{other}"),
        };
        let refused = |name: &str| seat(&at(name)).unwrap_err().to_string();
        assert_eq!(seat(&at("a")).unwrap().to_string(), at("a"), "what is told can be typed");
        let a = kit("a");
        assert_eq!(a.start(), ("python3".to_owned(), vec!["Controller.py".to_owned()]));
        let of = a.manifest();
        assert_eq!((&*of.game, &*of.language, &*of.name, of.wire), ("heroes", "python", "a", true));
        // Its own Python has what it imports, where it was made.
        assert_eq!(kit("b").start().0, "python3");
        fs::create_dir_all(bots.path().join("b/.venv/bin")).unwrap();
        fs::write(bots.path().join("b/.venv/bin/python"), "").unwrap();
        assert!(kit("b").start().0.ends_with("/b/.venv/bin/python"));
        let unbuilt = refused("c");
        assert!(
            unbuilt.contains("is not built yet; once: (cd ") && unbuilt.contains(" && make)"),
            "{unbuilt}"
        );
        fs::create_dir_all(bots.path().join("c/compile")).unwrap();
        fs::write(bots.path().join("c/compile/main"), "").unwrap();
        assert!(kit("c").start().0.ends_with("/c/./compile/main"), "{:?}", kit("c").start());
        assert!(refused("d").contains("what the build of"), "{}", refused("d"));
        assert!(refused("e").contains("meydan adopt "), "{}", refused("e"));
        // Who has a manifest is started as that says, if it is such a client.
        let manifest = |wire: bool| {
            format!(
                "game = \"galaxy\"\nlanguage = \"python\"\nname = \"f\"\nstart = \"python3 f.py\"\nwire = {wire}\n"
            )
        };
        fs::write(bots.path().join("e/meydan.toml"), manifest(true)).unwrap();
        assert_eq!(kit("e").start().1, ["f.py"]);
        fs::write(bots.path().join("e/meydan.toml"), manifest(false)).unwrap();
        assert!(refused("e").contains("speaks the native protocol"), "{}", refused("e"));
        let many = refused("");
        assert!(many.contains("4 clients") && many.contains("/a, "), "{many}");
    }

    #[test]
    fn a_bot_in_a_folder_of_its_kit_is_called_by_whose_it_is() {
        let name = |home: &str| name_of(Path::new(home)).unwrap();
        assert_eq!(name("/bots/Ada/starterkits/python"), "Ada");
        assert_eq!(name("/bots/Bob/AI"), "Bob");
        assert_eq!(name("/bots/Bob/cpp-client"), "Bob");
        assert_eq!(name("/bots/Bob"), "Bob");
        assert_eq!(name("/client"), "client", "there is no other");
    }

    #[test]
    fn what_is_not_known_is_said() {
        let unclear = told(&[("bot.rb", GALAXY)], true);
        assert!(unclear.contains("how it is started is not clear"), "{unclear}");
        assert_eq!(told(&[("main.py", "print('hello')")], true), "");
        let first_round = [("main.rs", "ws://127.0.0.1:8765 REGISTER token COMMAND")];
        assert_eq!(told(&first_round, true), "", "Blitz's first round was another game");
    }

    #[test]
    fn a_client_of_another_round_is_told_so() {
        let folder = folder(&[("main.py", "ws://0.0.0.0:8765 REGISTER"), ("solver.py", "class Totem: pass")]);
        let told = run(&Args { folder: folder.path().to_owned() }).unwrap_err().to_string();
        assert!(
            told.contains("the first round of Coveo Blitz 2022") && told.contains("not played here"),
            "{told}"
        );
        // One of 2018, 2020 or 2021 reads the variables that clients of heroes read.
        let year = self::folder(&[("Controller.py", "AICHostPort"), ("AI.py", "class AI: pass")]);
        let told = run(&Args { folder: year.path().to_owned() }).unwrap_err().to_string();
        let wanted = "a client of the Sharif AI Challenge of another year, which is not played here";
        assert!(told.contains(wanted), "{told}");
        assert!(seat(&format!("wire:{}", year.path().display())).is_err(), "nobody starts it for heroes");
        fs::write(folder.path().join("application.py"), JUNGLE).unwrap();
        assert!(run(&Args { folder: folder.path().to_owned() }).is_ok(), "jungle's own words are stronger");
    }

    #[test]
    fn a_folder_of_everything_is_not_a_bot() {
        let folder = folder(&[("Controller.py", HEROES)]);
        for number in 0..MOST_FILES {
            fs::write(folder.path().join(format!("{number}.txt")), "").unwrap();
        }
        let told = run(&Args { folder: folder.path().to_owned() }).unwrap_err().to_string();
        assert!(told.contains("give that of the bot alone"), "{told}");
    }
}
