use anyhow::Context;
use futures_util::future::BoxFuture;
use meydan_core::{Bot, Chance};
use meydan_house::jungle as house;
use meydan_jungle::config::write_bmp;
use meydan_jungle::generate::{Recipe, generate};
use meydan_jungle::{Config, Jungle, Ruleset};
use meydan_jungle_wire::options::{Options, Wish};
use meydan_jungle_wire::{Place, check_maps, list_maps, series};
use meydan_referee::{HostOptions, Lobby};
use meydan_sketch::Hand;

use crate::{HostRequest, Hosted, Knob, Knobs, MadeFile, Offer, WirePort};

impl Offer for Jungle {
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
        &[
            Knob { name: "teams", default: "2", about: "for how many teams: 2, 3 or 4" },
            Knob { name: "width", default: "20", about: "columns, 5 to 128" },
            Knob { name: "height", default: "14", about: "rows, 5 to 128" },
            Knob { name: "walls", default: "18", about: "how many of a hundred cells become walls" },
            Knob { name: "diamonds", default: "2", about: "diamonds in each team's part" },
            Knob { name: "spawns", default: "4", about: "spawn tiles in each team's part" },
        ]
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

    fn host(request: HostRequest) -> Option<BoxFuture<'static, anyhow::Result<Hosted<Self>>>> {
        Some(Box::pin(serve(request)))
    }

    fn open(
        config: Config,
        options: HostOptions,
    ) -> BoxFuture<'static, anyhow::Result<Box<dyn Lobby<Self>>>> {
        Box::pin(async move { Ok(meydan_jungle_wire::open(config, options).await?) })
    }
}

/// The original server plays match after match, with options of its own.
async fn serve(request: HostRequest) -> anyhow::Result<Hosted<Jungle>> {
    let mut words = request.words;
    let mut tell = |name: &str, value: Option<String>| {
        words.extend(value.map(|value| format!("--{name}={value}")));
    };
    tell("port", request.port.map(|port| port.to_string()));
    tell("nbOfTeams", request.sides.map(|sides| sides.to_string()));
    tell("mapName", request.map);
    let options = match Options::read(&words, |name| std::env::var(name).ok())? {
        Wish::ListMaps(options) => return Ok(Hosted::Lines(list_maps(&options)?)),
        Wish::ValidateMaps(options) => return Ok(Hosted::Lines(check_maps(&options)?)),
        Wish::Serve(options) => *options,
    };
    let ruleset = Ruleset::named(request.ruleset).context("no such ruleset")?;
    let place = Place { ip: request.ip, ruleset, seed: request.seed };
    Ok(Hosted::Series(series(options, place, request.log).await?))
}
