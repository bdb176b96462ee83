//! Draws maps: `cargo run -p meydan-jungle --example map -- TEAMS WIDTHxHEIGHT SEED FILE.bmp|FILE.txt` makes a
//! symmetric one; `… -- FILE.txt FILE.bmp` (or the other way round) turns one form into the other.

use std::error::Error;

use meydan_core::{Chance, Seed};
use meydan_jungle::config::{Map, write_bmp};
use meydan_jungle::generate::{Recipe, generate};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let (map, file) = match args[..] {
        [from, to] => (Map::read(&std::fs::read(from)?)?, to),
        [teams, size, seed, to] => {
            let (width, height) = size.split_once('x').ok_or("give the size as 20x14")?;
            let usual = Recipe::usual(teams.parse()?);
            let recipe = Recipe { width: width.parse()?, height: height.parse()?, ..usual };
            let made = generate(&recipe, &mut Chance::new(Seed(seed.parse()?)));
            (made?, to)
        }
        _ => return Err("give TEAMS WIDTHxHEIGHT SEED FILE, or FILE FILE".into()),
    };
    print!("{map}");
    let bytes = if file.ends_with(".bmp") { write_bmp(&map) } else { map.to_string().into_bytes() };
    Ok(std::fs::write(file, bytes)?)
}
