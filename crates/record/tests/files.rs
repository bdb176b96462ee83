//! A record has its name only when it is whole, and nothing that stood there before is lost.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};

use meydan_record::{Key, OutFile};

#[test]
fn an_earlier_file_stays_until_the_new_one_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.trace");
    fs::write(&path, "earlier").unwrap();
    let (mut file, out) = OutFile::create(&path).unwrap();
    file.write_all(b"new").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "earlier");
    assert_eq!(out.keep(file).unwrap(), path);
    assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing else is left");
}

#[test]
fn what_is_left_says_that_it_is_partial_and_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.trace");
    for ending in ["m.trace.partial", "m.trace.2.partial"] {
        let (mut file, out) = OutFile::create(&path).unwrap();
        file.write_all(ending.as_bytes()).unwrap();
        assert_eq!(out.leave(), Some(folder.path().join(ending)));
    }
    assert_eq!(fs::read_to_string(folder.path().join("m.trace.partial")).unwrap(), "m.trace.partial");
    let (_, out) = OutFile::create(&path).unwrap();
    out.discard();
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
}

#[test]
fn a_link_stays_a_link_and_a_pipe_stays_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let (link, target) = (folder.path().join("link"), folder.path().join("target"));
    symlink("target", &link).unwrap();
    for text in ["dangling", "leading somewhere"] {
        let (mut file, out) = OutFile::create(&link).unwrap();
        file.write_all(text.as_bytes()).unwrap();
        out.keep(file).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&target).unwrap(), text);
    }
    let chain = folder.path().join("chain");
    symlink("middle", &chain).unwrap();
    symlink("far", folder.path().join("middle")).unwrap();
    let (file, out) = OutFile::create(&chain).unwrap();
    out.keep(file).unwrap();
    assert!(fs::symlink_metadata(folder.path().join("middle")).unwrap().is_symlink());
    assert!(folder.path().join("far").is_file(), "a chain of links is followed to its end");
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let refused = OutFile::create(&pipe).unwrap_err().to_string();
    assert_eq!(refused, "nobody reads from this pipe; start its reader first");
    let (file, out) = OutFile::create("/dev/null".as_ref()).unwrap();
    out.keep(file).unwrap();
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    assert!(OutFile::create(folder.path()).unwrap_err().to_string().contains("folder"));
}

#[test]
fn a_key_is_made_once_and_only_its_owner_may_read_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/referee.key");
    let key = Key::open(&path).unwrap();
    assert_eq!(Key::open(&path).unwrap().public(), key.public());
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "nothing else is left");
    assert!(
        !format!("{key:?}").contains(&fs::read_to_string(&path).unwrap()[13..30]),
        "a secret is not shown"
    );
    fs::write(&path, "something else").unwrap();
    assert!(Key::open(&path).unwrap_err().to_string().contains("is not a key"));
}
