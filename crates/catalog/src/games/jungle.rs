use std::sync::Arc;

use anyhow::Context;
use futures_util::future::BoxFuture;
use meydan_core::trace::Entrant;
use meydan_core::{Bot, Chance, Game};
use meydan_house::jungle as house;
use meydan_jungle::config::write_bmp;
use meydan_jungle::generate::{Recipe, generate};
use meydan_jungle::{Config, Jungle, Ruleset};
use meydan_jungle_wire::options::{Options, Wish};
use meydan_jungle_wire::{Place, check_maps, list_maps, series};
use meydan_referee::{Guest, HostOptions, Lobby, Match, Session};

use crate::{HostRequest, Knob, Knobs, MadeFile, Offer, Prepared, WirePort};

impl Offer for Jungle {
    fn house_bots() -> &'static [&'static str] {
        house::NAMES
    }

    fn house(name: &str, config: &Config, chance: Chance) -> Option<Box<dyn Bot<Self>>> {
        house::bot(name, config, chance)
    }

    fn knobs() -> &'static [Knob] {
        &[
            Knob { name: "teams", default: "2", about: "for how many teams: 2, 3 or 4" },
            Knob { name: "width", default: "20", about: "columns" },
            Knob { name: "height", default: "14", about: "rows" },
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
        let map = generate(&recipe, &mut chance)
            .context("no such map was found; ask for fewer walls, diamonds or spawns, or a larger map")?;
        Ok(vec![MadeFile { ending: "bmp", bytes: write_bmp(&map) }])
    }

    fn wire() -> Option<WirePort> {
        Some(WirePort { speaks: "JSON over WebSocket", port: 8765 })
    }

    fn host(request: HostRequest) -> Option<BoxFuture<'static, anyhow::Result<()>>> {
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
async fn serve(request: HostRequest) -> anyhow::Result<()> {
    let mut words = request.words;
    let mut tell = |name: &str, value: Option<String>| {
        words.extend(value.map(|value| format!("--{name}={value}")));
    };
    tell("port", request.port.map(|port| port.to_string()));
    tell("nbOfTeams", request.sides.map(|sides| sides.to_string()));
    tell("mapName", request.map);
    let options = match Options::read(&words, |name| std::env::var(name).ok())? {
        Wish::ListMaps(options) => {
            list_maps(&options)?.iter().for_each(|line| println!("{line}"));
            return Ok(());
        }
        Wish::ValidateMaps(options) => {
            check_maps(&options)?.iter().for_each(|line| println!("{line}"));
            return Ok(());
        }
        Wish::Serve(options) => *options,
    };
    let ruleset = Ruleset::named(request.ruleset).context("no such ruleset")?;
    let place = Place { ip: request.ip, ruleset, seed: request.seed };
    let mut series = series(options, place, Arc::new(|text: &str| println!("{text}"))).await?;
    println!("jungle ({}): waiting on {}", request.ruleset, series.address());
    while let Some(session) = series.next().await.map_err(anyhow::Error::from_boxed)? {
        play(session).await?;
    }
    Ok(())
}

async fn play(session: Session<Jungle>) -> anyhow::Result<()> {
    let Session { config, ruleset, map, map_bytes, seed, mut lobby } = session;
    let game = Jungle::new(&config, Chance::new(seed))?;
    let prepared = Prepared::<Jungle> { game, config, ruleset, map, map_bytes, seed };
    let time = lobby.time_control(prepared.time_control());
    let arrivals = lobby.arrivals().borrow().clone();
    let entrant = |guest: &Guest| Entrant::wire(guest.name.as_deref().unwrap_or("wire"));
    let header = prepared.header(arrivals.values().map(entrant).collect(), &time);
    let players = prepared.game.roster().seats().map(|seat| lobby.player(seat)).collect();
    let game = Match::new(prepared.game, players, time);
    let report = lobby.recorders().into_iter().fold(game, Match::with_recorder).run(&header).await?;
    let reason = report.outcome.map_or_else(|| "stopped".to_owned(), |outcome| outcome.reason);
    println!("{reason} on {} after {} ticks, seed {seed}", header.map, report.windows);
    report.faults.iter().for_each(|fault| println!("  fault: {fault}"));
    Ok(())
}
