//! An arena with more to do than it likes, and what becomes of it: `make load`.
//!
//! A contest of house bots has thousands of matches waiting. First nobody looks, and the rate of matches is compared with the
//! bare runner's. Then hundreds watch, others turn pages as fast as they can, and dozens send a bot at once, again and again.
//! Everything happens on the loopback, in a folder of the moment.

mod crowd;
mod figures;
mod world;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Parser;

use crate::crowd::Crowd;
use crate::figures::{Figures, memory};
use crate::world::World;

#[derive(Parser)]
struct Args {
    /// The program
    #[arg(long, default_value = "target/release/meydan")]
    meydan: PathBuf,
    /// How long nobody looks, and how long the crowd is there
    #[arg(long, default_values_t = [15, 35], num_args = 2)]
    seconds: Vec<u64>,
    /// How many matches wait
    #[arg(long, default_value_t = 3000)]
    matches: usize,
    /// How many people watch matches
    #[arg(long, default_value_t = 300)]
    watchers: usize,
    /// How many people turn pages as fast as they can
    #[arg(long, default_value_t = 8)]
    readers: usize,
    /// How many teams send a bot at once
    #[arg(long, default_value_t = 24)]
    uploads: usize,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let meydan =
        args.meydan.canonicalize().context("build the program first, or say where it is with --meydan")?;
    let folder = tempfile::tempdir()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;

    let bare = bare_runner(&meydan)?;
    println!("the bare runner plays {bare:.1} matches per second on two cores");
    let world = runtime.block_on(World::make(folder.path(), args.matches, args.uploads))?;
    println!("{} matches wait, {} teams have a bot to send", world.matches, world.teams.len());

    let mut arena = Arena::open(&meydan, folder.path())?;
    let id = arena.child.id();
    let crowd = Crowd::new(&arena.address, world);
    let open = memory(id);
    runtime.block_on(async {
        let over = crowd.over().await?;
        let begun = Instant::now();
        tokio::time::sleep(Duration::from_secs(args.seconds[0])).await;
        let alone = (crowd.over().await? - over) as f64 / begun.elapsed().as_secs_f64();
        println!(
            "the arena alone plays {alone:.1} matches per second: {:.2} of the bare runner",
            alone / bare
        );

        let start = memory(id);
        let (over, begun) = (crowd.over().await?, Instant::now());
        let figures = Figures::default();
        let time = Duration::from_secs(args.seconds[1]);
        let middle = async {
            tokio::time::sleep(time / 2).await;
            memory(id)
        };
        let (middle, ()) = tokio::join!(middle, crowd.come(&args, time, &figures));
        let took = begun.elapsed();
        let end = memory(id);
        let played = (crowd.over().await? - over) as f64 / took.as_secs_f64();
        println!(
            "under the crowd it plays {played:.1} matches per second: {:.2} of the bare runner",
            played / bare
        );
        figures.print(took);
        println!(
            "memory: {open} MB when it was opened; {start} MB when the crowd came, {middle} MB in the middle, {end} MB at the end"
        );
        crowd.print_versions().await
    })?;
    arena.close()
}

/// Matches per second without anything around them.
fn bare_runner(meydan: &Path) -> Result<f64> {
    let games = 400;
    let begun = Instant::now();
    let played = Command::new(meydan)
        .args([
            "gauntlet",
            world::GAME,
            "house:random",
            "house:random",
            "--map",
            world::MAP,
            "--jobs",
            "2",
            "--json",
        ])
        .args(["--games", &games.to_string()])
        .output()?;
    if !played.status.success() {
        bail!("the bare runner failed: {}", String::from_utf8_lossy(&played.stderr));
    }
    Ok(f64::from(games) / begun.elapsed().as_secs_f64())
}

/// A running arena, which is killed if it is not closed.
struct Arena {
    child: Child,
    address: String,
}

impl Arena {
    fn open(meydan: &Path, folder: &Path) -> Result<Arena> {
        let mut child = Command::new(meydan)
            .args(["arena", "--workers", "2", "--listen", "127.0.0.1:0", "--data", "data"])
            .current_dir(folder)
            .env("MEYDAN_LOG", "error")
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().context("its words are ours")?).read_line(&mut line)?;
        let address = line.trim().rsplit_once("http://").context("the arena did not open")?.1.to_owned();
        Ok(Arena { child, address })
    }

    fn close(&mut self) -> Result<()> {
        let begun = Instant::now();
        Command::new("kill").arg(self.child.id().to_string()).status()?;
        let status = self.child.wait()?;
        println!("it ended with {status} {:.1} s after it was asked to", begun.elapsed().as_secs_f64());
        if status.success() { Ok(()) } else { bail!("the arena did not end well") }
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
