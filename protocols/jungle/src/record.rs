//! Feeds the viewers and writes the replay file while a match is played.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use meydan_core::trace::Entry;
use meydan_core::{Input, Outcome};
use meydan_jungle::{Action, Config, Jungle};
use meydan_referee::Recorder;

use crate::convert::Scenery;
use crate::frames::{Frames, Shot};
use crate::hub::Hub;
use crate::json::Json;
use crate::player::scenery;
use crate::wire::GameResult;

/// The files of a match as the original server and the contest's storage wrote them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// The replay: a list of states, indented.
    pub replay: Option<PathBuf>,
    /// The results.
    pub results: Option<PathBuf>,
}

/// The longest replay that is kept. A match of the contest has fifteen megabytes; only error texts that quote giant
/// commands make it longer.
const LONGEST_REPLAY: usize = 256 << 20;

/// Feeds the viewers and keeps the replay.
pub(crate) struct WireRecorder {
    hub: Arc<Hub>,
    scenery: Arc<OnceLock<Arc<Scenery>>>,
    config: Arc<Config>,
    files: Files,
    /// Whether the results are told to whoever runs the server.
    tells: bool,
    frames: Option<Frames>,
    replay: Replay,
}

/// The entries of the replay, as long as there is room.
#[derive(Default)]
struct Replay {
    entries: Vec<String>,
    length: usize,
}

impl Replay {
    fn push(&mut self, entry: String) {
        self.length = self.length.saturating_add(entry.len());
        if self.length <= LONGEST_REPLAY {
            self.entries.push(entry);
        } else {
            self.entries = Vec::new();
        }
    }
}

impl WireRecorder {
    pub(crate) fn new(
        hub: Arc<Hub>,
        scenery: Arc<OnceLock<Arc<Scenery>>>,
        config: Arc<Config>,
        files: Files,
        tells: bool,
    ) -> WireRecorder {
        WireRecorder { hub, scenery, config, files, tells, frames: None, replay: Replay::default() }
    }

    fn input(&mut self, input: Input<Action>, game: &Jungle) {
        let Some(frames) = &mut self.frames else {
            return self.begin(&input, game);
        };
        let (keep, watched) = (self.files.replay.is_some(), self.hub.has_viewers());
        if input == Input::Close && !keep && !watched {
            return frames.jump(game);
        }
        let (hub, replay) = (&self.hub, &mut self.replay);
        frames.input(input, |shot, text| match shot {
            Shot::Viewers if watched => hub.show(text),
            Shot::Replay if keep => replay.push(text),
            _ => {}
        });
    }

    /// The first input: the game that came with it is the first that is seen, and knows the input already.
    fn begin(&mut self, input: &Input<Action>, game: &Jungle) {
        let scenery = scenery(&self.scenery, &self.hub, &self.config);
        let frames = self.frames.insert(Frames::new(scenery, game.clone()));
        // Who left before the first tick is not shown leaving.
        if let Input::Withdraw(seat) = *input
            && self.hub.has_asked()
        {
            frames.show_left(seat, |_, text| self.hub.show(text));
        }
    }

    fn write(&self, outcome: &Outcome) -> std::io::Result<()> {
        if self.replay.length > LONGEST_REPLAY {
            let why = format!("the replay has more than {LONGEST_REPLAY} bytes and is not written");
            (self.hub.log)(&why);
        } else if let Some(path) = &self.files.replay {
            let mut file = BufWriter::new(File::create(path)?);
            file.write_all(b"[")?;
            for (i, entry) in self.replay.entries.iter().enumerate() {
                file.write_all(if i == 0 { b"\n  " } else { b",\n  " })?;
                let mut text = String::new();
                Json::read(entry).expect("an entry is JSON").print_pretty(&mut text, 1);
                file.write_all(text.as_bytes())?;
            }
            file.write_all(if self.replay.entries.is_empty() { b"]" } else { b"\n]" })?;
            file.flush()?;
        }
        if let Some(path) = &self.files.results {
            let results = scenery(&self.scenery, &self.hub, &self.config).results(outcome);
            fs::write(path, serde_json::to_string(&results)?)?;
        }
        Ok(())
    }
}

impl Recorder<Jungle> for WireRecorder {
    fn entry(&mut self, entry: &Entry<Action>, _: &[meydan_jungle::Event], game: &Jungle) {
        if let Some(input) = entry.input() {
            self.input(input, game);
        }
    }

    fn end(&mut self, outcome: &Outcome, _: &Jungle) {
        if let Err(error) = self.write(outcome) {
            (self.hub.log)(&format!("the files of the match could not be written: {error}"));
        }
        if self.tells {
            let results = scenery(&self.scenery, &self.hub, &self.config).results(outcome);
            for GameResult { rank, team_name, score } in &results {
                (self.hub.log)(&format!("{rank}. {team_name}: {score} points"));
            }
        }
        // Viewers may be all that is left.
        self.hub.abandon();
    }
}
