//! What it costs to start a program: plain, bare, in bubblewrap alone, and jailed. `cargo bench -p meydan-sandbox --bench start`
#![allow(clippy::unwrap_used, reason = "a bench may panic")]

use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, Instant};

use meydan_sandbox::{Bare, Command, Jail, Limits, Pool, Walls};
use tokio::io::AsyncReadExt;

const TIMES: usize = 60;

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        println!("from the call to the first byte of `echo`, in milliseconds");
        let plain = measure("fork and exec", async || {
            let begun = Instant::now();
            let mut child = tokio::process::Command::new("echo").stdout(Stdio::piped()).spawn().unwrap();
            child.stdout.take().unwrap().read_u8().await.unwrap();
            let took = begun.elapsed();
            child.wait().await.unwrap();
            took
        });
        let plain = plain.await;
        measure("bubblewrap alone", async || {
            let args = "--unshare-all --ro-bind /usr /usr --symlink usr/lib /lib --symlink usr/lib64 /lib64 --symlink usr/bin /bin \
                        --proc /proc --dev /dev --tmpfs /tmp echo";
            let begun = Instant::now();
            let mut bwrap = tokio::process::Command::new("bwrap");
            let mut child = bwrap.args(args.split_whitespace()).stdout(Stdio::piped()).spawn().unwrap();
            child.stdout.take().unwrap().read_u8().await.unwrap();
            let took = begun.elapsed();
            child.wait().await.unwrap();
            took
        })
        .await;
        let pool = Arc::new(Pool::new(4).unwrap());
        let echo = Command::parse("echo").unwrap();
        for (name, walls) in [
            ("bare, open", Walls::Bare(Bare { namespace: false })),
            ("bare, in a namespace", Walls::Bare(Bare { namespace: true })),
            ("jail", Walls::Jail(Box::new(Jail::new(Limits::default())))),
            ("jail from a pool", Walls::Jail(Box::new(Jail::new(Limits::default()).with_pool(pool)))),
        ] {
            // Wall time depends on who else is at work on this machine; what a start itself uses does so less.
            let mut used = Vec::new();
            let cost = measure(name, async || {
                let begun = Instant::now();
                let mut process = walls.start(&echo).await.unwrap();
                process.stdout.read_u8().await.unwrap();
                let took = begun.elapsed();
                used.push(process.tree.measure().cpu);
                process.tree.end().await.unwrap();
                took
            })
            .await;
            used.sort();
            let (beyond, used) = (cost.saturating_sub(plain), used[used.len() / 2]);
            println!("  {:.1} beyond fork and exec; {:.1} of processor time", ms(beyond), ms(used));
        }
    });
}

/// Starts many times and prints the quartiles.
async fn measure(name: &str, mut run: impl AsyncFnMut() -> Duration) -> Duration {
    run().await;
    let mut times = Vec::new();
    for _ in 0..TIMES {
        times.push(run().await);
    }
    times.sort();
    let quarter = |n: usize| ms(times[TIMES * n / 4]);
    println!("{name:<22} {:6.1} {:6.1} {:6.1}", quarter(1), quarter(2), quarter(3));
    times[TIMES / 2]
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
