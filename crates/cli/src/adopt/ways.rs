//! The ways in which the contests' clients are built and started.

use std::path::{Path, PathBuf};

use super::Contest;
use super::source::Source;

/// One of them.
pub(super) struct Way {
    /// The contest; empty: any.
    pub(super) game: &'static str,
    /// The file by which it is known.
    pub(super) file: &'static str,
    /// The program that runs or builds it.
    pub(super) program: &'static str,
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
}

/// Those that are surer come first.
pub(super) const WAYS: &[Way] = &[
    Way {
        game: "heroes",
        file: "Controller.py",
        program: "python3",
        recipe: |_, _, c| python(c, "Controller.py"),
    },
    Way {
        game: "gotham",
        file: "src/client.py",
        program: "python3",
        recipe: |_, _, c| python(c, "-m src.client"),
    },
    Way { game: "gotham", file: "client.py", program: "python3", recipe: |_, _, c| python(c, "client.py") },
    Way {
        game: "jungle",
        file: "application.py",
        program: "python3",
        recipe: |_, _, c| python(c, "application.py"),
    },
    Way { game: "galaxy", file: "run.py", program: "python3", recipe: |_, _, c| python(c, "run.py") },
    Way { game: "heroes", file: "src/client/Main.java", program: "javac", recipe: |s, at, _| java(s, at) },
    Way { game: "", file: "pom.xml", program: "mvn", recipe: |s, at, _| maven(s, at) },
    Way { game: "", file: "package.json", program: "npm", recipe: |s, at, _| npm(s, at) },
    Way { game: "", file: "*.csproj", program: "dotnet", recipe: |_, _, _| dotnet() },
    Way { game: "", file: "Cargo.toml", program: "cargo", recipe: |s, at, _| cargo(s, at) },
    Way { game: "", file: "go.mod", program: "go", recipe: |_, _, _| go() },
    Way { game: "", file: "CMakeLists.txt", program: "cmake", recipe: |s, at, _| cmake(s, at) },
    Way { game: "", file: "Makefile", program: "make", recipe: |s, at, _| make(s, at) },
];

fn python(contest: &Contest, script: &str) -> Recipe {
    let packages = contest.packages;
    let build = (!packages.is_empty()).then(|| format!("python3 -m pip install {packages}"));
    Recipe { build: build.into_iter().collect(), command: format!("python3 {script}"), notes: Vec::new() }
}

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
        command: format!("java -cp build:{gson} client.Main"),
        notes,
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
        command: format!("java -jar target/{jar}"),
        notes,
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
    Recipe { build, command, notes: Vec::new() }
}

fn dotnet() -> Recipe {
    Recipe {
        build: vec!["dotnet build -c Release".to_owned()],
        command: "dotnet run --no-build -c Release".to_owned(),
        notes: Vec::new(),
    }
}

fn cargo(source: &Source, at: &Path) -> Recipe {
    let manifest: toml::Table = source.text(&at.join("Cargo.toml")).parse().unwrap_or_default();
    let name = manifest.get("package").and_then(|package| package.get("name")).and_then(|name| name.as_str());
    Recipe {
        build: vec!["cargo build --release".to_owned()],
        command: format!("target/release/{}", name.unwrap_or("PROGRAM")),
        notes: Vec::new(),
    }
}

fn go() -> Recipe {
    Recipe { build: vec!["go build -o bot .".to_owned()], command: "./bot".to_owned(), notes: Vec::new() }
}

/// What C++ clients are linked with: a word of their build files, a header, and who brings it.
const LIBRARIES: [(&str, &str, &str); 4] = [
    ("grpc", "grpcpp/grpcpp.h", "gRPC (Debian: libgrpc++-dev protobuf-compiler-grpc)"),
    ("yaml-cpp", "yaml-cpp/yaml.h", "yaml-cpp (Debian: libyaml-cpp-dev)"),
    ("lcurl", "curl/curl.h", "curl (Debian: libcurl4-openssl-dev)"),
    ("boost", "boost/version.hpp", "Boost (Debian: libboost-all-dev)"),
];

fn missing_libraries(source: &Source, at: &Path) -> Vec<String> {
    let built = |path: &Path| {
        let name = path.file_name().unwrap_or_default();
        name == "CMakeLists.txt"
            || name == "Makefile"
            || path.extension().is_some_and(|ending| ending == "cmake")
    };
    let says = |word: &str| {
        source.under(at).any(|file| built(&file.path) && file.text.to_lowercase().contains(word))
    };
    let places = ["/usr/include", "/usr/local/include", "/opt/homebrew/include"].map(PathBuf::from);
    let multi = Path::new("/usr/include").join(format!("{}-linux-gnu", std::env::consts::ARCH));
    let there = |header: &str| places.iter().chain([&multi]).any(|place| place.join(header).is_file());
    let missing = LIBRARIES.iter().filter(|(word, header, _)| says(word) && !there(header));
    missing.map(|(_, _, who)| format!("missing on this machine: {who}")).collect()
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
    Recipe {
        build: vec!["cmake -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build".to_owned()],
        command: program.into_iter().next().unwrap_or_else(|| "build/PROGRAM".to_owned()),
        notes: missing_libraries(source, at),
    }
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
    Recipe { build: vec!["make".to_owned()], command, notes: missing_libraries(source, at) }
}
