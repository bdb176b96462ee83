//! `meydan play --web`: a person at a page instead of a terminal.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use meydan_arena::{Arena, ArenaHall};
use meydan_catalog::{Choice, Knobs, MapChoice, Offer, Prepared, Visit, visit};
use meydan_core::{Chance, Seed};
use meydan_runner::{MatchOrder, SeatSpec};
use meydan_server::{Created, Hall};

use crate::arena;
use crate::ends::misuse;
use crate::options::{map_choice, strongest};
use crate::say::say;

/// What a person wants to play.
pub(crate) struct Wish {
    pub(crate) game: String,
    /// A map by name or file; the game's first where there is neither this nor knobs.
    pub(crate) map: Option<String>,
    /// Knobs of the map generator: a new map is wanted.
    pub(crate) knobs: Option<Vec<(String, String)>>,
    pub(crate) seed: Option<u64>,
    pub(crate) ruleset: Option<String>,
    /// How many people play; they lead the first sides.
    pub(crate) people: usize,
    /// Who leads the other sides; the strongest house bot if nobody is named.
    pub(crate) against: Option<SeatSpec>,
    /// A saved match to go on with instead.
    pub(crate) resume: Option<PathBuf>,
    pub(crate) listen: Option<SocketAddr>,
    pub(crate) data: PathBuf,
}

pub(crate) fn play(wish: &Wish) -> Result<()> {
    let arena = arena::open(&wish.data, Vec::new(), None)?;
    let created = match &wish.resume {
        Some(file) => {
            let trace = std::fs::read(file).with_context(|| format!("cannot open {}", file.display()))?;
            arena.take_up(trace).with_context(|| file.display().to_string())?
        }
        None => visit(&wish.game, Begin { arena: &arena, wish })??,
    };
    let doors = doors(&arena, &created)?;
    arena::serve(wish.listen.unwrap_or(SocketAddr::from(arena::ANY)), arena, |address| {
        for (person, door) in doors.iter().enumerate() {
            let who = if person == 0 { "play".to_owned() } else { format!("person {} plays", person + 1) };
            let _ = say!("{who} at http://{address}{door}");
        }
        let _ = say!("(end with Ctrl-C)");
        if let Some(door) = doors.first() {
            arena::open_browser(&format!("http://{address}{door}"));
        }
    })
}

/// The way to each person's seats. A side is one person's, however many seats it has.
fn doors(arena: &Arc<Arena>, created: &Created) -> Result<Vec<String>> {
    let seats = ArenaHall(arena.clone()).find(&created.id)?.seats;
    let mut keys: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    for human in &created.humans {
        let side = seats.iter().find(|seat| seat.seat == human.seat).map_or(human.seat, |seat| seat.side);
        keys.entry(side).or_default().push(format!("{}:{}", human.seat, human.key));
    }
    if keys.is_empty() {
        misuse!("nobody plays in this match; watch it with `meydan view`");
    }
    Ok(keys.values().map(|keys| format!("/match/{}?play={}", created.id, keys.join(","))).collect())
}

struct Begin<'a> {
    arena: &'a Arc<Arena>,
    wish: &'a Wish,
}

impl Visit for Begin<'_> {
    type Out = Result<Created>;

    fn visit<G: Offer>(self) -> Result<Created> {
        let wish = self.wish;
        let map = match (&wish.map, &wish.knobs) {
            (Some(_), Some(_)) => {
                misuse!("take a board or have one made: `--board` and its sizes exclude each other")
            }
            (Some(map), None) => Some(map_choice(G::NAME, map)?),
            (None, Some(knobs)) => Some(made::<G>(knobs, wish.seed)?),
            (None, None) => None,
        };
        let together = G::SIDES.contains(&1);
        let choice = Choice {
            ruleset: wish.ruleset.clone(),
            map,
            seed: wish.seed,
            sides: together.then_some(wish.people),
            options: BTreeMap::new(),
        };
        let prepared = Prepared::<G>::new(&choice)?;
        let sides = prepared.game.roster().sides().count();
        if wish.people > sides {
            misuse!("{} people cannot play here: there are {sides} sides; give fewer --players", wish.people);
        }
        let other = wish.against.clone().map_or_else(strongest::<G>, Ok)?;
        let mut given = vec![other; sides];
        given[..wish.people].fill(SeatSpec::Human);
        let dealt = MatchOrder::of(G::NAME, &given).deal(&prepared)?;
        let specs = dealt.into_iter().map(|who| given[who].clone()).collect();
        Ok(self.arena.play(prepared, specs)?)
    }
}

fn made<G: Offer>(given: &[(String, String)], seed: Option<u64>) -> Result<MapChoice> {
    let knobs = Knobs::new(G::knobs(), given.iter().cloned())?;
    let seed = seed.unwrap_or_else(meydan_catalog::fresh_seed);
    let file = G::generate(&knobs, Chance::new(Seed(seed)))?.into_iter().next();
    let file = file.context("the generator made no map")?;
    Ok(MapChoice::Brought(format!("random {seed}"), file.bytes))
}
