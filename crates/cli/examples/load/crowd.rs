//! Those who watch, read and send.

use std::io::{Cursor, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use bytes::Bytes;
use futures_util::future::join_all;
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpSocket;
use zip::write::SimpleFileOptions;

use crate::Args;
use crate::figures::Figures;
use crate::world::{GAME, SLUG, World};

/// How many come from one address: an arena takes so many connections of one visitor.
const OF_ONE_ADDRESS: usize = 100;
/// How long somebody looks at a match before the next one.
const LOOK: Duration = Duration::from_secs(2);
/// From one wave of uploads to the next.
const WAVE: Duration = Duration::from_secs(10);

/// Everybody who comes to an arena.
pub(crate) struct Crowd {
    address: String,
    world: World,
}

/// One connection of somebody.
struct Line {
    address: String,
    from: Ipv4Addr,
    token: Option<String>,
    open: Option<SendRequest<Full<Bytes>>>,
}

impl Crowd {
    pub(crate) fn new(address: &str, world: World) -> Crowd {
        Crowd { address: address.to_owned(), world }
    }

    fn line(&self, number: usize, token: Option<String>) -> Line {
        let from = Ipv4Addr::new(127, 0, 0, 2 + (number / OF_ONE_ADDRESS) as u8);
        Line { address: self.address.clone(), from, token, open: None }
    }

    /// How many matches are over, whatever they were played for.
    pub(crate) async fn over(&self) -> Result<u64> {
        let (_, text) = self.line(0, None).ask(Method::GET, "/metrics", Bytes::new()).await?;
        let text = String::from_utf8_lossy(&text).into_owned();
        let over = |line: &str| {
            let (labels, count) = line.strip_prefix("meydan_matches{")?.split_once("} ")?;
            labels.ends_with("state=\"over\"").then(|| count.parse::<u64>().ok()).flatten()
        };
        Ok(text.lines().filter_map(over).sum())
    }

    /// Everybody comes, for so long.
    pub(crate) async fn come(&self, args: &Args, time: Duration, figures: &Figures) {
        let until = Instant::now() + time;
        let watchers = join_all((0..args.watchers).map(|number| self.watch(number, until, figures)));
        let readers =
            join_all((0..args.readers).map(|number| self.read(args.watchers + number, until, figures)));
        let senders = join_all(
            (0..self.world.teams.len())
                .map(|number| self.send(number, args.watchers + args.readers, until, figures)),
        );
        tokio::join!(watchers, readers, senders);
    }

    /// Somebody looks for a match that is played or was, and follows its reel to the end. That of a match that is played lasts as long as
    /// the match does.
    async fn watch(&self, number: usize, until: Instant, figures: &Figures) {
        let mut line = self.line(number, None);
        let (state, what) =
            if number.is_multiple_of(2) { ("over", "reel") } else { ("running", "live reel") };
        let list = format!("/api/v1/contests/{SLUG}/matches?kind=ranked&state={state}&limit=20");
        // They do not all come in the same moment.
        tokio::time::sleep(LOOK * (number % 16) as u32 / 16).await;
        while Instant::now() < until {
            let found = line.timed("list", Method::GET, &list, Bytes::new(), figures).await;
            let found: Value = found.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default();
            let games = found["matches"].as_array().cloned().unwrap_or_default();
            if let Some(id) = games.get(number % games.len().max(1)).and_then(|game| game["id"].as_str()) {
                let reel = format!("/api/v1/matches/{id}/reel");
                line.timed(what, Method::GET, &reel, Bytes::new(), figures).await;
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Somebody turns pages as fast as they can.
    async fn read(&self, number: usize, until: Instant, figures: &Figures) {
        let mut line = self.line(number, None);
        let pages = [
            ("contest", format!("/api/v1/contests/{SLUG}")),
            ("standing", format!("/api/v1/contests/{SLUG}/standing")),
            ("matches", format!("/api/v1/contests/{SLUG}/matches?limit=50")),
            ("health", "/healthz".to_owned()),
        ];
        for (what, path) in pages.iter().cycle() {
            if Instant::now() >= until {
                return;
            }
            line.timed(what, Method::GET, path, Bytes::new(), figures).await;
        }
    }

    /// A team sends a bot whenever the others do.
    async fn send(&self, number: usize, others: usize, until: Instant, figures: &Figures) {
        let (team, token) = self.world.teams[number].clone();
        let mut line = self.line(others + number, Some(token));
        let path = format!("/api/v1/teams/{team}/versions");
        while Instant::now() < until {
            line.timed("upload", Method::POST, &path, archive(number), figures).await;
            tokio::time::sleep(WAVE).await;
        }
    }

    /// What became of what was sent.
    pub(crate) async fn print_versions(&self) -> Result<()> {
        let mut states = std::collections::BTreeMap::new();
        for (number, (team, token)) in self.world.teams.iter().enumerate() {
            let mut line = self.line(number, Some(token.clone()));
            let (_, text) =
                line.ask(Method::GET, &format!("/api/v1/teams/{team}/versions"), Bytes::new()).await?;
            let list: Value = serde_json::from_slice(&text)?;
            for version in list["versions"].as_array().into_iter().flatten() {
                *states.entry(version["state"].to_string()).or_insert(0) += 1;
            }
        }
        println!("versions by state: {states:?}");
        Ok(())
    }
}

impl Line {
    /// Asks, and notes how long the whole answer took. Gives it if all went well.
    async fn timed(
        &mut self,
        what: &'static str,
        method: Method,
        path: &str,
        body: Bytes,
        figures: &Figures,
    ) -> Option<Bytes> {
        let begun = Instant::now();
        let answer = self.ask(method, path, body).await;
        let status = answer.as_ref().map_or(0, |(status, _)| *status);
        figures.note(what, status, begun.elapsed());
        if status == 0 {
            self.open = None;
        }
        if !(200..300).contains(&status) {
            // Whoever is refused does not come back in the same moment.
            tokio::time::sleep(Duration::from_millis(200)).await;
            return None;
        }
        answer.ok().map(|(_, bytes)| bytes)
    }

    async fn ask(&mut self, method: Method, path: &str, body: Bytes) -> Result<(u16, Bytes)> {
        let mut request = Request::builder().method(method).uri(path).header("host", &self.address);
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let request = request.body(Full::new(body))?;
        if self.open.as_ref().is_none_or(SendRequest::is_closed) {
            self.open = Some(self.connect().await?);
        }
        let open = self.open.as_mut().context("it was opened")?;
        open.ready().await?;
        let answer = open.send_request(request).await?;
        let status = answer.status().as_u16();
        Ok((status, answer.into_body().collect().await?.to_bytes()))
    }

    async fn connect(&self) -> Result<SendRequest<Full<Bytes>>> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::from((self.from, 0)))?;
        let stream = socket.connect(self.address.parse()?).await?;
        stream.set_nodelay(true)?;
        let (open, connection) = handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        Ok(open)
    }
}

/// A small bot, another one for each team.
fn archive(number: usize) -> Bytes {
    let manifest = format!(
        "game = \"{GAME}\"\nlanguage = \"python\"\nname = \"load-{number}\"\nstart = \"python3 main.py\"\n"
    );
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in [("meydan.toml", manifest.as_str()), ("main.py", MAIN)] {
        zip.start_file(name, SimpleFileOptions::default()).expect("memory takes everything");
        zip.write_all(text.as_bytes()).expect("memory takes everything");
    }
    zip.finish().expect("memory takes everything").into_inner().into()
}

const MAIN: &str = r#"
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(json.dumps({"window": message["window"], "act": {"orders": []}}), flush=True)
"#;
