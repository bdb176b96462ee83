//! An honest bot's time for a turn, alone and beside bots that are not honest. `cargo bench -p meydan-sandbox --bench fair`
#![allow(clippy::unwrap_used, reason = "a bench may panic")]

use std::time::{Duration, Instant};

use meydan_sandbox::{Command, Jail, Limits, Process};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

const TURNS: usize = 300;
/// An honest bot: the same work for every line it is sent.
const HONEST: &str = "import sys\nfor line in sys.stdin:\n    sum(range(20000))\n    print(flush=True)";
const NEIGHBOURS: &[(&str, &[&str])] = &[
    ("alone", &[]),
    (
        "beside fifty spinners",
        &["import os\nfor _ in range(50): os.fork() or exec('while True: pass')\nwhile True: pass"],
    ),
    (
        "beside a memory hog",
        &[
            "x = []\nwhile True:\n    try: x.append(bytearray(b'x') * (1 << 20))\n    except MemoryError: x.clear()\n    if len(x) > 400: x.clear()",
        ],
    ),
    (
        "beside a disk hog",
        &[
            "import os\nwhile True:\n    try:\n        f = open('/tmp/x', 'wb')\n        while True: f.write(bytes(1 << 16)); f.flush(); os.fsync(f.fileno())\n    except OSError: f = None",
        ],
    ),
];

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let cores = std::thread::available_parallelism().unwrap().get();
        println!("a turn of an honest bot, in milliseconds of wall time, and its processor time per turn");
        println!("{:<34} {:>7} {:>7} {:>7} {:>9}", "", "25 %", "50 %", "95 %", "processor");
        for pinned in [false, true].into_iter().filter(|&pinned| !pinned || cores > 1) {
            for (name, hogs) in NEIGHBOURS {
                let mut neighbours = Vec::new();
                for hog in *hogs {
                    neighbours.push(start(hog, if pinned { vec![1] } else { vec![] }).await);
                }
                tokio::time::sleep(Duration::from_millis(300)).await;
                let name = format!("{name}{}", if pinned { ", a core each" } else { "" });
                honest(&name, if pinned { vec![0] } else { vec![] }).await;
                for mut neighbour in neighbours {
                    neighbour.tree.end().await.unwrap();
                }
            }
        }
    });
}

async fn start(script: &str, cores: Vec<u16>) -> Process {
    let jail = Jail::new(Limits { cores, memory: 512 << 20, pids: 64, ..Limits::default() });
    jail.start(&Command::parse("python3 -c").unwrap().with_args([script.to_owned()])).await.unwrap()
}

async fn honest(name: &str, cores: Vec<u16>) {
    let mut process = start(HONEST, cores).await;
    let mut lines = BufReader::new(process.stdout).lines();
    let mut times = Vec::new();
    let mut before = Duration::ZERO;
    for turn in 0..TURNS + 20 {
        if turn == 20 {
            before = process.tree.measure().cpu;
        }
        let begun = Instant::now();
        process.stdin.write_all(b"turn\n").await.unwrap();
        lines.next_line().await.unwrap().unwrap();
        if turn >= 20 {
            times.push(begun.elapsed());
        }
    }
    let cpu = (process.tree.measure().cpu - before) / TURNS as u32;
    process.tree.end().await.unwrap();
    times.sort();
    let part = |percent: usize| times[TURNS * percent / 100].as_secs_f64() * 1e3;
    println!("{name:<34} {:7.2} {:7.2} {:7.2} {:9.2}", part(25), part(50), part(95), cpu.as_secs_f64() * 1e3);
}
