use futures_util::future::BoxFuture;
use meydan_core::{Bot, Chance, Seed};
use meydan_galaxy::{Config, Galaxy, Recipe, generate};
use meydan_house::galaxy as house;
use meydan_referee::{HostOptions, Lobby, Tale, TaleError};
use meydan_sketch::Hand;

use crate::{Knob, Knobs, MadeFile, Offer, OriginalFile, WirePort};

impl Offer for Galaxy {
    const HOST_FILES: Option<&'static str> = Some(".");

    fn score_words(score: i64) -> String {
        meydan_galaxy::score_words(score)
    }

    fn reason_words(reason: &str) -> String {
        meydan_galaxy::reason_words(reason).to_owned()
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
                Knob::number("planets", 9..=1000, "42", "planets, 9 to 1000"),
                Knob::switch("symmetric", "the same for all three players"),
            ]
        }
    }

    fn options() -> &'static [Knob] {
        const {
            &[
                Knob::number(
                    "initial_troop",
                    1..=100,
                    "35",
                    "troops that each player places at the beginning",
                ),
                Knob::number(
                    "number_of_strategic_nodes_to_win",
                    1..=6,
                    "4",
                    "strategic planets that win at once",
                ),
            ]
        }
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

    fn told_by(file: &[u8]) -> Option<OriginalFile> {
        meydan_galaxy_wire::tale::is_log(file).then_some(OriginalFile { name: "log", needs_map: true })
    }

    fn tale(file: &[u8], map: &[u8]) -> Result<Tale<Self>, TaleError> {
        meydan_galaxy_wire::tale::tale(file, map)
    }

    fn open(
        config: Config,
        options: HostOptions,
    ) -> BoxFuture<'static, anyhow::Result<Box<dyn Lobby<Self>>>> {
        Box::pin(async move { Ok(meydan_galaxy_wire::open(config, options).await?) })
    }
}
