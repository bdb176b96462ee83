//! A program as a student would write it passes every phase, and each mistake in it is found at its rule.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::path::{Path, PathBuf};
use std::process::Command as Process;
use std::time::Duration;

use meydan_course::{Lang, Report, Room, Terms, check};
use meydan_sandbox::Command;

const SOURCE: &str = include_str!("student.c");

/// Compiles a program; `name` tells mutants apart.
fn compile(folder: &Path, name: &str, source: &str) -> PathBuf {
    let (file, program) = (folder.join(format!("{name}.c")), folder.join(name));
    std::fs::write(&file, source).unwrap();
    let built = Process::new("cc").arg("-O1").arg("-w").arg("-o").arg(&program).arg(&file).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    program
}

fn judge(program: &Path, phase: u8, boards: u32) -> Report {
    let command = Command {
        program: program.display().to_string(),
        args: vec![phase.to_string()],
        env: Vec::new(),
        dir: None,
    };
    let (patience, time) = (Duration::from_secs(20), Duration::from_secs(600));
    let terms =
        Terms { phase, boards, seed: 5, patience, time, room: Room::Bare, tools: Vec::new(), lang: Lang::En };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(check(&command, &terms)).unwrap()
}

/// The rules that were broken, and those that were never seen.
fn verdict(report: &Report) -> (Vec<&'static str>, Vec<&'static str>) {
    let broken = report.rules.iter().filter(|rule| rule.wrong > 0).map(|rule| rule.rule).collect();
    let unseen = report.rules.iter().filter(|rule| rule.wrong + rule.right == 0).map(|rule| rule.rule);
    (broken, unseen.collect())
}

#[test]
fn a_good_program_passes_all_phases() {
    let folder = tempfile::tempdir().unwrap();
    let program = compile(folder.path(), "good", SOURCE);
    for phase in 1..=6 {
        let report = judge(&program, phase, 48);
        let (broken, unseen) = verdict(&report);
        assert!(broken.is_empty(), "phase {phase}: {broken:?} {:#?}", report.rules);
        assert!(unseen.is_empty(), "phase {phase}: {unseen:?} were not seen");
        assert!(report.ok);
    }
}

/// The phase in which a mistake is made, the rule it breaks, what is there, and what stands there instead.
const MISTAKES: &[(u8, &str, &str, &str)] = &[
    (
        1,
        "hunters",
        "hr[i], hc[i]);\n    printf(\"%d\\n\", walls)",
        "hc[i], hr[i]);\n    printf(\"%d\\n\", walls)",
    ),
    (1, "core", "n, m, core_r, core_c, runners);\n    for", "n, m, core_c, core_r, runners);\n    for"),
    (1, "walls", "wall[i].r, wall[i].c, wall[i].d);\n    if", "wall[i].r, wall[i].c, 'H');\n    if"),
    (2, "connected", "if (!connected()) walls--;", ""),
    (2, "core-distance", "if (distance(rr[i], rc[i], core_r, core_c) >= 2) break;", "break;"),
    (2, "hunter-distance", "< 2) near = 1;", "< 1) near = 1;"),
    (2, "walls", "if (w.d == 'H' ? w.r == n - 1 : w.c == m - 1) continue;", ""),
    (2, "random", "(unsigned)atoi(seed)", "7"),
    (
        3,
        "fixed-wall",
        "if (blocked(rr[i], rc[i], DR[k], DC[k])) return 0;",
        "if (blocked(rr[i], rc[i], DR[k], DC[k]) == 1) return 0;",
    ),
    (
        3,
        "border",
        "if (blocked(rr[i], rc[i], DR[k], DC[k])) return 0;",
        "if (blocked(rr[i], rc[i], DR[k], DC[k]) > 1) return 0;",
    ),
    (3, "hunter-two-steps", "step < 2", "step < 1"),
    (
        3,
        "hunter-row-first",
        "if (dc != 0 &&",
        "if (dc != 0 && !(dr != 0 && !blocked(hr[j], hc[j], dr, 0)) &&",
    ),
    (3, "hunter-walls", "!blocked(hr[j], hc[j], 0, dc)", "1"),
    (3, "victory", "arrived * 3 >= runners", "arrived > runners"),
    (3, "defeat", "catch_all();\n    }\n}\n\nvoid age", "}\n}\n\nvoid age"),
    (4, "victory", "arrived * 3 >= runners", "arrived >= runners"),
    (4, "light-life", "{r, c, 2, d}", "{r, c, 3, d}"),
    (4, "light-budget", "budget[i]--;", ""),
    (4, "light-cut", "if (!connected()) {\n        lights--;\n        return 0;\n    }", ""),
    (
        4,
        "light-place",
        "if (fixed_at(r, c, d) || light_at(r, c, d)) return 0;",
        "if (light_at(r, c, d)) return 0;",
    ),
    (
        4,
        "light-blocks",
        "if (blocked(rr[i], rc[i], DR[k], DC[k])) return 0;",
        "if (blocked(rr[i], rc[i], DR[k], DC[k]) % 3) return 0;",
    ),
    (4, "hunter-nearest", "(best < 0 ||", "(best < 0 || 0 &&"),
    (4, "order", "if (turn >= runners) {", "if (runners > 1) {"),
    (5, "box-opens", "boxes--;\n            br[b] = br[boxes];\n            bc[b] = bc[boxes];", ""),
    (
        5,
        "earthquake",
        "if (blocked(r, c, DR[k], DC[k])) continue;",
        "if (outside(r + DR[k], c + DC[k])) continue;",
    ),
    (5, "box-turn", "return prize == 0 || (", "return ("),
    (5, "push", "if (distance(hr[h], hc[h], r, c) != 1 ||", "if ("),
    (
        1,
        "walls",
        "for (int i = 0; i < walls; i++) printf(\"%d %d %c\\n\"",
        "for (int i = 1; i < walls; i++) printf(\"%d %d %c\\n\"",
    ),
    (
        3,
        "hunter-row-first",
        "if (dc != 0 && !blocked(hr[j], hc[j], 0, dc))\n                hc[j] += dc;",
        "if (dc != 0) { if (!blocked(hr[j], hc[j], 0, dc))\n                hc[j] += dc; }",
    ),
    (
        4,
        "light-budget",
        "budget[i] = (n < m ? n : m) / 3 > 1 ? (n < m ? n : m) / 3 : 1",
        "budget[i] = ((n < m ? n : m)+2) / 3 > 1 ? ((n < m ? n : m)+2) / 3 : 1",
    ),
    (
        4,
        "light-budget",
        "budget[i] = (n < m ? n : m) / 3 > 1 ? (n < m ? n : m) / 3 : 1",
        "budget[i] = (n < m ? n : m) / 3",
    ),
    (
        4,
        "light-budget",
        "        lights--;\n        return 0;",
        "        lights--; budget[i]--;\n        return 0;",
    ),
    (4, "light-place", "if (outside(r, c) || (d == 'H'", "if (r >= n || c >= m || (d == 'H'"),
    (4, "light-life", "hunt();\n                age();", "age();\n                hunt();"),
    (
        4,
        "hunter-nearest",
        "< distance(hr[j], hc[j], rr[best], rc[best])",
        "<= distance(hr[j], hc[j], rr[best], rc[best])",
    ),
    (5, "box-walls", "budget[i] += 2", "budget[i] += 1"),
    (5, "box-turn", "return prize == 0 ||", "if (prize == 0) hunt(); return prize == 0 ||"),
    (5, "push", "        hr[h] = r;\n        hc[h] = c;", "        h = 0; hr[h] = r;\n        hc[h] = c;"),
    (
        6,
        "saved",
        "            save();\n            continue;",
        "            save(); turn = (turn + 1) % runners;\n            continue;",
    ),
    (6, "saved", "\"save.txt\", \"w\"", "\"save.txt\", \"a\""),
    (6, "new", "if (!strcmp(word, \"resume\")) {", "FILE *kept = fopen(\"save.txt\", \"r\"); if (kept) {"),
    (
        6,
        "saved",
        "arrived, turn, owes_push);\n    for (int i = 0; i < runners; i++) fprintf",
        "arrived, 0, owes_push);\n    for (int i = 0; i < runners; i++) fprintf",
    ),
];

#[test]
fn every_mistake_is_found_at_its_rule() {
    let folder = tempfile::tempdir().unwrap();
    let mut missed = Vec::new();
    for (number, (phase, rule, there, instead)) in MISTAKES.iter().enumerate() {
        assert!(SOURCE.contains(there), "mistake {number} ({rule}) changes nothing");
        let program = compile(folder.path(), &format!("m{number}"), &SOURCE.replacen(there, instead, 1));
        let report = judge(&program, *phase, if *phase < 3 { 12 } else { 30 });
        let (broken, _) = verdict(&report);
        let failure =
            report.rules.iter().find(|found| found.rule == *rule).and_then(|found| found.failure.clone());
        if !broken.contains(rule) || failure.is_none() {
            missed.push(format!("mistake {number}: {rule} of phase {phase}, found {broken:?}"));
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn a_program_that_hangs_floods_or_dies_is_said_to() {
    let judge = |script: &str| {
        let command = Command {
            program: "sh".into(),
            args: vec!["-c".into(), script.into()],
            env: Vec::new(),
            dir: None,
        };
        let (patience, time) = (Duration::from_secs(2), Duration::from_secs(60));
        let terms = Terms {
            phase: 1,
            boards: 1,
            seed: 1,
            patience,
            time,
            room: Room::Bare,
            tools: Vec::new(),
            lang: Lang::En,
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let report = runtime.block_on(check(&command, &terms)).unwrap();
        let runs = report.rules.iter().find(|rule| rule.rule == "runs").unwrap().failure.clone();
        runs.map_or_else(String::new, |failure| failure.found)
    };
    assert!(judge("sleep 60").contains("nothing that the check reads came"));
    assert!(judge("yes yes").contains("more than"));
    let died = judge("echo hello; echo oh no >&2; exit 3");
    assert!(died.contains("exit code 3") && died.contains("hello") && died.contains("oh no"), "{died}");
    assert!(judge("echo board; echo 5 x").contains("where a number should"));
    assert!(judge("cat > x; echo board; cat x; kill -SEGV $$").contains("segmentation fault"));
}

#[test]
fn the_smallest_case_is_shown_in_every_phase() {
    let folder = tempfile::tempdir().unwrap();
    let shrunk = |phase: u8, rule: &str, there: &str, instead: &str| {
        let program = compile(folder.path(), &format!("s{phase}"), &SOURCE.replacen(there, instead, 1));
        let report = judge(&program, phase, 12);
        let found = report.rules.iter().find(|found| found.rule == rule).unwrap();
        found.failure.clone().unwrap_or_else(|| panic!("{rule} of phase {phase} is not broken"))
    };
    let cells = |input: &str| -> u32 {
        input.split_whitespace().filter_map(|word| word.parse::<u32>().ok()).take(2).product()
    };
    let printed = shrunk(
        1,
        "walls",
        "wall[i].r, wall[i].c, wall[i].d);\n    if",
        "wall[i].r, wall[i].c, 'H');\n    if",
    );
    assert_eq!(printed.input.matches(['H', 'V']).count(), 1, "one wall is enough: {printed:?}");
    let made = shrunk(2, "hunter-distance", "< 2) near = 1;", "< 1) near = 1;");
    assert!(cells(&made.input) <= 16, "{made:?}");
    let played = shrunk(3, "hunter-two-steps", "step < 2", "step < 1");
    assert!(cells(&played.input) <= 12 && played.commands.len() == 1, "{played:?}");
    assert_eq!(played.story.len(), 1, "{played:?}");
    let walled = shrunk(4, "light-life", "{r, c, 2, d}", "{r, c, 3, d}");
    assert!(cells(&walled.input) <= 25 && walled.commands.len() <= 4, "{walled:?}");
}

#[test]
fn a_program_behind_walls_sees_its_game_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let Ok(room) = runtime.block_on(Room::survey()) else {
        println!("there are no walls here");
        return;
    };
    let judged = |program: &Path, phase: u8| {
        let command = Command {
            program: program.display().to_string(),
            args: vec![phase.to_string()],
            env: Vec::new(),
            dir: None,
        };
        let (patience, time) = (Duration::from_secs(20), Duration::from_secs(600));
        let terms =
            Terms { phase, boards: 3, seed: 5, patience, time, room, tools: Vec::new(), lang: Lang::En };
        runtime.block_on(check(&command, &terms)).unwrap()
    };
    let program = compile(folder.path(), "jailed", SOURCE);
    for phase in [1, 6] {
        let report = judged(&program, phase);
        assert!(report.jailed && !report.wrong, "phase {phase}: {:#?}", report.rules);
    }
    // One that looks around finds no home, no network and no other process.
    let nosy = SOURCE.replacen(
        "int wanted = 0;",
        "int wanted = 0; if (fopen(\"/etc/shadow\", \"r\") || fopen(\"/root/.profile\", \"r\") || fopen(\"/usr/x\", \"w\")) return 9;",
        1,
    );
    let program = compile(folder.path(), "nosy", &nosy);
    assert!(!judged(&program, 1).wrong);
}

#[test]
fn a_class_is_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let class = folder.path().join("class");
    for student in ["ali", "zahra"] {
        std::fs::create_dir_all(class.join(student)).unwrap();
    }
    compile(&class.join("ali"), "program", SOURCE);
    let wrong = SOURCE.replacen("step < 2", "step < 1", 1);
    compile(&class.join("zahra"), "phase3", &wrong);
    std::fs::remove_file(class.join("zahra/phase3.c")).unwrap();
    let (patience, time) = (Duration::from_secs(20), Duration::from_secs(600));
    let terms = Terms {
        phase: 1,
        boards: 4,
        seed: 5,
        patience,
        time,
        room: Room::Bare,
        tools: Vec::new(),
        lang: Lang::En,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let class = runtime.block_on(meydan_course::class(&class, &[1, 3], &terms, |_, _| {})).unwrap();
    let csv = class.csv();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "student,phase 1,phase 3,points");
    assert!(lines[1].starts_with("ali,6 of 6,"), "{csv}");
    assert!(class.rows[0].points > class.rows[1].points, "{csv}");
}
