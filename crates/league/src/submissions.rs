//! Versions of bots: taken in, shown to their own people, made active.

use bytes::Bytes;
use meydan_arena::Error;
use meydan_blobs::Digest;
use meydan_store::{
    JobKind, MatchFilter, MatchKind, NewJob, NewVersion, Reader, Scope, Team, Version, VersionId,
    VersionState,
};
use serde_json::json;

use crate::contests::Part;
use crate::guard::Rate;
use crate::league::Told;
use crate::teams::must_be_open;
use crate::view::{LogPiece, PhaseCard, VersionCard, VersionList};
use crate::{Caller, League};

/// How many versions of a team may be under way at once.
const UNDER_WAY: i64 = 3;
/// The longest note on a version.
const LONGEST_NOTE: usize = 500;
/// How much of a build's log is sent at once.
const PIECE: usize = 64 << 10;
/// Builds go before casual matches: somebody waits for them.
const BUILD_PRIORITY: i64 = 2;

impl League {
    /// Takes an archive in as the next version of a team. When this returns it is on the disk, and its build is queued.
    pub async fn submit(
        &self,
        caller: &Caller,
        team: &str,
        archive: Bytes,
        note: &str,
    ) -> Result<VersionCard, Error> {
        let mut reader = self.store.read().await.told()?;
        let (team, part) = self.own_team(&mut reader, caller, team, Scope::Submit).await?;
        must_take(&team, &part)?;
        if reader.versions_under_way(&team.id).await.told()? >= UNDER_WAY {
            return Err(Error::Busy(format!(
                "{UNDER_WAY} versions of your team are being built or tried; wait until one is done"
            )));
        }
        drop(reader);
        let note: String = note.trim().chars().take(LONGEST_NOTE).collect();
        let most = largest(&part);
        if archive.len() as u64 > most {
            return Err(Error::TooLarge(format!("an archive has at most {} MB here", most >> 20)));
        }
        if !archive.starts_with(b"PK") {
            return Err(Error::Wrong(
                "this is not a ZIP archive; `meydan submit DIR` makes one, or zip the bot's folder"
                    .to_owned(),
            ));
        }
        let hourly = Rate::hourly(i64::from(part.settings.submissions.hourly));
        self.must_have_rations("submit", &team, caller, hourly).await?;
        // The blob first: a row never names bytes that are not there.
        let size = archive.len() as i64;
        let source = self.blobs.put(archive).await.told()?;
        if part.settings.class.is_some() {
            self.must_be_new(&team, &source.to_string()).await?;
        }
        let by = caller.signature();
        let now = self.now();
        let mut tx = self.store.begin().await.told()?;
        self.ration_team(&mut tx, "submit", &team, caller, hourly).await?;
        let new = NewVersion {
            team: &team.id,
            by_user: by.as_ref(),
            created: now,
            note: &note,
            source: &source.to_string(),
            size,
        };
        let version = tx.add_version(&new).await.told()?;
        tx.enqueue(&NewJob {
            kind: JobKind::Build,
            subject: version.id.as_str(),
            priority: BUILD_PRIORITY,
            not_before: now,
            created: now,
        })
        .await
        .told()?;
        let detail = json!({ "team": team.id, "number": version.number, "source": version.source });
        self.note(&mut tx, caller, "version submitted", version.id.as_str(), &detail).await?;
        tx.commit().await.told()?;
        self.wake();
        let mut reader = self.store.read().await.told()?;
        version_card(&mut reader, &version, &team).await
    }

    /// In a class the same bytes are not asked the same again: what they have reached is known.
    async fn must_be_new(&self, team: &Team, source: &str) -> Result<(), Error> {
        let mut reader = self.store.read().await.told()?;
        let versions = reader.versions(&team.id, None, 200).await.told()?;
        let same =
            versions.iter().find(|version| version.source == source && version.state == VersionState::Ready);
        match same {
            Some(version) => Err(Error::Conflict(format!(
                "this is your version {} once more; what it has reached stays, so make it active again instead",
                version.number
            ))),
            None => Ok(()),
        }
    }

    /// How large an archive the caller may send for a team, if they may send any.
    pub async fn largest_archive(&self, caller: &Caller, team: &str) -> Result<u64, Error> {
        let mut reader = self.store.read().await.told()?;
        let (team, part) = self.own_team(&mut reader, caller, team, Scope::Submit).await?;
        must_take(&team, &part)?;
        Ok(largest(&part))
    }

    /// A team's versions, for its own people and for organisers.
    pub async fn versions(&self, caller: &Caller, team: &str) -> Result<VersionList, Error> {
        let mut reader = self.store.read().await.told()?;
        let (team, part) = self.team_part(&mut reader, caller, team).await?;
        may_read(caller, &team, &part)?;
        let mut versions = Vec::new();
        for version in reader.versions(&team.id, None, 200).await.told()? {
            versions.push(version_card(&mut reader, &version, &team).await?);
        }
        Ok(VersionList { versions, largest: largest(&part) })
    }

    /// One version.
    pub async fn version(&self, caller: &Caller, id: &str) -> Result<VersionCard, Error> {
        let mut reader = self.store.read().await.told()?;
        let (version, team, _) = self.version_part(&mut reader, caller, id).await?;
        version_card(&mut reader, &version, &team).await
    }

    /// What was sent in, as it was.
    pub async fn source(&self, caller: &Caller, id: &str) -> Result<(String, Bytes), Error> {
        let mut reader = self.store.read().await.told()?;
        let (version, team, _) = self.version_part(&mut reader, caller, id).await?;
        drop(reader);
        let name = format!("{}-{}.zip", plain(&team.name), version.number);
        Ok((name, self.blob(&version.source).await?))
    }

    /// A piece of what the build said, from a place on; while it is built more comes.
    pub async fn build_log(&self, caller: &Caller, id: &str, from: u64) -> Result<LogPiece, Error> {
        let mut reader = self.store.read().await.told()?;
        let (version, _, _) = self.version_part(&mut reader, caller, id).await?;
        drop(reader);
        if version.state == VersionState::Building
            && let Some(log) = self.live_log(&version.id).await?
        {
            return Ok(log.piece(from));
        }
        let open = matches!(version.state, VersionState::Received | VersionState::Building);
        let text = match &version.log {
            Some(digest) => self.blob(digest).await?,
            None => Bytes::new(),
        };
        Ok(piece(&text, from, open))
    }

    /// The whole of what the build said.
    pub async fn whole_build_log(&self, caller: &Caller, id: &str) -> Result<Bytes, Error> {
        let mut reader = self.store.read().await.told()?;
        let (version, _, _) = self.version_part(&mut reader, caller, id).await?;
        drop(reader);
        if version.state == VersionState::Building
            && let Some(log) = self.live_log(&version.id).await?
        {
            return Ok(log.whole());
        }
        match &version.log {
            Some(digest) => self.blob(digest).await,
            None => Ok(Bytes::new()),
        }
    }

    /// Lets a version play for its team from now on: a new one, or an old one again.
    pub async fn activate(&self, caller: &Caller, id: &str) -> Result<VersionCard, Error> {
        caller.must_have(Scope::Play)?;
        let mut tx = self.store.begin().await.told()?;
        let (version, team, part) = self.version_part(&mut tx, caller, id).await?;
        if !part.is_in(&team.id) {
            return Err(Error::Forbidden("only the team's own people may do that".to_owned()));
        }
        must_be_open(&part.contest, "versions can be chosen")?;
        if version.state != VersionState::Ready {
            return Err(Error::Conflict(format!(
                "only a version that is ready can play; this one is {}",
                version.state
            )));
        }
        must_have_build(&version)?;
        tx.activate_version(&team.id, Some(&version.id)).await.told()?;
        let detail = json!({ "team": team.id, "number": version.number });
        self.note(&mut tx, caller, "version activated", version.id.as_str(), &detail).await?;
        let team = tx.team(&team.id).await.told()?;
        let card = version_card(&mut tx, &version, &team).await?;
        tx.commit().await.told()?;
        Ok(card)
    }

    /// A version, if the caller may read it. Others are told that there is none.
    async fn version_part(
        &self,
        reader: &mut Reader,
        caller: &Caller,
        id: &str,
    ) -> Result<(Version, Team, Part), Error> {
        let id: VersionId = id.parse().map_err(|_| no_version())?;
        let version = reader.version(&id).await.told()?;
        let (team, part) =
            self.team_part(reader, caller, version.team.as_str()).await.map_err(|_| no_version())?;
        may_read(caller, &team, &part).map_err(|_| no_version())?;
        Ok((version, team, part))
    }

    /// A blob by the text of its digest.
    pub(crate) async fn blob(&self, digest: &str) -> Result<Bytes, Error> {
        let digest: Digest =
            digest.parse().map_err(|_| Error::Trouble("what is kept has a damaged name".to_owned()))?;
        self.blobs.get(&digest).await.told()
    }
}

fn may_read(caller: &Caller, team: &Team, part: &Part) -> Result<(), Error> {
    if part.organiser || (part.is_in(&team.id) && caller.must_have(Scope::Read).is_ok()) {
        return Ok(());
    }
    caller.must_have(Scope::Read)?;
    Err(Error::Forbidden("only the team's own people may see that".to_owned()))
}

/// A contest may let go of builds that do not play.
pub(crate) fn must_have_build(version: &Version) -> Result<(), Error> {
    match version.build {
        Some(_) => Ok(()),
        None => Err(Error::Conflict(format!(
            "the build of version {} is not kept any more; download its source and send it again",
            version.number
        ))),
    }
}

fn must_take(team: &Team, part: &Part) -> Result<(), Error> {
    must_be_open(&part.contest, "versions are taken")?;
    match team.standing {
        meydan_store::Standing::In => Ok(()),
        standing => Err(Error::Conflict(format!("the team is {standing}, so it cannot send versions"))),
    }
}

/// The largest archive that a contest takes, in bytes.
pub(crate) fn largest(part: &Part) -> u64 {
    u64::from(part.settings.submissions.megabytes) << 20
}

pub(crate) async fn version_card(
    reader: &mut Reader,
    version: &Version,
    team: &Team,
) -> Result<VersionCard, Error> {
    let by = match &version.by_user {
        Some(user) => reader.user(user).await.told()?.name,
        None => String::new(),
    };
    let first = MatchFilter {
        version: Some(version.id.clone()),
        kinds: vec![MatchKind::Validation],
        ..MatchFilter::default()
    };
    let validation = reader.matches(&first, 1).await.told()?;
    Ok(VersionCard {
        id: version.id.to_string(),
        team: version.team.to_string(),
        number: version.number as u32,
        state: version.state.to_string(),
        active: team.active_version.as_ref() == Some(&version.id),
        by,
        created: version.created.0,
        note: version.note.clone(),
        size: version.size as u64,
        language: version.language.clone(),
        wire: version.wire,
        error: version.error.clone(),
        build_ms: version.build_ms,
        validation: validation.first().map(|row| row.id.to_string()),
        phases: phase_cards(reader, version).await?,
    })
}

/// What was found in a version, phase by phase.
async fn phase_cards(reader: &mut Reader, version: &Version) -> Result<Vec<PhaseCard>, Error> {
    let checks = reader.checks_of(&version.id).await.told()?;
    checks.iter().map(|check| check.card.read().told()).collect()
}

/// A piece of a text that may hold anything; it never ends within a character.
pub(crate) fn piece(text: &[u8], from: u64, open: bool) -> LogPiece {
    let start = usize::try_from(from).unwrap_or(usize::MAX).min(text.len());
    let rest = &text[start..];
    let mut end = rest.len().min(PIECE);
    if end < rest.len() || open {
        // A character of several bytes may not be whole yet.
        while end > 0
            && end.abs_diff(rest.len().min(PIECE)) < 4
            && std::str::from_utf8(&rest[..end]).is_err_and(|e| e.error_len().is_none())
        {
            end -= 1;
        }
    }
    LogPiece {
        text: String::from_utf8_lossy(&rest[..end]).into_owned(),
        next: (start + end) as u64,
        open: open || start + end < text.len(),
    }
}

fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

fn no_version() -> Error {
    Error::Missing("there is no such version".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_read_piece_by_piece_and_no_character_is_cut() {
        let text = "سلام".repeat(40_000);
        let (mut read, mut from) = (String::new(), 0);
        loop {
            let piece = piece(text.as_bytes(), from, false);
            assert!(!piece.text.contains('\u{fffd}'));
            read += &piece.text;
            from = piece.next;
            if !piece.open {
                break;
            }
        }
        assert_eq!(read, text);
    }

    #[test]
    fn an_open_log_waits_for_the_rest_of_a_character() {
        let bytes = "سل".as_bytes();
        let first = piece(&bytes[..3], 0, true);
        assert_eq!((first.text.as_str(), first.next, first.open), ("س", 2, true));
        assert_eq!(piece(bytes, first.next, false).text, "ل");
        assert_eq!(piece(b"\xff\xfe", 0, true).text, "\u{fffd}\u{fffd}", "what is no text is shown as such");
        assert_eq!(piece(b"abc", 99, false).text, "");
    }
}
