//! Builds for the matches of a worker: unpacked on the disk, as many as fit. Where the league's blobs are not at hand, a build is fetched with its
//! task, checked against its name, and unpacked once.

use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use meydan_arena::Error;
use meydan_league::{Lease, Tasks};
use meydan_workshop::{BlobError, Blobs, Build, Builds, BuildsError, Digest};

use super::hand::Undone;

/// Where builds come from.
pub struct Stock {
    builds: Builds,
    /// Where artefacts lie between being fetched and being unpacked; `None`: the league's own blobs are at hand.
    spool: Option<Blobs>,
}

impl Stock {
    /// Builds from blobs that are at hand, unpacked in a folder of at most so many bytes.
    pub fn beside(folder: &Path, blobs: Blobs, most: u64) -> Result<Stock, BuildsError> {
        Ok(Stock { builds: Builds::open(folder, blobs, most)?, spool: None })
    }

    /// Builds that are fetched through a spool.
    pub fn fetched(folder: &Path, spool: &Path, most: u64) -> Result<Stock, BuildsError> {
        let spool = Blobs::in_folder(spool)?;
        Ok(Stock { builds: Builds::open(folder, spool.clone(), most)?, spool: Some(spool) })
    }

    /// A build that a task names.
    pub(super) async fn get(
        &self,
        tasks: &Arc<dyn Tasks>,
        lease: &Lease,
        name: &str,
    ) -> Result<Arc<Build>, Undone> {
        let digest: Digest = name.parse().map_err(Undone::ours)?;
        let Some(spool) = &self.spool else { return self.at_hand(&digest).await };
        match self.builds.get(&digest).await {
            Err(BuildsError::Blob(BlobError::Missing(_))) => {}
            found => return found.map_err(Undone::ours),
        }
        let artefact = tasks.fetch(lease, name).await?;
        self.unpack(spool, &digest, artefact).await
    }

    /// A build that was made here and is with the league by now. Nobody fetches it back.
    pub(super) async fn made(&self, name: &str, artefact: Bytes) -> Result<Arc<Build>, Undone> {
        let digest: Digest = name.parse().map_err(Undone::ours)?;
        match &self.spool {
            None => self.at_hand(&digest).await,
            Some(spool) => self.unpack(spool, &digest, artefact).await,
        }
    }

    async fn at_hand(&self, digest: &Digest) -> Result<Arc<Build>, Undone> {
        self.builds.get(digest).await.map_err(|error| match error {
            // That the league's blobs cannot be had is not this machine's fault.
            BuildsError::Blob(error) if error.is_away() => Undone::Theirs(Error::Busy(error.to_string())),
            BuildsError::Blob(error) => Undone::Theirs(Error::Trouble(error.to_string())),
            other => Undone::ours(other),
        })
    }

    async fn unpack(&self, spool: &Blobs, digest: &Digest, artefact: Bytes) -> Result<Arc<Build>, Undone> {
        spool.put(artefact).await.map_err(Undone::ours)?;
        let build = self.builds.get(digest).await.map_err(Undone::ours)?;
        // It lies there unpacked now.
        let _ = spool.delete(digest).await;
        Ok(build)
    }
}
