//! The ways in which the contests' clients are built and started.

use std::path::{Path, PathBuf};

use meydan_workshop::{
    FURTHER, asks_for_protobuf_config, cmake_lines, imports, in_folder, packages_of, reads_above,
};

use super::source::Source;
use super::{Contest, on_the_path, quoted};

/// One of them.
pub(super) struct Way {
    /// The contest; empty: any.
    pub(super) game: &'static str,
    /// The file by which it is known.
    pub(super) file: &'static str,
    /// The program that runs or builds it.
    pub(super) program: &'static str,
    /// The language, as manifests have it.
    pub(super) language: &'static str,
    /// What is done with such a folder.
    pub(super) recipe: fn(&Source, &Path, &Contest) -> Recipe,
}

/// How one client is built and started, in its own folder.
#[derive(Default)]
pub(super) struct Recipe {
    /// What must be done once.
    pub(super) build: Vec<String>,
    /// The command that is its bot.
    pub(super) command: String,
    /// What is missing, or in the way.
    pub(super) notes: Vec<String>,
    /// What the build leaves there; without it the command cannot start.
    pub(super) made: Option<String>,
}

/// Those that are surer come first.
pub(super) const WAYS: &[Way] = &[
    Way {
        game: "heroes",
        file: "Controller.py",
        program: "python3",
        language: "python",
        recipe: |s, at, c| python(s, at, c, "Controller.py"),
    },
    Way {
        game: "gotham",
        file: "src/client.py",
        program: "python3",
        language: "python",
        recipe: |s, at, c| python(s, at, c, "-m src.client"),
    },
    Way {
        game: "gotham",
        file: "client.py",
        program: "python3",
        language: "python",
        recipe: |s, at, c| python(s, at, c, "client.py"),
    },
    Way {
        game: "jungle",
        file: "application.py",
        program: "python3",
        language: "python",
        recipe: |s, at, c| python(s, at, c, "application.py"),
    },
    Way {
        game: "galaxy",
        file: "run.py",
        program: "python3",
        language: "python",
        recipe: |s, at, c| python(s, at, c, "run.py"),
    },
    Way {
        game: "heroes",
        file: "src/client/Main.java",
        program: "javac",
        language: "java",
        recipe: |s, at, _| java(s, at),
    },
    Way { game: "", file: "pom.xml", program: "mvn", language: "java", recipe: |s, at, _| maven(s, at) },
    Way {
        game: "",
        file: "package.json",
        program: "npm",
        language: "javascript",
        recipe: |s, at, _| npm(s, at),
    },
    Way {
        game: "",
        file: "*.csproj",
        program: "dotnet",
        language: "csharp",
        recipe: |s, at, _| dotnet(s, at),
    },
    Way { game: "", file: "Cargo.toml", program: "cargo", language: "rust", recipe: |s, at, _| cargo(s, at) },
    Way { game: "", file: "go.mod", program: "go", language: "go", recipe: |_, _, _| go() },
    Way {
        game: "",
        file: "CMakeLists.txt",
        program: "cmake",
        language: "cpp",
        recipe: |s, at, _| cmake(s, at),
    },
    Way { game: "", file: "Makefile", program: "make", language: "cpp", recipe: |s, at, _| make(s, at) },
];

fn python(source: &Source, at: &Path, contest: &Contest, script: &str) -> Recipe {
    let own = packages_of(contest.game).map(str::to_owned);
    let packages: Vec<String> = own.chain(further(source, at)).collect();
    let notes = windows_only(source, at);
    if packages.is_empty() {
        return Recipe { command: format!("python3 {script}"), notes, ..Recipe::default() };
    }
    // Old pins do not go with what else is there, and Debian's own Python takes no packages.
    let build =
        vec!["python3 -m venv .venv".to_owned(), format!(".venv/bin/pip install {}", packages.join(" "))];
    Recipe { build, command: format!("{OWN_PYTHON} {script}"), notes, made: None }
}

/// The Python that has a bot's packages.
pub(super) const OWN_PYTHON: &str = ".venv/bin/python";

/// The packages of what a Python bot imports of its own accord.
fn further(source: &Source, at: &Path) -> Vec<String> {
    let code = || source.under(at).filter(|file| file.path.extension().is_some_and(|ending| ending == "py"));
    let imported = |module: &str| code().any(|file| file.text.lines().any(|line| imports(line, module)));
    let found = FURTHER.iter().filter(|(module, _)| imported(module));
    found.map(|(_, package)| quoted(package)).collect()
}

/// Two of them at once, each in a network of its own, complain of one file for their statistics.
const JAVA: &str = "java -XX:-UsePerfData";

/// The one library of the Java clients of 2019.
const GSON: &str = "gson-2.3.1.jar";

fn java(source: &Source, at: &Path) -> Recipe {
    let named = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("gson") && name.ends_with(".jar")
    };
    let found = source.under(at).find(|file| named(&file.path));
    let mut notes = Vec::new();
    let gson = match found {
        Some(file) => file.path.strip_prefix(at).unwrap_or(&file.path).display().to_string(),
        None => {
            notes.push(format!(
                "missing in that folder: {GSON}, which its code needs; Maven Central has it as com.google.code.gson:gson:2.3.1"
            ));
            GSON.to_owned()
        }
    };
    notes.extend(gone(source, at));
    Recipe {
        build: vec![format!("javac -nowarn -encoding UTF-8 -cp {gson} -d build $(find src -name '*.java')")],
        command: format!("{JAVA} -cp build:{gson} client.Main"),
        notes,
        made: Some("build".to_owned()),
    }
}

/// What a Java of today does not have any more. Editors of then wrote such imports by themselves.
const GONE: [&str; 7] = [
    "org.omg.",
    "javax.rmi.CORBA",
    "javax.xml.bind",
    "javafx.",
    "com.sun.xml.internal",
    "sun.misc.Queue",
    "sun.misc.BASE64",
];

/// What only Python on Windows has. Editors of then wrote that import by themselves, too.
fn windows_only(source: &Source, at: &Path) -> Vec<String> {
    let code = source.under(at).filter(|file| file.path.extension().is_some_and(|ending| ending == "py"));
    let imports = |text: &str| {
        text.lines().any(|line| line.trim().starts_with("from asyncio.windows_events import NULL"))
    };
    code.filter(|file| imports(&file.text))
        .map(|file| {
            format!(
                "in the way: `from asyncio.windows_events import NULL` in {}, which only Python on Windows has; write `NULL = 0` in its place",
                file.path.display()
            )
        })
        .collect()
}

fn gone(source: &Source, at: &Path) -> Vec<String> {
    let mut notes = Vec::new();
    for file in source.under(at).filter(|file| file.path.extension().is_some_and(|ending| ending == "java")) {
        let imports = file.text.lines().filter_map(|line| line.trim().strip_prefix("import "));
        for import in imports
            .filter(|import| GONE.iter().any(|gone| import.trim_start_matches("static ").starts_with(gone)))
        {
            notes.push(format!(
                "in the way: `import {import}` in {}, of which a Java of today has nothing; where it is not used, take the line out, \
                 else build with Java 8",
                file.path.display()
            ));
        }
    }
    notes
}

/// What stands between two marks, the first time.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(begin)?;
    rest.split_once(end).map(|(inside, _)| inside.trim())
}

fn maven(source: &Source, at: &Path) -> Recipe {
    let pom = source.text(&at.join("pom.xml"));
    // Those above, below and beside it have names and versions too.
    let mut own = pom.to_owned();
    for part in ["parent", "dependencies", "dependencyManagement", "build", "properties", "profiles"] {
        while let Some((before, rest)) = own.split_once(&format!("<{part}>")) {
            let after = rest.split_once(&format!("</{part}>")).map_or("", |(_, after)| after);
            own = format!("{before}{after}");
        }
    }
    let tag = |text: &str, name: &str| {
        between(text, &format!("<{name}>"), &format!("</{name}>")).map(str::to_owned)
    };
    let usual =
        tag(&own, "artifactId").zip(tag(&own, "version")).map(|(name, version)| format!("{name}-{version}"));
    let whole = pom.contains("jar-with-dependencies") && !pom.contains("<appendAssemblyId>false");
    let name = tag(pom, "finalName").or(usual).filter(|name| !name.contains("${"));
    let jar = match name {
        Some(name) => format!("{name}{}.jar", if whole { "-jar-with-dependencies" } else { "" }),
        None => "JAR".to_owned(),
    };
    let written_for =
        ["maven.compiler.release", "maven.compiler.source", "java.version", "release", "source"]
            .iter()
            .find_map(|name| tag(pom, name))
            .filter(|version| version.chars().all(|c| c.is_ascii_digit() || c == '.'));
    let mut notes: Vec<String> = written_for
        .map(|version| format!("it was written for Java {version}; an older one does not build it"))
        .into_iter()
        .collect();
    notes.extend(gone(source, at));
    Recipe {
        build: vec!["mvn -q -DskipTests package".to_owned()],
        command: format!("{JAVA} -jar target/{jar}"),
        notes,
        made: Some(format!("target/{jar}")),
    }
}

fn npm(source: &Source, at: &Path) -> Recipe {
    let package: serde_json::Value =
        serde_json::from_str(source.text(&at.join("package.json"))).unwrap_or_default();
    let script = |name: &str| package["scripts"][name].as_str();
    let mut build = vec!["npm install".to_owned()];
    // Those that are not compiled have a script of that name that does nothing.
    if script("build").is_some_and(|script| !script.starts_with("echo")) {
        build.push("npm run build".to_owned());
    }
    let command = match (script("start"), package["main"].as_str()) {
        (Some(_), _) => "npm start".to_owned(),
        (None, Some(main)) => format!("node {main}"),
        (None, None) => "node index.js".to_owned(),
    };
    Recipe { build, command, notes: Vec::new(), made: Some("node_modules".to_owned()) }
}

/// What C# clients were written for (.NET 5 and 6) is no longer to be had, and a newer .NET does not take its place unasked.
fn dotnet(source: &Source, at: &Path) -> Recipe {
    let is_project = |path: &Path| path.extension().is_some_and(|ending| ending == "csproj");
    let own = |path: &Path| path.parent() == Some(at) && is_project(path);
    let Some(project) = source.under(at).find(|file| own(&file.path)) else { return Recipe::default() };
    let file = project.path.file_name().unwrap_or_default().to_string_lossy();
    let stem = file.trim_end_matches(".csproj");
    let name = between(&project.text, "<AssemblyName>", "</AssemblyName>").unwrap_or(stem);
    let written_for = between(&project.text, "<TargetFramework>", "</TargetFramework>");
    let notes = written_for.map(|framework| {
        format!("it was written for `{framework}`; a newer .NET builds and runs it by the lines below")
    });
    let program = format!("bin/bot/{name}.dll");
    Recipe {
        build: vec![format!("dotnet build {} -c Release -o bin/bot -p:RollForward=Major", quoted(&file))],
        command: format!("dotnet {}", quoted(&program)),
        notes: notes.into_iter().collect(),
        made: Some(program),
    }
}

fn cargo(source: &Source, at: &Path) -> Recipe {
    let manifest: toml::Table = source.text(&at.join("Cargo.toml")).parse().unwrap_or_default();
    let name = manifest.get("package").and_then(|package| package.get("name")).and_then(|name| name.as_str());
    let program = format!("target/release/{}", name.unwrap_or("PROGRAM"));
    Recipe::program("cargo build --release", program, Vec::new())
}

fn go() -> Recipe {
    Recipe::program("go build -o bot .", "./bot".to_owned(), Vec::new())
}

/// What C++ clients are linked with: a word of their build files, headers and programs, and who brings them.
const LIBRARIES: [(&str, &[&str], &str); 5] = [
    (
        "protobuf",
        &["google/protobuf/message.h", "protoc"],
        "Protocol Buffers (Debian: libprotobuf-dev protobuf-compiler)",
    ),
    ("grpc", &["grpcpp/grpcpp.h", "grpc_cpp_plugin"], "gRPC (Debian: libgrpc++-dev protobuf-compiler-grpc)"),
    ("yaml-cpp", &["yaml-cpp/yaml.h"], "yaml-cpp (Debian: libyaml-cpp-dev)"),
    ("lcurl", &["curl/curl.h"], "curl (Debian: libcurl4-openssl-dev)"),
    ("boost", &["boost/version.hpp"], "Boost (Debian: libboost-all-dev)"),
];

/// Whether a word, in small letters, stands in some file that says how a program is built.
fn build_says(source: &Source, at: &Path, word: &str) -> bool {
    source.under(at).any(|file| is_built_by(&file.path) && file.text.to_lowercase().contains(word))
}

fn is_built_by(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    name == "CMakeLists.txt" || name == "Makefile" || path.extension().is_some_and(|ending| ending == "cmake")
}

/// Whether a header or a program is on this machine.
fn is_here(name: &str) -> bool {
    let places = ["/usr/include", "/usr/local/include", "/opt/homebrew/include"].map(PathBuf::from);
    let multi = Path::new("/usr/include").join(format!("{}-linux-gnu", std::env::consts::ARCH));
    places.iter().chain([&multi]).any(|place| place.join(name).is_file()) || on_the_path(name)
}

fn missing_libraries(source: &Source, at: &Path, here: &dyn Fn(&str) -> bool) -> Vec<String> {
    let missing = LIBRARIES
        .iter()
        .filter(|(word, files, _)| build_says(source, at, word) && !files.iter().all(|file| here(file)));
    missing.map(|(_, _, who)| format!("missing on this machine: {who}")).collect()
}

/// Whether Protocol Buffers was installed with its own words for CMake. Debian's is not.
fn protobuf_has_config() -> bool {
    let multi = format!("/usr/lib/{}-linux-gnu", std::env::consts::ARCH);
    let places = ["/usr/lib", "/usr/lib64", "/usr/local/lib", "/opt/homebrew/lib", &multi];
    let names = ["protobuf-config.cmake", "ProtobufConfig.cmake"];
    places
        .iter()
        .any(|place| names.iter().any(|name| Path::new(place).join("cmake/protobuf").join(name).is_file()))
}

fn cmake(source: &Source, at: &Path) -> Recipe {
    let lists = source.under(at).filter(|file| file.path.ends_with("CMakeLists.txt"));
    let program = lists.filter_map(|file| {
        let made = between(&file.text.replace("add_executable (", "add_executable("), "add_executable(", ")")
            .map(str::to_owned)?;
        let name = made.split_whitespace().next()?.to_owned();
        let inside = file.path.parent()?.strip_prefix(at).ok()?.to_owned();
        (!name.contains('$')).then(|| Path::new("build").join(inside).join(name).display().to_string())
    });
    let program = program.into_iter().next().unwrap_or_else(|| "build/PROGRAM".to_owned());
    let asks = source.under(at).any(|file| is_built_by(&file.path) && asks_for_protobuf_config(&file.text));
    let build = cmake_lines("build", asks && !protobuf_has_config());
    Recipe { build, ..Recipe::program("", program, missing_libraries(source, at, &is_here)) }
}

fn make(source: &Source, at: &Path) -> Recipe {
    let text = source.text(&at.join("Makefile"));
    let named = text.lines().find_map(|line| {
        let (name, value) = line.split_once('=')?;
        let name = name.trim_end_matches([':', '?', ' ']).trim();
        ["TARGET", "EXEC", "EXECUTABLE", "BIN", "OUT"].contains(&name).then(|| value.trim().to_owned())
    });
    let program =
        named.filter(|name| !name.is_empty() && !name.contains('$')).unwrap_or_else(|| "PROGRAM".to_owned());
    let command = if program.contains('/') { program } else { format!("./{program}") };
    let mut recipe = Recipe::program("make", command, missing_libraries(source, at, &is_here));
    let above = source.under(at).any(|file| {
        file.path.extension().is_some_and(|ending| ending == "cpp")
            && reads_above(&file.text, |name| source.under(at).any(|other| other.path == at.join(name)))
    });
    let parts = recipe.command.trim_start_matches("./").to_owned();
    if let (true, Some((folder, program))) = (above, parts.rsplit_once('/')) {
        recipe.command = format!("sh -c '{}'", in_folder(folder, program));
    }
    recipe
}

impl Recipe {
    /// A program of its own.
    fn program(build: &str, command: String, notes: Vec<String>) -> Recipe {
        Recipe { build: vec![build.to_owned()], made: Some(command.clone()), command, notes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_package_that_a_build_needs_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let lists = "find_package(Protobuf CONFIG REQUIRED)\nfind_package(gRPC CONFIG)\nfind_package(yaml-cpp REQUIRED)";
        std::fs::write(folder.path().join("CMakeLists.txt"), lists).unwrap();
        let source = Source::read(folder.path()).unwrap();
        let missing = |here: &dyn Fn(&str) -> bool| missing_libraries(&source, Path::new(""), here).join(" ");
        let all = missing(&|_| false);
        for package in ["libprotobuf-dev", "protobuf-compiler ", "libgrpc++-dev", "libyaml-cpp-dev"] {
            assert!((all.clone() + " ").replace(')', " ").contains(package), "{package}: {all}");
        }
        assert_eq!(missing(&|_| true), "");
        assert!(missing(&|name| name != "grpc_cpp_plugin").contains("protobuf-compiler-grpc"));
    }
}
