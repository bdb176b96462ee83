//! `meydan dev`: a bot's folder is watched, and whenever it is saved the same match is played again. One terminal, one page.

mod files;

use std::path::PathBuf;
use std::pin::pin;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use meydan_arena::{Camera, Latest, Shown};
use meydan_catalog::{Offer, Prepared, Visit, visit};
use meydan_core::Viewer;
use meydan_kit::{BuildError, Kit};
use meydan_referee::Stop;
use meydan_runner::{
    ClockRate, Kept, LocalCrew, MatchOrder, MatchReport, ReelSink, RunError, SeatError, SeatSpec, Sinks,
    TraceSink, run as play,
};
use meydan_worker::Feed;
use tokio::sync::oneshot;
use tokio::sync::watch::{self, Sender};
use tokio::time::timeout;

use crate::adopt::seat;
use crate::arena;
use crate::ends::{Interrupts, misuse, runtime, whole};
use crate::fit::fit;
use crate::matches::Summary;
use crate::options::{Setting, ready, ready_until, referee_key, strongest, tell};
use crate::say::{printable, remark, say};
use crate::trouble;
use files::{Files, While};

#[derive(clap::Args)]
#[command(mut_arg("seed", |seed| seed.help("What fixes all chance, the same in every match [default: 1]")))]
pub(crate) struct Args {
    /// The game (see `meydan games`)
    game: String,
    /// Your bot: a folder with a meydan.toml, or a command line that speaks the native protocol. What it writes into its folder
    /// while it plays is no save: during a match only its program counts
    bot: String,
    /// Who else plays, as in `meydan match` [default: the strongest house bot on all other sides]
    #[arg(value_name = "OPPONENT", value_parser = seat)]
    others: Vec<SeatSpec>,
    #[command(flatten)]
    setting: Setting,
    /// The game's time limits times a factor, or off
    #[arg(long, default_value = "1x", value_name = "1x|10x|off")]
    clock: ClockRate,
    /// Where to write the trace of the newest match
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What fixes all chance if nothing is said: the same match every time is what one wants to compare.
const SEED: u64 = 1;
/// How long a build that was stopped is waited for.
const HASTE: Duration = Duration::from_secs(5);
/// How much of what a build said is shown on the page.
const MOST: usize = 64 * 1024;

pub(crate) fn run(args: &Args) -> Result<()> {
    let typed = bot(&args.bot)?;
    let files = Files::of(&typed)?;
    if let Some(other) = args.others.iter().find(|other| comes_by_itself(other)) {
        misuse!("`{other}` cannot be an opponent here, because it would have to come again for every match");
    }
    if matches!(typed, SeatSpec::Command(_) | SeatSpec::WireCommand(_)) {
        // A word that was mistyped is mended by no save.
        ready(&args.game, std::slice::from_ref(&typed))?;
    }
    let runtime = runtime()?;
    let (latest, shown) = watch::channel(Latest::default());
    let page = thread::spawn(move || arena::show(Shown::Latest(shown), arena::say_where));
    runtime.block_on(work(args, files, &latest))?;
    // Whoever follows is let go, and the page hears Ctrl-C as we did.
    drop(latest);
    page.join().map_err(|_| anyhow::anyhow!("the page has failed"))?
}

fn comes_by_itself(seat: &SeatSpec) -> bool {
    matches!(seat, SeatSpec::Human | SeatSpec::Wire | SeatSpec::Socket(_))
}

/// The bot as it is now: its folder may say something else after a save.
fn bot(typed: &str) -> Result<SeatSpec> {
    let bot = seat(typed)?;
    if !matches!(bot, SeatSpec::Kit(_) | SeatSpec::Command(_) | SeatSpec::WireCommand(_)) {
        misuse!("`{typed}` has no files to be watched; name the folder of a bot, or a command line");
    }
    Ok(bot)
}

/// What came of one round.
enum Round {
    /// Nothing more is to be done before the next save.
    Done,
    /// This file was saved meanwhile.
    Saved(PathBuf),
    /// Somebody pressed Ctrl-C.
    Ended,
}

async fn work(args: &Args, mut files: Files, latest: &Sender<Latest>) -> Result<()> {
    let interrupts = Interrupts::listen()?;
    let mut played = false;
    loop {
        let mut stop = interrupts.stop();
        tokio::select! {
            there = files.there() => {
                there?;
            }
            () = stop.wait() => return Ok(()),
        }
        let round = match build(args, &mut files, interrupts.stop()).await {
            Ok(seats) => once(args, &seats, &mut files, latest, interrupts.stop()).await,
            Err(error) => Err(error),
        };
        if interrupts.asked() {
            return Ok(());
        }
        played |= round.is_ok();
        match round {
            Ok(Round::Saved(_)) => continue,
            Ok(Round::Ended) => return Ok(()),
            Ok(Round::Done) => {}
            // What can be mended by a save is told and waited for; a wrong command line is not mended by one.
            Err(error) if !played && !is_bots(&error) => return Err(error),
            Err(error) => {
                remark!("meydan: {}", whole(&error));
                let trouble = Some(said(&error));
                latest.send_modify(|latest| latest.trouble = trouble);
            }
        }
        remark!("waiting for a save in {} (end with Ctrl-C)", files.place().display());
        let mut stop = interrupts.stop();
        tokio::select! {
            changed = files.changed(While::Resting) => drop(changed?),
            () = stop.wait() => return Ok(()),
        }
    }
}

/// Whether the bot itself cannot be played, as its files are.
fn is_bots(error: &anyhow::Error) -> bool {
    error.is::<BuildError>() || error.is::<SeatError>()
}

/// What went wrong, as the page shows it.
fn said(error: &anyhow::Error) -> String {
    let mut text = whole(error);
    if let Some(BuildError::Failed { output, .. }) = error.downcast_ref() {
        let from = output.len().saturating_sub(MOST);
        text = format!("{text}\n\n{}", String::from_utf8_lossy(&output[from..]));
    }
    printable(text)
}

/// Builds everybody, and once more if something was saved while it was built.
async fn build(args: &Args, files: &mut Files, stop: Stop) -> Result<Vec<SeatSpec>> {
    let mut left = 2;
    loop {
        let mut seats = vec![bot(&args.bot)?];
        seats.extend(args.others.iter().cloned());
        files.look()?;
        if let Err(error) = ready_aside(&args.game, &seats, stop.clone()).await {
            files.settle(While::Resting)?;
            return Err(error);
        }
        left -= 1;
        match files.saved_meanwhile()? && left > 0 {
            true => {
                if let SeatSpec::Kit(kit) = &seats[0] {
                    Kit::forget(kit);
                }
            }
            false => break Ok(seats),
        }
    }
}

/// Builds on another thread, so that Ctrl-C is heard here.
async fn ready_aside(game: &str, seats: &[SeatSpec], mut stop: Stop) -> Result<()> {
    let (tell, mut built) = oneshot::channel();
    let (game, seats, until) = (game.to_owned(), seats.to_vec(), stop.clone());
    thread::spawn(move || {
        let _ = tell.send(ready_until(&game, &seats, &until));
    });
    tokio::select! {
        built = &mut built => built?,
        () = stop.wait() => {
            // It hears that, too, and ends all its processes. It may also wait for the build of somebody else, which we do not.
            let _ = timeout(HASTE, built).await;
            bail!("the build was stopped");
        }
    }
}

/// Plays one match, until its end, a save or Ctrl-C.
async fn once(
    args: &Args,
    seats: &[SeatSpec],
    files: &mut Files,
    latest: &Sender<Latest>,
    mut interrupted: Stop,
) -> Result<Round> {
    let setting = Setting { seed: Some(args.setting.seed.unwrap_or(SEED)), ..args.setting.clone() };
    let seats = visit(&args.game, Fill { setting: &setting, game: &args.game, seats })??;
    let setting = fit(&args.game, &setting, &seats)?;
    let order = MatchOrder { clock: args.clock, ..setting.order(&args.game, &seats)? };
    let trace = match &args.out {
        Some(path) => Some(TraceSink { path: path.clone(), key: referee_key()? }),
        None => None,
    };
    let no_room = "no room for the film of the match";
    let camera = Camera::create(&std::env::temp_dir()).context(no_room)?;
    let film = camera.film();
    let (feed, writing) = Feed::start(vec![camera]).context(no_room)?;
    let mut line = feed.clone();
    let reel = ReelSink { eyes: Viewer::Spectator, send: Box::new(move |text| line.line(0, text)) };
    let sinks = Sinks { trace, reels: vec![reel], ..Sinks::default() };
    latest.send_modify(|latest| {
        *latest = Latest { number: latest.number + 1, film: Some(film), trouble: None };
    });
    let mut crew = LocalCrew::new(seats).telling(tell);
    let (handle, stop) = Stop::new();
    let mut playing = pin!(play(&order, &mut crew, sinks, stop));
    let round = tokio::select! {
        played = &mut playing => {
            // What is still on its way to the film is written before it is told.
            drop(feed);
            let _ = writing.join();
            files.settle(While::Playing)?;
            return report(played).map(|()| Round::Done);
        }
        changed = files.changed(While::Playing) => Round::Saved(changed?),
        () = interrupted.wait() => Round::Ended,
    };
    handle.stop();
    // How it stood is nobody's question any more.
    let _ = playing.await;
    feed.break_off("the match was stopped here".to_owned());
    if let Round::Saved(file) = &round {
        remark!("{} was saved: the match is stopped, the next one begins", file.display());
    }
    Ok(round)
}

fn report(played: Result<MatchReport, RunError>) -> Result<()> {
    let report = played?;
    say!("")?;
    trouble::print(&report, &trouble::DEV)?;
    Summary::new(&report).print()?;
    if let Some(Kept::Whole(path)) = &report.record {
        say!("trace in {}", path.display())?;
    }
    Ok(())
}

/// Fills the sides that nobody was named for.
struct Fill<'a> {
    setting: &'a Setting,
    game: &'a str,
    seats: &'a [SeatSpec],
}

impl Visit for Fill<'_> {
    type Out = Result<Vec<SeatSpec>>;

    fn visit<G: Offer>(self) -> Result<Vec<SeatSpec>> {
        let mut seats = self.seats.to_vec();
        if seats.len() > 1 || G::SIDES.contains(&1) {
            return Ok(seats);
        }
        let order = MatchOrder { seed: self.setting.seed, ..MatchOrder::of(self.game, &[]) };
        let map =
            self.setting.map.as_deref().map(|map| crate::options::map_choice(self.game, map)).transpose()?;
        let options = self.setting.set.iter().cloned().collect();
        let choice =
            MatchOrder { map, options, ruleset: self.setting.ruleset.clone(), ..order }.choice::<G>();
        let sides = Prepared::<G>::new(&choice)?.game.roster().sides().count();
        let other = strongest::<G>()?;
        seats.resize(sides.max(1), other);
        Ok(seats)
    }
}
