//! The same promises in a bucket, of S3 and of Google. `make rust-tests` runs this with a server of the moment (`s3.sh`), whose bucket is in
//! `MEYDAN_TEST_S3`; the variables of both say where it is. Google's buckets speak almost the same XML, so the same server plays one.
//! Without a server there is nothing to ask, and that is said.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use futures_util::TryStreamExt;
use meydan_blobs::{BlobError, Blobs, Digest, Kept};

#[tokio::test]
async fn a_bucket_keeps_what_a_folder_keeps() {
    bucket("s3", "here").await;
}

#[tokio::test]
async fn a_bucket_of_google_keeps_what_a_folder_keeps() {
    bucket("gs", "there").await;
}

async fn bucket(scheme: &str, folder: &str) {
    let Ok(name) = std::env::var("MEYDAN_TEST_S3") else {
        return eprintln!("buckets are NOT tested: MEYDAN_TEST_S3 names none");
    };
    let name = name.trim_start_matches("s3://");
    let blobs = Blobs::open(&format!("{scheme}://{name}/{folder}")).unwrap();
    blobs.reach().await.unwrap();
    let digest = blobs.put("bytes").await.unwrap();
    assert_eq!(blobs.put("bytes").await.unwrap(), digest);
    assert_eq!(blobs.get(&digest).await.unwrap(), "bytes");
    assert_eq!(blobs.size(&digest).await.unwrap(), Some(5));
    assert!(blobs.written(&digest).await.unwrap().unwrap() > 1_500_000_000_000);

    // More than one part, and not a whole number of them.
    let bytes: Vec<u8> = (0..(17_u32 << 20) / 4 + 3).flat_map(u32::to_le_bytes).collect();
    let disk = tempfile::tempdir().unwrap();
    let (source, target) = (disk.path().join("in"), disk.path().join("out"));
    std::fs::write(&source, &bytes).unwrap();
    let large = blobs.put_file(&source).await.unwrap();
    assert_eq!(large, Digest::of(&bytes));
    assert_eq!(blobs.get_to(&large, &target).await.unwrap(), bytes.len() as u64);
    assert!(std::fs::read(&target).unwrap() == bytes);

    let mut all: Vec<Kept> = blobs.list().try_collect().await.unwrap();
    all.sort_by_key(|kept| kept.size);
    assert_eq!(all.iter().map(|kept| kept.digest).collect::<Vec<_>>(), [digest, large]);
    assert!(blobs.delete(&large).await.unwrap());
    assert!(!blobs.delete(&large).await.unwrap());
    assert!(matches!(blobs.get(&large).await, Err(BlobError::Missing(_))));

    // Somebody else writes into the bucket under a blob's name.
    assert!(blobs.delete(&digest).await.unwrap());
    let blob = digest.to_string();
    let url = std::env::var("AWS_ENDPOINT").unwrap();
    let path = format!("{url}/{name}/{folder}/{}/{blob}", &blob[..2]);
    let written =
        std::process::Command::new("curl").args(["-sf", "-X", "PUT", "--data", "other", &path]).status();
    assert!(written.unwrap().success());
    let error = blobs.get(&digest).await.unwrap_err();
    assert!(matches!(error, BlobError::Damaged { .. }), "{error}");

    let elsewhere = Blobs::open(&format!("{scheme}://no-such-bucket/{folder}")).unwrap();
    assert!(matches!(elsewhere.put("x").await, Err(BlobError::Store(_))));
    assert!(elsewhere.reach().await.is_err(), "it is told before anybody relies on it");
}
