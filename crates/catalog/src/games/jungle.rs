use anyhow::Context;
use futures_util::future::BoxFuture;
use meydan_core::{Bot, Chance};
use meydan_house::jungle as house;
use meydan_jungle::config::write_bmp;
use meydan_jungle::generate::{Recipe, generate};
use meydan_jungle::{Config, Jungle};
use meydan_referee::{HostOptions, Lobby};

use crate::{Knob, Knobs, MadeFile, Offer, WirePort};

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

    fn open(
        config: Config,
        options: HostOptions,
    ) -> BoxFuture<'static, anyhow::Result<Box<dyn Lobby<Self>>>> {
        Box::pin(async move { Ok(meydan_jungle_wire::open(config, options).await?) })
    }
}
