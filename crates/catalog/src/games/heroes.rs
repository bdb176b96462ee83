use futures_util::future::BoxFuture;
use meydan_core::{Bot, Chance};
use meydan_heroes::{Config, Heroes, Recipe, Ruleset, generate, map_file};
use meydan_house::heroes as house;
use meydan_referee::{HostOptions, Lobby, Tale, TaleError};
use meydan_sketch::Hand;

use crate::{HostRequest, Hosted, Knob, Knobs, MadeFile, Offer, OriginalFile, WirePort};

impl Offer for Heroes {
    const HOST_MAP: Option<&'static str> = Some("AICMap");

    const HOST_FILES: Option<&'static str> = Some(".");
    const HOST_VIEW: Option<&'static str> = Some("view");

    const CONTEST_MAPS: &'static [&'static str] = &["bastion", "cloister"];

    fn unlike_contest(config: &Config) -> Option<String> {
        meydan_heroes_wire::fits::unlike_contest(config)
    }

    const EARLIER: bool = true;

    fn score_words(score: i64) -> String {
        meydan_heroes::score_words(score)
    }

    fn reason_words(reason: &str) -> String {
        meydan_heroes::reason_words(reason).to_owned()
    }

    fn tie_words(_: &str) -> String {
        "fewer action points decided".to_owned()
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
                Knob::number("rows", 7..=128, "21", "rows, 7 to 128"),
                Knob::number("columns", 7..=128, "21", "columns, 7 to 128"),
                Knob::number(
                    "walls",
                    0..=60,
                    "20",
                    "about how many cells of a hundred become walls, up to 60",
                ),
                Knob::switch(
                    "border",
                    "walled all around, as the contest's maps were; from 9 rows and columns",
                ),
            ]
        }
    }

    fn options() -> &'static [Knob] {
        const {
            &[
                Knob::number("maxTurns", 1..=200, "", "turns of the match"),
                Knob::number("maxScore", 1..=10_000, "", "the score that wins at once"),
                Knob::number("killScore", 0..=1000, "", "points for a hero who is brought down"),
                Knob::number("maxAP", 1..=1000, "", "action points of a team in a turn"),
                Knob::number(
                    "classes",
                    4..=5,
                    "",
                    "hero classes: the document's four, or SHADOW of the contest too",
                ),
            ]
        }
    }

    fn generate(knobs: &Knobs, mut chance: Chance) -> anyhow::Result<Vec<MadeFile>> {
        let recipe = Recipe {
            rows: knobs.number("rows")?,
            columns: knobs.number("columns")?,
            walls: knobs.number("walls")?,
            border: knobs.switch("border")?,
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
        let replay = meydan_heroes_wire::tale::is_replay(file).then_some("graphic.log");
        let name =
            replay.or_else(|| meydan_heroes_wire::tale::is_statistics(file).then_some("server_view.log"))?;
        Some(OriginalFile { name, needs_map: false })
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
