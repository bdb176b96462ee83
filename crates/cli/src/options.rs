//! What several commands take: the map, the seed, the clock, the key.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use meydan_catalog::{LARGEST_MAP, MapChoice, Offer, Visit, visit};
use meydan_kit::{BuildError, Built, Kit};
use meydan_record::Key;
use meydan_referee::{Count, Stop};
use meydan_runner::{Fairness, JailedBuildError, Judge, MatchOrder, News, SeatError, SeatSpec};
use meydan_sandbox::{LanguageName, Span, Terms};

use crate::ends::Usage;
use crate::say::remark;

/// How a match is set up.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct Setting {
    /// A map of the game by name, or a map file [default: the game's first map]
    #[arg(long, value_name = "FILE|NAME")]
    pub(crate) map: Option<String>,
    /// What fixes all chance; the same seed and bots give the same match [default: drawn]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// The rules as the document has them, or as the original server had them [default: the game's first]
    #[arg(long, value_name = "NAME")]
    pub(crate) ruleset: Option<String>,
    /// A further knob of the game; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = pair)]
    pub(crate) set: Vec<(String, String)>,
}

impl Setting {
    /// What to play, with these seats; bots that live in a folder are built.
    pub(crate) fn order(&self, game: &str, seats: &[SeatSpec]) -> Result<MatchOrder> {
        ready(game, seats)?;
        Ok(MatchOrder {
            ruleset: self.ruleset(game, seats)?,
            map: self.map.as_deref().map(|map| map_choice(game, map)).transpose()?,
            seed: self.seed,
            options: self.set.iter().cloned().collect(),
            ..MatchOrder::of(game, seats)
        })
    }
}

impl Setting {
    /// The ruleset for these seats, if one was asked for or they ask for one.
    pub(crate) fn ruleset(&self, game: &str, seats: &[SeatSpec]) -> Result<Option<String>> {
        let asked = self.ruleset.clone();
        if asked.is_some() || !seats.iter().any(SeatSpec::is_wire) || !has_ruleset(game, OFFICIAL)? {
            return Ok(asked);
        }
        // Bots of the contests were written for what the original server did.
        remark!("with clients of the original contest the rules are `{OFFICIAL}`; --ruleset asks for others");
        Ok(Some(OFFICIAL.to_owned()))
    }
}

/// Builds the bots that live in a folder. What a compiler says is shown as it said it.
pub(crate) fn ready(game: &str, seats: &[SeatSpec]) -> Result<()> {
    ready_until(game, seats, &Stop::never())
}

/// The same, unless somebody stops it.
pub(crate) fn ready_until(game: &str, seats: &[SeatSpec], stop: &Stop) -> Result<()> {
    seats.iter().try_for_each(|seat| ready_seat(game, seat, stop).map(drop))
}

/// Builds one.
pub(crate) fn ready_one(game: &str, seat: &SeatSpec) -> Result<Built> {
    ready_seat(game, seat, &Stop::never())
}

fn ready_seat(game: &str, seat: &SeatSpec, stop: &Stop) -> Result<Built> {
    let building = |kit: &Kit| {
        remark!(
            "building {}: {}",
            kit.given().display(),
            kit.manifest().build.as_deref().unwrap_or_default()
        );
    };
    match seat.ready(game, building, stop.clone()) {
        // The command line was right; the bot is not.
        Err(SeatError::Build(error)) => {
            if let BuildError::Failed { output, .. } = &error {
                remark!("{}", String::from_utf8_lossy(output).trim_end());
            }
            Err(error.into())
        }
        built => Ok(built?),
    }
}

/// How bots are started and how time is dealt out.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct Judging {
    /// Run bots as a judge does: each in a jail of its own, with the limits of its language (docs/sandbox.md)
    #[arg(long)]
    as_judge: bool,
    /// Which time of a jailed bot decides: wall time, or the processor time of all its processes (then bots are also held
    /// still as by --freeze)
    #[arg(long, requires = "as_judge", value_name = "wall|cpu", default_value = "wall")]
    count: Count,
    /// Time that every seat may use beyond its limits, over the whole match, for instance 5s
    #[arg(long, value_name = "TIME")]
    bank: Option<Span>,
    /// Give every jailed bot a core of its own, as far as there are enough
    #[arg(long, requires = "as_judge")]
    pin: bool,
    /// Hold jailed bots still while they are not asked, from their first turn on
    #[arg(long, requires = "as_judge")]
    freeze: bool,
    /// The language whose limits jailed bots get [default: told by the program, or by what lies in its folder]
    #[arg(long, requires = "as_judge", value_name = "NAME")]
    language: Option<LanguageName>,
    /// A TOML file with other limits for jailed bots than those of their languages
    #[arg(long, requires = "as_judge", value_name = "FILE")]
    limits: Option<PathBuf>,
    /// A folder that jailed bots see besides /usr and their own, such as a tool chain in a home; may be repeated
    #[arg(long, requires = "as_judge", value_name = "DIR")]
    tools: Vec<PathBuf>,
}

impl Judging {
    /// How time is dealt out.
    pub(crate) fn fairness(&self) -> Fairness {
        let bank = self.bank.map_or_else(Default::default, |Span(bank)| bank);
        // Where processor time decides, thinking while others are asked would cost nothing.
        let freeze = self.freeze || self.count == Count::Cpu;
        Fairness { count: self.count, bank, pin: self.pin, freeze }
    }

    /// The judge, if one was asked for. Without walls there is none, and nothing is played. Bots that live in a folder are
    /// built behind the walls.
    pub(crate) async fn judge(&self, game: &str, seats: &[SeatSpec]) -> Result<Option<Judge>> {
        if !self.as_judge {
            return Ok(None);
        }
        let terms = match &self.limits {
            Some(path) => terms(path)?,
            None => Terms::default(),
        };
        for dir in &self.tools {
            if !dir.is_dir() {
                return Err(Usage(format!("--tools: `{}` is not a folder", dir.display())).into());
            }
        }
        let judge = match std::env::var_os("MEYDAN_ACCEPT_MISSING_WALLS") {
            Some(_) => Judge::raise_without_groups().await?,
            None => Judge::raise().await?,
        };
        let judge = judge.with_terms(terms).with_language(self.language).with_tools(self.tools.clone());
        let typed = |seat: &&SeatSpec| matches!(seat, SeatSpec::Command(_) | SeatSpec::WireCommand(_));
        if seats.iter().filter(typed).count() > 1 {
            remark!(
                "bots that are started in one folder can read each other's files; a folder of its own keeps a bot private"
            );
        }
        for seat in seats {
            // A bot of another game is refused later, unbuilt.
            if let SeatSpec::Kit(kit) = seat
                && kit.manifest().game == game
            {
                build(&judge, kit).await?;
            }
        }
        Ok(Some(judge))
    }

    /// Refuses to write the record where a jailed bot could read it: it tells everything.
    pub(crate) fn check_out(&self, out: Option<&Path>, seats: &[SeatSpec]) -> Result<()> {
        let (true, Some(out)) = (self.as_judge, out) else { return Ok(()) };
        let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let Ok(folder) = folder.canonicalize() else { return Ok(()) };
        let shown = seats.iter().filter_map(|seat| match seat {
            SeatSpec::Command(_) | SeatSpec::WireCommand(_) => std::env::current_dir().ok(),
            SeatSpec::Kit(kit) => Some(kit.dir().to_owned()),
            _ => None,
        });
        let mut seen = shown.filter(|shown| folder.starts_with(shown));
        match seen.next() {
            None => Ok(()),
            Some(seen) => Err(Usage(format!(
                "--out: the jailed bots can read `{}`, and a record tells everything; write it into another folder",
                seen.display()
            ))
            .into()),
        }
    }
}

/// Builds a bot behind walls. What a compiler says is shown as it said it.
async fn build(judge: &Judge, kit: &Kit) -> Result<()> {
    if kit.is_stale().unwrap_or(true) {
        let line = kit.manifest().build.as_deref().unwrap_or_default();
        remark!("building {} behind walls: {line}", kit.given().display());
    }
    match judge.build(kit).await {
        Ok(_) => Ok(()),
        Err(error) => {
            if let JailedBuildError::Build(meydan_sandbox::BuildError::Failed(report)) = &error {
                remark!("{}", String::from_utf8_lossy(&report.stderr).trim_end());
            }
            Err(error).with_context(|| format!("`{}` cannot be built", kit.given().display()))
        }
    }
}

fn terms(path: &Path) -> Result<Terms> {
    let cannot = || format!("the limits in {} cannot be read", path.display());
    let text = std::fs::read_to_string(path).with_context(cannot)?;
    toml::from_str(&text).map_err(|error| {
        let place = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
        anyhow!("{} line {place}: {}", path.display(), error.message())
    })
}

/// The rules as the original server had them.
pub(crate) const OFFICIAL: &str = "official";

/// Whether the game has a ruleset of that name.
pub(crate) fn has_ruleset(game: &str, name: &str) -> Result<bool> {
    struct Has<'a>(&'a str);
    impl Visit for Has<'_> {
        type Out = bool;
        fn visit<G: Offer>(self) -> bool {
            G::RULESETS.contains(&self.0)
        }
    }
    Ok(visit(game, Has(name))?)
}

/// Whether a house bot of the game is called that.
pub(crate) fn is_house_bot(game: &str, name: &str) -> bool {
    struct Is<'a>(&'a str);
    impl Visit for Is<'_> {
        type Out = bool;
        fn visit<G: Offer>(self) -> bool {
            G::house_bots().contains(&self.0)
        }
    }
    visit(game, Is(name)).unwrap_or(false)
}

/// A score in the words of the game.
pub(crate) fn score_words(game: &str, score: i64) -> String {
    struct Words(i64);
    impl Visit for Words {
        type Out = String;
        fn visit<G: Offer>(self) -> String {
            G::score_words(self.0)
        }
    }
    visit(game, Words(score)).unwrap_or_else(|_| score.to_string())
}

/// Why a match ended, in the words of the game.
pub(crate) fn reason_words(game: &str, reason: &str) -> String {
    struct Words<'a>(&'a str);
    impl Visit for Words<'_> {
        type Out = String;
        fn visit<G: Offer>(self) -> String {
            G::reason_words(self.0)
        }
    }
    visit(game, Words(reason)).unwrap_or_else(|_| reason.to_owned())
}

/// What decided between sides whose scores do not tell, in the words of the game.
pub(crate) fn tie_words(game: &str, reason: &str) -> String {
    struct Words<'a>(&'a str);
    impl Visit for Words<'_> {
        type Out = String;
        fn visit<G: Offer>(self) -> String {
            G::tie_words(self.0)
        }
    }
    visit(game, Words(reason)).unwrap_or_else(|_| reason.to_owned())
}

/// Whether clients of an original contest can play it.
pub(crate) fn has_wire(game: &str) -> bool {
    struct Has;
    impl Visit for Has {
        type Out = bool;
        fn visit<G: Offer>(self) -> bool {
            G::wire().is_some()
        }
    }
    visit(game, Has).unwrap_or(false)
}

/// A map of the game by name, or the file of that name.
pub(crate) fn map_choice(game: &str, asked: &str) -> Result<MapChoice> {
    struct IsBuiltIn<'a>(&'a str);
    impl Visit for IsBuiltIn<'_> {
        type Out = bool;
        fn visit<G: Offer>(self) -> bool {
            G::maps().iter().any(|map| map.name == self.0)
        }
    }
    let built_in = visit(game, IsBuiltIn(asked))?;
    let Some(path) = map_file(asked).filter(|_| !built_in) else {
        return Ok(MapChoice::Named(asked.to_owned()));
    };
    let cannot = || format!("the map {asked} cannot be read");
    let mut bytes = Vec::new();
    File::open(&path)
        .and_then(|file| file.take(LARGEST_MAP as u64 + 1).read_to_end(&mut bytes))
        .with_context(cannot)?;
    let stem = path.file_stem().map_or_else(|| asked.into(), |stem| stem.to_string_lossy());
    Ok(MapChoice::Brought(stem.into_owned(), bytes))
}

/// A map file as it was typed, or as the original servers found theirs: by its name in the folder `maps`.
fn map_file(asked: &str) -> Option<PathBuf> {
    let path = PathBuf::from(asked);
    if path.exists() {
        return Some(path);
    }
    let inside = Path::new("maps").join(asked);
    let with = |ending: &str| Path::new("maps").join(format!("{asked}.{ending}"));
    let places = [inside, with("json"), with("bmp"), with("txt"), with("yml"), with("map")];
    places.into_iter().find(|path| path.is_file())
}

/// Reads `NAME=VALUE`.
pub(crate) fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) =
        text.split_once('=').ok_or_else(|| format!("`{text}` has no `=`; write NAME=VALUE"))?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Says on standard error what happens around a match.
pub(crate) fn tell(news: &News) {
    match news {
        News::Odd { map, what } => remark!("warning: the map `{map}` can be played, but {what}"),
        News::Jailed { seat, what } => remark!("seat {seat}: {what}"),
        News::Waiting { clients, address, tokens } => {
            match clients {
                1 => remark!("waiting for one client on {address}"),
                _ => remark!("waiting for {clients} clients on {address}"),
            }
            tokens.iter().for_each(|(seat, token)| remark!("  seat {seat}: token {token}"));
        }
        News::Warning { what } => remark!("warning: {what}"),
        News::Came { seat, name: Some(name) } => remark!("seat {seat}: {name} has come"),
        News::Came { seat, name: None } => remark!("seat {seat}: a client has come"),
        News::Ready { seat, name } => {
            remark!("seat {seat}: {} is ready", name.as_deref().unwrap_or("its client"));
        }
        News::Missing { seats } => {
            let who = seats.iter().map(|seat| format!("seat {seat}")).collect::<Vec<_>>().join(", ");
            remark!("still waiting for a client on {who}");
        }
        News::Absent { seat, name, why, last } => {
            remark!("seat {seat} ({name}): {why}");
            last.iter().for_each(|line| remark!("  | {line}"));
        }
        News::OnTheWay { seats, limit } => {
            let who = seats.iter().map(|(seat, name)| format!("seat {seat} ({name})"));
            let who = who.collect::<Vec<_>>().join(", ");
            let has = if seats.len() == 1 { "has" } else { "have" };
            remark!(
                "{who} {has} not come yet; a client has {} s for that from its start on",
                limit.as_secs()
            );
        }
        News::Begins { seats, missing, starting } => {
            let who = seats.iter().map(|(seat, name)| format!("seat {seat} ({name})"));
            let who = who.collect::<Vec<_>>().join(", ");
            remark!("{who} came; the match begins{}{}", still_starting(*starting), may_come(*missing));
        }
        News::Progress { windows: 1 } => remark!("one window was played"),
        News::Progress { windows } => remark!("{windows} windows were played"),
        News::Silent { seats, stop } => {
            let who = seats.iter().map(|(seat, name)| format!("seat {seat} ({name})"));
            let who = who.collect::<Vec<_>>().join(", ");
            match stop {
                Some(stop) => remark!(
                    "still waiting for {who}, and no clock runs; a turn that is not over after {} s is skipped ({LONG_STOP}), and Ctrl-C ends the \
                     match",
                    stop.as_secs_f32()
                ),
                None => remark!("still waiting for {who}, and no clock runs; Ctrl-C ends the match"),
            }
        }
        News::Gone { seat, name, window, why } => remark!("seat {seat} ({name}), window {window}: {why}"),
    }
}

fn still_starting(clients: usize) -> String {
    match clients {
        0 => String::new(),
        1 => ", and one more client is starting".to_owned(),
        _ => format!(", and {clients} more clients are starting"),
    }
}

fn may_come(clients: usize) -> String {
    match clients {
        0 => String::new(),
        1 => ", and one more client may come".to_owned(),
        _ => format!(", and {clients} more clients may come"),
    }
}

/// How many seconds a client of a contest may take for a turn where no clock runs; 0: as long as it likes.
const LONG_STOP: &str = "MEYDAN_LONG_STOP";

/// How long that is on this machine.
pub(crate) fn long_stop() -> Result<Option<Duration>> {
    let Ok(text) = std::env::var(LONG_STOP) else { return Ok(Some(meydan_referee::LONG_STOP)) };
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..=1e9).contains(seconds));
    let seconds = seconds.ok_or_else(|| {
        Usage(format!("{LONG_STOP}: `{text}` is not a number of seconds; 0 is as long as it takes"))
    })?;
    Ok((seconds > 0.0).then(|| Duration::from_secs_f64(seconds)))
}

/// The key that signs the records of this machine: the file that `MEYDAN_KEY` names, or one in the user's data folder.
/// It is made on its first use; where that is impossible, records are not signed.
pub(crate) fn referee_key() -> Result<Option<Key>> {
    if let Some(path) = std::env::var_os("MEYDAN_KEY") {
        return Ok(Some(Key::open(Path::new(&path))?));
    }
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = folder("XDG_DATA_HOME").or_else(|| Some(folder("HOME")?.join(".local/share")));
    let Some(path) = data.map(|data| data.join("meydan/referee.key")) else { return Ok(None) };
    match Key::open(&path) {
        Ok(key) => Ok(Some(key)),
        Err(error) => {
            remark!("warning: the record is not signed: {error}");
            Ok(None)
        }
    }
}

/// The strongest house bot of the game, for seats that nobody was named for.
pub(crate) fn strongest<G: Offer>() -> Result<SeatSpec> {
    let last = G::house_bots().last().map(|bot| SeatSpec::House((*bot).to_owned()));
    last.ok_or_else(|| Usage(format!("`{}` has no house bots; say who else plays", G::NAME)).into())
}
