//! `meydan play --web`: a person at a page instead of a terminal.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use meydan_arena::{Arena, Caller, Created, Listing, MapFile, MatchState, Order, Resume};
use meydan_catalog::{Choice, MapChoice, Offer, Prepared, Visit, visit};
use meydan_core::Budget;
use meydan_core::trace::EntrantKind;
use meydan_runner::SeatSpec;
use meydan_terminal::for_others;

use crate::arena::{Site, open_browser};
use crate::ends::misuse;
use crate::options::{map_choice, ready, strongest};
use crate::say::say;
use crate::view::read_whole;

/// What a person wants to play.
pub(crate) struct Wish {
    pub(crate) game: String,
    /// A map by name or file; the game's first where there is neither this nor one that was made.
    pub(crate) map: Option<String>,
    /// A map that was made for this match: its name and what is in it.
    pub(crate) made: Option<(String, Vec<u8>)>,
    pub(crate) seed: Option<u64>,
    pub(crate) ruleset: Option<String>,
    /// How many people play; they lead the first sides.
    pub(crate) people: usize,
    /// Who leads the other sides; the strongest house bot if nobody is named.
    pub(crate) against: Option<SeatSpec>,
    /// A saved match to go on with instead.
    pub(crate) resume: Option<PathBuf>,
    /// Further knobs of the game.
    pub(crate) options: BTreeMap<String, String>,
    /// Whether it is asked first if a saved match should be taken up instead.
    pub(crate) asks: bool,
    pub(crate) listen: Option<SocketAddr>,
    pub(crate) data: PathBuf,
}

pub(crate) fn play(wish: &Wish) -> Result<()> {
    if let Some(SeatSpec::Human | SeatSpec::Wire | SeatSpec::WireCommand(_) | SeatSpec::Socket(_)) =
        &wish.against
    {
        misuse!(
            "`--against` takes a house bot, a folder with a `meydan.toml` or a command that speaks the native protocol"
        );
    }
    let here = Site::here(&wish.data);
    ready(&wish.game, wish.against.as_slice())?;
    let ours = |spec: &&SeatSpec| matches!(spec, SeatSpec::Command(_) | SeatSpec::Kit(_));
    let bots = wish.against.iter().filter(ours).cloned().collect();
    let site = Site { listen: wish.listen.unwrap_or(here.listen), bots, ..here };
    site.open(async |arena, address| {
        if wish.asks && wants_saved(arena, wish).await? {
            let list = format!("http://{address}/matches");
            say!("your saved games are at {list}")?;
            say!("(end with Ctrl-C)")?;
            open_browser(&list);
            return Ok(());
        }
        let created = match &wish.resume {
            Some(file) => go_on(arena, file, wish).await?,
            None => arena.create(&Caller::host(), visit(&wish.game, Choose(wish))??).await?,
        };
        let doors = doors(arena, &created).await?;
        let place = for_others(&address.to_string());
        for (person, door) in doors.iter().enumerate() {
            let who = if person == 0 { "play".to_owned() } else { format!("person {} plays", person + 1) };
            say!("{who} at http://{place}{door}")?;
        }
        say!("(end with Ctrl-C)")?;
        if let Some(door) = doors.first() {
            open_browser(&format!("http://{address}{door}"));
        }
        Ok(())
    })
}

/// Whether somebody wants to go on with a saved match. Only their own browser has the keys of those, so they choose it there.
async fn wants_saved(arena: &Arc<Arena>, wish: &Wish) -> Result<bool> {
    let (game, state) = (Some(wish.game.clone()), Some(MatchState::Paused));
    let saved = arena.list(&Caller::host(), &Listing { game, state, ..Listing::default() }).await?;
    if saved.matches.is_empty() {
        say!("no game is saved in {}; a new one begins", wish.data.display())?;
        return Ok(false);
    }
    let ask = "s: go on with a saved game, n: begin a new one";
    say!("games saved in {}: {}. {ask}", wish.data.display(), saved.matches.len())?;
    let answer = tokio::task::spawn_blocking(|| {
        loop {
            let mut line = String::new();
            let read = std::io::stdin().read_line(&mut line)?;
            match line.trim() {
                "s" | "saved" => return anyhow::Ok(true),
                "n" | "new" => return Ok(false),
                // Nobody is there to choose.
                _ if read == 0 => return Ok(false),
                _ => say!("type s or n")?,
            }
        }
    });
    answer.await?
}

/// The way to each person's seats. A side is one person's, however many seats it has; the first one owns the match. Keys
/// stand behind the `#`, which browsers do not send.
async fn doors(arena: &Arc<Arena>, created: &Created) -> Result<Vec<String>> {
    let seats = arena.find(&Caller::host(), &created.id).await?.seats;
    let mut keys: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    for human in &created.humans {
        let side = seats.iter().find(|seat| seat.seat == human.seat).map_or(human.seat, |seat| seat.side);
        keys.entry(side).or_default().push(format!("{}:{}", human.seat, human.key));
    }
    if keys.is_empty() {
        misuse!("nobody plays in this match; watch it with `meydan view`");
    }
    let door = |keys: &Vec<String>| format!("/match/{}#play={}", created.id, keys.join(","));
    let mut doors: Vec<String> = keys.values().map(door).collect();
    if let (Some(first), Some(owner)) = (doors.first_mut(), &created.owner) {
        first.push_str(&format!("&owner={owner}"));
    }
    Ok(doors)
}

/// Goes on with a saved match. Its record tells who played; only house bots and people sit down again by themselves.
async fn go_on(arena: &Arc<Arena>, file: &Path, wish: &Wish) -> Result<Created> {
    let name = || file.display().to_string();
    let record = read_whole(file)?;
    let header = meydan_record::header(record.as_slice(), &Budget::STANDARD).with_context(name)?;
    let mut seats = Vec::new();
    for (seat, entrant) in header.entrants.iter().enumerate() {
        seats.push(match (entrant.kind, &entrant.bot, &wish.against) {
            (EntrantKind::Person, _, _) if entrant.name == "human" => "human".to_owned(),
            (EntrantKind::Person, _, _) => format!("human:{}", entrant.name),
            (EntrantKind::House, Some(bot), _) => format!("house:{bot}"),
            (_, _, Some(against)) => against.to_string(),
            _ => misuse!("on seat {seat} sat `{}`; say who plays there now with --against", entrant.name),
        });
    }
    let resume = arena.adopt(&Caller::host(), record.into()).await.with_context(name)?;
    arena.resume(&Caller::host(), Resume { resume, seats: Some(seats) }).await.with_context(name)
}

/// Turns the wish into an order.
struct Choose<'a>(&'a Wish);

impl Visit for Choose<'_> {
    type Out = Result<Order>;

    fn visit<G: Offer>(self) -> Result<Order> {
        let wish = self.0;
        let map = match (&wish.map, &wish.made) {
            (Some(map), _) => Some(map_choice(G::NAME, map)?),
            (None, Some((name, bytes))) => Some(MapChoice::Brought(name.clone(), bytes.clone())),
            (None, None) => None,
        };
        let choice = Choice {
            ruleset: wish.ruleset.clone(),
            map: map.clone(),
            seed: wish.seed,
            sides: G::SIDES.contains(&1).then_some(wish.people),
            options: wish.options.clone(),
        };
        let sides = Prepared::<G>::new(&choice)?.game.roster().sides().count();
        if wish.people > sides {
            misuse!("{} people cannot play here: there are {sides} sides; give fewer --players", wish.people);
        }
        let other = wish.against.clone().map_or_else(strongest::<G>, Ok)?.to_string();
        let mut seats = vec![other; sides];
        seats[..wish.people].fill("human".to_owned());
        let (map, map_file) = match map {
            Some(MapChoice::Named(name)) => (Some(name), None),
            Some(MapChoice::Brought(name, bytes)) => (None, Some(MapFile { name, bytes })),
            None => (None, None),
        };
        let (game, ruleset, seed) = (G::NAME.to_owned(), wish.ruleset.clone(), wish.seed);
        let options = wish.options.clone();
        Ok(Order { game, seats, map, map_file, ruleset, seed, options, ..Order::default() })
    }
}
