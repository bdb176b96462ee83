//! A league over a real database in a folder of the moment, with a clock set by hand and nobody who plays.
#![allow(dead_code, reason = "each test uses its share")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use meydan_arena::{
    Begun, Camera, Door, Engines, Facts, Job, Patience, Planned, Reception, Record, Setup, SetupPlace,
    TakeLine,
};
use meydan_blobs::Blobs;
use meydan_core::{Outcome, Seat, Side, Standing};
use meydan_league::store::{JobKind, Role, Store, Time, WorkerId};
use meydan_league::{
    Broker, BuildDone, Caller, Clock, Error, GameFacts, League, Live, MatchDone, MatchWork, NewContest,
    NewTeam, Options, PhaseCard, Ranking, RuleCard, Settings, SideDone, SignUp, Task, Turn, VersionCard,
    Visitor, Work,
};
use serde_json::{Value, json};

/// Nobody who plays: results are made up by the tests.
struct Nobody;

impl Engines for Nobody {
    fn games(&self) -> Value {
        json!([])
    }
    fn bots(&self) -> Vec<String> {
        Vec::new()
    }
    fn setup(&self, _: &Planned) -> Result<Option<Setup>, Error> {
        Ok(Some(Setup { rules: 1, map_digest: String::new(), config: json!({}) }))
    }
    fn begin(&self, _: Job, _: SetupPlace) -> BoxFuture<'static, Result<Begun, Error>> {
        Box::pin(async { Err(Error::Trouble("nobody plays here".to_owned())) })
    }
    fn look(&self, _: PathBuf) -> BoxFuture<'static, Result<Facts, Error>> {
        Box::pin(async { Err(Error::Trouble("nobody plays here".to_owned())) })
    }
    /// A reel of one line, for seats that there are.
    fn reel(&self, _: Record, eyes: Option<u8>, mut take: TakeLine) -> BoxFuture<'static, Result<(), Error>> {
        Box::pin(async move {
            if eyes.is_some_and(|seat| seat > 3) {
                return Err(Error::Missing("there is no such seat".to_owned()));
            }
            let _ = tokio::task::spawn_blocking(move || take("{}".to_owned())).await;
            Ok(())
        })
    }
}

pub(crate) struct Hall {
    pub(crate) league: Arc<League>,
    pub(crate) clock: Clock,
    pub(crate) store: Store,
    pub(crate) worker: WorkerId,
    pub(crate) folder: tempfile::TempDir,
}

/// What everybody sends whose work is compared.
const SOURCE: &str = "def turn(view):\n    best = max(view.moves, key=lambda move: move.gain - move.cost)\n    return [best] if best.gain > 0 else []\n";

pub(crate) const PASSWORD: &str = "correct horse battery";
/// A Monday in November.
const NOW: Time = Time(1_794_800_000_000);

impl Hall {
    pub(crate) async fn open() -> Hall {
        Hall::open_in(tempfile::tempdir().unwrap(), None).await
    }

    /// In a folder, where arenas may hear of each other.
    pub(crate) async fn open_in(folder: tempfile::TempDir, broker: Option<Arc<dyn Broker>>) -> Hall {
        let clock = Clock::hand(NOW);
        let (league, store) = league(folder.path(), &clock, broker).await;
        Hall { league, clock, store, worker: WorkerId::fresh(), folder }
    }

    /// The same contests, as another process has them.
    pub(crate) async fn elsewhere(&self) -> Arc<League> {
        self.elsewhere_with(None).await
    }

    /// The same, where arenas may hear of each other.
    pub(crate) async fn elsewhere_with(&self, broker: Option<Arc<dyn Broker>>) -> Arc<League> {
        league(self.folder.path(), &self.clock, broker).await.0
    }

    pub(crate) fn visitor(&self) -> Caller {
        Caller::visitor(Visitor::of("192.0.2.1".parse().unwrap()))
    }

    /// Somebody with a new account, signed in.
    pub(crate) async fn person(&self, name: &str) -> Caller {
        let wish = SignUp { name: name.to_owned(), password: PASSWORD.to_owned(), email: None, lang: None };
        // Each from another address, because sign-ups are rationed.
        let from = Visitor::of(std::net::Ipv4Addr::from_bits(0xC633_6400 + name.len() as u32).into());
        let visitor = Caller::visitor(from);
        let signed = self.league.sign_up(&visitor, wish, "a test").await.unwrap();
        self.league.by_session(visitor, &signed.session).await.unwrap()
    }

    pub(crate) async fn admin(&self, name: &str) -> Caller {
        let wish = SignUp { name: name.to_owned(), password: PASSWORD.to_owned(), email: None, lang: None };
        self.league.make_account(&Caller::host(), wish, Role::Admin).await.unwrap();
        let wish = meydan_league::SignIn { name: name.to_owned(), password: PASSWORD.to_owned() };
        let signed = self.league.sign_in(&self.visitor(), wish, "a test").await.unwrap();
        self.league.by_session(self.visitor(), &signed.session).await.unwrap()
    }

    /// Somebody signs in again.
    pub(crate) async fn sign_in(&self, name: &str) -> meydan_league::Secret {
        let wish = meydan_league::SignIn { name: name.to_owned(), password: PASSWORD.to_owned() };
        self.league.sign_in(&self.visitor(), wish, "a test").await.unwrap().session
    }

    /// An open contest.
    pub(crate) async fn contest(&self, slug: &str, ranking: Ranking) {
        self.contest_of("toy", slug, ranking).await;
    }

    /// An open contest of another game.
    pub(crate) async fn contest_of(&self, game: &str, slug: &str, ranking: Ranking) {
        let host = Caller::host();
        let wish = NewContest {
            slug: slug.to_owned(),
            title: "A contest".to_owned(),
            about: String::new(),
            game: game.to_owned(),
            settings: Settings { ranking, ..Settings::default() },
            code: None,
            opens: None,
            freezes: None,
            closes: None,
        };
        self.league.make_contest(&host, wish).await.unwrap();
        self.league.turn_contest(&host, slug, Turn { to: "open".to_owned() }).await.unwrap();
    }

    /// A team of one, without a version.
    pub(crate) async fn team(&self, captain: &Caller, contest: &str, name: &str) -> String {
        let wish = NewTeam { name: name.to_owned(), code: None };
        self.league.make_team(captain, contest, wish).await.unwrap().team.id
    }

    pub(crate) async fn submit(&self, who: &Caller, team: &str, text: &str) -> Result<VersionCard, Error> {
        self.league.submit(who, team, format!("PK{text}").into(), "").await
    }

    /// A team of one with a version that is ready.
    pub(crate) async fn ready_team(&self, name: &str, contest: &str) -> (Caller, String) {
        self.clock.pass(Duration::from_millis(1));
        let captain = self.person(name).await;
        let team = self.team(&captain, contest, name).await;
        self.submit(&captain, &team, name).await.unwrap();
        self.do_all(|_| 0).await;
        let versions = self.league.versions(&captain, &team).await.unwrap().versions;
        assert_eq!((versions[0].state.as_str(), versions[0].active), ("ready", true));
        (captain, team)
    }

    /// A match while it is played, with people on these seats.
    pub(crate) fn live(&self, people: &[u8]) -> Live {
        let film = || Camera::create(self.folder.path()).unwrap().film();
        let door: Door = Arc::new(|| (tokio::sync::mpsc::channel(1).1, tokio::sync::mpsc::channel(1).0));
        let minute = Duration::from_secs(60);
        let patience = Patience { away: minute, silent: minute, whole: minute };
        let doors = people.iter().map(|&seat| (seat, door.clone())).collect();
        Live {
            film: film(),
            seat_films: people.iter().map(|&seat| (seat, film())).collect(),
            reception: Arc::new(Reception::new(doors, patience)),
        }
    }

    pub(crate) async fn take(&self) -> Option<Task> {
        let kinds = [JobKind::Build, JobKind::Match, JobKind::Verify];
        self.league.take(&self.worker, &kinds).await.unwrap()
    }

    /// Does all there is to do; `winner` says which side wins a match.
    pub(crate) async fn do_all(&self, winner: impl Fn(&MatchWork) -> usize) -> usize {
        let mut done = 0;
        while let Some(task) = self.take().await {
            self.finish(&task, &winner).await.unwrap();
            done += 1;
        }
        done
    }

    pub(crate) async fn finish(
        &self,
        task: &Task,
        winner: impl Fn(&MatchWork) -> usize,
    ) -> Result<(), Error> {
        match &task.work {
            Work::Build(work) => {
                work.log.say(b"built\n");
                let digest = self.league.keep(format!("a build of {}", work.source)).await?;
                let took = Duration::from_secs(1);
                let prints = work.prints.then(|| meydan_league::likeness::Work::of([("main.py", SOURCE)]));
                let done = BuildDone {
                    built: Ok(digest),
                    language: Some("python".to_owned()),
                    wire: false,
                    took,
                    prints,
                    phases: work.phases.iter().map(|&phase| found(phase)).collect(),
                };
                self.league.built(&task.lease, work, done).await
            }
            Work::Match(work) => {
                let done = self.result(work, winner(work)).await?;
                self.league.played(&task.lease, work, done).await
            }
            Work::Verify(work) => self.league.verified(&task.lease, work, None).await,
        }
    }

    /// Whoever plays alone has the winner's number as their score.
    pub(crate) async fn result(&self, work: &MatchWork, winner: usize) -> Result<MatchDone, Error> {
        let count = work.sides.len();
        let rank = |side: usize| if side == winner || count == 1 { 1 } else { 2 };
        let score = if count == 1 { winner as f64 } else { 0.0 };
        let standing = |side: usize| Standing {
            seat: Seat(side as u8),
            side: Side(side as u8),
            rank: rank(side),
            score: 10 - i64::from(rank(side)),
        };
        let outcome = Outcome { reason: "made up".to_owned(), standings: (0..count).map(standing).collect() };
        let mut sides = Vec::new();
        for side in 0..count {
            let log = self.league.keep(format!("the words of side {side} in {}", work.id)).await?;
            sides.push(SideDone { rank: rank(side), score, log: Some(log), ..SideDone::default() });
        }
        let trace = self.league.keep(format!("a record of {}", work.id)).await?;
        Ok(MatchDone { outcome, windows: 7, trace, reel: None, game_log: None, sides, report: json!({}) })
    }
}

async fn league(folder: &Path, clock: &Clock, broker: Option<Arc<dyn Broker>>) -> (Arc<League>, Store) {
    let store = Store::open_file(folder.join("db.sqlite")).await.unwrap();
    let words = |text: &str| text.split(' ').map(str::to_owned).collect();
    let game = GameFacts {
        name: "toy".to_owned(),
        sides: vec![2, 3, 4],
        maps: words("hill dale moor"),
        makes_maps: true,
        misfits: Vec::new(),
        rulesets: words("document official"),
        house_bots: words("random greedy strong"),
        secrets: false,
        earlier: false,
        phases: 0,
    };
    let alone = GameFacts { name: "maze".to_owned(), sides: (1..=8).collect(), phases: 6, ..game.clone() };
    let duel = GameFacts { name: "duel".to_owned(), sides: vec![2], earlier: true, ..game.clone() };
    let options = Options {
        store: store.clone(),
        blobs: Blobs::in_folder(&folder.join("blobs")).unwrap(),
        engines: Arc::new(Nobody),
        games: vec![game, alone, duel],
        clock: clock.clone(),
        open_sign_up: true,
        broker,
    };
    (League::open(options).unwrap(), store)
}

/// What is found in a program that is right up to the third phase.
fn found(phase: u8) -> PhaseCard {
    let passed = phase <= 3;
    let first = RuleCard {
        rule: "light".to_owned(),
        text: "a wall stands".to_owned(),
        expected: Some("a wall".to_owned()),
        found: Some("none".to_owned()),
    };
    PhaseCard {
        phase,
        version: 0,
        passed,
        kept: if passed { 10 } else { 4 },
        rules: 10,
        points: if passed { 10.0 } else { 4.0 },
        first: (!passed).then_some(first),
        cut: None,
    }
}
