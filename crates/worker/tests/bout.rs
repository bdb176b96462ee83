//! From an archive to a match of a contest: builds play behind walls, against house bots and people. The machine that runs this has
//! all walls.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::io::{Cursor, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use meydan_arena::{Engines, PersonClock, Planned, Setup};
use meydan_blobs::Blobs;
use meydan_catalog::MapChoice;
use meydan_core::Seat;
use meydan_core::trace::Entrant;
use meydan_record::Key;
use meydan_runner::{Judge, MatchOrder, MissingWalls};
use meydan_sandbox::intake::Intake;
use meydan_sandbox::{Span, Terms, survey};
use meydan_worker::{Bout, Checked, NotPlayed, Played, Seated, VerifyError, Walls, Worker, verify};
use meydan_workshop::{Bench, Build, Builds, inspect};
use serde_json::Value;
use zip::write::SimpleFileOptions;

/// Where one test builds and plays.
struct Ground {
    folder: tempfile::TempDir,
    bench: Bench,
    walls: Walls,
    builds: Builds,
    blobs: Blobs,
}

impl Ground {
    async fn new(tools: Vec<PathBuf>, provided: Option<PathBuf>) -> Ground {
        let folder = tempfile::tempdir().unwrap();
        let walls = survey().await;
        // A busy machine takes its time.
        let mut terms = Terms::default();
        terms.build.time = Some(Span(Duration::from_secs(600)));
        let bench = Bench::behind(&walls, folder.path()).unwrap();
        let bench = bench.with_terms(terms).with_tools(tools.clone()).with_provided(provided);
        let judge = Judge::behind(&walls).unwrap().with_tools(tools);
        let blobs = Blobs::in_folder(&folder.path().join("blobs")).unwrap();
        let builds = Builds::open(folder.path().join("builds"), blobs.clone(), 1 << 30).unwrap();
        Ground { bench, walls: Walls::of(Ok(judge)), builds, blobs, folder }
    }

    async fn build(&self, game: &str, archive: &[u8]) -> Arc<Build> {
        let inspected = inspect(archive, game, &Intake::default()).unwrap();
        let mut log = Vec::new();
        let made = self.bench.build(&inspected, &mut |bytes| log.extend_from_slice(bytes)).await;
        let made = made.unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(&log)));
        let digest = self.blobs.put_file(&made.file).await.unwrap();
        assert_eq!(digest, made.digest);
        self.builds.get(&digest).await.unwrap()
    }

    fn bout(&self, game: &str, seated: Vec<Seated>) -> Bout {
        let name = |seated: &Seated| match seated {
            Seated::House(name) => Entrant::house(name),
            Seated::Build(_) => Entrant::bot("Team Ape"),
            Seated::Person => Entrant::person("Ada"),
        };
        let entrants = seated.iter().map(name).collect();
        let map = (game == "labyrinth" && seated.len() > 1).then(|| MapChoice::Named("crowd".to_owned()));
        let order = MatchOrder {
            id: "m1".into(),
            game: game.into(),
            seed: Some(3),
            map,
            entrants,
            ..MatchOrder::default()
        };
        let seconds = Duration::from_secs;
        let clock =
            PersonClock { window: seconds(60), bank: seconds(0), total: seconds(600), away: seconds(60) };
        let folder = self.folder.path().join("match");
        Bout { order, seated, folder, key: Some(Key::draw().unwrap()), clock, log: 1 << 20, words: true }
    }

    async fn play(&self, game: &str, seated: Vec<Seated>) -> Played {
        self.bout(game, seated).play(&self.walls).await.unwrap()
    }
}

fn house(name: &str) -> Seated {
    Seated::House(name.to_owned())
}

fn pack(files: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        zip.start_file(format!("my-bot/{name}"), SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A kit as its author would send it.
fn kit(path: &str) -> Vec<u8> {
    fn collect(root: &Path, folder: &Path, files: &mut Vec<(String, String)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                let name = path.file_name().unwrap().to_str().unwrap();
                if !["build", "target", "node_modules", "__pycache__"].contains(&name) {
                    collect(root, &path, files);
                }
            } else {
                let name = path.strip_prefix(root).unwrap().display().to_string();
                files.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits").join(path);
    let mut files = Vec::new();
    collect(&root, &root, &mut files);
    pack(&files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect::<Vec<_>>())
}

/// The folder of a tool chain outside of `/usr/bin`; `None`: this machine has none.
fn chain(program: &str, ask: &[&str]) -> Option<PathBuf> {
    let said = Command::new(program).args(ask).output().ok().filter(|output| output.status.success())?;
    Some(PathBuf::from(String::from_utf8(said.stdout).unwrap().trim()))
}

fn has(program: &str) -> bool {
    Path::new("/usr/bin").join(program).exists()
}

/// The kit plays a whole match without a fault, and the record of it plays again.
async fn plays(ground: &Ground, game: &str, language: &str, others: &[&str]) {
    let build = ground.build(game, &kit(&format!("{game}/{language}"))).await;
    let seated = [Seated::Build(build)].into_iter().chain(others.iter().map(|name| house(name))).collect();
    let played = ground.play(game, seated).await;
    assert_eq!(played.report.faults, [], "{game} {language}");
    assert!(played.report.outcome.is_some());
    let verdict = verify(&fs::read(&played.record).unwrap()).unwrap();
    assert_eq!((verdict.checked, verdict.windows), (Checked::Same, played.report.windows));
    assert_eq!(verdict.final_hash, played.report.final_hash);
    let counted = played.report.times[0].counted.unwrap();
    assert!(counted.cpu_us > 0 && counted.peak_bytes > 0, "it was counted from outside, so it was jailed");
}

#[tokio::test]
async fn kits_that_are_interpreted_are_built_and_play() {
    let ground = Ground::new(Vec::new(), None).await;
    plays(&ground, "labyrinth", "python", &["greedy"]).await;
    if has("node") {
        plays(&ground, "labyrinth", "javascript", &["greedy"]).await;
    }
}

#[tokio::test]
async fn kits_that_are_compiled_are_built_and_play() {
    let ground = Ground::new(Vec::new(), None).await;
    if has("gcc") {
        plays(&ground, "labyrinth", "c", &["greedy"]).await;
    }
    if has("c++") {
        plays(&ground, "galaxy", "cpp", &["greedy", "greedy"]).await;
    }
    if has("javac") {
        plays(&ground, "jungle", "java", &["collector"]).await;
    }
}

#[tokio::test]
async fn a_kit_in_go_is_built_with_a_tool_chain_elsewhere() {
    if let Some(go) = chain("go", &["env", "GOROOT"]) {
        let ground = Ground::new(vec![go], None).await;
        plays(&ground, "labyrinth", "go", &["greedy"]).await;
    }
}

#[tokio::test]
async fn a_kit_in_rust_is_built_with_crates_that_the_organiser_provides() {
    let Some(rust) = chain("rustc", &["--print", "sysroot"]) else { return };
    let provided = tempfile::tempdir().unwrap();
    fs::set_permissions(provided.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits/labyrinth/rust");
    let vendored = Command::new("cargo")
        .args(["vendor", "--locked"])
        .arg(provided.path().join("cargo"))
        .current_dir(kit)
        .output();
    assert!(vendored.unwrap().status.success());
    let ground = Ground::new(vec![rust], Some(provided.path().to_owned())).await;
    plays(&ground, "labyrinth", "rust", &["greedy"]).await;
}

/// A bot of labyrinth that stays where it is, and does this in every turn.
fn stays(in_every_turn: &str) -> String {
    format!(
        "import json, os, sys, time
turn = 0
for line in sys.stdin:
    if json.loads(line)['type'] == 'turn':
        {in_every_turn}
        turn += 1
        print('{{\"act\": \"stay\"}}', flush=True)
"
    )
}

fn lines(log: &str) -> Vec<Value> {
    log.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test]
async fn each_seat_has_its_own_log_and_a_bots_fault_is_not_ours() {
    let ground = Ground::new(Vec::new(), None).await;
    let talks = stays("print('I am', turn, file=sys.stderr); print('{\"note\": {\"turn\": %d}}' % turn)");
    let talker = ground.build("labyrinth", &pack(&[("main.py", &talks)])).await;
    let dies = stays("sys.exit(7) if turn == 2 else print('secret', file=sys.stderr)");
    let mortal = ground.build("labyrinth", &pack(&[("main.py", &dies)])).await;
    let played = ground.play("labyrinth", vec![Seated::Build(talker.clone()), Seated::Build(mortal)]).await;
    let [first, second] = &played.logs[..] else { panic!("{:?}", played.logs) };
    assert!(!first.lines.contains("secret") && second.lines.contains("secret"));
    let told = lines(&first.lines);
    assert!(told.iter().any(|line| line["stderr"] == "I am 2\n"), "{}", first.lines);
    assert!(told.iter().any(|line| line["note"]["turn"] == 2), "{}", first.lines);
    let faults: Vec<_> = played.report.faults.iter().map(|fault| (fault.seat, fault.text.as_str())).collect();
    assert_eq!(faults, [(Seat(1), "it ended with exit code 7")]);
    assert!(
        lines(&second.lines)
            .iter()
            .any(|line| line["fault"] == "gone" && line["text"] == "it ended with exit code 7")
    );

    let mut short = ground.bout("labyrinth", vec![Seated::Build(talker), house("greedy")]);
    short.log = 300;
    let played = short.play(&ground.walls).await.unwrap();
    assert!(played.logs[0].cut && played.logs[0].lines.len() < 400, "{:?}", played.logs[0]);
    assert_eq!(played.logs[1].lines, "");
}

#[tokio::test]
async fn the_picture_can_be_followed_and_is_kept() {
    let ground = Ground::new(Vec::new(), None).await;
    let bot = ground.build("labyrinth", &pack(&[("main.py", &stays("pass"))])).await;
    let playing = ground
        .bout("labyrinth", vec![Seated::Build(bot), house("greedy")])
        .begin(&ground.walls)
        .await
        .unwrap();
    let (film, done) = (playing.film.follow_all().collect::<Vec<_>>(), playing.done);
    let (seen, played) = tokio::join!(film, done);
    let (seen, played) = (seen.concat(), played.unwrap());
    let kept = zstd::decode_all(fs::File::open(played.reel.unwrap()).unwrap()).unwrap();
    assert!(kept == seen, "what is kept is what was seen");
    let text = String::from_utf8(seen).unwrap();
    assert!(text.starts_with("{\"kind\":\"opening\"") && text.contains("Team Ape"), "{}", &text[..200]);
    assert_eq!(text.matches("{\"kind\":\"frame\"").count() as u32, played.report.windows);
}

#[tokio::test]
async fn a_person_sits_beside_a_build() {
    let ground = Ground::new(Vec::new(), None).await;
    let bot = ground.build("labyrinth", &pack(&[("main.py", &stays("pass"))])).await;
    let playing = ground
        .bout("labyrinth", vec![Seated::Person, Seated::Build(bot)])
        .begin(&ground.walls)
        .await
        .unwrap();
    assert_eq!(playing.seat_films.keys().collect::<Vec<_>>(), [&0]);
    let (mut hears, says) = playing.doors[&0]();
    let person = tokio::spawn(async move {
        let mut turns = 0;
        while let Some(line) = hears.recv().await {
            let message: Value = serde_json::from_str(&line).unwrap();
            if message["type"] == "turn" {
                turns += 1;
                let _ = says.send("{\"act\": \"stay\"}\n".to_owned()).await;
            }
        }
        turns
    });
    let played = playing.done.await.unwrap();
    assert_eq!(played.report.faults, []);
    assert!(person.await.unwrap() > 3);
    assert_eq!(played.report.header.entrants[0].name, "Ada");
}

#[tokio::test]
async fn without_walls_a_build_is_not_started_and_that_is_our_trouble() {
    let ground = Ground::new(Vec::new(), None).await;
    let bot = ground.build("labyrinth", &pack(&[("main.py", &stays("pass"))])).await;
    let open = Walls::of(Err(MissingWalls(Vec::new())));
    let refused = ground.bout("labyrinth", vec![Seated::Build(bot.clone())]).play(&open).await.unwrap_err();
    assert!(
        matches!(&refused, NotPlayed::Void(_)) && refused.to_string().contains("meydan doctor"),
        "{refused}"
    );
    let played = ground.bout("labyrinth", vec![house("greedy")]).play(&open).await.unwrap();
    assert!(played.report.outcome.is_some(), "house bots need no walls");

    fs::remove_dir_all(&bot.folder).unwrap();
    let gone = ground.bout("labyrinth", vec![Seated::Build(bot)]).play(&ground.walls).await.unwrap_err();
    assert!(matches!(gone, NotPlayed::Void(_)), "{gone}");
    let wrong = ground.bout("labyrinth", vec![house("nobody")]).play(&ground.walls).await.unwrap_err();
    assert!(matches!(&wrong, NotPlayed::Order(why) if why.contains("no house bot `nobody`")), "{wrong}");
}

#[tokio::test]
async fn a_match_that_is_stopped_has_no_result() {
    let ground = Ground::new(Vec::new(), None).await;
    let bot = ground.build("labyrinth", &pack(&[("main.py", &stays("time.sleep(0.2)"))])).await;
    let playing = ground.bout("labyrinth", vec![Seated::Build(bot)]).begin(&ground.walls).await.unwrap();
    let mut film = playing.film.follow_all();
    film.next().await.unwrap();
    playing.stop.stop();
    assert!(matches!(playing.done.await, Err(NotPlayed::Stopped)));
    let rest = film.collect::<Vec<_>>().await.concat();
    assert!(String::from_utf8(rest).unwrap().contains("\"trouble\":\"the match was stopped"));
}

/// A client of heroes that ends every phase at once.
const HEROES: &str = "import json, os, socket
print('a client speaks')
line = socket.create_connection(('127.0.0.1', int(os.environ.get('AICHostPort', 7099))))
send = lambda name, *args: line.sendall(json.dumps({'name': name, 'args': list(args)}).encode() + b'\\0')
say = lambda kind, *args: send('events', {'type': kind, 'args': list(args)})
send('token', '0' * 32)
rest = b''
while True:
    more = line.recv(1 << 16)
    if not more: break
    *frames, rest = (rest + more).split(b'\\0')
    for frame in map(json.loads, frames):
        if frame['name'] == 'shutdown': raise SystemExit
        args = frame['args'][0]
        if frame['name'] == 'init': say('init-end')
        elif frame['name'] == 'pick': say('pick-end', args['currentTurn'])
        elif args['currentPhase'] == 'MOVE': say('move-end', args['currentTurn'], args['movePhaseNum'])
        else: say('action-end', args['currentTurn'])
";

#[tokio::test]
async fn a_client_of_an_original_contest_is_recognised_and_plays() {
    let ground = Ground::new(Vec::new(), None).await;
    let client = ground.build("heroes", &pack(&[("Controller.py", HEROES), ("AI.py", "")])).await;
    assert!(client.recipe.wire);
    let played = ground.play("heroes", vec![Seated::Build(client), house("random")]).await;
    let own: Vec<_> = played.report.faults.iter().filter(|fault| fault.seat == Seat(0)).collect();
    assert!(own.is_empty(), "{own:?}");
    assert_eq!(played.report.header.ruleset, "official");
    assert!(played.logs[0].lines.contains("a client speaks"), "{:?}", played.logs[0]);
    let names: Vec<_> = played.files.iter().map(|file| file.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(names, ["graphic.log", "server_view.log"], "the original's own logs");
    assert_eq!(verify(&fs::read(&played.record).unwrap()).unwrap().checked, Checked::Same);
}

#[tokio::test]
async fn a_client_that_does_not_come_has_only_itself_to_blame() {
    let ground = Ground::new(Vec::new(), None).await;
    let broken = "import os, sys\nos.environ.get('AICHostPort')  # BLASTER\nsys.exit('I will not')\n";
    let client = ground.build("heroes", &pack(&[("Controller.py", broken)])).await;
    let played = ground.play("heroes", vec![Seated::Build(client), house("random")]).await;
    let fault = &played.report.faults[0];
    assert!(fault.text.contains("did not come to its seat: it ended with exit code 1"), "{fault}");
    assert!(played.report.outcome.is_some());
}

#[tokio::test]
async fn a_record_that_was_changed_differs_and_one_that_is_cut_has_no_outcome() {
    let ground = Ground::new(Vec::new(), None).await;
    let bout = ground.bout("labyrinth", vec![house("greedy")]);
    let key = bout.key.clone().unwrap().public();
    let record = fs::read(bout.play(&ground.walls).await.unwrap().record).unwrap();
    let verdict = verify(&record).unwrap();
    assert_eq!((verdict.checked, verdict.attested), (Checked::Same, Some(key)));
    assert!(verdict.outcome.is_some());

    let start = record.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let text = String::from_utf8(zstd::decode_all(&record[start..]).unwrap()).unwrap();
    let again = |lines: &[String]| {
        let packed = zstd::encode_all(lines.join("\n").as_bytes(), 3).unwrap();
        [&record[..start], &packed].concat()
    };
    let mut lines: Vec<String> = text.split_inclusive('\n').map(|line| line.trim_end().to_owned()).collect();
    let closes: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].starts_with("{\"close\"")).collect();
    lines[closes[3]] = lines[closes[2]].clone();
    lines.push(String::new());
    let changed = verify(&again(&lines)).unwrap();
    let Checked::Differs { window: 3, why } = changed.checked else { panic!("{:?}", changed.checked) };
    assert!(why.contains("the state's hash is"), "{why}");
    assert_eq!(changed.attested, None, "the signature does not hold either");
    assert!(verify(b"not a record").is_err());

    // What a newer program played is not judged by the rules of this one.
    let newer: Vec<String> =
        text.lines().map(|line| line.replacen("\"rules\":1", "\"rules\":2", 1)).collect();
    assert_ne!(newer.concat(), text.lines().collect::<String>(), "no rules are named; nothing was tried");
    let error = verify(&again(&newer)).unwrap_err();
    assert!(matches!(error, VerifyError::Rules(_)), "{error}");
}

#[tokio::test]
async fn a_record_tells_what_follows_from_the_plan_of_its_match() {
    let ground = Ground::new(Vec::new(), None).await;
    let games: [(&str, usize); 5] =
        [("labyrinth", 1), ("jungle", 2), ("heroes", 2), ("gotham", 2), ("galaxy", 3)];
    for (game, sides) in games {
        let header = ground.play(game, vec![house("random"); sides]).await.report.header;
        let (ruleset, map) = (header.ruleset.clone(), header.map.clone());
        let planned = Planned { game: game.to_owned(), ruleset, map, seed: 3, sides };
        let setup = Worker::new(Vec::new()).setup(&planned).unwrap().unwrap();
        let config: Value = serde_json::from_str(header.config.get()).unwrap();
        let told = Setup { rules: header.rules, map_digest: header.map_digest.clone(), config };
        assert!(setup == told, "{game}");
    }
    let nowhere = Planned {
        game: "jungle".to_owned(),
        ruleset: "document".to_owned(),
        map: "nowhere".to_owned(),
        seed: 3,
        sides: 2,
    };
    assert_eq!(Worker::new(Vec::new()).setup(&nowhere).unwrap_err().code(), "wrong");
}
