use std::net::IpAddr;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use meydan_core::trace::{ReplayError, Trace};
#[cfg(feature = "ts")]
use meydan_core::types::Declarations;
use meydan_core::{Bot, Chance, Explore, Game, Setup};
use meydan_house::Random;
use meydan_referee::{HostOptions, Lobby, Series, Tale, TaleError};
use meydan_sketch::Hand;
use thiserror::Error;

use crate::{Knob, Knobs, MadeFile};

/// What Meydan has to offer for a game besides its rules: house bots, a map generator, hints, the original contest's
/// wire, and types that the page can be told of. Everything has a default, so `impl Offer for Game {}` is enough for a
/// game that is only rules.
pub trait Offer:
    Setup + Explore<Config: Declared, View: Declared, Event: Declared, Action: Declared>
{
    /// The house bots, weakest first.
    fn house_bots() -> &'static [&'static str] {
        &["random"]
    }

    /// Seats a house bot; `None` if there is none of that name.
    fn house(name: &str, config: &Self::Config, chance: Chance) -> Option<Box<dyn Bot<Self>>> {
        let _ = config;
        (name == "random").then(|| Box::new(Random::new(chance)) as Box<dyn Bot<Self>>)
    }

    /// The knobs of the map generator; a game without knobs has no generator.
    fn knobs() -> &'static [Knob] {
        &[]
    }

    /// Makes a map. A game whose maps are several files gives them all, the map itself first.
    fn generate(knobs: &Knobs, chance: Chance) -> anyhow::Result<Vec<MadeFile>> {
        let _ = (knobs, chance);
        Err(NoGenerator(Self::NAME).into())
    }

    /// What a match can be set to beside its map, as [`Setup::config`] reads it: what people may choose, not all there is.
    fn options() -> &'static [Knob] {
        &[]
    }

    /// A score in the words of the game, for people; other programs read the number.
    fn score_words(score: i64) -> String {
        score.to_string()
    }

    /// Why a match ended, in words for people; other programs read the reason as it is.
    fn reason_words(reason: &str) -> String {
        reason.to_owned()
    }

    /// What decided between two sides whose scores do not, in a match that ended for this reason.
    fn tie_words(reason: &str) -> String {
        Self::reason_words(reason)
    }

    /// The game in characters, and how a person plays it by typing. Without it people at a terminal see and type JSON.
    fn hand() -> Option<Hand<Self>> {
        None
    }

    /// Whether its document gives a match that stays level to whoever sent their bot earlier.
    const EARLIER: bool = false;

    /// Whether [`Offer::hint`] ever has something to say.
    const HINTS: bool = false;

    /// What whoever is to move should do, for people who ask.
    fn hint(&self) -> Option<Advice> {
        None
    }

    /// Whether [`Offer::comment`] ever has something to say.
    const COMMENTS: bool = false;

    /// Goes through a played match, for people who want to learn from it. The work is bounded.
    fn comment(trace: &Trace<Self::Action>) -> Result<Option<serde_json::Value>, ReplayError> {
        let _ = trace;
        Ok(None)
    }

    /// Adds what the claims of hints and the comments are in TypeScript.
    #[cfg(feature = "ts")]
    fn hint_types(types: Declarations) -> Declarations {
        types
    }

    /// The original protocol, for a game that had one.
    fn wire() -> Option<WirePort> {
        None
    }

    /// What the words without a flag mean on the original server's command line, in order. `map` is the map.
    const HOST_WORDS: &'static [&'static str] = &["map"];

    /// The environment variable in which the original server looked for its map.
    const HOST_MAP: Option<&'static str> = None;

    /// The folder into which the original server wrote its files unasked.
    const HOST_FILES: Option<&'static str> = None;

    /// The original's own flag that showed the match.
    const HOST_VIEW: Option<&'static str> = None;

    /// What a flag of the original server means for a match that is set up before its server opens; `None`: it is the server's.
    fn host_flag(name: &str) -> Option<HostFlag> {
        let _ = name;
        None
    }

    /// Our maps that have what bots of the contest expect of one, the default first; empty: all of them have.
    const CONTEST_MAPS: &'static [&'static str] = &[];

    /// What bots of the contest expect of a map and this one lacks, as the end of a sentence that begins with the map.
    fn unlike_contest(config: &Self::Config) -> Option<String> {
        let _ = config;
        None
    }

    /// The flags that have a [`HostFlag::Default`].
    const HOST_DEFAULTS: &'static [&'static str] = &[];

    /// Options that the contest had on its own map of that name, for so many sides; they hold where nobody says otherwise.
    fn of_contest(map: &str, sides: Option<usize>) -> Vec<(&'static str, String)> {
        let _ = (map, sides);
        Vec::new()
    }

    /// The original server as a whole, where that is more than one match on an opened [`Offer::open`]. `None`: it was not.
    fn host(request: HostRequest) -> Option<BoxFuture<'static, anyhow::Result<Hosted<Self>>>> {
        let _ = request;
        None
    }

    /// What the original contest called the file that [`Offer::tale`] reads, and whether it needs the map beside it; `None`:
    /// there is none, or this file is not one.
    fn told_by(file: &[u8]) -> Option<OriginalFile> {
        let _ = file;
        None
    }

    /// A match as such a file tells it, on the map that it was played on where the file has none.
    fn tale(file: &[u8], map: &[u8]) -> Result<Tale<Self>, TaleError> {
        let _ = (file, map);
        Err(TaleError(format!("`{}` had no files of its own", Self::NAME)))
    }

    /// Opens the original contest's server. Called only where [`Offer::wire`] says there is one.
    fn open(
        config: Self::Config,
        options: HostOptions,
    ) -> BoxFuture<'static, anyhow::Result<Box<dyn Lobby<Self>>>> {
        let _ = (config, options);
        Box::pin(async { anyhow::bail!("`{}` has no original server", Self::NAME) })
    }
}

/// A type that the page can be told of. With the feature `ts` it has a TypeScript declaration; without it, which is how
/// the program is built, nothing is asked of it.
#[cfg(feature = "ts")]
pub trait Declared: ts_rs::TS + 'static {}
#[cfg(feature = "ts")]
impl<T: ts_rs::TS + 'static> Declared for T {}

/// A type that the page can be told of. With the feature `ts` it has a TypeScript declaration; without it, which is how
/// the program is built, nothing is asked of it.
#[cfg(not(feature = "ts"))]
pub trait Declared {}
#[cfg(not(feature = "ts"))]
impl<T> Declared for T {}

/// A flag or word that an original server does not know or cannot use.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct WrongFlag(pub String);

/// The game's maps are written by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("`{0}` has no map generator; take one of its maps (`meydan games`) or give a map file of your own")]
pub struct NoGenerator(pub &'static str);

/// What the original wire of a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WirePort {
    /// What it speaks, for people: `HTTP`, `gRPC`.
    pub speaks: &'static str,
    /// The port the original listened on.
    pub port: u16,
}

/// A hint for a person.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The act, as JSON.
    pub act: serde_json::Value,
    /// What it is worth, as JSON, for a page in another language.
    pub claim: serde_json::Value,
    /// The same in an English sentence.
    pub text: String,
}

/// What a flag of an original server means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostFlag {
    /// The map.
    Map,
    /// The folder in which maps are.
    Folder,
    /// How many sides take part.
    Sides,
    /// An option of the game.
    Option(&'static str),
    /// It is the server's, and the original had this value where nobody gave one.
    Default(&'static str),
    /// It is about match after match.
    Series,
}

/// A file that an original server wrote of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OriginalFile {
    /// What it was called.
    pub name: &'static str,
    /// Whether the map must be given with it.
    pub needs_map: bool,
}

/// What an original server does with its command line.
pub enum Hosted<G: Game> {
    /// It prints this and ends.
    Lines(Vec<String>),
    /// It plays one match after another.
    Series(Box<dyn Series<G>>),
}

/// What a whole original server is started with.
#[derive(Clone)]
pub struct HostRequest {
    /// The address to listen on.
    pub ip: IpAddr,
    /// The port; `None`: the original's own.
    pub port: Option<u16>,
    /// The ruleset.
    pub ruleset: &'static str,
    /// The map, by name or file; `None`: the original's choice.
    pub map: Option<String>,
    /// What fixes all chance; `None`: drawn anew.
    pub seed: Option<u64>,
    /// How many sides take part; `None`: the original's choice.
    pub sides: Option<usize>,
    /// The rest of the command line, as the original had it.
    pub words: Vec<String>,
    /// Where it says what it notices, for the person who runs it.
    pub log: Arc<dyn Fn(&str) + Send + Sync>,
}
