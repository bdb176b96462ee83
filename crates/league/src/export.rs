//! A contest as data: a table, a document, a data set.

use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use meydan_arena::Error;
use meydan_store::{Match, MatchFilter};
use serde_json::{Value, json};

use crate::contests::Part;
use crate::league::Told;
use crate::matches::Names;
use crate::{Caller, League};

/// How many matches are read at once.
const PAGE: i64 = 500;

/// The bytes of a tar archive.
pub type TarStream = BoxStream<'static, std::io::Result<Bytes>>;

impl League {
    /// All matches of a contest as a table: one line for each seat.
    pub async fn export_csv(&self, caller: &Caller, slug: &str) -> Result<String, Error> {
        let part = self.run_by(caller, slug).await?;
        let mut text = String::from(
            "match,number,kind,state,round,map,seed,created,started,ended,windows,checked,seat,side,team,name,version,house,rank,score,faults,time_ms\r\n",
        );
        for line in self.lines(&part).await? {
            text += &csv_line(&line);
        }
        Ok(text)
    }

    /// All matches of a contest, its teams and its standing.
    pub async fn export_json(&self, caller: &Caller, slug: &str) -> Result<Value, Error> {
        let part = self.run_by(caller, slug).await?;
        let standing = self.standing(caller, slug).await?;
        let teams = self.teams(caller, slug, "").await?;
        let contest = self.contest(caller, slug).await?;
        let mut matches = Vec::new();
        for game in self.all_matches(&part).await? {
            matches.push(self.league_match(caller, game.id.as_str()).await?);
        }
        Ok(json!({ "contest": contest, "teams": teams, "standing": standing, "matches": matches }))
    }

    /// All records of a contest with the table, as a tar archive that is made while it is read.
    pub async fn export_tar(&self, caller: &Caller, slug: &str) -> Result<TarStream, Error> {
        let part = self.run_by(caller, slug).await?;
        let table = self.export_csv(caller, slug).await?;
        let games = self.all_matches(&part).await?;
        let records = games.into_iter().filter_map(|game| Some((format!("{}.trace", game.id), game.trace?)));
        Ok(self.tar("matches.csv", table.into(), records.collect()))
    }

    /// A tar archive of a first file and of blobs, by name and digest.
    pub(crate) fn tar(&self, first: &'static str, bytes: Bytes, files: Vec<(String, String)>) -> TarStream {
        let blobs = self.blobs.clone();
        let files = futures_util::stream::iter(files).then(move |(name, digest)| {
            let blobs = blobs.clone();
            async move {
                let digest = digest.parse().map_err(std::io::Error::other)?;
                let bytes = blobs.get(&digest).await.map_err(std::io::Error::other)?;
                Ok(entry(&name, &bytes))
            }
        });
        let first = futures_util::stream::once(async move { Ok(entry(first, &bytes)) });
        // Two empty blocks end an archive.
        let last = futures_util::stream::once(async { Ok(Bytes::from(vec![0; 1024])) });
        first.chain(files).chain(last).boxed()
    }

    async fn run_by(&self, caller: &Caller, slug: &str) -> Result<Part, Error> {
        let mut reader = self.store.read().await.told()?;
        let part = self.part(&mut reader, caller, slug).await?;
        part.must_be_organiser(caller)?;
        Ok(part)
    }

    /// All matches, oldest first.
    async fn all_matches(&self, part: &Part) -> Result<Vec<Match>, Error> {
        let mut reader = self.store.snapshot().await.told()?;
        let mut all = Vec::new();
        let mut before = None;
        loop {
            let filter =
                MatchFilter { contest: Some(part.contest.id.clone()), before, ..MatchFilter::default() };
            let page = reader.matches(&filter, PAGE).await.told()?;
            let Some(last) = page.last() else { break };
            before = Some(last.seq);
            all.extend(page);
        }
        all.reverse();
        Ok(all)
    }

    async fn lines(&self, part: &Part) -> Result<Vec<Vec<String>>, Error> {
        let games = self.all_matches(part).await?;
        let mut reader = self.store.read().await.told()?;
        let mut names = Names::default();
        let mut lines = Vec::new();
        let number = |value: Option<i64>| value.map(|value| value.to_string()).unwrap_or_default();
        for game in games {
            for seat in &game.seats {
                lines.push(vec![
                    game.id.to_string(),
                    game.seq.to_string(),
                    game.kind.to_string(),
                    game.state.to_string(),
                    game.round.as_ref().map(ToString::to_string).unwrap_or_default(),
                    game.map.clone(),
                    game.seed.clone(),
                    game.created.0.to_string(),
                    number(game.started.map(|time| time.0)),
                    number(game.ended.map(|time| time.0)),
                    number(game.windows),
                    game.checked.to_string(),
                    seat.seat.to_string(),
                    seat.side.to_string(),
                    seat.team.as_ref().map(ToString::to_string).unwrap_or_default(),
                    names.seat(&mut reader, seat).await?,
                    seat.version.as_ref().map(ToString::to_string).unwrap_or_default(),
                    seat.house.clone().unwrap_or_default(),
                    number(seat.rank),
                    seat.score.map(|score| score.to_string()).unwrap_or_default(),
                    number(seat.faults),
                    number(seat.time_ms),
                ]);
            }
        }
        Ok(lines)
    }
}

/// A line of a table.
pub(crate) fn csv_line(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
    cells.join(",") + "\r\n"
}

/// A cell as spreadsheets read it. What begins like a formula is made harmless.
fn quoted(cell: &str) -> String {
    let harmless = match cell.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'])
        && cell.parse::<f64>().is_err()
    {
        true => format!("'{cell}"),
        false => cell.to_owned(),
    };
    match harmless.contains([',', ';', '"', '\n', '\r', '\t']) {
        true => format!("\"{}\"", harmless.replace('"', "\"\"")),
        false => harmless,
    }
}

/// A file of a tar archive: its head, its bytes, and what fills its last block.
fn entry(name: &str, bytes: &[u8]) -> Bytes {
    let mut head = tar::Header::new_ustar();
    head.set_size(bytes.len() as u64);
    head.set_mode(0o644);
    // The names are ours and short.
    let _ = head.set_path(name);
    head.set_cksum();
    let mut block = head.as_bytes().to_vec();
    block.extend_from_slice(bytes);
    block.resize(block.len().next_multiple_of(512), 0);
    block.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_never_a_formula() {
        assert_eq!(quoted("=HYPERLINK(\"x\")"), "\"'=HYPERLINK(\"\"x\"\")\"");
        assert_eq!(quoted("-3.5"), "-3.5");
        assert_eq!(quoted("a,b"), "\"a,b\"");
        assert_eq!(quoted("a;=1+1"), "\"a;=1+1\"", "where a semicolon parts the cells this is still one");
        assert_eq!(quoted("＝1+1"), "'＝1+1");
        assert_eq!(quoted("plain"), "plain");
    }

    #[test]
    fn an_archive_can_be_read() {
        let mut archive = entry("a.txt", b"hello").to_vec();
        archive.extend(entry("b.txt", &[7; 600]));
        archive.extend([0; 1024]);
        let mut archive = tar::Archive::new(archive.as_slice());
        let sizes: Vec<u64> = archive.entries().unwrap().map(|entry| entry.unwrap().size()).collect();
        assert_eq!(sizes, [5, 600]);
    }
}
