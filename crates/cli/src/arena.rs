use std::net::SocketAddr;

use anyhow::{Context, Result};
use meydan_catalog::{NAMES, Offer, Visit, visit};
use meydan_server::{GameCard, Server};

use crate::options::runtime;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The address to serve on
    #[arg(long, default_value = "127.0.0.1:7777", value_name = "ADDR")]
    listen: SocketAddr,
}

struct Card;

impl Visit for Card {
    type Out = GameCard;

    fn visit<G: Offer>(self) -> GameCard {
        let (least, most) = (*G::SIDES.start(), *G::SIDES.end());
        let own = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        GameCard {
            name: G::NAME.into(),
            about: G::ABOUT.into(),
            sides: if least == most { least.to_string() } else { format!("{least} to {most}") },
            maps: G::maps().iter().map(|map| map.name.to_owned()).collect(),
            house_bots: own(G::house_bots()),
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let games = NAMES.iter().map(|name| visit(name, Card)).collect::<Result<_, _>>()?;
    runtime()?.block_on(async {
        let taken = || format!("cannot listen on {}; choose another with --listen", args.listen);
        let server = Server::bind(args.listen, games).await.with_context(taken)?;
        println!("the arena is open at http://{}", server.address()?);
        Ok(server.serve().await?)
    })
}
