use meydan_core::{Bot, Chance};
use meydan_house::labyrinth as house;
use meydan_labyrinth::{Config, Labyrinth};

use crate::Offer;

impl Offer for Labyrinth {
    fn house_bots() -> &'static [&'static str] {
        house::NAMES
    }

    fn house(name: &str, config: &Config, chance: Chance) -> Option<Box<dyn Bot<Self>>> {
        house::bot(name, config, chance)
    }
}
