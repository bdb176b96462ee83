use futures_util::future::BoxFuture;
use meydan_core::{Bot, Chance};
use meydan_heroes::{Config, Heroes, Recipe, Ruleset, generate, map_file};
use meydan_house::heroes as house;
use meydan_referee::{HostOptions, Lobby, Tale, TaleError};

use crate::{HostRequest, Hosted, Knob, Knobs, MadeFile, Offer, OriginalFile, WirePort};

impl Offer for Heroes {
    const HOST_MAP: Option<&'static str> = Some("AICMap");

    const HOST_FILES: Option<&'static str> = Some(".");
    const HOST_VIEW: Option<&'static str> = Some("view");

    fn house_bots() -> &'static [&'static str] {
        house::NAMES
    }

    fn house(name: &str, config: &Config, chance: Chance) -> Option<Box<dyn Bot<Self>>> {
        house::bot(name, config, chance)
    }

    fn knobs() -> &'static [Knob] {
        &[
            Knob { name: "rows", default: "21", about: "rows, 7 to 128" },
            Knob { name: "columns", default: "21", about: "columns, 7 to 128" },
            Knob {
                name: "walls",
                default: "20",
                about: "about how many cells of a hundred become walls, up to 60",
            },
        ]
    }

    fn generate(knobs: &Knobs, mut chance: Chance) -> anyhow::Result<Vec<MadeFile>> {
        let recipe = Recipe {
            rows: knobs.number("rows")?,
            columns: knobs.number("columns")?,
            walls: knobs.number("walls")?,
        };
        let config = generate(&recipe, Ruleset::Document, &mut chance)?;
        Ok(vec![MadeFile { ending: "map", bytes: map_file(&config).into_bytes() }])
    }

    fn wire() -> Option<WirePort> {
        Some(WirePort { speaks: "JSON over TCP", port: 7099 })
    }

    /// The original wrote a file of its parameters and ended.
    fn host(request: HostRequest) -> Option<BoxFuture<'static, anyhow::Result<Hosted<Self>>>> {
        let file = request.words.iter().find_map(|word| word.strip_prefix("--generate-config="))?.to_owned();
        Some(Box::pin(async move {
            meydan_heroes_wire::write_config(file.as_ref())?;
            Ok(Hosted::Lines(vec![format!(
                "{file} has every parameter; `meydan host heroes --config={file}` reads it"
            )]))
        }))
    }

    fn told_by(file: &[u8]) -> Option<OriginalFile> {
        meydan_heroes_wire::tale::is_replay(file)
            .then_some(OriginalFile { name: "graphic.log", needs_map: false })
    }

    fn tale(file: &[u8], _: &[u8]) -> Result<Tale<Self>, TaleError> {
        meydan_heroes_wire::tale::tale(file)
    }

    fn open(
        config: Config,
        options: HostOptions,
    ) -> BoxFuture<'static, anyhow::Result<Box<dyn Lobby<Self>>>> {
        Box::pin(async move {
            Ok(Box::new(meydan_heroes_wire::open(config, options).await?) as Box<dyn Lobby<Self>>)
        })
    }
}
