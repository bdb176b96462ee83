//! A program as a student would write it passes every phase, and each mistake in it is found at its rule.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::path::{Path, PathBuf};
use std::process::Command as Process;
use std::time::Duration;

use meydan_course::{Report, Terms, check};
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
    let terms = Terms { phase, boards, seed: 5, patience: Duration::from_secs(20) };
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
        assert!(!report.ok);
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
        let terms = Terms { phase: 1, boards: 1, seed: 1, patience: Duration::from_secs(2) };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let report = runtime.block_on(check(&command, &terms)).unwrap();
        let runs = report.rules.iter().find(|rule| rule.rule == "runs").unwrap().failure.clone();
        runs.map_or_else(String::new, |failure| failure.found)
    };
    assert!(judge("sleep 60").contains("nothing came"));
    assert!(judge("yes yes").contains("more than"));
    assert!(judge("exit 3").contains("no board was printed"));
    assert!(judge("echo board; echo 5 x").contains("where a number should"));
}
