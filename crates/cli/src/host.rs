use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use meydan_catalog::{Offer, Prepared, SeatSpec, Visit, seat_players, visit};
use meydan_core::SeatSet;
use meydan_referee::{HostOptions, Match};

use crate::options::{Setting, runtime};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game (see `meydan games`)
    game: String,
    /// The address to listen on
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_name = "ADDR")]
    ip: IpAddr,
    /// The port [default: the original's]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    #[command(flatten)]
    setting: Setting,
    /// How many sides take part, where the map leaves it open
    #[arg(long, value_name = "N")]
    sides: Option<usize>,
    /// A folder for the files the original server wrote
    #[arg(long, value_name = "DIR")]
    files: Option<PathBuf>,
    /// Flags of the original server, as --name=value
    #[arg(last = true, value_name = "--NAME=VALUE")]
    flags: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    visit(&args.game, Host(args))?
}

struct Host<'a>(&'a Args);

impl Visit for Host<'_> {
    type Out = Result<()>;

    fn visit<G: Offer>(self) -> Result<()> {
        let args = self.0;
        let Some(_) = G::wire() else {
            bail!("`{}` had no original server; play it with `meydan match` or `meydan play`", G::NAME);
        };
        let mut plan = args.setting.plan::<G>(0);
        plan.sides = args.sides;
        if plan.ruleset.is_none() {
            plan.ruleset =
                G::RULESETS.iter().find(|name| **name == "official").map(|name| (*name).to_owned());
        }
        let prepared = Prepared::<G>::new(&plan)?;
        let seats = prepared.game.roster().len();
        let specs = vec![SeatSpec::Wire; seats];
        let options = HostOptions {
            ip: args.ip,
            port: args.port,
            ruleset: prepared.ruleset.to_owned(),
            map: prepared.map_bytes.clone(),
            seats: SeatSet::first(seats),
            flags: flags(&args.flags)?,
            files: args.files.clone(),
        };
        runtime()?.block_on(async {
            let mut lobby = G::open(prepared.config.clone(), options).await?;
            println!(
                "{} ({}) on {}: waiting on {}",
                G::NAME,
                prepared.ruleset,
                prepared.map,
                lobby.address()
            );
            let mut time = lobby.time_control(prepared.time_control());
            time.start = Duration::from_secs(24 * 3600);
            let header = prepared.header(specs.iter().map(SeatSpec::name).collect(), &time);
            let players = seat_players(&prepared, &specs, Some(lobby.as_mut()), Default::default())?;
            let game = Match::new(prepared.game, players, time);
            let game = lobby.recorders().into_iter().fold(game, Match::with_recorder);
            let report = game.run(&header).await;
            println!("{} after {} windows", report.outcome.reason, report.windows);
            for standing in &report.outcome.standings {
                println!("  {}.  seat {}  {}", standing.rank, standing.seat, standing.score);
            }
            for fault in &report.faults {
                println!("  fault: {fault}");
            }
            Ok(())
        })
    }
}

fn flags(given: &[String]) -> Result<std::collections::BTreeMap<String, String>> {
    let flag = |text: &String| match text.trim_start_matches('-').split_once('=') {
        Some((name, value)) if text.starts_with("--") => Ok((name.to_owned(), value.to_owned())),
        _ => bail!("`{text}` is no flag of the original; write --name=value"),
    };
    given.iter().map(flag).collect()
}
