use anyhow::Result;
use meydan_catalog::{NAMES, Offer, Visit, visit};
use serde::Serialize;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// One JSON array instead of a table
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Entry {
    name: &'static str,
    about: &'static str,
    seats: Sides,
    maps: Vec<&'static str>,
    rulesets: &'static [&'static str],
    clocks: Vec<RulesetClocks>,
    house_bots: &'static [&'static str],
    wire: Option<Wire>,
}

/// How many sides a match may have; in most games a side has one seat.
#[derive(Serialize)]
struct Sides {
    least: usize,
    most: usize,
}

#[derive(Serialize)]
struct RulesetClocks {
    ruleset: &'static str,
    name: &'static str,
    ms: u64,
}

#[derive(Serialize)]
struct Wire {
    speaks: &'static str,
    port: u16,
}

struct Describe;

impl Visit for Describe {
    type Out = Entry;

    fn visit<G: Offer>(self) -> Entry {
        let clocks = G::RULESETS.iter().flat_map(|ruleset| {
            let clocks = G::clocks(ruleset).iter();
            clocks.map(|clock| RulesetClocks { ruleset, name: clock.name, ms: clock.millis })
        });
        Entry {
            name: G::NAME,
            about: G::ABOUT,
            seats: Sides { least: *G::SIDES.start(), most: *G::SIDES.end() },
            maps: G::maps().iter().map(|map| map.name).collect(),
            rulesets: G::RULESETS,
            clocks: clocks.collect(),
            house_bots: G::house_bots(),
            wire: G::wire().map(|wire| Wire { speaks: wire.speaks, port: wire.port }),
        }
    }
}

/// The list as other programs read it.
pub(crate) fn list() -> Result<serde_json::Value> {
    let entries: Vec<Entry> = NAMES.iter().map(|name| visit(name, Describe)).collect::<Result<_, _>>()?;
    Ok(serde_json::to_value(entries)?)
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let entries: Vec<Entry> = NAMES.iter().map(|name| visit(name, Describe)).collect::<Result<_, _>>()?;
    if args.json {
        println!("{}", serde_json::to_string_pretty(&entries)?);
        return Ok(());
    }
    for entry in entries {
        let Sides { least, most } = entry.seats;
        println!("{} — {}", entry.name, entry.about);
        println!(
            "  seats     {}",
            if least == most { least.to_string() } else { format!("{least} to {most}") }
        );
        println!("  rulesets  {}", entry.rulesets.join(", "));
        println!("  maps      {}", entry.maps.join(", "));
        println!(
            "  bots      {}",
            entry.house_bots.iter().map(|b| format!("house:{b}")).collect::<Vec<_>>().join(", ")
        );
        let default = entry.clocks.iter().filter(|clock| clock.ruleset == entry.rulesets[0]);
        let clocks = default.map(|clock| format!("{} {} ms", clock.name, clock.ms));
        println!("  clocks    {}", clocks.collect::<Vec<_>>().join(", "));
        if let Some(wire) = entry.wire {
            println!("  wire      {} on port {}", wire.speaks, wire.port);
        }
        println!();
    }
    Ok(())
}
