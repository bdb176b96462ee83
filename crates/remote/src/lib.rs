//! The tasks of a league that is on another machine. A [`Remote`] asks an arena over HTTP or HTTPS with a token that an admin of the arena made; it
//! is the other end of `crates/server/src/v1/worker.rs`, and what both send is declared in the league.
//!
//! An arena that does not answer is asked again for a while. Saying the same twice does no harm: a result is written down by its attempt or not at
//! all, and blobs are known by their digests. What is fetched is checked against its digest here, whatever the arena says.

mod ask;
mod card;
mod show;
mod tls;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use meydan_arena::Error;
use meydan_league::store::JobKind;
use meydan_league::{
    Answer, BuildWork, Done, Lease, Live, MatchWork, Presence, TakeWish, Task, TaskCard, TaskDone, TaskTaken,
    Tasks, Wish, Work, digest_of,
};
use reqwest::Method;
use thiserror::Error as Fault;
use tokio::task::JoinHandle;
use url::Url;

use crate::ask::Asking;

/// How often the words of a build are sent.
const WORDS: Duration = Duration::from_millis(500);
/// How long the end of a match waits for its last pictures.
const LAST_PICTURES: Duration = Duration::from_secs(3);
/// The largest blob that is fetched.
const LARGEST: usize = 1 << 30;

/// Why an arena cannot be asked at all.
#[derive(Debug, Fault)]
pub enum RemoteError {
    /// Its address is none.
    #[error("`{0}` is no address of an arena; give for instance https://arena.example.org")]
    Address(String),
    /// The token is no text for a header.
    #[error("the token is damaged; it begins with `mw_`")]
    Token,
    /// The certificates cannot be read.
    #[error("the certificates cannot be read: {0}")]
    Certificates(String),
    /// The client cannot be made.
    #[error(transparent)]
    Client(#[from] reqwest::Error),
}

/// An arena on another machine. Cheap to clone.
#[derive(Clone)]
pub struct Remote(Arc<Inner>);

struct Inner {
    asking: Asking,
    /// The shows that are under way, by their jobs.
    shows: Mutex<BTreeMap<String, JoinHandle<()>>>,
}

impl Remote {
    /// The arena at an address, which is trusted if the machine's certificates or those in `ca` (PEM) vouch for it.
    pub fn new(address: &str, token: &str, ca: Option<&[u8]>) -> Result<Remote, RemoteError> {
        let wrong = || RemoteError::Address(address.to_owned());
        let base = Url::parse(address.trim_end_matches('/')).map_err(|_| wrong())?;
        if !["http", "https"].contains(&base.scheme()) || base.host_str().is_none() {
            return Err(wrong());
        }
        let asking = Asking::new(base, token, tls::trusting(ca)?)?;
        Ok(Remote(Arc::new(Inner { asking, shows: Mutex::default() })))
    }

    fn asking(&self) -> &Asking {
        &self.0.asking
    }

    fn path(lease: &Lease, what: &str) -> String {
        format!("/worker/tasks/{}/{}/{what}", lease.job(), lease.attempt())
    }

    /// Waits for the show of a task to be over, but not for long.
    async fn last_pictures(&self, lease: &Lease) {
        let show = self.shows().remove(lease.job().as_str());
        if let Some(mut show) = show
            && tokio::time::timeout(LAST_PICTURES, &mut show).await.is_err()
        {
            show.abort();
        }
    }

    fn shows(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, JoinHandle<()>>> {
        self.0.shows.lock().expect("nobody panics while holding this lock")
    }
}

impl Tasks for Remote {
    fn join<'a>(&'a self, presence: &'a Presence) -> Answer<'a, ()> {
        Box::pin(async { self.asking().once(Method::POST, "/worker/join", presence).await.map(drop) })
    }

    fn pulse<'a>(&'a self, presence: &'a Presence) -> Answer<'a, ()> {
        Box::pin(async { self.asking().once(Method::POST, "/worker/pulse", presence).await.map(drop) })
    }

    fn take<'a>(&'a self, wish: &'a Wish) -> Answer<'a, Option<Task>> {
        Box::pin(async move {
            let wish = TakeWish {
                worker: wish.worker.to_string(),
                kinds: wish.kinds.iter().map(JobKind::to_string).collect(),
                walls: wish.walls,
                lacks: wish.lacks.clone(),
                doing: wish.doing.clone(),
            };
            let answer = self.asking().once(Method::POST, "/worker/take", &wish).await?;
            let card: Option<TaskCard> = ask::read(&answer)?;
            match card {
                Some(card) => card::read(self.asking(), card).await.map(Some),
                None => Ok(None),
            }
        })
    }

    fn renew<'a>(&'a self, lease: &'a Lease) -> Answer<'a, ()> {
        Box::pin(async {
            self.asking().once(Method::POST, &Remote::path(lease, "renew"), &()).await.map(drop)
        })
    }

    fn show(&self, lease: &Lease, _: &MatchWork, live: Live) {
        let (remote, path) = (self.clone(), Remote::path(lease, "stage"));
        let show = tokio::spawn(async move { show::show(remote.asking(), &path, &live).await });
        if let Some(earlier) = self.shows().insert(lease.job().to_string(), show) {
            earlier.abort();
        }
    }

    fn listen(&self, lease: &Lease, work: &BuildWork) {
        let (remote, path, log) = (self.clone(), Remote::path(lease, "log"), work.log.clone());
        tokio::spawn(async move {
            let mut sent = 0;
            // Whoever builds has the log, too, until it is done.
            while log.is_shared() {
                tokio::time::sleep(WORDS).await;
                let words = log.since(sent);
                if words.is_empty() {
                    continue;
                }
                let count = words.len();
                match remote.asking().send(Method::POST, &format!("{path}?from={sent}"), words).await {
                    Ok(_) => sent += count,
                    Err(Error::Trouble(_) | Error::Busy(_) | Error::Late(_)) => {}
                    // All of it is kept when the build is over.
                    Err(_) => return,
                }
            }
        });
    }

    fn fetch<'a>(&'a self, lease: &'a Lease, digest: &'a str) -> Answer<'a, Bytes> {
        Box::pin(async move {
            let bytes = self.asking().fetch(&Remote::path(lease, &format!("blobs/{digest}")), LARGEST).await;
            let bytes = bytes.map_err(|error| match error {
                Error::Trouble(text) => Error::Trouble(format!(
                    "{digest} cannot be had; it may be damaged where it is kept, and the arena's log says more: {text}"
                )),
                other => other,
            })?;
            match digest_of(&bytes) == digest {
                true => Ok(bytes),
                false => Err(Error::Trouble(format!("the arena gives something else for {digest}"))),
            }
        })
    }

    fn keep(&self, bytes: Bytes) -> Answer<'_, String> {
        Box::pin(async move {
            let digest = digest_of(&bytes);
            self.asking().send(Method::PUT, &format!("/worker/blobs/{digest}"), bytes).await?;
            Ok(digest)
        })
    }

    fn done<'a>(&'a self, lease: &'a Lease, work: &'a Work, done: Done) -> Answer<'a, bool> {
        Box::pin(async move {
            let log = match (work, &done) {
                (Work::Build(work), Done::Built(_)) => Some(self.keep(work.log.whole()).await?),
                _ => None,
            };
            self.last_pictures(lease).await;
            let wrong = |error: serde_json::Error| Error::Trouble(error.to_string());
            let done = TaskDone { done: serde_json::to_value(done).map_err(wrong)?, log };
            let answer = self.asking().patiently(Method::POST, &Remote::path(lease, "done"), &done).await?;
            Ok(ask::read::<TaskTaken>(&answer)?.taken)
        })
    }
}
