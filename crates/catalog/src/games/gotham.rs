use futures_util::future::BoxFuture;
use meydan_core::{Bot, Chance};
use meydan_gotham::{Config, Gotham, Recipe, generate};
use meydan_house::gotham as house;
use meydan_referee::{HostOptions, Lobby};
use meydan_sketch::Hand;

use crate::{Knob, Knobs, MadeFile, Offer, WirePort};

impl Offer for Gotham {
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
            Knob { name: "nodes", default: "100", about: "nodes, 8 to 512" },
            Knob { name: "thieves", default: "4", about: "thieves of each team" },
            Knob { name: "police", default: "4", about: "police of each team" },
            Knob { name: "finals", default: "no", about: "a Joker and a Batman for each team" },
            Knob { name: "turns", default: "100", about: "the last turn" },
        ]
    }

    fn generate(knobs: &Knobs, mut chance: Chance) -> anyhow::Result<Vec<MadeFile>> {
        let recipe = Recipe {
            nodes: knobs.number("nodes")?,
            thieves: knobs.number("thieves")?,
            police: knobs.number("police")?,
            finals: knobs.switch("finals")?,
            max_turns: knobs.number("turns")?,
        };
        let city = generate(&recipe, &mut chance)?;
        Ok(vec![
            MadeFile { ending: "yml", bytes: city.yaml().into_bytes() },
            MadeFile { ending: "json", bytes: city.drawing().into_bytes() },
        ])
    }

    const HOST_WORDS: &'static [&'static str] = &["map", "map-json"];

    fn wire() -> Option<WirePort> {
        Some(WirePort { speaks: "gRPC", port: 7000 })
    }

    fn open(
        config: Config,
        options: HostOptions,
    ) -> BoxFuture<'static, anyhow::Result<Box<dyn Lobby<Self>>>> {
        Box::pin(async move {
            Ok(Box::new(meydan_gotham_wire::open(config, &options).await?) as Box<dyn Lobby<Self>>)
        })
    }
}
