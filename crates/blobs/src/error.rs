use std::io;

use thiserror::Error;

use crate::Digest;

/// Why a blob cannot be had or kept.
#[derive(Debug, Error)]
pub enum BlobError {
    /// Nobody has put it here, or somebody has deleted it.
    #[error("the blob {0} is not here")]
    Missing(Digest),
    /// The bytes are not those that its name tells.
    #[error(
        "the blob {digest} is damaged: {bytes} bytes with another digest lie in its place; restore it from a backup"
    )]
    Damaged {
        /// Its name.
        digest: Digest,
        /// What lies there.
        bytes: u64,
    },
    /// More than one blob may have.
    #[error("a blob of {bytes} bytes is too large; {limit} are allowed")]
    TooLarge {
        /// What it has.
        bytes: u64,
        /// What it may have.
        limit: u64,
    },
    /// Nothing can be kept there.
    #[error("blobs cannot be kept in `{place}`: {reason}")]
    Place {
        /// What was asked for.
        place: String,
        /// Why not.
        reason: String,
    },
    /// The file that was to be kept, or written, cannot be used.
    #[error(transparent)]
    File(#[from] io::Error),
    /// The disk, or the object store.
    #[error("the store of blobs cannot be used: {0}")]
    Store(#[from] object_store::Error),
}

impl BlobError {
    /// Whether it is the place where blobs are that cannot be used, and not this blob: the same may succeed later.
    pub fn is_away(&self) -> bool {
        matches!(self, BlobError::Place { .. } | BlobError::File(_) | BlobError::Store(_))
    }
}
