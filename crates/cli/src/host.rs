use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use meydan_catalog::{Choice, HostRequest, Hosted, Offer, Prepared, Visit, visit};
use meydan_referee::Session;
use meydan_runner::{
    Around, Hosting, Kept, LocalCrew, MatchOrder, MatchReport, News, SeatSpec, Sinks, TraceSink, run_prepared,
};

use crate::ends::{Ended, Interrupts, Usage, misuse, runtime};
use crate::matches::{Summary, watch};
use crate::options::{OFFICIAL, Setting, map_choice, pair, referee_key};
use crate::say::{remark, say};
use crate::trouble;

#[derive(clap::Args)]
#[command(after_help = OURS)]
pub(crate) struct Args {
    /// The game (see `meydan games`)
    game: String,
    /// Our flags, listed below, and those of the original server
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "FLAGS")]
    words: Vec<String>,
}

const OURS: &str = "Flags of ours, before or among those of the original:
  --ip ADDR        the address to listen on [127.0.0.1]
  --port N         the port [the original's]
  --map FILE|NAME  a map of the game by name, or a map file
  --seed N         what fixes all chance [drawn]
  --ruleset NAME   [official]
  --sides N        how many sides take part, where the map leaves it open
  --files DIR      a folder for the files the original server wrote; it is made
  --out FILE       where to write the trace of the match
  --watch          show the match in the browser while it is played
  --fill house:BOT house bots for the seats to which nobody comes
  --wait SECONDS   how long --fill waits after the last client that came [20]
  --set NAME=VALUE a further knob of the game; may be repeated
Environment variables of the original are read too.

Flags of the originals:
  heroes   --config=FILE --extra=MILLISECONDS (or --extra:MILLISECONDS) --graphic-log=FILE
  gotham   MAP.yml MAP.json --first-team=JAR --second-team=JAR --first-team-name=NAME --second-team-name=NAME --config=FILE
  jungle   --mapName --nbOfTeams --nbOfUnitsPerTeam --nbOfTicks --timePerTickMs --delayBetweenTicksMs --recordPath --mapsPath
           --teamNamesByToken --keepAlive --serveUi --uiPath --gameStartTimeoutMs --registerTimeoutMs
  galaxy   -m MAP --init_time --turn_time --timeout --client_port_start --debug --debug_dice
docs/original-bots.md has the three commands for each contest.";

/// Our flags that take a value.
const OUR_FLAGS: [&str; 11] =
    ["ip", "port", "map", "seed", "ruleset", "sides", "files", "out", "fill", "wait", "set"];

/// How long `--fill` waits after the last client that came.
const WAIT: u64 = 20;

/// The command line, ours told apart from the original's.
#[derive(Default)]
struct Given {
    ip: Option<IpAddr>,
    port: Option<u16>,
    sides: Option<usize>,
    files: Option<PathBuf>,
    out: Option<PathBuf>,
    fill: Option<String>,
    wait: Option<u64>,
    watch: bool,
    setting: Setting,
    /// What is left for the original: words and `--name=value`.
    words: Vec<String>,
}

impl Given {
    fn read(words: &[String]) -> Result<Given> {
        let mut given = Given::default();
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            // One original calls its map `-m`.
            let word = if word == "-m" { "--map" } else { word.as_str() };
            if word == "--watch" {
                given.watch = true;
                continue;
            }
            let Some(flag) = word.strip_prefix("--") else {
                given.words.push(word.to_owned());
                continue;
            };
            // One original also wrote `--extra:N`.
            let (name, value) = match flag.split_once(['=', ':']) {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (flag, words.next_if(|next| !next.starts_with("--")).cloned()),
            };
            let ours = OUR_FLAGS.contains(&name);
            let Some(value) = value else {
                if ours {
                    misuse!("`--{name}` needs a value");
                }
                given.words.push(word.to_owned());
                continue;
            };
            match name {
                "ip" => given.ip = Some(number(name, &value)?),
                "port" => given.port = Some(number(name, &value)?),
                "sides" => given.sides = Some(number(name, &value)?),
                "seed" => given.setting.seed = Some(number(name, &value)?),
                "map" => given.setting.map = Some(value),
                "ruleset" => given.setting.ruleset = Some(value),
                "files" => given.files = Some(value.into()),
                "out" => given.out = Some(value.into()),
                "wait" => given.wait = Some(number(name, &value)?),
                "fill" => match value.parse::<SeatSpec>()? {
                    SeatSpec::House(name) => given.fill = Some(name),
                    _ => misuse!("`--fill {value}` does not fit; write --fill house:NAME"),
                },
                "set" => given.setting.set.push(pair(&value).map_err(Usage)?),
                _ => given.words.push(format!("--{name}={value}")),
            }
        }
        Ok(given)
    }

    /// Refuses what a server that plays match after match does not use.
    fn check_series(&self, game: &str) -> Result<()> {
        let used = [
            ("--set", !self.setting.set.is_empty()),
            ("--files", self.files.is_some()),
            ("--fill", self.fill.is_some()),
            ("--wait", self.wait.is_some()),
            ("--out", self.out.is_some()),
            ("--watch", self.watch),
        ];
        if let Some((flag, _)) = used.iter().find(|(_, given)| *given) {
            misuse!(
                "`host {game}` plays match after match as the original did and does not use {flag}; `meydan match {game} wire …` \
                 plays one and does"
            );
        }
        Ok(())
    }

    /// The original's flags by name; words without a flag mean what the game says.
    fn flags(&mut self, meanings: &[&str]) -> Result<BTreeMap<String, String>> {
        let mut flags = BTreeMap::new();
        let mut meanings = meanings.iter();
        for word in std::mem::take(&mut self.words) {
            match word.strip_prefix("--") {
                Some(flag) => {
                    let (name, value) = flag.split_once('=').unwrap_or((flag, "true"));
                    flags.insert(name.to_owned(), value.to_owned());
                }
                None => match meanings.next() {
                    Some(&"map") => self.setting.map = Some(word),
                    Some(name) => drop(flags.insert((*name).to_owned(), word)),
                    None => misuse!("`{word}` is one word too many; see `meydan host --help`"),
                },
            }
        }
        Ok(flags)
    }
}

/// The map that a config file of the original names. What is wrong with the file is said by who reads the rest of it.
fn map_of(path: &str) -> Option<String> {
    let config: BTreeMap<String, String> = serde_json::from_slice(&std::fs::read(path).ok()?).ok()?;
    config.get("Map").filter(|map| !map.is_empty()).cloned()
}

fn number<T: FromStr>(name: &str, value: &str) -> Result<T> {
    value.parse().map_err(|_| Usage(format!("`--{name} {value}` does not fit")).into())
}

pub(crate) fn run(args: &Args) -> Result<()> {
    visit(&args.game, Host(args))?
}

struct Host<'a>(&'a Args);

impl Visit for Host<'_> {
    type Out = Result<()>;

    fn visit<G: Offer>(self) -> Result<()> {
        if G::wire().is_none() {
            misuse!("`{}` had no original server; play it with `meydan match` or `meydan play`", G::NAME);
        }
        let mut given = Given::read(&self.0.words)?;
        if given.setting.ruleset.is_none() {
            given.setting.ruleset = G::RULESETS.contains(&OFFICIAL).then(|| OFFICIAL.to_owned());
        }
        if given.setting.map.is_none() {
            let of_file =
                || given.words.iter().find_map(|word| word.strip_prefix("--config=")).and_then(map_of);
            given.setting.map = G::HOST_MAP.and_then(|name| std::env::var(name).ok().or_else(of_file));
        }
        let ip = given.ip.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
        let asked = given.setting.ruleset.as_deref();
        let request = HostRequest {
            ip,
            port: given.port,
            ruleset: G::RULESETS.iter().find(|name| Some(**name) == asked).unwrap_or(&G::RULESETS[0]),
            map: given.setting.map.clone(),
            seed: given.setting.seed,
            sides: given.sides,
            words: given.words.clone(),
            log: Arc::new(|text| drop(say!("{text}"))),
        };
        if let Some(hosted) = G::host(request) {
            given.check_series(G::NAME)?;
            return runtime()?.block_on(serve(hosted));
        }
        if given.wait.is_some() && given.fill.is_none() {
            misuse!("`--wait` is for `--fill`: without it the server waits as long as it takes");
        }
        if let Some(bot) = given.fill.as_deref().filter(|bot| !G::house_bots().contains(bot)) {
            misuse!("`{}` has no house bot `{bot}`; it has {}", G::NAME, G::house_bots().join(", "));
        }
        let flags = given.flags(G::HOST_WORDS)?;
        if let Some(folder) = &given.files {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("the folder {} cannot be made", folder.display()))?;
        }
        let map = given.setting.map.as_deref().map(|map| map_choice(G::NAME, map)).transpose()?;
        let choice = Choice {
            ruleset: given.setting.ruleset.clone(),
            map: map.clone(),
            seed: given.setting.seed,
            sides: given.sides,
            options: given.setting.set.iter().cloned().collect(),
        };
        let prepared = Prepared::<G>::new(&choice)?;
        let title = format!("{} ({}) on {}", G::NAME, prepared.ruleset, prepared.map);
        let seats = vec![SeatSpec::Wire; prepared.game.roster().len()];
        let order = MatchOrder {
            ruleset: choice.ruleset,
            map,
            seed: Some(prepared.seed.0),
            sides: given.sides,
            options: choice.options,
            ..MatchOrder::of(G::NAME, &seats)
        };
        let wait = Duration::from_secs(given.wait.unwrap_or(WAIT));
        let fill = given.fill.map(|bot| (bot, wait));
        let hosting = Hosting { ip, port: given.port, flags, files: given.files, fill, ..Hosting::default() };
        let trace = match given.out {
            Some(path) => Some(TraceSink { path, key: referee_key()? }),
            None => None,
        };
        let mut sinks = Sinks { trace, ..Sinks::default() };
        let page = match given.watch {
            true => Some(watch(&mut sinks)?),
            false => None,
        };
        let mut crew = LocalCrew::new(seats).with_hosting(hosting).telling(move |news| match news {
            News::Waiting { address, tokens, .. } => {
                let _ = say!("{title}: waiting on {address}");
                for (seat, token) in tokens {
                    let _ = say!("  seat {seat}: token {token}");
                }
            }
            other => crate::options::tell(other),
        });
        let report = runtime()?.block_on(async {
            let interrupts = Interrupts::listen()?;
            anyhow::Ok(meydan_runner::run(&order, &mut crew, sinks, interrupts.stop()).await?)
        })?;
        told(&report)?;
        if let Some(Kept::Whole(path)) = &report.record {
            say!("trace in {}", path.display())?;
        }
        match page {
            Some(page) => page.join().map_err(|_| anyhow::anyhow!("the page has failed"))?,
            None => Ok(()),
        }
    }
}

/// Prints what came of a match.
fn told(report: &MatchReport) -> Result<()> {
    if report.outcome.is_none() {
        remark!("meydan: the match was stopped before its end");
        return Err(Ended(1).into());
    }
    trouble::print(report)?;
    Summary::new(report).print()
}

/// Plays the matches of an original server that plays one after another.
async fn serve<G: Offer>(hosted: impl Future<Output = Result<Hosted<G>>>) -> Result<()> {
    let interrupts = Interrupts::listen()?;
    let mut series = match hosted.await? {
        Hosted::Lines(lines) => return lines.iter().try_for_each(|line| say!("{line}")),
        Hosted::Series(series) => series,
    };
    say!("{}: waiting on {}", G::NAME, series.address())?;
    loop {
        let mut stop = interrupts.stop();
        let session = tokio::select! {
            biased;
            () = stop.wait() => {
                remark!("meydan: the server was stopped");
                return Err(Ended(1).into());
            }
            session = series.next() => session.map_err(anyhow::Error::from_boxed)?,
        };
        let Some(Session { config, ruleset, map, map_bytes, seed, lobby }) = session else { return Ok(()) };
        let prepared = Prepared::<G>::of(config, ruleset, map, map_bytes, seed)?;
        let seats = vec![SeatSpec::Wire; prepared.game.roster().len()];
        let order = MatchOrder::of(G::NAME, &seats);
        let mut crew = LocalCrew::new(seats).telling(crate::options::tell);
        let around = Around { lobby: Some(lobby), ..Around::default() };
        let playing = run_prepared(prepared, &order, &mut crew, Sinks::default(), around, interrupts.stop());
        match playing.await {
            Ok(report) => told(&report)?,
            // One match that does not count is not the end of the server.
            Err(error) => remark!("meydan: {error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Given {
        Given::read(&line.split(' ').map(str::to_owned).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn our_flags_are_told_apart_from_the_originals() {
        let mut given = read("--first-team=a.jar --port 7001 m.yml m.json --seed=3 --quick");
        assert_eq!((given.port, given.setting.seed), (Some(7001), Some(3)));
        assert_eq!(given.words, ["--first-team=a.jar", "m.yml", "m.json", "--quick"]);
        let flags = given.flags(&["map", "map-json"]).unwrap();
        assert_eq!(given.setting.map.as_deref(), Some("m.yml"));
        let flags: Vec<(&str, &str)> = flags.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        assert_eq!(flags, [("first-team", "a.jar"), ("map-json", "m.json"), ("quick", "true")]);
    }

    #[test]
    fn a_config_file_of_the_original_names_its_map() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), r#"{"Map":"maps/AIC.map","ClientsPort":"7099"}"#).unwrap();
        assert_eq!(map_of(file.path().to_str().unwrap()).as_deref(), Some("maps/AIC.map"));
        assert_eq!(map_of("/no/such/file"), None);
        assert_eq!(read("--extra:150").words, ["--extra=150"]);
    }

    #[test]
    fn a_map_may_be_given_as_one_original_had_it() {
        assert_eq!(read("-m maps/m.json").setting.map.as_deref(), Some("maps/m.json"));
    }

    #[test]
    fn a_word_too_many_and_a_missing_value_are_told() {
        assert!(read("a b").flags(&["map"]).unwrap_err().to_string().contains("`b`"));
        let missing = Given::read(&["--port".to_owned()]).err().map(|error| error.to_string());
        assert_eq!(missing.as_deref(), Some("`--port` needs a value"));
    }
}
