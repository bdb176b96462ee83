use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::Result;
use serde::Serialize;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// One JSON array instead of a list
    #[arg(long)]
    json: bool,
}

/// One thing this machine can or cannot do.
#[derive(Serialize)]
struct Finding {
    name: &'static str,
    ok: bool,
    found: String,
    /// What to do where it is missing.
    advice: &'static str,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let findings = [
        processes(),
        bubblewrap(),
        cgroups(),
        seccomp(),
        program("python3", "for bots in Python: apt-get install python3"),
        program("node", "for bots in JavaScript and for building the page: apt-get install nodejs"),
        program("java", "for bots in Java: apt-get install default-jdk"),
        program("g++", "for bots in C++: apt-get install g++"),
    ];
    if args.json {
        println!("{}", serde_json::to_string_pretty(&findings)?);
        return Ok(());
    }
    for Finding { name, ok, found, advice } in &findings {
        println!("{} {name}: {found}", if *ok { "yes" } else { "no " });
        if !ok {
            println!("      {advice}");
        }
    }
    Ok(())
}

fn processes() -> Finding {
    let ok = Path::new("/proc/self/stat").exists();
    Finding {
        name: "process trees",
        ok,
        found: if ok { "/proc is there; bots are killed with all their children" } else { "no /proc" }.into(),
        advice: "mount /proc; without it children that a bot leaves behind are not found",
    }
}

fn bubblewrap() -> Finding {
    let tried = Command::new("bwrap")
        .args(["--ro-bind", "/", "/", "--unshare-all", "--dev", "/dev", "true"])
        .stdin(Stdio::null())
        .output();
    let (ok, found) = match tried {
        Ok(output) if output.status.success() => {
            (true, "bubblewrap builds a room without network".to_owned())
        }
        Ok(output) => (false, String::from_utf8_lossy(&output.stderr).trim().to_owned()),
        Err(_) => (false, "bwrap is not installed".to_owned()),
    };
    Finding {
        name: "walls",
        ok,
        found,
        advice: "apt-get install bubblewrap, and allow user namespaces; without it no strangers' code should be run",
    }
}

fn cgroups() -> Finding {
    let v2 = Path::new("/sys/fs/cgroup/cgroup.controllers");
    let writable = |path: &str| fs::metadata(path).is_ok_and(|meta| !meta.permissions().readonly());
    let (ok, found) = if let Ok(controllers) = fs::read_to_string(v2) {
        let ok =
            ["memory", "pids", "cpu"].iter().all(|name| controllers.split_whitespace().any(|c| c == *name));
        (ok && writable("/sys/fs/cgroup"), format!("version 2 with {}", controllers.trim()))
    } else {
        let all =
            ["memory", "pids", "cpu"].iter().all(|name| Path::new("/sys/fs/cgroup").join(name).exists());
        (all, if all { "version 1" } else { "no memory, pids and cpu controllers" }.to_owned())
    };
    Finding {
        name: "limits",
        ok,
        found,
        advice: "run where cgroups are writable; without them memory and processes of bots are limited less strictly",
    }
}

fn seccomp() -> Finding {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ok = status.lines().any(|line| line.starts_with("Seccomp:"));
    Finding {
        name: "seccomp",
        ok,
        found: if ok { "the kernel filters system calls" } else { "the kernel has no seccomp" }.into(),
        advice: "use a kernel with CONFIG_SECCOMP_FILTER",
    }
}

fn program(name: &'static str, advice: &'static str) -> Finding {
    let tried = Command::new(name).arg("--version").stdin(Stdio::null()).output();
    let first = |bytes: &[u8]| String::from_utf8_lossy(bytes).lines().next().unwrap_or_default().to_owned();
    match tried {
        Ok(output) if output.status.success() => {
            let found = if output.stdout.is_empty() { first(&output.stderr) } else { first(&output.stdout) };
            Finding { name, ok: true, found, advice }
        }
        _ => Finding { name, ok: false, found: "not found".into(), advice },
    }
}
