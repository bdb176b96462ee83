use futures_util::future::BoxFuture;
use meydan_core::{Bot, Chance, Seed};
use meydan_galaxy::{Config, Galaxy, Recipe, generate};
use meydan_house::galaxy as house;
use meydan_referee::{HostOptions, Lobby};
use meydan_sketch::Hand;

use crate::{Knob, Knobs, MadeFile, Offer, WirePort};

impl Offer for Galaxy {
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
            Knob { name: "planets", default: "42", about: "planets, 9 to 1000" },
            Knob { name: "symmetric", default: "no", about: "the same for all three players" },
        ]
    }

    fn generate(knobs: &Knobs, mut chance: Chance) -> anyhow::Result<Vec<MadeFile>> {
        let seed = Seed(u64::from(chance.below(u32::MAX)));
        let recipe =
            Recipe { planets: knobs.number("planets")?, seed, symmetric: knobs.switch("symmetric")? };
        Ok(vec![MadeFile { ending: "json", bytes: generate(recipe)?.to_file().into_bytes() }])
    }

    fn wire() -> Option<WirePort> {
        Some(WirePort { speaks: "HTTP", port: 12345 })
    }

    fn open(
        config: Config,
        options: HostOptions,
    ) -> BoxFuture<'static, anyhow::Result<Box<dyn Lobby<Self>>>> {
        Box::pin(async move { Ok(meydan_galaxy_wire::open(config, options).await?) })
    }
}
