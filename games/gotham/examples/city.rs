//! Makes a city: `cargo run -p meydan-gotham --example city -- NAME [nodes=100] [thieves=4] [police=4]
//! [finals=no] [max_turns=100] [seed=1]` writes `NAME.yml` and `NAME.json` into the current folder.

use std::error::Error;

use meydan_core::{Chance, Seed};
use meydan_gotham::{Recipe, generate};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let name = words.next().ok_or("give a name for the city")?;
    let mut plan = Recipe::default();
    let mut seed = Seed(1);
    for word in words {
        let (key, value) = word.split_once('=').ok_or_else(|| format!("`{word}` is not a key=value"))?;
        match key {
            "nodes" => plan.nodes = value.parse()?,
            "thieves" => plan.thieves = value.parse()?,
            "police" => plan.police = value.parse()?,
            "finals" => plan.finals = value == "yes",
            "max_turns" => plan.max_turns = value.parse()?,
            "seed" => seed = value.parse()?,
            _ => return Err(format!("there is no setting `{key}`").into()),
        }
    }
    let city = generate(&plan, &mut Chance::new(seed))?;
    std::fs::write(format!("{name}.yml"), city.yaml())?;
    std::fs::write(format!("{name}.json"), city.drawing())?;
    Ok(())
}
