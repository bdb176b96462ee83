//! What a place for blobs promises.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};

use futures_util::TryStreamExt;
use meydan_blobs::{BlobError, Blobs, Digest, Kept};

fn place() -> (tempfile::TempDir, Blobs) {
    let folder = tempfile::tempdir().unwrap();
    let blobs = Blobs::in_folder(&folder.path().join("deep/blobs")).unwrap();
    (folder, blobs)
}

fn file_of(folder: &tempfile::TempDir, digest: &Digest) -> PathBuf {
    let name = digest.to_string();
    folder.path().join("deep/blobs").join(&name[..2]).join(name)
}

/// More than one part, and not a whole number of them.
fn large() -> Vec<u8> {
    (0..(17_u32 << 20) / 4 + 3).flat_map(u32::to_le_bytes).collect()
}

async fn listed(blobs: &Blobs) -> Vec<Kept> {
    let mut all: Vec<Kept> = blobs.list().try_collect().await.unwrap();
    all.sort_by_key(|kept| kept.digest);
    all
}

#[tokio::test]
async fn the_same_bytes_have_one_name_and_lie_there_once() {
    let (_folder, blobs) = place();
    let digest = blobs.put("bytes").await.unwrap();
    assert_eq!(digest, Digest::of(b"bytes"));
    assert_eq!(blobs.put("bytes").await.unwrap(), digest);
    assert_eq!(blobs.get(&digest).await.unwrap(), "bytes");
    let all = listed(&blobs).await;
    assert_eq!(all.iter().map(|kept| (kept.digest, kept.size)).collect::<Vec<_>>(), [(digest, 5)]);
    assert!(all[0].written > 1_500_000_000_000, "milliseconds since 1970: {}", all[0].written);
    assert_eq!(blobs.size(&digest).await.unwrap(), Some(5));
}

#[tokio::test]
async fn a_note_beside_the_blobs_is_none_of_them() {
    let (_folder, blobs) = place();
    assert_eq!(blobs.note("swept").await.unwrap(), None);
    for text in ["once", "twice"] {
        blobs.set_note("swept", text).await.unwrap();
        assert_eq!(blobs.note("swept").await.unwrap().as_deref(), Some(text));
    }
    assert_eq!(listed(&blobs).await, []);
}

#[tokio::test]
async fn a_large_file_goes_in_and_comes_out_in_parts() {
    let (folder, blobs) = place();
    let (source, target) = (folder.path().join("in"), folder.path().join("out"));
    let bytes = large();
    fs::write(&source, &bytes).unwrap();
    let digest = blobs.put_file(&source).await.unwrap();
    assert_eq!(digest, Digest::of(&bytes));
    assert_eq!(blobs.get_to(&digest, &target).await.unwrap(), bytes.len() as u64);
    assert!(fs::read(&target).unwrap() == bytes);
    let small = folder.path().join("small");
    fs::write(&small, "few").unwrap();
    assert_eq!(blobs.put_file(&small).await.unwrap(), Digest::of(b"few"));
}

#[tokio::test]
async fn damage_is_told_and_healed_by_writing_again() {
    let (folder, blobs) = place();
    for bytes in [b"precious".to_vec(), large()] {
        let digest = blobs.put(bytes.clone()).await.unwrap();
        let (file, target) = (file_of(&folder, &digest), folder.path().join("out"));
        let mut damaged = bytes.clone();
        *damaged.last_mut().unwrap() ^= 1;
        for wrong in [&damaged[..], &bytes[..bytes.len() - 1], b""] {
            fs::write(&file, wrong).unwrap();
            let error = blobs.get(&digest).await.unwrap_err();
            assert!(matches!(error, BlobError::Damaged { .. }), "{error}");
            assert!(error.to_string().contains("is damaged"), "{error}");
            assert!(blobs.get_to(&digest, &target).await.is_err());
            assert!(!target.exists(), "a file has its name only when it is right");
        }
        blobs.put(bytes.clone()).await.unwrap();
        assert!(blobs.get(&digest).await.unwrap() == bytes);
    }
}

#[tokio::test]
async fn what_was_cut_off_while_it_was_written_is_not_there() {
    let (folder, blobs) = place();
    let digest = Digest::of(b"half");
    let file = file_of(&folder, &digest);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    // As the store names a file that is being written.
    fs::write(format!("{}#1", file.display()), "ha").unwrap();
    fs::write(folder.path().join("deep/blobs/README"), "not a blob").unwrap();
    assert!(matches!(blobs.get(&digest).await, Err(BlobError::Missing(_))));
    assert_eq!(listed(&blobs).await, []);
    blobs.put("half").await.unwrap();
    assert_eq!(blobs.get(&digest).await.unwrap(), "half");
    assert_eq!(listed(&blobs).await.len(), 1);
}

#[tokio::test]
async fn what_is_deleted_is_missing() {
    let (_folder, blobs) = place();
    let digest = blobs.put("short-lived").await.unwrap();
    assert!(blobs.exists(&digest).await.unwrap());
    assert!(blobs.delete(&digest).await.unwrap());
    assert!(!blobs.delete(&digest).await.unwrap());
    assert!(!blobs.exists(&digest).await.unwrap());
    let error = blobs.get(&digest).await.unwrap_err();
    assert_eq!(error.to_string(), format!("the blob {digest} is not here"));
}

#[tokio::test]
async fn a_blob_has_a_largest_size_both_ways() {
    let (folder, blobs) = place();
    let digest = blobs.put("123456").await.unwrap();
    let small = blobs.with_largest(5);
    let file = folder.path().join("in");
    fs::write(&file, "123456").unwrap();
    for error in [
        small.put("123456").await.unwrap_err(),
        small.put_file(&file).await.unwrap_err(),
        small.get(&digest).await.unwrap_err(),
    ] {
        assert_eq!(error.to_string(), "a blob of 6 bytes is too large; 5 are allowed");
    }
}

#[tokio::test]
async fn many_can_write_the_same_at_once() {
    let (_folder, blobs) = place();
    let bytes = large();
    let writers = (0..8).map(|_| {
        let (blobs, bytes) = (blobs.clone(), bytes.clone());
        tokio::spawn(async move { blobs.put(bytes).await.unwrap() })
    });
    let writers: Vec<_> = writers.collect();
    for writer in writers {
        assert!(blobs.get(&writer.await.unwrap()).await.unwrap() == bytes);
    }
    assert_eq!(listed(&blobs).await.len(), 1);
}

#[tokio::test]
async fn a_place_is_a_folder_or_a_url() {
    let folder = tempfile::tempdir().unwrap();
    for place in [format!("{}/a", folder.path().display()), format!("file://{}/a", folder.path().display())] {
        let blobs = Blobs::open(&place).unwrap();
        blobs.put("x").await.unwrap();
        assert_eq!(listed(&blobs).await.len(), 1, "{place}");
    }
    let memory = Blobs::open("memory:///").unwrap();
    let digest = memory.put("x").await.unwrap();
    assert_eq!(memory.get(&digest).await.unwrap(), "x");
    // Who we are is asked for when something is to be kept, not when a bucket is named.
    for bucket in ["s3://bucket/folder", "gs://bucket/folder"] {
        assert!(Blobs::open(bucket).is_ok(), "{bucket}");
    }
    for (wrong, why) in
        [("no-such-scheme://x", "s3://"), ("no-such-scheme://x", "gs://"), ("gs://", "gs://"), ("://", "URL")]
    {
        let error = Blobs::open(wrong).unwrap_err().to_string();
        assert!(error.contains(wrong) && error.contains(why), "{error}");
    }
    fs::write(folder.path().join("file"), "").unwrap();
    let file = folder.path().join("file");
    assert!(Blobs::in_folder(Path::new(&file)).is_err());
}
