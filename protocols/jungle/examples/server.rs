//! The original server by itself: `cargo run -p meydan-jungle-wire --example server -- --nbOfTeams=2`. The options are
//! the original's; the ruleset is `official`.

use std::net::{IpAddr, Ipv4Addr};
use std::process::ExitCode;
use std::sync::Arc;

use meydan_jungle::Ruleset;
use meydan_jungle_wire::options::Options;
use meydan_jungle_wire::{Place, Played, host};

#[tokio::main]
async fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let wish = match Options::read(&args, |name| std::env::var(name).ok()) {
        Ok(wish) => wish,
        Err(error) => return fail(&error),
    };
    let place = Place { ip: IpAddr::V4(Ipv4Addr::LOCALHOST), ruleset: Ruleset::Official, seed: None };
    let say = Arc::new(|text: &str| println!("{text}"));
    let each = |played: &Played| {
        println!("{} on {} after {} ticks", played.outcome.reason, played.map, played.ticks);
        for fault in &played.faults {
            println!("  fault: {fault}");
        }
    };
    match host(wish, place, say, |address| println!("listening on {address}"), each).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error),
    }
}

fn fail(error: &dyn std::error::Error) -> ExitCode {
    eprintln!("{error}");
    ExitCode::FAILURE
}
