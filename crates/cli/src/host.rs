use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use meydan_catalog::{Choice, HostFlag, HostRequest, Hosted, Offer, Prepared, Visit, visit};
use meydan_referee::Session;
use meydan_runner::{
    Around, Hosting, Kept, LocalCrew, MatchOrder, MatchReport, News, SeatSpec, Sinks, TraceSink, run_prepared,
};

use crate::ends::{Ended, Interrupts, Usage, misuse, runtime};
use crate::fit;
use crate::matches::{Summary, make_folder, named, void, watch};
use crate::options::{OFFICIAL, Setting, long_stop, map_choice, pair, referee_key};
use crate::say::{self, remark, say};
use crate::trouble;

#[derive(clap::Args)]
#[command(disable_help_flag = true, after_help = help_of(None))]
pub(crate) struct Args {
    /// The game (see `meydan games`)
    #[arg(allow_hyphen_values = true)]
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
  --name SIDE=NAME what a team is called that does not say it itself, for instance 0=Alpha;
                   may be repeated
  --sides N        how many sides take part, where the map leaves it open
  --files DIR|off  a folder for the files the original server wrote; it is made
                   [where the original wrote them, if it did so unasked]
  --out FILE       where to write the trace of the match
  --watch          show the match in the browser while it is played
  --fill house:BOT house bots for the seats to which nobody comes
  --wait SECONDS   how long --fill waits after the last client that came [20]
  --set NAME=VALUE a further knob of the game; may be repeated
  --json           one JSON object for every match on standard output, as `match --json` has
                   it, and nothing else there
Environment variables of the original are read too.";

/// The flags of the originals, by game, and the page for those who played then.
const THEIRS: [(&str, &str, &str); 4] = [
    (
        "heroes",
        "--config=FILE --generate-config=FILE --view (as --watch)
           --extra=MILLISECONDS (or --extra:MILLISECONDS) --graphic-log=FILE",
        "docs/original-bots.md, in Persian docs/original-bots.fa.md",
    ),
    (
        "gotham",
        "MAP.yml MAP.json --first-team=JAR --second-team=JAR
           --first-team-name=NAME --second-team-name=NAME --config=FILE",
        "docs/original-bots.md, in Persian docs/original-bots.fa.md",
    ),
    (
        "jungle",
        "--mapName --nbOfTeams --nbOfUnitsPerTeam --nbOfTicks
           --timePerTickMs --delayBetweenTicksMs --recordPath --mapsPath
           --teamNamesByToken --keepAlive --serveUi --uiPath
           --gameStartTimeoutMs --registerTimeoutMs",
        "docs/original-bots.md, in French docs/original-bots.fr.md",
    ),
    (
        "galaxy",
        "-m MAP --init_time --turn_time --timeout --client_port_start
           --debug --debug_dice",
        "docs/original-bots.md, in Persian docs/original-bots.fa.md",
    ),
];

/// What stands below the usage: of one game, or of all of them.
fn help_of(game: Option<&str>) -> String {
    let of = THEIRS.iter().filter(|(name, ..)| game.is_none_or(|game| game == *name));
    let rows: Vec<String> = of.clone().map(|(name, flags, _)| format!("  {name:<8} {flags}")).collect();
    let page = match (game, of.map(|(_, _, page)| page).next()) {
        (Some(_), Some(page)) => (*page).to_owned(),
        _ => "docs/original-bots.md, also in Persian (.fa.md) and French (.fr.md)".to_owned(),
    };
    let whose = if rows.len() == 1 { "Flags of the original" } else { "Flags of the originals" };
    format!("{OURS}\n\n{whose}:\n{}\n\nThe commands for bots of the contest: {page}", rows.join("\n"))
}

/// Prints the help of this command.
fn help(mut meydan: clap::Command, game: Option<&str>) -> Result<()> {
    meydan.build();
    let host = meydan.find_subcommand("host").expect("it is one of them").clone();
    say!("{}", host.after_help(help_of(game)).render_help().to_string().trim_end())
}

/// Our flags that take a value.
const OUR_FLAGS: [&str; 12] =
    ["ip", "port", "map", "seed", "ruleset", "sides", "files", "out", "fill", "wait", "set", "name"];

/// Flags of the originals that mean nothing without a value, and what it is.
const THEIR_VALUES: [(&str, &str); 5] = [
    ("config", "a file"),
    ("generate-config", "a file"),
    ("graphic-log", "a file"),
    ("first-team", "a jar or a command"),
    ("second-team", "a jar or a command"),
];

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
    json: bool,
    /// What teams are called, by side.
    names: Vec<(usize, String)>,
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
            match word {
                "--watch" => given.watch = true,
                "--json" => given.json = true,
                _ => {}
            }
            if ["--watch", "--json"].contains(&word) {
                continue;
            }
            let Some(flag) = word.strip_prefix("--") else {
                if word.len() > 1 && word.starts_with('-') {
                    misuse!("there is no flag `{word}`; see `meydan host --help`");
                }
                given.words.push(word.to_owned());
                continue;
            };
            // One original also wrote `--extra:N`.
            let (name, value) = match flag.split_once(['=', ':']) {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (flag, words.next_if(|next| !next.starts_with("--")).cloned()),
            };
            let ours = OUR_FLAGS.contains(&name);
            if let (None | Some(""), Some((_, what))) =
                (value.as_deref(), THEIR_VALUES.iter().find(|(flag, _)| *flag == name))
            {
                misuse!("`--{name}` needs {what}: --{name}=…");
            }
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
                "name" => given.names.push(named(&value).map_err(Usage)?),
                "set" => given.setting.set.push(pair(&value).map_err(Usage)?),
                _ => given.words.push(format!("--{name}={value}")),
            }
        }
        Ok(given)
    }

    /// The first flag of ours that is about one match, where an original server plays match after match.
    fn of_one(&self) -> Option<&'static str> {
        let given = [
            ("--set", !self.setting.set.is_empty()),
            ("--files", self.files.is_some()),
            ("--fill", self.fill.is_some()),
            ("--wait", self.wait.is_some()),
            ("--out", self.out.is_some()),
            ("--watch", self.watch),
            ("--name", !self.names.is_empty()),
        ];
        given.into_iter().find(|(_, given)| *given).map(|(flag, _)| flag)
    }

    /// Takes those flags of the original that set the match up, where one match is set up before its server opens.
    fn take_setup<G: Offer>(&mut self, flags: &mut BTreeMap<String, String>) -> Result<()> {
        let asked: Vec<String> = flags.keys().cloned().collect();
        for name in asked {
            let Some(meaning) = G::host_flag(&name) else { continue };
            let Some(value) = flags.remove(&name) else { continue };
            match meaning {
                HostFlag::Map => self.setting.map = Some(value),
                HostFlag::Sides => self.sides = Some(number(&name, &value)?),
                HostFlag::Option(option) => self.setting.set.push((option.to_owned(), value)),
                HostFlag::Default(_) => drop(flags.insert(name, value)),
                HostFlag::Series if value == "false" => {}
                HostFlag::Series => {
                    misuse!(
                        "`--{name}` is for match after match; with {} one is played",
                        self.of_one().unwrap_or("this")
                    )
                }
                HostFlag::Folder => match &mut self.setting.map {
                    Some(map) if !map.starts_with(&value) => {
                        *map = format!("{}/{map}", value.trim_end_matches('/'))
                    }
                    _ => misuse!("`--{name}` needs the name of a map with it"),
                },
            }
        }
        for &name in G::HOST_DEFAULTS {
            if let Some(HostFlag::Default(value)) = G::host_flag(name) {
                flags.entry(name.to_owned()).or_insert_with(|| value.to_owned());
            }
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

pub(crate) fn run(args: &Args, meydan: impl FnOnce() -> clap::Command) -> Result<()> {
    let asked = |word: &str| ["--help", "-h"].contains(&word);
    if asked(&args.game) {
        return help(meydan(), None);
    }
    if args.words.iter().any(|word| asked(word)) {
        return help(meydan(), THEIRS.map(|(name, ..)| name).into_iter().find(|name| *name == args.game));
    }
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
        if let Some(sides) = given.sides.filter(|sides| !G::SIDES.contains(sides)) {
            let (least, most) = (G::SIDES.start(), G::SIDES.end());
            let fits = if least == most { least.to_string() } else { format!("{least} to {most}") };
            misuse!("`{}` is played by {fits} sides; {sides} asked for", G::NAME);
        }
        if let Some(view) = G::HOST_VIEW {
            let before = given.words.len();
            given.words.retain(|word| word.strip_prefix("--") != Some(view));
            given.watch |= given.words.len() < before;
        }
        if given.setting.ruleset.is_none() {
            given.setting.ruleset = G::RULESETS.contains(&OFFICIAL).then(|| OFFICIAL.to_owned());
        }
        if given.setting.map.is_none() {
            let of_file =
                || given.words.iter().find_map(|word| word.strip_prefix("--config=")).and_then(map_of);
            let own = G::HOST_MAP.and_then(|name| std::env::var(name).ok().or_else(of_file));
            given.setting.map = own.or_else(|| G::CONTEST_MAPS.first().map(|&map| map.to_owned()));
        }
        let ip = given.ip.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
        let json = given.json;
        let asked = given.setting.ruleset.as_deref();
        let request = HostRequest {
            ip,
            port: given.port,
            ruleset: G::RULESETS.iter().find(|name| Some(**name) == asked).unwrap_or(&G::RULESETS[0]),
            map: given.setting.map.clone(),
            seed: given.setting.seed,
            sides: given.sides,
            words: given.words.clone(),
            log: Arc::new(move |text| tell_line(json, text)),
        };
        if let Some(hosted) = G::host(request).filter(|_| given.of_one().is_none()) {
            return runtime()?.block_on(serve(hosted, json));
        }
        if given.wait.is_some() && given.fill.is_none() {
            misuse!("`--wait` is for `--fill`: without it the server waits as long as it takes");
        }
        if let Some(bot) = given.fill.as_deref().filter(|bot| !G::house_bots().contains(bot)) {
            misuse!("`{}` has no house bot `{bot}`; it has {}", G::NAME, G::house_bots().join(", "));
        }
        let mut flags = given.flags(G::HOST_WORDS)?;
        given.take_setup::<G>(&mut flags)?;
        let files = match given.files {
            Some(folder) if folder.as_os_str() == "off" => None,
            Some(folder) => Some(folder),
            None => G::HOST_FILES.map(PathBuf::from),
        };
        if let Some(folder) = &files {
            make_folder(folder)?;
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
        fit::warn_of::<G>(&prepared.map, &prepared.config);
        let labels: Vec<String> = prepared
            .game
            .roster()
            .seats()
            .map(|seat| prepared.game.roster().label(seat).to_owned())
            .collect();
        let title = format!("{} ({}) on {}", G::NAME, prepared.ruleset, prepared.map);
        let seats = vec![SeatSpec::Wire; prepared.game.roster().len()];
        let mut order = MatchOrder {
            ruleset: choice.ruleset,
            map,
            seed: Some(prepared.seed.0),
            sides: given.sides,
            options: choice.options,
            ..MatchOrder::of(G::NAME, &seats)
        };
        // Who registers under a name is called by it.
        for (side, name) in &given.names {
            let roster = prepared.game.roster();
            let seats = roster.seats().filter(|&seat| roster.side(seat).index() == *side);
            let mut entrants = seats.map(|seat| seat.index()).peekable();
            if entrants.peek().is_none() {
                misuse!("--name: there is no side {side}; the first is 0");
            }
            entrants.for_each(|seat| order.entrants[seat].name.clone_from(name));
        }
        let wait = Duration::from_secs(given.wait.unwrap_or(WAIT));
        let fill = given.fill.map(|bot| (bot, wait));
        let trace = match given.out {
            Some(path) => Some(TraceSink { path, key: referee_key()? }),
            None => None,
        };
        let mut sinks = Sinks { trace, ..Sinks::default() };
        let page = match given.watch {
            true => Some(watch(&mut sinks, json)?),
            false => None,
        };
        let address = page.as_ref().map(|page| page.address);
        let hosting = Hosting {
            ip,
            port: given.port,
            flags,
            files: files.clone(),
            page: address,
            fill,
            long_stop: long_stop()?,
            ..Hosting::default()
        };
        let mut crew = LocalCrew::new(seats).with_hosting(hosting).telling(move |news| match news {
            News::Waiting { clients, address, tokens } => {
                tell_line(json, &format!("{title}: {}", waiting(*address, *clients)));
                for (seat, token) in tokens {
                    let label = labels.get(seat.index()).map_or("", String::as_str);
                    tell_line(json, &format!("  seat {seat} ({label}): token {token}"));
                }
            }
            other => crate::options::tell(other),
        });
        let report = runtime()?.block_on(async {
            let interrupts = Interrupts::listen()?;
            let played = meydan_runner::run(&order, &mut crew, sinks, interrupts.stop()).await;
            played.map_err(|error| void(json, G::NAME, error))
        })?;
        told(&report, json)?;
        if let Some(folder) = &files {
            tell_line(json, &format!("the original's files are in {}", folder.display()));
        }
        if let Some(Kept::Whole(path)) = &report.record {
            tell_line(json, &format!("trace in {}", path.display()));
        }
        match page {
            Some(page) => page.join(),
            None => Ok(()),
        }
    }
}

/// Tells whoever runs the server something; where another program reads the results, beside them.
fn tell_line(json: bool, text: &str) {
    match json {
        true => remark!("{text}"),
        // A pipe that nobody reads any more is noticed with the result.
        false => drop(say!("{text}")),
    }
}

/// Where a server waits, and for how many.
fn waiting(address: SocketAddr, clients: usize) -> String {
    let noun = if clients == 1 { "client" } else { "clients" };
    format!("waiting on {address} for {clients} {noun}")
}

/// Prints what came of a match.
fn told(report: &MatchReport, json: bool) -> Result<()> {
    if json {
        say::json(&Summary::new(report))?;
    }
    if report.outcome.is_none() {
        match &report.record {
            Some(Kept::Partial(path)) => {
                remark!("meydan: the match was stopped; its record so far is in {}", path.display());
            }
            _ => remark!("meydan: the match was stopped before its end"),
        }
        return Err(Ended(1).into());
    }
    if json {
        return Ok(());
    }
    trouble::print(report, &trouble::HOST)?;
    Summary::new(report).print()
}

/// Plays the matches of an original server that plays one after another.
async fn serve<G: Offer>(hosted: impl Future<Output = Result<Hosted<G>>>, json: bool) -> Result<()> {
    let interrupts = Interrupts::listen()?;
    let mut series = match hosted.await? {
        Hosted::Lines(lines) => return lines.iter().try_for_each(|line| say!("{line}")),
        Hosted::Series(series) => series,
    };
    tell_line(json, &format!("{}: {}", G::NAME, waiting(series.address(), series.clients())));
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
            Ok(report) => told(&report, json)?,
            // One match that does not count is not the end of the server.
            Err(error) => remark!("meydan: {}", void(json, G::NAME, error)),
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
    fn the_help_of_a_game_has_its_flags_and_no_others() {
        let jungle = help_of(Some("jungle"));
        assert!(jungle.contains("--nbOfTicks") && jungle.contains("original-bots.fr.md"), "{jungle}");
        assert!(!jungle.contains("--client_port_start") && !jungle.contains("--first-team"), "{jungle}");
        let all = help_of(None);
        assert!(THEIRS.iter().all(|(_, flags, _)| all.contains(flags)), "{all}");
        let (ours, theirs) = jungle.split_once("Flags of the original").unwrap();
        let (flags, _) = theirs.split_once("\n\n").unwrap();
        let widest = ours.lines().chain(flags.lines()).map(str::len).max();
        assert!(widest.is_some_and(|widest| widest <= 100), "no flag is broken over lines: {jungle}");
    }

    #[test]
    fn a_map_may_be_given_as_one_original_had_it() {
        assert_eq!(read("-m maps/m.json").setting.map.as_deref(), Some("maps/m.json"));
    }

    #[test]
    fn a_word_too_many_and_a_missing_value_are_told() {
        assert!(read("a b").flags(&["map"]).unwrap_err().to_string().contains("`b`"));
        let refused = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            Given::read(&words).err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert!(refused(&["-x", "3"]).contains("there is no flag `-x`"), "{}", refused(&["-x", "3"]));
        for words in [&["--generate-config"][..], &["--generate-config="], &["--generate-config", "--view"]] {
            assert!(
                refused(words).contains("`--generate-config` needs a file"),
                "{words:?}: {}",
                refused(words)
            );
        }
        let missing = Given::read(&["--port".to_owned()]).err().map(|error| error.to_string());
        assert_eq!(missing.as_deref(), Some("`--port` needs a value"));
    }
}
