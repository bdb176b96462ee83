use futures_util::future::BoxFuture;
use meydan_core::{Bot, Chance};
use meydan_gotham::{Config, Gotham, Recipe, generate};
use meydan_house::gotham as house;
use meydan_referee::{HostOptions, Lobby, Tale, TaleError};
use meydan_sketch::Hand;

use crate::{Knob, Knobs, MadeFile, Offer, OriginalFile, WirePort};

impl Offer for Gotham {
    const HOST_FILES: Option<&'static str> = Some("logs");

    fn score_words(score: i64) -> String {
        meydan_gotham::score_words(score)
    }

    fn reason_words(reason: &str) -> String {
        meydan_gotham::reason_words(reason).to_owned()
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
                Knob::number("nodes", 8..=512, "100", "nodes, 8 to 512"),
                Knob::number("thieves", 1..=15, "4", "thieves of each team"),
                Knob::number("police", 1..=15, "4", "police of each team"),
                Knob::switch("finals", "a Joker and a Batman for each team"),
                Knob::number("turns", 1..=1000, "100", "the last turn"),
            ]
        }
    }

    fn options() -> &'static [Knob] {
        const {
            &[
                Knob::number("max_turns", 1..=1000, "", "the last turn"),
                Knob::number("police_income", 0..=1000, "", "coins that each police officer gets in a turn"),
                Knob::number("thief_income", 0..=1000, "", "coins that each thief gets in a turn"),
            ]
        }
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

    fn told_by(file: &[u8]) -> Option<OriginalFile> {
        meydan_gotham_wire::tale::is_log(file).then_some(OriginalFile { name: "server.log", needs_map: true })
    }

    fn tale(file: &[u8], map: &[u8]) -> Result<Tale<Self>, TaleError> {
        meydan_gotham_wire::tale::tale(file, map)
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
