use anyhow::Result;
use meydan_catalog::{Sides, cards, thinks};

use crate::say::say;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// One JSON array instead of a table
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let entries = cards();
    if args.json {
        say!("{}", serde_json::to_string_pretty(&entries)?)?;
        return Ok(());
    }
    for entry in entries {
        let Sides { least, most } = entry.seats;
        say!("{} — {}", entry.name, entry.about)?;
        say!("  seats     {}", if least == most { least.to_string() } else { format!("{least} to {most}") })?;
        say!("  rulesets  {}", entry.rulesets.join(", "))?;
        say!("  maps      {}", entry.maps.join(", "))?;
        for (i, bot) in entry.house_bots.iter().enumerate() {
            let lead = if i == 0 { "bots" } else { "" };
            let thinks = thinks(entry.name, bot).unwrap_or_default();
            say!("  {lead:<9} {}", format!("house:{bot:<12} {thinks}").trim_end())?;
        }
        let default = entry.clocks.iter().filter(|clock| clock.ruleset == entry.rulesets[0]);
        let clocks = default.map(|clock| format!("{} {} ms", clock.name, clock.ms));
        say!("  clocks    {}", clocks.collect::<Vec<_>>().join(", "))?;
        if let Some(wire) = entry.wire {
            say!("  wire      {} on port {}", wire.speaks, wire.port)?;
        }
        say!("")?;
    }
    Ok(())
}
