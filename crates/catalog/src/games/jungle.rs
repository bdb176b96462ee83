use anyhow::Context;
use futures_util::future::BoxFuture;
use meydan_core::{Bot, Chance};
use meydan_house::jungle as house;
use meydan_jungle::config::write_bmp;
use meydan_jungle::generate::{Recipe, generate};
use meydan_jungle::maps::contest_units;
use meydan_jungle::{Config, DEFAULT_TEAMS, Jungle, Ruleset};
use meydan_jungle_wire::options::{Options, Wish};
use meydan_jungle_wire::{Place, check_maps, list_maps, series};
use meydan_referee::{HostOptions, Lobby, Tale, TaleError};
use meydan_sketch::Hand;

use crate::{HostFlag, HostRequest, Hosted, Knob, Knobs, MadeFile, Offer, OriginalFile, WirePort, WrongFlag};

impl Offer for Jungle {
    fn score_words(score: i64) -> String {
        meydan_jungle::score_words(score)
    }

    fn tie_words(reason: &str) -> String {
        meydan_jungle::tie_words(reason).to_owned()
    }

    fn hand() -> Option<Hand<Self>> {
        Some(Hand::new())
    }

    fn house_bots() -> &'static [&'static str] {
        house::NAMES
    }

    fn house(name: &str, config: &Config, chance: Chance) -> Option<Box<dyn Bot<Self>>> {
        house::bot(name, config, chance)
    }

    fn knobs() -> &'static [Knob] {
        const {
            &[
                Knob::number("teams", 2..=4, "2", "for how many teams: 2, 3 or 4"),
                Knob::number("width", 5..=128, "20", "columns, 5 to 128"),
                Knob::number("height", 5..=128, "14", "rows, 5 to 128"),
                Knob::number("walls", 0..=60, "18", "how many of a hundred cells become walls"),
                Knob::number("diamonds", 1..=64, "2", "diamonds in each team's part"),
                Knob::number("spawns", 1..=64, "4", "spawn tiles in each team's part"),
            ]
        }
    }

    fn options() -> &'static [Knob] {
        const {
            &[
                Knob::number("units", 1..=64, "", "animals of each team"),
                Knob::number("ticks", 1..=2000, "", "ticks of the match"),
            ]
        }
    }

    fn generate(knobs: &Knobs, mut chance: Chance) -> anyhow::Result<Vec<MadeFile>> {
        let recipe = Recipe {
            teams: knobs.number("teams")?,
            width: knobs.number("width")?,
            height: knobs.number("height")?,
            walls: knobs.number("walls")?,
            diamonds: knobs.number("diamonds")?,
            spawns: knobs.number("spawns")?,
        };
        let map = generate(&recipe, &mut chance)?;
        Ok(vec![MadeFile { ending: "bmp", bytes: write_bmp(&map) }])
    }

    fn wire() -> Option<WirePort> {
        Some(WirePort { speaks: "JSON over WebSocket", port: 8765 })
    }

    const HOST_DEFAULTS: &'static [&'static str] = &["timePerTickMs"];

    fn host_flag(name: &str) -> Option<HostFlag> {
        Some(match name {
            "mapName" | "gameConfig" => HostFlag::Map,
            "mapsPath" => HostFlag::Folder,
            "nbOfTeams" => HostFlag::Sides,
            "nbOfTicks" => HostFlag::Option("ticks"),
            "nbOfUnitsPerTeam" => HostFlag::Option("units"),
            "timePerTickMs" => HostFlag::Default(TIME_PER_TICK),
            "keepAlive" => HostFlag::Series,
            _ => return None,
        })
    }

    fn of_contest(map: &str, sides: Option<usize>) -> Vec<(&'static str, String)> {
        let units = contest_units(map, sides.unwrap_or(DEFAULT_TEAMS));
        units.map(|units| ("units", units.to_string())).into_iter().collect()
    }

    fn host(request: HostRequest) -> Option<BoxFuture<'static, anyhow::Result<Hosted<Self>>>> {
        Some(Box::pin(serve(request)))
    }

    fn told_by(file: &[u8]) -> Option<OriginalFile> {
        meydan_jungle_wire::tale::is_replay(file).then_some(OriginalFile { name: "replay", needs_map: false })
    }

    fn tale(file: &[u8], _: &[u8]) -> Result<Tale<Self>, TaleError> {
        meydan_jungle_wire::tale::tale(file)
    }

    fn open(
        config: Config,
        options: HostOptions,
    ) -> BoxFuture<'static, anyhow::Result<Box<dyn Lobby<Self>>>> {
        Box::pin(async move { Ok(meydan_jungle_wire::open(config, options).await?) })
    }
}

/// The limit of a tick that the original had, as a flag.
const TIME_PER_TICK: &str = "1000";

/// The original server plays match after match, with options of its own.
async fn serve(request: HostRequest) -> anyhow::Result<Hosted<Jungle>> {
    let mut words = request.words;
    let mut tell = |name: &str, value: Option<String>| {
        words.extend(value.map(|value| format!("--{name}={value}")));
    };
    tell("port", request.port.map(|port| port.to_string()));
    tell("nbOfTeams", request.sides.map(|sides| sides.to_string()));
    tell("mapName", request.map);
    let read = Options::read(&words, |name| std::env::var(name).ok());
    let options = match read.map_err(|error| WrongFlag(error.to_string()))? {
        Wish::ListMaps(options) => return Ok(Hosted::Lines(list_maps(&options)?)),
        Wish::ValidateMaps(options) => return Ok(Hosted::Lines(check_maps(&options)?)),
        Wish::Serve(options) => *options,
    };
    let ruleset = Ruleset::named(request.ruleset).context("no such ruleset")?;
    let place = Place { ip: request.ip, ruleset, seed: request.seed };
    Ok(Hosted::Series(series(options, place, request.log).await?))
}
