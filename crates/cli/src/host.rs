use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Result, bail};
use meydan_catalog::{HostRequest, Offer, SeatSpec, Visit, seat_players, visit};
use meydan_core::SeatSet;
use meydan_referee::{HostOptions, Match};

use crate::options::{Setting, pair, prepare, runtime};

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
  --files DIR      a folder for the files the original server wrote
  --set NAME=VALUE a further knob of the game; may be repeated
Environment variables of the original are read too.";

/// The command line, ours told apart from the original's.
#[derive(Default)]
struct Given {
    ip: Option<IpAddr>,
    port: Option<u16>,
    sides: Option<usize>,
    files: Option<PathBuf>,
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
            let Some(flag) = word.strip_prefix("--") else {
                given.words.push(word.to_owned());
                continue;
            };
            let (name, value) = match flag.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (flag, words.next_if(|next| !next.starts_with("--")).cloned()),
            };
            let ours = ["ip", "port", "map", "seed", "ruleset", "sides", "files", "set"].contains(&name);
            let Some(value) = value else {
                anyhow::ensure!(!ours, "`--{name}` needs a value");
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
                "set" => given.setting.set.push(pair(&value).map_err(anyhow::Error::msg)?),
                _ => given.words.push(format!("--{name}={value}")),
            }
        }
        Ok(given)
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
                    None => bail!("`{word}` is one word too many; see `meydan host --help`"),
                },
            }
        }
        Ok(flags)
    }
}

fn number<T: FromStr>(name: &str, value: &str) -> Result<T> {
    value.parse().map_err(|_| anyhow::anyhow!("`--{name} {value}` does not fit"))
}

pub(crate) fn run(args: &Args) -> Result<()> {
    visit(&args.game, Host(args))?
}

struct Host<'a>(&'a Args);

impl Visit for Host<'_> {
    type Out = Result<()>;

    fn visit<G: Offer>(self) -> Result<()> {
        if G::wire().is_none() {
            bail!("`{}` had no original server; play it with `meydan match` or `meydan play`", G::NAME);
        }
        let mut given = Given::read(&self.0.words)?;
        if given.setting.ruleset.is_none() {
            let official = G::RULESETS.iter().find(|name| **name == "official");
            given.setting.ruleset = official.map(|name| (*name).to_owned());
        }
        if given.setting.map.is_none() {
            given.setting.map = G::HOST_MAP.and_then(|name| std::env::var(name).ok());
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
        };
        if let Some(serving) = G::host(request) {
            return runtime()?.block_on(serving);
        }
        let flags = given.flags(G::HOST_WORDS)?;
        let mut plan = given.setting.plan::<G>(0);
        plan.sides = given.sides;
        let prepared = prepare::<G>(&plan)?;
        let seats = prepared.game.roster().len();
        let specs = vec![SeatSpec::Wire; seats];
        let options = HostOptions {
            ip,
            port: given.port,
            ruleset: prepared.ruleset.to_owned(),
            map: prepared.map_bytes.clone(),
            seats: SeatSet::first(seats),
            flags,
            files: given.files,
        };
        runtime()?.block_on(async {
            let mut lobby = G::open(prepared.config.clone(), options).await?;
            println!(
                "{} ({}) on {}: waiting on {}",
                G::NAME,
                prepared.ruleset,
                prepared.map,
                lobby.address()
            );
            let mut time = lobby.time_control(prepared.time_control());
            time.start = Duration::from_secs(24 * 3600);
            let header = prepared.header(specs.iter().map(SeatSpec::name).collect(), &time);
            let players = seat_players(&prepared, &specs, Some(lobby.as_mut()), Default::default())?;
            let game = Match::new(prepared.game, players, time);
            let game = lobby.recorders().into_iter().fold(game, Match::with_recorder);
            let report = game.run(&header).await;
            println!("{} after {} windows", report.outcome.reason, report.windows);
            for standing in &report.outcome.standings {
                println!("  {}.  seat {}  {}", standing.rank, standing.seat, standing.score);
            }
            for fault in &report.faults {
                println!("  fault: {fault}");
            }
            Ok(())
        })
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
