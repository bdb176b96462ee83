//! From the arena's order to the runner's.

use std::collections::BTreeMap;

use meydan_arena::{Error, Order, Planned, Setup};
use meydan_catalog::{Knobs, MapChoice, Offer, Prepared, Visit, fresh_seed, visit};
use meydan_core::trace::{Entrant, EntrantKind};
use meydan_core::{Chance, Seed};
use meydan_league::RANDOM;
use meydan_record::digest;
use meydan_runner::{MatchOrder, SeatSpec};
use serde_json::Value;

use crate::reel::wrong;

/// The rules as the original server had them.
const OFFICIAL: &str = "official";

/// How each entrant is seated. Only what this process was started with can be started: a command that is merely named is
/// not.
pub(crate) fn specs(entrants: &[Entrant], bots: &[SeatSpec]) -> Result<Vec<SeatSpec>, Error> {
    let spec = |entrant: &Entrant| match (entrant.kind, &entrant.bot) {
        (EntrantKind::House, Some(bot)) => Ok(SeatSpec::House(bot.clone())),
        (EntrantKind::Person, _) => Ok(SeatSpec::Human),
        (EntrantKind::Bot, _) => {
            let ours = |bot: &&SeatSpec| {
                matches!(bot, SeatSpec::Command(_) | SeatSpec::WireCommand(_) | SeatSpec::Kit(_))
            };
            let known = bots.iter().filter(ours).find(|bot| bot.to_string() == entrant.name);
            known.cloned().ok_or_else(|| stranger(entrant))
        }
        (EntrantKind::House | EntrantKind::Wire, _) => Err(stranger(entrant)),
    };
    entrants.iter().map(spec).collect()
}

/// Who takes part, as a record tells it. People are called as they are in the order; everybody else by what they are.
pub(crate) fn entrants(seats: &[SeatSpec], asked: &[Entrant]) -> Vec<Entrant> {
    let entrant = |(seat, asked): (&SeatSpec, &Entrant)| match seat {
        SeatSpec::Human => asked.clone(),
        other => other.entrant(),
    };
    seats.iter().zip(asked).map(entrant).collect()
}

fn stranger(entrant: &Entrant) -> Error {
    Error::Forbidden(format!("`{}` cannot be seated here", entrant.name))
}

/// The order for the runner.
pub(crate) fn order<G: Offer>(wish: &Order, seats: &[SeatSpec]) -> Result<MatchOrder, Error> {
    let seed = wish.seed.unwrap_or_else(fresh_seed);
    let map = match (&wish.map_file, &wish.board, &wish.map) {
        (Some(file), _, _) => Some(MapChoice::Brought(file.name.clone(), file.bytes.clone())),
        (None, Some(board), _) => Some(made::<G>(board, seed)?),
        (None, None, Some(name)) => Some(MapChoice::Named(name.clone())),
        (None, None, None) => None,
    };
    let mut options = wish.options.clone();
    if let Some(set) = &wish.set {
        options.extend(Knobs::strict(G::options(), texts(set)).map_err(wrong)?);
    }
    let theirs = seats.iter().any(SeatSpec::is_wire);
    Ok(MatchOrder {
        ruleset: wish.ruleset.clone().or_else(|| if theirs { official::<G>() } else { None }),
        map: map.or_else(|| if theirs { contest_map::<G>() } else { None }),
        seed: Some(seed),
        options,
        ..MatchOrder::of(G::NAME, seats)
    })
}

/// The rules for bots of the contests, which were written for what the original server did.
pub(crate) fn official<G: Offer>() -> Option<String> {
    G::RULESETS.contains(&OFFICIAL).then(|| OFFICIAL.to_owned())
}

/// The map for bots of the contests where nobody asks for one, in games in which they expect something of it.
pub(crate) fn contest_map<G: Offer>() -> Option<MapChoice> {
    G::CONTEST_MAPS.first().map(|&map| MapChoice::Named(map.to_owned()))
}

fn made<G: Offer>(board: &BTreeMap<String, Value>, seed: u64) -> Result<MapChoice, Error> {
    Ok(MapChoice::Brought(format!("random {seed}"), generate::<G>(texts(board), seed)?))
}

/// What a page says in JSON, as a command line has it.
fn texts(given: &BTreeMap<String, Value>) -> impl Iterator<Item = (String, String)> {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    given.iter().map(move |(name, value)| (name.clone(), text(value)))
}

fn generate<G: Offer>(
    given: impl IntoIterator<Item = (String, String)>,
    seed: u64,
) -> Result<Vec<u8>, Error> {
    let knobs = Knobs::new(G::knobs(), given).map_err(wrong)?;
    let files = G::generate(&knobs, Chance::new(Seed(seed))).map_err(wrong)?;
    Ok(files.into_iter().next().map(|file| file.bytes).unwrap_or_default())
}

/// The map of a contest's match.
pub(crate) fn planned_map(game: &str, map: &str, seed: u64) -> Result<MapChoice, Error> {
    match map {
        RANDOM => Made::for_seed(game, seed),
        name => Ok(MapChoice::Named(name.to_owned())),
    }
}

/// What a record of a match that is planned like this tells.
pub(crate) fn setup_of(planned: &Planned) -> Result<Setup, Error> {
    let order = MatchOrder {
        ruleset: Some(planned.ruleset.clone()),
        map: Some(planned_map(&planned.game, &planned.map, planned.seed)?),
        seed: Some(planned.seed),
        entrants: vec![Entrant::bot(""); planned.sides],
        ..MatchOrder::of(&planned.game, &[])
    };
    visit(&planned.game, Lay(order)).map_err(wrong)?
}

/// Sets a match up that nobody plays.
struct Lay(MatchOrder);

impl Visit for Lay {
    type Out = Result<Setup, Error>;

    fn visit<G: Offer>(self) -> Self::Out {
        let prepared = Prepared::<G>::new(&self.0.choice::<G>()).map_err(wrong)?;
        let header = prepared.header(Vec::new(), &prepared.time_control());
        let map = &prepared.map_bytes;
        Ok(Setup {
            rules: header.rules,
            map_digest: if map.is_empty() { String::new() } else { digest(map) },
            config: serde_json::from_str(header.config.get()).map_err(wrong)?,
        })
    }
}

/// A map made from the seed of a contest's match, with the generator's usual knobs. Its name does not tell the seed, which foretells all
/// chance.
struct Made(u64);

impl Made {
    fn for_seed(game: &str, seed: u64) -> Result<MapChoice, Error> {
        visit(game, Made(seed)).map_err(wrong)?
    }
}

impl Visit for Made {
    type Out = Result<MapChoice, Error>;

    fn visit<G: Offer>(self) -> Self::Out {
        Ok(MapChoice::Brought(RANDOM.to_owned(), generate::<G>([], self.0)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_commands_of_this_process_can_be_seated() {
        let bots = ["./bot --fast".parse().unwrap(), "wire:./client".parse().unwrap()];
        assert_eq!(specs(&[Entrant::bot("./bot --fast")], &bots).unwrap(), bots[..1]);
        assert_eq!(specs(&[Entrant::bot("wire:./client")], &bots).unwrap(), bots[1..]);
        for stranger in [
            Entrant::bot("./bot"),
            Entrant::bot("sh -c true"),
            Entrant::bot("wire"),
            Entrant::wire("./client"),
            Entrant { kind: EntrantKind::House, ..Entrant::bot("greedy") },
        ] {
            assert_eq!(specs(&[stranger], &bots).unwrap_err().code(), "forbidden");
        }
    }
}
