use meydan_core::trace::{ReplayError, Trace};
use meydan_core::{Bot, Chance};
use meydan_house::labyrinth as house;
use meydan_labyrinth::comment::{Effort, comment};
use meydan_labyrinth::solve::{Budget, Guide};
use meydan_labyrinth::{Action, Config, Difficulty, Labyrinth, Recipe, generate, generate_rated};
use meydan_sketch::Hand;

use crate::{Advice, Knob, Knobs, MadeFile, Offer};

impl Offer for Labyrinth {
    fn hand() -> Option<Hand<Self>> {
        Some(Hand::new())
    }

    fn house_bots() -> &'static [&'static str] {
        house::NAMES
    }

    fn house(name: &str, config: &Config, chance: Chance) -> Option<Box<dyn Bot<Self>>> {
        house::bot(name, config, chance)
    }

    const HINTS: bool = true;

    fn hint(&self) -> Option<Advice> {
        let hint = Guide::default().hint(self.board(), self.state(), Budget::BLINK).ok()?;
        Some(Advice {
            act: serde_json::to_value(hint.action).ok()?,
            claim: serde_json::to_value(&hint.claim).ok()?,
            text: hint.claim.to_string(),
        })
    }

    fn score_words(score: i64) -> String {
        meydan_labyrinth::score_words(score)
    }

    const COMMENTS: bool = true;

    fn comment(trace: &Trace<Action>) -> Result<Option<serde_json::Value>, ReplayError> {
        Ok(serde_json::to_value(comment(trace, Effort::PAGE)?).ok())
    }

    #[cfg(feature = "ts")]
    fn hint_types(types: meydan_core::types::Declarations) -> meydan_core::types::Declarations {
        types.with::<meydan_labyrinth::solve::Claim>().with::<meydan_labyrinth::comment::Comment>()
    }

    fn knobs() -> &'static [Knob] {
        const {
            &[
                Knob::number("rows", 2..=255, "8", "rows, 2 to 255"),
                Knob::number("cols", 2..=255, "8", "columns, 2 to 255"),
                Knob::number("runners", 1..=512, "1", "runners; with hunters and boxes at most 512"),
                Knob::number("hunters", 0..=512, "1", "hunters"),
                Knob::number("walls", 0..=64_516, "16", "fixed walls, at most (rows - 1)(cols - 1)"),
                Knob::number("boxes", 0..=512, "0", "lucky boxes"),
                Knob::choice(
                    "difficulty",
                    &["easy", "medium", "hard", "insane"],
                    "easy, medium, hard or insane, as the solver rates it",
                ),
            ]
        }
    }

    fn options() -> &'static [Knob] {
        const {
            &[
                Knob::number("max_rounds", 1..=5000, "", "the last round"),
                Knob::number("light", 0..=1000, "", "temporary walls of each runner"),
            ]
        }
    }

    fn generate(knobs: &Knobs, mut chance: Chance) -> anyhow::Result<Vec<MadeFile>> {
        let (rows, cols): (u32, u32) = (knobs.number("rows")?, knobs.number("cols")?);
        let asked = knobs.number("walls")?;
        // A small board has as many as fit, unless somebody asked for more.
        let most = rows.saturating_sub(1).saturating_mul(cols.saturating_sub(1));
        let recipe = Recipe {
            rows,
            cols,
            runners: knobs.number("runners")?,
            hunters: knobs.number("hunters")?,
            walls: if knobs.is_given("walls") { asked } else { asked.min(most) },
            boxes: knobs.number("boxes")?,
        };
        let config = match knobs.text("difficulty") {
            None => generate(&recipe, &mut chance)?,
            Some(word) => {
                let known = Difficulty::ALL.into_iter().find(|difficulty| difficulty.to_string() == word);
                let wanted = known.ok_or_else(|| {
                    anyhow::anyhow!("there is no difficulty `{word}`; ask for easy, medium, hard or insane")
                })?;
                generate_rated(&recipe, wanted, &mut chance)?.0
            }
        };
        Ok(vec![MadeFile { ending: "txt", bytes: config.write().into_bytes() }])
    }
}
