//! Files that are known by what is in them: submissions, builds, records, reels, logs.
//!
//! A blob is named by its SHA-256, so the same bytes are kept once, a second write changes nothing, and whatever is read
//! is checked against its name. They lie in a folder, or in a bucket of S3 or of whatever speaks its language. Who
//! we are there comes from the environment: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT` and so on.
//!
//! When [`Blobs::put`] has returned, the bytes are on the disk: neither a killed program nor a lost power supply takes them.
//!
//! ```
//! use meydan_blobs::Blobs;
//!
//! # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! let blobs = Blobs::in_folder(folder.path())?;
//! let digest = blobs.put("a trace").await?;
//! assert_eq!(blobs.get(&digest).await?, "a trace");
//! # Ok(()) }
//! ```

mod blobs;
mod digest;
mod error;

pub use blobs::{Blobs, Chunks, Kept};
pub use digest::{Digest, DigestError, Hasher};
pub use error::BlobError;
