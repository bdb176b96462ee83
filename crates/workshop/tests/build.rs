//! Builds behind walls: what they make, how they fail, and where they are kept. The machine that runs this has all walls.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::io::{Cursor, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use meydan_blobs::Blobs;
use meydan_sandbox::intake::Intake;
use meydan_sandbox::{Terms, survey};
use meydan_workshop::{Bench, BuildError, Builds, Made, inspect};
use zip::write::SimpleFileOptions;

fn pack(files: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

async fn bench(work: &Path) -> Bench {
    // Small limits, so that whoever goes past them does so soon.
    let terms =
        "[build]\ntime = \"5 min\"\nmemory = \"700 MB\"\ndisk = \"256 MB\"\npids = 60\noutput = \"256 KB\"\n";
    let terms: Terms = toml::from_str(terms).unwrap();
    Bench::behind(&survey().await, work).unwrap().with_terms(terms)
}

async fn build(bench: &Bench, files: &[(&str, &str)]) -> (Result<Made, BuildError>, String) {
    let inspected = inspect(&pack(files), "labyrinth", &Intake::default()).unwrap();
    let mut log = Vec::new();
    let made = bench.build(&inspected, &mut |bytes| log.extend_from_slice(bytes)).await;
    (made, String::from_utf8_lossy(&log).into_owned())
}

fn manifest(build: &str) -> String {
    format!(
        "game = \"labyrinth\"\nlanguage = \"python\"\nname = \"bot\"\nbuild = '''{build}'''\nstart = \"python3 main.py\"\n"
    )
}

#[tokio::test]
async fn every_way_to_fail_has_its_words() {
    let work = tempfile::tempdir().unwrap();
    let bench = bench(work.path()).await;
    for (script, words) in [
        ("exit 3", "it ended with exit code 3; the end of its log says why"),
        ("yes this is a flood", "it wrote more than 256 KB to its log"),
        ("head -c 10G /dev/zero > big", "it wrote more than the 256 MB that a build may write"),
        (
            "cat /dev/zero | python3 -c 'import sys; sys.stdin.buffer.read()'",
            "it wanted more than its 700 MB of memory",
        ),
        ("for i in $(seq 200); do sleep 30 & done; wait", "it started more than the 60 processes"),
        (
            "python3 -c \"import urllib.request as u; u.urlopen('http://example.org')\"",
            "it wants something from a network",
        ),
        ("pip3 install websockets==8.1", "a dependency is missing (`websockets==8.1`)"),
        ("rm main.py meydan.toml", "what it left is not taken: there is no file in the archive"),
        ("mkfifo pipe", "`pipe` is neither a file nor a folder"),
        ("touch $(printf 'a\\001b')", "it has characters that cannot be shown"),
        ("ln -s /usr here", "it left more than 512 MB of files"),
    ] {
        let manifest = manifest(script);
        let (made, log) = build(&bench, &[("meydan.toml", &manifest), ("main.py", "")]).await;
        match made.unwrap_err() {
            BuildError::Failed(why) => {
                assert!(why.contains(words), "{script}: {why}\n{log}");
                assert!(log.trim_end().ends_with(&why), "the log says it too: {log}");
            }
            BuildError::Trouble(why) => panic!("{script} is not our trouble: {why}\n{log}"),
        }
    }
    let left: Vec<_> = fs::read_dir(work.path()).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}

#[tokio::test]
async fn a_build_that_never_ends_is_ended() {
    let work = tempfile::tempdir().unwrap();
    let terms: Terms = toml::from_str("[build]\ntime = \"2 s\"\n").unwrap();
    let bench = bench(work.path()).await.with_terms(terms);
    for script in ["while :; do :; done", "sleep 1000 & sleep 1000"] {
        let manifest = manifest(script);
        let (made, _) = build(&bench, &[("meydan.toml", &manifest), ("main.py", "")]).await;
        assert_eq!(made.unwrap_err().to_string(), "the build failed: it took longer than 2 s");
    }
}

#[tokio::test]
async fn what_starts_the_bot_must_be_there_and_a_tool_that_is_not_is_named() {
    let work = tempfile::tempdir().unwrap();
    let bench = bench(work.path()).await;
    let text = "game = \"labyrinth\"\nlanguage = \"c\"\nname = \"bot\"\nstart = \"./bot\"\n";
    let (made, _) = build(&bench, &[("meydan.toml", text), ("bot.c", "")]).await;
    assert!(
        made.unwrap_err().to_string().contains("`./bot`, which starts the bot, is not there after the build")
    );
    let (made, _) = build(&bench, &[("meydan.toml", text), ("bot", "#!/bin/sh\n")]).await;
    assert!(made.unwrap_err().to_string().contains("`./bot` is there but cannot be run"));
    let (made, _) = build(&bench, &[("A.csproj", ""), ("a.cs", "")]).await;
    if !Path::new("/usr/bin/dotnet").exists() {
        assert!(made.unwrap_err().to_string().contains("needs `dotnet`, which this server does not have"));
    }
}

#[tokio::test]
async fn the_log_comes_while_it_is_built() {
    let work = tempfile::tempdir().unwrap();
    let bench = bench(work.path()).await;
    let text = manifest("echo first; sleep 0.3; echo second >&2; sleep 0.3; echo third");
    let inspected =
        inspect(&pack(&[("meydan.toml", &text), ("main.py", "")]), "labyrinth", &Intake::default()).unwrap();
    let mut chunks = Vec::new();
    bench
        .build(&inspected, &mut |bytes| chunks.push(String::from_utf8_lossy(bytes).into_owned()))
        .await
        .unwrap();
    let of = |word: &str| chunks.iter().position(|chunk| chunk.lines().any(|line| line == word)).unwrap();
    assert!(of("first") < of("second") && of("second") < of("third"), "{chunks:?}");
}

const C: &str = "#include <stdio.h>\nint main(void) { printf(\"%s\\n\", __FILE__); return 0; }\n";
const CMAKE: &str = "cmake_minimum_required(VERSION 3.5)\nproject(x C)\nadd_library(part SHARED part.c)\nadd_executable(ape main.c)\ntarget_link_libraries(ape part)\n";
const JAVA: &str =
    "package x;\npublic class Main { public static void main(String[] a) { System.out.println(\"hi\"); } }\n";

#[tokio::test]
async fn the_same_source_gives_the_same_build() {
    let work = tempfile::tempdir().unwrap();
    let bench = bench(work.path()).await;
    let manifest =
        manifest("date +%N > /tmp/x; mkdir -p b/a; echo x > b/a/2; echo y > b/1; touch -d tomorrow b/1");
    for files in [
        &[("main.py", "print()"), ("data.txt", "1")][..],
        &[("meydan.toml", manifest.as_str()), ("main.py", "")],
        &[("main.c", C)],
        &[("main.cpp", C)],
        &[("Makefile", "ape: main.c\n\t$(CC) -O2 -g -o ape main.c\n"), ("main.c", C)],
        &[("CMakeLists.txt", CMAKE), ("main.c", C), ("part.c", "int part;")],
        &[("src/x/Main.java", JAVA)],
        &[("package.json", "{\"main\":\"a.js\"}"), ("a.js", "")],
    ] {
        let (first, log) = build(&bench, files).await;
        let (first, second) =
            (first.unwrap_or_else(|error| panic!("{error}: {log}")), build(&bench, files).await.0.unwrap());
        assert_eq!(first.digest, second.digest, "{files:?}");
        assert_eq!(first.size, fs::metadata(&first.file).unwrap().len());
    }
    let other = build(&bench, &[("main.py", "print( )"), ("data.txt", "1")]).await.0.unwrap();
    assert_ne!(
        other.digest,
        build(&bench, &[("main.py", "print()"), ("data.txt", "1")]).await.0.unwrap().digest
    );
}

/// A wheel, as an organiser would provide it.
fn wheel(folder: &Path) {
    let python = folder.join("python");
    fs::create_dir_all(&python).unwrap();
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
    let about = "Metadata-Version: 2.1\nName: apes\nVersion: 1.2\n";
    let files = [
        ("apes.py", "def hello(): return 'hello'\n"),
        ("apes-1.2.dist-info/METADATA", about),
        ("apes-1.2.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"),
        ("apes-1.2.dist-info/RECORD", "apes.py,,\n"),
    ];
    fs::write(python.join("apes-1.2-py3-none-any.whl"), pack(&files)).unwrap();
}

#[tokio::test]
async fn what_the_organiser_provides_is_installed_and_nothing_else() {
    let (work, provided) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    wheel(provided.path());
    let bench =
        bench(work.path()).await.with_terms(Terms::default()).with_provided(Some(provided.path().to_owned()));
    let list = |name: &str| format!("--extra-index-url https://example.org/simple\n{name}\n");
    let (made, log) =
        build(&bench, &[("main.py", "import apes"), ("requirements.txt", &list("apes>=1"))]).await;
    let made = made.unwrap_or_else(|error| panic!("{error}: {log}"));
    let (_place, builds) = shelf(&made).await;
    let built = builds.get(&made.digest).await.unwrap();
    assert!(built.folder.join(".meydan/packages/apes.py").is_file());
    assert_eq!(built.recipe.env["PYTHONPATH"], "/bot/.meydan/packages");
    let again =
        build(&bench, &[("main.py", "import apes"), ("requirements.txt", &list("apes>=1"))]).await.0.unwrap();
    assert_eq!(again.digest, made.digest);
    let (made, _) = build(&bench, &[("main.py", ""), ("requirements.txt", &list("baboons==2"))]).await;
    let text = made.unwrap_err().to_string();
    assert!(text.contains("a dependency is missing (`baboons==2`), and a build has no network"), "{text}");
    let pom = "<project><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>y</artifactId><version>1</version></project>";
    let (made, log) = build(&bench, &[("pom.xml", pom)]).await;
    assert!(made.unwrap_err().to_string().contains("a dependency is missing"), "{log}");
}

#[tokio::test]
async fn a_tool_chain_outside_of_usr_is_found_without_being_told() {
    let work = tempfile::tempdir().unwrap();
    let bench = bench(work.path()).await.with_terms(Terms::default());
    // Whoever runs this test has Cargo, most often in their home.
    let package = "[package]\nname = \"bot\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
    let (made, log) = build(&bench, &[("Cargo.toml", package), ("src/main.rs", "fn main() {}\n")]).await;
    assert!(made.is_ok(), "{log}");
    // Go is not a must.
    if std::process::Command::new("go").arg("version").output().is_ok() {
        let main = "package main\nfunc main() {}\n";
        let (made, log) = build(&bench, &[("go.mod", "module bot\ngo 1.20\n"), ("main.go", main)]).await;
        assert!(made.is_ok(), "{log}");
    }
}

#[tokio::test]
async fn jars_packed_packages_and_modules_can_be_provided() {
    let (work, provided) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::set_permissions(provided.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let root = provided.path();
    let module = root.join("go/example.org/apes/@v");
    for folder in [&root.join("java"), &root.join("npm"), &module] {
        fs::create_dir_all(folder).unwrap();
    }
    let go = std::process::Command::new("go").args(["env", "GOROOT"]).output();
    let go = go.ok().map(|output| PathBuf::from(String::from_utf8(output.stdout).unwrap().trim()));
    let bench = bench(work.path()).await.with_terms(Terms::default()).with_provided(Some(root.to_owned()));
    let bench = bench.with_tools(go.iter().cloned().collect());

    let library = manifest("javac -d . Apes.java && jar cf apes.jar apes");
    let java = [
        ("meydan.toml", library.as_str()),
        ("main.py", ""),
        ("Apes.java", "package apes; public class Apes { public static int N = 3; }"),
    ];
    let made = build(&bench, &java).await.0.unwrap();
    let (_place, builds) = shelf(&made).await;
    fs::copy(builds.get(&made.digest).await.unwrap().folder.join("apes.jar"), root.join("java/apes.jar"))
        .unwrap();
    let main = "import apes.Apes; class Main { public static void main(String[] a) { System.out.println(Apes.N); } }";
    let (made, log) = build(&bench, &[("Main.java", main)]).await;
    assert!(made.is_ok(), "{log}");

    let mut tar = tar::Builder::new(flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast()));
    for (name, text) in
        [("package/package.json", "{\"name\":\"apes\",\"version\":\"1.2.0\"}"), ("package/index.js", "")]
    {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, name, text.as_bytes()).unwrap();
    }
    fs::write(root.join("npm/apes.tgz"), tar.into_inner().unwrap().finish().unwrap()).unwrap();
    let package = |from: &str| format!("{{\"main\":\"a.js\",\"dependencies\":{{\"apes\":\"{from}\"}}}}");
    let (made, log) =
        build(&bench, &[("package.json", &package("file:/provide/npm/apes.tgz")), ("a.js", "")]).await;
    assert!(made.is_ok(), "{log}");
    let (made, log) = build(&bench, &[("package.json", &package("1.2.0")), ("a.js", "")]).await;
    assert!(made.unwrap_err().to_string().contains("a dependency is missing"), "{log}");

    if go.is_some() {
        fs::write(module.join("list"), "v1.0.0\n").unwrap();
        fs::write(module.join("v1.0.0.info"), "{\"Version\":\"v1.0.0\"}").unwrap();
        fs::write(module.join("v1.0.0.mod"), "module example.org/apes\n").unwrap();
        let files = [
            ("example.org/apes@v1.0.0/go.mod", "module example.org/apes\n"),
            ("example.org/apes@v1.0.0/apes.go", "package apes\nconst N = 3\n"),
        ];
        fs::write(module.join("v1.0.0.zip"), pack(&files)).unwrap();
        let bot = |path: &str| {
            let main = format!("package main\nimport \"{path}\"\nfunc main() {{ println(apes.N) }}\n");
            (format!("module bot\ngo 1.20\nrequire {path} v1.0.0\n"), main)
        };
        let (module, main) = bot("example.org/apes");
        let (made, log) = build(&bench, &[("go.mod", &module), ("main.go", &main)]).await;
        assert!(made.is_ok(), "{log}");
        let (module, main) = bot("example.org/baboons");
        let (made, log) = build(&bench, &[("go.mod", &module), ("main.go", &main)]).await;
        assert!(made.unwrap_err().to_string().contains("a dependency is missing"), "{log}");
    }
}

/// A place with one build, and the blobs below it.
async fn shelf(made: &Made) -> (tempfile::TempDir, Builds) {
    let place = tempfile::tempdir().unwrap();
    let blobs = Blobs::in_folder(&place.path().join("blobs")).unwrap();
    assert_eq!(blobs.put_file(&made.file).await.unwrap(), made.digest);
    let builds = Builds::open(place.path().join("builds"), blobs, 1 << 30).unwrap();
    (place, builds)
}

#[tokio::test]
async fn a_kept_build_is_whole_and_damage_is_noticed() {
    let work = tempfile::tempdir().unwrap();
    let bench = bench(work.path()).await;
    let made = build(&bench, &[("main.py", "print('hello')"), ("deep/er/data", "1")]).await.0.unwrap();
    let (place, builds) = shelf(&made).await;
    let several: Vec<_> = (0..4).map(|_| (builds.clone(), made.digest)).collect();
    let several = several
        .into_iter()
        .map(|(builds, digest)| tokio::spawn(async move { builds.get(&digest).await.unwrap() }));
    let mut folders: Vec<PathBuf> = Vec::new();
    for task in several.collect::<Vec<_>>() {
        folders.push(task.await.unwrap().folder.clone());
    }
    folders.dedup();
    let [folder] = &folders[..] else { panic!("{folders:?}") };
    let main = folder.join("main.py");
    assert_eq!(fs::read_to_string(&main).unwrap(), "print('hello')");
    assert_eq!(fs::metadata(&main).unwrap().permissions().mode() & 0o777, 0o444);
    assert_eq!(fs::metadata(folder.join("deep/er")).unwrap().permissions().mode() & 0o777, 0o755);

    let spoil: [(&str, &dyn Fn()); 4] = [
        ("written", &|| fs::write(&main, "print('other')").unwrap()),
        ("removed", &|| fs::remove_file(&main).unwrap()),
        ("added", &|| fs::write(folder.join("more.py"), "").unwrap()),
        ("emptied", &|| fs::remove_dir_all(folder).unwrap()),
    ];
    for (how, spoil) in spoil {
        spoil();
        let build = builds.get(&made.digest).await.unwrap();
        assert_eq!(fs::read_to_string(build.folder.join("main.py")).unwrap(), "print('hello')", "{how}");
        assert!(!build.folder.join("more.py").exists(), "{how}");
    }
    // Bytes that rot without a trace are found by whoever opens the place anew.
    let time = fs::metadata(&main).unwrap().modified().unwrap();
    fs::write(&main, "print('hellO')").unwrap();
    fs::File::options().write(true).open(&main).unwrap().set_modified(time).unwrap();
    let blobs = Blobs::in_folder(&place.path().join("blobs")).unwrap();
    let anew = Builds::open(place.path().join("builds"), blobs.clone(), 1 << 30).unwrap();
    assert!(anew.bytes() > 0, "what lies there is counted");
    anew.get(&made.digest).await.unwrap();
    assert_eq!(fs::read_to_string(&main).unwrap(), "print('hello')");
    blobs.delete(&made.digest).await.unwrap();
    fs::remove_dir_all(folder).unwrap();
    assert!(anew.get(&made.digest).await.unwrap_err().to_string().contains("is not here"));
}

#[tokio::test]
async fn the_build_that_was_not_used_for_longest_makes_room_and_one_in_use_stays() {
    let (work, place) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let bench = bench(work.path()).await;
    let blobs = Blobs::in_folder(&place.path().join("blobs")).unwrap();
    let mut digests = Vec::new();
    for number in 0..4 {
        let text = format!("{}{number}", "#".repeat(999));
        let made = build(&bench, &[("main.py", &text)]).await.0.unwrap();
        digests.push(blobs.put_file(&made.file).await.unwrap());
    }
    let builds = Builds::open(place.path().join("builds"), blobs, 2500).unwrap();
    let held: Arc<_> = builds.get(&digests[0]).await.unwrap();
    let mut folders = Vec::new();
    for digest in &digests[1..] {
        folders.push(builds.get(digest).await.unwrap().folder.clone());
        assert!(builds.bytes() <= 2500);
    }
    assert!(held.folder.join("main.py").is_file(), "somebody plays with it");
    assert!(!folders[0].exists() && !folders[1].exists() && folders[2].exists(), "{folders:?}");
    builds.get(&digests[1]).await.unwrap();
    assert!(folders[0].exists() && !folders[2].exists());
}
