//! Every route as everybody: who gets through, and what the others are told. `walk.txt` is the written table.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../league/tests/hall/mod.rs"]
mod hall;
#[path = "../../arena/tests/toy/mod.rs"]
#[allow(dead_code, reason = "only the arena is needed")]
mod toy;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::net::SocketAddr;

use axum::Router;
use axum::body::Body;
use axum::extract::connect_info::MockConnectInfo;
use axum::http::{Request, StatusCode};
use hall::{Hall, PASSWORD};
use meydan_league::store::JobFilter;
use meydan_league::{
    Caller, CasualWish, MatchQuery, NewAnnouncement, NewToken, NewWorkerToken, Opponent, Ranking,
    RejudgeWish, UserChange, Work,
};
use meydan_server::{Line, Names, ServerOptions, router, table};
use tower::ServiceExt;

/// Who walks: nobody known, somebody of another team, the team's captain, whoever runs the contest, an admin, and a program
/// of the captain's that may only read.
const ROLES: [&str; 6] = ["visitor", "stranger", "captain", "organiser", "admin", "reader"];

/// The name of some blob.
const DIGEST: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/// A contest in which everything exists that a route can name.
struct Story {
    router: Router,
    ids: BTreeMap<&'static str, String>,
    cookies: BTreeMap<&'static str, String>,
    _folder: tempfile::TempDir,
    hall: Hall,
}

async fn story() -> Story {
    let hall = Hall::open().await;
    let league = &hall.league;
    let host = Caller::host();
    hall.contest("c", Ranking::Ladder { hourly: 10 }).await;
    let (captain, team) = hall.ready_team("captain", "c").await;
    let (_, other) = hall.ready_team("stranger", "c").await;
    hall.person("organiser").await;
    hall.admin("admin").await;
    let organiser = league.user_named(&host, "organiser").await.unwrap().id;
    let role = UserChange { role: Some("organiser".to_owned()), disabled: None };
    league.change_user(&host, &organiser, role).await.unwrap();
    let mut tx = hall.store.begin().await.unwrap();
    let contest = tx.contest_at("c").await.unwrap().unwrap().id;
    tx.add_organiser(&contest, &organiser.parse().unwrap()).await.unwrap();
    tx.commit().await.unwrap();

    let wish = CasualWish {
        opponents: vec![Opponent::House("random".to_owned())],
        map: None,
        version: None,
        person: false,
    };
    let game = league.casual(&captain, &team, wish).await.unwrap();
    let seat = game.seats.iter().find(|seat| seat.own).unwrap().seat.to_string();
    let game = game.id;
    hall.do_all(|_| 0).await;
    // In another match the captain sits in person.
    let wish = CasualWish { opponents: vec![], map: None, version: None, person: true };
    let sat = league.casual(&captain, &team, wish).await.unwrap().id;
    let task = hall.take().await.unwrap();
    let Work::Match(work) = &task.work else { panic!("a match is taken") };
    league.show(&work.id, hall.live(&[0]));
    let matches = MatchQuery { kind: Some("casual".to_owned()), ..MatchQuery::default() };
    let wish = RejudgeWish { matches, reason: "to see".to_owned() };
    let rejudge = league.rejudge(&host, "c", &wish).await.unwrap().id;
    league.announce(&host, "c", NewAnnouncement { text: "hello".to_owned() }).await.unwrap();
    let announcement = league.contest(&host, "c").await.unwrap().announcements.remove(0).id;
    let wish = NewToken { label: "reads".to_owned(), scopes: vec!["read".to_owned()], days: None };
    let token = league.make_token(&captain, wish).await.unwrap();
    let jobs = hall.store.read().await.unwrap().jobs(&JobFilter::default(), 1).await.unwrap();
    let wish = NewWorkerToken { label: "one".to_owned() };
    let worker_token = league.make_worker_token(&host, &wish).await.unwrap().token.id;
    let me = league.me(&captain).await.unwrap().id;
    let version = league.versions(&captain, &team).await.unwrap().versions.remove(0);
    let ids = [
        ("team", team),
        ("other", other),
        ("match", game),
        ("sat", sat),
        ("seat", seat),
        ("version", version.id),
        ("rejudge", rejudge),
        ("announcement", announcement),
        ("token", token.token.id),
        ("job", jobs[0].id.to_string()),
        ("worker_token", worker_token),
        ("user", me),
        ("secret", token.secret),
    ];

    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = toy::open(folder.path()).await;
    let options = ServerOptions {
        names: Names::new("127.0.0.1:7777".parse().unwrap(), &[]),
        forwarded: false,
        secure: false,
        league: Some(hall.league.clone()),
        oidc: None,
    };
    let peer: SocketAddr = "192.0.2.1:5000".parse().unwrap();
    let router = router(arena, &options).layer(MockConnectInfo(peer));
    let mut cookies = BTreeMap::new();
    for name in ["stranger", "captain", "organiser", "admin"] {
        let wish = format!(r#"{{"name":"{name}","password":"{PASSWORD}"}}"#);
        let request = Request::post("/api/v1/signin").header("host", "localhost");
        let request = request.header("content-type", "application/json").body(Body::from(wish)).unwrap();
        let answer = router.clone().oneshot(request).await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "{name}");
        let cookie = answer.headers()["set-cookie"].to_str().unwrap();
        cookies.insert(name, cookie.split(';').next().unwrap().to_owned());
    }
    Story { router, ids: ids.into_iter().collect(), cookies, _folder: folder, hall }
}

impl Story {
    /// The address of a line with names of things that exist.
    fn address(&self, line: &Line) -> String {
        let thing = match line.path.split('/').nth(1).unwrap() {
            "teams" => "team",
            "versions" => "version",
            "matches" => "match",
            "rejudges" => "rejudge",
            "contests" => "announcement",
            "desk" if line.path.starts_with("/desk/worker-tokens") => "worker_token",
            "desk" => "job",
            "users" => "user",
            _ => "token",
        };
        let thing = if line.path.ends_with("/play") { "sat" } else { thing };
        let path = line.path.replace("{slug}", "c").replace("{id}", &self.ids[thing]);
        let path =
            path.replace("{job}", &self.ids["job"]).replace("{attempt}", "1").replace("{digest}", DIGEST);
        let path = path.replace("{user}", &self.ids["user"]).replace("{other}", &self.ids["other"]);
        let query = if path.ends_with("/play") { "?seat=0" } else { "" };
        format!("/api/v1{}{query}", path.replace("{number}", "1").replace("{seat}", &self.ids["seat"]))
    }

    async fn walk(&self, line: &Line, role: &'static str) -> String {
        let mut request =
            Request::builder().method(line.method).uri(self.address(line)).header("host", "localhost");
        if let Some(cookie) = self.cookies.get(role) {
            request = request.header("cookie", cookie);
        }
        if role == "reader" {
            request = request.header("authorization", format!("Bearer {}", self.ids["secret"]));
        }
        let body = body(line);
        if !body.is_empty() {
            request = request.header("content-type", "application/json");
        }
        let answer = self.router.clone().oneshot(request.body(Body::from(body)).unwrap()).await.unwrap();
        let status = answer.status();
        match status {
            StatusCode::UNAUTHORIZED => "sign-in".to_owned(),
            StatusCode::FORBIDDEN => "forbidden".to_owned(),
            StatusCode::NOT_FOUND => "missing".to_owned(),
            status if status.is_server_error() => format!("{status}"),
            _ => "through".to_owned(),
        }
    }
}

/// Something that makes sense to whoever gets through.
fn body(line: &Line) -> String {
    match (line.method, line.path) {
        ("POST", "/signup") => r#"{"name":"new","password":"a password of ten"}"#.to_owned(),
        ("POST", "/signin") => format!(r#"{{"name":"admin","password":"{PASSWORD}"}}"#),
        ("POST", "/reset") => r#"{"code":"nonsense","password":"a password of ten"}"#.to_owned(),
        ("PATCH", "/me") => r#"{"lang":"fa"}"#.to_owned(),
        ("DELETE", "/me") => format!(r#"{{"password":"{PASSWORD}"}}"#),
        ("POST", "/me/password") => format!(r#"{{"old":"{PASSWORD}","new":"{PASSWORD}"}}"#),
        ("POST", "/me/tokens") => r#"{"label":"x","scopes":["read"]}"#.to_owned(),
        ("POST", "/users") => r#"{"name":"made"}"#.to_owned(),
        ("PATCH", "/users/{id}") => r#"{"disabled":false}"#.to_owned(),
        ("POST", "/contests") => r#"{"slug":"new","title":"New","game":"toy"}"#.to_owned(),
        ("PATCH", "/contests/{slug}") => r#"{"title":"C"}"#.to_owned(),
        ("POST", "/contests/{slug}/keep") => r#"{"logs_days":30}"#.to_owned(),
        ("POST", "/contests/{slug}/state") => r#"{"to":"open"}"#.to_owned(),
        ("POST", "/contests/{slug}/teams") => r#"{"name":"New"}"#.to_owned(),
        ("POST", "/contests/{slug}/teams/join") => r#"{"code":"nonsense"}"#.to_owned(),
        ("POST", "/contests/{slug}/announcements") => r#"{"text":"hello"}"#.to_owned(),
        ("POST", "/contests/{slug}/rejudges") => r#"{"matches":{},"reason":"why not"}"#.to_owned(),
        ("PUT", "/contests/{slug}/organisers") => r#"{"name":"stranger","runs":true}"#.to_owned(),
        ("POST", "/contests/{slug}/final") => r#"{"format":{"kind":"single"}}"#.to_owned(),
        ("PUT", "/contests/{slug}/final/vote") => r#"{"series":0,"map":"hill"}"#.to_owned(),
        ("POST", "/contests/{slug}/final/show") => r#"{"act":"bracket"}"#.to_owned(),
        ("POST", "/class") => r#"{"code":"nonsense","name":"somebody"}"#.to_owned(),
        ("POST", "/hall") => r#"{"code":"nonsense"}"#.to_owned(),
        ("PATCH", "/teams/{id}") => r#"{"name":"renamed"}"#.to_owned(),
        ("POST", "/teams/{id}/casual") => r#"{"opponents":[{"house":"random"}]}"#.to_owned(),
        ("PUT", "/matches/{id}/tags") => r#"{"tags":["good"]}"#.to_owned(),
        ("POST", "/desk/pause" | "/contests/{slug}/hold") => r#"{"paused":false}"#.to_owned(),
        ("POST", "/desk/jobs/{id}/priority") => r#"{"priority":1}"#.to_owned(),
        ("POST", "/desk/worker-tokens") => r#"{"label":"hall"}"#.to_owned(),
        ("POST", "/teams/{id}/versions") => "PK".to_owned(),
        ("POST", path)
            if path.ends_with("/disqualify") || path.ends_with("/annul") || path.ends_with("/rerun") =>
        {
            r#"{"reason":"a reason"}"#.to_owned()
        }
        _ => String::new(),
    }
}

/// What takes the walker's own ground away comes last.
fn late(line: &Line) -> u8 {
    match (line.method, line.path) {
        ("DELETE", "/me") => 2,
        ("POST", "/signout") => 3,
        ("DELETE", "/me/sessions" | "/teams/{id}/members/{user}") => 1,
        ("POST", "/me/password" | "/teams/{id}/leave" | "/teams/{id}/disqualify" | "/matches/{id}/annul") => {
            1
        }
        _ => 0,
    }
}

#[tokio::test]
async fn everybody_gets_through_where_the_table_says_and_nowhere_else() {
    let mut found: BTreeMap<(usize, &str), String> = BTreeMap::new();
    let mut lines: Vec<(usize, Line)> = table().into_iter().enumerate().collect();
    lines.sort_by_key(|(number, line)| (late(line), *number));
    for role in ROLES {
        // Each walks through a contest that nobody else has touched.
        let story = story().await;
        for (number, line) in &lines {
            found.insert((*number, role), story.walk(line, role).await);
        }
    }
    let mut text = format!("{:6} {:42}", "", "");
    ROLES.iter().for_each(|role| write!(text, " {role:9}").unwrap());
    text = format!("{}\n", text.trim_end());
    for (number, line) in table().into_iter().enumerate() {
        let mut row = format!("{:6} {:42}", line.method, line.path);
        ROLES.iter().for_each(|role| write!(row, " {:9}", found[&(number, *role)]).unwrap());
        writeln!(text, "{}", row.trim_end()).unwrap();
    }
    let written = include_str!("walk.txt");
    if written != text {
        let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/walk.txt");
        std::fs::write(path, &text).unwrap();
        panic!("the walk found something else than `walk.txt` says; what it found is in {path}:\n{text}");
    }
}

#[tokio::test]
async fn without_its_database_an_arena_says_that_it_is_away_and_not_that_too_much_was_asked() {
    let story = story().await;
    let ask = async || {
        let request =
            Request::get("/api/v1/contests").header("host", "localhost").body(Body::empty()).unwrap();
        story.router.clone().oneshot(request).await.unwrap()
    };
    assert_eq!(ask().await.status(), StatusCode::OK);
    story.hall.store.close().await;
    assert_eq!(ask().await.status(), StatusCode::SERVICE_UNAVAILABLE);
}
