//! Nothing of a bot outlives its tree, however it tries.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod shell;

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::Duration;

use shell::{alive, all_are_gone, kinds, line, living, python, shell, token};

/// Runs a shell script in both kinds of tree, and looks for it before and after the end.
async fn dies(script: &str, count: usize) {
    for kind in kinds() {
        let token = token();
        all_are_gone(shell(kind, script, &token), &token, count).await;
    }
}

#[tokio::test]
async fn children_die_with_it() {
    dies("sleep $0 & sleep $0 & echo; wait", 3).await;
}

#[tokio::test]
async fn a_child_in_a_session_of_its_own_dies_too() {
    dies("setsid sleep $0 & sleep 0.1; echo; wait", 2).await;
}

#[tokio::test]
async fn a_daemon_whose_parents_are_dead_dies_too() {
    dies("(setsid sh -c 'setsid sleep $0 & exit 0' $0 &); sleep 0.2; echo; exec sleep $0", 2).await;
}

#[tokio::test]
async fn an_orphan_of_a_bot_that_is_dead_dies_too() {
    for kind in kinds() {
        let token = token();
        let mut process = shell(kind, "setsid sleep $0 & echo; exit 0", &token);
        assert!(process.tree.wait(Duration::from_secs(60)).await);
        alive(&token, 1).await;
        process.tree.end().await.unwrap();
        assert_eq!(living(&token), []);
    }
}

#[tokio::test]
async fn a_forged_mark_and_an_empty_environment_help_nobody() {
    dies("MEYDAN_TREE=1-1 setsid sleep $0 & env -i setsid sleep $0 & sleep 0.1; echo; wait", 3).await;
}

#[tokio::test]
async fn an_orphan_that_joins_the_process_group_of_its_owner_dies_too() {
    let script = "
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.environ.clear()
        for group in [int(sys.argv[2]), os.getpgid(1)]:
            try: os.setpgid(0, group)
            except OSError: pass
        print(flush=True)
        time.sleep(600)
    os._exit(0)
time.sleep(600)";
    for kind in kinds() {
        let token = token();
        let command = meydan_sandbox::Command::parse("python3 -c").unwrap();
        let us = rustix::process::getpgrp().as_raw_nonzero().to_string();
        let process = kind.start(&command.with_args([script.into(), token.clone(), us])).unwrap();
        all_are_gone(process, &token, 2).await;
    }
}

#[tokio::test]
async fn comets_that_fork_the_next_and_die_are_caught() {
    let script = "
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        while True:
            if os.fork(): os._exit(0)
time.sleep(0.2)
print(flush=True)
time.sleep(600)";
    for kind in kinds() {
        let token = token();
        let mut process = python(kind, script, &token);
        line(&mut process).await;
        process.tree.end().await.unwrap();
        // A comet is easily missed by one look, so a few are taken.
        for _ in 0..20 {
            assert_eq!(living(&token), []);
        }
    }
}

#[tokio::test]
async fn one_that_ignores_signals_dies_too() {
    dies("trap '' TERM INT HUP QUIT; echo; while :; do sleep 1; done", 1).await;
}

#[tokio::test]
async fn children_that_were_stopped_die_too() {
    dies("sleep $0 & kill -STOP $!; setsid sh -c 'kill -STOP $$' $0 & sleep 0.2; echo; wait", 3).await;
}

#[tokio::test]
async fn dropping_the_tree_is_enough() {
    for kind in kinds() {
        let token = token();
        let mut process = shell(kind, "setsid sleep $0 & echo; wait", &token);
        line(&mut process).await;
        drop(process);
        assert_eq!(living(&token), []);
    }
}

#[tokio::test]
async fn the_end_of_one_tree_leaves_its_neighbour_alone() {
    for kind in kinds() {
        let (ours, theirs) = (token(), token());
        let mut neighbour = shell(kind, "setsid sleep $0 & sleep 0.1; echo; wait", &theirs);
        line(&mut neighbour).await;
        shell(kind, "exec sleep $0", &ours).tree.end().await.unwrap();
        alive(&theirs, 2).await;
        neighbour.tree.end().await.unwrap();
    }
}

#[tokio::test]
async fn what_this_process_starts_itself_is_left_alone() {
    let token = token();
    let mut child = std::process::Command::new("sleep").arg(&token).spawn().unwrap();
    let orphan = std::process::Command::new("sh")
        .args(["-c", "sleep $0 >&- 2>&- & echo $!", &token])
        .output()
        .unwrap();
    for kind in kinds() {
        shell(kind, "sleep 600 & sleep 600", "0").tree.end().await.unwrap();
    }
    alive(&token, 2).await;
    child.kill().unwrap();
    child.wait().unwrap();
    let orphan = String::from_utf8(orphan.stdout).unwrap();
    assert!(std::process::Command::new("kill").arg(orphan.trim()).status().unwrap().success());
}

#[tokio::test]
async fn killing_the_owner_outright_leaves_nothing() {
    const ROLE: &str = "MEYDAN_TEST_OWNER";
    // This test is also the program that is killed.
    if let Ok(token) = std::env::var(ROLE) {
        let mut trees = Vec::new();
        for kind in kinds() {
            let mut process = shell(kind, "setsid sleep $0 & sleep 0.1; echo; wait", &token);
            line(&mut process).await;
            trees.push(process);
        }
        println!("\nready");
        std::future::pending::<()>().await;
    }
    let token = token();
    let mut owner = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "killing_the_owner_outright_leaves_nothing", "--nocapture"])
        .env(ROLE, &token)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(owner.stdout.take().unwrap()).lines();
    assert!(lines.map_while(Result::ok).any(|line| line == "ready"));
    alive(&token, 4).await;
    owner.kill().unwrap();
    owner.wait().unwrap();
    // The keepers notice by themselves; the test fails by never ending where they do not.
    while !living(&token).is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn the_way_it_died_is_told_in_words() {
    for kind in kinds() {
        let died = async |script: &str| shell(kind, script, "0").tree.epitaph().await;
        assert!(died("exit 3").await.contains("exit code 3"));
        assert!(died("exit 0").await.contains("by itself"));
        assert!(died("kill -SEGV $$").await.contains("segmentation fault"));
        assert!(died("exec >&-; sleep 5").await.contains("runs on"));
    }
}

#[tokio::test]
async fn a_program_that_cannot_be_started_says_why() {
    let command = meydan_sandbox::Command::parse("sh").unwrap().in_dir("no/such/folder");
    for kind in kinds() {
        let error = kind.start(&command).err().unwrap().to_string();
        assert!(error.contains("No such file"), "{error}");
    }
}

#[tokio::test]
async fn the_process_is_known_by_the_id_it_has_outside() {
    for kind in kinds() {
        let token = token();
        let mut process = shell(kind, "echo; read line", &token);
        line(&mut process).await;
        assert_eq!(living(&token), [process.tree.pid()]);
    }
}

#[tokio::test]
async fn a_bare_tree_can_be_measured_and_frozen_as_well() {
    for kind in kinds() {
        let mut process = shell(kind, "while :; do :; done", "0");
        while process.tree.measure().cpu < Duration::from_millis(50) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        process.tree.freeze().await.unwrap();
        // A stopped process may finish the tick it is in.
        tokio::time::sleep(Duration::from_millis(50)).await;
        let before = process.tree.measure();
        assert!(before.memory > 0 && before.pids >= 1);
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert_eq!(process.tree.measure().cpu, before.cpu);
        process.tree.thaw().unwrap();
        while process.tree.measure().cpu == before.cpu {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        process.tree.end().await.unwrap();
    }
}

/// The child of this process above another.
fn keeper_of(pid: i32) -> i32 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let parent = stat.rsplit_once(')').unwrap().1.split_whitespace().nth(1).unwrap().parse().unwrap();
    if parent == std::process::id() as i32 { pid } else { keeper_of(parent) }
}

#[tokio::test]
async fn a_keeper_that_is_killed_takes_its_namespace_with_it() {
    let token = token();
    let mut process =
        shell(meydan_sandbox::Bare { namespace: true }, "setsid sleep $0 & sleep 0.1; echo; wait", &token);
    line(&mut process).await;
    let keeper = keeper_of(process.tree.pid());
    assert!(std::process::Command::new("kill").args(["-9", &keeper.to_string()]).status().unwrap().success());
    assert_eq!(process.tree.cause().await, meydan_sandbox::Cause::Lost);
    // The kernel kills the rest; the test fails by never ending where it does not.
    while !living(&token).is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    process.tree.end().await.unwrap();
}

/// Three programs insist on the same port, each to listen on one and to find a server on another. Each has both.
#[tokio::test]
async fn programs_that_want_the_same_port_have_it_in_networks_of_their_own() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    assert!(meydan_sandbox::Apart::is_possible(), "this machine must have network namespaces for this test");
    let script = "import socket, sys
door = socket.create_server(('127.0.0.1', 2000))
server = socket.create_connection(('127.0.0.1', 7099))
server.sendall(sys.argv[1].encode())
caller, _ = door.accept()
caller.sendall(b'called')
caller.close()
print('done', flush=True)
sys.stdin.read()
";
    let apart = meydan_sandbox::Apart { port: 7099, called: true };
    let mut programs = Vec::new();
    for _ in 0..3 {
        let token = token();
        let command = meydan_sandbox::Command::parse("python3 -c").unwrap();
        let mut process = apart.start(&command.with_args([script.to_owned(), token.clone()])).unwrap();
        let door = process.door.take().unwrap();
        door.set_nonblocking(true).unwrap();
        programs.push((process, tokio::net::TcpListener::from_std(door).unwrap(), token));
    }
    for (mut process, door, token) in programs {
        let (mut client, _) = door.accept().await.unwrap();
        let mut said = vec![0; token.len()];
        client.read_exact(&mut said).await.unwrap();
        assert_eq!(said, token.as_bytes());
        let mut call = process.dial.take().unwrap().connect(2000).await.unwrap();
        let mut answer = String::new();
        call.read_to_string(&mut answer).await.unwrap();
        assert_eq!(answer, "called");
        call.shutdown().await.unwrap();
        all_are_gone(process, &token, 1).await;
    }
}
