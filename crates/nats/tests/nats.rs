//! The broker on a real NATS. `make rust-tests` runs this with one of the moment (`nats.sh`), whose address is in `MEYDAN_TEST_NATS`; without one there
//! is nothing to ask, and that is said.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../league/tests/hall/mod.rs"]
mod hall;

use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use hall::Hall;
use meydan_arena::Camera;
use meydan_league::store::{JobId, JobKind, JobState, Offer, Store, WorkerId};
use meydan_league::{
    Broker, CasualWish, Here, League, Live, Offered, Ranking, Reply, Task, Tasks, Wish, Work,
};
use meydan_nats::{Nats, NatsError};
use tokio::sync::watch;

/// The address of NATS, if there is one.
fn address() -> Option<String> {
    let address = std::env::var("MEYDAN_TEST_NATS").ok();
    if address.is_none() {
        eprintln!("NATS is NOT tested: MEYDAN_TEST_NATS names none");
    }
    address
}

/// A database of the moment, whose arenas share nothing with others at the same NATS.
async fn place() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_file(folder.path().join("db.sqlite")).await.unwrap();
    (folder, store)
}

/// A NATS of a test's own. It can be killed, and started again in its place.
struct Server {
    folder: tempfile::TempDir,
    options: Vec<String>,
    port: String,
    child: Child,
}

impl Server {
    async fn start(options: &[&str]) -> Server {
        let folder = tempfile::tempdir().unwrap();
        let options: Vec<String> = options.iter().map(|&word| word.to_owned()).collect();
        let child = Server::spawn(folder.path(), "-1", &options);
        let port = loop {
            let mut files = std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path());
            let found = files.find(|path| path.extension().is_some_and(|kind| kind == "ports"));
            let text = found.and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
            match text.split("nats://").nth(1).and_then(|rest| rest.split('"').next()?.rsplit_once(':')) {
                Some((_, port)) => break port.to_owned(),
                None => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        };
        Server { folder, options, port, child }
    }

    fn spawn(folder: &Path, port: &str, options: &[String]) -> Child {
        let server = ["/usr/sbin/nats-server", "/usr/local/sbin/nats-server"];
        let server = server.into_iter().find(|path| Path::new(path).exists()).unwrap_or("nats-server");
        let mut command = std::process::Command::new(server);
        command.args(["--jetstream", "--addr", "127.0.0.1", "--store_dir", "nats", "--ports_file_dir", "."]);
        command.args(["--port", port]).args(options).current_dir(folder).stderr(Stdio::null());
        command.spawn().unwrap()
    }

    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    fn url(&self) -> String {
        format!("nats://{}", self.host())
    }

    fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Everything that it has kept is gone.
    fn forget(&self) {
        std::fs::remove_dir_all(self.folder.path().join("nats")).unwrap();
    }

    fn start_again(&mut self) {
        self.child = Server::spawn(self.folder.path(), &self.port, &self.options);
    }

    fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(std::process::Command::new("kill").args([name, &id]).status().unwrap().success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

async fn eventually(what: &str, mut is_so: impl FnMut() -> bool) {
    let end = tokio::time::Instant::now() + Duration::from_secs(60);
    while !is_so() {
        assert!(tokio::time::Instant::now() < end, "it did not come about that {what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

fn offer(priority: i64) -> Offer {
    Offer { job: JobId::fresh(), attempt: 0, kind: JobKind::Match, priority }
}

async fn tell(nats: &Nats, id: &str, offer: &Offer) -> bool {
    nats.tell(&[(id.to_owned(), offer.clone())]).await == [true]
}

/// The next offer, for which somebody waits.
async fn next(nats: &Nats) -> Offered {
    loop {
        if let Some(offered) = nats.next().await {
            return offered;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn an_offer_is_there_once_until_it_is_settled() {
    let Some(address) = address() else { return };
    let (_folder, store) = place().await;
    let (one, two) =
        (Nats::open(&address, &store).await.unwrap(), Nats::open(&address, &store).await.unwrap());
    assert!(one.is_there() && two.is_there());
    let first = offer(0);
    assert!(tell(&one, "1", &first).await);
    assert!(tell(&two, "1", &first).await, "the same again");
    assert!(tell(&two, "2", &first).await, "the same job under another id");
    let offered = next(&two).await;
    assert_eq!((&offered.offer, offered.times), (&first, 1));
    assert!(one.next().await.is_none(), "it was there once, and somebody has it");
    offered.slip.reply(Reply::GoesOn).await;
    offered.slip.reply(Reply::Later(Duration::from_millis(50))).await;
    let again = next(&one).await;
    assert_eq!((&again.offer, again.times), (&first, 2));
    again.slip.reply(Reply::Settled).await;
    // Once it is settled the same job may be offered again.
    let mut id = 2;
    let third = loop {
        id += 1;
        assert!(tell(&one, &id.to_string(), &first).await);
        match two.next().await {
            Some(offered) => break offered,
            None => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    };
    assert_eq!((&third.offer, third.times), (&first, 1));
    third.slip.reply(Reply::Settled).await;

    let (_elsewhere, other) = place().await;
    let stranger = Nats::open(&address, &other).await.unwrap();
    assert!(tell(&one, "other", &offer(0)).await);
    assert!(stranger.next().await.is_none(), "others at the same NATS hear nothing of it");
    // The bell is rung for everybody who hears it.
    two.rung().await;
}

#[tokio::test]
async fn urgent_offers_come_first_and_none_is_passed_over_for_ever() {
    let Some(address) = address() else { return };
    let (_folder, store) = place().await;
    let nats = Nats::open(&address, &store).await.unwrap();
    let priorities = [-1, 0, 1, 3, 6];
    for number in 0..16 {
        for priority in priorities {
            assert!(tell(&nats, &format!("{number} {priority}"), &offer(priority)).await);
        }
    }
    let mut taken = Vec::new();
    for _ in 0..16 {
        let offered = next(&nats).await;
        offered.slip.reply(Reply::Settled).await;
        taken.push(offered.offer.priority);
    }
    let count = |priority| taken.iter().filter(|taken| **taken == priority).count();
    assert_eq!(priorities.map(count), [1, 1, 2, 4, 8], "{taken:?}");
}

#[tokio::test]
async fn what_is_no_nats_is_told_at_once_and_one_that_is_away_is_waited_for() {
    let (_folder, store) = place().await;
    for address in ["http://127.0.0.1:1", "127.0.0.1:4222", "nats://"] {
        assert!(matches!(Nats::open(address, &store).await, Err(NatsError::Address(_))), "{address}");
    }
    let error = Nats::open("amqp://user:secret@host", &store).await.err().unwrap().to_string();
    assert!(!error.contains("secret"), "{error}");
    let away = Nats::open("nats://127.0.0.1:1", &store).await.unwrap();
    assert!(!away.is_there());
    assert!(away.next().await.is_none());
}

#[tokio::test]
async fn a_name_and_a_password_in_the_address_are_shown() {
    if address().is_none() {
        return;
    }
    let (_folder, store) = place().await;
    let server = Server::start(&["--user", "me", "--pass", "secret"]).await;
    let host = server.host();
    let known = Nats::open(&format!("nats://me:secret@{host}"), &store).await.unwrap();
    assert!(known.is_there());
    let stranger = Nats::open(&format!("nats://{host}"), &store).await;
    assert!(stranger.is_err() || !stranger.unwrap().is_there());
}

#[tokio::test]
async fn nats_that_says_nothing_is_away_until_it_speaks_again() {
    if address().is_none() {
        return;
    }
    let (_folder, store) = place().await;
    let server = Server::start(&[]).await;
    let nats = Nats::open(&server.url(), &store).await.unwrap();
    assert!(nats.is_there());
    // As where the way to it is cut without a word: no connection is closed.
    server.signal("-STOP");
    eventually("it is missed", || !nats.is_there()).await;
    assert!(nats.next().await.is_none());
    server.signal("-CONT");
    eventually("it is there again", || nats.is_there()).await;
    let offer = offer(0);
    while !tell(&nats, "1", &offer).await {}
    assert_eq!(next(&nats).await.offer, offer);
}

/// What somebody hears who can speak to NATS and cannot read the database, and says again: everything twice, and some of it changed.
async fn eavesdrop(address: String, heard: Arc<std::sync::Mutex<Vec<u8>>>) {
    let client = async_nats::connect(&address).await.unwrap();
    let mut all = client.subscribe("meydan.>").await.unwrap();
    let mut said = std::collections::BTreeSet::new();
    while let Some(message) = all.next().await {
        heard.lock().unwrap().extend_from_slice(&message.payload);
        let subject = message.subject.to_string();
        // Who spoils the word of who shows a match hides it, and no more.
        if subject.contains(".offer.")
            || subject.contains(".show.")
            || !said.insert((subject.clone(), message.payload.clone()))
        {
            continue;
        }
        let mut changed = message.payload.to_vec();
        changed.reverse();
        for body in [message.payload, changed.into()] {
            said.insert((subject.clone(), body.clone()));
            client.publish(subject.clone(), body).await.unwrap();
        }
    }
}

/// Two arenas on one database that hear of each other.
struct Two {
    hall: Hall,
    other: Arc<League>,
    nats: [Nats; 2],
    captain: meydan_league::Caller,
    team: String,
    _stop: watch::Sender<bool>,
}

async fn two(address: &str) -> Two {
    let (folder, store) = place().await;
    let nats = [Nats::open(address, &store).await.unwrap(), Nats::open(address, &store).await.unwrap()];
    let broker = |nats: &Nats| Some(Arc::new(nats.clone()) as Arc<dyn Broker>);
    let hall = Hall::open_in(folder, broker(&nats[0])).await;
    let other = hall.elsewhere_with(broker(&nats[1])).await;
    let (stop, stopped) = watch::channel(false);
    for league in [&hall.league, &other] {
        tokio::spawn(league.clone().relay(stopped.clone()));
    }
    hall.contest("c", Ranking::Ladder { hourly: 10 }).await;
    let (captain, team) = hall.ready_team("captain", "c").await;
    Two { hall, other, nats, captain, team, _stop: stop }
}

fn wish() -> Wish {
    let kinds = vec![JobKind::Build, JobKind::Match, JobKind::Verify];
    Wish { worker: WorkerId::fresh(), kinds, walls: true, lacks: Vec::new(), doing: Vec::new() }
}

async fn take(league: &Arc<League>, wish: &Wish) -> Task {
    loop {
        if let Some(task) = Here(league.clone()).take(wish).await.unwrap() {
            return task;
        }
    }
}

impl Two {
    async fn casual(&self, person: bool) -> String {
        let wish = CasualWish { opponents: vec![], map: None, version: None, person };
        self.hall.league.casual(&self.captain, &self.team, wish).await.unwrap().id
    }

    /// Waits until whoever comes to the other arena sees these lines, from the first on.
    async fn sees(&self, id: &str, lines: &str) {
        let end = tokio::time::Instant::now() + Duration::from_secs(60);
        loop {
            let mut seen = Vec::new();
            if let Ok(mut reel) = self.other.match_reel(&self.captain, id, None).await {
                // A show that breaks off is followed by another one.
                while seen.len() < lines.len()
                    && let Ok(Some(piece)) = tokio::time::timeout(Duration::from_secs(1), reel.next()).await
                {
                    seen.extend_from_slice(&piece);
                }
            }
            if seen == lines.as_bytes() {
                return;
            }
            let seen = String::from_utf8_lossy(&seen);
            assert!(tokio::time::Instant::now() < end, "{seen:?} where {lines:?} should be seen");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

#[tokio::test]
async fn what_one_arena_makes_is_done_at_another_once() {
    let Some(address) = address() else { return };
    let two = two(&address).await;
    let waiting = wish();
    let taking = take(&two.other, &waiting);
    let (task, id) = tokio::join!(taking, two.casual(false));
    assert_eq!(task.work.subject(), id);
    let third = two.casual(false).await;
    let (left, right) = tokio::join!(
        tokio::time::timeout(Duration::from_secs(4), take(&two.other, &waiting)),
        tokio::time::timeout(Duration::from_secs(4), take(&two.hall.league, &waiting)),
    );
    let tasks: Vec<Task> = [left, right].into_iter().flatten().collect();
    assert_eq!(
        tasks.iter().map(|task| task.work.subject()).collect::<Vec<_>>(),
        [third],
        "one of them has it"
    );
    // The result is written down at an arena that never had the offer.
    let Work::Match(work) = &task.work else { panic!("a match was asked for") };
    let done = two.hall.result(work, 0).await.unwrap();
    two.hall.league.played(&task.lease, work, done).await.unwrap();
    let job = two.hall.store.read().await.unwrap().job(task.lease.job()).await.unwrap();
    assert_eq!((job.state, job.attempt), (JobState::Done, 1));
}

#[tokio::test]
async fn a_match_at_one_arena_is_watched_and_played_by_people_at_another() {
    let Some(address) = address() else { return };
    let two = two(&address).await;
    let heard = Arc::new(std::sync::Mutex::new(Vec::new()));
    let ear = tokio::spawn(eavesdrop(address.clone(), heard.clone()));
    let id = two.casual(true).await;
    let task = take(&two.hall.league, &wish()).await;
    let Work::Match(work) = &task.work else { panic!("a match was asked for") };
    let folder = two.hall.folder.path();
    let (mut everybody, mut own) = (Camera::create(folder).unwrap(), Camera::create(folder).unwrap());
    let live = two.hall.live(&[0]);
    let seat_films = [(0, own.film())].into_iter().collect();
    two.hall.league.show(&work.id, Live { film: everybody.film(), seat_films, ..live });
    // One line is longer than a message may be.
    let long = format!("{{\"kind\":\"frame\",\"n\":1,\"x\":\"{}\"}}\n", "é".repeat(600_000));
    let lines = ["{\"kind\":\"opening\",\"seed\":\"7\"}\n".to_owned(), long];
    for line in &lines {
        everybody.take(line.clone());
        own.take(line.clone());
    }

    let (captain, other) = (&two.captain, &two.other);
    // Until it is known there that the match is shown, it is just beginning.
    let mut reel = loop {
        match other.match_reel(captain, &id, Some(0)).await {
            Ok(reel) => break reel,
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    };
    let mut seen = Vec::new();
    while seen.len() < lines[1].len() {
        seen.extend_from_slice(&reel.next().await.unwrap());
    }
    let whole = format!("{{\"kind\":\"opening\",\"seed\":\"\"}}\n{}", lines[1]);
    assert!(seen == whole.as_bytes(), "all of it, but the seed, to whoever comes late");
    assert_eq!(other.league_match(captain, &id).await.unwrap().sits, [0]);
    assert!(other.sit(captain, &id, 0).await.is_ok());

    drop((everybody, own));
    assert!(reel.next().await.is_none(), "it ends there, too");
    let done = two.hall.result(work, 0).await.unwrap();
    two.hall.league.played(&task.lease, work, done).await.unwrap();
    assert_eq!(other.league_match(captain, &id).await.unwrap().state, "over");
    ear.abort();
    let heard = heard.lock().unwrap();
    assert!(heard.len() > 2_000_000, "both films went by");
    let holds = |text: &str| heard.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(!holds("opening") && !holds("seed"), "whoever listens understands nothing");
}

#[tokio::test]
async fn a_match_is_shown_elsewhere_when_nats_comes_back_and_when_it_has_forgotten_everything() {
    if address().is_none() {
        return;
    }
    let mut server = Server::start(&[]).await;
    let two = two(&server.url()).await;
    let there = || two.nats.iter().all(Nats::is_there);
    let away = || !two.nats.iter().any(Nats::is_there);
    let id = two.casual(false).await;
    let task = take(&two.hall.league, &wish()).await;
    let Work::Match(work) = &task.work else { panic!("a match was asked for") };
    server.kill();
    eventually("NATS is missed", away).await;
    // It begins while nobody can be told of it.
    let mut camera = Camera::create(two.hall.folder.path()).unwrap();
    two.hall.league.show(&work.id, Live { film: camera.film(), ..two.hall.live(&[]) });
    let mut lines = "{\"kind\":\"opening\",\"seed\":\"\"}\n".to_owned();
    camera.take(lines.clone());
    server.start_again();
    eventually("NATS is there again", there).await;
    two.sees(&id, &lines).await;

    // Nothing is said in this match while NATS is away.
    server.kill();
    eventually("NATS is missed again", away).await;
    server.forget();
    server.start_again();
    eventually("NATS is there once more", there).await;
    let next = "{\"kind\":\"frame\",\"n\":1}\n";
    camera.take(next.to_owned());
    lines += next;
    two.sees(&id, &lines).await;
}

#[tokio::test]
async fn a_build_at_one_arena_is_followed_at_another() {
    let Some(address) = address() else { return };
    let two = two(&address).await;
    let version = two.hall.submit(&two.captain, &two.team, "a bot").await.unwrap().id;
    let task = take(&two.hall.league, &wish()).await;
    let Work::Build(work) = &task.work else { panic!("a build was to be done") };
    Here(two.hall.league.clone()).listen(&task.lease, work);
    let read = async |wanted: &str| {
        loop {
            let piece = two.other.build_log(&two.captain, &version, 0).await.unwrap();
            if piece.text == wanted {
                return;
            }
            assert!(wanted.starts_with(&piece.text), "{} bytes are no part of it", piece.text.len());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    work.log.say(b"compiling\n");
    read("compiling\n").await;
    work.log.say(b"linking\n");
    read("compiling\nlinking\n").await;
    // More than a message may hold; of a piece that is read at once there is a bound, too.
    work.log.say(&b"x".repeat(600_000));
    while two.other.whole_build_log(&two.captain, &version).await.unwrap().len() < 600_018 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    two.hall.finish(&task, |_| 0).await.unwrap();
    let whole = two.other.whole_build_log(&two.captain, &version).await.unwrap();
    assert!(whole.starts_with(b"compiling\nlinking\nxx") && whole.ends_with(b"xbuilt\n"));
}
