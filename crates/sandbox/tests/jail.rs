//! What a jailed program sees, may do and may have.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::time::Duration;

use meydan_sandbox::{Cause, Command, Jail, Limits, Process, Words};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

fn jail() -> Jail {
    Jail::new(Limits {
        memory: 64 << 20,
        pids: 16,
        disk: 4 << 20,
        shared_memory: 4 << 20,
        ..Limits::default()
    })
}

async fn shell(jail: &Jail, script: &str) -> Process {
    let command = Command::parse("sh -c").unwrap().with_args([script.to_owned()]);
    jail.start(&command).await.unwrap()
}

async fn python(jail: &Jail, script: &str) -> Process {
    let command = Command::parse("python3 -c").unwrap().with_args([script.to_owned()]);
    jail.start(&command).await.unwrap()
}

/// All that a script writes to either stream, and why it ended.
async fn ran(jail: &Jail, script: &str) -> (String, Cause) {
    let mut process = shell(jail, &format!("exec 2>&1; {script}")).await;
    let mut text = String::new();
    process.stdout.read_to_string(&mut text).await.unwrap();
    let cause = process.tree.cause().await;
    process.tree.end().await.unwrap();
    (text, cause)
}

async fn says(script: &str) -> String {
    ran(&jail(), script).await.0
}

#[tokio::test]
async fn a_jailed_program_talks_over_its_pipes() {
    let mut process = shell(&jail(), "read name; echo hello $name").await;
    process.stdin.write_all(b"bot\n").await.unwrap();
    let mut text = String::new();
    process.stdout.read_to_string(&mut text).await.unwrap();
    assert_eq!(text, "hello bot\n");
    assert_eq!(process.tree.cause().await, Cause::Exit(0));
    process.tree.end().await.unwrap();
}

#[tokio::test]
async fn it_sees_its_own_processes_its_own_name_and_an_empty_environment() {
    assert_eq!(says("hostname").await, "jail\n");
    let processes = says("ls /proc | grep -c '^[0-9]'").await;
    assert!(processes.trim().parse::<u32>().unwrap() <= 5, "{processes}");
    let env = says("env | cut -d= -f1 | sort | tr '\\n' ' '").await;
    assert_eq!(env, "HOME LANG PATH PWD TMPDIR ");
}

#[tokio::test]
async fn it_sees_no_home_no_data_and_no_secrets_of_the_host() {
    let seen = says("ls / | tr '\n' ' '").await.replace("lib32 ", "");
    assert_eq!(seen, "bin dev etc lib lib64 proc sbin tmp usr ");
    assert_eq!(
        says("id -un").await,
        "bot
"
    );
    assert!(says("cat /etc/shadow").await.contains("No such file"));
    assert!(!says("cat /etc/passwd").await.contains("/root"));
}

#[tokio::test]
async fn it_can_write_to_its_scratch_alone_and_not_beyond_its_size() {
    for place in ["/", "/usr", "/etc", "/dev", "/proc/sys/kernel"] {
        let said = says(&format!("echo x > {place}/file")).await;
        assert!(
            said.contains("Read-only") || said.contains("Permission denied") || said.contains("nonexistent"),
            "{place}: {said}"
        );
    }
    assert_eq!(says("echo x > /tmp/file && cat /tmp/file").await, "x\n");
    for place in ["/tmp", "/dev/shm"] {
        let said =
            says(&format!("trap '' XFSZ; for i in 1 2 3; do head -c 2000000 /dev/zero > {place}/$i; done"))
                .await;
        assert!(said.contains("No space left"), "{said}");
    }
}

#[tokio::test]
async fn folders_of_the_host_can_be_shown_to_be_read() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bot.sh"), "cat data").unwrap();
    std::fs::write(folder.path().join("data"), "treasure").unwrap();
    std::process::Command::new("chmod").arg("-R").arg("a+rX").arg(folder.path()).status().unwrap();
    let jail = jail().with_folder(folder.path(), "/bot");
    let command = Command::parse("sh bot.sh").unwrap().in_dir("/bot");
    let mut process = jail.start(&command).await.unwrap();
    let mut text = String::new();
    process.stdout.read_to_string(&mut text).await.unwrap();
    assert_eq!(text, "treasure");
    assert!(ran(&jail, "echo x > /bot/data").await.0.contains("Read-only"));
}

#[tokio::test]
async fn more_memory_than_it_has_ends_it_with_the_kernels_word() {
    let mut process = python(&jail(), "x = bytearray(500 << 20)").await;
    let cause = process.tree.cause().await;
    assert_eq!(cause, Cause::Memory(64 << 20));
    assert!(cause.to_string().contains("oom_kill"));
    process.tree.end().await.unwrap();
}

#[tokio::test]
async fn a_fork_bomb_stays_in_its_jail() {
    let mut process = shell(&jail(), "bomb() { bomb | bomb & }; bomb; sleep 60").await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(process.tree.measure().pids <= 16);
    process.tree.end().await.unwrap();
}

#[tokio::test]
async fn what_it_uses_is_counted_from_outside() {
    let script = "import time\nt = time.process_time()\nwhile time.process_time() - t < 0.3: pass\nprint(flush=True)\ntime.sleep(60)";
    let mut process = python(&jail(), script).await;
    process.stdout.read_u8().await.unwrap();
    let usage = process.tree.measure();
    assert!(usage.cpu >= Duration::from_millis(300), "{usage:?}");
    assert!(usage.peak > 1 << 20 && usage.memory > 1 << 20 && usage.pids == 1, "{usage:?}");
    process.tree.end().await.unwrap();
    assert!(process.tree.measure().cpu >= usage.cpu);
}

#[tokio::test]
async fn a_frozen_tree_uses_no_time_and_can_be_ended() {
    let mut process = shell(&jail(), "while :; do :; done").await;
    process.tree.freeze().await.unwrap();
    let before = process.tree.measure().cpu;
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(process.tree.measure().cpu, before);
    process.tree.thaw().unwrap();
    while process.tree.measure().cpu == before {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    process.tree.freeze().await.unwrap();
    process.tree.end().await.unwrap();
}

#[tokio::test]
async fn two_jails_have_the_same_port_and_each_reaches_its_own_match() {
    let script =
        "import socket\ns = socket.create_connection(('localhost', 8765))\ns.sendall(s.recv(100).upper())";
    let (mut first, mut second) =
        (python(&jail().with_port(8765), script).await, python(&jail().with_port(8765), script).await);
    for (process, word) in [(&mut first, "first"), (&mut second, "second")] {
        let door = process.door.take().unwrap();
        door.set_nonblocking(true).unwrap();
        let (mut guest, _) = tokio::net::TcpListener::from_std(door).unwrap().accept().await.unwrap();
        guest.write_all(word.as_bytes()).await.unwrap();
        let mut answer = String::new();
        guest.read_to_string(&mut answer).await.unwrap();
        assert_eq!(answer, word.to_uppercase());
        process.tree.end().await.unwrap();
    }
}

#[tokio::test]
async fn a_program_that_is_not_there_is_its_own_fault_and_a_folder_that_is_not_there_is_ours() {
    let missing = jail().start(&Command::parse("no-such-program").unwrap()).await.err().unwrap();
    assert!(missing.to_string().contains("`no-such-program` cannot be started: No such file"), "{missing}");
    let command = Command::parse("true").unwrap();
    let wall = jail().with_folder("/no/such/folder", "/bot").start(&command).await.err().unwrap();
    assert!(matches!(wall, meydan_sandbox::StartError::Wall(_)), "{wall}");
    let secret = tempfile::tempdir().unwrap();
    std::process::Command::new("chmod").arg("700").arg(secret.path()).status().unwrap();
    let wall = jail().with_folder(secret.path(), "/bot").start(&command).await.err().unwrap();
    assert!(wall.to_string().contains("chmod -R a+rX"), "{wall}");
}

#[tokio::test]
async fn a_folder_that_is_given_to_write_in_outlives_the_jail_and_nothing_else_can_be_written() {
    use std::os::unix::fs::PermissionsExt;
    let kept = tempfile::tempdir().unwrap();
    std::fs::set_permissions(kept.path(), std::fs::Permissions::from_mode(0o777)).unwrap();
    let jail = jail().with_writable(kept.path(), "/game");
    assert_eq!(ran(&jail, "echo saved > /game/save; echo x > /usr/x").await.1, Cause::Exit(2));
    assert_eq!(std::fs::read_to_string(kept.path().join("save")).unwrap(), "saved\n");
    assert_eq!(ran(&jail, "cat /game/save").await.0, "saved\n");
}

#[tokio::test]
async fn every_end_has_a_cause() {
    assert_eq!(ran(&jail(), "exit 3").await.1, Cause::Exit(3));
    assert_eq!(ran(&jail(), "kill -SEGV $$").await.1, Cause::Signal(11));
    let mut process = shell(&jail(), "sleep 60").await;
    process.tree.end().await.unwrap();
    assert_eq!(process.tree.cause().await, Cause::Killed);
}

#[tokio::test]
async fn a_run_ends_at_the_first_limit_it_reaches() {
    let limits = Limits { time: Duration::from_millis(200), output: 1000, ..jail().limits };
    let run = async |script: &str, limits: Limits| {
        let command = Command::parse("sh -c").unwrap().with_args([script.to_owned()]);
        Jail::new(limits).run(&command, b"input").await.unwrap()
    };
    assert_eq!(run("sleep 60", limits.clone()).await.cause, Cause::Clock(limits.time));
    assert_eq!(run("yes >&2", limits.clone()).await.cause, Cause::Output(1000));
    let busy =
        Limits { time: Duration::from_secs(60), cpu_time: Duration::from_millis(200), ..limits.clone() };
    assert_eq!(run("while :; do :; done", busy.clone()).await.cause, Cause::Cpu(busy.cpu_time));
    let report = run("sleep 60 & cat; echo done >&2; exit 0", limits).await;
    assert!(report.succeeded() && report.clean);
    assert_eq!((&report.stdout[..], &report.stderr[..]), (&b"input"[..], &b"done\n"[..]));
}

#[tokio::test]
async fn every_wall_stands_here() {
    for wall in meydan_sandbox::survey().await {
        assert!(wall.stands || !wall.needed, "{wall:?}");
    }
}

#[tokio::test]
async fn a_client_inside_plays_with_a_server_outside_through_the_relay() {
    let server = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let script =
        "import socket\ns = socket.create_connection(('127.0.0.1', 7099))\nprint(s.recv(100).decode())";
    let mut process = python(&jail().with_port(7099), script).await;
    let door = process.door.take().unwrap();
    let relay = meydan_sandbox::Relay::new(door, server.local_addr().unwrap()).unwrap();
    let (mut guest, _) = server.accept().await.unwrap();
    guest.write_all(b"welcome").await.unwrap();
    drop(guest);
    let mut text = String::new();
    process.stdout.read_to_string(&mut text).await.unwrap();
    assert_eq!(text, "welcome\n");
    drop(relay);
}

#[tokio::test]
async fn a_server_outside_calls_a_client_inside_on_its_own_port() {
    let script = "import socket\ns = socket.create_server(('127.0.0.1', 2000))\nprint(flush=True)\n\
        while True:\n    c, _ = s.accept()\n    c.sendall(c.recv(100).upper())\n    c.close()";
    let mut jails = Vec::new();
    for word in ["first", "second"] {
        let mut process = python(&jail().with_calls(), script).await;
        process.stdout.read_u8().await.unwrap();
        let dial = std::sync::Arc::new(process.dial.take().unwrap());
        let door = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = door.local_addr().unwrap();
        jails.push((meydan_sandbox::Relay::back(door, dial, 2000), address, process, word));
    }
    for _ in 0..3 {
        for (_, address, _, word) in &jails {
            let mut guest = tokio::net::TcpStream::connect(address).await.unwrap();
            guest.write_all(word.as_bytes()).await.unwrap();
            let mut answer = String::new();
            guest.read_to_string(&mut answer).await.unwrap();
            assert_eq!(answer, word.to_uppercase());
        }
    }
    for (_, _, mut process, _) in jails {
        process.tree.end().await.unwrap();
    }
}

/// The control groups that a process has made.
fn groups_of(pid: u32) -> usize {
    let name = format!("meydan-{pid}-");
    let folders = |path: &std::path::Path| {
        let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
        entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(&name)).count()
    };
    let root = std::path::Path::new("/sys/fs/cgroup");
    let controllers = std::fs::read_dir(root).unwrap().flatten();
    folders(root) + controllers.map(|controller| folders(&controller.path())).sum::<usize>()
}

#[tokio::test]
async fn killing_the_owner_outright_leaves_no_process_and_no_group() {
    const ROLE: &str = "MEYDAN_TEST_OWNER";
    // This test is also the program that is killed.
    if std::env::var_os(ROLE).is_some() {
        let mut running = shell(&jail(), "setsid sleep 60 & while :; do :; done").await;
        let mut frozen = shell(&jail(), "while :; do :; done").await;
        frozen.tree.freeze().await.unwrap();
        println!("\nready {}", running.tree.pid());
        running.tree.cause().await;
    }
    let mut owner = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "killing_the_owner_outright_leaves_no_process_and_no_group", "--nocapture"])
        .env(ROLE, "1")
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let lines = std::io::BufRead::lines(std::io::BufReader::new(owner.stdout.take().unwrap()));
    let ready =
        lines.map_while(Result::ok).find_map(|line| Some(line.strip_prefix("ready ")?.to_owned())).unwrap();
    assert!(groups_of(owner.id()) > 0);
    owner.kill().unwrap();
    owner.wait().unwrap();
    // The keepers notice by themselves; the test fails by never ending where they do not.
    while groups_of(owner.id()) > 0 || std::path::Path::new("/proc").join(&ready).exists() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn a_prepared_jail_has_the_limits_of_whoever_takes_it_and_an_idle_pool_leaves_nothing() {
    let pool = std::sync::Arc::new(meydan_sandbox::Pool::new(2).unwrap());
    let jail = jail().with_pool(pool);
    let mut process = python(&jail, "x = bytearray(500 << 20)").await;
    assert_eq!(process.tree.cause().await, Cause::Memory(64 << 20));
    process.tree.end().await.unwrap();
    assert_eq!(ran(&jail, "echo hello").await.0, "hello\n");
    let roomy =
        Jail::new(Limits { memory: 1 << 30, ..jail.limits.clone() }).with_pool(jail.pool.clone().unwrap());
    let mut process = python(&roomy, "x = bytearray(500 << 20)").await;
    assert_eq!(process.tree.cause().await, Cause::Exit(0));
}

#[tokio::test]
async fn a_build_leaves_its_output_and_nothing_else() {
    let source = tempfile::tempdir().unwrap();
    std::fs::write(source.path().join("bot.c"), "int main(void) { return 7; }").unwrap();
    std::process::Command::new("chmod").arg("-R").arg("a+rX").arg(source.path()).status().unwrap();
    let limits = meydan_sandbox::Language::named("c").build();
    let intake = meydan_sandbox::intake::Intake::default();
    let jail = Jail::new(limits);
    // A link to a file of the host leads to what the jail has there, or nowhere.
    let script =
        "echo compiling; gcc -o bot bot.c; ln -s /etc/passwd users; ln bot twin; echo x > /tmp/stays";
    let built = jail.build(source.path(), script, &intake).await.unwrap();
    assert_eq!(built.report.stderr, b"compiling\n");
    assert_eq!(built.files.files.keys().collect::<Vec<_>>(), ["bot", "bot.c", "twin", "users"]);
    assert!(built.files.files["users"].bytes.starts_with(b"root:x:0:0:root:/:/bin/false"));
    assert_eq!(std::fs::read_dir(source.path()).unwrap().count(), 1);
    let program = tempfile::tempdir().unwrap();
    built.files.unpack(&program.path().join("bot")).unwrap();
    std::process::Command::new("chmod").arg("a+rx").arg(program.path()).status().unwrap();
    let run = jail.with_folder(program.path().join("bot"), "/bot");
    let report = run.run(&Command::parse("/bot/bot").unwrap(), &[]).await.unwrap();
    assert_eq!(report.cause, Cause::Exit(7));
}

#[tokio::test]
async fn a_build_that_fails_says_why() {
    let source = tempfile::tempdir().unwrap();
    std::fs::write(source.path().join("bot.c"), "int main(void) { return }").unwrap();
    std::process::Command::new("chmod").arg("-R").arg("a+rX").arg(source.path()).status().unwrap();
    let jail = Jail::new(meydan_sandbox::Language::named("c").build());
    let failed =
        jail.build(source.path(), "gcc -o bot bot.c", &meydan_sandbox::intake::Intake::default()).await;
    let Err(meydan_sandbox::BuildError::Failed(report)) = failed else { panic!("{failed:?}") };
    assert!(String::from_utf8_lossy(&report.stderr).contains("error: expected expression"));
    assert_eq!(report.cause, Cause::Exit(1));
}

#[tokio::test]
async fn a_command_line_for_a_bare_start_is_said_as_it_is_inside() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("bot.sh");
    std::fs::write(&script, "pwd; echo $1 $LEVEL; ls").unwrap();
    std::process::Command::new("chmod").arg("-R").arg("a+rX").arg(folder.path()).status().unwrap();
    let command =
        Command::parse("sh").unwrap().with_args([script.display().to_string(), "/elsewhere".into()]);
    let command = command.in_dir(folder.path()).with_env([("LEVEL".to_owned(), "3".to_owned())]);
    let around = Jail::around(&command, jail().limits, &[], Words::Typed).unwrap();
    let report = around.jail.run(&around.command, &[]).await.unwrap();
    assert_eq!(String::from_utf8_lossy(&report.stdout), "/bot\n/elsewhere 3\nbot.sh\n");
}

#[tokio::test]
async fn the_languages_of_this_host_run_inside_with_their_own_limits() {
    let folder = tempfile::tempdir().unwrap();
    let java = "import java.util.stream.*; public class Bot { public static void main(String[] a) throws Exception {\
        Thread t = new Thread(() -> System.out.print(IntStream.range(0, 9).parallel().sum())); t.start(); t.join(); } }";
    let node = "new (require('worker_threads').Worker)('setTimeout(() => process.stdout.write(String(36)), 1)', { eval: true })";
    let python = "import threading\nthreading.Thread(target=lambda: print(36, end='')).start()";
    for (file, text) in [("Bot.java", java), ("bot.js", node), ("bot.py", python)] {
        std::fs::write(folder.path().join(file), text).unwrap();
    }
    std::process::Command::new("chmod").arg("-R").arg("a+rX").arg(folder.path()).status().unwrap();
    let languages = [("java", "java Bot.java"), ("javascript", "node bot.js"), ("python", "python3 bot.py")];
    for (name, line) in languages {
        let command = Command::parse(line).unwrap().in_dir("/bot");
        if !std::path::Path::new("/usr/bin").join(&command.program).exists() {
            continue;
        }
        let limits = Limits { time: Duration::from_secs(60), ..meydan_sandbox::Language::named(name).run() };
        let report = Jail::new(limits).with_folder(folder.path(), "/bot").run(&command, &[]).await.unwrap();
        let said = String::from_utf8_lossy(&report.stdout);
        assert_eq!(
            (report.cause, &*said),
            (Cause::Exit(0), "36"),
            "{}",
            String::from_utf8_lossy(&report.stderr)
        );
    }
}

#[tokio::test]
async fn a_program_can_be_held_to_some_cores() {
    let jail = Jail::new(Limits { cores: vec![0], ..jail().limits });
    assert_eq!(
        ran(
            &jail,
            "grep Cpus_allowed_list /proc/self/status | cut -f2; taskset -pc 0-63 $$ >/dev/null; nproc"
        )
        .await
        .0,
        "0\n1\n"
    );
}
