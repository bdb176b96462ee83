//! Workers on other machines: who comes in, what they are given, and what is believed of what they say.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod hall;

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::StreamExt;
use hall::Hall;
use meydan_core::trace::{Entrant, Entry, Header};
use meydan_core::{Fault, FaultKind, Seat, Seed, Side, StateHash};
use meydan_league::store::WorkerId;
use meydan_league::{
    Caller, CasualWish, Done, FromStage, Lease, MatchWork, NewWorkerToken, Pass, Presence, Ranking, Secret,
    TakeWish, TaskDone, ToStage, Work,
};
use meydan_record::{Key, TraceWriter};

const LADDER: Ranking = Ranking::Ladder { hourly: 10 };

/// A worker on another machine.
struct Elsewhere {
    pass: Pass,
    id: WorkerId,
    key: Key,
    token: String,
}

impl Elsewhere {
    async fn join(hall: &Hall) -> Elsewhere {
        let wish = NewWorkerToken { label: "hall".to_owned() };
        let made = hall.league.make_worker_token(&Caller::host(), &wish).await.unwrap();
        let pass = hall.league.by_worker_token(&Secret::shown(&made.secret)).await.unwrap();
        let worker =
            Elsewhere { pass, id: WorkerId::fresh(), key: Key::draw().unwrap(), token: made.token.id };
        hall.league.join(&worker.pass, &worker.presence("ready")).await.unwrap();
        worker
    }

    fn presence(&self, state: &str) -> Presence {
        Presence {
            id: self.id.to_string(),
            name: "elsewhere".to_owned(),
            key: Some(self.key.public().to_string()),
            labels: vec!["walls".to_owned()],
            cores: 4,
            hands: 2,
            doing: 0,
            done: 0,
            failed: 0,
            state: state.to_owned(),
            trouble: None,
        }
    }

    async fn take(&self, hall: &Hall, doing: &[&Lease]) -> Option<(Lease, Work)> {
        let wish = TakeWish {
            worker: self.id.to_string(),
            kinds: ["build", "match", "verify"].map(str::to_owned).to_vec(),
            walls: true,
            lacks: Vec::new(),
            doing: doing.iter().map(|lease| lease.job().to_string()).collect(),
        };
        let card = hall.league.take_for(&self.pass, &wish).await.unwrap()?;
        Some((serde_json::from_value(card.lease).unwrap(), serde_json::from_value(card.work).unwrap()))
    }

    async fn say(&self, hall: &Hall, lease: &Lease, done: Done) -> Result<bool, meydan_league::Error> {
        let told = TaskDone { done: serde_json::to_value(done).unwrap(), log: None };
        let job = lease.job().to_string();
        hall.league.done_for(&self.pass, &job, lease.attempt(), told).await.map(|taken| taken.taken)
    }

    /// A record of a match as it was planned, in which this side wins.
    fn record(&self, work: &MatchWork, winner: usize, change: impl FnOnce(&mut Header)) -> Vec<u8> {
        self.record_of(work, winner, change, &[])
    }

    /// The same, in which this happened.
    fn record_of(
        &self,
        work: &MatchWork,
        winner: usize,
        change: impl FnOnce(&mut Header),
        entries: &[Entry<()>],
    ) -> Vec<u8> {
        let mut header = self.header(work);
        change(&mut header);
        let mut writer = TraceWriter::new(Vec::new(), &header, Some(&self.key)).unwrap();
        let mut lines = Vec::new();
        for entry in entries {
            TraceWriter::<Vec<u8>>::entry_line(entry, &mut lines);
        }
        writer.rest(&lines).unwrap();
        writer.finish(&outcome(work.sides.len(), winner)).unwrap()
    }

    /// The head of a record as it was planned.
    fn header(&self, work: &MatchWork) -> Header {
        Header {
            build: "meydan".to_owned(),
            id: work.id.to_string(),
            game: work.plan.game.clone(),
            rules: 1,
            ruleset: work.plan.ruleset.clone(),
            map: work.plan.map.clone(),
            map_digest: String::new(),
            seed: Seed(work.plan.seed),
            config: serde_json::value::RawValue::from_string("{}".to_owned()).unwrap(),
            entrants: work.sides.iter().map(|side| Entrant::bot(&side.name)).collect(),
            sides: (0..work.sides.len() as u8).map(Side).collect(),
            clocks: Vec::new(),
        }
    }

    /// A record whose end was changed.
    fn record_that_ends(&self, work: &MatchWork, change: impl FnOnce(&mut meydan_core::Outcome)) -> Vec<u8> {
        let mut end = outcome(work.sides.len(), 0);
        change(&mut end);
        let header = self.header(work);
        TraceWriter::new(Vec::new(), &header, Some(&self.key)).unwrap().finish(&end).unwrap()
    }
}

fn outcome(sides: usize, winner: usize) -> meydan_core::Outcome {
    let standing = |side: usize| meydan_core::Standing {
        seat: Seat(side as u8),
        side: Side(side as u8),
        rank: if side == winner { 1 } else { 2 },
        score: if side == winner { 9 } else { 4 },
    };
    meydan_core::Outcome { reason: "made up".to_owned(), standings: (0..sides).map(standing).collect() }
}

/// A hall in which one ranked match waits.
async fn with_a_match() -> Hall {
    let hall = Hall::open().await;
    hall.contest("c", LADDER).await;
    for name in ["a", "bb"] {
        hall.ready_team(name, "c").await;
    }
    hall.league.tick().await.unwrap();
    hall
}

#[tokio::test]
async fn a_result_is_believed_as_far_as_the_record_bears_it_out() {
    let hall = with_a_match().await;
    let worker = Elsewhere::join(&hall).await;
    let (lease, Work::Match(work)) = worker.take(&hall, &[]).await.unwrap() else { panic!("a match waits") };
    let told = async |record: Vec<u8>| {
        let mut done = hall.result(&work, 0).await.unwrap();
        done.trace = hall.league.keep(record).await.unwrap();
        worker.say(&hall, &lease, Done::Played(done)).await
    };
    let mut refused = BTreeMap::new();
    refused.insert(
        "another match",
        told(worker.record(&work, 0, |header| header.id = "other".to_owned())).await,
    );
    refused.insert(
        "another game",
        told(worker.record(&work, 0, |header| header.game = "chess".to_owned())).await,
    );
    refused.insert("another seed", told(worker.record(&work, 0, |header| header.seed = Seed(1))).await);
    let renamed = |header: &mut Header| header.entrants[0].name = "somebody".to_owned();
    refused.insert("somebody else", told(worker.record(&work, 0, renamed)).await);
    let config = |header: &mut Header| {
        header.config = serde_json::value::RawValue::from_string(r#"{"ticks":2}"#.to_owned()).unwrap();
    };
    refused.insert("other settings", told(worker.record(&work, 0, config)).await);
    refused.insert("other rules", told(worker.record(&work, 0, |header| header.rules = 2)).await);
    let map = |header: &mut Header| header.map_digest = "f".repeat(64);
    refused.insert("another map of that name", told(worker.record(&work, 0, map)).await);
    let other = Elsewhere { key: Key::draw().unwrap(), ..Elsewhere::join(&hall).await };
    refused.insert("another key", told(other.record(&work, 0, |_| {})).await);
    refused.insert("no record", told(b"nothing".to_vec()).await);
    refused.insert(
        "a rank that there is not",
        told(worker.record_that_ends(&work, |end| end.standings[0].rank = 77)).await,
    );
    refused
        .insert("half an end", told(worker.record_that_ends(&work, |end| end.standings.truncate(1))).await);
    let twice = |end: &mut meydan_core::Outcome| end.standings[1] = end.standings[0];
    refused.insert("a seat twice", told(worker.record_that_ends(&work, twice)).await);
    let left = Done::Abandoned { reason: "they went".to_owned() };
    refused.insert("a match that no bot can leave", worker.say(&hall, &lease, left).await);
    let mut cut = worker.record(&work, 0, |_| {});
    cut.truncate(cut.len() - 20);
    refused.insert("cut off", told(cut).await);
    let mut unsent = hall.result(&work, 0).await.unwrap();
    unsent.trace = hall.league.keep(worker.record(&work, 0, |_| {})).await.unwrap();
    unsent.reel = Some("0".repeat(64));
    refused.insert("a reel that was never sent", worker.say(&hall, &lease, Done::Played(unsent)).await);
    for (what, refused) in refused {
        assert_eq!(refused.unwrap_err().code(), "wrong", "{what}");
    }
    // It says that side 0 has won; its record says otherwise, and is believed.
    assert!(told(worker.record(&work, 1, |_| {})).await.unwrap());
    let game = hall.league.league_match(&hall.visitor(), work.id.as_str()).await.unwrap();
    assert_eq!((game.seats[0].rank, game.seats[1].rank), (Some(2), Some(1)));
    let late = told(worker.record(&work, 0, |_| {})).await.unwrap_err();
    assert!(meydan_league::is_late(&late), "it counts once: {late}");
}

#[tokio::test]
async fn however_much_a_worker_says_others_can_take_its_task() {
    let hall = with_a_match().await;
    let worker = Elsewhere::join(&hall).await;
    let (lease, _) = worker.take(&hall, &[]).await.unwrap();
    let reason = "no ".repeat(5_000_000);
    assert!(worker.say(&hall, &lease, Done::Trouble { reason }).await.unwrap());
    // A task rests after trouble.
    hall.clock.pass(Duration::from_secs(3600));
    let (lease, _) = worker.take(&hall, &[]).await.unwrap();
    assert_eq!(lease.attempt(), 2);
    assert!(serde_json::to_string(&lease).unwrap().len() < 100_000);
}

#[tokio::test]
async fn a_task_whose_answer_was_lost_is_given_again_and_is_no_new_try() {
    let hall = with_a_match().await;
    let worker = Elsewhere::join(&hall).await;
    let (lost, _) = worker.take(&hall, &[]).await.unwrap();
    let (again, _) = worker.take(&hall, &[]).await.unwrap();
    assert_eq!((lost.job(), lost.attempt()), (again.job(), again.attempt()));
    let moment = Duration::from_millis(200);
    let nothing = tokio::time::timeout(moment, worker.take(&hall, &[&again])).await;
    assert!(nothing.is_err(), "what it knows of is not given twice");
    // Whoever goes gives back what it has.
    hall.league.pulse(&worker.pass, &worker.presence("gone")).await.unwrap();
    let (given, _) = worker.take(&hall, &[]).await.unwrap();
    assert_eq!((given.job(), given.attempt()), (again.job(), again.attempt() + 1));
}

#[tokio::test]
async fn whose_token_is_taken_back_is_shut_out_and_others_do_its_work() {
    let hall = with_a_match().await;
    let worker = Elsewhere::join(&hall).await;
    let (lease, work) = worker.take(&hall, &[]).await.unwrap();
    hall.league.end_worker_token(&Caller::host(), &worker.token).await.unwrap();
    assert!(meydan_league::is_late(&worker.say(&hall, &lease, Done::Back).await.unwrap_err()));
    assert_eq!(hall.league.worker_tokens(&Caller::host()).await.unwrap().len(), 0);
    let taken = hall.take().await.unwrap();
    assert_eq!(taken.work.subject(), work.subject());
    assert!(hall.league.by_worker_token(&Secret::shown("mw_nonsense")).await.is_err());
}

#[tokio::test]
async fn whose_token_is_taken_back_while_it_waits_is_given_nothing() {
    let hall = Hall::open().await;
    hall.contest("c", LADDER).await;
    for name in ["a", "bb"] {
        hall.ready_team(name, "c").await;
    }
    let worker = Elsewhere::join(&hall).await;
    let (league, pass) = (hall.league.clone(), worker.pass.clone());
    let wish = TakeWish {
        worker: worker.id.to_string(),
        kinds: vec!["match".to_owned()],
        walls: true,
        lacks: Vec::new(),
        doing: Vec::new(),
    };
    let mut waiting = std::pin::pin!(async move { league.take_for(&pass, &wish).await });
    // It asks, and its question stays open.
    assert!(tokio::time::timeout(Duration::from_millis(200), &mut waiting).await.is_err());
    hall.league.end_worker_token(&Caller::host(), &worker.token).await.unwrap();
    let admin = hall.admin("admin").await;
    let desk = hall.league.desk(&admin).await.unwrap();
    let shown = desk.workers.iter().find(|shown| shown.id == worker.id.as_str()).unwrap();
    assert_eq!((shown.state.as_str(), shown.doing), ("gone", 0));
    let metrics = hall.league.metrics().await.unwrap();
    assert!(
        metrics.contains("meydan_workers{state=\"ready\"} 0\nmeydan_workers{state=\"draining\"} 0\n"),
        "{metrics}"
    );
    hall.league.tick().await.unwrap();
    assert_eq!(waiting.await.unwrap_err().code(), "sign-in");
    let task = hall.take().await.unwrap();
    let job = hall.store.read().await.unwrap().job(task.lease.job()).await.unwrap();
    assert_eq!(job.tries, 1, "what it never heard of is not its try");
}

#[tokio::test]
async fn a_worker_has_only_what_its_own_task_names() {
    let hall = with_a_match().await;
    let (worker, other) = (Elsewhere::join(&hall).await, Elsewhere::join(&hall).await);
    let (lease, Work::Match(work)) = worker.take(&hall, &[]).await.unwrap() else { panic!("a match waits") };
    let (job, attempt) = (lease.job().to_string(), lease.attempt());
    let meydan_league::Seated::Build(build) = &work.sides[0].what else { panic!("a build plays") };
    let get = async |pass: &Pass, digest: &str| hall.league.blob_for(pass, &job, attempt, digest).await.err();
    assert_eq!(get(&worker.pass, build).await, None);
    let secret = hall.league.keep("a secret").await.unwrap();
    assert_eq!(get(&worker.pass, &secret).await.unwrap().code(), "missing");
    assert_eq!(get(&other.pass, build).await.unwrap().code(), "forbidden");
    assert_eq!(other.say(&hall, &lease, Done::Back).await.unwrap_err().code(), "forbidden");
    // Nobody can call itself what another is called.
    let thief = Elsewhere { id: worker.id.clone(), ..other };
    let refused = hall.league.join(&thief.pass, &thief.presence("ready")).await.unwrap_err();
    assert_eq!(refused.code(), "forbidden");
}

#[tokio::test]
async fn the_desk_shows_each_worker_and_why_it_takes_nothing() {
    let hall = with_a_match().await;
    let admin = hall.admin("root").await;
    let worker = Elsewhere::join(&hall).await;
    let ill = Presence { trouble: Some("no space left".to_owned()), ..worker.presence("draining") };
    hall.league.pulse(&worker.pass, &ill).await.unwrap();
    let card = hall.league.desk(&admin).await.unwrap().workers.remove(0);
    assert_eq!((card.state.as_str(), card.trouble.as_deref()), ("disabled", Some("no space left")));
    assert_eq!((card.token.as_deref(), card.cores, card.hands), (Some("hall"), 4, 2));
    hall.league.pulse(&worker.pass, &worker.presence("ready")).await.unwrap();
    hall.clock.pass(Duration::from_secs(90));
    assert_eq!(hall.league.desk(&admin).await.unwrap().workers[0].state, "lost");
    // Its token is gone, and it does not count as one of the arena's own process.
    hall.league.end_worker_token(&admin, &worker.token).await.unwrap();
    assert_eq!(hall.league.desk(&admin).await.unwrap().workers[0].token.as_deref(), Some(""));
}

#[tokio::test]
async fn a_worker_s_id_belongs_to_its_key_also_among_those_with_one_token() {
    let hall = with_a_match().await;
    let worker = Elsewhere::join(&hall).await;
    let key = Some(Key::draw().unwrap().public().to_string());
    let other = Presence { name: "evil".to_owned(), key, ..worker.presence("ready") };
    assert_eq!(hall.league.pulse(&worker.pass, &other).await.unwrap_err().code(), "forbidden");
    assert_eq!(hall.league.join(&worker.pass, &other).await.unwrap_err().code(), "forbidden");
    let admin = hall.admin("root").await;
    assert_eq!(hall.league.desk(&admin).await.unwrap().workers[0].name, "elsewhere");
}

#[tokio::test]
async fn a_film_that_is_none_is_made_again_from_the_record() {
    let hall = with_a_match().await;
    let worker = Elsewhere::join(&hall).await;
    let (lease, Work::Match(work)) = worker.take(&hall, &[]).await.unwrap() else { panic!("a match waits") };
    let mut done = hall.result(&work, 0).await.unwrap();
    done.trace = hall.league.keep(worker.record(&work, 0, |_| {})).await.unwrap();
    done.reel = Some(hall.league.keep("no film at all".to_owned()).await.unwrap());
    assert!(worker.say(&hall, &lease, Done::Played(done)).await.unwrap());
    let reel = hall.league.match_reel(&hall.visitor(), work.id.as_str(), None).await.unwrap();
    let pieces: Vec<bytes::Bytes> = reel.collect().await;
    assert_eq!(pieces.concat(), b"{}\n");
}

#[tokio::test]
async fn a_match_that_is_played_elsewhere_is_watched_and_played_by_people_here() {
    let hall = Hall::open().await;
    hall.contest("c", LADDER).await;
    let (captain, team) = hall.ready_team("captain", "c").await;
    let wish = CasualWish { opponents: vec![], map: None, version: None, person: true };
    let id = hall.league.casual(&captain, &team, wish).await.unwrap().id;
    let worker = Elsewhere::join(&hall).await;
    let (lease, _) = worker.take(&hall, &[]).await.unwrap();
    let job = lease.job().to_string();
    let mut stage = hall.league.stage_for(&worker.pass, &job, lease.attempt()).await.unwrap();
    assert!(stage.take("f{}").await.is_err(), "it has not begun");
    stage.take(&ToStage::Open(vec![0]).text()).await.unwrap();
    stage.take(&ToStage::Line("{\"kind\":\"opening\",\"seed\":\"7\"}".to_owned()).text()).await.unwrap();
    stage.take(&ToStage::SeatLine(0, "{\"kind\":\"opening\"}".to_owned()).text()).await.unwrap();
    let mut reel = hall.league.match_reel(&captain, &id, Some(0)).await.unwrap();
    assert_eq!(
        reel.next().await.unwrap(),
        "{\"kind\":\"opening\",\"seed\":\"\"}\n",
        "through the seat's own eyes"
    );

    let mut booth = hall.league.sit(&captain, &id, 0).await.unwrap();
    assert_eq!(stage.next().await, FromStage::Come(1, 0));
    booth.say("a move".to_owned()).await;
    assert_eq!(stage.next().await, FromStage::Say(1, "a move".to_owned()));
    stage.take(&ToStage::Hear(1, "well played".to_owned()).text()).await.unwrap();
    assert_eq!(booth.hear().await.as_deref(), Some("well played"));
    // Whoever comes to the same seat is another guest.
    let second = hall.league.sit(&captain, &id, 0).await.unwrap();
    assert_eq!(stage.next().await, FromStage::Come(2, 0));
    drop(booth);
    assert_eq!(stage.next().await, FromStage::Leave(1));
    drop(second);
    assert_eq!(stage.next().await, FromStage::Leave(2));

    let league = hall.league.clone();
    let giving_up = tokio::spawn(async move { league.cancel_match(&captain, &id).await });
    assert_eq!(stage.next().await, FromStage::GiveUp);
    let reason = "whoever played gave it up".to_owned();
    assert!(worker.say(&hall, &lease, Done::Abandoned { reason }).await.unwrap());
    assert_eq!(giving_up.await.unwrap().unwrap().state, "void");
}

#[tokio::test]
async fn a_newer_worker_that_knows_more_kinds_of_tasks_is_given_those_that_there_are() {
    let hall = with_a_match().await;
    let worker = Elsewhere::join(&hall).await;
    let wish = |kinds: &[&str]| TakeWish {
        worker: worker.id.to_string(),
        kinds: kinds.iter().map(|&kind| kind.to_owned()).collect(),
        walls: true,
        lacks: Vec::new(),
        doing: Vec::new(),
    };
    let card = hall.league.take_for(&worker.pass, &wish(&["rating", "match"])).await.unwrap().unwrap();
    assert_eq!(card.lease["job"]["kind"], "match");
    let error = hall.league.take_for(&worker.pass, &wish(&["rating"])).await.unwrap_err();
    assert!(error.to_string().contains("no kind of task"), "{error}");
}

#[tokio::test]
async fn mistakes_and_who_was_gone_are_read_from_the_record() {
    let hall = Hall::open().await;
    hall.contest("c", LADDER).await;
    let captain = hall.person("captain").await;
    let team = hall.team(&captain, "c", "Reds").await;
    let worker = Elsewhere::join(&hall).await;
    let fault = |kind| Fault { seat: Seat(0), window: 1, kind, text: "x".to_owned() };
    let close = || Entry::Close(StateHash(7));
    let played = [
        (vec![Entry::Act(Seat(0), ()), close(), close()], "ready", 0),
        (
            vec![Entry::Act(Seat(0), ()), close(), Entry::Fault(fault(FaultKind::Timeout)), close()],
            "ready",
            1,
        ),
        (vec![close(), Entry::Fault(fault(FaultKind::Gone)), close()], "rejected", 1),
        (vec![close(), close(), Entry::Ended(Seat(0), "it was thrown out".to_owned())], "rejected", 0),
    ];
    for (entries, state, faults) in played {
        hall.clock.pass(Duration::from_secs(60));
        let version = hall.submit(&captain, &team, &format!("{state} {faults}")).await.unwrap().id;
        let build = hall.take().await.unwrap();
        hall.finish(&build, |_| 0).await.unwrap();
        let (lease, Work::Match(work)) = worker.take(&hall, &[]).await.unwrap() else {
            panic!("it is tried")
        };
        // Whatever the record says, the worker says this.
        let mut done = hall.result(&work, 0).await.unwrap();
        done.trace = hall.league.keep(worker.record_of(&work, 0, |_| {}, &entries)).await.unwrap();
        done.windows = 4_000_000_000;
        let side = &mut done.sides[0];
        (side.faults, side.asked, side.faulty) = (777, 1, 1);
        side.gone = Some("it was thrown out".to_owned());
        side.last_words = Some("é".repeat(100_000));
        assert!(worker.say(&hall, &lease, Done::Played(done)).await.unwrap());
        assert_eq!(hall.league.version(&captain, &version).await.unwrap().state, state, "{entries:?}");
        let mut reader = hall.store.read().await.unwrap();
        assert_eq!(reader.one_match(&work.id).await.unwrap().windows, Some(2));
        drop(reader);
        let game = hall.league.league_match(&captain, work.id.as_str()).await.unwrap();
        assert_eq!(game.seats[0].faults, Some(faults));
        hall.do_all(|_| 0).await;
    }
    let metrics = hall.league.metrics().await.unwrap();
    assert!(metrics.contains("meydan_jobs{kind=\"match\",state=\"queued\"} 0\n"), "{metrics}");
}

#[tokio::test]
async fn a_version_waits_for_a_worker_that_is_away_for_a_while() {
    let hall = Hall::open().await;
    hall.contest("c", LADDER).await;
    let dana = hall.person("dana").await;
    let team = hall.team(&dana, "c", "dana").await;
    let (with_tools, without) = (Elsewhere::join(&hall).await, Elsewhere::join(&hall).await);
    let labels = vec!["walls".to_owned(), format!("{}csharp", meydan_league::BUILDS)];
    let draining = Presence { labels, ..with_tools.presence("draining") };
    hall.league.pulse(&with_tools.pass, &draining).await.unwrap();
    hall.clock.pass(Duration::from_secs(3600));
    hall.submit(&dana, &team, "one").await.unwrap();
    let (lease, work) = without.take(&hall, &[]).await.unwrap();
    assert!(matches!(work, Work::Build(_)));
    let declined = |language: &str| Done::Declined { language: language.to_owned() };
    assert!(!without.say(&hall, &lease, declined("cobol")).await.unwrap(), "nobody has ever built that");
    assert!(without.say(&hall, &lease, declined("csharp")).await.unwrap(), "it waits for whoever was there");
    let versions = hall.league.versions(&dana, &team).await.unwrap().versions;
    assert_eq!(versions[0].state, "received");
    let (later, _) = with_tools.take(&hall, &[]).await.unwrap();
    assert_eq!(later.job(), lease.job());
}

#[tokio::test]
async fn whoever_runs_the_arena_is_told_whose_match_differs_and_who_says_so() {
    let hall = with_a_match().await;
    let (player, checker) = (Elsewhere::join(&hall).await, Elsewhere::join(&hall).await);
    let (lease, Work::Match(work)) = player.take(&hall, &[]).await.unwrap() else { panic!("a match waits") };
    let mut done = hall.result(&work, 0).await.unwrap();
    done.trace = hall.league.keep(player.record(&work, 0, |_| {})).await.unwrap();
    assert!(player.say(&hall, &lease, Done::Played(done)).await.unwrap());
    let (lease, Work::Verify(_)) = checker.take(&hall, &[]).await.unwrap() else { panic!("a check waits") };
    let differs = Some("another end".to_owned());
    assert!(checker.say(&hall, &lease, Done::Verified { differs }).await.unwrap());
    let audit = hall.league.audit(&Caller::host(), None, None).await.unwrap();
    let line = audit.lines.iter().find(|line| line.what == "match differs").unwrap();
    let told = serde_json::to_string(&line.detail).unwrap();
    assert!(told.contains(&player.id.to_string()) && told.contains(&checker.id.to_string()), "{told}");
}
