use std::fmt;
use std::fs;
use std::io;
use std::path::{self, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::ready;
use futures_util::stream::{self, BoxStream, Stream, StreamExt, TryStreamExt};
use object_store::aws::AmazonS3Builder;
use object_store::gcp::GoogleCloudStorageBuilder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{ObjectMeta, ObjectStore, ObjectStoreExt, PutPayload, RetryConfig};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use url::Url;

use crate::{BlobError, Digest, Hasher};

/// The most that one blob may have, unless somebody says otherwise.
const LARGEST: u64 = 1 << 30;
/// Larger files are sent in parts.
const PART: usize = 8 << 20;

/// Where blobs are kept. Cheap to clone.
#[derive(Clone)]
pub struct Blobs {
    store: Arc<dyn ObjectStore>,
    /// What stands before every name.
    prefix: Path,
    largest: u64,
}

/// The bytes of a blob as they come. The last item is an error where they are not those that its name tells.
pub type Chunks = BoxStream<'static, Result<Bytes, BlobError>>;

/// A blob in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its name.
    pub digest: Digest,
    /// How many bytes it has.
    pub size: u64,
    /// When it was last written: milliseconds since 1970.
    pub written: i64,
}

impl Blobs {
    /// Opens a place by what somebody typed: a folder, which is made where it is not there yet, or a URL.
    pub fn open(place: &str) -> Result<Blobs, BlobError> {
        let wrong = |reason: String| BlobError::Place { place: place.to_owned(), reason };
        let Some(url) = place.contains("://").then(|| Url::parse(place)) else {
            return Blobs::in_folder(path::Path::new(place));
        };
        let url = url.map_err(|error| wrong(error.to_string()))?;
        if url.scheme() == "file" {
            return Blobs::in_folder(&url.to_file_path().map_err(|()| wrong("it is not a folder".into()))?);
        }
        let known = |error: object_store::Error| {
            wrong(format!("{error}; give a folder, `s3://BUCKET/FOLDER` or `gs://BUCKET/FOLDER`"))
        };
        let bucket: Option<Arc<dyn ObjectStore>> = match url.scheme() {
            "s3" => Some(Arc::new(s3(place).map_err(known)?)),
            "gs" => Some(Arc::new(google(place).map_err(known)?)),
            _ => None,
        };
        if let Some(store) = bucket {
            let prefix = Path::from_url_path(url.path()).map_err(|error| known(error.into()))?;
            return Ok(Blobs { store, prefix, largest: LARGEST });
        }
        let (store, prefix) = object_store::parse_url(&url).map_err(known)?;
        Ok(Blobs { store: store.into(), prefix, largest: LARGEST })
    }

    /// Whether the place can be asked, before anybody relies on it.
    ///
    /// A bucket that is not there has no blob, as an empty one has none; so its list is asked for.
    pub async fn reach(&self) -> Result<(), BlobError> {
        let mut list = self.store.list(Some(&self.prefix));
        list.next().await.transpose().map(drop).map_err(BlobError::from)
    }

    /// Blobs in a folder. It is made where it is not there yet.
    pub fn in_folder(folder: &path::Path) -> Result<Blobs, BlobError> {
        let wrong = |reason: String| BlobError::Place { place: folder.display().to_string(), reason };
        make_folder(folder)
            .and_then(|()| close_to_others(folder))
            .map_err(|error| wrong(error.to_string()))?;
        let store = LocalFileSystem::new_with_prefix(folder).map_err(|error| wrong(error.to_string()))?;
        // Without this the bytes of a blob may still be on their way to the disk when its row is written.
        let store = Arc::new(store.with_fsync(true));
        Ok(Blobs { store, prefix: Path::default(), largest: LARGEST })
    }

    /// With another limit for one blob, in bytes.
    #[must_use]
    pub fn with_largest(mut self, bytes: u64) -> Blobs {
        self.largest = bytes;
        self
    }

    /// Keeps some bytes. They are on the disk when this returns.
    pub async fn put(&self, bytes: impl Into<Bytes>) -> Result<Digest, BlobError> {
        let bytes = bytes.into();
        self.check(bytes.len() as u64)?;
        let digest = Digest::of(&bytes);
        // One that is there already is written again: it may be damaged, and this heals it.
        self.store.put(&self.place(&digest), PutPayload::from_bytes(bytes)).await?;
        Ok(digest)
    }

    /// Keeps what is in a file. It is on the disk when this returns.
    pub async fn put_file(&self, file: &path::Path) -> Result<Digest, BlobError> {
        let size = tokio::fs::metadata(file).await?.len();
        self.check(size)?;
        if size <= PART as u64 {
            let bytes = tokio::fs::read(file).await?;
            return self.put(bytes).await;
        }
        let digest = digest_of(file, self.largest).await?;
        let mut upload = self.store.put_multipart(&self.place(&digest)).await?;
        let sent = async {
            let (mut source, mut hasher) = (tokio::fs::File::open(file).await?, Hasher::default());
            loop {
                let part = next_part(&mut source).await?;
                if part.is_empty() {
                    break;
                }
                hasher.take(&part);
                upload.put_part(PutPayload::from(part)).await?;
            }
            if hasher.digest() != digest {
                return Err(BlobError::File(io::Error::other("the file was changed while it was read")));
            }
            upload.complete().await?;
            Ok(digest)
        };
        let sent = sent.await;
        if sent.is_err() {
            // What is left of it has no name that anybody asks for.
            let _ = upload.abort().await;
        }
        sent
    }

    /// All bytes of a blob.
    pub async fn get(&self, digest: &Digest) -> Result<Bytes, BlobError> {
        let mut bytes = Vec::new();
        let mut chunks = self.stream(digest).await?;
        while let Some(chunk) = chunks.try_next().await? {
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes.into())
    }

    /// The bytes of a blob as they come. Nothing may be believed before the stream has ended well.
    pub async fn stream(&self, digest: &Digest) -> Result<Chunks, BlobError> {
        let found = self.store.get(&self.place(digest)).await.map_err(|error| missing(error, digest))?;
        self.check(found.meta.size)?;
        Ok(checked(found.into_stream(), *digest, self.largest).boxed())
    }

    /// Writes a blob to a file, which has its name only when all is there and right.
    pub async fn get_to(&self, digest: &Digest, file: &path::Path) -> Result<u64, BlobError> {
        let mut chunks = self.stream(digest).await?;
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let partial = tempfile::NamedTempFile::new_in(folder.unwrap_or(path::Path::new(".")))?;
        let mut out = tokio::fs::File::from_std(partial.reopen()?);
        let mut size = 0;
        while let Some(chunk) = chunks.try_next().await? {
            out.write_all(&chunk).await?;
            size += chunk.len() as u64;
        }
        out.flush().await?;
        partial.persist(file).map_err(|error| error.error)?;
        Ok(size)
    }

    /// How many bytes a blob has; `None`: it is not here.
    pub async fn size(&self, digest: &Digest) -> Result<Option<u64>, BlobError> {
        match self.store.head(&self.place(digest)).await {
            Ok(meta) => Ok(Some(meta.size)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// When a blob was last written, in milliseconds since 1970; `None`: it is not here.
    pub async fn written(&self, digest: &Digest) -> Result<Option<i64>, BlobError> {
        match self.store.head(&self.place(digest)).await {
            Ok(meta) => Ok(Some(meta.last_modified.timestamp_millis())),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether a blob is here.
    pub async fn exists(&self, digest: &Digest) -> Result<bool, BlobError> {
        Ok(self.size(digest).await?.is_some())
    }

    /// Removes a blob. Whether it was here.
    pub async fn delete(&self, digest: &Digest) -> Result<bool, BlobError> {
        // Not every store says whether there was something.
        if !self.exists(digest).await? {
            return Ok(false);
        }
        match self.store.delete(&self.place(digest)).await {
            Ok(()) => Ok(true),
            Err(object_store::Error::NotFound { .. }) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// What was written down beside the blobs under a name that is no digest.
    pub async fn note(&self, name: &str) -> Result<Option<String>, BlobError> {
        match self.store.get(&self.prefix.clone().join(name)).await {
            Ok(found) => Ok(Some(String::from_utf8_lossy(&found.bytes().await?).into_owned())),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Writes something down beside the blobs, in place of what stood there.
    pub async fn set_note(&self, name: &str, text: &str) -> Result<(), BlobError> {
        let text = PutPayload::from(text.to_owned().into_bytes());
        self.store.put(&self.prefix.clone().join(name), text).await?;
        Ok(())
    }

    /// All blobs, in no order. What is not a blob is passed over.
    pub fn list(&self) -> BoxStream<'static, Result<Kept, BlobError>> {
        let all = self.store.list(Some(&self.prefix));
        let kept = |meta: ObjectMeta| {
            let digest = meta.location.filename()?.parse().ok()?;
            Some(Kept { digest, size: meta.size, written: meta.last_modified.timestamp_millis() })
        };
        all.map_err(BlobError::from).try_filter_map(move |meta| ready(Ok(kept(meta)))).boxed()
    }

    fn check(&self, bytes: u64) -> Result<(), BlobError> {
        let limit = self.largest;
        if bytes > limit { Err(BlobError::TooLarge { bytes, limit }) } else { Ok(()) }
    }

    /// Where a blob lies. No folder gets too full: there are 256 of them.
    fn place(&self, digest: &Digest) -> Path {
        let name = digest.to_string();
        self.prefix.clone().join(&name[..2]).join(name)
    }
}

impl fmt::Debug for Blobs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Blobs({}/{})", self.store, self.prefix)
    }
}

/// Passes bytes on, and ends with an error where they are not those of the digest.
fn checked(
    bytes: impl Stream<Item = object_store::Result<Bytes>> + Send + 'static,
    digest: Digest,
    limit: u64,
) -> impl Stream<Item = Result<Bytes, BlobError>> + Send + 'static {
    struct Reading<S> {
        bytes: S,
        hasher: Hasher,
        size: u64,
    }
    let reading = Reading { bytes: Box::pin(bytes), hasher: Hasher::default(), size: 0 };
    stream::try_unfold(Some(reading), move |reading| async move {
        let Some(mut reading) = reading else { return Ok(None) };
        match reading.bytes.next().await {
            Some(chunk) => {
                let chunk = chunk?;
                reading.size += chunk.len() as u64;
                if reading.size > limit {
                    return Err(BlobError::TooLarge { bytes: reading.size, limit });
                }
                reading.hasher.take(&chunk);
                Ok(Some((chunk, Some(reading))))
            }
            None if reading.hasher.digest() == digest => Ok(None),
            None => Err(BlobError::Damaged { digest, bytes: reading.size }),
        }
    })
}

fn missing(error: object_store::Error, digest: &Digest) -> BlobError {
    match error {
        object_store::Error::NotFound { .. } => BlobError::Missing(*digest),
        other => other.into(),
    }
}

/// A bucket. Who we are and where it is reached comes from the environment, under the names that all tools for S3 use.
fn s3(place: &str) -> object_store::Result<impl ObjectStore> {
    ready_for_tls();
    AmazonS3Builder::from_env().with_url(place).with_retry(patience()).build()
}

/// The same at Google, where who we are is in `GOOGLE_APPLICATION_CREDENTIALS` or `GOOGLE_SERVICE_ACCOUNT`, or told by the machine.
fn google(place: &str) -> object_store::Result<impl ObjectStore> {
    ready_for_tls();
    GoogleCloudStorageBuilder::from_env().with_url(place).with_retry(patience()).build()
}

/// How long a store that does not answer is asked again. Whoever waits for it has a lease of half a minute, and tries again by itself.
fn patience() -> RetryConfig {
    RetryConfig { max_retries: 5, retry_timeout: Duration::from_secs(20), ..RetryConfig::default() }
}

/// The client of HTTP takes the cryptography that the process has chosen; where nobody has yet, this does.
fn ready_for_tls() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// What teams have sent is nobody else's business on this machine either.
fn close_to_others(folder: &path::Path) -> io::Result<()> {
    #[cfg(unix)]
    fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
    Ok(())
}

/// Makes a folder, and sees to it that the folders above know it after a loss of power.
fn make_folder(folder: &path::Path) -> io::Result<()> {
    let folder = path::absolute(folder)?;
    let new: Vec<PathBuf> =
        folder.ancestors().take_while(|folder| !folder.exists()).map(path::Path::to_owned).collect();
    fs::create_dir_all(&folder)?;
    let above = new.iter().filter_map(|folder| folder.parent());
    above.into_iter().try_for_each(|folder| fs::File::open(folder)?.sync_all())
}

async fn digest_of(file: &path::Path, limit: u64) -> Result<Digest, BlobError> {
    let mut file = tokio::fs::File::open(file).await?;
    let (mut hasher, mut bytes) = (Hasher::default(), 0);
    loop {
        let part = next_part(&mut file).await?;
        bytes += part.len() as u64;
        if bytes > limit {
            return Err(BlobError::TooLarge { bytes, limit });
        }
        if part.is_empty() {
            return Ok(hasher.digest());
        }
        hasher.take(&part);
    }
}

/// The next part of a file; all parts but the last are of one size, as object stores want it.
async fn next_part(file: &mut tokio::fs::File) -> io::Result<Vec<u8>> {
    let mut part = Vec::new();
    file.take(PART as u64).read_to_end(&mut part).await?;
    Ok(part)
}
