//! A match as one file: what is in it, and what is said where something is missing. That it plays is tried in a browser, in `web/e2e/share.spec.ts`.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const MARKUP: &str = "</script><script>alert(1)</script>";

fn meydan(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_meydan"));
    command
        .args(args)
        .current_dir(folder)
        .env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"))
        .env("MEYDAN_BROWSER", "/nowhere/chromium");
    command.output().unwrap()
}

/// What it said on standard error, with its exit code.
fn said(folder: &Path, args: &[&str]) -> (i32, String) {
    let output = meydan(folder, args);
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

fn played() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let bot = format!(
        "import json, sys\nfor line in sys.stdin:\n    m = json.loads(line)\n    if m['type'] == 'turn':\n        \
         print('{MARKUP}', file=sys.stderr, flush=True)\n        \
         print(json.dumps({{'window': m['window'], 'note': '{MARKUP}', 'act': {{'move': 'up'}}}}), flush=True)\n"
    );
    fs::write(folder.path().join("bot.py"), bot).unwrap();
    let name = format!("0={MARKUP}");
    let output = meydan(
        folder.path(),
        &["match", "labyrinth", "python3 bot.py", "--seed", "3", "--name", &name, "--out", "m.trace"],
    );
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    folder
}

#[test]
fn a_page_holds_the_match_and_says_whose_words_are_in_it() {
    let folder = played();
    let (code, told) = said(folder.path(), &["export", "m.trace", "--html"]);
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("it holds the notes of") && told.contains("the error output of"), "{told}");
    assert!(told.contains("--discreet"), "{told}");
    let page = fs::read_to_string(folder.path().join("m.html")).unwrap();
    assert!(!page.contains("alert(1)"), "names and notes are nowhere as they are");
    assert!(!page.contains("MEYDAN-REEL"));
    // Two scripts: the match, which is text, and the page.
    assert_eq!(page.matches("</script>").count(), 2);
    let (code, told) = said(folder.path(), &["export", "m.trace", "--html", "--discreet", "--out", "d.html"]);
    assert_eq!((code, told.trim()), (0, "it holds nobody's notes or error output"));
    assert!(fs::read(folder.path().join("d.html")).unwrap().len() < page.len());
}

#[test]
fn what_is_missing_is_told_with_what_to_do() {
    let folder = played();
    let (code, told) = said(folder.path(), &["export", "m.trace", "--png"]);
    assert_eq!(code, 1, "{told}");
    assert!(told.contains("MEYDAN_BROWSER names /nowhere/chromium"), "{told}");
    let alone = Command::new(env!("CARGO_BIN_EXE_meydan"))
        .args(["export", "m.trace", "--gif"])
        .current_dir(folder.path())
        .env("PATH", "/nowhere")
        .env_remove("MEYDAN_BROWSER")
        .output()
        .unwrap();
    let told = String::from_utf8(alone.stderr).unwrap();
    assert!(told.contains("apt install chromium") && told.contains("--html needs none"), "{told}");
    for (args, word) in [
        (&["export", "m.trace"][..], "--html"),
        (&["export", "m.trace", "--png", "--turn", "100000"], "is beyond the match"),
        (&["export", "m.trace", "--gif", "--from", "3", "--to", "3"], "there is nothing between them"),
        (&["export", "m.trace", "--png", "--size", "9x9"], "960x720"),
        (&["export", "m.trace", "--html", "--eyes", "7"], "there is no seat 7"),
        (&["export", "m.trace", "--html", "--out", "m.trace"], "is the record itself"),
        (&["export", "m.trace", "--html", "--out", "./m.trace"], "is the record itself"),
        // What does nothing for that form is refused.
        (&["export", "m.trace", "--png", "--from", "3"], "cannot be used with"),
        (&["export", "m.trace", "--png", "--to", "3"], "cannot be used with"),
        (&["export", "m.trace", "--png", "--speed", "2"], "cannot be used with"),
        (&["export", "m.trace", "--gif", "--turn", "3"], "cannot be used with"),
        (&["export", "m.trace", "--html", "--turn", "3"], "cannot be used with"),
        (&["export", "m.trace", "--html", "--size", "400x300"], "cannot be used with"),
        (&["export", "m.trace", "--html", "--theme", "dark"], "cannot be used with"),
        (&["export", "m.trace", "--html", "--lang", "fa"], "cannot be used with"),
    ] {
        let (code, told) = said(folder.path(), args);
        assert_eq!(code, 2, "{told}");
        assert!(told.contains(word), "{told}");
    }
    let (code, told) = said(folder.path(), &["export", "nothing.trace", "--html"]);
    assert_eq!(code, 1);
    assert!(told.contains("nothing.trace"), "{told}");
}

#[test]
fn a_file_is_written_through_links_and_into_devices_and_never_over_the_record() {
    let folder = played();
    let at = |name: &str| folder.path().join(name);
    let record = fs::read(at("m.trace")).unwrap();
    std::os::unix::fs::symlink("real.html", at("link.html")).unwrap();
    fs::write(at("real.html"), "old").unwrap();
    let (code, told) = said(folder.path(), &["export", "m.trace", "--html", "--out", "link.html"]);
    assert_eq!(code, 0, "{told}");
    assert!(fs::symlink_metadata(at("link.html")).unwrap().is_symlink(), "the link stays");
    assert!(fs::read(at("real.html")).unwrap().len() > 10_000, "and what it names is written");
    let (code, told) = said(folder.path(), &["export", "m.trace", "--html", "--out", "/dev/null"]);
    assert_eq!(code, 0, "{told}");
    assert!(!fs::metadata("/dev/null").unwrap().is_file(), "a device stays one");
    let (code, told) = said(folder.path(), &["export", "m.trace", "--html", "--out", "/dev/full"]);
    assert!(code == 1 && told.contains("cannot write /dev/full"), "{told}");
    for same in ["also.trace", "hard.trace"] {
        match same {
            "also.trace" => std::os::unix::fs::symlink("m.trace", at(same)).unwrap(),
            _ => fs::hard_link(at("m.trace"), at(same)).unwrap(),
        }
        let (code, told) = said(folder.path(), &["export", "m.trace", "--html", "--out", same]);
        // Another name of the same file is another file afterwards, so the record is whole in either case.
        assert!(code == 2 || same == "hard.trace", "{told}");
        assert_eq!(fs::read(at("m.trace")).unwrap(), record, "{same}");
    }
}

#[test]
fn a_record_that_is_cut_off_is_shared_and_said_to_be() {
    let folder = played();
    let whole = fs::read(folder.path().join("m.trace")).unwrap();
    fs::write(folder.path().join("cut.trace"), &whole[..whole.len() / 2]).unwrap();
    let (code, told) = said(folder.path(), &["export", "cut.trace", "--html"]);
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("the record is cut off after "), "{told}");
    let (_, told) = said(folder.path(), &["export", "m.trace", "--html"]);
    assert!(!told.contains("cut off"), "{told}");
}
