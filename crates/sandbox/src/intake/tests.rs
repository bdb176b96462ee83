//! Archives, honest ones and others, packed byte by byte.

use super::*;

/// One entry, as an attacker would have it.
#[derive(Clone)]
struct Packed {
    name: Vec<u8>,
    bytes: Vec<u8>,
    mode: u32,
    flags: u16,
    method: u16,
    size: Option<u32>,
    /// Lies on top of the entry with this number.
    on: Option<usize>,
}

fn entry(name: &str, text: &str) -> Packed {
    let mode = if name.ends_with('/') { 0o040_755 } else { 0o100_644 };
    Packed { name: name.into(), bytes: text.into(), mode, flags: 0, method: 0, size: None, on: None }
}

fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |mut sum: u32, &byte| {
        sum ^= u32::from(byte);
        for _ in 0..8 {
            sum = sum >> 1 ^ (0xedb8_8320 & (sum & 1).wrapping_neg());
        }
        sum
    })
}

fn pack(entries: &[Packed]) -> Vec<u8> {
    let mut archive = Vec::new();
    let mut lines = Vec::new();
    let mut starts = Vec::new();
    for entry in entries {
        let size = entry.size.unwrap_or(entry.bytes.len() as u32);
        let mut common = Vec::new();
        common.extend(20_u16.to_le_bytes());
        common.extend(entry.flags.to_le_bytes());
        common.extend(entry.method.to_le_bytes());
        common.extend([0; 4]);
        common.extend(checksum(&entry.bytes).to_le_bytes());
        common.extend((entry.bytes.len() as u32).to_le_bytes());
        common.extend(size.to_le_bytes());
        common.extend((entry.name.len() as u16).to_le_bytes());
        common.extend([0; 2]);
        let start = match entry.on {
            Some(other) => starts[other],
            None => archive.len() as u32,
        };
        starts.push(start);
        if entry.on.is_none() {
            archive.extend(b"PK\x03\x04");
            archive.extend(&common);
            archive.extend(&entry.name);
            archive.extend(&entry.bytes);
        }
        lines.extend(b"PK\x01\x02\x14\x03");
        lines.extend(&common);
        lines.extend([0; 6]);
        lines.extend((entry.mode << 16).to_le_bytes());
        lines.extend(start.to_le_bytes());
        lines.extend(&entry.name);
    }
    let (start, count) = (archive.len() as u32, entries.len() as u16);
    archive.extend(&lines);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
    archive.extend([(lines.len() as u32).to_le_bytes(), start.to_le_bytes()].concat());
    archive.extend([0; 2]);
    archive
}

fn read(entries: &[Packed]) -> Result<Submission, Refusal> {
    Intake::default().read(&pack(entries))
}

fn names(entries: &[Packed]) -> Vec<String> {
    read(entries).unwrap().files.into_keys().collect()
}

#[test]
fn an_honest_archive_is_taken_in_and_unpacked() {
    let mut program = entry("run", "#!/bin/sh");
    program.mode = 0o100_755;
    let submission = read(&[entry("src/", ""), entry("src/bot.py", "print()"), program]).unwrap();
    assert_eq!(submission.files["src/bot.py"].bytes, b"print()");
    assert!(submission.files["run"].executable && !submission.files["src/bot.py"].executable);
    let folder = tempfile::tempdir().unwrap();
    submission.unpack(&folder.path().join("bot")).unwrap();
    assert_eq!(fs::read(folder.path().join("bot/src/bot.py")).unwrap(), b"print()");
    assert!(submission.unpack(&folder.path().join("bot")).is_err(), "nothing is overwritten");
}

#[test]
fn what_the_zip_crate_packs_is_taken_in() {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().unix_permissions(0o644);
    writer.start_file("bot.py", options).unwrap();
    io::Write::write_all(&mut writer, "print()\n".repeat(100).as_bytes()).unwrap();
    let archive = writer.finish().unwrap().into_inner();
    assert_eq!(Intake::default().read(&archive).unwrap().files["bot.py"].bytes.len(), 800);
}

#[test]
fn a_single_top_folder_is_unwrapped() {
    assert_eq!(
        names(&[entry("bot/", ""), entry("bot/a.py", ""), entry("bot/lib/b.py", "")]),
        ["a.py", "lib/b.py"]
    );
    assert_eq!(names(&[entry("bot/a.py", ""), entry("c.py", "")]), ["bot/a.py", "c.py"]);
}

#[test]
fn what_editors_and_systems_leave_behind_is_dropped() {
    let left = [
        "__MACOSX/bot/._a.py",
        "bot/.DS_Store",
        "bot/.idea/x.xml",
        "bot/.git/config",
        "bot/__pycache__/a.pyc",
    ];
    let mut entries: Vec<Packed> = left.iter().map(|name| entry(name, "x")).collect();
    entries.push(entry("bot/a.py", ""));
    assert_eq!(names(&entries), ["a.py"]);
}

#[test]
fn names_that_lead_elsewhere_are_refused() {
    let refusal = |name: &str| read(&[entry(name, "x")]).unwrap_err();
    for name in ["/etc/passwd", "\\x", "C:/x", "C:\\x"] {
        assert_eq!(refusal(name), Refusal::Absolute(name.into()));
    }
    for name in ["../x", "a/../../x", "a/..", "..\\x"] {
        assert_eq!(refusal(name), Refusal::Outside(name.into()));
    }
    for name in ["a\\b", "a\nb", "a//b", "./a", "a./b", "a /b", "a\0b", &"x".repeat(300), &"x/".repeat(20)] {
        assert!(matches!(refusal(name), Refusal::Name { .. }), "{name:?}: {:?}", refusal(name));
    }
    let odd = Packed { name: vec![b'a', 0xff], ..entry("", "x") };
    assert!(matches!(read(&[odd]), Err(Refusal::Name { .. })));
}

#[test]
fn links_and_devices_are_refused() {
    let with_mode = |mode| read(&[Packed { mode, ..entry("x", "/etc/passwd") }]).unwrap_err();
    assert_eq!(with_mode(0o120_777), Refusal::Link("x".into()));
    for mode in [0o020_666, 0o060_666, 0o010_666, 0o140_666] {
        assert_eq!(with_mode(mode), Refusal::Device("x".into()));
    }
}

#[test]
fn names_that_meet_are_refused() {
    let both = |a: &str, b: &str| read(&[entry(a, "x"), entry(b, "y")]).unwrap_err();
    assert_eq!(both("a", "a"), Refusal::Twice("a".into()));
    assert_eq!(both("a.py", "A.py"), Refusal::Case("a.py".into(), "A.py".into()));
    assert_eq!(both("lib/a.py", "Lib/b.py"), Refusal::Case("lib".into(), "Lib".into()));
    assert_eq!(both("É", "é"), Refusal::Case("É".into(), "é".into()));
    assert_eq!(both("a", "a/b"), Refusal::Both("a".into()));
    assert_eq!(both("a/b", "a"), Refusal::Both("a".into()));
}

#[test]
fn entries_that_share_bytes_are_refused() {
    let again = Packed { on: Some(0), ..entry("a", "xyz") };
    let archive = pack(&[entry("a", "xyz"), again]);
    assert_eq!(Intake::default().read(&archive).unwrap_err(), Refusal::Twice("a".into()));
    // With a name of its own it must differ from the header it lies on.
    let other = Packed { on: Some(0), ..entry("b", "xyz") };
    assert!(matches!(read(&[entry("a", "xyz"), other]), Err(Refusal::Broken(_))));
    // One entry in the bytes of another.
    let inner = pack(&[entry("b", "xyz")]);
    let header = inner[..34].to_vec();
    let mut archive = pack(&[Packed { bytes: header, ..entry("a", "") }, entry("b", "xyz")]);
    let line = archive.windows(4).rposition(|window| window == b"PK\x01\x02").unwrap();
    archive[line + 42..line + 46].copy_from_slice(&31_u32.to_le_bytes());
    assert_eq!(Intake::default().read(&archive).unwrap_err(), Refusal::Overlap("a".into(), "b".into()));
}

#[test]
fn too_much_of_anything_is_refused() {
    let small = Intake { archive: 1000, entries: 3, file: 100, total: 150, ..Intake::default() };
    let refusal = |entries: &[Packed]| small.read(&pack(entries)).unwrap_err();
    let (fifty, many) = ("x".repeat(80), ["a", "b", "c", "d"].map(|name| entry(name, "")));
    assert_eq!(refusal(&many), Refusal::Many { entries: 4, limit: 3 });
    assert_eq!(refusal(&[entry("a", &"x".repeat(120))]), Refusal::LargeFile { name: "a".into(), limit: 100 });
    assert_eq!(refusal(&[entry("a", &fifty), entry("b", &fifty)]), Refusal::Total { limit: 150 });
    assert!(matches!(refusal(&[entry("a", &"x".repeat(2000))]), Refusal::Large { limit: 1000, .. }));
    assert_eq!(refusal(&[entry("a/", "")]), Refusal::Empty);
    assert_eq!(refusal(&[]), Refusal::Empty);
}

#[test]
fn a_bomb_is_stopped_while_it_unfolds_and_cannot_lie_about_its_size() {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file("bomb", zip::write::SimpleFileOptions::default()).unwrap();
    io::Write::write_all(&mut writer, &vec![0; 8 << 20]).unwrap();
    let mut archive = writer.finish().unwrap().into_inner();
    let bomb = Refusal::Ratio { name: "bomb".into(), limit: 200 };
    assert_eq!(Intake::default().read(&archive).unwrap_err(), bomb);
    // The size in the directory is only a claim.
    let line = archive.windows(4).rposition(|window| window == b"PK\x01\x02").unwrap();
    archive[line + 24..line + 28].copy_from_slice(&5_u32.to_le_bytes());
    assert!(Intake::default().read(&archive).is_err());
}

#[test]
fn secrets_odd_methods_and_damage_are_refused() {
    assert_eq!(read(&[Packed { flags: 1, ..entry("a", "x") }]).unwrap_err(), Refusal::Encrypted("a".into()));
    assert_eq!(read(&[Packed { method: 12, ..entry("a", "x") }]).unwrap_err(), Refusal::Method("a".into()));
    let good = pack(&[entry("a.py", "print()"), entry("b.py", "")]);
    for archive in
        [&good[1..], &good[..good.len() - 1], b"", b"PK", b"not an archive at all, but long enough to be one"]
    {
        assert!(matches!(Intake::default().read(archive), Err(Refusal::Broken(_))));
    }
    let mut damaged = good;
    damaged[36] ^= 1;
    assert!(matches!(Intake::default().read(&damaged), Err(Refusal::Broken(_))), "the checksum tells");
}

#[test]
fn no_flipped_byte_makes_it_panic_or_lets_a_bad_name_in() {
    let good = pack(&[entry("bot/a.py", "print()"), entry("bot/b.py", "x")]);
    for at in 0..good.len() {
        for flip in [1, 0x80, 0xff] {
            let mut archive = good.clone();
            archive[at] ^= flip;
            if let Ok(submission) = Intake::default().read(&archive) {
                assert!(submission.files.keys().all(|name| !name.contains("..") && !name.starts_with('/')));
            }
        }
    }
}
