//! The team of the contest for show: a kit as it comes, so that a version, a build and its log are there to be looked at.

use std::io::{Cursor, Write};

use anyhow::Result;
use meydan_league::{Caller, DEMO, DEMO_ACCOUNTS, DEMO_PASSWORD, Error, League, NewTeam, SignIn, Visitor};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// What the team is called.
const TEAM: &str = "First steps";

/// Sends the Python kit of a game for the contestant of the demonstration, unless there is a team already. A game that has no kit yet is
/// shown without.
pub(crate) async fn send_kit(league: &League, game: &str) -> Result<()> {
    let contest = league.contest(&Caller::host(), DEMO).await?.contest;
    let Ok(kit) = meydan_kit::shelf::starter(game, "python") else { return Ok(()) };
    // Somebody may have a contest of their own at that address.
    if !contest.demo || contest.game != game || contest.state != "open" || contest.teams > 0 {
        return Ok(());
    }
    let (name, _) = DEMO_ACCOUNTS[1];
    let wish = SignIn { name: name.to_owned(), password: DEMO_PASSWORD.to_owned() };
    let visitor = Caller::visitor(Visitor::Host);
    let signed = league.sign_in(&visitor, wish, "the demonstration").await?;
    let contestant = league.by_session(visitor, &signed.session).await?;
    let team = match league.make_team(&contestant, DEMO, NewTeam { name: TEAM.to_owned(), code: None }).await
    {
        // Another arena on the same database was faster.
        Err(Error::Conflict(_)) => return Ok(league.sign_out(&contestant).await?),
        made => made?,
    };
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in kit.files() {
        zip.start_file(name, SimpleFileOptions::default())?;
        zip.write_all(bytes)?;
    }
    let archive = zip.finish()?.into_inner();
    league.submit(&contestant, &team.team.id, archive.into(), "the kit as it comes").await?;
    league.sign_out(&contestant).await?;
    Ok(())
}
