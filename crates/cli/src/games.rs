use anyhow::Result;
use meydan_catalog::{Sides, cards};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// One JSON array instead of a table
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let entries = cards();
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
