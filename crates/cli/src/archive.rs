//! A contest frozen into files that open without a server, also from a disk.
//!
//! Everything in it was asked for as a visitor: what a stranger is not told is not in it, whoever makes it.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::StreamExt;
use meydan_league::{Caller, Error, League, LeagueMatch, MatchQuery, Visitor};
use serde::Serialize;
use serde_json::{Value, json};

use crate::backup::Partial;
use crate::say::{remark, say};

/// How many matches are asked for at once.
const PAGE: u32 = 500;

/// Freezes a contest into a new folder. The arena may run meanwhile.
pub(crate) async fn make(league: &League, slug: &str, to: &Path) -> Result<()> {
    if to.exists() {
        bail!("{} is there already; choose another folder", to.display());
    }
    let page: Vec<(String, Vec<u8>)> = meydan_server::frozen_page();
    if page.is_empty() {
        bail!("the page was not built into this program; build it with `make build`");
    }
    let visitor = Caller::visitor(Visitor::Host);
    let contest = league.contest(&visitor, slug).await.with_context(|| {
        format!("`{slug}` cannot be frozen: an archive holds what everybody may see, so drafts and classes have none")
    })?;
    let partial = Partial::begin(to)?;
    let mut archive = Archive { league, visitor, slug, dir: partial.path().to_owned(), gone: 0, damaged: 0 };
    for (name, bytes) in page {
        archive.write(&name, &bytes)?;
    }
    archive.write("index.html", index(&contest.contest.title).as_bytes())?;
    let card = json!({ "slug": slug, "made": league.now().0 });
    archive.write("archive.js", format!("globalThis.meydanFrozen = {};\n", script(&card)).as_bytes())?;
    archive.data(&format!("contests/{slug}"), &contest)?;
    let teams = archive.tables().await?;
    archive.teams(teams).await?;
    let matches = archive.matches().await?;
    let Archive { gone, damaged, .. } = archive;
    partial.finish(to)?;
    say!("{} is frozen with {matches} matches: open {}", slug, to.join("index.html").display())?;
    if gone > 0 {
        remark!("{gone} of them are no longer kept, or were void; the table has them all the same");
    }
    if damaged > 0 {
        bail!(
            "{damaged} of them are without their films, because their records cannot be read; all else is there"
        );
    }
    Ok(())
}

struct Archive<'a> {
    league: &'a League,
    visitor: Caller,
    slug: &'a str,
    dir: PathBuf,
    /// Matches of which there is nothing to see.
    gone: usize,
    /// Matches whose record cannot be read.
    damaged: usize,
}

/// What there is of a match to see.
enum Film {
    Kept,
    Gone,
    Damaged,
}

impl Archive<'_> {
    fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.dir.join(name);
        let cannot = || format!("{} cannot be written", path.display());
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).with_context(cannot)?;
        }
        fs::write(&path, bytes).with_context(cannot)
    }

    /// What the page asks the server for under this address, as a script: a page on a disk may read no files.
    fn data(&self, address: &str, value: &impl Serialize) -> Result<()> {
        let value = serde_json::to_value(value)?;
        let text = format!("meydanThaw({}, {{json: {}}});\n", script(&json!(address)), script(&value));
        self.write(&format!("data/{address}.js"), text.as_bytes())
    }

    /// The same for other programs.
    fn table(&self, name: &str, value: &impl Serialize) -> Result<()> {
        self.write(&format!("tables/{name}.json"), &serde_json::to_vec_pretty(value)?)
    }

    /// The tables of the contest; the teams' ids come back.
    async fn tables(&self) -> Result<BTreeSet<String>> {
        let Archive { league, visitor, slug, .. } = self;
        let of = |name: &str| format!("contests/{slug}/{name}");
        macro_rules! both {
            ($name:literal, $value:expr) => {{
                let value = $value;
                self.data(&of($name), &value)?;
                self.table($name, &value)?;
                value
            }};
        }
        both!("standing", league.standing(visitor, slug).await?);
        both!("statistics", league.statistics(visitor, slug).await?);
        both!("history", league.contest_history(visitor, slug).await?);
        both!("final", league.find_final(visitor, slug).await?);
        self.write("tables/history.csv", league.history_csv(visitor, slug).await?.as_bytes())?;
        self.write("tables/duels.csv", league.duels_csv(visitor, slug).await?.as_bytes())?;
        self.write("tables/statistics.csv", league.statistics_csv(visitor, slug).await?.as_bytes())?;
        let rounds = both!("rounds", league.rounds(visitor, slug).await?);
        for round in rounds {
            let number = round.number;
            let page = league.round(visitor, slug, i64::from(number)).await?;
            self.data(&of(&format!("rounds/{number}")), &page)?;
        }
        let teams = both!("teams", league.teams(visitor, slug, "").await?);
        Ok(teams.into_iter().map(|team| team.id).collect())
    }

    async fn teams(&self, teams: BTreeSet<String>) -> Result<()> {
        for id in teams {
            self.data(&format!("teams/{id}"), &self.league.team(&self.visitor, &id).await?)?;
            self.data(&format!("teams/{id}/history"), &self.league.team_history(&self.visitor, &id).await?)?;
            let versions = self.league.team_history_csv(&self.visitor, &id).await?;
            self.write(&format!("tables/teams/{id}.csv"), versions.as_bytes())?;
        }
        Ok(())
    }

    /// All matches, with the record and the reel of those that are over.
    async fn matches(&mut self) -> Result<usize> {
        let mut all: Vec<LeagueMatch> = Vec::new();
        let mut before = None;
        loop {
            let query = MatchQuery { before, limit: Some(PAGE), ..MatchQuery::default() };
            let page = self.league.matches(&self.visitor, self.slug, &query).await?;
            all.extend(page.matches);
            before = page.next;
            if before.is_none() {
                break;
            }
        }
        for game in &mut all {
            let over = matches!(game.state.as_str(), "over" | "annulled");
            let film = if over && game.open { self.film(&game.id).await? } else { Film::Gone };
            // What is being played is not in here, so nobody waits for it.
            game.open = matches!(film, Film::Kept);
            match film {
                Film::Kept => {}
                Film::Gone => self.gone += 1,
                Film::Damaged => self.damaged += 1,
            }
            self.data(&format!("matches/{}", game.id), game)?;
        }
        self.data(&format!("contests/{}/matches", self.slug), &all)?;
        self.table("matches", &all)?;
        Ok(all.len())
    }

    /// The record and the reel of a match, if they are kept.
    async fn film(&self, id: &str) -> Result<Film> {
        let record = match self.league.match_record(&self.visitor, id).await {
            Ok(record) => record,
            Err(Error::Missing(_)) => return Ok(Film::Gone),
            // One damaged record is no reason to lose the others.
            Err(Error::Trouble(why)) => {
                remark!("warning: the match {id} is without its film: {why}");
                return Ok(Film::Damaged);
            }
            Err(error) => return Err(error.into()),
        };
        let mut reel = match self.league.match_reel(&self.visitor, id, None).await {
            Ok(reel) => reel,
            Err(Error::Missing(_)) => return Ok(Film::Gone),
            Err(Error::Trouble(why)) => {
                remark!("warning: the match {id} is without its film: {why}");
                return Ok(Film::Damaged);
            }
            Err(error) => return Err(error.into()),
        };
        let mut zipped = GzEncoder::new(Vec::new(), Compression::default());
        while let Some(piece) = reel.next().await {
            zipped.write_all(&piece)?;
        }
        let zipped = STANDARD.encode(zipped.finish()?);
        let address = format!("matches/{id}/reel");
        let text = format!("meydanThaw({}, {{zipped: \"{zipped}\"}});\n", script(&json!(address)));
        self.write(&format!("data/{address}.js"), text.as_bytes())?;
        self.write(&format!("traces/{id}.trace"), &record)?;
        Ok(Film::Kept)
    }
}

/// A value in a script. Nothing in it can end a script or begin a tag, wherever somebody may put it.
fn script(value: &Value) -> String {
    value.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// The page: it loads what lies beside it, and nothing from anywhere else.
fn index(title: &str) -> String {
    let title = title.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self' file:; \
         style-src 'self' file: 'unsafe-inline'; img-src 'self' file: data: blob:; worker-src 'self' blob:\">\n\
         <link rel=\"stylesheet\" href=\"page.css\">\n<title>{title} · Meydan</title>\n</head>\n<body>\n\
         <div id=\"app\"></div>\n<noscript>{title}: <a href=\"tables/standing.json\">standing</a>, \
         <a href=\"tables/matches.json\">matches</a></noscript>\n\
         <script src=\"archive.js\"></script>\n<script src=\"page.js\"></script>\n</body>\n</html>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_never_a_tag() {
        let name = "</script><img src=x onerror=alert(1)>\u{2028}&\"";
        assert!(!script(&json!(name)).contains(['<', '\u{2028}']));
        assert_eq!(serde_json::from_str::<String>(&script(&json!(name))).unwrap(), name);
        let page = index(name);
        assert!(!page.contains("<img") && page.contains("&lt;img"), "{page}");
    }
}
