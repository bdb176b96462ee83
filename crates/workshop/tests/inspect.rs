//! What archives are taken for, and why others are not taken.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;

use meydan_sandbox::intake::Intake;
use meydan_workshop::{InspectError, Recipe, Shape, inspect};
use zip::write::SimpleFileOptions;

fn pack(files: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn read(game: &str, files: &[(&str, &str)]) -> Result<Recipe, InspectError> {
    inspect(&pack(files), game, &Intake::default()).map(|inspected| inspected.recipe)
}

fn start(files: &[(&str, &str)]) -> String {
    let recipe = read("labyrinth", files).unwrap();
    assert!(!recipe.wire, "{recipe:?}");
    recipe.start.join(" ")
}

fn refused(files: &[(&str, &str)]) -> String {
    read("labyrinth", files).unwrap_err().to_string()
}

#[test]
fn a_manifest_says_everything() {
    let manifest = "game = \"jungle\"\nlanguage = \"go\"\nname = \"ape\"\nbuild = \"go build\"\nstart = \"./ape 'a b'\"\n";
    let files = [("bot/meydan.toml", manifest), ("bot/main.py", ""), ("bot/Cargo.toml", "")];
    let recipe = read("jungle", &files).unwrap();
    assert_eq!((recipe.shape, recipe.language.as_str(), recipe.wire), (Shape::Manifest, "go", false));
    assert_eq!((recipe.build.as_str(), recipe.name.as_deref()), ("go build", Some("ape")));
    assert_eq!(recipe.start, ["./ape", "a b"]);
    let other = read("heroes", &files).unwrap_err().to_string();
    assert_eq!(other, "this bot plays `jungle`, and the contest is one of `heroes`");
    let wire = format!("{manifest}wire = true\n");
    assert!(read("jungle", &[("meydan.toml", &wire)]).unwrap().wire);
    let broken = refused(&[("meydan.toml", "game = 3\n")]);
    assert!(broken.starts_with("`meydan.toml`: line 1: "), "{broken}");
    // As some editors save it: it is not passed over in silence.
    let wide: Vec<u8> = [0xff, 0xfe].into_iter().chain(manifest.bytes().flat_map(|byte| [byte, 0])).collect();
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in [("meydan.toml", &wide[..]), ("main.py", b"pass\n")] {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    let archive = zip.finish().unwrap().into_inner();
    let wide = inspect(&archive, "jungle", &Intake::default()).unwrap_err().to_string();
    assert!(wide.contains("no text in UTF-8"), "{wide}");
}

#[test]
fn projects_are_known_by_what_lies_at_the_top() {
    let main = "public class Bot { public static void main(String[] a) {} }";
    for (files, shape, language, begins) in [
        (&[("main.py", ""), ("other.py", "")][..], Shape::Python, "python", "python3 main.py"),
        (&[("only.py", "")], Shape::Python, "python", "python3 only.py"),
        (&[("application.py", ""), ("bot.py", "")], Shape::Python, "python", "python3 application.py"),
        (
            &[("src/__init__.py", ""), ("src/bot.py", ""), ("README", "")],
            Shape::Python,
            "python",
            "python3 -m src.bot",
        ),
        (&[("package.json", "{}"), ("index.js", "")], Shape::Node, "javascript", "node index.js"),
        (
            &[("package.json", r#"{"scripts":{"start":"node dist/a.js","build":"tsc"}}"#), ("a.ts", "")],
            Shape::Node,
            "typescript",
            "node dist/a.js",
        ),
        (&[("pom.xml", "")], Shape::Maven, "java", "java -XX:-UsePerfData -jar .meydan/bot.jar"),
        (
            &[("src/x/Bot.java", "package x;\npublic class Bot { public static void main(String[] a) {} }")],
            Shape::Java,
            "java",
            "java -XX:-UsePerfData -cp .meydan/classes:.meydan/lib/* x.Bot",
        ),
        (
            &[("Bot.java", main), ("test/BotTest.java", main)],
            Shape::Java,
            "java",
            "java -XX:-UsePerfData -cp .meydan/classes:.meydan/lib/* Bot",
        ),
        (&[("CMakeLists.txt", ""), ("a.cpp", "")], Shape::Cmake, "cpp", ".meydan/bot"),
        (&[("CMakeLists.txt", ""), ("a.c", "")], Shape::Cmake, "c", ".meydan/bot"),
        (&[("Makefile", ""), ("a.cc", "")], Shape::Make, "cpp", ".meydan/bot"),
        (&[("a.cpp", ""), ("b.hpp", "")], Shape::Cpp, "cpp", ".meydan/bot"),
        (&[("a.c", "")], Shape::C, "c", ".meydan/bot"),
        (&[("Cargo.toml", ""), ("src/main.rs", "")], Shape::Cargo, "rust", ".meydan/bot"),
        (&[("go.mod", ""), ("main.go", "package main\n")], Shape::Go, "go", ".meydan/bot"),
        (
            &[("Ape.csproj", "<AssemblyName>Bot</AssemblyName>"), ("a.cs", "")],
            Shape::Dotnet,
            "csharp",
            "dotnet .meydan/app/Bot.dll",
        ),
    ] {
        let recipe = read("labyrinth", files).unwrap();
        assert_eq!((recipe.shape, recipe.language.as_str()), (shape, language), "{files:?}");
        assert_eq!(start(files), begins);
    }
}

#[test]
fn only_a_project_that_names_packages_has_some_installed() {
    let build = |list: &str| read("jungle", &[("main.py", ""), ("requirements.txt", list)]).unwrap();
    assert_eq!(build("# nothing\n\n--extra-index-url https://example.org\n").build, "");
    let with = build("numpy>=1\n");
    assert!(with.build.contains("pip install"));
    assert_eq!(with.env["PYTHONPATH"], "/bot/.meydan/packages");
    let node = |files: &[(&str, &str)]| read("jungle", files).unwrap().build;
    let package = r#"{"main":"a.js","dependencies":{"ws":"7.2.1"}}"#;
    assert!(node(&[("package.json", package), ("a.js", "")]).starts_with("npm install"));
    assert!(
        node(&[("package.json", package), ("a.js", ""), ("package-lock.json", "{}")]).starts_with("npm ci")
    );
    assert_eq!(node(&[("package.json", package), ("a.js", ""), ("node_modules/ws/index.js", "")]), "");
}

#[test]
fn what_is_not_understood_is_told_with_what_to_do() {
    let nothing = refused(&[("README.md", ""), ("data/x.csv", "")]);
    for part in ["`meydan.toml`", "`Cargo.toml`", "`README.md`, `data/`", "game = \"labyrinth\""] {
        assert!(nothing.contains(part), "{nothing}");
    }
    let nested =
        refused(&[("README.md", ""), ("old/client/CMakeLists.txt", ""), ("client/CMakeLists.txt", "")]);
    assert!(nested.contains("pack the folder `client` itself"), "{nested}");
    for (files, part) in [
        (&[("a.py", ""), ("b.py", "")][..], "it is not clear where it begins: there are `a.py`, `b.py`"),
        (&[("requirements.txt", "")], "there is no file of Python at the top"),
        (&[("build.gradle", ""), ("A.java", "")], "Gradle is not run here"),
        (&[("A.java", "")], "no class has a `public static void main`"),
        (
            &[("A.java", "static void main("), ("B.java", "static void main(")],
            "several classes have a `main`: `A`, `B`",
        ),
        (&[("package.json", "{")], "its `package.json` cannot be read"),
        (&[("package.json", "{}")], "does not say where it begins"),
        (
            &[("package.json", r#"{"scripts":{"start":"tsc && node a.js"}}"#)],
            "is `tsc && node a.js`; write `node FILE`",
        ),
        (&[("go.mod", ""), ("a.go", "package a")], "no file is of the package `main`"),
        (&[("A.csproj", ""), ("B.csproj", "")], "several projects: `A.csproj`, `B.csproj`"),
    ] {
        let text = refused(files);
        assert!(text.contains(part) && text.contains("`meydan.toml`"), "{text}");
    }
}

#[test]
fn clients_of_the_contests_are_known_by_what_they_say() {
    let heroes = [
        ("Controller.py", "argNames = ['AICHostIP', 'AICHostPort']"),
        ("AI.py", ""),
        ("Model.py", "BLASTER"),
    ];
    let gotham = [
        ("src/__init__.py", ""),
        ("src/client.py", "import src.hide_and_seek_pb2"),
        ("src/hide_and_seek_pb2.py", "b'ir.sharif.aic.hideandseek.api.grpc'"),
        ("requirements.txt", "grpcio==1.45.0\n"),
    ];
    let jungle =
        [("application.py", "uri = 'ws://127.0.0.1:8765'\n{'type': 'REGISTER'}"), ("bot.py", "SPAWN")];
    let galaxy = [
        ("main.py", ""),
        ("run.py", "from src.initialize import *"),
        ("src/game.py", "headers = {'x-access-token': t}; get('/next_state')"),
    ];
    for (game, files, begins) in [
        ("heroes", &heroes[..], "python3 Controller.py"),
        ("gotham", &gotham, "python3 -m src.client"),
        ("jungle", &jungle, "python3 application.py"),
        ("galaxy", &galaxy, "python3 run.py"),
    ] {
        let recipe = read(game, files).unwrap();
        assert!(recipe.wire, "{game}");
        assert_eq!(recipe.start.join(" "), begins);
    }
    let java =
        "package client; class Main { static void main(String[] a) { getenv(\"AICHostPort\"); } } // BLASTER";
    let recipe = read("heroes", &[("src/client/Main.java", java)]).unwrap();
    assert!(recipe.wire && recipe.start.last().unwrap() == "client.Main");
    let other = read("jungle", &heroes).unwrap_err().to_string();
    let wanted = "this bot plays `heroes` (it is a client of the Sharif AI Challenge 2019), and the contest is one of `jungle`";
    assert_eq!(other, wanted);
}

/// Published bots have old pins or no list at all, and there is nobody who would write `.venv` for them.
#[test]
fn a_client_in_python_gets_the_packages_that_its_kit_takes_today() {
    let kit = "uri = 'ws://127.0.0.1:8765'\n{'type': 'REGISTER'}\nimport numpy, websockets\nfrom dataclasses_json import x\n";
    let list = "websockets==8.1\nDataclasses_JSON==0.5.2\nnumpy>=1\n";
    let jungle =
        read("jungle", &[("application.py", kit), ("bot.py", "SPAWN"), ("requirements.txt", list)]).unwrap();
    let first = jungle.build.lines().find(|line| line.starts_with("printf")).unwrap();
    for (package, there) in [
        ("websockets==10.4", true),
        ("dataclasses-json==0.5.2", true),
        ("numpy>=1", true),
        ("websockets==8.1", false),
        ("Dataclasses_JSON", false),
    ] {
        assert_eq!(first.contains(package), there, "{package}: {first}");
    }
    assert!(jungle.build.contains("-r .requirements.today || python3 -m pip install"), "{}", jungle.build);
    let kit = "from flask import Flask\nimport requests\nheaders = {'x-access-token': t}; get('/next_state')";
    let galaxy = read("galaxy", &[("run.py", ""), ("src/game.py", kit)]).unwrap();
    assert_eq!(galaxy.env["PYTHONPATH"], "/bot/.meydan/packages");
    assert!(galaxy.build.contains("'flask==2.3.2' 'werkzeug==2.3.8' requests"), "{}", galaxy.build);
    assert!(galaxy.build.contains("|| python3 -c 'import flask, requests'"), "{}", galaxy.build);
    // One that was written anew without the kit's packages needs none of them.
    let bare = "import http.server\nheaders = {'x-access-token': t}; get('/next_state')";
    assert_eq!(read("galaxy", &[("run.py", bare)]).unwrap().build, "");
}

/// The starter kits speak the native protocol, also where somebody has lost the manifest.
#[test]
fn a_kit_is_never_taken_for_a_client() {
    let kits = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits");
    let mut seen = 0;
    for game in fs::read_dir(&kits).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        // What lies beside the kits, schemas and small bots, has no manifest.
        for kit in fs::read_dir(&game)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.join("meydan.toml").is_file())
        {
            let mut files = Vec::new();
            collect(&kit, &kit, &mut files);
            let named: Vec<(&str, &str)> =
                files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
            let game = game.file_name().unwrap().to_str().unwrap();
            let whole = read(game, &named).unwrap();
            assert_eq!((whole.shape, whole.wire), (Shape::Manifest, false), "{}", kit.display());
            let without: Vec<_> = named.into_iter().filter(|(name, _)| *name != "meydan.toml").collect();
            let guessed = read(game, &without).unwrap();
            assert!(!guessed.wire, "{}", kit.display());
            assert_eq!(guessed.language, whole.language, "{}", kit.display());
            seen += 1;
        }
    }
    assert!(seen > 20, "no kits were found; the test tests nothing");
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            if !["build", "target", "node_modules", "__pycache__", "obj", "bin"].contains(&name.as_str()) {
                collect(root, &path, files);
            }
        } else if let Ok(text) = fs::read_to_string(&path) {
            files.push((path.strip_prefix(root).unwrap().display().to_string(), text));
        }
    }
}

type Packer = zip::ZipWriter<Cursor<Vec<u8>>>;

#[test]
fn hostile_archives_are_refused_before_anything_is_looked_at() {
    let zip = |make: &dyn Fn(&mut Packer)| {
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        make(&mut zip);
        zip.finish().unwrap().into_inner()
    };
    let plain = SimpleFileOptions::default();
    let bomb = zip(&|zip| {
        zip.start_file("main.py", plain).unwrap();
        zip.write_all(&vec![b'#'; 12 << 20]).unwrap();
    });
    let link = zip(&|zip| zip.add_symlink("main.py", "/etc/passwd", plain).unwrap());
    let many = zip(&|zip| (0..2500).for_each(|i| zip.start_file(format!("{i}.py"), plain).unwrap()));
    let mut not_utf8 = pack(&[("ab/main.py", "print()")]);
    for at in 0..not_utf8.len() - 10 {
        if &not_utf8[at..at + 10] == b"ab/main.py" {
            not_utf8[at] = 0xff;
        }
    }
    let absolute = pack(&[("/etc/cron.d/main.py", "")]);
    let outside = pack(&[("../main.py", "")]);
    for (archive, part) in [
        (bomb, "unpacks to more than 200 times its size"),
        (link, "is a link"),
        (many, "2500 entries, and 2000 are allowed"),
        (not_utf8, "characters that cannot be shown"),
        (absolute, "is an absolute name"),
        (outside, "leads out of its folder"),
        (b"PK, says he".to_vec(), "not a ZIP archive"),
        (vec![b'P'; (16 << 20) + 1], "16777216 are allowed"),
    ] {
        let text = inspect(&archive, "labyrinth", &Intake::default()).unwrap_err().to_string();
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn a_client_that_asks_for_words_of_protobuf_that_debian_lacks_is_given_them() {
    let build = |asks: &str| {
        let client = ("client/client.cpp", "#include <x>\n// ir.sharif.aic.hideandseek\n");
        let files = [("CMakeLists.txt", "add_subdirectory(proto)\n"), ("proto/common.cmake", asks), client];
        read("gotham", &files).unwrap().build
    };
    let given = build("find_package(Protobuf CONFIG REQUIRED)\n");
    let order: Vec<_> = ["include(FindProtobuf)", "-DProtobuf_DIR=\"$PWD/.meydan/cmake\"", "cmake --build"]
        .iter()
        .map(|part| given.find(part).unwrap_or_else(|| panic!("{part}: {given}")))
        .collect();
    assert!(order.is_sorted(), "{given}");
    assert!(!build("find_package(Protobuf REQUIRED)\n").contains("Protobuf"));
    // What `adopt` types is the same.
    let typed = meydan_workshop::cmake_lines("build", true).join("\n");
    assert!(
        given.contains(typed.replace("build/", ".meydan/cmake/").lines().nth(1).unwrap()),
        "{typed}\n{given}"
    );
}

#[test]
fn a_list_is_taken_without_tools_that_the_client_does_not_import() {
    let list = "grpcio==1.45.0\naltgraph==0.17.2\nPyYAML==6.0\ngrpcio-tools==1.45.0\npyinstaller==5.2\nnumpy==1.23.0\ntorch==1.12.0\nsix==1.16.0\nodd==1\n";
    let main = "import grpc, numpy\nfrom six import moves\n# ir.sharif.aic.hideandseek\n";
    let files = [("requirements.txt", list), ("src/client.py", main), ("src/__init__.py", "")];
    let build = read("gotham", &files).unwrap().build;
    let today = build.lines().find(|line| line.ends_with("> .requirements.today")).unwrap();
    assert_eq!(
        today,
        "printf '%s\\n' 'grpcio==1.54.3' 'numpy==1.23.0' 'six==1.16.0' 'odd==1' > .requirements.today"
    );
}

#[test]
fn a_client_in_cpp_that_reads_a_file_above_its_program_is_started_there() {
    let client = |opens: &str| {
        let text =
            format!("#include \"../x.h\"\n// x-access-token next_state\nstd::ifstream file(\"{opens}\");\n");
        let files = [("Makefile", "all:\n"), ("client.cpp", &text), ("config.json", "{}"), ("x.h", "")];
        read("galaxy", &files).unwrap().start
    };
    assert_eq!(client("../config.json"), ["sh", "-c", "cd .meydan && exec ./bot"]);
    assert_eq!(client("config.json"), [".meydan/bot"]);
    assert_eq!(client("../other.json"), [".meydan/bot"]);
}
