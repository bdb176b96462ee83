use meydan_kit::{MANIFEST, ManifestError};
use meydan_sandbox::intake::{Intake, Refusal, Submission};
use thiserror::Error;

use crate::recipe::{Recipe, Shape};
use crate::shape;
use crate::source::Source;
use crate::wire::Contest;

/// An archive that was understood.
#[derive(Clone, Debug)]
pub struct Inspected {
    /// Its files.
    pub source: Submission,
    /// How they become a bot.
    pub recipe: Recipe,
}

/// Why an archive is not taken, for whoever sent it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InspectError {
    /// Not an archive that anything is unpacked from.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Nobody knows how it is built and started.
    #[error(
        "nobody knows how this bot is built and started: at the top of the archive there is neither a `{MANIFEST}` nor {looked}; \
         there is {found}; {advice}", looked = shape::LOOKED_FOR
    )]
    Unknown {
        /// What lies at the top.
        found: String,
        /// What to do.
        advice: String,
    },
    /// A manifest that cannot be used.
    #[error("`{MANIFEST}`: {0}")]
    Manifest(#[from] ManifestError),
    /// A bot for another game.
    #[error("this bot plays `{plays}`{}, and the contest is one of `{game}`", from(.contest))]
    OtherGame {
        /// What it plays.
        plays: String,
        /// The contest whose client it is.
        contest: Option<&'static str>,
        /// What is played here.
        game: String,
    },
    /// It looks like something that is known, but lacks something.
    #[error(
        "this looks like {shape}, but {what}; or put a `{MANIFEST}` at the top that says how it is built and started"
    )]
    Unfit {
        /// What it looks like.
        shape: Shape,
        /// What it lacks, and what to do.
        what: String,
    },
}

fn from(contest: &Option<&'static str>) -> String {
    contest.map(|contest| format!(" (it is a client of the {contest})")).unwrap_or_default()
}

/// Reads an archive for a contest of this game, and says what it is. Nothing is written anywhere.
pub fn inspect(archive: &[u8], game: &str, intake: &Intake) -> Result<Inspected, InspectError> {
    let source = intake.read(archive)?;
    let recipe = understand(Source(&source), game)?;
    Ok(Inspected { source, recipe })
}

pub(crate) fn understand(source: Source<'_>, game: &str) -> Result<Recipe, InspectError> {
    let other =
        |plays: &str, contest| InspectError::OtherGame { plays: plays.into(), contest, game: game.into() };
    if let Some(manifest) = shape::manifest(source) {
        let (plays, recipe) = manifest?;
        return if plays == game { Ok(recipe) } else { Err(other(&plays, None)) };
    }
    let contest = Contest::find(source);
    let recipe = shape::recognise(source, contest).unwrap_or_else(|| Err(unknown(source, game)))?;
    match contest {
        Some(contest) if contest.game != game => Err(other(contest.game, Some(contest.title))),
        _ => Ok(Recipe { wire: contest.is_some(), ..recipe }),
    }
}

/// What there is instead, and what to do.
fn unknown(source: Source<'_>, game: &str) -> InspectError {
    const SHOWN: usize = 8;
    let mut top: Vec<String> =
        source.names().map(|name| name.split_inclusive('/').next().unwrap_or(name).to_owned()).collect();
    top.dedup();
    let more = top.len().saturating_sub(SHOWN);
    let mut found = top.iter().take(SHOWN).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    if more > 0 {
        found.push_str(&format!(" and {more} more"));
    }
    let advice = match shape::nested(source) {
        Some(folder) => format!("pack the folder `{folder}` itself, so that its files are at the top"),
        None => format!(
            "put a `{MANIFEST}` at the top, with for instance: game = \"{game}\", language = \"python\", name = \"my-bot\", \
             start = \"python3 main.py\""
        ),
    };
    InspectError::Unknown { found, advice }
}
