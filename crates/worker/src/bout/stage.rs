//! What is around a match while it is played: its films and its logs, and the files that are left of them.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

use meydan_arena::{Camera, Film};
use meydan_catalog::Offer;
use meydan_core::{Seat, Viewer};
use meydan_referee::Recorder;
use meydan_runner::{MatchReport, ReelSink, RunError, Sinks, TraceSink};

use super::log::Logs;
use super::{Bout, NotPlayed, Played, outcome};
use crate::feed::Feed;
use crate::seat::Chairs;

/// How hard a reel is compressed.
const LEVEL: i32 = 6;

pub(super) struct Stage {
    feed: Feed,
    writing: JoinHandle<()>,
    /// The spectator's first, then each person's.
    films: Vec<Film>,
    logs: Logs,
    most: usize,
    record: PathBuf,
    reel: PathBuf,
}

impl Stage {
    /// Makes everything for a match with so many seats, on some of which people sit.
    pub(super) fn open(bout: &Bout, people: &[u8], seats: usize) -> io::Result<(Stage, Sinks, Chairs)> {
        fs::create_dir_all(&bout.folder)?;
        if let Some(files) = bout.files() {
            fs::create_dir_all(files)?;
        }
        let cameras =
            (0..=people.len()).map(|_| Camera::create(&bout.folder)).collect::<io::Result<Vec<_>>>()?;
        let films: Vec<Film> = cameras.iter().map(Camera::film).collect();
        let (feed, writing) = Feed::start(cameras)?;
        let eyes = [Viewer::Spectator].into_iter().chain(people.iter().map(|&seat| Viewer::Seat(Seat(seat))));
        let sink = |(film, eyes)| {
            let mut feed = feed.clone();
            ReelSink { eyes, send: Box::new(move |line| feed.line(film, line)) }
        };
        let reels = eyes.enumerate().map(sink).collect();
        let record = bout.folder.join("match.trace");
        let trace = Some(TraceSink { path: record.clone(), key: bout.key.clone() });
        let stage = Stage {
            feed,
            writing,
            films,
            logs: Logs::new(seats),
            most: bout.log,
            record,
            reel: bout.folder.join("match.reel"),
        };
        Ok((
            stage,
            Sinks { trace, reels, discreet: !bout.words, ..Sinks::default() },
            Chairs::new(people, bout.clock, &BTreeMap::new()),
        ))
    }

    pub(super) fn film(&self) -> Film {
        self.films[0].clone()
    }

    pub(super) fn seat_films(&self, people: &[u8]) -> BTreeMap<u8, Film> {
        people.iter().copied().zip(self.films[1..].iter().cloned()).collect()
    }

    pub(super) fn recorder<G: Offer>(&self) -> Box<dyn Recorder<G>> {
        self.logs.recorder(self.most)
    }

    /// The match has ended: the films end, and what is to be kept is written.
    pub(super) fn close(
        self,
        played: Result<MatchReport, RunError>,
        files: Option<PathBuf>,
    ) -> Result<Played, NotPlayed> {
        let played = outcome(played);
        if let Err(error) = &played {
            self.feed.break_off(error.to_string());
        }
        drop(self.feed);
        // A thread that panicked has ended its films too.
        let _ = self.writing.join();
        let report = played?;
        // A film that could not keep up with its match is not kept: it can be made again from the record.
        let whole = self.films[0].windows() == report.windows;
        let kept =
            if whole { keep(&self.films[0], &self.reel) } else { Err(io::Error::other("it is not whole")) };
        let reel =
            kept.map(|()| self.reel).inspect_err(|error| tracing::warn!(%error, "a reel is not kept")).ok();
        let files = files.map_or_else(Vec::new, |folder| listed(&folder));
        Ok(Played { report, record: self.record, reel, logs: self.logs.take(), files })
    }
}

fn keep(film: &Film, path: &Path) -> io::Result<()> {
    let mut stream = zstd::Encoder::new(File::create(path)?, LEVEL)?;
    film.copy_to(&mut stream)?;
    stream.finish()?.flush()
}

/// All files in a folder and the folders in it, in the order of their names.
fn listed(folder: &Path) -> Vec<PathBuf> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let list = if entry.path().is_dir() { &mut folders } else { &mut files };
            list.push(entry.path());
        }
    }
    files.sort();
    files
}
